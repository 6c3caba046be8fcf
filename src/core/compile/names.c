// SPDX-License-Identifier: MIT
// Names, and lookups by name.
#include "core/compile/tables.h"

#include <string.h>

/// The name of a row of a table of `count` names, or "".
static const char *text_at(const wits_brain *brain, uint32_t table, uint32_t row, uint32_t count) {
    return row < count ? brain_at(brain, ((const uint32_t *)brain_at(brain, table))[row]) : "";
}

const char *wits_state_name(const wits_brain *brain, wits_state_id state) {
    return text_at(brain, brain->state_names, state, brain->state_count);
}

const char *wits_event_name(const wits_brain *brain, uint32_t event) {
    return text_at(brain, brain->event_names, event, brain->event_count);
}

const char *wits_function_name(const wits_brain *brain, uint32_t function) {
    return text_at(brain, brain->function_names, function, brain->function_count);
}

size_t wits_state_path(const wits_brain *brain, wits_state_id state, char *path, size_t size) {
    uint32_t depth = state < brain->state_count ? brain_state(brain, state)->depth : 0;
    size_t length = 0;
    for (uint32_t level = 1; level <= depth; level++) {
        const char *name = wits_state_name(brain, state_ancestor(brain, state, level));
        for (size_t i = 0; i <= strlen(name); i++) {
            char c = name[i];
            if (c == '\0') {
                c = '/';
            }
            if (c == '/' && level == depth) {
                break;
            }
            if (length + 1 < size) {
                path[length] = c;
            }
            length++;
        }
    }
    if (size > 0) {
        path[length < size ? length : size - 1] = '\0';
    }
    return length;
}

uint32_t wits_ticks_per_second(const wits_brain *brain, uint32_t *per) {
    if (per != NULL) {
        *per = brain->ticks_per_second_per;
    }
    return brain->ticks_per_second;
}

static uint16_t child_called(const wits_brain *brain, uint16_t around, const char *name, size_t length) {
    const state_row *s = brain_state(brain, around);
    for (uint32_t i = 0; i < s->child_count; i++) {
        uint16_t child = brain_child(brain, s, i);
        const char *other = wits_state_name(brain, child);
        if (strncmp(other, name, length) == 0 && other[length] == '\0') {
            return child;
        }
    }
    return WITS_NONE;
}

uint16_t wits_core_state_at_path(const wits_brain *brain, const char *path, uint16_t *around, const char **missing) {
    uint16_t id = WITS_ROOT;
    for (uint32_t level = 0; level <= WITS_MAX_DEPTH; level++) {
        const char *slash = strchr(path, '/');
        size_t length = slash != NULL ? (size_t)(slash - path) : strlen(path);
        *around = id;
        *missing = path;
        id = child_called(brain, id, path, length);
        if (slash == NULL || id == WITS_NONE) {
            return id;
        }
        path = slash + 1;
    }
    return WITS_NONE;
}

wits_state_id wits_find_state(const wits_brain *brain, const char *name) {
    if (name == NULL) {
        return WITS_NONE;
    }
    if (strchr(name, '/') != NULL) {
        uint16_t around;
        const char *missing;
        return wits_core_state_at_path(brain, name[0] == '/' ? name + 1 : name, &around, &missing);
    }
    uint16_t child = child_called(brain, WITS_ROOT, name, strlen(name));
    if (child != WITS_NONE) {
        return child;
    }
    uint16_t found = WITS_NONE;
    for (uint32_t id = 1; id < brain->state_count; id++) {
        if (strcmp(wits_state_name(brain, (uint16_t)id), name) == 0) {
            if (found != WITS_NONE) {
                return WITS_NONE;
            }
            found = (uint16_t)id;
        }
    }
    return found;
}

uint32_t wits_find_function(const wits_brain *brain, const char *name) {
    for (uint32_t function = 0; name != NULL && function < brain->function_count; function++) {
        if (strcmp(wits_function_name(brain, function), name) == 0) {
            return function;
        }
    }
    return WITS_NONE;
}

uint32_t wits_find_event(const wits_brain *brain, const char *name) {
    for (uint32_t event = 0; name != NULL && event < brain->event_count; event++) {
        if (strcmp(wits_event_name(brain, event), name) == 0) {
            return event;
        }
    }
    return WITS_NONE;
}

// ------------------------------------------------------------------------------------------------- fields and actions

uint32_t wits_field_count(const wits_brain *brain) {
    return brain->field_count;
}

/// Returns a field's row; an empty one for an unknown field.
static const field_row *field_row_at(const wits_brain *brain, uint32_t field) {
    static const field_row none = {0};
    return field < brain->field_count ? (const field_row *)brain_at(brain, brain->fields) + field : &none;
}

const char *wits_field_name(const wits_brain *brain, uint32_t field) {
    return field < brain->field_count ? brain_at(brain, field_row_at(brain, field)->name) : "";
}

wits_type wits_field_type(const wits_brain *brain, uint32_t field) {
    return (wits_type)field_row_at(brain, field)->type;
}

uint32_t wits_field_value_count(const wits_brain *brain, uint32_t field) {
    return field_row_at(brain, field)->value_count;
}

const char *wits_field_value_name(const wits_brain *brain, uint32_t field, uint32_t value) {
    return text_at(brain, field_row_at(brain, field)->values, value, wits_field_value_count(brain, field));
}

bool wits_field_is_assigned(const wits_brain *brain, uint32_t field) {
    return field_row_at(brain, field)->is_assigned != 0;
}

double wits_field_initial(const wits_brain *brain, uint32_t field) {
    return field_row_at(brain, field)->initial;
}

uint32_t wits_find_field(const wits_brain *brain, const char *name) {
    for (uint32_t field = 0; name != NULL && field < brain->field_count; field++) {
        if (strcmp(wits_field_name(brain, field), name) == 0) {
            return field;
        }
    }
    return WITS_NONE;
}

uint32_t wits_action_function(const wits_brain *brain, uint32_t action) {
    const bool is_own = (action & (WITS_LIST_RAISE | WITS_LIST_ASSIGN)) != 0;
    const uint32_t function = action % ACTION_ARGUMENT;
    return !is_own && function < brain->function_count ? function : WITS_NONE;
}

size_t wits_brain_bytes(const wits_brain *brain) {
    return brain->bytes;
}

uint32_t wits_state_count(const wits_brain *brain) {
    return brain->state_count;
}

uint32_t wits_transition_count(const wits_brain *brain) {
    return brain->transition_count;
}

uint32_t wits_event_count(const wits_brain *brain) {
    return brain->event_count;
}

uint32_t wits_function_count(const wits_brain *brain) {
    return brain->function_count;
}

wits_kind wits_state_kind(const wits_brain *brain, wits_state_id state) {
    return state < brain->state_count ? (wits_kind)brain_state(brain, state)->kind : WITS_KIND_DEFAULT;
}

wits_state_id wits_state_parent(const wits_brain *brain, wits_state_id state) {
    return state < brain->state_count ? brain_state(brain, state)->parent : WITS_NONE;
}

wits_state_id wits_state_end(const wits_brain *brain, wits_state_id state) {
    return state < brain->state_count ? brain_state(brain, state)->end : WITS_NONE;
}

uint32_t wits_random_stream(const wits_brain *brain, wits_state_id state) {
    return state < brain->state_count ? brain_state(brain, state)->place : WITS_NONE;
}

uint32_t wits_random_stream_count(const wits_brain *brain) {
    return brain->place_count;
}

wits_state_id wits_transition_source(const wits_brain *brain, uint32_t row) {
    return row < brain->transition_count ? brain_transition(brain, row)->from : WITS_NONE;
}

wits_state_id wits_transition_destination(const wits_brain *brain, uint32_t row) {
    return row < brain->transition_count ? brain_transition(brain, row)->to : WITS_NONE;
}

wits_state_id wits_step_state(const wits_brain *brain, uint32_t row) {
    return row < brain->step_count ? ((const uint16_t *)brain_at(brain, brain->step_states))[row] : WITS_NONE;
}

uint32_t wits_initial_count(const wits_brain *brain) {
    return brain->initial_count;
}

wits_state_id wits_initial_state(const wits_brain *brain, uint32_t row) {
    return row < brain->initial_count ? brain_initial(brain, row)->of : WITS_NONE;
}

wits_state_id wits_initial_destination(const wits_brain *brain, uint32_t row) {
    return row < brain->initial_count ? brain_initial(brain, row)->to : WITS_NONE;
}

wits_function_kind wits_function_kind_of(const wits_brain *brain, uint32_t function) {
    const uint8_t *kinds = brain_at(brain, brain->function_kinds);
    return function < brain->function_count ? (wits_function_kind)kinds[function] : WITS_FUNCTION_NONE;
}
