// SPDX-License-Identifier: MIT
// Explanations: records of a decision, in the caller's memory.
#include "core/explain/explain.h"

#include "core/run/targets.h"
#include "expr/operations.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------------- memory

/// Maximum number of records of each kind that one decision needs.
typedef struct amounts {
    uint32_t transitions, parts, choices, options, considerations, targets, fields, beginnings;
    uint32_t columns;
} amounts;

/// An upper bound: each `and` joins two.
static uint32_t parts_of(const wits_brain *brain, function_ref condition) {
    uint32_t count = 1;
    if ((condition & REF_PROGRAM) != 0) {
        const expr_program *program = brain_program(brain, condition);
        for (uint32_t i = 0; i < program->count; i++) {
            count += program->code[i].operation == EXPR_OP_AND;
        }
    }
    return count;
}

/// Returns the number of recorded rows. With a target, considerations are recorded twice: for the best two.
static uint32_t rows_told_of(const state_row *option) {
    return option->target != WITS_NONE ? 2u * option->row_count : option->row_count;
}

/// Most rows inside a state.
static uint32_t most_rows(const wits_brain *brain, uint32_t id) {
    uint32_t most = 0;
    for (uint32_t inside = id + 1; inside < brain_state(brain, id)->end; inside++) {
        uint32_t count = brain_state(brain, inside)->row_count;
        most = count > most ? count : most;
    }
    return most;
}

const expr_program *wits_core_explain_expression(const wits_brain *brain, uint32_t id) {
    const state_row *s = brain_state(brain, id);
    return s->row_count == 0 && (s->score & REF_PROGRAM) != 0 ? brain_program(brain, s->score) : NULL;
}

uint32_t wits_core_explain_field_at(const expr_program *score, uint32_t index) {
    const uint32_t field = wits_expr_field_read(score, index);
    for (uint32_t i = 0; i < index; i++) {
        if (wits_expr_field_read(score, i) == field) {
            return EXPR_NONE;
        }
    }
    return field;
}

/// Number of fields in a score that is an expression.
static uint32_t fields_in_score(const wits_brain *brain, uint32_t id) {
    const expr_program *score = wits_core_explain_expression(brain, id);
    uint32_t count = 0;
    for (uint32_t i = 0; score != NULL && i < score->count; i++) {
        count += wits_core_explain_field_at(score, i) != EXPR_NONE;
    }
    return count;
}

/// Most fields in a score inside a state.
static uint32_t most_fields(const wits_brain *brain, uint32_t id) {
    uint32_t most = 0;
    for (uint32_t inside = id + 1; inside < brain_state(brain, id)->end; inside++) {
        const uint32_t count = fields_in_score(brain, inside);
        most = count > most ? count : most;
    }
    return most;
}

/// Most times that one decision selects a child of a composite. Each utility around it may switch and so enter it. Then
/// it chooses itself. Then a transition inside it may enter it again, and so may one in a later region of each parallel
/// around it.
static uint32_t most_selections(const wits_brain *brain, uint32_t id) {
    uint32_t most = 2;
    while (id != WITS_ROOT) {  // at most WITS_MAX_DEPTH times
        id = brain_state(brain, id)->parent;
        most += brain_state(brain, id)->kind != WITS_KIND_FSM;
    }
    return most;
}

/// Adds the records of a utility that chooses this many times.
static void add_options(const wits_brain *brain, const state_row *utility, uint32_t times, amounts *a) {
    for (uint32_t i = 0; i < utility->child_count; i++) {
        const uint32_t id = brain_child(brain, utility, i);
        const state_row *option = brain_state(brain, id);
        a->considerations += times * (option->score_best ? most_rows(brain, id) : rows_told_of(option));
        a->fields += times * (option->score_best ? most_fields(brain, id) : fields_in_score(brain, id));
        a->targets += option->target != WITS_NONE ? times * WITS_EXPLAINED_TARGETS : 0;
    }
    a->choices += times;
    a->options += times * utility->child_count;
}

static amounts amounts_of(const wits_brain *brain) {
    amounts a = {.transitions = brain->transition_count, .columns = brain->field_count};
    for (uint32_t i = 0; i < brain->transition_count; i++) {
        a.parts += parts_of(brain, brain_guard(brain, i)->condition);
    }
    for (uint32_t id = 0; id < brain->state_count; id++) {
        const state_row *s = brain_state(brain, id);
        const uint32_t times = most_selections(brain, id);
        if (s->kind == WITS_KIND_UTILITY) {
            add_options(brain, s, times, &a);
        }
        a.beginnings += s->initial_count > 0 ? times : 0;
    }
    for (uint32_t kind = 0; kind < brain->target_count; kind++) {
        const uint32_t fields = brain_target(brain, kind)->field_count;
        a.columns = fields > a.columns ? fields : a.columns;
    }
    return a;
}

size_t wits_explain_size(const wits_brain *brain) {
    amounts a = amounts_of(brain);
    return aligned(a.transitions * sizeof(wits_explained_transition)) + aligned(a.parts * sizeof(bool)) +
           aligned(a.choices * sizeof(wits_explained_choice)) + aligned(a.options * sizeof(wits_explained_option)) +
           aligned(a.considerations * sizeof(wits_explained_consideration)) +
           aligned(a.beginnings * sizeof(wits_explained_beginning)) +
           aligned(a.targets * sizeof(wits_explained_target)) + aligned(a.fields * sizeof(wits_explained_field)) +
           aligned(a.columns * sizeof(wits_column)) + aligned(brain->target_count * sizeof(wits_target_list)) + 8;
}

/// Takes an array off the memory.
static void *take_array(unsigned char **memory, uint32_t count, size_t size) {
    void *taken = *memory;
    *memory += aligned(count * size);
    return taken;
}

void wits_explain_begin(wits_explain *explain, const wits_brain *brain, void *memory, size_t size) {
    *explain = (wits_explain){.counterfactuals = false};
    if (memory == NULL || size < wits_explain_size(brain)) {
        return;
    }
    amounts a = amounts_of(brain);
    unsigned char *at = memory;
    explain->transitions = take_array(&at, a.transitions, sizeof *explain->transitions);
    explain->transition_capacity = a.transitions;
    explain->choices = take_array(&at, a.choices, sizeof *explain->choices);
    explain->choice_capacity = a.choices;
    explain->options = take_array(&at, a.options, sizeof *explain->options);
    explain->option_capacity = a.options;
    explain->considerations = take_array(&at, a.considerations, sizeof *explain->considerations);
    explain->consideration_capacity = a.considerations;
    explain->beginnings = take_array(&at, a.beginnings, sizeof *explain->beginnings);
    explain->beginning_capacity = a.beginnings;
    explain->targets = take_array(&at, a.targets, sizeof *explain->targets);
    explain->target_capacity = a.targets;
    explain->fields = take_array(&at, a.fields, sizeof *explain->fields);
    explain->field_capacity = a.fields;
    explain->columns = take_array(&at, a.columns, sizeof *explain->columns);
    explain->column_capacity = a.columns;
    explain->lists = take_array(&at, brain->target_count, sizeof *explain->lists);
    explain->list_capacity = brain->target_count;
    explain->parts = take_array(&at, a.parts, sizeof *explain->parts);
    explain->part_capacity = a.parts;
}

// --------------------------------------------------------------------------------------------------------- transitions

static uint32_t explain_parts(pass *p, const guard *g, uint16_t source, bool holds) {
    wits_explain *e = p->call.frame->explain;
    bool *parts = e->parts + e->part_count;
    uint32_t room = e->part_capacity - e->part_count;
    uint32_t count = 1;
    if ((g->condition & REF_PROGRAM) != 0) {
        count = wits_core_ask_parts(p, g->condition, source, g->row, parts, room);
    } else if (room > 0) {
        parts[0] = holds;
    }
    if (count > room) {
        e->dropped++;
        return 0;
    }
    e->part_count += count;
    return count;
}

void wits_core_explain_tried(pass *p, const guard *g, uint16_t source, wits_tried tried) {
    wits_explain *e = p->call.frame->explain;
    if (e->transition_count == e->transition_capacity) {
        e->dropped++;
        return;
    }
    const state_row *s = brain_state(p->call.brain, source);
    wits_explained_transition *told = &e->transitions[e->transition_count++];
    *told = (wits_explained_transition){.row = g->row,
                                        .tried = (uint16_t)tried,
                                        .source = source,
                                        .destination = brain_transition(p->call.brain, g->row)->to,
                                        .elapsed = wits_core_clock_elapsed(p, s->clock),
                                        .first_part = e->part_count};
    bool was_asked = (g->flags & GUARD_ASKS) != 0 && (tried == WITS_TRIED_FIRED || tried == WITS_TRIED_CONDITION);
    if (was_asked) {
        told->part_count = explain_parts(p, g, source, tried == WITS_TRIED_FIRED);
    }
}

// ---------------------------------------------------------------------------------------------------- rules of initial

void wits_core_explain_beginning(pass *p, uint16_t composite, uint32_t row) {
    wits_explain *e = p->call.frame->explain;
    if (e->beginnings == NULL || e->beginning_count == e->beginning_capacity) {
        e->dropped += e->beginnings != NULL;
        return;
    }
    e->beginnings[e->beginning_count++] = (wits_explained_beginning){
        .row = (uint16_t)row,
        .composite = composite,
        .child = brain_initial(p->call.brain, row)->to,
        .transitions_before = e->transition_count,
        .choices_before = e->choice_count,
    };
}

// ------------------------------------------------------------------------------------------------------------- choices

static wits_explained_choice *add_choice(wits_explain *e, const wits_explained_choice *made) {
    if (e->choice_count == e->choice_capacity) {
        e->dropped++;
        return NULL;
    }
    wits_explained_choice *added = &e->choices[e->choice_count++];
    *added = *made;
    added->transitions_before = e->transition_count;
    added->target = added->remembered;
    return added;
}

static void count_told(const choice *c, uint32_t *rows, uint32_t *targets) {
    *rows = *targets = 0;
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        const state_row *s = brain_state(c->p->call.brain, option_at(c, i));
        *rows += rows_told_of(s);
        *targets += s->target != WITS_NONE ? WITS_EXPLAINED_TARGETS : 0;
    }
}

static uint32_t told_remembered(const pass *p, uint16_t option) {
    const bool has_kind = option != WITS_NONE && brain_state(p->call.brain, option)->target != WITS_NONE;
    return has_kind ? remembered_target(p, brain_state(p->call.brain, option)) : WITS_NO_TARGET;
}

void wits_core_explain_no_choice(pass *p, uint16_t current, wits_choice how, uint32_t left) {
    add_choice(
        p->call.frame->explain,
        &(wits_explained_choice){.composite = brain_state(p->call.brain, current)->parent,
                                 .current = current,
                                 .chosen = current,
                                 .how = (uint16_t)how,
                                 .left = left,
                                 .remembered = told_remembered(p, current),
                                 .elapsed = wits_core_clock_elapsed(p, brain_state(p->call.brain, current)->clock),
                                 .draw = not_a_number()});
}

static uint32_t elapsed_of_current(const choice *c) {
    return c->current != WITS_NONE ? wits_core_clock_elapsed(c->p, brain_state(c->p->call.brain, c->current)->clock)
                                   : 0;
}

/// Records a choice completely or not at all.
void wits_core_explain_choice(choice *c, wits_choice how) {
    wits_explain *e = c->p->call.frame->explain;
    uint32_t options = c->composite->child_count;
    uint32_t rows, targets;
    count_told(c, &rows, &targets);
    if (e->option_capacity - e->option_count < options || e->consideration_capacity - e->consideration_count < rows ||
        e->target_capacity - e->target_count < targets) {
        e->dropped++;
        return;
    }
    c->told = add_choice(e, &(wits_explained_choice){.composite = c->id,
                                                     .current = c->current,
                                                     .is_done = c->is_done,
                                                     .how = (uint16_t)how,
                                                     .remembered = told_remembered(c->p, c->current),
                                                     .elapsed = elapsed_of_current(c),
                                                     .first_option = e->option_count,
                                                     .option_count = options});
    if (c->told == NULL) {
        return;
    }
    for (uint32_t i = 0; i < options; i++) {
        const state_row *s = brain_state(c->p->call.brain, option_at(c, i));
        e->options[e->option_count++] = (wits_explained_option){.option = option_at(c, i),
                                                                .best_option = WITS_NONE,
                                                                .weight = s->weight,
                                                                .first_row = e->consideration_count,
                                                                .row_count = s->row_count,
                                                                .target = WITS_NO_TARGET,
                                                                .first_target = e->target_count};
        e->consideration_count += rows_told_of(s);
        e->target_count += s->target != WITS_NONE ? WITS_EXPLAINED_TARGETS : 0;
    }
}

wits_explained_option *wits_core_explain_option(const choice *c, uint32_t ordinal) {
    return &c->p->call.frame->explain->options[c->told->first_option + ordinal];
}

void wits_core_explain_clear_rows(wits_explained_consideration *rows, const state_row *s) {
    for (uint32_t i = 0; i < s->row_count; i++) {
        rows[i] = (wits_explained_consideration){.row = s->first_row + i, .holds = true};
        float *numbers[] = {&rows[i].raw,         &rows[i].normal,   &rows[i].value,
                            &rows[i].compensated, &rows[i].weighted, &rows[i].wins_at};
        for (uint32_t k = 0; k < sizeof numbers / sizeof numbers[0]; k++) {
            *numbers[k] = not_a_number();
        }
        for (uint32_t k = 0; k < WITS_MAX_CURVES; k++) {
            rows[i].curves[k] = not_a_number();
        }
    }
}

wits_explained_consideration *wits_core_explain_rows(choice *c, uint32_t ordinal) {
    const wits_explained_option *told = wits_core_explain_option(c, ordinal);
    wits_explained_consideration *rows = &c->p->call.frame->explain->considerations[told->first_row];
    wits_core_explain_clear_rows(rows, brain_state(c->p->call.brain, told->option));
    return told->row_count != 0 ? rows : NULL;
}

void wits_core_explain_best(choice *c, uint32_t ordinal, uint16_t best, uint32_t row) {
    wits_explain *e = c->p->call.frame->explain;
    wits_explained_option *told = wits_core_explain_option(c, ordinal);
    const state_row *s = brain_state(c->p->call.brain, best);
    told->best_option = best;
    told->target = row != WITS_NO_TARGET ? c->p->call.frame->targets[s->target].ids[row] : WITS_NO_TARGET;
    if (e->consideration_capacity - e->consideration_count < s->row_count) {
        e->dropped++;
        return;
    }
    wits_explained_consideration *rows = &e->considerations[e->consideration_count];
    told->first_row = e->consideration_count;
    told->row_count = s->row_count;
    e->consideration_count += s->row_count;
    wits_core_explain_clear_rows(rows, s);
    if (row != WITS_NO_TARGET) {
        wits_core_explain_pair(c, best, row, rows);
    } else if (s->row_count != 0) {
        wits_core_explain_considered(c->p, best, &(probe){.rows = rows, .probed = WITS_NONE});
    }
}

/// The considerations of an option, and their records.
typedef struct row_notes {
    const consideration_row *rows;
    wits_explained_consideration *told;
} row_notes;

/// Records the value of an input after its last curve, or of a group. A group whose gates do not hold is worth 0.
static void note_value(const consideration_row *row, wits_explained_consideration *told, float value) {
    if (row->kind == ROW_INPUT && row->curve_count != 0) {
        told->curves[row->curve_count - 1] = value;
    } else if (row->kind == ROW_INPUT && row->is_ranged) {
        told->normal = value;
    }
    told->value = is_nan(value) ? 0.0f : value;
    told->compensated = told->value;
    told->weighted = told->value;
}

static void note_stage(void *user, uint32_t row, uint32_t stage, expr_value value) {
    const row_notes *notes = user;
    wits_explained_consideration *told = &notes->told[row];
    switch (stage) {
    case STAGE_RAW:
        told->raw = value.f;
        told->was_nan = is_nan(value.f);
        break;
    case STAGE_NORMAL:
        told->normal = value.f;
        break;
    case STAGE_VALUE:
        note_value(&notes->rows[row], told, value.f);
        break;
    case STAGE_COMPENSATED:
        told->compensated = value.f;
        told->weighted = value.f;
        break;
    case STAGE_WEIGHTED:
        told->weighted = value.f;
        break;
    case STAGE_HOLDS:
        told->holds = value.bits != 0;
        break;
    default:
        told->curves[stage - STAGE_FIRST_CURVE] = value.f;
        break;
    }
}

float wits_core_explain_considered(pass *p, uint16_t option, const probe *how) {
    const state_row *s = brain_state(p->call.brain, option);
    row_notes notes = {brain_considerations(p->call.brain, s), how->rows};
    const expr_recorder recorder = {.note = how->rows != NULL ? note_stage : NULL,
                                    .user = &notes,
                                    .probed = how->probed == WITS_NONE ? EXPR_NONE : how->probed,
                                    .input = how->input};
    return wits_core_ask_recorded(p, s->score, option, &recorder);
}

void wits_core_explain_score(choice *c, uint32_t ordinal, float raw, const candidate *of) {
    wits_explained_option *told = wits_core_explain_option(c, ordinal);
    const state_row *s = brain_state(c->p->call.brain, told->option);
    told->raw = raw;
    told->score = raw * s->weight;
    told->inertia = told->option == c->favoured ? c->composite->inertia : 0.0f;
    told->competing = of->score;
    told->rank = of->rank;
    told->cooldown = wits_core_choice_cooldown(c, told->option);
}

/// Returns the best score of all other candidates; NaN if there are none.
static float best_of_others(choice *c, uint16_t option) {
    float best = not_a_number();
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        candidate of = candidate_at(c, i);
        bool counts = option_at(c, i) != option && wits_core_rejection(c, option_at(c, i), &of) == 0;
        best = counts && !(best >= of.score) ? of.score : best;
    }
    return best;
}

static void explain_verdicts(choice *c, uint16_t chosen) {
    bool by_chance = c->now.total > 0.0f;
    int32_t ties = c->now.ties;
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        candidate of = candidate_at(c, i);
        wits_explained_option *told = wits_core_explain_option(c, i);
        uint8_t rejected_by = wits_core_rejection(c, told->option, &of);
        bool among = by_chance && rejected_by == 0 && choose_is_among(&c->now, c->rules.select, &ties, of.score, i);
        wits_verdict lost = !by_chance ? WITS_VERDICT_LOST : among ? WITS_VERDICT_NOT_DRAWN : WITS_VERDICT_NOT_AMONG;
        told->verdict = (uint16_t)(told->option == chosen ? WITS_VERDICT_CHOSEN
                                   : rejected_by != 0     ? rejected_by
                                                          : lost);
        told->chance = among ? choose_chance(&c->now, c->rules.select, c->rules.number, of.score) : 0.0f;
        told->margin = rejected_by == 0 ? of.score - best_of_others(c, told->option) : not_a_number();
    }
}

// ---------------------------------------------------------------------------------------------------------- the choice

void wits_core_explain_chosen(choice *c, uint16_t chosen, uint32_t target) {
    wits_explained_choice *told = c->told;
    uint16_t stays = c->current != WITS_NONE ? c->current : option_at(c, 0);
    told->no_candidate = chosen == WITS_NONE;
    told->chosen = told->no_candidate ? stays : chosen;
    told->draw = c->draw;
    told->total = c->now.total;
    told->target = told->no_candidate ? told->remembered : target;
    for (uint32_t i = 0; i < c->composite->child_count; i++) {
        if (brain_state(c->p->call.brain, option_at(c, i))->target != WITS_NONE) {
            wits_core_explain_targets(c, i, option_at(c, i) == chosen, target);
        }
    }
    explain_verdicts(c, chosen);
    if (c->p->call.frame->explain->counterfactuals && c->composite->child_count <= KNOWN_OPTIONS) {
        wits_core_explain_answers(c);
    }
}

// --------------------------------------------------------------------------------------------------------------- names

bool wits_condition_part(const char *text, uint32_t part, uint32_t *offset, uint32_t *length) {
    return text != NULL && wits_expr_condition_part(text, strlen(text), part, offset, length);
}

const char *wits_verdict_name(wits_verdict verdict) {
    static const char *const names[] = {"chosen", "lost",    "not_drawn", "not_among", "gated",      "not_a_number",
                                        "floor",  "cooling", "default",   "rank",      "not_needed", "no_target"};
    return (uint32_t)verdict < sizeof names / sizeof names[0] ? names[verdict] : "";
}

const char *wits_tried_name(wits_tried tried) {
    static const char *const names[] = {"fired", "event", "after", "condition", "active"};
    return (uint32_t)tried < sizeof names / sizeof names[0] ? names[tried] : "";
}

const char *wits_choice_name(wits_choice how) {
    static const char *const names[] = {"scored", "entered", "held", "not_due", "committed"};
    return (uint32_t)how < sizeof names / sizeof names[0] ? names[how] : "";
}
