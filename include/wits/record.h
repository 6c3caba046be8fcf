// SPDX-License-Identifier: MIT
// Recordings: what a game did with its agents, as a stream of bytes that runs again on any machine.
//
//   wits_recorder_options how = {.agents = &world, .functions = functions, .write = to_file, .user = file};
//   wits_recorder *recorder = wits_recorder_begin(&how, memory, wits_recorder_size(&how));
//   crowd.functions = wits_recorder_functions(recorder, 0);               answers of the game are recorded, too
//   each tick:
//       call = (wits_recorded_call){WITS_RECORDED_TICK, .is_crowd = true, .count = count, .tick = tick};
//       wits_recorder_before(recorder, &call);
//       wits_recorder_after(recorder, wits_crowd_tick(&crowd, 0, count, &run));
//   wits_recorder_end(recorder);
//
//   wits_recording recording;                                              replay
//   if (wits_recording_open(&recording, bytes, size, &report)) {
//       wits_replay *replay = wits_replay_begin(&recording, &world, &how, memory, memory_size, &report);
//       wits_recorded_call call;
//       while (wits_replay_next(replay, &call, &report) &&
//              wits_replay_check(replay, &difference) != WITS_REPLAY_DIFFERS) {
//           wits_replay_run(replay, &call, NULL);
//       }
//       if (wits_replay_check(replay, &difference) == WITS_REPLAY_DIFFERS) ...     also of the end
//       wits_replay_end(replay);
//   }
//
// The game need not announce what it changes. Before each call the recorder compares the rows of the call with what the
// last call left, and writes only what has changed: fields, bytes of agents, raised events, targets. Then follow what
// the game's functions answered, the call, and from time to time a hash. A recording that is cut short or damaged is
// readable up to its last complete call. docs/recordings.md describes use and format.
#ifndef WITS_RECORD_H
#define WITS_RECORD_H

#include "wits/crowd.h"
#include "wits/snapshot.h"

#if !defined(WITS_NO_RECORD) && !defined(WITS_NO_SNAPSHOT) && !defined(WITS_NO_CONVERT) && !defined(WITS_NO_CROWD)

#ifdef __cplusplus
extern "C" {
#endif

enum { WITS_RECORDING_VERSION = 1 };

// ---------------------------------------------------------------------------------------------------------- recorded

typedef enum wits_recorded_verb {
    WITS_RECORDED_START,
    WITS_RECORDED_STOP,
    WITS_RECORDED_GOTO,       ///< to `state`
    WITS_RECORDED_RESTART,    ///< not for crowds
    WITS_RECORDED_SET_STATE,  ///< to `state`
    WITS_RECORDED_DECIDE,
    WITS_RECORDED_UPDATE,
    WITS_RECORDED_TICK,
    WITS_RECORDED_VERB_COUNT,
} wits_recorded_verb;

/// A call of wits_crowd_tick or another verb for rows of a crowd, or of wits_tick or another verb for each row, one
/// after another.
typedef struct wits_recorded_call {
    wits_recorded_verb verb;
    bool is_crowd;
    wits_state_id state;
    uint64_t first, count;  ///< rows of the agents' memory
    uint32_t tick;
    uint64_t seed;
    wits_mode mode;         ///< of a frame
    uint32_t decide_every;  ///< of a wits_crowd_run, like the next two
    uint32_t block;
    wits_crowd_path path;
    const wits_target_list *targets;  ///< lists of this call, one for each kind; null: all are empty
} wits_recorded_call;

// ----------------------------------------------------------------------------------------------------------- recording

typedef struct wits_recorder wits_recorder;

/// Receives the next bytes of a recording. Returns false if they could not be written, such as on a full disk.
typedef bool wits_recorder_write_fn(void *user, const void *bytes, size_t size);

/// The game's side of a recording. As in snapshots, values of fields must be of their type: a bool is 0 or 1.
typedef struct wits_recorder_options {
    const wits_agents *agents;  ///< must exist as long as the recorder, with `first` 0. Its memory may move between
                                ///< calls; number of rows, strides and which columns there are must stay the same.
                                ///< Columns of the program (`own`) are recorded like fields
    const bool *is_private;     ///< for each field, then each of the program's columns: nothing outside of the calls
                                ///< changes it, so it need not be compared. One value for all
                                ///< agents (stride 0) is compared anyway. Null: any may change
    bool are_agents_private;    ///< outside of the calls, only wits_recorder_raise and the recorder's functions change
                                ///< the agents' bytes, so they need not be compared. Not for mode listed
    const uint32_t *target_rows;  ///< for each kind of targets the maximum number of rows of its list, and of its data
                                  ///< of own fields; null: there are no targets. Lists with offsets need one for every
                                  ///< agent and one more
    const wits_function *functions;  ///< the game's, in the brain's order; null: their results are not recorded
    const wits_crowd_function *block_functions;  ///< in the brain's order, or null
    uint32_t slices;      ///< number of calls that may run at once between a `before` and its `after`; 0: 1
    size_t answer_bytes;  ///< memory for the results of functions in one slice of one call; 0: 64 KiB and 4 bytes for
                          ///< each agent
    const void *text;     ///< text of the brain, such as the expanded brain file. Saved and not interpreted
    size_t text_size;
    uint32_t hash_every;      ///< ticks between two hashes; 0: 60
    uint32_t keyframe_every;  ///< ticks between two keyframes, from which a replay may begin and which show the first
                              ///< agent and field that differ; 0: none but the start
    wits_recorder_write_fn *write;
    void *user;  ///< for `write`
} wits_recorder_options;

/// State of a recorder. Once it is not OK, nothing more is written and all calls do nothing, so the game can continue.
typedef enum wits_recorder_status {
    WITS_RECORDER_OK,
    WITS_RECORDER_WRITE_FAILED,  ///< `write` returned false
    WITS_RECORDER_ANSWERS_FULL,  ///< the functions' results need more than `answer_bytes`
    WITS_RECORDER_TARGETS_FULL,  ///< a list of targets has more rows than `target_rows`
    WITS_RECORDER_WRONG_CALL,    ///< unknown verb, mode, path or block, rows outside of the agents, or `before` and
                                 ///< `after` do not alternate
    WITS_RECORDER_OTHER_COUNT,   ///< the number of rows has changed
    WITS_RECORDER_STATUS_COUNT,
} wits_recorder_status;

/// Returns the bytes that a recorder needs: about twice the bytes of a snapshot. 0 if anything required is missing.
WITS_API size_t wits_recorder_size(const wits_recorder_options *options);
/// Begins a recording in `memory` (aligned to 8): writes its head and a snapshot of the agents. Returns null, with
/// nothing written, if `size` is less than wits_recorder_size returns or that is 0.
WITS_API wits_recorder *wits_recorder_begin(const wits_recorder_options *options, void *memory, size_t size);

/// Returns a table of functions that record the results of those in the options: for the frame or crowd of slice
/// `slice`, from 0. Run lists of actions with it, too, in one thread: outside of calls, what actions do to private
/// agents is recorded. Null if the options have none, if there is no such slice, or without a recorder.
///
/// Conditions, scores and step callbacks are recorded with their results. So are the effects of actions and steps that
/// run during a call on their own agent: fields and columns of its row, raised events, private data. Everything else
/// that they change is found before the next call.
WITS_API const wits_function *wits_recorder_functions(wits_recorder *recorder, uint32_t slice);
WITS_API const wits_crowd_function *wits_recorder_block_functions(wits_recorder *recorder, uint32_t slice);

/// Makes an event pending, as wits_raise does, and records it. Needed for private agents only. Returns false and does
/// nothing if the event or the row is unknown. It also works after the recording has stopped. During a call it is not
/// recorded: there, actions raise events for their own agent by wits_raise, and others after the call.
WITS_API bool wits_recorder_raise(wits_recorder *recorder, uint64_t row, uint32_t event);
/// Records what has changed in the rows of a call since the last one, and a hash if one is due. Call it after
/// everything that prepares the call, such as raising events, and directly before the call. Slices that run at once are
/// one call of all their rows, and their lists must have room. A frame's `draws` are not recorded.
WITS_API void wits_recorder_before(wits_recorder *recorder, const wits_recorded_call *call);
/// Records the call, of which `handled` agents were handled: the result of wits_crowd_tick; for one agent 1, or 0 if
/// the call returned false.
WITS_API void wits_recorder_after(wits_recorder *recorder, uint64_t handled);
/// Records what has changed since the last call, a hash and the end. Returns whether the recording is complete. The
/// memory may be freed then.
WITS_API bool wits_recorder_end(wits_recorder *recorder);

/// WITS_RECORDER_WRONG_CALL if the recorder is null.
WITS_API wits_recorder_status wits_recorder_status_of(const wits_recorder *recorder);
/// Returns one phrase, such as "could not be written"; "" for OK and unknown numbers.
WITS_API const char *wits_recorder_status_text(wits_recorder_status status);
/// Returns the number of bytes written.
WITS_API uint64_t wits_recorder_bytes(const wits_recorder *recorder);

// ------------------------------------------------------------------------------------------------------------- reading

/// The way in which the bytes of a recording end.
typedef enum wits_recording_end {
    WITS_RECORDING_COMPLETE,
    WITS_RECORDING_CUT,      ///< within a part, or without an end: the game has stopped, or a disk was full
    WITS_RECORDING_DAMAGED,  ///< the bytes after `readable` were damaged
} wits_recording_end;

/// A recording in memory that wits_recording_open has checked. Its pointers point into that memory, which must stay
/// unchanged while it is used.
typedef struct wits_recording {
    const uint8_t *bytes;
    uint64_t size;      ///< bytes that were given
    uint64_t readable;  ///< bytes of its complete parts, from the start
    wits_recording_end end;
    wits_snapshot start;  ///< the agents at the start: name and hashes of the brain, number of agents, first tick, seed
    const char *text;     ///< text of the brain, not zero-terminated
    size_t text_size;
    uint32_t hash_every;
    uint32_t keyframe_every;
    uint64_t calls;  ///< complete ones
    uint64_t hashes;
    uint64_t keyframes;     ///< without the start
    uint32_t last_tick;     ///< of the last call; start.tick without calls
    uint64_t most_answers;  ///< in one call
    uint64_t most_rows;     ///< rows of target lists that a replay needs memory for
} wits_recording;

/// Checks the parts of a recording and describes it. `bytes` need no alignment. Returns false with at least one problem
/// reported if they are not a recording, of a newer version, or cut short or damaged before the end of the start's
/// snapshot. Damage further on ends what is readable, and is not reported.
WITS_API bool wits_recording_open(wits_recording *recording, const void *bytes, size_t size, wits_report *report);

// -------------------------------------------------------------------------------------------------------------- replay

typedef struct wits_replay wits_replay;

/// Returns the bytes that a replay with this brain needs; 0 if anything is missing or they do not fit in size_t.
WITS_API size_t wits_replay_size(const wits_recording *recording, const wits_brain *brain);
/// Begins a replay in `memory` (aligned to 8): loads the start's agents into `to`, by wits_snapshot_load: exactly
/// start.count of them, with `first` 0. `to`, and what it points to, must exist as long as the replay; fields that are
/// recorded need writable columns, or they are not replayed. Its brain may be another version: then agents, changes,
/// answers and calls are those of the states, events, fields, functions and targets of the same paths, names and types,
/// also renamed ones; what is gone is left out. `how` must exist as long as the replay. Returns null with at least one
/// problem reported.
WITS_API wits_replay *wits_replay_begin(const wits_recording *recording, wits_agents *to, const wits_migration *how,
                                        void *memory, size_t size, wits_report *report);
/// Frees what the replay has allocated, which is nothing if the brain has not changed. `replay` may be null.
WITS_API void wits_replay_end(wits_replay *replay);

/// Moves to the last keyframe at or before a tick, or to the start: loads its agents. Continue with wits_replay_next.
/// Returns false with at least one problem reported if it cannot be loaded.
WITS_API bool wits_replay_seek(wits_replay *replay, uint32_t tick, wits_report *report);

/// Applies what changed before the next call and describes the call. Everything is checked before it is applied: rows,
/// values, bytes of agents. Returns false after the last readable call (the last changes are applied), and reports a
/// problem if the recording has something that no recorder writes: then the replay has ended.
WITS_API bool wits_replay_next(wits_replay *replay, wits_recorded_call *call, wits_report *report);

/// Returns a table of functions, in the brain's order, for the frame or crowd that runs the call: they return the
/// recorded results and apply the recorded effects. If an agent repeats a call with the same arguments, it gets the
/// next recorded result, or else the last one. One replay must not run in two threads at once.
WITS_API const wits_function *wits_replay_functions(wits_replay *replay);
/// Returns the number of calls without a recorded result since the beginning. Such a call returns false, 0 or
/// WITS_STAY. 0 for the recorded brain, if the game used the recorder's functions. Explanations make more calls, also
/// for options that have already lost.
WITS_API uint64_t wits_replay_unanswered(const wits_replay *replay);

/// Returns the frame of one agent of a call, without list, trace and explanation: a program may add them. Its draws
/// come from the seed.
WITS_API wits_frame wits_replay_frame(wits_replay *replay, const wits_recorded_call *call, uint64_t row);
/// Runs a call for one agent of its rows, with a frame of wits_replay_frame. Returns what the verb of wits.h returns:
/// false if the list has no room. An agent that does not decide in this tick is only updated.
WITS_API bool wits_replay_run_one(const wits_replay *replay, const wits_recorded_call *call, uint64_t row,
                                  const wits_frame *frame);

/// Means to run a call for all of its agents. All zero is valid.
typedef struct wits_replay_means {
    const wits_crowd_code *code;  ///< for calls of crowds; null: agent after agent, with the same results, unless step
                                  ///< callbacks change the results of functions within a call
    void *scratch;                ///< wits_crowd_scratch_size(code, call->block) bytes, aligned to 64
    wits_list *list;  ///< receives actions; needs the room of one agent (wits_list_room of WITS_VERB_TICK). Null:
                      ///< actions are dropped
    void (*listed)(void *user, wits_list *list);  ///< called before the list is emptied: if it is full, and at the end.
                                                  ///< May be null
    void *user;
} wits_replay_means;

/// Runs a call as wits_replay_next has described it. `means` may be null. Programs may instead run it themselves, with
/// the rows, targets and functions of the replay.
WITS_API void wits_replay_run(wits_replay *replay, const wits_recorded_call *call, const wits_replay_means *means);

typedef enum wits_replay_result {
    WITS_REPLAY_NOT_COMPARED,  ///< the recording has no hash here, or the brain's layout or fields are others
    WITS_REPLAY_SAME,
    WITS_REPLAY_DIFFERS,
} wits_replay_result;

/// The first difference of two worlds.
typedef struct wits_difference {
    uint64_t row;    ///< UINT64_MAX: unknown, because only hashes were compared
    uint64_t id;     ///< of the agent, if the row is known
    uint32_t field;  ///< number of the field, then of the program's own columns; WITS_NONE: the agent's bytes
} wits_difference;

/// Returns the result of the last wits_replay_next: it has compared the agents before the call it describes, or at the
/// end, with a hash or a keyframe, if the recording has one there. `difference` may be null.
WITS_API wits_replay_result wits_replay_check(const wits_replay *replay, wits_difference *difference);

/// Compares the agents of two worlds of the same layout and fields row by row: bytes, then each column that both have.
/// Returns whether they differ, and describes the first difference.
WITS_API bool wits_agents_differ(const wits_agents *a, const wits_agents *b, wits_difference *difference);

#ifdef __cplusplus
}
#endif

#endif

#endif
