// SPDX-License-Identifier: MIT
#include "context.h"
#include "prove.h"

#include <string.h>

/// Inputs of a run, as one of the brains gets them.
typedef struct given {
    const wits_desc *desc;
    const wits_prover *from;
    const wits_proof_run *run;
    bool second;  ///< of two brains
} given;

static const wits_input *input_at(const given *of, uint32_t input) {
    return wits_prover_input(of->from, input);
}

static double value_of(const wits_proof_run *run, uint32_t tick, uint32_t input) {
    return run->values[(size_t)tick * run->input_count + input];
}

/// A field always has a column; what was never asked in this run has none, nor what only the other brain draws.
static bool has_column(const given *of, uint32_t input) {
    const wits_input *shown = input_at(of, input);
    bool is_given = shown->what == WITS_INPUT_FIELD;
    for (uint32_t tick = 0; tick <= of->run->ticks; tick++) {
        is_given = is_given || value_of(of->run, tick, input) != WITS_NOT_GIVEN;
    }
    return is_given && shown->what != WITS_INPUT_EVENT && (of->second ? shown->second_row : shown->row) != WITS_NONE;
}

/// In quotes where CSV needs them.
static void text_cell(text *to, const char *cell) {
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

/// Places of chance have other numbers in the second brain.
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

/// A function that was not asked gives what it gave last, at first 0; a field that stays as it is stays empty.
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

/// At the start nothing is called; with --decide-every the agent decides in some of the ticks.
static const char *call_at(const wits_proof_run *run, uint32_t tick) {
    const bool decides = run->decide_every <= 1 || (tick + run->agent) % run->decide_every == 0;
    return tick == 0 ? "" : decides ? "tick" : "update";
}

/// Whether chance was asked at the start.
static bool draws_at_start(const given *of) {
    bool draws = false;
    for (uint32_t input = 0; input < of->run->input_count; input++) {
        draws = draws || (input_at(of, input)->what == WITS_INPUT_RANDOM && has_column(of, input) &&
                          value_of(of->run, 0, input) != WITS_NOT_GIVEN);
    }
    return draws;
}

/// The start has a row where inputs may be any there, and where it draws by chance.
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

void text_run(text *to, const wits_desc *desc, const wits_prover *from, const wits_proof_run *run, bool starts_any) {
    text_inputs(to, &(given){desc, from, run, false}, starts_any);
}

void text_second_run(text *to, const wits_desc *desc, const wits_prover *from, const wits_proof_run *run) {
    text_inputs(to, &(given){desc, from, run, true}, false);
}

void text_shell(text *to, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./=:@%+,";
    if (*word != '\0' && strspn(word, plain) == strlen(word)) {
        text_add(to, word);
        return;
    }
    text_add(to, "'");
    for (; *word != '\0'; word++) {
        text_add_bytes(to, *word == '\'' ? "'\\''" : word, *word == '\'' ? 4 : 1);
    }
    text_add(to, "'");
}
