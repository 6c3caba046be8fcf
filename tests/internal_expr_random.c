// SPDX-License-Identifier: MIT
// Random expressions against the trees they were printed from (tests/trees/): the text's program must give the same
// type and bits, alone and in blocks of any size; so must the tree that is parsed from the text. Also calls of host
// functions, which report their arguments.
#include "expr_given.h"
#include "expr_support.h"

#include "expr/bounds.h"

enum { MAX_NODES = 20000, MAX_TEXT = 200000 };

static tree nodes[MAX_NODES];
static tree_pool pool = {nodes, MAX_NODES, 0};
static uint64_t random_state = 88172645463325252u;
static world w;
static char text[MAX_TEXT];
static size_t length;
static uint32_t expressions_with_arguments, numbers_as_written, deepest_call;

static uint32_t next_below(void *user, uint32_t limit) {
    (void)user;
    return (uint32_t)(next_random(&random_state) >> 32) % limit;
}

static uint32_t below(uint32_t limit) {
    return next_below(NULL, limit);
}

// ----------------------------------------------------------------------------------------------------------- the world

/// Those of expr_world.h, which have no parameters, then others.
static const tree_function tree_functions[] = {
    [FUNCTION_YES] = {"yes", TREE_IS_CONDITION},
    [FUNCTION_ODD] = {"odd", TREE_IS_CONDITION},
    [FUNCTION_HALF] = {"half", TREE_IS_SCORE},
    [FUNCTION_LOST] = {"lost", TREE_IS_SCORE},
    [FUNCTION_SHOUT] = {"shout", TREE_IS_ACTION},
    {"near", TREE_IS_CONDITION, .is_declared = true, .count = 2, .parameters = {{TREE_FLOAT, 0}, {TREE_TEXT, 0}}},
    {"sunny", TREE_IS_CONDITION, .is_declared = true, .count = 1, .parameters = {{TREE_ENUM, WAY}}},
    {"dry", TREE_IS_CONDITION, .is_declared = true},
    {"holds", TREE_IS_CONDITION, .is_declared = true, .count = 1, .parameters = {{TREE_BOOL, 0}}},
    {"sees", TREE_IS_CONDITION, .varies = true},
    {"pick", TREE_IS_SCORE, .is_declared = true, .count = 4,
     .parameters = {{TREE_INT, 0}, {TREE_BOOL, 0}, {TREE_ENUM, TREE_ANY_LIST}, {TREE_FLOAT, 0}}},
    {"feel", TREE_IS_SCORE, .is_declared = true, .count = 1, .parameters = {{TREE_ENUM, MOOD}}},
    {"sum", TREE_IS_SCORE, .is_declared = true, .count = 2, .parameters = {{TREE_FLOAT, 0}, {TREE_FLOAT, 0}}},
    {"rate", TREE_IS_SCORE, .varies = true},
    {"walk", TREE_IS_ACTION, .is_declared = true, .count = 2, .parameters = {{TREE_FLOAT, 0}, {TREE_FLOAT, 0}}},
    {"say", TREE_IS_ACTION, .is_declared = true, .count = 4,
     .parameters = {{TREE_TEXT, 0}, {TREE_ENUM, TREE_ANY_LIST}, {TREE_INT, 0}, {TREE_BOOL, 0}}},
    {"act", TREE_IS_ACTION, .varies = true},
};
enum { FIRST_ACTION = COUNT(tree_functions) - 3 };

static const char *const texts[] = {"", "door", "a, (b", "x; y", "yes()", "it's", "say \"no\"", "1"};
static const tree_list tree_lists[] = {{way_names, COUNT(way_names)}, {mood_names, COUNT(mood_names)}};
static const char *const tree_states[] = {"idle", "combat/attack", "/walk"};
static tree_field tree_fields[FIELDS];
static const tree_names plain_names = {tree_fields,    FIELDS,    tree_lists,  COUNT(tree_lists),
                                       tree_functions, FUNCTIONS, tree_states, COUNT(tree_states)};
static const tree_names all_names = {
    tree_fields,           FIELDS,      tree_lists,        COUNT(tree_lists), tree_functions,
    COUNT(tree_functions), tree_states, COUNT(tree_states)};
static tree_maker maker = {&plain_names, &pool, {next_below, NULL}, true, texts, COUNT(texts), false, 0};

// The functions in the library's form.

static bool find_function(void *user, const char *name, uint32_t name_length, expr_named_function *found) {
    static const expr_function_kind kinds[] = {[TREE_IS_CONDITION] = EXPR_FUNCTION_CONDITION,
                                               [TREE_IS_SCORE] = EXPR_FUNCTION_SCORE,
                                               [TREE_IS_ACTION] = EXPR_FUNCTION_ACTION};
    (void)user;
    for (uint32_t i = 0; i < COUNT(tree_functions); i++) {
        const tree_function *f = &tree_functions[i];
        if (strlen(f->name) == name_length && memcmp(f->name, name, name_length) == 0) {
            *found = (expr_named_function){i, kinds[f->kind], f->is_declared, f->is_declared ? f->count : 0, {{0}}};
            for (uint32_t k = 0; k < found->parameter_count; k++) {
                const bool is_any = f->parameters[k].list == TREE_ANY_LIST;
                found->parameters[k] = (expr_parameter){types_of[f->parameters[k].type],
                                                        is_any ? (uint32_t)EXPR_ANY_LIST : f->parameters[k].list};
            }
            return true;
        }
    }
    return false;
}

static expr_scope random_scope(void) {
    expr_scope scope = test_scope();
    scope.find_function = find_function;
    scope.place_text = place_text;
    return scope;
}

static void fill_names(void) {
    for (uint32_t i = 0; i < FIELDS; i++) {
        tree_fields[i] = (tree_field){field_rows[i].name, (wits_type)field_rows[i].type, field_rows[i].list == MOOD};
    }
    for (uint32_t i = 0; i < FUNCTIONS; i++) {
        assert_string_equal(tree_functions[i].name, function_rows[i].name);
    }
}

static tree_value field_value(void *user, uint32_t field) {
    const expr_field *at = &w.fields[field];
    return tree_load((wits_type)at->type, (const uint8_t *)at->base + *(size_t *)user * at->stride);
}

static bool condition_by_sum(uint32_t function, size_t row, sum_of_given sum) {
    return sum == 0 ? condition_of(function, row) : (sum >> 7 & 1) != 0;
}

static float score_by_sum(uint32_t function, size_t row, sum_of_given sum) {
    return sum == 0 ? score_of(function, row) : (float)(sum >> 12) / 256.0f - 2048.0f;
}

static bool given_condition(void *user, uint32_t function, const expr_given *given, uint32_t count) {
    return condition_by_sum(function, ((world *)user)->row, sum_of_expr(function, given, count));
}

static float given_score(void *user, uint32_t function, const expr_given *given, uint32_t count) {
    return score_by_sum(function, ((world *)user)->row, sum_of_expr(function, given, count));
}

static struct {
    uint32_t calls, function, count;
    expr_given given[EXPR_MAX_ARGUMENTS];
} acted;

static void given_action(void *user, uint32_t function, const expr_given *given, uint32_t count) {
    (void)user;
    acted.calls++;
    acted.function = function;
    acted.count = count;
    memcpy(acted.given, given, count * sizeof *given);
}

static expr_env random_env(size_t row) {
    expr_env env = world_env(&w, row);
    env.condition = given_condition;
    env.score = given_score;
    env.action = given_action;
    return env;
}

static bool row_condition(void *user, uint32_t function, const tree_argument *given, uint32_t count) {
    return condition_by_sum(function, *(size_t *)user, sum_of_tree(function, given, count));
}

static float row_score(void *user, uint32_t function, const tree_argument *given, uint32_t count) {
    return score_by_sum(function, *(size_t *)user, sum_of_tree(function, given, count));
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

/// A NaN must be the canonical one.
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

/// The interpreter and the bytecode form must agree.
static expr_value evaluate(const expr_program *program, const expr_program *plain, size_t row) {
    expr_env env = random_env(row);
    const expr_value got = wits_expr_eval_one(program, &env);
    assert_int_equal(wits_expr_eval_one(plain, &env).bits, got.bits);
    return got;
}

// -------------------------------------------------------------------------------------------------------------- bounds

static uint32_t narrow_bounds, impossible_conditions;

static double number_of(expr_value value, expr_type type) {
    return type == EXPR_FLOAT ? (double)value.f : type == EXPR_INT ? (double)value.i : (double)value.bits;
}

static bool lies_in(double value, wits_bounds bounds) {
    return value != value ? bounds.may_be_nan : value >= bounds.low && value <= bounds.high;
}

/// Bounds of the fields around their values: exact, slightly wider, or all values of the type.
static void bounds_around(size_t row, wits_bounds bounds[COUNT(w.fields)]) {
    const uint32_t how = below(3);
    for (uint32_t i = 0; i < COUNT(w.fields); i++) {
        const bool is_float = w.fields[i].type == WITS_TYPE_FLOAT;
        const double value = number_of(wits_expr_load(&w.fields[i], row), is_float ? EXPR_FLOAT : EXPR_INT);
        const double margin = how == 0 ? 0 : below(20);
        bounds[i] = (wits_bounds){value - margin, value + margin, false};
        if (value != value) {
            bounds[i] = (wits_bounds){0, 0, true};
        } else if (is_float) {
            bounds[i].low = (double)(float)bounds[i].low;
            bounds[i].high = (double)(float)bounds[i].high;
        }
        if (how == 2 && below(2) == 0) {
            bounds[i] =
                is_float ? (wits_bounds){-HUGE_VAL, HUGE_VAL, true} : (wits_bounds){INT32_MIN, INT32_MAX, false};
        }
    }
}

static void fail_bounds(const char *which, double value, wits_bounds bounds) {
    fail_msg("%s\n%s: %.17g is not from %.17g to %.17g", text, which, value, bounds.low, bounds.high);
}

/// Checks that the value of an expression is within its bounds, and that a condition that holds is not reported as
/// impossible.
static void check_bounds(const expr_program *program, size_t row, expr_value got) {
    wits_bounds around[COUNT(w.fields)];
    const double value = number_of(got, (expr_type)program->type);
    bounds_around(row, around);
    const wits_bounds all = wits_expr_bounds_program(program, NULL, NULL, NULL),
                      near = wits_expr_bounds_program(program, around, NULL, NULL);
    narrow_bounds += near.low > all.low || near.high < all.high;
    if (!lies_in(value, near)) {
        fail_bounds("near", value, near);
    }
    bool has_other_bools = false;  // a program may store any byte into a bool
    for (uint32_t i = 0; i < COUNT(w.fields); i++) {
        has_other_bools =
            has_other_bools || (w.fields[i].type == WITS_TYPE_BOOL && wits_expr_load(&w.fields[i], row).bits > 1);
    }
    if (!has_other_bools && !lies_in(value, all)) {
        fail_bounds("all", value, all);
    }
    if (program->type != EXPR_BOOL) {
        return;
    }
    const bool can_hold = wits_expr_bounds_assume(program, around);
    impossible_conditions += !can_hold;
    if (got.bits != 0 && !can_hold) {
        fail_msg("%s\nholds, but is held to be impossible", text);
    }
    for (uint32_t i = 0; got.bits != 0 && i < COUNT(w.fields); i++) {
        const bool is_float = w.fields[i].type == WITS_TYPE_FLOAT;
        const double held = number_of(wits_expr_load(&w.fields[i], row), is_float ? EXPR_FLOAT : EXPR_INT);
        if (!lies_in(held, around[i])) {
            fail_bounds("assumed", held, around[i]);
        }
    }
}

static void check(tree *root, expr_want want, uint32_t field) {
    expr_scope scope = random_scope();
    expr_program *program = compile_in(&scope, text, length, want);
    expr_program *plain = without_bytecode(program);
    uint32_t places = 0;
    tree *parsed = tree_parse(maker.names, &pool, text, length, &places);
    tree_settle(parsed, maker.names, root->list);
    for (uint32_t k = 0; k < 4; k++) {
        size_t row = below(AGENTS);
        expr_value got = evaluate(program, plain, row);
        check_bounds(program, row, got);
        uint32_t expected = expected_bits(root, want, field, row);
        assert_int_equal(expected_bits(parsed, want, field, row), expected);
        expr_type type = want.kind == EXPR_WANT_NUMBER ? EXPR_FLOAT : types_of[root->type];
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
    expressions_with_arguments += (program->uses & EXPR_USES_ARGUMENTS) != 0;
    check_block(program, &w, first, count, text);
    if (want.kind == EXPR_WANT_FIELD) {
        check_block_assignment(program, &w, first, count, field, text);
    }
    free(plain);
    free(program);
}

// ------------------------------------------------------------------------------------------------------------- actions

/// A call of an action returns its tree's arguments, and a plain number also as text.
static void check_action(tree *root, tree *parsed) {
    expr_scope scope = random_scope();
    expr_program *program = compile_in(&scope, text, length, (expr_want){.kind = EXPR_WANT_CALL});
    expr_program *plain = without_bytecode(program);
    size_t row = below(AGENTS);
    expr_env env = random_env(row);
    tree_env walked = env_of(&row);
    tree_argument given[TREE_ARGUMENTS], given_again[TREE_ARGUMENTS];
    const uint32_t count = tree_arguments(root, &walked, given);
    assert_int_equal(tree_arguments(parsed, &walked, given_again), count);
    for (uint32_t k = 0; k < 2; k++) {
        acted.calls = 0;
        wits_expr_eval_one(k == 0 ? program : plain, &env);
        assert_int_equal(acted.calls, 1);
        assert_int_equal(acted.function, root->number);
        assert_int_equal(acted.count, count);
        assert_int_equal(sum_of_tree(root->number, given_again, count), sum_of_tree(root->number, given, count));
        if (sum_of_expr(root->number, acted.given, count) != sum_of_tree(root->number, given, count)) {
            fail_msg("%s\ngives something else", text);
        }
        for (uint32_t i = 0; i < count; i++) {
            const tree_argument *told = &given_again[i];
            const uint32_t written = told->text != NULL ? number_of_text(told->text, told->length) : 0;
            if (acted.given[i].text != written) {
                fail_msg("%s\nargument %u is written otherwise", text, (unsigned)i);
            }
            numbers_as_written += written != 0 && told->type != TREE_TEXT;
            assert_true(!told->is_constant || acted.given[i].is_constant);
        }
    }
    free(plain);
    free(program);
}

static void one_action(int depth) {
    pool.count = 0;
    maker.deep = below(20) == 0;
    tree *root = tree_make_call(&maker, FIRST_ACTION + below(COUNT(tree_functions) - FIRST_ACTION), depth);
    maker.deep = false;
    length = tree_print(root, maker.names, &maker.chance, text, MAX_TEXT);
    assert_true(length > 0);
    if (root->count != 0) {  // a lone name has no arguments
        uint32_t places = 0;
        const uint32_t calls = tree_call_depth(root);
        deepest_call = calls > deepest_call ? calls : deepest_call;
        check_action(root, tree_parse(maker.names, &pool, text, length, &places));
    }
}

// --------------------------------------------------------------------------------------------------------------- parts

enum { MOST_PARTS = 64 };

static uint32_t conditions_with_parts;

/// Each part's text alone, after the randoms before it.
static bool part_holds(uint32_t part, size_t row, uint32_t *places) {
    expr_scope scope = random_scope();
    uint32_t offset = 0;
    uint32_t part_length = 0;
    assert_true(wits_expr_condition_part(text, length, part, &offset, &part_length));
    assert_true(part_length > 0 && offset + part_length <= length);
    scope.first_place = *places;
    expr_program *program = compile_in(&scope, text + offset, part_length, (expr_want){.kind = EXPR_WANT_CONDITION});
    expr_env env = random_env(row);
    const bool holds = wits_expr_eval_one(program, &env).bits != 0;
    *places += program->randoms;
    free(program);
    return holds;
}

/// Checks the operands of the outermost `and`s.
static void check_parts(void) {
    expr_scope scope = random_scope();
    expr_program *program = compile_in(&scope, text, length, (expr_want){.kind = EXPR_WANT_CONDITION});
    const size_t row = below(AGENTS);
    expr_env env = random_env(row);
    bool parts[MOST_PARTS + 1] = {false};
    const uint32_t capacity = below(4) == 0 ? below(3) : MOST_PARTS;
    parts[capacity] = true;
    const uint32_t count = wits_expr_condition_parts(program, &env, parts, capacity);
    assert_true(count >= 1 && parts[capacity]);  // nothing is written beyond them
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
    length = tree_print(root, maker.names, &maker.chance, text, MAX_TEXT);
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

/// One expression in four is the call of an action.
static void random_arguments(void **state) {
    (void)state;
    const char *wanted = getenv("WITS_RANDOM_EXPRESSIONS");
    long count = wanted != NULL ? atol(wanted) : 40000;
    maker.names = &all_names;
    for (long i = 0; i < count; i++) {
        if (i % 50 == 0) {
            fill_world();
        }
        const int depth = (int)below(4);
        if (i % 4 == 0) {
            one_action(depth);
        } else {
            one_expression(depth);
        }
    }
    print_message(
        "%u in blocks, %u not; %u programs with arguments, %u numbers as written, calls in one another up to %u\n",
        (unsigned)lanes_done, (unsigned)lanes_refused, (unsigned)expressions_with_arguments,
        (unsigned)numbers_as_written, (unsigned)deepest_call);
    assert_true((long)expressions_with_arguments * 5 > count);
    assert_true((long)narrow_bounds * 2 > count && impossible_conditions > 0);
    assert_true((long)numbers_as_written * 100 > count);
    assert_true(deepest_call <= EXPR_MAX_CALL_DEPTH && deepest_call * 2 >= EXPR_MAX_CALL_DEPTH);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_expressions), cmocka_unit_test(random_arguments)};
    return cmocka_run_group_tests_name("random expressions", tests, NULL, NULL);
}
