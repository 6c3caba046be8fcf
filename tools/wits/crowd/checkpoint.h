// SPDX-License-Identifier: MIT
// crowd --checkpoint and --resume: a whole crowd at one tick, in a file that any number of ranks and threads can write
// and any other number can go on from.
//
//   head | transitions so far, options | table of parts | part | part | ...
//
// The options are those words of the command line that a run which goes on must be given again, so that it can say
// which differ: each with a zero behind it, then how many bytes they are, in 8 bytes. Files of version 1 have none. A
// part has some agents that follow one another: their ids if these are no rows, their bytes, and column by column what
// they know. All is as the machine that wrote it has it in memory; a mark tells the byte order. The head's sum is over
// all in front of the parts, where the sum of each part stands.
#ifndef WITS_TOOL_CHECKPOINT_H
#define WITS_TOOL_CHECKPOINT_H

#include "crowd/crowd_sim.h"

/// What must be the same for a run to go on: hashes of what was given.
typedef struct checkpoint_marks {
    uint64_t brain;
    uint64_t settings;  ///< --set
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
    uint64_t planned;  ///< ticks in all
    uint64_t nan_scores;
    uint32_t from;  ///< the tick that the agents began at
    uint32_t tick;  ///< that all of them have done
    uint32_t flags;
    uint32_t row_bytes;  ///< of one agent, in all
    uint64_t move_bytes;
    uint64_t part_count;
    uint64_t sum;  ///< of all in front of the parts, with 0 in this place
} checkpoint_head;

enum { CHECKPOINT_HAS_IDS = 1, CHECKPOINT_GOES_ON = 2, CHECKPOINT_COUNTS_TRANSITIONS = 4 };

typedef struct checkpoint_part {
    uint64_t first;
    uint64_t count;
    uint64_t sum;
} checkpoint_part;

/// A checkpoint that is read: all but the parts.
typedef struct checkpoint {
    const char *path;
    checkpoint_head head;
    text transition_matrix;
    text words;  ///< its options; empty in files of version 1
    checkpoint_part *parts;
} checkpoint;

/// False if it is none, or not whole; what is wrong is said. To be freed whatever is returned.
bool checkpoint_read(const char *path, checkpoint *to);
void checkpoint_free(checkpoint *of);
/// Adds an option and its value to the words of a checkpoint.
void checkpoint_add_word(text *to, const char *option, const char *value);
/// Compares a checkpoint with the marks and words of the run that goes on. Returns false, said, if they differ.
bool checkpoint_check(const checkpoint *of, const checkpoint_marks *given, const text *words);
/// Gives the agents of this rank all that they had. False if a part is not as it was written; it is said.
bool checkpoint_restore(const checkpoint *from, crowd_sim *to);

/// Collective. Writes all agents as they are after `tick`, of `planned` in all: through a temporary file that
/// replaces `path` at the end. Returns a status; what went wrong is said, and the file is what it was.
int checkpoint_write(const char *path, const checkpoint_marks *marks, const text *words, crowd_sim *of, uint32_t tick,
                     uint64_t planned);

#endif
