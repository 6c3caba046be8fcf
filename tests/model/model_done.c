// SPDX-License-Identifier: MIT
// The naive model: states that become done (section 14).
#include "model_internal.h"
#include "trees/tree.h"

static wits_kind kind_of(const wits_desc *desc, wits_state_id state) {
    const bool has_children = state + 1u < desc->state_count && desc->states[state + 1].parent == state;
    const wits_kind given = desc->states[state].kind;
    return given != WITS_KIND_DEFAULT ? given : has_children ? WITS_KIND_FSM : WITS_KIND_LEAF;
}

/// "If it has `lasts` or `done`, or is an fsm or utility with a final child, or a parallel all whose regions are able."
bool model_desc_can_finish(const wits_desc *desc, wits_state_id state) {
    const wits_state_desc *s = &desc->states[state];
    const wits_kind kind = kind_of(desc, state);
    bool all = kind == WITS_KIND_PARALLEL;
    bool some_final = false;
    for (uint32_t child = state + 1u; child < desc->state_count; child++) {
        if (desc->states[child].parent == state) {
            all = all && model_desc_can_finish(desc, (wits_state_id)child);
            some_final = some_final || desc->states[child].final;
        }
    }
    return s->lasts > 0 || s->done != NULL || all ||
           ((kind == WITS_KIND_FSM || kind == WITS_KIND_UTILITY) && some_final);
}

bool model_ends(model *m, wits_state_id composite) {
    const model_state *s = &m->states[composite];
    if (s->kind == WITS_KIND_LEAF || s->kind == WITS_KIND_PARALLEL || s->child == WITS_NONE ||
        !m->desc->states[s->child].final) {
        return false;
    }
    return !model_desc_can_finish(m->desc, s->child) || model_done(m, s->child);
}

/// Returns whether an active state is done.
bool model_done(model *m, wits_state_id state) {
    const wits_state_desc *s = &m->desc->states[state];
    if (s->lasts > 0 && model_clock(m, state) >= s->lasts) {
        FIRED(m, done_lasted);
        return true;
    }
    if (s->done != NULL && model_condition(m, s->done, state, WITS_NONE)) {
        FIRED(m, done_condition);
        return true;
    }
    if (m->states[state].kind == WITS_KIND_PARALLEL) {
        for (wits_state_id region = model_first(m, state); region != WITS_NONE; region = model_next(m, region)) {
            if (!model_desc_can_finish(m->desc, region) || !model_done(m, region)) {
                return false;
            }
        }
        FIRED(m, done_regions);
        return true;
    }
    const bool ends = model_ends(m, state);
    FIRED_IF(m, done_final, ends);
    return ends;
}

bool model_is_done(model *m, const wits_frame *frame, wits_state_id state) {
    const wits_frame *before = m->frame;
    m->frame = frame;
    const bool done = model_is_active(m, state) && model_done(m, state);
    m->frame = before;
    return done;
}

bool model_commits(const model *m, wits_state_id option) {
    const wits_state_desc *s = &m->desc->states[option];
    return s->commit == WITS_COMMIT_YES || (s->commit == WITS_COMMIT_DEFAULT && s->lasts > 0);
}
