// SPDX-License-Identifier: MIT
// Random brains and runs depend only on their seeds: every compiler and every machine makes the same ones, so
// that a seed that fails somewhere can be repeated elsewhere. Their texts are hashed and compared with known hashes.
//
// Changing the generators changes the hashes. A failure prints the new hash.
//
//   test_random_seeds
#include "random_provable.h"
#include "random_run.h"
#include "random_versions.h"

#include <inttypes.h>
#include <stdlib.h>

enum { SEEDS = 60, LARGE_SEEDS = 6 };

static random_brain brain;
static random_run life;
static random_version version;

static void make_usual(uint64_t seed) {
    random_brain_make(&brain, seed);
}

static void make_aimed(uint64_t seed) {
    random_brain_make_aimed(&brain, seed);
}

static void make_tame(uint64_t seed) {
    random_brain_make_aimed(&brain, seed);
    random_brain_tame(&brain);
    random_brain_score_by_fields(&brain);
}

static void make_large(uint64_t seed) {
    random_brain_make_large(&brain, seed);
}

static void make_apart(uint64_t seed) {
    random_brain_make_apart(&brain, seed, seed % 2 == 0);
}

static void make_provable(uint64_t seed) {
    rng r = {seed};
    random_brain_make(&brain, seed);
    random_provable_tame(&brain, &r);
    random_provable_ask_nobody(&brain, &r);
}

static void make_edited(uint64_t seed) {
    random_brain_make_aimed(&brain, seed);
    random_version_edit(&version, &brain, seed, 0);
}

static const struct {
    const char *name;
    void (*make)(uint64_t seed);
    uint32_t seeds;
    uint64_t hash;
} kinds[] = {
    {"usual", make_usual, SEEDS, 0x3E7477F29DC44EADu},
    {"with targets", make_aimed, SEEDS, 0x3A6EE6904A8B1A47u},
    {"for crowds", make_tame, SEEDS, 0x491A77E6147654F7u},
    {"large", make_large, LARGE_SEEDS, 0xAC2DE441C0E2EDE6u},
    {"with fields read once", make_apart, SEEDS, 0xE4BB76A997E5DD33u},
    {"for provers", make_provable, SEEDS, 0x3A59764604794A8Eu},
    {"edited", make_edited, SEEDS, 0xC395DA93346ECEC9u},
};

/// FNV-1a of everything that was written.
static uint64_t hash_of(FILE *file) {
    uint64_t hash = 0xCBF29CE484222325u;
    rewind(file);
    for (int byte = fgetc(file); byte != EOF; byte = fgetc(file)) {
        hash = (hash ^ (uint64_t)byte) * 0x100000001B3u;
    }
    return hash;
}

int main(void) {
    bool all_same = true;
    for (size_t kind = 0; kind < sizeof kinds / sizeof *kinds; kind++) {
        FILE *text = tmpfile();
        if (text == NULL) {
            perror("tmpfile");
            return EXIT_FAILURE;
        }
        for (uint64_t seed = 1; seed <= kinds[kind].seeds; seed++) {
            kinds[kind].make(seed);
            const random_brain *made = kinds[kind].make == make_edited ? &version.brain : &brain;
            random_run_make(&life, &made->desc, seed, (wits_mode)(seed % 3));
            print_brain(text, made);
            print_run(text, &life);
        }
        const uint64_t hash = hash_of(text);
        (void)fclose(text);
        if (hash != kinds[kind].hash) {
            (void)printf("brains %s: hash 0x%016" PRIX64 ", expected 0x%016" PRIX64 "\n", kinds[kind].name, hash,
                         kinds[kind].hash);
            all_same = false;
        }
    }
    return all_same ? EXIT_SUCCESS : EXIT_FAILURE;
}
