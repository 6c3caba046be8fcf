// SPDX-License-Identifier: MIT
// The findings of `wits check` in the open files and in the files that they include, with the editor's texts. A file is
// checked again only after a change of it or of a file that it includes.
#ifndef WITS_TOOL_LSP_CHECKS_H
#define WITS_TOOL_LSP_CHECKS_H

#include "lint/check.h"
#include "lsp/documents.h"
#include "lsp/names.h"

/// The result of a proof of a property, valid until the brain changes.
typedef struct verdict_record {
    char *property;
    char *file;  ///< place of the property
    uint32_t line, column;
    bool is_refuted;
    text summary;  ///< "refuted after 3 ticks (57 situations)"
    text inputs;   ///< the run that shows it, as for agent_run_options; empty: there is none
    text targets[WITS_MAX_TARGET_KINDS];
    text from;
    uint64_t agent;
    uint32_t ticks;
} verdict_record;

/// A brain file or a file of scenarios that was checked.
typedef struct check {
    char *path;
    wits_file *file;   ///< null: it cannot be read, or has no brain
    wits_file *brain;  ///< of scenarios; else null
    findings found;
    caught_messages mistakes;
    verdict_record *verdicts;
    size_t verdict_count, verdict_capacity;
    names *index;  ///< of the brain; null: not read yet
    bool is_index_stale;
    bool is_stale;   ///< something that it was made of has changed
    bool is_wanted;  ///< an open file is in it
} check;

/// The problems that were last published about a file.
typedef struct published {
    char *path;
    json_t *problems;
    int64_t version;  ///< of the open document; -1: it is not open
} published;

/// The brain that an open file of definitions belongs to.
typedef struct includer {
    char *path;
    char *brain;
} includer;

typedef struct checks {
    check *items;
    size_t count, capacity;
    published *sent;
    size_t sent_count, sent_capacity;
    includer *includers;
    size_t includer_count, includer_capacity;
    bool is_stale;        ///< something may have changed since checks_update
    bool is_unpublished;  ///< and since checks_publish
    uint64_t changes;     ///< number of changes so far
    char *root;           ///< folder of the workspace; null: unknown
} checks;

void checks_free(checks *of);
/// Notes that the text of a file has changed; with `is_new`, that it may not have been there before.
void checks_change(checks *of, const char *path, bool is_new);
/// Notes that any file may have changed.
void checks_change_all(checks *of);
/// Notes which files that are not open have changed on disk since their names were read: an editor need not report
/// them.
void checks_compare(checks *of, const documents *open);
/// Checks changed files again.
void checks_update(checks *of, const documents *open);
/// Returns the check that a file is a part of; null if it is not open. Call checks_update before.
check *checks_find(checks *of, const char *path);
/// Returns the file of a check that has the brain; null if it has problems.
wits_file *check_brain(const check *of);

/// Returns the names of the brain of a check, read from the current texts. They are valid until the next change.
const names *check_names(check *of, const documents *open);
/// Reads the names of a brain, and of the scenarios beside it.
names *checks_read_names(const char *brain, const documents *open);

/// Reads a brain file with the editor's texts, apart from the checks. The caller frees it.
wits_file *checks_read(const documents *open, const char *path);

/// Returns the verdict about a property; null if it is not known.
const verdict_record *check_verdict(const check *of, const char *property);
/// Returns the record of a property, which is created if necessary.
verdict_record *check_add_verdict(check *to, const char *property, const char *file);

typedef void checks_publish_fn(void *user, const char *path, const json_t *problems, int64_t version);
/// Publishes the problems of all files that have changed, in the form of LSP.
void checks_publish(checks *of, const documents *open, checks_publish_fn *publish, void *user);

/// Finds the name that a message suggests: that of "unknown name 'x'; did you mean 'y'?". `before` is the end of the
/// message without the suggestion. Returns null if it suggests nothing.
const char *suggestion_in(const char *message, size_t *length, const char **before);

/// Calls `take` for each problem of a check, as `wits check` reports them.
void check_problems(const check *of, check_problem_fn *take, void *user);

#endif
