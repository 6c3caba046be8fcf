// SPDX-License-Identifier: MIT
// "Did you mean ...?": the name nearest to a misspelt one.
#ifndef WITS_EXPR_SUGGEST_H
#define WITS_EXPR_SUGGEST_H

#include "wits/api.h"

#include <stdint.h>

/// The search for one word. Names longer than 64 bytes are ignored.
typedef struct suggestion {
    const char *word;
    uint32_t length;
    const char *best;  ///< the nearest name offered so far; null if none is near enough
    uint32_t best_length;
    uint32_t distance;  ///< edit distance of `best`: letters changed, missing, added or swapped with a neighbour
} suggestion;

/// A word of up to 2 letters allows no difference, up to 5 one, up to 8 two, else three; case is ignored.
WITS_API suggestion wits_expr_suggestion_for(const char *word, uint32_t length);
/// Offers one name. Among equally near names the first wins. The name must outlive the suggestion.
WITS_API void wits_expr_suggestion_offer(suggestion *s, const char *name, uint32_t length);

#endif
