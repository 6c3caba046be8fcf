// SPDX-License-Identifier: MIT
// wits review: the properties of both brains, and how long an agent takes to react.
#include "diff/review.h"

#include "common/tool.h"

#include <stdlib.h>
#include <string.h>

/// If a `within` is refuted, the worst case is searched up to this many ticks.
enum { WORST_TICKS = 100 };

static bool has_properties(const wits_file *file) {
    for (uint32_t i = 0; i < wits_file_property_count(file); i++) {
        if (wits_file_properties(file)[i].kind != WITS_PROPERTY_ASSUME) {
            return true;
        }
    }
    return false;
}

static int prove_one(const wits_file *file, double seconds, wits_prover **prover, bool *is_late) {
    const wits_prove_about about = {wits_file_desc(file), wits_file_promises(file), wits_file_properties(file),
                                    wits_file_property_count(file), false};
    const wits_prove_options limits = {.worst_ticks = WORST_TICKS};
    *prover = wits_prover_new(&about, &limits);
    if (*prover == NULL) {
        return say_error("not enough memory");
    }
    if (wits_prover_mistake_count(*prover) > 0) {
        return say_prove_mistakes(file, NULL, *prover);
    }
    prover_watch_for(*prover, seconds, is_late);
    return wits_prover_mistake_count(*prover) > 0 ? say_prove_mistakes(file, NULL, *prover) : STATUS_DONE;
}

// ------------------------------------------------------------------------------------------------------------ matching

static bool is_same_text(const wits_property *a, const wits_property *b) {
    return a->kind == b->kind && strcmp(a->text, b->text) == 0;
}

static uint32_t count_of(const review_proofs *of, uint32_t side) {
    return of->provers[side] != NULL ? wits_prover_proof_count(of->provers[side]) : 0;
}

/// Pairs the properties of the old brain with those of the new one that are not taken: the same text, else the same
/// name.
static void match(review_proofs *to, bool *taken, bool by_text) {
    for (uint32_t i = 0; i < count_of(to, 0); i++) {
        const wits_proof *old = wits_prover_proof(to->provers[0], i);
        for (uint32_t k = 0; k < count_of(to, 1) && to->items[i].proofs[1] == NULL; k++) {
            const wits_proof *new = wits_prover_proof(to->provers[1], k);
            const bool is_same = by_text ? is_same_text(old->property, new->property)
                                         : strcmp(old->property->name, new->property->name) == 0;
            if (is_same && !taken[k]) {
                to->items[i].proofs[1] = new;
                taken[k] = true;
            }
        }
    }
}

int review_prove(wits_file *const files[2], double seconds, review_proofs *to) {
    int status = STATUS_DONE;
    *to = (review_proofs){.files = {files[0], files[1]}};
    for (uint32_t side = 0; side < 2 && status == STATUS_DONE; side++) {
        if (has_properties(files[side])) {
            status = prove_one(files[side], seconds, &to->provers[side], &to->is_late[side]);
        }
    }
    if (status != STATUS_DONE) {
        return status;
    }
    const uint32_t olds = count_of(to, 0), news = count_of(to, 1);
    bool *taken = allocate((size_t)news + 1, sizeof *taken);
    to->items = allocate((size_t)olds + news + 1, sizeof *to->items);
    for (uint32_t i = 0; i < olds; i++) {
        to->items[to->count++].proofs[0] = wits_prover_proof(to->provers[0], i);
    }
    match(to, taken, true);
    match(to, taken, false);
    for (uint32_t i = 0; i < news; i++) {
        if (!taken[i]) {
            to->items[to->count++].proofs[1] = wits_prover_proof(to->provers[1], i);
        }
    }
    free(taken);
    return STATUS_DONE;
}

void review_proofs_end(review_proofs *of) {
    wits_prover_free(of->provers[0]);
    wits_prover_free(of->provers[1]);
    free(of->items);
    *of = (review_proofs){.items = NULL};
}

// -------------------------------------------------------------------------------------------------------------- texts

static const char *word_of(const wits_proof *proof) {
    return proof == NULL                          ? "-"
           : proof->verdict == WITS_PROOF_PROVEN  ? proof->vacuous ? "proven (never applies)" : "proven"
           : proof->verdict == WITS_PROOF_REFUTED ? "**broken**"
                                                  : "not decided";
}

static wits_proof_verdict verdict_of(const wits_proof *proof) {
    return proof->verdict;
}

static bool is_broken(const review_property *one) {
    return one->proofs[1] != NULL && verdict_of(one->proofs[1]) == WITS_PROOF_REFUTED;
}

/// Returns whether something about a property differs.
static bool has_changed(const review_property *one) {
    const wits_proof *old = one->proofs[0], *new = one->proofs[1];
    return old == NULL || new == NULL || old->verdict != new->verdict || old->vacuous != new->vacuous ||
           !is_same_text(old->property, new->property);
}

static const wits_property *property_of(const review_property *one) {
    return (one->proofs[1] != NULL ? one->proofs[1] : one->proofs[0])->property;
}

void text_proofs_verdict(text *to, const review_proofs *of) {
    size_t broken = 0, proven = 0, open = 0, gone = 0, newly = 0;
    for (size_t i = 0; i < of->count; i++) {
        const wits_proof *old = of->items[i].proofs[0], *new = of->items[i].proofs[1];
        gone += new == NULL;
        broken += is_broken(&of->items[i]);
        newly += is_broken(&of->items[i]) && (old == NULL || old->verdict != WITS_PROOF_REFUTED);
        proven += new != NULL &&new->verdict == WITS_PROOF_PROVEN;
        open += new != NULL &&new->verdict == WITS_PROOF_NOT_FOUND;
    }
    const size_t all = broken + proven + open;
    if (of->count == 0) {
        text_add(to, "there are no properties");
        return;
    } else if (newly > 0) {
        text_format(to, "%zu propert%s broke", newly, newly == 1 ? "y" : "ies");
    } else if (broken > 0) {
        text_format(to, "%zu propert%s still broken", broken, broken == 1 ? "y is" : "ies are");
    } else if (open > 0) {
        text_format(to, "%zu of %zu properties hold", proven, all);
    } else {
        text_format(to, "%s%zu propert%s hold%s", all > 1 ? "all " : "", all, all == 1 ? "y" : "ies",
                    all == 1 ? "s" : "");
    }
    if (open > 0) {
        text_format(to, ", %zu %s not decided", open, open == 1 ? "is" : "are");
    }
    if (gone > 0) {
        text_format(to, ", %zu %s gone", gone, gone == 1 ? "is" : "are");
    }
}

static void text_property_row(text *to, const review_property *one) {
    const wits_property *property = property_of(one);
    text code = {0};
    text_format(&code, "%s: %s", wits_property_kind_name(property->kind), property->text);
    text_add(to, "| ");
    text_markdown(to, property->name);
    text_add(to, "<br>");
    text_code(to, text_of(&code));
    if (one->proofs[0] != NULL && one->proofs[1] != NULL &&
        !is_same_text(one->proofs[0]->property, one->proofs[1]->property)) {
        text_add(to, "<br>was ");
        text_code(to, one->proofs[0]->property->text);
    }
    text_format(to, " | %s | %s |\n", one->proofs[0] == NULL ? "new" : word_of(one->proofs[0]),
                one->proofs[1] == NULL ? "gone" : word_of(one->proofs[1]));
    text_free(&code);
}

static void text_table(text *to, const review_proofs *of, bool changed) {
    text_add(to, "| property | old | new |\n|---|---|---|\n");
    for (size_t i = 0; i < of->count; i++) {
        if ((has_changed(&of->items[i]) || is_broken(&of->items[i])) == changed) {
            text_property_row(to, &of->items[i]);
        }
    }
    text_add(to, "\n");
}

static void text_undecided(text *to, const review_proofs *of) {
    for (size_t i = 0; i < of->count; i++) {
        for (uint32_t side = 0; side < 2; side++) {
            const wits_proof *proof = of->items[i].proofs[side];
            if (proof != NULL && proof->verdict == WITS_PROOF_NOT_FOUND) {
                text_add(to, "- ");
                text_markdown(to, proof->property->name);
                text_format(to, ", %s: ", side == 0 ? "old" : "new");
                text_markdown(to, of->is_late[side]      ? review_late
                                  : proof->why_count > 0 ? proof->why[0]
                                                         : "no proof was found");
                text_add(to, "\n");
            }
        }
    }
}

/// Prints the runs that refute properties of the new brain.
static void print_broken(text *page, const review_proofs *of, const char *path) {
    enum { MOST_RUNS = 3 };
    const prove_report report = {
        .path = path, .file = of->files[1], .desc = wits_file_desc(of->files[1]), .prover = of->provers[1]};
    for (size_t i = 0, shown = 0; i < of->count && shown < MOST_RUNS; i++) {
        const wits_proof *proof = of->items[i].proofs[1];
        if (!is_broken(&of->items[i]) || !proof->run.is_there) {
            continue;
        }
        text summary = {0};
        text_format(&summary, "The shortest run that breaks %s", proof->property->name);
        text_details_begin(page, text_of(&summary));
        text_add(page, "```\n");
        print_part(page);
        print_proof_run(&report, proof, NULL);
        text_add(page, "```\n\n");
        text_details_end(page);
        text_free(&summary);
        shown++;
    }
}

static void text_commands(text *to, const review_proofs *of, const char *const paths[2]) {
    text lines = {0};
    for (uint32_t side = 0; side < 2; side++) {
        if (of->provers[side] != NULL) {
            text_add(&lines, "wits prove ");
            text_shell_word(&lines, paths[side]);
            text_constant_options(&lines);
            text_add(&lines, "\n");
        }
    }
    text_shell_block(to, text_of(&lines));
    text_free(&lines);
}

void print_properties(text *page, const review_proofs *of, const char *const paths[2]) {
    size_t changed = 0;
    text undecided = {0}, summary = {0};
    if (of->count == 0) {
        return;
    }
    for (size_t i = 0; i < of->count; i++) {
        changed += has_changed(&of->items[i]) || is_broken(&of->items[i]);
    }
    text_add(page, "## Properties\n\n");
    if (changed > 0) {
        text_table(page, of, true);
    }
    text_undecided(&undecided, of);
    text_add(page, text_of(&undecided));
    text_add(page, undecided.length > 0 ? "\n" : "");
    if (of->provers[1] != NULL) {
        print_broken(page, of, paths[1]);
    }
    text_format(&summary, changed == of->count ? "Commands" : "%zu unchanged", of->count - changed);
    text_details_begin(page, text_of(&summary));
    if (changed < of->count) {
        text_table(page, of, false);
    }
    text_commands(page, of, paths);
    text_details_end(page);
    text_free(&summary);
    text_free(&undecided);
}

// ----------------------------------------------------------------------------------------------------------- reactions

static bool has_wait(const wits_proof *proof) {
    return proof != NULL && proof->has_worst && !proof->vacuous && proof->verdict != WITS_PROOF_NOT_FOUND;
}

/// Writes "3 ticks", "more than 100 ticks" or "never".
static void text_worst(text *to, const wits_proof *proof) {
    if (!has_wait(proof)) {
        text_add(to, proof != NULL && proof->verdict == WITS_PROOF_NOT_FOUND ? "not decided" : "-");
    } else if (proof->worst_ticks == WITS_NEVER) {
        text_add(to, "never");
    } else {
        text_format(to, "%s%u tick%s", proof->worst_goes_on ? "more than " : "", (unsigned)proof->worst_ticks,
                    proof->worst_ticks == 1 ? "" : "s");
    }
}

void text_reactions(text *to, const review_proofs *of) {
    bool begun = false;
    for (size_t i = 0; i < of->count; i++) {
        const review_property *one = &of->items[i];
        if (!has_wait(one->proofs[0]) && !has_wait(one->proofs[1])) {
            continue;
        }
        text_add(to, begun ? ""
                           : "## Reaction times\n\nThe longest wait that is possible.\n\n"
                             "| property | limit | old | new |\n|---|---|---|---|\n");
        begun = true;
        text_add(to, "| ");
        text_markdown(to, property_of(one)->name);
        text_format(to, " | %u ticks | ", (unsigned)property_of(one)->ticks);
        text_worst(to, one->proofs[0]);
        text_add(to, " | ");
        text_worst(to, one->proofs[1]);
        text_add(to, " |\n");
    }
    text_add(to, begun ? "\n" : "");
}
