// SPDX-License-Identifier: MIT
// The naive model: what include/wits/explain.h says of a decision. Whoever asks gives room enough.
#include <assert.h>
#include <math.h>

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
    // "0: no condition, or not asked"
    if (t->when != NULL && (tried == WITS_TRIED_FIRED || tried == WITS_TRIED_CONDITION)) {
        told->part_count = model_text_parts(m, t->when, source, (uint16_t)row, &e->parts[e->part_count],
                                            e->part_capacity - e->part_count);
        e->part_count += told->part_count;
        assert(e->part_count <= e->part_capacity);
    }
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
                      .elapsed = o->current != WITS_NONE ? model_elapsed(m, o->current, m->frame->tick) : 0,
                      .first_option = e->option_count,
                      .option_count = options});
    e->option_count += options;
    assert(e->option_count <= e->option_capacity);
    return e->choice_count - 1;
}

/// "Competing less the best competing score of any other candidate; NaN if either is no candidate."
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

void model_explain_chosen(model *m, uint32_t choice, const model_options *o, wits_state_id chosen) {
    wits_explain *e = m->frame->explain;
    wits_explained_choice *told = &e->choices[choice];
    uint32_t row = e->consideration_count;
    for (uint32_t i = o->count; i-- > 0;) {  // the last of them are told
        const model_option *from = &o->rows[i];
        uint32_t rows = count_considerations(m, from->best != WITS_NONE ? from->best : from->state);
        row -= rows;
        e->options[told->first_option + i] = (wits_explained_option){.option = from->state,
                                                                     .verdict = from->verdict,
                                                                     .raw = from->raw,
                                                                     .weight = from->weight,
                                                                     .score = from->plain,
                                                                     .inertia = from->inertia,
                                                                     .competing = from->competing,
                                                                     .margin = margin_of(o, from),
                                                                     .chance = from->chance,
                                                                     .rank = from->rank,
                                                                     .cooldown = from->cooldown,
                                                                     .best_option = from->best,
                                                                     .first_row = row,
                                                                     .row_count = rows};
    }
    told->nobody = chosen == WITS_NONE;
    told->chosen = chosen != WITS_NONE ? chosen : o->current != WITS_NONE ? o->current : o->rows[0].state;
    told->draw = o->draw;
    told->total = o->total;
}
