// SPDX-License-Identifier: MIT
// The calls that make an agent live. Section 3.
#include "core/check.h"
#include "core/pass.h"

#include <string.h>

bool has_list_room(const wits_brain *brain, const wits_frame *frame, wits_verb verb) {
    if (frame->mode == WITS_MODE_NOW) {
        return true;
    }
    bool updates = verb == WITS_VERB_UPDATE || verb == WITS_VERB_TICK;
    if (frame->mode == WITS_MODE_LISTED && brain->has_step_callbacks && updates) {
        return false;
    }
    const uint32_t room = brain->list_room[verb];
    WITS_ASSERT((frame->list != NULL || room == 0) && "what is listed needs a list");
    return room == 0 || (frame->list != NULL && frame->list->capacity - frame->list->count >= room);
}

static bool begin(pass *p, const wits_brain *brain, void *agent, const wits_frame *frame, wits_verb verb) {
    check_call(brain, agent, frame);
    if (!has_list_room(brain, frame, verb)) {
        return false;
    }
    pass_begin(p, brain, agent, frame);
    check_enter(p);
    return true;
}

static bool end(pass *p) {
    check_leave(p);
    pass_end(p);
    return true;
}

static bool is_started(const pass *p) {
    return machine_deepest(p, 0) != WITS_NONE;
}

/// All but the pending events is forgotten.
static void forget(pass *p) {
    const wits_brain *b = p->call.brain;
    memset(p->agent, 0, b->events);
    memset(p->agent + b->fresh, 0, b->agent_size - b->fresh);
}

bool wits_start(const wits_brain *brain, void *agent, const wits_frame *frame) {
    pass p;
    if (!begin(&p, brain, agent, frame, WITS_VERB_START)) {
        return false;
    }
    if (!is_started(&p)) {
        enter_way(&p, WITS_NONE, WITS_ROOT, false);
    }
    return end(&p);
}

bool wits_stop(const wits_brain *brain, void *agent, const wits_frame *frame) {
    pass p;
    if (!begin(&p, brain, agent, frame, WITS_VERB_STOP)) {
        return false;
    }
    if (is_started(&p)) {
        exit_all(&p);
    }
    forget(&p);
    return end(&p);
}

/// `goto` and `restart`: a transition from the root without action; restarting what is active is one from it to itself.
static bool move_to(const wits_brain *brain, void *agent, const wits_frame *frame, wits_state_id destination,
                    bool again) {
    pass p;
    WITS_ASSERT(destination != WITS_ROOT && "the root is no destination");
    if (destination == WITS_ROOT || !has_state(brain, destination) || !begin(&p, brain, agent, frame, WITS_VERB_GOTO)) {
        return false;
    }
    if (!is_started(&p)) {
        enter_way(&p, WITS_NONE, destination, false);
    } else if (!pass_is_in(&p, destination)) {
        fire(&p, &(firing){.source = WITS_ROOT, .destination = destination, .domain = WITS_NONE, .row = WITS_NONE});
    } else if (again) {
        fire(&p, &(firing){.source = destination,
                           .destination = destination,
                           .domain = WITS_NONE,
                           .reenter = true,
                           .row = WITS_NONE});
    }
    return end(&p);
}

bool wits_goto(const wits_brain *brain, void *agent, const wits_frame *frame, wits_state_id state) {
    return move_to(brain, agent, frame, state, false);
}

bool wits_restart(const wits_brain *brain, void *agent, const wits_frame *frame, wits_state_id state) {
    return move_to(brain, agent, frame, state, true);
}

bool wits_place(const wits_brain *brain, void *agent, const wits_frame *frame, wits_state_id state) {
    pass p;
    check_agent(brain, agent, frame);
    if (!has_state(brain, state)) {
        return false;
    }
    pass_begin(&p, brain, agent, frame);
    check_enter(&p);
    forget(&p);
    p.silent = true;
    enter_way(&p, WITS_NONE, state, false);
    return end(&p);
}

bool general_pass(const wits_brain *brain, void *agent, const wits_frame *frame, wits_verb verb) {
    pass p;
    if (!begin(&p, brain, agent, frame, verb)) {
        return false;
    }
    if (verb != WITS_VERB_UPDATE) {
        decide_pass(&p);
    }
    if (verb != WITS_VERB_DECIDE) {
        update_pass(&p);
    }
    return end(&p);
}

uint32_t wits_list_room(const wits_brain *brain, wits_verb verb) {
    WITS_ASSERT((uint32_t)verb <= WITS_VERB_TICK);
    return (uint32_t)verb <= WITS_VERB_TICK ? brain->list_room[verb] : 0;
}
