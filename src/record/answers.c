// SPDX-License-Identifier: MIT
// Functions that call those of the program and record the results. A function finds its recorder by the table that
// its call comes from: the answer_log is before it in memory.
#include "expr/expr.h"
#include "record/recorder.h"

#include <string.h>

/// Functions for one agent, with their log before them.
typedef struct function_table {
    answer_log *log;
    wits_function functions[1];
} function_table;

size_t wits_record_log_size(const wits_brain *brain) {
    return sizeof(answer_log) + offsetof(function_table, functions) + brain->function_count * sizeof(wits_function);
}

/// The table is after its log.
static function_table *table_of_log(answer_log *log) {
    return (function_table *)(void *)(log + 1);
}

static const void *bytes_before(const void *at, size_t size) {
    return (const uint8_t *)at - size;
}

static answer_log *log_of_call(const wits_call *call) {
    const function_table *table = bytes_before(call->frame->functions, offsetof(function_table, functions));
    return table->log;
}

static const wits_function *original(const answer_log *log, const wits_call *call) {
    return &log->functions[call->function];
}

void wits_record_empty_log(answer_log *log) {
    log->used = 0;
    log->last_row = 0;
    log->last_function = log->last_state = UINT32_MAX;
    log->is_full = false;
}

static bool is_recording(const answer_log *log) {
    return log->recorder->in_call && log->recorder->status == WITS_RECORDER_OK && !log->is_full;
}

// --------------------------------------------------------------------------------------------------------------- log

enum { MOST_ANSWER = 1 + 6 * MOST_VARINT + 8 + 4 };

static uint64_t zigzag(uint32_t from, uint32_t to) {
    const int64_t difference = (int64_t)to - (int64_t)from;
    return difference < 0 ? ((uint64_t)-difference << 1) - 1 : (uint64_t)difference << 1;
}

/// Begins the record of a result. Returns null if it and `more` bytes do not fit.
static uint8_t *begin_answer(answer_log *log, const recorded_answer *answer, uint64_t more) {
    if (more > log->capacity || log->capacity - log->used < more + MOST_ANSWER) {
        log->is_full = true;
        return NULL;
    }
    const bool is_same = answer->function == log->last_function && answer->state == log->last_state;
    const bool is_next = answer->row == log->last_row + 1;
    uint8_t *flags = log->bytes + log->used, *at = flags + 1;
    *flags = (uint8_t)(answer->kind | (is_same ? ANSWER_SAME_FUNCTION : 0) | (is_next ? ANSWER_NEXT_ROW : 0) |
                       (answer->target_kind != WITS_NONE ? ANSWER_TARGET : 0) |
                       (answer->arguments != 0 ? ANSWER_ARGUMENTS : 0));
    if (!is_same) {
        at = put_varint(put_varint(at, answer->function), answer->state);
    }
    if (!is_next) {
        at = put_varint(at, zigzag(log->last_row, answer->row));
    }
    if (answer->target_kind != WITS_NONE) {
        at = put_varint(put_varint(at, answer->target_kind), answer->target);
    }
    if (answer->arguments != 0) {
        bytes_put64(at, answer->arguments);
        at += 8;
    }
    log->last_function = answer->function;
    log->last_state = answer->state;
    log->last_row = answer->row;
    return at;
}

static void end_answer(answer_log *log, const uint8_t *end) {
    log->used = (size_t)(end - log->bytes);
}

static void log_answer(answer_log *log, const recorded_answer *answer) {
    uint8_t *at = begin_answer(log, answer, 0);
    if (at != NULL && answer->kind == ANSWER_SCORE) {
        bytes_put32(at, answer->value);
        at += 4;
    }
    if (at != NULL) {
        end_answer(log, at);
    }
}

static recorded_answer answer_to(const wits_call *call, answer_kind kind) {
    return (recorded_answer){.kind = kind,
                             .function = call->function,
                             .state = call->state,
                             .row = call->frame->row,
                             .target_kind = call->target != NULL ? call->target->kind : WITS_NONE,
                             .target = call->target != NULL ? call->target->id : WITS_NO_TARGET,
                             .arguments = wits_record_hash_arguments(call->arguments, call->argument_count)};
}

static uint32_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// -------------------------------------------------------------------------------------------- conditions and scores

static bool recorded_condition(const void *context, const wits_call *call) {
    answer_log *log = log_of_call(call);
    const bool holds = original(log, call)->condition(context, call);
    if (is_recording(log)) {
        const recorded_answer answer = answer_to(call, holds ? ANSWER_YES : ANSWER_NO);
        log_answer(log, &answer);
    }
    return holds;
}

static float recorded_score(const void *context, const wits_call *call) {
    answer_log *log = log_of_call(call);
    const float score = original(log, call)->score(context, call);
    if (is_recording(log)) {
        recorded_answer answer = answer_to(call, ANSWER_SCORE);
        answer.value = bits_of(score);
        log_answer(log, &answer);
    }
    return score;
}

// ------------------------------------------------------------------------------------------------- actions and steps

/// Locates what an agent has in a column. Null: not recorded, or shared.
static uint8_t *own_value(const wits_recorder *r, uint32_t column, uint64_t row) {
    wits_column at;
    const watched_column *watched = &r->columns[column];
    return watched->is_recorded && !watched->is_shared && wits_record_column(r->options.agents, column, &at)
               ? (uint8_t *)at.base + row * at.stride
               : NULL;
}

/// State of an agent before an action.
typedef struct before_action {
    uint64_t events, data;
    bool is_recorded;
} before_action;

static before_action remember(const answer_log *log, const wits_call *call) {
    const wits_recorder *r = log->recorder;
    const uint32_t row = call->frame->row;
    if (!(is_recording(log) || wits_record_notes_agents(r)) || row >= r->rows) {
        return (before_action){0};
    }
    for (uint32_t i = 0; i < r->column_count && r->in_call; i++) {
        const uint8_t *value = own_value(r, i, row);
        if (value != NULL) {
            memcpy(log->before + (size_t)i * 8, value, r->columns[i].width);
        }
    }
    return (before_action){.events = pending_events(r->brain, call->agent),
                           .data = call->data != NULL ? wits_snapshot_sum(0, call->data, call->data_size) : 0,
                           .is_recorded = true};
}

/// Returns the number of columns that an action has changed, and takes over their values.
static uint32_t find_changes(const answer_log *log, uint32_t row) {
    const wits_recorder *r = log->recorder;
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->column_count; i++) {
        const uint8_t *value = own_value(r, i, row);
        const watched_column *watched = &r->columns[i];
        if (value != NULL && memcmp(log->before + (size_t)i * 8, value, watched->width) != 0) {
            count++;
            if (watched->shadow != NULL) {
                copy_values_of(watched->shadow + (size_t)row * watched->width, 0, value, 0, watched->width, 1);
            }
        }
    }
    return count;
}

static uint8_t *put_changed_columns(const answer_log *log, uint32_t row, uint8_t *at) {
    const wits_recorder *r = log->recorder;
    for (uint32_t i = 0; i < r->column_count; i++) {
        const uint8_t *value = own_value(r, i, row);
        const uint32_t width = r->columns[i].width;
        if (value != NULL && memcmp(log->before + (size_t)i * 8, value, width) != 0) {
            at = put_varint(at, i);
            copy_values_of(at, 0, value, 0, width, 1);
            at += width;
        }
    }
    return at;
}

/// Records what an action or step has done.
static void log_effect(answer_log *log, const wits_call *call, const before_action *before, wits_state_id to) {
    wits_recorder *r = log->recorder;
    if (!before->is_recorded || log->is_full) {
        return;
    }
    const uint32_t row = call->frame->row;
    const uint64_t events = pending_events(r->brain, call->agent) & ~before->events;
    const bool has_data = call->data != NULL && wits_snapshot_sum(0, call->data, call->data_size) != before->data;
    if (!r->in_call) {  // an action from a list; all else is found by comparison
        if (events != 0 || has_data) {
            wits_record_note_agent(r, row, events, has_data);
        }
        return;
    }
    const uint32_t columns = find_changes(log, row);
    if (columns == 0 && events == 0 && !has_data && to == WITS_STAY) {
        const recorded_answer nothing = answer_to(call, ANSWER_NOTHING);
        log_answer(log, &nothing);
        return;
    }
    const size_t data_size = has_data ? call->data_size : 0;
    const recorded_answer answer = answer_to(call, ANSWER_EFFECT);
    uint8_t *at = begin_answer(log, &answer, (uint64_t)columns * (MOST_VARINT + 4) + 4 * MOST_VARINT + data_size);
    if (at == NULL) {
        return;
    }
    at = put_varint(put_varint(at, to), events);
    at = put_changed_columns(log, row, put_varint(at, columns));
    at = put_varint(at, has_data ? (uint64_t)data_size + 1 : 0);
    if (has_data) {
        memcpy(at, call->data, data_size);
    }
    end_answer(log, at + data_size);
}

static void recorded_action(void *context, const wits_call *call) {
    answer_log *log = log_of_call(call);
    const before_action before = remember(log, call);
    original(log, call)->action(context, call);
    log_effect(log, call, &before, WITS_STAY);
}

static wits_state_id recorded_step(void *context, const wits_call *call) {
    answer_log *log = log_of_call(call);
    const before_action before = remember(log, call);
    const wits_state_id to = original(log, call)->step(context, call);
    log_effect(log, call, &before, to);
    return to;
}

void wits_record_open_log(wits_recorder *r, uint32_t slice) {
    answer_log *log = log_of(r, slice);
    wits_function *table = table_of_log(log)->functions;
    table_of_log(log)->log = log;
    wits_record_empty_log(log);
    for (uint32_t i = 0; i < r->brain->function_count; i++) {
        table[i] = log->functions[i];
        table[i].condition = table[i].condition != NULL ? recorded_condition : NULL;
        table[i].score = table[i].score != NULL ? recorded_score : NULL;
        table[i].action = table[i].action != NULL ? recorded_action : NULL;
        table[i].step = table[i].step != NULL ? recorded_step : NULL;
    }
}

const wits_function *wits_recorder_functions(wits_recorder *r, uint32_t slice) {
    return r != NULL && slice < r->options.slices && r->log_stride != 0 ? table_of_log(log_of(r, slice))->functions
                                                                        : NULL;
}

// --------------------------------------------------------------------------------------------- functions for a block

/// A table of functions for blocks, with its log before it.
typedef struct block_table {
    answer_log *log;
    wits_crowd_function functions[1];
} block_table;

size_t wits_record_block_table_size(const wits_brain *brain) {
    return offsetof(block_table, functions) + brain->function_count * sizeof(wits_crowd_function);
}

static block_table *block_table_of(const wits_recorder *r, uint32_t slice) {
    return (block_table *)(void *)(r->block_tables + slice * r->block_table_stride);
}

static answer_log *log_of_block(const wits_crowd_call *call) {
    const block_table *table = bytes_before(call->crowd->block_functions, offsetof(block_table, functions));
    return table->log;
}

/// Describes a call for one agent of a block. Such functions do not know their state.
static recorded_answer answer_in_block(const wits_crowd_call *call, uint32_t i, answer_kind kind) {
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    for (uint32_t k = 0; k < call->argument_count; k++) {
        arguments[k] = wits_crowd_argument_of(call, k, i);
    }
    return (recorded_answer){.kind = kind,
                             .function = call->function,
                             .state = WITS_NONE,
                             .row = call->agents[i],
                             .target_kind = call->targets != NULL ? call->target_kind : WITS_NONE,
                             .target = call->targets != NULL ? call->targets[i] : WITS_NO_TARGET,
                             .arguments = wits_record_hash_arguments(arguments, call->argument_count)};
}

static void recorded_block_condition(const wits_crowd_call *call, bool *holds) {
    answer_log *log = log_of_block(call);
    log->block_functions[call->function].condition(call, holds);
    for (uint32_t i = 0; i < call->count && is_recording(log); i++) {
        const recorded_answer answer = answer_in_block(call, i, holds[i] ? ANSWER_YES : ANSWER_NO);
        log_answer(log, &answer);
    }
}

static void recorded_block_score(const wits_crowd_call *call, float *scores) {
    answer_log *log = log_of_block(call);
    log->block_functions[call->function].score(call, scores);
    for (uint32_t i = 0; i < call->count && is_recording(log); i++) {
        recorded_answer answer = answer_in_block(call, i, ANSWER_SCORE);
        answer.value = bits_of(scores[i]);
        log_answer(log, &answer);
    }
}

void wits_record_open_block_table(wits_recorder *r, uint32_t slice) {
    if (r->block_table_stride == 0) {
        return;
    }
    block_table *table = block_table_of(r, slice);
    table->log = log_of(r, slice);
    for (uint32_t i = 0; i < r->brain->function_count; i++) {
        const wits_crowd_function *from = &table->log->block_functions[i];
        table->functions[i] =
            (wits_crowd_function){.condition = from->condition != NULL ? recorded_block_condition : NULL,
                                  .score = from->score != NULL ? recorded_block_score : NULL};
    }
}

const wits_crowd_function *wits_recorder_block_functions(wits_recorder *r, uint32_t slice) {
    return slice < r->options.slices && r->block_table_stride != 0 ? block_table_of(r, slice)->functions : NULL;
}
