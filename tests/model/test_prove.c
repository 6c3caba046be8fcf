// SPDX-License-Identifier: MIT
// What is proven, against long random runs, of random brains and of brain files. Of each state it is asked whether an
// agent is ever in it. No run may meet what was proven away; each run that shows a state is run again, by itself; and
// every situation that a run with values of the inputs meets is among those that were looked at.
//
//   test_prove BRAINS [SEED]
//   test_prove --files BRAIN.yaml...
#include "host.h"
#include "prove/inside.h"
#include "random_brain.h"
#include "random_run.h"
#include "random_words.h"
#include "wits/situations.h"

#ifdef WITS_TEST_FILES
#include "wits/file.h"
#endif

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LIVES = 12,  ///< of each brain, half of them with values of the inputs alone
    TICKS = 400,
    MOST_STATES = 1000,
    JUDGED_BRAINS = 100,  ///< from so many on it is asked whether enough was tried
};

static const uint64_t DEFAULT_SEED = 20261124;

/// What was tried.
static uint64_t whole, proven, refuted, open_questions, found_again, lived;

/// Properties of one brain, one for each state, and what is known of them.
typedef struct trial {
    wits_prover *prover;
    const wits_promises *promises;
    wits_property properties[MOST_STATES + 1];
    char *texts[MOST_STATES];
    uint32_t count;  ///< of the states; one more property holds everywhere, so that all is looked at
    char *why;       ///< 400 bytes: what has failed
} trial;

/// An agent that lives by itself, with nothing of the prover's but the brain.
typedef struct life {
    const trial *t;
    const wits_brain *brain;
    unsigned char *agent;
    uint64_t *cells;
    wits_column *columns;
    wits_function *functions;
    wits_list list;
    float *draws;
    wits_frame frame;
    bool has_started;
    bool keeps_to_values;       ///< of the inputs
    const wits_proof_run *run;  ///< whose answers are given; null: random ones
    uint32_t run_tick;
    uint64_t now;   ///< random: what this tick's answers are made of
    bool was_lost;  ///< a function was asked that the prover has not seen asked
    rng r;
} life;

static bool fail(const trial *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(t->why, 400, format, arguments);
    va_end(arguments);
    return false;
}

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
    const wits_prover *p = l->t->prover;
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

static void life_free(life *l) {
    free(l->agent);
    free(l->cells);
    free(l->columns);
    free(l->functions);
    free(l->list.records);
    free(l->list.arguments);
    free(l->draws);
    free(l);
}

static uint32_t more_of(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

static life *life_new(const trial *t, uint64_t seed) {
    life *l = calloc(1, sizeof *l);
    const wits_desc *desc = t->prover->about.desc;
    const wits_brain *brain = t->prover->brain;
    l->t = t;
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
    l->frame = (wits_frame){.columns = l->columns,
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

static void draw(life *l) {
    const world *w = &l->t->prover->world;
    for (uint32_t place = 0; place < wits_place_count(l->brain); place++) {
        l->draws[place] = (float)rng_below(&l->r, 1u << 24) * 0x1p-24f;
    }
    for (uint32_t i = 0; i < w->random_count; i++) {
        const input *of = &w->randoms[i];
        l->draws[of->shown.row] = (float)of->values[rng_below(&l->r, of->count)];
    }
}

/// What the host gives before a tick.
static void give(life *l) {
    const world *w = &l->t->prover->world;
    l->now = rng_next(&l->r);
    for (uint32_t i = 0; i < w->eager_count; i++) {
        const input *of = &w->inputs[i];
        if (of->shown.what == WITS_INPUT_FIELD && (!of->keeps || rng_chance(&l->r, 30))) {
            put_field(l, of->shown.row, some_value(l, of));
        } else if (of->shown.what == WITS_INPUT_EVENT && rng_chance(&l->r, 30)) {
            wits_raise(l->brain, l->agent, of->shown.row);
        }
    }
    if (l->keeps_to_values) {
        draw(l);
    }
}

static void give_run(life *l, uint32_t tick) {
    const wits_prover *p = l->t->prover;
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

static void begin(life *l, uint32_t tick) {
    l->frame.tick = tick;
    l->frame.draws = l->keeps_to_values || l->run != NULL ? l->draws : NULL;
    wits_start(l->brain, l->agent, &l->frame);
    l->has_started = true;
}

static void tick_on(life *l) {
    l->frame.tick++;
    l->list.count = 0;
    l->list.argument_count = 0;
    wits_tick(l->brain, l->agent, &l->frame);
}

// ---------------------------------------------------------------------------------------------------------- comparing

/// The run that leads to a state does so, and not before its last tick.
static bool run_leads(const trial *t, uint32_t state) {
    const wits_proof *proof = wits_prover_proof(t->prover, state);
    life *l = life_new(t, 1);
    bool good = proof->run.is_there;
    l->run = &proof->run;
    l->frame.agent = proof->run.agent;
    give_run(l, 0);
    begin(l, 0);
    for (uint32_t tick = 0; tick <= proof->run.ticks && good; tick++) {
        if (tick > 0) {
            give_run(l, tick);
            tick_on(l);
        }
        const bool is_in = wits_is_in(l->brain, l->agent, (wits_state_id)state);
        good = is_in == (tick == proof->run.ticks);
    }
    good = good && !l->was_lost;
    life_free(l);
    found_again++;
    return good || fail(t, "the run does not lead to '%s' in %u ticks", t->texts[state], (unsigned)proof->run.ticks);
}

/// No active state was proven away.
static bool is_allowed(const life *l) {
    for (uint32_t state = 0; state < l->t->count; state++) {
        const wits_proof *proof = wits_prover_proof(l->t->prover, state);
        if (proof->verdict == WITS_PROOF_PROVEN && wits_is_in(l->brain, l->agent, (wits_state_id)state)) {
            return fail(l->t, "'%s' is proven, and holds not at tick %u of agent %llu", l->t->texts[state],
                        (unsigned)l->frame.tick, (unsigned long long)l->frame.agent);
        }
    }
    return true;
}

/// The situation is one of those that were looked at.
static bool is_known(const life *l) {
    const wits_prover *p = l->t->prover;
    const world *w = &p->world;
    unsigned char *key = calloc(1, w->width);
    memcpy(key, l->agent, w->agent_size);
    wits_agent_rebase(l->brain, key, l->frame.tick, BASE_TICK);
    wits_agent_saturate(l->brain, key, BASE_TICK, p->observer.least);
    for (uint32_t i = 0; i < w->own_count; i++) {
        memcpy(key + w->agent_size + 4 * i, l->columns[w->own[i]].base, 4);
    }
    if (w->residues > 1) {
        const uint16_t id = (uint16_t)l->frame.agent;
        memcpy(key + w->agent_size + 4 * w->own_count, &id, sizeof id);
    }
    const bool known = store_find(&p->store, key) != STORE_NONE;
    free(key);
    return known || fail(l->t, "a situation was not found: tick %u of agent %llu", (unsigned)l->frame.tick,
                         (unsigned long long)l->frame.agent);
}

static bool live(const trial *t, uint64_t seed, bool keeps_to_values) {
    const world *w = &t->prover->world;
    life *l = life_new(t, seed);
    const uint32_t residues = w->residues > 0 ? w->residues : 1;
    l->keeps_to_values = keeps_to_values;
    l->frame.agent = keeps_to_values ? rng_below(&l->r, residues) : rng_next(&l->r);
    if (keeps_to_values) {
        draw(l);
    }
    begin(l, (uint32_t)rng_next(&l->r));
    bool good = true;
    for (uint32_t i = 0; i < TICKS && good; i++) {
        if (i > 0) {
            give(l);
            tick_on(l);
        }
        good = (!keeps_to_values || is_known(l)) && is_allowed(l) &&
               (!l->was_lost || fail(t, "a function was asked that was never asked before"));
        lived++;
    }
    life_free(l);
    return good;
}

// -------------------------------------------------------------------------------------------------------------- trials

static void add_path(char *to, size_t size, const wits_desc *desc, uint32_t state) {
    if (state == WITS_ROOT) {
        (void)snprintf(to, size, "/");
        return;
    }
    if (desc->states[state].parent != WITS_ROOT) {
        add_path(to, size, desc, desc->states[state].parent);
        (void)snprintf(to + strlen(to), size - strlen(to), "/");
    }
    (void)snprintf(to + strlen(to), size - strlen(to), "%s", desc->states[state].name);
}

static void add_properties(trial *t, const wits_desc *desc) {
    t->count = desc->state_count < MOST_STATES ? desc->state_count : MOST_STATES;
    for (uint32_t state = 0; state < t->count; state++) {
        char path[1200] = "";
        add_path(path, sizeof path, desc, state);
        t->texts[state] = calloc(1, strlen(path) + 10);
        (void)sprintf(t->texts[state], "in(%s)", path);
        t->properties[state] = (wits_property){.kind = WITS_PROPERTY_NEVER,
                                               .name = t->texts[state],
                                               .condition = {.text = t->texts[state]},
                                               .text = t->texts[state],
                                               .file = ""};
    }
    t->properties[t->count] = (wits_property){
        .kind = WITS_PROPERTY_ALWAYS, .name = "all", .condition = {.text = "in(/)"}, .text = "in(/)", .file = ""};
}

static bool judge(trial *t, uint64_t seed) {
    const wits_prover *p = t->prover;
    bool good = true;
    bool samples = false;
    const bool complete = wits_prover_proof(p, t->count)->complete;
    for (uint32_t state = 0; state < t->count && good; state++) {
        const wits_proof *proof = wits_prover_proof(p, state);
        samples = samples || proof->why_count > 0;
        proven += proof->verdict == WITS_PROOF_PROVEN;
        refuted += proof->verdict == WITS_PROOF_REFUTED;
        open_questions += proof->verdict == WITS_PROOF_NOT_FOUND;
        good = proof->verdict != WITS_PROOF_REFUTED || run_leads(t, state);
        good = good && (!proof->spurious || fail(t, "%s is spurious", t->texts[state]));
    }
    const bool knows_all = complete && !p->world.unclear_chance && p->world.residues > 0 && !p->model.reads_tick;
    whole += knows_all;
    for (uint32_t i = 0; i < LIVES && good; i++) {
        const bool keeps_to_values = i % 2 == 0;
        if (keeps_to_values ? knows_all : complete && !samples) {
            good = live(t, host_mix(seed, i), keeps_to_values);
        }
    }
    return good;
}

static bool goes_on(void *user, const wits_prove_progress *so_far) {
    uint64_t *left = user;
    *left -= *left > 0;
    (void)so_far;
    return *left > 0;
}

/// The prover is stopped when it has asked so often.
static bool try_prover(const wits_desc *desc, const wits_promises *promises, const wits_prove_options *options,
                       uint64_t most_asked, uint64_t seed, char *why) {
    static trial t;
    t = (trial){.promises = promises, .why = why};
    add_properties(&t, desc);
    const wits_prove_about about = {desc, promises, t.properties, t.count + 1, false};
    t.prover = wits_prover_new(&about, options);
    bool good = t.prover != NULL || fail(&t, "there is no prover");
    if (good && wits_prover_mistake_count(t.prover) > 0) {
        good = fail(&t, "%s", wits_prover_mistakes(t.prover)[0].message);
    }
    if (good) {
        wits_prover_run(t.prover, goes_on, &most_asked);
        good = judge(&t, seed);
    }
    wits_prover_free(t.prover);
    for (uint32_t state = 0; state < t.count; state++) {
        free(t.texts[state]);
    }
    return good;
}

// ------------------------------------------------------------------------------------------------------- random brains

static random_brain brain;

static void take_tick_away(const char *text) {
    random_words_write_over(text, "tick", "1234");
}

static void take_elapsed_away(const char *text) {
    random_words_write_over(text, "elapsed", "1234567");
}

static void take_random_away(const char *text) {
    random_words_write_over(text, "random", "0.4321");
}

/// Without what a prover refuses, and with whole numbers for floats.
static void tame(rng *r) {
    wits_desc *d = &brain.desc;
    for (uint32_t i = 0; i < d->state_count; i++) {
        brain.states[i].data_size = 0;
        brain.states[i].data = NULL;
        brain.states[i].step = NULL;
    }
    for (uint32_t i = 0; i < d->function_count; i++) {
        wits_function *of = &brain.functions[i];
        of->action = of->step != NULL ? do_nothing : of->action;
        of->step = NULL;
    }
    for (uint32_t i = 0; i < d->field_count; i++) {
        const bool is_float = brain.fields[i].type == WITS_TYPE_FLOAT;
        brain.fields[i].type = is_float ? WITS_TYPE_INT8 : brain.fields[i].type;
        brain.fields[i].initial = is_float ? (double)rng_below(r, 3) : brain.fields[i].initial;
    }
    random_words_each(d, take_tick_away);
    if (rng_chance(r, 80)) {
        random_words_each(d, take_elapsed_away);
    }
    if (rng_chance(r, 70)) {
        random_words_each(d, take_random_away);
    }
}

/// Numbers have two or three values, scores three.
static void promise(rng *r, wits_promise *fields, wits_promise *functions, wits_giver *events) {
    const wits_desc *d = &brain.desc;
    for (uint32_t i = 0; i < d->field_count; i++) {
        const wits_type type = d->fields[i].type;
        const bool is_number = type != WITS_TYPE_BOOL && type != WITS_TYPE_ENUM;
        const double low = (double)rng_below(r, 2);
        fields[i] = (wits_promise){.has_range = is_number, .low = low, .high = low + 1 + (double)rng_below(r, 2)};
        fields[i].host = rng_chance(r, 10)   ? WITS_GIVER_HOST
                         : rng_chance(r, 15) ? WITS_GIVER_BRAIN
                                             : WITS_GIVER_DEFAULT;
    }
    for (uint32_t i = 0; i < d->function_count; i++) {
        functions[i] = (wits_promise){.has_range = d->functions[i].score != NULL};
        functions[i].has_step = functions[i].has_range;
        functions[i].high = functions[i].has_range ? 1.0 : 0.0;
        functions[i].step = functions[i].has_range ? 0.5 : 0.0;
    }
    for (uint32_t i = 0; i < d->event_count; i++) {
        events[i] = rng_chance(r, 20) ? WITS_GIVER_BRAIN : WITS_GIVER_DEFAULT;
    }
}

static bool try_random(uint64_t seed, char *why) {
    rng r = {host_mix(seed, 33)};
    wits_promise fields[RANDOM_FIELDS];
    wits_promise functions[HOST_FUNCTIONS];
    wits_giver events[RANDOM_EVENTS];
    random_brain_make(&brain, seed);
    tame(&r);
    promise(&r, fields, functions, events);
    const wits_promises promises = {.fields = fields, .functions = functions, .events = events};
    const wits_prove_options options = {.most_situations = 4000, .most_combinations = 5000};
    return try_prover(&brain.desc, &promises, &options, 10, seed, why);
}

static int try_all_random(const char *program, uint32_t brains, uint64_t seed) {
    for (uint32_t i = 0; i < brains; i++) {
        char why[400] = "";
        if (!try_random(seed + i, why)) {
            print_brain(stdout, &brain);
            (void)printf("FAILED, brain of seed %llu: %s\nreplay: %s 1 %llu\n", (unsigned long long)(seed + i), why,
                         program, (unsigned long long)(seed + i));
            return 1;
        }
    }
    (void)printf(
        "prove: %u brains, %llu of them looked at as a whole; %llu states proven away, %llu reached (%llu runs "
        "again), %llu open; %llu random ticks\n",
        brains, (unsigned long long)whole, (unsigned long long)proven, (unsigned long long)refuted,
        (unsigned long long)found_again, (unsigned long long)open_questions, (unsigned long long)lived);
    const bool few = whole * 5 < brains || proven < brains || refuted < brains;
    if (few && brains >= JUDGED_BRAINS) {
        (void)printf("FAILED: one of them is too seldom\n");
        return 1;
    }
    return 0;
}

// --------------------------------------------------------------------------------------------------------------- files

#ifdef WITS_TEST_FILES
static int try_files(char **paths) {
    uint32_t tried = 0;
    for (; *paths != NULL; paths++) {
        char why[400] = "";
        wits_file *file = wits_file_load(*paths, NULL);
        const wits_desc *desc = wits_file_desc(file);
        const wits_prove_options options = {.most_situations = 20000, .most_combinations = 200000};
        const bool is_ours = desc != NULL && desc->target_count == 0;
        const bool good = !is_ours || try_prover(desc, wits_file_promises(file), &options, 200, tried + 1, why);
        wits_file_free(file);
        tried += is_ours;
        if (!good) {
            (void)printf("FAILED, %s: %s\n", *paths, why);
            return 1;
        }
    }
    (void)printf(
        "prove: %u files, %llu of them looked at as a whole; %llu states proven away, %llu reached, %llu open\n", tried,
        (unsigned long long)whole, (unsigned long long)proven, (unsigned long long)refuted,
        (unsigned long long)open_questions);
    return tried > 0 && refuted > 0 ? 0 : 1;
}
#else
static int try_files(char **paths) {
    (void)paths;
    (void)printf("this build reads no files\n");
    return 1;
}
#endif

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--files") == 0) {
        return try_files(argv + 2);
    }
    const uint32_t brains = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 300;
    return try_all_random(argv[0], brains, argc > 2 ? strtoull(argv[2], NULL, 10) : DEFAULT_SEED);
}
