// SPDX-License-Identifier: MIT
// Compares two explanations of one decision: the library's and the model's.
#ifndef WITS_TESTS_RANDOM_EXPLAIN_H
#define WITS_TESTS_RANDOM_EXPLAIN_H

#include "model.h"
#include "wits/explain.h"

enum { EXPLAIN_TEXT = 500, EXPLAIN_SAMPLES = 256 };

/// Coverage of all brains.
typedef struct explain_tally {
    uint32_t tried[5];                        ///< transitions, by wits_tried
    uint32_t parts;                           ///< parts of conditions with several parts
    uint32_t simplified;                      ///< conditions that are recorded only as a whole
    uint32_t how[WITS_CHOICE_COMMITTED + 1];  ///< choices, by wits_choice
    uint32_t no_candidate;
    uint32_t verdicts[WITS_VERDICT_NO_TARGET + 1];  ///< options, by wits_verdict
    uint32_t targets[WITS_VERDICT_NO_TARGET + 1];   ///< targets, the same
    uint32_t remembered;                            ///< targets that the option had before
    uint32_t target_rows;                           ///< targets with explained considerations
    uint32_t most_targets;                          ///< options with the maximum number of explained targets
    uint32_t bests_aimed;                           ///< options with the score of a target of an inner option
    uint32_t retargets;
    uint32_t target_wins;     ///< inputs that are fields of targets, among `wins`
    uint32_t other_wins;      ///< inputs at which the chosen option would have taken another target
    uint32_t other_no_wins;   ///< inputs for which it would not
    uint32_t target_changed;  ///< target fields set to a value with which an option wins
    uint32_t other_changed;   ///< target fields set to a value with which another target is taken
    uint32_t bests;           ///< options with the score of an inner option
    uint32_t gates;
    uint32_t groups;
    uint32_t inputs;
    uint32_t nans;
    uint32_t switches;
    uint32_t wins;           ///< inputs with which an option would have won
    uint32_t wins_in_best;   ///< inputs of inner options that are not fields, among `wins`
    uint32_t wins_unranged;  ///< inputs without a range, among `wins`
    uint32_t no_wins;        ///< inputs without a winning value
    uint32_t unlooked;       ///< inputs that are not searched
    uint32_t field_wins;     ///< fields in expressions with which an option would have won
    uint32_t field_no_wins;  ///< fields in expressions without a winning value
    uint32_t borders;        ///< adjacent floats that do not win
    uint32_t beyond;         ///< inputs beyond them that win according to the explanation
    uint32_t changed;        ///< fields set to a value with which an option wins
    uint32_t not_again;      ///< with the field changed, the choice did not occur
    uint32_t dropped;        ///< calls with more decisions than the memory could record
} explain_tally;

/// Room for the model's explanation.
void explain_new(wits_explain *e);
void explain_begin(wits_explain *e);
void explain_free(wits_explain *e);
/// Returns whether the library's explanation equals the model's; otherwise `text` describes the difference.
bool explain_same(const wits_explain *library, const wits_explain *told, const wits_desc *desc, const model *m,
                  explain_tally *tally, char *text);
/// Returns how many things were tried less than `least` times.
uint32_t explain_print(const explain_tally *tally, uint32_t least);

// Sampled inputs: "256 inputs evenly over the range".
float explain_sample(const wits_consideration_desc *row, uint32_t number);
/// Returns whether this input is nearer than `wins_at` to its original value.
bool explain_is_nearer(wits_type type, const wits_consideration_desc *row, const wits_explained_consideration *k,
                       float input);
/// Type of a consideration's input.
wits_type explain_type_of(const wits_desc *desc, uint32_t row);
/// The adjacent float, or for an integer field the adjacent integer, of `wins_at`, towards the original input, if it is
/// inside the range.
bool explain_beside(wits_type type, const wits_consideration_desc *row, const wits_explained_consideration *k,
                    float *beside);

#endif
