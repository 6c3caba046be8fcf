// SPDX-License-Identifier: MIT
// Reads the tree of states: first the rows in file order, then their contents.
#include <string.h>

#include "core/attributes.h"
#include "expr/number.h"
#include "file/loader.h"

// ------------------------------------------------------------------------------------------------------------ the tree

/// A composite whose states are being read.
typedef struct open_state {
    node *next_key;
    uint16_t row;
} open_state;

static void read_kind(wits_file *file, state_source *state) {
    node *kind = state->found->values[STATE_KEY_KIND];
    uint32_t value = state->found->values[STATE_KEY_STATES] != NULL ? WITS_KIND_FSM : WITS_KIND_LEAF;
    state->kind_is_known = kind == NULL || wits_file_choice_read(file, &wits_file_kind_values, "kind", kind, &value);
    state->kind = (uint8_t)value;
}

/// Adds a row. An invalid state gets one, too, so that its uses are not reported as unknown. Returns false if there are
/// too many, which is reported, or if memory runs out.
static bool add_state(wits_file *file, node *key, node *mapping, uint16_t parent) {
    if (file->state_count == WITS_MAX_STATES) {
        wits_file_report_core(file, wits_file_node_position(key), WITS_PROBLEM_STATES_TOO_MANY, NULL, NULL);
        file->unfinished = true;
        file->missing_states = true;
        return false;
    }
    key_values *found = wits_file_arena_take(&file->memory, sizeof *found);
    if (found == NULL || !ARENA_GROW(&file->memory, &file->states, file->state_count, &file->state_capacity)) {
        return false;
    }
    const uint32_t row = file->state_count++;
    state_source *added = &file->states[row];
    *added = (state_source){.key = key, .mapping = mapping, .found = found, .parent = parent};
    bool is_key = row > 0 && mapping->kind != NODE_MAPPING && !wits_file_node_is_empty(mapping);
    if (is_key && wits_file_keys_has(&wits_file_state_keys, key->text)) {
        wits_file_report_node(file, key, MESSAGE_STATE_IS_KEY, (message_words){{key->text}}, NULL);
        mapping->bad = true;
    }
    wits_file_keys_read(file, &wits_file_state_keys, mapping, "a state, such as '{update: growl()}'", true, found);
    read_kind(file, added);
    added->kind_is_known = added->kind_is_known && !mapping->bad;
    return true;
}

/// The first name under `states` of the last row, or null.
static node *first_child(wits_file *file) {
    node *states = file->states[file->state_count - 1].found->values[STATE_KEY_STATES];
    if (states == NULL || wits_file_node_is_empty(states)) {
        return NULL;
    }
    if (states->bad || states->kind != NODE_MAPPING) {
        file->missing_states = true;
        if (wits_file_report_mapping_without_space(file, states)) {
            return NULL;
        }
        static const char wanted[] = "states, such as 'walk: {}'";
        bool has_dashes = states->kind == NODE_LIST && !states->flow;
        message_words words = {{wanted, wits_file_describe(file, states)}};
        wits_file_report_node(file, states, has_dashes ? MESSAGE_EXPECTED_NO_DASH : MESSAGE_EXPECTED, words, NULL);
        return NULL;
    }
    return states->first;
}

static void add_states(wits_file *file) {
    open_state open[WITS_MAX_DEPTH];
    uint32_t depth = 0;
    node *root = file->sections.values[FILE_KEY_ROOT];
    node *name = file->sections.values[FILE_KEY_BRAIN];
    bool named = name != NULL && name->kind == NODE_SCALAR;
    if (!add_state(file, named ? name : file->sections.keys[FILE_KEY_ROOT], root, WITS_ROOT)) {
        return;
    }
    open[depth++] = (open_state){first_child(file), WITS_ROOT};
    while (depth > 0) {  // each iteration takes a key of `states` or ends a composite
        open_state *around = &open[depth - 1];
        node *key = around->next_key;
        if (key == NULL) {
            depth--;
            continue;
        }
        around->next_key = key->next->next;
        if (key->bad) {
            continue;
        }
        uint16_t row = (uint16_t)file->state_count;
        if (!add_state(file, key, key->next, around->row)) {
            return;
        }
        node *child = first_child(file);
        if (child != NULL && depth == WITS_MAX_DEPTH) {
            wits_file_report_core(file, wits_file_node_position(child), WITS_PROBLEM_TOO_DEEP, NULL, NULL);
            file->unfinished = true;
            file->missing_states = true;
        } else if (child != NULL) {
            open[depth++] = (open_state){child, row};
        }
    }
}

// ------------------------------------------------------------------------------------------------------ misplaced keys

static wits_kind known_kind(const state_source *state) {
    return state->kind_is_known ? state->kind : WITS_KIND_DEFAULT;
}

/// Reports and removes keys that are not allowed here, with or without a value.
static void check_misplaced(wits_file *file, uint32_t row, key_values *found) {
    static const struct {
        uint8_t key;
        attribute_place where;
        wits_problem_code code;
    } rules[] = {
#define RULE(key, where, problem, ...) {STATE_KEY_##key, where, WITS_PROBLEM_##problem},
        ATTRIBUTE_LIST(RULE)
#undef RULE
    };
    const state_source *state = &file->states[row];
    const wits_kind kind = known_kind(state), around = known_kind(&file->states[state->parent]);
    const bool has_target = state->found->keys[STATE_KEY_TARGET] != NULL;
    for (uint32_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        node *key = found->keys[rules[i].key];
        if (key != NULL && attribute_is_misplaced(rules[i].where, row == WITS_ROOT, kind, around, has_target)) {
            wits_file_report_node_core(file, key, rules[i].code, NULL);
            found->keys[rules[i].key] = NULL;
            found->values[rules[i].key] = NULL;
        }
    }
}

// ----------------------------------------------------------------------------------------------------------- one state

void wits_file_read_child(wits_file *file, uint32_t row, const char *what, node *value, wits_state_id *found) {
    const char *name = wits_file_read_text(file, value, "the name of a state");
    if (name == NULL) {
        return;
    }
    uint32_t child = wits_file_destinations_child(file, row, name);
    if (child != WITS_ROOT) {
        *found = (wits_state_id)child;
        return;
    }
    if (file->missing_states || wits_file_is_full(file, value)) {
        return;
    }
    nearest_name nearest = wits_file_nearest_begin(file, name);
    for (uint32_t i = row + 1; i < file->state_count; i++) {
        if (file->states[i].parent == row) {
            wits_file_nearest_offer(&nearest, file->states[i].key->text);
        }
    }
    const char *around = file->states[row].key->text;
    wits_file_report_node(file, value, MESSAGE_NOT_CHILD, (message_words){{what, around, name}}, nearest.best);
}

/// A rule with a number, by its key.
typedef struct select_row {
    wits_select select;
    const char *key, *form, *wanted;
    float instead;
    bool is_whole;
} select_row;

static const select_row select_rows[] = {
#define SELECT_ROW(rule, key, form, member, type, fits, wanted, instead)                                               \
    {WITS_SELECT_##rule, key, form, wanted, instead, (type)0.5f == 0},
    SELECT_NUMBER_LIST(SELECT_ROW)
#undef SELECT_ROW
};

/// Reads a whole number, with `text` or without. Returns false if it is missing, which is reported, or if `*is_wrong`.
static bool read_number_of_rule(wits_file *file, const select_row *row, node *value, float *x, bool *is_wrong) {
    int64_t whole = 0;
    *is_wrong = false;
    if (!row->is_whole) {
        return wits_file_read_float(file, row->key, value, x);
    }
    const char *text = wits_file_read_text(file, value, row->wanted);
    *is_wrong = text != NULL && (!wits_file_text_is_int(text, &whole) || whole < 0 || whole > WITS_MAX_STATES);
    *x = (float)whole;
    return text != NULL;
}

static void set_number(wits_state_desc *state, float x) {
    switch (state->select) {
#define SET_NUMBER(rule, key, form, member, type, ...)                                                                 \
    case WITS_SELECT_##rule:                                                                                           \
        state->member = (type)x;                                                                                       \
        return;
        SELECT_NUMBER_LIST(SET_NUMBER)
#undef SET_NUMBER
    default:
        return;
    }
}

static void read_select_number(wits_file *file, const select_row *row, node *value, wits_state_desc *state) {
    float x = 0.0f;
    bool is_wrong;
    state->select = row->select;
    set_number(state, row->instead);
    if (!read_number_of_rule(file, row, value, &x, &is_wrong)) {
        return;
    }
    if (is_wrong || !select_number_fits(row->select, x)) {
        message_words words = {{row->key, row->wanted, value->text}};
        wits_file_report_node(file, value, MESSAGE_CHOICE, words, NULL);
    } else {
        set_number(state, x);
    }
}

/// A word, or the name of a key without its number.
static void read_select_word(wits_file *file, node *value, wits_state_desc *state) {
    uint32_t select = 0;
    for (uint32_t i = 0; i < SELECT_KEY_COUNT; i++) {
        if (wits_file_node_is(value, select_rows[i].key)) {
            message_words words = {{"select", select_rows[i].form, value->text}};
            wits_file_report_node(file, value, MESSAGE_CHOICE, words, NULL);
            return;
        }
    }
    if (wits_file_choice_read(file, &wits_file_select_values, "select", value, &select)) {
        state->select = (wits_select)select;
    }
}

static void read_select(wits_file *file, node *value, wits_state_desc *state) {
    if (value->kind != NODE_MAPPING) {
        read_select_word(file, value, state);
        return;
    }
    key_values found;
    uint32_t count = 0, number = 0;
    wits_file_keys_read(file, &wits_file_select_keys, value, NULL, false, &found);
    for (uint32_t i = 0; i < SELECT_KEY_COUNT; i++) {
        number = found.values[i] != NULL ? i : number;
        count += found.values[i] != NULL;
    }
    if (count == 0 && wits_file_keys_are_misspelt(value)) {
        return;
    }
    if (count != 1) {
        wits_file_report_node(file, value, MESSAGE_SELECT_ONE, (message_words){{SELECT_NUMBER_KEYS}}, NULL);
    } else {
        read_select_number(file, &select_rows[number], found.values[number], state);
    }
}

static void read_utility(wits_file *file, uint32_t row, node *const *values, wits_state_desc *state) {
    if (values[STATE_KEY_INERTIA] != NULL) {
        wits_file_read_float(file, "inertia", values[STATE_KEY_INERTIA], &state->inertia);
        state->inertia += 0.0f;  // converts -0 to 0
    }
    if (values[STATE_KEY_FLOOR] != NULL) {
        wits_file_read_optional(file, "floor", values[STATE_KEY_FLOOR], &state->has_floor, &state->floor);
    }
    if (values[STATE_KEY_EVERY] != NULL) {
        wits_file_read_ticks(file, "every", values[STATE_KEY_EVERY], &state->every);
    }
    if (values[STATE_KEY_SELECT] != NULL) {
        read_select(file, values[STATE_KEY_SELECT], state);
    }
    if (values[STATE_KEY_DEFAULT] != NULL) {
        wits_file_read_child(file, row, "default", values[STATE_KEY_DEFAULT], &state->default_option);
    }
}

/// Returns whether a score is just the name of a group, as in `score: product`, if there is no such field.
static bool is_group_alone(const wits_file *file, const node *score) {
    bool is_group = false;
    for (uint32_t i = PART_KEY_PRODUCT; i < PART_KEY_COUNT; i++) {
        is_group = is_group || wits_file_node_is(score, wits_file_part_keys.names[i]);
    }
    for (uint32_t i = 0; i < file->desc.field_count; i++) {
        is_group = is_group && !wits_file_node_is(score, file->field_rows[i].name);
    }
    return is_group;
}

/// Returns whether a score is `best`, the best of its own options; for an option that is not a utility, it is a field
/// of that name.
static bool is_own_best(const wits_file *file, const node *score, const wits_state_desc *state) {
    bool is_field = false;
    for (uint32_t i = 0; i < file->desc.field_count; i++) {
        is_field = is_field || strcmp(file->field_rows[i].name, "best") == 0;
    }
    return wits_file_node_is(score, "best") && (state->kind == WITS_KIND_UTILITY || !is_field);
}

static void read_score(wits_file *file, uint32_t row, node *score, wits_state_desc *state) {
    if (score->kind == NODE_MAPPING) {
        wits_file_read_score_parts(file, row, score);
    } else if (score->kind == NODE_LIST || is_group_alone(file, score)) {
        wits_file_report_node(file, score, MESSAGE_CONSIDERATIONS, (message_words){{NULL}}, NULL);
    } else if (is_own_best(file, score, state)) {
        state->score_best = true;
    } else {
        wits_file_read_number(file, score, "a score", &state->score);
    }
}

/// An expression is truncated to an int; a number with a fraction is an error.
static void read_rank(wits_file *file, node *value, const char **rank) {
    expr_value number;
    number_kind kind =
        value->kind == NODE_SCALAR ? wits_expr_number_read(value->text, value->length, &number) : NUMBER_MALFORMED;
    if (kind == NUMBER_FLOAT || kind == NUMBER_FLOAT_RANGE) {
        wits_file_report_node(file, value, MESSAGE_CHOICE, (message_words){{"rank", "a whole number", value->text}},
                              NULL);
    } else {
        wits_file_read_number(file, value, "a whole number", rank);
    }
}

static void read_option(wits_file *file, uint32_t row, node *const *values, wits_state_desc *state) {
    if (values[STATE_KEY_SCORE] != NULL) {
        read_score(file, row, values[STATE_KEY_SCORE], state);
    }
    if (values[STATE_KEY_WEIGHT] != NULL) {
        wits_file_read_optional(file, "weight", values[STATE_KEY_WEIGHT], &state->has_weight, &state->weight);
    }
    if (values[STATE_KEY_HOLD] != NULL) {
        wits_file_read_ticks(file, "hold", values[STATE_KEY_HOLD], &state->hold);
    }
    if (values[STATE_KEY_RANK] != NULL) {
        read_rank(file, values[STATE_KEY_RANK], &state->rank);
    }
    if (values[STATE_KEY_COOLDOWN] != NULL) {
        wits_file_read_ticks(file, "cooldown", values[STATE_KEY_COOLDOWN], &state->cooldown);
    }
}

/// Reads `lasts`, `done`, `final` and `commit`.
static void read_ends(wits_file *file, node *const *values, wits_state_desc *state) {
    node *lasts = values[STATE_KEY_LASTS];
    bool runs_to_completion = false;
    if (lasts != NULL && wits_file_read_ticks(file, "lasts", lasts, &state->lasts) && state->lasts == 0) {
        message_words words = {{"lasts", "a number of ticks, 1 to 2147483647", lasts->text}};
        wits_file_report_node(file, lasts, MESSAGE_CHOICE, words, NULL);
    }
    if (values[STATE_KEY_DONE] != NULL) {
        wits_file_read_condition(file, values[STATE_KEY_DONE], &state->done);
    }
    if (values[STATE_KEY_FINAL] != NULL) {
        wits_file_read_bool(file, "final", values[STATE_KEY_FINAL], &state->final);
    }
    if (values[STATE_KEY_COMMIT] != NULL &&
        wits_file_read_bool(file, "commit", values[STATE_KEY_COMMIT], &runs_to_completion)) {
        state->commit = runs_to_completion ? WITS_COMMIT_YES : WITS_COMMIT_NO;
    }
}

static void read_composite(wits_file *file, uint32_t row, node *const *values, wits_state_desc *state) {
    uint32_t value = 0;
    if (values[STATE_KEY_INITIAL] != NULL && values[STATE_KEY_INITIAL]->kind == NODE_SCALAR) {
        wits_file_read_child(file, row, "initial", values[STATE_KEY_INITIAL], &state->initial);
    }
    if (values[STATE_KEY_ACTIVATION] != NULL &&
        wits_file_choice_read(file, &wits_file_activation_values, "activation", values[STATE_KEY_ACTIVATION], &value)) {
        state->activation = (wits_activation)value;
    }
    if (values[STATE_KEY_LEAVE] != NULL &&
        wits_file_choice_read(file, &wits_file_leave_values, "leave", values[STATE_KEY_LEAVE], &value)) {
        state->leave = (wits_leave)value;
    }
}

/// Rules of one kind, of all states.
typedef struct rule_list {
    rule_source **rules;
    uint32_t *count, *capacity;
} rule_list;

static void add_rules(wits_file *file, uint32_t row, node *list, const char *wanted, bool any, rule_list to) {
    if (list == NULL || list->bad || wits_file_node_is_empty(list)) {
        return;
    }
    if (list->kind == NODE_MAPPING && list->count > 0 && list->first->text[0] == '-') {
        wits_file_report_node(file, list->first, MESSAGE_DASH_BLANK, (message_words){{NULL}}, NULL);
        return;
    }
    if (list->kind != NODE_LIST) {
        message_words words = {{wanted, wits_file_describe(file, list)}};
        wits_file_report_node(file, list, MESSAGE_EXPECTED, words, NULL);
        return;
    }
    for (node *item = list->first; item != NULL; item = item->next) {
        if (!ARENA_GROW(&file->memory, to.rules, *to.count, to.capacity)) {
            return;
        }
        (*to.rules)[(*to.count)++] = (rule_source){.mapping = item, .state = (uint16_t)row, .any = any};
    }
}

static void add_all_rules(wits_file *file, uint32_t row, node *const *values) {
    static const char transitions[] = "a list of transitions, such as '[{to: hide}]'";
    static const char initials[] =
        "the name of a state or a list of rules, such as '[{when: hurt, to: hide}, {to: walk}]'";
    const rule_list moves = {&file->transitions, &file->transition_count, &file->transition_capacity};
    const rule_list steps = {&file->steps, &file->step_count, &file->step_capacity};
    add_rules(file, row, values[STATE_KEY_ANY], transitions, true, moves);
    add_rules(file, row, values[STATE_KEY_TRANSITIONS], transitions, false, moves);
    add_rules(file, row, values[STATE_KEY_STEPS], "a list of steps, such as '[{to: hide}]'", false, steps);
    node *initial = values[STATE_KEY_INITIAL];
    if (initial != NULL && initial->kind != NODE_SCALAR) {
        const rule_list begins = {&file->initials, &file->initial_count, &file->initial_capacity};
        add_rules(file, row, initial, initials, false, begins);
        if (initial->kind == NODE_LIST && initial->count == 0) {
            wits_file_report_node(file, initial, MESSAGE_EXPECTED, (message_words){{initials, "an empty list"}}, NULL);
        }
    }
}

static void read_state(wits_file *file, uint32_t row) {
    const state_source *source = &file->states[row];
    wits_state_desc *state = &file->state_rows[row];
    check_misplaced(file, row, source->found);
    node *const *values = source->found->values;
    *state = (wits_state_desc){.name = source->key->text, .parent = source->parent, .kind = (wits_kind)source->kind};
    read_composite(file, row, values, state);
    read_utility(file, row, values, state);
    read_option(file, row, values, state);
    wits_file_read_target(file, values, state);
    read_ends(file, values, state);
    state->enter = values[STATE_KEY_ENTER] != NULL ? wits_file_read_actions(file, values[STATE_KEY_ENTER]) : NULL;
    state->exit = values[STATE_KEY_EXIT] != NULL ? wits_file_read_actions(file, values[STATE_KEY_EXIT]) : NULL;
    state->update = values[STATE_KEY_UPDATE] != NULL ? wits_file_read_actions(file, values[STATE_KEY_UPDATE]) : NULL;
    state->decide = values[STATE_KEY_DECIDE] != NULL ? wits_file_read_actions(file, values[STATE_KEY_DECIDE]) : NULL;
    add_all_rules(file, row, values);
}

void wits_file_read_states(wits_file *file) {
    add_states(file);
    wits_file_destinations_index(file);
    file->state_rows = wits_file_arena_take(&file->memory, file->state_count * sizeof *file->state_rows);
    if (file->memory.failed) {
        return;
    }
    for (uint32_t row = 0; row < file->state_count; row++) {
        read_state(file, row);
    }
    file->desc.states = file->state_rows;
    file->desc.state_count = file->state_count;
}
