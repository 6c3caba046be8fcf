// SPDX-License-Identifier: MIT
// The file of --record. Like every output, it is created complete, when the recording has ended.
#ifndef WITS_TOOL_RECORDING_H
#define WITS_TOOL_RECORDING_H

#include "common/inputs.h"
#include "wits/record.h"

/// A recording that is being written. It must stay at its address. A zeroed one is not being written.
typedef struct recording_file {
    wits_recorder *recorder;  ///< null: none
    output_stream to;
    const char *path;
    void *memory;
    uint64_t size;
    text brain;
    int problem;  ///< errno of the first write that failed
} recording_file;

/// Begins a recording of the agents of `how`, whose `write`, `user` and `text` are set here. `file` is their brain.
/// Returns a status; prints errors. End `to` in any case.
int recording_begin(const char *command, const char *path, wits_file *file, const wits_recorder_options *how,
                    recording_file *to);
/// Returns whether nothing has failed so far.
bool recording_is_good(const recording_file *of);
/// Ends the recording and writes the file. Returns a status; prints errors.
int recording_end(recording_file *of);
/// Frees a recording that was not ended, without a file.
void recording_abandon(recording_file *of);

/// Returns a call with its verb and state; all else is zero.
wits_recorded_call recorded_call(input_call call);
input_call input_call_of(const wits_recorded_call *call);

/// Checks the bytes of a recording, which `to` refers to. Prints errors and returns false if they are not a recording.
bool recording_check(const char *path, const text *bytes, wits_recording *to);
/// Reads a recording as a whole and checks it. Prints errors and returns false if it is not a recording.
bool recording_read(const char *path, text *bytes, wits_recording *to);

#endif
