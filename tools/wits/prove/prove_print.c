// SPDX-License-Identifier: MIT
// Prints the runs of commands that prove.
#include "prove/prove.h"

#include "agent/run.h"

#include <ctype.h>
#include <string.h>

/// Writes a number with thousands separators: 347,844.
void text_count(text *to, uint64_t number) {
    char digits[32];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)number);
    const size_t length = strlen(digits);
    for (size_t i = 0; i < length; i++) {
        text_add(to, i > 0 && (length - i) % 3 == 0 ? "," : "");
        text_add_bytes(to, &digits[i], 1);
    }
}

void text_row_path(text *to, const wits_desc *desc, uint32_t row) {
    if (row == WITS_ROOT) {
        text_add(to, "/");
        return;
    }
    if (desc->states[row].parent != WITS_ROOT) {
        text_row_path(to, desc, desc->states[row].parent);
        text_add(to, "/");
    }
    text_add(to, desc->states[row].name);
}

/// Writes "guard-never-1.csv"; characters other than letters and digits become '-'.
void text_run_name(text *to, const wits_desc *desc, const wits_property *property, const char *end) {
    text_format(to, "%s-%s%s", desc->states[WITS_ROOT].name, property->name, end);
    for (size_t i = 0; i < to->length; i++) {
        to->bytes[i] = isalnum((unsigned char)to->bytes[i]) ? to->bytes[i] : '-';
    }
    text_add(to, ".csv");
}

/// Writes the options after the brain file that make `wits run` reproduce the run.
static void text_run_options(text *to, const wits_proof *proof, const run_files *files, const char *file) {
    const wits_proof_run *run = &proof->run;
    text_add(to, " --inputs ");
    text_shell_word(to, file);
    text_target_options(to, files, file);
    if (run->agent != 0) {
        text_format(to, " --agent %llu", (unsigned long long)run->agent);
    }
    if (proof->property->from.text != NULL) {
        text_add(to, " --from ");
        text_shell_word(to, proof->property->from.text);
    }
}

static void print_commands(const prove_report *of, const wits_proof *proof, const run_files *files, const char *file) {
    text line = {0};
    text_add(&line, "  wits run ");
    text_shell_word(&line, of->path);
    text_run_options(&line, proof, files, file);
    text_add(&line, proof->run.ticks == 0 ? " --ticks 0" : "");
    text_add(&line, "\n  wits explain ");
    text_shell_word(&line, of->path);
    text_run_options(&line, proof, files, file);
    text_format(&line, " --at %u\n", (unsigned)proof->run.ticks);
    fputs(text_of(&line), stdout);
    text_free(&line);
}

/// Prints the run as `wits run` does. Without `file` the inputs follow.
void print_proof_run(const prove_report *of, const wits_proof *proof, const char *file) {
    text line = {0};
    run_files files = run_files_of(of->file, of->prover, &proof->run, proof->property->start_any);
    agent_run_options who = {.brain = of->path,
                             .file = of->file,
                             .inputs = "the run",
                             .inputs_text = &files.inputs,
                             .target_texts = files.targets,
                             .agent = proof->run.agent,
                             .from = proof->property->from.text,
                             .end = "--ticks",
                             .last = proof->run.ticks};
    run_print(&who);
    if (file == NULL) {
        text_run_name(&line, of->desc, proof->property, "");
        printf("To run it again, with these inputs as %s (--output writes them):\n", text_of(&line));
        print_commands(of, proof, &files, text_of(&line));
        print_run_files(&files, &files.inputs, text_of(&line));
    } else {
        print_commands(of, proof, &files, file);
    }
    run_files_free(&files);
    text_free(&line);
}
