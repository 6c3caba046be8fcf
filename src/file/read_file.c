// SPDX-License-Identifier: MIT
// A brain file's own keys: version, name, context, events, functions, order of updates.
#include <stdio.h>
#include <string.h>

#include "expr/number.h"
#include "file/loader.h"

// ------------------------------------------------------------------------------------------------------------- context

/// Returns "calm, afraid, angry"; of many, the first.
static const char *list_values(wits_file *file, const wits_field_desc *field) {
    enum { MOST_LISTED = 6 };
    char list[MOST_LISTED * (WITS_MAX_NAME + 2) + 8] = "";
    size_t length = 0;
    for (uint32_t i = 0; i < field->value_count && i <= MOST_LISTED; i++) {
        bool is_shown = i < MOST_LISTED && strlen(field->values[i]) <= WITS_MAX_NAME;
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", i > 0 ? ", " : "",
                                   is_shown ? field->values[i] : "...");
    }
    return wits_file_arena_copy(&file->memory, list, length);
}

static bool read_enum_value(wits_file *file, const char *what, node *value, const wits_field_desc *field,
                            double *found) {
    nearest_name nearest = wits_file_nearest_begin(file, value->text);
    for (uint32_t i = 0; i < field->value_count; i++) {
        if (strcmp(field->values[i], value->text) == 0) {
            *found = i;
            return true;
        }
        wits_file_nearest_offer(&nearest, field->values[i]);
    }
    message_words words = {{what, list_values(file, field), value->text}};
    wits_file_report_node(file, value, MESSAGE_INITIAL_VALUE, words, nearest.best);
    return false;
}

bool wits_file_read_value(wits_file *file, const char *what, node *value, const wits_field_desc *field, double *found) {
    bool truth = false;
    float number = 0.0f;
    switch (field->type) {
    case WITS_TYPE_BOOL:
        if (!wits_file_read_bool(file, what, value, &truth)) {
            return false;
        }
        *found = truth;
        return true;
    case WITS_TYPE_FLOAT:
        if (!wits_file_read_float(file, what, value, &number)) {
            return false;
        }
        *found = (double)number;
        return true;
    case WITS_TYPE_ENUM:
        return wits_file_read_text(file, value, "one of the names") != NULL &&
               read_enum_value(file, what, value, field, found);
    default:
        return wits_file_read_int_of(file, field->type, value, found);
    }
}

/// Reads the names in a list. Items that are not texts are reported and left out. Returns null if memory runs out.
static const char **read_names(wits_file *file, const node *list, const char *wanted, uint32_t *count, bool *sound) {
    const char **names = wits_file_arena_take(&file->memory, (list->count + 1) * sizeof *names);
    *count = 0;
    for (node *item = names != NULL ? list->first : NULL; item != NULL; item = item->next) {
        const char *name = wits_file_read_text(file, item, wanted);
        *sound = *sound && name != NULL;
        if (name != NULL) {
            names[(*count)++] = name;
        }
    }
    return names;
}

/// Recognises an initial value instead of a type, as in `hp: 10` or `hp: int = 10`, and lists of names of other
/// languages.
static bool report_no_type(wits_file *file, node *value) {
    const char *text = value->text;
    expr_value number;
    number_kind kind = wits_expr_number_read(text, value->length, &number);
    const char *equals = strchr(text, '=');
    if (kind == NUMBER_INT || kind == NUMBER_FLOAT) {
        message_words words = {{kind == NUMBER_INT ? "int" : "float", text}};
        wits_file_report_node(file, value, MESSAGE_TYPE_INITIAL, words, NULL);
    } else if (equals != NULL) {
        const char *type = wits_file_arena_copy(&file->memory, text, strcspn(text, " ="));
        message_words words = {{type, equals + 1 + strspn(equals + 1, " ")}};
        wits_file_report_node(file, value, MESSAGE_TYPE_INITIAL, words, NULL);
    } else if (strchr(text, '|') != NULL || strncmp(text, "enum", 4) == 0) {
        wits_file_report_node(file, value, MESSAGE_TYPE_LIST, (message_words){{NULL}}, NULL);
    } else if (strchr(text, '(') != NULL) {
        const char *type = wits_file_arena_copy(&file->memory, text, strcspn(text, " ("));
        wits_file_report_node(file, value, MESSAGE_TYPE_ALONE, (message_words){{type}}, NULL);
    }
    return value->bad;
}

bool wits_file_read_type(wits_file *file, node *value, wits_field_desc *field) {
    uint32_t type = 0;
    bool sound = true;
    if (value->bad) {
        return false;
    }
    if (value->kind == NODE_LIST) {
        field->type = WITS_TYPE_ENUM;
        field->values = read_names(file, value, "the name of a value", &field->value_count, &sound);
        return sound;
    }
    if (value->kind == NODE_MAPPING || value->length == 0) {
        message_words words = {{"a type or a list of names", wits_file_describe(file, value)}};
        wits_file_report_node(file, value, MESSAGE_EXPECTED, words, NULL);
        return false;
    }
    if (report_no_type(file, value) || !wits_file_choice_read(file, &wits_file_type_values, "a type", value, &type)) {
        return false;
    }
    field->type = (wits_type)type;
    return true;
}

/// A field with an invalid type stays in the table, so that its uses are not reported as unknown.
static void read_field(wits_file *file, node *key, wits_field_desc *field, wits_promise *promise) {
    node *value = key->next;
    node *type = value;
    key_values found = {.keys = {NULL}};
    field->name = key->text;
    if (value->kind == NODE_MAPPING) {
        wits_file_keys_read(file, &wits_file_field_keys, value, NULL, false, &found);
        type = found.values[FIELD_KEY_TYPE];
        if (type == NULL) {
            wits_file_report_node(file, value, MESSAGE_KEY_MISSING, (message_words){{"a field", "type"}}, NULL);
        }
    }
    if (type == NULL || !wits_file_read_type(file, type, field)) {
        wits_file_add_bad_name(file, key->text);
        field->type = WITS_TYPE_FLOAT;
        field->values = NULL;
        field->value_count = 0;
        return;
    }
    node *initial = found.values[FIELD_KEY_INITIAL], *range = found.values[FIELD_KEY_RANGE];
    if (initial != NULL) {
        wits_file_read_value(file, "initial", initial, field, &field->initial);
    }
    *promise = wits_file_read_promise(file, field->type, &wits_file_field_keys, &found);
    if (initial == NULL || !initial->bad) {
        wits_file_check_initial(file, promise, initial, range, field->initial);
    }
}

bool wits_file_is_section(wits_file *file, node *section, node_kind kind, const char *wanted) {
    if (section == NULL || wits_file_node_is_empty(section)) {
        return false;
    }
    if (section->bad || section->kind != (uint8_t)kind) {
        message_words words = {{wanted, wits_file_describe(file, section)}};
        if (kind != NODE_MAPPING || !wits_file_report_mapping_without_space(file, section)) {
            wits_file_report_node(file, section, MESSAGE_EXPECTED, words, NULL);
        }
        file->bad_section = true;
        return false;
    }
    return true;
}

void wits_file_read_context(wits_file *file, node *section) {
    if (!wits_file_is_section(file, section, NODE_MAPPING, "fields, such as 'alert: bool'")) {
        return;
    }
    uint32_t most = section->count / 2;
    file->fields = wits_file_arena_take(&file->memory, (most + 1) * sizeof *file->fields);
    file->field_rows = wits_file_arena_take(&file->memory, (most + 1) * sizeof *file->field_rows);
    file->field_promises = wits_file_arena_take(&file->memory, (most + 1) * sizeof *file->field_promises);
    if (file->memory.failed) {
        return;
    }
    FOR_EACH_PAIR(key, section) {
        file->fields[file->desc.field_count] = key;
        const uint32_t row = file->desc.field_count++;
        read_field(file, key, &file->field_rows[row], &file->field_promises[row]);
    }
    file->desc.fields = file->field_rows;
}

// --------------------------------------------------------------------------------------------------- events, functions

bool wits_file_has_event(const wits_file *file, const char *name) {
    for (uint32_t row = 0; row < file->desc.event_count; row++) {
        if (strcmp(file->event_rows[row], name) == 0) {
            return true;
        }
    }
    return false;
}

/// Reads a name, or a mapping with its name and who raises it. Returns the name; null if it is missing, which is
/// reported.
static node *read_event(wits_file *file, node *item, wits_giver *giver) {
    static const char wanted[] = "the name of an event";
    if (item->kind != NODE_MAPPING) {
        return wits_file_read_text(file, item, wanted) != NULL ? item : NULL;
    }
    key_values found;
    wits_file_keys_read(file, &wits_file_event_keys, item, NULL, false, &found);
    *giver = wits_file_read_promise(file, WITS_TYPE_DEFAULT, &wits_file_event_keys, &found).host;
    node *name = found.values[EVENT_KEY_NAME];
    if (name == NULL) {
        wits_file_report_node(file, item, MESSAGE_KEY_MISSING, (message_words){{"an event", "name"}}, NULL);
        return NULL;
    }
    return wits_file_read_text(file, name, wanted) != NULL ? name : NULL;
}

void wits_file_read_events(wits_file *file, node *section) {
    if (!wits_file_is_section(file, section, NODE_LIST, "a list of events, such as '[alarm]'")) {
        return;
    }
    const size_t most = (size_t)section->count + 1;
    file->event_rows = wits_file_arena_take(&file->memory, most * sizeof *file->event_rows);
    file->events = wits_file_arena_take(&file->memory, most * sizeof *file->events);
    file->event_givers = wits_file_arena_take(&file->memory, most * sizeof *file->event_givers);
    if (file->memory.failed) {
        return;
    }
    for (node *item = section->first; item != NULL; item = item->next) {
        wits_giver giver = WITS_GIVER_DEFAULT;
        node *name = read_event(file, item, &giver);
        if (name == NULL) {
            file->bad_section = true;
            continue;
        }
        const uint32_t row = file->desc.event_count++;
        file->event_rows[row] = name->text;
        file->events[row] = name;
        file->event_givers[row] = giver;
    }
    file->desc.events = file->event_rows;
}

static bool read_enum_parameter(wits_file *file, const node *value, wits_parameter *parameter) {
    for (uint32_t i = 0; i < file->desc.field_count; i++) {
        const wits_field_desc *field = &file->field_rows[i];
        if (field->type == WITS_TYPE_ENUM && strcmp(field->name, value->text) == 0) {
            *parameter = (wits_parameter){WITS_ARGUMENT_ENUM, field->values, field->value_count};
            return true;
        }
    }
    return false;
}

/// The name of a kind or of an enum field, or the names of an enum's values.
static bool read_parameter(wits_file *file, node *value, wits_parameter *parameter) {
    uint32_t kind = 0;
    bool sound = true;
    if (!value->bad && value->kind == NODE_LIST && value->count != 0) {
        parameter->kind = WITS_ARGUMENT_ENUM;
        parameter->values = read_names(file, value, "the name of a value", &parameter->value_count, &sound);
        return sound;
    }
    if (!value->bad && value->kind == NODE_SCALAR && read_enum_parameter(file, value, parameter)) {
        return true;
    }
    const bool known = wits_file_choice_read(file, &wits_file_argument_values, "a parameter", value, &kind);
    parameter->kind = (wits_argument_kind)kind;
    return known;
}

static bool read_parameters(wits_file *file, node *list, wits_function *to) {
    uint32_t count = 0;
    bool sound = true;
    if (list->bad || list->kind != NODE_LIST) {
        message_words words = {{"a list of parameters, such as '[float, text]'", wits_file_describe(file, list)}};
        wits_file_report_node(file, list, MESSAGE_EXPECTED, words, NULL);
        return false;
    }
    to->takes_nothing = list->count == 0;
    for (node *item = list->first; item != NULL && sound; item = item->next) {
        if (count == WITS_MAX_ARGUMENTS) {
            wits_file_report_node(file, item, MESSAGE_PARAMETERS_MANY, (message_words){{NULL}}, NULL);
            return false;
        }
        sound = read_parameter(file, item, &to->parameters[count++]);
    }
    return sound;
}

/// A score is a float, for which the host may promise a range.
static wits_promise read_gives(wits_file *file, uint32_t kind, const key_values *found) {
    node *range = found->keys[FUNCTION_KEY_RANGE];
    if (range != NULL && kind != FUNCTION_IS_SCORE) {
        const char *noun = kind == FUNCTION_IS_ACTION ? "an action" : "a condition";
        wits_file_report_node(file, range, MESSAGE_RANGE_OF_SCORE, (message_words){{noun}}, NULL);
        return (wits_promise){.has_range = false};
    }
    return wits_file_read_promise(file, WITS_TYPE_FLOAT, &wits_file_function_keys, found);
}

/// Reads the kind of a function, or a mapping with its kind and parameters.
static bool read_function(wits_file *file, node *key) {
    node *value = key->next, *parameters = NULL;
    uint32_t kind = 0;
    wits_function row = {0};
    key_values found = {.keys = {NULL}};
    if (value->kind == NODE_MAPPING) {
        wits_file_keys_read(file, &wits_file_function_keys, value, NULL, false, &found);
        value = found.values[FUNCTION_KEY_KIND];
        parameters = found.values[FUNCTION_KEY_PARAMETERS];
    }
    if (value == NULL) {
        wits_file_report_node(file, key->next, MESSAGE_KEY_MISSING, (message_words){{"a function", "kind"}}, NULL);
        return false;
    }
    if (!wits_file_choice_read(file, &wits_file_function_values, "a function", value, &kind) ||
        (parameters != NULL && !read_parameters(file, parameters, &row))) {
        return false;
    }
    wits_function *added =
        wits_file_add_function(file, key->text, (file_function_kind)kind, wits_file_node_position(key));
    if (added == NULL) {
        return false;
    }
    memcpy(added->parameters, row.parameters, sizeof row.parameters);
    added->takes_nothing = row.takes_nothing;
    file->function_promises[file->desc.function_count - 1] = read_gives(file, kind, &found);
    return true;
}

void wits_file_read_functions(wits_file *file, node *section) {
    if (!wits_file_is_section(file, section, NODE_MAPPING, "functions, such as 'growl: action'")) {
        return;
    }
    file->function_promises =
        wits_file_arena_take(&file->memory, (section->count / 2 + 1) * sizeof *file->function_promises);
    if (file->function_promises == NULL) {
        return;
    }
    FOR_EACH_PAIR(key, section) {
        if (!read_function(file, key)) {
            wits_file_add_bad_name(file, key->text);
        }
    }
}

// ------------------------------------------------------------------------------------------------------ the whole file

void wits_file_read_version(wits_file *file, node *value) {
    const char *text = wits_file_read_text(file, value, "the version of the format, 1");
    if (text != NULL && strcmp(text, "1") != 0) {
        wits_file_report_node(file, value, MESSAGE_VERSION, (message_words){{text}}, NULL);
    }
}

static void read_order(wits_file *file, node *entered, node *order) {
    bool update_entered = true;
    uint32_t outer_first = 0;
    if (entered != NULL && wits_file_read_bool(file, "update_entered", entered, &update_entered)) {
        file->desc.update_skip_entered = !update_entered;
    }
    if (order != NULL && wits_file_choice_read(file, &wits_file_order_values, "update_order", order, &outer_first)) {
        file->desc.update_outer_first = outer_first != 0;
    }
}

/// `form` describes its notation.
static void check_missing(wits_file *file, uint32_t key, const char *form) {
    if (file->sections.values[key] == NULL && !file->tree->bad) {
        message_words words = {{wits_file_keys.owner, form}};
        wits_file_report(file, wits_file_node_position(file->tree), MESSAGE_KEY_MISSING, words, NULL);
    }
}

/// Returns whether the file is a list of scenarios, which is reported.
static bool report_scenarios(wits_file *file) {
    const node *first = file->tree->kind == NODE_LIST ? file->tree->first : NULL;
    const bool is_scenario = first != NULL && (wits_file_keys_find(first, "scenario") != NULL ||
                                               wits_file_keys_find(first, "given") != NULL);
    if (is_scenario) {
        wits_file_report_node(file, file->tree, MESSAGE_SCENARIOS_HERE, (message_words){{NULL}}, NULL);
    }
    return is_scenario;
}

void wits_file_read_tables(wits_file *file) {
    node *const *values = file->sections.values;
    if (report_scenarios(file)) {
        file->unfinished = true;
        return;
    }
    wits_file_keys_read(file, &wits_file_keys, file->tree, "a brain file, which begins with 'wits: 1'", false,
                        &file->sections);
    check_missing(file, FILE_KEY_WITS, "wits: 1");
    check_missing(file, FILE_KEY_BRAIN, "brain: NAME");
    check_missing(file, FILE_KEY_ROOT, "root: ...");
    if (values[FILE_KEY_WITS] != NULL) {
        wits_file_read_version(file, values[FILE_KEY_WITS]);
    }
    if (values[FILE_KEY_BRAIN] != NULL) {
        const char *name = wits_file_read_text(file, values[FILE_KEY_BRAIN], "the brain's name");
        if (name != NULL && !wits_file_text_is_name(name)) {  // checked here, since the core only validates whole
                                                              // tables
            wits_file_report_name(file, wits_file_node_position(values[FILE_KEY_BRAIN]), name);
            values[FILE_KEY_BRAIN]->bad = true;
        }
    }
    read_order(file, values[FILE_KEY_UPDATE_ENTERED], values[FILE_KEY_UPDATE_ORDER]);
    wits_file_read_context(file, values[FILE_KEY_CONTEXT]);
    wits_file_read_events(file, values[FILE_KEY_EVENTS]);
    wits_file_read_functions(file, values[FILE_KEY_FUNCTIONS]);
    wits_file_read_targets(file, values[FILE_KEY_TARGETS]);
    if (values[FILE_KEY_ROOT] == NULL || file->tree->bad) {
        file->unfinished = true;
        return;
    }
    wits_file_read_states(file);
    if (file->memory.failed) {
        return;  // names of states are not indexed
    }
    wits_file_read_considerations(file);
    wits_file_read_rules(file);
    wits_file_infer_functions(file);
    wits_file_promises_finish(file);
    if (values[FILE_KEY_PROVE] != NULL) {
        wits_file_read_properties(file, values[FILE_KEY_PROVE]);
    }
    wits_file_read_renames(file, values[FILE_KEY_RENAMES]);
}
