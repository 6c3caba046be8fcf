// SPDX-License-Identifier: MIT
// How many agents went from which state to which.
#ifndef WITS_TOOL_MOVES_H
#define WITS_TOOL_MOVES_H

#include "common/text.h"
#include "wits/wits.h"

typedef struct move {
    wits_state_id from;
    wits_state_id to;
    uint64_t count;
} move;

/// Of all pairs of states only those that occur.
typedef struct transition_matrix {
    move *table;  ///< a hash table; a count of 0 is free
    uint32_t capacity;
    uint32_t used;
    wits_state_id *active;  ///< of one agent, before and after
} transition_matrix;

transition_matrix transition_matrix_new(const wits_brain *brain);
void transition_matrix_free(transition_matrix *of);
/// Compares an agent with itself some ticks ago. Of a parallel each branch counts: from every deepest state that is no
/// longer one to every new one, unless they are in different regions.
void transition_matrix_note(transition_matrix *to, const wits_brain *brain, const void *before, const void *after);
void transition_matrix_add(transition_matrix *to, const transition_matrix *from);
enum { TRANSITION_MATRIX_ENTRY = 16 };
/// As bytes, an entry for each pair that occurs.
void transition_matrix_write(const transition_matrix *of, text *to);
/// Adds what was written. False if it is of states that the brain does not have.
bool transition_matrix_read(transition_matrix *to, const wits_brain *brain, const char *bytes, size_t size);
/// In order of `from`, then of `to`; `used` of them, to be freed.
move *transition_matrix_sorted(const transition_matrix *of);

#endif
