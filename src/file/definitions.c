// SPDX-License-Identifier: MIT
// The names that files define, and their kinds.
#include <stdlib.h>
#include <string.h>

#include "expr/characters.h"
#include "expr/expr.h"
#include "expr/number.h"
#include "file/share.h"

// ------------------------------------------------------------------------------------------------------------- finding

/// Kinds that share a namespace have the same number.
static uint32_t space_of(uint32_t kind) {
    return kind <= DEFINED_EVENT ? DEFINED_CONSTANT : kind;
}

static uint32_t *slot_of(const sharing *shared, uint32_t kind, const char *name, uint32_t length) {
    uint32_t hash = 2166136261u ^ space_of(kind);
    for (uint32_t i = 0; i < length; i++) {
        hash = (hash ^ (uint8_t)name[i]) * 16777619u;  // FNV-1a
    }
    uint32_t at = (hash ^ hash >> 15) % shared->index_size;
    for (;; at = (at + 1) % shared->index_size) {  // half of the slots are empty
        uint32_t *slot = &shared->index[at];
        const definition *found = *slot != 0 ? &shared->definitions[*slot - 1] : NULL;
        if (found == NULL || (space_of(found->kind) == space_of(kind) && found->key->length == length &&
                              memcmp(found->key->text, name, length) == 0)) {
            return slot;
        }
    }
}

definition *wits_file_definition_find(const wits_file *file, definition_kind kind, const char *name, uint32_t length) {
    const sharing *shared = file->shared;
    uint32_t row = shared->index_size > 0 ? *slot_of(shared, kind, name, length) : 0;
    return row != 0 ? &shared->definitions[row - 1] : NULL;
}

bool wits_file_definition_is_seen(const definition *defined, const origin *from) {
    return (from->source->sees >> defined->key->origin->source->number & 1) != 0;
}

const char *wits_file_definition_noun(definition_kind kind) {
    static const char *const nouns[] = {"a constant", "a condition", "a score",          "a consideration",
                                        "a field",    "an event",    "a curve",          "an enum",
                                        "a part",     "a function",  "a kind of targets"};
    return nouns[kind];
}

static bool is_in_text(uint32_t kind) {
    return kind <= DEFINED_EVENT;
}

static void refuse(wits_file *file, definition *defined, message_id message, message_words words, const char *nearest) {
    wits_file_report_node(file, defined->key, message, words, nearest);
    defined->bad = true;
    file->bad_section = true;
}

/// A field and an event may have the same name; lookups then find the field.
static void index_one(wits_file *file, definition *defined) {
    sharing *shared = file->shared;
    uint32_t row = (uint32_t)(defined - shared->definitions);
    uint32_t *slot = slot_of(shared, defined->kind, defined->key->text, defined->key->length);
    if (*slot == 0) {
        *slot = row + 1;
        return;
    }
    const definition *first = &shared->definitions[*slot - 1];
    bool is_own = defined->kind == DEFINED_FIELD || defined->kind == DEFINED_EVENT || defined->kind >= DEFINED_FUNCTION;
    if (!is_own) {
        const char *where =
            wits_file_place_text(file, wits_file_node_position(first->key), wits_file_node_position(defined->key));
        message_words words = {{defined->key->text, wits_file_definition_noun(first->kind), where}};
        refuse(file, defined, MESSAGE_DEFINED_TWICE, words, NULL);
    }
}

/// The name before a '.' or alone in a text must not also be a kind of targets; events may share the name.
static void check_target_name(wits_file *file, definition *defined) {
    const node *key = defined->key;
    const definition *other = wits_file_definition_find(file, DEFINED_CONSTANT, key->text, key->length);
    if (other == NULL || other->kind == DEFINED_EVENT) {
        other = wits_file_definition_find(file, DEFINED_ENUM, key->text, key->length);
    }
    if (other != NULL) {
        const char *where =
            wits_file_place_text(file, wits_file_node_position(other->key), wits_file_node_position(key));
        message_words words = {{key->text, wits_file_definition_noun(other->kind), where}};
        refuse(file, defined, MESSAGE_DEFINED_TWICE, words, NULL);
    }
}

static void index_all(wits_file *file) {
    sharing *shared = file->shared;
    const uint32_t size = 2 * shared->count + 1;
    shared->index = wits_file_arena_take(&file->memory, size * sizeof *shared->index);
    if (shared->index == NULL) {
        return;
    }
    shared->index_size = size;
    for (uint32_t row = 0; row < shared->count; row++) {
        index_one(file, &shared->definitions[row]);
    }
    for (uint32_t row = 0; row < shared->count; row++) {
        if (shared->definitions[row].kind == DEFINED_TARGET) {
            check_target_name(file, &shared->definitions[row]);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------- collecting

/// Returns null if memory runs out.
static definition *add(wits_file *file, definition_kind kind, node *key, node *value) {
    sharing *shared = file->shared;
    if (!ARENA_GROW(&file->memory, &shared->definitions, shared->count, &shared->capacity)) {
        return NULL;
    }
    definition *added = &shared->definitions[shared->count++];
    *added = (definition){.key = key, .value = value, .kind = (uint8_t)kind};
    return added;
}

/// Returns whether a definition has the form of its kind: a text, a list or a mapping.
static bool has_shape(const definition *defined) {
    const node *value = defined->value;
    switch (defined->kind) {
    case DEFINED_ENUM:
        return value->kind == NODE_LIST;
    case DEFINED_PART:
        return value->kind == NODE_MAPPING;
    case DEFINED_CONSIDERATION:
        return value->kind == NODE_MAPPING && value->count > 0;
    case DEFINED_CURVE:
        return value->kind != NODE_SCALAR ? value->count > 0 : value->length > 0;
    default:
        return value->kind == NODE_SCALAR && (value->length > 0 || value->style != STYLE_PLAIN);
    }
}

static const char *wanted_shape(uint32_t kind) {
    static const char *const wanted[] = {
        [DEFINED_CONSTANT] = "a value, such as '2.5' or '3s'",
        [DEFINED_CONDITION] = "a condition",
        [DEFINED_SCORE] = "a score",
        [DEFINED_CONSIDERATION] = "a consideration, such as '{input: hunger}'",
        [DEFINED_CURVE] = "a curve, such as 'logistic' or '{logistic: {k: 2}}'",
        [DEFINED_ENUM] = "a list of names, such as '[calm, angry]'",
        [DEFINED_PART] = "a part, such as '{state: {update: wait()}}'",
    };
    return wanted[kind];
}

static bool is_free_name(wits_file *file, definition *defined) {
    const char *name = defined->key->text;
    uint32_t length = defined->key->length;
    bool is_curve = defined->kind == DEFINED_CURVE && wits_file_choice_is_in(&wits_file_curve_values, name);
    bool is_type = defined->kind == DEFINED_ENUM && wits_file_choice_is_in(&wits_file_type_values, name);
    wits_problem_code code = !wits_file_text_is_name(name) ? WITS_PROBLEM_NAME_INVALID
                             : length > WITS_MAX_NAME      ? WITS_PROBLEM_NAME_TOO_LONG
                             : is_in_text(defined->kind) && wits_expr_is_reserved(name, length)
                                 ? WITS_PROBLEM_NAME_RESERVED
                                 : WITS_PROBLEM_NONE;
    if (code != WITS_PROBLEM_NONE) {
        wits_file_report_node_core(file, defined->key, code, name);
    } else if (is_curve || is_type) {
        const char *noun = is_curve ? "a curve that every brain has" : "a type that every brain has";
        wits_file_report_node(file, defined->key, MESSAGE_DEFINED_ALWAYS, (message_words){{name, noun}}, NULL);
    }
    return code == WITS_PROBLEM_NONE && !is_curve && !is_type;
}

static void check_one(wits_file *file, definition *defined) {
    if (defined->value->bad || !is_free_name(file, defined)) {
        defined->bad = true;
    } else if (!has_shape(defined)) {
        message_words words = {{wanted_shape(defined->kind), wits_file_describe(file, defined->value)}};
        wits_file_report_node(file, defined->value, MESSAGE_EXPECTED, words, NULL);
        defined->bad = true;
    }
    file->bad_section = file->bad_section || defined->bad;
}

static void collect_section(wits_file *file, const file_source *from, definition_kind kind, const char *name) {
    node *section = wits_file_keys_find(from->tree, name);
    if (section == NULL || wits_file_node_is_empty(section)) {
        return;
    }
    if (section->bad || section->kind != NODE_MAPPING) {
        message_words words = {{"names with definitions", wits_file_describe(file, section)}};
        wits_file_report_node(file, section, MESSAGE_EXPECTED, words, NULL);
        file->bad_section = true;
        return;
    }
    file->shared->has_names = file->shared->has_names || kind <= DEFINED_CONSIDERATION || kind == DEFINED_ENUM;
    FOR_EACH_PAIR(key, section) {
        definition *added = add(file, kind, key, key->next);
        if (added == NULL) {
            return;
        }
        check_one(file, added);
    }
}

/// Names that belong to the brain, which no definition may have.
static void collect_own(wits_file *file) {
    node *fields = wits_file_keys_find(file->sources[0].tree, "context");
    node *events = wits_file_keys_find(file->sources[0].tree, "events");
    if (fields != NULL && fields->kind == NODE_MAPPING) {
        FOR_EACH_PAIR(key, fields) {
            add(file, DEFINED_FIELD, key, key->next);
        }
    }
    for (node *item = events != NULL && events->kind == NODE_LIST ? events->first : NULL; item != NULL;
         item = item->next) {
        node *name = item->kind == NODE_MAPPING ? wits_file_keys_find(item, "name") : item;
        if (name != NULL && name->kind == NODE_SCALAR && !name->bad) {
            add(file, DEFINED_EVENT, name, name);
        }
    }
}

/// Collects functions that the host must provide; they are validated with the expanded brain.
static void collect_for_host(wits_file *file, const file_source *from, definition_kind kind, const char *name) {
    const node *section = wits_file_keys_find(from->tree, name);
    if (section != NULL && section->kind == NODE_MAPPING && !section->bad) {
        FOR_EACH_PAIR(key, section) {
            add(file, kind, key, key->next);
        }
    }
}

static void collect(wits_file *file, const file_source *from) {
    static const struct {
        const char *key;
        definition_kind kind;
    } sections[] = {
        {"constants", DEFINED_CONSTANT}, {"enums", DEFINED_ENUM},   {"conditions", DEFINED_CONDITION},
        {"scores", DEFINED_SCORE},       {"curves", DEFINED_CURVE}, {"considerations", DEFINED_CONSIDERATION},
        {"parts", DEFINED_PART},
    };
    for (uint32_t i = 0; i < sizeof sections / sizeof *sections; i++) {
        collect_section(file, from, sections[i].kind, sections[i].key);
    }
    collect_for_host(file, from, DEFINED_FUNCTION, "functions");
    collect_for_host(file, from, DEFINED_TARGET, "targets");
}

/// An included file has definitions, but nothing that belongs to one brain.
static void check_included(wits_file *file, file_source *from) {
    key_values found;
    wits_file_keys_read(file, &wits_file_included_keys, from->tree,
                        "a file of definitions, which begins with 'wits: 1'", false, &found);
    if (found.values[INCLUDED_KEY_WITS] != NULL) {
        wits_file_read_version(file, found.values[INCLUDED_KEY_WITS]);
    } else if (!from->tree->bad) {
        message_words words = {{wits_file_included_keys.owner, "wits"}};
        wits_file_report(file, wits_file_node_position(from->tree), MESSAGE_KEY_MISSING, words, NULL);
    }
}

// -------------------------------------------------------------------------------------------------------------- values

const char *wits_file_value_noun(value_kind kind) {
    static const char *const nouns[] = {"a whole number", "a number", "true or false",
                                        "a time",         "a text",   "a value of an enum"};
    return nouns[kind];
}

/// The list of a defined enum, or of a field.
static const node *list_of_enum(const wits_file *file, const origin *from, const char *name, uint32_t length) {
    const definition *defined = wits_file_definition_find(file, DEFINED_ENUM, name, length);
    if (defined != NULL && wits_file_definition_is_seen(defined, from)) {
        return defined->bad ? NULL : defined->value;
    }
    const definition *field = wits_file_definition_find(file, DEFINED_FIELD, name, length);
    const node *type = field != NULL && field->kind == DEFINED_FIELD ? field->value : NULL;
    const node *inner = type != NULL && type->kind == NODE_MAPPING ? wits_file_keys_find(type, "type") : type;
    return inner != NULL && inner->kind == NODE_LIST ? inner : NULL;
}

/// Recognises `mood.calm`; `list` becomes its enum's list, or null.
static bool is_enum_value(const wits_file *file, const node *value, const node **list, const char **name) {
    const char *point = strchr(value->text, '.');
    uint32_t length = point != NULL ? (uint32_t)(point - value->text) : 0;
    *list = NULL;
    if (length == 0 || value->text[0] < 'A' || !wits_file_text_is_name(point + 1)) {
        return false;
    }
    *name = point + 1;
    *list = list_of_enum(file, value->origin, value->text, length);
    return *list != NULL;
}

static bool read_enum_value(wits_file *file, const node *value, const node *list, const char *name) {
    nearest_name nearest = wits_file_nearest_begin(file, name);
    for (const node *item = list->first; item != NULL; item = item->next) {
        if (wits_file_node_is(item, name)) {
            return true;
        }
        if (item->kind == NODE_SCALAR) {
            wits_file_nearest_offer(&nearest, item->text);
        }
    }
    wits_file_report(file, wits_file_source_position(value, 0), MESSAGE_ENUM_VALUE, (message_words){{value->text}},
                     nearest.best);
    return false;
}

bool wits_file_value_read(wits_file *file, const node *value, value_kind *kind, const char **text) {
    expr_value number;
    const node *list;
    *text = value->text;
    *kind = VALUE_TEXT;
    if (value->style != STYLE_PLAIN) {
        return true;
    }
    switch (wits_expr_number_read(value->text, value->length, &number)) {
    case NUMBER_INT:
        *kind = VALUE_INT;
        return true;
    case NUMBER_FLOAT:
        *kind = VALUE_FLOAT;
        return true;
    case NUMBER_INT_RANGE:
        wits_file_report(file, wits_file_source_position(value, 0), MESSAGE_INT_TOO_LARGE,
                         (message_words){{"a constant", value->text}}, NULL);
        return false;
    case NUMBER_FLOAT_RANGE:
        wits_file_report(file, wits_file_source_position(value, 0), MESSAGE_FLOAT_TOO_LARGE,
                         (message_words){{"a constant", value->text}}, NULL);
        return false;
    case NUMBER_MALFORMED:
        break;
    }
    if (wits_file_choice_is_in(&wits_file_bool_values, value->text)) {
        *kind = VALUE_BOOL;
    } else if (value->length > 0 && wits_file_time_length(value->text) == value->length) {
        *kind = VALUE_TIME;
    } else if (is_enum_value(file, value, &list, text)) {
        *kind = VALUE_ENUM;
        return read_enum_value(file, value, list, *text);
    }
    return true;
}

static void read_constants(wits_file *file) {
    for (uint32_t row = 0; row < file->shared->count; row++) {
        definition *defined = &file->shared->definitions[row];
        value_kind kind = VALUE_INT;
        const char *text;
        if (defined->kind == DEFINED_CONSTANT && !defined->bad) {
            defined->bad = !wits_file_value_read(file, defined->value, &kind, &text);
            defined->holds = (uint8_t)kind;
            file->bad_section = file->bad_section || defined->bad;
        }
    }
}

// ----------------------------------------------------------------------------------------------------------- constants

const char *wits_file_constant_name(const wits_file *file, uint32_t number) {
    const sharing *shared = file != NULL ? file->shared : NULL;
    for (uint32_t row = 0; shared != NULL && row < shared->count; row++) {
        if (shared->definitions[row].kind == DEFINED_CONSTANT && number-- == 0) {
            return shared->definitions[row].key->text;
        }
    }
    return NULL;
}

static definition *constant_called(wits_file *file, const char *name) {
    definition *found = wits_file_definition_find(file, DEFINED_CONSTANT, name, (uint32_t)strlen(name));
    return found != NULL && found->kind == DEFINED_CONSTANT ? found : NULL;
}

static void report_no_constant(wits_file *file, const char *name) {
    nearest_name nearest = wits_file_nearest_begin(file, name);
    for (uint32_t row = 0; row < file->shared->count; row++) {
        if (file->shared->definitions[row].kind == DEFINED_CONSTANT) {
            wits_file_nearest_offer(&nearest, file->shared->definitions[row].key->text);
        }
    }
    wits_file_report(file, (position){.line = 0}, MESSAGE_CONSTANT_UNKNOWN, (message_words){{name}}, nearest.best);
}

/// Numbers may replace numbers; everything else keeps its kind.
static bool may_replace(uint32_t old, uint32_t new) {
    return old == new || (old <= VALUE_FLOAT && new <= VALUE_FLOAT) || (old == VALUE_TIME && new == VALUE_INT);
}

static void override_one(wits_file *file, const wits_file_constant *given) {
    const char *name = given->name != NULL ? given->name : "";
    const char *text = given->value != NULL ? given->value : "";
    definition *defined = constant_called(file, name);
    if (defined == NULL) {
        report_no_constant(file, name);
        return;
    }
    if (defined->bad) {
        return;
    }
    node *value = wits_file_arena_take(&file->memory, sizeof *value);
    if (value == NULL) {
        return;
    }
    *value = *defined->value;
    value->next = NULL;
    value->text = wits_file_arena_copy(&file->memory, text, strlen(text));
    value->length = (uint32_t)strlen(value->text);
    value->style = defined->holds == VALUE_TEXT ? STYLE_DOUBLE_QUOTED : STYLE_PLAIN;
    value_kind kind = VALUE_TEXT;
    const char *inner;
    bool is_value = wits_file_value_read(file, value, &kind, &inner);
    if (is_value && !may_replace(defined->holds, kind)) {
        message_words words = {{name, wits_file_value_noun(defined->holds), text}};
        wits_file_report(file, (position){.line = 0}, MESSAGE_CONSTANT_KIND, words, NULL);
    } else if (is_value) {
        defined->value = value;
        defined->holds = (uint8_t)kind;
    }
}

// ------------------------------------------------------------------------------------------------------------- circles

/// Graph of definitions of one family that name each other. Edges: first_edge to edge_end.
typedef struct circle_search {
    wits_file *file;
    uint32_t *edges;
    uint32_t count;
    uint32_t capacity;
} circle_search;

static bool is_expression(uint32_t kind) {
    return kind == DEFINED_CONDITION || kind == DEFINED_SCORE;
}

static void add_edge(circle_search *s, const definition *from, const char *name, uint32_t length) {
    const definition *to = wits_file_definition_find(s->file, from->kind, name, length);
    bool is_family = to != NULL && (to->kind == from->kind || (is_expression(to->kind) && is_expression(from->kind)));
    if (is_family && ARENA_GROW(&s->file->memory, &s->edges, s->count, &s->capacity)) {
        s->edges[s->count++] = (uint32_t)(to - s->file->shared->definitions);
    }
}

/// Adds the names in an expression; for anything else, a text that is a name.
static void add_edges_of(circle_search *s, const definition *from, const node *scalar) {
    const char *text = scalar->text;
    if (!is_expression(from->kind)) {
        add_edge(s, from, text, scalar->length);
        return;
    }
    for (uint32_t at = 0; at < scalar->length;) {
        uint32_t length = 0;
        while (is_name_part(text[at + length])) {
            length++;
        }
        if (length > 0 && text[at + length] != '(') {
            add_edge(s, from, text + at, length);
        }
        at += length > 0 ? length : 1;
    }
}

static void find_edges(circle_search *s, definition *from) {
    tree_walk walk = wits_file_walk(from->value);
    from->first_edge = s->count;
    for (const node *at = wits_file_walk_next(&walk); at != NULL; at = wits_file_walk_next(&walk)) {
        add_edges_of(s, from, at);
    }
    from->edge_end = s->count;
}

enum { WHITE, GREY, BLACK };

/// Depth-first search from one definition to those that it names; meeting an open one again is a circle.
static void search_from(circle_search *s, uint32_t first, uint32_t *stack) {
    definition *all = s->file->shared->definitions;
    uint32_t depth = 0;
    stack[depth++] = first;
    all[first].colour = GREY;
    while (depth > 0) {  // each iteration takes an edge or ends a definition
        definition *at = &all[stack[depth - 1]];
        if (at->first_edge == at->edge_end) {
            at->colour = BLACK;
            depth--;
            continue;
        }
        uint32_t to = s->edges[at->first_edge++];
        if (all[to].colour == GREY) {
            refuse(s->file, at, MESSAGE_DEFINED_CIRCLE, (message_words){{at->key->text, all[to].key->text}}, NULL);
            for (uint32_t i = depth; i-- > 0 && stack[i] != to;) {
                all[stack[i]].bad = true;
            }
            all[to].bad = true;
        } else if (all[to].colour == WHITE) {
            all[to].colour = GREY;
            stack[depth++] = to;
        }
    }
}

static void find_circles(wits_file *file) {
    sharing *shared = file->shared;
    circle_search s = {.file = file};
    uint32_t *stack = wits_file_arena_take(&file->memory, (shared->count + 1) * sizeof *stack);
    if (stack == NULL) {
        return;
    }
    for (uint32_t row = 0; row < shared->count; row++) {
        definition *defined = &shared->definitions[row];
        bool may_name =
            is_expression(defined->kind) || defined->kind == DEFINED_CONSIDERATION || defined->kind == DEFINED_CURVE;
        if (may_name && !defined->bad) {
            find_edges(&s, defined);
        }
    }
    for (uint32_t row = 0; row < shared->count && s.edges != NULL; row++) {
        if (shared->definitions[row].colour == WHITE) {
            search_from(&s, row, stack);
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- reading

void wits_file_definitions_read(wits_file *file) {
    for (uint32_t i = 0; i < file->source_count; i++) {
        if (i > 0) {
            check_included(file, &file->sources[i]);
        }
        if (i == 0) {
            collect_own(file);
        }
        collect(file, &file->sources[i]);
    }
    if (file->shared->count > 0) {
        index_all(file);
        read_constants(file);
        find_circles(file);
    }
    for (uint32_t i = 0; i < file->options.constant_count; i++) {
        override_one(file, &file->options.constants[i]);
    }
    for (uint32_t row = 0; row < file->shared->count; row++) {
        definition *defined = &file->shared->definitions[row];
        if (defined->kind == DEFINED_PART && !defined->bad) {
            wits_file_part_read(file, defined);
        }
    }
}
