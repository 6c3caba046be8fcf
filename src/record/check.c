// SPDX-License-Identifier: MIT
// Compares the agents of a replay with hashes and keyframes, and worlds with each other.
#include "expr/expr.h"
#include "record/replay.h"

static const wits_difference nothing_known = {.row = UINT64_MAX, .id = 0, .field = WITS_NONE};

/// Adds the result of a comparison of some columns, or of agents.
static void add_result(wits_replay *r, bool differs, const wits_difference *difference) {
    const bool is_better = r->result != WITS_REPLAY_DIFFERS || r->difference.row == UINT64_MAX;
    if (differs && is_better) {
        r->difference = *difference;
        r->result = WITS_REPLAY_DIFFERS;
    }
    if (r->result == WITS_REPLAY_NOT_COMPARED) {
        r->result = WITS_REPLAY_SAME;
    }
}

static bool has_same_agents(const wits_replay *r) {
    return !r->migrating.converts;
}

/// Returns whether the recording and the agents have anything in common.
static bool can_compare(const wits_replay *r) {
    bool has = has_same_agents(r);
    for (uint32_t i = 0; i < r->of.start.column_count && !has; i++) {
        wits_column column;
        uint32_t number;
        has = wits_replay_column(r, i, &column, &number);
    }
    return has;
}

void wits_replay_check_hashes(wits_replay *r, const chunk *from) {
    wits_difference difference = nothing_known;
    bool differs = false;
    for (uint32_t i = 0; i < r->of.start.column_count; i++) {
        wits_column column;
        uint32_t number;
        const uint64_t rows = (r->of.flags[i] & COLUMN_SHARED) != 0 ? 1 : r->of.count;
        if (wits_replay_column(r, i, &column, &number) &&
            wits_record_hash_column(&column, rows) != bytes_get64(from->bytes + 8 + (size_t)i * 8)) {
            difference.field = differs ? difference.field : number;
            differs = true;
        }
    }
    if (has_same_agents(r) && wits_record_hash_agents(r->to) != bytes_get64(from->bytes)) {
        difference.field = WITS_NONE;
        differs = true;
    }
    if (can_compare(r)) {
        add_result(r, differs, &difference);
    }
}

wits_replay_result wits_replay_check(const wits_replay *r, wits_difference *difference) {
    if (r == NULL) {
        return WITS_REPLAY_NOT_COMPARED;
    }
    if (difference != NULL) {
        *difference = r->result == WITS_REPLAY_DIFFERS ? r->difference : nothing_known;
    }
    return r->result;
}

// ----------------------------------------------------------------------------------------------------------- keyframes

/// Keeps the difference of the first row.
static void find_difference(wits_difference *difference, uint64_t row, uint32_t field) {
    if (row < difference->row) {
        *difference = (wits_difference){.row = row, .field = field};
    }
}

/// Returns whether a value in the program's memory is the saved one. All NaNs are equal.
static bool is_saved_value(const wits_column *column, uint64_t row, const uint8_t *saved, uint32_t width) {
    uint8_t value[8] = {0};
    copy_values_of(value, width, (const uint8_t *)column->base + row * column->stride, 0, width, 1);
    if (memcmp(value, saved, width) == 0) {
        return true;
    }
    return column->type == WITS_TYPE_FLOAT && is_nan(float_from_bits(bytes_get32(value))) &&
           is_nan(float_from_bits(bytes_get32(saved)));
}

static void check_part_of_keyframe(const wits_replay *r, const shape *of, const part *at, wits_difference *first) {
    const size_t size = r->of.agent_size;
    const uint8_t *agents = at->bytes + (r->of.has_ids ? at->count * 8 : 0);
    for (uint64_t i = 0; i < at->count && has_same_agents(r); i++) {
        if (memcmp(agents + i * size, agent_at_row(r->to, at->first + i), size) != 0) {
            find_difference(first, at->first + i, WITS_NONE);
            break;
        }
    }
    const uint8_t *values = agents + padded(at->count * size);
    for (shape_field field = {0}; wits_snapshot_next_field(of, &field);) {
        const uint32_t width = wits_expr_field_size(field.type);
        wits_column column;
        uint32_t number;
        if (!field.is_saved) {
            continue;
        }
        if (wits_replay_column(r, field.row, &column, &number)) {
            for (uint64_t i = 0; i < at->count && at->first + i < first->row; i++) {
                if (!is_saved_value(&column, at->first + i, values + i * width, width)) {
                    find_difference(first, at->first + i, number);
                }
            }
        }
        values += padded(at->count * width);
    }
}

void wits_replay_check_keyframe(wits_replay *r, const chunk *from) {
    wits_snapshot saved;
    shape of;
    wits_difference first = nothing_known;
    if (!wits_snapshot_open(&saved, from->bytes, (size_t)from->size, NULL)) {
        return;
    }
    wits_snapshot_shape(&saved, &of);  // the start's: see wits_recording_open
    for (part at = {.number = UINT64_MAX}; wits_snapshot_next_part(&saved, &of, &at);) {
        if (!wits_snapshot_check_part(&saved, &at, NULL)) {
            return;  // nothing is known of these agents
        }
        check_part_of_keyframe(r, &of, &at, &first);
    }
    if (!can_compare(r)) {
        return;
    }
    const bool differs = first.row != UINT64_MAX;
    first.id = differs ? id_at_row(r->to, first.row) : 0;
    add_result(r, differs, &first);
}

// ---------------------------------------------------------------------------------------------------------- two worlds

static bool both_have(const wits_agents *a, const wits_agents *b, uint32_t column, wits_column *at_a,
                      wits_column *at_b) {
    return wits_snapshot_column(a, column, at_a) && wits_snapshot_column(b, column, at_b) && at_a->type == at_b->type;
}

bool wits_agents_differ(const wits_agents *a, const wits_agents *b, wits_difference *difference) {
    wits_difference first = nothing_known;
    const uint64_t count = a->count < b->count ? a->count : b->count;
    const size_t size = wits_agent_size(a->brain);
    const uint32_t fields = a->brain->field_count, own = a->own_count < b->own_count ? a->own_count : b->own_count;
    const bool are_alike = size == wits_agent_size(b->brain) && fields == b->brain->field_count;
    if (a->count != b->count || !are_alike) {
        first.row = count;
    }
    for (uint64_t row = 0; row < count && are_alike; row++) {
        if (memcmp(agent_at_row(a, a->first + row), agent_at_row(b, b->first + row), size) != 0) {
            find_difference(&first, row, WITS_NONE);
            break;
        }
    }
    for (uint32_t i = 0; i < fields + own && are_alike; i++) {
        wits_column at_a, at_b;
        if (!both_have(a, b, i, &at_a, &at_b)) {
            continue;
        }
        const uint32_t width = wits_expr_field_size(at_a.type);
        for (uint64_t row = 0; row < count && row < first.row; row++) {
            const uint8_t *x = (const uint8_t *)at_a.base + (a->first + row) * at_a.stride;
            const uint8_t *y = (const uint8_t *)at_b.base + (b->first + row) * at_b.stride;
            if (memcmp(x, y, width) != 0) {
                find_difference(&first, row, i);
            }
        }
    }
    if (first.row == UINT64_MAX) {
        return false;
    }
    first.id = first.row < count ? id_at_row(a, a->first + first.row) : 0;
    if (difference != NULL) {
        first.row += a->first;
        *difference = first;
    }
    return true;
}
