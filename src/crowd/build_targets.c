// SPDX-License-Identifier: MIT
// Options with targets: inputs of their pairs in the agents' code, and the targets that texts refer to. Section 15.
#include "core/run/targets.h"
#include "crowd/build.h"
#include "expr/targets.h"

#include <string.h>

static bool option_has_target(const build *b, uint16_t option) {
    return brain_state(b->brain, option)->target != WITS_NONE;
}

/// Returns the column of a utility's remembered targets.
static lanes_column remembered_column(build *b, uint16_t utility) {
    return wits_crowd_agent_number(b, brain_state(b->brain, utility)->target_at);
}

// --------------------------------------------------------------------------------------------------------------- pairs

/// Puts the columns that the following operation reads and has no operands for.
static void put_reads(build *b, lanes_column remembered) {
    lanes_op reads = {.kind = LANES_READS, .a = remembered};
    for (uint32_t field = 0; field < b->brain->field_count; field++) {
        if ((b->pairs.fields[field / 32] >> field % 32 & 1) != 0) {
            reads.b = (lanes_column)(b->columns.first_field + field);
            wits_crowd_emit_op(b, reads);
        }
    }
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_READS, .a = remembered});
}

/// Plans are in the order of the options.
static uint32_t plan_of(const build *b, uint16_t option) {
    uint32_t plan = 0;
    for (uint32_t id = 1; id < option; id++) {
        plan += brain_state(b->brain, id)->target != WITS_NONE;
    }
    return plan;
}

/// An input of an option's pairs, of each agent, as words.
static lanes_column input_column(build *b, uint16_t option, const expr_instruction *what, const pair_question *ask) {
    union {
        expr_program program;
        uint8_t bytes[sizeof(expr_program) + sizeof(expr_instruction)];
    } room;
    uint32_t constant = 0;
    memset(&room, 0, sizeof room);
    room.program.count = 1;
    room.program.uses = what->operation == EXPR_OP_ELAPSED  ? EXPR_USES_ELAPSED
                        : what->operation == EXPR_OP_RANDOM ? EXPR_USES_RANDOM
                                                            : 0;
    memcpy(room.program.code, what, sizeof *what);
    const lanes_column out = wits_crowd_emit_value(b, option, &room.program, ask->mask, ask->has_current, &constant);
    return out != 0 ? out : wits_crowd_emit_fill(b, constant);
}

static void put_argument(build *b, lanes_column column) {
    if (column != 0) {
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_ARGUMENT, .a = column});
    }
}

void wits_crowd_emit_pairs(build *b, uint16_t option, const pair_question *ask, lanes_column score,
                           lanes_column picked) {
    const lanes_column remembered = remembered_column(b, brain_state(b->brain, option)->parent);
    const uint32_t how = (ask->rank != 0 ? PAIRS_RANKED : 0) | (ask->threshold != 0 ? PAIRS_THRESHOLD : 0) |
                         (ask->cools != 0 ? PAIRS_COOLS : 0) | ask->purpose;
    pair_inputs inputs;
    lanes_column columns[MAX_PAIR_INPUTS];
    wits_crowd_pair_inputs_of(b->brain, option, &inputs);
    for (uint32_t i = 0; i < inputs.count; i++) {
        columns[i] = input_column(b, option, &inputs.of[i], ask);
    }
    put_reads(b, remembered);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_TARGETS,
                                     .out = score,
                                     .a = ask->current,
                                     .b = ask->done,
                                     .c = ask->mask,
                                     .flags = remembered,
                                     .k = {plan_of(b, option) | how, picked}});
    put_argument(b, ask->rank);
    put_argument(b, ask->threshold);
    put_argument(b, ask->cools);
    for (uint32_t i = 0; i < inputs.count; i++) {
        put_argument(b, columns[i]);
    }
}

// ------------------------------------------------------------------------------------------------------ after a choice

/// mask = agents of `among` whose chosen option was already active and gets another target.
static void put_turns_to_another(build *b, uint16_t utility, lanes_column mask, lanes_column among) {
    const open_choice *c = &b->choice;
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_EQUAL8, .out = mask, .a = c->winners, .b = c->current});
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND8, .out = mask, .a = mask, .b = among});
    lanes_column others = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_EQUAL32,
                                     .out = others,
                                     .a = c->picked,
                                     .b = remembered_column(b, utility),
                                     .flags = LANES_INVERTED});
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND8, .out = mask, .a = mask, .b = others});
}

/// Moves agents of `among` whose winner is another option into `mask`.
static void put_won_by(build *b, lanes_column mask, uint32_t ordinal, lanes_column among) {
    wits_crowd_emit_op(b, wits_expr_lanes_range(mask, b->choice.winners, ordinal, ordinal, among));
}

void wits_crowd_emit_retargets(build *b, uint16_t utility, lanes_column among) {
    open_choice *c = &b->choice;
    const state_row *s = brain_state(b->brain, utility);
    lanes_column turns = wits_expr_lanes_new_byte(&b->lanes), mask = wits_expr_lanes_new_byte(&b->lanes);
    c->retargets = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_fill_byte(b, c->retargets, 0);
    put_turns_to_another(b, utility, turns, among);
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t option = brain_child(b->brain, s, i);
        if (option_has_target(b, option)) {
            const bool reenters = brain_state(b->brain, option)->retarget_reenters;
            const lanes_column to = reenters ? c->changes : c->retargets;
            put_won_by(b, mask, i, turns);
            wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = to, .a = to, .b = mask});
        }
    }
    wits_crowd_emit_op(
        b, (lanes_op){.kind = LANES_PUT32, .out = remembered_column(b, utility), .a = c->picked, .c = c->retargets});
}

void wits_crowd_build_enter_target(build *b, uint16_t option) {
    const uint16_t utility = brain_state(b->brain, option)->parent;
    const lanes_column mask = wits_crowd_build_mask(b), remembered = remembered_column(b, utility);
    if (b->choice.picked != 0 && b->choice.of == utility) {
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_PUT32, .out = remembered, .a = b->choice.picked, .c = mask});
        return;
    }
    const wits_state_id about = b->about;
    lanes_column score = wits_expr_lanes_new_word(&b->lanes), picked = wits_expr_lanes_new_word(&b->lanes);
    const pair_question ask = {.mask = mask, .purpose = PAIRS_ALONE};
    b->about = utility;  // nothing inside it is active
    wits_crowd_emit_pairs(b, option, &ask, score, picked);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_PUT32, .out = remembered, .a = picked, .c = mask});
    b->about = about;
}

// ---------------------------------------------------------------------------------------------------- targets of texts

/// The innermost option with a target around a text of a state, or of the child that an `any` transition is built for.
static uint16_t option_around(const build *b, uint16_t id) {
    return brain_state(b->brain, b->source_child != 0 ? b->source_child : id)->targeting;
}

/// Returns the ids of an option's targets: those remembered now, or when the transition fired.
static lanes_column ids_of(build *b, uint16_t option, bool of_transition) {
    const uint16_t utility = brain_state(b->brain, option)->parent;
    for (uint32_t i = 0; of_transition && i < b->source.count; i++) {
        if (b->source.of[i].utility == utility) {
            return b->source.of[i].ids;
        }
    }
    return remembered_column(b, utility);
}

lanes_column wits_crowd_target_column(build *b, uint16_t id, bool of_transition, uint32_t *kind) {
    const uint16_t option = option_around(b, id);
    *kind = WITS_NONE;
    if (option == 0 || b->pair_inputs != NULL) {  // in code of pairs: the target being scored
        return 0;
    }
    *kind = brain_state(b->brain, option)->target;
    return ids_of(b, option, of_transition);
}

void wits_crowd_read_target(build *b, const lanes_place *place, uint32_t number, lanes_column out) {
    const uint32_t kind = target_field_of(number).kind;
    uint16_t option = option_around(b, (uint16_t)(place->about >> 16));
    while (option != 0 && brain_state(b->brain, option)->target != kind) {  // at most WITS_MAX_DEPTH times
        option = option_outwards(b->brain, option);
    }
    const bool of_transition = (place->flags & PROGRAM_TRANSITION_ELAPSED) != 0;
    const lanes_column none = option == 0 ? wits_crowd_emit_fill(b, WITS_NO_TARGET) : 0;
    const lanes_column ids = option != 0 ? ids_of(b, option, of_transition) : none;
    wits_crowd_emit_op(b,
                       (lanes_op){.kind = LANES_TARGET_FIELD, .out = out, .a = ids, .c = place->mask, .k = {number}});
}

// ---------------------------------------------------------------------------------------------- targets of transitions

static uint32_t target_of_child(const build *b, uint16_t composite, uint32_t ordinal) {
    const state_row *s = brain_state(b->brain, composite);
    return brain_state(b->brain, brain_child(b->brain, s, ordinal))->target;
}

uint32_t wits_crowd_source_groups(const build *b, uint16_t composite, source_group groups[MAX_SOURCE_GROUPS]) {
    const state_row *s = brain_state(b->brain, composite);
    uint32_t count = 0;
    bool differs = false;
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint32_t kind = target_of_child(b, composite, i);
        uint32_t group = 0;
        while (group < count && brain_state(b->brain, groups[group].child)->target != kind) {
            group++;
        }
        if (group == count) {
            groups[count++] = (source_group){.child = brain_child(b->brain, s, i)};
        }
        differs |= kind != WITS_NONE;
    }
    return differs ? count : 0;
}

void wits_crowd_emit_of_group(build *b, lanes_column mask, uint16_t composite, const source_group *group,
                              lanes_column among) {
    const state_row *s = brain_state(b->brain, composite);
    const lanes_column active = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_fill_byte(b, mask, 0);
    for (uint32_t i = 0; i < s->child_count; i++) {
        if (target_of_child(b, composite, i) == brain_state(b->brain, group->child)->target) {
            wits_crowd_emit_in_slot(b, active, brain_child(b->brain, s, i));
            wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = mask, .a = mask, .b = active});
        }
    }
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND8, .out = mask, .a = mask, .b = among});
}

static void note_source_ids(build *b, uint16_t utility) {
    const lanes_column ids = wits_crowd_emit_fill(b, WITS_NO_TARGET);
    wits_crowd_emit_op(
        b,
        (lanes_op){.kind = LANES_PUT32, .out = ids, .a = remembered_column(b, utility), .c = wits_crowd_build_mask(b)});
    b->source.of[b->source.count++] = (source_ids){utility, ids};
}

void wits_crowd_build_source_targets(build *b, const program_op *op) {
    source_targets *source = &b->source;
    if (op->row != 0) {
        source->group_count = wits_crowd_source_groups(b, op->state, source->groups);
    }
    for (uint32_t i = 0; i < source->group_count; i++) {
        source_group *group = &source->groups[i];
        group->mask = wits_expr_lanes_new_byte(&b->lanes);
        wits_crowd_emit_of_group(b, group->mask, op->state, group, wits_crowd_build_mask(b));
    }
    if (source->group_count != 0) {
        note_source_ids(b, op->state);
    }
    for (uint16_t option = brain_state(b->brain, op->state)->targeting; option != 0;
         option = option_outwards(b->brain, option)) {
        note_source_ids(b, brain_state(b->brain, option)->parent);
    }
    build_region(b)->notes_target = true;
}

void wits_crowd_build_forget_source(build *b) {
    b->source.count = b->source.group_count = 0;
}
