// SPDX-License-Identifier: MIT
// Lists of crowds: full lists, and lists sorted for batch functions. Also the period of decisions.
#include "crowd_support.h"

enum { AGENTS = 300, TICKS = 12 };

/// A copy of everything that a call may write.
typedef struct snapshot {
    unsigned char *bytes;
    size_t size;
} snapshot;

static snapshot remember(const flock *f) {
    snapshot s = {malloc(f->size), f->size};
    assert_non_null(s.bytes);
    memcpy(s.bytes, f->memory, f->size);
    return s;
}

/// Agents from `first` on are unchanged. In structs their bytes are those that follow.
static void assert_untouched(const flock *f, const snapshot *before, uint64_t first) {
    size_t offset = (size_t)((unsigned char *)f->columns[HUNGER].base - f->memory) + (size_t)first * f->agent_stride;
    assert_memory_equal(f->memory + offset, before->bytes + offset, f->size - offset);
}

static void append(wits_list *to, const wits_list *from) {
    assert_true(to->count + from->count <= to->capacity);
    memcpy(to->records + to->count, from->records, from->count * sizeof *from->records);
    to->count += from->count;
}

/// Ticks all agents with a list of a few records; collects the listed ones in `all`.
static void tick_with_small_list(flock *f, wits_crowd_run run, uint32_t capacity, wits_list *all) {
    wits_list small = {calloc(capacity, sizeof *small.records), capacity, 0};
    assert_non_null(small.records);
    run.list = &small;
    all->count = 0;
    for (uint64_t done = 0; done < f->count;) {
        snapshot before = remember(f);
        small.count = 0;
        uint64_t more = wits_crowd_tick(&f->crowd, done, f->count - done, &run);
        assert_true(more > 0 && more <= f->count - done);
        assert_true(small.count <= small.capacity);
        done += more;
        assert_untouched(f, &before, done);
        if (done < f->count) {  // it stopped because of the capacity, not before
            assert_true(small.capacity - small.count < wits_list_room(f->brain, WITS_VERB_TICK));
        }
        append(all, &small);
        free(before.bytes);
    }
    free(small.records);
}

static void a_full_list_stops_before_the_next_agent(void **state) {
    for (int path = 0; path < CROWD_PATHS; path++) {
        flock *f = flock_new(STRUCTS, AGENTS, NULL), *alone = flock_new(DENSE, AGENTS, NULL);
        uint32_t room = wits_list_room(f->brain, WITS_VERB_TICK);
        wits_crowd_run run = flock_run(f, 0);
        assert_int_equal(wits_crowd_start(&f->crowd, 0, AGENTS, &run), AGENTS);
        flock_run_alone(alone, &run, WITS_VERB_START, WITS_NONE);
        for (uint32_t tick = 1; tick <= TICKS; tick++) {
            run = flock_run(f, tick);
            run.path = crowd_paths[path];
            alone->list.count = 0;
            wits_crowd_raise(&f->crowd, tick, AGENTS / 3, BARK);
            wits_crowd_raise(&alone->crowd, tick, AGENTS / 3, BARK);
            tick_with_small_list(f, run, room + tick * tick - 1, &f->list);
            flock_run_alone(alone, &run, WITS_VERB_TICK, WITS_NONE);
            assert_same_flock(f, alone);
            assert_same_list(&f->list, &alone->list);  // in the order of the agents
        }
        flock_free(f);
        flock_free(alone);
    }
}

static void without_room_nothing_happens(void **state) {
    for (int path = 0; path < CROWD_PATHS; path++) {
        flock *f = flock_new(STRUCTS, 10, NULL);
        wits_crowd_run run = flock_run(f, 1);
        run.path = crowd_paths[path];
        wits_action_record record;
        wits_list none = {&record, 0, 0};
        run.list = &none;
        snapshot before = remember(f);
        assert_int_equal(wits_crowd_start(&f->crowd, 0, 10, &run), 0);
        assert_untouched(f, &before, 0);
        run.list = &f->list;
        assert_int_equal(wits_crowd_start(&f->crowd, 0, 10, &run), 10);
        run.list = &none;
        memcpy(before.bytes, f->memory, f->size);
        assert_int_equal(wits_crowd_decide(&f->crowd, 0, 10, &run), 0);
        assert_int_equal(wits_crowd_update(&f->crowd, 2, 3, &run), 0);
        assert_int_equal(wits_crowd_tick(&f->crowd, 0, 10, &run), 0);
        assert_int_equal(wits_crowd_goto(&f->crowd, 0, 10, &run, RUN), 0);
        assert_int_equal(wits_crowd_tick(&f->crowd, 10, 0, &run), 0);
        assert_untouched(f, &before, 0);
        free(before.bytes);
        flock_free(f);
    }
}

// ------------------------------------------------------------------------------------------------------------- grouped

enum { MOST_RECORDS = 600, ACTIONS = 9 };

/// Makes records in the order of a crowd's list: agent after agent, each with some records. `row` numbers them.
static uint32_t random_list(wits_action_record *records, uint64_t *random) {
    uint32_t count = 0;
    uint32_t destination = below(random, MOST_RECORDS + 1);
    uint32_t longest = 1 + below(random, 12);
    uint32_t scale = below(random, 2) == 0 ? 1 : 0x1030507;  // small numbers, and numbers that use all bytes
    for (uint64_t agent = below(random, 5); count < destination; agent += 1 + below(random, 3)) {
        for (uint32_t left = 1 + below(random, longest); left > 0 && count < destination; left--) {
            records[count] =
                (wits_action_record){.agent = agent, .action = below(random, ACTIONS) * scale, .row = (uint16_t)count};
            count++;
        }
    }
    return count;
}

static uint32_t position_of(const wits_action_record *records, uint32_t number) {
    uint32_t position = 0;
    while (number > position && records[number - position - 1].agent == records[number].agent) {
        position++;
    }
    return position;
}

/// Checks the header's promises by comparing neighbours.
static void check_order(const wits_action_record *before, const wits_action_record *sorted, uint32_t count) {
    bool seen[MOST_RECORDS] = {false};
    for (uint32_t i = 0; i < count; i++) {
        assert_true(sorted[i].row < count && !seen[sorted[i].row]);
        seen[sorted[i].row] = true;
        assert_memory_equal(&sorted[i], &before[sorted[i].row], sizeof sorted[i]);
        if (i == 0) {
            continue;
        }
        uint32_t a = position_of(before, sorted[i - 1].row), b = position_of(before, sorted[i].row);
        bool same = a == b && sorted[i - 1].action == sorted[i].action;
        assert_true(a < b || (a == b && sorted[i - 1].action <= sorted[i].action));
        assert_true(!same || sorted[i - 1].row < sorted[i].row);  // stable: agents stay in order
    }
}

static void check_groups(const wits_action_record *before, const wits_action_record *sorted, uint32_t count,
                         const wits_crowd_group *groups, uint32_t group_count) {
    uint32_t at = 0;
    for (uint32_t g = 0; g < group_count; g++) {
        assert_int_equal(groups[g].first, at);
        assert_true(groups[g].count > 0);
        for (uint32_t i = at; i < at + groups[g].count; i++) {
            assert_int_equal(sorted[i].action, groups[g].action);
            assert_int_equal(position_of(before, sorted[i].row), groups[g].position);
        }
        at += groups[g].count;
        bool goes_on =
            g > 0 && groups[g - 1].action == groups[g].action && groups[g - 1].position == groups[g].position;
        assert_false(goes_on);  // groups are as large as possible
    }
    assert_int_equal(at, count);
}

static void random_lists_are_grouped(void **state) {
    static wits_action_record before[MOST_RECORDS], sorted[MOST_RECORDS], spare[MOST_RECORDS];
    static wits_crowd_group groups[MOST_RECORDS], few[MOST_RECORDS];
    uint64_t random = 3;
    for (int turn = 0; turn < 400; turn++) {
        uint32_t count = random_list(before, &random);
        memcpy(sorted, before, sizeof sorted);
        uint32_t group_count = wits_crowd_group_list(sorted, count, spare, groups, MOST_RECORDS);
        assert_true(group_count <= count);
        check_order(before, sorted, count);
        check_groups(before, sorted, count, groups, group_count);

        uint32_t room = below(&random, group_count + 1);
        memcpy(sorted, before, sizeof sorted);
        memset(few, 0xA5, sizeof few);
        assert_int_equal(wits_crowd_group_list(sorted, count, spare, few, room), group_count);
        assert_memory_equal(few, groups, room * sizeof *few);
        for (size_t i = room * sizeof *few; i < sizeof few; i++) {
            assert_int_equal(((unsigned char *)few)[i], 0xA5);
        }
        check_order(before, sorted, count);
    }
}

static void an_empty_list_has_no_groups(void **state) {
    assert_int_equal(wits_crowd_group_list(NULL, 0, NULL, NULL, 0), 0);
}

// Batch functions see each agent's actions in its own order.
static void running_groups_keeps_the_order_of_each_agent(void **state) {
    flock *f = flock_new(DENSE, AGENTS, NULL);
    wits_crowd_run run = flock_run(f, 0);
    wits_crowd_start(&f->crowd, 0, AGENTS, &run);
    wits_action_record *copy = calloc(f->list.capacity, sizeof *copy), *spare = calloc(f->list.capacity, sizeof *spare);
    wits_crowd_group groups[64];
    for (uint32_t tick = 1; tick <= 5; tick++) {
        run = flock_run(f, tick);
        f->list.count = 0;
        wits_crowd_raise(&f->crowd, 0, AGENTS / 2, BARK);
        wits_crowd_tick(&f->crowd, 0, AGENTS, &run);
        memcpy(copy, f->list.records, f->list.count * sizeof *copy);
        uint32_t count = wits_crowd_group_list(copy, f->list.count, spare, groups, 64);
        assert_true(count > 0 && count <= 12);  // at most this many actions at this many positions
        for (uint32_t i = 0; i < f->list.count; i++) {
            uint32_t next = i + 1;  // of the same agent?
            if (next == f->list.count || f->list.records[next].agent != f->list.records[i].agent) {
                continue;
            }
            uint32_t at = 0, later = 0;
            uint32_t position = position_of(f->list.records, i);
            for (uint32_t g = 0; g < count; g++) {
                at = groups[g].position == position && groups[g].action == f->list.records[i].action ? g : at;
                bool is_later = groups[g].position == position + 1 && groups[g].action == f->list.records[next].action;
                later = is_later ? g : later;
            }
            assert_true(at < later);
        }
    }
    free(copy);
    free(spare);
    flock_free(f);
}

// -------------------------------------------------------------------------------------------------------------- period

static void how_often_agents_may_decide(void **state) {
    static const struct {
        uint64_t agents, budget;
        uint32_t longest, period;
    } rows[] = {
        {1000, 1000, 1, 1},
        {1000, 2000, 1, 1},
        {1001, 1000, 2, 2},
        {1001, 1000, 1, 0},
        {1000, 100, 10, 10},
        {1000, 100, 9, 0},
        {1000, 99, 60, 11},
        {1000, 0, 60, 0},
        {0, 10, 60, 1},
        {0, 0, 60, 0},
        {10, 10, 0, 0},
        {WITS_CROWD_MAX_AGENTS, 1, UINT32_MAX, UINT32_MAX},
        {UINT64_MAX, 1, UINT32_MAX, 0},
        {UINT64_MAX, UINT64_MAX, 1, 1},
        {UINT64_MAX, UINT64_MAX - 1, 2, 2},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        assert_int_equal(wits_crowd_period(rows[i].agents, rows[i].budget, rows[i].longest), rows[i].period);
    }
}

// With that period no tick has more decisions than the budget, and no agent waits longer.
static void a_budget_is_kept(void **state) {
    enum { SOME = 97, BUDGET = 10 };
    uint32_t period = wits_crowd_period(SOME, BUDGET, 100);
    flock *f = flock_new(DENSE, SOME, NULL);
    wits_crowd_run run = flock_run(f, 0);
    wits_crowd_start(&f->crowd, 0, SOME, &run);
    uint32_t decided[SOME] = {0};
    for (uint32_t tick = 1; tick <= period; tick++) {
        uint32_t now = 0;
        run = flock_run(f, tick);
        run.decide_every = period;
        wits_crowd_raise(&f->crowd, 0, SOME, WHISTLE);  // agents that decide consume it
        wits_crowd_decide(&f->crowd, 0, SOME, &run);
        for (uint32_t row = 0; row < SOME; row++) {
            bool decides = !wits_is_pending(f->brain, flock_agent(f, row), WHISTLE);
            decided[row] += decides;
            now += decides;
        }
        assert_true(now <= BUDGET);
    }
    for (uint32_t row = 0; row < SOME; row++) {
        assert_int_equal(decided[row], 1);
    }
    flock_free(f);
}

static void say(void *context, const wits_call *call) {
    (void)context;
    (void)call;
}

static const wits_function talk[] = {{.name = "say", .action = say}};

/// A brain whose agents list this many actions in the tick in which they enter b, and its code for crowds.
typedef struct chatter {
    wits_brain *brain;
    wits_crowd_code *code;
} chatter;

/// b is in `depth` nested utilities. Each may choose again, so each counts once more in the room of a list.
static chatter chatter_new(uint32_t actions, uint32_t depth) {
    enum { MOST_STATES = 10 };
    static const char *names[MOST_STATES] = {"root", "u1", "u2", "u3", "u4", "u5", "u6", "u7", "u8", "u9"};
    wits_state_desc states[MOST_STATES + 2] = {{.name = "root", .kind = WITS_KIND_FSM}};
    assert_in_range(depth, 0, MOST_STATES - 1);
    char *text = malloc(actions * strlen("say;") + 1);
    assert_non_null(text);
    for (uint32_t i = 0; i < actions; i++) {
        memcpy(text + strlen("say;") * i, "say;", strlen("say;") + 1);
    }
    text[strlen("say;") * actions - 1] = 0;
    for (uint32_t i = 1; i <= depth; i++) {
        states[i] = (wits_state_desc){.name = names[i], .kind = WITS_KIND_UTILITY, .parent = (wits_state_id)(i - 1)};
    }
    const char *score = depth != 0 ? "1.0" : NULL;
    const uint32_t a = depth + 1, b = depth + 2;
    states[a] = (wits_state_desc){.name = "a", .parent = (wits_state_id)depth, .score = score};
    states[b] = (wits_state_desc){.name = "b", .parent = (wits_state_id)depth, .enter = text, .score = score};
    const wits_transition_desc move = {.from = (wits_state_id)a, .to = (wits_state_id)b};
    const wits_desc desc = {
        .states = states, .state_count = b + 1, .transitions = &move, .transition_count = depth == 0, FUNCTIONS(talk)};
    chatter made = {.brain = compile(&desc)};
    free(text);
    const size_t size = wits_crowd_code_size(made.brain);
    made.code = malloc(size);
    assert_ptr_equal(wits_crowd_prepare(made.brain, made.code, size), made.code);
    return made;
}

static void chatter_free(chatter c) {
    free(c.code);
    free(c.brain);
}

// However much agents list, a block's list is bounded: blocks get smaller, and beyond that agents run alone. Otherwise
// scratch memory would need gigabytes, which machines of 32 bits cannot even count.
static void long_lists_take_little_scratch_memory(void **state) {
    enum { MOST_SCRATCH = 14 << 20 };
    const struct {
        uint32_t actions, depth, room, block;  ///< 0: agent by agent
    } rows[] = {{100, 0, 100, 4096},  {1000, 0, 1000, 1024}, {16384, 0, 16384, 64},
                {16385, 0, 16385, 0}, {2000, 8, 16000, 64},  {16000, 8, 128000, 0}};
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        chatter c = chatter_new(rows[i].actions, rows[i].depth);

        assert_int_equal(wits_list_room(c.brain, WITS_VERB_TICK), rows[i].room);
        wits_crowd_plan_info plan = wits_crowd_plan(c.code);
        assert_int_equal(plan.path == WITS_CROWD_PATH_SINGLE, rows[i].block == 0);
        assert_in_range(wits_crowd_scratch_size(c.code, 4096), 64, MOST_SCRATCH);
        assert_int_equal(plan.scratch, wits_crowd_scratch_size(c.code, plan.block));
        if (rows[i].block == 0) {
            assert_string_equal(plan.reason, "an agent may list more than 16,384 actions in a tick");
        } else {
            assert_true(plan.block <= rows[i].block);
            assert_int_equal(wits_crowd_scratch_size(c.code, 4096), wits_crowd_scratch_size(c.code, rows[i].block));
        }
        chatter_free(c);
    }
}

// With such small blocks everything is listed, whatever block size was requested.
static void long_lists_are_whole(void **state) {
    enum { CROWD = 200, SAID = 16384 };
    chatter c = chatter_new(SAID, 0);
    uint8_t agents[CROWD * 8] = {0};
    assert_in_range(wits_agent_size(c.brain), 1, 8);
    wits_list list = {calloc((size_t)CROWD * SAID, sizeof *list.records), CROWD * SAID, 0};
    assert_non_null(list.records);
    const wits_crowd crowd = {.code = c.code, .count = CROWD, .agents = agents, .functions = talk};
    wits_crowd_run run = {.list = &list, .block = 4096};
    run.scratch = aligned_alloc(64, (wits_crowd_scratch_size(c.code, run.block) + 63) / 64 * 64);
    assert_non_null(run.scratch);
    assert_int_equal(wits_crowd_start(&crowd, 0, CROWD, &run), CROWD);
    assert_int_equal(list.count, 0);
    assert_int_equal(wits_crowd_tick(&crowd, 0, CROWD, &run), CROWD);
    assert_int_equal(list.count, CROWD * SAID);
    for (uint32_t i = 0; i < list.count; i++) {
        assert_int_equal(list.records[i].agent, i / SAID);
    }
    free(run.scratch);
    free(list.records);
    chatter_free(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_list_stops_before_the_next_agent),
        cmocka_unit_test(without_room_nothing_happens),
        cmocka_unit_test(random_lists_are_grouped),
        cmocka_unit_test(an_empty_list_has_no_groups),
        cmocka_unit_test(running_groups_keeps_the_order_of_each_agent),
        cmocka_unit_test(how_often_agents_may_decide),
        cmocka_unit_test(a_budget_is_kept),
        cmocka_unit_test(long_lists_take_little_scratch_memory),
        cmocka_unit_test(long_lists_are_whole),
    };
    return cmocka_run_group_tests_name("crowd_list", tests, NULL, NULL);
}
