// SPDX-License-Identifier: MIT
// Reads `given` and `when` of scenarios: values of fields, results of functions, targets and events.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "expr/number.h"
#include "file/scenarios.h"

const char *wits_file_scenario_copy(const scenario_reader *r, const char *text, size_t length) {
    return wits_file_arena_copy(&r->file->memory, text, length);
}

/// Returns the items of a list, or the value itself as the only item; 0 and null if it is invalid or empty.
node *wits_file_items_of(node *value, uint32_t *count) {
    const bool is_list = value->kind == NODE_LIST;
    *count = value->bad ? 0 : is_list ? value->count : 1;
    return *count == 0 ? NULL : is_list ? value->first : value;
}

/// Returns the item after `item`, which items_of returned for `value` or this function; null after the last.
node *wits_file_item_after(const node *value, const node *item) {
    return value->kind == NODE_LIST ? item->next : NULL;
}

// -------------------------------------------------------------------------------------------------------------- inputs

uint32_t wits_file_scenario_field(const scenario_reader *r, const char *name) {
    for (uint32_t i = 0; i < r->desc->field_count; i++) {
        if (strcmp(r->desc->fields[i].name, name) == 0) {
            return i;
        }
    }
    return WITS_NONE;
}

uint32_t wits_file_scenario_function(const scenario_reader *r, const char *name) {
    for (uint32_t i = 0; i < r->desc->function_count; i++) {
        if (strcmp(r->desc->functions[i].name, name) == 0) {
            return i;
        }
    }
    return WITS_NONE;
}

static uint32_t find_event(const scenario_reader *r, const char *name) {
    for (uint32_t i = 0; i < r->desc->event_count; i++) {
        if (strcmp(r->desc->events[i], name) == 0) {
            return i;
        }
    }
    return WITS_NONE;
}

bool wits_file_is_action(const wits_function *function) {
    return function->condition == NULL && function->score == NULL;
}

static void read_raised(const scenario_reader *r, node *value, uint64_t *events) {
    uint32_t count = 0;
    for (node *item = wits_file_items_of(value, &count); item != NULL; item = wits_file_item_after(value, item)) {
        const char *name = wits_file_read_text(r->file, item, "the name of an event");
        const uint32_t event = name != NULL ? find_event(r, name) : WITS_NONE;
        if (event != WITS_NONE) {
            *events |= (uint64_t)1 << event;
        } else if (name != NULL) {
            nearest_name nearest = wits_file_nearest_begin(r->file, name);
            for (uint32_t i = 0; i < r->desc->event_count; i++) {
                wits_file_nearest_offer(&nearest, r->desc->events[i]);
            }
            wits_file_report_core(r->file, wits_file_node_position(item), WITS_PROBLEM_EVENT_UNKNOWN, name,
                                  nearest.best);
            item->bad = true;
        }
    }
}

/// Returns whether a text is read as this number.
static bool is_written(const char *text, size_t length, float number) {
    expr_value read = {.f = 0.0f};
    const number_kind kind = wits_expr_number_read(text, length, &read);
    return (kind == NUMBER_INT && (float)read.i == number) || (kind == NUMBER_FLOAT && read.f == number);
}

/// Returns a number of a range with the fewest digits that identify it.
static const char *number_text(const scenario_reader *r, double number) {
    char text[32];
    int length = snprintf(text, sizeof text, "%.0f", number > -1e9 && number < 1e9 ? number : 0.0);
    for (int digits = 1; digits <= 9 && !is_written(text, (size_t)length, (float)number); digits++) {
        length = snprintf(text, sizeof text, "%.*g", digits, number);
    }
    return wits_file_scenario_copy(r, text, (size_t)length);
}

/// Reads a value of a field or of a function's result. NaN and infinities have names.
static bool read_value(const scenario_reader *r, const char *what, node *value, const wits_field_desc *field,
                       const wits_promise *promise, double *found) {
    static const struct {
        const char *name;
        float value;
    } words[] = {{"NaN", NAN}, {"Infinity", INFINITY}, {"-Infinity", -INFINITY}};
    wits_file_value_make(r->file, value);
    const node *word = field->type == WITS_TYPE_FLOAT && !value->bad && value->kind == NODE_SCALAR ? value : NULL;
    bool is_read = false;
    for (uint32_t i = 0; i < sizeof words / sizeof *words && word != NULL; i++) {
        if (wits_file_node_is(word, words[i].name)) {
            *found = (double)words[i].value;
            is_read = true;
        }
    }
    if (!is_read && !wits_file_read_value(r->file, what, value, field, found)) {
        return false;
    }
    if (promise == NULL || wits_promise_holds(promise, *found)) {
        return true;
    }
    message_words outside = {{what, number_text(r, promise->low), number_text(r, promise->high), value->text}};
    wits_file_report_node(r->file, value, MESSAGE_GIVEN_RANGE, outside, NULL);
    return false;
}

/// Suggests what a name that is neither a field, a function nor a kind of targets may mean.
static void report_name(const scenario_reader *r, node *key) {
    const char *name = key->text;
    const uint32_t function = wits_file_scenario_function(r, name);
    const char *value = key->next->kind == NODE_SCALAR && key->next->length > 0 ? key->next->text : "...";
    nearest_name nearest = wits_file_nearest_begin(r->file, name);
    if (find_event(r, name) != WITS_NONE) {
        wits_file_report_node(r->file, key, MESSAGE_GIVEN_EVENT, (message_words){{name, name}}, NULL);
    } else if (function != WITS_NONE && wits_file_is_action(&r->desc->functions[function])) {
        wits_file_report_node(r->file, key, MESSAGE_GIVEN_ACTION, (message_words){{name}}, NULL);
    } else if (function != WITS_NONE) {
        wits_file_report_node(r->file, key, MESSAGE_GIVEN_CALL, (message_words){{name, name, value}}, NULL);
    } else if (wits_find_state(r->file->brain_file->brain, name) != WITS_NONE) {
        wits_file_report_node(r->file, key, MESSAGE_GIVEN_STATE, (message_words){{name, name}}, NULL);
    } else {
        for (uint32_t i = 0; i < r->desc->field_count; i++) {
            wits_file_nearest_offer(&nearest, r->desc->fields[i].name);
        }
        for (uint32_t i = 0; i < r->desc->target_count; i++) {
            wits_file_nearest_offer(&nearest, r->desc->targets[i].name);
        }
        wits_file_nearest_offer(&nearest, "raise");
        const bool is_start = strcmp(name, "state") == 0 || strcmp(name, "in") == 0 || strcmp(name, "from") == 0;
        const char *state = is_start && key->next->kind == NODE_SCALAR ? key->next->text : NULL;
        if (state != NULL) {
            message_words words = {{state, state}};
            wits_file_report_node(r->file, key, MESSAGE_GIVEN_STATE, words, NULL);
            return;
        }
        const char *foreign = strcmp(name, "event") == 0 || strcmp(name, "events") == 0 ? "raise" : nearest.best;
        wits_file_report_node(r->file, key, MESSAGE_GIVEN_FIELD, (message_words){{name}}, foreign);
    }
}

/// Reads `near(3.5, "door"): true`.
static bool read_answer(const scenario_reader *r, node *key, wits_scenario_value *to) {
    const uint32_t open = (uint32_t)strcspn(key->text, "(");
    const uint32_t length = (uint32_t)strcspn(key->text, " (");
    const char *name = wits_file_scenario_copy(r, key->text, length);
    const uint32_t row = wits_file_scenario_function(r, name);
    if (key->text[key->length - 1] != ')' || key->text[open] != '(') {
        wits_file_report_node(r->file, key, MESSAGE_CALL_FORM, (message_words){{key->text}}, NULL);
        return false;
    }
    if (row == WITS_NONE || wits_file_is_action(&r->desc->functions[row])) {
        nearest_name nearest = wits_file_nearest_begin(r->file, name);
        for (uint32_t i = 0; i < r->desc->function_count; i++) {
            wits_file_nearest_offer(&nearest,
                                    wits_file_is_action(&r->desc->functions[i]) ? "" : r->desc->functions[i].name);
        }
        const message_id message = row == WITS_NONE ? MESSAGE_GIVEN_FUNCTION : MESSAGE_GIVEN_ACTION;
        wits_file_report_node(r->file, key, message, (message_words){{name}}, nearest.best);
        return false;
    }
    const bool is_condition = r->desc->functions[row].condition != NULL;
    const wits_field_desc field = {.name = name, .type = is_condition ? WITS_TYPE_BOOL : WITS_TYPE_FLOAT};
    const wits_promise *promise = r->promises->functions != NULL ? &r->promises->functions[row] : NULL;
    const char *inside = skip_blanks(key->text + open + 1);
    to->is_function = true;
    to->row = row;
    to->arguments = *inside != ')' ? wits_file_scenario_copy(r, inside, strlen(inside) - 1) : NULL;
    return read_value(r, name, key->next, &field, promise, &to->value);
}

bool wits_file_read_target_id(const scenario_reader *r, node *value, uint32_t *id) {
    int64_t number = 0;
    wits_file_value_make(r->file, value);
    if (wits_file_read_text(r->file, value, "the id of a target") == NULL) {
        return false;
    }
    if (!wits_file_text_is_int(value->text, &number) || number < 0 || number >= (int64_t)WITS_NO_TARGET) {
        wits_file_report_node(r->file, value, MESSAGE_TARGET_ID, (message_words){{value->text}}, NULL);
        return false;
    }
    *id = (uint32_t)number;
    return true;
}

/// Reads one target: its id and its fields, 0 by default.
static void read_target(const scenario_reader *r, uint32_t kind, node *item, uint32_t *id, double *values) {
    const wits_target_desc *about = &r->desc->targets[kind];
    const wits_promise *const *rows = r->promises->target_fields;
    bool has_id = false;
    if (item->bad || item->kind != NODE_MAPPING) {
        message_words words = {{"a target, such as {id: 1}", wits_file_describe(r->file, item)}};
        wits_file_report_node(r->file, item, MESSAGE_EXPECTED, words, NULL);
        return;
    }
    FOR_EACH_PAIR(key, item) {
        uint32_t field = 0;
        if (strcmp(key->text, "id") == 0) {
            has_id = true;
            wits_file_read_target_id(r, key->next, id);
            continue;
        }
        nearest_name nearest = wits_file_nearest_begin(r->file, key->text);
        for (; field < about->field_count && strcmp(about->fields[field].name, key->text) != 0; field++) {
            wits_file_nearest_offer(&nearest, about->fields[field].name);
        }
        if (field == about->field_count) {
            message_words words = {{about->name, key->text}};
            wits_file_report_node(r->file, key, MESSAGE_KEY_UNKNOWN, words, nearest.best);
            continue;
        }
        const wits_target_field_desc *own = &about->fields[field];
        const wits_field_desc as = {
            .name = own->name, .type = own->type, .values = own->values, .value_count = own->value_count};
        const wits_promise *promise = rows != NULL && rows[kind] != NULL ? &rows[kind][field] : NULL;
        read_value(r, own->name, key->next, &as, promise, &values[field]);
    }
    if (!has_id && !wits_file_keys_are_misspelt(item)) {
        wits_file_report_node(r->file, item, MESSAGE_KEY_MISSING, (message_words){{"a target", "id"}}, NULL);
    }
}

static void read_targets(const scenario_reader *r, uint32_t kind, node *value, wits_scenario_targets *to) {
    const uint32_t fields = r->desc->targets[kind].field_count;
    to->kind = kind;
    if (value->bad || (value->kind != NODE_LIST && !wits_file_node_is_empty(value))) {
        message_words words = {{"a list of targets, such as [{id: 1}]", wits_file_describe(r->file, value)}};
        wits_file_report_node(r->file, value, MESSAGE_EXPECTED, words, NULL);
        return;
    }
    const uint32_t count = value->kind == NODE_LIST ? value->count : 0;
    uint32_t *ids = wits_file_arena_take(&r->file->memory, ((size_t)count + 1) * sizeof *ids);
    double *values = wits_file_arena_take(&r->file->memory, ((size_t)count * fields + 1) * sizeof *values);
    if (ids == NULL || values == NULL) {
        return;
    }
    for (node *item = count > 0 ? value->first : NULL; item != NULL; item = item->next) {
        read_target(r, kind, item, &ids[to->count], &values[(size_t)to->count * fields]);
        to->count++;
    }
    to->ids = ids;
    to->values = values;
}

/// Reads the value of `given` or `when`.
void wits_file_read_inputs(const scenario_reader *r, node *mapping, wits_scenario_inputs *to) {
    static const char wanted[] = "fields and events, such as {health: 0.5, raise: alarm}";
    if (mapping->kind == NODE_SCALAR && find_event(r, mapping->text) != WITS_NONE) {
        message_words words = {{mapping->text, mapping->text}};
        wits_file_report_node(r->file, mapping, MESSAGE_GIVEN_RAISE, words, NULL);
        return;
    }
    if (!wits_file_is_section(r->file, mapping, NODE_MAPPING, wanted)) {
        if (!mapping->bad) {
            message_words words = {{wanted, wits_file_describe(r->file, mapping)}};
            wits_file_report_node(r->file, mapping, MESSAGE_EXPECTED, words, NULL);
        }
        return;
    }
    const uint32_t most = mapping->count / 2 + 1;
    wits_scenario_value *values = wits_file_arena_take(&r->file->memory, most * sizeof *values);
    wits_scenario_targets *targets = wits_file_arena_take(&r->file->memory, most * sizeof *targets);
    if (values == NULL || targets == NULL) {
        return;
    }
    FOR_EACH_PAIR(key, mapping) {
        const uint32_t field = wits_file_scenario_field(r, key->text);
        const uint32_t kind = wits_find_target_kind(r->file->brain_file->brain, key->text);
        wits_scenario_value one = {.row = field, .line = key->line, .column = key->column};
        if (field != WITS_NONE) {
            const wits_promise *promise = r->promises->fields != NULL ? &r->promises->fields[field] : NULL;
            values[to->value_count] = one;
            to->value_count +=
                read_value(r, key->text, key->next, &r->desc->fields[field], promise, &values[to->value_count].value);
        } else if (strcmp(key->text, "raise") == 0) {
            read_raised(r, key->next, &to->events);
        } else if (strchr(key->text, '(') != NULL) {
            if (read_answer(r, key, &one)) {
                values[to->value_count++] = one;
            }
        } else if (kind != WITS_NONE) {
            read_targets(r, kind, key->next, &targets[to->target_count++]);
        } else {
            report_name(r, key);
        }
    }
    to->values = values;
    to->targets = targets;
}
