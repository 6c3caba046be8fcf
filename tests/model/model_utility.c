// SPDX-License-Identifier: MIT
// The naive model: section 6, utility.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "model_internal.h"
#include "trees/tree.h"
#include "wits/explain.h"

/// "`weight` (1 if not given)"; "-0 is 0".
static float weight_of(model *m, wits_state_id state) {
    const wits_state_desc *s = &m->desc->states[state];
    FIRED_IF(m, weight_default, !s->has_weight);
    FIRED_IF(m, weight_given, s->has_weight && s->weight != 0.0f);
    FIRED_IF(m, weight_zero, s->has_weight && s->weight == 0.0f);
    return s->has_weight ? s->weight + 0.0f : 1.0f;
}

static float plain_score(model *m, wits_state_id state, bool *gated, uint32_t *target);

/// Returns the score of `score: best`: the best plain score of its own options; NaN and gated ones are skipped; NaN if
/// all are.
static float best_score(model *m, wits_state_id utility, wits_state_id *of, uint32_t *target) {
    float best = NAN;
    *of = WITS_NONE;
    *target = WITS_NO_TARGET;
    bool skipped = false;
    FIRED(m, score_best);
    for (wits_state_id child = model_first(m, utility); child != WITS_NONE; child = model_next(m, child)) {
        bool gated;
        uint32_t its_target;
        float score = plain_score(m, child, &gated, &its_target);
        FIRED_IF(m, score_best_skips_gated, gated);
        if (isnan(score) || gated) {
            skipped = true;
        } else if (isnan(best) || score > best) {
            best = score;
            *of = child;
            *target = its_target;
        }
        FIRED_IF(m, score_best_nested, m->desc->states[child].score_best);
    }
    FIRED_IF(m, score_best_all_nan, isnan(best));
    FIRED_IF(m, score_best_skips_nan, !isnan(best) && skipped);
    return best;
}

/// The value of its score function, expression or considerations. `gated`: an outermost gate does not hold.
float model_raw_score(model *m, wits_state_id state, bool tells, bool *gated) {
    const wits_state_desc *desc = &m->desc->states[state];
    *gated = false;
    if (desc->score_best) {
        wits_state_id of;
        uint32_t target;
        return best_score(m, state, &of, &target);
    }
    if (model_considerations(m, state) != WITS_NONE) {
        return model_consider(m, state, tells, gated);
    }
    if (desc->score == NULL) {
        FIRED(m, score_composite_one);
        return 1.0f;
    }
    FIRED_IF(m, score_on_composite, model_is_composite(m, state));
    return model_score(m, desc->score, state);
}

static float plain_score(model *m, wits_state_id state, bool *gated, uint32_t *target) {
    float weight = weight_of(m, state);
    *gated = false;
    *target = WITS_NO_TARGET;
    if (m->states[state].aim != WITS_NONE) {
        return model_best_plain(m, state, target);
    }
    return weight * model_raw_score(m, state, false, gated);
}

/// "For so many ticks after its exit it is not a candidate."
static uint32_t cooldown_of(const model *m, wits_state_id option) {
    const model_state *s = &m->states[option];
    uint32_t cooldown = m->desc->states[option].cooldown;
    uint32_t since = m->frame->tick - s->exited;
    return s->has_exited && since < cooldown ? cooldown - since : 0;
}

uint32_t model_tell_considerations(model *m, wits_state_id option, uint32_t target) {
    const uint32_t first = m->frame->explain->consideration_count;
    const uint32_t kind = m->states[option].aim;
    const bool is_there = kind == WITS_NONE || model_target_row(m, kind, target) != WITS_NO_TARGET;
    if (model_considerations(m, option) != WITS_NONE && is_there) {
        model_view view;
        bool gated;
        if (kind != WITS_NONE) {
            model_see_pair(m, option, target, &view);
        }
        m->view = kind != WITS_NONE ? &view : NULL;
        (void)model_consider(m, option, true, &gated);
        m->view = NULL;
    } else if (model_considerations(m, option) != WITS_NONE) {
        model_consider_nobody(m, option);
    }
    return first;
}

/// Explains the score of an option with `score: best`.
static void tell_best(model *m, model_option *o) {
    for (wits_state_id at = o->state; at != WITS_NONE && m->desc->states[at].score_best; at = o->best) {
        (void)best_score(m, at, &o->best, &o->best_target);
    }
    if (o->best != WITS_NONE) {
        o->first_row = model_tell_considerations(m, o->best, o->best_target);
    }
}

static void score_option(model *m, model_options *options, wits_state_id child, bool tells) {
    const wits_state_desc *desc = &m->desc->states[child];
    model_option *o = &options->rows[options->count++];
    o->state = child;
    o->weight = weight_of(m, child);
    o->best = WITS_NONE;
    o->best_target = WITS_NO_TARGET;
    o->first_row = tells ? m->frame->explain->consideration_count : 0;
    bool current = child == options->current && !options->is_done;
    o->inertia = current ? m->desc->states[options->utility].inertia : 0.0f;
    o->cooldown = options->is_done && child == options->current ? desc->cooldown : cooldown_of(m, child);
    if (m->states[child].aim != WITS_NONE) {
        // "`inertia` is added to all pairs of the current option."
        model_pairs_make(m, o);
        for (uint32_t i = 0; i < o->pair_count; i++) {
            o->pairs[i].competing = current ? o->pairs[i].plain + o->inertia : o->pairs[i].plain;
        }
        return;
    }
    o->raw = model_raw_score(m, child, tells, &o->gated);
    o->plain = o->weight * o->raw;
    o->competing = current ? o->plain + o->inertia : o->plain;
    o->rank = desc->rank != NULL ? model_text_rank(m, child) : 0;
    if (tells) {
        tell_best(m, o);
    }
}

static void score_all(model *m, model_options *options, bool tells) {
    options->rows = calloc(m->desc->state_count, sizeof *options->rows);
    for (wits_state_id child = model_first(m, options->utility); child != WITS_NONE; child = model_next(m, child)) {
        score_option(m, options, child, tells);
    }
}

static void free_options(const model_options *options) {
    for (uint32_t i = 0; i < options->count; i++) {
        free(options->rows[i].pairs);
    }
    free(options->rows);
}

/// The option chosen by scores, or WITS_NONE without a candidate. `current` is WITS_NONE at entering. `target`: for an
/// option that has one.
static wits_state_id choose(model *m, wits_state_id utility, wits_state_id current, bool is_done, uint32_t *target) {
    model_options options = {.utility = utility, .current = current, .is_done = is_done};
    uint32_t told = m->frame->explain != NULL ? model_explain_choice(m, &options) : 0;
    score_all(m, &options, m->frame->explain != NULL);
    wits_state_id chosen = model_select(m, &options);
    if (m->frame->explain != NULL) {
        model_explain_chosen(m, told, &options, chosen);
    }
    *target = options.target;
    free_options(&options);
    m->current_is_done = is_done;
    if (m->hook != NULL) {
        m->hook(m, m->user, utility, current);
    }
    return chosen;
}

uint32_t model_input_field(const wits_desc *desc, uint32_t row) {
    const char *input = desc->considerations[row].input;
    for (uint32_t i = 0; i < desc->field_count; i++) {
        if (input != NULL && strcmp(desc->fields[i].name, input) == 0) {
            return i;
        }
    }
    return WITS_NONE;
}

double model_held(wits_type type, float input) {
    static const int bits[] = {[WITS_TYPE_INT8] = 7,
                               [WITS_TYPE_UINT8] = 8,
                               [WITS_TYPE_INT16] = 15,
                               [WITS_TYPE_UINT16] = 16,
                               [WITS_TYPE_INT] = 31};
    if (type == WITS_TYPE_FLOAT) {
        return (double)input;
    }
    if (type == WITS_TYPE_BOOL || type == WITS_TYPE_ENUM) {
        return floor((double)input + 0.5);  // all values are tried, and no others
    }
    double most = ldexp(1, bits[type]) - 1;
    double least = type == WITS_TYPE_UINT8 || type == WITS_TYPE_UINT16 ? 0 : -most - 1;
    return fmin(fmax(floor((double)input + 0.5), least), most);
}

/// The frame's columns, with one field replaced by `bytes`, which holds this input. The caller frees them.
static wits_column *columns_with(const model *m, uint32_t field, float input, unsigned char bytes[4]) {
    size_t size = m->desc->field_count * sizeof(wits_column);
    wits_column *columns = malloc(size);
    memcpy(columns, m->frame->columns, size);
    wits_type type = columns[field].type;
    double value = model_held(type, input);
    tree_store(type, bytes,
               type == WITS_TYPE_FLOAT ? (tree_value){.f = (float)value} : (tree_value){.i = (int32_t)value});
    columns[field] = (wits_column){.base = bytes, .stride = 0, .type = type};
    return columns;
}

bool model_input_target(const wits_desc *desc, uint32_t row, uint32_t *kind, uint32_t *field) {
    const char *input = desc->considerations[row].input;
    for (*kind = 0; *kind < desc->target_count; ++*kind) {
        const wits_target_desc *of = &desc->targets[*kind];
        const size_t length = strlen(of->name);
        if (input == NULL || strncmp(input, of->name, length) != 0 || input[length] != '.') {
            continue;
        }
        for (*field = 0; *field < of->field_count; ++*field) {
            if (strcmp(of->fields[*field].name, input + length + 1) == 0) {
                return true;
            }
        }
    }
    return false;
}

uint32_t model_input_of(const model *m, const model_change *change) {
    uint32_t kind, field;
    const wits_state_id option = m->desc->considerations[change->row].of;
    if (!model_input_target(m->desc, change->row, &kind, &field)) {
        return WITS_NO_TARGET;
    }
    model_view view;
    model_see(m, option, &view);
    const uint32_t id = m->states[option].aim == kind ? change->target : view.ids[kind];
    return model_target_row(m, kind, id) != WITS_NO_TARGET ? id : WITS_NO_TARGET;
}

/// For a field of a target its value, otherwise the input of this consideration.
static model_instead instead_of(const model *m, const model_change *change) {
    model_instead instead = {.input = change->input, .row = WITS_NONE, .kind = WITS_NONE, .target = change->target};
    uint32_t kind, field;
    if (change->row == WITS_NONE) {
        return instead;
    }
    if (model_input_target(m->desc, change->row, &kind, &field)) {
        instead.kind = kind;
        instead.field = field;
        instead.target = model_input_of(m, change);
    } else if (model_input_field(m->desc, change->row) == WITS_NONE) {
        instead.row = change->row;
    }
    return instead;
}

wits_state_id model_choose_with(model *m, wits_state_id utility, wits_state_id current, const model_change *change,
                                uint32_t *target) {
    static uint64_t unused_counts[CLAUSE_COUNT];
    uint64_t *counts = m->counts;
    model_options options = {.utility = utility, .current = current, .is_done = m->current_is_done};
    uint32_t field = change->row != WITS_NONE ? model_input_field(m->desc, change->row) : change->field;
    m->counts = unused_counts;
    m->instead = instead_of(m, change);
    unsigned char bytes[4];
    const wits_frame *frame = m->frame;
    wits_column *columns = field != WITS_NONE ? columns_with(m, field, change->input, bytes) : NULL;
    wits_frame changed = *frame;
    changed.columns = columns != NULL ? columns : frame->columns;
    m->frame = &changed;
    score_all(m, &options, false);
    wits_state_id chosen = model_select(m, &options);
    *target = options.target;
    free_options(&options);
    free(columns);
    m->frame = frame;
    m->instead = (model_instead){.row = WITS_NONE, .kind = WITS_NONE};
    m->counts = counts;
    return chosen;
}

/// Section 2: "the first rule whose condition holds selects it." WITS_NONE without rules.
static wits_state_id initial_by_rules(model *m, wits_state_id fsm) {
    bool is_first = true;
    for (uint32_t row = 0; row < m->desc->initial_count; row++) {
        const wits_initial_desc *rule = &m->desc->initials[row];
        if (rule->of != fsm) {
            continue;
        }
        FIRED_IF(m, initial_rules_elapsed, is_first && model_elapsed(m, fsm, m->frame->tick) > 0);
        if (model_condition(m, rule->when, fsm, (uint16_t)row)) {
            FIRED_IF(m, initial_first_rule, is_first);
            FIRED_IF(m, initial_later_rule, !is_first && rule->when != NULL);
            FIRED_IF(m, initial_last_rule, !is_first && rule->when == NULL);
            return rule->to;
        }
        is_first = false;
    }
    return WITS_NONE;
}

/// "The new target is remembered before its `enter` runs."
static void come(model *m, wits_state_id option, uint32_t target) {
    m->coming_option = m->states[option].aim != WITS_NONE ? option : WITS_NONE;
    m->coming_target = target;
}

/// Section 2, `initial`: by rules, given, or the first declared; for a utility the child that the scores choose now.
wits_state_id model_initial(model *m, wits_state_id composite) {
    const wits_state_desc *desc = &m->desc->states[composite];
    bool utility = m->states[composite].kind == WITS_KIND_UTILITY;
    if (desc->initial != 0) {
        FIRED_IF(m, initial_given, !utility);
        FIRED_IF(m, initial_given_on_utility, utility);
        return desc->initial;
    }
    if (!utility) {
        const wits_state_id by_rules = initial_by_rules(m, composite);
        if (by_rules != WITS_NONE) {
            return by_rules;
        }
        FIRED(m, initial_first);
        return (wits_state_id)(composite + 1);
    }
    FIRED(m, initial_chosen);
    uint32_t target;
    wits_state_id chosen = choose(m, composite, WITS_NONE, false, &target);
    FIRED_IF(m, no_candidate_first, chosen == WITS_NONE);
    if (chosen == WITS_NONE) {
        return (wits_state_id)(composite + 1);
    }
    come(m, chosen, target);
    return chosen;
}

/// Section 4, step 3: score the options, switch if another wins.
void model_choice(model *m, wits_state_id utility) {
    model_state *u = &m->states[utility];
    wits_state_id current = u->child;
    uint32_t hold = m->desc->states[current].hold;
    uint32_t every = m->desc->states[utility].every;
    if (hold > 0 && model_clock(m, current) < hold) {
        FIRED(m, hold_stops);
        model_explain_unscored(m, utility, WITS_CHOICE_HELD, hold - model_clock(m, current));
        FIRED_IF(m, hold_stops_while_due, every > 0 && m->frame->tick - u->scored >= every);
        return;
    }
    FIRED_IF(m, hold_over, hold > 0);
    const bool can_finish = model_desc_can_finish(m->desc, current);
    const bool is_done = can_finish && model_done(m, current);
    if (can_finish && !is_done && model_commits(m, current)) {
        FIRED(m, commit_stops);
        FIRED_IF(m, commit_stops_while_due, every > 0 && m->frame->tick - u->scored >= every);
        const uint32_t lasts = m->desc->states[current].lasts, since = lasts > 0 ? model_clock(m, current) : 0;
        model_explain_unscored(m, utility, WITS_CHOICE_COMMITTED, lasts > since ? lasts - since : 0);
        return;
    }
    FIRED_IF(m, not_done_scores, can_finish && !is_done);
    if (every > 0) {
        FIRED_IF(m, done_before_every, is_done && m->frame->tick - u->scored < every);
        if (m->frame->tick - u->scored < every && !is_done) {
            FIRED(m, every_stops);
            model_explain_unscored(m, utility, WITS_CHOICE_NOT_DUE, every - (m->frame->tick - u->scored));
            return;
        }
        FIRED(m, every_scores);
        u->scored = m->frame->tick;
    }
    uint32_t target;
    wits_state_id chosen = choose(m, utility, current, is_done, &target);
    FIRED_IF(m, no_candidate_stays, chosen == WITS_NONE);
    FIRED_IF(m, done_stays, chosen == WITS_NONE && is_done);
    FIRED_IF(m, current_wins, chosen == current);
    if (chosen == current && !is_done && m->states[current].aim != WITS_NONE) {
        model_retarget(m, current, target);
        return;
    }
    if (chosen == WITS_NONE || (chosen == current && !is_done)) {
        FIRED_IF(m, nobody_keeps_target, chosen == WITS_NONE && m->states[current].aim != WITS_NONE);
        return;
    }
    FIRED_IF(m, done_target_again, chosen == current && m->states[current].aim != WITS_NONE);
    FIRED_IF(m, done_wins_again, chosen == current);
    FIRED_IF(m, done_default_again, chosen == current && m->desc->states[utility].default_option == current);
    FIRED_IF(m, done_loses, chosen != current && is_done);
    FIRED_IF(m, switched, chosen != current);
    FIRED_IF(m, switched_from_composite, model_is_composite(m, current));
    FIRED_IF(m, switched_to_composite, model_is_composite(m, chosen));
    come(m, chosen, target);
    model_firing f = {current, chosen, chosen == current, false, WITS_NONE, NULL};
    model_fire(m, &f);
}
