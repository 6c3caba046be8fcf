// SPDX-License-Identifier: MIT
// The command `wits reach`: finds the shortest run to a state or condition.
#include "prove/cover_goals.h"

#include <getopt.h>
#include <string.h>

static const char name[] = "reach";

enum { STATUS_NOWHERE = 3, STATUS_NOT_FOUND = 4 };

typedef struct reach_options {
    const char *brain;
    const char *where;  ///< a state or an expression; null: --all
    const char *output;
    bool all;
    wits_prove_options limits;
} reach_options;

static bool read_options(int argc, char **argv, reach_options *options) {
    static const struct option known[] = {
        SEARCH_OPTIONS, {"output", required_argument, NULL, 'o'}, {"all", no_argument, NULL, 'a'}, {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (found != 'o' && found != 'a' && !search_take_option(name, found, &options->limits)) {
            return false;
        }
        options->all = options->all || found == 'a';
        options->output = found == 'o' ? optarg : options->output;
    }
    if (options->all) {
        options->brain = only_argument(name, argc, argv);
        if (options->brain != NULL && options->output == NULL) {
            say_misuse(name, "--all needs -o FOLDER for the runs");
        }
        return options->brain != NULL && options->output != NULL;
    }
    if (argc - optind != 2) {
        say_misuse(name, argc - optind < 2 ? "expected a brain, and a state or an expression"
                                           : "too many arguments; put an expression in quotes");
        return false;
    }
    options->brain = argv[optind];
    options->where = argv[optind + 1];
    return true;
}

/// Converts the name or path of a state to a condition.
static void text_condition(text *to, const wits_file *file, const char *where) {
    const bool is_state = strcmp(where, "/") == 0 || wits_find_state(wits_file_brain(file), where) != WITS_NONE;
    text_format(to, is_state ? "in(%s)" : "%s", where);
}

static int say_mistakes(const wits_prover *prover, const char *where) {
    for (uint32_t i = 0; i < wits_prover_mistake_count(prover); i++) {
        say_error("'%s': %s", where, wits_prover_mistakes(prover)[i].message);
    }
    return STATUS_WRONG;
}

/// Prints that nothing was found. `own` are the fields that only the brain changes, or with `is_given` those that the
/// game sets, too.
static void print_nowhere(const wits_proof *proof, const char *where, const host_fields *own, bool is_given) {
    text line = {0};
    const bool is_refuted = proof->verdict == WITS_PROOF_REFUTED;
    text_add(&line, is_refuted ? "nothing leads to " : "nothing was found that leads to ");
    text_add(&line, where);
    if (own->count > 0) {
        text_format(&line, is_given ? ", even if the game sets %s" : " while only the brain changes %s",
                    text_of(&own->names));
    }
    text_add(&line, ": ");
    text_count(&line, proof->situations);
    text_add(&line, proof->situations == 1 ? " situation, " : " situations, ");
    text_count(&line, proof->ticks);
    text_add(&line, proof->ticks == 1 ? " tick\n" : " ticks\n");
    for (uint32_t i = 0; i < proof->why_count; i++) {
        text_format(&line, "  %s\n", proof->why[i]);
    }
    fputs(text_of(&line), stdout);
    text_free(&line);
}

static int print_found(const reach_options *options, const prove_report *of, const wits_proof *proof) {
    int status = STATUS_DONE;
    if (options->output != NULL) {
        run_files run = run_files_of(of->file, of->prover, &proof->run, false);
        status = run_files_write(name, &run, options->output);
        run_files_free(&run);
    }
    if (status == STATUS_DONE && (options->output == NULL || strcmp(options->output, "-") != 0)) {
        print_proof_run(of, proof, options->output);
    }
    return status;
}

/// Searches again, but the game also sets the fields that the brain assigns. `before` is the first search.
static int look_with_host(const reach_options *options, wits_file *file, const wits_property *property,
                          const wits_prover *before, host_fields *own) {
    const wits_prove_about about = {wits_file_desc(file), &own->promises, property, 1, false};
    wits_prover *prover = wits_prover_new(&about, &options->limits);
    if (prover == NULL) {
        return say_error("not enough memory");
    }
    const bool is_whole = prover_watch(prover);
    const wits_proof *first = wits_prover_proof(before, 0);
    const wits_proof *proof = wits_prover_proof(prover, 0);
    const prove_report made = {.path = options->brain, .file = file, .desc = wits_file_desc(file), .prover = prover};
    const bool is_known = first->verdict == WITS_PROOF_REFUTED;
    int status = !is_whole                              ? STATUS_INTERRUPTED
                 : proof->verdict == WITS_PROOF_REFUTED ? STATUS_NOWHERE
                                                        : STATUS_NOT_FOUND;
    if (proof->run.is_there || is_known) {
        print_nowhere(first, options->where, own, false);
    }
    if (proof->run.is_there) {
        printf("it can be reached if the game sets %s ('host: true' in the file):\n", text_of(&own->names));
        status = print_found(options, &made, proof);
    } else {
        print_nowhere(proof, options->where, own, true);
    }
    wits_prover_free(prover);
    return status;
}

static int look(const reach_options *options, wits_file *file, const char *condition) {
    const wits_property property = {.kind = WITS_PROPERTY_REACH,
                                    .name = "reach",
                                    .condition = {.text = condition},
                                    .text = condition,
                                    .file = options->brain};
    const wits_prove_about about = {wits_file_desc(file), wits_file_promises(file), &property, 1, false};
    wits_prover *prover = wits_prover_new(&about, &options->limits);
    int status = STATUS_WRONG;
    if (prover == NULL) {
        return say_error("not enough memory");
    }
    if (wits_prover_mistake_count(prover) > 0) {
        status = say_mistakes(prover, options->where);
    } else {
        const bool is_whole = prover_watch(prover);
        const wits_proof *proof = wits_prover_proof(prover, 0);
        const prove_report made = {
            .path = options->brain, .file = file, .desc = wits_file_desc(file), .prover = prover};
        host_fields own = host_fields_of(file, prover);
        if (proof->run.is_there) {
            status = print_found(options, &made, proof);
        } else if (is_whole && own.count > 0) {
            status = look_with_host(options, file, &property, prover, &own);
        } else {
            print_nowhere(proof, options->where, &own, false);
            status = !is_whole                              ? STATUS_INTERRUPTED
                     : proof->verdict == WITS_PROOF_REFUTED ? STATUS_NOWHERE
                                                            : STATUS_NOT_FOUND;
        }
        host_fields_free(&own);
        const int written = finish_output(stdout, "standard output");
        status = written != STATUS_DONE ? written : status;
    }
    wits_prover_free(prover);
    return status;
}

/// Prints the assumption that limits the runs of --all.
static void print_own(const wits_file *file, const wits_prover *prover) {
    host_fields own = host_fields_of(file, prover);
    if (own.count > 0) {
        printf("assumed:\n  only the brain changes %s ('host: true' says otherwise)\n", text_of(&own.names));
    }
    host_fields_free(&own);
}

/// Writes a few runs that together cover everything reachable, one file each.
static int write_all(const reach_options *options, wits_file *file) {
    goal_search search = goal_search_begin(file, NULL, &options->limits);
    if (search.prover == NULL || wits_prover_mistake_count(search.prover) > 0) {
        const int status = search.prover != NULL ? say_prove_mistakes(file, NULL, search.prover) : STATUS_WRONG;
        goal_search_end(&search);
        return status;
    }
    const bool is_whole = prover_watch(search.prover);
    const uint32_t count = wits_prover_cover_run_count(search.prover);
    int status = is_whole ? STATUS_DONE : STATUS_INTERRUPTED;
    for (uint32_t i = 0; i < count && (status == STATUS_DONE || !is_whole); i++) {
        const wits_proof_run *of = wits_prover_cover_run(search.prover, i);
        text path = {0};
        run_files files = run_files_of(file, search.prover, of, false);
        text_format(&path, "%s/%s-%u.csv", options->output, wits_file_desc(file)->states[WITS_ROOT].name,
                    (unsigned)i + 1);
        const int written = run_files_write(name, &files, text_of(&path));
        if (written == STATUS_DONE) {
            printf("%s: %u ticks\n", text_of(&path), (unsigned)of->ticks);
        }
        status = written != STATUS_DONE ? written : status;
        text_free(&path);
        run_files_free(&files);
    }
    print_own(file, search.prover);
    if (status == STATUS_DONE && !goal_search_is_whole(&search)) {
        status = STATUS_NOT_FOUND;
    }
    goal_search_end(&search);
    const int written = finish_output(stdout, "standard output");
    return written != STATUS_DONE ? written : status;
}

static int run(int argc, char **argv) {
    reach_options options = {.limits.most_combinations = FINDING_COMBINATIONS};
    if (!read_options(argc, argv, &options)) {
        return STATUS_MISUSE;
    }
    wits_file *file = load_brain(options.brain);
    if (file == NULL) {
        return STATUS_WRONG;
    }
    text condition = {0};
    int status;
    if (options.all) {
        status = write_all(&options, file);
    } else {
        text_condition(&condition, file, options.where);
        status = look(&options, file, text_of(&condition));
    }
    text_free(&condition);
    wits_file_free(file);
    return status;
}

const tool_command reach_command = {
    .name = name,
    .run = run,
    .summary = "find a shortest run that reaches a state",
    .help =
        "Usage: wits reach FILE STATE|EXPRESSION [-o FILE.csv] [options]\n"
        "       wits reach FILE --all -o FOLDER [options]\n"
        "\n"
        "Finds inputs that reach a state in the fewest ticks, or that make an expression true. Expressions are those\n"
        "of properties: 'in(combat) and health < 0.2', 'calls(strike)'. The inputs keep the host's promises. The "
        "first\n"
        "search assumes that only the brain changes the fields that it assigns. If it finds nothing, a second search\n"
        "lets the game set them, too, and the answer says so.\n"
        "\n"
        "  -o, --output FILE.csv\n"
        "                       write the inputs, for wits run\n"
        "  --all                find a few runs that together reach every reachable state, option and transition,\n"
        "                       and write them to a folder as BRAIN-1.csv and so on\n" SEARCH_HELP_FINDING "\n"
        "Exit status: 0 found; 1 error in the brain or the expression; 2 error in the command line; 3 proven to be\n"
        "unreachable; 4 not found, but the search was incomplete; 130 interrupted.\n"
        "\n"
        "Example:\n"
        "  wits reach brains/guard.yaml combat/listen\n",
};
