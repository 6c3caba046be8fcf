// SPDX-License-Identifier: MIT
// Exits, keeps or continues the inside of a state that is left, and stores the memories of composites. Sections 2 and
// 5, and "ends forget" of section 14.
#include "lower/lower.h"

static uint16_t composite_around(const lowering *l, uint16_t id) {
    return lower_state(l, id)->parent;
}

/// The first state of a machine: a region (other than the root), or a child of a composite that suspends.
static bool begins_machine(const lowering *l, uint16_t id) {
    return id != WITS_ROOT && lower_state(l, composite_around(l, id))->machine != lower_state(l, id)->machine;
}
// --------------------------------------------------------------------------------------------------------- one state

static bool remembers(const lowering *l, uint16_t id) {
    return id != WITS_ROOT && lower_state(l, composite_around(l, id))->memory != 0;
}

static bool exits_by_itself(const lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    return l->tells || s->exit != 0 || s->target != WITS_NONE || s->clock != 0 || s->scored_clock != 0 ||
           s->cooldown != 0 || s->data_size != 0 || s->fresh != WITS_NONE;
}

static bool has_exit_work(const lowering *l, uint16_t id) {
    return exits_by_itself(l, id) || begins_machine(l, id) || remembers(l, id);
}

static void put_clock(lowering *l, program_operation what, uint32_t clock) {
    if (clock != 0) {
        wits_lower_put(l, (program_op){.operation = (uint8_t)what, .k = {clock}});
    }
}

/// Makes the composite remember its child.
static void put_note(lowering *l, uint16_t child, lower_note memory) {
    const state_row *s = lower_state(l, child), *around = lower_state(l, s->parent);
    wits_lower_put(l, (program_op){.operation = memory == NOTES_IT ? PROGRAM_SET_NUMBER : PROGRAM_REMEMBER,
                                   .machine = (uint16_t)memory_width(around),
                                   .state = s->parent,
                                   .k = {around->memory, s->ordinal + 1u}});
}

/// A composite that is left while its final child makes it done forgets that child.
static bool is_final(const lowering *l, uint16_t id) {
    return id != WITS_ROOT && lower_state(l, id)->is_final;
}

/// Tests whether a final child is done. A child that cannot finish is done from the start.
static void put_done_test(lowering *l, uint16_t child, uint8_t flags) {
    if (lower_state(l, child)->can_finish) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_IS_DONE,
                                       .flags = (uint8_t)(PROGRAM_AT_MOMENT | PROGRAM_MOMENT_WHOLE | flags),
                                       .state = child,
                                       .moment = child,
                                       .kept_in = l->kept_in});
    }
}

void wits_lower_note_ahead(lowering *l, uint16_t child, lower_note memory) {
    if (memory == NOTES_NOTHING || !is_final(l, child) || !remembers(l, child) || !lower_state(l, child)->can_finish) {
        return;
    }
    wits_lower_when(l);
    put_done_test(l, child, PROGRAM_INVERTED);
    wits_lower_then(l);
    put_note(l, child, memory);
    wits_lower_end(l);
}

/// Puts the exit of the state itself.
static void put_exit(lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    wits_lower_moment_actions(l, s->exit, WITS_ACTION_EXIT, id, s->clock);
    wits_lower_tell(l, WITS_TRACE_EXITED, id);
    put_clock(l, PROGRAM_STOP_CLOCK, s->clock);
    put_clock(l, PROGRAM_STOP_CLOCK, s->scored_clock);
    if (s->target != WITS_NONE) {
        put_clock(l, PROGRAM_FORGET_TARGET, lower_state(l, s->parent)->target_at);
    }
    if (s->data_size != 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_CLOSE_DATA, .state = id});
    }
    if (s->cooldown != 0) {  // whether and when it was left
        wits_lower_put(l, (program_op){.operation = PROGRAM_SET_NUMBER, .machine = 1, .k = {s->cooldown_at, 1}});
        put_clock(l, PROGRAM_START_CLOCK, s->cooldown_at + 1);
    }
    if (s->fresh != WITS_NONE) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_CLEAR_FRESH, .k = {s->fresh}});
    }
}

void wits_lower_exit_state(lowering *l, uint16_t id, lower_note memory) {
    const state_row *s = lower_state(l, id);
    if (!l->names_states) {
        put_exit(l, id);
    } else if (exits_by_itself(l, id)) {
        wits_lower_call(l, ROUTINE_EXIT, id);
    }
    if (memory != NOTES_NOTHING && remembers(l, id) && !is_final(l, id)) {
        put_note(l, id, memory);
    }
    if (begins_machine(l, id)) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_SET_SLOT, .machine = s->machine, .state = WITS_NONE});
    }
}

void wits_lower_exit_routine_of(lowering *l, uint16_t id) {
    if (exits_by_itself(l, id)) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_ROUTINE, .state = id, .row = ROUTINE_EXIT});
        put_exit(l, id);
        wits_lower_return(l);
    }
}

// ------------------------------------------------------------------------------------------------------ a whole inside

/// Returns whether a composite from `top` inwards, around `id`, keeps it.
static bool is_kept_from(const lowering *l, uint16_t top, uint16_t id) {
    while (id != top) {  // at most WITS_MAX_DEPTH times
        id = composite_around(l, id);
        if (lower_state(l, id)->leave == WITS_LEAVE_SUSPEND) {
            return true;
        }
    }
    return false;
}

static bool has_clocks(const lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    return s->clock != 0 || s->scored_clock != 0 || s->fresh != WITS_NONE;
}

/// Resumes or stops clocks.
static void turn_state(lowering *l, uint16_t id, program_operation fresh) {
    const state_row *s = lower_state(l, id);
    put_clock(l, PROGRAM_TURN_CLOCK, s->clock);
    put_clock(l, PROGRAM_TURN_CLOCK, s->scored_clock);
    if (s->fresh != WITS_NONE) {
        wits_lower_put(l, (program_op){.operation = (uint8_t)fresh, .k = {s->fresh}});
    }
}

/// Returns whether a composite suspends and has a final child; it keeps that child only while it is not done.
static bool may_end(const lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    bool may = false;
    for (uint32_t i = 0; s->leave == WITS_LEAVE_SUSPEND && i < s->child_count; i++) {
        may |= is_final(l, brain_child(l->brain, s, i));
    }
    return may;
}

/// Returns whether an exit or suspension of the inside of `id` has any effect.
static bool inside_has_work(const lowering *l, uint16_t top) {
    for (uint32_t id = top + 1u; id < lower_state(l, top)->end; id++) {
        bool kept = is_kept_from(l, top, (uint16_t)id) && !may_end(l, lower_state(l, (uint16_t)id)->parent);
        if (kept ? has_clocks(l, (uint16_t)id) : has_exit_work(l, (uint16_t)id)) {
            return true;
        }
    }
    return false;
}

/// Keeps the inside of a composite dormant.
static void tell_kept(lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    if (s->kind != WITS_KIND_LEAF && s->leave == WITS_LEAVE_SUSPEND) {
        wits_lower_tell(l, WITS_TRACE_KEPT, id);
    }
}

/// By slot: exits everything from the deepest state of a machine outwards up to `limit`, which stays active.
static void put_exits(lowering *l, uint16_t machine, uint16_t limit, bool remembered) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_EXITS, .machine = machine, .state = limit, .k = {remembered}});
}

/// The regions of a parallel, in reverse.
static void put_exits_of_regions(lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    for (uint32_t i = s->child_count; i-- > 0;) {
        put_exits(l, lower_state(l, brain_child(l->brain, s, i))->machine, id, false);
    }
}

static void exit_rows(lowering *l, uint16_t top, uint16_t base);

/// Handles leaving a composite that would keep its child: if a final child makes it done, that child exits.
static void exit_ended(lowering *l, uint16_t id, uint16_t base) {
    const state_row *s = lower_state(l, id);
    for (uint32_t i = 0; i < s->child_count; i++) {
        uint16_t child = brain_child(l->brain, s, i);
        if (!is_final(l, child)) {
            continue;
        }
        wits_lower_when(l);
        wits_lower_active(l, child, base);
        put_done_test(l, child, 0);
        wits_lower_then(l);
        if (l->by_slot) {
            put_exits(l, s->inside, id, false);
        } else {
            exit_rows(l, child, lower_state(l, child)->machine);
            wits_lower_exit_state(l, child, NOTES_NOTHING);
        }
        wits_lower_end(l);
    }
}

/// Tests a composite that is being left before anything inside it exits.
static void ask_ends(lowering *l, uint16_t id, uint16_t base) {
    const state_row *s = lower_state(l, id);
    if (may_end(l, id)) {
        exit_ended(l, id, base);
        tell_kept(l, id);
    }
    for (uint32_t i = 0; s->memory != 0 && i < s->child_count; i++) {
        uint16_t child = brain_child(l->brain, s, i);
        if (is_final(l, child) && lower_state(l, child)->can_finish) {
            wits_lower_when(l);
            wits_lower_active(l, child, base);
            put_done_test(l, child, PROGRAM_INVERTED);
            wits_lower_then(l);
            put_note(l, child, NOTES_IT);
            wits_lower_end(l);
        }
    }
}

/// As above, for all composites around a row that end there, outer ones first; not inside kept ones.
static void ask_ends_at(lowering *l, uint16_t top, uint16_t row, uint16_t base) {
    for (uint32_t depth = lower_state(l, top)->depth; depth < lower_state(l, row)->depth; depth++) {
        uint16_t id = state_ancestor(l->brain, row, depth);
        if (lower_state(l, id)->end == row + 1u && !is_kept_from(l, top, id)) {
            ask_ends(l, id, base);
        }
    }
}

/// Exits everything active inside `top`, innermost first and later regions before earlier ones: reversed tree order.
/// The inside that a composite keeps stops instead of exiting.
static void exit_rows(lowering *l, uint16_t top, uint16_t base) {
    for (uint32_t id = lower_state(l, top)->end; id-- > top + 1u;) {
        ask_ends_at(l, top, (uint16_t)id, base);
        bool kept = is_kept_from(l, top, (uint16_t)id);
        if (!(kept ? has_clocks(l, (uint16_t)id) : has_exit_work(l, (uint16_t)id))) {
            continue;
        }
        wits_lower_when(l);
        wits_lower_active(l, (uint16_t)id, base);
        wits_lower_then(l);
        if (kept) {
            turn_state(l, (uint16_t)id, PROGRAM_CLEAR_FRESH);
        } else {
            tell_kept(l, (uint16_t)id);
            wits_lower_exit_state(l, (uint16_t)id, NOTES_IT);
        }
        wits_lower_end(l);
    }
}

static void exit_inside_routine(lowering *l, uint16_t top) {
    if (l->by_slot && lower_state(l, top)->leave != WITS_LEAVE_SUSPEND) {
        put_exits_of_regions(l, top);
    } else {
        exit_rows(l, top, lower_state(l, top)->machine);
    }
}

/// Resumes the clocks of everything kept in the rows [first, end), as seen from machine `base`.
static void continue_rows(lowering *l, uint32_t first, uint32_t end, uint16_t base) {
    for (uint32_t id = first; id < end; id++) {
        if (has_clocks(l, (uint16_t)id)) {
            wits_lower_when(l);
            wits_lower_active(l, (uint16_t)id, base);
            wits_lower_then(l);
            turn_state(l, (uint16_t)id, PROGRAM_SET_FRESH);
            wits_lower_end(l);
        }
    }
}

static void exit_inside(lowering *l, uint16_t id) {
    if (!may_end(l, id)) {
        tell_kept(l, id);
    }
    if (!inside_has_work(l, id)) {
        return;
    }
    if (l->kept_in != 0) {
        wits_lower_call(l, ROUTINE_EXIT_INSIDE_KEPT, id);
    } else if (l->by_slot && !state_has_own_inside(lower_state(l, id))) {
        put_exits(l, lower_state(l, id)->inside, id, true);
    } else {
        wits_lower_call(l, ROUTINE_EXIT_INSIDE, id);
    }
}

/// Exits a kept child or region as if one of its own transitions had left it.
static void exit_kept_tree(lowering *l, uint16_t top) {
    exit_inside(l, top);
    wits_lower_exit_state(l, top, NOTES_NOTHING);
}

static void routine(lowering *l, program_routine which, uint16_t id) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_ROUTINE, .state = id, .row = (uint16_t)which});
}

static bool keeps_its_child(const state_row *s) {
    return s->kind != WITS_KIND_LEAF && s->kind != WITS_KIND_PARALLEL && s->leave == WITS_LEAVE_SUSPEND;
}

static bool is_region_that_is_kept(const lowering *l, uint16_t id) {
    return wits_lower_is_region(l, id) && lower_state(l, composite_around(l, id))->leave == WITS_LEAVE_SUSPEND;
}

/// Continues the kept inside of a composite or a region.
static void continue_routine(lowering *l, program_routine which, uint16_t id, uint32_t first, uint16_t base) {
    routine(l, which, id);
    continue_rows(l, first, lower_state(l, id)->end, base);
    wits_lower_return(l);
}

/// In blocks: exits whichever child a composite keeps.
static void exit_kept_child(lowering *l, const state_row *composite) {
    for (uint32_t i = 0; i < composite->child_count; i++) {
        uint16_t child = brain_child(l->brain, composite, i);
        wits_lower_when(l);
        wits_lower_in(l, PROGRAM_IN, child, false);
        wits_lower_then(l);
        exit_kept_tree(l, child);
        wits_lower_end(l);
    }
}

/// Exits the kept child of a composite.
static void exit_kept_routine(lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    routine(l, ROUTINE_EXIT_KEPT, id);
    wits_lower_call(l, ROUTINE_CONTINUE, id);  // their clocks have the same value as when they were suspended
    if (l->by_slot) {
        put_exits(l, s->inside, id, false);
    } else {
        exit_kept_child(l, s);
    }
    wits_lower_return(l);
}

static void put_kept(lowering *l, uint16_t parallel) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_KEPT, .state = parallel});
}

static void exit_region_routine(lowering *l, uint16_t id) {
    const uint16_t parallel = composite_around(l, id);
    routine(l, ROUTINE_EXIT_REGION, id);
    wits_lower_call(l, ROUTINE_CONTINUE_REGION, id);
    if (l->by_slot) {
        put_kept(l, parallel);
        put_exits(l, lower_state(l, id)->machine, parallel, false);
        put_kept(l, 0);
    } else {
        l->kept_in = parallel;
        exit_kept_tree(l, id);
        l->kept_in = 0;
    }
    wits_lower_return(l);
}

static void exit_inside_kept_routine(lowering *l, uint16_t region) {
    routine(l, ROUTINE_EXIT_INSIDE_KEPT, region);
    l->kept_in = composite_around(l, region);
    exit_inside_routine(l, region);
    l->kept_in = 0;
    wits_lower_return(l);
}

void wits_lower_exit_routines(lowering *l) {
    for (uint32_t id = 0; id < l->brain->state_count; id++) {
        bool is_called = !l->by_slot || state_has_own_inside(lower_state(l, (uint16_t)id));
        if (is_called && inside_has_work(l, (uint16_t)id)) {
            routine(l, ROUTINE_EXIT_INSIDE, (uint16_t)id);
            exit_inside_routine(l, (uint16_t)id);
            wits_lower_return(l);
        }
        if (!l->by_slot && is_region_that_is_kept(l, (uint16_t)id) && inside_has_work(l, (uint16_t)id)) {
            exit_inside_kept_routine(l, (uint16_t)id);
        }
    }
    for (uint32_t id = 0; id < l->brain->state_count; id++) {
        const state_row *s = lower_state(l, (uint16_t)id);
        if (keeps_its_child(s)) {
            continue_routine(l, ROUTINE_CONTINUE, (uint16_t)id, id + 1u, s->inside);
        }
        if (is_region_that_is_kept(l, (uint16_t)id)) {
            continue_routine(l, ROUTINE_CONTINUE_REGION, (uint16_t)id, id, s->machine);
        }
    }
    for (uint32_t id = 0; id < l->brain->state_count; id++) {
        if (keeps_its_child(lower_state(l, (uint16_t)id))) {
            exit_kept_routine(l, (uint16_t)id);
        }
        if (is_region_that_is_kept(l, (uint16_t)id)) {
            exit_region_routine(l, (uint16_t)id);
        }
    }
}

// -------------------------------------------------------------------------------------------------- exits with insides

void wits_lower_exit_noted_tree(lowering *l, uint16_t id, bool remembered) {
    if (l->by_slot && wits_lower_is_region(l, id)) {
        put_exits(l, lower_state(l, id)->machine, composite_around(l, id), false);
        return;
    }
    exit_inside(l, id);
    wits_lower_exit_state(l, id, remembered ? NOTES_IT : NOTES_NOTHING);
}

void wits_lower_exit_tree(lowering *l, uint16_t id, bool remembered) {
    wits_lower_note_ahead(l, id, remembered ? NOTES_IT : NOTES_NOTHING);
    wits_lower_exit_noted_tree(l, id, remembered);
}

void wits_lower_exit_active_child(lowering *l, uint16_t composite, bool remembered) {
    const state_row *s = lower_state(l, composite);
    for (uint32_t i = 0; i < s->child_count; i++) {
        uint16_t child = brain_child(l->brain, s, i);
        if (!inside_has_work(l, child) && !has_exit_work(l, child)) {
            continue;
        }
        if (l->by_slot) {
            put_exits(l, s->inside, composite, remembered);
            return;
        }
        wits_lower_when(l);
        wits_lower_in(l, PROGRAM_IN, child, false);
        wits_lower_then(l);
        wits_lower_exit_tree(l, child, remembered);
        wits_lower_end(l);
    }
}

/// Exits an inside; `stop` exits kept states, too.
static void exit_or_stop_inside(lowering *l, uint16_t id) {
    if (!l->stops) {
        exit_inside(l, id);
        return;
    }
    wits_lower_put(l, (program_op){.operation = PROGRAM_RULES_BEGIN});
    wits_lower_when(l);
    wits_lower_put(l, (program_op){.operation = PROGRAM_IS_STOP});
    wits_lower_then(l);
    wits_lower_put(l, (program_op){.operation = PROGRAM_TAKE_RULE});
    if (lower_state(l, id)->kind == WITS_KIND_PARALLEL) {
        put_exits_of_regions(l, id);
    } else {
        put_exits(l, lower_state(l, id)->inside, id, false);
    }
    wits_lower_end(l);
    exit_inside(l, id);
    wits_lower_put(l, (program_op){.operation = PROGRAM_RULES_END});
}

/// Exits from the deepest state of a machine outwards, each as if its parent were left, too.
void wits_lower_exit_path(lowering *l, uint16_t deepest) {
    const uint16_t machine = lower_state(l, deepest)->machine;
    for (uint32_t depth = brain_machine(l->brain, machine)->first_depth; depth <= lower_state(l, deepest)->depth;
         depth++) {
        wits_lower_note_ahead(l, state_ancestor(l->brain, deepest, depth), NOTES_IT_IF_LEFT);
    }
    if (state_has_own_inside(lower_state(l, deepest))) {
        exit_or_stop_inside(l, deepest);
    }
    for (uint16_t id = deepest; id != WITS_ROOT && lower_state(l, id)->machine == machine;
         id = composite_around(l, id)) {
        if (has_exit_work(l, id)) {
            wits_lower_put(l, (program_op){.operation = PROGRAM_LEAVE, .state = id});
            wits_lower_exit_state(l, id, NOTES_IT_IF_LEFT);
        }
    }
    wits_lower_put(l, (program_op){.operation = PROGRAM_EXITS_END});
}

// --------------------------------------------------------------------------------------------------------------- verbs

void wits_lower_verb_exit(lowering *l, uint16_t id) {
    if (wits_lower_is_region(l, id)) {
        wits_lower_exit_tree(l, id, false);
    } else {
        wits_lower_exit_active_child(l, composite_around(l, id), false);
    }
    wits_lower_verb_end(l);
}

void wits_lower_verb_turn_child(lowering *l, uint16_t id) {
    if (keeps_its_child(lower_state(l, id))) {
        wits_lower_call(l, ROUTINE_CONTINUE, id);
        wits_lower_verb_end(l);
    }
}

void wits_lower_verb_turn_region(lowering *l, uint16_t id) {
    if (is_region_that_is_kept(l, id)) {
        wits_lower_call(l, ROUTINE_CONTINUE_REGION, id);
        wits_lower_verb_end(l);
    }
}

void wits_lower_verb_stop(lowering *l) {
    put_exits(l, 0, WITS_ROOT, false);
    wits_lower_exit_state(l, WITS_ROOT, NOTES_NOTHING);
    wits_lower_verb_end(l);
}
