// SPDX-License-Identifier: MIT
// Finds the agents of a mask whose state is done: core/run/done.c over columns. docs/semantics.md, section 14.
#include "crowd/build.h"

static void or_mask(build *b, lanes_column out, lanes_column mask) {
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = out, .a = out, .b = mask});
}

static void and_mask(build *b, lanes_column out, lanes_column mask) {
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_AND8, .out = out, .a = out, .b = mask});
}

/// out = the state's `lasts` is over.
static void emit_lasted(build *b, lanes_column out, const state_row *s) {
    wits_crowd_emit_op(
        b, (lanes_op){.kind = LANES_AFTER32, .out = out, .a = wits_crowd_agent_number(b, s->clock), .k = {s->lasts}});
}

/// out = its `done` holds, for those of the place's mask.
static void emit_says_so(build *b, lanes_column out, uint16_t id, const ask_place *at) {
    const state_row *s = brain_state(b->brain, id);
    const wits_state_id about = b->about;
    const uint16_t source_child = b->source_child;
    ask_place place = *at;
    place.state = id;
    place.row = WITS_NONE;
    place.mask = out;
    place.elapsed = wits_crowd_reads_elapsed(b, s->done) ? wits_crowd_emit_elapsed(b, s->clock) : 0;
    b->about = id;
    b->source_child = 0;
    wits_crowd_emit_op(b, (lanes_op){.kind = LANES_COPY8, .out = out, .a = at->mask});
    wits_crowd_emit_condition(b, &place, s->done, out);
    b->about = about;
    b->source_child = source_child;
}

/// out |= a final child is active, and done if it is able to be.
static void or_final(build *b, lanes_column out, uint16_t child, const ask_place *at) {
    lanes_column active = wits_expr_lanes_new_byte(&b->lanes);
    wits_crowd_emit_in_slot(b, active, child);
    if (brain_state(b->brain, child)->can_finish) {
        lanes_column done = wits_expr_lanes_new_byte(&b->lanes);
        ask_place among = *at;
        and_mask(b, active, at->mask);
        among.mask = active;
        wits_crowd_emit_is_done(b, done, child, &among);
        and_mask(b, active, done);
    }
    or_mask(b, out, active);
}

/// out |= all regions are done.
static void or_regions(build *b, lanes_column out, const state_row *parallel, const ask_place *at) {
    lanes_column all = wits_expr_lanes_new_byte(&b->lanes), one = wits_expr_lanes_new_byte(&b->lanes);
    bool can_be = true;
    for (uint32_t i = 0; i < parallel->child_count; i++) {
        can_be &= brain_state(b->brain, brain_child(b->brain, parallel, i))->can_finish;
    }
    for (uint32_t i = 0; can_be && i < parallel->child_count; i++) {
        wits_crowd_emit_is_done(b, i == 0 ? all : one, brain_child(b->brain, parallel, i), at);
        if (i != 0) {
            and_mask(b, all, one);
        }
    }
    if (can_be) {
        or_mask(b, out, all);
    }
}

/// Calls itself once for each level of states, at most WITS_MAX_DEPTH deep.
void wits_crowd_emit_is_done(build *b, lanes_column out, uint16_t id, const ask_place *at) {
    const state_row *s = brain_state(b->brain, id);
    wits_crowd_emit_fill_byte(b, out, 0);
    if (!s->can_finish) {
        return;
    }
    lanes_column mask = wits_expr_lanes_new_byte(&b->lanes);
    if (s->lasts != 0) {
        emit_lasted(b, mask, s);
        or_mask(b, out, mask);
    }
    if (s->done != 0) {
        emit_says_so(b, mask, id, at);
        or_mask(b, out, mask);
    }
    for (uint32_t i = 0; s->kind != WITS_KIND_PARALLEL && i < s->child_count; i++) {
        if (brain_state(b->brain, brain_child(b->brain, s, i))->is_final) {
            or_final(b, out, brain_child(b->brain, s, i), at);
        }
    }
    if (s->kind == WITS_KIND_PARALLEL) {
        or_regions(b, out, s, at);
    }
}

void wits_crowd_emit_done_child(build *b, lanes_column out, uint16_t composite, bool in_pass, const ask_place *at) {
    const state_row *s = brain_state(b->brain, composite);
    lanes_column active = wits_expr_lanes_new_byte(&b->lanes), done = wits_expr_lanes_new_byte(&b->lanes);
    ask_place among = *at;
    among.mask = active;
    wits_crowd_emit_fill_byte(b, out, 0);
    for (uint32_t i = 0; i < s->child_count; i++) {
        const uint16_t child = brain_child(b->brain, s, i);
        if (brain_state(b->brain, child)->can_finish) {
            if (in_pass) {
                wits_crowd_emit_in_pass(b, active, child);
            } else {
                wits_crowd_emit_in_slot(b, active, child);
            }
            and_mask(b, active, at->mask);
            wits_crowd_emit_is_done(b, done, child, &among);
            and_mask(b, active, done);
            or_mask(b, out, active);
        }
    }
}
