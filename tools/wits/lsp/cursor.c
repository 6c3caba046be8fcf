// SPDX-License-Identifier: MIT
#include "lsp/cursor.h"

#include <stdlib.h>
#include <string.h>

typedef enum level_kind { BLOCK_MAP, BLOCK_LIST, FLOW_MAP, FLOW_LIST } level_kind;

/// A mapping or list that is open.
typedef struct level {
    level_kind kind;
    size_t indent;      ///< column of its keys or dashes; of a flow, of the line in which it began
    size_t begin, end;  ///< its current key; of a list and before the first key both 0
    size_t sibling;     ///< its first key in `keys`
    bool has_value;     ///< flow: after the ':'
} level;

typedef struct scanner {
    const char *bytes;
    size_t length, at;
    size_t cursor;
    bool is_json;  ///< the text is one flow, whose lines may begin anywhere
    level *levels;
    size_t count, capacity;
    cursor_step *keys;  ///< of all open mappings
    size_t key_count, key_capacity;
    cursor *to;
    bool is_found;
    size_t depth;  ///< levels around the cursor, once it is found
} scanner;

static bool is_end_of_line(const scanner *s, size_t at) {
    return at >= s->length || s->bytes[at] == '\n' || s->bytes[at] == '\r';
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t';
}

static bool is_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

// ------------------------------------------------------------------------------------------------------------- levels

static void push(scanner *s, level_kind kind, size_t indent) {
    s->levels = grow(s->levels, &s->capacity, s->count + 1, sizeof *s->levels);
    s->levels[s->count++] = (level){.kind = kind, .indent = indent, .sibling = s->key_count};
}

static level *top(scanner *s) {
    return s->count > 0 ? &s->levels[s->count - 1] : NULL;
}

/// Closes a level. If the cursor is in it, its keys are the siblings.
static void pop(scanner *s) {
    const level *last = top(s);
    if (s->is_found && s->count == s->depth) {
        cursor *to = s->to;
        for (size_t i = last->sibling; i < s->key_count; i++) {
            to->siblings = grow(to->siblings, &to->sibling_capacity, to->sibling_count + 1, sizeof *to->siblings);
            to->siblings[to->sibling_count++] = s->keys[i];
        }
        s->depth = SIZE_MAX;
    }
    s->key_count = last->sibling;
    s->count--;
}

static void set_key(scanner *s, size_t begin, size_t end) {
    level *of = top(s);
    of->begin = begin;
    of->end = end;
    of->has_value = true;
    if (!(s->cursor >= begin && s->cursor <= end)) {  // the key that is being typed is not a sibling
        s->keys = grow(s->keys, &s->key_capacity, s->key_count + 1, sizeof *s->keys);
        s->keys[s->key_count++] = (cursor_step){begin, end};
    }
}

static bool is_flow(const level *of) {
    return of != NULL && (of->kind == FLOW_MAP || of->kind == FLOW_LIST);
}

// ------------------------------------------------------------------------------------------------------------- cursor

/// Notes the steps to the cursor. `levels` is the number of levels around it; the key of the last one counts only for a
/// value.
static void find(scanner *s, bool may_be_key, bool may_be_value, size_t value_begin, char quote) {
    cursor *to = s->to;
    if (s->is_found) {
        return;
    }
    s->is_found = true;
    s->depth = s->count;
    to->may_be_key = may_be_key;
    to->may_be_value = may_be_value;
    to->value_begin = value_begin;
    to->quote = quote;
    to->is_flow = is_flow(top(s));
    for (size_t i = 0; i < s->count; i++) {
        const level *of = &s->levels[i];
        const bool is_list = of->kind == BLOCK_LIST || of->kind == FLOW_LIST;
        const bool is_last = i + 1 == s->count;
        if (is_list || (of->end > 0 && !(is_last && !may_be_value))) {
            to->steps = grow(to->steps, &to->capacity, to->count + 1, sizeof *to->steps);
            to->steps[to->count++] = (cursor_step){is_list ? 0 : of->begin, is_list ? 0 : of->end};
        }
    }
}

/// Finds the cursor in a token or right after it.
static void find_in(scanner *s, size_t begin, size_t end, bool may_be_key, bool may_be_value, char quote) {
    if (s->cursor >= begin && s->cursor <= end) {
        find(s, may_be_key, may_be_value, begin, quote);
    }
}

// ------------------------------------------------------------------------------------------------------------- tokens

/// Skips a quoted text, up to the end of the line if it has no end. Returns the byte after its content.
static size_t skip_quoted(scanner *s) {
    const char quote = s->bytes[s->at++];
    while (!is_end_of_line(s, s->at)) {
        const char c = s->bytes[s->at];
        if (quote == '"' && c == '\\' && s->at + 1 < s->length) {
            s->at += 2;
        } else if (quote == '\'' && c == quote && s->at + 1 < s->length && s->bytes[s->at + 1] == quote) {
            s->at += 2;
        } else if (c == quote) {
            return s->at++;
        } else {
            s->at++;
        }
    }
    s->at = s->at < s->length ? s->at : s->length;
    return s->at;
}

static void skip_line(scanner *s) {
    while (!is_end_of_line(s, s->at)) {
        s->at++;
    }
}

static void skip_blanks(scanner *s) {
    while (s->at < s->length && is_blank(s->bytes[s->at])) {
        s->at++;
    }
}

static void skip_line_end(scanner *s) {
    if (s->at < s->length) {
        s->at += s->bytes[s->at] == '\r' && s->at + 1 < s->length && s->bytes[s->at + 1] == '\n' ? 2 : 1;
    }
}

/// Returns the column of the first character of a line that is not blank, or SIZE_MAX for a blank line.
static size_t indent_at(const scanner *s, size_t line) {
    size_t at = line;
    while (at < s->length && is_blank(s->bytes[at])) {
        at++;
    }
    return is_end_of_line(s, at) ? SIZE_MAX : at - line;
}

// --------------------------------------------------------------------------------------------------------------- flow

/// Returns whether the line at `at` can continue a flow collection: it is blank, begins with a closing bracket, or
/// further right than the line in which the flow began.
static bool goes_on(const scanner *s, size_t at, size_t indent) {
    const size_t found = indent_at(s, at);
    return s->is_json || found == SIZE_MAX || found > indent || strchr("]}", s->bytes[at + found]) != NULL;
}

/// Reads a token of a flow: a key or a value, quoted or plain.
static void read_flow_token(scanner *s) {
    const bool is_quoted = s->bytes[s->at] == '"' || s->bytes[s->at] == '\'';
    const char quote = is_quoted ? s->bytes[s->at] : '\0';
    const size_t begin = s->at + is_quoted;
    size_t end;
    if (is_quoted) {
        end = skip_quoted(s);
    } else {
        while (!is_end_of_line(s, s->at) && strchr(",[]{}", s->bytes[s->at]) == NULL &&
               !(s->bytes[s->at] == ':' && (is_end_of_line(s, s->at + 1) || strchr(" \t,[]{}", s->bytes[s->at + 1]))) &&
               !(s->bytes[s->at] == '#' && is_blank(s->bytes[s->at - 1]))) {
            s->at++;
        }
        end = s->at;
    }
    const size_t after = s->at;
    skip_blanks(s);
    const bool is_key = s->at < s->length && s->bytes[s->at] == ':' && !(top(s)->kind == FLOW_MAP && top(s)->has_value);
    if (top(s)->kind == FLOW_MAP && !top(s)->has_value) {
        find_in(s, begin, end, true, false, quote);
    } else {
        // blanks after a plain value may be in the middle of it
        find_in(s, begin, is_quoted ? end : s->at, top(s)->kind == FLOW_LIST, true, quote);
    }
    if (is_key && top(s)->kind == FLOW_MAP) {
        set_key(s, begin, end);
        s->at++;
    } else if (is_key) {
        s->at++;  // a mapping of one key in a list
    } else if (s->at == after && s->at == begin && !is_quoted) {
        s->at++;  // no token: never stay
    }
}

/// Reads brackets up to their end, or to a line that cannot belong to them. `indent` is that of their line.
static void read_flow(scanner *s, size_t indent) {
    const size_t outer = s->count;
    do {
        const size_t begin = s->at;
        skip_blanks(s);
        const bool is_value = s->count > outer && (top(s)->kind == FLOW_LIST || top(s)->has_value);
        if (s->count > outer && s->cursor >= begin && s->cursor < s->at) {
            find(s, top(s)->kind == FLOW_LIST || !is_value, is_value, s->cursor, '\0');
        }
        const char c = s->at < s->length ? s->bytes[s->at] : '\0';
        if (s->at >= s->length) {
            break;
        }
        if (s->count > outer && s->cursor == s->at && strchr(",]}\r\n#", c) != NULL) {
            find(s, top(s)->kind == FLOW_LIST || !is_value, is_value, s->cursor, '\0');
        }
        if (c == '{' || c == '[') {
            push(s, c == '{' ? FLOW_MAP : FLOW_LIST, indent);
            s->at++;
        } else if (c == '}' || c == ']') {
            pop(s);
            s->at++;
        } else if (c == ',') {
            top(s)->begin = top(s)->end = 0;
            top(s)->has_value = false;
            s->at++;
        } else if (c == '#' && (s->at == 0 || is_blank(s->bytes[s->at - 1]) || is_end_of_line(s, s->at - 1))) {
            skip_line(s);
        } else if (is_end_of_line(s, s->at)) {
            const size_t line_end = s->at;
            skip_line_end(s);
            if (!goes_on(s, s->at, indent)) {
                s->at = line_end;
                break;
            }
        } else if (c == ':') {
            top(s)->has_value = true;
            s->at++;
        } else {
            read_flow_token(s);
        }
    } while (s->count > outer);
    if (s->count > outer && s->cursor == s->at) {
        const bool is_value = top(s)->kind == FLOW_LIST || top(s)->has_value;
        find(s, top(s)->kind == FLOW_LIST || !is_value, is_value, s->cursor, '\0');
    }
    while (s->count > outer) {
        pop(s);
    }
}

// -------------------------------------------------------------------------------------------------------------- block

/// Returns the end of a key that begins at `at`, before its ':', and the byte after that; 0 if there is none.
static size_t key_end(const scanner *s, size_t at, size_t *after) {
    scanner quoted = *s;
    size_t end = at;
    if (at < s->length && (s->bytes[at] == '"' || s->bytes[at] == '\'')) {
        quoted.at = at;
        end = skip_quoted(&quoted);
        at = quoted.at;
        while (at < s->length && is_blank(s->bytes[at])) {
            at++;
        }
    } else {
        while (!is_end_of_line(s, at) && strchr("{}[],#", s->bytes[at]) == NULL &&
               !(s->bytes[at] == ':' && (is_end_of_line(s, at + 1) || is_blank(s->bytes[at + 1])))) {
            at++;
        }
        end = at;
        while (end > 0 && is_blank(s->bytes[end - 1])) {
            end--;
        }
    }
    if (at >= s->length || s->bytes[at] != ':' || !(is_end_of_line(s, at + 1) || is_blank(s->bytes[at + 1]))) {
        return 0;
    }
    *after = at + 1;
    return end;
}

/// Reads the lines of a block scalar, which are further right than `indent`.
static void read_block_scalar(scanner *s, size_t indent) {
    skip_line(s);
    const size_t begin = s->at;
    while (s->at < s->length) {
        scanner ahead = *s;
        skip_line_end(&ahead);
        const size_t next = ahead.at;
        const size_t found = indent_at(s, next);
        if (next == s->at || (found != SIZE_MAX && found <= indent)) {
            break;
        }
        s->at = next;
        skip_line(s);
    }
    if (s->cursor > begin && s->cursor <= s->at) {
        find(s, false, true, begin, '\0');
    }
}

/// Reads the value at `at`, up to the end of its line or its last bracket. `indent` is that of its key.
static void read_value(scanner *s, size_t indent, bool may_be_key) {
    const size_t before = s->at;
    skip_blanks(s);
    const char c = s->at < s->length ? s->bytes[s->at] : '\0';
    if (s->cursor >= before && s->cursor < s->at) {
        find(s, may_be_key, true, s->cursor, '\0');
    }
    if (c == '{' || c == '[') {
        read_flow(s, indent);
        skip_line(s);
    } else if (c == '|' || c == '>') {
        read_block_scalar(s, indent);
    } else if (c == '"' || c == '\'') {
        const size_t begin = s->at + 1;
        const size_t end = skip_quoted(s);
        find_in(s, begin, end, false, true, c);
        skip_line(s);
    } else {
        const size_t begin = s->at;
        while (!is_end_of_line(s, s->at) &&
               !(s->bytes[s->at] == '#' && s->at > before && is_blank(s->bytes[s->at - 1]))) {
            s->at++;
        }
        find_in(s, begin, s->at, may_be_key, true, '\0');
        if (!is_end_of_line(s, s->at)) {
            const size_t comment = s->at;
            skip_line(s);
            if (s->cursor > comment && s->cursor <= s->at) {
                find(s, false, false, s->cursor, '\0');
            }
        }
    }
}

/// Closes the blocks that a line in this column ends.
static void close_blocks(scanner *s, size_t indent, bool is_item) {
    while (s->count > 0) {
        const level *last = top(s);
        const bool is_inside =
            last->indent < indent || (last->indent == indent && (last->kind == BLOCK_LIST) == is_item);
        // a list may be in the column of its key
        const bool is_list_of_key = last->indent == indent && is_item && last->kind == BLOCK_MAP && last->end > 0;
        if (is_inside || is_list_of_key) {
            return;
        }
        pop(s);
    }
}

/// Finds the cursor where a key can begin: of the mapping in this column, or of a new one, which is a value, too.
static void find_key(scanner *s, size_t column, size_t value_begin) {
    const bool is_sibling = top(s) != NULL && top(s)->indent == column && top(s)->kind == BLOCK_MAP;
    const bool is_outermost = s->count == 0;
    if (!is_sibling) {
        push(s, BLOCK_MAP, column);
    }
    find(s, true, !is_sibling && !is_outermost, value_begin, '\0');
}

/// Reads the rest of a line, from its first character that is not blank. `line` is its beginning.
static void read_line(scanner *s, size_t line) {
    bool is_item = false;
    while (s->at < s->length && s->bytes[s->at] == '-' &&
           (is_end_of_line(s, s->at + 1) || is_blank(s->bytes[s->at + 1]))) {
        const size_t column = s->at - line;
        if (!is_item) {
            close_blocks(s, column, true);
        }
        if (top(s) == NULL || top(s)->kind != BLOCK_LIST || top(s)->indent != column) {
            push(s, BLOCK_LIST, column);
        }
        is_item = true;
        const size_t dash = s->at++;
        skip_blanks(s);
        if (s->cursor > dash && (s->cursor < s->at || (s->cursor == s->at && is_end_of_line(s, s->at)))) {
            find_key(s, s->at - line, s->cursor);
        }
    }
    if (is_end_of_line(s, s->at)) {
        return;
    }
    const size_t column = s->at - line;
    size_t after = 0;
    const char first = s->bytes[s->at];
    const size_t end = first == '{' || first == '[' ? 0 : key_end(s, s->at, &after);
    if (end == 0) {
        if (!is_item) {  // a part of the value around it, or a key without its ':'
            while (s->count > 0 && top(s)->indent > column) {
                pop(s);
            }
        }
        size_t to = s->at;
        while (!is_end_of_line(s, to)) {
            to++;
        }
        if (s->cursor >= s->at && s->cursor <= to && strchr("{[|>\"'", first) == NULL) {
            find_key(s, column, s->at);
        }
        read_value(s, column > 0 ? column - 1 : 0, true);
        return;
    }
    if (!is_item) {
        close_blocks(s, column, false);
    }
    if (top(s) == NULL || top(s)->kind != BLOCK_MAP || top(s)->indent != column) {
        push(s, BLOCK_MAP, column);
    }
    const bool is_quoted = first == '"' || first == '\'';
    top(s)->begin = top(s)->end = 0;
    find_in(s, s->at + is_quoted, end, true, false, is_quoted ? first : '\0');
    set_key(s, s->at + is_quoted, end);
    s->at = after;
    read_value(s, column, false);
}

/// Finds the cursor in a blank line: its column determines the block.
static void find_in_blank_line(scanner *s, size_t line) {
    const size_t column = s->cursor - line;
    // Keys of a block in exactly this column, or of a deeper one that has none yet.
    while (s->count > 0 && top(s)->indent > column) {
        pop(s);
    }
    if (top(s) != NULL && top(s)->kind == BLOCK_LIST && top(s)->indent == column) {
        pop(s);  // another item needs its dash; a key belongs to the mapping around
    }
    find_key(s, column, s->cursor);
}

cursor cursor_at(const char *bytes, size_t length, size_t offset) {
    cursor found = {.bytes = bytes};
    scanner s = {.bytes = bytes, .length = length, .cursor = offset, .to = &found};
    if (length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) {
        s.at = 3;
    }
    for (bool is_first = true; s.at < length || is_first || (s.at == length && !s.is_found);) {
        const size_t line = s.at;
        skip_blanks(&s);
        if (is_end_of_line(&s, s.at)) {
            if (s.cursor >= line && s.cursor <= s.at) {
                find_in_blank_line(&s, line);
            }
        } else if (s.bytes[s.at] == '#') {
            if (s.cursor >= line && s.cursor < s.at) {
                find_in_blank_line(&s, line);
            }
            skip_line(&s);
            if (s.cursor >= line && s.cursor <= s.at) {
                find(&s, false, false, s.cursor, '\0');
            }
        } else {
            s.is_json = s.is_json || (is_first && (s.bytes[s.at] == '{' || s.bytes[s.at] == '['));
            is_first = false;
            read_line(&s, line);
            skip_line(&s);
            if (s.cursor >= line && s.cursor <= s.at) {
                find(&s, false, false, s.cursor, '\0');
            }
        }
        if (s.at >= length) {
            break;
        }
        skip_line_end(&s);
        if (s.is_found && s.depth == SIZE_MAX) {
            break;
        }
    }
    if (!s.is_found) {
        find_in_blank_line(&s, s.cursor);
    }
    while (s.count > 0) {
        pop(&s);
    }
    found.word_begin = found.word_end = offset;
    while (found.word_begin > 0 && is_of_word(bytes[found.word_begin - 1])) {
        found.word_begin--;
    }
    while (found.word_end < length && is_of_word(bytes[found.word_end])) {
        found.word_end++;
    }
    free(s.levels);
    free(s.keys);
    return found;
}

void cursor_free(cursor *of) {
    free(of->steps);
    free(of->siblings);
}

static bool is_text(const cursor *of, cursor_step step, const char *key) {
    return step.end - step.begin == strlen(key) && memcmp(of->bytes + step.begin, key, strlen(key)) == 0;
}

bool cursor_is(const cursor *of, size_t step, const char *key) {
    return step < of->count && is_text(of, of->steps[step], key);
}

bool cursor_has_sibling(const cursor *of, const char *key) {
    for (size_t i = 0; i < of->sibling_count; i++) {
        if (is_text(of, of->siblings[i], key)) {
            return true;
        }
    }
    return false;
}
