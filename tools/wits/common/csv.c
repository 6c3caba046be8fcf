// SPDX-License-Identifier: MIT
#include "common/csv.h"

#include <string.h>

enum { MOST_BYTES = 1 << 30 };

/// Returns the first byte that is not valid UTF-8 text, or null.
static const char *find_binary(const char *bytes, size_t length) {
    size_t more = 0;  // continuation bytes still expected
    for (size_t i = 0; i < length; i++) {
        unsigned char c = (unsigned char)bytes[i];
        bool follows = (c & 0xC0) == 0x80;
        if (c == 0 || follows != (more > 0) || c > 0xF4) {
            return bytes + i;
        }
        more = follows ? more - 1 : c >= 0xF0 ? 3 : c >= 0xE0 ? 2 : c >= 0xC0 ? 1 : 0;
    }
    return more > 0 ? bytes + length - 1 : NULL;
}

static bool check_bytes(const char *name, const text *bytes) {
    const char *binary = find_binary(text_of(bytes), bytes->length);
    if (bytes->length == 0) {
        say_at((place){.file = name}, SEVERITY_ERROR, "empty file; the first row must name the columns");
        return false;
    }
    if (binary == NULL) {
        return true;
    }
    place at = {name, 1, 1};
    for (const char *c = text_of(bytes); c < binary; c++) {
        at.line += *c == '\n';
        at.column = *c == '\n' ? 1 : at.column + (((unsigned char)*c & 0xC0) != 0x80);
    }
    say_at(at, SEVERITY_ERROR, "not UTF-8 text (byte 0x%02x)", (unsigned)(unsigned char)*binary);
    return false;
}

bool csv_load(const char *path, text *bytes) {
    return read_file(path, MOST_BYTES, bytes) && check_bytes(shown_path(path), bytes);
}

csv_reader csv_new(const char *name, const char *bytes, size_t length) {
    static const char mark[] = "\xEF\xBB\xBF";  // byte order mark, written by some spreadsheets
    bool action_markers = length >= 3 && memcmp(bytes, mark, 3) == 0;
    return (csv_reader){
        .name = name, .at = bytes + (action_markers ? 3 : 0), .end = bytes + length, .line = 1, .column = 1};
}

void csv_free(csv_reader *from) {
    text_free(&from->cell);
}

void csv_say_rest(const csv_reader *from) {
    if (from->problems > CSV_MOST_SAID) {
        say_at((place){.file = from->name}, SEVERITY_ERROR, "and %u more problems",
               (unsigned)(from->problems - CSV_MOST_SAID));
    }
}

const char *csv_other_separator(const char *column_name) {
    return strchr(column_name, ';') != NULL    ? "; cells are separated by commas, not by ';'"
           : strchr(column_name, '\t') != NULL ? "; cells are separated by commas, not by tabs"
                                               : "";
}

void csv_stop(csv_reader *from) {
    from->at = from->end;
    from->cells = 0;
}

static void say(csv_reader *from, uint32_t line, uint32_t column, const char *problem) {
    if (from->problems++ < CSV_MOST_SAID) {
        say_at((place){from->name, line, column}, SEVERITY_ERROR, "%s", problem);
    }
}

static bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

/// Takes one byte, or a line end of one or two bytes.
static char take(csv_reader *from) {
    char c = *from->at++;
    if (c == '\r' && from->at < from->end && *from->at == '\n') {
        from->at++;
    }
    if (is_line_end(c)) {
        from->line++;
        from->column = 1;
        return '\n';
    }
    from->column += ((unsigned char)c & 0xC0) != 0x80;
    return c;
}

static bool ends_cell(const csv_reader *from) {
    return from->at == from->end || *from->at == ',' || is_line_end(*from->at);
}

static void skip_blanks(csv_reader *from) {
    while (from->at < from->end && (*from->at == ' ' || *from->at == '\t')) {
        take(from);
    }
}

static void take_quoted(csv_reader *from) {
    csv_reader begin = *from;
    take(from);
    for (;;) {  // at least one byte in each iteration
        if (from->at == from->end) {
            say(from, begin.line, begin.column, "unclosed quote");
            return;
        }
        char c = take(from);
        if (c == '"' && (from->at == from->end || *from->at != '"')) {
            break;
        }
        text_add_bytes(&from->cell, &c, 1);
        if (c == '"') {
            take(from);
        }
    }
    skip_blanks(from);
    if (!ends_cell(from)) {
        say(from, from->line, from->column, "missing comma after this quote; write a quote inside a cell twice");
        while (!ends_cell(from)) {
            take(from);
        }
    }
}

static void take_plain(csv_reader *from) {
    bool said = false;
    while (!ends_cell(from)) {
        if (*from->at == '"' && !said) {
            say(from, from->line, from->column,
                "quote inside an unquoted cell; put quotes around the cell and write this one twice");
            said = true;
        }
        char c = take(from);
        text_add_bytes(&from->cell, &c, 1);
    }
    while (from->cell.length > 0 && strchr(" \t", from->cell.bytes[from->cell.length - 1]) != NULL) {
        from->cell.bytes[--from->cell.length] = '\0';
    }
}

bool csv_next(csv_reader *from, csv_cell *cell) {
    if (from->at == from->end && from->cells == 0) {
        return false;
    }
    text_clear(&from->cell);
    text_add(&from->cell, "");
    skip_blanks(from);
    bool quoted = from->at < from->end && *from->at == '"';
    *cell = (csv_cell){.line = from->line,
                       .column = from->column + (quoted ? 1u : 0u),
                       .number = from->cells,
                       .is_header = !from->has_header};
    if (quoted) {
        take_quoted(from);
    } else {
        take_plain(from);
    }
    cell->text = from->cell.bytes;
    cell->ends_row = from->at == from->end || *from->at != ',';
    from->cells = cell->ends_row ? 0 : from->cells + 1;
    from->has_header = from->has_header || cell->ends_row;
    if (from->at < from->end) {
        take(from);
    }
    return true;
}
