// SPDX-License-Identifier: MIT
// check --format json. docs/brain-files.md describes the keys.
#include "lint/check.h"

#include "common/json.h"

#include <ctype.h>
#include <string.h>

/// Reads a file's text once, to look up positions in ascending order.
typedef struct reader {
    uint32_t source;  ///< number of the file
    const char *at;
    const char *end;
    uint32_t line;
    uint32_t column;
} reader;

static bool is_at_line_end(const reader *r) {
    return r->at >= r->end || yaml_line_end(r->at, r->end) > 0;
}

static void step(reader *r) {
    do {
        r->at++;
    } while (r->at < r->end && ((unsigned char)*r->at & 0xC0) == 0x80);
    r->column++;
}

static void go_to(reader *r, place at) {
    while (r->line < at.line && r->at < r->end) {
        const size_t size = yaml_line_end(r->at, r->end);
        r->at += size > 0 ? size : 1;
        r->line += size > 0;
        r->column = size > 0 ? 1 : r->column;
    }
    while (r->line == at.line && r->column < at.column && !is_at_line_end(r)) {
        step(r);
    }
}

static bool is_of_word(char c) {
    return isalnum((unsigned char)c) || c == '_' || c == '.' || (unsigned char)c >= 0x80;
}

static bool is_of_sign(char c) {
    return c != '\0' && strchr("=!<>&|+-*/%?^", c) != NULL;
}

/// Returns the column after the token at a position: a word or number, quoted text, sign or comment, else one
/// character.
static uint32_t end_column(reader *r, place at) {
    go_to(r, at);
    if (r->line != at.line || r->column != at.column || is_at_line_end(r)) {
        return at.column;
    }
    reader end = *r;
    char first = *end.at;
    step(&end);
    if (first == '"' || first == '\'') {
        while (!is_at_line_end(&end) && *end.at != first) {
            step(&end);
        }
        end.column += !is_at_line_end(&end);
        return end.column;
    }
    while (!is_at_line_end(&end) &&
           (first == '#' || (is_of_word(first) && is_of_word(*end.at)) || (is_of_sign(first) && is_of_sign(*end.at)))) {
        step(&end);
    }
    return end.column;
}

/// Writes "KEY_UNKNOWN" as "key-unknown".
static void add_code(text *to, const char *name) {
    for (; *name != '\0'; name++) {
        char c = *name == '_' ? '-' : (char)(*name >= 'A' && *name <= 'Z' ? *name - 'A' + 'a' : *name);
        text_add_bytes(to, &c, 1);
    }
}

/// Moves on to the file of a position. Problems are grouped by file.
static void go_to_file(reader *r, const wits_file *file, const char *name) {
    uint32_t number = source_number(file, name);
    if (number != r->source) {
        size_t length;
        const char *source = wits_file_source_text(file, number, &length);
        *r = (reader){.source = number, .at = source, .end = source + length, .line = 1, .column = 1};
    }
}

/// Fills in the code and the end.
static void take_problem(reader *r, const wits_file *file, check_problem one, const char *code, check_problem_fn *take,
                         void *user) {
    text dashed = {0};
    add_code(&dashed, code);
    one.code = text_of(&dashed);
    one.at.line = one.at.line == 0 ? 1 : one.at.line;  // the file as a whole
    one.at.column = one.at.column == 0 ? 1 : one.at.column;
    go_to_file(r, file, one.at.file);
    one.end_column = end_column(r, one.at);
    take(user, &one);
    text_free(&dashed);
}

void check_each_problem(const wits_file *file, const caught_messages *mistakes, const findings *found, bool verbose,
                        check_problem_fn *take, void *user) {
    reader r = {.source = UINT32_MAX};
    const wits_problem *problems = wits_file_problems(file);
    for (uint32_t i = 0; i < wits_file_problem_count(file); i++) {
        const check_problem one = {.at = {problems[i].name, problems[i].line, problems[i].column, NULL, 0, 0},
                                   .how = SEVERITY_ERROR,
                                   .message = problems[i].message};
        take_problem(&r, file, one, problems[i].kind, take, user);
    }
    for (size_t i = 0; i < mistakes->count; i++) {
        const caught_message *caught = &mistakes->items[i];
        const char *name = caught->file != NULL ? caught->file : wits_file_name(file);
        const check_problem one = {.at = {name, caught->line, caught->column, NULL, 0, 0},
                                   .how = caught->how,
                                   .message = text_of(&caught->what)};
        r.source = UINT32_MAX;  // in any order
        take_problem(&r, file, one, wits_file_scenario_count(file) > 0 ? "call" : "property", take, user);
    }
    r.source = UINT32_MAX;
    for (size_t i = 0; i < found->count; i++) {
        const finding *of = &found->items[i];
        const check_problem one = {.at = of->at, .how = finding_severity(of), .message = of->message};
        if (finding_is_shown(of, verbose)) {
            take_problem(&r, file, one, lint_rows[of->lint].name, take, user);
        }
    }
}

static void write_problem(void *to, const check_problem *of) {
    static const char *const severities[] = {"error", "warning", "note"};
    json_writer one = {.to = to, .is_spaced = true, .line = "\n    "};
    json_open(&one, NULL, '{');
    json_text(&one, "file", of->at.file);
    json_count(&one, "line", of->at.line);
    json_count(&one, "column", of->at.column);
    json_count(&one, "end_column", of->end_column);
    json_text(&one, "severity", severities[of->how]);
    json_text(&one, "code", of->code);
    json_text(&one, "message", of->message);
    json_close(&one, '}');
}

void check_json_add(check_json *to, const wits_file *file, const caught_messages *mistakes, const findings *found,
                    bool verbose) {
    check_each_problem(file, mistakes, found, verbose, write_problem, &to->problems);
}

void check_json_print(check_json *from, check_count count) {
    printf("{\n  \"errors\": %u,\n  \"warnings\": %u,\n  \"problems\": [%s%s]\n}\n", (unsigned)count.errors,
           (unsigned)count.warnings, text_of(&from->problems), from->problems.length > 0 ? "\n  " : "");
    text_free(&from->problems);
}
