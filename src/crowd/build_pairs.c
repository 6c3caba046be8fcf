// SPDX-License-Identifier: MIT
// Options with targets: the code that scores an option's pairs, over columns with a lane for each pair. Section 15.
#include "crowd/build.h"
#include "expr/targets.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------------- inputs

/// Returns whether an instruction of a text about the targets of a kind is an input: the same for all pairs of an
/// agent.
static bool is_input(const expr_instruction *at, uint32_t kind) {
    return at->operation == EXPR_OP_ELAPSED || at->operation == EXPR_OP_RANDOM || at->operation == EXPR_OP_IS_IN ||
           (operation_reads_target(at->operation) && target_field_of(at->k[0]).kind != kind);
}

/// Returns the number of an input; the count of inputs if there is no such input yet.
static uint32_t input_number(const pair_inputs *inputs, const expr_instruction *at) {
    uint32_t number = 0;
    while (number < inputs->count &&
           (inputs->of[number].operation != at->operation || inputs->of[number].k[0] != at->k[0])) {
        number++;
    }
    return number;
}

static void add_inputs(const wits_brain *brain, function_ref of, uint32_t kind, pair_inputs *inputs) {
    const expr_program *program = (of & REF_PROGRAM) != 0 ? brain_program(brain, of) : NULL;
    for (uint32_t i = 0; program != NULL && i < program->count && inputs->count <= MAX_PAIR_INPUTS; i++) {
        if (!is_input(&program->code[i], kind) || input_number(inputs, &program->code[i]) < inputs->count) {
            continue;
        }
        if (inputs->count < MAX_PAIR_INPUTS) {
            inputs->of[inputs->count] = program->code[i];
        }
        inputs->count++;
    }
}

void wits_crowd_pair_inputs_of(const wits_brain *brain, uint16_t option, pair_inputs *inputs) {
    const state_row *s = brain_state(brain, option);
    inputs->count = 0;
    add_inputs(brain, s->score, s->target, inputs);
    add_inputs(brain, s->rank, s->target, inputs);
}

// ------------------------------------------------------------------------------------------------------------ programs

static expr_operation pair_load_of(expr_field_type type) {
    static const uint8_t loads[] = {0,
#define LOAD_OF(load, ...) EXPR_OP_##load,
                                    EXPR_FIELD_LIST(LOAD_OF)
#undef LOAD_OF
    };
    return (expr_operation)loads[type];
}

/// Reads a field of the pair's target: a field of the pair, after those of the agent.
static void read_pair_field(const build *b, expr_instruction *at) {
    const expr_target_field of = target_field_of(at->k[0]);
    if (of.field == EXPR_TARGET_PRESENT) {
        at->operation = EXPR_OP_CONSTANT;
        at->k[0] = 1;
        return;
    }
    at->operation = (uint8_t)pair_load_of(of.type);
    at->field = (uint16_t)(b->brain->field_count + of.field);
    at->k[0] = 0;
    if (of.type == WITS_TYPE_BOOL) {  // only tested: true for any number but 0
        *at = (expr_instruction){
            .operation = EXPR_OP_TEST_BOOL, .out = at->out, .field = at->field, .k = {1, UINT8_MAX - 1}};
    }
}

/// Reads an input as a field of the pair, after those of the target: words.
static void read_input(const build *b, expr_instruction *at) {
    const uint32_t behind = b->brain->field_count + wits_target_field_count(b->brain, b->pair_kind);
    const uint16_t field = (uint16_t)(behind + input_number(b->pair_inputs, at));
    const bool is_float = b->lanes.field_type(b, field) == WITS_TYPE_FLOAT;
    if (operation_gives_bool(at->operation)) {
        *at =
            (expr_instruction){.operation = EXPR_OP_TEST_INT, .out = at->out, .field = field, .k = {1, UINT32_MAX - 1}};
    } else {
        *at = (expr_instruction){
            .operation = is_float ? EXPR_OP_LOAD_FLOAT : EXPR_OP_LOAD_INT, .out = at->out, .field = field};
    }
}

bool wits_crowd_replace_for_pairs(void *user, expr_instruction *at) {
    const build *b = user;
    if (is_input(at, b->pair_kind)) {
        read_input(b, at);
    } else if (operation_reads_target(at->operation)) {
        read_pair_field(b, at);
    } else {
        return false;
    }
    return true;
}

// ----------------------------------------------------------------------------------------------------- the pairs' code

expr_field_type wits_crowd_pair_field_type(const build *b, uint32_t field) {
    const uint32_t count = wits_target_field_count(b->brain, b->pair_kind);
    if (field < count) {
        return (expr_field_type)wits_target_field_type(b->brain, b->pair_kind, field);
    }
    const uint32_t operation = b->pair_inputs->of[field - count].operation;
    return operation == EXPR_OP_RANDOM || operation == EXPR_OP_TARGET_FLOAT ? WITS_TYPE_FLOAT : WITS_TYPE_INT;
}

static void *pair_part(wits_crowd_code *code, uint32_t offset) {
    return code != NULL ? (char *)code + offset : NULL;
}

/// Begins a build for the pairs of one option. Its code follows that of the others.
static void begin_pairs(build *p, const wits_brain *brain, uint16_t option, const pair_inputs *inputs,
                        wits_crowd_code *code, const pairs_built *so_far) {
    memset(p, 0, sizeof *p);
    p->brain = brain;
    p->about = option;
    p->failed_at = WITS_NONE;
    p->pair_kind = brain_state(brain, option)->target;
    p->pair_inputs = inputs;
    p->lanes.code = pair_part(code, code != NULL ? code->pairs_code_offset : 0);
    p->lanes.count = so_far->operations;
    p->lanes.tables = pair_part(code, code != NULL ? code->pairs_tables_offset : 0);
    p->lanes.table_count = so_far->tables;
    p->lanes.lives = pair_part(code, code != NULL ? code->lives_offset : 0);
    if (inputs->count > MAX_PAIR_INPUTS) {
        wits_crowd_build_fail(p, "its targets need more than 32 values besides fields");
    } else {  // columns of agents, then after the agent's fields those of the target, and the inputs
        const uint32_t of_target = wits_target_field_count(brain, p->pair_kind);
        (void)wits_crowd_number_columns(p, brain->field_count + of_target + inputs->count);
    }
}

static void end_pairs(const build *p, pair_plan *plan, pairs_built *so_far, uint8_t *reads) {
    so_far->operations = p->lanes.count;
    so_far->tables = p->lanes.table_count;
    if (p->lanes.failed != NULL && so_far->failed == NULL) {
        so_far->failed = p->lanes.failed;
        so_far->failed_at = p->about;
    }
    so_far->values = p->lanes.most_values > so_far->values ? p->lanes.most_values : so_far->values;
    if (p->lanes.code != NULL && p->lanes.failed == NULL) {
        const lanes_op *last = &p->lanes.code[p->lanes.count - 2];
        plan->score = last->a;
        plan->rank = last->b;
    }
    plan->input_count = p->pair_inputs->count;
    plan->columns = p->columns;
    plan->columns.count = wits_crowd_count_columns(&p->lanes);
    plan->byte_temps = p->lanes.byte_temps;
    plan->word_temps = p->lanes.word_temps;
    plan->reads = so_far->reads;
    for (uint32_t field = 0; field < p->columns.field_count; field++) {
        const bool is_read = build_names(p, p->columns.first_field + field);
        if (reads != NULL) {
            reads[plan->reads + field] = is_read;
        }
        if (field < p->brain->field_count) {
            so_far->fields[field / 32] |= (uint32_t)is_read << field % 32;
        }
    }
    so_far->reads += p->columns.field_count;
}

static void build_score(build *p, uint16_t option, pair_plan *plan) {
    const state_row *s = brain_state(p->brain, option);
    plan->score = wits_crowd_emit_score(p, option, p->columns.due, true, &plan->constant);
    if (s->rank != 0) {
        plan->rank = wits_crowd_emit_input(p, option, s->rank, p->columns.due, true, &plan->rank_constant);
    }
    // Both are needed after the code has run. A plain field needs no operation.
    wits_crowd_emit_op(p, (lanes_op){.kind = LANES_READS, .a = plan->score, .b = plan->rank});
}

/// Builds the pairs of one option.
static void build_pairs_of(build *b, const wits_brain *brain, uint16_t option, wits_crowd_code *code,
                           pairs_built *built) {
    pair_inputs inputs;
    pair_plan plan = {.option = option, .start = built->operations};
    wits_crowd_pair_inputs_of(brain, option, &inputs);
    begin_pairs(b, brain, option, &inputs, code, built);
    if (b->lanes.failed == NULL) {
        wits_expr_lanes_begin(&b->lanes, false);
        build_score(b, option, &plan);
        wits_expr_lanes_end(&b->lanes);
    }
    end_pairs(b, &plan, built, pair_part(code, code != NULL ? code->pair_reads_offset : 0));
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
