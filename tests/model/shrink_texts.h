// SPDX-License-Identifier: MIT
// Simpler texts than a given one, for shrink.c to try.
#ifndef WITS_TESTS_SHRINK_TEXTS_H
#define WITS_TESTS_SHRINK_TEXTS_H

#include "model.h"
#include "random_brain.h"

enum { SIMPLER_TEXTS = 64 };

typedef struct simpler_texts {
    char texts[SIMPLER_TEXTS][RANDOM_TEXT];
    uint32_t count;
} simpler_texts;

/// For a condition or score that is an expression. `m` has the names.
void simplify_value(const model *m, const char *text, simpler_texts *to);
void simplify_actions(const model *m, const char *text, simpler_texts *to);

#endif
