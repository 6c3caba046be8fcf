// SPDX-License-Identifier: MIT
// Parts of generated C for brains with targets; part_x becomes guard_x, as in parts.h.
#ifndef WITS_COMPILE_TARGET_PARTS_H
#define WITS_COMPILE_TARGET_PARTS_H

/// The rows of a list that belong to one agent.
typedef struct part_span {
    uint32_t first;
    uint32_t end;
} part_span;

/// Returns the row of an id.
static uint32_t part_seek(const uint32_t *ids, part_span span, uint32_t id) {
    for (uint32_t row = span.first; id != 0xFFFFFFFFu && row < span.end; row++) {
        if (ids[row] == id) {
            return row;
        }
    }
    return 0xFFFFFFFFu;
}

/// Returns whether a row has a target and is the first with its id.
static bool part_counts(const uint32_t *ids, uint32_t first, uint32_t row) {
    for (uint32_t earlier = first; earlier < row; earlier++) {
        if (ids[earlier] == ids[row]) {
            return false;
        }
    }
    return ids[row] != 0xFFFFFFFFu;
}

static size_t part_own_row(const uint32_t *own_rows, size_t row) {
    return own_rows != NULL ? own_rows[row] : row;
}

static part_call_target part_told(uint32_t kind, uint32_t id, uint32_t row) {
    part_call_target target;
    target.kind = kind;
    target.id = id;
    target.row = row;
    return target;
}

/// Returns whether the target of a record is valid; it may have none.
static bool part_has_record_target(const part_action_record *record) {
    return record->target_kind < PART_KIND_COUNT || (record->target_kind == PART_NONE && record->target == 0xFFFFFFFFu);
}

#endif
