// SPDX-License-Identifier: MIT
// Gives equal bytes to agents that will always behave the same: wits/situations.h. The relevant clocks are found when
// the brain is compiled (state_row.clock_until: rules.c, machines.c, expr/elapsed.c).
#include "wits/situations.h"
#include "core/run/check.h"
#include "core/run/targets.h"

#include <string.h>

typedef enum activity {
    ACTIVITY_NONE,
    ACTIVITY_RUNNING,  ///< it is active: its clocks hold start ticks
    ACTIVITY_KEPT,     ///< they hold elapsed ticks
} activity;

/// Returns whether a state currently has its clocks.
static activity activity_of(const pass *p, uint32_t id) {
    const uint16_t deepest = wits_core_machine_deepest(p, brain_state(p->call.brain, id)->machine);
    if (deepest == WITS_NONE || !state_contains(p->call.brain, id, deepest)) {
        return ACTIVITY_NONE;
    }
    return wits_core_pass_is_in(p, id) ? ACTIVITY_RUNNING : ACTIVITY_KEPT;
}

static bool keeps_clocks(const state_row *s) {
    return s->clock != 0 || s->scored_clock != 0;
}

static bool is_cooling(const pass *p, const state_row *s) {
    return s->cooldown != 0 && p->agent[s->cooldown_at] != 0;
}

static void move_clock(pass *p, uint32_t offset, uint32_t ticks) {
    if (offset != 0) {
        bytes_put32(p->agent + offset, bytes_get32(p->agent + offset) + ticks);
    }
}

void wits_agent_rebase(const wits_brain *brain, void *agent, uint32_t from_tick, uint32_t to_tick) {
    const wits_frame frame = {0};
    wits_core_check_agent(brain, agent, &frame);
    const uint32_t ticks = to_tick - from_tick;
    pass p;
    wits_core_pass_open(&p, brain, agent, &frame);
    for (uint32_t id = 0; id < brain->state_count; id++) {
        const state_row *s = brain_state(brain, id);
        if (keeps_clocks(s) && activity_of(&p, id) == ACTIVITY_RUNNING) {
            move_clock(&p, s->clock, ticks);
            move_clock(&p, s->scored_clock, ticks);
        }
        if (is_cooling(&p, s)) {
            move_clock(&p, s->cooldown_at + 1, ticks);
        }
    }
}

/// Clamps the ticks on a clock to `most`.
static void stop_at(pass *p, uint32_t offset, bool is_running, uint32_t most) {
    if (offset == 0 || most == WITS_SATURATES_NEVER) {
        return;
    }
    const uint32_t tick = p->call.frame->tick;
    const uint32_t stands = bytes_get32(p->agent + offset);
    if ((is_running ? tick - stands : stands) > most) {
        bytes_put32(p->agent + offset, is_running ? tick - most : most);
    }
}

void wits_agent_saturate(const wits_brain *brain, void *agent, uint32_t tick, const uint32_t *least) {
    const wits_frame frame = {.tick = tick};
    wits_core_check_agent(brain, agent, &frame);
    pass p;
    wits_core_pass_open(&p, brain, agent, &frame);
    for (uint32_t id = 0; id < brain->state_count; id++) {
        const state_row *s = brain_state(brain, id);
        const activity now = keeps_clocks(s) ? activity_of(&p, id) : ACTIVITY_NONE;
        if (now != ACTIVITY_NONE) {
            const uint32_t asked = least != NULL ? least[id] : 0;
            stop_at(&p, s->clock, now == ACTIVITY_RUNNING, asked > s->clock_until ? asked : s->clock_until);
            stop_at(&p, s->scored_clock, now == ACTIVITY_RUNNING, s->every);
        }
        if (is_cooling(&p, s) && wits_core_cooldown_left(&p, s) == 0) {
            memset(p.agent + s->cooldown_at, 0, COOLDOWN_BYTES);
        }
    }
}

void wits_agent_rename_targets(const wits_brain *brain, void *agent, wits_rename_target_fn *rename, void *user) {
    const wits_frame frame = {0};
    wits_core_check_agent(brain, agent, &frame);
    pass p;
    wits_core_pass_open(&p, brain, agent, &frame);
    for (uint32_t id = 0; id < brain->state_count; id++) {
        const state_row *s = brain_state(brain, id);
        const bool has_kind = s->target != WITS_NONE && activity_of(&p, id) != ACTIVITY_NONE;
        const uint32_t target = has_kind ? remembered_target(&p, s) : WITS_NO_TARGET;
        if (target != WITS_NO_TARGET) {
            bytes_put32(p.agent + brain_state(brain, s->parent)->target_at, rename(user, s->target, target));
        }
    }
}

uint32_t wits_state_saturates_at(const wits_brain *brain, wits_state_id state) {
    return state < brain->state_count ? brain_state(brain, state)->clock_until : 0;
}

bool wits_brain_saturates(const wits_brain *brain) {
    for (uint32_t id = 0; id < brain->state_count; id++) {
        if (brain_state(brain, id)->clock_until == WITS_SATURATES_NEVER) {
            return false;
        }
    }
    return true;
}
