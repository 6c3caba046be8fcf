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
} drawn_value;

/// Writes an expression in which each value of the range, or of a bool or enum, has the same probability. Returns false
/// and writes nothing if the range is unknown.
bool text_draw(text *to, const drawn_value *of);
/// Returns whether the host, and not only the brain, sets a field.
bool is_set_by_host(const wits_file *file, uint32_t field);
/// Returns the maximum length of a list of targets of this kind.
uint32_t most_targets(const wits_file *file, uint32_t kind);

#endif
