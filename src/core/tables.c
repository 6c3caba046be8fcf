// SPDX-License-Identifier: MIT
#include "core/tables.h"

#include <string.h>

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char *skip_space(const char *text) {
    while (is_space(*text)) {
        text++;
    }
    return text;
}

static const char *skip_name(const char *text) {
    if (is_letter(*text)) {
        while (is_letter(*text) || (*text >= '0' && *text <= '9')) {
            text++;
        }
    }
    return text;
}

static action_word malformed(const char **text) {
    action_word word = {ACTION_MALFORMED, *text, (uint32_t)strlen(*text)};
    *text += word.length;
    return word;
}

/// After an action comes ';' or the end. Returns where the next begins, or null.
static const char *skip_separator(const char *text) {
    text = skip_space(text);
    if (*text == ';') {
        text = skip_space(text + 1);
        return *text == '\0' ? NULL : text;
    }
    return *text == '\0' ? text : NULL;
}

action_word action_word_next(const char **text) {
    const char *start = skip_space(*text);
    if (*start == '\0') {
        return (action_word){ACTION_END, start, 0};
    }
    const char *end = skip_name(start);
    action_word word = {ACTION_CALL, start, (uint32_t)(end - start)};
    if (text_equals("raise", start, word.length) && is_space(*end)) {
        start = skip_space(end);
        end = skip_name(start);
        word = (action_word){ACTION_RAISE, start, (uint32_t)(end - start)};
    } else if (end[0] == '(' && *skip_space(end + 1) == ')') {
        end = skip_space(end + 1) + 1;
    }
    const char *next = skip_separator(end);
    if (word.length == 0 || next == NULL) {
        return malformed(text);
    }
    *text = next;
    return word;
}

uint32_t text_hash(uint32_t hash, const char *text, uint32_t length) {
    for (uint32_t i = 0; i < length; i++) {
        hash = (hash ^ (uint8_t)text[i]) * 16777619u;  // FNV-1a
    }
    return hash;
}

uint32_t text_length(const char *text, uint32_t max) {
    uint32_t length = 0;
    while (length < max && text[length] != '\0') {
        length++;
    }
    return length;
}

bool text_equals(const char *text, const char *name, uint32_t length) {
    return strncmp(text, name, length) == 0 && text[length] == '\0';
}

enum { NAME_SLOTS = 2048 };

static uint32_t name_slot(const char *name, uint32_t length) {
    uint32_t hash = text_hash(2166136261u, name, length);
    return (hash ^ hash >> 15) % NAME_SLOTS;
}

void name_table_functions(name_table *table, const wits_function *functions, uint32_t count) {
    memset(table, 0, sizeof *table);
    for (uint32_t row = 0; row < count && row < WITS_MAX_FUNCTIONS; row++) {
        if (functions[row].name == NULL) {
            continue;
        }
        uint32_t slot = name_slot(functions[row].name, (uint32_t)strlen(functions[row].name));
        while (table->slots[slot] != 0) {  // half of the slots stay empty
            slot = (slot + 1) % NAME_SLOTS;
        }
        table->slots[slot] = (uint16_t)(row + 1);
    }
}

uint32_t name_table_find(const name_table *table, const wits_function *functions, const char *name, uint32_t length) {
    for (uint32_t slot = name_slot(name, length); table->slots[slot] != 0; slot = (slot + 1) % NAME_SLOTS) {
        uint32_t row = table->slots[slot] - 1u;
        if (text_equals(functions[row].name, name, length)) {
            return row;
        }
    }
    return WITS_NONE;
}

uint32_t function_kind(const wits_function *function) {
    int given = (function->condition != NULL) + (function->score != NULL) + (function->action != NULL) +
                (function->step != NULL);
    if (given != 1) {
        return 0;
    }
    return function->condition ? FUNCTION_CONDITION
           : function->score   ? FUNCTION_SCORE
           : function->action  ? FUNCTION_ACTION
                               : FUNCTION_STEP;
}

uint32_t desc_find_event(const wits_desc *desc, const char *name, uint32_t length) {
    for (uint32_t row = 0; row < desc->event_count && row < WITS_MAX_EVENTS; row++) {
        if (desc->events[row] != NULL && text_equals(desc->events[row], name, length)) {
            return row;
        }
    }
    return WITS_NONE;
}

bool desc_has_children(const wits_desc *desc, uint32_t row) {
    return row + 1 < desc->state_count && desc->states[row + 1].parent == row;
}

wits_kind desc_kind(const wits_desc *desc, uint32_t row) {
    wits_kind kind = desc->states[row].kind;
    if (kind == WITS_KIND_DEFAULT || (uint32_t)kind > WITS_PARALLEL) {
        return desc_has_children(desc, row) ? WITS_FSM : WITS_LEAF;
    }
    return kind;
}

wits_activation desc_activation(const wits_desc *desc, uint32_t row) {
    wits_activation activation = desc->states[row].activation;
    return activation == WITS_ACTIVATION_DEFAULT ? WITS_NOW : activation;
}

wits_leave desc_leave(const wits_desc *desc, uint32_t row) {
    wits_leave leave = desc->states[row].leave;
    return leave == WITS_LEAVE_DEFAULT ? WITS_RESET : leave;
}

bool desc_contains(const wits_desc *desc, uint32_t outer, uint32_t inner) {
    for (uint32_t level = 0; level <= WITS_MAX_DEPTH; level++) {
        if (inner == outer) {
            return true;
        }
        if (inner <= outer) {
            return false;
        }
        inner = desc->states[inner].parent;
    }
    return false;
}

uint32_t desc_domain(const wits_desc *desc, uint32_t from, uint32_t to, bool any) {
    uint32_t around = any ? from : desc->states[from].parent;
    for (uint32_t level = 0; level <= WITS_MAX_DEPTH; level++) {
        if (around != to && desc_contains(desc, around, to) && desc_kind(desc, around) != WITS_PARALLEL) {
            return around;
        }
        if (around == WITS_ROOT) {
            break;
        }
        around = desc->states[around].parent;
    }
    return WITS_NONE;
}

uint32_t desc_flat_operations(const wits_desc *desc) {
    uint32_t limit = 16 * (desc->state_count + desc->transition_count) + 1024;
    uint32_t count = 0;
    for (uint32_t i = 0; i < desc->transition_count; i++) {
        uint32_t from = desc->transitions[i].from;
        for (uint32_t row = from; row < desc->state_count; row++) {
            if (row != from && desc->states[row].parent < from) {
                break;  // tree order: the first row that is not inside
            }
            count += desc_kind(desc, row) == WITS_LEAF || desc->states[row].activation == WITS_ON_DECIDE;
        }
        if (count > limit) {
            return 0;
        }
    }
    return count;
}

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

bool number_is_given(float value) {
    return float_bits(value) != 0;
}

float desc_number(float given, float when_zero) {
    if (!number_is_given(given)) {
        return when_zero;
    }
    return float_bits(given) == 0x80000000u ? 0.0f : given;
}

bool number_is_finite(float value) {
    return (float_bits(value) & 0x7F800000u) != 0x7F800000u;
}
