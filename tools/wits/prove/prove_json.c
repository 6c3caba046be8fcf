// SPDX-License-Identifier: MIT
// `wits prove --format json`: writes one JSON object.
#include "prove/prove.h"

#include "common/json.h"

#include <string.h>

static const char *verdict_name(const wits_proof *proof) {
    return proof->verdict == WITS_PROOF_PROVEN    ? "proven"
           : proof->verdict == WITS_PROOF_REFUTED ? "refuted"
                                                  : "not_found";
}

static void add_texts(json_writer *to, const char *key, const char *const *texts, size_t count) {
    json_open(to, key, '[');
    for (size_t i = 0; i < count; i++) {
        json_text(to, NULL, texts[i]);
    }
    json_close(to, ']');
}

static void add_inputs(const prove_report *of, json_writer *to) {
    static const char *const whats[] = {"field",  "event",   "condition", "score",
                                        "random", "targets", "target",    "target field"};
    static const char *const hows[] = {"whole", "cells", "sampled"};
    json_open(to, "inputs", '[');
    for (uint32_t i = 0; i < wits_prover_input_count(of->prover); i++) {
        const wits_input *input = wits_prover_input(of->prover, i);
        json_open(to, NULL, '{');
        json_text(to, "name", input->name);
        json_text(to, "what", whats[input->what]);
        json_text(to, "how", hows[input->how]);
        json_count(to, "values", input->value_count);
        json_close(to, '}');
    }
    json_close(to, ']');
}

/// Adds the target lists of each kind, and their file if it was written.
static void add_lists(json_writer *to, const run_files *of, const char *inputs) {
    json_open(to, "targets", '{');
    for (uint32_t kind = 0; kind < of->desc->target_count; kind++) {
        text path = {0};
        if (of->targets[kind].length == 0) {
            continue;
        }
        if (inputs != NULL) {
            text_target_path(&path, of->desc, kind, inputs);
        }
        json_open(to, of->desc->targets[kind].name, '{');
        json_text(to, "file", inputs != NULL ? text_of(&path) : NULL);
        json_text(to, "csv", text_of(&of->targets[kind]));
        json_close(to, '}');
        text_free(&path);
    }
    json_close(to, '}');
}

/// Adds the maximum length of the target lists.
static void add_bounds(const prove_report *of, json_writer *to) {
    json_open(to, "bounds", '{');
    for (uint32_t i = 0; i < wits_prover_input_count(of->prover); i++) {
        const wits_input *input = wits_prover_input(of->prover, i);
        if (input->what == WITS_INPUT_TARGETS) {
            json_count(to, input->name, input->value_count - 1);
        }
    }
    json_close(to, '}');
}

static void add_run(const prove_report *of, json_writer *to, const wits_proof *proof, const wits_proof_run *run,
                    const char *file) {
    if (!run->is_there) {
        json_nothing(to, "run");
        return;
    }
    run_files files = run_files_of(of->file, of->prover, run, proof->property->start_any);
    json_open(to, "run", '{');
    json_count(to, "ticks", run->ticks);
    json_count(to, "agent", run->agent);
    json_count(to, "seed", 0);
    json_text(to, "from", proof->property->from.text);
    json_open(to, "set", '{');
    json_close(to, '}');
    json_text(to, "file", file);
    json_text(to, "csv", text_of(&files.inputs));
    add_lists(to, &files, file);
    json_close(to, '}');
    run_files_free(&files);
}

static void add_worst(const prove_report *of, json_writer *to, const wits_proof *proof) {
    if (!proof->has_worst) {
        json_nothing(to, "worst");
        return;
    }
    text path = {0};
    json_open(to, "worst", '{');
    if (proof->worst_ticks == WITS_NEVER) {
        json_text(to, "ticks", "never");
    } else {
        json_count(to, "ticks", proof->worst_ticks);
        if (proof->worst_goes_on) {
            json_bool(to, "more", true);
        }
    }
    if (proof->worst_from != WITS_NONE) {
        text_row_path(&path, of->desc, proof->worst_from);
    }
    json_text(to, "from", proof->worst_from != WITS_NONE ? text_of(&path) : NULL);
    add_run(of, to, proof, &proof->worst, NULL);
    json_close(to, '}');
    text_free(&path);
}

static void add_cycle(const prove_report *of, json_writer *to, const wits_proof *proof) {
    if (proof->cycle_period == 0) {
        json_nothing(to, "cycle");
        return;
    }
    json_open(to, "cycle", '{');
    json_count(to, "period", proof->cycle_period);
    json_open(to, "active", '[');
    for (uint32_t i = 0; i < proof->cycle_period; i++) {
        const wits_state_id active = proof->cycle_active[i];
        json_text(to, NULL, active != WITS_NONE ? of->desc->states[active].name : NULL);
    }
    json_close(to, ']');
    json_open(to, "entered", '[');
    for (uint32_t i = 0; i < proof->cycle_period; i++) {
        json_bool(to, NULL, proof->cycle_entered[i]);
    }
    json_close(to, ']');
    json_close(to, '}');
}

static void add_property(const prove_report *of, json_writer *to, const wits_proof *proof, const char *file) {
    const wits_property *property = proof->property;
    json_open(to, NULL, '{');
    json_text(to, "name", property->name);
    json_text(to, "kind", wits_property_kind_name(property->kind));
    json_text(to, "text", property->text);
    json_count(to, "line", property->line);
    json_text(to, "verdict", verdict_name(proof));
    json_bool(to, "vacuous", proof->vacuous);
    json_bool(to, "spurious", proof->spurious);
    json_bool(to, "complete", proof->complete);
    json_count(to, "situations", proof->situations);
    json_count(to, "ticks", proof->ticks);
    json_count(to, "depth", proof->depth);
    json_format(to, "seconds", "%.3f", proof->seconds);
    add_texts(to, "why", proof->why, proof->why_count);
    add_bounds(of, to);
    add_texts(to, "free", of->free_fields, of->free_count);
    add_worst(of, to, proof);
    add_cycle(of, to, proof);
    add_run(of, to, proof, &proof->run, file);
    json_close(to, '}');
}

void print_prove_json(const prove_report *of, text *to) {
    json_writer all = {.to = to, .is_spaced = true};
    json_open(&all, NULL, '{');
    json_count(&all, "wits_prove", 1);
    json_text(&all, "file", of->path);
    json_text(&all, "brain", of->desc->states[WITS_ROOT].name);
    json_bool(&all, "interrupted", of->interrupted);
    all.line = "\n ";
    add_inputs(of, &all);
    all.line = "\n ";
    json_open(&all, "assumed", '[');
    for (uint32_t i = 0; i < wits_prover_assumed_count(of->prover); i++) {
        json_text(&all, NULL, wits_prover_assumed(of->prover, i));
    }
    json_close(&all, ']');
    all.line = "\n ";
    json_open(&all, "notes", '[');
    for (uint32_t i = 0; i < wits_prover_note_count(of->prover); i++) {
        json_text(&all, NULL, wits_prover_note(of->prover, i));
    }
    json_close(&all, ']');
    all.line = "\n ";
    json_open(&all, "properties", '[');
    for (uint32_t i = 0; i < wits_prover_proof_count(of->prover); i++) {
        all.line = "\n  ";
        add_property(of, &all, wits_prover_proof(of->prover, i), of->files != NULL ? of->files[i] : NULL);
    }
    json_close(&all, ']');
    json_close(&all, '}');
    text_add(to, "\n");
}
