// SPDX-License-Identifier: MIT
// Choices of options in blocks: each rule of `select`, with scores at the edges, against one agent after another.
#include "support.h"
#include "wits/crowd.h"

#include <math.h>

// A sanitizer makes a tick ten times as long, and sees the same code in each.
enum { AGENTS = 512, OPTIONS = 4, TICKS = REPEATS_ARE_FEW ? 6 : 24, AGENT_ROOM = 64 };

/// Sources of the options' scores. The smallest are so small that rounding may turn a part of their sum into the whole
/// sum.
static const float numbers[] = {0x1p-149f, 0x1p-148f, 0x1p-126f, 0.0f,  -0.0f,    1.0f, 1.0f,      2.0f,
                                -1.0f,     NAN,       3e38f,     2e30f, INFINITY, 0.5f, -INFINITY, 0.25f};

typedef struct herd {
    wits_crowd crowd;
    uint8_t agents[AGENTS][AGENT_ROOM];
    uint64_t nan_scores;
    float scores[OPTIONS][AGENTS];
    int32_t places[AGENTS];
    wits_column columns[OPTIONS + 1];
} herd;

static wits_state_desc states[OPTIONS + 3];
static _Alignas(64) uint8_t scratch[1 << 20];

/// The root is a machine of the utility, which `u` configures, and K, between which it alternates.
static void make_states(wits_state_desc u) {
    static const char *const names[] = {"a", "b", "c", "d"};
    static const char *const scores[] = {"score_a", "score_b", "score_c", "score_d"};
    u.name = "U";
    u.kind = WITS_KIND_UTILITY;
    states[0] = (wits_state_desc){.name = "root", .parent = WITS_NONE};
    states[1] = u;
    for (uint32_t i = 0; i < OPTIONS; i++) {
        states[2 + i] = (wits_state_desc){.name = names[i], .parent = 1, .score = scores[i]};
    }
    states[2 + OPTIONS] = (wits_state_desc){.name = "K"};
}

static uint32_t mixed(uint32_t x) {
    x = (x ^ x >> 16) * 0x7FEB352Du;
    x = (x ^ x >> 15) * 0x846CA68Bu;
    return x ^ x >> 16;
}

/// The smallest numbers and the others alternate.
static void set_scores(herd *h, uint32_t tick) {
    for (uint32_t option = 0; option < OPTIONS; option++) {
        for (uint32_t i = 0; i < AGENTS; i++) {
            uint32_t limit = (i + tick) % 3 == 0 ? 2 : COUNT(numbers);
            h->scores[option][i] = numbers[mixed(mixed(tick * OPTIONS + option) + i) % limit];
        }
    }
    for (uint32_t i = 0; i < AGENTS; i++) {
        h->places[i] = (int32_t)(mixed(tick * AGENTS + i) % 3);
    }
}

static void open_herd(herd *h, const wits_crowd_code *code) {
    memset(h, 0, sizeof *h);
    for (uint32_t i = 0; i < OPTIONS; i++) {
        h->columns[i] = (wits_column){.base = h->scores[i], .stride = sizeof(float), .type = WITS_TYPE_FLOAT};
    }
    h->columns[OPTIONS] = (wits_column){.base = h->places, .stride = sizeof(int32_t), .type = WITS_TYPE_INT};
    h->crowd = (wits_crowd){
        .code = code, .count = AGENTS, .agents = h->agents, .agent_stride = AGENT_ROOM, .columns = h->columns};
    set_scores(h, 0);
    wits_crowd_run run = {.seed = 5, .scratch = scratch};
    assert_int_equal(wits_crowd_start(&h->crowd, 0, AGENTS, &run), AGENTS);
}

/// Number of trace records of the next tick with a NaN score.
static uint64_t count_traced(const herd *h, const wits_brain *brain, uint32_t tick) {
    uint64_t count = 0;
    for (uint32_t i = 0; i < AGENTS; i++) {
        uint8_t agent[AGENT_ROOM];
        wits_trace_record records[64];
        wits_trace trace = {records, COUNT(records), 0, 0};
        memcpy(agent, h->agents[i], AGENT_ROOM);
        wits_tick(brain, agent,
                  &(wits_frame){.tick = tick, .seed = 5, .agent = i, .row = i, .columns = h->columns, .trace = &trace});
        assert_int_equal(trace.dropped, 0);
        for (uint32_t k = 0; k < trace.count; k++) {
            count += records[k].kind == WITS_TRACE_NOT_A_NUMBER;
        }
    }
    return count;
}

/// Runs through the ticks on one path.
static void live(herd *h, const wits_crowd_code *code, wits_crowd_path path, wits_crowd_simd simd) {
    open_herd(h, code);
    for (uint32_t tick = 1; tick <= TICKS; tick++) {
        set_scores(h, tick);
        wits_crowd_run run = {
            .tick = tick, .seed = 5, .scratch = scratch, .path = path, .simd = simd, .nan_scores = &h->nan_scores};
        assert_int_equal(wits_crowd_tick(&h->crowd, 0, AGENTS, &run), AGENTS);
    }
}

/// All paths and instruction sets agree, and this brain runs in blocks. Considerations are never NaN.
static void assert_same_considered_in_blocks(const wits_consideration_desc *considerations, uint32_t count) {
    static const wits_transition_desc transitions[] = {{.from = 1, .to = 6, .when = "place == 1 and score_a > 1"},
                                                       {.from = 6, .to = 1, .when = "place == 2"}};
    static const wits_field_desc fields[] = {{.name = "score_a", .type = WITS_TYPE_FLOAT},
                                             {.name = "score_b", .type = WITS_TYPE_FLOAT},
                                             {.name = "score_c", .type = WITS_TYPE_FLOAT},
                                             {.name = "score_d", .type = WITS_TYPE_FLOAT},
                                             {.name = "place", .type = WITS_TYPE_INT}};
    static _Alignas(8) uint8_t memory[1 << 15], code_memory[1 << 17];
    static herd alone, together;
    const wits_desc desc = {STATES(states),
                            TRANSITIONS(transitions),
                            .fields = fields,
                            .field_count = COUNT(fields),
                            .considerations = considerations,
                            .consideration_count = count};
    wits_problem problems[1];
    wits_report report = {problems, COUNT(problems), 0};
    const wits_brain *brain = wits_brain_compile(&desc, memory, sizeof memory, &report);
    assert_non_null(brain);
    assert_in_range(wits_agent_size(brain), 1, AGENT_ROOM);
    const wits_crowd_code *code = wits_crowd_prepare(brain, code_memory, sizeof code_memory);
    assert_non_null(code);
    assert_int_not_equal(wits_crowd_plan(code).path, WITS_CROWD_PATH_SINGLE);
    assert_true(wits_crowd_scratch_size(code, 0) <= sizeof scratch);
    live(&alone, code, WITS_CROWD_PATH_SINGLE, WITS_CROWD_SIMD_AUTO);
    assert_int_equal(alone.nan_scores > TICKS, considerations == NULL);
    for (wits_crowd_path path = WITS_CROWD_PATH_MASKS; path <= WITS_CROWD_PATH_GROUPS; path++) {
        for (wits_crowd_simd simd = WITS_CROWD_SIMD_BASELINE; simd <= wits_crowd_best_simd(); simd++) {
            live(&together, code, path, simd);
            assert_memory_equal(together.agents, alone.agents, sizeof alone.agents);
            assert_true(together.nan_scores == alone.nan_scores);
        }
    }
    set_scores(&alone, TICKS + 1);
    uint64_t nans = count_traced(&alone, brain, TICKS + 1), counted = 0;
    wits_crowd_run run = {.tick = TICKS + 1, .seed = 5, .scratch = scratch, .nan_scores = &counted};
    assert_int_equal(wits_crowd_tick(&together.crowd, 0, 0, &run), 0);
    assert_true(counted == 0);
    set_scores(&together, TICKS + 1);
    assert_int_equal(wits_crowd_tick(&together.crowd, 0, AGENTS, &run), AGENTS);
    assert_true((nans > 0) == (considerations == NULL) && counted == nans);
    uint64_t counts[OPTIONS + 3] = {0};
    wits_crowd_count(&alone.crowd, 0, AGENTS, counts);
    for (uint32_t i = 0; i <= OPTIONS; i++) {
        bool never_scores = considerations == NULL && i < OPTIONS && strstr(states[2 + i].score, "(-1.0)") != NULL;
        assert_true(counts[2 + i] > 0 || never_scores);  // each option, and K
    }
}

static void assert_same_in_blocks(void) {
    assert_same_considered_in_blocks(NULL, 0);
}

static void highest(void **state) {
    make_states((wits_state_desc){.inertia = 0.25f});
    assert_same_in_blocks();
}

// If the sum of all chances is tiny, no option may exceed the drawn part: then the last is chosen.
static void weighted(void **state) {
    make_states((wits_state_desc){.select = WITS_SELECT_WEIGHTED});
    assert_same_in_blocks();
}

static void top(void **state) {
    for (uint32_t count = 1; count <= OPTIONS + 1; count++) {
        make_states((wits_state_desc){.select = WITS_SELECT_TOP, .top = count, .inertia = 1.0f});
        assert_same_in_blocks();
    }
}

static void within(void **state) {
    static const float parts[] = {0.0f, 0.25f, 0.5f, 1.0f};
    for (uint32_t i = 0; i < COUNT(parts); i++) {
        make_states((wits_state_desc){.select = WITS_SELECT_WITHIN, .within = parts[i]});
        assert_same_in_blocks();
    }
}

static void softmax(void **state) {
    static const float temperatures[] = {0x1p-149f, 0.5f, 3e38f};
    for (uint32_t i = 0; i < COUNT(temperatures); i++) {
        make_states((wits_state_desc){.select = WITS_SELECT_SOFTMAX, .temperature = temperatures[i]});
        assert_same_in_blocks();
    }
}

static void floors(void **state) {
    for (wits_select select = WITS_SELECT_HIGHEST; select <= WITS_SELECT_SOFTMAX; select++) {
        make_states((wits_state_desc){
            .select = select, .has_floor = true, .floor = 0.5f, .top = 2, .within = 0.5f, .temperature = 1.0f});
        states[1].top = select == WITS_SELECT_TOP ? 2 : 0;
        states[1].within = select == WITS_SELECT_WITHIN ? 0.5f : 0.0f;
        states[1].temperature = select == WITS_SELECT_SOFTMAX ? 1.0f : 0.0f;
        assert_same_in_blocks();
    }
}

static void ranks(void **state) {
    make_states((wits_state_desc){.inertia = 0.25f});
    states[2].rank = "place";
    states[4].rank = "1 if score_a < score_b else -2";
    assert_same_in_blocks();
}

static void cooldowns(void **state) {
    make_states((wits_state_desc){.select = WITS_SELECT_WEIGHTED});
    states[3].cooldown = 4;
    states[5].cooldown = 1;
    assert_same_in_blocks();
}

static void a_default_option(void **state) {
    make_states((wits_state_desc){.default_option = 4});
    assert_same_in_blocks();
    make_states((wits_state_desc){
        .default_option = 2, .select = WITS_SELECT_WITHIN, .within = 0.5f, .has_floor = true, .floor = 0.25f});
    assert_same_in_blocks();
}

// Constants, options with `score: best`, and gates, which are no such mistake.
static void scores_that_are_no_numbers_are_counted(void **state) {
    make_states((wits_state_desc){.has_floor = true, .floor = 0.5f});
    states[3].score = "sqrt(-1.0)";
    states[4].score = "score_c * 0.25";
    states[5].has_weight = true;
    states[5].weight = 1e30f;
    assert_same_in_blocks();
    make_states((wits_state_desc){.select = WITS_SELECT_TOP, .top = 3});
    states[2].score = "log(-1.0)";
    states[3].rank = "place";
    assert_same_in_blocks();
}

// -------------------------------------------------------------------------------------------------------- many options

enum { MOST_OPTIONS = 254 };

static const wits_field_desc many_fields[] = {{.name = "score_a", .type = WITS_TYPE_FLOAT},
                                              {.name = "score_b", .type = WITS_TYPE_FLOAT},
                                              {.name = "score_c", .type = WITS_TYPE_FLOAT},
                                              {.name = "score_d", .type = WITS_TYPE_FLOAT},
                                              {.name = "place", .type = WITS_TYPE_INT}};

/// The root has this many options; with `all_rules` also a default, a floor, inertia, ranks and cooldowns.
static wits_desc many_options(uint32_t count, wits_state_desc root, bool all_rules) {
    static const char *const scores[] = {"score_a", "score_b", "score_c", "score_d", "0.5", "score_a * score_b"};
    static const char *const some_ranks[] = {"1", "place", NULL, "place - 1", "1", NULL, "1 if score_a < 0 else 0"};
    static const float weights[] = {1.0f, 1.0f, 0.5f, -1.0f, 2.0f, 1.0f, 0.0f, 1.0f, 0.25f};
    static wits_state_desc all[MOST_OPTIONS + 1];
    static char names[MOST_OPTIONS][12];
    memset(all, 0, sizeof all);
    root.name = "root";
    root.parent = WITS_NONE;
    root.kind = WITS_KIND_UTILITY;
    root.inertia = all_rules ? 0.25f : 0.0f;
    root.has_floor = all_rules;
    root.floor = all_rules ? -0.75f : 0.0f;
    root.default_option = (wits_state_id)(all_rules ? count / 2 + 1 : 0);
    all[0] = root;
    for (uint32_t i = 0; i < count; i++) {
        (void)snprintf(names[i], sizeof names[i], "o%u", (unsigned)i);
        all[1 + i] = (wits_state_desc){.name = names[i],
                                       .score = scores[i % COUNT(scores)],
                                       .has_weight = true,
                                       .weight = weights[i % COUNT(weights)],
                                       .rank = all_rules ? some_ranks[i % COUNT(some_ranks)] : NULL,
                                       .cooldown = all_rules && i < 80 ? i % 5 : 0};
    }
    return (wits_desc){
        .states = all, .state_count = count + 1, .fields = many_fields, .field_count = COUNT(many_fields)};
}

static void assert_same_of_many(const wits_desc *desc) {
    static herd alone, together;
    const size_t brain_size = wits_brain_size(desc, NULL);
    void *memory = malloc(brain_size);
    const wits_brain *brain = wits_brain_compile(desc, memory, brain_size, NULL);
    assert_non_null(brain);
    const size_t stride = wits_agent_size(brain);
    uint8_t *agents[2] = {calloc(AGENTS, stride), calloc(AGENTS, stride)};
    const size_t code_size = wits_crowd_code_size(brain);
    void *code_memory = malloc(code_size);
    const wits_crowd_code *code = wits_crowd_prepare(brain, code_memory, code_size);
    assert_non_null(code);
    assert_int_not_equal(wits_crowd_plan(code).path, WITS_CROWD_PATH_SINGLE);
    const size_t size = wits_crowd_scratch_size(code, 0);
    void *room = aligned_alloc(64, (size + 63) / 64 * 64);
    for (wits_crowd_simd simd = WITS_CROWD_SIMD_AUTO; simd <= wits_crowd_best_simd(); simd++) {
        herd *const of = simd == WITS_CROWD_SIMD_AUTO ? &alone : &together;
        uint8_t *const own = agents[simd != WITS_CROWD_SIMD_AUTO];
        memset(own, 0, AGENTS * stride);
        memset(of, 0, sizeof *of);
        set_scores(of, 0);
        for (uint32_t i = 0; i < OPTIONS; i++) {
            of->columns[i] = (wits_column){.base = of->scores[i], .stride = sizeof(float), .type = WITS_TYPE_FLOAT};
        }
        of->columns[OPTIONS] = (wits_column){.base = of->places, .stride = sizeof(int32_t), .type = WITS_TYPE_INT};
        of->crowd =
            (wits_crowd){.code = code, .count = AGENTS, .agents = own, .agent_stride = stride, .columns = of->columns};
        wits_crowd_run run = {.seed = 5,
                              .scratch = room,
                              .path = simd == WITS_CROWD_SIMD_AUTO ? WITS_CROWD_PATH_SINGLE : WITS_CROWD_PATH_AUTO,
                              .simd = simd,
                              .nan_scores = &of->nan_scores};
        assert_int_equal(wits_crowd_start(&of->crowd, 0, AGENTS, &run), AGENTS);
        for (run.tick = 1; run.tick <= TICKS; run.tick++) {
            set_scores(of, run.tick);
            assert_int_equal(wits_crowd_tick(&of->crowd, 0, AGENTS, &run), AGENTS);
        }
        assert_memory_equal(own, agents[0], AGENTS * stride);
        assert_true(of->nan_scores == alone.nan_scores);
    }
    free(agents[0]);
    free(agents[1]);
    free(room);
    free(code_memory);
    free(memory);
}

static void many_options_by_all_rules(void **state) {
    static const uint32_t sizes[] = {5, 9, 64, 65, 129, MOST_OPTIONS};
    for (uint32_t i = 0; i < COUNT(sizes); i++) {
        for (wits_select select = WITS_SELECT_HIGHEST; select <= WITS_SELECT_SOFTMAX; select++) {
            for (uint32_t all_rules = 0; all_rules < 2; all_rules++) {
                const wits_state_desc root = {.select = select,
                                              .top = select == WITS_SELECT_TOP ? 2 + sizes[i] / 3 : 0,
                                              .within = select == WITS_SELECT_WITHIN ? 0.5f : 0.0f,
                                              .temperature = select == WITS_SELECT_SOFTMAX ? 0.5f : 0.0f};
                const wits_desc desc = many_options(sizes[i], root, all_rules != 0);
                assert_same_of_many(&desc);
            }
        }
    }
}

enum { OPTION_ROWS = 7 };

/// Each option is a sum of its field and of a group of two groups that are always worth 0 and 1: a mean whose weights
/// are 0, and a product of members without weight.
static void make_constants(wits_consideration_desc *rows, wits_group group) {
    static const char *const inputs[OPTIONS] = {"score_a", "score_b", "score_c", "score_d"};
    for (uint32_t i = 0; i < OPTIONS; i++) {
        const wits_state_id of = (wits_state_id)(2 + i);
        const wits_consideration_desc made[OPTION_ROWS] = {
            {.of = of, .group = WITS_GROUP_SUM},
            {.of = of, .depth = 1, .group = group, .has_weight = true, .weight = 0.125f * (float)i},
            {.of = of, .depth = 2, .group = WITS_GROUP_MEAN},
            {.of = of, .depth = 3, .input = inputs[i], .has_weight = true},
            {.of = of, .depth = 2, .group = WITS_GROUP_PRODUCT},
            {.of = of, .depth = 3, .input = inputs[i], .has_weight = true},
            {.of = of, .depth = 1, .input = inputs[i], .low = -1, .high = 3}};
        states[2 + i].score = NULL;
        memcpy(rows + OPTION_ROWS * i, made, sizeof made);
    }
}

// Constants in a group are computed when the code is made, with the same result as for one agent.
static void considerations_that_are_constants(void **state) {
    static wits_consideration_desc rows[OPTION_ROWS * OPTIONS];
    for (wits_group group = WITS_GROUP_PRODUCT; group <= WITS_GROUP_MAX; group++) {
        make_states((wits_state_desc){.inertia = 0.0625f});
        make_constants(rows, group);
        assert_same_considered_in_blocks(rows, COUNT(rows));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(highest),
        cmocka_unit_test(weighted),
        cmocka_unit_test(top),
        cmocka_unit_test(within),
        cmocka_unit_test(softmax),
        cmocka_unit_test(floors),
        cmocka_unit_test(ranks),
        cmocka_unit_test(cooldowns),
        cmocka_unit_test(a_default_option),
        cmocka_unit_test(scores_that_are_no_numbers_are_counted),
        cmocka_unit_test(considerations_that_are_constants),
        cmocka_unit_test(many_options_by_all_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
