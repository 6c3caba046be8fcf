// SPDX-License-Identifier: MIT
// Counts how many agents went from which state to which.
#ifndef WITS_TOOL_TRANSITION_MATRIX_H
#define WITS_TOOL_TRANSITION_MATRIX_H

#include "common/text.h"
#include "wits/wits.h"

typedef struct move {
    wits_state_id from;
    wits_state_id to;
    uint64_t count;
} move;

/// A sparse matrix: it has entries only for pairs of states that occurred.
typedef struct transition_matrix {
    move *table;  ///< hash table; a count of 0 marks a free entry
    uint32_t capacity;
    uint32_t used;
    wits_state_id *active;  ///< buffer for the active states of one agent, before and after
} transition_matrix;

transition_matrix transition_matrix_new(const wits_brain *brain);
void transition_matrix_free(transition_matrix *of);
/// Compares an agent before and after a tick. In a parallel every branch counts: from each deepest state that became
/// inactive to each that became active, except between different regions.
void transition_matrix_note(transition_matrix *to, const wits_brain *brain, const void *before, const void *after);
void transition_matrix_add(transition_matrix *to, const transition_matrix *from);
enum { TRANSITION_MATRIX_ENTRY = 16 };
/// Writes the pairs that occurred, in order, as bytes that are the same on every machine.
void transition_matrix_write(const transition_matrix *of, text *to);
/// Adds what transition_matrix_write wrote. Returns false if it is malformed or has states that the brain does not
/// have.
bool transition_matrix_read(transition_matrix *to, const wits_brain *brain, const char *bytes, size_t size);
/// Returns `used` entries, sorted by `from`, then by `to`. Free the result.
move *transition_matrix_sorted(const transition_matrix *of);

#endif
