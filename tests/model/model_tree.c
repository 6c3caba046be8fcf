// SPDX-License-Identifier: MIT
// The naive model: the tree, clocks, activation of single states and the calls of host functions.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model_internal.h"

#include "trees/tree.h"

enum { CALL_SHIFT = 12 };  ///< bits of the function in the action of a record

bool model_is_composite(const model *m, wits_state_id state) {
    return m->states[state].kind != WITS_KIND_LEAF;
}

bool model_is_inside(const model *m, wits_state_id state, wits_state_id outer) {
    return state > outer && state < m->states[outer].end;
}

bool model_is_active(const model *m, wits_state_id state) {
    return m->states[state].status == MODEL_ACTIVE;
}

/// The child of `outer` that is or contains `state`.
wits_state_id model_child_toward(const model *m, wits_state_id outer, wits_state_id state) {
    while (m->desc->states[state].parent != outer) {
        state = m->desc->states[state].parent;
    }
    return state;
}

wits_state_id model_first(const model *m, wits_state_id composite) {
    return m->states[composite].end > composite + 1 ? (wits_state_id)(composite + 1) : WITS_NONE;
}

wits_state_id model_next(const model *m, wits_state_id child) {
    wits_state_id next = m->states[child].end;
    return next < m->states[m->desc->states[child].parent].end ? next : WITS_NONE;
}

wits_state_id model_previous(const model *m, wits_state_id child) {
    wits_state_id previous = WITS_NONE;
    for (wits_state_id c = model_first(m, m->desc->states[child].parent); c != child; c = model_next(m, c)) {
        previous = c;
    }
    return previous;
}

wits_state_id model_last(const model *m, wits_state_id composite) {
    wits_state_id last = WITS_NONE;
    for (wits_state_id c = model_first(m, composite); c != WITS_NONE; c = model_next(m, c)) {
        last = c;
    }
    return last;
}

/// Section 2, first values.
wits_activation model_activation(const model *m, wits_state_id state) {
    wits_activation given = m->desc->states[state].activation;
    return given == WITS_ACTIVATION_DEFAULT ? WITS_ACTIVATION_NOW : given;
}

wits_leave model_leave(const model *m, wits_state_id state) {
    wits_leave given = m->desc->states[state].leave;
    return given == WITS_LEAVE_DEFAULT ? WITS_LEAVE_RESET : given;
}

/// Section 3: ticks on the clock of an active state, differences modulo 2^32.
uint32_t model_clock(const model *m, wits_state_id state) {
    return m->frame->tick - m->states[state].started;
}

/// The value of elapsed: 0 for a state that is inactive or has no clock.
uint32_t model_elapsed(const model *m, wits_state_id state, uint32_t tick) {
    const model_state *s = &m->states[state];
    return model_is_active(m, state) && s->has_clock ? tick - s->started : 0;
}

// ------------------------------------------------------------------------------------------------- host functions

static uint32_t find_function(const model *m, const char *name, size_t length) {
    for (uint32_t f = 0; f < m->desc->function_count; f++) {
        const char *candidate = m->desc->functions[f].name;
        if (strncmp(candidate, name, length) == 0 && candidate[length] == 0) {
            return f;
        }
    }
    assert(false && "a valid description names only functions that it has");
    return 0;
}

static uint32_t find_event(const model *m, const char *name, size_t length) {
    for (uint32_t e = 0; e < m->desc->event_count; e++) {
        if (strncmp(m->desc->events[e], name, length) == 0 && m->desc->events[e][length] == 0) {
            return e;
        }
    }
    assert(false && "a valid description names only events that it has");
    return 0;
}

static wits_call call_of(model *m, uint32_t function, wits_state_id state, uint16_t row) {
    wits_call call;
    memset(&call, 0, sizeof call);
    call.frame = m->frame;
    call.agent = m;
    call.function = function;
    call.state = state;
    call.row = row;
    call.target = model_told_target(m, state);
    return call;
}

/// Section 8, private data: for actions in mode now and step callbacks, while the leaf is active.
static void give_data(const model *m, wits_call *call) {
    const model_state *s = &m->states[call->state];
    if (s->status == MODEL_ACTIVE && m->desc->states[call->state].data_size > 0) {
        call->data = s->data;
        call->data_size = m->desc->states[call->state].data_size;
    }
}

bool model_ask_condition(model *m, uint32_t function, wits_state_id state, uint16_t row, const tree_argument *given,
                         uint32_t count) {
    model_told told;
    wits_call call = call_of(m, function, state, row);
    FIRED_IF(m, condition_given, count > 0);
    model_give(m, &call, given, count, false, &told);
    return m->frame->functions[function].condition(m->frame->context, &call);
}

float model_ask_score(model *m, uint32_t function, wits_state_id state, uint16_t row, const tree_argument *given,
                      uint32_t count) {
    model_told told;
    wits_call call = call_of(m, function, state, row);
    FIRED_IF(m, score_given, count > 0);
    model_give(m, &call, given, count, false, &told);
    return m->frame->functions[function].score(m->frame->context, &call);
}

bool model_condition(model *m, const char *text, wits_state_id state, uint16_t row) {
    bool holds = true;
    if (text == NULL || model_text_condition(m, text, state, row, &holds)) {
        return holds;
    }
    return model_ask_condition(m, find_function(m, text, strlen(text)), state, row, NULL, 0);
}

float model_score(model *m, const char *text, wits_state_id state) {
    float score;
    if (model_text_score(m, text, state, &score)) {
        return score;
    }
    return model_ask_score(m, find_function(m, text, strlen(text)), state, WITS_NONE, NULL, 0);
}

static void add_record(model *m, wits_action_kind kind, wits_state_id state, uint16_t row, uint32_t action,
                       uint32_t arguments) {
    wits_list *list = m->frame->list;
    const model_view view = model_view_of(m, state);
    assert(list->count < list->capacity);
    // "Whose action it is: the state, or of a transition or step its row in that table."
    uint16_t whose = kind == WITS_ACTION_STEP || kind == WITS_ACTION_TRANSITION ? row : state;
    list->records[list->count++] =
        (wits_action_record){.agent = m->frame->agent,
                             .agent_row = m->frame->row,
                             .action = action,
                             .kind = (uint16_t)kind,
                             .row = whose,
                             .arguments = arguments,
                             .target_kind = view.told,
                             .target = view.told == WITS_NONE ? WITS_NO_TARGET : view.ids[view.told]};
}

/// Section 8: the brain's own actions (assignments, `raise`) run where they occur unless everything is listed.
static void one_assignment(model *m, uint32_t assignment, wits_action_kind kind, wits_state_id state, uint16_t row,
                           uint32_t elapsed) {
    if (m->frame->mode == WITS_MODE_LISTED) {
        FIRED(m, listed_assignment);
        add_record(m, kind, state, row, WITS_LIST_ASSIGN + assignment, 0);
        return;
    }
    FIRED_IF(m, now_assignment, m->frame->mode == WITS_MODE_NOW);
    FIRED_IF(m, deferred_assignment, m->frame->mode == WITS_MODE_DEFERRED);
    FIRED_IF(m, assigned_in_transition, kind == WITS_ACTION_TRANSITION);
    FIRED_IF(m, assigned_in_step, kind == WITS_ACTION_STEP);
    model_assign(m, assignment, state, row, elapsed);
}

// Arguments. A record's action contains function and call. In mode deferred all values are added to the list, four for
// each call; in mode listed the values at the action's occurrence are added, to detect later changes.

static uint32_t action_of_call(const model *m, uint32_t call) {
    return model_call_function(m, call) | (call + 1) << CALL_SHIFT;
}

static uint32_t keep_values(const model *m, const tree_argument *given, uint32_t count) {
    wits_list *list = m->frame->list;
    const uint32_t first = list->argument_count;
    assert(list->argument_capacity - first >= TREE_ARGUMENTS);
    for (uint32_t i = 0; i < TREE_ARGUMENTS; i++) {
        list->arguments[list->argument_count++] = i < count ? given[i].value.bits : 0;
    }
    return first;
}

static bool are_kept(const wits_list *list, uint32_t first, const tree_argument *given, uint32_t count) {
    bool same = true;
    for (uint32_t i = 0; i < count; i++) {
        same = same && list->arguments[first + i] == given[i].value.bits;
    }
    return same;
}

/// Evaluation of the arguments of a host action.
static void one_call(model *m, uint32_t number, wits_action_kind kind, wits_state_id state, uint16_t row,
                     uint32_t elapsed) {
    tree_argument given[TREE_ARGUMENTS];
    const uint32_t count = model_call_arguments(m, number, state, row, elapsed, given);
    if (m->frame->mode != WITS_MODE_NOW) {
        FIRED_IF(m, deferred_action, m->frame->mode == WITS_MODE_DEFERRED);
        FIRED_IF(m, listed_action, m->frame->mode == WITS_MODE_LISTED);
        FIRED_IF(m, deferred_given, m->frame->mode == WITS_MODE_DEFERRED);
        add_record(m, kind, state, row, action_of_call(m, number), keep_values(m, given, count));
        return;
    }
    FIRED(m, now_action);
    FIRED(m, now_given);
    FIRED(m, action_given);
    model_told told;
    wits_call call = call_of(m, model_call_function(m, number), state, row);
    call.kind = kind;
    give_data(m, &call);
    model_give(m, &call, given, count, true, &told);
    FIRED_IF(m, data_given, call.data != NULL);
    m->call_elapsed = elapsed;
    m->frame->functions[call.function].action(m->frame->context, &call);
}

/// Section 8: one action of an action text, by the mode of the call.
static void one_action(model *m, wits_action_kind kind, wits_state_id state, uint16_t row, const char *text,
                       size_t length, uint32_t elapsed) {
    size_t word = strcspn(text, " \t(;");
    if (word == 5 && memcmp(text, "raise", 5) == 0) {
        const char *name = text + 5 + strspn(text + 5, " \t");
        uint32_t event = find_event(m, name, strcspn(name, " \t;"));
        if (m->frame->mode == WITS_MODE_LISTED) {
            FIRED(m, listed_raise);
            add_record(m, kind, state, row, WITS_LIST_RAISE + event, 0);
        } else {
            FIRED_IF(m, deferred_raise, m->frame->mode == WITS_MODE_DEFERRED);
            FIRED_IF(m, now_raise, m->frame->mode == WITS_MODE_NOW);
            model_raise(m, event);
        }
        return;
    }
    uint32_t assignment;
    if (tree_action_operand(text) != NULL && model_text_assignment(m, text, &assignment)) {
        one_assignment(m, assignment, kind, state, row, elapsed);
        return;
    }
    uint32_t call_number;
    if (model_text_call(m, text, &call_number)) {
        one_call(m, call_number, kind, state, row, elapsed);
        return;
    }
    uint32_t function = find_function(m, text, word < length ? word : length);
    if (m->frame->mode != WITS_MODE_NOW) {
        FIRED_IF(m, deferred_action, m->frame->mode == WITS_MODE_DEFERRED);
        FIRED_IF(m, listed_action, m->frame->mode == WITS_MODE_LISTED);
        add_record(m, kind, state, row, function, 0);
        return;
    }
    FIRED(m, now_action);
    wits_call call = call_of(m, function, state, row);
    call.kind = kind;
    give_data(m, &call);
    FIRED_IF(m, data_given, call.data != NULL);
    m->call_elapsed = elapsed;
    m->frame->functions[function].action(m->frame->context, &call);
}

/// An action text: `name`, `name()`, `name(1, "text")`, `raise EVENT` or `field = expression`, separated by `;`.
void model_actions(model *m, wits_action_kind kind, wits_state_id state, uint16_t row, const char *text,
                   uint32_t elapsed) {
    while (text != NULL) {
        text += strspn(text, " \t");
        size_t length = tree_action_length(text);
        one_action(m, kind, state, row, text, length, elapsed);
        text = text[length] == ';' ? text + length + 1 : NULL;
    }
}

/// Section 7: the callback returns the next state, or stays.
wits_state_id model_step_callback(model *m, wits_state_id leaf) {
    const char *name = m->desc->states[leaf].step;
    wits_call call = call_of(m, find_function(m, name, strlen(name)), leaf, WITS_NONE);
    call.kind = WITS_ACTION_STEP;
    give_data(m, &call);
    FIRED_IF(m, data_in_step, call.data != NULL);
    m->call_elapsed = model_elapsed(m, leaf, m->frame->tick);
    return m->frame->functions[call.function].step(m->frame->context, &call);
}

/// A record of an `any` transition has only its row, and `elapsed` is that of the active child. If the composite has no
/// active child at that moment, the composite itself is the source; it has no clock then.
static wits_state_id source_of_record(const model *m, uint16_t row) {
    const wits_transition_desc *t = &m->desc->transitions[row];
    const model_state *from = &m->states[t->from];
    return t->any && from->status == MODEL_ACTIVE && from->child != WITS_NONE ? from->child : t->from;
}

uint32_t model_record_function(const wits_action_record *record) {
    return record->action >= WITS_LIST_ASSIGN ? record->action : record->action % (1u << CALL_SHIFT);
}

/// Sets owner and moment of the action: elapsed is the value that a query would return at that moment.
static wits_call call_of_record(model *m, const wits_action_record *record) {
    const bool is_own = record->action >= WITS_LIST_ASSIGN;
    wits_call call = call_of(m, is_own ? WITS_NONE : model_record_function(record), record->row, WITS_NONE);
    call.kind = (wits_action_kind)record->kind;
    if (call.kind == WITS_ACTION_STEP) {
        call.state = m->desc->steps[record->row].of;
        call.row = record->row;
    } else if (call.kind == WITS_ACTION_TRANSITION) {
        call.state = source_of_record(m, record->row);
        call.row = record->row;
    }
    m->call_elapsed = model_elapsed(m, call.state, m->frame->tick);
    bool lost = call.kind == WITS_ACTION_TRANSITION && m->desc->transitions[record->row].any &&
                call.state == m->desc->transitions[record->row].from;
    if (call.kind == WITS_ACTION_ENTER || lost) {
        m->call_elapsed = 0;
    }
    return call;
}

/// The arguments of a record: those of the list in mode deferred, their current values in mode listed. `changed`: they
/// had or would have other values at the action's occurrence.
static uint32_t arguments_of_record(model *m, const wits_call *call, const wits_action_record *record,
                                    tree_argument given[TREE_ARGUMENTS], bool *changed) {
    const wits_list *list = m->frame->list;
    const uint32_t number = (record->action >> CALL_SHIFT) - 1;
    const uint32_t count = model_call_arguments(m, number, call->state, call->row, m->call_elapsed, given);
    *changed = !are_kept(list, record->arguments, given, count);
    for (uint32_t i = 0; i < count && m->frame->mode == WITS_MODE_DEFERRED; i++) {
        given[i].value.bits = list->arguments[record->arguments + i];
    }
    return count;
}

uint32_t model_record_arguments(model *m, const wits_frame *frame, const wits_action_record *record, model_told *told) {
    if (record->action >= WITS_LIST_ASSIGN || record->action >> CALL_SHIFT == 0) {
        return 0;
    }
    m->frame = frame;
    tree_argument given[TREE_ARGUMENTS];
    bool changed;
    model_view view;
    model_see_record(m, record, &view);
    m->view = &view;
    const wits_call call = call_of_record(m, record);
    const uint32_t count = arguments_of_record(m, &call, record, given, &changed);
    m->view = NULL;
    model_tell(m, given, count, true, told);
    for (uint32_t i = 0; i < count; i++) {
        const bool is_known = m->frame->mode == WITS_MODE_DEFERRED || given[i].is_constant;
        told->arguments[i].kind = is_known ? told->arguments[i].kind : WITS_ARGUMENT_NONE;
    }
    return count;
}

static void run_record(model *m, const wits_frame *frame, const wits_action_record *record) {
    m->frame = frame;
    if (record->action >= WITS_LIST_RAISE) {
        model_raise(m, record->action - WITS_LIST_RAISE);
        return;
    }
    wits_call call = call_of_record(m, record);
    if (record->action >= WITS_LIST_ASSIGN) {
        FIRED(m, assigned_from_list);
        model_assign(m, record->action - WITS_LIST_ASSIGN, call.state, call.row, m->call_elapsed);
        return;
    }
    model_told told;
    if (record->action >> CALL_SHIFT != 0) {
        tree_argument given[TREE_ARGUMENTS];
        bool changed;
        const uint32_t count = arguments_of_record(m, &call, record, given, &changed);
        const bool is_deferred = frame->mode == WITS_MODE_DEFERRED;
        FIRED(m, action_given);
        FIRED_IF(m, deferred_given_before, is_deferred && changed);
        FIRED_IF(m, listed_given, !is_deferred);
        FIRED_IF(m, listed_given_later, !is_deferred && changed);
        model_give(m, &call, given, count, true, &told);
    }
    frame->functions[call.function].action(frame->context, &call);
}

/// Section 8: runs one record of a list.
void model_run_record(model *m, const wits_frame *frame, const wits_action_record *record) {
    model_view view;
    m->frame = frame;
    model_see_record(m, record, &view);
    FIRED_IF(m, target_of_record, view.told != WITS_NONE && record->action < WITS_LIST_RAISE);
    m->view = &view;
    run_record(m, frame, record);
    m->view = NULL;
}

bool model_call_is_in(const wits_call *call, wits_state_id state) {
    return model_is_in(call->agent, state);
}

uint32_t model_call_elapsed(const wits_call *call) {
    const model *m = call->agent;
    return m->call_elapsed;
}

void model_call_raise(const wits_call *call, uint32_t event) {
    model_raise(call->agent, event);
}

// ---------------------------------------------------------------------------------------------- one state's status

/// The state becomes active: its clock starts (section 3), `every` counts from here (section 6), its private data are
/// set (section 8).
void model_activate(model *m, wits_state_id state, bool silently) {
    const wits_state_desc *desc = &m->desc->states[state];
    model_state *s = &m->states[state];
    assert(s->status == MODEL_INACTIVE);
    const uint32_t target = model_target_of_entry(m, state);
    s->status = MODEL_ACTIVE;
    s->target = target;
    s->child = WITS_NONE;
    FIRED_IF(m, cooldown_ends_early, s->has_exited && m->frame->tick - s->exited < desc->cooldown);
    s->has_exited = false;  // "ends early when something else makes the option active"
    s->exited = 0;
    s->started = m->frame->tick;
    s->serial = ++m->serial;
    s->fresh = m->pass == MODEL_DECIDING;
    FIRED_IF(m, fresh_entered, s->fresh && m->desc->update_skip_entered && !silently);
    FIRED_IF(m, fresh_silently, s->fresh && m->desc->update_skip_entered && silently);
    if (desc->every > 0) {
        s->scored = m->frame->tick - (uint32_t)(m->frame->agent % desc->every);
        FIRED_IF(m, every_spread, s->scored != m->frame->tick);
        FIRED_IF(m, every_silently, silently);
    }
    if (desc->data_size > 0) {
        FIRED_IF(m, data_initial, desc->data != NULL);
        FIRED_IF(m, data_zero, desc->data == NULL);
        if (desc->data != NULL) {
            memcpy(s->data, desc->data, desc->data_size);
        }
    }
}

/// Zeroes everything that is not remembered (section 10). The composite's own memory stays.
void model_deactivate(model *m, wits_state_id state) {
    model_state *s = &m->states[state];
    assert(s->status == MODEL_ACTIVE);
    s->status = MODEL_INACTIVE;
    s->started = s->frozen = s->scored = s->scored_frozen = 0;
    s->fresh = false;
    s->target = 0;
    if (m->desc->states[state].cooldown > 0) {
        s->has_exited = true;
        s->exited = m->frame->tick;
    }
    if (m->desc->states[state].data_size > 0) {
        memset(s->data, 0, m->desc->states[state].data_size);
    }
}

/// Section 2, `suspend`: the state and everything active inside stay as they are, with their clocks stopped.
void model_keep(model *m, wits_state_id state) {
    model_state *s = &m->states[state];
    assert(s->status == MODEL_ACTIVE);
    s->status = MODEL_KEPT;
    s->frozen = m->frame->tick - s->started;
    s->started = 0;
    s->kept_at = m->frame->tick;
    if (m->desc->states[state].every > 0) {
        s->scored_frozen = m->frame->tick - s->scored;
        s->scored = 0;
    }
    s->fresh = false;
    FIRED_IF(m, target_kept, s->aim != WITS_NONE && s->target != WITS_NO_TARGET);
    if (s->kind == WITS_KIND_PARALLEL) {
        for (wits_state_id region = model_first(m, state); region != WITS_NONE; region = model_next(m, region)) {
            model_keep(m, region);
        }
    } else if (s->child != WITS_NONE) {
        model_keep(m, s->child);
    }
}

/// A kept state continues where it was.
void model_continue(model *m, wits_state_id state) {
    model_state *s = &m->states[state];
    assert(s->status == MODEL_KEPT);
    s->status = MODEL_ACTIVE;
    s->started = m->frame->tick - s->frozen;
    s->frozen = 0;
    FIRED_IF(m, clock_stood_still, s->has_clock && s->kept_at != m->frame->tick);
    if (m->desc->states[state].every > 0) {
        s->scored = m->frame->tick - s->scored_frozen;
        s->scored_frozen = 0;
        FIRED_IF(m, every_stood_still, s->kept_at != m->frame->tick);
    }
    FIRED_IF(m, data_kept, m->desc->states[state].data_size > 0);
    s->serial = ++m->serial;
    s->fresh = m->pass == MODEL_DECIDING;
    FIRED_IF(m, fresh_continued, s->fresh && m->desc->update_skip_entered);
    if (s->kind == WITS_KIND_PARALLEL) {
        for (wits_state_id region = model_first(m, state); region != WITS_NONE; region = model_next(m, region)) {
            model_continue(m, region);
        }
    } else if (s->child != WITS_NONE) {
        model_continue(m, s->child);
    } else if (model_is_composite(m, state)) {
        FIRED(m, continued_empty);
    }
}
