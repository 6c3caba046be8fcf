// SPDX-License-Identifier: MIT
// Compares proofs with long random runs, of random brains and brain files. For each state, the property is that no
// agent
// is ever in it. No run may reach a state that was proven unreachable; each run that reaches a state is repeated alone;
// and every situation that a run with values of the inputs reaches is among the visited ones.
//
//   test_prove BRAINS [SEED]
//   test_prove --files ASKED BRAIN.yaml...    each prover is stopped after ASKED calls of its callback
#include "host.h"
#include "prove_life.h"
#include "random_provable.h"
#include "random_run.h"
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
    LIVES = 12,  ///< runs of each brain, half of them with values of the inputs only
    TICKS = 400,
    WAIT = 3,  ///< ticks of `within` and `settles`
    MOST_STATES = 1000,
    JUDGED_BRAINS = 100,  ///< minimum number of brains for checking coverage
};

static const uint64_t DEFAULT_SEED = 20261124;

/// Coverage of all brains.
static uint64_t whole, whole_aimed, proven, refuted, open_questions, found_again, lived, traps, waits, rests;
static uint64_t proven_free, refuted_free, spurious;  ///< with free fields
static uint64_t at_once;                              ///< provers that run many ticks at once, compared
static uint64_t all_tried, same_values,
    tries_fewer;  ///< provers that try all combinations, compared; properties that need fewer

/// After the properties of states.
enum {
    ALL,      ///< always holds, so that everything is explored
    WITHIN,   ///< a state is left after at most WAIT ticks
    RETURNS,  ///< to a state
    SETTLES,  ///< a composite; maybe there is none
    OTHERS
};

/// Properties of one brain, one for each state, and their results.
typedef struct trial {
    wits_prover *prover;
    const wits_promises *promises;
    wits_property properties[MOST_STATES + OTHERS];
    char *texts[MOST_STATES];
    char wait[1300];                        ///< "not in(PATH)"
    char of[1300];                          ///< the path of the composite
    uint32_t count;                         ///< number of states; the other properties follow
    wits_state_id waits, settles, returns;  ///< the states that these are about
    char *why;                              ///< 400 bytes: description of the failure
} trial;

static bool fail(const trial *t, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(t->why, 400, format, arguments);
    va_end(arguments);
    return false;
}

// ---------------------------------------------------------------------------------------------------------- comparing

/// The run to a state reaches it, and not before its last tick.
static bool run_leads(const trial *t, uint32_t state) {
    const wits_proof *proof = wits_prover_proof(t->prover, state);
    life *l = life_new(t->prover, 1);
    bool good = proof->run.is_there;
    l->run = &proof->run;
    l->frame.agent = proof->run.agent;
    life_give_run(l, 0);
    life_begin(l, 0);
    for (uint32_t tick = 0; tick <= proof->run.ticks && good; tick++) {
        if (tick > 0) {
            life_give_run(l, tick);
            life_tick(l);
        }
        const bool is_in = wits_is_in(l->brain, l->agent, (wits_state_id)state);
        good = is_in == (tick == proof->run.ticks);
    }
    good = good && !l->was_lost;
    life_free(l);
    found_again++;
    return good || fail(t, "the run does not lead to '%s' in %u ticks", t->texts[state], (unsigned)proof->run.ticks);
}

/// Checks that no active state was proven unreachable.
static bool is_allowed(const trial *t, const life *l) {
    for (uint32_t state = 0; state < t->count; state++) {
        const wits_proof *proof = wits_prover_proof(t->prover, state);
        if (proof->verdict == WITS_PROOF_PROVEN && wits_is_in(l->brain, l->agent, (wits_state_id)state)) {
            return fail(t, "'%s' is proven, and holds not at tick %u of agent %llu", t->texts[state],
                        (unsigned)l->frame.tick, (unsigned long long)l->frame.agent);
        }
    }
    return true;
}

/// Targets by kind, in the order of the agent's options.
typedef struct labels {
    uint32_t ids[WITS_MAX_TARGET_KINDS][RANDOM_STATES];
    uint32_t counts[WITS_MAX_TARGET_KINDS];
} labels;

static uint32_t label_of(void *user, uint32_t kind, uint32_t id) {
    labels *l = user;
    uint32_t label = 0;
    while (label < l->counts[kind] && l->ids[kind][label] != id) {
        label++;
    }
    if (label == l->counts[kind]) {
        l->ids[kind][l->counts[kind]++] = id;
    }
    return label;
}

/// The situation is one of those explored.
static bool is_known(const trial *t, const life *l) {
    const wits_prover *p = t->prover;
    const world *w = &p->world;
    unsigned char *key = calloc(1, w->width);
    memcpy(key, l->agent, w->agent_size);
    wits_agent_rebase(l->brain, key, l->frame.tick, BASE_TICK);
    wits_agent_saturate(l->brain, key, BASE_TICK, p->observer.least);
    labels given = {.counts = {0}};
    wits_agent_rename_targets(l->brain, key, label_of, &given);
    for (uint32_t i = 0; i < w->own_count; i++) {
        memcpy(key + w->agent_size + 4 * i, l->columns[w->own[i]].base, 4);
    }
    if (w->residues > 1) {
        const uint16_t id = (uint16_t)l->frame.agent;
        memcpy(key + w->agent_size + 4 * w->own_count, &id, sizeof id);
    }
    const bool known = store_find(&p->store, key) != STORE_NONE;
    free(key);
    return known || fail(t, "a situation was not found: tick %u of agent %llu", (unsigned)l->frame.tick,
                         (unsigned long long)l->frame.agent);
}

static bool is_proven(const trial *t, uint32_t other) {
    return t->count + other < wits_prover_proof_count(t->prover) &&
           wits_prover_proof(t->prover, t->count + other)->verdict == WITS_PROOF_PROVEN;
}

/// Checks that no agent waits longer than proven while inputs stay unchanged.
static bool waits_as_proven(const trial *t, life *l, bool stands) {
    const bool is_in = wits_is_in(l->brain, l->agent, t->waits);
    l->waited = !is_in ? 0 : stands ? l->waited + 1 : 1;
    return !is_proven(t, WITHIN) || l->waited <= WAIT || fail(t, "it stays in %s", t->texts[t->waits]);
}

/// Checks that no child changes later than proven, until the composite is left.
static bool settles_as_proven(const trial *t, life *l, bool stands) {
    const wits_state_id of = t->settles;
    bool leaves = false;
    bool changes = false;
    if (!is_proven(t, SETTLES)) {
        return true;
    }
    for (uint32_t i = 0; i < l->trace.count; i++) {
        const wits_trace_record *record = &l->traced[i];
        const bool comes = record->kind == WITS_TRACE_ENTERED || record->kind == WITS_TRACE_ACTIVATED ||
                           record->kind == WITS_TRACE_CONTINUED;
        leaves |= (record->kind == WITS_TRACE_EXITED || record->kind == WITS_TRACE_KEPT) && record->state == of;
        changes |= comes && record->state != WITS_ROOT && wits_state_parent(l->brain, record->state) == of;
    }
    l->rested = !wits_is_in(l->brain, l->agent, of) ? 0 : stands && !leaves ? l->rested + 1 : 1;
    return !changes || l->rested <= WAIT + 1 || fail(t, "%s does not settle", t->texts[of]);
}

/// Checks that nothing leads back from the end of the run.
static bool is_trap(const trial *t, uint64_t seed) {
    const wits_proof *proof = wits_prover_proof(t->prover, t->count + RETURNS);
    life *l = life_new(t->prover, seed);
    bool good = true;
    l->run = &proof->run;
    l->frame.agent = proof->run.agent;
    life_give_run(l, 0);
    life_begin(l, 0);
    for (uint32_t tick = 1; tick <= proof->run.ticks; tick++) {
        life_give_run(l, tick);
        life_tick(l);
    }
    l->run = NULL;
    l->frame.draws = NULL;
    for (uint32_t i = 0; i < TICKS && good; i++) {
        good = !wits_is_in(l->brain, l->agent, t->returns) || fail(t, "%s is no trap", t->texts[t->returns]);
        life_give(l);
        life_tick(l);
    }
    life_free(l);
    traps++;
    return good;
}

static bool live(const trial *t, uint64_t seed, bool keeps_to_values) {
    const world *w = &t->prover->world;
    life *l = life_new(t->prover, seed);
    const uint32_t residues = w->residues > 0 ? w->residues : 1;
    l->keeps_to_values = keeps_to_values;
    l->frame.agent = keeps_to_values ? rng_below(&l->r, residues) : rng_next(&l->r);
    if (keeps_to_values) {
        life_draw(l);
    }
    life_begin(l, (uint32_t)rng_next(&l->r));
    bool good = true;
    const uint32_t stillness = 45 * rng_below(&l->r, 3);
    for (uint32_t i = 0; i < TICKS && good; i++) {
        const bool stands = i > 1 && rng_chance(&l->r, stillness);
        if (i > 0) {
            stands ? life_give_again(l) : life_give(l);
            life_tick(l);
        }
        good = (!keeps_to_values || is_known(t, l)) && is_allowed(t, l) && waits_as_proven(t, l, stands) &&
               settles_as_proven(t, l, stands) &&
               (!l->was_lost || fail(t, "a function was asked that was never asked before"));
        lived++;
    }
    life_free(l);
    return good;
}

// -------------------------------------------------------------------------------------------------------------- trials

/// An fsm or utility; WITS_NONE if it was not found.
static wits_state_id some_machine(const wits_desc *desc, rng *r) {
    const uint32_t first = rng_below(r, desc->state_count);
    for (uint32_t i = 0; i < desc->state_count; i++) {
        const uint32_t state = (first + i) % desc->state_count;
        const bool has_children = state + 1 < desc->state_count && desc->states[state + 1].parent == state;
        if (has_children && desc->states[state].kind != WITS_KIND_PARALLEL) {
            return (wits_state_id)state;
        }
    }
    return WITS_NONE;
}

static void add_properties(trial *t, const wits_desc *desc, uint64_t seed) {
    rng r = {host_mix(seed, 77)};
    t->count = desc->state_count < MOST_STATES ? desc->state_count : MOST_STATES;
    for (uint32_t state = 0; state < t->count; state++) {
        t->texts[state] = random_provable_in(desc, state);
        t->properties[state] = random_provable_never(t->texts[state]);
    }
    wits_property *other = t->properties + t->count;
    other[ALL] = (wits_property){.kind = WITS_PROPERTY_ALWAYS, .name = "all", .condition = {.text = "in(/)"}};
    t->waits = (wits_state_id)rng_below(&r, t->count);
    (void)snprintf(t->wait, sizeof t->wait, "not %s", t->texts[t->waits]);
    other[WITHIN] = (wits_property){.kind = WITS_PROPERTY_WITHIN,
                                    .name = "within",
                                    .condition = {.text = t->texts[t->waits]},
                                    .until = {.text = t->wait},
                                    .ticks = WAIT};
    t->returns = (wits_state_id)rng_below(&r, t->count);
    other[RETURNS] =
        (wits_property){.kind = WITS_PROPERTY_RETURNS, .name = "returns", .condition = {.text = t->texts[t->returns]}};
    // The path of a composite is the parenthesized part of its text.
    t->settles = some_machine(desc, &r);
    if (t->settles != WITS_NONE) {
        (void)snprintf(t->of, sizeof t->of, "%s", t->texts[t->settles] + 3);
        t->of[strlen(t->of) - 1] = '\0';
        other[SETTLES] =
            (wits_property){.kind = WITS_PROPERTY_SETTLES, .name = "settles", .of = {.text = t->of}, .ticks = WAIT};
    }
    for (uint32_t i = 0; i < OTHERS; i++) {
        other[i].text = "";
        other[i].file = "";
    }
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
    whole_aimed += knows_all && p->about.desc->target_count > 0;
    waits += is_proven(t, WITHIN);
    rests += is_proven(t, SETTLES);
    good = good && (wits_prover_proof(p, t->count)->verdict != WITS_PROOF_REFUTED || fail(t, "all is refuted"));
    if (wits_prover_proof(p, t->count + RETURNS)->verdict == WITS_PROOF_REFUTED) {
        good = good && is_trap(t, seed);
    }
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

/// Checks that with free fields proven properties still hold, and refuted ones have a run.
static bool agrees_when_free(const trial *t, const wits_prove_about *about, const wits_prove_options *options,
                             uint64_t most_asked, uint64_t seed) {
    uint32_t rows[WITS_MAX_FIELDS];
    wits_prove_options freeing = *options;
    rng r = {host_mix(seed, 55)};
    freeing.free_fields = rows;
    for (uint32_t i = 0; i < about->desc->field_count; i++) {
        if (wits_field_is_assigned(t->prover->brain, i) && rng_chance(&r, 60)) {
            rows[freeing.free_count++] = i;
        }
    }
    if (freeing.free_count == 0) {
        return true;
    }
    wits_prover *other = wits_prover_new(about, &freeing);
    bool good = other != NULL &&
                (wits_prover_mistake_count(other) == 0 || fail(t, "free: %s", wits_prover_mistakes(other)[0].message));
    if (good) {
        wits_prover_run(other, goes_on, &most_asked);
    }
    for (uint32_t i = 0; good && i < wits_prover_proof_count(other); i++) {
        const wits_proof *mine = wits_prover_proof(t->prover, i);
        const wits_proof *free_one = wits_prover_proof(other, i);
        const bool differs = (mine->verdict == WITS_PROOF_PROVEN && free_one->verdict == WITS_PROOF_REFUTED) ||
                             (mine->verdict == WITS_PROOF_REFUTED && free_one->verdict == WITS_PROOF_PROVEN);
        proven_free += free_one->verdict == WITS_PROOF_PROVEN;
        refuted_free += free_one->verdict == WITS_PROOF_REFUTED;
        spurious += free_one->spurious;
        if (differs) {
            good = fail(t, "'%s' is another with fields left free", mine->property->name);
        }
    }
    wits_prover_free(other);
    return good;
}

static bool are_same_runs(const wits_proof_run *a, const wits_proof_run *b) {
    bool same = a->is_there == b->is_there && a->ticks == b->ticks && a->agent == b->agent;
    for (uint64_t i = 0; same && a->is_there && i < ((uint64_t)a->ticks + 1) * a->input_count; i++) {
        same = a->values[i] == b->values[i];
    }
    return same;
}

/// A prover that runs many ticks at once finds the same as one that runs them one after the other.
static bool agrees_one_by_one(const trial *t, const wits_prove_about *about, const wits_prove_options *options,
                              uint64_t most_asked) {
    if (t->prover->lanes == NULL) {
        return true;
    }
    wits_prover *other = wits_prover_new(about, options);
    bool good = other != NULL || fail(t, "there is no second prover");
    if (good) {
        other->is_one_by_one = true;
        wits_prover_run(other, goes_on, &most_asked);
        const store *a = &t->prover->store;
        const store *b = &other->store;
        good = (other->lanes == NULL || fail(t, "no ticks were run one by one")) &&
               ((a->count == b->count && memcmp(a->bytes, b->bytes, a->count * a->width) == 0) ||
                fail(t, "%u situations at once, %u one by one", a->count, b->count));
    }
    for (uint32_t i = 0; good && i < wits_prover_proof_count(other); i++) {
        const wits_proof *a = wits_prover_proof(t->prover, i);
        const wits_proof *b = wits_prover_proof(other, i);
        good = (a->verdict == b->verdict && a->situations == b->situations && a->ticks == b->ticks &&
                a->depth == b->depth && a->complete == b->complete && a->vacuous == b->vacuous &&
                are_same_runs(&a->run, &b->run) && are_same_runs(&a->worst, &b->worst)) ||
               fail(t, "'%s' is another when ticks are run one by one", a->property->name);
    }
    at_once += good;
    wits_prover_free(other);
    return good;
}

/// Returns whether both try the same values, so that only events make a difference.
static bool try_same_values(const wits_prover *a, const wits_prover *b) {
    bool same = wits_prover_input_count(a) == wits_prover_input_count(b);
    for (uint32_t i = 0; same && i < wits_prover_input_count(a); i++) {
        same = wits_prover_input(a, i)->value_count == wits_prover_input(b, i)->value_count;
    }
    return same;
}

/// A prover that also tries values and events that cannot make a difference comes to the same verdicts.
static bool agrees_when_all_are_tried(const trial *t, const wits_prove_about *about, const wits_prove_options *options,
                                      uint64_t most_asked) {
    wits_prove_options all = *options;
    all.tries_all = true;
    wits_prover *other = wits_prover_new(about, &all);
    bool good = other != NULL || fail(t, "there is no second prover");
    if (good) {
        wits_prover_run(other, goes_on, &most_asked);
    }
    bool is_complete = good;  // limits end both at different points
    for (uint32_t i = 0; good && i < wits_prover_proof_count(other); i++) {
        is_complete = is_complete && wits_prover_proof(t->prover, i)->why_count == 0 &&
                      wits_prover_proof(other, i)->why_count == 0;
    }
    if (is_complete && wits_prover_proof(t->prover, t->count + ALL)->complete && try_same_values(t->prover, other)) {
        const store *a = &t->prover->store;
        const store *b = &other->store;
        good = (a->count == b->count && memcmp(a->bytes, b->bytes, a->count * a->width) == 0) ||
               fail(t, "%u situations, %u when all combinations are tried", a->count, b->count);
        same_values += good;
    }
    for (uint32_t i = 0; is_complete && i < wits_prover_proof_count(other); i++) {
        const wits_proof *a = wits_prover_proof(t->prover, i);
        const wits_proof *b = wits_prover_proof(other, i);
        good = good && ((a->verdict == b->verdict && a->vacuous == b->vacuous && a->run.ticks == b->run.ticks &&
                         a->worst_ticks == b->worst_ticks && a->cycle_period == b->cycle_period &&
                         a->situations <= b->situations && a->ticks <= b->ticks) ||
                        fail(t, "'%s' is another when all combinations are tried", a->property->name));
        tries_fewer += a->ticks < b->ticks;
    }
    all_tried += good && is_complete;
    wits_prover_free(other);
    return good;
}

/// Stops the prover after this many calls.
static bool try_prover(const wits_desc *desc, const wits_promises *promises, const wits_prove_options *options,
                       uint64_t most_asked, uint64_t seed, char *why) {
    static trial t;
    t = (trial){.promises = promises, .why = why};
    add_properties(&t, desc, seed);
    const wits_prove_about about = {desc, promises, t.properties, t.count + (t.settles != WITS_NONE ? OTHERS : SETTLES),
                                    false};
    t.prover = wits_prover_new(&about, options);
    const uint64_t most = most_asked;
    bool good = t.prover != NULL || fail(&t, "there is no prover");
    if (good && wits_prover_mistake_count(t.prover) > 0) {
        good = fail(&t, "%s", wits_prover_mistakes(t.prover)[0].message);
    }
    if (good) {
        wits_prover_run(t.prover, goes_on, &most_asked);
        good = judge(&t, seed) && agrees_one_by_one(&t, &about, options, most) &&
               agrees_when_all_are_tried(&t, &about, options, most) && agrees_when_free(&t, &about, options, 2, seed);
    }
    wits_prover_free(t.prover);
    for (uint32_t state = 0; state < t.count; state++) {
        free(t.texts[state]);
    }
    return good;
}

// ------------------------------------------------------------------------------------------------------- random brains

static random_brain brain;

/// Every third one has targets.
static bool try_random(uint64_t seed, char *why) {
    rng r = {host_mix(seed, 33)};
    random_promised promised;
    const bool has_targets = seed % 3 == 0;
    if (has_targets) {
        random_brain_make_aimed(&brain, seed);
    } else {
        random_brain_make(&brain, seed);
    }
    random_provable_tame(&brain, &r);
    if (seed % 4 == 0) {
        random_provable_ask_nobody(&brain, &r);
    }
    random_provable_promise(&promised, &brain, &r);
    const wits_prove_options options = {.most_situations = 1500, .most_combinations = has_targets ? 3000 : 600};
    return try_prover(&brain.desc, &promised.promises, &options, 2, seed, why);
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
        "prove: %u brains, %llu of them looked at as a whole, %llu of these with targets; %llu states proven away, "
        "%llu "
        "reached (%llu runs again), %llu open; %llu of 'within', %llu of 'settles' proven, %llu traps; %llu random "
        "ticks; with fields left free %llu proven, %llu refuted, %llu spurious; %llu with many ticks "
        "at once; %llu with all combinations tried, %llu of them with the same values, fewer ticks for %llu "
        "properties\n",
        brains, (unsigned long long)whole, (unsigned long long)whole_aimed, (unsigned long long)proven,
        (unsigned long long)refuted, (unsigned long long)found_again, (unsigned long long)open_questions,
        (unsigned long long)waits, (unsigned long long)rests, (unsigned long long)traps, (unsigned long long)lived,
        (unsigned long long)proven_free, (unsigned long long)refuted_free, (unsigned long long)spurious,
        (unsigned long long)at_once, (unsigned long long)all_tried, (unsigned long long)same_values,
        (unsigned long long)tries_fewer);
    const bool few = whole * 5 < brains || whole_aimed * 20 < brains || proven * 2 < brains || refuted < brains ||
                     waits * 20 < brains || proven_free * 20 < brains || refuted_free * 20 < brains || spurious == 0 ||
                     rests * 20 < brains || traps * 20 < brains || at_once * 10 < brains || all_tried * 4 < brains ||
                     tries_fewer * 4 < brains;
    if (few && brains >= JUDGED_BRAINS) {
        (void)printf("FAILED: one of them is too seldom\n");
        return 1;
    }
    return 0;
}

// --------------------------------------------------------------------------------------------------------------- files

#ifdef WITS_TEST_FILES
static int try_files(uint64_t asked, char **paths) {
    uint32_t tried = 0;
    for (; *paths != NULL; paths++) {
        char why[400] = "";
        wits_file *file = wits_file_load(*paths, NULL);
        const wits_desc *desc = wits_file_desc(file);
        const wits_prove_options options = {.most_situations = 20000, .most_combinations = 200000};
        const bool good = desc == NULL || try_prover(desc, wits_file_promises(file), &options, asked, tried + 1, why);
        wits_file_free(file);
        tried += desc != NULL;
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
static int try_files(uint64_t asked, char **paths) {
    (void)asked;
    (void)paths;
    (void)printf("this build reads no files\n");
    return 1;
}
#endif

int main(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--files") == 0) {
        return try_files(argc > 2 ? strtoull(argv[2], NULL, 10) : 0, argv + (argc > 2 ? 3 : 2));
    }
    const uint32_t brains = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 300;
    return try_all_random(argv[0], brains, argc > 2 ? strtoull(argv[2], NULL, 10) : DEFAULT_SEED);
}
