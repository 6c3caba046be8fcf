// SPDX-License-Identifier: MIT
// What an option is worth by its considerations.
#ifndef WITS_CORE_CONSIDER_H
#define WITS_CORE_CONSIDER_H

#include "core/run/pass.h"
#include "wits/explain.h"

/// What must be reached to matter: an option that competes with less has lost already.
typedef struct threshold {
    float weight;   ///< of the option, not below 0
    float inertia;  ///< of the option
    float best;
} threshold;

/// How considerations are looked at.
typedef struct probe {
    const threshold *threshold;  ///< null: to the end. Else it may end early, with a value that is too high and has
                                 ///< lost all the same
    wits_explained_consideration *rows;  ///< of the option, to be filled; null: none
    uint32_t probed;                     ///< a row of which the input is taken to be `input`; WITS_NONE: none
    float input;
} probe;

/// NaN where an outermost gate does not hold, and never else.
float wits_core_consider(pass *p, uint16_t option, const probe *how);

#endif
