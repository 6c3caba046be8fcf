// SPDX-License-Identifier: MIT
// The rules of choosing (choose.inc) for one agent, whose lanes are plain numbers.
#ifndef WITS_EXPR_CHOOSE_H
#define WITS_EXPR_CHOOSE_H

#include "expr/math.h"

enum { CHOOSE_NONE = -1 };  ///< instead of an ordinal

/// A wits_select, which src/expr does not know; core/selects.h compares the numbers.
enum { CHOOSE_HIGHEST = 1, CHOOSE_WEIGHTED = 2, CHOOSE_TOP = 3, CHOOSE_WITHIN = 4, CHOOSE_SOFTMAX = 5 };

/// The rules of a utility for choosing among its options.
typedef struct choose_rules {
    uint32_t count;           ///< options
    uint32_t default_option;  ///< its ordinal; `count` or more: none
    uint32_t select;
    float number;    ///< parameter of `select`
    bool is_ranked;  ///< otherwise all ranks are equal
} choose_rules;

typedef float choose_floats;
typedef int32_t choose_ints;

#define CHOOSE_NAN math_float(MATH_NAN_BITS)

static inline int32_t choose_where(int32_t comparison) {
    return comparison;
}

static inline int32_t choose_if(bool condition) {
    return condition;
}

static inline int32_t choose_not(int32_t mask) {
    return mask ^ 1;
}

static inline int32_t choose_one(int32_t mask) {
    return mask;
}

static inline float choose_pick(int32_t mask, float a, float b) {
    return mask != 0 ? a : b;
}

static inline int32_t choose_pick_int(int32_t mask, int32_t a, int32_t b) {
    return mask != 0 ? a : b;
}

static inline float choose_all(float x) {
    return x;
}

static inline int32_t choose_all_int(int32_t x) {
    return x;
}

static inline float choose_exp(float x) {
    return math_exp(x);
}

/// Returns whether to go on; lanes do where one agent skips what changes nothing.
static inline bool choose_maybe(int32_t mask) {
    return mask != 0;
}

/// Returns whether any lane has the mask.
static inline bool choose_any(int32_t mask) {
    return mask != 0;
}

#include "expr/choose.inc"

#endif
