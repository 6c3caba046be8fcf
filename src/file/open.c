// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700  // realpath
#endif

#include "file/open.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/loader.h"

bool wits_file_real_path(const char *name, char path[REAL_PATH_ROOM]) {
#if defined(_WIN32)
    (void)name;
    path[0] = '\0';
    return false;
#else
    return realpath(name, path) != NULL;
#endif
}

void wits_file_close_source(opened_file *opened) {
    if (opened->bytes != NULL) {
        opened->allocator.release(opened->allocator.user, opened->bytes, opened->room);
        opened->bytes = NULL;
    }
}

/// In pieces that double.
static bool grow(opened_file *to) {
    size_t room = to->room == 0 ? 16384 : 2 * to->room;
    char *grown = to->allocator.allocate(to->allocator.user, room);
    if (grown == NULL) {
        return false;
    }
    if (to->length > 0) {
        memcpy(grown, to->bytes, to->length);
    }
    wits_file_close_source(to);
    to->bytes = grown;
    to->room = room;
    return true;
}

/// Reads to the end, or one byte beyond what is wanted.
static void read_stream(opened_file *to, FILE *stream, size_t most) {
    while (to->length <= most) {
        if (to->length == to->room && !grow(to)) {
            to->no_memory = true;
            return;
        }
        size_t room = to->room - to->length;
        size_t wanted = room < most + 1 - to->length ? room : most + 1 - to->length;
        size_t read = fread(to->bytes + to->length, 1, wanted, stream);
        to->length += read;
        if (read == 0) {
            break;
        }
    }
    to->is_open = ferror(stream) == 0;
    to->why = errno == EISDIR ? MESSAGE_FILE_DIRECTORY : MESSAGE_FILE_UNREADABLE;
}

static void open_on_disk(opened_file *to, const char *name, size_t most) {
    FILE *stream = fopen(name, "rb");
    if (stream == NULL) {
        to->why = errno == ENOENT   ? MESSAGE_FILE_MISSING
                  : errno == EISDIR ? MESSAGE_FILE_DIRECTORY
                                    : MESSAGE_FILE_UNREADABLE;
        return;
    }
    errno = 0;
    read_stream(to, stream, most);
    fclose(stream);
}

opened_file wits_file_open_source(const wits_file_options *options, const char *name, size_t most) {
    opened_file to = {.allocator = wits_file_allocator_of(options), .why = MESSAGE_FILE_MISSING};
    if (options->open == NULL) {
        open_on_disk(&to, name, most);
        return to;
    }
    to.is_open = options->open(options->user, name, &to.allocator, &to.bytes, &to.length);
    to.room = to.length;
    return to;
}
