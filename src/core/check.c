// SPDX-License-Identifier: MIT
#include "core/check.h"

#ifdef WITS_CHECKS

/// The passes that run on this thread, the innermost first: the only state outside of what callers give, and only in
/// builds that check.
static _Thread_local pass *running;

static pass *find_running(const void *agent) {
    for (pass *p = running; p != NULL; p = p->outer) {
        if (p->agent == agent) {
            return p;
        }
    }
    return NULL;
}

/// Round to nearest, and no flushing of tiny numbers to zero.
static bool arithmetic_is_ieee(void) {
    volatile float one = 1.0f;
    volatile float half_step = 0x1p-24f;
    volatile float tiny = 0x1p-126f;
    volatile float half = 0.5f;
    return one + half_step == one && one + half_step * 1.5f > one && tiny * half > 0.0f;
}

void check_enter(pass *p) {
    WITS_ASSERT(find_running(p->agent) == NULL && "a call for an agent from inside one of its own functions");
    WITS_ASSERT(running == NULL || !running->pure);
    WITS_ASSERT(arithmetic_is_ieee());
    p->pure = false;
    p->outer = running;
    running = p;
}

void check_leave(pass *p) {
    running = p->outer;
}

void check_query(const void *agent) {
    WITS_ASSERT(find_running(agent) == NULL && "inside a function use wits_call_is_in and wits_call_elapsed");
}

void check_impure(const void *agent) {
    const pass *p = find_running(agent);
    WITS_ASSERT((p == NULL || !p->pure) && "a condition or score may call nothing for its agent");
}

#else
typedef int check_is_empty;
#endif
