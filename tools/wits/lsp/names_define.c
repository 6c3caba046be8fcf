// SPDX-License-Identifier: MIT
// The symbols of the files of a brain.
#include <stdlib.h>
#include <string.h>

#include "lsp/names_parts.h"

// ------------------------------------------------------------------------------------------------------------- symbols

/// Adds the values of an enum's list. Returns the list.
static uint32_t add_list(names *of, uint32_t outer, uint32_t file, const tree_node *list) {
    of->lists = grow(of->lists, &of->list_room, of->list_count + 1, sizeof *of->lists);
    const uint32_t row = (uint32_t)of->list_count++;
    of->lists[row] = (names_list){(uint32_t)of->symbol_count, 0};
    for (const tree_node *item = tree_first_item(list); item != NULL; item = item->next) {
        if (tree_is_text(item)) {
            const uint32_t value = names_add_symbol(of, NAMES_VALUE, outer, file, item, NULL);
            of->details[value].list = row;
            names_enter(of, SPACE_VALUES, row, value);
            names_enter(of, SPACE_ANY_VALUE, 0, value);
            of->lists[row].count++;
        }
    }
    return row;
}

/// Gives a symbol the list of its type, if that is one.
static void define_list(names *of, uint32_t symbol, uint32_t file, const tree_node *value) {
    const tree_node *type = names_type_of(value);
    if (type != NULL && type->kind == TREE_LIST) {
        const uint32_t list = add_list(of, symbol, file, type);
        of->details[symbol].list = list;
    }
}

static uint32_t define(names *of, names_kind kind, uint32_t file, const tree_node *key, const tree_node *value) {
    const uint32_t added = names_add_symbol(of, kind, NAMES_NONE, file, key, value);
    names_enter(of, SPACE_KIND + kind, 0, added);
    return added;
}

/// Several files may declare a function or a kind of targets.
static uint32_t declare(names *of, names_kind kind, uint32_t file, const tree_node *key, const tree_node *value) {
    const uint32_t known = names_look_up(of, SPACE_KIND + kind, 0, key->text, key->length, NULL);
    if (known == NAMES_NONE) {
        return define(of, kind, file, key, value);
    }
    names_add_whole(of, known, file, key, NAMES_NONE, NAMES_DEFINES);
    return known;
}

static void define_function(names *of, uint32_t file, const tree_node *key) {
    const uint32_t symbol = declare(of, NAMES_FUNCTION, file, key, key->next);
    const tree_node *list = tree_value(key->next, "parameters");
    uint32_t number = 0;
    for (const tree_node *item = tree_first_item(list); item != NULL && number < 4; item = item->next, number++) {
        if (item->kind != TREE_LIST) {
            continue;
        }
        if (!of->details[symbol].is_declared) {
            const uint32_t added = add_list(of, symbol, file, item);
            of->details[symbol].lists[number] = added;
            continue;
        }
        for (const tree_node *value = item->first; value != NULL; value = value->next) {  // the same again
            const uint32_t known = tree_is_text(value)
                                       ? names_look_up(of, SPACE_VALUES, of->details[symbol].lists[number], value->text,
                                                       value->length, NULL)
                                       : NAMES_NONE;
            names_add_whole(of, known, file, value, NAMES_NONE, NAMES_DEFINES);
        }
    }
    of->details[symbol].is_declared = of->details[symbol].is_declared || list != NULL;
    of->details[symbol].parameters =
        (uint8_t)(number > of->details[symbol].parameters ? number : of->details[symbol].parameters);
}

bool names_is_most(const tree_node *key) {
    static const char *const types[] = {"bool", "int8", "uint8", "int16", "uint16", "int", "float"};
    const tree_node *type = names_type_of(key->next);
    if (strcmp(key->text, "most") != 0) {
        return false;
    }
    if (type == NULL || type->kind != TREE_SCALAR) {
        return key->next->kind == TREE_SCALAR;
    }
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(type->text, types[i]) == 0) {
            return false;
        }
    }
    return key->next->kind == TREE_SCALAR;
}

static void define_target(names *of, uint32_t file, const tree_node *key) {
    const uint32_t symbol = declare(of, NAMES_TARGET, file, key, key->next);
    TREE_FOR_EACH_PAIR(field, key->next) {
        if (names_is_most(field)) {
            continue;
        }
        const uint32_t known = names_look_up(of, SPACE_TARGET_FIELDS, symbol, field->text, field->length, NULL);
        if (known != NAMES_NONE) {
            names_add_whole(of, known, file, field, NAMES_NONE, NAMES_DEFINES);
            const tree_node *type = names_type_of(field->next);
            for (const tree_node *value = tree_first_item(type); value != NULL; value = value->next) {
                names_add_whole(of,
                                tree_is_text(value) ? names_look_up(of, SPACE_VALUES, of->details[known].list,
                                                                    value->text, value->length, NULL)
                                                    : NAMES_NONE,
                                file, value, NAMES_NONE, NAMES_DEFINES);
            }
            continue;
        }
        const uint32_t added = names_add_symbol(of, NAMES_TARGET_FIELD, symbol, file, field, field->next);
        names_enter(of, SPACE_TARGET_FIELDS, symbol, added);
        define_list(of, added, file, field->next);
    }
}

/// A body whose states are still to be defined.
typedef struct open_body {
    const tree_node *body;
    uint32_t symbol;
} open_body;

/// Defines the states in the body of the root or of a part.
static void define_states(names *of, uint32_t file, uint32_t container, const tree_node *body) {
    open_body *open = NULL;
    size_t count = 0, room = 0;
    for (open_body at = {body, container};; at = open[--count]) {  // each iteration takes a state
        TREE_FOR_EACH_PAIR(key, tree_value(at.body, "states")) {
            const uint32_t added = names_add_symbol(of, NAMES_STATE, at.symbol, file, key, key->next);
            of->details[added].text = container;
            names_enter(of, SPACE_STATES, at.symbol, added);
            names_enter(of, SPACE_TEXT, container, added);
            names_enter(of, SPACE_ANY_STATE, 0, added);
            open = grow(open, &room, count + 1, sizeof *open);
            open[count++] = (open_body){key->next, added};
        }
        if (count == 0) {
            break;
        }
    }
    free(open);
}

static void define_part(names *of, uint32_t file, const tree_node *key) {
    const uint32_t part = define(of, NAMES_PART, file, key, key->next);
    TREE_FOR_EACH_PAIR(parameter, tree_value(key->next, "parameters")) {
        const uint32_t added = names_add_symbol(of, NAMES_PARAMETER, part, file, parameter, parameter->next);
        names_enter(of, SPACE_PARAMETERS, part, added);
    }
    define_states(of, file, part, tree_value(key->next, "state"));
}

static void define_own(names *of) {
    const tree_node *root = names_root_of(of, 0);
    const tree_node *name = tree_value(root, "brain");
    if (tree_is_text(name)) {
        names_add_symbol(of, NAMES_BRAIN, NAMES_NONE, 0, name, NULL);
    } else {
        names_add_found(of, NAMES_BRAIN, "", 0);
    }
    TREE_FOR_EACH_PAIR(key, tree_value(root, "context")) {
        const uint32_t field = define(of, NAMES_FIELD, 0, key, key->next);
        define_list(of, field, 0, key->next);
    }
    for (const tree_node *item = tree_first_item(tree_value(root, "events")); item != NULL; item = item->next) {
        const tree_node *event = item->kind == TREE_MAPPING ? tree_value(item, "name") : item;
        if (tree_is_text(event)) {
            define(of, NAMES_EVENT, 0, event, NULL);
        }
    }
    for (const tree_node *item = tree_first_item(tree_value(root, "prove")); item != NULL; item = item->next) {
        const tree_node *property = tree_value(item, "name");
        if (tree_is_text(property)) {
            names_add_symbol(of, NAMES_PROPERTY, NAMES_NONE, 0, property, NULL);
        }
    }
    define_states(of, 0, 0, tree_value(root, "root"));
}

static void define_file(names *of, uint32_t file) {
    static const struct {
        const char *key;
        names_kind kind;
    } sections[] = {
        {"constants", NAMES_CONSTANT}, {"conditions", NAMES_CONDITION},         {"scores", NAMES_SCORE},
        {"curves", NAMES_CURVE},       {"considerations", NAMES_CONSIDERATION},
    };
    const tree_node *root = names_root_of(of, file);
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        TREE_FOR_EACH_PAIR(key, tree_value(root, sections[i].key)) {
            define(of, sections[i].kind, file, key, key->next);
        }
    }
    TREE_FOR_EACH_PAIR(key, tree_value(root, "enums")) {
        const uint32_t added = define(of, NAMES_ENUM, file, key, key->next);
        const uint32_t list = add_list(of, added, file, key->next);
        of->details[added].list = list;
    }
    TREE_FOR_EACH_PAIR(key, tree_value(root, "functions")) {
        define_function(of, file, key);
    }
    TREE_FOR_EACH_PAIR(key, tree_value(root, "targets")) {
        define_target(of, file, key);
    }
    TREE_FOR_EACH_PAIR(key, tree_value(root, "parts")) {
        define_part(of, file, key);
    }
}

uint32_t names_enum_named(const names *of, uint32_t file, const tree_node *name) {
    const uint32_t found =
        tree_is_text(name) ? names_look_up(of, SPACE_KIND + NAMES_ENUM, 0, name->text, name->length, NULL) : NAMES_NONE;
    const bool is_seen = found != NAMES_NONE && (of->files[file].sees >> of->symbols[found].file & 1) != 0;
    return is_seen ? found : NAMES_NONE;
}

/// Joins fields to enums, and states to the parts that they use.
static void join_definitions(names *of) {
    for (uint32_t row = 0; row < of->symbol_count; row++) {
        names_details *details = &of->details[row];
        const names_symbol *symbol = &of->symbols[row];
        const bool is_typed =
            symbol->kind == NAMES_FIELD || symbol->kind == NAMES_TARGET_FIELD || symbol->kind == NAMES_PARAMETER;
        const uint32_t type = is_typed && details->list == NAMES_NONE
                                  ? names_enum_named(of, symbol->file, names_type_of(details->value))
                                  : NAMES_NONE;
        details->list = type != NAMES_NONE ? of->details[type].list : details->list;
        const tree_node *body = symbol->kind == NAMES_PART    ? tree_value(details->value, "state")
                                : symbol->kind == NAMES_STATE ? details->value
                                : symbol->kind == NAMES_BRAIN ? tree_value(names_root_of(of, 0), "root")
                                                              : NULL;
        const tree_node *used = tree_value(body, "use");
        if (tree_is_text(used)) {
            details->part = names_look_up(of, SPACE_KIND + NAMES_PART, 0, used->text, used->length, NULL);
        }
    }
    for (uint32_t row = 0; row < of->symbol_count; row++) {
        names_details *function = &of->details[row];
        uint32_t number = 0;
        if (of->symbols[row].kind != NAMES_FUNCTION) {
            continue;
        }
        const tree_node *list = tree_value(function->value, "parameters");
        for (const tree_node *item = tree_first_item(list); item != NULL && number < 4; item = item->next, number++) {
            const uint32_t named = names_enum_named(of, of->symbols[row].file, item);
            const uint32_t field = tree_is_text(item)
                                       ? names_look_up(of, SPACE_KIND + NAMES_FIELD, 0, item->text, item->length, NULL)
                                       : NAMES_NONE;
            const uint32_t found = named != NAMES_NONE ? named : field;
            if (item->kind == TREE_SCALAR) {
                function->lists[number] = found != NAMES_NONE ? of->details[found].list : NAMES_NONE;
            }
        }
    }
}

void names_define_all(names *of) {
    define_own(of);
    for (uint32_t file = 0; file < of->own_count; file++) {
        define_file(of, file);
    }
    join_definitions(of);
    names_count_copies(of);
}
