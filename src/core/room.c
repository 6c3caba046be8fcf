// SPDX-License-Identifier: MIT
// What a state remembers beside being active: clocks, private data, the fresh bit; and a composite its child.
#include "core/pass.h"

#include <string.h>

uint32_t clock_elapsed(const pass *p, uint32_t offset) {
    return offset == 0 ? 0 : p->call.frame->tick - bytes_get32(p->agent + offset);
}

static void fresh_set(pass *p, const state_row *s, bool fresh) {
    if (s->fresh == WITS_NONE) {
        return;
    }
    uint8_t *byte = p->agent + p->call.brain->fresh + s->fresh / 8;
    uint8_t bit = (uint8_t)(1u << s->fresh % 8);
    *byte = (uint8_t)(fresh ? *byte | bit : *byte & ~bit);
}

bool is_fresh(const pass *p, const state_row *s) {
    return s->fresh != WITS_NONE && (p->agent[p->call.brain->fresh + s->fresh / 8] >> s->fresh % 8 & 1) != 0;
}

void room_open(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    if (s->clock != 0) {
        bytes_put32(p->agent + s->clock, p->call.frame->tick);
    }
    if (s->scored_clock != 0) {  // section 6: as if it had scored (agent id mod n) ticks ago
        bytes_put32(p->agent + s->scored_clock, p->call.frame->tick - (uint32_t)(p->call.frame->agent % s->every));
    }
    if (s->cooldown != 0) {
        memset(p->agent + s->cooldown_at, 0, COOLDOWN_BYTES);
    }
    if (s->data_initial != 0) {
        memcpy(p->agent + s->data, brain_at(p->call.brain, s->data_initial), s->data_size);
    }
    fresh_set(p, s, p->deciding);
}

void room_close(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    if (s->clock != 0) {
        bytes_put32(p->agent + s->clock, 0);
    }
    if (s->scored_clock != 0) {
        bytes_put32(p->agent + s->scored_clock, 0);
    }
    if (s->data != 0) {
        memset(p->agent + s->data, 0, s->data_size);
    }
    if (s->cooldown != 0) {
        p->agent[s->cooldown_at] = 1;
        bytes_put32(p->agent + s->cooldown_at + 1, p->call.frame->tick);
    }
    fresh_set(p, s, false);
}

uint32_t cooldown_left(const pass *p, const state_row *s) {
    if (s->cooldown == 0 || p->agent[s->cooldown_at] == 0) {
        return 0;
    }
    uint32_t since = p->call.frame->tick - bytes_get32(p->agent + s->cooldown_at + 1);
    return since < s->cooldown ? s->cooldown - since : 0;
}

/// From the start tick to the ticks elapsed, and back: it is the same subtraction.
static void clock_turn(pass *p, uint32_t offset) {
    if (offset != 0) {
        bytes_put32(p->agent + offset, p->call.frame->tick - bytes_get32(p->agent + offset));
    }
}

void room_pause(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    clock_turn(p, s->clock);
    clock_turn(p, s->scored_clock);
    fresh_set(p, s, false);
}

void room_continue(pass *p, uint16_t id) {
    const state_row *s = brain_state(p->call.brain, id);
    clock_turn(p, s->clock);
    clock_turn(p, s->scored_clock);
    fresh_set(p, s, p->deciding);
}

uint32_t memory_get(const pass *p, const state_row *composite) {
    return composite->memory == 0 ? 0 : bytes_get(p->agent + composite->memory, memory_width(composite));
}

void memory_set(pass *p, const state_row *composite, uint32_t ordinal_plus_1) {
    if (composite->memory != 0) {
        bytes_put(p->agent + composite->memory, memory_width(composite), ordinal_plus_1);
    }
}
