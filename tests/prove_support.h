// SPDX-License-Identifier: MIT
// Shared code of the prover tests: proves a brain file given as text, and describes the result in a few words.
#ifndef WITS_TESTS_PROVE_SUPPORT_H
#define WITS_TESTS_PROVE_SUPPORT_H

#include "file_support.h"
#include "wits/prove.h"

// ---------------------------------------------------------------------------------------------------------- brains

#define HEAD "wits: 1\nbrain: b\n"

/// A machine that goes from a to b while a condition holds, and back while it does not.
#define SWITCH(context, when)                                                                                          \
    HEAD "context: {" context "}\n"                                                                                    \
         "root:\n"                                                                                                     \
         "  states:\n"                                                                                                 \
         "    a: {transitions: [{to: b, when: \"" when "\"}]}\n"                                                       \
         "    b: {transitions: [{to: a, when: \"not (" when ")\"}]}\n"

/// Three ticks lead to its end, which has no exit; e is never entered.
#define CHAIN                                                                                                          \
    HEAD "context: {go: bool, back: bool}\n"                                                                           \
         "root:\n"                                                                                                     \
         "  states:\n"                                                                                                 \
         "    a: {transitions: [{to: b, when: go}]}\n"                                                                 \
         "    b: {transitions: [{to: c, when: go}, {to: a, when: back}]}\n"                                            \
         "    c: {transitions: [{to: d, when: go and back}]}\n"                                                        \
         "    d: {}\n"                                                                                                 \
         "    e: {transitions: [{to: a}]}\n"

/// Advances by itself, one state in each tick.
#define STAIRS                                                                                                         \
    HEAD "context: {x: bool}\n"                                                                                        \
         "events: [reset]\n"                                                                                           \
         "root:\n"                                                                                                     \
         "  any: [{to: a, event: reset}]\n"                                                                            \
         "  states:\n"                                                                                                 \
         "    a: {transitions: [{to: b, when: x}]}\n"                                                                  \
         "    b: {transitions: [{to: c}]}\n"                                                                           \
         "    c: {transitions: [{to: d}]}\n"                                                                           \
         "    d: {transitions: [{to: a, when: not x}]}\n"

// ----------------------------------------------------------------------------------------------------------- proving

/// A brain file and its proofs.
typedef struct proving {
    wits_file *file;
    wits_prover *prover;
    char *told;  ///< see proving_told
} proving;

/// Proves the file's properties; `options` may be null. Ranges of assigned fields are proven, too.
proving prove_text(const char *yaml, const wits_prove_options *options);
void proving_end(proving *of);

/// A line for each proof, in order: "never 1: refuted in 2", "within 1: proven, at worst 3", "returns 1: refuted in 4,
/// trap of 2", "always 1: not found, sampled: x", "never 2: proven, vacuous"; or a line for each mistake: "mistake in
/// never 1 at 3: message". Valid until the proving is freed.
const char *proving_told(proving *of);

/// Proves the file and compares the results.
void expect_told(const char *yaml, const char *told);
void expect_told_with(const char *yaml, const wits_prove_options *options, const char *told);
/// The inputs, as "x: whole 2; y: cells 7; z(3): sampled 68".
void expect_inputs(const char *yaml, const char *told);

/// The proof of that name; the test fails if there is none.
const wits_proof *proof_named(const proving *of, const char *name);
/// The input's value in one tick of the run: WITS_NOT_GIVEN if there is none.
double run_value(const proving *of, const wits_proof_run *run, uint32_t tick, const char *input);

#endif
