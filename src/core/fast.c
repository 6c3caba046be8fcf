// SPDX-License-Identifier: MIT
#include "core/fast.h"

#include "core/check.h"
#include "core/pass.h"

static void begin(pass *p, const wits_brain *brain, void *agent, const wits_frame *frame) {
    WITS_ASSERT(frame->functions != NULL || brain->function_count == 0);
    p->call.brain = brain;
    p->call.frame = frame;
    p->call.agent = agent;
    p->call.data = NULL;
    p->call.data_size = 0;
    p->call.row = WITS_NONE;
    p->call.kind = WITS_ACTION_ENTER;
    p->brain = brain;
    p->frame = frame;
    p->agent = agent;
    p->pending = 0;
    p->deciding = false;
    p->silent = false;
    p->flight_machine = WITS_NONE;
    check_enter(p);
}

/// The number of the configuration plus 1; 0 when stopped.
static inline uint32_t get_slot(const pass *p) {
    return p->brain->config_count <= 0xFF ? p->agent[0] : bytes_get16(p->agent);
}

static inline void set_slot(pass *p, uint32_t slot) {
    bytes_put(p->agent, p->brain->config_count <= 0xFF ? 1 : 2, slot);
}

static inline const plan *get_plan(const pass *p, uint32_t slot) {
    return (const plan *)brain_at(p->brain, p->brain->plans) + (slot - 1);
}

static inline uint16_t deepest_of(const pass *p, uint32_t slot) {
    return ((const uint16_t *)brain_at(p->brain, p->brain->config_states))[slot - 1];
}

// ------------------------------------------------------------------------------------------------------------- actions

static inline void run(pass *p, action_index actions, wits_action_kind kind, uint16_t id) {
    const uint32_t *words = brain_actions(p->brain, actions);
    const state_row *s = brain_state(p->brain, id);
    p->call.state = id;
    p->call.row = WITS_NONE;
    p->call.kind = kind;
    p->call.data = s->data != 0 ? p->agent + s->data : NULL;
    p->call.data_size = s->data_size;
    for (uint32_t i = 1; i <= words[0]; i++) {
        if ((words[i] & WITS_LIST_RAISE) != 0) {
            wits_raise(p->brain, p->agent, words[i] & ~WITS_LIST_RAISE);
        } else {
            p->frame->functions[words[i]].action(p->frame->context, &p->call);
        }
    }
}

static inline bool ask(pass *p, function_ref condition, uint16_t source, uint32_t row) {
#ifdef WITS_CHECKS
    return ask_condition(p, condition, source, row);
#else
    if (condition == 0) {
        return true;
    }
    p->call.state = source;
    p->call.row = (uint16_t)row;
    p->call.data = NULL;
    p->call.data_size = 0;
    return p->frame->functions[condition - 1].condition(p->frame->context, &p->call);
#endif
}

// -------------------------------------------------------------------------------------------------------------- firing

static void fly(pass *p, uint16_t id) {
    p->flight_machine = 0;
    p->flight_state = id;
}

static void leave_state(pass *p, const state_row *s, uint16_t id, uint16_t domain) {
    fly(p, id);
    if (s->exit != 0) {
        run(p, s->exit, WITS_ACTION_EXIT, id);
    }
    room_close(p, id);
    if (s->parent != domain) {
        memory_set(p, brain_state(p->brain, s->parent), s->ordinal + 1u);
    }
}

static void enter_prepared(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->brain, id);
    if (s->exit_work) {
        memory_set(p, brain_state(p->brain, s->parent), 0);
        room_open(p, id);
    }
    if (s->enter != 0) {
        fly(p, id);
        run(p, s->enter, WITS_ACTION_ENTER, id);
    }
}

/// Section 5 where the domain and all that is entered are known beforehand.
static void fire_direct(pass *p, const transition_row *t, uint16_t source, uint16_t deepest) {
    const state_row *states = brain_states(p->brain);
    if (t->actions != 0) {
        p->source_elapsed = clock_elapsed(p, states[source].clock);
    }
    for (uint16_t id = deepest; id != t->domain; id = states[id].parent) {  // at most WITS_MAX_DEPTH times
        if (states[id].exit_work) {
            leave_state(p, &states[id], id, t->domain);
        }
    }
    if (t->actions != 0) {
        fly(p, t->domain);
        act(p, t->actions, WITS_ACTION_TRANSITION, source, (uint32_t)(t - brain_transition(p->brain, 0)));
    }
    const uint16_t *chain = (const uint16_t *)brain_at(p->brain, p->brain->chains) + t->first_chain;
    for (uint32_t i = 0; i < t->chain_count; i++) {
        enter_prepared(p, chain[i]);
    }
    p->flight_machine = WITS_NONE;
    set_slot(p, t->result + 1u);
}

static void fire_row(pass *p, uint32_t row, uint16_t source, uint16_t deepest) {
    const transition_row *t = brain_transition(p->brain, row);
    bool nested = t->any && !t->reenter && state_contains(p->brain, source, t->to);
    if (t->direct && !nested) {
        fire_direct(p, t, source, deepest);
        return;
    }
    fire(p, &(firing){.source = source,
                      .target = t->to,
                      .domain = t->domain,
                      .reenter = t->reenter,
                      .restart = t->restart,
                      .row = row,
                      .actions = t->actions,
                      .kind = WITS_ACTION_TRANSITION,
                      .action_row = row});
}

// ------------------------------------------------------------------------------------------------------------ deciding

static bool is_enabled(pass *p, const guard *g, uint16_t source) {
    if ((g->flags & GUARD_EVENT) != 0 && (p->pending >> g->event & 1) == 0) {
        return false;
    }
    if (g->flags != GUARD_EVENT && g->flags != 0) {
        const transition_row *t = brain_transition(p->brain, g->row);
        if ((g->flags & GUARD_AFTER) != 0 && clock_elapsed(p, brain_state(p->brain, source)->clock) < t->after) {
            return false;
        }
        if ((g->flags & GUARD_ANY) != 0 && pass_is_in(p, t->to)) {
            return false;
        }
    }
    return ask(p, g->condition, source, g->row);
}

/// Whether one of the operation's guards has fired.
static inline bool try_operation(pass *p, const operation *op, uint32_t slot) {
    const guard *guards = brain_guard(p->brain, op->first);
    for (uint32_t i = 0; i < op->count; i++) {
        if (is_enabled(p, &guards[i], op->state)) {
            fire_row(p, guards[i].row, op->state, deepest_of(p, slot));
            return true;
        }
    }
    return false;
}

/// After another option of `composite` was chosen: the operations that follow in the new configuration.
static const operation *after_choice(const pass *p, uint16_t composite, const operation **end) {
    const plan *now = get_plan(p, get_slot(p));
    const operation *op = (const operation *)brain_at(p->brain, p->brain->operations) + now->first_operation;
    *end = op + now->operation_count;
    while (op->kind != OPERATION_CHOOSE || op->state != composite) {  // it is there: the composite is still active
        op++;
    }
    return op + 1;
}

static void take_events(pass *p) {
    uint8_t *events = p->agent + p->brain->events;
    for (uint32_t i = 0; i < p->brain->event_bytes; i++) {
        if (events[i] != 0) {
            p->pending |= (uint64_t)events[i] << 8 * i;
            events[i] = 0;
        }
    }
}

static void decide(pass *p) {
    take_events(p);
    uint32_t slot = get_slot(p);
    if (slot == 0) {
        return;
    }
    const plan *now = get_plan(p, slot);
    const operation *op = (const operation *)brain_at(p->brain, p->brain->operations) + now->first_operation;
    const operation *end = op + now->operation_count;
    while (op != end) {  // as many as the path has levels, or fewer
        switch (op->kind) {
        case OPERATION_GUARDS:
            if (try_operation(p, op, slot)) {
                return;
            }
            op++;
            break;
        case OPERATION_CHOOSE: {
            uint16_t current = (uint16_t)op->first;
            bool switched = choose_again(p, op->state, current) != current;
            op = switched ? after_choice(p, op->state, &end) : op + 1;
            slot = get_slot(p);
            break;
        }
        case OPERATION_ENTER:
            enter_child(p, op->state);
            return;
        default:
            run(p, brain_state(p->brain, op->state)->decide, WITS_ACTION_DECIDE, op->state);
            return;
        }
    }
}

static void update(pass *p) {
    uint32_t slot = get_slot(p);
    if (slot == 0) {
        return;
    }
    const plan *now = get_plan(p, slot);
    const uint16_t *updates = (const uint16_t *)brain_at(p->brain, p->brain->updates) + now->first_update;
    uint16_t done = deepest_of(p, slot);
    for (uint32_t i = 0; i < now->update_count; i++) {
        uint16_t id = updates[i];
        const state_row *s = brain_state(p->brain, id);
        if (!state_contains(p->brain, id, done)) {
            continue;  // a step has left it
        }
        if (s->update != 0) {
            run(p, s->update, WITS_ACTION_UPDATE, id);
        }
        if (s->step != 0 || s->step_count != 0) {
            done = run_steps(p, id);
        }
    }
}

bool fast_decide(const wits_brain *brain, void *agent, const wits_frame *frame) {
    pass p;
    begin(&p, brain, agent, frame);
    decide(&p);
    check_leave(&p);
    return true;
}

bool fast_update(const wits_brain *brain, void *agent, const wits_frame *frame) {
    pass p;
    begin(&p, brain, agent, frame);
    update(&p);
    check_leave(&p);
    return true;
}

bool fast_tick(const wits_brain *brain, void *agent, const wits_frame *frame) {
    pass p;
    begin(&p, brain, agent, frame);
    decide(&p);
    update(&p);
    check_leave(&p);
    return true;
}
