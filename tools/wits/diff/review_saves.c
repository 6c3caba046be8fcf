// SPDX-License-Identifier: MIT
// wits review: losses of saved agents, by the proof of `wits migrate`.
#include "diff/review.h"

#include "common/tool.h"

#include <stdlib.h>

enum { MOST_SHOWN = 10, MOST_RUNS = 3 };

static bool has_wrong_renames(const migration *of) {
    return of->versions == NULL;
}

static bool has_mistakes(const migration *of) {
    return of->prover != NULL && wits_prover_mistake_count(of->prover) > 0;
}

int review_saves(wits_file *const files[2], double seconds, migration *to) {
    const bool is_found = migration_find(files, &(wits_prove_options){0}, seconds, to);
    return is_found || has_wrong_renames(to) || has_mistakes(to) ? STATUS_DONE : STATUS_WRONG;
}

void text_saves_verdict(text *to, const migration *of) {
    text_add(to, has_wrong_renames(of)           ? "no save can be loaded"
                 : of->loss_count > 0            ? "saves can lose something"
                 : migration_has_same_layout(of) ? "saves stay as they are"
                 : migration_is_whole(of)        ? "no save loses anything (proven)"
                                                 : "it is not proven that no save loses anything");
}

static void text_wrong_renames(text *to, const migration *of) {
    text_add(to, "**No save of the old brain can be loaded**, because of wrong renames in the new file:\n\n");
    for (uint32_t i = 0; i < of->problem_count && i < sizeof of->problems / sizeof *of->problems; i++) {
        text line = {0};
        text_format(&line, "'%s': ", of->problems[i].name);
        text_rename_problem(&line, &of->problems[i]);
        text_add(to, "- ");
        text_markdown(to, text_of(&line));
        text_add(to, "\n");
        text_free(&line);
    }
    text_add(to, "\n");
}

static void text_mistakes(text *to, const migration *of) {
    text_add(to, "What they lose is not decided, because the old brain cannot be explored:\n\n");
    for (uint32_t i = 0; i < wits_prover_mistake_count(of->prover); i++) {
        text_add(to, "- ");
        text_markdown(to, wits_prover_mistakes(of->prover)[i].message);
        text_add(to, "\n");
    }
    text_add(to, "\n");
}

static void text_losses(text *to, const migration *of) {
    for (size_t i = 0; i < of->loss_count && i < MOST_SHOWN; i++) {
        const found_loss *found = &of->losses[i];
        text line = {0};
        text_migration_loss(&line, of, &found->loss);
        text_format(to, "%zu. ", i + 1);
        text_markdown(to, text_of(&line));
        if (found->run != NULL) {
            text_format(to, " (after %u tick%s or more)", (unsigned)found->run->ticks,
                        found->run->ticks == 1 ? "" : "s");
        }
        text_add(to, "\n");
        text_free(&line);
    }
    if (of->loss_count > MOST_SHOWN) {
        text_format(to, "\nAnd %zu more.\n", of->loss_count - MOST_SHOWN);
    }
    text_add(to, of->loss_count > 0 ? "\n" : "");
}

/// Prints the shortest runs to the first losses.
static void print_runs(text *page, const migration *of, const char *path) {
    const prove_report report = {
        .path = path, .file = of->files[0], .desc = wits_file_desc(of->files[0]), .prover = of->prover};
    for (size_t i = 0, shown = 0; i < of->loss_count && shown < MOST_RUNS; i++) {
        if (of->losses[i].run == NULL) {
            continue;
        }
        text summary = {0};
        loss_run run;
        text_format(&summary, "The shortest run to a save with loss %zu", i + 1);
        loss_run_make(&run, of, i);
        text_details_begin(page, text_of(&summary));
        text_add(page, "```\n");
        print_part(page);
        print_proof_run(&report, &run.proof, NULL);
        text_add(page, "```\n\n");
        text_details_end(page);
        text_free(&summary);
        shown++;
    }
}

static void text_command(text *to, const migration *of, const char *const paths[2]) {
    const uint32_t assumed = of->prover != NULL ? wits_prover_assumed_count(of->prover) : 0;
    text command = {0};
    text_details_begin(to, assumed > 0 ? "Assumptions and command" : "Command");
    for (uint32_t i = 0; i < assumed; i++) {
        text_add(to, "- ");
        text_markdown(to, wits_prover_assumed(of->prover, i));
        text_add(to, i + 1 == assumed ? "\n\n" : "\n");
    }
    text_add(&command, "wits migrate ");
    text_shell_word(&command, paths[0]);
    text_add(&command, " ");
    text_shell_word(&command, paths[1]);
    text_constant_options(&command);
    text_add(&command, "\n");
    text_shell_block(to, text_of(&command));
    text_details_end(to);
    text_free(&command);
}

/// Writes what is proven, or the reason why nothing is proven.
static void text_proof(text *to, const migration *of) {
    text verdict = {0};
    text_migration_verdict(&verdict, of);
    text_add(to, of->loss_count > 0 ? "**Lost**: " : migration_is_whole(of) ? "**Nothing**, " : "**Not decided**, ");
    text_format(to, "%s%s.\n\n", text_of(&verdict), of->proof != NULL ? ")" : "");
    text_free(&verdict);
    for (uint32_t i = 0; of->proof != NULL && i < of->proof->why_count; i++) {
        text_add(to, "- ");
        text_markdown(to, of->is_late ? review_late : of->proof->why[i]);
        text_add(to, i + 1 == of->proof->why_count ? "\n\n" : "\n");
    }
}

void print_saves(text *page, const migration *of, const char *const paths[2]) {
    text_add(page, "## Saves\n\n");
    if (has_wrong_renames(of)) {
        text_wrong_renames(page, of);
        return;
    }
    text_add(page, migration_has_same_layout(of)
                       ? "The bytes of an agent mean the same in both: saves and running agents stay as they are.\n\n"
                       : "The layout of agents changed, so saved agents have to be converted (`wits_agent_convert`). ");
    if (has_mistakes(of)) {
        text_mistakes(page, of);
        return;
    }
    if (migration_has_same_layout(of) && of->loss_count == 0) {
        return;
    }
    text_proof(page, of);
    text_losses(page, of);
    print_runs(page, of, paths[0]);
    text_command(page, of, paths);
}
