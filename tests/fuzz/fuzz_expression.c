// SPDX-License-Identifier: MIT
// Any text is an expression: a program, or a problem in it. A program gives the same for one agent as the tree that the
// text is, which a second parser makes.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expr/expr.h"
#include "trees/tree.h"

enum { FIELDS = 8, LISTS = 2, FUNCTIONS = 3, STATES = 2, ROOM = 16384, NODES = 8192 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const ways[] = {"none", "found", "reached"};
static const char *const moods[] = {"calm", "angry", "found"};
static const expr_list lists[LISTS] = {{ways, 3}, {moods, 3}};
static const tree_list tree_lists[LISTS] = {{ways, 3}, {moods, 3}};
static const struct expr_table_field fields[FIELDS] = {
    {"flag", WITS_TYPE_BOOL, 0},  {"way", WITS_TYPE_ENUM, 0}, {"mood", WITS_TYPE_ENUM, 1}, {"i8", WITS_TYPE_INT8, 0},
    {"u16", WITS_TYPE_UINT16, 0}, {"n", WITS_TYPE_INT, 0},    {"x", WITS_TYPE_FLOAT, 0},   {"y", WITS_TYPE_FLOAT, 0}};
static const struct expr_table_function functions[FUNCTIONS] = {
    {"yes", EXPR_FUNCTION_CONDITION}, {"half", EXPR_FUNCTION_SCORE}, {"shout", EXPR_FUNCTION_OTHER}};
static expr_tables tables = {fields, FIELDS, functions, FUNCTIONS, lists, LISTS};
static const char *const states[STATES] = {"a", "b"};
static uint32_t memory[FIELDS] = {1, 2, 1, 0xFE, 65535, 0x80000000u, 0x40490FDBu, 0xC2280000u};

static uint32_t find_state(void *user, const char *name, uint32_t length, expr_problem *problem) {
    (void)user;
    (void)problem;
    return length == 1 && (name[0] == 'a' || name[0] == 'b') ? (uint32_t)(name[0] - 'a') : EXPR_NONE;
}

static bool some_condition(void *user, uint32_t number) {
    (void)user;
    return number % 2 == 0;
}

static float some_score(void *user, uint32_t number) {
    (void)user;
    return 0.5f * (float)number;
}

/// What is given changes nothing.
static bool given_condition(void *user, uint32_t number, const expr_given *given, uint32_t count) {
    (void)given;
    assert(count <= EXPR_MAX_ARGUMENTS);
    return some_condition(user, number);
}

static float given_score(void *user, uint32_t number, const expr_given *given, uint32_t count) {
    (void)given;
    assert(count <= EXPR_MAX_ARGUMENTS);
    return some_score(user, number);
}

static bool find_plain_function(void *user, const char *name, uint32_t length, expr_named_function *found) {
    found->is_declared = wits_expr_scope_of(&tables).find_function(user, name, length, found);
    found->parameter_count = 0;
    return found->is_declared;
}

/// Texts in which functions get nothing are walked.
static bool walked_condition(void *user, uint32_t number, const tree_argument *given, uint32_t count) {
    (void)given;
    assert(count == 0);
    return some_condition(user, number);
}

static float walked_score(void *user, uint32_t number, const tree_argument *given, uint32_t count) {
    (void)given;
    assert(count == 0);
    return some_score(user, number);
}

static tree_value load(void *user, uint32_t field) {
    (void)user;
    return tree_load(fields[field].type, &memory[field]);
}

static tree_value walk(const char *text, size_t length, uint32_t list, tree_type *type) {
    static tree nodes[NODES];
    static tree_field tree_fields[FIELDS];
    static const tree_function tree_functions[FUNCTIONS] = {
        {"yes", TREE_IS_CONDITION}, {"half", TREE_IS_SCORE}, {"shout", TREE_IS_ACTION}};
    for (uint32_t i = 0; i < FIELDS; i++) {
        tree_fields[i] = (tree_field){fields[i].name, fields[i].type, fields[i].list};
    }
    const tree_names names = {tree_fields, FIELDS, tree_lists, LISTS, tree_functions, FUNCTIONS, states, STATES};
    tree_pool pool = {nodes, NODES, 0};
    uint32_t places = 0;
    tree *root = tree_parse(&names, &pool, text, length, &places);
    tree_settle(root, &names, list);
    const tree_env env = {.field = load,
                          .condition = walked_condition,
                          .score = walked_score,
                          .is_in = some_condition,
                          .tick = 7,
                          .elapsed = 3};
    *type = root->type;
    return tree_walk(root, &env);
}

static expr_env env_of(expr_field columns[FIELDS]) {
    for (uint32_t i = 0; i < FIELDS; i++) {
        columns[i] = (expr_field){&memory[i], sizeof *memory, fields[i].type};
    }
    return (expr_env){.fields = columns,
                      .tick = 7,
                      .elapsed = 3,
                      .condition = given_condition,
                      .score = given_score,
                      .is_in = some_condition};
}

static void compare(const expr_program *program, const char *text, size_t length, uint32_t list) {
    expr_field columns[FIELDS];
    expr_env env = env_of(columns);
    expr_value got = wits_expr_eval_one(program, &env);
    tree_type type;
    tree_value expected = walk(text, length, list, &type);
    bool nans = type == TREE_FLOAT && isnan(got.f) && isnan(expected.f);
    assert(nans || got.bits == expected.bits);
}

static void evaluate(const expr_program *program) {
    expr_field columns[FIELDS];
    expr_env env = env_of(columns);
    wits_expr_eval_one(program, &env);
}

/// Any number, shaped, is one from 0 to 1, of which all stages are known.
static void check_shaped(const expr_program *program) {
    expr_field columns[FIELDS];
    expr_env env = env_of(columns);
    expr_stages stages;
    const float value = wits_expr_eval_one(program, &env).f;
    const float staged = wits_expr_eval_stages(program, &env, NULL, &stages);
    assert(value >= 0.0f && value <= 1.0f && value == staged && value == stages.curves[1]);
}

/// The parts of a condition hold when all of it does.
static void check_parts(const expr_program *program, const char *text, size_t length) {
    expr_field columns[FIELDS];
    expr_env env = env_of(columns);
    bool parts[8];
    const uint32_t count = wits_expr_condition_parts(program, &env, parts, 8);
    bool all = true;
    for (uint32_t i = 0; i < count && i < 8; i++) {
        uint32_t offset, part_length;
        assert(wits_expr_condition_part(text, length, i, &offset, &part_length) && offset + part_length <= length);
        all = all && parts[i];
    }
    assert(count > 8 || all == (wits_expr_eval_one(program, &env).bits != 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const wits_curve curves[] = {{.kind = WITS_CURVE_LOGISTIC},
                                        {.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 1.5f}};
    static const expr_shape shape = {.is_ranged = true, .low = 10, .high = -10, .curves = curves, .curve_count = 2};
    static union {
        expr_program program;
        uint8_t bytes[sizeof(expr_program) + ROOM * sizeof(expr_instruction)];
    } room;
    if (size == 0) {
        return 0;
    }
    // The first byte says what it is for, and whether functions have arguments, which the second parser does not know.
    uint32_t field = data[0] % 16 < FIELDS ? data[0] % 16 : 0;
    static const expr_want_kind kinds[] = {EXPR_WANT_ANY, EXPR_WANT_FIELD, EXPR_WANT_CONDITION, EXPR_WANT_NUMBER};
    expr_want want = {kinds[data[0] / 16 % 4], fields[field].type, fields[field].list, NULL};
    if (data[0] / 16 == 4) {
        want = (expr_want){.kind = EXPR_WANT_SHAPED, .shape = &shape};
    }
    size_t length = size - 1;
    char *text = malloc(length + 1);
    memcpy(text, data + 1, length);
    text[length] = '\0';
    char *exact = malloc(length + (length == 0));  // so that a read beyond its end is found
    memcpy(exact, text, length);
    expr_scope scope = wits_expr_scope_of(&tables);
    scope.find_state = find_state;
    const bool has_arguments = data[0] >= 128;
    if (!has_arguments) {
        scope.find_function = find_plain_function;
    }
    expr_problem problem;
    memset(&problem, 0, sizeof problem);
    expr_program head;
    if (!wits_expr_compile(&scope, exact, length, want, &head, 0, &problem)) {
        assert(problem.offset <= length && problem.length <= length - problem.offset);
        assert(memchr(problem.text, '\0', sizeof problem.text) != NULL && problem.text[0] != '\0');
    } else {
        assert(head.count + head.lean <= ROOM);
        bool compiled = wits_expr_compile(&scope, exact, length, want, &room.program, head.count + head.lean, &problem);
        assert(compiled && room.program.count == head.count);
        if (want.kind == EXPR_WANT_SHAPED) {
            check_shaped(&room.program);
        } else if (want.kind == EXPR_WANT_CONDITION) {
            check_parts(&room.program, exact, length);
        }
        if (has_arguments) {
            evaluate(&room.program);
        } else if (want.kind == EXPR_WANT_ANY || want.kind == EXPR_WANT_CONDITION) {
            compare(&room.program, exact, length, want.list);
        }
    }
    free(text);
    free(exact);
    return 0;
}
