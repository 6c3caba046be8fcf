// SPDX-License-Identifier: MIT
// Reports what an agent lost in the conversion to another version of its brain.
#include "vm/convert.h"

#include <string.h>

static const struct {
    const char *name;
    const char *text;
} losses[] = {
#define LOSS_ROW(name, text) {#name, text},
    WITS_LOSS_LIST(LOSS_ROW)
#undef LOSS_ROW
};

static void tell(wits_conversion *lost, wits_loss_kind kind, uint32_t row) {
    if (lost->count < lost->capacity) {
        lost->losses[lost->count] = (wits_loss){kind, row};
    }
    lost->count++;
}

static void tell_events(const conversion *c, wits_conversion *lost) {
    const wits_brain *from = c->from.call.brain;
    for (uint32_t event = 0; event < from->event_count; event++) {
        if (wits_is_pending(from, c->from.agent, event) &&
            wits_find_event(c->to.call.brain, wits_event_name(from, event)) == WITS_NONE) {
            tell(lost, WITS_LOSS_EVENT, event);
        }
    }
}

/// Returns whether a state mattered to the old agent. An expired cooldown does not count.
static bool matters(const conversion *c, uint16_t old) {
    const pass *p = &c->from;
    const state_row *o = brain_state(p->call.brain, old);
    bool is_last_child =
        o->parent != WITS_NONE && wits_core_memory_get(p, brain_state(p->call.brain, o->parent)) == o->ordinal + 1u;
    return is_last_child || wits_vm_is_remembered(p, old) || wits_vm_has_kept_inside(p, old) ||
           wits_core_memory_get(p, o) != 0 || wits_core_cooldown_left(p, o) != 0;
}

/// Reports losses of a state that is in both brains.
static void tell_state(const conversion *c, uint16_t old, uint16_t id, wits_conversion *lost) {
    const state_row *o = brain_state(c->from.call.brain, old);
    const state_row *s = brain_state(c->to.call.brain, id);
    bool goes_on = wits_vm_is_remembered(&c->from, old) && wits_vm_is_remembered(&c->to, id);
    bool was_parallel = o->kind == WITS_KIND_PARALLEL;
    bool is_choosing = s->kind != WITS_KIND_LEAF && s->kind != WITS_KIND_PARALLEL;
    if (goes_on && was_parallel && is_choosing) {
        tell(lost, WITS_LOSS_KIND, old);
    }
    if (wits_vm_has_kept_inside(&c->from, old) && s->kind != WITS_KIND_LEAF &&
        (s->leave != WITS_LEAVE_SUSPEND || (was_parallel && is_choosing))) {
        tell(lost, WITS_LOSS_KEPT, old);
    }
    if (wits_core_memory_get(&c->from, o) != 0 && s->kind != WITS_KIND_LEAF && s->memory == 0) {
        tell(lost, WITS_LOSS_MEMORY, old);
    }
    if (goes_on && o->clock == 0 && s->clock != 0) {
        tell(lost, WITS_LOSS_CLOCK, old);
    }
    if (goes_on && o->data_size != 0 && s->data_size != o->data_size) {
        tell(lost, WITS_LOSS_DATA, old);
    }
    if (wits_core_cooldown_left(&c->from, o) != 0 && s->cooldown == 0) {
        tell(lost, WITS_LOSS_COOLDOWN, old);
    }
}

void wits_vm_tell_losses(const conversion *c, wits_conversion *lost) {
    const wits_brain *from = c->from.call.brain;
    tell_events(c, lost);
    if (wits_core_machine_deepest(&c->from, 0) == WITS_NONE) {
        return;
    }
    for (uint32_t old = 0; old < from->state_count; old++) {
        if (!matters(c, (uint16_t)old)) {
            continue;
        }
        uint16_t gone;
        uint16_t id = wits_vm_same_state(from, (uint16_t)old, c->to.call.brain, &gone);
        if (id != WITS_NONE) {
            tell_state(c, (uint16_t)old, id, lost);
        } else {
            tell(lost, WITS_LOSS_STATE, gone);
            old = brain_state(from, gone)->end - 1u;  // with everything in it
        }
    }
}

const char *wits_loss_name(wits_loss_kind kind) {
    return (uint32_t)kind < WITS_LOSS_COUNT ? losses[kind].name : "";
}

/// Appends to a text of `length` bytes, and returns the full length.
static size_t append(char *text, size_t size, size_t length, const char *more) {
    for (; *more != '\0'; more++, length++) {
        if (length + 1 < size) {
            text[length] = *more;
        }
    }
    if (size > 0) {
        text[length < size ? length : size - 1] = '\0';
    }
    return length;
}

size_t wits_loss_text(const wits_brain *from, const wits_loss *loss, char *text, size_t size) {
    size_t length = 0;
    if (loss->kind == WITS_LOSS_EVENT) {
        length = append(text, size, 0, wits_event_name(from, loss->row));
    } else if (loss->row == WITS_ROOT) {
        length = append(text, size, 0, wits_state_name(from, WITS_ROOT));
    } else {
        length = wits_state_path(from, (wits_state_id)loss->row, text, size);
    }
    length = append(text, size, length, ": ");
    return append(text, size, length, (uint32_t)loss->kind < WITS_LOSS_COUNT ? losses[loss->kind].text : "");
}
