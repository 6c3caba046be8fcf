// SPDX-License-Identifier: MIT
// The command `wits migrate`: proves what saves of a brain lose when a new version of the brain loads them.
#include "common/json.h"
#include "common/tool.h"
#include "prove/migration.h"

#include <getopt.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "migrate";

enum { STATUS_LOSSES = 3, STATUS_NOT_FOUND = 4 };

typedef struct migrate_options {
    const char *brains[2];  ///< the old one, the new one
    const char *folder;
    bool json;
    wits_prove_options limits;
} migrate_options;

static bool read_options(int argc, char **argv, migrate_options *options) {
    static const char *const formats[] = {"text", "json", NULL};
    static const struct option known[] = {SEARCH_OPTIONS,
                                          {"output", required_argument, NULL, 'o'},
                                          {"format", required_argument, NULL, 'f'},
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (found == 'o') {
            options->folder = optarg;
        } else if (found == 'f') {
            const int format = read_choice(name, "--format", optarg, formats);
            if (format < 0) {
                return false;
            }
            options->json = format == 1;
        } else if (!search_take_option(name, found, &options->limits)) {
            return false;
        }
    }
    if (argc - optind != 2) {
        say_misuse(name, argc - optind < 2 ? "expected two brain files, the old one and the new one"
                                           : "too many arguments; expected two brain files");
        return false;
    }
    options->brains[0] = argv[optind];
    options->brains[1] = argv[optind + 1];
    return true;
}

// ------------------------------------------------------------------------------------------------------------- results

static int write_runs(migration *m, const char *folder) {
    const wits_desc *desc = wits_file_desc(m->files[0]);
    int status = STATUS_DONE;
    for (size_t i = 0; i < m->loss_count && folder != NULL && status == STATUS_DONE; i++) {
        found_loss *of = &m->losses[i];
        if (of->run == NULL) {
            continue;
        }
        loss_run run;
        text file = {0};
        loss_run_make(&run, m, i);
        text_run_name(&file, desc, &run.property, "");
        text_format(&of->file, "%s/%s", folder, text_of(&file));
        run_files files = run_files_of(m->files[0], m->prover, of->run, false);
        status = run_files_write(name, &files, text_of(&of->file));
        run_files_free(&files);
        text_free(&file);
    }
    return status;
}

static void text_kept(text *to, const char *noun, uint32_t kept, uint32_t all) {
    text_format(to, "%s%u of %u %s%s", to->length > 0 ? ", " : "", (unsigned)kept, (unsigned)all, noun,
                all == 1 ? "" : "s");
}

typedef struct kept_counts {
    uint32_t states, events, fields;
} kept_counts;

static kept_counts count_kept(const migration *m) {
    kept_counts kept = {0};
    for (uint32_t i = 1; i < wits_state_count(m->from); i++) {
        kept.states += wits_versions_state(m->versions, (wits_state_id)i) != WITS_NONE;
    }
    for (uint32_t i = 0; i < wits_event_count(m->from); i++) {
        kept.events += wits_versions_event(m->versions, i) != WITS_NONE;
    }
    for (uint32_t i = 0; i < wits_field_count(m->from); i++) {
        kept.fields += wits_versions_field(m->versions, i) != WITS_NONE;
    }
    return kept;
}

static void print_kept(const migration *m) {
    text line = {0};
    const kept_counts kept = count_kept(m);
    text_kept(&line, "state", kept.states, wits_state_count(m->from) - 1);
    if (wits_event_count(m->from) > 0) {
        text_kept(&line, "event", kept.events, wits_event_count(m->from));
    }
    if (wits_field_count(m->from) > 0) {
        text_kept(&line, "field", kept.fields, wits_field_count(m->from));
    }
    printf("kept: %s\n", text_of(&line));
    for (uint32_t i = 1; i < wits_state_count(m->from); i++) {
        const wits_state_id now = wits_versions_state(m->versions, (wits_state_id)i);
        char old_path[1100], new_path[1100];
        (void)wits_state_path(m->from, (wits_state_id)i, old_path, sizeof old_path);
        if (now != WITS_NONE && wits_state_path(m->to, now, new_path, sizeof new_path) > 0 &&
            strcmp(old_path, new_path) != 0) {
            printf("  %s is now %s\n", old_path, new_path);
        }
    }
    for (uint32_t i = 0; i < wits_event_count(m->from); i++) {
        const uint32_t now = wits_versions_event(m->versions, i);
        if (now != WITS_NONE && strcmp(wits_event_name(m->from, i), wits_event_name(m->to, now)) != 0) {
            printf("  %s is now %s\n", wits_event_name(m->from, i), wits_event_name(m->to, now));
        }
    }
    for (uint32_t i = 0; i < wits_field_count(m->from); i++) {
        const uint32_t now = wits_versions_field(m->versions, i);
        if (now != WITS_NONE && strcmp(wits_field_name(m->from, i), wits_field_name(m->to, now)) != 0) {
            printf("  %s is now %s\n", wits_field_name(m->from, i), wits_field_name(m->to, now));
        }
    }
    text_free(&line);
}

static void print_verdict(const migration *m) {
    text line = {0};
    text_migration_verdict(&line, m);
    if (m->proof != NULL) {
        text_format(&line, ", %.2f s)", m->proof->seconds);
    } else if (m->loss_count == 0) {
        text_add(&line, " (the layouts are equal: agents keep their bytes)");
    }
    text_add(&line, "\n");
    for (uint32_t i = 0; m->proof != NULL && i < m->proof->why_count; i++) {
        text_format(&line, "  %s\n", m->proof->why[i]);
    }
    fputs(text_of(&line), stdout);
    text_free(&line);
}

static void print_losses(const migration *m, const char *path) {
    const prove_report of = {
        .path = path, .file = m->files[0], .desc = wits_file_desc(m->files[0]), .prover = m->prover};
    for (size_t i = 0; i < m->loss_count; i++) {
        const found_loss *found = &m->losses[i];
        text line = {0};
        text_migration_loss(&line, m, &found->loss);
        printf("\n%zu. %s\n", i + 1, text_of(&line));
        text_free(&line);
        if (found->run != NULL) {
            loss_run run;
            loss_run_make(&run, m, i);
            print_proof_run(&of, &run.proof, found->file.length > 0 ? text_of(&found->file) : NULL);
        } else if (found->loss.kind == WITS_LOSS_EVENT) {
            puts("  in a save after the game has raised it, before the next tick");
        }
    }
    if (m->loss_count > 0) {
        puts("");
    }
}

static void print_json(const migration *m, const char *const paths[2], text *to) {
    json_writer all = {.to = to, .is_spaced = true};
    const kept_counts kept = count_kept(m);
    json_open(&all, NULL, '{');
    json_count(&all, "wits_migrate", 1);
    json_text(&all, "old", paths[0]);
    json_text(&all, "new", paths[1]);
    json_bool(&all, "same_layout", migration_has_same_layout(m));
    json_bool(&all, "complete", migration_is_whole(m));
    json_bool(&all, "interrupted", m->is_interrupted);
    json_count(&all, "situations", m->proof != NULL ? m->proof->situations : 0);
    json_count(&all, "ticks", m->proof != NULL ? m->proof->ticks : 0);
    json_open(&all, "why", '[');
    for (uint32_t i = 0; m->proof != NULL && i < m->proof->why_count; i++) {
        json_text(&all, NULL, m->proof->why[i]);
    }
    json_close(&all, ']');
    json_open(&all, "assumed", '[');
    for (uint32_t i = 0; m->prover != NULL && i < wits_prover_assumed_count(m->prover); i++) {
        json_text(&all, NULL, wits_prover_assumed(m->prover, i));
    }
    json_close(&all, ']');
    json_open(&all, "kept", '{');
    json_count(&all, "states", kept.states);
    json_count(&all, "events", kept.events);
    json_count(&all, "fields", kept.fields);
    json_close(&all, '}');
    all.line = "\n ";
    json_open(&all, "losses", '[');
    for (size_t i = 0; i < m->loss_count; i++) {
        const found_loss *found = &m->losses[i];
        text line = {0};
        text_migration_loss(&line, m, &found->loss);
        all.line = "\n  ";
        json_open(&all, NULL, '{');
        json_text(&all, "kind", wits_loss_name(found->loss.kind));
        json_count(&all, "row", found->loss.row);
        json_text(&all, "text", text_of(&line));
        if (found->run == NULL) {
            json_nothing(&all, "run");
        } else {
            run_files files = run_files_of(m->files[0], m->prover, found->run, false);
            json_open(&all, "run", '{');
            json_count(&all, "ticks", found->run->ticks);
            json_count(&all, "agent", found->run->agent);
            json_text(&all, "file", found->file.length > 0 ? text_of(&found->file) : NULL);
            json_text(&all, "csv", text_of(&files.inputs));
            json_close(&all, '}');
            run_files_free(&files);
        }
        json_close(&all, '}');
        text_free(&line);
    }
    json_close(&all, ']');
    json_close(&all, '}');
    text_add(to, "\n");
}

static int report(const migrate_options *options, migration *m) {
    int status = write_runs(m, options->folder);
    if (options->json) {
        text json = {0};
        print_json(m, options->brains, &json);
        fputs(text_of(&json), stdout);
        text_free(&json);
    } else {
        print_verdict(m);
        print_losses(m, options->brains[0]);
        print_kept(m);
        if (m->prover != NULL) {
            print_assumed(m->prover);
        }
    }
    const int written = finish_output(stdout, "standard output");
    status = status == STATUS_DONE ? written : status;
    return status != STATUS_DONE   ? status
           : m->loss_count > 0     ? STATUS_LOSSES
           : m->is_interrupted     ? STATUS_INTERRUPTED
           : migration_is_whole(m) ? STATUS_DONE
                                   : STATUS_NOT_FOUND;
}

// ----------------------------------------------------------------------------------------------------------------- run

/// Prints the reasons why there is no result.
static int say_why(const migration *m) {
    for (uint32_t i = 0; i < m->problem_count && i < sizeof m->problems / sizeof *m->problems; i++) {
        say_rename_problem(m->files[1], &m->problems[i]);
    }
    const bool has_mistakes = m->prover != NULL && wits_prover_mistake_count(m->prover) > 0;
    return has_mistakes ? say_prove_mistakes(m->files[0], NULL, m->prover) : STATUS_WRONG;
}

static int run(int argc, char **argv) {
    migrate_options options = {.folder = NULL};
    if (!read_options(argc, argv, &options)) {
        return STATUS_MISUSE;
    }
    migration m = {.from = NULL};
    wits_file *files[2] = {load_brain(options.brains[0]), NULL};
    files[1] = files[0] != NULL ? load_brain(options.brains[1]) : NULL;
    int status = STATUS_WRONG;
    if (files[1] != NULL) {
        status = migration_find(files, &options.limits, HUGE_VAL, &m) ? report(&options, &m) : say_why(&m);
    }
    migration_end(&m);
    wits_file_free(files[0]);
    wits_file_free(files[1]);
    return status;
}

const tool_command migrate_command = {
    .name = name,
    .run = run,
    .summary = "prove what saves lose when a new version of a brain loads them",
    .help =
        "Usage: wits migrate FILE NEW [options]\n"
        "\n"
        "Explores every situation that an agent of the old version, FILE, can get into, and converts each to NEW, "
        "with\n"
        "the renames of NEW. Lists everything that a save can lose, each with a shortest run to such a save, and what\n"
        "is kept. If the agents' layouts are equal, nothing needs to be explored. Where NEW chooses a state again, "
        "its\n"
        "fields have their initial values. docs/proving.md has more.\n"
        "\n" SEARCH_HELP "  --format text|json   readable text, or one JSON object\n"
        "  -o, --output FOLDER  write the inputs of each run as BRAIN-loss-N.csv\n"
        "\n"
        "Exit status: 0 proven that nothing is lost; 1 error in a brain or in the renames; 2 error in the command\n"
        "line; 3 something can be lost; 4 nothing found, but the search was incomplete; 130 interrupted.\n"
        "\n"
        "Example:\n"
        "  wits migrate guard-of-yesterday.yaml brains/guard.yaml\n",
};
