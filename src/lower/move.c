// SPDX-License-Identifier: MIT
// Firing a transition: exits, innermost first; its action; entries, outermost first. Section 5.
#include "lower/lower.h"

static uint16_t parent_of(const lowering *l, uint16_t id) {
    return lower_state(l, id)->parent;
}

/// The child of `around` that is, or is around, `id`.
static uint16_t child_towards(const lowering *l, uint16_t around, uint16_t id) {
    return state_ancestor(l->brain, id, lower_state(l, around)->depth + 1u);
}

static bool is_inside(const lowering *l, uint16_t outer, uint16_t inner) {
    return inner != outer && state_contains(l->brain, outer, inner);
}

/// The first state of a machine: beside the root a region, or a child of a composite that suspends.
static bool begins_machine(const lowering *l, uint16_t id) {
    return id != WITS_ROOT && lower_state(l, parent_of(l, id))->machine != lower_state(l, id)->machine;
}

// --------------------------------------------------------------------------------------------------------- one state

static bool remembers(const lowering *l, uint16_t id) {
    return id != WITS_ROOT && lower_state(l, parent_of(l, id))->memory != 0;
}

static bool exits_by_itself(const lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    return l->tells || s->exit != 0 || s->clock != 0 || s->scored_clock != 0 || s->cooldown != 0 || s->data_size != 0 ||
           s->fresh != WITS_NONE;
}

static bool has_exit_work(const lowering *l, uint16_t id) {
    return exits_by_itself(l, id) || begins_machine(l, id) || remembers(l, id);
}

static void put_clock(lowering *l, program_operation what, uint32_t clock) {
    if (clock != 0) {
        wits_lower_put(l, (program_op){.operation = (uint8_t)what, .k = {clock}});
    }
}

/// Whether the composite takes note of a child that exits: it does if it is left, too.
typedef enum note { NOTES_NOTHING, NOTES_IT, NOTES_IT_IF_LEFT } note;

/// The composite around a child remembers it.
static void put_note(lowering *l, uint16_t child, note memory) {
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

/// Test: a final child is done, which another than one that is able to be is from the beginning.
static void test_done(lowering *l, uint16_t child, uint8_t flags) {
    if (lower_state(l, child)->is_able) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_IS_DONE,
                                       .flags = (uint8_t)(PROGRAM_AT_MOMENT | PROGRAM_MOMENT_WHOLE | flags),
                                       .state = child,
                                       .moment = child,
                                       .kept_in = l->kept_in});
    }
}

/// Before what is inside a composite exits that will be left: it remembers its final child where that is not done.
/// Other children it takes note of when they exit.
static void note_ahead(lowering *l, uint16_t child, note memory) {
    if (memory == NOTES_NOTHING || !is_final(l, child) || !remembers(l, child) || !lower_state(l, child)->is_able) {
        return;
    }
    wits_lower_when(l);
    test_done(l, child, PROGRAM_INVERTED);
    wits_lower_then(l);
    put_note(l, child, memory);
    wits_lower_end(l);
}

/// What the state does itself.
static void put_exit(lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    wits_lower_moment_actions(l, s->exit, WITS_ACTION_EXIT, id, s->clock);
    wits_lower_tell(l, WITS_TRACE_EXITED, id);
    put_clock(l, PROGRAM_STOP_CLOCK, s->clock);
    put_clock(l, PROGRAM_STOP_CLOCK, s->scored_clock);
    if (s->data_size != 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_CLOSE_DATA, .state = id});
    }
    if (s->cooldown != 0) {  // whether it was left, and when
        wits_lower_put(l, (program_op){.operation = PROGRAM_SET_NUMBER, .machine = 1, .k = {s->cooldown_at, 1}});
        put_clock(l, PROGRAM_START_CLOCK, s->cooldown_at + 1);
    }
    if (s->fresh != WITS_NONE) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_CLEAR_FRESH, .k = {s->fresh}});
    }
}

static void exit_state(lowering *l, uint16_t id, note memory) {
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

/// Whether a composite from `top` inwards, around `id`, keeps it.
static bool is_kept_from(const lowering *l, uint16_t top, uint16_t id) {
    while (id != top) {  // at most WITS_MAX_DEPTH times
        id = parent_of(l, id);
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

/// Clocks that stood still go on, or stand still from now on.
static void turn_state(lowering *l, uint16_t id, program_operation fresh) {
    const state_row *s = lower_state(l, id);
    put_clock(l, PROGRAM_TURN_CLOCK, s->clock);
    put_clock(l, PROGRAM_TURN_CLOCK, s->scored_clock);
    if (s->fresh != WITS_NONE) {
        wits_lower_put(l, (program_op){.operation = (uint8_t)fresh, .k = {s->fresh}});
    }
}

/// Whether it suspends and has a final child, which it keeps only while that is not done.
static bool may_end(const lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    bool may = false;
    for (uint32_t i = 0; s->leave == WITS_LEAVE_SUSPEND && i < s->child_count; i++) {
        may |= is_final(l, brain_child(l->brain, s, i));
    }
    return may;
}

/// Whether anything has to be done when what is inside `id` exits or is kept.
static bool inside_has_work(const lowering *l, uint16_t top) {
    for (uint32_t id = top + 1u; id < lower_state(l, top)->end; id++) {
        bool kept = is_kept_from(l, top, (uint16_t)id) && !may_end(l, lower_state(l, (uint16_t)id)->parent);
        if (kept ? has_clocks(l, (uint16_t)id) : has_exit_work(l, (uint16_t)id)) {
            return true;
        }
    }
    return false;
}

/// What is inside a composite stays dormant in it.
static void tell_kept(lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    if (s->kind != WITS_KIND_LEAF && s->leave == WITS_LEAVE_SUSPEND) {
        wits_lower_tell(l, WITS_TRACE_KEPT, id);
    }
}

/// By slot: all from the deepest state of a machine outwards exits, as far as `limit`, which stays.
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

/// A composite that would keep its child, and is left: where a final child makes it done, that exits.
static void exit_ended(lowering *l, uint16_t id, uint16_t base) {
    const state_row *s = lower_state(l, id);
    for (uint32_t i = 0; i < s->child_count; i++) {
        uint16_t child = brain_child(l->brain, s, i);
        if (!is_final(l, child)) {
            continue;
        }
        wits_lower_when(l);
        wits_lower_active(l, child, base);
        test_done(l, child, 0);
        wits_lower_then(l);
        if (l->by_slot) {
            put_exits(l, s->inside, id, false);
        } else {
            exit_rows(l, child, lower_state(l, child)->machine);
            exit_state(l, child, NOTES_NOTHING);
        }
        wits_lower_end(l);
    }
}

/// What has to be asked of a composite that is left before anything inside it exits.
static void ask_ends(lowering *l, uint16_t id, uint16_t base) {
    const state_row *s = lower_state(l, id);
    if (may_end(l, id)) {
        exit_ended(l, id, base);
        tell_kept(l, id);
    }
    for (uint32_t i = 0; s->memory != 0 && i < s->child_count; i++) {
        uint16_t child = brain_child(l->brain, s, i);
        if (is_final(l, child) && lower_state(l, child)->is_able) {
            wits_lower_when(l);
            wits_lower_active(l, child, base);
            test_done(l, child, PROGRAM_INVERTED);
            wits_lower_then(l);
            put_note(l, child, NOTES_IT);
            wits_lower_end(l);
        }
    }
}

/// The same of all composites that stand around a row and end there, outer ones first; not in what is kept.
static void ask_ends_at(lowering *l, uint16_t top, uint16_t row, uint16_t base) {
    for (uint32_t depth = lower_state(l, top)->depth; depth < lower_state(l, row)->depth; depth++) {
        uint16_t id = state_ancestor(l->brain, row, depth);
        if (lower_state(l, id)->end == row + 1u && !is_kept_from(l, top, id)) {
            ask_ends(l, id, base);
        }
    }
}

/// Everything active inside `top` exits, innermost first and later regions before earlier ones: that is tree order
/// reversed. What a composite keeps stands still instead.
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
            exit_state(l, (uint16_t)id, NOTES_IT);
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

/// Clocks of all that is kept in the rows [first, end) go on, as seen from machine `base`.
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

/// A child or region that was kept exits as if it had been left by a transition of its own.
static void exit_kept_tree(lowering *l, uint16_t top) {
    exit_inside(l, top);
    exit_state(l, top, NOTES_NOTHING);
}

static void routine(lowering *l, program_routine which, uint16_t id) {
    wits_lower_put(l, (program_op){.operation = PROGRAM_ROUTINE, .state = id, .row = (uint16_t)which});
}

static bool keeps_its_child(const state_row *s) {
    return s->kind != WITS_KIND_LEAF && s->kind != WITS_KIND_PARALLEL && s->leave == WITS_LEAVE_SUSPEND;
}

static bool is_region_that_is_kept(const lowering *l, uint16_t id) {
    return wits_lower_is_region(l, id) && lower_state(l, parent_of(l, id))->leave == WITS_LEAVE_SUSPEND;
}

/// What a composite or a region kept goes on.
static void continue_routine(lowering *l, program_routine which, uint16_t id, uint32_t first, uint16_t base) {
    routine(l, which, id);
    continue_rows(l, first, lower_state(l, id)->end, base);
    wits_lower_return(l);
}

/// In blocks: whichever child a composite keeps exits.
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

/// The kept child of a composite exits.
static void exit_kept_routine(lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    routine(l, ROUTINE_EXIT_KEPT, id);
    wits_lower_call(l, ROUTINE_CONTINUE, id);  // their clocks show what they showed while they were kept
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
    const uint16_t parallel = parent_of(l, id);
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
    l->kept_in = parent_of(l, region);
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

// --------------------------------------------------------------------------------------------------------------- exits

/// A state and all inside it, by their own `leave`. Of a final child the composite has taken note ahead.
static void exit_noted_tree(lowering *l, uint16_t id, bool remembered) {
    if (l->by_slot && wits_lower_is_region(l, id)) {
        put_exits(l, lower_state(l, id)->machine, parent_of(l, id), false);
        return;
    }
    exit_inside(l, id);
    exit_state(l, id, remembered ? NOTES_IT : NOTES_NOTHING);
}

static void exit_tree(lowering *l, uint16_t id, bool remembered) {
    note_ahead(l, id, remembered ? NOTES_IT : NOTES_NOTHING);
    exit_noted_tree(l, id, remembered);
}

/// The regions of a parallel beside the one with this ordinal: those after it, or those before it; in reverse.
static void exit_regions(lowering *l, const state_row *parallel, uint32_t ordinal, bool after) {
    uint32_t first = after ? ordinal + 1 : 0;
    for (uint32_t i = after ? parallel->child_count : ordinal; i-- > first;) {
        exit_tree(l, brain_child(l->brain, parallel, i), true);
    }
}

/// The active child of a composite, whichever it is, with all inside.
static void exit_active_child(lowering *l, uint16_t composite, bool remembered) {
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
        exit_tree(l, child, remembered);
        wits_lower_end(l);
    }
}

/// What comes before `source` itself exits, on the way from `top` inwards to it: composites that may end take note of
/// their child, and of each parallel the regions behind the one that leads there exit.
static void exit_before(lowering *l, uint16_t top, uint16_t source) {
    for (uint32_t depth = lower_state(l, top)->depth; depth < lower_state(l, source)->depth; depth++) {
        uint16_t id = state_ancestor(l->brain, source, depth);
        if (lower_state(l, id)->kind == WITS_KIND_PARALLEL) {
            exit_regions(l, lower_state(l, id), lower_state(l, child_towards(l, id, source))->ordinal, true);
        } else {
            note_ahead(l, child_towards(l, id, source), NOTES_IT);
        }
    }
}

/// Outwards from the state around `id`, which has exited, to `top`: each loses its child, whatever its `leave`.
static void exit_outwards(lowering *l, uint16_t id, uint16_t top) {
    while (id != top) {  // at most WITS_MAX_DEPTH times
        uint16_t around = parent_of(l, id);
        if (lower_state(l, around)->kind == WITS_KIND_PARALLEL) {
            exit_regions(l, lower_state(l, around), lower_state(l, id)->ordinal, false);
        }
        exit_state(l, around, around != top ? NOTES_IT : NOTES_NOTHING);
        id = around;
    }
}

/// From `source`, or with `any` from whichever child of it is active, outwards to `top`.
static void exit_from(lowering *l, const lower_move *m, uint16_t top) {
    exit_before(l, top, m->source);
    if (m->any) {
        exit_active_child(l, m->source, true);
        exit_state(l, m->source, m->source != top ? NOTES_IT : NOTES_NOTHING);
    } else {
        exit_noted_tree(l, m->source, m->source != top);
    }
    exit_outwards(l, m->source, top);
}

/// What is inside a destination that stays active; the source is in there.
static void exit_inside_of(lowering *l, const lower_move *m, uint16_t id) {
    const state_row *s = lower_state(l, id);
    bool is_within = is_inside(l, id, m->source);
    if (s->kind == WITS_KIND_PARALLEL) {
        for (uint32_t i = s->child_count; i-- > 0;) {
            uint16_t region = brain_child(l->brain, s, i);
            if (is_within && state_contains(l->brain, region, m->source)) {
                exit_from(l, m, region);
            } else {
                exit_tree(l, region, false);
            }
        }
    } else if (is_within) {
        exit_from(l, m, child_towards(l, id, m->source));
    } else if (s->kind != WITS_KIND_LEAF) {
        exit_active_child(l, id, false);
    }
}

// -------------------------------------------------------------------------------------------------------------- firing

/// The actions between exits and entries.
static void move_actions(lowering *l, const lower_move *m, uint16_t at, bool is_left) {
    program_op moment = {.flags = (uint8_t)(PROGRAM_AT_MOMENT | (is_left ? PROGRAM_MOMENT_LEFT : 0)), .moment = at};
    wits_lower_rule_actions(l, m->actions, m->kind, m->source, m->row, moment);
}

static bool acts_between(const lower_move *m) {
    return !m->is_step;  // a step's actions have run before its destination is entered
}

/// D is the source, or inside it, or the composite of an `any` transition: whichever child of it is active exits.
static void move_within(lowering *l, const lower_move *m, uint16_t domain, lower_done *done, void *user) {
    exit_active_child(l, domain, false);
    if (acts_between(m)) {
        move_actions(l, m, domain, false);
    }
    wits_lower_enter_way(l, domain, m->destination, m->restart);
    done(l, domain, user);
}

/// D is around the source.
static void move_by(lowering *l, const lower_move *m, uint16_t domain, lower_done *done, void *user) {
    bool by_region = lower_state(l, domain)->kind == WITS_KIND_PARALLEL;  // only the region is entered again
    uint16_t region = by_region ? child_towards(l, domain, m->destination) : (uint16_t)WITS_NONE;
    exit_from(l, m, child_towards(l, domain, m->source));
    if (acts_between(m)) {
        move_actions(l, m, by_region ? region : domain, by_region);
    }
    wits_lower_enter_way(l, domain, m->destination, m->restart);
    done(l, by_region ? region : domain, user);
}

/// The destination stays active, its inside is entered anew.
static void move_stays(lowering *l, const lower_move *m, lower_done *done, void *user) {
    exit_inside_of(l, m, m->destination);
    if (acts_between(m)) {
        move_actions(l, m, m->destination, false);
    }
    wits_lower_enter_anew(l, m->destination);
    done(l, m->destination, user);
}

/// The destination lies inside `around`, which is active: D is the innermost active state around it. Where it is active
/// itself it stays (an `any` transition is not enabled then). From the outside inwards: where it has fired, the pass is
/// over for all inside D, so that no later test holds.
static void move_inwards(lowering *l, const lower_move *m, uint16_t around, lower_done *done, void *user) {
    const uint32_t inner = lower_state(l, m->destination)->depth;
    for (uint32_t depth = lower_state(l, around)->depth; depth < inner; depth++) {
        uint16_t domain = state_ancestor(l->brain, m->destination, depth);
        wits_lower_when(l);
        wits_lower_in(l, PROGRAM_IN_PASS, domain, false);
        wits_lower_in(l, PROGRAM_IN_PASS, child_towards(l, domain, m->destination), true);
        wits_lower_then(l);
        move_within(l, m, domain, done, user);
        wits_lower_end(l);
    }
    if (!m->any) {
        wits_lower_when(l);
        wits_lower_in(l, PROGRAM_IN_PASS, m->destination, false);
        wits_lower_then(l);
        move_stays(l, m, done, user);
        wits_lower_end(l);
    }
}

static void fire_own(lowering *l, const lower_move *m, lower_done *done, void *user) {
    bool around = state_contains(l->brain, m->destination, m->source);
    bool inside = state_contains(l->brain, m->source, m->destination);
    if (m->reenter && (around || inside)) {
        move_by(l, m, parent_of(l, around ? m->destination : m->source), done, user);
    } else if (m->source == m->destination) {
        if (acts_between(m)) {
            program_op moment = {.moment = WITS_NONE};
            wits_lower_rule_actions(l, m->actions, m->kind, m->source, m->row, moment);
        }
        done(l, m->source, user);
    } else if (around) {
        move_stays(l, m, done, user);
    } else if (inside) {
        move_inwards(l, m, m->source, done, user);
    } else {
        move_by(l, m, m->domain, done, user);
    }
}

/// The source is whichever child of m->source is active.
static void fire_any(lowering *l, const lower_move *m, lower_done *done, void *user) {
    if (state_contains(l->brain, m->destination, m->source)) {  // with `reenter`
        move_by(l, m, parent_of(l, m->destination), done, user);
        return;
    }
    if (!state_contains(l->brain, m->source, m->destination)) {
        move_by(l, m, m->domain, done, user);
        return;
    }
    uint16_t child = child_towards(l, m->source, m->destination);
    if (m->reenter || child == m->destination) {
        move_within(l, m, m->source, done, user);
        return;
    }
    wits_lower_when(l);
    wits_lower_in(l, PROGRAM_IN_PASS, child, true);
    wits_lower_then(l);
    move_within(l, m, m->source, done, user);
    wits_lower_end(l);
    wits_lower_when(l);
    wits_lower_in(l, PROGRAM_IN_PASS, child, false);
    wits_lower_then(l);
    move_inwards(l, m, child, done, user);
    wits_lower_end(l);
}

/// `stop` exits what would be kept, too.
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

/// From the deepest state of a machine outwards, each as if the one around it were left, too.
void wits_lower_exit_path(lowering *l, uint16_t deepest) {
    const uint16_t machine = lower_state(l, deepest)->machine;
    for (uint32_t depth = brain_machine(l->brain, machine)->first_depth; depth <= lower_state(l, deepest)->depth;
         depth++) {
        note_ahead(l, state_ancestor(l->brain, deepest, depth), NOTES_IT_IF_LEFT);
    }
    if (state_has_own_inside(lower_state(l, deepest))) {
        exit_or_stop_inside(l, deepest);
    }
    for (uint16_t id = deepest; id != WITS_ROOT && lower_state(l, id)->machine == machine; id = parent_of(l, id)) {
        if (has_exit_work(l, id)) {
            wits_lower_put(l, (program_op){.operation = PROGRAM_LEAVE, .state = id});
            exit_state(l, id, NOTES_IT_IF_LEFT);
        }
    }
    wits_lower_put(l, (program_op){.operation = PROGRAM_EXITS_END});
}

/// `row`: of the transition; WITS_NONE of a step, or a switch.
static void tell_fired(lowering *l, uint16_t source, bool any, uint32_t row, uint16_t destination) {
    if (l->tells) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_TELL,
                                       .flags = any ? PROGRAM_OF_CHILD : 0,
                                       .machine = WITS_TRACE_FIRED,
                                       .state = source,
                                       .row = (uint16_t)row,
                                       .k = {destination}});
    }
}

void wits_lower_fire(lowering *l, const lower_move *m, lower_done *done, void *user) {
    tell_fired(l, m->source, m->any, m->is_step ? WITS_NONE : m->row, m->destination);
    if (l->by_slot && m->actions != 0) {
        wits_lower_put(l, (program_op){.operation = m->any ? PROGRAM_SOURCE : PROGRAM_SOURCE_CLOCK,
                                       .state = m->source,
                                       .k = {wits_lower_source_clock(l, m->source, m->any)}});
    } else if (!l->by_slot && acts_between(m) && wits_lower_reads_elapsed(l, m->actions)) {
        wits_lower_put(
            l, (program_op){.operation = PROGRAM_SOURCE_CLOCK, .k = {wits_lower_source_clock(l, m->source, m->any)}});
    }
    if (m->any) {
        fire_any(l, m, done, user);
    } else {
        fire_own(l, m, done, user);
    }
}

/// A switch is a transition from one option to another without action; the pass goes on inside.
void wits_lower_switch(lowering *l, uint16_t composite, uint16_t option) {
    tell_fired(l, composite, true, WITS_NONE, option);
    exit_active_child(l, composite, false);
    wits_lower_enter_way(l, composite, option, false);
}

void wits_lower_fill(lowering *l, uint16_t composite) {
    wits_lower_first_child(l, composite, false);
}

// --------------------------------------------------------------------------------------------------------------- verbs

void wits_lower_verb_exit(lowering *l, uint16_t id) {
    if (wits_lower_is_region(l, id)) {
        exit_tree(l, id, false);
    } else {
        exit_active_child(l, parent_of(l, id), false);
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
    exit_state(l, WITS_ROOT, NOTES_NOTHING);
    wits_lower_verb_end(l);
}
