// SPDX-License-Identifier: MIT
// Random expressions against a straightforward evaluator: a tree is made, printed and walked by the rules of section 11
// of docs/semantics.md; the text's program must give the same type and bits, alone and in blocks of any size.
#include "expr_support.h"

#include "expr/random.h"

typedef enum node_kind {
    NODE_LITERAL,
    NODE_FIELD,
    NODE_TICK,
    NODE_ELAPSED,
    NODE_RANDOM,
    NODE_CONDITION,
    NODE_SCORE,
    NODE_STATE,
    NODE_IF,
    NODE_OR,
    NODE_AND,
    NODE_NOT,
    NODE_EQUAL,
    NODE_DIFFERENT,
    NODE_LESS,
    NODE_AT_MOST,
    NODE_MORE,
    NODE_AT_LEAST,
    NODE_ADD,
    NODE_SUBTRACT,
    NODE_MULTIPLY,
    NODE_DIVIDE,
    NODE_REMAINDER,
    NODE_NEGATE,
    NODE_FUNCTION,
} node_kind;

typedef struct node {
    node_kind kind;
    expr_type type;
    int list;     ///< of an enum
    bool listed;  ///< an enum of which the list can be told
    expr_value value;
    uint32_t number;  ///< of the field, function, state, place
    const char *name;
    int count;
    struct node *child[3];
} node;

enum { MAX_NODES = 1000, MAX_TEXT = 60000 };

static node nodes[MAX_NODES];
static int node_count;
static uint32_t place_count;
static uint64_t random_state = 88172645463325252u;
static world w;

static uint32_t below(uint32_t limit) {
    return (uint32_t)(next_random(&random_state) >> 32) % limit;
}

// ---------------------------------------------------------------------------------------------------------- generator

static node *node_new(node_kind kind, expr_type type) {
    assert_true(node_count < MAX_NODES);
    node *n = &nodes[node_count++];
    *n = (node){.kind = kind, .type = type};
    return n;
}

static node *with(node *n, node *a, node *b, node *c) {
    n->child[0] = a;
    n->child[1] = b;
    n->child[2] = c;
    n->count = c != NULL ? 3 : b != NULL ? 2 : 1;
    return n;
}

static node *make_bool(int depth);
static node *make_number(int depth);
static node *make_enum(int list, int depth);

static node *make_field(expr_type type, int list) {
    for (;;) {
        uint32_t field = below(FIELDS);
        bool same_list = type != EXPR_ENUM || (field_rows[field].list == MOOD) == (list == MOOD);
        if (expr_field_value_type(field_rows[field].type) == type && same_list) {
            node *n = node_new(NODE_FIELD, type);
            n->number = field;
            n->list = list;
            n->listed = true;
            return n;
        }
    }
}

static node *make_function(const char *name, int arguments, bool of_ints, int depth) {
    node *n = node_new(NODE_FUNCTION, EXPR_FLOAT);
    bool ints = of_ints;
    n->name = name;
    for (int i = 0; i < arguments; i++) {
        n->child[n->count++] = make_number(depth - 1);
        ints = ints && n->child[i]->type == EXPR_INT;
    }
    n->type = ints ? EXPR_INT : EXPR_FLOAT;
    return n;
}

static node *make_int_literal(void) {
    static const int32_t values[] = {0, 1, -1, 2, 7, -128, 255, 65536, INT32_MAX, INT32_MIN};
    node *n = node_new(NODE_LITERAL, EXPR_INT);
    n->value.i = below(2) ? values[below(COUNT(values))] : (int32_t)below(20) - 10;
    return n;
}

static node *make_float_literal(void) {
    static const float values[] = {0.0f, -0.0f, 1.0f, 0.5f, -2.25f, 1e-40f, 3e38f, 16777216.0f, 0.1f};
    node *n = node_new(NODE_LITERAL, EXPR_FLOAT);
    n->value.f = below(2) ? values[below(COUNT(values))] : (float)((int)below(2000) - 1000) / 64.0f;
    return n;
}

static node *make_number_leaf(void) {
    node *n;
    switch (below(10)) {
    case 0:
    case 1:
        return make_int_literal();
    case 2:
    case 3:
        return make_float_literal();
    case 4:
        n = node_new(below(2) ? NODE_TICK : NODE_ELAPSED, EXPR_INT);
        return n;
    case 5:
        n = node_new(NODE_RANDOM, EXPR_FLOAT);
        return n;
    case 6:
        n = node_new(NODE_SCORE, EXPR_FLOAT);
        n->number = below(2) ? FUNCTION_HALF : FUNCTION_LOST;
        return n;
    default:
        return make_field(below(2) ? EXPR_INT : EXPR_FLOAT, 0);
    }
}

static node *make_number(int depth) {
    static const struct {
        const char *name;
        int arguments;
        bool of_ints;
    } functions[] = {{"abs", 1, true},        {"sign", 1, true},   {"min", 2, true},   {"max", 2, true},
                     {"clamp", 3, true},      {"floor", 1, false}, {"ceil", 1, false}, {"sqrt", 1, false},
                     {"exp", 1, false},       {"log", 1, false},   {"pow", 2, false},  {"lerp", 3, false},
                     {"smoothstep", 1, false}};
    if (depth <= 0 || below(6) == 0) {
        return make_number_leaf();
    }
    node *a = make_number(depth - 1);
    uint32_t choice = below(10);
    if (choice == 0) {
        return with(node_new(NODE_NEGATE, a->type), a, NULL, NULL);
    }
    if (choice == 1) {
        node *b = make_number(depth - 1);
        node *condition = make_bool(depth - 1);
        expr_type type = a->type == b->type ? a->type : EXPR_FLOAT;
        return with(node_new(NODE_IF, type), a, condition, b);
    }
    if (choice <= 4) {
        uint32_t i = below(COUNT(functions));
        return make_function(functions[i].name, functions[i].arguments, functions[i].of_ints, depth);
    }
    node *b = make_number(depth - 1);
    bool ints = a->type == EXPR_INT && b->type == EXPR_INT;
    node_kind kind = (node_kind)(NODE_ADD + (int)below(ints ? 5 : 4));
    return with(node_new(kind, ints && kind != NODE_DIVIDE ? EXPR_INT : EXPR_FLOAT), a, b, NULL);
}

static node *make_comparison(int depth) {
    node_kind kind = (node_kind)(NODE_EQUAL + (int)below(6));
    bool equal = kind == NODE_EQUAL || kind == NODE_DIFFERENT;
    uint32_t choice = equal ? below(4) : 3;
    if (choice == 0) {
        node *a = make_bool(depth - 1);
        return with(node_new(kind, EXPR_BOOL), a, make_bool(depth - 1), NULL);
    }
    if (choice == 1) {
        int list = below(2) ? WAY : MOOD;
        node *a = make_enum(list, depth - 1);
        node *b = make_enum(list, depth - 1);
        if (!a->listed && !b->listed) {
            b = make_field(EXPR_ENUM, list);
        }
        return with(node_new(kind, EXPR_BOOL), a, b, NULL);
    }
    node *a = make_number(depth - 1);
    return with(node_new(kind, EXPR_BOOL), a, make_number(depth - 1), NULL);
}

static node *make_bool(int depth) {
    node *n;
    if (depth <= 0 || below(6) == 0) {
        switch (below(6)) {
        case 0:
            n = node_new(NODE_LITERAL, EXPR_BOOL);
            n->value.bits = below(2);
            return n;
        case 1:
            n = node_new(NODE_CONDITION, EXPR_BOOL);
            n->number = below(2) ? FUNCTION_YES : FUNCTION_ODD;
            return n;
        case 2:
            n = node_new(NODE_STATE, EXPR_BOOL);
            n->number = below(3);
            return n;
        default:
            return make_field(EXPR_BOOL, 0);
        }
    }
    node *a;
    node *b;
    switch (below(8)) {
    case 0:
        return with(node_new(NODE_NOT, EXPR_BOOL), make_bool(depth - 1), NULL, NULL);
    case 1:
        a = make_bool(depth - 1);
        return with(node_new(NODE_OR, EXPR_BOOL), a, make_bool(depth - 1), NULL);
    case 2:
        a = make_bool(depth - 1);
        return with(node_new(NODE_AND, EXPR_BOOL), a, make_bool(depth - 1), NULL);
    case 3:
        a = make_bool(depth - 1);
        b = make_bool(depth - 1);
        return with(node_new(NODE_IF, EXPR_BOOL), a, b, make_bool(depth - 1));
    default:
        return make_comparison(depth);
    }
}

static node *make_enum(int list, int depth) {
    if (depth > 0 && below(3) == 0) {
        node *a = make_enum(list, depth - 1);
        node *condition = make_bool(depth - 1);
        node *b = make_enum(list, depth - 1);
        node *n = with(node_new(NODE_IF, EXPR_ENUM), a, condition, b);
        n->list = list;
        n->listed = a->listed || b->listed;
        return n;
    }
    if (below(2)) {
        return make_field(EXPR_ENUM, list);
    }
    node *n = node_new(NODE_LITERAL, EXPR_ENUM);
    n->list = list;
    n->value.bits = below(3);
    return n;
}

// ------------------------------------------------------------------------------------------------------------ printer

static char text[MAX_TEXT];
static size_t length;

static void put(const char *what) {
    assert_true(length + strlen(what) < MAX_TEXT);
    strcpy(text + length, what);
    length += strlen(what);
}

static int tightness(const node *n) {
    switch (n->kind) {
    case NODE_IF:
        return 0;
    case NODE_OR:
        return 1;
    case NODE_AND:
        return 2;
    case NODE_NOT:
        return 3;
    case NODE_EQUAL:
    case NODE_DIFFERENT:
    case NODE_LESS:
    case NODE_AT_MOST:
    case NODE_MORE:
    case NODE_AT_LEAST:
        return 4;
    case NODE_ADD:
    case NODE_SUBTRACT:
        return 5;
    case NODE_MULTIPLY:
    case NODE_DIVIDE:
    case NODE_REMAINDER:
        return 6;
    case NODE_NEGATE:
        return 7;
    default:
        return 8;
    }
}

static void print(node *n);

/// In parentheses where it binds less tightly than it must, and now and then anyway.
static void print_child(node *n, int least) {
    bool parentheses = tightness(n) < least || below(12) == 0;
    put(parentheses ? "(" : "");
    print(n);
    put(parentheses ? ")" : "");
}

static void print_binary(node *n, const char *sign, int left, int right) {
    print_child(n->child[0], left);
    put(below(4) || sign[0] >= 'a' ? " " : "");
    put(sign);
    put(" ");
    print_child(n->child[1], right);
}

static void print_literal(const node *n) {
    char number[64];
    switch (n->type) {
    case EXPR_BOOL:
        put(n->value.bits ? "true" : "false");
        break;
    case EXPR_INT:
        snprintf(number, sizeof number, "%d", (int)n->value.i);
        put(number);
        break;
    case EXPR_FLOAT:
        snprintf(number, sizeof number, "%.9g", (double)n->value.f);
        put(number);
        put(strpbrk(number, ".e") == NULL ? "." : "");
        break;
    case EXPR_ENUM:
        put(lists[n->list].names[n->value.bits]);
        break;
    }
}

static void print(node *n) {
    static const char *const states[] = {"idle", "combat/attack", "/walk"};
    static const char *const signs[] = {
        [NODE_EQUAL] = "==",   [NODE_DIFFERENT] = "!=", [NODE_LESS] = "<",     [NODE_AT_MOST] = "<=",
        [NODE_MORE] = ">",     [NODE_AT_LEAST] = ">=",  [NODE_ADD] = "+",      [NODE_SUBTRACT] = "-",
        [NODE_MULTIPLY] = "*", [NODE_DIVIDE] = "/",     [NODE_REMAINDER] = "%"};
    switch (n->kind) {
    case NODE_LITERAL:
        print_literal(n);
        break;
    case NODE_FIELD:
        put(field_rows[n->number].name);
        break;
    case NODE_TICK:
        put("tick");
        break;
    case NODE_ELAPSED:
        put("elapsed");
        break;
    case NODE_RANDOM:
        put("random");
        n->number = place_count++;  // in the order of the text
        break;
    case NODE_CONDITION:
    case NODE_SCORE:
        put(function_rows[n->number].name);
        put("()");
        break;
    case NODE_STATE:
        put("in(");
        put(states[n->number]);
        put(")");
        break;
    case NODE_IF:
        print_child(n->child[0], 1);
        put(" if ");
        print_child(n->child[1], 1);
        put(" else ");
        print_child(n->child[2], 0);
        break;
    case NODE_OR:
        print_binary(n, "or", 1, 2);
        break;
    case NODE_AND:
        print_binary(n, "and", 2, 3);
        break;
    case NODE_NOT:
        put("not ");
        print_child(n->child[0], 3);
        break;
    case NODE_NEGATE:
        put("-");
        print_child(n->child[0], 7);
        break;
    case NODE_FUNCTION:
        put(n->name);
        put("(");
        for (int i = 0; i < n->count; i++) {
            put(i > 0 ? ", " : "");
            print_child(n->child[i], 0);
        }
        put(")");
        break;
    default:
        if (tightness(n) == 4) {
            print_binary(n, signs[n->kind], 5, 5);
        } else {
            print_binary(n, signs[n->kind], tightness(n), tightness(n) + 1);
        }
        break;
    }
}

// ---------------------------------------------------------------------------------------------------------- evaluator

static expr_value of_bool(bool value) {
    return (expr_value){.bits = value};
}

static expr_value of_int(int64_t value) {
    return (expr_value){.bits = (uint32_t)(uint64_t)value};
}

static expr_value of_float(float value) {
    return (expr_value){.f = value};
}

static expr_value walk(const node *n, size_t row);

static float walk_float(const node *n, size_t row) {
    expr_value value = walk(n, row);
    return n->type == EXPR_INT ? (float)value.i : value.f;
}

static expr_value walk_field(uint32_t field, size_t row) {
    const struct record *r = &w.records[row];
    expr_value value = {0};
    switch (field) {
    case FIELD_FLAG:
        return of_bool(r->flag != 0);
    case FIELD_OFF:
        return of_bool(w.off[row] != 0);
    case FIELD_WAY:
        return of_int(r->way);
    case FIELD_PLAYER:
        return of_int(w.player[row]);
    case FIELD_MOOD:
        return of_int(w.mood[row]);
    case FIELD_I8:
        return of_int(r->i8);
    case FIELD_U8:
        return of_int(w.u8[row]);
    case FIELD_I16:
        return of_int(r->i16);
    case FIELD_U16:
        return of_int(w.u16[row]);
    case FIELD_N:
        return of_int(w.n[row]);
    case FIELD_M:
        memcpy(&value, r->m, 4);
        return value;
    case FIELD_X:
        return of_float(w.x[row]);
    case FIELD_Y:
        memcpy(&value, r->y, 4);
        return value;
    case FIELD_Z:
        return of_float(w.z[row]);
    default:
        return of_float(w.shared);
    }
}

static float plain_min(float a, float b) {
    return a < b ? a : b;
}

static float plain_max(float a, float b) {
    return a > b ? a : b;
}

static expr_value walk_int_function(const node *n, size_t row) {
    int64_t a = walk(n->child[0], row).i;
    int64_t b = n->count > 1 ? walk(n->child[1], row).i : 0;
    int64_t c = n->count > 2 ? walk(n->child[2], row).i : 0;
    switch (n->name[0] == 'm' ? n->name[1] : n->name[0]) {
    case 'a':
        return of_int(n->name[0] == 'm' ? (a > b ? a : b) : a < 0 ? -a : a);  // max or abs
    case 'i':
        return of_int(a < b ? a : b);
    case 's':
        return of_int(a > 0 ? 1 : a < 0 ? -1 : 0);
    default: {
        int64_t most = a > b ? a : b;
        return of_int(most < c ? most : c);
    }
    }
}

static expr_value walk_function(const node *n, size_t row) {
    if (n->type == EXPR_INT) {
        return walk_int_function(n, row);
    }
    float a = walk_float(n->child[0], row);
    float b = n->count > 1 ? walk_float(n->child[1], row) : 0;
    float c = n->count > 2 ? walk_float(n->child[2], row) : 0;
    const char *name = n->name;
    if (strcmp(name, "abs") == 0) {
        return of_float(fabsf(a));
    } else if (strcmp(name, "sign") == 0) {
        return of_float(a > 0 ? 1.0f : a < 0 ? -1.0f : 0.0f);
    } else if (strcmp(name, "min") == 0) {
        return of_float(plain_min(a, b));
    } else if (strcmp(name, "max") == 0) {
        return of_float(plain_max(a, b));
    } else if (strcmp(name, "clamp") == 0) {
        return of_float(plain_min(plain_max(a, b), c));
    } else if (strcmp(name, "floor") == 0) {
        return of_float(floorf(a));
    } else if (strcmp(name, "ceil") == 0) {
        return of_float(ceilf(a));
    } else if (strcmp(name, "sqrt") == 0) {
        return of_float(sqrtf(a));
    } else if (strcmp(name, "exp") == 0) {
        return of_float(math_exp(a));
    } else if (strcmp(name, "log") == 0) {
        return of_float(math_log(a));
    } else if (strcmp(name, "pow") == 0) {
        return of_float(math_pow(a, b));
    } else if (strcmp(name, "lerp") == 0) {
        float difference = b - a;
        float part = difference * c;
        return of_float(a + part);
    }
    float t = plain_min(plain_max(a, 0.0f), 1.0f);
    float square = t * t;
    float twice = 2.0f * t;
    float rest = 3.0f - twice;
    return of_float(square * rest);
}

static expr_value walk_comparison(const node *n, size_t row) {
    const node *a = n->child[0];
    const node *b = n->child[1];
    int order;  // -1, 0, 1, or 2 of a NaN
    if (a->type == EXPR_FLOAT || b->type == EXPR_FLOAT) {
        float x = walk_float(a, row);
        float y = walk_float(b, row);
        order = x < y ? -1 : x > y ? 1 : x == y ? 0 : 2;
    } else {
        int32_t x = walk(a, row).i;
        int32_t y = walk(b, row).i;
        order = x < y ? -1 : x > y;
    }
    switch (n->kind) {
    case NODE_EQUAL:
        return of_bool(order == 0);
    case NODE_DIFFERENT:
        return of_bool(order != 0);
    case NODE_LESS:
        return of_bool(order == -1);
    case NODE_AT_MOST:
        return of_bool(order == -1 || order == 0);
    case NODE_MORE:
        return of_bool(order == 1);
    default:
        return of_bool(order == 1 || order == 0);
    }
}

static expr_value walk_arithmetic(const node *n, size_t row) {
    if (n->type == EXPR_INT) {
        int64_t a = walk(n->child[0], row).i;
        int64_t b = walk(n->child[1], row).i;
        switch (n->kind) {
        case NODE_ADD:
            return of_int(a + b);
        case NODE_SUBTRACT:
            return of_int(a - b);
        case NODE_MULTIPLY:
            return of_int(a * b);
        default:
            return of_int(b == 0 || b == -1 ? 0 : a % b);
        }
    }
    float a = walk_float(n->child[0], row);
    float b = walk_float(n->child[1], row);
    switch (n->kind) {
    case NODE_ADD:
        return of_float(a + b);
    case NODE_SUBTRACT:
        return of_float(a - b);
    case NODE_MULTIPLY:
        return of_float(a * b);
    default:
        return of_float(a / b);
    }
}

static expr_value walk_if(const node *n, size_t row) {
    const node *chosen = walk(n->child[1], row).bits ? n->child[0] : n->child[2];
    return n->type == EXPR_FLOAT ? of_float(walk_float(chosen, row)) : walk(chosen, row);
}

static int64_t saturated(uint32_t ticks) {
    return ticks > INT32_MAX ? INT32_MAX : (int64_t)ticks;
}

static expr_value walk(const node *n, size_t row) {
    switch (n->kind) {
    case NODE_LITERAL:
        return n->value;
    case NODE_FIELD:
        return walk_field(n->number, row);
    case NODE_TICK:
        return of_int(saturated(w.tick));
    case NODE_ELAPSED:
        return of_int(saturated(w.elapsed[row]));
    case NODE_RANDOM:
        return of_float(expr_random(w.seed, w.ids[row], w.tick, n->number));
    case NODE_CONDITION:
        return of_bool(condition_of(n->number, row));
    case NODE_SCORE:
        return of_float(score_of(n->number, row));
    case NODE_STATE:
        return of_bool(is_in_of(n->number, row));
    case NODE_IF:
        return walk_if(n, row);
    case NODE_OR:
        return of_bool(walk(n->child[0], row).bits || walk(n->child[1], row).bits);
    case NODE_AND:
        return of_bool(walk(n->child[0], row).bits && walk(n->child[1], row).bits);
    case NODE_NOT:
        return of_bool(!walk(n->child[0], row).bits);
    case NODE_NEGATE:
        return n->type == EXPR_INT ? of_int(-(int64_t)walk(n->child[0], row).i)
                                   : of_float(-walk_float(n->child[0], row));
    case NODE_FUNCTION:
        return walk_function(n, row);
    case NODE_ADD:
    case NODE_SUBTRACT:
    case NODE_MULTIPLY:
    case NODE_DIVIDE:
    case NODE_REMAINDER:
        return walk_arithmetic(n, row);
    default:
        return walk_comparison(n, row);
    }
}

/// What the field holds after `field = n`.
static expr_value stored(const node *n, size_t row, uint32_t field) {
    static const double lowest[] = {
        [WITS_INT8] = INT8_MIN, [WITS_UINT8] = 0, [WITS_INT16] = INT16_MIN, [WITS_UINT16] = 0, [WITS_INT] = INT32_MIN};
    static const double highest[] = {[WITS_INT8] = INT8_MAX,
                                     [WITS_UINT8] = UINT8_MAX,
                                     [WITS_INT16] = INT16_MAX,
                                     [WITS_UINT16] = UINT16_MAX,
                                     [WITS_INT] = INT32_MAX};
    expr_field_type type = field_rows[field].type;
    expr_value value = walk(n, row);
    if (type == (expr_field_type)WITS_FLOAT) {
        return of_float(walk_float(n, row));
    }
    if (n->type == EXPR_FLOAT) {
        double x = isnan(value.f) ? 0.0 : trunc((double)value.f);
        return of_int((int64_t)(x < lowest[type] ? lowest[type] : x > highest[type] ? highest[type] : x));
    }
    switch (type) {
    case WITS_INT8:
        return of_int((int8_t)(uint8_t)value.bits);
    case WITS_UINT8:
        return of_int((uint8_t)value.bits);
    case WITS_INT16:
        return of_int((int16_t)(uint16_t)value.bits);
    case WITS_UINT16:
        return of_int((uint16_t)value.bits);
    default:
        return value;
    }
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
static uint32_t bits_of(expr_value value, expr_type type) {
    return type == EXPR_FLOAT && isnan(value.f) ? 0x7FC00000u : value.bits;
}

static void check(const node *root, expr_want want, uint32_t field) {
    expr_scope scope = test_scope();
    expr_program *program = compile_in(&scope, text, length, want);
    for (uint32_t k = 0; k < 4; k++) {
        size_t row = below(AGENTS);
        expr_env env = world_env(&w, row);
        expr_value got = expr_eval_one(program, &env);
        expr_value expected = walk(root, row);
        expr_type type = root->type;
        if (want.kind == EXPR_WANT_NUMBER) {
            type = EXPR_FLOAT;
            expected.f = walk_float(root, row);
        } else if (want.kind == EXPR_WANT_FIELD && w.fields[field].stride != 0) {
            world before = w;
            type = expr_field_value_type(want.type);
            expected = stored(root, row, field);
            expr_store(&w.fields[field], row, got);
            got = expr_load(&w.fields[field], row);
            w = before;
        }
        assert_true(want.kind == EXPR_WANT_FIELD || program->type == type);
        if (bits_of(got, type) != bits_of(expected, type) || (type == EXPR_FLOAT && got.bits != bits_of(got, type))) {
            fail_msg("%s\nis %08x, not %08x", text, (unsigned)got.bits, (unsigned)expected.bits);
        }
    }
    uint32_t count = below(3) ? 1 + below(AGENTS) : 16 * (1 + below(AGENTS / 16));
    check_block(program, &w, below(AGENTS - count + 1), count, text);
    free(program);
}

static void one_expression(int depth) {
    node_count = 0;
    place_count = 0;
    length = 0;
    uint32_t choice = below(8);
    int list = below(2) ? WAY : MOOD;
    node *root = choice == 0 ? make_enum(list, depth) : choice < 4 ? make_bool(depth) : make_number(depth);
    print(root);
    bool is_number = root->type == EXPR_INT || root->type == EXPR_FLOAT;
    if (root->type == EXPR_ENUM) {
        check(root, want_field(list == WAY ? FIELD_WAY : FIELD_MOOD), list == WAY ? FIELD_WAY : FIELD_MOOD);
    } else {
        check(root, (expr_want){.kind = EXPR_WANT_ANY}, 0);
    }
    if (is_number) {
        uint32_t field = FIELD_I8 + below(FIELD_Z - FIELD_I8 + 1);
        check(root, (expr_want){.kind = EXPR_WANT_NUMBER}, 0);
        check(root, want_field(field), field);
    } else if (root->type == EXPR_BOOL) {
        check(root, (expr_want){.kind = EXPR_WANT_CONDITION}, 0);
        check(root, want_field(FIELD_FLAG), FIELD_FLAG);
    }
}

static void random_expressions(void **state) {
    (void)state;
    const char *wanted = getenv("WITS_RANDOM_EXPRESSIONS");
    long count = wanted != NULL ? atol(wanted) : 40000;
    world_bind(&w);
    for (long i = 0; i < count; i++) {
        if (i % 50 == 0) {
            fill_world();
        }
        one_expression((int)below(5));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_expressions)};
    return cmocka_run_group_tests_name("random expressions", tests, NULL, NULL);
}
