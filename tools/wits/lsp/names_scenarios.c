// SPDX-License-Identifier: MIT
// The uses of names in files beside a brain: scenarios (docs/testing-brains.md), and separate lists of properties.
#include <string.h>

#include "lsp/names_parts.h"

static bool is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

static uint32_t name_length(const char *from) {
    uint32_t length = 0;
    while (is_name_part(from[length])) {
        length++;
    }
    return length;
}

static uint32_t named(const names *of, names_kind kind, const char *name, size_t length) {
    return names_look_up(of, SPACE_KIND + kind, 0, name, length, NULL);
}

/// Calls `use` for a scalar, or for the scalars of a list.
static void use_each(names *of, names_place from, const tree_node *value,
                     void (*use)(names *of, names_place from, const tree_node *scalar)) {
    const tree_node *item = value != NULL && value->kind == TREE_LIST ? value->first : value;
    for (; item != NULL; item = value->kind == TREE_LIST ? item->next : NULL) {
        if (tree_is_text(item)) {
            use(of, from, item);
        }
    }
}

/// A constant, or a value of a list.
static void use_value(names *of, names_place from, const tree_node *value, uint32_t list) {
    const uint32_t constant = tree_is_text(value) && value->style == TREE_PLAIN
                                  ? named(of, NAMES_CONSTANT, value->text, value->length)
                                  : NAMES_NONE;
    if (constant != NAMES_NONE) {
        names_add_whole(of, constant, from.file, value, NAMES_NONE, NAMES_READS);
    } else if (value != NULL) {
        names_use_value(of, from, value, list);
    }
}

static void use_event(names *of, names_place from, const tree_node *scalar) {
    names_add_whole(of, named(of, NAMES_EVENT, scalar->text, scalar->length), from.file, scalar, NAMES_NONE,
                    NAMES_RAISES);
}

static void use_targets(names *of, names_place from, uint32_t target, const tree_node *list) {
    for (const tree_node *item = tree_first_item(list); item != NULL; item = item->next) {
        TREE_FOR_EACH_PAIR(key, item) {
            const uint32_t field = names_look_up(of, SPACE_TARGET_FIELDS, target, key->text, key->length, NULL);
            names_add_whole(of, field, from.file, key, NAMES_NONE, NAMES_ASSIGNS);
            use_value(of, from, key->next, field != NAMES_NONE ? of->details[field].list : NAMES_NONE);
        }
    }
}

/// Notes uses in `given` and `when`: values of fields, results of functions, targets, events.
static void use_inputs(names *of, names_place from, const tree_node *inputs) {
    TREE_FOR_EACH_PAIR(key, inputs) {
        const uint32_t field = named(of, NAMES_FIELD, key->text, key->length);
        const uint32_t target = named(of, NAMES_TARGET, key->text, key->length);
        const uint32_t length = name_length(key->text);
        if (strcmp(key->text, "raise") == 0) {
            use_each(of, from, key->next, use_event);
        } else if (length < key->length) {
            names_note_use(of, named(of, NAMES_FUNCTION, key->text, length), 0, length, NAMES_CALLS, true);
            names_add_noted(of, from.file, key, NAMES_NONE);
        } else if (field != NAMES_NONE) {
            names_add_whole(of, field, from.file, key, NAMES_NONE, NAMES_ASSIGNS);
            use_value(of, from, key->next, of->details[field].list);
        } else if (target != NAMES_NONE) {
            names_add_whole(of, target, from.file, key, NAMES_NONE, NAMES_ASSIGNS);
            use_targets(of, from, target, key->next);
        }
    }
}

/// Returns where a text begins after "not ".
static uint32_t after_not(const tree_node *scalar) {
    return strncmp(scalar->text, "not ", 4) == 0 ? 4 + (uint32_t)strspn(scalar->text + 4, " ") : 0;
}

static void use_path(names *of, names_place from, const tree_node *scalar) {
    const uint32_t begin = after_not(scalar);
    if (begin < scalar->length) {
        names_note_path(of, from, scalar->text, begin, scalar->length, NAMES_READS);
        names_add_noted(of, from.file, scalar, NAMES_NONE);
    }
}

static void use_call(names *of, names_place from, const tree_node *scalar) {
    const uint32_t begin = after_not(scalar), end = begin + name_length(scalar->text + begin);
    names_note_use(of, named(of, NAMES_FUNCTION, scalar->text + begin, end - begin), begin, end, NAMES_CALLS, true);
    names_add_noted(of, from.file, scalar, NAMES_NONE);
}

static void use_condition(names *of, names_place from, const tree_node *scalar) {
    names_use_text(of, from, scalar, NAMES_TEXT_PROPERTY);
}

/// Notes uses in `expect` and `never`.
static void use_expected(names *of, names_place from, const tree_node *value) {
    const tree_node *item = value != NULL && value->kind == TREE_LIST ? value->first : value;
    for (; item != NULL; item = value->kind == TREE_LIST ? item->next : NULL) {
        use_each(of, from, tree_value(item, "active"), use_path);
        use_each(of, from, tree_value(item, "calls"), use_call);
        use_each(of, from, tree_value(item, "holds"), use_condition);
        TREE_FOR_EACH_PAIR(option, tree_value(item, "target")) {
            use_path(of, from, option);
            use_value(of, from, option->next, NAMES_NONE);
        }
    }
}

static void use_step(names *of, names_place from, const tree_node *step) {
    static const char *const waits[] = {"after", "within", "for"};
    use_inputs(of, from, tree_value(step, "when"));
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        use_value(of, from, tree_value(step, waits[i]), NAMES_NONE);
    }
    use_expected(of, from, tree_value(step, "expect"));
    use_expected(of, from, tree_value(step, "never"));
}

void names_use_beside(names *of, uint32_t file) {
    const names_place from = {.file = file, .outside = true};
    const tree_node *root = names_root_of(of, file);
    names_use_properties(of, from, root);
    for (const tree_node *item = tree_first_item(root); item != NULL; item = item->next) {
        use_inputs(of, from, tree_value(item, "given"));
        use_each(of, from, tree_value(item, "scenario") != NULL ? tree_value(item, "from") : NULL, use_path);
        use_value(of, from, tree_value(item, "seed"), NAMES_NONE);
        for (const tree_node *step = tree_first_item(tree_value(item, "steps")); step != NULL; step = step->next) {
            use_step(of, from, step);
        }
        if (tree_value(item, "scenario") != NULL) {
            use_step(of, from, item);
        }
    }
}
