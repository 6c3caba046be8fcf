// SPDX-License-Identifier: MIT
// The naive model: considerations, according to docs/brain-files.md.
#include <assert.h>
#include <math.h>
#include <string.h>

#include "model_internal.h"
#include "trees/tree.h"
#include "wits/explain.h"

uint32_t model_considerations(const model *m, wits_state_id option) {
    for (uint32_t row = 0; row < m->desc->consideration_count; row++) {
        if (m->desc->considerations[row].of == option) {
            return row;
        }
    }
    return WITS_NONE;
}

static const wits_consideration_desc *at(const model *m, uint32_t row) {
    return &m->desc->considerations[row];
}

/// First row after this one and everything inside it.
static uint32_t end_of(const model *m, uint32_t row) {
    uint32_t end = row + 1;
    while (end < m->desc->consideration_count && at(m, end)->of == at(m, row)->of &&
           at(m, end)->depth > at(m, row)->depth) {
        end++;
    }
    return end;
}

static float clamp01(float x) {
    float most = x > 0.0f ? x : 0.0f;
    return most < 1.0f ? most : 1.0f;
}

/// The row of the explanation if one was requested; otherwise a row that is discarded.
static wits_explained_consideration *told(model *m, uint32_t row) {
    static wits_explained_consideration nowhere;
    wits_explained_consideration *t = m->told != NULL ? &m->told[row - m->told_row] : &nowhere;
    return t;
}

static void begin_telling(model *m, uint32_t row) {
    wits_explained_consideration *t = told(m, row);
    *t = (wits_explained_consideration){.row = row, .holds = true};
    t->raw = t->normal = t->value = t->compensated = t->weighted = t->wins_at = NAN;
    for (uint32_t i = 0; i < WITS_MAX_CURVES; i++) {
        t->curves[i] = NAN;
    }
}

// ------------------------------------------------------------------------------------------------- one consideration

/// Both 0 means no range.
static float normalised(model *m, const wits_consideration_desc *c, float input) {
    if (c->low == 0.0f && c->high == 0.0f) {
        FIRED(m, input_without_range);
        return input;
    }
    float above = input - c->low;
    float width = c->high - c->low;
    float share = above / width;
    FIRED_IF(m, range_falling, c->high < c->low);
    if (c->outside == WITS_OUTSIDE_WRAP) {
        FIRED_IF(m, outside_wraps, share < 0.0f || share >= 1.0f);
        return clamp01(share - floorf(share));
    }
    FIRED_IF(m, outside_clamped, share < 0.0f || share > 1.0f);
    return clamp01(share);
}

/// "on_nan: lo, or 0 without a range."
static float sane_input(model *m, const wits_consideration_desc *c, float input) {
    if (!isnan(input)) {
        FIRED_IF(m, input_infinite, isinf(input));
        return input;
    }
    FIRED_IF(m, on_nan_given, c->has_on_nan);
    FIRED_IF(m, on_nan_default, !c->has_on_nan);
    return c->has_on_nan ? c->on_nan + 0.0f : c->low;
}

static void count_curve(model *m, const wits_curve *curve) {
    int kind = curve->kind == WITS_CURVE_DEFAULT ? WITS_CURVE_LINEAR : (int)curve->kind;
    m->counts[CLAUSE_curve_constant + kind - WITS_CURVE_CONSTANT]++;
    FIRED_IF(m, curve_m_zero, curve->has_m && curve->m == 0.0f);
}

/// The target for which the option's considerations are being computed; WITS_NO_TARGET if it has no kind.
static uint32_t asks_about(const model *m, wits_state_id option) {
    const uint32_t kind = m->states[option].aim;
    return kind == WITS_NONE ? WITS_NO_TARGET : model_view_of(m, option).ids[kind];
}

static float consideration_value(model *m, uint32_t row) {
    const wits_consideration_desc *c = at(m, row);
    wits_explained_consideration *t = told(m, row);
    const bool is_instead = m->instead.row == row && asks_about(m, c->of) == m->instead.target;
    float input = is_instead ? m->instead.input : model_score(m, c->input, c->of);
    t->raw = input;
    t->was_nan = isnan(input);
    float x = normalised(m, c, sane_input(m, c, input));
    t->normal = x;
    for (uint32_t i = 0; i < c->curve_count; i++) {
        count_curve(m, &c->curves[i]);
        x = tree_curve(&c->curves[i], x);
        t->curves[i] = x;
    }
    FIRED_IF(m, curve_none, c->curve_count == 0);
    FIRED_IF(m, curves_chained, c->curve_count > 1);
    static const wits_curve linear = {.kind = WITS_CURVE_LINEAR};
    return c->curve_count == 0 ? tree_curve(&linear, x) : x;
}

// ------------------------------------------------------------------------------------------------------------- groups

static float weight_of(const wits_consideration_desc *c) {
    return c->has_weight ? c->weight + 0.0f : 1.0f;  // makes -0 0
}

/// Values of a group's members that are needed to combine them.
typedef struct group {
    const wits_consideration_desc *desc;
    uint32_t count;  ///< n: considerations and groups, not gates
    float weights;   ///< W
} group;

static group group_at(const model *m, uint32_t row) {
    group g = {.desc = at(m, row)};
    for (uint32_t in = row + 1; in < end_of(m, row); in = end_of(m, in)) {
        if (at(m, in)->gate == NULL) {
            g.weights = g.count == 0 ? weight_of(at(m, in)) : g.weights + weight_of(at(m, in));
            g.count++;
        }
    }
    return g;
}

/// "The product of x + ((1 - x) * f) * x, with f = 1 - 1 / n."
static float compensated(const group *g, float x) {
    if (g->desc->group != WITS_GROUP_COMPENSATED) {
        return x;
    }
    float share = 1.0f / (float)g->count;
    float f = 1.0f - share;
    float rest = 1.0f - x;
    float part = rest * f;
    float more = part * x;
    return x + more;
}

/// The contribution of a value to its group.
static float weighted(model *m, const group *g, const wits_consideration_desc *c, float x) {
    float w = weight_of(c);
    FIRED_IF(m, member_weight_zero, w == 0.0f);
    switch (g->desc->group) {
    case WITS_GROUP_PRODUCT:
    case WITS_GROUP_COMPENSATED:
        FIRED_IF(m, exponent_special, w == 0.0f || w == 2.0f || w == 3.0f || w == 0.5f);
        FIRED_IF(m, exponent_other, w != 0.0f && w != 1.0f && w != 2.0f && w != 3.0f && w != 0.5f);
        return tree_power(x, w);
    case WITS_GROUP_GEOMETRIC_MEAN: {
        float share = g->weights == 0.0f ? 0.0f : w / g->weights;
        return tree_power(x, share);
    }
    case WITS_GROUP_SUM:
    case WITS_GROUP_MEAN:
        FIRED_IF(m, factor_below_zero, w < 0.0f);
        return x * w;
    default:
        return x;
    }
}

static float combined(const group *g, float so_far, float x) {
    switch (g->desc->group) {
    case WITS_GROUP_SUM:
    case WITS_GROUP_MEAN:
        return so_far + x;
    case WITS_GROUP_MIN:
        return so_far < x ? so_far : x;
    case WITS_GROUP_MAX:
        return so_far > x ? so_far : x;
    default:
        return so_far * x;
    }
}

static float finished(model *m, const group *g, float all) {
    if (g->count == 0) {
        FIRED(m, group_empty);
        return 1.0f;
    }
    if (g->desc->group == WITS_GROUP_SUM) {
        FIRED_IF(m, sum_clamped, all < 0.0f || all > 1.0f);
        return clamp01(all);
    }
    if (g->desc->group == WITS_GROUP_MEAN || g->desc->group == WITS_GROUP_GEOMETRIC_MEAN) {
        FIRED_IF(m, mean_without_weights, g->weights == 0.0f);
        if (g->weights == 0.0f) {
            return 0.0f;
        }
        return g->desc->group == WITS_GROUP_MEAN ? all / g->weights : all;
    }
    return all;
}

static float row_value(model *m, uint32_t row, bool *gates_hold);

/// "Gates are evaluated before anything else of their group."
static bool gates_of(model *m, uint32_t row) {
    bool hold = true;
    for (uint32_t in = row + 1; in < end_of(m, row); in = end_of(m, in)) {
        const wits_consideration_desc *c = at(m, in);
        if (c->gate != NULL) {
            begin_telling(m, in);
            bool holds = model_condition(m, c->gate, c->of, WITS_NONE);
            told(m, in)->holds = holds;
            FIRED_IF(m, gate_holds, holds);
            FIRED_IF(m, gate_inside, !holds && c->depth > 1);
            hold = hold && holds;
        }
    }
    return hold;
}

static float group_value(model *m, uint32_t row, bool *gates_hold) {
    group g = group_at(m, row);
    m->counts[CLAUSE_group_product + g.desc->group - WITS_GROUP_PRODUCT]++;
    FIRED_IF(m, group_in_group, g.desc->depth > 0);
    *gates_hold = gates_of(m, row);
    float all = 0.0f;
    bool first = true;
    for (uint32_t in = row + 1; in < end_of(m, row); in = end_of(m, in)) {
        const wits_consideration_desc *c = at(m, in);
        if (c->gate != NULL) {
            continue;
        }
        bool unused;
        float x = row_value(m, in, &unused);
        wits_explained_consideration *t = told(m, in);
        t->compensated = compensated(&g, x);
        t->weighted = weighted(m, &g, c, t->compensated);
        all = first ? t->weighted : combined(&g, all, t->weighted);
        first = false;
    }
    float value = finished(m, &g, all);
    return *gates_hold ? value : 0.0f;
}

/// The number of a consideration or group.
static float row_value(model *m, uint32_t row, bool *gates_hold) {
    *gates_hold = true;
    begin_telling(m, row);
    float value = at(m, row)->group != WITS_GROUP_NONE ? group_value(m, row, gates_hold) : consideration_value(m, row);
    wits_explained_consideration *t = told(m, row);
    t->value = t->compensated = t->weighted = value;
    return value;
}

/// Explains a row and everything in it.
static void make_room(model *m, uint32_t row) {
    wits_explain *explain = m->frame->explain;
    uint32_t count = end_of(m, row) - row;
    assert(explain->consideration_count + count <= explain->consideration_capacity);
    m->told = &explain->considerations[explain->consideration_count];
    m->told_row = row;
    explain->consideration_count += count;
}

void model_consider_nobody(model *m, wits_state_id option) {
    const uint32_t first = model_considerations(m, option);
    make_room(m, first);
    for (uint32_t row = first; row < end_of(m, first); row++) {
        begin_telling(m, row);
    }
}

/// Explains all rows, whatever their gates are.
float model_consider(model *m, wits_state_id option, bool tells, bool *vetoed) {
    uint32_t row = model_considerations(m, option);
    bool gates_hold;
    m->told = NULL;
    m->told_row = row;
    if (tells && m->frame->explain != NULL) {
        make_room(m, row);
    }
    float value = row_value(m, row, &gates_hold);
    FIRED_IF(m, considered_one, at(m, row)->group == WITS_GROUP_NONE);
    FIRED_IF(m, gate_vetoes, !gates_hold);
    *vetoed = !gates_hold;
    return gates_hold ? value : NAN;
}
