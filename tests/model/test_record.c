// SPDX-License-Identifier: MIT
// Recordings of random brains: agents run in a random way with random changes between the calls, and are recorded. A
// replay, in another way, must make the same bytes.
//
//   test_random_record BRAINS [SEED]
//
// Without SEED the first seed is that of the environment variable WITS_RANDOM_SEED, or 1.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "random_fields.h"
#include "random_run.h"
#include "seeds.h"
#include "wits/heap.h"
#include "wits/record.h"

enum {
    MOST_AGENTS = 90,
    TICKS = 14,
    MOST_CALLS = 4 * TICKS * MOST_AGENTS,
    MOST_TARGET_ROWS = MOST_AGENTS * RANDOM_TARGETS + MOST_AGENTS + 1,
    MOST_BYTES = 8 << 20,
    AGENT_BYTES = 2048,
    LEAST_ANSWERS = 1000,
};

/// Counts of all games.
static struct { uint64_t games, calls, compared, answers, bytes; } tried;

typedef struct game {
    random_brain *made;
    wits_brain *brain;
    wits_crowd_code *code;
    random_layout layout;
    uint32_t agents;
    size_t stride;
    uint64_t seed;
    uint8_t *bytes, *fields;
    wits_column columns[RANDOM_FIELDS];
    uint64_t *ids;
    host_context *contexts;
    wits_list list;
    void *scratch;
    uint32_t block;
    bool is_crowd, are_private;
    bool has_steps;  ///< step callbacks change what functions answer within a call: then blocks, which may ask more
                     ///< than one agent alone, must be replayed as blocks
    wits_mode mode;
    wits_agents world;
    uint64_t *hashes;  ///< of the agents of each call, after it
    uint32_t calls;
    wits_recorder_status status;
    uint8_t *recording;
    size_t size;
} game;

static host_log unused_log = {.forgets = true};

static void hook_raise(const wits_call *call, uint32_t event) {
    wits_raise(call->brain, call->agent, event);
}

static const host_hooks hooks = {wits_call_is_in, wits_call_elapsed, hook_raise};

static bool write_bytes(void *user, const void *bytes, size_t size) {
    game *g = user;
    if (size > MOST_BYTES - g->size) {
        return false;
    }
    memcpy(g->recording + g->size, bytes, size);
    g->size += size;
    return true;
}

static size_t width_of(wits_type type) {
    return type == WITS_TYPE_INT || type == WITS_TYPE_FLOAT      ? 4
           : type == WITS_TYPE_INT16 || type == WITS_TYPE_UINT16 ? 2
                                                                 : 1;
}

/// Hashes the agents of rows and their fields. All NaNs are equal.
static uint64_t hash_rows(const wits_agents *of, uint64_t first, uint64_t count) {
    uint64_t hash = count;
    for (uint64_t row = first; row < first + count; row++) {
        hash = host_mix(hash,
                        wits_agent_hash(of->brain, (const uint8_t *)of->agents + row * of->agent_stride, of->ids[row]));
        for (uint32_t i = 0; i < wits_field_count(of->brain); i++) {
            const wits_column *column = &of->columns[i];
            uint32_t bits = 0;
            memcpy(&bits, (const uint8_t *)column->base + row * column->stride, width_of(column->type));
            const bool is_nan = column->type == WITS_TYPE_FLOAT && (bits & 0x7FFFFFFFu) > 0x7F800000u;
            hash = host_mix(hash, is_nan ? 0x7FC00000u : bits);
        }
    }
    return hash;
}

// ---------------------------------------------------------------------------------------------------------------- game

static bool game_make(game *g, uint64_t seed, run_failure *failure) {
    rng r = {host_mix(seed, 5)};
    memset(g, 0, sizeof *g);
    g->seed = seed;
    g->made = malloc(sizeof *g->made);
    if (seed % 3 == 0) {
        random_brain_make_aimed(g->made, seed);
    } else {
        random_brain_make(g->made, seed);
    }
    if (seed % 2 == 0) {
        random_brain_tame(g->made);
    }
    g->brain = random_compile(g->made, failure);
    if (g->brain == NULL) {
        return false;
    }
    g->agents = 1 + rng_below(&r, rng_chance(&r, 30) ? 3 : MOST_AGENTS);
    g->is_crowd = rng_chance(&r, 60);
    g->are_private = rng_chance(&r, 30);
    g->mode = g->is_crowd ? WITS_MODE_DEFERRED : (wits_mode)rng_below(&r, 3);
    g->are_private = g->are_private && g->mode != WITS_MODE_LISTED;
    random_layout_make(&g->layout, &g->made->desc, g->made->shared, seed, g->agents);
    g->stride = wits_agent_size(g->brain) + rng_below(&r, 3);
    g->bytes = calloc(g->agents, g->stride);
    g->fields = malloc(g->layout.bytes);
    random_layout_columns(&g->layout, g->fields, g->columns);
    random_fields_fill(&g->layout, g->fields, seed);
    g->ids = malloc(g->agents * sizeof *g->ids);
    g->contexts = calloc(g->agents, sizeof *g->contexts);
    for (uint32_t i = 0; i < g->agents; i++) {
        g->ids[i] = rng_chance(&r, 50) ? rng_next(&r) : i;
        g->contexts[i] = (host_context){.desc = &g->made->desc, .hooks = &hooks, .log = &unused_log};
    }
    for (uint32_t i = 0; i < wits_function_count(g->brain); i++) {
        g->has_steps = g->has_steps || wits_function_kind_of(g->brain, i) == WITS_FUNCTION_STEP;
    }
    const size_t code_size = wits_crowd_code_size(g->brain);
    void *code = malloc(code_size);
    (void)wits_crowd_prepare(g->brain, code, code_size);
    g->code = code;
    g->block = 1 + rng_below(&r, 128);
    g->scratch = aligned_alloc(64, (wits_crowd_scratch_size(g->code, g->block) + 64) / 64 * 64);
    for (uint32_t v = 0; v <= WITS_VERB_TICK; v++) {
        const uint32_t room = wits_list_room(g->brain, (wits_verb)v);
        const uint32_t values = wits_list_argument_room(g->brain, (wits_verb)v);
        g->list.capacity = room > g->list.capacity ? room : g->list.capacity;
        g->list.argument_capacity = values > g->list.argument_capacity ? values : g->list.argument_capacity;
    }
    const uint32_t times = 1 + rng_below(&r, 8);
    g->list.capacity = g->list.capacity * times + 1;
    g->list.argument_capacity = g->list.argument_capacity * times + 1;
    g->list.records = malloc(g->list.capacity * sizeof *g->list.records);
    g->list.arguments = malloc(g->list.argument_capacity * sizeof *g->list.arguments);
    g->world = (wits_agents){.brain = g->brain,
                             .agents = g->bytes,
                             .agent_stride = g->stride,
                             .count = g->agents,
                             .ids = g->ids,
                             .columns = g->columns,
                             .seed = seed};
    g->hashes = malloc(MOST_CALLS * sizeof *g->hashes);
    g->recording = malloc(MOST_BYTES);
    return true;
}

static void game_free(game *g) {
    free(g->recording);
    free(g->hashes);
    free(g->list.records);
    free(g->list.arguments);
    free(g->scratch);
    free(g->code);
    free(g->contexts);
    free(g->ids);
    free(g->fields);
    free(g->bytes);
    free(g->brain);
    free(g->made);
}

/// Makes random changes of every kind that a game may make between calls.
static void change(game *g, wits_recorder *recorder, rng *r) {
    for (uint32_t i = 0; i < g->agents; i++) {
        uint8_t *agent = g->bytes + i * g->stride;
        if (rng_chance(r, 40)) {
            random_fields_input(&g->layout, g->fields, i, rng_next(r));
        }
        g->contexts[i].values.input = (uint32_t)rng_next(r);
        for (uint32_t event = 0; event < wits_event_count(g->brain); event++) {
            if (rng_chance(r, 15)) {
                (void)wits_recorder_raise(recorder, i, event);
            }
        }
        if (g->are_private) {
            continue;
        }
        if (rng_chance(r, 3)) {
            memset(agent, 0, wits_agent_size(g->brain));
            g->ids[i] = rng_next(r);
        }
        if (rng_chance(r, 3)) {
            memcpy(agent, g->bytes + rng_below(r, g->agents) * g->stride, wits_agent_size(g->brain));
        }
    }
}

static bool run_one(const wits_brain *brain, void *agent, const wits_frame *frame, const wits_recorded_call *call) {
    switch (call->verb) {
    case WITS_RECORDED_START:
        return wits_start(brain, agent, frame);
    case WITS_RECORDED_STOP:
        return wits_stop(brain, agent, frame);
    case WITS_RECORDED_GOTO:
        return wits_goto(brain, agent, frame, call->state);
    case WITS_RECORDED_RESTART:
        return wits_restart(brain, agent, frame, call->state);
    case WITS_RECORDED_SET_STATE:
        return wits_set_state(brain, agent, frame, call->state);
    case WITS_RECORDED_DECIDE:
        return wits_decide(brain, agent, frame);
    case WITS_RECORDED_UPDATE:
        return wits_update(brain, agent, frame);
    default:
        return wits_tick(brain, agent, frame);
    }
}

static uint64_t run_crowd(const game *g, const wits_recorded_call *call, wits_crowd_run *run,
                          const wits_function *functions) {
    const wits_crowd crowd = {.code = g->code,
                              .count = g->agents,
                              .agents = g->bytes,
                              .agent_stride = g->stride,
                              .ids = g->ids,
                              .columns = g->columns,
                              .contexts = g->contexts,
                              .context_stride = sizeof *g->contexts,
                              .functions = functions,
                              .targets = call->targets};
    switch (call->verb) {
    case WITS_RECORDED_START:
        return wits_crowd_start(&crowd, call->first, call->count, run);
    case WITS_RECORDED_STOP:
        return wits_crowd_stop(&crowd, call->first, call->count, run);
    case WITS_RECORDED_GOTO:
        return wits_crowd_goto(&crowd, call->first, call->count, run, call->state);
    case WITS_RECORDED_SET_STATE:
        return wits_crowd_set_state(&crowd, call->first, call->count, run, call->state);
    case WITS_RECORDED_DECIDE:
        return wits_crowd_decide(&crowd, call->first, call->count, run);
    case WITS_RECORDED_UPDATE:
        return wits_crowd_update(&crowd, call->first, call->count, run);
    default:
        return wits_crowd_tick(&crowd, call->first, call->count, run);
    }
}

static wits_frame frame_of(game *g, const wits_recorded_call *call, uint32_t row, const wits_function *functions) {
    return (wits_frame){.tick = call->tick,
                        .seed = call->seed,
                        .agent = g->ids[row],
                        .row = row,
                        .context = &g->contexts[row],
                        .columns = g->columns,
                        .functions = functions,
                        .targets = call->targets,
                        .mode = call->mode,
                        .list = &g->list};
}

static void run_list(game *g, const wits_recorded_call *call, const wits_function *functions) {
    for (uint32_t i = 0; i < g->list.count; i++) {
        const wits_frame frame = frame_of(g, call, g->list.records[i].agent_row, functions);
        (void)wits_run_record(g->brain, g->bytes + frame.row * g->stride, &frame, &g->list.records[i]);
    }
    g->list.count = 0;
    g->list.argument_count = 0;
}

/// Makes one recorded call, of a crowd or of one agent.
static uint64_t call_once(game *g, wits_recorder *recorder, const wits_recorded_call *call) {
    const wits_function *functions = wits_recorder_functions(recorder, 0);
    wits_recorder_before(recorder, call);
    uint64_t done;
    if (g->is_crowd) {
        wits_crowd_run run = {.tick = call->tick,
                              .seed = call->seed,
                              .scratch = g->scratch,
                              .list = &g->list,
                              .block = call->block,
                              .decide_every = call->decide_every,
                              .path = call->path};
        done = run_crowd(g, call, &run, functions);
    } else {
        const uint32_t row = (uint32_t)call->first;
        const wits_frame frame = frame_of(g, call, row, functions);
        done = run_one(g->brain, g->bytes + row * g->stride, &frame, call);
    }
    wits_recorder_after(recorder, done);
    if (g->calls < MOST_CALLS) {
        g->hashes[g->calls++] = hash_rows(&g->world, call->first, done);
    }
    run_list(g, call, functions);
    return done;
}

static void call_all(game *g, wits_recorder *recorder, wits_recorded_call call) {
    const uint64_t end = call.first + call.count;
    uint32_t idle = 0;
    while (call.first < end && idle < 3) {
        call.count = g->is_crowd ? end - call.first : 1;
        const uint64_t done = call_once(g, recorder, &call);
        call.first += g->is_crowd ? done : 1;
        idle = done == 0 && g->is_crowd ? idle + 1 : 0;
    }
}

static bool play(game *g) {
    rng r = {host_mix(g->seed, 9)};
    uint32_t target_rows[RANDOM_KINDS];
    for (uint32_t i = 0; i < RANDOM_KINDS; i++) {
        target_rows[i] = MOST_TARGET_ROWS;
    }
    const wits_recorder_options options = {.agents = &g->world,
                                           .functions = g->made->desc.functions,
                                           .target_rows = target_rows,
                                           .are_agents_private = g->are_private,
                                           .answer_bytes = 1 << 20,
                                           .hash_every = 1 + rng_below(&r, 4),
                                           .keyframe_every = rng_below(&r, 6),
                                           .write = write_bytes,
                                           .user = g};
    const size_t size = wits_recorder_size(&options);
    void *memory = malloc(size);
    wits_recorder *recorder = wits_recorder_begin(&options, memory, size);
    if (recorder == NULL) {
        free(memory);
        return false;
    }
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        random_view view;
        change(g, recorder, &r);
        random_view_make(&view, &g->made->desc, g->agents, true, host_mix(g->seed, 2000 + tick));
        wits_recorded_call call = {.verb = tick == 0 ? WITS_RECORDED_START : WITS_RECORDED_TICK,
                                   .is_crowd = g->is_crowd,
                                   .count = g->agents,
                                   .state = (wits_state_id)rng_below(&r, wits_state_count(g->brain)),
                                   .tick = tick + (tick > 8 ? 1000 : 0),
                                   .seed = rng_chance(&r, 80) ? g->seed : rng_next(&r),
                                   .mode = g->mode,
                                   .targets = view.kinds > 0 ? view.lists : NULL};
        if (g->is_crowd) {
            call.decide_every = rng_chance(&r, 30) ? rng_below(&r, 4) : 0;
            call.path = (wits_crowd_path)rng_below(&r, WITS_CROWD_PATH_GROUPS + 1);
            call.block = g->block;
        }
        if (tick > 0 && rng_chance(&r, 40)) {
            call.verb = (wits_recorded_verb)rng_below(&r, WITS_RECORDED_VERB_COUNT);
            call.verb = call.verb == WITS_RECORDED_RESTART && g->is_crowd ? WITS_RECORDED_STOP : call.verb;
            call.first = rng_below(&r, g->agents);
            call.count = rng_below(&r, (uint32_t)(g->agents - call.first) + 1);
            call.state = call.state == WITS_ROOT ? 1 : call.state;
            call.verb = wits_state_count(g->brain) == 1 ? WITS_RECORDED_UPDATE : call.verb;
        }
        call_all(g, recorder, call);
        random_view_free(&view);
    }
    const bool is_good = wits_recorder_end(recorder);
    g->status = wits_recorder_status_of(recorder);
    free(memory);
    return is_good;
}

// -------------------------------------------------------------------------------------------------------------- replay

/// Replays `size` bytes of the recording. `with_code`: its crowds as crowds.
static bool replay(const game *g, size_t size, bool with_code, char *text, size_t text_size) {
    const wits_migration how = {.allocator = &wits_heap};
    const size_t agent_size = wits_agent_size(g->brain);
    uint8_t *agents = malloc(g->agents * agent_size);
    uint64_t *ids = malloc(g->agents * sizeof *ids);
    wits_column columns[RANDOM_FIELDS];
    uint32_t *values = calloc(RANDOM_FIELDS, g->agents * sizeof *values);
    for (uint32_t i = 0; i < g->layout.field_count; i++) {
        columns[i] = (wits_column){
            .base = values + (size_t)i * g->agents, .stride = sizeof *values, .type = wits_field_type(g->brain, i)};
    }
    wits_agents to = {.brain = g->brain,
                      .agents = agents,
                      .agent_stride = agent_size,
                      .count = g->agents,
                      .ids = ids,
                      .columns = columns};
    wits_problem problem = {0};
    wits_report report = {.problems = &problem, .capacity = 1};
    wits_recording recording;
    uint32_t calls = 0;
    bool is_good = wits_recording_open(&recording, g->recording, size, &report);
    const size_t needed = is_good ? wits_replay_size(&recording, g->brain) : 0;
    void *memory = malloc(needed + 1);
    wits_replay *r = is_good ? wits_replay_begin(&recording, &to, &how, memory, needed, &report) : NULL;
    wits_recorded_call call;
    const wits_replay_means means = {.code = with_code ? g->code : NULL, .scratch = g->scratch};
    while (r != NULL && is_good && wits_replay_next(r, &call, &report)) {
        wits_difference difference;
        const wits_replay_result result = wits_replay_check(r, &difference);
        tried.compared += result == WITS_REPLAY_SAME;
        if (result == WITS_REPLAY_DIFFERS) {
            (void)snprintf(text, text_size, "differs before call %u, tick %u: row %lld, field %u", calls, call.tick,
                           (long long)difference.row, difference.field);
            is_good = false;
            break;
        }
        wits_replay_run(r, &call, &means);
        if (hash_rows(&to, call.first, call.count) != g->hashes[calls]) {
            (void)snprintf(text, text_size, "call %u (verb %u, tick %u, %u agents from %u): other bytes", calls,
                           call.verb, call.tick, (uint32_t)call.count, (uint32_t)call.first);
            is_good = false;
        }
        calls++;
    }
    if (report.count != 0 || r == NULL) {
        (void)wits_problem_text(&problem, text, text_size);
        is_good = false;
    }
    if (is_good && size == g->size &&
        (calls != g->calls || recording.end != WITS_RECORDING_COMPLETE ||
         wits_replay_check(r, NULL) != WITS_REPLAY_SAME)) {
        (void)snprintf(text, text_size, "%u of %u calls, end %u", calls, g->calls, recording.end);
        is_good = false;
    }
    if (is_good && wits_replay_unanswered(r) != 0) {
        (void)snprintf(text, text_size, "%llu questions without answer", (unsigned long long)wits_replay_unanswered(r));
        is_good = false;
    }
    tried.answers += recording.most_answers;
    wits_replay_end(r);
    free(memory);
    free(values);
    free(ids);
    free(agents);
    return is_good;
}

static bool try_seed(uint64_t seed) {
    static run_failure failure;
    char text[400] = "the recorder stopped";
    game g;
    memset(&failure, 0, sizeof failure);
    bool is_good = game_make(&g, seed, &failure);
    is_good = is_good && play(&g) && ((g.is_crowd && g.has_steps) || replay(&g, g.size, false, text, sizeof text)) &&
              (!g.is_crowd || replay(&g, g.size, true, text, sizeof text));
    if (!is_good) {
        print_brain(stdout, g.made);
        (void)printf("FAILED, seed %" PRIu64 " (%u agents, %s, mode %u): %s%s %s\n", seed, g.agents,
                     g.is_crowd ? "crowd" : "one by one", g.mode, failure.text, text,
                     wits_recorder_status_text(g.status));
    }
    tried.games++;
    tried.calls += g.calls;
    tried.bytes += g.size;
    game_free(&g);
    return is_good;
}

int main(int argc, char **argv) {
    uint32_t brains;
    if (!seeds_try(argc, argv, try_seed, &brains)) {
        return EXIT_FAILURE;
    }
    (void)printf("%" PRIu64 " games, %" PRIu64 " calls, %" PRIu64 " comparisons, at most %" PRIu64
                 " answers in a call, %" PRIu64 " bytes\n",
                 tried.games, tried.calls, tried.compared, tried.answers, tried.bytes);
    if (brains >= 100 && (tried.answers < LEAST_ANSWERS || tried.compared < brains)) {
        (void)printf("FAILED: too little was recorded\n");
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
