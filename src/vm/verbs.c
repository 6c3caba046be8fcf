// SPDX-License-Identifier: MIT
// The verbs of section 3: start, stop, goto, restart, set_state.
#include "core/run/check.h"
#include "core/run/pass.h"
#include "vm/code.h"

#include <string.h>

bool wits_vm_has_list_room(const wits_brain *brain, const wits_frame *frame, wits_verb verb) {
    if (frame->mode == WITS_MODE_NOW) {
        return true;
    }
    bool updates = verb == WITS_VERB_UPDATE || verb == WITS_VERB_TICK;
    if (frame->mode == WITS_MODE_LISTED && brain->has_step_callbacks && updates) {
        return false;
    }
    const uint32_t room = brain->list_room[verb];
    WITS_ASSERT((frame->list != NULL || room == 0) && "what is listed needs a list");
    return room == 0 || (frame->list != NULL && frame->list->capacity - frame->list->count >= room &&
                         (frame->mode == WITS_MODE_LISTED || list_has_arguments(brain, frame->list, verb)));
}

// ---------------------------------------------------------------------------------------------------------------- path

/// Enters the regions beside `region`: those before it, or with `after` those after it.
static void enter_regions_beside(const vm_call *c, uint16_t region, bool after) {
    const uint16_t around = brain_state(c->brain, region)->parent;
    const state_row *parallel = brain_state(c->brain, around);
    if (parallel->kind != WITS_KIND_PARALLEL) {
        return;
    }
    const uint32_t ordinal = brain_state(c->brain, region)->ordinal;
    const uint32_t end = after ? parallel->child_count : ordinal;
    for (uint32_t i = after ? ordinal + 1 : 0; i < end; i++) {
        wits_vm_run(c, vm_verbs_of(c->brain, brain_child(c->brain, parallel, i))->region);
    }
    if (after) {
        wits_vm_run(c, vm_verbs_of(c->brain, around)->regions_end);
    }
}

void wits_vm_enter_way(const vm_call *c, uint16_t domain, uint16_t destination) {
    const wits_brain *b = c->brain;
    const uint32_t first = domain == WITS_NONE ? 0 : brain_state(b, domain)->depth + 1u;
    const uint32_t last = brain_state(b, destination)->depth;
    for (uint32_t depth = first; depth <= last; depth++) {
        const uint16_t id = state_ancestor(b, destination, depth);
        const vm_verbs *v = vm_verbs_of(b, id);
        if (depth > first) {
            wits_vm_run(c, v->towards);
            enter_regions_beside(c, id, false);
        }
        wits_vm_run(c, v->enter);
    }
    wits_vm_run(c, vm_verbs_of(b, destination)->inside);
    for (uint32_t depth = last; depth > first; depth--) {
        enter_regions_beside(c, state_ancestor(b, destination, depth), true);
    }
}

// --------------------------------------------------------------------------------------------------------------- verbs

/// Clears everything except the pending events.
static void forget(const wits_brain *b, uint8_t *agent) {
    memset(agent, 0, b->events);
    memset(agent + b->fresh, 0, b->agent_size - b->fresh);
}

static bool begin(vm_call *c, const wits_brain *brain, void *agent, const wits_frame *frame, wits_verb verb) {
    wits_core_check_call(brain, agent, frame);
    *c = (vm_call){.brain = brain, .agent = agent, .frame = frame};
    return wits_vm_has_list_room(brain, frame, verb);
}

bool wits_start(const wits_brain *brain, void *agent, const wits_frame *frame) {
    vm_call c;
    if (!begin(&c, brain, agent, frame, WITS_VERB_START)) {
        return false;
    }
    if (!agent_is_started(brain, agent)) {
        wits_vm_enter_way(&c, WITS_NONE, WITS_ROOT);
    }
    return true;
}

bool wits_stop(const wits_brain *brain, void *agent, const wits_frame *frame) {
    vm_call c;
    if (!begin(&c, brain, agent, frame, WITS_VERB_STOP)) {
        return false;
    }
    if (agent_is_started(brain, agent)) {
        c.does = RUN_STOPS;
        wits_vm_run(&c, brain->stop);
    }
    forget(brain, agent);
    return true;
}

/// Moves like a transition without actions: the active state in `domain` on the path to `destination` exits.
static void move(const vm_call *c, uint16_t source, uint16_t domain, uint16_t exits, uint16_t destination) {
    if (c->frame->trace != NULL) {
        wits_core_trace_add(c->frame, WITS_TRACE_FIRED, source, destination, WITS_NONE, 0.0f);
    }
    if (exits != WITS_NONE) {
        wits_vm_run(c, vm_verbs_of(c->brain, exits)->exit);
    }
    wits_vm_enter_way(c, domain, destination);
}

/// Moves from the root to an inactive state: the domain is the innermost active state around it.
static void move_to(const vm_call *c, const pass *p, uint16_t destination) {
    uint16_t domain = brain_state(c->brain, destination)->parent;
    while (!wits_core_pass_is_in(p, domain)) {  // terminates: the root contains all states
        domain = brain_state(c->brain, domain)->parent;
    }
    move(c, WITS_ROOT, domain, wits_core_active_child(p, brain_state(c->brain, domain)), destination);
}

/// Implements `goto` and `restart`.
static bool go(const wits_brain *brain, void *agent, const wits_frame *frame, wits_state_id destination, bool again) {
    vm_call c;
    WITS_ASSERT(destination != WITS_ROOT && "the root is no destination");
    if (destination == WITS_ROOT || !has_state(brain, destination) || !begin(&c, brain, agent, frame, WITS_VERB_GOTO)) {
        return false;
    }
    pass p;
    wits_core_pass_open(&p, brain, agent, frame);
    if (!agent_is_started(brain, agent)) {
        wits_vm_enter_way(&c, WITS_NONE, (uint16_t)destination);
    } else if (!wits_core_pass_is_in(&p, destination)) {
        move_to(&c, &p, (uint16_t)destination);
    } else if (again) {
        move(&c, (uint16_t)destination, brain_state(brain, destination)->parent, (uint16_t)destination,
             (uint16_t)destination);
    }
    return true;
}

bool wits_goto(const wits_brain *brain, void *agent, const wits_frame *frame, wits_state_id state) {
    return go(brain, agent, frame, state, false);
}

bool wits_restart(const wits_brain *brain, void *agent, const wits_frame *frame, wits_state_id state) {
    return go(brain, agent, frame, state, true);
}

bool wits_set_state(const wits_brain *brain, void *agent, const wits_frame *frame, wits_state_id state) {
    wits_core_check_agent(brain, agent, frame);
    if (!has_state(brain, state)) {
        return false;
    }
    wits_frame silent;
    const vm_call c = vm_silent_call(brain, agent, frame, &silent);
    forget(brain, agent);
    wits_vm_enter_way(&c, WITS_NONE, (uint16_t)state);
    return true;
}

uint32_t wits_list_room(const wits_brain *brain, wits_verb verb) {
    WITS_ASSERT((uint32_t)verb <= WITS_VERB_TICK);
    return (uint32_t)verb <= WITS_VERB_TICK ? brain->list_room[verb] : 0;
}

uint32_t wits_list_argument_room(const wits_brain *brain, wits_verb verb) {
    WITS_ASSERT((uint32_t)verb <= WITS_VERB_TICK);
    return (uint32_t)verb <= WITS_VERB_TICK ? brain->argument_room[verb] : 0;
}
