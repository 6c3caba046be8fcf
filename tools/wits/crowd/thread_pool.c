// SPDX-License-Identifier: MIT
#include "crowd/thread_pool.h"

#include "common/platform.h"
#include "common/replace.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#ifdef _OPENMP
#include <omp.h>
#endif

// ----------------------------------------------------------------------------------------------------------- interrupt

static atomic_bool is_interrupt_asked;

static void (*at_termination)(void);

static void note_interrupt(int signal) {
    atomic_store(&is_interrupt_asked, true);
    replace_die_of(signal);  // a second Ctrl-C ends the program at once
    if (signal == SIGTERM && at_termination != NULL) {
        at_termination();
    }
}

static void take_as_interrupt(int signal) {
    platform_on_signal(signal, note_interrupt, true);  // a write to a full pipe continues
}

void interrupt_catch(void) {
    take_as_interrupt(SIGINT);
}

void interrupt_catch_termination(void (*also)(void)) {
    at_termination = also;
    take_as_interrupt(SIGTERM);
}

void interrupt_catch_ends(void) {
    interrupt_catch();
    take_as_interrupt(SIGTERM);
    if (!platform_is_ignored(SIGHUP)) {
        take_as_interrupt(SIGHUP);
    }
}

bool interrupt_asked(void) {
    platform_take_signals();
    return atomic_load_explicit(&is_interrupt_asked, memory_order_relaxed);
}

// ---------------------------------------------------------------------------------------------------------------- team

bool thread_pool_has_threads(void) {
#ifdef _OPENMP
    return true;
#else
    return false;
#endif
}

uint32_t thread_pool_processors(void) {
#ifdef _OPENMP
    int count = omp_get_num_procs();
    return count < 1 ? 1 : count > THREAD_POOL_MOST ? THREAD_POOL_MOST : (uint32_t)count;
#else
    return 1;
#endif
}

typedef struct pieces {
    atomic_uint_fast64_t next;
    uint64_t count;
    thread_pool_fn *work;
    void *user;
    bool may_stop;
} pieces;

static void work_on(pieces *p, uint32_t worker) {
    while (!p->may_stop || !interrupt_asked()) {
        uint64_t piece = atomic_fetch_add(&p->next, 1);
        if (piece >= p->count) {
            return;
        }
        p->work(p->user, worker, piece);
    }
}

static uint64_t run_pieces(uint32_t workers, pieces *p) {
    atomic_init(&p->next, 0);
#ifdef _OPENMP
    workers = workers < p->count ? workers : (uint32_t)p->count;
    if (workers > 1) {
#pragma omp parallel num_threads((int)workers)
        work_on(p, (uint32_t)omp_get_thread_num());
    } else {
        work_on(p, 0);
    }
#else
    (void)workers;
    work_on(p, 0);
#endif
    uint64_t begun = atomic_load(&p->next);
    return begun < p->count ? begun : p->count;
}

uint64_t thread_pool_run(uint32_t workers, uint64_t count, thread_pool_fn *work, void *user) {
    pieces p = {.count = count, .work = work, .user = user, .may_stop = true};
    return run_pieces(workers, &p);
}

void thread_pool_run_all(uint32_t workers, uint64_t count, thread_pool_fn *work, void *user) {
    pieces p = {.count = count, .work = work, .user = user, .may_stop = false};
    run_pieces(workers, &p);
}
