// SPDX-License-Identifier: MIT
// Section 2 of the semantics: an fsm that begins by rules.
#include "support.h"

#include "wits/convert.h"

#define INITIALS(table) .initials = table, .initial_count = COUNT(table)

/// Rule n of `step_asked` holds if bit n of `step_rows` is set.
static scene *scene_by_rules(const wits_state_desc *states, uint32_t count, const wits_transition_desc *transitions,
                             uint32_t transition_count, const wits_initial_desc *initials, uint32_t initial_count) {
    return scene_open(&(wits_desc){.states = states,
                                   .state_count = count,
                                   .transitions = transitions,
                                   .transition_count = transition_count,
                                   .initials = initials,
                                   .initial_count = initial_count});
}

#define SCENE(states, transitions, initials)                                                                           \
    scene_by_rules(states, COUNT(states), transitions, COUNT(transitions), initials, COUNT(initials))

// The brain of most tests: transition 0 leads from `out` into L, transition 1 out of L again.
enum { ROOT, OUT, L, A, B, C };
static const wits_transition_desc in_and_out[] = {{.from = OUT, .to = L}, {.from = L, .to = OUT}};
static const wits_initial_desc rules_of_l[] = {
    {.of = L, .when = "step_asked", .to = B}, {.of = L, .when = "step_asked", .to = C}, {.of = L, .to = A}};

static scene *open_l(wits_activation activation, wits_leave leave) {
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [OUT] = {.name = "out"},
        [L] = {.name = "L", .activation = activation, .leave = leave},
        [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L},
        [C] = {.name = "C", .parent = L},
    };
    return SCENE(states, in_and_out, rules_of_l);
}

// ------------------------------------------------------------------------------------------------------------ the rule

// "The first rule whose condition holds selects it."
static void the_first_rule_that_holds_says_which(void **state) {
    static const struct {
        uint64_t hold;
        const char *entered;
    } cases[] = {{ROW(0), "out-exit t0 L-enter B-enter"},
                 {ROW(1), "out-exit t0 L-enter C-enter"},
                 {ROW(0) | ROW(1), "out-exit t0 L-enter B-enter"}};
    for (uint32_t i = 0; i < COUNT(cases); i++) {
        scene *s = open_l(WITS_ACTIVATION_NOW, WITS_LEAVE_RESET);
        s->world.step_rows = cases[i].hold;
        start(s, "out-enter");
        take(s, 0, cases[i].entered);
        scene_close(s);
    }
}

// The last rule has no condition: it applies when no other holds.
static void the_last_rule_is_for_when_no_other_holds(void **state) {
    scene *s = open_l(WITS_ACTIVATION_NOW, WITS_LEAVE_RESET);
    start(s, "out-enter");
    take(s, 0, "out-exit t0 L-enter A-enter");
    scene_close(s);
}

// One rule alone is the plain `initial`.
static void one_rule_alone_has_no_condition(void **state) {
    static const wits_state_desc states[] = {{.name = "root"}, {.name = "A"}, {.name = "B"}};
    static const wits_initial_desc initials[] = {{.of = 0, .to = 2}};
    scene *s = scene_open(&(wits_desc){STATES(states), INITIALS(initials)});
    start(s, "B-enter");
    scene_close(s);
}

/// Logs the rules that are evaluated.
static bool is_told(const void *context, const wits_call *call) {
    const world *w = context;
    return call->state == L && call->row == 1 && call->data == NULL && call->argument == NULL && w->rows == 1;
}

// A condition receives its fsm and the number of its rule.
static void a_condition_is_told_of_fsm_and_rule(void **state) {
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},        [OUT] = {.name = "out"},          [L] = {.name = "L"},
        [A] = {.name = "A", .parent = L}, [B] = {.name = "B", .parent = L},
    };
    static const wits_initial_desc initials[] = {
        {.of = L, .when = "is_told", .to = A}, {.of = L, .when = "is_told", .to = B}, {.of = L, .to = A}};
    static const wits_function functions[] = {{.name = "is_told", .condition = is_told}};
    scene *s =
        scene_open(&(wits_desc){STATES(states), TRANSITIONS(in_and_out), INITIALS(initials), FUNCTIONS(functions)});
    start(s, "out-enter");
    take(s, 0, "out-exit t0 L-enter B-enter");
    scene_close(s);
}

// --------------------------------------------------------------------------------------------- wherever initial counts

// Wherever the composite would enter its initial child: start, goto, restart, a transition to a state that contains its
// source.
static void rules_are_asked_wherever_initial_counts(void **state) {
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},        [OUT] = {.name = "out"},          [L] = {.name = "L"},
        [A] = {.name = "A", .parent = L}, [B] = {.name = "B", .parent = L}, [C] = {.name = "C", .parent = L},
    };
    static const wits_transition_desc transitions[] = {{.from = OUT, .to = L}, {.from = C, .to = L}};
    static const wits_initial_desc initials[] = {{.of = ROOT, .when = "step_asked", .to = L},
                                                 {.of = ROOT, .to = OUT},
                                                 {.of = L, .when = "step_asked", .to = C},
                                                 {.of = L, .to = B}};
    scene *s = SCENE(states, transitions, initials);
    s->world.step_rows = ROW(0) | ROW(2);
    start(s, "L-enter C-enter");
    s->world.step_rows = 0;
    take(s, 1, "C-exit t1 B-enter");
    s->world.step_rows = ROW(2);
    restart(s, L, "B-exit L-exit L-enter C-enter");
    stop(s, "C-exit L-exit");
    s->world.step_rows = 0;
    start(s, "out-enter");
    go_to(s, L, "out-exit L-enter B-enter");
    scene_close(s);
}

// An empty `on_decide` composite evaluates its rules when a pass fills it.
static void an_empty_composite_asks_when_a_pass_fills_it(void **state) {
    scene *s = open_l(WITS_ACTIVATION_ON_DECIDE, WITS_LEAVE_RESET);
    start(s, "out-enter");
    take(s, 0, "out-exit t0 L-enter");
    s->world.step_rows = ROW(1);
    pass(s, "C-enter");
    scene_close(s);
}

// Silently: the rules are evaluated, and no `enter` runs.
static void a_silent_composite_asks_too(void **state) {
    scene *s = open_l(WITS_ACTIVATION_SILENT, WITS_LEAVE_RESET);
    start(s, "out-enter");
    s->world.step_rows = ROW(1);
    take(s, 0, "out-exit t0 L-enter");
    expect_active(s, "C");
    scene_close(s);
}

// A rule leads to a composite with rules of its own.
static void rules_lead_to_rules(void **state) {
    enum { TOP, M, N, P, Q };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root"},         [M] = {.name = "M"}, [N] = {.name = "N"}, [P] = {.name = "P", .parent = N},
        [Q] = {.name = "Q", .parent = N},
    };
    static const wits_initial_desc initials[] = {{.of = TOP, .when = "step_asked", .to = N},
                                                 {.of = TOP, .to = M},
                                                 {.of = N, .when = "step_asked", .to = Q},
                                                 {.of = N, .to = P}};
    scene *s = scene_open(&(wits_desc){STATES(states), INITIALS(initials)});
    s->world.step_rows = ROW(0) | ROW(2);
    start(s, "N-enter Q-enter");
    scene_close(s);
}

// An option of a utility, chosen or switched to, begins by its rules.
static void an_option_begins_by_its_rules(void **state) {
    enum { U, M, N, P, Q };
    static const wits_state_desc states[] = {
        [U] = {.name = "root", .kind = WITS_KIND_UTILITY},
        [M] = {.name = "M", .score = "score"},
        [N] = {.name = "N", .score = "score"},
        [P] = {.name = "P", .parent = N},
        [Q] = {.name = "Q", .parent = N},
    };
    static const wits_initial_desc initials[] = {{.of = N, .when = "step_asked", .to = Q}, {.of = N, .to = P}};
    scene *s = scene_open(&(wits_desc){STATES(states), INITIALS(initials)});
    s->world.scores[M] = 1;
    s->world.step_rows = ROW(0);
    start(s, "M-enter");
    s->world.scores[N] = 2;
    pass(s, "M-exit N-enter Q-enter");
    scene_close(s);
}

// -------------------------------------------------------------------------------------------------------------- memory

// A remembered child takes precedence over the rules: resume.
static void what_is_resumed_is_stronger(void **state) {
    scene *s = open_l(WITS_ACTIVATION_NOW, WITS_LEAVE_RESUME);
    start(s, "out-enter");
    take(s, 0, "out-exit t0 L-enter A-enter");
    take(s, 1, "A-exit L-exit t1 out-enter");
    s->world.step_rows = ROW(0);
    take(s, 0, "out-exit t0 L-enter A-enter");
    scene_close(s);
}

// And suspend: it continues.
static void what_is_suspended_is_stronger(void **state) {
    scene *s = open_l(WITS_ACTIVATION_NOW, WITS_LEAVE_SUSPEND);
    start(s, "out-enter");
    s->world.step_rows = ROW(1);
    take(s, 0, "out-exit t0 L-enter C-enter");
    take(s, 1, "L-exit t1 out-enter");
    s->world.step_rows = ROW(0);
    take(s, 0, "out-exit t0 L-enter");
    expect_active(s, "C");
    scene_close(s);
}

// `restart` forgets the memory: the rules are evaluated.
static void restart_asks_the_rules(void **state) {
    static const wits_leave leaves[] = {WITS_LEAVE_RESUME, WITS_LEAVE_SUSPEND};
    static const char *const entered[] = {"out-exit t2 L-enter B-enter", "out-exit t2 L-enter A-exit B-enter"};
    static const char *const left[] = {"A-exit L-exit t1 out-enter", "L-exit t1 out-enter"};
    for (uint32_t i = 0; i < COUNT(leaves); i++) {
        const wits_state_desc states[] = {
            [ROOT] = {.name = "root"},        [OUT] = {.name = "out"},          [L] = {.name = "L", .leave = leaves[i]},
            [A] = {.name = "A", .parent = L}, [B] = {.name = "B", .parent = L}, [C] = {.name = "C", .parent = L},
        };
        static const wits_transition_desc transitions[] = {
            {.from = OUT, .to = L}, {.from = L, .to = OUT}, {.from = OUT, .to = L, .restart = true}};
        scene *s = SCENE(states, transitions, rules_of_l);
        start(s, "out-enter");
        take(s, 0, "out-exit t0 L-enter A-enter");
        take(s, 1, left[i]);
        s->world.step_rows = ROW(0);
        take(s, 2, entered[i]);
        scene_close(s);
    }
}

// An empty composite with a memory enters the remembered child, not the one of the rules.
static void an_empty_composite_enters_what_it_remembers(void **state) {
    scene *s = open_l(WITS_ACTIVATION_ON_DECIDE, WITS_LEAVE_RESUME);
    start(s, "out-enter");
    take(s, 0, "out-exit t0 L-enter");
    pass(s, "A-enter");
    take(s, 1, "A-exit L-exit t1 out-enter");
    s->world.step_rows = ROW(0);
    take(s, 0, "out-exit t0 L-enter");
    pass(s, "A-enter");
    scene_close(s);
}

// -------------------------------------------------------------------------------------------------- time of evaluation

static void set_number(void *context, const wits_call *call) {
    ((world *)context)->numbers[0] = 1;
    log_action(context, call);
}

static bool number_is_set(const void *context, const wits_call *call) {
    return ((const world *)context)->numbers[0] == 1;
}

// The conditions are evaluated after the composite's own enter: they see what it wrote.
static void conditions_are_asked_after_enter(void **state) {
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},        [OUT] = {.name = "out"},          [L] = {.name = "L", .enter = "set_number"},
        [A] = {.name = "A", .parent = L}, [B] = {.name = "B", .parent = L},
    };
    static const wits_initial_desc initials[] = {{.of = L, .when = "number_is_set", .to = B}, {.of = L, .to = A}};
    static const wits_function functions[] = {{.name = "set_number", .action = set_number},
                                              {.name = "number_is_set", .condition = number_is_set}};
    scene *s = scene_open_in(
        &(wits_desc){STATES(states), TRANSITIONS(in_and_out), INITIALS(initials), FUNCTIONS(functions)}, ONLY_NOW);
    start(s, "out-enter");
    take(s, 0, "out-exit t0 L-enter B-enter");
    scene_close(s);
}

// No child is active then: the fsm is active, none of its children is, nor is the state that was left.
static void conditions_are_asked_with_no_child_active(void **state) {
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},        [OUT] = {.name = "out"},          [L] = {.name = "L"},
        [A] = {.name = "A", .parent = L}, [B] = {.name = "B", .parent = L}, [C] = {.name = "C", .parent = L},
    };
    static const wits_transition_desc transitions[] = {{.from = OUT, .to = L}, {.from = B, .to = L}};
    static const wits_initial_desc initials[] = {
        {.of = L, .when = "in(A) or in(B) or in(C) or in(out) or not in(L)", .to = A}, {.of = L, .to = B}};
    scene *s = SCENE(states, transitions, initials);
    start(s, "out-enter");
    take(s, 0, "out-exit t0 L-enter B-enter");
    take(s, 1, "B-exit t1 B-enter");
    scene_close(s);
}

// `elapsed` is the composite's own: 0 when it was just entered, more when a pass fills it, or when a transition to it
// enters its inside again.
static void elapsed_is_the_composites_own(void **state) {
    const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [OUT] = {.name = "out"},
        [L] = {.name = "L", .activation = WITS_ACTIVATION_ON_DECIDE},
        [A] = {.name = "A", .parent = L},
        [B] = {.name = "B", .parent = L},
        [C] = {.name = "C", .parent = L},
    };
    static const wits_transition_desc transitions[] = {{.from = OUT, .to = L}, {.from = B, .to = L}};
    static const wits_initial_desc initials[] = {
        {.of = L, .when = "elapsed >= 5", .to = C}, {.of = L, .when = "elapsed >= 3", .to = B}, {.of = L, .to = A}};
    scene *s = SCENE(states, transitions, initials);
    s->tick = 10;
    start(s, "out-enter");
    take(s, 0, "out-exit t0 L-enter");
    expect_elapsed(s, L, 0);
    s->tick = 13;
    pass(s, "B-enter");
    s->tick = 15;
    take(s, 1, "B-exit t1");
    pass(s, "C-enter");
    scene_close(s);
}

// Names as in its actions: a name is first a sibling of the composite.
static void names_are_as_in_its_actions(void **state) {
    enum { TOP, R, L1, X1, X2, Q, Y, Z };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root", .kind = WITS_KIND_PARALLEL},
        [R] = {.name = "R"},
        [L1] = {.name = "L", .parent = R},
        [X1] = {.name = "X", .parent = L1},
        [X2] = {.name = "Y", .parent = L1},
        [Q] = {.name = "Q"},
        [Y] = {.name = "L", .parent = Q},
        [Z] = {.name = "Z", .parent = Q},
    };
    // `in(L)` in L's own text is L itself, found among its siblings. In a child's text it would be ambiguous.
    static const wits_initial_desc initials[] = {{.of = L1, .when = "in(L)", .to = X2}, {.of = L1, .to = X1}};
    scene *s = scene_open(&(wits_desc){STATES(states), INITIALS(initials)});
    start(s, "R-enter L-enter Y-enter Q-enter L-enter");
    scene_close(s);
}

// --------------------------------------------------------------------------------------------------------------- place

// wits_set_state evaluates them, too, with its frame: also of the states on the path and of the regions beside it.
static void place_asks_the_rules(void **state) {
    scene *s = open_l(WITS_ACTIVATION_NOW, WITS_LEAVE_RESET);
    s->world.step_rows = ROW(1);
    place(s, L);
    expect_active(s, "C");
    s->world.step_rows = 0;
    place(s, L);
    expect_active(s, "A");
    scene_close(s);
}

// It activates states from the root inwards, regions in declared order: a rule sees the regions before its own.
static void place_makes_states_active_from_the_root_inwards(void **state) {
    enum { TOP, R, RA, RB, Q, QA, QB };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root", .kind = WITS_KIND_PARALLEL},
        [R] = {.name = "R"},
        [RA] = {.name = "RA", .parent = R},
        [RB] = {.name = "RB", .parent = R},
        [Q] = {.name = "Q"},
        [QA] = {.name = "QA", .parent = Q},
        [QB] = {.name = "QB", .parent = Q},
    };
    static const wits_initial_desc initials[] = {{.of = R, .when = "in(QA) or in(QB) or in(Q)", .to = RB},
                                                 {.of = R, .to = RA},
                                                 {.of = Q, .when = "in(RA) and in(R)", .to = QB},
                                                 {.of = Q, .to = QA}};
    scene *s = scene_open(&(wits_desc){STATES(states), INITIALS(initials)});
    place(s, QB);
    expect_active(s, "RA QB");
    place(s, RB);
    expect_active(s, "RB QA");
    place(s, TOP);
    expect_active(s, "RA QB");
    scene_close(s);
}

// Section 13: if the active child is gone, the fsm continues with the child of its own rules.
static void a_conversion_asks_the_rules_of_the_new_brain(void **state) {
    static const wits_state_desc before[] = {{.name = "root"}, {.name = "L"}, {.name = "gone", .parent = 1}};
    static const wits_state_desc after[] = {
        {.name = "root"}, {.name = "L"}, {.name = "A", .parent = 1}, {.name = "B", .parent = 1}};
    static const wits_initial_desc initials[] = {{.of = 1, .when = "step_asked", .to = 3}, {.of = 1, .to = 2}};
    scene *old = scene_open(&(wits_desc){STATES(before)});
    scene *new = scene_open(&(wits_desc){STATES(after), INITIALS(initials)});
    start(old, "L-enter gone-enter");
    for (uint32_t holds = 0; holds <= 1; holds++) {
        new->world.step_rows = holds;
        const wits_frame frame = {.context = &new->world, .functions = new->functions};
        assert_true(wits_agent_convert(old->brain, old->agents[0], new->brain, new->agents[0], &frame, NULL));
        expect_active(new, holds != 0 ? "B" : "A");
    }
    scene_close(old);
    scene_close(new);
}

// -------------------------------------------------------------------------------------------------------------- chance

// Random streams: after those of a state's `decide` come those of its rules.
static void rules_have_their_places_of_chance(void **state) {
    enum { TOP, M, N, P };
    static const wits_state_desc states[] = {
        [TOP] = {.name = "root", .enter = "n = random"},  // stream 0; its rules: 1 and 2
        [M] = {.name = "M", .enter = "m = random"},       // 3
        [N] = {.name = "N"},
        [P] = {.name = "P"},
    };
    static const wits_field_desc fields[] = {{.name = "n", .type = WITS_TYPE_FLOAT},
                                             {.name = "m", .type = WITS_TYPE_FLOAT}};
    static const wits_initial_desc initials[] = {{.of = TOP, .when = "random < 0.3", .to = N},
                                                 {.of = TOP, .when = "random < 0.5", .to = P},
                                                 {.of = TOP, .to = M}};
    wits_brain *brain =
        compile(&(wits_desc){STATES(states), INITIALS(initials), .fields = fields, .field_count = COUNT(fields)});
    assert_int_equal(wits_random_stream_count(brain), 4);
    uint32_t seen[4] = {0};
    for (uint32_t tick = 0; tick < 64; tick++) {
        uint8_t agent[1] = {0};
        float n = 0, m = 0;
        wits_column columns[] = {{.base = &n, .stride = 4, .type = WITS_TYPE_FLOAT},
                                 {.base = &m, .stride = 4, .type = WITS_TYPE_FLOAT}};
        const wits_frame frame = {.tick = tick, .agent = 7, .seed = 11, .columns = columns};
        assert_true(wits_start(brain, agent, &frame));
        const wits_state_id expected = wits_random(11, 7, tick, 1) < 0.3f   ? N
                                       : wits_random(11, 7, tick, 2) < 0.5f ? P
                                                                            : M;
        assert_int_equal(wits_deepest(brain, agent), expected);
        seen[expected]++;
    }
    assert_true(seen[N] > 4 && seen[P] > 4 && seen[M] > 4);
    free(brain);
}

// ------------------------------------------------------------------------------------------------------------- queries

static void the_brain_tells_its_rules(void **state) {
    scene *s = open_l(WITS_ACTIVATION_NOW, WITS_LEAVE_RESET);
    assert_int_equal(wits_initial_count(s->brain), 3);
    for (uint32_t row = 0; row < 3; row++) {
        assert_int_equal(wits_initial_state(s->brain, row), L);
        assert_int_equal(wits_initial_destination(s->brain, row), rules_of_l[row].to);
    }
    assert_int_equal(wits_initial_state(s->brain, 3), WITS_NONE);
    assert_int_equal(wits_initial_destination(s->brain, 3), WITS_NONE);
    scene_close(s);
}

// Rules need no bytes of an agent.
static void rules_take_no_bytes_of_an_agent(void **state) {
    static const wits_state_desc states[] = {
        {.name = "root"}, {.name = "L"}, {.name = "A", .parent = 1}, {.name = "B", .parent = 1}};
    static const wits_initial_desc initials[] = {{.of = 1, .when = "step_asked", .to = 3}, {.of = 1, .to = 2}};
    scene *plain = scene_open(&(wits_desc){STATES(states)});
    scene *ruled = scene_open(&(wits_desc){STATES(states), INITIALS(initials)});
    assert_int_equal(wits_agent_size(plain->brain), wits_agent_size(ruled->brain));
    scene_close(plain);
    scene_close(ruled);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_rule_that_holds_says_which),
        cmocka_unit_test(the_last_rule_is_for_when_no_other_holds),
        cmocka_unit_test(one_rule_alone_has_no_condition),
        cmocka_unit_test(a_condition_is_told_of_fsm_and_rule),
        cmocka_unit_test(rules_are_asked_wherever_initial_counts),
        cmocka_unit_test(an_empty_composite_asks_when_a_pass_fills_it),
        cmocka_unit_test(a_silent_composite_asks_too),
        cmocka_unit_test(rules_lead_to_rules),
        cmocka_unit_test(an_option_begins_by_its_rules),
        cmocka_unit_test(what_is_resumed_is_stronger),
        cmocka_unit_test(what_is_suspended_is_stronger),
        cmocka_unit_test(restart_asks_the_rules),
        cmocka_unit_test(an_empty_composite_enters_what_it_remembers),
        cmocka_unit_test(conditions_are_asked_after_enter),
        cmocka_unit_test(conditions_are_asked_with_no_child_active),
        cmocka_unit_test(elapsed_is_the_composites_own),
        cmocka_unit_test(names_are_as_in_its_actions),
        cmocka_unit_test(place_asks_the_rules),
        cmocka_unit_test(place_makes_states_active_from_the_root_inwards),
        cmocka_unit_test(a_conversion_asks_the_rules_of_the_new_brain),
        cmocka_unit_test(rules_have_their_places_of_chance),
        cmocka_unit_test(the_brain_tells_its_rules),
        cmocka_unit_test(rules_take_no_bytes_of_an_agent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
