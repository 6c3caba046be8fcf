// SPDX-License-Identifier: MIT
// Comma-separated values (RFC 4180), cell by cell with the place of each.
#ifndef WITS_TOOL_CSV_H
#define WITS_TOOL_CSV_H

#include "common/tool.h"

enum { CSV_MOST_SAID = 100 };  ///< of more problems the rest is only counted

typedef struct csv_cell {
    char *text;       ///< without quotes and the blanks around it; valid until the next cell is read
    uint32_t line;    ///< where the text begins, from 1
    uint32_t column;  ///< in characters, from 1
    bool begins_row;
    bool ends_row;
} csv_cell;

typedef struct csv_reader {
    const char *name;
    const char *at;
    const char *end;
    uint32_t line;
    uint32_t column;
    bool in_row;  ///< the next cell is not the first of its row
    uint32_t problems;
    text cell;
} csv_reader;

/// The bytes of a file, or of standard input for "-". False, said, if they cannot be read or are no text.
bool csv_load(const char *path, text *bytes);
/// Reads `length` bytes, which outlive the reader and have a zero behind their end.
csv_reader csv_new(const char *name, const char *bytes, size_t length);
/// False at the end. What is wrong with the cell's form is said and counted in `problems`.
bool csv_next(csv_reader *from, csv_cell *cell);
/// "; cells are separated by commas, not by ';'" for a name of a column that shows it, as spreadsheets of some
/// countries write them; nothing for others.
const char *csv_other_separator(const char *column_name);
/// Nothing more is read.
void csv_stop(csv_reader *from);
/// Says how many problems there were beyond those said.
void csv_say_rest(const csv_reader *from);
void csv_free(csv_reader *from);

#endif
