// SPDX-License-Identifier: MIT
// Arguments of host functions in crowds: docs/crowds.md, "Functions for a block", and docs/semantics.md, section 8.
// Blocks of agents give what one agent after another gives.
#include "misuse_support.h"

#include "wits/crowd.h"

#include <math.h>
#include <pthread.h>

enum { AGENTS = 1000, TICKS = 12, THREADS = 3, ROOM = 16 * AGENTS };
enum { MOOD, ARMED, SMALL, TURNS, TOTAL, DISTANCE, FAR, FIELDS };
enum { NEAR, FEELS, COUNTS, WORTH, WALK, SAY, NOTE, FUNCTIONS };
enum { NOISE };

/// The agent's data that the brain sees, and its bytes.
typedef struct guard {
    uint8_t mood, armed, small;
    int16_t turns;
    int32_t total;
    float distance, far;
    uint8_t mind[21];
} guard;

typedef struct crowd_of_guards {
    wits_crowd crowd;
    wits_column columns[FIELDS];
    guard structs[AGENTS];
    uint8_t moods[AGENTS], armed[AGENTS], small[AGENTS];
    int16_t turns[AGENTS];
    int32_t totals[AGENTS];
    float distances[AGENTS], far[AGENTS];
    uint8_t *minds;
    wits_action_record records[ROOM];
    uint32_t values[4 * ROOM];
    wits_list list;
    void *scratch;
} crowd_of_guards;

static const char *const moods[] = {"calm", "angry", "lost"};
static const char *const ways[] = {"slow", "fast"};
static const char *const events[] = {[NOISE] = "noise"};
static const wits_field_desc fields[FIELDS] = {
    [MOOD] = {.name = "mood", .type = WITS_TYPE_ENUM, .values = moods, .value_count = COUNT(moods)},
    [ARMED] = {.name = "armed", .type = WITS_TYPE_BOOL},
    [SMALL] = {.name = "small", .type = WITS_TYPE_UINT8},
    [TURNS] = {.name = "turns", .type = WITS_TYPE_INT16},
    [TOTAL] = {.name = "total", .type = WITS_TYPE_INT},
    [DISTANCE] = {.name = "distance", .type = WITS_TYPE_FLOAT},
    [FAR] = {.name = "far", .type = WITS_TYPE_FLOAT}};

// ------------------------------------------------------------------------------------------------------ host functions

static uint32_t mixed(uint32_t hash, uint32_t more) {
    hash = (hash ^ more) * 0x9E3779B1u;
    return hash ^ hash >> 15;
}

static uint32_t mixed_argument(uint32_t hash, const wits_argument *a) {
    uint32_t bits;
    memcpy(&bits, &a->number, sizeof bits);
    hash = mixed(mixed(mixed(hash, (uint32_t)a->kind), (uint32_t)a->integer), bits);
    for (const char *at = a->text; at != NULL && *at != '\0'; at++) {
        hash = mixed(hash, (uint8_t)*at);
    }
    return hash;
}

/// A hash of the data that a function receives.
static uint32_t mixed_call(const wits_call *call) {
    uint32_t hash = mixed(call->function, call->frame->row);
    assert_ptr_equal(call->argument, call->argument_count == 0 ? NULL : call->arguments);
    for (uint32_t i = 0; i < call->argument_count; i++) {
        hash = mixed_argument(hash, &call->arguments[i]);
    }
    return hash;
}

static uint32_t mixed_block(const wits_crowd_call *call, uint32_t i) {
    uint32_t hash = mixed(call->function, call->agents[i]);
    for (uint32_t k = 0; k < call->argument_count; k++) {
        const wits_argument one = wits_crowd_argument_of(call, k, i);
        hash = mixed_argument(hash, &one);
    }
    return hash;
}

static float score_of(uint32_t hash) {
    return (float)(hash % 4096) / 512.0f;
}

static bool holds(const void *context, const wits_call *call) {
    (void)context;
    return mixed_call(call) % 4 == 0;
}

static float worth(const void *context, const wits_call *call) {
    (void)context;
    return score_of(mixed_call(call));
}

static void act(void *context, const wits_call *call) {
    (void)context;
    (void)call;
    fail();  // crowds only list
}

static void block_holds(const wits_crowd_call *call, bool *answers) {
    for (uint32_t i = 0; i < call->count; i++) {
        answers[i] = mixed_block(call, i) % 4 == 0;
    }
}

static void block_worth(const wits_crowd_call *call, float *scores) {
    for (uint32_t i = 0; i < call->count; i++) {
        scores[i] = score_of(mixed_block(call, i));
    }
}

static const wits_function functions[FUNCTIONS] = {
    [NEAR] = {.name = "near", .condition = holds, .parameters = {{WITS_ARGUMENT_FLOAT}, {WITS_ARGUMENT_TEXT}}},
    [FEELS] = {.name = "feels",
               .condition = holds,
               .parameters = {{WITS_ARGUMENT_ENUM, moods, COUNT(moods)}, {WITS_ARGUMENT_BOOL}}},
    [COUNTS] = {.name = "counts",
                .condition = holds,
                .parameters = {{WITS_ARGUMENT_INT}, {WITS_ARGUMENT_INT}, {WITS_ARGUMENT_INT}, {WITS_ARGUMENT_INT}}},
    [WORTH] = {.name = "worth", .score = worth, .parameters = {{WITS_ARGUMENT_FLOAT}, {WITS_ARGUMENT_ENUM}}},
    [WALK] = {.name = "walk", .action = act, .parameters = {{WITS_ARGUMENT_FLOAT}, {WITS_ARGUMENT_FLOAT}}},
    [SAY] = {.name = "say", .action = act, .parameters = {{WITS_ARGUMENT_TEXT}}},
    [NOTE] = {.name = "note",
              .action = act,
              .parameters = {{WITS_ARGUMENT_INT},
                             {WITS_ARGUMENT_ENUM, moods, COUNT(moods)},
                             {WITS_ARGUMENT_BOOL},
                             {WITS_ARGUMENT_TEXT}}}};

static const wits_crowd_function block_functions[FUNCTIONS] = {[NEAR] = {.condition = block_holds},
                                                               [FEELS] = {.condition = block_holds},
                                                               [COUNTS] = {.condition = block_holds},
                                                               [WORTH] = {.score = block_worth}};

// ----------------------------------------------------------------------------------------------------------- the brain

enum { GUARD, IDLE, REST, PATROL, FIGHT, HIT, RUN, WATCH, LOOK, LISTEN, STATES };

/// Arguments in every kind of text: constant, computed, of nested calls.
static wits_brain *brain_of_guards(void) {
    static const wits_state_desc states[STATES] = {
        [GUARD] = {.name = "guard", .update = "total = total + 1"},
        [IDLE] = {.name = "idle",
                  .update = "note(turns * 2, mood, armed, 'idle'); turns = turns + 1; "
                            "walk(distance, far * worth(distance, mood)); note(7, angry, true, 'constant')",
                  .exit = "note(elapsed, calm, near(distance, 'exit'), 'out')"},
        [REST] = {.name = "rest",
                  .done = "near(elapsed, 'bed')",
                  .enter = "walk(elapsed, small); mood = lost if feels(mood, false) else calm",
                  .update = "say('z'); note(total, mood, feels(mood, total > 5), 'zz')"},
        [PATROL] = {.name = "patrol", .decide = "note(small, mood.lost, in(patrol), 'looks')"},
        [FIGHT] = {.name = "fight", .kind = WITS_KIND_UTILITY, .inertia = 0.5f, .enter = "say('hey')"},
        [HIT] = {.name = "hit",
                 .parent = FIGHT,
                 .score = "worth(distance + random, mood)",
                 .update = "distance = distance - worth(1, lost); walk(distance / 0.0, 1)"},
        [RUN] = {.name = "run",
                 .parent = FIGHT,
                 .score = "worth(worth(far, calm) + distance, mood.angry) * 1.5",
                 .rank = "1 if counts(turns, small, -3, tick) else 0",
                 .cooldown = 2},
        [WATCH] = {.name = "watch", .kind = WITS_KIND_PARALLEL, .leave = WITS_LEAVE_SUSPEND},
        [LOOK] = {.name = "look", .parent = WATCH, .update = "walk(far, worth(elapsed, mood)); far = far + 0.25"},
        [LISTEN] = {.name = "listen", .parent = WATCH, .exit = "note(turns, mood, armed or near(1.5, 'x'), 'gone')"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = GUARD,
         .any = true,
         .to = REST,
         .event = "noise",
         .when = "feels(angry, not armed)",
         .run = "walk(elapsed + worth(far, mood), distance); note(turns, mood, in(fight/hit), 'noise')"},
        {.from = IDLE, .to = FIGHT, .when = "near(distance * 2, 'door') and counts(turns, small, 3, total)"},
        {.from = IDLE, .to = PATROL, .when = "near(3.5, 'tree') or feels(mood, near(distance * 2, 'door'))"},
        {.from = IDLE, .to = WATCH, .when = "small < 100 and feels(calm, armed)"},
        {.from = REST, .to = IDLE, .when = "done", .run = "note(elapsed, mood, true, 'up')"},
        {.from = FIGHT, .to = WATCH, .when = "counts(elapsed, 1, turns + small, total)", .after = 2},
        {.from = WATCH,
         .to = IDLE,
         .when = "feels(mood, distance < far)",
         .run = "walk(worth(elapsed, mood), elapsed)"},
    };
    static const wits_step_desc steps[] = {
        {.of = PATROL, .when = "near(distance, 'way')", .run = "walk(distance, small); distance = distance + 1"},
        {.of = PATROL, .when = "feels(mood, armed)", .run = "note(elapsed, mood, armed, 'step')", .to = IDLE},
        {.of = PATROL, .run = "small = small + 1"},
    };
    const wits_desc desc = {.states = states,
                            .state_count = STATES,
                            TRANSITIONS(transitions),
                            STEPS(steps),
                            EVENTS(events),
                            .functions = functions,
                            .function_count = FUNCTIONS,
                            .fields = fields,
                            .field_count = FIELDS};
    return compile(&desc);
}

// ----------------------------------------------------------------------------------------------------------- the crowd

typedef enum layout { DENSE, STRUCTS } layout;

static void *checked(void *memory) {
    assert_non_null(memory);
    return memory;
}

static const wits_crowd_code *code_of(const wits_brain *brain) {
    const size_t size = wits_crowd_code_size(brain);
    return wits_crowd_prepare(brain, checked(malloc(size)), size);
}

static void fill(crowd_of_guards *g) {
    uint32_t random = 1;
    for (uint32_t i = 0; i < AGENTS; i++) {
        random = mixed(random, i);
        const float distance = random % 50 == 0 ? NAN : (float)(random % 64) / 4.0f;
        memcpy((char *)g->columns[DISTANCE].base + i * g->columns[DISTANCE].stride, &distance, sizeof distance);
        ((uint8_t *)g->columns[MOOD].base)[i * g->columns[MOOD].stride] = (uint8_t)(random >> 8 & 1);
        ((uint8_t *)g->columns[ARMED].base)[i * g->columns[ARMED].stride] = (uint8_t)(random >> 9 & 1);
        ((uint8_t *)g->columns[SMALL].base)[i * g->columns[SMALL].stride] = (uint8_t)(random >> 16);
    }
}

static crowd_of_guards *guards_new(const wits_crowd_code *code, const wits_brain *brain, layout way) {
    crowd_of_guards *g = checked(calloc(1, sizeof *g));
    const size_t size = wits_agent_size(brain);
    void *const arrays[] = {g->moods, g->armed, g->small, g->turns, g->totals, g->distances, g->far};
    guard *const s = g->structs;
    void *const members[] = {&s->mood, &s->armed, &s->small, &s->turns, &s->total, &s->distance, &s->far};
    for (uint32_t i = 0; i < FIELDS; i++) {
        const wits_type type = wits_field_type(brain, i);
        const size_t width = type == WITS_TYPE_FLOAT || type == WITS_TYPE_INT ? 4 : type == WITS_TYPE_INT16 ? 2 : 1;
        g->columns[i] = (wits_column){.base = way == DENSE ? arrays[i] : members[i],
                                      .stride = way == DENSE ? width : sizeof(guard),
                                      .type = type};
    }
    g->minds = checked(calloc(AGENTS, size));
    assert_true(size <= sizeof s->mind);
    g->crowd = (wits_crowd){.code = code,
                            .count = AGENTS,
                            .agents = way == DENSE ? g->minds : s->mind,
                            .agent_stride = way == DENSE ? size : sizeof(guard),
                            .first_id = 77,
                            .columns = g->columns,
                            .functions = functions};
    g->list = (wits_list){g->records, ROOM, 0, g->values, 4 * ROOM, 0};
    g->scratch = checked(aligned_alloc(64, (wits_crowd_scratch_size(code, 4096) + 63) / 64 * 64));
    fill(g);
    assert_true(wits_crowd_check(&g->crowd, NULL));
    return g;
}

static void guards_free(crowd_of_guards *g) {
    free(g->scratch);
    free(g->minds);
    free(g);
}

static wits_crowd_run run_of(crowd_of_guards *g, uint32_t tick) {
    return (wits_crowd_run){.tick = tick, .seed = 5, .scratch = g->scratch, .list = &g->list};
}

static void assert_same_guards(const crowd_of_guards *a, const crowd_of_guards *b, const wits_brain *brain) {
    for (uint32_t i = 0; i < AGENTS; i++) {
        assert_memory_equal((char *)a->crowd.agents + i * a->crowd.agent_stride,
                            (char *)b->crowd.agents + i * b->crowd.agent_stride, wits_agent_size(brain));
        for (uint32_t field = 0; field < FIELDS; field++) {
            const wits_column *x = &a->columns[field], *y = &b->columns[field];
            const size_t width = x->stride < y->stride ? x->stride : y->stride;
            assert_memory_equal((char *)x->base + i * x->stride, (char *)y->base + i * y->stride, width);
        }
    }
}

/// Records and values as agents write them one after another.
static void assert_same_lists(const wits_list *a, const wits_list *b) {
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->argument_count, b->argument_count);
    assert_memory_equal(a->arguments, b->arguments, a->argument_count * sizeof *a->arguments);
    for (uint32_t i = 0; i < a->count; i++) {
        const wits_action_record *x = &a->records[i], *y = &b->records[i];
        assert_true(x->agent == y->agent && x->agent_row == y->agent_row && x->action == y->action &&
                    x->kind == y->kind && x->row == y->row && x->arguments == y->arguments);
    }
}

/// The contents of a list's records, wherever their values are.
static uint32_t mixed_list(uint32_t hash, const wits_brain *brain, const wits_list *list) {
    for (uint32_t i = 0; i < list->count; i++) {
        const wits_action_record *r = &list->records[i];
        wits_argument arguments[WITS_MAX_ARGUMENTS];
        const uint32_t count = wits_record_arguments(brain, list, r, arguments);
        assert_int_not_equal(count, WITS_NONE);
        hash = mixed(mixed(mixed(hash, r->agent_row), r->action), r->row);
        for (uint32_t k = 0; k < count; k++) {
            hash = mixed_argument(hash, &arguments[k]);
        }
    }
    return hash;
}

static void begin_tick(crowd_of_guards *g, uint32_t tick) {
    g->list.count = g->list.argument_count = 0;
    if (tick % 3 == 1) {
        wits_crowd_raise(&g->crowd, tick, AGENTS / 2, NOISE);
    }
}

/// The same crowd twice: one agent after another, and by the given path.
static void check_way(const wits_brain *brain, const wits_crowd_code *code, layout way, wits_crowd_run how,
                      bool blocks) {
    crowd_of_guards *one = guards_new(code, brain, DENSE), *other = guards_new(code, brain, way);
    other->crowd.block_functions = blocks ? block_functions : NULL;
    uint32_t listed = 0, computed = 0;
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        wits_crowd_run single = run_of(one, tick), run = run_of(other, tick);
        single.path = WITS_CROWD_PATH_SINGLE;
        run.path = how.path;
        run.simd = how.simd;
        run.block = how.block;
        run.decide_every = single.decide_every = tick % 4 == 3 ? 2 : 0;
        begin_tick(one, tick);
        begin_tick(other, tick);
        uint64_t (*const call)(const wits_crowd *, uint64_t, uint64_t, const wits_crowd_run *) =
            tick == 0   ? wits_crowd_start
            : tick == 5 ? wits_crowd_decide
            : tick == 6 ? wits_crowd_update
                        : wits_crowd_tick;
        assert_int_equal(call(&one->crowd, 0, AGENTS, &single), AGENTS);
        for (uint64_t first = 0, size = 300; first < AGENTS; first += size) {
            const uint64_t left = AGENTS - first;
            assert_int_equal(call(&other->crowd, first, left < size ? left : size, &run), left < size ? left : size);
        }
        assert_same_guards(one, other, brain);
        assert_same_lists(&one->list, &other->list);
        listed += one->list.count;
        computed += one->list.argument_count;
    }
    assert_true(listed > 3 * AGENTS && computed > 3 * AGENTS);
    guards_free(one);
    guards_free(other);
}

// "Brains whose functions have arguments run in blocks."
static void functions_with_arguments_go_in_blocks(void **state) {
    wits_brain *brain = brain_of_guards();
    const wits_crowd_code *code = code_of(brain);
    const wits_crowd_plan_info plan = wits_crowd_plan(code);
    assert_int_not_equal(plan.path, WITS_CROWD_PATH_SINGLE);
    free((void *)(uintptr_t)code);
    free(brain);
}

// "Agent i decides what it would have decided alone, bit for bit."
static void blocks_give_what_one_agent_after_another_gives(void **state) {
    wits_brain *brain = brain_of_guards();
    const wits_crowd_code *code = code_of(brain);
    for (uint32_t path = WITS_CROWD_PATH_AUTO; path <= WITS_CROWD_PATH_GROUPS; path++) {
        for (uint32_t simd = WITS_CROWD_SIMD_AUTO; simd <= (uint32_t)wits_crowd_best_simd(); simd++) {
            const wits_crowd_run how = {.path = (wits_crowd_path)path, .simd = (wits_crowd_simd)simd};
            check_way(brain, code, DENSE, how, false);
            check_way(brain, code, STRUCTS, how, true);
        }
        for (uint32_t block = 1; block <= 4096; block *= 8) {
            check_way(brain, code, DENSE, (wits_crowd_run){.path = (wits_crowd_path)path, .block = block}, true);
        }
    }
    free((void *)(uintptr_t)code);
    free(brain);
}

// "Returns how many agents are done: fewer when the list has less room left than one agent may need."
static void a_list_without_room_for_values_stops_before_the_next_agent(void **state) {
    wits_brain *brain = brain_of_guards();
    const wits_crowd_code *code = code_of(brain);
    const uint32_t records = wits_list_room(brain, WITS_VERB_TICK);
    const uint32_t values = wits_list_argument_room(brain, WITS_VERB_TICK);
    assert_true(values > 0);
    crowd_of_guards *whole = guards_new(code, brain, DENSE), *bits = guards_new(code, brain, DENSE);
    wits_crowd_run run = run_of(whole, 0);
    wits_crowd_start(&whole->crowd, 0, AGENTS, &run);
    run = run_of(bits, 0);
    wits_crowd_start(&bits->crowd, 0, AGENTS, &run);
    bits->list.count = bits->list.argument_count = 0;
    for (uint32_t tick = 1; tick < 4; tick++) {
        begin_tick(whole, tick);
        begin_tick(bits, tick);
        run = run_of(whole, tick);
        assert_int_equal(wits_crowd_tick(&whole->crowd, 0, AGENTS, &run), AGENTS);
        run = run_of(bits, tick);
        bits->list.argument_capacity = values - 1;
        assert_int_equal(wits_crowd_tick(&bits->crowd, 0, AGENTS, &run), 0);
        bits->list.arguments = NULL;
        bits->list.argument_capacity = 0;
        assert_int_equal(wits_crowd_tick(&bits->crowd, 0, AGENTS, &run), 0);
        assert_int_equal(bits->list.count, 0);
        bits->list.arguments = bits->values;
        bits->list.argument_capacity = tick == 1 ? values : 20 * values + 3;
        bits->list.capacity = tick == 2 ? 70 * records : ROOM;
        uint32_t hash = 0;
        uint64_t done = 0;
        while (done < AGENTS) {
            const uint64_t more = wits_crowd_tick(&bits->crowd, done, AGENTS - done, &run);
            assert_true(more > 0);
            hash = mixed_list(hash, brain, &bits->list);
            bits->list.count = bits->list.argument_count = 0;
            done += more;
        }
        assert_int_equal(hash, mixed_list(0, brain, &whole->list));
        assert_same_guards(whole, bits, brain);
    }
    guards_free(whole);
    guards_free(bits);
    free((void *)(uintptr_t)code);
    free(brain);
}

// However many values agents list, those of a block are bounded and complete.
static void long_lists_of_values_are_whole(void **state) {
    enum { CALLS = 8000, MOST_SCRATCH = 32 << 20, FEW = 70 };
    static const char call[] = "note(total, mood, armed, 'x');";
    static const wits_function f = {.name = "note", .action = act};
    char *text = checked(malloc(CALLS * (sizeof call - 1) + 1));
    for (uint32_t i = 0; i < CALLS; i++) {
        memcpy(text + i * (sizeof call - 1), call, sizeof call);
    }
    text[CALLS * (sizeof call - 1) - 1] = '\0';
    const wits_state_desc states[] = {{.name = "root"}, {.name = "a", .update = text}};
    const wits_desc desc = {STATES(states), .functions = &f, .function_count = 1, .fields = fields,
                            .field_count = FIELDS};
    wits_brain *brain = compile(&desc);
    const wits_crowd_code *code = code_of(brain);
    assert_in_range(wits_crowd_scratch_size(code, 4096), 64, MOST_SCRATCH);
    crowd_of_guards *g = guards_new(code, brain, DENSE);
    wits_list list = {calloc((size_t)FEW * CALLS, sizeof *list.records),       FEW * CALLS,     0,
                      calloc((size_t)3 * FEW * CALLS, sizeof *list.arguments), 3 * FEW * CALLS, 0};
    assert_true(list.records != NULL && list.arguments != NULL);
    g->crowd.functions = &f;
    g->crowd.count = FEW;
    wits_crowd_run run = run_of(g, 0);
    run.list = &list;
    run.block = 4096;
    wits_crowd_start(&g->crowd, 0, FEW, &run);
    for (uint32_t i = 0; i < FEW; i++) {
        g->totals[i] = (int32_t)i;
    }
    assert_int_equal(wits_crowd_update(&g->crowd, 0, FEW, &run), FEW);
    assert_int_equal(list.count, FEW * CALLS);
    assert_int_equal(list.argument_count, 3 * FEW * CALLS);
    for (uint32_t i = 0; i < list.count; i++) {
        assert_int_equal(list.records[i].arguments, 3 * i);
        assert_int_equal(list.arguments[3 * i], i / CALLS);
    }
    free(list.records);
    free(list.arguments);
    guards_free(g);
    free((void *)(uintptr_t)code);
    free(brain);
    free(text);
}

// ------------------------------------------------------------------------------------------------------------- threads

typedef struct job {
    crowd_of_guards *of;
    uint64_t first, count;
    uint32_t tick;
    wits_list list;
    void *scratch;
} job;

static void *work(void *given) {
    job *j = given;
    const wits_crowd_run run = {.tick = j->tick, .seed = 5, .scratch = j->scratch, .list = &j->list};
    assert_int_equal(wits_crowd_tick(&j->of->crowd, j->first, j->count, &run), j->count);
    return NULL;
}

// "The columns are in the scratch memory of the slice that calls."
static void slices_on_threads_have_arguments_of_their_own(void **state) {
    wits_brain *brain = brain_of_guards();
    const wits_crowd_code *code = code_of(brain);
    crowd_of_guards *one = guards_new(code, brain, DENSE), *f = guards_new(code, brain, STRUCTS);
    f->crowd.block_functions = block_functions;
    wits_crowd_run run = run_of(one, 0);
    wits_crowd_start(&one->crowd, 0, AGENTS, &run);
    run = run_of(f, 0);
    wits_crowd_start(&f->crowd, 0, AGENTS, &run);
    for (uint32_t tick = 1; tick < TICKS; tick++) {
        pthread_t threads[THREADS];
        job jobs[THREADS];
        uint32_t hash = 0;
        begin_tick(one, tick);
        begin_tick(f, tick);
        run = run_of(one, tick);
        assert_int_equal(wits_crowd_tick(&one->crowd, 0, AGENTS, &run), AGENTS);
        for (uint32_t i = 0; i < THREADS; i++) {
            const uint64_t first = i * AGENTS / THREADS, end = (i + 1) * AGENTS / THREADS;
            jobs[i] = (job){.of = f, .first = first, .count = end - first, .tick = tick};
            jobs[i].list = (wits_list){f->records + first * 16, (uint32_t)(end - first) * 16, 0,
                                       f->values + first * 64,  (uint32_t)(end - first) * 64, 0};
            jobs[i].scratch = checked(aligned_alloc(64, (wits_crowd_scratch_size(code, 0) + 63) / 64 * 64));
            assert_int_equal(pthread_create(&threads[i], NULL, work, &jobs[i]), 0);
        }
        for (uint32_t i = 0; i < THREADS; i++) {
            assert_int_equal(pthread_join(threads[i], NULL), 0);
            hash = mixed_list(hash, brain, &jobs[i].list);
            free(jobs[i].scratch);
        }
        assert_int_equal(hash, mixed_list(0, brain, &one->list));
        assert_same_guards(one, f, brain);
    }
    guards_free(one);
    guards_free(f);
    free((void *)(uintptr_t)code);
    free(brain);
}

// ------------------------------------------------------------------------------------------------------------- columns

/// Arguments of the last call of a function for blocks.
typedef struct given_block {
    uint32_t calls, count, argument_count;
    uint32_t agents[AGENTS];
    struct {
        wits_argument_kind kind;
        bool is_constant, has_integers, has_numbers;
        char text[16];
        int32_t integers[AGENTS];
        float numbers[AGENTS];
        char told[AGENTS][16];  ///< the text that wits_crowd_argument_of returns
    } arguments[WITS_MAX_ARGUMENTS];
} given_block;

static given_block seen;

static void look_at_block(const wits_crowd_call *call, bool *answers) {
    seen.calls++;
    seen.count = call->count;
    seen.argument_count = call->argument_count;
    memcpy(seen.agents, call->agents, call->count * sizeof *seen.agents);
    memset(answers, 0, call->count * sizeof *answers);
    assert_int_equal(call->arguments != NULL, call->argument_count != 0);
    for (uint32_t k = 0; k < call->argument_count; k++) {
        const wits_crowd_argument *a = &call->arguments[k];
        seen.arguments[k].kind = a->kind;
        seen.arguments[k].is_constant = a->is_constant;
        seen.arguments[k].has_integers = a->integers != NULL;
        seen.arguments[k].has_numbers = a->numbers != NULL;
        strcpy(seen.arguments[k].text, a->text != NULL ? a->text : "");
        for (uint32_t i = 0; i < call->count; i++) {
            seen.arguments[k].integers[i] = a->integers != NULL ? a->integers[i] : 0;
            seen.arguments[k].numbers[i] = a->numbers != NULL ? a->numbers[i] : 0.0f;
            const wits_argument told = wits_crowd_argument_of(call, k, i);
            assert_int_equal(told.kind, a->kind);
            strcpy(seen.arguments[k].told[i], told.text != NULL ? told.text : "");
        }
    }
}

static bool look_at_one(const void *context, const wits_call *call) {
    (void)context;
    (void)call;
    return false;
}

/// A crowd whose agents, in one state, evaluate this condition in each decision; this many of them, for one decision.
static void ask(const char *when, const wits_function *of, uint32_t agents) {
    const wits_state_desc states[] = {{.name = "root"}, {.name = "a"}, {.name = "b"}};
    const wits_transition_desc transition = {.from = 1, .to = 2, .when = when};
    const wits_desc desc = {STATES(states),      .transitions = &transition, .transition_count = 1, .functions = of,
                            .function_count = 1, .fields = fields,           .field_count = FIELDS};
    const wits_crowd_function block = {.condition = look_at_block};
    wits_brain *brain = compile(&desc);
    const wits_crowd_code *code = code_of(brain);
    crowd_of_guards *g = guards_new(code, brain, DENSE);
    g->crowd.functions = of;
    g->crowd.block_functions = &block;
    g->crowd.count = agents;
    assert_true(wits_crowd_check(&g->crowd, NULL));
    for (uint32_t i = 0; i < AGENTS; i++) {
        g->turns[i] = (int16_t)(3 * i);
        g->distances[i] = (float)i * 0.5f;
        g->moods[i] = (uint8_t)(i % 3);
        g->armed[i] = i % 2 == 1;
    }
    wits_crowd_run run = run_of(g, 0);
    run.path = WITS_CROWD_PATH_MASKS;
    wits_crowd_start(&g->crowd, 0, agents, &run);
    memset(&seen, 0, sizeof seen);
    wits_crowd_decide(&g->crowd, 0, agents, &run);
    guards_free(g);
    free((void *)(uintptr_t)code);
    free(brain);
}

/// Returns whether crowds of this build run in blocks. If not, functions for blocks are not called.
static bool has_blocks(void) {
    static const wits_function plain = {.name = "sees", .condition = look_at_one};
    ask("sees()", &plain, 10);
    return seen.calls != 0;
}

// "Value i for call->agents[i]."
static void a_block_gets_columns_of_what_is_computed(void **state) {
    static const wits_function f = {
        .name = "sees",
        .condition = look_at_one,
        .parameters = {
            {WITS_ARGUMENT_FLOAT}, {WITS_ARGUMENT_INT}, {WITS_ARGUMENT_ENUM, moods, 3}, {WITS_ARGUMENT_BOOL}}};
    if (!has_blocks()) {
        skip();
    }
    ask("turns % 2 == 1 and sees(distance * 2, turns + 1, mood, armed)", &f, 100);
    assert_int_equal(seen.argument_count, 4);
    assert_in_range(seen.count, 50, 100);
    for (uint32_t i = 0; i < seen.count; i++) {
        const uint32_t row = seen.agents[i];
        assert_true(seen.arguments[0].numbers[i] == (float)row);
        assert_int_equal(seen.arguments[1].integers[i], 3 * (int)row + 1);
        assert_true(seen.arguments[1].numbers[i] == (float)(3 * row + 1));
        assert_int_equal(seen.arguments[2].integers[i], row % 3);
        assert_string_equal(seen.arguments[2].told[i], moods[row % 3]);
        assert_int_equal(seen.arguments[3].integers[i], row % 2);
        assert_string_equal(seen.arguments[3].told[i], row % 2 == 1 ? "true" : "false");
    }
    const wits_argument_kind kinds[] = {WITS_ARGUMENT_FLOAT, WITS_ARGUMENT_INT, WITS_ARGUMENT_ENUM, WITS_ARGUMENT_BOOL};
    for (uint32_t k = 0; k < 4; k++) {
        assert_int_equal(seen.arguments[k].kind, kinds[k]);
        assert_false(seen.arguments[k].is_constant);
        assert_int_equal(seen.arguments[k].has_integers, k != 0);
        assert_int_equal(seen.arguments[k].has_numbers, k < 2);
        assert_string_equal(seen.arguments[k].text, "");
    }
}

// Constants of the brain are columns, too.
static void a_block_gets_constants_as_columns_and_texts(void **state) {
    static const wits_function f = {
        .name = "sees",
        .condition = look_at_one,
        .parameters = {
            {WITS_ARGUMENT_FLOAT}, {WITS_ARGUMENT_TEXT}, {WITS_ARGUMENT_ENUM, ways, 2}, {WITS_ARGUMENT_BOOL}}};
    if (!has_blocks()) {
        skip();
    }
    ask("sees(3, 'door', fast, true)", &f, 100);
    assert_int_equal(seen.count, 100);
    for (uint32_t i = 0; i < seen.count; i++) {
        assert_true(seen.arguments[0].numbers[i] == 3.0f);
        assert_int_equal(seen.arguments[2].integers[i], 1);
        assert_string_equal(seen.arguments[2].told[i], "fast");
        assert_int_equal(seen.arguments[3].integers[i], 1);
        assert_string_equal(seen.arguments[1].told[i], "door");
    }
    assert_int_equal(seen.arguments[0].kind, WITS_ARGUMENT_FLOAT);
    assert_int_equal(seen.arguments[1].kind, WITS_ARGUMENT_TEXT);
    assert_string_equal(seen.arguments[1].text, "door");
    for (uint32_t k = 0; k < 4; k++) {
        assert_true(seen.arguments[k].is_constant);
        assert_int_equal(seen.arguments[k].has_integers, k >= 2);
        assert_int_equal(seen.arguments[k].has_numbers, k == 0);
    }
}

// An INT may be passed where only the program declares a FLOAT: then `numbers` is set anyway.
static void an_int_comes_as_a_float_too(void **state) {
    static const wits_function undeclared = {.name = "sees", .condition = look_at_one};
    static const wits_function f = {.name = "sees", .condition = look_at_one, .parameters = {{WITS_ARGUMENT_FLOAT}}};
    const wits_state_desc states[] = {{.name = "root"}, {.name = "a"}, {.name = "b"}};
    const wits_transition_desc transitions[] = {{.from = 1, .to = 2, .when = "sees(turns)"},
                                                {.from = 1, .to = 2, .when = "sees(distance)"}};
    const wits_desc desc = {STATES(states),      TRANSITIONS(transitions), .functions = &undeclared,
                            .function_count = 1, .fields = fields,         .field_count = FIELDS};
    const wits_crowd_function block = {.condition = look_at_block};
    wits_brain *brain = compile(&desc);
    const wits_crowd_code *code = code_of(brain);
    crowd_of_guards *g = guards_new(code, brain, DENSE);
    g->crowd.functions = &f;
    g->crowd.block_functions = &block;
    g->crowd.count = 1;
    g->turns[0] = -9;
    assert_true(wits_crowd_check(&g->crowd, NULL));
    wits_crowd_run run = run_of(g, 0);
    wits_crowd_start(&g->crowd, 0, 1, &run);
    for (uint32_t i = 0; i < 2 && wits_crowd_plan(code).path != WITS_CROWD_PATH_SINGLE; i++) {
        memset(&seen, 0, sizeof seen);
        run.path = i == 0 ? WITS_CROWD_PATH_MASKS : WITS_CROWD_PATH_GROUPS;
        wits_crowd_decide(&g->crowd, 0, 1, &run);
        assert_int_equal(seen.calls, 2);
        assert_int_equal(seen.arguments[0].kind, WITS_ARGUMENT_FLOAT);  // argument of the second function
        assert_false(seen.arguments[0].has_integers);
        assert_true(seen.arguments[0].has_numbers);
    }
    guards_free(g);
    free((void *)(uintptr_t)code);
    free(brain);
}

// Functions for blocks without arguments are unchanged.
static void a_block_without_arguments_gets_none(void **state) {
    static const wits_function plain = {.name = "sees", .condition = look_at_one};
    if (!has_blocks()) {
        skip();
    }
    ask("sees()", &plain, 100);
    assert_int_equal(seen.count, 100);
    assert_int_equal(seen.argument_count, 0);
}

// -------------------------------------------------------------------------------------------------------------- misuse

// "Functions for blocks need declared parameters if they have any."
static void a_function_for_blocks_declares_what_it_gets(void **state) {
    static const wits_function undeclared = {.name = "sees", .condition = look_at_one};
    static const wits_function declared = {
        .name = "sees", .condition = look_at_one, .parameters = {{WITS_ARGUMENT_INT}}};
    static const char *const texts[] = {"sees(3)", "sees(turns)", "sees(1) or sees(1, 2)", "sees() or sees(turns)"};
    const wits_crowd_function block = {.condition = look_at_block}, none = {.condition = NULL};
    for (uint32_t i = 0; i < COUNT(texts); i++) {
        const wits_state_desc states[] = {{.name = "root"}, {.name = "a"}, {.name = "b"}};
        const wits_transition_desc transition = {.from = 1, .to = 2, .when = texts[i]};
        const wits_desc desc = {STATES(states),           .transitions = &transition, .transition_count = 1,
                                .functions = &undeclared, .function_count = 1,        .fields = fields,
                                .field_count = FIELDS};
        wits_brain *brain = compile(&desc);
        const wits_crowd_code *code = code_of(brain);
        crowd_of_guards *g = guards_new(code, brain, DENSE);
        g->crowd.functions = &undeclared;
        assert_true(wits_crowd_check(&g->crowd, NULL));
        g->crowd.block_functions = &none;
        assert_true(wits_crowd_check(&g->crowd, NULL));
        g->crowd.block_functions = &block;
        wits_problem problem;
        char text[200];
        assert_false(wits_crowd_check(&g->crowd, &(wits_report){&problem, 1, 0}));
        assert_int_equal(problem.code, WITS_PROBLEM_BLOCK_PARAMETERS);
        wits_problem_text(&problem, text, sizeof text);
        assert_string_equal(text, "functions row 0 (sees): the function for a block has arguments, but its parameters "
                                  "are not declared");
        if (i < 2) {  // the program declares what the brain passes: wits_bind would report other arguments
            g->crowd.functions = &declared;
            assert_true(wits_crowd_check(&g->crowd, NULL));
        }
        guards_free(g);
        free((void *)(uintptr_t)code);
        free(brain);
    }
}

static const wits_crowd_call no_arguments = {.count = 1};

static void ask_for_an_argument_that_is_not_there(void) {
    wits_crowd_argument_of(&no_arguments, 0, 0);
}

static void an_argument_that_is_not_there_is_none(void **state) {
    if (CHECKS) {
        assert_true(aborts(ask_for_an_argument_that_is_not_there));
    } else {
        assert_int_equal(wits_crowd_argument_of(&no_arguments, 0, 0).kind, WITS_ARGUMENT_NONE);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_with_arguments_go_in_blocks),
        cmocka_unit_test(blocks_give_what_one_agent_after_another_gives),
        cmocka_unit_test(a_list_without_room_for_values_stops_before_the_next_agent),
        cmocka_unit_test(long_lists_of_values_are_whole),
        cmocka_unit_test(slices_on_threads_have_arguments_of_their_own),
        cmocka_unit_test(a_block_gets_columns_of_what_is_computed),
        cmocka_unit_test(a_block_gets_constants_as_columns_and_texts),
        cmocka_unit_test(an_int_comes_as_a_float_too),
        cmocka_unit_test(a_block_without_arguments_gets_none),
        cmocka_unit_test(a_function_for_blocks_declares_what_it_gets),
        cmocka_unit_test(an_argument_that_is_not_there_is_none),
    };
    return cmocka_run_group_tests_name("crowd_arguments", tests, NULL, NULL);
}
