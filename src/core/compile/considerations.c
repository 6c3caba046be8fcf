// SPDX-License-Identifier: MIT
// Compiles the considerations of an option to rows: see consideration_row.
#include "core/compile/compile.h"

#include <string.h>

static bool is_counted(const wits_consideration_desc *d) {
    return d->gate == NULL;
}

/// Fills a group's members, and precomputed values.
static void fill_group(const wits_consideration_desc *descs, uint32_t count, uint32_t group, consideration_row *rows) {
    consideration_row *to = &rows[group];
    uint16_t *gate = &to->next_gate;
    uint32_t counted = 0;
    uint32_t i = group + 1;
    for (; i < count && descs[i].depth > descs[group].depth; i++) {
        if (descs[i].depth != descs[group].depth + 1u) {
            continue;
        }
        if (is_counted(&descs[i])) {
            counted++;
            to->total += wits_core_desc_weight(descs[i].has_weight, descs[i].weight);
        } else {
            *gate = (uint16_t)i;
            gate = &rows[i].next_gate;
        }
    }
    to->end = (uint16_t)i;
    to->share = 1.0f - 1.0f / (float)(counted != 0 ? counted : 1);
}

/// In a geometric mean weights are shares of their sum.
static void share_weights(const wits_consideration_desc *descs, uint32_t group, consideration_row *rows) {
    const consideration_row *of = &rows[group];
    for (uint32_t i = group + 1; i < of->end && of->total > 0.0f; i++) {
        if (descs[i].depth == descs[group].depth + 1u) {
            rows[i].weight = rows[i].weight / of->total;
        }
    }
}

/// Returns the field that an input's text consists of.
static uint32_t field_of(const wits_desc *desc, const wits_consideration_desc *row) {
    return row->input != NULL ? wits_core_desc_find_field(desc, row->input, (uint32_t)strlen(row->input))
                              : (uint32_t)WITS_NONE;
}

static void fill_row(const wits_desc *desc, const wits_consideration_desc *from, consideration_row *to) {
    to->kind = from->group != WITS_GROUP_NONE ? ROW_GROUP : from->gate != NULL ? ROW_GATE : ROW_INPUT;
    to->group = (uint8_t)from->group;
    to->weight = wits_core_desc_weight(from->has_weight, from->weight);
    to->low = from->low;
    to->high = from->high;
    to->is_ranged = wits_core_desc_has_range(from);
    to->field = (uint16_t)field_of(desc, from);
    to->curve_count = (uint8_t)from->curve_count;
}

void wits_core_compile_considerations(brain_compiler *c, uint32_t state, clock_reading *clock) {
    uint32_t count;
    uint32_t first = wits_core_desc_considerations(c->desc, state, &count);
    wits_core_block_states(c)[state].first_row = first;
    wits_core_block_states(c)[state].row_count = (uint16_t)count;
    if (count == 0) {
        return;
    }
    const wits_consideration_desc *descs = c->desc->considerations + first;
    consideration_row *rows = (consideration_row *)wits_core_block_at(c, c->brain->considerations) + first;
    for (uint32_t i = 0; i < count; i++) {
        desc_text texts[MAX_CONSIDERATION_TEXTS];
        fill_row(c->desc, &descs[i], &rows[i]);
        expr_response response;
        if (wits_core_desc_consideration_texts(c->desc, first + i, &response, texts) != 0) {
            rows[i].asks = wits_core_compile_condition(c, &texts[0], clock);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (rows[i].kind == ROW_GROUP) {
            fill_group(descs, count, i, rows);
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        if (rows[i].group == WITS_GROUP_GEOMETRIC_MEAN) {
            share_weights(descs, i, rows);
        }
    }
}
