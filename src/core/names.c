// SPDX-License-Identifier: MIT
// What things are called, and finding them by name.
#include "core/tables.h"

#include <string.h>

static const char *text_at(const wits_brain *brain, uint32_t table, uint32_t row) {
    return brain_at(brain, ((const uint32_t *)brain_at(brain, table))[row]);
}

const char *wits_state_name(const wits_brain *brain, wits_state_id state) {
    WITS_ASSERT(state < brain->state_count);
    return text_at(brain, brain->state_names, state);
}

const char *wits_event_name(const wits_brain *brain, uint32_t event) {
    WITS_ASSERT(event < brain->event_count);
    return text_at(brain, brain->event_names, event);
}

const char *wits_function_name(const wits_brain *brain, uint32_t function) {
    WITS_ASSERT(function < brain->function_count);
    return text_at(brain, brain->function_names, function);
}

size_t wits_state_path(const wits_brain *brain, wits_state_id state, char *path, size_t size) {
    WITS_ASSERT(state < brain->state_count);
    uint32_t depth = brain_state(brain, state)->depth;
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

static uint16_t find_child(const wits_brain *brain, uint16_t around, const char *name, size_t length) {
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

static uint16_t find_path(const wits_brain *brain, const char *path) {
    uint16_t id = WITS_ROOT;
    for (uint32_t level = 0; level <= WITS_MAX_DEPTH && id != WITS_NONE; level++) {
        const char *slash = strchr(path, '/');
        size_t length = slash != NULL ? (size_t)(slash - path) : strlen(path);
        id = find_child(brain, id, path, length);
        if (slash == NULL) {
            return id;
        }
        path = slash + 1;
    }
    return WITS_NONE;
}

wits_state_id wits_find_state(const wits_brain *brain, const char *name) {
    if (strchr(name, '/') != NULL) {
        return find_path(brain, name[0] == '/' ? name + 1 : name);
    }
    uint16_t child = find_child(brain, WITS_ROOT, name, strlen(name));
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

uint32_t wits_find_event(const wits_brain *brain, const char *name) {
    for (uint32_t event = 0; event < brain->event_count; event++) {
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

static const field_row *field_at(const wits_brain *brain, uint32_t field) {
    WITS_ASSERT(field < brain->field_count);
    return (const field_row *)brain_at(brain, brain->fields) + field;
}

const char *wits_field_name(const wits_brain *brain, uint32_t field) {
    return brain_at(brain, field_at(brain, field)->name);
}

wits_type wits_field_type(const wits_brain *brain, uint32_t field) {
    return (wits_type)field_at(brain, field)->type;
}

uint32_t wits_field_value_count(const wits_brain *brain, uint32_t field) {
    return field_at(brain, field)->value_count;
}

const char *wits_field_value_name(const wits_brain *brain, uint32_t field, uint32_t value) {
    WITS_ASSERT(value < wits_field_value_count(brain, field));
    return text_at(brain, field_at(brain, field)->values, value);
}

double wits_field_initial(const wits_brain *brain, uint32_t field) {
    return field_at(brain, field)->initial;
}

uint32_t wits_find_field(const wits_brain *brain, const char *name) {
    for (uint32_t field = 0; field < brain->field_count; field++) {
        if (strcmp(wits_field_name(brain, field), name) == 0) {
            return field;
        }
    }
    return WITS_NONE;
}

uint32_t wits_action_function(const wits_brain *brain, uint32_t action) {
    (void)brain;  // in the signature because all that is asked about a record is asked of its brain
    return (action & (WITS_LIST_RAISE | WITS_LIST_ASSIGN)) != 0 ? WITS_NONE : action % ACTION_ARGUMENT;
}

bool wits_action_argument(const wits_brain *brain, uint32_t action, wits_argument *argument) {
    if ((action & (WITS_LIST_RAISE | WITS_LIST_ASSIGN)) != 0 || action < ACTION_ARGUMENT) {
        return false;
    }
    const argument_row *row = (const argument_row *)brain_at(brain, brain->arguments) + (action / ACTION_ARGUMENT - 1);
    *argument = (wits_argument){.kind = (wits_argument_kind)row->kind,
                                .integer = row->integer,
                                .number = row->number,
                                .text = brain_at(brain, row->text)};
    return true;
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
    WITS_ASSERT(state < brain->state_count);
    return (wits_kind)brain_state(brain, state)->kind;
}

wits_state_id wits_state_parent(const wits_brain *brain, wits_state_id state) {
    WITS_ASSERT(state < brain->state_count);
    return brain_state(brain, state)->parent;
}

wits_state_id wits_state_end(const wits_brain *brain, wits_state_id state) {
    WITS_ASSERT(state < brain->state_count);
    return brain_state(brain, state)->end;
}

uint32_t wits_state_place(const wits_brain *brain, wits_state_id state) {
    WITS_ASSERT(state < brain->state_count);
    return brain_state(brain, state)->place;
}

uint32_t wits_place_count(const wits_brain *brain) {
    return brain->place_count;
}

wits_state_id wits_transition_source(const wits_brain *brain, uint32_t row) {
    WITS_ASSERT(row < brain->transition_count);
    return brain_transition(brain, row)->from;
}

wits_state_id wits_transition_destination(const wits_brain *brain, uint32_t row) {
    WITS_ASSERT(row < brain->transition_count);
    return brain_transition(brain, row)->to;
}

wits_state_id wits_step_state(const wits_brain *brain, uint32_t row) {
    WITS_ASSERT(row < brain->step_count);
    return ((const uint16_t *)brain_at(brain, brain->step_states))[row];
}

// ---------------------------------------------------------------------------------------------------------------- bind

bool wits_bind(const wits_brain *brain, const wits_function *functions, uint32_t count, wits_function *bound,
               wits_report *report) {
    const uint8_t *kinds = brain_at(brain, brain->function_kinds);
    bool complete = true;
    for (uint32_t row = 0; row < brain->function_count; row++) {
        const char *name = wits_function_name(brain, row);
        uint32_t length = (uint32_t)strlen(name);
        uint32_t given = function_find(functions, count, name, length);
        const wits_function *found = given != WITS_NONE ? &functions[given] : NULL;
        wits_problem_code code = found == NULL                        ? WITS_PROBLEM_FUNCTION_UNKNOWN
                                 : function_kind(found) == 0          ? WITS_PROBLEM_FUNCTION_KIND
                                 : function_kind(found) != kinds[row] ? WITS_PROBLEM_FUNCTION_WRONG_KIND
                                                                      : WITS_PROBLEM_NONE;
        if (code != WITS_PROBLEM_NONE) {
            report_add(report, code, WITS_TABLE_FUNCTIONS, row, name, NULL, name, length);
            complete = false;
        } else {
            bound[row] = *found;
        }
    }
    return complete;
}
