// SPDX-License-Identifier: MIT
// The naive model: an agent in another version of its brain (section 13).
#include <string.h>

#include "model_internal.h"

typedef struct versions {
    const model *old;
    model *m;
} versions;

/// The child of that name, or WITS_NONE.
static wits_state_id child_called(const model *m, wits_state_id composite, const char *name) {
    wits_state_id child = model_first(m, composite);
    while (child != WITS_NONE && strcmp(m->desc->states[child].name, name) != 0) {
        child = model_next(m, child);
    }
    return child;
}

/// "The same state is the one with the same path."
static wits_state_id state_in(const model *m, const model *other, wits_state_id state) {
    if (state == WITS_ROOT) {
        return WITS_ROOT;
    }
    wits_state_id around = state_in(m, other, m->desc->states[state].parent);
    return around == WITS_NONE ? around : child_called(other, around, m->desc->states[state].name);
}

static bool is_parallel(const model *m, wits_state_id state) {
    return m->states[state].kind == WITS_KIND_PARALLEL;
}

/// The child that was active (or kept) with the composite, as a state of the new brain.
static wits_state_id child_that_stays(const versions *v, wits_state_id state, wits_state_id old) {
    wits_state_id child =
        v->old->states[old].status == MODEL_INACTIVE ? v->old->states[old].memory_child : v->old->states[old].child;
    return child == WITS_NONE ? child : child_called(v->m, state, v->old->desc->states[child].name);
}

// ------------------------------------------------------------------------------------------------------------ states

/// "An agent that is carried to another version of its brain keeps a target where the option's kind has the same name."
static bool has_same_kind(const wits_state_desc *now, const wits_state_desc *was) {
    return now->target != NULL && was->target != NULL && strcmp(now->target, was->target) == 0;
}

/// "It keeps its elapsed ticks, its private data if they have the same size, and whether an update leaves it out."
static void copy_state(versions *v, wits_state_id state, wits_state_id old) {
    model_state *s = &v->m->states[state];
    const model_state *o = &v->old->states[old];
    const wits_state_desc *now = &v->m->desc->states[state];
    const wits_state_desc *was = &v->old->desc->states[old];
    uint32_t tick = v->m->frame->tick;
    model_activate(v->m, state, true);
    if (s->has_clock && o->has_clock) {
        s->started = o->status == MODEL_KEPT ? tick - o->frozen : o->started;
    }
    if (now->every > 0 && was->every > 0) {
        s->scored = o->status == MODEL_KEPT ? tick - o->scored_frozen : o->scored;
    }
    if (now->cooldown > 0 && was->cooldown > 0) {
        s->has_exited = o->has_exited;
        s->exited = o->exited;
    }
    if (now->data_size == was->data_size) {
        memcpy(s->data, o->data, now->data_size);
    }
    if (has_same_kind(now, was)) {
        s->target = o->target;
    }
    s->fresh = v->old->desc->update_skip_entered && o->fresh;
}

static void convert_state(versions *v, wits_state_id state, wits_state_id old) {
    model_state *s = &v->m->states[state];
    copy_state(v, state, old);
    if (s->kind == WITS_KIND_PARALLEL) {
        for (wits_state_id region = model_first(v->m, state); region != WITS_NONE; region = model_next(v->m, region)) {
            wits_state_id was = child_called(v->old, old, v->m->desc->states[region].name);
            if (was != WITS_NONE && v->old->states[was].status == v->old->states[old].status) {
                convert_state(v, region, was);
            } else {
                model_enter_state(v->m, region, false);
            }
        }
    } else if (s->kind != WITS_KIND_LEAF) {
        wits_state_id child = child_that_stays(v, state, old);
        if (child != WITS_NONE) {
            s->child = child;
            convert_state(v, child, child_called(v->old, old, v->m->desc->states[child].name));
        } else if (model_activation(v->m, state) != WITS_ACTIVATION_ON_DECIDE) {
            model_enter_child(v->m, state, false);
        }
    }
}

/// "Scores and rules that are evaluated inside see the states around it as active, and no target of an option around
/// it": makes them so, or inactive again.
static void pretend_around(const versions *v, wits_state_id state, bool is_active) {
    for (wits_state_id at = state; at != WITS_NONE; at = v->m->desc->states[at].parent) {
        v->m->states[at].status = is_active ? MODEL_ACTIVE : MODEL_INACTIVE;
        v->m->states[at].target = is_active ? WITS_NO_TARGET : 0;
        if (at == WITS_ROOT) {
            return;
        }
    }
}

/// The regions that a parallel has kept continue, and new ones are entered. Returns false if none is left.
static bool convert_kept_regions(versions *v, wits_state_id state, wits_state_id old) {
    bool any = false;
    for (wits_state_id region = model_first(v->m, state); region != WITS_NONE; region = model_next(v->m, region)) {
        wits_state_id was = child_called(v->old, old, v->m->desc->states[region].name);
        any = any || (was != WITS_NONE && v->old->states[was].status == MODEL_KEPT);
    }
    for (wits_state_id region = any ? model_first(v->m, state) : WITS_NONE; region != WITS_NONE;
         region = model_next(v->m, region)) {
        wits_state_id was = child_called(v->old, old, v->m->desc->states[region].name);
        if (was != WITS_NONE && v->old->states[was].status == MODEL_KEPT) {
            convert_state(v, region, was);
        } else {
            model_enter_state(v->m, region, false);
        }
    }
    for (wits_state_id region = any ? model_first(v->m, state) : WITS_NONE; region != WITS_NONE;
         region = model_next(v->m, region)) {
        model_keep(v->m, region);
    }
    return any;
}

/// "What a composite keeps is kept by the same composite, as long as it suspends and something of it is left."
static void convert_kept(versions *v, wits_state_id state, wits_state_id old) {
    model_state *s = &v->m->states[state];
    if (s->kind == WITS_KIND_LEAF || model_leave(v->m, state) != WITS_LEAVE_SUSPEND) {
        return;
    }
    pretend_around(v, state, true);
    if (s->kind == WITS_KIND_PARALLEL) {
        s->memory = convert_kept_regions(v, state, old) ? MODEL_KEEPS : s->memory;
    } else {
        wits_state_id child = is_parallel(v->old, old) ? WITS_NONE : child_that_stays(v, state, old);
        if (child != WITS_NONE) {
            convert_state(v, child, v->old->states[old].memory_child);
            s->memory_child = child;
            s->memory = MODEL_KEEPS;
            model_keep(v->m, child);
        }
    }
    pretend_around(v, state, false);
}

/// Memory of an inactive state: an option's cooldown, a composite's child.
static void convert_rest(versions *v, wits_state_id state, wits_state_id old) {
    model_state *s = &v->m->states[state];
    const model_state *o = &v->old->states[old];
    if (o->has_exited && v->m->desc->states[state].cooldown > 0) {
        s->has_exited = true;
        s->exited = o->exited;
    }
    if (o->memory == MODEL_REMEMBERED && model_is_composite(v->m, state) &&
        model_leave(v->m, state) == WITS_LEAVE_RESUME) {
        wits_state_id child = child_called(v->m, state, v->old->desc->states[o->memory_child].name);
        s->memory = child == WITS_NONE ? MODEL_FORGOTTEN : MODEL_REMEMBERED;
        s->memory_child = child;
    }
    if (o->memory == MODEL_KEEPS) {
        convert_kept(v, state, old);
    }
}

// ------------------------------------------------------------------------------------------------------------ losses

static void lose(const versions *v, wits_conversion *lost, wits_loss_kind kind, uint32_t row) {
    if (lost->count < lost->capacity) {
        lost->losses[lost->count] = (wits_loss){kind, row, v->m->frame->agent};
    }
    lost->count++;
}

static bool is_cooling(const versions *v, wits_state_id old) {
    const model_state *o = &v->old->states[old];
    return o->has_exited && v->m->frame->tick - o->exited < v->old->desc->states[old].cooldown;
}

static bool is_last_child(const versions *v, wits_state_id old) {
    const model_state *around = &v->old->states[v->old->desc->states[old].parent];
    return old != WITS_ROOT && around->memory == MODEL_REMEMBERED && around->memory_child == old;
}

static bool had_anything(const versions *v, wits_state_id old) {
    const model_state *o = &v->old->states[old];
    return o->status != MODEL_INACTIVE || o->memory != MODEL_FORGOTTEN || is_cooling(v, old) || is_last_child(v, old);
}

static void lose_of_state(const versions *v, wits_state_id state, wits_state_id old, wits_conversion *lost) {
    const model_state *s = &v->m->states[state];
    const model_state *o = &v->old->states[old];
    const wits_state_desc *now = &v->m->desc->states[state];
    const wits_state_desc *was = &v->old->desc->states[old];
    bool both = s->status != MODEL_INACTIVE && o->status != MODEL_INACTIVE;
    bool divided = is_parallel(v->old, old);
    bool chooses = s->kind == WITS_KIND_FSM || s->kind == WITS_KIND_UTILITY;
    if (both && divided && chooses) {
        lose(v, lost, WITS_LOSS_KIND, old);
    }
    bool keeps = model_is_composite(v->m, state) && model_leave(v->m, state) == WITS_LEAVE_SUSPEND;
    if (o->memory == MODEL_KEEPS && s->kind != WITS_KIND_LEAF && (!keeps || (divided && chooses))) {
        lose(v, lost, WITS_LOSS_KEPT, old);
    }
    bool remembers = chooses && model_leave(v->m, state) == WITS_LEAVE_RESUME;
    if (o->memory == MODEL_REMEMBERED && s->kind != WITS_KIND_LEAF && !remembers) {
        lose(v, lost, WITS_LOSS_MEMORY, old);
    }
    if (both && s->has_clock && !o->has_clock) {
        lose(v, lost, WITS_LOSS_CLOCK, old);
    }
    if (both && was->data_size > 0 && now->data_size != was->data_size) {
        lose(v, lost, WITS_LOSS_DATA, old);
    }
    if (is_cooling(v, old) && now->cooldown == 0) {
        lose(v, lost, WITS_LOSS_COOLDOWN, old);
    }
}

/// The outermost missing state on a path.
static wits_state_id outermost_gone(const versions *v, wits_state_id old) {
    wits_state_id around = v->old->desc->states[old].parent;
    return state_in(v->old, v->m, around) == WITS_NONE ? outermost_gone(v, around) : old;
}

static void lose_states(const versions *v, wits_conversion *lost) {
    wits_state_id last_gone = WITS_NONE;
    for (uint32_t row = 0; row < v->old->desc->state_count; row++) {
        wits_state_id old = (wits_state_id)row;
        wits_state_id state = state_in(v->old, v->m, old);
        if (!had_anything(v, old)) {
            continue;
        }
        if (state != WITS_NONE) {
            lose_of_state(v, state, old, lost);
        } else if (outermost_gone(v, old) != last_gone) {
            last_gone = outermost_gone(v, old);
            lose(v, lost, WITS_LOSS_STATE, last_gone);
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- all

static void convert_events(const versions *v, wits_conversion *lost) {
    for (uint32_t event = 0; event < v->old->desc->event_count; event++) {
        if (!model_is_pending(v->old, event)) {
            continue;
        }
        bool found = false;
        for (uint32_t now = 0; now < v->m->desc->event_count; now++) {
            if (strcmp(v->m->desc->events[now], v->old->desc->events[event]) == 0) {
                v->m->pending |= (uint64_t)1 << now;
                found = true;
            }
        }
        if (!found) {
            lose(v, lost, WITS_LOSS_EVENT, event);
        }
    }
}

model *model_convert(const model *old, const wits_desc *desc, uint64_t *counts, const wits_frame *frame,
                     wits_conversion *lost) {
    versions v = {old, model_new(desc, counts)};
    v.m->frame = frame;
    v.m->pass = MODEL_VERB;
    convert_events(&v, lost);
    if (!model_is_started(old)) {
        return v.m;
    }
    for (uint32_t row = old->desc->state_count; row-- > 0;) {  // inner ones first
        wits_state_id state = state_in(old, v.m, (wits_state_id)row);
        if (state != WITS_NONE) {
            convert_rest(&v, state, (wits_state_id)row);
        }
    }
    convert_state(&v, WITS_ROOT, WITS_ROOT);
    lose_states(&v, lost);
    return v.m;
}
