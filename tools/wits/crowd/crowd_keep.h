// SPDX-License-Identifier: MIT
// crowd --checkpoint and --resume as command-line options: what is read, when a checkpoint is written, and how to
// resume.
#ifndef WITS_TOOL_CROWD_KEEP_H
#define WITS_TOOL_CROWD_KEEP_H

#include "crowd/crowd_session.h"

/// The checkpoints of one run.
typedef struct crowd_keep {
    const crowd_options *options;
    const crowd_given *given;
    const char *path;  ///< path of this run's latest checkpoint; null if there is none
    uint32_t tick;     ///< its tick
    bool has_failed;
} crowd_keep;

/// Returns whether a command line requests checkpoints. Called before it is parsed, because the watch process must
/// start first.
bool crowd_keeps(int argc, char **argv);
/// Reads the checkpoint of --resume and compares it with the options. Returns a status; prints errors.
int crowd_read_checkpoint(const crowd_options *options, crowd_given *to);

crowd_keep crowd_keep_begin(const crowd_options *options, const crowd_given *given);
/// Writes a checkpoint if one is due after this tick, or at the end. Returns whether to continue. If writing fails,
/// prints an error and returns false. Collective.
bool crowd_keep_tick(crowd_keep *to, crowd_session *of, uint32_t tick, bool is_end);
/// Prints how to resume a run that did not finish.
void crowd_keep_say(const crowd_keep *of);

#endif
