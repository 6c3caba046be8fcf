// SPDX-License-Identifier: MIT
// wits_brain_is_valid: compiled bytes from outside. And the names of enumerators, the version.
#include "support.h"

static const wits_state_desc states[] = {
    {.name = "hen"}, {.name = "sit"}, {.name = "peck", .update = "corn = corn - 1", .timed = true}};
static const wits_transition_desc transitions[] = {{.from = 1, .to = 2, .when = "corn > 0", .after = 3},
                                                   {.from = 2, .to = 1, .event = "fox"}};
static const char *const events[] = {"fox"};
static const wits_field_desc fields[] = {{.name = "corn", .type = WITS_TYPE_INT16, .initial = 7}};
static const wits_desc desc = {STATES(states), TRANSITIONS(transitions), EVENTS(events), .fields = fields,
                               .field_count = 1};

static void a_compiled_brain_is_valid_wherever_it_lies(void **state) {
    wits_brain *brain = compile(&desc);
    size_t bytes = wits_brain_bytes(brain);
    assert_true(wits_brain_is_valid(brain, bytes));
    uint64_t *copy = malloc(bytes + 16);
    memcpy(copy + 1, brain, bytes);
    assert_true(wits_brain_is_valid(copy + 1, bytes));
    memmove((char *)copy + 4, copy + 1, bytes);
    assert_false(wits_brain_is_valid((char *)copy + 4, bytes));  // not aligned to 8
    assert_false(wits_brain_is_valid(NULL, bytes));
    assert_false(wits_brain_is_valid(brain, bytes + 1));  // bytes after it do not belong to it
    free(copy);
    free(brain);
}

static void cut_at_every_length(void **state) {
    wits_brain *brain = compile(&desc);
    size_t bytes = wits_brain_bytes(brain);
    for (size_t length = 0; length < bytes; length++) {
        void *part = malloc(length > 0 ? length : 1);  // exact, so that sanitizers see every byte beyond
        memcpy(part, brain, length);
        if (wits_brain_is_valid(part, length)) {
            fail_msg("valid with %u of %u bytes", (unsigned)length, (unsigned)bytes);
        }
        free(part);
    }
    free(brain);
}

static void with_every_single_bit_flipped(void **state) {
    wits_brain *brain = compile(&desc);
    size_t bytes = wits_brain_bytes(brain);
    uint8_t *flipped = malloc(bytes);
    memcpy(flipped, brain, bytes);
    for (size_t bit = 0; bit < bytes * 8; bit++) {
        flipped[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (wits_brain_is_valid(flipped, bytes)) {
            fail_msg("valid with bit %u of byte %u flipped", (unsigned)bit % 8, (unsigned)bit / 8);
        }
        flipped[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_true(wits_brain_is_valid(flipped, bytes));
    free(flipped);
    free(brain);
}

static void initial_values_are_written_where_they_may_be(void **state) {
    wits_brain *brain = compile(&desc);
    int16_t corn[3] = {1, 1, 1};
    wits_column column = {.base = corn, .stride = sizeof *corn, .type = WITS_TYPE_INT16};
    wits_set_initial_fields(brain, &column, 1);
    assert_true(corn[0] == 1 && corn[1] == 7 && corn[2] == 1);
    column.read_only = true;
    wits_set_initial_fields(brain, &column, 2);
    column.read_only = false;
    column.stride = 0;
    wits_set_initial_fields(brain, &column, 0);
    assert_true(corn[0] == 1 && corn[2] == 1);
    free(brain);
}

/// The names of all enumerators from 0 on, up to the first "".
#define EXPECT_NAMES(function, type, ...)                                                                              \
    do {                                                                                                               \
        static const char *const names[] = {__VA_ARGS__, ""};                                                          \
        for (uint32_t i = 0; i < COUNT(names); i++) {                                                                  \
            assert_string_equal(function((type)i), names[i]);                                                          \
        }                                                                                                              \
        assert_string_equal(function((type)1000), "");                                                                 \
    } while (false)

static void enumerators_have_the_names_of_files_and_traces(void **state) {
    EXPECT_NAMES(wits_kind_name, wits_kind, "", "leaf", "fsm", "utility", "parallel");
    EXPECT_NAMES(wits_activation_name, wits_activation, "now", "now", "on_decide", "silent");
    EXPECT_NAMES(wits_leave_name, wits_leave, "reset", "reset", "resume", "suspend");
    EXPECT_NAMES(wits_select_name, wits_select, "highest", "highest", "weighted", "top", "within", "softmax");
    EXPECT_NAMES(wits_type_name, wits_type, "", "bool", "enum", "int8", "uint8", "int16", "uint16", "int", "float");
    EXPECT_NAMES(wits_group_name, wits_group, "", "product", "compensated", "geometric_mean", "sum", "mean", "min",
                 "max");
    EXPECT_NAMES(wits_outside_name, wits_outside, "clamp", "clamp", "wrap");
    EXPECT_NAMES(wits_curve_name, wits_curve_kind, "linear", "constant", "step", "linear", "polynomial", "exponential",
                 "logistic", "logit", "normal", "sigmoid", "smoothstep", "smootherstep", "piecewise");
    EXPECT_NAMES(wits_function_kind_name, wits_function_kind, "", "condition", "score", "action", "step");
    EXPECT_NAMES(wits_action_kind_name, wits_action_kind, "enter", "exit", "update", "decide", "step", "transition",
                 "retarget");
    EXPECT_NAMES(wits_trace_name, wits_trace_kind, "tried", "fired", "exited", "kept", "entered", "activated",
                 "continued", "scored", "not_a_number", "chosen", "gated", "cooling", "out", "nobody", "done",
                 "targeted", "retargeted");
    EXPECT_NAMES(wits_mode_name, wits_mode, "now", "deferred", "listed");
    EXPECT_NAMES(wits_verb_name, wits_verb, "start", "stop", "goto", "decide", "update", "tick");
    assert_string_equal(wits_table_name(WITS_TABLE_HOST_FIELDS), "host fields");
    assert_string_equal(wits_table_name(WITS_TABLE_FILE), "file");
    assert_string_equal(wits_table_name(WITS_TABLE_ARROW_BATCH), "record batch");
    assert_string_equal(wits_table_name(WITS_TABLE_ARROW_COLUMNS), "record batch column");
    assert_string_equal(wits_table_name(WITS_TABLE_RENAMES), "renames");
}

static void the_version_is_a_number_too(void **state) {
    unsigned major, minor, patch;
    assert_int_equal(sscanf(WITS_VERSION, "%u.%u.%u", &major, &minor, &patch), 3);
    assert_int_equal(WITS_VERSION_NUMBER, major * 10000 + minor * 100 + patch);
    assert_int_equal(wits_version(), WITS_VERSION_NUMBER);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_compiled_brain_is_valid_wherever_it_lies),
        cmocka_unit_test(cut_at_every_length),
        cmocka_unit_test(with_every_single_bit_flipped),
        cmocka_unit_test(initial_values_are_written_where_they_may_be),
        cmocka_unit_test(enumerators_have_the_names_of_files_and_traces),
        cmocka_unit_test(the_version_is_a_number_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
