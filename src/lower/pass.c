// SPDX-License-Identifier: MIT
// Lowers a decision pass and an update pass. Sections 4 and 7. The rules describe one agent from the root inwards. Tree
// order is equivalent, because a state follows those around it, and a region everything inside earlier regions.
#include "lower/lower.h"
#include "wits/explain.h"

// ------------------------------------------------------------------------------------------------------------ deciding

/// The rule being written.
typedef struct rule {
    uint16_t source;  ///< the composite of an `any` transition
    bool any;
    bool is_last;  ///< no later part of the pass concerns agents in its source
} rule;

/// Ends the pass for the composite whose transition has fired, wherever in the child the destination is.
static void end_pass(lowering *l, uint16_t done, void *user) {
    const rule *of = user;
    uint16_t composite = of->any ? of->source : lower_state(l, of->source)->parent;
    if (done != composite && state_contains(l->brain, composite, done)) {
        done = state_ancestor(l->brain, done, lower_state(l, composite)->depth + 1u);
    }
    if (l->by_slot) {
        wits_lower_done(l, done);
        return;
    }
    uint32_t inside;
    wits_lower_machines_inside(l, done, &inside);
    bool is_alone = inside == 0 && lower_state(l, done)->machine == lower_state(l, of->source)->machine;
    if (!of->is_last || !is_alone) {
        wits_lower_pass_over(l, done);
    }
}

static bool is_last_rule(const lowering *l, uint32_t row) {
    const transition_row *t = brain_transition(l->brain, row);
    const state_row *s = lower_state(l, t->from);
    bool last = !t->any && row == brain_guard(l->brain, s->first_own)[s->own_count - 1].row;
    return last && s->kind == WITS_KIND_LEAF && s->decide == 0 && s->parent != WITS_NONE &&
           !wits_lower_is_option(l, t->from);
}

/// Returns whether the destination of an `any` transition may be active: inside its composite, or in another region.
static bool may_be_active(const lowering *l, const transition_row *t) {
    uint16_t around = t->from;
    while (!state_contains(l->brain, around, t->to)) {  // at most WITS_MAX_DEPTH times
        around = lower_state(l, around)->parent;
    }
    return around == t->from || lower_state(l, around)->kind == WITS_KIND_PARALLEL;
}

static bool is_never_enabled(const lowering *l, const guard *g) {
    const transition_row *t = brain_transition(l->brain, g->row);
    return (g->flags & GUARD_ANY) != 0 && state_contains(l->brain, t->to, t->from);  // its destination is always active
}

/// Section 4, 2: a test that must hold while the source is active, and the record if it does not.
typedef struct requirement {
    program_op test;
    wits_tried missing;
} requirement;

enum { MAX_REQUIREMENTS = 4 };

/// The tests of a transition. Returns their number.
static uint32_t requirements_of(const lowering *l, const guard *g, requirement all[MAX_REQUIREMENTS]) {
    const transition_row *t = brain_transition(l->brain, g->row);
    const uint32_t clock = wits_lower_source_clock(l, t->from, t->any);
    uint32_t count = 0;
    if ((g->flags & GUARD_EVENT) != 0) {
        all[count++] = (requirement){(program_op){.operation = PROGRAM_EVENT, .k = {g->event}}, WITS_TRIED_EVENT};
    }
    if ((g->flags & GUARD_AFTER) != 0) {
        all[count++] =
            (requirement){(program_op){.operation = PROGRAM_AFTER, .k = {clock, t->after}}, WITS_TRIED_AFTER};
    }
    if ((g->flags & GUARD_ANY) != 0 && may_be_active(l, t)) {
        all[count++] = (requirement){
            (program_op){.operation = PROGRAM_IS_ACTIVE, .flags = PROGRAM_INVERTED, .state = t->to}, WITS_TRIED_ACTIVE};
    }
    if (g->condition != 0) {
        all[count++] =
            (requirement){(program_op){.operation = PROGRAM_ASK,
                                       .state = t->any && l->child != WITS_NONE ? l->child : t->from,
                                       .flags = l->by_slot && t->any && l->child == WITS_NONE ? PROGRAM_OF_CHILD : 0,
                                       .row = g->row,
                                       .moment = WITS_NONE,
                                       .k = {g->condition, clock}},
                          WITS_TRIED_CONDITION};
    }
    return count;
}

void wits_lower_transition(lowering *l, uint32_t row) {
    const transition_row *t = brain_transition(l->brain, row);
    lower_move move = {.source = t->from,
                       .destination = t->to,
                       .domain = t->domain,
                       .any = t->any,
                       .reenter = t->reenter,
                       .restart = t->restart,
                       .actions = t->actions,
                       .kind = WITS_ACTION_TRANSITION,
                       .row = row};
    rule of = {.source = t->from, .any = t->any, .is_last = is_last_rule(l, row)};
    wits_lower_fire(l, &move, end_pass, &of);
}

static void put_guard(lowering *l, const guard *g) {
    const transition_row *t = brain_transition(l->brain, g->row);
    requirement all[MAX_REQUIREMENTS];
    const uint32_t count = requirements_of(l, g, all);
    if (is_never_enabled(l, g)) {
        return;
    }
    wits_lower_when(l);
    if (!l->by_slot && t->any) {
        wits_lower_in_children(l, PROGRAM_IN_PASS, t->from);
    } else if (!l->by_slot) {
        wits_lower_in(l, PROGRAM_IN_PASS, t->from, false);
    }
    for (uint32_t i = 0; i < count; i++) {
        wits_lower_put(l, all[i].test);
    }
    wits_lower_then(l);
    if (l->by_slot) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_GUARD, .state = t->from, .row = g->row});
    } else {
        wits_lower_transition(l, g->row);
    }
    wits_lower_end(l);
}

static void tell_tried(lowering *l, const guard *g, wits_tried how) {
    const transition_row *t = brain_transition(l->brain, g->row);
    wits_lower_put(l, (program_op){.operation = PROGRAM_TELL,
                                   .flags = t->any ? PROGRAM_OF_CHILD : 0,
                                   .machine = WITS_TRACE_TRIED,
                                   .state = t->from,
                                   .row = g->row,
                                   .k = {how, (uint32_t)(g - brain_guard(l->brain, 0))}});
}

/// Records the first requirement that does not hold.
static void put_told_guard(lowering *l, const guard *g) {
    const bool never = is_never_enabled(l, g);
    requirement all[MAX_REQUIREMENTS];
    const uint32_t count = requirements_of(l, g, all);
    wits_lower_put(l, (program_op){.operation = PROGRAM_RULES_BEGIN});
    for (uint32_t i = 0; i < count && !(never && all[i].missing == WITS_TRIED_CONDITION); i++) {
        all[i].test.flags ^= PROGRAM_INVERTED;
        wits_lower_when(l);
        wits_lower_put(l, all[i].test);
        wits_lower_then(l);
        wits_lower_put(l, (program_op){.operation = PROGRAM_TAKE_RULE});
        tell_tried(l, g, all[i].missing);
        wits_lower_end(l);
    }
    tell_tried(l, g, never ? WITS_TRIED_ACTIVE : WITS_TRIED_FIRED);
    if (!never) {
        wits_lower_when(l);
        wits_lower_then(l);
        wits_lower_put(l, (program_op){.operation = PROGRAM_GUARD, .row = g->row});
        wits_lower_end(l);
    }
    wits_lower_put(l, (program_op){.operation = PROGRAM_RULES_END});
}

static void put_guards(lowering *l, uint32_t first, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        const guard *g = brain_guard(l->brain, first + i);
        if (l->tells) {
            put_told_guard(l, g);
        } else {
            put_guard(l, g);
        }
    }
}

void wits_lower_own_guards(lowering *l, uint16_t id) {
    put_guards(l, lower_state(l, id)->first_own, lower_state(l, id)->own_count);
}

void wits_lower_any_guards(lowering *l, uint16_t id) {
    put_guards(l, lower_state(l, id)->first_any, lower_state(l, id)->any_count);
}

/// Section 4, 1. A suspending composite is empty if its inside remembers nothing.
static void put_filling(lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    const uint32_t slot = s->config + 1u;
    if (s->activation != WITS_ACTIVATION_ON_DECIDE) {
        return;
    }
    wits_lower_when(l);
    wits_lower_put(l,
                   (program_op){.operation = PROGRAM_IN_PASS, .machine = s->machine, .state = id, .k = {slot, slot}});
    if (s->inside != s->machine) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_IN_PASS, .machine = s->inside, .state = WITS_NONE});
    }
    wits_lower_then(l);
    wits_lower_pass_over(l, id);
    wits_lower_fill(l, id);
    wits_lower_end(l);
}

static void put_decide_actions(lowering *l, uint16_t id) {
    if (lower_state(l, id)->decide == 0) {
        return;
    }
    wits_lower_when(l);
    wits_lower_in(l, PROGRAM_IN_PASS, id, false);
    wits_lower_then(l);
    wits_lower_own_actions(l, lower_state(l, id)->decide, WITS_ACTION_DECIDE, id);
    wits_lower_end(l);
}

/// Section 4, for the states in the rows [first, end).
static void decide_rows(lowering *l, uint32_t first, uint32_t end) {
    for (uint32_t row = first; row < end; row++) {
        uint16_t id = (uint16_t)row;
        const state_row *s = lower_state(l, id);
        if (wits_lower_is_region(l, id)) {
            wits_lower_own_guards(l, id);
        }
        if (s->kind == WITS_KIND_LEAF) {
            put_decide_actions(l, id);
        } else if (s->kind != WITS_KIND_PARALLEL) {
            put_filling(l, id);
            wits_lower_any_guards(l, id);
            for (uint32_t i = 0; i < s->child_count; i++) {
                wits_lower_own_guards(l, brain_child(l->brain, s, i));
            }
            if (s->kind == WITS_KIND_UTILITY) {
                wits_lower_choice(l, id);
            }
        }
    }
}

/// The pass slots of all machines, outer ones first.
static void open_pass(lowering *l, bool of_due) {
    for (uint32_t number = 0; number < l->brain->machine_count; number++) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_OPEN_PASS, .machine = (uint16_t)number, .k = {of_due}});
    }
}

static void begin_decision(lowering *l) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_TAKE_EVENTS});
    open_pass(l, true);
    if (l->brain->skip_entered) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_SET_DECIDING, .k = {true}});
    }
}

void wits_lower_decide(lowering *l) {
    begin_decision(l);
    decide_rows(l, 0, l->brain->state_count);
    wits_lower_return(l);
}

void wits_lower_choices(lowering *l) {
    for (uint32_t id = 0; id < l->brain->state_count; id++) {
        const state_row *s = lower_state(l, (uint16_t)id);
        if (s->kind == WITS_KIND_UTILITY) {
            wits_lower_put(l, (program_op){.operation = PROGRAM_ROUTINE, .state = (uint16_t)id, .row = ROUTINE_CHOICE});
            wits_lower_choice(l, (uint16_t)id);
            decide_rows(l, id + 1u, s->end);
            wits_lower_return(l);
        }
    }
}

/// Decides from the root inwards to the deepest state of the top machine. A choice may lead anywhere inside its
/// utility.
static void decide_path(lowering *l, uint16_t deepest) {
    for (uint32_t depth = 0; depth < lower_state(l, deepest)->depth; depth++) {
        uint16_t id = state_ancestor(l->brain, deepest, depth);
        wits_lower_any_guards(l, id);
        wits_lower_own_guards(l, state_ancestor(l->brain, deepest, depth + 1));
        if (lower_state(l, id)->kind == WITS_KIND_UTILITY) {
            wits_lower_call(l, ROUTINE_CHOICE, id);
            return;
        }
    }
    const state_row *s = lower_state(l, deepest);
    if (s->kind == WITS_KIND_LEAF || state_has_own_inside(s)) {
        decide_rows(l, deepest, s->end);
    } else {
        put_filling(l, deepest);
    }
}

static uint16_t deepest_of(const lowering *l, uint32_t slot) {
    return brain_config_state(l->brain, brain_machine(l->brain, 0), slot - 1);
}

void wits_lower_decide_from(lowering *l, uint32_t slot) {
    begin_decision(l);
    if (slot != 0) {
        decide_path(l, deepest_of(l, slot));
    }
    wits_lower_return(l);
}

// ------------------------------------------------------------------------------------------------------------ updating

/// The innermost composite around both that is not a parallel. Validation ensures that there is one.
static uint16_t domain_of(const lowering *l, uint16_t source, uint16_t destination) {
    uint16_t id = lower_state(l, destination)->parent;
    while (!state_contains(l->brain, id, source) || lower_state(l, id)->kind == WITS_KIND_PARALLEL) {
        id = lower_state(l, id)->parent;  // at most WITS_MAX_DEPTH times
    }
    return id;
}

/// Returns whether a state between `done` and the leaf would still update, although the step has left it.
static bool cuts_updates(const lowering *l, uint16_t done, uint16_t leaf) {
    bool cuts = false;
    for (uint16_t id = leaf; id != done; id = lower_state(l, id)->parent) {  // at most WITS_MAX_DEPTH times
        cuts |= id != leaf && lower_state(l, id)->update != 0 &&
                lower_state(l, id)->machine == lower_state(l, done)->machine;
    }
    return cuts && !l->brain->outer_first;
}

/// Marks everything inside `done` as updated in this pass. The states around it can still run.
static void end_updates(lowering *l, uint16_t done, void *user) {
    const uint16_t leaf = *(const uint16_t *)user;
    if (done == leaf) {
        return;
    }
    if (l->by_slot) {
        wits_lower_done(l, done);
        return;
    }
    uint32_t count;
    uint16_t first = wits_lower_machines_inside(l, done, &count);
    if (count != 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_PASS_OVER, .k = {first, count}});
    }
    if (cuts_updates(l, done, leaf)) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_SET_CUT,
                                       .machine = lower_state(l, done)->machine,
                                       .k = {lower_state(l, done)->depth}});
    }
}

static void take_step(lowering *l, uint16_t leaf, uint16_t destination) {
    bool around = state_contains(l->brain, destination, leaf);
    lower_move move = {.source = leaf,
                       .destination = destination,
                       .domain = around ? WITS_NONE : domain_of(l, leaf, destination),
                       .is_step = true};
    wits_lower_fire(l, &move, end_updates, &leaf);
}

/// Puts rules; the first one whose condition holds fires.
static void put_rules(lowering *l, uint16_t leaf) {
    const state_row *s = lower_state(l, leaf);
    wits_lower_put(l, (program_op){.operation = PROGRAM_RULES_BEGIN});
    for (uint32_t i = 0; i < s->step_count; i++) {
        const step_row *step = brain_step(l->brain, s->first_step + i);
        wits_lower_when(l);
        wits_lower_put(l, (program_op){.operation = PROGRAM_IS_LEFT});
        if (step->condition != 0) {
            wits_lower_put(l, (program_op){.operation = PROGRAM_ASK,
                                           .state = leaf,
                                           .row = step->row,
                                           .moment = WITS_NONE,
                                           .flags = PROGRAM_OF_STEP,
                                           .k = {step->condition, s->clock}});
        }
        wits_lower_then(l);
        wits_lower_put(l, (program_op){.operation = PROGRAM_TAKE_RULE});
        wits_lower_step_actions(l, step->actions, leaf, step->row);
        if (step->to != 0) {
            take_step(l, leaf, step->to);
        }
        wits_lower_end(l);
    }
    wits_lower_put(l, (program_op){.operation = PROGRAM_RULES_END});
}

/// The leaf's callback does its work and returns the next state, one of those declared.
static void put_callback(lowering *l, uint16_t leaf) {
    const state_row *s = lower_state(l, leaf);
    wits_lower_put(l, (program_op){.operation = PROGRAM_CALL_STEP, .state = leaf});
    for (uint32_t i = 0; i < s->step_count; i++) {
        uint16_t to = brain_step(l->brain, s->first_step + i)->to;
        bool is_first = true;
        for (uint32_t earlier = 0; earlier < i; earlier++) {
            is_first &= brain_step(l->brain, s->first_step + earlier)->to != to;
        }
        if (is_first && to != 0) {
            wits_lower_when(l);
            wits_lower_put(l, (program_op){.operation = PROGRAM_IS_NEXT, .state = leaf, .k = {to}});
            wits_lower_then(l);
            take_step(l, leaf, to);
            wits_lower_end(l);
        }
    }
    wits_lower_put(l, (program_op){.operation = PROGRAM_STEP_END, .state = leaf});
}

void wits_lower_update_state(lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    bool steps = s->step != 0 || s->step_count != 0;
    if (s->update == 0 && !steps) {
        return;
    }
    wits_lower_when(l);
    if (l->by_slot) {
        if (l->cuts && s->kind != WITS_KIND_LEAF && id != WITS_ROOT) {
            wits_lower_put(l, (program_op){.operation = PROGRAM_TURN, .state = id});
        }
    } else if (l->has_steps) {
        wits_lower_in(l, PROGRAM_IN_PASS, id, false);
    } else {
        wits_lower_active(l, id, 0);
    }
    if (!l->by_slot && l->cuts && s->kind != WITS_KIND_LEAF && id != WITS_ROOT) {
        wits_lower_put(
            l, (program_op){
                   .operation = PROGRAM_IS_CUT, .flags = PROGRAM_INVERTED, .machine = s->machine, .k = {s->depth}});
    }
    if (s->fresh != WITS_NONE) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_IS_FRESH, .flags = PROGRAM_INVERTED, .k = {s->fresh}});
    }
    wits_lower_then(l);
    wits_lower_own_actions(l, s->update, WITS_ACTION_UPDATE, id);
    if (s->step != 0) {
        put_callback(l, id);
    } else if (s->step_count != 0) {
        put_rules(l, id);
    }
    wits_lower_end(l);
}

/// Outer first is tree order. Inner first: each state after everything inside it.
static void update_rows(lowering *l, uint32_t first, uint32_t end) {
    uint16_t waiting[WITS_MAX_LEVELS];
    uint32_t count = 0;
    for (uint32_t row = first; row < end; row++) {
        if (l->brain->outer_first) {
            wits_lower_update_state(l, (uint16_t)row);
            continue;
        }
        waiting[count++] = (uint16_t)row;
        while (count != 0 && lower_state(l, waiting[count - 1])->end == row + 1) {
            wits_lower_update_state(l, waiting[--count]);
        }
    }
}

static void begin_update(lowering *l) {
    if (l->has_steps) {
        open_pass(l, false);
    }
    for (uint32_t number = 0; l->cuts && number < l->brain->machine_count; number++) {
        wits_lower_put(l,
                       (program_op){.operation = PROGRAM_SET_CUT, .machine = (uint16_t)number, .k = {WITS_MAX_LEVELS}});
    }
    if (l->brain->skip_entered && l->has_steps) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_SET_DECIDING, .k = {false}});
    }
}

static void end_update(lowering *l) {
    if (l->brain->skip_entered) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_CLEAR_ALL_FRESH});
    }
    wits_lower_return(l);
}

void wits_lower_update(lowering *l) {
    begin_update(l);
    update_rows(l, 0, l->brain->state_count);
    end_update(l);
}

/// The path, with everything inside its deepest state, if active.
void wits_lower_update_from(lowering *l, uint32_t slot) {
    uint16_t deepest = slot != 0 ? deepest_of(l, slot) : (uint16_t)WITS_ROOT;
    uint32_t depth = lower_state(l, deepest)->depth;
    begin_update(l);
    for (uint32_t d = 0; slot != 0 && l->brain->outer_first && d < depth; d++) {
        wits_lower_update_state(l, state_ancestor(l->brain, deepest, d));
    }
    if (slot != 0) {
        update_rows(l, deepest, lower_state(l, deepest)->end);
    }
    for (uint32_t d = depth; slot != 0 && !l->brain->outer_first && d-- > 0;) {
        wits_lower_update_state(l, state_ancestor(l->brain, deepest, d));
    }
    end_update(l);
}

void wits_lower_state_routines(lowering *l) {
    for (uint32_t id = 0; id < l->brain->state_count; id++) {
        wits_lower_enter_routines_of(l, (uint16_t)id);
        wits_lower_exit_routine_of(l, (uint16_t)id);
    }
}

void wits_lower_routines(lowering *l) {
    wits_lower_exit_routines(l);
    wits_lower_entry_routines(l);
}
