// SPDX-License-Identifier: MIT
// Reports the reads of a brain: follows each value that an instruction of any program reads to the one instruction that
// uses it.
#include "wits/reads.h"

#include "core/brain.h"
#include "expr/expr.h"
#include "expr/operations.h"
#include "expr/run.h"
#include "expr/targets.h"

enum { REGISTERS = 256 };
#define NO_COPY 0xFFFFFFFFu

/// The content of a register that is an unmodified read.
typedef struct origin {
    bool is_read;
    bool widened;
    wits_read_what what;
    uint32_t row;
    uint32_t field;  ///< field of a target
} origin;

typedef struct reader {
    const wits_brain *brain;
    wits_read_fn *see;
    void *user;
    origin registers[REGISTERS];
} reader;

/// Reports a read; `read` says how.
static void tell_read(const reader *r, const origin *from, wits_read read) {
    read.what = from->what;
    read.row = from->row;
    read.field = from->field;
    read.widened = from->widened;
    r->see(r->user, &read);
}

/// Reports a comparison whose result changes just below the constant, just above it, or both.
static void tell_compared(const reader *r, const origin *from, double value, bool below, bool above) {
    tell_read(r, from, (wits_read){.how = WITS_READ_COMPARED, .value = value, .below = below, .above = above});
}

static void tell_elsehow(const reader *r, const origin *from) {
    if (from->is_read) {
        tell_read(r, from, (wits_read){.how = WITS_READ_OTHER});
    }
}

/// A constant as the operation interprets it: a float, or an int.
static double read_constant_of(uint32_t operation, uint32_t bits) {
    switch (operation) {
    case EXPR_OP_EQUAL:
    case EXPR_OP_DIFFERENT:
    case EXPR_OP_LESS:
    case EXPR_OP_AT_MOST:
        return (double)(expr_value){.bits = bits}.f;
    default:
        return (double)(expr_value){.bits = bits}.i;
    }
}

/// A bool field; `copied_to` receives it, or is NO_COPY.
static void see_bool(const reader *r, uint32_t row, uint32_t copied_to) {
    const origin field = {.is_read = true, .what = WITS_READ_FIELD, .row = row};
    if (copied_to != NO_COPY) {
        tell_read(r, &field, (wits_read){.how = WITS_READ_COPIED, .other = copied_to});
    } else {
        tell_read(r, &field, (wits_read){.how = WITS_READ_TRUTH});
    }
}

/// Returns a constant of the code as a number.
static double number_of(uint32_t bits, bool is_float) {
    const expr_value value = {.bits = bits};
    return is_float ? (double)value.f : (double)value.i;
}

/// A test compares with one constant or with two, the ends of a range; a test of a bool is the bool or its negation.
static void see_test(const reader *r, const expr_instruction *at, uint32_t copied_to) {
    const origin field = {.is_read = true, .what = WITS_READ_FIELD, .row = at->field};
    const wits_type type = wits_field_type(r->brain, at->field);
    if (type == WITS_TYPE_BOOL) {
        see_bool(r, at->field, (at->flags & EXPR_INVERTED) == 0 ? copied_to : NO_COPY);
        return;
    }
    const bool is_float = type == WITS_TYPE_FLOAT;
    const double low = number_of(at->k[0], is_float);
    const double high = is_float ? number_of(at->k[1], true) : low + (double)at->k[1];
    tell_compared(r, &field, low, true, false);
    tell_compared(r, &field, high, false, true);
}

/// A field of a target, or `present`.
static origin target_origin(uint32_t number) {
    const expr_target_field of = target_field_of(number);
    return (origin){.is_read = true,
                    .what = WITS_READ_TARGET,
                    .row = of.kind,
                    .field = of.field == EXPR_TARGET_PRESENT ? (uint32_t)WITS_NONE : of.field};
}

/// Returns the read that an instruction passes on. False if it computes.
static bool origin_of(const reader *r, const expr_program *program, uint32_t index, origin *found) {
    const expr_instruction *at = &program->code[index];
    *found = (origin){.is_read = true, .row = at->k[0]};
    switch (at->operation) {
    case EXPR_OP_TICK:
        found->what = WITS_READ_TICK;
        return true;
    case EXPR_OP_RANDOM:
        found->what = WITS_READ_RANDOM;
        return true;
    case EXPR_OP_SCORE:
        found->what = WITS_READ_SCORE;
        return true;
    default:
        break;
    }
    if (operation_is(at->operation, OPERATION_LOAD)) {
        *found = (origin){.is_read = true, .what = WITS_READ_FIELD, .row = at->field};
        return wits_field_type(r->brain, at->field) != WITS_TYPE_BOOL;
    }
    return false;
}

static bool operand_is_constant(const expr_instruction *at, uint32_t number) {
    return number == 0 || (number == 1 && (at->flags & EXPR_FIELD_OPERAND) == 0);
}

/// Returns the content of an operand that is an unmodified read: a register or a field.
static origin operand_origin(const reader *r, const expr_instruction *at, uint8_t operand) {
    if (operand == 1 && (at->flags & EXPR_FIELD_OPERAND) != 0) {
        return (origin){.is_read = true, .what = WITS_READ_FIELD, .row = at->field};
    }
    // cppcheck-suppress arrayIndexOutOfBoundsCond ; a byte is 255 at most
    return operand > 1 ? r->registers[operand] : (origin){.is_read = false};
}

/// Reports a comparison: of a read with a constant, or any other.
static void see_comparison(const reader *r, const expr_instruction *at) {
    const uint8_t operands[2] = {at->a, at->b};
    for (uint32_t i = 0; i < 2; i++) {
        const origin from = operand_origin(r, at, operands[i]);
        const uint32_t other = operands[1 - i];
        if (!from.is_read) {
            continue;
        }
        if (operand_is_constant(at, other)) {
            const bool is_less = at->operation == EXPR_OP_LESS || at->operation == EXPR_OP_LESS_INT;
            const bool is_at_most = at->operation == EXPR_OP_AT_MOST || at->operation == EXPR_OP_AT_MOST_INT;
            const bool is_both = !is_less && !is_at_most, is_left = i == 0;  // of the constant
            tell_compared(r, &from, read_constant_of(at->operation, at->k[other]), is_both || is_less == is_left,
                          is_both || is_less != is_left);
        } else {
            tell_elsehow(r, &from);
        }
    }
}

static void see_operands(reader *r, const expr_instruction *at) {
    const uint8_t operands[3] = {at->a, at->b, at->c};
    const uint32_t count = operation_at(at->operation).operands;
    for (uint32_t i = 0; i < count && i < 3; i++) {
        if (operands[i] > 1) {
            tell_elsehow(r, &r->registers[operands[i]]);
        }
    }
}

/// Reports a field that is an operand. Comparisons report it themselves, and widened values are followed.
static void see_field_operand(const reader *r, const expr_instruction *at) {
    if (at->operation != EXPR_OP_WIDEN && !operation_is(at->operation, OPERATION_COMPARE)) {
        const origin field = operand_origin(r, at, 1);
        tell_elsehow(r, &field);
    }
}

/// `copied_to`: the field that receives the program's value, or NO_COPY.
static void see_program(reader *r, const expr_program *program, uint32_t copied_to) {
    for (uint32_t i = 0; i < REGISTERS; i++) {
        r->registers[i].is_read = false;
    }
    for (uint32_t i = 0; i < program->count; i++) {
        const expr_instruction *at = &program->code[i];
        const uint32_t result_to = i + 1 == program->count ? copied_to : NO_COPY;
        origin found = {.is_read = false};
        see_field_operand(r, at);
        if (operation_is(at->operation, OPERATION_TEST)) {
            see_test(r, at, result_to);
        } else if (at->operation == EXPR_OP_CONDITION) {
            tell_read(r, &(origin){.what = WITS_READ_CONDITION, .row = at->k[0]}, (wits_read){.how = WITS_READ_TRUTH});
        } else if (at->operation == EXPR_OP_TARGET_BOOL) {
            const origin target = target_origin(at->k[0]);
            tell_read(r, &target, (wits_read){.how = WITS_READ_TRUTH});
        } else if (wits_expr_target_read(program, i) != EXPR_NONE) {
            found = target_origin(at->k[0]);
        } else if (at->operation == EXPR_OP_WIDEN) {
            found = operand_origin(r, at, at->a);
            found.widened = true;
        } else if (operation_is(at->operation, OPERATION_PASSIVE)) {
            if (at->operation == EXPR_OP_ARGUMENT && at->a > 1) {
                tell_elsehow(r, &r->registers[at->a]);
            }
            continue;  // it writes nothing, so registers keep their contents
        } else if (operation_is(at->operation, OPERATION_COMPARE)) {
            see_comparison(r, at);
        } else if (!origin_of(r, program, i, &found)) {
            found.is_read = false;
            if (operation_is(at->operation, OPERATION_LOAD)) {
                see_bool(r, at->field, result_to);
            } else {
                see_operands(r, at);
            }
        }
        r->registers[at->out] = found;
    }
    const origin *last = program->count > 0 ? &r->registers[program->code[program->count - 1].out] : NULL;
    if (last != NULL && last->is_read && copied_to != NO_COPY) {
        tell_read(r, last, (wits_read){.how = WITS_READ_COPIED, .other = copied_to});
    } else if (last != NULL) {
        tell_elsehow(r, last);
    }
}

/// Reads of a condition or, depending on `what`, a score.
static void see_ref(reader *r, function_ref ref, wits_read_what what) {
    if ((ref & REF_PROGRAM) != 0) {
        see_program(r, brain_program(r->brain, ref), NO_COPY);
    } else if (ref != 0) {
        tell_read(r, &(origin){.what = what, .row = ref - 1},
                  (wits_read){.how = what == WITS_READ_CONDITION ? WITS_READ_TRUTH : WITS_READ_OTHER});
    }
}

static void see_state(reader *r, const state_row *s) {
    see_ref(r, s->score, WITS_READ_SCORE);
    see_ref(r, s->rank, WITS_READ_SCORE);
    see_ref(r, s->done, WITS_READ_CONDITION);
}

void wits_brain_reads(const wits_brain *brain, wits_read_fn *see, void *user) {
    if (brain == NULL) {
        return;
    }
    reader r = {.brain = brain, .see = see, .user = user};
    for (uint32_t id = 0; id < brain->state_count; id++) {
        see_state(&r, brain_state(brain, id));
    }
    for (uint32_t i = 0; i < brain->transition_count; i++) {
        const guard *of = brain_guard(brain, i);
        see_ref(&r, of->condition, WITS_READ_CONDITION);
        if ((of->flags & GUARD_EVENT) != 0) {
            tell_read(&r, &(origin){.what = WITS_READ_EVENT, .row = of->event}, (wits_read){.how = WITS_READ_TRUTH});
        }
    }
    for (uint32_t i = 0; i < brain->step_count; i++) {
        see_ref(&r, brain_step(brain, i)->condition, WITS_READ_CONDITION);
    }
    for (uint32_t i = 0; i < brain->initial_count; i++) {
        see_ref(&r, brain_initial(brain, i)->condition, WITS_READ_CONDITION);
    }
    for (uint32_t i = 0; i < brain->assignment_count; i++) {
        const assignment *of = brain_assignment(brain, i);
        see_program(&r, brain_program(brain, of->program), of->field);
    }
    for (uint32_t i = 0; i < brain->call_count; i++) {
        const call_row *of = (const call_row *)brain_at(brain, brain->calls) + i;
        see_program(&r, brain_program(brain, of->program), NO_COPY);
    }
}
