// SPDX-License-Identifier: MIT
// Explanations of random brains' decisions. Requesting one must change nothing. Each must report what happened, bit for
// bit as the model computes it. With an input at which an option would have won, that option must win.
//
//   test_random_explain BRAINS [SEED]
#include "random_explain.h"
#include "random_fields.h"
#include "random_run.h"
#include "trees/tree.h"

#include <assert.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_RECORDS = 16384,
    MOST_TRACED = 16384,
    ASK_EVERY = 4,         ///< counterfactuals are requested in one of this many calls
    JUDGED_BRAINS = 4000,  ///< minimum number of brains for checking coverage
    LEAST_TRIED = 100,
};

/// One of four agents in the same run.
typedef struct side {
    uint8_t *fields;
    wits_column columns[RANDOM_FIELDS];
    host_context context;
    host_log log;
    wits_action_record records[MOST_RECORDS];
    uint32_t arguments[MOST_RECORDS * WITS_MAX_ARGUMENTS];
    wits_list list;
    wits_trace_record traced[MOST_TRACED];
    wits_trace trace;
    uint8_t *agent;
    bool done;
} side;

/// PLAIN has no explanation. TOLD is the model with its own explanation. START is the state at the beginning of a call,
/// from which TRIED repeats it.
enum { PLAIN, TRACED, EXPLAINED, TOLD, START, TRIED, SIDES };

typedef struct trial {
    const random_brain *made;
    const wits_brain *brain;
    const random_run *run;
    random_layout layout;
    random_view view;  ///< the targets in this call
    size_t agent_size;
    side *sides[SIDES];
    model *model;
    wits_explain explain;  ///< explanation of the library
    wits_explain told;     ///< explanation of the model
    void *explain_memory;
    bool apart;
    uint32_t call;
    uint32_t scored;  ///< choices of this call that the model has made
    char *text;
    bool same;
} trial;

static explain_tally tally;
static uint64_t counts[CLAUSE_COUNT];

static bool fail(trial *t, const char *format, ...) {
    char what[EXPLAIN_TEXT];
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(what, sizeof what, format, arguments);
    va_end(arguments);
    if (t->same) {
        (void)snprintf(t->text, EXPLAIN_TEXT, "call %u: %.*s", t->call, EXPLAIN_TEXT - 30, what);
    }
    t->same = false;
    return false;
}

// --------------------------------------------------------------------------------------------------------------- sides

static void engine_raise(const wits_call *call, uint32_t event) {
    wits_raise(call->brain, call->agent, event);
}

static const host_hooks engine_hooks = {wits_call_is_in, wits_call_elapsed, engine_raise};
static const host_hooks model_hooks = {model_call_is_in, model_call_elapsed, model_call_raise};

static side *side_new(const trial *t, bool of_model) {
    side *s = calloc(1, sizeof *s);
    s->fields = malloc(t->layout.bytes);
    s->agent = calloc(1, t->agent_size);
    random_layout_columns(&t->layout, s->fields, s->columns);
    random_fields_fill(&t->layout, s->fields, t->run->layout);
    s->context.desc = &t->made->desc;
    s->context.hooks = of_model ? &model_hooks : &engine_hooks;
    s->context.log = &s->log;
    return s;
}

static void side_free(side *s) {
    free(s->fields);
    free(s->agent);
    free(s);
}

/// Copies all data that a decision reads.
static void side_copy(const trial *t, side *to, const side *from) {
    memcpy(to->fields, from->fields, t->layout.bytes);
    memcpy(to->agent, from->agent, t->agent_size);
    to->context.values = from->context.values;
}

static wits_frame frame_of(const trial *t, side *s, const random_call *call) {
    wits_frame frame;
    memset(&frame, 0, sizeof frame);
    frame.tick = call->tick;
    frame.agent = t->run->agent;
    frame.seed = t->run->seed;
    frame.context = &s->context;
    frame.functions = t->made->desc.functions;
    frame.mode = t->run->mode;
    frame.columns = s->columns;
    frame.row = t->run->row;
    frame.targets = t->view.kinds > 0 ? t->view.lists : NULL;
    s->log.count = 0;
    s->list = (wits_list){s->records, MOST_RECORDS, 0, s->arguments, MOST_RECORDS * WITS_MAX_ARGUMENTS, 0};
    s->trace = (wits_trace){s->traced, MOST_TRACED, 0, 0};
    frame.list = &s->list;
    return frame;
}

static bool model_call(model *m, const random_call *call, const wits_frame *frame) {
    switch (call->verb) {
    case VERB_START:
        model_start(m, frame);
        return true;
    case VERB_STOP:
        model_stop(m, frame);
        return true;
    case VERB_GOTO:
        model_goto(m, frame, call->state);
        return true;
    case VERB_RESTART:
        model_restart(m, frame, call->state);
        return true;
    case VERB_PLACE:
        model_place(m, frame, call->state);
        return true;
    case VERB_DECIDE:
        model_decide(m, frame);
        return true;
    case VERB_UPDATE:
        return model_update(m, frame);
    case VERB_TICK:
        return model_tick(m, frame);
    default:
        model_raise(m, call->event);
        return true;
    }
}

// ------------------------------------------------------------------------------------------------ nothing is different

static bool same_side(trial *t, const side *a, const side *b, const char *what) {
    if (a->done != b->done || memcmp(a->agent, b->agent, t->agent_size) != 0) {
        return fail(t, "%s: the agent has other bytes", what);
    }
    if (memcmp(&a->context.values, &b->context.values, sizeof a->context.values) != 0 ||
        memcmp(a->fields, b->fields, t->layout.bytes) != 0) {
        return fail(t, "%s: the context differs", what);
    }
    if (a->log.count != b->log.count ||
        memcmp(a->log.entries, b->log.entries, a->log.count * sizeof *a->log.entries) != 0) {
        return fail(t, "%s: other actions ran", what);
    }
    if (a->list.count != b->list.count || memcmp(a->records, b->records, a->list.count * sizeof *a->records) != 0 ||
        a->list.argument_count != b->list.argument_count ||
        memcmp(a->arguments, b->arguments, a->list.argument_count * sizeof *a->arguments) != 0) {
        return fail(t, "%s: the list differs", what);
    }
    return true;
}

static bool same_trace(trial *t, const side *a, const side *b) {
    assert(a->trace.dropped == 0 && b->trace.dropped == 0);
    return (a->trace.count == b->trace.count &&
            memcmp(a->traced, b->traced, a->trace.count * sizeof *a->traced) == 0) ||
           fail(t, "with an explanation the trace differs");
}

// --------------------------------------------------------------------------------------------------- explained records

static bool was_traced(const side *s, wits_trace_kind kind, uint32_t state, uint32_t target) {
    for (uint32_t i = 0; i < s->trace.count; i++) {
        if (s->traced[i].kind == kind && s->traced[i].state == state && s->traced[i].target == target) {
            return true;
        }
    }
    return false;
}

/// The next switch without a transition, from `*at` on.
static const wits_trace_record *next_switch(const side *s, uint32_t *at) {
    while (*at < s->trace.count) {
        const wits_trace_record *r = &s->traced[(*at)++];
        if (r->kind == WITS_TRACE_FIRED && r->row == WITS_NONE) {
            return r;
        }
    }
    return NULL;
}

/// Agents that switch without a transition in a decision pass were chosen, in this order; an option chosen at entering
/// has become active.
static bool has_happened(trial *t, const side *s, bool decides) {
    uint32_t at = 0;
    for (uint32_t i = 0; i < t->explain.choice_count; i++) {
        const wits_explained_choice *c = &t->explain.choices[i];
        if (c->how == WITS_CHOICE_ENTERED && !was_traced(s, WITS_TRACE_ENTERED, c->chosen, WITS_NO_TARGET) &&
            !was_traced(s, WITS_TRACE_ACTIVATED, c->chosen, WITS_NO_TARGET)) {
            return fail(t, "choice %u says that %u was entered", i, c->chosen);
        }
        const bool has_other = !c->no_candidate && c->chosen == c->current && c->target != c->remembered;
        const bool reenters = t->made->desc.states[c->chosen].reenter;
        const bool begins_anew = (c->is_done && !c->no_candidate) || (has_other && reenters);
        if (has_other && !begins_anew) {
            tally.retargets++;
            if (!was_traced(s, WITS_TRACE_RETARGETED, c->chosen, c->target)) {
                return fail(t, "choice %u says that %u has another target, %u", i, c->chosen, c->target);
            }
        }
        if (decides && c->how != WITS_CHOICE_ENTERED && (c->chosen != c->current || begins_anew)) {
            const wits_trace_record *r = next_switch(s, &at);
            if (r == NULL || r->state != c->current || r->other != c->chosen) {
                return fail(t, "choice %u says that %u became %u", i, c->current, c->chosen);
            }
            tally.switches++;
        }
    }
    return !decides || next_switch(s, &at) == NULL || fail(t, "a switch that no choice tells of");
}

static const wits_explained_option *option_told(const wits_explain *e, const wits_explained_choice *c,
                                                wits_state_id option) {
    for (uint32_t i = 0; i < c->option_count; i++) {
        if (e->options[c->first_option + i].option == option) {
            return &e->options[c->first_option + i];
        }
    }
    return NULL;
}

/// The best candidate except `but`, the first of equal ones; null if there is none.
static const wits_explained_option *best_other(const wits_explain *e, const wits_explained_choice *c,
                                               wits_state_id but) {
    const wits_explained_option *best = NULL;
    for (uint32_t i = 0; i < c->option_count; i++) {
        const wits_explained_option *o = &e->options[c->first_option + i];
        bool candidate = o->verdict >= WITS_VERDICT_LOST && o->verdict <= WITS_VERDICT_NOT_AMONG;
        if (o->option != but && candidate && (best == NULL || o->competing > best->competing)) {
            best = o;
        }
    }
    return best;
}

static bool same_value(float a, float b) {
    return a == b || (isnan(a) && isnan(b));
}

/// The record after the score of an ineligible option gives the reason, with the verdict of the explanation.
static bool out_traced(const wits_trace_record *r, const wits_explained_option *o) {
    bool has_why = o->verdict == WITS_VERDICT_FLOOR || o->verdict == WITS_VERDICT_DEFAULT ||
                   o->verdict == WITS_VERDICT_RANK || o->verdict == WITS_VERDICT_NOT_NEEDED;
    bool is_there = r != NULL && r->kind == WITS_TRACE_OUT && r->state == o->option;
    return is_there == has_why && (!is_there || (r->row == o->verdict && r->value == o->competing));
}

/// Returns the best target of an option. It is the target in the explanation unless the option keeps another one.
static bool target_traced(trial *t, const side *s, const wits_explained_option *o, bool is_chosen, uint32_t *at) {
    if (t->made->desc.states[o->option].target == NULL) {
        return true;
    }
    const wits_trace_record *r = &s->traced[(*at)++];
    return (r->kind == WITS_TRACE_TARGETED && r->state == o->option && same_value(r->value, o->competing) &&
            (is_chosen || r->target == o->target)) ||
           fail(t, "the trace of the best target of option %u is another (%u: %g)", o->option, r->target,
                (double)r->value);
}

/// The records of one option, from `*at` on: its score, with its target, and one more for a cooldown or another reason.
static bool option_traced(trial *t, const side *s, const wits_explained_option *o, uint32_t *at) {
    if (o->verdict == WITS_VERDICT_NO_TARGET ||
        (t->made->desc.states[o->option].target != NULL && o->target_count == 0)) {
        const wits_trace_record *r = &s->traced[(*at)++];
        return (r->kind == WITS_TRACE_OUT && r->state == o->option && r->row == WITS_VERDICT_NO_TARGET) ||
               fail(t, "the trace does not say that option %u has no targets", o->option);
    }
    const wits_trace_record *r = &s->traced[(*at)++];
    if (!target_traced(t, s, o, o->verdict == WITS_VERDICT_CHOSEN, at)) {
        return false;
    }
    const wits_trace_record *next = *at < s->trace.count ? &s->traced[*at] : NULL;
    bool cools = next != NULL && next->kind == WITS_TRACE_COOLING && next->state == o->option;
    wits_trace_kind kind = o->verdict == WITS_VERDICT_GATED          ? WITS_TRACE_GATED
                           : o->verdict == WITS_VERDICT_NOT_A_NUMBER ? WITS_TRACE_NOT_A_NUMBER
                                                                     : WITS_TRACE_SCORED;
    // The default option may be chosen whatever made it ineligible.
    bool by_default = o->verdict == WITS_VERDICT_CHOSEN && isnan(o->margin);
    if (!out_traced(next, o)) {
        return fail(t, "the trace says otherwise why option %u is not a candidate", o->option);
    }
    *at += cools || (next != NULL && next->kind == WITS_TRACE_OUT && next->state == o->option);
    if (r->state != o->option || !same_value(r->value, o->competing) || (r->kind != kind && !by_default)) {
        return fail(t, "the trace of option %u is another (%u of %u: %g)", o->option, r->kind, r->state,
                    (double)r->value);
    }
    return (cools == (o->verdict == WITS_VERDICT_COOLING) || by_default) &&
                   (!cools || next->value == (float)o->cooldown)
               ? true
               : fail(t, "option %u cools otherwise in the trace", o->option);
}

/// The trace of one choice, from `*at` on: each option in order, then the chosen one.
static bool choice_traced(trial *t, const side *s, const wits_explained_choice *c, uint32_t *at) {
    for (uint32_t i = 0; i < c->option_count; i++) {
        if (!option_traced(t, s, &t->explain.options[c->first_option + i], at)) {
            return false;
        }
    }
    const wits_trace_record *r = &s->traced[(*at)++];
    if (c->no_candidate) {
        return (r->kind == WITS_TRACE_NO_CANDIDATE && r->state == c->chosen && r->other == c->composite &&
                r->row == c->current) ||
               fail(t, "the trace does not say that nobody was chosen");
    }
    const wits_explained_option *own = option_told(&t->explain, c, c->chosen);
    const wits_explained_option *other = best_other(&t->explain, c, c->chosen);
    float value = other == NULL ? own->competing : own->competing - other->competing;
    return (r->kind == WITS_TRACE_CHOSEN && r->state == c->chosen &&
            r->row == (other == NULL ? WITS_NONE : other->option) && same_value(r->value, value)) ||
           fail(t, "the trace of who was chosen is another");
}

static bool is_of_option(const wits_trace_record *r) {
    return r->kind == WITS_TRACE_SCORED || r->kind == WITS_TRACE_NOT_A_NUMBER || r->kind == WITS_TRACE_GATED ||
           r->kind == WITS_TRACE_OUT;
}

static bool choices_traced(trial *t, const side *s) {
    uint32_t at = 0;
    bool same = true;
    for (uint32_t i = 0; i < t->explain.choice_count && same; i++) {
        const wits_explained_choice *c = &t->explain.choices[i];
        while (at < s->trace.count && !is_of_option(&s->traced[at])) {
            at++;
        }
        same = c->option_count == 0 || choice_traced(t, s, c, &at);
    }
    return same;
}

// ----------------------------------------------------------------------------------------------------- counterfactuals

static const wits_explained_choice *scored_choice(const wits_explain *e, uint32_t number) {
    for (uint32_t i = 0; i < e->choice_count; i++) {
        if (e->choices[i].option_count > 0 && number-- == 0) {
            return &e->choices[i];
        }
    }
    return NULL;
}

/// One input, and the library's explanation of it.
typedef struct question {
    const wits_explained_choice *choice;
    const wits_explained_option *option;     ///< option that would win
    const wits_explained_consideration *of;  ///< another input for this one
    const wits_explained_field *field;       ///< another value for this one instead, of which `of` is a copy
    uint32_t asked_about;                    ///< the target of the query; WITS_NO_TARGET: there is no kind
    uint32_t wanted;                         ///< the target that the option would take; WITS_NO_TARGET: any
} question;

static model_change change_of(const question *q, float input) {
    return (model_change){.row = q->of->row,
                          .field = q->field != NULL ? q->field->field : WITS_NONE,
                          .target = q->asked_about,
                          .input = input};
}

/// Returns whether, according to the model, the option wins with this input, and takes that target.
static bool is_won(model *m, const question *q, float input) {
    const model_change change = change_of(q, input);
    uint32_t taken;
    const wits_state_id chosen = model_choose_with(m, q->choice->composite, q->choice->current, &change, &taken);
    return chosen == q->option->option && (q->wanted == WITS_NO_TARGET || taken == q->wanted);
}

/// Returns whether another input had to be searched.
static void check_looked(trial *t, model *m, const question *q, bool may_win) {
    const wits_explained_consideration *k = q->of;
    const model_change change = change_of(q, 0.0f);
    uint32_t kind, field;
    const bool is_of_target = model_input_target(&t->made->desc, k->row, &kind, &field);
    const bool is_field = is_of_target ? model_input_of(m, &change) != WITS_NO_TARGET
                                       : model_input_field(&t->made->desc, k->row) != WITS_NONE;
    const bool is_nobodys = is_of_target && !is_field;
    if (k->looked_at && (!may_win || is_nobodys)) {
        (void)fail(t, "row %u of option %u was looked at", k->row, q->option->option);
    }
    if (!k->looked_at && (k->would_win || (may_win && is_field))) {
        (void)fail(t, "row %u of option %u was not looked at", k->row, q->option->option);
    }
    tally.unlooked += may_win && !k->looked_at;
}

static void check_no_win(trial *t, model *m, const question *q, const wits_consideration_desc *row) {
    const wits_explained_consideration *k = q->of;
    float sample = explain_sample(row, (uint32_t)host_mix(t->call, k->row) % EXPLAIN_SAMPLES);
    if (k->looked_at && is_won(m, q, sample)) {
        (void)fail(t, "row %u: with %.9g option %u wins, which was not found", k->row, (double)sample,
                   q->option->option);
    }
    tally.no_wins += k->looked_at;
    tally.other_no_wins += k->looked_at && q->wanted != WITS_NO_TARGET;
}

static void tally_win(const trial *t, const question *q, const wits_consideration_desc *row) {
    uint32_t kind, field;
    const bool is_of_target = model_input_target(&t->made->desc, q->of->row, &kind, &field);
    const bool is_field = model_input_field(&t->made->desc, q->of->row) != WITS_NONE;
    tally.wins++;
    tally.target_wins += is_of_target;
    tally.other_wins += q->wanted != WITS_NO_TARGET;
    tally.wins_in_best += q->option->best_option != WITS_NONE && !is_field;
    tally.wins_unranged += row->low == 0.0f && row->high == 0.0f;
}

/// Compares the library's result for one input with the model.
static void check_win(trial *t, model *m, const question *q, const wits_consideration_desc *row, wits_type type) {
    const wits_explained_consideration *k = q->of;
    const wits_state_id option = q->option->option;
    if (!is_won(m, q, k->wins_at)) {
        (void)fail(t, "row %u: with %.9g option %u does not win", k->row, (double)k->wins_at, option);
    }
    float beside;
    if (explain_beside(type, row, k, &beside)) {
        tally.borders++;
        if (is_won(m, q, beside)) {
            (void)fail(t, "row %u: already with %.9g, before %.9g, option %u wins", k->row, (double)beside,
                       (double)k->wins_at, option);
        }
    }
    for (uint32_t i = 0; i < EXPLAIN_SAMPLES; i += 17) {
        float sample = explain_sample(row, i);
        bool claimed = (k->wins_above && sample >= k->wins_at) || (k->wins_below && sample <= k->wins_at);
        tally.beyond += claimed;
        if (claimed && !is_won(m, q, sample)) {
            (void)fail(t, "row %u: with %.9g, beyond %.9g, option %u does not win", k->row, (double)sample,
                       (double)k->wins_at, option);
        }
        if (explain_is_nearer(type, row, k, sample) && is_won(m, q, sample)) {
            (void)fail(t, "row %u: %.9g is nearer to %.9g than %.9g, and option %u wins", k->row, (double)sample,
                       (double)k->raw, (double)k->wins_at, option);
        }
    }
}

static void check_answer(trial *t, model *m, const question *q, bool may_win) {
    const wits_desc *desc = &t->made->desc;
    const wits_explained_consideration *k = q->of;
    const wits_consideration_desc *row = &desc->considerations[k->row];
    check_looked(t, m, q, may_win && row->input != NULL);
    if (k->would_win) {
        tally_win(t, q, row);
        check_win(t, m, q, row, explain_type_of(desc, k->row));
    } else {
        check_no_win(t, m, q, row);
    }
}

/// The values of a field in an expression that are tried, as the range of a consideration.
static wits_consideration_desc range_of_field(const wits_desc *desc, const wits_explained_field *field) {
    const wits_field_desc *about = &desc->fields[field->field];
    if (about->type == WITS_TYPE_BOOL || about->type == WITS_TYPE_ENUM) {
        return (wits_consideration_desc){.high = about->type == WITS_TYPE_BOOL ? 1 : (float)about->value_count - 1};
    }
    for (uint32_t row = 0; row < desc->consideration_count; row++) {
        const wits_consideration_desc *one = &desc->considerations[row];
        if (one->input != NULL && model_input_field(desc, row) == field->field && one->low != one->high) {
            return *one;
        }
    }
    const float twice = isfinite(2 * field->now) ? 2 * field->now : 0;
    return (wits_consideration_desc){.low = fminf(twice, 0),
                                     .high = fmaxf(twice, about->type == WITS_TYPE_FLOAT ? 1 : 255)};
}

/// Compares the library's result for a field in an expression with the model.
static void check_field(trial *t, model *m, const wits_explained_choice *c, const wits_explained_option *o,
                        const wits_explained_field *field) {
    const wits_desc *desc = &t->made->desc;
    const wits_consideration_desc row = range_of_field(desc, field);
    const wits_explained_consideration like = {.row = WITS_NONE,
                                               .was_nan = isnan(field->now),
                                               .looked_at = true,
                                               .would_win = field->would_win,
                                               .wins_above = field->wins_above,
                                               .wins_below = field->wins_below,
                                               .raw = field->now,
                                               .wins_at = field->wins_at};
    const question q = {
        .choice = c, .option = o, .of = &like, .field = field, .asked_about = WITS_NO_TARGET, .wanted = WITS_NO_TARGET};
    if (row.low == row.high) {
        return;  // an enum with one value
    }
    if (field->would_win) {
        tally.field_wins++;
        check_win(t, m, &q, &row, desc->fields[field->field].type);
        return;
    }
    const float sample = explain_sample(&row, (uint32_t)host_mix(t->call, field->field) % EXPLAIN_SAMPLES);
    tally.field_no_wins++;
    if (is_won(m, &q, sample)) {
        (void)fail(t, "field %u: with %.9g option %u wins, which was not found", field->field, (double)sample,
                   o->option);
    }
}

/// Fields in the expressions of options that lost.
static void check_fields(trial *t, model *m, const wits_explained_choice *c, const wits_explained_option *o) {
    const bool may_win = o->option != c->chosen && o->cooldown == 0 && o->row_count == 0;
    if (o->field_count > 0 && !may_win) {
        (void)fail(t, "fields of option %u were looked at", o->option);
    }
    for (uint32_t i = 0; i < o->field_count; i++) {
        check_field(t, m, c, o, &t->explain.fields[o->first_field + i]);
    }
}

/// The queries about an option: its own inputs, if it was not chosen; for the chosen one, those of its second best
/// target.
typedef void question_fn(trial *t, const question *q, bool may_win, void *user);

static void ask_rows(trial *t, question *q, uint32_t first, uint32_t count, bool may_win, question_fn *ask,
                     void *user) {
    for (uint32_t i = 0; i < count; i++) {
        q->of = &t->explain.considerations[first + i];
        ask(t, q, may_win, user);
    }
}

static void ask_option(trial *t, const wits_explained_choice *c, const wits_explained_option *o, question_fn *ask,
                       void *user) {
    const bool is_chosen = o->option == c->chosen;
    const wits_state_id of = o->best_option != WITS_NONE ? o->best_option : o->option;
    const bool has_kind = t->made->desc.states[of].target != NULL;
    question q = {.choice = c, .option = o, .asked_about = o->target, .wanted = WITS_NO_TARGET};
    const bool is_there = !has_kind || o->target != WITS_NO_TARGET;
    ask_rows(t, &q, o->first_row, o->row_count, !is_chosen && o->cooldown == 0 && is_there, ask, user);
    for (uint32_t i = 0; i < o->target_count; i++) {
        const wits_explained_target *target = &t->explain.targets[o->first_target + i];
        if (target->id != o->target) {
            q.asked_about = q.wanted = target->id;
            ask_rows(t, &q, target->first_row, target->row_count, is_chosen, ask, user);
        }
    }
}

static void ask_model(trial *t, const question *q, bool may_win, void *user) {
    check_answer(t, user, q, may_win);
}

/// The model has made the choice that the library has explained.
static void after_choice(model *m, void *user, wits_state_id utility, wits_state_id current) {
    trial *t = user;
    const wits_explained_choice *c = scored_choice(&t->explain, t->scored++);
    if (c == NULL || c->composite != utility || c->current != current || !t->explain.counterfactuals) {
        return;  // the caller, which compares both, finds the difference
    }
    for (uint32_t i = 0; i < c->option_count; i++) {
        ask_option(t, c, &t->explain.options[c->first_option + i], ask_model, m);
        check_fields(t, m, c, &t->explain.options[c->first_option + i]);
    }
}

// -------------------------------------------------------------------------------------- inputs that are really changed

/// Number of the choice among those of its utility.
static uint32_t turn_of(const wits_explain *e, const wits_explained_choice *choice) {
    uint32_t turn = 0;
    for (const wits_explained_choice *c = e->choices; c < choice; c++) {
        turn += c->option_count > 0 && c->composite == choice->composite;
    }
    return turn;
}

/// One field of the agent or of a target, with another value.
typedef struct other_value {
    uint32_t field;         ///< field of the agent, or of `kind`
    uint32_t kind, target;  ///< WITS_NONE: the agent's
    float value;
} other_value;

/// The lists of targets with another value: the columns of one kind row by row, so that no two targets share it.
typedef struct other_lists {
    wits_target_list lists[RANDOM_KINDS];
    wits_column columns[RANDOM_TARGET_FIELDS];
    float values[RANDOM_TARGET_FIELDS][RANDOM_AGENTS * RANDOM_TARGETS];
} other_lists;

static void change_target(const trial *t, const other_value *other, other_lists *to) {
    const wits_target_desc *desc = &t->made->desc.targets[other->kind];
    memcpy(to->lists, t->view.lists, sizeof to->lists);
    wits_target_list *list = &to->lists[other->kind];
    const uint32_t first = list->offsets != NULL ? list->offsets[t->run->row] : 0;
    uint32_t row = first;
    while (list->ids[row] != other->target) {  // the first row counts
        row++;
    }
    for (uint32_t field = 0; field < desc->field_count; field++) {
        const wits_column *from = &list->columns[field];
        for (uint32_t i = 0; i < list->count; i++) {
            const size_t at = desc->fields[field].own && list->own_rows != NULL ? list->own_rows[i] : i;
            memcpy(&to->values[field][i], (const uint8_t *)from->base + at * from->stride, sizeof(float));
        }
        to->columns[field] = (wits_column){.base = to->values[field], .stride = sizeof(float), .type = WITS_TYPE_FLOAT};
    }
    to->values[other->field][row] = other->value;
    list->columns = to->columns;
    list->own_rows = NULL;
    list->own_count = list->count;
}

/// Repeats the call from its beginning, with one value changed. Returns the choice in its turn; null if it did not
/// occur, because an outer utility has chosen another option.
static const wits_explained_choice *again(trial *t, const random_call *call, const other_value *other, wits_explain *e,
                                          void *memory, const wits_explained_choice *choice) {
    static other_lists lists;
    side *s = t->sides[TRIED];
    side_copy(t, s, t->sides[START]);
    wits_frame frame = frame_of(t, s, call);
    if (other->kind != WITS_NONE) {
        change_target(t, other, &lists);
        frame.targets = lists.lists;
    } else {
        const random_place *place = &t->layout.fields[other->field];
        tree_store(WITS_TYPE_FLOAT, s->fields + place->offset + t->run->row * place->stride,
                   (tree_value){.f = other->value});
    }
    wits_explain_begin(e, t->brain, memory, wits_explain_size(t->brain));
    frame.explain = e;
    (void)random_call_make(t->brain, s->agent, call, &frame);
    uint32_t turn = turn_of(&t->explain, choice);
    for (uint32_t i = 0; i < e->choice_count; i++) {
        const wits_explained_choice *c = &e->choices[i];
        if (c->option_count > 0 && c->composite == choice->composite && turn-- == 0) {
            return c->current == choice->current && c->remembered == choice->remembered ? c : NULL;
        }
    }
    return NULL;
}

static bool comes_of(const wits_explained_choice *c, const question *q) {
    return !c->no_candidate && c->chosen == q->option->option &&
           (q->wanted == WITS_NO_TARGET || c->target == q->wanted);
}

/// The field that is the input; false if there is none, or it belongs to a target of an outer option.
static bool value_of(const trial *t, const question *q, other_value *other) {
    const wits_state_id of = t->made->desc.considerations[q->of->row].of;
    *other = (other_value){.kind = WITS_NONE, .value = q->of->wins_at, .target = q->asked_about};
    if (model_input_target(&t->made->desc, q->of->row, &other->kind, &other->field)) {
        const char *kind = t->made->desc.states[of].target;
        return kind != NULL && strcmp(kind, t->made->desc.targets[other->kind].name) == 0;
    }
    other->kind = WITS_NONE;
    other->field = model_input_field(&t->made->desc, q->of->row);
    return other->field != WITS_NONE;
}

static void change_field(trial *t, const question *q, bool may_win, void *user) {
    const random_call *call = user;
    const char *input = t->made->desc.considerations[q->of->row].input;
    other_value other;
    // An earlier choice of a utility in the same call might change, too, and with it the utility's memory.
    if (!may_win || !q->of->would_win || turn_of(&t->explain, q->choice) != 0 || !value_of(t, q, &other)) {
        return;
    }
    wits_explain e;
    void *memory = malloc(wits_explain_size(t->brain));
    const wits_explained_choice *c = again(t, call, &other, &e, memory, q->choice);
    tally.not_again += c == NULL;
    tally.changed += c != NULL && other.kind == WITS_NONE;
    tally.target_changed += c != NULL && other.kind != WITS_NONE;
    tally.other_changed += c != NULL && other.kind != WITS_NONE && q->wanted != WITS_NO_TARGET;
    if (c != NULL && !comes_of(c, q)) {
        (void)fail(t, "%s at %.9g: option %u is chosen with target %u, not %u with %u", input, (double)q->of->wins_at,
                   c->chosen, c->target, q->option->option, q->wanted);
    }
    if (explain_beside(explain_type_of(&t->made->desc, q->of->row), &t->made->desc.considerations[q->of->row], q->of,
                       &other.value)) {
        c = again(t, call, &other, &e, memory, q->choice);
        if (c != NULL && comes_of(c, q)) {
            (void)fail(t, "%s at %.9g already: option %u is chosen", input, (double)other.value, q->option->option);
        }
    }
    free(memory);
}

static void change_fields(trial *t, const random_call *call) {
    random_call same = *call;
    const wits_explain *e = &t->explain;
    for (uint32_t i = 0; i < e->choice_count; i++) {
        const wits_explained_choice *c = &e->choices[i];
        for (uint32_t n = 0; n < c->option_count; n++) {
            ask_option(t, c, &e->options[c->first_option + n], change_field, &same);
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- a life

static void give_inputs(const trial *t, side *s, const random_call *call) {
    s->context.values.input = call->input;
    random_fields_input(&t->layout, s->fields, t->run->row, call->input);
}

static void call_library(trial *t, const random_call *call) {
    for (int i = PLAIN; i <= EXPLAINED; i++) {
        side *s = t->sides[i];
        give_inputs(t, s, call);
        wits_frame frame = frame_of(t, s, call);
        frame.trace = i != PLAIN ? &s->trace : NULL;
        if (i == EXPLAINED) {
            wits_explain_begin(&t->explain, t->brain, t->explain_memory, wits_explain_size(t->brain));
            t->explain.counterfactuals = t->apart || t->call % ASK_EVERY == 0;
            frame.explain = &t->explain;
        }
        s->done = random_call_make(t->brain, s->agent, call, &frame);
    }
}

static void call_model(trial *t, const random_call *call) {
    side *s = t->sides[TOLD];
    give_inputs(t, s, call);
    wits_frame frame = frame_of(t, s, call);
    explain_begin(&t->told);
    frame.explain = &t->told;
    t->scored = 0;
    s->done = model_call(t->model, call, &frame);
}

static void run_records(trial *t, const random_call *call) {
    for (int i = PLAIN; i <= TOLD; i++) {
        side *s = t->sides[i];
        const wits_list list = s->list;
        uint32_t count = list.count;
        wits_frame frame = frame_of(t, s, call);
        s->list = list;
        s->context.from_list = true;
        for (uint32_t n = 0; n < count; n++) {
            if (i == TOLD) {
                model_run_record(t->model, &frame, &s->records[n]);
            } else {
                wits_run_record(t->brain, s->agent, &frame, &s->records[n]);
            }
        }
        s->context.from_list = false;
    }
}

/// The state at the beginning of a call, from which it is repeated.
static void keep_start(const trial *t, side *start, const random_call *call) {
    side *e = t->sides[EXPLAINED];
    give_inputs(t, e, call);
    side_copy(t, start, e);
}

static bool one_call(trial *t, const random_call *call) {
    const side *e = t->sides[EXPLAINED];
    const bool offsets = t->run->agents > 1 || t->run->layout % 2 == 0;
    random_view_free(&t->view);
    random_view_make(&t->view, &t->made->desc, t->run->agents, offsets,
                     host_mix(t->run->layout, call->input % 3 == 0 ? 0 : call->input));
    keep_start(t, t->sides[START], call);
    call_library(t, call);
    call_model(t, call);
    bool decides = call->verb == VERB_DECIDE;
    (void)(same_side(t, t->sides[PLAIN], t->sides[TRACED], "traced") && same_side(t, t->sides[PLAIN], e, "explained") &&
           same_trace(t, t->sides[TRACED], e) && has_happened(t, e, decides));
    if (t->explain.dropped != 0) {
        tally.dropped++;
        if (decides) {
            (void)fail(t, "wits_explain_size is too small for one decision: %u are left out",
                       (unsigned)t->explain.dropped);
        }
        return t->same;
    }
    char what[EXPLAIN_TEXT];
    if (t->same && !explain_same(&t->explain, &t->told, &t->made->desc, t->model, &tally, what)) {
        (void)fail(t, "%s", what);
    }
    if (t->same) {
        (void)choices_traced(t, e);
    }
    if (t->same && t->apart && t->explain.counterfactuals) {
        change_fields(t, call);
    }
    if (call->run_records && t->run->mode != WITS_MODE_NOW) {
        run_records(t, call);
    }
    return t->same;
}

static bool one_life(const random_brain *made, const wits_brain *brain, const random_run *run, bool apart, char *text) {
    trial t = {.made = made, .brain = brain, .run = run, .apart = apart, .text = text, .same = true};
    random_layout_make(&t.layout, &made->desc, made->shared, run->layout, run->agents);
    t.agent_size = wits_agent_size(brain);
    t.explain_memory = malloc(wits_explain_size(brain));
    for (int i = 0; i < SIDES; i++) {
        t.sides[i] = side_new(&t, i == TOLD);
    }
    t.model = model_new(&made->desc, counts);
    model_set_hook(t.model, after_choice, &t);
    explain_new(&t.told);
    for (t.call = 0; t.call < run->call_count && t.same; t.call++) {
        (void)one_call(&t, &run->calls[t.call]);
    }
    for (int i = 0; i < SIDES; i++) {
        side_free(t.sides[i]);
    }
    explain_free(&t.told);
    random_view_free(&t.view);
    model_free(t.model);
    free(t.explain_memory);
    return t.same;
}

/// Returns whether all is well with this seed's brain.
static bool try_seed(uint64_t seed, char *text) {
    static random_brain made;
    static random_run run;
    static run_failure failure;
    const bool apart = seed % 3 == 0, aimed = seed / 3 % 2 == 0;
    if (apart) {
        random_brain_make_apart(&made, seed, aimed);
    } else if (aimed) {
        random_brain_make_aimed(&made, seed);
    } else {
        random_brain_make(&made, seed);
    }
    void *memory = random_compile(&made, &failure);
    if (memory == NULL) {
        (void)snprintf(text, EXPLAIN_TEXT, "%s", failure.text);
        return false;
    }
    random_run_make(&run, &made.desc, host_mix(seed, 51), (wits_mode)(seed / 3 % 3));
    bool same = one_life(&made, memory, &run, apart, text);
    if (!same) {
        print_brain(stdout, &made);
    }
    free(memory);
    return same;
}

int main(int argc, char **argv) {
    uint32_t brains = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    static char text[EXPLAIN_TEXT];
    for (uint32_t i = 0; i < brains; i++) {
        if (!try_seed(first + i, text)) {
            (void)printf("seed %llu: %s\n", (unsigned long long)(first + i), text);
            return 1;
        }
    }
    uint32_t seldom = explain_print(&tally, LEAST_TRIED);
    (void)printf("%u brains\n", brains);
    if (brains >= JUDGED_BRAINS && seldom > 0) {
        (void)printf("too little was tried\n");
        return 1;
    }
    return 0;
}
