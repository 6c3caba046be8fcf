// SPDX-License-Identifier: MIT
// Expands the brain: replaces every use of shared definitions in the tree of the brain's own file. Later passes know
// nothing of sharing.
#include <string.h>

#include "expr/characters.h"
#include "file/share.h"

/// A value still to be processed.
typedef struct open_value {
    node *value;
    holding holds;
    state_place place;
} open_value;

typedef struct expander {
    wits_file *file;
    open_value *open;
    uint32_t count;
    uint32_t capacity;
} expander;

static void push(expander *e, node *value, holding holds, state_place place) {
    if (value != NULL && !value->bad && holds != HOLDING_WORD &&
        ARENA_GROW(&e->file->memory, &e->open, e->count, &e->capacity)) {
        e->open[e->count++] = (open_value){value, holds, place};
    }
}

/// The values of a mapping, by the content of its keys.
static void push_values(expander *e, const node *mapping, const key_set *set, state_place place) {
    if (mapping->kind == NODE_MAPPING && !mapping->bad) {
        FOR_EACH_PAIR(key, mapping) {
            push(e, key->next, wits_file_key_holding(set, key->text), place);
        }
    }
}

static void push_items(expander *e, const node *list, holding holds, state_place place) {
    for (node *item = list->kind == NODE_LIST ? list->first : NULL; item != NULL; item = item->next) {
        push(e, item, holds, place);
    }
}

static void push_rules(expander *e, const node *list, const key_set *set, state_place place) {
    for (const node *item = list->kind == NODE_LIST ? list->first : NULL; item != NULL; item = item->next) {
        push_values(e, item, set, place);
    }
}

// ---------------------------------------------------------------------------------------------- curves, considerations

/// The definition that a text names, if it has that kind and may be used here.
static definition *definition_named(wits_file *file, node *value, definition_kind kind) {
    if (value->kind != NODE_SCALAR || value->bad || value->length == 0) {
        return NULL;
    }
    definition *found = wits_file_definition_find(file, kind, value->text, value->length);
    if (found == NULL || found->kind != (uint8_t)kind) {
        return NULL;
    }
    if (!wits_file_definition_is_seen(found, value->origin)) {
        message_words words = {{value->text, wits_file_definition_noun(kind), found->key->origin->source->name}};
        wits_file_report_node(file, value, MESSAGE_NAME_UNSEEN, words, NULL);
        return NULL;
    }
    value->bad = found->bad;
    return found->bad ? NULL : found;
}

/// Replaces a name by a copy of its definition, among its siblings.
static bool put_definition(wits_file *file, node *value, const definition *found) {
    const node *raw = wits_file_node_raw(file, value);
    origin *from = wits_file_origin_make(file, found->value->origin, raw, 0);
    if (from != NULL) {
        from->is_definition = true;
    }
    const node *copy = wits_file_node_copy(file, found->value, from);
    if (copy == NULL) {
        value->bad = true;
        return false;
    }
    node *next = value->next;
    *value = *copy;
    value->next = next;
    return true;
}

/// Moves items of a list inside a list to the outer list.
static void flatten(node *list, node **link) {
    node *inner = *link;
    list->count += inner->count - 1;
    *link = inner->first != NULL ? inner->first : inner->next;
    for (node *item = inner->first; item != NULL; item = item->next) {
        if (item->next == NULL) {
            item->next = inner->next;
            break;
        }
    }
}

/// A curve, or a list of them.
static void expand_curves(expander *e, node *value, state_place place) {
    const definition *found = definition_named(e->file, value, DEFINED_CURVE);
    if (found != NULL && put_definition(e->file, value, found)) {
        push(e, value, HOLDING_CURVES, place);
    } else if (value->kind == NODE_MAPPING) {
        push(e, value, HOLDING_VALUES, place);
    }
    if (found != NULL || value->kind != NODE_LIST) {
        return;
    }
    for (node **link = &value->first; *link != NULL;) {
        const definition *named = definition_named(e->file, *link, DEFINED_CURVE);
        if (named != NULL && put_definition(e->file, *link, named)) {
            if ((*link)->kind == NODE_LIST) {
                flatten(value, link);
            }
            continue;  // the replacement may be a name again
        }
        push(e, (*link)->kind == NODE_MAPPING ? *link : NULL, HOLDING_VALUES, place);
        link = &(*link)->next;
    }
}

/// A part of a score: a consideration, a gate or a group.
static void expand_part(expander *e, node *value, state_place place) {
    const definition *found = definition_named(e->file, value, DEFINED_CONSIDERATION);
    if (found != NULL) {
        put_definition(e->file, value, found);
    }
    push_values(e, value, &wits_file_part_keys, place);
}

static void expand_score(expander *e, node *value, state_place place) {
    bool is_named = value->kind == NODE_SCALAR && definition_named(e->file, value, DEFINED_CONSIDERATION) != NULL;
    if (is_named || value->kind == NODE_MAPPING) {
        expand_part(e, value, place);
    } else {
        wits_file_text_make(e->file, value, (text_places){place, place});
    }
}

// ------------------------------------------------------------------------------------------------------------- actions

/// An action that consists of a parameter becomes its argument: one action or a list. `place` becomes the argument's
/// position.
static bool put_actions(wits_file *file, node *item, state_place *place) {
    uint32_t row = wits_file_parameter_named(item);
    const part_use *use = item->origin->use;
    if (row == WITS_NONE || use->part->parameters[row].kind != PARAMETER_ACTION) {
        return false;
    }
    const node *given = use->arguments[row];
    const node *raw = wits_file_node_raw(file, item);
    const node *copy = given == NULL || given->bad
                           ? NULL
                           : wits_file_node_copy(file, given, wits_file_origin_make(file, given->origin, raw, 0));
    if (copy == NULL) {
        item->bad = true;
        return false;
    }
    node *next = item->next;
    *item = *copy;
    item->next = next;
    *place = (state_place){use->state, false};
    return true;
}

/// A list in which inserted lists are flattened.
static void expand_action_list(expander *e, node *list, text_places places) {
    struct {
        const node *end;  ///< the first item after it
        state_place place;
    } around[MOST_PARTS_DEEP + 2] = {{NULL, places.written}};  // each was written in the part around the previous one
    uint32_t depth = 1;
    for (node **link = &list->first; *link != NULL;) {
        node *item = *link;
        while (depth > 1 && around[depth - 1].end == item) {
            depth--;
        }
        state_place own = around[depth - 1].place;
        if (!put_actions(e->file, item, &own)) {
            wits_file_action_make(e->file, item, (text_places){own, places.lands});
            link = &item->next;
        } else if (depth < sizeof around / sizeof *around) {
            around[depth].end = item->next;
            around[depth++].place = own;
            if (item->kind == NODE_LIST) {
                flatten(list, link);
            }
        }
    }
}

static void expand_actions(expander *e, node *value, state_place place) {
    text_places places = {place, place};
    while (value->kind == NODE_SCALAR && put_actions(e->file, value, &places.written)) {
        // at most MOST_PARTS_DEEP times
    }
    if (value->kind == NODE_LIST) {
        expand_action_list(e, value, places);
    } else {
        wits_file_action_make(e->file, value, places);
    }
}

// -------------------------------------------------------------------------------------------------------- other values

static void expand_destination(expander *e, node *value, state_place place) {
    if (value->kind != NODE_SCALAR || value->length == 0) {
        return;
    }
    position at = wits_file_node_position(value);
    const char *name = wits_file_state_name(e->file, value->origin, (text_places){place, place}, value->text, at);
    if (name == NULL) {
        value->bad = true;
    } else if (name != value->text) {
        value->text = name;
        value->length = (uint32_t)strlen(name);
    }
}

static void expand_values(expander *e, node *value, state_place place) {
    if (value->kind == NODE_SCALAR) {
        wits_file_value_make(e->file, value);
    } else if (value->kind == NODE_LIST) {
        push_items(e, value, HOLDING_VALUES, place);
    } else {
        FOR_EACH_PAIR(key, value) {
            push(e, key->next, HOLDING_VALUES, place);
        }
    }
}

static void expand_one(expander *e, open_value one) {
    state_place inside = {one.place.row, true};
    switch (one.holds) {
    case HOLDING_WORD:
        return;
    case HOLDING_VALUES:
        expand_values(e, one.value, one.place);
        return;
    case HOLDING_EXPRESSION:
        wits_file_text_make(e->file, one.value, (text_places){one.place, one.place});
        return;
    case HOLDING_ACTIONS:
        expand_actions(e, one.value, one.place);
        return;
    case HOLDING_DESTINATION:
        expand_destination(e, one.value, one.place);
        return;
    case HOLDING_BEGINNING:
        push_rules(e, one.value, &wits_file_initial_keys, one.place);
        return;
    case HOLDING_TRANSITIONS:
        push_rules(e, one.value, &wits_file_transition_keys, one.place);
        return;
    case HOLDING_ANY:
        push_rules(e, one.value, &wits_file_transition_keys, inside);
        return;
    case HOLDING_STEPS:
        push_rules(e, one.value, &wits_file_step_keys, one.place);
        return;
    case HOLDING_SCORE:
        expand_score(e, one.value, one.place);
        return;
    case HOLDING_PARTS:
        for (node *item = one.value->kind == NODE_LIST ? one.value->first : NULL; item != NULL; item = item->next) {
            expand_part(e, item, one.place);
        }
        return;
    case HOLDING_CURVES:
        expand_curves(e, one.value, one.place);
        return;
    case HOLDING_PROPERTY:
        wits_file_property_make(e->file, one.value);
        return;
    case HOLDING_WITHIN:
        push_values(e, one.value, &wits_file_within_keys, one.place);
        return;
    case HOLDING_SETTLES:
        push_values(e, one.value, &wits_file_settles_keys, one.place);
        return;
    }
}

static void expand_states(wits_file *file) {
    expander e = {.file = file};
    for (uint32_t row = 0; row < file->shared->state_count; row++) {
        push_values(&e, file->shared->states[row].body, &wits_file_state_keys, (state_place){row, false});
        while (e.count > 0) {  // replacements may contain more
            expand_one(&e, e.open[--e.count]);
        }
    }
}

void wits_file_properties_expand(wits_file *file, const node *list) {
    expander e = {.file = file};
    push_rules(&e, list, &wits_file_property_keys, (state_place){WITS_ROOT, false});
    while (e.count > 0) {
        expand_one(&e, e.open[--e.count]);
    }
}

// ------------------------------------------------------------------------------------------------- the file's own keys

/// Replaces constants in the host's promises about a field or function.
static void expand_promises(wits_file *file, const node *value) {
    static const char *const keys[] = {"range", "step", "nan", "host"};
    expander e = {.file = file};
    for (uint32_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        push(&e, wits_file_keys_find(value, keys[i]), HOLDING_VALUES, (state_place){WITS_ROOT, false});
    }
    while (e.count > 0) {
        expand_one(&e, e.open[--e.count]);
    }
}

/// Gives a field whose type is the name of an enum its list. Returns null for other types.
static definition *expand_type(wits_file *file, node *field) {
    node *type = field->kind == NODE_MAPPING ? wits_file_keys_find(field, "type") : field;
    definition *found = type != NULL ? definition_named(file, type, DEFINED_ENUM) : NULL;
    return found != NULL && put_definition(file, type, found) ? found : NULL;
}

static void expand_fields(wits_file *file, node *context) {
    if (context == NULL || context->kind != NODE_MAPPING) {
        return;
    }
    FOR_EACH_PAIR(key, context) {
        definition *found = expand_type(file, key->next);
        node *initial = key->next->kind == NODE_MAPPING ? wits_file_keys_find(key->next, "initial") : NULL;
        if (found != NULL && found->field == NULL) {
            found->field = key;
        }
        if (initial != NULL) {
            wits_file_value_make(file, initial);
        }
        expand_promises(file, key->next);
    }
}

/// As above, for kinds of targets.
static void expand_targets(wits_file *file, const node *targets) {
    if (targets == NULL || targets->kind != NODE_MAPPING) {
        return;
    }
    FOR_EACH_PAIR(kind, targets) {
        for (node *key = kind->next->kind == NODE_MAPPING ? kind->next->first : NULL; key != NULL;
             key = key->next->next) {
            expand_type(file, key->next);
            expand_promises(file, key->next);
            if (wits_file_is_most(key)) {
                wits_file_value_make(file, key->next);
            }
        }
    }
}

/// Marks the definition whose name ends here in a text.
static void mark_name(wits_file *file, definition_kind kind, const char *text, const char *end) {
    const char *begin = end;
    while (begin > text && is_name_part(begin[-1])) {
        begin--;
    }
    definition *found = wits_file_definition_find(file, kind, begin, (uint32_t)(end - begin));
    if (found != NULL) {
        found->is_needed = true;
    }
}

/// Marks the functions that are called in a text and the kinds of targets that it reads.
static void mark_names(wits_file *file, const char *text) {
    for (const char *sign = strpbrk(text, "(."); sign != NULL; sign = strpbrk(sign + 1, "(.")) {
        const char *end = sign;
        while (*sign == '(' && end > text && strchr(" \t\r\n", end[-1]) != NULL) {
            end--;
        }
        mark_name(file, *sign == '(' ? DEFINED_FUNCTION : DEFINED_TARGET, text, end);
    }
}

/// Marks everything needed in the tree.
static void mark_needed(wits_file *file, node *root) {
    tree_walk walk = wits_file_walk(root);
    for (const node *at = wits_file_walk_next(&walk); at != NULL; at = wits_file_walk_next(&walk)) {
        const node *target = wits_file_keys_find(at, "target");
        mark_names(file, at->text);
        if (target != NULL && target->kind == NODE_SCALAR) {
            mark_name(file, DEFINED_TARGET, target->text, target->text + target->length);
        }
    }
}

/// Returns null if memory runs out.
static node *new_node(wits_file *file, const node *like, const char *text, node_kind kind) {
    node *made = wits_file_arena_take(&file->memory, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    *made = (node){.text = text,
                   .origin = like->origin,
                   .length = (uint32_t)strlen(text),
                   .line = like->line,
                   .column = like->column,
                   .at = like->at,
                   .kind = (uint8_t)kind};
    file->node_count++;
    file->shared->is_changed = true;
    return made;
}

/// Inserts a pair before the key `before`; at the end if that is null or missing.
static void insert_pair(node *mapping, node *key, node *value, const char *before) {
    node **link = &mapping->first;
    while (*link != NULL && (before == NULL || strcmp((*link)->text, before) != 0)) {
        link = &(*link)->next->next;
    }
    value->next = *link;
    *link = key;
    key->next = value;
    mapping->count += 2;
}

/// Returns a section of the brain, created if missing; null if it is not a mapping, or memory runs out.
static node *section_of(wits_file *file, const char *name, const node *like) {
    node *tree = file->tree;
    node *section = wits_file_keys_find(tree, name);
    if (section == NULL || wits_file_node_is_empty(section)) {
        node *made = new_node(file, like, "", NODE_MAPPING);
        if (section != NULL && made != NULL) {
            made->next = section->next;
            *section = *made;
            return section;
        }
        node *key = new_node(file, like, name, NODE_SCALAR);
        if (key == NULL) {
            return NULL;
        }
        insert_pair(tree, key, made, "root");
        return made;
    }
    return section->kind == NODE_MAPPING ? section : NULL;
}

static bool is_same(node *a, node *b) {
    tree_walk left = wits_file_walk(a), right = wits_file_walk(b);
    for (;;) {  // each iteration takes a node off both
        const node *one = wits_file_walk_next(&left), *other = wits_file_walk_next(&right);
        if (one == NULL || other == NULL) {
            return one == other;
        }
        if (one->kind != other->kind || one->count != other->count || strcmp(one->text, other->text) != 0) {
            return false;
        }
    }
}

/// A function or kind of targets that an included file declares.
static void add_declared(wits_file *file, const definition *declared, const char *section_name) {
    const definition *first =
        wits_file_definition_find(file, (definition_kind)declared->kind, declared->key->text, declared->key->length);
    if (first != declared) {
        if (!is_same(first->value, declared->value)) {
            const char *where =
                wits_file_place_text(file, wits_file_node_position(first->key), wits_file_node_position(declared->key));
            const char *other = declared->kind == DEFINED_FUNCTION ? "another function" : "another kind of targets";
            message_words words = {{declared->key->text, other, where}};
            wits_file_report_node(file, declared->key, MESSAGE_DEFINED_TWICE, words, NULL);
        }
        return;
    }
    node *section = declared->is_needed && !declared->bad ? section_of(file, section_name, declared->key) : NULL;
    node *name = section != NULL ? wits_file_node_copy(file, declared->key, declared->key->origin) : NULL;
    node *value = section != NULL ? wits_file_node_copy(file, declared->value, declared->value->origin) : NULL;
    if (name != NULL && value != NULL) {
        insert_pair(section, name, value, NULL);
    }
}

/// The functions and kinds of targets that included files declare, if needed.
static void add_all_declared(wits_file *file) {
    node *root = wits_file_keys_find(file->tree, "root");
    if (root == NULL || file->source_count == 1) {
        return;
    }
    mark_needed(file, root);
    for (uint32_t row = 0; row < file->shared->count; row++) {
        const definition *defined = &file->shared->definitions[row];
        const bool is_included = defined->key->origin->source->number > 0;
        if (is_included && defined->kind >= DEFINED_FUNCTION) {
            add_declared(file, defined, defined->kind == DEFINED_FUNCTION ? "functions" : "targets");
        }
    }
}

/// As above, for events.
static void expand_events(wits_file *file, const node *events) {
    for (node *item = events != NULL && events->kind == NODE_LIST ? events->first : NULL; item != NULL;
         item = item->next) {
        expand_promises(file, item);
    }
}

static void note_enum(wits_file *file, const node *function, uint32_t number, const char *name) {
    named_enum *noted = wits_file_arena_take(&file->memory, sizeof *noted);
    if (noted != NULL) {
        *noted = (named_enum){file->named_enums, function->text, name, number};
        file->named_enums = noted;
    }
}

/// A parameter of a function that is the name of an enum receives the list.
static void expand_functions(wits_file *file, node *functions) {
    if (functions == NULL || functions->kind != NODE_MAPPING) {
        return;
    }
    FOR_EACH_PAIR(key, functions) {
        node *value = key->next;
        expand_promises(file, value);
        node *list = value->kind == NODE_MAPPING ? wits_file_keys_find(value, "parameters") : NULL;
        uint32_t number = 0;
        for (node *item = list != NULL && list->kind == NODE_LIST ? list->first : NULL; item != NULL;
             item = item->next, number++) {
            const definition *found = definition_named(file, item, DEFINED_ENUM);
            if (found != NULL) {
                note_enum(file, key, number, found->key->text);
                put_definition(file, item, found);
            }
        }
    }
}

/// Removes the shared sections: their contents are in the tree now.
static void take_shared_keys(wits_file *file) {
    for (node **link = &file->tree->first; *link != NULL;) {
        node *key = *link;
        bool is_shared = false;
#define IS_SHARED(id, name) is_shared = is_shared || strcmp(key->text, name) == 0;
        SHARED_KEYS(IS_SHARED)
#undef IS_SHARED
        if (is_shared && !key->bad) {
            *link = key->next->next;
            file->tree->count -= 2;
        } else {
            link = &key->next->next;
        }
    }
}

/// Renumbers the nodes in their current order.
static void number_nodes(node *root) {
    uint32_t number = 0;
    tree_walk walk = wits_file_walk(root);
    for (node *at = wits_file_walk_next(&walk); at != NULL; at = wits_file_walk_next(&walk)) {
        at->order = number++;
    }
}

bool wits_file_expand(wits_file *file) {
    file->tree = file->sources[0].tree;
    if (file->tree->kind != NODE_MAPPING) {
        return true;  // the reader reports the problem
    }
    file->shared = wits_file_arena_take(&file->memory, sizeof *file->shared);
    if (file->shared == NULL) {
        return false;
    }
    node *rate = wits_file_keys_find(file->tree, "ticks_per_second");
    if (rate != NULL) {
        wits_file_read_rate(file, rate);
    }
    wits_file_definitions_read(file);
    expand_fields(file, wits_file_keys_find(file->tree, "context"));
    node *root = wits_file_keys_find(file->tree, "root");
    if (root != NULL) {
        wits_file_states_spread(file, root);
    }
    if (file->memory.failed) {
        return false;  // names are not indexed
    }
    expand_states(file);
    const node *properties = wits_file_keys_find(file->tree, "prove");
    if (properties != NULL && root != NULL) {
        wits_file_properties_expand(file, properties);
    }
    expand_events(file, wits_file_keys_find(file->tree, "events"));
    add_all_declared(file);
    expand_functions(file, wits_file_keys_find(file->tree, "functions"));
    expand_targets(file, wits_file_keys_find(file->tree, "targets"));
    take_shared_keys(file);
    if (file->shared->is_changed) {
        number_nodes(file->tree);
    }
    file->bad_section = file->bad_section || file->shared->is_too_large;
    return !file->shared->is_too_large && !file->memory.failed;
}
