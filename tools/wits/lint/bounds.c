// SPDX-License-Identifier: MIT
#include "lint/bounds.h"

#include "common/text.h"

#include <math.h>
#include <stdlib.h>

// Largest difference between the library's single precision results and the double precision ones computed here.
static const double slack_of_curve = 2e-6, slack_of_member = 1e-6;

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

static wits_bounds between(double lo, double hi) {
    return (wits_bounds){.low = lo, .high = hi};
}

static wits_bounds kept(double lo, double hi) {
    return between(lo > 0 ? (lo < 1 ? lo : 1) : 0, hi < 1 ? (hi > 0 ? hi : 0) : 1);
}

static wits_bounds joined(wits_bounds a, double value) {
    a.low = value < a.low ? value : a.low;
    a.high = value > a.high ? value : a.high;
    return a;
}

// -------------------------------------------------------------------------------------------------------------- curves

static bool is_the_same_everywhere(const wits_curve *curve) {
    bool no_slope = curve->has_m && curve->m == 0.0f;
    return curve->kind == WITS_CURVE_CONSTANT || no_slope;
}

/// Returns whether the curve is monotonic even after rounding.
static bool is_exact(const wits_curve *curve) {
    return curve->kind == WITS_CURVE_DEFAULT || curve->kind == WITS_CURVE_LINEAR || curve->kind == WITS_CURVE_STEP;
}

/// Adds the values at interior points where the curve may turn: the turning point of a bell or power, else the knots.
static wits_bounds join_turns(const wits_curve *curve, wits_bounds x, wits_bounds y) {
    double turn = curve->kind == WITS_CURVE_NORMAL ? 0.5 + (double)curve->c : (double)curve->c;
    bool turns = curve->kind == WITS_CURVE_NORMAL || curve->kind == WITS_CURVE_POLYNOMIAL;
    if (turns && x.low <= turn && turn <= x.high) {
        y = joined(y, (double)wits_curve_value(curve, (float)turn));
        y = joined(y, (double)wits_curve_value(curve, nextafterf((float)turn, INFINITY)));
    }
    for (uint32_t i = 0; i < curve->knot_count && curve->kind == WITS_CURVE_PIECEWISE; i++) {
        const wits_knot *knot = &curve->knots[i];
        bool is_inside = x.low <= (double)knot->x && (double)knot->x <= x.high;
        y = is_inside ? joined(y, kept((double)knot->y, (double)knot->y).low) : y;
    }
    return y;
}

/// Returns how far rounding may break the monotonic order of the curve's values.
static double slack_of(const wits_curve *curve) {
    double m = curve->has_m ? (double)curve->m : 1, k = curve->has_k ? (double)curve->k : 1;
    double size = 1 + fabs(m) + fabs((double)curve->b);
    for (uint32_t i = 0; i < curve->knot_count && curve->kind == WITS_CURVE_PIECEWISE; i++) {
        size = fabs((double)curve->knots[i].y) > size ? fabs((double)curve->knots[i].y) : size;
    }
    bool bends = curve->kind == WITS_CURVE_EXPONENTIAL || curve->kind == WITS_CURVE_LOGISTIC ||
                 curve->kind == WITS_CURVE_NORMAL || curve->kind == WITS_CURVE_POLYNOMIAL;
    size *= bends ? 1 + fabs(k) : 1;
    return is_exact(curve) ? 0 : slack_of_curve * size;
}

/// Returns whether nothing is known about the curve here: poles, and numbers far outside the usual range.
static bool is_wild(const wits_curve *curve, wits_bounds x) {
    enum { FARTHEST = 16, STEEPEST = 60 };
    bool has_pole = curve->kind == WITS_CURVE_POLYNOMIAL && curve->k < 0.0f;
    bool is_steep = fabsf(curve->k) > STEEPEST || fabsf(curve->m) > 1e4f || fabsf(curve->b) > 1e4f;
    bool is_far = x.low < -FARTHEST || x.high > FARTHEST;
    bool is_later = curve->kind > WITS_CURVE_PIECEWISE;  // a kind newer than this code
    return !is_exact(curve) && curve->kind != WITS_CURVE_PIECEWISE && (has_pole || is_steep || is_far || is_later);
}

/// Rounds to a float that is not further inside the range.
static float outward(double value, double towards) {
    float nearest = (float)value;
    bool is_inside = towards < 0 ? (double)nearest > value : (double)nearest < value;
    return is_inside ? nextafterf(nearest, (float)towards) : nearest;
}

static wits_bounds bounds_of_curve(const wits_curve *curve, wits_bounds x) {
    if (x.low == x.high || is_the_same_everywhere(curve)) {
        double value = (double)wits_curve_value(curve, (float)x.low);
        return between(value, value);
    }
    if (is_wild(curve, x)) {
        return between(0, 1);
    }
    double first = (double)wits_curve_value(curve, outward(x.low, -HUGE_VAL));
    double last = (double)wits_curve_value(curve, outward(x.high, HUGE_VAL));
    wits_bounds y = join_turns(curve, x, joined(between(first, first), last));
    double slack = slack_of(curve);
    return kept(y.low - slack, y.high + slack);
}

wits_bounds bounds_of_curves(const wits_curve *curves, uint32_t count, wits_bounds x) {
    static const wits_curve linear = {.kind = WITS_CURVE_LINEAR};
    wits_bounds y = count == 0 ? bounds_of_curve(&linear, x) : x;
    for (uint32_t i = 0; i < count; i++) {
        y = bounds_of_curve(&curves[i], y);
    }
    return y;
}

// -------------------------------------------------------------------------------------------------------------- inputs

/// Same computation as the library's. Every step is monotonic.
static double normal_of(const wits_consideration_desc *row, double input) {
    float share = ((float)input - row->low) / (row->high - row->low);
    return kept((double)share, (double)share).low;
}

static wits_bounds bounds_of_normal(const wits_consideration_desc *row, wits_bounds x) {
    if (!row_is_ranged(row)) {
        return x;
    }
    if (row->outside == WITS_OUTSIDE_WRAP) {
        return between(0, 1);
    }
    double first = normal_of(row, x.low), last = normal_of(row, x.high);
    return joined(between(first, first), last);
}

static void bound_input(const field_scope *scope, const wits_consideration_desc *row, row_bounds *to) {
    to->input = bounds_of_text(scope, row->input, WITS_EXPRESSION_NUMBER);
    if (to->input.may_be_nan) {
        to->input = joined(to->input, (double)row_on_nan(row));
        to->input.may_be_nan = false;
    }
    to->normal = bounds_of_normal(row, to->input);
    to->value = bounds_of_curves(row->curves, row->curve_count, to->normal);
}

// -------------------------------------------------------------------------------------------------------------- groups

/// Totals of the direct members of a group.
typedef struct members {
    const wits_consideration_desc *group;
    const wits_consideration_desc *rows;
    const row_bounds *bounds;
    uint32_t count;    ///< rows after the group's own row
    uint32_t counted;  ///< considerations and groups
    double total;      ///< sum of weights
    double size;       ///< sum of absolute weights
    verdict gates;
} members;

static bool is_member(const members *m, uint32_t i) {
    return m->rows[i].depth == m->group->depth + 1;
}

static members members_of(const wits_consideration_desc *group, const row_bounds *bounds, uint32_t count) {
    members m = {.group = group, .rows = group + 1, .bounds = bounds + 1, .gates = VERDICT_ALWAYS};
    for (; m.count < count && m.rows[m.count].depth > group->depth; m.count++) {
        if (!is_member(&m, m.count)) {
            continue;
        }
        if (m.rows[m.count].gate == NULL) {
            double weight = (double)row_weight(&m.rows[m.count]);
            m.counted++;
            m.total += weight;
            m.size += fabs(weight);
        } else if (m.gates != VERDICT_NEVER && m.bounds[m.count].gate != VERDICT_ALWAYS) {
            m.gates = m.bounds[m.count].gate;
        }
    }
    return m;
}

/// Returns the factor or term that a member contributes to its group.
static double brings(const members *m, uint32_t i, double value) {
    double weight = (double)row_weight(&m->rows[i]);
    double spare = 1 - 1 / (double)m->counted;
    switch (m->group->group) {
    case WITS_GROUP_COMPENSATED:
        return pow(value + (1 - value) * spare * value, weight);
    case WITS_GROUP_GEOMETRIC_MEAN:
        return pow(value, weight / m->total);
    case WITS_GROUP_SUM:
    case WITS_GROUP_MEAN:
        return value * weight;
    case WITS_GROUP_PRODUCT:
        return pow(value, weight);
    default:
        return value;
    }
}

static double combined(wits_group group, double before, double value) {
    switch (group) {
    case WITS_GROUP_SUM:
    case WITS_GROUP_MEAN:
        return before + value;
    case WITS_GROUP_MIN:
        return before < value ? before : value;
    case WITS_GROUP_MAX:
        return before > value ? before : value;
    default:
        return before * value;
    }
}

/// Bounds of a group without its gates. Every group is monotonic in its members, except that a negative weight of a sum
/// reverses the order.
static wits_bounds bounds_of_members(const members *m) {
    wits_group group = m->group->group;
    bool is_mean = group == WITS_GROUP_MEAN || group == WITS_GROUP_GEOMETRIC_MEAN;
    if (m->counted == 0 || (is_mean && !(m->total > 0))) {
        return m->counted == 0 ? between(1, 1) : between(0, 0);
    }
    wits_bounds all = {.low = 0};
    bool is_first = true;
    for (uint32_t i = 0; i < m->count; i++) {
        if (!is_member(m, i) || m->rows[i].gate != NULL) {
            continue;
        }
        bool turns = group == WITS_GROUP_SUM && row_weight(&m->rows[i]) < 0.0f;
        double lo = brings(m, i, turns ? m->bounds[i].value.high : m->bounds[i].value.low);
        double hi = brings(m, i, turns ? m->bounds[i].value.low : m->bounds[i].value.high);
        all.low = is_first ? lo : combined(group, all.low, lo);
        all.high = is_first ? hi : combined(group, all.high, hi);
        is_first = false;
    }
    double by = group == WITS_GROUP_MEAN ? m->total : 1;
    bool is_exact_group = group == WITS_GROUP_MIN || group == WITS_GROUP_MAX;
    double slack =
        is_exact_group ? 0 : slack_of_member * (m->counted + 4) * (1 + (group == WITS_GROUP_SUM ? m->size : 0));
    bool is_zero = all.high == 0 && group != WITS_GROUP_SUM;  // a factor of 0 makes the product 0
    return kept(all.low / by - slack, is_zero ? 0 : all.high / by + slack);
}

static void bound_group(const members *m, row_bounds *to) {
    to->value = m->gates == VERDICT_NEVER ? between(0, 0) : bounds_of_members(m);
    to->value = m->gates == VERDICT_OPEN ? joined(to->value, 0) : to->value;
    to->gate = m->gates;
}

row_bounds *bounds_of(const field_scope *scope, const wits_consideration_desc *rows, uint32_t count) {
    row_bounds *made = allocate(count, sizeof *made);
    for (uint32_t i = count; i-- > 0;) {  // members follow their group
        if (rows[i].gate != NULL) {
            made[i].gate = verdict_of_condition(scope, rows[i].gate);
        } else if (rows[i].group == WITS_GROUP_NONE) {
            bound_input(scope, &rows[i], &made[i]);
        } else {
            members m = members_of(&rows[i], &made[i], count - i - 1);
            bound_group(&m, &made[i]);
        }
    }
    return made;
}

wits_bounds bounds_of_score(const wits_consideration_desc *rows, const row_bounds *bounds, uint32_t count) {
    wits_bounds score = bounds[0].value;
    if (rows[0].group != WITS_GROUP_NONE && bounds[0].gate != VERDICT_ALWAYS) {
        members m = members_of(&rows[0], &bounds[0], count - 1);
        score = bounds_of_members(&m);  // if a gate fails there is no score
        score.may_be_nan = true;
    }
    return score;
}

wits_bounds bounds_weighted(wits_bounds score, double weight) {
    static const double rounding = 2e-7;
    if (weight == 0) {
        score.may_be_nan = score.may_be_nan || isinf(score.low) || isinf(score.high);
        score.low = score.high = 0;
    } else if (weight != 1) {
        double a = score.low * weight, b = score.high * weight;
        score.low = (a < b ? a : b) - fabs(a < b ? a : b) * rounding;
        score.high = (a < b ? b : a) + fabs(a < b ? b : a) * rounding;
    }
    return score;
}
