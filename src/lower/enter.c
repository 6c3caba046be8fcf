// SPDX-License-Identifier: MIT
// The entries of a transition: the path to its destination, regions of parallels beside it, and the inside of the
// destination. Section 5.
#include "lower/lower.h"

static bool is_parallel(const state_row *s) {
    return s->kind == WITS_KIND_PARALLEL;
}

static bool keeps(const state_row *s) {
    return s->leave == WITS_LEAVE_SUSPEND;
}

static void forget_child(lowering *l, const state_row *composite) {
    if (composite->memory != 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_SET_NUMBER,
                                       .machine = (uint16_t)memory_width(composite),
                                       .k = {composite->memory, 0}});
    }
}

/// Activates one state, with its memory and, unless silent, its actions.
static void put_entry(lowering *l, uint16_t id, bool silent) {
    const state_row *s = lower_state(l, id);
    if (id != WITS_ROOT) {
        forget_child(l, lower_state(l, s->parent));
    }
    if (s->target != WITS_NONE) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_ENTER_TARGET, .state = id});
    }
    if (s->clock != 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_START_CLOCK, .k = {s->clock}});
    }
    if (s->scored_clock != 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_SPREAD_CLOCK, .k = {s->scored_clock, s->every}});
    }
    if (s->cooldown != 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_SET_NUMBER, .machine = 1, .k = {s->cooldown_at, 0}});
        wits_lower_put(l, (program_op){.operation = PROGRAM_STOP_CLOCK, .k = {s->cooldown_at + 1}});
    }
    if (s->data_initial != 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_OPEN_DATA, .state = id});
    }
    if (s->fresh != WITS_NONE) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_SET_FRESH, .k = {s->fresh}});
    }
    wits_lower_tell(l, silent ? WITS_TRACE_ACTIVATED : WITS_TRACE_ENTERED, id);
    if (!silent) {
        wits_lower_moment_actions(l, s->enter, WITS_ACTION_ENTER, id, 0);
    }
}

static bool has_entry_work(const lowering *l, uint16_t id, bool silent) {
    const state_row *s = lower_state(l, id);
    const bool is_remembered = id != WITS_ROOT && lower_state(l, s->parent)->memory != 0;
    return is_remembered || s->target != WITS_NONE || s->clock != 0 || s->scored_clock != 0 || s->cooldown != 0 ||
           s->data_initial != 0 || s->fresh != WITS_NONE || (!silent && s->enter != 0);
}

static void enter_state(lowering *l, uint16_t id, bool silent) {
    if (!l->names_states) {
        put_entry(l, id, silent);
    } else if (has_entry_work(l, id, silent)) {
        wits_lower_call(l, silent ? ROUTINE_ENTER_SILENT : ROUTINE_ENTER, id);
    }
}

static void entry_routine(lowering *l, uint16_t id, bool silent) {
    if (has_entry_work(l, id, silent)) {
        program_routine which = silent ? ROUTINE_ENTER_SILENT : ROUTINE_ENTER;
        wits_lower_put(l, (program_op){.operation = PROGRAM_ROUTINE, .state = id, .row = (uint16_t)which});
        put_entry(l, id, silent);
        wits_lower_return(l);
    }
}

// -------------------------------------------------------------------------------------------------------------- inside

/// Entering uses a routine if the child is remembered, kept, chosen by score or rules, or a region; a single initial
/// child is entered directly.
static bool has_routine(const state_row *s) {
    return is_parallel(s) || keeps(s) || s->memory != 0 || s->initial == 0 || s->initial_count != 0;
}

/// Activates the inside of a state that has just become active. `silent`: without actions, like the state itself.
static void enter_inside(lowering *l, uint16_t id, bool silent) {
    for (;;) {  // at most WITS_MAX_DEPTH times
        const state_row *s = lower_state(l, id);
        bool is_filled = s->kind != WITS_KIND_LEAF && s->activation != WITS_ACTIVATION_ON_DECIDE;
        if (s->kind != WITS_KIND_LEAF && (is_parallel(s) || keeps(s) || (is_filled && has_routine(s)))) {
            wits_lower_call(l, silent ? ROUTINE_INSIDE_SILENT : ROUTINE_INSIDE, id);
            return;
        }
        if (!is_filled) {
            wits_lower_set_slot(l, id);
            return;
        }
        silent = silent || s->activation == WITS_ACTIVATION_SILENT;
        id = s->initial;
        enter_state(l, id, silent);
    }
}

/// A child that a composite activates by its own rules, with its inside.
static void enter_child(lowering *l, uint16_t id, bool silent) {
    enter_state(l, id, silent);
    enter_inside(l, id, silent);
}

void wits_lower_enter_option(lowering *l, uint16_t option, bool silent) {
    enter_child(l, option, silent);
}

/// Enters the `initial` child, or the best option. Nothing is remembered.
static void enter_first(lowering *l, uint16_t id, bool silent) {
    const state_row *s = lower_state(l, id);
    if (s->initial == 0) {
        wits_lower_first_choice(l, id, silent);
    } else {
        enter_child(l, s->initial, silent);
    }
}

/// Section 2: a remembered child takes precedence over the rules of `initial`. The byte is read before anything is
/// entered, because entering clears it.
static void put_remembers(lowering *l, const state_row *s, uint32_t ordinal) {
    if (s->memory != 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_NUMBER_IS,
                                       .machine = (uint16_t)memory_width(s),
                                       .k = {s->memory, ordinal}});
    }
}

/// Begins the code for a remembered child, by its ordinal; or with 0, if none is remembered, for a rule of `initial`,
/// if one is given.
static void begin_beginning(lowering *l, uint16_t id, uint32_t ordinal, const initial_row *rule) {
    const state_row *s = lower_state(l, id);
    wits_lower_when(l);
    wits_lower_put(l, (program_op){.operation = PROGRAM_IS_LEFT});
    put_remembers(l, s, ordinal);
    if (rule != NULL && rule->condition != 0) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_ASK,
                                       .flags = PROGRAM_AT_MOMENT | PROGRAM_OF_STEP,
                                       .state = id,
                                       .row = (uint16_t)(rule - brain_initial(l->brain, 0)),
                                       .moment = id,
                                       .k = {rule->condition, s->clock}});
    }
    wits_lower_then(l);
    wits_lower_put(l, (program_op){.operation = PROGRAM_TAKE_RULE});
}

static void tell_rule(lowering *l, uint16_t id, const initial_row *rule) {
    if (l->tells) {
        wits_lower_put(l, (program_op){.operation = PROGRAM_TELL,
                                       .machine = PROGRAM_TELLS_RULE,
                                       .state = id,
                                       .row = (uint16_t)(rule - brain_initial(l->brain, 0))});
    }
}

/// Enters the remembered child, else that of the first rule that holds.
static void enter_by_rules(lowering *l, uint16_t id, bool silent) {
    const state_row *s = lower_state(l, id);
    wits_lower_put(l, (program_op){.operation = PROGRAM_RULES_BEGIN});
    for (uint32_t i = 0; i < s->initial_count; i++) {
        const initial_row *rule = brain_initial(l->brain, s->first_initial + i);
        begin_beginning(l, id, 0, rule);
        tell_rule(l, id, rule);
        enter_child(l, rule->to, silent);
        wits_lower_end(l);
    }
    if (s->initial_count == 0) {
        begin_beginning(l, id, 0, NULL);
        enter_first(l, id, silent);
        wits_lower_end(l);
    }
    for (uint32_t ordinal = 1; s->memory != 0 && ordinal <= s->child_count; ordinal++) {
        begin_beginning(l, id, ordinal, NULL);
        enter_child(l, brain_child(l->brain, s, ordinal - 1), silent);
        wits_lower_end(l);
    }
    wits_lower_put(l, (program_op){.operation = PROGRAM_RULES_END});
}

void wits_lower_first_child(lowering *l, uint16_t composite, bool silent) {
    const state_row *s = lower_state(l, composite);
    if (s->memory != 0 || s->initial_count != 0) {
        enter_by_rules(l, composite, silent);
    } else {
        enter_first(l, composite, silent);
    }
}

/// Enters a region by its own rules; kept ones continue.
static void enter_region(lowering *l, const state_row *parallel, uint16_t id, bool silent) {
    if (!keeps(parallel)) {
        enter_child(l, id, silent);
        return;
    }
    uint16_t machine = lower_state(l, id)->machine;
    wits_lower_when(l);
    wits_lower_holds(l, machine, false);
    wits_lower_then(l);
    wits_lower_tell(l, WITS_TRACE_CONTINUED, id);
    wits_lower_call(l, ROUTINE_CONTINUE_REGION, id);
    wits_lower_end(l);
    wits_lower_when(l);
    wits_lower_holds(l, machine, true);
    wits_lower_then(l);
    enter_child(l, id, silent);
    wits_lower_end(l);
}

/// Later regions of a parallel are not active yet while earlier ones are entered. In a parallel that suspends them,
/// their slots do not show that, but its own slot does.
static void put_not_yet(lowering *l, const state_row *parallel) {
    if (keeps(parallel)) {
        wits_lower_put(l,
                       (program_op){.operation = PROGRAM_SET_SLOT, .machine = parallel->machine, .state = WITS_NONE});
    }
}

/// Enters a region. By slot, uses a routine that all paths to it share.
static void put_region(lowering *l, const state_row *parallel, uint16_t id, bool silent) {
    if (l->by_slot) {
        wits_lower_call(l, silent ? ROUTINE_REGION_SILENT : ROUTINE_REGION, id);
    } else {
        enter_region(l, parallel, id, silent);
    }
}

static void enter_regions(lowering *l, uint16_t id, bool silent) {
    const state_row *s = lower_state(l, id);
    bool inside_silent = silent || s->activation == WITS_ACTIVATION_SILENT;
    put_not_yet(l, s);
    for (uint32_t i = 0; i < s->child_count; i++) {
        put_region(l, s, brain_child(l->brain, s, i), inside_silent);
    }
    wits_lower_set_slot(l, id);
}

/// Enters the inside of a composite that suspends: continues the kept child, else enters the first child.
static void enter_kept(lowering *l, uint16_t id, bool silent) {
    const state_row *s = lower_state(l, id);
    wits_lower_set_slot(l, id);
    wits_lower_when(l);
    wits_lower_holds(l, s->inside, false);
    wits_lower_then(l);
    wits_lower_tell_of_child(l, WITS_TRACE_CONTINUED, id);
    wits_lower_call(l, ROUTINE_CONTINUE, id);
    wits_lower_end(l);
    if (s->activation != WITS_ACTIVATION_ON_DECIDE) {
        wits_lower_when(l);
        wits_lower_holds(l, s->inside, true);
        wits_lower_then(l);
        wits_lower_first_child(l, id, silent || s->activation == WITS_ACTIVATION_SILENT);
        wits_lower_end(l);
    }
}

static void inside_routine(lowering *l, uint16_t id, bool silent) {
    const state_row *s = lower_state(l, id);
    program_routine which = silent ? ROUTINE_INSIDE_SILENT : ROUTINE_INSIDE;
    wits_lower_put(l, (program_op){.operation = PROGRAM_ROUTINE, .state = id, .row = (uint16_t)which});
    if (is_parallel(s)) {
        enter_regions(l, id, silent);
    } else if (keeps(s)) {
        enter_kept(l, id, silent);
    } else {
        wits_lower_first_child(l, id, silent || s->activation == WITS_ACTIVATION_SILENT);
    }
    wits_lower_return(l);
}

/// Returns whether a state, or anything around it, makes its inside active silently.
static bool may_be_silent(const lowering *l, uint16_t id) {
    for (; id != WITS_ROOT; id = lower_state(l, id)->parent) {  // at most WITS_MAX_DEPTH times
        if (lower_state(l, lower_state(l, id)->parent)->activation == WITS_ACTIVATION_SILENT) {
            return true;
        }
    }
    return false;
}

void wits_lower_enter_routines_of(lowering *l, uint16_t id) {
    entry_routine(l, id, false);
    if (may_be_silent(l, id)) {
        entry_routine(l, id, true);
    }
}

static void region_routine(lowering *l, uint16_t id, bool silent) {
    program_routine which = silent ? ROUTINE_REGION_SILENT : ROUTINE_REGION;
    wits_lower_put(l, (program_op){.operation = PROGRAM_ROUTINE, .state = id, .row = (uint16_t)which});
    enter_region(l, lower_state(l, lower_state(l, id)->parent), id, silent);
    wits_lower_return(l);
}

/// Puts the routines that enter the inside of one state, and the state as a region.
static void entry_routines_of(lowering *l, uint16_t id, bool silent) {
    const state_row *s = lower_state(l, id);
    if (s->kind != WITS_KIND_LEAF && has_routine(s)) {
        inside_routine(l, id, silent);
    }
    if (l->by_slot && wits_lower_is_region(l, id)) {
        region_routine(l, id, silent);
    }
}

void wits_lower_entry_routines(lowering *l) {
    for (uint32_t depth = WITS_MAX_LEVELS; depth-- > 0;) {  // inner ones first
        for (uint32_t id = 0; id < l->brain->state_count; id++) {
            if (lower_state(l, (uint16_t)id)->depth != depth) {
                continue;
            }
            entry_routines_of(l, (uint16_t)id, false);
            if (may_be_silent(l, (uint16_t)id)) {
                entry_routines_of(l, (uint16_t)id, true);
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------------ entering again

/// Forgets its memory, and exits its kept inside: then it is entered as if for the first time.
static void forget_inside(lowering *l, uint16_t id) {
    const state_row *s = lower_state(l, id);
    forget_child(l, s);
    if (!keeps(s)) {
        return;
    }
    if (!is_parallel(s)) {
        wits_lower_when(l);
        wits_lower_holds(l, s->inside, false);
        wits_lower_then(l);
        wits_lower_call(l, ROUTINE_EXIT_KEPT, id);
        wits_lower_end(l);
        return;
    }
    for (uint32_t i = s->child_count; i-- > 0;) {
        uint16_t region = brain_child(l->brain, s, i);
        wits_lower_when(l);
        wits_lower_holds(l, lower_state(l, region)->machine, false);
        wits_lower_then(l);
        wits_lower_call(l, ROUTINE_EXIT_REGION, region);
        wits_lower_end(l);
    }
}

void wits_lower_enter_anew(lowering *l, uint16_t id) {
    if (lower_state(l, id)->kind != WITS_KIND_LEAF) {
        forget_inside(l, id);
        enter_inside(l, id, false);
    }
}

// ---------------------------------------------------------------------------------------------------------------- path

/// Prepares a composite or parallel on the path: its kept inside exits at the next state of the path.
static void make_way(lowering *l, uint16_t id, uint16_t next) {
    const state_row *s = lower_state(l, id);
    if (is_parallel(s)) {
        put_not_yet(l, s);
    }
    if (keeps(s)) {
        wits_lower_when(l);
        wits_lower_holds(l, is_parallel(s) ? lower_state(l, next)->machine : s->inside, false);
        wits_lower_then(l);
        wits_lower_call(l, is_parallel(s) ? ROUTINE_EXIT_REGION : ROUTINE_EXIT_KEPT, is_parallel(s) ? next : id);
        wits_lower_end(l);
    }
    if (keeps(s) && !is_parallel(s)) {
        wits_lower_set_slot(l, id);
    }
}

/// Enters the regions before the one on the path.
static void enter_towards(lowering *l, uint16_t id, uint16_t next) {
    const state_row *s = lower_state(l, id);
    make_way(l, id, next);
    for (uint32_t i = 0; is_parallel(s) && i < lower_state(l, next)->ordinal; i++) {
        put_region(l, s, brain_child(l->brain, s, i), s->activation == WITS_ACTIVATION_SILENT);
    }
}

/// Enters the regions after the one that led to the destination.
static void enter_behind(lowering *l, uint16_t id, uint16_t next) {
    const state_row *s = lower_state(l, id);
    if (!is_parallel(s)) {
        return;
    }
    for (uint32_t i = lower_state(l, next)->ordinal + 1u; i < s->child_count; i++) {
        put_region(l, s, brain_child(l->brain, s, i), s->activation == WITS_ACTIVATION_SILENT);
    }
    wits_lower_set_slot(l, id);
}

void wits_lower_enter_way(lowering *l, uint16_t domain, uint16_t destination, bool restart) {
    const uint32_t first = lower_state(l, domain)->depth + 1u, last = lower_state(l, destination)->depth;
    for (uint32_t depth = first; depth < last; depth++) {
        uint16_t id = state_ancestor(l->brain, destination, depth);
        enter_state(l, id, false);
        enter_towards(l, id, state_ancestor(l->brain, destination, depth + 1));
    }
    enter_state(l, destination, false);
    if (restart) {
        forget_inside(l, destination);
    }
    enter_inside(l, destination, false);
    for (uint32_t depth = last; depth-- > first;) {
        uint16_t id = state_ancestor(l->brain, destination, depth);
        enter_behind(l, id, state_ancestor(l->brain, destination, depth + 1));
    }
}

// --------------------------------------------------------------------------------------------------------------- verbs

void wits_lower_verb_enter(lowering *l, uint16_t id) {
    enter_state(l, id, false);
    wits_lower_verb_end(l);
}

void wits_lower_verb_inside(lowering *l, uint16_t id) {
    enter_inside(l, id, false);
    wits_lower_verb_end(l);
}

void wits_lower_verb_towards(lowering *l, uint16_t id) {
    const uint16_t around = lower_state(l, id)->parent;
    if (state_has_own_inside(lower_state(l, around))) {
        make_way(l, around, id);
        wits_lower_verb_end(l);
    }
}

void wits_lower_verb_region(lowering *l, uint16_t id) {
    const state_row *parallel = lower_state(l, lower_state(l, id)->parent);
    put_region(l, parallel, id, parallel->activation == WITS_ACTIVATION_SILENT);
    wits_lower_verb_end(l);
}

void wits_lower_verb_regions_end(lowering *l, uint16_t parallel) {
    wits_lower_set_slot(l, parallel);
    wits_lower_verb_end(l);
}
