// SPDX-License-Identifier: MIT
// Columns that do not fit the brain's fields: in builds with WITS_CHECKS an assertion fails (a child process shows it).
#include "misuse_support.h"

static const wits_field_desc field_rows[] = {{.name = "hunger", .type = WITS_TYPE_FLOAT},
                                             {.name = "naps", .type = WITS_TYPE_UINT16}};
static const wits_state_desc cat_states[] = {{.name = "cat"}, {.name = "nap", .update = "naps = naps + 1"}};
static const wits_transition_desc cat_transitions[] = {{.from = 1, .to = 1, .when = "hunger > 1", .reenter = true}};
static const wits_desc cat_desc = {STATES(cat_states), TRANSITIONS(cat_transitions), .fields = field_rows,
                                   .field_count = COUNT(field_rows)};
static float hunger[4];
static uint16_t naps[4];
static wits_column cat_columns[2];
static wits_frame cat_frame;

static void tick_cat(void) {
    uint8_t cat[4] = {0};
    wits_brain *cat_brain = compile(&cat_desc);
    wits_start(cat_brain, cat, &cat_frame);
    wits_tick(cat_brain, cat, &cat_frame);
    free(cat_brain);
}

static void good_columns(void) {
    cat_columns[0] = (wits_column){.base = hunger, .stride = 4, .type = WITS_TYPE_FLOAT, .size = sizeof hunger};
    cat_columns[1] = (wits_column){.base = naps, .stride = 2, .type = WITS_TYPE_UINT16, .size = sizeof naps};
    cat_frame = (wits_frame){.columns = cat_columns, .row = 3};
}

// Fields without memory or of another type, too short for the agent's row, or assigned and read-only.
static void columns_that_do_not_fit(void **state) {
    good_columns();
    tick_cat();
    assert_int_equal(naps[3], 1);
    if (!CHECKS) {
        skip();
    }
    cat_frame.columns = NULL;
    assert_true(aborts(tick_cat));
    good_columns();
    cat_columns[0].base = NULL;
    assert_true(aborts(tick_cat));
    good_columns();
    cat_columns[1].type = WITS_TYPE_INT16;
    assert_true(aborts(tick_cat));
    good_columns();
    cat_frame.row = 4;
    assert_true(aborts(tick_cat));
    good_columns();
    cat_columns[1].stride = 0;
    assert_true(aborts(tick_cat));
    good_columns();
    cat_columns[1].read_only = true;
    assert_true(aborts(tick_cat));
    good_columns();
    cat_columns[0].stride = 0;  // only read
    cat_columns[0].read_only = true;
    assert_false(aborts(tick_cat));
    good_columns();
    cat_columns[0].stride = 2;  // less than a float
    cat_frame.row = 0;
    assert_true(aborts(tick_cat));
}

static void set_cat(void) {
    wits_brain *cat_brain = compile(&cat_desc);
    wits_set_initial_fields(cat_brain, cat_frame.columns, cat_frame.row);
    free(cat_brain);
}

// wits_set_initial_fields writes to columns, too.
static void columns_that_initial_values_do_not_fit(void **state) {
    good_columns();
    hunger[3] = 1;
    set_cat();
    assert_true(hunger[3] == 0);
    if (!CHECKS) {
        skip();
    }
    cat_frame.row = 4;
    assert_true(aborts(set_cat));
    good_columns();
    cat_columns[0].type = WITS_TYPE_INT;
    assert_true(aborts(set_cat));
    good_columns();
    cat_columns[0].base = NULL;
    assert_true(aborts(set_cat));
    cat_frame.columns = NULL;
    assert_true(aborts(set_cat));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(columns_that_do_not_fit),
        cmocka_unit_test(columns_that_initial_values_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
