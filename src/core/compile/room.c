// SPDX-License-Identifier: MIT
// A state's memory besides being active: clocks, the fresh bit, a cooldown; for a composite its child.
#include "core/run/pass.h"

uint32_t wits_core_clock_elapsed(const pass *p, uint32_t offset) {
    return offset == 0 ? 0 : p->call.frame->tick - bytes_get32(p->agent + offset);
}

bool wits_core_is_fresh(const pass *p, const state_row *s) {
    return s->fresh != WITS_NONE && (p->agent[p->call.brain->fresh + s->fresh / 8] >> s->fresh % 8 & 1) != 0;
}

uint32_t wits_core_cooldown_left(const pass *p, const state_row *s) {
    if (s->cooldown == 0 || p->agent[s->cooldown_at] == 0) {
        return 0;
    }
    uint32_t since = p->call.frame->tick - bytes_get32(p->agent + s->cooldown_at + 1);
    return since < s->cooldown ? s->cooldown - since : 0;
}

uint32_t wits_core_memory_get(const pass *p, const state_row *composite) {
    return composite->memory == 0 ? 0 : bytes_get(p->agent + composite->memory, memory_width(composite));
}

void wits_core_memory_set(pass *p, const state_row *composite, uint32_t ordinal_plus_1) {
    if (composite->memory != 0) {
        bytes_put(p->agent + composite->memory, memory_width(composite), ordinal_plus_1);
    }
}
