// SPDX-License-Identifier: MIT
// When an active state is done, for one agent, which knows its active child: docs/semantics.md, section 14. Blocks and
// generated C have the tests of lower/done.c.
#include "core/run/check.h"
#include "core/run/pass.h"

/// Returns whether its own `lasts` or `done` makes it done.
static bool says_so(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    return (s->lasts != 0 && wits_core_clock_elapsed(p, s->clock) >= s->lasts) ||
           (s->done != 0 && wits_core_ask_condition(p, s->done, id, WITS_NONE));
}

static bool is_final_done(pass *p, uint16_t child) {
    const state_row *s = brain_state(p->call.brain, child);
    return s->is_final && (!s->can_finish || wits_core_is_done(p, child));
}

/// Calls itself once for each level of states: at most WITS_MAX_DEPTH deep.
bool wits_core_is_done(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    if (!s->can_finish || says_so(p, id)) {
        return s->can_finish;
    }
    if (s->kind == WITS_KIND_LEAF) {
        return false;
    }
    if (s->kind != WITS_KIND_PARALLEL) {
        const uint16_t child = wits_core_active_child(p, s);
        return child != WITS_NONE && is_final_done(p, child);
    }
    for (uint32_t i = 0; i < s->child_count; i++) {
        if (!wits_core_is_done(p, brain_child(p->call.brain, s, i))) {
            return false;
        }
    }
    return true;
}

bool wits_core_answer(pass *p, uint32_t question) {
    const uint16_t id = (uint16_t)question;
    if ((question & QUESTION_DONE) == 0) {
        return wits_core_pass_is_in(p, id);
    }
    const uint16_t asked =
        (question & QUESTION_OF_CHILD) != 0 ? wits_core_active_child(p, brain_state(p->call.brain, id)) : id;
    return asked != WITS_NONE && wits_core_is_done(p, asked);
}

bool wits_core_is_done_before_exit(pass *p, uint16_t id) {
    p->moment = id;
    p->moment_is_left = false;
    p->moment_is_whole = true;
    const bool done = wits_core_is_done(p, id);
    p->moment = WITS_NONE;
    p->moment_is_whole = false;
    return done;
}

bool wits_is_done(const wits_brain *brain, const void *agent, const wits_frame *frame, wits_state_id state) {
    wits_core_check_call(brain, agent, frame);
    if (!has_state(brain, state)) {
        return false;
    }
    pass p;
    wits_core_pass_open(&p, brain, agent, frame);
    return brain_state(brain, state)->can_finish && wits_core_pass_is_in(&p, state) && wits_core_is_done(&p, state);
}
