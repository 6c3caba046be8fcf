// SPDX-License-Identifier: MIT
// The parts of the page of `wits review`. Texts are Markdown as GitHub and GitLab read it.
#ifndef WITS_TOOL_REVIEW_H
#define WITS_TOOL_REVIEW_H

#include "diff/diff.h"
#include "prove/migration.h"

/// Writes a text in a table or a paragraph, with escapes.
void text_markdown(text *to, const char *words);
/// Writes a code span that is valid in tables, too.
void text_code(text *to, const char *words);
/// Writes a block of commands for a shell, a line each.
void text_shell_block(text *to, const char *lines);
void text_details_begin(text *to, const char *summary);
void text_details_end(text *to);
/// Prints a part of the page and clears it.
void print_part(text *page);
/// The reason to print if a time limit ended a search.
extern const char review_late[];

// ----------------------------------------------------------------------------------------------------- review_saves.c

/// Finds what saves of the old brain lose, within a time limit. Returns a status; prints errors.
int review_saves(wits_file *const files[2], double seconds, migration *to);
/// Writes a clause for the verdict: "saves stay as they are".
void text_saves_verdict(text *to, const migration *of);
/// Prints the losses with the runs to the first of them. The page so far, which precedes them, is in `page`.
void print_saves(text *page, const migration *of, const char *const paths[2]);

// ---------------------------------------------------------------------------------------------------- review_proofs.c

/// A property of one or both brains.
typedef struct review_property {
    const wits_proof *proofs[2];  ///< null: the brain has no such property
} review_property;

/// The properties of both brains.
typedef struct review_proofs {
    wits_file *files[2];
    wits_prover *provers[2];  ///< null: the brain has no properties
    bool is_late[2];          ///< the time limit ended the search
    review_property *items;
    size_t count;
} review_proofs;

/// Proves the properties of both brains, each within a time limit. Returns a status; prints errors.
int review_prove(wits_file *const files[2], double seconds, review_proofs *to);
void text_proofs_verdict(text *to, const review_proofs *of);
/// Prints the table of properties that changed, the runs that break the new brain, and the others. The page so far,
/// which precedes them, is in `page`.
void print_properties(text *page, const review_proofs *of, const char *const paths[2]);
/// Writes the table of the longest waits. Writes nothing if no property has one.
void text_reactions(text *to, const review_proofs *of);
void review_proofs_end(review_proofs *of);

#endif
