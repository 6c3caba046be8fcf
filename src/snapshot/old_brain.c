// SPDX-License-Identifier: MIT
// Compiles the shape of a snapshot into a brain that has the same layout and does nothing, so that the engine reads the
// agents of a brain whose file is gone.
#include "core/compile/tables.h"
#include "snapshot/format.h"

#include <string.h>

/// The tables of the description. They follow each other in one piece of memory.
typedef struct tables {
    wits_state_desc *states;
    const char **events;
    wits_field_desc *fields;
    const char **values;
    wits_target_desc *kinds;
} tables;

static size_t table_bytes(const shape *of) {
    size_t values = 0;
    for (uint32_t field = 0; field < of->field_count; field++) {
        values += bytes_get16(of->fields + (size_t)field * FIELD_BYTES + FIELD_VALUES);
    }
    return of->state_count * sizeof(wits_state_desc) + of->field_count * sizeof(wits_field_desc) +
           of->kind_count * sizeof(wits_target_desc) + (of->event_count + values) * sizeof(char *);
}

static void place_tables(const shape *of, void *memory, tables *to) {
    to->states = memory;
    to->fields = (wits_field_desc *)(void *)(to->states + of->state_count);
    to->kinds = (wits_target_desc *)(void *)(to->fields + of->field_count);
    to->events = (const char **)(void *)(to->kinds + of->kind_count);
    to->values = to->events + of->event_count;
}

static const char *next_name(const char **at) {
    const char *name = *at;
    *at += strlen(name) + 1;
    return name;
}

/// Describes a state, so that the compiler gives it the same bytes in an agent. Returns false if no brain has it.
static bool describe_state(const shape *of, const tables *to, uint32_t row, const char **names) {
    const uint8_t *bytes = of->states + (size_t)row * STATE_BYTES;
    const uint32_t parent = bytes_get16(bytes + STATE_PARENT), target = bytes_get16(bytes + STATE_TARGET);
    const uint32_t flags = bytes[STATE_FLAGS];
    wits_state_desc *s = &to->states[row];
    *s = (wits_state_desc){.name = next_name(names),
                           .parent = (wits_state_id)(row == WITS_ROOT ? 0 : parent),
                           .kind = (wits_kind)bytes[STATE_KIND],
                           .timed = (flags & STATE_CLOCK) != 0,
                           .every = (flags & STATE_SCORED_CLOCK) != 0 ? 1 : 0,
                           .data_size = bytes_get32(bytes + STATE_DATA),
                           .cooldown = bytes_get32(bytes + STATE_COOLDOWN)};
    if (s->kind != WITS_KIND_LEAF) {
        s->leave = (wits_leave)bytes[STATE_LEAVE];
        s->activation =
            (flags & STATE_ON_DECIDE) != 0 ? WITS_ACTIVATION_ON_DECIDE : (wits_activation)WITS_ACTIVATION_NOW;
    }
    if (row == WITS_ROOT) {
        return true;
    }
    if (parent >= row) {
        return false;
    }
    if (to->states[parent].kind == WITS_KIND_UTILITY) {
        s->score = "1";
    }
    if (target != WITS_NONE) {
        s->target = target < of->kind_count ? to->kinds[target].name : "";
    }
    return true;
}

/// Describes the kinds of targets, whose names are after those of states and events.
static void describe_kinds(const shape *of, const tables *to) {
    const char *at = of->names;
    for (uint32_t i = 0; i < of->state_count; i++) {
        next_name(&at);
    }
    for (uint32_t i = 0; i < of->event_count; i++) {
        to->events[i] = next_name(&at);
    }
    for (uint32_t i = 0; i < of->kind_count; i++) {
        to->kinds[i] = (wits_target_desc){.name = next_name(&at)};
    }
}

static void describe_fields(const shape *of, const tables *to) {
    const char **values = to->values;
    for (shape_field field = {0}; wits_snapshot_next_field(of, &field) && !field.is_own;) {
        const char *at = field.values;
        to->fields[field.row] = (wits_field_desc){.name = field.name,
                                                  .type = field.type,
                                                  .values = field.value_count != 0 ? values : NULL,
                                                  .value_count = field.value_count};
        for (uint32_t i = 0; i < field.value_count; i++) {
            *values++ = next_name(&at);
        }
    }
}

static bool describe(const shape *of, const tables *to, wits_desc *desc) {
    const char *names = of->names;
    describe_kinds(of, to);
    describe_fields(of, to);
    for (uint32_t row = 0; row < of->state_count; row++) {
        if (!describe_state(of, to, row, &names)) {
            return false;
        }
    }
    *desc = (wits_desc){.states = to->states,
                        .state_count = of->state_count,
                        .events = to->events,
                        .event_count = of->event_count,
                        .fields = to->fields,
                        .field_count = of->field_count,
                        .targets = to->kinds,
                        .target_count = of->kind_count,
                        .update_skip_entered = of->skips_entered};
    return true;
}

void wits_snapshot_release_brain(old_brain *of, const wits_allocator *allocator) {
    if (of->memory != NULL) {
        allocator->release(allocator->user, of->memory, of->memory_size);
    }
    *of = (old_brain){0};
}

/// Compiles the description. Returns false without memory; `to->brain` is null if it is not that of a brain.
static bool compile_shape(const wits_desc *desc, const wits_allocator *allocator, old_brain *to) {
    const size_t size = wits_brain_size(desc, NULL);
    if (size == 0) {
        return true;
    }
    to->memory_size = size;
    to->memory = allocator->allocate(allocator->user, size);
    to->brain = to->memory != NULL ? wits_brain_compile(desc, to->memory, size, NULL) : NULL;
    return to->memory != NULL;
}

bool wits_snapshot_make_brain(const wits_snapshot *saved, const wits_allocator *allocator, old_brain *to,
                              wits_report *report) {
    shape of;
    wits_snapshot_shape(saved, &of);
    const size_t size = table_bytes(&of);
    void *memory = allocator->allocate(allocator->user, size);
    *to = (old_brain){0};
    bool has_memory = memory != NULL;
    if (has_memory) {
        tables rows;
        wits_desc desc;
        place_tables(&of, memory, &rows);
        has_memory = !describe(&of, &rows, &desc) || compile_shape(&desc, allocator, to);
        allocator->release(allocator->user, memory, size);
    }
    if (to->brain != NULL && wits_brain_layout_hash(to->brain) == saved->layout &&
        wits_agent_size(to->brain) == saved->agent_size) {
        return true;
    }
    wits_snapshot_release_brain(to, allocator);
    wits_snapshot_complain(report, has_memory ? WITS_PROBLEM_SNAPSHOT_CORRUPT : WITS_PROBLEM_SNAPSHOT_MEMORY,
                           has_memory ? "the shape of its brain" : NULL);
    return false;
}
