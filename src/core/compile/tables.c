// SPDX-License-Identifier: MIT
#include "core/compile/tables.h"

#include <string.h>

uint32_t wits_core_text_hash(uint32_t hash, const char *text, uint32_t length) {
    for (uint32_t i = 0; i < length; i++) {
        hash = (hash ^ (uint8_t)text[i]) * 16777619u;  // FNV-1a
    }
    return hash;
}

uint32_t wits_core_text_length(const char *text, uint32_t max) {
    uint32_t length = 0;
    while (length < max && text[length] != '\0') {
        length++;
    }
    return length;
}

uint32_t wits_core_function_find(const wits_function *functions, uint32_t count, const char *name, uint32_t length) {
    for (uint32_t row = 0; row < count; row++) {
        if (functions[row].name != NULL && name_is(functions[row].name, name, length)) {
            return row;
        }
    }
    return WITS_NONE;
}

uint32_t wits_core_desc_find_function(const wits_desc *desc, const char *name, uint32_t length) {
    return wits_core_function_find(desc->functions, desc->function_count, name, length);
}

uint32_t wits_core_desc_find_field(const wits_desc *desc, const char *name, uint32_t length) {
    for (uint32_t row = 0; row < desc->field_count; row++) {
        if (desc->fields[row].name != NULL && name_is(desc->fields[row].name, name, length)) {
            return row;
        }
    }
    return WITS_NONE;
}

uint32_t wits_core_function_kind(const wits_function *function) {
    int given = (function->condition != NULL) + (function->score != NULL) + (function->action != NULL) +
                (function->step != NULL);
    if (given != 1) {
        return 0;
    }
    return function->condition ? WITS_FUNCTION_CONDITION
           : function->score   ? WITS_FUNCTION_SCORE
           : function->action  ? WITS_FUNCTION_ACTION
                               : WITS_FUNCTION_STEP;
}

bool wits_core_parameters_are_declared(const wits_function *function) {
    return function->takes_nothing || function->parameters[0].kind != WITS_ARGUMENT_NONE;
}

uint32_t wits_core_parameter_count(const wits_function *function) {
    uint32_t count = 0;
    while (count < WITS_MAX_ARGUMENTS && function->parameters[count].kind != WITS_ARGUMENT_NONE) {
        count++;
    }
    return count;
}

uint32_t wits_core_desc_find_target(const wits_desc *desc, const char *name, uint32_t length) {
    for (uint32_t row = 0; row < desc->target_count; row++) {
        if (desc->targets[row].name != NULL && name_is(desc->targets[row].name, name, length)) {
            return row;
        }
    }
    return WITS_NONE;
}

uint32_t wits_core_desc_target(const wits_desc *desc, uint32_t row) {
    const char *name = desc->states[row].target;
    return name == NULL ? (uint32_t)WITS_NONE
                        : wits_core_desc_find_target(desc, name, wits_core_text_length(name, WITS_MAX_NAME + 1));
}

uint32_t wits_core_desc_find_event(const wits_desc *desc, const char *name, uint32_t length) {
    for (uint32_t row = 0; row < desc->event_count && row < WITS_MAX_EVENTS; row++) {
        if (desc->events[row] != NULL && name_is(desc->events[row], name, length)) {
            return row;
        }
    }
    return WITS_NONE;
}

/// Binary search: they are in the order of the states.
uint32_t wits_core_desc_considerations(const wits_desc *desc, uint32_t state, uint32_t *count) {
    uint32_t lo = 0;
    uint32_t hi = desc->consideration_count;
    while (lo < hi) {
        uint32_t middle = lo + (hi - lo) / 2;
        if (desc->considerations[middle].of < state) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    uint32_t end = lo;
    while (end < desc->consideration_count && desc->considerations[end].of == state) {
        end++;
    }
    *count = end - lo;
    return lo;
}

bool wits_core_desc_has_children(const wits_desc *desc, uint32_t row) {
    return row + 1 < desc->state_count && desc->states[row + 1].parent == row;
}

wits_kind wits_core_desc_kind(const wits_desc *desc, uint32_t row) {
    wits_kind kind = desc->states[row].kind;
    if (kind == WITS_KIND_DEFAULT || (uint32_t)kind > WITS_KIND_PARALLEL) {
        return wits_core_desc_has_children(desc, row) ? WITS_KIND_FSM : WITS_KIND_LEAF;
    }
    return kind;
}

wits_activation wits_core_desc_activation(const wits_desc *desc, uint32_t row) {
    wits_activation activation = desc->states[row].activation;
    return activation == WITS_ACTIVATION_DEFAULT ? WITS_ACTIVATION_NOW : activation;
}

bool wits_core_desc_has_initials(const wits_desc *desc, uint32_t row) {
    uint32_t first = 0, end = desc->initial_count;
    while (first < end) {
        const uint32_t middle = first + (end - first) / 2;
        if (desc->initials[middle].of < row) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return first < desc->initial_count && desc->initials[first].of == row;
}

wits_leave wits_core_desc_leave(const wits_desc *desc, uint32_t row) {
    wits_leave leave = desc->states[row].leave;
    return leave == WITS_LEAVE_DEFAULT ? WITS_LEAVE_RESET : leave;
}

/// Searches a row at this level below the given one: invalid tables may be deeper than valid ones.
static bool can_finish(const wits_desc *desc, uint32_t row, uint32_t level) {
    const wits_state_desc *s = &desc->states[row];
    const wits_kind kind = wits_core_desc_kind(desc, row);
    if (s->lasts != 0 || s->done != NULL) {
        return true;
    }
    for (uint32_t at = row + 1; at < desc->state_count && desc->states[at].parent >= row; at++) {
        const bool is_child = desc->states[at].parent == row;
        if (is_child && kind != WITS_KIND_PARALLEL && desc->states[at].final) {
            return true;
        }
        if (is_child && kind == WITS_KIND_PARALLEL && (level == WITS_MAX_DEPTH || !can_finish(desc, at, level + 1))) {
            return false;
        }
    }
    return kind == WITS_KIND_PARALLEL;
}

bool wits_core_desc_can_finish(const wits_desc *desc, uint32_t row) {
    return can_finish(desc, row, 0);
}

bool wits_core_desc_has_child_that_can_finish(const wits_desc *desc, uint32_t row) {
    for (uint32_t at = row + 1; at < desc->state_count && desc->states[at].parent >= row; at++) {
        if (desc->states[at].parent == row && can_finish(desc, at, 0)) {
            return true;
        }
    }
    return false;
}

bool wits_core_desc_runs_to_completion(const wits_desc *desc, uint32_t row) {
    const wits_state_desc *s = &desc->states[row];
    return s->commit == WITS_COMMIT_YES || (s->commit == WITS_COMMIT_DEFAULT && s->lasts != 0);
}

bool wits_core_desc_contains(const wits_desc *desc, uint32_t outer, uint32_t inner) {
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

uint32_t wits_core_desc_domain(const wits_desc *desc, uint32_t from, uint32_t to, bool any) {
    uint32_t around = any ? from : desc->states[from].parent;
    for (uint32_t level = 0; level <= WITS_MAX_DEPTH; level++) {
        if (around != to && wits_core_desc_contains(desc, around, to) &&
            wits_core_desc_kind(desc, around) != WITS_KIND_PARALLEL) {
            return around;
        }
        if (around == WITS_ROOT) {
            break;
        }
        around = desc->states[around].parent;
    }
    return WITS_NONE;
}

uint32_t wits_core_desc_configurations(const wits_desc *desc, uint32_t from) {
    uint32_t count = 0;
    for (uint32_t row = from; row < desc->state_count; row++) {
        if (row != from && desc->states[row].parent < from) {
            break;  // tree order: the first row that is not inside
        }
        const wits_kind kind = wits_core_desc_kind(desc, row);
        count += kind == WITS_KIND_LEAF || kind == WITS_KIND_PARALLEL ||
                 wits_core_desc_leave(desc, row) == WITS_LEAVE_SUSPEND ||
                 desc->states[row].activation == WITS_ACTIVATION_ON_DECIDE;
    }
    return count;
}

bool wits_core_desc_is_flat(const wits_desc *desc) {
    const uint64_t limit = 16 * ((uint64_t)desc->state_count + desc->transition_count) + 1024;
    uint64_t count = 0;
    for (uint32_t i = 0; i < desc->transition_count && count <= limit; i++) {
        count += wits_core_desc_configurations(desc, desc->transitions[i].from);
    }
    return count <= limit;
}

static uint32_t float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

bool wits_core_number_is_given(float value) {
    return float_bits(value) != 0;
}

float wits_core_desc_weight(bool has_weight, float weight) {
    return has_weight ? weight + 0.0f : 1.0f;  // converts -0 to 0
}

bool wits_core_desc_has_range(const wits_consideration_desc *c) {
    return wits_core_number_is_given(c->low) || wits_core_number_is_given(c->high);
}

bool wits_core_number_is_finite(float value) {
    return (float_bits(value) & 0x7F800000u) != 0x7F800000u;
}
