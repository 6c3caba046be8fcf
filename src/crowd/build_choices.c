// SPDX-License-Identifier: MIT
// When options are chosen, and what follows of it, for the agents of a mask. Section 6.
#include "crowd/build.h"

#include <string.h>

enum { MAX_LOOKUP = 14 };  ///< slots that a table of 16 tells apart

/// The ordinal of the active option of each agent, in a new column; NO_OPTION where there is none.
static lanes_column emit_current(build *b, uint16_t id) {
    const state_row *s = brain_state(b->brain, id);
    lanes_column out = lanes_new_byte(&b->lanes);
    if (brain_machine(b->brain, 0)->config_count <= MAX_LOOKUP) {
        uint8_t ordinals[16];
        memset(ordinals, NO_OPTION, sizeof ordinals);
        for (uint32_t i = 0; i < s->child_count; i++) {
            uint16_t option = brain_child(b->brain, s, i);
            for (uint32_t inside = option; inside < brain_state(b->brain, option)->end; inside++) {
                uint32_t config = brain_state(b->brain, inside)->config;
                if (config != WITS_NONE) {
                    ordinals[config + 1] = (uint8_t)i;
                }
            }
        }
        emit_op(b,
                (lanes_op){
                    .kind = LANES_LOOKUP8, .out = out, .a = b->columns.pass, .k = {lanes_table(&b->lanes, ordinals)}});
        return out;
    }
    lanes_column mask = lanes_new_byte(&b->lanes);
    emit_op(b, (lanes_op){.kind = LANES_OR8, .out = out, .a = b->columns.pass, .k = {NO_OPTION}});
    for (uint32_t i = 0; i < s->child_count; i++) {
        emit_in(b, mask, b->columns.pass, brain_child(b->brain, s, i), 0);
        emit_op(b, (lanes_op){.kind = LANES_PUT8_CONSTANT, .out = out, .c = mask, .k = {i}});
    }
    lanes_free(&b->lanes, mask);
    return out;
}

void emit_first_choice(build *b, uint16_t id, lanes_column mask) {
    const state_row *s = brain_state(b->brain, id);
    uint32_t cost = b->lanes.cost;
    b->about = id;
    lanes_column best = emit_winners(b, id, mask, 0);
    lanes_column chosen = lanes_new_byte(&b->lanes);
    for (uint32_t i = 0; i < s->child_count; i++) {
        uint16_t option = brain_child(b->brain, s, i);
        emit_op(b, lanes_range(chosen, best, i, i, mask));
        if (i == 0) {  // without candidates the first
            lanes_column none = lanes_new_byte(&b->lanes);
            emit_op(b, lanes_range(none, best, NO_OPTION, NO_OPTION, mask));
            emit_op(b, (lanes_op){.kind = LANES_OR8, .out = chosen, .a = chosen, .b = none});
            lanes_free(&b->lanes, none);
        }
        uint32_t skip = lanes_skip(&b->lanes, chosen);
        emit_enter_state(b, option, chosen);
        emit_enter_inside(b, option, chosen, false);
        lanes_land(&b->lanes, skip);
    }
    lanes_free(&b->lanes, best);
    lanes_free(&b->lanes, chosen);
    b->lanes.cost = cost;  // it is for those who enter, whichever way they go
}

/// mask &= the active option's `hold` is over, and `every` has come round, which is noted.
static void emit_time(build *b, uint16_t id, lanes_column mask) {
    const state_row *s = brain_state(b->brain, id);
    lanes_column held = lanes_new_byte(&b->lanes);
    for (uint32_t i = 0; i < s->child_count; i++) {
        uint16_t option = brain_child(b->brain, s, i);
        const state_row *o = brain_state(b->brain, option);
        if (o->hold == 0) {
            continue;
        }
        emit_in(b, held, b->columns.pass, option, 0);
        emit_op(b, (lanes_op){.kind = LANES_AFTER32,
                              .out = held,
                              .a = agent_number(b, o->clock, 4),
                              .b = held,
                              .flags = LANES_INVERTED,
                              .k = {o->hold}});
        emit_op(b, (lanes_op){.kind = LANES_AND_NOT8, .out = mask, .a = mask, .b = held});
    }
    if (s->scored_clock != 0) {
        lanes_column scored = agent_number(b, s->scored_clock, 4);
        emit_op(b, (lanes_op){.kind = LANES_AFTER32, .out = mask, .a = scored, .b = mask, .k = {s->every}});
        emit_op(b, (lanes_op){.kind = LANES_PUT_TICK, .out = scored, .c = mask});
    }
    lanes_free(&b->lanes, held);
}

/// Whether the pass has anything to do inside the options.
static bool goes_on_inside(const build *b, uint16_t id) {
    bool goes_on = false;
    for (uint32_t inside = id + 1u; inside < brain_state(b->brain, id)->end; inside++) {
        const state_row *s = brain_state(b->brain, inside);
        goes_on |= s->kind != WITS_KIND_LEAF || s->decide != 0;
    }
    return goes_on;
}

void emit_choice(build *b, uint16_t id) {
    const state_row *s = brain_state(b->brain, id);
    uint32_t cost = b->lanes.cost;
    lanes_column mask = lanes_new_byte(&b->lanes);
    bool goes_on = goes_on_inside(b, id);
    emit_in(b, mask, b->columns.pass, id, 0);
    if (s->config != WITS_NONE) {  // empty ones have had their turn
        uint32_t slot = s->config + 1u;
        lanes_op filled = lanes_range(mask, b->columns.pass, slot, slot, mask);
        filled.flags = LANES_INVERTED;
        emit_op(b, filled);
    }
    emit_time(b, id, mask);
    uint32_t skip = lanes_skip(&b->lanes, mask);
    lanes_column current = emit_current(b, id);
    lanes_column best = emit_winners(b, id, mask, current);
    lanes_column chosen = lanes_new_byte(&b->lanes);
    lanes_column changes = lanes_new_byte(&b->lanes);
    emit_op(b, (lanes_op){.kind = LANES_EQUAL8, .out = changes, .a = best, .b = current, .flags = LANES_INVERTED});
    emit_op(b, (lanes_op){.kind = LANES_AND8, .out = changes, .a = changes, .b = mask});
    for (uint32_t i = 0; i < s->child_count; i++) {
        uint16_t option = brain_child(b->brain, s, i);
        emit_op(b, lanes_range(chosen, best, i, i, changes));
        uint32_t none = lanes_skip(&b->lanes, chosen);
        emit_switch(b, id, option, chosen);
        if (goes_on) {
            emit_op(b, (lanes_op){.kind = LANES_PUT8, .out = b->columns.pass, .a = b->columns.slot, .c = chosen});
        }
        lanes_land(&b->lanes, none);
    }
    lanes_land(&b->lanes, skip);
    lanes_free(&b->lanes, changes);
    lanes_free(&b->lanes, current);
    lanes_free(&b->lanes, best);
    lanes_free(&b->lanes, chosen);
    lanes_free(&b->lanes, mask);
    b->lanes.cost = id == WITS_ROOT ? cost : b->lanes.cost;  // the root's is for all agents, whichever way they go
}
