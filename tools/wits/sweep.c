// SPDX-License-Identifier: MIT
// --seeds and --sweep: the same crowd again and again, with another seed or another value.
#include "crowd_life.h"
#include "ranks.h"
#include "team.h"
#include "tool.h"

#include <stdlib.h>
#include <string.h>

enum { NAMED_STATES = 8 };

/// One run: its row.
typedef struct sweep_row {
    text value;        ///< the seed, or what is set
    uint64_t *counts;  ///< by state
    text *fields;      ///< in a word
    uint64_t hash;
    uint64_t ticks;
} sweep_row;

typedef struct sweep {
    const crowd_options *options;
    const crowd_given *given;
    many_options how;
    text name;          ///< "seed", or what is set
    text *assignments;  ///< of --sweep: "NAME=VALUE"
    sets *sets;
    uint64_t count;
    sweep_row *rows;  ///< of --format text, all runs that are done
    uint64_t done;
} sweep;

// -------------------------------------------------------------------------------------------------------------- values

static void add_value(sweep *to, size_t *capacity, const char *start, size_t length) {
    to->assignments = grow(to->assignments, capacity, (size_t)to->count + 1, sizeof *to->assignments);
    text *one = &to->assignments[to->count++];
    *one = (text){0};
    text_format(one, "%s=", text_of(&to->name));
    text_add_bytes(one, start, length);
}

/// At commas outside of parentheses, so that `max(a, b)` is one value. False, said, if one is empty.
static bool split_values(sweep *to, const char *values) {
    size_t capacity = 0;
    int depth = 0;
    const char *begin = values;
    for (const char *at = values;; at++) {
        depth += *at == '(' ? 1 : *at == ')' ? -1 : 0;
        if (*at != '\0' && (*at != ',' || depth > 0)) {
            continue;
        }
        size_t length = (size_t)(at - begin);
        if (strspn(begin, " \t") >= length) {
            say_misuse(crowd_name, "--sweep %s: a value is missing; it is NAME=VALUE,VALUE,...", to->options->sweep);
            return false;
        }
        add_value(to, &capacity, begin, length);
        if (*at == '\0') {
            return true;
        }
        begin = at + 1;
    }
}

static int read_values(sweep *to) {
    const crowd_options *options = to->options;
    const char *equals = strchr(options->sweep, '=');
    if (equals == NULL) {
        return say_misuse(crowd_name, "--sweep is NAME=VALUE,VALUE,..., not '%s'", options->sweep);
    }
    text_add_bytes(&to->name, options->sweep, (size_t)(equals - options->sweep));
    if (!split_values(to, equals + 1)) {
        return STATUS_MISUSE;
    }
    to->sets = allocate((size_t)to->count, sizeof *to->sets);
    const char **all = allocate(options->set_count + 1, sizeof *all);
    int status = STATUS_DONE;
    for (size_t i = 0; i < options->set_count; i++) {
        all[i] = options->sets[i];
    }
    for (uint64_t i = 0; i < to->count && status == STATUS_DONE; i++) {
        all[options->set_count] = text_of(&to->assignments[i]);
        status = crowd_read_sets(to->given->file, all, options->set_count + 1, "--sweep", &to->sets[i]);
    }
    free(all);
    return status;
}

static int sweep_begin(const crowd_options *options, const crowd_given *given, many_options how, sweep *to) {
    *to = (sweep){.options = options, .given = given, .how = how};
    if (options->sweep != NULL) {
        int status = read_values(to);
        if (status != STATUS_DONE) {
            return status;
        }
    } else {
        text_add(&to->name, "seed");
        to->count = options->last_seed - options->first_seed + 1;
    }
    to->rows = allocate((size_t)to->count, sizeof *to->rows);
    return STATUS_DONE;
}

static void sweep_end(sweep *of) {
    for (uint64_t i = 0; i < of->done; i++) {
        text_free(&of->rows[i].value);
        for (size_t field = 0; field < of->given->fields.count && of->rows[i].fields != NULL; field++) {
            text_free(&of->rows[i].fields[field]);
        }
        free(of->rows[i].fields);
        free(of->rows[i].counts);
    }
    for (uint64_t i = 0; i < of->count && of->assignments != NULL; i++) {
        text_free(&of->assignments[i]);
        if (of->sets != NULL) {
            sets_free(&of->sets[i]);
        }
    }
    free(of->rows);
    free(of->assignments);
    free(of->sets);
    text_free(&of->name);
}

// ---------------------------------------------------------------------------------------------------------------- text

static void keep_row(sweep *to, sweep_row *row, crowd_life *one) {
    const many *m = &one->crowd;
    size_t count = to->given->fields.count;
    tally counted = many_count(&one->crowd);
    field_stats *all = stats_of(&one->crowd, &to->given->fields);
    row->counts = counted.counts;
    row->hash = many_hash(&one->crowd);
    row->ticks = one->what.ticks;
    row->fields = allocate(count, sizeof *row->fields);
    for (size_t i = 0; i < count; i++) {
        text_field_briefly(&row->fields[i], &m->desc->fields[to->given->fields.rows[i]], &all[i], m->how.agents);
    }
    stats_free(all, count);
}

static uint64_t count_of_all(const sweep *s, uint32_t state) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < s->done; i++) {
        sum += s->rows[i].counts[state];
    }
    return sum;
}

/// The states that most agents are in, over all runs, in the order of the tree. Returns how many; somebody was in so
/// many `others`.
static uint32_t choose_states(const sweep *s, uint32_t *states, uint32_t *others) {
    uint32_t state_count = wits_file_desc(s->given->file)->state_count, count = 0;
    uint64_t *sums = allocate(state_count, sizeof *sums);
    bool *taken = allocate(state_count, sizeof *taken);
    for (uint32_t state = 0; state < state_count; state++) {
        sums[state] = count_of_all(s, state);
    }
    for (int found = 0; found < NAMED_STATES; found++) {
        uint32_t best = 0;
        for (uint32_t state = 1; state < state_count; state++) {
            best = !taken[state] && (taken[best] || sums[state] > sums[best]) ? state : best;
        }
        taken[best] = taken[best] || sums[best] > 0;
    }
    for (uint32_t state = 0; state < state_count; state++) {
        if (taken[state]) {
            states[count++] = state;
        } else {
            *others += sums[state] > 0;
        }
    }
    free(sums);
    free(taken);
    return count;
}

static void add_cell(text *to, const char *cell, size_t width) {
    size_t taken = text_width(cell, strlen(cell));
    text_spaces(to, 2 + (taken < width ? width - taken : 0));
    text_add(to, cell);
}

/// A table whose columns are as wide as their widest cell: cells of all rows, the first being the heading.
typedef struct table {
    text *cells;
    size_t columns, rows;
} table;

static text *cell_of(const table *t, size_t row, size_t column) {
    return &t->cells[row * t->columns + column];
}

static void print_table(const table *t) {
    size_t *widths = allocate(t->columns, sizeof *widths);
    text line = {0};
    for (size_t i = 0; i < t->rows * t->columns; i++) {
        size_t width = text_width(text_of(&t->cells[i]), t->cells[i].length);
        widths[i % t->columns] = width > widths[i % t->columns] ? width : widths[i % t->columns];
    }
    for (size_t row = 0; row < t->rows; row++) {
        text_clear(&line);
        for (size_t column = 0; column < t->columns; column++) {
            add_cell(&line, text_of(cell_of(t, row, column)), widths[column]);
        }
        printf("%s\n", text_of(&line));
    }
    text_free(&line);
    free(widths);
}

/// The state's own name, or its path where another state of the table has the same.
static void add_heading(text *to, const wits_brain *brain, const uint32_t *states, uint32_t count, uint32_t which) {
    const char *own = wits_state_name(brain, (wits_state_id)states[which]);
    uint32_t same = 0;
    for (uint32_t i = 0; i < count; i++) {
        same += strcmp(wits_state_name(brain, (wits_state_id)states[i]), own) == 0;
    }
    if (same > 1) {
        text_state_name(to, brain, (wits_state_id)states[which]);
    } else {
        text_add(to, own);
    }
}

static void fill_row(const sweep *s, const sweep_row *row, const uint32_t *states, uint32_t count, text *cells) {
    text_add(cells++, text_of(&row->value));
    for (uint32_t i = 0; i < count; i++) {
        text_format(cells++, "%.2f %%", (double)row->counts[states[i]] * 100 / (double)s->how.agents);
    }
    for (size_t i = 0; i < s->given->fields.count; i++) {
        text_add(cells++, text_of(&row->fields[i]));
    }
    text_format(cells, "%016llx", (unsigned long long)row->hash);
}

static void print_rows(const sweep *s) {
    const wits_brain *brain = wits_file_brain(s->given->file);
    const wits_desc *desc = wits_file_desc(s->given->file);
    uint32_t states[NAMED_STATES];
    uint32_t others = 0;
    uint32_t count = choose_states(s, states, &others);
    table t = {.columns = 1 + count + s->given->fields.count + 1, .rows = (size_t)s->done + 1};
    t.cells = allocate(t.columns * t.rows, sizeof *t.cells);
    text *heading = t.cells;
    text_add(heading++, text_of(&s->name));
    for (uint32_t i = 0; i < count; i++) {
        add_heading(heading++, brain, states, count, i);
    }
    for (size_t i = 0; i < s->given->fields.count; i++) {
        text_add(heading++, desc->fields[s->given->fields.rows[i]].name);
    }
    text_add(heading, "hash");
    for (uint64_t i = 0; i < s->done; i++) {
        fill_row(s, &s->rows[i], states, count, cell_of(&t, (size_t)i + 1, 0));
    }
    uint64_t ticks = crowd_ticks(s->options, s->given);
    printf("%s: %llu agent%s, %llu tick%s, %llu run%s\n\n", wits_state_name(brain, WITS_ROOT),
           (unsigned long long)s->how.agents, s->how.agents == 1 ? "" : "s", (unsigned long long)ticks,
           ticks == 1 ? "" : "s", (unsigned long long)s->done, s->done == 1 ? "" : "s");
    print_table(&t);
    if (others > 0) {
        printf("\n%u more state%s: --format csv has all\n", (unsigned)others, others == 1 ? "" : "s");
    }
    for (size_t i = 0; i < t.columns * t.rows; i++) {
        text_free(&t.cells[i]);
    }
    free(t.cells);
}

// ---------------------------------------------------------------------------------------------------------------- rows

/// In quotes where it has a comma or a quote.
static void add_csv(text *to, const char *cell) {
    bool is_plain = strpbrk(cell, ",\"\n") == NULL;
    text_add(to, is_plain ? "" : "\"");
    for (; *cell != '\0'; cell++) {
        text_add(to, *cell == '"' ? "\"\"" : (const char[]){*cell, '\0'});
    }
    text_add(to, is_plain ? "" : "\"");
}

static void print_csv_row(const sweep *s, const char *value, crowd_life *one) {
    text row = {0};
    tally counted = many_count(&one->crowd);
    if (s->done == 0) {
        add_csv(&row, text_of(&s->name));
        text_add(&row, ",hash");
        text_counts_names(&row, &one->what);
        text_add(&row, "\n");
    }
    add_csv(&row, value);
    text_format(&row, ",%016llx", (unsigned long long)many_hash(&one->crowd));
    text_counts(&row, &one->what, counted.counts);
    printf("%s\n", text_of(&row));
    text_free(&row);
    free(counted.counts);
}

static void print_json_row(const sweep *s, const char *value, const crowd_life *one) {
    text row = {0};
    text_add(&row, s->done == 0 ? "{\"runs\":[\n" : ",\n");
    text_add(&row, "{\"sweep\":{");
    text_json(&row, text_of(&s->name));
    text_add(&row, ":");
    if (s->options->sweep == NULL) {
        text_add(&row, value);
    } else {
        text_json(&row, value);
    }
    text_add(&row, "},");
    text object = {0};
    text_crowd_json(&object, &one->what);
    text_add(&row, text_of(&object) + 1);  // behind its brace
    fputs(text_of(&row), stdout);
    text_free(&object);
    text_free(&row);
}

static void add_value_of(const sweep *s, uint64_t number, text *to) {
    if (s->options->sweep == NULL) {
        text_format(to, "%llu", (unsigned long long)(s->options->first_seed + number));
    } else {
        const char *value = text_of(&s->assignments[number]) + s->name.length + 1;
        text_add(to, value + strspn(value, " \t"));
    }
}

static bool nothing_after(void *user, crowd_life *of, uint32_t tick) {
    (void)user;
    (void)of;
    (void)tick;
    return true;
}

/// One run. Returns a status; STATUS_INTERRUPTED if it has not come to its end.
static int run_one(sweep *s, uint64_t number, progress *bar) {
    crowd_life one;
    many_options how = s->how;
    how.seed = s->options->sweep == NULL ? s->options->first_seed + number : how.seed;
    const sets *set = s->options->sweep == NULL ? &s->given->set : &s->sets[number];
    int status = crowd_begin(s->options, s->given, set, how, &one);
    if (status == STATUS_DONE) {
        if (s->done == 0) {
            crowd_targets_say_absent(&one.crowd.targets);
        }
        crowd_run(&one, bar, false, nothing_after, NULL);
        status = one.what.ticks < one.what.planned ? STATUS_INTERRUPTED : STATUS_DONE;
    }
    if (status == STATUS_DONE) {
        sweep_row *row = &s->rows[s->done];
        add_value_of(s, number, &row->value);
        if (s->options->format == FORMAT_TEXT) {
            keep_row(s, row, &one);
        } else if (s->options->format == FORMAT_CSV) {
            print_csv_row(s, text_of(&row->value), &one);
        } else {
            print_json_row(s, text_of(&row->value), &one);
        }
        s->done++;
    }
    crowd_end(&one);
    return status;
}

int crowd_sweep(const crowd_options *options, const crowd_given *given, many_options how) {
    sweep s;
    int status = sweep_begin(options, given, how, &s);
    for (uint64_t i = 0; i < s.count && status == STATUS_DONE && !ranks_any(!output_is_open(stdout)); i++) {
        progress bar = progress_begin(options->format != FORMAT_JSON && ranks_mine() == 0, crowd_ticks(options, given));
        status = run_one(&s, i, &bar);
    }
    if (s.done > 0 && options->format == FORMAT_TEXT) {
        print_rows(&s);
    } else if (s.done > 0 && options->format == FORMAT_JSON) {
        printf("\n]}\n");
    }
    int printed = finish_output(stdout, "standard output");
    if (status == STATUS_INTERRUPTED && output_is_open(stdout) && ranks_mine() == 0) {
        fprintf(stderr, "wits crowd: interrupted after %llu of %llu runs\n", (unsigned long long)s.done,
                (unsigned long long)s.count);
    }
    sweep_end(&s);
    return status == STATUS_DONE ? printed : status;
}
