// SPDX-License-Identifier: MIT
// The header that connects a program to one brain file.
#ifndef WITS_TOOL_HEADER_H
#define WITS_TOOL_HEADER_H

#include "common/tool.h"

/// The names given to --uses.
typedef struct header_uses {
    bool is_given;
    bool is_any;            ///< at least one name was given
    bool *states, *events;  ///< by number
} header_uses;

typedef struct header_options {
    const char *prefix;        ///< prefix of all names; null: the brain's name
    const char *context;       ///< the program's own type, such as "struct soldier"; null: the header declares one
    bool no_context;           ///< host functions get a void pointer, and the program provides the columns of the
                               ///< fields
    const char *const *taken;  ///< names after the prefix that are taken, ended by null; or null
    /// Returns the name of a parameter's enum, like wits_file_parameter_enum. Null if there is no file.
    const char *(*enum_name)(const wits_file *brain_file, uint32_t function, uint32_t parameter);
    const wits_file *brain_file;
    const header_uses *uses;  ///< null: the header has the numbers of all states and events
    const char *include;      ///< the file that declares `context`, such as "\"soldier.h\""; null: none is included
} header_options;

/// Writes the header, which refers to the brain file as `file`.
void text_header(text *to, const wits_brain *brain, const char *file, const header_options *options);

// ------------------------------------------------------------------------------------------------------- header_uses.c

/// Reads names of states and events separated by commas. Null: --uses was not given. Prints an error if the brain lacks
/// one, and returns a status.
int header_uses_read(const char *command, const wits_brain *brain, const char *given, header_uses *to);
void header_uses_free(header_uses *of);

// ------------------------------------------------------------------------------------------------------- header_line.c

/// The prefix and the program's own type; empty if not given.
typedef struct header_line {
    text prefix;
    text context;
    text include;  ///< with quotes or angle brackets
} header_line;

/// Reads --prefix ('p'), --context ('c': "struct soldier", or the name of a type) or --include ('i': "soldier.h" or
/// "<soldier.h>"). Prints an error and returns false if it is invalid; returns false for other options.
bool take_header_option(const char *command, int option, const char *given, header_line *to);
/// Returns whether --include comes with --context, which it requires. Prints an error if not.
bool include_has_context(const char *command, const header_line *given);
/// Returns whether a file name can follow #include with every compiler.
bool can_be_included(const char *name);
/// Sets the prefix to the brain's name if none was given.
void end_header_line(header_line *to, const wits_brain *brain);
void free_header_line(header_line *line);
/// Writes a path as shown in C: without folders and without characters that are special in comments or strings.
void text_file_name(text *to, const char *path);

#endif
