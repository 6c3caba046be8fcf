// SPDX-License-Identifier: MIT
// Score of an option from its considerations.
#ifndef WITS_CORE_CONSIDER_H
#define WITS_CORE_CONSIDER_H

#include "core/run/pass.h"
#include "wits/explain.h"

/// A threshold: an option with a lower score has lost already.
typedef struct threshold {
    float weight;   ///< weight of the option, not below 0
    float inertia;  ///< inertia of the option
    float best;
} threshold;

/// Options of an evaluation of considerations.
typedef struct probe {
    const threshold *threshold;  ///< null: evaluates everything. Otherwise evaluation may end early, with a value that
                                 ///< is too high but has lost in any case
    wits_explained_consideration *rows;  ///< records of the option's considerations, to be filled; null: none
    uint32_t probed;                     ///< row whose input is replaced by `input`; WITS_NONE: none
    float input;
} probe;

/// NaN where an outermost gate does not hold, and never else.
float wits_core_consider(pass *p, uint16_t option, const probe *how);

#endif
