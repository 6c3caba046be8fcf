// SPDX-License-Identifier: MIT
// Of each configuration the rules that concern an agent in it, so that they can be run for these agents alone. They are
// the very rules of the masks; those of other states are left out.
#include "crowd/build.h"

/// A choice may lead anywhere inside the utility, and the pass goes on there: all of it, once, as a subroutine.
static void build_whole(build *b, uint16_t id) {
    const state_row *s = brain_state(b->brain, id);
    uint32_t start = b->lanes.count;
    b->about = id;
    emit_choice(b, id);
    for (uint32_t inside = id + 1u; inside < s->end; inside++) {
        if (state_is_composite(brain_state(b->brain, inside))) {
            emit_composite(b, (uint16_t)inside);
        }
    }
    for (uint32_t inside = id + 1u; inside < s->end; inside++) {
        emit_decide_actions(b, (uint16_t)inside);
    }
    emit_op(b, (lanes_op){.kind = LANES_RETURN});
    if (b->wholes != NULL) {
        b->wholes[id] = (uint16_t)start;
    }
}

/// Section 4 from the root inwards to a configuration's state.
static void emit_decision(build *b, uint16_t deepest) {
    for (uint32_t depth = 0; depth < brain_state(b->brain, deepest)->depth; depth++) {
        uint16_t id = state_ancestor(b->brain, deepest, depth);
        emit_guards_of(b, id, state_ancestor(b->brain, deepest, depth + 1));
        if (brain_state(b->brain, id)->kind == WITS_KIND_UTILITY) {
            emit_op(b, (lanes_op){.kind = LANES_CALL, .k = {b->wholes != NULL ? b->wholes[id] : 0u}});
            return;
        }
    }
    if (state_is_composite(brain_state(b->brain, deepest))) {
        emit_empty(b, deepest);
    } else {
        emit_decide_actions(b, deepest);
    }
}

static uint32_t build_decision(build *b, uint32_t slot, uint16_t deepest) {
    uint32_t start = b->lanes.count;
    emit_pass_begin(b);
    if (slot != 0) {
        emit_decision(b, deepest);
    }
    emit_op(b, (lanes_op){.kind = LANES_RETURN});
    return start;
}

static uint32_t build_updates(build *b, uint32_t slot, uint16_t deepest) {
    uint32_t start = b->lanes.count;
    uint32_t levels = slot != 0 ? brain_state(b->brain, deepest)->depth + 1u : 0;
    for (uint32_t i = 0; i < levels; i++) {
        emit_update(b, state_ancestor(b->brain, deepest, b->brain->outer_first ? i : levels - 1 - i));
    }
    emit_op(b, (lanes_op){.kind = LANES_RETURN});
    return start;
}

void build_groups(build *b) {
    const machine_row *top = brain_machine(b->brain, 0);
    for (uint32_t id = 0; id < b->brain->state_count; id++) {
        if (brain_state(b->brain, id)->kind == WITS_KIND_UTILITY) {
            build_whole(b, (uint16_t)id);
        }
    }
    lanes_reserve(&b->lanes);
    for (uint32_t slot = 0; slot <= top->config_count; slot++) {
        uint16_t deepest = slot != 0 ? brain_config_state(b->brain, top, slot - 1) : (uint16_t)WITS_ROOT;
        group_code here = {.decide = build_decision(b, slot, deepest), .update = build_updates(b, slot, deepest)};
        if (b->groups != NULL) {
            b->groups[slot] = here;
        }
    }
}
