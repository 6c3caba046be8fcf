// SPDX-License-Identifier: MIT
// crowd --watch: reads the brain again when its files change, between two ticks, and makes the agents agents of the new
// version. If the new version has an error, the agents continue with the old one.
#ifndef WITS_TOOL_CROWD_WATCH_H
#define WITS_TOOL_CROWD_WATCH_H

#include "common/changes.h"
#include "crowd/crowd_session.h"

/// Zeroed, nothing is watched.
typedef struct crowd_watch {
    const crowd_options *options;  ///< null: nothing is watched
    changes files;
    const crowd_given *present;  ///< read with the current brain
    crowd_given *given;          ///< the same; null: the first one, which belongs to the caller
    double latest;               ///< time at which the latest tick was due, if there is a rate
} crowd_watch;

/// Notes the state of the files before they are read, so that no edit is missed. Without --watch nothing is watched.
void crowd_watch_prepare(const crowd_options *options, crowd_watch *to);
/// Follows what the brain was read from, too, and prints what is watched.
void crowd_watch_begin(const crowd_given *given, crowd_watch *to);
/// Waits for the next tick if there is a rate. While waiting, reloads the brain if files have changed, and prints what
/// was lost, or the errors. Returns what was read with the new brain, which the session now uses; null if nothing was
/// reloaded.
const crowd_given *crowd_watch_tick(crowd_watch *of, crowd_session *session, uint32_t tick);
void crowd_watch_end(crowd_watch *of);

#endif
