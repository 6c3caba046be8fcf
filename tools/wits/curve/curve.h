// SPDX-License-Identifier: MIT
// curve: the considerations of an option as a picture.
#ifndef WITS_TOOL_CURVE_H
#define WITS_TOOL_CURVE_H

#include "explain/tick_record.h"

/// An option that has considerations, and maybe a decision in which it was scored.
typedef struct curve_option {
    const wits_desc *desc;
    const wits_brain *brain;
    wits_state_id option;
    const wits_consideration_desc *rows;
    uint32_t row_count;
    // With a decision, else null:
    const tick_records *about;
    const tick_record *call;
    const wits_explained_choice *choice;
    const wits_explained_option *told;
    const wits_explained_consideration *values;  ///< of each row
    bool is_earlier;                             ///< another tick was asked for, in which it was not scored
    uint32_t unscored_at;                        ///< that tick
} curve_option;

/// The picture as SVG.
void curve_draw(const curve_option *of, text *to);

// ------------------------------------------------------------------------------------------------ curve_words.c: texts

/// The row of the group around a row; CURVE_NO_ROW of the outermost.
uint32_t curve_around(const curve_option *of, uint32_t row);
/// Whether nothing is counted in a group.
bool curve_is_empty_group(const curve_option *of, uint32_t row);
/// "max 2 (weight 0.5) = 0.6", of two in one group the second; with `values` what it came to.
void text_group(text *to, const curve_option *of, uint32_t row, bool values);
/// "compensated > max 2 (weight 0.5)", the groups around a row, with `values` what they came to; of the outermost
/// nothing.
void text_groups(text *to, const curve_option *of, uint32_t row, bool values);
/// "range 40..5 → smoothstep → linear (m 0.7, b 0.3)": what is made of the input.
void text_curves(text *to, const wits_consideration_desc *row);
/// "350 → in range 0.42 → value 0.63", as it was in the decision.
void text_way(text *to, const curve_option *of, uint32_t row);
/// "weighted 0.79, would have won at 507.2": what became of it; nothing if it is as it was and would not have.
void text_share(text *to, const curve_option *of, uint32_t row);
/// What stands beside the option's name.
void text_score(text *to, const curve_option *of);
/// What the option came to in the decision.
void text_outcome(text *to, const curve_option *of);

enum { CURVE_NO_ROW = 0xFFFF };  // there are at most WITS_MAX_CONSIDERATIONS

// --------------------------------------------------------------------------------------------- curve_line.c: the lines

typedef struct curve_point {
    double x, y;  ///< the input, and 0 to 1
} curve_point;

/// Points of a line that is nowhere further from the curve than could be seen in a picture of so many pixels: with
/// corners where there are any, and vertical where it jumps. To be freed.
curve_point *curve_line(const wits_consideration_desc *row, uint32_t width, uint32_t height, size_t *count);

#endif
