// SPDX-License-Identifier: MIT
// Chooses a utility's option for the agents of a mask: core/run/utility.c and core/run/weighted_pick.c over columns.
// Section 6. Options that are not eligible score NaN, which the operations ignore in every comparison, maximum and sum.
// So each rule only has to exclude its options, in the order of the rules.
#include "crowd/build.h"

/// An option as a candidate.
typedef struct lane_candidate {
    lanes_column score;  ///< words; 0: the constant
    uint32_t constant;
    lanes_column picked;  ///< ids of the best target; 0: it has none
    lanes_column rank;    ///< rank of the best target, if it depends on the target; otherwise 0
} lane_candidate;

typedef struct lane_choice {
    build *b;
    const state_row *s;
    lanes_column mask;
    lanes_column current;    ///< ordinals of the active options that are not done; 0: none is active
    lanes_column done;       ///< agents whose option is done; 0: none can be
    lanes_column threshold;  ///< score of the default option, NaN where it is no candidate; 0: not known yet
    uint32_t count;
    lane_candidate options[LANES_MAX_OPTIONS];
} lane_choice;

// ---------------------------------------------------------------------------------------------------------- operations

/// `*column` is given back, and is another now.
static void replace(build *b, lanes_column *column, lanes_column by) {
    wits_expr_lanes_free(&b->lanes, *column);
    *column = by;
}

/// mask = x < y and the like. An operand that is 0 is the number 0.
static void compare_columns(build *b, lanes_kind kind, lanes_column mask, lanes_column x, lanes_column y) {
    wits_crowd_emit_op(b, (lanes_op){.kind = (uint16_t)kind, .out = mask, .a = x, .b = y});
}

/// mask = not x < y and the like
static void compare_not(build *b, lanes_kind kind, lanes_column mask, lanes_column x, lanes_column y) {
    wits_crowd_emit_op(b, (lanes_op){.kind = (uint16_t)kind, .out = mask, .a = x, .b = y, .flags = LANES_INVERTED});
}

/// mask = the byte is this
static void is_byte(build *b, lanes_column mask, lanes_column bytes, uint32_t value) {
    wits_crowd_emit_op(b, wits_expr_lanes_range(mask, bytes, value, value, 0));
}

// -------------------------------------------------------------------------------------------------------------- scores

/// The score, inertia included where the option is the active one.
static void add_inertia(lane_choice *c, uint32_t ordinal) {
    build *b = c->b;
    lane_candidate *o = &c->options[ordinal];
    float inertia = c->s->inertia;
    lanes_column more = o->score != 0 ? wits_crowd_emit_formula(b, EXPR_OP_ADD, o->score, 0, inertia)
                                      : wits_crowd_emit_fill(b, math_bits(math_float(o->constant) + inertia));
    lanes_column competing = wits_expr_lanes_new_word(&b->lanes);
    lanes_column is_current = wits_expr_lanes_new_byte(&b->lanes);
    is_byte(b, is_current, c->current, ordinal);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_SELECT32,
                                     .out = competing,
                                     .a = more,
                                     .b = o->score,
                                     .c = is_current,
                                     .k = {0, o->constant}});
    wits_expr_lanes_free(&b->lanes, is_current);
    wits_expr_lanes_free(&b->lanes, more);
    replace(b, &o->score, competing);
}

static uint16_t lane_option_at(const lane_choice *c, uint32_t ordinal) {
    return brain_child(c->b->brain, c->s, ordinal);
}

static bool is_nan_bits(uint32_t bits) {
    return (bits & 0x7FFFFFFFu) > MATH_INFINITY_BITS;
}

/// Scores of considerations are numbers, except where a gate does not hold. A constant is known.
static void count_nan_lanes(lane_choice *c, uint32_t ordinal) {
    const lane_candidate *o = &c->options[ordinal];
    bool is_considered = brain_state(c->b->brain, lane_option_at(c, ordinal))->row_count != 0;
    if (!is_considered && (o->score != 0 || is_nan_bits(o->constant))) {
        wits_crowd_emit_op(c->b, (lanes_op){.kind = LANES_COUNT_NAN, .a = o->score, .c = c->mask, .k = {o->constant}});
    }
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
            wits_expr_lanes_free(&c->b->lanes, c->options[i].picked);
        }
    }
    wits_expr_lanes_free(&c->b->lanes, mask);
}

/// Constants get a column, too.
static void put_score_in_column(lane_choice *c, uint32_t ordinal) {
    lane_candidate *o = &c->options[ordinal];
    o->score = o->score != 0 ? o->score : wits_crowd_emit_fill(c->b, o->constant);
}

// ---------------------------------------------------------------------------------------------------------- candidates

/// Excludes the option where the mask does not hold.
static void keep_where(lane_choice *c, uint32_t ordinal, lanes_column mask) {
    lanes_column *score = &c->options[ordinal].score;
    replace(c->b, score, wits_crowd_emit_where(c->b, mask, *score, MATH_NAN_BITS));
}

static void apply_floor_to(lane_choice *c, uint32_t ordinal, lanes_column keep) {
    const uint32_t floor = math_bits(c->s->floor);
    if (floor != MATH_LOWEST_BITS) {
        wits_crowd_emit_op(c->b, (lanes_op){.kind = LANES_RANGE_FLOAT,
                                            .out = keep,
                                            .a = c->options[ordinal].score,
                                            .k = {floor, MATH_INFINITY_BITS}});
        keep_where(c, ordinal, keep);
    }
}

/// mask = not (the option was left, and that is less than its cooldown ago)
static void is_not_cooling(build *b, const state_row *option, lanes_column mask) {
    is_byte(b, mask, wits_crowd_agent_number(b, option->cooldown_at, 1), 1);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AFTER32,
                                     .out = mask,
                                     .a = wits_crowd_agent_number(b, option->cooldown_at + 1, 4),
                                     .b = mask,
                                     .flags = LANES_INVERTED,
                                     .k = {option->cooldown}});
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_XOR8, .out = mask, .a = mask, .k = {0xFF}});
}

/// mask = the option is not cooling down. An option that is done would start again, with its whole cooldown ahead.
static void is_ready(lane_choice *c, uint32_t ordinal, lanes_column mask) {
    is_not_cooling(c->b, brain_state(c->b->brain, lane_option_at(c, ordinal)), mask);
    if (c->done != 0) {
        lanes_op op = wits_expr_lanes_range(mask, c->done, ordinal, ordinal, mask);
        op.flags = LANES_INVERTED;
        wits_crowd_emit_op(c->b, op);
    }
}

static void apply_cooldown_to(lane_choice *c, uint32_t ordinal, lanes_column keep) {
    if (brain_state(c->b->brain, lane_option_at(c, ordinal))->cooldown != 0) {
        is_ready(c, ordinal, keep);
        keep_where(c, ordinal, keep);
    }
}

// ----------------------------------------------------------------------------------------------------- what they score

static bool is_default_option(const lane_choice *c, uint32_t ordinal) {
    return lane_option_at(c, ordinal) == c->s->default_option;  // the root, 0, is no option
}

/// Returns whether the option's rank depends on the target.
static bool has_ranked_pairs(const lane_choice *c, uint32_t ordinal) {
    const state_row *s = brain_state(c->b->brain, lane_option_at(c, ordinal));
    return s->target != WITS_NONE && s->rank != 0;
}

/// Scores the best target, including inertia; counts NaN scores.
static void ask_targets(lane_choice *c, uint32_t ordinal) {
    lane_candidate *o = &c->options[ordinal];
    const bool is_default = is_default_option(c, ordinal), is_ranked = has_ranked_pairs(c, ordinal) && !is_default;
    const bool cools = is_default && brain_state(c->b->brain, lane_option_at(c, ordinal))->cooldown != 0;
    const lanes_column ready = cools ? wits_expr_lanes_new_byte(&c->b->lanes) : 0;
    if (cools) {
        is_ready(c, ordinal, ready);
    }
    o->score = wits_expr_lanes_new_word(&c->b->lanes);
    o->picked = wits_expr_lanes_new_word(&c->b->lanes);
    o->rank = is_ranked ? wits_expr_lanes_new_word(&c->b->lanes) : 0;
    const pair_question ask = {.mask = c->mask,
                               .current = c->current,
                               .done = c->done,
                               .threshold = is_default ? 0 : c->threshold,
                               .ready = ready,
                               .rank = o->rank,
                               .has_current = c->current != 0,
                               .purpose = is_default ? PAIRS_DEFAULT : 0};
    wits_crowd_emit_pairs(c->b, lane_option_at(c, ordinal), &ask, o->score, o->picked);
    wits_expr_lanes_free(&c->b->lanes, ready);
}

static void ask_score_of(lane_choice *c, uint32_t ordinal) {
    lane_candidate *o = &c->options[ordinal];
    if (brain_state(c->b->brain, lane_option_at(c, ordinal))->target != WITS_NONE) {
        ask_targets(c, ordinal);
        return;
    }
    o->score = wits_crowd_emit_score(c->b, lane_option_at(c, ordinal), c->mask, c->current != 0, &o->constant);
    if (c->current != 0 && c->s->inertia != 0.0f) {
        add_inertia(c, ordinal);
    }
    count_nan_lanes(c, ordinal);
}

/// Which pairs of the others are left depends on the default option, which is asked first then.
static void ask_threshold(lane_choice *c) {
    bool is_needed = false;
    for (uint32_t i = 0; i < c->count; i++) {
        const bool has_pairs = brain_state(c->b->brain, lane_option_at(c, i))->target != WITS_NONE;
        is_needed |= has_pairs && !is_default_option(c, i);
    }
    if (is_needed && c->s->default_option != 0) {
        const uint32_t ordinal = brain_state(c->b->brain, c->s->default_option)->ordinal;
        const lanes_column keep = wits_expr_lanes_new_byte(&c->b->lanes);
        ask_score_of(c, ordinal);
        put_score_in_column(c, ordinal);
        apply_floor_to(c, ordinal, keep);
        apply_cooldown_to(c, ordinal, keep);
        c->threshold = c->options[ordinal].score;
        wits_expr_lanes_free(&c->b->lanes, keep);
    }
}

static void ask_scores(lane_choice *c) {
    ask_threshold(c);
    for (uint32_t i = 0; i < c->count; i++) {
        if (c->threshold == 0 || !is_default_option(c, i)) {
            ask_score_of(c, i);
        }
    }
}

/// The default option is the bar, where it is a candidate, and never a competitor.
static void apply_default(lane_choice *c, lanes_column keep) {
    if (c->s->default_option == 0) {
        return;
    }
    uint32_t ordinal = brain_state(c->b->brain, c->s->default_option)->ordinal;
    for (uint32_t i = 0; i < c->count; i++) {
        if (i != ordinal) {
            compare_not(c->b, LANES_AT_MOST_FLOAT, keep, c->options[i].score, c->options[ordinal].score);
            keep_where(c, i, keep);
        }
    }
    replace(c->b, &c->options[ordinal].score, wits_crowd_emit_fill(c->b, MATH_NAN_BITS));
}

static bool has_ranks(const lane_choice *c) {
    bool found = false;
    for (uint32_t i = 0; i < c->count; i++) {
        found |= brain_state(c->b->brain, lane_option_at(c, i))->rank != 0;
    }
    return found;
}

/// As ints, in a column.
static lanes_column rank_of(lane_choice *c, uint32_t ordinal) {
    uint16_t id = lane_option_at(c, ordinal);
    uint32_t rank = brain_state(c->b->brain, id)->rank, constant = 0;
    if (has_ranked_pairs(c, ordinal)) {  // the default option's plays no part
        return c->options[ordinal].rank != 0 ? c->options[ordinal].rank : wits_crowd_emit_fill(c->b, 0);
    }
    lanes_column column = rank != 0 ? wits_crowd_emit_input(c->b, id, rank, c->mask, c->current != 0, &constant) : 0;
    return column != 0 ? column : wits_crowd_emit_fill(c->b, constant);
}

/// Only the highest rank that is left plays.
static void apply_ranks(lane_choice *c, lanes_column keep) {
    build *b = c->b;
    lanes_column ranks[LANES_MAX_OPTIONS];
    if (!has_ranks(c)) {
        return;
    }
    lanes_column highest = wits_crowd_emit_fill(b, (uint32_t)INT32_MIN);
    for (uint32_t i = 0; i < c->count; i++) {
        ranks[i] = rank_of(c, i);
        compare_columns(b, LANES_EQUAL_FLOAT, keep, c->options[i].score, c->options[i].score);  // it is a number
        lanes_column left = wits_crowd_emit_where(b, keep, ranks[i], (uint32_t)INT32_MIN);
        replace(b, &highest, wits_crowd_emit_formula(b, EXPR_OP_MAX_INT, left, highest, 0.0f));
        wits_expr_lanes_free(&b->lanes, left);
    }
    for (uint32_t i = 0; i < c->count; i++) {
        compare_not(b, LANES_LESS32, keep, ranks[i], highest);
        keep_where(c, i, keep);
        wits_expr_lanes_free(&b->lanes, ranks[i]);
    }
    wits_expr_lanes_free(&b->lanes, highest);
}

// ------------------------------------------------------------------------------------------------------------- highest

/// Emits the ordinals of the highest scores in a new column, preferring the current option in a tie; NO_OPTION where no
/// score reaches the floor.
static lanes_column emit_highest(lane_choice *c, uint32_t floor) {
    lanes_column out = wits_expr_lanes_new_byte(&c->b->lanes);
    wits_crowd_emit_op(c->b, (lanes_op){.kind = LANES_BEST, .out = out, .c = c->current, .k = {floor, c->count}});
    for (uint32_t i = 0; i < c->count; i++) {
        const lane_candidate *o = &c->options[i];
        wits_crowd_emit_op(c->b, (lanes_op){.kind = LANES_OPTION, .a = o->score, .k = {o->constant, i}});
    }
    return out;
}

/// Emits the highest scores in a new column; -infinity where no option is eligible.
static lanes_column emit_highest_score(lane_choice *c) {
    lanes_column best = wits_crowd_emit_fill(c->b, MATH_LOWEST_BITS);
    for (uint32_t i = 0; i < c->count; i++) {
        replace(c->b, &best, wits_crowd_emit_formula(c->b, EXPR_OP_MAX, c->options[i].score, best, 0.0f));
    }
    return best;
}

// ------------------------------------------------------------------------------------------------------------- lottery

/// Only those who score (1 - within) times the best, or more.
static void apply_within(lane_choice *c, lanes_column best, lanes_column keep) {
    lanes_column least = wits_crowd_emit_formula(c->b, EXPR_OP_MULTIPLY, best, 0, 1.0f - c->s->select_number);
    for (uint32_t i = 0; i < c->count; i++) {
        compare_columns(c->b, LANES_AT_MOST_FLOAT, keep, least, c->options[i].score);
        keep_where(c, i, keep);
    }
    wits_expr_lanes_free(&c->b->lanes, least);
}

/// Takes the best away. `owned`: the columns are this contest's own.
static void take_highest(lane_choice *left, lanes_column keep, bool owned) {
    lanes_column best = emit_highest(left, MATH_LOWEST_BITS);
    for (uint32_t i = 0; i < left->count; i++) {
        lane_candidate *o = &left->options[i];
        lanes_op is_other = wits_expr_lanes_range(keep, best, i, i, 0);
        is_other.flags = LANES_INVERTED;
        wits_crowd_emit_op(left->b, is_other);
        lanes_column rest = wits_crowd_emit_where(left->b, keep, o->score, MATH_NAN_BITS);
        wits_expr_lanes_free(&left->b->lanes, owned ? o->score : 0);
        o->score = rest;
    }
    wits_expr_lanes_free(&left->b->lanes, best);
}

/// Only the `top` best: those who are gone when so many were taken away.
static void apply_top(lane_choice *c, lanes_column keep) {
    lane_choice left = *c;
    if (c->s->select_number >= (float)c->count) {
        return;
    }
    const uint32_t top = (uint32_t)c->s->select_number;
    for (uint32_t i = 0; i < top; i++) {
        take_highest(&left, keep, i > 0);
    }
    for (uint32_t i = 0; i < c->count; i++) {
        compare_not(c->b, LANES_EQUAL_FLOAT, keep, left.options[i].score, left.options[i].score);
        keep_where(c, i, keep);
        wits_expr_lanes_free(&c->b->lanes, left.options[i].score);
    }
}

/// Scores become chances; who is out has none.
static void turn_to_chances(lane_choice *c, lanes_column best) {
    build *b = c->b;
    for (uint32_t i = 0; i < c->count; i++) {
        lanes_column *score = &c->options[i].score;
        if (c->s->select != WITS_SELECT_SOFTMAX) {
            lanes_column chance = wits_expr_lanes_new_word(&b->lanes);
            wits_crowd_emit_op(b, (lanes_op){.kind = LANES_FIRST_FORMULA + EXPR_OP_CLAMP,
                                             .out = chance,
                                             .a = *score,
                                             .k = {0, math_bits(1e30f)}});
            replace(b, score, chance);
            continue;
        }
        replace(b, score, wits_crowd_emit_formula(b, EXPR_OP_SUBTRACT, *score, best, 0.0f));
        replace(b, score, wits_crowd_emit_formula(b, EXPR_OP_DIVIDE, *score, 0, c->s->select_number));
        replace(b, score, wits_crowd_emit_formula(b, EXPR_OP_EXP, *score, 0, 0.0f));
        replace(b, score, wits_crowd_emit_formula(b, EXPR_OP_MAX, *score, 0, 0.0f));
    }
}

static void put_ordinal(build *b, lanes_column ordinals, lanes_column mask, uint32_t ordinal) {
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = ordinals, .c = mask, .k = {ordinal}});
}

/// The option at which the running sum of chances exceeds a random part of all, else the last with a chance; in a new
/// column.
static lanes_column emit_draw(lane_choice *c, lanes_column mask) {
    build *b = c->b;
    lanes_column chosen = wits_expr_lanes_new_byte(&b->lanes);
    lanes_column limit = wits_expr_lanes_new_word(&b->lanes);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = chosen, .a = c->mask, .k = {NO_OPTION}});
    for (uint32_t i = 0; i < c->count; i++) {
        compare_columns(b, LANES_LESS_FLOAT, mask, 0, c->options[i].score);
        put_ordinal(b, chosen, mask, i);
        if (i > 0) {
            lanes_column sum =
                wits_crowd_emit_formula(b, EXPR_OP_ADD, c->options[i - 1].score, c->options[i].score, 0.0f);
            replace(b, &c->options[i].score, sum);
        }
    }
    b->needs_ids = true;
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_RANDOM, .out = limit, .k = {c->s->place}});
    replace(b, &limit, wits_crowd_emit_formula(b, EXPR_OP_MULTIPLY, limit, c->options[c->count - 1].score, 0.0f));
    for (uint32_t i = c->count; i-- > 0;) {
        compare_columns(b, LANES_LESS_FLOAT, mask, limit, c->options[i].score);
        put_ordinal(b, chosen, mask, i);
    }
    wits_expr_lanes_free(&b->lanes, limit);
    return chosen;
}

/// Emits a weighted random pick. With `within`, picks the highest where no score is greater than 0.
static lanes_column emit_weighted_pick(lane_choice *c, lanes_column mask) {
    build *b = c->b;
    bool within = c->s->select == WITS_SELECT_WITHIN;
    lanes_column highest = within ? emit_highest(c, MATH_LOWEST_BITS) : 0;
    lanes_column best = within || c->s->select == WITS_SELECT_SOFTMAX ? emit_highest_score(c) : 0;
    if (within) {
        apply_within(c, best, mask);
    } else if (c->s->select == WITS_SELECT_TOP) {
        apply_top(c, mask);
    }
    turn_to_chances(c, best);
    lanes_column chosen = emit_draw(c, mask);
    if (within) {
        compare_not(b, LANES_LESS_FLOAT, mask, 0, best);
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_PUT8, .out = chosen, .a = highest, .c = mask});
    }
    wits_expr_lanes_free(&b->lanes, highest);
    wits_expr_lanes_free(&b->lanes, best);
    return chosen;
}

// ------------------------------------------------------------------------------------------------------------- winners

/// With ranks, cooldowns, a default option or by chance.
static lanes_column emit_settled(lane_choice *c) {
    build *b = c->b;
    lanes_column mask = wits_expr_lanes_new_byte(&b->lanes);
    for (uint32_t i = 0; i < c->count; i++) {
        put_score_in_column(c, i);
        apply_floor_to(c, i, mask);
        apply_cooldown_to(c, i, mask);
    }
    apply_default(c, mask);
    apply_ranks(c, mask);
    lanes_column chosen =
        c->s->select == WITS_SELECT_HIGHEST ? emit_highest(c, MATH_LOWEST_BITS) : emit_weighted_pick(c, mask);
    if (c->s->default_option != 0) {
        is_byte(b, mask, chosen, NO_OPTION);
        put_ordinal(b, chosen, mask, brain_state(b->brain, c->s->default_option)->ordinal);
    }
    wits_expr_lanes_free(&b->lanes, mask);
    return chosen;
}

lanes_column wits_crowd_emit_winners(build *b, uint16_t id, lanes_column mask, const open_choice *choice) {
    const state_row *s = brain_state(b->brain, id);
    lane_choice c = {
        .b = b, .s = s, .mask = mask, .current = choice->current, .done = choice->done, .count = s->child_count};
    if (c.count > LANES_MAX_OPTIONS) {
        wits_crowd_build_fail(b, "a utility has more than 64 options");
        return wits_expr_lanes_new_byte(&b->lanes);
    }
    ask_scores(&c);
    bool is_plain = s->is_plain && s->select == WITS_SELECT_HIGHEST;
    lanes_column chosen = is_plain ? emit_highest(&c, math_bits(s->floor)) : emit_settled(&c);
    if (choice->picked != 0) {
        put_picked(&c, chosen, choice->picked);
    }
    for (uint32_t i = 0; i < c.count; i++) {
        wits_expr_lanes_free(&b->lanes, c.options[i].score);
    }
    return chosen;
}
