// SPDX-License-Identifier: MIT
// Threads of games have small stacks: compiling a brain, right or wrong, and converting an agent take 8.2 and
// 9.1 KiB as gcc -O2 compiles them, and not much more in other builds.
#include "stack_support.h"
#include "wits/convert.h"
#include "wits/explain.h"

enum { MOST = 21 << 9 };

static wits_problem problems[8];
static max_align_t memory[1 << 12];

static void *compile_it(void *user) {
    wits_report report = {.problems = problems, .capacity = COUNT(problems)};
    (void)wits_brain_compile(user, memory, sizeof memory, &report);
    return NULL;
}

static void check(const wits_desc *desc, const char *what) {
    const size_t used = stack_used(compile_it, (void *)(uintptr_t)desc);
    if (used > MOST) {
        fail_msg("%s takes %u bytes of stack", what, (unsigned)used);
    }
}

static void *draw(void *user) {
    static const wits_knot knots[] = {{0, 1}, {1, 0}};
    static const wits_curve curves[] = {{.kind = WITS_CURVE_LOGISTIC},
                                        {.kind = WITS_CURVE_PIECEWISE, .knots = knots, .knot_count = 2}};
    float *sum = user;
    for (uint32_t i = 0; i < COUNT(curves); i++) {
        *sum += wits_curve_value(&curves[i], 0.25f);
    }
    return NULL;
}

static void compiling_takes_little_stack(void **state) {
    (void)state;
    if (!IS_MEASURED) {
        skip();
    }
    static const char *const scores[] = {
        "x",
        "x * 2 + max(x, 3) if x > 3 and not (x < 2) else 7",
        "logistic(clamp(x, 0, 1), 1, 2)",
        "piecewise(x, 0,0,1,1,2,2,3,3,4,4,5,5,6,6,7,7,8,8,9,9,10,10,11,11,12,12,13,13,14,14,15,15)",
        "sigmoid(x, 1, 7)",
        "logistc(x)",
        "xx + 1",
        "x + (1 if x",
        "min",
        "mood == happy",
        "x # 3",
        "clamp(x, mood, 1)",
    };
    static const char *const moods[] = {"calm", "angry"};
    static const wits_field_desc fields[] = {
        {.name = "x", .type = WITS_TYPE_FLOAT},
        {.name = "mood", .type = WITS_TYPE_ENUM, .values = moods, .value_count = 2}};
    static const wits_curve curves[] = {{.kind = WITS_CURVE_LOGISTIC}, {.kind = WITS_CURVE_SIGMOID}};
    for (uint32_t i = 0; i < COUNT(scores); i++) {
        const wits_state_desc states[] = {{.name = "root", .parent = WITS_NONE, .kind = WITS_KIND_UTILITY},
                                          {.name = "a", .score = scores[i], .update = "x = x + 1"}};
        const wits_state_desc considered[] = {states[0], {.name = "a", .update = "x = x + 1"}};
        const wits_consideration_desc considerations[] = {
            {.of = 1, .group = WITS_GROUP_PRODUCT},
            {.of = 1, .depth = 1, .gate = "x > 3 and x < 8"},
            {.of = 1, .depth = 1, .input = scores[i], .high = 3, .curves = curves, .curve_count = COUNT(curves)}};
        const wits_desc plain = {STATES(states), .fields = fields, .field_count = COUNT(fields)};
        const wits_desc desc = {STATES(considered), .fields = fields, .field_count = COUNT(fields),
                                .considerations = considerations, .consideration_count = COUNT(considerations)};
        check(&plain, scores[i]);
        check(&desc, scores[i]);
    }
    float sum = 0;
    assert_true(stack_used(draw, &sum) <= MOST);
}

typedef struct conversion_job {
    const wits_brain *from, *to;
    uint8_t old_agent[64], new_agent[64];
    wits_frame frame;
    bool done;
} conversion_job;

static void *convert_it(void *user) {
    conversion_job *job = user;
    job->done = wits_agent_convert(job->from, job->old_agent, job->to, job->new_agent, &job->frame, NULL);
    return NULL;
}

// In both regions of the new brain, scores have to choose.
static void converting_takes_little_stack(void **state) {
    (void)state;
    if (!IS_MEASURED) {
        skip();
    }
    static const wits_field_desc fields[] = {{.name = "x", .type = WITS_TYPE_FLOAT}};
    static const wits_state_desc old_states[] = {{.name = "root", .kind = WITS_KIND_PARALLEL},
                                                 {.name = "a", .kind = WITS_KIND_UTILITY},
                                                 {.name = "old", .parent = 1, .score = "x"},
                                                 {.name = "b"}};
    static const wits_state_desc new_states[] = {
        {.name = "root", .kind = WITS_KIND_PARALLEL},
        {.name = "a", .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_SOFTMAX, .temperature = 1},
        {.name = "one", .parent = 1, .rank = "2"},
        {.name = "two", .parent = 1, .score = "x + logistic(x, 1, 2)", .rank = "1 if x > 3 else 2"},
        {.name = "c", .kind = WITS_KIND_UTILITY},
        {.name = "three", .parent = 4, .score = "1 if in(two) else x"}};
    static const wits_curve curves[] = {{.kind = WITS_CURVE_LOGISTIC}};
    static const wits_consideration_desc considerations[] = {
        {.of = 2, .group = WITS_GROUP_COMPENSATED},
        {.of = 2, .depth = 1, .gate = "x < 8"},
        {.of = 2, .depth = 1, .input = "x", .high = 3, .curves = curves, .curve_count = COUNT(curves)}};
    const wits_desc from = {STATES(old_states), .fields = fields, .field_count = COUNT(fields)};
    const wits_desc to = {STATES(new_states), .fields = fields, .field_count = COUNT(fields),
                          .considerations = considerations, .consideration_count = COUNT(considerations)};
    float x = 1;
    const wits_column columns[] = {{&x, 0, WITS_TYPE_FLOAT}};
    conversion_job job = {.from = compile(&from), .to = compile(&to), .frame = {.columns = columns}};
    wits_start(job.from, job.old_agent, &job.frame);
    const size_t used = stack_used(convert_it, &job);
    assert_true(job.done);
    if (used > MOST) {
        fail_msg("converting takes %u bytes of stack", (unsigned)used);
    }
    free((void *)(uintptr_t)job.from);
    free((void *)(uintptr_t)job.to);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(compiling_takes_little_stack),
                                       cmocka_unit_test(converting_takes_little_stack)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
