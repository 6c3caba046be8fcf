// SPDX-License-Identifier: MIT
// Recording of explanations, called by the code that decides.
#ifndef WITS_CORE_EXPLAIN_H
#define WITS_CORE_EXPLAIN_H

#include "core/run/choice.h"

/// True if the caller of a pass wants the records of this pointer. Always false in a library without explanations,
/// which lacks the functions below.
#ifdef WITS_NO_EXPLAIN
#define IS_EXPLAINED(pointer) false
#else
#define IS_EXPLAINED(pointer) ((pointer) != NULL)
#endif

/// A transition that was tried.
void wits_core_explain_tried(pass *p, const guard *g, uint16_t source, wits_tried tried);
/// A rule of `initial` that selected the first child.
void wits_core_explain_beginning(pass *p, uint16_t composite, uint32_t row);
/// Begins the record of a choice: sets `told` if there is room.
void wits_core_explain_choice(choice *c, wits_choice how);
/// Records a choice that is not made: the current option stays.
void wits_core_explain_no_choice(pass *p, uint16_t current, wits_choice how, uint32_t left);
/// Returns the rows for the nth option's considerations; null if it has none.
wits_explained_consideration *wits_core_explain_rows(choice *c, uint32_t ordinal);
/// Records the option inside the nth that provides the score, for that row of its list.
void wits_core_explain_best(choice *c, uint32_t ordinal, uint16_t best, uint32_t row);
/// Returns an option's score from its considerations, and records them; or with another input.
float wits_core_explain_considered(pass *p, uint16_t option, const probe *how);
void wits_core_explain_score(choice *c, uint32_t ordinal, float raw, const candidate *of);
/// Records the chosen option and its target.
void wits_core_explain_chosen(choice *c, uint16_t chosen, uint32_t target);
/// Returns the record of the nth option.
wits_explained_option *wits_core_explain_option(const choice *c, uint32_t ordinal);

/// Returns a state's score if it is an expression, else null.
const expr_program *wits_core_explain_expression(const wits_brain *brain, uint32_t id);
/// Returns the field that an instruction is the first to read; EXPR_NONE if it reads none.
uint32_t wits_core_explain_field_at(const expr_program *score, uint32_t index);

/// Marks the rows of a state's considerations as unknown.
void wits_core_explain_clear_rows(wits_explained_consideration *rows, const state_row *s);

// explain_targets.c

/// Returns an option's score for a row of its list, and records why.
float wits_core_explain_pair(choice *c, uint16_t option, uint32_t row, wits_explained_consideration *rows);
/// Records the best targets of the nth option, which has a kind. `target` is the one that it would take.
void wits_core_explain_targets(choice *c, uint32_t ordinal, bool is_chosen, uint32_t target);

// counterfactuals.c

/// Adds counterfactuals to a recorded choice.
void wits_core_explain_answers(choice *c);

#endif
