// SPDX-License-Identifier: MIT
// Where results go: never over what was read, and as a whole or not at all.
#define _XOPEN_SOURCE 700  // realpath, lstat

#include "tool.h"

#include <errno.h>
#include <fcntl.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_standard_output(const char *path) {
    return path == NULL || strcmp(path, "-") == 0;
}

static int cannot_write(const char *path) {
    return say_error("%s cannot be written: %s", path, strerror(errno));
}

// -------------------------------------------------------------------------------------------------------------- inputs

/// A file, whatever it is called.
typedef struct file_id {
    dev_t device;
    ino_t number;
} file_id;

enum { MOST_INPUTS = 8 };  // a command reads three files at most, `check` any number, and writes none

static file_id inputs[MOST_INPUTS];
static size_t input_count;

void note_input(const char *path) {
    struct stat about;
    bool is_there = path == NULL ? fstat(STDIN_FILENO, &about) == 0 : stat(path, &about) == 0;
    if (is_there && S_ISREG(about.st_mode) && input_count < MOST_INPUTS) {
        inputs[input_count++] = (file_id){about.st_dev, about.st_ino};
    }
}

static bool was_read(const struct stat *about) {
    for (size_t i = 0; i < input_count; i++) {
        if (inputs[i].device == about->st_dev && inputs[i].number == about->st_ino) {
            return true;
        }
    }
    return false;
}

// -------------------------------------------------------------------------------------------------------------- places

/// The folder of a path, with its slash; "./" if none is named.
static void add_folder(text *to, const char *path) {
    const char *slash = strrchr(path, '/');
    if (slash == NULL) {
        text_add(to, "./");
    } else {
        text_add_bytes(to, path, (size_t)(slash - path) + 1);
    }
}

/// The path without links: of the file if it is there, else of its folder. Null if there is neither.
static char *real_path(const char *path) {
    char *real = realpath(path, NULL);
    text folder = {0};
    if (real != NULL || errno != ENOENT) {
        return real;
    }
    add_folder(&folder, path);
    char *real_folder = realpath(text_of(&folder), NULL);
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

bool is_same_output(const char *a, const char *b) {
    struct stat about_a, about_b;
    if (stat(a, &about_a) == 0 && stat(b, &about_b) == 0) {
        return about_a.st_dev == about_b.st_dev && about_a.st_ino == about_b.st_ino;
    }
    char *real_a = real_path(a), *real_b = real_path(b);
    bool is_same = strcmp(a, b) == 0 || (real_a != NULL && real_b != NULL && strcmp(real_a, real_b) == 0);
    free(real_a);
    free(real_b);
    return is_same;
}

/// A link that leads nowhere has no place beside which to write.
static bool leads_nowhere(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode) && stat(path, &about) != 0;
}

static bool is_folder_writable(const char *path) {
    text folder = {0};
    add_folder(&folder, path);
    bool writable = access(text_of(&folder), W_OK | X_OK) == 0;
    text_free(&folder);
    return writable;
}

/// A regular file is written beside and renamed, for which its folder must be writable, too.
static bool is_writable(const char *path, const struct stat *about, bool exists) {
    if (!exists) {
        return errno == ENOENT && !leads_nowhere(path) && is_folder_writable(path);
    }
    if (S_ISDIR(about->st_mode)) {
        errno = EISDIR;
        return false;
    }
    char *real = S_ISREG(about->st_mode) ? realpath(path, NULL) : NULL;
    bool writable = access(path, W_OK) == 0 && (real == NULL || is_folder_writable(real));
    free(real);
    return writable;
}

int check_output(const char *command, const char *path) {
    struct stat about;
    if (is_standard_output(path)) {
        return STATUS_DONE;
    }
    bool exists = stat(path, &about) == 0;
    if (exists && was_read(&about)) {
        return say_misuse(command, "%s is also read; the output would overwrite it", path);
    }
    return is_writable(path, &about, exists) ? STATUS_DONE : cannot_write(path);
}

// ------------------------------------------------------------------------------------------------------------- writing

/// To a device or a pipe, which nothing can stand beside.
static int write_directly(const text *what, const char *path) {
    FILE *stream = fopen(path, "w");
    if (stream == NULL) {
        return cannot_write(path);
    }
    fwrite(text_of(what), 1, what->length, stream);
    int status = finish_output(stream, path);
    if (fclose(stream) != 0 && status == STATUS_DONE) {
        status = cannot_write(path);
    }
    return status;
}

/// A new file in the folder of `target`; its name goes to `beside`. -1 if there can be none.
static int open_beside(const char *target, mode_t mode, text *beside) {
    enum { TRIES = 100 };
    int file = -1;
    for (unsigned number = 0; number < TRIES && file < 0 && (number == 0 || errno == EEXIST); number++) {
        text_clear(beside);
        add_folder(beside, target);
        text_format(beside, ".wits-%ld-%u", (long)getpid(), number);
        file = open(text_of(beside), O_WRONLY | O_CREAT | O_EXCL, mode);
    }
    return file;
}

static bool write_all(int file, const text *what) {
    const char *at = text_of(what);
    size_t left = what->length;
    while (left > 0) {
        ssize_t written = write(file, at, left);
        if (written < 0 && errno != EINTR) {
            return false;
        }
        at += written > 0 ? written : 0;
        left -= written > 0 ? (size_t)written : 0;
    }
    return true;
}

/// What is written beside a file, to be renamed. `before` is the file as it is, null if there is none: it keeps its
/// permissions.
static int write_beside(const char *target, const struct stat *before, const text *what, const char *path,
                        text *beside) {
    int file = open_beside(target, 0666, beside);
    bool is_written =
        file >= 0 && write_all(file, what) && (before == NULL || fchmod(file, before->st_mode & 07777) == 0);
    int problem = errno;
    if (file >= 0 && close(file) != 0 && is_written) {
        is_written = false;
        problem = errno;
    }
    if (!is_written && file >= 0) {
        unlink(text_of(beside));
    }
    errno = problem;
    return is_written ? STATUS_DONE : cannot_write(path);
}

/// Such as /dev/stdout, which may be a file, but one that is open already.
static bool is_device_name(const char *path) {
    return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0;
}

/// A result on its way to its file.
typedef struct pending_file {
    const output_file *of;
    struct stat before;
    bool exists;
    char *target;  ///< what a link leads to is written, the link stays; null of a device
    text beside;   ///< where it is written first
    text old;      ///< a second name of the file as it was, while others may still fail
} pending_file;

static int begin_file(pending_file *f) {
    f->exists = stat(f->of->path, &f->before) == 0;
    if (f->exists && (!S_ISREG(f->before.st_mode) || is_device_name(f->of->path))) {
        return STATUS_DONE;
    }
    f->target = real_path(f->of->path);
    if (f->target == NULL) {
        return cannot_write(f->of->path);
    }
    int status = write_beside(f->target, f->exists ? &f->before : NULL, f->of->what, f->of->path, &f->beside);
    if (status != STATUS_DONE) {
        text_clear(&f->beside);
    }
    return status;
}

/// Whoever looks sees the file as it was, or as it is now.
static int rename_file(pending_file *f, bool is_last) {
    if (f->exists && !is_last) {
        text_format(&f->old, "%s-old", text_of(&f->beside));
        if (link(f->target, text_of(&f->old)) != 0) {
            text_clear(&f->old);
        }
    }
    if (rename(text_of(&f->beside), f->target) != 0) {
        return cannot_write(f->of->path);
    }
    text_clear(&f->beside);
    return STATUS_DONE;
}

/// After all are done, or one has failed: then those before it become what they were.
static void end_file(pending_file *f, bool failed) {
    if (f->beside.length > 0) {
        unlink(text_of(&f->beside));
    } else if (failed && f->old.length > 0) {
        rename(text_of(&f->old), f->target);
    } else if (failed && f->target != NULL && !f->exists) {
        unlink(f->target);
    }
    if (f->old.length > 0) {
        unlink(text_of(&f->old));  // gone if it was renamed
    }
    free(f->target);
    text_free(&f->beside);
    text_free(&f->old);
}

int write_outputs(const char *command, const output_file *outputs, size_t count) {
    int status = STATUS_DONE;
    for (size_t i = 0; i < count && status == STATUS_DONE; i++) {
        status = check_output(command, outputs[i].path);
    }
    if (status != STATUS_DONE) {
        return status;
    }
    pending_file *files = allocate(count, sizeof *files);
    size_t begun = 0;
    for (; begun < count && status == STATUS_DONE; begun++) {
        files[begun].of = &outputs[begun];
        status = begin_file(&files[begun]);
    }
    for (size_t i = 0; i < count && status == STATUS_DONE; i++) {
        status = files[i].target == NULL ? write_directly(outputs[i].what, outputs[i].path) : STATUS_DONE;
    }
    for (size_t i = 0; i < count && status == STATUS_DONE; i++) {
        status = files[i].target != NULL ? rename_file(&files[i], i + 1 == count) : STATUS_DONE;
    }
    for (size_t i = 0; i < begun; i++) {
        end_file(&files[i], status != STATUS_DONE);
    }
    free(files);
    return status;
}

int write_output(const char *command, const text *what, const char *path) {
    if (is_standard_output(path)) {
        fwrite(text_of(what), 1, what->length, stdout);
        return finish_output(stdout, "standard output");
    }
    return write_outputs(command, &(output_file){what, path}, 1);
}

int output_begin(const char *command, const char *path, output_stream *to) {
    *to = (output_stream){.path = path};
    if (is_standard_output(path)) {
        to->path = "standard output";
        to->file = stdout;
        return STATUS_DONE;
    }
    int status = check_output(command, path);
    if (status != STATUS_DONE) {
        return status;
    }
    struct stat before;
    bool exists = stat(path, &before) == 0;
    if (exists && (!S_ISREG(before.st_mode) || is_device_name(path))) {
        to->file = fopen(path, "w");
        return to->file != NULL ? STATUS_DONE : cannot_write(path);
    }
    to->target = real_path(path);
    int file = to->target != NULL ? open_beside(to->target, 0666, &to->beside) : -1;
    bool may_stay = file >= 0 && (!exists || fchmod(file, before.st_mode & 07777) == 0);
    to->file = may_stay ? fdopen(file, "w") : NULL;
    if (to->file != NULL) {
        return STATUS_DONE;
    }
    status = cannot_write(path);
    if (file >= 0) {
        close(file);
        unlink(text_of(&to->beside));
    }
    free(to->target);
    text_free(&to->beside);
    return status;
}

static int end_stream(output_stream *of, int status) {
    if (of->file != stdout && fclose(of->file) != 0 && status == STATUS_DONE) {
        status = cannot_write(of->path);
    }
    if (of->target != NULL && status == STATUS_DONE && rename(text_of(&of->beside), of->target) != 0) {
        status = cannot_write(of->path);
    }
    if (of->target != NULL && status != STATUS_DONE) {
        unlink(text_of(&of->beside));
    }
    free(of->target);
    text_free(&of->beside);
    *of = (output_stream){0};
    return status;
}

int output_end(output_stream *of) {
    return end_stream(of, finish_output(of->file, of->path));
}

int output_abandon(output_stream *of) {
    return end_stream(of, STATUS_WRONG);
}

int run_printing(const char *command, int argc, char **argv, void (*print)(const wits_brain *brain, text *to)) {
    static const struct option known[] = {{"output", required_argument, NULL, 'o'}, {NULL, 0, NULL, 0}};
    const char *output = NULL;
    for (int found = next_option(command, argc, argv, ":o:", known); found != -1;
         found = next_option(command, argc, argv, ":o:", known)) {
        if (found != 'o') {
            return STATUS_MISUSE;
        }
        output = optarg;
    }
    const char *path = only_argument(command, argc, argv);
    if (path == NULL) {
        return STATUS_MISUSE;
    }
    wits_file *file = load_brain(path);
    int status = STATUS_WRONG;
    if (file != NULL) {
        text to = {0};
        print(wits_file_brain(file), &to);
        status = write_output(command, &to, output);
        text_free(&to);
    }
    wits_file_free(file);
    return status;
}
