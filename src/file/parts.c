// SPDX-License-Identifier: MIT
// Expands parts: their parameters, the arguments of uses, and copies of their states in place of the uses.
#include <string.h>

#include "expr/characters.h"
#include "expr/expr.h"
#include "file/share.h"

// ---------------------------------------------------------------------------------------------------------- parameters

static bool is_value_kind(uint32_t kind) {
    return kind <= PARAMETER_ENUM;
}

static const char *parameter_noun(const parameter *of) {
    static const char *const nouns[] = {"a whole number",      "a number",    "true or false", "a time",  "a text",
                                        "a value of its enum", "a condition", "a score",       "a field", "an action"};
    return nouns[of->kind];
}

uint32_t wits_file_parameter_find(const part *of, const char *name, uint32_t length) {
    for (uint32_t row = 0; row < of->parameter_count; row++) {
        const node *key = of->parameters[row].key;
        if (key->length == length && memcmp(key->text, name, length) == 0) {
            return row;
        }
    }
    return WITS_NONE;
}

uint32_t wits_file_parameter_named(const node *scalar) {
    const part_use *use = scalar->origin->use;
    bool is_name = use != NULL && scalar->kind == NODE_SCALAR && !scalar->bad && scalar->style == STYLE_PLAIN;
    return is_name ? wits_file_parameter_find(use->part, scalar->text, scalar->length) : WITS_NONE;
}

/// The words for kinds, or an enum's name.
static bool read_kind(wits_file *file, node *type, parameter *to) {
    uint32_t kind = 0;
    if (type->kind == NODE_SCALAR && !type->bad) {
        const definition *defined = wits_file_definition_find(file, DEFINED_ENUM, type->text, type->length);
        if (defined != NULL && wits_file_definition_is_seen(defined, type->origin)) {
            to->kind = PARAMETER_ENUM;
            to->values = defined;
            return !defined->bad;
        }
    }
    if (!wits_file_choice_read(file, &wits_file_parameter_type_values, "a parameter", type, &kind)) {
        return false;
    }
    to->kind = (uint8_t)kind;
    return true;
}

static void check_name(wits_file *file, parameter *made) {
    node *key = made->key;
    const definition *other = wits_file_definition_find(file, DEFINED_CONSTANT, key->text, key->length);
    if (other == NULL) {
        other = wits_file_definition_find(file, DEFINED_TARGET, key->text, key->length);
    }
    wits_problem_code code = !wits_file_text_is_name(key->text)              ? WITS_PROBLEM_NAME_INVALID
                             : wits_expr_is_reserved(key->text, key->length) ? WITS_PROBLEM_NAME_RESERVED
                                                                             : WITS_PROBLEM_NONE;
    if (code != WITS_PROBLEM_NONE) {
        wits_file_report_node_core(file, key, code, key->text);
    } else if (other != NULL) {
        const char *where =
            wits_file_place_text(file, wits_file_node_position(other->key), wits_file_node_position(key));
        message_words words = {{key->text, wits_file_definition_noun(other->kind), where}};
        wits_file_report_node(file, key, MESSAGE_DEFINED_TWICE, words, NULL);
    }
    made->bad = made->bad || key->bad;
}

static bool is_argument(wits_file *file, const parameter *of, node *given);

static void read_parameter(wits_file *file, node *key, parameter *made) {
    node *type = key->next;
    *made = (parameter){.key = key};
    if (type->kind == NODE_MAPPING) {
        key_values found;
        wits_file_keys_read(file, &wits_file_typed_keys, type, NULL, false, &found);
        made->instead = found.values[TYPED_KEY_DEFAULT];
        if (found.values[TYPED_KEY_TYPE] == NULL && !wits_file_keys_are_misspelt(type)) {
            wits_file_report_node(file, type, MESSAGE_KEY_MISSING, (message_words){{"a parameter", "type"}}, NULL);
        }
        made->bad = found.values[TYPED_KEY_TYPE] == NULL;
        type = found.values[TYPED_KEY_TYPE];
    }
    made->bad = made->bad || !read_kind(file, type, made);
    check_name(file, made);
    if (made->instead != NULL && !made->bad && !is_argument(file, made, made->instead)) {
        made->bad = true;
    }
}

static void mark_names(part *of, const node *scalar) {
    for (uint32_t at = 0; at < scalar->length;) {
        uint32_t length = 0;
        while (is_name_part(scalar->text[at + length])) {
            length++;
        }
        uint32_t row = length > 0 ? wits_file_parameter_find(of, scalar->text + at, length) : WITS_NONE;
        if (row != WITS_NONE) {
            of->parameters[row].is_used = true;
        }
        at += length > 0 ? length : 1;
    }
}

/// The parameters that the part's state names.
static void mark_used(part *of) {
    tree_walk walk = wits_file_walk(of->state);
    for (const node *at = wits_file_walk_next(&walk); at != NULL; at = wits_file_walk_next(&walk)) {
        mark_names(of, at);
    }
}

static void read_parameters(wits_file *file, node *section, part *to) {
    if (section == NULL || wits_file_node_is_empty(section)) {
        return;
    }
    if (section->bad || section->kind != NODE_MAPPING) {
        message_words words = {{"parameters, such as '{reach: float}'", wits_file_describe(file, section)}};
        wits_file_report_node(file, section, MESSAGE_EXPECTED, words, NULL);
        to->definition->bad = true;
        return;
    }
    to->parameters = wits_file_arena_take(&file->memory, (section->count / 2 + 1) * sizeof *to->parameters);
    if (to->parameters == NULL) {
        return;
    }
    FOR_EACH_PAIR(key, section) {
        parameter *made = &to->parameters[to->parameter_count];
        read_parameter(file, key, made);
        to->parameter_count++;
    }
}

void wits_file_part_read(wits_file *file, definition *defined) {
    key_values found;
    part *made = wits_file_arena_take(&file->memory, sizeof *made);
    if (made == NULL) {
        return;
    }
    defined->part = made;
    made->definition = defined;
    wits_file_keys_read(file, &wits_file_template_keys, defined->value, NULL, false, &found);
    made->state = found.values[TEMPLATE_KEY_STATE];
    if (made->state == NULL || made->state->bad || made->state->kind != NODE_MAPPING) {
        if (made->state == NULL && !wits_file_keys_are_misspelt(defined->value)) {
            wits_file_report_node(file, defined->value, MESSAGE_KEY_MISSING, (message_words){{"a part", "state"}},
                                  NULL);
        } else if (made->state != NULL) {
            message_words words = {{"a state, which has keys", wits_file_describe(file, made->state)}};
            wits_file_report_node(file, made->state, MESSAGE_EXPECTED, words, NULL);
        }
        defined->bad = true;
        return;
    }
    read_parameters(file, found.values[TEMPLATE_KEY_PARAMETERS], made);
    mark_used(made);
    for (uint32_t row = 0; row < made->parameter_count; row++) {
        parameter *one = &made->parameters[row];
        if (!one->bad && !one->is_used) {
            wits_file_report_node(file, one->key, MESSAGE_PARAMETER_UNUSED, (message_words){{one->key->text}}, NULL);
        }
    }
}

// ----------------------------------------------------------------------------------------------------------- arguments

/// Returns the meaning of a name given as an argument: the value of a constant, or the argument of an enclosing part's
/// parameter; else the text itself. Null if it is invalid.
static node *argument_meant(wits_file *file, node *given) {
    if (given->kind != NODE_SCALAR || given->style != STYLE_PLAIN) {
        return given;
    }
    const part_use *use = given->origin->use;
    uint32_t row = use != NULL ? wits_file_parameter_find(use->part, given->text, given->length) : WITS_NONE;
    if (row != WITS_NONE) {
        return use->arguments[row];
    }
    const definition *defined = wits_file_definition_find(file, DEFINED_CONSTANT, given->text, given->length);
    bool is_constant =
        defined != NULL && defined->kind == DEFINED_CONSTANT && wits_file_definition_is_seen(defined, given->origin);
    return !is_constant ? given : defined->bad ? NULL : defined->value;
}

static bool is_value_of_enum(const parameter *of, const char *name) {
    for (const node *item = of->values->value->first; item != NULL; item = item->next) {
        if (wits_file_node_is(item, name)) {
            return true;
        }
    }
    return false;
}

/// Returns whether a value has the parameter's kind.
static bool has_kind(wits_file *file, const parameter *of, const node *value) {
    value_kind kind;
    const char *text;
    if (value->kind != NODE_SCALAR || wits_file_node_is_empty(value)) {
        return false;
    }
    if (of->kind == PARAMETER_TEXT) {
        return true;
    }
    if (!wits_file_value_read(file, value, &kind, &text)) {
        return false;
    }
    switch (of->kind) {
    case PARAMETER_INT:
        return kind == VALUE_INT;
    case PARAMETER_FLOAT:
        return kind == VALUE_INT || kind == VALUE_FLOAT;
    case PARAMETER_BOOL:
        return kind == VALUE_BOOL;
    case PARAMETER_TIME:
        return kind == VALUE_TIME || (kind == VALUE_INT && text[0] != '-');
    default:
        return (kind == VALUE_TEXT || kind == VALUE_ENUM) && is_value_of_enum(of, text);
    }
}

static bool is_actions(const node *given) {
    for (const node *item = given->kind == NODE_LIST ? given->first : NULL; item != NULL; item = item->next) {
        if (item->kind != NODE_SCALAR || item->length == 0) {
            return false;
        }
    }
    return given->kind == NODE_LIST || (given->kind == NODE_SCALAR && given->length > 0);
}

/// Returns whether an argument, with names replaced, suits a parameter; reports it if not.
static bool is_argument(wits_file *file, const parameter *of, node *given) {
    bool fits = false;
    if (given->bad) {
        return false;
    }
    if (is_value_kind(of->kind)) {
        fits = has_kind(file, of, given);
    } else if (of->kind == PARAMETER_ACTION) {
        fits = is_actions(given);
    } else if (of->kind == PARAMETER_FIELD) {
        const definition *field = given->kind == NODE_SCALAR
                                      ? wits_file_definition_find(file, DEFINED_FIELD, given->text, given->length)
                                      : NULL;
        fits = field != NULL && field->kind == DEFINED_FIELD;
    } else {
        fits = given->kind == NODE_SCALAR && given->length > 0;
    }
    if (!fits && !given->bad) {
        const uint32_t kinds = is_value_kind(of->kind)       ? 1u << DEFINED_CONSTANT
                               : of->kind == PARAMETER_FIELD ? 1u << DEFINED_FIELD
                                                             : 0;
        nearest_name nearest = wits_file_nearest_begin(file, given->kind == NODE_SCALAR ? given->text : "");
        message_words words = {{of->key->text, parameter_noun(of), wits_file_describe(file, given)}};
        wits_file_report_node(file, given, MESSAGE_ARGUMENT_KIND, words,
                              wits_file_nearest_definition(&nearest, given->origin, kinds));
    }
    return fits;
}

/// Arguments are copied unchanged; their names are resolved where they are used. Values and fields are resolved here.
static node *read_argument(wits_file *file, const parameter *of, node *given) {
    bool is_text = of->kind == PARAMETER_CONDITION || of->kind == PARAMETER_SCORE || of->kind == PARAMETER_ACTION;
    node *meant = is_text ? given : argument_meant(file, given);
    if (meant == NULL || of->bad) {
        return NULL;
    }
    if (meant == given) {
        return is_argument(file, of, given) ? given : NULL;
    }
    if (!meant->bad && (is_value_kind(of->kind) ? has_kind(file, of, meant) : is_argument(file, of, meant))) {
        return meant;
    }
    message_words words = {{of->key->text, parameter_noun(of), wits_file_describe(file, meant)}};
    wits_file_report_node(file, given, MESSAGE_ARGUMENT_KIND, words, NULL);
    return NULL;
}

static void report_no_parameter(wits_file *file, const part *of, node *key) {
    nearest_name nearest = wits_file_nearest_begin(file, key->text);
    for (uint32_t row = 0; row < of->parameter_count; row++) {
        wits_file_nearest_offer(&nearest, of->parameters[row].key->text);
    }
    message_words words = {{of->definition->key->text, key->text}};
    wits_file_report_node(file, key, MESSAGE_ARGUMENT_UNKNOWN, words, nearest.best);
}

/// Returns false if memory runs out.
static bool read_arguments(wits_file *file, part_use *use, node *site, node *with) {
    const part *of = use->part;
    bool *is_given = wits_file_arena_take(&file->memory, of->parameter_count + 1);
    use->arguments = wits_file_arena_take(&file->memory, (of->parameter_count + 1) * sizeof *use->arguments);
    if (file->memory.failed) {
        return false;
    }
    bool is_mapping = with != NULL && with->kind == NODE_MAPPING;
    if (with != NULL && !is_mapping && !wits_file_node_is_empty(with)) {
        message_words words = {{"arguments, such as '{reach: 2}'", wits_file_describe(file, with)}};
        wits_file_report_node(file, with, MESSAGE_EXPECTED, words, NULL);
    }
    for (node *key = is_mapping ? with->first : NULL; key != NULL; key = key->next->next) {
        uint32_t row = key->bad ? WITS_NONE : wits_file_parameter_find(of, key->text, key->length);
        if (row != WITS_NONE) {
            is_given[row] = true;
            use->arguments[row] = read_argument(file, &of->parameters[row], key->next);
        } else if (!key->bad) {
            report_no_parameter(file, of, key);
        }
    }
    for (uint32_t row = 0; row < of->parameter_count; row++) {
        const parameter *one = &of->parameters[row];
        if (is_given[row]) {
            continue;
        }
        use->arguments[row] = one->bad ? NULL : one->instead;
        if (one->instead == NULL && !one->bad) {
            message_words words = {{of->definition->key->text, one->key->text, parameter_noun(one)}};
            wits_file_report(file, wits_file_node_position(site), MESSAGE_ARGUMENT_MISSING, words, NULL);
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------- copying

origin *wits_file_origin_make(wits_file *file, const origin *of, const node *used_at, uint32_t used_offset) {
    origin *made = wits_file_arena_take(&file->memory, sizeof *made);
    if (made != NULL) {
        *made = (origin){.source = of->source, .use = of->use, .used_at = used_at, .used_offset = used_offset};
    }
    return made;
}

const node *wits_file_node_raw(wits_file *file, const node *replaced) {
    node *raw = wits_file_arena_take(&file->memory, sizeof *raw);
    if (raw != NULL) {
        *raw = *replaced;
    }
    return raw;
}

static bool has_room(wits_file *file, const node *from, const origin *as) {
    sharing *shared = file->shared;
    if (file->node_count <= TREE_MAX_NODES) {
        return true;
    }
    if (!shared->is_too_large) {
        const char *most = wits_file_number_text(file, TREE_MAX_NODES);
        position at = {from->line, from->column, as};
        wits_file_report(file, at, MESSAGE_EXPANDED_TOO_MANY, (message_words){{most}}, NULL);
        shared->is_too_large = true;
    }
    return false;
}

/// Returns null if memory runs out.
static node *copy_one(wits_file *file, const node *from, const origin *as) {
    node *made = wits_file_arena_take(&file->memory, sizeof *made);
    if (made == NULL) {
        return NULL;
    }
    *made = *from;
    made->origin = as;
    made->first = NULL;
    made->next = NULL;
    file->node_count++;
    return made;
}

node *wits_file_node_copy(wits_file *file, const node *from, const origin *as) {
    struct {
        const node *from;  ///< the next to copy
        node **to;         ///< destination
    } open[TREE_MAX_DEPTH + 1];
    uint32_t depth = 0;
    node *made = copy_one(file, from, as);
    if (made == NULL) {
        return NULL;
    }
    open[depth].from = from->first;
    open[depth++].to = &made->first;
    while (depth > 0) {  // each iteration copies a node of the innermost open one, or ends that
        const node *at = open[depth - 1].from;
        if (at == NULL) {
            depth--;
            continue;
        }
        node *copy = has_room(file, from, as) ? copy_one(file, at, as) : NULL;
        if (copy == NULL) {
            return NULL;
        }
        *open[depth - 1].to = copy;
        open[depth - 1].to = &copy->next;
        open[depth - 1].from = at->next;
        open[depth].from = at->first;
        open[depth++].to = &copy->first;
    }
    file->shared->is_changed = true;
    return made;
}

// ---------------------------------------------------------------------------------------------------------------- uses

/// Removes a pair from a mapping. Returns its value, or null; `*after` becomes its former position in the list.
static node *take_pair(node *mapping, const char *name, node ***after) {
    for (node **link = &mapping->first; *link != NULL; link = &(*link)->next->next) {
        if (!(*link)->bad && strcmp((*link)->text, name) == 0) {
            node *value = (*link)->next;
            *link = value->next;
            mapping->count -= 2;
            *after = link;
            return value;
        }
    }
    return NULL;
}

/// Returns the part that a use names; null with a problem reported.
static const part *part_named(wits_file *file, node *use) {
    const char *name = wits_file_read_text(file, use, "the name of a part");
    if (name == NULL) {
        return NULL;
    }
    definition *found = wits_file_definition_find(file, DEFINED_PART, name, use->length);
    if (found == NULL) {
        nearest_name nearest = wits_file_nearest_begin(file, name);
        for (uint32_t row = 0; row < file->shared->count; row++) {
            if (file->shared->definitions[row].kind == DEFINED_PART) {
                wits_file_nearest_offer(&nearest, file->shared->definitions[row].key->text);
            }
        }
        wits_file_report_node(file, use, MESSAGE_PART_UNKNOWN, (message_words){{name}}, nearest.best);
        return NULL;
    }
    if (!wits_file_definition_is_seen(found, use->origin)) {
        message_words words = {{name, "a part", found->key->origin->source->name}};
        wits_file_report_node(file, use, MESSAGE_NAME_UNSEEN, words, NULL);
        return NULL;
    }
    return found->bad ? NULL : found->part;
}

/// Replaces a use by the pairs of a copied state. Duplicate keys are an error.
static void merge_pairs(wits_file *file, node *body, node **where, const node *copy) {
    node *rest = *where;
    for (node *key = copy->first; key != NULL && key->next != NULL;) {
        node *next = key->next->next;
        const node *own = key->bad ? NULL : wits_file_keys_find(body, key->text);
        if (own != NULL) {
            node *own_key = body->first;
            while (own_key->next != own) {
                own_key = own_key->next->next;
            }
            const char *at = wits_file_place_text(file, wits_file_node_position(key), wits_file_node_position(own_key));
            wits_file_report(file, wits_file_node_position(own_key), MESSAGE_PART_SAYS_TOO,
                             (message_words){{key->text, at}}, NULL);
        } else {
            *where = key;
            where = &key->next->next;
            *where = rest;
            body->count += 2;
        }
        key = next;
    }
}

static bool put_part(wits_file *file, uint32_t row, node *body, node *site, node *with, node **where) {
    const part *of = part_named(file, site);
    const part_use *outer = site->origin->use;
    if (of == NULL) {
        return false;
    }
    for (const part_use *around = outer; around != NULL; around = around->own.used_at->origin->use) {
        if (around->part == of) {
            wits_file_report_node(file, site, MESSAGE_PART_CIRCLE, (message_words){{of->definition->key->text}}, NULL);
            return false;
        }
    }
    part_use *use = wits_file_arena_take(&file->memory, sizeof *use);
    if (use == NULL) {
        return false;
    }
    *use = (part_use){.part = of, .state = row, .depth = outer != NULL ? outer->depth + 1 : 1};
    use->number = ++file->shared->use_count;
    use->own = (origin){.source = of->state->origin->source, .use = use, .used_at = site};
    if (use->depth > MOST_PARTS_DEEP) {
        const char *most = wits_file_number_text(file, MOST_PARTS_DEEP);
        wits_file_report_node(file, site, MESSAGE_PART_DEEP, (message_words){{most}}, NULL);
        return false;
    }
    const bool is_read = read_arguments(file, use, site, with);
    const node *copy = is_read ? wits_file_node_copy(file, of->state, &use->own) : NULL;
    if (copy == NULL) {
        return false;
    }
    merge_pairs(file, body, where, copy);
    file->shared->has_parts = true;
    return true;
}

void wits_file_parts_put(wits_file *file, uint32_t row) {
    node *body = file->shared->states[row].body;
    node **where = NULL, **unused = NULL;
    for (uint32_t turn = 0; turn <= MOST_PARTS_DEEP && body->kind == NODE_MAPPING; turn++) {
        node *with_or_use = take_pair(body, "with", &unused);
        node *site = take_pair(body, "use", &where);
        if (site == NULL && with_or_use != NULL) {
            wits_file_report_node(file, with_or_use, MESSAGE_WITH_ALONE, (message_words){{NULL}}, NULL);
        }
        if (site == NULL) {
            return;
        }
        if (!put_part(file, row, body, site, with_or_use, where)) {
            body->bad = true;
            file->missing_states = true;
            file->bad_section = true;
            return;
        }
    }
}
