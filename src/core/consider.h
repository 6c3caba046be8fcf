// SPDX-License-Identifier: MIT
// What an option is worth by its considerations.
#ifndef WITS_CORE_CONSIDER_H
#define WITS_CORE_CONSIDER_H

#include "core/pass.h"
#include "wits/explain.h"

/// What must be reached to matter: an option that competes with less has lost already.
typedef struct bar {
    float weight;   ///< of the option, not below 0
    float inertia;  ///< of the option
    float best;
} bar;

/// How considerations are looked at.
typedef struct look {
    const bar
        *bar;  ///< null: to the end. Else it may end early, with a value that is too high and has lost all the same
    wits_explained_consideration *rows;  ///< of the option, to be filled; null: none
    uint32_t probed;                     ///< a row of which the input is taken to be `input`; WITS_NONE: none
    float input;
} look;

/// NaN where an outermost gate does not hold, and never else.
float wits_core_consider(pass *p, uint16_t option, const look *how);

#endif
