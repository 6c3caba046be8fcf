// SPDX-License-Identifier: MIT
// Implements wits/crowd.h: selects the path of each slice.
#include "crowd/code.h"

/// Validates the arguments of every call; builds with checks stop at a mistake.
static bool is_sound(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run) {
    WITS_ASSERT(crowd != NULL && run != NULL);
    (void)run;  // only used by builds with checks
    if (!crowd_has(crowd, first, count)) {
        return false;
    }
    WITS_ASSERT(wits_crowd_can_run(crowd) && "wits_crowd_check reports the problem with this crowd");
    WITS_ASSERT(wits_crowd_check_agents(crowd, first, count, NULL) &&
                "these bytes are not agents of this brain: new agents are all zero");
    return true;
}

static uint64_t run_slice(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                          wits_verb verb) {
    if (!is_sound(crowd, first, count, run)) {
        return 0;
    }
    wits_crowd_path path = run->path != WITS_CROWD_PATH_AUTO ? run->path : crowd->code->plan.path;
    if (path == WITS_CROWD_PATH_SINGLE || crowd->code->code_offset == 0) {
        return wits_crowd_single_agents(crowd, first, count, run, verb, WITS_NONE);
    }
    return wits_crowd_blocks_run(crowd, first, count, run, verb,
                                 path == WITS_CROWD_PATH_GROUPS && crowd->code->has_groups);
}

/// Verbs that run agent by agent.
static uint64_t run_singly(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                           uint32_t verb, wits_state_id state) {
    return is_sound(crowd, first, count, run) ? wits_crowd_single_agents(crowd, first, count, run, verb, state) : 0;
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
    return run_singly(crowd, first, count, run, WITS_VERB_START, WITS_NONE);
}

uint64_t wits_crowd_stop(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run) {
    return run_singly(crowd, first, count, run, WITS_VERB_STOP, WITS_NONE);
}

uint64_t wits_crowd_goto(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                         wits_state_id state) {
    return run_singly(crowd, first, count, run, WITS_VERB_GOTO, state);
}

uint64_t wits_crowd_set_state(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                              wits_state_id state) {
    return run_singly(crowd, first, count, run, SINGLE_PLACE, state);
}
