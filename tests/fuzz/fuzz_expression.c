// SPDX-License-Identifier: MIT
// Compiles arbitrary text as an expression: a program, or a problem in the text. A program gives the same result for
// one agent as the tree that a second parser makes of the text.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expr_given.h"
#include "expr_stages.h"

enum { FIELDS = 8, LISTS = 2, FUNCTIONS = 6, STATES = 2, ROOM = 16384, NODES = 8192 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *const ways[] = {"none", "found", "reached"};
static const char *const moods[] = {"calm", "angry", "found"};
static const expr_list lists[LISTS] = {{ways, 3}, {moods, 3}};
static const tree_list tree_lists[LISTS] = {{ways, 3}, {moods, 3}};
static const struct expr_table_field fields[FIELDS] = {
    {"flag", WITS_TYPE_BOOL, 0},  {"way", WITS_TYPE_ENUM, 0}, {"mood", WITS_TYPE_ENUM, 1}, {"i8", WITS_TYPE_INT8, 0},
    {"u16", WITS_TYPE_UINT16, 0}, {"n", WITS_TYPE_INT, 0},    {"x", WITS_TYPE_FLOAT, 0},   {"y", WITS_TYPE_FLOAT, 0}};
static const struct expr_table_function functions[FUNCTIONS] = {
    {"yes", EXPR_FUNCTION_CONDITION},  {"half", EXPR_FUNCTION_SCORE}, {"shout", EXPR_FUNCTION_OTHER},
    {"near", EXPR_FUNCTION_CONDITION}, {"feel", EXPR_FUNCTION_SCORE}, {"pick", EXPR_FUNCTION_SCORE}};
/// The functions declared in every other text.
static const tree_function declared[FUNCTIONS] = {
    {"yes", TREE_IS_CONDITION, .is_declared = true},
    {"half", TREE_IS_SCORE, .is_declared = true},
    {"shout", TREE_IS_ACTION},
    {"near", TREE_IS_CONDITION, .is_declared = true, .count = 2, .parameters = {{TREE_FLOAT, 0}, {TREE_TEXT, 0}}},
    {"feel", TREE_IS_SCORE, .is_declared = true, .count = 1, .parameters = {{TREE_ENUM, 1}}},
    {"pick", TREE_IS_SCORE, .is_declared = true, .count = 2, .parameters = {{TREE_INT, 0}, {TREE_BOOL, 0}}}};
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

static bool condition_by_sum(uint32_t number, sum_of_given sum) {
    return sum == 0 ? some_condition(NULL, number) : (sum >> 7 & 1) != 0;
}

static float score_by_sum(uint32_t number, sum_of_given sum) {
    return sum == 0 ? 0.5f * (float)number : (float)(sum >> 12) / 256.0f;
}

static bool given_condition(void *user, uint32_t number, const expr_given *given, uint32_t count) {
    (void)user;
    assert(count <= EXPR_MAX_ARGUMENTS);
    return condition_by_sum(number, sum_of_expr(number, given, count));
}

static float given_score(void *user, uint32_t number, const expr_given *given, uint32_t count) {
    (void)user;
    assert(count <= EXPR_MAX_ARGUMENTS);
    return score_by_sum(number, sum_of_expr(number, given, count));
}

static bool walked_condition(void *user, uint32_t number, const tree_argument *given, uint32_t count) {
    (void)user;
    return condition_by_sum(number, sum_of_tree(number, given, count));
}

static float walked_score(void *user, uint32_t number, const tree_argument *given, uint32_t count) {
    (void)user;
    return score_by_sum(number, sum_of_tree(number, given, count));
}

static bool find_declared(void *user, const char *name, uint32_t length, expr_named_function *found) {
    if (!wits_expr_scope_of(&tables).find_function(user, name, length, found)) {
        return false;
    }
    const tree_function *f = &declared[found->number];
    found->is_declared = f->is_declared;
    found->parameter_count = f->count;
    for (uint32_t i = 0; i < f->count; i++) {
        found->parameters[i] = (expr_parameter){types_of[f->parameters[i].type], f->parameters[i].list};
    }
    return true;
}

static tree_value load(void *user, uint32_t field) {
    (void)user;
    return tree_load(fields[field].type, &memory[field]);
}

static tree_value walk(const char *text, size_t length, uint32_t list, bool declares, tree_type *type) {
    static tree nodes[NODES];
    static tree_field tree_fields[FIELDS];
    static tree_function plain[FUNCTIONS];
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        plain[i] = (tree_function){.name = declared[i].name, .kind = declared[i].kind};
    }
    for (uint32_t i = 0; i < FIELDS; i++) {
        tree_fields[i] = (tree_field){fields[i].name, fields[i].type, fields[i].list};
    }
    const tree_function *known = declares ? declared : plain;
    const tree_names names = {tree_fields, FIELDS, tree_lists, LISTS, known, FUNCTIONS, states, STATES};
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

static void compare(const expr_program *program, const char *text, size_t length, uint32_t list, bool declares) {
    expr_field columns[FIELDS];
    expr_env env = env_of(columns);
    expr_value got = wits_expr_eval_one(program, &env);
    tree_type type;
    tree_value expected = walk(text, length, list, declares, &type);
    bool nans = type == TREE_FLOAT && isnan(got.f) && isnan(expected.f);
    assert(nans || got.bits == expected.bits);
}

/// The value of a shaped program is from 0 to 1, and all its stages are known.
static void check_shaped(const expr_program *program) {
    expr_field columns[FIELDS];
    expr_env env = env_of(columns);
    expr_stages stages;
    const float value = wits_expr_eval_one(program, &env).f;
    const float staged = expr_stages_of(program, &env, NULL, &stages);
    assert(value >= 0.0f && value <= 1.0f && value == staged && value == stages.curves[1]);
}

/// The parts of a condition hold if the whole condition holds.
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
    static const expr_response response = {
        .is_ranged = true, .low = 10, .high = -10, .curves = curves, .curve_count = 2};
    static union {
        expr_program program;
        uint8_t bytes[sizeof(expr_program) + ROOM * sizeof(expr_instruction)];
    } room;
    if (size == 0) {
        return 0;
    }
    // The first byte determines the purpose, and whether functions declare their parameters.
    uint32_t field = data[0] % 16 < FIELDS ? data[0] % 16 : 0;
    static const expr_want_kind kinds[] = {EXPR_WANT_ANY, EXPR_WANT_FIELD, EXPR_WANT_CONDITION, EXPR_WANT_NUMBER};
    expr_want want = {kinds[data[0] / 16 % 4], fields[field].type, fields[field].list, NULL};
    if (data[0] / 16 == 4) {
        want = (expr_want){.kind = EXPR_WANT_SHAPED, .response = &response};
    }
    size_t length = size - 1;
    char *text = malloc(length + 1);
    memcpy(text, data + 1, length);
    text[length] = '\0';
    char *exact = malloc(length + (length == 0));  // so that a read beyond its end is found
    memcpy(exact, text, length);
    expr_scope scope = wits_expr_scope_of(&tables);
    scope.find_state = find_state;
    scope.place_text = place_text;
    const bool declares = data[0] < 128;
    if (declares) {
        scope.find_function = find_declared;
    }
    expr_problem problem;
    memset(&problem, 0, sizeof problem);
    expr_program head;
    if (!wits_expr_compile(&scope, exact, length, want, &head, 0, &problem)) {
        assert(problem.offset <= length && problem.length <= length - problem.offset);
        assert(memchr(problem.text, '\0', sizeof problem.text) != NULL && problem.text[0] != '\0');
    } else {
        assert(head.count + head.bytecode <= ROOM);
        bool compiled =
            wits_expr_compile(&scope, exact, length, want, &room.program, head.count + head.bytecode, &problem);
        assert(compiled && room.program.count == head.count);
        if (want.kind == EXPR_WANT_SHAPED) {
            check_shaped(&room.program);
        } else if (want.kind == EXPR_WANT_CONDITION) {
            check_parts(&room.program, exact, length);
        }
        if (want.kind == EXPR_WANT_ANY || want.kind == EXPR_WANT_CONDITION) {
            compare(&room.program, exact, length, want.list, declares);
        }
    }
    free(text);
    free(exact);
    return 0;
}
