// SPDX-License-Identifier: MIT
// The uses of names: the content of each key.
#include <stdlib.h>
#include <string.h>

#include "lsp/names_parts.h"

// --------------------------------------------------------------------------------------------------------------- keys

/// Referents of the names in a value.
typedef enum holding {
    HOLDS_NOTHING,
    HOLDS_VALUES,  ///< constants and parameters, also inside lists and mappings
    HOLDS_EXPRESSION,
    HOLDS_ACTIONS,
    HOLDS_DESTINATION,
    HOLDS_CHILD,
    HOLDS_BEGINNING,
    HOLDS_TRANSITIONS,
    HOLDS_ANY,
    HOLDS_STEPS,
    HOLDS_STATES,
    HOLDS_SCORE,
    HOLDS_SCORES,  ///< a list of them
    HOLDS_CURVES,
    HOLDS_EVENT,
    HOLDS_TARGET,
    HOLDS_PART,
    HOLDS_ARGUMENTS,
    HOLDS_PROPERTY,
    HOLDS_PATH,
    HOLDS_WITHIN,
    HOLDS_SETTLES,
} holding;

typedef struct key_row {
    const char *key;
    holding holds;
} key_row;

static const key_row state_keys[] = {
    {"transitions", HOLDS_TRANSITIONS},
    {"states", HOLDS_STATES},
    {"update", HOLDS_ACTIONS},
    {"score", HOLDS_SCORE},
    {"enter", HOLDS_ACTIONS},
    {"exit", HOLDS_ACTIONS},
    {"decide", HOLDS_ACTIONS},
    {"steps", HOLDS_STEPS},
    {"any", HOLDS_ANY},
    {"initial", HOLDS_BEGINNING},
    {"lasts", HOLDS_VALUES},
    {"done", HOLDS_EXPRESSION},
    {"final", HOLDS_VALUES},
    {"commit", HOLDS_VALUES},
    {"weight", HOLDS_VALUES},
    {"hold", HOLDS_VALUES},
    {"rank", HOLDS_EXPRESSION},
    {"cooldown", HOLDS_VALUES},
    {"inertia", HOLDS_VALUES},
    {"floor", HOLDS_VALUES},
    {"every", HOLDS_VALUES},
    {"select", HOLDS_VALUES},
    {"default", HOLDS_CHILD},
    {"target", HOLDS_TARGET},
    {"target_inertia", HOLDS_VALUES},
    {"retarget", HOLDS_ACTIONS},
    {"reenter", HOLDS_VALUES},
    {"use", HOLDS_PART},
    {"with", HOLDS_ARGUMENTS},
    {NULL, HOLDS_NOTHING},
};
static const key_row transition_keys[] = {
    {"to", HOLDS_DESTINATION}, {"when", HOLDS_EXPRESSION}, {"event", HOLDS_EVENT}, {"after", HOLDS_VALUES},
    {"do", HOLDS_ACTIONS},     {"reenter", HOLDS_VALUES},  {NULL, HOLDS_NOTHING},
};
static const key_row step_keys[] = {
    {"when", HOLDS_EXPRESSION}, {"do", HOLDS_ACTIONS}, {"to", HOLDS_DESTINATION}, {NULL, HOLDS_NOTHING}};
static const key_row initial_keys[] = {{"when", HOLDS_EXPRESSION}, {"to", HOLDS_CHILD}, {NULL, HOLDS_NOTHING}};
static const key_row score_keys[] = {
    {"input", HOLDS_EXPRESSION}, {"range", HOLDS_VALUES},       {"on_nan", HOLDS_VALUES},
    {"curve", HOLDS_CURVES},     {"weight", HOLDS_VALUES},      {"gate", HOLDS_EXPRESSION},
    {"product", HOLDS_SCORES},   {"compensated", HOLDS_SCORES}, {"geometric_mean", HOLDS_SCORES},
    {"sum", HOLDS_SCORES},       {"mean", HOLDS_SCORES},        {"min", HOLDS_SCORES},
    {"max", HOLDS_SCORES},       {"all", HOLDS_SCORES},         {"any", HOLDS_SCORES},
    {NULL, HOLDS_NOTHING},
};
static const key_row property_keys[] = {
    {"assume", HOLDS_PROPERTY}, {"never", HOLDS_PROPERTY},   {"always", HOLDS_PROPERTY},
    {"reach", HOLDS_PROPERTY},  {"returns", HOLDS_PROPERTY}, {"from", HOLDS_PATH},
    {"within", HOLDS_WITHIN},   {"settles", HOLDS_SETTLES},  {NULL, HOLDS_NOTHING},
};
static const key_row within_keys[] = {
    {"when", HOLDS_PROPERTY}, {"until", HOLDS_PROPERTY}, {"ticks", HOLDS_VALUES}, {NULL, HOLDS_NOTHING}};
static const key_row settles_keys[] = {{"of", HOLDS_PATH}, {"ticks", HOLDS_VALUES}, {NULL, HOLDS_NOTHING}};
static const key_row promise_keys[] = {
    {"range", HOLDS_VALUES}, {"step", HOLDS_VALUES}, {"nan", HOLDS_VALUES},
    {"host", HOLDS_VALUES},  {NULL, HOLDS_NOTHING},
};

// ---------------------------------------------------------------------------------------------------------------- uses

/// A value still to be read.
typedef struct open_value {
    const tree_node *value;
    holding holds;
    names_place from;
} open_value;

typedef struct user {
    names *of;
    open_value *open;
    size_t count, room;
} user;

static void push(user *u, const tree_node *value, holding holds, names_place from) {
    if (value != NULL && holds != HOLDS_NOTHING) {
        u->open = grow(u->open, &u->room, u->count + 1, sizeof *u->open);
        u->open[u->count++] = (open_value){value, holds, from};
    }
}

static void push_keys(user *u, const tree_node *mapping, const key_row *keys, names_place from) {
    TREE_FOR_EACH_PAIR(key, mapping) {
        const key_row *row = keys;
        while (row->key != NULL && strcmp(row->key, key->text) != 0) {
            row++;
        }
        push(u, key->next, row->holds, from);
    }
}

static void push_rules(user *u, const tree_node *list, const key_row *keys, names_place from) {
    for (const tree_node *item = tree_first_item(list); item != NULL; item = item->next) {
        push_keys(u, item, keys, from);
    }
}

static void use_named(names *of, names_place from, const tree_node *value, names_kind kind, names_role role) {
    if (tree_is_text(value)) {
        const uint32_t found = names_look_up(of, SPACE_KIND + kind, 0, value->text, value->length, NULL);
        names_add_whole(of, found, from.file, value, names_inside(from), role);
    }
}

/// Returns the parameter or constant that a value consists of; NAMES_NONE.
static uint32_t value_named(const names *of, names_place from, const tree_node *value) {
    if (!tree_is_text(value) || value->style != TREE_PLAIN) {
        return NAMES_NONE;
    }
    const uint32_t parameter =
        from.text != 0 ? names_look_up(of, SPACE_PARAMETERS, from.text, value->text, value->length, NULL) : NAMES_NONE;
    return parameter != NAMES_NONE
               ? parameter
               : names_look_up(of, SPACE_KIND + NAMES_CONSTANT, 0, value->text, value->length, NULL);
}

static void use_values(user *u, const tree_node *value, names_place from) {
    const uint32_t found = value_named(u->of, from, value);
    names_add_whole(u->of, found, from.file, value, names_inside(from), NAMES_READS);
    for (const tree_node *item = tree_first_item(value); item != NULL; item = item->next) {
        push(u, item, HOLDS_VALUES, from);
    }
    TREE_FOR_EACH_PAIR(key, value) {
        push(u, key->next, HOLDS_VALUES, from);
    }
}

/// A value of the list of an enum, or a constant or parameter.
static void use_value_of(names *of, names_place from, const tree_node *value, uint32_t list) {
    const uint32_t found = value_named(of, from, value);
    if (found != NAMES_NONE) {
        names_add_whole(of, found, from.file, value, names_inside(from), NAMES_READS);
    } else if (value != NULL) {
        names_use_value(of, from, value, list);
    }
}

/// An action: a parameter that is one, or a text.
static void use_action(user *u, const tree_node *value, names_place from) {
    const uint32_t parameter = from.text != 0 && tree_is_text(value) && value->style == TREE_PLAIN
                                   ? names_look_up(u->of, SPACE_PARAMETERS, from.text, value->text, value->length, NULL)
                                   : NAMES_NONE;
    if (parameter != NAMES_NONE) {
        names_add_whole(u->of, parameter, from.file, value, names_inside(from), NAMES_READS);
    } else {
        names_use_text(u->of, from, value, NAMES_TEXT_ACTION);
    }
}

/// The value of a parameter: an argument, or its default.
static void use_argument(user *u, uint32_t parameter, const tree_node *value, names_place from) {
    const names_details *details = &u->of->details[parameter];
    const tree_node *type = names_type_of(details->value);
    const char *kind = tree_is_text(type) ? type->text : "";
    if (strcmp(kind, "condition") == 0 || strcmp(kind, "score") == 0) {
        push(u, value, HOLDS_EXPRESSION, from);
    } else if (strcmp(kind, "action") == 0) {
        push(u, value, HOLDS_ACTIONS, from);
    } else if (strcmp(kind, "field") == 0 && value_named(u->of, from, value) == NAMES_NONE) {
        use_named(u->of, from, value, NAMES_FIELD, NAMES_READS);
    } else {
        use_value_of(u->of, from, value, details->list);
    }
}

/// Notes uses under `with`, in the body of a state.
static void use_arguments(user *u, const tree_node *value, names_place from) {
    const uint32_t part = u->of->details[from.state].part;
    TREE_FOR_EACH_PAIR(key, value) {
        const uint32_t parameter = part != NAMES_NONE
                                       ? names_look_up(u->of, SPACE_PARAMETERS, part, key->text, key->length, NULL)
                                       : NAMES_NONE;
        if (parameter != NAMES_NONE) {
            names_add_whole(u->of, parameter, from.file, key, names_inside(from), NAMES_READS);
            use_argument(u, parameter, key->next, from);
        }
    }
}

/// A curve: its name, or a mapping with parameters.
static void use_curves(user *u, const tree_node *value, names_place from) {
    if (value->kind == TREE_SCALAR) {
        use_named(u->of, from, value, NAMES_CURVE, NAMES_READS);
    }
    for (const tree_node *item = tree_first_item(value); item != NULL; item = item->next) {
        if (item->kind == TREE_SCALAR) {
            use_named(u->of, from, item, NAMES_CURVE, NAMES_READS);
        } else {
            push(u, item, HOLDS_VALUES, from);
        }
    }
    TREE_FOR_EACH_PAIR(key, value) {
        push(u, key->next, HOLDS_VALUES, from);
    }
}

static void use_score(user *u, const tree_node *value, names_place from, bool is_item) {
    const uint32_t found = tree_is_text(value) ? names_look_up(u->of, SPACE_KIND + NAMES_CONSIDERATION, 0, value->text,
                                                               value->length, NULL)
                                               : NAMES_NONE;
    if (found != NAMES_NONE) {
        names_add_whole(u->of, found, from.file, value, names_inside(from), NAMES_READS);
        return;
    }
    push_keys(u, value, score_keys, from);
    const tree_node *around = value->around;
    const tree_node *kind = tree_value(around, "kind");
    const bool is_best = tree_is_text(value) && strcmp(value->text, "best") == 0 && tree_is_text(kind) &&
                         strcmp(kind->text, "utility") == 0;
    if (!is_item && !is_best) {
        push(u, value->kind == TREE_SCALAR ? value : NULL, HOLDS_EXPRESSION, from);
    }
}

/// Returns the symbol that a key defines. By mistake several may have its name.
static uint32_t symbol_of_key(const names *of, uint32_t space, uint32_t owner, const tree_node *key) {
    enum { MOST_LOOKED_AT = 16 };
    uint32_t entry;
    const uint32_t first = names_look_up(of, space, owner, key->text, key->length, &entry);
    for (uint32_t i = 0; i < MOST_LOOKED_AT && entry != NAMES_NONE; i++, entry = of->entries[entry].next) {
        if (of->details[of->entries[entry].symbol].key == key) {
            return of->entries[entry].symbol;
        }
    }
    return first;
}

static void use_states(user *u, const tree_node *states, names_place from) {
    TREE_FOR_EACH_PAIR(key, states) {
        const uint32_t state = symbol_of_key(u->of, SPACE_STATES, from.state, key);
        if (state != NAMES_NONE) {
            push_keys(u, key->next, state_keys,
                      (names_place){.file = from.file, .state = state, .text = from.text, .is_inside = true});
        }
    }
}

static void use_path(names *of, names_place from, const tree_node *value, names_role role) {
    if (tree_is_text(value)) {
        names_note_path(of, from, value->text, 0, value->length, role);
        names_add_noted(of, from.file, value, names_inside(from));
    }
}

static void use_child(names *of, names_place from, const tree_node *value) {
    if (tree_is_text(value)) {
        const uint32_t child = names_child(of, from.state, value->text, value->length);
        names_add_whole(of, child, from.file, value, names_inside(from), NAMES_BEGINS);
    }
}

static void use_one(user *u, const open_value *one) {
    const tree_node *value = one->value;
    names_place from = one->from;
    switch (one->holds) {
    case HOLDS_NOTHING:
        break;
    case HOLDS_VALUES:
        use_values(u, value, from);
        break;
    case HOLDS_EXPRESSION:
        names_use_text(u->of, from, value, NAMES_TEXT_EXPRESSION);
        break;
    case HOLDS_ACTIONS:
        use_action(u, value, from);
        for (const tree_node *item = tree_first_item(value); item != NULL; item = item->next) {
            use_action(u, item, from);
        }
        break;
    case HOLDS_DESTINATION:
        use_path(u->of, from, value, NAMES_LEADS);
        break;
    case HOLDS_CHILD:
        use_child(u->of, from, value);
        break;
    case HOLDS_BEGINNING:
        use_child(u->of, from, value);
        push_rules(u, value, initial_keys, from);
        break;
    case HOLDS_ANY:
        from.any = true;
        push_rules(u, value, transition_keys, from);
        break;
    case HOLDS_TRANSITIONS:
        push_rules(u, value, transition_keys, from);
        break;
    case HOLDS_STEPS:
        push_rules(u, value, step_keys, from);
        break;
    case HOLDS_STATES:
        use_states(u, value, from);
        break;
    case HOLDS_SCORE:
        use_score(u, value, from, false);
        break;
    case HOLDS_SCORES:
        for (const tree_node *item = tree_first_item(value); item != NULL; item = item->next) {
            use_score(u, item, from, true);
        }
        break;
    case HOLDS_CURVES:
        use_curves(u, value, from);
        break;
    case HOLDS_EVENT:
        use_named(u->of, from, value, NAMES_EVENT, NAMES_READS);
        break;
    case HOLDS_TARGET:
        use_named(u->of, from, value, NAMES_TARGET, NAMES_READS);
        break;
    case HOLDS_PART:
        use_named(u->of, from, value, NAMES_PART, NAMES_READS);
        break;
    case HOLDS_ARGUMENTS:
        use_arguments(u, value, from);
        break;
    case HOLDS_PROPERTY:
        names_use_text(u->of, from, value, NAMES_TEXT_PROPERTY);
        break;
    case HOLDS_PATH:
        use_path(u->of, from, value, NAMES_READS);
        break;
    case HOLDS_WITHIN:
        push_keys(u, value, within_keys, from);
        break;
    case HOLDS_SETTLES:
        push_keys(u, value, settles_keys, from);
        break;
    }
}

static void use_open(user *u) {
    while (u->count > 0) {  // values may contain more
        const open_value one = u->open[--u->count];
        use_one(u, &one);
    }
}

// ----------------------------------------------------------------------------------------------------------- sections

/// The type of a field or parameter that is the name of an enum, and promises.
static void use_typed(user *u, const tree_node *value, names_place from) {
    const tree_node *type = names_type_of(value);
    const uint32_t found = names_enum_named(u->of, from.file, type);
    if (found != NAMES_NONE) {
        names_add_whole(u->of, found, from.file, type, NAMES_NONE, NAMES_READS);
    }
    push_keys(u, value, promise_keys, from);
}

/// Pushes the items of a list of properties.
static void push_properties(user *u, const tree_node *list, names_place from) {
    for (const tree_node *item = tree_first_item(list); item != NULL; item = item->next) {
        if (tree_value(item, "scenario") == NULL) {
            push_keys(u, item, property_keys, from);
        }
    }
}

void names_use_properties(names *of, names_place from, const tree_node *list) {
    user u = {.of = of};
    push_properties(&u, list, from);
    use_open(&u);
    free(u.open);
}

static void use_own(user *u) {
    const names_place from = {.file = 0}, outside = {.file = 0, .outside = true};
    const tree_node *root = names_root_of(u->of, 0);
    TREE_FOR_EACH_PAIR(key, tree_value(root, "context")) {
        const uint32_t field = names_look_up(u->of, SPACE_KIND + NAMES_FIELD, 0, key->text, key->length, NULL);
        use_typed(u, key->next, from);
        use_value_of(u->of, from, tree_value(key->next, "initial"), u->of->details[field].list);
    }
    push_rules(u, tree_value(root, "events"), promise_keys, from);
    push_properties(u, tree_value(root, "prove"), outside);
    const tree_node *renames = tree_value(root, "renames");
    TREE_FOR_EACH_PAIR(key, tree_value(renames, "states")) {
        if (tree_is_text(key->next)) {  // the whole path, without a '/' before it
            uint32_t state = 0;
            for (uint32_t at = 0; at < key->next->length && state != NAMES_NONE;) {
                const uint32_t length = (uint32_t)strcspn(key->next->text + at, "/");
                state = names_child(u->of, state, key->next->text + at, length);
                const bool is_last = at + length >= key->next->length;
                names_note_use(u->of, state, at, at + length, is_last ? NAMES_READS : NAMES_PASSES, true);
                at += length + 1;
            }
            names_add_noted(u->of, 0, key->next, NAMES_NONE);
        }
    }
    TREE_FOR_EACH_PAIR(key, tree_value(renames, "events")) {
        use_named(u->of, from, key->next, NAMES_EVENT, NAMES_READS);
    }
    TREE_FOR_EACH_PAIR(key, tree_value(renames, "fields")) {
        use_named(u->of, from, key->next, NAMES_FIELD, NAMES_READS);
    }
    const names_place inside = {.file = 0, .is_inside = true};
    push_keys(u, tree_value(root, "root"), state_keys, inside);
    use_open(u);
}

static void use_function(user *u, const tree_node *key, names_place from) {
    push_keys(u, key->next, promise_keys, from);
    const tree_node *item = tree_first_item(tree_value(key->next, "parameters"));
    for (; item != NULL; item = item->next) {
        const uint32_t found = names_enum_named(u->of, from.file, item);
        if (found != NAMES_NONE) {
            names_add_whole(u->of, found, from.file, item, NAMES_NONE, NAMES_READS);
        } else {
            use_named(u->of, from, item, NAMES_FIELD, NAMES_READS);
        }
    }
}

static void use_parts(user *u, const tree_node *parts, names_place from) {
    TREE_FOR_EACH_PAIR(key, parts) {
        const uint32_t part = symbol_of_key(u->of, SPACE_KIND + NAMES_PART, 0, key);
        TREE_FOR_EACH_PAIR(parameter, tree_value(key->next, "parameters")) {
            const uint32_t symbol =
                names_look_up(u->of, SPACE_PARAMETERS, part, parameter->text, parameter->length, NULL);
            const tree_node *instead = tree_value(parameter->next, "default");
            use_typed(u, parameter->next, from);
            if (instead != NULL && symbol != NAMES_NONE) {
                use_argument(u, symbol, instead, from);
            }
        }
        push_keys(u, tree_value(key->next, "state"), state_keys,
                  (names_place){.file = from.file, .state = part, .text = part, .is_inside = true});
        use_open(u);
    }
}

static void use_file(user *u, uint32_t file) {
    const names_place from = {.file = file};
    const tree_node *root = names_root_of(u->of, file);
    TREE_FOR_EACH_PAIR(key, tree_value(root, "constants")) {
        names_use_value(u->of, from, key->next, NAMES_NONE);
    }
    TREE_FOR_EACH_PAIR(key, tree_value(root, "conditions")) {
        push(u, key->next, HOLDS_EXPRESSION, from);
    }
    TREE_FOR_EACH_PAIR(key, tree_value(root, "scores")) {
        push(u, key->next, HOLDS_EXPRESSION, from);
    }
    TREE_FOR_EACH_PAIR(key, tree_value(root, "curves")) {
        push(u, key->next, HOLDS_CURVES, from);
    }
    TREE_FOR_EACH_PAIR(key, tree_value(root, "considerations")) {
        push_keys(u, key->next, score_keys, from);
    }
    TREE_FOR_EACH_PAIR(key, tree_value(root, "functions")) {
        use_function(u, key, from);
    }
    TREE_FOR_EACH_PAIR(key, tree_value(root, "targets")) {
        TREE_FOR_EACH_PAIR(field, key->next) {
            if (names_is_most(field)) {
                use_values(u, field->next, from);
            } else {
                use_typed(u, field->next, from);
            }
        }
    }
    use_open(u);
    use_parts(u, tree_value(root, "parts"), from);
}

void names_use_all(names *of) {
    user u = {.of = of};
    use_own(&u);
    for (uint32_t file = 0; file < of->own_count; file++) {
        use_file(&u, file);
    }
    for (uint32_t file = of->own_count; file < of->file_count; file++) {
        names_use_beside(of, file);
    }
    free(u.open);
}
