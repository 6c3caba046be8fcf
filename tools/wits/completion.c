// SPDX-License-Identifier: MIT
#include "completion.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/// A part of a text.
typedef struct span {
    const char *at;
    size_t length;
} span;

static span name_at(const char *at) {
    return (span){at, strspn(at, "-abcdefghijklmnopqrstuvwxyz")};
}

static bool is_option(const char *at, const char *first) {
    return strncmp(at, "--", 2) == 0 && at[2] >= 'a' && at[2] <= 'z' && (at == first || at[-1] != '-');
}

/// An option in the first column of a help, and its value.
typedef struct listed {
    span name, value;
    const char *end;  ///< the next option of the line, or its description
} listed;

static listed listed_at(const char *at) {
    listed one = {.name = name_at(at)};
    at += one.name.length;
    const bool has_value = *at == ' ' && at[1] != ' ' && at[1] != '-';
    const size_t length = strcspn(at + has_value, " \n");
    at += has_value;
    one.value = (span){at, has_value ? length - (at[length - 1] == ',') : 0};
    one.end = at + length + strspn(at + length, " ");
    return one;
}

/// Returns the first option of a line: "  -o, --output FILE  write to a file". Returns null if it has none.
static const char *first_listed(const char *line) {
    const char *at = strncmp(line, "  -", 3) == 0 ? line + 2 : NULL;
    return at != NULL && at[1] != '-' ? at + 4 : at;
}

/// Returns the description of the options of a line.
static const char *head_end(const char *line) {
    const char *at = first_listed(line);
    while (at != NULL && is_option(at, line)) {
        at = listed_at(at).end;
    }
    return at;
}

static bool is_same(span a, span b) {
    return a.length == b.length && memcmp(a.at, b.at, a.length) == 0;
}

/// Returns whether a help has an option in its first column, or refers to it before a position.
static bool is_known(const char *help, span name, const char *before) {
    const char *head = NULL;
    for (const char *at = help; *at != '\0'; at++) {
        if (at == help || at[-1] == '\n') {
            head = head_end(at);
        }
        if (is_option(at, help) && (at < before || (head != NULL && at < head)) && is_same(name_at(at), name)) {
            return true;
        }
    }
    return false;
}

static void print_option(span name, span value, span description) {
    printf("%.*s\t%.*s\t%.*s\n", (int)name.length, name.at, (int)value.length, value.at, (int)description.length,
           description.at);
}

/// Prints the options in the first column of a line. Their description follows them or is in the next line.
static void print_listed(const char *line) {
    const char *about = head_end(line) + strspn(head_end(line), " \n");
    const span description = {about, strcspn(about, "\n")};
    for (const char *at = first_listed(line); is_option(at, line);) {
        const listed one = listed_at(at);
        print_option(one.name, one.value, description);
        at = one.end;
    }
}

/// Prints the options that a line refers to, except those of other commands.
static void print_mentioned(const char *help, const char *line, const char *end) {
    bool is_quoted = false;
    for (const char *at = line; at < end; at++) {
        if (*at == '\'') {
            is_quoted = !is_quoted && strncmp(at, "'wits ", 6) == 0;
        } else if (!is_quoted && is_option(at, help) && !is_known(help, name_at(at), at)) {
            print_option(name_at(at), (span){at, 0}, (span){at, 0});
        }
    }
}

void print_options(const char *help) {
    const char *example = strstr(help, "\nExample");
    const char *last = example != NULL ? example : help + strlen(help);
    for (const char *line = help; line < last;) {
        const char *end = line + strcspn(line, "\n");
        if (head_end(line) != NULL) {
            print_listed(line);
        }
        print_mentioned(help, line, end);
        line = end + (*end != '\0');
    }
}
