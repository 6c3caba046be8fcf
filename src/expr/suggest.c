// SPDX-License-Identifier: MIT
#include "expr/suggest.h"

#include <stddef.h>

enum { LONGEST = 64 };

static char lower_case(char c) {
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static uint32_t least(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/// Optimal string alignment, row by row; both names have at most LONGEST letters.
static uint32_t distance_between(const char *a, uint32_t a_length, const char *b, uint32_t b_length) {
    uint8_t rows[3][LONGEST + 1];
    for (uint32_t j = 0; j <= b_length; j++) {
        rows[0][j] = (uint8_t)j;
    }
    for (uint32_t i = 1; i <= a_length; i++) {
        uint8_t *row = rows[i % 3];
        const uint8_t *above = rows[(i + 2) % 3];
        const uint8_t *two_above = rows[(i + 1) % 3];
        row[0] = (uint8_t)i;
        for (uint32_t j = 1; j <= b_length; j++) {
            uint32_t change = lower_case(a[i - 1]) == lower_case(b[j - 1]) ? 0 : 1;
            uint32_t cost = least(above[j - 1] + change, least(above[j], row[j - 1]) + 1u);
            if (i > 1 && j > 1 && lower_case(a[i - 1]) == lower_case(b[j - 2]) &&
                lower_case(a[i - 2]) == lower_case(b[j - 1])) {
                cost = least(cost, two_above[j - 2] + 1u);
            }
            row[j] = (uint8_t)cost;
        }
    }
    return rows[a_length % 3][b_length];
}

suggestion wits_expr_suggestion_for(const char *word, uint32_t length) {
    uint32_t most = length <= 2 ? 0 : length <= 5 ? 1 : length <= 8 ? 2 : 3;
    return (suggestion){.word = word, .length = length, .distance = most + 1};
}

void wits_expr_suggestion_offer(suggestion *s, const char *name, uint32_t length) {
    uint32_t difference = length > s->length ? length - s->length : s->length - length;
    if (s->length > LONGEST || length > LONGEST || difference >= s->distance) {
        return;
    }
    uint32_t distance = distance_between(s->word, s->length, name, length);
    if (distance < s->distance) {
        s->best = name;
        s->best_length = length;
        s->distance = distance;
    }
}
