// SPDX-License-Identifier: MIT
#include "file/keys.h"

#include <stdio.h>
#include <string.h>

#include "expr/characters.h"
#include "expr/responses.h"
#include "file/loader.h"

#define SECOND_OF(id, name, ...) name,
#define KEY_NAME(...) SECOND_OF(__VA_ARGS__, )
#define KEY_SET(set, list, whose)                                                                                      \
    static const char *const set##_names[] = {list(KEY_NAME)};                                                         \
    const key_set set = {whose, set##_names, sizeof set##_names / sizeof set##_names[0]};
KEY_SET(wits_file_keys, FILE_KEYS, "a brain file")
KEY_SET(wits_file_state_keys, STATE_KEYS, "a state")
KEY_SET(wits_file_transition_keys, TRANSITION_KEYS, "a transition")
KEY_SET(wits_file_step_keys, STEP_KEYS, "a step")
KEY_SET(wits_file_initial_keys, INITIAL_KEYS, "a rule of initial")
KEY_SET(wits_file_field_keys, FIELD_KEYS, "a field")
KEY_SET(wits_file_target_field_keys, TARGET_FIELD_KEYS, "a field of targets")
KEY_SET(wits_file_function_keys, FUNCTION_KEYS, "a function")
KEY_SET(wits_file_select_keys, SELECT_NUMBER_LIST, "select")
KEY_SET(wits_file_part_keys, PART_KEYS, "a score")
KEY_SET(wits_file_parameter_keys, PARAMETER_KEYS, "a curve")

KEY_SET(wits_file_included_keys, INCLUDED_KEYS, "an included file")
KEY_SET(wits_file_template_keys, TEMPLATE_KEYS, "a part")
KEY_SET(wits_file_typed_keys, TYPED_KEYS, "a parameter")
KEY_SET(wits_file_event_keys, EVENT_KEYS, "an event")
KEY_SET(wits_file_property_keys, PROPERTY_KEYS, "a property")
KEY_SET(wits_file_within_keys, WITHIN_KEYS, "within")
KEY_SET(wits_file_settles_keys, SETTLES_KEYS, "settles")
KEY_SET(wits_file_rename_keys, RENAME_KEYS, "renames")
KEY_SET(wits_file_scenario_keys, SCENARIO_KEYS, "a scenario")
KEY_SET(wits_file_scenario_step_keys, SCENARIO_STEP_KEYS, "a step")
KEY_SET(wits_file_expect_keys, EXPECT_KEYS, "an expectation")

#define KEY_HOLDING(id, name, holds) HOLDING_##holds,
static const uint8_t state_holdings[] = {STATE_KEYS(KEY_HOLDING)};
static const uint8_t transition_holdings[] = {TRANSITION_KEYS(KEY_HOLDING)};
static const uint8_t step_holdings[] = {STEP_KEYS(KEY_HOLDING)};
static const uint8_t initial_holdings[] = {INITIAL_KEYS(KEY_HOLDING)};
static const uint8_t part_holdings[] = {PART_KEYS(KEY_HOLDING)};
static const uint8_t property_holdings[] = {PROPERTY_KEYS(KEY_HOLDING)};
static const uint8_t within_holdings[] = {WITHIN_KEYS(KEY_HOLDING)};
static const uint8_t settles_holdings[] = {SETTLES_KEYS(KEY_HOLDING)};

#define CHOICE(name, value) {name, value},
#define CHOICE_SET(set, list, also, defined)                                                                           \
    static const choice set##_choices[] = {list(CHOICE)};                                                              \
    const choice_set set = {set##_choices, sizeof set##_choices / sizeof set##_choices[0], also, defined};
CHOICE_SET(wits_file_bool_values, BOOL_VALUES, NULL, 1u << DEFINED_CONSTANT)
CHOICE_SET(wits_file_kind_values, KIND_VALUES, NULL, 0)
CHOICE_SET(wits_file_activation_values, ACTIVATION_VALUES, NULL, 0)
CHOICE_SET(wits_file_leave_values, LEAVE_VALUES, NULL, 0)
CHOICE_SET(wits_file_select_values, SELECT_WORD_LIST, SELECT_NUMBER_FORMS, 0)
CHOICE_SET(wits_file_with_values, WITH_VALUES, NULL, 0)
CHOICE_SET(wits_file_order_values, ORDER_VALUES, NULL, 0)
CHOICE_SET(wits_file_function_values, FUNCTION_VALUES, NULL, 0)
CHOICE_SET(wits_file_type_values, TYPE_VALUES, "the name of an enum or a list of names", 1u << DEFINED_ENUM)
CHOICE_SET(wits_file_parameter_type_values, PARAMETER_TYPE_VALUES, "the name of an enum", 1u << DEFINED_ENUM)
CHOICE_SET(wits_file_argument_values, ARGUMENT_VALUES, "the name of an enum or of an enum field, or a list of names",
           1u << DEFINED_ENUM)
CHOICE_SET(wits_file_outside_values, OUTSIDE_VALUES, NULL, 0)
CHOICE_SET(wits_file_inputs_values, INPUTS_VALUES, NULL, 0)
CHOICE_SET(wits_file_start_values, START_VALUES, NULL, 0)

#define CURVE_CHOICE(name, kind, ...) {name, kind},
static const choice curve_choices[] = {EXPR_CURVE_LIST(CURVE_CHOICE)};
const choice_set wits_file_curve_values = {curve_choices, sizeof curve_choices / sizeof curve_choices[0], NULL,
                                           1u << DEFINED_CURVE};

static uint32_t key_number(const key_set *set, const char *name) {
    uint32_t number = 0;
    while (number < set->count && strcmp(set->names[number], name) != 0) {
        number++;
    }
    return number;
}

holding wits_file_key_holding(const key_set *set, const char *name) {
    const struct {
        const key_set *set;
        const uint8_t *holdings;
    } known[] = {{&wits_file_state_keys, state_holdings},   {&wits_file_transition_keys, transition_holdings},
                 {&wits_file_step_keys, step_holdings},     {&wits_file_initial_keys, initial_holdings},
                 {&wits_file_part_keys, part_holdings},     {&wits_file_property_keys, property_holdings},
                 {&wits_file_within_keys, within_holdings}, {&wits_file_settles_keys, settles_holdings}};
    uint32_t number = key_number(set, name);
    for (uint32_t i = 0; i < sizeof known / sizeof *known && number < set->count; i++) {
        if (known[i].set == set) {
            return (holding)known[i].holdings[number];
        }
    }
    return HOLDING_WORD;
}

bool wits_file_keys_has(const key_set *set, const char *name) {
    return key_number(set, name) < set->count;
}

bool wits_file_choice_is_in(const choice_set *set, const char *name) {
    for (uint32_t i = 0; i < set->count; i++) {
        if (strcmp(set->choices[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

bool wits_file_is_of_scenarios(const key_set *set) {
    return set == &wits_file_scenario_keys || set == &wits_file_scenario_step_keys || set == &wits_file_expect_keys;
}

static bool is_of_score(const key_set *set) {
    return set->names == wits_file_part_keys.names;  // the owner differs
}

/// Returns whether a key is the name of a promise of the host in a mapping that has no promises. Then it is treated as
/// a misspelt key.
static bool is_no_promise(const key_set *set, const char *name) {
    static const char *const promises[] = {PROMISE_KEYS(KEY_NAME)};
    const bool is_of_host = set == &wits_file_field_keys || set == &wits_file_target_field_keys ||
                            set == &wits_file_function_keys || set == &wits_file_event_keys;
    for (uint32_t i = 0; i < sizeof promises / sizeof *promises && !is_of_host; i++) {
        if (strcmp(promises[i], name) == 0) {
            return true;
        }
    }
    return false;
}

/// Returns the owner of a misplaced key. Keys of scores are considered only where they are plausible.
static const char *owner_elsewhere(const key_set *set, const char *name) {
    if (wits_file_is_of_scenarios(set)) {
        return NULL;  // keys of brains are of no use there
    }
    const key_set *sets[] = {&wits_file_state_keys,    &wits_file_transition_keys,  &wits_file_step_keys,
                             &wits_file_keys,          &wits_file_field_keys,       &wits_file_select_keys,
                             &wits_file_function_keys, &wits_file_target_field_keys};
    bool of_curve = key_number(&wits_file_parameter_keys, name) < wits_file_parameter_keys.count ||
                    wits_file_choice_is_in(&wits_file_curve_values, name);
    if (of_curve && is_of_score(set)) {
        return wits_file_parameter_keys.owner;
    }
    for (uint32_t i = 0; i < sizeof sets / sizeof sets[0] && !is_no_promise(set, name); i++) {
        if (key_number(sets[i], name) < sets[i]->count) {
            return sets[i]->owner;
        }
    }
    return set == &wits_file_state_keys && key_number(&wits_file_part_keys, name) < wits_file_part_keys.count
               ? wits_file_part_keys.owner
               : NULL;
}

/// A misspelt key counts as the missing score. Returns it, if there is one.
static uint32_t take_for_score(const key_set *set, node *key) {
    key->next->bad = true;
    return key_number(set, "score");
}

static const char *nearest_key(wits_file *file, const key_set *set, const node *key) {
    nearest_name nearest = wits_file_nearest_begin(file, key->text);
    for (uint32_t i = 0; i < set->count; i++) {
        wits_file_nearest_offer(&nearest, set->names[i]);
    }
    return strcmp(key->text, "and") == 0 ? NULL : nearest.best;  // resembles `any`, but means `all`
}

/// Returns "product, compensated, ... and any"
static const char *list_groups(wits_file *file) {
    char text[200];
    size_t length = 0;
    for (uint32_t i = PART_KEY_PRODUCT; i < PART_KEY_COUNT; i++) {
        const char *before = i == PART_KEY_PRODUCT ? "" : i + 1 == PART_KEY_COUNT ? " and " : ", ";
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", before, wits_file_part_keys.names[i]);
    }
    return wits_file_arena_copy(&file->memory, text, length);
}

/// Returns whether a key is an action that follows another one after a comma: {to: a, do: x = 1, y = 2}.
static bool is_action_after_comma(const key_set *set, const node *key) {
    bool takes_actions = key_number(set, "do") < set->count || set == &wits_file_state_keys;
    bool is_action = strpbrk(key->text, "=(") != NULL || strncmp(key->text, "raise ", 6) == 0;
    return takes_actions && is_action && wits_file_node_is_empty(key->next);
}

static bool is_digits(const char *text) {
    return text[0] != '\0' && text[strspn(text, "0123456789")] == '\0';
}

/// Reports `{type: float, initial: 1,5}`, where YAML takes 5 as a key; and `{after: 0,5s}`.
static bool report_decimal(wits_file *file, const node *mapping, node *key) {
    const node *before = NULL;
    for (const node *one = mapping->first; one != key; one = one->next->next) {
        before = one->next;
    }
    const bool is_number = is_digits(key->text) || (key->length > 0 && strchr(key->text, '.') == NULL &&
                                                    wits_file_time_length(key->text) == key->length);
    const bool is_decimal = before != NULL && before->kind == NODE_SCALAR && is_digits(before->text) && is_number &&
                            wits_file_node_is_empty(key->next);
    if (is_decimal) {
        wits_file_report_node(file, key, MESSAGE_NUMBER_COMMA, (message_words){{before->text, key->text}}, NULL);
    }
    return is_decimal;
}

/// Returns the offset of the first non-ASCII space; the text's length if there is none.
static uint32_t other_space_in(const char *text) {
    uint32_t at = 0;
    while (text[at] != '\0' && !wits_file_is_other_space(text + at)) {
        at++;
    }
    return at;
}

/// Reports a key with a non-ASCII space. Returns the number of the key before or after the space, or the set's count.
static uint32_t report_other_space(wits_file *file, const key_set *set, node *key, uint32_t at) {
    wits_file_report(file, wits_file_source_position(key, at), MESSAGE_SPACE_OTHER, (message_words){{NULL}}, NULL);
    uint32_t begin = at;
    while (begin < key->length && (key->text[begin] == ' ' || (key->text[begin] & 0x80) != 0)) {
        begin++;
    }
    const char *name = at > 0 ? wits_file_arena_copy(&file->memory, key->text, at) : key->text + begin;
    const uint32_t number = key_number(set, name);
    file->missing_states = file->missing_states || number == set->count;  // it may be a state
    return number;
}

/// Reports `update:howl()`; a non-ASCII space may follow the colon.
static void report_no_space(wits_file *file, node *at, const char *colon, const char *name) {
    if (wits_file_is_other_space(colon + 1)) {
        const position place = wits_file_source_position(at, (uint32_t)(colon + 1 - at->text));
        wits_file_report(file, place, MESSAGE_SPACE_OTHER, (message_words){{NULL}}, NULL);
        at->bad = true;
    } else {
        wits_file_report_node(file, at, MESSAGE_YAML_KEY, (message_words){{name}}, NULL);
    }
}

bool wits_file_report_mapping_without_space(wits_file *file, node *value) {
    const uint32_t length = value->kind == NODE_SCALAR && value->style == STYLE_PLAIN ? value->length : 0;
    uint32_t at = 0;
    while (at < length && (is_letter(value->text[at]) || is_digit(value->text[at]))) {
        at++;
    }
    if (at == 0 || at == length || value->text[at] != ':') {
        return false;
    }
    report_no_space(file, value, value->text + at, wits_file_arena_copy(&file->memory, value->text, at));
    return true;
}

/// Returns the key of a mapping; null if it has none.
static const node *key_called(const node *mapping, const char *name) {
    if (mapping != NULL && mapping->kind == NODE_MAPPING) {
        FOR_EACH_PAIR(key, mapping) {
            if (strcmp(key->text, name) == 0) {
                return key;
            }
        }
    }
    return NULL;
}

/// Returns whether a value has keys of a state, or is `{}`.
static bool looks_like_state(const node *value) {
    if (value->kind == NODE_MAPPING && value->first == NULL) {
        return true;
    }
    if (value->kind == NODE_MAPPING) {
        FOR_EACH_PAIR(key, value) {
            if (key_number(&wits_file_state_keys, key->text) < wits_file_state_keys.count) {
                return true;
            }
        }
    }
    return false;
}

/// Reports a state among the keys of a state or file, mostly because its indentation is wrong.
static void report_state(wits_file *file, const node *mapping, node *key) {
    const node *root = key_called(mapping, "root");
    const node *states = key_called(root != NULL ? root->next : mapping, "states");
    if (states != NULL) {
        message_words words = {{key->text, wits_file_number_text(file, states->line)}};
        wits_file_report_node(file, key, MESSAGE_STATE_OUTSIDE, words, NULL);
    } else {
        wits_file_report_node(file, key, MESSAGE_STATE_AS_KEY, (message_words){{key->text}}, NULL);
    }
    file->missing_states = true;
}

/// Explains keys that are unknown because of their form: `update:howl()` in braces, and states beside 'states'.
static bool report_form(wits_file *file, const key_set *set, const node *mapping, node *key) {
    if (report_decimal(file, mapping, key)) {
        return true;
    }
    const char *colon = strchr(key->text, ':');
    const char *name = wits_file_arena_copy(&file->memory, key->text, colon != NULL ? (size_t)(colon - key->text) : 0);
    if (colon != NULL && wits_file_node_is_empty(key->next) && key_number(set, name) < set->count) {
        report_no_space(file, key, colon, name);
        return true;
    }
    const node *states = wits_file_keys_find(mapping, "states");
    if (set == &wits_file_state_keys && states != NULL && wits_file_node_is_empty(states) &&
        key->next->kind != NODE_LIST) {
        wits_file_report_node(file, key, MESSAGE_STATE_BESIDE, (message_words){{key->text}}, NULL);
        file->missing_states = true;
        return true;
    }
    const bool holds_states =
        set == &wits_file_state_keys || (set == &wits_file_keys && nearest_key(file, set, key) == NULL);
    if (holds_states && wits_file_text_is_name(key->text) && looks_like_state(key->next)) {
        report_state(file, mapping, key);
        return true;
    }
    return false;
}

/// Returns the number of the key it probably is, or the set's count.
static uint32_t report_unknown(wits_file *file, const key_set *set, const node *mapping, node *key) {
    if ((set == &wits_file_state_keys || is_of_score(set)) && strcmp(key->text, "considerations") == 0) {
        wits_file_report_node(file, key, MESSAGE_CONSIDERATIONS, (message_words){{NULL}}, NULL);
        return take_for_score(set, key);
    }
    const uint32_t other_space = other_space_in(key->text);
    if (other_space < key->length) {
        return report_other_space(file, set, key, other_space);
    }
    if (report_form(file, set, mapping, key)) {
        return set->count;
    }
    if (is_action_after_comma(set, key)) {
        wits_file_report_node(file, key, MESSAGE_KEY_IS_ACTION, (message_words){{key->text}}, NULL);
        return set->count;
    }
    const char *advice = wits_file_foreign_advice(set, key->text);
    if (advice != NULL) {
        wits_file_report_node(file, key, MESSAGE_KEY_ADVICE, (message_words){{set->owner, key->text, advice}}, NULL);
        return set->count;
    }
    const char *foreign = wits_file_foreign_key(set, key->text);
    if (foreign != NULL) {
        wits_file_report_node(file, key, MESSAGE_KEY_UNKNOWN, (message_words){{set->owner, key->text}}, foreign);
        return key_number(set, foreign);
    }
    const char *elsewhere = owner_elsewhere(set, key->text);
    if (elsewhere != NULL) {
        message_words words = {{set->owner, key->text, elsewhere}};
        wits_file_report_node(file, key, MESSAGE_KEY_ELSEWHERE, words, NULL);
        return elsewhere == wits_file_part_keys.owner ? take_for_score(set, key) : set->count;
    }
    const char *nearest = nearest_key(file, set, key);
    if (nearest == NULL && is_of_score(set) && key->next->kind == NODE_LIST) {
        message_words words = {{key->text, list_groups(file)}};
        wits_file_report_node(file, key, MESSAGE_GROUP_UNKNOWN, words, NULL);
    } else {
        wits_file_report_node(file, key, MESSAGE_KEY_UNKNOWN, (message_words){{set->owner, key->text}}, nearest);
    }
    return nearest != NULL ? key_number(set, nearest) : set->count;
}

/// Reports `update:howl()` and `update = howl()` where keys are expected, and lists with too many dashes.
static void report_no_mapping(wits_file *file, const key_set *set, node *value, const char *wanted) {
    const char *text = value->kind == NODE_SCALAR && value->style == STYLE_PLAIN ? value->text : "";
    const char *key = wits_file_arena_copy(&file->memory, text, strcspn(text, " :="));
    const char *sign = text + strlen(key) + strspn(text + strlen(key), " ");
    if (key_number(set, key) < set->count && *sign == ':') {
        report_no_space(file, value, sign, key);
    } else if (key_number(set, key) < set->count && *sign == '=') {
        sign += 1 + strspn(sign + 1, " ");
        wits_file_report_node(file, value, MESSAGE_YAML_EQUALS, (message_words){{key, sign}}, NULL);
    } else if (key_number(set, key) < set->count) {
        wits_file_report_node(file, value, MESSAGE_YAML_COLON_MISSING, (message_words){{key}}, NULL);
    } else if (wits_file_report_mapping_without_space(file, value)) {
        return;
    } else if (value->kind == NODE_LIST && !value->flow) {
        wits_file_report_node(file, value, MESSAGE_EXPECTED_NO_DASH, (message_words){{wanted}}, NULL);
    } else {
        message_words words = {{wanted, wits_file_describe(file, value)}};
        wits_file_report_node(file, value, MESSAGE_EXPECTED, words, NULL);
    }
}

void wits_file_keys_read(wits_file *file, const key_set *set, node *mapping, const char *wanted, bool may_be_empty,
                         key_values *found) {
    *found = (key_values){.keys = {NULL}};
    if (mapping->bad || (may_be_empty && wits_file_node_is_empty(mapping))) {
        return;
    }
    if (mapping->kind != NODE_MAPPING) {
        report_no_mapping(file, set, mapping, wanted);
        return;
    }
    for (uint32_t pass = 0; pass < 2; pass++) {  // misspelt keys are considered for missing ones, too
        FOR_EACH_PAIR(key, mapping) {
            uint32_t number = key_number(set, key->text);
            if (number == set->count && pass == 1) {
                number = report_unknown(file, set, mapping, key);
                number = number < set->count && found->keys[number] == NULL ? number : set->count;
            }
            if (number < set->count) {
                found->keys[number] = key;
                found->values[number] = key->next;
            }
        }
    }
}

bool wits_file_keys_are_misspelt(const node *mapping) {
    for (const node *key = mapping->first; key != NULL; key = key->next->next) {
        if (key->bad) {
            return true;
        }
    }
    return false;
}

node *wits_file_keys_find(const node *mapping, const char *name) {
    const node *key = key_called(mapping, name);
    return key != NULL ? key->next : NULL;
}

/// Returns "fsm, utility or parallel"
static const char *list_choices(wits_file *file, const choice_set *set) {
    char text[200];
    size_t length = 0;
    bool alternatives = set->also != NULL && strstr(set->also, " or ") != NULL;
    for (uint32_t i = 0; i < set->count; i++) {
        const char *before = i == 0 ? "" : i + 1 == set->count && set->also == NULL ? " or " : ", ";
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", before, set->choices[i].name);
    }
    if (set->also != NULL) {
        const char *before = alternatives ? ", " : " or ";
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", before, set->also);
    }
    return wits_file_arena_copy(&file->memory, text, length);
}

bool wits_file_choice_read(wits_file *file, const choice_set *set, const char *what, node *value, uint32_t *found) {
    if (value->bad || wits_file_has_slip(file, value)) {
        return false;
    }
    nearest_name nearest = wits_file_nearest_begin(file, value->text);
    for (uint32_t i = 0; i < set->count; i++) {
        if (wits_file_node_is(value, set->choices[i].name)) {
            *found = set->choices[i].value;
            return true;
        }
        wits_file_nearest_offer(&nearest, set->choices[i].name);
    }
    const char *wanted = list_choices(file, set);
    const char *foreign = value->kind == NODE_SCALAR ? wits_file_foreign_value(set, value->text) : NULL;
    if (value->kind != NODE_SCALAR || value->length == 0) {
        message_words words = {{wanted, wits_file_describe(file, value)}};
        wits_file_report_node(file, value, MESSAGE_EXPECTED, words, NULL);
    } else if (foreign != NULL && strchr(foreign, ' ') != NULL) {
        message_words words = {{what, wanted, value->text, foreign}};
        wits_file_report_node(file, value, MESSAGE_CHOICE_ADVICE, words, NULL);
    } else {
        const char *defined = wits_file_nearest_definition(&nearest, value->origin, set->defined);
        const char *meant = foreign != NULL ? foreign : defined != NULL ? defined : nearest.best;
        wits_file_report_node(file, value, MESSAGE_CHOICE, (message_words){{what, wanted, value->text}}, meant);
    }
    return false;
}
