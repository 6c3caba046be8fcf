// SPDX-License-Identifier: MIT
// The header that joins a program to one brain file.
#ifndef WITS_TOOL_HEADER_H
#define WITS_TOOL_HEADER_H

#include "tool.h"

typedef struct header_options {
    const char *prefix;   ///< what names begin with; null: the brain's name
    const char *context;  ///< the program's own type, as "struct soldier"; null: the header declares one
    bool no_context;      ///< host functions get a void pointer, and the program says where each field lies
} header_options;

/// Writes the header. `file` is what the brain file is called in it.
void text_header(text *to, const wits_brain *brain, const char *file, const header_options *options);

#endif
