// SPDX-License-Identifier: MIT
// Compares the library with the naive model on random brains and random runs. See README.md in this folder.
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "random_run.h"

enum {
    DEFAULT_BRAINS = 20000,
    MODES = 3,
    LIVES = 2,  ///< in each mode
    LEAST_FIRED = 100,
    JUDGED_BRAINS = 3000,  ///< runs of fewer brains only print the count of each clause
};

static const uint64_t DEFAULT_SEED = 20240229;

typedef struct arguments {
    uint64_t seed;
    uint32_t brains;
    bool model_only;
    bool one;
    bool shrink;
} arguments;

static const char *program;
static uint64_t counts[CLAUSE_COUNT];
static uint64_t current_seed;
static random_brain brain;
static random_run life;

static const char *const clause_texts[CLAUSE_COUNT] = {
#define CLAUSE_TEXT(name, section, text) text,
    CLAUSE_LIST(CLAUSE_TEXT)
#undef CLAUSE_TEXT
};

static const int clause_sections[CLAUSE_COUNT] = {
#define CLAUSE_SECTION(name, section, text) section,
    CLAUSE_LIST(CLAUSE_SECTION)
#undef CLAUSE_SECTION
};

/// Prints the table; returns how many clauses fired too seldom.
static uint32_t print_clauses(void) {
    uint32_t seldom = 0;
    (void)printf("%12s  section and clause\n", "fired");
    for (uint32_t i = 0; i < CLAUSE_COUNT; i++) {
        bool few = counts[i] < LEAST_FIRED;
        (void)printf("%12llu  %d %s%s\n", (unsigned long long)counts[i], clause_sections[i], clause_texts[i],
                     few ? "   <-- too seldom" : "");
        seldom += few ? 1 : 0;
    }
    return seldom;
}

/// Runs one brain several times in each mode. Returns whether library and model agree.
static bool try_brain(uint64_t seed, const arguments *args, FILE *out, uint64_t *calls, run_failure *failure) {
    current_seed = seed;
    seed % 2 == 0 ? random_brain_make(&brain, seed) : random_brain_make_aimed(&brain, seed);
    if (out != NULL) {
        print_brain(out, &brain);
    }
    memset(failure, 0, sizeof *failure);
    void *memory = NULL;
    if (!args->model_only) {
        memory = random_compile(&brain, failure);
        if (memory == NULL) {
            return false;
        }
    }
    run_options options = {args->model_only, out, counts};
    bool same = true;
    for (uint32_t i = 0; i < MODES * LIVES && same; i++) {
        random_run_make(&life, &brain.desc, host_mix(seed, 2 + i), (wits_mode)(i % MODES));
        if (out != NULL) {
            print_run(out, &life);
        }
        same = random_run_compare(&brain, memory, &life, &options, failure);
        *calls += life.call_count;
    }
    free(memory);
    return same;
}

static int replay_one(const arguments *args) {
    run_failure failure;
    uint64_t calls = 0;
    bool same = try_brain(args->seed, args, stdout, &calls, &failure);
    (void)printf("%s\n", same ? "no difference" : failure.text);
    return same ? 0 : 1;
}

static int shrink_one(const arguments *args) {
    run_failure failure;
    uint64_t calls = 0;
    if (try_brain(args->seed, args, NULL, &calls, &failure)) {
        (void)printf("no difference, nothing to shrink\n");
        return 0;
    }
    shrink(&brain, &life, counts);
    print_brain(stdout, &brain);
    void *memory = random_compile(&brain, &failure);
    if (memory != NULL) {
        run_options options = {false, stdout, counts};
        print_run(stdout, &life);
        (void)random_run_compare(&brain, memory, &life, &options, &failure);
        free(memory);
    }
    (void)printf("%s\n", failure.text);
    return 1;
}

static void print_commands(void) {
    (void)printf("replay: %s --one %llu\nshrink: %s --shrink %llu\n", program, (unsigned long long)current_seed,
                 program, (unsigned long long)current_seed);
}

/// A failed assertion must name the brain, too.
static void tell_seed(int number) {
    (void)printf("CRASHED\n");
    print_commands();
    (void)fflush(stdout);
    (void)signal(number, SIG_DFL);
    (void)raise(number);
}

static int try_many(const arguments *args) {
    uint64_t calls = 0;
    for (uint32_t i = 0; i < args->brains; i++) {
        run_failure failure;
        uint64_t seed = args->seed + i;
        if (!try_brain(seed, args, NULL, &calls, &failure)) {
            (void)printf("FAILED, brain of seed %llu: call %u: %s\n", (unsigned long long)seed, failure.call,
                         failure.text);
            print_commands();
            return 1;
        }
    }
    uint32_t seldom = print_clauses();
    (void)printf("random: %u brains, %llu calls, %u clauses\n", args->brains, (unsigned long long)calls,
                 (unsigned)CLAUSE_COUNT);
    // Only the library gets lists that are too short.
    if (seldom > 0 && args->brains >= JUDGED_BRAINS && !args->model_only) {
        (void)printf("FAILED: %u clauses fired less than %d times\n", seldom, LEAST_FIRED);
        return 1;
    }
    return 0;
}

static bool parse(int argc, char **argv, arguments *args) {
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--model-only") == 0) {
            args->model_only = true;
            continue;
        }
        if (i + 1 == argc) {
            return false;
        }
        char *end;
        uint64_t value = strtoull(argv[i + 1], &end, 10);
        if (*end != 0) {
            return false;
        }
        args->one = args->one || strcmp(argv[i], "--one") == 0;
        args->shrink = args->shrink || strcmp(argv[i], "--shrink") == 0;
        if (strcmp(argv[i], "--brains") == 0) {
            args->brains = (uint32_t)value;
        } else if (strcmp(argv[i], "--seed") == 0 || strcmp(argv[i], "--one") == 0 ||
                   strcmp(argv[i], "--shrink") == 0) {
            args->seed = value;
        } else {
            return false;
        }
        i++;
    }
    return true;
}

int main(int argc, char **argv) {
    program = argv[0];
    arguments args = {DEFAULT_SEED, DEFAULT_BRAINS, false, false, false};
    if (!parse(argc, argv, &args)) {
        (void)fprintf(stderr, "usage: %s [--seed S] [--brains N] | --one SEED | --shrink SEED\n", program);
        return 2;
    }
    (void)signal(SIGABRT, tell_seed);
    (void)signal(SIGSEGV, tell_seed);
    if (args.one) {
        // Output before a crash must be visible.
        (void)setvbuf(stdout, NULL, _IONBF, 0);
        return replay_one(&args);
    }
    return args.shrink ? shrink_one(&args) : try_many(&args);
}
