// SPDX-License-Identifier: MIT
// wits cover: reports how much of a brain's behaviour some runs exercise.
#include "agent/agent_run.h"
#include "prove/cover_goals.h"

#include "wits/explain.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "cover";

enum { STATUS_MISSING = 3, STATUS_NOT_FOUND = 4 };

typedef struct cover_options {
    const char *brain;
    agent_run_options *runs;  ///< one for each inputs file, with its targets
    size_t count, capacity;
    wits_prove_options limits;
} cover_options;

static void add_run(cover_options *options, const char *path) {
    options->runs = grow(options->runs, &options->capacity, options->count + 1, sizeof *options->runs);
    options->runs[options->count++] = (agent_run_options){.inputs = path};
}

/// Targets belong to the preceding inputs.
static bool take_option(int found, cover_options *options) {
    if (found == 'i') {
        add_run(options, optarg);
        return true;
    }
    if (found == 'K' && options->count == 0) {
        say_misuse(name, "--targets %s must follow its --inputs", optarg);
        return false;
    }
    return found == 'K' ? agent_run_take_option(name, found, &options->runs[options->count - 1])
                        : search_take_option(name, found, &options->limits);
}

static bool read_options(int argc, char **argv, cover_options *options) {
    static const struct option known[] = {SEARCH_OPTIONS,
                                          {"inputs", required_argument, NULL, 'i'},
                                          {"targets", required_argument, NULL, 'K'},
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":", known); found != -1;
         found = next_option(name, argc, argv, ":", known)) {
        if (!take_option(found, options)) {
            return false;
        }
    }
    if (optind == argc) {
        say_misuse(name, "missing brain file");
        return false;
    }
    options->brain = argv[optind];
    for (int i = optind + 1; i < argc; i++) {
        add_run(options, argv[i]);
    }
    if (options->count == 0) {
        say_misuse(name, "missing --inputs FILE.csv; coverage is measured on runs");
        return false;
    }
    return true;
}

/// Runs one inputs file and notes what it covers and which fields it sets.
static int cover_with(wits_file *file, agent_run_options *who, bool *covered, wits_promise *fields) {
    agent_run one;
    who->brain = wits_file_name(file);
    who->file = file;
    int status = agent_run_prepare(name, who, false, &one);
    if (status == STATUS_DONE) {
        const wits_brain *brain = one.agent.mind.brain;
        const size_t size = wits_explain_size(brain);
        void *memory = allocate(size, 1);
        wits_explain why;
        for (uint32_t i = 0; i < one.agent.desc->field_count; i++) {
            fields[i].host = inputs_set_field(&one.in, i) ? WITS_GIVER_HOST : fields[i].host;
        }
        one.agent.frame.explain = &why;
        for (uint64_t tick = 0; tick <= one.last; tick++) {
            const uint32_t calls = tick > 0 ? agent_run_inputs(&one, (uint32_t)tick) : 1;
            for (uint32_t i = 0; i < calls; i++) {
                wits_explain_begin(&why, brain, memory, size);
                agent_sim_call(&one.agent, tick > 0 ? agent_run_call(&one, (uint32_t)tick, i)
                                                    : (input_call){INPUT_START, WITS_NONE});
                wits_cover_note(one.agent.desc, brain, one.agent.agent, &why, covered);
            }
        }
        one.agent.frame.explain = NULL;
        free(memory);
    }
    agent_run_end(&one);
    return status;
}

static const char *plural_of(wits_cover_what what, bool is_one) {
    static const char *const words[][2] = {{"state", "states"},
                                           {"option", "options"},
                                           {"transition", "transitions"},
                                           {"condition that does not hold", "conditions that do not hold"}};
    return words[what][is_one ? 0 : 1];
}

/// Writes "12 of 14 states, 3 of 3 options ..., of what can be reached".
static void text_counts(text *to, const wits_file *file, const goal_search *of, const bool *covered) {
    const wits_desc *desc = wits_file_desc(file);
    uint32_t there[4] = {0};
    uint32_t covered_of[4] = {0};
    for (uint32_t i = 0; i < wits_cover_count(desc); i++) {
        wits_cover_goal goal;
        if (wits_cover_goal_at(desc, wits_file_brain(file), i, &goal) &&
            (wits_prover_covers(of->prover, i) || covered[i])) {
            there[goal.what]++;
            covered_of[goal.what] += covered[i];
        }
    }
    const char *between = "";
    for (uint32_t what = 0; what < 4; what++) {
        if (there[what] > 0) {
            text_format(to, "%s%u of %u %s", between, (unsigned)covered_of[what], (unsigned)there[what],
                        plural_of((wits_cover_what)what, there[what] == 1));
            between = ", ";
        }
    }
    text_add(to, goal_search_is_whole(of) ? "; of everything reachable\n" : "; of everything found so far\n");
}

/// Writes the goals that are reachable but not covered. Returns their number.
static uint32_t text_missing(text *to, const wits_file *file, const goal_search *of, const bool *covered) {
    const wits_desc *desc = wits_file_desc(file);
    uint32_t count = 0;
    for (uint32_t i = 0; i < wits_cover_count(desc); i++) {
        wits_cover_goal goal;
        if (!covered[i] && wits_prover_covers(of->prover, i) &&
            wits_cover_goal_at(desc, wits_file_brain(file), i, &goal)) {
            const place at = place_of_goal(file, &goal);
            text_format(to, "%s:%u:%u: not covered: ", at.file, (unsigned)at.line, (unsigned)at.column);
            text_goal(to, file, &goal);
            text_add(to, "\n");
            count++;
        }
    }
    return count;
}

/// Writes the assumptions about fields that the brain assigns and no inputs set.
static void text_own(text *to, const wits_file *file, const goal_search *of) {
    host_fields own = host_fields_of(file, of->prover);
    if (own.count > 0) {
        text_format(to, "assumed:\n  only the brain changes %s ('host: true' says otherwise)\n", text_of(&own.names));
    }
    host_fields_free(&own);
}

static int report(const wits_file *file, const goal_search *of, const bool *covered) {
    text all = {0};
    text_counts(&all, file, of, covered);
    const uint32_t missing = text_missing(&all, file, of, covered);
    const wits_proof *proof = goal_search_proof(of);
    for (uint32_t i = 0; i < proof->why_count; i++) {
        text_format(&all, "  %s\n", proof->why[i]);
    }
    text_own(&all, file, of);
    fwrite(text_of(&all), 1, all.length, stdout);
    text_free(&all);
    const int status = finish_output(stdout, "standard output");
    return status != STATUS_DONE       ? status
           : missing > 0               ? (int)STATUS_MISSING
           : !goal_search_is_whole(of) ? (int)STATUS_NOT_FOUND
                                       : (int)STATUS_DONE;
}

static int cover(const cover_options *options) {
    wits_file *file = load_brain(options->brain);
    if (file == NULL) {
        return STATUS_WRONG;
    }
    int status = STATUS_DONE;
    const uint32_t fields = wits_file_desc(file)->field_count;
    bool *covered = allocate(wits_cover_count(wits_file_desc(file)), sizeof *covered);
    wits_promises promises = *wits_file_promises(file);
    wits_promise *given = allocate((size_t)fields + 1, sizeof *given);
    for (uint32_t i = 0; i < fields; i++) {
        given[i] = promises.fields[i];
    }
    promises.fields = given;
    for (size_t i = 0; i < options->count && status == STATUS_DONE; i++) {
        status = cover_with(file, &options->runs[i], covered, given);
    }
    if (status == STATUS_DONE) {
        goal_search search = goal_search_begin(file, &promises, &options->limits);
        if (search.prover == NULL) {
            status = STATUS_WRONG;
        } else if (wits_prover_mistake_count(search.prover) > 0) {
            status = say_error("%s: %s", shown_path(options->brain), wits_prover_mistakes(search.prover)[0].message);
        } else {
            const bool is_whole = prover_watch(search.prover);
            const int reported = report(file, &search, covered);
            status = is_whole ? reported : (int)STATUS_INTERRUPTED;
        }
        goal_search_end(&search);
    }
    free(given);
    free(covered);
    wits_file_free(file);
    return status;
}

static int run(int argc, char **argv) {
    cover_options options = {.brain = NULL};
    const int status = read_options(argc, argv, &options) ? cover(&options) : STATUS_MISUSE;
    for (size_t i = 0; i < options.count; i++) {
        agent_run_options_free(&options.runs[i]);
    }
    free(options.runs);
    return status;
}

const tool_command cover_command = {
    .name = name,
    .run = run,
    .summary = "report how much of a brain some runs cover",
    .help =
        "Usage: wits cover FILE --inputs A.csv [--targets KIND=FILE.csv] [--inputs B.csv ...] [C.csv ...]\n"
        "\n"
        "Runs the brain with each inputs file and reports the coverage of everything that is reachable: states,\n"
        "options that are chosen, transitions that fire, and transition conditions that are false. Each missing item\n"
        "is listed with its position. Unreachable items do not count.\n"
        "\n"
        "  --inputs FILE.csv    inputs, as for 'wits run'; several files may follow. The game is assumed to set\n"
        "                       every field that they set\n"
        "  --targets KIND=FILE.csv\n"
        "                       targets of a kind, for the preceding inputs; one file for each kind\n" SEARCH_HELP "\n"
        "Exit status: 0 all is covered; 1 error in the brain or the inputs; 2 error in the command line; 3 something\n"
        "is not covered; 4 everything found is covered, but the search was incomplete; 130 interrupted.\n"
        "\n"
        "Example:\n"
        "  wits cover brains/guard.yaml --inputs examples/guard-night.csv\n",
};
