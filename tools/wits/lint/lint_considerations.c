// SPDX-License-Identifier: MIT
// Lints about considerations: those without effect, and ranges that their inputs never reach.
#include "lint/lint.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void warn(linter *l, lint_id lint, uint32_t row, const char *member, const char *what) {
    lint_add(l, lint, WITS_TABLE_CONSIDERATIONS, row, member, "%s", what);
}

// -------------------------------------------------------------------------------------------------------------- groups

/// Counts the direct members of a group.
static void count_members(const wits_consideration_desc *rows, uint32_t count, uint32_t *counted, uint32_t *weighty) {
    *counted = *weighty = 0;
    for (uint32_t i = 1; i < count && rows[i].depth > rows[0].depth; i++) {
        bool counts = rows[i].depth == rows[0].depth + 1 && rows[i].gate == NULL;
        *counted += counts;
        *weighty += counts && row_weight(&rows[i]) > 0.0f;
    }
}

static void lint_group(linter *l, uint32_t row, const wits_consideration_desc *rows, uint32_t count) {
    uint32_t counted, weighty;
    count_members(rows, count, &counted, &weighty);
    bool is_mean = rows[0].group == WITS_GROUP_MEAN || rows[0].group == WITS_GROUP_GEOMETRIC_MEAN;
    if (counted == 0) {
        warn(l, LINT_EMPTY_GROUP, row, "group", "no member of this group counts, so its value is 1");
    } else if (is_mean && weighty == 0) {
        warn(l, LINT_ZERO_WEIGHT, row, "group", "all weights in this group are 0, so its value is 0");
    }
}

static void lint_gate(linter *l, uint32_t row, const wits_consideration_desc *gate, verdict holds) {
    if (holds == VERDICT_ALWAYS) {
        warn(l, LINT_CONSTANT, row, "gate", "this gate always holds");
    } else if (holds == VERDICT_NEVER && gate->depth > 1) {
        warn(l, LINT_CONSTANT, row, "gate", "this gate never holds, so the value of its group is 0");
    }
}

/// Returns the row of the group around a row, or the row itself if there is none.
static uint32_t group_around(const wits_consideration_desc *rows, uint32_t row) {
    uint32_t around = row;
    while (around > 0 && rows[around].depth >= rows[row].depth) {
        around--;
    }
    return around;
}

static void lint_weight(linter *l, uint32_t row, const wits_consideration_desc *rows, uint32_t i) {
    bool is_zero = row_weight(&rows[i]) == 0.0f;
    wits_group around = rows[group_around(rows, i)].group;
    if (is_zero && (around == WITS_GROUP_PRODUCT || around == WITS_GROUP_COMPENSATED)) {
        warn(l, LINT_ZERO_WEIGHT, row, "weight", "with a weight of 0 this is always 1, so it has no effect");
    } else if (is_zero && around != WITS_GROUP_NONE) {
        warn(l, LINT_ZERO_WEIGHT, row, "weight", "with a weight of 0 this has no effect");
    }
}

// -------------------------------------------------------------------------------------------------------------- inputs

static bool is_literal(const char *input) {
    for (span rest = {input, strlen(input)};;) {
        token next = token_next(&rest);
        if (next.kind == WITS_TOKEN_END || next.kind == WITS_TOKEN_NAME) {
            return next.kind == WITS_TOKEN_END;
        }
    }
}

/// Returns whether the row is written to be constant.
static bool is_meant_to_be_constant(const wits_consideration_desc *d) {
    bool ends_constant = d->curve_count > 0 && d->curves[d->curve_count - 1].kind == WITS_CURVE_CONSTANT;
    return is_literal(d->input) || ends_constant;
}

/// Reports an input that stays on one side of its range. Returns whether it does.
static bool lint_missed_range(linter *l, uint32_t row, const wits_consideration_desc *d, const wits_row_bounds *b) {
    double low = (double)fminf(d->low, d->high), high = (double)fmaxf(d->low, d->high);
    bool is_below = b->input.high <= low, is_above = b->input.low >= high;
    if (d->outside == WITS_OUTSIDE_WRAP || (!is_below && !is_above)) {
        return false;
    }
    lint_add(l, LINT_UNREACHED_RANGE, WITS_TABLE_CONSIDERATIONS, row, d->low < d->high ? "low" : "high",
             "this range is never reached: the input is %s %.6g", is_below ? "at most" : "at least",
             is_below ? b->input.high : b->input.low);
    return true;
}

/// Ignores tiny gaps, as with `random`, which is less than 1.
static void lint_missed_end(linter *l, uint32_t row, const wits_consideration_desc *d, const wits_row_bounds *b) {
    static const double little = 0.01;
    double low = (double)fminf(d->low, d->high), high = (double)fmaxf(d->low, d->high);
    double spare = little * (high - low);
    bool never_high = b->input.high<high - spare, never_low = b->input.low> low + spare;
    if (d->outside == WITS_OUTSIDE_WRAP || !(never_high || never_low)) {
        return;
    }
    bool is_first = (d->low < d->high) != never_high;
    lint_add(l, LINT_UNREACHED_RANGE, WITS_TABLE_CONSIDERATIONS, row, is_first ? "low" : "high",
             "this end of the range is never reached: the input is %s %.6g", never_high ? "at most" : "at least",
             never_high ? b->input.high : b->input.low);
}

/// Reports a missing range, except for curves that may be designed for the raw input.
static void lint_missing_range(linter *l, uint32_t row, const wits_consideration_desc *d, const wits_row_bounds *b) {
    bool is_known = !isinf(b->input.low) && !isinf(b->input.high);
    if (d->curve_count == 0 && is_known && (b->input.low < 0 || b->input.high > 1)) {
        lint_add(l, LINT_MISSING_RANGE, WITS_TABLE_CONSIDERATIONS, row, "input",
                 "this input goes from %.6g to %.6g, but only 0 to 1 counts; add a range", b->input.low, b->input.high);
    }
}

static void lint_input(linter *l, uint32_t row, const wits_consideration_desc *d, const wits_row_bounds *b) {
    if (is_meant_to_be_constant(d) || (row_is_ranged(d) && lint_missed_range(l, row, d, b))) {
        return;
    }
    if (b->value.low == b->value.high) {
        lint_add(l, LINT_CONSTANT, WITS_TABLE_CONSIDERATIONS, row, NULL,
                 "this consideration is always %.6g, whatever its input is", b->value.low);
    } else if (row_is_ranged(d)) {
        lint_missed_end(l, row, d, b);
    } else {
        lint_missing_range(l, row, d, b);
    }
}

static void lint_rows_of(linter *l, uint32_t first, const wits_consideration_desc *rows, uint32_t count) {
    wits_row_bounds *bounds = bounds_of(l->brain, &l->scope, rows->of);
    for (uint32_t i = 0; i < count; i++) {
        if (rows[i].group != WITS_GROUP_NONE) {
            lint_group(l, first + i, &rows[i], count - i);
        } else if (rows[i].gate != NULL) {
            lint_gate(l, first + i, &rows[i], verdict_of_condition(&l->scope, rows[i].gate));
        } else {
            lint_input(l, first + i, &rows[i], &bounds[i]);
        }
        lint_weight(l, first + i, rows, i);
    }
    free(bounds);
}

void lint_considerations(linter *l) {
    for (uint32_t option = 1; option < l->desc->state_count; option++) {
        uint32_t count;
        const wits_consideration_desc *rows = rows_of(l->desc, (wits_state_id)option, &count);
        if (rows != NULL && l->reached[option]) {
            lint_rows_of(l, (uint32_t)(rows - l->desc->considerations), rows, count);
        }
    }
}
