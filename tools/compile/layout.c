// SPDX-License-Identifier: MIT
// Lays out generated C in the style of this project: lines of at most 120 characters, aligned trailing comments, and "}
// else" on one line. Code that writes lines can ignore layout.
#include "maker.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 120, FAR = 80, MOST_DEPTH = 64, NONE = -1 };

/// A line: blanks, code and a trailing comment, each of which may be empty.
typedef struct layout_line {
    const char *code;
    size_t indent;
    size_t code_length;   ///< without trailing blanks
    const char *comment;  ///< from "//" on
    size_t comment_length;
    bool is_fixed;  ///< preprocessor line, which is not changed
} layout_line;

/// Returns the end of a string or character literal that begins at `at`.
static const char *behind_quotes(const char *at, const char *end) {
    const char quote = *at;
    for (at++; at < end && *at != quote; at++) {
        at += *at == '\\' ? 1 : 0;
    }
    return at < end ? at + 1 : end;
}

static layout_line take_apart(const char *begin, const char *end, bool goes_on) {
    layout_line l = {.code = begin, .comment = end};
    while (l.code < end && *l.code == ' ') {
        l.code++;
    }
    l.indent = (size_t)(l.code - begin);
    l.is_fixed = goes_on || *l.code == '#' || (end > begin && end[-1] == '\\');
    for (const char *at = l.code; at < end;) {
        if (at[0] == '/' && at + 1 < end && at[1] == '/') {
            l.comment = at;
            break;
        }
        at = *at == '"' || *at == '\'' ? behind_quotes(at, end) : at + 1;
    }
    l.comment_length = (size_t)(end - l.comment);
    l.code_length = (size_t)(l.comment - l.code);
    while (l.code_length > 0 && l.code[l.code_length - 1] == ' ') {
        l.code_length--;
    }
    return l;
}

// ---------------------------------------------------------------------------------------------------------- long lines

/// A possible line break. `at` is the first character of the next line, which starts in `column`.
typedef struct line_break {
    int at;
    int depth;
    size_t column;
    size_t behind;  ///< end of the line, before the blank
} line_break;

/// Returns whether a line may begin at `at`: after a comma, a semicolon or an operator, and before '?' and ':'.
static bool is_break(const char *code, size_t at) {
    static const char *const operators[] = {"||", "&&", "+", "-", "*", "/", "|", "&", "==", "<", ">", "<=", ">=", "!="};
    if (at < 2 || code[at - 1] != ' ' || code[at] == ' ') {
        return false;
    }
    if (code[at - 2] == ',' || code[at - 2] == ';' || ((code[at] == '?' || code[at] == ':') && code[at + 1] == ' ')) {
        return true;
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++) {
        const size_t length = strlen(operators[i]);
        if (at > length + 1 && strncmp(code + at - 1 - length, operators[i], length) == 0 &&
            code[at - 2 - length] == ' ') {
            return true;
        }
    }
    return false;
}

/// Finds the best break in a line whose code begins in column `indent`; its first part began in `first`. Prefers the
/// lowest nesting depth, then the last position. Breaks after "=" if the rest fits on one line. If there is no other
/// break, breaks after "=" or an opening bracket.
static line_break find_break(const char *code, size_t length, size_t indent, size_t first) {
    line_break best = {NONE, MOST_DEPTH, 0, 0}, bracket = best;
    line_break equals = {NONE, 0, indent + 4, 0};
    size_t columns[MOST_DEPTH] = {indent + 4};
    int depth = 0;
    if (length > 7 && strncmp(code, "return ", 7) == 0) {
        columns[0] = indent + 7;
    }
    for (size_t i = 0; i < length && indent + i <= LINE;) {
        if (depth <= best.depth && i > 0 && is_break(code, i)) {
            best = (line_break){(int)i, depth, columns[depth] > FAR ? first + 8 : columns[depth], i - 1};
        }
        if (strchr("([{", code[i]) != NULL && depth + 1 < MOST_DEPTH) {
            columns[++depth] = indent + i + 1;
            bracket = (line_break){(int)i + 1, depth, indent + 4, i + 1};
        } else if (strchr(")]}", code[i]) != NULL && depth > 0) {
            depth--;
        } else if (depth == 0 && strncmp(code + i, " = ", 3) == 0) {
            columns[0] = indent + i + 3;
            equals.at = (int)i + 3;
            equals.behind = i + 2;
        }
        i = code[i] == '"' || code[i] == '\'' ? (size_t)(behind_quotes(code + i, code + length) - code) : i + 1;
    }
    const bool fits = equals.at != NONE && indent + 4 + length - (size_t)equals.at <= LINE;
    if (best.at == NONE || (best.depth > 0 && fits)) {
        best = equals.at != NONE ? equals : bracket;
    }
    return best;
}

static void put_code(text *to, const char *code, size_t length, size_t indent) {
    const size_t first = indent;
    line_break found = {NONE, 0, 0, 0};
    if (indent + length > LINE) {
        found = find_break(code, length, indent, first);
    }
    while (found.at != NONE) {
        text_spaces(to, indent);
        text_add_bytes(to, code, found.behind);
        text_add(to, "\n");
        code += found.at;
        length -= (size_t)found.at;
        indent = found.column;
        found = indent + length > LINE ? find_break(code, length, indent, first) : (line_break){NONE, 0, 0, 0};
    }
    text_spaces(to, indent);
    text_add_bytes(to, code, length);
}

/// Writes a comment, on several lines if necessary.
static void put_comment(text *to, const char *comment, size_t length, size_t indent) {
    const size_t slashes = strspn(comment, "/"), room = LINE - indent - slashes;
    const char *rest = comment + slashes;
    size_t left = length - slashes;
    for (;;) {
        size_t count = left;
        if (left > room) {
            for (count = room; count > 1 && rest[count] != ' '; count--) {}
            count = count > 1 ? count : left;
        }
        text_spaces(to, indent);
        text_add_bytes(to, comment, slashes);
        size_t shown = count;
        while (shown > 0 && rest[shown - 1] == ' ') {
            shown--;
        }
        text_add_bytes(to, rest, shown);
        rest += count;
        left -= count;
        if (left == 0) {
            return;
        }
        text_add(to, "\n");
    }
}

// --------------------------------------------------------------------------------------------------------------- lines

static bool has_both(const layout_line *l) {
    return !l->is_fixed && l->code_length > 0 && l->comment_length > 0;
}

/// Returns the column for the trailing comments of consecutive lines, or 0 if lines would be too long.
static size_t comment_column(const layout_line *lines, size_t count) {
    size_t widest = 0, longest = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t width = lines[i].indent + lines[i].code_length + 2;
        widest = width > widest ? width : widest;
        longest = lines[i].comment_length > longest ? lines[i].comment_length : longest;
    }
    return widest + longest <= LINE ? widest : 0;
}

static void put_commented(text *to, const layout_line *l, size_t column) {
    const size_t width = l->indent + l->code_length;
    if (column == 0 && width + 2 + l->comment_length > LINE) {  // moves the comment above the line
        const bool documents = strncmp(l->comment, "///<", 4) == 0;
        text_spaces(to, l->indent);
        text_add(to, documents ? "///" : "//");
        text_add_bytes(to, l->comment + (documents ? 4 : 2), l->comment_length - (documents ? 4 : 2));
        text_add(to, "\n");
        put_code(to, l->code, l->code_length, l->indent);
        return;
    }
    text_spaces(to, l->indent);
    text_add_bytes(to, l->code, l->code_length);
    text_spaces(to, column != 0 ? column - width : 2);
    text_add_bytes(to, l->comment, l->comment_length);
}

static void put_layout_line(text *to, const layout_line *l, size_t column) {
    if (l->is_fixed) {
        text_spaces(to, l->indent);
        text_add_bytes(to, l->code,
                       l->code_length + (size_t)(l->comment - (l->code + l->code_length)) + l->comment_length);
    } else if (has_both(l)) {
        put_commented(to, l, column);
    } else if (l->comment_length > 0) {
        put_comment(to, l->comment, l->comment_length, l->indent);
    } else if (l->code_length > 0) {
        const bool joins = l->code_length >= 4 && strncmp(l->code, "else", 4) == 0 && to->length >= 2 &&
                           strcmp(text_of(to) + to->length - 2, "}\n") == 0;
        if (joins) {
            to->bytes[to->length - 1] = ' ';
        }
        put_code(to, l->code, l->code_length, joins ? 0 : l->indent);
    }
    text_add(to, "\n");
}

void lay_out(text *whole) {
    text to = {0};
    layout_line *lines = NULL;
    size_t count = 0, capacity = 0;
    bool goes_on = false;
    for (const char *begin = text_of(whole); *begin != '\0';) {
        const char *end = begin + strcspn(begin, "\n");
        lines = grow(lines, &capacity, count + 1, sizeof *lines);
        lines[count++] = take_apart(begin, end, goes_on);
        goes_on = end > begin && end[-1] == '\\';
        begin = *end == '\n' ? end + 1 : end;
    }
    for (size_t i = 0; i < count;) {
        size_t row = 0;  // number of consecutive lines with trailing comments and equal indent
        while (i + row < count && has_both(&lines[i + row]) && lines[i + row].indent == lines[i].indent) {
            row++;
        }
        const size_t column = row > 0 ? comment_column(&lines[i], row) : 0;
        for (const size_t last = i + (row > 0 ? row : 1); i < last; i++) {
            put_layout_line(&to, &lines[i], column);
        }
    }
    free(lines);
    text_free(whole);
    *whole = to;
}
