// SPDX-License-Identifier: MIT
// What crowds run, made once of a brain.
#ifndef WITS_CROWD_CODE_H
#define WITS_CROWD_CODE_H

#include "core/brain.h"
#include "crowd/prefix.h"
#include "wits/crowd.h"

struct wits_crowd_code {
    const wits_brain *brain;
    wits_crowd_plan_info plan;
    bool has_host_actions;
};

static inline uint8_t *crowd_agent(const wits_crowd *crowd, uint64_t row) {
    size_t stride = crowd->agent_stride != 0 ? crowd->agent_stride : crowd->code->brain->agent_size;
    return (uint8_t *)crowd->agents + row * stride;
}

static inline uint64_t crowd_id(const wits_crowd *crowd, uint64_t row) {
    return crowd->ids != NULL ? crowd->ids[row] : crowd->first_id + row;
}

/// Whether an agent decides in this tick.
static inline bool crowd_is_due(const wits_crowd_run *run, uint64_t id) {
    return run->decide_every <= 1 || (run->tick + id) % run->decide_every == 0;
}

// single.c: one agent after another

/// What a verb does to each agent; `state` is of goto and place.
uint64_t single_agents(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                       wits_verb verb, wits_state_id state);
wits_frame single_frame(const wits_crowd *crowd, const wits_crowd_run *run);

#endif
