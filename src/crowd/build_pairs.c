// SPDX-License-Identifier: MIT
// Options with targets: the code that scores an option's pairs, over columns with a lane for each pair; and what of it
// agents' code needs. Section 15.
#include "crowd/build.h"
#include "expr/targets.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------ programs

/// What an expression in the score of a pair may need.
enum { PAIRS_MAY_USE = EXPR_USES_FIELDS | EXPR_USES_TARGETS | EXPR_USES_TICK | EXPR_IS_CONSTANT | EXPR_USES_POWERS };

static expr_operation pair_load_of(expr_field_type type) {
    static const uint8_t loads[] = {0,
#define LOAD_OF(load, ...) EXPR_OP_##load,
                                    EXPR_FIELD_LIST(LOAD_OF)
#undef LOAD_OF
    };
    return (expr_operation)loads[type];
}

/// A field of the target that is asked about is a field of the pair, behind those of the agent.
static void read_pair_field(build *b, expr_instruction *at) {
    const expr_target_field of = target_field_of(at->k[0]);
    if (of.kind != b->pair_kind) {
        wits_crowd_build_fail(b, "a target's score reads a target of another kind");
    } else if (of.field == EXPR_TARGET_PRESENT) {
        at->operation = EXPR_OP_CONSTANT;
        at->k[0] = 1;
    } else {
        at->operation = (uint8_t)pair_load_of(of.type);
        at->field = (uint16_t)(b->brain->field_count + of.field);
        at->k[0] = 0;
        if (of.type == WITS_TYPE_BOOL) {  // is read by a test only: of any number but 0
            *at = (expr_instruction){
                .operation = EXPR_OP_TEST_BOOL, .out = at->out, .field = at->field, .k = {1, UINT8_MAX - 1}};
        }
    }
}

const expr_program *wits_crowd_pair_program(build *b, const expr_program *program) {
    if (b->pair_program == NULL) {
        return program;
    }
    expr_program *to = b->pair_program;
    const uint32_t count = program->count < LANES_MAX_NODES ? program->count : LANES_MAX_NODES;
    if (count < program->count || (program->uses & ~(uint32_t)PAIRS_MAY_USE) != 0) {
        wits_crowd_build_fail(b, count < program->count ? "a target's score is too long"
                                                        : "a target's score needs more than fields");
    }
    memcpy(to, program, expr_program_size(count));
    to->count = count;
    to->lean = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (operation_reads_target(to->code[i].operation)) {
            read_pair_field(b, &to->code[i]);
        }
    }
    return to;
}

// ----------------------------------------------------------------------------------------------------- the pairs' code

/// Why an option's pairs cannot be scored in blocks: null if they can.
static const char *unfit_pairs(const wits_brain *brain, uint16_t option) {
    const state_row *s = brain_state(brain, option);
    const state_row *around = brain_state(brain, s->parent);
    if (s->rank != 0) {
        return "an option with a target has a rank";
    }
    if (around->default_option == option) {
        return "a default option has a target";
    }
    if (around->score_best) {
        return "a utility that is worth its own best has an option with a target";
    }
    if (s->row_count == 0 && s->score != 0 && (s->score & REF_PROGRAM) == 0) {
        return "a host function scores targets";
    }
    return brain->field_count + wits_target_field_count(brain, s->target) > CROWD_MAX_FIELDS
               ? "agent and target have more than 256 fields together"
               : NULL;
}

/// Columns of pairs: those of agents, and behind the agent's fields those of the target.
static void number_pair_columns(build *p) {
    const uint32_t own = p->brain->field_count, count = wits_target_field_count(p->brain, p->pair_kind);
    wits_crowd_number_columns(p, own + count);
    for (uint32_t field = 0; field < count; field++) {
        p->field_types[own + field] = (uint8_t)wits_target_field_type(p->brain, p->pair_kind, field);
    }
}

static void *pair_part(wits_crowd_code *code, uint32_t offset) {
    return code != NULL ? (char *)code + offset : NULL;
}

/// A build for the pairs of one option, whose code goes behind that of the others.
static void begin_pairs(build *p, const wits_brain *brain, uint16_t option, wits_crowd_code *code,
                        const pairs_built *so_far) {
    memset(p, 0, sizeof *p);
    p->brain = brain;
    p->about = option;
    p->failed_at = WITS_NONE;
    p->pair_kind = brain_state(brain, option)->target;
    p->lanes.code = pair_part(code, code != NULL ? code->pairs_code_offset : 0);
    p->lanes.count = so_far->operations;
    p->lanes.tables = pair_part(code, code != NULL ? code->pairs_tables_offset : 0);
    p->lanes.table_count = so_far->tables;
    p->lanes.failed = unfit_pairs(brain, option);
    number_pair_columns(p);
}

static void end_pairs(const build *p, pair_plan *plan, pairs_built *so_far) {
    so_far->operations = p->lanes.count;
    so_far->tables = p->lanes.table_count;
    if (p->lanes.failed != NULL && so_far->failed == NULL) {
        so_far->failed = p->lanes.failed;
        so_far->failed_at = p->about;
    }
    plan->columns = p->columns;
    plan->byte_temps = p->lanes.byte_temps;
    plan->word_temps = p->lanes.word_temps;
    for (uint32_t field = 0; field < p->columns.field_count; field++) {
        plan->reads[field] = p->flags[p->columns.first_field + field] != 0;
    }
    for (uint32_t field = 0; field < p->brain->field_count; field++) {
        so_far->fields[field / 32] |= (uint32_t)plan->reads[field] << field % 32;
    }
}

static void build_score(build *p, uint16_t option, pair_plan *plan) {
    union {
        expr_program program;
        uint8_t bytes[sizeof(expr_program) + LANES_MAX_NODES * sizeof(expr_instruction)];
    } room;
    p->pair_program = &room.program;
    plan->score = wits_crowd_emit_score(p, option, p->columns.due, true, &plan->constant);
    p->flags[plan->score] |= LANES_READ;  // a field as it is needs no operation
    p->pair_program = NULL;
}

/// Of one option.
static void build_pairs_of(build *b, const wits_brain *brain, uint16_t option, wits_crowd_code *code,
                           pairs_built *built) {
    pair_plan plan = {.option = option, .start = built->operations};
    begin_pairs(b, brain, option, code, built);
    if (b->lanes.failed == NULL) {
        build_score(b, option, &plan);
    }
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_RETURN});
    end_pairs(b, &plan, built);
    if (code != NULL) {
        ((pair_plan *)pair_part(code, code->pairs_offset))[built->count] = plan;
    }
    built->count++;
}

pairs_built wits_crowd_build_pairs(build *b, const wits_brain *brain, wits_crowd_code *code) {
    pairs_built built = {.failed_at = WITS_NONE};
    for (uint32_t id = 1; brain->target_count != 0 && id < brain->state_count; id++) {
        if (brain_state(brain, id)->target != WITS_NONE) {
            build_pairs_of(b, brain, (uint16_t)id, code, &built);
        }
    }
    return built;
}

// --------------------------------------------------------------------------------------------------- the agents' code

/// Columns that the operation behind these reads, which has no place for all of them.
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

/// Plans stand in the order of the options.
static uint32_t plan_of(const build *b, uint16_t option) {
    uint32_t plan = 0;
    for (uint32_t id = 1; id < option; id++) {
        plan += brain_state(b->brain, id)->target != WITS_NONE;
    }
    return plan;
}

static lanes_column remembered_column(build *b, uint16_t utility) {
    return wits_crowd_agent_number(b, brain_state(b->brain, utility)->target_at, 4);
}

void wits_crowd_emit_pairs(build *b, uint16_t option, const pair_question *ask, lanes_column score,
                           lanes_column picked) {
    const lanes_column remembered = remembered_column(b, brain_state(b->brain, option)->parent);
    put_reads(b, remembered);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_TARGETS,
                                     .out = score,
                                     .a = ask->current,
                                     .b = ask->done,
                                     .c = ask->mask,
                                     .flags = remembered,
                                     .k = {plan_of(b, option) | (ask->alone ? PAIRS_ALONE : 0), picked}});
    b->lanes.flags[picked] |= LANES_READ | LANES_WRITTEN;
}

static bool option_has_target(const build *b, uint16_t option) {
    return brain_state(b->brain, option)->target != WITS_NONE;
}

/// mask = of those of `among`, whose choice fell on an option that was active already and gets another target.
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
    wits_expr_lanes_free(&b->lanes, others);
}

/// Takes from `among` whose winner is another option than this, into `mask`.
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
    wits_expr_lanes_free(&b->lanes, mask);
    wits_expr_lanes_free(&b->lanes, turns);
}

void wits_crowd_build_enter_target(build *b, uint16_t option) {
    const uint16_t utility = brain_state(b->brain, option)->parent;
    const lanes_column mask = wits_crowd_build_mask(b), remembered = remembered_column(b, utility);
    if (b->choice.picked != 0 && b->choice.of == utility) {
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_PUT32, .out = remembered, .a = b->choice.picked, .c = mask});
        return;
    }
    lanes_column score = wits_expr_lanes_new_word(&b->lanes), picked = wits_expr_lanes_new_word(&b->lanes);
    const pair_question ask = {.mask = mask, .alone = true};
    wits_crowd_emit_pairs(b, option, &ask, score, picked);
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_PUT32, .out = remembered, .a = picked, .c = mask});
    wits_expr_lanes_free(&b->lanes, score);
    wits_expr_lanes_free(&b->lanes, picked);
}

// ------------------------------------------------------------------------------------------------ whom texts are about

lanes_column wits_crowd_target_column(build *b, uint16_t id, bool of_transition, uint32_t *kind) {
    *kind = WITS_NONE;
    const uint16_t option = brain_state(b->brain, id)->targeting;
    if (option == 0) {
        return 0;
    }
    *kind = brain_state(b->brain, option)->target;
    return of_transition ? b->source_target : remembered_column(b, brain_state(b->brain, option)->parent);
}

void wits_crowd_build_source_targets(build *b, const program_op *op) {
    const state_row *s = brain_state(b->brain, op->state);
    for (uint32_t i = 0; op->row != 0 && i < s->child_count; i++) {
        if (option_has_target(b, brain_child(b->brain, s, i))) {
            wits_crowd_build_fail(b, "an 'any' transition acts for options with targets");
        }
    }
    uint32_t kind;
    const lanes_column remembered = wits_crowd_target_column(b, op->state, false, &kind);
    if (remembered != 0) {
        b->source_target = wits_crowd_emit_fill(b, WITS_NO_TARGET);
        wits_crowd_emit_op(
            b,
            (lanes_op){.kind = LANES_PUT32, .out = b->source_target, .a = remembered, .c = wits_crowd_build_mask(b)});
        build_region(b)->notes_target = true;
    }
}

void wits_crowd_read_target(build *b, const lanes_place *place, uint32_t number, lanes_column out) {
    const expr_target_field of = target_field_of(number);
    const uint16_t id = (uint16_t)(place->about >> 16);
    const uint16_t option = brain_state(b->brain, id)->targeting;
    if (b->of_child || option == 0 || brain_state(b->brain, option)->target != of.kind) {
        wits_crowd_build_fail(b, "a text reads the target of an option further out, or of any child");
        return;
    }
    uint32_t kind;
    const bool of_transition = (place->flags & PROGRAM_TRANSITION_ELAPSED) != 0;
    const lanes_column ids = wits_crowd_target_column(b, id, of_transition, &kind);
    wits_crowd_emit_op(b,
                       (lanes_op){.kind = LANES_TARGET_FIELD, .out = out, .a = ids, .c = place->mask, .k = {number}});
}
