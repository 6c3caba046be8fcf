// SPDX-License-Identifier: MIT
// crowd --record: records the calls of a crowd.
#ifndef WITS_TOOL_CROWD_RECORD_H
#define WITS_TOOL_CROWD_RECORD_H

#include "common/recording.h"
#include "crowd/crowd_options.h"
#include "crowd/crowd_sim.h"

/// The recording of a crowd. It must stay at its address.
typedef struct crowd_record {
    const crowd_options *options;
    wits_file *file;
    wits_agents world;
    bool *is_private;    ///< by field: no input sets it after the start
    wits_crowd *crowds;  ///< by worker: the crowd with the functions of its slice
    recording_file to;
    int status;
} crowd_record;

/// Begins to record a crowd whose agents have their first values, before their first call after `tick`. Prints errors
/// and returns false on failure.
bool crowd_record_begin(crowd_record *to, crowd_sim *of, uint32_t tick);
/// Call these directly before a call of all agents of the crowd, and after it.
void crowd_record_before(crowd_record *of, const crowd_sim *sim, input_call call);
void crowd_record_after(crowd_record *of, const crowd_sim *sim);
/// Returns whether nothing has failed so far.
bool crowd_record_is_good(const crowd_record *of);
/// Writes the file. Returns a status; prints errors.
int crowd_record_end(crowd_record *of);
/// Frees it, without a file if it was not ended.
void crowd_record_free(crowd_record *of);

#endif
