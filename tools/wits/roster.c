// SPDX-License-Identifier: MIT
#include "roster.h"

#include "csv.h"
#include "tool.h"

#include <stdlib.h>
#include <string.h>

/// The file is read twice: to check it, and, when the agents are there, to give them their values.
typedef struct reading {
    const wits_desc *desc;
    roster *roster;
    uint64_t agents;  ///< that there must be; 0 is any number
    many *to;         ///< null while it is checked
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
    guess found = guess_at(name);
    for (uint32_t row = 0; row < r->desc->field_count; row++) {
        guess_offer(&found, r->desc->fields[row].name);
    }
    if (length == 0) {
        text_add(&r->problem, "this column has no name");
    } else if (length > 2 && strcmp(name + length - 2, "()") == 0) {
        text_add(&r->problem, "only fields can be columns here; --set or --inputs say what ");
        text_quoted(&r->problem, name, "");
        text_add(&r->problem, " gives");
    } else {
        text_add(&r->problem, "there is no field ");
        text_quoted(&r->problem, name, "");
        text_add(&r->problem, csv_other_separator(name));
        if (csv_other_separator(name)[0] == '\0') {
            text_guess(&r->problem, &found, "");
        } else {
            csv_stop(&r->csv);  // all else would be wrong for the same reason
        }
    }
    say_cell(r);
}

static uint32_t find_field(const wits_desc *desc, const char *name) {
    for (uint32_t row = 0; row < desc->field_count; row++) {
        if (strcmp(desc->fields[row].name, name) == 0) {
            return row;
        }
    }
    return WITS_NONE;
}

static void read_column(reading *r) {
    roster *to = r->roster;
    uint32_t field = find_field(r->desc, r->cell.text);
    if (field == WITS_NONE) {
        say_unknown_column(r);
    }
    for (size_t i = 0; i < to->column_count && field != WITS_NONE; i++) {
        if (to->fields[i] == field) {
            text_add(&r->problem, "the column ");
            text_quoted(&r->problem, r->cell.text, "");
            text_add(&r->problem, " stands a second time");
            say_cell(r);
            break;
        }
    }
    to->fields = grow(to->fields, &r->column_capacity, to->column_count + 1, sizeof *to->fields);
    to->fields[to->column_count++] = field;
}

// --------------------------------------------------------------------------------------------------------------- cells

static void read_cell(reading *r, uint64_t row, uint32_t field) {
    if (r->cell.text[0] == '\0' || field == WITS_NONE) {
        return;
    }
    const wits_field_desc *about = &r->desc->fields[field];
    double value;
    text_format(&r->problem, "%s ", about->name);
    if (!read_value(about, r->cell.text, &value, &r->problem)) {
        say_cell(r);
    } else if (r->to != NULL) {
        many_put(r->to, row, field, value);
    }
    text_clear(&r->problem);
}

static void check_length(reading *r, size_t cells) {
    size_t columns = r->roster->column_count;
    if (cells != columns) {
        text_format(&r->problem, "this row has %zu cell%s, the first row %zu", cells, cells == 1 ? "" : "s", columns);
        say_cell(r);
    }
}

static void check_row(reading *r, uint64_t row) {
    if (r->agents != 0 && row == r->agents) {  // of more than one too many the first is enough
        text_format(&r->problem, "this row is one too many: there %s %llu agent%s", row == 1 ? "is" : "are",
                    (unsigned long long)row, row == 1 ? "" : "s");
        say_cell(r);
    }
}

static void read_rows(reading *r) {
    roster *to = r->roster;
    size_t cells = 0;
    bool in_header = true;
    bool has_columns = r->to != NULL;
    while (csv_next(&r->csv, &r->cell)) {
        if (in_header && !has_columns) {
            read_column(r);
        } else if (!in_header) {
            if (r->cell.begins_row) {
                check_row(r, to->row_count);
            }
            if (cells < to->column_count) {
                read_cell(r, to->row_count, to->fields[cells]);
            }
            cells++;
        }
        if (r->cell.ends_row && !in_header) {
            check_length(r, cells);
            to->row_count++;
            cells = 0;
        }
        in_header = in_header && !r->cell.ends_row;
    }
}

static void check_count(reading *r) {
    uint64_t rows = r->roster->row_count;
    if (r->csv.problems > 0 || (rows > 0 && rows >= r->agents)) {
        return;
    }
    r->cell = (csv_cell){.line = r->csv.line, .column = r->csv.column};
    if (rows == 0) {
        text_add(&r->problem, "there are no rows below the names of the columns; each row is one agent");
    } else {
        text_format(&r->problem, "there %s %llu row%s for %llu agents; each agent needs one", rows == 1 ? "is" : "are",
                    (unsigned long long)rows, rows == 1 ? "" : "s", (unsigned long long)r->agents);
    }
    say_cell(r);
}

// -------------------------------------------------------------------------------------------------------------- roster

bool roster_read(const char *path, const wits_desc *desc, uint64_t agents, roster *to) {
    *to = (roster){.name = shown_path(path)};
    if (!csv_load(path, &to->bytes)) {
        return false;
    }
    reading r = {.desc = desc, .roster = to, .agents = agents};
    r.csv = csv_new(to->name, text_of(&to->bytes), to->bytes.length);
    read_rows(&r);
    check_count(&r);
    if (r.csv.problems == 0 && to->row_count > WITS_CROWD_MAX_AGENTS) {
        text_format(&r.problem, "more than %lu rows", (unsigned long)WITS_CROWD_MAX_AGENTS);
        say_cell(&r);
    }
    csv_say_rest(&r.csv);
    bool good = r.csv.problems == 0;
    csv_free(&r.csv);
    text_free(&r.problem);
    return good;
}

void roster_apply(const roster *from, const wits_desc *desc, many *to) {
    roster again = *from;
    again.row_count = 0;
    reading r = {.desc = desc, .roster = &again, .to = to};
    r.csv = csv_new(from->name, text_of(&from->bytes), from->bytes.length);
    read_rows(&r);
    csv_free(&r.csv);
    text_free(&r.problem);
}

void roster_free(roster *of) {
    text_free(&of->bytes);
    free(of->fields);
    *of = (roster){0};
}
