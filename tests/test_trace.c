// SPDX-License-Identifier: MIT
// The trace: what was tried, what happened and why, as records in order.
#include "support.h"
#include "wits/explain.h"

#include <math.h>

typedef struct tracing {
    wits_trace trace;
    wits_trace_record records[64];
} tracing;

static scene *open_traced(const wits_desc *desc, tracing *t) {
    scene *s = scene_open(desc);
    t->trace = (wits_trace){.records = t->records, .capacity = COUNT(t->records)};
    s->trace = &t->trace;
    s->id = 42;
    s->tick = 7;
    return s;
}

typedef struct row {
    wits_trace_kind kind;
    uint16_t state, other, row;
    float value;
} row;

enum { ANY = 0xFFFE };

/// The trace has exactly these records, and is then cleared. ANY matches any number. `other`, `row` and `value` are
/// ignored for kinds where they mean nothing.
static void expect_records(tracing *t, const row *expected, uint32_t count) {
    static const char *const kinds[] = {"TRIED",     "FIRED",     "EXITED", "KEPT",         "ENTERED",
                                        "ACTIVATED", "CONTINUED", "SCORED", "NOT_A_NUMBER", "CHOSEN",
                                        "GATED",     "COOLING",   "OUT",    "NOBODY"};
    for (uint32_t i = 0; i < t->trace.count; i++) {
        const wits_trace_record *r = &t->records[i];
        assert_true(r->agent == 42);
        assert_int_equal(r->tick, 7);
        bool fires = r->kind == WITS_TRACE_TRIED || r->kind == WITS_TRACE_FIRED;
        bool is_out = r->kind == WITS_TRACE_OUT;
        bool scores = r->kind == WITS_TRACE_SCORED || r->kind == WITS_TRACE_CHOSEN || is_out;
        bool has_no_candidate = r->kind == WITS_TRACE_NO_CANDIDATE;
        bool has_other =
            fires || scores || has_no_candidate || r->kind == WITS_TRACE_KEPT || r->kind == WITS_TRACE_NOT_A_NUMBER;
        bool matches = i < count && r->kind == expected[i].kind && r->state == expected[i].state;
        matches = matches && (!has_other || r->other == expected[i].other);
        matches = matches && (!(fires || is_out || has_no_candidate) || r->row == expected[i].row);
        matches = matches && !((scores || r->kind == WITS_TRACE_TRIED) && r->value != expected[i].value);
        if (!matches) {
            fail_msg("record %u is %s state %u, other %u, row %u, value %g", (unsigned)i, kinds[r->kind],
                     (unsigned)r->state, (unsigned)r->other, (unsigned)r->row, (double)r->value);
        }
    }
    assert_int_equal(t->trace.count, count);
    assert_true(t->trace.dropped == 0);
    t->trace.count = 0;
}

#define EXPECT(t, ...)                                                                                                 \
    expect_records(t, (const row[]){__VA_ARGS__}, (uint32_t)(sizeof((row[]){__VA_ARGS__}) / sizeof(row)))
#define TRIED(state, other, row, enabled)                                                                              \
    { WITS_TRACE_TRIED, state, other, row, enabled }
#define FIRED(state, other, row)                                                                                       \
    { WITS_TRACE_FIRED, state, other, row, 0 }
#define EXITED(state)                                                                                                  \
    { WITS_TRACE_EXITED, state, 0, 0, 0 }
#define KEPT(state, other)                                                                                             \
    { WITS_TRACE_KEPT, state, other, 0, 0 }
#define ENTERED(state)                                                                                                 \
    { WITS_TRACE_ENTERED, state, 0, 0, 0 }
#define ACTIVATED(state)                                                                                               \
    { WITS_TRACE_ACTIVATED, state, 0, 0, 0 }
#define CONTINUED(state)                                                                                               \
    { WITS_TRACE_CONTINUED, state, 0, 0, 0 }
#define SCORED(state, other, value)                                                                                    \
    { WITS_TRACE_SCORED, state, other, 0, value }
#define OUT(state, other, why, value)                                                                                  \
    { WITS_TRACE_OUT, state, other, why, value }
#define NOT_A_NUMBER(state, other)                                                                                     \
    { WITS_TRACE_NOT_A_NUMBER, state, other, 0, 0 }
#define CHOSEN(state, other, value)                                                                                    \
    { WITS_TRACE_CHOSEN, state, other, 0, value }
#define NOBODY(state, other, current)                                                                                  \
    { WITS_TRACE_NO_CANDIDATE, state, other, current, 0 }

enum { ROOT, L, A, B, M, Q, X };

static const wits_transition_desc transitions[] = {{.from = ROOT, .to = Q, .any = true},
                                                   {.from = A, .to = B},
                                                   {.from = A, .to = M},
                                                   {.from = L, .to = M},
                                                   {.from = M, .to = L},
                                                   {.from = M, .to = B},
                                                   {.from = B, .to = A, .event = "bell"},
                                                   {.from = M, .to = M},
                                                   {.from = Q, .to = A}};
static const char *const events[] = {"bell"};

static scene *open_levels(wits_leave leave, tracing *t) {
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [L] = {.name = "L", .leave = leave},
        [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L},
        [M] = {.name = "M"},
        [Q] = {.name = "Q", .activation = WITS_ACTIVATION_SILENT},
        [X] = {.name = "X", .parent = Q},
    };
    scene *s = open_traced(&(wits_desc){STATES(states), TRANSITIONS(transitions), EVENTS(events)}, t);
    go_to(s, A, "L-enter A-enter");
    t->trace.count = 0;
    return s;
}

// Tried with its result, fired, exited, entered: in the order of events, outer levels first. The source of an `any`
// transition is the active child.
static void transitions_are_traced(void **state) {
    tracing t;
    scene *s = open_levels(WITS_LEAVE_RESET, &t);
    take(s, 2, "A-exit L-exit t2 M-enter");
    EXPECT(&t, TRIED(L, Q, 0, 0), TRIED(L, M, 3, 0), TRIED(A, B, 1, 0), TRIED(A, M, 2, 1), FIRED(A, M, 2), EXITED(A),
           EXITED(L), ENTERED(M));
    scene_close(s);
}

// A pass in which nothing fires records only tried transitions, including those whose event is not pending.
static void idle_passes_are_traced(void **state) {
    tracing t;
    scene *s = open_levels(WITS_LEAVE_RESET, &t);
    go_to(s, B, "A-exit B-enter");
    t.trace.count = 0;
    take(s, 6, "");
    EXPECT(&t, TRIED(L, Q, 0, 0), TRIED(L, M, 3, 0), TRIED(B, A, 6, 0));
    scene_close(s);
}

// A transition to itself fires, and nothing else happens.
static void transition_to_itself_is_traced(void **state) {
    tracing t;
    scene *s = open_levels(WITS_LEAVE_RESET, &t);
    go_to(s, M, "A-exit L-exit M-enter");
    t.trace.count = 0;
    take(s, 7, "t7");
    EXPECT(&t, TRIED(M, Q, 0, 0), TRIED(M, L, 4, 0), TRIED(M, B, 5, 0), TRIED(M, M, 7, 1), FIRED(M, M, 7));
    scene_close(s);
}

// Kept, and continued.
static void keeping_is_traced(void **state) {
    tracing t;
    scene *s = open_levels(WITS_LEAVE_SUSPEND, &t);
    take(s, 3, "L-exit t3 M-enter");
    EXPECT(&t, TRIED(L, Q, 0, 0), TRIED(L, M, 3, 1), FIRED(L, M, 3), KEPT(A, L), EXITED(L), ENTERED(M));
    take(s, 4, "M-exit t4 L-enter");
    EXPECT(&t, TRIED(M, Q, 0, 0), TRIED(M, L, 4, 1), FIRED(M, L, 4), EXITED(M), ENTERED(L), CONTINUED(A));
    scene_close(s);
}

// Every region of a parallel is kept, and continued.
static void keeping_regions_is_traced(void **state) {
    enum { P = 1, FIRST, SECOND, REST };
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [P] = {.name = "P", .kind = WITS_KIND_PARALLEL, .leave = WITS_LEAVE_SUSPEND},
        [FIRST] = {.name = "first", .parent = P},
        [SECOND] = {.name = "second", .parent = P},
        [REST] = {.name = "rest"},
    };
    const wits_transition_desc both_ways[] = {{.from = P, .to = REST}, {.from = REST, .to = P}};
    tracing t;
    scene *s = open_traced(&(wits_desc){STATES(states), TRANSITIONS(both_ways)}, &t);
    start(s, "P-enter first-enter second-enter");
    t.trace.count = 0;
    take(s, 0, "P-exit t0 rest-enter");
    EXPECT(&t, TRIED(P, REST, 0, 1), FIRED(P, REST, 0), KEPT(FIRST, P), KEPT(SECOND, P), EXITED(P), ENTERED(REST));
    take(s, 1, "rest-exit t1 P-enter");
    EXPECT(&t, TRIED(REST, P, 1, 1), FIRED(REST, P, 1), EXITED(REST), ENTERED(P), CONTINUED(FIRST), CONTINUED(SECOND));
    scene_close(s);
}

// A kept child that finally exits.
static void kept_child_that_exits_is_traced(void **state) {
    tracing t;
    scene *s = open_levels(WITS_LEAVE_SUSPEND, &t);
    go_to(s, M, "L-exit M-enter");
    t.trace.count = 0;
    take(s, 5, "M-exit t5 L-enter A-exit B-enter");
    EXPECT(&t, TRIED(M, Q, 0, 0), TRIED(M, L, 4, 0), TRIED(M, B, 5, 1), FIRED(M, B, 5), EXITED(M), ENTERED(L),
           EXITED(A), ENTERED(B));
    scene_close(s);
}

// Became active without its enter actions.
static void silence_is_traced(void **state) {
    tracing t;
    scene *s = open_levels(WITS_LEAVE_RESET, &t);
    take(s, 0, "A-exit L-exit t0 Q-enter");
    assert_int_equal(t.trace.count, 6);
    const wits_trace_record *r = t.records;
    assert_int_equal(r[0].kind, WITS_TRACE_TRIED);
    assert_int_equal(r[1].kind, WITS_TRACE_FIRED);
    assert_int_equal(r[1].row, 0);
    assert_int_equal(r[1].other, Q);
    assert_int_equal(r[4].kind, WITS_TRACE_ENTERED);
    assert_int_equal(r[4].state, Q);
    assert_int_equal(r[5].kind, WITS_TRACE_ACTIVATED);
    assert_int_equal(r[5].state, X);
    scene_close(s);
}

/// Number of records of this kind, and whether one is about this state.
static uint32_t count_kind(const tracing *t, wits_trace_kind kind) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < t->trace.count; i++) {
        count += t->records[i].kind == kind;
    }
    return count;
}

// For a verb `row` is WITS_NONE.
static void verbs_are_traced(void **state) {
    tracing t;
    scene *s = open_levels(WITS_LEAVE_RESET, &t);
    go_to(s, M, "A-exit L-exit M-enter");
    EXPECT(&t, FIRED(ROOT, M, WITS_NONE), EXITED(A), EXITED(L), ENTERED(M));
    go_to(s, M, "");
    assert_int_equal(t.trace.count, 0);
    restart(s, M, "M-exit M-enter");
    EXPECT(&t, FIRED(M, M, WITS_NONE), EXITED(M), ENTERED(M));
    stop(s, "M-exit");
    EXPECT(&t, EXITED(M), EXITED(ROOT));
    start(s, "L-enter A-enter");
    assert_int_equal(count_kind(&t, WITS_TRACE_ENTERED), 3);
    t.trace.count = 0;
    place(s, B);
    assert_int_equal(count_kind(&t, WITS_TRACE_ENTERED), 0);
    assert_int_equal(count_kind(&t, WITS_TRACE_ACTIVATED), 3);
    scene_close(s);
}

// For a step, too.
static void steps_are_traced(void **state) {
    enum { TOP, S1, S2 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},
        [S1] = {.name = "A"},
        [S2] = {.name = "B"},
    };
    static const wits_step_desc steps[] = {{.of = S1, .to = S2}};
    tracing t;
    scene *s = open_traced(&(wits_desc){STATES(states), STEPS(steps)}, &t);
    start(s, "A-enter");
    t.trace.count = 0;
    update_with(s, ROW(0), "A-update s0 A-exit B-enter");
    EXPECT(&t, FIRED(S1, S2, WITS_NONE), EXITED(S1), ENTERED(S2));
    scene_close(s);
}

// "option `state` of `other` scored `value`, inertia included"; chosen "above the best other candidate".
static void scores_are_traced(void **state) {
    enum { TOP, U1, U2, U3 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root", .kind = WITS_KIND_UTILITY, .inertia = 0.5f},
        [U1] = {.name = "A", .score = "score"},
        [U2] = {.name = "B", .score = "score", .has_weight = true, .weight = 2},
        [U3] = {.name = "C", .score = "score"},
    };
    tracing t;
    scene *s = open_traced(&(wits_desc){STATES(states)}, &t);
    s->world.scores[U1] = 1;
    start(s, "A-enter");
    t.trace.count = 0;
    s->world.scores[U2] = 2;
    s->world.scores[U3] = NAN;
    pass(s, "A-exit B-enter");
    assert_int_equal(count_kind(&t, WITS_TRACE_SCORED) + count_kind(&t, WITS_TRACE_NOT_A_NUMBER), 3);
    EXPECT(&t, SCORED(U1, TOP, 1.5f), SCORED(U2, TOP, 4), NOT_A_NUMBER(U3, TOP), CHOSEN(U2, TOP, 2.5f),
           FIRED(U1, U2, WITS_NONE), EXITED(U1), ENTERED(U2));
    scene_close(s);
}

// The record after the score of an ineligible option gives the reason, in the words of an explanation.
static void who_is_no_candidate_is_traced(void **state) {
    enum { TOP, U1, U2, U3, U4, U5 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root", .kind = WITS_KIND_UTILITY, .has_floor = true, .floor = 0.125f, .default_option = U4},
        [U1] = {.name = "A", .score = "score"},
        [U2] = {.name = "B", .score = "score", .rank = "1"},
        [U3] = {.name = "C", .score = "score"},
        [U4] = {.name = "D", .score = "score"},
        [U5] = {.name = "E", .score = "score"},
    };
    tracing t;
    scene *s = open_traced(&(wits_desc){STATES(states)}, &t);
    s->world.scores[U1] = 0.875f;
    s->world.scores[U2] = 0.5f;
    s->world.scores[U4] = 0.25f;
    s->world.scores[U5] = 0.25f;
    start(s, "B-enter");
    t.trace.count = 0;
    pass(s, "");
    EXPECT(&t, SCORED(U1, TOP, 0.875f), OUT(U1, TOP, WITS_VERDICT_RANK, 0.875f), SCORED(U2, TOP, 0.5f),
           SCORED(U3, TOP, 0), OUT(U3, TOP, WITS_VERDICT_FLOOR, 0), SCORED(U4, TOP, 0.25f),
           OUT(U4, TOP, WITS_VERDICT_NOT_NEEDED, 0.25f), SCORED(U5, TOP, 0.25f),
           OUT(U5, TOP, WITS_VERDICT_DEFAULT, 0.25f), CHOSEN(U2, TOP, 0.5f));
    s->world.scores[U2] = 0;  // only the default option is left, which needs no further record
    pass(s, "B-exit A-enter");
    t.trace.count = 0;
    s->world.scores[U1] = 0;
    pass(s, "A-exit D-enter");
    assert_int_equal(count_kind(&t, WITS_TRACE_OUT), 4);
    scene_close(s);
}

// Also if no option is eligible, and so none is chosen.
static void nobody_is_a_candidate(void **state) {
    enum { TOP, U1, U2 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root", .kind = WITS_KIND_UTILITY, .has_floor = true, .floor = 0.5f},
        [U1] = {.name = "A", .score = "score"},
        [U2] = {.name = "B", .score = "score"},
    };
    tracing t;
    scene *s = open_traced(&(wits_desc){STATES(states)}, &t);
    start(s, "A-enter");
    EXPECT(&t, ENTERED(TOP), SCORED(U1, TOP, 0), OUT(U1, TOP, WITS_VERDICT_FLOOR, 0), SCORED(U2, TOP, 0),
           OUT(U2, TOP, WITS_VERDICT_FLOOR, 0), NOBODY(U1, TOP, WITS_NONE), ENTERED(U1));
    pass(s, "");
    EXPECT(&t, SCORED(U1, TOP, 0), OUT(U1, TOP, WITS_VERDICT_FLOOR, 0), SCORED(U2, TOP, 0),
           OUT(U2, TOP, WITS_VERDICT_FLOOR, 0), NOBODY(U1, TOP, U1));
    scene_close(s);
}

// If nothing is scored, no scores are traced.
static void holding_is_traced_as_nothing(void **state) {
    enum { TOP, U1, U2 };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root", .kind = WITS_KIND_UTILITY},
        [U1] = {.name = "A", .score = "score", .hold = 5},
        [U2] = {.name = "B", .score = "score"},
    };
    tracing t;
    scene *s = open_traced(&(wits_desc){STATES(states)}, &t);
    start(s, "A-enter");
    t.trace.count = 0;
    pass(s, "");
    assert_int_equal(t.trace.count, 0);
    scene_close(s);
}

// "What does not fit is counted in `dropped`."
static void what_does_not_fit_is_counted(void **state) {
    tracing whole, cut;
    scene *s = open_levels(WITS_LEAVE_RESET, &whole);
    take(s, 2, "A-exit L-exit t2 M-enter");
    uint32_t count = whole.trace.count;
    scene_close(s);
    for (uint32_t capacity = 0; capacity < count; capacity++) {
        s = open_levels(WITS_LEAVE_RESET, &cut);
        memset(cut.records, 0, sizeof cut.records);
        cut.trace.capacity = capacity;
        cut.trace.records = capacity == 0 ? NULL : cut.records;
        take(s, 2, "A-exit L-exit t2 M-enter");
        assert_int_equal(cut.trace.count, capacity);
        assert_true(cut.trace.dropped == count - capacity);
        for (uint32_t i = 0; i < capacity; i++) {
            assert_int_equal(cut.records[i].kind, whole.records[i].kind);
            assert_int_equal(cut.records[i].state, whole.records[i].state);
        }
        assert_int_equal(cut.records[capacity].tick, 0);
        scene_close(s);
    }
}

// Tracing changes nothing: a scene with a trace has the same actions and bytes as its other modes without one.
static void tracing_changes_nothing(void **state) {
    tracing t;
    scene *s = open_levels(WITS_LEAVE_RESUME, &t);
    for (uint32_t i = 0; i < 200; i++) {
        t.trace.count = 0;
        uint8_t traced[16], untraced[16];
        size_t size = wits_agent_size(s->brain);
        memcpy(untraced, s->agents[0], size);
        s->world.rows = (i * 2654435761u) >> 20;
        s->world.log = s->logs[0];
        wits_frame frame = {.tick = i, .context = &s->world, .functions = s->functions, .trace = &t.trace};
        s->logs[0][0] = '\0';
        wits_tick(s->brain, s->agents[0], &frame);
        memcpy(traced, s->agents[0], size);
        s->world.log = s->logs[1];
        s->logs[1][0] = '\0';
        frame.trace = NULL;
        wits_tick(s->brain, untraced, &frame);
        assert_memory_equal(traced, untraced, size);
        assert_string_equal(s->logs[0], s->logs[1]);
    }
    scene_close(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(transitions_are_traced),
        cmocka_unit_test(idle_passes_are_traced),
        cmocka_unit_test(transition_to_itself_is_traced),
        cmocka_unit_test(keeping_is_traced),
        cmocka_unit_test(keeping_regions_is_traced),
        cmocka_unit_test(kept_child_that_exits_is_traced),
        cmocka_unit_test(silence_is_traced),
        cmocka_unit_test(verbs_are_traced),
        cmocka_unit_test(steps_are_traced),
        cmocka_unit_test(scores_are_traced),
        cmocka_unit_test(who_is_no_candidate_is_traced),
        cmocka_unit_test(nobody_is_a_candidate),
        cmocka_unit_test(holding_is_traced_as_nothing),
        cmocka_unit_test(what_does_not_fit_is_counted),
        cmocka_unit_test(tracing_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
