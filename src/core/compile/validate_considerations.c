// SPDX-License-Identifier: MIT
// Validates considerations: their order, kinds and numbers.
#include "core/compile/validate.h"

enum { MAX_WHY = 255 };

// ----------------------------------------------------------------------------------------------------------- the tree

/// The groups around a row while iterating over the rows of one option.
typedef struct around {
    uint32_t of;
    uint32_t depth;                          ///< depth of the previous row
    wits_group groups[WITS_MAX_GROUPS + 2];  ///< kind of the last row at each depth
    float totals[WITS_MAX_GROUPS + 2];       ///< the sum of its weights so far
} around;

static bool is_option(const wits_desc *desc, uint32_t state) {
    return state != WITS_ROOT && state < desc->state_count && desc->states[state].parent < desc->state_count &&
           wits_core_desc_kind(desc, desc->states[state].parent) == WITS_KIND_UTILITY;
}

/// Checks the first row of an option.
static void check_option_of(validator *v, place at, uint32_t of, uint32_t before) {
    if (of >= v->desc->state_count) {
        wits_core_problem_number(v, at, WITS_PROBLEM_CONSIDERATION_OF, "of", of);
        return;
    }
    if (at.row != 0 && of < before) {
        wits_core_problem_at(v, at, WITS_PROBLEM_CONSIDERATION_ORDER, "of");
    }
    if (!is_option(v->desc, of)) {
        wits_core_problem_at(v, at, WITS_PROBLEM_CONSIDERATION_OFF_UTILITY, "of");
    }
    if (v->desc->states[of].score != NULL || v->desc->states[of].score_best) {
        wits_core_problem_at(v, at, WITS_PROBLEM_CONSIDERATION_TWICE, "of");
    }
}

/// Checks a row's depth; `in` becomes its group.
static bool check_depth(validator *v, place at, const wits_consideration_desc *c, const around *a, bool first,
                        wits_group *in) {
    *in = WITS_GROUP_NONE;
    if (c->depth > WITS_MAX_GROUPS || (c->depth == WITS_MAX_GROUPS && c->group != WITS_GROUP_NONE)) {
        wits_core_problem_at(v, at, WITS_PROBLEM_GROUPS_TOO_DEEP, "depth");
        return false;
    }
    bool fits = first ? c->depth == 0 : c->depth != 0 && c->depth <= a->depth + 1u;
    if (fits && c->depth != 0) {
        *in = a->groups[c->depth - 1];
        fits = *in != WITS_GROUP_NONE;
    }
    if (!fits) {
        wits_core_problem_number(v, at, WITS_PROBLEM_CONSIDERATION_DEPTH, "depth", c->depth);
    }
    return fits;
}

// --------------------------------------------------------------------------------------------------------- single rows

static void check_weight(validator *v, place at, const wits_consideration_desc *c, wits_group in) {
    wits_core_check_optional(v, at, "weight", c->weight, c->has_weight, "has_weight");
    if (!c->has_weight) {
        return;
    }
    if (c->gate != NULL) {
        wits_core_problem_at(v, at, WITS_PROBLEM_WEIGHT_ON_GATE, "weight");
    } else if (c->depth == 0) {
        wits_core_problem_at(v, at, WITS_PROBLEM_WEIGHT_OUTERMOST, "weight");
    } else if (in == WITS_GROUP_MIN || in == WITS_GROUP_MAX) {
        wits_core_problem_at(v, at, WITS_PROBLEM_WEIGHT_IN_MIN_MAX, "weight");
    } else if (c->weight < 0.0f && in != WITS_GROUP_SUM) {
        wits_core_problem_at(v, at, WITS_PROBLEM_WEIGHT_NEGATIVE, "weight");
    }
}

/// A mean divides by the sum of its weights.
static void check_total(validator *v, place at, const wits_consideration_desc *c, around *a, wits_group in) {
    if (c->gate != NULL || (in != WITS_GROUP_MEAN && in != WITS_GROUP_GEOMETRIC_MEAN)) {
        return;
    }
    float *total = &a->totals[c->depth - 1];
    float weight = wits_core_desc_weight(c->has_weight, c->weight);
    float sum = *total + weight;
    if (wits_core_number_is_finite(*total) && wits_core_number_is_finite(weight)) {
        wits_core_check_finite(v, at, "weight", sum);
    }
    *total = sum;
}

static void check_curves(validator *v, place at, const wits_consideration_desc *c) {
    if (c->curve_count > WITS_MAX_CURVES) {
        wits_core_problem_at(v, at, WITS_PROBLEM_CURVES_TOO_MANY, "curves");
        return;
    }
    if (c->curve_count != 0 && c->curves == NULL) {
        wits_core_problem_at(v, at, WITS_PROBLEM_TABLE_MISSING, "curves");
        return;
    }
    for (uint32_t i = 0; i < c->curve_count; i++) {
        const char *why;
        const char *member = wits_expr_curve_problem(&c->curves[i], &why);
        if (member != NULL) {
            wits_problem *added = wits_core_report_add(v->report, WITS_PROBLEM_CURVE_INVALID, at.table, at.row, at.name,
                                                       member, why, wits_core_text_length(why, MAX_WHY));
            v->problems++;
            if (added != NULL) {
                added->offset = i;
            }
        }
    }
}

static void check_input(validator *v, place at, const wits_consideration_desc *c) {
    wits_core_check_finite(v, at, "low", c->low);
    wits_core_check_finite(v, at, "high", c->high);
    wits_core_check_value(v, at, "outside", (uint32_t)c->outside, WITS_OUTSIDE_WRAP);
    bool finite = wits_core_number_is_finite(c->low) && wits_core_number_is_finite(c->high);
    if (finite && !wits_core_number_is_finite(c->high - c->low)) {
        wits_core_check_finite(v, at, "high", c->high - c->low);
    }
    if (wits_core_desc_has_range(c) && c->low == c->high) {
        wits_core_problem_at(v, at, WITS_PROBLEM_RANGE_EMPTY, "high");
    }
    if (!wits_core_desc_has_range(c) && c->outside != WITS_OUTSIDE_DEFAULT) {
        wits_core_problem_at(v, at, WITS_PROBLEM_OUTSIDE_WITHOUT_RANGE, "outside");
    }
    check_curves(v, at, c);
}

/// Checks a group or gate.
static void check_no_input(validator *v, place at, const wits_consideration_desc *c) {
    const char *member = wits_core_desc_has_range(c)          ? "low"
                         : c->outside != WITS_OUTSIDE_DEFAULT ? "outside"
                         : c->has_on_nan                      ? "on_nan"
                         : c->curve_count != 0                ? "curves"
                                                              : NULL;
    if (member != NULL) {
        wits_core_problem_at(v, at, WITS_PROBLEM_INPUT_MISSING, member);
    }
}

/// Counts what a row adds to its option's program besides its text: operations, with bytecode, and marks. See weigh.c.
static void count_row_bytes(validator *v, const wits_consideration_desc *c) {
    enum { OF_INPUT = 4 * 3 + 3, OF_GATE = 3 * 3 + 1, OF_GROUP = 6 * 3 + 4 };
    const uint32_t count = c->input != NULL ? OF_INPUT : c->gate != NULL ? OF_GATE : OF_GROUP;
    v->program_bytes += aligned(expr_program_size(count));
}

static void check_row(validator *v, place at, const wits_consideration_desc *c, wits_group in) {
    wits_core_check_value(v, at, "group", (uint32_t)c->group, WITS_GROUP_MAX);
    if ((c->group != WITS_GROUP_NONE) + (c->gate != NULL) + (c->input != NULL) != 1) {
        wits_core_problem_at(v, at, WITS_PROBLEM_CONSIDERATION_KIND, NULL);
        return;
    }
    const uint32_t before = v->problems;
    wits_core_check_optional(v, at, "on_nan", c->on_nan, c->has_on_nan, "has_on_nan");
    if (c->input != NULL) {
        check_input(v, at, c);
    } else {
        check_no_input(v, at, c);
    }
    count_row_bytes(v, c);
    const bool is_response_known = v->problems == before;
    if (c->gate != NULL && c->depth == 0) {
        wits_core_problem_at(v, at, WITS_PROBLEM_GATE_OUTERMOST, "gate");
    }
    check_weight(v, at, c, in);
    desc_text texts[MAX_CONSIDERATION_TEXTS];
    expr_response response;
    const uint32_t count = wits_core_desc_consideration_texts(v->desc, at.row, &response, texts);
    if (!is_response_known) {  // the text is still checked
        response = (expr_response){.is_ranged = false};
    }
    wits_core_check_texts(v, at, texts, count);
}

void wits_core_check_considerations(validator *v) {
    around a = {.of = WITS_NONE};
    for (uint32_t row = 0; row < v->desc->consideration_count; row++) {
        const wits_consideration_desc *c = &v->desc->considerations[row];
        bool known = c->of < v->desc->state_count;
        place at = {WITS_TABLE_CONSIDERATIONS, row, known ? v->desc->states[c->of].name : NULL};
        bool first = row == 0 || c->of != a.of;
        if (first) {
            check_option_of(v, at, c->of, a.of);
            a = (around){.of = c->of};
        }
        wits_group in;
        if (check_depth(v, at, c, &a, first, &in)) {
            a.depth = c->depth;
            a.groups[c->depth] = c->group;
            a.totals[c->depth] = 0.0f;
            check_total(v, at, c, &a, in);
        }
        check_row(v, at, c, in);
    }
}
