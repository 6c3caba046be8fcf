// SPDX-License-Identifier: MIT
// Selection rules of a utility, `select`: one list from which they are parsed, checked, compiled and named.
// expr/choose.h implements them.
#ifndef WITS_CORE_SELECTS_H
#define WITS_CORE_SELECTS_H

#include "expr/choose.h"
#include "expr/responses.h"
#include "wits/wits.h"

/// Rules without a number: X(word, rule).
#define SELECT_WORD_LIST(X)                                                                                            \
    X("highest", WITS_SELECT_HIGHEST)                                                                                  \
    X("weighted", WITS_SELECT_WEIGHTED)

/// Rules with a number: X(rule, key, notation, member of wits_state_desc, its type, condition on the number x, that
/// condition in words, replacement value after an error). The problem is WITS_PROBLEM_SELECT_ and the rule.
#define SELECT_NUMBER_LIST(X)                                                                                          \
    X(TOP, "top", "{top: n}", top, uint32_t, x >= 1.0f, "a whole number from 1 to 65534", 1)                           \
    X(WITHIN, "within", "{within: p}", within, float, x >= 0.0f && x <= 1.0f, "a number from 0 to 1", 0)               \
    X(SOFTMAX, "softmax", "{softmax: t}", temperature, float, x > 0.0f && response_is_finite(x), "a number above 0", 1)

/// The list for messages.
#define SELECT_NUMBER_FORMS "{top: n}, {within: p} or {softmax: t}"
#define SELECT_NUMBER_KEYS "top, within or softmax"

enum {
#define ONE_MORE(...) +1
    SELECT_LAST = SELECT_WORD_LIST(ONE_MORE) SELECT_NUMBER_LIST(ONE_MORE),  ///< the default is 0
#undef ONE_MORE
};

#define SAME_NUMBER(rule) _Static_assert((int)WITS_SELECT_##rule == (int)CHOOSE_##rule, #rule);
SAME_NUMBER(HIGHEST)
SAME_NUMBER(WEIGHTED)
SAME_NUMBER(TOP)
SAME_NUMBER(WITHIN)
SAME_NUMBER(SOFTMAX)
#undef SAME_NUMBER

/// The number of the state's own rule, 0 for other rules.
static inline float select_number(const wits_state_desc *s) {
    switch (s->select) {
#define NUMBER_OF(rule, key, form, member, ...)                                                                        \
    case WITS_SELECT_##rule:                                                                                           \
        return (float)s->member;
        SELECT_NUMBER_LIST(NUMBER_OF)
#undef NUMBER_OF
    default:
        return 0.0f;
    }
}

static inline bool select_number_fits(wits_select select, float x) {
    switch (select) {
#define FITS(rule, key, form, member, type, fits, ...)                                                                 \
    case WITS_SELECT_##rule:                                                                                           \
        return fits;
        SELECT_NUMBER_LIST(FITS)
#undef FITS
    default:
        return false;
    }
}

#endif
