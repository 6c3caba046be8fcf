// SPDX-License-Identifier: MIT
// Firing a transition: exits, innermost first; its action; entries, outermost first. Section 5.
#include "core/pass.h"

// --------------------------------------------------------------------------------------------------------------- exits

/// Everything active from `top` inwards stands still: it is kept in `composite`, which is left.
static void keep(pass *p, uint16_t top, uint16_t composite) {
    trace(p, WITS_TRACE_KEPT, top, composite, WITS_NONE, 0.0f);
    for (uint16_t id = top; id != WITS_NONE; id = next_active(p, id, top)) {
        room_pause(p, id);
    }
}

static void keep_inside(pass *p, uint16_t composite) {
    const state_row *s = brain_state(p->call.brain, composite);
    if (s->kind != WITS_KIND_PARALLEL) {
        uint16_t child = active_child(p, s);
        if (child != WITS_NONE) {
            keep(p, child, composite);
        }
        return;
    }
    for (uint32_t i = 0; i < s->child_count; i++) {
        keep(p, brain_child(p->call.brain, s, i), composite);
    }
}

/// What exits before `id` does: its child, or its last region; WITS_NONE if there is nothing or it is kept. A composite
/// around `source` loses its child whatever its `leave`; with no source (WITS_NONE) every composite does.
static uint16_t inside_that_exits(pass *p, uint16_t id, uint16_t source) {
    const state_row *s = brain_state(p->call.brain, id);
    if (s->kind == WITS_KIND_LEAF) {
        return WITS_NONE;
    }
    bool left_from_within = source == WITS_NONE || (id != source && state_contains(p->call.brain, id, source));
    if (s->leave == WITS_LEAVE_SUSPEND && !left_from_within) {
        keep_inside(p, id);
        return WITS_NONE;
    }
    return s->kind == WITS_KIND_PARALLEL ? brain_child(p->call.brain, s, s->child_count - 1u) : active_child(p, s);
}

/// Whether a composite that exits has kept something inside.
static bool is_kept_by(const pass *p, uint16_t id, const state_row *s) {
    if (!state_has_own_inside(s)) {
        return false;
    }
    uint16_t first = s->kind == WITS_KIND_PARALLEL ? brain_child(p->call.brain, s, 0) : id;
    uint32_t inside = s->kind == WITS_KIND_PARALLEL ? brain_state(p->call.brain, first)->machine : s->inside;
    return machine_deepest(p, inside) != WITS_NONE;
}

/// `remembered`: its composite, which is left too, takes note of it.
static void exit_state(pass *p, uint16_t id, bool remembered) {
    const state_row *s = brain_state(p->call.brain, id);
    window around_it = p->dormant;
    if (around_it.end != 0) {
        p->dormant.revived_end = (uint16_t)(id + 1);  // what it may have kept is dormant again
    } else if (is_kept_by(p, id, s)) {
        p->dormant = (window){(uint16_t)(id + 1), s->end, 0, 0};
    }
    act(p, s->exit, WITS_ACTION_EXIT, id, WITS_NONE);
    p->dormant = around_it;
    trace(p, WITS_TRACE_EXITED, id, s->parent, WITS_NONE, 0.0f);
    room_close(p, id);
    if (s->parent == WITS_NONE) {
        machine_set_deepest(p, s->machine, WITS_NONE);
        return;
    }
    const state_row *around = brain_state(p->call.brain, s->parent);
    if (remembered) {
        memory_set(p, around, s->ordinal + 1u);
    }
    machine_set_deepest(p, s->machine, around->machine == s->machine ? s->parent : (uint16_t)WITS_NONE);
}

/// Exits everything active from `top` inwards, innermost first, regions in reverse order.
static void exit_subtree(pass *p, uint16_t top, uint16_t source) {
    uint16_t id = top;
    for (;;) {  // each turn exits a state
        for (uint16_t inside = id; inside != WITS_NONE; inside = inside_that_exits(p, id, source)) {
            id = inside;
        }
        for (;;) {
            exit_state(p, id, id != top);
            if (id == top) {
                return;
            }
            const state_row *s = brain_state(p->call.brain, id);
            const state_row *around = brain_state(p->call.brain, s->parent);
            if (around->kind == WITS_KIND_PARALLEL && s->ordinal > 0) {
                id = brain_child(p->call.brain, around, s->ordinal - 1u);
                break;
            }
            id = s->parent;
        }
    }
}

/// The state on whose account those around it lose their children: the source if it is in there, else `top` itself.
static uint16_t source_within(const pass *p, uint16_t top, uint16_t source) {
    return state_contains(p->call.brain, top, source) ? source : top;
}

static void exit_inside(pass *p, uint16_t composite, uint16_t source) {
    const state_row *s = brain_state(p->call.brain, composite);
    if (s->kind == WITS_KIND_PARALLEL) {
        for (uint32_t i = s->child_count; i-- > 0;) {
            uint16_t region = brain_child(p->call.brain, s, i);
            exit_subtree(p, region, source_within(p, region, source));
        }
    } else if (s->kind != WITS_KIND_LEAF && active_child(p, s) != WITS_NONE) {
        uint16_t child = active_child(p, s);
        exit_subtree(p, child, source_within(p, child, source));
    }
}

/// Section 3, `stop`: innermost first, and nothing is kept.
void exit_all(pass *p) {
    exit_subtree(p, WITS_ROOT, WITS_NONE);
}

// ------------------------------------------------------------------------------------------------------------- entries

/// A walk that enters states in tree order.
typedef struct entry {
    uint16_t destination;  ///< the way leads here
    bool anew;             ///< the destination's own memory is ignored, and what it has kept exits
    uint32_t silent;       ///< bit d: the state entered at depth d runs no `enter`
} entry;

static bool is_kept(const pass *p, uint16_t id) {
    return machine_deepest(p, brain_state(p->call.brain, id)->machine) != WITS_NONE;
}

static void continue_kept(pass *p, uint16_t top) {
    trace(p, WITS_TRACE_CONTINUED, top, WITS_NONE, WITS_NONE, 0.0f);
    for (uint16_t id = top; id != WITS_NONE; id = next_active(p, id, top)) {
        room_continue(p, id);
    }
}

/// Exits as if left by a transition of its own.
static void exit_kept(pass *p, uint16_t top) {
    for (uint16_t id = top; id != WITS_NONE; id = next_active(p, id, top)) {
        room_continue(p, id);  // its clock shows what it showed while it was kept
    }
    window around_it = p->dormant;
    p->dormant.revived_first = top;
    p->dormant.revived_end = brain_state(p->call.brain, top)->end;
    exit_subtree(p, top, top);
    p->dormant = around_it;
}

static bool is_on_way(const pass *p, const entry *e, uint16_t id) {
    return state_contains(p->call.brain, id, e->destination);
}

static void enter_state(pass *p, entry *e, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    bool silent = false;
    if (s->parent != WITS_NONE) {
        const state_row *around = brain_state(p->call.brain, s->parent);
        silent = !is_on_way(p, e, id) &&
                 ((e->silent >> around->depth & 1) != 0 || around->activation == WITS_ACTIVATION_SILENT);
        memory_set(p, around, 0);
    }
    e->silent = (e->silent & ~(1u << s->depth)) | (uint32_t)silent << s->depth;
    machine_set_deepest(p, s->machine, id);
    room_open(p, id);
    if (silent || p->silent) {
        trace(p, WITS_TRACE_ACTIVATED, id, s->parent, WITS_NONE, 0.0f);
    } else {
        trace(p, WITS_TRACE_ENTERED, id, s->parent, WITS_NONE, 0.0f);
        act(p, s->enter, WITS_ACTION_ENTER, id, WITS_NONE);
    }
}

static uint16_t first_child(pass *p, const state_row *s, uint16_t id) {
    uint32_t remembered = memory_get(p, s);
    if (remembered != 0) {
        return brain_child(p->call.brain, s, remembered - 1);
    }
    return s->initial != 0 ? s->initial : choose_first(p, s, id);
}

/// The way leads on through this composite. What it had kept there exits.
static uint16_t next_on_way(pass *p, const entry *e, const state_row *s) {
    uint16_t next = state_ancestor(p->call.brain, e->destination, s->depth + 1u);
    if (s->kind == WITS_KIND_PARALLEL) {
        if (is_kept(p, next)) {
            exit_kept(p, next);
        }
        return brain_child(p->call.brain, s, 0);
    }
    uint16_t kept = active_child(p, s);
    if (kept != WITS_NONE) {
        exit_kept(p, kept);
    }
    return next;
}

static uint16_t next_in_parallel(pass *p, const state_row *s, bool anew) {
    for (uint32_t i = anew ? s->child_count : 0; i-- > 0;) {
        uint16_t region = brain_child(p->call.brain, s, i);
        if (is_kept(p, region)) {
            exit_kept(p, region);
        }
    }
    return brain_child(p->call.brain, s, 0);
}

/// What is entered next inside a state that was just entered, or WITS_NONE.
static uint16_t next_inside(pass *p, const entry *e, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    if (s->kind == WITS_KIND_LEAF) {
        return WITS_NONE;
    }
    if (id != e->destination && is_on_way(p, e, id)) {
        return next_on_way(p, e, s);
    }
    bool anew = id == e->destination && e->anew;
    if (s->kind == WITS_KIND_PARALLEL) {
        return next_in_parallel(p, s, anew);
    }
    uint16_t kept = active_child(p, s);
    if (kept != WITS_NONE && !anew) {
        continue_kept(p, kept);
        return WITS_NONE;
    }
    if (kept != WITS_NONE) {
        exit_kept(p, kept);
    }
    if (anew) {
        memory_set(p, s, 0);
    }
    return s->activation == WITS_ACTIVATION_ON_DECIDE ? (uint16_t)WITS_NONE : first_child(p, s, id);
}

static bool is_kept_region(const pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    return s->parent != WITS_NONE && brain_state(p->call.brain, s->parent)->kind == WITS_KIND_PARALLEL &&
           is_kept(p, id);
}

/// Enters `id` and what follows from it, within `top`.
static void enter_walk(pass *p, entry *e, uint16_t id, uint16_t top) {
    while (id != WITS_NONE) {  // each turn enters a state, or continues a region
        uint16_t next = WITS_NONE;
        p->dormant = (window){(uint16_t)(id + 1), brain_state(p->call.brain, top)->end, 0, 0};
        if (is_kept_region(p, id)) {
            continue_kept(p, id);
        } else {
            enter_state(p, e, id);
            next = next_inside(p, e, id);
        }
        id = next != WITS_NONE ? next : next_region(p, id, top);
    }
    p->dormant = (window){0, 0, 0, 0};
}

void enter_way(pass *p, uint16_t domain, uint16_t destination, bool restart) {
    entry e = {.destination = destination, .anew = restart};
    uint32_t depth = domain == WITS_NONE ? 0 : brain_state(p->call.brain, domain)->depth + 1u;
    uint16_t first = state_ancestor(p->call.brain, destination, depth);
    enter_walk(p, &e, first, first);
}

/// The inside of a state that stays active.
static void enter_inside_anew(pass *p, uint16_t id) {
    entry e = {.destination = id, .anew = true};
    p->dormant = (window){(uint16_t)(id + 1), brain_state(p->call.brain, id)->end, 0, 0};
    uint16_t next = next_inside(p, &e, id);
    if (next != WITS_NONE) {
        enter_walk(p, &e, next, id);
    }
    p->dormant = (window){0, 0, 0, 0};
}

void enter_child(pass *p, uint16_t composite) {
    uint16_t child = first_child(p, brain_state(p->call.brain, composite), composite);
    enter_way(p, composite, child, false);
}

// --------------------------------------------------------------------------------------------------------- transitions

/// D where destination and source are nested, or lie apart and nobody has looked before.
static uint16_t find_domain(const pass *p, const firing *f) {
    const wits_brain *b = p->call.brain;
    bool target_around = state_contains(b, f->destination, f->source);
    bool source_around = state_contains(b, f->source, f->destination);
    if (f->reenter && (target_around || source_around)) {
        return brain_state(b, target_around ? f->destination : f->source)->parent;
    }
    uint16_t id = brain_state(b, f->destination)->parent;
    if (source_around) {
        while (!pass_is_in(p, id)) {  // at the latest the source is
            id = brain_state(b, id)->parent;
        }
        return id;
    }
    while (!state_contains(b, id, f->source) ||
           brain_state(b, id)->kind == WITS_KIND_PARALLEL) {  // checked by validate.c
        id = brain_state(b, id)->parent;
    }
    return id;
}

/// What exits below D: its active child; of a parallel only the region that is entered again.
static uint16_t find_exit(const pass *p, uint16_t domain, uint16_t destination) {
    const state_row *d = brain_state(p->call.brain, domain);
    return d->kind == WITS_KIND_PARALLEL ? state_ancestor(p->call.brain, destination, d->depth + 1u)
                                         : active_child(p, d);
}

static bool target_stays(const pass *p, const firing *f) {
    return !f->reenter && (state_contains(p->call.brain, f->destination, f->source) ||
                           (state_contains(p->call.brain, f->source, f->destination) && pass_is_in(p, f->destination)));
}

uint16_t fire(pass *p, const firing *f) {
    p->source_elapsed = clock_elapsed(p, brain_state(p->call.brain, f->source)->clock);
    trace(p, WITS_TRACE_FIRED, f->source, f->destination, f->row, 0.0f);
    if (f->source == f->destination && !f->reenter) {
        act(p, f->actions, f->kind, f->source, f->action_row);
        return f->source;
    }
    if (target_stays(p, f)) {
        exit_inside(p, f->destination, f->source);
        act(p, f->actions, f->kind, f->source, f->action_row);
        enter_inside_anew(p, f->destination);
        return f->destination;
    }
    bool known = f->domain != WITS_NONE && (f->reenter || !state_contains(p->call.brain, f->source, f->destination));
    uint16_t domain = known ? f->domain : find_domain(p, f);  // an `any` transition may lead into its active child
    uint16_t exits = find_exit(p, domain, f->destination);
    if (exits != WITS_NONE) {
        exit_subtree(p, exits, source_within(p, exits, f->source));
    }
    act(p, f->actions, f->kind, f->source, f->action_row);
    enter_way(p, domain, f->destination, f->restart);
    return brain_state(p->call.brain, domain)->kind == WITS_KIND_PARALLEL ? exits : domain;
}

uint16_t fire_transition(pass *p, const transition_row *t, uint16_t source) {
    uint32_t row = (uint32_t)(t - brain_transition(p->call.brain, 0));
    return fire(p, &(firing){.source = source,
                             .destination = t->to,
                             .domain = t->domain,
                             .reenter = t->reenter,
                             .restart = t->restart,
                             .row = row,
                             .actions = t->actions,
                             .kind = WITS_ACTION_TRANSITION,
                             .action_row = row});
}
