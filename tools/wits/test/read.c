// SPDX-License-Identifier: MIT
// Reads files of scenarios with their brains.
#include "test/tests.h"

#include "wits/prove.h"

#include <stdlib.h>
#include <string.h>

bool text_brain_beside(text *to, const char *path) {
    const size_t length = path_before(path, test_ends);
    for (size_t i = 0; brain_ends[i] != NULL && length > 0; i++) {
        text_clear(to);
        text_add_bytes(to, path, length);
        text_add(to, brain_ends[i]);
        if (is_there(text_of(to))) {
            return true;
        }
    }
    const place at = {.file = path};
    text_clear(to);
    text_add_bytes(to, path, length);
    if (!is_there(path)) {
        say_at(at, SEVERITY_ERROR, "there is no such file");
    } else if (length == 0) {
        say_at(at, SEVERITY_ERROR,
               "the name of a file of scenarios ends with .test.yaml; 'wits test --brain' takes others");
    } else {
        say_at(at, SEVERITY_ERROR, "there is no brain %s.yaml beside it; 'wits test --brain' can name one",
               text_of(to));
    }
    return false;
}

static size_t find_brain(tests *of, const char *path) {
    size_t number = 0;
    while (number < of->brain_count && strcmp(of->brains[number].path, path) != 0) {
        number++;
    }
    if (number == of->brain_count) {
        of->brains = grow(of->brains, &of->brain_capacity, number + 1, sizeof *of->brains);
        tested_brain *to = &of->brains[of->brain_count++];
        *to = (tested_brain){.path = copy_text(path, strlen(path)), .file = load_brain(path)};
        if (to->file != NULL) {
            to->covered = allocate((size_t)wits_cover_count(wits_file_desc(to->file)) + 1, sizeof *to->covered);
        }
    }
    return number;
}

/// Reports arguments that no call can have. Returns whether there are none.
static bool check_arguments(const wits_file *of, const wits_brain *brain, uint32_t function, const char *written,
                            uint32_t line, uint32_t column) {
    text arguments = {0}, problem = {0};
    if (written != NULL && !text_given_arguments(&arguments, (span){written, strlen(written)})) {
        text_add(&problem,
                 "an argument must be a number, a text in quotes, true, false or the name of an enum's value");
    } else if (written != NULL) {
        text_call_fits(brain, function, text_of(&arguments), &problem);
    }
    const bool good = problem.length == 0;
    if (!good) {
        say_at((place){.file = wits_file_name(of), .line = line, .column = column}, SEVERITY_ERROR, "%s",
               text_of(&problem));
    }
    text_free(&arguments);
    text_free(&problem);
    return good;
}

static uint32_t check_inputs(const wits_file *of, const wits_brain *brain, const wits_scenario_inputs *from) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < from->value_count; i++) {
        const wits_scenario_value *one = &from->values[i];
        wrong += one->is_function && !check_arguments(of, brain, one->row, one->arguments, one->line, one->column);
    }
    return wrong;
}

static uint32_t check_expected(const wits_file *of, const wits_brain *brain, const wits_expected *list,
                               uint32_t count) {
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wits_expected *one = &list[i];
        wrong += one->kind == WITS_EXPECTED_CALLS &&
                 !check_arguments(of, brain, one->row, one->arguments, one->text.line, one->text.column);
    }
    return wrong;
}

uint32_t say_wrong_calls(const wits_file *of, const wits_brain *brain) {
    uint32_t wrong = check_inputs(of, brain, wits_file_scenarios_given(of));
    for (uint32_t i = 0; i < wits_file_scenario_count(of); i++) {
        const wits_scenario *s = &wits_file_scenarios(of)[i];
        wrong += check_inputs(of, brain, &s->given) + check_expected(of, brain, s->never, s->never_count);
        for (uint32_t n = 0; n < s->step_count; n++) {
            const wits_scenario_step *step = &s->steps[n];
            wrong += check_inputs(of, brain, &step->when) +
                     check_expected(of, brain, step->expect, step->expect_count) +
                     check_expected(of, brain, step->never, step->never_count);
        }
    }
    return wrong;
}

void tests_read(tests *all, const test_options *options, test_file *to) {
    text brain_path = {0};
    if (options->brain != NULL) {
        text_add(&brain_path, options->brain);
    } else if (!text_brain_beside(&brain_path, to->path)) {
        text_add(&to->problem, "it has no brain");
        text_free(&brain_path);
        return;
    }
    to->brain = find_brain(all, text_of(&brain_path));
    const wits_file *brain = all->brains[to->brain].file;
    uint32_t problems = 0;
    if (brain == NULL) {
        text_format(&to->problem, "its brain %s has problems", text_of(&brain_path));
    } else {
        note_input(to->path);
        to->file = wits_scenarios_load(to->path, brain, NULL);
        problems = to->file != NULL ? say_problems(to->file) : 1;
        problems += problems == 0 ? say_wrong_calls(to->file, wits_file_brain(brain)) : 0;
    }
    if (problems > 0) {
        text_format(&to->problem, "%u problem%s in the file", (unsigned)problems, problems == 1 ? "" : "s");
        wits_file_free(to->file);
        to->file = NULL;
    }
    text_free(&brain_path);
}

void tests_free(tests *of) {
    for (size_t i = 0; i < of->file_count; i++) {
        free(of->files[i].path);
        wits_file_free(of->files[i].file);
        text_free(&of->files[i].problem);
    }
    for (size_t i = 0; i < of->brain_count; i++) {
        free(of->brains[i].path);
        free(of->brains[i].covered);
        wits_file_free(of->brains[i].file);
    }
    free(of->files);
    free(of->brains);
}
