// SPDX-License-Identifier: MIT
#include "common/field_list.h"

#include "common/lookup.h"

#include <stdlib.h>
#include <string.h>

static int say_unknown(const char *command, const char *option, const wits_desc *desc, const char *given) {
    text suggestion = {0};
    text_guess_field(&suggestion, desc, given);
    say_misuse(command, "%s: unknown field '%s'%s", option, given, text_of(&suggestion));
    text_free(&suggestion);
    return STATUS_MISUSE;
}

static int add_field(const char *command, const char *option, const wits_desc *desc, const char *given,
                     field_list *to) {
    uint32_t row = find_field(desc, given);
    if (row == WITS_NONE) {
        return say_unknown(command, option, desc, given);
    }
    for (size_t i = 0; i < to->count; i++) {
        if (to->rows[i] == row) {
            return say_misuse(command, "%s: duplicate field '%s'", option, given);
        }
    }
    to->rows = grow(to->rows, &to->capacity, to->count + 1, sizeof *to->rows);
    to->rows[to->count++] = row;
    return STATUS_DONE;
}

void field_list_all(const wits_desc *desc, field_list *to) {
    to->rows = grow(to->rows, &to->capacity, desc->field_count, sizeof *to->rows);
    to->count = desc->field_count;
    for (uint32_t row = 0; row < desc->field_count; row++) {
        to->rows[row] = row;
    }
}

int field_list_read(const char *command, const char *option, const wits_desc *desc, const char *given, field_list *to) {
    if (given != NULL && strcmp(given, "all") == 0 && find_field(desc, given) == WITS_NONE) {
        field_list_all(desc, to);
        return STATUS_DONE;
    }
    int status = STATUS_DONE;
    text one = {0};
    while (status == STATUS_DONE && item_next(&given, &one)) {
        status = add_field(command, option, desc, text_of(&one), to);
    }
    text_free(&one);
    return status;
}

void field_list_free(field_list *of) {
    free(of->rows);
    *of = (field_list){0};
}
