// SPDX-License-Identifier: MIT
// The header that joins a program to one brain file.
#ifndef WITS_TOOL_HEADER_H
#define WITS_TOOL_HEADER_H

#include "common/tool.h"

/// What --uses names.
typedef struct header_uses {
    bool is_given;
    bool is_any;            ///< it names something
    bool *states, *events;  ///< by number
} header_uses;

typedef struct header_options {
    const char *prefix;        ///< what names begin with; null: the brain's name
    const char *context;       ///< the program's own type, as "struct soldier"; null: the header declares one
    bool no_context;           ///< host functions get a void pointer, and the program says where each field lies
    const char *const *taken;  ///< names behind the prefix that others have, null behind the last; or null
    /// Returns the name of a parameter's enum, as wits_file_parameter_enum; null where there is no file.
    const char *(*enum_name)(const wits_file *brain_file, uint32_t function, uint32_t parameter);
    const wits_file *brain_file;
    const header_uses *uses;  ///< null: the header has the numbers of all states and events
    const char *include;      ///< what declares `context`, as "\"soldier.h\""; null: nothing is included
} header_options;

/// Writes the header. `file` is what the brain file is called in it.
void text_header(text *to, const wits_brain *brain, const char *file, const header_options *options);

// ------------------------------------------------------------------------------------------------------- header_uses.c

/// Reads names of states and events between commas; null is no --uses. Prints an error if the brain lacks one, and
/// returns a status.
int header_uses_read(const char *command, const wits_brain *brain, const char *given, header_uses *to);
void header_uses_free(header_uses *of);

// ------------------------------------------------------------------------------------------------------- header_line.c

/// What names begin with, and the program's own type; empty where they are not given.
typedef struct header_line {
    text prefix;
    text context;
    text include;  ///< with its quotes or brackets
} header_line;

/// The value of --prefix; what is wrong is said and is false.
bool take_prefix(const char *command, const char *given, header_line *to);
/// The same of --context: "struct soldier", or the name of a type.
bool take_context(const char *command, const char *given, header_line *to);
/// The same of --include: "soldier.h", or "<soldier.h>".
bool take_include(const char *command, const char *given, header_line *to);
/// Whether --include has the --context that it needs. Prints an error if not.
bool include_has_context(const char *command, const header_line *given);
/// Whether the name of a file can follow #include, whatever the compiler.
bool can_be_included(const char *name);
/// Without --prefix names begin with the brain's name.
void end_header_line(header_line *to, const wits_brain *brain);
void free_header_line(header_line *line);
/// What stands in C for a path: no folders, and nothing that means something in a comment or a text.
void text_file_name(text *to, const char *path);

#endif
