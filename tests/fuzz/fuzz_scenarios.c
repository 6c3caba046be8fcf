// SPDX-License-Identifier: MIT
// Loads arbitrary bytes as a file of scenarios of tests/files/scenarios/sentry.yaml. Scenarios without problems are
// within the limits of wits/scenarios.h, and run twice with the same result.
#undef NDEBUG
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_bytes.h"
#include "test/tests.h"
#include "wits/prove.h"

static void check_inputs(const wits_scenario_inputs *of) {
    for (uint32_t i = 0; i < of->value_count; i++) {
        assert(of->values[i].line > 0 && of->values[i].column > 0);
        assert(of->values[i].arguments == NULL || of->values[i].is_function);
    }
    for (uint32_t i = 0; i < of->target_count; i++) {
        assert(of->targets[i].kind == 0);
        for (uint32_t row = 0; row < of->targets[i].count; row++) {
            assert(of->targets[i].ids[row] != WITS_NO_TARGET);
        }
    }
    assert(of->events < 4);
}

static void check_expected(const wits_expected *list, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        assert(list[i].written != NULL);
        assert(list[i].kind != WITS_EXPECTED_HOLDS || list[i].text.text != NULL);
        assert(list[i].row != WITS_NONE || list[i].kind == WITS_EXPECTED_CALLS);
    }
}

static uint64_t check_scenario(const wits_scenario *of) {
    uint64_t ticks = 0;
    assert(of->name != NULL && of->step_count > 0 && of->line > 0);
    check_inputs(&of->given);
    check_expected(of->never, of->never_count);
    for (uint32_t i = 0; i < of->step_count; i++) {
        const wits_scenario_step *step = &of->steps[i];
        check_inputs(&step->when);
        check_expected(step->expect, step->expect_count);
        check_expected(step->never, step->never_count);
        assert(step->ticks > 0 || step->wait == WITS_WAIT_AFTER);
        ticks += step->ticks;
    }
    assert(ticks <= WITS_MAX_SCENARIO_TICKS);
    return ticks;
}

static void run(player *one, const wits_scenario *scenario) {
    outcome first, second;
    assert(player_run(one, scenario, &first));
    assert(player_run(one, scenario, &second));
    assert(first.passed == second.passed && first.tick == second.tick);
    assert(strcmp(text_of(&first.details), text_of(&second.details)) == 0);
    assert(first.passed == (first.details.length == 0));
    outcome_free(&first);
    outcome_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { MOST_TICKS = 200 };
    static wits_file *brain;
    brain = brain != NULL ? brain : wits_file_load("tests/files/scenarios/sentry.yaml", NULL);
    fuzz_bytes given = {data, size};
    const wits_file_options options = {.open = fuzz_open, .user = &given};
    wits_file *file = wits_scenarios_load("fuzz.test.yaml", brain, &options);
    assert(file != NULL);
    assert((wits_file_scenario_count(file) > 0) == (wits_file_problem_count(file) == 0));
    if (wits_file_scenario_count(file) > 0 && say_wrong_calls(file, wits_file_brain(brain)) == 0) {
        bool *covered = allocate(wits_cover_count(wits_file_desc(brain)), sizeof *covered);
        player one;
        assert(player_begin(brain, file, 0, false, covered, &one));
        check_inputs(wits_file_scenarios_given(file));
        for (uint32_t i = 0; i < wits_file_scenario_count(file); i++) {
            if (check_scenario(&wits_file_scenarios(file)[i]) <= MOST_TICKS) {
                run(&one, &wits_file_scenarios(file)[i]);
            }
        }
        player_end(&one);
        free(covered);
    }
    wits_file_free(file);
    return 0;
}
