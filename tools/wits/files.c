// SPDX-License-Identifier: MIT
// Files that are read: brains and inputs.
#define _POSIX_C_SOURCE 200809L  // fstat, fileno

#include "tool.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static bool is_standard_input(const char *path) {
    return strcmp(path, "-") == 0;
}

const char *shown_path(const char *path) {
    return is_standard_input(path) ? "<stdin>" : path;
}

static bool read_stream(FILE *stream, size_t most, text *to) {
    char part[65536];
    size_t count;
    text_clear(to);
    text_add(to, "");
    do {
        count = fread(part, 1, sizeof part, stream);
        text_add_bytes(to, part, count);
    } while (count > 0 && to->length <= most);
    return ferror(stream) == 0;
}

bool read_file(const char *path, size_t most, text *to) {
    place at = {.file = shown_path(path)};
    FILE *stream = is_standard_input(path) ? stdin : fopen(path, "rb");
    if (stream == NULL) {
        say_at(at, SEVERITY_ERROR, "%s", errno == ENOENT ? "there is no such file" : strerror(errno));
        return false;
    }
    struct stat about;
    bool is_directory = fstat(fileno(stream), &about) == 0 && S_ISDIR(about.st_mode);
    bool is_read = !is_directory && read_stream(stream, most, to);
    note_input(stream == stdin ? NULL : path);
    if (!is_read) {
        say_at(at, SEVERITY_ERROR, "%s", is_directory ? "is a directory, not a file" : "cannot be read");
    } else if (to->length > most) {
        say_at(at, SEVERITY_ERROR, "the file is larger than %u MiB", (unsigned)(most >> 20));
        is_read = false;
    }
    if (stream != stdin) {
        fclose(stream);
    }
    return is_read;
}

wits_file *read_brain(const char *path) {
    wits_file *file = NULL;
    note_input(is_standard_input(path) ? NULL : path);
    if (is_standard_input(path)) {
        text bytes = {0};
        if (!read_stream(stdin, WITS_FILE_MAX_BYTES, &bytes)) {
            say_at((place){.file = shown_path(path)}, SEVERITY_ERROR, "cannot be read");
            text_free(&bytes);
            return NULL;
        }
        file = wits_file_parse(text_of(&bytes), bytes.length, shown_path(path), NULL);
        text_free(&bytes);
    } else {
        file = wits_file_load(path, NULL);
    }
    if (file == NULL) {
        say_error("there is not enough memory for %s", shown_path(path));
    }
    return file;
}

uint32_t say_problems(const wits_file *file) {
    uint32_t count = wits_file_problem_count(file);
    const wits_problem *problems = wits_file_problems(file);
    for (uint32_t i = 0; i < count; i++) {
        place at = {wits_file_name(file), problems[i].line, problems[i].column};
        say_at(at, SEVERITY_ERROR, "%s", problems[i].message);
    }
    return count;
}

wits_file *load_brain(const char *path) {
    wits_file *file = read_brain(path);
    if (file != NULL && say_problems(file) > 0) {
        wits_file_free(file);
        return NULL;
    }
    return file;
}
