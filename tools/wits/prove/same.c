// SPDX-License-Identifier: MIT
// The command `wits same`: compares the behaviour of two brains.
#include "agent/run.h"
#include "common/tool.h"
#include "prove/prove.h"

#include <getopt.h>
#include <string.h>

static const char name[] = "same";

enum { STATUS_NOT_FOUND = 4 };

typedef struct same_options {
    const char *brains[2];
    const char *folder;
    wits_prove_options limits;
} same_options;

static bool read_options(int argc, char **argv, same_options *options) {
    static const struct option known[] = {SEARCH_OPTIONS, {"output", required_argument, NULL, 'o'}, {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (found == 'o') {
            options->folder = optarg;
        } else if (!search_take_option(name, found, &options->limits)) {
            return false;
        }
    }
    if (argc - optind != 2) {
        say_misuse(name,
                   argc - optind < 2 ? "expected two brain files" : "too many arguments; expected two brain files");
        return false;
    }
    options->brains[0] = argv[optind];
    options->brains[1] = argv[optind + 1];
    return true;
}

// ------------------------------------------------------------------------------------------------------------- results

/// The inputs of a run after which two brains differ.
typedef struct comparison {
    const same_brains *of;
    const wits_proof *proof;
    run_files first;  ///< files for the first brain
    text second;      ///< inputs for the second brain
    const text *inputs[2];
    const text *targets[2];                      ///< by kind
    text second_targets[WITS_MAX_TARGET_KINDS];  ///< those of `first`, in the order of the second brain's kinds
    text paths[2];                               ///< paths of the inputs
    bool one_file;                               ///< both brains have the same inputs
} comparison;

static void make_inputs(comparison *of) {
    const wits_proof_run *run = &of->proof->run;
    const wits_desc *first = wits_file_desc(of->of->files[0]);
    of->first = run_files_of(of->of->files[0], of->of->prover, run, false);
    text_second_run(&of->second, first, of->of->prover, run);
    of->inputs[0] = &of->first.inputs;
    of->inputs[1] = &of->second;
    of->one_file = strcmp(text_of(of->inputs[0]), text_of(of->inputs[1])) == 0;
    for (size_t i = 0; i < 2; i++) {
        if (of->of->folder != NULL) {
            text_format(&of->paths[i], "%s/", of->of->folder);
        }
        text file = {0};
        text_run_name(&file, first, of->proof->property, "");
        text_add_bytes(&of->paths[i], text_of(&file), file.length - strlen(".csv"));
        text_add(&of->paths[i], of->one_file ? ".csv" : i == 0 ? "-first.csv" : "-second.csv");
        text_free(&file);
    }
}

/// Orders targets for the second brain, whose kinds have the same names but maybe another order.
static void order_targets(comparison *of) {
    const wits_desc *first = wits_file_desc(of->of->files[0]);
    const wits_brain *second = wits_file_brain(of->of->files[1]);
    for (uint32_t kind = 0; kind < first->target_count; kind++) {
        of->second_targets[wits_find_target_kind(second, first->targets[kind].name)] = of->first.targets[kind];
    }
    of->targets[0] = of->first.targets;
    of->targets[1] = of->second_targets;
}

static int write_inputs(const comparison *of) {
    int status = STATUS_DONE;
    for (size_t i = 0; i < (of->one_file ? 1u : 2u) && status == STATUS_DONE && of->of->folder != NULL; i++) {
        status = write_output(name, of->inputs[i], text_of(&of->paths[i]));
    }
    if (status == STATUS_DONE && of->of->folder != NULL) {
        status = run_files_write_targets(name, &of->first, text_of(&of->paths[0]));
    }
    return status;
}

static void print_command(const comparison *of, size_t brain) {
    const wits_proof_run *run = &of->proof->run;
    text line = {0};
    text_add(&line, "  wits run ");
    text_shell_word(&line, of->of->paths[brain]);
    text_add(&line, " --inputs ");
    text_shell_word(&line, text_of(&of->paths[brain]));
    text_target_options(&line, &of->first, text_of(&of->paths[0]));
    text_add(&line, run->ticks == 0 ? " --ticks 0" : "");
    if (run->agent != 0) {
        text_format(&line, " --agent %llu", (unsigned long long)run->agent);
    }
    text_add(&line, "\n");
    fputs(text_of(&line), stdout);
    text_free(&line);
}

/// Prints the behaviour of both brains, and how to reproduce it.
static void print_runs(comparison *of) {
    const wits_proof_run *run = &of->proof->run;
    for (size_t i = 0; i < 2; i++) {
        agent_run_options who = {.brain = of->of->paths[i],
                                 .file = of->of->files[i],
                                 .inputs = "the run",
                                 .inputs_text = of->inputs[i],
                                 .target_texts = of->targets[i],
                                 .agent = run->agent,
                                 .end = "--ticks",
                                 .last = run->ticks};
        printf("%s:\n", of->of->paths[i]);
        run_print(&who);
    }
    if (of->of->folder == NULL) {
        printf("To run it again, with these inputs as %s (--output writes them):\n",
               of->one_file ? text_of(&of->paths[0]) : "two files");
    }
    for (size_t i = 0; i < 2; i++) {
        print_command(of, i);
    }
    for (size_t i = 0; i < (of->one_file ? 1u : 2u) && of->of->folder == NULL; i++) {
        if (!of->one_file) {
            printf("%s:\n", text_of(&of->paths[i]));
        }
        fputs(text_of(of->inputs[i]), stdout);
    }
    if (of->of->folder == NULL) {
        print_run_files(&of->first, NULL, text_of(&of->paths[0]));
    }
}

void text_same_verdict(text *to, const wits_proof *proof) {
    if (proof->verdict == WITS_PROOF_PROVEN) {
        text_add(to, "proven: they behave the same");
    } else if (proof->verdict == WITS_PROOF_REFUTED && proof->run.ticks == 0) {
        text_add(to, "they differ at the start");
    } else if (proof->verdict == WITS_PROOF_REFUTED) {
        text_format(to, "they differ after %u tick%s", (unsigned)proof->run.ticks, proof->run.ticks == 1 ? "" : "s");
    } else {
        text_add(to, "not found: no certain difference, and no proof that there is none");
    }
    text_add(to, " (");
    text_count(to, proof->situations);
    text_add(to, proof->complete ? " situations, " : " situations so far, ");
    text_count(to, proof->ticks);
    text_add(to, " ticks");
}

static void print_verdict(const wits_proof *proof) {
    text line = {0};
    text_same_verdict(&line, proof);
    text_format(&line, ", %.2f s)\n", proof->seconds);
    for (uint32_t i = 0; i < proof->why_count; i++) {
        text_format(&line, "  %s\n", proof->why[i]);
    }
    fputs(text_of(&line), stdout);
    text_free(&line);
}

int print_same_runs(const same_brains *of) {
    comparison made = {.of = of, .proof = wits_prover_proof(of->prover, 0)};
    make_inputs(&made);
    order_targets(&made);
    const int status = write_inputs(&made);
    if (status == STATUS_DONE) {
        print_runs(&made);
    }
    run_files_free(&made.first);
    text_free(&made.second);
    text_free(&made.paths[0]);
    text_free(&made.paths[1]);
    return status;
}

static int report(const same_brains *of, bool is_whole) {
    const wits_proof *proof = wits_prover_proof(of->prover, 0);
    print_verdict(proof);
    int status = proof->verdict == WITS_PROOF_REFUTED ? print_same_runs(of) : STATUS_DONE;
    print_assumed(of->prover);
    const int written = finish_output(stdout, "standard output");
    status = status == STATUS_DONE ? written : status;
    return status != STATUS_DONE                    ? status
           : proof->verdict == WITS_PROOF_REFUTED   ? STATUS_DIFFERENT
           : !is_whole                              ? STATUS_INTERRUPTED
           : proof->verdict == WITS_PROOF_NOT_FOUND ? STATUS_NOT_FOUND
                                                    : STATUS_DONE;
}

// ----------------------------------------------------------------------------------------------------------------- run

static int say_mistakes(const wits_prover *prover) {
    for (uint32_t i = 0; i < wits_prover_mistake_count(prover); i++) {
        say_error("%s", wits_prover_mistakes(prover)[i].message);
    }
    return STATUS_WRONG;
}

wits_prover *same_prover_of(wits_file *const files[2], const wits_prove_options *limits) {
    wits_prove_about about[2];
    for (size_t i = 0; i < 2; i++) {
        about[i] = (wits_prove_about){.desc = wits_file_desc(files[i]), .promises = wits_file_promises(files[i])};
    }
    return wits_same_new(&about[0], &about[1], limits);
}

static int compare(const same_options *options, wits_file *const files[2]) {
    wits_prover *prover = same_prover_of(files, &options->limits);
    if (prover == NULL) {
        return say_error("not enough memory");
    }
    int status;
    if (wits_prover_mistake_count(prover) > 0) {
        status = say_mistakes(prover);
    } else {
        const bool is_whole = prover_watch(prover);
        const same_brains of = {.paths = {options->brains[0], options->brains[1]},
                                .files = {files[0], files[1]},
                                .prover = prover,
                                .folder = options->folder};
        status = report(&of, is_whole);
    }
    wits_prover_free(prover);
    return status;
}

static int run(int argc, char **argv) {
    same_options options = {.folder = NULL};
    if (!read_options(argc, argv, &options)) {
        return STATUS_MISUSE;
    }
    wits_file *files[2] = {load_brain(options.brains[0]), NULL};
    files[1] = files[0] != NULL ? load_brain(options.brains[1]) : NULL;
    const int status = files[1] != NULL ? compare(&options, files) : STATUS_WRONG;
    wits_file_free(files[0]);
    wits_file_free(files[1]);
    return status;
}

const tool_command same_command = {
    .name = name,
    .run = run,
    .summary = "prove that two brains behave the same, or show where they differ",
    .help =
        "Usage: wits same FILE OTHER [options]\n"
        "\n"
        "Explores every situation that two agents, one of each brain, can get into with the same inputs. It compares\n"
        "their active states, by path, and the host actions that they call, after every tick. It reports: proven; the\n"
        "shortest run after which they differ; or not found, with the reason. Both brains must have the same host\n"
        "fields, functions and events. docs/proving.md has more.\n"
        "\n" SEARCH_HELP "  -o, --output FOLDER  write the inputs of the run as BRAIN-same.csv\n"
        "\n"
        "Exit status: 0 proven; 1 error in a brain, or the brains cannot be compared; 2 error in the command line;\n"
        "3 they differ; 4 not found; 130 interrupted.\n"
        "\n"
        "Example:\n"
        "  wits same brains/guard.yaml guard-of-yesterday.yaml\n",
};
