// SPDX-License-Identifier: MIT
// What fires, exits and enters, for the agents of a mask. Section 5.
#include "crowd/build.h"

// --------------------------------------------------------------------------------------------------------------- exits

static bool is_remembered(const build *b, uint16_t id, uint16_t top) {
    return id != top && brain_state(b->brain, brain_state(b->brain, id)->parent)->leave == WITS_LEAVE_RESUME;
}

static bool exits_with_work(const build *b, uint16_t id, uint16_t top) {
    const state_row *s = brain_state(b->brain, id);
    return s->exit != 0 || s->clock != 0 || s->scored_clock != 0 || s->cooldown != 0 || is_remembered(b, id, top);
}

static void emit_close(build *b, uint32_t clock, lanes_column mask) {
    if (clock != 0) {
        emit_op(b, (lanes_op){.kind = LANES_PUT32_CONSTANT, .out = agent_number(b, clock, 4), .c = mask});
    }
}

/// Whether the option has been left, and when.
static void put_cooldown(build *b, const state_row *s, lanes_column mask, bool was_left) {
    lanes_column flag = agent_number(b, s->cooldown_at, 1);
    lanes_column clock = agent_number(b, s->cooldown_at + 1, 4);
    emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = flag, .c = mask, .k = {was_left}});
    emit_op(b, (lanes_op){.kind = was_left ? LANES_PUT_TICK : LANES_PUT32_CONSTANT, .out = clock, .c = mask});
}

static void emit_exit(build *b, uint16_t id, uint16_t top) {
    const state_row *s = brain_state(b->brain, id);
    lanes_column mask = lanes_new_byte(&b->lanes);
    b->about = id;
    emit_in(b, mask, b->columns.slot, id, b->exit_mask);
    uint32_t skip = lanes_skip(&b->lanes, mask);
    lanes_column elapsed = actions_use_elapsed(b, s->exit) ? emit_elapsed(b, s->clock) : 0;
    emit_actions(b, s->exit, WITS_ACTION_EXIT, id, mask, elapsed, false);
    lanes_free(&b->lanes, elapsed);
    emit_close(b, s->clock, mask);
    emit_close(b, s->scored_clock, mask);
    if (s->cooldown != 0) {
        put_cooldown(b, s, mask, true);
    }
    if (is_remembered(b, id, top)) {
        lanes_column memory = memory_column(b, brain_state(b->brain, s->parent));
        emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = memory, .c = mask, .k = {s->ordinal + 1u}});
    }
    lanes_land(&b->lanes, skip);
    lanes_free(&b->lanes, mask);
}

/// Everything active from `top` inwards, innermost first: that is tree order reversed.
static void build_exit(build *b, uint16_t top) {
    uint32_t start = b->lanes.count;
    for (uint32_t id = brain_state(b->brain, top)->end; id-- > top;) {
        if (exits_with_work(b, (uint16_t)id, top)) {
            emit_exit(b, (uint16_t)id, top);
        }
    }
    if (b->lanes.count != start) {
        b->exits[top] = (uint16_t)start;
        emit_op(b, (lanes_op){.kind = LANES_RETURN});
    }
}

void build_exits(build *b) {
    for (uint32_t id = 1; id < b->brain->state_count; id++) {
        build_exit(b, (uint16_t)id);
    }
    lanes_reserve(&b->lanes);
}

/// The active child of `domain` with all inside: the one named, or whichever it is (WITS_NONE).
static void emit_exits(build *b, uint16_t domain, uint16_t top, lanes_column mask) {
    const state_row *d = brain_state(b->brain, domain);
    bool copied = false;
    for (uint32_t i = 0; i < d->child_count; i++) {
        uint16_t child = brain_child(b->brain, d, i);
        if (b->exits[child] == 0 || (top != WITS_NONE && child != top)) {
            continue;
        }
        if (!copied) {
            emit_op(b, (lanes_op){.kind = LANES_COPY8, .out = b->exit_mask, .a = mask});
            copied = true;
        }
        emit_op(b, (lanes_op){.kind = LANES_CALL, .k = {b->exits[child]}});
    }
}

// ------------------------------------------------------------------------------------------------------------- entries

static void emit_forget(build *b, const state_row *composite, lanes_column mask) {
    if (composite->memory != 0) {
        emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = memory_column(b, composite), .c = mask});
    }
}

void emit_enter_state(build *b, uint16_t id, lanes_column mask) {
    const state_row *s = brain_state(b->brain, id);
    b->about = id;
    emit_forget(b, brain_state(b->brain, s->parent), mask);
    if (s->clock != 0) {
        emit_op(b, (lanes_op){.kind = LANES_PUT_TICK, .out = agent_number(b, s->clock, 4), .c = mask});
    }
    if (s->scored_clock != 0) {
        b->needs_ids = true;
        emit_op(
            b, (lanes_op){
                   .kind = LANES_SPREAD_CLOCK, .out = agent_number(b, s->scored_clock, 4), .c = mask, .k = {s->every}});
    }
    if (s->cooldown != 0) {
        put_cooldown(b, s, mask, false);
    }
    emit_actions(b, s->enter, WITS_ACTION_ENTER, id, mask, 0, false);
}

static void emit_slot(build *b, uint16_t id, lanes_column mask) {
    uint32_t slot = brain_state(b->brain, id)->config + 1u;
    emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = b->columns.slot, .c = mask, .k = {slot}});
}

static lanes_column entry_mask(build *b, uint16_t id) {
    lanes_column *column = &b->entry_masks[brain_state(b->brain, id)->depth];
    if (*column == 0) {
        *column = lanes_new_byte(&b->lanes);
    }
    return *column;
}

static void emit_call(build *b, uint16_t id, uint16_t routine, lanes_column mask) {
    emit_op(b, (lanes_op){.kind = LANES_COPY8, .out = entry_mask(b, id), .a = mask});
    emit_op(b, (lanes_op){.kind = LANES_CALL, .k = {routine}});
}

/// What becomes active in a composite that is not empty for long: as remembered (by a subroutine), the initial child,
/// or the best option (by a subroutine).
static uint16_t emit_first_child(build *b, uint16_t id, lanes_column mask, bool anew) {
    const state_row *s = brain_state(b->brain, id);
    if (s->memory != 0 && !anew) {
        emit_call(b, id, b->insides[id], mask);
        return WITS_NONE;
    }
    if (s->initial == 0) {
        emit_call(b, id, b->choices[id], mask);
        return WITS_NONE;
    }
    emit_enter_state(b, s->initial, mask);
    return s->initial;
}

void emit_enter_inside(build *b, uint16_t id, lanes_column mask, bool anew) {
    if (anew) {
        emit_forget(b, brain_state(b->brain, id), mask);
    }
    while (id != WITS_NONE) {  // at most WITS_MAX_DEPTH times
        const state_row *s = brain_state(b->brain, id);
        if (s->kind == WITS_KIND_LEAF || s->activation == WITS_ACTIVATION_ON_DECIDE) {
            emit_slot(b, id, mask);
            return;
        }
        id = emit_first_child(b, id, mask, anew);
        anew = false;
    }
}

void emit_enter_empty(build *b, uint16_t id, lanes_column mask) {
    uint16_t child = emit_first_child(b, id, mask, false);
    if (child != WITS_NONE) {
        emit_enter_inside(b, child, mask, false);
    }
}

/// The best option, or the initial child, of a composite that remembers nothing.
static void build_choice(build *b, uint16_t id) {
    b->choices[id] = (uint16_t)b->lanes.count;
    emit_first_choice(b, id, entry_mask(b, id));
    emit_op(b, (lanes_op){.kind = LANES_RETURN});
}

/// Each child for those agents that remember it.
static void build_inside(build *b, uint16_t id) {
    const state_row *s = brain_state(b->brain, id);
    lanes_column mask = lanes_new_byte(&b->lanes);
    lanes_column others = lanes_new_byte(&b->lanes);
    b->insides[id] = (uint16_t)b->lanes.count;
    emit_op(b, lanes_range(others, memory_column(b, s), 0, 0, entry_mask(b, id)));
    for (uint32_t i = 0; i < s->child_count; i++) {
        emit_op(b, lanes_range(mask, memory_column(b, s), i + 1, i + 1, entry_mask(b, id)));
        uint32_t skip = lanes_skip(&b->lanes, mask);
        emit_enter_state(b, brain_child(b->brain, s, i), mask);
        emit_enter_inside(b, brain_child(b->brain, s, i), mask, false);
        lanes_land(&b->lanes, skip);
    }
    uint32_t skip = lanes_skip(&b->lanes, others);
    uint16_t first = emit_first_child(b, id, others, true);
    if (first != WITS_NONE) {
        emit_enter_inside(b, first, others, false);
    }
    lanes_land(&b->lanes, skip);
    emit_op(b, (lanes_op){.kind = LANES_RETURN});
    lanes_free(&b->lanes, mask);
    lanes_free(&b->lanes, others);
}

static void build_entry(build *b, uint16_t id) {
    const state_row *s = brain_state(b->brain, id);
    b->about = id;
    if (s->child_count > 254) {
        build_fail(b, "a composite has more than 254 children");
        return;
    }
    if (s->kind == WITS_KIND_UTILITY && s->initial == 0) {
        build_choice(b, id);
    }
    if (s->memory != 0) {
        build_inside(b, id);
    }
}

/// Inner ones first: the outer ones call them, and must not use their temporaries.
void build_insides(build *b) {
    for (uint32_t depth = WITS_MAX_LEVELS; depth-- > 0;) {
        for (uint32_t id = 0; id < b->brain->state_count; id++) {
            const state_row *s = brain_state(b->brain, id);
            if (s->depth == depth && state_is_composite(s)) {
                build_entry(b, (uint16_t)id);
            }
        }
        lanes_reserve(&b->lanes);
    }
}

// -------------------------------------------------------------------------------------------------------------- firing

/// A transition as it fires.
typedef struct move {
    uint16_t domain;  ///< D
    uint16_t top;     ///< what exits: a child of D, or whichever is active (WITS_NONE)
    uint16_t destination;
    bool restart;
    action_index actions;
    uint32_t row;
    lanes_column elapsed;  ///< of the source
} move;

static void emit_transition_actions(build *b, const move *m, lanes_column mask) {
    emit_actions(b, m->actions, WITS_ACTION_TRANSITION, m->row, mask, m->elapsed, false);
}

static void emit_move(build *b, const move *m, lanes_column mask) {
    emit_exits(b, m->domain, m->top, mask);
    emit_transition_actions(b, m, mask);
    uint32_t depth = brain_state(b->brain, m->destination)->depth;
    for (uint32_t d = brain_state(b->brain, m->domain)->depth + 1u; d <= depth; d++) {
        emit_enter_state(b, state_ancestor(b->brain, m->destination, d), mask);
    }
    emit_enter_inside(b, m->destination, mask, m->restart);
}

/// The destination stays active, its inside is entered anew.
static void emit_stay(build *b, const move *m, uint16_t top, lanes_column mask) {
    emit_exits(b, m->destination, top, mask);
    emit_transition_actions(b, m, mask);
    if (brain_state(b->brain, m->destination)->kind != WITS_KIND_LEAF) {
        emit_enter_inside(b, m->destination, mask, true);
    }
}

/// The destination lies inside `source`: D is the innermost active state around it, and differs from agent to agent.
static void emit_inwards(build *b, const move *m, uint16_t source, lanes_column mask, bool may_stay) {
    lanes_column part = lanes_new_byte(&b->lanes);
    uint32_t depth = brain_state(b->brain, m->destination)->depth;
    if (may_stay) {
        emit_in(b, part, b->columns.slot, m->destination, mask);
        uint32_t skip = lanes_skip(&b->lanes, part);
        emit_stay(b, m, WITS_NONE, part);
        lanes_land(&b->lanes, skip);
    }
    for (uint32_t d = depth; d-- > brain_state(b->brain, source)->depth;) {
        move from = *m;
        from.domain = state_ancestor(b->brain, m->destination, d);
        from.top = WITS_NONE;
        emit_in(b, part, b->columns.slot, from.domain, mask);
        emit_not_in(b, part, b->columns.slot, state_ancestor(b->brain, m->destination, d + 1), part);
        uint32_t skip = lanes_skip(&b->lanes, part);
        emit_move(b, &from, part);
        lanes_land(&b->lanes, skip);
    }
    lanes_free(&b->lanes, part);
}

static uint16_t parent_of(const build *b, uint16_t id) {
    return brain_state(b->brain, id)->parent;
}

/// The child of `domain` that is, or is around, `id`; WITS_NONE if `id` is the domain itself or around it.
static uint16_t child_towards(const build *b, uint16_t domain, uint16_t id) {
    if (!state_contains(b->brain, domain, id) || id == domain) {
        return WITS_NONE;
    }
    return state_ancestor(b->brain, id, brain_state(b->brain, domain)->depth + 1u);
}

static void emit_own(build *b, const transition_row *t, move m, lanes_column mask) {
    bool around = state_contains(b->brain, t->to, t->from);
    bool inside = state_contains(b->brain, t->from, t->to);
    if (t->reenter && (around || inside)) {
        m.domain = parent_of(b, around ? t->to : t->from);
        m.top = child_towards(b, m.domain, t->from);
        emit_move(b, &m, mask);
    } else if (t->from == t->to) {
        emit_transition_actions(b, &m, mask);
    } else if (around) {
        emit_stay(b, &m, child_towards(b, t->to, t->from), mask);
    } else if (inside) {
        emit_inwards(b, &m, t->from, mask, true);
    } else {
        m.domain = t->domain;
        m.top = child_towards(b, t->domain, t->from);
        emit_move(b, &m, mask);
    }
}

/// The source is whichever child of t->from is active.
static void emit_any(build *b, const transition_row *t, move m, lanes_column mask) {
    if (state_contains(b->brain, t->to, t->from)) {  // with `reenter`
        m.domain = parent_of(b, t->to);
        m.top = t->to;
        emit_move(b, &m, mask);
        return;
    }
    uint16_t child = child_towards(b, t->from, t->to);
    m.domain = t->domain;
    m.top = child_towards(b, t->domain, t->from);
    if (child == WITS_NONE || child == t->to || t->reenter) {
        emit_move(b, &m, mask);
        return;
    }
    lanes_column part = lanes_new_byte(&b->lanes);
    lanes_column within = lanes_new_byte(&b->lanes);
    emit_in(b, within, b->columns.slot, child, mask);
    emit_not_in(b, part, b->columns.slot, child, mask);
    uint32_t skip = lanes_skip(&b->lanes, part);
    emit_move(b, &m, part);
    lanes_land(&b->lanes, skip);
    emit_inwards(b, &m, child, within, false);
    lanes_free(&b->lanes, part);
    lanes_free(&b->lanes, within);
}

void emit_fire(build *b, const guard *g, lanes_column mask) {
    const transition_row *t = brain_transition(b->brain, g->row);
    move m = {.destination = t->to,
              .restart = t->restart,
              .actions = t->actions,
              .row = g->row,
              .elapsed = actions_use_elapsed(b, t->actions) ? emit_elapsed(b, source_clock(b, t)) : 0};
    if (t->any) {
        emit_any(b, t, m, mask);
    } else {
        emit_own(b, t, m, mask);
    }
    lanes_free(&b->lanes, m.elapsed);
}

void emit_switch(build *b, uint16_t composite, uint16_t option, lanes_column mask) {
    move m = {.domain = composite, .top = WITS_NONE, .destination = option};
    emit_move(b, &m, mask);
}
