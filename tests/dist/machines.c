// SPDX-License-Identifier: MIT
// The reference machines of docs/reference-enemies.md as tables, in a crowd on every path and with every instruction
// set of the machine, and one agent after another. Prints a hash for each machine, of the agents and of their writes.
// It does not depend on how wits was compiled; if the paths of one run differ, the status is 1.
//
//   machines write   also writes a snapshot and a recording of each machine to files, and reads them
//   machines read    reads those files, of another program, and compares them with its own
#include "wits/crowd.h"
#include "wits/heap.h"
#include "wits/record.h"
#include "wits/snapshot.h"
#include "wits/wits.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(rows) ((uint32_t)(sizeof(rows) / sizeof(rows)[0]))

enum { AGENTS = 700, TICKS = 40, FIELDS = 6 };

/// A machine, and the fields that the world changes from tick to tick.
typedef struct machine {
    const char *name;
    wits_desc desc;
    uint32_t changed;      ///< bits
    int32_t most;          ///< ints are 0 to this
    wits_state_id placed;  ///< the state in which agents are placed; 0: they are started
} machine;

/// State and input of the agents.
typedef struct world {
    uint8_t agents[AGENTS * 64];
    union {
        int32_t ints[AGENTS];
        float floats[AGENTS];
        uint8_t bytes[AGENTS];
    } fields[FIELDS];
} world;

// ------------------------------------------------------------------------------------------------------- the machines

static const char *const directions[] = {"up", "right", "down", "left"};
static const char *const findings[] = {"none", "found", "reached"};

#define WALK_X "x = x + (1 if direction == right else -1 if direction == left else 0)"
#define WALK_Y "y = y + (1 if direction == down else -1 if direction == up else 0)"
#define TURN                                                                                                           \
    "direction = right if direction == up else down if direction == right else left if direction == down else up"

static const wits_field_desc walker_fields[] = {
    {.name = "x", .type = WITS_TYPE_INT},
    {.name = "y", .type = WITS_TYPE_INT},
    {.name = "direction", .type = WITS_TYPE_ENUM, .values = directions, .value_count = 4},
    {.name = "turns", .type = WITS_TYPE_INT},
};

static const wits_state_desc self_directed_states[] = {
    {.name = "enemy", .initial = 3, .activation = WITS_ACTIVATION_SILENT},
    {.name = "wait"},
    {.name = "move"},
    {.name = "change_direction"},
};
static const wits_step_desc self_directed_steps[] = {
    {.of = 1, .when = "turns > 3", .run = "turns = turns - 1"},
    {.of = 1, .to = 3},
    {.of = 2, .when = "turns > 0", .run = "turns = turns - 1; " WALK_X "; " WALK_Y},
    {.of = 2, .to = 1},
    {.of = 3, .run = TURN, .to = 2},
};

static const wits_state_desc apart_states[] = {
    {.name = "enemy"},
    {.name = "wait", .enter = "turns = 1", .update = "turns = max(turns - 1, 0)"},
    {.name = "move", .enter = "turns = 2", .update = WALK_X "; " WALK_Y "; turns = max(turns - 1, 0)"},
    {.name = "change_direction", .enter = TURN},
};
static const wits_transition_desc apart_transitions[] = {
    {.from = 1, .to = 3, .when = "turns == 0"},
    {.from = 2, .to = 1, .when = "turns == 0"},
    {.from = 3, .to = 2},
};

static const wits_field_desc hunter_fields[] = {
    {.name = "waypoint", .type = WITS_TYPE_ENUM, .values = findings, .value_count = 3},
    {.name = "player", .type = WITS_TYPE_ENUM, .values = findings, .value_count = 3},
};
static const wits_state_desc hunter_states[] = {
    {.name = "enemy"},
    {.name = "patrol"},
    {.name = "find_waypoint", .parent = 1, .enter = "waypoint = found"},
    {.name = "walk_towards_waypoint", .parent = 1, .enter = "waypoint = reached"},
    {.name = "combat"},
    {.name = "walk_towards_player", .parent = 4, .enter = "player = reached"},
    {.name = "attack_player", .parent = 4, .enter = "player = none"},
};
static const wits_transition_desc hunter_transitions[] = {
    {.from = 1, .to = 4, .when = "player == found"},     {.from = 2, .to = 3, .when = "waypoint == found"},
    {.from = 3, .to = 2, .when = "waypoint == reached"}, {.from = 4, .to = 1, .when = "player == none"},
    {.from = 5, .to = 6, .when = "player == reached"},   {.from = 6, .to = 5, .when = "player == found"},
};

// Products and sums in exp, log, pow and curves round differently if a machine fuses them; `mood` stores the result.
static const wits_field_desc gatherer_fields[] = {
    {.name = "hunger", .type = WITS_TYPE_FLOAT},   {.name = "food", .type = WITS_TYPE_FLOAT},
    {.name = "trees", .type = WITS_TYPE_FLOAT},    {.name = "wood_needed", .type = WITS_TYPE_INT},
    {.name = "opponent", .type = WITS_TYPE_FLOAT}, {.name = "mood", .type = WITS_TYPE_FLOAT},
};
static const wits_state_desc gatherer_states[] = {
    {.name = "enemy",
     .kind = WITS_KIND_UTILITY,
     .inertia = 0.0625f,
     .update = "mood = exp(0 - mood) + log(1 + hunger) * pow(food + 0.1, 1.7)"},
    {.name = "idle", .score = "0.001"},
    {.name = "gather_food", .score = "hunger * (1 - food) + sqrt(food) * 0.1", .enter = "mood = mood * hunger + 0.3"},
    {.name = "gather_wood",
     .score = "(1 if wood_needed > 0 else 0) * (1 - trees) - exp(0 - mood) * 0.1",
     .enter = "wood_needed = max(wood_needed - 1, 0)"},
    {.name = "attack_opponent", .enter = "mood = mood / (1.1 + opponent * opponent)"},
};
static const wits_curve gatherer_curves[] = {
    {.kind = WITS_CURVE_LOGISTIC, .has_k = true, .k = 7.0f, .c = 0.1f},
    {.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 1.7f},
};
static const wits_consideration_desc gatherer_considerations[] = {
    {.of = 4, .group = WITS_GROUP_COMPENSATED},
    {.of = 4, .depth = 1, .input = "opponent", .curves = &gatherer_curves[0], .curve_count = 1},
    {.of = 4, .depth = 1, .input = "1 - food * trees", .curves = &gatherer_curves[1], .curve_count = 1},
};

static const wits_field_desc crossing_fields[] = {
    {.name = "fire", .type = WITS_TYPE_INT},
    {.name = "entered", .type = WITS_TYPE_INT},
};
static const wits_state_desc crossing_states[] = {
    {.name = "top"},
    {.name = "L",
     .activation = WITS_ACTIVATION_ON_DECIDE,
     .leave = WITS_LEAVE_SUSPEND,
     .enter = "entered = entered + 1"},
    {.name = "A", .parent = 1, .enter = "entered = entered + 10", .update = "entered = entered * 3"},
    {.name = "B", .parent = 1, .enter = "entered = entered + 100"},
    {.name = "C", .parent = 1, .exit = "entered = entered + 1000"},
    {.name = "M", .enter = "entered = entered - 7"},
    {.name = "N", .exit = "entered = entered + fire"},
};
static const wits_transition_desc crossing_transitions[] = {
    {.from = 1, .to = 5, .when = "fire == 4", .reenter = true},
    {.from = 2, .to = 3, .when = "fire == 1", .reenter = true},
    {.from = 3, .to = 6, .when = "fire == 3", .reenter = true},
    {.from = 5, .to = 4, .when = "fire == 2", .reenter = true},
    {.from = 5, .to = 6, .when = "fire == 5", .reenter = true},
    {.from = 6, .to = 1, .when = "fire == 6", .reenter = true},
    {.from = 6, .to = 5, .when = "fire == 7", .reenter = true},
};

#define STATES(rows) .states = (rows), .state_count = COUNT(rows)
#define TRANSITIONS(rows) .transitions = (rows), .transition_count = COUNT(rows)
#define STEPS(rows) .steps = (rows), .step_count = COUNT(rows)
#define WITH_FIELDS(rows) .fields = (rows), .field_count = COUNT(rows)
#define CONSIDERATIONS(rows) .considerations = (rows), .consideration_count = COUNT(rows)

static const machine machines[] = {
    {.name = "self-directed",
     .desc = {STATES(self_directed_states), STEPS(self_directed_steps), WITH_FIELDS(walker_fields)},
     .changed = 8,
     .most = 7},
    {.name = "conditions apart",
     .desc = {STATES(apart_states), TRANSITIONS(apart_transitions), WITH_FIELDS(walker_fields)},
     .most = 3,
     .placed = 3},
    {.name = "hfsm",
     .desc = {STATES(hunter_states), TRANSITIONS(hunter_transitions), WITH_FIELDS(hunter_fields)},
     .changed = 2,
     .most = 2},
    {.name = "utility",
     .desc = {STATES(gatherer_states), CONSIDERATIONS(gatherer_considerations), WITH_FIELDS(gatherer_fields)},
     .changed = 31,
     .most = 2},
    {.name = "cross-hierarchy",
     .desc = {STATES(crossing_states), TRANSITIONS(crossing_transitions), WITH_FIELDS(crossing_fields),
              .update_skip_entered = true},
     .changed = 1,
     .most = 7},
};

// ---------------------------------------------------------------------------------------------------------- the world

static uint32_t next_random(uint32_t *seed) {
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/// Sets all fields whose bit in `which` is set, with the same values in every run.
static void change_fields(const machine *m, world *w, uint32_t which, uint32_t seed) {
    for (uint32_t f = 0; f < m->desc.field_count; f++) {
        const wits_type type = m->desc.fields[f].type;
        for (uint32_t i = 0; i < AGENTS; i++) {
            const uint32_t random = next_random(&seed);
            if ((which >> f & 1) == 0) {
                continue;
            }
            if (type == WITS_TYPE_FLOAT) {
                w->fields[f].floats[i] = (float)random * 0x1p-24f;
            } else if (type == WITS_TYPE_ENUM) {
                w->fields[f].bytes[i] = (uint8_t)(random % m->desc.fields[f].value_count);
            } else {
                w->fields[f].ints[i] = (int32_t)(random % ((uint32_t)m->most + 1));
            }
        }
    }
}

static uint64_t hash_of(const machine *m, const world *w, size_t agent_size) {
    uint64_t hash = 0xCBF29CE484222325u;
    for (size_t i = 0; i < AGENTS * agent_size; i++) {
        hash = (hash ^ w->agents[i]) * 0x100000001B3u;
    }
    for (uint32_t f = 0; f < m->desc.field_count; f++) {
        const bool is_byte = m->desc.fields[f].type == WITS_TYPE_ENUM;
        for (uint32_t i = 0; i < AGENTS; i++) {
            const uint32_t value = is_byte ? w->fields[f].bytes[i] : (uint32_t)w->fields[f].ints[i];
            hash = (hash ^ value) * 0x100000001B3u;
        }
    }
    return hash;
}

static void *allocate(size_t size) {
    // Aligned to 64, as the crowd's scratch memory must be.
    char *memory = calloc(1, size + 64);
    if (memory == NULL) {
        exit(2);
    }
    return memory + (64 - (uintptr_t)memory % 64);
}

static void set_columns(const machine *m, world *w, wits_column *columns) {
    for (uint32_t f = 0; f < m->desc.field_count; f++) {
        const wits_type type = m->desc.fields[f].type;
        columns[f] = (wits_column){.base = &w->fields[f], .stride = type == WITS_TYPE_ENUM ? 1 : 4, .type = type};
    }
}

static uint64_t run_crowd(const machine *m, const wits_crowd_code *code, const wits_brain *brain, wits_crowd_path path,
                          wits_crowd_simd simd) {
    static world w;
    memset(&w, 0, sizeof w);
    wits_column columns[FIELDS];
    set_columns(m, &w, columns);
    change_fields(m, &w, ~0u, 1);
    const wits_crowd crowd = {.code = code, .count = AGENTS, .agents = w.agents, .columns = columns};
    wits_crowd_run run = {.seed = 5, .path = path, .simd = simd, .scratch = allocate(wits_crowd_scratch_size(code, 0))};
    if (m->placed != 0) {
        wits_crowd_set_state(&crowd, 0, AGENTS, &run, m->placed);
    } else {
        wits_crowd_start(&crowd, 0, AGENTS, &run);
    }
    for (run.tick = 1; run.tick <= TICKS; run.tick++) {
        change_fields(m, &w, m->changed, run.tick);
        wits_crowd_tick(&crowd, 0, AGENTS, &run);
    }
    return hash_of(m, &w, wits_agent_size(brain));
}

static uint64_t run_agents(const machine *m, const wits_brain *brain) {
    static world w;
    memset(&w, 0, sizeof w);
    wits_column columns[FIELDS];
    set_columns(m, &w, columns);
    change_fields(m, &w, ~0u, 1);
    const size_t size = wits_agent_size(brain);
    wits_frame frame = {.seed = 5, .columns = columns};
    for (frame.tick = 0; frame.tick <= TICKS; frame.tick++) {
        if (frame.tick > 0) {
            change_fields(m, &w, m->changed, frame.tick);
        }
        for (frame.row = 0; frame.row < AGENTS; frame.row++) {
            uint8_t *agent = w.agents + frame.row * size;
            frame.agent = frame.row;
            if (frame.tick > 0) {
                wits_tick(brain, agent, &frame);
            } else if (m->placed != 0) {
                wits_set_state(brain, agent, &frame, m->placed);
            } else {
                wits_start(brain, agent, &frame);
            }
        }
    }
    return hash_of(m, &w, size);
}

// --------------------------------------------------------------------------------------- snapshots and recordings

enum { MOST_BYTES = 1 << 20 };

typedef struct tape {
    uint8_t bytes[MOST_BYTES];
    size_t size;
} tape;

static bool append(void *user, const void *bytes, size_t size) {
    tape *to = user;
    if (size > MOST_BYTES - to->size) {
        return false;
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

/// A call for all agents, recorded.
static void call_all(wits_recorder *recorder, const wits_crowd *crowd, const wits_crowd_run *run,
                     wits_recorded_verb verb, wits_state_id state) {
    const wits_recorded_call call = {
        .verb = verb, .is_crowd = true, .state = state, .count = AGENTS, .tick = run->tick, .seed = run->seed};
    wits_recorder_before(recorder, &call);
    wits_recorder_after(recorder, verb == WITS_RECORDED_TICK    ? wits_crowd_tick(crowd, 0, AGENTS, run)
                                  : verb == WITS_RECORDED_START ? wits_crowd_start(crowd, 0, AGENTS, run)
                                                                : wits_crowd_set_state(crowd, 0, AGENTS, run, state));
}

/// Runs and records a crowd, then saves it.
static bool record(const machine *m, const wits_crowd_code *code, const wits_brain *brain, tape *recording,
                   tape *snapshot) {
    static world w;
    memset(&w, 0, sizeof w);
    wits_column columns[FIELDS];
    set_columns(m, &w, columns);
    change_fields(m, &w, ~0u, 1);
    wits_agents all = {.brain = brain, .agents = w.agents, .count = AGENTS, .columns = columns, .seed = 5};
    const wits_recorder_options how = {
        .agents = &all, .hash_every = 3, .keyframe_every = 16, .write = append, .user = recording};
    const size_t size = wits_recorder_size(&how);
    wits_recorder *recorder = wits_recorder_begin(&how, allocate(size), size);
    const wits_crowd crowd = {.code = code, .count = AGENTS, .agents = w.agents, .columns = columns};
    wits_crowd_run run = {.seed = 5, .scratch = allocate(wits_crowd_scratch_size(code, 0))};
    call_all(recorder, &crowd, &run, m->placed != 0 ? WITS_RECORDED_SET_STATE : WITS_RECORDED_START, m->placed);
    for (run.tick = 1; run.tick <= TICKS; run.tick++) {
        change_fields(m, &w, m->changed, run.tick);
        call_all(recorder, &crowd, &run, WITS_RECORDED_TICK, 0);
    }
    all.tick = run.tick;
    snapshot->size = wits_snapshot_write(&all, NULL, 0, snapshot->bytes, MOST_BYTES);
    return wits_recorder_end(recorder) && snapshot->size > 0;
}

static bool keep(const char *path, tape *file, bool writes) {
    FILE *stream = fopen(path, writes ? "wb" : "rb");
    if (stream == NULL) {
        return false;
    }
    file->size = (writes ? fwrite(file->bytes, 1, file->size, stream) : fread(file->bytes, 1, MOST_BYTES, stream));
    return fclose(stream) == 0 && file->size > 0;
}

/// Compares snapshots, except for the hash of the compiled brain and the sum over it, which depend on the machine.
static bool is_same_snapshot(const tape *a, const tape *b) {
    return a->size == b->size && memcmp(a->bytes, b->bytes, 24) == 0 && memcmp(a->bytes + 32, b->bytes + 32, 8) == 0 &&
           memcmp(a->bytes + 48, b->bytes + 48, a->size - 48) == 0;
}

/// Loads the snapshot, then replays the recording. Both must end with the agents of `hash`.
static bool read_back(const machine *m, const wits_brain *brain, const tape *recording, const tape *snapshot,
                      uint64_t hash) {
    static world w;
    wits_snapshot saved;
    wits_recording recorded;
    wits_column columns[FIELDS];
    wits_problem problem = {.name = NULL};
    wits_report report = {.problems = &problem, .capacity = 1};
    static const wits_migration how = {.allocator = &wits_heap};
    wits_agents all = {.brain = brain, .agents = w.agents, .count = AGENTS, .columns = columns};
    memset(&w, 0, sizeof w);
    set_columns(m, &w, columns);
    if (!wits_snapshot_open(&saved, snapshot->bytes, snapshot->size, &report) ||
        !wits_snapshot_load(&saved, 0, &all, &how, &report) || hash_of(m, &w, wits_agent_size(brain)) != hash ||
        all.tick != TICKS + 1) {
        return false;
    }
    memset(&w, 0, sizeof w);
    if (!wits_recording_open(&recorded, recording->bytes, recording->size, &report) ||
        recorded.end != WITS_RECORDING_COMPLETE) {
        return false;
    }
    const size_t size = wits_replay_size(&recorded, brain);
    wits_replay *replay = wits_replay_begin(&recorded, &all, &how, allocate(size), size, &report);
    uint32_t same = 0;
    for (wits_recorded_call call; wits_replay_next(replay, &call, &report);) {
        const wits_replay_result result = wits_replay_check(replay, NULL);
        if (result == WITS_REPLAY_DIFFERS) {
            return false;
        }
        same += result == WITS_REPLAY_SAME;
        wits_replay_run(replay, &call, NULL);
    }
    wits_replay_end(replay);
    return report.count == 0 && same > TICKS / 3 && hash_of(m, &w, wits_agent_size(brain)) == hash;
}

/// Returns false if the files of a machine do not have its agents.
static bool check_files(const machine *m, uint32_t number, const wits_crowd_code *code, const wits_brain *brain,
                        uint64_t hash, bool writes) {
    static tape own[2], files[2];
    char paths[2][20];
    snprintf(paths[0], sizeof paths[0], "%u.recording", (unsigned)number);
    snprintf(paths[1], sizeof paths[1], "%u.snapshot", (unsigned)number);
    own[0].size = own[1].size = 0;
    bool is_good = record(m, code, brain, &own[0], &own[1]);
    for (uint32_t i = 0; i < 2 && is_good; i++) {
        is_good = (!writes || keep(paths[i], &own[i], true)) && keep(paths[i], &files[i], false);
    }
    is_good = is_good && files[0].size == own[0].size && is_same_snapshot(&files[1], &own[1]) &&
              read_back(m, brain, &files[0], &files[1], hash);
    printf("%s: recording and snapshot: %s\n", m->name, is_good ? "good" : "wrong");
    return is_good;
}

// ----------------------------------------------------------------------------------------------------------------- run

/// Returns false if its paths differ, or its files are wrong.
static bool run_machine(uint32_t number, const char *how) {
    const machine *m = &machines[number];
    wits_problem problem;
    wits_report report = {.problems = &problem, .capacity = 1};
    const size_t size = wits_brain_size(&m->desc, &report);
    const wits_brain *brain = wits_brain_compile(&m->desc, allocate(size), size, &report);
    if (brain == NULL || wits_agent_size(brain) > 64) {
        char text[512];
        wits_problem_text(&problem, text, sizeof text);
        printf("%s: %s\n", m->name, text);
        return false;
    }
    const size_t code_size = wits_crowd_code_size(brain);
    const wits_crowd_code *code = wits_crowd_prepare(brain, allocate(code_size), code_size);
    const uint64_t alone = run_agents(m, brain);
    printf("%s: %016" PRIx64 "\n", m->name, alone);
    bool same = true;
    for (int simd = WITS_CROWD_SIMD_BASELINE; simd <= (int)wits_crowd_best_simd(); simd++) {
        for (int path = WITS_CROWD_PATH_AUTO; path <= WITS_CROWD_PATH_GROUPS; path++) {
            const uint64_t hash = run_crowd(m, code, brain, (wits_crowd_path)path, (wits_crowd_simd)simd);
            if (hash != alone) {
                printf("%s: %016" PRIx64 " on path %d with %s\n", m->name, hash, path,
                       wits_crowd_simd_name((wits_crowd_simd)simd));
                same = false;
            }
        }
    }
    if (how != NULL) {
        same = check_files(m, number, code, brain, alone, strcmp(how, "write") == 0) && same;
    }
    return same;
}

int main(int argc, char **argv) {
    bool same = true;
    for (uint32_t i = 0; i < COUNT(machines); i++) {
        same = run_machine(i, argc > 1 ? argv[1] : NULL) && same;
    }
    fprintf(stderr, "%s\n", wits_crowd_simd_name(wits_crowd_best_simd()));
    return same ? 0 : 1;
}
