// SPDX-License-Identifier: MIT
#include "context.h"
#include "prove.h"

#include <string.h>

static const wits_input *input_at(const wits_prover *from, uint32_t input) {
    return wits_prover_input(from, input);
}

static double value_of(const wits_proof_run *run, uint32_t tick, uint32_t input) {
    return run->values[(size_t)tick * run->input_count + input];
}

/// A field always has a column; what was never asked in this run has none.
static bool has_column(const wits_prover *from, const wits_proof_run *run, uint32_t input) {
    const wits_input_what what = input_at(from, input)->what;
    bool is_given = what == WITS_INPUT_FIELD;
    for (uint32_t tick = 0; tick <= run->ticks; tick++) {
        is_given = is_given || value_of(run, tick, input) != WITS_NOT_GIVEN;
    }
    return is_given && what != WITS_INPUT_EVENT;
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

static wits_field_desc field_of(const wits_desc *desc, const wits_input *of) {
    if (of->what == WITS_INPUT_FIELD) {
        return desc->fields[of->row];
    }
    return (wits_field_desc){.name = of->name,
                             .type = of->what == WITS_INPUT_CONDITION ? WITS_TYPE_BOOL : WITS_TYPE_FLOAT};
}

/// A function that was not asked gives what it gave last, at first 0; a field that stays as it is stays empty.
static void text_value_at(text *to, const wits_desc *desc, const wits_prover *from, const wits_proof_run *run,
                          uint32_t tick, uint32_t input) {
    const wits_input *of = input_at(from, input);
    const wits_field_desc field = field_of(desc, of);
    double value = WITS_NOT_GIVEN;
    for (uint32_t at = tick + 1; at > 0 && value == WITS_NOT_GIVEN; at--) {
        value = value_of(run, at - 1, input);
        if (of->what == WITS_INPUT_FIELD) {
            break;
        }
    }
    if (value == WITS_NOT_GIVEN && of->what == WITS_INPUT_FIELD) {
        return;
    }
    text_value(to, &field, value == WITS_NOT_GIVEN ? 0.0 : value, false);
}

static void text_events(text *to, const wits_prover *from, const wits_proof_run *run, uint32_t tick) {
    const char *between = "";
    for (uint32_t input = 0; input < run->input_count; input++) {
        if (input_at(from, input)->what == WITS_INPUT_EVENT && value_of(run, tick, input) == 1.0) {
            text_format(to, "%s%s", between, input_at(from, input)->name);
            between = " ";
        }
    }
}

void text_run(text *to, const wits_desc *desc, const wits_prover *from, const wits_proof_run *run, bool starts_any) {
    text_add(to, starts_any ? "tick," : "");
    for (uint32_t input = 0; input < run->input_count; input++) {
        if (has_column(from, run, input)) {
            text_cell(to, input_at(from, input)->name);
            text_add(to, ",");
        }
    }
    text_add(to, "raise,do\n");
    for (uint32_t tick = starts_any ? 0 : 1; tick <= run->ticks; tick++) {
        if (starts_any) {
            text_format(to, "%u,", (unsigned)tick);
        }
        for (uint32_t input = 0; input < run->input_count; input++) {
            if (has_column(from, run, input)) {
                text_value_at(to, desc, from, run, tick, input);
                text_add(to, ",");
            }
        }
        text_events(to, from, run, tick);
        text_add(to, tick > 0 ? ",tick\n" : ",\n");
    }
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
