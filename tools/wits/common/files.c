// SPDX-License-Identifier: MIT
// Reads brain files and input files.
#define _POSIX_C_SOURCE 200809L  // fstat, fileno

#include "common/checksum.h"
#include "common/tool.h"
#include "prove/prove.h"

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

/// Returns whether a path is a pipe that the shell has opened, as in `wits check <(generate)`.
static bool is_opened_pipe(const char *path) {
    static const char *const places[] = {"/dev/stdin", "/dev/fd/", "/proc/self/fd/"};
    struct stat about;
    bool is_opened = false;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        is_opened = is_opened || strncmp(path, places[i], strlen(places[i])) == 0;
    }
    return is_opened && stat(path, &about) == 0 && S_ISFIFO(about.st_mode);
}

FILE *open_input(const char *path, const char **fault) {
    struct stat about;
    // Opening a named pipe may block forever.
    const bool would_wait = stat(path, &about) == 0 && S_ISFIFO(about.st_mode) && !is_opened_pipe(path);
    FILE *stream = would_wait ? NULL : fopen(path, "rb");
    *fault = stream != NULL    ? NULL
             : would_wait      ? "is not a regular file"
             : errno == ENOENT ? "no such file"
                               : strerror(errno);
    return stream;
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

static uint64_t read_hash;

uint64_t take_read_hash(void) {
    uint64_t hash = read_hash;
    read_hash = 0;
    return hash;
}

bool read_file(const char *path, size_t most, text *to) {
    place at = {.file = shown_path(path)};
    const char *fault = NULL;
    FILE *stream = is_standard_input(path) ? stdin : open_input(path, &fault);
    if (stream == NULL) {
        say_at(at, SEVERITY_ERROR, "%s", fault);
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
    read_hash = checksum(read_hash, text_of(to), to->length);
    return is_read;
}

/// Constants of the command line, for every brain that is read.
static wits_file_constant *constants;
static size_t constant_count, constant_capacity;

void note_constant(char *name) {
    char *sign = strchr(name, '=');
    *sign = '\0';
    constants = grow(constants, &constant_capacity, constant_count + 1, sizeof *constants);
    constants[constant_count++] = (wits_file_constant){name, sign + 1};
}

size_t constants_noted(void) {
    return constant_count;
}

void forget_constants(size_t count) {
    constant_count = count;
}

bool is_constant_noted(const char *name) {
    for (size_t i = 0; i < constant_count; i++) {
        if (strcmp(constants[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

void text_constant_options(text *to) {
    for (size_t i = 0; i < constant_count; i++) {
        text one = {0};
        text_format(&one, "%s=%s", constants[i].name, constants[i].value);
        text_add(to, " --const ");
        text_shell_word(to, text_of(&one));
        text_free(&one);
    }
}

static bool is_recording(const wits_file *file) {
    static const char magic[] = "wits rec\1";  // and version 1
    size_t length;
    const char *content = wits_file_text(file, &length);
    return length >= strlen(magic) && memcmp(content, magic, strlen(magic)) == 0;
}

void use_constants(wits_file_options *to) {
    to->constants = constants;
    to->constant_count = (uint32_t)constant_count;
}

wits_file *parse_brain(const char *name, const char *bytes, size_t size, wits_open_fn *open) {
    const wits_file_options options = {
        .constants = constants, .constant_count = (uint32_t)constant_count, .open = open};
    wits_file *file = wits_file_parse_with(bytes, size, name, &options);
    if (file == NULL) {
        say_error("not enough memory for %s", name);
    }
    return file;
}

wits_file *read_brain(const char *path) {
    wits_file *file = NULL;
    note_input(is_standard_input(path) ? NULL : path);
    if (is_standard_input(path) || is_opened_pipe(path)) {  // the library reads only regular files
        text bytes = {0};
        if (!read_file(path, WITS_FILE_MAX_BYTES, &bytes)) {
            text_free(&bytes);
            return NULL;
        }
        file = parse_brain(shown_path(path), text_of(&bytes), bytes.length, NULL);
        text_free(&bytes);
    } else {
        const wits_file_options options = {.constants = constants, .constant_count = (uint32_t)constant_count};
        file = wits_file_load_with(path, &options);
        if (file == NULL) {
            say_error("not enough memory for %s", path);
        }
    }
    if (wits_file_problem_count(file) > 0 && is_recording(file)) {
        say_at((place){.file = shown_path(path)}, SEVERITY_ERROR,
               "this is a recording, not a brain file; use 'wits replay'");
        wits_file_free(file);
        return NULL;
    }
    for (uint32_t i = 1; i < wits_file_source_count(file); i++) {
        note_input(wits_file_source_name(file, i));
    }
    return file;
}

place place_in_row(const wits_file *file, wits_table table, uint32_t row, const char *member, uint32_t offset) {
    wits_file_place at = wits_file_where(file, table, row, member, offset);
    return (place){at.name, at.line, at.column, at.used_name, at.used_line, at.used_column};
}

place place_of_row(const wits_file *file, wits_table table, uint32_t row, const char *member) {
    return place_in_row(file, table, row, member, 0);
}

uint32_t line_of_row(const wits_file *file, wits_table table, uint32_t row, const char *member) {
    place at = place_of_row(file, table, row, member);
    bool is_elsewhere = strcmp(at.file, wits_file_name(file)) != 0 && at.used_file != NULL;
    return is_elsewhere ? at.used_line : at.line;
}

uint32_t say_problems(const wits_file *file) {
    uint32_t count = wits_file_problem_count(file);
    const wits_problem *problems = wits_file_problems(file);
    for (uint32_t i = 0; i < count; i++) {
        place at = {.file = problems[i].name, .line = problems[i].line, .column = problems[i].column};
        say_at(at, SEVERITY_ERROR, "%s", problems[i].message);
    }
    return count;
}

void text_rename_problem(text *to, const wits_problem *problem) {
    wits_problem shown = *problem;
    char line[1600];
    shown.table = WITS_TABLE_FILE;  // the place is that of the file
    shown.name = NULL;
    shown.member = NULL;
    (void)wits_problem_text(&shown, line, sizeof line);
    const char *clause = strstr(line, ": ");
    text_add(to, clause != NULL ? clause + 2 : line);
}

void say_rename_problem(const wits_file *file, const wits_problem *problem) {
    text line = {0};
    text_rename_problem(&line, problem);
    say_at(place_of_row(file, WITS_TABLE_RENAMES, problem->row, problem->member), SEVERITY_ERROR, "'%s': %s",
           problem->name, text_of(&line));
    text_free(&line);
}

void say_load_problem(const char *path, const wits_file *brain, const wits_problem *problem) {
    static const char *const topics[] = {"snapshot: ", "recording: "};
    char line[1600];
    if (problem->table == WITS_TABLE_RENAMES) {
        say_rename_problem(brain, problem);
        return;
    }
    wits_problem_text(problem, line, sizeof line);
    const char *what = line;
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++) {
        const size_t length = strlen(topics[i]);
        what += strncmp(what, topics[i], length) == 0 ? length : 0;
    }
    say_at((place){.file = path}, SEVERITY_ERROR, "%s", what);
}

wits_file *accept_brain(wits_file *file) {
    if (file != NULL && (say_problems(file) > 0 || say_property_mistakes(file) > 0)) {
        wits_file_free(file);
        return NULL;
    }
    return file;
}

wits_file *load_brain(const char *path) {
    return accept_brain(read_brain(path));
}
