// SPDX-License-Identifier: MIT
// crowd --checkpoint and --resume, as the command line has them: what is read, when a checkpoint is written, and how
// one goes on from it.
#ifndef WITS_TOOL_CROWD_KEEP_H
#define WITS_TOOL_CROWD_KEEP_H

#include "crowd/crowd_session.h"

/// The checkpoints of one run.
typedef struct crowd_keep {
    const crowd_options *options;
    const crowd_given *given;
    const char *path;  ///< of the latest checkpoint of this run; null if there is none
    uint32_t tick;     ///< that it is of
    bool has_failed;
} crowd_keep;

/// Whether a command line asks for checkpoints: known before it is read, as the watch must be.
bool crowd_keeps(int argc, char **argv);
/// Reads the checkpoint of --resume and compares it with what is given. Returns a status; what is wrong is said.
int crowd_read_checkpoint(const crowd_options *options, crowd_given *to);

crowd_keep crowd_keep_begin(const crowd_options *options, const crowd_given *given);
/// Writes a checkpoint if one is due after this tick, or at the end. Returns whether to go on: false, said, if it could
/// not be written. Collective.
bool crowd_keep_tick(crowd_keep *to, crowd_session *of, uint32_t tick, bool is_end);
/// How to go on, of a run that has not come to its end.
void crowd_keep_say(const crowd_keep *of);

#endif
