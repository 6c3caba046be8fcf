// SPDX-License-Identifier: MIT
#include "trees/tree.h"

#include <assert.h>
#include <string.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

static uint32_t below(const tree_maker *m, uint32_t limit) {
    return m->chance.below(m->chance.user, limit);
}

tree *tree_new(tree_pool *pool, tree_kind kind, tree_type type) {
    assert(pool->count < pool->capacity);
    tree *t = &pool->nodes[pool->count++];
    *t = (tree){.kind = kind, .type = type};
    return t;
}

tree_type tree_type_of(wits_type type) {
    return type == WITS_TYPE_BOOL    ? TREE_BOOL
           : type == WITS_TYPE_ENUM  ? TREE_ENUM
           : type == WITS_TYPE_FLOAT ? TREE_FLOAT
                                     : TREE_INT;
}

static tree *add(tree_maker *m, tree_kind kind, tree_type type) {
    return tree_new(m->pool, kind, type);
}

static tree *with(tree *t, tree *a, tree *b, tree *c) {
    t->child[0] = a;
    t->child[1] = b;
    t->child[2] = c;
    t->count = c != NULL ? 3 : b != NULL ? 2 : 1;
    return t;
}

// ------------------------------------------------------------------------------------------------------------- leaves

static tree *make_int_literal(tree_maker *m) {
    static const int32_t values[] = {0, 1, -1, 2, 7, -128, 255, 65536, INT32_MAX, INT32_MIN};
    tree *t = add(m, TREE_LITERAL, TREE_INT);
    t->value.i = below(m, 2) ? values[below(m, COUNT(values))] : (int32_t)below(m, 20) - 10;
    return t;
}

static tree *make_float_literal(tree_maker *m) {
    static const float values[] = {0.0f, -0.0f, 1.0f, 0.5f, -2.25f, 1e-40f, 3e38f, 16777216.0f, 0.1f};
    tree *t = add(m, TREE_LITERAL, TREE_FLOAT);
    t->value.f = below(m, 2) ? values[below(m, COUNT(values))] : (float)((int)below(m, 2000) - 1000) / 64.0f;
    return t;
}

static bool is_field(const tree_maker *m, const char *name) {
    bool is = false;
    for (uint32_t i = 0; i < m->names->field_count; i++) {
        is = is || strcmp(m->names->fields[i].name, name) == 0;
    }
    return is;
}

/// A value whose name is also a field: without its enum it means the field.
static tree *make_enum_literal(tree_maker *m, uint32_t list) {
    const tree_list *of = &m->names->lists[list];
    tree *t = add(m, TREE_LITERAL, TREE_ENUM);
    t->list = list;
    t->value.bits = below(m, of->count);
    while (is_field(m, of->names[t->value.bits])) {
        t->value.bits = (t->value.bits + 1) % of->count;
    }
    return t;
}

static bool same_names(const tree_list *a, const tree_list *b) {
    bool same = a->count == b->count;
    for (uint32_t i = 0; i < a->count && same; i++) {
        same = strcmp(a->names[i], b->names[i]) == 0;
    }
    return same;
}

/// Makes some field of this type, or null.
static tree *make_field(tree_maker *m, tree_type type, uint32_t list) {
    const tree_names *names = m->names;
    uint32_t first = names->field_count > 0 ? below(m, names->field_count) : 0;
    for (uint32_t i = 0; i < names->field_count; i++) {
        uint32_t number = (first + i) % names->field_count;
        const tree_field *field = &names->fields[number];
        bool fits = tree_type_of(field->type) == type;
        if (fits && (type != TREE_ENUM || same_names(&names->lists[field->list], &names->lists[list]))) {
            tree *t = add(m, TREE_FIELD, type);
            t->number = number;
            t->list = list;
            t->listed = true;
            return t;
        }
    }
    return NULL;
}

/// Makes `field.value`, or null without a field of the list. Not used for fields of targets.
static tree *make_value(tree_maker *m, uint32_t list) {
    tree *t = make_field(m, TREE_ENUM, list);
    if (t != NULL && strchr(m->names->fields[t->number].name, '.') == NULL) {
        t->kind = TREE_VALUE;
        t->value.bits = below(m, m->names->lists[list].count);
    }
    return t;
}

/// A call of a function of this kind; null if there is none, or the maximum depth is reached.
static tree *make_call(tree_maker *m, tree_function_kind kind, int depth) {
    const tree_names *names = m->names;
    uint32_t first = names->function_count > 0 ? below(m, names->function_count) : 0;
    for (uint32_t i = 0; i < names->function_count && m->calls < TREE_CALLS; i++) {
        uint32_t number = (first + i) % names->function_count;
        if (names->functions[number].kind == kind) {
            return tree_make_call(m, number, depth);
        }
    }
    return NULL;
}

static tree *make_state(tree_maker *m) {
    const tree_names *names = m->names;
    uint32_t first = names->state_count > 0 ? below(m, names->state_count) : 0;
    for (uint32_t i = 0; i < names->state_count; i++) {
        uint32_t number = (first + i) % names->state_count;
        if (names->states[number] != NULL) {
            tree *t = add(m, TREE_STATE, TREE_BOOL);
            t->number = number;
            return t;
        }
    }
    return NULL;
}

static tree *make_number_leaf(tree_maker *m, int depth) {
    tree *t = NULL;
    switch (below(m, 10)) {
    case 0:
    case 1:
        return make_int_literal(m);
    case 2:
    case 3:
        return make_float_literal(m);
    case 4:
        return add(m, below(m, 2) ? TREE_TICK : TREE_ELAPSED, TREE_INT);
    case 5:
        return add(m, TREE_RANDOM, TREE_FLOAT);
    case 6:
        t = make_call(m, TREE_IS_SCORE, depth);
        break;
    default:
        t = make_field(m, below(m, 2) ? TREE_INT : TREE_FLOAT, 0);
        break;
    }
    return t != NULL ? t : make_float_literal(m);
}

static tree *make_bool_leaf(tree_maker *m, int depth) {
    tree *t = NULL;
    switch (below(m, 6)) {
    case 0:
        break;
    case 1:
        t = make_call(m, TREE_IS_CONDITION, depth);
        break;
    case 2:
        t = make_state(m);
        break;
    default:
        t = make_field(m, TREE_BOOL, 0);
        break;
    }
    if (t == NULL) {
        t = add(m, TREE_LITERAL, TREE_BOOL);
        t->value.bits = below(m, 2);
    }
    return t;
}

// ---------------------------------------------------------------------------------------------------- known beforehand
// Only constants, and `present` of targets, which is constant for pairs.

/// Makes `enemy.present` of some kind, or null.
static tree *make_present(tree_maker *m) {
    const tree_names *names = m->names;
    const uint32_t first = names->field_count > 0 ? below(m, names->field_count) : 0;
    for (uint32_t i = 0; i < names->field_count; i++) {
        const uint32_t number = (first + i) % names->field_count;
        const char *point = strchr(names->fields[number].name, '.');
        if (point != NULL && strcmp(point, ".present") == 0) {
            tree *t = add(m, TREE_FIELD, TREE_BOOL);
            t->number = number;
            t->listed = true;
            return t;
        }
    }
    return NULL;
}

tree *tree_make_known_number(tree_maker *m, int depth) {
    tree *a = below(m, 3) ? make_int_literal(m) : make_float_literal(m);
    if (depth <= 0 || below(m, 2)) {
        return a;
    }
    tree *condition = tree_make_known(m, depth - 1);
    tree *b = a->type == TREE_INT ? make_int_literal(m) : make_float_literal(m);
    return with(add(m, TREE_IF, a->type), a, condition, b);
}

tree *tree_make_known(tree_maker *m, int depth) {
    const uint32_t choice = depth <= 0 ? 0 : below(m, 8);
    if (choice <= 1) {
        tree *t = below(m, 3) ? make_present(m) : NULL;
        if (t == NULL) {
            t = add(m, TREE_LITERAL, TREE_BOOL);
            t->value.bits = below(m, 2);
        }
        return t;
    }
    if (choice == 2) {
        tree *a = tree_make_known_number(m, depth - 1);
        tree *b = tree_make_known_number(m, depth - 1);
        return with(add(m, (tree_kind)(TREE_EQUAL + (int)below(m, 6)), TREE_BOOL), a, b, NULL);
    }
    tree *a = tree_make_known(m, depth - 1);
    if (choice == 3) {
        return with(add(m, TREE_NOT, TREE_BOOL), a, NULL, NULL);
    }
    tree *b = tree_make_known(m, depth - 1);
    static const tree_kind kinds[] = {TREE_AND, TREE_OR, TREE_EQUAL, TREE_DIFFERENT};
    return with(add(m, kinds[choice - 4], TREE_BOOL), a, b, NULL);
}

// -------------------------------------------------------------------------------------------------------- inner nodes

static tree *make_function(tree_maker *m, int depth) {
    static const struct {
        const char *name;
        uint32_t arguments;
        bool of_ints;
    } functions[] = {{"abs", 1, true},         {"sign", 1, true},   {"min", 2, true},   {"max", 2, true},
                     {"clamp", 3, true},       {"floor", 1, false}, {"ceil", 1, false}, {"sqrt", 1, false},
                     {"exp", 1, false},        {"log", 1, false},   {"pow", 2, false},  {"lerp", 3, false},
                     {"smoothstep", 1, false}, {"atan2", 2, false}};
    uint32_t row = below(m, COUNT(functions));
    tree *t = add(m, TREE_FUNCTION, TREE_FLOAT);
    bool ints = functions[row].of_ints;
    t->name = functions[row].name;
    for (uint32_t i = 0; i < functions[row].arguments; i++) {
        t->child[t->count++] = tree_make_number(m, depth - 1);
        ints = ints && t->child[i]->type == TREE_INT;
    }
    t->type = ints ? TREE_INT : TREE_FLOAT;
    return t;
}

static tree *add_parameter(tree_maker *m, tree *last, float value) {
    tree *t = add(m, TREE_PARAMETER, TREE_FLOAT);
    t->value.f = value;
    last->child[last->count++] = t;
    return t;
}

static void add_knots(tree_maker *m, tree *last) {
    uint32_t count = 2 + (below(m, 3) ? below(m, 4) : below(m, WITS_MAX_KNOTS - 1));
    float x = (float)((int)below(m, 40) - 30) / 8.0f;
    for (uint32_t i = 0; i < count; i++) {
        last = add_parameter(m, last, x);
        last = add_parameter(m, last, (float)below(m, 33) / 32.0f);
        x += below(m, 4) == 0 && i + 2 < count ? 0.0f : (float)(1 + below(m, 20)) / 16.0f;
    }
}

static float make_parameter(tree_maker *m, char name) {
    static const float exponents[] = {0.0f, 1.0f, 2.0f, 3.0f, 0.5f, -1.0f, 1.7f, 4.0f, 1e-5f, -2.5f};
    static const float others[] = {0.0f, 1.0f, -1.0f, 0.5f, 2.0f};
    if (name == 'k' && below(m, 2)) {
        return exponents[below(m, COUNT(exponents))];
    }
    return below(m, 2) ? others[below(m, COUNT(others))] : (float)((int)below(m, 400) - 200) / 64.0f;
}

/// Its input is any number; its parameters are constants, of which the last ones may be omitted.
static tree *make_curve(tree_maker *m, int depth) {
    tree *t = add(m, TREE_CURVE, TREE_FLOAT);
    t->number = WITS_CURVE_CONSTANT + below(m, TREE_CURVES - WITS_CURVE_CONSTANT);
    t->child[t->count++] = tree_make_number(m, depth - 1);
    if (t->number == WITS_CURVE_PIECEWISE) {
        add_knots(m, t);
        return t;
    }
    const char *names = tree_curve_parameters((wits_curve_kind)t->number);
    tree *last = t;
    for (; *names != '\0' && below(m, 3) > 0; names++) {
        float value = make_parameter(m, *names);
        bool of_sigmoid = *names == 'k' && t->number == WITS_CURVE_SIGMOID;
        last = add_parameter(m, last, of_sigmoid ? (float)((int)below(m, 199) - 99) / 100.0f : value);
    }
    bool of_old = t->count == 1 && t->number == WITS_CURVE_SMOOTHSTEP;
    t->kind = of_old ? TREE_FUNCTION : TREE_CURVE;
    t->name = of_old ? tree_curve_names[t->number] : NULL;
    return t;
}

tree *tree_make_number(tree_maker *m, int depth) {
    if (depth <= 0 || below(m, 6) == 0) {
        return make_number_leaf(m, depth);
    }
    if (below(m, 16) == 0) {
        return tree_make_known_number(m, depth);
    }
    tree *a = tree_make_number(m, depth - 1);
    uint32_t choice = below(m, 10);
    if (choice == 0) {
        return with(add(m, TREE_NEGATE, a->type), a, NULL, NULL);
    }
    if (choice == 1) {
        tree *b = tree_make_number(m, depth - 1);
        tree *condition = tree_make_bool(m, depth - 1);
        tree_type type = a->type == b->type ? a->type : TREE_FLOAT;
        return with(add(m, TREE_IF, type), a, condition, b);
    }
    if (choice <= 4) {
        return m->curves && below(m, 4) == 0 ? make_curve(m, depth) : make_function(m, depth);
    }
    tree *b = tree_make_number(m, depth - 1);
    bool ints = a->type == TREE_INT && b->type == TREE_INT;
    tree_kind kind = (tree_kind)(TREE_ADD + (int)below(m, ints ? 5 : 4));
    return with(add(m, kind, ints && kind != TREE_DIVIDE ? TREE_INT : TREE_FLOAT), a, b, NULL);
}

/// Two enums of one list, at least one of which has a known list; null without fields of it.
static tree *make_enum_comparison(tree_maker *m, tree_kind kind, int depth) {
    if (m->names->list_count == 0) {
        return NULL;
    }
    uint32_t list = below(m, m->names->list_count);
    tree *a = tree_make_enum(m, list, depth - 1);
    tree *b = tree_make_enum(m, list, depth - 1);
    if (!a->listed && !b->listed) {
        b = make_field(m, TREE_ENUM, list);
    }
    return b == NULL ? NULL : with(add(m, kind, TREE_BOOL), a, b, NULL);
}

static tree *make_comparison(tree_maker *m, int depth) {
    tree_kind kind = (tree_kind)(TREE_EQUAL + (int)below(m, 6));
    bool equal = kind == TREE_EQUAL || kind == TREE_DIFFERENT;
    uint32_t choice = equal ? below(m, 4) : 3;
    if (choice == 0) {
        tree *a = tree_make_bool(m, depth - 1);
        tree *b = below(m, 4) ? tree_make_bool(m, depth - 1) : tree_make_known(m, depth - 1);
        const bool turned = below(m, 2);
        return with(add(m, kind, TREE_BOOL), turned ? b : a, turned ? a : b, NULL);
    }
    tree *enums = choice == 1 ? make_enum_comparison(m, kind, depth) : NULL;
    if (enums != NULL) {
        return enums;
    }
    tree *a = tree_make_number(m, depth - 1);
    return with(add(m, kind, TREE_BOOL), a, tree_make_number(m, depth - 1), NULL);
}

tree *tree_make_bool(tree_maker *m, int depth) {
    if (depth <= 0 || below(m, 6) == 0) {
        return make_bool_leaf(m, depth);
    }
    tree *a;
    tree *b;
    switch (below(m, 9)) {
    case 8:
        return tree_make_known(m, depth);
    case 0:
        return with(add(m, TREE_NOT, TREE_BOOL), tree_make_bool(m, depth - 1), NULL, NULL);
    case 1:
        a = tree_make_bool(m, depth - 1);
        return with(add(m, TREE_OR, TREE_BOOL), a, tree_make_bool(m, depth - 1), NULL);
    case 2:
        a = tree_make_bool(m, depth - 1);
        return with(add(m, TREE_AND, TREE_BOOL), a, tree_make_bool(m, depth - 1), NULL);
    case 3:
        a = tree_make_bool(m, depth - 1);
        b = tree_make_bool(m, depth - 1);
        return with(add(m, TREE_IF, TREE_BOOL), a, b, tree_make_bool(m, depth - 1));
    default:
        return make_comparison(m, depth);
    }
}

tree *tree_make_enum(tree_maker *m, uint32_t list, int depth) {
    if (depth > 0 && below(m, 3) == 0) {
        tree *a = tree_make_enum(m, list, depth - 1);
        tree *condition = tree_make_bool(m, depth - 1);
        tree *b = tree_make_enum(m, list, depth - 1);
        tree *t = with(add(m, TREE_IF, TREE_ENUM), a, condition, b);
        t->list = list;
        t->listed = a->listed || b->listed;
        return t;
    }
    const uint32_t choice = below(m, 8);
    tree *t = choice < 4 ? make_field(m, TREE_ENUM, list) : choice == 4 ? make_value(m, list) : NULL;
    return t != NULL ? t : make_enum_literal(m, list);
}

// --------------------------------------------------------------------------------------------------------------- calls

static tree *make_int(tree_maker *m, int depth) {
    for (uint32_t i = 0; i < 4; i++) {
        tree *t = tree_make_number(m, depth);
        if (t->type == TREE_INT) {
            return t;
        }
    }
    return make_int_literal(m);
}

static tree *make_quoted(tree_maker *m) {
    tree *t = add(m, TREE_QUOTED, TREE_TEXT);
    t->name = m->text_count > 0 ? m->texts[below(m, m->text_count)] : "";
    t->number = (uint32_t)strlen(t->name);
    return t;
}

/// A bare name as a whole argument. Without a declared list it is a value of the first one that has it.
static tree *make_name(tree_maker *m, uint32_t list, bool is_declared) {
    tree *t = add(m, TREE_NAME, TREE_ENUM);
    t->list = list;
    t->listed = true;
    t->value.bits = below(m, m->names->lists[list].count);
    const char *name = m->names->lists[list].names[t->value.bits];
    for (uint32_t other = 0; other < list && !is_declared; other++) {
        for (uint32_t i = 0; i < m->names->lists[other].count && t->list == list; i++) {
            if (strcmp(m->names->lists[other].names[i], name) == 0) {
                t->list = other;
                t->value.bits = i;
            }
        }
    }
    return t;
}

/// A value of that list.
static tree *make_declared_enum(tree_maker *m, uint32_t list, int depth) {
    const uint32_t choice = below(m, 4);
    tree *t = choice == 0 ? make_value(m, list) : choice == 1 ? make_name(m, list, true) : NULL;
    return t != NULL ? t : tree_make_enum(m, list, depth);
}

/// Makes a value of any list of a field, with the list named in the argument; a number if no field is an enum.
static tree *make_any_enum(tree_maker *m, int depth) {
    const uint32_t first = m->names->list_count > 0 ? below(m, m->names->list_count) : 0;
    for (uint32_t i = 0; i < m->names->list_count; i++) {
        const uint32_t list = (first + i) % m->names->list_count;
        tree *field = make_field(m, TREE_ENUM, list);
        if (field != NULL) {
            const uint32_t choice = below(m, 4);
            tree *t = choice == 0   ? field
                      : choice == 1 ? make_value(m, list)
                      : choice == 2 ? make_name(m, list, false)
                                    : tree_make_enum(m, list, depth);
            return t->listed ? t : field;
        }
    }
    return make_int_literal(m);
}

/// Calls are nested more often than other expressions.
static tree *make_argument(tree_maker *m, const tree_function *f, const tree_parameter *kind, int depth) {
    tree *t = NULL;
    switch (kind->type) {
    case TREE_TEXT:
        return make_quoted(m);
    case TREE_BOOL:
        t = m->deep || below(m, 3) == 0 ? make_call(m, TREE_IS_CONDITION, depth) : NULL;
        return t != NULL ? t : tree_make_bool(m, depth);
    case TREE_INT:
        return make_int(m, depth);
    case TREE_ENUM:
        return kind->list == TREE_ANY_LIST ? make_any_enum(m, depth) : make_declared_enum(m, kind->list, depth);
    default:
        t = m->deep || below(m, 3) == 0 ? make_call(m, TREE_IS_SCORE, depth) : NULL;
        t = t != NULL ? t : tree_make_number(m, depth);
        return t->type == TREE_INT && f->is_declared ? with(add(m, TREE_WIDENED, TREE_FLOAT), t, NULL, NULL) : t;
    }
}

tree *tree_make_call(tree_maker *m, uint32_t function, int depth) {
    static const tree_type types[] = {TREE_BOOL, TREE_FLOAT, TREE_INT, TREE_ENUM, TREE_TEXT};
    const tree_function *f = &m->names->functions[function];
    tree *t = f->kind == TREE_IS_CONDITION ? add(m, TREE_CONDITION, TREE_BOOL)
              : f->kind == TREE_IS_SCORE   ? add(m, TREE_SCORE, TREE_FLOAT)
                                           : add(m, TREE_ACTION, TREE_NOTHING);
    const bool deep = m->deep;
    const uint32_t count = !f->varies ? f->count : deep ? 1 : below(m, TREE_ARGUMENTS + 1);
    bool is_deeper = false;
    t->number = function;
    m->calls++;
    while (t->count < count) {
        const tree_parameter any = {types[below(m, deep ? 2 : COUNT(types))], TREE_ANY_LIST};
        const tree_parameter *kind = f->varies ? &any : &f->parameters[t->count];
        const bool may_call = kind->type == TREE_BOOL || kind->type == TREE_FLOAT;
        m->deep = deep && may_call && !is_deeper;
        is_deeper = is_deeper || may_call;
        t->child[t->count] = make_argument(m, f, kind, depth - 1);
        t->count++;
    }
    m->calls--;
    m->deep = deep;
    return t;
}

static tree *make_test(tree_maker *m) {
    tree_kind equal = below(m, 2) ? TREE_EQUAL : TREE_DIFFERENT;
    tree *field = NULL;
    tree *flag;
    switch (below(m, 4)) {
    case 0:
        flag = make_bool_leaf(m, 1);
        return below(m, 2) ? flag : with(add(m, TREE_NOT, TREE_BOOL), flag, NULL, NULL);
    case 1:
        if (m->names->list_count > 0) {
            uint32_t list = below(m, m->names->list_count);
            field = make_field(m, TREE_ENUM, list);
            return field == NULL ? make_bool_leaf(m, 1)
                                 : with(add(m, equal, TREE_BOOL), field, make_enum_literal(m, list), NULL);
        }
        break;
    case 2:
        field = make_field(m, TREE_FLOAT, 0);
        break;
    default:
        field = make_field(m, TREE_INT, 0);
        break;
    }
    if (field == NULL) {
        return make_bool_leaf(m, 1);
    }
    tree *literal = below(m, 4) ? make_int_literal(m) : make_float_literal(m);
    return with(add(m, (tree_kind)(TREE_EQUAL + (int)below(m, 6)), TREE_BOOL), field, literal, NULL);
}

tree *tree_make_tests(tree_maker *m, uint32_t count) {
    tree *all = make_test(m);
    for (uint32_t i = 1; i < count; i++) {
        all = with(add(m, TREE_AND, TREE_BOOL), all, make_test(m), NULL);
    }
    return all;
}
