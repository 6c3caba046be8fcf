// SPDX-License-Identifier: MIT
// The naive model: targets (section 15): the target that a text reads, and the best target of an option.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_internal.h"
#include "wits/explain.h"

uint32_t model_kind_named(const wits_desc *desc, const char *name) {
    for (uint32_t kind = 0; kind < desc->target_count && name != NULL; kind++) {
        if (strcmp(desc->targets[kind].name, name) == 0) {
            return kind;
        }
    }
    return WITS_NONE;
}

// -------------------------------------------------------------------------------------------------------------- lists

typedef struct rows {
    const wits_target_list *list;
    uint32_t first, end;
} rows;

/// A missing kind is an empty list. In a list of many agents, the rows from this agent's offset up to the next.
static rows rows_of(const model *m, uint32_t kind) {
    const wits_target_list *list = m->frame->targets != NULL ? &m->frame->targets[kind] : NULL;
    rows r = {list, 0, list != NULL ? list->count : 0};
    if (list != NULL && list->offsets != NULL) {
        r.first = list->offsets[m->frame->row];
        r.end = list->offsets[m->frame->row + 1];
    }
    return r;
}

/// "If an agent has an id twice, its first row counts."
uint32_t model_target_row(const model *m, uint32_t kind, uint32_t id) {
    const rows r = rows_of(m, kind);
    for (uint32_t row = r.first; row < r.end && id != WITS_NO_TARGET; row++) {
        if (r.list->ids[row] == id) {
            return row;
        }
    }
    return WITS_NO_TARGET;
}

/// "Not present: a float reads NaN, an int 0, a bool false, an enum its first value."
tree_value model_target_value(model *m, const model_view *view, uint32_t kind, uint32_t field) {
    const uint32_t row = model_target_row(m, kind, view->ids[kind]);
    const bool is_present = row != WITS_NO_TARGET;
    FIRED_IF(m, target_present, is_present);
    FIRED_IF(m, target_lost, !is_present && view->ids[kind] != WITS_NO_TARGET);
    FIRED_IF(m, target_nobody, view->ids[kind] == WITS_NO_TARGET);
    if (field == MODEL_PRESENT) {
        return (tree_value){.bits = is_present};
    }
    const wits_target_field_desc *desc = &m->desc->targets[kind].fields[field];
    if (!is_present) {
        return desc->type == WITS_TYPE_FLOAT ? (tree_value){.f = NAN} : (tree_value){.bits = 0};
    }
    if (m->instead.kind == kind && m->instead.field == field && m->instead.target == view->ids[kind]) {
        const double value = model_held(desc->type, m->instead.input);
        return desc->type == WITS_TYPE_FLOAT ? (tree_value){.f = (float)value} : (tree_value){.i = (int32_t)value};
    }
    const wits_target_list *list = &m->frame->targets[kind];
    const bool by_row = desc->own && list->own_rows != NULL;
    FIRED_IF(m, target_own_row, by_row);
    const wits_column *column = &list->columns[field];
    const size_t at = by_row ? list->own_rows[row] : row;
    return tree_load(desc->type, (const uint8_t *)column->base + at * column->stride);
}

// ------------------------------------------------------------------------------------------------------------ reading

/// "Every text of the option and inside it reads, of each kind, the target remembered by the innermost option around it
/// with that kind, itself included."
void model_see(const model *m, wits_state_id state, model_view *view) {
    bool found[WITS_MAX_TARGET_KINDS] = {false};
    view->told = WITS_NONE;
    for (uint32_t kind = 0; kind < WITS_MAX_TARGET_KINDS; kind++) {
        view->ids[kind] = WITS_NO_TARGET;
    }
    for (uint32_t at = state; at != WITS_ROOT; at = m->desc->states[at].parent) {
        const model_state *s = &m->states[at];
        if (s->aim == WITS_NONE) {
            continue;
        }
        view->told = view->told == WITS_NONE ? s->aim : view->told;
        if (!found[s->aim] && s->status != MODEL_INACTIVE) {
            view->ids[s->aim] = s->target;
        }
        found[s->aim] = true;
    }
}

/// The view that a text of a state reads now.
model_view model_view_of(const model *m, wits_state_id state) {
    model_view view;
    if (m->view != NULL) {
        return *m->view;
    }
    model_see(m, state, &view);
    return view;
}

const wits_target *model_told_target(model *m, wits_state_id state) {
    const model_view view = model_view_of(m, state);
    if (view.told == WITS_NONE) {
        return NULL;
    }
    const uint32_t id = view.ids[view.told];
    m->told_target = (wits_target){view.told, id, model_target_row(m, view.told, id)};
    return &m->told_target;
}

/// A record run from a list reads its own target; targets of outer options are those that the agent remembers then. For
/// an `any` transition these are around the composite.
void model_see_record(const model *m, const wits_action_record *record, model_view *view) {
    wits_state_id state = record->row;
    if (record->kind == WITS_ACTION_TRANSITION) {
        state = m->desc->transitions[record->row].from;
    } else if (record->kind == WITS_ACTION_STEP) {
        state = m->desc->steps[record->row].of;
    }
    model_see(m, state, view);
    view->told = record->target_kind;
    if (view->told != WITS_NONE) {
        view->ids[view->told] = record->target;
    }
}

// -------------------------------------------------------------------------------------------------------------- pairs

void model_see_pair(const model *m, wits_state_id option, uint32_t id, model_view *view) {
    const uint32_t kind = m->states[option].aim;
    model_see(m, option, view);
    view->told = kind;
    view->ids[kind] = id;
}

/// "Its score, rank, considerations and gates are evaluated for each target of the list, in order."
void model_pairs_make(model *m, model_option *o) {
    const uint32_t kind = m->states[o->state].aim;
    const rows r = rows_of(m, kind);
    o->pairs = calloc(r.end - r.first + 1, sizeof *o->pairs);
    o->pair_count = 0;
    for (uint32_t row = r.first; row < r.end; row++) {
        const uint32_t id = r.list->ids[row];
        FIRED_IF(m, target_row_none, id == WITS_NO_TARGET);
        FIRED_IF(m, target_twice, id != WITS_NO_TARGET && model_target_row(m, kind, id) != row);
        if (id == WITS_NO_TARGET || model_target_row(m, kind, id) != row) {
            continue;
        }
        model_view view;
        model_see_pair(m, o->state, id, &view);
        m->view = &view;
        model_pair *pair = &o->pairs[o->pair_count++];
        *pair = (model_pair){.id = id, .row = row, .is_left = true};
        pair->raw = model_raw_score(m, o->state, false, &pair->gated);
        pair->plain = o->weight * pair->raw;
        pair->competing = pair->plain;
        pair->rank = m->desc->states[o->state].rank != NULL ? model_text_rank(m, o->state) : 0;
        m->view = NULL;
    }
    FIRED_IF(m, targets_none, o->pair_count == 0);
    FIRED_IF(m, targets_several, o->pair_count > 1);
}

/// The best remaining pair, with the remembered target's inertia, which also wins ties; else the first. Null if there
/// is none.
const model_pair *model_best_pair(model *m, const model_option *o, uint32_t remembered, float inertia) {
    const model_pair *best = NULL;
    float most = 0.0f;
    bool tied = false;
    for (uint32_t i = 0; i < o->pair_count; i++) {
        const model_pair *pair = &o->pairs[i];
        if (!pair->is_left) {
            continue;
        }
        const bool is_remembered = remembered != WITS_NO_TARGET && pair->id == remembered;
        const float score = is_remembered ? pair->competing + inertia : pair->competing;
        if (best == NULL || score > most || (score == most && is_remembered)) {
            tied = best != NULL && score == most;
            best = pair;
            most = score;
        } else {
            tied = tied || score == most;
        }
    }
    FIRED_IF(m, target_tie_first, tied && best->id != remembered);
    FIRED_IF(m, target_tie_remembered, tied && best->id == remembered);
    return best;
}

static void leave_out(model_pair *pair, uint16_t verdict) {
    if (pair->is_left) {
        pair->is_left = false;
        pair->verdict = verdict;
    }
}

void model_pairs_leave_out(model_option *o, bool (*is_out)(const model_pair *, float), float limit, uint16_t verdict) {
    for (uint32_t i = 0; i < o->pair_count; i++) {
        if (is_out(&o->pairs[i], limit)) {
            leave_out(&o->pairs[i], verdict);
        }
    }
}

static bool is_no_number(const model_pair *pair, float unused) {
    return pair->gated || isnan(pair->competing) || isnan(unused);
}

static bool is_below(const model_pair *pair, float floor) {
    return pair->competing < floor;
}

static bool is_of_lower_rank(const model_option *o, const model_pair *pair) {
    for (uint32_t i = 0; i < o->pair_count; i++) {
        if (o->pairs[i].is_left && o->pairs[i].rank > pair->rank) {
            return true;
        }
    }
    return false;
}

bool model_pairs_leave_out_lower(model_option *o) {
    bool *lower = calloc(o->pair_count + 1, sizeof *lower);
    bool any = false;
    for (uint32_t i = 0; i < o->pair_count; i++) {
        lower[i] = o->pairs[i].is_left && is_of_lower_rank(o, &o->pairs[i]);
        any = any || lower[i];
    }
    for (uint32_t i = 0; i < o->pair_count; i++) {
        if (lower[i]) {
            leave_out(&o->pairs[i], WITS_VERDICT_RANK);
        }
    }
    free(lower);
    return any;
}

static model_option option_of(model *m, wits_state_id state) {
    const wits_state_desc *desc = &m->desc->states[state];
    model_option o = {.state = state, .weight = desc->has_weight ? desc->weight + 0.0f : 1.0f};
    model_pairs_make(m, &o);
    return o;
}

/// "Has its best target chosen at that moment, as if it were the only option: floor and gates apply, and only its own
/// highest rank counts."
uint32_t model_target_alone(model *m, wits_state_id state) {
    const wits_state_desc *utility = &m->desc->states[m->desc->states[state].parent];
    model_option o = option_of(m, state);
    model_pairs_leave_out(&o, is_no_number, 0.0f, WITS_VERDICT_NOT_A_NUMBER);
    if (utility->has_floor) {
        model_pairs_leave_out(&o, is_below, utility->floor, WITS_VERDICT_FLOOR);
    }
    FIRED_IF(m, target_alone_by_rank, model_pairs_leave_out_lower(&o));
    const model_pair *best = model_best_pair(m, &o, WITS_NO_TARGET, 0.0f);
    const uint32_t id = best != NULL ? best->id : WITS_NO_TARGET;
    FIRED_IF(m, target_alone, best != NULL);
    FIRED_IF(m, target_alone_none, best == NULL);
    free(o.pairs);
    return id;
}

/// Inside a `score: best`, the score of an option with a target is the plain score of its best pair; NaN if it has no
/// pair.
float model_best_plain(model *m, wits_state_id state, uint32_t *target) {
    model_option o = option_of(m, state);
    model_pairs_leave_out(&o, is_no_number, 0.0f, WITS_VERDICT_NOT_A_NUMBER);
    const model_pair *best = model_best_pair(m, &o, WITS_NO_TARGET, 0.0f);
    const float score = best != NULL ? best->plain : NAN;
    *target = best != NULL ? best->id : WITS_NO_TARGET;
    FIRED_IF(m, target_in_best, best != NULL);
    free(o.pairs);
    return score;
}

float model_target_inertia(const model *m, wits_state_id option) {
    const wits_state_desc *desc = &m->desc->states[option];
    return desc->has_target_inertia ? desc->target_inertia : m->desc->states[desc->parent].inertia;
}

/// The target of an option chosen by score or by default.
uint32_t model_target_chosen(model *m, const model_options *options, model_option *o) {
    const bool is_current = o->state == options->current;
    const uint32_t remembered = is_current ? m->states[o->state].target : WITS_NO_TARGET;
    const float inertia = model_target_inertia(m, o->state);
    // A default option that no other option has beaten was set aside before ranks; now it is the only option.
    FIRED_IF(m, target_default_by_rank, model_pairs_leave_out_lower(o));
    const model_pair *best = model_best_pair(m, o, remembered, inertia);
    if (best != NULL) {
        const model_pair *without = model_best_pair(m, o, WITS_NO_TARGET, 0.0f);
        FIRED_IF(m, target_inertia_holds, best->id == remembered && without->competing > best->competing);
        FIRED_IF(m, target_inertia_repels, best->id != remembered && without->id == remembered);
        return best->id;
    }
    // "A default option that is chosen with no pair left keeps what it remembers if it is active, else it takes its
    // best pair that is not NaN, else none."
    FIRED_IF(m, target_default_keeps, is_current);
    if (is_current) {
        return remembered;
    }
    model_option any = *o;
    any.pairs = calloc(o->pair_count + 1, sizeof *any.pairs);
    for (uint32_t i = 0; i < o->pair_count; i++) {
        any.pairs[i] = o->pairs[i];
        any.pairs[i].is_left = true;
    }
    model_pairs_leave_out(&any, is_no_number, 0.0f, WITS_VERDICT_NOT_A_NUMBER);
    best = model_best_pair(m, &any, WITS_NO_TARGET, 0.0f);
    const uint32_t id = best != NULL ? best->id : WITS_NO_TARGET;
    FIRED_IF(m, target_default_best, best != NULL);
    FIRED_IF(m, target_default_none, best == NULL);
    free(any.pairs);
    return id;
}

// -------------------------------------------------------------------------------------------------------- remembering

/// The target of an option about to become active: that of the choice that activates it, else its best.
uint32_t model_target_of_entry(model *m, wits_state_id state) {
    if (m->states[state].aim == WITS_NONE) {
        return 0;
    }
    if (m->coming_option == state) {
        m->coming_option = WITS_NONE;
        return m->coming_target;
    }
    return model_target_alone(m, state);
}

/// "Same option, another target, a retarget: the new id is remembered and the option's `retarget` actions run."
void model_retarget(model *m, wits_state_id option, uint32_t target) {
    const wits_state_desc *desc = &m->desc->states[option];
    if (m->states[option].target == target) {
        FIRED(m, same_target);
        return;
    }
    if (desc->reenter) {
        FIRED(m, retarget_reenters);
        m->coming_option = option;
        m->coming_target = target;
        const model_firing f = {option, option, true, false, WITS_NONE, NULL};
        model_fire(m, &f);
        return;
    }
    FIRED(m, retargeted);
    FIRED_IF(m, retarget_runs, desc->retarget != NULL);
    m->states[option].target = target;
    model_actions(m, WITS_ACTION_RETARGET, option, WITS_NONE, desc->retarget, model_elapsed(m, option, m->frame->tick));
}

uint32_t model_target_of(const model *m, wits_state_id option) {
    const bool has = m->states[option].aim != WITS_NONE && model_is_active(m, option);
    return has ? m->states[option].target : WITS_NO_TARGET;
}
