// SPDX-License-Identifier: MIT
#include "crowd/crowd_options.h"
#include "common/lookup.h"

#include "common/tool.h"
#include "crowd/crowd_targets.h"
#include "crowd/ranks.h"
#include "crowd/thread_pool.h"
#include "wits/crowd.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

const char crowd_name[] = "crowd";

enum { MOST_SEEDS = 10000 };

static bool take_choice(int found, crowd_options *options) {
    static const char *const formats[] = {"text", "json", "csv", NULL};
    static const char *const paths[] = {"auto", "single", "masks", "groups", NULL};
    static const char *const simds[] = {"auto", "baseline", "avx2", "avx512", NULL};
    int format;
    switch (found) {
    case 'f':
        format = read_choice(crowd_name, "--format", optarg, formats);
        options->format = format < 0 ? FORMAT_TEXT : (crowd_format)format;
        options->format_given = true;
        return format >= 0;
    case 'p':
        options->path = read_choice(crowd_name, "--path", optarg, paths);
        return options->path >= 0;
    case 'm':
        options->simd = read_choice(crowd_name, "--simd", optarg, simds);
        return options->simd >= 0;
    default:
        return false;
    }
}

static bool add_number(const char *option, const char *given, uint64_t most, number_list *to) {
    to->items = grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
    return read_count(crowd_name, option, given, most, &to->items[to->count++]);
}

/// Reads ticks separated by commas.
static bool take_ticks(const char *given, number_list *to) {
    bool good = true;
    text one = {0};
    while (good && item_next(&given, &one)) {
        good = add_number("--dump-at", text_of(&one), UINT32_MAX, to);
    }
    text_free(&one);
    return good;
}

/// Reads "1..20".
static bool take_seeds(const char *given, crowd_options *options) {
    const char *dots = strstr(given, "..");
    text first = {0};
    text_add_bytes(&first, given, dots != NULL ? (size_t)(dots - given) : 0);
    options->has_seeds = true;
    bool good = dots != NULL;
    if (!good) {
        say_misuse(crowd_name, "--seeds must be FIRST..LAST, for example 1..20, not '%s'", given);
    }
    good = good && read_count(crowd_name, "the first of --seeds", text_of(&first), UINT64_MAX, &options->first_seed) &&
           read_count(crowd_name, "the last of --seeds", dots + 2, UINT64_MAX, &options->last_seed);
    if (good && options->last_seed < options->first_seed) {
        say_misuse(crowd_name, "--seeds %s: the last is less than the first", given);
        good = false;
    } else if (good && options->last_seed - options->first_seed >= MOST_SEEDS) {
        say_misuse(crowd_name, "--seeds %s: at most %d seeds can be compared", given, (int)MOST_SEEDS);
        good = false;
    }
    text_free(&first);
    return good;
}

static bool take_number(int found, crowd_options *options) {
    switch (found) {
    case 'e':
        return read_number(crowd_name, "--every", optarg, 1, UINT32_MAX, &options->every);
    case 'o':
        return add_number("--show", optarg, UINT64_MAX, &options->shown);
    case 'X':
        return read_number(crowd_name, "--rate", optarg, 1, 1000000, &options->rate);
    case 'H':
        return read_number(crowd_name, "--hash-every", optarg, 1, UINT32_MAX, &options->hash_every);
    case 'y':
        return read_number(crowd_name, "--keyframes", optarg, 1, UINT32_MAX, &options->keyframes);
    case 'D':
        return take_ticks(optarg, &options->dump_at);
    case 'R':
        return take_seeds(optarg, options);
    default:
        return take_choice(found, options);
    }
}

static void add_word(const char ***to, size_t *count, size_t *capacity) {
    *to = grow(*to, capacity, *count + 1, sizeof **to);
    (*to)[(*count)++] = optarg;
}

bool crowd_take_option(int found, crowd_options *options) {
    switch (found) {
    case 'a':
        return read_number(options->command, "--agents", optarg, 1, WITS_CROWD_MAX_AGENTS, &options->agents);
    case 't':
        options->ticks_given = true;
        return read_count(options->command, "--ticks", optarg, UINT32_MAX, &options->ticks);
    case 'T':
        return read_number(options->command, "--threads", optarg, 1, THREAD_POOL_MOST, &options->threads);
    case 'S':
        options->seed_given = true;
        return read_count(options->command, "--seed", optarg, UINT64_MAX, &options->seed);
    case 'i':
        options->inputs = optarg;
        return true;
    case 's':
        if (is_target_setting(optarg)) {
            add_word(&options->target_sets, &options->target_set_count, &options->target_set_capacity);
        } else {
            add_word(&options->sets, &options->set_count, &options->set_capacity);
        }
        return true;
    case 'K':
        add_word(&options->targets, &options->target_count, &options->target_capacity);
        return true;
    default:
        return false;
    }
}

static bool is_shared_option(int found) {
    return strchr("atTSsiK", found) != NULL;
}

static bool take_option(int found, crowd_options *options) {
    if (is_shared_option(found)) {
        return crowd_take_option(found, options);
    }
    switch (found) {
    case 'c':
        options->context = optarg;
        return true;
    case 'r':
        options->transitions = true;
        return true;
    case 'n':
        options->native = true;
        return true;
    case 'W':
        options->watch = true;
        return true;
    case 'C':
        options->record = optarg;
        return true;
    case 'F':
        options->fields = optarg;
        return true;
    case 'P':
        options->plot = optarg;
        return true;
    case 'd':
        options->dump = optarg;
        return true;
    case 'k':
        options->checkpoint = optarg;
        return true;
    case 'u':
        options->resume = optarg;
        return true;
    case 'w':
        add_word(&options->sweeps, &options->sweep_count, &options->sweep_capacity);
        return true;
    default:
        return take_number(found, options);
    }
}

static int is_standard(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

bool crowd_sweeps(const crowd_options *options) {
    return options->has_seeds || options->sweep_count > 0;
}

bool crowd_is_silent(const crowd_options *options) {
    return is_standard(options->plot) || is_standard(options->dump);
}

/// Returns the first option that conflicts with multiple runs, or null.
static const char *wrong_with_sweep(const crowd_options *options) {
    return options->dump != NULL ? "--dump needs a single run; it cannot be used with --seeds or --sweep"
           : options->checkpoint != NULL || options->resume != NULL
               ? "a checkpoint needs a single run; it cannot be used with --seeds or --sweep"
           : options->has_seeds && options->seed_given ? "--seed and --seeds are mutually exclusive"
           : options->every != 0 ? "--every needs a single run; with --seeds or --sweep each row is a run"
           : options->transitions && options->format == FORMAT_CSV
               ? "--transitions and a sweep are separate CSV tables; choose one"
           : options->shown.count > 0 && options->format != FORMAT_JSON
               ? "--show with --seeds or --sweep needs --format json"
           : options->transitions && options->format == FORMAT_TEXT
               ? "--transitions with --seeds or --sweep needs --format json"
               : NULL;
}

static bool is_output(const crowd_options *options, const char *path) {
    return (options->plot != NULL && is_same_output(options->plot, path)) ||
           (options->dump != NULL && is_same_output(options->dump, path));
}

/// Returns the first option that --watch excludes, or null. Pictures and transitions are about the states of one brain.
static const char *wrong_with_watch(const crowd_options *options, int readers) {
    return crowd_sweeps(options)  ? "--watch needs a single run; it cannot be used with --seeds or --sweep"
           : ranks_count() > 1    ? "--watch needs a single process; it cannot be used with several ranks"
           : options->native      ? "--watch and --native are mutually exclusive"
           : options->plot        ? "--watch and --plot are mutually exclusive"
           : options->transitions ? "--watch and --transitions are mutually exclusive"
           : readers > 0 ? "--watch reads its files again, but standard input can be read only once; give files"
                         : NULL;
}

/// Returns the first option that --record excludes, or null.
static const char *wrong_with_record(const crowd_options *options) {
    return crowd_sweeps(options)          ? "--record needs a single run; it cannot be used with --seeds or --sweep"
           : ranks_count() > 1            ? "--record needs a single process; it cannot be used with several ranks"
           : options->native              ? "--record and --native are mutually exclusive"
           : options->watch               ? "--record and --watch are mutually exclusive"
           : options->transitions         ? "--record and --transitions are mutually exclusive"
           : is_standard(options->record) ? "a recording must be a file, not '-'"
           : *options->record == '\0'     ? "--record needs a file name"
           : is_output(options, options->record) ? "--record cannot write to the same file as --plot or --dump"
           : options->checkpoint != NULL && is_same_output(options->checkpoint, options->record)
               ? "--record and --checkpoint cannot write to the same file"
               : NULL;
}

/// Finds an option that several ranks do not support: only rank 0 has standard input and standard output.
static const char *wrong_with_ranks(const crowd_options *options, int readers) {
    return readers > 0                  ? "several ranks cannot share standard input; give files"
           : is_standard(options->dump) ? "several ranks cannot share standard output; --dump needs a file"
                                        : NULL;
}

static int count_readers(const crowd_options *options) {
    int readers = is_standard(options->brain) + is_standard(options->inputs) + is_standard(options->context);
    for (size_t i = 0; i < options->target_count; i++) {
        const char *equals = strchr(options->targets[i], '=');
        readers += is_standard(equals != NULL ? equals + 1 : NULL);
    }
    return readers;
}

bool crowd_reads_standard_input(const crowd_options *options) {
    return count_readers(options) > 0;
}

/// Checks for options that conflict.
static bool check_options(const crowd_options *options) {
    const char *wrong = crowd_sweeps(options) ? wrong_with_sweep(options) : NULL;
    const int readers = count_readers(options);
    if (readers > 1) {
        wrong = options->target_count == 0
                    ? "only one of the brain, the inputs and the context can be standard input"
                    : "only one of the brain, the inputs, the context and the targets can be standard input";
    } else if (options->every != 0 && options->format != FORMAT_CSV && options->checkpoint == NULL) {
        wrong = "--every needs --format csv or --checkpoint";
    } else if (options->every != 0 && options->transitions && options->checkpoint == NULL) {
        wrong = "--every and --transitions are separate tables; choose one";
    } else if (options->fields != NULL && options->transitions && options->format == FORMAT_CSV &&
               options->plot == NULL) {
        wrong = "--fields and --transitions are separate tables; choose one";
    } else if (options->shown.count > 0 && options->format == FORMAT_CSV) {
        wrong = "--show does not support --format csv";
    } else if (options->dump_at.count > 0 && options->dump == NULL) {
        wrong = "--dump-at needs --dump, which names the files";
    } else if (options->dump_at.count > 0 && is_standard(options->dump)) {
        wrong = "--dump-at writes a file for each tick; --dump must be a file, not '-'";
    } else if (is_standard(options->plot) && options->format_given) {
        wrong = "--plot - and --format both write to standard output";
    } else if (is_standard(options->dump) && options->format_given) {
        wrong = "--dump - and --format both write to standard output";
    } else if (options->plot != NULL && options->dump != NULL && is_same_output(options->plot, options->dump)) {
        wrong = "--plot and --dump cannot write to the same file";
    } else if (options->native && (options->path != 0 || options->simd != 0)) {
        wrong = "--native replaces --path and --simd; choose one";
    } else if (is_standard(options->checkpoint) || is_standard(options->resume)) {
        wrong = "a checkpoint must be a file, not '-'";
    } else if (options->checkpoint != NULL && is_output(options, options->checkpoint)) {
        wrong = "--checkpoint cannot write to the same file as --plot or --dump";
    }
    if (wrong == NULL && options->record != NULL) {
        wrong = wrong_with_record(options);
    } else if (wrong == NULL && (options->hash_every != 0 || options->keyframes != 0)) {
        wrong = "--hash-every and --keyframes need --record";
    }
    if (wrong == NULL && options->watch) {
        wrong = wrong_with_watch(options, readers);
    } else if (wrong == NULL && options->rate != 0) {
        wrong = "--rate needs --watch";
    }
    if (wrong == NULL && ranks_count() > 1) {
        wrong = wrong_with_ranks(options, readers);
    }
    if (wrong != NULL) {
        say_misuse(crowd_name, "%s", wrong);
    }
    return wrong == NULL;
}

bool crowd_options_read(int argc, char **argv, crowd_options *to) {
    static const struct option known[] = {CROWD_OPTIONS,
                                          {"context", required_argument, NULL, 'c'},
                                          {"format", required_argument, NULL, 'f'},
                                          {"every", required_argument, NULL, 'e'},
                                          {"transitions", no_argument, NULL, 'r'},
                                          {"fields", required_argument, NULL, 'F'},
                                          {"plot", required_argument, NULL, 'P'},
                                          {"dump", required_argument, NULL, 'd'},
                                          {"dump-at", required_argument, NULL, 'D'},
                                          {"seeds", required_argument, NULL, 'R'},
                                          {"sweep", required_argument, NULL, 'w'},
                                          {"checkpoint", required_argument, NULL, 'k'},
                                          {"resume", required_argument, NULL, 'u'},
                                          {"show", required_argument, NULL, 'o'},
                                          {"native", no_argument, NULL, 'n'},
                                          {"watch", no_argument, NULL, 'W'},
                                          {"rate", required_argument, NULL, 'X'},
                                          {"record", required_argument, NULL, 'C'},
                                          {"hash-every", required_argument, NULL, 'H'},
                                          {"keyframes", required_argument, NULL, 'y'},
                                          {"path", required_argument, NULL, 'p'},
                                          {"simd", required_argument, NULL, 'm'},
                                          {NULL, 0, NULL, 0}};
    to->command = crowd_name;
    for (int found = next_option(crowd_name, argc, argv, ":", known); found != -1;
         found = next_option(crowd_name, argc, argv, ":", known)) {
        if (!take_option(found, to)) {
            return false;
        }
    }
    to->brain = only_argument(crowd_name, argc, argv);
    return to->brain != NULL && check_options(to);
}

void crowd_options_free(crowd_options *of) {
    free(of->sets);
    free(of->sweeps);
    free(of->target_sets);
    free(of->targets);
    free(of->shown.items);
    free(of->dump_at.items);
}
