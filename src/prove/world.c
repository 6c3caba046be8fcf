// SPDX-License-Identifier: MIT
// One tick from a situation, and all ticks that are possible from it: the combinations of inputs, like the digits of a
// counter, and for each the outcomes of chance. What host functions give is a digit from the moment they are asked.
#include "prove/inside.h"
#include "wits/situations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- values

static void put_value(wits_type type, void *to, double value) {
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

// -------------------------------------------------------------------------------------------------------------- inputs

static uint32_t choices_of(const input *of) {
    return of->count + (of->keeps ? 1 : 0);
}

/// The number of the value that a choice means; `keeps` puts "as it is" before all values.
static bool value_of_choice(const input *of, uint32_t choice, double *value) {
    const bool stays = of->keeps && choice == 0;
    *value = stays ? WITS_NOT_GIVEN : of->values[choice - (of->keeps ? 1 : 0)];
    return !stays;
}

/// Makes what was chosen for an input so, if that is not looked up when it is asked.
static void apply(world *w, uint32_t number) {
    const input *of = &w->inputs[number];
    double value;
    if (of->shown.what == WITS_INPUT_FIELD && !of->keeps && value_of_choice(of, w->choice[number], &value)) {
        world_put_field(w, of->shown.row, value);
    } else if (of->shown.what == WITS_INPUT_EVENT) {
        const uint64_t bit = 1ull << of->shown.row;
        w->events = w->choice[number] != 0 ? w->events | bit : w->events & ~bit;
    }
}

static void touch(world *w, uint32_t number) {
    w->touched[number] = true;
    w->choice[number] = 0;
    w->stack[w->depth++] = number;
    apply(w, number);
}

void world_leave(world *w) {
    while (w->depth > 0) {
        w->touched[w->stack[--w->depth]] = false;
    }
    w->events = 0;
}

void world_first(world *w) {
    world_leave(w);
    for (uint32_t i = 0; i < w->eager_count; i++) {
        touch(w, i);
    }
}

bool world_next(world *w) {
    while (w->depth > 0) {
        const uint32_t number = w->stack[w->depth - 1];
        if (w->choice[number] + 1 < choices_of(&w->inputs[number])) {
            w->choice[number]++;
            apply(w, number);
            for (uint32_t behind = number + 1; behind < w->eager_count; behind++) {
                touch(w, behind);
            }
            return true;
        }
        w->touched[number] = false;
        w->depth--;
    }
    return false;
}

double world_value(const world *w, uint32_t number) {
    double value;
    const bool is_given = w->touched[number] && value_of_choice(&w->inputs[number], w->choice[number], &value);
    return is_given ? value : WITS_NOT_GIVEN;
}

static bool grow_inputs(world *w) {
    const uint32_t capacity = w->input_capacity == 0 ? 64 : w->input_capacity * 2;
    input *inputs = realloc(w->inputs, capacity * sizeof *inputs);
    w->inputs = inputs != NULL ? inputs : w->inputs;
    uint32_t *choice = realloc(w->choice, capacity * sizeof *choice);
    w->choice = choice != NULL ? choice : w->choice;
    bool *touched = realloc(w->touched, capacity * sizeof *touched);
    w->touched = touched != NULL ? touched : w->touched;
    uint32_t *stack = realloc(w->stack, capacity * sizeof *stack);
    w->stack = stack != NULL ? stack : w->stack;
    if (inputs == NULL || choice == NULL || touched == NULL || stack == NULL) {
        w->prover->pool.failed = true;
        return false;
    }
    w->input_capacity = capacity;
    return true;
}

/// A new one, not touched; null without memory.
static input *add_input(world *w, const char *name, wits_input_what what, uint32_t of) {
    if (w->input_count == w->input_capacity && !grow_inputs(w)) {
        return NULL;
    }
    w->touched[w->input_count] = false;
    w->choice[w->input_count] = 0;
    input *to = &w->inputs[w->input_count++];
    *to = (input){.shown = {.name = name, .what = what, .row = of}};
    return to;
}

// ------------------------------------------------------------------------------------------------------ host functions

/// As floats are written everywhere: with the fewest digits that mean this float.
static void print_float(float number, char *to, size_t size) {
    for (int digits = 1; digits <= 9; digits++) {
        snprintf(to, size, "%.*g", digits, (double)number);
        if (strtof(to, NULL) == number) {
            return;
        }
    }
}

void print_arguments(const wits_argument *arguments, uint32_t count, char *to, size_t size) {
    size_t length = 0;
    for (uint32_t i = 0; i < count && length + 1 < size; i++) {
        char number[40];
        const char *text = arguments[i].text;
        const char *quote = arguments[i].kind == WITS_ARGUMENT_TEXT ? "\"" : "";
        if (arguments[i].kind == WITS_ARGUMENT_INT) {
            snprintf(number, sizeof number, "%d", (int)arguments[i].integer);
            text = number;
        } else if (arguments[i].kind == WITS_ARGUMENT_FLOAT) {
            print_float(arguments[i].number, number, sizeof number);
            text = number;
        }
        const int added =
            snprintf(to + length, size - length, "%s%s%s%s", i > 0 ? "," : "", quote, text != NULL ? text : "", quote);
        length += added > 0 ? (size_t)added : 0;
    }
}

static bool is_asked_so(const input *of, uint32_t function, const char *arguments) {
    const bool is_function = of->shown.what == WITS_INPUT_CONDITION || of->shown.what == WITS_INPUT_SCORE;
    return is_function && of->shown.row == function &&
           (of->arguments == NULL ? arguments == NULL : arguments != NULL && strcmp(of->arguments, arguments) == 0);
}

static input *add_function(world *w, uint32_t function, const char *arguments) {
    wits_prover *p = w->prover;
    const bool is_score = wits_function_kind_of(w->brain, function) == WITS_FUNCTION_SCORE;
    const wits_promises *promises = p->about.promises;
    wits_promise range = promises != NULL && promises->functions != NULL ? promises->functions[function]
                                                                         : (wits_promise){.has_range = false};
    const char *name = wits_function_name(w->brain, function);
    char *copy = arguments != NULL ? pool_text(&p->pool, arguments, strlen(arguments)) : NULL;
    char *shown = pool_format(&p->pool, "%s(%s)", name, arguments != NULL ? arguments : "");
    input *to =
        p->pool.failed ? NULL : add_input(w, shown, is_score ? WITS_INPUT_SCORE : WITS_INPUT_CONDITION, function);
    if (to == NULL) {
        return NULL;
    }
    if (!range.has_range) {
        range = (wits_promise){.has_range = true, .low = 0.0, .high = 1.0};
    }
    to->arguments = copy;
    to->type = is_score ? WITS_TYPE_FLOAT : WITS_TYPE_BOOL;
    model_values(&p->pool, &p->model.functions[function], to->type, 0, is_score ? &range : NULL, to);
    return to->values != NULL ? to : NULL;
}

/// What a host function gives: from the first time that it is asked in a tick it is an input like any other.
static double ask(world *w, const wits_call *call) {
    char printed[1200] = "";
    const char *arguments = call->argument_count > 0 ? printed : NULL;
    uint32_t number = 0;
    double value;
    if (w->starts) {
        return 0.0;
    }
    print_arguments(call->arguments, call->argument_count, printed, sizeof printed);
    while (number < w->input_count && !is_asked_so(&w->inputs[number], call->function, arguments)) {
        number++;
    }
    if (number == w->input_count && add_function(w, call->function, arguments) == NULL) {
        return 0.0;  // no memory, noted
    }
    if (w->replays == NULL && !w->touched[number]) {
        touch(w, number);
    }
    if (w->replays != NULL) {
        value = number < w->replay_width ? w->replays[number] : WITS_NOT_GIVEN;
        return value == WITS_NOT_GIVEN ? 0.0 : value;
    }
    value_of_choice(&w->inputs[number], w->choice[number], &value);
    return value;
}

static bool ask_condition(const void *context, const wits_call *call) {
    (void)context;
    return ask(call->frame->user, call) != 0.0;
}

static float ask_score(const void *context, const wits_call *call) {
    (void)context;
    return (float)ask(call->frame->user, call);
}

static void run_nothing(void *context, const wits_call *call) {
    (void)context;
    (void)call;
}

static bool make_functions(world *w, const wits_desc *desc) {
    w->functions = pool_take(&w->prover->pool, desc->function_count, sizeof *w->functions);
    for (uint32_t i = 0; i < desc->function_count && w->functions != NULL; i++) {
        wits_function *to = &w->functions[i];
        *to = desc->functions[i];
        to->condition = to->condition != NULL ? ask_condition : NULL;
        to->score = to->score != NULL ? ask_score : NULL;
        to->action = to->action != NULL ? run_nothing : NULL;
    }
    return w->functions != NULL;
}

// ---------------------------------------------------------------------------------------------------------------- dice

static die *add_die(world *w, dice *d, uint32_t place, uint32_t count) {
    if (d->count == d->capacity) {
        const uint32_t capacity = d->capacity == 0 ? 8 : d->capacity * 2;
        die *grown = realloc(d->dice, capacity * sizeof *grown);
        if (grown == NULL) {
            w->prover->pool.failed = true;
            return NULL;
        }
        d->dice = grown;
        d->capacity = capacity;
    }
    float *draws = malloc((count > 0 ? count : 1) * sizeof *draws);
    if (draws == NULL) {
        w->prover->pool.failed = true;
        return NULL;
    }
    d->dice[d->count] = (die){.place = place, .count = count, .draws = draws};
    return &d->dice[d->count++];
}

void dice_end(dice *d) {
    while (d->count > 0) {
        free(d->dice[--d->count].draws);
    }
    free(d->dice);
    *d = (dice){.count = 0};
}

/// Those of the word `random` come first, in order. When one gets its next outcome, those behind it begin anew.
static void add_randoms_behind(world *w, dice *d) {
    for (uint32_t i = d->count; i < w->random_count; i++) {
        const input *of = &w->randoms[i];
        die *to = add_die(w, d, of->shown.row, of->count);
        for (uint32_t k = 0; to != NULL && k < of->count; k++) {
            to->draws[k] = (float)of->values[k];
        }
    }
}

void dice_first(world *w, dice *d) {
    while (d->count > 0) {
        free(d->dice[--d->count].draws);
    }
    add_randoms_behind(w, d);
}

bool dice_next(dice *d) {
    while (d->count > 0) {
        die *last = &d->dice[d->count - 1];
        if (++last->choice < last->count) {
            return true;
        }
        free(last->draws);
        d->count--;
    }
    return false;
}

static die *die_of(const dice *d, uint32_t place) {
    for (uint32_t i = 0; i < d->count; i++) {
        if (d->dice[i].place == place) {
            return &d->dice[i];
        }
    }
    return NULL;
}

/// A draw in the middle of each candidate's share, as a multiple of 2^-24. The first is 0, with which the tick that
/// found them ran.
static void add_outcomes(world *w, dice *d, const wits_explained_choice *of) {
    uint32_t count = 0;
    for (uint32_t i = 0; i < of->option_count; i++) {
        count += w->explain.options[of->first_option + i].chance > 0.0f;
    }
    die *to = count > 1 ? add_die(w, d, wits_state_place(w->brain, of->composite), count) : NULL;
    double before = 0.0;
    uint32_t at = 0;
    for (uint32_t i = 0; to != NULL && i < of->option_count; i++) {
        const double chance = (double)w->explain.options[of->first_option + i].chance;
        if (chance > 0.0) {
            const double middle = (before + chance / 2.0) / (double)of->total;
            const double units = floor(middle * 0x1p24);
            to->draws[at] = at == 0 ? 0.0f : (float)((units < 0x1p24 ? units : 0x1p24 - 1.0) * 0x1p-24);
            before += chance;
            at++;
        }
    }
}

/// A place that draws twice in one tick, among other candidates, has outcomes that are not all found.
void world_learn(world *w, dice *d) {
    for (uint32_t i = 0; w->has_chance && i < w->explain.choice_count; i++) {
        const wits_explained_choice *of = &w->explain.choices[i];
        if (isnan(of->draw) || !(of->total > 0.0f)) {
            continue;
        }
        for (uint32_t earlier = 0; earlier < i; earlier++) {
            const wits_explained_choice *other = &w->explain.choices[earlier];
            w->unclear_chance |= other->composite == of->composite && !isnan(other->draw) && other->total > 0.0f;
        }
        if (die_of(d, wits_state_place(w->brain, of->composite)) == NULL) {
            add_outcomes(w, d, of);
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- ticks

void world_enter(world *w, const unsigned char *situation) {
    memcpy(w->agent, situation, w->agent_size);
    for (uint32_t i = 0; i < w->own_count; i++) {
        memcpy(w->columns[w->own[i]].base, situation + w->agent_size + 4 * i, 4);
    }
    if (w->residues > 1) {
        uint16_t id;
        memcpy(&id, situation + w->agent_size + 4 * w->own_count, sizeof id);
        w->frame.agent = id;
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

/// Most inputs lead to the same situation as those before them.
static bool is_noted(const world *w, uint32_t tick) {
    bool is = w->noted_tick == tick && memcmp(w->noted, w->agent, w->agent_size) == 0;
    for (uint32_t i = 0; i < w->own_count && is; i++) {
        is = memcmp(w->key + w->agent_size + 4 * i, w->columns[w->own[i]].base, 4) == 0;
    }
    return is && w->noted_id == w->frame.agent;
}

void world_note(world *w, uint32_t tick) {
    if (is_noted(w, tick)) {
        return;
    }
    w->key_number = STORE_NONE;
    w->noted_tick = tick;
    w->noted_id = w->frame.agent;
    w->notes++;
    memcpy(w->noted, w->agent, w->agent_size);
    memcpy(w->key, w->agent, w->agent_size);
    wits_agent_rebase(w->brain, w->key, tick, BASE_TICK);
    wits_agent_saturate(w->brain, w->key, BASE_TICK, w->prover->observer.least);
    for (uint32_t i = 0; i < w->own_count; i++) {
        memcpy(w->key + w->agent_size + 4 * i, w->columns[w->own[i]].base, 4);
    }
    if (w->residues > 1) {
        const uint16_t id = (uint16_t)w->frame.agent;
        memcpy(w->key + w->agent_size + 4 * w->own_count, &id, sizeof id);
    }
}

void world_roll(world *w, dice *d) {
    add_randoms_behind(w, d);
    if (w->draws != NULL) {
        memset(w->draws, 0, wits_place_count(w->brain) * sizeof *w->draws);
        for (uint32_t i = 0; i < d->count; i++) {
            w->draws[d->dice[i].place] = d->dice[i].draws[d->dice[i].choice];
        }
    }
    if (w->explains) {
        wits_explain_begin(&w->explain, w->brain, w->explain_memory, w->explain_size);
    }
}

void world_put_kept_fields(world *w) {
    for (uint32_t i = 0; i < w->eager_count; i++) {
        const input *of = &w->inputs[i];
        double value;
        if (of->keeps && w->touched[i] && value_of_choice(of, w->choice[i], &value)) {
            world_put_field(w, of->shown.row, value);
        }
    }
}

void world_raise(world *w) {
    for (uint64_t left = w->events; left != 0; left &= left - 1) {
        uint32_t event = 0;
        while ((left >> event & 1) == 0) {
            event++;
        }
        wits_raise(w->brain, w->agent, event);
    }
}

void world_run(world *w, uint32_t tick) {
    w->frame.tick = tick;
    w->list.count = 0;
    w->list.argument_count = 0;
    w->ticks++;
    world_raise(w);
    wits_tick(w->brain, w->agent, &w->frame);
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

/// Ids are told apart modulo the least common multiple of all `every`; 0 if that is more than 4,096.
static uint32_t residues_of(const wits_desc *desc) {
    uint64_t all = 1;
    for (uint32_t i = 0; i < desc->state_count && all <= MOST_WHOLE; i++) {
        const uint32_t every = desc->states[i].every;
        all = every > 1 ? all / gcd((uint32_t)all, every) * every : all;
    }
    return all <= MOST_WHOLE ? (uint32_t)all : 0;
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
                            .user = w,
                            .mode = WITS_MODE_DEFERRED,
                            .list = &w->list,
                            .explain = w->explains ? &w->explain : NULL};
    return !p->failed;
}

bool world_begin(world *w, wits_prover *p) {
    const wits_desc *desc = p->about.desc;
    w->prover = p;
    w->has_chance = draws_by_chance(desc);
    w->explains = w->has_chance || p->options.covers;
    w->residues = residues_of(desc);
    w->columns = pool_take(&p->pool, desc->field_count, sizeof *w->columns);
    w->cells = pool_take(&p->pool, desc->field_count, sizeof *w->cells);
    if (p->pool.failed || !make_functions(w, desc)) {
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
}

static bool add_field_input(world *w, uint32_t field) {
    wits_prover *p = w->prover;
    const wits_field_desc *of = &p->about.desc->fields[field];
    const wits_promise *promise = p->about.promises != NULL ? &p->about.promises->fields[field] : NULL;
    input *to = add_input(w, of->name, WITS_INPUT_FIELD, field);
    if (to == NULL) {
        return false;
    }
    to->type = of->type;
    to->keeps = p->model.is_own[field];
    model_values(&p->pool, &p->model.fields[field], of->type, of->value_count, promise, to);
    return !p->pool.failed;
}

static bool is_input_field(const wits_prover *p, uint32_t field) {
    const wits_giver host = p->about.promises != NULL ? p->about.promises->fields[field].host : WITS_GIVER_DEFAULT;
    return p->model.fields[field].is_read && (!p->model.is_own[field] || host == WITS_GIVER_HOST);
}

static bool add_events(world *w) {
    static const double no_yes[] = {0.0, 1.0};
    const wits_prover *p = w->prover;
    for (uint32_t i = 0; i < p->about.desc->event_count; i++) {
        const bool never = p->about.promises != NULL && p->about.promises->events[i] == WITS_GIVER_BRAIN;
        if (!p->model.events[i] || never) {
            continue;
        }
        input *to = add_input(w, p->about.desc->events[i], WITS_INPUT_EVENT, i);
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

static bool add_randoms(world *w) {
    wits_prover *p = w->prover;
    const uint32_t places = wits_place_count(w->brain);
    w->randoms = pool_take(&p->pool, places, sizeof *w->randoms);
    for (uint32_t place = 0; place < places && w->randoms != NULL; place++) {
        if (p->model.random_is_read[place]) {
            input *to = &w->randoms[w->random_count++];
            to->shown = (wits_input){.what = WITS_INPUT_RANDOM, .row = place};
            to->shown.name = pool_format(&p->pool, "random:%u", (unsigned)place);
            model_random_values(&p->model, &p->pool, place, to);
        }
    }
    if (w->has_chance || w->random_count > 0) {
        w->draws = pool_take(&p->pool, places, sizeof *w->draws);
        w->frame.draws = w->draws;
    }
    return !p->pool.failed;
}

bool world_inputs(world *w) {
    wits_prover *p = w->prover;
    const wits_desc *desc = p->about.desc;
    uint32_t own = 0;
    uint32_t *fields = pool_take(&p->pool, desc->field_count, sizeof *fields);
    if (fields == NULL || (w->input_capacity == 0 && !grow_inputs(w))) {
        return false;
    }
    for (uint32_t i = 0; i < desc->field_count; i++) {
        if (p->model.is_own[i]) {
            fields[own++] = i;
        }
        if (is_input_field(p, i) && !add_field_input(w, i)) {
            return false;
        }
    }
    w->own = fields;
    w->own_count = own;
    if (!add_events(w) || !add_randoms(w)) {
        return false;
    }
    w->eager_count = w->input_count;
    w->width = w->agent_size + 4 * (size_t)own + (w->residues > 1 ? sizeof(uint16_t) : 0);
    w->key = pool_take(&p->pool, 1, w->width);
    w->noted = pool_take(&p->pool, 1, w->agent_size);
    w->noted_tick = ~0u;
    return !p->pool.failed;
}

void world_end(world *w) {
    free(w->inputs);
    free(w->choice);
    free(w->touched);
    free(w->stack);
    dice_end(&w->now);
}
