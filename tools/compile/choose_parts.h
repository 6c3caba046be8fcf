// SPDX-License-Identifier: MIT
// Picks between numbers in generated C for lanes when it chooses (src/expr/choose.inc): without branches, because gcc
// makes no vector code of a loop that has one. Otherwise lanes are those of src/expr/choose.h.
#ifndef WITS_COMPILE_CHOOSE_PARTS_H
#define WITS_COMPILE_CHOOSE_PARTS_H

static inline float choose_pick(int32_t mask, float a, float b) {
    return math_pick(mask != 0, a, b);
}

static inline int32_t choose_pick_int(int32_t mask, int32_t a, int32_t b) {
    return (a & -mask) | (b & ~-mask);
}

/// Goes on where one agent of the library skips what changes nothing.
static inline bool choose_maybe(int32_t mask) {
    (void)mask;
    return true;
}

#endif
