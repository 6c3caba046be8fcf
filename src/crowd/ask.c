// SPDX-License-Identifier: MIT
// Conditions, scores and assignments of a program, for the agents of a mask. Expressions become operations over
// columns; host functions become calls.
#include "crowd/build.h"

/// Failures in an expression are attributed to the state that is being built.
static void note_failure(build *b) {
    if (b->lanes.failed != NULL && b->failed_at == WITS_NONE) {
        b->failed_at = b->about;
    }
}

static void note_uses(build *b, const expr_program *program) {
    b->needs_ids |= (program->uses & EXPR_USES_RANDOM) != 0;
}

// ---------------------------------------------------------------------------------------------------- which are active

static void fill_mask(build *b, lanes_column out, bool holds) {
    lanes_op op = wits_expr_lanes_range(out, b->columns.slot, 0, 0xFF, 0);
    op.flags = holds ? 0 : LANES_INVERTED;
    wits_crowd_emit_op(b, op);
}

/// out &= the state, or one inside it, is the deepest active one of its machine; `is_first`: out = it.
static void and_in_slot(build *b, lanes_column out, uint16_t id, bool is_first) {
    const slot_range slots = state_slots(b->brain, id);
    const byte_pair slot = wits_crowd_slot_bytes(b, brain_state(b->brain, id)->machine);
    wits_crowd_emit_range(b, out, slot, slots.first, slots.first + slots.count - 1, is_first ? 0 : out, false);
}

/// out = the state is active at a moment, as a program_op has it.
static void active_at_moment(build *b, lanes_column out, uint16_t id, uint32_t flags, uint16_t moment,
                             uint16_t kept_in) {
    const active_slots slots = wits_lower_slots_of(b->brain, id, flags, moment);
    if (slots.count == 0 || (kept_in != 0 && kept_in == slots.kept_in)) {
        fill_mask(b, out, slots.is_active);
        return;
    }
    for (uint32_t i = 0; i < slots.count; i++) {
        and_in_slot(b, out, slots.of[i], i == 0);
    }
}

void wits_crowd_emit_is_active(build *b, lanes_column out, uint16_t id) {
    active_at_moment(b, out, id, 0, WITS_NONE, 0);
}

void wits_crowd_emit_in_slot(build *b, lanes_column out, uint16_t id) {
    and_in_slot(b, out, id, true);
}

static void answer_done(build *b, const lanes_place *place, uint32_t question, lanes_column out) {
    const ask_place at = {.mask = place->mask,
                          .moment = WITS_NONE};  // for transitions and steps nothing has changed yet
    if ((question & QUESTION_OF_CHILD) != 0) {
        wits_crowd_emit_done_child(b, out, (uint16_t)question, false, &at);
    } else {
        wits_crowd_emit_is_done(b, out, (uint16_t)question, &at);
    }
}

/// Computes whether a state is active or, with QUESTION_DONE, whether it is done.
static void answer_question(void *user, const lanes_place *place, uint32_t state, lanes_column out) {
    build *b = user;
    if ((state & QUESTION_DONE) != 0) {
        answer_done(b, place, state, out);
    } else {
        active_at_moment(b, out, (uint16_t)state, place->flags, place->moment, place->kept_in);
    }
}

// --------------------------------------------------------------------------------------------------------- expressions

static void read_target(void *user, const lanes_place *place, uint32_t number, lanes_column out) {
    wits_crowd_read_target(user, place, number, out);
}

/// Returns the targets passed to host functions.
static lanes_column told_targets(build *b, const ask_place *from) {
    uint32_t kind;
    const bool of_transition = (from->flags & PROGRAM_TRANSITION_ELAPSED) != 0;
    return wits_crowd_target_column(b, from->state, of_transition, &kind);
}

static lanes_place place_of(build *b, const ask_place *from) {
    return (lanes_place){.mask = from->mask,
                         .about = host_about(from->state, from->row),
                         .targets = told_targets(b, from),
                         .flags = from->flags,
                         .moment = from->moment,
                         .kept_in = from->kept_in,
                         .elapsed = from->elapsed,
                         .is_in = answer_question,
                         .replace = b->pair_inputs != NULL ? wits_crowd_replace_for_pairs : NULL,
                         .target = read_target,
                         .user = b};
}

lanes_column wits_crowd_emit_elapsed(build *b, uint32_t clock) {
    if (clock == 0) {
        return 0;
    }
    lanes_column out = wits_expr_lanes_new_word(&b->lanes);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_ELAPSED32, .out = out, .a = wits_crowd_agent_number(b, clock)});
    return out;
}

bool wits_crowd_reads_elapsed(const build *b, function_ref program) {
    return (program & REF_PROGRAM) != 0 && (brain_program(b->brain, program)->uses & EXPR_USES_ELAPSED) != 0;
}

void wits_crowd_emit_condition(build *b, const ask_place *place, function_ref condition, lanes_column mask) {
    lanes_place where = place_of(b, place);
    if ((condition & REF_PROGRAM) == 0) {
        lanes_column holds = wits_expr_lanes_new_byte(&b->lanes);
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_CONDITION,
                                         .out = holds,
                                         .a = where.targets,
                                         .c = mask,
                                         .flags = place->flags,
                                         .k = {condition - 1, where.about}});
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND8, .out = mask, .a = mask, .b = holds});
        return;
    }
    const expr_program *program = brain_program(b->brain, condition);
    note_uses(b, program);
    wits_expr_lanes_and_condition(&b->lanes, &where, program, mask);
    note_failure(b);
}

void wits_crowd_emit_assignment(build *b, const ask_place *place, uint32_t row) {
    const assignment *a = brain_assignment(b->brain, row);
    lanes_place where = place_of(b, place);
    note_uses(b, brain_program(b->brain, a->program));
    wits_expr_lanes_assign(&b->lanes, &where, brain_program(b->brain, a->program), a->field, place->mask);
    note_failure(b);
}

void wits_crowd_emit_listed_call(build *b, const ask_place *place, uint32_t program, lanes_op list) {
    lanes_place where = place_of(b, place);
    note_uses(b, brain_program(b->brain, program));
    wits_expr_lanes_list(&b->lanes, &where, brain_program(b->brain, program), list);
    note_failure(b);
}

// ------------------------------------------------------------------------------------------------------------- options

/// Returns the clock of an option as `elapsed` shows it: 0 if the option is not active. For pairs it is an input.
static lanes_column option_elapsed(build *b, uint16_t option, const expr_program *program, bool has_current) {
    uint32_t clock = brain_state(b->brain, option)->clock;
    if ((program->uses & EXPR_USES_ELAPSED) == 0 || clock == 0 || !has_current || b->pair_inputs != NULL) {
        return 0;
    }
    lanes_column ticks = wits_crowd_emit_elapsed(b, clock);
    lanes_column active = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_in_pass(b, active, option);
    return wits_crowd_emit_where(b, active, ticks, 0);
}

/// Returns the place of an option. If no option is active, nothing inside the composite is: it has just been entered,
/// or is empty.
static ask_place place_of_option(const build *b, uint16_t option, lanes_column mask, bool has_current,
                                 lanes_column elapsed) {
    return (ask_place){.mask = mask,
                       .state = option,
                       .row = WITS_NONE,
                       .flags = has_current ? 0 : PROGRAM_AT_MOMENT,
                       .moment = has_current ? WITS_NONE : b->about,
                       .elapsed = elapsed};
}

lanes_column wits_crowd_emit_value(build *b, uint16_t option, const expr_program *program, lanes_column mask,
                                   bool has_current, uint32_t *constant) {
    note_uses(b, program);
    lanes_column elapsed = option_elapsed(b, option, program, has_current);
    ask_place at = place_of_option(b, option, mask, has_current, elapsed);
    lanes_place place = place_of(b, &at);
    const lanes_column out = wits_expr_lanes_word(&b->lanes, &place, program, constant);
    note_failure(b);
    return out;
}

lanes_column wits_crowd_emit_input(build *b, uint16_t option, function_ref input, lanes_column mask, bool has_current,
                                   uint32_t *constant) {
    return wits_crowd_emit_value(b, option, brain_program(b->brain, input), mask, has_current, constant);
}
