// SPDX-License-Identifier: MIT
// Curves: a name, a name with its parameters or knots, or a list of these.
#include <stdio.h>
#include <string.h>

#include "expr/responses.h"
#include "file/loader.h"

static const char wanted_curve[] = "a curve, such as 'logistic' or '{logistic: {k: 2}}'";

// ---------------------------------------------------------------------------------------------------------- parameters

/// The letters of a curve's parameters.
static const char *letters_of(wits_curve_kind kind) {
    static const struct {
        wits_curve_kind kind;
        const char *letters;
    } curves[] = {
#define CURVE(name, kind, letters, ...) {kind, letters},
        EXPR_CURVE_LIST(CURVE)
#undef CURVE
    };
    for (uint32_t i = 0; i < sizeof curves / sizeof curves[0]; i++) {
        if (curves[i].kind == kind) {
            return curves[i].letters;
        }
    }
    return "";
}

/// Returns whether a curve has a parameter of that name.
static bool has_parameter(const char *letters, const char *name) {
    return name[0] != '\0' && name[1] == '\0' && strchr(letters, name[0]) != NULL;
}

/// Returns "m, b and c"
static const char *list_letters(wits_file *file, const char *letters) {
    char text[32];
    size_t length = 0;
    for (uint32_t i = 0; letters[i] != '\0'; i++) {
        const char *before = i == 0 ? "" : letters[i + 1] == '\0' ? " and " : ", ";
        memcpy(text + length, before, strlen(before));
        length += strlen(before);
        text[length++] = letters[i];
    }
    return wits_file_arena_copy(&file->memory, text, length);
}

static void report_parameter(wits_file *file, const node *name, node *key, const char *letters) {
    nearest_name nearest = wits_file_nearest_begin(file, key->text);
    for (uint32_t i = 0; i < PARAMETER_KEY_COUNT; i++) {
        if (has_parameter(letters, wits_file_parameter_keys.names[i])) {
            wits_file_nearest_offer(&nearest, wits_file_parameter_keys.names[i]);
        }
    }
    message_words words = {{name->text, key->text, list_letters(file, letters)}};
    wits_file_report_node(file, key, MESSAGE_CURVE_PARAMETER, words, nearest.best);
}

static void read_parameter(wits_file *file, const node *key, node *value, wits_curve *curve) {
    float number = 0.0f;
    switch (key->text[0]) {
    case 'm':
        wits_file_read_optional(file, "m", value, &curve->has_m, &curve->m);
        break;
    case 'k':
        wits_file_read_optional(file, "k", value, &curve->has_k, &curve->k);
        break;
    default:
        if (wits_file_read_float(file, key->text, value, &number)) {
            *(key->text[0] == 'b' ? &curve->b : &curve->c) = number + 0.0f;  // converts -0 to 0
        }
    }
}

static void read_parameters(wits_file *file, const node *name, node *values, wits_curve *curve) {
    const char *letters = letters_of(curve->kind);
    if (values->bad || wits_file_node_is_empty(values)) {
        return;
    }
    if (values->kind != NODE_MAPPING) {
        const char *example = strchr(letters, 'k') != NULL ? "k: 2" : strchr(letters, 'm') != NULL ? "m: 2" : "b: 0.5";
        char wanted[80];
        snprintf(wanted, sizeof wanted, "parameters of %s, such as '{%s}'", name->text, example);
        message_words words = {{wanted, wits_file_describe(file, values)}};
        wits_file_report_node(file, values, MESSAGE_EXPECTED, words, NULL);
        return;
    }
    FOR_EACH_PAIR(key, values) {
        if (has_parameter(letters, key->text)) {
            read_parameter(file, key, key->next, curve);
        } else {
            report_parameter(file, name, key, letters);
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- knots

static void read_knot(wits_file *file, node *value, wits_knot *knot) {
    if (value->bad) {
        return;
    }
    if (value->kind != NODE_LIST || value->count != 2) {
        bool is_list = value->kind == NODE_LIST;
        const char *what = is_list ? wits_file_number_text(file, value->count) : wits_file_describe(file, value);
        wits_file_report_node(file, value, MESSAGE_KNOT_TWO, (message_words){{what}}, NULL);
        return;
    }
    wits_file_read_float(file, "x", value->first, &knot->x);
    wits_file_read_float(file, "y", value->first->next, &knot->y);
    knot->x += 0.0f;  // converts -0 to 0
    knot->y += 0.0f;
}

/// Returns whether a list has numbers instead of pairs, which is reported once.
static bool is_flat(const node *knots) {
    for (const node *item = knots->first; item != NULL; item = item->next) {
        if (item->kind != NODE_SCALAR || item->length == 0) {
            return false;
        }
    }
    return knots->first != NULL;
}

static void read_knots(wits_file *file, node *value, wits_curve *curve) {
    if (value->bad || value->kind != NODE_LIST) {
        message_words words = {{"knots, such as '[[0, 0], [1, 1]]'", wits_file_describe(file, value)}};
        wits_file_report_node(file, value, MESSAGE_EXPECTED, words, NULL);
        return;
    }
    if (is_flat(value)) {
        wits_file_report_node(file, value, MESSAGE_KNOT_FLAT, (message_words){{NULL}}, NULL);
        return;
    }
    wits_knot *knots = wits_file_arena_take(&file->memory, (value->count + 1) * sizeof *knots);
    if (knots == NULL) {
        return;
    }
    for (node *item = value->first; item != NULL; item = item->next) {
        read_knot(file, item, &knots[curve->knot_count++]);
    }
    curve->knots = knots;
}

// -------------------------------------------------------------------------------------------------------------- curves

/// Reads a name and, if it is a key, its value.
static void read_named(wits_file *file, node *name, node *values, wits_curve *curve) {
    uint32_t kind = 0;
    if (!wits_file_choice_read(file, &wits_file_curve_values, "curve", name, &kind)) {
        return;
    }
    curve->kind = (wits_curve_kind)kind;
    if (curve->kind == WITS_CURVE_PIECEWISE && values == NULL) {
        message_words words = {{"curve", "{piecewise: [[x, y], [x, y], ...]}", name->text}};
        wits_file_report_node(file, name, MESSAGE_CHOICE, words, NULL);
    } else if (curve->kind == WITS_CURVE_PIECEWISE) {
        read_knots(file, values, curve);
    } else if (values != NULL) {
        read_parameters(file, name, values, curve);
    }
}

/// Reports `{k: 2}` and `{logistic: {}, k: 2}`, where the parameters are not inside, and two curves in one mapping.
static bool has_one_name(wits_file *file, node *value) {
    node *first = value->first;
    node *second = first->next->next;
    for (node *key = first; key != NULL; key = key->next->next) {
        if (has_parameter("mkbc", key->text) || wits_file_node_is(key, "kind") || wits_file_node_is(key, "type") ||
            wits_file_node_is(key, "name")) {
            wits_file_report_node(file, key, MESSAGE_CURVE_NAMELESS, (message_words){{NULL}}, NULL);
            return false;
        }
    }
    if (second != NULL) {
        message_words words = {{first->text, second->text}};
        wits_file_report_node(file, second, MESSAGE_CURVE_TWICE, words, NULL);
    }
    return second == NULL;
}

/// Replaces an invalid curve by a linear one, so that the others keep their numbers.
static void read_curve(wits_file *file, node *value, wits_curve *curve) {
    if (value->bad) {
        return;
    }
    if (value->kind == NODE_SCALAR && strchr(value->text, '(') != NULL) {
        wits_file_report_node(file, value, MESSAGE_CURVE_NAMELESS, (message_words){{NULL}}, NULL);
    } else if (value->kind == NODE_SCALAR && value->length > 0) {
        read_named(file, value, NULL, curve);
    } else if (value->kind == NODE_MAPPING && value->count > 0) {
        if (has_one_name(file, value)) {
            read_named(file, value->first, value->first->next, curve);
        }
    } else {
        const char *what = value->kind == NODE_MAPPING ? "an empty mapping" : wits_file_describe(file, value);
        wits_file_report_node(file, value, MESSAGE_EXPECTED, (message_words){{wanted_curve, what}}, NULL);
    }
}

const wits_curve *wits_file_read_curves(wits_file *file, node *value, uint32_t *count) {
    bool is_list = value->kind == NODE_LIST && !value->bad;
    if (is_list && value->count == 0) {
        wits_file_report_node(file, value, MESSAGE_EXPECTED, (message_words){{wanted_curve, "an empty list"}}, NULL);
        return NULL;
    }
    const uint32_t wanted = is_list ? value->count : 1;
    wits_curve *curves = wits_file_arena_take(&file->memory, wanted * sizeof *curves);
    node *item = is_list ? value->first : value;
    *count = curves != NULL ? wanted : 0;
    for (uint32_t i = 0; i < *count; i++, item = is_list ? item->next : NULL) {
        read_curve(file, item, &curves[i]);
    }
    return curves;
}

node *wits_file_curve_member(node *value, uint32_t curve, const char *member) {
    node *found = value;
    if (value->kind == NODE_LIST) {
        found = value->first;
        for (uint32_t i = 0; i < curve && found != NULL; i++) {
            found = found->next;
        }
    }
    if (found == NULL || found->kind != NODE_MAPPING || found->first == NULL) {
        return found != NULL ? found : value;
    }
    node *name = found->first;
    if (strcmp(member, "knots") == 0) {
        return name->next;
    }
    node *parameter = wits_file_keys_find(name->next, member);
    return parameter != NULL ? parameter : name;
}
