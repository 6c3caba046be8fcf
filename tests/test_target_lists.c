// SPDX-License-Identifier: MIT
// Lists of targets that cannot be read: wits_targets_check for one agent, wits_crowd_check for many, each problem with
// its position. In builds with WITS_CHECKS, calls with such lists fail an assertion.
#include "misuse_support.h"

#include "wits/crowd.h"

static const wits_target_field_desc enemy_fields[] = {{.name = "distance", .type = WITS_TYPE_FLOAT},
                                                      {.name = "health", .type = WITS_TYPE_UINT8, .own = true}};
static const wits_target_desc kinds[] = {{"enemy", enemy_fields, COUNT(enemy_fields)}, {"door", NULL, 0}};
static const wits_field_desc own_fields[] = {{.name = "ammo", .type = WITS_TYPE_UINT8},
                                             {.name = "skill", .type = WITS_TYPE_UINT8}};
enum { ENEMY, DOOR, ROOT = 0, ATTACK, OPEN, AGENTS = 3, ROWS = 6 };
static const wits_state_desc states[] = {
    [ROOT] = {.name = "root", .kind = WITS_KIND_UTILITY},
    [ATTACK] = {.name = "attack",
                .target = "enemy",
                .score = "enemy.health / (1 + enemy.distance)",
                .update = "ammo = ammo - 1"},
    [OPEN] = {.name = "open", .target = "door", .score = "0.125 if skill > 3 else 0"}};
static const wits_desc desc = {STATES(states), .fields = own_fields, .field_count = COUNT(own_fields), .targets = kinds,
                               .target_count = COUNT(kinds)};

/// Three agents with two, none and four enemies, and the same door; each test invalidates one part.
typedef struct battle {
    wits_brain *brain;
    const wits_crowd_code *code;
    void *code_memory;
    uint8_t agents[AGENTS][16];
    uint8_t ammo[AGENTS], skill[AGENTS];
    uint32_t ids[ROWS], own_rows[ROWS], offsets[AGENTS + 1], doors[1];
    float distance[ROWS];
    uint8_t health[3];
    wits_column columns[2], enemy_columns[2];
    wits_target_list lists[2];
    wits_frame frame;
    wits_crowd crowd;
} battle;

static battle b;

static int set_up(void **state) {
    static const uint32_t ids[ROWS] = {7, 8, 9, 7, 8, 5}, own_rows[ROWS] = {0, 1, 2, 0, 1, 2};
    static const uint32_t offsets[AGENTS + 1] = {0, 2, 2, 6};
    memset(&b, 0, sizeof b);
    b.brain = compile(&desc);
    const size_t size = wits_crowd_code_size(b.brain);
    b.code_memory = calloc(1, size);
    assert_non_null(b.code_memory);
    b.code = wits_crowd_prepare(b.brain, b.code_memory, size);
    memcpy(b.ids, ids, sizeof ids);
    memcpy(b.own_rows, own_rows, sizeof own_rows);
    memcpy(b.offsets, offsets, sizeof offsets);
    b.columns[0] = (wits_column){.base = b.ammo, .stride = 1, .type = WITS_TYPE_UINT8};
    b.columns[1] = (wits_column){.base = b.skill, .stride = 1, .type = WITS_TYPE_UINT8};
    b.enemy_columns[0] = (wits_column){b.distance, sizeof(float), WITS_TYPE_FLOAT, .size = sizeof b.distance};
    b.enemy_columns[1] = (wits_column){b.health, 1, WITS_TYPE_UINT8, .size = sizeof b.health};
    b.lists[ENEMY] = (wits_target_list){.ids = b.ids,
                                        .count = ROWS,
                                        .columns = b.enemy_columns,
                                        .own_rows = b.own_rows,
                                        .own_count = 3,
                                        .offsets = b.offsets};
    b.lists[DOOR] = (wits_target_list){.ids = b.doors, .count = 1};
    b.frame = (wits_frame){.columns = b.columns, .row = 2, .targets = b.lists};
    b.crowd = (wits_crowd){.code = b.code,
                           .count = AGENTS,
                           .agents = b.agents,
                           .agent_stride = sizeof b.agents[0],
                           .columns = b.columns,
                           .targets = b.lists};
    assert_true(wits_agent_size(b.brain) <= sizeof b.agents[0]);
    return 0;
}

static int tear_down(void **state) {
    free(b.code_memory);
    free(b.brain);
    return 0;
}

static void expect_text(const wits_report *report, bool good, const char *text) {
    char written[640] = "";
    if (text != NULL && report->count != 0) {
        wits_problem_text(&report->problems[0], written, sizeof written);
    }
    assert_int_equal(good, text == NULL);
    assert_int_equal(report->count, text != NULL);
    assert_string_equal(written, text != NULL ? text : "");
}

/// Problems of agent 2's frame, and of the crowd; null: none.
static void expect(const char *of_frame, const char *of_crowd) {
    wits_problem problems[2];
    wits_report report = {problems, COUNT(problems), 0};
    bool good = wits_targets_check(b.brain, &b.frame, &report);
    expect_text(&report, good, of_frame);
    assert_int_equal(wits_targets_check(b.brain, &b.frame, NULL), good);
    report.count = 0;
    good = wits_crowd_check(&b.crowd, &report);
    expect_text(&report, good, of_crowd);
    assert_int_equal(wits_crowd_check(&b.crowd, NULL), good);
}

static void expect_both(const char *text) {
    expect(text, text);
}

static void good_lists_have_no_problem(void **state) {
    expect_both(NULL);
    b.frame.targets = b.crowd.targets = NULL;
    expect_both(NULL);
    static const wits_target_list nothing[2];
    b.frame.targets = b.crowd.targets = nothing;
    expect_both(NULL);
    b.crowd.count = 0;
    expect_both(NULL);
    wits_problem problem;
    assert_false(wits_targets_check(NULL, &b.frame, &(wits_report){&problem, 1, 0}));
    assert_int_equal(problem.code, WITS_PROBLEM_BRAIN_MISSING);
}

// A brain without targets reads no lists.
static void lists_that_nobody_reads(void **state) {
    static const wits_state_desc alone[] = {{.name = "root"}};
    wits_brain *brain = compile(&(wits_desc){STATES(alone)});
    const wits_frame frame = {.targets = (const wits_target_list *)(const void *)"?"};
    assert_true(wits_targets_check(brain, &frame, NULL));
    free(brain);
}

static void rows_of_nothing(void **state) {
    b.lists[ENEMY].ids = NULL;
    expect_both("targets row 0 (enemy): ids: null, but the list has rows");
    b.lists[ENEMY].ids = b.ids;
    b.lists[ENEMY].columns = NULL;
    expect_both("targets row 0 (enemy): columns: null, but the list has rows");
    b.lists[ENEMY].columns = b.enemy_columns;
    b.lists[DOOR].ids = NULL;
    expect_both("targets row 1 (door): ids: null, but the list has rows");
}

static void ids(void **state) {
    b.ids[4] = WITS_NO_TARGET;
    expect_both("target lists row 4 (enemy): ids: this row has the id WITS_NO_TARGET");
    b.ids[4] = 9;
    expect_both("target lists row 4 (enemy): ids: duplicate id in the agent's list: 9");
    b.ids[4] = 8;
    b.ids[1] = 7;
    expect(NULL, "target lists row 1 (enemy): ids: duplicate id in the agent's list: 7");
}

static void offsets(void **state) {
    b.offsets[3] = 7;
    expect_both(
        "agents row 2 (enemy): offsets: the offsets of this agent's rows are descending, or beyond the last row: 2 to "
        "7, and the list has 6");
    b.offsets[3] = 1;
    expect_both(
        "agents row 2 (enemy): offsets: the offsets of this agent's rows are descending, or beyond the last row: 2 to "
        "1, and the list has 6");
    b.offsets[3] = 6;
    b.offsets[0] = 0xFFFFFFFFu;
    expect(NULL,
           "agents row 0 (enemy): offsets: the offsets of this agent's rows are descending, or beyond the last row: "
           "4294967295 to 2, and the list has 6");
    b.offsets[0] = 1;  // rows of no agent
    expect_both(NULL);
    b.lists[ENEMY].offsets = NULL;  // the same rows for all
    b.lists[ENEMY].count = 3;
    expect_both(NULL);
    b.lists[ENEMY].count = 4;
    expect_both("target lists row 3 (enemy): ids: duplicate id in the agent's list: 7");
}

static void rows_of_own_fields(void **state) {
    b.own_rows[3] = 3;
    expect_both("target lists row 3 (enemy): own_rows: this row is beyond the last row of own fields: 3, and there "
                "are 3");
    b.lists[ENEMY].own_count = 0;  // unknown: derived from the column
    expect_both("targets row 0 (enemy): health: column buffer too small (3 bytes instead of at least 4)");
    b.lists[ENEMY].own_rows = NULL;  // the same row
    expect_both("targets row 0 (enemy): health: column buffer too small (3 bytes instead of at least 6)");
    b.enemy_columns[1].size = 0;
    expect_both(NULL);
}

static void columns_of_targets(void **state) {
    b.enemy_columns[0].base = NULL;
    expect_both("targets row 0 (enemy): distance: the column has no memory");
    b.enemy_columns[0].base = b.distance;
    b.enemy_columns[0].type = WITS_TYPE_INT;
    expect_both("targets row 0 (enemy): distance: the field has another type than in the program: float, and the "
                "program has int");
    b.enemy_columns[0].type = WITS_TYPE_FLOAT;
    b.enemy_columns[0].stride = 2;
    expect_both("targets row 0 (enemy): distance: the stride is less than the bytes of a value (2 bytes instead of at "
                "least 4)");
    b.enemy_columns[0].stride = 5;
    expect_both("targets row 0 (enemy): distance: column buffer too small (24 bytes instead of at least "
                "29)");
    b.enemy_columns[0].stride = 0;
    expect_both(NULL);
}

// Assigned fields and agents must not overlap; read-only data may be anywhere.
static void targets_on_bytes_that_are_written(void **state) {
    b.enemy_columns[1].base = b.ammo;
    expect_both("targets row 0 (enemy): health: the column overlaps memory that the brain writes: 'ammo'");
    b.enemy_columns[1].base = b.skill;
    expect_both(NULL);
    b.enemy_columns[1].base = b.agents;
    expect(NULL, "targets row 0 (enemy): health: the column overlaps the agents");
    b.enemy_columns[1].base = b.health;
    b.columns[0].base = b.offsets;
    expect(NULL, "targets row 0 (enemy): offsets: the column overlaps memory that the brain writes: 'ammo'");
    b.columns[0].base = b.ids;
    expect_both("targets row 0 (enemy): ids: the column overlaps memory that the brain writes: 'ammo'");
    b.columns[0].base = b.own_rows;
    expect_both("targets row 0 (enemy): own_rows: the column overlaps memory that the brain writes: 'ammo'");
}

// Targets that are the agents themselves, in an array of structs: each member is a column.
static void members_of_a_struct(void **state) {
    struct soldier {
        uint8_t ammo, health;
    } soldiers[AGENTS] = {{0, 0}};
    b.columns[0] = (wits_column){.base = &soldiers[0].ammo, .stride = sizeof *soldiers, .type = WITS_TYPE_UINT8};
    b.enemy_columns[1] =
        (wits_column){.base = &soldiers[0].health, .stride = sizeof *soldiers, .type = WITS_TYPE_UINT8};
    expect_both(NULL);
    b.enemy_columns[1].base = &soldiers[0].ammo;
    expect_both("targets row 0 (enemy): health: the column overlaps memory that the brain writes: 'ammo'");
}

/// Thousands of targets of one agent, the last two the same.
static void long_lists(void **state) {
    enum { MANY = 20000 };
    static uint32_t many[MANY];
    static float distances[MANY];
    static uint8_t healths[MANY];
    for (uint32_t i = 0; i < MANY; i++) {
        many[i] = i * 7;
    }
    b.enemy_columns[0] = (wits_column){distances, sizeof(float), WITS_TYPE_FLOAT, .size = sizeof distances};
    b.enemy_columns[1] = (wits_column){healths, 1, WITS_TYPE_UINT8, .size = sizeof healths};
    b.lists[ENEMY] = (wits_target_list){.ids = many, .count = MANY, .columns = b.enemy_columns};
    expect_both(NULL);
    many[MANY - 1] = many[MANY - 2];
    expect_both("target lists row 19999 (enemy): ids: duplicate id in the agent's list: 139986");
}

// --------------------------------------------------------------------------------------------------------------- calls

static void start_agent(void) {
    uint8_t agent[16] = {0};
    wits_start(b.brain, agent, &b.frame);
}

// Builds with WITS_CHECKS fail an assertion at reads beyond the end. Invalid ids are allowed.
static void calls_with_lists_that_cannot_be_read(void **state) {
    start_agent();
    b.ids[2] = WITS_NO_TARGET;
    b.ids[3] = b.ids[4];
    start_agent();
    if (!CHECKS) {
        skip();
    }
    const battle good = b;
    b.offsets[3] = 7;
    assert_true(aborts(start_agent));
    b.offsets[3] = 1;
    assert_true(aborts(start_agent));
    b = good;
    b.lists[ENEMY].ids = NULL;
    assert_true(aborts(start_agent));
    b = good;
    b.lists[ENEMY].columns = NULL;
    assert_true(aborts(start_agent));
    b = good;
    b.enemy_columns[1].base = NULL;
    assert_true(aborts(start_agent));
    b = good;
    b.enemy_columns[1].type = WITS_TYPE_INT;
    assert_true(aborts(start_agent));
    b = good;
    b.own_rows[5] = 3;
    assert_true(aborts(start_agent));
    b.frame.row = 0;  // another agent's row
    assert_false(aborts(start_agent));
    b = good;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        TEST(good_lists_have_no_problem),
        TEST(lists_that_nobody_reads),
        TEST(rows_of_nothing),
        TEST(ids),
        TEST(offsets),
        TEST(rows_of_own_fields),
        TEST(columns_of_targets),
        TEST(targets_on_bytes_that_are_written),
        TEST(members_of_a_struct),
        TEST(long_lists),
        TEST(calls_with_lists_that_cannot_be_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
