// SPDX-License-Identifier: MIT
// Colours of pictures. Any two of the ten differ by at least 20 (CIE 1976) for people who see all colours and for
// those who lack red, green or blue; on white each has a contrast of at least 3, its ink on it of at least 4.5.
#ifndef WITS_TOOL_PALETTE_H
#define WITS_TOOL_PALETTE_H

#include "wits/wits.h"

enum { PALETTE_COLOURS = 10 };

typedef struct palette_colour {
    const char *fill;
    const char *ink;   ///< of texts on it
    const char *dash;  ///< for lines: siblings beyond the tenth have the same colours, but other dashes
} palette_colour;

/// What a state is drawn with, whatever happens in a run: its siblings and its parent have other colours while there
/// are any. For each state a row, to be freed; palette_of says what it is.
uint8_t *palette_rows(const wits_brain *brain);
/// Ten colours, and behind them the same with dashes; the root is of a grey that no other state has.
palette_colour palette_of(uint8_t row);

#endif
