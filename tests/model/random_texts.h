// SPDX-License-Identifier: MIT
// Shared by random_texts.c and the files below: fields of a random brain under construction, and expressions with them.
#ifndef WITS_TESTS_RANDOM_TEXTS_H
#define WITS_TESTS_RANDOM_TEXTS_H

#include "random_brain.h"
#include "trees/tree.h"

enum {
    TEXT_NODES = 4000,
    LONGEST_TEXT = RANDOM_TEXT / 2,
    KNOWN = 8,          ///< percent of texts made only of constants and `present`
    TARGET_COPIES = 4,  ///< maximum repetitions of a target field, so that it is read more often
    MOST_TARGET_FIELDS = RANDOM_KINDS * (RANDOM_TARGET_FIELDS + 1) * TARGET_COPIES
};

/// Frequencies of each feature in this brain, in percent.
typedef struct random_texts {
    random_brain *b;
    rng r;
    uint32_t conditions;
    uint32_t scores;
    uint32_t assignments;
    uint32_t tests;                                         ///< percent of conditions that are tests joined by `and`
    uint32_t aimed;                                         ///< percent of options with targets
    tree_field fields[RANDOM_FIELDS + MOST_TARGET_FIELDS];  ///< after the agent's fields, readable fields of targets
    tree_function functions[HOST_FUNCTIONS];
    const char *states[RANDOM_STATES];
    tree_names names;
    tree nodes[TEXT_NODES];
    tree_pool pool;
    tree_maker maker;
} random_texts;

/// The lists of enums: those that fields may have, then one that only parameters have.
extern const tree_list random_lists[];
enum { RANDOM_FIELD_LISTS = 3, RANDOM_LISTS };

/// Returns whether the text fits.
bool random_texts_print(random_texts *t, tree *root, char *text);
/// `text` has room for LONGEST_TEXT bytes, and is returned.
const char *random_texts_condition(random_texts *t, char *text);
const char *random_texts_number(random_texts *t, char *text);
/// An integer, or an expression whose fraction is truncated.
const char *random_texts_whole(random_texts *t, char *text);

// random_targets.c: options with targets
/// `is_apart`: each kind has the maximum number of fields, all of them floats.
void random_targets_choose(random_texts *t, uint64_t seed, bool is_apart);
/// Adds target fields that a text of a state reads; with `any`, for a transition from its active child.
void random_targets_see(random_texts *t, uint32_t state, bool any);
/// A field of numbers of a kind, or null.
const char *random_targets_input(random_texts *t, const char *kind);
/// The next field, which `next` counts for each kind, of a kind of the option or one around it; null if none is left.
const char *random_targets_next(const random_brain *b, uint32_t option, uint32_t *next);

// random_done.c: states that finish
void random_done_add(random_texts *t, uint64_t seed);

// random_choices.c: considerations, ranks, cooldowns and default options
void random_choices_add(random_texts *t, random_inputs inputs);
/// The text, kept with the brain; null without room.
const char *random_choices_keep(random_brain *b, const char *text);

// random_arguments.c: arguments of host functions
/// Chooses, before any text, the parameters of functions, and arguments of undeclared ones.
void random_arguments_choose(random_texts *t, uint64_t seed);
/// Adds arguments, after all texts, to lone functions.
void random_arguments_add(random_texts *t);

#endif
