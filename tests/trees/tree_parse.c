// SPDX-License-Identifier: MIT
// The grammar of docs/brain-files.md by recursive descent, one function for each level from the loosest on.
#include "trees/tree.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    const tree_names *names;
    tree_pool *pool;
    const char *at;
    const char *end;
    uint32_t *places;
} parser;

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

static char peek(parser *p) {
    while (p->at < p->end && strchr(" \t\r\n", *p->at) != NULL) {
        p->at++;
    }
    return p->at < p->end ? *p->at : '\0';
}

static size_t name_length(const parser *p) {
    size_t length = 0;
    while (p->at + length < p->end && (is_letter(p->at[length]) || (length > 0 && is_digit(p->at[length])))) {
        length++;
    }
    return length;
}

static bool take_sign(parser *p, const char *sign) {
    size_t length = strlen(sign);
    (void)peek(p);
    if ((size_t)(p->end - p->at) < length || memcmp(p->at, sign, length) != 0) {
        return false;
    }
    p->at += length;
    return true;
}

static bool is_name(const char *name, const char *text, size_t length) {
    return strncmp(name, text, length) == 0 && name[length] == '\0';
}

static bool take_word(parser *p, const char *word) {
    (void)peek(p);
    size_t length = name_length(p);
    if (!is_name(word, p->at, length)) {
        return false;
    }
    p->at += length;
    return true;
}

static void expect(parser *p, const char *sign) {
    bool taken = take_sign(p, sign);
    assert(taken && "the text is no expression");
    (void)taken;
}

static tree *with(tree *t, tree *a, tree *b, tree *c) {
    t->child[0] = a;
    t->child[1] = b;
    t->child[2] = c;
    t->count = c != NULL ? 3 : b != NULL ? 2 : 1;
    return t;
}

// -------------------------------------------------------------------------------------------------------------- enums

/// The list's count if it has no such name.
static uint32_t value_named(const tree_list *list, const char *name, size_t length) {
    uint32_t value = 0;
    while (value < list->count && !is_name(list->names[value], name, length)) {
        value++;
    }
    return value;
}

static void settle(tree *t, const tree_names *names, uint32_t list) {
    if (t->listed) {
        return;
    }
    t->list = list;
    t->listed = true;
    if (t->kind == TREE_IF) {
        settle(t->child[0], names, list);
        settle(t->child[2], names, list);
        return;
    }
    t->value.bits = value_named(&names->lists[list], t->name, t->number);
    assert(t->value.bits < names->lists[list].count && "the list has no such name");
}

void tree_settle(tree *t, const tree_names *names, uint32_t list) {
    if (t->type == TREE_ENUM) {
        settle(t, names, list);
    }
}

/// If only one of two enums has a known list, the other gets it.
static void settle_both(const parser *p, tree *a, tree *b) {
    if (a->type == TREE_ENUM && a->listed) {
        settle(b, p->names, a->list);
    } else if (b->type == TREE_ENUM && b->listed) {
        settle(a, p->names, b->list);
    }
}

// ------------------------------------------------------------------------------------------------------------- values

static tree *parse_any(parser *p);

/// Parses a number at a digit or a point, after `sign`.
static tree *parse_number(parser *p, bool minus) {
    size_t length = 0;
    bool is_float = false;
    while (p->at + length < p->end) {
        char c = p->at[length];
        bool exponent = length > 0 && (p->at[length - 1] == 'e' || p->at[length - 1] == 'E');
        if (!is_digit(c) && c != '.' && c != 'e' && c != 'E' && !(exponent && (c == '-' || c == '+'))) {
            break;
        }
        is_float = is_float || !is_digit(c);
        length++;
    }
    char *text = calloc(1, length + 2);
    text[0] = '-';
    memcpy(text + 1, p->at, length);
    p->at += length;
    tree *t = tree_new(p->pool, TREE_LITERAL, is_float ? TREE_FLOAT : TREE_INT);
    if (is_float) {
        t->value.f = strtof(text + !minus, NULL);
    } else {
        t->value.i = (int32_t)strtoll(text + !minus, NULL, 10);
    }
    free(text);
    return t;
}

static tree *parse_function(parser *p, const char *name, bool of_ints) {
    tree *t = tree_new(p->pool, TREE_FUNCTION, TREE_FLOAT);
    bool ints = of_ints;
    t->name = name;
    expect(p, "(");
    do {
        assert(t->count < 3);
        t->child[t->count] = parse_any(p);
        ints = ints && t->child[t->count]->type == TREE_INT;
        t->count++;
    } while (take_sign(p, ","));
    expect(p, ")");
    t->type = ints ? TREE_INT : TREE_FLOAT;
    return t;
}

/// A constant of a curve, which may be computed from others.
static tree *parse_parameter(parser *p) {
    const tree_env nothing = {0};
    const tree *constant = parse_any(p);
    tree *t = tree_new(p->pool, TREE_PARAMETER, TREE_FLOAT);
    t->value.f = tree_walk_float(constant, &nothing);
    return t;
}

/// The input, then the parameters: smoothstep with an input alone is the older function.
static tree *parse_curve(parser *p, uint32_t kind) {
    tree *t = tree_new(p->pool, TREE_CURVE, TREE_FLOAT);
    t->number = kind;
    expect(p, "(");
    t->child[t->count++] = parse_any(p);
    tree *last = t;
    while (take_sign(p, ",")) {
        tree *parameter = parse_parameter(p);
        last->child[last->count++] = parameter;
        last = parameter;
    }
    expect(p, ")");
    if (t->count == 1 && kind == WITS_CURVE_SMOOTHSTEP) {
        t->kind = TREE_FUNCTION;
        t->name = tree_curve_names[kind];
    }
    return t;
}

/// in(STATE): by its name or path; names are unique where this is used, so the last of a path identifies it.
static tree *parse_state(parser *p) {
    tree *t = tree_new(p->pool, TREE_STATE, TREE_BOOL);
    expect(p, "(");
    (void)peek(p);
    const char *close = memchr(p->at, ')', (size_t)(p->end - p->at));
    assert(close != NULL);
    size_t length = (size_t)(close - p->at);
    while (length > 0 && strchr(" \t\r\n", p->at[length - 1]) != NULL) {
        length--;
    }
    for (t->number = 0; t->number < p->names->state_count; t->number++) {
        const char *state = p->names->states[t->number];
        if (state != NULL && is_name(state, p->at, length)) {
            break;
        }
    }
    assert(t->number < p->names->state_count && "no state has this name");
    p->at = close + 1;
    return t;
}

/// A bare name as a whole argument: the value of the declared enum, else of the first that has it; null if there is
/// none, or another kind is declared.
static tree *find_value(parser *p, const tree_parameter *declared, const char *name, size_t length) {
    const bool is_any = declared == NULL || declared->list == TREE_ANY_LIST;
    const uint32_t end = is_any ? p->names->list_count : declared->list + 1;
    for (uint32_t list = is_any ? 0 : declared->list; list < end; list++) {
        const uint32_t value = value_named(&p->names->lists[list], name, length);
        if (value < p->names->lists[list].count) {
            tree *t = tree_new(p->pool, TREE_NAME, TREE_ENUM);
            t->list = list;
            t->listed = true;
            t->value.bits = value;
            return t;
        }
    }
    return NULL;
}

/// Returns null for anything that is not a bare name or not a value.
static tree *parse_value_argument(parser *p, const tree_parameter *declared) {
    const char *name = p->at;
    const size_t length = name_length(p);
    p->at += length;
    const char behind = peek(p);
    const bool may_be = length > 0 && (behind == ',' || behind == ')');
    const bool is_wanted = declared == NULL || declared->type == TREE_ENUM;
    tree *t = may_be && is_wanted ? find_value(p, declared, name, length) : NULL;
    p->at = t != NULL ? p->at : name;
    return t;
}

static tree *parse_quoted(parser *p) {
    const char *begin = p->at + 1;
    const char *end = memchr(begin, *p->at, (size_t)(p->end - begin));
    assert(end != NULL && "a quote is missing");
    tree *t = tree_new(p->pool, TREE_QUOTED, TREE_TEXT);
    t->name = begin;
    t->number = (uint32_t)(end - begin);
    p->at = end + 1;
    return t;
}

/// An int widens to a declared float, and names of values are those of the declared enum.
static tree *as_declared(parser *p, const tree_parameter *declared, tree *t) {
    if (declared->type == TREE_ENUM && declared->list != TREE_ANY_LIST) {
        tree_settle(t, p->names, declared->list);
    }
    return declared->type == TREE_FLOAT && t->type == TREE_INT
               ? with(tree_new(p->pool, TREE_WIDENED, TREE_FLOAT), t, NULL, NULL)
               : t;
}

static tree *parse_argument(parser *p, const tree_function *function, uint32_t index) {
    const tree_parameter *declared = function->is_declared ? &function->parameters[index] : NULL;
    const char first = peek(p);
    if (first == '"' || first == '\'') {
        return parse_quoted(p);
    }
    tree *t = parse_value_argument(p, declared);
    if (t != NULL) {
        return t;
    }
    const char *begin = p->at;
    t = parse_any(p);
    if (t->kind == TREE_LITERAL && (t->type == TREE_INT || t->type == TREE_FLOAT) && first != '(') {
        t->name = begin;  // "an argument that is just a number is given as written"
        t->number = (uint32_t)(p->at - begin);
        while (t->number > 0 && strchr(" \t\r\n", begin[t->number - 1]) != NULL) {
            t->number--;
        }
    }
    return declared != NULL ? as_declared(p, declared, t) : t;
}

static tree *parse_call(parser *p, const char *name, size_t length) {
    uint32_t i = 0;
    while (i < p->names->function_count && !is_name(p->names->functions[i].name, name, length)) {
        i++;
    }
    assert(i < p->names->function_count && "unknown function");
    const tree_function *function = &p->names->functions[i];
    tree *t = function->kind == TREE_IS_CONDITION ? tree_new(p->pool, TREE_CONDITION, TREE_BOOL)
              : function->kind == TREE_IS_SCORE   ? tree_new(p->pool, TREE_SCORE, TREE_FLOAT)
                                                  : tree_new(p->pool, TREE_ACTION, TREE_NOTHING);
    t->number = i;
    expect(p, "(");
    if (take_sign(p, ")")) {
        return t;
    }
    do {
        assert(t->count < TREE_ARGUMENTS && "too many arguments");
        t->child[t->count] = parse_argument(p, function, t->count);
        t->count++;
    } while (take_sign(p, ","));
    expect(p, ")");
    return t;
}

/// Parses the name after a field and a point.
static tree *parse_value_of(parser *p, tree *t) {
    p->at++;
    const size_t length = name_length(p);
    t->kind = TREE_VALUE;
    t->value.bits = value_named(&p->names->lists[t->list], p->at, length);
    assert(t->type == TREE_ENUM && t->value.bits < p->names->lists[t->list].count && "no value of the enum");
    p->at += length;
    return t;
}

/// The length of `kind.field` if the name and the text after it are a field of targets, else that of the name.
static size_t whole_name(parser *p, const char *name, size_t length) {
    if (p->at == p->end || *p->at != '.') {
        return length;
    }
    parser behind = *p;
    behind.at++;
    const size_t whole = length + 1 + name_length(&behind);
    for (uint32_t i = 0; i < p->names->field_count; i++) {
        if (is_name(p->names->fields[i].name, name, whole)) {
            p->at = name + whole;
            return whole;
        }
    }
    return length;
}

static tree *parse_name(parser *p, const char *name, size_t length) {
    length = whole_name(p, name, length);
    for (uint32_t i = 0; i < p->names->field_count; i++) {
        const tree_field *field = &p->names->fields[i];
        if (is_name(field->name, name, length)) {
            tree *t = tree_new(p->pool, TREE_FIELD, tree_type_of(field->type));
            t->number = i;
            t->list = field->list;
            t->listed = true;
            return p->at < p->end && *p->at == '.' ? parse_value_of(p, t) : t;
        }
    }
    tree *t = tree_new(p->pool, TREE_LITERAL, TREE_ENUM);  // the list is not known yet
    t->name = name;
    t->number = (uint32_t)length;
    return t;
}

/// "A host function `step()` too."
static bool names_function(const parser *p, const char *name, size_t length) {
    for (uint32_t i = 0; i < p->names->function_count; i++) {
        if (is_name(p->names->functions[i].name, name, length)) {
            return true;
        }
    }
    return false;
}

static tree *parse_word(parser *p) {
    static const struct {
        const char *name;
        bool of_ints;
    } functions[] = {{"abs", true},    {"sign", true},  {"min", true},   {"max", true},  {"clamp", true},
                     {"floor", false}, {"ceil", false}, {"sqrt", false}, {"exp", false}, {"log", false},
                     {"pow", false},   {"lerp", false}, {"atan2", false}};
    const char *name = p->at;
    size_t length = name_length(p);
    p->at += length;
    if (is_name("true", name, length) || is_name("false", name, length)) {
        tree *t = tree_new(p->pool, TREE_LITERAL, TREE_BOOL);
        t->value.bits = length == 4;
        return t;
    }
    if (is_name("tick", name, length) || is_name("elapsed", name, length)) {
        return tree_new(p->pool, length == 4 ? TREE_TICK : TREE_ELAPSED, TREE_INT);
    }
    if (is_name("random", name, length)) {
        tree *t = tree_new(p->pool, TREE_RANDOM, TREE_FLOAT);
        t->number = (*p->places)++;
        return t;
    }
    if (is_name("done", name, length)) {
        return tree_new(p->pool, TREE_DONE, TREE_BOOL);
    }
    if (is_name("in", name, length)) {
        return parse_state(p);
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        if (is_name(functions[i].name, name, length)) {
            return parse_function(p, functions[i].name, functions[i].of_ints);
        }
    }
    if (peek(p) != '(') {
        return parse_name(p, name, length);
    }
    for (uint32_t kind = 0; kind < TREE_CURVES; kind++) {
        const char *curve = tree_curve_names[kind];
        if (curve != NULL && is_name(curve, name, length) && !names_function(p, name, length)) {
            return parse_curve(p, kind);
        }
    }
    return parse_call(p, name, length);
}

static tree *parse_value(parser *p) {
    char c = peek(p);
    if (is_digit(c) || c == '.') {
        return parse_number(p, false);
    }
    if (c == '-' && p->at + 1 < p->end && (is_digit(p->at[1]) || p->at[1] == '.')) {
        p->at++;
        return parse_number(p, true);
    }
    if (c == '-') {
        p->at++;
        tree *a = parse_value(p);
        return with(tree_new(p->pool, TREE_NEGATE, a->type), a, NULL, NULL);
    }
    if (take_sign(p, "(")) {
        tree *t = parse_any(p);
        expect(p, ")");
        return t;
    }
    assert(is_letter(c) && "a value is missing");
    return parse_word(p);
}

// ---------------------------------------------------------------------------------------------------------- operators

static tree *arithmetic(parser *p, tree_kind kind, tree *a, tree *b) {
    bool ints = a->type == TREE_INT && b->type == TREE_INT && kind != TREE_DIVIDE;
    return with(tree_new(p->pool, kind, ints ? TREE_INT : TREE_FLOAT), a, b, NULL);
}

static tree *parse_product(parser *p) {
    tree *t = parse_value(p);
    for (;;) {
        if (take_sign(p, "*")) {
            t = arithmetic(p, TREE_MULTIPLY, t, parse_value(p));
        } else if (take_sign(p, "/")) {
            t = arithmetic(p, TREE_DIVIDE, t, parse_value(p));
        } else if (take_sign(p, "%")) {
            t = arithmetic(p, TREE_REMAINDER, t, parse_value(p));
        } else {
            return t;
        }
    }
}

static tree *parse_sum(parser *p) {
    tree *t = parse_product(p);
    for (;;) {
        if (take_sign(p, "+")) {
            t = arithmetic(p, TREE_ADD, t, parse_product(p));
        } else if (take_sign(p, "-")) {
            t = arithmetic(p, TREE_SUBTRACT, t, parse_product(p));
        } else {
            return t;
        }
    }
}

static tree *parse_comparison(parser *p) {
    static const struct {
        const char *sign;
        tree_kind kind;
    } signs[] = {{"==", TREE_EQUAL},    {"!=", TREE_DIFFERENT}, {"<=", TREE_AT_MOST},
                 {">=", TREE_AT_LEAST}, {"<", TREE_LESS},       {">", TREE_MORE}};
    tree *a = parse_sum(p);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        if (take_sign(p, signs[i].sign)) {
            tree *b = parse_sum(p);
            settle_both(p, a, b);
            return with(tree_new(p->pool, signs[i].kind, TREE_BOOL), a, b, NULL);
        }
    }
    return a;
}

static tree *parse_not(parser *p) {
    if (take_word(p, "not")) {
        return with(tree_new(p->pool, TREE_NOT, TREE_BOOL), parse_not(p), NULL, NULL);
    }
    return parse_comparison(p);
}

static tree *parse_and(parser *p) {
    tree *t = parse_not(p);
    while (take_word(p, "and")) {
        t = with(tree_new(p->pool, TREE_AND, TREE_BOOL), t, parse_not(p), NULL);
    }
    return t;
}

static tree *parse_or(parser *p) {
    tree *t = parse_and(p);
    while (take_word(p, "or")) {
        t = with(tree_new(p->pool, TREE_OR, TREE_BOOL), t, parse_and(p), NULL);
    }
    return t;
}

static tree *parse_any(parser *p) {
    tree *a = parse_or(p);
    if (!take_word(p, "if")) {
        return a;
    }
    tree *condition = parse_or(p);
    bool has_else = take_word(p, "else");
    assert(has_else);
    (void)has_else;
    tree *b = parse_any(p);
    tree *t = with(tree_new(p->pool, TREE_IF, a->type == b->type ? a->type : TREE_FLOAT), a, condition, b);
    if (t->type == TREE_ENUM) {
        settle_both(p, a, b);
        t->listed = a->listed || b->listed;
        t->list = a->listed ? a->list : b->list;
    }
    return t;
}

tree *tree_parse(const tree_names *names, tree_pool *pool, const char *text, size_t length, uint32_t *places) {
    parser p = {names, pool, text, text + length, places};
    tree *t = parse_any(&p);
    bool whole = peek(&p) == '\0';
    assert(whole && "something follows the expression");
    (void)whole;
    return t;
}

// ------------------------------------------------------------------------------------------------------------- actions

size_t tree_action_length(const char *actions) {
    size_t length = 0;
    char quote = '\0';
    for (; actions[length] != '\0' && (quote != '\0' || actions[length] != ';'); length++) {
        const char c = actions[length];
        quote = quote == '\0' && (c == '"' || c == '\'') ? c : c == quote ? '\0' : quote;
    }
    return length;
}

const char *tree_action_operand(const char *action) {
    const char *at = action + strspn(action, " \t");
    while (is_letter(*at) || is_digit(*at)) {
        at++;
    }
    at += strspn(at, " \t");
    return *at == '=' ? at + 1 : NULL;
}

bool tree_action_has_arguments(const char *action) {
    const char *at = action + strspn(action, " \t");
    while (is_letter(*at) || is_digit(*at)) {
        at++;
    }
    at += strspn(at, " \t");
    return *at == '(' && at[1 + strspn(at + 1, " \t")] != ')';
}
