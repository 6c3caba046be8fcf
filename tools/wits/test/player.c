// SPDX-License-Identifier: MIT
#include "test/player.h"

#include "common/target_lists.h"
#include "wits/prove.h"

#include <stdlib.h>
#include <string.h>

static void add_clocks(player *of, const wits_brain *brain, const wits_expected *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].kind == WITS_EXPECTED_HOLDS) {
            span rest = {list[i].text.text, strlen(list[i].text.text)}, before;
            for (condition_word word; condition_word_next(brain, &rest, &before, &word);) {
                of->states[word.state].timed |= word.is_elapsed;
            }
        }
    }
}

/// Makes the description of the brain with a clock for each state whose `elapsed` a scenario reads.
static void make_timed(player *of) {
    const wits_brain *brain = wits_file_brain(of->file);
    of->timed = *wits_file_desc(of->file);
    of->states = allocate(of->timed.state_count, sizeof *of->states);
    memcpy(of->states, of->timed.states, of->timed.state_count * sizeof *of->states);
    of->timed.states = of->states;
    for (uint32_t i = 0; i < wits_file_scenario_count(of->tests); i++) {
        const wits_scenario *s = &wits_file_scenarios(of->tests)[i];
        add_clocks(of, brain, s->never, s->never_count);
        for (uint32_t k = 0; k < s->step_count; k++) {
            add_clocks(of, brain, s->steps[k].expect, s->steps[k].expect_count);
            add_clocks(of, brain, s->steps[k].never, s->steps[k].never_count);
        }
    }
}

bool player_begin(const wits_file *file, const wits_file *tests, uint64_t seed, bool shows, bool *covered, player *to) {
    *to = (player){.file = file, .tests = tests, .seed = seed, .covered = covered};
    make_timed(to);
    const wits_desc *desc = &to->timed;
    const uint32_t kinds = desc->target_count;
    if (!agent_sim_begin(desc, shows, &to->agent)) {
        free(to->states);
        return false;
    }
    to->lists = allocate((size_t)kinds + 1, sizeof *to->lists);
    to->columns = allocate((size_t)kinds + 1, sizeof *to->columns);
    to->values = allocate((size_t)kinds + 1, sizeof *to->values);
    for (uint32_t kind = 0; kind < kinds; kind++) {
        to->columns[kind] = allocate((size_t)desc->targets[kind].field_count + 1, sizeof **to->columns);
        to->lists[kind].columns = to->columns[kind];
    }
    to->agent.frame.targets = kinds > 0 ? to->lists : NULL;
    return true;
}

void player_end(player *of) {
    for (uint32_t kind = 0; kind < of->agent.desc->target_count; kind++) {
        free(of->columns[kind]);
        free(of->values[kind]);
    }
    free(of->lists);
    free(of->columns);
    free(of->values);
    text_free(&of->calls);
    agent_sim_end(&of->agent);
    free(of->states);
}

// -------------------------------------------------------------------------------------------------------------- inputs

static void set_targets(player *of, const wits_scenario_targets *list) {
    const wits_target_desc *about = &of->agent.desc->targets[list->kind];
    const size_t stride = (size_t)about->field_count * TARGET_VALUE;
    unsigned char *values = allocate((size_t)list->count + 1, stride);
    for (size_t row = 0; row < list->count; row++) {
        for (uint32_t field = 0; field < about->field_count; field++) {
            value_put(about->fields[field].type, values + row * stride + (size_t)field * TARGET_VALUE,
                      list->values[row * about->field_count + field]);
        }
    }
    for (uint32_t field = 0; field < about->field_count; field++) {
        of->columns[list->kind][field] = (wits_column){
            .base = values + (size_t)field * TARGET_VALUE, .stride = stride, .type = about->fields[field].type};
    }
    free(of->values[list->kind]);
    of->values[list->kind] = values;
    of->lists[list->kind].ids = list->ids;
    of->lists[list->kind].count = list->count;
}

static void set_inputs(player *of, const wits_scenario_inputs *from) {
    for (uint32_t i = 0; i < from->value_count; i++) {
        const wits_scenario_value *one = &from->values[i];
        const char *written = one->arguments;
        text arguments = {0};
        if (written != NULL) {
            text_given_arguments(&arguments, (span){written, strlen(written)});
        }
        agent_sim_set(&of->agent, &(input_value){.is_function = one->is_function,
                                                 .row = one->row,
                                                 .value = one->value,
                                                 .arguments = written != NULL ? text_of(&arguments) : NULL});
        text_free(&arguments);
    }
    for (uint32_t i = 0; i < from->target_count; i++) {
        set_targets(of, &from->targets[i]);
    }
}

/// Makes a call and notes what it covered, and its calls of actions.
static void make_call(player *of, input_call call) {
    const size_t first = of->records.count;
    tick_records_call(&of->records, &of->agent, call);
    for (size_t i = first; i < of->records.count; i++) {
        wits_cover_note(of->agent.desc, of->agent.mind.brain, of->records.calls[i].after, &of->records.calls[i].why,
                        of->covered);
    }
    if (of->calls.length < CALLS_KEPT) {
        text_add_bytes(&of->calls, text_of(&of->agent.calls), of->agent.calls.length);
    }
    if (of->shown != NULL) {
        screen_add(of->shown);
    }
}

static void begin(player *of) {
    const wits_scenario *s = of->about;
    const wits_scenario_inputs *all = wits_file_scenarios_given(of->tests);
    const bool starts = s->from == WITS_NONE;
    agent_sim_restart(&of->agent);
    for (uint32_t kind = 0; kind < of->agent.desc->target_count; kind++) {
        of->lists[kind].count = 0;
    }
    of->agent.frame.seed = s->has_seed ? s->seed : of->seed;
    of->records = tick_records_begin(of->file, &of->agent);
    of->tick = 0;
    text_clear(&of->calls);
    set_inputs(of, all);
    set_inputs(of, &s->given);
    agent_sim_inputs_done(&of->agent);
    agent_sim_raise(&of->agent, all->events | s->given.events);
    make_call(of, (input_call){starts ? INPUT_START : INPUT_SET_STATE, starts ? WITS_ROOT : (wits_state_id)s->from});
}

/// Sets what changes, and runs the next tick.
static void advance(player *of, const wits_scenario_inputs *when) {
    tick_records_next(&of->records, of->tick);
    agent_sim_next_tick(&of->agent, ++of->tick);
    if (when != NULL) {
        set_inputs(of, when);
    }
    agent_sim_inputs_done(&of->agent);
    agent_sim_raise(&of->agent, when != NULL ? when->events : 0);
    make_call(of, (input_call){INPUT_TICK, WITS_NONE});
}

// ------------------------------------------------------------------------------------------------------------- judging

/// Returns whether a recorded call, such as `say("Pass.")`, is one of the action with these arguments; null: with any.
static bool is_call_of(const char *call, const char *name, const char *arguments) {
    const size_t length = strlen(name);
    if (strncmp(call, name, length) != 0 || call[length] != '(') {
        return false;
    }
    text made = {0}, wanted = {0};
    const char *inside = call + length + 1;
    const bool is_it = arguments == NULL || (text_given_arguments(&made, (span){inside, strlen(inside) - 1}) &&
                                             text_given_arguments(&wanted, (span){arguments, strlen(arguments)}) &&
                                             strcmp(text_of(&made), text_of(&wanted)) == 0);
    text_free(&made);
    text_free(&wanted);
    return is_it;
}

/// Returns whether an expected call was made in the current tick.
static bool is_called(const player *of, const wits_expected *what) {
    const wits_desc *desc = of->agent.desc;
    const char *end = text_of(&of->agent.calls) + of->agent.calls.length;
    for (const char *call = text_of(&of->agent.calls); call < end; call += strlen(call) + 1) {
        if (what->row == WITS_NONE || is_call_of(call, desc->functions[what->row].name, what->arguments)) {
            return true;
        }
    }
    return false;
}

/// Notes which calls a step expects were made in the current tick.
static void note_called(player *of, const wits_scenario_step *step) {
    for (uint32_t i = 0; i < step->expect_count; i++) {
        const wits_expected *what = &step->expect[i];
        of->called[i] = of->called[i] || (what->kind == WITS_EXPECTED_CALLS && is_called(of, what));
    }
}

/// Returns whether an expectation holds; a negated one holds if its content does not. `called` is whether it was
/// called.
static bool is_met(player *of, const wits_expected *what, bool called) {
    const wits_brain *brain = of->agent.mind.brain;
    bool is = called;
    switch (what->kind) {
    case WITS_EXPECTED_ACTIVE:
        is = what->row == WITS_ROOT ? wits_is_started(brain, of->agent.agent)
                                    : wits_is_in(brain, of->agent.agent, (wits_state_id)what->row);
        break;
    case WITS_EXPECTED_HOLDS:
        is = conditions_hold(&of->conditions, conditions_add(&of->conditions, what->text.text), &of->agent);
        break;
    case WITS_EXPECTED_TARGET:
        is = wits_target_of(brain, of->agent.agent, (wits_state_id)what->row) == what->target;
        break;
    case WITS_EXPECTED_CALLS:
        break;
    }
    return is != what->is_not;
}

/// Checks a list at the current tick: all of it must be `wanted`. `called` is for calls since the step began, by the
/// rows of the list; null: those of the current tick count. Describes a failure unless `to` is null.
static bool judge(player *of, const wits_scenario_step *step, bool wanted, const wits_expected *list, uint32_t count,
                  const bool *called, outcome *to) {
    const wits_expected **others = allocate((size_t)count + 1, sizeof *others);
    size_t found = 0;
    for (uint32_t i = 0; i < count; i++) {
        const bool is_call = list[i].kind == WITS_EXPECTED_CALLS;
        const bool was_called = called != NULL ? called[i] : is_call && is_called(of, &list[i]);
        if (is_met(of, &list[i], was_called) != wanted) {
            others[found++] = &list[i];
        }
    }
    if (found > 0 && to != NULL) {
        outcome_fail(of, step, !wanted, others, found, to);
    }
    free(others);
    return found == 0;
}

static bool judge_never(player *of, const wits_scenario_step *step, outcome *to) {
    const wits_scenario *s = of->about;
    return judge(of, step, false, s->never, s->never_count, NULL, to) &&
           judge(of, step, false, step->never, step->never_count, NULL, to);
}

/// Runs the ticks of a step. Returns whether it passed.
static bool run_ticks(player *of, const wits_scenario_step *step, outcome *to) {
    const bool is_each = step->wait == WITS_WAIT_FOR;
    note_called(of, step);  // the start belongs to the first step
    if (step->ticks == 0) {
        set_inputs(of, &step->when);
        agent_sim_raise(&of->agent, step->when.events);
    }
    for (uint32_t i = 0; i < step->ticks; i++) {
        advance(of, i == 0 ? &step->when : NULL);
        note_called(of, step);
        if (!judge_never(of, step, to) ||
            (is_each && !judge(of, step, true, step->expect, step->expect_count, NULL, to))) {
            return false;
        }
        if (step->wait == WITS_WAIT_WITHIN &&
            judge(of, step, true, step->expect, step->expect_count, of->called, NULL)) {
            return true;
        }
    }
    return is_each || judge(of, step, true, step->expect, step->expect_count, of->called, to);
}

static bool run_step(player *of, const wits_scenario_step *step, outcome *to) {
    of->called = allocate((size_t)step->expect_count + 1, sizeof *of->called);
    const bool passes = run_ticks(of, step, to);
    free(of->called);
    of->called = NULL;
    text_clear(&of->calls);
    text_clear(&of->agent.calls);  // they belong to this step
    return passes;
}

// ----------------------------------------------------------------------------------------------------------- scenarios

static void add_conditions(player *of, const wits_expected *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        if (list[i].kind == WITS_EXPECTED_HOLDS) {
            conditions_add(&of->conditions, list[i].text.text);
        }
    }
}

static bool compile_conditions(player *of) {
    const wits_scenario *s = of->about;
    of->conditions = (conditions){0};
    add_conditions(of, s->never, s->never_count);
    for (uint32_t i = 0; i < s->step_count; i++) {
        add_conditions(of, s->steps[i].expect, s->steps[i].expect_count);
        add_conditions(of, s->steps[i].never, s->steps[i].never_count);
    }
    return conditions_compile(&of->conditions, &of->agent);
}

/// Prints the name of the scenario above its ticks.
static void show_begin(player *of) {
    if (of->agent.traces) {
        text title = {0};
        text_visible(&title, wits_file_name(of->tests), strlen(wits_file_name(of->tests)));
        text_format(&title, ":%u:%u: ", (unsigned)of->about->line, (unsigned)of->about->column);
        text_visible(&title, of->about->name, strlen(of->about->name));
        puts(text_of(&title));
        text_free(&title);
        of->shown =
            screen_new(&of->agent, (screen_options){.colour = has_colour(stdout), .width = terminal_width(stdout)});
    }
}

bool player_run(player *of, const wits_scenario *scenario, outcome *to) {
    *to = (outcome){.passed = false, .line = scenario->line, .column = scenario->column};
    of->about = scenario;
    const bool runs = compile_conditions(of);
    if (runs) {
        show_begin(of);
        begin(of);
        to->passed = true;
    }
    for (uint32_t i = 0; i < scenario->step_count && to->passed; i++) {
        to->passed = run_step(of, &scenario->steps[i], to);
    }
    if (of->shown != NULL) {
        screen_end(of->shown);
        of->shown = NULL;
    }
    tick_records_free(&of->records);
    conditions_free(&of->conditions);
    return runs;
}

void outcome_free(outcome *of) {
    text_free(&of->message);
    text_free(&of->details);
}
