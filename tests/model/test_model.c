// SPDX-License-Identifier: MIT
// The naive model alone: the worked example of docs/semantics.md section 9 and the bullets of sections 2 to 7.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model.h"

static uint64_t counts[CLAUSE_COUNT];
static int checks;
static int failures;

/// One agent of one description. Actions append what they are to `log`, such as "A-enter" or, for a transition, the
/// name of its event.
typedef struct world {
    const wits_desc *desc;
    model *m;
    wits_frame frame;
    char log[512];
    float scores[8];  ///< scores of s0 to s7
    bool yes;         ///< the condition's result
} world;

static void add_word(world *w, const char *word, const char *ending) {
    size_t length = strlen(w->log);
    (void)snprintf(w->log + length, sizeof w->log - length, "%s%s%s", length > 0 ? " " : "", word, ending);
}

static void act(void *context, const wits_call *call) {
    static const char *const endings[] = {"-enter", "-exit", "-update", "-decide", "-step", ""};
    world *w = context;
    bool transition = call->kind == WITS_ACTION_TRANSITION;
    const char *name = transition ? w->desc->transitions[call->row].event : w->desc->states[call->state].name;
    add_word(w, name != NULL ? name : "always", endings[call->kind]);
}

static void act_elapsed(void *context, const wits_call *call) {
    char number[16];
    (void)snprintf(number, sizeof number, "%u", model_call_elapsed(call));
    add_word(context, number, "");
}

static void act_count(void *context, const wits_call *call) {
    char number[16];
    uint8_t *byte = call->data;
    (void)snprintf(number, sizeof number, "%u", (unsigned)(*byte)++);
    add_word(context, number, "");
}

static bool yes(const void *context, const wits_call *call) {
    const world *w = context;
    return w->yes;
}

static wits_state_id step_to_2(void *context, const wits_call *call) {
    add_word(context, "callback", "");
    return 2;
}

#define SCORE(n)                                                                                                       \
    static float score##n(const void *context, const wits_call *call) {                                                \
        const world *w = context;                                                                                      \
        return w->scores[n];                                                                                           \
    }
SCORE(0)
SCORE(1)
SCORE(2)

static const wits_function functions[] = {
    {.name = "do", .action = act},          {.name = "elapsed", .action = act_elapsed},
    {.name = "count", .action = act_count}, {.name = "yes", .condition = yes},
    {.name = "step", .step = step_to_2},    {.name = "s0", .score = score0},
    {.name = "s1", .score = score1},        {.name = "s2", .score = score2},
};
static const char *const events[] = {"1", "2", "3", "4", "5", "6", "7"};

#define COUNT(rows) ((uint32_t)(sizeof(rows) / sizeof *(rows)))
#define BRAIN(rows, ways)                                                                                              \
    {                                                                                                                  \
        .states = (rows), .state_count = COUNT(rows), .transitions = (ways), .transition_count = COUNT(ways),          \
        .events = events, .event_count = COUNT(events), .functions = functions, .function_count = COUNT(functions)     \
    }
// A state whose enter and exit are logged.
#define TOLD(called, around) .name = (called), .parent = (around), .enter = "do", .exit = "do"
// A transition by its event, logged.
#define ON(number) .event = (number), .run = "do"

static void begin(world *w, const wits_desc *desc) {
    memset(w, 0, sizeof *w);
    w->desc = desc;
    w->m = model_new(desc, counts);
    w->frame.context = w;
    w->frame.functions = functions;
}

static void end(world *w) {
    model_free(w->m);
}

static void check_text(const char *test, const char *is, const char *should) {
    checks++;
    if (strcmp(is, should) != 0) {
        failures++;
        (void)printf("%s:\n    is     \"%s\"\n    should \"%s\"\n", test, is, should);
    }
}

/// The log since the last check, then the deepest active states.
static void check(world *w, const char *test, const char *log, const char *active) {
    check_text(test, w->log, log);
    w->log[0] = 0;
    wits_state_id states[8];
    uint32_t count = model_active(w->m, states, 8);
    for (uint32_t i = 0; i < count; i++) {
        add_word(w, w->desc->states[states[i]].name, "");
    }
    check_text(test, w->log, active);
    w->log[0] = 0;
}

static void start(world *w) {
    model_start(w->m, &w->frame);
}

static void decide(world *w) {
    w->frame.tick++;
    model_decide(w->m, &w->frame);
}

static void on(world *w, uint32_t event) {
    model_raise(w->m, event - 1);
    decide(w);
}

static void go(world *w, wits_state_id state) {
    model_goto(w->m, &w->frame, state);
}

static void tick_on(world *w, uint32_t event) {
    if (event > 0) {
        model_raise(w->m, event - 1);
    }
    w->frame.tick++;
    (void)model_tick(w->m, &w->frame);
}

// ---------------------------------------------------------------------------------------------------------- section 9

static void worked_example(void) {
    enum { ROOT, L, A, B, C, M, N };
    static const wits_state_desc states[] = {
        {.name = "root"},
        {TOLD("L", ROOT), .update = "do", .activation = WITS_ACTIVATION_ON_DECIDE, .leave = WITS_LEAVE_SUSPEND},
        {TOLD("A", L), .update = "do"},
        {TOLD("B", L), .update = "do"},
        {TOLD("C", L), .update = "do"},
        {TOLD("M", ROOT), .update = "do"},
        {TOLD("N", ROOT), .update = "do"},
    };
    static const wits_transition_desc ways[] = {
        {.from = A, .to = B, .reenter = true, ON("1")}, {.from = M, .to = C, .reenter = true, ON("2")},
        {.from = B, .to = N, .reenter = true, ON("3")}, {.from = L, .to = M, .reenter = true, ON("4")},
        {.from = M, .to = N, .reenter = true, ON("5")}, {.from = N, .to = L, .reenter = true, ON("6")},
        {.from = N, .to = M, .reenter = true, ON("7")},
    };
    static wits_desc desc = BRAIN(states, ways);
    desc.update_skip_entered = true;
    world w;
    begin(&w, &desc);
    start(&w);
    check(&w, "9: start", "L-enter", "L");
    tick_on(&w, 0);
    check(&w, "9: L, nothing inside", "A-enter L-update", "A");
    tick_on(&w, 1);
    check(&w, "9: 1", "A-exit 1 B-enter L-update", "B");
    tick_on(&w, 4);
    check(&w, "9: 4", "L-exit 4 M-enter", "M");
    tick_on(&w, 5);
    check(&w, "9: 5", "M-exit 5 N-enter", "N");
    tick_on(&w, 6);
    check(&w, "9: 6", "N-exit 6 L-enter", "B");
    tick_on(&w, 3);
    check(&w, "9: 3", "B-exit L-exit 3 N-enter", "N");
    tick_on(&w, 6);
    check(&w, "9: 6 again", "N-exit 6 L-enter", "L");
    go(&w, N);
    check(&w, "9: L empty is left", "L-exit N-enter", "N");
    tick_on(&w, 7);
    check(&w, "9: 7", "N-exit 7 M-enter", "M");
    tick_on(&w, 2);
    check(&w, "9: 2, L empty", "M-exit 2 L-enter C-enter", "C");
    go(&w, B);
    tick_on(&w, 4);
    check(&w, "9: B kept", "C-exit B-enter L-exit 4 M-enter", "M");
    tick_on(&w, 2);
    check(&w, "9: 2, B kept", "M-exit 2 L-enter B-exit C-enter", "C");
    end(&w);
}

// ---------------------------------------------------------------------------------------------------------- section 2

/// C with A and B inside, and D beside it; leave and activation of C as given.
static void composite(wits_activation activation, wits_leave leave, const char *first, const char *left,
                      const char *again, const char *active) {
    enum { ROOT, C, A, B, D };
    wits_state_desc states[] = {
        {.name = "root"},  {TOLD("C", ROOT), .activation = activation, .leave = leave}, {TOLD("A", C)}, {TOLD("B", C)},
        {TOLD("D", ROOT)},
    };
    static const wits_transition_desc ways[] = {
        {.from = A, .to = B, ON("1")}, {.from = C, .to = D, ON("2")}, {.from = D, .to = C, ON("3")}};
    wits_desc desc = BRAIN(states, ways);
    world w;
    begin(&w, &desc);
    start(&w);
    check(&w, "2: start", first, activation == WITS_ACTIVATION_ON_DECIDE ? "C" : "A");
    decide(&w);
    w.log[0] = 0;
    on(&w, 1);
    check(&w, "2: inside", "A-exit 1 B-enter", "B");
    on(&w, 2);
    check(&w, "2: left", left, "D");
    on(&w, 3);
    check(&w, "2: entered again", again, active);
    end(&w);
}

static void section_2(void) {
    composite(WITS_ACTIVATION_NOW, WITS_LEAVE_RESET, "C-enter A-enter", "B-exit C-exit 2 D-enter",
              "D-exit 3 C-enter A-enter", "A");
    composite(WITS_ACTIVATION_NOW, WITS_LEAVE_RESUME, "C-enter A-enter", "B-exit C-exit 2 D-enter",
              "D-exit 3 C-enter B-enter", "B");
    composite(WITS_ACTIVATION_NOW, WITS_LEAVE_SUSPEND, "C-enter A-enter", "C-exit 2 D-enter", "D-exit 3 C-enter", "B");
    composite(WITS_ACTIVATION_SILENT, WITS_LEAVE_RESET, "C-enter", "B-exit C-exit 2 D-enter", "D-exit 3 C-enter", "A");
    composite(WITS_ACTIVATION_SILENT, WITS_LEAVE_RESUME, "C-enter", "B-exit C-exit 2 D-enter", "D-exit 3 C-enter", "B");
    composite(WITS_ACTIVATION_ON_DECIDE, WITS_LEAVE_RESET, "C-enter", "B-exit C-exit 2 D-enter", "D-exit 3 C-enter",
              "C");
    composite(WITS_ACTIVATION_ON_DECIDE, WITS_LEAVE_RESUME, "C-enter", "B-exit C-exit 2 D-enter", "D-exit 3 C-enter",
              "C");
    composite(WITS_ACTIVATION_ON_DECIDE, WITS_LEAVE_SUSPEND, "C-enter", "C-exit 2 D-enter", "D-exit 3 C-enter", "B");
}

/// Nested: outer states exit according to each composite's own leave.
static void nested_leave(wits_leave outer, wits_leave inner, const char *left, const char *again) {
    enum { ROOT, O, X, I, A, B, D };
    wits_state_desc states[] = {
        {.name = "root"},  {TOLD("O", ROOT), .leave = outer, .initial = X},
        {TOLD("X", O)},    {TOLD("I", O), .leave = inner},
        {TOLD("A", I)},    {TOLD("B", I)},
        {TOLD("D", ROOT)},
    };
    static const wits_transition_desc ways[] = {
        {.from = O, .to = D, ON("1")}, {.from = D, .to = O, ON("2")}, {.from = X, .to = I, ON("3")}};
    wits_desc desc = BRAIN(states, ways);
    world w;
    begin(&w, &desc);
    go(&w, B);
    w.log[0] = 0;
    on(&w, 1);
    check(&w, "2: nested, left", left, "D");
    on(&w, 2);
    on(&w, 3);
    check(&w, "2: nested, entered again", again, model_is_in(w.m, B) ? "B" : "A");
    end(&w);
}

static void section_2_nested(void) {
    nested_leave(WITS_LEAVE_RESET, WITS_LEAVE_RESET, "B-exit I-exit O-exit 1 D-enter",
                 "D-exit 2 O-enter X-enter X-exit 3 I-enter A-enter");
    nested_leave(WITS_LEAVE_RESET, WITS_LEAVE_SUSPEND, "I-exit O-exit 1 D-enter",
                 "D-exit 2 O-enter X-enter X-exit 3 I-enter");
    nested_leave(WITS_LEAVE_RESUME, WITS_LEAVE_SUSPEND, "I-exit O-exit 1 D-enter", "D-exit 2 O-enter I-enter");
    nested_leave(WITS_LEAVE_SUSPEND, WITS_LEAVE_RESET, "O-exit 1 D-enter", "D-exit 2 O-enter");
    nested_leave(WITS_LEAVE_RESUME, WITS_LEAVE_RESUME, "B-exit I-exit O-exit 1 D-enter",
                 "D-exit 2 O-enter I-enter B-enter");
}

// ---------------------------------------------------------------------------------------------------- sections 3 and 5

static void section_3(void) {
    enum { ROOT, C, A, B, D };
    static const wits_state_desc states[] = {
        {.name = "root"},
        {TOLD("C", ROOT), .leave = WITS_LEAVE_SUSPEND},
        {.name = "A", .parent = C, .enter = "do; elapsed", .exit = "do; elapsed", .timed = true},
        {TOLD("B", C)},
        {TOLD("D", ROOT)},
    };
    static const wits_transition_desc ways[] = {{.from = A, .to = B, .event = "1", .run = "do; elapsed"}};
    static const wits_desc desc = BRAIN(states, ways);
    world w;
    begin(&w, &desc);
    decide(&w);
    (void)model_update(w.m, &w.frame);
    model_stop(w.m, &w.frame);
    check(&w, "3: stopped", "", "");
    start(&w);
    start(&w);
    check(&w, "3: start", "C-enter A-enter 0", "A");
    w.frame.tick += 5;
    go(&w, A);
    check(&w, "3: goto what is active", "", "A");
    go(&w, D);
    check(&w, "3: A kept", "C-exit D-enter", "D");
    w.frame.tick += 100;
    go(&w, C);
    check(&w, "3: A continues", "D-exit C-enter", "A");
    w.frame.tick += 2;
    on(&w, 1);
    check(&w, "3: its clock stood still", "A-exit 8 1 8 B-enter", "B");
    model_restart(w.m, &w.frame, C);
    check(&w, "3: restart", "C-exit C-enter", "B");
    model_stop(w.m, &w.frame);
    check(&w, "3: stop", "B-exit C-exit", "");
    model_restart(w.m, &w.frame, B);
    check(&w, "3: restart, stopped", "C-enter B-enter", "B");
    model_place(w.m, &w.frame, A);
    check(&w, "3: place", "", "A");
    end(&w);
}

static void section_5(void) {
    enum { ROOT, S, I, A, B, X };
    static const wits_state_desc states[] = {
        {.name = "root"},
        {TOLD("S", ROOT), .leave = WITS_LEAVE_RESUME},
        {TOLD("I", S), .leave = WITS_LEAVE_RESUME},
        {TOLD("A", I)},
        {TOLD("B", I)},
        {TOLD("X", S)},
    };
    static const wits_transition_desc ways[] = {
        {.from = B, .to = B, ON("1")},
        {.from = B, .to = S, ON("2")},
        {.from = S, .to = B, ON("3")},
        {.from = S, .to = X, ON("4")},
        {.from = B, .to = S, .reenter = true, ON("5")},
        {.from = S, .to = I, ON("6")},
        {.from = S, .to = I, .reenter = true, .restart = true, ON("7")},
    };
    static const wits_desc desc = BRAIN(states, ways);
    world w;
    begin(&w, &desc);
    go(&w, B);
    w.log[0] = 0;
    on(&w, 1);
    check(&w, "5: T == S", "1", "B");
    on(&w, 2);
    check(&w, "5: T contains S, stays; I remembers B", "B-exit I-exit 2 I-enter B-enter", "B");
    on(&w, 3);
    check(&w, "5: T inside S, active leaf", "3", "B");
    on(&w, 4);
    check(&w, "5: T inside S, D is S", "B-exit I-exit 4 X-enter", "X");
    on(&w, 3);
    check(&w, "5: way in", "X-exit 3 I-enter B-enter", "B");
    on(&w, 6);
    check(&w, "5: T inside S, active composite: again from initial", "B-exit 6 A-enter", "A");
    go(&w, B);
    w.log[0] = 0;
    on(&w, 5);
    check(&w, "5: reenter, T contains S; both remember", "B-exit I-exit S-exit 5 S-enter I-enter B-enter", "B");
    on(&w, 7);
    check(&w, "5: reenter and restart", "B-exit I-exit S-exit 7 S-enter I-enter A-enter", "A");
    end(&w);
}

static void section_5_parallel(void) {
    enum { ROOT, P, R, A, B, Q, E, F, D };
    static const wits_state_desc states[] = {
        {.name = "root"},
        {TOLD("P", ROOT), .kind = WITS_KIND_PARALLEL, .leave = WITS_LEAVE_SUSPEND},
        {TOLD("R", P)},
        {TOLD("A", R)},
        {TOLD("B", R)},
        {TOLD("Q", P)},
        {TOLD("E", Q), .decide = "do"},
        {TOLD("F", Q), .decide = "do"},
        {TOLD("D", ROOT)},
    };
    static const wits_transition_desc ways[] = {
        {.from = A, .to = F, ON("1")}, {.from = B, .to = P, ON("2")}, {.from = R, .to = R, .reenter = true, ON("3")},
        {.from = P, .to = D, ON("4")}, {.from = D, .to = B, ON("5")}, {.from = A, .to = B, ON("6")},
    };
    static const wits_desc desc = BRAIN(states, ways);
    world w;
    begin(&w, &desc);
    start(&w);
    check(&w, "2: regions in declared order", "P-enter R-enter A-enter Q-enter E-enter", "A E");
    on(&w, 1);
    check(&w, "5: across regions", "E-exit Q-exit A-exit R-exit P-exit 1 P-enter R-enter A-enter Q-enter F-enter",
          "A F");
    on(&w, 6);
    check(&w, "4: the other region goes on", "A-exit 6 B-enter F-decide", "B F");
    on(&w, 2);
    check(&w, "5: regions again, pass ended", "F-exit Q-exit B-exit R-exit 2 R-enter A-enter Q-enter E-enter", "A E");
    on(&w, 3);
    check(&w, "5: only one region", "A-exit R-exit 3 R-enter A-enter E-decide", "A E");
    on(&w, 4);
    check(&w, "5: kept", "P-exit 4 D-enter", "D");
    on(&w, 5);
    check(&w, "5: way through kept regions", "D-exit 5 P-enter A-exit R-exit R-enter B-enter", "B E");
    end(&w);
}

// ---------------------------------------------------------------------------------------------------------- section 4

static void section_4(void) {
    enum { ROOT, C, A, B, D };
    static const wits_state_desc states[] = {
        {.name = "root"}, {TOLD("C", ROOT)}, {.name = "A", .parent = C, .decide = "do; raise 2"},
        {TOLD("B", C)},   {TOLD("D", ROOT)},
    };
    static const wits_transition_desc ways[] = {
        {.from = A, .to = B, ON("1")},
        {.from = C, .to = D, .any = true, .event = "1", .when = "yes", .run = "do"},
        {.from = A, .to = B, .event = "2", .run = "do", .after = 10},
        {.from = C, .to = D, ON("3")},
        {.from = A, .to = B, ON("3")},
    };
    static const wits_desc desc = BRAIN(states, ways);
    world w;
    begin(&w, &desc);
    start(&w);
    w.log[0] = 0;
    w.frame.tick += 5;
    decide(&w);
    check(&w, "4: decide of the leaf", "A-decide", "A");
    decide(&w);
    check(&w, "4: after not over, event cleared and raised again", "A-decide", "A");
    w.frame.tick += 4;
    decide(&w);
    check(&w, "4: after over", "2 B-enter", "B");
    model_place(w.m, &w.frame, A);
    w.yes = true;
    on(&w, 1);
    check(&w, "4: any beats own", "C-exit 1 D-enter", "D");
    model_place(w.m, &w.frame, A);
    on(&w, 3);
    check(&w, "4: outer beats inner", "C-exit 3 D-enter", "D");
    model_stop(w.m, &w.frame);
    model_raise(w.m, 0);
    decide(&w);
    check(&w, "4: stopped, pending event cleared", "D-exit", "");
    check_text("4: pending", model_is_pending(w.m, 0) ? "yes" : "no", "no");
    end(&w);
}

// ---------------------------------------------------------------------------------------------------------- section 6

static void choose(world *w, const char *test, float a, float b, float c, const char *active) {
    w->scores[0] = a;
    w->scores[1] = b;
    w->scores[2] = c;
    w->frame.tick++;
    model_decide(w->m, &w->frame);
    w->log[0] = 0;
    check(w, test, "", active);
}

static void section_6(void) {
    enum { ROOT, A, B, C };
    static wits_state_desc states[] = {
        {.name = "root", .kind = WITS_KIND_UTILITY, .inertia = 0.5f, .has_floor = true, .floor = 0.25f},
        {TOLD("A", ROOT), .score = "s0"},
        {TOLD("B", ROOT), .score = "s1", .has_weight = true, .weight = 2.0f},
        {TOLD("C", ROOT), .score = "s2", .hold = 5},
    };
    static const wits_transition_desc ways[] = {{.from = C, .to = A, ON("1")}};
    static const wits_desc desc = BRAIN(states, ways);
    world w;
    begin(&w, &desc);
    start(&w);
    check(&w, "6: no candidate, first declared", "A-enter", "A");
    choose(&w, "6: highest, weight", 1.0f, 0.8f, 1.5f, "B");
    choose(&w, "6: inertia", 2.0f, 0.8f, 1.5f, "B");
    choose(&w, "6: tie, current", 2.1f, 0.8f, 1.5f, "B");
    choose(&w, "6: NaN", 2.2f, NAN, NAN, "A");
    choose(&w, "6: no candidate, current", NAN, 0.1f, 0.2f, "A");
    choose(&w, "6: to C", 0.0f, 0.0f, 1.0f, "C");
    choose(&w, "6: hold", 9.0f, 0.0f, 0.0f, "C");
    model_raise(w.m, 0);
    choose(&w, "6: hold, but a transition", 9.0f, 0.0f, 0.0f, "A");
    model_place(w.m, &w.frame, C);
    w.frame.tick += 4;
    choose(&w, "6: hold over", 9.0f, 0.0f, 0.0f, "A");
    states[ROOT].every = 10;
    w.frame.agent = 23;
    model_place(w.m, &w.frame, A);
    w.frame.tick += 5;
    choose(&w, "6: every, 3 ticks ago at entering", 0.0f, 9.0f, 0.0f, "A");
    choose(&w, "6: every, due", 0.0f, 9.0f, 0.0f, "B");
    w.frame.tick += 8;
    choose(&w, "6: every, not yet", 99.0f, 9.0f, 0.0f, "B");
    choose(&w, "6: every, due again", 99.0f, 9.0f, 0.0f, "A");
    states[ROOT].every = 0;
    states[ROOT].inertia = 0.0f;
    states[ROOT].select = WITS_SELECT_WITHIN;
    choose(&w, "6: within, only one above 0", -1.0f, -2.0f, 3.0f, "C");
    states[ROOT].has_floor = false;
    w.frame.tick += 5;
    choose(&w, "6: within, best not above 0", -1.0f, -2.0f, -3.0f, "A");
    states[ROOT].select = WITS_SELECT_WEIGHTED;
    choose(&w, "6: weighted, all 0", -1.0f, 0.0f, 0.0f, "A");
    choose(&w, "6: weighted, one above 0", -1.0f, 0.5f, 0.0f, "B");
    states[ROOT].select = WITS_SELECT_TOP;
    states[ROOT].top = 1;
    choose(&w, "6: top 1", 0.1f, 0.5f, 2.0f, "C");
    end(&w);
}

/// Candidates: cooldown, default option, rank.
static void section_6_candidates(void) {
    enum { ROOT, A, B, C };
    static wits_state_desc states[] = {
        {.name = "root", .kind = WITS_KIND_UTILITY, .default_option = C},
        {TOLD("A", ROOT), .score = "s0", .cooldown = 2},
        {TOLD("B", ROOT), .score = "s1"},
        {TOLD("C", ROOT), .score = "s2"},
    };
    static const wits_transition_desc ways[] = {{.from = C, .to = A, ON("1")}};
    static const wits_desc desc = BRAIN(states, ways);
    world w;
    begin(&w, &desc);
    start(&w);
    choose(&w, "6: default, all score as much", 1.0f, 1.0f, 1.0f, "C");
    choose(&w, "6: more than the default", 2.0f, 1.5f, 1.0f, "A");
    choose(&w, "6: A is left", 2.0f, 3.0f, 1.0f, "B");
    choose(&w, "6: A cools", 4.0f, 3.0f, 1.0f, "B");
    choose(&w, "6: A has cooled", 4.0f, 3.0f, 1.0f, "A");
    choose(&w, "6: the default, though it is NaN", NAN, NAN, NAN, "C");
    choose(&w, "6: a default that is not a candidate is not a threshold", 1.0f, -5.0f, NAN, "B");
    model_place(w.m, &w.frame, C);
    choose(&w, "6: place forgets that A cools", 4.0f, 3.0f, 1.0f, "A");
    end(&w);
    states[B].rank = "1";
    begin(&w, &desc);
    start(&w);
    choose(&w, "6: rank", 9.0f, 1.0f, 0.0f, "B");
    choose(&w, "6: rank, but not above the default", 9.0f, 1.0f, 5.0f, "A");
    end(&w);
    states[B].rank = NULL;
    states[ROOT].default_option = 0;
    states[ROOT].select = WITS_SELECT_SOFTMAX;
    states[ROOT].temperature = 0.001f;
    begin(&w, &desc);
    start(&w);
    choose(&w, "6: cold softmax", 0.0f, 1.0f, 0.5f, "B");
    choose(&w, "6: softmax of an infinite best", 0.0f, 1.0f, INFINITY, "B");
    end(&w);
}

/// The score of A's considerations: B wins with slightly more, and not with slightly less.
static void considered(const char *test, const wits_consideration_desc *rows, uint32_t count, float input,
                       float expected) {
    enum { ROOT, A, B };
    static const wits_state_desc states[] = {
        {.name = "root", .kind = WITS_KIND_UTILITY}, {TOLD("A", ROOT)}, {TOLD("B", ROOT), .score = "s1"}};
    static const wits_transition_desc ways[] = {{.from = A, .to = B, ON("1")}};
    static wits_desc desc = BRAIN(states, ways);
    desc.considerations = rows;
    desc.consideration_count = count;
    world w;
    begin(&w, &desc);
    start(&w);
    choose(&w, test, input, expected + 1e-5f, 0.5f, "B");
    choose(&w, test, input, expected - 1e-5f, 0.5f, "A");
    end(&w);
}

/// The inputs are s0, which is given, and s2, which is 0.5.
static void section_6_considerations(void) {
    wits_consideration_desc rows[] = {
        {.of = 1, .group = WITS_GROUP_PRODUCT},
        {.of = 1, .depth = 1, .input = "s0", .high = 10},
        {.of = 1, .depth = 1, .input = "s2"},
    };
    static const float expected[] = {
        [WITS_GROUP_PRODUCT] = 0.4f,
        [WITS_GROUP_COMPENSATED] = 0.88f * 0.625f,
        [WITS_GROUP_GEOMETRIC_MEAN] = 0.6324555f,
        [WITS_GROUP_SUM] = 1.0f,
        [WITS_GROUP_MEAN] = 0.65f,
        [WITS_GROUP_MIN] = 0.5f,
        [WITS_GROUP_MAX] = 0.8f,
    };
    for (int group = WITS_GROUP_PRODUCT; group <= WITS_GROUP_MAX; group++) {
        rows[0].group = (wits_group)group;
        considered("6: groups", rows, 3, 8.0f, expected[group]);
    }
    rows[0].group = WITS_GROUP_PRODUCT;
    rows[1].has_weight = true;
    rows[1].weight = 2.0f;
    considered("6: a weight is an exponent", rows, 3, 8.0f, 0.32f);
    rows[0].group = WITS_GROUP_SUM;
    rows[1].weight = -0.5f;
    considered("6: a weight is a factor", rows, 3, 8.0f, 0.1f);
    considered("6: a sum below 0", rows, 3, 10.0f, 0.0f);
    rows[0].group = WITS_GROUP_MEAN;
    rows[1].weight = 3.0f;
    considered("6: a mean divides by the weights", rows, 3, 8.0f, 0.725f);
    rows[1].has_weight = false;
    considered("6: beyond the range", rows, 3, 80.0f, 0.75f);
    considered("6: NaN is lo", rows, 3, NAN, 0.25f);
    rows[1].has_on_nan = true;
    rows[1].on_nan = 5.0f;
    considered("6: NaN is on_nan", rows, 3, NAN, 0.5f);
    rows[1].outside = WITS_OUTSIDE_WRAP;
    considered("6: wrap", rows, 3, 24.0f, 0.45f);
    static const wits_curve curves[] = {{.kind = WITS_CURVE_LINEAR, .has_m = true, .m = -1, .b = 1},
                                        {.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 2}};
    rows[1].curves = curves;
    rows[1].curve_count = 2;
    considered("6: one curve after another", rows, 3, 8.0f, 0.27f);
    const wits_consideration_desc gated[] = {{.of = 1, .group = WITS_GROUP_MAX},
                                             {.of = 1, .depth = 1, .group = WITS_GROUP_PRODUCT},
                                             {.of = 1, .depth = 2, .gate = "yes"},
                                             {.of = 1, .depth = 2, .input = "s0"},
                                             {.of = 1, .depth = 1, .input = "s2"}};
    considered("6: a gate in a group", gated, 5, 1.0f, 0.5f);
}

// ---------------------------------------------------------------------------------------------------- sections 7, 8

static void section_7(void) {
    enum { ROOT, C, A, B, D };
    static const wits_state_desc states[] = {
        {.name = "root", .update = "do"},
        {.name = "C", .parent = ROOT, .update = "do"},
        {.name = "A", .parent = C, .update = "do"},
        {.name = "B", .parent = C, .update = "do", .exit = "do"},
        {.name = "D", .parent = ROOT, .update = "do; count", .data_size = 1, .data = "\x07"},
    };
    static const wits_transition_desc ways[] = {{.from = A, .to = B, ON("1")}};
    static const wits_step_desc steps[] = {
        {.of = A, .when = "yes", .run = "do", .to = D}, {.of = A, .run = "do"}, {.of = B, .to = C}};
    static wits_desc desc = BRAIN(states, ways);
    desc.steps = steps;
    desc.step_count = COUNT(steps);
    world w;
    begin(&w, &desc);
    start(&w);
    (void)model_update(w.m, &w.frame);
    check(&w, "7: inner first, step without destination", "A-update A-step C-update root-update", "A");
    w.yes = true;
    (void)model_update(w.m, &w.frame);
    check(&w, "7: C left before its turn", "A-update A-step root-update", "D");
    (void)model_update(w.m, &w.frame);
    check(&w, "8: private data from initial bytes", "D-update 7 root-update", "D");
    (void)model_update(w.m, &w.frame);
    check(&w, "8: private data live on", "D-update 8 root-update", "D");
    model_place(w.m, &w.frame, B);
    (void)model_update(w.m, &w.frame);
    check(&w, "7: to a composite around it", "B-update B-exit C-update root-update", "A");
    desc.update_outer_first = true;
    w.yes = false;
    (void)model_update(w.m, &w.frame);
    check(&w, "7: outer first", "root-update C-update A-update A-step", "A");
    desc.update_outer_first = false;
    end(&w);
}

static void section_8(void) {
    enum { ROOT, A, B };
    static const wits_state_desc states[] = {
        {.name = "root"},
        {.name = "A", .parent = ROOT, .update = "do; raise 1; do", .step = "step"},
        {.name = "B", .parent = ROOT, .enter = "do"},
    };
    static const wits_transition_desc ways[] = {{.from = A, .to = B, ON("1")}};
    static const wits_step_desc steps[] = {{.of = A, .to = B}};
    static wits_desc desc = BRAIN(states, ways);
    desc.steps = steps;
    desc.step_count = COUNT(steps);
    world w;
    wits_action_record records[8];
    wits_list list = {records, 8, 0};
    begin(&w, &desc);
    w.frame.list = &list;
    w.frame.mode = WITS_MODE_LISTED;
    start(&w);
    check_text("8: listed refuses", model_update(w.m, &w.frame) ? "done" : "refused", "refused");
    w.frame.mode = WITS_MODE_DEFERRED;
    (void)model_update(w.m, &w.frame);
    check(&w, "8: deferred, callback runs where it occurs", "callback", "B");
    check_text("8: raise ran", model_is_pending(w.m, 0) ? "yes" : "no", "yes");
    for (uint32_t i = 0; i < list.count; i++) {
        model_run_record(w.m, &w.frame, &records[i]);
    }
    check(&w, "8: the list", "A-update A-update B-enter", "B");
    end(&w);
}

int main(void) {
    worked_example();
    section_2();
    section_2_nested();
    section_3();
    section_4();
    section_5();
    section_5_parallel();
    section_6();
    section_6_candidates();
    section_6_considerations();
    section_7();
    section_8();
    (void)printf("model: %d checks, %d failed\n", checks, failures);
    return failures > 0 ? 1 : 0;
}
