// SPDX-License-Identifier: MIT
// Compares provers with a walk of the second implementation (walk.c): for random brains that both can explore
// completely, each state is reached after the same number of ticks or never. A prover that tries all values also has
// the same number of situations and the same inputs; one that leaves out values and events without effect has no more.
//
//   test_walk BRAINS [SEED]
#include "random_clocks.h"
#include "random_provable.h"
#include "random_run.h"
#include "walk.h"
#include "wits/prove.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_SITUATIONS = 1500,
    MOST_COMBINATIONS = 1000,
    MOST_TICKS = 40000,
    JUDGED_BRAINS = 100,  ///< minimum number of brains for checking coverage
};

static const uint64_t DEFAULT_SEED = 20261125;

/// Coverage, with a count for each end of walks.
static uint64_t compared, unfinished, unsure, ended[WALK_LIMIT + 1], found_situations, found_ticks, most_situations,
    reached, never_reached, by_chance, with_ids, with_clocks, with_own;
static random_brain brain;

static bool fail(char *why, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(why, 400, format, arguments);
    va_end(arguments);
    return false;
}

/// The prover has the walk's inputs. Results of functions may differ: some that do not matter are not requested.
static bool same_inputs(const wits_prover *p, const walk_reads *reads, bool tries_all, char *why) {
    const wits_desc *d = &brain.desc;
    bool fields[RANDOM_FIELDS] = {false};
    bool events[RANDOM_EVENTS] = {false};
    for (uint32_t i = 0; i < wits_prover_input_count(p); i++) {
        const wits_input *of = wits_prover_input(p, i);
        uint32_t count = 2;
        if (of->what == WITS_INPUT_FIELD) {
            fields[of->row] = true;
            count = reads->fields[of->row].count;
        } else if (of->what == WITS_INPUT_EVENT) {
            events[of->row] = true;
        } else if (of->what == WITS_INPUT_SCORE) {
            count = reads->scores[of->row].count;
        }
        if (of->what != WITS_INPUT_RANDOM && (tries_all ? of->value_count != count : of->value_count > count)) {
            return fail(why, "%s has %u values, should have %u", of->name, (unsigned)of->value_count, (unsigned)count);
        }
    }
    for (uint32_t i = 0; i < d->field_count; i++) {
        if (fields[i] != reads->is_given[i]) {
            return fail(why, "the field %s is %s input", d->fields[i].name, fields[i] ? "an" : "no");
        }
    }
    for (uint32_t i = 0; i < d->event_count; i++) {
        if (events[i] != reads->events[i]) {
            return fail(why, "the event %s is %s input", d->events[i], events[i] ? "an" : "no");
        }
    }
    return true;
}

/// The state is reached as soon as in the walk, or never.
static bool same_verdict(const wits_proof *proof, uint32_t first, char *why) {
    const bool is_reached = first != WALK_NOWHERE;
    reached += is_reached;
    never_reached += !is_reached;
    if (proof->verdict != (is_reached ? WITS_PROOF_REFUTED : WITS_PROOF_PROVEN)) {
        return fail(why, "'never %s' is %s (%s); in the walk it is reached after %d ticks", proof->property->name,
                    proof->verdict == WITS_PROOF_PROVEN    ? "proven"
                    : proof->verdict == WITS_PROOF_REFUTED ? "refuted"
                                                           : "not found",
                    proof->why_count > 0 ? proof->why[0] : "", (int)first);
    }
    return !is_reached || proof->run.ticks == first ||
           fail(why, "%s is reached after %u ticks, should be %u", proof->property->name, (unsigned)proof->run.ticks,
                (unsigned)first);
}

static void count_kind(const walk_reads *reads) {
    const wits_desc *d = &brain.desc;
    bool has_chance = false, has_clock = false, has_own = false;
    for (uint32_t i = 0; i < d->state_count; i++) {
        has_chance = has_chance || d->states[i].select > WITS_SELECT_HIGHEST;
        has_clock = has_clock || reads->up_to[i] > 0;
    }
    for (uint32_t i = 0; i < d->field_count; i++) {
        has_own = has_own || reads->is_own[i];
    }
    by_chance += has_chance;
    with_ids += reads->ids > 1;
    with_clocks += has_clock;
    with_own += has_own;
}

static bool compare(const wits_prover *p, const walk_found *walk, bool tries_all, char *why) {
    const wits_proof *all = wits_prover_proof(p, brain.desc.state_count);
    ended[walk->end]++;
    if (walk->end != WALK_WHOLE) {
        return true;
    }
    compared++;
    found_situations += walk->situations;
    found_ticks += walk->ticks;
    most_situations = walk->situations > most_situations ? walk->situations : most_situations;
    count_kind(&walk->reads);
    if (!same_inputs(p, &walk->reads, tries_all, why)) {
        return false;
    }
    for (uint32_t state = 0; state < brain.desc.state_count; state++) {
        if (!same_verdict(wits_prover_proof(p, state), walk->first[state], why)) {
            return false;
        }
    }
    return (tries_all ? all->situations == walk->situations : all->situations <= walk->situations) ||
           fail(why, "%u situations, should be %u", (unsigned)all->situations, (unsigned)walk->situations);
}

/// Larger brains are skipped.
static bool goes_on(void *user, const wits_prove_progress *so_far) {
    (void)user;
    return so_far->ticks < MOST_TICKS;
}

static bool try_prover(wits_prover *p, const wits_promises *promises, bool tries_all, char *why) {
    const walk_limits limits = {MOST_SITUATIONS + 1, 2 * MOST_TICKS};
    if (p == NULL || wits_prover_mistake_count(p) > 0) {
        return fail(why, "%s", p == NULL ? "there is no prover" : wits_prover_mistakes(p)[0].message);
    }
    wits_prover_run(p, goes_on, NULL);
    const wits_proof *all = wits_prover_proof(p, brain.desc.state_count);
    unfinished += !all->complete;
    unsure += all->complete && all->why_count > 0;
    if (!all->complete || all->why_count > 0) {
        return true;
    }
    walk_found *walk = walk_all(&brain.desc, promises, &limits);
    const bool same = compare(p, walk, tries_all, why);
    free(walk);
    return same;
}

/// Properties: that each state is never active, and one that holds, so that everything is explored.
static bool try_brain(uint64_t seed, char *why) {
    static const char everywhere[] = "in(/)";
    rng r = {host_mix(seed, 34)};
    random_promised promised;
    wits_property properties[RANDOM_STATES + 1];
    char *texts[RANDOM_STATES];
    random_brain_make(&brain, seed);
    random_provable_tame(&brain, &r);
    random_provable_promise(&promised, &brain, &r);
    if (rng_chance(&r, 50)) {
        random_clocks_add(&brain, rng_next(&r));
    }
    const uint32_t states = brain.desc.state_count;
    for (uint32_t state = 0; state < states; state++) {
        texts[state] = random_provable_in(&brain.desc, state);
        properties[state] = random_provable_never(texts[state]);
    }
    properties[states] = random_provable_never(everywhere);
    properties[states].kind = WITS_PROPERTY_ALWAYS;
    properties[states].name = "all";
    const wits_prove_about about = {&brain.desc, &promised.promises, properties, states + 1, false};
    bool same = true;
    for (int tries_all = 0; tries_all < 2 && same; tries_all++) {
        const wits_prove_options options = {
            .most_situations = MOST_SITUATIONS, .most_combinations = MOST_COMBINATIONS, .tries_all = tries_all == 1};
        wits_prover *p = wits_prover_new(&about, &options);
        same = try_prover(p, &promised.promises, options.tries_all, why);
        wits_prover_free(p);
    }
    for (uint32_t state = 0; state < states; state++) {
        free(texts[state]);
    }
    return same;
}

static void tell(uint32_t brains) {
    (void)printf(
        "walk: %u brains, each twice, %llu looked at as a whole by both (%llu with choices by chance, %llu with ids "
        "told apart, %llu with clocks, %llu with own fields), %llu situations, at most %llu in one, %llu ticks; "
        "%llu states reached, %llu never. Left out: %llu too large, %llu sampled, or with a place that "
        "draws twice in a tick\n",
        brains, (unsigned long long)compared, (unsigned long long)by_chance, (unsigned long long)with_ids,
        (unsigned long long)with_clocks, (unsigned long long)with_own, (unsigned long long)found_situations,
        (unsigned long long)most_situations, (unsigned long long)found_ticks, (unsigned long long)reached,
        (unsigned long long)never_reached, (unsigned long long)(unfinished + ended[WALK_LIMIT]),
        (unsigned long long)(unsure + ended[WALK_SAMPLED] + ended[WALK_UNCLEAR]));
}

int main(int argc, char **argv) {
    const uint32_t brains = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 300;
    const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : DEFAULT_SEED;
    for (uint32_t i = 0; i < brains; i++) {
        char why[400] = "";
        if (!try_brain(seed + i, why)) {
            print_brain(stdout, &brain);
            (void)printf("FAILED, brain of seed %llu: %s\nreplay: %s 1 %llu\n", (unsigned long long)(seed + i), why,
                         argv[0], (unsigned long long)(seed + i));
            return 1;
        }
    }
    tell(brains);
    const bool few = compared * 2 < brains || never_reached < compared / 4 || with_ids * 50 < compared ||
                     by_chance * 20 < compared || with_clocks * 10 < compared || with_own * 10 < compared;
    if (few && brains >= JUDGED_BRAINS) {
        (void)printf("FAILED: one of them is too seldom\n");
        return 1;
    }
    return 0;
}
