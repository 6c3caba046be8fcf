// SPDX-License-Identifier: MIT
// Words in the texts of a random brain that a test may remove.
#ifndef WITS_TESTS_RANDOM_WORDS_H
#define WITS_TESTS_RANDOM_WORDS_H

#include "wits/wits.h"

/// Calls `see` with every text that may be an expression, or null.
void random_words_each(const wits_desc *desc, void (*see)(const char *text));
/// Replaces each such word of a generated text by a number, which is not longer.
void random_words_write_over(const char *text, const char *word, const char *number);

#endif
