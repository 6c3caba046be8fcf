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

/// The best target of an option.
typedef struct part_pair {
    float score;
    uint32_t row;  ///< row in the list; 0xFFFFFFFF: none
} part_pair;

static part_pair part_no_pair(void) {
    part_pair pair;
    pair.score = math_float(0x7FC00000u);
    pair.row = 0xFFFFFFFFu;
    return pair;
}

/// Rules for pairs of an option and a target.
typedef struct part_pair_rules {
    float more;       ///< added to all scores
    float threshold;  ///< score of the default option, which has to be exceeded
    bool has_threshold;
    bool takes_any;  ///< accept every score that is not NaN
    int32_t least_rank;
    uint32_t remembered;  ///< id that gets `target_inertia` and wins ties; 0xFFFFFFFF: none
} part_pair_rules;

static part_pair_rules part_no_rules(void) {
    part_pair_rules rules;
    rules.more = 0.0f;
    rules.threshold = 0.0f;
    rules.has_threshold = false;
    rules.takes_any = false;
    rules.least_rank = -2147483647 - 1;
    rules.remembered = 0xFFFFFFFFu;
    return rules;
}

#endif
