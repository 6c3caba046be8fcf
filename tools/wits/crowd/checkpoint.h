// SPDX-License-Identifier: MIT
// crowd --checkpoint and --resume: a whole crowd at one tick, in a file. Any number of ranks and threads can write it,
// and any other number can resume from it.
//
//   head | transitions so far, options | table of parts | part | part | ...
//
// The options are those that must be given again to resume; they are saved to report which one differs. Each ends with
// a zero byte; their total size follows in 8 bytes. Files of version 1 have no options. A part holds consecutive
// agents: their ids unless these are row numbers, their bytes, then their fields column by column. All data has the
// layout of the machine that wrote it, and a mark tells the byte order. The head's checksum covers everything before
// the parts, including the checksum of each part.
#ifndef WITS_TOOL_CHECKPOINT_H
#define WITS_TOOL_CHECKPOINT_H

#include "crowd/crowd_sim.h"

/// Hashes of the inputs that must be the same to resume a run.
typedef struct checkpoint_marks {
    uint64_t brain;
    uint64_t settings;  ///< hash of --set
    uint64_t inputs;    ///< 0: none
    uint64_t targets;   ///< 0: none
} checkpoint_marks;

/// The first bytes of the file.
typedef struct checkpoint_head {
    char magic[8];
    uint32_t order;
    uint32_t version;
    checkpoint_marks marks;
    uint64_t seed;
    uint64_t agents;
    uint64_t planned;  ///< total number of ticks
    uint64_t nan_scores;
    uint32_t from;  ///< the agents' first tick
    uint32_t tick;  ///< the last tick that all agents completed
    uint32_t flags;
    uint32_t row_bytes;  ///< total for each agent
    uint64_t move_bytes;
    uint64_t part_count;
    uint64_t sum;  ///< checksum of everything before the parts, computed with 0 here
} checkpoint_head;

enum { CHECKPOINT_HAS_IDS = 1, CHECKPOINT_GOES_ON = 2, CHECKPOINT_COUNTS_TRANSITIONS = 4 };

typedef struct checkpoint_part {
    uint64_t first;
    uint64_t count;
    uint64_t sum;
} checkpoint_part;

/// A checkpoint as read, except for its parts.
typedef struct checkpoint {
    const char *path;
    checkpoint_head head;
    text transition_matrix;
    text words;  ///< its options; empty for files of version 1
    checkpoint_part *parts;
} checkpoint;

/// Prints an error and returns false if the file is not a complete checkpoint. Free `to` in any case.
bool checkpoint_read(const char *path, checkpoint *to);
void checkpoint_free(checkpoint *of);
/// Adds an option and its value to the options of a checkpoint.
void checkpoint_add_word(text *to, const char *option, const char *value);
/// Compares a checkpoint with the marks and options of the resuming run. Prints an error and returns false if they
/// differ.
bool checkpoint_check(const checkpoint *of, const checkpoint_marks *given, const text *words);
/// Restores the agents of this rank. Prints an error and returns false if a part is corrupt.
bool checkpoint_restore(const checkpoint *from, crowd_sim *to);

/// Writes all agents as they are after `tick`, of `planned` ticks in total. Writes to a temporary file, then renames it
/// to `path`. Returns a status; on failure prints an error and leaves `path` unchanged. Collective.
int checkpoint_write(const char *path, const checkpoint_marks *marks, const text *words, crowd_sim *of, uint32_t tick,
                     uint64_t planned);

#endif
