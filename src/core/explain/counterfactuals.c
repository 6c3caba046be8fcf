// SPDX-License-Identifier: MIT
// Counterfactuals: for options that were not chosen, inputs with which they would have been. An input that is a field
// changes wherever the choice reads it: in other considerations, gates, ranks and scores. Any other input is replaced
// only where it is used. An input without a range goes from 0 to 1. The same is searched for fields in expressions.
#include "core/explain/explain.h"
#include "core/run/pairs.h"
#include "core/run/targets.h"

#include "expr/operations.h"
#include "expr/targets.h"

#include <string.h>

enum { SAMPLES = 256 };

/// One input of an option, or of a target, that was not chosen.
typedef struct question {
    choice *c;
    uint32_t ordinal;           ///< ordinal of the option that should be chosen
    uint32_t target;            ///< its target that should be chosen; WITS_NO_TARGET: any
    input_probe probe;          ///< owner of the consideration: the option, or the inner option that provides its score
    float low, high;            ///< range of the inputs that are tried
    uint32_t field;             ///< field that is the input; WITS_NONE: none
    uint32_t target_field;      ///< as in expr/targets.h, for a target's field; EXPR_NONE: none
    wits_type type;             ///< type of that field; else float
    bool reads[KNOWN_OPTIONS];  ///< whether each option depends on it
    unsigned char bytes[4];     ///< the value being tried
} question;

// -------------------------------------------------------------------------------------------------------------- fields

static bool is_field(const question *q) {
    return q->field != WITS_NONE || q->target_field != EXPR_NONE;
}

static bool program_reads(const question *q, function_ref asks) {
    if ((asks & REF_PROGRAM) == 0) {
        return false;
    }
    const expr_program *program = brain_program(q->c->p->call.brain, asks);
    bool reads = false;
    for (uint32_t i = 0; i < program->count && !reads; i++) {
        reads = (q->field != WITS_NONE && wits_expr_field_read(program, i) == q->field) ||
                (q->target_field != EXPR_NONE && wits_expr_target_read(program, i) == q->target_field);
    }
    return reads;
}

/// Returns whether a state's score as an option depends on a field, including its rank and gates.
static bool state_reads(const question *q, uint16_t id) {
    const wits_brain *b = q->c->p->call.brain;
    const state_row *s = brain_state(b, id);
    return program_reads(q, s->score) || program_reads(q, s->rank);
}

/// An option with `score: best` depends on the options inside it, too.
static bool option_reads(const question *q, uint16_t option) {
    const state_row *s = brain_state(q->c->p->call.brain, option);
    uint32_t end = s->score_best ? s->end : option + 1u;
    bool reads = false;
    for (uint32_t id = option; id < end && !reads; id++) {
        reads = state_reads(q, (uint16_t)id);
    }
    return reads;
}

/// Rounds an input to the nearest integer, ties up, within the range of the type.
static int32_t whole(wits_type type, float input) {
    static const double limits[][2] = {
        [WITS_TYPE_INT8] = {-0x1p7, 0x1p7 - 1},          [WITS_TYPE_UINT8] = {0, 0x1p8 - 1},
        [WITS_TYPE_INT16] = {-0x1p15, 0x1p15 - 1},       [WITS_TYPE_UINT16] = {0, 0x1p16 - 1},
        [WITS_TYPE_INT] = {-0x1p31, 0x1p31 - 1},         [WITS_TYPE_BOOL] = {0, 1},
        [WITS_TYPE_ENUM] = {0, WITS_MAX_ENUM_VALUES - 1}};
    double up = (double)input + 0.5;
    up = up > limits[type][0] ? up : limits[type][0];
    up = up < limits[type][1] ? up : limits[type][1];
    int32_t cut = (int32_t)up;
    return (double)cut > up ? cut - 1 : cut;
}

/// Converts an input to a value that the field can hold.
static float tried(const question *q, float input) {
    return q->type == WITS_TYPE_FLOAT ? input : (float)whole(q->type, input);
}

/// Returns a column with the value being tried, for any row.
static wits_column own_column(question *q) {
    return (wits_column){.base = q->bytes, .stride = 0, .type = q->type};
}

static void find_readers(question *q) {
    for (uint32_t i = 0; i < q->c->composite->child_count; i++) {
        q->reads[i] = option_reads(q, option_at(q->c, i));
    }
}

/// Replaces the field's value by the value being tried.
static void begin_field(question *q, wits_frame *frame) {
    const pass *p = q->c->p;
    wits_column *columns = p->call.frame->explain->columns;
    memcpy(columns, p->call.frame->columns, p->call.brain->field_count * sizeof *columns);
    columns[q->field] = own_column(q);
    *frame = *p->call.frame;
    frame->columns = columns;
}

/// As above, for a field of the target in one row.
static void begin_target_field(question *q, uint32_t row, target_probe *begun) {
    const pass *p = q->c->p;
    const wits_explain *e = p->call.frame->explain;
    const expr_target_field of = target_field_of(q->target_field);
    const wits_target_list *lists = p->call.frame->targets;
    memcpy(e->columns, lists[of.kind].columns, brain_target(p->call.brain, of.kind)->field_count * sizeof *e->columns);
    e->columns[of.field] = own_column(q);
    memcpy(e->lists, lists, p->call.brain->target_count * sizeof *lists);
    e->lists[of.kind].columns = e->columns;
    *begun = (target_probe){of.kind, row, e->lists};
}

/// The best of its pairs may depend on the threshold and the ranks, which are not known yet.
static void ask_option_anew(choice *c, uint32_t ordinal) {
    wits_core_begin_settling(c);
    c->known[ordinal] = wits_core_ask_again(c, ordinal);
}

static void ask_readers(question *q) {
    for (uint32_t i = 0; i < q->c->composite->child_count; i++) {
        if (q->reads[i]) {
            ask_option_anew(q->c, i);
        }
    }
}

static void set_field(question *q, float input) {
    expr_value value = {.f = input};
    if (q->type != WITS_TYPE_FLOAT) {
        value.i = whole(q->type, input);
    }
    wits_expr_store(&(wits_column){.base = q->bytes, .stride = sizeof q->bytes, .type = q->type}, 0, value);
}

// ------------------------------------------------------------------------------------------------------------- answers

static bool is_won(const question *q) {
    choice *c = q->c;
    const uint16_t option = option_at(c, q->ordinal);
    wits_core_settle(c);
    return wits_core_winner(c) == option &&
           (q->target == WITS_NO_TARGET || wits_core_pick_target(c, option) == q->target);
}

/// Returns whether the option would be chosen with this input, using the code that chooses.
static bool wins_with(question *q, float input) {
    choice *c = q->c;
    if (is_field(q)) {
        set_field(q, input);
        ask_readers(q);
        return is_won(q);
    }
    const candidate before = c->known[q->ordinal];
    q->probe.how.input = input;
    c->probe = &q->probe;
    ask_option_anew(c, q->ordinal);
    const bool won = is_won(q);
    c->known[q->ordinal] = before;
    c->probe = NULL;
    return won;
}

/// Bisects between an input that loses and one that wins for the winning input nearest to the losing one.
static float nearest_win(question *q, float loses, float wins) {
    int64_t lost = float_place(loses);
    int64_t won = float_place(wins);
    while (lost - won > 1 || won - lost > 1) {  // 32 times
        int64_t middle = lost + (won - lost) / 2;
        if (wins_with(q, float_at_place(middle))) {
            won = middle;
        } else {
            lost = middle;
        }
    }
    return float_at_place(won);
}

static float distance(float a, float b) {
    return a > b ? a - b : b - a;
}

static float sample_at(const question *q, int32_t number) {
    float share = (float)number / (float)(SAMPLES - 1);
    return number == SAMPLES - 1 ? q->high : q->low + (q->high - q->low) * share;
}

/// Returns the winning sample nearest to the input; -1 if no sample wins.
static int32_t nearest_sample(question *q, float raw) {
    int32_t nearest = -1;
    for (int32_t i = 0; i < SAMPLES; i++) {
        float input = sample_at(q, i);
        bool nearer = nearest < 0 || distance(input, raw) < distance(sample_at(q, nearest), raw);
        nearest = nearer && wins_with(q, input) ? i : nearest;
    }
    return nearest;
}

/// Returns whether all samples from one input to another win.
static bool all_win(question *q, float from, float to) {
    bool all = true;
    for (int32_t i = 0; i < SAMPLES && all; i++) {
        float input = sample_at(q, i);
        all = input < from || input > to || wins_with(q, input);
    }
    return all;
}

/// The inputs to try, from one end to the other, and the input itself; NaN counts as the first end.
typedef struct trial {
    float first, last, now;
} trial;

/// The result of a search.
typedef struct outcome {
    bool looked_at, would_win, wins_above, wins_below;
    float wins_at;
} outcome;

static outcome answer(question *q, const trial *of) {
    outcome found = {.looked_at = true, .wins_at = not_a_number()};
    q->low = operation_min(of->first, of->last);
    q->high = operation_max(of->first, of->last);
    // An input outside the range counts as its nearer end, so that distances are finite.
    const bool was_nan = is_nan(of->now);
    float raw = was_nan ? of->first : operation_min(operation_max(of->now, q->low), q->high);
    int32_t nearest = nearest_sample(q, raw);
    if (nearest < 0) {
        return found;
    }
    float wins = sample_at(q, nearest);
    int32_t beside = raw < wins ? nearest - 1 : nearest + 1;
    if (raw != wins && beside >= 0 && beside < SAMPLES) {
        float next = sample_at(q, beside);
        bool raw_is_nearer = !was_nan && distance(raw, wins) < distance(next, wins);
        wins = nearest_win(q, raw_is_nearer ? raw : next, wins);
    }
    found.would_win = true;
    found.wins_at = tried(q, wins);
    found.wins_above = all_win(q, wins, q->high);
    found.wins_below = all_win(q, q->low, wins);
    return found;
}

/// Tries an input that is a field, in a frame with another value for it.
static outcome answer_field(question *q, const trial *of) {
    pass *p = q->c->p;
    const wits_frame *as_it_is = p->call.frame;
    wits_frame frame;
    if (as_it_is->explain->column_capacity < p->call.brain->field_count) {
        return (outcome){.looked_at = false};
    }
    q->type = as_it_is->columns[q->field].type;
    find_readers(q);
    begin_field(q, &frame);
    p->call.frame = &frame;
    const outcome found = answer(q, of);
    p->call.frame = as_it_is;
    ask_readers(q);
    return found;
}

/// Returns the row of the target whose field is the input; WITS_NO_TARGET without a target.
static uint32_t row_read(const question *q) {
    const wits_brain *b = q->c->p->call.brain;
    const uint32_t kind = target_field_of(q->target_field).kind;
    const state_row *s = brain_state(b, q->probe.of);
    if (s->target == kind) {
        return q->probe.row;
    }
    seen_targets seen;
    wits_core_see_targets(q->c->p, brain_state(b, s->parent)->targeting, &seen);
    return seen.rows[kind];
}

/// Tries an input that is a target's field, with other lists for this row.
static outcome answer_target_field(question *q, const trial *tries) {
    pass *p = q->c->p;
    const wits_explain *e = p->call.frame->explain;
    const expr_target_field of = target_field_of(q->target_field);
    const uint32_t read = row_read(q);
    if (read == WITS_NO_TARGET || e->list_capacity < p->call.brain->target_count ||
        e->column_capacity < brain_target(p->call.brain, of.kind)->field_count) {
        return (outcome){.looked_at = false};
    }
    target_probe changed;
    q->type = (wits_type)of.type;
    find_readers(q);
    begin_target_field(q, read, &changed);
    p->probe = &changed;
    const outcome found = answer(q, tries);
    p->probe = NULL;
    ask_readers(q);
    return found;
}

/// Returns whether an input can vary: it reads something.
static bool is_variable(const expr_program *score, const consideration_row *row) {
    bool varies = false;
    for (uint32_t i = row->code; i < row->code_end; i++) {
        const expr_instruction *at = &score->code[i];
        varies |= (operation_is_leaf(at->operation) && at->operation != EXPR_OP_CONSTANT) ||
                  (at->flags & EXPR_FIELD_OPERAND) != 0;
    }
    return varies;
}

/// Tries the considerations of a state for this target.
static void answer_rows(choice *c, uint32_t ordinal, uint16_t of, uint32_t id, uint32_t wanted,
                        wits_explained_consideration *told) {
    const wits_brain *b = c->p->call.brain;
    const state_row *s = brain_state(b, of);
    const uint32_t row = s->target != WITS_NONE ? target_row_of(c->p->call.frame, s->target, id) : WITS_NO_TARGET;
    for (uint32_t i = 0; i < s->row_count; i++) {
        const consideration_row *at = &brain_considerations(b, s)[i];
        const expr_program *score = brain_program(b, s->score);
        if (at->kind != ROW_INPUT || !is_variable(score, at) || (s->target != WITS_NONE && row == WITS_NO_TARGET)) {
            continue;
        }
        question q = {.c = c,
                      .ordinal = ordinal,
                      .target = wanted,
                      .probe = {.of = of, .row = row, .how = {.probed = i}},
                      .field = at->field,
                      .target_field = wits_expr_input_target(score, at->code),
                      .type = WITS_TYPE_FLOAT};
        const trial tries = {.first = at->is_ranged ? at->low : 0.0f,
                             .last = at->is_ranged ? at->high : 1.0f,
                             .now = told[i].was_nan ? not_a_number() : told[i].raw};
        const outcome found = q.field != WITS_NONE          ? answer_field(&q, &tries)
                              : q.target_field != EXPR_NONE ? answer_target_field(&q, &tries)
                                                            : answer(&q, &tries);
        told[i].looked_at = found.looked_at;
        told[i].would_win = found.would_win;
        if (found.would_win) {
            told[i].wins_at = found.wins_at;
            told[i].wins_above = found.wins_above;
            told[i].wins_below = found.wins_below;
        }
    }
}

/// Returns whether a field has a range whose width is a finite float.
static bool has_range(const wits_promise *promise) {
    const float low = (float)promise->low, high = (float)promise->high;
    return promise->has_range && high - low - (high - low) == 0.0f;
}

/// Returns a consideration with a range whose input is this field; null if there is none.
static const consideration_row *ranged_input(const wits_brain *b, uint32_t field) {
    const consideration_row *rows = brain_at(b, b->considerations);
    for (uint32_t i = 0; i < b->consideration_count; i++) {
        if (rows[i].kind == ROW_INPUT && rows[i].field == field && rows[i].is_ranged) {
            return &rows[i];
        }
    }
    return NULL;
}

/// Returns the values of a field that are tried.
static trial trial_of_field(const pass *p, uint32_t field) {
    const wits_brain *b = p->call.brain;
    const wits_frame *frame = p->call.frame;
    const wits_promises *promises = frame->explain->promises;
    const wits_promise *promise = promises != NULL && promises->fields != NULL ? &promises->fields[field] : NULL;
    const consideration_row *input = ranged_input(b, field);
    const field_row *about = &((const field_row *)brain_at(b, b->fields))[field];
    const wits_type type = frame->columns[field].type;
    const expr_value value = wits_expr_load(&frame->columns[field], frame->row);
    trial made = {.now = type == WITS_TYPE_FLOAT ? value.f : (float)value.i};
    if (type == WITS_TYPE_BOOL || type == WITS_TYPE_ENUM) {
        made.last = type == WITS_TYPE_BOOL ? 1.0f : (float)(about->value_count - 1);
    } else if (promise != NULL && has_range(promise)) {
        made.first = (float)promise->low;
        made.last = (float)promise->high;
    } else if (input != NULL) {
        made.first = input->low;
        made.last = input->high;
    } else {
        const float twice = 2.0f * made.now - made.now == made.now ? 2.0f * made.now : 0.0f;  // 0 unless finite
        made.first = twice < 0.0f ? twice : 0.0f;
        made.last = operation_max(twice, type == WITS_TYPE_FLOAT ? 1.0f : SAMPLES - 1);
    }
    return made;
}

/// Tries the fields in a score that is an expression.
static void answer_expression(choice *c, uint32_t ordinal, uint16_t of, wits_explained_option *told) {
    wits_explain *e = c->p->call.frame->explain;
    const bool lacks_target = brain_state(c->p->call.brain, of)->target != WITS_NONE && told->target == WITS_NO_TARGET;
    const expr_program *score = lacks_target ? NULL : wits_core_explain_expression(c->p->call.brain, of);
    told->first_field = e->field_count;
    for (uint32_t i = 0; score != NULL && i < score->count; i++) {
        const uint32_t field = wits_core_explain_field_at(score, i);
        if (field == EXPR_NONE) {
            continue;
        }
        if (e->field_count == e->field_capacity) {
            e->dropped += e->fields != NULL;
            return;
        }
        const trial tries = trial_of_field(c->p, field);
        question q = {.c = c,
                      .ordinal = ordinal,
                      .target = WITS_NO_TARGET,
                      .probe = {.of = of, .row = WITS_NO_TARGET, .how = {.probed = WITS_NONE}},
                      .field = field,
                      .target_field = EXPR_NONE};
        const outcome found = answer_field(&q, &tries);
        if (found.looked_at) {
            e->fields[e->field_count++] = (wits_explained_field){
                field, found.would_win, found.wins_above, found.wins_below, tries.now, found.wins_at};
            told->field_count++;
        }
    }
}

/// The best other target of the chosen option.
static void answer_other_target(choice *c, uint32_t ordinal, const wits_explained_option *told) {
    const wits_explain *e = c->p->call.frame->explain;
    for (uint32_t i = 0; i < told->target_count; i++) {
        const wits_explained_target *other = &e->targets[told->first_target + i];
        if (other->row_count != 0 && other->id != told->target) {
            answer_rows(c, ordinal, told->option, other->id, other->id, &e->considerations[other->first_row]);
        }
    }
}

void wits_core_explain_answers(choice *c) {
    const wits_explain *e = c->p->call.frame->explain;
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        wits_explained_option *told = wits_core_explain_option(c, i);
        const uint16_t of = told->best_option != WITS_NONE ? told->best_option : told->option;
        if (told->option == c->told->chosen) {
            answer_other_target(c, i, told);
        } else if (told->cooldown == 0 && told->row_count != 0) {
            answer_rows(c, i, of, told->target, WITS_NO_TARGET, &e->considerations[told->first_row]);
        } else if (told->cooldown == 0) {
            answer_expression(c, i, of, told);
        }
    }
}
