// SPDX-License-Identifier: MIT
// Records transitions, exits and entries in traces and explanations. core/run/utility.c records choices.
#include "core/explain/explain.h"
#include "lower/program.h"
#include "vm/code.h"

static void record_tried(pass *p, uint16_t source, uint32_t row, wits_tried how, uint32_t index) {
    const transition_row *t = brain_transition(p->call.brain, row);
    trace(p, WITS_TRACE_TRIED, source, t->to, row, how == WITS_TRIED_FIRED ? 1.0f : 0.0f);
    if (IS_EXPLAINED(p->call.frame->explain)) {
        wits_core_explain_tried(p, brain_guard(p->call.brain, index), source, how);
    }
}

/// Records all regions of a parallel, or the child of another composite if it is not empty.
static void record_kept(const pass *p, uint16_t composite) {
    const state_row *s = brain_state(p->call.brain, composite);
    if (s->kind != WITS_KIND_PARALLEL) {
        uint16_t child = wits_core_active_child(p, s);
        if (child != WITS_NONE) {
            trace(p, WITS_TRACE_KEPT, child, composite, WITS_NONE, 0.0f);
        }
        return;
    }
    for (uint32_t i = 0; i < s->child_count; i++) {
        trace(p, WITS_TRACE_KEPT, brain_child(p->call.brain, s, i), composite, WITS_NONE, 0.0f);
    }
}

void wits_vm_tell(pass *p, const vm_op *o) {
    const uint16_t id = o->field != 0 ? wits_core_active_child(p, brain_state(p->call.brain, o->state)) : o->state;
    if (o->flag == PROGRAM_TELLS_RULE) {
        if (IS_EXPLAINED(p->call.frame->explain)) {
            wits_core_explain_beginning(p, id, o->row);
        }
        return;
    }
    switch ((wits_trace_kind)o->flag) {
    case WITS_TRACE_TRIED:
        record_tried(p, id, o->row, (wits_tried)o->k[0], o->k[1]);
        break;
    case WITS_TRACE_FIRED:
        trace(p, WITS_TRACE_FIRED, id, o->k[0], o->row, 0.0f);
        break;
    case WITS_TRACE_KEPT:
        record_kept(p, id);
        break;
    case WITS_TRACE_CONTINUED:
        trace(p, WITS_TRACE_CONTINUED, id, WITS_NONE, WITS_NONE, 0.0f);
        break;
    case WITS_TRACE_ENTERED:
        trace(p, p->silent ? WITS_TRACE_ACTIVATED : WITS_TRACE_ENTERED, id, brain_state(p->call.brain, id)->parent,
              WITS_NONE, 0.0f);
        break;
    default:
        trace(p, (wits_trace_kind)o->flag, id, brain_state(p->call.brain, id)->parent, WITS_NONE, 0.0f);
        break;
    }
}
