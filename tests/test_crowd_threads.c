// SPDX-License-Identifier: MIT
// Slices of one crowd on several threads at once, and host functions for a block of agents.
#include "crowd_support.h"

#include <pthread.h>
#include <stdatomic.h>

enum { AGENTS = 2500, TICKS = 6, THREADS = 4, SLICE = 300 };

/// The threads take slices until none are left. Each has its own scratch memory and list.
typedef struct job {
    flock *of;
    atomic_uint next;
    wits_crowd_run how;
    atomic_uint listed;
} job;

static void *work(void *given) {
    job *j = given;
    flock *f = j->of;
    wits_crowd_run run = j->how;
    enum { ROOM = 64 };
    wits_list list = {calloc(ROOM, sizeof *list.records), ROOM, 0};
    run.list = &list;
    run.scratch = aligned_alloc(64, (wits_crowd_scratch_size(f->crowd.code, 0) + 63) / 64 * 64);
    for (uint64_t first = 0; (first = (uint64_t)SLICE * atomic_fetch_add(&j->next, 1)) < f->count;) {
        uint64_t count = f->count - first < SLICE ? f->count - first : SLICE;
        for (uint64_t done = 0; done < count;) {
            list.count = 0;
            done += wits_crowd_tick(&f->crowd, first + done, count - done, &run);
            atomic_fetch_add(&j->listed, list.count);
        }
    }
    free(run.scratch);
    free(list.records);
    return NULL;
}

static uint32_t tick_on_threads(flock *f, wits_crowd_run how) {
    pthread_t threads[THREADS];
    job j = {.of = f, .how = how};
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_create(&threads[i], NULL, work, &j), 0);
    }
    for (int i = 0; i < THREADS; i++) {
        assert_int_equal(pthread_join(threads[i], NULL), 0);
    }
    return atomic_load(&j.listed);
}

static void check_threads(layout way, wits_crowd_path path) {
    flock *f = flock_new(way, AGENTS, NULL), *one = flock_new(DENSE, AGENTS, NULL);
    wits_crowd_run run = flock_run(f, 0), other = flock_run(one, 0);
    wits_crowd_start(&f->crowd, 0, AGENTS, &run);
    wits_crowd_start(&one->crowd, 0, AGENTS, &other);
    for (uint32_t tick = 1; tick <= TICKS; tick++) {
        run = flock_run(f, tick);
        other = flock_run(one, tick);
        run.path = path;
        run.decide_every = other.decide_every = tick % 3;
        one->list.count = 0;
        wits_crowd_raise(&f->crowd, 0, AGENTS / tick, BARK);
        wits_crowd_raise(&one->crowd, 0, AGENTS / tick, BARK);
        uint32_t listed = tick_on_threads(f, run);
        assert_int_equal(wits_crowd_tick(&one->crowd, 0, AGENTS, &other), AGENTS);
        assert_int_equal(listed, one->list.count);
        assert_same_flock(f, one);
    }
    flock_free(f);
    flock_free(one);
}

// Slices of packed structs share cache lines with another thread's bytes.
static void threads_give_the_same_bytes(void **state) {
    for (int path = 0; path < CROWD_PATHS; path++) {
        check_threads(DENSE, crowd_paths[path]);
        check_threads(STRUCTS, crowd_paths[path]);
        check_threads(SHARED, crowd_paths[path]);
    }
}

// --------------------------------------------------------------------------------------------------- block functions

/// Calls of block functions, for the whole crowd.
typedef struct asked {
    uint32_t conditions;
    uint32_t scores;
} asked;

static void check_call(const wits_crowd_call *call) {
    assert_true(call->count > 0 && call->run->seed == 42);
    for (uint32_t i = 0; i < call->count; i++) {
        assert_true(call->agents[i] < call->crowd->count);
        assert_true(i == 0 || call->agents[i] > call->agents[i - 1]);
    }
}

static const pasture *pasture_of(const wits_crowd_call *call, uint32_t i) {
    return (const pasture *)call->crowd->contexts + call->agents[i];
}

static void grass_of_block(const wits_crowd_call *call, bool *holds) {
    check_call(call);
    assert_int_equal(call->function, 0);
    ((asked *)call->crowd->user)->conditions += call->count;
    for (uint32_t i = 0; i < call->count; i++) {
        holds[i] = pasture_of(call, i)->grass;
    }
}

static void cover_of_block(const wits_crowd_call *call, float *scores) {
    check_call(call);
    assert_int_equal(call->function, 1);
    ((asked *)call->crowd->user)->scores += call->count;
    for (uint32_t i = 0; i < call->count; i++) {
        scores[i] = pasture_of(call, i)->cover;
    }
}

static void functions_for_a_block_give_the_same(void **state) {
    static const wits_crowd_function of_blocks[SHEEP_FUNCTIONS] = {{.condition = grass_of_block},
                                                                   {.score = cover_of_block}};
    for (int path = 0; path < CROWD_PATHS; path++) {
        asked count = {0};
        flock *f = flock_new(DENSE, AGENTS, NULL), *alone = flock_new(DENSE, AGENTS, NULL);
        f->crowd.block_functions = of_blocks;
        f->crowd.user = &count;
        wits_crowd_run run = flock_run(f, 0);
        wits_crowd_start(&f->crowd, 0, AGENTS, &run);
        flock_run_alone(alone, &run, WITS_VERB_START, WITS_NONE);
        for (uint32_t tick = 1; tick <= TICKS; tick++) {
            run = flock_run(f, tick);
            run.path = crowd_paths[path];
            f->list.count = alone->list.count = 0;
            wits_crowd_raise(&f->crowd, 0, AGENTS / tick, BARK);
            wits_crowd_raise(&alone->crowd, 0, AGENTS / tick, BARK);
            assert_int_equal(wits_crowd_tick(&f->crowd, 0, AGENTS, &run), AGENTS);
            flock_run_alone(alone, &run, WITS_VERB_TICK, WITS_NONE);
            assert_same_flock(f, alone);
            assert_same_list(&f->list, &alone->list);
        }
        bool in_blocks = crowd_paths[path] != WITS_CROWD_PATH_SINGLE &&
                         wits_crowd_plan(f->crowd.code).path != WITS_CROWD_PATH_SINGLE;
        assert_int_equal(in_blocks, count.conditions > 0);
        assert_int_equal(in_blocks, count.scores > 0);
        flock_free(f);
        flock_free(alone);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_give_the_same_bytes),
        cmocka_unit_test(functions_for_a_block_give_the_same),
    };
    return cmocka_run_group_tests_name("crowd_threads", tests, NULL, NULL);
}
