// SPDX-License-Identifier: MIT
// Expressions that draw a random value from the range of what the host sets, for worlds without inputs.
#ifndef WITS_TOOL_DRAW_H
#define WITS_TOOL_DRAW_H

#include "common/tool.h"

/// Something that the host sets.
typedef struct drawn_value {
    const char *name;
    const wits_field_desc *field;  ///< null for the result of a function
    wits_type type;
    bool has_range;
    double low, high;
    const wits_promise *steps;  ///< a promise with a step: only its values are drawn. Null: all in the range
} drawn_value;

/// Writes an expression in which each value of the range, or of a bool or enum, has the same probability. Returns false
/// and writes nothing if the range is unknown.
bool text_draw(text *to, const drawn_value *of);
/// A step as a fraction, so that k * above / below is the float nearest to the k-th multiple.
typedef struct drawn_step {
    double above, below;
    int64_t first, last;  ///< the multiples in the range
} drawn_step;

drawn_step drawn_step_of(const wits_promise *promise);
/// Writes " * 3 / 10", without a factor of 1.
void text_step_times(text *to, double above, double below);
/// Returns whether the host, and not only the brain, sets a field.
bool is_set_by_host(const wits_file *file, uint32_t field);
/// Returns the maximum length of a list of targets of this kind.
uint32_t most_targets(const wits_file *file, uint32_t kind);

#endif
