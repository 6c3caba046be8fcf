// SPDX-License-Identifier: MIT
// Any bytes are loaded as a brain file. The result is either a brain or at least one problem. A brain runs, and writing
// and loading it again gives the same brain with the same properties. The bytes after the first zero byte are the
// included file, whatever its name, and a list of properties.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz_bytes.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_problems(const wits_file *file) {
    const wits_problem *problems = wits_file_problems(file);
    for (uint32_t i = 0; i < wits_file_problem_count(file); i++) {
        char text[4096];
        assert(problems[i].message[0] != '\0' && strpbrk(problems[i].message, "\n\r") == NULL);
        bool same_file = i > 0 && strcmp(problems[i - 1].name, problems[i].name) == 0;
        assert(!same_file || problems[i - 1].line <= problems[i].line);
        assert(wits_problem_text(&wits_file_problems(file)[i], text, sizeof text) < sizeof text);
    }
}

/// The functions of a file do nothing; all its fields are in one row.
static void live(const wits_file *file) {
    const wits_brain *brain = wits_file_brain(file);
    const wits_desc *desc = wits_file_desc(file);
    uint8_t *agent = calloc(1, wits_agent_size(brain));
    uint32_t *values = calloc(desc->field_count + 1, sizeof *values);
    wits_column *columns = calloc(desc->field_count + 1, sizeof *columns);
    for (uint32_t i = 0; i < desc->field_count; i++) {
        columns[i] = (wits_column){.base = &values[i], .stride = sizeof *values, .type = desc->fields[i].type};
    }
    wits_frame frame = {.columns = columns, .functions = desc->functions};
    wits_start(brain, agent, &frame);
    for (frame.tick = 1; frame.tick < 8; frame.tick++) {
        wits_tick(brain, agent, &frame);
        assert(wits_agent_is_valid(brain, agent, wits_agent_size(brain)));
    }
    wits_stop(brain, agent, &frame);
    free(agent);
    free(values);
    free(columns);
}

/// Every byte of a property's text has a position.
static void check_properties(const wits_file *file) {
    assert(wits_file_property_count(file) == 0 || wits_file_problem_count(file) == 0);
    for (uint32_t i = 0; i < wits_file_property_count(file); i++) {
        const wits_property *property = &wits_file_properties(file)[i];
        const wits_property_text *const texts[] = {&property->condition, &property->until, &property->of,
                                                   &property->assume, &property->from};
        assert(property->text != NULL && (property->name != NULL) == (property->kind != WITS_PROPERTY_ASSUME));
        for (uint32_t j = 0; j < sizeof texts / sizeof *texts; j++) {
            for (uint32_t at = 0; texts[j]->text != NULL && texts[j]->text[at] != '\0'; at++) {
                const wits_file_place place = wits_property_where(file, texts[j], at);
                assert(place.line > 0 && place.column > 0);
            }
        }
    }
}

/// The same bytes as a list of properties of that brain.
static void check_list(const wits_file *brain, const wits_file_options *options) {
    wits_file *list = wits_properties_load("list.yaml", brain, options);
    check_properties(list);
    assert(wits_file_brain(list) == NULL && wits_file_promises(list) == NULL);
    wits_file_free(list);
}

/// The host promises the same, and the same properties are to be proven.
static void check_same(const wits_file *file, const wits_file *again) {
    const wits_promises *one = wits_file_promises(file), *other = wits_file_promises(again);
    const wits_desc *desc = wits_file_desc(file);
    for (uint32_t i = 0; i < desc->field_count; i++) {
        const wits_promise *a = &one->fields[i], *b = &other->fields[i];
        int64_t first = 0;
        assert(a->has_range == b->has_range && a->low == b->low && a->high == b->high && a->low <= a->high);
        assert(a->has_step == b->has_step && a->step == b->step && a->nan == b->nan && a->host == b->host);
        const uint32_t count = wits_promise_values(a, &first);
        assert(a->has_step == (count > 0) && count <= WITS_MAX_STEP_VALUES);
        for (uint32_t k = 0; k < count; k++) {
            assert(wits_promise_holds(a, (double)wits_promise_value(a, first + k)));
        }
    }
    assert(wits_file_property_count(file) == wits_file_property_count(again));
    for (uint32_t i = 0; i < wits_file_property_count(file); i++) {
        assert(strcmp(wits_file_properties(file)[i].text, wits_file_properties(again)[i].text) == 0);
    }
}

static void check_written_out(wits_file *file) {
    size_t length = 0;
    const char *text = wits_file_expanded(file, &length);
    wits_file *again = wits_file_parse(text, length, "expanded.yaml", NULL);
    assert(wits_file_brain(again) != NULL);
    assert(wits_brain_hash(wits_file_brain(again)) == wits_brain_hash(wits_file_brain(file)));
    check_same(file, again);
    wits_file_free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);  // so that a read beyond its end is found
    if (size > 0) {
        memcpy(text, data, size);
    }
    char *zero = size > 0 ? memchr(text, '\0', size) : NULL;
    size_t length = zero != NULL ? (size_t)(zero - text) : size;
    fuzz_bytes included = {zero != NULL ? zero + 1 : NULL, zero != NULL ? size - length - 1 : 0};
    const wits_file_options options = {.open = fuzz_open, .user = &included};
    wits_file *file = wits_file_parse_with(text, length, "fuzz.yaml", &options);
    assert(file != NULL);
    assert((wits_file_brain(file) != NULL) == (wits_file_problem_count(file) == 0));
    check_problems(file);
    check_properties(file);
    if (wits_file_brain(file) != NULL) {
        live(file);
        check_written_out(file);
        check_list(file, &options);
    }
    wits_file_free(file);
    free(text);
    return 0;
}
