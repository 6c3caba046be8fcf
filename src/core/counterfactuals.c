// SPDX-License-Identifier: MIT
// What would have had to be different: for options that were not chosen, inputs with which they would have been.
//
// An input that is a field has its value wherever the choice reads it: in other considerations, gates, ranks and
// scores. Any other input is replaced where it stands. One without a range is 0 to 1.
#include "core/explain.h"

#include "expr/operations.h"

#include <string.h>

enum { SAMPLES = 256 };

/// One input of an option that was not chosen.
typedef struct question {
    contest *c;
    uint32_t ordinal;
    uint16_t of;                ///< whose consideration it is: the option's, or of one inside that it is worth
    uint32_t row;               ///< of that state's
    float low, high;            ///< between which inputs are tried
    uint32_t field;             ///< that the input is; WITS_NONE: it is another expression
    bool reads[KNOWN_OPTIONS];  ///< whether each option depends on it
    unsigned char bytes[4];     ///< what it holds in the question
} question;

// -------------------------------------------------------------------------------------------------------------- fields

static bool program_reads(const wits_brain *b, function_ref asks, uint32_t field) {
    if ((asks & REF_PROGRAM) == 0) {
        return false;
    }
    const expr_program *program = brain_program(b, asks);
    for (uint32_t i = 0; i < program->count; i++) {
        if (wits_expr_field_read(program, i) == field) {
            return true;
        }
    }
    return false;
}

/// Whether what a state is worth as an option depends on a field, its rank and gates included.
static bool state_reads(const wits_brain *b, uint16_t id, uint32_t field) {
    const state_row *s = brain_state(b, id);
    const consideration_row *rows = brain_considerations(b, s);
    bool reads = program_reads(b, s->score, field) || program_reads(b, s->rank, field);
    for (uint32_t i = 0; i < s->row_count && !reads; i++) {
        reads = program_reads(b, rows[i].asks, field);
    }
    return reads;
}

/// An option that is worth its own best depends on those inside it, too.
static bool option_reads(const wits_brain *b, uint16_t option, uint32_t field) {
    const state_row *s = brain_state(b, option);
    uint32_t end = s->score_best ? s->end : option + 1u;
    bool reads = false;
    for (uint32_t id = option; id < end && !reads; id++) {
        reads = state_reads(b, (uint16_t)id, field);
    }
    return reads;
}

/// The whole number nearest to an input, of two the greater, as far as the type goes.
static int32_t whole(wits_type type, float input) {
    static const double limits[][2] = {[WITS_TYPE_INT8] = {-0x1p7, 0x1p7 - 1},
                                       [WITS_TYPE_UINT8] = {0, 0x1p8 - 1},
                                       [WITS_TYPE_INT16] = {-0x1p15, 0x1p15 - 1},
                                       [WITS_TYPE_UINT16] = {0, 0x1p16 - 1},
                                       [WITS_TYPE_INT] = {-0x1p31, 0x1p31 - 1}};
    double up = (double)input + 0.5;
    up = up > limits[type][0] ? up : limits[type][0];
    up = up < limits[type][1] ? up : limits[type][1];
    int32_t cut = (int32_t)up;
    return (double)cut > up ? cut - 1 : cut;
}

/// What is tried for an input: what the field can hold.
static float tried(const question *q, float input) {
    wits_type type = q->field != WITS_NONE ? q->c->p->call.frame->columns[q->field].type : WITS_TYPE_FLOAT;
    return type == WITS_TYPE_FLOAT ? input : (float)whole(type, input);
}

/// The field's value is the question's own from now on.
static void begin_field(question *q, wits_frame *frame) {
    contest *c = q->c;
    wits_column *columns = c->p->call.frame->explain->columns;
    memcpy(columns, c->p->call.frame->columns, c->p->call.brain->field_count * sizeof *columns);
    columns[q->field].base = q->bytes;
    columns[q->field].stride = 0;
    *frame = *c->p->call.frame;
    frame->columns = columns;
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        q->reads[i] = option_reads(c->p->call.brain, option_at(c, i), q->field);
    }
}

static void ask_readers(question *q) {
    for (uint32_t i = 0; i < q->c->composite->child_count; i++) {
        if (q->reads[i]) {
            q->c->known[i] = wits_core_ask_again(q->c, i);
        }
    }
}

static void set_field(question *q, float input) {
    wits_type type = q->c->p->call.frame->columns[q->field].type;
    expr_value value = {.f = input};
    if (type != WITS_TYPE_FLOAT) {
        value.i = whole(type, input);
    }
    wits_expr_store(&(wits_column){.base = q->bytes, .stride = sizeof q->bytes, .type = type}, 0, value);
}

// ------------------------------------------------------------------------------------------------------------- answers

static bool is_won_by(contest *c, uint16_t option) {
    wits_core_settle(c);
    return wits_core_winner(c) == option;
}

/// Whether the option would have been chosen with this input, by the code that chooses.
static bool wins_with(question *q, float input) {
    contest *c = q->c;
    uint16_t id = option_at(c, q->ordinal);
    if (q->field != WITS_NONE) {
        set_field(q, input);
        ask_readers(q);
        return is_won_by(c, id);
    }
    competitor before = c->known[q->ordinal];
    c->known[q->ordinal] = wits_core_ask_probed(c, q->ordinal, q->of, &(look){.probed = q->row, .input = input});
    bool won = is_won_by(c, id);
    c->known[q->ordinal] = before;
    return won;
}

/// Between an input that loses and one that wins the nearest to the first that wins.
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

/// The sample that wins and is nearest to the input; -1 if none does.
static int32_t nearest_sample(question *q, float raw) {
    int32_t nearest = -1;
    for (int32_t i = 0; i < SAMPLES; i++) {
        float input = sample_at(q, i);
        bool nearer = nearest < 0 || distance(input, raw) < distance(sample_at(q, nearest), raw);
        nearest = nearer && wins_with(q, input) ? i : nearest;
    }
    return nearest;
}

/// Whether all samples from one input to another win.
static bool all_win(question *q, float from, float to) {
    bool all = true;
    for (int32_t i = 0; i < SAMPLES && all; i++) {
        float input = sample_at(q, i);
        all = input < from || input > to || wins_with(q, input);
    }
    return all;
}

static void answer(question *q, const consideration_row *row, wits_explained_consideration *told) {
    float first = row->is_ranged ? row->low : 0.0f;
    float last = row->is_ranged ? row->high : 1.0f;
    q->low = operation_min(first, last);
    q->high = operation_max(first, last);
    told->looked_at = true;
    // What is nearest to an input outside the range is nearest to that end of it, which has distances that are finite.
    float raw = told->was_nan ? first : operation_min(operation_max(told->raw, q->low), q->high);
    int32_t nearest = nearest_sample(q, raw);
    if (nearest < 0) {
        return;
    }
    float wins = sample_at(q, nearest);
    int32_t beside = raw < wins ? nearest - 1 : nearest + 1;
    if (raw != wins && beside >= 0 && beside < SAMPLES) {
        float next = sample_at(q, beside);
        bool raw_is_nearer = !told->was_nan && distance(raw, wins) < distance(next, wins);
        wins = nearest_win(q, raw_is_nearer ? raw : next, wins);
    }
    told->would_win = true;
    told->wins_at = tried(q, wins);
    told->wins_above = all_win(q, wins, q->high);
    told->wins_below = all_win(q, q->low, wins);
}

/// Of an input that is a field, in a frame in which the field's value is another.
static void answer_field(question *q, const consideration_row *row, wits_explained_consideration *told) {
    pass *p = q->c->p;
    const wits_frame *as_it_is = p->call.frame;
    wits_frame frame;
    if (as_it_is->explain->column_capacity < p->call.brain->field_count) {
        return;
    }
    begin_field(q, &frame);
    p->call.frame = &frame;
    answer(q, row, told);
    p->call.frame = as_it_is;
    ask_readers(q);
}

/// Whether an input can be another at all.
static bool is_variable(const wits_brain *b, const consideration_row *row) {
    enum {
        VARIES = EXPR_USES_FIELDS | EXPR_USES_TICK | EXPR_USES_ELAPSED | EXPR_USES_RANDOM | EXPR_USES_FUNCTIONS |
                 EXPR_USES_STATES
    };
    bool is_program = (row->asks & REF_PROGRAM) != 0;
    return !is_program || (brain_program(b, row->asks)->uses & VARIES) != 0;
}

static void answer_row(contest *c, uint32_t ordinal, uint32_t number, wits_explained_consideration *told) {
    uint16_t best = wits_core_explain_option(c, ordinal)->best_option;
    question q = {.c = c, .ordinal = ordinal, .of = best != WITS_NONE ? best : option_at(c, ordinal), .row = number};
    const consideration_row *row = &brain_considerations(c->p->call.brain, brain_state(c->p->call.brain, q.of))[number];
    q.field = row->field;
    if (row->kind != ROW_INPUT || !is_variable(c->p->call.brain, row)) {
        return;
    }
    if (q.field != WITS_NONE) {
        answer_field(&q, row, told);
    } else {
        answer(&q, row, told);
    }
}

void wits_core_explain_answers(contest *c) {
    wits_explain *e = c->p->call.frame->explain;
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        const wits_explained_option *told = wits_core_explain_option(c, i);
        bool may_win = told->option != c->told->chosen && told->cooldown == 0;
        for (uint32_t k = 0; may_win && k < told->row_count; k++) {
            answer_row(c, i, k, &e->considerations[told->first_row + k]);
        }
    }
}
