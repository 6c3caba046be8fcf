// SPDX-License-Identifier: MIT
// Chooses a utility's option for the agents of a mask. Section 6: the rules are those of expr/choose.inc, which two
// operations apply: CHOOSE all of them, and BEST the highest score, where no other rule counts.
#include "crowd/build.h"
#include "expr/choose.h"

/// An option in a choice. There may be many, and stacks are small, so constants are not stored but computed again.
typedef struct lane_option {
    lanes_column score;   ///< words; 0: a constant
    lanes_column picked;  ///< ids of the best target; 0: it has none
    lanes_column rank;    ///< words; 0: a constant
    lanes_column cools;   ///< mask: it is cooling down; 0: it never is
} lane_option;

typedef struct lane_choice {
    build *b;
    const state_row *s;
    lanes_column mask;
    lanes_column current;    ///< ordinals of the active options that are not done; 0: none is active
    lanes_column done;       ///< ordinals of the active options that are done; 0: none can be
    lanes_column threshold;  ///< score of the default option, NaN where it is not a candidate; 0: not known yet
    uint32_t count;
    lane_option options[LANES_MAX_OPTIONS];
} lane_choice;

static uint16_t lane_option_at(const lane_choice *c, uint32_t ordinal) {
    return brain_child(c->b->brain, c->s, ordinal);
}

static const state_row *lane_row_at(const lane_choice *c, uint32_t ordinal) {
    return brain_state(c->b->brain, lane_option_at(c, ordinal));
}

static bool is_default_option(const lane_choice *c, uint32_t ordinal) {
    return lane_option_at(c, ordinal) == c->s->default_option;  // the root, 0, is not an option
}

/// mask = the byte is this
static void is_byte(build *b, lanes_column mask, lanes_column bytes, uint32_t value) {
    wits_crowd_emit_op(b, wits_expr_lanes_range(mask, bytes, value, value, 0));
}

// ------------------------------------------------------------------------------------------------------------- options

static bool is_nan_bits(uint32_t bits) {
    return (bits & 0x7FFFFFFFu) > MATH_INFINITY_BITS;
}

/// Scores of considerations are numbers, except where a gate does not hold. A constant is known.
static void count_nan_lanes(lane_choice *c, uint32_t ordinal, uint32_t constant) {
    const lane_option *o = &c->options[ordinal];
    if (lane_row_at(c, ordinal)->row_count == 0 && (o->score != 0 || is_nan_bits(constant))) {
        wits_crowd_emit_op(c->b, (lanes_op){.kind = LANES_COUNT_NAN, .a = o->score, .c = c->mask, .k = {constant}});
    }
}

/// Emits where the option was left less than its cooldown ago. An option that is done would start again, with its whole
/// cooldown ahead.
static void ask_cooldown(lane_choice *c, uint32_t ordinal) {
    build *b = c->b;
    const state_row *option = lane_row_at(c, ordinal);
    if (option->cooldown == 0) {
        return;
    }
    const lanes_column cools = wits_expr_lanes_new_byte(&b->lanes);
    is_byte(b, cools, wits_crowd_agent_number(b, option->cooldown_at), 1);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AFTER32,
                                     .out = cools,
                                     .a = wits_crowd_agent_number(b, option->cooldown_at + 1),
                                     .b = cools,
                                     .flags = LANES_INVERTED,
                                     .k = {option->cooldown}});
    if (c->done != 0) {
        const lanes_column is_done = wits_expr_lanes_new_byte(&b->lanes);
        is_byte(b, is_done, c->done, ordinal);
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = cools, .a = cools, .b = is_done});
    }
    c->options[ordinal].cools = cools;
}

/// Scores the best target, including inertia; counts NaN scores.
static void ask_targets(lane_choice *c, uint32_t ordinal) {
    lane_option *o = &c->options[ordinal];
    const bool is_default = is_default_option(c, ordinal);
    o->score = wits_expr_lanes_new_word(&c->b->lanes);
    o->picked = wits_expr_lanes_new_word(&c->b->lanes);
    o->rank = lane_row_at(c, ordinal)->rank != 0 && !is_default ? wits_expr_lanes_new_word(&c->b->lanes) : 0;
    const pair_question ask = {.mask = c->mask,
                               .current = c->current,
                               .done = c->done,
                               .threshold = is_default ? 0 : c->threshold,
                               .cools = is_default ? o->cools : 0,
                               .rank = o->rank,
                               .has_current = c->current != 0,
                               .purpose = is_default ? PAIRS_DEFAULT : 0};
    wits_crowd_emit_pairs(c->b, lane_option_at(c, ordinal), &ask, o->score, o->picked);
}

/// Returns an option's score without inertia, or 0 and the constant.
static lanes_column ask_score_of(lane_choice *c, uint32_t ordinal, uint32_t *constant) {
    return wits_crowd_emit_score(c->b, lane_option_at(c, ordinal), c->mask, c->current != 0, constant);
}

static lanes_column ask_rank_of(lane_choice *c, uint32_t ordinal, uint32_t *constant) {
    const function_ref rank = lane_row_at(c, ordinal)->rank;
    *constant = 0;
    return rank == 0
               ? 0
               : wits_crowd_emit_input(c->b, lane_option_at(c, ordinal), rank, c->mask, c->current != 0, constant);
}

static void ask_option_of(lane_choice *c, uint32_t ordinal) {
    lane_option *o = &c->options[ordinal];
    uint32_t constant = 0;
    ask_cooldown(c, ordinal);
    if (lane_row_at(c, ordinal)->target != WITS_NONE) {
        ask_targets(c, ordinal);
        return;
    }
    o->score = ask_score_of(c, ordinal, &constant);
    count_nan_lanes(c, ordinal, constant);
    o->rank = ask_rank_of(c, ordinal, &constant);
}

/// The scores of targets include inertia; their ranks are columns, and those of a default option are not used.
static void put_option(lane_choice *c, uint32_t ordinal) {
    const lane_option *o = &c->options[ordinal];
    const bool has_target = lane_row_at(c, ordinal)->target != WITS_NONE;
    lanes_op op = {
        .kind = LANES_OPTION, .a = o->score, .b = o->rank, .c = o->cools, .flags = has_target ? LANES_HAS_INERTIA : 0};
    if (o->score == 0) {
        (void)ask_score_of(c, ordinal, &op.k[0]);
    }
    if (o->rank == 0 && !has_target) {
        (void)ask_rank_of(c, ordinal, &op.k[1]);
    }
    wits_crowd_emit_op(c->b, op);
}

static uint32_t inertia_of(const lane_choice *c) {
    return c->current != 0 ? math_bits(c->s->inertia) : 0;
}

/// The eligible pairs of the others depend on the default option, which is then evaluated first.
static void ask_threshold(lane_choice *c) {
    bool is_needed = false;
    for (uint32_t i = 0; i < c->count; i++) {
        is_needed |= lane_row_at(c, i)->target != WITS_NONE && !is_default_option(c, i);
    }
    if (!is_needed || c->s->default_option == 0) {
        return;
    }
    const uint32_t ordinal = brain_state(c->b->brain, c->s->default_option)->ordinal;
    ask_option_of(c, ordinal);
    c->threshold = wits_expr_lanes_new_word(&c->b->lanes);
    wits_crowd_emit_op(c->b, (lanes_op){.kind = LANES_COMPETE,
                                        .out = c->threshold,
                                        .a = c->current,
                                        .flags = (uint16_t)ordinal,
                                        .k = {math_bits(c->s->floor), inertia_of(c)}});
    put_option(c, ordinal);
}

static void ask_options(lane_choice *c) {
    ask_threshold(c);
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->threshold == 0 || !is_default_option(c, i)) {
            ask_option_of(c, i);
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- winners

static bool is_highest_only(const state_row *s) {
    return s->is_plain && s->select == WITS_SELECT_HIGHEST;
}

/// Emits the ordinals of the chosen options in a new column; NO_OPTION where no option is chosen.
static lanes_column emit_chosen(lane_choice *c) {
    build *b = c->b;
    const state_row *s = c->s;
    const bool draws = s->select != WITS_SELECT_HIGHEST;
    const lanes_column out = wits_expr_lanes_new_byte(&b->lanes);
    const lanes_column random = draws ? wits_expr_lanes_new_word(&b->lanes) : 0;
    if (draws) {
        b->needs_ids = true;
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_RANDOM, .out = random, .k = {s->place}});
    }
    wits_crowd_emit_op(b, (lanes_op){.kind = is_highest_only(s) ? LANES_BEST : LANES_CHOOSE,
                                     .out = out,
                                     .a = random,
                                     .c = c->current,
                                     .flags = (uint16_t)c->count,
                                     .k = {math_bits(s->floor), inertia_of(c)}});
    if (!is_highest_only(s)) {
        const uint32_t fallback = s->default_option != 0 ? brain_state(b->brain, s->default_option)->ordinal : c->count;
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_RULES,
                                         .flags = (uint16_t)(s->select | (s->is_ranked ? LANES_IS_RANKED : 0)),
                                         .k = {math_bits(s->select_number), fallback}});
    }
    for (uint32_t i = 0; i < c->count; i++) {
        put_option(c, i);
    }
    return out;
}

/// Stores the targets of the chosen options; on entry, that of the first option where none is chosen.
static void put_picked(lane_choice *c, lanes_column chosen, lanes_column picked) {
    lanes_column mask = wits_expr_lanes_new_byte(&c->b->lanes);
    wits_crowd_emit_op(c->b, (lanes_op){.kind = LANES_FILL32, .out = picked, .k = {WITS_NO_TARGET}});
    if (c->current == 0 && c->options[0].picked != 0) {
        wits_crowd_emit_op(c->b,
                           (lanes_op){.kind = LANES_PUT32, .out = picked, .a = c->options[0].picked, .c = c->mask});
    }
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->options[i].picked != 0) {
            is_byte(c->b, mask, chosen, i);
            wits_crowd_emit_op(c->b,
                               (lanes_op){.kind = LANES_PUT32, .out = picked, .a = c->options[i].picked, .c = mask});
        }
    }
}

lanes_column wits_crowd_emit_winners(build *b, uint16_t id, lanes_column mask, const open_choice *choice) {
    const state_row *s = brain_state(b->brain, id);
    lane_choice c = {
        .b = b, .s = s, .mask = mask, .current = choice->current, .done = choice->done, .count = s->child_count};
    ask_options(&c);
    const lanes_column chosen = emit_chosen(&c);
    if (choice->picked != 0) {
        put_picked(&c, chosen, choice->picked);
    }
    return chosen;
}
