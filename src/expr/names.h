// SPDX-License-Identifier: MIT
#ifndef WITS_EXPR_NAMES_H
#define WITS_EXPR_NAMES_H

#include <stdbool.h>
#include <stdint.h>

/// Returns whether the zero-terminated `name` equals these bytes. Most comparisons differ in the first byte, so this is
/// faster than strncmp.
static inline bool name_is(const char *name, const char *text, uint32_t length) {
    uint32_t i = 0;
    while (i < length && name[i] == text[i] && name[i] != '\0') {
        i++;
    }
    return i == length && name[i] == '\0';
}

#endif
