// SPDX-License-Identifier: MIT
// Reads a file of scenarios, such as guard.test.yaml. All mistakes in the file are reported here, so a program that
// runs the scenarios finds none. docs/testing-brains.md defines their meaning.
#include <stdlib.h>
#include <string.h>

#include "file/scenarios.h"

static const message_words no_words = {{NULL}};

// --------------------------------------------------------------------------------------------------------------- steps

static void read_wait(const scenario_reader *r, node *const *keys, node *const *values, wits_scenario_step *to) {
    static const wits_scenario_wait waits[] = {WITS_WAIT_AFTER, WITS_WAIT_WITHIN, WITS_WAIT_FOR};
    node *taken = NULL;
    to->wait = WITS_WAIT_AFTER;
    to->ticks = 1;
    for (uint32_t i = 0; i < sizeof waits / sizeof *waits; i++) {
        node *key = keys[SCENARIO_STEP_KEY_AFTER + i], *value = values[SCENARIO_STEP_KEY_AFTER + i];
        if (key == NULL) {
            continue;
        }
        if (taken != NULL) {
            wits_file_report_node(r->file, key, MESSAGE_STEP_WAITS, (message_words){{taken->text, key->text}}, NULL);
            continue;
        }
        taken = key;
        to->wait = waits[i];
        wits_file_value_make(r->file, value);
        const bool is_read = wits_file_read_ticks(r->file, key->text, value, &to->ticks);
        const bool has_reason =
            keys[SCENARIO_STEP_KEY_EXPECT] != NULL || (waits[i] == WITS_WAIT_FOR && keys[SCENARIO_STEP_KEY_NEVER]);
        if (waits[i] != WITS_WAIT_AFTER && is_read && to->ticks == 0) {
            wits_file_report_node(r->file, value, MESSAGE_STEP_NO_TICKS, (message_words){{key->text}}, NULL);
        } else if (waits[i] != WITS_WAIT_AFTER && !has_reason) {
            message_words words = {{key->text, value->kind == NODE_SCALAR ? value->text : "3"}};
            wits_file_report_node(r->file, key, MESSAGE_STEP_WAIT_ALONE, words, NULL);
        }
    }
}

/// Reads the keys of a step, which begin with `when`.
static void read_step(const scenario_reader *r, node *mapping, node *const *keys, node *const *values,
                      wits_scenario_step *to) {
    to->line = mapping->line;
    to->column = mapping->column;
    read_wait(r, keys, values, to);
    if (values[SCENARIO_STEP_KEY_WHEN] != NULL) {
        wits_file_read_inputs(r, values[SCENARIO_STEP_KEY_WHEN], &to->when);
    }
    to->expect = wits_file_read_expectations(r, values[SCENARIO_STEP_KEY_EXPECT], &to->expect_count);
    to->never = wits_file_read_expectations(r, values[SCENARIO_STEP_KEY_NEVER], &to->never_count);
}

/// Reads the list under `steps`. Returns whether anything is expected in it.
static bool read_steps(const scenario_reader *r, node *list, wits_scenario *to) {
    bool expects = false;
    if (!wits_file_is_section(r->file, list, NODE_LIST, "a list of steps, such as [{after: 3, expect: ...}]")) {
        return list->bad;
    }
    wits_scenario_step *steps = wits_file_arena_take(&r->file->memory, ((size_t)list->count + 1) * sizeof *steps);
    for (node *item = steps != NULL ? list->first : NULL; item != NULL; item = item->next) {
        key_values found;
        wits_file_keys_read(r->file, &wits_file_scenario_step_keys, item, "a step, such as {after: 3, expect: ...}",
                            false, &found);
        if (item->kind == NODE_MAPPING && item->count == 0) {
            wits_file_report_node(r->file, item, MESSAGE_STEP_NOTHING, no_words, NULL);
        }
        expects = expects || item->bad || found.keys[SCENARIO_STEP_KEY_EXPECT] != NULL ||
                  found.keys[SCENARIO_STEP_KEY_NEVER] != NULL ||
                  (item->kind == NODE_MAPPING && wits_file_keys_are_misspelt(item));
        read_step(r, item, found.keys, found.values, &steps[to->step_count++]);
    }
    to->steps = steps;
    return expects;
}

// ----------------------------------------------------------------------------------------------------------- scenarios

static void check_limits(const scenario_reader *r, const wits_scenario *of, node *item) {
    uint64_t ticks = 0, expected = of->never_count;
    for (uint32_t i = 0; i < of->step_count; i++) {
        ticks += of->steps[i].ticks;
        expected += (uint64_t)of->steps[i].expect_count + of->steps[i].never_count;
        if (expected > WITS_MAX_EXPECTED) {
            message_words words = {{wits_file_number_text(r->file, WITS_MAX_EXPECTED)}};
            wits_file_report_node(r->file, item, MESSAGE_EXPECTED_MANY, words, NULL);
            return;
        }
        if (ticks > WITS_MAX_SCENARIO_TICKS) {
            const position at = {of->steps[i].line, of->steps[i].column, item->origin};
            message_words words = {{wits_file_number_text(r->file, WITS_MAX_SCENARIO_TICKS)}};
            wits_file_report(r->file, at, MESSAGE_SCENARIO_TICKS, words, NULL);
            return;
        }
    }
}

static void read_seed(const scenario_reader *r, node *value, wits_scenario *to) {
    static const char wanted[] = "a whole number, 0 to 9223372036854775807";
    int64_t number = 0;
    wits_file_value_make(r->file, value);
    if (wits_file_read_text(r->file, value, wanted) == NULL) {
        return;
    }
    if (!wits_file_text_is_int(value->text, &number) || value->text[0] == '-' || value->length > 19) {
        wits_file_report_node(r->file, value, MESSAGE_CHOICE, (message_words){{"seed", wanted, value->text}}, NULL);
        return;
    }
    to->has_seed = true;
    to->seed = (uint64_t)number;
}

/// Reads the steps of a scenario: those under `steps`, or one with the scenario's own keys.
static void read_course(const scenario_reader *r, node *item, const key_values *found, wits_scenario *to) {
    node *steps = found->values[SCENARIO_KEY_STEPS];
    bool expects = found->keys[SCENARIO_KEY_EXPECT] != NULL || found->keys[SCENARIO_KEY_NEVER] != NULL ||
                   wits_file_keys_are_misspelt(item);
    if (steps != NULL) {
        for (uint32_t i = SCENARIO_KEY_WHEN; i < SCENARIO_KEY_COUNT; i++) {
            if (found->keys[i] != NULL && i != SCENARIO_KEY_NEVER) {
                message_words words = {{wits_file_scenario_keys.names[i]}};
                wits_file_report_node(r->file, found->keys[i], MESSAGE_SCENARIO_STEPS, words, NULL);
            }
        }
        expects = read_steps(r, steps, to) || expects;
        to->never = wits_file_read_expectations(r, found->values[SCENARIO_KEY_NEVER], &to->never_count);
    } else {
        wits_scenario_step *step = wits_file_arena_take(&r->file->memory, sizeof *step);
        if (step == NULL) {
            return;
        }
        read_step(r, item, found->keys + SCENARIO_KEY_WHEN, found->values + SCENARIO_KEY_WHEN, step);
        to->steps = step;
        to->step_count = 1;
    }
    if (!expects) {
        wits_file_report_node(r->file, item, MESSAGE_SCENARIO_FUTILE, no_words, NULL);
    }
    check_limits(r, to, item);
}

static const char *read_name(const scenario_reader *r, node *value) {
    enum { MOST_BYTES = 200 };
    static const char wanted[] = "a name of up to 200 bytes in one line";
    const char *name = wits_file_read_text(r->file, value, wanted);
    if (name != NULL && (value->length > MOST_BYTES || strpbrk(name, "\r\n\t") != NULL)) {
        message_words words = {{wanted, wits_file_describe(r->file, value)}};
        wits_file_report_node(r->file, value, MESSAGE_EXPECTED, words, NULL);
        return NULL;
    }
    return name;
}

static void read_scenario(const scenario_reader *r, node *item, const key_values *found, wits_scenario *to) {
    node *given = found->values[SCENARIO_KEY_GIVEN], *from = found->values[SCENARIO_KEY_FROM];
    *to = (wits_scenario){.from = WITS_NONE, .line = item->line, .column = item->column};
    to->name = read_name(r, found->values[SCENARIO_KEY_NAME]);
    if (given != NULL) {
        wits_file_read_inputs(r, given, &to->given);
    }
    uint32_t state = WITS_NONE;
    if (from != NULL && wits_file_read_text(r->file, from, "the path of a state") != NULL &&
        wits_file_read_state_path(r, from, &state)) {
        to->from = state;
    }
    if (found->values[SCENARIO_KEY_SEED] != NULL) {
        read_seed(r, found->values[SCENARIO_KEY_SEED], to);
    }
    read_course(r, item, found, to);
}

/// Returns whether an item has only `given`, which then applies to all scenarios of the file.
static bool is_background(const key_values *found) {
    for (uint32_t i = 0; i < SCENARIO_KEY_COUNT; i++) {
        if (found->keys[i] != NULL && i != SCENARIO_KEY_GIVEN) {
            return false;
        }
    }
    return found->keys[SCENARIO_KEY_GIVEN] != NULL;
}

static int compare_names(const void *a, const void *b) {
    const wits_scenario *const *first = a, *const *second = b;
    const int names = strcmp((*first)->name, (*second)->name);
    return names != 0 ? names : (*first)->line < (*second)->line ? -1 : 1;
}

static void check_names(const scenario_reader *r, const wits_scenario *list, uint32_t count) {
    const wits_scenario **sorted = wits_file_arena_take(&r->file->memory, ((size_t)count + 1) * sizeof *sorted);
    uint32_t named = 0;
    for (uint32_t i = 0; sorted != NULL && i < count; i++) {
        sorted[named] = &list[i];
        named += list[i].name != NULL;
    }
    if (sorted != NULL) {
        qsort(sorted, named, sizeof *sorted, compare_names);
    }
    for (uint32_t i = 1; i < named; i++) {
        const wits_scenario *first = sorted[i - 1];
        if (strcmp(first->name, sorted[i]->name) == 0) {
            message_words words = {{first->name, wits_file_number_text(r->file, first->line)}};
            const position at = {sorted[i]->line, sorted[i]->column, &r->file->sources[0].own};
            wits_file_report(r->file, at, MESSAGE_SCENARIO_CALLED, words, NULL);
        }
    }
}

void wits_file_read_scenarios(wits_file *file, node *list) {
    const wits_file *brain = file->brain_file;
    const scenario_reader r = {file, &brain->desc, wits_file_promises(brain)};
    if (!wits_file_is_section(file, list, NODE_LIST, "a list of scenarios, such as '- scenario: NAME'")) {
        return;
    }
    if (list->count > WITS_MAX_SCENARIOS) {
        message_words words = {{wits_file_number_text(file, WITS_MAX_SCENARIOS)}};
        wits_file_report_node(file, list, MESSAGE_SCENARIOS_MANY, words, NULL);
        return;
    }
    wits_scenario *scenarios = wits_file_arena_take(&file->memory, ((size_t)list->count + 1) * sizeof *scenarios);
    const node *background = NULL;
    uint32_t count = 0;
    for (node *item = scenarios != NULL ? list->first : NULL; item != NULL; item = item->next) {
        key_values found;
        wits_file_keys_read(file, &wits_file_scenario_keys, item, "a scenario, such as '- scenario: NAME'", false,
                            &found);
        if (is_background(&found) && background != NULL) {
            message_words words = {{wits_file_number_text(file, background->line)}};
            wits_file_report_node(file, item, MESSAGE_GIVEN_TWICE, words, NULL);
        } else if (is_background(&found)) {
            background = item;
            wits_file_read_inputs(&r, found.values[SCENARIO_KEY_GIVEN], &file->scenarios_given);
        } else if (found.keys[SCENARIO_KEY_NAME] == NULL) {
            if (item->kind == NODE_MAPPING && !wits_file_keys_are_misspelt(item)) {
                wits_file_report_node(file, item, MESSAGE_SCENARIO_NAME, no_words, NULL);
            }
        } else {
            read_scenario(&r, item, &found, &scenarios[count++]);
        }
    }
    check_names(&r, scenarios, file->memory.failed ? 0 : count);
    if (count == 0 && file->found_count == 0) {
        wits_file_report_node(file, list, MESSAGE_SCENARIOS_NONE, no_words, NULL);
    }
    const bool is_sound = file->found_count == 0 && !file->memory.failed;
    file->scenarios = scenarios;
    file->scenario_count = is_sound ? count : 0;
}

// ------------------------------------------------------------------------------------------------------------- queries

uint32_t wits_file_scenario_count(const wits_file *file) {
    return file != NULL ? file->scenario_count : 0;
}

const wits_scenario *wits_file_scenarios(const wits_file *file) {
    return wits_file_scenario_count(file) > 0 ? file->scenarios : NULL;
}

const wits_scenario_inputs *wits_file_scenarios_given(const wits_file *file) {
    return wits_file_scenario_count(file) > 0 ? &file->scenarios_given : NULL;
}
