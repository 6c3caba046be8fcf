// SPDX-License-Identifier: MIT
// Finds the agents of a mask whose state is done, by the tests of lower/done.c. docs/semantics.md, section 14.
#include "crowd/build.h"

typedef struct done_build {
    program_sink sink;  ///< must be first
    build *b;
    lanes_column out, mask;
} done_build;

static void take_done_op(program_sink *to, const program_op *op) {
    const done_build *d = (const done_build *)to;
    build *b = d->b;
    if (b->lanes.failed != NULL) {
        return;
    }
    switch ((program_operation)op->operation) {
    case PROGRAM_WHEN:
        wits_crowd_build_when(b, d->mask);
        break;
    case PROGRAM_THEN:
        break;  // to finish takes less time than to find out that none does
    case PROGRAM_FINISH:
        wits_crowd_emit_op(b, (lanes_op){.kind = LANES_OR8, .out = d->out, .a = d->out, .b = wits_crowd_build_mask(b)});
        break;
    case PROGRAM_END:
        b->depth--;
        break;
    default:
        wits_crowd_build_test(b, op);
        break;
    }
}

/// `in`: how the active child is found; 0: the test is about the state itself.
static void emit_done(build *b, lanes_column out, uint16_t id, program_operation in, const ask_place *at) {
    const wits_state_id about = b->about;
    const uint16_t source_child = b->source_child;
    const program_op asked = {.flags = at->flags, .state = id, .moment = at->moment, .kept_in = at->kept_in};
    done_build d = {.sink.put = take_done_op, .b = b, .out = out, .mask = at->mask};
    lowering l = {.brain = b->brain, .to = &d.sink, .child = WITS_NONE};
    wits_crowd_emit_fill_byte(b, out, 0);
    b->source_child = 0;
    if (in != 0) {
        wits_lower_is_child_done(&l, in, &asked);
    } else {
        wits_lower_is_done(&l, &asked);
    }
    b->about = about;
    b->source_child = source_child;
}

void wits_crowd_emit_is_done(build *b, lanes_column out, uint16_t id, const ask_place *at) {
    emit_done(b, out, id, (program_operation)0, at);
}

void wits_crowd_emit_done_child(build *b, lanes_column out, uint16_t composite, bool in_pass, const ask_place *at) {
    emit_done(b, out, composite, in_pass ? PROGRAM_IN_PASS : PROGRAM_IN, at);
}
