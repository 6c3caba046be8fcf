// SPDX-License-Identifier: MIT
// `wits prove --format json`: writes one JSON object.
#include "prove/prove.h"

#include <string.h>

static const char *verdict_name(const wits_proof *proof) {
    return proof->verdict == WITS_PROOF_PROVEN    ? "proven"
           : proof->verdict == WITS_PROOF_REFUTED ? "refuted"
                                                  : "not_found";
}

static void add_key(text *to, const char *before, const char *key) {
    text_format(to, "%s\"%s\": ", before, key);
}

static void add_text(text *to, const char *before, const char *key, const char *value) {
    add_key(to, before, key);
    text_json(to, value);
}

static void add_bool(text *to, const char *key, bool value) {
    text_format(to, ", \"%s\": %s", key, value ? "true" : "false");
}

static void add_inputs(const prove_report *of, text *to) {
    static const char *const whats[] = {"field",  "event",   "condition", "score",
                                        "random", "targets", "target",    "target field"};
    static const char *const hows[] = {"whole", "cells", "sampled"};
    text_add(to, "[");
    for (uint32_t i = 0; i < wits_prover_input_count(of->prover); i++) {
        const wits_input *input = wits_prover_input(of->prover, i);
        add_text(to, i > 0 ? ", {" : "{", "name", input->name);
        text_format(to, ", \"what\": \"%s\", \"how\": \"%s\", \"values\": %u}", whats[input->what], hows[input->how],
                    (unsigned)input->value_count);
    }
    text_add(to, "]");
}

/// Adds the target lists of each kind, and their file if it was written.
static void add_lists(text *to, const run_files *of, const char *inputs) {
    const char *before = "{";
    add_key(to, ", ", "targets");
    for (uint32_t kind = 0; kind < of->desc->target_count; kind++) {
        text path = {0};
        if (of->targets[kind].length == 0) {
            continue;
        }
        add_key(to, before, of->desc->targets[kind].name);
        add_key(to, "{", "file");
        if (inputs != NULL) {
            text_target_path(&path, of->desc, kind, inputs);
            text_json(to, text_of(&path));
        } else {
            text_add(to, "null");
        }
        add_text(to, ", ", "csv", text_of(&of->targets[kind]));
        text_add(to, "}");
        before = ", ";
        text_free(&path);
    }
    text_add(to, before[0] == '{' ? "{}" : "}");
}

/// Adds the greatest lengths of the target lists.
static void add_bounds(const prove_report *of, text *to) {
    const char *before = "{";
    for (uint32_t i = 0; i < wits_prover_input_count(of->prover); i++) {
        const wits_input *input = wits_prover_input(of->prover, i);
        if (input->what == WITS_INPUT_TARGETS) {
            add_key(to, before, input->name);
            text_format(to, "%u", (unsigned)input->value_count - 1);
            before = ", ";
        }
    }
    text_add(to, before[0] == '{' ? "{}" : "}");
}

static void add_run(const prove_report *of, text *to, const wits_proof *proof, const wits_proof_run *run,
                    const char *file) {
    if (!run->is_there) {
        text_add(to, "null");
        return;
    }
    run_files files = run_files_of(of->file, of->prover, run, proof->property->start_any);
    text_format(to, "{\"ticks\": %u, \"agent\": %llu, \"seed\": 0, ", (unsigned)run->ticks,
                (unsigned long long)run->agent);
    add_key(to, "", "from");
    if (proof->property->from.text != NULL) {
        text_json(to, proof->property->from.text);
    } else {
        text_add(to, "null");
    }
    text_add(to, ", \"set\": {}");
    add_key(to, ", ", "file");
    if (file != NULL) {
        text_json(to, file);
    } else {
        text_add(to, "null");
    }
    add_text(to, ", ", "csv", text_of(&files.inputs));
    add_lists(to, &files, file);
    text_add(to, "}");
    run_files_free(&files);
}

static void add_worst(const prove_report *of, text *to, const wits_proof *proof) {
    if (!proof->has_worst) {
        text_add(to, "null");
        return;
    }
    if (proof->worst_ticks == WITS_NEVER) {
        text_add(to, "{\"ticks\": \"never\"");
    } else {
        text_format(to, "{\"ticks\": %u%s", (unsigned)proof->worst_ticks,
                    proof->worst_goes_on ? ", \"more\": true" : "");
    }
    add_key(to, ", ", "from");
    if (proof->worst_from != WITS_NONE) {
        text path = {0};
        text_row_path(&path, of->desc, proof->worst_from);
        text_json(to, text_of(&path));
        text_free(&path);
    } else {
        text_add(to, "null");
    }
    add_key(to, ", ", "run");
    add_run(of, to, proof, &proof->worst, NULL);
    text_add(to, "}");
}

static void add_cycle(const prove_report *of, text *to, const wits_proof *proof) {
    if (proof->cycle_period == 0) {
        text_add(to, "null");
        return;
    }
    text_format(to, "{\"period\": %u, \"active\": [", (unsigned)proof->cycle_period);
    for (uint32_t i = 0; i < proof->cycle_period; i++) {
        text_add(to, i > 0 ? ", " : "");
        if (proof->cycle_active[i] != WITS_NONE) {
            text_json(to, of->desc->states[proof->cycle_active[i]].name);
        } else {
            text_add(to, "null");
        }
    }
    text_add(to, "], \"entered\": [");
    for (uint32_t i = 0; i < proof->cycle_period; i++) {
        text_format(to, "%s%s", i > 0 ? ", " : "", proof->cycle_entered[i] ? "true" : "false");
    }
    text_add(to, "]}");
}

static void add_property(const prove_report *of, text *to, const wits_proof *proof, const char *file) {
    const wits_property *property = proof->property;
    add_text(to, "{", "name", property->name);
    add_text(to, ", ", "kind", wits_property_kind_name(property->kind));
    add_text(to, ", ", "text", property->text);
    text_format(to, ", \"line\": %u, \"verdict\": \"%s\"", (unsigned)property->line, verdict_name(proof));
    add_bool(to, "vacuous", proof->vacuous);
    add_bool(to, "spurious", proof->spurious);
    add_bool(to, "complete", proof->complete);
    text_format(to, ", \"situations\": %u, \"ticks\": %llu, \"depth\": %u, \"seconds\": %.3f",
                (unsigned)proof->situations, (unsigned long long)proof->ticks, (unsigned)proof->depth, proof->seconds);
    text_add(to, ", \"why\": [");
    for (uint32_t i = 0; i < proof->why_count; i++) {
        text_add(to, i > 0 ? ", " : "");
        text_json(to, proof->why[i]);
    }
    text_add(to, "], \"bounds\": ");
    add_bounds(of, to);
    text_add(to, ", \"free\": [");
    for (size_t i = 0; i < of->free_count; i++) {
        text_add(to, i > 0 ? ", " : "");
        text_json(to, of->free_fields[i]);
    }
    text_add(to, "], \"worst\": ");
    add_worst(of, to, proof);
    text_add(to, ", \"cycle\": ");
    add_cycle(of, to, proof);
    text_add(to, ", \"run\": ");
    add_run(of, to, proof, &proof->run, file);
    text_add(to, "}");
}

void print_prove_json(const prove_report *of, text *to) {
    add_text(to, "{\"wits_prove\": 1, ", "file", of->path);
    add_text(to, ", ", "brain", of->desc->states[WITS_ROOT].name);
    add_bool(to, "interrupted", of->interrupted);
    text_add(to, ",\n \"inputs\": ");
    add_inputs(of, to);
    text_add(to, ",\n \"assumed\": [");
    for (uint32_t i = 0; i < wits_prover_assumed_count(of->prover); i++) {
        text_add(to, i > 0 ? ", " : "");
        text_json(to, wits_prover_assumed(of->prover, i));
    }
    text_add(to, "],\n \"notes\": [");
    for (uint32_t i = 0; i < wits_prover_note_count(of->prover); i++) {
        text_add(to, i > 0 ? ", " : "");
        text_json(to, wits_prover_note(of->prover, i));
    }
    text_add(to, "],\n \"properties\": [");
    for (uint32_t i = 0; i < wits_prover_proof_count(of->prover); i++) {
        text_add(to, i > 0 ? ",\n  " : "\n  ");
        add_property(of, to, wits_prover_proof(of->prover, i), of->files != NULL ? of->files[i] : NULL);
    }
    text_add(to, "]}\n");
}
