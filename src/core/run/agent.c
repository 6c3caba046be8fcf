// SPDX-License-Identifier: MIT
// Queries about an agent, and validation of foreign bytes.
#include "core/run/arguments.h"
#include "core/run/check.h"
#include "core/run/pass.h"
#include "core/run/targets.h"

size_t wits_agent_size(const wits_brain *brain) {
    return brain->agent_size;
}

bool wits_is_started(const wits_brain *brain, const void *agent) {
    wits_core_check_query(brain, agent);
    return agent_is_started(brain, agent);
}

bool wits_is_in(const wits_brain *brain, const void *agent, wits_state_id state) {
    wits_core_check_query(brain, agent);
    if (!has_state(brain, state)) {
        return false;
    }
    wits_frame frame = {0};
    pass p;
    wits_core_pass_open(&p, brain, agent, &frame);
    return wits_core_pass_is_in(&p, state);
}

uint32_t wits_active(const wits_brain *brain, const void *agent, wits_state_id *states, uint32_t capacity) {
    wits_core_check_query(brain, agent);
    wits_frame frame = {0};
    pass p;
    wits_core_pass_open(&p, brain, agent, &frame);
    uint32_t count = 0;
    uint16_t at = wits_core_first_active(&p);
    for (uint16_t id; (id = wits_core_take_deepest(&p, &at)) != WITS_NONE;) {
        if (count < capacity) {
            states[count] = id;
        }
        count++;
    }
    return count;
}

wits_state_id wits_deepest(const wits_brain *brain, const void *agent) {
    wits_state_id id = WITS_NONE;
    wits_active(brain, agent, &id, 1);
    return id;
}

uint32_t wits_elapsed(const wits_brain *brain, const void *agent, wits_state_id state, uint32_t tick) {
    wits_core_check_query(brain, agent);
    if (!has_state(brain, state)) {
        return 0;
    }
    wits_frame frame = {.tick = tick};
    pass p;
    wits_core_pass_open(&p, brain, agent, &frame);
    return wits_core_pass_is_in(&p, state) ? wits_core_clock_elapsed(&p, brain_state(brain, state)->clock) : 0;
}

bool wits_call_is_in(const wits_call *call, wits_state_id state) {
    wits_core_check_impure(call->brain, call->agent);
    if (!has_state(call->brain, state)) {
        return false;
    }
    if (call->pass == NULL) {
        return wits_is_in(call->brain, call->agent, state);
    }
    return wits_core_pass_is_in(call->pass, state);
}

/// Returns `elapsed` for an action run from a list: of its agent as it is now, but 0 in `enter`.
static uint32_t listed_elapsed(const wits_call *call) {
    bool is_transition = call->kind == WITS_ACTION_TRANSITION;
    const transition_row *t = is_transition ? brain_transition(call->brain, call->row) : NULL;
    bool has_source = t == NULL || !t->any || t->from != call->state;  // an empty composite has no active child
    return call->kind != WITS_ACTION_ENTER && has_source
               ? wits_elapsed(call->brain, call->agent, call->state, call->frame->tick)
               : 0;
}

uint32_t wits_call_elapsed(const wits_call *call) {
    wits_core_check_impure(call->brain, call->agent);
    uint32_t tick = call->frame->tick;
    if (call->pass == NULL) {
        return listed_elapsed(call);
    }
    if (call->kind == WITS_ACTION_TRANSITION) {
        return call->pass->source_elapsed;
    }
    uint32_t clock = brain_state(call->brain, call->state)->clock;
    return clock == 0 ? 0 : tick - bytes_get32((const uint8_t *)call->agent + clock);
}

/// Returns the source of a record: for an `any` transition the child that is active when the record is run.
static uint16_t record_source(const wits_brain *brain, const void *agent, const transition_row *t) {
    wits_frame frame = {0};
    pass p;
    wits_core_pass_open(&p, brain, agent, &frame);
    uint16_t child = t->any && wits_core_pass_is_in(&p, t->from)
                         ? wits_core_active_child(&p, brain_state(brain, t->from))
                         : WITS_NONE;
    return child != WITS_NONE ? child : t->from;
}

/// Returns whether the brain could have listed such a record: all its numbers are valid.
static bool has_record(const wits_brain *brain, const wits_list *list, const wits_action_record *record) {
    const uint32_t rows = record->kind == WITS_ACTION_TRANSITION ? brain->transition_count
                          : record->kind == WITS_ACTION_STEP     ? brain->step_count
                                                                 : brain->state_count;
    const uint32_t action = record->action;
    const bool has_action =
        (action & WITS_LIST_RAISE) != 0 ? (action & ~WITS_LIST_RAISE) < brain->event_count
        : (action & WITS_LIST_ASSIGN) != 0
            ? (action & ~WITS_LIST_ASSIGN) < brain->assignment_count
            : wits_function_kind_of(brain, wits_action_function(brain, action)) == WITS_FUNCTION_ACTION;
    const uint32_t kind = record->target_kind;
    const bool has_target = brain->target_count == 0 || kind < brain->target_count ||
                            (kind == WITS_NONE && record->target == WITS_NO_TARGET);
    const bool has_kind =
        record->kind < WITS_ACTION_RETARGET ||
        (record->kind == WITS_ACTION_RETARGET && wits_state_target_kind(brain, record->row) != WITS_NONE);
    const bool is_possible = has_target && has_kind && record->row < rows && has_action &&
                             wits_core_has_record_arguments(brain, list, record);
    WITS_ASSERT(is_possible && "a record that this brain could not have made");
    return is_possible;
}

/// Computes the arguments of a record of mode listed.
static uint32_t given_by(const wits_action_record *record, const wits_call *call, const seen_targets *seen,
                         expr_given given[EXPR_MAX_ARGUMENTS]) {
    if (record->arguments != WITS_LIST_LATER) {
        return wits_core_record_given(call->brain, call->frame->list, record, given);
    }
    pass p;
    wits_core_check_columns(call->brain, call->frame->columns, call->frame->row);
    wits_core_pass_open(&p, call->brain, call->agent, call->frame);
    p.seen = seen;
    return wits_core_given(&p, record->action, call->state, call->row, wits_call_elapsed(call), given);
}

static void run_action(const wits_action_record *record, wits_call *call, const seen_targets *seen) {
    expr_given given[EXPR_MAX_ARGUMENTS];
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    call->argument_count = given_by(record, call, seen, given);
    wits_core_tell_arguments(call->brain, given, call->argument_count, arguments);
    call->arguments = call->argument_count != 0 ? arguments : NULL;
    call->argument = call->arguments;
    call->target = seen->told.kind != WITS_NONE ? &seen->told : NULL;
    call->frame->functions[call->function].action(call->frame->context, call);
}

bool wits_run_record(const wits_brain *brain, void *agent, const wits_frame *frame, const wits_action_record *record) {
    wits_core_check_query(brain, agent);
    if (!has_record(brain, frame->list, record)) {
        return false;
    }
    wits_core_check_draws(brain, frame);
    if ((record->action & WITS_LIST_RAISE) != 0) {
        return wits_raise(brain, agent, record->action & ~WITS_LIST_RAISE);
    }
    uint32_t function = wits_action_function(brain, record->action);
    if (function != WITS_NONE && (frame->functions == NULL || frame->functions[function].action == NULL)) {
        WITS_ASSERT(false && "the frame has no such action function");
        return false;
    }
    const bool is_any = record->kind == WITS_ACTION_TRANSITION && brain_transition(brain, record->row)->any;
    wits_call call = {.brain = brain, .frame = frame, .agent = agent, .row = WITS_NONE, .state = record->row};
    call.kind = (wits_action_kind)record->kind;
    if (record->kind == WITS_ACTION_TRANSITION) {
        call.state = record_source(brain, agent, brain_transition(brain, record->row));
        call.row = record->row;
    } else if (record->kind == WITS_ACTION_STEP) {
        call.state = wits_step_state(brain, record->row);
        call.row = record->row;
    }
    pass p;
    seen_targets seen;
    wits_core_pass_open(&p, brain, agent, frame);
    wits_core_see_record(&p, record, is_any ? brain_transition(brain, record->row)->from : call.state, &seen);
    if ((record->action & WITS_LIST_ASSIGN) != 0) {
        wits_core_check_columns(brain, frame->columns, frame->row);
        p.seen = &seen;
        wits_core_assign(&p, record->action & ~WITS_LIST_ASSIGN, call.state, call.row, wits_call_elapsed(&call));
    } else {
        call.function = function;
        run_action(record, &call, &seen);
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------ validity
// Slots and memories must name existing states, active states must be consistent, and every byte that no active or kept
// state owns must be zero. For the last, the nonzero bytes are counted once over all bytes and once over owned ones.

typedef struct inspection {
    pass p;
    uint32_t owned;  ///< bytes that are not zero and belong to something
    bool valid;
} inspection;

static uint32_t count_bytes(const uint8_t *bytes, uint32_t size) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < size; i++) {
        count += bytes[i] != 0;
    }
    return count;
}

static void own(inspection *in, uint32_t offset, uint32_t size) {
    in->owned += count_bytes(in->p.agent + offset, size);
}

static void inspect_slots(inspection *in) {
    const wits_brain *b = in->p.call.brain;
    for (uint32_t number = 0; number < b->machine_count; number++) {
        const machine_row *m = brain_machine(b, number);
        in->valid &= bytes_get(in->p.agent + m->slot, m->width) <= m->config_count;
    }
}

static void inspect_events(inspection *in) {
    const wits_brain *b = in->p.call.brain;
    own(in, b->events, b->event_bytes);
    if (b->event_count % 8 != 0) {
        in->valid &= in->p.agent[b->events + b->event_bytes - 1] >> b->event_count % 8 == 0;
    }
}

/// A remembered state: its room, and whether its inside is consistent with it.
static void inspect_state(inspection *in, uint16_t id) {
    const state_row *s = brain_state(in->p.call.brain, id);
    own(in, s->clock, s->clock != 0 ? 4 : 0);
    own(in, s->scored_clock, s->scored_clock != 0 ? 4 : 0);
    own(in, s->data, s->data_size);
    own(in, s->target != WITS_NONE ? brain_state(in->p.call.brain, s->parent)->target_at : 0,
        s->target != WITS_NONE ? TARGET_BYTES : 0);
    if (s->kind == WITS_KIND_LEAF) {
        return;
    }
    if (s->kind != WITS_KIND_PARALLEL) {
        bool empty = wits_core_active_child(&in->p, s) == WITS_NONE;
        in->valid &= s->activation == WITS_ACTIVATION_ON_DECIDE || !empty;
        in->valid &= empty || wits_core_memory_get(&in->p, s) == 0;
        return;
    }
    for (uint32_t i = 0; i < s->child_count; i++) {
        uint16_t region = brain_child(in->p.call.brain, s, i);
        in->valid &= wits_core_machine_deepest(&in->p, brain_state(in->p.call.brain, region)->machine) != WITS_NONE;
    }
}

/// Inspects everything that is remembered from `top` inwards.
static void inspect_tree(inspection *in, uint16_t top) {
    for (uint16_t id = top; id != WITS_NONE && in->valid; id = wits_core_next_active(&in->p, id, top)) {
        inspect_state(in, id);
    }
}

/// A slot must belong to an active or kept owner: a region's to its parallel, unless that suspends.
static void inspect_machine(inspection *in, uint32_t number) {
    const pass *p = &in->p;
    const machine_row *m = brain_machine(p->call.brain, number);
    uint16_t deepest = wits_core_machine_deepest(p, number);
    own(in, m->slot, m->width);
    if (deepest == WITS_NONE || m->owner == WITS_NONE) {
        return;
    }
    const state_row *owner = brain_state(p->call.brain, m->owner);
    uint16_t around = wits_core_machine_deepest(p, owner->machine);
    if (around == m->owner) {
        return;  // remembered with its owner, and seen from there
    }
    in->valid &= owner->leave == WITS_LEAVE_SUSPEND;
    in->valid &= agent_is_started(p->call.brain, p->agent);
}

/// Inspects insides kept by a composite that is not itself remembered in its machine.
static void inspect_kept(inspection *in, uint16_t id) {
    const pass *p = &in->p;
    const state_row *s = brain_state(p->call.brain, id);
    if (s->leave != WITS_LEAVE_SUSPEND || wits_core_machine_deepest(p, s->machine) == id) {
        return;
    }
    if (s->kind != WITS_KIND_PARALLEL) {
        uint16_t child = wits_core_active_child(p, s);
        if (child != WITS_NONE) {
            inspect_tree(in, child);
        }
        return;
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < s->child_count; i++) {
        uint16_t region = brain_child(p->call.brain, s, i);
        if (wits_core_machine_deepest(p, brain_state(p->call.brain, region)->machine) != WITS_NONE) {
            kept++;
            inspect_tree(in, region);
        }
    }
    in->valid &= kept == 0 || kept == s->child_count;
}

static void inspect_memory(inspection *in, const state_row *s) {
    if (s->memory == 0) {
        return;
    }
    in->valid &= wits_core_memory_get(&in->p, s) <= s->child_count;
    own(in, s->memory, s->child_count <= 0xFF ? 1 : 2);
}

/// an option without a cooldown in progress has zeros there
static void inspect_cooldown(inspection *in, const state_row *s) {
    if (s->cooldown != 0) {
        in->valid &= in->p.agent[s->cooldown_at] <= 1;
        own(in, s->cooldown_at, in->p.agent[s->cooldown_at] != 0 ? COOLDOWN_BYTES : 0);
    }
}

/// A fresh bit belongs to a state that is active at its level of its machine.
static uint32_t count_fresh_owners(const inspection *in) {
    const pass *p = &in->p;
    uint32_t count = 0;
    for (uint16_t id = WITS_ROOT; id != WITS_NONE; id = wits_core_next_active(p, id, WITS_ROOT)) {
        count += wits_core_is_fresh(p, brain_state(p->call.brain, id));
    }
    return count;
}

static uint32_t count_bits(const uint8_t *bytes, uint32_t size) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < size * 8; i++) {
        count += bytes[i / 8] >> i % 8 & 1;
    }
    return count;
}

static void inspect_started(inspection *in) {
    const wits_brain *b = in->p.call.brain;
    inspect_tree(in, WITS_ROOT);
    for (uint32_t number = 0; number < b->machine_count; number++) {
        inspect_machine(in, number);
    }
    for (uint32_t id = 0; id < b->state_count && in->valid; id++) {
        inspect_memory(in, brain_state(b, id));
        inspect_cooldown(in, brain_state(b, id));
        inspect_kept(in, (uint16_t)id);
    }
    if (in->valid && b->fresh_bytes != 0) {
        const uint8_t *fresh = in->p.agent + b->fresh;
        in->valid &= count_bits(fresh, b->fresh_bytes) == count_fresh_owners(in);
        own(in, b->fresh, b->fresh_bytes);
    }
}

bool wits_agent_is_valid(const wits_brain *brain, const void *agent, size_t size) {
    if (agent == NULL || size != wits_agent_size(brain)) {
        return false;
    }
    wits_frame frame = {0};
    inspection in = {.valid = true};
    in.p.call.brain = brain;
    in.p.agent = agent_to_read(agent);
    inspect_slots(&in);
    inspect_events(&in);
    if (!in.valid) {
        return false;
    }
    wits_core_pass_open(&in.p, brain, agent, &frame);
    if (agent_is_started(brain, agent)) {
        inspect_started(&in);
    }
    return in.valid && in.owned == count_bytes(agent, brain->agent_size);
}
