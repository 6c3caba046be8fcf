// SPDX-License-Identifier: MIT
// curve: draws the considerations of an option.
#ifndef WITS_TOOL_CURVE_H
#define WITS_TOOL_CURVE_H

#include "explain/tick_record.h"

/// An option that has considerations and, optionally, a decision in which it was scored.
typedef struct curve_option {
    const wits_desc *desc;
    const wits_brain *brain;
    wits_state_id option;
    const wits_consideration_desc *rows;
    uint32_t row_count;
    // The following are null without a decision.
    const tick_records *about;
    const tick_record *call;
    const wits_explained_choice *choice;
    const wits_explained_option *told;
    const wits_explained_consideration *values;  ///< for each row
    bool is_earlier;                             ///< the option was not scored at the requested tick
    uint32_t unscored_at;                        ///< the requested tick
} curve_option;

/// Writes the picture as SVG.
void curve_draw(const curve_option *of, text *to);
/// Writes the picture of an option, given by name or path, as the command does. Returns a status; prints errors.
int curve_picture(const agent_run_options *who, const char *option, text *picture);
/// Writes what the command draws with these words, for a brain that is loaded already. Returns a status; prints errors.
int curve_picture_by_words(const agent_run_options *loaded, int argc, char **argv, text *picture);

// ------------------------------------------------------------------------------------------------ curve_words.c: texts

/// Returns the row of the group around a row, or CURVE_NO_ROW for the outermost.
uint32_t curve_around(const curve_option *of, uint32_t row);
/// Returns whether a group has no members that count.
bool curve_is_empty_group(const curve_option *of, uint32_t row);
/// Writes a group: "max 2 (weight 0.5) = 0.6" is the second `max` in its parent. `values` adds its value.
void text_group(text *to, const curve_option *of, uint32_t row, bool values);
/// Writes the groups around a row: "compensated > max 2 (weight 0.5)". `values` adds their values. Writes nothing for
/// the outermost.
void text_groups(text *to, const curve_option *of, uint32_t row, bool values);
/// Writes how the input is transformed: "range 40..5 → smoothstep → linear (m 0.7, b 0.3)".
void text_curves(text *to, const wits_consideration_desc *row);
/// Writes the steps of the decision: "350 → in range 0.42 → value 0.63".
void text_way(text *to, const curve_option *of, uint32_t row);
/// Writes the contribution of a row, "weighted 0.79, would have won at 507.2". Writes nothing if it is unchanged and no
/// input would have won.
void text_share(text *to, const curve_option *of, uint32_t row);
/// Writes the text beside the option's name.
void text_score(text *to, const curve_option *of);
/// Writes the option's result in the decision.
void text_outcome(text *to, const curve_option *of);

enum { CURVE_NO_ROW = 0xFFFF };  // there are at most WITS_MAX_CONSIDERATIONS

// --------------------------------------------------------------------------------------------- curve_line.c: the lines

typedef struct curve_point {
    double x, y;  ///< the input, and the value from 0 to 1
} curve_point;

/// Returns a polyline that looks like the curve in a picture of this size in pixels. It keeps corners and is vertical
/// at jumps. The caller frees it.
curve_point *curve_line(const wits_consideration_desc *row, uint32_t width, uint32_t height, size_t *count);

#endif
