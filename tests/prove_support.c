// SPDX-License-Identifier: MIT
#include "prove_support.h"

proving prove_text(const char *yaml, const wits_prove_options *options) {
    proving made = {.file = parse_sound(yaml)};
    const wits_prove_about about = {wits_file_desc(made.file), wits_file_promises(made.file),
                                    wits_file_properties(made.file), wits_file_property_count(made.file), true};
    made.prover = wits_prover_new(&about, options);
    assert_non_null(made.prover);
    if (wits_prover_mistake_count(made.prover) == 0) {
        wits_prover_run(made.prover, NULL, NULL);
    }
    return made;
}

void proving_end(proving *of) {
    wits_prover_free(of->prover);
    wits_file_free(of->file);
    free(of->told);
    *of = (proving){.file = NULL};
}

static char *tell_proof(char *to, const wits_proof *proof) {
    static const char *const verdicts[] = {"not found", "proven", "refuted"};
    to += sprintf(to, "%s: %s", proof->property->name, verdicts[proof->verdict]);
    if (proof->run.is_there) {
        to += sprintf(to, " in %u", (unsigned)proof->run.ticks);
    }
    if (proof->has_worst && proof->worst_ticks == WITS_NEVER) {
        to += sprintf(to, ", at worst never");
    } else if (proof->has_worst && proof->verdict != WITS_PROOF_NOT_FOUND && !proof->vacuous) {
        to += sprintf(to, ", at worst %s%u", proof->worst_goes_on ? "more than " : "", (unsigned)proof->worst_ticks);
    }
    if (proof->trapped > 0) {
        to += sprintf(to, ", trap of %u", (unsigned)proof->trapped);
    }
    if (proof->cycle_period > 0) {
        to += sprintf(to, ", cycle of %u", (unsigned)proof->cycle_period);
    }
    to += sprintf(to, "%s%s", proof->vacuous ? ", vacuous" : "", proof->spurious ? ", spurious" : "");
    for (uint32_t i = 0; proof->verdict == WITS_PROOF_NOT_FOUND && i < proof->why_count; i++) {
        to += sprintf(to, ", %s", proof->why[i]);
    }
    return to + sprintf(to, "\n");
}

const char *proving_told(proving *of) {
    const uint32_t lines = wits_prover_mistake_count(of->prover) + wits_prover_proof_count(of->prover);
    char *to = calloc(lines + 1, 3000);
    assert_non_null(to);
    free(of->told);
    of->told = to;
    for (uint32_t i = 0; i < wits_prover_mistake_count(of->prover); i++) {
        const wits_prove_mistake *mistake = &wits_prover_mistakes(of->prover)[i];
        const wits_property *property = mistake->property;
        to += sprintf(to, "mistake in %s at %u: %s\n",
                      property == NULL         ? "brain"
                      : property->name != NULL ? property->name
                                               : "assume",
                      (unsigned)mistake->offset, mistake->message);
    }
    if (to != of->told) {
        return of->told;
    }
    for (uint32_t i = 0; i < wits_prover_proof_count(of->prover); i++) {
        to = tell_proof(to, wits_prover_proof(of->prover, i));
    }
    return of->told;
}

static void expect_same(const char *yaml, const char *found, const char *expected) {
    if (strcmp(found, expected) != 0) {
        print_error("%s\n--- is told:\n%s--- but expected:\n%s", yaml, found, expected);
        fail();
    }
}

void expect_told_with(const char *yaml, const wits_prove_options *options, const char *told) {
    proving p = prove_text(yaml, options);
    expect_same(yaml, proving_told(&p), told);
    proving_end(&p);
}

void expect_told(const char *yaml, const char *told) {
    expect_told_with(yaml, NULL, told);
}

void expect_inputs(const char *yaml, const char *told) {
    static const char *const hows[] = {"whole", "cells", "sampled"};
    proving p = prove_text(yaml, NULL);
    char all[4000] = "";
    char *to = all;
    for (uint32_t i = 0; i < wits_prover_input_count(p.prover); i++) {
        const wits_input *input = wits_prover_input(p.prover, i);
        to +=
            sprintf(to, "%s%s: %s %u", i > 0 ? "; " : "", input->name, hows[input->how], (unsigned)input->value_count);
    }
    expect_same(yaml, all, told);
    proving_end(&p);
}

const wits_proof *proof_named(const proving *of, const char *name) {
    for (uint32_t i = 0; i < wits_prover_proof_count(of->prover); i++) {
        const wits_proof *proof = wits_prover_proof(of->prover, i);
        if (strcmp(proof->property->name, name) == 0) {
            return proof;
        }
    }
    fail_msg("there is no proof '%s'", name);
    return NULL;
}

double run_value(const proving *of, const wits_proof_run *run, uint32_t tick, const char *input) {
    assert_true(run->is_there && tick <= run->ticks);
    for (uint32_t i = 0; i < run->input_count; i++) {
        if (strcmp(wits_prover_input(of->prover, i)->name, input) == 0) {
            return run->values[(size_t)tick * run->input_count + i];
        }
    }
    fail_msg("there is no input '%s'", input);
    return 0.0;
}
