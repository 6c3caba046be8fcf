// SPDX-License-Identifier: MIT
#include "trees/tree.h"

#include <stdio.h>
#include <string.h>

typedef struct printer {
    const tree_names *names;
    const tree_chance *chance;
    char *text;
    size_t size;
    size_t length;  ///< larger than `size` if it does not fit
    uint32_t places;
} printer;

static void put(printer *p, const char *what) {
    size_t length = strlen(what);
    if (p->length + length < p->size) {
        memcpy(p->text + p->length, what, length + 1);
    }
    p->length += length;
}

static bool happens(const printer *p, uint32_t once_in) {
    return p->chance != NULL && p->chance->below(p->chance->user, once_in) == 0;
}

static int tightness(const tree *t) {
    switch (t->kind) {
    case TREE_IF:
        return 0;
    case TREE_OR:
        return 1;
    case TREE_AND:
        return 2;
    case TREE_NOT:
        return 3;
    case TREE_EQUAL:
    case TREE_DIFFERENT:
    case TREE_LESS:
    case TREE_AT_MOST:
    case TREE_MORE:
    case TREE_AT_LEAST:
        return 4;
    case TREE_ADD:
    case TREE_SUBTRACT:
        return 5;
    case TREE_MULTIPLY:
    case TREE_DIVIDE:
    case TREE_REMAINDER:
        return 6;
    case TREE_NEGATE:
        return 7;
    case TREE_WIDENED:
        return tightness(t->child[0]);
    default:
        return 8;
    }
}

static void print(printer *p, tree *t);

/// Prints a child in parentheses where it binds less tightly than needed, and sometimes anyway.
static void print_child(printer *p, tree *t, int least) {
    bool parentheses = tightness(t) < least || happens(p, 12);
    put(p, parentheses ? "(" : "");
    print(p, t);
    put(p, parentheses ? ")" : "");
}

static void print_binary(printer *p, tree *t, const char *sign, int left, int right) {
    print_child(p, t->child[0], left);
    put(p, sign[0] >= 'a' || !happens(p, 4) ? " " : "");
    put(p, sign);
    put(p, " ");
    print_child(p, t->child[1], right);
}

static void print_literal(printer *p, const tree *t) {
    char number[64];
    switch (t->type) {
    case TREE_BOOL:
        put(p, t->value.bits ? "true" : "false");
        break;
    case TREE_INT:
        snprintf(number, sizeof number, "%d", (int)t->value.i);
        put(p, number);
        break;
    case TREE_FLOAT:
        snprintf(number, sizeof number, "%.9g", (double)t->value.f);
        put(p, number);
        put(p, strpbrk(number, ".e") == NULL ? "." : "");
        break;
    default:
        put(p, p->names->lists[t->list].names[t->value.bits]);
        break;
    }
}

/// Writes it in the kind of quotes that it does not contain.
static void print_quoted(printer *p, const tree *t) {
    const char *quote = memchr(t->name, '"', t->number) != NULL ? "'" : "\"";
    put(p, quote);
    for (uint32_t i = 0; i < t->number; i++) {
        put(p, (const char[]){t->name[i], '\0'});
    }
    put(p, quote);
}

static void print_leaf(printer *p, tree *t) {
    switch (t->kind) {
    case TREE_LITERAL:
    case TREE_NAME:
        print_literal(p, t);
        break;
    case TREE_QUOTED:
        print_quoted(p, t);
        break;
    case TREE_VALUE:
        put(p, p->names->fields[t->number].name);
        put(p, ".");
        print_literal(p, t);
        break;
    case TREE_FIELD:
        put(p, p->names->fields[t->number].name);
        break;
    case TREE_TICK:
        put(p, "tick");
        break;
    case TREE_ELAPSED:
        put(p, "elapsed");
        break;
    case TREE_RANDOM:
        put(p, "random");
        t->number = p->places++;
        break;
    case TREE_DONE:
        put(p, "done");
        break;
    default:
        put(p, "in(");
        put(p, p->names->states[t->number]);
        put(p, ")");
        break;
    }
}

static bool is_value(const printer *p, const char *name) {
    bool is = false;
    for (uint32_t list = 0; list < p->names->list_count; list++) {
        for (uint32_t i = 0; i < p->names->lists[list].count; i++) {
            is = is || strcmp(p->names->lists[list].names[i], name) == 0;
        }
    }
    return is;
}

/// A bare name that is a value of an enum means that value, even if a field has its name, unless another kind is
/// declared.
static void print_argument(printer *p, const tree *call, uint32_t i) {
    const tree_function *f = &p->names->functions[call->number];
    tree *t = call->child[i]->kind == TREE_WIDENED ? call->child[i]->child[0] : call->child[i];
    const bool may_be_value = !f->is_declared || f->parameters[i].type == TREE_ENUM;
    if (t->kind == TREE_NAME || t->kind == TREE_QUOTED) {
        print_leaf(p, t);
    } else if (t->kind == TREE_FIELD && may_be_value && is_value(p, p->names->fields[t->number].name)) {
        put(p, "(");
        print_leaf(p, t);
        put(p, ")");
    } else {
        print_child(p, t, 0);
    }
}

static void print_call(printer *p, tree *t) {
    put(p, p->names->functions[t->number].name);
    put(p, happens(p, 20) ? " (" : "(");
    for (uint32_t i = 0; i < t->count; i++) {
        put(p, i == 0 ? "" : happens(p, 12) ? " , " : ", ");
        put(p, happens(p, 12) ? " " : "");
        print_argument(p, t, i);
    }
    put(p, happens(p, 20) ? " )" : ")");
}

static void print_curve(printer *p, tree *t) {
    put(p, tree_curve_names[t->number]);
    put(p, "(");
    print_child(p, t->child[0], 0);
    for (const tree *at = t; at->count > (at == t ? 1 : 0); at = at->child[at->count - 1]) {
        put(p, ", ");
        print_literal(p, at->child[at->count - 1]);
    }
    put(p, ")");
}

static void print(printer *p, tree *t) {
    static const char *const signs[] = {
        [TREE_OR] = "or",      [TREE_AND] = "and",    [TREE_EQUAL] = "==",   [TREE_DIFFERENT] = "!=",
        [TREE_LESS] = "<",     [TREE_AT_MOST] = "<=", [TREE_MORE] = ">",     [TREE_AT_LEAST] = ">=",
        [TREE_ADD] = "+",      [TREE_SUBTRACT] = "-", [TREE_MULTIPLY] = "*", [TREE_DIVIDE] = "/",
        [TREE_REMAINDER] = "%"};
    switch (t->kind) {
    case TREE_IF:
        print_child(p, t->child[0], 1);
        put(p, " if ");
        print_child(p, t->child[1], 1);
        put(p, " else ");
        print_child(p, t->child[2], 0);
        break;
    case TREE_NOT:
        put(p, "not ");
        print_child(p, t->child[0], 3);
        break;
    case TREE_NEGATE:
        put(p, "-");
        print_child(p, t->child[0], 7);
        break;
    case TREE_FUNCTION:
        put(p, t->name);
        put(p, "(");
        for (uint32_t i = 0; i < t->count; i++) {
            put(p, i > 0 ? ", " : "");
            print_child(p, t->child[i], 0);
        }
        put(p, ")");
        break;
    case TREE_CONDITION:
    case TREE_SCORE:
    case TREE_ACTION:
        print_call(p, t);
        break;
    case TREE_WIDENED:
        print(p, t->child[0]);
        break;
    case TREE_CURVE:
        print_curve(p, t);
        break;
    case TREE_PARAMETER:
        print_literal(p, t);
        break;
    default:
        if (t->count == 0) {
            print_leaf(p, t);
        } else if (tightness(t) == 4) {
            print_binary(p, t, signs[t->kind], 5, 5);
        } else {
            print_binary(p, t, signs[t->kind], tightness(t), tightness(t) + 1);
        }
        break;
    }
}

size_t tree_print(tree *t, const tree_names *names, const tree_chance *chance, char *text, size_t size) {
    printer p = {names, chance, text, size, 0, 0};
    print(&p, t);
    return p.length < size ? p.length : 0;
}
