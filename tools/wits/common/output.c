// SPDX-License-Identifier: MIT
// Writes results: never over a file that was read, and either completely or not at all.
#define _XOPEN_SOURCE 700  // lstat, fdopen

#include "common/platform.h"
#include "common/replace.h"
#include "common/tool.h"

#include <ctype.h>
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

/// The identity of a file, independent of its name.
typedef struct file_id {
    dev_t device;
    ino_t number;
} file_id;

static file_id *inputs;
static size_t input_count, input_capacity;

void note_input(const char *path) {
    struct stat about;
    bool is_there = path == NULL ? fstat(STDIN_FILENO, &about) == 0 : stat(path, &about) == 0;
    if (is_there && S_ISREG(about.st_mode)) {
        inputs = grow(inputs, &input_capacity, input_count + 1, sizeof *inputs);
        inputs[input_count++] = (file_id){about.st_dev, about.st_ino};
    }
}

void forget_inputs(void) {
    input_count = 0;
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

/// Returns whether the path is a dangling link. Nothing can be renamed to it.
static bool leads_nowhere(const char *path) {
    struct stat about;
    return lstat(path, &about) == 0 && S_ISLNK(about.st_mode) && stat(path, &about) != 0;
}

static bool is_folder_writable(const char *path) {
    text folder = {0};
    text_folder(&folder, path);
    bool writable = access(text_of(&folder), W_OK | X_OK) == 0;
    text_free(&folder);
    return writable;
}

/// A regular file is written as a temporary file next to it and renamed, so its folder must be writable, too.
static bool is_writable(const char *path, const struct stat *about, bool exists) {
    if (!exists) {
        return errno == ENOENT && !leads_nowhere(path) && is_folder_writable(path);
    }
    if (S_ISDIR(about->st_mode)) {
        errno = EISDIR;
        return false;
    }
    char *real = S_ISREG(about->st_mode) ? platform_real_path(path) : NULL;
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
        return say_misuse(command, "%s is an input; the output would overwrite it", path);
    }
    return is_writable(path, &about, exists) ? STATUS_DONE : cannot_write(path);
}

const char *file_ending(const char *path) {
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    const char *ending = path != NULL ? strrchr(slash != NULL ? slash : path, '.') : NULL;
    return ending != NULL ? ending : "";
}

bool is_ending(const char *given, const char *ending) {
    while (*given != '\0' && tolower((unsigned char)*given) == *ending) {
        given++;
        ending++;
    }
    return *given == *ending;
}

int check_output_as(const char *command, const char *path, const char *format) {
    const int status = check_output(command, path);
    const char *ending = is_standard_output(path) ? "" : file_ending(path);
    if (status != STATUS_DONE || strlen(ending) <= 1 || is_ending(ending, format)) {
        return status;
    }
    return say_misuse(command, "%s: unsupported format '%s'; use %s", path, ending + 1, format);
}

// ------------------------------------------------------------------------------------------------------------- writing

/// Writes to a device or a pipe, which cannot be replaced by renaming.
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

/// Names such as /dev/stdout may refer to a regular file, but one that is already open.
static bool is_device_name(const char *path) {
    return strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0;
}

/// Returns whether a path has to be opened and written, as nothing can be renamed to it.
static bool is_direct(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && (!S_ISREG(about.st_mode) || is_device_name(path));
}

static int write_beside(const output_file *of, replacement *to) {
    if (!replace_begin(of->path, to)) {
        return cannot_write(of->path);
    }
    return write_all(to->file, of->what) && replace_finish(to) ? STATUS_DONE : cannot_write(of->path);
}

int write_outputs(const char *command, const output_file *outputs, size_t count) {
    int status = STATUS_DONE;
    for (size_t i = 0; i < count && status == STATUS_DONE; i++) {
        status = check_output(command, outputs[i].path);
    }
    if (status != STATUS_DONE) {
        return status;
    }
    replacement *files = allocate(count, sizeof *files);
    for (size_t i = 0; i < count && status == STATUS_DONE; i++) {
        status = is_direct(outputs[i].path) ? STATUS_DONE : write_beside(&outputs[i], &files[i]);
    }
    for (size_t i = 0; i < count && status == STATUS_DONE; i++) {
        status = files[i].target == NULL ? write_directly(outputs[i].what, outputs[i].path) : STATUS_DONE;
    }
    for (size_t i = 0; i < count && status == STATUS_DONE; i++) {
        const bool is_last = i + 1 == count;
        status =
            files[i].target == NULL || replace_put(&files[i], !is_last) ? STATUS_DONE : cannot_write(outputs[i].path);
    }
    for (size_t i = 0; i < count; i++) {
        if (status != STATUS_DONE) {
            replace_undo(&files[i]);
        }
        replace_end(&files[i]);
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
    if (is_direct(path)) {
        to->file = fopen(path, "w");
        return to->file != NULL ? STATUS_DONE : cannot_write(path);
    }
    if (!replace_begin(path, &to->written)) {
        return cannot_write(path);
    }
    to->file = replace_stream(&to->written);
    if (to->file != NULL) {
        return STATUS_DONE;
    }
    status = cannot_write(path);
    replace_end(&to->written);
    return status;
}

static int end_stream(output_stream *of, int status) {
    const bool is_beside = of->written.target != NULL;
    if (!is_beside && of->file != stdout && fclose(of->file) != 0 && status == STATUS_DONE) {
        status = cannot_write(of->path);
    }
    if (is_beside && status == STATUS_DONE && !(replace_finish(&of->written) && replace_put(&of->written, false))) {
        status = cannot_write(of->path);
    }
    replace_end(&of->written);
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
