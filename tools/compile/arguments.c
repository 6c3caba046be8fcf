// SPDX-License-Identifier: MIT
// Writes arguments of the program's functions: as separate parameters, or as an array if calls differ in types.
#include "program.h"

#include "core/run/arguments.h"

static const char type_letters[] = {
    [EXPR_BOOL] = 'b', [EXPR_INT] = 'i', [EXPR_FLOAT] = 'f', [EXPR_ENUM] = 'e', [EXPR_TEXT] = 't'};

/// Returns whether calls of a function differ in parameter types or in enums.
static bool has_kinds(const maker *m, uint32_t function) {
    bool has = function_calls_differ(&m->names, function);
    const uint32_t count = has ? 0 : wits_function_parameter_count(m->brain, function);
    for (uint32_t i = 0; i < count; i++) {
        const wits_argument_kind kind = wits_function_parameter_kind(m->brain, function, i);
        has = has || kind == WITS_ARGUMENT_ENUM || kind == WITS_ARGUMENT_FLOAT;
    }
    return has;
}

void text_host_call_name(const maker *m, text *to, uint32_t function, const expr_given *given, uint32_t count) {
    text_format(to, "ask_%s", wits_function_name(m->brain, function));
    for (uint32_t i = 0; i < count && has_kinds(m, function); i++) {
        text_format(to, "%s%c", i == 0 ? "_" : "", type_letters[given[i].type]);
        if (given[i].type == EXPR_ENUM) {
            text_format(to, "%u", (unsigned)given[i].list);
        }
    }
}

static const char *type_of(expr_type type) {
    static const char *const types[] = {[EXPR_BOOL] = "bool ",
                                        [EXPR_INT] = "int32_t ",
                                        [EXPR_FLOAT] = "float ",
                                        [EXPR_ENUM] = "int32_t ",
                                        [EXPR_TEXT] = "const char *"};
    return types[type];
}

void put_parameters(text *to, const expr_given *given, uint32_t count, bool computed_only) {
    for (uint32_t i = 0; i < count; i++) {
        if (!computed_only || !given[i].is_constant) {
            text_format(to, ", %sa%u", type_of(given[i].type), (unsigned)i);
        }
    }
}

uint32_t word_given(const maker *m, uint32_t word, expr_given given[EXPR_MAX_ARGUMENTS]) {
    const call_row *call = brain_call(m->brain, word);
    if (call == NULL) {
        return 0;
    }
    const expr_program *program = (const expr_program *)brain_at(m->brain, call->program);
    return wits_expr_call_arguments(program, wits_expr_action_call(program), given);
}

uint32_t computed_count(const expr_given *given, uint32_t count) {
    uint32_t computed = 0;
    for (uint32_t i = 0; i < count; i++) {
        computed += !given[i].is_constant;
    }
    return computed;
}

// -------------------------------------------------------------------------------------------------------------- values

/// Makes the table of an enum's value names: "guard_names_3".
static void make_names(maker *m, uint32_t list) {
    text names = {0}, table = {0};
    if (has_unit(m, "names_%u", (unsigned)list)) {
        return;
    }
    for (uint32_t i = 0; i < wits_core_list_count(m->brain, list); i++) {
        text_add(&names, i == 0 ? "" : ", ");
        put_c_string(&names, wits_core_list_name(m->brain, list, i));
    }
    put(m, &table, "static const char *const @names_%u[] = {%s};\n", (unsigned)list, text_of(&names));
    add_unit_text(m, &table, "names_%u", (unsigned)list);
    text_free(&names);
}

static void put_int_value(text *to, int32_t value) {
    text_format(to, value == INT32_MIN ? "(-2147483647 - 1)" : "%d", (int)value);
}

void put_constant_argument(maker *m, text *to, const expr_given *given) {
    if (given->type == EXPR_TEXT) {
        put_c_string(to, (const char *)brain_at(m->brain, given->text));
    } else if (given->type == EXPR_FLOAT) {
        put_float(m, to, given->value.f);
    } else if (given->type == EXPR_BOOL) {
        text_add(to, given->value.bits != 0 ? "true" : "false");
    } else {
        put_int_value(to, given->value.i);
    }
}

/// Writes the variable of argument `i`, or its constant.
static void put_value(maker *m, text *to, const expr_given *given, uint32_t i, bool is_action) {
    if (!is_action || !given->is_constant) {
        text_format(to, "a%u", (unsigned)i);
    } else {
        put_constant_argument(m, to, given);
    }
}

/// Writes an expression for the name of an enum value.
static void put_name(maker *m, text *to, const expr_given *given, uint32_t i, bool is_action) {
    if (is_action && given->is_constant) {
        put_c_string(to, wits_core_list_name(m->brain, given->list, given->value.bits));
    } else {
        make_names(m, given->list);
        put(m, to, "@names_%u[a%u]", (unsigned)given->list, (unsigned)i);
    }
}

/// Writes the `text` member of @argument.
static void put_told_text(maker *m, text *to, const expr_given *given, uint32_t i, bool is_action) {
    if (given->text != 0 && is_action) {
        put_c_string(to, (const char *)brain_at(m->brain, given->text));
    } else if (given->type == EXPR_TEXT) {
        text_format(to, "a%u", (unsigned)i);
    } else if (given->type == EXPR_ENUM) {
        put_name(m, to, given, i, is_action);
    } else if (given->type == EXPR_BOOL) {
        text v = {0};
        put_value(m, &v, given, i, is_action);
        text_format(to, "%s ? \"true\" : \"false\"", text_of(&v));
        text_free(&v);
    } else {
        text_add(to, "NULL");
    }
}

/// Writes "arguments[0].kind = @ARGUMENT_INT;" and the other members.
static void make_argument(maker *m, const expr_given *given, uint32_t i, bool is_action) {
    static const char *const kinds[] = {
        [EXPR_BOOL] = "BOOL", [EXPR_INT] = "INT", [EXPR_FLOAT] = "FLOAT", [EXPR_ENUM] = "ENUM", [EXPR_TEXT] = "TEXT"};
    text value = {0}, told = {0};
    put_value(m, &value, given, i, is_action);
    put_told_text(m, &told, given, i, is_action);
    const bool has_int = given->type == EXPR_INT || given->type == EXPR_ENUM;
    line(m, "arguments[%u].kind = @ARGUMENT_%s;", (unsigned)i, kinds[given->type]);
    line(m, given->type == EXPR_BOOL ? "arguments[%u].integer = %s ? 1 : 0;" : "arguments[%u].integer = %s;",
         (unsigned)i, has_int || given->type == EXPR_BOOL ? text_of(&value) : "0");
    line(m, given->type == EXPR_INT ? "arguments[%u].number = (float)%s;" : "arguments[%u].number = %s;", (unsigned)i,
         given->type == EXPR_INT || given->type == EXPR_FLOAT ? text_of(&value) : "0.0f");
    line(m, "arguments[%u].text = %s;", (unsigned)i, text_of(&told));
    text_free(&value);
    text_free(&told);
}

void put_function_arguments(maker *m, text *to, uint32_t function, const expr_given *given, uint32_t count,
                            bool is_action) {
    if (function_calls_differ(&m->names, function)) {
        if (count != 0) {
            line(m, "@argument arguments[%u];", (unsigned)count);
        }
        for (uint32_t i = 0; i < count; i++) {
            make_argument(m, &given[i], i, is_action);
        }
        text_format(to, count != 0 ? ", arguments, %u" : ", NULL, %u", (unsigned)count);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        const wits_argument_kind kind = wits_function_parameter_kind(m->brain, function, i);
        const enumeration *values = enum_of_parameter(&m->names, function, i);
        const bool widens = kind == WITS_ARGUMENT_FLOAT && given[i].type == EXPR_INT;
        text_add(to, widens ? ", (float)" : ", ");
        if (values != NULL && is_action && given[i].is_constant) {
            text_add(to, values->ids[given[i].value.bits]);
        } else if (values != NULL) {
            text_format(to, "(enum %s)a%u", values->tag, (unsigned)i);
        } else if (kind == WITS_ARGUMENT_ENUM) {
            put_name(m, to, &given[i], i, is_action);
        } else {
            put_value(m, to, &given[i], i, is_action);
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- lists

void make_list_arguments(maker *m, const expr_given *given, uint32_t count) {
    uint32_t at = 0;
    line(m, "uint32_t *given = @list_arguments(p->frame->list, %u);", (unsigned)computed_count(given, count));
    for (uint32_t i = 0; i < count; i++) {
        if (!given[i].is_constant) {
            line(m, given[i].type == EXPR_FLOAT ? "given[%u] = @math_bits(a%u);" : "given[%u] = (uint32_t)a%u;",
                 (unsigned)at++, (unsigned)i);
        }
    }
}

void make_listed_arguments(maker *m, const expr_given *given, uint32_t count) {
    const uint32_t computed = computed_count(given, count);
    if (computed == 0) {
        open_block(m, "if (at != 0) {");
        line(m, "return false;");
        close_block(m);
        return;
    }
    open_block(m, "if (!@has_arguments(p->frame->list, at, %u)) {", (unsigned)computed);
    line(m, "return false;");
    close_block(m);
    line(m, "const uint32_t *given = p->frame->list->arguments + at;");
    uint32_t row = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (given[i].is_constant) {
            continue;
        }
        if (given[i].type == EXPR_BOOL || given[i].type == EXPR_ENUM) {
            const uint32_t most = given[i].type == EXPR_BOOL ? 2 : wits_core_list_count(m->brain, given[i].list);
            open_block(m, "if (given[%u] >= %uu) {", (unsigned)row, (unsigned)most);
            line(m, "return false;");
            close_block(m);
        }
        line(m,
             given[i].type == EXPR_FLOAT  ? "const float a%u = @math_canonical(@math_float(given[%u]));"
             : given[i].type == EXPR_BOOL ? "const bool a%u = given[%u] != 0;"
                                          : "const int32_t a%u = (int32_t)given[%u];",
             (unsigned)i, (unsigned)row++);
    }
}
