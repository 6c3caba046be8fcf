// SPDX-License-Identifier: MIT
#include "chart/palette.h"

#include "common/text.h"

#include <stdlib.h>

enum { DASHES = 4, ROOT = PALETTE_COLOURS * DASHES };

palette_colour palette_of(uint8_t row) {
    static const char white[] = "#ffffff", black[] = "#000000";
    static const palette_colour colours[PALETTE_COLOURS] = {
        {.fill = "#00a0cf", .ink = black}, {.fill = "#965101", .ink = white}, {.fill = "#8d978d", .ink = black},
        {.fill = "#5c3198", .ink = white}, {.fill = "#6e72e3", .ink = black}, {.fill = "#00724d", .ink = white},
        {.fill = "#c48752", .ink = black}, {.fill = "#940c24", .ink = white}, {.fill = "#c6419e", .ink = white},
        {.fill = "#a59606", .ink = black}};
    static const char *const dashes[DASHES] = {NULL, "7 3", "2 3", "9 3 2 3"};
    if (row == ROOT) {
        return (palette_colour){.fill = "#dfe3e6", .ink = black};
    }
    palette_colour colour = colours[row % PALETTE_COLOURS];
    colour.dash = dashes[row / PALETTE_COLOURS % DASHES];
    return colour;
}

/// The colours that the children of a composite have so far.
typedef struct family {
    uint16_t taken;  ///< a bit for each colour
    uint8_t round;   ///< how often all colours were used up
} family;

/// Takes the first free colour from `wanted` on.
static uint32_t take_colour(family *of, uint32_t wanted) {
    if (of->taken == (1u << PALETTE_COLOURS) - 1) {
        of->taken = 0;
        of->round++;
    }
    uint32_t colour = wanted % PALETTE_COLOURS;
    while ((of->taken >> colour & 1) != 0) {
        colour = (colour + 1) % PALETTE_COLOURS;
    }
    of->taken |= (uint16_t)(1u << colour);
    return colour;
}

uint8_t *palette_rows(const wits_brain *brain) {
    uint32_t count = wits_state_count(brain);
    uint8_t *rows = allocate(count, sizeof *rows);
    family *families = allocate(count, sizeof *families);
    rows[WITS_ROOT] = ROOT;
    for (uint32_t state = 1; state < count; state++) {
        family *around = &families[wits_state_parent(brain, (wits_state_id)state)];
        uint32_t colour = take_colour(around, state - 1);
        rows[state] = (uint8_t)(around->round % DASHES * PALETTE_COLOURS + colour);
        families[state].taken = (uint16_t)(1u << colour);
    }
    free(families);
    return rows;
}
