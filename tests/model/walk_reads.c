// SPDX-License-Identifier: MIT
#include "walk_reads.h"

#include "trees/tree.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- texts

static void add(walk_values *to, double value) {
    assert(to->count < WALK_VALUES);
    to->values[to->count++] = value;
}

/// Returns whether an expression is constant: it reads nothing and calls nothing.
static bool is_constant(const tree *t) {
    bool is = t->kind == TREE_LITERAL || t->kind == TREE_PARAMETER || (t->kind >= TREE_IF && t->kind <= TREE_CURVE);
    for (uint32_t i = 0; i < t->count; i++) {
        is = is && is_constant(t->child[i]);
    }
    return is;
}

static double value_of(const tree *constant) {
    const tree_env nothing = {.user = NULL};
    const tree_value value = tree_walk(constant, &nothing);
    return constant->type == TREE_FLOAT ? (double)value.f : (double)value.i;
}

static bool is_comparison(const tree *t) {
    return t->kind >= TREE_EQUAL && t->kind <= TREE_AT_LEAST;
}

/// The constant that `of` is compared with, or null.
static const tree *constant_beside(const tree *of, const tree *around) {
    if (around == NULL || !is_comparison(around)) {
        return NULL;
    }
    const tree *other = around->child[0] == of ? around->child[1] : around->child[0];
    return is_constant(other) ? other : NULL;
}

/// "n of each `after`, `hold`, `lasts`; floor(c) + 1 for each comparison of `elapsed` with a constant c; used
/// otherwise, or with a float of 2^24 or more, it matters forever."
static uint32_t ticks_that_matter(const tree *constant) {
    if (constant == NULL) {
        return WALK_FOR_EVER;
    }
    const double c = value_of(constant);
    if (constant->type == TREE_FLOAT && c >= 0x1p24) {
        return WALK_FOR_EVER;
    }
    return c >= 0.0 ? (uint32_t)floor(c) + 1 : 0;
}

static void clock_matters(walk_reads *w, uint32_t of, bool any, uint32_t up_to) {
    for (uint32_t state = 0; state < w->desc->state_count; state++) {
        const bool is_meant = any ? state != WITS_ROOT && w->desc->states[state].parent == of : state == of;
        if (is_meant && w->up_to[state] < up_to) {
            w->up_to[state] = up_to;
        }
    }
}

typedef struct seer {
    walk_reads *to;
    const model_text *text;
} seer;

static void see_tree(const seer *s, const tree *t, const tree *around) {
    walk_reads *w = s->to;
    if (t->kind == TREE_FIELD) {
        w->is_read[t->number] = true;
    } else if (t->kind == TREE_TICK) {
        w->is_whole = false;
    } else if (t->kind == TREE_ELAPSED) {
        clock_matters(w, s->text->of, s->text->any, ticks_that_matter(constant_beside(t, around)));
    } else if (t->kind == TREE_RANDOM) {
        const tree *constant = constant_beside(t, around);
        assert(t->number < WALK_PLACES);
        w->draws_at[t->number] = true;
        w->is_whole = w->is_whole && constant != NULL;
        if (constant != NULL) {
            add(&w->constants[t->number], value_of(constant));
        }
    }
    for (uint32_t i = 0; i < t->count; i++) {
        see_tree(s, t->child[i], t);
    }
}

/// Returns whether a text is assigned unchanged; a float assigned to an int is not.
static bool is_copy(const walk_reads *w, const model_text *text) {
    return text->root->kind == TREE_FIELD &&
           (text->root->type != TREE_FLOAT || w->desc->fields[text->field].type == WITS_TYPE_FLOAT);
}

static void see_text(void *user, const model_text *text) {
    walk_reads *w = user;
    if (text->field != WITS_NONE) {
        w->is_assigned[text->field] = true;
        if (is_copy(w, text)) {
            w->is_copied[text->root->number][text->field] = true;
            return;
        }
    }
    const seer s = {w, text};
    see_tree(&s, text->root, NULL);
}

/// A field that is only copied is read like its copies.
static void follow_copies(walk_reads *w) {
    bool is_news = true;
    while (is_news) {
        is_news = false;
        for (uint32_t from = 0; from < w->desc->field_count; from++) {
            for (uint32_t to = 0; to < w->desc->field_count; to++) {
                if (w->is_copied[from][to] && w->is_read[to] && !w->is_read[from]) {
                    w->is_read[from] = true;
                    is_news = true;
                }
            }
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- values

/// Adds integers of a range. Returns false if there are too many.
static bool add_whole(walk_values *to, double first, double last, double step) {
    if ((last - first) / step >= WALK_VALUES) {
        return false;
    }
    for (double k = ceil(first / step); k * step <= last; k++) {
        add(to, (double)(float)(k * step));
    }
    return true;
}

static bool field_values(walk_values *to, const wits_field_desc *of, const wits_promise *promise) {
    if (of->type == WITS_TYPE_BOOL) {
        return add_whole(to, 0.0, 1.0, 1.0);
    }
    if (of->type == WITS_TYPE_ENUM) {
        return add_whole(to, 0.0, of->value_count - 1.0, 1.0);
    }
    const double step = of->type != WITS_TYPE_FLOAT ? 1.0 : promise->has_step ? promise->step : 0.0;
    return promise->has_range && step > 0.0 && !promise->nan && add_whole(to, promise->low, promise->high, step);
}

static int by_value(const void *left, const void *right) {
    const double a = *(const double *)left, b = *(const double *)right;
    return a < b ? -1 : a > b;
}

/// Adds one draw on each constant and one in each gap around them. Only multiples of 2^-24 are drawn.
static void draws_of(walk_values *to, walk_values *constants) {
    const double end = 0x1p24;
    double first = 0.0;  // after the last constant
    qsort(constants->values, constants->count, sizeof *constants->values, by_value);
    for (uint32_t i = 0; i < constants->count; i++) {
        const double at = constants->values[i] * 0x1p24;
        const double on = ceil(at);
        if (!(on >= first && on < end)) {
            continue;
        }
        if (on > first) {
            add(to, first * 0x1p-24);
        }
        if (on == at) {
            add(to, on * 0x1p-24);
        }
        first = on == at ? on + 1.0 : on;
    }
    if (first < end) {
        add(to, (end - 1.0) * 0x1p-24);
    }
}

static bool is_named(const wits_desc *d, uint32_t event) {
    bool is = false;
    for (uint32_t row = 0; row < d->transition_count; row++) {
        const char *name = d->transitions[row].event;
        is = is || (name != NULL && strcmp(name, d->events[event]) == 0);
    }
    return is;
}

static uint32_t gcd(uint32_t a, uint32_t b) {
    return b == 0 ? a : gcd(b, a % b);
}

static void clocks_of_rules(walk_reads *w) {
    const wits_desc *d = w->desc;
    w->ids = 1;
    for (uint32_t row = 0; row < d->state_count; row++) {
        const wits_state_desc *s = &d->states[row];
        clock_matters(w, row, false, s->hold);
        clock_matters(w, row, false, s->lasts);
        if (s->every > 0 && w->ids <= 4096) {
            w->ids = w->ids / gcd(w->ids, s->every) * s->every;
        }
    }
    for (uint32_t row = 0; row < d->transition_count; row++) {
        clock_matters(w, d->transitions[row].from, d->transitions[row].any, d->transitions[row].after);
    }
}

void walk_reads_make(walk_reads *w, const model *m, const wits_desc *d, const wits_promises *promises) {
    *w = (walk_reads){.desc = d, .is_whole = true, .place_count = model_place_count(m)};
    model_each_text(m, see_text, w);
    follow_copies(w);
    clocks_of_rules(w);
    w->is_whole = w->is_whole && w->ids <= 4096;
    for (uint32_t i = 0; i < d->field_count; i++) {
        const wits_giver host = promises->fields[i].host;
        w->is_own[i] = w->is_read[i] && (w->is_assigned[i] || host == WITS_GIVER_BRAIN);
        w->is_given[i] = w->is_read[i] && (!w->is_own[i] || host == WITS_GIVER_HOST);
        if (w->is_given[i]) {
            w->is_whole = field_values(&w->fields[i], &d->fields[i], &promises->fields[i]) && w->is_whole;
        }
    }
    for (uint32_t i = 0; i < d->function_count; i++) {
        const wits_promise *of = &promises->functions[i];
        if (d->functions[i].score != NULL) {
            w->is_whole = of->has_step && add_whole(&w->scores[i], of->low, of->high, of->step) && w->is_whole;
        }
    }
    for (uint32_t i = 0; i < d->event_count; i++) {
        w->events[i] = is_named(d, i) && promises->events[i] != WITS_GIVER_BRAIN;
    }
    for (uint32_t place = 0; place < w->place_count; place++) {
        if (w->draws_at[place]) {
            draws_of(&w->draws[place], &w->constants[place]);
        }
    }
}
