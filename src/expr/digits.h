// SPDX-License-Identifier: MIT
#ifndef WITS_EXPR_DIGITS_H
#define WITS_EXPR_DIGITS_H

#include <stdint.h>

/// Writes a number as text. Returns its beginning in `room`.
static inline const char *digits_of(uint64_t number, char room[21]) {
    char *first = room + 20;
    *first = '\0';
    do {
        *--first = (char)('0' + number % 10);
        number /= 10;
    } while (number != 0);
    return first;
}

#endif
