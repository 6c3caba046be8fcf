// SPDX-License-Identifier: MIT
// wits_file_reload: agents across versions of their file, and everything that is refused.
#include "support.h"

#include "wits/file.h"
#include "wits/snapshot.h"

enum { DOGS = 4 };

#define FILE_OF(states) "wits: 1\nbrain: dog\ncontext: {energy: int}\nroot:\n  states:\n" states
static const char first[] = FILE_OF("    sleep: {transitions: [{to: bark, after: 3}]}\n    bark: {update: woof(), "
                                    "transitions: [{to: sleep, after: 9}]}\n");
static const char other_number[] = FILE_OF("    sleep: {transitions: [{to: bark, after: 2}]}\n    bark: {update: "
                                           "woof(), transitions: [{to: sleep, after: 9}]}\n");
static const char renamed[] = "renames: {states: {bark: noise/howl}}\n" FILE_OF(
    "    sleep: {transitions: [{to: noise, after: 3}]}\n    noise:\n      states: {growl: {}, howl: {update: woof(), "
    "lasts: 9}}\n");
static const char without_bark[] = FILE_OF("    sit: {}\n    sleep: {transitions: [{to: sit, after: 3}]}\n");
static const char typo[] = FILE_OF("    sleep: {transitions: [{to: brak, after: 3}]}\n    bark: {update: woof()}\n");
static const char other_function[] = FILE_OF("    sleep: {}\n    bark: {update: wof()}\n");
static const char other_field[] =
    "wits: 1\nbrain: dog\ncontext: {hunger: int}\nroot:\n  states: {sleep: {enter: hunger = 1}}\n";

typedef struct kennel {
    const char *text;
    wits_file *file;
    wits_agents dogs;
    int32_t energy[DOGS];
    char printed[800];
    uint32_t blocks, left;
} kennel;

static void append(kennel *k, const char *line) {
    const size_t used = strlen(k->printed);
    snprintf(k->printed + used, sizeof k->printed - used, "%s\n", line);
}

static bool open_text(void *user, const char *name, const wits_allocator *memory, char **bytes, size_t *length) {
    kennel *k = user;
    if (k->text == NULL) {
        return false;
    }
    *length = strlen(k->text);
    *bytes = memory->allocate(memory->user, *length);
    memcpy(*bytes, k->text, *length);
    return true;
}

static void print(void *user, const char *line) {
    append(user, line);
}

static void woof(void *context, const wits_call *call) {
}

static void tell_lost(void *user, const wits_brain *old, const wits_loss *loss) {
    char text[256], line[300];
    wits_loss_text(old, loss, text, sizeof text);
    snprintf(line, sizeof line, "%u: %s", (unsigned)loss->agent, text);
    append(user, line);
}

static void *allocate(void *user, size_t size) {
    kennel *k = user;
    if (k->left == 0) {
        return NULL;
    }
    k->left--;
    k->blocks++;
    return malloc(size);
}

static void release(void *user, void *memory, size_t size) {
    ((kennel *)user)->blocks--;
    memset(memory, 0xEE, size);
    free(memory);
}

static const wits_function functions[] = {{"woof", .action = woof}};

/// Reloads with a text; the problems and losses are in k->printed.
static bool reload(kennel *k, const char *text) {
    const wits_host_field fields[] = {{"energy", k->energy, .stride = sizeof *k->energy, .type = WITS_TYPE_INT}};
    const wits_host host = {.functions = functions, .function_count = 1, .fields = fields, .field_count = 1};
    const wits_file_options options = {.open = open_text, .print = print, .user = k};
    const wits_allocator allocator = {allocate, release, k};
    const wits_migration how = {.allocator = &allocator, .lost = tell_lost, .user = k};
    k->text = text;
    k->printed[0] = '\0';
    if (k->file == NULL) {
        k->file = wits_file_open("dog.yaml", &host, &options);
        return k->file != NULL;
    }
    return wits_file_reload(&k->file, &host, &options, &k->dogs, &how);
}

static uint8_t *dog(const kennel *k, uint32_t row) {
    const size_t size = wits_agent_size(k->dogs.brain);
    return (uint8_t *)k->dogs.agents + row * (k->dogs.agent_stride != 0 ? k->dogs.agent_stride : size);
}

/// Dogs that sleep and bark, in memory of their own size or with a stride.
static kennel *make_kennel(size_t stride) {
    kennel *k = calloc(1, sizeof *k);
    k->left = 1000;
    assert_true(reload(k, first));
    k->dogs = (wits_agents){.brain = wits_file_brain(k->file),
                            .agent_stride = stride,
                            .count = DOGS,
                            .columns = wits_file_columns(k->file),
                            .tick = 20};
    k->dogs.agents = allocate(k, DOGS * (stride != 0 ? stride : wits_agent_size(k->dogs.brain)));
    memset(k->dogs.agents, 0, DOGS * (stride != 0 ? stride : wits_agent_size(k->dogs.brain)));
    for (uint32_t i = 0; i < DOGS; i++) {
        const wits_frame frame = {.tick = 15, .columns = k->dogs.columns, .row = i};
        wits_set_state(k->dogs.brain, dog(k, i), &frame, (wits_state_id)(1 + i % 2));
    }
    return k;
}

static void free_kennel(kennel *k) {
    assert_int_equal(k->blocks, 1);  // the agents
    free(k->dogs.agents);
    wits_file_free(k->file);
    free(k);
}

static void expect_states(const kennel *k, const char *even, const char *odd) {
    for (uint32_t i = 0; i < DOGS; i++) {
        char path[64];
        assert_true(wits_agent_is_valid(k->dogs.brain, dog(k, i), wits_agent_size(k->dogs.brain)));
        wits_state_path(k->dogs.brain, wits_deepest(k->dogs.brain, dog(k, i)), path, sizeof path);
        assert_string_equal(path, i % 2 == 0 ? even : odd);
    }
    assert_ptr_equal(k->dogs.brain, wits_file_brain(k->file));
    assert_ptr_equal(k->dogs.columns, wits_file_columns(k->file));
}

static void the_same_layout_keeps_the_bytes(void **state) {
    kennel *k = make_kennel(0);
    uint8_t before[64];
    const size_t bytes = DOGS * wits_agent_size(k->dogs.brain);
    const void *agents = k->dogs.agents;
    memcpy(before, agents, bytes);
    assert_true(reload(k, other_number));
    assert_ptr_equal(k->dogs.agents, agents);
    assert_memory_equal(before, agents, bytes);
    assert_string_equal(k->printed, "");
    expect_states(k, "sleep", "bark");
    free_kennel(k);
}

static void renames_of_the_file_are_followed(void **state) {
    for (size_t stride = 0; stride <= 32; stride += 32) {
        kennel *k = make_kennel(stride);
        assert_true(reload(k, renamed));
        assert_string_equal(k->printed, "");
        expect_states(k, "sleep", "noise/howl");
        const wits_state_id howl = wits_find_state(k->dogs.brain, "noise/howl");
        assert_int_equal(wits_elapsed(k->dogs.brain, dog(k, 1), howl, 20), 5);
        free_kennel(k);
    }
}

static void losses_are_told(void **state) {
    kennel *k = make_kennel(0);
    assert_true(reload(k, without_bark));
    assert_string_equal(k->printed, "1: bark: the state is gone; what was active, kept or remembered in it is lost\n"
                                    "3: bark: the state is gone; what was active, kept or remembered in it is lost\n");
    expect_states(k, "sleep", "sit");
    free_kennel(k);
}

static void expect_refused(kennel *k, const char *text, const char *expected) {
    const wits_file *file = k->file;
    const void *agents = k->dogs.agents;
    assert_false(reload(k, text));
    assert_string_equal(k->printed, expected);
    assert_ptr_equal(k->file, file);
    assert_ptr_equal(k->dogs.agents, agents);
    expect_states(k, "sleep", "bark");
}

static void what_is_wrong_changes_nothing(void **state) {
    kennel *k = make_kennel(0);
    expect_refused(k, typo, "dog.yaml:6:32: there is no state 'brak'; did you mean 'bark'?\n");
    expect_refused(k, other_function,
                   "dog.yaml:7:20: function 'wof': missing function, which the brain calls; did you mean 'woof'?\n");
    expect_refused(k, other_field,
                   "dog.yaml: field 'energy': unknown field\ndog.yaml:3:11: field 'hunger': missing field\n");
    expect_refused(k, "\x01\x02 garbage", k->printed);
    assert_true(k->printed[0] != '\0');
    expect_refused(k, NULL, "dog.yaml: there is no such file\n");
    free_kennel(k);
}

static void without_room_or_memory(void **state) {
    kennel *k = make_kennel(5);
    assert_int_equal(wits_agent_size(k->dogs.brain), 5);
    static const char larger[] = FILE_OF("    sleep: {transitions: [{to: bark, after: 3}]}\n"
                                         "    bark: {kind: parallel, states: {a: {lasts: 9}, b: {lasts: 9}}}\n");
    expect_refused(k, larger, "an agent of the new brain has 11 bytes, but the stride is 5; it was not reloaded\n");
    free_kennel(k);
    bool is_done = false;
    for (uint32_t left = 0; !is_done; left++) {
        k = make_kennel(0);
        k->left = left;
        is_done = reload(k, without_bark);
        if (!is_done) {
            assert_true(strstr(k->printed, "no memory left") != NULL);
            expect_states(k, "sleep", "bark");
        }
        free_kennel(k);
        assert_in_range(left, 0, 20);
    }
}

/// Each missing argument is reported, even if the layout stays, and changes nothing.
static void without_an_argument(void **state) {
    kennel *k = make_kennel(0);
    const wits_file_options options = {.open = open_text, .print = print, .user = k};
    const wits_host host = {.functions = functions, .function_count = 1};
    const wits_allocator allocator = {allocate, release, k}, without_release = {allocate, NULL, k};
    const wits_migration how = {.allocator = &allocator}, without_allocator = {.lost = tell_lost},
                         without_function = {.allocator = &without_release};
    wits_agents without_brain = k->dogs;
    wits_file *no_file = NULL;
    without_brain.brain = NULL;
    const struct {
        wits_file **file;
        wits_agents *agents;
        const wits_migration *how;
        const char *missing;
    } rows[] = {
        {NULL, &k->dogs, &how, "file"},
        {&no_file, &k->dogs, &how, "file"},
        {&k->file, NULL, &how, "agents"},
        {&k->file, &without_brain, &how, "brain of the agents"},
        {&k->file, &k->dogs, NULL, "wits_migration"},
        {&k->file, &k->dogs, &without_allocator, "allocator of the wits_migration"},
        {&k->file, &k->dogs, &without_function, "function of the allocator"},
    };
    k->text = other_number;
    for (uint32_t i = 0; i < COUNT(rows); i++) {
        const wits_file *file = k->file;
        char expected[100];
        snprintf(expected, sizeof expected, "missing %s; the brain was not reloaded\n", rows[i].missing);
        k->printed[0] = '\0';
        assert_false(wits_file_reload(rows[i].file, &host, &options, rows[i].agents, rows[i].how));
        assert_string_equal(k->printed, expected);
        assert_ptr_equal(k->file, file);
        expect_states(k, "sleep", "bark");
    }
    free_kennel(k);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_layout_keeps_the_bytes),
        cmocka_unit_test(renames_of_the_file_are_followed),
        cmocka_unit_test(losses_are_told),
        cmocka_unit_test(what_is_wrong_changes_nothing),
        cmocka_unit_test(without_room_or_memory),
        cmocka_unit_test(without_an_argument),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
