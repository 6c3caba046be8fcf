// SPDX-License-Identifier: MIT
// The naive model: the arguments that host functions receive (section 8).
#include "model_internal.h"

#include <assert.h>
#include <string.h>

#include "trees/tree.h"

/// A value with this name of any enum, or of the declared one.
static bool is_value_somewhere(const tree_names *names, const char *name) {
    bool is = false;
    for (uint32_t list = 0; list < names->list_count; list++) {
        for (uint32_t i = 0; i < names->lists[list].count; i++) {
            is = is || strcmp(names->lists[list].names[i], name) == 0;
        }
    }
    return is;
}

static bool is_field_name(const tree_names *names, const tree *value) {
    bool is = false;
    for (uint32_t field = 0; field < names->field_count; field++) {
        is = is || strcmp(names->fields[field].name, names->lists[value->list].names[value->value.bits]) == 0;
    }
    return is;
}

/// Counts the argument of a function.
static void count_argument(model *m, const tree_function *function, const tree *t) {
    const tree_names *names = model_texts_names(m->texts);
    const tree *inside = t->kind == TREE_WIDENED ? t->child[0] : t;
    FIRED_IF(m, given_declared, function->is_declared);
    FIRED_IF(m, given_undeclared, !function->is_declared);
    FIRED_IF(m, given_widened, t->kind == TREE_WIDENED);
    FIRED_IF(m, given_name, t->kind == TREE_NAME);
    FIRED_IF(m, given_name_declared,
             t->kind == TREE_NAME && t->list >= m->desc->field_count &&
                 t->list < m->desc->field_count + m->desc->function_count * WITS_MAX_ARGUMENTS);
    FIRED_IF(m, given_name_not_field, t->kind == TREE_NAME && is_field_name(names, t));
    FIRED_IF(m, given_field, inside->kind == TREE_FIELD);
    FIRED_IF(m, given_field_not_name,
             inside->kind == TREE_FIELD && function->is_declared && t->type != TREE_ENUM &&
                 is_value_somewhere(names, names->fields[inside->number].name));
}

void model_count_call(model *m, const tree *t) {
    const tree_names *names = model_texts_names(m->texts);
    const tree_function *function = &names->functions[t->number];
    FIRED_IF(m, given_four, t->count == TREE_ARGUMENTS);
    for (uint32_t i = 0; i < t->count; i++) {
        count_argument(m, function, t->child[i]);
    }
}

static const char *keep_text(const tree_argument *given, char text[MODEL_TEXT]) {
    assert(given->length < MODEL_TEXT);
    memcpy(text, given->text, given->length);
    text[given->length] = '\0';
    return text;
}

void model_tell(const model *m, const tree_argument *given, uint32_t count, bool is_action, model_told *told) {
    for (uint32_t i = 0; i < count; i++) {
        const tree_argument *from = &given[i];
        wits_argument *to = &told->arguments[i];
        const bool has_text = from->text != NULL && (is_action || from->type == TREE_TEXT);
        *to = (wits_argument){.kind = WITS_ARGUMENT_TEXT, .text = has_text ? keep_text(from, told->texts[i]) : NULL};
        switch (from->type) {
        case TREE_INT:
            to->kind = WITS_ARGUMENT_INT;
            to->integer = from->value.i;
            to->number = (float)from->value.i;
            break;
        case TREE_FLOAT:
            to->kind = WITS_ARGUMENT_FLOAT;
            to->number = from->value.f;
            break;
        case TREE_BOOL:
            to->kind = WITS_ARGUMENT_BOOL;
            to->integer = from->value.i;
            to->text = from->value.bits != 0 ? "true" : "false";
            break;
        case TREE_ENUM:
            to->kind = WITS_ARGUMENT_ENUM;
            to->integer = from->value.i;
            to->text = model_texts_names(m->texts)->lists[from->list].names[from->value.bits];
            break;
        default:
            break;
        }
    }
}

static void count_given(model *m, const wits_call *call) {
    for (uint32_t i = 0; i < call->argument_count; i++) {
        const wits_argument *a = &call->arguments[i];
        const bool is_number = a->kind == WITS_ARGUMENT_INT || a->kind == WITS_ARGUMENT_FLOAT;
        FIRED_IF(m, given_int, a->kind == WITS_ARGUMENT_INT);
        FIRED_IF(m, given_float, a->kind == WITS_ARGUMENT_FLOAT);
        FIRED_IF(m, given_nan, a->kind == WITS_ARGUMENT_FLOAT && a->number != a->number);
        FIRED_IF(m, given_bool, a->kind == WITS_ARGUMENT_BOOL);
        FIRED_IF(m, given_enum, a->kind == WITS_ARGUMENT_ENUM);
        FIRED_IF(m, given_text, a->kind == WITS_ARGUMENT_TEXT);
        FIRED_IF(m, given_as_written, is_number && a->text != NULL);
    }
}

void model_give(model *m, wits_call *call, const tree_argument *given, uint32_t count, bool is_action,
                model_told *told) {
    model_tell(m, given, count, is_action, told);
    call->argument = call->arguments = count > 0 ? told->arguments : NULL;
    call->argument_count = count;
    count_given(m, call);
}
