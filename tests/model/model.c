// SPDX-License-Identifier: MIT
// The naive model: starting and stopping an agent (section 3), the verbs in their modes (section 8), queries.
#include "model.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model_internal.h"

static bool needs_clock(const wits_desc *desc, const model_texts *texts, wits_state_id state) {
    if (desc->states[state].timed || desc->states[state].hold > 0 || desc->states[state].lasts > 0 ||
        model_texts_read_elapsed(texts, state)) {
        return true;
    }
    for (uint32_t t = 0; t < desc->transition_count; t++) {
        const wits_transition_desc *row = &desc->transitions[t];
        bool source = row->any ? state != WITS_ROOT && desc->states[state].parent == row->from : row->from == state;
        if (row->after > 0 && source) {
            return true;
        }
    }
    return false;
}

/// `texts` may be null: then they are parsed.
static model *new_with(const wits_desc *desc, model_texts *texts, uint64_t *counts) {
    model *m = calloc(1, sizeof *m);
    m->desc = desc;
    m->counts = counts;
    m->states = calloc(desc->state_count, sizeof *m->states);
    for (uint32_t row = desc->state_count; row-- > 0;) {
        model_state *s = &m->states[row];
        s->child = s->memory_child = WITS_NONE;
        s->end = (wits_state_id)(row + 1);
        // Rows are in tree order, so descendants follow immediately; an ancestor of the next row other than this one
        // ends them.
        for (uint32_t next = row + 1; next < desc->state_count; next++) {
            wits_state_id above = desc->states[next].parent;
            while (above > row) {
                above = desc->states[above].parent;
            }
            if (above != row) {
                break;
            }
            s->end = (wits_state_id)(next + 1);
        }
        s->kind = desc->states[row].kind;
        if (s->kind == WITS_KIND_DEFAULT) {
            s->kind = s->end > row + 1 ? WITS_KIND_FSM : WITS_KIND_LEAF;
        }
        s->aim = model_kind_named(desc, desc->states[row].target);
        s->data = calloc(1, desc->states[row].data_size + 1);
    }
    m->coming_option = WITS_NONE;
    m->instead = (model_instead){.row = WITS_NONE, .kind = WITS_NONE};
    m->texts = texts != NULL ? model_texts_share(texts) : model_texts_new(desc, m->states);
    for (uint32_t row = 0; row < desc->state_count; row++) {
        m->states[row].has_clock = needs_clock(desc, m->texts, (wits_state_id)row);
    }
    return m;
}

model *model_new(const wits_desc *desc, uint64_t *counts) {
    return new_with(desc, NULL, counts);
}

model *model_new_like(const model *of, uint64_t *counts) {
    return new_with(of->desc, of->texts, counts);
}

model *model_copy(const model *of, uint64_t *counts) {
    model *m = calloc(1, sizeof *m);
    *m = *of;
    m->counts = counts;
    m->texts = model_texts_share(of->texts);
    m->states = calloc(of->desc->state_count, sizeof *m->states);
    for (uint32_t row = 0; row < of->desc->state_count; row++) {
        uint32_t size = of->desc->states[row].data_size;
        m->states[row] = of->states[row];
        m->states[row].data = calloc(1, size + 1);
        memcpy(m->states[row].data, of->states[row].data, size);
    }
    return m;
}

void model_free(model *m) {
    for (uint32_t row = 0; row < m->desc->state_count; row++) {
        free(m->states[row].data);
    }
    model_texts_free(m->texts);
    free(m->states);
    free(m);
}

void model_set_hook(model *m, model_hook *hook, void *user) {
    m->hook = hook;
    m->user = user;
}

void model_set_pick(model *m, model_pick *pick, void *user) {
    m->pick = pick;
    m->pick_user = user;
}

static void begin(model *m, const wits_frame *frame) {
    m->frame = frame;
    m->pass = MODEL_VERB;
}

/// Clears everything except pending events.
static void forget_all(model *m) {
    for (uint32_t row = 0; row < m->desc->state_count; row++) {
        model_state *s = &m->states[row];
        model_state empty = {.child = WITS_NONE, .memory_child = WITS_NONE, .kind = s->kind, .end = s->end};
        empty.has_clock = s->has_clock;
        empty.aim = s->aim;
        empty.data = s->data;
        memset(empty.data, 0, m->desc->states[row].data_size);
        *s = empty;
    }
}

/// "`start` enters the root, then its child by section 2. On a started agent: nothing."
void model_start(model *m, const wits_frame *frame) {
    begin(m, frame);
    if (model_is_active(m, WITS_ROOT)) {
        FIRED(m, start_started);
        return;
    }
    FIRED(m, start_stopped);
    model_enter_state(m, WITS_ROOT, true);
}

static void stop_inside_out(model *m, wits_state_id state) {
    model_state *s = &m->states[state];
    if (s->kind == WITS_KIND_PARALLEL) {
        for (wits_state_id r = model_last(m, state); r != WITS_NONE; r = model_previous(m, r)) {
            stop_inside_out(m, r);
        }
    } else if (s->child != WITS_NONE) {
        FIRED_IF(m, stop_exits_suspending, model_leave(m, state) == WITS_LEAVE_SUSPEND);
        stop_inside_out(m, s->child);
    }
    model_actions(m, WITS_ACTION_EXIT, state, WITS_NONE, m->desc->states[state].exit,
                  model_elapsed(m, state, m->frame->tick));
    model_deactivate(m, state);
}

/// "`stop` exits everything active, innermost first. Kept children are dropped without exit."
void model_stop(model *m, const wits_frame *frame) {
    begin(m, frame);
    if (!model_is_active(m, WITS_ROOT)) {
        FIRED(m, stop_stopped);
        return;
    }
    FIRED(m, stop_started);
    FIRED_IF(m, stop_keeps_events, m->pending != 0);
    for (uint32_t row = 0; row < m->desc->state_count; row++) {
        FIRED_IF(m, stop_drops_kept, m->states[row].memory == MODEL_KEEPS);
        FIRED_IF(m, stop_forgets_cooldown, m->states[row].has_exited);
    }
    stop_inside_out(m, WITS_ROOT);
    forget_all(m);
}

/// "A transition from the root to S without action. If S is active nothing happens."
void model_goto(model *m, const wits_frame *frame, wits_state_id state) {
    begin(m, frame);
    if (!model_is_active(m, WITS_ROOT)) {
        FIRED(m, goto_stopped);
        model_enter_way(m, WITS_ROOT, state, false);
        return;
    }
    if (model_is_active(m, state)) {
        FIRED(m, goto_active);
        return;
    }
    FIRED(m, goto_moves);
    model_firing f = {WITS_ROOT, state, false, false, WITS_NONE, NULL};
    model_fire(m, &f);
}

/// "`restart S` is `goto S`, but if S is active it is a transition from S to S with `reenter`."
void model_restart(model *m, const wits_frame *frame, wits_state_id state) {
    if (!model_is_active(m, state)) {
        FIRED_IF(m, restart_stopped, !model_is_active(m, WITS_ROOT));
        FIRED_IF(m, restart_inactive, model_is_active(m, WITS_ROOT));
        model_goto(m, frame, state);
        return;
    }
    begin(m, frame);
    FIRED(m, restart_active);
    model_firing f = {state, state, true, false, WITS_NONE, NULL};
    model_fire(m, &f);
}

static void place_on_way(model *m, wits_state_id state, wits_state_id destination) {
    if (state == destination) {
        FIRED_IF(m, place_on_decide,
                 model_is_composite(m, state) && model_activation(m, state) == WITS_ACTIVATION_ON_DECIDE);
        model_enter_state(m, state, false);
        return;
    }
    model_activate(m, state, true);
    wits_state_id next = model_child_toward(m, state, destination);
    if (m->states[state].kind == WITS_KIND_PARALLEL) {
        for (wits_state_id region = model_first(m, state); region != WITS_NONE; region = model_next(m, region)) {
            if (region == next) {
                place_on_way(m, region, destination);
            } else {
                FIRED(m, place_other_region);
                model_enter_state(m, region, false);
            }
        }
    } else {
        m->states[state].child = next;
        place_on_way(m, next, destination);
    }
}

/// "`place S` forgets everything but pending events, then makes active, running no action, ..."
void model_place(model *m, const wits_frame *frame, wits_state_id state) {
    begin(m, frame);
    FIRED_IF(m, place_started, model_is_active(m, WITS_ROOT));
    FIRED_IF(m, place_stopped, !model_is_active(m, WITS_ROOT));
    for (uint32_t row = 0; row < m->desc->state_count; row++) {
        FIRED_IF(m, place_forgets_memory, m->states[row].memory != MODEL_FORGOTTEN);
        FIRED_IF(m, place_forgets_cooldown, m->states[row].has_exited);
    }
    forget_all(m);
    place_on_way(m, WITS_ROOT, state);
}

void model_decide(model *m, const wits_frame *frame) {
    begin(m, frame);
    model_pass_decide(m);
}

bool model_has_step_callback(const wits_desc *desc) {
    for (uint32_t row = 0; row < desc->state_count; row++) {
        if (desc->states[row].step != NULL) {
            return true;
        }
    }
    return false;
}

static bool refuses_update(model *m, const wits_frame *frame) {
    bool refuses = frame->mode == WITS_MODE_LISTED && model_has_step_callback(m->desc);
    FIRED_IF(m, listed_refuses, refuses);
    return refuses;
}

bool model_update(model *m, const wits_frame *frame) {
    if (refuses_update(m, frame)) {
        return false;
    }
    begin(m, frame);
    model_pass_update(m);
    return true;
}

bool model_tick(model *m, const wits_frame *frame) {
    if (refuses_update(m, frame)) {
        return false;
    }
    begin(m, frame);
    model_pass_decide(m);
    model_pass_update(m);
    return true;
}

void model_raise(model *m, uint32_t event) {
    FIRED_IF(m, raise_pending, (m->pending & (uint64_t)1 << event) != 0);
    m->pending |= (uint64_t)1 << event;
}

// --------------------------------------------------------------------------------------------------------- queries

bool model_is_started(const model *m) {
    return model_is_active(m, WITS_ROOT);
}

bool model_is_in(const model *m, wits_state_id state) {
    return model_is_active(m, state);
}

bool model_is_pending(const model *m, uint32_t event) {
    return (m->pending & (uint64_t)1 << event) != 0;
}

static void add_deepest(const model *m, wits_state_id state, wits_state_id *states, uint32_t capacity,
                        uint32_t *count) {
    const model_state *s = &m->states[state];
    if (s->kind == WITS_KIND_PARALLEL) {
        for (wits_state_id region = model_first(m, state); region != WITS_NONE; region = model_next(m, region)) {
            add_deepest(m, region, states, capacity, count);
        }
    } else if (s->child != WITS_NONE) {
        add_deepest(m, s->child, states, capacity, count);
    } else {
        if (*count < capacity) {
            states[*count] = state;
        }
        ++*count;
    }
}

/// The deepest active state of each branch, in declared order.
uint32_t model_active(const model *m, wits_state_id *states, uint32_t capacity) {
    uint32_t count = 0;
    if (model_is_active(m, WITS_ROOT)) {
        add_deepest(m, WITS_ROOT, states, capacity, &count);
    }
    return count;
}

static void put(uint8_t *bytes, size_t capacity, size_t *length, const void *from, size_t size) {
    if (*length + size <= capacity) {
        memcpy(bytes + *length, from, size);
    }
    *length += size;
}

size_t model_serialise(const model *m, uint8_t *bytes, size_t capacity) {
    size_t length = 0;
    put(bytes, capacity, &length, &m->pending, sizeof m->pending);
    for (uint32_t row = 0; row < m->desc->state_count; row++) {
        const model_state *s = &m->states[row];
        uint8_t small[3] = {(uint8_t)s->status, (uint8_t)s->memory, s->fresh && m->desc->update_skip_entered};
        wits_state_id child = s->status == MODEL_INACTIVE ? WITS_NONE : s->child;
        put(bytes, capacity, &length, small, sizeof small);
        put(bytes, capacity, &length, &child, sizeof child);
        put(bytes, capacity, &length, &s->memory_child, sizeof s->memory_child);
        if (s->has_clock) {
            put(bytes, capacity, &length, &s->started, sizeof s->started);
            put(bytes, capacity, &length, &s->frozen, sizeof s->frozen);
        }
        put(bytes, capacity, &length, &s->scored, sizeof s->scored);
        put(bytes, capacity, &length, &s->scored_frozen, sizeof s->scored_frozen);
        put(bytes, capacity, &length, &s->has_exited, sizeof s->has_exited);
        put(bytes, capacity, &length, &s->exited, sizeof s->exited);
        put(bytes, capacity, &length, &s->target, sizeof s->target);
        put(bytes, capacity, &length, s->data, m->desc->states[row].data_size);
    }
    return length;
}
