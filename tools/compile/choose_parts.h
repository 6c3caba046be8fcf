// SPDX-License-Identifier: MIT
// Selections between numbers in the generated C for lanes (src/expr/choose.inc). They have no branches, because gcc
// does not vectorise loops with branches. Otherwise lanes are those of src/expr/choose.h.
#ifndef WITS_COMPILE_CHOOSE_PARTS_H
#define WITS_COMPILE_CHOOSE_PARTS_H

static inline float choose_pick(int32_t mask, float a, float b) {
    return math_pick(mask != 0, a, b);
}

static inline int32_t choose_pick_int(int32_t mask, int32_t a, int32_t b) {
    return (a & -mask) | (b & ~-mask);
}

/// Lanes continue where the library skips operations without effect for one agent.
static inline bool choose_maybe(int32_t mask) {
    (void)mask;
    return true;
}

#endif
