// SPDX-License-Identifier: MIT
// Writes functions that choose an option for one lane, by the passes of src/expr/choose_passes.inc. Without loops, so
// that loops over lanes become vector code.
#include "choices.h"
#include "crowd.h"

#include <string.h>

enum {
    MOST_UNROLLED = 40,  ///< options; with more, each lane runs loops
    MOST_ROUNDS = 256,   ///< options of all rounds of `top`
};

static bool is_same_option(const lanes_op *x, const lanes_op *y) {
    return x->flags == y->flags && (x->c != 0) == (y->c != 0);
}

/// Returns whether two CHOOSEs have the same rules.
static bool is_same_choice(const lanes_op *x, const lanes_op *y) {
    bool same = x->flags == y->flags && memcmp(x->k, y->k, sizeof x->k) == 0 && x[1].flags == y[1].flags &&
                memcmp(x[1].k, y[1].k, sizeof x->k) == 0;
    for (uint32_t i = 0; same && i < x->flags; i++) {
        same = is_same_option(&x[2 + i], &y[2 + i]);
    }
    return same;
}

static uint32_t choose_number(crowd_maker *c, const lanes_op *op) {
    uint32_t number = 0;
    while (number < c->choose_count && !is_same_choice(c->chooses[number], op)) {
        number++;
    }
    if (number == c->choose_count) {
        c->chooses = grow(c->chooses, &c->choose_capacity, c->choose_count + 1, sizeof *c->chooses);
        c->chooses[c->choose_count++] = op;
    }
    return number;
}

static bool is_ranked_choice(const lanes_op *op) {
    return (op[1].flags & LANES_IS_RANKED) != 0;
}

void crowd_put_choose(crowd_maker *c, text *to, const lane_value *v) {
    const operand *more = &c->now.more[v->more];
    put(c->m, to, "@choose_lane_%u(", (unsigned)choose_number(c, v->op));
    crowd_put_operand(c, to, v->a, FORM_BYTE);
    text_add(to, ", ");
    crowd_put_operand(c, to, v->b, FORM_FLOAT);
    for (uint32_t i = 0; i < v->op->flags; i++) {
        text_add(to, ", ");
        crowd_put_operand(c, to, more[3 * i], FORM_FLOAT);
        if (is_ranked_choice(v->op)) {
            text_add(to, ", ");
            crowd_put_operand(c, to, more[3 * i + 1], FORM_INT);
        }
        if (v->op[2 + i].c != 0) {
            text_add(to, ", ");
            crowd_put_operand(c, to, more[3 * i + 2], FORM_BYTE);
        }
    }
    text_add(to, ")");
}

/// Loads the passes that a choice needs; `*suffix` gets what is added to their names.
static void load_passes_of(maker *m, const choose_rules *r, uint32_t number, text *suffix) {
    const uint32_t rounds = r->select == CHOOSE_TOP ? (uint32_t)r->number : 0;
    if (r->count <= MOST_UNROLLED && rounds <= MOST_ROUNDS / r->count) {  // else those of one agent, with loops
        text_format(suffix, "_%u", (unsigned)number);
        load_passes(m, &(pass_needs){r->count, r->is_ranked, 1u << r->select, rounds, true, text_of(suffix)});
    }
}

static void make_parameters(maker *m, text *to, const lanes_op *op) {
    put(m, to, "uint8_t current, float random");
    for (uint32_t i = 0; i < op->flags; i++) {
        text_format(to, ", float s%u", (unsigned)i);
        if (is_ranked_choice(op)) {
            text_format(to, ", int32_t r%u", (unsigned)i);
        }
        if (op[2 + i].c != 0) {
            text_format(to, ", uint8_t q%u", (unsigned)i);
        }
    }
}

static void make_lane_option(maker *m, const lanes_op *op, uint32_t ordinal) {
    const lanes_op *option = &op[2 + ordinal];
    const unsigned i = (unsigned)ordinal;
    text score = {0}, floor = {0};
    put_float(m, &floor, math_float(op->k[0]));
    if (math_float(op->k[1]) != 0.0f && (option->flags & LANES_HAS_INERTIA) == 0) {
        put(m, &score, "@choose_competing_lane(s%u, ", i);
        put_float(m, &score, math_float(op->k[1]));
        put(m, &score, ", @choose_where(c.favoured == %u))", i);
    } else {
        text_format(&score, "s%u", i);
    }
    if (option->c != 0) {
        line(m, "o.scores[%u] = @choose_able_lane(%s, %s, q%u & 1);", i, text_of(&score), text_of(&floor), i);
    } else {
        line(m, "o.scores[%u] = @choose_able_lane(%s, %s, 0);", i, text_of(&score), text_of(&floor));
    }
    if (is_ranked_choice(op)) {
        line(m, "o.ranks[%u] = r%u;", i, i);
    } else {
        line(m, "o.ranks[%u] = 0;", i);
    }
    text_free(&score);
    text_free(&floor);
}

static void make_choose(crowd_maker *c, uint32_t number) {
    maker *m = c->m;
    const lanes_op *op = c->chooses[number];
    const choose_rules rules = {.count = op->flags,
                                .default_option = op[1].k[1],
                                .select = op[1].flags & LANES_SELECT_BITS,
                                .number = math_float(op[1].k[0]),
                                .is_ranked = is_ranked_choice(op)};
    text head = {0}, name = {0}, suffix = {0};
    load_passes_of(m, &rules, number, &suffix);
    text_format(&name, "choose_lane_%u", (unsigned)number);
    put(m, &head, "@UNROLLED static inline uint8_t @%s(", text_of(&name));
    make_parameters(m, &head, op);
    begin_function(m, text_of(&name), "%s)", text_of(&head));
    line(m, "@choose_options%s o;", text_of(&suffix));
    make_choose_rules(m, &rules);
    line(m, "c.favoured = current;");
    for (uint32_t i = 0; i < op->flags; i++) {
        make_lane_option(m, op, i);
    }
    line(m, "@choose_settle%s(&c, &by, &o);", text_of(&suffix));
    line(m, "return (uint8_t)@choose_winner%s(&c, &by, &o, random);", text_of(&suffix));
    end_function(m, false);
    text_free(&head);
    text_free(&name);
    text_free(&suffix);
}

void crowd_make_chooses(crowd_maker *c) {
    for (uint32_t i = 0; i < c->choose_count; i++) {
        make_choose(c, i);
    }
}
