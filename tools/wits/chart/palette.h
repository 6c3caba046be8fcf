// SPDX-License-Identifier: MIT
// The colours of pictures. Any two of the ten differ by at least 20 (CIE 1976 ΔE), also for people with a red, green or
// blue deficiency. Each has a contrast of at least 3 against white, and of at least 4.5 against its ink.
#ifndef WITS_TOOL_PALETTE_H
#define WITS_TOOL_PALETTE_H

#include "wits/wits.h"

enum { PALETTE_COLOURS = 10 };

typedef struct palette_colour {
    const char *fill;
    const char *ink;   ///< colour of text on it
    const char *dash;  ///< for lines: siblings beyond the tenth reuse colours with other dashes
} palette_colour;

/// Returns a row for each state, to be passed to palette_of and to be freed. Rows depend on the brain alone. They
/// differ between siblings and between parent and child as long as there are enough.
uint8_t *palette_rows(const wits_brain *brain);
/// Returns the colour of a row: the ten colours, then the same with dashes. The root has a grey of its own.
palette_colour palette_of(uint8_t row);

#endif
