// SPDX-License-Identifier: MIT
// Code actions: a fix for every "did you mean", and a comment that silences a warning.
#include "lsp/server.h"

#include <string.h>

/// Actions under construction.
typedef struct acting {
    lsp *server;
    const lsp_place *at;
    size_t begin, end;  ///< range of bytes in the request
    const char *uri;
    json_t *items;
} acting;

/// A replacement in the text.
typedef struct fix {
    size_t begin, end;
    text with;
} fix;

static bool starts_with(const lines *of, size_t at, const char *what, size_t length) {
    return length > 0 && at + length <= of->length && memcmp(of->bytes + at, what, length) == 0;
}

/// Finds a text that a message quotes before its suggestion: the token, else the last one, at or after a place in the
/// same line. Returns false if none is there.
static bool find_wrong(const lines *of, const char *message, const char *suggestion, fix *to) {
    const char *last = NULL;
    size_t length = 0;
    for (const char *at = message; (at = strchr(at, '\'')) != NULL && at < suggestion;) {
        const char *end = strchr(at + 1, '\'');
        if (end == NULL || end >= suggestion) {
            break;
        }
        last = at + 1;
        length = (size_t)(end - last);
        if (starts_with(of, to->begin, last, length)) {
            to->end = to->begin + length;
            return true;
        }
        at = end + 1;
    }
    for (size_t at = to->begin; last != NULL && at < of->length && of->bytes[at] != '\n'; at++) {
        if (starts_with(of, at, last, length)) {
            to->begin = at;
            to->end = at + length;
            return true;
        }
    }
    return false;
}

/// Finds what replaces the wrong text of a problem. Returns false if its message suggests nothing.
static bool find_fix(const lines *of, const check_problem *problem, fix *to) {
    const char *before;
    size_t length;
    const char *begin = suggestion_in(problem->message, &length, &before);
    if (begin == NULL) {
        return false;
    }
    *to = (fix){.begin = lines_place(of, problem->at.line, problem->at.column),
                .end = lines_place(of, problem->at.line, problem->end_column)};
    if (!find_wrong(of, problem->message, before, to)) {
        return false;
    }
    text_add_bytes(&to->with, begin, length);
    if (to->with.length > 2 && strcmp(to->with.bytes + to->with.length - 2, "()") == 0 &&
        starts_with(of, to->end, "(", 1)) {
        to->with.bytes[to->with.length -= 2] = '\0';
    }
    return true;
}

/// Adds an action that makes one edit. Takes no ownership.
static void add_action(acting *a, const check_problem *problem, const char *title, size_t begin, size_t end,
                       const char *with, bool is_preferred) {
    const lines *of = &a->at->where;
    json_t *edit =
        json_pack("{s:o, s:o}", "range", lsp_range_json(of, begin, end), "newText", rpc_string(with, strlen(with)));
    json_t *changes = json_object();
    json_object_set_new(changes, a->uri, json_pack("[o]", edit));
    json_t *about = json_pack("{s:o, s:s, s:s, s:o}", "range",
                              lsp_range_json(of, lines_place(of, problem->at.line, problem->at.column),
                                             lines_place(of, problem->at.line, problem->end_column)),
                              "source", "wits", "code", problem->code, "message",
                              rpc_string(problem->message, strlen(problem->message)));
    json_array_append_new(a->items, json_pack("{s:o, s:s, s:[o], s:b, s:{s:o}}", "title",
                                              rpc_string(title, strlen(title)), "kind", "quickfix", "diagnostics",
                                              about, "isPreferred", (int)is_preferred, "edit", "changes", changes));
}

/// Adds a comment on the line above a warning.
static void add_silence(acting *a, const check_problem *problem) {
    const lines *of = &a->at->where;
    const size_t line = lines_place(of, problem->at.line, 1);
    size_t indent = line;
    while (indent < of->length && of->bytes[indent] == ' ') {
        indent++;
    }
    text title = {0}, with = {0};
    text_format(&title, "silence '%s' here", problem->code);
    text_add_bytes(&with, of->bytes + line, indent - line);
    text_format(&with, "# wits: allow %s\n", problem->code);
    add_action(a, problem, text_of(&title), line, line, text_of(&with), false);
    text_free(&title);
    text_free(&with);
}

static void take_problem(void *user, const check_problem *problem) {
    acting *a = user;
    const lines *of = &a->at->where;
    if (strcmp(problem->at.file, a->at->in->path) != 0) {
        return;
    }
    const size_t begin = lines_place(of, problem->at.line, problem->at.column);
    const size_t end = lines_place(of, problem->at.line, problem->end_column);
    fix found;
    if (end < a->begin || begin > a->end) {
        return;
    }
    if (find_fix(of, problem, &found)) {
        text title = {0};
        text_format(&title, "change to '%s'", text_of(&found.with));
        add_action(a, problem, text_of(&title), found.begin, found.end, text_of(&found.with), true);
        text_free(&title);
        text_free(&found.with);
    }
    const bool may_be_silenced =
        strcmp(problem->code, "wrong-silence") != 0 && strcmp(problem->code, "idle-silence") != 0;
    if (problem->how == SEVERITY_WARNING && may_be_silenced) {
        add_silence(a, problem);
    }
}

json_t *lsp_actions(void *user, rpc_call *call) {
    lsp_place at;
    if (!lsp_place_of(user, call, true, &at)) {
        return NULL;
    }
    const json_t *range = rpc_at(rpc_params(call), "range");
    acting a = {.server = user, .at = &at, .uri = at.in->uri, .items = json_array()};
    a.begin = lines_offset(&at.where, lsp_position(json_object_get(range, "start")));
    a.end = lines_offset(&at.where, lsp_position(json_object_get(range, "end")));
    if (at.of != NULL) {
        check_problems(at.of, take_problem, &a);
    }
    lsp_place_free(&at);
    return a.items;
}
