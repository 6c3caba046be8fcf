// SPDX-License-Identifier: MIT
// bounds [BRAINS]: what bounds.h claims of curves and considerations is so: random curves at many points of random
// ranges, and random options whose scores are explained for random fields.
#include "lint/bounds.h"
#include "common/action_markers.h"
#include "common/context.h"
#include "wits/explain.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t seed = 1;

static uint32_t below(uint32_t count) {
    seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)((seed >> 33) % count);
}

static float real(float lo, float hi) {
    return lo + (hi - lo) * ((float)below(1000001) / 1e6f);
}

static bool chance(uint32_t percent) {
    return below(100) < percent;
}

// -------------------------------------------------------------------------------------------------------------- curves

static float parameter(float usual) {
    static const float some[] = {0, 1.0f, -1.0f, 0.5f, 2.0f, 3.0f, -2.0f, 0.1f};
    return chance(50) ? some[below(8)] : chance(90) ? real(-usual, usual) : real(-100, 100);
}

static wits_curve random_curve(wits_knot *knots) {
    wits_curve curve = {.kind = (wits_curve_kind)(1 + below(WITS_CURVE_PIECEWISE))};
    bool is_bent = curve.kind == WITS_CURVE_POLYNOMIAL || curve.kind == WITS_CURVE_EXPONENTIAL ||
                   curve.kind == WITS_CURVE_LOGISTIC || curve.kind == WITS_CURVE_NORMAL;
    if (curve.kind == WITS_CURVE_PIECEWISE) {
        curve.knots = knots;
        curve.knot_count = 2 + below(5);
        float x = real(-0.5f, 0.5f);
        for (uint32_t i = 0; i < curve.knot_count; i++) {
            knots[i] = (wits_knot){x, real(-0.5f, 1.5f)};
            x += chance(20) ? 0.0f : real(0.0f, 0.6f);
        }
        return curve;
    }
    curve.b = chance(60) ? 0.0f : parameter(1);
    if (curve.kind != WITS_CURVE_CONSTANT) {
        curve.has_m = chance(50);
        curve.m = curve.has_m ? parameter(2) : 0.0f;
        curve.c = chance(60) ? 0.0f : parameter(1);
        curve.has_k = (is_bent || curve.kind == WITS_CURVE_SIGMOID) && chance(80);
        curve.k = !curve.has_k ? 0.0f : is_bent ? parameter(4) : real(-0.99999f, 0.99999f);
    }
    return curve;
}

// ------------------------------------------------------------------------------------------------------ considerations

enum { FIELDS = 4, MOST_ROWS = 40, CONTEXTS = 12 };

static const wits_field_desc fields[FIELDS] = {{.name = "n", .type = WITS_TYPE_UINT8},
                                               {.name = "s", .type = WITS_TYPE_INT8},
                                               {.name = "x", .type = WITS_TYPE_FLOAT},
                                               {.name = "b", .type = WITS_TYPE_BOOL}};

/// The rows of one option, and the data of its curves.
typedef struct option {
    wits_consideration_desc rows[MOST_ROWS];
    uint32_t count;
    wits_curve curves[MOST_ROWS][2];
    wits_knot knots[MOST_ROWS][2][WITS_MAX_KNOTS];
} option;

static void add_input(option *o, wits_consideration_desc *row) {
    static const char *const inputs[] = {"n",        "s",      "x",       "n / 255.0",         "clamp(x, 0.2, 0.6)",
                                         "s * 2",    "n - s",  "0.3",     "min(n, 10)",        "1 if b else 0",
                                         "x * x",    "random", "sqrt(x)", "logistic(x, 1, 2)", "abs(s) + 1",
                                         "0.0 / 0.0"};
    static const float ends[] = {0, 1, 10, 100, 255, -20, 300, 5};
    row->input = inputs[below(16)];
    if (chance(70)) {
        row->low = ends[below(8)];
        row->high = ends[below(8)];
        row->high = row->high == row->low ? row->low + 1 : row->high;
        row->outside = chance(20) ? WITS_OUTSIDE_WRAP : WITS_OUTSIDE_DEFAULT;
    }
    row->has_on_nan = chance(30);
    row->on_nan = row->has_on_nan ? real(-3, 3) : 0.0f;
    row->curve_count = chance(30) ? 0 : 1 + below(2);
    row->curves = o->curves[o->count];
    for (uint32_t i = 0; i < row->curve_count; i++) {
        o->curves[o->count][i] = random_curve(o->knots[o->count][i]);
    }
}

static void add_row(option *o, uint16_t depth, wits_group around) {
    static const char *const gates[] = {"b", "n > 3", "n < 0", "x > 0.5 and x < 0.5", "true", "not b or n >= 0"};
    static const float weights[] = {2, 0.5f, 3, 0.3f, 0, 7};
    wits_consideration_desc *row = &o->rows[o->count];
    *row = (wits_consideration_desc){.of = 1, .depth = depth};
    if (depth > 0 && around != WITS_GROUP_MIN && around != WITS_GROUP_MAX && chance(40)) {
        row->has_weight = true;
        row->weight = around == WITS_GROUP_SUM && chance(30) ? -0.7f : weights[below(6)];
    }
    if (depth > 0 && chance(12)) {
        row->has_weight = false;
        row->weight = 0;
        row->gate = gates[below(6)];
        o->count++;
    } else if (depth < 3 && chance(depth == 0 ? 90 : 25)) {
        row->group = (wits_group)(1 + below(7));
        wits_group group = row->group;
        uint32_t members = below(4);
        o->count++;
        for (uint32_t i = 0; i < members && o->count < MOST_ROWS; i++) {
            add_row(o, (uint16_t)(depth + 1), group);
        }
    } else {
        add_input(o, row);
        o->count++;
    }
}

static bool is_in(wits_bounds bounds, float value) {
    return (double)value >= bounds.low && (double)value <= bounds.high;
}

static void complain(const option *o, uint32_t row, const char *what, float value, wits_bounds bounds) {
    const wits_consideration_desc *d = &o->rows[row];
    printf("row %u of %u, %s%s: %s %.9g is not from %.9g to %.9g\n", (unsigned)row, (unsigned)o->count,
           d->input != NULL  ? "input "
           : d->gate != NULL ? "gate "
                             : "group ",
           d->input != NULL ? d->input : "", what, (double)value, bounds.low, bounds.high);
    exit(EXIT_FAILURE);
}

static void check_row(const option *o, uint32_t row, const wits_row_bounds *b,
                      const wits_explained_consideration *told) {
    if (o->rows[row].gate != NULL) {
        assert(is_in(b->value, told->holds ? 1.0f : 0.0f));
        return;
    }
    if (o->rows[row].input != NULL && !told->was_nan && !is_in(b->input, told->raw)) {
        complain(o, row, "input", told->raw, b->input);
    }
    if (o->rows[row].input != NULL && !is_in(b->normal, told->normal)) {
        complain(o, row, "normal", told->normal, b->normal);
    }
    const bool is_shut = b->value.may_be_nan && told->value == 0.0f;
    if (!is_shut && !is_in(b->value, told->value)) {
        complain(o, row, "value", told->value, b->value);
    }
}

static void set_fields(context *knows) {
    static const float some[] = {0, 1, 0.5f, -3, 1e30f, 0.3f, 77};
    context_set(knows, 0, below(256));
    context_set(knows, 1, (double)below(256) - 128);
    float x = chance(10) ? NAN : chance(10) ? INFINITY : chance(50) ? some[below(7)] : real(-1, 2);
    context_set(knows, 2, (double)x);
    context_set(knows, 3, below(2));
}

static void check_scores(const option *o, const wits_brain *brain, const wits_row_bounds *bounds, wits_bounds score) {
    uint8_t agent[64];
    context knows = context_new(fields, FIELDS);
    void *memory = allocate(wits_explain_size(brain), 1);
    assert(wits_agent_size(brain) <= sizeof agent);
    for (uint32_t i = 0; i < CONTEXTS; i++) {
        wits_explain why;
        set_fields(&knows);
        memset(agent, 0, sizeof agent);
        wits_explain_begin(&why, brain, memory, wits_explain_size(brain));
        const wits_frame frame = {.tick = i, .columns = knows.columns, .explain = &why};
        wits_start(brain, agent, &frame);
        const wits_explained_option *told = &why.options[0];
        assert(why.option_count == 2 && told->row_count == o->count);
        for (uint32_t row = 0; row < o->count; row++) {
            check_row(o, row, &bounds[row], &why.considerations[told->first_row + row]);
        }
        bool no_number = told->score != told->score;
        if (no_number ? !score.may_be_nan : !is_in(score, told->score)) {
            complain(o, 0, "score", told->score, score);
        }
    }
    context_free(&knows);
    free(memory);
}

static bool check_option(void) {
    static const float weights[] = {1, 1, 2, 0.3f, -1, 0};
    option *o = allocate(1, sizeof *o);
    add_row(o, 0, WITS_GROUP_NONE);
    const wits_state_desc states[] = {{.name = "root", .kind = WITS_KIND_UTILITY},
                                      {.name = "one", .has_weight = true, .weight = weights[below(6)]},
                                      {.name = "other", .score = "0.5"}};
    const wits_desc desc = {.states = states,
                            .state_count = 3,
                            .fields = fields,
                            .field_count = FIELDS,
                            .considerations = o->rows,
                            .consideration_count = o->count};
    wits_brain *brain = wits_brain_size(&desc, NULL) != 0 ? compile_tables(&desc) : NULL;
    bool is_narrow = false;
    if (brain != NULL) {  // some curves have invalid parameters
        field_scope scope = field_scope_new(&desc);
        wits_row_bounds *bounds = bounds_of(brain, &scope, 1);
        wits_bounds score = wits_brain_score_bounds(brain, 1, scope.fields, NULL);
        score = bounds_weighted(score, state_weight(&states[1]));
        check_scores(o, brain, bounds, score);
        is_narrow = bounds[0].value.low > 0 || bounds[0].value.high < 1;
        free(bounds);
        field_scope_free(&scope);
    }
    free(brain);
    free(o);
    return is_narrow;
}

int main(int argc, char **argv) {
    uint32_t count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 4000;
    uint32_t options = 0;
    for (uint32_t i = 0; i < count; i++) {
        options += check_option();
    }
    printf("%u options with bounds inside 0 to 1\n", (unsigned)options);
    return options > count / 10 ? EXIT_SUCCESS : EXIT_FAILURE;
}
