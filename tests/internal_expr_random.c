// SPDX-License-Identifier: MIT
// Random expressions against the trees they were printed from (tests/trees/): the text's program must give the same
// type and bits, alone and in blocks of any size; so must the tree that is parsed from the text.
#include "expr_support.h"

#include "trees/tree.h"

enum { MAX_NODES = 4000, MAX_TEXT = 60000 };

static tree nodes[MAX_NODES];
static tree_pool pool = {nodes, MAX_NODES, 0};
static uint64_t random_state = 88172645463325252u;
static world w;
static char text[MAX_TEXT];
static size_t length;

static uint32_t next_below(void *user, uint32_t limit) {
    (void)user;
    return (uint32_t)(next_random(&random_state) >> 32) % limit;
}

static uint32_t below(uint32_t limit) {
    return next_below(NULL, limit);
}

// ----------------------------------------------------------------------------------------------------------- the world

static const tree_list tree_lists[] = {{way_names, COUNT(way_names)}, {mood_names, 3}};  // "flag" is a field
static const char *const tree_states[] = {"idle", "combat/attack", "/walk"};
static tree_field tree_fields[FIELDS];
static tree_function tree_functions[FUNCTIONS];
static const tree_names names = {tree_fields,    FIELDS,    tree_lists,  COUNT(tree_lists),
                                 tree_functions, FUNCTIONS, tree_states, COUNT(tree_states)};
static tree_maker maker = {&names, &pool, {next_below, NULL}, true};

static void fill_names(void) {
    for (uint32_t i = 0; i < FIELDS; i++) {
        tree_fields[i] = (tree_field){field_rows[i].name, (wits_type)field_rows[i].type, field_rows[i].list == MOOD};
    }
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        tree_functions[i] =
            (tree_function){function_rows[i].name, function_rows[i].kind == EXPR_FUNCTION_CONDITION ? TREE_IS_CONDITION
                                                   : function_rows[i].kind == EXPR_FUNCTION_SCORE   ? TREE_IS_SCORE
                                                                                                    : TREE_IS_ACTION};
    }
}

static tree_value field_value(void *user, uint32_t field) {
    const expr_field *at = &w.fields[field];
    return tree_load((wits_type)at->type, (const uint8_t *)at->base + *(size_t *)user * at->stride);
}

static bool row_condition(void *user, uint32_t function) {
    return condition_of(function, *(size_t *)user);
}

static float row_score(void *user, uint32_t function) {
    return score_of(function, *(size_t *)user);
}

static bool row_is_in(void *user, uint32_t state) {
    return is_in_of(state, *(size_t *)user);
}

static tree_env env_of(size_t *row) {
    return (tree_env){.user = row,
                      .field = field_value,
                      .condition = row_condition,
                      .score = row_score,
                      .is_in = row_is_in,
                      .seed = w.seed,
                      .agent = w.ids[*row],
                      .tick = w.tick,
                      .elapsed = w.elapsed[*row]};
}

static expr_type type_of(tree_type type) {
    return type == TREE_BOOL ? EXPR_BOOL : type == TREE_INT ? EXPR_INT : type == TREE_FLOAT ? EXPR_FLOAT : EXPR_ENUM;
}

// ---------------------------------------------------------------------------------------------------------------- runs

static int32_t some_int(void) {
    static const int32_t values[] = {0, 1, -1, 2, -7, 100, INT32_MAX, INT32_MIN, 65535, -32768};
    return below(2) ? values[below(COUNT(values))] : (int32_t)below(100) - 50;
}

static float some_float(void) {
    static const float values[] = {0.0f,      -0.0f, 1.0f,   -1.0f, 0.5f,  INFINITY,
                                   -INFINITY, NAN,   1e-42f, 3e38f, -2.5f, 1e10f};
    return below(3) == 0 ? values[below(COUNT(values))] : (float)((int)below(4000) - 2000) / 256.0f;
}

static void fill_world(void) {
    for (uint32_t i = 0; i < AGENTS; i++) {
        struct record *r = &w.records[i];
        int32_t m = some_int();
        float y = some_float();
        r->flag = below(2) ? (uint8_t)below(256) : 0;
        r->way = (uint8_t)below(3);
        r->i8 = (int8_t)(int32_t)(below(256) - 128);
        r->i16 = (int16_t)(int32_t)(below(65536) - 32768);
        memcpy(r->m, &m, 4);
        memcpy(r->y, &y, 4);
        w.off[i] = (uint8_t)below(2);
        w.player[i] = (uint8_t)below(3);
        w.mood[i] = (uint8_t)below(3);
        w.u8[i] = (uint8_t)below(256);
        w.u16[i] = (uint16_t)below(65536);
        w.n[i] = some_int();
        w.x[i] = some_float();
        w.z[i] = some_float();
        w.ids[i] = below(8) ? 1000u + i : next_random(&random_state);
        w.elapsed[i] = below(10) ? below(100) : UINT32_MAX - below(10);
    }
    w.shared = some_float();
    w.tick = below(10) ? below(1000) : UINT32_MAX;
    w.seed = next_random(&random_state);
}

/// A NaN is the canonical one.
static uint32_t bits_of(uint32_t bits, expr_type type) {
    return type == EXPR_FLOAT && isnan(math_float(bits)) ? 0x7FC00000u : bits;
}

static uint32_t expected_bits(const tree *root, expr_want want, uint32_t field, size_t row) {
    tree_env env = env_of(&row);
    if (want.kind == EXPR_WANT_NUMBER) {
        return (tree_value){.f = tree_walk_float(root, &env)}.bits;
    }
    tree_value value = tree_walk(root, &env);
    bool is_stored = want.kind == EXPR_WANT_FIELD && w.fields[field].stride != 0;
    return is_stored ? tree_stored((wits_type)want.type, root, value).bits : value.bits;
}

static void check(tree *root, expr_want want, uint32_t field) {
    expr_scope scope = test_scope();
    expr_program *program = compile_in(&scope, text, length, want);
    uint32_t places = 0;
    tree *parsed = tree_parse(&names, &pool, text, length, &places);
    tree_settle(parsed, &names, root->list);
    for (uint32_t k = 0; k < 4; k++) {
        size_t row = below(AGENTS);
        expr_env env = world_env(&w, row);
        expr_value got = wits_expr_eval_one(program, &env);
        uint32_t expected = expected_bits(root, want, field, row);
        assert_int_equal(expected_bits(parsed, want, field, row), expected);
        expr_type type = want.kind == EXPR_WANT_NUMBER ? EXPR_FLOAT : type_of(root->type);
        if (want.kind == EXPR_WANT_FIELD && w.fields[field].stride != 0) {
            world before = w;
            type = wits_expr_field_value_type(want.type);
            wits_expr_store(&w.fields[field], row, got);
            got = wits_expr_load(&w.fields[field], row);
            w = before;
            check_assignment(program, &w, field, row, text);
        }
        assert_true(want.kind == EXPR_WANT_FIELD || program->type == type);
        if (bits_of(got.bits, type) != bits_of(expected, type) ||
            (type == EXPR_FLOAT && got.bits != bits_of(got.bits, type))) {
            fail_msg("%s\nis %08x, not %08x", text, (unsigned)got.bits, (unsigned)expected);
        }
    }
    uint32_t count = below(3) ? 1 + below(AGENTS) : 16 * (1 + below(AGENTS / 16));
    uint32_t first = below(AGENTS - count + 1);
    check_block(program, &w, first, count, text);
    if (want.kind == EXPR_WANT_FIELD) {
        check_block_assignment(program, &w, first, count, field, text);
    }
    free(program);
}

// --------------------------------------------------------------------------------------------------------------- parts

enum { MOST_PARTS = 64 };

static uint32_t conditions_with_parts;

/// Each part's text by itself, of which the randoms before it are counted.
static bool part_holds(uint32_t part, size_t row, uint32_t *places) {
    expr_scope scope = test_scope();
    uint32_t offset = 0;
    uint32_t part_length = 0;
    assert_true(wits_expr_condition_part(text, length, part, &offset, &part_length));
    assert_true(part_length > 0 && offset + part_length <= length);
    scope.first_place = *places;
    expr_program *program = compile_in(&scope, text + offset, part_length, (expr_want){.kind = EXPR_WANT_CONDITION});
    expr_env env = world_env(&w, row);
    const bool holds = wits_expr_eval_one(program, &env).bits != 0;
    *places += program->randoms;
    free(program);
    return holds;
}

/// What the outermost `and`s join.
static void check_parts(void) {
    expr_scope scope = test_scope();
    expr_program *program = compile_in(&scope, text, length, (expr_want){.kind = EXPR_WANT_CONDITION});
    const size_t row = below(AGENTS);
    expr_env env = world_env(&w, row);
    bool parts[MOST_PARTS + 1] = {false};
    const uint32_t capacity = below(4) == 0 ? below(3) : MOST_PARTS;
    parts[capacity] = true;
    const uint32_t count = wits_expr_condition_parts(program, &env, parts, capacity);
    assert_true(count >= 1 && parts[capacity]);  // nothing is written behind them
    bool all = true;
    uint32_t places = 0;
    for (uint32_t i = 0; i < count && count > 1; i++) {
        const bool holds = part_holds(i, row, &places);
        assert_true(i >= capacity || parts[i] == holds);
        all = all && holds;
    }
    const bool whole = wits_expr_eval_one(program, &env).bits != 0;
    assert_true(count == 1 || all == whole);
    assert_true(count > 1 || capacity == 0 || parts[0] == whole);
    uint32_t offset, part_length;
    assert_true(count == 1 || !wits_expr_condition_part(text, length, count, &offset, &part_length));
    conditions_with_parts += count > 1;
    free(program);
}

static void one_expression(int depth) {
    uint32_t choice = below(9);
    uint32_t list = below(2);
    pool.count = 0;
    tree *root = choice == 0  ? tree_make_enum(&maker, list, depth)
                 : choice < 4 ? tree_make_bool(&maker, depth)
                 : choice < 8 ? tree_make_number(&maker, depth)
                              : tree_make_tests(&maker, 1 + below(5));
    length = tree_print(root, &names, &maker.chance, text, MAX_TEXT);
    assert_true(length > 0);
    if (root->type == TREE_ENUM) {
        check(root, want_field(list == WAY ? FIELD_WAY : FIELD_MOOD), list == WAY ? FIELD_WAY : FIELD_MOOD);
    } else {
        check(root, (expr_want){.kind = EXPR_WANT_ANY}, 0);
    }
    if (root->type == TREE_INT || root->type == TREE_FLOAT) {
        uint32_t field = FIELD_I8 + below(FIELD_Z - FIELD_I8 + 1);
        check(root, (expr_want){.kind = EXPR_WANT_NUMBER}, 0);
        check(root, want_field(field), field);
    } else if (root->type == TREE_BOOL) {
        check(root, (expr_want){.kind = EXPR_WANT_CONDITION}, 0);
        check_parts();
        check(root, want_field(FIELD_FLAG), FIELD_FLAG);
    }
}

static void random_expressions(void **state) {
    (void)state;
    const char *wanted = getenv("WITS_RANDOM_EXPRESSIONS");
    long count = wanted != NULL ? atol(wanted) : 40000;
    world_bind(&w);
    fill_names();
    for (long i = 0; i < count; i++) {
        if (i % 50 == 0) {
            fill_world();
        }
        one_expression((int)below(5));
    }
    print_message("%u in blocks, %u not; %u conditions with parts\n", (unsigned)lanes_done, (unsigned)lanes_refused,
                  (unsigned)conditions_with_parts);
    assert_true((long)conditions_with_parts * 20 > count);
    assert_true(lanes_refused * 20 < lanes_done);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_expressions)};
    return cmocka_run_group_tests_name("random expressions", tests, NULL, NULL);
}
