// SPDX-License-Identifier: MIT
// What is told of a decision, by those who make it.
#ifndef WITS_CORE_EXPLAIN_H
#define WITS_CORE_EXPLAIN_H

#include "core/contest.h"

/// A transition that was looked at.
void wits_core_explain_tried(pass *p, const guard *g, uint16_t source, wits_tried tried);
/// A rule of `initial` that was taken.
void wits_core_explain_beginning(pass *p, uint16_t composite, uint32_t row);
/// Begins to tell of a choice: `told` is set if there is room.
void wits_core_explain_choice(contest *c, wits_choice how);
/// One that is not made: the current option stays.
void wits_core_explain_no_choice(pass *p, uint16_t current, wits_choice how, uint32_t left);
/// Where the rows of the nth option's considerations are told; null if it has none.
wits_explained_consideration *wits_core_explain_rows(contest *c, uint32_t ordinal);
/// The same for the option inside the nth that has the score; also notes that option.
wits_explained_consideration *wits_core_explain_best(contest *c, uint32_t ordinal, uint16_t best);
void wits_core_explain_score(contest *c, uint32_t ordinal, float raw, const competitor *of);
void wits_core_explain_chosen(contest *c, uint16_t chosen);
/// The record of the nth option.
wits_explained_option *wits_core_explain_option(const contest *c, uint32_t ordinal);

// counterfactuals.c

/// Of a choice that is told but for these.
void wits_core_explain_answers(contest *c);

#endif
