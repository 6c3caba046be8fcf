// SPDX-License-Identifier: MIT
// wits crowd: many agents.
#define _POSIX_C_SOURCE 200809L  // isatty

#include "crowd.h"

#include "roster.h"
#include "team.h"
#include "tool.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "crowd";

enum { DEFAULT_AGENTS = 1000, DEFAULT_TICKS = 100 };

typedef enum crowd_format { FORMAT_TEXT, FORMAT_JSON, FORMAT_CSV } crowd_format;

typedef struct crowd_options {
    const char *brain;
    const char *inputs;
    const char *context;
    const char **sets;
    size_t set_count, set_capacity;
    uint64_t *shown;
    size_t shown_count, shown_capacity;
    uint64_t agents;  ///< 0 is not given
    uint64_t ticks;
    bool ticks_given;
    uint64_t threads;  ///< 0 is not given
    uint64_t seed;
    uint64_t every;  ///< 0 is not given
    bool transitions;
    crowd_format format;
    int path;
    int simd;
} crowd_options;

/// What was read before anything runs.
typedef struct crowd_given {
    inputs in;
    roster agents;
    sets set;
} crowd_given;

// ------------------------------------------------------------------------------------------------------------- options

static bool take_choice(int found, crowd_options *options) {
    static const char *const formats[] = {"text", "json", "csv", NULL};
    static const char *const paths[] = {"auto", "single", "masks", "groups", NULL};
    static const char *const simds[] = {"auto", "baseline", "avx2", "avx512", NULL};
    int format;
    switch (found) {
    case 'f':
        format = read_choice(name, "--format", optarg, formats);
        options->format = format < 0 ? FORMAT_TEXT : (crowd_format)format;
        return format >= 0;
    case 'p':
        options->path = read_choice(name, "--path", optarg, paths);
        return options->path >= 0;
    case 'm':
        options->simd = read_choice(name, "--simd", optarg, simds);
        return options->simd >= 0;
    default:
        return false;
    }
}

static bool take_number(int found, crowd_options *options) {
    switch (found) {
    case 'a':
        return read_number(name, "--agents", optarg, 1, WITS_CROWD_MAX_AGENTS, &options->agents);
    case 't':
        options->ticks_given = true;
        return read_count(name, "--ticks", optarg, UINT32_MAX, &options->ticks);
    case 'T':
        return read_number(name, "--threads", optarg, 1, TEAM_MOST, &options->threads);
    case 'S':
        return read_count(name, "--seed", optarg, UINT64_MAX, &options->seed);
    case 'e':
        return read_number(name, "--every", optarg, 1, UINT32_MAX, &options->every);
    case 'o':
        options->shown = grow(options->shown, &options->shown_capacity, options->shown_count + 1, sizeof(uint64_t));
        return read_count(name, "--show", optarg, WITS_CROWD_MAX_AGENTS - 1, &options->shown[options->shown_count++]);
    default:
        return take_choice(found, options);
    }
}

static bool take_option(int found, crowd_options *options) {
    switch (found) {
    case 'i':
        options->inputs = optarg;
        return true;
    case 'c':
        options->context = optarg;
        return true;
    case 's':
        options->sets = grow(options->sets, &options->set_capacity, options->set_count + 1, sizeof *options->sets);
        options->sets[options->set_count++] = optarg;
        return true;
    case 'r':
        options->transitions = true;
        return true;
    default:
        return take_number(found, options);
    }
}

static int is_stdin(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}

/// Options that do not go together.
static bool check_options(const crowd_options *options) {
    const char *wrong = NULL;
    if (is_stdin(options->brain) + is_stdin(options->inputs) + is_stdin(options->context) > 1) {
        wrong = "only one of the brain, the inputs and the context can be standard input";
    } else if (options->every != 0 && options->format != FORMAT_CSV) {
        wrong = "--every needs --format csv";
    } else if (options->every != 0 && options->transitions) {
        wrong = "--every and --transitions are two tables; choose one";
    } else if (options->shown_count > 0 && options->format == FORMAT_CSV) {
        wrong = "--show is not for --format csv";
    }
    if (wrong != NULL) {
        say_misuse(name, "%s", wrong);
    }
    return wrong == NULL;
}

static bool read_options(int argc, char **argv, crowd_options *options) {
    static const struct option known[] = {
        {"agents", required_argument, NULL, 'a'},  {"ticks", required_argument, NULL, 't'},
        {"threads", required_argument, NULL, 'T'}, {"seed", required_argument, NULL, 'S'},
        {"set", required_argument, NULL, 's'},     {"context", required_argument, NULL, 'c'},
        {"inputs", required_argument, NULL, 'i'},  {"format", required_argument, NULL, 'f'},
        {"every", required_argument, NULL, 'e'},   {"transitions", no_argument, NULL, 'r'},
        {"show", required_argument, NULL, 'o'},    {"path", required_argument, NULL, 'p'},
        {"simd", required_argument, NULL, 'm'},    {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":", known); found != -1;
         found = next_option(name, argc, argv, ":", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    options->brain = only_argument(name, argc, argv);
    return options->brain != NULL && check_options(options);
}

/// Threads meet at the end of every tick. Where another program has a processor, that takes longer than the tick of
/// fewer agents than these: measured with the villager, whose tick takes about 330 ns.
enum { AGENTS_A_THREAD = 8192 };

static uint32_t usual_threads(uint64_t agents) {
    uint64_t most = agents / AGENTS_A_THREAD;
    uint32_t processors = team_processors();
    return most < 1 ? 1 : most < processors ? (uint32_t)most : processors;
}

static uint32_t choose_threads(const crowd_options *options, uint64_t agents) {
    if (options->threads > 1 && !team_has_threads()) {
        fprintf(stderr, "wits crowd: note: built without OpenMP; one thread runs all\n");
    }
    return !team_has_threads() ? 1 : options->threads != 0 ? (uint32_t)options->threads : usual_threads(agents);
}

static wits_crowd_simd choose_simd(const crowd_options *options) {
    wits_crowd_simd best = wits_crowd_best_simd();
    wits_crowd_simd wanted = (wits_crowd_simd)options->simd;
    if (wanted > best) {
        fprintf(stderr, "wits crowd: note: this machine has no %s here; runs with %s\n", wits_crowd_simd_name(wanted),
                wits_crowd_simd_name(best));
    }
    return wanted > best ? best : wanted;
}

// --------------------------------------------------------------------------------------------------------------- ticks

/// Every so many ticks a row, over the bar if there is one.
static void print_row(many *m, progress *bar, uint64_t tick) {
    progress_clear(bar);
    print_counts(m, tick);
}

/// Returns how many ticks all agents have done.
static uint64_t run_ticks(const crowd_options *options, many *m, uint64_t ticks) {
    bool has_rows = options->format == FORMAT_CSV && !options->transitions;
    uint64_t every = options->every != 0 ? options->every : 1;
    progress bar = progress_begin(options->format != FORMAT_JSON, ticks);
    uint64_t ticked = 0;
    m->bar = &bar;
    if (has_rows) {
        print_count_names(m);
        print_row(m, &bar, 0);
    }
    while (ticked < ticks && output_is_open(stdout) && many_tick(m, (uint32_t)ticked + 1) == m->how.agents) {
        ticked++;
        if (has_rows && ticked % every == 0) {
            print_row(m, &bar, ticked);
        }
    }
    progress_clear(&bar);
    m->bar = NULL;
    return ticked;
}

static void print_result(const crowd_options *options, const crowd_result *what) {
    if (options->format == FORMAT_JSON) {
        print_crowd_json(what);
    } else if (options->format == FORMAT_TEXT) {
        print_crowd(what);
    } else if (options->transitions) {
        print_moves_csv(what->of);
    }
}

static int say_interrupted(const crowd_result *what) {
    uint64_t agents = what->of->how.agents;
    uint64_t ahead = what->of->agent_ticks - what->ticks * agents;
    fprintf(stderr, "wits crowd: interrupted after %llu of %llu ticks", (unsigned long long)what->ticks,
            (unsigned long long)what->planned);
    if (ahead > 0) {
        fprintf(stderr, "; %llu of %llu agents have done one more", (unsigned long long)ahead,
                (unsigned long long)agents);
    }
    fputc('\n', stderr);
    return STATUS_INTERRUPTED;
}

static int live(const crowd_options *options, many *m, const crowd_given *given) {
    uint64_t ticks = options->ticks_given ? options->ticks
                     : options->inputs    ? inputs_last_tick(&given->in)
                                          : (uint64_t)DEFAULT_TICKS;
    interrupt_catch();
    if (options->context != NULL) {
        roster_apply(&given->agents, m->desc, m);
    }
    if (!many_start(m, &given->in)) {
        if (interrupt_asked()) {
            fprintf(stderr, "wits crowd: interrupted before the first tick\n");
        }
        return interrupt_asked() ? STATUS_INTERRUPTED : STATUS_WRONG;
    }
    crowd_result what = {.of = m, .planned = ticks, .shown = options->shown, .shown_count = options->shown_count};
    what.ticks = run_ticks(options, m, ticks);
    print_result(options, &what);
    int status = finish_output(stdout, "standard output");
    return status == STATUS_DONE && what.ticks < ticks ? say_interrupted(&what) : status;
}

// -------------------------------------------------------------------------------------------------------------- set-up

static bool check_shown(const crowd_options *options, uint64_t agents) {
    for (size_t i = 0; i < options->shown_count; i++) {
        if (options->shown[i] >= agents) {
            say_misuse(name, "--show %llu: the last agent is %llu", (unsigned long long)options->shown[i],
                       (unsigned long long)agents - 1);
            return false;
        }
    }
    return true;
}

/// Everything that can be wrong is found here.
static int read_given(const crowd_options *options, const wits_file *file, crowd_given *to) {
    const wits_desc *desc = wits_file_desc(file);
    const wits_brain *brain = wits_file_brain(file);
    bool good = options->inputs == NULL || inputs_read(options->inputs, desc, brain, &to->in);
    if (options->context != NULL && !roster_read(options->context, desc, options->agents, &to->agents)) {
        good = false;
    }
    if (!good) {
        return STATUS_WRONG;
    }
    wits_function *functions = allocate(desc->function_count, sizeof *functions);
    for (uint32_t row = 0; row < desc->function_count; row++) {
        functions[row] = host_function(&desc->functions[row]);
    }
    const sets_about about = {name, desc, brain, functions, desc->function_count};
    int status = sets_read(&about, options->sets, options->set_count, &to->set);
    free(functions);
    return status;
}

static int run_crowd(const crowd_options *options, const wits_file *file, const crowd_given *given) {
    uint64_t agents = options->context != NULL ? given->agents.row_count
                      : options->agents != 0   ? options->agents
                                               : (uint64_t)DEFAULT_AGENTS;
    if (!check_shown(options, agents)) {
        return STATUS_MISUSE;
    }
    const many_options how = {.agents = agents,
                              .threads = choose_threads(options, agents),
                              .seed = options->seed,
                              .path = (wits_crowd_path)options->path,
                              .simd = choose_simd(options),
                              .counts_moves = options->transitions};
    many crowd;
    int status = STATUS_WRONG;
    if (many_begin(wits_file_desc(file), wits_file_brain(file), &given->set, how, &crowd)) {
        status = live(options, &crowd, given);
    }
    many_end(&crowd);
    return status;
}

static int run(int argc, char **argv) {
    crowd_options options = {0};
    crowd_given given = {0};
    int status = STATUS_MISUSE;
    if (read_options(argc, argv, &options)) {
        wits_file *file = load_brain(options.brain);
        status = file != NULL ? read_given(&options, file, &given) : STATUS_WRONG;
        if (status == STATUS_DONE) {
            status = run_crowd(&options, file, &given);
        }
        wits_file_free(file);
    }
    inputs_free(&given.in);
    roster_free(&given.agents);
    sets_free(&given.set);
    free(options.sets);
    free(options.shown);
    return status;
}

const tool_command crowd_command = {
    .name = name,
    .run = run,
    .summary = "lets many agents live, and counts them",
    .help = "Usage: wits crowd FILE [options]\n"
            "\n"
            "Starts many agents of the brain, with ids from 0, and lets them live. Then prints how many are in each\n"
            "state, how fast it was, and a hash of all agents. Agent i decides as 'wits run --agent i' does.\n"
            "\n"
            "  --agents N            so many; without it as many as the context has rows, else 1000\n"
            "  --ticks N             so many ticks; without it up to the last row of the inputs, else 100\n"
            "  --threads N           on so many threads; without it one for each 8192 agents, at most one for each\n"
            "                        processor; results are the same\n"
            "  --seed S              of the brain's randomness (0)\n"
            "  --set NAME=EXPRESSION a field, or what 'name()' gives, evaluated for each agent before the start; may\n"
            "                        be given several times\n"
            "  --context FILE.csv    what each agent knows at first: a row of fields, then one row an agent\n"
            "  --inputs FILE.csv     what happens to all of them, as for 'run'\n"
            "  --format text|json    for reading (text), or one JSON object\n"
            "  --format csv          agents of each state over time: a row a tick; with --every N one in N ticks\n"
            "  --transitions         how many agents went from which state to which; with --format csv as a matrix\n"
            "  --show ID             the state and fields of one agent at the end; may be given several times\n"
            "  --path single|masks|groups, --simd baseline|avx2|avx512\n"
            "                        how agents are run, for tests and measurements; results are the same\n"
            "\n"
            "'-' in place of a file is standard input. Ctrl-C stops early and prints what has been done.\n"
            "\n"
            "Example:\n"
            "  wits crowd brains/villager.yaml --agents 100000 --ticks 500 --set \"hunger=random\"\n",
};
