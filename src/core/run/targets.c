// SPDX-License-Identifier: MIT
// Which targets a text reads, and which are remembered. Section 15.
#include "core/run/targets.h"
#include "core/run/check.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------- targets of texts

void wits_core_see_targets(pass *p, uint16_t id, seen_targets *seen) {
    const wits_brain *brain = p->call.brain;
    const seen_targets *given = p->seen;
    for (uint32_t kind = 0; kind < brain->target_count; kind++) {
        seen->rows[kind] = given != NULL ? given->rows[kind] : WITS_NO_TARGET;
    }
    seen->kinds = given != NULL ? given->kinds : 0;
    uint16_t option = brain_state(brain, id)->targeting;
    if (given != NULL) {
        seen->told = given->told;
    } else {
        seen->told = (wits_target){WITS_NONE, WITS_NO_TARGET, WITS_NO_TARGET};
    }
    for (; option != 0; option = option_outwards(brain, option)) {  // at most WITS_MAX_DEPTH times
        const state_row *s = brain_state(brain, option);
        const bool is_told = seen->told.kind == WITS_NONE;
        if ((seen->kinds >> s->target & 1) == 0) {
            const uint32_t remembered = remembered_target(p, s);
            seen->kinds |= 1u << s->target;
            seen->rows[s->target] = target_row_of(p->call.frame, s->target, remembered);
            if (is_told) {
                seen->told = (wits_target){s->target, remembered, seen->rows[s->target]};
            }
        }
    }
}

void wits_core_see_source(pass *p, uint16_t source) {
    wits_core_see_targets(p, source, &p->source_targets);
    p->source_targets.kinds = ALL_KINDS;
}

/// Returns whether its utility's remembered target belongs to this option: it is active or kept.
static bool is_remembered(const pass *p, uint16_t option) {
    const uint16_t deepest = wits_core_machine_deepest(p, brain_state(p->call.brain, option)->machine);
    return deepest != WITS_NONE && state_contains(p->call.brain, option, deepest);
}

void wits_core_see_record(pass *p, const wits_action_record *record, uint16_t state, seen_targets *seen) {
    const wits_brain *brain = p->call.brain;
    const uint32_t told = brain->target_count != 0 ? record->target_kind : WITS_NONE;
    seen->told = (wits_target){.kind = told, .id = WITS_NO_TARGET, .row = WITS_NO_TARGET};
    seen->kinds = 0;
    for (uint32_t kind = 0; kind < brain->target_count; kind++) {
        seen->rows[kind] = WITS_NO_TARGET;
    }
    if (told != WITS_NONE) {
        seen->told.id = record->target;
        seen->told.row = target_row_of(p->call.frame, told, record->target);
        seen->rows[told] = seen->told.row;
        seen->kinds = 1u << told;
    }
    for (uint16_t option = brain_state(brain, state)->targeting; option != 0; option = option_outwards(brain, option)) {
        const state_row *s = brain_state(brain, option);
        if ((seen->kinds >> s->target & 1) == 0 && is_remembered(p, option)) {
            seen->rows[s->target] = target_row_of(p->call.frame, s->target, remembered_target(p, s));
        }
        seen->kinds |= 1u << s->target;
    }
    seen->kinds = ALL_KINDS;
}

const wits_target *wits_core_told_target(pass *p, uint16_t id, wits_target *room) {
    if (p->seen != NULL && p->seen->told.kind != WITS_NONE) {
        return &p->seen->told;
    }
    const uint16_t option = brain_state(p->call.brain, id)->targeting;
    if (option == 0 || p->seen != NULL) {
        return NULL;
    }
    const state_row *s = brain_state(p->call.brain, option);
    const uint32_t remembered = remembered_target(p, s);
    *room = (wits_target){s->target, remembered, target_row_of(p->call.frame, s->target, remembered)};
    return room;
}

// ------------------------------------------------------------------------------------------------------------- queries

uint32_t wits_target_of(const wits_brain *brain, const void *agent, wits_state_id option) {
    wits_core_check_query(brain, agent);
    if (!has_state(brain, option) || brain_state(brain, option)->target == WITS_NONE) {
        return WITS_NO_TARGET;
    }
    wits_frame frame = {0};
    pass p;
    wits_core_pass_open(&p, brain, agent, &frame);
    return wits_core_pass_is_in(&p, option) ? remembered_target(&p, brain_state(brain, option)) : WITS_NO_TARGET;
}

uint32_t wits_target_kind_count(const wits_brain *brain) {
    return brain->target_count;
}

const char *wits_target_kind_name(const wits_brain *brain, uint32_t kind) {
    return kind < brain->target_count ? brain_at(brain, brain_target(brain, kind)->name) : "";
}

uint32_t wits_find_target_kind(const wits_brain *brain, const char *name) {
    for (uint32_t kind = 0; name != NULL && kind < brain->target_count; kind++) {
        if (strcmp(wits_target_kind_name(brain, kind), name) == 0) {
            return kind;
        }
    }
    return WITS_NONE;
}

uint32_t wits_state_target_kind(const wits_brain *brain, wits_state_id option) {
    return option < brain->state_count ? brain_state(brain, option)->target : WITS_NONE;
}

uint32_t wits_target_field_count(const wits_brain *brain, uint32_t kind) {
    return kind < brain->target_count ? brain_target(brain, kind)->field_count : 0;
}

/// A row of zeroes for no field.
static const field_row *field_at(const wits_brain *brain, uint32_t kind, uint32_t field) {
    static const field_row none = {0};
    return field < wits_target_field_count(brain, kind) ? brain_target_field(brain, kind, field) : &none;
}

const char *wits_target_field_name(const wits_brain *brain, uint32_t kind, uint32_t field) {
    const field_row *row = field_at(brain, kind, field);
    return row->name != 0 ? brain_at(brain, row->name) : "";
}

uint32_t wits_find_target_field(const wits_brain *brain, uint32_t kind, const char *name) {
    const uint32_t count = wits_target_field_count(brain, kind);
    for (uint32_t field = 0; name != NULL && field < count; field++) {
        if (strcmp(wits_target_field_name(brain, kind, field), name) == 0) {
            return field;
        }
    }
    return WITS_NONE;
}

wits_type wits_target_field_type(const wits_brain *brain, uint32_t kind, uint32_t field) {
    return (wits_type)field_at(brain, kind, field)->type;
}

bool wits_target_field_is_own(const wits_brain *brain, uint32_t kind, uint32_t field) {
    return field_at(brain, kind, field)->is_own != 0;
}

uint32_t wits_target_field_value_count(const wits_brain *brain, uint32_t kind, uint32_t field) {
    return field_at(brain, kind, field)->value_count;
}

const char *wits_target_field_value_name(const wits_brain *brain, uint32_t kind, uint32_t field, uint32_t value) {
    const field_row *row = field_at(brain, kind, field);
    return value < row->value_count ? brain_at(brain, ((const uint32_t *)brain_at(brain, row->values))[value]) : "";
}
