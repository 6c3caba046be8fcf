// SPDX-License-Identifier: MIT
// wits_crowd_check: reports every problem with its position and text.
#include "misuse_support.h"

#include "crowd_support.h"
#include "wits/convert.h"

enum { AGENTS = 10 };

/// A flock for which the test may describe memory wrongly.
typedef struct broken {
    flock *of;
    wits_crowd crowd;
    wits_column columns[SHEEP_FIELDS];
    wits_function functions[SHEEP_FUNCTIONS];
} broken;

static broken *broken_new(layout way) {
    broken *b = calloc(1, sizeof *b);
    assert_non_null(b);
    b->of = flock_new(way, AGENTS, NULL);
    b->crowd = b->of->crowd;
    memcpy(b->columns, b->of->columns, sizeof b->columns);
    memcpy(b->functions, sheep_functions, sizeof b->functions);
    b->crowd.columns = b->columns;
    b->crowd.functions = b->functions;
    return b;
}

static void broken_free(broken *b) {
    flock_free(b->of);
    free(b);
}

static wits_problem problem_of(const broken *b, wits_problem_code code, const char *text) {
    wits_problem problem;
    char written[640], shorter[20] = "";
    wits_report report = {&problem, 1, 0};
    bool good = wits_crowd_check(&b->crowd, &report);
    assert_int_equal(report.count > 0, !good);
    assert_int_equal(good, code == WITS_PROBLEM_NONE);
    assert_int_equal(wits_crowd_check(&b->crowd, NULL), good);
    if (good) {
        return (wits_problem){.code = WITS_PROBLEM_NONE};
    }
    size_t length = wits_problem_text(&problem, written, sizeof written);
    assert_string_equal(written, text);
    assert_int_equal(problem.code, code);
    assert_int_equal(length, strlen(written));
    assert_int_equal(wits_problem_text(&problem, shorter, sizeof shorter), length);
    assert_memory_equal(shorter, written, length < sizeof shorter ? length : sizeof shorter - 1);
    assert_int_equal(shorter[sizeof shorter - 1], '\0');
    assert_int_equal(wits_problem_text(&problem, NULL, 0), length);
    return problem;
}

static void good_ones_have_none(void **state) {
    for (int way = 0; way < LAYOUTS; way++) {
        broken *b = broken_new((layout)way);
        problem_of(b, WITS_PROBLEM_NONE, "no problem");
        broken_free(b);
    }
}

// Zero agents need no memory.
static void nobody_needs_nothing(void **state) {
    broken *b = broken_new(DENSE);
    b->crowd.count = 0;
    b->crowd.agents = NULL;
    b->crowd.columns = NULL;
    b->crowd.functions = NULL;
    problem_of(b, WITS_PROBLEM_NONE, "no problem");
    broken_free(b);
}

static void no_code(void **state) {
    broken *b = broken_new(DENSE);
    b->crowd.code = NULL;
    problem_of(b, WITS_PROBLEM_CROWD_CODE_MISSING, "crowd: code: the crowd has no code; call wits_crowd_prepare");
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    assert_false(wits_crowd_check_agents(&b->crowd, 0, b->crowd.count, &report));
    assert_int_equal(report.count, 1);
    assert_int_equal(problem.code, WITS_PROBLEM_CROWD_CODE_MISSING);
    broken_free(b);
}

static void too_many(void **state) {
    static const uint64_t counts[] = {UINT64_C(0x100000000), UINT64_C(0x100000001), UINT64_MAX};
    broken *b = broken_new(DENSE);
    for (uint32_t i = 0; i < COUNT(counts); i++) {
        b->crowd.count = counts[i];
        problem_of(b, WITS_PROBLEM_CROWD_TOO_LARGE, "crowd: count: more than 4,294,967,295 agents; use two crowds");
    }
    broken_free(b);
}

// The maximum: only declared, and declared too short.
static void as_many_as_there_can_be(void **state) {
    broken *b = broken_new(DENSE);
    b->crowd.count = WITS_CROWD_MAX_AGENTS;
    b->crowd.agents_size = 1000;
    wits_problem problem;
    assert_false(wits_crowd_check(&b->crowd, &(wits_report){&problem, 1, 0}));
    assert_int_equal(problem.code, WITS_PROBLEM_AGENTS_SHORT);
    assert_true(problem.needed == (uint64_t)WITS_CROWD_MAX_AGENTS * wits_agent_size(b->of->brain));
    broken_free(b);
}

static void memory_of_agents(void **state) {
    broken *b = broken_new(SPREAD);
    size_t size = wits_agent_size(b->of->brain), all = 9 * b->crowd.agent_stride + size;
    char text[256];
    b->crowd.agent_stride = size - 1;
    snprintf(text, sizeof text,
             "crowd: agent_stride: the stride is less than the bytes of an agent (%u bytes instead of at least %u)",
             (unsigned)size - 1, (unsigned)size);
    wits_problem problem = problem_of(b, WITS_PROBLEM_AGENT_STRIDE, text);
    assert_true(problem.given == size - 1 && problem.needed == size);

    b->crowd.agent_stride = b->of->agent_stride;
    b->crowd.agents_size = all;
    problem_of(b, WITS_PROBLEM_NONE, "no problem");
    b->crowd.agents_size = all - 1;
    snprintf(text, sizeof text, "crowd: agents_size: memory too small for the agents (%u bytes instead of at least %u)",
             (unsigned)all - 1, (unsigned)all);
    problem_of(b, WITS_PROBLEM_AGENTS_SHORT, text);

    b->crowd.agents = NULL;
    problem_of(b, WITS_PROBLEM_AGENTS_MISSING, "crowd: agents: missing memory for the agents' bytes");
    broken_free(b);
}

// Agents made by a brain of another layout.
static void agents_of_another_brain(void **state) {
    broken *b = broken_new(DENSE);
    b->crowd.layout = wits_brain_layout_hash(b->of->brain);
    problem_of(b, WITS_PROBLEM_NONE, "no problem");
    b->crowd.layout ^= 1;
    problem_of(b, WITS_PROBLEM_AGENTS_OF_ANOTHER,
               "crowd: layout: the agents were made for another brain, or for another version of it");
    broken_free(b);
}

static void columns(void **state) {
    broken *b = broken_new(DENSE);
    b->crowd.columns = NULL;
    problem_of(b, WITS_PROBLEM_COLUMNS_MISSING, "crowd: columns: missing columns for the brain's fields");
    b->crowd.columns = b->columns;

    b->columns[STEPS].base = NULL;
    wits_problem problem = problem_of(b, WITS_PROBLEM_COLUMN_NULL, "fields row 2 (steps): the column has no memory");
    assert_int_equal(problem.row, STEPS);
    b->columns[STEPS] = b->of->columns[STEPS];

    b->columns[FEAR].type = WITS_TYPE_INT8;
    problem_of(b, WITS_PROBLEM_COLUMN_TYPE,
               "fields row 1 (fear): the field has another type than in the program: uint8, and the program has int8");
    b->columns[FEAR].type = WITS_TYPE_DEFAULT;
    problem_of(b, WITS_PROBLEM_COLUMN_TYPE,
               "fields row 1 (fear): the field has another type than in the program: uint8, and the program has none");
    b->columns[FEAR] = b->of->columns[FEAR];

    b->columns[HUNGER].stride = 2;
    problem = problem_of(
        b, WITS_PROBLEM_COLUMN_STRIDE,
        "fields row 0 (hunger): the stride is less than the bytes of a value (2 bytes instead of at least 4)");
    assert_true(problem.row == HUNGER && problem.given == 2 && problem.needed == 4);
    b->columns[HUNGER] = b->of->columns[HUNGER];

    b->columns[MOOD].size = 10;
    b->columns[STEPS].size = 19;
    problem_of(b, WITS_PROBLEM_COLUMN_SHORT,
               "fields row 2 (steps): column buffer too small (19 bytes instead of at least 20)");
    b->columns[STEPS].size = 20;
    problem_of(b, WITS_PROBLEM_NONE, "no problem");
    broken_free(b);
}

// A shared value needs the memory of one value, whatever the number of agents.
static void shared_columns(void **state) {
    broken *b = broken_new(SHARED);
    b->columns[CALM].size = 1;
    problem_of(b, WITS_PROBLEM_NONE, "no problem");
    static bool calm;
    b->columns[CALM].base = &calm;
    problem_of(b, WITS_PROBLEM_NONE, "no problem");
    b->columns[MOOD].stride = 0;
    problem_of(b, WITS_PROBLEM_COLUMN_READ_ONLY,
               "fields row 4 (mood): the brain assigns this field, but its column is read-only: its stride is 0; give "
               "the bytes from one agent's value to the next");
    b->columns[MOOD] = b->of->columns[MOOD];
    b->columns[MOOD].read_only = true;
    problem_of(b, WITS_PROBLEM_COLUMN_READ_ONLY,
               "fields row 4 (mood): the brain assigns this field, but its column is read-only: it is read_only");
    broken_free(b);
}

static void overlaps(void **state) {
    broken *b = broken_new(DENSE);
    b->columns[MOOD].base = b->columns[CALM].base;
    wits_problem problem = problem_of(b, WITS_PROBLEM_COLUMN_OVERLAP,
                                      "fields row 4 (mood): the column overlaps that of another field: 'calm'");
    assert_true(problem.row == MOOD);
    assert_string_equal(problem.value, "calm");
    b->columns[MOOD].base = (char *)b->columns[CALM].base + 9;  // the last agent's
    problem_of(b, WITS_PROBLEM_COLUMN_OVERLAP,
               "fields row 4 (mood): the column overlaps that of another field: 'calm'");
    b->columns[MOOD] = b->of->columns[MOOD];
    b->columns[CALM].base = (char *)b->columns[FEAR].base + 4;
    b->columns[CALM].stride = 0;  // shared, inside one that is written
    problem_of(b, WITS_PROBLEM_COLUMN_OVERLAP,
               "fields row 3 (calm): the column overlaps that of another field: 'fear'");
    b->columns[CALM] = b->of->columns[CALM];

    b->columns[MOOD].base = b->crowd.agents;
    problem_of(b, WITS_PROBLEM_COLUMN_OVERLAP_AGENTS, "fields row 4 (mood): the column overlaps the agents");
    broken_free(b);
}

// Members of a struct are interleaved; one byte further they overlap.
static void members_of_a_struct(void **state) {
    broken *b = broken_new(STRUCTS);
    size_t stride = b->columns[HUNGER].stride;
    b->columns[CALM].base = (char *)b->columns[STEPS].base + 1;
    problem_of(b, WITS_PROBLEM_COLUMN_OVERLAP,
               "fields row 3 (calm): the column overlaps that of another field: 'steps'");
    b->columns[CALM].base = (char *)b->of->columns[CALM].base + stride;  // member of the next struct: separate, too
    problem_of(b, WITS_PROBLEM_NONE, "no problem");
    b->columns[CALM].base = (char *)b->of->columns[HUNGER].base + 3 * stride + 3;
    problem_of(b, WITS_PROBLEM_COLUMN_OVERLAP,
               "fields row 3 (calm): the column overlaps that of another field: 'hunger'");
    b->columns[CALM] = b->of->columns[CALM];
    b->columns[HUNGER].base = (char *)b->crowd.agents + stride - 3;  // its last byte is the next agent's first
    problem_of(b, WITS_PROBLEM_COLUMN_OVERLAP_AGENTS, "fields row 0 (hunger): the column overlaps the agents");
    broken_free(b);
}

// Crowds list their actions: only conditions and scores are needed.
static void functions(void **state) {
    broken *b = broken_new(DENSE);
    b->functions[2].action = NULL;
    problem_of(b, WITS_PROBLEM_NONE, "no problem");
    b->crowd.functions = NULL;
    problem_of(b, WITS_PROBLEM_FUNCTIONS_MISSING, "crowd: functions: missing functions; wits_bind fills them");
    b->crowd.functions = b->functions;
    b->functions[1].score = NULL;
    problem_of(b, WITS_PROBLEM_FUNCTION_MISSING, "functions row 1 (cover): missing function, which the brain calls");
    b->functions[1] = sheep_functions[1];
    b->functions[0] = (wits_function){.name = "grass", .score = sheep_functions[1].score};
    wits_problem problem = problem_of(b, WITS_PROBLEM_FUNCTION_MISSING,
                                      "functions row 0 (grass): missing function, which the brain calls");
    assert_int_equal(problem.row, 0);
    broken_free(b);
}

static void foreign_bytes_of_agents(void **state) {
    broken *b = broken_new(STRUCTS);
    wits_problem problem;
    char text[256];
    assert_true(wits_crowd_check_agents(&b->crowd, 0, AGENTS, &(wits_report){&problem, 1, 0}));
    memset(flock_agent(b->of, 6), 0xFF, wits_agent_size(b->of->brain));
    assert_false(wits_crowd_check_agents(&b->crowd, 0, AGENTS, NULL));
    assert_false(wits_crowd_check_agents(&b->crowd, 6, 1, &(wits_report){&problem, 1, 0}));
    assert_true(problem.code == WITS_PROBLEM_AGENT_INVALID && problem.row == 6);
    wits_problem_text(&problem, text, sizeof text);
    assert_string_equal(text, "agents row 6: the brain could not have made the bytes of this agent");
    assert_true(wits_crowd_check_agents(&b->crowd, 0, 6, &(wits_report){&problem, 1, 0}));
    assert_true(wits_crowd_check_agents(&b->crowd, 7, 3, &(wits_report){&problem, 1, 0}));
    broken_free(b);
}

// ---------------------------------------------------------------------------------------------- slices past the end

static flock *shepherded;
static wits_crowd_run with;
static uint64_t past_first, past_count, done;
static uint64_t counted[SHEEP_STATES];

static void past_decide(void) {
    done = wits_crowd_decide(&shepherded->crowd, past_first, past_count, &with);
}
static void past_update(void) {
    done = wits_crowd_update(&shepherded->crowd, past_first, past_count, &with);
}
static void past_tick(void) {
    done = wits_crowd_tick(&shepherded->crowd, past_first, past_count, &with);
}
static void past_start(void) {
    done = wits_crowd_start(&shepherded->crowd, past_first, past_count, &with);
}
static void past_stop(void) {
    done = wits_crowd_stop(&shepherded->crowd, past_first, past_count, &with);
}
static void past_goto(void) {
    done = wits_crowd_goto(&shepherded->crowd, past_first, past_count, &with, WALK);
}
static void past_place(void) {
    done = wits_crowd_set_state(&shepherded->crowd, past_first, past_count, &with, WALK);
}
static void past_hash(void) {
    done = wits_crowd_hash(&shepherded->crowd, past_first, past_count);
}
static void past_raise(void) {
    wits_crowd_raise(&shepherded->crowd, past_first, past_count, BARK);
}

static void past_count_all(void) {
    wits_crowd_count(&shepherded->crowd, past_first, past_count, counted);
}

static void past_find(void) {
    uint32_t found[4 * AGENTS];
    done = wits_crowd_find(&shepherded->crowd, past_first, past_count, SHEEP, found);
}

static void past_deepest(void) {
    wits_state_id deepest[4 * AGENTS];
    deepest[0] = 7;
    wits_crowd_deepest(&shepherded->crowd, past_first, past_count, deepest);
    done = deepest[0] != 7;
}

static void past_raise_for(void) {
    const uint32_t agents[] = {AGENTS, UINT32_MAX};
    wits_crowd_raise_for(&shepherded->crowd, agents, COUNT(agents), BARK);
}

// As above for a crowd whose code was not made.
static void calls_without_code(void **state) {
    static void (*const calls[])(void) = {past_decide, past_update,  past_tick,     past_start, past_stop,
                                          past_goto,   past_place,   past_hash,     past_raise, past_count_all,
                                          past_find,   past_deepest, past_raise_for};
    shepherded = flock_new(DENSE, AGENTS, NULL);
    with = flock_run(shepherded, 1);
    const wits_crowd_code *code = shepherded->crowd.code;
    shepherded->crowd.code = NULL;
    past_first = 0;
    past_count = AGENTS;
    for (uint32_t call = 0; call < COUNT(calls); call++) {
        done = 0;
        if (CHECKS) {
            assert_true(aborts(calls[call]));
        } else {
            calls[call]();
            assert_int_equal(done, 0);
        }
    }
    shepherded->crowd.code = code;
    flock_free(shepherded);
}

// A mistake, with which no call does anything; with WITS_CHECKS an assertion fails.
static void slices_past_the_end(void **state) {
    static void (*const calls[])(void) = {past_decide, past_update,  past_tick,     past_start, past_stop,
                                          past_goto,   past_place,   past_hash,     past_raise, past_count_all,
                                          past_find,   past_deepest, past_raise_for};
    static const uint64_t slices[][2] = {
        {0, AGENTS + 1}, {AGENTS, 1}, {AGENTS + 1, 0}, {1, UINT64_MAX}, {UINT64_MAX, 2}};
    shepherded = flock_new(DENSE, AGENTS, NULL);
    with = flock_run(shepherded, 1);
    assert_int_equal(wits_crowd_start(&shepherded->crowd, 0, AGENTS, &with), AGENTS);
    uint64_t before = wits_crowd_hash(&shepherded->crowd, 0, AGENTS);
    for (uint32_t i = 0; i < COUNT(slices); i++) {
        past_first = slices[i][0];
        past_count = slices[i][1];
        for (uint32_t call = 0; call < COUNT(calls); call++) {
            done = 0;
            if (CHECKS) {
                assert_true(aborts(calls[call]));
            } else {
                calls[call]();
                assert_int_equal(done, 0);
            }
        }
        wits_problem problem;
        assert_false(
            wits_crowd_check_agents(&shepherded->crowd, past_first, past_count, &(wits_report){&problem, 1, 0}));
        assert_int_equal(problem.code, WITS_PROBLEM_SLICE_TOO_LONG);
    }
    for (uint32_t i = 0; i < SHEEP_STATES; i++) {
        assert_int_equal(counted[i], 0);
    }
    assert_true(wits_crowd_hash(&shepherded->crowd, 0, AGENTS) == before);
    assert_true(wits_crowd_hash(&shepherded->crowd, AGENTS, 0) == 0);  // no agents is not a mistake
    flock_free(shepherded);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_ones_have_none),
        cmocka_unit_test(nobody_needs_nothing),
        cmocka_unit_test(no_code),
        cmocka_unit_test(too_many),
        cmocka_unit_test(as_many_as_there_can_be),
        cmocka_unit_test(memory_of_agents),
        cmocka_unit_test(columns),
        cmocka_unit_test(agents_of_another_brain),
        cmocka_unit_test(shared_columns),
        cmocka_unit_test(overlaps),
        cmocka_unit_test(members_of_a_struct),
        cmocka_unit_test(functions),
        cmocka_unit_test(foreign_bytes_of_agents),
        cmocka_unit_test(calls_without_code),
        cmocka_unit_test(slices_past_the_end),
    };
    return cmocka_run_group_tests_name("crowd_check", tests, NULL, NULL);
}
