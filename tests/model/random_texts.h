// SPDX-License-Identifier: MIT
// Shared by random_texts.c and the files below: fields of a random brain under construction, and expressions with them.
#ifndef WITS_TESTS_RANDOM_TEXTS_H
#define WITS_TESTS_RANDOM_TEXTS_H

#include "random_brain.h"
#include "trees/tree.h"

enum {
    TEXT_NODES = 4000,
    LONGEST_TEXT = RANDOM_TEXT / 2,
    KNOWN = 8,          ///< percent of texts that are made of constants and `present` only
    TARGET_COPIES = 4,  ///< most times that a field of targets is named, so that it is read more often
    MOST_TARGET_FIELDS = RANDOM_KINDS * (RANDOM_TARGET_FIELDS + 1) * TARGET_COPIES
};

/// How often this brain has each feature, in percent.
typedef struct random_texts {
    random_brain *b;
    rng r;
    uint32_t conditions;
    uint32_t scores;
    uint32_t assignments;
    uint32_t tests;                                         ///< of the conditions, those that are tests joined by `and`
    uint32_t aimed;                                         ///< of the options, those with targets
    tree_field fields[RANDOM_FIELDS + MOST_TARGET_FIELDS];  ///< behind the agent's those of targets that can be read
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
/// `text` has room for LONGEST_TEXT bytes; it is what is returned.
const char *random_texts_condition(random_texts *t, char *text);
const char *random_texts_number(random_texts *t, char *text);
/// A whole number, or one whose fraction is cut off.
const char *random_texts_whole(random_texts *t, char *text);

// random_targets.c: options with targets
/// `is_apart`: each kind has as many fields as there may be, all of them floats.
void random_targets_choose(random_texts *t, uint64_t seed, bool is_apart);
/// After the agent's fields those of targets that a text of a state reads; with `any`, of a transition from its active
/// child.
void random_targets_see(random_texts *t, uint32_t state, bool any);
/// A field of numbers of a kind, or null.
const char *random_targets_input(random_texts *t, const char *kind);
/// The next field, which `next` counts for each kind, of a kind that the option or one around it has; null if none is
/// left.
const char *random_targets_next(const random_brain *b, uint32_t option, uint32_t *next);

// random_done.c: states that end
void random_done_add(random_texts *t, uint64_t seed);

// random_choices.c: considerations, ranks, cooldowns and default options
void random_choices_add(random_texts *t, random_inputs inputs);
/// The text, kept with the brain; null without room.
const char *random_choices_keep(random_brain *b, const char *text);

// random_arguments.c: arguments of host functions
/// Before any text: parameters of the functions, and arguments of undeclared ones.
void random_arguments_choose(random_texts *t, uint64_t seed);
/// After all texts: functions that stand alone are called with arguments.
void random_arguments_add(random_texts *t);

#endif
