// SPDX-License-Identifier: MIT
// The naive model: decision passes (section 4) and update passes (section 7).
#include <assert.h>
#include <stdlib.h>

#include "model_internal.h"
#include "wits/explain.h"

// ----------------------------------------------------------------------------------------------------- transitions

static uint32_t event_of(const model *m, const char *name) {
    for (uint32_t e = 0; e < m->desc->event_count; e++) {
        const char *a = m->desc->events[e];
        const char *b = name;
        while (*a != 0 && *a == *b) {
            a++;
            b++;
        }
        if (*a == 0 && *b == 0) {
            return e;
        }
    }
    assert(false && "a valid description names only events that it has");
    return 0;
}

/// Section 4, step 2: returns the first requirement that is not met. `source` is the active child for an `any`
/// transition.
static wits_tried try_row(model *m, uint32_t row, wits_state_id source, bool count) {
    const wits_transition_desc *t = &m->desc->transitions[row];
    if (t->event != NULL && (m->seen & (uint64_t)1 << event_of(m, t->event)) == 0) {
        FIRED_IF(m, event_not_pending, count);
        return WITS_TRIED_EVENT;
    }
    if (t->after > 0 && model_clock(m, source) < t->after) {
        FIRED_IF(m, after_too_early, count);
        return WITS_TRIED_AFTER;
    }
    if (t->any && !t->reenter && model_is_active(m, t->to)) {
        FIRED_IF(m, any_target_active, count);
        return WITS_TRIED_ACTIVE;
    }
    if (!model_condition(m, t->when, source, (uint16_t)row)) {
        FIRED_IF(m, condition_false, count);
        return WITS_TRIED_CONDITION;
    }
    return WITS_TRIED_FIRED;
}

static bool is_enabled(model *m, uint32_t row, wits_state_id source, bool count) {
    wits_tried tried = try_row(m, row, source, count);
    if (count) {
        model_explain_tried(m, row, source, tried);
    }
    return tried == WITS_TRIED_FIRED;
}

/// The first enabled transition in the table from `from` (`any` or not), or WITS_NONE.
static uint32_t first_enabled(model *m, wits_state_id from, bool any, wits_state_id source, uint32_t after_row,
                              bool count) {
    for (uint32_t row = after_row; row < m->desc->transition_count; row++) {
        const wits_transition_desc *t = &m->desc->transitions[row];
        if (t->from == from && t->any == any && is_enabled(m, row, source, count)) {
            return row;
        }
    }
    return WITS_NONE;
}

static void count_beaten(model *m, wits_state_id from, bool any, wits_state_id source, uint32_t row) {
    FIRED_IF(m, first_of_several, first_enabled(m, from, any, source, row + 1, false) != WITS_NONE);
    FIRED_IF(m, any_beats_own, any && first_enabled(m, source, false, source, 0, false) != WITS_NONE);
    bool inner = false;
    for (wits_state_id s = (wits_state_id)(source + 1); s < m->states[source].end && !inner; s++) {
        inner = model_is_active(m, s) && first_enabled(m, s, false, s, 0, false) != WITS_NONE;
    }
    FIRED_IF(m, outer_beats_inner, inner);
}

static bool fire_first(model *m, wits_state_id from, bool any, wits_state_id source) {
    uint32_t row = first_enabled(m, from, any, source, 0, true);
    if (row == WITS_NONE) {
        return false;
    }
    const wits_transition_desc *t = &m->desc->transitions[row];
    count_beaten(m, from, any, source, row);
    FIRED_IF(m, own_fires, !any);
    FIRED_IF(m, any_fires, any);
    FIRED_IF(m, any_on_utility, any && m->states[from].kind == WITS_KIND_UTILITY);
    FIRED_IF(m, any_reenters_active, any && model_is_active(m, t->to));
    FIRED_IF(m, event_fires, t->event != NULL);
    FIRED_IF(m, after_fires, t->after > 0);
    FIRED_IF(m, after_fires_late, t->after > 0 && model_clock(m, source) > t->after);
    uint32_t hold = m->desc->states[source].hold;
    FIRED_IF(m, hold_left_by_transition, hold > 0 && model_clock(m, source) < hold);
    model_firing f = {source, t->to, t->reenter, t->restart, (uint16_t)row, t->run};
    model_fire(m, &f);
    return true;
}

// ------------------------------------------------------------------------------------------------------- section 4

static void decide_composite(model *m, wits_state_id c);

/// Step 4.
static void decide_inwards(model *m, wits_state_id child) {
    if (model_is_composite(m, child)) {
        FIRED(m, inwards);
        decide_composite(m, child);
        return;
    }
    FIRED_IF(m, leaf_decides, m->desc->states[child].decide != NULL);
    model_actions(m, WITS_ACTION_DECIDE, child, WITS_NONE, m->desc->states[child].decide,
                  model_elapsed(m, child, m->frame->tick));
}

static void decide_parallel(model *m, wits_state_id c) {
    uint32_t serial = m->states[c].serial;
    uint32_t reentries = m->states[c].reentries;
    for (wits_state_id region = model_first(m, c); region != WITS_NONE; region = model_next(m, region)) {
        bool last = m->states[region].end == m->states[c].end;
        bool fired = fire_first(m, region, false, region);
        FIRED_IF(m, region_fires, fired);
        if (!fired) {
            decide_inwards(m, region);
        }
        if (!model_is_active(m, c)) {
            FIRED_IF(m, regions_left, !last);
            return;
        }
        if (m->states[c].serial != serial) {
            FIRED_IF(m, regions_came_back, !last);
            return;
        }
        if (m->states[c].reentries != reentries) {
            FIRED_IF(m, regions_again, !last);
            return;
        }
        FIRED_IF(m, regions_go_on, fired && !last);
    }
}

static void decide_composite(model *m, wits_state_id c) {
    model_state *s = &m->states[c];
    if (s->kind == WITS_KIND_PARALLEL) {
        decide_parallel(m, c);
        return;
    }
    if (s->child == WITS_NONE) {
        FIRED_IF(m, empty_enters_remembered, s->memory == MODEL_REMEMBERED);
        FIRED_IF(m, empty_enters_initial, s->memory == MODEL_FORGOTTEN && s->kind == WITS_KIND_FSM);
        FIRED_IF(m, empty_enters_chosen, s->memory == MODEL_FORGOTTEN && s->kind == WITS_KIND_UTILITY);
        model_enter_child(m, c, true);
        return;
    }
    wits_state_id child = s->child;
    if (fire_first(m, c, true, child) || fire_first(m, child, false, child)) {
        return;
    }
    if (s->kind == WITS_KIND_UTILITY) {
        model_choice(m, c);
        FIRED_IF(m, goes_on_with_other, s->child != child);
    }
    decide_inwards(m, s->child);
}

/// Section 4 from the root, events included.
void model_pass_decide(model *m) {
    m->pass = MODEL_DECIDING;
    m->seen = m->pending;
    m->pending = 0;
    if (model_is_active(m, WITS_ROOT)) {
        decide_inwards(m, WITS_ROOT);
        FIRED_IF(m, event_cleared, m->seen != 0);
        FIRED_IF(m, raised_for_next, m->pending != 0);
        FIRED_IF(m, raised_again_for_next, (m->pending & m->seen) != 0);
    } else {
        FIRED(m, decide_stopped);
        FIRED_IF(m, decide_stopped_clears, m->seen != 0);
    }
    m->pass = MODEL_VERB;
}

// ------------------------------------------------------------------------------------------------------- section 7

typedef struct turn {
    wits_state_id state;
    uint32_t serial;
} turn;

typedef struct turns {
    turn *rows;
    uint32_t count;
} turns;

/// The states that are active when the pass begins, in the order of their updates.
static void collect(model *m, wits_state_id state, turns *list) {
    bool outer_first = m->desc->update_outer_first;
    bool left_out = m->desc->update_skip_entered && m->states[state].fresh;
    turn own = {state, m->states[state].serial};
    FIRED_IF(m, update_left_out, left_out);
    FIRED_IF(m, update_leaves_nothing_out, m->desc->update_skip_entered && !left_out);
    FIRED_IF(m, update_outer_first, outer_first && model_is_composite(m, state));
    FIRED_IF(m, update_inner_first, !outer_first && model_is_composite(m, state));
    if (outer_first && !left_out) {
        list->rows[list->count++] = own;
    }
    if (m->states[state].kind == WITS_KIND_PARALLEL) {
        for (wits_state_id region = model_first(m, state); region != WITS_NONE; region = model_next(m, region)) {
            collect(m, region, list);
        }
    } else if (m->states[state].child != WITS_NONE) {
        collect(m, m->states[state].child, list);
    }
    if (!outer_first && !left_out) {
        list->rows[list->count++] = own;
    }
}

static void go_by_step(model *m, wits_state_id leaf, wits_state_id destination) {
    FIRED_IF(m, step_to_itself, destination == leaf);
    FIRED_IF(m, step_to_outer, model_is_inside(m, leaf, destination));
    FIRED_IF(m, step_to_other, destination != leaf && !model_is_inside(m, leaf, destination));
    model_firing f = {leaf, destination, false, false, WITS_NONE, NULL};
    model_fire(m, &f);
}

/// "Ordered rules: the first whose condition holds runs its actions; its destination, if any, is entered."
static void run_steps(model *m, wits_state_id leaf) {
    if (m->desc->states[leaf].step != NULL) {
        wits_state_id destination = model_step_callback(m, leaf);
        FIRED_IF(m, step_callback_stays, destination == WITS_STAY);
        FIRED_IF(m, step_callback_goes, destination != WITS_STAY);
        FIRED_IF(m, step_callback_deferred, m->frame->mode == WITS_MODE_DEFERRED);
        if (destination != WITS_STAY) {
            go_by_step(m, leaf, destination);
        }
        return;
    }
    bool earlier = false;
    for (uint32_t row = 0; row < m->desc->step_count; row++) {
        const wits_step_desc *step = &m->desc->steps[row];
        if (step->of != leaf) {
            continue;
        }
        if (!model_condition(m, step->when, leaf, (uint16_t)row)) {
            FIRED(m, step_condition_false);
            earlier = true;
            continue;
        }
        FIRED_IF(m, step_first, !earlier);
        FIRED_IF(m, step_later, earlier);
        FIRED_IF(m, step_without_destination, step->to == 0);
        model_actions(m, WITS_ACTION_STEP, leaf, (uint16_t)row, step->run, model_elapsed(m, leaf, m->frame->tick));
        if (step->to != 0) {
            go_by_step(m, leaf, step->to);
        }
        return;
    }
}

void model_pass_update(model *m) {
    if (!model_is_active(m, WITS_ROOT)) {
        FIRED(m, update_stopped);
        return;
    }
    turns list = {calloc(m->desc->state_count, sizeof(turn)), 0};
    collect(m, WITS_ROOT, &list);
    for (uint32_t s = 0; s < m->desc->state_count; s++) {
        m->states[s].fresh = false;
    }
    m->pass = MODEL_UPDATING;
    for (uint32_t i = 0; i < list.count; i++) {
        wits_state_id state = list.rows[i].state;
        const wits_state_desc *desc = &m->desc->states[state];
        if (!model_is_active(m, state)) {
            FIRED_IF(m, passed_over_left, desc->update != NULL);
            continue;
        }
        if (m->states[state].serial != list.rows[i].serial) {
            FIRED_IF(m, passed_over_came_back, desc->update != NULL);
            continue;
        }
        FIRED_IF(m, update_runs, desc->update != NULL);
        model_actions(m, WITS_ACTION_UPDATE, state, WITS_NONE, desc->update, model_elapsed(m, state, m->frame->tick));
        if (!model_is_composite(m, state)) {
            run_steps(m, state);
        }
    }
    m->pass = MODEL_VERB;
    free(list.rows);
}
