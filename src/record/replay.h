// SPDX-License-Identifier: MIT
// A replay in the program's memory.
#ifndef WITS_RECORD_REPLAY_H
#define WITS_RECORD_REPLAY_H

#include "record/format.h"

/// An answer by the numbers of the replay's brain. Answers to the same question are a chain.
typedef struct replay_answer {
    recorded_answer is;
    uint32_t next;     ///< the next answer to the same question; 0: none, else its number + 1
    uint32_t current;  ///< of the first of a chain: the answer that comes next
    uint32_t last;     ///< of the first of a chain
    uint32_t pass;     ///< in which `current` was set
    uint32_t slot;
} replay_answer;

struct wits_replay {
    wits_recording recording;
    recorded_shape of;
    wits_agents *to;
    const wits_brain *brain;
    const wits_migration *how;
    old_brain old;  ///< of another brain; else nothing
    migrating migrating;
    uint64_t start, at;  ///< offsets of the chunk after the start, and of the next one
    bool has_ended;
    wits_replay_result result;
    wits_difference difference;
    // Rows of the recording as rows of the brain: WITS_NONE if removed. The column of a field with another type counts
    // as removed.
    uint16_t *columns, *functions, *kinds;
    uint16_t *arrays_of;    ///< for each field of the brain's kinds, kind after kind, its array; WITS_NONE: none
    uint16_t *first_array;  ///< for each kind of the brain its first array
    // Lists of targets
    uint32_t *array_rows, *checked_rows;  ///< the latter while changes are checked
    uint8_t *arrays;
    size_t array_stride;
    wits_target_list *lists;
    wits_column *list_columns;
    // Answers
    replay_answer *answers;
    uint64_t answer_capacity;
    uint32_t answer_count;
    uint32_t *slots;  ///< numbers of first answers + 1, by the hash of their question
    uint32_t slot_mask;
    uint32_t pass;
    uint64_t unanswered;
    struct answer_table *table;
    // For actions, if the caller gives no list
    wits_list list;
};

/// Functions that answer, with the replay before them.
typedef struct answer_table {
    wits_replay *replay;
    wits_function functions[1];
} answer_table;

static inline wits_state_id replay_state(const wits_replay *r, uint32_t state) {
    return state == WITS_NONE || r->old.brain == NULL
               ? (wits_state_id)state
               : wits_versions_state(r->migrating.conversion.versions, (wits_state_id)state);
}

static inline uint32_t replay_event(const wits_replay *r, uint32_t event) {
    return r->old.brain == NULL ? event : wits_versions_event(r->migrating.conversion.versions, event);
}

/// Locates a recorded column in the program's memory; false if it is not replayed. `*number` is that of the brain.
bool wits_replay_column(const wits_replay *replay, uint32_t recorded, wits_column *to, uint32_t *number);
/// Writes values of a recorded column.
void wits_replay_write_column(const wits_replay *replay, uint32_t recorded, uint64_t first, uint64_t rows,
                              const uint8_t *values);
void wits_replay_raise(const wits_replay *replay, void *agent, uint64_t events);

// reply.c
void wits_replay_open_answers(wits_replay *replay);
void wits_replay_clear_answers(wits_replay *replay);
/// Resets all calls to their first recorded results.
void wits_replay_begin_pass(wits_replay *replay);
/// Adds the answers of a chunk. Returns false if there are more than announced.
bool wits_replay_add_answers(wits_replay *replay, const chunk *from);

// check.c
/// Compares the agents with hashes or a keyframe, and adds the result to the replay's.
void wits_replay_check_hashes(wits_replay *replay, const chunk *from);
void wits_replay_check_keyframe(wits_replay *replay, const chunk *from);

// lists.c
/// Makes lists of the arrays. Returns false if they do not fit together.
bool wits_replay_make_lists(wits_replay *replay);
size_t wits_replay_table_size(const wits_brain *brain);

#endif
