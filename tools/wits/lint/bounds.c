// SPDX-License-Identifier: MIT
#include "lint/bounds.h"

#include "common/text.h"

#include <math.h>
#include <stdlib.h>

float state_weight(const wits_state_desc *state) {
    return state->has_weight ? state->weight : 1.0f;
}

float row_weight(const wits_consideration_desc *row) {
    return row->has_weight ? row->weight : 1.0f;
}

float row_on_nan(const wits_consideration_desc *row) {
    return row->has_on_nan ? row->on_nan : row->low;
}

bool row_is_ranged(const wits_consideration_desc *row) {
    return row->input != NULL && (row->low != 0.0f || row->high != 0.0f);
}

const wits_consideration_desc *rows_of(const wits_desc *desc, wits_state_id option, uint32_t *count) {
    uint32_t from = 0, to = desc->consideration_count;
    while (from < to) {  // rows are sorted by state
        uint32_t middle = from + (to - from) / 2;
        if (desc->considerations[middle].of < option) {
            from = middle + 1;
        } else {
            to = middle;
        }
    }
    *count = 0;
    while (from + *count < desc->consideration_count && desc->considerations[from + *count].of == option) {
        ++*count;
    }
    return *count > 0 ? &desc->considerations[from] : NULL;
}

const char *group_name(wits_group group) {
    static const char *const names[] = {"none", "product", "compensated", "geometric_mean",
                                        "sum",  "mean",    "min",         "max"};
    return names[group];
}

wits_row_bounds *bounds_of(const wits_brain *brain, const field_scope *scope, wits_state_id option) {
    uint32_t count;
    const wits_consideration_desc *rows = rows_of(scope->desc, option, &count);
    wits_row_bounds *made = allocate(count, sizeof *made);
    wits_brain_score_bounds(brain, option, scope->fields, made);
    for (uint32_t i = 0; i < count; i++) {
        wits_bounds *input = &made[i].input;
        if (rows[i].input != NULL && input->may_be_nan) {
            const double instead = (double)row_on_nan(&rows[i]);
            input->low = instead < input->low ? instead : input->low;
            input->high = instead > input->high ? instead : input->high;
        }
    }
    return made;
}

wits_bounds bounds_weighted(wits_bounds score, float weight) {
    if (weight == 0.0f) {
        score.may_be_nan = score.may_be_nan || isinf(score.low) || isinf(score.high);
        score.low = score.high = 0;
    } else {  // rounded as the library rounds, which keeps the order
        const double a = (double)((float)score.low * weight + 0.0f), b = (double)((float)score.high * weight + 0.0f);
        score.low = a < b ? a : b;
        score.high = a < b ? b : a;
    }
    return score;
}
