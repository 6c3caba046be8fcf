// SPDX-License-Identifier: MIT
// The calls of wits/crowd.h: which way a slice takes.
#include "crowd/code.h"

static uint64_t run_slice(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                          wits_verb verb) {
    WITS_ASSERT(crowd != NULL && crowd->code != NULL && run != NULL);
    WITS_ASSERT(first <= crowd->count && count <= crowd->count - first);
    wits_crowd_path path = run->path != WITS_CROWD_AUTO ? run->path : crowd->code->plan.path;
    if (path == WITS_CROWD_SINGLE || crowd->code->code_offset == 0) {
        return single_agents(crowd, first, count, run, verb, WITS_NONE);
    }
    return blocks_run(crowd, first, count, run, verb, path == WITS_CROWD_GROUPS);
}

uint64_t wits_crowd_decide(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run) {
    return run_slice(crowd, first, count, run, WITS_VERB_DECIDE);
}

uint64_t wits_crowd_update(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run) {
    return run_slice(crowd, first, count, run, WITS_VERB_UPDATE);
}

uint64_t wits_crowd_tick(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run) {
    return run_slice(crowd, first, count, run, WITS_VERB_TICK);
}

uint64_t wits_crowd_start(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run) {
    return single_agents(crowd, first, count, run, WITS_VERB_START, WITS_NONE);
}

uint64_t wits_crowd_stop(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run) {
    return single_agents(crowd, first, count, run, WITS_VERB_STOP, WITS_NONE);
}

uint64_t wits_crowd_goto(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                         wits_state_id state) {
    return single_agents(crowd, first, count, run, WITS_VERB_GOTO, state);
}

uint64_t wits_crowd_place(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                          wits_state_id state) {
    return single_agents(crowd, first, count, run, SINGLE_PLACE, state);
}
