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

/// The number of the input; the number of inputs if there is none.
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

// ---------------------------------------------------------------------------------------------------------------- runs

void life_free(life *l) {
    free(l->agent);
    free(l->cells);
    free(l->columns);
    free(l->functions);
    free(l->list.records);
    free(l->list.arguments);
    free(l->draws);
    free(l->held);
    for (uint32_t kind = 0; kind < WITS_MAX_TARGET_KINDS; kind++) {
        free(l->kept[kind].cells);
        free(l->kept[kind].columns);
    }
    free(l);
}

static uint32_t more_of(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static void make_lists(life *l, const wits_desc *desc) {
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        const wits_target_desc *of = &desc->targets[kind];
        life_list *to = &l->kept[kind];
        to->cells = calloc((size_t)of->field_count * WITS_MAX_MOST_TARGETS + 1u, sizeof *to->cells);
        to->columns = calloc(of->field_count + 1u, sizeof *to->columns);
        for (uint32_t field = 0; field < of->field_count; field++) {
            to->columns[field] = (wits_column){.base = to->cells + (size_t)field * WITS_MAX_MOST_TARGETS,
                                               .stride = sizeof *to->cells,
                                               .size = WITS_MAX_MOST_TARGETS * sizeof *to->cells,
                                               .type = of->fields[field].type};
        }
        l->lists[kind] = (wits_target_list){.ids = to->ids, .columns = to->columns};
    }
    l->frame.targets = desc->target_count > 0 ? l->lists : NULL;
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
    l->draws = calloc(wits_random_stream_count(brain) + 1u, sizeof *l->draws);
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
    make_lists(l, desc);
    return l;
}

static void put_number(const wits_column *to, uint32_t slot, double value) {
    union {
        int8_t i8;
        uint8_t u8;
        int16_t i16;
        uint16_t u16;
        int32_t i32;
        float f;
    } number = {.i32 = 0};
    switch (to->type) {
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
    memcpy((unsigned char *)to->base + to->stride * slot, &number, sizeof number);
}

static void put_field(life *l, uint32_t field, double value) {
    put_number(&l->columns[field], 0, value);
}

/// Returns a value of the input, or one between two of its values.
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
    for (uint32_t place = 0; place < wits_random_stream_count(l->brain); place++) {
        l->draws[place] = (float)rng_below(&l->r, 1u << 24) * 0x1p-24f;
    }
    for (uint32_t i = 0; i < w->random_count; i++) {
        const input *of = &w->randoms[i];
        l->draws[of->shown.row] = (float)of->values[rng_below(&l->r, of->count)];
    }
}

/// Fills fields that, according to the prover, are not read with arbitrary values.
static void give_unread(life *l) {
    const model *m = &l->p->model;
    for (uint32_t i = 0; i < m->field_count; i++) {
        if (!m->sources[i].is_read) {
            put_field(l, i, l->columns[i].type == WITS_TYPE_ENUM ? 0.0 : (double)rng_below(&l->r, 2));
        }
    }
    for (uint32_t kind = 0; kind < m->desc->target_count; kind++) {
        for (uint32_t field = 0; field < m->desc->targets[kind].field_count; field++) {
            const wits_column *to = &l->kept[kind].columns[field];
            const bool is_read = m->sources[m->first_of_kind[kind] + field].is_read;
            for (uint32_t slot = 0; slot < WITS_MAX_MOST_TARGETS && !is_read; slot++) {
                put_number(to, slot, to->type == WITS_TYPE_ENUM ? 0.0 : (double)rng_below(&l->r, 2));
            }
        }
    }
}

/// Returns one of a few ids that is not in the list yet, so that agents often remember it.
static uint32_t some_id(life *l, const wits_input *of) {
    const uint32_t *ids = l->kept[of->row].ids;
    uint32_t id = 0;
    bool is_new = false;
    while (!is_new) {
        id = rng_below(&l->r, WITS_MAX_MOST_TARGETS + LIFE_IDS);
        is_new = true;
        for (uint32_t slot = 0; slot < of->slot; slot++) {
            is_new = is_new && ids[slot] != id;
        }
    }
    return id;
}

static void put_in_list(life *l, const wits_input *of, double value) {
    if (of->what == WITS_INPUT_TARGETS) {
        l->lists[of->row].count = (uint32_t)value;
    } else if (of->what == WITS_INPUT_TARGET) {
        l->kept[of->row].ids[of->slot] = (uint32_t)value;
    } else {
        put_number(&l->kept[of->row].columns[of->field], of->slot, value);
    }
}

void life_give(life *l) {
    const world *w = &l->p->world;
    l->now = rng_next(&l->r);
    give_unread(l);
    for (uint32_t i = 0; i < w->eager_count; i++) {
        const input *of = &w->inputs[i];
        l->held[i] = WITS_NOT_GIVEN;
        if (of->shown.what == WITS_INPUT_FIELD && (!of->keeps || rng_chance(&l->r, 30))) {
            l->held[i] = some_value(l, of);
            put_field(l, of->shown.row, l->held[i]);
        } else if (of->shown.what == WITS_INPUT_EVENT && rng_chance(&l->r, 30)) {
            wits_raise(l->brain, l->agent, of->shown.row);
        } else if (is_of_targets(of)) {
            const bool is_id = of->shown.what == WITS_INPUT_TARGET;
            put_in_list(l, &of->shown, is_id ? (double)some_id(l, &of->shown) : some_value(l, of));
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
    for (uint32_t kind = 0; kind < p->about.desc->target_count; kind++) {
        l->lists[kind].count = 0;
    }
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
        } else if (of->what >= WITS_INPUT_TARGETS) {
            put_in_list(l, of, value);
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
