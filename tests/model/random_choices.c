// SPDX-License-Identifier: MIT
// Adds considerations of all kinds, ranks, cooldowns and default options to the utilities of a random brain. Inputs are
// mostly fields, which random_fields.c also sets to NaN, infinities, huge numbers and -0.
#include <string.h>

#include "random_texts.h"

enum { MANY_CONSIDERATIONS = 16, MOST_MEMBERS = 5, LONG_GROUP = 24 };

/// Frequencies of each feature in this brain, in percent.
typedef struct choices {
    random_texts *t;
    random_brain *b;
    rng *r;
    random_inputs inputs;
    uint32_t field;                     ///< next field to read, with separate inputs
    uint32_t of_targets[RANDOM_KINDS];  ///< likewise for each kind of targets
    uint32_t considered;                ///< options with considerations
    uint32_t gates;
    uint32_t groups;
    uint32_t curves;
    uint32_t chains;
    uint32_t weights;
    wits_state_id of;
} choices;

/// Each field is read once.
static bool is_apart(const choices *c) {
    return c->inputs == INPUTS_APART || c->inputs == INPUTS_APART_AIMED;
}

static float pick(rng *r, const float *numbers, uint32_t count) {
    return numbers[rng_below(r, count)];
}
#define PICK(r, numbers) pick(r, numbers, (uint32_t)(sizeof(numbers) / sizeof *(numbers)))

/// Picks a number from -`most` to `most` in 256 steps.
static float pick_even(rng *r, float most) {
    return ((float)rng_below(r, 257) / 128.0f - 1.0f) * most;
}

// -------------------------------------------------------------------------------------------------------------- texts

const char *random_choices_keep(random_brain *b, const char *text) {
    size_t size = strlen(text) + 1;
    if (b->choice_text_bytes + size > RANDOM_CHOICE_TEXTS) {
        return NULL;
    }
    char *to = &b->choice_texts[b->choice_text_bytes];
    memcpy(to, text, size);
    b->choice_text_bytes += (uint32_t)size;
    return to;
}

static const char *host_function(rng *r, uint32_t first, uint32_t count) {
    return host_functions[first + rng_below(r, count)].name;
}

/// A plain field of numbers, else null.
static const char *some_field(const choices *c) {
    const wits_desc *d = &c->b->desc;
    uint32_t first = d->field_count > 0 ? rng_below(c->r, d->field_count) : 0;
    bool floats = rng_chance(c->r, 70);
    for (uint32_t i = 0; i < d->field_count; i++) {
        const wits_field_desc *field = &d->fields[(first + i) % d->field_count];
        if (floats ? field->type == WITS_TYPE_FLOAT : field->type >= WITS_TYPE_INT8) {
            return field->name;
        }
    }
    return NULL;
}

static const char *make_input(choices *c) {
    char text[RANDOM_TEXT];
    uint32_t way = rng_below(c->r, 100);
    const char *input = NULL;
    if (is_apart(c)) {
        input = c->inputs == INPUTS_APART_AIMED && way < 60 ? random_targets_next(c->b, c->of, c->of_targets) : NULL;
        const bool is_left = input == NULL && c->field < c->b->desc.field_count && way < 80;
        input = is_left ? c->b->desc.fields[c->field++].name : input;
    } else if (way < 50) {
        const char *target = c->b->states[c->of].target;
        input = target != NULL && rng_chance(c->r, 70) ? random_targets_input(c->t, target) : some_field(c);
    } else if (way < 75 && c->inputs != INPUTS_MANY) {
        input = random_choices_keep(c->b, random_texts_number(c->t, text));
    }
    return input != NULL ? input : host_function(c->r, HOST_CONDITIONS, HOST_SCORES);
}

static const char *make_gate(const choices *c) {
    char text[RANDOM_TEXT];
    bool expression = !is_apart(c) && rng_chance(c->r, 50);
    const char *gate = expression ? random_choices_keep(c->b, random_texts_condition(c->t, text)) : NULL;
    return gate != NULL ? gate : host_function(c->r, 0, HOST_CONDITIONS);
}

// ------------------------------------------------------------------------------------------------------------- curves

static void make_knots(const choices *c, wits_curve *curve) {
    random_brain *b = c->b;
    uint32_t count = 2 + (rng_chance(c->r, 70) ? rng_below(c->r, 4) : rng_below(c->r, WITS_MAX_KNOTS - 1));
    curve->knots = &b->knots[b->knot_count];
    curve->knot_count = count;
    float x = rng_chance(c->r, 70) ? 0.0f : pick_even(c->r, 2.0f);
    for (uint32_t i = 0; i < count; i++) {
        float y = rng_chance(c->r, 85) ? (float)rng_below(c->r, 33) / 32.0f : pick_even(c->r, 3.0f);
        b->knots[b->knot_count++] = (wits_knot){x, y};
        bool step = i > 0 && i + 2 < count && rng_chance(c->r, 20);
        x += step ? 0.0f : (float)(1 + rng_below(c->r, 16)) / 32.0f;
    }
}

static float make_k(rng *r, wits_curve_kind kind) {
    static const float exponents[] = {2.0f, 3.0f, 0.5f, 1.0f, -1.0f, 4.0f, 1.7f, 0.0f, -2.5f, 0.25f};
    static const float bends[] = {2.0f, 3.0f, -2.0f, 1e-5f, 1e-4f, -1e-4f, 10.0f, 50.0f, -0.0f, 0.3f};
    static const float sigmoids[] = {-0.99999f, 0.99999f, -0.9f, 0.5f, 0.0f, -0.3f};
    switch (kind) {
    case WITS_CURVE_POLYNOMIAL:
        return PICK(r, exponents);
    case WITS_CURVE_SIGMOID:
        return PICK(r, sigmoids);
    default:
        return PICK(r, bends);
    }
}

static void make_curve(const choices *c, wits_curve *curve) {
    static const float ms[] = {1.0f, -1.0f, 0.5f, 2.0f, 0.0f, -0.0f, -0.25f};
    static const float shifts[] = {1.0f, 0.5f, -0.5f, 0.1f, -0.0f};
    *curve = (wits_curve){.kind = (wits_curve_kind)rng_below(c->r, WITS_CURVE_PIECEWISE + 1)};
    if (curve->kind == WITS_CURVE_PIECEWISE && c->b->knot_count + WITS_MAX_KNOTS <= RANDOM_KNOTS) {
        make_knots(c, curve);
        return;
    }
    curve->kind = curve->kind == WITS_CURVE_PIECEWISE ? WITS_CURVE_LINEAR : curve->kind;
    for (const char *name = tree_curve_parameters(curve->kind); *name != '\0'; name++) {
        if (rng_chance(c->r, 50)) {
            continue;
        }
        bool even = rng_chance(c->r, 40);
        if (*name == 'm') {
            curve->has_m = true;
            curve->m = even ? pick_even(c->r, 4.0f) : PICK(c->r, ms);
        } else if (*name == 'k') {
            curve->has_k = true;
            curve->k = make_k(c->r, curve->kind);
        } else {
            *(*name == 'b' ? &curve->b : &curve->c) = even ? pick_even(c->r, 1.0f) : PICK(c->r, shifts);
        }
    }
}

static void make_curves(const choices *c, wits_consideration_desc *row) {
    random_brain *b = c->b;
    uint32_t count = !rng_chance(c->r, c->curves) ? 0
                     : !rng_chance(c->r, c->chains)
                         ? 1
                         : 2 + rng_below(c->r, rng_chance(c->r, 80) ? 2 : WITS_MAX_CURVES - 1);
    if (b->curve_count + count > RANDOM_CURVES) {
        return;
    }
    row->curves = count > 0 ? &b->curves[b->curve_count] : NULL;
    row->curve_count = count;
    for (uint32_t i = 0; i < count; i++) {
        make_curve(c, &b->curves[b->curve_count++]);
    }
}

// ----------------------------------------------------------------------------------------------------- considerations

static void make_range(const choices *c, wits_consideration_desc *row) {
    static const float ranges[][2] = {{0, 1},       {1, 0},   {0, 3},          {40, 5},
                                      {-2, 2},      {3, -3},  {0, 1e-40f},     {-1, 1e10f},
                                      {0.1f, 0.3f}, {100, 0}, {-1e38f, 1e38f}, {0.5f, 0.50001f}};
    if (rng_chance(c->r, is_apart(c) ? 5 : 30)) {
        return;
    }
    const float *range = ranges[rng_below(c->r, sizeof ranges / sizeof *ranges)];
    row->low = range[0];
    row->high = range[1];
    row->outside =
        (wits_outside)(rng_chance(c->r, 60) ? WITS_OUTSIDE_DEFAULT : WITS_OUTSIDE_CLAMP + rng_below(c->r, 2));
}

static void make_weight(const choices *c, wits_group in, wits_consideration_desc *row) {
    static const float exponents[] = {0.0f, 0.5f, 1.0f, 2.0f, 3.0f, 1.7f, 0.3f, 20.0f, 1e-20f, -0.0f};
    static const float factors[] = {0.0f, 0.5f, 1.0f, 2.0f, 0.25f, 1e20f, 0.1f};
    bool weightless =
        in == WITS_GROUP_NONE || in == WITS_GROUP_MIN || in == WITS_GROUP_MAX || !rng_chance(c->r, c->weights);
    row->has_weight = !weightless;
    if (weightless) {
        return;
    }
    if (in == WITS_GROUP_SUM && rng_chance(c->r, 30)) {
        row->weight = -PICK(c->r, factors);
    } else {
        row->weight = in == WITS_GROUP_SUM || in == WITS_GROUP_MEAN ? PICK(c->r, factors) : PICK(c->r, exponents);
    }
}

static wits_consideration_desc *add_row(const choices *c, uint32_t depth) {
    wits_consideration_desc *row = &c->b->considerations[c->b->desc.consideration_count++];
    *row = (wits_consideration_desc){.of = c->of, .depth = (uint16_t)depth};
    return row;
}

static void make_consideration(choices *c, uint32_t depth, wits_group in) {
    static const float instead[] = {0.0f, -0.0f, 1.0f, 0.5f, -3.0f, 1e30f};
    wits_consideration_desc *row = add_row(c, depth);
    row->input = make_input(c);
    make_range(c, row);
    make_curves(c, row);
    row->has_on_nan = rng_chance(c->r, 40);
    row->on_nan = row->has_on_nan ? PICK(c->r, instead) : 0.0f;
    make_weight(c, in, row);
}

/// Recursion is bounded by the depth.
static void make_group(choices *c, uint32_t depth, wits_group in) {
    wits_consideration_desc *row = add_row(c, depth);
    row->group = (wits_group)(WITS_GROUP_PRODUCT + rng_below(c->r, WITS_GROUP_MAX - WITS_GROUP_PRODUCT + 1));
    make_weight(c, in, row);
    bool empty = rng_chance(c->r, 3);
    const uint32_t most = depth == 0 && rng_chance(c->r, 4) ? LONG_GROUP : MOST_MEMBERS;  // with a gate: no bytecode
    uint32_t members = empty ? 0 : c->inputs == INPUTS_MANY ? MANY_CONSIDERATIONS : 1 + rng_below(c->r, most);
    for (uint32_t i = 0; i <= members; i++) {
        bool room = c->b->desc.consideration_count + 2 * WITS_MAX_GROUPS + 2 < RANDOM_CONSIDERATIONS;
        if (room && c->inputs != INPUTS_MANY && rng_chance(c->r, c->gates)) {
            add_row(c, depth + 1)->gate = make_gate(c);
        }
        if (i < members && (room || i == 0)) {
            bool group = room && c->inputs != INPUTS_MANY && depth + 1 < WITS_MAX_GROUPS && rng_chance(c->r, c->groups);
            if (group) {
                make_group(c, depth + 1, row->group);
            } else {
                make_consideration(c, depth + 1, row->group);
            }
        }
    }
}

static void consider(choices *c, uint32_t option) {
    wits_state_desc *s = &c->b->states[option];
    if (!rng_chance(c->r, c->considered) ||
        c->b->desc.consideration_count + 4 * WITS_MAX_GROUPS >= RANDOM_CONSIDERATIONS) {
        return;
    }
    s->score = NULL;
    s->score_best = false;
    c->of = (wits_state_id)option;
    random_targets_see(c->t, option, false);
    if (rng_chance(c->r, 15) && c->inputs != INPUTS_MANY) {
        make_consideration(c, 0, WITS_GROUP_NONE);
    } else {
        make_group(c, 0, WITS_GROUP_NONE);
    }
}

// ----------------------------------------------------------------------------------------------- ranks, cooldowns, ...

static const char *make_rank(const choices *c) {
    static const char *const ranks[] = {"0", "1", "2", "1", "0", "-1", "2147483647", "-2147483648"};
    char text[RANDOM_TEXT];
    bool expression = !is_apart(c) && rng_chance(c->r, 40);
    const char *rank = expression ? random_choices_keep(c->b, random_texts_whole(c->t, text)) : NULL;
    return rank != NULL ? rank : ranks[rng_below(c->r, 8)];
}

static void add_to_utility(const choices *c, uint32_t utility) {
    wits_state_desc *states = c->b->states;
    uint32_t end = random_brain_end(&c->b->desc, utility);
    bool ranked = rng_chance(c->r, 35);
    bool cooling = rng_chance(c->r, 35);
    bool fallback = rng_chance(c->r, 30);
    for (uint32_t option = utility + 1; option < end; option = random_brain_end(&c->b->desc, option)) {
        random_targets_see(c->t, option, false);
        if (ranked && rng_chance(c->r, 70)) {
            states[option].rank = make_rank(c);
        }
        const char *target = states[option].target;
        const bool is_ranked = target != NULL && !is_apart(c) && rng_chance(c->r, 40);
        const char *of_target = is_ranked ? random_targets_input(c->t, target) : NULL;
        states[option].rank = of_target != NULL ? of_target : states[option].rank;
        if (target != NULL && states[utility].default_option == 0 && rng_chance(c->r, 25)) {
            states[utility].default_option = (wits_state_id)option;
        }
        if (cooling && rng_chance(c->r, 60)) {
            states[option].cooldown = rng_chance(c->r, 97) ? 1 + rng_below(c->r, 12) : WITS_MAX_TICKS;
        }
        if (fallback && (states[utility].default_option == 0 || rng_chance(c->r, 40))) {
            states[utility].default_option = (wits_state_id)option;
        }
    }
}

void random_choices_add(random_texts *t, random_inputs inputs) {
    random_brain *b = t->b;
    choices c = {.t = t, .b = b, .r = &t->r, .inputs = inputs};
    if ((inputs == INPUTS_USUAL || inputs == INPUTS_AIMED) && rng_chance(&t->r, 30)) {
        return;
    }
    c.considered = inputs != INPUTS_USUAL && inputs != INPUTS_AIMED ? 100 : rng_below(&t->r, 100);
    c.gates = rng_below(&t->r, 40);
    c.groups = rng_below(&t->r, 50);
    c.curves = rng_below(&t->r, 100);
    c.chains = rng_below(&t->r, 60);
    c.weights = rng_below(&t->r, 90);
    if (is_apart(&c)) {  // so that single inputs matter
        c.gates = rng_below(&t->r, 8);
        c.groups = rng_below(&t->r, 15);
        c.chains = 10;
    }
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        if (row > 0 && b->states[b->states[row].parent].kind == WITS_KIND_UTILITY) {
            consider(&c, row);
        }
        if (b->states[row].kind == WITS_KIND_UTILITY) {
            add_to_utility(&c, row);
        }
    }
}
