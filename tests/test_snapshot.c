// SPDX-License-Identifier: MIT
// wits/snapshot.h: agents and fields as bytes and back, in this brain and in edited ones; and every refusal.
#include "failing_memory.h"
#include "sum_support.h"

#include "wits/snapshot.h"

enum { GUARDS = 5, MOST_BYTES = 4096 };

// ---------------------------------------------------------------------------------------------------- the saved brain

static const char *const moods[] = {"calm", "afraid", "angry"};
static const wits_field_desc fields[] = {
    {.name = "alert", .type = WITS_TYPE_BOOL},
    {.name = "mood", .type = WITS_TYPE_ENUM, .values = moods, .value_count = 3},
    {.name = "ammo", .type = WITS_TYPE_INT16, .initial = 30},
    {.name = "distance", .type = WITS_TYPE_FLOAT, .initial = 9.5},
};
enum { FIELD_COUNT = COUNT(fields) };
static const char *const events[] = {"noise", "shot"};
static const wits_state_desc states[] = {
    {.name = "guard"},
    {.name = "patrol", .timed = true},
    {.name = "fight", .leave = WITS_LEAVE_RESUME},
    {.name = "melee", .parent = 2, .data_size = 3},
    {.name = "cover", .parent = 2, .timed = true},
};
static const wits_desc desc = {STATES(states), EVENTS(events), .fields = fields, .field_count = FIELD_COUNT};

/// A guard as a game might keep it: no field is aligned or dense.
typedef struct guard {
    char rest[3];
    uint8_t agent[24];
    bool alert;
    uint8_t mood;
    int16_t ammo;
    float distance;
} guard;

typedef struct guards {
    wits_brain *brain;
    guard all[GUARDS];
    uint64_t ids[GUARDS];
    wits_column columns[FIELD_COUNT];
} guards;

static wits_column column(void *base, size_t stride, wits_type type) {
    return (wits_column){.base = base, .stride = stride, .type = type};
}

static void set_columns(guards *g) {
    g->columns[0] = column(&g->all[0].alert, sizeof *g->all, WITS_TYPE_BOOL);
    g->columns[1] = column(&g->all[0].mood, sizeof *g->all, WITS_TYPE_ENUM);
    g->columns[2] = column(&g->all[0].ammo, sizeof *g->all, WITS_TYPE_INT16);
    g->columns[3] = column(&g->all[0].distance, sizeof *g->all, WITS_TYPE_FLOAT);
}

static wits_agents agents_of(guards *g) {
    return (wits_agents){.brain = g->brain,
                         .agents = g->all[0].agent,
                         .agent_stride = sizeof *g->all,
                         .count = GUARDS,
                         .ids = g->ids,
                         .columns = g->columns,
                         .tick = 77,
                         .seed = 0x123456789ABCDEFu};
}

/// Guards in different states, with different fields.
static guards *make_guards(const wits_desc *of) {
    static const wits_state_id in[GUARDS] = {1, 3, 4, 1, 4};
    guards *g = calloc(1, sizeof *g);
    g->brain = compile(of);
    set_columns(g);
    for (uint32_t i = 0; i < GUARDS; i++) {
        const wits_frame frame = {.tick = 10 + i, .columns = g->columns, .row = i};
        wits_set_state(g->brain, g->all[i].agent, &frame, in[i]);
        if (i % 2 != 0) {
            wits_raise(g->brain, g->all[i].agent, 1);
        }
        g->ids[i] = 1000 + 7 * i;
        g->all[i].alert = i % 2 == 0;
        g->all[i].mood = (uint8_t)(i % 3);
        g->all[i].ammo = (int16_t)(100 * (int)i - 150);
        g->all[i].distance = 1.5f * (float)i;
    }
    return g;
}

static void free_guards(guards *g) {
    free(g->brain);
    free(g);
}

static size_t save(guards *g, uint8_t bytes[MOST_BYTES]) {
    const wits_agents of = agents_of(g);
    const size_t size = wits_snapshot_size(&of, 5);
    assert_in_range(size, 100, MOST_BYTES);
    assert_int_equal(wits_snapshot_write(&of, "extra", 5, bytes, size), size);
    return size;
}

// ------------------------------------------------------------------------------------------------------------- support

typedef struct told {
    char text[1200];
    uint32_t count;
    uint64_t kept[8], lost[8];
} told;

static void tell_lost(void *user, const wits_brain *old, const wits_loss *loss) {
    told *to = user;
    char line[256];
    wits_loss_text(old, loss, line, sizeof line);
    const size_t used = strlen(to->text);
    snprintf(to->text + used, sizeof to->text - used, "%u %s\n", (unsigned)loss->agent, line);
    to->count++;
}

static void tell_migrated(void *user, const wits_brain *old, const uint64_t *kept, const uint64_t *lost) {
    told *to = user;
    for (uint32_t i = 0; i < wits_state_count(old) && i < COUNT(to->kept); i++) {
        to->kept[i] = kept[i];
        to->lost[i] = lost[i];
    }
}

/// The text of the first problem, or "".
typedef struct problem_text {
    wits_problem problems[4];
    char text[400];
    wits_report report;
} problem_text;

static wits_report *report_to(problem_text *to) {
    to->report = (wits_report){.problems = to->problems, .capacity = COUNT(to->problems)};
    return &to->report;
}

static const char *first_problem(problem_text *of) {
    of->text[0] = '\0';
    if (of->report.count != 0) {
        wits_problem_text(&of->problems[0], of->text, sizeof of->text);
    }
    return of->text;
}

/// Loads all agents into guards of another brain.
static bool load(const uint8_t *bytes, size_t size, guards *to, const wits_migration *how, problem_text *problem) {
    wits_snapshot saved;
    wits_agents agents = agents_of(to);
    return wits_snapshot_open(&saved, bytes, size, report_to(problem)) &&
           wits_snapshot_load(&saved, 0, &agents, how, &problem->report);
}

static void expect_refused(const uint8_t *bytes, size_t size, const char *expected) {
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    problem_text problem;
    guards *to = make_guards(&desc), *before = make_guards(&desc);
    assert_false(load(bytes, size, to, &(wits_migration){.allocator = &allocator}, &problem));
    assert_string_equal(first_problem(&problem), expected);
    assert_memory_equal(to->all, before->all, sizeof to->all);  // nothing has changed
    assert_int_equal(m.blocks, 0);
    free_guards(before);
    free_guards(to);
}

// ---------------------------------------------------------------------------------------------------------- same brain

static void agents_and_fields_come_back(void **state) {
    uint8_t bytes[MOST_BYTES];
    guards *g = make_guards(&desc), *to = make_guards(&desc);
    const size_t size = save(g, bytes);
    memset(to->all, 0x55, sizeof to->all);
    memset(to->ids, 0, sizeof to->ids);
    wits_snapshot saved;
    assert_true(wits_snapshot_open(&saved, bytes, size, NULL));
    assert_int_equal(saved.count, GUARDS);
    assert_int_equal(saved.tick, 77);
    assert_true(saved.seed == 0x123456789ABCDEFu);
    assert_true(saved.has_ids);
    assert_string_equal(saved.name, "guard");
    assert_int_equal(saved.extra_size, 5);
    assert_memory_equal(saved.extra, "extra", 5);
    assert_true(saved.layout == wits_brain_layout_hash(g->brain));
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    wits_agents agents = agents_of(to);
    agents.tick = 0;
    agents.seed = 0;
    assert_true(wits_snapshot_load(&saved, 0, &agents, &(wits_migration){.allocator = &allocator}, NULL));
    assert_int_equal(m.requests, 0);
    assert_int_equal(agents.tick, 77);
    assert_true(agents.seed == saved.seed);
    for (uint32_t i = 0; i < GUARDS; i++) {
        assert_memory_equal(to->all[i].agent, g->all[i].agent, wits_agent_size(g->brain));
        assert_int_equal(to->all[i].alert, g->all[i].alert);
        assert_int_equal(to->all[i].mood, g->all[i].mood);
        assert_int_equal(to->all[i].ammo, g->all[i].ammo);
        assert_float_equal(to->all[i].distance, g->all[i].distance, 0.0f);
        assert_true(to->ids[i] == g->ids[i]);
        assert_int_equal(to->all[i].rest[2], 0x55);  // and nothing else is written
    }
    free_guards(to);
    free_guards(g);
}

static void a_range_and_chosen_columns(void **state) {
    uint8_t bytes[MOST_BYTES];
    guards *g = make_guards(&desc), *to = make_guards(&desc);
    wits_agents of = agents_of(g);
    of.first = 1;
    of.count = 3;
    of.ids = NULL;
    of.first_id = 50;
    g->columns[2].base = NULL;  // ammo is not saved
    const size_t size = wits_snapshot_write(&of, NULL, 0, bytes, sizeof bytes);
    assert_int_equal(size, wits_snapshot_size(&of, 0));
    memset(to->all, 0, sizeof to->all);
    wits_snapshot saved;
    assert_true(wits_snapshot_open(&saved, bytes, size, NULL));
    assert_int_equal(saved.count, 3);
    assert_int_equal(saved.first_id, 51);
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    wits_agents agents = agents_of(to);
    agents.first = 4;
    agents.count = 1;
    to->columns[3].read_only = true;  // and distance is not loaded
    assert_true(wits_snapshot_load(&saved, 1, &agents, &(wits_migration){.allocator = &allocator}, NULL));
    assert_memory_equal(to->all[4].agent, g->all[2].agent, wits_agent_size(g->brain));
    assert_int_equal(to->all[4].mood, g->all[2].mood);
    assert_int_equal(to->all[4].ammo, 0);
    assert_float_equal(to->all[4].distance, 0.0f, 0.0f);
    assert_int_equal(to->ids[4], 52);
    assert_int_equal(agents.first_id, 48);  // so that row 4 has the id 52
    assert_int_equal(to->all[3].agent[0], 0);
    free_guards(to);
    free_guards(g);
}

static void parts_are_the_same_agents(void **state) {
    uint8_t whole[MOST_BYTES], bytes[MOST_BYTES];
    guards *g = make_guards(&desc), *to = make_guards(&desc);
    save(g, whole);
    wits_agents of = agents_of(g);
    wits_snapshot_part parts[] = {{.count = 2}, {.count = 1}, {.count = 2}};
    const size_t front = wits_snapshot_head_size(&of, 5, COUNT(parts));
    size_t size = front;
    for (uint32_t i = 0; i < COUNT(parts); i++) {
        wits_agents slice = of;
        slice.first = i == 0 ? 0 : i + 1;
        slice.count = parts[i].count;
        parts[i].sum = wits_snapshot_write_part(&slice, bytes + size);
        size += wits_snapshot_part_size(&slice);
    }
    assert_true(wits_snapshot_write_head(&of, "extra", 5, parts, COUNT(parts), bytes));
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    problem_text problem;
    memset(to->all, 0, sizeof to->all);
    assert_true(load(bytes, size, to, &(wits_migration){.allocator = &allocator}, &problem));
    assert_memory_equal(to->all, g->all, sizeof g->all);
    parts[2].count = 3;
    assert_false(wits_snapshot_write_head(&of, "extra", 5, parts, COUNT(parts), bytes));
    parts[2].count = 0;
    assert_false(wits_snapshot_write_head(&of, "extra", 5, parts, COUNT(parts), bytes));
    // A range that needs only the last part does not need the others.
    bytes[front] ^= 1;
    wits_snapshot saved;
    wits_agents last = agents_of(to);
    last.count = 2;
    assert_true(wits_snapshot_open(&saved, bytes, size, NULL));
    assert_true(wits_snapshot_load(&saved, 3, &last, &(wits_migration){.allocator = &allocator}, NULL));
    uint64_t offset, bytes_read;
    assert_true(wits_snapshot_span(&saved, 3, 2, &offset, &bytes_read));
    assert_int_equal(offset + bytes_read, size);
    const wits_agents two = {.brain = g->brain,
                             .agents = g->all[0].agent,
                             .agent_stride = sizeof *g->all,
                             .count = 2,
                             .ids = g->ids,
                             .columns = g->columns};
    assert_int_equal(bytes_read, wits_snapshot_part_size(&two));
    assert_true(wits_snapshot_span(&saved, 1, 1, &offset, &bytes_read));
    assert_int_equal(offset, front);
    assert_int_equal(bytes_read, wits_snapshot_part_size(&two));
    assert_true(wits_snapshot_span(&saved, 0, 5, &offset, &bytes_read));
    assert_int_equal(bytes_read, size - front);
    assert_false(wits_snapshot_span(&saved, 4, 2, &offset, &bytes_read));
    assert_false(wits_snapshot_load(&saved, 1, &last, &(wits_migration){.allocator = &allocator}, report_to(&problem)));
    assert_string_equal(first_problem(&problem), "snapshot: damaged: agents 0 to 1");
    free_guards(to);
    free_guards(g);
}

/// Positions and the like, which the brain does not know.
static void columns_of_the_program(void **state) {
    uint8_t bytes[MOST_BYTES];
    guards *g = make_guards(&desc), *to = make_guards(&desc);
    float x[GUARDS] = {1, 2, 3, 4, 5}, other_x[GUARDS] = {0};
    uint16_t tent[GUARDS] = {10, 20, 30, 40, 50}, level[GUARDS] = {9, 9, 9, 9, 9};
    uint8_t narrow[GUARDS] = {0};
    wits_host_field own[] = {{"tent", tent, .stride = sizeof *tent, .type = WITS_TYPE_UINT16},
                             {"x", x, .stride = sizeof *x, .type = WITS_TYPE_FLOAT}};
    wits_agents of = agents_of(g);
    of.own = own;
    of.own_count = COUNT(own);
    const size_t size = wits_snapshot_write(&of, NULL, 0, bytes, sizeof bytes);
    assert_int_equal(size, wits_snapshot_size(&of, 0));
    const wits_host_field into[] = {{"x", other_x, .stride = sizeof *other_x, .type = WITS_TYPE_FLOAT},
                                    {"level", level, .stride = sizeof *level, .type = WITS_TYPE_UINT16},
                                    {"tent", narrow, .stride = 1, .type = WITS_TYPE_UINT8}};
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    wits_snapshot saved;
    problem_text problem;
    wits_agents agents = agents_of(to);
    agents.own = into;
    agents.own_count = COUNT(into);
    assert_true(wits_snapshot_open(&saved, bytes, size, NULL));
    if (!wits_snapshot_load(&saved, 0, &agents, &(wits_migration){.allocator = &allocator}, report_to(&problem))) {
        fail_msg("%s", first_problem(&problem));
    }
    for (uint32_t i = 0; i < GUARDS; i++) {
        assert_float_equal(other_x[i], x[i], 0.0f);
        assert_int_equal(narrow[i], tent[i]);
        assert_int_equal(level[i], 9);
        assert_int_equal(to->all[i].ammo, g->all[i].ammo);
    }
    assert_int_equal(m.requests, 0);
    own[0].name = NULL;
    assert_int_equal(wits_snapshot_size(&of, 0), 0);
    own[0].name = "";
    assert_int_equal(wits_snapshot_size(&of, 0), 0);
    free_guards(to);
    free_guards(g);
}

static void no_agents_at_all(void **state) {
    uint8_t bytes[MOST_BYTES];
    guards *g = make_guards(&desc);
    wits_agents of = agents_of(g);
    of.count = 0;
    of.agents = NULL;
    const size_t size = wits_snapshot_write(&of, NULL, 0, bytes, sizeof bytes);
    assert_true(size > 0);
    wits_snapshot saved;
    assert_true(wits_snapshot_open(&saved, bytes, size, NULL));
    assert_int_equal(saved.count, 0);
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    assert_true(wits_snapshot_load(&saved, 0, &of, &(wits_migration){.allocator = &allocator}, NULL));
    free_guards(g);
}

static void in_place(void **state) {
    uint64_t room[MOST_BYTES / 8];
    guards *g = make_guards(&desc);
    const size_t size = save(g, (uint8_t *)room);
    wits_snapshot saved;
    wits_snapshot_rows rows;
    wits_column columns[FIELD_COUNT];
    problem_text problem;
    assert_true(wits_snapshot_open(&saved, room, size, NULL));
    const bool is_good = wits_snapshot_locate(&saved, g->brain, 0, &rows, columns, report_to(&problem));
    const uint16_t one = 1;
    if (*(const uint8_t *)&one == 0) {  // a big-endian machine
        assert_false(is_good);
        assert_true(wits_snapshot_locate(&saved, g->brain, 0, &rows, NULL, NULL));
    } else {
        assert_true(is_good);
        for (uint32_t i = 0; i < GUARDS; i++) {
            int16_t ammo;
            memcpy(&ammo, (const char *)columns[2].base + i * columns[2].stride, sizeof ammo);
            assert_int_equal(ammo, g->all[i].ammo);
        }
        assert_true(columns[3].read_only);
    }
    assert_int_equal(rows.count, GUARDS);
    for (uint32_t i = 0; i < GUARDS; i++) {
        assert_memory_equal(rows.agents + i * saved.agent_size, g->all[i].agent, saved.agent_size);
    }
    assert_false(wits_snapshot_locate(&saved, g->brain, 1, &rows, NULL, report_to(&problem)));
    assert_string_equal(first_problem(&problem), "snapshot: it does not have these agents: no such part");

    assert_false(wits_snapshot_locate(NULL, g->brain, 0, &rows, NULL, report_to(&problem)));
    static const char *const moods_of_others[] = {"calm", "angry", "gone"};
    wits_field_desc others[COUNT(fields)];
    memcpy(others, fields, sizeof fields);
    others[1].values = moods_of_others;
    const wits_desc other_moods = {STATES(states), EVENTS(events), .fields = others, .field_count = FIELD_COUNT};
    wits_brain *other = compile(&other_moods);
    assert_false(wits_snapshot_locate(&saved, other, 0, &rows, columns, report_to(&problem)));
    assert_non_null(strstr(first_problem(&problem), "(mood)"));
    assert_true(wits_snapshot_locate(&saved, other, 0, &rows, NULL, report_to(&problem)));
    free(other);
    ((uint8_t *)room)[size - 1] ^= 1;
    assert_false(wits_snapshot_locate(&saved, g->brain, 0, &rows, columns, report_to(&problem)));
    assert_string_equal(first_problem(&problem), "snapshot: damaged: agents 0 to 4");
    free_guards(g);
}

/// Every machine writes these bytes.
static void the_bytes_are_the_same_on_every_machine(void **state) {
    uint8_t bytes[MOST_BYTES], golden[MOST_BYTES];
    guards *g = make_guards(&desc);
    const uint32_t nan_with_bits = 0xFFC12345u;
    memcpy(&g->all[2].distance, &nan_with_bits, sizeof nan_with_bits);
    const size_t size = save(g, bytes);
    memset(bytes + 40, 0, 8);  // the hash of the compiled brain depends on the machine
    memset(bytes + 24, 0, 8);  // and the sum on the hash
    FILE *file = fopen("tests/golden/guards.snapshot", getenv("WITS_WRITE_GOLDEN") != NULL ? "wb+" : "rb");
    assert_non_null(file);
    if (getenv("WITS_WRITE_GOLDEN") != NULL) {
        fwrite(bytes, 1, size, file);
        rewind(file);
    }
    assert_int_equal(fread(golden, 1, sizeof golden, file), size);
    fclose(file);
    assert_memory_equal(bytes, golden, size);
    free_guards(g);
}

// ------------------------------------------------------------------------------------------------------------ refusals

static void cut_at_every_length(void **state) {
    uint8_t bytes[MOST_BYTES];
    guards *g = make_guards(&desc), *to = make_guards(&desc);
    const size_t size = save(g, bytes);
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    for (size_t length = 0; length < size; length++) {
        problem_text problem;
        uint8_t *part = malloc(length > 0 ? length : 1);  // exact, so that sanitizers see every byte beyond
        memcpy(part, bytes, length);
        if (load(part, length, to, &(wits_migration){.allocator = &allocator}, &problem)) {
            fail_msg("loaded with %u of %u bytes", (unsigned)length, (unsigned)size);
        }
        const char *text = first_problem(&problem);
        assert_true(strstr(text, "cut short") != NULL || (length == 0 && strstr(text, "not a snapshot") != NULL));
        free(part);
    }
    assert_int_equal(m.blocks, 0);
    free_guards(to);
    free_guards(g);
}

static void with_every_single_bit_flipped(void **state) {
    uint8_t bytes[MOST_BYTES];
    guards *g = make_guards(&desc), *to = make_guards(&desc);
    const size_t size = save(g, bytes);
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    for (size_t bit = 0; bit < size * 8; bit++) {
        problem_text problem;
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (load(bytes, size, to, &(wits_migration){.allocator = &allocator}, &problem)) {
            fail_msg("loaded with bit %u of byte %u flipped", (unsigned)bit % 8, (unsigned)bit / 8);
        }
        assert_true(problem.report.count > 0);
        bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_int_equal(m.blocks, 0);
    free_guards(to);
    free_guards(g);
}

static void put32(uint8_t *at, uint32_t value) {
    for (uint32_t i = 0; i < 4; i++) {
        at[i] = (uint8_t)(value >> 8 * i);
    }
}

/// Corrects the sums of a snapshot with one part, as far as its sizes allow it: see "Format" in docs/snapshots.md.
static void correct_sums(uint8_t *bytes, size_t size) {
    const uint64_t front = word_at(bytes + 32), parts = word_at(bytes + 88);
    if (front > size || front < 112 || parts > (front - 112) / 16) {
        return;
    }
    if (parts == 1) {
        put_word(bytes + front - 8, sum_of(0, bytes + front, (size_t)(size - front)));
    }
    put_word(bytes + 24, sum_of(sum_of(0, bytes, 24), bytes + 32, (size_t)(front - 32)));
}

/// Sums find accidents. Everything else is checked, too: a load refuses the bytes or makes valid guards, also of
/// another brain.
static void with_right_sums(void **state) {
    uint8_t bytes[MOST_BYTES], altered[MOST_BYTES];
    guards *g = make_guards(&desc);
    const size_t size = save(g, bytes);
    uint32_t refused = 0, loaded = 0;
    memcpy(altered, bytes, size);
    correct_sums(altered, size);
    assert_memory_equal(altered, bytes, size);
    for (size_t bit = 0; bit < size * 8; bit++) {
        failing_memory m = {0};
        const wits_allocator allocator = failing_memory_allocator(&m);
        guards *to = make_guards(&desc);
        problem_text problem;
        memcpy(altered, bytes, size);
        altered[bit / 8] ^= (uint8_t)(1u << bit % 8);
        correct_sums(altered, size);
        if (load(altered, size, to, &(wits_migration){.allocator = &allocator}, &problem)) {
            for (uint32_t i = 0; i < GUARDS; i++) {
                assert_true(wits_agent_is_valid(to->brain, to->all[i].agent, wits_agent_size(to->brain)));
                assert_true(to->all[i].mood < COUNT(moods) && *(const uint8_t *)&to->all[i].alert <= 1);
            }
            loaded++;
        } else {
            assert_true(problem.report.count > 0);
            refused++;
        }
        assert_int_equal(m.blocks, 0);
        free_guards(to);
    }
    assert_true(refused > 500 && loaded > 500);
    free_guards(g);
}

static void what_is_refused(void **state) {
    uint8_t bytes[MOST_BYTES];
    guards *g = make_guards(&desc);
    size_t size = save(g, bytes);
    expect_refused((const uint8_t *)"{\"json\": 1}", 11, "snapshot: not a snapshot of wits");
    expect_refused(NULL, 0, "snapshot: not a snapshot of wits");
    put32(bytes + 8, 2);
    expect_refused(bytes, size, "snapshot: made by a newer version of wits; this one reads version 1, not 2");
    put32(bytes + 8, 0);
    expect_refused(bytes, size, "snapshot: damaged: its version is 0");
    g->all[3].mood = 3;
    size = save(g, bytes);
    expect_refused(bytes, size, "agents row 3 (mood): the field cannot have this value: 3");
    g->all[3].mood = 0;
    memset(&g->all[1].alert, 2, 1);
    size = save(g, bytes);
    expect_refused(bytes, size, "agents row 1 (alert): the field cannot have this value: 2");
    g->all[1].alert = true;
    g->all[2].agent[0] = 99;
    size = save(g, bytes);
    expect_refused(bytes, size, "agents row 2: the brain could not have made the bytes of this agent");
    free_guards(g);
}

static void what_a_program_gets_wrong(void **state) {
    uint8_t bytes[MOST_BYTES];
    guards *g = make_guards(&desc);
    const size_t size = save(g, bytes);
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    const wits_migration how = {.allocator = &allocator};
    problem_text problem;
    wits_snapshot saved;
    assert_true(wits_snapshot_open(&saved, bytes, size, NULL));
    wits_agents agents = agents_of(g);
    assert_false(wits_snapshot_load(&saved, 0, &agents, NULL, report_to(&problem)));
    assert_string_equal(first_problem(&problem),
                        "snapshot: missing allocator, which is needed when the brain has changed");
    agents.ids = NULL;
    assert_false(wits_snapshot_load(&saved, 0, &agents, &how, report_to(&problem)));
    assert_string_equal(first_problem(&problem), "snapshot: its agents have ids; give memory for ids");
    agents = agents_of(g);
    assert_false(wits_snapshot_load(&saved, 1, &agents, &how, report_to(&problem)));
    assert_string_equal(first_problem(&problem), "snapshot: it does not have these agents: 5 from number 1 of 5");
    agents.agent_stride = 1;
    assert_false(wits_snapshot_load(&saved, 0, &agents, &how, report_to(&problem)));
    agents = agents_of(g);
    agents.agents = NULL;
    assert_false(wits_snapshot_load(&saved, 0, &agents, &how, report_to(&problem)));
    assert_int_equal(wits_snapshot_size(&agents, 0), 0);
    agents = agents_of(g);
    g->columns[2].type = WITS_TYPE_INT;
    assert_false(wits_snapshot_load(&saved, 0, &agents, &how, report_to(&problem)));
    assert_string_equal(first_problem(&problem), "fields row 2 (ammo): the field has another type than in the program");
    assert_int_equal(wits_snapshot_write(&agents, NULL, 0, bytes, 100), 0);  // too small
    assert_false(wits_snapshot_load(&(wits_snapshot){0}, 0, &agents, &how, report_to(&problem)));
    free_guards(g);
}

// ----------------------------------------------------------------------------------------------------- another version

/// The next version: patrol has a child, melee is gone, a state is new; ammo counts more, distance is an int, alert is
/// gone, and moods are in another order without anger.
static const char *const new_moods[] = {"afraid", "bored", "calm"};
static const wits_field_desc new_fields[] = {
    {.name = "mood", .type = WITS_TYPE_ENUM, .values = new_moods, .value_count = 3, .initial = 1},
    {.name = "ammo", .type = WITS_TYPE_UINT8, .initial = 42},
    {.name = "distance", .type = WITS_TYPE_INT, .initial = -1},
    {.name = "courage", .type = WITS_TYPE_FLOAT, .initial = 0.25},
};
static const wits_state_desc new_states[] = {
    {.name = "guard"},
    {.name = "sleep"},
    {.name = "patrol", .timed = true},
    {.name = "fight", .leave = WITS_LEAVE_RESUME},
    {.name = "cover", .parent = 3, .timed = true},
    {.name = "flee", .parent = 3},
};
static const char *const new_events[] = {"shot"};
static const wits_desc new_desc = {STATES(new_states), EVENTS(new_events), .fields = new_fields,
                                   .field_count = COUNT(new_fields)};

typedef struct new_guards {
    wits_brain *brain;
    uint8_t agents[GUARDS][24];
    uint8_t moods[GUARDS], ammo[GUARDS];
    int32_t distances[GUARDS];
    float courage[GUARDS];
    wits_column columns[4];
} new_guards;

static new_guards *make_new_guards(void) {
    new_guards *g = calloc(1, sizeof *g);
    g->brain = compile(&new_desc);
    g->columns[0] = column(g->moods, 1, WITS_TYPE_ENUM);
    g->columns[1] = column(g->ammo, 1, WITS_TYPE_UINT8);
    g->columns[2] = column(g->distances, 4, WITS_TYPE_INT);
    g->columns[3] = column(g->courage, 4, WITS_TYPE_FLOAT);
    return g;
}

static wits_agents new_agents(new_guards *g, uint64_t ids[GUARDS]) {
    return (wits_agents){.brain = g->brain,
                         .agents = g->agents,
                         .agent_stride = sizeof *g->agents,
                         .count = GUARDS,
                         .ids = ids,
                         .columns = g->columns};
}

static void another_version_gets_what_fits(void **state) {
    uint8_t bytes[MOST_BYTES];
    guards *g = make_guards(&desc);
    new_guards *now = make_new_guards();
    uint64_t ids[GUARDS];
    const size_t size = save(g, bytes);
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    told lost = {.text = ""};
    const wits_migration how = {.allocator = &allocator, .lost = tell_lost, .migrated = tell_migrated, .user = &lost};
    wits_agents agents = new_agents(now, ids);
    problem_text problem;
    wits_snapshot saved;
    assert_true(wits_snapshot_open(&saved, bytes, size, NULL));
    if (!wits_snapshot_load(&saved, 0, &agents, &how, report_to(&problem))) {
        fail_msg("%s", first_problem(&problem));
    }
    assert_int_equal(m.blocks, 0);
    static const char *const expected[GUARDS] = {"patrol", "fight/cover", "fight/cover", "patrol", "fight/cover"};
    static const uint8_t expected_moods[GUARDS] = {2, 0, 1, 2, 0};
    static const uint8_t expected_ammo[GUARDS] = {42, 42, 50, 150, 250};
    static const int32_t expected_distances[GUARDS] = {0, -1, 3, -1, 6};
    for (uint32_t i = 0; i < GUARDS; i++) {
        char path[64];
        assert_true(wits_agent_is_valid(now->brain, now->agents[i], wits_agent_size(now->brain)));
        wits_state_path(now->brain, wits_deepest(now->brain, now->agents[i]), path, sizeof path);
        assert_string_equal(path, expected[i]);
        assert_int_equal(wits_is_pending(now->brain, now->agents[i], 0), i % 2);
        assert_int_equal(now->moods[i], expected_moods[i]);
        assert_int_equal(now->ammo[i], expected_ammo[i]);
        assert_int_equal(now->distances[i], expected_distances[i]);
        assert_float_equal(now->courage[i], 0.25f, 0.0f);
        assert_true(ids[i] == g->ids[i]);
    }
    assert_int_equal(wits_elapsed(now->brain, now->agents[4], wits_find_state(now->brain, "cover"), 77), 63);
    assert_string_equal(lost.text,
                        "1000 alert: the field is gone; its values are lost\n"
                        "1014 mood: its value does not fit the field's new type; it has the initial value\n"
                        "1000 ammo: its value does not fit the field's new type; it has the initial value\n"
                        "1007 ammo: its value does not fit the field's new type; it has the initial value\n"
                        "1007 distance: its value does not fit the field's new type; it has the initial value\n"
                        "1021 distance: its value does not fit the field's new type; it has the initial value\n"
                        "1007 fight/melee: the state is gone; what was active, kept or remembered in it is lost\n");
    static const uint64_t kept[] = {5, 2, 3, 0, 2}, gone[] = {0, 0, 0, 1, 0};
    for (uint32_t i = 0; i < COUNT(kept); i++) {
        assert_int_equal(lost.kept[i], kept[i]);
        assert_int_equal(lost.lost[i], gone[i]);
    }
    free(now->brain);
    free(now);
    free_guards(g);
}

/// Renames keep what another path or name would lose.
static void renames_are_followed(void **state) {
    uint8_t bytes[MOST_BYTES];
    wits_state_desc renamed[COUNT(states)];
    wits_field_desc renamed_fields[COUNT(fields)];
    static const char *const renamed_events[] = {"noise", "bang"};
    memcpy(renamed, states, sizeof states);
    memcpy(renamed_fields, fields, sizeof fields);
    renamed[2].name = "combat";
    renamed_fields[2].name = "bullets";
    const wits_desc renamed_desc = {STATES(renamed), EVENTS(renamed_events), .fields = renamed_fields,
                                    .field_count = FIELD_COUNT};
    static const wits_rename renames[] = {{WITS_TABLE_STATES, "fight", "combat"},
                                          {WITS_TABLE_EVENTS, "shot", "bang"},
                                          {WITS_TABLE_FIELDS, "ammo", "bullets"},
                                          {WITS_TABLE_STATES, "unknown", "patrol"}};
    guards *g = make_guards(&desc), *to = make_guards(&renamed_desc);
    const size_t size = save(g, bytes);
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    told lost = {.text = ""};
    problem_text problem;
    memset(to->all, 0, sizeof to->all);
    const wits_migration how = {
        .allocator = &allocator, .renames = renames, .rename_count = COUNT(renames), .lost = tell_lost, .user = &lost};
    if (!load(bytes, size, to, &how, &problem)) {
        fail_msg("%s", first_problem(&problem));
    }
    assert_string_equal(lost.text, "");
    assert_memory_equal(to->all, g->all, sizeof g->all);  // the bytes of agents and fields are the same
    free_guards(to);
    free_guards(g);
}

static bool is_dark(const void *context, const wits_call *call) {
    (void)context;
    (void)call;
    return false;
}

/// Numbers of every type become floats.
static void numbers_of_every_type(void **state) {
    static const wits_field_desc small_fields[] = {
        {.name = "b", .type = WITS_TYPE_BOOL},     {.name = "i8", .type = WITS_TYPE_INT8},
        {.name = "u8", .type = WITS_TYPE_UINT8},   {.name = "i16", .type = WITS_TYPE_INT16},
        {.name = "u16", .type = WITS_TYPE_UINT16}, {.name = "i", .type = WITS_TYPE_INT}};
    enum { NUMBERS = COUNT(small_fields) };
    static const double expected[NUMBERS] = {0, -3, 200, -300, 60000, -70000};
    wits_field_desc floats[NUMBERS];
    memcpy(floats, small_fields, sizeof small_fields);
    for (uint32_t i = 1; i < NUMBERS; i++) {
        floats[i].type = WITS_TYPE_FLOAT;
    }
    const wits_desc old_desc = {STATES(states), .fields = small_fields, .field_count = NUMBERS};
    const wits_desc float_desc = {STATES(states), .fields = floats, .field_count = NUMBERS};
    wits_brain *old = compile(&old_desc), *now = compile(&float_desc);
    uint8_t agent[24] = {0}, bytes[2048], b = 0, u8 = 200;
    int8_t i8 = -3;
    int16_t i16 = -300;
    uint16_t u16 = 60000;
    int32_t i = -70000;
    float read[NUMBERS] = {1, 1, 1, 1, 1, 1};
    const wits_column columns[NUMBERS] = {column(&b, 1, WITS_TYPE_BOOL),     column(&i8, 1, WITS_TYPE_INT8),
                                          column(&u8, 1, WITS_TYPE_UINT8),   column(&i16, 2, WITS_TYPE_INT16),
                                          column(&u16, 2, WITS_TYPE_UINT16), column(&i, 4, WITS_TYPE_INT)};
    wits_column to_columns[NUMBERS] = {column(&b, 1, WITS_TYPE_BOOL)};
    for (uint32_t k = 1; k < NUMBERS; k++) {
        to_columns[k] = column(&read[k], 4, WITS_TYPE_FLOAT);
    }
    const wits_agents from = {.brain = old, .agents = agent, .count = 1, .columns = columns};
    wits_agents to = {.brain = now, .agents = agent, .count = 1, .columns = to_columns};
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    told lost = {.text = ""};
    const wits_migration how = {.allocator = &allocator, .lost = tell_lost, .user = &lost};
    problem_text problem;
    wits_snapshot saved;
    const size_t size = wits_snapshot_write(&from, NULL, 0, bytes, sizeof bytes);
    assert_true(wits_snapshot_open(&saved, bytes, size, NULL));
    assert_true(wits_snapshot_load(&saved, 0, &to, &how, report_to(&problem)));
    for (uint32_t k = 1; k < NUMBERS; k++) {
        assert_float_equal(read[k], (float)expected[k], 0.0f);
    }
    assert_string_equal(lost.text, "");
    free(old);
    free(now);
}

/// Agents in memory: a mistake changes nothing.
static void what_a_program_gets_wrong_in_memory(void **state) {
    static const wits_state_desc asking_states[] = {{.name = "guard", .kind = WITS_KIND_UTILITY},
                                                    {.name = "patrol", .score = "1 if dark() else 0"}};
    static const wits_function asking_functions[] = {{.name = "dark", .condition = is_dark}};
    static const wits_desc asking = {STATES(asking_states), .functions = asking_functions, .function_count = 1};
    guards *g = make_guards(&desc);
    new_guards *now = make_new_guards();
    uint64_t ids[GUARDS] = {0};
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    const wits_migration how = {.allocator = &allocator}, nothing = {.allocator = NULL};
    const wits_agents good = agents_of(g);
    wits_agents from = good, to = new_agents(now, ids);
    problem_text problem;
    assert_false(wits_agents_migrate(NULL, &to, &how, report_to(&problem)));
    assert_non_null(strstr(first_problem(&problem), "agents"));
    from.count--;
    assert_false(wits_agents_migrate(&from, &to, &how, report_to(&problem)));
    from = good;
    from.agents = NULL;
    assert_false(wits_agents_migrate(&from, &to, &how, report_to(&problem)));
    from = good;
    assert_false(wits_agents_migrate(&from, &to, &nothing, report_to(&problem)));
    assert_string_equal(first_problem(&problem),
                        "snapshot: missing allocator, which is needed when the brain has changed");
    to.columns = NULL;
    assert_false(wits_agents_migrate(&from, &to, &how, report_to(&problem)));
    to = new_agents(now, ids);
    now->columns[1].base = NULL;
    assert_false(wits_agents_migrate(&from, &to, &how, report_to(&problem)));
    assert_non_null(strstr(first_problem(&problem), "(ammo)"));
    now->columns[1].base = now->ammo;
    now->columns[2].stride = 1;
    assert_false(wits_agents_migrate(&from, &to, &how, report_to(&problem)));
    assert_non_null(strstr(first_problem(&problem), "(distance)"));
    now->columns[2].stride = 4;
    memset(g->all[3].agent, 0xFF, sizeof g->all[3].agent);
    assert_false(wits_agents_migrate(&from, &to, &how, report_to(&problem)));
    assert_string_equal(first_problem(&problem), "agents row 3: the brain could not have made the bytes of this agent");
    memset(g->all[3].agent, 0, sizeof g->all[3].agent);

    wits_brain *asks = compile(&asking);
    wits_frame frame = {.functions = NULL};
    const wits_migration with_frame = {.allocator = &allocator, .frame = &frame};
    to.brain = asks;
    assert_false(wits_agents_migrate(&from, &to, &how, report_to(&problem)));
    assert_non_null(strstr(first_problem(&problem), "dark"));
    assert_false(wits_agents_migrate(&from, &to, &with_frame, report_to(&problem)));
    static const uint8_t untouched[sizeof now->agents];
    assert_memory_equal(now->agents, untouched, sizeof untouched);
    frame.functions = asking_functions;
    assert_true(wits_agents_migrate(&from, &to, &with_frame, report_to(&problem)));
    assert_int_equal(m.blocks, 0);
    free(asks);
    free(now->brain);
    free(now);
    free_guards(g);
}

/// The same brain in memory: bytes are copied, and all states are kept.
static void the_same_brain_in_memory(void **state) {
    guards *g = make_guards(&desc), *copy = make_guards(&desc);
    failing_memory m = {0};
    const wits_allocator allocator = failing_memory_allocator(&m);
    told lost = {.text = ""};
    const wits_migration how = {.allocator = &allocator, .lost = tell_lost, .migrated = tell_migrated, .user = &lost};
    const wits_agents from = agents_of(g);
    wits_agents to = agents_of(copy);
    problem_text problem;
    memset(copy->all, 0, sizeof copy->all);
    assert_true(wits_agents_migrate(&from, &to, &how, report_to(&problem)));
    for (uint32_t i = 0; i < GUARDS; i++) {
        assert_memory_equal(copy->all[i].agent, g->all[i].agent, wits_agent_size(g->brain));
    }
    assert_string_equal(lost.text, "");
    assert_int_equal(lost.kept[0], GUARDS);
    assert_int_equal(lost.lost[0], 0);
    free_guards(copy);
    free_guards(g);
}

/// A snapshot, and the guards in it, which become those of another brain.
typedef struct loading {
    failing_memory memory;
    uint8_t bytes[MOST_BYTES];
    size_t size;
    guards *old;
    bool in_memory;  ///< without the snapshot
} loading;

static bool load_once(void *user) {
    loading *of = user;
    new_guards *now = make_new_guards();
    uint64_t ids[GUARDS] = {0};
    told lost = {.text = ""};
    const wits_allocator allocator = failing_memory_allocator(&of->memory);
    const wits_migration how = {.allocator = &allocator, .migrated = tell_migrated, .user = &lost};
    wits_agents agents = new_agents(now, ids);
    const wits_agents old = agents_of(of->old);
    problem_text problem;
    wits_snapshot saved;
    assert_true(wits_snapshot_open(&saved, of->bytes, of->size, NULL));
    const bool is_done = of->in_memory ? wits_agents_migrate(&old, &agents, &how, report_to(&problem))
                                       : wits_snapshot_load(&saved, 0, &agents, &how, report_to(&problem));
    if (!is_done) {
        assert_string_equal(first_problem(&problem), "snapshot: no memory left; nothing was loaded");
        assert_int_equal(now->agents[0][0], 0);
    }
    free(now->brain);
    free(now);
    return is_done;
}

static void memory_runs_out_at_every_allocation(void **state) {
    for (int in_memory = 0; in_memory < 2; in_memory++) {
        loading *of = calloc(1, sizeof *of);
        of->old = make_guards(&desc);
        of->size = save(of->old, of->bytes);
        of->in_memory = in_memory != 0;
        assert_in_range(failing_memory_try(&of->memory, load_once, of, ALL_REQUESTS), of->in_memory ? 3 : 4, 10);
        free_guards(of->old);
        free(of);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(agents_and_fields_come_back),
        cmocka_unit_test(a_range_and_chosen_columns),
        cmocka_unit_test(parts_are_the_same_agents),
        cmocka_unit_test(columns_of_the_program),
        cmocka_unit_test(no_agents_at_all),
        cmocka_unit_test(in_place),
        cmocka_unit_test(the_bytes_are_the_same_on_every_machine),
        cmocka_unit_test(cut_at_every_length),
        cmocka_unit_test(with_every_single_bit_flipped),
        cmocka_unit_test(with_right_sums),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(what_a_program_gets_wrong),
        cmocka_unit_test(another_version_gets_what_fits),
        cmocka_unit_test(renames_are_followed),
        cmocka_unit_test(what_a_program_gets_wrong_in_memory),
        cmocka_unit_test(numbers_of_every_type),
        cmocka_unit_test(the_same_brain_in_memory),
        cmocka_unit_test(memory_runs_out_at_every_allocation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
