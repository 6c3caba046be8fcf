// SPDX-License-Identifier: MIT
// Compiles a validated description to a brain: one block, filled table by table.
#include "core/compile/compile.h"

#include "core/bytes.h"
#include "core/hash.h"
#include "core/selects.h"

#include <string.h>

// --------------------------------------------------------------------------------------------------------------- sizes

// On a 32-bit machine, tables may need more than its memory (many states with data, or with one long text), so all sums
// of sizes have 64 bits.

/// An upper bound of the bytes of one state: its row, and its entries in other tables.
static uint64_t state_bytes(const wits_desc *desc, uint32_t row) {
    const wits_state_desc *s = &desc->states[row];
    desc_text texts[MAX_ROW_TEXTS];
    uint64_t written = wits_core_texts_bytes(texts, wits_core_desc_state_texts(desc, row, texts));
    size_t tables = sizeof(state_row) + sizeof(machine_row) * 2 + 6 * sizeof(uint32_t);
    return tables + written + strlen(s->name) + 1 + aligned(s->data_size);
}

static uint64_t rules_bytes(const wits_desc *desc) {
    desc_text texts[MAX_ROW_TEXTS];
    uint64_t bytes = 0;
    for (uint32_t row = 0; row < desc->transition_count; row++) {
        bytes += sizeof(transition_row) + sizeof(guard) +
                 wits_core_texts_bytes(texts, wits_core_desc_transition_texts(desc, row, texts));
    }
    for (uint32_t row = 0; row < desc->step_count; row++) {
        bytes += sizeof(step_row) + sizeof(uint16_t) +
                 wits_core_texts_bytes(texts, wits_core_desc_step_texts(desc, row, texts));
    }
    return bytes + (uint64_t)desc->initial_count * sizeof(initial_row);
}

static uint64_t field_bytes(const char *name, const char *const *values, uint32_t value_count) {
    uint64_t bytes = sizeof(field_row) + strlen(name) + 1 + 16;
    for (uint32_t i = 0; i < value_count; i++) {
        bytes += sizeof(uint32_t) + strlen(values[i]) + 1;
    }
    return bytes;
}

static uint64_t names_bytes(const wits_desc *desc) {
    uint64_t bytes = 0;
    for (uint32_t row = 0; row < desc->event_count; row++) {
        bytes += sizeof(uint32_t) + strlen(desc->events[row]) + 1;
    }
    for (uint32_t row = 0; row < desc->function_count; row++) {
        bytes += sizeof(uint32_t) + 1 + strlen(desc->functions[row].name) + 1;
    }
    for (uint32_t row = 0; row < desc->field_count; row++) {
        bytes += field_bytes(desc->fields[row].name, desc->fields[row].values, desc->fields[row].value_count);
    }
    for (uint32_t row = 0; row < desc->target_count; row++) {
        const wits_target_desc *kind = &desc->targets[row];
        bytes += sizeof(target_row) + strlen(kind->name) + 1 + 8;
        for (uint32_t i = 0; i < kind->field_count; i++) {
            const wits_target_field_desc *field = &kind->fields[i];
            bytes += field_bytes(field->name, field->values, field->value_count);
        }
    }
    return bytes;
}

uint64_t wits_core_tables_bytes(const wits_desc *desc, uint64_t program_bytes) {
    enum { TABLES = 30 };  // each may be padded to 8 bytes
    uint64_t bytes = sizeof(wits_brain) + TABLES * 8 + 2 * sizeof(machine_row) + 4 * sizeof(uint32_t);
    for (uint32_t row = 0; row < desc->state_count; row++) {
        bytes += state_bytes(desc, row);
    }
    bytes += (uint64_t)desc->consideration_count * sizeof(consideration_row);
    bytes += program_bytes + rules_bytes(desc) + names_bytes(desc) + wits_core_signatures_bytes(desc);
    return (bytes + 7) / 8 * 8;
}

// --------------------------------------------------------------------------------------------------------------- block

uint32_t wits_core_block_append(brain_compiler *c, uint32_t count, size_t item) {
    size_t offset = c->used;
    c->used = aligned(c->used + count * item);
    WITS_ASSERT(c->used <= c->size);  // bytes_needed is an upper bound
    return (uint32_t)offset;
}

void *wits_core_block_at(brain_compiler *c, uint32_t offset) {
    return (char *)c->brain + offset;
}

state_row *wits_core_block_states(brain_compiler *c) {
    return (state_row *)wits_core_block_at(c, c->brain->states);
}

machine_row *wits_core_block_machines(brain_compiler *c) {
    return (machine_row *)wits_core_block_at(c, c->brain->machines);
}

// -------------------------------------------------------------------------------------------------------------- states

static void fill_utility(state_row *s, const wits_state_desc *from) {
    s->inertia = from->inertia;
    s->floor = from->has_floor ? from->floor + 0.0f : float_from_bits(0xFF800000u);  // converts -0 to 0
    s->every = from->every;
    s->select = (uint8_t)(from->select == WITS_SELECT_DEFAULT ? WITS_SELECT_HIGHEST : from->select);
    s->select_number = select_number(from);
    s->default_option = from->default_option;
}

static void fill_state(brain_compiler *c, uint32_t row) {
    const wits_state_desc *from = &c->desc->states[row];
    state_row *s = &wits_core_block_states(c)[row];
    s->parent = row == WITS_ROOT ? WITS_NONE : from->parent;
    s->depth = (uint8_t)(row == WITS_ROOT ? 0 : wits_core_block_states(c)[from->parent].depth + 1);
    s->end = (uint16_t)(row + 1);
    s->kind = (uint8_t)wits_core_desc_kind(c->desc, row);
    s->activation = (uint8_t)wits_core_desc_activation(c->desc, row);
    s->leave = (uint8_t)wits_core_desc_leave(c->desc, row);
    s->initial = from->initial;
    if (s->kind == WITS_KIND_FSM && s->initial == 0) {
        s->initial = (uint16_t)(row + 1);
    }
    s->fresh = WITS_NONE;
    s->config = WITS_NONE;
    s->data_size = from->data_size;
    s->weight = wits_core_desc_weight(from->has_weight, from->weight);
    s->hold = from->hold;
    s->cooldown = from->cooldown;
    s->score_best = from->score_best;
    s->lasts = from->lasts;
    s->is_final = from->final;
    s->can_finish = wits_core_desc_can_finish(c->desc, row);
    s->place = WITS_NONE;
    s->target = (uint16_t)wits_core_desc_target(c->desc, row);
    s->target_inertia = from->target_inertia;
    s->retarget_reenters = from->reenter;
    if (s->target != WITS_NONE && !from->has_target_inertia) {
        s->target_inertia = wits_core_block_states(c)[s->parent].inertia;
    }
    s->targeting = (uint16_t)(s->target != WITS_NONE ? row
                              : row != WITS_ROOT     ? wits_core_block_states(c)[s->parent].targeting
                                                     : 0);
    if (s->kind == WITS_KIND_UTILITY) {
        fill_utility(s, from);
    }
}

static void fill_children(brain_compiler *c) {
    state_row *states = wits_core_block_states(c);
    uint32_t count = c->brain->state_count;
    for (uint32_t row = 1; row < count; row++) {
        state_row *around = &states[states[row].parent];
        states[row].ordinal = around->child_count++;
    }
    for (uint32_t row = count; row-- > 1;) {
        state_row *around = &states[states[row].parent];
        around->end = around->end > states[row].end ? around->end : states[row].end;
    }
    c->brain->children = wits_core_block_append(c, count, sizeof(uint16_t));
    uint16_t *children = wits_core_block_at(c, c->brain->children);
    uint32_t next = 0;
    for (uint32_t row = 0; row < count; row++) {
        states[row].first_child = next;
        next += states[row].child_count;
    }
    for (uint32_t row = 1; row < count; row++) {
        children[states[states[row].parent].first_child + states[row].ordinal] = (uint16_t)row;
    }
}

static void compile_states(brain_compiler *c) {
    uint32_t count = c->desc->state_count;
    c->brain->states = wits_core_block_append(c, count, sizeof(state_row));
    c->brain->state_count = count;
    for (uint32_t row = 0; row < count; row++) {
        fill_state(c, row);
    }
    fill_children(c);
}

// --------------------------------------------------------------------------------------------------------------- texts

static uint32_t append_name(brain_compiler *c, const char *text) {
    size_t length = strlen(text) + 1;
    size_t offset = c->used;
    WITS_ASSERT(offset + length <= c->size);
    memcpy((char *)c->brain + offset, text, length);
    c->used += length;
    return (uint32_t)offset;
}

static void compile_names(brain_compiler *c) {
    const wits_desc *d = c->desc;
    wits_brain *b = c->brain;
    b->state_names = wits_core_block_append(c, d->state_count, sizeof(uint32_t));
    b->event_names = wits_core_block_append(c, d->event_count, sizeof(uint32_t));
    b->function_names = wits_core_block_append(c, d->function_count, sizeof(uint32_t));
    b->function_kinds = wits_core_block_append(c, d->function_count, sizeof(uint8_t));
    for (uint32_t row = 0; row < d->state_count; row++) {
        ((uint32_t *)wits_core_block_at(c, b->state_names))[row] = append_name(c, d->states[row].name);
    }
    for (uint32_t row = 0; row < d->event_count; row++) {
        ((uint32_t *)wits_core_block_at(c, b->event_names))[row] = append_name(c, d->events[row]);
    }
    for (uint32_t row = 0; row < d->function_count; row++) {
        ((uint32_t *)wits_core_block_at(c, b->function_names))[row] = append_name(c, d->functions[row].name);
        ((uint8_t *)wits_core_block_at(c, b->function_kinds))[row] =
            (uint8_t)wits_core_function_kind(&d->functions[row]);
    }
    c->used = aligned(c->used);
}

/// The names of a field and of its values.
static void compile_field_names(brain_compiler *c, field_row *to, const char *name, const char *const *values) {
    to->values = wits_core_block_append(c, to->value_count, sizeof(uint32_t));
    for (uint32_t i = 0; i < to->value_count; i++) {
        ((uint32_t *)wits_core_block_at(c, to->values))[i] = append_name(c, values[i]);
    }
    to->name = append_name(c, name);
    c->used = aligned(c->used);
}

static void compile_targets(brain_compiler *c) {
    const wits_desc *d = c->desc;
    c->brain->targets = wits_core_block_append(c, d->target_count, sizeof(target_row));
    c->brain->target_fields = wits_core_block_append(c, c->brain->target_field_count, sizeof(field_row));
    uint32_t first = 0;
    for (uint32_t kind = 0; kind < d->target_count; kind++) {
        const wits_target_desc *from = &d->targets[kind];
        target_row *to = (target_row *)wits_core_block_at(c, c->brain->targets) + kind;
        *to = (target_row){.first_field = first, .field_count = from->field_count, .name = append_name(c, from->name)};
        c->used = aligned(c->used);
        for (uint32_t i = 0; i < from->field_count; i++) {
            const wits_target_field_desc *field = &from->fields[i];
            field_row *row = (field_row *)wits_core_block_at(c, c->brain->target_fields) + first + i;
            *row = (field_row){
                .type = (uint32_t)field->type, .value_count = field->value_count, .is_own = field->own ? 1 : 0};
            compile_field_names(c, row, field->name, field->values);
        }
        first += from->field_count;
    }
}

static void compile_fields(brain_compiler *c) {
    const wits_desc *d = c->desc;
    c->brain->fields = wits_core_block_append(c, d->field_count, sizeof(field_row));
    for (uint32_t row = 0; row < d->field_count; row++) {
        const wits_field_desc *from = &d->fields[row];
        field_row *to = (field_row *)wits_core_block_at(c, c->brain->fields) + row;
        *to = (field_row){.initial = from->initial, .type = (uint32_t)from->type, .value_count = from->value_count};
        compile_field_names(c, to, from->name, from->values);
    }
    compile_targets(c);
    const assignment *assignments = wits_core_block_at(c, c->brain->assignments);
    for (uint32_t row = 0; row < c->brain->assignment_count; row++) {
        ((field_row *)wits_core_block_at(c, c->brain->fields))[assignments[row].field].is_assigned = true;
    }
}

static void compile_data(brain_compiler *c) {
    state_row *states = wits_core_block_states(c);
    for (uint32_t row = 0; row < c->desc->state_count; row++) {
        const wits_state_desc *from = &c->desc->states[row];
        if (from->data != NULL) {
            states[row].data_initial = wits_core_block_append(c, from->data_size, 1);
            memcpy(wits_core_block_at(c, states[row].data_initial), from->data, from->data_size);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------- all tables

/// Equal rates get equal bytes.
static void compile_rate(brain_compiler *c) {
    uint32_t ticks = c->desc->ticks_per_second;
    uint32_t per = c->desc->ticks_per_second_per != 0 ? c->desc->ticks_per_second_per : 1;
    uint32_t common = ticks;
    for (uint32_t rest = per; rest != 0;) {  // Euclid
        uint32_t next = common % rest;
        common = rest;
        rest = next;
    }
    c->brain->ticks_per_second = ticks / common;
    c->brain->ticks_per_second_per = ticks != 0 ? per / common : 0;
}

static void compile_header(brain_compiler *c) {
    wits_brain *b = c->brain;
    memcpy(b->magic, BRAIN_MAGIC, sizeof b->magic);
    b->byte_order = BRAIN_BYTE_ORDER;
    b->layout = BRAIN_LAYOUT;
    b->transition_count = c->desc->transition_count;
    b->step_count = c->desc->step_count;
    b->initial_count = c->desc->initial_count;
    b->event_count = c->desc->event_count;
    b->function_count = c->desc->function_count;
    b->field_count = c->desc->field_count;
    b->consideration_count = c->desc->consideration_count;
    b->target_count = c->desc->target_count;
    for (uint32_t kind = 0; kind < b->target_count; kind++) {
        b->target_field_count += c->desc->targets[kind].field_count;
    }
    b->outer_first = c->desc->update_outer_first;
    b->skip_entered = c->desc->update_skip_entered;
    b->is_flat = wits_core_desc_is_flat(c->desc);
}

void wits_core_compile_tables(brain_compiler *c) {
    compile_header(c);
    compile_rate(c);
    wits_core_compile_signatures(c);
    compile_states(c);
    wits_core_compile_machines(c);
    wits_core_compile_rules(c);
    c->brain->place_count = c->place_count;
    wits_core_compile_agent(c);
    wits_core_compile_list_room(c);
    compile_data(c);
    compile_names(c);
    compile_fields(c);
}
