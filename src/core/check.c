// SPDX-License-Identifier: MIT
#include "core/check.h"
#include "wits/convert.h"

#include <string.h>

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

static void check_column(const wits_brain *brain, uint32_t field, const wits_frame *frame) {
    const wits_column *c = &frame->columns[field];
    WITS_ASSERT(c->base != NULL && "a field of the brain has no memory");
    WITS_ASSERT(c->type == wits_field_type(brain, field) && "a column is of another type than its field");
    WITS_ASSERT((c->size == 0 || (uint64_t)frame->row * c->stride + expr_field_size(c->type) <= c->size) &&
                "a column ends before this agent's row");
    WITS_ASSERT((!wits_field_is_assigned(brain, field) || (c->stride != 0 && !c->read_only)) &&
                "the brain assigns a field whose column is only read");
}

void check_agent(const wits_brain *brain, const void *agent, const wits_frame *frame) {
    WITS_ASSERT(brain != NULL && agent != NULL && frame != NULL);
    WITS_ASSERT(memcmp(brain->magic, BRAIN_MAGIC, sizeof brain->magic) == 0 && "this is no compiled brain");
    WITS_ASSERT(find_running(agent) == NULL && "a call for an agent from inside one of its own functions");
    WITS_ASSERT((frame->layout == 0 || frame->layout == wits_brain_layout_hash(brain)) &&
                "this agent is of another brain, or of another version: wits_agent_convert");
    WITS_ASSERT(wits_agent_is_valid(brain, agent, brain->agent_size) &&
                "these bytes are no agent of this brain: a new agent is all zero");
}

void check_call(const wits_brain *brain, const void *agent, const wits_frame *frame) {
    check_agent(brain, agent, frame);
    WITS_ASSERT((frame->functions != NULL || brain->function_count == 0) && "the frame has no functions");
    WITS_ASSERT((frame->columns != NULL || brain->field_count == 0) && "the frame has no columns");
    for (uint32_t field = 0; field < brain->field_count; field++) {
        check_column(brain, field, frame);
    }
}

void check_enter(pass *p) {
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
