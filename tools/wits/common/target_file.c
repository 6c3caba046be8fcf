// SPDX-License-Identifier: MIT
// Reads a file of targets: columns tick, agent, id and the fields of a kind.
#include "common/csv.h"
#include "common/inputs.h"
#include "common/target_lists.h"

#include <stdlib.h>
#include <string.h>

/// The meaning of a column: one of these, or the row of a field.
enum { COLUMN_TICK = 1 << 16, COLUMN_AGENT, COLUMN_ID, COLUMN_UNKNOWN };

typedef struct reading {
    const wits_target_desc *kind;
    const wits_promise *promises;  ///< by field of the kind
    target_file *to;
    const uint64_t *keeps;  ///< the agent whose rows are kept; null: all
    csv_reader csv;
    csv_cell cell;
    uint32_t *columns;
    size_t column_count, column_capacity;
    target_row row;         ///< the current row
    unsigned char *values;  ///< values of the current row
    place *empty;           ///< by field: position of its cell if that is empty, else line 0
    bool is_emptying;       ///< the row has no id
    uint32_t last_tick;     ///< tick of the previous row
    text problem;
} reading;

wits_field_desc field_of_target(const wits_target_field_desc *field) {
    return (wits_field_desc){
        .name = field->name, .type = field->type, .values = field->values, .value_count = field->value_count};
}

void text_target(text *to, uint32_t id) {
    if (id == WITS_NO_TARGET) {
        text_add(to, "none");
    } else {
        text_format(to, "%u", (unsigned)id);
    }
}

/// Reports `problem` at the cell and clears it.
static void say_cell(reading *r) {
    if (r->csv.problems++ < CSV_MOST_SAID) {
        say_at((place){r->csv.name, r->cell.line, r->cell.column}, SEVERITY_ERROR, "%s", text_of(&r->problem));
    }
    text_clear(&r->problem);
}

// ------------------------------------------------------------------------------------------------------------- columns

static uint32_t find_column(const reading *r, const char *name) {
    static const char *const others[] = {"tick", "agent", "id"};
    for (uint32_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (strcmp(name, others[i]) == 0) {
            return COLUMN_TICK + i;
        }
    }
    for (uint32_t field = 0; field < r->kind->field_count; field++) {
        if (strcmp(name, r->kind->fields[field].name) == 0) {
            return field;
        }
    }
    return COLUMN_UNKNOWN;
}

static void say_unknown_column(reading *r, const char *name) {
    const char *separator = csv_other_separator(name);
    guess found = guess_at(name);
    guess_offer(&found, "tick");
    guess_offer(&found, "id");
    for (uint32_t field = 0; field < r->kind->field_count; field++) {
        guess_offer(&found, r->kind->fields[field].name);
    }
    if (name[0] == '\0') {
        text_add(&r->problem, "this column has no name");
    } else {
        text_format(&r->problem, "a target of kind '%s' has no field ", r->kind->name);
        text_quoted(&r->problem, name, "");
        if (separator[0] != '\0') {
            text_add(&r->problem, separator);
            csv_stop(&r->csv);  // every further column would fail for the same reason
        } else {
            text_guess(&r->problem, &found, "");
        }
    }
    say_cell(r);
}

static void read_column(reading *r) {
    const uint32_t found = find_column(r, r->cell.text);
    if (found == COLUMN_UNKNOWN) {
        say_unknown_column(r, r->cell.text);
    }
    for (size_t i = 0; i < r->column_count && found != COLUMN_UNKNOWN; i++) {
        if (r->columns[i] == found) {
            text_add(&r->problem, "duplicate column ");
            text_quoted(&r->problem, r->cell.text, "");
            say_cell(r);
            break;
        }
    }
    r->to->has_agents = r->to->has_agents || found == COLUMN_AGENT;
    r->columns = grow(r->columns, &r->column_capacity, r->column_count + 1, sizeof *r->columns);
    r->columns[r->column_count++] = found;
}

/// A field without a column is 0, which must be in its range.
static void check_zero(reading *r, uint32_t field) {
    const wits_field_desc about = field_of_target(&r->kind->fields[field]);
    bool has_column = false;
    for (size_t i = 0; i < r->column_count; i++) {
        has_column = has_column || r->columns[i] == field;
    }
    text_format(&r->problem, "missing column '%s'; its default is 0, but %s ", about.name, about.name);
    if (!has_column && !check_range(&r->promises[field], &about, 0.0, &r->problem)) {
        r->cell.column = 1;
        say_cell(r);
    }
    text_clear(&r->problem);
}

static void check_columns(reading *r) {
    bool has_id = false;
    for (size_t i = 0; i < r->column_count; i++) {
        has_id = has_id || r->columns[i] == COLUMN_ID;
    }
    if (!has_id && r->csv.problems == 0) {
        text_add(&r->problem, "missing column 'id', which identifies the target of each row");
        r->cell.column = 1;
        say_cell(r);
        csv_stop(&r->csv);
    }
    for (uint32_t field = 0; field < r->kind->field_count && r->csv.problems == 0; field++) {
        check_zero(r, field);
    }
}

// --------------------------------------------------------------------------------------------------------------- cells

/// Reads an integer up to `most`. Reports an error and returns false on failure.
static bool read_whole(reading *r, const char *what, uint64_t most, uint64_t *value) {
    const char *given = r->cell.text;
    *value = given[0] == '\0' ? UINT64_MAX : 0;
    for (const char *digit = given; *digit != '\0' && *value <= most; digit++) {
        const bool is_digit = *digit >= '0' && *digit <= '9';
        const uint64_t next = is_digit ? (uint64_t)(*digit - '0') : 0;
        *value = is_digit && *value <= (UINT64_MAX - next) / 10 ? *value * 10 + next : UINT64_MAX;
    }
    if (*value > most) {
        text_format(&r->problem, "%s must be a whole number from 0 to %llu, not ", what, (unsigned long long)most);
        text_quoted(&r->problem, given, "");
        say_cell(r);
        return false;
    }
    return true;
}

static void read_tick_cell(reading *r) {
    if (!read_tick(r->cell.text, &r->row.tick, &r->problem)) {
        say_cell(r);
    } else if (r->row.tick < r->last_tick) {
        text_format(&r->problem, "ticks must not descend; %u cannot follow %u", (unsigned)r->row.tick,
                    (unsigned)r->last_tick);
        say_cell(r);
    } else {
        r->last_tick = r->row.tick;
    }
}

static void read_id_cell(reading *r) {
    uint64_t id = 0;
    r->row.line = r->cell.line;
    r->row.column = r->cell.column;
    r->is_emptying = r->cell.text[0] == '\0';
    if (!r->is_emptying && read_whole(r, "an id", WITS_NO_TARGET - 1u, &id)) {
        r->row.id = (uint32_t)id;
    }
}

static void read_field_cell(reading *r, uint32_t field) {
    const wits_field_desc about = field_of_target(&r->kind->fields[field]);
    double value = 0.0;
    if (r->cell.text[0] == '\0') {
        r->empty[field] = (place){r->csv.name, r->cell.line, r->cell.column};
        return;
    }
    text_format(&r->problem, "%s ", about.name);
    if (!read_value(&about, r->cell.text, &value, &r->problem) ||
        !check_range(&r->promises[field], &about, value, &r->problem)) {
        say_cell(r);
        return;
    }
    text_clear(&r->problem);
    value_put(about.type, r->values + (size_t)field * TARGET_VALUE, value);
}

static void read_cell(reading *r, uint32_t column) {
    switch (column) {
    case COLUMN_TICK:
        read_tick_cell(r);
        break;
    case COLUMN_AGENT:
        r->row.agent_column = r->cell.column;
        read_whole(r, "an agent", UINT64_MAX - 1, &r->row.agent);
        break;
    case COLUMN_ID:
        read_id_cell(r);
        break;
    case COLUMN_UNKNOWN:
        break;
    default:
        read_field_cell(r, column);
        break;
    }
}

// ---------------------------------------------------------------------------------------------------------------- rows

static void begin_row(reading *r) {
    r->row = (target_row){.agent = UINT64_MAX, .id = WITS_NO_TARGET};
    r->is_emptying = false;
    memset(r->values, 0, (size_t)r->kind->field_count * TARGET_VALUE);
    memset(r->empty, 0, r->kind->field_count * sizeof *r->empty);
}

/// An empty cell is 0, which must be in the range of its field, unless the row empties the list.
static void check_empty_cells(reading *r) {
    for (uint32_t field = 0; field < r->kind->field_count && !r->is_emptying; field++) {
        const wits_field_desc about = field_of_target(&r->kind->fields[field]);
        text_format(&r->problem, "empty cell; its default is 0, but %s ", about.name);
        if (r->empty[field].line != 0 && !check_range(&r->promises[field], &about, 0.0, &r->problem)) {
            r->cell.line = r->empty[field].line;
            r->cell.column = r->empty[field].column;
            say_cell(r);
        }
        text_clear(&r->problem);
    }
}

static void end_row(reading *r, size_t cells) {
    target_file *to = r->to;
    check_empty_cells(r);
    if (cells != r->column_count) {
        text_format(&r->problem, "this row has %zu cell%s, the first row %zu", cells, cells == 1 ? "" : "s",
                    r->column_count);
        say_cell(r);
    }
    to->rows = grow(to->rows, &to->row_capacity, to->row_count + 1, sizeof *to->rows);
    to->rows[to->row_count] = r->row;
    const size_t size = (size_t)r->kind->field_count * TARGET_VALUE;
    if (size > 0) {
        to->values = grow(to->values, &to->value_capacity, (to->row_count + 1) * size, 1);
        memcpy(to->values + to->row_count * size, r->values, size);
    }
    to->row_count++;
}

static void read_rows(reading *r) {
    while (csv_next(&r->csv, &r->cell)) {
        const size_t number = r->cell.number;
        if (r->cell.is_header) {
            read_column(r);
            if (r->cell.ends_row) {
                check_columns(r);
            }
            continue;
        }
        if (number == 0) {
            begin_row(r);
        }
        if (number < r->column_count) {
            read_cell(r, r->columns[number]);
        }
        if (r->cell.ends_row) {
            end_row(r, number + 1);
        }
    }
}

/// Compares by tick, agent, id and line.
static int compare_rows(const void *left, const void *right) {
    const target_row *a = left, *b = right;
    if (a->tick != b->tick) {
        return a->tick < b->tick ? -1 : 1;
    }
    if (a->agent != b->agent) {
        return a->agent < b->agent ? -1 : 1;
    }
    if (a->id != b->id) {
        return a->id < b->id ? -1 : 1;
    }
    return a->line < b->line ? -1 : a->line > b->line;
}

static bool is_one_list(const target_row *a, const target_row *b) {
    return a->tick == b->tick && a->agent == b->agent;
}

/// Warns of duplicate ids in a list, of which the first row counts. Reports rows without an id in a list with other
/// rows.
static void check_lists(reading *r) {
    const target_file *to = r->to;
    target_row *sorted = allocate(to->row_count, sizeof *sorted);
    if (to->row_count > 0) {
        memcpy(sorted, to->rows, to->row_count * sizeof *sorted);
        qsort(sorted, to->row_count, sizeof *sorted, compare_rows);
    }
    uint32_t warnings = 0;
    for (size_t i = 1; i < to->row_count; i++) {
        const target_row *row = &sorted[i], *before = &sorted[i - 1];
        const place at = {r->csv.name, row->line, row->column};
        if (!is_one_list(row, before)) {
            continue;
        }
        if (row->id == WITS_NO_TARGET && r->csv.problems++ < CSV_MOST_SAID) {
            say_at(at, SEVERITY_ERROR,
                   "a row without an id empties the list of its tick, and must be the only row of that tick");
        } else if (row->id == before->id && warnings++ < CSV_MOST_SAID) {
            say_at(at, SEVERITY_WARNING, "duplicate id %u in this list; using the first one, on line %u",
                   (unsigned)row->id, (unsigned)before->line);
        }
    }
    free(sorted);
}

typedef struct numbered_row {
    target_row row;
    size_t number;
} numbered_row;

static int by_agent(const void *left, const void *right) {
    const numbered_row *a = left, *b = right;
    if (a->row.tick != b->row.tick) {
        return a->row.tick < b->row.tick ? -1 : 1;
    }
    if (a->row.agent != b->row.agent) {
        return a->row.agent < b->row.agent ? -1 : 1;
    }
    return a->number < b->number ? -1 : a->number > b->number;
}

/// Sorts the rows of each tick by agent. The rows of one agent keep their order.
static void sort_agents(const wits_target_desc *kind, target_file *to) {
    const size_t size = (size_t)kind->field_count * TARGET_VALUE;
    numbered_row *sorted = allocate(to->row_count, sizeof *sorted);
    unsigned char *values = allocate(to->row_count, size);
    for (size_t row = 0; row < to->row_count; row++) {
        sorted[row] = (numbered_row){to->rows[row], row};
    }
    qsort(sorted, to->row_count, sizeof *sorted, by_agent);
    for (size_t row = 0; row < to->row_count; row++) {
        to->rows[row] = sorted[row].row;
        if (size > 0) {
            memcpy(values + row * size, to->values + sorted[row].number * size, size);
        }
    }
    free(sorted);
    free(to->values);
    to->values = values;
}

/// Removes the rows of other agents. Warns if none remain, which is hardly intended.
static void keep_agent(const reading *r) {
    target_file *to = r->to;
    const size_t size = (size_t)r->kind->field_count * TARGET_VALUE, count = to->row_count;
    const target_row first = count > 0 ? to->rows[0] : (target_row){.tick = 0};
    to->row_count = 0;
    for (size_t row = 0; row < count; row++) {
        if (to->rows[row].agent == *r->keeps) {
            to->rows[to->row_count] = to->rows[row];
            if (size > 0) {
                memmove(to->values + to->row_count * size, to->values + row * size, size);
            }
            to->row_count++;
        }
    }
    if (to->row_count == 0 && count > 0) {
        say_at(
            (place){r->csv.name, first.line, first.agent_column}, SEVERITY_WARNING,
            "this row is for agent %llu, and none is for agent %llu, which is simulated; choose the agent with --agent",
            (unsigned long long)first.agent, (unsigned long long)*r->keeps);
    }
}

bool target_file_read(const char *path, const wits_file *brain, uint32_t kind_row, const uint64_t *keeps,
                      target_file *to) {
    text bytes = {0};
    *to = (target_file){.path = path};
    const bool good = csv_load(path, &bytes) && target_file_read_text(path, &bytes, brain, kind_row, keeps, to);
    text_free(&bytes);
    return good;
}

bool target_file_read_text(const char *path, const text *bytes, const wits_file *brain, uint32_t kind_row,
                           const uint64_t *keeps, target_file *to) {
    const wits_target_desc *kind = &wits_file_desc(brain)->targets[kind_row];
    *to = (target_file){.path = path};
    reading r = {.kind = kind,
                 .promises = wits_file_promises(brain)->target_fields[kind_row],
                 .to = to,
                 .keeps = keeps,
                 .csv = csv_new(shown_path(path), text_of(bytes), bytes->length),
                 .values = allocate(kind->field_count + 1, TARGET_VALUE),
                 .empty = allocate(kind->field_count + 1, sizeof *r.empty)};
    read_rows(&r);
    if (r.csv.problems == 0) {
        check_lists(&r);
    }
    if (r.csv.problems == 0 && to->has_agents && keeps != NULL) {
        keep_agent(&r);
    }
    if (to->has_agents && to->row_count > 0) {
        sort_agents(kind, to);
    }
    csv_say_rest(&r.csv);
    const bool good = r.csv.problems == 0;
    csv_free(&r.csv);
    text_free(&r.problem);
    free(r.columns);
    free(r.values);
    free(r.empty);
    return good;
}

void target_file_free(target_file *of) {
    free(of->rows);
    free(of->values);
    *of = (target_file){0};
}
