// SPDX-License-Identifier: MIT
// Shared by `wits prove` and related commands: writing runs as files for `wits run`, and printing proofs.
#ifndef WITS_TOOL_PROVE_H
#define WITS_TOOL_PROVE_H

#include "common/text.h"
#include "wits/file.h"
#include "wits/prove.h"

/// A run as files for `wits run`. The inputs are CSV with a column for each input, then `raise` and `do`. Each kind of
/// targets has a target file, which is empty if the lists always are.
typedef struct run_files {
    const wits_desc *desc;
    text inputs;
    text targets[WITS_MAX_TARGET_KINDS];
} run_files;

/// Writes a cell of CSV, with quotes if necessary.
void text_cell(text *to, const char *cell);
run_files run_files_of(const wits_file *file, const wits_prover *from, const wits_proof_run *run, bool starts_any);
void run_files_free(run_files *of);
/// Writes the inputs of the second of two compared brains, whose random streams have other numbers. `desc` is that of
/// the first. The target lists are the same.
void text_second_run(text *to, const wits_desc *desc, const wits_prover *from, const wits_proof_run *run);
/// Writes the path of the target file of a kind that belongs to an input file: "guard-never-1.enemy.csv" for
/// guard-never-1.csv.
void text_target_path(text *to, const wits_desc *desc, uint32_t kind, const char *inputs);
/// Writes " --targets enemy=FILE" for each kind that has targets.
void text_target_options(text *to, const run_files *of, const char *inputs);
/// Writes all files, with target files next to the inputs. Returns a status.
int run_files_write(const char *command, const run_files *of, const char *inputs);
/// Writes only the target files.
int run_files_write_targets(const char *command, const run_files *of, const char *inputs);
/// Prints all files, with the inputs unless `inputs` is null.
void print_run_files(const run_files *of, const text *inputs, const char *path);

typedef struct prove_report {
    const char *path;  ///< path of the brain
    wits_file *file;
    const wits_desc *desc;
    const wits_prover *prover;
    bool interrupted;
    const char *const *free_fields;  ///< as given; they exist
    size_t free_count;
    char **files;  ///< by property: file of the run, or null
} prove_report;

// ------------------------------------------------------------------------------------------------------------- same.c

/// Two brains that a prover of wits_same_new has compared.
typedef struct same_brains {
    const char *paths[2];
    wits_file *files[2];
    const wits_prover *prover;
    const char *folder;  ///< receives the inputs of the run; null: they are printed
} same_brains;

/// Returns a prover that two brains behave the same; null if memory runs out.
wits_prover *same_prover_of(wits_file *const files[2], const wits_prove_options *limits);
/// Writes "they differ after 2 ticks (57 situations, 1,234 ticks", without the closing parenthesis.
void text_same_verdict(text *to, const wits_proof *proof);
/// Prints both brains in the run after which they differ, and how to reproduce it. Returns a status; prints errors.
int print_same_runs(const same_brains *of);

// -------------------------------------------------------------------------------------------------------------- texts

/// Writes "347,844".
void text_count(text *to, uint64_t number);
/// Writes the file name of a run, "guard-never-1.csv". `end` precedes ".csv".
void text_run_name(text *to, const wits_desc *desc, const wits_property *property, const char *end);
/// Writes "combat/cover", or "/" for the root.
void text_row_path(text *to, const wits_desc *desc, uint32_t row);
/// Prints the verdict of a proof, and if it is refuted its run. `file` has the inputs of the run, or is null.
void print_proof(const prove_report *of, const wits_proof *proof, const char *file);
/// Prints the run of a proof as `wits run` does, and the commands to run and explain it. Without `file` the inputs
/// follow.
void print_proof_run(const prove_report *of, const wits_proof *proof, const char *file);
/// Prints the assumptions of a prover and its notes.
void print_assumed(const wits_prover *of);
/// Reports errors in properties of the brain file or of a separate list, which may be null. Returns STATUS_WRONG.
int say_prove_mistakes(const wits_file *brain, const wits_file *list, const wits_prover *prover);
/// Reports errors in the properties of an otherwise valid brain file, except that its brain cannot be explored. Returns
/// the number of errors.
uint32_t say_property_mistakes(const wits_file *file);

// ----------------------------------------------------------------------------------------------------------- search.c

/// Runs a prover and shows its progress on standard error. Returns false after Ctrl-C.
bool prover_watch(wits_prover *prover);
/// The same with a time limit in seconds. `is_late`: the limit was reached.
bool prover_watch_for(wits_prover *prover, double seconds, bool *is_late);
/// Returns whether the search can end. It is called a few times per second.
typedef bool search_enough_fn(void *user);
/// The same until `is_enough` returns true. Progress counts from `begun`, a time of seconds_now.
bool prover_watch_until(wits_prover *prover, double begun, search_enough_fn *is_enough, void *user);

/// Fields that the prover assumes only the brain changes, and promises in which the game sets them, too.
typedef struct host_fields {
    uint32_t count;
    text names;  ///< "'health', 'ammo'"
    wits_promise *fields;
    wits_promises promises;  ///< promises that use `fields`
} host_fields;

host_fields host_fields_of(const wits_file *file, const wits_prover *prover);
void host_fields_free(host_fields *of);

// Options of commands that search: their limits, and --decide-every.
// clang-format off
#define SEARCH_OPTIONS \
    {"limit", required_argument, NULL, 'l'}, {"memory", required_argument, NULL, 'm'}, \
    {"combinations", required_argument, NULL, 'c'}, {"ticks", required_argument, NULL, 't'}, \
    {"decide-every", required_argument, NULL, 'e'}
// clang-format on
#define SEARCH_HELP_OF(combinations, ticks)                                                                            \
    "  --limit N            maximum number of situations to explore (1000000)\n"                                       \
    "  --memory SIZE        maximum memory for them, at least 1M (2G)\n"                                               \
    "  --combinations N     maximum number of combinations of inputs in one tick (" combinations ")\n"                 \
    "  --ticks N            maximum number of ticks to simulate (" ticks ")\n"                                         \
    "  --decide-every N     an agent decides if (tick + id) mod N is 0, and only updates in other ticks\n"
#define SEARCH_HELP SEARCH_HELP_OF("1000000", "no limit")
#define SEARCH_HELP_FINDING SEARCH_HELP_OF("100000", "no limit")
#define SEARCH_HELP_DEEP SEARCH_HELP_OF("100000", "10000000")

/// Limit of combinations for commands that find rather than prove. Above it only a sample is tried, which is fast and
/// finds most.
enum { FINDING_COMBINATIONS = 100000 };

/// Reads one of these options. Returns false if it is another option, or invalid, which is reported.
bool search_take_option(const char *command, int found, wits_prove_options *to);

/// Writes {"wits_prove": 1, ...}.
void print_prove_json(const prove_report *of, text *to);

#endif
