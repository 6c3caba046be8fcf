// SPDX-License-Identifier: MIT
// The words of expressions, with their documentation.
#ifndef WITS_TOOL_LSP_WORDS_H
#define WITS_TOOL_LSP_WORDS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct word {
    const char *name;
    const char *form;  ///< "clamp(x, lo, hi)"
    const char *meaning;
    bool is_action;  ///< only in actions
} word;

extern const word words[];
extern const size_t word_count;

/// Returns null for another word.
const word *word_find(const char *name, size_t length);

#endif
