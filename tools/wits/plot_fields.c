// SPDX-License-Identifier: MIT
// --plot-fields, and --fields of crowds
#include "plot.h"
#include "tool.h"
#include "words.h"

#include <stdlib.h>
#include <string.h>

static int say_unknown(const plot_fields_about *about, const char *given) {
    guess found = guess_at(given);
    text suggestion = {0};
    for (uint32_t row = 0; row < about->desc->field_count; row++) {
        guess_offer(&found, about->desc->fields[row].name);
    }
    text_guess(&suggestion, &found, "");
    say_misuse(about->command, "%s: there is no field '%s'%s", about->option, given, text_of(&suggestion));
    text_free(&suggestion);
    return STATUS_MISUSE;
}

static void add_row(uint32_t row, plot_fields *to) {
    to->rows = grow(to->rows, &to->capacity, to->count + 1, sizeof *to->rows);
    to->rows[to->count++] = row;
}

static uint32_t find_field(const wits_desc *desc, const char *name) {
    uint32_t row = 0;
    while (row < desc->field_count && strcmp(desc->fields[row].name, name) != 0) {
        row++;
    }
    return row;
}

static int add_field(const plot_fields_about *about, const char *given, plot_fields *to) {
    uint32_t row = find_field(about->desc, given);
    if (row == about->desc->field_count) {
        return say_unknown(about, given);
    }
    for (size_t i = 0; i < to->count; i++) {
        if (to->rows[i] == row) {
            return say_misuse(about->command, "%s: '%s' is there twice", about->option, given);
        }
    }
    add_row(row, to);
    return STATUS_DONE;
}

int plot_fields_read(const plot_fields_about *about, const char *given, plot_fields *to) {
    static const char all[] = "all";
    if (given != NULL && strcmp(given, all) == 0 && find_field(about->desc, all) == about->desc->field_count) {
        for (uint32_t row = 0; row < about->desc->field_count; row++) {
            add_row(row, to);
        }
        return STATUS_DONE;
    }
    int status = STATUS_DONE;
    while (given != NULL && status == STATUS_DONE) {
        const char *comma = strchr(given, ',');
        text one = {0};
        text_add_span(&one, span_trim((span){given, comma != NULL ? (size_t)(comma - given) : strlen(given)}));
        status = add_field(about, text_of(&one), to);
        text_free(&one);
        given = comma != NULL ? comma + 1 : NULL;
    }
    return status;
}

void plot_fields_free(plot_fields *of) {
    free(of->rows);
    *of = (plot_fields){0};
}
