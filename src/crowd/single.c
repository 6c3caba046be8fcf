// SPDX-License-Identifier: MIT
// Runs one agent after another with the engine of wits.h, which supports every brain and is the reference for the
// blocks.
#include "crowd/code.h"

wits_frame wits_crowd_single_frame(const wits_crowd *crowd, const wits_crowd_run *run) {
    return (wits_frame){.tick = run->tick,
                        .seed = run->seed,
                        .user = crowd->user,
                        .columns = crowd->columns,
                        .functions = crowd->functions,
                        .targets = crowd->targets,
                        .layout = crowd->layout,
                        .mode = crowd->code->has_host_actions ? WITS_MODE_DEFERRED : WITS_MODE_NOW,
                        .list = run->list,
                        .nan_scores = run->nan_scores};
}

static void set_agent(const wits_crowd *crowd, uint64_t row, wits_frame *frame) {
    frame->agent = crowd_id(crowd, row);
    frame->row = (uint32_t)row;
    frame->context = crowd_context(crowd, row);
}

static bool run_single_verb(const wits_brain *brain, void *agent, const wits_frame *frame, uint32_t verb, bool due,
                            wits_state_id state) {
    switch (verb) {
    case WITS_VERB_START:
        return wits_start(brain, agent, frame);
    case WITS_VERB_STOP:
        return wits_stop(brain, agent, frame);
    case WITS_VERB_GOTO:
        return wits_goto(brain, agent, frame, state);
    case WITS_VERB_DECIDE:
        return !due || wits_decide(brain, agent, frame);
    case WITS_VERB_UPDATE:
        return wits_update(brain, agent, frame);
    case SINGLE_PLACE:
        return wits_set_state(brain, agent, frame, state);
    default:
        return due ? wits_tick(brain, agent, frame) : wits_update(brain, agent, frame);
    }
}

/// Returns whether the list has room for everything that one agent may add.
static bool has_room(const wits_crowd *crowd, const wits_crowd_run *run, uint32_t verb) {
    if (!crowd->code->has_host_actions || verb == SINGLE_PLACE) {
        return true;
    }
    WITS_ASSERT(run->list != NULL);
    return run->list != NULL && run->list->capacity - run->list->count >= crowd->code->brain->list_room[verb] &&
           list_has_arguments(crowd->code->brain, run->list, verb);
}

uint64_t wits_crowd_single_agents(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                                  uint32_t verb, wits_state_id state) {
    const wits_brain *brain = crowd->code->brain;
    wits_frame frame = wits_crowd_single_frame(crowd, run);
    for (uint64_t i = 0; i < count; i++) {
        if (!has_room(crowd, run, verb)) {
            return i;
        }
        set_agent(crowd, first + i, &frame);
        run_single_verb(brain, crowd_agent(crowd, first + i), &frame, verb, crowd_is_due(run, frame.agent), state);
    }
    return count;
}
