// SPDX-License-Identifier: MIT
// The naive model: leaving and entering states, section 2 and 5.
#include <assert.h>

#include "model_internal.h"

static void exit_state(model *m, wits_state_id state);

// ----------------------------------------------------------------------------------------------------------- exits

static void count_leave_pair(model *m, wits_state_id outer, wits_state_id inner) {
    const model_state *in = &m->states[inner];
    if (in->kind == WITS_KIND_LEAF || (in->kind != WITS_KIND_PARALLEL && in->child == WITS_NONE)) {
        return;
    }
    int row = (int)model_leave(m, outer) - WITS_LEAVE_RESET;
    int column = (int)model_leave(m, inner) - WITS_LEAVE_RESET;
    bool outer_regions = m->states[outer].kind == WITS_KIND_PARALLEL;
    bool inner_regions = in->kind == WITS_KIND_PARALLEL;
    if (!outer_regions && !inner_regions) {
        m->counts[CLAUSE_leave_reset_reset + row * 3 + column]++;
    } else if (!outer_regions) {
        m->counts[CLAUSE_leave_reset_parallel_reset + row * 2 + column / 2]++;
    } else if (!inner_regions) {
        m->counts[CLAUSE_leave_parallel_reset_reset + row / 2 * 3 + column]++;
    } else {
        m->counts[CLAUSE_leave_parallel_reset_parallel_reset + row / 2 * 2 + column / 2]++;
    }
}

/// Section 2, `leave`: the composite is left by its own transition or by one of an ancestor.
static void leave_inside(model *m, wits_state_id composite) {
    model_state *s = &m->states[composite];
    wits_leave leave = model_leave(m, composite);
    if (s->kind == WITS_KIND_LEAF) {
        return;
    }
    if (s->kind == WITS_KIND_PARALLEL) {
        count_leave_pair(m, composite, model_last(m, composite));
        if (leave == WITS_LEAVE_SUSPEND) {
            FIRED(m, parallel_kept);
            for (wits_state_id region = model_first(m, composite); region != WITS_NONE;
                 region = model_next(m, region)) {
                model_keep(m, region);
            }
            s->memory = MODEL_KEEPS;
            return;
        }
        FIRED(m, parallel_exited_in_reverse);
        for (wits_state_id r = model_last(m, composite); r != WITS_NONE; r = model_previous(m, r)) {
            exit_state(m, r);
        }
        return;
    }
    wits_state_id child = s->child;
    if (child == WITS_NONE) {
        FIRED(m, empty_left);
        FIRED_IF(m, empty_left_remembers, s->memory == MODEL_REMEMBERED);
        return;
    }
    count_leave_pair(m, composite, child);
    if (leave != WITS_LEAVE_RESET && model_ends(m, composite)) {
        // Section 14: a composite that is left while its final child makes it done forgets that child.
        FIRED_IF(m, end_forgets_resumed, leave == WITS_LEAVE_RESUME);
        FIRED_IF(m, end_forgets_suspended, leave == WITS_LEAVE_SUSPEND);
        exit_state(m, child);
    } else if (leave == WITS_LEAVE_SUSPEND) {
        FIRED(m, leave_suspend);
        model_keep(m, child);
        s->memory = MODEL_KEEPS;
        s->memory_child = child;
    } else {
        exit_state(m, child);
        if (leave == WITS_LEAVE_RESUME) {
            FIRED(m, leave_resume);
            s->memory = MODEL_REMEMBERED;
            s->memory_child = child;
        } else {
            FIRED(m, leave_reset);
        }
    }
    s->child = WITS_NONE;
}

/// The state exits; its descendants follow its `leave` before it exits itself.
static void exit_state(model *m, wits_state_id state) {
    leave_inside(m, state);
    uint32_t elapsed = model_elapsed(m, state, m->frame->tick);
    FIRED_IF(m, elapsed_in_exit, elapsed > 0 && m->desc->states[state].exit != NULL);
    model_actions(m, WITS_ACTION_EXIT, state, WITS_NONE, m->desc->states[state].exit, elapsed);
    model_deactivate(m, state);
}

/// A kept child exits as if one of its own transitions had left it. It is active again for this.
static void exit_kept(model *m, wits_state_id state) {
    model_continue(m, state);
    FIRED_IF(m, kept_exit_composite, model_is_composite(m, state));
    exit_state(m, state);
}

/// Section 5, exits: every state from `source` outwards to `state` exits.
static void exit_from_within(model *m, wits_state_id state, wits_state_id source) {
    model_state *s = &m->states[state];
    if (state == source) {
        exit_state(m, state);
        return;
    }
    wits_leave leave = model_leave(m, state);
    if (s->kind == WITS_KIND_PARALLEL) {
        FIRED_IF(m, within_parallel_reset, leave == WITS_LEAVE_RESET);
        FIRED_IF(m, within_parallel_suspend, leave == WITS_LEAVE_SUSPEND);
        for (wits_state_id r = model_last(m, state); r != WITS_NONE; r = model_previous(m, r)) {
            if (r == source || model_is_inside(m, source, r)) {
                exit_from_within(m, r, source);
            } else {
                FIRED(m, within_parallel_other_region);
                exit_state(m, r);
            }
        }
    } else {
        wits_state_id child = s->child;
        FIRED_IF(m, within_reset, leave == WITS_LEAVE_RESET);
        FIRED_IF(m, within_resume, leave == WITS_LEAVE_RESUME);
        FIRED_IF(m, within_suspend, leave == WITS_LEAVE_SUSPEND);
        const bool ends = model_ends(m, state);
        FIRED_IF(m, end_forgets_within, ends && leave == WITS_LEAVE_RESUME);
        exit_from_within(m, child, source);
        s->child = WITS_NONE;
        if (leave == WITS_LEAVE_RESUME && !ends) {
            s->memory = MODEL_REMEMBERED;
            s->memory_child = child;
        }
    }
    uint32_t elapsed = model_elapsed(m, state, m->frame->tick);
    model_actions(m, WITS_ACTION_EXIT, state, WITS_NONE, m->desc->states[state].exit, elapsed);
    model_deactivate(m, state);
}

/// A composite forgets its memory; kept children exit (of a parallel in reverse).
static void forget(model *m, wits_state_id composite) {
    model_state *s = &m->states[composite];
    model_memory had = s->memory;
    wits_state_id child = s->memory_child;
    s->memory = MODEL_FORGOTTEN;
    s->memory_child = WITS_NONE;
    if (had == MODEL_KEEPS && s->kind == WITS_KIND_PARALLEL) {
        for (wits_state_id r = model_last(m, composite); r != WITS_NONE; r = model_previous(m, r)) {
            exit_kept(m, r);
        }
    } else if (had == MODEL_KEEPS) {
        exit_kept(m, child);
    }
}

// --------------------------------------------------------------------------------------------------------- entries

static bool has_rules(const model *m, wits_state_id fsm) {
    bool has = false;
    for (uint32_t row = 0; row < m->desc->initial_count; row++) {
        has = has || m->desc->initials[row].of == fsm;
    }
    return has;
}

/// Section 2: the child that entering the composite activates, and its inside.
void model_enter_child(model *m, wits_state_id composite, bool loud) {
    model_state *s = &m->states[composite];
    model_memory had = s->memory;
    wits_state_id child = s->memory_child;
    s->memory = MODEL_FORGOTTEN;
    s->memory_child = WITS_NONE;
    FIRED_IF(m, initial_rules_not_asked, had != MODEL_FORGOTTEN && has_rules(m, composite));
    if (had == MODEL_KEEPS) {
        FIRED(m, child_continues);
        s->child = child;
        model_continue(m, child);
        return;
    }
    if (had == MODEL_FORGOTTEN) {
        child = model_initial(m, composite);
    } else {
        FIRED(m, child_remembered);
    }
    s->child = child;
    model_enter_state(m, child, loud);
}

/// Section 2, `activation` and `leave`, of a composite that has just become active.
static void enter_inside(model *m, wits_state_id state, bool loud) {
    model_state *s = &m->states[state];
    if (s->kind == WITS_KIND_LEAF) {
        return;
    }
    wits_activation activation = model_activation(m, state);
    bool inside_loud = loud && activation != WITS_ACTIVATION_SILENT;
    FIRED_IF(m, silent_below_silent, !loud);
    if (s->kind == WITS_KIND_PARALLEL) {
        FIRED_IF(m, parallel_silent, loud && activation == WITS_ACTIVATION_SILENT);
        if (s->memory == MODEL_KEEPS) {
            FIRED(m, parallel_continues);
            s->memory = MODEL_FORGOTTEN;
            for (wits_state_id region = model_first(m, state); region != WITS_NONE; region = model_next(m, region)) {
                model_continue(m, region);
            }
            return;
        }
        FIRED(m, parallel_entered);
        for (wits_state_id region = model_first(m, state); region != WITS_NONE; region = model_next(m, region)) {
            model_enter_state(m, region, inside_loud);
        }
        return;
    }
    FIRED_IF(m, activation_now, activation == WITS_ACTIVATION_NOW);
    FIRED_IF(m, activation_silent, activation == WITS_ACTIVATION_SILENT);
    // A kept child does not enter later, it continues (section 9).
    FIRED_IF(m, on_decide_continues, activation == WITS_ACTIVATION_ON_DECIDE && s->memory == MODEL_KEEPS);
    if (activation == WITS_ACTIVATION_ON_DECIDE && s->memory != MODEL_KEEPS) {
        FIRED(m, activation_on_decide);
        FIRED_IF(m, silent_stops_on_decide, !loud);
        return;
    }
    model_enter_child(m, state, inside_loud);
}

/// Activates the state, then its inside by its own rules. If silent, no `enter` runs in it or inside it.
void model_enter_state(model *m, wits_state_id state, bool loud) {
    model_activate(m, state, !loud);
    if (loud) {
        model_actions(m, WITS_ACTION_ENTER, state, WITS_NONE, m->desc->states[state].enter, 0);
    } else {
        FIRED(m, enter_not_run);
    }
    enter_inside(m, state, loud);
}

/// Section 5, entries: `state` is on the path to `destination`.
void model_enter_way(model *m, wits_state_id state, wits_state_id destination, bool restart) {
    model_state *s = &m->states[state];
    model_activate(m, state, false);
    model_actions(m, WITS_ACTION_ENTER, state, WITS_NONE, m->desc->states[state].enter, 0);
    if (state == destination) {
        FIRED_IF(m, destination_composite, model_is_composite(m, state));
        if (restart) {
            FIRED(m, restart_given);
            FIRED_IF(m, restart_forgets, s->memory == MODEL_REMEMBERED);
            FIRED_IF(m, restart_exits_kept, s->memory == MODEL_KEEPS && s->kind != WITS_KIND_PARALLEL);
            FIRED_IF(m, restart_exits_kept_regions, s->memory == MODEL_KEEPS && s->kind == WITS_KIND_PARALLEL);
            forget(m, state);
        }
        enter_inside(m, state, true);
        return;
    }
    wits_state_id next = model_child_toward(m, state, destination);
    FIRED_IF(m, way_through_silent, model_activation(m, state) == WITS_ACTIVATION_SILENT);
    FIRED_IF(m, way_through_on_decide, model_activation(m, state) == WITS_ACTIVATION_ON_DECIDE);
    if (s->kind == WITS_KIND_PARALLEL) {
        bool kept = s->memory == MODEL_KEEPS;
        FIRED_IF(m, way_through_parallel, !kept);
        FIRED_IF(m, way_through_kept_parallel, kept);
        s->memory = MODEL_FORGOTTEN;
        if (kept) {
            exit_kept(m, next);
        }
        for (wits_state_id region = model_first(m, state); region != WITS_NONE; region = model_next(m, region)) {
            if (region == next) {
                model_enter_way(m, region, destination, restart);
            } else if (kept) {
                model_continue(m, region);
            } else {
                model_enter_state(m, region, model_activation(m, state) != WITS_ACTIVATION_SILENT);
            }
        }
        return;
    }
    FIRED_IF(m, way_forgets_remembered, s->memory == MODEL_REMEMBERED);
    FIRED_IF(m, way_exits_kept, s->memory == MODEL_KEEPS && s->memory_child != next);
    FIRED_IF(m, way_exits_kept_itself, s->memory == MODEL_KEEPS && s->memory_child == next);
    forget(m, state);
    s->child = next;
    model_enter_way(m, next, destination, restart);
}

// ---------------------------------------------------------------------------------------------------------- firing

/// "The targets are the source's when it fires, as `elapsed` is."
static void run_transition(model *m, const model_firing *f, uint32_t elapsed, const model_view *seen) {
    FIRED_IF(m, elapsed_in_transition, elapsed > 0 && f->run != NULL);
    FIRED_IF(m, target_in_transition, f->run != NULL && seen->told != WITS_NONE);
    m->view = seen;
    model_actions(m, WITS_ACTION_TRANSITION, f->source, f->row, f->run, elapsed);
    m->view = NULL;
}

/// Section 5, second case: the destination stays active; its descendants exit and are entered again.
static void fire_staying(model *m, const model_firing *f, uint32_t elapsed, const model_view *seen) {
    model_state *t = &m->states[f->destination];
    bool up = model_is_inside(m, f->source, f->destination);
    if (t->kind == WITS_KIND_PARALLEL) {
        FIRED(m, stay_parallel);
        for (wits_state_id r = model_last(m, f->destination); r != WITS_NONE; r = model_previous(m, r)) {
            if (up && (r == f->source || model_is_inside(m, f->source, r))) {
                exit_from_within(m, r, f->source);
            } else {
                exit_state(m, r);
            }
        }
    } else if (t->kind != WITS_KIND_LEAF) {
        FIRED_IF(m, stay_empty_forgets, t->child == WITS_NONE && t->memory == MODEL_REMEMBERED);
        FIRED_IF(m, stay_silent, model_activation(m, f->destination) == WITS_ACTIVATION_SILENT);
        FIRED_IF(m, stay_on_decide, model_activation(m, f->destination) == WITS_ACTIVATION_ON_DECIDE);
        if (t->child != WITS_NONE && up) {
            exit_from_within(m, t->child, f->source);
        } else if (t->child != WITS_NONE) {
            exit_state(m, t->child);
        }
        t->child = WITS_NONE;
        assert(t->memory != MODEL_KEEPS);
        forget(m, f->destination);
    }
    run_transition(m, f, elapsed, seen);
    t->reentries++;
    enter_inside(m, f->destination, true);
}

/// "The innermost fsm or utility composite that contains both S and T."
static wits_state_id domain_of_both(const model *m, wits_state_id source, wits_state_id destination) {
    wits_state_id d = m->desc->states[source].parent;
    while (!model_is_inside(m, destination, d) || m->states[d].kind == WITS_KIND_PARALLEL) {
        assert(d != WITS_ROOT);
        d = m->desc->states[d].parent;
    }
    return d;
}

static void count_domain(model *m, const model_firing *f, wits_state_id domain) {
    bool up = model_is_inside(m, f->source, f->destination);
    bool down = model_is_inside(m, f->destination, f->source);
    if (f->reenter) {
        FIRED_IF(m, reenter_self, f->source == f->destination);
        FIRED_IF(m, reenter_up, up);
        FIRED_IF(m, reenter_down, down && !model_is_active(m, f->destination));
        FIRED_IF(m, reenter_down_active, down && model_is_active(m, f->destination));
        FIRED_IF(m, reenter_in_parallel,
                 (f->source == f->destination || up || down) && m->states[domain].kind == WITS_KIND_PARALLEL);
    }
    if (f->source != f->destination && !up && !down) {
        bool across = false;
        for (wits_state_id s = m->desc->states[f->source].parent; s != domain; s = m->desc->states[s].parent) {
            across = across || model_is_inside(m, f->destination, s);
        }
        FIRED_IF(m, sibling,
                 m->desc->states[f->source].parent == domain && m->desc->states[f->destination].parent == domain);
        FIRED_IF(m, out_of_levels, !across && m->desc->states[f->source].parent != domain);
        FIRED_IF(m, into_levels, !across && m->desc->states[f->destination].parent != domain);
        FIRED_IF(m, across_regions, across);
    }
}

/// Section 5: exits, innermost first; the transition's action; entries, outermost first.
void model_fire(model *m, const model_firing *f) {
    wits_state_id source = f->source;
    wits_state_id destination = f->destination;
    bool up = model_is_inside(m, source, destination);
    bool down = model_is_inside(m, destination, source);
    uint32_t elapsed = model_elapsed(m, source, m->frame->tick);
    model_view seen;
    model_see(m, source, &seen);
    if (source == destination && !f->reenter) {
        FIRED(m, self_action_only);
        run_transition(m, f, elapsed, &seen);
        return;
    }
    if ((up || (down && model_is_active(m, destination))) && !f->reenter) {
        FIRED_IF(m, stay_up, up);
        FIRED_IF(m, stay_inside, down && model_is_composite(m, destination));
        FIRED_IF(m, stay_inside_leaf, down && !model_is_composite(m, destination));
        FIRED_IF(m, restart_where_staying, f->restart);
        fire_staying(m, f, elapsed, &seen);
        return;
    }
    wits_state_id domain;
    if (down && !f->reenter) {
        domain = m->desc->states[destination].parent;
        while (!model_is_active(m, domain)) {
            domain = m->desc->states[domain].parent;
        }
        model_state *d = &m->states[domain];
        FIRED_IF(m, down_from_source, domain == source && d->child != WITS_NONE);
        FIRED_IF(m, down_from_further_in, domain != source && d->child != WITS_NONE);
        FIRED_IF(m, down_into_empty, d->child == WITS_NONE && d->memory == MODEL_FORGOTTEN);
        FIRED_IF(m, down_into_empty_remembers, d->child == WITS_NONE && d->memory == MODEL_REMEMBERED);
        if (d->child != WITS_NONE) {
            // The domain stays active and its child is replaced: the child exits, and its descendants by its own rule
            // for leaving.
            exit_state(m, d->child);
        }
        d->child = WITS_NONE;
        // An empty domain only remembers: its kept child continued when it was entered.
        assert(d->memory != MODEL_KEEPS);
        forget(m, domain);
    } else {
        if (source == destination || down) {
            domain = m->desc->states[source].parent;
        } else if (up) {
            domain = m->desc->states[destination].parent;
        } else {
            domain = domain_of_both(m, source, destination);
        }
        count_domain(m, f, domain);
        exit_from_within(m, model_child_toward(m, domain, source), source);
        m->states[domain].child = WITS_NONE;
    }
    run_transition(m, f, elapsed, &seen);
    wits_state_id first = model_child_toward(m, domain, destination);
    if (m->states[domain].kind != WITS_KIND_PARALLEL) {
        m->states[domain].child = first;
    }
    model_enter_way(m, first, destination, f->restart);
}
