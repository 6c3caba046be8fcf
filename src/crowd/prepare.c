// SPDX-License-Identifier: MIT
// From a brain to what crowds run.
#include "crowd/code.h"

static bool lists_host_action(const wits_brain *brain, action_index actions) {
    if (actions == 0) {
        return false;
    }
    const uint32_t *words = brain_actions(brain, actions);
    for (uint32_t i = 1; i <= words[0]; i++) {
        if ((words[i] & (WITS_LIST_RAISE | WITS_LIST_ASSIGN)) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_host_actions(const wits_brain *b) {
    bool found = false;
    for (uint32_t id = 0; id < b->state_count; id++) {
        const state_row *s = brain_state(b, id);
        found |= lists_host_action(b, s->enter) || lists_host_action(b, s->exit) || lists_host_action(b, s->update) ||
                 lists_host_action(b, s->decide);
    }
    for (uint32_t row = 0; row < b->transition_count; row++) {
        found |= lists_host_action(b, brain_transition(b, row)->actions);
    }
    for (uint32_t row = 0; row < b->step_count; row++) {
        found |= lists_host_action(b, brain_step(b, row)->actions);
    }
    return found;
}

size_t wits_crowd_code_size(const wits_brain *brain) {
    (void)brain;
    return sizeof(wits_crowd_code);
}

const wits_crowd_code *wits_crowd_prepare(const wits_brain *brain, void *memory, size_t size) {
    if (size < wits_crowd_code_size(brain)) {
        return NULL;
    }
    wits_crowd_code *code = memory;
    *code = (wits_crowd_code){.brain = brain, .has_host_actions = has_host_actions(brain)};
    code->plan = (wits_crowd_plan_info){.path = WITS_CROWD_SINGLE,
                                        .reason = "no block form yet",
                                        .state = WITS_NONE,
                                        .block = 1,
                                        .bytes_per_agent = brain->agent_size};
    return code;
}

wits_crowd_plan_info wits_crowd_plan(const wits_crowd_code *code) {
    return code->plan;
}

size_t wits_crowd_scratch_size(const wits_crowd_code *code, uint32_t block) {
    (void)code, (void)block;
    return 64;
}

const char *wits_crowd_simd_name(wits_crowd_simd simd) {
    static const char *const names[] = {"auto", "baseline", "AVX2", "AVX-512"};
    return names[simd <= WITS_SIMD_AVX512 ? simd : WITS_SIMD_AUTO];
}

wits_crowd_simd wits_crowd_best_simd(void) {
    return WITS_SIMD_BASELINE;
}
