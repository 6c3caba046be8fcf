// SPDX-License-Identifier: MIT
// Texts simpler than a given one: one action less, a part of an expression instead of the whole, a call with fewer or
// simpler arguments.
#include <stdio.h>
#include <string.h>

#include "model_internal.h"
#include "shrink_texts.h"
#include "trees/tree.h"

/// A candidate, and the text before and after it.
typedef struct simplifier {
    const tree_names *names;
    simpler_texts *to;
    const char *text;  ///< the whole
    const char *at;    ///< the part to be replaced
    size_t length;
    tree_type type;
} simplifier;

static void add(simplifier *s, const char *part) {
    if (s->to->count == SIMPLER_TEXTS) {
        return;
    }
    int length = snprintf(s->to->texts[s->to->count], RANDOM_TEXT, "%.*s%s%s", (int)(s->at - s->text), s->text, part,
                          s->at + s->length);
    bool shorter = length > 0 && (size_t)length < strlen(s->text);
    s->to->count += shorter ? 1 : 0;
}

static bool may_stand_for(tree_type part, tree_type whole) {
    bool numbers = (part == TREE_INT || part == TREE_FLOAT) && (whole == TREE_INT || whole == TREE_FLOAT);
    return part == whole || numbers;
}

/// Outer parts first: they remove the most.
static void add_parts(simplifier *s, tree *t) {
    char part[RANDOM_TEXT];
    for (uint32_t i = 0; i < t->count; i++) {
        if (may_stand_for(t->child[i]->type, s->type) && tree_print(t->child[i], s->names, NULL, part, sizeof part)) {
            add(s, part);
        }
    }
    for (uint32_t i = 0; i < t->count; i++) {
        add_parts(s, t->child[i]);
    }
}

static void add_whole(simplifier *s, tree *root) {
    char whole[RANDOM_TEXT];
    if (tree_print(root, s->names, NULL, whole, sizeof whole)) {
        add(s, whole);
    }
}

/// The whole without one argument, with none, or with a constant instead of one.
static void add_fewer_arguments(simplifier *s, tree *root, tree *t) {
    const bool is_call = t->kind == TREE_CONDITION || t->kind == TREE_SCORE || t->kind == TREE_ACTION;
    const tree old = *t;
    for (uint32_t without = 0; without < old.count && is_call; without++) {
        t->count = 0;
        for (uint32_t i = 0; i < old.count; i++) {
            if (i != without) {
                t->child[t->count++] = old.child[i];
            }
        }
        add_whole(s, root);
        *t = old;
        tree constant = {.kind = TREE_LITERAL, .type = old.child[without]->type};
        if (constant.type <= TREE_FLOAT && old.child[without]->kind != TREE_LITERAL) {
            t->child[without] = &constant;
            add_whole(s, root);
            *t = old;
        }
    }
    if (is_call && old.count > 1) {
        t->count = 0;
        add_whole(s, root);
        *t = old;
    }
    for (uint32_t i = 0; i < t->count; i++) {
        add_fewer_arguments(s, root, t->child[i]);
    }
}

static void simplify_expression(simplifier *s, uint32_t field) {
    tree nodes[RANDOM_TEXT];
    tree_pool pool = {nodes, RANDOM_TEXT, 0};
    uint32_t places = 0;
    tree *root = tree_parse(s->names, &pool, s->at, s->length, &places);
    tree_settle(root, s->names, field);
    s->type = root->type;
    if (root->type == TREE_BOOL) {
        add(s, "true");
        add(s, "false");
    } else if (root->type != TREE_ENUM && root->type != TREE_NOTHING) {
        add(s, "1");
        add(s, "0.5");
    }
    if (root->type != TREE_NOTHING) {
        add_parts(s, root);
    }
    add_fewer_arguments(s, root, root);
}

static uint32_t field_named(const tree_names *names, const char *text, size_t length) {
    uint32_t field = 0;
    while (strncmp(names->fields[field].name, text, length) != 0 || names->fields[field].name[length] != '\0') {
        field++;
    }
    return field;
}

void simplify_value(const model *m, const char *text, simpler_texts *to) {
    simplifier s = {model_texts_names(m->texts), to, text, text, strlen(text), TREE_BOOL};
    to->count = 0;
    simplify_expression(&s, 0);
}

void simplify_actions(const model *m, const char *text, simpler_texts *to) {
    simplifier s = {model_texts_names(m->texts), to, text, text, 0, TREE_BOOL};
    to->count = 0;
    for (const char *at = text; *at != '\0';) {
        size_t length = tree_action_length(at);
        bool last = at[length] == '\0';
        s.at = last && at > text ? at - 1 : at;
        s.length = length + (last && at == text ? 0 : 1);
        if (s.length < strlen(text)) {
            add(&s, "");
        }
        at += length + (last ? 0 : 1);
    }
    for (const char *at = text; *at != '\0';) {
        size_t length = tree_action_length(at);
        const char *name = at + strspn(at, " \t");
        const char *operand = tree_action_operand(at);
        if (tree_action_has_arguments(at)) {
            s.at = name;
            s.length = (size_t)(at + length - name);
            simplify_expression(&s, 0);
        } else if (operand != NULL) {
            s.at = operand;
            s.length = (size_t)(at + length - operand);
            simplify_expression(&s, field_named(s.names, name, strcspn(name, " \t=")));
        }
        at += length + (at[length] == ';' ? 1 : 0);
    }
}
