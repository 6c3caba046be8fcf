// SPDX-License-Identifier: MIT
// Crowds of random brains: every path, instruction set, block size and slicing is compared with single agents. Agents'
// bytes, fields and lists must be the same.
//
// One of every LARGE_EVERY brains is wide and deep; it is tested on each path with each instruction set.
//
//   test_random_crowds BRAINS [SEED]
#include "crowd_worlds.h"
#include "random_brain.h"
#include "random_run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LARGE_EVERY = 25,                    ///< brains
    MOST_OPTIONS = RANDOM_CHILDREN - 1,  ///< maximum options of a utility in blocks
    ENOUGH_BRAINS = 10000,               ///< minimum number of brains for checking coverage
    LEAST_MASKS = 100,                   ///< this many of each 1,000 brains must take the path of masks
    LEAST_FEATURES = 10,                 ///< and this many must have each feature and run in blocks
};

/// Rules of choosing other than the highest score in a brain; then, for utilities that choose randomly, their rule.
typedef enum feature {
    RANKS,
    COOLDOWNS,
    DEFAULT_OPTIONS,
    OWN_BESTS,
    ENDS,
    FINALS,
    COMMITS,
    AIMED,
    AIMED_RANKS,  ///< ranks of options with targets
    AIMED_DEFAULTS,
    AIMED_BESTS,      ///< in a utility with the score of its own best
    AIMED_CLOCKS,     ///< whose targets are scored with `elapsed`
    AIMED_CHANCES,    ///< with `random`
    AIMED_STATES,     ///< with `in`
    AIMED_OUTWARDS,   ///< about the target of an outer option
    AIMED_FUNCTIONS,  ///< by host functions
    AIMED_SOURCES,    ///< that an `any` transition leaves
    SELECTS,
    FEATURES = SELECTS + WITS_SELECT_SOFTMAX + 1,
} feature;

/// Coverage of all brains.
typedef struct tally {
    uint32_t in_blocks[FEATURES];  ///< brains that ran in blocks and have it
    uint32_t paths[WITS_CROWD_PATH_GROUPS + 1];
    uint32_t large_in_blocks;
    uint32_t deepest;       ///< levels of a large brain that ran in blocks
    uint32_t most_options;  ///< options of a utility in a brain that ran in blocks
    uint32_t argued;        ///< brains whose functions have arguments
    uint32_t argued_in_blocks;
} tally;

static tally tried;
// ---------------------------------------------------------------------------------------------------------- the brains

/// Levels below the root, down to the deepest state.
static uint32_t depth_of(const wits_desc *d) {
    uint32_t deepest = 0;
    for (uint32_t row = 0; row < d->state_count; row++) {
        uint32_t depth = 0;
        for (uint32_t id = row; id != WITS_ROOT; id = d->states[id].parent) {
            depth++;
        }
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest;
}

static uint32_t options_of(const wits_desc *d) {
    uint32_t most = 0;
    uint32_t counts[RANDOM_STATES] = {0};
    for (uint32_t row = 1; row < d->state_count; row++) {
        uint32_t parent = d->states[row].parent;
        counts[parent] += d->states[parent].kind == WITS_KIND_UTILITY;
        most = counts[parent] > most ? counts[parent] : most;
    }
    return most;
}

static uint32_t larger(uint32_t a, uint32_t b) {
    return a > b ? a : b;
}

/// Returns whether a text contains a word, or, if it ends with a dot, the beginning of one.
static bool has_word(const char *text, const char *word) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.";
    const size_t length = strlen(word);
    for (const char *at = text != NULL ? strstr(text, word) : NULL; at != NULL; at = strstr(at + 1, word)) {
        const bool begins = at == text || strchr(letters, at[-1]) == NULL;
        const bool ends = word[length - 1] == '.' || at[length] == '\0' || strchr(letters, at[length]) == NULL;
        if (begins && ends) {
            return true;
        }
    }
    return false;
}

/// Notes a text of an option with targets: score, rank, or a consideration.
static void note_question(const wits_desc *d, const char *text, const char *kind, bool has[FEATURES]) {
    has[AIMED_CLOCKS] |= has_word(text, "elapsed");
    has[AIMED_CHANCES] |= has_word(text, "random");
    has[AIMED_STATES] |= has_word(text, "in");
    for (uint32_t i = 0; i < d->function_count; i++) {
        has[AIMED_FUNCTIONS] |= has_word(text, d->functions[i].name);
    }
    for (uint32_t i = 0; i < d->target_count; i++) {
        char other[32];
        (void)snprintf(other, sizeof other, "%s.", d->targets[i].name);
        has[AIMED_OUTWARDS] |= strcmp(d->targets[i].name, kind) != 0 && has_word(text, other);
    }
}

static void note_option(const wits_desc *d, uint32_t row, bool has[FEATURES]) {
    const wits_state_desc *s = &d->states[row], *utility = &d->states[s->parent];
    has[AIMED] = true;
    has[AIMED_RANKS] |= s->rank != NULL;
    has[AIMED_DEFAULTS] |= utility->default_option == row;
    has[AIMED_BESTS] |= utility->score_best;
    note_question(d, s->score, s->target, has);
    note_question(d, s->rank, s->target, has);
    for (uint32_t i = 0; i < d->consideration_count; i++) {
        if (d->considerations[i].of == row) {
            note_question(d, d->considerations[i].input, s->target, has);
            note_question(d, d->considerations[i].gate, s->target, has);
        }
    }
    for (uint32_t i = 0; i < d->transition_count; i++) {
        const wits_transition_desc *t = &d->transitions[i];
        has[AIMED_SOURCES] |= t->any && t->from == s->parent && (t->when != NULL || t->run != NULL);
    }
}

static void note_features(const wits_desc *d) {
    bool has[FEATURES] = {false};
    for (uint32_t row = 0; row < d->state_count; row++) {
        const wits_state_desc *s = &d->states[row];
        has[RANKS] |= s->rank != NULL;
        has[COOLDOWNS] |= s->cooldown != 0;
        has[DEFAULT_OPTIONS] |= s->default_option != 0;
        has[OWN_BESTS] |= s->score_best;
        has[ENDS] |= s->lasts != 0 || s->done != NULL;
        has[FINALS] |= s->final;
        has[COMMITS] |= s->commit == WITS_COMMIT_YES;
        if (s->target != NULL) {
            note_option(d, row, has);
        }
        has[SELECTS + s->select] |= s->kind == WITS_KIND_UTILITY;
    }
    for (uint32_t i = 0; i < FEATURES; i++) {
        tried.in_blocks[i] += has[i];
    }
}

static bool has_arguments(const wits_brain *brain) {
    bool has = false;
    for (uint32_t row = 0; row < wits_function_count(brain); row++) {
        has = has || wits_function_parameter_count(brain, row) != 0;
    }
    return has;
}

static void note_brain(const crowd_trial *t, bool large) {
    wits_crowd_path path = wits_crowd_plan(t->code).path;
    tried.paths[path]++;
    tried.argued += has_arguments(t->brain);
    if (path != WITS_CROWD_PATH_SINGLE) {
        tried.argued_in_blocks += has_arguments(t->brain);
        note_features(&t->made->desc);
    }
    if (large && path != WITS_CROWD_PATH_SINGLE) {
        tried.large_in_blocks++;
        tried.deepest = larger(tried.deepest, depth_of(&t->made->desc));
        tried.most_options = larger(tried.most_options, options_of(&t->made->desc));
    }
}

/// Returns whether all ways agree on this seed's brain.
static bool try_seed(uint64_t seed, bool large, char *text, size_t size) {
    crowd_trial t;
    bool same = crowd_trial_make(&t, seed, large, text, size);
    if (same) {
        note_brain(&t, large);
        same = large ? crowd_trial_run_all_ways(&t, text, size) : crowd_trial_run(&t, text, size);
    }
    if (!same) {
        print_brain(stdout, t.made);
    }
    crowd_trial_free(&t);
    return same;
}

static bool tried_enough(uint32_t brains) {
    bool enough = tried.paths[WITS_CROWD_PATH_MASKS] >= brains / 1000 * LEAST_MASKS;
    enough = enough && tried.large_in_blocks >= brains / LARGE_EVERY / 2;
    enough = enough && tried.deepest == 8 && tried.most_options == MOST_OPTIONS;
    for (uint32_t i = 0; i < FEATURES; i++) {
        enough = enough && tried.in_blocks[i] >= brains / 1000 * LEAST_FEATURES;
    }
    enough = enough && crowd_tried.nan_brains >= brains / 100;
    enough =
        enough && tried.argued_in_blocks >= brains / 5 && crowd_tried.given >= brains && crowd_tried.values >= brains;
    enough = enough && crowd_tried.told_calls >= brains / 2 && crowd_tried.pair_calls >= brains / 5;
    return enough && crowd_tried.full_blocks >= brains / 1000 && crowd_tried.block_calls >= brains;
}

static void print_features(void) {
    static const char *const names[FEATURES] = {"ranks",
                                                "cooldowns",
                                                "default options",
                                                "own bests",
                                                "ends",
                                                "final children",
                                                "commits",
                                                "targets",
                                                "ranks of targets",
                                                "default options with targets",
                                                "own bests with targets",
                                                "targets with elapsed",
                                                "targets with random",
                                                "targets with in",
                                                "targets further out",
                                                "functions about targets",
                                                "any transitions of targets",
                                                "highest (unsaid)",
                                                "highest",
                                                "weighted",
                                                "top",
                                                "within",
                                                "softmax"};
    (void)printf("in blocks:");
    for (uint32_t i = 0; i < FEATURES; i++) {
        (void)printf("%s %s %u", i == 0 ? "" : ",", names[i], tried.in_blocks[i]);
    }
    (void)printf("\n");
}

int main(int argc, char **argv) {
    uint32_t brains = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 1000;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    char text[400] = "";
    for (uint32_t i = 0; i < brains; i++) {
        uint64_t seed = first + i;
        if (!try_seed(seed, seed % LARGE_EVERY == 0, text, sizeof text)) {
            (void)printf("seed %llu: %s\n", (unsigned long long)seed, text);
            return 1;
        }
    }
    (void)printf("%u brains: %u one agent after another, %u by masks, %u by groups\n", brains,
                 tried.paths[WITS_CROWD_PATH_SINGLE], tried.paths[WITS_CROWD_PATH_MASKS],
                 tried.paths[WITS_CROWD_PATH_GROUPS]);
    (void)printf("large ones in blocks: %u, with up to %u levels and %u options\n", tried.large_in_blocks,
                 tried.deepest, tried.most_options);
    print_features();
    (void)printf("%u calls with a whole block of %d agents by groups; %u crowds with scores that were no number\n",
                 crowd_tried.full_blocks, CROWD_GROUP_BLOCK, crowd_tried.nan_brains);
    (void)printf(
        "%u calls of host functions for blocks, %u of them told of targets, %u of these of several of an agent\n",
        crowd_tried.block_calls, crowd_tried.told_calls, crowd_tried.pair_calls);
    (void)printf(
        "%u brains whose functions get arguments, %u in blocks; %llu given to functions for blocks, %u in lists\n",
        tried.argued, tried.argued_in_blocks, (unsigned long long)crowd_tried.given, crowd_tried.values);
    if (brains >= ENOUGH_BRAINS && !tried_enough(brains)) {
        (void)printf("too few of some kind were tried\n");
        return 1;
    }
    return 0;
}
