// SPDX-License-Identifier: MIT
// Runs one tick from a situation, with one combination of inputs and one random outcome.
#include "prove/inside.h"
#include "wits/situations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- values

void put_value(wits_type type, void *to, double value) {
    switch (type) {
    case WITS_TYPE_INT8: {
        const int8_t number = (int8_t)value;
        memcpy(to, &number, sizeof number);
        return;
    }
    case WITS_TYPE_INT16: {
        const int16_t number = (int16_t)value;
        memcpy(to, &number, sizeof number);
        return;
    }
    case WITS_TYPE_UINT16: {
        const uint16_t number = (uint16_t)value;
        memcpy(to, &number, sizeof number);
        return;
    }
    case WITS_TYPE_INT: {
        const int32_t number = (int32_t)value;
        memcpy(to, &number, sizeof number);
        return;
    }
    case WITS_TYPE_FLOAT: {
        const uint32_t nan_bits = 0x7FC00000u;
        const float number = (float)value;
        memcpy(to, isnan(value) ? (const void *)&nan_bits : (const void *)&number, sizeof number);
        return;
    }
    default: {
        const uint8_t number = (uint8_t)value;
        memcpy(to, &number, sizeof number);
        return;
    }
    }
}

void world_put_field(world *w, uint32_t field, double value) {
    put_value(w->columns[field].type, w->columns[field].base, value);
}

void world_give_field(world *w, uint32_t field, double value) {
    world_put_field(w, field, value);
    if (w->twin != NULL && w->twin->match.fields[field] != STORE_NONE) {
        world_put_field(w->twin, w->twin->match.fields[field], value);
    }
}

// -------------------------------------------------------------------------------------------------------------- inputs

double world_value(const world *w, uint32_t number) {
    const wits_input *shown = &w->inputs[number].shown;
    double value;
    if (shown->what == WITS_INPUT_TARGET && w->touched[number]) {
        return w->kinds[shown->row].ids[shown->slot];
    }
    const bool is_given = w->touched[number] && input_value(&w->inputs[number], w->choice[number], &value);
    return is_given ? value : WITS_NOT_GIVEN;
}

static bool grow_inputs(world *w) {
    const uint32_t capacity = w->input_capacity == 0 ? 64 : w->input_capacity * 2;
    if (!array_grow(&w->inputs, capacity * sizeof *w->inputs) ||
        !array_grow(&w->choice, capacity * sizeof *w->choice) ||
        !array_grow(&w->touched, capacity * sizeof *w->touched) ||
        !array_grow(&w->stack, capacity * sizeof *w->stack)) {
        w->prover->pool.failed = true;
        return false;
    }
    w->input_capacity = capacity;
    return true;
}

input *world_add_input(world *w, const char *name, wits_input_what what, uint32_t of) {
    if (w->input_count == w->input_capacity && !grow_inputs(w)) {
        return NULL;
    }
    w->touched[w->input_count] = false;
    w->choice[w->input_count] = 0;
    input *to = &w->inputs[w->input_count++];
    *to = (input){.shown = {.name = name, .what = what, .row = of}};
    return to;
}

// --------------------------------------------------------------------------------------------------------------- ticks

/// Bytes of the agent and its own fields.
static size_t own_width(const world *w) {
    return w->agent_size + 4 * (size_t)w->own_count;
}

void world_enter_fields(world *w, const unsigned char *situation) {
    for (uint32_t i = 0; i < w->own_count; i++) {
        memcpy(w->columns[w->own[i]].base, situation + w->agent_size + 4 * i, 4);
    }
}

static void enter(world *w, const unsigned char *situation, uint64_t id) {
    memcpy(w->agent, situation, w->agent_size);
    world_enter_fields(w, situation);
    w->frame.agent = id;
}

void world_enter(world *w, const unsigned char *situation) {
    uint16_t numbers[2] = {(uint16_t)w->frame.agent, 0};
    const size_t own = own_width(w);
    if (w->residues > 1) {
        memcpy(&numbers[0], situation + own, sizeof numbers[0]);
    }
    if (w->decide_every > 1) {
        memcpy(&numbers[1], situation + w->width - sizeof numbers[1], sizeof numbers[1]);
        w->phase = numbers[1];
    }
    enter(w, situation, numbers[0]);
    if (w->twin != NULL) {
        enter(w->twin, situation + own + (w->residues > 1 ? sizeof numbers[0] : 0), numbers[0]);
    }
}

void world_forget(world *w) {
    w->key_number = STORE_NONE;
    w->noted_tick = ~0u;  // no tick
    w->notes++;
}

void world_take(world *w, const unsigned char *situation) {
    memcpy(w->key, situation, w->width);
    world_forget(w);
}

/// Most inputs lead to the same situation as the previous ones.
static bool is_noted(const world *w, uint32_t tick) {
    bool is = w->noted_tick == tick && memcmp(w->noted, w->agent, w->agent_size) == 0;
    for (uint32_t i = 0; i < w->own_count && is; i++) {
        is = memcmp(w->key + w->agent_size + 4 * i, w->columns[w->own[i]].base, 4) == 0;
    }
    return is && w->noted_id == w->frame.agent && w->noted_phase == w->phase;
}

static void note(world *w, uint32_t tick, const uint32_t *least) {
    w->noted_tick = tick;
    w->noted_id = w->frame.agent;
    w->noted_phase = w->phase;
    memcpy(w->noted, w->agent, w->agent_size);
    memcpy(w->key, w->agent, w->agent_size);
    wits_agent_rebase(w->brain, w->key, tick, BASE_TICK);
    wits_agent_saturate(w->brain, w->key, BASE_TICK, least);
    for (uint32_t i = 0; i < w->own_count; i++) {
        memcpy(w->key + w->agent_size + 4 * i, w->columns[w->own[i]].base, 4);
    }
}

void world_note(world *w, uint32_t tick) {
    if (is_noted(w, tick) && (w->twin == NULL || is_noted(w->twin, tick))) {
        return;
    }
    w->key_number = STORE_NONE;
    w->notes++;
    note(w, tick, w->prover->observer.least);
    if (w->twin != NULL) {
        note(w->twin, tick, NULL);
    }
    targets_rename(w);
    unsigned char *behind = w->key + own_width(w);
    if (w->residues > 1) {
        const uint16_t id = (uint16_t)(w->frame.agent % w->residues);
        memcpy(behind, &id, sizeof id);
        behind += sizeof id;
    }
    if (w->twin != NULL) {
        memcpy(behind, w->twin->key, own_width(w->twin));
    }
    if (w->decide_every > 1) {
        memcpy(w->key + w->width - sizeof w->phase, &w->phase, sizeof w->phase);
    }
}

void world_named_key(world *w, uint32_t tick, unsigned char *to) {
    if (w->kind_count > 0) {
        w->keeps_names = true;
        world_forget(w);
        world_note(w, tick);
        w->keeps_names = false;
    }
    memcpy(to, w->key, w->width);
    if (w->kind_count > 0) {
        world_forget(w);
    }
}

void world_put_kept_fields(world *w) {
    for (uint32_t i = 0; i < w->eager_count; i++) {
        const input *of = &w->inputs[i];
        double value;
        const bool may_be_assigned = of->keeps || i >= w->first_free;
        if (may_be_assigned && w->touched[i] && input_value(of, w->choice[i], &value)) {
            world_give_field(w, of->shown.row, value);
        }
    }
}

void raise_all(const wits_brain *brain, unsigned char *agent, uint64_t events, const uint32_t *rows) {
    for (uint64_t left = events; left != 0; left &= left - 1) {
        uint32_t event = 0;
        while ((left >> event & 1) == 0) {
            event++;
        }
        const uint32_t own = rows != NULL ? rows[event] : event;
        if (own != STORE_NONE) {
            wits_raise(brain, agent, own);
        }
    }
}

void world_raise(world *w) {
    raise_all(w->brain, w->agent, w->events, NULL);
    if (w->twin != NULL) {
        raise_all(w->twin->brain, w->twin->agent, w->events, w->twin->match.events);
    }
}

static void run_agent(world *w, uint32_t tick, bool decides) {
    w->frame.tick = tick;
    w->list.count = 0;
    w->list.argument_count = 0;
    if (decides) {
        wits_tick(w->brain, w->agent, &w->frame);
    } else {
        wits_update(w->brain, w->agent, &w->frame);
    }
}

void world_run(world *w, uint32_t tick) {
    if (w->decide_every > 1) {
        w->phase = (uint16_t)((w->phase + 1u) % w->decide_every);
    }
    w->ticks++;
    world_raise(w);
    run_agent(w, tick, w->phase == 0);
    if (w->twin != NULL) {
        run_agent(w->twin, tick, w->phase == 0);
    }
}

static void start_one(world *w, wits_state_id from, uint32_t id) {
    w->frame.agent = id;
    w->frame.tick = 0;
    w->list.count = 0;
    w->list.argument_count = 0;
    if (from != WITS_NONE) {
        wits_set_state(w->brain, w->agent, &w->frame, from);
    } else {
        wits_start(w->brain, w->agent, &w->frame);
    }
}

void world_start(world *w, wits_state_id from, uint32_t id) {
    w->begun++;
    memset(w->agent, 0, w->agent_size);
    if (w->twin != NULL) {
        memset(w->twin->agent, 0, w->twin->agent_size);
    }
    w->phase = (uint16_t)(w->decide_every > 1 ? id % w->decide_every : 0);
    world_raise(w);
    start_one(w, from, id);
    if (w->twin != NULL) {
        start_one(w->twin, WITS_NONE, id);
    }
}

void world_tick(world *w, const unsigned char *situation, dice *d) {
    world_enter(w, situation);
    world_put_kept_fields(w);
    world_roll(w, d);
    world_run(w, BASE_TICK + 1);
    world_learn(w, d);
}

// --------------------------------------------------------------------------------------------------------------- begin

static bool draws_by_chance(const wits_desc *desc) {
    bool draws = false;
    for (uint32_t i = 0; i < desc->state_count; i++) {
        const wits_select select = desc->states[i].select;
        draws |= select != WITS_SELECT_DEFAULT && select != WITS_SELECT_HIGHEST;
    }
    return draws;
}

static uint32_t gcd(uint32_t a, uint32_t b) {
    while (b != 0) {
        const uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/// The least common multiple; 0 if that is more than 4,096, or one of them is 0.
static uint32_t common_multiple(uint32_t a, uint32_t b) {
    const uint64_t all = a != 0 && b != 0 ? (uint64_t)a / gcd(a, b) * b : 0;
    return all <= MOST_WHOLE ? (uint32_t)all : 0;
}

/// Ids are distinguished modulo the least common multiple of all `every`; 0 if that is too large.
static uint32_t residues_of(const wits_desc *desc) {
    uint32_t all = 1;
    for (uint32_t i = 0; i < desc->state_count; i++) {
        all = common_multiple(all, desc->states[i].every > 1 ? desc->states[i].every : 1);
    }
    return all;
}

bool world_brain(world *w) {
    pool *p = &w->prover->pool;
    w->brain = w->prover->brain;
    w->agent_size = wits_agent_size(w->brain);
    w->agent = pool_take(p, 1, w->agent_size);
    w->list.capacity = wits_list_room(w->brain, WITS_VERB_TICK);
    const uint32_t start = wits_list_room(w->brain, WITS_VERB_START);
    w->list.capacity = start > w->list.capacity ? start : w->list.capacity;
    w->list.records = pool_take(p, w->list.capacity, sizeof *w->list.records);
    w->list.argument_capacity = wits_list_argument_room(w->brain, WITS_VERB_TICK);
    const uint32_t start_arguments = wits_list_argument_room(w->brain, WITS_VERB_START);
    w->list.argument_capacity =
        start_arguments > w->list.argument_capacity ? start_arguments : w->list.argument_capacity;
    w->list.arguments = pool_take(p, w->list.argument_capacity, sizeof *w->list.arguments);
    if (w->explains) {
        w->explain_size = wits_explain_size(w->brain);
        w->explain_memory = pool_take(p, 1, w->explain_size);
    }
    w->frame = (wits_frame){.columns = w->columns,
                            .functions = w->functions,
                            .targets = w->kind_count > 0 ? w->lists : NULL,
                            .user = w,
                            .mode = WITS_MODE_DEFERRED,
                            .list = &w->list,
                            .explain = w->explains ? &w->explain : NULL};
    return !p->failed;
}

bool world_begin(world *w, wits_prover *p) {
    const wits_desc *desc = p->about.desc;
    w->prover = p;
    w->giver = w;
    w->asked_too_often = WITS_NONE;
    w->decide_every = p->options.decide_every;
    w->has_chance = draws_by_chance(desc);
    w->explains = w->has_chance || p->options.covers;
    w->residues = residues_of(desc);
    w->columns = pool_take(&p->pool, desc->field_count, sizeof *w->columns);
    w->cells = pool_take(&p->pool, desc->field_count, sizeof *w->cells);
    if (p->pool.failed || !world_make_functions(w, desc) || !targets_begin(w)) {
        return false;
    }
    for (uint32_t i = 0; i < desc->field_count; i++) {
        w->columns[i] = (wits_column){.base = &w->cells[i], .stride = 8, .size = 8, .type = desc->fields[i].type};
    }
    return world_brain(w);
}

void world_fields_initial(world *w) {
    for (uint32_t i = 0; i < w->prover->model.field_count; i++) {
        w->cells[i] = 0;
    }
    wits_set_initial_fields(w->brain, w->columns, 0);
    if (w->twin != NULL) {
        world_fields_initial(w->twin);
    }
}

void world_own_initial(world *w) {
    for (uint32_t i = 0; i < w->own_count; i++) {
        world_put_field(w, w->own[i], wits_field_initial(w->brain, w->own[i]));
    }
    if (w->twin != NULL) {
        world_own_initial(w->twin);
    }
}

uint32_t world_start_ids(const world *w) {
    const uint32_t all = common_multiple(w->residues, w->decide_every > 1 ? w->decide_every : 1);
    return all > 0 ? all : 1;
}

void world_explain(world *w, bool on) {
    w->frame.explain = on && w->explains ? &w->explain : NULL;
    if (w->twin != NULL) {
        world_explain(w->twin, on);
    }
}

void world_pair(world *w, world *twin) {
    w->twin = twin;
    twin->giver = w;
    w->residues = common_multiple(w->residues, twin->residues);
    w->has_chance |= twin->has_chance;
    twin->decide_every = 0;
    targets_pair(w);
}

static bool add_field_input(world *w, uint32_t field) {
    wits_prover *p = w->prover;
    const wits_field_desc *of = &p->about.desc->fields[field];
    const wits_promise *promise = p->about.promises != NULL ? &p->about.promises->fields[field] : NULL;
    input *to = world_add_input(w, of->name, WITS_INPUT_FIELD, field);
    if (to == NULL) {
        return false;
    }
    to->type = of->type;
    to->keeps = p->model.is_own[field];
    model_values(&p->pool, p->options.tries_all, &p->model.sources[field], of->type, of->value_count, promise, to);
    return !p->pool.failed;
}

bool world_has_input(const world *w, uint32_t field) {
    const wits_prover *p = w->prover;
    const wits_giver host = p->about.promises != NULL ? p->about.promises->fields[field].host : WITS_GIVER_DEFAULT;
    return p->model.sources[field].is_read && (!p->model.is_own[field] || host == WITS_GIVER_HOST);
}

static bool add_events(world *w) {
    static const double no_yes[] = {0.0, 1.0};
    const wits_prover *p = w->prover;
    for (uint32_t i = 0; i < p->about.desc->event_count; i++) {
        const bool never = p->about.promises != NULL && p->about.promises->events[i] == WITS_GIVER_BRAIN;
        if (!p->model.events[i] || never) {
            continue;
        }
        input *to = world_add_input(w, p->about.desc->events[i], WITS_INPUT_EVENT, i);
        if (to == NULL) {
            return false;
        }
        to->shown.value_count = 2;
        to->count = 2;
        to->values = pool_take(&w->prover->pool, 2, sizeof *to->values);
        if (to->values == NULL) {
            return false;
        }
        memcpy(to->values, no_yes, sizeof no_yes);
    }
    return true;
}

/// A stream of `random`, according to the model of its brain.
static void add_random(world *w, const model *from, uint32_t stream, uint32_t number) {
    pool *p = &w->prover->pool;
    if (from->randoms[stream].is_read) {
        input *to = &w->randoms[w->random_count++];
        to->shown = (wits_input){.what = WITS_INPUT_RANDOM, .row = number};
        to->shown.name = pool_format(p, "random:%u", (unsigned)stream);
        model_random_values(from, p, w->prover->options.tries_all, stream, to);
    }
}

/// Streams of the twin that this brain lacks follow its own.
static bool add_randoms(world *w) {
    wits_prover *p = w->prover;
    const uint32_t streams = wits_random_stream_count(w->brain);
    const uint32_t others = w->twin != NULL ? wits_random_stream_count(w->twin->brain) : 0;
    w->stream_count = streams + others;
    w->randoms = pool_take(&p->pool, w->stream_count, sizeof *w->randoms);
    for (uint32_t stream = 0; stream < streams && w->randoms != NULL; stream++) {
        add_random(w, &p->model, stream, stream);
    }
    for (uint32_t stream = 0; stream < others && w->randoms != NULL; stream++) {
        if (w->twin->match.streams[stream] >= streams) {
            add_random(w, &w->twin->prover->model, stream, w->twin->match.streams[stream]);
        }
    }
    if (w->has_chance || w->random_count > 0) {
        w->draws = pool_take(&p->pool, w->stream_count, sizeof *w->draws);
        w->frame.draws = w->draws;
    }
    if (w->twin != NULL && w->draws != NULL) {
        w->twin->draws = pool_take(&p->pool, others, sizeof *w->draws);
        w->twin->frame.draws = w->twin->draws;
    }
    return !p->pool.failed;
}

static bool take_own_fields(world *w) {
    wits_prover *p = w->prover;
    uint32_t *fields = pool_take(&p->pool, p->model.field_count, sizeof *fields);
    w->own = fields;
    for (uint32_t i = 0; i < p->model.field_count && fields != NULL; i++) {
        if (p->model.is_own[i]) {
            fields[w->own_count++] = i;
        }
    }
    return fields != NULL;
}

static bool take_key(world *w) {
    pool *p = &w->prover->pool;
    w->width = own_width(w) + (w->residues > 1 ? sizeof(uint16_t) : 0) + (w->twin != NULL ? own_width(w->twin) : 0) +
               (w->decide_every > 1 ? sizeof w->phase : 0);
    w->key = pool_take(p, 1, w->width);
    w->noted = pool_take(p, 1, w->agent_size);
    w->noted_tick = ~0u;
    return !p->failed;
}

static bool add_fields(world *w, bool free) {
    const model *m = &w->prover->model;
    bool fine = true;
    for (uint32_t i = 0; i < m->field_count && fine; i++) {
        const bool is_free = m->is_free != NULL && m->is_free[i];
        fine = is_free != free || !world_has_input(w, i) || add_field_input(w, i);
    }
    return fine;
}

bool world_inputs(world *w) {
    wits_prover *p = w->prover;
    if (!take_own_fields(w) || (w->input_capacity == 0 && !grow_inputs(w))) {
        return false;
    }
    if (!add_fields(w, false)) {
        return false;
    }
    if (w->twin != NULL && (!take_own_fields(w->twin) || !take_key(w->twin))) {
        return false;
    }
    if (!targets_add_inputs(w) || !add_events(w) || !add_randoms(w)) {
        return false;
    }
    w->first_free = w->input_count;
    if (p->model.is_free != NULL && !add_fields(w, true)) {
        return false;
    }
    w->eager_count = w->input_count;
    return take_key(w);
}

void world_end(world *w) {
    free(w->inputs);
    free(w->choice);
    free(w->touched);
    free(w->stack);
    dice_end(&w->now);
}
