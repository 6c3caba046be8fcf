// SPDX-License-Identifier: MIT
// The inputs of one agent of a comparison, as a file for `wits run`. A crowd of this agent alone draws the same values.
#include "diff/diff.h"

#include "common/lookup.h"
#include "common/target_lists.h"
#include "common/tool.h"
#include "prove/prove.h"

#include <stdlib.h>
#include <string.h>

/// A column of the file.
typedef struct case_column {
    bool is_function;
    uint32_t row;
    const char *arguments;  ///< of the calls that are meant; null: all
    uint32_t field;         ///< column of the crowd that has the values that are set; WITS_NONE: nothing is set
    bool is_over;           ///< inputs have set the function, so --set no longer counts
    wits_field_desc about;
} case_column;

typedef struct case_file {
    const diff *of;
    const diff_side *side;
    crowd_sim *crowd;
    case_column *columns;
    size_t count, capacity;
    bool has_events, has_calls;
} case_file;

static bool is_column(const case_column *one, bool is_function, uint32_t row, const char *arguments) {
    return one->is_function == is_function && one->row == row &&
           strcmp(one->arguments != NULL ? one->arguments : "", arguments != NULL ? arguments : "") == 0;
}

static case_column *find_column(const case_file *f, bool is_function, uint32_t row, const char *arguments) {
    for (size_t i = 0; i < f->count; i++) {
        if (is_column(&f->columns[i], is_function, row, arguments)) {
            return &f->columns[i];
        }
    }
    return NULL;
}

static void add_column(case_file *f, bool is_function, uint32_t row, const char *arguments, uint32_t field) {
    if (find_column(f, is_function, row, arguments) != NULL) {
        return;
    }
    const wits_desc *desc = f->side->desc;
    f->columns = grow(f->columns, &f->capacity, f->count + 1, sizeof *f->columns);
    f->columns[f->count++] =
        (case_column){.is_function = is_function,
                      .row = row,
                      .arguments = arguments,
                      .field = field,
                      .about = is_function ? field_of_function(&desc->functions[row]) : desc->fields[row]};
}

static void find_columns(case_file *f) {
    const sets *set = &f->side->given.set;
    const inputs *in = &f->side->given.in;
    for (size_t i = 0; i < set->count; i++) {
        add_column(f, set->items[i].is_function, set->items[i].row, set->items[i].arguments, set->items[i].field);
    }
    for (size_t i = 0; i < in->value_count; i++) {
        add_column(f, in->values[i].is_function, in->values[i].row, in->values[i].arguments, WITS_NONE);
    }
    f->has_events = f->of->has_draws && f->side->desc->event_count > 0;
    for (size_t i = 0; i < in->row_count; i++) {
        f->has_events = f->has_events || in->rows[i].events != 0;
        f->has_calls = f->has_calls || in->rows[i].call_count > 0;
    }
}

/// Writes "health" or "near(3,\"door\")".
static void text_column_name(text *to, const case_file *f, const case_column *one) {
    text_add(to, one->is_function ? f->side->desc->functions[one->row].name : one->about.name);
    if (one->is_function) {
        text_format(to, "(%s)", one->arguments != NULL ? one->arguments : "");
    }
}

static void text_names(text *to, const case_file *f) {
    text_add(to, "tick");
    for (size_t i = 0; i < f->count; i++) {
        text name = {0};
        text_column_name(&name, f, &f->columns[i]);
        text_add(to, ",");
        text_cell(to, text_of(&name));
        text_free(&name);
    }
    text_add(to, f->has_events ? ",raise" : "");
    text_add(to, f->has_calls ? ",do" : "");
    text_add(to, "\n");
}

// ---------------------------------------------------------------------------------------------------------------- rows

/// Returns the value that the inputs give in a row, or null.
static const input_value *value_in(const case_file *f, const input_row *row, const case_column *one) {
    for (uint32_t i = row->value_count; i-- > 0;) {
        const input_value *value = &f->side->given.in.values[row->first_value + i];
        if (is_column(one, value->is_function, value->row, value->arguments)) {
            return value;
        }
    }
    return NULL;
}

/// Before the start, settings replace inputs. Later inputs replace settings.
static void text_value_cell(text *to, const case_file *f, case_column *one, const input_row *row, uint32_t tick) {
    const input_value *value = value_in(f, row, one);
    const bool is_set = one->field != WITS_NONE && (tick == 0 || (diff_sets_at(f->of, tick) && !one->is_over));
    text_add(to, ",");
    if (is_set && (tick == 0 || value == NULL)) {
        text_value(to, &one->about, crowd_sim_get(f->crowd, 0, one->field), false);
    } else if (value != NULL) {
        text_value(to, &one->about, value->value, false);
    }
    one->is_over = one->is_over || (one->is_function && one->arguments == NULL && value != NULL && tick > 0);
}

static void text_event_cell(text *to, const case_file *f, const input_row *row, uint64_t agent, uint32_t tick) {
    const char *between = "";
    text_add(to, ",");
    for (uint32_t event = 0; event < f->side->desc->event_count; event++) {
        const bool is_drawn = tick > 0 && diff_sets_at(f->of, tick) &&
                              diff_raises(f->of, (uint32_t)(f->side - f->of->sides), event, agent, tick);
        if (is_drawn || (row->events >> event & 1) != 0) {
            text_format(to, "%s%s", between, f->side->desc->events[event]);
            between = " ";
        }
    }
}

static void text_call_cell(text *to, const case_file *f, const input_row *row) {
    text_add(to, ",");
    for (uint32_t i = 0; i < row->call_count; i++) {
        const input_call *call = &f->side->given.in.calls[row->first_call + i];
        text_format(to, "%s%s", i > 0 ? "; " : "", input_verb_name(call->verb));
        if (call->state == WITS_ROOT) {
            text_add(to, " /");
        } else if (call->state != WITS_NONE) {
            text_add(to, " /");
            text_path(to, f->side->brain, call->state);
        }
    }
}

static void text_row(text *to, const case_file *f, uint64_t agent, uint32_t tick) {
    const input_row *row = inputs_at(&f->side->given.in, tick);
    text_format(to, "%u", (unsigned)tick);
    for (size_t i = 0; i < f->count; i++) {
        text_value_cell(to, f, &f->columns[i], row, tick);
    }
    if (f->has_events) {
        text_event_cell(to, f, row, agent, tick);
    }
    if (f->has_calls) {
        text_call_cell(to, f, row);
    }
    text_add(to, "\n");
}

// ------------------------------------------------------------------------------------------------------------- targets

static void text_target_names(text *to, const wits_target_desc *kind) {
    text_add(to, "tick,id");
    for (uint32_t field = 0; field < kind->field_count; field++) {
        text_format(to, ",%s", kind->fields[field].name);
    }
    text_add(to, "\n");
}

static void text_target_row(text *to, const wits_target_desc *kind, const wits_target_list *list, uint32_t row) {
    text_format(to, ",%u", (unsigned)list->ids[row]);
    for (uint32_t i = 0; i < kind->field_count; i++) {
        const wits_field_desc field = field_of_target(&kind->fields[i]);
        const wits_column *column = &list->columns[i];
        const uint32_t at = kind->fields[i].own && list->own_rows != NULL ? list->own_rows[row] : row;
        text_add(to, ",");
        text_value(to, &field, value_at(column->type, (const unsigned char *)column->base + at * column->stride),
                   false);
    }
    text_add(to, "\n");
}

/// Writes the lists of a tick. A row without an id is an empty list.
static void add_targets(const case_file *f, uint32_t tick, diff_case *to) {
    for (uint32_t kind = 0; kind < f->side->desc->target_count; kind++) {
        const wits_target_desc *about = &f->side->desc->targets[kind];
        const wits_target_list *list = &f->crowd->targets.lists[kind];
        const uint32_t first = list->offsets != NULL ? list->offsets[0] : 0;
        const uint32_t end = list->offsets != NULL ? list->offsets[1] : list->count;
        text *file = &to->targets[kind];
        if (file->length == 0) {
            text_target_names(file, about);
        }
        for (uint32_t row = first; row < end; row++) {
            text_format(file, "%u", (unsigned)tick);
            text_target_row(file, about, list, row);
        }
        if (first == end) {
            text_format(file, "%u", (unsigned)tick);
            for (uint32_t i = 0; i <= about->field_count; i++) {
                text_add(file, ",");
            }
            text_add(file, "\n");
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------- file

/// Saves the values set before the start, for --set.
static void keep_sets(const case_file *f, diff_case *to) {
    to->sets = allocate(f->count + 1, sizeof *to->sets);
    for (size_t i = 0; i < f->count; i++) {
        if (f->columns[i].field != WITS_NONE) {
            text *one = &to->sets[to->set_count++];
            text_column_name(one, f, &f->columns[i]);
            text_add(one, "=");
            text_value(one, &f->columns[i].about, crowd_sim_get(f->crowd, 0, f->columns[i].field), false);
        }
    }
}

static bool has_row(const case_file *f, uint32_t tick) {
    const input_row *row = inputs_at(&f->side->given.in, tick);
    return tick == 0 || diff_sets_at(f->of, tick) || row->value_count > 0 || row->events != 0 || row->call_count > 0;
}

static bool write_rows(case_file *f, crowd_sim *const crowds[2], uint64_t agent, uint32_t last, diff_case *to) {
    find_columns(f);
    text_names(&to->inputs, f);
    bool is_good = true;
    for (uint64_t tick = 0; tick <= last && is_good; tick++) {
        if (tick == 0 || diff_sets_at(f->of, (uint32_t)tick)) {
            is_good = diff_set_values(f->of, crowds, (uint32_t)tick);
        }
        if (tick == 0) {
            keep_sets(f, to);
        } else {
            crowd_targets_at(&f->crowd->targets, (uint32_t)tick);
        }
        if (f->side->options.target_count > 0) {
            add_targets(f, (uint32_t)tick, to);
        }
        if (has_row(f, (uint32_t)tick)) {
            text_row(&to->inputs, f, agent, (uint32_t)tick);
        }
    }
    return is_good;
}

int diff_case_of(const diff *of, uint64_t agent, uint32_t last, uint32_t side, diff_case *to) {
    crowd_sim alone[2] = {{0}, {0}};
    crowd_sim *const crowds[2] = {&alone[0], &alone[1]};
    bool is_good = true;
    *to = (diff_case){.sets = NULL};
    for (uint32_t i = 0; i < 2 && is_good; i++) {
        const diff_side *one = &of->sides[i];
        crowd_sim_options how = one->crowd.how;
        how.first = agent;
        how.here = 1;
        how.threads = 1;
        how.actions = NULL;
        is_good = crowd_sim_begin(one->desc, one->brain, &one->given.set, how, &alone[i]);
    }
    if (is_good) {
        case_file f = {.of = of, .side = &of->sides[side], .crowd = &alone[side]};
        is_good = write_rows(&f, crowds, agent, last, to);
        free(f.columns);
    }
    crowd_sim_end(&alone[0]);
    crowd_sim_end(&alone[1]);
    return is_good ? STATUS_DONE : STATUS_WRONG;
}

void diff_case_free(diff_case *of) {
    text_free(&of->inputs);
    for (uint32_t kind = 0; kind < WITS_MAX_TARGET_KINDS; kind++) {
        text_free(&of->targets[kind]);
    }
    for (size_t i = 0; i < of->set_count; i++) {
        text_free(&of->sets[i]);
    }
    free(of->sets);
    *of = (diff_case){.sets = NULL};
}
