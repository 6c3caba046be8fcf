// SPDX-License-Identifier: MIT
// Lowers a pass for one agent, with known states of its machines: the rules of pass.c along the path from the machine's
// owner to its deepest state.
#include "lower/lower.h"

static uint16_t machine_of(const lowering *l, uint16_t id) {
    return lower_state(l, id)->machine;
}

/// The first state of a machine on the way to its deepest.
static uint16_t outermost_of(const lowering *l, uint16_t deepest) {
    return state_ancestor(l->brain, deepest, brain_machine(l->brain, machine_of(l, deepest))->first_depth);
}

static void put_insides(lowering *l, uint16_t id, bool updates) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_INSIDES, .state = id, .k = {updates}});
}

static void put_path_end(lowering *l, uint16_t deepest, bool updates) {
    wits_lower_put(
        l, (program_op){
               .operation = PROGRAM_PATH_END, .machine = machine_of(l, deepest), .state = deepest, .k = {updates}});
}

static void decide_any(lowering *l, uint16_t composite, uint16_t child) {
    if (!l->shares_guards) {
        l->child = child;
        wits_lower_any_guards(l, composite);
        l->child = WITS_NONE;
    } else if (lower_state(l, composite)->any_count != 0) {
        wits_lower_call(l, ROUTINE_ANY, composite);
    }
}

static void decide_own(lowering *l, uint16_t id) {
    if (!l->shares_guards) {
        wits_lower_own_guards(l, id);
    } else if (lower_state(l, id)->own_count != 0) {
        wits_lower_call(l, ROUTINE_OWN, id);
    }
}

void wits_lower_guard_routines(lowering *l) {
    for (uint32_t id = 0; id < l->brain->state_count; id++) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_ROUTINE, .state = (uint16_t)id, .row = ROUTINE_OWN});
        wits_lower_own_guards(l, (uint16_t)id);
        wits_lower_return(l);
        wits_lower_put(l, (program_op){.operation = PROGRAM_ROUTINE, .state = (uint16_t)id, .row = ROUTINE_ANY});
        wits_lower_any_guards(l, (uint16_t)id);
        wits_lower_return(l);
    }
}

/// The composite's active child is `child`. Section 4, 2 and 3.
static void decide_child(lowering *l, uint16_t composite, uint16_t child) {
    decide_any(l, composite, child);
    decide_own(l, child);
    if (lower_state(l, composite)->kind == WITS_KIND_UTILITY) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_SWITCH, .state = composite, .row = child});
        if (!l->names_states) {  // else the choice, where the path ends, handles it
            wits_lower_retarget(l, composite, child);
        }
    }
}

/// Returns whether the path ends at the choice of the composite around `child`.
static bool ends_at(const lowering *l, uint16_t child) {
    return l->names_states && wits_lower_is_option(l, child);
}

/// Continues from the state at `depth`, whose own guards were tested, inwards to the deepest.
static void decide_inwards(lowering *l, uint16_t deepest, uint32_t depth) {
    const state_row *s = lower_state(l, deepest);
    for (; depth < s->depth; depth++) {
        const uint16_t child = state_ancestor(l->brain, deepest, depth + 1);
        decide_child(l, state_ancestor(l->brain, deepest, depth), child);
        if (ends_at(l, child)) {
            return;
        }
    }
    if (s->kind == WITS_KIND_LEAF) {
        wits_lower_own_actions(l, s->decide, WITS_ACTION_DECIDE, deepest);
    } else if (state_has_own_inside(s)) {
        put_insides(l, deepest, false);
    } else {
        wits_lower_fill(l, deepest);
        wits_lower_done(l, deepest);
        return;
    }
    put_path_end(l, deepest, false);
}

/// Decides from the outermost state of the machine inwards to its deepest.
void wits_lower_decide_path(lowering *l, uint16_t deepest) {
    const uint16_t first = outermost_of(l, deepest);
    if (wits_lower_is_region(l, first)) {
        decide_own(l, first);
    } else if (first != WITS_ROOT) {
        decide_child(l, lower_state(l, first)->parent, first);
        if (ends_at(l, first)) {
            return;
        }
    }
    decide_inwards(l, deepest, lower_state(l, first)->depth);
}

void wits_lower_decide_behind(lowering *l, uint16_t deepest, uint16_t utility) {
    decide_inwards(l, deepest, lower_state(l, utility)->depth + 1u);
}

void wits_lower_filling(lowering *l, uint16_t composite) {
    wits_lower_fill(l, composite);
    wits_lower_done(l, composite);
}

void wits_lower_option(lowering *l, uint16_t option) {
    uint16_t composite = lower_state(l, option)->parent;
    wits_lower_switch(l, composite, option);
    wits_lower_put(l, (program_op){.operation = PROGRAM_GO_ON, .machine = machine_of(l, option), .state = composite});
}

void wits_lower_update_path(lowering *l, uint16_t deepest) {
    const state_row *s = lower_state(l, deepest);
    const uint32_t first = lower_state(l, outermost_of(l, deepest))->depth;
    const bool has_insides = state_has_own_inside(s);
    if (l->cuts) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_TURNS});
    }
    for (uint32_t depth = first; l->brain->outer_first && depth <= s->depth; depth++) {
        wits_lower_update_state(l, state_ancestor(l->brain, deepest, depth));
    }
    if (has_insides) {
        put_insides(l, deepest, true);
    }
    for (uint32_t depth = s->depth + 1u; !l->brain->outer_first && depth-- > first;) {
        wits_lower_update_state(l, state_ancestor(l->brain, deepest, depth));
    }
    if (l->brain->skip_entered && machine_of(l, deepest) == 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_CLEAR_ALL_FRESH});
    }
    put_path_end(l, deepest, true);
}
