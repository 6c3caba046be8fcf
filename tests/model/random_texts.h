// SPDX-License-Identifier: MIT
// What random_texts.c and random_choices.c share: fields, and expressions over them, of a random brain in the making.
#ifndef WITS_TESTS_RANDOM_TEXTS_H
#define WITS_TESTS_RANDOM_TEXTS_H

#include "random_brain.h"
#include "trees/tree.h"

enum { TEXT_NODES = 4000, LONGEST_TEXT = RANDOM_TEXT / 2 };

/// What this brain has much or little of, in percent.
typedef struct random_texts {
    random_brain *b;
    rng r;
    uint32_t conditions;
    uint32_t scores;
    uint32_t assignments;
    uint32_t tests;  ///< of the conditions, those that are tests joined by `and`
    tree_field fields[RANDOM_FIELDS];
    tree_function functions[HOST_FUNCTIONS];
    const char *states[RANDOM_STATES];
    tree_names names;
    tree nodes[TEXT_NODES];
    tree_pool pool;
    tree_maker maker;
} random_texts;

/// `text` has room for LONGEST_TEXT bytes; it is what is returned.
const char *random_texts_condition(random_texts *t, char *text);
const char *random_texts_number(random_texts *t, char *text);
/// A whole number, or one whose fraction is cut off.
const char *random_texts_whole(random_texts *t, char *text);

// random_done.c: states that end
void random_done_add(random_texts *t, uint64_t seed);

// random_choices.c: considerations, ranks, cooldowns and default options
void random_choices_add(random_texts *t, random_inputs inputs);

#endif
