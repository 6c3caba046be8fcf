// SPDX-License-Identifier: MIT
// The one way in which the program writes a file: beside its place, under a name that no other file and no other
// process has, then to the disk, then renamed. Readers see the old file or the new one, never a part.
#ifndef WITS_TOOL_REPLACE_H
#define WITS_TOOL_REPLACE_H

#include "common/text.h"

/// A file that is being written. Zeroed it is none, and may be discarded.
typedef struct replacement {
    char *target;  ///< the file that it replaces, without links; null if there is none
    text beside;   ///< the temporary file in the same folder; empty once it is renamed or removed
    text old;      ///< a second name of the replaced file, which replace_undo needs
    int file;      ///< descriptor of the temporary file, for writing; -1 once it is closed
    bool existed;  ///< there was a file to replace
    bool is_put;   ///< renamed
} replacement;

/// Appends the folder of a path, with its slash; "./" if none is named.
void text_folder(text *to, const char *path);
/// The path without links: of the file if it is there, else of its folder. Null if there is neither. The caller frees
/// it.
char *real_path(const char *path);

/// Creates the temporary file. It has the permissions of the file that it replaces, else the usual ones. Signals that
/// end the program remove it. Returns false, with errno, if it cannot be created; there is nothing to discard then.
bool replace_begin(const char *path, replacement *to);
/// Waits until all bytes are on the disk, and closes the descriptor. Returns false, with errno, on failure.
bool replace_finish(replacement *of);
/// Renames a finished file. With `can_undo` the replaced file is kept until replace_end or replace_undo. Returns false,
/// with errno, on failure.
bool replace_put(replacement *of, bool can_undo);
/// Restores what was there before replace_put with `can_undo`. Before replace_put it does nothing.
void replace_undo(replacement *of);
/// Removes what is temporary, and frees memory.
void replace_end(replacement *of);

/// For the handler of a signal: from now on this signal ends the program and removes temporary files first.
void replace_die_of(int signal);

#endif
