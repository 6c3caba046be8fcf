// SPDX-License-Identifier: MIT
// The calls of wits/crowd.h: every path, slice, layout and numbering does to each agent what wits.h does to it alone.
#include "crowd_support.h"

enum { AGENTS = 500, TICKS = 16 };

typedef uint64_t crowd_fn(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run);

static crowd_fn *const verbs[] = {
    [WITS_VERB_START] = wits_crowd_start,   [WITS_VERB_STOP] = wits_crowd_stop,     [WITS_VERB_GOTO] = NULL,
    [WITS_VERB_DECIDE] = wits_crowd_decide, [WITS_VERB_UPDATE] = wits_crowd_update, [WITS_VERB_TICK] = wits_crowd_tick,
};

/// Makes one call for all agents; the list is large enough.
static void run_all(flock *f, const wits_crowd_run *run, wits_verb verb) {
    assert_int_equal(verbs[verb](&f->crowd, 0, f->count, run), f->count);
}

/// Raises the event for some sheep, which hear the dog.
static void bark(flock *f, uint32_t tick) {
    if (tick % 5 == 2) {
        wits_crowd_raise(&f->crowd, f->count / 4, f->count / 2, BARK);
    }
}

static void start_both(flock *f, flock *alone, wits_crowd_path path) {
    wits_crowd_run run = flock_run(f, 0);
    run.path = path;
    run_all(f, &run, WITS_VERB_START);
    flock_run_alone(alone, &run, WITS_VERB_START, WITS_NONE);
}

/// Both flocks start and tick; after each tick they are the same.
static void check_ticks(flock *f, flock *alone, wits_crowd_run how) {
    start_both(f, alone, how.path);
    for (uint32_t tick = 1; tick <= TICKS; tick++) {
        wits_crowd_run run = flock_run(f, tick);
        run.path = how.path;
        run.simd = how.simd;
        run.decide_every = how.decide_every;
        f->list.count = alone->list.count = 0;
        bark(f, tick);
        bark(alone, tick);
        run_all(f, &run, WITS_VERB_TICK);
        flock_run_alone(alone, &run, WITS_VERB_TICK, WITS_NONE);
        assert_same_flock(f, alone);
        assert_same_list(&f->list, &alone->list);
    }
}

static void check_layout(layout way, uint64_t count, const uint64_t *ids, wits_crowd_run how) {
    flock *f = flock_new(way, count, ids);
    flock *alone = flock_new(DENSE, count, ids);
    assert_true(wits_crowd_check(&f->crowd, NULL));
    check_ticks(f, alone, how);
    flock_free(f);
    flock_free(alone);
}

static void every_layout_and_path_is_one_by_one(void **state) {
    for (int way = 0; way < LAYOUTS; way++) {
        for (int path = 0; path < CROWD_PATHS; path++) {
            check_layout((layout)way, AGENTS, NULL, (wits_crowd_run){.path = crowd_paths[path]});
        }
    }
}

static void every_instruction_set_is_one_by_one(void **state) {
    for (wits_crowd_simd simd = WITS_CROWD_SIMD_BASELINE; simd <= wits_crowd_best_simd(); simd++) {
        assert_string_not_equal(wits_crowd_simd_name(simd), wits_crowd_simd_name(WITS_CROWD_SIMD_AUTO));
        check_layout(DENSE, AGENTS, NULL, (wits_crowd_run){.simd = simd});
    }
}

static void counts_of_none_and_one(void **state) {
    for (int path = 0; path < CROWD_PATHS; path++) {
        for (uint64_t count = 0; count <= 3; count++) {
            check_layout(DENSE, count, NULL, (wits_crowd_run){.path = crowd_paths[path]});
        }
    }
}

static void ids_from_an_array(void **state) {
    static uint64_t ids[AGENTS];
    uint64_t random = 1;
    for (uint32_t i = 0; i < AGENTS; i++) {
        ids[i] = (uint64_t)below(&random, UINT32_MAX) << 32;
        ids[i] |= below(&random, UINT32_MAX);
    }
    for (int path = 0; path < CROWD_PATHS; path++) {
        check_layout(DENSE, AGENTS, ids, (wits_crowd_run){.path = crowd_paths[path]});
        check_layout(DENSE, AGENTS, ids, (wits_crowd_run){.path = crowd_paths[path], .decide_every = 3});
    }
}

// (tick + id) mod n is 0.
static void some_decide_in_each_tick(void **state) {
    static const uint32_t periods[] = {0, 1, 2, 7, 1000, UINT32_MAX};
    for (uint32_t i = 0; i < COUNT(periods); i++) {
        for (int path = 0; path < CROWD_PATHS; path++) {
            check_layout(DENSE, AGENTS, NULL, (wits_crowd_run){.path = crowd_paths[path], .decide_every = periods[i]});
        }
    }
}

// Ids about 2^32, and a tick near overflow: the sum is computed in 64 bits.
static void ids_around_two_to_the_32(void **state) {
    for (int path = 0; path < CROWD_PATHS; path++) {
        flock *f = flock_new(DENSE, 100, NULL), *alone = flock_new(DENSE, 100, NULL);
        f->crowd.first_id = alone->crowd.first_id = 0xFFFFFFD0u;
        start_both(f, alone, crowd_paths[path]);
        for (uint32_t tick = 0xFFFFFFF0u; tick != 16; tick++) {
            wits_crowd_run run = flock_run(f, tick);
            run.path = crowd_paths[path];
            run.decide_every = 3;
            f->list.count = alone->list.count = 0;
            run_all(f, &run, WITS_VERB_TICK);
            flock_run_alone(alone, &run, WITS_VERB_TICK, WITS_NONE);
            assert_same_flock(f, alone);
        }
        flock_free(f);
        flock_free(alone);
    }
}

// -------------------------------------------------------------------------------------------------------------- slices

/// Cuts into pieces of 1 to 40 agents and runs them in a random order. The lists are not compared, because they have
/// that order.
static void run_pieces(flock *f, const wits_crowd_run *run, uint64_t *random) {
    uint64_t starts[AGENTS + 1];
    uint32_t pieces = 0;
    for (uint64_t first = 0; first < f->count; first += 1 + below(random, 40)) {
        starts[pieces++] = first;
    }
    uint32_t order[AGENTS];
    for (uint32_t i = 0; i < pieces; i++) {
        uint32_t k = below(random, i + 1);
        order[i] = order[k];
        order[k] = i;
    }
    starts[pieces] = f->count;
    for (uint32_t i = 0; i < pieces; i++) {
        uint64_t first = starts[order[i]], count = starts[order[i] + 1] - first;
        assert_int_equal(wits_crowd_tick(&f->crowd, first, count, run), count);
    }
}

static void slices_in_random_order_give_the_same(void **state) {
    uint64_t random = 7;
    for (int path = 0; path < CROWD_PATHS; path++) {
        flock *f = flock_new(STRUCTS, AGENTS, NULL), *whole = flock_new(DENSE, AGENTS, NULL);
        start_both(f, whole, crowd_paths[path]);
        for (uint32_t tick = 1; tick <= TICKS; tick++) {
            wits_crowd_run run = flock_run(f, tick), other = flock_run(whole, tick);
            run.path = crowd_paths[path];
            f->list.count = whole->list.count = 0;
            bark(f, tick);
            bark(whole, tick);
            run_pieces(f, &run, &random);
            run_all(whole, &other, WITS_VERB_TICK);
            assert_same_flock(f, whole);
            assert_int_equal(f->list.count, whole->list.count);
            assert_true(wits_crowd_hash(&f->crowd, 0, AGENTS) == wits_crowd_hash(&whole->crowd, 0, AGENTS));
        }
        flock_free(f);
        flock_free(whole);
    }
}

// Blocks of any size give the same; each has its own scratch memory.
static void blocks_of_any_size_give_the_same(void **state) {
    static const uint32_t blocks[] = {1, 2, 63, 64, 65, 499, 500, 501, 4096};
    for (uint32_t i = 0; i < COUNT(blocks); i++) {
        flock *f = flock_new(DENSE, AGENTS, NULL), *alone = flock_new(DENSE, AGENTS, NULL);
        size_t size = wits_crowd_scratch_size(f->crowd.code, blocks[i]);
        free(f->scratch);
        f->scratch = aligned_alloc(64, (size + 63) / 64 * 64);
        assert_non_null(f->scratch);
        start_both(f, alone, WITS_CROWD_PATH_AUTO);
        for (uint32_t tick = 1; tick <= TICKS; tick++) {
            wits_crowd_run run = flock_run(f, tick);
            run.block = blocks[i];
            f->list.count = alone->list.count = 0;
            run_all(f, &run, WITS_VERB_TICK);
            flock_run_alone(alone, &run, WITS_VERB_TICK, WITS_NONE);
            assert_same_flock(f, alone);
            assert_same_list(&f->list, &alone->list);
        }
        flock_free(f);
        flock_free(alone);
    }
}

// --------------------------------------------------------------------------------------------------------------- verbs

// Separate decide and update, a stop and a start, and some goto and set_state calls.
static void every_verb_is_one_by_one(void **state) {
    static const wits_verb order[] = {WITS_VERB_DECIDE, WITS_VERB_UPDATE, WITS_VERB_TICK,  WITS_VERB_GOTO,
                                      WITS_VERB_DECIDE, WITS_VERB_STOP,   WITS_VERB_START, WITS_VERB_UPDATE};
    for (int path = 0; path < CROWD_PATHS; path++) {
        flock *f = flock_new(SPREAD, AGENTS, NULL), *alone = flock_new(DENSE, AGENTS, NULL);
        start_both(f, alone, crowd_paths[path]);
        for (uint32_t tick = 1; tick <= 4 * COUNT(order); tick++) {
            wits_verb verb = order[tick % COUNT(order)];
            wits_crowd_run run = flock_run(f, tick);
            run.path = crowd_paths[path];
            run.decide_every = tick / COUNT(order);
            f->list.count = alone->list.count = 0;
            bark(f, tick);
            bark(alone, tick);
            if (verb == WITS_VERB_GOTO) {
                assert_int_equal(wits_crowd_goto(&f->crowd, 0, AGENTS, &run, RUN), AGENTS);
            } else {
                run_all(f, &run, verb);
            }
            flock_run_alone(alone, &run, verb, RUN);
            assert_same_flock(f, alone);
            assert_same_list(&f->list, &alone->list);
        }
        flock_free(f);
        flock_free(alone);
    }
}

static void place_is_for_a_range_and_lists_nothing(void **state) {
    flock *f = flock_new(DENSE, 10, NULL);
    wits_crowd_run run = flock_run(f, 5);
    assert_int_equal(wits_crowd_set_state(&f->crowd, 3, 4, &run, HIDE), 4);
    assert_int_equal(f->list.count, 0);
    for (uint64_t row = 0; row < 10; row++) {
        assert_int_equal(wits_is_in(f->brain, flock_agent(f, row), HIDE), row >= 3 && row < 7);
    }
    flock_free(f);
}

// Placed in a composite, each gets its own score.
static void place_chooses_for_each_agent(void **state) {
    flock *f = flock_new(SPREAD, AGENTS, NULL), *alone = flock_new(DENSE, AGENTS, NULL);
    wits_crowd_run run = flock_run(f, 5);
    assert_int_equal(wits_crowd_set_state(&f->crowd, 0, AGENTS, &run, FLEE), AGENTS);
    for (uint32_t row = 0; row < AGENTS; row++) {
        const wits_frame frame = {.tick = run.tick,
                                  .seed = run.seed,
                                  .agent = f->crowd.first_id + row,
                                  .row = row,
                                  .context = &alone->pastures[row],
                                  .columns = alone->columns,
                                  .functions = sheep_functions};
        assert_true(wits_set_state(alone->brain, flock_agent(alone, row), &frame, FLEE));
    }
    assert_same_flock(f, alone);
    flock_free(f);
    flock_free(alone);
}

// -------------------------------------------------------------------------------------------------------------- events

static void events_for_ranges_and_lists(void **state) {
    flock *f = flock_new(STRUCTS, 20, NULL);
    static const uint32_t some[] = {19, 0, 7, 7};
    wits_crowd_run run = flock_run(f, 0);
    wits_crowd_start(&f->crowd, 0, 20, &run);
    wits_crowd_raise(&f->crowd, 5, 3, BARK);
    wits_crowd_raise(&f->crowd, 5, 0, WHISTLE);
    wits_crowd_raise_for(&f->crowd, some, COUNT(some), WHISTLE);
    wits_crowd_raise_for(&f->crowd, NULL, 0, BARK);
    for (uint32_t row = 0; row < 20; row++) {
        const uint8_t *agent = flock_agent(f, row);
        assert_int_equal(wits_is_pending(f->brain, agent, BARK), row >= 5 && row < 8);
        assert_int_equal(wits_is_pending(f->brain, agent, WHISTLE), row == 0 || row == 7 || row == 19);
    }
    flock_free(f);
}

// ------------------------------------------------------------------------------------------------------------- queries

static void queries_agree_with_those_of_one_agent(void **state) {
    flock *f = flock_new(STRUCTS, AGENTS, NULL);
    wits_crowd_run run = flock_run(f, 0);
    wits_crowd_start(&f->crowd, 0, AGENTS - 50, &run);  // the last ones stay stopped
    for (uint32_t tick = 1; tick <= 3; tick++) {
        run = flock_run(f, tick);
        f->list.count = 0;
        bark(f, tick);
        run_all(f, &run, WITS_VERB_TICK);
    }
    uint64_t counts[SHEEP_STATES] = {[GRAZE] = 1000}, expected[SHEEP_STATES] = {[GRAZE] = 1000};
    uint64_t hash = 0;
    for (uint64_t row = 100; row < AGENTS; row++) {
        wits_state_id deepest = wits_deepest(f->brain, flock_agent(f, row));
        expected[deepest == WITS_NONE ? SHEEP : deepest] += deepest != WITS_NONE;
        hash += wits_agent_hash(f->brain, flock_agent(f, row), 100 + row);
    }
    wits_crowd_count(&f->crowd, 100, 300, counts);
    wits_crowd_count(&f->crowd, 400, AGENTS - 400, counts);
    assert_memory_equal(counts, expected, sizeof counts);
    assert_true(counts[HIDE] + counts[RUN] > 0 && counts[WALK] > 0);
    assert_true(wits_crowd_hash(&f->crowd, 100, 300) + wits_crowd_hash(&f->crowd, 400, AGENTS - 400) == hash);
    assert_true(wits_crowd_hash(&f->crowd, 400, 0) == 0);

    wits_state_id deepest[AGENTS];
    wits_crowd_deepest(&f->crowd, 50, AGENTS - 50, deepest);
    for (uint32_t row = 50; row < AGENTS; row++) {
        assert_int_equal(deepest[row - 50], wits_deepest(f->brain, flock_agent(f, row)));
    }

    uint32_t found[AGENTS];
    for (wits_state_id s = 0; s < SHEEP_STATES; s++) {
        uint64_t count = wits_crowd_find(&f->crowd, 50, AGENTS - 50, s, found), at = 0;
        for (uint32_t row = 50; row < AGENTS; row++) {
            if (wits_is_in(f->brain, flock_agent(f, row), s)) {
                assert_true(at < count);
                assert_int_equal(found[at++], row);
            }
        }
        assert_int_equal(at, count);
    }
    flock_free(f);
}

// A parallel: each branch is counted.
static void branches_are_counted(void **state) {
    enum { ROOT, LEFT, A, B, RIGHT, C };
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root", .kind = WITS_KIND_PARALLEL},
        [LEFT] = {.name = "left"},
        [A] = {.name = "a", .parent = LEFT},
        [B] = {.name = "b", .parent = LEFT},
        [RIGHT] = {.name = "right", .leave = WITS_LEAVE_SUSPEND},
        [C] = {.name = "c", .parent = RIGHT},
    };
    static const wits_transition_desc transitions[] = {{.from = A, .to = B, .when = "random < 0.5"}};
    wits_brain *brain = compile(&(wits_desc){STATES(states), TRANSITIONS(transitions)});
    uint64_t code[4096], counts[6] = {0};
    assert_true(wits_crowd_code_size(brain) <= sizeof code);
    uint8_t agents[100 * 8] = {0};
    wits_crowd crowd = {.code = wits_crowd_prepare(brain, code, sizeof code), .count = 100, .agents = agents};
    void *scratch = aligned_alloc(64, (wits_crowd_scratch_size(crowd.code, 0) + 63) / 64 * 64);
    wits_crowd_run run = {.scratch = scratch};
    assert_true(wits_crowd_check(&crowd, NULL));
    wits_crowd_start(&crowd, 0, 100, &run);
    run.tick = 1;
    wits_crowd_tick(&crowd, 0, 100, &run);
    wits_crowd_count(&crowd, 0, 100, counts);
    assert_int_equal(counts[C], 100);
    assert_int_equal(counts[A] + counts[B], 100);
    assert_true(counts[A] > 20 && counts[B] > 20);
    free(scratch);
    free(brain);
}

// More branches at once than a crowd first requests: 70 regions, every second of which is in its second leaf.
static void many_branches_are_counted(void **state) {
    enum { REGIONS = 70, STATES_EACH = 3, CROWD = 3 };
    static wits_state_desc states[1 + REGIONS * STATES_EACH];
    static char names[1 + REGIONS * STATES_EACH][8];
    states[0] = (wits_state_desc){.name = "root", .kind = WITS_KIND_PARALLEL};
    for (uint32_t region = 0; region < REGIONS; region++) {
        const uint32_t row = 1 + region * STATES_EACH;
        for (uint32_t i = row; i < row + STATES_EACH; i++) {
            (void)snprintf(names[i], sizeof names[i], "s%u", (unsigned)i);
            states[i] = (wits_state_desc){.name = names[i], .parent = (wits_state_id)(i == row ? 0 : row)};
        }
        states[row].initial = (wits_state_id)(row + 1 + region % 2);
    }
    wits_brain *brain = compile(&(wits_desc){STATES(states)});
    const size_t size = wits_crowd_code_size(brain), stride = wits_agent_size(brain);
    void *code = malloc(size), *agents = calloc(CROWD, stride);
    const wits_crowd crowd = {.code = wits_crowd_prepare(brain, code, size), .count = CROWD, .agents = agents};
    void *scratch = aligned_alloc(64, (wits_crowd_scratch_size(crowd.code, 0) + 63) / 64 * 64);
    const wits_crowd_run run = {.scratch = scratch};
    uint64_t counts[COUNT(states)] = {0};
    assert_int_equal(wits_crowd_start(&crowd, 0, CROWD, &run), CROWD);
    assert_true(wits_stop(brain, agents, &(wits_frame){0}));  // the first one
    wits_crowd_count(&crowd, 0, CROWD, counts);
    for (uint32_t i = 0; i < COUNT(states); i++) {
        const uint32_t region = (i - 1) / STATES_EACH, place = (i - 1) % STATES_EACH;
        assert_int_equal(counts[i], i != 0 && place == 1 + region % 2 ? CROWD - 1 : 0);
    }
    free(scratch);
    free(agents);
    free(code);
    free(brain);
}

// Regions of two leaves, between which agents move randomly: 128 combinations and more. The slots of seven regions fit
// a word of 64 bits, those of ten do not.
static void agents_in_many_combinations_are_counted(void **state) {
    enum { MOST_REGIONS = 10, CROWD = 3000, PARTS = 3 };
    for (uint32_t regions = 7; regions <= MOST_REGIONS; regions += 3) {
        wits_state_desc states[1 + MOST_REGIONS * PARTS] = {{.name = "root", .kind = WITS_KIND_PARALLEL}};
        wits_transition_desc transitions[2 * MOST_REGIONS] = {{0}};
        char names[1 + MOST_REGIONS * PARTS][12];
        for (uint32_t i = 1; i < 1 + regions * PARTS; i++) {
            const uint32_t region = (i - 1) / PARTS * PARTS + 1;
            (void)snprintf(names[i], sizeof names[i], "s%u", (unsigned)i);
            states[i] = (wits_state_desc){.name = names[i], .parent = (wits_state_id)(i == region ? 0 : region)};
        }
        for (uint32_t i = 0; i < 2 * regions; i++) {
            const uint32_t first = 1 + i / 2 * PARTS + 1;
            transitions[i] = (wits_transition_desc){.from = (wits_state_id)(first + i % 2),
                                                    .to = (wits_state_id)(first + (i + 1) % 2),
                                                    .when = "random < 0.4"};
        }
        wits_brain *brain = compile(&(wits_desc){.states = states,
                                                 .state_count = 1 + regions * PARTS,
                                                 .transitions = transitions,
                                                 .transition_count = 2 * regions});
        const size_t size = wits_crowd_code_size(brain), stride = wits_agent_size(brain);
        void *code = malloc(size), *agents = calloc(CROWD, stride);
        const wits_crowd crowd = {.code = wits_crowd_prepare(brain, code, size), .count = CROWD, .agents = agents};
        wits_crowd_run run = {.seed = 3};
        run.scratch = aligned_alloc(64, (wits_crowd_scratch_size(crowd.code, 0) + 63) / 64 * 64);
        wits_crowd_start(&crowd, 0, CROWD, &run);
        for (run.tick = 1; run.tick <= 6; run.tick++) {
            wits_crowd_tick(&crowd, 0, CROWD, &run);
        }
        uint64_t counts[COUNT(states)] = {0}, expected[COUNT(states)] = {0};
        for (uint32_t row = 0; row < CROWD; row++) {
            wits_state_id active[MOST_REGIONS];
            const uint32_t count = wits_active(brain, (uint8_t *)agents + row * stride, active, MOST_REGIONS);
            assert_int_equal(count, regions);
            for (uint32_t i = 0; i < count; i++) {
                expected[active[i]]++;
            }
        }
        wits_crowd_count(&crowd, 0, CROWD, counts);
        assert_memory_equal(counts, expected, sizeof counts);
        wits_state_id deepest[CROWD];
        wits_stop(brain, agents, &(wits_frame){0});
        wits_crowd_deepest(&crowd, 0, CROWD, deepest);
        for (uint32_t row = 0; row < CROWD; row++) {
            assert_int_equal(deepest[row], WITS_NONE);  // of several regions, or stopped
        }
        for (wits_state_id id = 0; id < 1 + regions * PARTS; id++) {
            uint32_t found[CROWD];
            uint64_t count = wits_crowd_find(&crowd, 0, CROWD, id, found), at = 0;
            for (uint32_t row = 0; row < CROWD; row++) {
                if (wits_is_in(brain, (uint8_t *)agents + row * stride, id)) {
                    assert_true(at < count && found[at++] == row);
                }
            }
            assert_int_equal(at, count);
        }
        free(run.scratch);
        free(agents);
        free(code);
        free(brain);
    }
}

// ------------------------------------------------------------------------------------------------------------ contexts

static bool is_lost(const void *context, const wits_call *call) {
    assert_null(context);
    return call->frame->agent % 2 == 0;
}

static float worth(const void *context, const wits_call *call) {
    assert_null(context);
    return (float)(call->frame->agent % 3);
}

static void shout(void *context, const wits_call *call) {
    assert_null(context);
    (void)call;
}

// Contexts are optional: functions then get null, on every path, for every agent.
static void without_contexts_functions_get_null(void **state) {
    enum { ROOT, A, B, C, D, CROWD = 100 };
    static const wits_function functions[] = {{.name = "is_lost", .condition = is_lost},
                                              {.name = "worth", .score = worth},
                                              {.name = "shout", .action = shout}};
    static const wits_state_desc states[] = {
        [ROOT] = {.name = "root"},
        [A] = {.name = "a"},
        [B] = {.name = "b", .kind = WITS_KIND_UTILITY, .enter = "shout"},
        [C] = {.name = "c", .parent = B, .score = "worth"},
        [D] = {.name = "d", .parent = B, .score = "worth() - 1"},
    };
    static const wits_transition_desc transitions[] = {{.from = A, .to = B, .when = "is_lost"}};
    wits_brain *brain = compile(&(wits_desc){STATES(states), TRANSITIONS(transitions), FUNCTIONS(functions)});
    const size_t size = wits_crowd_code_size(brain);
    void *code = malloc(size);
    wits_crowd crowd = {.code = wits_crowd_prepare(brain, code, size), .count = CROWD, .functions = functions};
    assert_int_not_equal(wits_crowd_plan(crowd.code).path, WITS_CROWD_PATH_SINGLE);
    void *scratch = aligned_alloc(64, (wits_crowd_scratch_size(crowd.code, 0) + 63) / 64 * 64);
    wits_list list = {calloc(CROWD, sizeof *list.records), CROWD, 0};
    for (int path = 0; path < CROWD_PATHS; path++) {
        uint8_t agents[CROWD * 8] = {0};
        wits_crowd_run run = {.scratch = scratch, .list = &list, .path = crowd_paths[path]};
        assert_in_range(wits_agent_size(brain), 1, 8);
        crowd.agents = agents;
        assert_true(wits_crowd_check(&crowd, NULL));
        list.count = 0;
        assert_int_equal(wits_crowd_start(&crowd, 0, CROWD, &run), CROWD);
        assert_int_equal(wits_crowd_tick(&crowd, 0, CROWD, &run), CROWD);
        assert_int_equal(list.count, CROWD / 2);
        for (uint32_t row = 0; row < CROWD; row++) {
            const wits_state_id expected = row % 2 != 0 ? A : C;
            assert_true(wits_is_in(brain, agents + row * wits_agent_size(brain), expected));
        }
    }
    free(list.records);
    free(scratch);
    free(code);
    free(brain);
}

// ---------------------------------------------------------------------------------------------------------------- plan

static void a_plan_says_what_is_needed(void **state) {
    flock *f = flock_new(DENSE, 1, NULL);
    wits_crowd_plan_info plan = wits_crowd_plan(f->crowd.code);
    assert_true(plan.path == WITS_CROWD_PATH_SINGLE || plan.path == WITS_CROWD_PATH_MASKS ||
                plan.path == WITS_CROWD_PATH_GROUPS);
    assert_true(plan.reason != NULL && plan.reason[0] != '\0');
    assert_int_equal(plan.bytes_per_agent, wits_agent_size(f->brain));
    assert_true(plan.path == WITS_CROWD_PATH_SINGLE ? plan.block == 1 : plan.block > 1 && plan.block <= 4096);
    size_t size = wits_crowd_code_size(f->brain);
    assert_null(wits_crowd_prepare(f->brain, f->code, size - 1));
    flock_free(f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_layout_and_path_is_one_by_one),
        cmocka_unit_test(every_instruction_set_is_one_by_one),
        cmocka_unit_test(counts_of_none_and_one),
        cmocka_unit_test(ids_from_an_array),
        cmocka_unit_test(some_decide_in_each_tick),
        cmocka_unit_test(ids_around_two_to_the_32),
        cmocka_unit_test(slices_in_random_order_give_the_same),
        cmocka_unit_test(blocks_of_any_size_give_the_same),
        cmocka_unit_test(every_verb_is_one_by_one),
        cmocka_unit_test(place_is_for_a_range_and_lists_nothing),
        cmocka_unit_test(place_chooses_for_each_agent),
        cmocka_unit_test(events_for_ranges_and_lists),
        cmocka_unit_test(queries_agree_with_those_of_one_agent),
        cmocka_unit_test(branches_are_counted),
        cmocka_unit_test(many_branches_are_counted),
        cmocka_unit_test(agents_in_many_combinations_are_counted),
        cmocka_unit_test(without_contexts_functions_get_null),
        cmocka_unit_test(a_plan_says_what_is_needed),
    };
    return cmocka_run_group_tests_name("crowd", tests, NULL, NULL);
}
