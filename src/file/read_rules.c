// SPDX-License-Identifier: MIT
// Transitions, steps, and the texts in them: conditions, scores, actions.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/loader.h"

// --------------------------------------------------------------------------------------------------------------- texts

static void note_bare(wits_file *file, const char **text, node *scalar) {
    if (wits_file_text_is_name(scalar->text) &&
        ARENA_GROW(&file->memory, &file->bare, file->bare_count, &file->bare_capacity)) {
        file->bare[file->bare_count++] = (bare_name){text, scalar};
    }
}

void wits_file_read_condition(wits_file *file, node *value, const char **text) {
    *text = wits_file_has_slip(file, value) ? NULL : wits_file_read_text(file, value, "a condition, such as 'hp < 3'");
    if (*text != NULL) {
        note_bare(file, text, value);
        wits_file_infer_expression(file, value, *text, FUNCTION_IS_CONDITION);
    }
}

void wits_file_read_number(wits_file *file, node *value, const char *wanted, const char **text) {
    *text = wits_file_has_slip(file, value) ? NULL : wits_file_read_text(file, value, wanted);
    if (*text != NULL) {
        note_bare(file, text, value);
        wits_file_infer_expression(file, value, *text, FUNCTION_IS_SCORE);
    }
}

/// Reads one action in the form of the table; null if there is a problem.
static const char *read_action(wits_file *file, node *value) {
    const char *text = wits_file_read_text(file, value, "an action, such as 'growl()'");
    if (text == NULL) {
        return NULL;
    }
    if (wits_file_has_slip(file, value) || wits_file_action_is_mistaken(file, value)) {
        return NULL;
    }
    wits_file_infer_action(file, value);
    return text;
}

static const char separator[] = "; ";

const char *wits_file_read_actions(wits_file *file, node *value) {
    if (value->kind != NODE_LIST || value->bad) {
        return read_action(file, value);
    }
    size_t length = 0;
    uint32_t sound = 0;
    for (node *item = value->first; item != NULL; item = item->next) {
        if (read_action(file, item) != NULL) {
            length += item->length + sizeof separator;
            sound++;
        }
    }
    if (sound == 0) {
        return NULL;
    }
    char *text = wits_file_arena_take(&file->memory, length + 1);
    if (text == NULL) {
        return NULL;
    }
    char *end = text;
    for (const node *item = value->first; item != NULL; item = item->next) {
        if (item->bad) {
            continue;
        }
        if (end != text) {
            memcpy(end, separator, sizeof separator - 1);
            end += sizeof separator - 1;
        }
        memcpy(end, item->text, item->length);
        end += item->length;
    }
    return text;
}

node *wits_file_actions_item(node *value, uint32_t *offset) {
    node *found = value;
    for (node *item = value->kind == NODE_LIST ? value->first : NULL; item != NULL; item = item->next) {
        if (item->bad) {
            continue;  // it is left out of the text
        }
        found = item;
        if (*offset <= item->length) {
            break;
        }
        *offset -= item->length + (uint32_t)sizeof separator - 1;
    }
    return found;
}

// --------------------------------------------------------------------------------------------------------------- rules

static uint32_t read_destination(wits_file *file, const rule_source *rule, node *value) {
    return value != NULL && !value->bad ? wits_file_destinations_resolve(file, rule->state, rule->any, value)
                                        : WITS_ROOT;
}

/// Reports that a rule has no `to`. YAML takes `[to: walk, after: 3]` as a list of mappings with a key each: such a
/// mapping begins with its key, not with a brace.
static void report_no_destination(wits_file *file, node *mapping, const char *what) {
    const node *key = mapping->kind == NODE_MAPPING ? mapping->first : NULL;
    if (mapping->flow && key != NULL && key->line == mapping->line && key->column == mapping->column) {
        wits_file_report_node(file, mapping, MESSAGE_KEYS_UNBRACED, (message_words){{what, "to", key->text}}, NULL);
    } else {
        wits_file_report_node(file, mapping, MESSAGE_KEY_MISSING, (message_words){{what, "to"}}, NULL);
    }
}

static void read_transition(wits_file *file, const rule_source *rule, wits_transition_desc *transition) {
    key_values found;
    bool set = false;
    uint32_t restart = 0;
    wits_file_keys_read(file, &wits_file_transition_keys, rule->mapping, "a transition, such as '{to: walk}'", false,
                        &found);
    node *const *values = found.values;
    *transition = (wits_transition_desc){.from = rule->state, .any = rule->any};
    if (values[TRANSITION_KEY_TO] == NULL) {
        report_no_destination(file, rule->mapping, "a transition");
    }
    transition->to = (wits_state_id)read_destination(file, rule, values[TRANSITION_KEY_TO]);
    if (values[TRANSITION_KEY_WHEN] != NULL) {
        wits_file_read_condition(file, values[TRANSITION_KEY_WHEN], &transition->when);
    }
    if (values[TRANSITION_KEY_EVENT] != NULL) {
        transition->event = wits_file_read_text(file, values[TRANSITION_KEY_EVENT],
                                                "the name of one event (each has a transition of its own)");
    }
    if (values[TRANSITION_KEY_AFTER] != NULL) {
        wits_file_read_ticks(file, "after", values[TRANSITION_KEY_AFTER], &transition->after);
    }
    if (values[TRANSITION_KEY_DO] != NULL) {
        transition->run = wits_file_read_actions(file, values[TRANSITION_KEY_DO]);
    }
    if (values[TRANSITION_KEY_REENTER] != NULL &&
        wits_file_read_bool(file, "reenter", values[TRANSITION_KEY_REENTER], &set)) {
        transition->reenter = set;
    }
    if (values[TRANSITION_KEY_WITH] != NULL &&
        wits_file_choice_read(file, &wits_file_with_values, "with", values[TRANSITION_KEY_WITH], &restart)) {
        transition->restart = restart != 0;
    }
}

static void read_step(wits_file *file, const rule_source *rule, wits_step_desc *step) {
    key_values found;
    wits_file_keys_read(file, &wits_file_step_keys, rule->mapping, "a step, such as '{when: turns == 0, to: walk}'",
                        false, &found);
    *step = (wits_step_desc){.of = rule->state};
    step->to = (wits_state_id)read_destination(file, rule, found.values[STEP_KEY_TO]);
    if (found.values[STEP_KEY_WHEN] != NULL) {
        wits_file_read_condition(file, found.values[STEP_KEY_WHEN], &step->when);
    }
    if (found.values[STEP_KEY_DO] != NULL) {
        step->run = wits_file_read_actions(file, found.values[STEP_KEY_DO]);
    }
}

static void read_initial(wits_file *file, const rule_source *rule, wits_initial_desc *initial) {
    key_values found;
    wits_file_keys_read(file, &wits_file_initial_keys, rule->mapping,
                        "a rule of initial, such as '{when: hurt, to: hide}'", false, &found);
    *initial = (wits_initial_desc){.of = rule->state};
    if (found.values[INITIAL_KEY_TO] == NULL) {
        report_no_destination(file, rule->mapping, "a rule of initial");
    } else {
        wits_file_read_child(file, rule->state, "to", found.values[INITIAL_KEY_TO], &initial->to);
    }
    if (found.values[INITIAL_KEY_WHEN] != NULL) {
        wits_file_read_condition(file, found.values[INITIAL_KEY_WHEN], &initial->when);
    }
}

/// A state's `transitions` may follow its `states`; rows are in file order anyway.
static int compare_rules(const void *left, const void *right) {
    const node *a = ((const rule_source *)left)->mapping, *b = ((const rule_source *)right)->mapping;
    return a->order < b->order ? -1 : a->order > b->order;
}

static void sort_rules(rule_source *rules, uint32_t count) {
    if (count > 1) {
        qsort(rules, count, sizeof *rules, compare_rules);
    }
}

static bool too_many(wits_file *file, const rule_source *rules, uint32_t count, uint32_t most, wits_problem_code code) {
    if (count <= most) {
        return false;
    }
    wits_file_report_core(file, wits_file_node_position(rules[most].mapping), code, NULL, NULL);
    file->unfinished = true;
    return true;
}

void wits_file_read_rules(wits_file *file) {
    sort_rules(file->transitions, file->transition_count);
    sort_rules(file->steps, file->step_count);
    if (too_many(file, file->transitions, file->transition_count, WITS_MAX_TRANSITIONS,
                 WITS_PROBLEM_TRANSITIONS_TOO_MANY) ||
        too_many(file, file->steps, file->step_count, WITS_MAX_STEPS, WITS_PROBLEM_STEPS_TOO_MANY) ||
        too_many(file, file->initials, file->initial_count, WITS_MAX_INITIALS, WITS_PROBLEM_INITIALS_TOO_MANY)) {
        return;
    }
    file->transition_rows =
        wits_file_arena_take(&file->memory, (file->transition_count + 1) * sizeof *file->transition_rows);
    file->step_rows = wits_file_arena_take(&file->memory, (file->step_count + 1) * sizeof *file->step_rows);
    file->initial_rows = wits_file_arena_take(&file->memory, (file->initial_count + 1) * sizeof *file->initial_rows);
    if (file->memory.failed) {
        return;
    }
    for (uint32_t row = 0; row < file->transition_count; row++) {
        read_transition(file, &file->transitions[row], &file->transition_rows[row]);
    }
    for (uint32_t row = 0; row < file->step_count; row++) {
        read_step(file, &file->steps[row], &file->step_rows[row]);
    }
    for (uint32_t row = 0; row < file->initial_count; row++) {  // they are already in the order of the states
        read_initial(file, &file->initials[row], &file->initial_rows[row]);
    }
    file->desc.transitions = file->transition_count > 0 ? file->transition_rows : NULL;
    file->desc.transition_count = file->transition_count;
    file->desc.steps = file->step_count > 0 ? file->step_rows : NULL;
    file->desc.step_count = file->step_count;
    file->desc.initials = file->initial_count > 0 ? file->initial_rows : NULL;
    file->desc.initial_count = file->initial_count;
}
