// SPDX-License-Identifier: MIT
// Words in the texts of a random brain, which a test may take away.
#ifndef WITS_TESTS_RANDOM_WORDS_H
#define WITS_TESTS_RANDOM_WORDS_H

#include "wits/wits.h"

/// Calls `see` with every text that may be an expression, or null.
void random_words_each(const wits_desc *desc, void (*see)(const char *text));
/// Writes a number, which is not longer, over each such word of a text that the generator has written into the brain.
void random_words_write_over(const char *text, const char *word, const char *number);

#endif
