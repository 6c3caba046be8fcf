// SPDX-License-Identifier: MIT
// crowd --checkpoint and --resume: a whole crowd at one tick, in a file. Any number of ranks and threads can write it,
// and any other number can resume from it.
//
// The file is a snapshot (wits/snapshot.h). Each value of --set of a function is a column of its own, named after the
// call. The bytes that a snapshot leaves to the program are a note: a checkpoint_note, the options that must be given
// again to resume, each with a final zero, and the transitions so far. All numbers are little-endian.
#ifndef WITS_TOOL_CHECKPOINT_H
#define WITS_TOOL_CHECKPOINT_H

#include "crowd/crowd_sim.h"
#include "wits/snapshot.h"

typedef char crowd_own_name[WITS_MAX_NAME + 1];

/// The agents of a rank for the calls of wits/snapshot.h: their bytes, ids, fields, and what was set of functions.
typedef struct crowd_rows {
    wits_agents agents;
    wits_host_field *own;
    crowd_own_name *names;
} crowd_rows;

crowd_rows crowd_rows_of(const crowd_sim *of);
void crowd_rows_free(crowd_rows *of);

/// Hashes of the inputs that must be the same to resume a run.
typedef struct checkpoint_marks {
    uint64_t brain;     ///< hash of the expanded brain file
    uint64_t settings;  ///< hash of --set
    uint64_t inputs;    ///< 0: none
    uint64_t targets;   ///< 0: none
} checkpoint_marks;

/// The beginning of the note.
typedef struct checkpoint_note {
    uint64_t magic, version;
    checkpoint_marks marks;
    uint64_t planned;     ///< total number of ticks
    uint64_t nan_scores;  ///< so far
    uint64_t from;        ///< the agents' first tick
    uint64_t flags;
    uint64_t word_bytes;  ///< bytes of the options
} checkpoint_note;

enum { CHECKPOINT_GOES_ON = 1, CHECKPOINT_COUNTS_TRANSITIONS = 2 };

/// A checkpoint as read, except for its agents.
typedef struct checkpoint {
    const char *path;
    void *head;  ///< the first bytes, with everything before the agents
    size_t head_size;
    wits_snapshot saved;  ///< description of the head
    checkpoint_note note;
    uint32_t tick;  ///< the last tick that all agents completed
    text words;     ///< its options
    text transitions;
} checkpoint;

/// Prints an error and returns false if the file is not a complete checkpoint. Free `to` in any case.
bool checkpoint_read(const char *path, checkpoint *to);
void checkpoint_free(checkpoint *of);
/// Adds an option and its value to the options of a checkpoint.
void checkpoint_add_word(text *to, const char *option, const char *value);
/// Compares a checkpoint with the brain, marks and options of the resuming run. Prints an error and returns false if
/// they differ.
bool checkpoint_check(const checkpoint *of, const wits_brain *brain, const checkpoint_marks *given, const text *words);
/// Restores the agents of this rank. Prints an error and returns false if they are damaged.
bool checkpoint_restore(const checkpoint *from, crowd_sim *to);

/// Writes all agents as they are after `tick`, of `planned` ticks in total. Writes to a temporary file, then renames it
/// to `path`. Returns a status; on failure prints an error and leaves `path` unchanged. Collective.
int checkpoint_write(const char *path, const checkpoint_marks *marks, const text *words, crowd_sim *of, uint32_t tick,
                     uint64_t planned);

#endif
