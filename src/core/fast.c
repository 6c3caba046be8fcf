// SPDX-License-Identifier: MIT
// The calls that run every tick. A plain brain in mode now without a trace takes the prepared way; everything else goes
// through decide.c and update.c, which say the same at greater length.
#include "core/fast.h"

#include "core/check.h"
#include "core/consider.h"
#include "core/pass.h"
#include "expr/lean.h"

// What is seldom needed stays out of the way of what always is. Where a compiler does not know the words, nothing is
// lost but time.
#ifdef __GNUC__
#define SELDOM __attribute__((noinline, cold))
#define APART __attribute__((noinline))
#define ALWAYS inline __attribute__((always_inline))
#else
#define SELDOM
#define APART
#define ALWAYS inline
#endif

/// Who wants to be told of everything takes the way that tells.
static ALWAYS bool is_watched(const wits_frame *frame) {
    return frame->trace != NULL || frame->explain != NULL;
}

/// What the general engine needs beside what host functions are told.
static void prepare(pass *p, uint64_t pending) {
    p->brain = p->call.brain;
    p->frame = p->call.frame;
    p->agent = p->call.agent;
    p->pending = pending;
    p->deciding = false;
    p->silent = false;
    p->flight_machine = WITS_NONE;
    p->dormant = (window){0, 0, 0, 0};
}

/// The least that host functions need; prepare() adds what the general engine does.
static ALWAYS void begin(pass *p, const wits_brain *brain, void *agent, const wits_frame *frame) {
    p->call.brain = brain;
    p->call.frame = frame;
    p->call.agent = agent;
    p->call.data = NULL;
    p->call.data_size = 0;
    p->call.argument = NULL;
    p->call.pass = p;
#ifdef WITS_CHECKS
    prepare(p, 0);
    check_enter(p);
#endif
}

/// After a detour through functions that get private data.
static void forget_data(pass *p) {
    p->call.data = NULL;
    p->call.data_size = 0;
}

/// The number of the configuration plus 1; 0 when stopped.
static ALWAYS uint32_t get_slot(const wits_brain *brain, const uint8_t *agent) {
    return brain->slot_width == 1 ? agent[0] : bytes_get16(agent);
}

static ALWAYS const plan *get_plan(const wits_brain *brain, uint32_t slot) {
    const uint32_t *offsets = brain_at(brain, brain->plans);
    return brain_at(brain, offsets[slot - 1]);
}

static const plan *current_plan(const pass *p) {
    return get_plan(p->call.brain, get_slot(p->call.brain, p->call.agent));
}

static ALWAYS const operation *get_operations(const plan *of) {
    return (const operation *)(of + 1);
}

/// What stays the same during a call, kept apart from what host functions might write.
typedef struct host {
    const wits_function *functions;
    void *context;
    bool wide;  ///< the slot has two bytes
} host;

// ------------------------------------------------------------------------------------------------------------ commands

/// What a leaf does at the end of a pass.
static void run_decide_actions(pass *p, uint16_t id) {
    prepare(p, 0);
    act(p, brain_state(p->brain, id)->decide, WITS_ACTION_DECIDE, id, WITS_NONE);
    forget_data(p);
}

/// One action of a state, whatever it is.
static void run_action(pass *p, const command *c) {
    const bool moves = c->action == WITS_ACTION_ENTER || c->action == WITS_ACTION_EXIT;
    prepare(p, 0);
    p->flight_machine = moves ? 0 : WITS_NONE;
    p->flight_state = c->state;
    act_once(p, c->what, (wits_action_kind)c->action, c->state, WITS_NONE);
    forget_data(p);
    p->flight_machine = WITS_NONE;
}

/// An assignment of a constant.
static ALWAYS void set_field(const pass *p, const command *c) {
    const uint32_t bits = c->what;
    const wits_column *to = &p->call.frame->columns[c->field];
    unsigned char *at = (unsigned char *)to->base + p->call.frame->row * to->stride;
    if (to->stride == 0) {
        return;
    }
    if (c->action <= WITS_TYPE_UINT8) {
        *at = (unsigned char)bits;
    } else if (c->action <= WITS_TYPE_UINT16) {
        store_uint16(at, (uint16_t)bits);
    } else {
        store_uint32(at, bits);
    }
}

static ALWAYS expr_value run_lean(const pass *p, uint32_t offset) {
    return lean_run(brain_at(p->call.brain, offset), p->call.frame->columns, p->call.frame->row);
}

static void close_room(pass *p, uint16_t id, uint16_t domain) {
    prepare(p, 0);
    const state_row *s = brain_state(p->brain, id);
    room_close(p, id);
    if (s->parent != domain) {
        memory_set(p, brain_state(p->brain, s->parent), s->ordinal + 1u);
    }
}

static void open_room(pass *p, uint16_t id) {
    prepare(p, 0);
    memory_set(p, brain_state(p->brain, brain_state(p->brain, id)->parent), 0);
    room_open(p, id);
}

/// Any command but a call, assignments and a list. `domain` is of the transition that fires.
SELDOM static void run_other(pass *p, const command *c, uint16_t domain) {
    if (c->kind == COMMAND_ACTION) {
        run_action(p, c);
    } else if (c->kind == COMMAND_OPEN) {
        open_room(p, c->state);
    } else {
        close_room(p, c->state, domain);
    }
}

static ALWAYS void call_action(pass *p, host h, const command *c) {
    p->call.state = c->state;
    p->call.row = c->row;
    p->call.kind = (wits_action_kind)c->action;
    p->call.function = c->what;
    h.functions[c->what].action(h.context, &p->call);
}

static ALWAYS void run_single(pass *p, host h, const command *c, uint16_t domain) {
    if (c->kind == COMMAND_CALL) {
        call_action(p, h, c);
    } else if (c->kind == COMMAND_RUN) {
        run_lean(p, c->what);
    } else if (c->kind == COMMAND_SET) {
        set_field(p, c);
    } else {
        run_other(p, c, domain);
    }
}

/// A list of actions.
APART static void run_actions(pass *p, host h, const command *list) {
    const command *c = brain_at(p->call.brain, list->what);
    for (uint32_t i = 0; i < list->field; i++) {
        run_single(p, h, &c[i], 0);
    }
}

static ALWAYS void run_command(pass *p, host h, const command *c, uint16_t domain) {
    if (c->kind == COMMAND_ACTIONS) {
        run_actions(p, h, c);
    } else {
        run_single(p, h, c, domain);
    }
}

// -------------------------------------------------------------------------------------------------------------- firing

/// Section 5 where the domain and all that is entered are known beforehand.
static ALWAYS void run_exits(pass *p, host h, const plan *from, uint16_t domain) {
    const command *c = brain_at(p->call.brain, from->exits);
    for (; c->state > domain; c++) {  // the end has state 0
        run_command(p, h, c, domain);
    }
}

static ALWAYS void run_entries(pass *p, host h, uint32_t entries) {
    const command *c = brain_at(p->call.brain, entries);
    for (; c->kind != COMMAND_END; c++) {
        run_command(p, h, c, 0);
    }
}

static ALWAYS void set_slot(const pass *p, host h, uint32_t slot) {
    uint8_t *agent = p->call.agent;
    agent[0] = (uint8_t)slot;
    if (h.wide) {
        agent[1] = (uint8_t)(slot >> 8);
    }
}

/// With actions of its own, or an `any` transition that may lead into its source.
SELDOM static const plan *fire_other(pass *p, const transition_row *t, uint16_t source, const plan *from) {
    prepare(p, 0);
    host h = {p->frame->functions, p->frame->context, p->brain->slot_width == 2};
    if (t->direct == DIRECT && (!t->any || t->reenter || !state_contains(p->brain, source, t->to))) {
        uint32_t row = (uint32_t)(t - brain_transition(p->brain, 0));
        uint32_t elapsed = clock_elapsed(p, brain_state(p->brain, source)->clock);
        run_exits(p, h, from, t->domain);
        prepare(p, 0);
        p->source_elapsed = elapsed;
        p->flight_machine = 0;
        p->flight_state = t->domain;
        act(p, t->actions, WITS_ACTION_TRANSITION, source, row);
        forget_data(p);
        p->flight_machine = WITS_NONE;
        set_slot(p, h, t->slot);
        run_entries(p, h, t->entries);
        return brain_at(p->brain, t->plan);
    }
    fire_transition(p, t, source);
    forget_data(p);
    return current_plan(p);
}

/// The plan that holds afterwards.
static ALWAYS const plan *fire_simple(pass *p, host h, const operation *o, const plan *from) {
    run_exits(p, h, from, o->domain);
    set_slot(p, h, o->slot);
    run_entries(p, h, o->entries);
    return brain_at(p->call.brain, o->plan);
}

static ALWAYS const plan *fire_at(pass *p, host h, uint32_t offset, uint16_t source, const plan *from) {
    const transition_row *t = brain_at(p->call.brain, offset);
    if (t->direct != DIRECT_SIMPLE) {
        return fire_other(p, t, source, from);
    }
    run_exits(p, h, from, t->domain);
    set_slot(p, h, t->slot);
    run_entries(p, h, t->entries);
    return brain_at(p->call.brain, t->plan);
}

// ------------------------------------------------------------------------------------------------------------ deciding

static ALWAYS bool ask(pass *p, host h, function_ref condition, uint16_t source, uint32_t row) {
#ifdef WITS_CHECKS
    (void)h;
    return ask_condition(p, condition, source, row);
#else
    p->call.state = source;
    p->call.row = (uint16_t)row;
    p->call.function = condition - 1;
    return h.functions[condition - 1].condition(h.context, &p->call);
#endif
}

/// An expression that needs more than fields.
APART static bool test(pass *p, function_ref condition, uint16_t source, uint32_t row) {
    prepare(p, 0);
    return ask_condition(p, condition, source, row);
}

static ALWAYS bool test_field(const pass *p, uint32_t offset) {
    return lean_test(brain_at(p->call.brain, offset), p->call.frame->columns, p->call.frame->row);
}

/// The transition of the first guard that holds, as an offset; 0 if none does.
SELDOM static uint32_t try_guards(pass *p, const operation *op) {
    for (uint32_t i = 0; i < op->row; i++) {
        const guard *g = brain_guard(p->brain, op->asks + i);
        if (is_enabled(p, g, op->state)) {
            return p->brain->transitions + g->row * (uint32_t)sizeof(transition_row);
        }
    }
    return 0;
}

/// A score that is neither asked of a host function nor lean. `best` is NaN before any other is known.
APART static float other_score(pass *p, const option_row *o, float inertia, float best) {
    if (o->kind == OPTION_SAME) {
        return o->weight;
    }
    prepare(p, 0);
    if (o->kind == OPTION_CONSIDERED) {
        const bar to_reach = {o->weight, inertia, best};
        const look how = {.bar = o->weight >= 0.0f ? &to_reach : NULL, .probed = WITS_NONE};
        return consider(p, o->state, &how) * o->weight;
    }
    return ask_score(p, o->score, o->state) * o->weight;
}

static ALWAYS float ask_option(pass *p, host h, const option_row *o, float inertia, float best) {
#ifndef WITS_CHECKS
    if (o->kind == OPTION_ASK) {
        p->call.state = o->state;
        p->call.function = o->score - 1;
        return h.functions[o->score - 1].score(h.context, &p->call) * o->weight;
    }
#else
    (void)h;
#endif
    return o->kind == OPTION_LEAN ? run_lean(p, o->score).f * o->weight : other_score(p, o, inertia, best);
}

/// An option's score is no number. Of considerations that means a gate that does not hold.
SELDOM static void count_nan(const pass *p, const option_row *o) {
    uint64_t *count = p->call.frame->nan_scores;
    if (count != NULL && o->kind != OPTION_CONSIDERED) {
        ++*count;
    }
}

/// Section 6 for the highest of plain scores. The transition that switches, as an offset; 0 to stay.
static ALWAYS uint32_t choose_highest(pass *p, host h, const operation *op) {
    const state_row *composite = brain_state(p->call.brain, op->state);
    const float floor = composite->floor;
    const float inertia = composite->inertia;
    const uint16_t current = op->child;
    const option_row *best = NULL;
    float best_score = not_a_number();
    p->call.row = WITS_NONE;
    for (const option_row *o = brain_at(p->call.brain, op->transition); o->state != 0; o++) {
        const float more = o->state == current ? inertia : 0.0f;
        float score = ask_option(p, h, o, more, best_score);
        if (o->state == current) {
            score += inertia;
        }
        if (!(score >= floor)) {  // not a number, or below the floor
            if (is_nan(score)) {
                count_nan(p, o);
            }
            continue;
        }
        if (best == NULL || score > best_score || (score == best_score && o->state == current)) {
            best_score = score;
            best = o;
        }
    }
    return best == NULL || best->state == current ? 0 : best->transition;
}

SELDOM static bool is_due(pass *p, const state_row *composite, uint16_t current) {
    prepare(p, 0);
    return is_time_to_score(p, composite, current);
}

static ALWAYS uint32_t choose_plain(pass *p, host h, const operation *op) {
    const state_row *composite = brain_state(p->call.brain, op->state);
    const state_row *current = brain_state(p->call.brain, op->child);
    if ((composite->every | current->hold) != 0 && !is_due(p, composite, op->child)) {
        return 0;
    }
    return choose_highest(p, h, op);
}

SELDOM static uint32_t choose_other(pass *p, const operation *op) {
    prepare(p, 0);
    uint16_t chosen = choose_option(p, op->state, op->child);
    if (chosen == op->child) {
        return 0;
    }
    uint32_t row = brain_state(p->brain, chosen)->switch_row;
    return p->brain->transitions + row * (uint32_t)sizeof(transition_row);
}

/// The operation that follows the choice of `composite` in the configuration it has led to.
static const operation *find_after_choice(const operation *op, uint16_t composite) {
    // It is there: the composite is still active, and chooses in one way only.
    while ((op->kind != OPERATION_CHOOSE && op->kind != OPERATION_HIGHEST) || op->state != composite) {
        op++;
    }
    return op + 1;
}

/// What a pass ends with where nothing has fired.
SELDOM static const plan *finish(pass *p, const operation *op) {
    if (op->kind == OPERATION_ENTER) {
        prepare(p, 0);
        enter_child(p, op->state);
        forget_data(p);
        return current_plan(p);
    }
    run_decide_actions(p, op->state);
    return current_plan(p);
}

/// A transition that asks for more than a condition, or does more than enter and exit; or all of a state.
SELDOM static const plan *try_other(pass *p, const operation *op, const plan *now, uint64_t pending) {
    prepare(p, pending);
    uint32_t fires = 0;
    if (op->kind == OPERATION_GUARDS) {
        fires = try_guards(p, op);
    } else if (is_enabled(p, brain_guard(p->brain, op->asks), op->state)) {
        fires = op->transition;
    }
    host h = {p->frame->functions, p->frame->context, p->brain->slot_width == 2};
    return fires != 0 ? fire_at(p, h, fires, op->state, now) : NULL;
}

/// Section 4. The plan that holds afterwards.
static ALWAYS const plan *decide(pass *p, host h, const plan *now, uint64_t pending) {
    const operation *op = get_operations(now);
    for (;;) {  // the operations end, and a choice only goes inwards
        if (op->kind == OPERATION_ASK) {
            if (ask(p, h, op->asks, op->state, op->row)) {
                return fire_simple(p, h, op, now);
            }
        } else if (op->kind == OPERATION_END) {
            return now;
        } else if (op->kind == OPERATION_FIELD) {
            if (test_field(p, op->asks)) {
                return fire_simple(p, h, op, now);
            }
        } else if (op->kind == OPERATION_LEAN) {
            if (run_lean(p, op->asks).bits != 0) {
                return fire_simple(p, h, op, now);
            }
        } else if (op->kind == OPERATION_TEST) {
            if (test(p, op->asks, op->state, op->row)) {
                return fire_simple(p, h, op, now);
            }
        } else if (op->kind == OPERATION_ALWAYS) {
            return fire_simple(p, h, op, now);
        } else if (op->kind == OPERATION_HIGHEST || op->kind == OPERATION_CHOOSE) {
            uint32_t switches = op->kind == OPERATION_HIGHEST ? choose_plain(p, h, op) : choose_other(p, op);
            if (switches != 0) {
                now = fire_at(p, h, switches, op->child, now);
                op = find_after_choice(get_operations(now), op->state);
                continue;
            }
        } else if (op->kind >= OPERATION_ENTER) {
            return finish(p, op);
        } else if (op->event == 0 || (pending >> (op->event - 1) & 1) != 0) {
            const plan *fired = try_other(p, op, now, pending);
            if (fired != NULL) {
                return fired;
            }
        }
        op++;
    }
}

// ------------------------------------------------------------------------------------------------------------ updating

/// The rest of an update, from a leaf's steps on. A step may leave states before their turn: they lie inside
/// of where its transition ended.
SELDOM static void update_rest(pass *p, const command *c, uint16_t deepest) {
    uint16_t done = deepest;
    for (; c->kind != COMMAND_END; c++) {
        if (c->state > done) {
            continue;
        }
        if (c->kind == COMMAND_STEPS) {
            prepare(p, 0);
            done = run_steps(p, c->state);
            forget_data(p);
        } else {
            run_command(p, (host){p->call.frame->functions, p->call.frame->context, false}, c, 0);
        }
    }
}

/// Section 7.
static ALWAYS void update(pass *p, host h, const plan *now) {
    const command *c = brain_at(p->call.brain, now->updates);
    for (; c->kind != COMMAND_END; c++) {
        if (c->kind == COMMAND_STEPS) {
            update_rest(p, c, now->deepest);
            return;
        }
        run_command(p, h, c, 0);
    }
}

static ALWAYS void run_plan(const wits_brain *brain, void *agent, const wits_frame *frame, wits_verb verb,
                            uint32_t slot, bool wide, uint64_t pending) {
    pass p;
    begin(&p, brain, agent, frame);
    host h = {frame->functions, frame->context, wide};
    const plan *now = get_plan(brain, slot);
    if (verb != WITS_VERB_UPDATE) {
        now = decide(&p, h, now, pending);
    }
    if (verb != WITS_VERB_DECIDE) {
        update(&p, h, now);
    }
    check_leave(&p);
}

/// A brain of more than 255 configurations or 8 events; or one that takes another way altogether.
APART static bool run_other_shape(const wits_brain *brain, void *agent, const wits_frame *frame, wits_verb verb) {
    if (brain->shape == SHAPE_OTHER || frame->mode != WITS_MODE_NOW || is_watched(frame)) {
        return general_pass(brain, agent, frame, verb);
    }
    uint64_t pending = verb != WITS_VERB_UPDATE ? take_events(brain, agent) : 0;
    uint32_t slot = get_slot(brain, agent);
    if (slot != 0) {
        run_plan(brain, agent, frame, verb, slot, brain->slot_width == 2, pending);
    }
    return true;
}

static ALWAYS bool run_pass(const wits_brain *brain, void *agent, const wits_frame *frame, wits_verb verb) {
    check_call(brain, agent, frame);
    if (brain->shape != SHAPE_SIMPLE || frame->mode != WITS_MODE_NOW || is_watched(frame)) {
        return run_other_shape(brain, agent, frame, verb);
    }
    uint8_t *bytes = agent;
    uint32_t pending = 0;
    if (brain->event_bytes != 0 && verb != WITS_VERB_UPDATE) {  // one byte, after the slot's one
        pending = bytes[1];
        bytes[1] = 0;
    }
    if (bytes[0] != 0) {
        run_plan(brain, agent, frame, verb, bytes[0], false, pending);
    }
    return true;
}

bool wits_decide(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return run_pass(brain, agent, frame, WITS_VERB_DECIDE);
}

bool wits_update(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return run_pass(brain, agent, frame, WITS_VERB_UPDATE);
}

bool wits_tick(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return run_pass(brain, agent, frame, WITS_VERB_TICK);
}
