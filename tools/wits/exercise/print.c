// SPDX-License-Identifier: MIT
// Prints a grade as text and as JSON.
#include "common/json.h"
#include "common/tool.h"
#include "exercise/exercise.h"

#include <string.h>

static const char *const kind_names[] = {"check", "interface", "property", "scenario"};

static size_t count_failed(const grade *of) {
    size_t failed = 0;
    for (size_t i = 0; i < of->count; i++) {
        failed += !of->checks[i].passed;
    }
    return failed;
}

/// Returns the name of the command that makes such a check.
static const char *word_of(const grade_check *check) {
    const bool is_property = check->kind == GRADE_PROPERTY;
    return check->passed ? is_property ? "proven" : "passed" : is_property ? "refuted" : "failed";
}

/// Prints lines with an indent.
static void print_why(const char *why) {
    for (size_t length = strcspn(why, "\n"); *why != '\0'; length = strcspn(why, "\n")) {
        printf("           %.*s\n", (int)length, why);
        why += length + (why[length] == '\n');
    }
}

static void print_check(const grade *of, const grade_check *check) {
    const char *between = check->what.length > 0 ? ": " : "";
    const bool is_proof = check->proof != NULL && !check->passed;
    if (is_proof) {
        const prove_report report = {
            .path = of->path, .file = of->brain, .desc = wits_file_desc(of->brain), .prover = of->prover};
        print_proof(&report, check->proof, NULL);
    } else {
        printf("%-9s  %s%s%s\n", word_of(check), check->name, between, text_of(&check->what));
    }
    if (!is_proof && check->kind != GRADE_SCENARIO) {
        print_why(text_of(&check->why));
    } else if (!is_proof) {
        fputs(text_of(&check->why), stdout);
    }
}

void grade_print(const grade *of) {
    const size_t failed = count_failed(of);
    for (size_t i = 0; i < of->count; i++) {
        print_check(of, &of->checks[i]);
    }
    if (of->is_late) {
        puts("the time limit of the proofs was reached; --seconds N changes it");
    }
    if (failed == 0) {
        printf("%s: all %zu checks passed\n", of->of->name, of->count);
    } else {
        printf("%s: %zu of %zu checks failed%s\n", of->of->name, failed, of->count,
               of->prover == NULL ? "; the others were not run" : "");
    }
}

void grade_print_json(const grade *of) {
    text made = {0};
    json_writer to = {.to = &made, .is_spaced = true};
    json_open(&to, NULL, '{');
    json_count(&to, "wits_exercise", 1);
    json_text(&to, "task", of->of->name);
    json_text(&to, "file", of->path);
    json_bool(&to, "passed", grade_passed(of));
    json_bool(&to, "complete", of->prover != NULL && !of->is_interrupted);
    json_bool(&to, "late", of->is_late);
    json_count(&to, "failed", count_failed(of));
    json_open(&to, "checks", '[');
    for (size_t i = 0; i < of->count; i++) {
        const grade_check *check = &of->checks[i];
        to.line = "\n  ";
        json_open(&to, NULL, '{');
        json_text(&to, "kind", kind_names[check->kind]);
        json_text(&to, "name", check->name);
        json_text(&to, "property", check->what.length > 0 ? text_of(&check->what) : NULL);
        json_bool(&to, "passed", check->passed);
        json_text(&to, "why", check->passed ? NULL : text_of(&check->why));
        const bool has_run = check->proof != NULL && !check->passed && check->proof->run.is_there;
        if (has_run) {
            run_files files =
                run_files_of(of->brain, of->prover, &check->proof->run, check->proof->property->start_any);
            json_text(&to, "run", text_of(&files.inputs));
            run_files_free(&files);
        } else {
            json_nothing(&to, "run");
        }
        json_close(&to, '}');
    }
    json_close(&to, ']');
    json_close(&to, '}');
    text_add(&made, "\n");
    fwrite(text_of(&made), 1, made.length, stdout);
    text_free(&made);
}
