// SPDX-License-Identifier: MIT
// Opens the files of a brain: by the host, or on disk.
#ifndef WITS_FILE_OPEN_H
#define WITS_FILE_OPEN_H

#include <limits.h>

#include "file/messages.h"
#include "wits/file.h"

#if defined(PATH_MAX) && !defined(_WIN32)
enum { REAL_PATH_ROOM = PATH_MAX };
#else
enum { REAL_PATH_ROOM = 4096 };  // PATH_MAX of Windows is 260, but paths may be longer
#endif

/// A file's bytes, or the reason for their absence.
typedef struct opened_file {
    wits_allocator allocator;
    char *bytes;
    size_t length;
    size_t room;  ///< bytes that were allocated
    bool is_open;
    bool no_memory;
    message_id why;
} opened_file;

/// Opens a file according to the options. If it is longer than `most` bytes, reads the first `most` + 1.
opened_file wits_file_open_source(const wits_file_options *options, const char *name, size_t most);
void wits_file_close_source(opened_file *opened);

typedef enum real_path_state {
    REAL_PATH_FOUND,
    REAL_PATH_MISSING,  ///< there is no such file
    REAL_PATH_UNKNOWN,  ///< there may be one, but its location is unknown
} real_path_state;

/// Finds the path of a file or folder on disk with all links followed and '/' between folders. The path is empty if it
/// is not found.
real_path_state wits_file_real_path(const char *name, char path[REAL_PATH_ROOM]);

#endif
