// SPDX-License-Identifier: MIT
#include "common/context.h"
#include "common/tool.h"
#include "prove/prove.h"

#include <string.h>

/// The inputs of a run for one of the brains.
typedef struct given {
    const wits_desc *desc;
    const wits_prover *from;
    const wits_proof_run *run;
    bool second;  ///< the second of two brains
} given;

static const wits_input *input_at(const given *of, uint32_t input) {
    return wits_prover_input(of->from, input);
}

static double value_of(const wits_proof_run *run, uint32_t tick, uint32_t input) {
    return run->values[(size_t)tick * run->input_count + input];
}

/// Returns whether an input gets a column. Fields always do. Others do not if the run never uses them, or only the
/// other brain draws them.
static bool has_column(const given *of, uint32_t input) {
    const wits_input *shown = input_at(of, input);
    bool is_given = shown->what == WITS_INPUT_FIELD;
    for (uint32_t tick = 0; tick <= of->run->ticks; tick++) {
        is_given = is_given || value_of(of->run, tick, input) != WITS_NOT_GIVEN;
    }
    return is_given && shown->what <= WITS_INPUT_RANDOM && shown->what != WITS_INPUT_EVENT &&
           (of->second ? shown->second_row : shown->row) != WITS_NONE;
}

void text_cell(text *to, const char *cell) {
    if (strpbrk(cell, ",\"\n") == NULL) {
        text_add(to, cell);
        return;
    }
    text_add(to, "\"");
    for (; *cell != '\0'; cell++) {
        text_add(to, *cell == '"' ? "\"" : "");
        text_add_bytes(to, cell, 1);
    }
    text_add(to, "\"");
}

/// Writes the name of an input. Random streams have other numbers in the second brain.
static void text_name(text *to, const given *of, uint32_t input) {
    const wits_input *shown = input_at(of, input);
    text cell = {0};
    if (of->second && shown->what == WITS_INPUT_RANDOM) {
        text_format(&cell, "random:%u", (unsigned)shown->second_row);
    } else {
        text_add(&cell, shown->name);
    }
    text_cell(to, text_of(&cell));
    text_free(&cell);
}

static wits_field_desc field_of(const wits_desc *desc, const wits_input *of) {
    if (of->what == WITS_INPUT_FIELD) {
        return desc->fields[of->row];
    }
    return (wits_field_desc){.name = of->name,
                             .type = of->what == WITS_INPUT_CONDITION ? WITS_TYPE_BOOL : WITS_TYPE_FLOAT};
}

/// Writes the value of an input. A function that is not called keeps its last result, at first 0. A field that does not
/// change is empty.
static void text_value_at(text *to, const given *all, uint32_t tick, uint32_t input) {
    const wits_input *of = input_at(all, input);
    const wits_field_desc field = field_of(all->desc, of);
    double value = WITS_NOT_GIVEN;
    for (uint32_t at = tick + 1; at > 0 && value == WITS_NOT_GIVEN; at--) {
        value = value_of(all->run, at - 1, input);
        if (of->what == WITS_INPUT_FIELD) {
            break;
        }
    }
    if (value == WITS_NOT_GIVEN && of->what == WITS_INPUT_FIELD) {
        return;
    }
    text_value(to, &field, value == WITS_NOT_GIVEN ? 0.0 : value, false);
}

static void text_events(text *to, const given *of, uint32_t tick) {
    const char *between = "";
    for (uint32_t input = 0; input < of->run->input_count; input++) {
        if (input_at(of, input)->what == WITS_INPUT_EVENT && value_of(of->run, tick, input) == 1.0) {
            text_format(to, "%s%s", between, input_at(of, input)->name);
            between = " ";
        }
    }
}

/// Returns the call of a tick. The start has none. With --decide-every the agent decides only in some ticks.
static const char *call_at(const wits_proof_run *run, uint32_t tick) {
    const bool decides = run->decide_every <= 1 || (tick + run->agent) % run->decide_every == 0;
    return tick == 0 ? "" : decides ? "tick" : "update";
}

/// Returns whether the start draws random numbers.
static bool draws_at_start(const given *of) {
    bool draws = false;
    for (uint32_t input = 0; input < of->run->input_count; input++) {
        draws = draws || (input_at(of, input)->what == WITS_INPUT_RANDOM && has_column(of, input) &&
                          value_of(of->run, 0, input) != WITS_NOT_GIVEN);
    }
    return draws;
}

/// Writes the inputs. There is a row for the start if its inputs are arbitrary, or if it draws random numbers.
static void text_inputs(text *to, const given *of, bool starts_any) {
    const wits_proof_run *run = of->run;
    starts_any = starts_any || draws_at_start(of);
    text_add(to, starts_any ? "tick," : "");
    for (uint32_t input = 0; input < run->input_count; input++) {
        if (has_column(of, input)) {
            text_name(to, of, input);
            text_add(to, ",");
        }
    }
    text_add(to, "raise,do\n");
    for (uint32_t tick = starts_any ? 0 : 1; tick <= run->ticks; tick++) {
        if (starts_any) {
            text_format(to, "%u,", (unsigned)tick);
        }
        for (uint32_t input = 0; input < run->input_count; input++) {
            if (has_column(of, input)) {
                text_value_at(to, of, tick, input);
                text_add(to, ",");
            }
        }
        text_events(to, of, tick);
        text_format(to, ",%s\n", call_at(run, tick));
    }
}

void text_second_run(text *to, const wits_desc *desc, const wits_prover *from, const wits_proof_run *run) {
    text_inputs(to, &(given){desc, from, run, true}, false);
}

// ------------------------------------------------------------------------------------------------------------- targets

/// The lists of one kind in a run.
typedef struct list_of {
    const given *all;
    const wits_target_desc *desc;
    const wits_promise *promises;  ///< promises of its fields
    uint32_t kind;
} list_of;

/// Returns the value of an input of the kind at a tick, or WITS_NOT_GIVEN if there is no such input.
static double of_list(const list_of *of, uint32_t tick, wits_input_what what, uint32_t slot, uint32_t field) {
    for (uint32_t input = 0; input < of->all->run->input_count; input++) {
        const wits_input *shown = input_at(of->all, input);
        if (shown->what == what && shown->row == of->kind && shown->slot == slot && shown->field == field) {
            return value_of(of->all->run, tick, input);
        }
    }
    return WITS_NOT_GIVEN;
}

static uint32_t length_at(const list_of *of, uint32_t tick) {
    const double count = of_list(of, tick, WITS_INPUT_TARGETS, 0, 0);
    return count == WITS_NOT_GIVEN ? 0 : (uint32_t)count;
}

static bool is_same(double a, double b) {
    return a == b || (a != a && b != b);
}

static bool is_as_before(const list_of *of, uint32_t tick) {
    bool same = tick > 0 ? length_at(of, tick) == length_at(of, tick - 1) : length_at(of, tick) == 0;
    for (uint32_t input = 0; input < of->all->run->input_count && same && tick > 0; input++) {
        const wits_input *shown = input_at(of->all, input);
        const bool is_of_list = shown->what == WITS_INPUT_TARGET || shown->what == WITS_INPUT_TARGET_FIELD;
        same = !is_of_list || shown->row != of->kind || shown->slot >= length_at(of, tick) ||
               is_same(value_of(of->all->run, tick, input), value_of(of->all->run, tick - 1, input));
    }
    return same;
}

/// Returns whether a field gets a column: if it is read, or if it may not be 0, which is the value without a column.
static bool has_field(const list_of *of, uint32_t field) {
    bool is_input = false;
    for (uint32_t input = 0; input < of->all->run->input_count; input++) {
        const wits_input *shown = input_at(of->all, input);
        is_input =
            is_input || (shown->what == WITS_INPUT_TARGET_FIELD && shown->row == of->kind && shown->field == field);
    }
    return is_input || !wits_promise_holds(&of->promises[field], 0.0);
}

static void text_target_row(text *to, const list_of *of, uint32_t tick, uint32_t slot) {
    const bool is_there = slot < length_at(of, tick);
    text_format(to, "%u,", (unsigned)tick);
    if (is_there) {
        text_format(to, "%u", (unsigned)of_list(of, tick, WITS_INPUT_TARGET, slot, 0));
    }
    for (uint32_t field = 0; field < of->desc->field_count; field++) {
        const wits_target_field_desc *about = &of->desc->fields[field];
        const wits_field_desc as_field = {
            .name = about->name, .type = about->type, .values = about->values, .value_count = about->value_count};
        const double value = of_list(of, tick, WITS_INPUT_TARGET_FIELD, slot, field);
        if (has_field(of, field)) {
            text_add(to, ",");
        }
        if (has_field(of, field) && is_there) {
            text_value(to, &as_field, value != WITS_NOT_GIVEN ? value : of->promises[field].low, false);
        }
    }
    text_add(to, "\n");
}

/// Writes rows for the ticks in which the list changes. Writes nothing if it is always empty.
static void text_lists(text *to, const list_of *of) {
    for (uint32_t tick = 0; tick <= of->all->run->ticks; tick++) {
        if (is_as_before(of, tick)) {
            continue;
        }
        if (to->length == 0) {
            text_add(to, "tick,id");
            for (uint32_t field = 0; field < of->desc->field_count; field++) {
                text_format(to, "%s%s", has_field(of, field) ? "," : "",
                            has_field(of, field) ? of->desc->fields[field].name : "");
            }
            text_add(to, "\n");
        }
        uint32_t slot = 0;
        do {  // an empty list also has a row
            text_target_row(to, of, tick, slot);
        } while (++slot < length_at(of, tick));
    }
}

run_files run_files_of(const wits_file *file, const wits_prover *from, const wits_proof_run *run, bool starts_any) {
    const wits_desc *desc = wits_file_desc(file);
    const given all = {desc, from, run, false};
    run_files made = {.desc = desc};
    text_inputs(&made.inputs, &all, starts_any);
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        const list_of of = {&all, &desc->targets[kind], wits_file_promises(file)->target_fields[kind], kind};
        text_lists(&made.targets[kind], &of);
    }
    return made;
}

void run_files_free(run_files *of) {
    text_free(&of->inputs);
    for (uint32_t kind = 0; kind < of->desc->target_count; kind++) {
        text_free(&of->targets[kind]);
    }
}

void text_target_path(text *to, const wits_desc *desc, uint32_t kind, const char *inputs) {
    static const char ending[] = ".csv";
    const size_t length = strlen(inputs);
    const size_t end = sizeof ending - 1;
    const bool has_ending = length > end && strcmp(inputs + length - end, ending) == 0;
    text_add_bytes(to, inputs, has_ending ? length - end : length);
    text_format(to, ".%s.csv", desc->targets[kind].name);
}

void text_target_options(text *to, const run_files *of, const char *inputs) {
    for (uint32_t kind = 0; kind < of->desc->target_count; kind++) {
        text path = {0};
        if (of->targets[kind].length > 0) {
            text_target_path(&path, of->desc, kind, inputs);
            text_format(to, " --targets %s=", of->desc->targets[kind].name);
            text_shell_word(to, text_of(&path));
        }
        text_free(&path);
    }
}

int run_files_write_targets(const char *command, const run_files *of, const char *inputs) {
    int status = STATUS_DONE;
    for (uint32_t kind = 0; kind < of->desc->target_count && status == STATUS_DONE; kind++) {
        if (of->targets[kind].length > 0 && strcmp(inputs, "-") == 0) {
            return say_error("the run has targets, which need a file beside the inputs; --output must be a file");
        }
        text path = {0};
        text_target_path(&path, of->desc, kind, inputs);
        status = of->targets[kind].length > 0 ? write_output(command, &of->targets[kind], text_of(&path)) : status;
        text_free(&path);
    }
    return status;
}

int run_files_write(const char *command, const run_files *of, const char *inputs) {
    const int status = run_files_write_targets(command, of, inputs);
    return status == STATUS_DONE ? write_output(command, &of->inputs, inputs) : status;
}

void print_run_files(const run_files *of, const text *inputs, const char *path) {
    bool has_targets = false;
    for (uint32_t kind = 0; kind < of->desc->target_count; kind++) {
        has_targets = has_targets || of->targets[kind].length > 0;
    }
    if (has_targets && inputs != NULL) {
        printf("%s:\n", path);
    }
    fputs(inputs != NULL ? text_of(inputs) : "", stdout);
    for (uint32_t kind = 0; kind < of->desc->target_count; kind++) {
        if (of->targets[kind].length > 0) {
            text file = {0};
            text_target_path(&file, of->desc, kind, path);
            printf("%s:\n%s", text_of(&file), text_of(&of->targets[kind]));
            text_free(&file);
        }
    }
}
