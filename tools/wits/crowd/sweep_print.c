// SPDX-License-Identifier: MIT
// Prints the table of a sweep, and computes its numbers.
#include "agent/run.h"
#include "common/tool.h"
#include "crowd/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- numbers

typedef double number_fn(const sweep *of, const sweep_run *run, size_t row, uint32_t value);

/// Sums are of distances to the first number, so that equal numbers have exactly their mean and a deviation of 0.
static sweep_mean mean_of(const sweep *of, uint64_t point, number_fn *number, size_t row, uint32_t value) {
    const uint64_t first = point * of->axes.seeds, last = first + of->axes.seeds;
    const uint64_t end = last < of->done ? last : of->done;
    sweep_mean made = {.runs = end > first ? end - first : 0};
    const double one = made.runs > 0 ? number(of, &of->runs[first], row, value) : 0, base = isfinite(one) ? one : 0;
    double sum = 0, squares = 0;
    for (uint64_t i = first; i < end; i++) {
        sum += number(of, &of->runs[i], row, value) - base;
    }
    made.mean = base + sum / (double)made.runs;
    for (uint64_t i = first; i < end; i++) {
        const double away = number(of, &of->runs[i], row, value) - made.mean;
        squares += away * away;
    }
    made.deviation = made.runs > 1 ? sqrt(squares / (double)(made.runs - 1)) : 0;
    return made;
}

static double part_in_state(const sweep *of, const sweep_run *run, size_t row, uint32_t state) {
    (void)row;
    return (double)run->counts[state] / (double)of->agents;
}

static double number_of_field(const sweep *of, const sweep_run *run, size_t row, uint32_t value) {
    const field_stats *stats = &run->stats[row];
    return stats->shares != NULL ? (double)stats->shares[value] / (double)of->agents : stats->mean;
}

sweep_mean sweep_state(const sweep *of, uint64_t point, uint32_t state) {
    return mean_of(of, point, part_in_state, 0, state);
}

sweep_mean sweep_field(const sweep *of, uint64_t point, size_t row, uint32_t value) {
    return mean_of(of, point, number_of_field, row, value);
}

uint32_t sweep_value_of_field(const sweep *of, size_t row) {
    const field_stats *first = &of->runs[0].stats[row];
    const wits_field_desc *about = &wits_file_desc(of->given->file)->fields[of->given->fields.rows[row]];
    uint32_t best = about->type == WITS_TYPE_BOOL ? 1 : 0;
    uint64_t most = 0;
    for (uint32_t value = 0; value < first->share_count && about->type == WITS_TYPE_ENUM; value++) {
        uint64_t sum = 0;
        for (uint64_t i = 0; i < of->done; i++) {
            sum += of->runs[i].stats[row].shares[value];
        }
        best = sum > most ? value : best;
        most = sum > most ? sum : most;
    }
    return best;
}

// -------------------------------------------------------------------------------------------------------------- states

static uint64_t count_of_all(const sweep *s, uint32_t state) {
    uint64_t sum = 0;
    for (uint64_t i = 0; i < s->done; i++) {
        sum += s->runs[i].counts[state];
    }
    return sum;
}

uint32_t sweep_states(const sweep *of, uint32_t states[SWEEP_STATES], uint32_t *others) {
    uint32_t state_count = wits_file_desc(of->given->file)->state_count, count = 0;
    uint64_t *sums = allocate(state_count, sizeof *sums);
    bool *taken = allocate(state_count, sizeof *taken);
    for (uint32_t state = 0; state < state_count; state++) {
        sums[state] = count_of_all(of, state);
    }
    for (int found = 0; found < SWEEP_STATES; found++) {
        uint32_t best = 0;
        for (uint32_t state = 1; state < state_count; state++) {
            best = !taken[state] && (taken[best] || sums[state] > sums[best]) ? state : best;
        }
        taken[best] = taken[best] || sums[best] > 0;
    }
    *others = 0;
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

void text_sweep_state(text *to, const wits_brain *brain, const uint32_t *states, uint32_t count, uint32_t which) {
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

// --------------------------------------------------------------------------------------------------------------- table

static void add_cell(text *to, const char *cell, size_t width) {
    size_t taken = text_width(cell, strlen(cell));
    text_spaces(to, 2 + (taken < width ? width - taken : 0));
    text_add(to, cell);
}

/// A table whose columns are as wide as their widest cell. The first row of cells is the heading.
typedef struct table {
    text *cells;
    size_t columns, rows;
    size_t at;  ///< index of the next cell
} table;

static text *next_cell(table *t) {
    return &t->cells[t->at++];
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
            add_cell(&line, text_of(&t->cells[row * t->columns + column]), widths[column]);
        }
        printf("%s\n", text_of(&line));
    }
    text_free(&line);
    free(widths);
}

/// Returns whether each row is a point, not a run.
static bool is_summary(const sweep *s) {
    return s->axes.count > 0 && s->axes.seeds > 1;
}

static void add_percent(text *to, const sweep_mean *of) {
    text_format(to, "%.2f", of->mean * 100);
    if (of->runs > 1) {
        text_format(to, " ± %.2f", of->deviation * 100);
    }
    text_add(to, " %");
}

static void fill_summary(const sweep *s, uint64_t point, const uint32_t *states, uint32_t count, table *to) {
    for (uint32_t i = 0; i < count; i++) {
        const sweep_mean part = sweep_state(s, point, states[i]);
        add_percent(next_cell(to), &part);
    }
    for (size_t i = 0; i < s->given->fields.count; i++) {
        const wits_field_desc *about = &wits_file_desc(s->given->file)->fields[s->given->fields.rows[i]];
        const uint32_t value = sweep_value_of_field(s, i);
        const sweep_mean mean = sweep_field(s, point, i, value);
        text *cell = next_cell(to);
        if (s->runs[0].stats[i].shares != NULL) {
            text_value(cell, about, (double)value, false);
            text_add(cell, " ");
            add_percent(cell, &mean);
        } else {
            text_short_number(cell, mean.mean);
            if (mean.runs > 1) {
                text_add(cell, " ± ");
                text_format(cell, "%.2g", mean.deviation);
            }
        }
    }
    text_format(next_cell(to), "%llu", (unsigned long long)sweep_state(s, point, 0).runs);
}

static void fill_run(const sweep *s, uint64_t number, const uint32_t *states, uint32_t count, table *to) {
    const sweep_run *run = &s->runs[number];
    for (uint32_t i = 0; i < count; i++) {
        text_format(next_cell(to), "%.2f %%", part_in_state(s, run, 0, states[i]) * 100);
    }
    for (size_t i = 0; i < s->given->fields.count; i++) {
        const wits_field_desc *about = &wits_file_desc(s->given->file)->fields[s->given->fields.rows[i]];
        text_field_briefly(next_cell(to), about, &run->stats[i], s->agents);
    }
    text_format(next_cell(to), "%016llx", (unsigned long long)run->hash);
}

static void fill_heading(const sweep *s, const uint32_t *states, uint32_t count, table *to) {
    const wits_desc *desc = wits_file_desc(s->given->file);
    for (size_t i = 0; i < s->axes.count; i++) {
        text_add(next_cell(to), text_of(&s->axes.items[i].name));
    }
    if (s->axes.count == 0) {
        text_add(next_cell(to), "seed");
    }
    for (uint32_t i = 0; i < count; i++) {
        text_sweep_state(next_cell(to), wits_file_brain(s->given->file), states, count, i);
    }
    for (size_t i = 0; i < s->given->fields.count; i++) {
        text_add(next_cell(to), desc->fields[s->given->fields.rows[i]].name);
    }
    text_add(next_cell(to), is_summary(s) ? "runs" : "hash");
}

static void print_above(const sweep *s) {
    const uint64_t ticks = crowd_ticks(s->options, s->given);
    printf("%s: %llu agent%s, %llu tick%s, %llu run%s", wits_state_name(wits_file_brain(s->given->file), WITS_ROOT),
           (unsigned long long)s->agents, s->agents == 1 ? "" : "s", (unsigned long long)ticks, ticks == 1 ? "" : "s",
           (unsigned long long)s->done, s->done == 1 ? "" : "s");
    printf("%s\n\n", is_summary(s) ? "; mean ± standard deviation over the seeds" : "");
}

void sweep_print(const sweep *of) {
    uint32_t states[SWEEP_STATES], others;
    const uint32_t count = sweep_states(of, states, &others);
    const size_t names = of->axes.count > 0 ? of->axes.count : 1;
    const uint64_t runs_a_row = is_summary(of) ? of->axes.seeds : 1;
    const uint64_t rows = (of->done + runs_a_row - 1) / runs_a_row;
    table t = {.columns = names + count + of->given->fields.count + 1, .rows = (size_t)rows + 1};
    t.cells = allocate(t.columns * t.rows, sizeof *t.cells);
    fill_heading(of, states, count, &t);
    for (uint64_t row = 0; row < rows; row++) {
        for (size_t i = 0; i < of->axes.count; i++) {
            text_add(next_cell(&t), sweep_value(&of->axes, i, row * runs_a_row / of->axes.seeds));
        }
        if (of->axes.count == 0) {
            text_format(next_cell(&t), "%llu", (unsigned long long)(of->options->first_seed + row));
        }
        if (is_summary(of)) {
            fill_summary(of, row, states, count, &t);
        } else {
            fill_run(of, row, states, count, &t);
        }
    }
    print_above(of);
    print_table(&t);
    if (others > 0) {
        printf("\n%u more state%s: --format csv has all\n", (unsigned)others, others == 1 ? "" : "s");
    }
    for (size_t i = 0; i < t.columns * t.rows; i++) {
        text_free(&t.cells[i]);
    }
    free(t.cells);
}
