// SPDX-License-Identifier: MIT
// A checkpoint of `wits crowd` is a snapshot, which a game can load: tests/golden/scout.ck, made by
// tests/tool/golden.py. Its agents then do in the game, on every machine, what they do in the program.
#include "file_support.h"

#include "wits/heap.h"
#include "wits/snapshot.h"

enum { SCOUTS = 12, TICK = 11, END = 60, AGENT_ROOM = 16 };

/// A scout in a game. In the program that wrote the checkpoint, the last two are values of --set.
typedef struct scout {
    uint8_t agent[AGENT_ROOM];
    uint8_t mood;
    bool alert;
    int16_t ammo;
    int32_t steps;
    float fear;
    float near;
    bool sees_wolf;
} scout;

static scout scouts[SCOUTS];

static float near(const void *context, const wits_call *call) {
    return scouts[call->frame->row].near;
}

static bool sees(const void *context, const wits_call *call) {
    return strcmp(call->argument->text, "wolf") == 0 && scouts[call->frame->row].sees_wolf;
}

static const wits_function functions[] = {{"near", .score = near}, {"sees", .condition = sees}};
static const char *const moods[] = {"calm", "afraid", "angry"};
static const wits_host_field fields[] = {
    {"mood", &scouts[0].mood, sizeof(scout), WITS_TYPE_ENUM, .values = moods, .value_count = 3},
    {"alert", &scouts[0].alert, sizeof(scout), WITS_TYPE_BOOL},
    {"ammo", &scouts[0].ammo, sizeof(scout), WITS_TYPE_INT16},
    {"steps", &scouts[0].steps, sizeof(scout), WITS_TYPE_INT},
    {"fear", &scouts[0].fear, sizeof(scout), WITS_TYPE_FLOAT},
};
static const wits_host host = {
    .functions = functions, .function_count = COUNT(functions), .fields = fields, .field_count = COUNT(fields)};
static const wits_host_field own[] = {
    {"near()", &scouts[0].near, sizeof(scout), WITS_TYPE_FLOAT},
    {"sees(\"wolf\")", &scouts[0].sees_wolf, sizeof(scout), WITS_TYPE_BOOL},
};

static void load(const wits_file *file, wits_agents *world) {
    const wits_migration how = {.allocator = &wits_heap};
    size_t size;
    char *bytes = read_bytes("tests/golden/scout.ck", &size);
    wits_snapshot saved;
    assert_true(wits_snapshot_open(&saved, bytes, size, NULL));
    assert_int_equal(saved.count, SCOUTS);
    *world = (wits_agents){.brain = wits_file_brain(file),
                           .agents = scouts[0].agent,
                           .agent_stride = sizeof(scout),
                           .count = SCOUTS,
                           .columns = wits_file_columns(file),
                           .own = own,
                           .own_count = COUNT(own)};
    assert_true(wits_snapshot_load(&saved, 0, world, &how, NULL));
    free(bytes);
}

static void a_game_goes_on(void **state) {
    wits_file *file = wits_file_open("tests/golden/scout.yaml", &host, NULL);
    assert_non_null(file);
    const wits_brain *brain = wits_file_brain(file);
    assert_true(wits_agent_size(brain) <= AGENT_ROOM);
    wits_agents world;
    load(file, &world);
    assert_int_equal(world.tick, TICK + 1);
    assert_int_equal(world.seed, 7);
    for (; world.tick <= END; world.tick++) {
        for (uint32_t i = 0; i < SCOUTS; i++) {
            const wits_frame frame = {.tick = world.tick,
                                      .agent = world.first_id + i,
                                      .seed = world.seed,
                                      .columns = world.columns,
                                      .row = i,
                                      .functions = wits_file_functions(file)};
            wits_tick(brain, scouts[i].agent, &frame);
        }
    }
    uint64_t hash = 0;
    for (uint32_t i = 0; i < SCOUTS; i++) {
        hash += wits_agent_hash(brain, scouts[i].agent, world.first_id + i);
    }
    size_t length;
    char *expected = read_bytes("tests/golden/scout.txt", &length), text[32];
    snprintf(text, sizeof text, "%016llx\n", (unsigned long long)hash);
    assert_int_equal(length, strlen(text));
    assert_memory_equal(expected, text, length);
    free(expected);
    wits_file_free(file);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_game_goes_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
