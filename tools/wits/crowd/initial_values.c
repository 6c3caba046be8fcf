// SPDX-License-Identifier: MIT
#include "crowd/initial_values.h"
#include "common/lookup.h"

#include "common/csv.h"
#include "common/tool.h"
#include "wits/convert.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/// The state of reading the file, which is done twice: first to check it, then to apply it to the agents.
typedef struct reading {
    const wits_desc *desc;
    const wits_brain *brain;
    initial_values *initial_values;
    uint64_t agents;  ///< expected number of rows; 0: any
    crowd_sim *to;    ///< null while checking
    uint64_t latest_id;
    unsigned char *agent;  ///< bytes of one agent
    csv_reader csv;
    csv_cell cell;
    size_t column_capacity;
    text problem;
} reading;

static void say_cell(reading *r) {
    if (r->csv.problems++ < CSV_MOST_SAID) {
        say_at((place){r->csv.name, r->cell.line, r->cell.column}, SEVERITY_ERROR, "%s", text_of(&r->problem));
    }
    text_clear(&r->problem);
}

// ------------------------------------------------------------------------------------------------------------- columns

static void say_unknown_column(reading *r) {
    const char *name = r->cell.text;
    size_t length = strlen(name);
    if (length == 0) {
        text_add(&r->problem, "this column has no name");
    } else if (length > 2 && strcmp(name + length - 2, "()") == 0) {
        text_add(&r->problem, "only fields can be columns here; use --set or --inputs for the result of ");
        text_quoted(&r->problem, name, "");
        text_add(&r->problem, " gives");
    } else {
        text_add(&r->problem, "unknown field ");
        text_quoted(&r->problem, name, "");
        text_add(&r->problem, csv_other_separator(name));
        if (csv_other_separator(name)[0] == '\0') {
            text_guess_field(&r->problem, r->desc, name);
        } else {
            csv_stop(&r->csv);  // every further column would fail for the same reason
        }
    }
    say_cell(r);
}

/// Reads a heading such as "(bytes 0123456789abcdef at 100)" and checks that the layout is that of the brain.
static uint32_t find_bytes(reading *r) {
    unsigned long long layout = 0, tick = 0;
    text again = {0};
    bool is_whole = sscanf(r->cell.text, INITIAL_BYTES "%16llx at %10llu", &layout, &tick) == 2 && tick < UINT32_MAX;
    text_format(&again, INITIAL_BYTES "%016llx at %llu)", layout, tick);
    is_whole = is_whole && strcmp(text_of(&again), r->cell.text) == 0;
    text_free(&again);
    if (!is_whole) {
        text_add(&r->problem, "this column is called '" INITIAL_BYTES "LAYOUT at TICK)', as --dump writes it, not ");
        text_quoted(&r->problem, r->cell.text, "");
    } else if (layout != wits_brain_layout_hash(r->brain)) {
        text_add(&r->problem, "these agents are from a different brain or an earlier version of this one; without this "
                              "column agents start with the same fields");
    }
    if (r->problem.length > 0) {
        say_cell(r);
        csv_stop(&r->csv);  // all its cells would be wrong
        return WITS_NONE;
    }
    r->initial_values->goes_on = true;
    r->initial_values->from = (uint32_t)tick;
    return INITIAL_MEMORY;
}

static uint32_t find_column(reading *r) {
    const char *name = r->cell.text;
    if (strcmp(name, INITIAL_AGENT) == 0) {
        r->initial_values->has_ids = true;
        return INITIAL_ID;
    }
    if (strcmp(name, INITIAL_ACTIVE) == 0) {
        return INITIAL_STATES;
    }
    if (strncmp(name, INITIAL_BYTES, strlen(INITIAL_BYTES)) == 0) {
        return find_bytes(r);
    }
    uint32_t field = wits_find_field(r->brain, name);
    if (field == WITS_NONE) {
        say_unknown_column(r);
    }
    return field;
}

static void read_column(reading *r) {
    initial_values *to = r->initial_values;
    uint32_t column = find_column(r);
    for (size_t i = 0; i < to->column_count && column != WITS_NONE; i++) {
        if (to->columns[i] == column) {
            text_add(&r->problem, "duplicate column ");
            text_quoted(&r->problem, r->cell.text, "");
            say_cell(r);
            break;
        }
    }
    to->columns = grow(to->columns, &r->column_capacity, to->column_count + 1, sizeof *to->columns);
    to->columns[to->column_count++] = column;
}

// --------------------------------------------------------------------------------------------------------------- cells

/// Returns whether a row belongs to an agent of this rank, and values are applied.
static bool is_here(const reading *r, uint64_t row) {
    return r->to != NULL && row >= r->to->how.first && row - r->to->how.first < r->to->how.here;
}

/// Ids must ascend, which excludes duplicates.
static void read_id(reading *r, uint64_t row) {
    const char *given = r->cell.text;
    uint64_t id = 0;
    bool is_number = given[0] != '\0' && strlen(given) <= 19;
    for (; *given != '\0' && is_number; given++) {
        is_number = isdigit((unsigned char)*given) != 0;
        id = id * 10 + (uint64_t)(*given - '0');
    }
    if (!is_number) {
        text_add(&r->problem, "an agent's id must be a whole number from 0, not ");
        text_quoted(&r->problem, r->cell.text, "");
    } else if (row > 0 && id <= r->latest_id) {
        text_format(&r->problem, "ids must ascend; %llu cannot follow %llu", (unsigned long long)id,
                    (unsigned long long)r->latest_id);
    }
    r->latest_id = id;
    if (r->problem.length > 0) {
        say_cell(r);
    } else if (is_here(r, row)) {
        r->to->ids[row - r->to->how.first] = id;
    }
}

static int digit_of(char c) {
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void read_bytes(reading *r, uint64_t row) {
    size_t size = wits_agent_size(r->brain);
    const char *given = r->cell.text;
    bool is_agent = strlen(given) == 2 * size;
    for (size_t i = 0; i < size && is_agent; i++) {
        int high = digit_of(given[2 * i]), low = digit_of(given[2 * i + 1]);
        is_agent = high >= 0 && low >= 0;
        r->agent[i] = (unsigned char)(is_agent ? high * 16 + low : 0);
    }
    if (!is_agent || !wits_agent_is_valid(r->brain, r->agent, size)) {
        text_add(&r->problem, "invalid agent bytes for this brain: ");
        text_quoted(&r->problem, given, "");
        say_cell(r);
    } else if (is_here(r, row)) {
        memcpy(crowd_sim_agent(r->to, row - r->to->how.first), r->agent, size);
    }
}

static void read_field(reading *r, uint64_t row, uint32_t field) {
    const wits_field_desc *about = &r->desc->fields[field];
    double value;
    if (r->cell.text[0] == '\0') {
        return;
    }
    text_format(&r->problem, "%s ", about->name);
    if (!read_value(about, r->cell.text, &value, &r->problem)) {
        say_cell(r);
    } else if (is_here(r, row)) {
        crowd_sim_put(r->to, row - r->to->how.first, field, value);
    }
    text_clear(&r->problem);
}

static void read_cell(reading *r, uint64_t row, uint32_t column) {
    if (column == INITIAL_ID) {
        read_id(r, row);
    } else if (column == INITIAL_MEMORY) {
        read_bytes(r, row);
    } else if (column != WITS_NONE && column != INITIAL_STATES) {
        read_field(r, row, column);
    }
}

static void check_length(reading *r, size_t cells) {
    size_t columns = r->initial_values->column_count;
    if (cells != columns) {
        text_format(&r->problem, "this row has %zu cell%s, the first row %zu", cells, cells == 1 ? "" : "s", columns);
        say_cell(r);
    }
}

static void check_row(reading *r, uint64_t row) {
    if (r->agents != 0 && row == r->agents) {  // if several rows are extra, only the first is reported
        text_format(&r->problem, "extra row; there %s only %llu agent%s", row == 1 ? "is" : "are",
                    (unsigned long long)row, row == 1 ? "" : "s");
        say_cell(r);
    }
}

static void read_rows(reading *r) {
    initial_values *to = r->initial_values;
    const bool has_columns = r->to != NULL;
    while (csv_next(&r->csv, &r->cell)) {
        const size_t number = r->cell.number;
        if (r->cell.is_header) {
            if (!has_columns) {
                read_column(r);
            }
            continue;
        }
        if (number == 0) {
            check_row(r, to->row_count);
        }
        if (number < to->column_count) {
            read_cell(r, to->row_count, to->columns[number]);
        }
        if (r->cell.ends_row) {
            check_length(r, number + 1);
            to->row_count++;
        }
    }
}

static void check_count(reading *r) {
    uint64_t rows = r->initial_values->row_count;
    if (r->csv.problems > 0 || (rows > 0 && rows >= r->agents)) {
        return;
    }
    r->cell = (csv_cell){.line = r->csv.line, .column = r->csv.column};
    if (rows == 0) {
        text_add(&r->problem, "no rows after the names of the columns; each row is one agent");
    } else {
        text_format(&r->problem, "there %s %llu row%s for %llu agents; each agent needs one", rows == 1 ? "is" : "are",
                    (unsigned long long)rows, rows == 1 ? "" : "s", (unsigned long long)r->agents);
    }
    say_cell(r);
}

// -------------------------------------------------------------------------------------------------------------- roster

/// Reads the whole file once.
static void read_all(reading *r) {
    const initial_values *of = r->initial_values;
    r->csv = csv_new(of->name, text_of(&of->bytes), of->bytes.length);
    r->agent = allocate(1, wits_agent_size(r->brain));
    read_rows(r);
}

static void reading_end(reading *r) {
    csv_free(&r->csv);
    text_free(&r->problem);
    free(r->agent);
}

bool initial_values_read(const char *path, const wits_desc *desc, const wits_brain *brain, uint64_t agents,
                         initial_values *to) {
    *to = (initial_values){.name = shown_path(path)};
    if (!csv_load(path, &to->bytes)) {
        return false;
    }
    reading r = {.desc = desc, .brain = brain, .initial_values = to, .agents = agents};
    read_all(&r);
    check_count(&r);
    if (r.csv.problems == 0 && to->row_count > WITS_CROWD_MAX_AGENTS) {
        text_format(&r.problem, "more than %lu rows", (unsigned long)WITS_CROWD_MAX_AGENTS);
        say_cell(&r);
    }
    csv_say_rest(&r.csv);
    bool good = r.csv.problems == 0;
    reading_end(&r);
    return good;
}

void initial_values_apply(const initial_values *from, crowd_sim *to) {
    initial_values again = *from;
    again.row_count = 0;
    reading r = {.desc = to->desc, .brain = to->brain, .initial_values = &again, .to = to};
    read_all(&r);
    reading_end(&r);
}

void initial_values_free(initial_values *of) {
    text_free(&of->bytes);
    free(of->columns);
    *of = (initial_values){0};
}
