// SPDX-License-Identifier: MIT
// Single operations, and queries about machines for them.
#include "lower/lower.h"

lowering wits_lower_begin(const wits_brain *brain, program_sink *to) {
    lowering l = {.brain = brain, .to = to, .child = WITS_NONE};
    for (uint32_t id = 0; id < brain->state_count; id++) {
        const state_row *s = brain_state(brain, id);
        bool steps = state_has_steps(s);
        l.has_steps |= steps;
        for (uint32_t at = s->parent; steps && at != WITS_NONE && at != WITS_ROOT;
             at = brain_state(brain, at)->parent) {
            l.cuts |= brain_state(brain, at)->update != 0 && !brain->outer_first;
        }
    }
    return l;
}

lowering wits_lower_begin_by_slot(const wits_brain *brain, program_sink *to, bool tells) {
    lowering l = wits_lower_begin(brain, to);
    l.by_slot = true;
    l.tells = tells;
    l.stops = tells;
    l.shares_guards = tells || !brain->is_flat;
    return l;
}

lowering wits_lower_begin_by_name(const wits_brain *brain, program_sink *to) {
    lowering l = wits_lower_begin_by_slot(brain, to, false);
    l.stops = true;
    l.shares_guards = true;
    l.names_states = true;
    return l;
}

void wits_lower_put(lowering *l, program_op op) {
    l->to->put(l->to, &op);
}

void wits_lower_tell(lowering *l, wits_trace_kind kind, uint16_t id) {
    if (l->tells) {
        wits_lower_put(
            l, (program_op){.operation = PROGRAM_TELL, .machine = (uint16_t)kind, .state = id, .row = WITS_NONE});
    }
}

void wits_lower_tell_of_child(lowering *l, wits_trace_kind kind, uint16_t composite) {
    if (l->tells) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_TELL,
                                       .flags = PROGRAM_OF_CHILD,
                                       .machine = (uint16_t)kind,
                                       .state = composite,
                                       .row = WITS_NONE});
    }
}

void wits_lower_when(lowering *l) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_WHEN});
}

void wits_lower_then(lowering *l) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_THEN});
}

void wits_lower_end(lowering *l) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_END});
}

static void set_slots(program_op *op, slot_range slots) {
    op->k[0] = slots.first;
    op->k[1] = slots.first + slots.count - 1;
}

void wits_lower_in(lowering *l, program_operation what, uint16_t id, bool inverted) {
    const state_row *s = lower_state(l, id);
    program_op op = {
        .operation = (uint8_t)what, .flags = inverted ? PROGRAM_INVERTED : 0, .machine = s->machine, .state = id};
    set_slots(&op, state_slots(l->brain, id));
    wits_lower_put(l, op);
}

void wits_lower_in_children(lowering *l, program_operation what, uint16_t composite) {
    const state_row *s = lower_state(l, composite);
    program_op op = {.operation = (uint8_t)what, .machine = s->inside, .state = composite};
    set_slots(&op, machine_slots(l->brain, s->inside, composite + 1u, s->end));
    wits_lower_put(l, op);
}

void wits_lower_holds(lowering *l, uint16_t machine, bool inverted) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_IN,
                                   .flags = inverted ? PROGRAM_INVERTED : 0,
                                   .machine = machine,
                                   .state = WITS_NONE,
                                   .k = {1, brain_machine(l->brain, machine)->config_count}});
}

void wits_lower_active(lowering *l, uint16_t id, uint16_t base) {
    uint16_t machine = lower_state(l, id)->machine;
    wits_lower_in(l, PROGRAM_IN, id, false);
    while (machine != base) {  // at most WITS_MAX_DEPTH times
        uint16_t owner = brain_machine(l->brain, machine)->owner;
        if (lower_state(l, owner)->leave == WITS_LEAVE_SUSPEND) {
            wits_lower_in(l, PROGRAM_IN, owner, false);  // otherwise it is active if the machine is not empty
        }
        machine = lower_state(l, owner)->machine;
    }
}

void wits_lower_call(lowering *l, program_routine routine, uint16_t id) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_CALL, .state = id, .row = (uint16_t)routine});
}

/// Machines are numbered in the order of the states.
uint16_t wits_lower_machines_inside(const lowering *l, uint16_t id, uint32_t *count) {
    uint16_t first = 0;
    *count = 0;
    for (uint32_t number = 1; number < l->brain->machine_count; number++) {
        uint16_t owner = brain_machine(l->brain, number)->owner;
        if (state_contains(l->brain, id, owner)) {
            first = *count == 0 ? (uint16_t)number : first;
            ++*count;
        }
    }
    return first;
}

void wits_lower_pass_over(lowering *l, uint16_t id) {
    uint32_t count;
    uint16_t first = wits_lower_machines_inside(l, id, &count);
    wits_lower_put(l, (program_op){.operation = PROGRAM_PASS_OVER, .k = {lower_state(l, id)->machine, 1}});
    if (count != 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_PASS_OVER, .k = {first, count}});
    }
}

void wits_lower_set_slot(lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    wits_lower_put(
        l, (program_op){.operation = PROGRAM_SET_SLOT, .machine = s->machine, .state = id, .k = {s->config + 1u}});
}

void wits_lower_verb_end(lowering *l) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_VERB_END});
}

void wits_lower_return(lowering *l) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_RETURN});
}

void wits_lower_done(lowering *l, uint16_t done) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_DONE, .machine = lower_state(l, done)->machine, .state = done});
}

bool wits_lower_is_region(const lowering *l, uint16_t id) {
    return state_is_in_a(l->brain, id, WITS_KIND_PARALLEL);
}

bool wits_lower_is_option(const lowering *l, uint16_t id) {
    return state_is_in_a(l->brain, id, WITS_KIND_UTILITY);
}

/// Returns the clock of a source. All children of a composite have their clocks at the same position.
uint32_t wits_lower_source_clock(const lowering *l, uint16_t source, bool any) {
    const state_row *s = lower_state(l, source);
    return any ? lower_state(l, brain_child(l->brain, s, 0))->clock : s->clock;
}

bool wits_lower_is_filled(const lowering *l, uint32_t machine) {
    uint16_t owner = brain_machine(l->brain, machine)->owner;
    return owner != WITS_NONE && lower_state(l, owner)->kind != WITS_KIND_PARALLEL &&
           lower_state(l, owner)->activation == WITS_ACTIVATION_ON_DECIDE;
}
