// SPDX-License-Identifier: MIT
#include "core/run/check.h"
#include "core/compile/tables.h"
#include "core/run/targets.h"
#include "wits/convert.h"

#include <string.h>

#ifdef WITS_CHECKS

/// The passes that run on this thread, the innermost first. This is the only global state, and exists only in builds
/// that check.
static _Thread_local pass *running;

static pass *find_running(const void *agent) {
    for (pass *p = running; p != NULL; p = p->outer) {
        if (p->agent == agent) {
            return p;
        }
    }
    return NULL;
}

/// Checks that arithmetic rounds to nearest, and does not flush tiny numbers to zero.
static bool arithmetic_is_ieee(void) {
    volatile float one = 1.0f;
    volatile float half_step = 0x1p-24f;
    volatile float tiny = 0x1p-126f;
    volatile float half = 0.5f;
    return one + half_step == one && one + half_step * 1.5f > one && tiny * half > 0.0f;
}

static void assert_column(const wits_brain *brain, uint32_t field, const wits_column *c, size_t row) {
    WITS_ASSERT(c->base != NULL && "a field of the brain has no memory");
    WITS_ASSERT(c->type == wits_field_type(brain, field) && "a column has another type than its field");
    const uint32_t width = wits_expr_field_size(c->type);
    WITS_ASSERT((c->stride == 0 || c->stride >= width) && "a column's stride is less than the bytes of a value");
    WITS_ASSERT((c->size == 0 || (uint64_t)row * c->stride + width <= c->size) &&
                "a column ends before this agent's row");
}

void wits_core_check_columns(const wits_brain *brain, const wits_column *columns, size_t row) {
    WITS_ASSERT((columns != NULL || brain->field_count == 0) && "the frame has no columns");
    for (uint32_t field = 0; field < brain->field_count; field++) {
        assert_column(brain, field, &columns[field], row);
    }
}

/// Asserts that reads of a list stay within it.
static void assert_targets(const wits_brain *brain, const wits_frame *frame, uint32_t kind) {
    const wits_target_list *list = &frame->targets[kind];
    const target_range range = targets_in(frame, kind);
    const uint32_t fields = range.first == range.end ? 0 : wits_target_field_count(brain, kind);
    WITS_ASSERT(range.first <= range.end && range.end <= list->count &&
                "the offsets of a list of targets descend, or point past its last row");
    WITS_ASSERT((range.first == range.end || list->ids != NULL) && "a list of targets has rows but no ids");
    WITS_ASSERT((fields == 0 || list->columns != NULL) && "a list of targets has rows but no columns");
    for (uint32_t field = 0; field < fields; field++) {
        WITS_ASSERT(list->columns[field].base != NULL && "a field of targets has no memory");
        WITS_ASSERT(list->columns[field].type == wits_target_field_type(brain, kind, field) &&
                    "a column has another type than its field of targets");
    }
    for (uint32_t row = range.first; list->own_rows != NULL && list->own_count != 0 && row < range.end; row++) {
        WITS_ASSERT(list->own_rows[row] < list->own_count && "a target's own row is past the end of its list");
    }
}

/// An action is called in mode now only.
static void assert_function(const wits_brain *brain, uint32_t row, const wits_function *f, wits_mode mode) {
    const wits_function_kind kind = wits_function_kind_of(brain, row);
    const bool is_given = kind == WITS_FUNCTION_CONDITION ? f->condition != NULL
                          : kind == WITS_FUNCTION_SCORE   ? f->score != NULL
                          : kind == WITS_FUNCTION_ACTION  ? f->action != NULL
                                                          : f->step != NULL;
    WITS_ASSERT((is_given || (kind == WITS_FUNCTION_ACTION && mode != WITS_MODE_NOW)) &&
                "the frame lacks a function that the brain calls; wits_bind reports which");
}

/// Checks bytes of an agent that no pass is currently changing.
static void check_bytes(const wits_brain *brain, const void *agent) {
    WITS_ASSERT(brain != NULL && agent != NULL);
    WITS_ASSERT(memcmp(brain->magic, BRAIN_MAGIC, sizeof brain->magic) == 0 && "this is not a compiled brain");
    WITS_ASSERT(wits_agent_is_valid(brain, agent, brain->agent_size) &&
                "these bytes are not an agent of this brain: a new agent is all zero");
}

void wits_core_check_draws(const wits_brain *brain, const wits_frame *frame) {
    for (uint32_t place = 0; frame->draws != NULL && place < brain->place_count; place++) {
        WITS_ASSERT(frame->draws[place] >= 0.0f && frame->draws[place] < 1.0f &&
                    "a random draw must be at least 0 and less than 1");
    }
}

void wits_core_check_agent(const wits_brain *brain, const void *agent, const wits_frame *frame) {
    WITS_ASSERT(frame != NULL);
    WITS_ASSERT(find_running(agent) == NULL && "a call for an agent from inside one of its own functions");
    check_bytes(brain, agent);
    WITS_ASSERT((frame->layout == 0 || frame->layout == wits_brain_layout_hash(brain)) &&
                "this agent belongs to another brain or version; use wits_agent_convert");
    wits_core_check_draws(brain, frame);
}

void wits_core_check_call(const wits_brain *brain, const void *agent, const wits_frame *frame) {
    wits_core_check_agent(brain, agent, frame);
    WITS_ASSERT((frame->functions != NULL || brain->function_count == 0) && "the frame has no functions");
    for (uint32_t row = 0; row < brain->function_count; row++) {
        assert_function(brain, row, &frame->functions[row], frame->mode);
    }
    wits_core_check_columns(brain, frame->columns, frame->row);
    for (uint32_t kind = 0; frame->targets != NULL && kind < brain->target_count; kind++) {
        assert_targets(brain, frame, kind);
    }
    for (uint32_t field = 0; field < brain->field_count; field++) {
        const wits_column *c = &frame->columns[field];
        WITS_ASSERT(!wits_core_is_assigned_and_fixed(brain, field, c->stride, c->read_only) &&
                    "the brain assigns a field whose column is read-only");
    }
}

void wits_core_check_enter(pass *p) {
    WITS_ASSERT(running == NULL || !running->pure);
    WITS_ASSERT(arithmetic_is_ieee());
    p->pure = false;
    p->outer = running;
    running = p;
}

void wits_core_check_leave(pass *p) {
    running = p->outer;
}

void wits_core_check_query(const wits_brain *brain, const void *agent) {
    WITS_ASSERT(find_running(agent) == NULL && "inside a function use wits_call_is_in and wits_call_elapsed");
    check_bytes(brain, agent);
}

void wits_core_check_impure(const wits_brain *brain, const void *agent) {
    const pass *p = find_running(agent);
    WITS_ASSERT((p == NULL || !p->pure) && "a condition or score must not make calls for its agent");
    if (p == NULL) {
        check_bytes(brain, agent);
    }
}

#else
typedef int check_is_empty;
#endif
