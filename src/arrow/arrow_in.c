// SPDX-License-Identifier: MIT
// Maps the columns of a record batch to fields in place, or copies them into a crowd.
#include "arrow/arrow.h"
#include "core/brain.h"
#include "core/compile/tables.h"
#include "crowd/code.h"
#include "expr/expr.h"
#include "expr/suggest.h"

#include <string.h>

// --------------------------------------------------------------------------------------------------------------- types

static bool arrow_is_bool8(const struct ArrowSchema *schema) {
    return strcmp(schema->format, "c") == 0 &&
           wits_crowd_arrow_text_is(wits_crowd_arrow_metadata(schema, ARROW_EXTENSION_KEY), ARROW_BOOL8);
}

static bool arrow_is_packed(const arrow_column *column) {
    return strcmp(column->schema->format, "b") == 0;
}

/// Describes the column that a field needs.
static const char *arrow_wanted(wits_type type, bool is_borrowed) {
    switch (type) {
    case WITS_TYPE_BOOL:
        return is_borrowed ? "bool is c with arrow.bool8" : "bool is c with arrow.bool8, or b";
    case WITS_TYPE_ENUM:
        return is_borrowed ? "enum is a dictionary with indices C or c" : "enum is a dictionary";
    case WITS_TYPE_INT8:
        return "int8 is c";
    case WITS_TYPE_UINT8:
        return "uint8 is C";
    case WITS_TYPE_INT16:
        return "int16 is s";
    case WITS_TYPE_UINT16:
        return "uint16 is S";
    case WITS_TYPE_INT:
        return "int is i (int32)";
    default:
        return "float is f (float32)";
    }
}

/// Checks that a column has the type of its field.
static bool arrow_check_type(arrow_reader *r, uint32_t field, const arrow_column *column, bool is_borrowed) {
    const wits_type type = wits_field_type(r->brain, field);
    const bool is_dictionary = column->schema->dictionary != NULL;
    bool fits = false;
    if (type == WITS_TYPE_ENUM) {
        const uint32_t width = wits_crowd_arrow_index_width(column->schema->format);
        fits = is_dictionary && (is_borrowed ? width == 1 : width != 0);
    } else if (type == WITS_TYPE_BOOL) {
        fits = !is_dictionary && (arrow_is_bool8(column->schema) || arrow_is_packed(column));
    } else {
        fits = !is_dictionary && strcmp(column->schema->format, wits_crowd_arrow_format(type)) == 0 &&
               !arrow_is_bool8(column->schema);
    }
    if (!fits) {
        wits_crowd_arrow_tell_type(r, column, arrow_wanted(type, is_borrowed));
    } else if (is_borrowed && arrow_is_packed(column)) {
        wits_crowd_arrow_complain(r, WITS_PROBLEM_ARROW_PACKED, column);
        fits = false;
    }
    return fits;
}

// --------------------------------------------------------------------------------------------------------------- enums

/// Maps each entry of a dictionary to the brain's value. Entries beyond the first 256 are looked up each time.
typedef struct arrow_map {
    const wits_brain *brain;
    uint32_t field;
    arrow_column dictionary;
    uint16_t values[256];
} arrow_map;

static arrow_map arrow_map_of(const wits_brain *brain, uint32_t field, const arrow_column *dictionary) {
    arrow_map map = {.brain = brain, .field = field, .dictionary = *dictionary};
    for (uint32_t entry = 0; entry < 256 && entry < dictionary->count; entry++) {
        map.values[entry] =
            (uint16_t)wits_crowd_arrow_enum_value(brain, field, wits_crowd_arrow_entry(dictionary, entry));
    }
    return map;
}

static uint32_t arrow_map_value(const arrow_map *map, uint64_t index) {
    if (index >= map->dictionary.count) {
        return ARROW_NO_VALUE;
    }
    return index < 256
               ? map->values[index]
               : wits_crowd_arrow_enum_value(map->brain, map->field, wits_crowd_arrow_entry(&map->dictionary, index));
}

/// Writes "row 7 is 'furious', which is not in the enum"
static void arrow_tell_entry(arrow_reader *r, const arrow_column *column, const arrow_map *map, uint64_t row,
                             uint64_t index) {
    const bool is_entry = index < map->dictionary.count;
    const arrow_text text = is_entry ? wits_crowd_arrow_entry(&map->dictionary, index) : (arrow_text){NULL, 0};
    wits_problem *problem = wits_crowd_arrow_complain(r, WITS_PROBLEM_ARROW_VALUE, column);
    if (problem == NULL) {
        return;
    }
    char name[WITS_MAX_NAME + 1] = "";
    wits_core_value_add(problem, "row ");
    wits_core_value_add_number(problem, row);
    if (text.text != NULL) {
        memcpy(name, text.text, text.length < WITS_MAX_NAME ? (size_t)text.length : WITS_MAX_NAME);
        wits_core_value_add(problem, " is '");
        wits_core_value_add(problem, name);
        wits_core_value_add(problem, "', which is not in the enum");
    } else if (is_entry) {
        wits_core_value_add(problem, " is a null or invalid entry of the dictionary");
    } else {
        wits_core_value_add(problem, " is beyond the dictionary's entries");
    }
}

static bool arrow_check_enum(arrow_reader *r, uint32_t field, const arrow_column *column) {
    arrow_column dictionary;
    if (!wits_crowd_arrow_dictionary(r, column, &dictionary)) {
        return false;
    }
    const arrow_map map = arrow_map_of(r->brain, field, &dictionary);
    const uint32_t width = wits_crowd_arrow_index_width(column->schema->format);
    for (uint64_t row = 0; row < column->count; row++) {
        const uint64_t index = wits_crowd_arrow_index(column, width, row);
        if (arrow_map_value(&map, index) == ARROW_NO_VALUE) {
            arrow_tell_entry(r, column, &map, row, index);
            return false;
        }
    }
    return true;
}

/// Checks that the column's numbers are the brain's own, so that it can be used in place.
static bool arrow_check_order(arrow_reader *r, uint32_t field, const arrow_column *column) {
    arrow_column dictionary;
    if (!wits_crowd_arrow_dictionary(r, column, &dictionary)) {
        return false;
    }
    const uint64_t entries = dictionary.count < WITS_MAX_ENUM_VALUES ? dictionary.count : WITS_MAX_ENUM_VALUES;
    for (uint32_t entry = 0; entry < entries; entry++) {
        const arrow_text text = wits_crowd_arrow_entry(&dictionary, entry);
        const bool is_value = entry < wits_field_value_count(r->brain, field);
        const char *value = is_value ? wits_field_value_name(r->brain, field, entry) : NULL;
        if (value != NULL && wits_crowd_arrow_text_is(text, value)) {
            continue;
        }
        wits_problem *problem = wits_crowd_arrow_complain(r, WITS_PROBLEM_ARROW_DICTIONARY, column);
        if (problem != NULL) {
            char name[WITS_MAX_NAME + 1] = "null";
            if (text.text != NULL) {
                memset(name, 0, sizeof name);
                memcpy(name, text.text, text.length < WITS_MAX_NAME ? (size_t)text.length : WITS_MAX_NAME);
            }
            wits_core_value_add(problem, "value ");
            wits_core_value_add_number(problem, entry);
            wits_core_value_add(problem, " is ");
            wits_core_value_add(problem, value != NULL ? value : "none");
            wits_core_value_add(problem, ", and in the dictionary ");
            wits_core_value_add(problem, name);
        }
        return false;
    }
    return arrow_check_enum(r, field, column);
}

// ------------------------------------------------------------------------------------------------------------ borrowed

/// Checks the bytes of bools. In Arrow, any non-zero byte is true; in the library, only 1 is.
static bool arrow_check_bools(arrow_reader *r, const arrow_column *column) {
    const unsigned char *values = wits_crowd_arrow_values(column, 1);
    for (uint64_t row = 0; row < column->count; row++) {
        if (values[row] > 1) {
            wits_crowd_arrow_tell_row(r, WITS_PROBLEM_ARROW_VALUE, column, row,
                                      " is neither 0 nor 1; wits_arrow_load makes it 1");
            return false;
        }
    }
    return true;
}

/// Checks whether a field's column can be used in place.
static bool arrow_check_borrowed(arrow_reader *r, uint32_t field, const arrow_column *column) {
    if (!wits_crowd_arrow_check_column(r, column) || !arrow_check_type(r, field, column, true)) {
        return false;
    }
    switch (wits_field_type(r->brain, field)) {
    case WITS_TYPE_BOOL:
        return arrow_check_bools(r, column);
    case WITS_TYPE_ENUM:
        return arrow_check_order(r, field, column);
    default:
        return true;
    }
}

static void arrow_tell_missing(arrow_reader *r, wits_table table, uint32_t row, const char *name) {
    r->good = false;
    wits_problem *problem =
        wits_core_report_add(r->report, WITS_PROBLEM_ARROW_COLUMN_MISSING, table, row, name, NULL, NULL, 0);
    if (problem == NULL) {
        return;
    }
    suggestion near = wits_expr_suggestion_for(name, wits_core_text_length(name, WITS_MAX_NAME + 1));
    for (uint32_t child = 0; child < (uint32_t)r->schema->n_children; child++) {
        const char *other = r->schema->children[child]->name;
        if (other != NULL && wits_find_field(r->brain, other) == WITS_NONE) {
            wits_expr_suggestion_offer(&near, other, wits_core_text_length(other, WITS_MAX_NAME + 1));
        }
    }
    problem->nearest = near.best;
}

static wits_column arrow_borrowed(arrow_reader *r, uint32_t field) {
    arrow_column column;
    wits_crowd_arrow_find(r, wits_field_name(r->brain, field), &column);
    const wits_type type = wits_field_type(r->brain, field);
    const uint32_t width = wits_expr_field_size(type);
    const void *values = wits_crowd_arrow_values(&column, width);
    if (values == NULL) {
        values = column.array->buffers;  // no agents, so it is never read; null would mean missing memory
    }
    wits_column borrowed = {.stride = width, .type = type, .read_only = true, .size = (size_t)column.count * width};
    memcpy(&borrowed.base, &values, sizeof values);  // casts `const` away: it is only read
    return borrowed;
}

static void arrow_check_field(arrow_reader *r, uint32_t field) {
    const char *name = wits_field_name(r->brain, field);
    arrow_column column;
    if (!wits_crowd_arrow_find(r, name, &column)) {
        arrow_tell_missing(r, WITS_TABLE_FIELDS, field, name);
    } else if (arrow_check_borrowed(r, field, &column) && wits_field_is_assigned(r->brain, field)) {
        r->good = false;
        wits_core_tell_read_only(wits_core_report_add(r->report, WITS_PROBLEM_COLUMN_READ_ONLY, WITS_TABLE_FIELDS,
                                                      field, name, NULL, NULL, 0),
                                 true);
    }
}

bool wits_arrow_columns(const wits_brain *brain, const struct ArrowSchema *schema, const struct ArrowArray *batch,
                        wits_column *columns, wits_report *report) {
    arrow_reader r = {brain, schema, batch, report, true};
    if (brain == NULL) {
        wits_core_report_add(report, WITS_PROBLEM_BRAIN_MISSING, WITS_TABLE_BRAIN, 0, NULL, NULL, NULL, 0);
        return false;
    }
    if (!wits_crowd_arrow_check_batch(&r)) {
        return false;
    }
    for (uint32_t field = 0; field < wits_field_count(brain); field++) {
        if (columns[field].base == NULL) {
            arrow_check_field(&r, field);
        }
    }
    for (uint32_t field = 0; r.good && field < wits_field_count(brain); field++) {
        if (columns[field].base == NULL) {
            columns[field] = arrow_borrowed(&r, field);
        }
    }
    return r.good;
}

// -------------------------------------------------------------------------------------------------------------- copied

/// Fields that the crowd owns and may write.
static bool arrow_is_loaded(const wits_column *column) {
    return column->stride != 0 && !column->read_only;
}

static void arrow_check_loaded(arrow_reader *r, uint32_t field) {
    arrow_column column;
    if (!wits_crowd_arrow_find(r, wits_field_name(r->brain, field), &column)) {
        arrow_tell_missing(r, WITS_TABLE_FIELDS, field, wits_field_name(r->brain, field));
    } else if (wits_crowd_arrow_check_column(r, &column) && arrow_check_type(r, field, &column, false) &&
               wits_field_type(r->brain, field) == WITS_TYPE_ENUM) {
        arrow_check_enum(r, field, &column);
    }
}

/// Loads the agents' bytes: checks their size and layout, and that the brain could have produced each agent.
static void arrow_check_agents(arrow_reader *r, uint64_t first, const char *name) {
    char format[ARROW_AGENT_FORMAT], layout[ARROW_LAYOUT_DIGITS];
    arrow_column column;
    if (!wits_crowd_arrow_find(r, name, &column)) {
        arrow_tell_missing(r, WITS_TABLE_ARROW_BATCH, 0, name);
        return;
    }
    wits_crowd_arrow_agent_format(r->brain, format);
    wits_crowd_arrow_layout(r->brain, layout);
    if (!wits_crowd_arrow_check_column(r, &column)) {
        return;
    }
    if (strcmp(column.schema->format, format) != 0 || column.schema->dictionary != NULL) {
        char wanted[ARROW_AGENT_FORMAT + 32] = "an agent of this brain is ";
        memcpy(wanted + strlen(wanted), format, sizeof format);
        wits_crowd_arrow_tell_type(r, &column, wanted);
        return;
    }
    const arrow_text said = wits_crowd_arrow_metadata(column.schema, ARROW_LAYOUT_KEY);
    if (said.text != NULL && (said.length != sizeof layout || memcmp(said.text, layout, sizeof layout) != 0)) {
        wits_crowd_arrow_complain(r, WITS_PROBLEM_AGENTS_OF_ANOTHER, &column);
        return;
    }
    const size_t size = wits_agent_size(r->brain);
    const unsigned char *agents = wits_crowd_arrow_values(&column, size);
    for (uint64_t row = 0; row < column.count && (r->good || r->report != NULL); row++) {
        if (!wits_agent_is_valid(r->brain, agents + row * size, size)) {
            wits_core_report_add(r->report, WITS_PROBLEM_AGENT_INVALID, WITS_TABLE_AGENTS, (uint32_t)(first + row),
                                 NULL, NULL, NULL, 0);
            r->good = false;
        }
    }
}

/// Loads a checked column.
static void arrow_load_field(arrow_reader *r, uint32_t field, const wits_column *to, uint64_t first) {
    arrow_column column, dictionary;
    wits_crowd_arrow_find(r, wits_field_name(r->brain, field), &column);
    unsigned char *at = (unsigned char *)to->base + first * to->stride;
    const uint32_t width = wits_expr_field_size(to->type);
    const unsigned char *values = wits_crowd_arrow_values(&column, width);
    if (to->type == WITS_TYPE_ENUM) {
        wits_crowd_arrow_dictionary(r, &column, &dictionary);
        const arrow_map map = arrow_map_of(r->brain, field, &dictionary);
        const uint32_t index_width = wits_crowd_arrow_index_width(column.schema->format);
        for (uint64_t row = 0; row < column.count; row++, at += to->stride) {
            *at = (unsigned char)arrow_map_value(&map, wits_crowd_arrow_index(&column, index_width, row));
        }
    } else if (to->type == WITS_TYPE_BOOL) {
        const bool is_packed = arrow_is_packed(&column);
        for (uint64_t row = 0; row < column.count; row++, at += to->stride) {
            *at = is_packed ? wits_crowd_arrow_bit(column.array->buffers[1], column.first + row) : values[row] != 0;
        }
    } else {
        for (uint64_t row = 0; row < column.count; row++, at += to->stride) {
            memcpy(at, values + row * width, width);
        }
    }
}

static void arrow_load_agents(arrow_reader *r, const wits_crowd *crowd, uint64_t first, const char *name) {
    arrow_column column;
    wits_crowd_arrow_find(r, name, &column);
    const size_t size = wits_agent_size(r->brain), stride = crowd->agent_stride != 0 ? crowd->agent_stride : size;
    const unsigned char *agents = wits_crowd_arrow_values(&column, size);
    for (uint64_t row = 0; row < column.count; row++) {
        memcpy((unsigned char *)crowd->agents + (first + row) * stride, agents + row * size, size);
    }
}

bool wits_arrow_load(const wits_crowd *crowd, uint64_t first, const struct ArrowSchema *schema,
                     const struct ArrowArray *batch, const char *agents, wits_report *report) {
    arrow_reader r = {NULL, schema, batch, report, true};
    if (crowd->code == NULL) {
        wits_core_report_add(report, WITS_PROBLEM_CROWD_CODE_MISSING, WITS_TABLE_CROWD, 0, NULL, "code", NULL, 0);
        return false;
    }
    r.brain = crowd->code->brain;
    if (!wits_crowd_arrow_check_batch(&r)) {
        return false;
    }
    if (first > crowd->count || (uint64_t)batch->length > crowd->count - first) {
        wits_core_report_add(report, WITS_PROBLEM_SLICE_TOO_LONG, WITS_TABLE_CROWD, 0, NULL, "count", NULL, 0);
        return false;
    }
    for (uint32_t field = 0; field < wits_field_count(r.brain); field++) {
        if (arrow_is_loaded(&crowd->columns[field])) {
            arrow_check_loaded(&r, field);
        }
    }
    if (agents != NULL) {
        arrow_check_agents(&r, first, agents);
    }
    if (!r.good) {
        return false;
    }
    for (uint32_t field = 0; field < wits_field_count(r.brain); field++) {
        if (arrow_is_loaded(&crowd->columns[field])) {
            arrow_load_field(&r, field, &crowd->columns[field], first);
        }
    }
    if (agents != NULL) {
        arrow_load_agents(&r, crowd, first, agents);
    }
    return true;
}
