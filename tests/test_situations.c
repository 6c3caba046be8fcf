// SPDX-License-Identifier: MIT
// Situations that are the same: wits/situations.h. Each test checks one sentence of that header.
#include "misuse_support.h"
#include "wits/situations.h"
#include "wits/targets.h"

#include <math.h>

enum { FOR_EVER = -1, AGENT_BYTES = 128 };

static const wits_field_desc fields[] = {{.name = "a", .type = WITS_TYPE_FLOAT}, {.name = "n", .type = WITS_TYPE_INT}};
static const wits_target_field_desc distance = {.name = "distance", .type = WITS_TYPE_FLOAT};
static const wits_target_desc targets[] = {{.name = "enemy", .fields = &distance, .field_count = 1}};
static uint32_t said;  ///< calls of the action

static void say(void *context, const wits_call *call) {
    said++;
}

static bool yes(const void *context, const wits_call *call) {
    return true;
}

static const wits_function functions[] = {{.name = "say", .action = say}, {.name = "yes", .condition = yes}};

/// One agent with its fields.
typedef struct life {
    wits_brain *brain;
    uint8_t agent[AGENT_BYTES];
    size_t size;
    float a;
    int32_t n;
    wits_column columns[2];
    wits_frame frame;
} life;

static void open_life(life *l, const wits_desc *desc) {
    wits_desc whole = *desc;
    whole.fields = fields;
    whole.field_count = COUNT(fields);
    whole.functions = functions;
    whole.function_count = COUNT(functions);
    *l = (life){.brain = compile(&whole)};
    l->size = wits_agent_size(l->brain);
    assert_true(l->size <= AGENT_BYTES);
    l->columns[0] = (wits_column){.base = &l->a, .stride = sizeof l->a, .type = WITS_TYPE_FLOAT};
    l->columns[1] = (wits_column){.base = &l->n, .stride = sizeof l->n, .type = WITS_TYPE_INT};
    l->frame = (wits_frame){.columns = l->columns, .functions = functions, .agent = 3};
}

static void close_life(life *l) {
    free(l->brain);
}

// ---------------------------------------------------------------------------------------- up to where a clock matters

/// Makes the bytes of an agent whose state became active this many ticks ago, canonical after both calls.
static void bytes_after(life *l, wits_state_id state, uint32_t ticks, uint8_t *bytes) {
    memset(bytes, 0, AGENT_BYTES);
    l->frame.tick = 0xFFFFFFF0u;
    assert_true(wits_set_state(l->brain, bytes, &l->frame, state));
    wits_agent_rebase(l->brain, bytes, l->frame.tick + ticks, 7);
    wits_agent_saturate(l->brain, bytes, 7, NULL);
    assert_true(wits_agent_is_valid(l->brain, bytes, l->size));
}

static bool are_equal_after(life *l, wits_state_id state, uint32_t x, uint32_t y) {
    uint8_t one[AGENT_BYTES], other[AGENT_BYTES];
    bytes_after(l, state, x, one);
    bytes_after(l, state, y, other);
    return memcmp(one, other, l->size) == 0;
}

/// Checks that the state's clock matters up to this many ticks: two agents that have been in it for at least as long
/// are equal, but not one that has been in it for one tick less.
static void expect_point(const wits_desc *desc, wits_state_id state, int64_t ticks) {
    life l;
    open_life(&l, desc);
    const uint32_t point = ticks == FOR_EVER ? WITS_SATURATES_NEVER : (uint32_t)ticks;
    assert_int_equal(wits_state_saturates_at(l.brain, state), point);
    assert_int_equal(wits_brain_saturates(l.brain), ticks != FOR_EVER);
    if (ticks == FOR_EVER) {
        assert_false(are_equal_after(&l, state, 1 << 24, (1 << 24) + 1));
    } else {
        assert_true(are_equal_after(&l, state, point, point + 1));
        assert_true(are_equal_after(&l, state, point, point + 1000));
        assert_true(point == 0 || !are_equal_after(&l, state, point - 1, point));
    }
    close_life(&l);
}

// A root with A and B.
enum { ROOT, A, B };

static void expect_point_by(const wits_state_desc *a, const wits_transition_desc *transitions, uint32_t count,
                            int64_t ticks) {
    wits_state_desc states[] = {[ROOT] = {.name = "root"}, [A] = *a, [B] = {.name = "B"}};
    states[A].name = "A";
    states[A].timed = true;  // so that there is a clock even if nothing reads it
    expect_point(&(wits_desc){STATES(states), .transitions = transitions, .transition_count = count}, A, ticks);
}

/// A state with a transition under this condition.
static void expect_point_of(const char *when, int64_t ticks) {
    const wits_transition_desc transitions[] = {{.from = A, .to = B, .when = when}};
    expect_point_by(&(wits_state_desc){.name = NULL}, transitions, 1, ticks);
}

static void a_clock_matters_up_to_what_after_says(void **state) {
    const wits_transition_desc transitions[] = {
        {.from = A, .to = B, .after = 5}, {.from = A, .to = B, .after = 9}, {.from = B, .to = A, .after = 70}};
    expect_point_by(&(wits_state_desc){.name = NULL}, transitions, 1, 5);
    expect_point_by(&(wits_state_desc){.name = NULL}, transitions, 3, 9);
    const wits_transition_desc latest = {.from = A, .to = B, .after = WITS_MAX_TICKS};
    expect_point_by(&(wits_state_desc){.name = NULL}, &latest, 1, WITS_MAX_TICKS);
}

static void or_lasts_or_hold(void **state) {
    expect_point_by(&(wits_state_desc){.lasts = 6}, NULL, 0, 6);
    wits_state_desc states[] = {{.name = "root", .kind = WITS_KIND_UTILITY},
                                {.name = "A", .hold = 4, .score = "1"},
                                {.name = "B", .score = "1"}};
    expect_point(&(wits_desc){STATES(states)}, A, 4);
    states[A].lasts = 3;
    expect_point(&(wits_desc){STATES(states)}, A, 4);
    states[A].lasts = 8;
    expect_point(&(wits_desc){STATES(states)}, A, 8);
    expect_point(&(wits_desc){STATES(states)}, B, 0);
}

static void an_any_transition_reads_each_childs_clock(void **state) {
    const wits_state_desc states[] = {{.name = "root"},
                                      {.name = "M", .parent = 0, .timed = true},
                                      {.name = "X", .parent = 1},
                                      {.name = "Y", .parent = 1},
                                      {.name = "K", .parent = 0, .timed = true}};
    const struct {
        wits_transition_desc transition;
        uint32_t point;
    } rows[] = {{{.from = 1, .to = 4, .any = true, .after = 7}, 7},
                {{.from = 1, .to = 4, .any = true, .when = "elapsed > 7"}, 8},
                {{.from = 1, .to = 4, .any = true, .run = "n = 1 if elapsed < 3 else 0"}, 4}};
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        const wits_desc desc = {STATES(states), .transitions = &rows[i].transition, .transition_count = 1};
        life l;
        open_life(&l, &desc);
        assert_int_equal(wits_state_saturates_at(l.brain, 1), 0);
        close_life(&l);
        expect_point(&desc, 2, rows[i].point);
        expect_point(&desc, 3, rows[i].point);
        expect_point(&desc, 4, 0);
    }
}

static void a_comparison_with_a_constant_is_settled_behind_it(void **state) {
    static const struct {
        const char *when;
        int64_t point;
    } rows[] = {
        {"elapsed > 5", 6},
        {"elapsed >= 5", 6},
        {"elapsed < 5", 6},
        {"elapsed <= 5", 6},
        {"elapsed == 5", 6},
        {"elapsed != 5", 6},
        {"5 < elapsed", 6},
        {"5 == elapsed", 6},
        {"not (elapsed > 5)", 6},
        {"elapsed > 2 * 3 - 1", 6},
        {"elapsed >= 0", 1},
        {"elapsed > -1", 0},
        {"elapsed != -3", 0},
        {"elapsed > 2147483647", INT64_C(2147483648)},
        {"elapsed < 2.5", 3},
        {"elapsed == 2.5", 3},
        {"2.0 <= elapsed", 3},
        {"elapsed > 0.0", 1},
        {"elapsed > -0.5", 0},
        {"elapsed < 16777215.0", 16777216},
        {"elapsed < 0 / 0", 0},
        {"elapsed > -1 / 0", 0},
        {"elapsed > 5 and elapsed < 9", 10},
        {"elapsed > 9 or a > 1 and elapsed < 5.5", 10},
        {"(elapsed > 3) == (n > 3)", 4},
        {"n > (1 if elapsed > 3 else 2)", 4},
        {"n > 3", 0},
    };
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        expect_point_of(rows[i].when, rows[i].point);
    }
}

static void elapsed_used_otherwise_matters_for_ever(void **state) {
    static const char *const whens[] = {
        "elapsed < 16777216.0",
        "elapsed > 1 / 0",
        "elapsed > n",
        "elapsed + 1 > 5",
        "a < elapsed",
        "min(elapsed, 5) > 3",
        "elapsed == elapsed",
        "elapsed % 4 == 0",
        "elapsed > 3 or elapsed > n",
        "-elapsed < -5",
        "clamp(elapsed, 0, 9) > 3",
        "n > (elapsed if a > 1 else 0)",
        "sqrt(elapsed) > 3",
        "elapsed * 2.0 > 3",
    };
    for (uint32_t i = 0; i < COUNT(whens); i++) {
        expect_point_of(whens[i], FOR_EVER);
    }
}

static void whatever_text_it_stands_in(void **state) {
    static const char action[] = "n = 1 if elapsed > 5 else 0";
    expect_point_by(&(wits_state_desc){.enter = action}, NULL, 0, 6);
    expect_point_by(&(wits_state_desc){.exit = action}, NULL, 0, 6);
    expect_point_by(&(wits_state_desc){.update = action}, NULL, 0, 6);
    expect_point_by(&(wits_state_desc){.decide = action}, NULL, 0, 6);
    expect_point_by(&(wits_state_desc){.done = "elapsed > 5"}, NULL, 0, 6);
    expect_point_by(&(wits_state_desc){.update = "n = elapsed"}, NULL, 0, FOR_EVER);
    expect_point_by(&(wits_state_desc){.update = "n = 5 if elapsed > 5 else elapsed"}, NULL, 0, FOR_EVER);
    const wits_transition_desc run = {.from = A, .to = B, .run = action};
    expect_point_by(&(wits_state_desc){.name = NULL}, &run, 1, 6);
}

static void also_in_arguments(void **state) {
    expect_point_by(&(wits_state_desc){.update = "say(elapsed > 5)"}, NULL, 0, 6);
    expect_point_by(&(wits_state_desc){.update = "say(2, elapsed)"}, NULL, 0, FOR_EVER);
    expect_point_by(&(wits_state_desc){.done = "yes(elapsed < 5) and elapsed > 7"}, NULL, 0, 8);
    expect_point_by(&(wits_state_desc){.done = "yes(elapsed)"}, NULL, 0, FOR_EVER);
}

static void also_in_steps_and_rules_of_initial(void **state) {
    const wits_state_desc states[] = {{.name = "root"}, {.name = "A"}, {.name = "B"}, {.name = "C", .parent = B}};
    const wits_step_desc steps[] = {{.of = A, .to = B, .when = "elapsed > 2", .run = "n = 1 if elapsed > 5 else 0"}};
    expect_point(&(wits_desc){STATES(states), STEPS(steps)}, A, 6);
    const wits_initial_desc initials[] = {{.of = B, .when = "elapsed > 5", .to = 3}, {.of = B, .to = 3}};
    expect_point(&(wits_desc){STATES(states), .initials = initials, .initial_count = 2}, B, 6);
}

static void also_in_scores_ranks_considerations_and_retarget(void **state) {
    wits_state_desc states[] = {[ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
                                [A] = {.name = "A", .score = "1"},
                                [B] = {.name = "B", .score = "1"}};
    const wits_desc desc = {STATES(states), .targets = targets, .target_count = 1};
    states[A].score = "1 if elapsed > 5 else 0";
    expect_point(&desc, A, 6);
    states[A].score = "0.1 * elapsed";
    expect_point(&desc, A, FOR_EVER);
    states[A].score = "1";
    states[A].rank = "1 if elapsed > 5 else 0";
    expect_point(&desc, A, 6);
    states[A].rank = NULL;
    states[A].target = "enemy";
    states[A].retarget = "n = 1 if elapsed > 5 else 0";
    expect_point(&desc, A, 6);
    states[A] = (wits_state_desc){.name = "A"};
    wits_consideration_desc rows[] = {{.of = A, .group = WITS_GROUP_PRODUCT},
                                      {.of = A, .depth = 1, .gate = "elapsed < 5"},
                                      {.of = A, .depth = 1, .input = "1 if elapsed > 9 else 0"}};
    wits_desc considered = desc;
    considered.considerations = rows;
    considered.consideration_count = COUNT(rows);
    expect_point(&considered, A, 10);
    rows[2].input = "a";
    expect_point(&considered, A, 6);
    rows[2].input = "elapsed";
    rows[2].low = 0;
    rows[2].high = 10;
    expect_point(&considered, A, FOR_EVER);
}

static void a_clock_that_nothing_reads_is_0(void **state) {
    expect_point_by(&(wits_state_desc){.timed = true}, NULL, 0, 0);
    life l;
    const wits_state_desc states[] = {{.name = "root", .timed = true}};
    open_life(&l, &(wits_desc){STATES(states)});
    assert_true(wits_start(l.brain, l.agent, &l.frame));
    assert_int_equal(wits_elapsed(l.brain, l.agent, ROOT, 9), 9);
    wits_agent_saturate(l.brain, l.agent, 9, NULL);
    assert_int_equal(wits_elapsed(l.brain, l.agent, ROOT, 9), 0);
    close_life(&l);
}

static void a_caller_may_ask_for_more(void **state) {
    life l;
    const wits_state_desc states[] = {[ROOT] = {.name = "root"}, [A] = {.name = "A", .lasts = 4}, [B] = {.name = "B"}};
    open_life(&l, &(wits_desc){STATES(states)});
    static const struct {
        uint32_t least, elapsed, then;
    } rows[] = {{0, 9, 4}, {3, 9, 4},   {6, 9, 6},
                {6, 5, 5}, {100, 9, 9}, {WITS_SATURATES_NEVER, 4000000000u, 4000000000u}};
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        const uint32_t least[] = {[ROOT] = 0, [A] = rows[i].least, [B] = 0};
        l.frame.tick = 0;
        assert_true(wits_set_state(l.brain, l.agent, &l.frame, A));
        wits_agent_saturate(l.brain, l.agent, rows[i].elapsed, least);
        assert_int_equal(wits_elapsed(l.brain, l.agent, A, rows[i].elapsed), rows[i].then);
    }
    close_life(&l);
}

static void a_state_that_is_not_there_has_no_point(void **state) {
    life l;
    const wits_state_desc states[] = {{.name = "root", .lasts = 3}};
    open_life(&l, &(wits_desc){STATES(states)});
    assert_int_equal(wits_state_saturates_at(l.brain, ROOT), 3);
    assert_int_equal(wits_state_saturates_at(l.brain, 1), 0);
    assert_int_equal(wits_state_saturates_at(l.brain, WITS_NONE), 0);
    assert_true(wits_brain_saturates(l.brain));
    close_life(&l);
}

// ---------------------------------------------------------------------------------------------------- every, cooldowns

static void a_cooldown_that_is_over_is_none(void **state) {
    const wits_state_desc states[] = {[ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
                                      [A] = {.name = "A", .score = "a", .cooldown = 5},
                                      [B] = {.name = "B", .score = "0.5"}};
    life l;
    open_life(&l, &(wits_desc){STATES(states)});
    l.a = 1;
    l.frame.tick = 0xFFFFFFFEu;
    assert_true(wits_start(l.brain, l.agent, &l.frame));
    l.a = 0;
    assert_true(wits_decide(l.brain, l.agent, &l.frame));  // A is left
    uint8_t never_cooled[AGENT_BYTES] = {0}, copy[AGENT_BYTES];
    assert_true(wits_set_state(l.brain, never_cooled, &l.frame, B));
    for (uint32_t since = 0; since <= 20; since++) {
        memcpy(copy, l.agent, l.size);
        wits_agent_saturate(l.brain, copy, l.frame.tick + since, NULL);
        assert_int_equal(memcmp(copy, never_cooled, l.size) == 0, since >= 5);
        assert_int_equal(memcmp(copy, l.agent, l.size) == 0, since < 5);
        assert_true(wits_agent_is_valid(l.brain, copy, l.size));
    }
    // Moved to another tick, it cools down for as long.
    wits_agent_rebase(l.brain, l.agent, l.frame.tick, 100);
    l.a = 1;
    for (l.frame.tick = 100; l.frame.tick <= 106; l.frame.tick++) {
        assert_true(wits_decide(l.brain, l.agent, &l.frame));
        assert_int_equal(wits_deepest(l.brain, l.agent), l.frame.tick >= 105 ? A : B);
    }
    close_life(&l);
}

static void every_reads_a_clock_of_its_own(void **state) {
    const wits_state_desc states[] = {[ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY, .every = 6, .timed = true},
                                      [A] = {.name = "A", .score = "a"},
                                      [B] = {.name = "B", .score = "0.5"}};
    life l;
    open_life(&l, &(wits_desc){STATES(states)});
    assert_int_equal(wits_state_saturates_at(l.brain, ROOT), 0);
    assert_true(are_equal_after(&l, A, 3, 4));  // agent 3 counts as having scored 3 ticks before
    assert_true(are_equal_after(&l, A, 3, 4000));
    assert_false(are_equal_after(&l, A, 2, 3));
    l.frame.tick = 50;
    assert_true(wits_set_state(l.brain, l.agent, &l.frame, B));
    wits_agent_saturate(l.brain, l.agent, 50, NULL);
    wits_agent_rebase(l.brain, l.agent, 50, 0xFFFFFFFFu);
    l.a = 1;
    for (uint32_t i = 0; i <= 4; i++) {
        l.frame.tick = 0xFFFFFFFFu + i;
        assert_true(wits_decide(l.brain, l.agent, &l.frame));
        assert_int_equal(wits_deepest(l.brain, l.agent), i >= 3 ? A : B);
    }
    close_life(&l);
}

// -------------------------------------------------------------------------------------------------------------- memory

// M, which suspends, with X that lasts 5 ticks; K beside it.
enum { M = 1, X, Y, K };

static void open_keeping(life *l) {
    const wits_state_desc states[] = {[ROOT] = {.name = "root"},
                                      [M] = {.name = "M", .leave = WITS_LEAVE_SUSPEND},
                                      [X] = {.name = "X", .parent = M},
                                      [Y] = {.name = "Y", .parent = M},
                                      [K] = {.name = "K", .timed = true}};
    const wits_transition_desc transitions[] = {{.from = X, .to = Y, .after = 5}};
    open_life(l, &(wits_desc){STATES(states), TRANSITIONS(transitions)});
    assert_true(wits_start(l->brain, l->agent, &l->frame));
}

static void what_is_kept_stands_still(void **state) {
    for (uint32_t moves = 0; moves <= 1; moves++) {
        life l;
        open_keeping(&l);
        l.frame.tick = 3;
        assert_true(wits_goto(l.brain, l.agent, &l.frame, K));
        l.frame.tick = 40;
        if (moves != 0) {
            wits_agent_rebase(l.brain, l.agent, 40, 0xFFFFFFF0u);
            wits_agent_saturate(l.brain, l.agent, 0xFFFFFFF0u, NULL);
            l.frame.tick = 0xFFFFFFF0u;
        }
        assert_true(wits_goto(l.brain, l.agent, &l.frame, M));
        assert_int_equal(wits_elapsed(l.brain, l.agent, X, l.frame.tick), 3);
        l.frame.tick += 1;
        assert_true(wits_decide(l.brain, l.agent, &l.frame));
        assert_int_equal(wits_deepest(l.brain, l.agent), X);
        l.frame.tick += 1;
        assert_true(wits_decide(l.brain, l.agent, &l.frame));
        assert_int_equal(wits_deepest(l.brain, l.agent), Y);
        close_life(&l);
    }
}

static void what_is_kept_saturates_too(void **state) {
    uint8_t became[4][AGENT_BYTES];
    for (uint32_t i = 0; i < 4; i++) {
        life l;
        open_keeping(&l);
        l.frame.tick = 4 + i;
        assert_true(wits_goto(l.brain, l.agent, &l.frame, K));
        wits_agent_rebase(l.brain, l.agent, 90, 0);
        wits_agent_saturate(l.brain, l.agent, 0, NULL);
        assert_true(wits_agent_is_valid(l.brain, l.agent, l.size));
        memcpy(became[i], l.agent, AGENT_BYTES);
        close_life(&l);
    }
    assert_memory_not_equal(became[0], became[1], AGENT_BYTES);
    assert_memory_equal(became[1], became[2], AGENT_BYTES);
    assert_memory_equal(became[1], became[3], AGENT_BYTES);
}

static void a_stopped_agent_and_pending_events_stay_as_they_are(void **state) {
    static const char *const events[] = {"bell"};
    const wits_state_desc states[] = {{.name = "root", .lasts = 3}};
    life l;
    open_life(&l, &(wits_desc){STATES(states), EVENTS(events)});
    uint8_t before[AGENT_BYTES] = {0};
    wits_agent_rebase(l.brain, l.agent, 5, 1000);
    wits_agent_saturate(l.brain, l.agent, 1000, NULL);
    assert_memory_equal(l.agent, before, AGENT_BYTES);
    wits_raise(l.brain, l.agent, 0);
    memcpy(before, l.agent, AGENT_BYTES);
    wits_agent_rebase(l.brain, l.agent, 5, 1000);
    wits_agent_saturate(l.brain, l.agent, 1000, NULL);
    assert_memory_equal(l.agent, before, AGENT_BYTES);
    close_life(&l);
}

static void ids_of_targets_are_no_ticks(void **state) {
    const wits_state_desc states[] = {[ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
                                      [A] = {.name = "A", .score = "1", .target = "enemy", .lasts = 2}};
    life l;
    open_life(&l, &(wits_desc){.states = states, .state_count = 2, .targets = targets, .target_count = 1});
    const uint32_t ids[] = {1000};
    float away = 1;
    const wits_column column = {.base = &away, .stride = sizeof away, .type = WITS_TYPE_FLOAT};
    const wits_target_list list = {.ids = ids, .count = 1, .columns = &column};
    l.frame.targets = &list;
    l.frame.tick = 1000;
    assert_true(wits_start(l.brain, l.agent, &l.frame));
    assert_int_equal(wits_target_of(l.brain, l.agent, A), 1000);
    wits_agent_rebase(l.brain, l.agent, 1100, 0);
    wits_agent_saturate(l.brain, l.agent, 0, NULL);
    assert_int_equal(wits_target_of(l.brain, l.agent, A), 1000);
    assert_int_equal(wits_elapsed(l.brain, l.agent, A, 0), 2);
    close_life(&l);
}

static void private_data_is_left_as_it_is(void **state) {
    static const uint8_t initial[] = {1, 2, 3, 4, 5, 6, 7, 8};
    const wits_state_desc states[] = {{.name = "root", .lasts = 2, .data = initial, .data_size = sizeof initial}};
    life l;
    open_life(&l, &(wits_desc){STATES(states)});
    assert_true(wits_start(l.brain, l.agent, &l.frame));
    wits_agent_rebase(l.brain, l.agent, 9, 0);
    wits_agent_saturate(l.brain, l.agent, 0, NULL);
    uint32_t found = 0;
    for (size_t at = 0; at + sizeof initial <= l.size; at++) {
        found += memcmp(l.agent + at, initial, sizeof initial) == 0;
    }
    assert_int_equal(found, 1);
    close_life(&l);
}

// An update after both calls still skips states that a decision pass has entered.
static void entered_since_the_last_update_stays(void **state) {
    const wits_state_desc states[] = {{.name = "root"}, {.name = "A", .lasts = 1}, {.name = "B", .update = "say"}};
    const wits_transition_desc transitions[] = {{.from = A, .to = B}};
    life l;
    open_life(&l, &(wits_desc){STATES(states), TRANSITIONS(transitions), .update_skip_entered = true});
    assert_true(wits_start(l.brain, l.agent, &l.frame));
    assert_true(wits_decide(l.brain, l.agent, &l.frame));
    wits_agent_rebase(l.brain, l.agent, 0, 55);
    wits_agent_saturate(l.brain, l.agent, 55, NULL);
    l.frame.tick = 55;
    said = 0;
    assert_true(wits_update(l.brain, l.agent, &l.frame));
    assert_int_equal(said, 0);
    assert_true(wits_update(l.brain, l.agent, &l.frame));
    assert_int_equal(said, 1);
    close_life(&l);
}

// ------------------------------------------------------------------------------------------------ nothing is different

/// An agent that is moved and saturated after every tick behaves like an unmodified one.
static void expect_alike(const wits_desc *desc) {
    life plain, kept;
    open_life(&plain, desc);
    open_life(&kept, desc);
    uint32_t changes = 0;
    uint32_t offset = 0;  // the second one's tick less the first one's
    wits_state_id before = WITS_NONE;
    for (uint32_t tick = 0; tick < 100; tick++) {
        plain.frame.tick = tick;
        kept.frame.tick = tick + offset;
        plain.a = kept.a = (float)(tick * tick * 7 % 11) / 10;
        if (tick == 0) {
            assert_true(wits_start(plain.brain, plain.agent, &plain.frame));
            assert_true(wits_start(kept.brain, kept.agent, &kept.frame));
        }
        assert_true(wits_tick(plain.brain, plain.agent, &plain.frame));
        assert_true(wits_tick(kept.brain, kept.agent, &kept.frame));
        assert_int_equal(wits_deepest(kept.brain, kept.agent), wits_deepest(plain.brain, plain.agent));
        assert_int_equal(kept.n, plain.n);
        changes += wits_deepest(plain.brain, plain.agent) != before;
        before = wits_deepest(plain.brain, plain.agent);
        const uint32_t next = tick * tick * 40503u - 3;
        wits_agent_rebase(kept.brain, kept.agent, tick + offset, tick + next);
        offset = next;
        wits_agent_saturate(kept.brain, kept.agent, tick + offset, NULL);
    }
    assert_true(changes > 5);
    close_life(&plain);
    close_life(&kept);
}

static void saturating_every_tick_changes_nothing(void **state) {
    const wits_state_desc two[] = {{.name = "root"}, {.name = "A"}, {.name = "B"}};
    const wits_transition_desc after[] = {{.from = A, .to = B, .after = 5}, {.from = B, .to = A, .after = 3}};
    expect_alike(&(wits_desc){STATES(two), TRANSITIONS(after)});
    const wits_transition_desc any[] = {{.from = ROOT, .to = B, .any = true, .after = 4},
                                        {.from = B, .to = A, .after = 2}};
    expect_alike(&(wits_desc){STATES(two), TRANSITIONS(any)});
    const wits_state_desc lasting[] = {
        {.name = "root"}, {.name = "A", .lasts = 4}, {.name = "B", .done = "elapsed > 2"}};
    const wits_transition_desc done[] = {{.from = A, .to = B, .when = "done"}, {.from = B, .to = A, .when = "done"}};
    expect_alike(&(wits_desc){STATES(lasting), TRANSITIONS(done)});
    const char *const tests[] = {
        "elapsed > 4",    "elapsed >= 4", "elapsed == 4",       "elapsed > 3.5",
        "elapsed == 4.0", "4 < elapsed",  "not (elapsed <= 4)", "elapsed != 1 and elapsed > 1"};
    for (uint32_t i = 0; i < COUNT(tests); i++) {
        const wits_transition_desc by_text[] = {{.from = A, .to = B, .when = tests[i]}, {.from = B, .to = A}};
        expect_alike(&(wits_desc){STATES(two), TRANSITIONS(by_text)});
    }
}

static void choices_are_the_same_too(void **state) {
    wits_state_desc states[] = {[ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
                                [A] = {.name = "A", .score = "a", .update = "n = n + (1 if elapsed > 2 else 0)"},
                                [B] = {.name = "B", .score = "0.6"}};
    const wits_desc desc = {STATES(states)};
    expect_alike(&desc);
    states[A].hold = 3;
    expect_alike(&desc);
    states[B].cooldown = 6;
    expect_alike(&desc);
    states[ROOT].every = 4;
    expect_alike(&desc);
    states[A].hold = 0;
    states[A].lasts = 5;
    expect_alike(&desc);
}

// -------------------------------------------------------------------------------------------------------------- misuse

static wits_brain *broken_brain;

static void rebase_what_is_no_agent(void) {
    uint8_t bytes[AGENT_BYTES];
    memset(bytes, 0xFF, sizeof bytes);
    wits_agent_rebase(broken_brain, bytes, 0, 1);
}

static void saturate_what_is_no_agent(void) {
    uint8_t bytes[AGENT_BYTES];
    memset(bytes, 0xFF, sizeof bytes);
    wits_agent_saturate(broken_brain, bytes, 0, NULL);
}

static void bytes_that_are_no_agent_are_misuse(void **state) {
    const wits_state_desc states[] = {{.name = "root", .lasts = 3}};
    life l;
    open_life(&l, &(wits_desc){STATES(states)});
    broken_brain = l.brain;
    assert_true(!CHECKS || aborts(rebase_what_is_no_agent));
    assert_true(!CHECKS || aborts(saturate_what_is_no_agent));
    close_life(&l);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clock_matters_up_to_what_after_says),
        cmocka_unit_test(or_lasts_or_hold),
        cmocka_unit_test(an_any_transition_reads_each_childs_clock),
        cmocka_unit_test(a_comparison_with_a_constant_is_settled_behind_it),
        cmocka_unit_test(elapsed_used_otherwise_matters_for_ever),
        cmocka_unit_test(whatever_text_it_stands_in),
        cmocka_unit_test(also_in_arguments),
        cmocka_unit_test(also_in_steps_and_rules_of_initial),
        cmocka_unit_test(also_in_scores_ranks_considerations_and_retarget),
        cmocka_unit_test(a_clock_that_nothing_reads_is_0),
        cmocka_unit_test(a_caller_may_ask_for_more),
        cmocka_unit_test(a_state_that_is_not_there_has_no_point),
        cmocka_unit_test(a_cooldown_that_is_over_is_none),
        cmocka_unit_test(every_reads_a_clock_of_its_own),
        cmocka_unit_test(what_is_kept_stands_still),
        cmocka_unit_test(what_is_kept_saturates_too),
        cmocka_unit_test(a_stopped_agent_and_pending_events_stay_as_they_are),
        cmocka_unit_test(ids_of_targets_are_no_ticks),
        cmocka_unit_test(private_data_is_left_as_it_is),
        cmocka_unit_test(entered_since_the_last_update_stays),
        cmocka_unit_test(saturating_every_tick_changes_nothing),
        cmocka_unit_test(choices_are_the_same_too),
        cmocka_unit_test(bytes_that_are_no_agent_are_misuse),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
