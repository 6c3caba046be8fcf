// SPDX-License-Identifier: MIT
// The command lines of both programs.
#include "harness.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void misuse(const bench_program *program, const char *message, const char *text) {
    fprintf(stderr, "%s: %s%s\n%s", program->name, message, text, program->help);
    exit(2);
}

static bool read_number(const char *text, long lowest, long highest, uint32_t *number) {
    char *end = NULL;
    long value = strtol(text, &end, 10);
    *number = (uint32_t)value;
    return *end == '\0' && value >= lowest && value <= highest;
}

/// Reads an option with a value. Returns false for other arguments.
static bool read_pair(const bench_program *program, const char *name, const char *value, bench_options *options) {
    if (strcmp(name, "--rounds") == 0) {
        if (!read_number(value, 1, BENCH_MAX_ROUNDS, &options->rounds)) {
            misuse(program, "not a number of rounds: ", value);
        }
    } else if (strcmp(name, "--agents") == 0 && program->many) {
        if (!read_number(value, 1024, 100000000, &options->agents)) {
            misuse(program, "not a number of agents: ", value);
        }
    } else if (strcmp(name, "--only") == 0) {
        options->only = value;
    } else {
        return false;
    }
    return true;
}

void bench_read_options(const bench_program *program, int argc, char **argv, bench_options *options) {
    for (int i = 1; i < argc; ++i) {
        if (strcmp(argv[i], "--help") == 0) {
            printf("%s", program->help);
            exit(EXIT_SUCCESS);
        } else if (strcmp(argv[i], "--json") == 0) {
            options->json = true;
        } else if (strcmp(argv[i], "--cpu") == 0) {
            options->cpu = true;
        } else if (i + 1 < argc && read_pair(program, argv[i], argv[i + 1], options)) {
            ++i;
        } else {
            misuse(program, "unknown or incomplete: ", argv[i]);
        }
    }
}
