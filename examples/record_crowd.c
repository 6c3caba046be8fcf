// SPDX-License-Identifier: MIT
// A game with some soldiers records itself. The recording runs again without the game and ends with the same soldiers
// in the same states. Then it runs again, cut off in the middle, as if the game had crashed.
#include "example.h"
#include "wits/record.h"

#include <string.h>

enum { SOLDIERS = 500, TICKS = 300, SOLDIER = 0, GUARD, FIGHT, FLEE };

typedef struct soldier {
    uint8_t agent[12];
    float danger;
} soldier;

/// Only the game knows where the enemies are. The recorder notes each answer.
static bool sees_enemy(const void *context, const wits_call *call) {
    return *(const uint32_t *)context % 7 == call->frame->agent % 7;
}

static const wits_function functions[] = {{.name = "sees_enemy", .condition = sees_enemy}};
static const char *const events[] = {"alarm"};
static const wits_field_desc fields[] = {{.name = "danger", .type = WITS_TYPE_FLOAT}};
static const wits_state_desc states[] = {{.name = "soldier"}, {.name = "guard"}, {.name = "fight"}, {.name = "flee"}};
static const wits_transition_desc transitions[] = {
    {.from = SOLDIER, .any = true, .to = FLEE, .when = "danger > 0.9"},
    {.from = GUARD, .to = FIGHT, .when = "sees_enemy"},
    {.from = GUARD, .to = FIGHT, .event = "alarm"},
    {.from = FIGHT, .to = GUARD, .after = 4},
    {.from = FLEE, .to = GUARD, .after = 20},
};
static const wits_desc desc = {
    states,           COUNT(states),          transitions,         COUNT(transitions), .events = events,
    .event_count = 1, .functions = functions, .function_count = 1, .fields = fields,   .field_count = 1};

static uint8_t tape[1 << 20];
static size_t tape_size;

static bool append(void *user, const void *bytes, size_t size) {
    const bool fits = size <= sizeof tape - tape_size;
    memcpy(tape + tape_size, bytes, fits ? size : 0);
    tape_size += fits ? size : 0;
    return fits;
}

/// The game. It tells the recorder its calls, and nothing else.
static void play(soldier *army, const wits_agents *agents, const wits_crowd_code *code, void *scratch) {
    uint32_t clock = 0;
    const wits_recorder_options how = {.agents = agents, .functions = functions, .write = append};
    void *memory = malloc(wits_recorder_size(&how));
    wits_recorder *recorder = wits_recorder_begin(&how, memory, wits_recorder_size(&how));
    const wits_crowd crowd = {.code = code,
                              .count = SOLDIERS,
                              .agents = army,
                              .agent_stride = sizeof *army,
                              .columns = agents->columns,
                              .contexts = &clock,
                              .functions = wits_recorder_functions(recorder, 0)};
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        const wits_recorded_call call = {.verb = tick == 0 ? WITS_RECORDED_START : WITS_RECORDED_TICK,
                                         .is_crowd = true,
                                         .count = SOLDIERS,
                                         .tick = tick};
        const wits_crowd_run run = {.tick = tick, .scratch = scratch};
        clock = clock * 1103515245u + 12345u;
        army[clock % SOLDIERS].danger = (float)(clock >> 24) / 256;
        wits_crowd_raise(&crowd, clock % 400, tick % 50 == 10 ? 100 : 0, 0);
        wits_recorder_before(recorder, &call);
        wits_recorder_after(recorder, tick == 0 ? wits_crowd_start(&crowd, 0, SOLDIERS, &run)
                                                : wits_crowd_tick(&crowd, 0, SOLDIERS, &run));
    }
    printf("recorded %d ticks, %s\n", TICKS, wits_recorder_end(recorder) ? "complete" : "stopped");
    free(memory);
}

static void replay(size_t size, wits_agents *agents, const wits_agents *game) {
    static const char *const ends[] = {"complete", "cut off", "damaged"};
    const wits_migration how = {.allocator = &wits_heap};
    wits_recording recording;
    wits_recorded_call call;
    uint32_t calls = 0;
    if (!wits_recording_open(&recording, tape, size, NULL)) {
        exit(EXIT_FAILURE);
    }
    const size_t needed = wits_replay_size(&recording, agents->brain);
    void *memory = malloc(needed);
    wits_replay *r = wits_replay_begin(&recording, agents, &how, memory, needed, NULL);
    for (; wits_replay_next(r, &call, NULL) && wits_replay_check(r, NULL) != WITS_REPLAY_DIFFERS; calls++) {
        wits_replay_run(r, &call, NULL);
    }
    printf("replayed %u ticks, %s: %s\n", (unsigned)calls, ends[recording.end],
           wits_agents_differ(agents, game, NULL) ? "the army as it was then" : "the same army");
    wits_replay_end(r);
    free(memory);
}

int main(void) {
    static soldier game[SOLDIERS], again[SOLDIERS];
    static uint64_t code_memory[8192];
    const wits_brain *brain = compile_or_exit(&desc, sizeof game->agent);
    const wits_crowd_code *code = wits_crowd_prepare(brain, code_memory, sizeof code_memory);
    void *scratch = aligned_alloc(64, (wits_crowd_scratch_size(code, 0) + 63) / 64 * 64);
    const wits_column columns[] = {{&game->danger, .stride = sizeof *game, .type = WITS_TYPE_FLOAT}};
    const wits_column others[] = {{&again->danger, .stride = sizeof *again, .type = WITS_TYPE_FLOAT}};
    const wits_agents agents = {brain, game, sizeof *game, .count = SOLDIERS, .columns = columns};
    wits_agents replayed = {brain, again, sizeof *again, .count = SOLDIERS, .columns = others};
    play(game, &agents, code, scratch);
    replay(tape_size, &replayed, &agents);
    replay(tape_size / 2, &replayed, &agents);
    free(scratch);
    return 0;
}
