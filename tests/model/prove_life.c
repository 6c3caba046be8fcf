// SPDX-License-Identifier: MIT
#include "prove_life.h"

#include "host.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- answers

static bool is_function(const input *of, uint32_t function, const char *arguments) {
    const bool is_one = of->shown.what == WITS_INPUT_CONDITION || of->shown.what == WITS_INPUT_SCORE;
    return is_one && of->shown.row == function && strcmp(of->arguments != NULL ? of->arguments : "", arguments) == 0;
}

/// The number of the input; its count if there is none.
static uint32_t input_of_call(const wits_prover *p, const wits_call *call) {
    char printed[1200] = "";
    uint32_t number = 0;
    if (call->argument_count > 0) {
        print_arguments(call->arguments, call->argument_count, printed, sizeof printed);
    }
    while (number < p->world.input_count && !is_function(&p->world.inputs[number], call->function, printed)) {
        number++;
    }
    return number;
}

static double answer(const wits_call *call) {
    life *l = call->frame->user;
    const wits_prover *p = l->p;
    if (!l->has_started) {
        return 0.0;
    }
    const uint32_t number = input_of_call(p, call);
    if (number == p->world.input_count) {
        l->was_lost = true;
        return 0.0;
    }
    if (l->run != NULL) {
        const double given = l->run->values[(size_t)l->run_tick * l->run->input_count + number];
        return given == WITS_NOT_GIVEN ? 0.0 : given;
    }
    const input *of = &p->world.inputs[number];
    return of->values[host_mix(l->now, number) % of->count];
}

static bool answer_condition(const void *context, const wits_call *call) {
    (void)context;
    return answer(call) != 0.0;
}

static float answer_score(const void *context, const wits_call *call) {
    (void)context;
    return (float)answer(call);
}

static void do_nothing(void *context, const wits_call *call) {
    (void)context;
    (void)call;
}

// --------------------------------------------------------------------------------------------------------------- lives

void life_free(life *l) {
    free(l->agent);
    free(l->cells);
    free(l->columns);
    free(l->functions);
    free(l->list.records);
    free(l->list.arguments);
    free(l->draws);
    free(l->held);
    free(l);
}

static uint32_t more_of(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

life *life_new(const wits_prover *p, uint64_t seed) {
    life *l = calloc(1, sizeof *l);
    const wits_desc *desc = p->about.desc;
    const wits_brain *brain = p->brain;
    l->p = p;
    l->brain = brain;
    l->r = (rng){seed};
    l->agent = calloc(1, wits_agent_size(brain));
    l->cells = calloc(desc->field_count + 1u, sizeof *l->cells);
    l->columns = calloc(desc->field_count + 1u, sizeof *l->columns);
    l->functions = calloc(desc->function_count + 1u, sizeof *l->functions);
    for (uint32_t i = 0; i < desc->field_count; i++) {
        l->columns[i] = (wits_column){.base = &l->cells[i], .stride = 8, .size = 8, .type = desc->fields[i].type};
    }
    for (uint32_t i = 0; i < desc->function_count; i++) {
        l->functions[i] = desc->functions[i];
        l->functions[i].condition = l->functions[i].condition != NULL ? answer_condition : NULL;
        l->functions[i].score = l->functions[i].score != NULL ? answer_score : NULL;
        l->functions[i].action = l->functions[i].action != NULL ? do_nothing : NULL;
    }
    l->list.capacity = more_of(wits_list_room(brain, WITS_VERB_TICK), wits_list_room(brain, WITS_VERB_START));
    l->list.argument_capacity =
        more_of(wits_list_argument_room(brain, WITS_VERB_TICK), wits_list_argument_room(brain, WITS_VERB_START));
    l->list.records = calloc(l->list.capacity + 1u, sizeof *l->list.records);
    l->list.arguments = calloc(l->list.argument_capacity + 1u, sizeof *l->list.arguments);
    l->draws = calloc(wits_place_count(brain) + 1u, sizeof *l->draws);
    l->held = calloc(p->world.eager_count + 1u, sizeof *l->held);
    l->trace = (wits_trace){.records = l->traced, .capacity = LIFE_TRACED};
    l->frame = (wits_frame){.columns = l->columns,
                            .trace = &l->trace,
                            .functions = l->functions,
                            .user = l,
                            .mode = WITS_MODE_DEFERRED,
                            .list = &l->list,
                            .seed = rng_next(&l->r)};
    wits_set_initial_fields(brain, l->columns, 0);
    return l;
}

static void put_field(life *l, uint32_t field, double value) {
    union {
        int8_t i8;
        uint8_t u8;
        int16_t i16;
        uint16_t u16;
        int32_t i32;
        float f;
    } number = {.i32 = 0};
    switch (l->columns[field].type) {
    case WITS_TYPE_INT8:
        number.i8 = (int8_t)value;
        break;
    case WITS_TYPE_INT16:
        number.i16 = (int16_t)value;
        break;
    case WITS_TYPE_UINT16:
        number.u16 = (uint16_t)value;
        break;
    case WITS_TYPE_INT:
        number.i32 = (int32_t)value;
        break;
    case WITS_TYPE_FLOAT:
        number.f = (float)value;
        break;
    default:
        number.u8 = (uint8_t)value;
        break;
    }
    memcpy(l->columns[field].base, &number, sizeof number);
}

/// A value of the input, or any other between two of them.
static double some_value(life *l, const input *of) {
    const uint32_t at = rng_below(&l->r, of->count);
    const double low = of->values[at];
    const double high = of->values[at + 1 < of->count ? at + 1 : at];
    if (l->keeps_to_values || rng_chance(&l->r, 50) || !isfinite(low) || !isfinite(high) ||
        of->shown.how == WITS_INPUT_WHOLE) {
        return low;
    }
    const double middle = low + (high - low) * ((double)rng_below(&l->r, 1001) / 1000.0);
    return of->type == WITS_TYPE_FLOAT ? middle : floor(middle);
}

void life_draw(life *l) {
    const world *w = &l->p->world;
    for (uint32_t place = 0; place < wits_place_count(l->brain); place++) {
        l->draws[place] = (float)rng_below(&l->r, 1u << 24) * 0x1p-24f;
    }
    for (uint32_t i = 0; i < w->random_count; i++) {
        const input *of = &w->randoms[i];
        l->draws[of->shown.row] = (float)of->values[rng_below(&l->r, of->count)];
    }
}

void life_give(life *l) {
    const world *w = &l->p->world;
    l->now = rng_next(&l->r);
    for (uint32_t i = 0; i < w->eager_count; i++) {
        const input *of = &w->inputs[i];
        l->held[i] = WITS_NOT_GIVEN;
        if (of->shown.what == WITS_INPUT_FIELD && (!of->keeps || rng_chance(&l->r, 30))) {
            l->held[i] = some_value(l, of);
            put_field(l, of->shown.row, l->held[i]);
        } else if (of->shown.what == WITS_INPUT_EVENT && rng_chance(&l->r, 30)) {
            wits_raise(l->brain, l->agent, of->shown.row);
        }
    }
    if (l->keeps_to_values) {
        life_draw(l);
    }
}

void life_give_again(life *l) {
    for (uint32_t i = 0; i < l->p->world.eager_count; i++) {
        if (l->held[i] != WITS_NOT_GIVEN) {
            put_field(l, l->p->world.inputs[i].shown.row, l->held[i]);
        }
    }
    if (l->keeps_to_values) {
        life_draw(l);
    }
}

void life_give_run(life *l, uint32_t tick) {
    const wits_prover *p = l->p;
    l->run_tick = tick;
    for (uint32_t i = 0; i < l->run->input_count; i++) {
        const wits_input *of = wits_prover_input(p, i);
        const double value = l->run->values[(size_t)tick * l->run->input_count + i];
        if (value == WITS_NOT_GIVEN) {
            continue;
        }
        if (of->what == WITS_INPUT_FIELD) {
            put_field(l, of->row, value);
        } else if (of->what == WITS_INPUT_EVENT && value != 0.0) {
            wits_raise(l->brain, l->agent, of->row);
        } else if (of->what == WITS_INPUT_RANDOM) {
            l->draws[of->row] = (float)value;
        }
    }
}

void life_begin(life *l, uint32_t tick) {
    l->frame.tick = tick;
    l->frame.draws = l->keeps_to_values || l->run != NULL ? l->draws : NULL;
    wits_start(l->brain, l->agent, &l->frame);
    l->has_started = true;
}

void life_tick(life *l) {
    l->frame.tick++;
    l->list.count = 0;
    l->list.argument_count = 0;
    l->trace.count = 0;
    wits_tick(l->brain, l->agent, &l->frame);
}
