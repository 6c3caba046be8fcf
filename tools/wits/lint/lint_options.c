// SPDX-License-Identifier: MIT
// Lints about options that can never win, whatever the values of the fields. An option may also become active by other
// means, for example a goto by the host, and then competes with its inertia. For such options the lints only exclude
// being entered by score.
#include "lint/lint.h"

#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------------- bounds

/// Returns the bounds of `score: best`: the greatest score of the options inside, ignoring NaN.
static wits_bounds bounds_of_best(const linter *l, wits_state_id option) {
    wits_bounds best = {.may_be_nan = true};
    bool is_first = true;
    for (uint32_t row = option + 1u; row < wits_state_end(l->brain, option);
         row = wits_state_end(l->brain, (wits_state_id)row)) {
        wits_bounds one = l->options[row].score;
        best.high = is_first || one.high > best.high ? one.high : best.high;
        if (best.may_be_nan && !one.may_be_nan) {
            best.low = one.low;
            best.may_be_nan = false;
        } else if (is_first || (best.may_be_nan ? one.low < best.low : !one.may_be_nan && one.low > best.low)) {
            best.low = one.low;
        }
        is_first = false;
    }
    return best;
}

static wits_bounds bounds_of_plain(const linter *l, wits_state_id option) {
    const wits_state_desc *s = &l->desc->states[option];
    return s->score_best ? bounds_of_best(l, option) : wits_brain_score_bounds(l->brain, option, l->scope.fields, NULL);
}

/// Options inside an option follow it, and are computed first.
static void find_bounds(linter *l) {
    l->options = allocate(l->desc->state_count, sizeof *l->options);
    for (uint32_t row = l->desc->state_count; row-- > 1;) {
        const wits_state_desc *s = &l->desc->states[row];
        if (lint_is_option(l, (wits_state_id)row)) {
            wits_bounds score = bounds_of_plain(l, (wits_state_id)row);
            l->options[row].score = bounds_weighted(score, state_weight(s));
        }
        if (s->rank != NULL) {
            l->options[row].rank = bounds_of_text(&l->scope, s->rank, WITS_EXPRESSION_INT);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------- never wins

/// The option under examination.
typedef struct contender {
    const wits_state_desc *composite;
    wits_state_id around;
    wits_state_id id;
    option_bounds own;
} contender;

/// Returns whether an option can become active other than by its score.
static bool is_led_to(const linter *l, const contender *c) {
    for (uint32_t row = 0; row < l->desc->transition_count; row++) {
        if (lint_contains(l, c->id, l->desc->transitions[row].to)) {
            return true;
        }
    }
    for (uint32_t row = 0; row < l->desc->step_count; row++) {
        if (lint_contains(l, c->id, l->desc->steps[row].to)) {
            return true;
        }
    }
    return c->composite->initial == c->id || c->composite->default_option == c->id;
}

/// Returns whether an option is a candidate in every situation.
static bool is_always_there(const linter *l, const contender *c, uint32_t option) {
    const wits_bounds *score = &l->options[option].score;
    bool reaches_floor = !c->composite->has_floor || score->low >= (double)c->composite->floor;
    const bool needs_target = l->desc->states[option].target != NULL;  // there may be no target
    return !needs_target && !score->may_be_nan && reaches_floor && l->desc->states[option].cooldown == 0 &&
           c->composite->inertia >= 0.0f;
}

/// Returns its greatest competing score while it is the current option.
static double most_as_current(const contender *c) {
    bool gains = c->composite->inertia > 0.0f;
    return gains ? (double)(float)(c->own.score.high + (double)c->composite->inertia) : c->own.score.high;
}

/// Returns what the option can never do: everything, or only being entered by its score.
static const char *deed(bool never_as_current, const char *otherwise) {
    return never_as_current ? otherwise : "be entered by its score";
}

/// Returns whether `other` is a candidate whenever the contender is, and scores more, or equal and comes first.
static bool is_better(const linter *l, const contender *c, uint32_t other) {
    const option_bounds *of = &l->options[other];
    bool wins = of->score.low > c->own.score.high || (of->score.low >= c->own.score.high && other < c->id);
    return wins && of->rank.low >= c->own.rank.high && is_always_there(l, c, other);
}

/// The same while the contender is the current option, which wins ties.
static bool is_better_than_current(const linter *l, const contender *c, uint32_t other) {
    const option_bounds *of = &l->options[other];
    return of->score.low > most_as_current(c) && of->rank.low >= c->own.rank.high && is_always_there(l, c, other);
}

typedef bool is_in_the_way(const linter *l, const contender *c, uint32_t other);

static bool is_outranking(const linter *l, const contender *c, uint32_t other) {
    return c->composite->default_option == WITS_ROOT && l->options[other].rank.low > c->own.rank.high &&
           is_always_there(l, c, other);
}

/// Returns whether `within` excludes an option: it scores so far below the best that it is never drawn.
static bool leaves_no_chance(const linter *l, const contender *c, uint32_t other, double most) {
    static const double rounding = 1e-6;
    const option_bounds *of = &l->options[other];
    double least = (1 - (double)c->composite->within) * of->score.low * (1 - rounding);
    return c->composite->select == WITS_SELECT_WITHIN && of->score.low > 0 && most < least &&
           of->rank.low >= c->own.rank.high && is_always_there(l, c, other);
}

static bool is_far_better(const linter *l, const contender *c, uint32_t other) {
    return leaves_no_chance(l, c, other, c->own.score.high);
}

static bool is_far_better_than_current(const linter *l, const contender *c, uint32_t other) {
    return leaves_no_chance(l, c, other, most_as_current(c));
}

/// Counts the siblings that prevent the contender from winning. Sets `first` to the first of them.
static uint32_t count_in_the_way(const linter *l, const contender *c, is_in_the_way *is, wits_state_id *first) {
    uint32_t count = 0;
    for (uint32_t row = c->around + 1u; row < wits_state_end(l->brain, c->around);
         row = wits_state_end(l->brain, (wits_state_id)row)) {
        if (row != c->id && row != c->composite->default_option && is(l, c, row)) {
            *first = count++ == 0 ? (wits_state_id)row : *first;
        }
    }
    return count;
}

/// Returns its greatest score, with inertia if it is the first option, which is entered even when it is not a
/// candidate.
static double most_of(const contender *c) {
    bool may_begin = c->id == c->around + 1u && c->composite->inertia > 0.0f;
    return c->own.score.high + (may_begin ? (double)c->composite->inertia : 0.0);
}

static bool has_dead_gate(const linter *l, wits_state_id option) {
    uint32_t count;
    const wits_consideration_desc *rows = rows_of(l->desc, option, &count);
    for (uint32_t i = 0; i < count; i++) {
        if (rows[i].gate != NULL && rows[i].depth == 1 &&
            verdict_of_condition(&l->scope, rows[i].gate) == VERDICT_NEVER) {
            return true;
        }
    }
    return false;
}

/// Reports an option that cannot win regardless of the others. Returns whether it does.
static bool report_by_itself(linter *l, const contender *c) {
    const wits_state_desc *s = c->composite;
    bool by_proportion = s->select == WITS_SELECT_WEIGHTED || s->select == WITS_SELECT_TOP;
    if (has_dead_gate(l, c->id)) {
        lint_add(l, LINT_NEVER_WINS, WITS_TABLE_STATES, c->id, "score",
                 "this option can never win: one of its gates never holds");
    } else if (s->has_floor && most_of(c) < (double)s->floor) {
        lint_add(l, LINT_NEVER_WINS, WITS_TABLE_STATES, c->id, "score",
                 "this option can never %s: its score is at most %.4g, below the floor of %.6g",
                 deed(most_as_current(c) < (double)s->floor, "win"), c->own.score.high, (double)s->floor);
    } else if (by_proportion && most_of(c) <= 0.0) {
        lint_add(l, LINT_NEVER_WINS, WITS_TABLE_STATES, c->id, "score",
                 "this option can never %s: its score is never above 0",
                 deed(most_as_current(c) <= 0.0, "be selected"));
    } else {
        return false;
    }
    return true;
}

static void report_beside_others(linter *l, const contender *c) {
    char path[1100];
    wits_state_id ahead, other = c->composite->default_option;
    uint32_t needed = lint_selects_highest(c->composite)        ? 1
                      : c->composite->select == WITS_SELECT_TOP ? c->composite->top
                                                                : UINT32_MAX;
    if (other != WITS_ROOT && l->options[other].score.low >= c->own.score.high && is_always_there(l, c, other)) {
        lint_add(l, LINT_NEVER_WINS, WITS_TABLE_STATES, c->id, "score",
                 "this option can never %s: its score is at most %.4g, and the default '%s' always scores as much or "
                 "more",
                 deed(l->options[other].score.low >= most_as_current(c), "win"), c->own.score.high,
                 lint_path(l, other, path));
    } else if (count_in_the_way(l, c, is_outranking, &other) > 0) {
        lint_add(l, LINT_NEVER_WINS, WITS_TABLE_STATES, c->id, "rank",
                 "this option can never win: '%s' is always a candidate with a higher rank", lint_path(l, other, path));
    } else if (count_in_the_way(l, c, is_far_better, &other) > 0) {
        lint_add(l, LINT_NEVER_WINS, WITS_TABLE_STATES, c->id, "score",
                 "this option can never %s: its score is at most %.4g, too low compared with '%s'",
                 deed(count_in_the_way(l, c, is_far_better_than_current, &ahead) > 0, "be selected"), c->own.score.high,
                 lint_path(l, other, path));
    } else if (count_in_the_way(l, c, is_better, &other) >= needed && needed == 1) {
        lint_add(l, LINT_NEVER_WINS, WITS_TABLE_STATES, c->id, "score",
                 "this option can never %s: its score is at most %.4g, and '%s' always scores %s",
                 deed(count_in_the_way(l, c, is_better_than_current, &ahead) > 0, "win"), c->own.score.high,
                 lint_path(l, other, path), other < c->id ? "as much or more" : "more");
    } else if (count_in_the_way(l, c, is_better, &other) >= needed) {
        lint_add(l, LINT_NEVER_WINS, WITS_TABLE_STATES, c->id, "score",
                 "this option can never %s: its score is at most %.4g, and %u others always score more",
                 deed(count_in_the_way(l, c, is_better_than_current, &ahead) >= needed, "be selected"),
                 c->own.score.high, (unsigned)needed);
    }
}

void lint_options(linter *l) {
    find_bounds(l);
    for (uint32_t row = 1; row < l->desc->state_count; row++) {
        if (!lint_is_option(l, (wits_state_id)row) || !l->reached[row]) {
            continue;
        }
        contender c = {.around = wits_state_parent(l->brain, (wits_state_id)row),
                       .id = (wits_state_id)row,
                       .own = l->options[row]};
        c.composite = &l->desc->states[c.around];
        if (!is_led_to(l, &c) && !report_by_itself(l, &c)) {
            report_beside_others(l, &c);
        }
    }
}
