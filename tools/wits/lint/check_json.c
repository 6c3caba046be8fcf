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
    return r->at >= r->end || *r->at == '\n' || *r->at == '\r';
}

static void step(reader *r) {
    do {
        r->at++;
    } while (r->at < r->end && ((unsigned char)*r->at & 0xC0) == 0x80);
    r->column++;
}

static void go_to(reader *r, place at) {
    while (r->line < at.line && r->at < r->end) {
        bool is_break = *r->at == '\n' || (*r->at == '\r' && (r->at + 1 == r->end || r->at[1] != '\n'));
        r->at++;
        r->line += is_break;
        r->column = is_break ? 1 : r->column;
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

static void add_problem(check_json *to, reader *r, place at, const char *how, const char *code, const char *message) {
    text dashed = {0};
    if (at.line == 0) {  // the file as a whole
        at.line = at.column = 1;
    }
    add_code(&dashed, code);
    json_writer one = {.to = &to->problems, .is_spaced = true, .line = "\n    "};
    json_open(&one, NULL, '{');
    json_text(&one, "file", at.file);
    json_count(&one, "line", at.line);
    json_count(&one, "column", at.column);
    json_count(&one, "end_column", end_column(r, at));
    json_text(&one, "severity", how);
    json_text(&one, "code", text_of(&dashed));
    json_text(&one, "message", message);
    json_close(&one, '}');
    text_free(&dashed);
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

void check_json_add(check_json *to, const wits_file *file, const findings *found, bool verbose) {
    static const char *const severities[] = {"error", "warning", "note"};
    reader r = {.source = UINT32_MAX};
    const wits_problem *problems = wits_file_problems(file);
    for (uint32_t i = 0; i < wits_file_problem_count(file); i++) {
        place at = {.file = problems[i].name, .line = problems[i].line, .column = problems[i].column};
        go_to_file(&r, file, at.file);
        add_problem(to, &r, at, severities[SEVERITY_ERROR], problems[i].kind, problems[i].message);
    }
    r.source = UINT32_MAX;
    for (size_t i = 0; i < found->count; i++) {
        const finding *one = &found->items[i];
        const severity how = finding_severity(one);
        if (finding_is_shown(one, verbose)) {
            go_to_file(&r, file, one->at.file);
            add_problem(to, &r, one->at, severities[how], lint_rows[one->lint].name, one->message);
        }
    }
}

void check_json_print(check_json *from, check_count count) {
    printf("{\n  \"errors\": %u,\n  \"warnings\": %u,\n  \"problems\": [%s%s]\n}\n", (unsigned)count.errors,
           (unsigned)count.warnings, text_of(&from->problems), from->problems.length > 0 ? "\n  " : "");
    text_free(&from->problems);
}
