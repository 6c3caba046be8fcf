// SPDX-License-Identifier: MIT
// Collects the common arguments of all calls of a function while the brain is compiled.
#include "core/compile/compile.h"
#include "core/run/arguments.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------- compile

uint64_t wits_core_signatures_bytes(const wits_desc *desc) {
    uint64_t bytes = 0;
    bool any = false;
    for (uint32_t i = 0; i < desc->function_count * WITS_MAX_ARGUMENTS; i++) {
        const expr_list names = wits_core_parameter_list(desc, i);
        any = any || names.count != 0;
        for (uint32_t value = 0; value < names.count; value++) {
            bytes += sizeof(uint32_t) + strlen(names.names[value]) + 1;
        }
        bytes += 2 * 8;  // padding
    }
    return bytes + desc->function_count * sizeof(signature) +
           (any ? desc->function_count * WITS_MAX_ARGUMENTS * sizeof(parameter_list) : 0);
}

signature *wits_core_signature_of(brain_compiler *c, uint32_t function) {
    return (signature *)wits_core_block_at(c, c->brain->signatures) + function;
}

static parameter_list append_list(brain_compiler *c, expr_list names) {
    const parameter_list list = {wits_core_block_append(c, names.count, sizeof(uint32_t)), names.count};
    for (uint32_t i = 0; i < names.count; i++) {
        const size_t length = strlen(names.names[i]) + 1;
        memcpy((char *)c->brain + c->used, names.names[i], length);
        ((uint32_t *)wits_core_block_at(c, list.values))[i] = (uint32_t)c->used;
        c->used += length;
    }
    c->used = aligned(c->used);
    return list;
}

static void append_lists(brain_compiler *c) {
    const uint32_t count = c->desc->function_count * WITS_MAX_ARGUMENTS;
    for (uint32_t i = 0; i < count; i++) {
        const expr_list names = wits_core_parameter_list(c->desc, i);
        if (names.count == 0) {
            continue;
        }
        if (c->brain->parameter_lists == 0) {
            c->brain->parameter_lists = wits_core_block_append(c, count, sizeof(parameter_list));
        }
        const parameter_list list = append_list(c, names);
        ((parameter_list *)wits_core_block_at(c, c->brain->parameter_lists))[i] = list;
    }
}

void wits_core_compile_signatures(brain_compiler *c) {
    c->brain->signatures = wits_core_block_append(c, c->desc->function_count, sizeof(signature));
    for (uint32_t row = 0; row < c->desc->function_count; row++) {
        const wits_function *from = &c->desc->functions[row];
        signature *to = wits_core_signature_of(c, row);
        to->is_declared = wits_core_parameters_are_declared(from);
        to->count = (uint8_t)wits_core_parameter_count(from);
        for (uint32_t i = 0; i < to->count; i++) {
            const bool is_any = from->parameters[i].values == NULL;
            to->kinds[i] = (uint8_t)from->parameters[i].kind;
            to->lists[i] =
                (uint16_t)(is_any ? (uint32_t)EXPR_ANY_LIST : c->desc->field_count + row * WITS_MAX_ARGUMENTS + i);
        }
    }
    append_lists(c);
}

static bool is_same_enum(const brain_compiler *c, uint32_t x, uint32_t y) {
    if (x == y || x == EXPR_ANY_LIST || y == EXPR_ANY_LIST) {
        return x == y;
    }
    const expr_list a = wits_core_desc_list(c->desc, x), b = wits_core_desc_list(c->desc, y);
    bool same = a.count == b.count;
    for (uint32_t i = 0; i < a.count && same; i++) {
        same = strcmp(a.names[i], b.names[i]) == 0;
    }
    return same;
}

static void join_argument(const brain_compiler *c, signature *s, uint32_t i, const expr_given *given) {
    const wits_argument_kind kind = wits_core_argument_kind(given->type), before = (wits_argument_kind)s->kinds[i];
    const bool are_numbers = (kind == WITS_ARGUMENT_INT || kind == WITS_ARGUMENT_FLOAT) &&
                             (before == WITS_ARGUMENT_INT || before == WITS_ARGUMENT_FLOAT);
    if (kind != before) {
        s->kinds[i] = are_numbers ? WITS_ARGUMENT_FLOAT : WITS_ARGUMENT_NONE;
    } else if (kind == WITS_ARGUMENT_ENUM && !is_same_enum(c, s->lists[i], given->list)) {
        s->lists[i] = EXPR_ANY_LIST;
    }
}

void wits_core_note_call(brain_compiler *c, uint32_t function, const expr_given *given, uint32_t count) {
    signature *s = wits_core_signature_of(c, function);
    const bool is_first = !s->is_called;
    s->is_called = true;
    if (s->is_declared) {
        return;
    }
    if (!is_first && s->count != count) {
        s->count = SIGNATURE_DIFFERS;
        memset(s->kinds, WITS_ARGUMENT_NONE, sizeof s->kinds);
        return;
    }
    s->count = (uint8_t)count;
    for (uint32_t i = 0; i < count; i++) {
        if (is_first) {
            s->kinds[i] = (uint8_t)wits_core_argument_kind(given[i].type);
            s->lists[i] = (uint16_t)given[i].list;
        } else {
            join_argument(c, s, i, &given[i]);
        }
    }
}

void wits_core_note_program(brain_compiler *c, const expr_program *program, bool is_action) {
    expr_given given[EXPR_MAX_ARGUMENTS];
    const uint32_t action = is_action ? wits_expr_action_call(program) : program->count;
    for (uint32_t i = 0; i < program->count; i++) {
        const uint32_t function = wits_expr_function_called(program, i);
        if (function != EXPR_NONE) {
            const uint32_t count = wits_expr_call_arguments(program, i, given);
            wits_core_note_call(c, function, given, count);
            c->brain->computes |= count != 0 && i != action;
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- queries

static const signature *signature_at(const wits_brain *brain, uint32_t function) {
    static const signature none = {.count = SIGNATURE_DIFFERS};
    return function < brain->function_count ? brain_signature(brain, function) : &none;
}

uint32_t wits_function_parameter_count(const wits_brain *brain, uint32_t function) {
    const uint32_t count = signature_at(brain, function)->count;
    return count == SIGNATURE_DIFFERS ? (uint32_t)WITS_NONE : count;
}

static bool has_parameter(const signature *s, uint32_t parameter) {
    return s->count != SIGNATURE_DIFFERS && parameter < s->count;
}

wits_argument_kind wits_function_parameter_kind(const wits_brain *brain, uint32_t function, uint32_t parameter) {
    const signature *s = signature_at(brain, function);
    return has_parameter(s, parameter) ? (wits_argument_kind)s->kinds[parameter] : WITS_ARGUMENT_NONE;
}

/// The enum of a parameter; EXPR_ANY_LIST if it has none.
static uint32_t enum_of(const wits_brain *brain, uint32_t function, uint32_t parameter) {
    const bool is_enum = wits_function_parameter_kind(brain, function, parameter) == WITS_ARGUMENT_ENUM;
    return is_enum ? signature_at(brain, function)->lists[parameter] : (uint32_t)EXPR_ANY_LIST;
}

uint32_t wits_function_value_count(const wits_brain *brain, uint32_t function, uint32_t parameter) {
    return wits_core_list_count(brain, enum_of(brain, function, parameter));
}

const char *wits_function_value_name(const wits_brain *brain, uint32_t function, uint32_t parameter, uint32_t value) {
    return wits_core_list_name(brain, enum_of(brain, function, parameter), value);
}
