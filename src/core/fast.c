// SPDX-License-Identifier: MIT
#include "core/fast.h"

#include "core/check.h"
#include "core/pass.h"

// What is seldom needed stays out of the way of what always is. Where a compiler does not know the word, nothing is lost
// but time.
#ifdef __GNUC__
#define SELDOM __attribute__((noinline, cold))
#else
#define SELDOM
#endif

/// The least that host functions need; prepare() adds what the general engine does.
static inline void begin(pass *p, const wits_brain *brain, void *agent, const wits_frame *frame) {
    WITS_ASSERT(frame->functions != NULL || brain->function_count == 0);
    p->call.brain = brain;
    p->call.frame = frame;
    p->call.agent = agent;
    p->call.kind = WITS_ACTION_ENTER;
    p->call.data = NULL;
    p->call.data_size = 0;
#ifdef WITS_CHECKS
    p->agent = agent;
    p->frame = frame;
    check_enter(p);
#endif
}

static void prepare(pass *p, uint64_t pending) {
    p->brain = p->call.brain;
    p->frame = p->call.frame;
    p->agent = p->call.agent;
    p->pending = pending;
    p->deciding = false;
    p->silent = false;
    p->flight_machine = WITS_NONE;
}

/// After a detour through functions that get private data.
static void forget_data(pass *p) {
    p->call.data = NULL;
    p->call.data_size = 0;
}

/// The number of the configuration plus 1; 0 when stopped.
static inline uint32_t get_slot(const wits_brain *brain, const uint8_t *agent) {
    return brain->slot_width == 1 ? agent[0] : bytes_get16(agent);
}

static inline void set_slot(const wits_brain *brain, uint8_t *agent, uint32_t slot) {
    agent[0] = (uint8_t)slot;
    if (brain->slot_width == 2) {
        agent[1] = (uint8_t)(slot >> 8);
    }
}

static inline const plan *get_plan(const wits_brain *brain, uint32_t slot) {
    return (const plan *)brain_at(brain, brain->plans) + (slot - 1);
}

static inline const plan *current_plan(const wits_brain *brain, const uint8_t *agent) {
    return get_plan(brain, get_slot(brain, agent));
}

// ------------------------------------------------------------------------------------------------------------ commands

static void run_list(pass *p, wits_action_kind kind, uint16_t id, action_index actions) {
    prepare(p, 0);
    p->flight_machine = 0;
    p->flight_state = id;
    act(p, actions, kind, id, WITS_NONE);
    forget_data(p);
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

/// Any command but a call. `domain` is of the transition that fires.
SELDOM static void run_other(pass *p, const command *c, uint16_t domain) {
    if (c->kind == COMMAND_ACTIONS) {
        run_list(p, (wits_action_kind)c->action, c->state, c->what);
    } else if (c->kind == COMMAND_OPEN) {
        open_room(p, c->state);
    } else {
        close_room(p, c->state, domain);
    }
}

static inline void run_command(pass *p, const command *c, uint16_t domain) {
    if (c->kind != COMMAND_CALL) {
        run_other(p, c, domain);
        return;
    }
    const wits_frame *frame = p->call.frame;
    p->call.state = c->state;
    p->call.row = WITS_NONE;
    p->call.kind = (wits_action_kind)c->action;
    frame->functions[c->what].action(frame->context, &p->call);
}

// -------------------------------------------------------------------------------------------------------------- firing

SELDOM static void run_transition_actions(pass *p, const transition_row *t, uint16_t source, uint32_t elapsed) {
    prepare(p, 0);
    p->source_elapsed = elapsed;
    p->flight_machine = 0;
    p->flight_state = t->domain;
    act(p, t->actions, WITS_ACTION_TRANSITION, source, (uint32_t)(t - brain_transition(p->brain, 0)));
    forget_data(p);
}

SELDOM static uint32_t source_elapsed(pass *p, uint16_t source) {
    prepare(p, 0);
    return clock_elapsed(p, brain_state(p->brain, source)->clock);
}

/// Section 5 where the domain and all that is entered are known beforehand. The plan that holds afterwards.
static inline const plan *fire_direct(pass *p, const transition_row *t, uint16_t source, const plan *from) {
    const wits_brain *brain = p->call.brain;
    uint16_t domain = t->domain;
    uint32_t elapsed = t->actions != 0 ? source_elapsed(p, source) : 0;
    const command *c = brain_at(brain, from->exits);
    for (const command *end = c + from->exit_count; c != end && c->state > domain; c++) {
        run_command(p, c, domain);
    }
    if (t->actions != 0) {
        run_transition_actions(p, t, source, elapsed);
    }
    set_slot(brain, p->call.agent, t->slot);
    c = brain_at(brain, t->entries);
    for (const command *end = c + t->entry_count; c != end; c++) {
        run_command(p, c, domain);
    }
    return brain_at(brain, t->plan);
}

SELDOM static const plan *fire_any_way(pass *p, const transition_row *t, uint16_t source) {
    prepare(p, 0);
    uint32_t row = (uint32_t)(t - brain_transition(p->brain, 0));
    fire(p, &(firing){.source = source,
                      .target = t->to,
                      .domain = t->domain,
                      .reenter = t->reenter,
                      .restart = t->restart,
                      .row = row < p->brain->transition_count ? row : WITS_NONE,
                      .actions = t->actions,
                      .kind = WITS_ACTION_TRANSITION,
                      .action_row = row});
    forget_data(p);
    return current_plan(p->brain, p->agent);
}

static inline const plan *fire_row(pass *p, uint32_t row, uint16_t source, const plan *from) {
    const transition_row *t = brain_transition(p->call.brain, row);
    if (t->direct && (!t->any || t->reenter || !state_contains(p->call.brain, source, t->to))) {
        return fire_direct(p, t, source, from);
    }
    return fire_any_way(p, t, source);
}

// ------------------------------------------------------------------------------------------------------------ deciding

static inline bool ask(pass *p, function_ref condition, uint16_t source, uint32_t row) {
#ifdef WITS_CHECKS
    return ask_condition(p, condition, source, row);
#else
    const wits_frame *frame = p->call.frame;
    p->call.state = source;
    p->call.row = (uint16_t)row;
    return frame->functions[condition - 1].condition(frame->context, &p->call);
#endif
}

/// All that a guard may ask for.
SELDOM static bool is_enabled(pass *p, const guard *g, uint16_t source, uint64_t pending) {
    prepare(p, pending);
    const transition_row *t = brain_transition(p->brain, g->row);
    if ((g->flags & GUARD_AFTER) != 0 && clock_elapsed(p, brain_state(p->brain, source)->clock) < t->after) {
        return false;
    }
    if ((g->flags & GUARD_ANY) != 0 && pass_is_in(p, t->to)) {
        return false;
    }
    return ask_condition(p, g->condition, source, g->row);
}

/// The guard of the operation that holds; null if none does.
static inline const guard *find_enabled(pass *p, const operation *op, uint64_t pending) {
    const guard *g = brain_at(p->call.brain, op->first);
    for (const guard *end = g + op->count; g != end; g++) {
        if (g->flags == GUARD_ASKS) {
            if (ask(p, g->condition, op->state, g->row)) {
                return g;
            }
        } else if ((g->flags & GUARD_EVENT) != 0 && (pending >> g->event & 1) == 0) {
            continue;
        } else if (is_enabled(p, g, op->state, pending)) {
            return g;
        }
    }
    return NULL;
}

/// The option of the operation's composite that should be active.
static inline uint16_t choose(pass *p, const operation *op, uint64_t pending) {
    prepare(p, pending);
    return choose_option(p, op->state, (uint16_t)op->first);
}

/// The operation that follows the choice of `composite` in the configuration it has led to.
static const operation *find_after_choice(const operation *op, uint16_t composite) {
    while (op->kind != OPERATION_CHOOSE || op->state != composite) {  // it is there: the composite is still active
        op++;
    }
    return op + 1;
}

static uint64_t take_events(const wits_brain *brain, uint8_t *agent) {
    uint8_t *events = agent + brain->events;
    uint64_t pending = 0;
    for (uint32_t i = 0; i < brain->event_bytes; i++) {
        pending |= (uint64_t)events[i] << 8 * i;
    }
    for (uint32_t i = 0; pending != 0 && i < brain->event_bytes; i++) {
        events[i] = 0;
    }
    return pending;
}

/// The last operation of a plan: what is done where nothing has fired.
SELDOM static const plan *finish(pass *p, const operation *op) {
    if (op->kind == OPERATION_ENTER) {
        prepare(p, 0);
        p->deciding = true;
        enter_child(p, op->state);
        forget_data(p);
    } else {
        run_list(p, WITS_ACTION_DECIDE, op->state, brain_state(p->call.brain, op->state)->decide);
    }
    return current_plan(p->call.brain, p->call.agent);
}

/// Section 4. The plan that holds afterwards.
static inline const plan *decide(pass *p, const plan *now, uint64_t pending) {
    const operation *op = brain_at(p->call.brain, now->operations);
    const operation *end = op + now->operation_count;
    while (op != end) {  // at most three for each level
        if (op->kind == OPERATION_GUARDS) {
            const guard *g = find_enabled(p, op, pending);
            if (g != NULL) {
                return fire_row(p, g->row, op->state, now);
            }
            op++;
        } else if (op->kind == OPERATION_CHOOSE) {
            uint16_t chosen = choose(p, op, pending);
            if (chosen == (uint16_t)op->first) {
                op++;
                continue;
            }
            now = fire_row(p, brain_state(p->call.brain, chosen)->switch_row, (uint16_t)op->first, now);
            const operation *first = brain_at(p->call.brain, now->operations);
            end = first + now->operation_count;
            op = find_after_choice(first, op->state);
        } else {
            return finish(p, op);
        }
    }
    return now;
}

// ------------------------------------------------------------------------------------------------------------ updating

SELDOM static uint16_t take_steps(pass *p, uint16_t id) {
    prepare(p, 0);
    uint16_t done = run_steps(p, id);
    forget_data(p);
    return done;
}

/// Section 7.
static inline void update(pass *p, const plan *now) {
    uint16_t done = now->deepest;
    const command *c = brain_at(p->call.brain, now->updates);
    for (const command *end = c + now->update_count; c != end; c++) {
        if (c->state > done) {
            continue;  // a step has left it: it lies inside of where the step's transition ended
        }
        if (c->kind == COMMAND_STEPS) {
            done = take_steps(p, c->state);
        } else {
            run_command(p, c, 0);
        }
    }
}

static inline bool run_pass(const wits_brain *brain, void *agent, const wits_frame *frame, bool decides, bool updates) {
    uint64_t pending = decides && brain->event_bytes != 0 ? take_events(brain, agent) : 0;
    uint32_t slot = get_slot(brain, agent);
    if (slot == 0) {
        return true;
    }
    pass p;
    begin(&p, brain, agent, frame);
    const plan *now = get_plan(brain, slot);
    if (decides) {
        now = decide(&p, now, pending);
    }
    if (updates) {
        update(&p, now);
    }
    check_leave(&p);
    return true;
}

bool fast_decide(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return run_pass(brain, agent, frame, true, false);
}

bool fast_update(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return run_pass(brain, agent, frame, false, true);
}

bool fast_tick(const wits_brain *brain, void *agent, const wits_frame *frame) {
    return run_pass(brain, agent, frame, true, true);
}
