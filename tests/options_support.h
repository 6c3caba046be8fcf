// SPDX-License-Identifier: MIT
// A utility of three options, for tests of how one of them is chosen.
#ifndef WITS_TESTS_OPTIONS_SUPPORT_H
#define WITS_TESTS_OPTIONS_SUPPORT_H

#include "support.h"

/// Root with the utility U (options A, B, C) and K.
enum { ROOT, U, A, B, C, K };

/// `u` and `options` may change the tables' values for U and its options.
static inline scene *open_options(wits_state_desc u, const wits_state_desc options[3]) {
    wits_state_desc states[] = {
        [ROOT] = {.name = "root"}, [U] = u, [A] = options[0], [B] = options[1], [C] = options[2], [K] = {.name = "K"},
    };
    static const char *const names[] = {"A", "B", "C"};
    static const wits_transition_desc transitions[] = {
        {.from = U, .to = K}, {.from = K, .to = U}, {.from = A, .to = B}, {.from = B, .to = A}};
    states[U].name = "U";
    states[U].kind = WITS_KIND_UTILITY;
    for (int i = 0; i < 3; i++) {
        states[A + i].name = names[i];
        states[A + i].parent = U;
        states[A + i].score = "score";
    }
    return scene_open(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
}

static inline void set_scores(scene *s, float a, float b, float c) {
    s->world.scores[A] = a;
    s->world.scores[B] = b;
    s->world.scores[C] = c;
}

#endif
