// SPDX-License-Identifier: MIT
// Reads record batches of other programs. Trusts only the lengths of buffers, which Arrow's interface does not contain.
#include "arrow/arrow.h"
#include "core/compile/tables.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------ problems

wits_problem *wits_crowd_arrow_complain(arrow_reader *r, wits_problem_code code, const arrow_column *column) {
    r->good = false;
    if (column == NULL) {
        return wits_core_report_add(r->report, code, WITS_TABLE_ARROW_BATCH, 0, NULL, NULL, NULL, 0);
    }
    const char *name = column->schema != NULL ? column->schema->name : NULL;
    return wits_core_report_add(r->report, code, WITS_TABLE_ARROW_COLUMNS, column->row, name, NULL, NULL, 0);
}

void wits_crowd_arrow_tell(arrow_reader *r, wits_problem_code code, const arrow_column *column, const char *words) {
    wits_problem *problem = wits_crowd_arrow_complain(r, code, column);
    if (problem != NULL) {
        wits_core_value_add(problem, words);
    }
}

void wits_crowd_arrow_tell_row(arrow_reader *r, wits_problem_code code, const arrow_column *column, uint64_t row,
                               const char *words) {
    wits_problem *problem = wits_crowd_arrow_complain(r, code, column);
    if (problem != NULL) {
        wits_core_value_add(problem, "row ");
        wits_core_value_add_number(problem, row);
        wits_core_value_add(problem, words);
    }
}

/// Writes "the schema has 3 columns, and the array 2"
static void arrow_tell_counts(arrow_reader *r, const arrow_column *column, const char *before, int64_t given,
                              const char *between, int64_t other, const char *after) {
    wits_problem *problem = wits_crowd_arrow_complain(r, WITS_PROBLEM_ARROW_BROKEN, column);
    if (problem != NULL) {
        wits_core_value_add(problem, before);
        wits_core_value_add(problem, given < 0 ? "-" : "");
        wits_core_value_add_number(problem, given < 0 ? 0 - (uint64_t)given : (uint64_t)given);
        wits_core_value_add(problem, between);
        wits_core_value_add(problem, other < 0 ? "-" : "");
        wits_core_value_add_number(problem, other < 0 ? 0 - (uint64_t)other : (uint64_t)other);
        wits_core_value_add(problem, after);
    }
}

/// Names of common formats.
static const char *arrow_format_name(const char *format) {
    static const char *const names[][2] = {{"n", "null"},         {"b", "bool, packed in bits"},
                                           {"c", "int8"},         {"C", "uint8"},
                                           {"s", "int16"},        {"S", "uint16"},
                                           {"i", "int32"},        {"I", "uint32"},
                                           {"l", "int64"},        {"L", "uint64"},
                                           {"e", "float16"},      {"f", "float32"},
                                           {"g", "float64"},      {"z", "binary"},
                                           {"Z", "large binary"}, {"u", "utf8"},
                                           {"U", "large utf8"},   {"vu", "utf8 view"},
                                           {"+s", "struct"},      {"+l", "list"},
                                           {"vz", "binary view"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(format, names[i][0]) == 0) {
            return names[i][1];
        }
    }
    return strncmp(format, "w:", 2) == 0 ? "fixed-size binary" : NULL;
}

/// Writes "g (float64)"
static void arrow_add_format(wits_problem *problem, const char *format) {
    const char *name = arrow_format_name(format);
    wits_core_value_add(problem, format);
    if (name != NULL) {
        wits_core_value_add(problem, " (");
        wits_core_value_add(problem, name);
        wits_core_value_add(problem, ")");
    }
}

void wits_crowd_arrow_tell_type(arrow_reader *r, const arrow_column *column, const char *wanted) {
    wits_problem *problem = wits_crowd_arrow_complain(r, WITS_PROBLEM_ARROW_TYPE, column);
    if (problem == NULL) {
        return;
    }
    const arrow_text extension = wits_crowd_arrow_metadata(column->schema, ARROW_EXTENSION_KEY);
    wits_core_value_add(problem, wanted);
    wits_core_value_add(problem, ", and this is ");
    wits_core_value_add(problem, column->schema->dictionary != NULL ? "a dictionary with indices " : "");
    arrow_add_format(problem, column->schema->format);
    if (wits_crowd_arrow_text_is(extension, ARROW_BOOL8)) {
        wits_core_value_add(problem, " with arrow.bool8");
    }
}

// -------------------------------------------------------------------------------------------------------------- values

bool wits_crowd_arrow_bit(const void *bits, uint64_t at) {
    return (((const unsigned char *)bits)[at / 8] >> at % 8 & 1) != 0;
}

const unsigned char *wits_crowd_arrow_values(const arrow_column *column, uint64_t width) {
    const unsigned char *buffer = column->array->buffers[1];
    return column->count != 0 ? buffer + column->first * width : NULL;
}

bool wits_crowd_arrow_text_is(arrow_text text, const char *other) {
    return text.text != NULL && text.length == strlen(other) && memcmp(text.text, other, strlen(other)) == 0;
}

/// Reads a number and advances past it.
static int32_t arrow_number_at(const char **at) {
    int32_t number;
    memcpy(&number, *at, sizeof number);
    *at += sizeof number;
    return number;
}

arrow_text wits_crowd_arrow_metadata(const struct ArrowSchema *schema, const char *key) {
    const char *at = schema->metadata;
    for (int32_t pairs = at != NULL ? arrow_number_at(&at) : 0; pairs > 0; pairs--) {
        const int32_t key_length = arrow_number_at(&at);
        if (key_length < 0) {
            break;
        }
        const arrow_text found = {at, (uint64_t)key_length};
        at += key_length;
        const int32_t length = arrow_number_at(&at);
        if (length < 0) {
            break;
        }
        if (wits_crowd_arrow_text_is(found, key)) {
            return (arrow_text){at, (uint64_t)length};
        }
        at += length;
    }
    return (arrow_text){NULL, 0};
}

uint32_t wits_crowd_arrow_index_width(const char *format) {
    static const char letters[] = "cCsSiIlL";
    const char *at = format[0] != '\0' && format[1] == '\0' ? strchr(letters, format[0]) : NULL;
    return at != NULL ? 1u << (at - letters) / 2 : 0;
}

uint64_t wits_crowd_arrow_index(const arrow_column *column, uint32_t width, uint64_t row) {
    const unsigned char *at = wits_crowd_arrow_values(column, width) + row * width;
    const bool is_signed = strchr("csil", column->schema->format[0]) != NULL;
    uint64_t index = 0;
    if (width == 1) {
        index = *at;
    } else if (width == 2) {
        uint16_t number;
        memcpy(&number, at, sizeof number);
        index = number;
    } else if (width == 4) {
        uint32_t number;
        memcpy(&number, at, sizeof number);
        index = number;
    } else {
        memcpy(&index, at, sizeof index);
    }
    const bool is_negative = is_signed && (index >> (width * 8 - 1) & 1) != 0;
    return is_negative ? UINT64_MAX : index;
}

arrow_text wits_crowd_arrow_entry(const arrow_column *dictionary, uint64_t entry) {
    const struct ArrowArray *array = dictionary->array;
    const uint64_t at = dictionary->first + entry;
    const bool is_large = dictionary->schema->format[0] == 'U';
    const unsigned char *offsets = array->buffers[1];
    int64_t start, end;
    if (array->null_count != 0 && array->buffers[0] != NULL && !wits_crowd_arrow_bit(array->buffers[0], at)) {
        return (arrow_text){NULL, 0};
    }
    if (is_large) {
        memcpy(&start, offsets + at * 8, 8);
        memcpy(&end, offsets + at * 8 + 8, 8);
    } else {
        int32_t places[2];
        memcpy(places, offsets + at * 4, sizeof places);
        start = places[0];
        end = places[1];
    }
    if (start < 0 || end < start || (array->buffers[2] == NULL && end != start)) {
        return (arrow_text){NULL, 0};
    }
    return (arrow_text){array->buffers[2] != NULL ? (const char *)array->buffers[2] + start : "",
                        (uint64_t)(end - start)};
}

uint32_t wits_crowd_arrow_enum_value(const wits_brain *brain, uint32_t field, arrow_text text) {
    for (uint32_t value = 0; value < wits_field_value_count(brain, field); value++) {
        if (wits_crowd_arrow_text_is(text, wits_field_value_name(brain, field, value))) {
            return value;
        }
    }
    return ARROW_NO_VALUE;
}

// -------------------------------------------------------------------------------------------------------------- checks

/// Checks the null count and bitmap of the rows of the batch. A count of 0 is trusted; -1 is not counted.
static bool arrow_check_nulls(arrow_reader *r, const arrow_column *column, const struct ArrowArray *array,
                              uint64_t first, uint64_t count) {
    const unsigned char *bits = array->buffers[0];
    if (array->null_count == 0 || (array->null_count == -1 && bits == NULL)) {
        return true;
    }
    if (array->null_count < 0 ? array->null_count != -1 : bits == NULL) {
        arrow_tell_counts(r, column, "its null count is ", array->null_count, ", and it has ", bits != NULL,
                          " validity bitmaps");
        return false;
    }
    for (uint64_t row = 0; row < count; row++) {
        if (!wits_crowd_arrow_bit(bits, first + row)) {
            wits_crowd_arrow_tell_row(r, WITS_PROBLEM_ARROW_NULLS, column, row, " is null");
            return false;
        }
    }
    return true;
}

/// Checks the sizes of a single array.
static bool arrow_check_sizes(arrow_reader *r, const arrow_column *column, const struct ArrowArray *array,
                              int64_t buffer_count) {
    if (array->length < 0 || array->offset < 0 || array->offset > INT64_MAX / 2 - array->length) {
        arrow_tell_counts(r, column, "its length is ", array->length, " and its offset ", array->offset, "");
    } else if (array->n_buffers != buffer_count) {
        arrow_tell_counts(r, column, "it has ", array->n_buffers, " buffers instead of ", buffer_count, "");
    } else if (array->buffers == NULL) {
        wits_crowd_arrow_tell(r, WITS_PROBLEM_ARROW_BROKEN, column, "its buffers are null");
    } else {
        return true;
    }
    return false;
}

/// Checks that both structs exist and have not been released, and that the schema has a format.
static bool arrow_check_structs(arrow_reader *r, const arrow_column *column, const struct ArrowSchema *schema,
                                const struct ArrowArray *array) {
    if (schema == NULL || array == NULL) {
        wits_crowd_arrow_tell(r, WITS_PROBLEM_ARROW_BROKEN, column,
                              schema == NULL ? "its schema is null" : "its array is null");
    } else if (schema->release == NULL || array->release == NULL) {
        wits_crowd_arrow_tell(r, WITS_PROBLEM_ARROW_RELEASED, column,
                              schema->release == NULL ? "that of the schema" : "that of the array");
    } else if (schema->format == NULL) {
        wits_crowd_arrow_tell(r, WITS_PROBLEM_ARROW_BROKEN, column, "its format is null");
    } else {
        return true;
    }
    return false;
}

bool wits_crowd_arrow_check_batch(arrow_reader *r) {
    const struct ArrowSchema *schema = r->schema;
    const struct ArrowArray *batch = r->batch;
    if (!arrow_check_structs(r, NULL, schema, batch)) {
        return false;
    }
    if (strcmp(schema->format, "+s") != 0) {
        wits_crowd_arrow_tell(r, WITS_PROBLEM_ARROW_NO_BATCH, NULL, schema->format);
        return false;
    }
    if (!arrow_check_sizes(r, NULL, batch, 1)) {
        return false;
    }
    if (schema->n_children < 0 || schema->n_children > UINT32_MAX || schema->n_children != batch->n_children) {
        arrow_tell_counts(r, NULL, "the schema has ", schema->n_children, " columns, and the array ", batch->n_children,
                          "");
        return false;
    }
    if (schema->n_children != 0 && (schema->children == NULL || batch->children == NULL)) {
        wits_crowd_arrow_tell(r, WITS_PROBLEM_ARROW_BROKEN, NULL,
                              schema->children == NULL ? "the schema's children are null"
                                                       : "the array's children are null");
        return false;
    }
    if ((uint64_t)batch->length > WITS_CROWD_MAX_AGENTS) {
        wits_crowd_arrow_complain(r, WITS_PROBLEM_CROWD_TOO_LARGE, NULL);
        return false;
    }
    for (uint32_t row = 0; row < (uint32_t)schema->n_children; row++) {
        const bool is_alive = schema->children[row] != NULL && schema->children[row]->release != NULL;
        const arrow_column at = {.schema = is_alive ? schema->children[row] : NULL, .row = row};
        arrow_check_structs(r, &at, schema->children[row], batch->children[row]);
    }
    return r->good && arrow_check_nulls(r, NULL, batch, (uint64_t)batch->offset, (uint64_t)batch->length);
}

bool wits_crowd_arrow_find(arrow_reader *r, const char *name, arrow_column *column) {
    bool is_found = false;
    for (uint32_t row = 0; row < (uint32_t)r->schema->n_children; row++) {
        const struct ArrowSchema *schema = r->schema->children[row];
        if (schema->name == NULL || strcmp(schema->name, name) != 0) {
            continue;
        }
        if (is_found) {
            const arrow_column other = {.schema = schema, .row = row};
            wits_crowd_arrow_complain(r, WITS_PROBLEM_ARROW_TWICE, &other);
            break;
        }
        is_found = true;
        const struct ArrowArray *array = r->batch->children[row];
        *column = (arrow_column){.schema = schema,
                                 .array = array,
                                 .row = row,
                                 .first = (uint64_t)r->batch->offset + (uint64_t)array->offset,
                                 .count = (uint64_t)r->batch->length};
    }
    return is_found;
}

bool wits_crowd_arrow_check_column(arrow_reader *r, const arrow_column *column) {
    const struct ArrowArray *array = column->array;
    if (!arrow_check_sizes(r, column, array, 2)) {
        return false;
    }
    if (array->length < r->batch->length || array->length - r->batch->length < r->batch->offset) {
        arrow_tell_counts(r, column, "it has ", array->length, " rows, and the batch goes on to ",
                          r->batch->offset + r->batch->length, "");
        return false;
    }
    if (column->count != 0 && array->buffers[1] == NULL) {
        wits_crowd_arrow_tell(r, WITS_PROBLEM_ARROW_BROKEN, column, "its values are null");
        return false;
    }
    return arrow_check_nulls(r, column, array, column->first, column->count);
}

bool wits_crowd_arrow_dictionary(arrow_reader *r, const arrow_column *column, arrow_column *dictionary) {
    const struct ArrowSchema *schema = column->schema->dictionary;
    const struct ArrowArray *array = column->array->dictionary;
    if (!arrow_check_structs(r, column, schema, array)) {
        return false;
    }
    if ((strcmp(schema->format, "u") != 0 && strcmp(schema->format, "U") != 0) || schema->dictionary != NULL) {
        wits_problem *problem = wits_crowd_arrow_complain(r, WITS_PROBLEM_ARROW_TYPE, column);
        if (problem != NULL) {
            wits_core_value_add(problem, "the values of its dictionary must be u or U (utf8), not ");
            wits_core_value_add(problem, schema->dictionary != NULL ? "a dictionary with indices " : "");
            arrow_add_format(problem, schema->format);
        }
        return false;
    }
    if (!arrow_check_sizes(r, column, array, 3)) {
        return false;
    }
    if (array->length != 0 && array->buffers[1] == NULL) {
        wits_crowd_arrow_tell(r, WITS_PROBLEM_ARROW_BROKEN, column, "the offsets of its dictionary are null");
        return false;
    }
    *dictionary = (arrow_column){.schema = schema,
                                 .array = array,
                                 .row = column->row,
                                 .first = (uint64_t)array->offset,
                                 .count = (uint64_t)array->length};
    return true;
}
