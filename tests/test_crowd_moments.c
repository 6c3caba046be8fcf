// SPDX-License-Identifier: MIT
// Values of `in` while states exit and enter, for one agent and in blocks. Section 5 of docs/semantics.md.
#include "support.h"
#include "wits/crowd.h"

enum { ROOT, AWAY, BOTH, LEFT, RIGHT };
enum { GO, LEFT_SAW, RIGHT_SAW, FIELDS };

static const wits_state_desc states[] = {
    [ROOT] = {.name = "root"},
    [AWAY] = {.name = "away"},
    [BOTH] = {.name = "both", .kind = WITS_KIND_PARALLEL, .leave = WITS_LEAVE_SUSPEND},
    [LEFT] = {.name = "left",
              .parent = BOTH,
              .enter = "left_saw = left_saw + (1 if in(right) else 10)",
              .exit = "left_saw = left_saw + (100 if in(right) else 1000)"},
    [RIGHT] = {.name = "right",
               .parent = BOTH,
               .enter = "right_saw = right_saw + (1 if in(left) else 10)",
               .exit = "right_saw = right_saw + (100 if in(left) else 1000)"},
};
static const wits_transition_desc transitions[] = {
    {.from = AWAY, .to = BOTH, .when = "go == 1"},
    {.from = AWAY, .to = BOTH, .when = "go == 2", .restart = true},
    {.from = AWAY, .to = RIGHT, .when = "go == 3"},
    {.from = BOTH, .to = AWAY, .when = "go == 0"},
};
static const wits_field_desc fields[] = {
    [GO] = {.name = "go", .type = WITS_TYPE_INT},
    [LEFT_SAW] = {.name = "left_saw", .type = WITS_TYPE_INT},
    [RIGHT_SAW] = {.name = "right_saw", .type = WITS_TYPE_INT},
};

/// Values that the regions saw after these values of `go`, one per tick.
static void live(wits_crowd_path path, const int32_t *go, uint32_t ticks, int32_t saw[FIELDS]) {
    static _Alignas(8) uint8_t memory[1 << 15], code[1 << 17];
    static _Alignas(64) uint8_t scratch[1 << 19];
    const wits_desc desc = {STATES(states), TRANSITIONS(transitions), .fields = fields, .field_count = FIELDS};
    const wits_brain *brain = wits_brain_compile(&desc, memory, sizeof memory, NULL);
    assert_non_null(brain);
    uint8_t agent[8] = {0};
    assert_in_range(wits_agent_size(brain), 1, sizeof agent);
    memset(saw, 0, FIELDS * sizeof *saw);
    wits_column columns[FIELDS];
    for (uint32_t i = 0; i < FIELDS; i++) {
        columns[i] = (wits_column){.base = &saw[i], .stride = sizeof *saw, .type = WITS_TYPE_INT};
    }
    wits_crowd crowd = {.code = wits_crowd_prepare(brain, code, sizeof code),
                        .count = 1,
                        .agents = agent,
                        .agent_stride = sizeof agent,
                        .columns = columns};
    assert_non_null(crowd.code);
    assert_int_not_equal(wits_crowd_plan(crowd.code).path, WITS_CROWD_PATH_SINGLE);
    assert_true(wits_crowd_scratch_size(crowd.code, 0) <= sizeof scratch);
    wits_crowd_run run = {.scratch = scratch, .path = path};
    wits_crowd_start(&crowd, 0, 1, &run);
    for (uint32_t i = 0; i < ticks; i++) {
        saw[GO] = go[i];
        run.tick = i + 1;
        wits_crowd_tick(&crowd, 0, 1, &run);
    }
}

static void assert_seen(const int32_t *go, uint32_t ticks, int32_t left, int32_t right) {
    for (wits_crowd_path path = WITS_CROWD_PATH_SINGLE; path <= WITS_CROWD_PATH_GROUPS; path++) {
        int32_t saw[FIELDS];
        live(path, go, ticks, saw);
        assert_int_equal(saw[LEFT_SAW], left);
        assert_int_equal(saw[RIGHT_SAW], right);
    }
}

// The first region is entered while the second is not active yet.
static void regions_are_entered_one_after_another(void **state) {
    static const int32_t go[] = {1};
    assert_seen(go, COUNT(go), 10, 1);
}

// They continue without being entered.
static void kept_regions_go_on(void **state) {
    static const int32_t go[] = {1, 0, 1};
    assert_seen(go, COUNT(go), 10, 1);
}

// With `restart` kept regions exit, the last one first. Neither is active while the other exits, because they were
// kept.
static void kept_regions_exit_alone(void **state) {
    static const int32_t go[] = {1, 0, 2};
    assert_seen(go, COUNT(go), 10 + 1000 + 10, 1 + 1000 + 1);
}

// On the path to a region its kept inside exits; the other region continues before it is entered.
static void a_kept_region_on_the_way_exits_alone(void **state) {
    static const int32_t go[] = {1, 0, 3};
    assert_seen(go, COUNT(go), 10, 1 + 1000 + 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regions_are_entered_one_after_another),
        cmocka_unit_test(kept_regions_go_on),
        cmocka_unit_test(kept_regions_exit_alone),
        cmocka_unit_test(a_kept_region_on_the_way_exits_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
