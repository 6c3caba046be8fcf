// SPDX-License-Identifier: MIT
// Compiles conditions, actions and the scores of plain options to the vm's code.
#include "core/bytes.h"
#include "expr/bytecode.h"
#include "vm/build.h"

// ---------------------------------------------------------------------------------------------------------- conditions

/// The offset of the bytecode form of a condition or score that needs nothing else; 0 if it does.
static uint32_t bytecode_offset(const wits_brain *b, function_ref ref) {
    if ((ref & REF_PROGRAM) == 0 || !bytecode_is_enough(brain_program(b, ref))) {
        return 0;
    }
    return (uint32_t)((const char *)bytecode_code(brain_program(b, ref)) - (const char *)b);
}

static vm_op test_op(const expr_bytecode *test) {
    static const uint8_t tests[] = {
#define VM_TEST_OF(range) [BYTECODE_TEST_##range] = VM_TEST_##range,
        BYTECODE_RANGE_LIST(VM_TEST_OF)
#undef VM_TEST_OF
    };
    return (vm_op){.operation = tests[test->operation], .field = test->field, .k = {test->k[0], test->k[1]}};
}

void wits_vm_put_condition(vm_build *b, const program_op *op) {
    const function_ref condition = op->k[0];
    const uint32_t bytecode = bytecode_offset(b->brain, condition);
    vm_op test = {.state = op->state, .row = op->row, .k = {condition}};
    if (bytecode != 0 && bytecode_is_test(brain_program(b->brain, condition))) {
        test = test_op(brain_at(b->brain, bytecode));
    } else if (bytecode != 0) {
        test.operation = VM_BYTECODE;
        test.k[0] = bytecode;
    } else if ((op->flags & PROGRAM_AT_MOMENT) != 0) {
        test.operation = VM_CONDITION_AT;
    } else if ((op->flags & PROGRAM_OF_CHILD) != 0) {
        test.operation = VM_CONDITION_OF_CHILD;
    } else if ((condition & REF_PROGRAM) != 0 || b->brain->target_count != 0) {
        test.operation = VM_EXPRESSION;
    } else {
        test.operation = VM_CONDITION;
        test.k[0] = condition - 1;
    }
    wits_vm_put_test(b, test, (op->flags & PROGRAM_INVERTED) != 0);
}

// ---------------------------------------------------------------------------------------------------------------- runs

static bool is_constant_score(const wits_brain *b, uint32_t word) {
    return (brain_program(b, brain_assignment(b, word)->program)->uses & EXPR_IS_CONSTANT) != 0;
}

/// Returns whether it is an assignment that wits_expr_bytecode_run can run.
static bool is_bytecode(const wits_brain *b, uint32_t word) {
    return action_is_assignment(word) &&
           (is_constant_score(b, word) || bytecode_is_enough(brain_program(b, brain_assignment(b, word)->program)));
}

/// Counts the consecutive words, from `first` up to `end`, that are such assignments.
static uint32_t count_bytecode(const wits_brain *b, uint32_t first, uint32_t end) {
    const uint32_t *words = brain_actions(b, 0);
    uint32_t at = first;
    while (at < end && is_bytecode(b, words[at])) {
        at++;
    }
    return at - first;
}

/// Compiles consecutive assignments into one run, which the last one ends.
static uint32_t compile_run(brain_compiler *c, const uint32_t *words, uint32_t count) {
    const uint32_t offset = (uint32_t)c->used;
    uint32_t last = 0;
    for (uint32_t i = 0; i < count; i++) {
        const assignment *a = brain_assignment(c->brain, words[i]);
        const expr_program *program = brain_program(c->brain, a->program);
        const uint32_t at = wits_core_block_append(c, program->bytecode + 1u, sizeof(expr_bytecode));
        const uint32_t used =
            wits_expr_bytecode_assign(program, a->field, c->desc->fields[a->field].type, wits_core_block_at(c, at));
        c->used = at + used * sizeof(expr_bytecode);  // the rest is still zero
        last = (uint32_t)(c->used - sizeof(expr_bytecode));
    }
    ((expr_bytecode *)wits_core_block_at(c, last))->skip = 1;
    return offset;
}

void wits_vm_compile_runs(vm_build *b, brain_compiler *c) {
    for (uint32_t list = 1; list < c->action_count; list += 1 + *brain_actions(c->brain, list)) {
        const uint32_t end = list + 1 + *brain_actions(c->brain, list);
        for (uint32_t at = list + 1; at < end;) {
            const uint32_t count = count_bytecode(c->brain, at, end);
            if (count > 1 || (count == 1 && !is_constant_score(c->brain, *brain_actions(c->brain, at)))) {
                b->lists[at] = compile_run(c, brain_actions(c->brain, at), count);
            }
            at += count > 0 ? count : 1;
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- actions

static vm_op set_op(const vm_build *b, vm_op op, uint32_t word) {
    const assignment *a = brain_assignment(b->brain, word);
    const field_row *field = (const field_row *)brain_at(b->brain, b->brain->fields) + a->field;
    const uint32_t width = wits_expr_field_size((wits_type)field->type);
    op.operation = width == 1 ? VM_SET_FIELD_8 : width == 2 ? VM_SET_FIELD_16 : VM_SET_FIELD_32;
    op.field = (uint16_t)a->field;
    op.k[0] = brain_program(b->brain, a->program)->code[0].k[0];
    return op;
}

/// Compiles words `at` to `end` of an action list: `*count` of them, as many as one operation runs.
static vm_op action_op(const vm_build *b, wits_action_kind kind, uint16_t state, uint16_t row, uint32_t at,
                       uint32_t end, uint32_t *count) {
    const uint32_t word = *brain_actions(b->brain, at);
    const uint32_t bytecode = count_bytecode(b->brain, at, end);
    const bool moves = kind == WITS_ACTION_ENTER || kind == WITS_ACTION_EXIT;
    vm_op op = {.flag = (uint8_t)kind, .state = state, .row = row, .k = {word, at}, .to = 1};
    *count = bytecode > 1 ? bytecode : 1;
    if (bytecode == 1 && is_constant_score(b->brain, word)) {
        return set_op(b, op, word);
    }
    if (bytecode != 0) {
        op.operation = VM_RUN;
        op.k[0] = b->lists[at];
        op.to = bytecode;
        return op;
    }
    op.field = moves ? state : (uint16_t)WITS_NONE;
    if (kind == WITS_ACTION_TRANSITION) {
        op.operation = VM_ACT_HERE;
    } else {
        const bool is_plain =
            word < ACTION_ARGUMENT && brain_state(b->brain, state)->data == 0 && b->brain->target_count == 0;
        op.operation = !is_plain ? VM_ACT : moves ? VM_ACTION_AT : VM_ACTION;
    }
    return op;
}

static bool is_one_operation(const vm_build *b, action_index list) {
    const uint32_t count = *brain_actions(b->brain, list);
    return count == 1 || count_bytecode(b->brain, list + 1, list + 1 + count) == count;
}

static void put_list(vm_build *b, action_index list, wits_action_kind kind, uint16_t state, uint32_t row) {
    if (list == 0 || is_one_operation(b, list)) {
        return;
    }
    const uint32_t end = list + 1 + *brain_actions(b->brain, list);
    b->lists[list] = wits_vm_here(b);
    for (uint32_t at = list + 1; at < end;) {
        uint32_t count;
        wits_vm_put(b, action_op(b, kind, state, (uint16_t)row, at, end, &count));
        at += count;
    }
    wits_vm_put(b, (vm_op){.operation = VM_RETURN});
}

/// Returns the state that a text belongs to. For an `any` transition, the source is known only when it fires.
static uint16_t whose(const wits_brain *b, uint32_t row) {
    const transition_row *t = brain_transition(b, row);
    return t->any ? (uint16_t)WITS_NONE : t->from;
}

void wits_vm_put_lists(vm_build *b) {
    for (uint32_t id = 0; id < b->brain->state_count; id++) {
        const state_row *s = brain_state(b->brain, id);
        put_list(b, s->enter, WITS_ACTION_ENTER, (uint16_t)id, WITS_NONE);
        put_list(b, s->exit, WITS_ACTION_EXIT, (uint16_t)id, WITS_NONE);
        put_list(b, s->update, WITS_ACTION_UPDATE, (uint16_t)id, WITS_NONE);
        put_list(b, s->decide, WITS_ACTION_DECIDE, (uint16_t)id, WITS_NONE);
        put_list(b, s->retarget, WITS_ACTION_RETARGET, (uint16_t)id, WITS_NONE);
    }
    for (uint32_t row = 0; row < b->brain->transition_count; row++) {
        put_list(b, brain_transition(b->brain, row)->actions, WITS_ACTION_TRANSITION, whose(b->brain, row), row);
    }
    for (uint32_t at = 0; at < b->brain->step_count; at++) {
        const step_row *step = brain_step(b->brain, at);
        put_list(b, step->actions, WITS_ACTION_STEP, step->of, step->row);
    }
}

void wits_vm_put_actions(vm_build *b, const program_op *op) {
    const action_index list = op->k[0];
    const wits_action_kind kind = (wits_action_kind)op->machine;
    const bool is_transition = kind == WITS_ACTION_TRANSITION;
    if (is_transition) {
        wits_vm_put(
            b, (vm_op){.operation = VM_MOMENT, .state = op->moment, .flag = (op->flags & PROGRAM_MOMENT_LEFT) != 0});
    }
    if (is_one_operation(b, list)) {
        uint16_t state = is_transition ? whose(b->brain, op->row) : op->state;
        const uint32_t end = list + 1 + *brain_actions(b->brain, list);
        uint32_t count;
        wits_vm_put(b, action_op(b, kind, state, op->row, list + 1, end, &count));
    } else {
        wits_vm_put(b, (vm_op){.operation = VM_CALL, .to = b->lists[list]});
    }
}

// ------------------------------------------------------------------------------------------------------------- options

static bool has_plain_options(const wits_brain *b, const state_row *s) {
    bool plain = s->kind == WITS_KIND_UTILITY && s->select == WITS_SELECT_HIGHEST && s->is_plain && !s->checks_finished;
    for (uint32_t i = 0; plain && i < s->child_count; i++) {
        const state_row *option = brain_state(b, brain_child(b, s, i));
        plain = !option->score_best && option->target == WITS_NONE;
    }
    return plain;
}

/// Returns how to score an option. Constants are not computed again.
static option_row option_of(const wits_brain *b, uint16_t id) {
    const state_row *s = brain_state(b, id);
    const uint32_t bytecode = bytecode_offset(b, s->score);
    option_row o = {.state = id, .score = s->score, .weight = s->weight, .kind = OPTION_OTHER};
    if (s->row_count != 0) {
        o.kind = OPTION_CONSIDERED;
    } else if (s->score == 0) {
        o.kind = OPTION_SAME;
    } else if ((s->score & REF_PROGRAM) == 0 && s->targeting == 0) {  // otherwise it also receives the target around it
        o.kind = OPTION_ASK;
    } else if ((s->score & REF_PROGRAM) != 0 && (brain_program(b, s->score)->uses & EXPR_IS_CONSTANT) != 0) {
        o.kind = OPTION_SAME;
        o.weight = float_from_bits(brain_program(b, s->score)->code[0].k[0]) * o.weight;
    } else if (bytecode != 0) {
        o.kind = OPTION_BYTECODE;
        o.score = bytecode;
    }
    return o;
}

void wits_vm_compile_options(brain_compiler *c) {
    for (uint32_t id = 0; id < c->brain->state_count; id++) {
        state_row *s = &wits_core_block_states(c)[id];
        if (has_plain_options(c->brain, s)) {
            s->plain_options = 1;
            s->options = wits_core_block_append(c, s->child_count + 1u, sizeof(option_row));
            option_row *options = wits_core_block_at(c, s->options);
            for (uint32_t i = 0; i < s->child_count; i++) {
                options[i] = option_of(c->brain, brain_child(c->brain, s, i));
            }
        }
    }
}
