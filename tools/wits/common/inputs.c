// SPDX-License-Identifier: MIT
#include "common/inputs.h"

#include "common/csv.h"
#include "prove/answers.h"

#include <stdlib.h>
#include <string.h>

typedef enum column_kind {
    COLUMN_UNKNOWN,
    COLUMN_FIELD,
    COLUMN_FUNCTION,
    COLUMN_DRAW,
    COLUMN_TICK,
    COLUMN_RAISE,
    COLUMN_DO
} column_kind;

typedef struct column {
    column_kind kind;
    uint32_t row;           ///< row of the field or function; for COLUMN_DRAW the random stream
    const char *arguments;  ///< for a function: applies only to calls with these arguments; else null
} column;

typedef struct reading {
    const wits_desc *desc;
    const wits_brain *brain;
    const wits_promises *promises;
    const wits_file *other;  ///< names that only it has are ignored; may be null
    unsigned may;            ///< INPUTS_MAY_...
    inputs *to;
    csv_reader csv;
    csv_cell cell;
    column *columns;
    size_t column_count;
    size_t column_capacity;
    uint64_t next_tick;  ///< with a tick column: the smallest tick allowed in the next row
    place calls;         ///< position of the row's calls
    text problem;        ///< under construction
} reading;

static const struct {
    const char *name;
    bool takes_state;
} verbs[] = {
#define VERB_ROW(name, takes_state, verb) {name, takes_state},
    INPUT_CALL_LIST(VERB_ROW)
#undef VERB_ROW
};

enum { VERBS = sizeof verbs / sizeof *verbs };

const char *input_verb_name(input_verb verb) {
    return verbs[verb].name;
}

/// Prints `problem` and clears it.
static void say_there(reading *r, place at) {
    if (r->csv.problems < CSV_MOST_SAID) {
        say_at(at, SEVERITY_ERROR, "%s", text_of(&r->problem));
    }
    r->csv.problems++;
    text_clear(&r->problem);
}

static place place_of(const reading *r, const char *part) {
    size_t before = text_width(r->cell.text, (size_t)(part - r->cell.text));
    return (place){r->csv.name, r->cell.line, r->cell.column + (uint32_t)before};
}

/// The same at a part of the cell.
static void say_part(reading *r, const char *part) {
    say_there(r, place_of(r, part));
}

static void say_cell(reading *r) {
    say_part(r, r->cell.text);
}

// ------------------------------------------------------------------------------------------------------------- columns

static uint32_t find_function(const wits_desc *desc, const char *name, size_t length) {
    for (uint32_t row = 0; row < desc->function_count; row++) {
        if (strncmp(desc->functions[row].name, name, length) == 0 && desc->functions[row].name[length] == '\0') {
            return row;
        }
    }
    return WITS_NONE;
}

static bool is_asked(const wits_function *function) {
    return function->condition != NULL || function->score != NULL;
}

/// Suggests the right column for a name that is common in other tables, or for an invalid number. Returns null if there
/// is no suggestion.
static const char *column_meant(const reading *r, const char *name) {
    if (strcmp(name, "event") == 0 || strcmp(name, "events") == 0) {
        return "; use a column 'raise' for events";
    }
    if (strcmp(name, "ticks") == 0 || strcmp(name, "time") == 0) {
        return "; use a column 'tick' for the ticks of rows";
    }
    if (strcmp(name, "random") == 0) {
        return "; use columns 'random:0', 'random:1' and so on for the draws of random streams";
    }
    if (wits_find_event(r->brain, name) != WITS_NONE) {
        return "; it is an event; use a column 'raise' for events";
    }
    bool is_number = name[0] == '-' || (name[0] >= '0' && name[0] <= '9');
    return is_number ? "; the first row must have the names of the columns" : NULL;
}

/// Returns whether the other brain has what the column names.
static bool is_of_other(const reading *r, const char *name, size_t length) {
    if (r->other == NULL) {
        return false;
    }
    const wits_desc *desc = wits_file_desc(r->other);
    const uint32_t function = name[length] != '\0' ? find_function(desc, name, length) : WITS_NONE;
    return name[length] == '\0' ? wits_find_field(wits_file_brain(r->other), name) != WITS_NONE
                                : function != WITS_NONE && is_asked(&desc->functions[function]);
}

/// Reports a column that neither brain has.
static void say_unknown_column(reading *r, const char *name, size_t length) {
    if (is_of_other(r, name, length)) {
        return;
    }
    bool is_call = name[length] != '\0';
    char known[WITS_MAX_NAME * 2] = "";
    memcpy(known, name, length < sizeof known ? length : sizeof known - 1);
    guess found = guess_at(known);
    for (uint32_t row = 0; row < r->desc->field_count && !is_call; row++) {
        guess_offer(&found, r->desc->fields[row].name);
    }
    for (uint32_t row = 0; row < r->desc->function_count && is_call; row++) {
        if (is_asked(&r->desc->functions[row])) {
            guess_offer(&found, r->desc->functions[row].name);
        }
    }
    uint32_t function = find_function(r->desc, name, length);
    if (is_call && function != WITS_NONE) {
        text_quoted(&r->problem, name, "");
        text_add(&r->problem, " is an action, which has no result");
        say_cell(r);
        return;
    }
    const char *separator = csv_other_separator(name);
    text_add(&r->problem, is_call ? "unknown condition or score " : "unknown field ");
    text_quoted(&r->problem, name, "");
    if (separator[0] != '\0') {
        text_add(&r->problem, separator);
        csv_stop(&r->csv);  // all further errors would have the same cause
    } else if (function != WITS_NONE && is_asked(&r->desc->functions[function])) {
        text_format(&r->problem, "; did you mean '%s()'?", name);
    } else if (column_meant(r, name) != NULL) {
        text_add(&r->problem, column_meant(r, name));
    } else {
        text_guess(&r->problem, &found, is_call ? "()" : "");
    }
    say_cell(r);
}

/// Parses a function with arguments, whose result the column sets: `near(3.5,"door")`.
static column find_call_column(reading *r, const char *name, const char *open) {
    const size_t length = (size_t)(open - name);
    const uint32_t row = find_function(r->desc, name, length);
    text arguments = {0};
    if (row == WITS_NONE || !is_asked(&r->desc->functions[row])) {
        say_unknown_column(r, name, length);
        return (column){COLUMN_UNKNOWN, 0, NULL};
    }
    const bool can_be_read = text_given_arguments(&arguments, (span){open + 1, strlen(open) - 2});
    if (!can_be_read) {
        text_quoted(&r->problem, name, "");
        text_add(&r->problem,
                 ": an argument must be a number, a text in quotes, true, false or the name of an enum's value");
    }
    if (!can_be_read || !text_call_fits(r->brain, row, text_of(&arguments), &r->problem)) {
        say_cell(r);
        text_free(&arguments);
        return (column){COLUMN_UNKNOWN, 0, NULL};
    }
    inputs *to = r->to;
    to->arguments = grow(to->arguments, &to->argument_capacity, to->argument_count + 1, sizeof *to->arguments);
    to->arguments[to->argument_count++] = arguments.bytes;
    return (column){COLUMN_FUNCTION, row, arguments.bytes};
}

/// Reads a whole number. Returns more than UINT32_MAX if the text is not one or the number is larger.
static uint64_t read_digits(const char *given) {
    uint64_t value = given[0] == '\0' ? UINT64_MAX : 0;
    for (const char *digit = given; *digit != '\0' && value <= UINT32_MAX; digit++) {
        value = *digit >= '0' && *digit <= '9' ? value * 10 + (uint64_t)(*digit - '0') : UINT64_MAX;
    }
    return value;
}

static const char draws[] = "random:";

/// Parses `random:3`: the draws of random stream 3.
static column find_place(reading *r, const char *number) {
    const uint32_t count = wits_random_stream_count(r->brain);
    const uint64_t at = read_digits(number);
    if ((r->may & INPUTS_MAY_DRAW) == 0) {
        text_add(&r->problem, "columns 'random:N' need a single agent; the agents of a crowd draw from the seed");
    } else if (at >= count && count == 0) {
        text_add(&r->problem, "this brain has no random streams");
    } else if (at > UINT32_MAX) {
        text_add(&r->problem, "a random stream must be a whole number, as in 'random:0', not ");
        text_quoted(&r->problem, number, "");
    } else if (at >= count && count == 1) {
        text_format(&r->problem, "unknown random stream %llu; this brain has only 'random:0'", (unsigned long long)at);
    } else if (at >= count) {
        text_format(&r->problem, "unknown random stream %llu; this brain has 'random:0' to 'random:%u'",
                    (unsigned long long)at, (unsigned)count - 1);
    }
    if (r->problem.length > 0) {
        say_cell(r);
        return (column){COLUMN_UNKNOWN, 0, NULL};
    }
    return (column){COLUMN_DRAW, (uint32_t)at, NULL};
}

static column find_column(reading *r) {
    const char *name = r->cell.text;
    size_t length = strlen(name);
    if (strncmp(name, draws, sizeof draws - 1) == 0) {
        return find_place(r, name + sizeof draws - 1);
    }
    if (strcmp(name, "raise") == 0) {
        return (column){COLUMN_RAISE, 0, NULL};
    }
    if (strcmp(name, "tick") == 0) {
        return (column){COLUMN_TICK, 0};
    }
    if (strcmp(name, "do") == 0) {
        return (column){COLUMN_DO, 0, NULL};
    }
    const char *open = strchr(name, '(');
    if (open != NULL && name[length - 1] == ')' && span_trim((span){open + 1, strlen(open) - 2}).length > 0) {
        return find_call_column(r, name, open);
    }
    if (length > 2 && strcmp(name + length - 2, "()") == 0) {
        length -= 2;
        uint32_t row = find_function(r->desc, name, length);
        if (row != WITS_NONE && is_asked(&r->desc->functions[row])) {
            return (column){COLUMN_FUNCTION, row, NULL};
        }
    } else {
        uint32_t row = wits_find_field(r->brain, name);
        if (row != WITS_NONE) {
            return (column){COLUMN_FIELD, row, NULL};
        }
    }
    if (name[0] == '\0') {
        text_add(&r->problem, "this column has no name");
        say_cell(r);
    } else {
        say_unknown_column(r, name, length);
    }
    return (column){COLUMN_UNKNOWN, 0, NULL};
}

static bool is_same_text(const char *a, const char *b) {
    return a == NULL || b == NULL ? a == b : strcmp(a, b) == 0;
}

static void read_column(reading *r) {
    column found = find_column(r);
    for (size_t i = 0; i < r->column_count && found.kind != COLUMN_UNKNOWN; i++) {
        if (r->columns[i].kind == found.kind && r->columns[i].row == found.row &&
            is_same_text(r->columns[i].arguments, found.arguments)) {
            text_add(&r->problem, "duplicate column ");
            text_quoted(&r->problem, r->cell.text, "");
            say_cell(r);
            break;
        }
    }
    r->columns = grow(r->columns, &r->column_capacity, r->column_count + 1, sizeof *r->columns);
    r->columns[r->column_count++] = found;
}

// --------------------------------------------------------------------------------------------------------------- cells

static void add_value(inputs *to, input_value value) {
    to->values = grow(to->values, &to->value_capacity, to->value_count + 1, sizeof *to->values);
    to->values[to->value_count++] = value;
    to->rows[to->row_count - 1].value_count++;
}

/// The number must be below 1 even after rounding to a float.
static void read_draw_cell(reading *r, column at) {
    static const wits_field_desc number = {.name = "random", .type = WITS_TYPE_FLOAT};
    double value = 0.0;
    if (r->cell.text[0] == '\0') {
        return;
    }
    const bool is_number = read_value(&number, r->cell.text, &value, &r->problem);
    text_clear(&r->problem);
    if (!is_number || !((float)value >= 0.0f && (float)value < 1.0f)) {
        text_format(&r->problem, "%s%u must be a number from 0 to below 1, not ", draws, (unsigned)at.row);
        text_quoted(&r->problem, r->cell.text, "");
        say_cell(r);
        return;
    }
    add_value(r->to, (input_value){.row = at.row, .value = value == 0.0 ? 0.0 : value, .is_draw = true});
}

static void read_value_cell(reading *r, column at) {
    if (r->cell.text[0] == '\0') {
        return;
    }
    bool is_function = at.kind == COLUMN_FUNCTION;
    wits_field_desc field = is_function ? field_of_function(&r->desc->functions[at.row]) : r->desc->fields[at.row];
    const wits_promise *promise = is_function ? &r->promises->functions[at.row] : &r->promises->fields[at.row];
    double value;
    text_format(&r->problem, "%s%s ", field.name, is_function ? "()" : "");
    if (!read_value(&field, r->cell.text, &value, &r->problem) || !check_range(promise, &field, value, &r->problem)) {
        say_cell(r);
        return;
    }
    text_clear(&r->problem);
    add_value(r->to, (input_value){is_function, at.row, value, at.arguments, false});
}

/// Cuts the next word off a text; null at the end.
static char *take_word(char **rest) {
    char *first = *rest + strspn(*rest, " \t\n");
    if (*first == '\0') {
        return NULL;
    }
    char *end = first + strcspn(first, " \t\n");
    *rest = *end == '\0' ? end : end + 1;
    *end = '\0';
    return first;
}

uint64_t read_event(const wits_desc *desc, const char *name, text *problem) {
    guess found = guess_at(name);
    for (uint32_t row = 0; row < desc->event_count; row++) {
        if (strcmp(desc->events[row], name) == 0) {
            return (uint64_t)1 << row;
        }
        guess_offer(&found, desc->events[row]);
    }
    text_add(problem, "unknown event ");
    text_quoted(problem, name, "");
    text_guess(problem, &found, "");
    return 0;
}

static void read_events(reading *r) {
    char *rest = r->cell.text;
    for (char *name = take_word(&rest); name != NULL; name = take_word(&rest)) {
        if (r->other != NULL && wits_find_event(r->brain, name) == WITS_NONE &&
            wits_find_event(wits_file_brain(r->other), name) != WITS_NONE) {
            continue;
        }
        uint64_t event = read_event(r->desc, name, &r->problem);
        r->to->rows[r->to->row_count - 1].events |= event;
        if (event == 0) {
            say_part(r, name);
        }
    }
}

static void add_unknown_state(const wits_desc *desc, const wits_brain *brain, const char *name, text *problem) {
    char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
    guess found = guess_at(name);
    text several = {0};
    uint32_t count = 0;
    for (uint32_t row = 1; row < desc->state_count; row++) {
        guess_offer(&found, desc->states[row].name);
        if (strcmp(desc->states[row].name, name) == 0) {
            wits_state_path(brain, (wits_state_id)row, path, sizeof path);
            text_format(&several, "%s%s", count++ == 0 ? "" : ", ", path);
        }
    }
    if (count > 1) {
        text_format(problem, "ambiguous state '%s'; write one of: %s", name, text_of(&several));
    } else {
        text_add(problem, "unknown state ");
        text_quoted(problem, name, "");
        text_guess(problem, &found, "");
    }
    text_free(&several);
}

bool read_state_name(const wits_desc *desc, const wits_brain *brain, const char *name, wits_state_id *state,
                     text *problem) {
    bool is_root = strcmp(name, "/") == 0;  // a path that ends at once
    *state = is_root ? (wits_state_id)WITS_ROOT : wits_find_state(brain, name);
    if (*state == WITS_NONE) {
        add_unknown_state(desc, brain, name, problem);
    }
    return *state != WITS_NONE;
}

static bool read_state(reading *r, input_verb verb, const char *part, const char *name, wits_state_id *state) {
    *state = WITS_NONE;
    if (name == NULL && verbs[verb].takes_state) {
        text_format(&r->problem, "%s needs a state", verbs[verb].name);
        say_part(r, part);
        return false;
    }
    if (name != NULL && !verbs[verb].takes_state) {
        text_format(&r->problem, "%s takes no state; separate calls by ';'", verbs[verb].name);
        say_part(r, name);
        return false;
    }
    if (name == NULL) {
        return true;
    }
    if (read_state_name(r->desc, r->brain, name, state, &r->problem) && *state == WITS_ROOT &&
        verb != INPUT_SET_STATE) {
        text_format(&r->problem, "%s cannot lead to the root", verbs[verb].name);
    }
    bool is_good = r->problem.length == 0;
    if (!is_good) {
        say_part(r, name);
    }
    return is_good;
}

static void read_call(reading *r, char *part) {
    char *rest = part;
    char *name = take_word(&rest);
    uint32_t verb = 0;
    guess found = guess_at(name == NULL ? "" : name);
    for (; name != NULL && verb < VERBS && strcmp(verbs[verb].name, name) != 0; verb++) {
        guess_offer(&found, verbs[verb].name);
    }
    if (name == NULL || verb == VERBS) {
        text_add(&r->problem, name == NULL ? "missing call" : "unknown call ");
        if (name != NULL) {
            text_quoted(&r->problem, name, "");
        }
        text_guess(&r->problem, &found, "");
        say_part(r, name == NULL ? part : name);
        return;
    }
    wits_state_id state;
    char *state_name = take_word(&rest);
    const char *more = take_word(&rest);
    if (more != NULL) {
        text_quoted(&r->problem, more, "");
        text_add(&r->problem, " is unexpected; separate calls by ';'");
        say_part(r, more);
    } else if (read_state(r, (input_verb)verb, name, state_name, &state)) {
        inputs *to = r->to;
        to->calls = grow(to->calls, &to->call_capacity, to->call_count + 1, sizeof *to->calls);
        to->calls[to->call_count++] = (input_call){(input_verb)verb, state};
        to->rows[to->row_count - 1].call_count++;
    }
}

static void read_calls(reading *r) {
    char *part = r->cell.text;
    r->calls = place_of(r, part);
    while (part[0] != '\0') {
        char *end = part + strcspn(part, ";");
        bool more = *end == ';';
        *end = '\0';
        read_call(r, part);
        part = more ? end + 1 : end;
        if (more && part[0] == '\0') {
            text_add(&r->problem, "missing call after this ';'");
            say_part(r, end);
        }
    }
}

bool read_tick(const char *given, uint32_t *tick, text *problem) {
    const uint64_t value = read_digits(given);
    if (value > UINT32_MAX) {
        text_format(problem, "a tick must be a whole number from 0 to %lu, not ", (unsigned long)UINT32_MAX);
        text_quoted(problem, given, "");
        return false;
    }
    *tick = (uint32_t)value;
    return true;
}

/// Ticks must ascend.
static void read_tick_cell(reading *r) {
    uint32_t tick = 0;
    bool is_tick = read_tick(r->cell.text, &tick, &r->problem);
    if (is_tick && tick < r->next_tick) {
        text_format(&r->problem, "ticks must ascend; %u cannot follow %llu", (unsigned)tick,
                    (unsigned long long)r->next_tick - 1);
    }
    if (r->problem.length > 0) {
        say_cell(r);
    } else {
        r->to->rows[r->to->row_count - 1].tick = tick;
        r->next_tick = (uint64_t)tick + 1;
    }
}

static void read_cell(reading *r, column at) {
    switch (at.kind) {
    case COLUMN_FIELD:
    case COLUMN_FUNCTION:
        read_value_cell(r, at);
        break;
    case COLUMN_DRAW:
        read_draw_cell(r, at);
        break;
    case COLUMN_TICK:
        read_tick_cell(r);
        break;
    case COLUMN_RAISE:
        read_events(r);
        break;
    case COLUMN_DO:
        read_calls(r);
        break;
    case COLUMN_UNKNOWN:
    default:
        break;
    }
}

// ---------------------------------------------------------------------------------------------------------------- rows

/// Begins a row. Without a tick column the first row is tick 1.
static void begin_row(reading *r) {
    inputs *to = r->to;
    to->rows = grow(to->rows, &to->row_capacity, to->row_count + 1, sizeof *to->rows);
    to->rows[to->row_count] = (input_row){.tick = (uint32_t)to->row_count + 1,
                                          .first_value = (uint32_t)to->value_count,
                                          .first_call = (uint32_t)to->call_count};
    to->row_count++;
}

static void check_length(reading *r, size_t cells) {
    if (cells != r->column_count) {
        text_format(&r->problem, "this row has %zu cell%s, the first row %zu", cells, cells == 1 ? "" : "s",
                    r->column_count);
        say_cell(r);
    }
}

static void end_row(reading *r, size_t cells) {
    check_length(r, cells);
    const input_row *row = &r->to->rows[r->to->row_count - 1];
    if (row->tick == 0 && row->call_count > 0) {
        text_add(&r->problem, "tick 0 is before the start, so nothing can be called there");
        say_there(r, r->calls);
    }
}

static void read_rows(reading *r) {
    while (csv_next(&r->csv, &r->cell)) {
        const size_t number = r->cell.number;
        if (r->cell.is_header) {
            read_column(r);
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

/// Reads from memory for one of two brains.
static bool read_bytes(const char *name, const text *bytes, const wits_file *file, const wits_file *other, unsigned may,
                       inputs *to) {
    *to = (inputs){0};
    reading r = {.desc = wits_file_desc(file),
                 .brain = wits_file_brain(file),
                 .promises = wits_file_promises(file),
                 .other = other,
                 .may = may,
                 .to = to,
                 .csv = csv_new(name, text_of(bytes), bytes->length)};
    read_rows(&r);
    csv_say_rest(&r.csv);
    const bool may_be_empty = (may & INPUTS_MAY_BE_EMPTY) != 0 && r.column_count > 0;
    if (r.csv.problems == 0 && to->row_count == 0 && !may_be_empty) {
        say_at((place){name, r.csv.line, r.csv.column}, SEVERITY_ERROR,
               "no rows after the names of the columns; each row has the inputs of a tick");
        r.csv.problems++;
    }
    bool good = r.csv.problems == 0;
    csv_free(&r.csv);
    text_free(&r.problem);
    free(r.columns);
    return good;
}

bool inputs_read_beside(const char *path, const wits_file *file, const wits_file *other, unsigned may, inputs *to) {
    text bytes = {0};
    *to = (inputs){0};
    const bool good = csv_load(path, &bytes) && read_bytes(shown_path(path), &bytes, file, other, may, to);
    text_free(&bytes);
    return good;
}

bool inputs_read(const char *path, const wits_file *file, unsigned may, inputs *to) {
    return inputs_read_beside(path, file, NULL, may, to);
}

bool inputs_read_text(const char *name, const text *bytes, const wits_file *file, unsigned may, inputs *to) {
    return read_bytes(name, bytes, file, NULL, may, to);
}

// --------------------------------------------------------------------------------------------------------------- ticks

/// Returns the first row of this tick or a later one.
static size_t row_from(const inputs *of, uint32_t tick) {
    size_t lo = 0, hi = of->row_count;
    while (lo < hi) {  // binary search
        size_t middle = lo + (hi - lo) / 2;
        if (of->rows[middle].tick < tick) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo;
}

const input_row *inputs_at(const inputs *of, uint32_t tick) {
    static const input_row nothing = {0};
    size_t row = row_from(of, tick);
    return row < of->row_count && of->rows[row].tick == tick ? &of->rows[row] : &nothing;
}

uint32_t inputs_last_tick(const inputs *of) {
    return of->row_count > 0 ? of->rows[of->row_count - 1].tick : 0;
}

void inputs_raise(inputs *to, uint32_t tick, uint64_t events) {
    size_t row = row_from(to, tick);
    if (row == to->row_count || to->rows[row].tick != tick) {
        to->rows = grow(to->rows, &to->row_capacity, to->row_count + 1, sizeof *to->rows);
        memmove(&to->rows[row + 1], &to->rows[row], (to->row_count - row) * sizeof *to->rows);
        to->rows[row] = (input_row){.tick = tick};
        to->row_count++;
    }
    to->rows[row].events |= events;
}

void inputs_free(inputs *of) {
    free(of->rows);
    free(of->values);
    for (size_t i = 0; i < of->argument_count; i++) {
        free(of->arguments[i]);
    }
    free(of->arguments);
    free(of->calls);
    *of = (inputs){0};
}
