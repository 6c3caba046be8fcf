// SPDX-License-Identifier: MIT
// Comma-separated values (RFC 4180), cell by cell with their positions.
#ifndef WITS_TOOL_CSV_H
#define WITS_TOOL_CSV_H

#include "common/tool.h"

enum { CSV_MOST_SAID = 100 };  ///< further problems are only counted

typedef struct csv_cell {
    char *text;       ///< without quotes and surrounding blanks; valid until the next cell is read
    uint32_t line;    ///< line of the text's start, from 1
    uint32_t column;  ///< in characters, from 1
    size_t number;    ///< index in its row
    bool is_header;   ///< in the first row, which names the columns
    bool ends_row;
} csv_cell;

typedef struct csv_reader {
    const char *name;
    const char *at;
    const char *end;
    uint32_t line;
    uint32_t column;
    size_t cells;  ///< cells of the row so far
    bool has_header;
    uint32_t problems;
    text cell;
} csv_reader;

/// Loads a file, or standard input for "-". Prints an error and returns false if it cannot be read or is not text.
bool csv_load(const char *path, text *bytes);
/// Reads `length` bytes, which must outlive the reader and be followed by a zero.
csv_reader csv_new(const char *name, const char *bytes, size_t length);
/// Returns false at the end. Prints malformed cells and counts them in `problems`.
bool csv_next(csv_reader *from, csv_cell *cell);
/// Returns "; cells are separated by commas, not by ';'" if a column name contains another separator, as in
/// spreadsheets of some countries. Else returns an empty text.
const char *csv_other_separator(const char *column_name);
/// Stops reading.
void csv_stop(csv_reader *from);
/// Prints the number of problems beyond those shown.
void csv_say_rest(const csv_reader *from);
void csv_free(csv_reader *from);

#endif
