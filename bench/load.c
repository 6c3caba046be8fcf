// SPDX-License-Identifier: MIT
// Loading: a brain file with a given number of states, from its text to the compiled brain, in milliseconds. Each leaf
// has an assignment on enter and two transitions with expressions, as in files that people write.
#include "harness.h"

#ifdef BENCH_FILES

#include "wits/file.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { LEAVES = 9, STATE_ROOM = 256 };

static const uint32_t counts[] = {10, 100, 1000, 10000};

// ----------------------------------------------------------------------------------------------------------- the file

typedef struct source {
    char *text;
    size_t length;
    size_t room;
} source;

static void add(source *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(to->text + to->length, to->room - to->length, format, arguments);
    va_end(arguments);
    to->length += (size_t)length;
    if (length < 0 || to->length >= to->room) {
        fprintf(stderr, "the text of a brain to load is too long\n");
        exit(EXIT_FAILURE);
    }
}

static void add_leaf(source *to, uint32_t group, uint32_t leaf, uint32_t leaves, uint32_t number) {
    static const char *const fields[] = {"health", "ammo", "fear", "noise"};
    const char *own = fields[number % COUNT(fields)];
    const char *other = fields[(number + 1) % COUNT(fields)];
    add(to, "        state_%u_%u:\n          enter: %s = %s + 1\n          transitions:\n", (unsigned)group,
        (unsigned)leaf, own, own);
    add(to, "            - {to: state_%u_%u, when: %s > %u}\n", (unsigned)group, (unsigned)((leaf + 1) % leaves), own,
        (unsigned)(number % 100));
    add(to, "            - {to: group_0, when: %s < 20 and %s >= 3}\n", other, own);
}

/// Groups of nine leaves below the root.
static source write_file(uint32_t states) {
    size_t room = 512 + (size_t)states * STATE_ROOM;
    source to = {.text = malloc(room), .room = room};
    if (!to.text) {
        exit(EXIT_FAILURE);
    }
    add(&to, "wits: 1\nbrain: load\ncontext: {health: int, ammo: int, fear: int, noise: int}\nroot:\n  states:\n");
    uint32_t made = 1;
    for (uint32_t group = 0; made < states; ++group) {
        add(&to, "    group_%u:\n      states:\n", (unsigned)group);
        uint32_t left = states - ++made;
        uint32_t leaves = left == 0 ? 1 : left < LEAVES ? left : LEAVES;
        for (uint32_t leaf = 0; leaf < leaves; ++leaf) {
            add_leaf(&to, group, leaf, leaves, made++);
        }
    }
    return to;
}

// ---------------------------------------------------------------------------------------------------------- measuring

/// Processor time, which does not include other programs.
static double now_ms(void) {
    return (double)clock() * 1e3 / CLOCKS_PER_SEC;
}

/// Reads it and forgets it; returns the brain's bytes.
static size_t load(const source *from) {
    wits_file *file = wits_file_parse(from->text, from->length, "load.yaml", NULL);
    const wits_brain *brain = file ? wits_file_brain(file) : NULL;
    if (!brain) {
        char text[320] = "there is no memory";
        if (file) {
            wits_problem_text(wits_file_problems(file), text, sizeof text);
        }
        fprintf(stderr, "%s\n", text);
        exit(EXIT_FAILURE);
    }
    size_t bytes = wits_brain_bytes(brain);
    wits_file_free(file);
    return bytes;
}

static void measure(uint32_t states, const bench_options *options) {
    source from = write_file(states);
    static double times[BENCH_MAX_ROUNDS];
    uint32_t rounds = options->rounds;
    size_t bytes = load(&from);  // warms up
    for (uint32_t i = 0; i < rounds; ++i) {
        double start = now_ms();
        load(&from);
        times[i] = now_ms() - start;
    }
    double median = bench_median(times, rounds);
    if (options->json) {
        printf("{\"workload\":\"load\",\"states\":%u,\"file_bytes\":%zu,\"brain_bytes\":%zu,\"ms\":%.4f,\"min\":%.4f,"
               "\"max\":%.4f,\"rounds\":%u}\n",
               (unsigned)states, from.length, bytes, median, times[0], times[rounds - 1], (unsigned)rounds);
    } else {
        printf("  %5u states %12.3f ms  [%.3f .. %.3f]  %zu KiB of text, %zu KiB of brain\n", (unsigned)states, median,
               times[0], times[rounds - 1], from.length / 1024, bytes / 1024);
    }
    free(from.text);
}

bool bench_load(const bench_options *options) {
    if (!bench_wanted("load", options)) {
        return true;
    }
    if (!options->json) {
        printf("load: a brain file from text to brain\n");
    }
    for (uint32_t i = 0; i < COUNT(counts); ++i) {
        measure(counts[i], options);
    }
    return true;
}

#else

bool bench_load(const bench_options *options) {
    (void)options;
    return true;
}

#endif
