// SPDX-License-Identifier: MIT
// Generates C that makes the same decisions as a brain, without the library.
#ifndef WITS_COMPILE_H
#define WITS_COMPILE_H

#include "common/text.h"
#include "wits/wits.h"

struct wits_file;

typedef struct compile_options {
    const char *prefix;   ///< prefix of all names: "guard"
    const char *file;     ///< name of the brain file in comments: "guard.yaml"
    const char *header;   ///< header that the source includes: "guard.h"; null: none
    const char *context;  ///< the program's own context type, such as "struct soldier"; null: the header declares one
    const char *include;  ///< header that declares that type, such as "\"soldier.h\""; null: none
    bool no_crowd;        ///< omit functions for crowds
    bool no_names;        ///< omit names of states, events and functions
    bool is_static;       ///< make all functions static, so that the source can be included
    bool is_native;       ///< add what crowd/native_abi.h describes
    /// Returns the line of a row, or of one of its members, in the file. Null if there is no file.
    uint32_t (*line_of)(void *user, wits_table table, uint32_t row, const char *member);
    void *user;
    /// Returns the name of a parameter's enum, like wits_file_parameter_enum. Null if there is no file.
    const char *(*enum_name)(const struct wits_file *brain_file, uint32_t function, uint32_t parameter);
    const struct wits_file *brain_file;
} compile_options;

enum { COMPILE_MOST_BYTES = 16 << 20 };  ///< maximum number of bytes of header and source

/// Writes the header and the source. `desc` is the description that the brain was compiled from; its texts become
/// comments. Returns false if the result would exceed COMPILE_MOST_BYTES.
bool compile_brain(text *declarations, text *source, const wits_desc *desc, const wits_brain *brain,
                   const compile_options *options);
/// Writes one source with everything that a library for `wits crowd --native` needs. Returns false if it would exceed
/// COMPILE_MOST_BYTES.
bool compile_native(text *source, const wits_desc *desc, const wits_brain *brain);

#endif
