// SPDX-License-Identifier: MIT
// Scores options for the agents of a mask: core/run/utility.c over columns. Section 6.
#include "crowd/build.h"

/// Emits an option's score before its weight. Not for an option with `score: best`.
static lanes_column raw_scores(build *b, uint16_t option, lanes_column mask, bool has_current, uint32_t *constant) {
    const state_row *s = brain_state(b->brain, option);
    if ((s->score & REF_PROGRAM) != 0) {
        return wits_crowd_emit_input(b, option, s->score, mask, has_current, constant);
    }
    *constant = math_bits(1.0f);
    if (s->score == 0) {
        return 0;
    }
    uint32_t kind;
    lanes_column out = wits_expr_lanes_new_word(&b->lanes);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_SCORE,
                                     .out = out,
                                     .a = wits_crowd_target_column(b, option, false, &kind),
                                     .c = mask,
                                     .k = {s->score - 1, host_about(option, WITS_NONE)}});
    return out;
}

/// Uses `raw` up.
static lanes_column weighted_scores(build *b, uint16_t option, lanes_column raw, uint32_t *constant) {
    float weight = brain_state(b->brain, option)->weight;
    if (raw == 0) {
        *constant = math_bits(math_float(*constant) * weight);
        return 0;
    }
    if (weight == 1.0f) {
        return raw;
    }
    return wits_crowd_emit_formula(b, EXPR_OP_MULTIPLY, raw, 0, weight);
}

/// The plain score of an option's best pair.
static lanes_column best_pairs(build *b, uint16_t option, lanes_column mask, bool has_current) {
    const pair_question ask = {.mask = mask, .has_current = has_current, .purpose = PAIRS_PLAIN};
    const lanes_column out = wits_expr_lanes_new_word(&b->lanes), picked = wits_expr_lanes_new_word(&b->lanes);
    wits_crowd_emit_pairs(b, option, &ask, out, picked);
    return out;
}

/// One level of `score: best` nested in `score: best`.
typedef struct lane_level {
    uint16_t composite;
    uint16_t next;       ///< ordinal of the next option
    lanes_column best;   ///< the highest so far
    lanes_column found;  ///< mask: any was a number
} lane_level;

static lane_level open_level(build *b, uint16_t composite, lanes_column mask) {
    lane_level l = {.composite = composite, .found = wits_expr_lanes_new_byte(&b->lanes)};
    l.best = wits_crowd_emit_fill(b, MATH_LOWEST_BITS);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND8, .out = l.found, .a = mask, .k = {0}});
    return l;
}

/// May overwrite `score`; 0 is the constant.
static void count_best_lanes(build *b, lane_level *l, lanes_column score, uint32_t constant) {
    lanes_column is_number = wits_expr_lanes_new_byte(&b->lanes);
    score = score != 0 ? score : wits_crowd_emit_fill(b, constant);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_EQUAL_FLOAT, .out = is_number, .a = score, .b = score});
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = l->found, .a = l->found, .b = is_number});
    l->best = wits_crowd_emit_formula(b, EXPR_OP_MAX, score, l->best, 0.0f);
}

/// Computes the highest score; NaN where no score was a number.
static lanes_column close_level(build *b, lane_level *l) {
    return wits_crowd_emit_where(b, l->found, l->best, MATH_NAN_BITS);
}

/// The best score of a utility's own options.
static lanes_column emit_own_best(build *b, uint16_t utility, lanes_column mask, bool has_current) {
    lane_level levels[WITS_MAX_LEVELS];
    uint32_t depth = 0, constant = 0;
    levels[0] = open_level(b, utility, mask);
    for (;;) {  // each iteration handles an option or ends a level
        lane_level *l = &levels[depth];
        const state_row *s = brain_state(b->brain, l->composite);
        if (l->next < s->child_count) {
            uint16_t option = brain_child(b->brain, s, l->next++);
            if (brain_state(b->brain, option)->target != WITS_NONE) {
                count_best_lanes(b, l, best_pairs(b, option, mask, has_current), 0);
            } else if (brain_state(b->brain, option)->score_best) {
                levels[++depth] = open_level(b, option, mask);
            } else {
                lanes_column raw = raw_scores(b, option, mask, has_current, &constant);
                raw = weighted_scores(b, option, raw, &constant);
                count_best_lanes(b, l, raw, constant);
            }
            continue;
        }
        lanes_column best = close_level(b, l);
        if (depth == 0) {
            return best;
        }
        best = weighted_scores(b, l->composite, best, &constant);
        count_best_lanes(b, &levels[--depth], best, constant);
    }
}

lanes_column wits_crowd_emit_score(build *b, uint16_t option, lanes_column mask, bool has_current, uint32_t *constant) {
    lanes_column raw = brain_state(b->brain, option)->score_best ? emit_own_best(b, option, mask, has_current)
                                                                 : raw_scores(b, option, mask, has_current, constant);
    return weighted_scores(b, option, raw, constant);
}
