// SPDX-License-Identifier: MIT
// The command `wits exercise`: tasks in prose, and grades of brains that were written for them. A task is a folder:
// task.md has the prose and, in its first block of code, the starting brain; solution.yaml is a brain that solves
// it, whose properties must hold for every solution; solution.test.yaml has scenarios that every solution must pass.
#ifndef WITS_TOOL_EXERCISE_H
#define WITS_TOOL_EXERCISE_H

#include "prove/prove.h"
#include "test/player.h"

/// A task, without its checks.
typedef struct exercise {
    char *folder;
    char *name;         ///< that of the folder without its number, and of the brain
    unsigned number;    ///< 0: the folder has none
    text page;          ///< all of task.md
    const char *title;  ///< the rest of its first line
    size_t title_length;
    const char *begin;  ///< the starting brain; points into `page`
    size_t begin_length;
} exercise;

typedef struct exercises {
    exercise *items;
    size_t count, capacity;
} exercises;

/// Reads the tasks of a folder, in the order of their folders' names. Prints an error and returns false on failure.
bool exercises_read(const char *folder, exercises *to);
/// Returns the task with this name, number or name of its folder; null if there is none.
const exercise *exercises_find(const exercises *of, const char *given);
void exercises_free(exercises *of);

// ------------------------------------------------------------------------------------------------------------- grade.c

typedef enum grade_kind {
    GRADE_READ,       ///< the brain has no errors, and no warnings of `wits check`
    GRADE_INTERFACE,  ///< fields, events, functions, targets and states are those of the task
    GRADE_PROPERTY,
    GRADE_SCENARIO,
} grade_kind;

typedef struct grade_check {
    grade_kind kind;
    bool passed;
    const char *name;  ///< of a property or scenario; lives as long as the grade
    text what;         ///< a property as written; empty for others
    text why;          ///< lines about a failure, without those of `proof`
    const wits_proof *proof;
} grade_check;

typedef struct grade_limits {
    wits_prove_options search;
    double seconds;  ///< for all properties
} grade_limits;

typedef struct grade {
    const exercise *of;
    const char *path;
    wits_file *brain, *begin, *solution, *tests;
    wits_prover *prover;
    bool is_interrupted;
    bool is_late;  ///< the time limit ended the proofs
    grade_check *checks;
    size_t count, capacity;
} grade;

/// Grades a brain. If it cannot be read or has another interface, the checks after that are left out. Prints an error
/// and returns false if the task itself cannot be used. The caller frees the grade in both cases.
bool grade_brain(const exercise *of, const char *path, const grade_limits *limits, grade *to);
bool grade_passed(const grade *of);
void grade_free(grade *of);

// ------------------------------------------------------------------------------------------------------------- print.c

void grade_print(const grade *of);
void grade_print_json(const grade *of);

#endif
