// SPDX-License-Identifier: MIT
// When an active state is done: docs/semantics.md, section 14. Blocks and generated C have these tests; one agent,
// which knows its active child, has them in core/run/done.c.
//
// Each way to be done is a region, which FINISH ends. A state is done by any of them.
#include "lower/lower.h"

static void put_finish(lowering *l) {
    wits_lower_then(l);
    wits_lower_put(l, (program_op){.operation = PROGRAM_FINISH});
    wits_lower_end(l);
}

/// Puts a test at the moment of `asked`.
static void put_at_moment(lowering *l, const program_op *asked, program_op op) {
    op.flags = asked->flags & (PROGRAM_AT_MOMENT | PROGRAM_MOMENT_LEFT | PROGRAM_MOMENT_WHOLE);
    op.moment = asked->moment;
    op.kept_in = asked->kept_in;
    wits_lower_put(l, op);
}

/// A state that cannot finish passes.
static void put_child_done(lowering *l, const program_op *asked, uint16_t id) {
    if (lower_state(l, id)->can_finish) {
        put_at_moment(l, asked, (program_op){.operation = PROGRAM_IS_DONE, .state = id});
    }
}

/// A child is active and, if it can finish, done.
static void put_done_by(lowering *l, program_operation in, const program_op *asked, uint16_t child) {
    wits_lower_when(l);
    wits_lower_in(l, in, child, false);
    put_child_done(l, asked, child);
    put_finish(l);
}

/// Tests that all regions are done.
static void put_regions(lowering *l, const program_op *asked, const state_row *parallel) {
    for (uint32_t i = 0; i < parallel->child_count; i++) {
        if (!lower_state(l, brain_child(l->brain, parallel, i))->can_finish) {
            return;
        }
    }
    wits_lower_when(l);
    for (uint32_t i = 0; i < parallel->child_count; i++) {
        put_child_done(l, asked, brain_child(l->brain, parallel, i));
    }
    put_finish(l);
}

void wits_lower_is_done(lowering *l, const program_op *asked) {
    const uint16_t id = asked->state;
    const state_row *s = lower_state(l, id);
    if (s->lasts != 0) {
        wits_lower_when(l);
        wits_lower_put(l, (program_op){.operation = PROGRAM_AFTER, .k = {s->clock, s->lasts}});
        put_finish(l);
    }
    if (s->done != 0) {
        wits_lower_when(l);
        put_at_moment(l, asked,
                      (program_op){.operation = PROGRAM_ASK, .state = id, .row = WITS_NONE, .k = {s->done, s->clock}});
        put_finish(l);
    }
    if (s->kind == WITS_KIND_PARALLEL) {
        put_regions(l, asked, s);
        return;
    }
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t child = brain_child(l->brain, s, i);
        if (lower_state(l, child)->is_final) {
            put_done_by(l, PROGRAM_IN, asked, child);
        }
    }
}

void wits_lower_is_child_done(lowering *l, program_operation in, const program_op *asked) {
    const state_row *s = lower_state(l, asked->state);
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t child = brain_child(l->brain, s, i);
        if (lower_state(l, child)->can_finish) {
            put_done_by(l, in, asked, child);
        }
    }
}
