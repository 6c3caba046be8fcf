// SPDX-License-Identifier: MIT
// The only way in which the program writes a file. It writes a temporary file with a unique name in the same folder,
// syncs it to the disk and renames it. Readers see the old file or the new one, never a part.
#ifndef WITS_TOOL_REPLACE_H
#define WITS_TOOL_REPLACE_H

#include "common/text.h"

#include <stdio.h>

/// A file that is being written. A zeroed one is not open, and may be passed to replace_end.
typedef struct replacement {
    char *target;  ///< the file to replace, with links resolved; null if there is none
    text beside;   ///< name of the temporary file in the same folder; empty once it is renamed or removed
    text old;      ///< second name (hard link) of the replaced file, for replace_undo
    int file;      ///< descriptor of the temporary file, for writing; -1 once it is closed
    FILE *stream;  ///< of `file`, after replace_stream; null before it
    bool existed;  ///< there was a file to replace
    bool is_put;   ///< the temporary file has been renamed
} replacement;

/// Appends the folder of a path, with a final slash; "./" if the path names none.
void text_folder(text *to, const char *path);
/// Resolves the links in a path: of the file if it exists, else of its folder. Returns null if neither exists. The
/// caller frees the result.
char *real_path(const char *path);

/// Creates the temporary file with the permissions of the file that it replaces, else the default ones. Signals that
/// end the program remove it. Returns false, with errno, on failure; nothing has to be freed then.
bool replace_begin(const char *path, replacement *to);
/// Returns a stream that writes to the temporary file, which replace_finish closes. Returns null, with errno, on
/// failure.
FILE *replace_stream(replacement *of);
/// Opens the temporary file again, after another program has written or replaced it. Bytes are appended. Returns false,
/// with errno, on failure.
bool replace_reopen(replacement *of);
/// Waits until all bytes are on the disk, and closes the descriptor. Returns false, with errno, on failure.
bool replace_finish(replacement *of);
/// Renames a finished file. With `can_undo` the replaced file is kept until replace_end or replace_undo. Returns false,
/// with errno, on failure.
bool replace_put(replacement *of, bool can_undo);
/// Restores what replace_put with `can_undo` replaced. Does nothing before replace_put.
void replace_undo(replacement *of);
/// Removes temporary files and frees memory.
void replace_end(replacement *of);

/// For signal handlers: from now on this signal removes temporary files and ends the program.
void replace_die_of(int signal);

#endif
