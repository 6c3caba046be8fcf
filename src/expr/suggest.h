// SPDX-License-Identifier: MIT
// "Did you mean ...?": the name nearest to a misspelt one.
#ifndef WITS_EXPR_SUGGEST_H
#define WITS_EXPR_SUGGEST_H

#include "wits/api.h"

#include <stdint.h>

/// The search for one word. Names longer than 64 bytes are not looked at.
typedef struct suggestion {
    const char *word;
    uint32_t length;
    const char *best;  ///< the nearest name offered so far; null if none is near enough
    uint32_t best_length;
    uint32_t distance;  ///< of `best`: one for each letter changed, missing, too many or swapped with its neighbour
} suggestion;

/// A word of up to 2 letters may differ in none, of up to 5 in one, of up to 8 in two, else in three; capitals are the
/// same letters.
WITS_API suggestion wits_expr_suggestion_for(const char *word, uint32_t length);
/// Offers one name. Of equally near ones the first stays. The name must live as long as the suggestion.
WITS_API void wits_expr_suggestion_offer(suggestion *s, const char *name, uint32_t length);

#endif
