// SPDX-License-Identifier: MIT
// Proves what saves of a brain lose when a new version of it loads them, over every situation of the old brain. Shared
// by `wits migrate` and `wits review`.
#ifndef WITS_TOOL_MIGRATION_H
#define WITS_TOOL_MIGRATION_H

#include "prove/prove.h"

#include "wits/convert.h"

/// A loss that can happen, and the shortest run to a save with it.
typedef struct found_loss {
    wits_loss loss;
    const wits_proof_run *run;  ///< null: it needs no particular run
    text file;                  ///< the written run; empty: none
} found_loss;

/// Both brains, and what is found.
typedef struct migration {
    wits_file *files[2];  ///< the old one, the new one
    const wits_brain *from, *to;
    wits_versions *memory;
    const wits_versions *versions;  ///< null: the renames of the new file are wrong; see `problems`
    wits_problem problems[8];
    uint32_t problem_count;  ///< may be more than `problems` has
    wits_property *properties;
    wits_prover *prover;      ///< of the old brain; null: the layouts are equal, and nothing was explored
    const wits_proof *proof;  ///< null: nothing was explored, or the prover has mistakes
    bool is_interrupted, is_late;
    uint32_t rows;    ///< marks of a kind of loss: one for each row
    wits_loss *room;  ///< for the losses of one conversion
    unsigned char *agent;
    uint64_t *cells;
    wits_column *columns;
    bool has_failed;     ///< a situation was not converted
    found_loss *losses;  ///< in the order of the old brain: events, states, fields
    size_t loss_count, loss_capacity;
} migration;

/// Explores the old brain, at most for so many seconds, and finds the losses of every situation. Returns false without
/// a result if renames are wrong, the prover has mistakes, or memory runs out, which is printed. The files must outlive
/// `to`, which must stay at its address. End it in any case.
bool migration_find(wits_file *const files[2], const wits_prove_options *limits, double seconds, migration *to);
void migration_end(migration *of);

bool migration_has_same_layout(const migration *of);
/// Returns whether no other loss is possible.
bool migration_is_whole(const migration *of);
/// Writes "3 losses are possible; there may be more (57 situations, 1,234 ticks", without the closing parenthesis.
void text_migration_verdict(text *to, const migration *of);
void text_migration_loss(text *to, const migration *of, const wits_loss *loss);

/// A run as the proof of a property called "loss N", for the functions that print such runs.
typedef struct loss_run {
    wits_property property;
    wits_proof proof;
    char name[32];
} loss_run;

/// `number`: of a loss that has a run. `to` must stay at its address.
void loss_run_make(loss_run *to, const migration *of, size_t number);

#endif
