// SPDX-License-Identifier: MIT
// wits/record.h: what a game did with its agents, recorded and replayed to the same bytes; recordings that are cut,
// damaged or made by an enemy; and every refusal.
#include "support.h"

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

/// What the game answers depends on much that is not recorded.
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

static const wits_crowd_function block_functions[COUNT(functions)] = {[1] = {.condition = block_can_walk}};

static const wits_desc desc = {
    STATES(states),   TRANSITIONS(transitions),   STEPS(steps),     EVENTS(events),   FUNCTIONS(functions),
    .fields = fields, .field_count = FIELD_COUNT, .targets = kinds, .target_count = 1};

// --------------------------------------------------------------------------------------------------------------- army

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
    for (uint32_t i = 0; i < SOLDIERS; i++) {
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
                         .count = SOLDIERS,
                         .ids = w->ids,
                         .columns = w->columns,
                         .own = w->own,
                         .own_count = 1};
}

static void change_targets(army *w, uint64_t *number) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < SOLDIERS; i++) {
        w->offsets[i] = count;
        for (uint32_t k = (*number = mix(*number, i)) % 4; k > 0 && count < MOST_ENEMIES; k--, count++) {
            w->enemy_ids[count] = (uint32_t)(mix(*number, k) % 50);
            w->bodies[count] = (uint32_t)(mix(*number, k) % 16);
            w->distances[count] = (float)(mix(*number, k + 9) % 100) / 100;
        }
    }
    w->offsets[SOLDIERS] = count;
    w->list.count = count;
    w->hurt[*number % 16] = *number % 3 == 0;
}

/// Everything that a game may do between calls.
static void change(army *w, uint32_t tick) {
    uint64_t number = mix(w->seed, tick * 7919u);
    for (uint32_t i = 0; i < SOLDIERS; i++) {
        number = mix(number, i);
        w->danger[i] = number % 20 == 0 ? (float)(number % 128) / 128 : w->danger[i];
        w->few[i].mood = number % 23 == 0 ? (uint8_t)(number >> 20) % 3 : w->few[i].mood;
        w->few[i].ammo = number % 31 == 0 ? (int16_t)(number >> 24) : w->few[i].ammo;
        w->x[i] += number % 10 == 0;
        uint8_t *agent = w->agents + (size_t)40 * i;
        if (number % 17 == 0) {
            wits_raise(w->brain, agent, number % 2);
        }
        if (number % 97 == 0) {  // it dies, and another one gets its memory
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
                              .count = SOLDIERS,
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
    wits_recorded_call call = {.count = SOLDIERS, .tick = tick, .seed = 77 + tick / 40};
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
        other.first = number % 100;
        other.count = 1 + number % 40;
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

typedef struct player {
    army *army;
    wits_agents agents;
    void *memory;
    wits_replay *replay;
    wits_recording recording;
    wits_problem problem;
    wits_report report;
} player;

static bool begin_player(player *p, const wits_desc *of, const tape *from, size_t size) {
    memset(p, 0, sizeof *p);
    p->report = (wits_report){&p->problem, 1, 0};
    p->army = make_empty_army(of);
    p->agents = agents_of(p->army);
    if (!wits_recording_open(&p->recording, from->bytes, size, &p->report)) {
        assert_int_not_equal(p->report.count, 0);
        return false;
    }
    assert_int_equal(p->report.count, 0);
    const size_t needed = wits_replay_size(&p->recording, p->army->brain);
    assert_in_range(needed, 1, 64 << 20);
    p->memory = malloc(needed);
    p->replay = wits_replay_begin(&p->recording, &p->agents, &plain, p->memory, needed, &p->report);
    return p->replay != NULL;
}

static void end_player(player *p) {
    wits_replay_end(p->replay);
    free(p->memory);
    free_army(p->army);
    assert_int_equal(blocks, 0);
}

static tape new_tape(void) {
    return (tape){.bytes = malloc(MOST_BYTES)};
}

static uint32_t compared;

/// Replays a recording and compares the agents after each call with those of the game.
static void replay_all(const game *g, const tape *from, const wits_replay_means *means) {
    player p;
    assert_true(begin_player(&p, &desc, from, from->size));
    assert_int_equal(p.recording.end, WITS_RECORDING_COMPLETE);
    assert_int_equal(p.recording.readable, from->size);
    assert_int_equal(p.recording.calls, g->calls);
    assert_memory_equal(p.recording.text, "brain: soldier", 14);
    wits_recorded_call call;
    uint32_t calls = 0;
    for (; wits_replay_next(p.replay, &call, &p.report); calls++) {
        wits_difference difference;
        const wits_replay_result result = wits_replay_check(p.replay, &difference);
        compared += result == WITS_REPLAY_SAME;
        if (result == WITS_REPLAY_DIFFERS) {
            fail_msg("differs before call %u (tick %u): row %llu field %u", calls, call.tick,
                     (unsigned long long)difference.row, difference.field);
        }
        wits_replay_run(p.replay, &call, means);
        if (hash_rows(p.army, call.first, call.count) != g->after[calls]) {
            fail_msg("after call %u (%u, tick %u) of %u agents from %u: other bytes", calls, call.verb, call.tick,
                     (uint32_t)call.count, (uint32_t)call.first);
        }
    }
    assert_int_equal(calls, g->calls);
    assert_int_equal(p.report.count, 0);
    assert_int_equal(wits_replay_check(p.replay, NULL), WITS_REPLAY_SAME);
    assert_int_equal(wits_replay_unanswered(p.replay), 0);
    end_player(&p);
}

// --------------------------------------------------------------------------------------------------------------- tests

static void test_same_bytes(game_way way) {
    tape to = new_tape();
    game g;
    begin_game(&g, way, 1, TICKS, &to);
    g.after = malloc(sizeof *g.after * TICKS * 3 * SOLDIERS);
    assert_int_equal(play(&g), WITS_RECORDER_OK);
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_crowd),
        cmocka_unit_test(same_in_blocks),
        cmocka_unit_test(same_one_now),
        cmocka_unit_test(same_one_listed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
