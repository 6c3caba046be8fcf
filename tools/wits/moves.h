// SPDX-License-Identifier: MIT
// How many agents went from which state to which.
#ifndef WITS_TOOL_MOVES_H
#define WITS_TOOL_MOVES_H

#include "text.h"
#include "wits/wits.h"

typedef struct move {
    wits_state_id from;
    wits_state_id to;
    uint64_t count;
} move;

/// Of all pairs of states only those that occur.
typedef struct moves {
    move *table;  ///< a hash table; a count of 0 is free
    uint32_t capacity;
    uint32_t used;
    wits_state_id *active;  ///< of one agent, before and after
} moves;

moves moves_new(const wits_brain *brain);
void moves_free(moves *of);
/// Compares an agent with itself some ticks ago. Of a parallel each branch counts: from every deepest state that is no
/// longer one to every new one, unless they are in different regions.
void moves_note(moves *to, const wits_brain *brain, const void *before, const void *after);
void moves_add(moves *to, const moves *from);
enum { MOVES_ENTRY = 16 };
/// As bytes, an entry for each pair that occurs.
void moves_write(const moves *of, text *to);
/// Adds what was written. False if it is of states that the brain does not have.
bool moves_read(moves *to, const wits_brain *brain, const char *bytes, size_t size);
/// In order of `from`, then of `to`; `used` of them, to be freed.
move *moves_sorted(const moves *of);

#endif
