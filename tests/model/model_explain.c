// SPDX-License-Identifier: MIT
// The naive model: explanations of a decision (include/wits/explain.h). The caller provides enough memory.
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_internal.h"
#include "wits/explain.h"

void model_explain_tried(model *m, uint32_t row, wits_state_id source, uint32_t tried) {
    wits_explain *e = m->frame->explain;
    const wits_transition_desc *t = &m->desc->transitions[row];
    if (e == NULL) {
        return;
    }
    assert(e->transition_count < e->transition_capacity);
    wits_explained_transition *told = &e->transitions[e->transition_count++];
    *told = (wits_explained_transition){.row = (uint16_t)row,
                                        .tried = (uint16_t)tried,
                                        .source = source,
                                        .destination = t->to,
                                        .elapsed = model_elapsed(m, source, m->frame->tick),
                                        .first_part = e->part_count};
    // "0: no condition, or not evaluated"
    if (t->when != NULL && (tried == WITS_TRIED_FIRED || tried == WITS_TRIED_CONDITION)) {
        told->part_count = model_text_parts(m, t->when, source, (uint16_t)row, &e->parts[e->part_count],
                                            e->part_capacity - e->part_count);
        e->part_count += told->part_count;
        assert(e->part_count <= e->part_capacity);
    }
}

static uint32_t remembered_by(const model *m, wits_state_id option) {
    return option != WITS_NONE && m->states[option].aim != WITS_NONE ? m->states[option].target : WITS_NO_TARGET;
}

static void add_choice(wits_explain *e, wits_explained_choice choice) {
    assert(e->choice_count < e->choice_capacity);
    choice.transitions_before = e->transition_count;
    e->choices[e->choice_count++] = choice;
}

void model_explain_unscored(model *m, wits_state_id utility, uint32_t how, uint32_t left) {
    wits_state_id current = m->states[utility].child;
    if (m->frame->explain != NULL) {
        add_choice(m->frame->explain, (wits_explained_choice){.composite = utility,
                                                              .current = current,
                                                              .chosen = current,
                                                              .how = (uint16_t)how,
                                                              .left = left,
                                                              .remembered = remembered_by(m, current),
                                                              .target = remembered_by(m, current),
                                                              .elapsed = model_elapsed(m, current, m->frame->tick),
                                                              .draw = NAN});
    }
}

uint32_t model_explain_choice(model *m, const model_options *o) {
    wits_explain *e = m->frame->explain;
    uint32_t options = 0;
    for (wits_state_id child = model_first(m, o->utility); child != WITS_NONE; child = model_next(m, child)) {
        options++;
    }
    add_choice(e, (wits_explained_choice){
                      .composite = o->utility,
                      .current = o->current,
                      .how = o->current == WITS_NONE ? WITS_CHOICE_ENTERED : WITS_CHOICE_SCORED,
                      .is_done = o->is_done,
                      .remembered = remembered_by(m, o->current),
                      .elapsed = o->current != WITS_NONE ? model_elapsed(m, o->current, m->frame->tick) : 0,
                      .first_option = e->option_count,
                      .option_count = options});
    e->option_count += options;
    assert(e->option_count <= e->option_capacity);
    return e->choice_count - 1;
}

/// "Competing less the best competing score of any other candidate; NaN if either is not a candidate."
static float margin_of(const model_options *options, const model_option *of) {
    float best = NAN;
    for (uint32_t i = 0; i < options->count; i++) {
        const model_option *o = &options->rows[i];
        if (o != of && o->settled && (isnan(best) || o->competing > best)) {
            best = o->competing;
        }
    }
    return of->settled ? of->competing - best : NAN;
}

static uint32_t count_considerations(const model *m, wits_state_id option) {
    uint32_t count = 0;
    for (uint32_t row = 0; row < m->desc->consideration_count; row++) {
        count += m->desc->considerations[row].of == option;
    }
    return count;
}

// ------------------------------------------------------------------------------------------------------------- targets

/// A pair in the explanation: its score in the choice of the option's target.
static wits_explained_target target_of(const model *m, const model_options *options, const model_option *o,
                                       const model_pair *pair) {
    const bool is_remembered = o->state == options->current && pair->id == remembered_by(m, o->state);
    const float inertia = is_remembered && pair->is_left ? model_target_inertia(m, o->state) : 0.0f;
    return (wits_explained_target){.id = pair->id,
                                   .row = pair->row,
                                   .verdict = pair->is_left ? (uint16_t)WITS_VERDICT_LOST : pair->verdict,
                                   .is_remembered = is_remembered,
                                   .raw = pair->raw,
                                   .score = pair->plain,
                                   .inertia = o->inertia + inertia,
                                   .competing =
                                       is_remembered && pair->is_left ? pair->competing + inertia : pair->competing,
                                   .rank = pair->rank};
}

typedef struct ranked {
    wits_explained_target told;
    const model_pair *pair;
    bool is_default;  ///< the pairs are those of the default option
} ranked;

/// Number of steps of the rules for candidates that a pair passed. The default option was set aside before ranks: its
/// score, which is the threshold, ignores them; its target is chosen among its own targets.
static uint32_t steps_of(const ranked *row, bool sticks) {
    static const uint32_t steps[] = {
        [WITS_VERDICT_GATED] = 1,   [WITS_VERDICT_NOT_A_NUMBER] = 1, [WITS_VERDICT_FLOOR] = 2,
        [WITS_VERDICT_COOLING] = 3, [WITS_VERDICT_DEFAULT] = 4,      [WITS_VERDICT_RANK] = 5};
    const bool is_out_of_bar = row->is_default && !sticks && row->pair->verdict == WITS_VERDICT_RANK;
    return row->pair->is_left || is_out_of_bar ? 6 : steps[row->pair->verdict];
}

static bool is_before(const ranked *a, const ranked *b, bool sticks) {
    const uint32_t x = steps_of(a, sticks), y = steps_of(b, sticks);
    const float score = sticks ? a->told.competing : a->pair->competing,
                other = sticks ? b->told.competing : b->pair->competing;
    return x > y || (x == y && (score > other || (score == other && sticks && a->told.is_remembered)));
}

/// The first of them. The remembered target competes with or without its inertia.
static uint32_t first_of(const ranked *rows, uint32_t count, bool sticks) {
    uint32_t first = 0;
    for (uint32_t i = 1; i < count; i++) {
        first = is_before(&rows[i], &rows[first], sticks) ? i : first;
    }
    return first;
}

/// The best of them, best first; the considerations of the option's target and the best other one.
static void tell_targets(model *m, const model_options *options, model_option *o, bool is_chosen,
                         wits_explained_option *told) {
    wits_explain *e = m->frame->explain;
    const wits_target_list *list = m->frame->targets != NULL ? &m->frame->targets[m->states[o->state].aim] : NULL;
    told->targets_listed = list == NULL            ? 0
                           : list->offsets != NULL ? list->offsets[m->frame->row + 1] - list->offsets[m->frame->row]
                                                   : list->count;
    const bool is_default = m->desc->states[options->utility].default_option == o->state;
    if (is_default) {
        (void)model_pairs_leave_out_lower(o);
    }
    ranked *rows = calloc(o->pair_count + 1, sizeof *rows);
    for (uint32_t i = 0; i < o->pair_count; i++) {
        rows[i] = (ranked){target_of(m, options, o, &o->pairs[i]), &o->pairs[i], is_default};
    }
    told->target = is_chosen ? options->target : WITS_NO_TARGET;
    told->raw = told->score = told->competing = NAN;
    if (o->pair_count > 0) {
        const model_pair *best = rows[first_of(rows, o->pair_count, false)].pair;
        told->target = is_chosen ? options->target : best->id;
        told->raw = best->raw;
        told->score = best->plain;
        told->competing = best->competing;
        told->rank = best->rank;
    }
    told->first_target = e->target_count;
    assert(e->target_count + WITS_EXPLAINED_TARGETS <= e->target_capacity);
    for (uint32_t left = o->pair_count; left > 0 && told->target_count < WITS_EXPLAINED_TARGETS; left--) {
        const uint32_t first = first_of(rows, left, true);
        e->targets[e->target_count++] = rows[first].told;
        told->target_count++;
        memmove(&rows[first], &rows[first + 1], (left - first - 1) * sizeof *rows);
    }
    wits_explained_target *targets = &e->targets[told->first_target];
    if (told->target_count > 0 && targets[0].verdict == WITS_VERDICT_LOST) {
        targets[0].verdict = WITS_VERDICT_CHOSEN;
    }
    told->first_row = model_tell_considerations(m, o->state, told->target);
    bool is_first = true;
    for (uint32_t i = 0; i < told->target_count; i++) {
        if (targets[i].id == told->target) {
            targets[i].first_row = told->first_row;
            targets[i].row_count = told->row_count;
        } else if (is_first) {
            targets[i].first_row = model_tell_considerations(m, o->state, targets[i].id);
            targets[i].row_count = told->row_count;
            is_first = false;
        }
    }
    free(rows);
}

static void tell_option(model *m, const model_options *options, model_option *o, bool is_chosen,
                        wits_explained_option *told) {
    *told = (wits_explained_option){
        .option = o->state,
        .verdict = o->verdict,
        .raw = o->raw,
        .weight = o->weight,
        .score = o->plain,
        .inertia = o->inertia,
        .competing = o->competing,
        .margin = margin_of(options, o),
        .chance = o->chance,
        .rank = o->rank,
        .cooldown = o->cooldown,
        .best_option = o->best,
        .first_row = o->first_row,
        .row_count = count_considerations(m, o->best != WITS_NONE ? o->best : o->state),
        .target = o->best_target,
    };
    if (m->states[o->state].aim != WITS_NONE) {
        tell_targets(m, options, o, is_chosen, told);
    }
}

void model_explain_chosen(model *m, uint32_t choice, model_options *o, wits_state_id chosen) {
    wits_explain *e = m->frame->explain;
    wits_explained_choice *told = &e->choices[choice];
    for (uint32_t i = 0; i < o->count; i++) {
        tell_option(m, o, &o->rows[i], o->rows[i].state == chosen, &e->options[told->first_option + i]);
    }
    told->no_candidate = chosen == WITS_NONE;
    told->chosen = chosen != WITS_NONE ? chosen : o->current != WITS_NONE ? o->current : o->rows[0].state;
    told->target = told->no_candidate ? told->remembered : o->target;
    told->draw = o->draw;
    told->total = o->total;
}
