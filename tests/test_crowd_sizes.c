// SPDX-License-Identifier: MIT
// Crowds of large brains run in blocks: each brain has more states, fields or other rows than fit in a byte. Each path
// and instruction set must give the same results as one agent after another.
#include "support.h"
#include "wits/crowd.h"

enum { AGENTS = 200, TICKS = 40, MOST_STATES = 2400, MOST_TRANSITIONS = 6000, MOST_FIELDS = 700, NAME = 16, TEXT = 64 };

/// Tables of a brain while they are made.
typedef struct tables {
    wits_state_desc states[MOST_STATES];
    wits_transition_desc transitions[MOST_TRANSITIONS];
    wits_field_desc fields[MOST_FIELDS];
    char names[MOST_STATES + MOST_FIELDS][NAME];
    char texts[MOST_TRANSITIONS][TEXT];
    uint32_t state_count, transition_count, field_count, name_count, text_count;
} tables;

static tables made;

static uint32_t mixed(uint32_t x) {
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x = (x ^ x >> 15) * 0x846CA68Bu;
    return x ^ x >> 16;
}

static const char *name_of(const char *kind, uint32_t number) {
    char *name = made.names[made.name_count++];
    (void)snprintf(name, NAME, "%s%u", kind, (unsigned)number);
    return name;
}

static const char *text_of(const char *format, uint32_t field, uint32_t number) {
    char *text = made.texts[made.text_count++];
    (void)snprintf(text, TEXT, format, (unsigned)field, (unsigned)number);
    return text;
}

static wits_state_id add_state(wits_state_desc s, wits_state_id parent) {
    const uint32_t row = made.state_count++;
    s.name = row == 0 ? "root" : name_of("s", row);
    s.parent = parent;
    made.states[row] = s;
    return (wits_state_id)row;
}

static void add_transition(wits_transition_desc t) {
    made.transitions[made.transition_count++] = t;
}

/// Begins a brain with fields f0, f1 and so on: bytes with random values from 0 to 15, and `total`, which actions
/// change.
static wits_state_id begin(uint32_t fields, wits_state_desc root) {
    memset(&made, 0, sizeof made);
    for (uint32_t i = 0; i < fields; i++) {
        made.fields[made.field_count++] = (wits_field_desc){.name = name_of("f", i), .type = WITS_TYPE_UINT8};
    }
    made.fields[made.field_count++] = (wits_field_desc){.name = "total", .type = WITS_TYPE_INT};
    return add_state(root, WITS_NONE);
}

/// Leaves with transitions to the next one, to one far away, and after some ticks.
static void add_leaves(wits_state_id parent, uint32_t count, bool has_clocks) {
    const uint32_t first = made.state_count, fields = made.field_count - 1;
    for (uint32_t i = 0; i < count; i++) {
        (void)add_state((wits_state_desc){.enter = i % 3 == 0 ? text_of("total = total * 3 + %u", i, 0) : NULL},
                        parent);
    }
    for (uint32_t i = 0; i < count && count > 1; i++) {
        const wits_state_id from = (wits_state_id)(first + i);
        const uint32_t field = mixed(from) % fields, other = (i * 37 + count / 2 + 1) % count;
        if (other != i) {
            add_transition((wits_transition_desc){
                .from = from, .to = (wits_state_id)(first + other), .when = text_of("f%u > %u", field, 10)});
        }
        add_transition((wits_transition_desc){.from = from,
                                              .to = (wits_state_id)(first + (i + 1) % count),
                                              .when = text_of("f%u < %u", (field + 1) % fields, 4)});
        if (has_clocks) {
            add_transition((wits_transition_desc){
                .from = from, .to = (wits_state_id)(first + (i + 3) % count), .after = 2 + i % 3, .reenter = true});
        }
    }
}

// ---------------------------------------------------------------------------------------------------------- the crowds

typedef struct herd {
    const wits_brain *brain;
    wits_crowd crowd;
    uint8_t *agents;
    uint8_t *fields;
    int32_t totals[AGENTS];
    wits_column columns[MOST_FIELDS];
    bool seen[MOST_STATES];  ///< states in which an agent has been
    uint32_t seen_count;
} herd;

static void set_fields(herd *h, uint32_t tick) {
    for (uint32_t i = 0; i < (made.field_count - 1) * AGENTS; i++) {
        h->fields[i] = (uint8_t)(mixed(mixed(tick) + i) % 16);
    }
}

static void open_herd(herd *h, const wits_brain *brain, const wits_crowd_code *code, const wits_function *functions) {
    memset(h, 0, sizeof *h);
    h->brain = brain;
    h->agents = calloc(AGENTS, wits_agent_size(brain));
    h->fields = calloc(AGENTS, made.field_count);
    for (uint32_t i = 0; i < made.field_count - 1; i++) {
        h->columns[i] = (wits_column){.base = h->fields + (size_t)i * AGENTS, .stride = 1, .type = WITS_TYPE_UINT8};
    }
    h->columns[made.field_count - 1] =
        (wits_column){.base = h->totals, .stride = sizeof(int32_t), .type = WITS_TYPE_INT};
    h->crowd =
        (wits_crowd){.code = code, .count = AGENTS, .agents = h->agents, .columns = h->columns, .functions = functions};
}

static void close_herd(herd *h) {
    free(h->agents);
    free(h->fields);
}

/// Notes the states that agents are in.
static void see(herd *h) {
    static uint64_t counts[MOST_STATES], singly[MOST_STATES];
    static wits_state_id active[MOST_STATES];
    memset(counts, 0, sizeof counts);
    memset(singly, 0, sizeof singly);
    wits_crowd_count(&h->crowd, 0, AGENTS, counts);
    for (uint32_t i = 0; i < AGENTS; i++) {
        const uint32_t branches = wits_active(h->brain, h->agents + i * wits_agent_size(h->brain), active, MOST_STATES);
        for (uint32_t k = 0; k < branches; k++) {
            singly[active[k]]++;
        }
    }
    assert_memory_equal(counts, singly, sizeof counts);
    for (uint32_t id = 0; id < made.state_count; id++) {
        h->seen_count += counts[id] != 0 && !h->seen[id];
        h->seen[id] |= counts[id] != 0;
    }
}

static void run_ticks(herd *h, wits_crowd_run run) {
    run.seed = 3;
    run.tick = 0;
    memset(h->agents, 0, AGENTS * wits_agent_size(h->brain));
    memset(h->totals, 0, sizeof h->totals);
    set_fields(h, 0);
    assert_int_equal(wits_crowd_start(&h->crowd, 0, AGENTS, &run), AGENTS);
    for (uint32_t i = 0; i < AGENTS; i++) {  // all over the brain
        const wits_state_id to = (wits_state_id)(1 + mixed(i) % (made.state_count - 1));
        assert_int_equal(wits_crowd_set_state(&h->crowd, i, 1, &run, to), 1);
    }
    for (run.tick = 1; run.tick <= TICKS; run.tick++) {
        set_fields(h, run.tick);
        assert_int_equal(wits_crowd_tick(&h->crowd, 0, AGENTS, &run), AGENTS);
        if (run.path == WITS_CROWD_PATH_SINGLE && run.decide_every == 0) {
            see(h);
        }
    }
}

static wits_brain *compile_made(wits_desc desc) {
    desc.states = made.states;
    desc.state_count = made.state_count;
    desc.transitions = made.transitions;
    desc.transition_count = made.transition_count;
    desc.fields = made.fields;
    desc.field_count = made.field_count;
    wits_problem problems[1];
    wits_report report = {problems, COUNT(problems), 0};
    const size_t size = wits_brain_size(&desc, &report);
    assert_int_equal(report.count, 0);
    void *memory = malloc(size);
    assert_non_null(wits_brain_compile(&desc, memory, size, NULL));
    return memory;
}

/// Runs the brain that was made. Agents are in at least so many different states.
static void check_desc(wits_desc desc, uint32_t least_seen) {
    static herd alone, together;
    wits_brain *brain = compile_made(desc);
    const size_t code_size = wits_crowd_code_size(brain), agents_size = AGENTS * wits_agent_size(brain);
    void *memory = malloc(code_size);
    const wits_crowd_code *code = wits_crowd_prepare(brain, memory, code_size);
    assert_non_null(code);
    if (wits_crowd_plan(code).path == WITS_CROWD_PATH_SINGLE) {
        fail_msg("not in blocks: %s", wits_crowd_plan(code).reason);
    }
    const size_t scratch_size = (wits_crowd_scratch_size(code, 0) + 63) / 64 * 64;
    void *scratch = aligned_alloc(64, scratch_size);
    open_herd(&alone, brain, code, desc.functions);
    open_herd(&together, brain, code, desc.functions);
    run_ticks(&alone, (wits_crowd_run){.scratch = scratch, .path = WITS_CROWD_PATH_SINGLE});
    assert_in_range(alone.seen_count, least_seen, made.state_count);
    for (wits_crowd_path path = WITS_CROWD_PATH_MASKS; path <= WITS_CROWD_PATH_GROUPS; path++) {
        for (wits_crowd_simd simd = WITS_CROWD_SIMD_BASELINE; simd <= wits_crowd_best_simd(); simd++) {
            run_ticks(&together, (wits_crowd_run){.scratch = scratch, .path = path, .simd = simd, .decide_every = 1});
            assert_memory_equal(together.agents, alone.agents, agents_size);
            assert_memory_equal(together.totals, alone.totals, sizeof alone.totals);
        }
    }
    run_ticks(&alone, (wits_crowd_run){.scratch = scratch, .path = WITS_CROWD_PATH_SINGLE, .decide_every = 3});
    run_ticks(&together, (wits_crowd_run){.scratch = scratch, .decide_every = 3});
    assert_memory_equal(together.agents, alone.agents, agents_size);
    assert_memory_equal(together.totals, alone.totals, sizeof alone.totals);
    close_herd(&alone);
    close_herd(&together);
    free(scratch);
    free(memory);
    free(brain);
}

static void check(uint32_t least_seen) {
    check_desc((wits_desc){0}, least_seen);
}

// ------------------------------------------------------------------------------------------------------------- numbers

static void many_fields(void **state) {
    (void)state;
    const wits_state_id root = begin(MOST_FIELDS - 1, (wits_state_desc){0});
    add_leaves(root, 60, false);
    check(50);
}

// Each region is a machine.
static void many_regions(void **state) {
    (void)state;
    const wits_state_id root = begin(20, (wits_state_desc){.kind = WITS_KIND_PARALLEL});
    for (uint32_t i = 0; i < 150; i++) {
        add_leaves(add_state((wits_state_desc){0}, root), 3, false);
    }
    check(450);
}

// Clocks, and a byte for each cooldown and memory.
static void many_clocks_and_memories(void **state) {
    (void)state;
    const wits_state_id root = begin(9, (wits_state_desc){.kind = WITS_KIND_PARALLEL});
    for (uint32_t i = 0; i < 220; i++) {
        const wits_state_id region = add_state((wits_state_desc){0}, root);
        const wits_state_id inner = add_state((wits_state_desc){.leave = WITS_LEAVE_RESUME}, region);
        add_leaves(inner, 2, true);
        const wits_state_id other = add_state((wits_state_desc){0}, region);
        add_transition((wits_transition_desc){.from = inner, .to = other, .when = text_of("f%u > %u", i % 9, 12)});
        add_transition((wits_transition_desc){.from = other, .to = inner, .when = text_of("f%u > %u", i % 9, 6)});
    }
    check(660);
}

static void many_cooldowns_and_data(void **state) {
    (void)state;
    const wits_state_id root = begin(12, (wits_state_desc){.kind = WITS_KIND_PARALLEL});
    for (uint32_t i = 0; i < 100; i++) {
        const wits_state_id region = add_state((wits_state_desc){.kind = WITS_KIND_UTILITY, .every = 1 + i % 2}, root);
        for (uint32_t option = 0; option < 3; option++) {
            (void)add_state((wits_state_desc){.score = text_of("f%u", (i + option) % 12, 0),
                                              .cooldown = 1 + option,
                                              .data_size = i % 10 == 0 ? 1000 : 0},
                            region);
        }
    }
    check(300);
}

// ------------------------------------------------------------------------------------------------------------- states

// Slots still have one byte.
static void many_states(void **state) {
    (void)state;
    const wits_state_id root = begin(30, (wits_state_desc){.kind = WITS_KIND_PARALLEL});
    for (uint32_t i = 0; i < 3; i++) {
        add_leaves(add_state((wits_state_desc){0}, root), 240, i == 1);
    }
    check(700);
}

static bool is_odd(const void *context, const wits_call *call) {
    (void)context;
    return (call->state * 7 + call->frame->tick) % 11 == 3;
}

static const wits_function functions[] = {{.name = "is_odd", .condition = is_odd}};

// Slots with two bytes: each leaf on either side of 256, and expressions and functions about them.
static void slots_of_two_bytes(void **state) {
    (void)state;
    static const uint32_t sizes[] = {254, 255, 256, 257, 511, 700};
    for (uint32_t i = 0; i < COUNT(sizes); i++) {
        const wits_state_id root = begin(30, (wits_state_desc){.update = "total = total + (1 if in(s254) else 2)"});
        add_leaves(root, sizes[i], i % 2 == 0);
        add_transition(
            (wits_transition_desc){.from = root, .to = (wits_state_id)sizes[i], .when = "is_odd", .any = true});
        add_transition((wits_transition_desc){.from = root, .to = 254, .when = "f3 == f4 and f5 > 11", .any = true});
        made.states[254].update = "total = total + 5";
        check_desc((wits_desc){FUNCTIONS(functions)}, sizes[i] * 4 / 5);
    }
}

// Ranges of slots that begin and end at any low byte.
static void groups_of_states_in_slots_of_two_bytes(void **state) {
    (void)state;
    const wits_state_id root = begin(30, (wits_state_desc){0});
    static const uint32_t sizes[] = {100, 155, 1, 256, 300, 40, 512, 17};
    wits_state_id before = 0, first = 0;
    for (uint32_t i = 0; i < COUNT(sizes); i++) {
        const wits_state_id group =
            add_state((wits_state_desc){.update = text_of("total = total * 5 + %u", i, 0)}, root);
        add_leaves(group, sizes[i], false);
        if (before != 0) {
            add_transition((wits_transition_desc){.from = before, .to = group, .when = text_of("f%u > %u", i, 11)});
        }
        first = first == 0 ? group : first;
        before = group;
    }
    add_transition((wits_transition_desc){.from = before, .to = first, .when = "f1 > 12"});
    add_transition((wits_transition_desc){.from = root, .to = before, .when = "in(s20) or f2 == 15", .any = true});
    check(450);
}

// Insides that are kept, with two bytes, and memories of two bytes.
static void remembered_children_of_two_bytes(void **state) {
    (void)state;
    for (wits_leave leave = WITS_LEAVE_RESET; leave <= WITS_LEAVE_SUSPEND; leave++) {
        const wits_state_id root = begin(30, (wits_state_desc){.kind = WITS_KIND_PARALLEL});
        for (uint32_t i = 0; i < 2; i++) {
            const wits_state_id region = add_state((wits_state_desc){0}, root);
            const wits_state_id many = add_state((wits_state_desc){.leave = leave}, region);
            add_leaves(many, 300, i == 0);
            const wits_state_id other = add_state((wits_state_desc){0}, region);
            add_transition((wits_transition_desc){.from = many, .to = other, .when = text_of("f%u > %u", i, 12)});
            add_transition((wits_transition_desc){.from = other, .to = many, .when = text_of("f%u > %u", i, 8)});
        }
        check(500);
    }
}

// A utility whose options have their states in one slot of two bytes.
static void options_in_slots_of_two_bytes(void **state) {
    (void)state;
    const wits_state_id root = begin(30, (wits_state_desc){.kind = WITS_KIND_UTILITY, .inertia = 2.0f});
    for (uint32_t i = 0; i < 9; i++) {
        add_leaves(add_state((wits_state_desc){.score = text_of("f%u + f%u", i, i + 3), .hold = i % 3}, root), 60,
                   i == 4);
    }
    check(160);
}

// ----------------------------------------------------------------------------------------------- unsupported in blocks

static void more_options_than_ordinals(void **state) {
    (void)state;
    const wits_state_id root = begin(4, (wits_state_desc){.kind = WITS_KIND_UTILITY});
    for (uint32_t i = 0; i < 255; i++) {
        (void)add_state((wits_state_desc){.score = text_of("f%u", i % 4, 0)}, root);
    }
    wits_brain *brain = compile_made((wits_desc){0});
    const size_t size = wits_crowd_code_size(brain);
    void *memory = malloc(size);
    const wits_crowd_plan_info plan = wits_crowd_plan(wits_crowd_prepare(brain, memory, size));
    assert_int_equal(plan.path, WITS_CROWD_PATH_SINGLE);
    assert_string_equal(plan.reason, "it has more than 254 options");
    assert_int_equal(plan.state, root);
    free(memory);
    free(brain);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_fields),
        cmocka_unit_test(many_regions),
        cmocka_unit_test(many_clocks_and_memories),
        cmocka_unit_test(many_cooldowns_and_data),
        cmocka_unit_test(many_states),
        cmocka_unit_test(slots_of_two_bytes),
        cmocka_unit_test(groups_of_states_in_slots_of_two_bytes),
        cmocka_unit_test(remembered_children_of_two_bytes),
        cmocka_unit_test(options_in_slots_of_two_bytes),
        cmocka_unit_test(more_options_than_ordinals),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
