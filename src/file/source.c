// SPDX-License-Identifier: MIT
#include "file/source.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "file/loader.h"

uint32_t wits_file_source_character(char first) {
    uint8_t byte = (uint8_t)first;
    return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

/// Decodes the character at `text`; 0xFFFFFFFF if it is invalid: cut off, overlong, a surrogate, beyond Unicode.
static uint32_t decode(const char *text, uint32_t room) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    uint8_t first = (uint8_t)text[0];
    if (first < 0x80) {
        return first;
    }
    uint32_t size = wits_file_source_character(text[0]);
    if (size < 2 || first > 0xF4 || size > room) {
        return UINT32_MAX;
    }
    uint32_t code = first & (0x7Fu >> size);
    for (uint32_t i = 1; i < size; i++) {
        if (((uint8_t)text[i] & 0xC0) != 0x80) {
            return UINT32_MAX;
        }
        code = code << 6 | ((uint8_t)text[i] & 0x3Fu);
    }
    bool valid = code >= least[size] && code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF);
    return valid ? code : UINT32_MAX;
}

/// YAML 1.1, section 5.1.
static bool is_printable(uint32_t code) {
    return code == '\t' || code == '\n' || code == '\r' || (code >= 0x20 && code <= 0x7E) || code == 0x85 ||
           (code >= 0xA0 && code != 0xFEFF && code != 0xFFFE && code != 0xFFFF);
}

bool wits_file_source_check(wits_file *file, const file_source *from) {
    position at = {1, 1, &from->own};
    for (uint32_t i = 0; i < from->length;) {
        if (from->text[i] >= ' ' && from->text[i] <= '~') {  // most are
            at.column++;
            i++;
            continue;
        }
        uint32_t code = decode(from->text + i, from->length - i);
        if (code == UINT32_MAX || !is_printable(code)) {
            char number[16];
            uint32_t shown = code == UINT32_MAX ? (uint8_t)from->text[i] : code;
            snprintf(number, sizeof number, "0x%02X", (unsigned)shown);
            wits_file_report(file, at, code == UINT32_MAX ? MESSAGE_BYTE_NOT_UTF8 : MESSAGE_BYTE_CONTROL,
                             (message_words){{number}}, NULL);
            return false;
        }
        bool ends_line = code == '\n' || (code == '\r' && from->text[i + 1] != '\n');
        at.line += ends_line;
        at.column = ends_line ? 1 : at.column + 1;
        i += wits_file_source_character(from->text[i]);
    }
    return true;
}

uint32_t wits_file_source_byte(const file_source *from, size_t index, size_t known_index, uint32_t known) {
    while (known_index < index && known < from->length) {
        known += wits_file_source_character(from->text[known]);
        known_index++;
    }
    while (known_index > index && known > 0) {
        do {
            known--;
        } while (known > 0 && ((uint8_t)from->text[known] & 0xC0) == 0x80);
        known_index--;
    }
    return known;
}

// ------------------------------------------------------------------------------------------------ inside a scalar

/// Iterates over a scalar's source and its text in parallel.
typedef struct walker {
    const char *source;
    const char *end;
    const char *text;
    const char *text_end;
    position at;
} walker;

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void step_source(walker *w, uint32_t bytes) {
    bool ends_line = *w->source == '\n' || (*w->source == '\r' && w->source[1] != '\n');
    w->at.line += ends_line;
    w->at.column = ends_line ? 1 : w->at.column + 1;
    w->source += bytes;
}

static void skip_source_space(walker *w) {
    while (w->source < w->end && is_space(*w->source)) {
        step_source(w, 1);
    }
}

static void skip_text_space(walker *w) {
    while (w->text < w->text_end && is_space(*w->text)) {
        w->text++;
    }
}

static bool has_line_break(const walker *w) {
    const char *c = w->source;
    while (c < w->end && (*c == ' ' || *c == '\t')) {
        c++;
    }
    return c < w->end && is_space(*c);
}

static uint32_t digit_of(char c) {
    return c >= '0' && c <= '9'   ? (uint32_t)(c - '0')
           : c >= 'a' && c <= 'f' ? (uint32_t)(c - 'a' + 10)
           : c >= 'A' && c <= 'F' ? (uint32_t)(c - 'A' + 10)
                                  : 16;
}

/// Returns the number of an escape such as \ud83d; 0 for other texts. The source is zero-terminated.
static uint32_t escaped_number(const char *source) {
    uint32_t number = 0;
    if (source[0] != '\\' || source[1] != 'u') {
        return 0;
    }
    for (uint32_t i = 2; i < 6; i++) {
        uint32_t digit = digit_of(source[i]);
        if (digit > 15) {
            return 0;
        }
        number = number << 4 | digit;
    }
    return number;
}

enum { PAIR = 12 };  // bytes of its two escapes

/// Returns the character of two escapes that are a surrogate pair; 0 if they are not.
static uint32_t pair_at(const char *source) {
    uint32_t high = escaped_number(source);
    if (high < 0xD800 || high > 0xDBFF) {
        return 0;
    }
    uint32_t low = escaped_number(source + PAIR / 2);
    return low >= 0xDC00 && low <= 0xDFFF ? 0x10000 + ((high - 0xD800) << 10 | (low - 0xDC00)) : 0;
}

/// An escape is one character, or none at the end of a line.
static void step_escape(walker *w) {
    if (pair_at(w->source) != 0) {
        for (uint32_t i = 0; i < PAIR; i++) {
            step_source(w, 1);
        }
        w->text += w->text < w->text_end ? wits_file_source_character(*w->text) : 0;
        return;
    }
    char kind = w->source[1];
    uint32_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    step_source(w, 1);
    if (is_space(kind) && has_line_break(w)) {
        skip_source_space(w);
        return;
    }
    for (uint32_t i = 0; i <= digits && w->source < w->end; i++) {
        step_source(w, 1);
    }
    w->text += w->text < w->text_end ? wits_file_source_character(*w->text) : 0;
}

static void step(walker *w, node_style style) {
    if (is_space(*w->source) && has_line_break(w)) {  // folded, or the indentation of a block
        skip_source_space(w);
        skip_text_space(w);
    } else if (style == STYLE_DOUBLE_QUOTED && *w->source == '\\') {
        step_escape(w);
    } else {
        if (style == STYLE_SINGLE_QUOTED && w->source[0] == '\'' && w->source[1] == '\'') {
            step_source(w, 1);
        }
        step_source(w, wits_file_source_character(*w->source));
        w->text += w->text < w->text_end ? wits_file_source_character(*w->text) : 0;
    }
}

/// Walks from the first character of a text to the byte at `offset`.
static walker walk(const node *scalar, uint32_t offset) {
    const file_source *from = scalar->origin->source;
    walker w = {
        .source = from->text + scalar->at,
        .end = from->text + from->length,
        .text = scalar->text,
        .text_end = scalar->text + (offset < scalar->length ? offset : scalar->length),
        .at = wits_file_node_position(scalar),
    };
    if (scalar->style == STYLE_BLOCK) {
        while (w.source < w.end && *w.source != '\n' && *w.source != '\r') {
            step_source(&w, wits_file_source_character(*w.source));
        }
        skip_source_space(&w);
        skip_text_space(&w);
    } else if (scalar->style != STYLE_PLAIN && offset > 0) {
        step_source(&w, 1);  // the quote is at the beginning
    }
    return w;
}

static position position_inside(const node *scalar, uint32_t offset) {
    walker w = walk(scalar, offset);
    while (w.text < w.text_end && w.source < w.end) {  // each step takes something off the source
        step(&w, (node_style)scalar->style);
    }
    return w.at;
}

position wits_file_source_position(const node *scalar, uint32_t offset) {
    if (scalar->map == NULL) {
        return position_inside(scalar, offset);
    }
    const text_piece *piece = scalar->map->pieces;
    for (uint32_t i = 1; i < scalar->map->count && scalar->map->pieces[i].at <= offset; i++) {
        piece = &scalar->map->pieces[i];
    }
    position at = position_inside(piece->scalar, piece->offset + (offset - piece->at));
    at.from = piece->from;
    return at;
}

node *wits_file_node_piece(wits_file *file, const node *scalar, uint32_t offset, uint32_t length) {
    node *piece = wits_file_arena_take(&file->memory, sizeof *piece);
    char *text = wits_file_arena_take(&file->memory, (size_t)length + 1);
    if (piece == NULL || text == NULL) {
        return NULL;
    }
    const position at = wits_file_source_position(scalar, offset);
    memcpy(text, scalar->text + offset, length);
    *piece = *scalar;
    piece->text = text;
    piece->length = length;
    piece->line = at.line;
    piece->column = at.column;
    piece->origin = at.from != NULL ? at.from : scalar->origin;
    piece->map = NULL;
    return piece;
}

// ------------------------------------------------------------------------------------------------ halves of a pair

/// Returns whether a backslash is escaped by the one before it.
static bool is_escaped(const file_source *from, const char *backslash) {
    uint32_t before = 0;
    while (backslash - before > from->text && backslash[-1 - (ptrdiff_t)before] == '\\') {
        before++;
    }
    return before % 2 == 1;
}

const char *source_without_pairs(wits_file *file, const file_source *from) {
    char *copy = NULL;
    const char *end = from->text + from->length;
    const char *at = from->text;
    while ((at = memchr(at, '\\', (size_t)(end - at))) != NULL) {
        if (pair_at(at) == 0 || is_escaped(from, at)) {
            at++;
            continue;
        }
        if (copy == NULL) {
            copy = wits_file_arena_take(&file->memory, (size_t)from->length + 1);
            if (copy == NULL) {
                return from->text;
            }
            memcpy(copy, from->text, from->length);
        }
        copy[at - from->text + 2] = 'e';  // U+E800 to U+EFFF, which have no meaning of their own
        copy[at - from->text + 2 + PAIR / 2] = 'e';
        at += PAIR;
    }
    return copy != NULL ? copy : from->text;
}

static char *put_character(char *to, uint32_t code) {
    *to++ = (char)(0xF0 | code >> 18);
    *to++ = (char)(0x80 | (code >> 12 & 0x3F));
    *to++ = (char)(0x80 | (code >> 6 & 0x3F));
    *to++ = (char)(0x80 | (code & 0x3F));
    return to;
}

void source_join_pairs(const file_source *from, const char *copy, node *scalar, char *text, uint32_t end) {
    if (memcmp(from->text + scalar->at, copy + scalar->at, end - scalar->at) == 0) {
        return;
    }
    char *to = text;
    for (walker w = walk(scalar, scalar->length); w.text < w.text_end && w.source < w.end;) {
        const char *begin = w.source, *text_begin = w.text;
        uint32_t code = scalar->style == STYLE_DOUBLE_QUOTED ? pair_at(begin) : 0;
        step(&w, (node_style)scalar->style);
        if (code != 0) {  // a character for the first half, and one for the second
            w.text += w.text < w.text_end ? wits_file_source_character(*w.text) : 0;
            to = put_character(to, code);
            continue;
        }
        bool is_other = w.text == text_begin + 1 && copy[begin - from->text] != *begin;
        memmove(to, text_begin, (size_t)(w.text - text_begin));
        *to = is_other ? *begin : *to;
        to += w.text - text_begin;
    }
    *to = '\0';
    scalar->length = (uint32_t)(to - text);
}
