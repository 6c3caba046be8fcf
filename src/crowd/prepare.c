// SPDX-License-Identifier: MIT
// From a brain to what crowds run: which way it takes, and the code for it.
#include "crowd/build.h"

#include <string.h>

enum {
    /// Beyond so many operations over a block that test, mark and put, agents that need few of them go one by one in less
    /// time. Arithmetic does not count: one by one it would be as much.
    MAX_OPERATIONS = 1200,
    /// Bytes of a block's columns: what a first-level cache holds beside the code and the stack.
    CACHE = 24 << 10,
    LEAST_BLOCK = 128,
    MOST_BLOCK = 1024,
};

// -------------------------------------------------------------------------------------------------------- host actions

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

// ---------------------------------------------------------------------------------------------------------- the layout

/// Bytes of one lane in all columns that the code uses.
static uint32_t lane_bytes(const build *b) {
    uint32_t bytes = 3 + b->columns.event_bytes + b->lanes.byte_temps + 4 * b->lanes.word_temps;
    for (uint32_t field = 0; field < b->columns.field_count; field++) {
        bytes += b->flags[b->columns.first_field + field] != 0 ? expr_field_size(b->field_types[field]) : 0;
    }
    for (uint32_t i = 0; i < b->agent_column_count; i++) {
        bytes += b->agent_columns[i].width;
    }
    return bytes;
}

static uint32_t best_block(uint32_t bytes_per_lane) {
    uint32_t block = CACHE / bytes_per_lane / LANES_STEP * LANES_STEP;
    return block < LEAST_BLOCK ? LEAST_BLOCK : block > MOST_BLOCK ? MOST_BLOCK : block;
}

static void choose_path(wits_crowd_code *code, const build *b, bool fits) {
    const char *reason = fits ? "few states and rules: each rule once for all agents of a block" : b->lanes.failed;
    if (fits && b->lanes.count - b->lanes.formula_count > MAX_OPERATIONS) {
        fits = false;
        reason = "it has many rules, of which each agent needs few";
    } else if (fits && lanes_kernels_baseline() == NULL) {
        fits = false;
        reason = "the library was built without vectors";
    }
    code->plan = (wits_crowd_plan_info){.path = fits ? WITS_CROWD_MASKS : WITS_CROWD_SINGLE,
                                        .reason = reason,
                                        .state = fits ? (wits_state_id)WITS_NONE : b->failed_at,
                                        .block = 1,
                                        .instructions = b->lanes.count,
                                        .bytes_per_agent = code->brain->agent_size};
    if (b->lanes.failed != NULL) {
        code->plan.instructions = 0;
    }
}

/// Everything but the code itself, which `b` has counted.
static size_t lay_out(wits_crowd_code *code, const wits_brain *brain, const build *b, bool built) {
    *code = (wits_crowd_code){.brain = brain, .has_host_actions = has_host_actions(brain)};
    choose_path(code, b, built);
    uint32_t used = (uint32_t)aligned(sizeof *code);
    if (!built) {
        return used;
    }
    code->columns = b->columns;
    code->needs_ids = b->needs_ids;
    code->agent_column_count = b->agent_column_count;
    code->byte_temps = b->lanes.byte_temps;
    code->word_temps = b->lanes.word_temps;
    code->decide_start = b->decide_start;
    code->update_start = b->update_start;
    code->lane_bytes = lane_bytes(b);
    if (code->plan.path == WITS_CROWD_MASKS) {
        code->plan.block = best_block(code->lane_bytes);
    }
    code->code_offset = used;
    // Some operations are written before it shows that one will do for all of them.
    used += (uint32_t)aligned(sizeof(lanes_op) * (b->lanes.count + LANES_RECENT));
    code->tables_offset = used;
    used += 16 * b->lanes.table_count;
    code->agents_offset = used;
    used += (uint32_t)aligned(sizeof(agent_column) * b->agent_column_count);
    code->flags_offset = used;
    return aligned(used + b->columns.count);
}

size_t wits_crowd_code_size(const wits_brain *brain) {
    build b;
    wits_crowd_code code;
    bool built = build_code(&b, brain, NULL, NULL);
    return lay_out(&code, brain, &b, built);
}

static void *part_at(wits_crowd_code *code, uint32_t offset) {
    return (char *)code + offset;
}

const wits_crowd_code *wits_crowd_prepare(const wits_brain *brain, void *memory, size_t size) {
    WITS_ASSERT(brain != NULL && memory != NULL);
    build b;
    wits_crowd_code layout;
    bool built = build_code(&b, brain, NULL, NULL);
    size_t needed = lay_out(&layout, brain, &b, built);
    if (size < needed) {
        return NULL;
    }
    memset(memory, 0, needed);
    wits_crowd_code *code = memory;
    *code = layout;
    if (built) {
        build_code(&b, brain, part_at(code, code->code_offset), part_at(code, code->tables_offset));
        memcpy(part_at(code, code->agents_offset), b.agent_columns, sizeof(agent_column) * b.agent_column_count);
        memcpy(part_at(code, code->flags_offset), b.flags, b.columns.count);
    }
    code->plan.scratch = wits_crowd_scratch_size(code, 0);
    return code;
}

wits_crowd_plan_info wits_crowd_plan(const wits_crowd_code *code) {
    return code->plan;
}

size_t wits_crowd_scratch_size(const wits_crowd_code *code, uint32_t block) {
    return code->code_offset != 0 ? blocks_scratch(code, block) : 64;
}
