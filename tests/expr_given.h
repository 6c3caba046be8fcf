// SPDX-License-Identifier: MIT
// Hashes the arguments of host function calls, for programs and trees. The results of the functions depend on the hash,
// which shows wrong arguments.
#ifndef WITS_TESTS_EXPR_GIVEN_H
#define WITS_TESTS_EXPR_GIVEN_H

#include "expr/expr.h"
#include "trees/tree.h"

static const expr_type types_of[] = {[TREE_BOOL] = EXPR_BOOL, [TREE_INT] = EXPR_INT,   [TREE_FLOAT] = EXPR_FLOAT,
                                     [TREE_ENUM] = EXPR_ENUM, [TREE_TEXT] = EXPR_TEXT, [TREE_NOTHING] = EXPR_NOTHING};

/// A text is identified by its contents.
static inline uint32_t number_of_text(const char *written, uint32_t text_length) {
    uint32_t number = 2166136261u;
    for (uint32_t i = 0; i < text_length; i++) {
        number = (number ^ (uint8_t)written[i]) * 16777619u;
    }
    return number | 1u;
}

static inline uint32_t place_text(void *user, const char *written, uint32_t text_length) {
    (void)user;
    return number_of_text(written, text_length);
}

/// Hash of the arguments; 0 if there are none.
typedef uint32_t sum_of_given;

static inline sum_of_given add_given(sum_of_given sum, uint32_t type, uint32_t bits, uint32_t text_number) {
    const uint32_t more = (sum ^ type) * 0x9E3779B1u;
    return ((more ^ bits) * 0x85EBCA77u) ^ text_number * 0xC2B2AE3Du;
}

static inline sum_of_given sum_of_expr(uint32_t function, const expr_given *given, uint32_t count) {
    sum_of_given sum = count != 0 ? function + 1 : 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool is_text = given[i].type == EXPR_TEXT;
        const uint32_t list = given[i].type == EXPR_ENUM ? given[i].list % 2 : 0;  // list 2 is list 0 again
        sum = add_given(sum, (uint32_t)given[i].type + 8 * list, is_text ? 0 : given[i].value.bits,
                        is_text ? given[i].text : 0);
    }
    return sum;
}

static inline sum_of_given sum_of_tree(uint32_t function, const tree_argument *given, uint32_t count) {
    sum_of_given sum = count != 0 ? function + 1 : 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool is_text = given[i].type == TREE_TEXT;
        const uint32_t list = given[i].type == TREE_ENUM ? given[i].list % 2 : 0;
        sum = add_given(sum, (uint32_t)types_of[given[i].type] + 8 * list, is_text ? 0 : given[i].value.bits,
                        is_text ? number_of_text(given[i].text, given[i].length) : 0);
    }
    return sum;
}

#endif
