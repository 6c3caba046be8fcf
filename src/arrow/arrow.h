// SPDX-License-Identifier: MIT
// Shared by writing and reading Arrow data; reads batches of other programs.
#ifndef WITS_CROWD_ARROW_H
#define WITS_CROWD_ARROW_H

#include "wits/arrow.h"

/// The metadata of a schema: keys and values.
#define ARROW_EXTENSION_KEY "ARROW:extension:name"
#define ARROW_EXTENSION_DATA_KEY "ARROW:extension:metadata"
#define ARROW_BOOL8 "arrow.bool8"
#define ARROW_LAYOUT_KEY "wits.layout"

enum {
    ARROW_LAYOUT_DIGITS = 16,
    ARROW_AGENT_FORMAT = 2 + 20 + 1,  ///< bytes of "w:" and a number, with the final zero
    ARROW_NO_VALUE = 0xFFFF,          ///< index of an enum without value
};

// arrow_out.c

/// Returns the format of a column of this type; bools and enums need more than that.
const char *wits_crowd_arrow_format(wits_type type);
/// Writes "w:SIZE"
void wits_crowd_arrow_agent_format(const wits_brain *brain, char format[ARROW_AGENT_FORMAT]);
/// Writes wits_brain_layout_hash as decimal digits, without a final zero.
void wits_crowd_arrow_layout(const wits_brain *brain, char digits[ARROW_LAYOUT_DIGITS]);

// arrow_read.c

/// A batch being read, with the report for its problems.
typedef struct arrow_reader {
    const wits_brain *brain;
    const struct ArrowSchema *schema;
    const struct ArrowArray *batch;
    wits_report *report;
    bool good;  ///< no problem so far
} arrow_reader;

/// A column of the batch, or the dictionary of a column.
typedef struct arrow_column {
    const struct ArrowSchema *schema;
    const struct ArrowArray *array;
    uint32_t row;    ///< row of the batch's columns
    uint64_t first;  ///< row 0 of the batch in the column's buffers, in values
    uint64_t count;  ///< rows
} arrow_column;

/// Bytes of another program; null if there are none.
typedef struct arrow_text {
    const char *text;
    uint64_t length;
} arrow_text;

/// Adds a problem of a column, or of the batch if the column is null. Returns null if there is no room or no report.
wits_problem *wits_crowd_arrow_complain(arrow_reader *r, wits_problem_code code, const arrow_column *column);
/// As above, with words.
void wits_crowd_arrow_tell(arrow_reader *r, wits_problem_code code, const arrow_column *column, const char *words);
/// As above, for a row of the batch: "row 7" and the words.
void wits_crowd_arrow_tell_row(arrow_reader *r, wits_problem_code code, const arrow_column *column, uint64_t row,
                               const char *words);
/// Reports that the column has another type than `wanted`.
void wits_crowd_arrow_tell_type(arrow_reader *r, const arrow_column *column, const char *wanted);

/// Returns whether there is a batch with readable columns.
bool wits_crowd_arrow_check_batch(arrow_reader *r);
/// Finds a column by its name. Returns false if it is missing. Reports duplicates.
bool wits_crowd_arrow_find(arrow_reader *r, const char *name, arrow_column *column);
/// Checks that a column's structs are complete, it has all its buffers, and no row is null.
bool wits_crowd_arrow_check_column(arrow_reader *r, const arrow_column *column);
/// Checks that an enum column has a readable dictionary.
bool wits_crowd_arrow_dictionary(arrow_reader *r, const arrow_column *column, arrow_column *dictionary);

/// Returns the value of a key of the metadata.
arrow_text wits_crowd_arrow_metadata(const struct ArrowSchema *schema, const char *key);
bool wits_crowd_arrow_text_is(arrow_text text, const char *other);
/// Returns the address of row 0 of the batch; values have `width` bytes. Null if the batch is empty.
const unsigned char *wits_crowd_arrow_values(const arrow_column *column, uint64_t width);
bool wits_crowd_arrow_bit(const void *bits, uint64_t at);
/// Returns an entry of a dictionary; null if it is null or its offsets are invalid.
arrow_text wits_crowd_arrow_entry(const arrow_column *dictionary, uint64_t entry);
/// Returns the brain's number of an enum value with this text, or ARROW_NO_VALUE.
uint32_t wits_crowd_arrow_enum_value(const wits_brain *brain, uint32_t field, arrow_text text);
/// Returns the bytes of an index of this format; 0 if it is not one.
uint32_t wits_crowd_arrow_index_width(const char *format);
/// Returns the index of a row. A negative index is beyond all entries.
uint64_t wits_crowd_arrow_index(const arrow_column *column, uint32_t width, uint64_t row);

#endif
