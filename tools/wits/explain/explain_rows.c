// SPDX-License-Identifier: MIT
// explain --format text: considerations from the raw input to their contribution, and the inputs with which the option
// would have won.
#include "explain/tick_record.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct rows {
    const tick_records *about;
    const wits_consideration_desc *desc;
    const wits_explained_consideration *told;
    uint32_t count;
    const char *would_have;  ///< result of another input: "won", "taken 3"
    const char *win;         ///< "win", "take 3"
    text *to;
} rows;

// --------------------------------------------------------------------------------------------------------------- lines

/// Returns the row of the group around a row, or the row itself if it is the outermost.
static uint32_t group_around(const rows *r, uint32_t row) {
    uint32_t around = row;
    while (r->desc[around].depth >= r->desc[row].depth && around > 0) {
        around--;
    }
    return around;
}

static void add_stage(const rows *r, const char *name, float value) {
    text_format(r->to, " → %s: ", name);
    text_short(r->to, value);
}

static void add_range(const rows *r, uint32_t row) {
    const wits_consideration_desc *d = &r->desc[row];
    text name = {0};
    text_add(&name, d->outside == WITS_OUTSIDE_WRAP ? "wrap " : "range ");
    text_short(&name, d->low);
    text_add(&name, "..");
    text_short(&name, d->high);
    add_stage(r, text_of(&name), r->told[row].normal);
    text_free(&name);
}

/// Writes a row's contribution to its group.
static void add_share(const rows *r, uint32_t row) {
    const wits_explained_consideration *told = &r->told[row];
    float weight = row_weight(&r->desc[row]);
    if (row > 0 && r->desc[group_around(r, row)].group == WITS_GROUP_COMPENSATED) {
        add_stage(r, "compensated", told->compensated);
    }
    if (weight != 1.0f) {
        text name = {0};
        text_add(&name, "weight ");
        text_short(&name, weight);
        add_stage(r, text_of(&name), told->weighted);
        text_free(&name);
    }
}

static bool is_name(const char *input) {
    span rest = {input, strlen(input)};
    return token_next(&rest).kind == WITS_TOKEN_NAME && token_next(&rest).kind == WITS_TOKEN_END;
}

static void add_input(const rows *r, uint32_t row) {
    const wits_consideration_desc *d = &r->desc[row];
    const wits_explained_consideration *told = &r->told[row];
    float shown = told->raw;
    text_add_folded(r->to, d->input);
    text_add(r->to, is_name(d->input) ? " " : " = ");
    text_short(r->to, told->raw);
    if (told->was_nan) {
        text_add(r->to, ", taken as ");
        text_short(r->to, row_on_nan(d));
    }
    if (row_is_ranged(d)) {
        add_range(r, row);
        shown = told->normal;
    }
    for (uint32_t i = 0; i < d->curve_count; i++) {
        shown = told->curves[i];
        add_stage(r, wits_curve_name(d->curves[i].kind), shown);
    }
    if (shown != told->value) {
        add_stage(r, "0 to 1", told->value);
    }
    add_share(r, row);
}

static bool is_directly_in(const rows *r, uint32_t group, uint32_t row) {
    return row > group && group_around(r, row) == group;
}

static void add_group(const rows *r, uint32_t row) {
    uint32_t counted = 0, shut = 0;
    for (uint32_t i = row + 1; i < r->count && r->desc[i].depth > r->desc[row].depth; i++) {
        counted += is_directly_in(r, row, i) && r->desc[i].gate == NULL;
        shut += is_directly_in(r, row, i) && r->desc[i].gate != NULL && !r->told[i].holds;
    }
    text_format(r->to, "%s = ", group_name(r->desc[row].group));
    text_short(r->to, r->told[row].value);
    text_add(r->to, shut > 0 ? ", because a gate does not hold" : counted == 0 ? ", with no members that count" : "");
    add_share(r, row);
}

static void add_row(const rows *r, uint32_t row) {
    text_spaces(r->to, 6 + 2 * (size_t)r->desc[row].depth);
    if (r->desc[row].group != WITS_GROUP_NONE) {
        add_group(r, row);
    } else if (r->desc[row].gate != NULL) {
        text_add(r->to, "gate ");
        text_add_folded(r->to, r->desc[row].gate);
        text_add(r->to, r->told[row].holds ? " [true]" : " [FALSE]");
    } else {
        add_input(r, row);
    }
    text_add(r->to, "\n");
}

// ----------------------------------------------------------------------------------------------------- counterfactuals

/// Returns the type of a target's field, such as enemy.health. WITS_TYPE_DEFAULT if the input is something else.
static wits_type target_field_type(const wits_brain *brain, const char *input) {
    const char *dot = strchr(input, '.');
    for (uint32_t kind = 0; dot != NULL && kind < wits_target_kind_count(brain); kind++) {
        const char *name = wits_target_kind_name(brain, kind);
        if (strlen(name) == (size_t)(dot - input) && strncmp(name, input, strlen(name)) == 0) {
            return wits_target_field_type(brain, kind, wits_find_target_field(brain, kind, dot + 1));
        }
    }
    return WITS_TYPE_DEFAULT;
}

static bool is_whole(const tick_records *about, const char *input) {
    const wits_brain *brain = about->of->mind.brain;
    const uint32_t field = wits_find_field(brain, input);
    const wits_type type = field != WITS_NONE ? wits_field_type(brain, field) : target_field_type(brain, input);
    return type != WITS_TYPE_DEFAULT && type != WITS_TYPE_FLOAT;
}

/// Returns an end of the row's range; 0 to 1 if it has none.
static float end_of(const wits_consideration_desc *d, bool upper) {
    float lo = row_is_ranged(d) ? d->low : 0.0f, hi = row_is_ranged(d) ? d->high : 1.0f;
    return upper == (lo < hi) ? hi : lo;
}

/// Returns whether all inputs from `wins_at` to that end of the range win. Returns false if the current input, which
/// does not win, is on that side.
static bool wins_towards(const wits_explained_consideration *told, bool upper) {
    return upper ? told->wins_above && !(told->raw > told->wins_at) : told->wins_below && !(told->raw < told->wins_at);
}

/// Returns whether a value still wins after rounding to a few digits.
static bool is_beyond(float wins_at, bool upper, double end, double bound) {
    return upper ? (float)bound >= wins_at && bound <= end : (float)bound <= wins_at && bound >= end;
}

/// Writes the bound with four digits, rounded to a value before `end` that still wins.
static void add_bound(text *to, float wins_at, bool upper, double end) {
    char bound[32];
    snprintf(bound, sizeof bound, "%.4g", (double)wins_at);
    double unit = pow(10.0, floor(log10(fabs((double)wins_at))) - 3.0);
    if (!is_beyond(wins_at, upper, end, strtod(bound, NULL))) {
        snprintf(bound, sizeof bound, "%.4g", strtod(bound, NULL) + (upper ? unit : -unit));
    }
    bool is_rounded = is_beyond(wins_at, upper, end, strtod(bound, NULL));
    text_float(to, is_rounded ? strtof(bound, NULL) : wins_at);
}

static void add_would_win(const rows *r, uint32_t row) {
    const wits_explained_consideration *told = &r->told[row];
    const wits_consideration_desc *d = &r->desc[row];
    text_format(r->to, "      would have %s with ", r->would_have);
    text_add_folded(r->to, d->input);
    const bool upper = wins_towards(told, true);
    if (upper || wins_towards(told, false)) {
        text_add(r->to, upper ? " at or above " : " at or below ");
        if (is_whole(r->about, d->input)) {
            text_format(r->to, "%.0f", (double)told->wins_at);
        } else {
            add_bound(r->to, told->wins_at, upper, (double)end_of(d, upper));
        }
    } else {
        bool is_end = told->wins_at == end_of(d, true) || told->wins_at == end_of(d, false);
        text_add(r->to, is_end || is_whole(r->about, d->input) ? " at " : " at about ");
        text_short(r->to, told->wins_at);
    }
    text_add(r->to, " (now ");
    text_short(r->to, told->raw);
    text_add(r->to, ")\n");
}

/// Returns the first earlier row that reads the same input and was evaluated, or the row itself.
static uint32_t first_with_input(const rows *r, uint32_t row) {
    uint32_t first = 0;
    while (first < row && !(r->told[first].looked_at && strcmp(r->desc[first].input, r->desc[row].input) == 0)) {
        first++;
    }
    return first;
}

static void add_what_would_win(const rows *r, bool is_gated) {
    uint32_t different = 0, ranged = 0, winning = 0;
    text names = {0};
    for (uint32_t row = 0; row < r->count; row++) {
        const wits_explained_consideration *told = &r->told[row];
        if (!told->looked_at) {
            continue;
        }
        uint32_t first = first_with_input(r, row);
        if (first == row) {
            text_add(&names, different++ == 0 ? "" : " or ");
            ranged += row_is_ranged(&r->desc[row]);
            text_add_folded(&names, r->desc[row].input);
        }
        if (told->would_win && (first == row || r->told[first].wins_at != told->wins_at)) {
            add_would_win(r, row);
        }
        winning += told->would_win;
    }
    if (different > 0 && winning == 0 && !is_gated) {
        text_format(r->to, "      no %s %s would have made it %s\n", text_of(&names),
                    ranged == 0      ? "from 0 to 1"
                    : different == 1 ? "inside its range"
                                     : "inside their ranges",
                    r->win);
    }
    text_free(&names);
}

/// Writes "      would have won with hunger at or above 0.25 (now 0.1)" about a field in an expression.
static void add_field_that_wins(const wits_field_desc *field, const wits_explained_field *told, text *to) {
    const bool above = told->wins_above && !(told->now > told->wins_at);
    const bool below = told->wins_below && !(told->now < told->wins_at);
    text_format(to, "      would have won with %s ", field->name);
    if (field->type == WITS_TYPE_FLOAT && (above || below)) {
        text_add(to, above ? "at or above " : "at or below ");
        add_bound(to, told->wins_at, above, above ? (double)INFINITY : -(double)INFINITY);
    } else if (field->type == WITS_TYPE_FLOAT) {
        text_add(to, "at about ");
        text_short(to, told->wins_at);
    } else {
        text_add(to, !field_is_number(field) ? "" : above ? "at or above " : below ? "at or below " : "at ");
        text_value(to, field, (double)told->wins_at, false);
    }
    text_add(to, " (now ");
    if (field->type == WITS_TYPE_FLOAT) {
        text_short(to, told->now);
    } else {
        text_value(to, field, (double)told->now, false);
    }
    text_add(to, ")\n");
}

void text_fields_that_win(const tick_records *about, const tick_record *call, const wits_explained_option *option,
                          text *to) {
    uint32_t winning = 0;
    text names = {0};
    for (uint32_t i = 0; i < option->field_count; i++) {
        const wits_explained_field *told = &call->why.fields[option->first_field + i];
        const wits_field_desc *field = &about->of->desc->fields[told->field];
        text_format(&names, "%s%s", i > 0 ? " or " : "", field->name);
        winning += told->would_win;
        if (told->would_win) {
            add_field_that_wins(field, told, to);
        }
    }
    if (option->field_count > 0 && winning == 0) {
        text_format(to, "      no other %s inside %s would have made it win\n", text_of(&names),
                    option->field_count == 1 ? "its range" : "their ranges");
    }
    text_free(&names);
}

static void add_considerations(const rows *r, bool is_gated) {
    for (uint32_t row = 0; row < r->count; row++) {
        add_row(r, row);
    }
    add_what_would_win(r, is_gated);
}

void text_considerations(const tick_records *about, const tick_record *call, const wits_explained_option *option,
                         text *to) {
    const rows r = {.about = about,
                    .desc = asked_rows(about, call, option),
                    .told = &call->why.considerations[option->first_row],
                    .count = option->row_count,
                    .would_have = "won",
                    .win = "win",
                    .to = to};
    add_considerations(&r, option->verdict == WITS_VERDICT_GATED);
}

void text_target_considerations(const tick_records *about, const tick_record *call, const wits_explained_option *option,
                                const wits_explained_target *target, text *to) {
    char would_have[32], win[32];
    snprintf(would_have, sizeof would_have, "taken %u", (unsigned)target->id);
    snprintf(win, sizeof win, "take %u", (unsigned)target->id);
    const rows r = {.about = about,
                    .desc = asked_rows(about, call, option),
                    .told = &call->why.considerations[target->first_row],
                    .count = target->row_count,
                    .would_have = would_have,
                    .win = win,
                    .to = to};
    add_considerations(&r, target->verdict == WITS_VERDICT_GATED);
}

void text_ahead(const tick_records *about, const tick_record *call, const wits_explained_target *taken,
                const wits_explained_target *other, text *to) {
    float most = 0.0f;
    uint32_t ahead = taken->row_count;
    for (uint32_t i = 0; i < taken->row_count && i < other->row_count; i++) {
        const wits_explained_consideration *a = &call->why.considerations[taken->first_row + i];
        const wits_explained_consideration *b = &call->why.considerations[other->first_row + i];
        if (about->of->desc->considerations[a->row].input != NULL && a->value - b->value > most) {
            most = a->value - b->value;
            ahead = i;
        }
    }
    if (ahead < taken->row_count) {
        const wits_explained_consideration *a = &call->why.considerations[taken->first_row + ahead];
        text_add(to, ": ");
        text_add_folded(to, about->of->desc->considerations[a->row].input);
        text_add(to, " (");
        text_short(to, a->value);
        text_add(to, " against ");
        text_short(to, call->why.considerations[other->first_row + ahead].value);
        text_add(to, ")");
    }
}
