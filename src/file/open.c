// SPDX-License-Identifier: MIT
#if !defined(_WIN32)
#define _XOPEN_SOURCE 700  // realpath, open, fdopen
#endif

#include "file/open.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(_WIN32)
#include <io.h>
#else
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#endif

#include "file/loader.h"

// ------------------------------------------------------------------------------------------------------------- systems

#if defined(_WIN32)

// Declarations from windows.h, which defines macros such as `far`. The types are compatible.
struct _SECURITY_ATTRIBUTES;
__declspec(dllimport) void *__stdcall CreateFileA(const char *, unsigned long, unsigned long,
                                                  struct _SECURITY_ATTRIBUTES *, unsigned long, unsigned long, void *);
__declspec(dllimport) int __stdcall CloseHandle(void *);
__declspec(dllimport) unsigned long __stdcall GetFinalPathNameByHandleA(void *, char *, unsigned long, unsigned long);
__declspec(dllimport) unsigned long __stdcall GetLastError(void);
__declspec(dllimport) unsigned long __stdcall GetFileType(void *);
__declspec(dllimport) unsigned long __stdcall GetFileAttributesA(const char *);

enum {
    WINDOWS_SHARE_ALL = 7,
    WINDOWS_OPEN_EXISTING = 3,
    WINDOWS_BACKUP_SEMANTICS = 0x02000000,  ///< folders can be opened, too
    WINDOWS_NO_FILE = 2,
    WINDOWS_NO_PATH = 3,
    WINDOWS_TYPE_DISK = 1,
    WINDOWS_DIRECTORY = 16,
};

real_path_state wits_file_real_path(const char *name, char path[REAL_PATH_ROOM]) {
    path[0] = '\0';
    void *handle = CreateFileA(name, 0, WINDOWS_SHARE_ALL, NULL, WINDOWS_OPEN_EXISTING, WINDOWS_BACKUP_SEMANTICS, NULL);
    if (handle == (void *)-1) {
        const unsigned long why = GetLastError();
        return why == WINDOWS_NO_FILE || why == WINDOWS_NO_PATH ? REAL_PATH_MISSING : REAL_PATH_UNKNOWN;
    }
    const unsigned long length = GetFinalPathNameByHandleA(handle, path, REAL_PATH_ROOM, 0);  // follows links
    CloseHandle(handle);
    if (length == 0 || length >= REAL_PATH_ROOM) {
        path[0] = '\0';
        return REAL_PATH_UNKNOWN;
    }
    for (char *at = path; *at != '\0'; at++) {
        *at = *at == '\\' ? '/' : *at;
    }
    return REAL_PATH_FOUND;
}

/// Opens devices such as CON and pipes, and closes them again.
static FILE *open_regular(const char *name, message_id *why) {
    FILE *stream = fopen(name, "rb");
    if (stream == NULL) {
        const int problem = errno;
        const unsigned long found = GetFileAttributesA(name);
        const bool is_there = found != (unsigned long)-1;
        *why = !is_there && problem == ENOENT                 ? MESSAGE_FILE_MISSING
               : is_there && (found & WINDOWS_DIRECTORY) != 0 ? MESSAGE_FILE_DIRECTORY
                                                              : MESSAGE_FILE_UNREADABLE;
    } else if (GetFileType((void *)_get_osfhandle(_fileno(stream))) != WINDOWS_TYPE_DISK) {
        fclose(stream);
        stream = NULL;
        *why = MESSAGE_FILE_SPECIAL;
    }
    return stream;
}

#else

#if defined(__wasi__)

/// Adds the names of `more` to the path of a folder. Returns false if there is no room.
static bool append_names(char path[REAL_PATH_ROOM], size_t length, const char *more) {
    while (more[0] != '\0') {
        const size_t part = strcspn(more, "/");
        if (part == 2 && memcmp(more, "..", 2) == 0) {
            while (length > 0 && path[--length] != '/') {}
        } else if (part > 0 && !(part == 1 && more[0] == '.')) {
            if (length + part + 2 > REAL_PATH_ROOM) {
                return false;
            }
            path[length] = '/';
            memcpy(path + length + 1, more, part);
            length += part + 1;
        }
        more += part + (more[part] == '/');
    }
    memcpy(path + length, length == 0 ? "/" : "", length == 0 ? 2 : 1);
    return true;
}

/// Finds a path. wasi-libc has no realpath(). Links are not followed, so a file with two names counts as two.
static char *find_path(const char *name, char path[REAL_PATH_ROOM]) {
    struct stat about;
    path[0] = '\0';
    if (stat(name, &about) != 0 || (name[0] != '/' && getcwd(path, REAL_PATH_ROOM) == NULL)) {
        return NULL;
    }
    const size_t length = strcmp(path, "/") == 0 ? 0 : strlen(path);
    if (!append_names(path, length, name)) {
        errno = ENAMETOOLONG;
        return NULL;
    }
    return path;
}

#else

static char *find_path(const char *name, char path[REAL_PATH_ROOM]) {
    return realpath(name, path);
}

#endif

real_path_state wits_file_real_path(const char *name, char path[REAL_PATH_ROOM]) {
    if (find_path(name, path) != NULL) {
        return REAL_PATH_FOUND;
    }
    const int why = errno;
    path[0] = '\0';
    return why == ENOENT || why == ENOTDIR ? REAL_PATH_MISSING : REAL_PATH_UNKNOWN;
}

/// Opens a regular file. Without O_NONBLOCK, opening a FIFO without a writer would block.
static FILE *open_regular(const char *name, message_id *why) {
    struct stat about;
    const int file = open(name, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
    if (file < 0) {
        *why = errno == ENOENT || errno == ENOTDIR ? MESSAGE_FILE_MISSING
               : errno == ENXIO                    ? MESSAGE_FILE_SPECIAL  // a socket
                                                   : MESSAGE_FILE_UNREADABLE;
        return NULL;
    }
    const bool is_known = fstat(file, &about) == 0;
    FILE *stream = is_known && S_ISREG(about.st_mode) ? fdopen(file, "rb") : NULL;
    if (stream == NULL) {
        *why = !is_known                 ? MESSAGE_FILE_UNREADABLE
               : S_ISDIR(about.st_mode)  ? MESSAGE_FILE_DIRECTORY
               : !S_ISREG(about.st_mode) ? MESSAGE_FILE_SPECIAL
                                         : MESSAGE_FILE_UNREADABLE;
        close(file);
    }
    return stream;
}

#endif

// ------------------------------------------------------------------------------------------------------------- reading

void wits_file_close_source(opened_file *opened) {
    if (opened->bytes != NULL) {
        opened->allocator.release(opened->allocator.user, opened->bytes, opened->room);
        opened->bytes = NULL;
    }
}

/// Grows the buffer to twice its size.
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

/// Reads to the end, or one byte more than wanted.
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
    to->why = MESSAGE_FILE_UNREADABLE;
}

static void open_on_disk(opened_file *to, const char *name, size_t most) {
    FILE *stream = open_regular(name, &to->why);
    if (stream == NULL) {
        return;
    }
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
