// SPDX-License-Identifier: MIT
// Runs a block whose agents are sorted by their active states: the rules of each state, for the agents in it.
#include "core/bytes.h"
#include "crowd/blocks.h"

#include <string.h>

/// Sorts the block's agents by slot: those of slot s begin at starts[s]. Those with a higher one than `last` follow.
static inline void sort_by(blocks *b, uint32_t last, bool is_wide) {
    const size_t stride = crowd_agent_stride(b->crowd);
    const uint8_t *agents = crowd_agent(b->crowd, b->first);
    uint32_t *const starts = b->starts, *const next = starts + last + 3;
    memset(starts, 0, sizeof *starts * (last + 3));
    for (uint32_t i = 0; i < b->agents; i++) {
        const uint32_t slot = is_wide ? bytes_get16(agents + i * stride) : agents[i * stride];
        starts[(slot <= last ? slot : last + 1) + 1]++;
    }
    for (uint32_t slot = 0; slot <= last + 1; slot++) {
        starts[slot + 1] += starts[slot];
    }
    memcpy(next, starts, sizeof *starts * (last + 2));
    for (uint32_t i = 0; i < b->agents; i++) {
        const uint32_t slot = is_wide ? bytes_get16(agents + i * stride) : agents[i * stride];
        b->order[next[slot <= last ? slot : last + 1]++] = i;
    }
}

static void sort_agents(blocks *b) {
    const machine_row *top = brain_machine(b->code->brain, 0);
    if (top->width == 1) {
        sort_by(b, top->config_count, false);
    } else {
        sort_by(b, top->config_count, true);
    }
}

static void open_group_ids(blocks *b, const uint32_t *order, uint32_t count) {
    for (uint32_t i = 0; i < b->lanes.count; i++) {
        b->ids[i] = i < count ? crowd_id(b->crowd, b->first + order[i]) : 0;
    }
    b->lanes.ids = b->ids;
}

static column_source slot_source(const blocks *b) {
    return (column_source){.base = crowd_agent(b->crowd, b->first), .stride = crowd_agent_stride(b->crowd), .width = 1};
}

void wits_crowd_groups_write_back(const blocks *b) {
    wits_crowd_scatter_some(slot_source(b), b->own[b->code->columns.slot], b->group, b->group_count);
    for (uint32_t i = 1; i <= b->group_list[0]; i++) {
        uint16_t column = (uint16_t)(b->group_list[i] & (LIST_WRITTEN - 1));
        if ((b->group_list[i] & LIST_WRITTEN) != 0 && !b->read_only[column]) {
            wits_crowd_scatter_some(wits_crowd_blocks_source(b, column), b->own[column], b->group, b->group_count);
        }
    }
}

void wits_crowd_groups_read_again(const blocks *b) {
    wits_crowd_gather_some(b->own[b->code->columns.slot], slot_source(b), b->group, b->group_count, b->lanes.count);
    for (uint32_t i = 1; i <= b->group_list[0]; i++) {
        uint16_t column = (uint16_t)(b->group_list[i] & (LIST_WRITTEN - 1));
        if (!b->read_only[column]) {
            wits_crowd_gather_some(b->own[column], wits_crowd_blocks_source(b, column), b->group, b->group_count,
                                   b->lanes.count);
        }
    }
}

/// Agents that share a slot. Those of a list of columns that are not shared by all are gathered, and put back.
static void run_group(blocks *b, const uint32_t *order, uint32_t count, uint32_t start, const uint16_t *list) {
    const column_map *m = &b->code->columns;
    b->lanes.count = (count + LANES_STEP - 1) / LANES_STEP * LANES_STEP;
    b->group = order;
    b->group_count = count;
    b->group_list = list;
    const column_source due = {.base = b->all_due, .stride = 1, .width = 1};
    wits_crowd_gather_some(b->own[m->due], due, order, count, b->lanes.count);
    wits_crowd_groups_read_again(b);
    if (b->code->needs_ids) {
        open_group_ids(b, order, count);
    }
    wits_expr_lanes_run(b->kernels, code_at(b->code, b->code->code_offset), start, &b->lanes);
    wits_crowd_groups_write_back(b);
}

static void run_phase(blocks *b, bool decides) {
    const uint32_t *const starts = b->starts;
    const group_code *groups = code_at(b->code, b->code->groups_offset);
    const uint16_t *lists = code_at(b->code, b->code->lists_offset);
    sort_agents(b);
    for (uint32_t slot = 0; slot <= brain_machine(b->code->brain, 0)->config_count; slot++) {
        uint32_t count = starts[slot + 1] - starts[slot];
        if (count != 0) {
            const group_code *g = &groups[slot];
            run_group(b, b->order + starts[slot], count, decides ? g->decide : g->update,
                      lists + (decides ? g->decide_columns : g->update_columns));
        }
    }
}

void wits_crowd_groups_run_block(blocks *b, wits_verb verb) {
    memcpy(b->columns, b->own, b->code->columns.count * sizeof *b->columns);
    if (verb != WITS_VERB_UPDATE) {
        run_phase(b, true);
    }
    if (verb != WITS_VERB_DECIDE && !b->code->updates_by_masks) {
        run_phase(b, false);
    }
    b->group = NULL;
}
