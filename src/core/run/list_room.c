// SPDX-License-Identifier: MIT
// The maximum number of actions that one call can list for one agent, and the maximum number of arguments that are
// computed for them: upper bounds, from the inside out.
#include "core/compile/compile.h"

#include <string.h>

/// Bounds of one state, each a number of actions, or of their computed arguments.
typedef struct action_bounds {
    uint32_t exit, enter;                ///< for exiting and entering the state with everything inside
    uint32_t exit_inside, enter_inside;  ///< for everything inside alone; entering may make kept states exit
    uint32_t decide, update;
} action_bounds;

static uint32_t add_counts(uint32_t a, uint32_t b) {
    return a > 0xFFFFFFFFu - b ? 0xFFFFFFFFu : a + b;
}

static uint32_t max(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/// Returns how much one action list adds.
typedef uint32_t count_actions(const wits_brain *brain, const uint32_t *words);

typedef struct bounding {
    const wits_brain *brain;
    count_actions *count;
} bounding;

static uint32_t count_words(const wits_brain *brain, const uint32_t *words) {
    (void)brain;
    return words[0];
}

static uint32_t count_computed(const wits_brain *brain, const uint32_t *words) {
    uint32_t computed = 0;
    for (uint32_t i = 1; i <= words[0]; i++) {
        const call_row *call = brain_call(brain, words[i]);
        computed += call != NULL ? call->computed : 0;
    }
    return computed;
}

static uint32_t action_count(const bounding *c, action_index actions) {
    return actions == 0 ? 0 : c->count(c->brain, brain_actions(c->brain, actions));
}

/// A transition changes only states inside the innermost state around both its ends. If these are in two regions, it
/// changes only states inside the innermost fsm or utility around the regions.
static uint32_t move_bound(const bounding *c, const action_bounds *of, uint32_t source, uint32_t destination) {
    bool nested = state_contains(c->brain, source, destination) || state_contains(c->brain, destination, source);
    uint32_t around = source;
    do {  // at most WITS_MAX_DEPTH times
        around = brain_state(c->brain, around)->parent;
    } while (around == destination || !state_contains(c->brain, around, destination) ||
             (!nested && brain_state(c->brain, around)->kind == WITS_KIND_PARALLEL));
    return add_counts(of[around].exit_inside, of[around].enter_inside);
}

/// The source of an `any` transition is a child of its composite: any child gives the bound, so the first is used. Even
/// if the transition leads into that child, the composite is around it.
static uint32_t bound_source(const bounding *c, const transition_row *t) {
    return t->any ? brain_child(c->brain, brain_state(c->brain, t->from), 0) : t->from;
}

static uint32_t guards_bound(const bounding *c, const action_bounds *of, uint32_t first, uint32_t count) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        const transition_row *t = brain_transition(c->brain, brain_guard(c->brain, first + i)->row);
        uint32_t moved = move_bound(c, of, bound_source(c, t), t->to);
        most = max(most, add_counts(action_count(c, t->actions), moved));
    }
    return most;
}

static uint32_t steps_bound(const bounding *c, const action_bounds *of, const state_row *s) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < s->step_count; i++) {
        const step_row *st = brain_step(c->brain, s->first_step + i);
        uint32_t moved = st->to == 0 ? 0 : move_bound(c, of, st->of, st->to);
        most = max(most, add_counts(action_count(c, st->actions), moved));
    }
    return most;
}

/// Bounds of exits and entries of all states, which the bounds of transitions need.
static void bound_moves(const bounding *c, action_bounds *of, uint32_t id) {
    const state_row *s = brain_state(c->brain, id);
    action_bounds *b = &of[id];
    b->exit = add_counts(action_count(c, s->exit), b->exit_inside);
    b->enter_inside = add_counts(b->enter_inside, s->leave == WITS_LEAVE_SUSPEND ? b->exit_inside : 0);
    b->enter = add_counts(action_count(c, s->enter), b->enter_inside);
    if (s->parent == WITS_NONE) {
        return;
    }
    action_bounds *around = &of[s->parent];
    if (brain_state(c->brain, s->parent)->kind == WITS_KIND_PARALLEL) {
        around->exit_inside = add_counts(around->exit_inside, b->exit);
        around->enter_inside = add_counts(around->enter_inside, b->enter);
    } else {
        around->exit_inside = max(around->exit_inside, b->exit);
        around->enter_inside = max(around->enter_inside, b->enter);
    }
}

/// An option of a utility stays, and its target becomes another.
static uint32_t retargets_bound(const bounding *c, const state_row *composite) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < composite->child_count; i++) {
        most = max(most, action_count(c, brain_state(c->brain, brain_child(c->brain, composite, i))->retarget));
    }
    return most;
}

static void bound_passes(const bounding *c, action_bounds *of, uint32_t id) {
    const state_row *s = brain_state(c->brain, id);
    action_bounds *b = &of[id];
    if (s->kind == WITS_KIND_LEAF) {
        b->decide = action_count(c, s->decide);
        b->update = steps_bound(c, of, s);
    } else if (s->kind != WITS_KIND_PARALLEL) {
        uint32_t switched = s->kind == WITS_KIND_UTILITY ? add_counts(b->exit_inside, b->enter_inside) : 0;
        switched = max(switched, retargets_bound(c, s));
        b->decide = max(add_counts(switched, b->decide), b->enter_inside);
        b->decide = max(b->decide, guards_bound(c, of, s->first_any, s->any_count));
    }
    b->update = add_counts(b->update, action_count(c, s->update));
    if (s->parent == WITS_NONE) {
        return;
    }
    action_bounds *around = &of[s->parent];
    uint32_t decide = max(b->decide, guards_bound(c, of, s->first_own, s->own_count));
    bool adds = brain_state(c->brain, s->parent)->kind == WITS_KIND_PARALLEL;
    around->decide = adds ? add_counts(around->decide, decide) : max(around->decide, decide);
    around->update = adds ? add_counts(around->update, b->update) : max(around->update, b->update);
}

static void bound_verbs(brain_compiler *compiler, count_actions *count, uint32_t room[6]) {
    wits_brain *b = compiler->brain;
    const bounding c = {b, count};
    size_t before = compiler->used;
    uint32_t scratch = wits_core_block_append(compiler, b->state_count, sizeof(action_bounds));
    action_bounds *of = wits_core_block_at(compiler, scratch);
    for (uint32_t id = b->state_count; id-- > 0;) {  // inner states have the higher numbers
        bound_moves(&c, of, id);
    }
    for (uint32_t id = b->state_count; id-- > 0;) {
        bound_passes(&c, of, id);
    }
    uint32_t moved = add_counts(of[WITS_ROOT].exit_inside, of[WITS_ROOT].enter_inside);
    room[WITS_VERB_START] = of[WITS_ROOT].enter;
    room[WITS_VERB_STOP] = of[WITS_ROOT].exit;
    room[WITS_VERB_GOTO] = max(of[WITS_ROOT].enter, moved);
    room[WITS_VERB_DECIDE] = of[WITS_ROOT].decide;
    room[WITS_VERB_UPDATE] = of[WITS_ROOT].update;
    room[WITS_VERB_TICK] = add_counts(of[WITS_ROOT].decide, of[WITS_ROOT].update);
    memset(of, 0, b->state_count * sizeof(action_bounds));
    compiler->used = before;  // releases the scratch memory
}

void wits_core_compile_list_room(brain_compiler *c) {
    bound_verbs(c, count_words, c->brain->list_room);
    bound_verbs(c, count_computed, c->brain->argument_room);
}
