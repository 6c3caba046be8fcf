// SPDX-License-Identifier: MIT
// What `wits prove` and its kin share: inputs as a CSV file that `wits run` reads, and what is printed of a proof.
#ifndef WITS_TOOL_PROVE_H
#define WITS_TOOL_PROVE_H

#include "common/text.h"
#include "wits/file.h"
#include "wits/prove.h"

/// A run as `wits run` reads it: the inputs as CSV, each cell filled, a column for each input that is read, then
/// `raise` and `do`; and of each kind of targets its lists, nothing where all are empty.
typedef struct run_files {
    const wits_desc *desc;
    text inputs;
    text targets[WITS_MAX_TARGET_KINDS];
} run_files;

run_files run_files_of(const wits_file *file, const wits_prover *from, const wits_proof_run *run, bool starts_any);
void run_files_free(run_files *of);
/// Of two brains that were compared the inputs of the second, where places of chance have other numbers. `desc` is that
/// of the first. The lists of targets are the same.
void text_second_run(text *to, const wits_desc *desc, const wits_prover *from, const wits_proof_run *run);
/// "guard-never-1.enemy.csv": where the lists of a kind go that belong to guard-never-1.csv.
void text_target_path(text *to, const wits_desc *desc, uint32_t kind, const char *inputs);
/// " --targets enemy=FILE" of each kind that has lists.
void text_target_options(text *to, const run_files *of, const char *inputs);
/// Writes all of it, the lists beside the inputs. Returns a status.
int run_files_write(const char *command, const run_files *of, const char *inputs);
/// Writes the lists alone.
int run_files_write_targets(const char *command, const run_files *of, const char *inputs);
/// All of it, to read; inputs too, if they are given.
void print_run_files(const run_files *of, const text *inputs, const char *path);

typedef struct prove_report {
    const char *path;  ///< of the brain
    wits_file *file;
    const wits_desc *desc;
    const wits_prover *prover;
    bool interrupted;
    const char *const *free_fields;  ///< as given; they are there
    size_t free_count;
    char **files;  ///< by property: where the run was written; null: nowhere
} prove_report;

/// 347,844
void text_count(text *to, uint64_t number);
/// "guard-never-1.csv": a run's file. `end` stands before ".csv".
void text_run_name(text *to, const wits_desc *desc, const wits_property *property, const char *end);
/// "combat/cover"; "/" of the root.
void text_row_path(text *to, const wits_desc *desc, uint32_t row);
/// The run of a proof as `wits run` prints it, and the commands that run and explain it. Without a file the inputs
/// follow, so that it can be run all the same.
void print_proof_run(const prove_report *of, const wits_proof *proof, const char *file);
/// What is taken for granted, and what may surprise.
void print_assumed(const wits_prover *of);
/// Says what is wrong with properties, of the brain's file or of a list of its own, which may be null. Returns
/// STATUS_WRONG.
int say_prove_mistakes(const wits_file *brain, const wits_file *list, const wits_prover *prover);
/// Says what is wrong with the properties in a brain file that is well formed else. Returns how much that is. That its
/// brain cannot be explored is no mistake.
uint32_t say_property_mistakes(const wits_file *file);

// ----------------------------------------------------------------------------------------------------------- search.c

/// Runs a prover, and tells on standard error how far it is. False if Ctrl-C ended it.
bool prover_watch(wits_prover *prover);
/// The same, for about so many seconds at most. `is_late`: it was stopped because they had passed.
bool prover_watch_for(wits_prover *prover, double seconds, bool *is_late);
/// Whether enough is known. Asked some times a second.
typedef bool search_enough_fn(void *user);
/// The same until `is_enough` says so.
bool prover_watch_until(wits_prover *prover, search_enough_fn *is_enough, void *user);

/// Fields of which a prover assumes that only the brain changes them, and the file's promises with the game setting
/// them, too.
typedef struct host_fields {
    uint32_t count;
    text names;  ///< "'health', 'ammo'"
    wits_promise *fields;
    wits_promises promises;  ///< `fields` are among them
} host_fields;

host_fields host_fields_of(const wits_file *file, const wits_prover *prover);
void host_fields_free(host_fields *of);

// Options of the commands that search: what a search may take, and --decide-every.
// clang-format off
#define SEARCH_OPTIONS \
    {"limit", required_argument, NULL, 'l'}, {"memory", required_argument, NULL, 'm'}, \
    {"combinations", required_argument, NULL, 'c'}, {"ticks", required_argument, NULL, 't'}, \
    {"decide-every", required_argument, NULL, 'e'}
// clang-format on
#define SEARCH_HELP_OF(combinations, ticks)                                                                            \
    "  --limit N            most situations to explore (1000000)\n"                                                    \
    "  --memory SIZE        most memory for them, at least 1M (2G)\n"                                                  \
    "  --combinations N     most combinations of inputs in one tick (" combinations ")\n"                              \
    "  --ticks N            most ticks to simulate (" ticks ")\n"                                                      \
    "  --decide-every N     an agent decides if (tick + id) mod N is 0, and only updates in other ticks\n"
#define SEARCH_HELP SEARCH_HELP_OF("1000000", "no limit")
#define SEARCH_HELP_FINDING SEARCH_HELP_OF("100000", "no limit")
#define SEARCH_HELP_DEEP SEARCH_HELP_OF("100000", "10000000")

/// Limit of combinations for commands that find rather than prove. Above it only a sample is tried, which is fast and
/// finds most.
enum { FINDING_COMBINATIONS = 100000 };

/// Takes one of them. False if it is none, or if it is wrong, which is said.
bool search_take_option(const char *command, int found, wits_prove_options *to);

/// {"wits_prove": 1, ...}
void print_prove_json(const prove_report *of, text *to);

#endif
