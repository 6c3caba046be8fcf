// SPDX-License-Identifier: MIT
// A recorder in the program's memory.
#ifndef WITS_RECORD_RECORDER_H
#define WITS_RECORD_RECORDER_H

#include "record/format.h"

/// A column of the agents, or their ids, and its values after the last call.
typedef struct watched_column {
    uint8_t *shadow;  ///< little-endian values, one after another; null: not recorded, or private
    uint32_t width;
    bool is_shared;  ///< one value for all agents
    bool is_recorded;
    bool is_assigned;  ///< calls write it
} watched_column;

/// An array of a list of targets.
typedef struct watched_array {
    uint8_t *shadow;
    uint32_t rows, capacity;
    uint32_t width;
} watched_array;

/// The functions of one slice. The table of functions follows it.
typedef struct answer_log {
    wits_recorder *recorder;
    const wits_function *functions;              ///< the program's
    const wits_crowd_function *block_functions;  ///< the program's
    uint8_t *bytes;
    size_t used, capacity;
    uint32_t last_row, last_function, last_state;
    bool is_full;
    uint8_t *before;  ///< values of one agent before an action, 8 bytes for each column
} answer_log;

struct wits_recorder {
    wits_recorder_options options;
    const wits_brain *brain;
    uint64_t rows;          ///< the number of agents at the start, which stays the same
    uint32_t column_count;  ///< without that of ids
    watched_column *columns;
    watched_array *arrays;
    uint32_t array_count;
    uint8_t *agents;  ///< their bytes after the last call; null: they are private
    size_t agent_size;
    uint8_t *buffer;  ///< a chunk, with room for its head
    size_t used, capacity;
    uint8_t section[2 * MOST_VARINT + 1];  ///< the head of the open section, to open it again in the next chunk
    uint32_t section_size;                 ///< 0: none is open
    uint64_t last_piece;                   ///< in the section: the next piece or row from which is counted
    bool is_forced;                        ///< write all lists and shared values: a reader may begin here
    uint8_t *logs;                         ///< answer_log and table of each slice
    size_t log_stride;
    uint8_t *block_tables;  ///< pointer to the answer_log and table of each slice
    size_t block_table_stride;
    wits_recorded_call call;
    bool in_call, has_ended;
    uint32_t last_hash, last_keyframe;  ///< ticks
    uint64_t written, calls;
    wits_recorder_status status;
};

static inline answer_log *log_of(const wits_recorder *recorder, uint32_t slice) {
    return (answer_log *)(void *)(recorder->logs + slice * recorder->log_stride);
}

/// Writes the chunk in the buffer, and empties it.
void wits_record_write_chunk(wits_recorder *recorder, chunk_type type);
/// Returns whether changes of an agent outside of calls are written at once, because agents are private.
static inline bool wits_record_notes_agents(const wits_recorder *r) {
    return r->agents == NULL && !r->in_call && !r->has_ended && r->status == WITS_RECORDER_OK;
}

/// Writes raised events of a private agent, or all of its bytes, in a section of its own.
void wits_record_note_agent(wits_recorder *recorder, uint64_t row, uint64_t events, bool is_set);
/// Writes what has changed in rows of agents, ids and columns to the buffer; what all agents share; lists of targets.
void wits_record_compare_rows(wits_recorder *recorder, uint64_t first, uint64_t count);
void wits_record_compare_shared(wits_recorder *recorder);
void wits_record_compare_targets(wits_recorder *recorder, const wits_target_list *targets);
void wits_record_end_changes(wits_recorder *recorder);
/// Takes over what a call has written.
void wits_record_adopt(wits_recorder *recorder, uint64_t first, uint64_t count);
/// Locates a column, that after the last one being the ids. False if it has no memory.
bool wits_record_column(const wits_agents *of, uint32_t column, wits_column *to);
/// Bytes of an answer_log and its table.
size_t wits_record_log_size(const wits_brain *brain);
void wits_record_empty_log(answer_log *log);
void wits_record_open_log(wits_recorder *recorder, uint32_t slice);
size_t wits_record_block_table_size(const wits_brain *brain);
void wits_record_open_block_table(wits_recorder *recorder, uint32_t slice);
/// Events that are pending: a bit for each.
static inline uint64_t pending_events(const wits_brain *brain, const uint8_t *agent) {
    uint64_t events = 0;
    for (uint32_t i = 0; i < brain->event_bytes; i++) {
        events |= (uint64_t)agent[brain->events + i] << 8 * i;
    }
    return events;
}

#endif
