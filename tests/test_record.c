// SPDX-License-Identifier: MIT
// wits/record.h: what a game did with its agents, recorded and replayed to the same bytes; recordings that are cut,
// damaged or malicious; and every rejection.
#include "sum_support.h"
#include "support.h"

#include "wits/explain.h"
#include "wits/record.h"

enum { SOLDIERS = 150, TICKS = 90, MOST_ENEMIES = 400, MOST_BYTES = 4 << 20, MOST_LIST = 4096 };

// --------------------------------------------------------------------------------------------------------------- brain

static const char *const moods[] = {"calm", "afraid", "angry"};
static const wits_field_desc fields[] = {
    {.name = "danger", .type = WITS_TYPE_FLOAT},
    {.name = "mood", .type = WITS_TYPE_ENUM, .values = moods, .value_count = 3},
    {.name = "ammo", .type = WITS_TYPE_INT16, .initial = 30},
    {.name = "seen", .type = WITS_TYPE_BOOL},
    {.name = "steps", .type = WITS_TYPE_INT},
    {.name = "night", .type = WITS_TYPE_BOOL},
};
enum { DANGER, MOOD, AMMO, SEEN, STEPS, NIGHT, FIELD_COUNT };
static const char *const events[] = {"noise", "shot"};
static const wits_target_field_desc enemy_fields[] = {
    {.name = "distance", .type = WITS_TYPE_FLOAT},
    {.name = "hurt", .type = WITS_TYPE_BOOL, .own = true},
};
static const wits_target_desc kinds[] = {{.name = "enemy", .fields = enemy_fields, .field_count = 2}};
static const wits_state_desc states[] = {
    {.name = "soldier", .kind = WITS_KIND_UTILITY, .inertia = 0.1f},
    {.name = "rest", .score = "calm()", .update = "seen = false; steps = steps + 1"},
    {.name = "fight",
     .target = "enemy",
     .score = "enemy.distance * (0.5 if enemy.hurt else 1)",
     .update = "shoot(ammo)",
     .enter = "ammo = ammo - 1",
     .timed = true},
    {.name = "walk", .score = "danger if can_walk(3) or night else 0.2", .step = "stride", .data_size = 4},
    {.name = "hide", .score = "0.9 if mood == afraid else 0", .hold = 3, .decide = "shout()"},
};
static const wits_transition_desc transitions[] = {
    {.from = 0, .any = true, .to = 4, .event = "noise", .when = "hears"}};
static const wits_step_desc steps[] = {{.of = 3, .to = 1}};

typedef struct army army;

/// Answers of the game depend on much that is not recorded.
static uint64_t mix(uint64_t a, uint64_t b) {
    uint64_t z = a * 0x9E3779B97F4A7C15u + b;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

struct army {
    wits_brain *brain;
    wits_crowd_code *code;
    uint64_t seed, asked;
    uint8_t agents[SOLDIERS * 40];
    float danger[SOLDIERS];
    struct {
        uint8_t mood;
        int16_t ammo;
        bool seen;
    } few[SOLDIERS];
    int32_t steps[SOLDIERS];
    bool night;
    bool nights[SOLDIERS];
    float x[SOLDIERS];
    uint64_t ids[SOLDIERS];
    wits_column columns[FIELD_COUNT];
    wits_host_field own[1];
    uint32_t enemy_count;
    uint32_t enemy_ids[MOST_ENEMIES], offsets[SOLDIERS + 1], bodies[MOST_ENEMIES];
    float distances[MOST_ENEMIES];
    bool hurt[16];
    wits_column enemy_columns[2];
    wits_target_list list;
    wits_action_record records[MOST_LIST];
    uint32_t values[MOST_LIST];
    _Alignas(64) uint8_t scratch[1 << 20];
};

static uint64_t ask(const void *context, const wits_call *call) {
    army *w = (army *)(uintptr_t)context;
    const uint64_t about = call->target != NULL ? call->target->id : 0;
    return mix(w->seed + call->frame->tick, (uint64_t)call->frame->row << 32 ^ about << 8 ^ call->function);
}

static bool hears(const void *context, const wits_call *call) {
    return ask(context, call) % 4 != 0;
}

static bool can_walk(const void *context, const wits_call *call) {
    return ask(context, call) % 3 == (uint32_t)call->argument->integer % 3;
}

static float calm(const void *context, const wits_call *call) {
    return (float)(ask(context, call) % 1000) / 1000;
}

/// Writes fields of its own agent and raises events, as a game does in mode now.
static void shoot(void *context, const wits_call *call) {
    army *w = context;
    const uint64_t number = ask(context, call);
    const uint32_t row = call->frame->row;
    if (number % 3 == 0) {
        w->few[row].ammo = (int16_t)(call->argument->integer - 2);
        w->danger[row] += 0.125f;
    }
    if (number % 5 == 0) {
        wits_raise(call->brain, call->agent, 0);
    }
}

static void shout(void *context, const wits_call *call) {
    army *w = context;
    w->few[call->frame->row].mood = (uint8_t)(ask(context, call) % 3);
    w->x[call->frame->row] += 1;
}

static wits_state_id stride(void *context, const wits_call *call) {
    army *w = context;
    const uint64_t number = ask(context, call);
    uint8_t *data = call->data;
    data[0]++;
    w->few[call->frame->row].seen = number % 2 == 0;
    if (number % 7 == 0) {
        wits_raise(call->brain, call->agent, 1);
    }
    return data[0] > number % 4 ? 1 : (wits_state_id)WITS_STAY;
}

static const wits_function functions[] = {
    {.name = "hears", .condition = hears},
    {.name = "can_walk", .condition = can_walk, .parameters = {{WITS_ARGUMENT_INT}}},
    {.name = "calm", .score = calm, .takes_nothing = true},
    {.name = "shoot", .action = shoot, .parameters = {{WITS_ARGUMENT_INT}}},
    {.name = "shout", .action = shout},
    {.name = "stride", .step = stride},
};

static void block_can_walk(const wits_crowd_call *call, bool *holds) {
    for (uint32_t i = 0; i < call->count; i++) {
        const wits_frame frame = {.tick = call->run->tick, .row = call->agents[i]};
        const wits_argument argument = wits_crowd_argument_of(call, 0, i);
        const wits_call one = {.frame = &frame, .function = call->function, .argument = &argument};
        holds[i] = can_walk(call->crowd->contexts, &one);
    }
}

static void block_calm(const wits_crowd_call *call, float *scores) {
    for (uint32_t i = 0; i < call->count; i++) {
        const wits_frame frame = {.tick = call->run->tick, .row = call->agents[i]};
        const wits_call one = {.frame = &frame, .function = call->function};
        scores[i] = calm(call->crowd->contexts, &one);
    }
}

static const wits_crowd_function block_functions[COUNT(functions)] = {
    [1] = {.condition = block_can_walk}, [2] = {.score = block_calm}};

static const wits_desc desc = {
    STATES(states),   TRANSITIONS(transitions),   STEPS(steps),     EVENTS(events),   FUNCTIONS(functions),
    .fields = fields, .field_count = FIELD_COUNT, .targets = kinds, .target_count = 1};

// --------------------------------------------------------------------------------------------------------------- army

/// Number of soldiers in the game.
static uint32_t soldiers = SOLDIERS;

static wits_column column(void *base, size_t stride, wits_type type) {
    return (wits_column){.base = base, .stride = stride, .type = type};
}

static army *make_army(const wits_desc *of, uint64_t seed) {
    army *w = aligned_alloc(64, (sizeof *w + 63) / 64 * 64);
    memset(w, 0, sizeof *w);
    w->brain = compile(of);
    const size_t size = wits_crowd_code_size(w->brain);
    void *code = malloc(size);
    w->code = (wits_crowd_code *)(uintptr_t)wits_crowd_prepare(w->brain, code, size);
    assert_non_null(w->code);
    assert_in_range(wits_agent_size(w->brain), 1, 40);
    assert_in_range(wits_crowd_scratch_size(w->code, 64), 0, sizeof w->scratch);
    w->seed = seed;
    w->columns[DANGER] = column(w->danger, sizeof *w->danger, WITS_TYPE_FLOAT);
    w->columns[MOOD] = column(&w->few[0].mood, sizeof *w->few, WITS_TYPE_ENUM);
    w->columns[AMMO] = column(&w->few[0].ammo, sizeof *w->few, WITS_TYPE_INT16);
    w->columns[SEEN] = column(&w->few[0].seen, sizeof *w->few, WITS_TYPE_BOOL);
    w->columns[STEPS] = column(w->steps, sizeof *w->steps, WITS_TYPE_INT);
    w->columns[NIGHT] = column(&w->night, 0, WITS_TYPE_BOOL);
    w->own[0] = (wits_host_field){.name = "x", .base = w->x, .stride = sizeof *w->x, .type = WITS_TYPE_FLOAT};
    w->enemy_columns[0] = column(w->distances, sizeof *w->distances, WITS_TYPE_FLOAT);
    w->enemy_columns[1] = column(w->hurt, sizeof *w->hurt, WITS_TYPE_BOOL);
    w->list = (wits_target_list){
        .ids = w->enemy_ids, .columns = w->enemy_columns, .own_rows = w->bodies, .own_count = COUNT(w->hurt)};
    for (uint32_t i = 0; i < soldiers; i++) {
        w->ids[i] = 5000 + 3 * i;
        w->few[i].ammo = 30;
    }
    return w;
}

/// The memory of a replay has other strides, and no value is shared.
static army *make_empty_army(const wits_desc *of) {
    army *w = make_army(of, 0);
    w->columns[NIGHT] = column(w->nights, sizeof *w->nights, WITS_TYPE_BOOL);
    memset(w->ids, 0, sizeof w->ids);
    memset(w->few, 0, sizeof w->few);
    return w;
}

static void free_army(army *w) {
    free(w->code);
    free(w->brain);
    free(w);
}

static wits_agents agents_of(army *w) {
    return (wits_agents){.brain = w->brain,
                         .agents = w->agents,
                         .agent_stride = 40,
                         .count = soldiers,
                         .ids = w->ids,
                         .columns = w->columns,
                         .own = w->own,
                         .own_count = 1};
}

static void change_targets(army *w, uint64_t *number) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < soldiers; i++) {
        w->offsets[i] = count;
        for (uint32_t k = (*number = mix(*number, i)) % 4; k > 0 && count < MOST_ENEMIES; k--, count++) {
            w->enemy_ids[count] = (uint32_t)(mix(*number, k) % 50);
            w->bodies[count] = (uint32_t)(mix(*number, k) % 16);
            w->distances[count] = (float)(mix(*number, k + 9) % 100) / 100;
        }
    }
    w->offsets[soldiers] = count;
    w->list.count = count;
    w->hurt[*number % 16] = *number % 3 == 0;
}

/// Makes changes of every kind that a game may make between calls.
static void change(army *w, uint32_t tick) {
    uint64_t number = mix(w->seed, tick * 7919u);
    for (uint32_t i = 0; i < soldiers; i++) {
        number = mix(number, i);
        w->danger[i] = number % 20 == 0 ? (float)(number % 128) / 128 : w->danger[i];
        w->few[i].mood = number % 23 == 0 ? (uint8_t)(number >> 20) % 3 : w->few[i].mood;
        w->few[i].ammo = number % 31 == 0 ? (int16_t)(number >> 24) : w->few[i].ammo;
        w->x[i] += number % 10 == 0;
        uint8_t *agent = w->agents + (size_t)40 * i;
        if (number % 17 == 0) {
            wits_raise(w->brain, agent, number % 2);
        }
        if (number % 97 == 0) {  // the agent is removed, and another one gets its memory
            memset(agent, 0, wits_agent_size(w->brain));
            w->ids[i] += 100000;
        }
        if (number % 89 == 0) {
            const wits_frame frame = {.tick = tick, .agent = w->ids[i], .columns = w->columns, .row = i};
            wits_set_state(w->brain, agent, &frame, (wits_state_id)(1 + number % 3));
        }
    }
    w->night = tick % 8 < 3;
    if (tick % 3 != 1) {
        change_targets(w, &number);
    }
    if (tick % 29 == 11) {
        w->list.count = 0;
        memset(w->offsets, 0, sizeof w->offsets);
    }
}

// ----------------------------------------------------------------------------------------------------------- recording

/// A recording in memory, and the agents after each call. Writing fails at call `fails_at`, counted from 1.
typedef struct tape {
    uint8_t *bytes;
    size_t size;
    uint32_t writes, fails_at;
} tape;

static bool write_tape(void *user, const void *bytes, size_t size) {
    tape *to = user;
    if (++to->writes == to->fails_at) {
        return false;
    }
    assert_true(to->size + size <= MOST_BYTES);
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

typedef enum game_way { AS_CROWD, IN_BLOCKS, ONE_NOW, ONE_LISTED } game_way;

typedef struct game {
    army *army;
    game_way way;
    uint32_t ticks;
    wits_recorder_options options;
    wits_agents agents;
    tape *tape;
    uint64_t *after;  ///< hash of the agents after each call, or null
    uint32_t calls;
} game;

/// Hashes the bytes, ids and fields of agents.
static uint64_t hash_rows(const army *w, uint64_t first, uint64_t count) {
    uint64_t hash = 0;
    for (uint64_t row = first; row < first + count; row++) {
        hash += wits_agent_hash(w->brain, w->agents + 40 * row, w->ids[row]);
        for (uint32_t i = 0; i < FIELD_COUNT; i++) {
            const uint8_t *value = (const uint8_t *)w->columns[i].base + row * w->columns[i].stride;
            const uint32_t width = i == DANGER || i == STEPS ? 4 : i == AMMO ? 2 : 1;
            for (uint32_t k = 0; k < width; k++) {
                hash = mix(hash, value[k]);
            }
        }
        hash = mix(hash, (uint64_t)(w->x[row] * 8));
    }
    return hash;
}

static void note_call(game *g, uint64_t first, uint64_t handled) {
    if (g->after != NULL) {
        g->after[g->calls] = hash_rows(g->army, first, handled);
    }
    g->calls++;
}

static uint64_t run_crowd(const wits_crowd *crowd, const wits_recorded_call *call, const wits_crowd_run *run) {
    switch (call->verb) {
    case WITS_RECORDED_START:
        return wits_crowd_start(crowd, call->first, call->count, run);
    case WITS_RECORDED_STOP:
        return wits_crowd_stop(crowd, call->first, call->count, run);
    case WITS_RECORDED_GOTO:
        return wits_crowd_goto(crowd, call->first, call->count, run, call->state);
    case WITS_RECORDED_SET_STATE:
        return wits_crowd_set_state(crowd, call->first, call->count, run, call->state);
    case WITS_RECORDED_DECIDE:
        return wits_crowd_decide(crowd, call->first, call->count, run);
    case WITS_RECORDED_UPDATE:
        return wits_crowd_update(crowd, call->first, call->count, run);
    default:
        return wits_crowd_tick(crowd, call->first, call->count, run);
    }
}

/// Runs a call for all its agents, as often as the list is full, and runs the list.
static void call_crowd(game *g, wits_recorder *recorder, wits_recorded_call call) {
    army *w = g->army;
    w->list.offsets = w->offsets;
    call.is_crowd = true;
    call.targets = &w->list;
    const bool in_blocks = g->way == IN_BLOCKS;
    call.path = in_blocks ? WITS_CROWD_PATH_AUTO : WITS_CROWD_PATH_SINGLE;
    const wits_function *table = recorder != NULL ? wits_recorder_functions(recorder, 0) : functions;
    wits_list list = {w->records, in_blocks ? MOST_LIST : 40, 0, w->values, MOST_LIST, 0};
    const wits_crowd crowd = {.code = w->code,
                              .count = soldiers,
                              .agents = w->agents,
                              .agent_stride = 40,
                              .ids = w->ids,
                              .columns = w->columns,
                              .contexts = w,
                              .functions = table,
                              .block_functions = !in_blocks         ? NULL
                                                 : recorder != NULL ? wits_recorder_block_functions(recorder, 0)
                                                                    : block_functions,
                              .targets = &w->list};
    wits_crowd_run run = {.tick = call.tick,
                          .seed = call.seed,
                          .scratch = w->scratch,
                          .list = &list,
                          .block = 64,
                          .decide_every = call.decide_every,
                          .path = call.path};
    call.block = 64;
    while (call.count != 0) {
        wits_recorder_before(recorder, &call);
        const uint64_t done = run_crowd(&crowd, &call, &run);
        wits_recorder_after(recorder, done);
        note_call(g, call.first, done);
        call.first += done;
        call.count -= done;
        for (uint32_t i = 0; i < list.count; i++) {
            const wits_action_record *record = &list.records[i];
            const wits_frame frame = {.tick = call.tick,
                                      .agent = record->agent,
                                      .row = record->agent_row,
                                      .columns = w->columns,
                                      .functions = table,
                                      .context = w,
                                      .list = &list};
            assert_true(wits_run_record(w->brain, w->agents + (size_t)40 * record->agent_row, &frame, record));
        }
        list.count = 0;
        list.argument_count = 0;
    }
}

static void call_one(game *g, wits_recorder *recorder, wits_recorded_call call) {
    army *w = g->army;
    const uint64_t end = call.first + call.count;
    w->list.offsets = w->offsets;
    call.targets = &w->list;
    call.mode = g->way == ONE_NOW ? WITS_MODE_NOW : WITS_MODE_LISTED;
    for (call.count = 1; call.first < end; call.first++) {
        wits_list list = {w->records, MOST_LIST, 0, w->values, MOST_LIST, 0};
        const uint32_t row = (uint32_t)call.first;
        uint8_t *agent = w->agents + (size_t)40 * row;
        const wits_frame frame = {.tick = call.tick,
                                  .seed = call.seed,
                                  .agent = w->ids[row],
                                  .context = w,
                                  .columns = w->columns,
                                  .row = row,
                                  .targets = &w->list,
                                  .mode = call.mode,
                                  .list = &list,
                                  .functions = recorder != NULL ? wits_recorder_functions(recorder, 0) : functions};
        wits_recorder_before(recorder, &call);
        bool done = true;
        switch (call.verb) {
        case WITS_RECORDED_START:
            done = wits_start(w->brain, agent, &frame);
            break;
        case WITS_RECORDED_STOP:
            done = wits_stop(w->brain, agent, &frame);
            break;
        case WITS_RECORDED_GOTO:
            done = wits_goto(w->brain, agent, &frame, call.state);
            break;
        case WITS_RECORDED_RESTART:
            done = wits_restart(w->brain, agent, &frame, call.state);
            break;
        case WITS_RECORDED_SET_STATE:
            done = wits_set_state(w->brain, agent, &frame, call.state);
            break;
        case WITS_RECORDED_DECIDE:
            done = wits_decide(w->brain, agent, &frame);
            break;
        case WITS_RECORDED_UPDATE:
            done = wits_update(w->brain, agent, &frame);
            break;
        default:
            done = wits_tick(w->brain, agent, &frame);
            break;
        }
        wits_recorder_after(recorder, done);
        note_call(g, row, done);
        for (uint32_t i = 0; i < list.count; i++) {
            assert_true(wits_run_record(w->brain, agent, &frame, &list.records[i]));
        }
    }
}

static void call_game(game *g, wits_recorder *recorder, const wits_recorded_call *call) {
    if (g->way == AS_CROWD || g->way == IN_BLOCKS) {
        call_crowd(g, recorder, *call);
    } else {
        call_one(g, recorder, *call);
    }
}

static void play_tick(game *g, wits_recorder *recorder, uint32_t tick) {
    const uint64_t number = mix(g->army->seed, tick);
    wits_recorded_call call = {.count = soldiers, .tick = tick, .seed = 77 + tick / 40};
    change(g->army, tick);
    if (tick == 0 || number % 11 == 0) {
        call.verb = WITS_RECORDED_START;
        call_game(g, recorder, &call);
    }
    if (number % 5 == 0) {
        static const wits_recorded_verb verbs[] = {WITS_RECORDED_STOP,   WITS_RECORDED_GOTO,   WITS_RECORDED_SET_STATE,
                                                   WITS_RECORDED_DECIDE, WITS_RECORDED_UPDATE, WITS_RECORDED_RESTART};
        wits_recorded_call other = call;
        other.verb = verbs[number / 5 % (g->way == ONE_NOW || g->way == ONE_LISTED ? 6 : 5)];
        other.state = (wits_state_id)(1 + number % 4);
        other.first = number % (soldiers * 2 / 3);
        other.count = 1 + number % (soldiers / 3);
        call_game(g, recorder, &other);
    }
    call.verb = WITS_RECORDED_TICK;
    call.decide_every = g->way == AS_CROWD && number % 3 == 0 ? 3 : 0;
    call_game(g, recorder, &call);
}

static const uint32_t target_rows[] = {MOST_ENEMIES};

static void begin_game(game *g, game_way way, uint64_t seed, uint32_t ticks, tape *to) {
    memset(g, 0, sizeof *g);
    g->army = make_army(&desc, seed);
    g->way = way;
    g->ticks = ticks;
    g->agents = agents_of(g->army);
    g->tape = to;
    g->options = (wits_recorder_options){.agents = &g->agents,
                                         .target_rows = target_rows,
                                         .functions = functions,
                                         .block_functions = way == IN_BLOCKS ? block_functions : NULL,
                                         .text = "brain: soldier",
                                         .text_size = 14,
                                         .hash_every = 4,
                                         .keyframe_every = 16,
                                         .write = write_tape,
                                         .user = to};
}

/// Plays and records a game. Returns how the recorder ended.
static wits_recorder_status play(game *g) {
    const size_t size = wits_recorder_size(&g->options);
    void *memory = malloc(size);
    wits_recorder *recorder = wits_recorder_begin(&g->options, memory, size);
    assert_non_null(recorder);
    for (uint32_t tick = 0; tick < g->ticks; tick++) {
        play_tick(g, recorder, tick);
    }
    const bool is_complete = wits_recorder_end(recorder);
    const wits_recorder_status status = wits_recorder_status_of(recorder);
    assert_int_equal(is_complete, status == WITS_RECORDER_OK);
    assert_int_equal(wits_recorder_bytes(recorder), g->tape->size);
    free(memory);
    return status;
}

static void end_game(game *g) {
    free(g->after);
    free_army(g->army);
}

// ------------------------------------------------------------------------------------------------------------- support

static void *allocate(void *user, size_t size) {
    ++*(uint32_t *)user;
    return malloc(size);
}

static void release(void *user, void *memory, size_t size) {
    memset(memory, 0xEE, size);
    --*(uint32_t *)user;
    free(memory);
}

static uint32_t blocks;
static const wits_allocator allocator = {allocate, release, &blocks};
static const wits_migration plain = {.allocator = &allocator};

enum { REPLAY_BYTES = 1 << 20 };

/// A reader of recordings.
typedef struct player {
    army *army;
    wits_agents agents;
    void *memory;  ///< as much as the replay needs, so that sanitizers see every access beyond
    wits_replay *replay;
    wits_recording recording;
    wits_migration how;
    wits_problem problem;
    wits_report report;
} player;

static player *make_player(const wits_desc *of) {
    player *p = calloc(1, sizeof *p);
    p->army = make_empty_army(of);
    p->how = plain;
    return p;
}

static void free_player(player *p) {
    free_army(p->army);
    free(p);
}

/// Opens a recording and begins its replay. False if it is refused.
static bool begin_replay(player *p, const uint8_t *bytes, size_t size) {
    p->report = (wits_report){&p->problem, 1, 0};
    p->agents = agents_of(p->army);
    p->replay = NULL;
    p->memory = NULL;
    if (!wits_recording_open(&p->recording, bytes, size, &p->report)) {
        assert_int_not_equal(p->report.count, 0);
        return false;
    }
    assert_int_equal(p->report.count, 0);
    const size_t needed = wits_replay_size(&p->recording, p->army->brain);
    assert_in_range(needed, 1, REPLAY_BYTES);
    p->memory = malloc(needed);
    p->replay = wits_replay_begin(&p->recording, &p->agents, &p->how, p->memory, needed, &p->report);
    if (p->replay == NULL) {
        free(p->memory);
        p->memory = NULL;
    }
    assert_int_equal(p->replay == NULL, p->report.count != 0);
    return p->replay != NULL;
}

static void end_replay(player *p) {
    wits_replay_end(p->replay);
    free(p->memory);
    p->memory = NULL;
    assert_int_equal(blocks, 0);
}

static const char *problem_of(const player *p) {
    static char text[1600];
    wits_problem_text(&p->problem, text, sizeof text);
    return text;
}

static tape new_tape(void) {
    return (tape){.bytes = malloc(MOST_BYTES)};
}

static uint32_t compared;

/// Runs the rest of a replay, and compares the agents after each call with those of the game. Returns the calls.
static uint32_t run_rest(player *p, const game *g, uint32_t calls, const wits_replay_means *means) {
    wits_recorded_call call;
    for (; wits_replay_next(p->replay, &call, &p->report); calls++) {
        wits_difference difference;
        const wits_replay_result result = wits_replay_check(p->replay, &difference);
        compared += result == WITS_REPLAY_SAME;
        if (result == WITS_REPLAY_DIFFERS) {
            fail_msg("differs before call %u (tick %u): row %d field %u", calls, call.tick, (int)difference.row,
                     difference.field);
        }
        wits_replay_run(p->replay, &call, means);
        if (hash_rows(p->army, call.first, call.count) != g->after[calls]) {
            fail_msg("after call %u (%u, tick %u) of %u agents from %u: other bytes", calls, call.verb, call.tick,
                     (uint32_t)call.count, (uint32_t)call.first);
        }
    }
    return calls;
}

static void replay_all(const game *g, const tape *from, const wits_replay_means *means) {
    player *p = make_player(&desc);
    assert_true(begin_replay(p, from->bytes, from->size));
    assert_int_equal(p->recording.end, WITS_RECORDING_COMPLETE);
    assert_int_equal(p->recording.readable, from->size);
    assert_int_equal(p->recording.calls, g->calls);
    assert_int_equal(p->recording.text_size, 14);
    assert_memory_equal(p->recording.text, "brain: soldier", 14);
    assert_string_equal(p->recording.start.name, "soldier");
    assert_int_equal(p->recording.last_tick, g->ticks - 1);
    assert_int_equal(run_rest(p, g, 0, means), g->calls);
    assert_int_equal(p->report.count, 0);
    assert_int_equal(wits_replay_check(p->replay, NULL), WITS_REPLAY_SAME);
    assert_int_equal(wits_replay_unanswered(p->replay), 0);
    end_replay(p);
    free_player(p);
}

/// Plays a game and keeps hashes of all calls.
static void record_game(game *g, game_way way, uint64_t seed, uint32_t ticks, tape *to) {
    begin_game(g, way, seed, ticks, to);
    g->after = malloc(sizeof *g->after * ticks * 3 * soldiers);
    assert_int_equal(play(g), WITS_RECORDER_OK);
}

// --------------------------------------------------------------------------------------------------------------- tests

static void test_same_bytes(game_way way) {
    tape to = new_tape();
    game g;
    record_game(&g, way, 1, TICKS, &to);
    replay_all(&g, &to, NULL);
    if (way == AS_CROWD || way == IN_BLOCKS) {
        wits_list list = {g.army->records, MOST_LIST, 0, g.army->values, MOST_LIST, 0};
        const wits_replay_means means = {.code = g.army->code, .scratch = g.army->scratch, .list = &list};
        replay_all(&g, &to, &means);
    }
    assert_true(compared > 10);
    end_game(&g);
    free(to.bytes);
}

static void same_as_crowd(void **state) {
    (void)state;
    test_same_bytes(AS_CROWD);
}

static void same_in_blocks(void **state) {
    (void)state;
    test_same_bytes(IN_BLOCKS);
}

static void same_one_now(void **state) {
    (void)state;
    test_same_bytes(ONE_NOW);
}

static void same_one_listed(void **state) {
    (void)state;
    test_same_bytes(ONE_LISTED);
}

/// A replay that begins at a keyframe continues as the one from the start.
static void seek_to_every_tick(void **state) {
    (void)state;
    tape to = new_tape();
    game g;
    record_game(&g, ONE_NOW, 2, 40, &to);
    player *p = make_player(&desc);
    assert_true(begin_replay(p, to.bytes, to.size));
    assert_int_equal(p->recording.keyframes, 2);
    for (uint32_t tick = 0; tick < 45; tick++) {
        const uint32_t wanted = tick * 31 % 45, from = wanted < 16 ? 0 : wanted < 32 ? 16 : 32;
        wits_recorded_call call;
        assert_true(wits_replay_seek(p->replay, wanted, &p->report));
        assert_true(wits_replay_next(p->replay, &call, &p->report));
        assert_int_equal(call.tick, from);
        uint32_t calls = 0;
        for (player *q = make_player(&desc); q != NULL; q = NULL) {
            wits_recorded_call other = {.tick = UINT32_MAX};
            assert_true(begin_replay(q, to.bytes, to.size));
            while (wits_replay_next(q->replay, &other, NULL) && other.tick != from) {
                wits_replay_run(q->replay, &other, NULL);
                calls++;
            }
            end_replay(q);
            free_player(q);
        }
        wits_replay_run(p->replay, &call, NULL);
        assert_int_equal(hash_rows(p->army, call.first, call.count), g.after[calls]);
        assert_int_equal(run_rest(p, &g, calls + 1, NULL), g.calls);
    }
    wits_recorded_call call;
    assert_true(wits_replay_seek(p->replay, UINT32_MAX, &p->report));
    assert_true(wits_replay_next(p->replay, &call, &p->report));
    assert_int_equal(call.tick, 32);
    end_replay(p);
    free_player(p);
    end_game(&g);
    free(to.bytes);
}

/// Trace and explanation of one agent, and the call's other agents as usual.
static void run_one_agent_explained(void **state) {
    (void)state;
    tape to = new_tape();
    game g;
    record_game(&g, AS_CROWD, 3, 20, &to);
    player *p = make_player(&desc);
    assert_true(begin_replay(p, to.bytes, to.size));
    static _Alignas(8) uint64_t room[1 << 14];
    wits_explain explain;
    assert_in_range(wits_explain_size(p->army->brain), 1, sizeof room);
    wits_recorded_call call;
    uint32_t calls = 0, seen = 0, explained = 0;
    for (; wits_replay_next(p->replay, &call, &p->report); calls++) {
        for (uint64_t row = call.first; row < call.first + call.count; row++) {
            wits_frame frame = wits_replay_frame(p->replay, &call, row);
            wits_action_record records[64];
            uint32_t values[64];
            wits_list list = {records, 64, 0, values, 64, 0};
            wits_trace_record trace[64];
            wits_trace traced = {.records = trace, .capacity = 64};
            frame.list = &list;
            frame.trace = &traced;
            wits_explain_begin(&explain, p->army->brain, room, sizeof room);
            frame.explain = &explain;
            assert_int_equal(frame.agent, p->army->ids[row]);
            assert_ptr_equal(frame.functions, wits_replay_functions(p->replay));
            assert_true(wits_replay_run_one(p->replay, &call, row, &frame));
            seen += traced.count;
            explained += explain.option_count;
        }
        assert_int_equal(hash_rows(p->army, call.first, call.count), g.after[calls]);
    }
    assert_int_equal(calls, g.calls);
    assert_true(seen > 100 && explained > 1000);
    end_replay(p);
    free_player(p);
    end_game(&g);
    free(to.bytes);
}

static uint32_t listed_count;

static void count_listed(void *user, wits_list *list) {
    assert_ptr_equal(user, &listed_count);
    listed_count += list->count;
}

static void listed_actions(void **state) {
    (void)state;
    tape to = new_tape();
    game g;
    record_game(&g, AS_CROWD, 4, 20, &to);
    uint32_t counts[2];
    for (uint32_t i = 0; i < 2; i++) {
        player *p = make_player(&desc);
        assert_true(begin_replay(p, to.bytes, to.size));
        wits_list list = {g.army->records, 40, 0, g.army->values, MOST_LIST, 0};
        const wits_replay_means means = {.code = i == 0 ? g.army->code : NULL,
                                         .scratch = g.army->scratch,
                                         .list = &list,
                                         .listed = count_listed,
                                         .user = &listed_count};
        listed_count = 0;
        assert_int_equal(run_rest(p, &g, 0, &means), g.calls);
        counts[i] = listed_count;
        end_replay(p);
        free_player(p);
    }
    assert_true(counts[0] > 100);
    assert_int_equal(counts[0], counts[1]);
    end_game(&g);
    free(to.bytes);
}

/// Slices with tables of their own, and columns that the game promises not to change.
static void slices_and_private_columns(void **state) {
    (void)state;
    static const bool is_private[FIELD_COUNT + 1] = {
        [STEPS] = true, [NIGHT] = true};  // NIGHT is shared: recorded anyway
    tape to = new_tape();
    game g;
    begin_game(&g, IN_BLOCKS, 5, 1, &to);
    g.options.slices = 3;
    g.options.is_private = is_private;
    g.options.are_agents_private = true;
    g.army->night = true;
    const size_t size = wits_recorder_size(&g.options);
    void *memory = malloc(size);
    wits_recorder *recorder = wits_recorder_begin(&g.options, memory, size);
    army *w = g.army;
    assert_null(wits_recorder_functions(recorder, 3));
    assert_null(wits_recorder_block_functions(recorder, 3));
    uint64_t hashes[40];
    for (uint32_t tick = 0; tick < 40; tick++) {
        uint64_t number = mix(9, tick);
        change_targets(w, &number);
        w->danger[number % SOLDIERS] = 0.5f;
        assert_true(wits_recorder_raise(recorder, number % SOLDIERS, number % 2));
        assert_false(wits_recorder_raise(recorder, SOLDIERS, 0));
        assert_false(wits_recorder_raise(recorder, 0, 2));
        w->list.offsets = w->offsets;
        const wits_recorded_call call = {.verb = tick == 0 ? WITS_RECORDED_START : WITS_RECORDED_TICK,
                                         .is_crowd = true,
                                         .count = SOLDIERS,
                                         .tick = tick,
                                         .targets = &w->list};
        wits_list list = {w->records, MOST_LIST, 0, w->values, MOST_LIST, 0};
        wits_recorder_before(recorder, &call);
        for (uint32_t slice = 0; slice < 3; slice++) {
            const wits_crowd crowd = {.code = w->code,
                                      .count = SOLDIERS,
                                      .agents = w->agents,
                                      .agent_stride = 40,
                                      .ids = w->ids,
                                      .columns = w->columns,
                                      .contexts = w,
                                      .functions = wits_recorder_functions(recorder, slice),
                                      .block_functions = wits_recorder_block_functions(recorder, slice),
                                      .targets = &w->list};
            const wits_crowd_run run = {.tick = tick, .scratch = w->scratch, .list = &list, .block = 64};
            const wits_recorded_call part = {.verb = call.verb, .first = slice * 50, .count = 50};
            assert_int_equal(run_crowd(&crowd, &part, &run), 50);
        }
        wits_recorder_after(recorder, SOLDIERS);
        hashes[tick] = hash_rows(w, 0, SOLDIERS);
    }
    assert_true(wits_recorder_end(recorder));
    g.after = hashes;
    player *p = make_player(&desc);
    p->army->columns[NIGHT] = column(&p->army->night, 0, WITS_TYPE_BOOL);  // shared here, too
    assert_true(begin_replay(p, to.bytes, to.size));
    assert_int_equal(run_rest(p, &g, 0, NULL), 40);
    end_replay(p);
    free_player(p);
    g.after = NULL;
    end_game(&g);
    free(memory);
    free(to.bytes);
}

/// Changes that need several chunks: lists of tens of thousands of targets, and thousands of raised events.
static void large_changes(void **state) {
    (void)state;
    enum { ENEMIES = 40000, LARGE_TICKS = 4 };
    static uint32_t ids[ENEMIES], bodies[ENEMIES], most[] = {ENEMIES};
    static float distances[ENEMIES];
    tape to = new_tape();
    game g;
    begin_game(&g, ONE_NOW, 8, 1, &to);
    g.options.target_rows = most;
    g.options.are_agents_private = true;
    const size_t size = wits_recorder_size(&g.options);
    void *memory = malloc(size);
    wits_recorder *recorder = wits_recorder_begin(&g.options, memory, size);
    army *w = g.army;
    const wits_column columns[] = {column(distances, sizeof *distances, WITS_TYPE_FLOAT), w->enemy_columns[1]};
    uint64_t hashes[LARGE_TICKS];
    for (uint32_t tick = 0; tick < LARGE_TICKS; tick++) {
        // The number of targets of the last ticks shrinks, and their own data have no count.
        const wits_target_list list = {
            .ids = ids, .count = ENEMIES - tick, .columns = columns, .own_rows = tick != 2 ? bodies : NULL};
        for (uint32_t i = 0; i < ENEMIES; i++) {
            ids[i] = i + tick;
            bodies[i] = (uint32_t)mix(tick, i) % 16;
            distances[i] = (float)(mix(i, tick) % 1000) / 1000;
            assert_true(wits_recorder_raise(recorder, mix(i, tick) % SOLDIERS, i % 2));
        }
        wits_column shared[] = {columns[0], columns[1]};
        shared[1].stride = tick != 2 ? 1 : 0;
        wits_target_list now = list;
        now.columns = shared;
        const wits_recorded_call call = {.verb = tick == 0 ? WITS_RECORDED_START : WITS_RECORDED_TICK,
                                         .count = SOLDIERS,
                                         .tick = tick,
                                         .targets = &now};
        wits_recorder_before(recorder, &call);
        for (uint32_t row = 0; row < SOLDIERS; row++) {
            const wits_frame frame = {.tick = tick,
                                      .agent = w->ids[row],
                                      .context = w,
                                      .columns = w->columns,
                                      .row = row,
                                      .targets = &now,
                                      .functions = wits_recorder_functions(recorder, 0)};
            uint8_t *agent = w->agents + 40 * row;
            assert_true(tick == 0 ? wits_start(w->brain, agent, &frame) : wits_tick(w->brain, agent, &frame));
        }
        wits_recorder_after(recorder, SOLDIERS);
        hashes[tick] = hash_rows(w, 0, SOLDIERS);
    }
    assert_true(wits_recorder_end(recorder));
    g.after = hashes;
    player *p = make_player(&desc);
    p->report = (wits_report){&p->problem, 1, 0};
    p->agents = agents_of(p->army);
    assert_true(wits_recording_open(&p->recording, to.bytes, to.size, &p->report));
    assert_int_equal(p->recording.most_rows, ENEMIES);
    const size_t needed = wits_replay_size(&p->recording, p->army->brain);
    void *replay_memory = malloc(needed);
    p->replay = wits_replay_begin(&p->recording, &p->agents, &p->how, replay_memory, needed, &p->report);
    assert_non_null(p->replay);
    assert_int_equal(run_rest(p, &g, 0, NULL), LARGE_TICKS);
    assert_int_equal(p->report.count, 0);
    end_replay(p);
    free_player(p);
    free(replay_memory);
    g.after = NULL;
    end_game(&g);
    free(memory);
    free(to.bytes);
}

// --------------------------------------------------------------------------------------------------------- differences

/// Replays to a tick and changes the army there. Returns how the next comparison ended.
static wits_replay_result difference_after(const tape *from, uint32_t tick, void (*spoil)(army *),
                                           wits_difference *difference) {
    player *p = make_player(&desc);
    wits_replay_result result = WITS_REPLAY_NOT_COMPARED;
    wits_recorded_call call;
    assert_true(begin_replay(p, from->bytes, from->size));
    bool is_spoiled = false;
    while (wits_replay_next(p->replay, &call, NULL)) {
        result = wits_replay_check(p->replay, difference);
        if (is_spoiled && result != WITS_REPLAY_NOT_COMPARED) {
            break;
        }
        if (call.tick == tick && !is_spoiled) {
            spoil(p->army);
            is_spoiled = true;
        }
    }
    end_replay(p);
    free_player(p);
    return result;
}

static void spoil_nothing(army *w) {
    w->enemy_count = 1;
}

static void spoil_agent(army *w) {
    w->agents[40 * 7] ^= 1;
}

static void spoil_x(army *w) {
    w->x[12] += 100;
    w->danger[30] = 8;
}

static void name_differences(void **state) {
    (void)state;
    tape to = new_tape();
    game g;
    begin_game(&g, ONE_LISTED, 6, 40, &to);
    g.options.hash_every = 1000;
    g.options.functions = NULL;
    assert_int_equal(wits_recorder_size(&g.options) != 0, true);
    const size_t size = wits_recorder_size(&g.options);
    void *memory = malloc(size);
    wits_recorder *recorder = wits_recorder_begin(&g.options, memory, size);
    for (uint32_t tick = 0; tick < 40; tick++) {  // no call runs, here and in the replay
        change(g.army, tick);
        g.army->list.offsets = g.army->offsets;
        const wits_recorded_call call = {
            .verb = WITS_RECORDED_UPDATE, .count = SOLDIERS, .tick = tick, .targets = &g.army->list};
        wits_recorder_before(recorder, &call);
        wits_recorder_after(recorder, SOLDIERS);
    }
    assert_true(wits_recorder_end(recorder));
    wits_difference difference;
    assert_int_equal(difference_after(&to, 31, spoil_nothing, &difference), WITS_REPLAY_SAME);
    assert_int_equal(difference.row, UINT64_MAX);
    assert_int_equal(difference_after(&to, 31, spoil_agent, &difference), WITS_REPLAY_DIFFERS);
    assert_int_equal(difference.row, 7);
    assert_int_equal(difference.field, WITS_NONE);
    assert_int_equal(difference_after(&to, 31, spoil_x, &difference), WITS_REPLAY_DIFFERS);
    assert_int_equal(difference.row, 12);
    assert_int_equal(difference.field, FIELD_COUNT);
    free(memory);
    end_game(&g);
    to.size = to.writes = 0;  // the same with hashes: without the row
    begin_game(&g, AS_CROWD, 6, 40, &to);
    g.options.hash_every = 1;
    g.options.keyframe_every = 0;
    assert_int_equal(play(&g), WITS_RECORDER_OK);
    assert_int_equal(difference_after(&to, 31, spoil_x, &difference), WITS_REPLAY_DIFFERS);
    assert_int_equal(difference.row, UINT64_MAX);
    assert_int_equal(wits_replay_check(NULL, NULL), WITS_REPLAY_NOT_COMPARED);
    end_game(&g);
    free(to.bytes);
}

static void two_worlds(void **state) {
    (void)state;
    army *a = make_army(&desc, 1), *b = make_army(&desc, 1);
    wits_agents of_a = agents_of(a), of_b = agents_of(b);
    wits_difference difference;
    assert_false(wits_agents_differ(&of_a, &of_b, &difference));
    b->few[40].ammo = 2;
    assert_true(wits_agents_differ(&of_a, &of_b, &difference));
    assert_int_equal(difference.row, 40);
    assert_int_equal(difference.id, 5000 + 3 * 40);
    assert_int_equal(difference.field, AMMO);
    b->x[39] = 1;
    assert_true(wits_agents_differ(&of_a, &of_b, &difference));
    assert_int_equal(difference.row, 39);
    assert_int_equal(difference.field, FIELD_COUNT);
    b->agents[40 * 39] = 1;
    assert_true(wits_agents_differ(&of_a, &of_b, &difference));
    assert_int_equal(difference.field, WITS_NONE);
    of_b.count = 20;
    assert_true(wits_agents_differ(&of_a, &of_b, NULL));
    free_army(a);
    free_army(b);
}

// ------------------------------------------------------------------------------------------------------- other brains

/// A state has another name, one is new, events and functions have other numbers, a field another type.
static const wits_field_desc new_fields[] = {
    {.name = "night", .type = WITS_TYPE_BOOL},
    {.name = "danger", .type = WITS_TYPE_FLOAT},
    {.name = "mood", .type = WITS_TYPE_ENUM, .values = moods, .value_count = 3},
    {.name = "ammo", .type = WITS_TYPE_INT16},
    {.name = "seen", .type = WITS_TYPE_BOOL},
    {.name = "steps", .type = WITS_TYPE_FLOAT},
};
static const char *const new_events[] = {"shot", "noise"};
static const wits_state_desc new_states[] = {
    {.name = "soldier", .kind = WITS_KIND_UTILITY, .inertia = 0.1f},
    {.name = "sleep", .score = "0.1"},
    {.name = "hide", .score = "0.9 if mood == afraid else 0", .hold = 3, .decide = "shout()"},
    {.name = "fight",
     .target = "enemy",
     .score = "enemy.distance * (0.5 if enemy.hurt else 1)",
     .update = "shoot(ammo)",
     .enter = "ammo = ammo - 1",
     .timed = true},
    {.name = "rest", .score = "calm()", .update = "seen = false"},
    {.name = "march", .score = "danger if can_walk(3) or night else 0.2", .step = "stride", .data_size = 4},
};
static const wits_transition_desc new_transitions[] = {
    {.from = 0, .any = true, .to = 2, .event = "noise", .when = "hears"}};
static const wits_step_desc new_steps[] = {{.of = 5, .to = 4}};
static const wits_desc new_desc = {
    STATES(new_states),   TRANSITIONS(new_transitions), STEPS(new_steps), EVENTS(new_events), FUNCTIONS(functions),
    .fields = new_fields, .field_count = FIELD_COUNT,   .targets = kinds, .target_count = 1};

static void run_with_edited_brain(void **state) {
    (void)state;
    static const wits_rename renames[] = {{WITS_TABLE_STATES, "walk", "march"}};
    tape to = new_tape();
    game g;
    record_game(&g, AS_CROWD, 7, 40, &to);
    player *p = make_player(&new_desc);
    army *w = p->army;
    static float step_floats[SOLDIERS];
    const wits_column columns[] = {column(w->nights, sizeof *w->nights, WITS_TYPE_BOOL),
                                   w->columns[DANGER],
                                   w->columns[MOOD],
                                   w->columns[AMMO],
                                   w->columns[SEEN],
                                   column(step_floats, sizeof *step_floats, WITS_TYPE_FLOAT)};
    memcpy(w->columns, columns, sizeof columns);
    const wits_frame frame = {.functions = functions, .context = w};
    p->how.renames = renames;
    p->how.rename_count = 1;
    p->how.frame = &frame;
    assert_true(begin_replay(p, to.bytes, to.size));
    wits_recorded_call call;
    uint32_t calls = 0, marching = 0, fighting = 0, others = 0;
    while (wits_replay_next(p->replay, &call, &p->report)) {
        assert_int_not_equal(wits_replay_check(p->replay, NULL), WITS_REPLAY_DIFFERS);
        wits_replay_run(p->replay, &call, NULL);
        for (uint32_t i = 0; i < soldiers; i++) {
            const uint8_t *agent = w->agents + 40 * i;
            assert_true(wits_agent_is_valid(w->brain, agent, wits_agent_size(w->brain)));
            const char *name = wits_state_name(w->brain, wits_deepest(w->brain, agent));
            marching += strcmp(name, "march") == 0;
            fighting += strcmp(name, "fight") == 0;
            others += strcmp(name, "sleep") == 0;
        }
        calls++;
        if (call.tick > 30) {
            break;  // agents of private fields differ by now, but all of them are valid
        }
    }
    assert_int_equal(p->report.count, 0);
    assert_true(calls > 30 && marching > 100 && fighting > 100);
    assert_true(w->night || w->nights[0] == (call.tick % 8 < 3));
    (void)others;
    end_replay(p);
    free_player(p);
    end_game(&g);
    free(to.bytes);
}

/// An allocator that fails at call number `left` + 1.
static void *allocate_some(void *user, size_t size) {
    uint32_t *left = user;
    if (*left == 0) {
        return NULL;
    }
    --*left;
    return allocate(&blocks, size);
}

static void release_some(void *user, void *memory, size_t size) {
    (void)user;
    release(&blocks, memory, size);
}

static void run_out_of_memory(void **state) {
    (void)state;
    tape to = new_tape();
    game g;
    record_game(&g, AS_CROWD, 7, 3, &to);
    player *p = make_player(&new_desc);
    static float step_floats[SOLDIERS];
    const wits_column columns[] = {column(p->army->nights, 1, WITS_TYPE_BOOL),
                                   p->army->columns[DANGER],
                                   p->army->columns[MOOD],
                                   p->army->columns[AMMO],
                                   p->army->columns[SEEN],
                                   column(step_floats, sizeof *step_floats, WITS_TYPE_FLOAT)};
    memcpy(p->army->columns, columns, sizeof columns);
    const wits_frame frame = {.functions = functions, .context = p->army};
    uint32_t left = 0, tries = 0;
    const wits_allocator some = {allocate_some, release_some, &left};
    p->how = (wits_migration){.allocator = &some, .frame = &frame};
    for (bool has_begun = false; !has_begun; tries++) {
        left = tries;
        has_begun = begin_replay(p, to.bytes, to.size);
        if (!has_begun) {
            assert_string_equal(problem_of(p), "snapshot: no memory left; nothing was loaded");
            assert_int_equal(blocks, 0);
        }
    }
    assert_in_range(tries, 6, 30);
    end_replay(p);
    free_player(p);
    end_game(&g);
    free(to.bytes);
}

// ------------------------------------------------------------------------------------------------- foreign recordings

enum { FEW = 6, FEW_TICKS = 9 };

/// A short recording of few agents, with everything in it.
static void record_few(game *g, tape *to) {
    soldiers = FEW;
    begin_game(g, ONE_NOW, 12, FEW_TICKS, to);
    g->after = malloc(sizeof *g->after * FEW_TICKS * 3 * FEW);
    g->options.hash_every = 3;
    g->options.keyframe_every = 4;
    assert_int_equal(play(g), WITS_RECORDER_OK);
}

static void end_few(game *g, tape *to) {
    end_game(g);
    free(to->bytes);
    soldiers = SOLDIERS;
}

static void cut_at_every_byte(void **state) {
    (void)state;
    tape to = new_tape();
    game g;
    record_few(&g, &to);
    player *p = make_player(&desc);
    uint32_t last = 0, opened = 0;
    for (size_t size = 0; size <= to.size; size++) {
        uint8_t *part = malloc(size > 0 ? size : 1);  // exact, so that sanitizers see every byte beyond
        memcpy(part, to.bytes, size);
        if (begin_replay(p, part, size)) {
            assert_int_equal(p->recording.end == WITS_RECORDING_COMPLETE, size == to.size);
            assert_int_not_equal(p->recording.end, WITS_RECORDING_DAMAGED);
            const uint32_t calls = run_rest(p, &g, 0, NULL);
            assert_int_equal(calls, p->recording.calls);
            assert_int_equal(p->report.count, 0);
            assert_in_range(calls, last, last + 1);
            last = calls;
            opened++;
            end_replay(p);
        } else {
            assert_int_equal(opened, 0);
            assert_non_null(strstr(problem_of(p), size == 0 ? "not a recording" : "cut short"));
        }
        free(part);
    }
    assert_int_equal(last, g.calls);
    free_player(p);
    end_few(&g, &to);
}

static void flip_every_bit(void **state) {
    (void)state;
    tape to = new_tape();
    game g;
    record_few(&g, &to);
    player *p = make_player(&desc);
    const uint32_t step = REPEATS_ARE_FEW ? 7 : 1;
    uint32_t refused = 0, replayed = 0;
    for (size_t bit = 0; bit < to.size * 8; bit += step) {
        to.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (begin_replay(p, to.bytes, to.size)) {
            assert_int_equal(p->recording.end, WITS_RECORDING_DAMAGED);  // also where a length is changed
            assert_true(p->recording.readable <= bit / 8);
            assert_int_equal(run_rest(p, &g, 0, NULL), p->recording.calls);
            replayed++;
            end_replay(p);
        } else {
            refused++;
        }
        to.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_true(refused > 1000 / step && replayed > 1000 / step);
    free_player(p);
    end_few(&g, &to);
}

/// Corrects the sums of all chunks, as far as their sizes allow it. Those of snapshots stay wrong.
static void correct_sums(uint8_t *bytes, size_t size) {
    for (size_t at = 16; at + 16 <= size;) {
        const uint64_t word = word_at(bytes + at), length = word >> 8;
        if (length > size - at - 16) {
            return;
        }
        const uint64_t sum = sum_of(word, bytes + at + 16, (size_t)length);
        for (uint32_t i = 0; i < 8; i++) {
            bytes[at + 8 + i] = (uint8_t)(sum >> 8 * i);
        }
        at += 16 + (size_t)length;
    }
}

static void change_bytes_with_right_sums(void **state) {
    (void)state;
    tape to = new_tape();
    game g;
    record_few(&g, &to);
    player *p = make_player(&desc);
    uint8_t *bytes = malloc(to.size);
    uint32_t refused = 0, ended = 0, complained = 0;
    for (uint64_t i = 0; i < (REPEATS_ARE_FEW ? 4000 : 20000); i++) {
        memcpy(bytes, to.bytes, to.size);
        for (uint64_t k = 0; k < 1 + i % 3; k++) {
            const uint64_t number = mix(i, k);
            bytes[number % to.size] ^= (uint8_t)(1u << (number >> 32) % 8);
        }
        correct_sums(bytes, to.size);
        if (!begin_replay(p, bytes, to.size)) {
            refused++;
            continue;
        }
        wits_recorded_call call;
        while (wits_replay_next(p->replay, &call, &p->report)) {
            wits_replay_run(p->replay, &call, NULL);
            for (uint32_t row = 0; row < soldiers; row++) {
                const uint8_t *agent = p->army->agents + 40 * row;
                assert_true(wits_agent_is_valid(p->army->brain, agent, wits_agent_size(p->army->brain)));
                assert_true(p->army->few[row].mood < 3 && *(const uint8_t *)&p->army->few[row].seen <= 1);
            }
        }
        ended += p->recording.end == WITS_RECORDING_COMPLETE;
        complained += p->report.count != 0;
        end_replay(p);
    }
    assert_true(refused > 10 && ended > 10 && complained > 10);
    free(bytes);
    free_player(p);
    end_few(&g, &to);
}

/// Returns how often a replay was the same.
static uint32_t count_same(player *p, const tape *from) {
    assert_true(begin_replay(p, from->bytes, from->size));
    assert_int_equal(p->recording.end, WITS_RECORDING_COMPLETE);
    uint32_t same = 0;
    wits_recorded_call call;
    while (wits_replay_next(p->replay, &call, &p->report)) {
        same += wits_replay_check(p->replay, NULL) == WITS_REPLAY_SAME;
        wits_replay_run(p->replay, &call, NULL);
    }
    end_replay(p);
    return same;
}

/// A keyframe with a wrong sum of its agents says nothing about them. Only the sum of the part is right.
static void damage_a_keyframe(void **state) {
    enum { KEYFRAME = 7 };
    (void)state;
    tape to = new_tape();
    game g;
    soldiers = FEW;
    begin_game(&g, ONE_NOW, 12, FEW_TICKS, &to);
    g.after = malloc(sizeof *g.after * FEW_TICKS * 3 * FEW);
    g.options.hash_every = 1000;
    g.options.keyframe_every = 4;
    assert_int_equal(play(&g), WITS_RECORDER_OK);
    player *p = make_player(&desc);
    const uint32_t same = count_same(p, &to);
    size_t at = 16;
    while ((word_at(to.bytes + at) & 0xFF) != KEYFRAME) {
        at += 16 + (size_t)(word_at(to.bytes + at) >> 8);
    }
    to.bytes[at + 16 + (size_t)(word_at(to.bytes + at) >> 8) - 1] ^= 1;
    correct_sums(to.bytes, to.size);
    assert_int_equal(same, 2);
    assert_int_equal(count_same(p, &to), same - 1);
    free_player(p);
    end_few(&g, &to);
}

/// A list that grows and shrinks within one part of a recording, which no recorder writes: the memory of a replay must
/// hold its most rows, not its last.
static void shrink_a_list_in_a_part(void **state) {
    enum { ROWS = 20 * 64, CHANGES = 4, ARRAYS = 2, IDS = 1 };
    (void)state;
    tape to = new_tape();
    game g;
    record_few(&g, &to);
    size_t at = 16;
    while ((word_at(to.bytes + at) & 0xFF) != 3) {  // the start
        at += 16 + (size_t)(word_at(to.bytes + at) >> 8);
    }
    at += 16 + (size_t)(word_at(to.bytes + at) >> 8);
    uint8_t *part = malloc(to.size + 8 * ROWS), *end = part + at + 16;
    memcpy(part, to.bytes, at);
    *end++ = ARRAYS;
    *end++ = IDS;
    *end++ = 0x80 | (ROWS & 0x7F);
    *end++ = ROWS >> 7;
    for (uint32_t piece = 0; piece < ROWS / 64; piece++) {
        *end++ = piece == 0 ? 1 : 2;
        memset(end, 0xFF, 8);
        memset(end + 8, 0x11, 64 * 4);
        end += 8 + 64 * 4;
    }
    memcpy(end, (const uint8_t[]){0, ARRAYS, IDS, 0, 0}, 5);
    end += 5;
    const uint64_t word = (uint64_t)(end - part - (ptrdiff_t)at - 16) << 8 | CHANGES;
    for (uint32_t i = 0; i < 8; i++) {
        part[at + i] = (uint8_t)(word >> 8 * i);
    }
    memcpy(end, to.bytes + at, to.size - at);
    end += to.size - at;
    correct_sums(part, (size_t)(end - part));
    player *p = make_player(&desc);
    assert_true(begin_replay(p, part, (size_t)(end - part)));
    assert_int_equal(p->recording.end, WITS_RECORDING_COMPLETE);
    assert_int_equal(p->recording.most_rows, ROWS);
    wits_recorded_call call;
    while (wits_replay_next(p->replay, &call, &p->report)) {
        wits_replay_run(p->replay, &call, NULL);
    }
    assert_int_equal(p->report.count, 0);
    assert_int_equal(wits_replay_check(p->replay, NULL), WITS_REPLAY_SAME);
    end_replay(p);
    free(part);
    free_player(p);
    end_few(&g, &to);
}

/// Returns the offset of the first chunk of a type.
static size_t find_chunk(const tape *of, uint8_t type) {
    size_t at = 16;
    while (of->bytes[at] != type) {
        at += 16 + (size_t)(word_at(of->bytes + at) >> 8);
        assert_true(at < of->size);
    }
    return at;
}

/// Returns arguments with which the question number `i` has the same hash in a replay as all others: the inverse of
/// question_hash in src/record/reply.c.
static uint64_t colliding_arguments(uint32_t function, uint64_t i) {
    const uint64_t factor = 0x9E3779B97F4A7C15u;
    uint64_t inverse = factor;
    for (uint32_t k = 0; k < 6; k++) {
        inverse *= 2 - factor * inverse;
    }
    uint64_t hash = ((uint64_t)12345 << 32 | i) * inverse;
    hash ^= hash >> 32;
    hash = (hash ^ ((uint64_t)WITS_NONE << 32 | WITS_NO_TARGET)) * inverse;
    hash ^= hash >> 29 ^ hash >> 58;
    return hash ^ (uint64_t)function << 16;
}

/// Replaces the first answers with so many whose questions have the same hash. Returns whether a replay accepts them.
static bool replay_colliding_answers(const tape *from, uint64_t count, wits_problem *problem) {
    enum { ANSWERS_CHUNK = 5, CAN_WALK = 1, ANSWER_BYTES = 12 };
    const size_t at = find_chunk(from, ANSWERS_CHUNK), next = at + 16 + (size_t)(word_at(from->bytes + at) >> 8);
    uint8_t *bytes = malloc(from->size + (size_t)count * ANSWER_BYTES), *end = bytes + at;
    memcpy(bytes, from->bytes, at);
    const uint64_t word = count * ANSWER_BYTES << 8 | ANSWERS_CHUNK;
    for (uint32_t i = 0; i < 8; i++, end++) {
        *end = (uint8_t)(word >> 8 * i);
    }
    end += 8;  // its sum
    for (uint64_t i = 0; i < count; i++) {
        const uint64_t arguments = colliding_arguments(CAN_WALK, i);
        memcpy(end, (const uint8_t[]){1 | 64, CAN_WALK, 0, 0}, 4);  // yes, with arguments; state, agent
        end += 4;
        for (uint32_t k = 0; k < 8; k++, end++) {
            *end = (uint8_t)(arguments >> 8 * k);
        }
    }
    memcpy(end, from->bytes + next, from->size - next);
    end += from->size - next;
    correct_sums(bytes, (size_t)(end - bytes));
    player *p = make_player(&desc);
    assert_true(begin_replay(p, bytes, (size_t)(end - bytes)));
    assert_int_equal(p->recording.end, WITS_RECORDING_COMPLETE);
    assert_true(p->recording.most_answers >= count);
    wits_recorded_call call;
    const bool is_accepted = wits_replay_next(p->replay, &call, &p->report);
    assert_int_equal(is_accepted, p->report.count == 0);
    *problem = p->problem;
    end_replay(p);
    free_player(p);
    free(bytes);
    return is_accepted;
}

/// A recording made for it cannot make a replay search for long.
static void collide_answers(void **state) {
    (void)state;
    tape to = new_tape();
    game g;
    wits_problem problem;
    record_few(&g, &to);
    assert_true(replay_colliding_answers(&to, 512, &problem));
    assert_false(replay_colliding_answers(&to, 513, &problem));
    char text[200];
    wits_problem_text(&problem, text, sizeof text);
    assert_string_equal(text, "recording: damaged: its answers");
    end_few(&g, &to);
}

/// No recorder writes a restart of a crowd: there is no such call.
static void replay_no_restart_of_a_crowd(void **state) {
    enum { CALL = 6, VERB_AT = 16, IS_CROWD_AT = 17 };
    (void)state;
    tape to = new_tape();
    game g;
    record_few(&g, &to);
    player *p = make_player(&desc);
    const size_t at = find_chunk(&to, CALL);
    for (uint32_t i = 0; i < 4; i++) {
        const bool is_crowd = i % 2 != 0, is_restart = i / 2 != 0;
        to.bytes[at + VERB_AT] = is_restart ? WITS_RECORDED_RESTART : WITS_RECORDED_START;
        to.bytes[at + IS_CROWD_AT] = is_crowd;
        correct_sums(to.bytes, to.size);
        assert_true(begin_replay(p, to.bytes, to.size));
        const bool is_good = !is_crowd || !is_restart;
        assert_int_equal(p->recording.end, is_good ? WITS_RECORDING_COMPLETE : WITS_RECORDING_DAMAGED);
        assert_int_equal(p->recording.calls, is_good ? g.calls : 0);
        end_replay(p);
    }
    free_player(p);
    end_few(&g, &to);
}

/// A call of no agents may be anywhere, also after the last one, whose id is the last of the ids.
static void call_no_agents(void **state) {
    (void)state;
    tape to = new_tape();
    game g;
    for (uint32_t as_crowd = 0; as_crowd < 2; as_crowd++) {
        begin_game(&g, as_crowd ? AS_CROWD : ONE_NOW, 3, 1, &to);
        g.options.hash_every = 1;
        const size_t size = wits_recorder_size(&g.options);
        void *memory = malloc(size);
        wits_recorder *recorder = wits_recorder_begin(&g.options, memory, size);
        assert_non_null(g.agents.ids);
        for (uint32_t i = 0; i < 3; i++) {
            const wits_recorded_call call = {
                .verb = WITS_RECORDED_TICK, .is_crowd = as_crowd, .first = SOLDIERS * i / 2, .tick = i};
            wits_recorder_before(recorder, &call);
            wits_recorder_after(recorder, 0);
        }
        assert_true(wits_recorder_end(recorder));
        player *p = make_player(&desc);
        const wits_replay_means means = {.code = p->army->code, .scratch = p->army->scratch};
        assert_true(begin_replay(p, to.bytes, to.size));
        assert_int_equal(p->recording.end, WITS_RECORDING_COMPLETE);
        wits_recorded_call call;
        for (uint32_t i = 0; i < 3; i++) {
            assert_true(wits_replay_next(p->replay, &call, &p->report));
            assert_int_equal(call.first, SOLDIERS * i / 2);
            assert_int_equal(call.count, 0);
            wits_replay_run(p->replay, &call, i == 2 ? &means : NULL);
            wits_replay_run(p->replay, &call, NULL);
        }
        assert_false(wits_replay_next(p->replay, &call, &p->report));
        assert_int_equal(wits_replay_check(p->replay, NULL), WITS_REPLAY_SAME);
        assert_int_equal(p->report.count, 0);
        end_replay(p);
        free_player(p);
        free(memory);
        end_game(&g);
        to.size = 0;
    }
    free(to.bytes);
}

// ------------------------------------------------------------------------------------------------------------ the sink

static void fail_at_every_write(void **state) {
    (void)state;
    tape to = new_tape(), part = new_tape();
    game g;
    record_few(&g, &to);
    const uint32_t writes = to.writes;
    for (uint32_t n = 1; n <= writes + 1; n++) {
        game again;
        soldiers = FEW;
        part = (tape){.bytes = part.bytes, .fails_at = n};
        begin_game(&again, ONE_NOW, 12, FEW_TICKS, &part);
        again.options.hash_every = 3;
        again.options.keyframe_every = 4;
        assert_int_equal(play(&again), n <= writes ? WITS_RECORDER_WRITE_FAILED : WITS_RECORDER_OK);
        assert_int_equal(again.calls, g.calls);  // the game has continued
        assert_int_equal(part.writes, n <= writes ? n : writes);
        assert_memory_equal(part.bytes, to.bytes, part.size);
        assert_int_equal(hash_rows(again.army, 0, FEW), hash_rows(g.army, 0, FEW));
        end_game(&again);
    }
    free(part.bytes);
    end_few(&g, &to);
}

/// Hides what depends on the machine: the hash of the compiled brain, and sums over it.
static void hide_brain_hashes(uint8_t *bytes, size_t size) {
    for (size_t at = 16; at + 16 <= size; at += 16 + (size_t)(word_at(bytes + at) >> 8)) {
        if (bytes[at] == 3 || bytes[at] == 7) {
            memset(bytes + at + 8, 0, 8);
            memset(bytes + at + 16 + 24, 0, 8);
            memset(bytes + at + 16 + 40, 0, 8);
        }
    }
}

/// The same bytes on every machine, and a recording of another machine.
static void same_as_golden(void **state) {
    (void)state;
    enum { MOST_GOLDEN = 64 << 10 };
    tape to = new_tape();
    game g;
    record_few(&g, &to);
    uint8_t *golden = malloc(MOST_GOLDEN);
    FILE *file = fopen("tests/golden/soldiers.recording", getenv("WITS_WRITE_GOLDEN") != NULL ? "wb+" : "rb");
    assert_non_null(file);
    if (getenv("WITS_WRITE_GOLDEN") != NULL) {
        fwrite(to.bytes, 1, to.size, file);
        rewind(file);
    }
    assert_int_equal(fread(golden, 1, MOST_GOLDEN, file), to.size);
    fclose(file);
    player *p = make_player(&desc);
    assert_true(begin_replay(p, golden, to.size));
    assert_int_equal(p->recording.end, WITS_RECORDING_COMPLETE);
    assert_int_equal(run_rest(p, &g, 0, NULL), g.calls);
    assert_int_equal(wits_replay_check(p->replay, NULL), WITS_REPLAY_SAME);
    end_replay(p);
    free_player(p);
    hide_brain_hashes(golden, to.size);
    hide_brain_hashes(to.bytes, to.size);
    assert_memory_equal(golden, to.bytes, to.size);
    free(golden);
    end_few(&g, &to);
}

// ------------------------------------------------------------------------------------------------------------ refusals

static void refuse_options(void **state) {
    (void)state;
    tape to = new_tape();
    game g;
    begin_game(&g, AS_CROWD, 1, 1, &to);
    const wits_recorder_options good = g.options;
    const size_t size = wits_recorder_size(&good);
    uint64_t *memory = malloc(size + 8);
    assert_int_equal(wits_recorder_size(NULL), 0);
    assert_null(wits_recorder_begin(&good, memory, size - 1));
    assert_null(wits_recorder_begin(&good, NULL, size));
    assert_null(wits_recorder_begin(&good, (uint8_t *)memory + 4, size));
    wits_recorder_options bad = good;
    bad.write = NULL;
    assert_int_equal(wits_recorder_size(&bad), 0);
    bad = good;
    bad.agents = NULL;
    assert_int_equal(wits_recorder_size(&bad), 0);
    bad = good;
    bad.text = NULL;
    assert_int_equal(wits_recorder_size(&bad), 0);
    g.agents.first = 1;
    assert_int_equal(wits_recorder_size(&good), 0);
    g.agents.first = 0;
    g.agents.agents = NULL;
    assert_int_equal(wits_recorder_size(&good), 0);
    assert_null(wits_recorder_begin(&good, memory, size));
    assert_int_equal(to.size, 0);
    free(memory);
    end_game(&g);
    free(to.bytes);
}

typedef enum mistake {
    TWICE,
    NO_BEFORE,
    ROWS,
    VERB,
    CROWD_RESTART,
    HANDLED,
    TARGETS,
    ANSWERS,
    SPAWN,
    END,
    MISTAKES
} mistake;

static wits_recorder_status make_mistake(mistake what) {
    tape to = new_tape();
    game g;
    begin_game(&g, ONE_NOW, 1, 1, &to);
    const uint32_t few_rows[] = {3};
    g.options.target_rows = what == TARGETS ? few_rows : target_rows;
    g.options.answer_bytes = what == ANSWERS ? 100 : 0;
    const size_t size = wits_recorder_size(&g.options);
    void *memory = malloc(size);
    wits_recorder *recorder = wits_recorder_begin(&g.options, memory, size);
    wits_recorded_call call = {.verb = WITS_RECORDED_UPDATE, .count = 1};
    call.verb = what == VERB ? WITS_RECORDED_VERB_COUNT : what == CROWD_RESTART ? WITS_RECORDED_RESTART : call.verb;
    call.is_crowd = what == CROWD_RESTART;
    call.first = what == ROWS ? SOLDIERS : 0;
    g.agents.count += what == SPAWN;
    if (what == TARGETS || what == ANSWERS) {
        for (uint32_t tick = 0; tick < 8; tick++) {
            play_tick(&g, recorder, tick);
        }
    } else if (what != NO_BEFORE) {
        wits_recorder_before(recorder, &call);
    }
    if (what == TWICE) {
        wits_recorder_before(recorder, &call);
    } else if (what == NO_BEFORE || what == HANDLED) {
        wits_recorder_after(recorder, what == HANDLED ? 2 : 0);
    }
    const bool is_complete = wits_recorder_end(recorder);
    assert_false(is_complete);
    assert_false(wits_recorder_end(recorder));
    wits_recorder_before(recorder, &call);  // nothing more is written
    wits_recorder_after(recorder, 1);
    const wits_recorder_status status = wits_recorder_status_of(recorder);
    assert_int_equal(wits_recorder_bytes(recorder), to.size);
    player *p = make_player(&desc);
    assert_true(begin_replay(p, to.bytes, to.size));
    assert_int_equal(p->recording.end, WITS_RECORDING_CUT);
    end_replay(p);
    free_player(p);
    free(memory);
    end_game(&g);
    free(to.bytes);
    return status;
}

static void end_with_a_status(void **state) {
    (void)state;
    for (uint32_t what = 0; what < MISTAKES; what++) {
        const wits_recorder_status expected = what == TARGETS   ? WITS_RECORDER_TARGETS_FULL
                                              : what == ANSWERS ? WITS_RECORDER_ANSWERS_FULL
                                              : what == SPAWN   ? WITS_RECORDER_OTHER_COUNT
                                                                : WITS_RECORDER_WRONG_CALL;
        assert_int_equal(make_mistake((mistake)what), expected);
    }
    for (uint32_t i = 1; i < WITS_RECORDER_STATUS_COUNT; i++) {
        assert_true(strlen(wits_recorder_status_text((wits_recorder_status)i)) > 10);
    }
    assert_string_equal(wits_recorder_status_text(WITS_RECORDER_OK), "");
    assert_string_equal(wits_recorder_status_text(WITS_RECORDER_STATUS_COUNT), "");
    wits_recorder_before(NULL, NULL);
    wits_recorder_after(NULL, 0);
    assert_false(wits_recorder_end(NULL));
    assert_null(wits_recorder_functions(NULL, 0));
    assert_int_equal(wits_recorder_status_of(NULL), WITS_RECORDER_WRONG_CALL);
}

static void refuse_recordings(void **state) {
    (void)state;
    tape to = new_tape();
    game g;
    record_few(&g, &to);
    player *p = make_player(&desc);
    assert_false(begin_replay(p, NULL, 0));
    assert_string_equal(problem_of(p), "recording: not a recording of wits");
    assert_false(begin_replay(p, (const uint8_t *)"wits snp........", 16));
    assert_string_equal(problem_of(p), "recording: not a recording of wits");
    assert_false(begin_replay(p, to.bytes, 20));
    assert_string_equal(problem_of(p), "recording: cut short; its first agents are not complete");
    to.bytes[8] = 9;
    assert_false(begin_replay(p, to.bytes, to.size));
    assert_string_equal(problem_of(p), "recording: made by a newer version of wits; this one reads version 1, not 9");
    to.bytes[8] = 0;
    assert_false(begin_replay(p, to.bytes, to.size));
    assert_string_equal(problem_of(p), "recording: damaged: its version is 0");
    to.bytes[8] = 1;
    to.bytes[40]++;
    assert_false(begin_replay(p, to.bytes, to.size));
    assert_string_equal(problem_of(p), "recording: damaged: its first agents");
    correct_sums(to.bytes, to.size);
    assert_false(begin_replay(p, to.bytes, to.size));
    assert_string_equal(problem_of(p), "recording: damaged: its header");
    to.bytes[40]--;
    correct_sums(to.bytes, to.size);
    assert_true(begin_replay(p, to.bytes, to.size));
    end_replay(p);

    const size_t needed = wits_replay_size(&p->recording, p->army->brain);
    void *memory = malloc(needed);
    p->report.count = 0;
    assert_null(wits_replay_begin(&p->recording, &p->agents, &plain, memory, needed - 1, &p->report));
    assert_non_null(strstr(problem_of(p), "smaller than wits_replay_size returns"));
    p->report.count = 0;
    p->agents.count--;
    assert_null(wits_replay_begin(&p->recording, &p->agents, &plain, memory, needed, &p->report));
    assert_string_equal(problem_of(p), "recording: the memory must have exactly its agents, with rows from 0");
    p->agents.count++;
    p->report.count = 0;
    p->agents.ids = NULL;
    assert_null(wits_replay_begin(&p->recording, &p->agents, &plain, memory, needed, &p->report));
    assert_string_equal(problem_of(p), "snapshot: its agents have ids; give memory for ids");
    assert_int_equal(wits_replay_size(NULL, p->army->brain), 0);
    assert_int_equal(wits_replay_size(&p->recording, NULL), 0);
    wits_recorded_call call;
    assert_false(wits_replay_next(NULL, &call, NULL));
    assert_false(wits_replay_seek(NULL, 0, NULL));
    wits_replay_end(NULL);
    free(memory);
    free_player(p);
    end_few(&g, &to);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_crowd),      cmocka_unit_test(same_in_blocks),
        cmocka_unit_test(same_one_now),       cmocka_unit_test(same_one_listed),
        cmocka_unit_test(seek_to_every_tick), cmocka_unit_test(run_one_agent_explained),
        cmocka_unit_test(listed_actions),     cmocka_unit_test(slices_and_private_columns),
        cmocka_unit_test(large_changes),      cmocka_unit_test(name_differences),
        cmocka_unit_test(two_worlds),         cmocka_unit_test(run_with_edited_brain),
        cmocka_unit_test(run_out_of_memory),  cmocka_unit_test(cut_at_every_byte),
        cmocka_unit_test(flip_every_bit),     cmocka_unit_test(change_bytes_with_right_sums),
        cmocka_unit_test(damage_a_keyframe),  cmocka_unit_test(shrink_a_list_in_a_part),
        cmocka_unit_test(collide_answers),    cmocka_unit_test(replay_no_restart_of_a_crowd),
        cmocka_unit_test(call_no_agents),     cmocka_unit_test(fail_at_every_write),
        cmocka_unit_test(same_as_golden),     cmocka_unit_test(refuse_options),
        cmocka_unit_test(end_with_a_status),  cmocka_unit_test(refuse_recordings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
