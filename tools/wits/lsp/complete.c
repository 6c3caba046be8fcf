// SPDX-License-Identifier: MIT
// Completion: the keys and values of the schema, and the names of the brain that a place can have. It needs no valid
// text.
#define _POSIX_C_SOURCE 200809L  // opendir

#include "lsp/server.h"
#include "lsp/words.h"
#include "test/tests.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

/// Kinds of items in LSP.
enum {
    ITEM_FUNCTION = 3,
    ITEM_FIELD = 5,
    ITEM_CLASS = 7,
    ITEM_MODULE = 9,
    ITEM_PROPERTY = 10,
    ITEM_VALUE = 12,
    ITEM_ENUM = 13,
    ITEM_KEYWORD = 14,
    ITEM_FILE = 17,
    ITEM_ENUM_MEMBER = 20,
    ITEM_CONSTANT = 21,
    ITEM_EVENT = 23
};

/// Items under construction.
typedef struct completing {
    const lsp_place *at;
    cursor around;
    schema_place place;  ///< of the value, or of the mapping of a key
    json_t *items;
    json_t *labels;     ///< of the items
    size_t begin, end;  ///< bytes that an item replaces
} completing;

/// A span of the text.
static span text_between(const completing *c, size_t begin, size_t end) {
    return (span){c->around.bytes + begin, end - begin};
}

/// Adds an item. `sort` comes before the label in the order; `insert` and the others may be null.
static void add(completing *c, const char *label, int kind, const char *sort, const char *detail, const char *meaning,
                const char *insert) {
    const char *with = insert != NULL ? insert : label;
    if (json_object_get(c->labels, label) != NULL) {  // two alternatives of the schema have it
        return;
    }
    json_object_set_new_nocheck(c->labels, label, json_true());
    json_t *edit = json_pack("{s:o, s:s}", "range", lsp_range_json(&c->at->where, c->begin, c->end), "newText", with);
    json_t *item = json_pack("{s:s, s:i, s:o}", "label", label, "kind", kind, "textEdit", edit);
    if (item == NULL) {  // a name that is not UTF-8
        json_decref(edit);
        return;
    }
    if (detail != NULL && detail[0] != '\0') {
        json_object_set_new(item, "detail", rpc_string(detail, strlen(detail)));
    }
    if (meaning != NULL) {
        json_object_set_new(item, "documentation", json_string(meaning));
    }
    text order = {0};
    text_format(&order, "%s%s", sort, label);
    json_object_set_new(item, "sortText", rpc_text(&order));
    text_free(&order);
    json_array_append_new(c->items, item);
}

// --------------------------------------------------------------------------------------------------------------- keys

static bool is_item(const completing *c) {
    return c->around.count > 0 && c->around.steps[c->around.count - 1].end == 0;
}

/// Adds the keys of the schema that the mapping does not have yet.
static void add_keys(completing *c) {
    for (size_t i = 0; i < c->place.count; i++) {
        const char *key;
        json_t *schema;
        json_object_foreach(json_object_get(c->place.items[i], "properties"), key, schema) {
            if (!json_is_object(schema) || cursor_has_sibling(&c->around, key)) {
                continue;
            }
            const schema_place below = schema_below(&c->place, key, strlen(key));
            text usual = {0}, insert = {0};
            if (below.usual != NULL) {
                text_add(&usual, "default: ");
                text_rpc_json(&usual, below.usual);
            }
            text_format(&insert, c->around.quote != '\0' ? "%s" : "%s: ", key);
            add(c, key, ITEM_PROPERTY, "0", text_of(&usual), below.description, text_of(&insert));
            text_free(&usual);
            text_free(&insert);
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- names

static const names_symbol *symbol_at(const completing *c, uint32_t symbol) {
    return names_symbol_at(c->at->index, symbol);
}

static uint32_t symbol_count(const completing *c) {
    return c->at->index != NULL ? names_symbol_count(c->at->index) : 0;
}

/// Returns the part around a symbol; NAMES_NONE: it is in no part.
static uint32_t part_of(const completing *c, uint32_t symbol) {
    for (uint32_t outer = symbol; outer != NAMES_NONE; outer = symbol_at(c, outer)->outer) {
        if (symbol_at(c, outer)->kind == NAMES_PART) {
            return outer;
        }
    }
    return NAMES_NONE;
}

/// Returns the part in whose definition the cursor is; NAMES_NONE: in none.
static uint32_t part_here(const completing *c) {
    for (uint32_t i = 0; i < symbol_count(c) && cursor_is(&c->around, 0, "parts") && c->around.count > 1; i++) {
        if (symbol_at(c, i)->kind == NAMES_PART && cursor_is(&c->around, 1, symbol_at(c, i)->name)) {
            return i;
        }
    }
    return NAMES_NONE;
}

static int item_kind(names_kind kind) {
    switch (kind) {
    case NAMES_STATE:
    case NAMES_BRAIN:
        return ITEM_CLASS;
    case NAMES_EVENT:
        return ITEM_EVENT;
    case NAMES_FUNCTION:
        return ITEM_FUNCTION;
    case NAMES_ENUM:
        return ITEM_ENUM;
    case NAMES_VALUE:
        return ITEM_ENUM_MEMBER;
    case NAMES_CONSTANT:
    case NAMES_PARAMETER:
        return ITEM_CONSTANT;
    case NAMES_PART:
    case NAMES_TARGET:
        return ITEM_MODULE;
    default:
        return ITEM_FIELD;
    }
}

/// Writes the beginning of a symbol's definition, on one line: "health: {type: float, range: [0, 1]}".
static void text_definition(text *to, const completing *c, const names_symbol *of) {
    enum { MOST = 120 };
    size_t length = 0;
    if (of->definition == NAMES_NONE) {
        return;
    }
    const char *bytes = names_file_text(c->at->index, of->file, &length);
    for (size_t i = of->begin; i < of->end && i < length && to->length < MOST; i++) {
        const bool is_space = bytes[i] == ' ' || bytes[i] == '\n' || bytes[i] == '\r' || bytes[i] == '\t';
        if (!is_space) {
            text_add_bytes(to, bytes + i, 1);
        } else if (to->length > 0 && to->bytes[to->length - 1] != ' ') {
            text_add(to, " ");
        }
    }
}

static void add_symbol(completing *c, const names_symbol *of, const char *sort, const char *insert) {
    text detail = {0};
    text_format(&detail, "%s  ", names_kind_text(of->kind));
    text definition = {0};
    text_definition(&definition, c, of);
    text_add(&detail, text_of(&definition));
    add(c, insert != NULL ? insert : of->name, item_kind(of->kind), sort, text_of(&detail), NULL, NULL);
    text_free(&definition);
    text_free(&detail);
}

static void add_names(completing *c, names_kind kind) {
    for (uint32_t i = 0; i < symbol_count(c); i++) {
        const names_symbol *one = symbol_at(c, i);
        if (one->kind == kind && (kind != NAMES_PARAMETER || one->outer == part_here(c))) {
            add_symbol(c, one, "1", NULL);
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- states

/// Writes the path of the state around the cursor, as the keys say: "combat/cover"; empty for the root.
static void text_state_here(text *to, const completing *c) {
    text_add(to, "");
    for (size_t i = 1; i + 1 < c->around.count; i++) {
        const cursor_step name = c->around.steps[i + 1];
        if (cursor_is(&c->around, i, "states") && name.end > 0) {
            text_format(to, "%s%.*s", to->length > 0 ? "/" : "", (int)(name.end - name.begin),
                        c->around.bytes + name.begin);
            i++;
        }
    }
}

static size_t folder_length(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash != NULL ? (size_t)(slash - path) : 0;
}

/// Returns whether a path is directly inside of another, which may be empty.
static bool is_child(const char *path, const char *of) {
    const size_t length = strlen(of);
    return folder_length(path) == length && strncmp(path, of, length) == 0 && (length > 0 || strchr(path, '/') == NULL);
}

typedef enum state_names {
    STATE_DESTINATIONS,  ///< siblings and children of the root by name, others by path
    STATE_CHILDREN,      ///< of the state around the cursor
    STATE_PATHS,         ///< all by path
} state_names;

static void add_states(completing *c, state_names which) {
    text here = {0};
    text_state_here(&here, c);
    const bool is_any = c->around.count > 2 && cursor_is(&c->around, c->around.count - 3, "any");
    text scope = {0};
    text_add_bytes(&scope, text_of(&here),
                   is_any || which == STATE_CHILDREN ? here.length : folder_length(text_of(&here)));
    for (uint32_t i = 0; i < symbol_count(c); i++) {
        const names_symbol *one = symbol_at(c, i);
        text path = {0};
        if (one->kind == NAMES_STATE && part_of(c, i) == part_here(c)) {
            names_path(c->at->index, i, &path);
            const bool is_near = is_child(text_of(&path), text_of(&scope));
            const bool is_outermost = strchr(text_of(&path), '/') == NULL;
            const bool by_name = which != STATE_PATHS && (is_near || is_outermost);
            if (which != STATE_CHILDREN || is_near) {
                add_symbol(c, one, is_near ? "0" : is_outermost ? "1" : "2", by_name ? one->name : text_of(&path));
            }
        }
        text_free(&path);
    }
    text_free(&here);
    text_free(&scope);
}

// --------------------------------------------------------------------------------------------------------- expressions

/// Returns the field that the word at the cursor is compared with or assigned to; null if there is none.
static const names_symbol *compared_field(const completing *c) {
    const span all = text_between(c, c->around.value_begin, c->around.word_begin);
    span rest = all;
    span last[2] = {{NULL, 0}, {NULL, 0}};
    for (token next = token_next(&rest); next.kind != WITS_TOKEN_END; next = token_next(&rest)) {
        last[0] = last[1];
        last[1] = next.text;
    }
    const bool compares =
        last[0].length > 0 && (span_is(last[1], "==") || span_is(last[1], "!=") || span_is(last[1], "="));
    for (uint32_t i = 0; compares && i < symbol_count(c); i++) {
        const names_symbol *one = symbol_at(c, i);
        if ((one->kind == NAMES_FIELD || one->kind == NAMES_TARGET_FIELD) && span_is(last[0], one->name)) {
            return one;
        }
    }
    return NULL;
}

/// Returns whether the definition of a field has a word, such as the name of its enum.
static bool has_word(const completing *c, const names_symbol *field, const char *wanted) {
    size_t length = 0;
    const char *bytes = names_file_text(c->at->index, field->file, &length);
    span rest = {bytes + field->begin, field->end <= length ? field->end - field->begin : 0};
    for (token next = token_next(&rest); next.kind != WITS_TOKEN_END; next = token_next(&rest)) {
        if (span_is(next.text, wanted)) {
            return true;
        }
    }
    return false;
}

/// Adds the values of enums: those of the compared field first, others with the name of their enum.
static void add_values(completing *c) {
    const names_symbol *field = compared_field(c);
    for (uint32_t i = 0; i < symbol_count(c); i++) {
        const names_symbol *one = symbol_at(c, i);
        if (one->kind != NAMES_VALUE || one->outer == NAMES_NONE) {
            continue;
        }
        const names_symbol *outer = symbol_at(c, one->outer);
        if (field != NULL && (outer == field || has_word(c, field, outer->name))) {
            add_symbol(c, one, "0", NULL);
        } else {
            text qualified = {0};
            text_format(&qualified, "%s.%s", outer->name, one->name);
            add_symbol(c, one, "4", text_of(&qualified));
            text_free(&qualified);
        }
    }
}

static void add_target_fields(completing *c) {
    for (uint32_t i = 0; i < symbol_count(c); i++) {
        const names_symbol *one = symbol_at(c, i);
        if (one->kind == NAMES_TARGET_FIELD && one->outer != NAMES_NONE) {
            text qualified = {0};
            text_format(&qualified, "%s.%s", symbol_at(c, one->outer)->name, one->name);
            add_symbol(c, one, "1", text_of(&qualified));
            text_free(&qualified);
        }
    }
}

/// Adds functions; actions or others. Those of unknown kind are both.
static void add_functions(completing *c, bool actions) {
    for (uint32_t i = 0; i < symbol_count(c); i++) {
        const names_symbol *one = symbol_at(c, i);
        if (one->kind != NAMES_FUNCTION) {
            continue;
        }
        const bool is_known = one->definition != NAMES_NONE;
        const bool is_action = is_known && has_word(c, one, "action");
        if (!is_known || is_action == actions) {
            text call = {0};
            text_format(&call, "%s()", one->name);
            add_symbol(c, one, "1", text_of(&call));
            text_free(&call);
        }
    }
}

static void add_words(completing *c, bool actions) {
    for (size_t i = 0; i < word_count; i++) {
        if (words[i].is_action == actions) {
            add(c, words[i].name, ITEM_KEYWORD, "5", words[i].form, words[i].meaning, NULL);
        }
    }
}

static void add_expression(completing *c) {
    static const names_kind kinds[] = {NAMES_FIELD, NAMES_CONSTANT, NAMES_CONDITION, NAMES_SCORE, NAMES_PARAMETER};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        add_names(c, kinds[i]);
    }
    add_functions(c, false);
    add_values(c);
    add_target_fields(c);
    add_words(c, false);
}

/// Adds completions for the beginning of an action, or for the position after the text before the cursor.
static void add_action(completing *c) {
    span rest = text_between(c, c->around.value_begin, c->around.word_begin);
    bool assigns = false, raises = false;
    for (token next = token_next(&rest); next.kind != WITS_TOKEN_END; next = token_next(&rest)) {
        const bool is_end = span_is(next.text, ";") || span_is(next.text, ",");
        assigns = (assigns || span_is(next.text, "=") || span_is(next.text, "(")) && !is_end;
        raises = span_is(next.text, "raise");
    }
    if (raises) {
        add_names(c, NAMES_EVENT);
    } else if (assigns) {
        add_expression(c);
    } else {
        add_functions(c, true);
        add_names(c, NAMES_FIELD);
        add_names(c, NAMES_PARAMETER);
        add_words(c, true);
    }
}

// -------------------------------------------------------------------------------------------------------------- values

static void add_schema_values(completing *c) {
    for (size_t i = 0; i < c->place.count; i++) {
        size_t k;
        json_t *value;
        json_array_foreach(json_object_get(c->place.items[i], "enum"), k, value) {
            text label = {0};
            if (json_is_string(value)) {
                text_add(&label, json_string_value(value));
            } else {
                text_rpc_json(&label, value);
            }
            const char *meaning = rpc_member_string(c->place.items[i], "description");
            add(c, text_of(&label), ITEM_VALUE, "0", NULL, meaning, NULL);
            text_free(&label);
        }
    }
}

/// Adds the files beside this one, and in folders beside it, that can be included.
static void add_files(completing *c) {
    text folder = {0};
    text_add_bytes(&folder, c->at->in->path, folder_length(c->at->in->path));
    DIR *opened = opendir(folder.length > 0 ? folder.bytes : ".");
    const struct dirent *entry;
    while (opened != NULL && (entry = readdir(opened)) != NULL) {
        const char *name = entry->d_name;
        if (path_before(name, brain_ends) > 0 && path_before(name, test_ends) == 0 &&
            strcmp(name, c->at->in->path + folder.length + (folder.length > 0)) != 0) {
            add(c, name, ITEM_FILE, "0", NULL, NULL, NULL);
        }
    }
    if (opened != NULL) {
        closedir(opened);
    }
    text_free(&folder);
}

/// Returns whether the cursor is in the value of a key, or in an item of its list.
static bool is_value_of(const completing *c, const char *key) {
    const size_t count = c->around.count;
    return count > 0 && (cursor_is(&c->around, count - 1, key) ||
                         (is_item(c) && count > 1 && cursor_is(&c->around, count - 2, key)));
}

/// Lets items replace a path, not only a name.
static void widen(completing *c, const char *with) {
    const char *bytes = c->around.bytes;
    while (c->begin > c->around.value_begin && strchr(with, bytes[c->begin - 1]) != NULL &&
           bytes[c->begin - 1] != '\0') {
        c->begin--;
    }
}

static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./";

/// Returns whether the word is the argument of in() or elapsed().
static bool is_state_argument(const completing *c) {
    span rest = text_between(c, c->around.value_begin, c->begin);
    span last[2] = {{NULL, 0}, {NULL, 0}};
    for (token next = token_next(&rest); next.kind != WITS_TOKEN_END; next = token_next(&rest)) {
        last[0] = last[1];
        last[1] = next.text;
    }
    return last[0].length > 0 && span_is(last[1], "(") && (span_is(last[0], "in") || span_is(last[0], "elapsed"));
}

/// Returns whether a value is a number, a time or the name of a constant.
static bool takes_constant(const schema_place *of) {
    for (size_t i = 0; i < of->count; i++) {
        const char *pattern = rpc_member_string(of->items[i], "pattern");
        if (pattern != NULL && strstr(pattern, "|[A-Za-z_]") != NULL) {
            return true;
        }
    }
    return false;
}

static void add_value(completing *c) {
    const schema_place *of = &c->place;
    const bool is_number = takes_constant(of) || schema_is(of, "bool");
    const bool is_condition = schema_is(of, "condition") || schema_is(of, "conditions") || is_value_of(c, "input") ||
                              is_value_of(c, "rank") || is_value_of(c, "scores");
    add_schema_values(c);
    if (is_value_of(c, "include")) {
        widen(c, letters);
        add_files(c);
    } else if (schema_is(of, "destination")) {
        widen(c, letters);
        add_states(c, STATE_DESTINATIONS);
    } else if (schema_is(of, "path") || is_value_of(c, "active") || (c->at->is_scenarios && is_value_of(c, "from"))) {
        widen(c, letters);
        add_states(c, STATE_PATHS);
    } else if (is_value_of(c, "initial") || is_value_of(c, "default") ||
               (is_value_of(c, "to") && !schema_is(of, "destination"))) {
        if (cursor_is(&c->around, 0, "root") || cursor_is(&c->around, 0, "parts")) {
            add_states(c, STATE_CHILDREN);
        }
    } else if (is_value_of(c, "event") || is_value_of(c, "raise")) {
        add_names(c, NAMES_EVENT);
    } else if (schema_is(of, "action") || schema_is(of, "actions")) {
        add_action(c);
    } else if (is_condition || schema_is(of, "score")) {
        size_t begin = c->begin;
        widen(c, letters);
        if (is_state_argument(c)) {
            add_states(c, STATE_PATHS);
            return;
        }
        c->begin = begin;
        add_expression(c);
    } else if (is_number) {
        add_names(c, NAMES_CONSTANT);
        add_names(c, NAMES_PARAMETER);
    } else if (is_value_of(c, "calls")) {
        add_functions(c, true);
    }
    if (schema_is(of, "curve")) {
        add_names(c, NAMES_CURVE);
    }
    if (schema_is(of, "field") || schema_is(of, "any_target_field") || is_value_of(c, "type")) {
        add_names(c, NAMES_ENUM);
    }
    if (schema_is(of, "use")) {
        add_names(c, NAMES_PART);
    }
    if (schema_is(of, "part") && is_item(c)) {
        add_names(c, NAMES_CONSIDERATION);
    }
    if (is_value_of(c, "target") && !c->at->is_scenarios) {
        add_names(c, NAMES_TARGET);
    }
}

/// Adds the keys of mappings whose keys are names of the brain: arguments of a part, and inputs of scenarios.
static void add_name_keys(completing *c) {
    const size_t count = c->around.count;
    if (count > 0 && cursor_is(&c->around, count - 1, "with") && schema_is(&c->place, "with")) {
        for (uint32_t i = 0; i < symbol_count(c); i++) {
            if (symbol_at(c, i)->kind == NAMES_PARAMETER) {
                add_symbol(c, symbol_at(c, i), "0", NULL);
            }
        }
    } else if (schema_is(&c->place, "inputs")) {
        add_names(c, NAMES_FIELD);
        add_functions(c, false);
    }
}

json_t *lsp_complete(void *user, rpc_call *call) {
    lsp *server = user;
    lsp_place at;
    if (!lsp_place_of(server, call, false, &at)) {
        return NULL;
    }
    completing c = {.at = &at, .items = json_array(), .labels = json_object()};
    c.around = cursor_at(text_of(&at.in->content), at.in->content.length, at.offset);
    c.place = schema_at(schema_of(&server->schemas, at.is_scenarios), &c.around, c.around.count);
    c.begin = c.around.word_begin;
    c.end = c.around.word_end;
    if (c.around.may_be_key) {
        add_keys(&c);
        add_name_keys(&c);
    }
    if (c.around.may_be_value) {
        add_value(&c);
    }
    cursor_free(&c.around);
    json_decref(c.labels);
    lsp_place_free(&at);
    return json_pack("{s:b, s:o}", "isIncomplete", 0, "items", c.items);
}
