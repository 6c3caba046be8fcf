// SPDX-License-Identifier: MIT
// Computes the machines of a brain, their configurations, and the layout of an agent's bytes.
#include "core/compile/compile.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------ machines

static uint16_t machine_new(brain_compiler *c, uint32_t owner, uint32_t first_depth) {
    uint32_t number = c->brain->machine_count++;
    machine_row *m = &wits_core_block_machines(c)[number];
    m->owner = (uint16_t)owner;
    m->first_depth = (uint8_t)first_depth;
    return (uint16_t)number;
}

static uint32_t count_machines(const brain_compiler *c) {
    uint32_t count = 1;
    const state_row *states = brain_states(c->brain);
    for (uint32_t row = 0; row < c->brain->state_count; row++) {
        const state_row *s = &states[row];
        count += s->kind == WITS_KIND_PARALLEL ? s->child_count : state_has_own_inside(s);
    }
    return count;
}

static void assign_machine(brain_compiler *c, uint32_t row) {
    state_row *s = &wits_core_block_states(c)[row];
    if (row == WITS_ROOT) {
        s->machine = machine_new(c, WITS_NONE, 0);
    } else {
        const state_row *around = &wits_core_block_states(c)[s->parent];
        s->machine = around->kind == WITS_KIND_PARALLEL ? machine_new(c, s->parent, s->depth) : around->inside;
    }
    s->inside = s->machine;
    if (state_has_own_inside(s) && s->kind != WITS_KIND_PARALLEL) {
        s->inside = machine_new(c, row, s->depth + 1u);
    }
}

/// Returns whether it can be the deepest active state of its machine.
static bool is_configuration(const state_row *s) {
    return s->kind == WITS_KIND_LEAF || s->activation == WITS_ACTIVATION_ON_DECIDE || state_has_own_inside(s);
}

static void assign_configs(brain_compiler *c) {
    state_row *states = wits_core_block_states(c);
    machine_row *machines = wits_core_block_machines(c);
    for (uint32_t row = 0; row < c->brain->state_count; row++) {
        if (is_configuration(&states[row])) {
            states[row].config = (uint16_t)machines[states[row].machine].config_count++;
            c->brain->config_count++;
        }
    }
    uint32_t next = 0;
    for (uint32_t number = 0; number < c->brain->machine_count; number++) {
        machines[number].first_config = next;
        next += machines[number].config_count;
    }
    c->brain->config_states = wits_core_block_append(c, next, sizeof(uint16_t));
    uint16_t *config_states = wits_core_block_at(c, c->brain->config_states);
    for (uint32_t row = 0; row < c->brain->state_count; row++) {
        if (states[row].config != WITS_NONE) {
            config_states[machines[states[row].machine].first_config + states[row].config] = (uint16_t)row;
        }
    }
}

void wits_core_compile_machines(brain_compiler *c) {
    c->brain->machines = wits_core_block_append(c, count_machines(c), sizeof(machine_row));
    for (uint32_t row = 0; row < c->brain->state_count; row++) {
        assign_machine(c, row);
    }
    assign_configs(c);
}

// --------------------------------------------------------------------------------------------------------- agent bytes

static uint32_t compile_slots(brain_compiler *c) {
    machine_row *machines = wits_core_block_machines(c);
    uint32_t offset = 0;
    for (uint32_t number = 0; number < c->brain->machine_count; number++) {
        machines[number].slot = offset;
        machines[number].width = machines[number].config_count <= 0xFF ? 1 : 2;
        offset += machines[number].width;
    }
    c->brain->slot_width = machines[0].width;
    return offset;
}

/// Assigns the fresh bits: one for each level of each machine, because at most one state of a level is active.
static uint32_t compile_fresh(brain_compiler *c) {
    if (!c->brain->skip_entered) {
        return 0;
    }
    machine_row *machines = wits_core_block_machines(c);
    state_row *states = wits_core_block_states(c);
    uint32_t bits = 0;
    for (uint32_t row = 0; row < c->brain->state_count; row++) {  // `reserved` holds the levels of the machine for now
        machine_row *m = &machines[states[row].machine];
        uint16_t level = (uint16_t)(states[row].depth - m->first_depth + 1);
        m->reserved = m->reserved > level ? m->reserved : level;
    }
    for (uint32_t number = 0; number < c->brain->machine_count; number++) {
        machines[number].first_fresh = (uint16_t)bits;
        bits += machines[number].reserved;
        machines[number].reserved = 0;
    }
    for (uint32_t row = 0; row < c->brain->state_count; row++) {
        const machine_row *m = &machines[states[row].machine];
        states[row].fresh = (uint16_t)(m->first_fresh + states[row].depth - m->first_depth);
    }
    return (bits + 7) / 8;
}

static uint32_t compile_memories(brain_compiler *c, uint32_t offset) {
    state_row *states = wits_core_block_states(c);
    for (uint32_t row = 0; row < c->brain->state_count; row++) {
        if (states[row].leave == WITS_LEAVE_RESUME) {
            states[row].memory = offset;
            offset += memory_width(&states[row]);
        }
    }
    return offset;
}

void wits_core_mark_clock(brain_compiler *c, uint32_t state, bool any, uint32_t until) {
    state_row *s = &wits_core_block_states(c)[state];
    uint32_t *most = any ? &s->clocks_inside_until : &s->clock_until;
    *most = until > *most ? until : *most;
    if (any) {
        s->gives_clock = 1;
    } else {
        s->clock = 1;
    }
}

/// Marks which states need a clock by a 1, and up to how many ticks: for `after` of their own or of their composite's
/// `any`, `hold`, `lasts`, `timed`, and texts, which are marked already.
static void mark_clocks(brain_compiler *c) {
    const state_row *states = wits_core_block_states(c);
    for (uint32_t row = 0; row < c->desc->transition_count; row++) {
        const wits_transition_desc *t = &c->desc->transitions[row];
        if (t->after != 0) {
            wits_core_mark_clock(c, t->from, t->any, t->after);
        }
    }
    for (uint32_t row = 0; row < c->brain->state_count; row++) {
        const state_row *s = &states[row];
        if (row != WITS_ROOT && states[s->parent].gives_clock) {
            wits_core_mark_clock(c, row, false, states[s->parent].clocks_inside_until);
        }
        if (s->hold != 0 || s->lasts != 0 || c->desc->states[row].timed) {
            wits_core_mark_clock(c, row, false, s->hold > s->lasts ? s->hold : s->lasts);
        }
    }
}

/// Contents of memories. Clocks only share bytes with clocks, so that each remains a separate number in every agent.
typedef enum room_kind { ROOM_CLOCKS, ROOM_DATA } room_kind;

/// Bytes of the state's own memory.
static uint32_t own_room(const state_row *s, room_kind kind) {
    return kind == ROOM_DATA ? s->data_size : (s->clock != 0 ? 4u : 0) + (s->every != 0 ? 4u : 0);
}

/// Places the state's own memory; returns its end.
static uint32_t place_room(state_row *s, uint32_t offset, room_kind kind) {
    if (kind == ROOM_CLOCKS && s->clock != 0) {
        s->clock = offset;
        offset += 4;
    }
    if (kind == ROOM_CLOCKS && s->every != 0) {
        s->scored_clock = offset;
        offset += 4;
    }
    if (kind == ROOM_DATA && s->data_size != 0) {
        s->data = offset;
        offset += s->data_size;
    }
    return offset;
}

/// Places memories: siblings of an fsm or utility share bytes, regions are adjacent, and the inside of a suspending
/// composite has separate bytes, because it is remembered while others are active. `need` and `offset` are scratch
/// memory.
static uint32_t compile_rooms(brain_compiler *c, uint32_t start, uint32_t *need, uint32_t *offset, room_kind kind) {
    state_row *states = wits_core_block_states(c);
    uint32_t count = c->brain->state_count;
    for (uint32_t row = 0; row < count; row++) {
        need[row] = 0;  // bytes of its inside, until it is processed
    }
    for (uint32_t row = count; row-- > 0;) {
        const state_row *s = &states[row];
        offset[row] = need[row];  // bytes of its inside
        need[row] = own_room(s, kind) + (s->leave == WITS_LEAVE_SUSPEND ? 0 : need[row]);
        if (row != WITS_ROOT) {
            uint32_t *around = &need[s->parent];
            bool adds = states[s->parent].kind == WITS_KIND_PARALLEL;
            *around = adds ? *around + need[row] : need[row] > *around ? need[row] : *around;
        }
    }
    uint32_t apart = start + need[WITS_ROOT];
    uint32_t *inside_offset = need;  // from here on: offset of the next child's memory
    for (uint32_t row = 0; row < count; row++) {
        state_row *s = &states[row];
        uint32_t inside_size = offset[row];
        uint32_t size = own_room(s, kind) + (s->leave == WITS_LEAVE_SUSPEND ? 0 : inside_size);
        uint32_t here = row == WITS_ROOT ? start : inside_offset[s->parent];
        if (row != WITS_ROOT && states[s->parent].kind == WITS_KIND_PARALLEL) {
            inside_offset[s->parent] += size;
        }
        uint32_t end = place_room(s, here, kind);
        inside_offset[row] = s->leave == WITS_LEAVE_SUSPEND ? apart : end;
        apart += s->leave == WITS_LEAVE_SUSPEND ? inside_size : 0;
    }
    return apart;
}

/// Cooldowns outlive their states, so they follow all memories.
static uint32_t compile_cooldowns(brain_compiler *c, uint32_t offset) {
    state_row *states = wits_core_block_states(c);
    for (uint32_t row = 0; row < c->brain->state_count; row++) {
        if (states[row].cooldown != 0) {
            states[row].cooldown_at = offset;
            offset += COOLDOWN_BYTES;
        }
    }
    return offset;
}

/// Remembered targets follow all cooldowns.
static uint32_t compile_target_ids(brain_compiler *c, uint32_t offset) {
    state_row *states = wits_core_block_states(c);
    for (uint32_t row = 1; row < c->brain->state_count; row++) {
        state_row *around = &states[states[row].parent];
        if (states[row].target != WITS_NONE && around->target_at == 0) {
            around->target_at = 1;
        }
    }
    for (uint32_t row = 0; row < c->brain->state_count; row++) {
        if (states[row].target_at != 0) {
            states[row].target_at = offset;
            offset += TARGET_BYTES;
        }
    }
    return offset;
}

void wits_core_compile_agent(brain_compiler *c) {
    wits_brain *b = c->brain;
    uint32_t offset = compile_slots(c);
    b->events = offset;
    b->event_bytes = (b->event_count + 7) / 8;
    b->fresh = offset + b->event_bytes;
    b->fresh_bytes = compile_fresh(c);
    b->rooms = b->fresh + b->fresh_bytes;
    offset = compile_memories(c, b->rooms);
    mark_clocks(c);
    size_t before = c->used;
    uint32_t *need = wits_core_block_at(c, wits_core_block_append(c, b->state_count, sizeof(uint32_t)));
    uint32_t *offsets = wits_core_block_at(c, wits_core_block_append(c, b->state_count, sizeof(uint32_t)));
    offset = compile_rooms(c, offset, need, offsets, ROOM_CLOCKS);
    b->cooldowns = compile_rooms(c, offset, need, offsets, ROOM_DATA);
    b->target_ids = compile_cooldowns(c, b->cooldowns);
    b->agent_size = compile_target_ids(c, b->target_ids);
    memset(wits_core_block_at(c, (uint32_t)before), 0, c->used - before);
    c->used = before;  // releases the scratch memory
}
