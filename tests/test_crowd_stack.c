// SPDX-License-Identifier: MIT
// Threads of games have small stacks: preparing a crowd takes some 12 KiB, however wide the brain.
#include "stack_support.h"
#include "wits/crowd.h"

enum { OPTIONS = 60, MOST = 24 << 9 };

typedef struct job {
    const wits_brain *brain;
    void *memory;
    size_t size;
} job;

static void *prepare(void *user) {
    job *j = user;
    j->size = wits_crowd_code_size(j->brain);
    (void)wits_crowd_prepare(j->brain, j->memory, j->size);
    return NULL;
}

/// A utility with many options, whose scores are made of functions of one byte.
static void prepare_options(wits_state_desc root, uint32_t count, const char *rank) {
    static wits_state_desc states[OPTIONS + 1];
    static char names[OPTIONS][8];
    static const wits_field_desc fields[] = {{.name = "rank", .type = WITS_TYPE_UINT8},
                                             {.name = "worth", .type = WITS_TYPE_FLOAT}};
    root.name = "root";
    root.parent = WITS_NONE;
    root.kind = WITS_KIND_UTILITY;
    root.inertia = 0.5f;
    states[0] = root;
    for (uint32_t i = 1; i <= count; i++) {
        (void)snprintf(names[i - 1], sizeof names[0], "s%u", i);
        states[i] =
            (wits_state_desc){.name = names[i - 1],
                              .parent = WITS_ROOT,
                              .has_weight = true,
                              .weight = 2.0f,
                              .rank = rank,
                              .score = "worth * (1 if min(rank, 3) == 2 or rank > 7 else 2) + max(rank - 1, 0)"};
    }
    const wits_desc desc = {.states = states, .state_count = count + 1, .fields = fields, .field_count = COUNT(fields)};
    wits_report report = {0};
    size_t size = wits_brain_size(&desc, &report);
    assert_true(size != 0);
    void *memory = malloc(size);
    job work = {.brain = wits_brain_compile(&desc, memory, size, &report)};
    assert_non_null(work.brain);
    work.memory = malloc(wits_crowd_code_size(work.brain));
    assert_non_null(work.memory);
    assert_true(stack_used(prepare, &work) <= MOST);
    assert_int_not_equal(wits_crowd_plan(work.memory).path, WITS_CROWD_PATH_SINGLE);
    free(work.memory);
    free(memory);
}

static void preparing_takes_little_stack(void **state) {
    (void)state;
    if (!IS_MEASURED) {
        skip();
    }
    prepare_options((wits_state_desc){0}, OPTIONS, NULL);
    prepare_options((wits_state_desc){.select = WITS_SELECT_TOP, .top = 3, .default_option = 7}, OPTIONS / 2,
                    "rank / 2");
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(preparing_takes_little_stack)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
