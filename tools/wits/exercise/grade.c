// SPDX-License-Identifier: MIT
// Grades a brain: with the findings of `wits check`, the interface of the task, proofs, and scenarios.
#include "common/tool.h"
#include "exercise/exercise.h"
#include "lint/lint.h"
#include "test/tests.h"

#include <stdlib.h>
#include <string.h>

static grade_check *add_check(grade *to, grade_kind kind, const char *name) {
    to->checks = grow(to->checks, &to->capacity, to->count + 1, sizeof *to->checks);
    grade_check *added = &to->checks[to->count++];
    *added = (grade_check){.kind = kind, .name = name};
    return added;
}

/// Moves caught messages to a check, which fails if there are any.
static void take_messages(grade_check *to, caught_messages *from) {
    text_caught(&to->why, from);
    text_add(&to->why, from->count > 0 ? "\n" : "");
    to->passed = from->count == 0;
    caught_messages_free(from);
}

// ------------------------------------------------------------------------------------------------------------- reading

/// Reads a file of the task. Prints its problems.
static wits_file *read_own(const exercise *of, const char *file) {
    text path = {0};
    text_format(&path, "%s/%s", of->folder, file);
    wits_file *made = load_brain(text_of(&path));
    text_free(&path);
    return made;
}

static bool read_task(const exercise *of, grade *to) {
    text path = {0};
    text_format(&path, "%s/task.md", of->folder);
    to->begin = accept_brain(parse_brain(text_of(&path), of->begin, of->begin_length, NULL));
    text_free(&path);
    to->solution = read_own(of, "solution.yaml");
    return to->begin != NULL && to->solution != NULL;
}

static void add_findings(grade *to) {
    findings found = lint_brain(to->brain, NULL);
    for (size_t i = 0; i < found.count; i++) {
        if (finding_severity(&found.items[i]) == SEVERITY_WARNING) {
            say_at(found.items[i].at, SEVERITY_WARNING, "%s [%s]", found.items[i].message,
                   lint_rows[found.items[i].lint].name);
        }
    }
    findings_free(&found);
}

/// Reads the brain and looks for likely mistakes.
static void check_reading(grade *to) {
    caught_messages said = {0};
    caught_messages *before = catch_messages(&said);
    to->brain = load_brain(to->path);
    if (to->brain != NULL) {
        add_findings(to);
    }
    catch_messages(before);
    take_messages(add_check(to, GRADE_READ, "check"), &said);
}

// ----------------------------------------------------------------------------------------------------------- interface

static wits_prove_about about_of(const wits_file *file, const wits_file *properties) {
    return (wits_prove_about){wits_file_desc(file), wits_file_promises(file), wits_file_properties(properties),
                              wits_file_property_count(properties), properties != NULL};
}

/// Reports states of the task that the brain lacks, and options without the task's target. What is inside a missing
/// state is not reported.
static void say_missing_states(const grade *of) {
    const wits_brain *wanted = wits_file_brain(of->begin);
    const uint32_t count = wits_file_desc(of->begin)->state_count;
    for (uint32_t row = 1; row < count;) {
        text path = {0};
        text_row_path(&path, wits_file_desc(of->begin), row);
        const char *target = wits_file_desc(of->begin)->states[row].target;
        const wits_state_id id = wits_find_state(wits_file_brain(of->brain), text_of(&path));
        const char *found = id != WITS_NONE ? wits_file_desc(of->brain)->states[id].target : NULL;
        const bool is_missing = id == WITS_NONE;
        if (is_missing) {
            say_error("there is no state '%s'", text_of(&path));
        } else if (target != NULL && (found == NULL || strcmp(found, target) != 0)) {
            say_error("the option '%s' needs 'target: %s', as in the task", text_of(&path), target);
        }
        text_free(&path);
        row = is_missing ? wits_state_end(wanted, (wits_state_id)row) : row + 1;
    }
}

static void say_other_interface(const grade *of) {
    const wits_prove_about wanted = about_of(of->solution, NULL), given = about_of(of->brain, NULL);
    wits_prover *prover = wits_same_new(&wanted, &given, NULL);
    if (prover == NULL) {
        say_error("not enough memory");
    }
    const uint32_t count = prover != NULL ? wits_prover_mistake_count(prover) : 0;
    for (uint32_t i = 0; i < count; i++) {
        say_error("%s", wits_prover_mistakes(prover)[i].message);
    }
    if (count > 0) {
        say_error("here the first brain is that of the task, and the second is %s", of->path);
    }
    wits_prover_free(prover);
}

static bool check_interface(grade *to) {
    caught_messages said = {0};
    caught_messages *before = catch_messages(&said);
    say_missing_states(to);
    say_other_interface(to);
    catch_messages(before);
    grade_check *check = add_check(to, GRADE_INTERFACE, "interface");
    take_messages(check, &said);
    return check->passed;
}

// ---------------------------------------------------------------------------------------------------------- properties

static void add_proof(grade *to, const wits_proof *proof) {
    const wits_property *property = proof->property;
    // Ranges of fields that the brain assigns are properties, too, but none of the task.
    if (property->line == 0 && proof->verdict != WITS_PROOF_REFUTED) {
        return;
    }
    grade_check *check = add_check(to, GRADE_PROPERTY, property->name);
    text_format(&check->what, "%s: %s", wits_property_kind_name(property->kind), property->text);
    check->proof = proof;
    check->passed = proof->verdict == WITS_PROOF_PROVEN && !proof->vacuous;
    for (uint32_t i = 0; i < proof->why_count && !check->passed; i++) {
        text_format(&check->why, "%s\n", proof->why[i]);
    }
    text_add(&check->why, proof->vacuous ? "vacuous: its premise never held\n" : "");
}

static void check_properties(grade *to, const grade_limits *limits) {
    const wits_prove_about about = about_of(to->brain, to->solution);
    caught_messages said = {0};
    caught_messages *before = catch_messages(&said);
    to->prover = wits_prover_new(&about, &limits->search);
    if (to->prover == NULL) {
        say_error("not enough memory");
    } else if (wits_prover_mistake_count(to->prover) == 0) {
        to->is_interrupted = !prover_watch_for(to->prover, limits->seconds, &to->is_late);
    }
    if (to->prover != NULL && wits_prover_mistake_count(to->prover) > 0) {
        say_prove_mistakes(to->solution, NULL, to->prover);
    }
    catch_messages(before);
    if (said.count > 0) {
        take_messages(add_check(to, GRADE_PROPERTY, "properties"), &said);
        return;
    }
    for (uint32_t i = 0; i < wits_prover_proof_count(to->prover); i++) {
        add_proof(to, wits_prover_proof(to->prover, i));
    }
}

// ----------------------------------------------------------------------------------------------------------- scenarios

static void run_scenarios(grade *to) {
    const uint32_t goals = wits_cover_count(wits_file_desc(to->brain));
    bool *covered = allocate((size_t)goals + 1, sizeof *covered);
    player one;
    if (player_begin(to->brain, to->tests, 0, false, covered, &one)) {
        for (uint32_t i = 0; i < wits_file_scenario_count(to->tests); i++) {
            const wits_scenario *scenario = &wits_file_scenarios(to->tests)[i];
            outcome result = {.passed = false};
            grade_check *check = add_check(to, GRADE_SCENARIO, scenario->name);
            check->passed = player_run(&one, scenario, &result) && result.passed;
            text_add(&check->why, check->passed ? "" : text_of(&result.details));
            outcome_free(&result);
        }
        player_end(&one);
    }
    free(covered);
}

static void check_scenarios(grade *to) {
    caught_messages said = {0};
    caught_messages *before = catch_messages(&said);
    text path = {0};
    text_format(&path, "%s/solution.test.yaml", to->of->folder);
    to->tests = wits_scenarios_load(text_of(&path), to->brain, NULL);
    if (to->tests == NULL) {
        say_error("not enough memory for %s", text_of(&path));
    } else if (say_problems(to->tests) == 0 && say_wrong_calls(to->tests, wits_file_brain(to->brain)) == 0) {
        run_scenarios(to);
    }
    catch_messages(before);
    if (said.count > 0) {
        take_messages(add_check(to, GRADE_SCENARIO, "scenarios"), &said);
    } else {
        caught_messages_free(&said);
    }
    text_free(&path);
}

// --------------------------------------------------------------------------------------------------------------- grade

bool grade_brain(const exercise *of, const char *path, const grade_limits *limits, grade *to) {
    *to = (grade){.of = of, .path = path};
    if (!read_task(of, to)) {
        return false;
    }
    check_reading(to);
    if (to->brain != NULL && check_interface(to)) {
        check_properties(to, limits);
    }
    if (to->prover != NULL && !to->is_interrupted) {
        check_scenarios(to);
    }
    return true;
}

bool grade_passed(const grade *of) {
    bool passed = of->count > 0 && !of->is_interrupted;
    for (size_t i = 0; i < of->count; i++) {
        passed = passed && of->checks[i].passed;
    }
    return passed;
}

void grade_free(grade *of) {
    for (size_t i = 0; i < of->count; i++) {
        text_free(&of->checks[i].what);
        text_free(&of->checks[i].why);
    }
    free(of->checks);
    wits_prover_free(of->prover);
    wits_file_free(of->tests);
    wits_file_free(of->solution);
    wits_file_free(of->begin);
    wits_file_free(of->brain);
    *of = (grade){0};
}
