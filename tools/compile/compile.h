// SPDX-License-Identifier: MIT
// C that decides as a brain does, and needs no library.
#ifndef WITS_COMPILE_H
#define WITS_COMPILE_H

#include "common/text.h"
#include "wits/wits.h"

struct wits_file;

typedef struct compile_options {
    const char *prefix;   ///< what names begin with: "guard"
    const char *file;     ///< what the brain file is called in comments: "guard.yaml"
    const char *header;   ///< what the source includes: "guard.h"
    const char *context;  ///< the program's own type, as "struct soldier"; null: the header declares one
    const char *include;  ///< what declares that type, as "\"soldier.h\""; null: nothing is included
    bool no_crowd;        ///< no functions for crowds
    bool no_names;        ///< no names of states, events and functions as texts
    bool is_static;       ///< all functions are static: the source is to be included
    /// The line of the file in which a row, or a member of it, stands; null where there is no file.
    uint32_t (*line_of)(void *user, wits_table table, uint32_t row, const char *member);
    void *user;
    /// Returns the name of a parameter's enum, as wits_file_parameter_enum; null where there is no file.
    const char *(*enum_name)(const struct wits_file *brain_file, uint32_t function, uint32_t parameter);
    const struct wits_file *brain_file;
} compile_options;

enum { COMPILE_MOST_BYTES = 16 << 20 };  ///< of what is made

/// Writes both. `desc` is what the brain was compiled from: its texts become comments. False where more than
/// COMPILE_MOST_BYTES would be written.
bool compile_brain(text *declarations, text *source, const wits_desc *desc, const wits_brain *brain,
                   const compile_options *options);

#endif
