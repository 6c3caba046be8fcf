// SPDX-License-Identifier: MIT
// Finds the situation in which an option is closest to winning, by coordinate ascent from several starting points: each
// input in turn tries all of its values. The random generator has a fixed seed, so results are reproducible.
#include "why/why_knobs.h"

#include "agent/run.h"
#include "curve/curve_scores.h"
#include "wits/reads.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SPREAD = 33,  ///< values per range
    MOST_VALUES = 160,
    BEGINNINGS = 24,
    ROUNDS = 8,
    MOST_TRIED = 60000,
};

// -------------------------------------------------------------------------------------------------------------- values

static int compare_doubles(const void *left, const void *right) {
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

static const wits_promise *promise_of(const why_question *of, const knob *one) {
    const wits_promises *all = wits_file_promises(of->file);
    return one->is_function              ? &all->functions[one->axis.row]
           : one->axis.kind != WITS_NONE ? &all->target_fields[one->axis.kind][one->axis.row]
                                         : &all->fields[one->axis.row];
}

/// Adds the nearest value that the type can hold, if the promise allows it.
static void add_value(const why_question *of, knob *to, double value) {
    const wits_promise *promise = promise_of(of, to);
    double least, most;
    if (to->axis.field.type == WITS_TYPE_FLOAT) {
        value = (double)(float)value;
    } else if (type_range(to->axis.field.type, &least, &most)) {
        value = floor(value + 0.5);
        value = value < least ? least : value > most ? most : value;
    }
    if (promise->has_step) {
        int64_t first;
        const uint32_t count = wits_promise_values(promise, &first);
        double number = floor((value - promise->low) / promise->step + 0.5);
        number = number < 0 ? 0 : number > count - 1.0 ? count - 1.0 : number;
        value = (double)wits_promise_value(promise, first + (int64_t)number);
    }
    if (to->count < MOST_VALUES && value == value && fabs(value) <= (double)FLT_MAX &&
        wits_promise_holds(promise, value)) {
        to->values[to->count++] = value;
    }
}

static void sort_values(knob *of) {
    uint32_t kept = 0;
    qsort(of->values, of->count, sizeof *of->values, compare_doubles);
    for (uint32_t i = 0; i < of->count; i++) {
        if (kept == 0 || of->values[kept - 1] != of->values[i]) {
            of->values[kept++] = of->values[i];
        }
    }
    of->count = kept;
}

/// Finds the range of a number. Without a promised range, uses the range of the considerations that read it, or the
/// usual axis of the field.
static void find_ends(const why_question *of, const context *given, knob *to) {
    const wits_promise *promise = promise_of(of, to);
    to->axis.lo = promise->low;
    to->axis.hi = promise->high;
    if (!promise->has_range && !scored_range(of->desc, to->axis.field.name, &to->axis.lo, &to->axis.hi)) {
        const bool is_field = !to->is_function && to->axis.kind == WITS_NONE;
        const score_axis usual =
            is_field ? score_axis_of(of->desc, given, to->axis.row) : (score_axis){.lo = 0, .hi = 1};
        to->axis.lo = usual.lo;
        to->axis.hi = usual.hi;
    }
}

/// Adds the constants that an input is compared with, and their neighbours.
typedef struct compared {
    const why_question *of;
    knob *to;
} compared;

static void add_compared(void *user, const wits_read *read) {
    const compared *c = user;
    const map_axis *axis = &c->to->axis;
    const bool is_target = read->what == WITS_READ_TARGET && read->row == axis->kind && read->field == axis->row;
    const bool is_field = read->what == WITS_READ_FIELD && axis->kind == WITS_NONE && read->row == axis->row;
    if (read->how == WITS_READ_COMPARED && (is_target || is_field)) {
        const bool is_float = axis->field.type == WITS_TYPE_FLOAT;
        const float value = (float)read->value;
        add_value(c->of, c->to, read->value);
        add_value(c->of, c->to, is_float ? (double)nextafterf(value, INFINITY) : read->value + 1);
        add_value(c->of, c->to, is_float ? (double)nextafterf(value, -INFINITY) : read->value - 1);
    }
}

static void fill_number(const why_question *of, const context *given, knob *to) {
    static const double usual[] = {0, 1, -1, 10, 100, 1000, 10000, 1e6};
    find_ends(of, given, to);
    for (uint32_t i = 0; i < SPREAD; i++) {
        add_value(of, to, to->axis.lo + (to->axis.hi - to->axis.lo) * i / (SPREAD - 1));
    }
    for (size_t i = 0; i < sizeof usual / sizeof *usual && !promise_of(of, to)->has_range; i++) {
        add_value(of, to, usual[i]);
    }
    if (!to->is_function) {
        wits_brain_reads(of->brain, add_compared, &(compared){of, to});
    }
}

static void fill_values(const why_question *of, const context *given, knob *to) {
    to->values = allocate(MOST_VALUES, sizeof *to->values);
    if (field_is_number(&to->axis.field)) {
        to->axis.is_whole = to->axis.field.type != WITS_TYPE_FLOAT;
        fill_number(of, given, to);
    } else {
        to->axis.is_whole = true;
        to->axis.hi = to->axis.field.type == WITS_TYPE_BOOL ? 1 : to->axis.field.value_count - 1.0;
        for (double value = 0; value <= to->axis.hi && to->count < MOST_VALUES; value++) {
            to->values[to->count++] = value;
        }
    }
    if (to->count == 0) {  // the range has no value that the type can hold
        to->values[to->count++] = to->first;
    }
    sort_values(to);
}

// --------------------------------------------------------------------------------------------------------------- knobs

static knob *add_knob(closest *to) {
    return &to->knobs[to->count++];
}

static void add_field(closest *to, uint32_t row) {
    knob *one = add_knob(to);
    one->axis = (map_axis){.kind = WITS_NONE, .row = row, .field = to->of->desc->fields[row]};
    text_add(&one->axis.name, one->axis.field.name);
    one->first = context_get(&to->one.agent.knows, row);
    fill_values(to->of, &to->one.agent.knows, one);
}

static void add_function(closest *to, uint32_t row) {
    const wits_function *function = &to->of->desc->functions[row];
    if (function->condition == NULL && function->score == NULL) {
        return;
    }
    knob *one = add_knob(to);
    one->is_function = true;
    one->axis = (map_axis){.kind = WITS_NONE, .row = row, .field = field_of_function(function)};
    text_format(&one->axis.name, "%s()", function->name);
    one->first = to->agent.around.values[row];
    fill_values(to->of, &to->one.agent.knows, one);
}

static void add_target_fields(closest *to, uint32_t kind) {
    const wits_target_desc *about = &to->of->desc->targets[kind];
    for (uint32_t field = 0; field < about->field_count; field++) {
        knob *one = add_knob(to);
        one->axis = (map_axis){.kind = kind, .row = field, .field = field_of_target(&about->fields[field])};
        text_format(&one->axis.name, "%s.%s", about->name, about->fields[field].name);
        one->axis.field.name = text_of(&one->axis.name);
        one->first = value_at(one->axis.field.type, to->one.targets.columns[kind][field].base);
        fill_values(to->of, &to->one.agent.knows, one);
    }
}

/// Notes a read. Only fields that the brain reads become inputs.
static void note_read(void *user, const wits_read *read) {
    bool *fields = user;
    if (read->what == WITS_READ_FIELD) {
        fields[read->row] = true;
    }
}

static void add_knobs(closest *to) {
    const wits_desc *desc = to->of->desc;
    uint32_t most = desc->field_count + desc->function_count;
    bool *read = allocate(desc->field_count, sizeof *read);
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        most += desc->targets[kind].field_count;
    }
    to->knobs = allocate(most, sizeof *to->knobs);
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        if (to->targets[kind].length > 0) {
            add_target_fields(to, kind);
        }
    }
    wits_brain_reads(to->of->brain, note_read, read);
    for (uint32_t row = 0; row < desc->field_count; row++) {
        if (read[row]) {
            add_field(to, row);
        }
    }
    for (uint32_t row = 0; row < desc->function_count; row++) {
        add_function(to, row);
    }
    free(read);
}

static void set_knob(closest *of, knob *one, double value) {
    one->now = value;
    if (one->is_function) {
        of->agent.around.values[one->axis.row] = value;
    } else {
        map_axis_set(&one->axis, &of->one, &of->agent.knows, value);
    }
}

// ------------------------------------------------------------------------------------------------------------ nearness

static bool is_nearer(nearness a, nearness b) {
    return a.group != b.group ? a.group > b.group : a.margin > b.margin;
}

/// Returns the share of the option's gates that hold.
static double gates_held(const closest *of, const wits_explained_option *option) {
    double held = 0;
    for (uint32_t i = 0; i < option->row_count; i++) {
        held += of->agent.why.considerations[option->first_row + i].holds;
    }
    return option->row_count > 0 ? held / option->row_count : 0;
}

static nearness nearness_of(const closest *of, const wits_explained_option *option) {
    const double competing = option->competing == option->competing ? (double)option->competing : -HUGE_VAL;
    switch ((wits_verdict)option->verdict) {
    case WITS_VERDICT_CHOSEN:
        return (nearness){NEAR_WON, option->margin == option->margin ? (double)option->margin : 0};
    case WITS_VERDICT_NOT_DRAWN:
        return option->chance > 0.0f ? (nearness){NEAR_WON, 0} : (nearness){NEAR_LOST, competing};
    case WITS_VERDICT_LOST:
        return (nearness){NEAR_LOST, (double)option->margin};
    case WITS_VERDICT_NOT_AMONG:
        return (nearness){NEAR_LOST, option->margin == option->margin ? (double)option->margin : competing};
    case WITS_VERDICT_GATED:
    case WITS_VERDICT_NO_TARGET:
        return (nearness){NEAR_GATED, gates_held(of, option)};
    default:
        return (nearness){NEAR_OUT, competing};
    }
}

const wits_explained_choice *closest_decide(closest *of, nearness *to) {
    *to = (nearness){NEAR_NOWHERE, 0};
    of->tried++;
    map_agent_decide(&of->agent);
    const wits_explain *why = &of->agent.why;
    for (uint32_t i = why->choice_count; i-- > 0;) {
        const wits_explained_choice *choice = &why->choices[i];
        for (uint32_t k = 0; choice->composite == of->question.of && k < choice->option_count; k++) {
            const wits_explained_option *one = &why->options[choice->first_option + k];
            if (one->option == of->option) {
                *to = choice->no_candidate ? (nearness){NEAR_OUT, -HUGE_VAL} : nearness_of(of, one);
                return choice;
            }
        }
    }
    return NULL;
}

// -------------------------------------------------------------------------------------------------------------- search

/// Sets each knob in turn to its best value, until none improves the result.
static nearness climb(closest *of, uint64_t most) {
    nearness best, one;
    closest_decide(of, &best);
    bool moved = true;
    for (uint32_t round = 0; round < ROUNDS && moved; round++) {
        moved = false;
        for (uint32_t i = 0; i < of->count; i++) {
            knob *turned = &of->knobs[i];
            double kept = turned->now;
            for (uint32_t k = 0; k < turned->count && of->tried < most; k++) {
                set_knob(of, turned, turned->values[k]);
                closest_decide(of, &one);
                if (is_nearer(one, best)) {
                    best = one;
                    kept = turned->now;
                    moved = true;
                }
            }
            set_knob(of, turned, kept);
        }
    }
    return best;
}

static uint64_t next_random(uint64_t *state) {  // splitmix64
    uint64_t z = *state += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

static void begin_anywhere(closest *of, uint64_t *state) {
    for (uint32_t i = 0; i < of->count; i++) {
        set_knob(of, &of->knobs[i], of->knobs[i].values[next_random(state) % of->knobs[i].count]);
    }
}

/// Resets the knobs that make no difference to their first values.
static void forget_idle(closest *of) {
    for (uint32_t i = 0; i < of->count; i++) {
        knob *one = &of->knobs[i];
        const double kept = one->now;
        nearness without;
        set_knob(of, one, one->first);
        closest_decide(of, &without);
        if (is_nearer(of->found, without)) {
            set_knob(of, one, kept);
        }
    }
}

static void measure_spreads(closest *of) {
    enum { GROUP = 1000 };  // a change of group counts more than any change of margin
    for (uint32_t i = 0; i < of->count; i++) {
        knob *one = &of->knobs[i];
        const double kept = one->now;
        for (uint32_t k = 0; k < one->count; k++) {
            nearness here;
            set_knob(of, one, one->values[k]);
            closest_decide(of, &here);
            const double moved =
                fmin(fabs(here.margin - of->found.margin), GROUP) + abs(here.group - of->found.group) * (double)GROUP;
            one->spread = moved > one->spread ? moved : one->spread;
        }
        set_knob(of, one, kept);
    }
}

static void search(closest *of) {
    const uint32_t states = of->of->desc->state_count;
    const uint64_t most = MOST_TRIED / (1 + states / 64) + 1;  // decisions of big brains take longer
    double *best = allocate(of->count + 1u, sizeof *best);
    uint64_t state = 1;
    for (uint32_t begin = 0; begin < BEGINNINGS && of->tried < most && of->found.group != NEAR_WON; begin++) {
        if (begin > 0) {
            begin_anywhere(of, &state);
        }
        const nearness here = climb(of, most);
        if (begin == 0 || is_nearer(here, of->found)) {
            of->found = here;
            for (uint32_t i = 0; i < of->count; i++) {
                best[i] = of->knobs[i].now;
            }
        }
    }
    for (uint32_t i = 0; i < of->count; i++) {
        set_knob(of, &of->knobs[i], best[i]);
    }
    free(best);
    forget_idle(of);
    measure_spreads(of);
}

// ----------------------------------------------------------------------------------------------------------- the agent

/// Writes a target file with one target that has these values. If `values` is null, uses the lower ends of the ranges
/// in the file.
static void text_list(const why_question *of, uint32_t kind, const double *values, text *to) {
    const wits_target_desc *about = &of->desc->targets[kind];
    text_add(to, "tick,id");
    for (uint32_t field = 0; field < about->field_count; field++) {
        text_format(to, ",%s", about->fields[field].name);
    }
    text_add(to, "\n0,1");
    for (uint32_t field = 0; field < about->field_count; field++) {
        const wits_field_desc as_field = field_of_target(&about->fields[field]);
        const wits_promise *promise = &wits_file_promises(of->file)->target_fields[kind][field];
        text_add(to, ",");
        text_value(to, &as_field, values != NULL ? values[field] : promise->has_range ? promise->low : 0.0, false);
    }
    text_add(to, "\n");
}

/// Adds one target of each kind that the option, or an option inside it, needs. There are no other targets, so options
/// with other kinds have none.
static void give_targets(closest *to) {
    const uint32_t end = wits_state_end(to->of->brain, to->option);
    for (uint32_t row = to->option; row < end; row++) {
        const uint32_t kind = wits_state_target_kind(to->of->brain, (wits_state_id)row);
        if (kind != WITS_NONE && to->targets[kind].length == 0) {
            text_list(to->of, kind, NULL, &to->targets[kind]);
        }
    }
}

void closest_targets(const closest *of, text *texts) {
    for (uint32_t kind = 0; kind < of->of->desc->target_count; kind++) {
        double *values = allocate(of->of->desc->targets[kind].field_count, sizeof *values);
        for (uint32_t i = 0; i < of->count; i++) {
            if (!of->knobs[i].is_function && of->knobs[i].axis.kind == kind) {
                values[of->knobs[i].axis.row] = of->knobs[i].now;
            }
        }
        if (of->targets[kind].length > 0) {
            text_list(of->of, kind, values, &texts[kind]);
        }
        free(values);
    }
}

int closest_find(const why_question *of, wits_state_id option, closest *to) {
    *to = (closest){.of = of, .option = option};
    give_targets(to);
    to->who =
        (agent_run_options){.brain = of->path, .file = of->file, .target_texts = to->targets, .end = "--at", .last = 0};
    const int status = agent_run_prepare("why", &to->who, false, &to->one);
    if (status != STATUS_DONE) {
        return status;
    }
    to->question = (map_question){.of = wits_state_parent(of->brain, option), .from = WITS_NONE};
    map_agent_begin(&to->one, &to->question, &to->agent);
    add_knobs(to);
    for (uint32_t i = 0; i < to->count; i++) {
        to->knobs[i].now = to->knobs[i].first;
    }
    search(to);
    return STATUS_DONE;
}

void closest_end(closest *of) {
    for (uint32_t i = 0; i < of->count; i++) {
        map_axis_free(&of->knobs[i].axis);
        free(of->knobs[i].values);
    }
    free(of->knobs);
    if (of->agent.bytes != NULL) {
        map_agent_end(&of->agent);
    }
    agent_run_end(&of->one);
    for (uint32_t kind = 0; kind < of->of->desc->target_count; kind++) {
        text_free(&of->targets[kind]);
    }
}
