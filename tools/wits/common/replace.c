// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700  // fsync, link

#include "common/replace.h"

#include "common/platform.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// ------------------------------------------------------------------------------------------------------------- signals

enum { MOST_NAMES = 8 };  // `compile` writes two files, each with an old one; other commands write one or two

/// Names of temporary files, for signal handlers. A signal does not remove files beyond MOST_NAMES.
static _Atomic(const char *) names[MOST_NAMES];

static void note_name(const text *name) {
    for (int i = 0; i < MOST_NAMES; i++) {
        const char *none = NULL;
        if (atomic_compare_exchange_strong(&names[i], &none, name->bytes)) {
            return;
        }
    }
}

/// Call it before the text changes.
static void forget_name(const text *name) {
    for (int i = 0; i < MOST_NAMES; i++) {
        const char *noted = name->bytes;
        atomic_compare_exchange_strong(&names[i], &noted, NULL);
    }
}

/// A file is being created and its name is not noted yet. A signal that another thread receives waits for that.
static atomic_bool is_naming;

static void begin_naming(void) {
    platform_hold_signals();
    atomic_store(&is_naming, true);
}

static void end_naming(void) {
    atomic_store(&is_naming, false);
    platform_release_signals();
}

static void remove_and_die(int signal_number) {
    while (atomic_load(&is_naming)) {}
    platform_end_program();  // it may write a temporary file
    for (int i = 0; i < MOST_NAMES; i++) {
        const char *name = atomic_load(&names[i]);
        if (name != NULL) {
            unlink(name);
        }
    }
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

void replace_die_of(int signal_number) {
    platform_on_signal(signal_number, remove_and_die, false);
}

// -------------------------------------------------------------------------------------------------------------- places

void text_folder(text *to, const char *path) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        text_add(to, "./");
    } else {
        text_add_bytes(to, path, (size_t)(slash - path) + 1);
    }
}

char *real_path(const char *path) {
    char *real = platform_real_path(path);
    text folder = {0};
    if (real != NULL || errno != ENOENT) {
        return real;
    }
    text_folder(&folder, path);
    char *real_folder = platform_real_path(text_of(&folder));
    text_clear(&folder);
    if (real_folder != NULL) {
        const char *slash = strrchr(path, '/');
        text_format(&folder, "%s/%s", real_folder, slash != NULL ? slash + 1 : path);
        free(real_folder);
        return folder.bytes;
    }
    text_free(&folder);
    return NULL;
}

/// Creates a new file in the folder of `target`. It never opens an existing file or follows a link. Returns -1 with
/// errno on failure.
static int open_beside(const char *target, text *beside) {
    enum { TRIES = 1000 };
    int file = -1;
    for (unsigned number = 0; number < TRIES && file < 0 && (number == 0 || errno == EEXIST); number++) {
        text_clear(beside);
        text_folder(beside, target);
        text_format(beside, ".wits-%ld-%u", platform_process(), number);
        file = open(text_of(beside), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    }
    return file;
}

/// Some file systems cannot sync folders. Then only the protection from a power failure is missing.
static void sync_folder(const char *path) {
    text folder = {0};
    text_folder(&folder, path);
    int opened = open(text_of(&folder), O_RDONLY | O_CLOEXEC);
    if (opened >= 0) {
        (void)!fsync(opened);
        close(opened);
    }
    text_free(&folder);
}

// ---------------------------------------------------------------------------------------------------------------- file

static void drop(text *name) {
    if (name->length > 0) {
        unlink(text_of(name));
        forget_name(name);
    }
    text_free(name);
}

bool replace_begin(const char *path, replacement *to) {
    struct stat before;
    *to = (replacement){.file = -1, .target = real_path(path)};
    if (to->target == NULL) {
        return false;
    }
    to->existed = stat(to->target, &before) == 0;
    platform_on_deaths(remove_and_die);
    begin_naming();
    to->file = open_beside(to->target, &to->beside);
    if (to->file >= 0) {
        note_name(&to->beside);
    }
    end_naming();
    if (to->file < 0) {
        const int problem = errno;
        text_clear(&to->beside);  // another process has that name and keeps it
        replace_end(to);
        errno = problem;
        return false;
    }
    if (to->existed && !platform_set_mode(to->file, before.st_mode & 07777)) {
        const int problem = errno;
        replace_end(to);
        errno = problem;
        return false;
    }
    return true;
}

bool replace_reopen(replacement *of) {
    close(of->file);
    of->file = open(text_of(&of->beside), O_RDWR | O_APPEND | O_NOFOLLOW | O_CLOEXEC);
    return of->file >= 0;
}

FILE *replace_stream(replacement *of) {
    of->stream = fdopen(of->file, "w");
    return of->stream;
}

static bool close_file(replacement *of) {
    const bool is_closed = (of->stream != NULL ? fclose(of->stream) : close(of->file)) == 0;
    of->stream = NULL;
    of->file = -1;
    return is_closed;
}

bool replace_finish(replacement *of) {
    const bool is_flushed = of->stream == NULL || fflush(of->stream) == 0;
    if (!is_flushed || (fsync(of->file) != 0 && errno != EINVAL)) {  // EINVAL: the file system does not support fsync
        const int problem = errno;
        close_file(of);
        errno = problem;
        return false;
    }
    return close_file(of);
}

bool replace_put(replacement *of, bool can_undo) {
    if (of->existed && can_undo) {
        text_format(&of->old, "%s-old", text_of(&of->beside));
        begin_naming();
        const bool is_linked = link(of->target, text_of(&of->old)) == 0;
        if (is_linked) {
            note_name(&of->old);
        }
        end_naming();
        if (!is_linked) {
            text_clear(&of->old);
        }
    }
    if (rename(text_of(&of->beside), of->target) != 0) {
        return false;
    }
    forget_name(&of->beside);
    text_clear(&of->beside);
    of->is_put = true;
    sync_folder(of->target);
    return true;
}

void replace_undo(replacement *of) {
    if (of->is_put && of->old.length > 0) {
        rename(text_of(&of->old), of->target);
    } else if (of->is_put && !of->existed) {
        unlink(of->target);
    }
}

void replace_end(replacement *of) {
    if (of->target == NULL) {
        return;
    }
    if (of->file >= 0) {
        close_file(of);
    }
    drop(&of->beside);
    drop(&of->old);
    free(of->target);
    *of = (replacement){.file = -1};
}
