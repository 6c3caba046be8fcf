// SPDX-License-Identifier: MIT
// curve: writes the texts beside the lines.
#include "curve/curve.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------------- groups

uint32_t curve_around(const curve_option *of, uint32_t row) {
    for (uint32_t around = row; around > 0; around--) {
        if (of->rows[around - 1].depth < of->rows[row].depth) {
            return around - 1;
        }
    }
    return CURVE_NO_ROW;
}

bool curve_is_empty_group(const curve_option *of, uint32_t row) {
    if (of->rows[row].group == WITS_GROUP_NONE) {
        return false;
    }
    for (uint32_t i = row + 1; i < of->row_count && of->rows[i].depth > of->rows[row].depth; i++) {
        if (of->rows[i].gate == NULL) {
            return false;
        }
    }
    return true;
}

/// Returns the number of a group among those of its kind in the same parent, from 1; 0 if it is the only one.
static uint32_t number_of(const curve_option *of, uint32_t row) {
    uint32_t count = 0, number = 0;
    uint32_t around = curve_around(of, row);
    for (uint32_t i = 0; i < of->row_count; i++) {
        if (of->rows[i].group == of->rows[row].group && curve_around(of, i) == around) {
            count++;
            number = i == row ? count : number;
        }
    }
    return count > 1 ? number : 0;
}

void text_group(text *to, const curve_option *of, uint32_t row, bool values) {
    const wits_consideration_desc *d = &of->rows[row];
    uint32_t number = number_of(of, row);
    text_add(to, group_name(d->group));
    if (number > 0) {
        text_format(to, " %u", (unsigned)number);
    }
    if (row_weight(d) != 1.0f) {
        text_add(to, " (weight ");
        text_short(to, row_weight(d));
        text_add(to, ")");
    }
    if (values && of->values != NULL) {
        text_add(to, " = ");
        text_short(to, of->values[row].value);
    }
}

void text_groups(text *to, const curve_option *of, uint32_t row, bool values) {
    uint32_t chain[WITS_MAX_GROUPS + 1];
    uint32_t count = 0;
    for (uint32_t around = curve_around(of, row); around != CURVE_NO_ROW && count <= WITS_MAX_GROUPS;
         around = curve_around(of, around)) {
        chain[count++] = around;
    }
    for (uint32_t i = count; i > 0; i--) {
        text_group(to, of, chain[i - 1], values);
        text_add(to, i > 1 ? " > " : "");
    }
}

// -------------------------------------------------------------------------------------------------------------- curves

static void add_parameter(text *to, const char *name, bool has, float value, uint32_t *count) {
    if (has) {
        text_format(to, "%s%s ", (*count)++ == 0 ? " (" : ", ", name);
        text_float(to, value);
    }
}

static void add_curve(text *to, const wits_curve *curve) {
    uint32_t count = 0;
    text_add(to, wits_curve_name(curve->kind));
    for (uint32_t i = 0; i < curve->knot_count; i++) {
        text_add(to, " (");
        text_float(to, curve->knots[i].x);
        text_add(to, ", ");
        text_float(to, curve->knots[i].y);
        text_add(to, ")");
    }
    add_parameter(to, "m", curve->has_m, curve->m, &count);
    add_parameter(to, "k", curve->has_k, curve->k, &count);
    add_parameter(to, "b", curve->b != 0.0f, curve->b, &count);
    add_parameter(to, "c", curve->c != 0.0f, curve->c, &count);
    text_add(to, count > 0 ? ")" : "");
}

static void add_range(text *to, const wits_consideration_desc *row) {
    text_add(to, row->outside == WITS_OUTSIDE_WRAP ? "wrap " : "range ");
    text_float(to, row->low);
    text_add(to, "..");
    text_float(to, row->high);
}

void text_curves(text *to, const wits_consideration_desc *row) {
    size_t begin = to->length;
    if (row_is_ranged(row)) {
        add_range(to, row);
    }
    for (uint32_t i = 0; i < row->curve_count; i++) {
        text_add(to, to->length > begin ? " → " : "");
        add_curve(to, &row->curves[i]);
    }
    text_add(to, to->length == begin ? "linear" : "");
    if (row->has_on_nan) {
        text_add(to, ", NaN counts as ");
        text_float(to, row->on_nan);
    }
}

// ------------------------------------------------------------------------------------------------------- the decision

static void add_stage(text *to, const char *name, float value) {
    text_format(to, " → %s ", name);
    text_short(to, value);
}

void text_way(text *to, const curve_option *of, uint32_t row) {
    const wits_explained_consideration *told = &of->values[row];
    const wits_consideration_desc *d = &of->rows[row];
    text_short(to, told->raw);
    if (told->was_nan) {
        text_add(to, ", taken as ");
        text_short(to, row_on_nan(d));
    }
    if (row_is_ranged(d)) {
        add_stage(to, "in range", told->normal);
    }
    add_stage(to, "value", told->value);
}

static void add_share(text *to, const char *name, float value) {
    text_add(to, to->length > 0 ? ", " : "");
    text_add(to, name);
    text_add(to, " ");
    text_short(to, value);
}

void text_share(text *to, const curve_option *of, uint32_t row) {
    const wits_explained_consideration *told = &of->values[row];
    uint32_t around = curve_around(of, row);
    if (around != CURVE_NO_ROW && of->rows[around].group == WITS_GROUP_COMPENSATED) {
        add_share(to, "compensated", told->compensated);
    }
    if (row_weight(&of->rows[row]) != 1.0f) {
        add_share(to, "weighted", told->weighted);
    }
    if (told->would_win) {
        add_share(to, "would win at about", told->wins_at);
    }
}

static float weight_of(const curve_option *of) {
    return state_weight(&of->desc->states[of->option]);
}

void text_score(text *to, const curve_option *of) {
    text_format(to, "option of %s; score: %s", wits_state_name(of->brain, WITS_ROOT),
                of->rows[0].group != WITS_GROUP_NONE ? group_name(of->rows[0].group) : "one consideration");
    if (weight_of(of) != 1.0f) {
        text_add(to, ", weight ");
        text_short(to, weight_of(of));
    }
}

void text_outcome(text *to, const curve_option *of) {
    const wits_explained_option *told = of->told;
    if (of->is_earlier) {
        text_format(to, "not scored at tick %u; last ", (unsigned)of->unscored_at);
    }
    text_format(to, "tick %u, seed %llu, agent %llu: ", (unsigned)of->about->of->frame.tick,
                (unsigned long long)of->about->of->frame.seed, (unsigned long long)of->about->of->frame.agent);
    if (told->verdict != WITS_VERDICT_GATED) {
        text_short(to, told->raw);
        if (told->weight != 1.0f) {
            text_add(to, " * weight ");
            text_short(to, told->weight);
        }
        if (told->inertia != 0.0f) {
            text_add(to, " + inertia ");
            text_short(to, told->inertia);
        }
        if (told->weight != 1.0f || told->inertia != 0.0f) {
            text_add(to, " = ");
            text_short(to, told->competing);
        }
        text_add(to, "; ");
    }
    text_verdict(of->about, of->call, of->choice, told, to);
    if (told->option != of->choice->chosen) {
        text_format(to, "; %s was chosen", wits_state_name(of->brain, of->choice->chosen));
    }
}
