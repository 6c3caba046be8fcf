// SPDX-License-Identifier: MIT
// Begins a recording, writes its chunks, and ends it.
#include "expr/expr.h"
#include "record/recorder.h"
#include "snapshot/format.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------------- chunks

static void give(wits_recorder *r, const void *bytes, size_t size) {
    if (r->status == WITS_RECORDER_OK && size != 0) {
        if (r->options.write(r->options.user, bytes, size)) {
            r->written += size;
        } else {
            r->status = WITS_RECORDER_WRITE_FAILED;
        }
    }
}

static void put_chunk_head(uint8_t head[CHUNK_BYTES], chunk_type type, const void *bytes, uint64_t size) {
    const uint64_t word = chunk_word(type, size);
    bytes_put64(head, word);
    bytes_put64(head + CHUNK_SUM, wits_snapshot_sum(word, bytes, (size_t)size));
}

void wits_record_write_chunk(wits_recorder *r, chunk_type type) {
    put_chunk_head(r->buffer, type, r->buffer + CHUNK_BYTES, r->used - CHUNK_BYTES);
    give(r, r->buffer, r->used);
    r->used = CHUNK_BYTES;
}

static void write_brain_text(wits_recorder *r) {
    if (r->options.text_size != 0) {
        uint8_t head[CHUNK_BYTES];
        put_chunk_head(head, CHUNK_TEXT, r->options.text, r->options.text_size);
        give(r, head, sizeof head);
        give(r, r->options.text, r->options.text_size);
    }
}

static size_t text_bytes(const char *text) {
    return strlen(text) + 1;
}

/// Writes the head to the buffer, or only counts its bytes.
static size_t put_head(const wits_recorder_options *options, uint8_t *to) {
    const wits_brain *brain = options->agents->brain;
    const uint32_t columns = brain->field_count + options->agents->own_count;
    size_t names = 0, fields = 0;
    for (uint32_t kind = 0; kind < brain->target_count; kind++) {
        fields += wits_target_field_count(brain, kind);
        for (uint32_t field = 0; field < wits_target_field_count(brain, kind); field++) {
            names += text_bytes(wits_target_field_name(brain, kind, field));
        }
    }
    for (uint32_t i = 0; i < brain->function_count; i++) {
        names += text_bytes(wits_function_name(brain, i));
    }
    const size_t size = RECORDED_BYTES + columns + brain->target_count + fields * TARGET_FIELD_BYTES + names;
    if (to == NULL) {
        return size;
    }
    bytes_put32(to + RECORDED_HASH_EVERY, options->hash_every);
    bytes_put32(to + RECORDED_KEYFRAME_EVERY, options->keyframe_every);
    bytes_put32(to + RECORDED_COLUMNS, columns);
    bytes_put32(to + RECORDED_KINDS, brain->target_count);
    bytes_put32(to + RECORDED_FUNCTIONS, brain->function_count);
    bytes_put32(to + RECORDED_NAMES, (uint32_t)names);
    uint8_t *at = to + RECORDED_BYTES;
    for (uint32_t i = 0; i < columns; i++) {
        wits_column column;
        const bool is_recorded = wits_record_column(options->agents, i, &column);
        *at++ = (uint8_t)(is_recorded ? COLUMN_RECORDED | (column.stride == 0 ? COLUMN_SHARED : 0) : 0);
    }
    for (uint32_t kind = 0; kind < brain->target_count; kind++) {
        *at++ = (uint8_t)wits_target_field_count(brain, kind);
    }
    for (uint32_t kind = 0; kind < brain->target_count; kind++) {
        for (uint32_t field = 0; field < wits_target_field_count(brain, kind); field++, at += TARGET_FIELD_BYTES) {
            at[TARGET_TYPE] = (uint8_t)wits_target_field_type(brain, kind, field);
            at[TARGET_IS_OWN] = wits_target_field_is_own(brain, kind, field);
            bytes_put16(at + TARGET_VALUES, wits_target_field_value_count(brain, kind, field));
        }
    }
    char *name = (char *)at;
    for (uint32_t kind = 0; kind < brain->target_count; kind++) {
        for (uint32_t field = 0; field < wits_target_field_count(brain, kind); field++) {
            const char *from = wits_target_field_name(brain, kind, field);
            memcpy(name, from, text_bytes(from));
            name += text_bytes(from);
        }
    }
    for (uint32_t i = 0; i < brain->function_count; i++) {
        memcpy(name, wits_function_name(brain, i), text_bytes(wits_function_name(brain, i)));
        name += text_bytes(name);
    }
    return size;
}

static void write_head(wits_recorder *r) {
    uint8_t magic[RECORDING_BYTES] = {0};
    memcpy(magic, RECORDING_MAGIC, 8);
    bytes_put64(magic + 8, WITS_RECORDING_VERSION);
    give(r, magic, sizeof magic);
    r->used += put_head(&r->options, r->buffer + r->used);
    wits_record_write_chunk(r, CHUNK_HEAD);
}

static void write_snapshot(wits_recorder *r, chunk_type type, uint32_t tick, uint64_t seed) {
    wits_agents of = *r->options.agents;
    of.tick = tick;
    of.seed = seed;
    r->used += wits_snapshot_write(&of, NULL, 0, r->buffer + r->used, r->capacity - r->used);
    wits_record_write_chunk(r, type);
    r->is_forced = true;
    r->last_keyframe = tick;
}

static void write_hashes(wits_recorder *r, uint32_t tick) {
    const wits_agents *of = r->options.agents;
    bytes_put64(r->buffer + r->used, wits_record_hash_agents(of));
    r->used += 8;
    for (uint32_t i = 0; i < r->column_count; i++, r->used += 8) {
        wits_column column;
        const bool is_there = r->columns[i].is_recorded && wits_record_column(of, i, &column);
        bytes_put64(r->buffer + r->used,
                    is_there ? wits_record_hash_column(&column, r->columns[i].is_shared ? 1 : of->count) : 0);
    }
    wits_record_write_chunk(r, CHUNK_HASHES);
    r->last_hash = tick;
}

// -------------------------------------------------------------------------------------------------------------- memory

static bool can_record(const wits_recorder_options *options) {
    const wits_agents *of = options != NULL ? options->agents : NULL;
    if (of == NULL || options->write == NULL || of->first != 0 || of->count >= WITS_NO_TARGET ||
        wits_snapshot_size(of, 0) == 0 || (options->text == NULL && options->text_size != 0)) {
        return false;
    }
    const uint64_t answers = options->answer_bytes, text = options->text_size, most = (uint64_t)1 << 38;
    return options->slices <= 0xFFFF && answers < most && text < most;
}

/// Hands out memory for the columns and their shadows.
static void place_columns(wits_recorder *r, const wits_recorder_options *options, placed_memory *memory) {
    const wits_agents *of = options->agents;
    const uint32_t count = of->brain->field_count + of->own_count;
    watched_column *columns = take_memory(memory, ((uint64_t)count + 1) * sizeof *columns);
    for (uint32_t i = 0; i <= count; i++) {
        wits_column column = {0};
        const bool is_recorded = wits_record_column(of, i, &column), is_ids = i == count;
        const bool is_private = options->is_private != NULL && !is_ids && options->is_private[i];
        const uint32_t width = is_ids ? 8 : is_recorded ? wits_expr_field_size(column.type) : 0;
        const uint64_t rows = column.stride == 0 ? 1 : of->count;
        uint8_t *shadow = is_recorded && (!is_private || column.stride == 0) ? take_memory(memory, rows * width) : NULL;
        if (r != NULL) {
            columns[i] = (watched_column){.shadow = shadow,
                                          .width = width,
                                          .is_shared = is_recorded && column.stride == 0,
                                          .is_recorded = is_recorded,
                                          .is_assigned = i < of->brain->field_count &&
                                                         wits_field_is_assigned(of->brain, i) && column.stride != 0};
            if (shadow != NULL) {
                copy_values_of(shadow, width, column.base, column.stride, width, rows);
            }
        }
    }
    if (r != NULL) {
        r->columns = columns;
        r->column_count = count;
    }
}

static void place_arrays(wits_recorder *r, const wits_recorder_options *options, placed_memory *memory) {
    const wits_brain *brain = options->agents->brain;
    uint32_t count = 0, number = 0;
    for (uint32_t kind = 0; kind < brain->target_count; kind++) {
        count += ARRAY_FIELDS + wits_target_field_count(brain, kind);
    }
    watched_array *arrays = take_memory(memory, count * sizeof *arrays);
    for (uint32_t kind = 0; kind < brain->target_count; kind++) {
        const uint32_t most = options->target_rows != NULL ? options->target_rows[kind] : 0;
        for (uint32_t which = 0; which < ARRAY_FIELDS + wits_target_field_count(brain, kind); which++, number++) {
            const uint32_t width =
                which < ARRAY_FIELDS ? 4
                                     : wits_expr_field_size(wits_target_field_type(brain, kind, which - ARRAY_FIELDS));
            const uint64_t rows = which != ARRAY_OFFSETS || most == 0 ? most : options->agents->count + 1;
            uint8_t *shadow = take_memory(memory, rows * width);
            if (r != NULL && shadow != NULL) {
                memset(shadow, 0, (size_t)(rows * width));  // new rows are compared, too, whatever the result
            }
            if (r != NULL) {
                arrays[number] = (watched_array){.shadow = shadow, .width = width, .capacity = (uint32_t)rows};
            }
        }
    }
    if (r != NULL) {
        r->arrays = arrays;
        r->array_count = count;
    }
}

static uint32_t slices_of(const wits_recorder_options *options) {
    return options->slices != 0 ? options->slices : 1;
}

static void place_logs(wits_recorder *r, const wits_recorder_options *options, placed_memory *memory) {
    const wits_brain *brain = options->agents->brain;
    const uint32_t slices = slices_of(options);
    const uint64_t bytes =
        options->answer_bytes != 0 ? options->answer_bytes : ((uint64_t)64 << 10) + 4 * options->agents->count;
    const size_t stride = options->functions != NULL ? (size_t)padded(wits_record_log_size(brain)) : 0;
    const size_t table =
        options->block_functions != NULL && stride != 0 ? (size_t)padded(wits_record_block_table_size(brain)) : 0;
    uint8_t *logs = take_memory(memory, (uint64_t)slices * stride), *tables = take_memory(memory, slices * table);
    const uint32_t columns = brain->field_count + options->agents->own_count;
    if (r != NULL) {
        r->logs = logs;
        r->log_stride = stride;
        r->block_tables = tables;
        r->block_table_stride = table;
    }
    for (uint32_t slice = 0; slice < slices && stride != 0; slice++) {
        uint8_t *log = take_memory(memory, bytes), *before = take_memory(memory, (uint64_t)columns * 8);
        if (r != NULL) {
            *log_of(r, slice) = (answer_log){.recorder = r,
                                             .functions = options->functions,
                                             .block_functions = options->block_functions,
                                             .bytes = log,
                                             .capacity = (size_t)bytes,
                                             .before = before};
            wits_record_open_log(r, slice);
            wits_record_open_block_table(r, slice);
        }
    }
}

/// Room for the largest chunk: a snapshot, the head or an agent with a piece of values.
static uint64_t buffer_bytes(const wits_recorder_options *options) {
    const uint64_t least = (uint64_t)64 << 10, snapshot = wits_snapshot_size(options->agents, 0);
    const uint64_t head = put_head(options, NULL), columns = options->agents->brain->field_count;
    const uint64_t large = snapshot > head ? snapshot : head;
    return CHUNK_BYTES + least + large + wits_agent_size(options->agents->brain) +
           8 * (columns + options->agents->own_count);
}

/// Places everything in memory, or returns only the bytes needed if `memory` has no base.
static uint64_t place_all(const wits_recorder_options *options, placed_memory *memory) {
    const wits_agents *of = options->agents;
    wits_recorder *r = take_memory(memory, sizeof *r);
    const uint64_t capacity = buffer_bytes(options);
    uint8_t *agents = !options->are_agents_private ? take_memory(memory, of->count * wits_agent_size(of->brain)) : NULL;
    uint8_t *buffer = take_memory(memory, capacity);
    if (r != NULL) {
        *r = (wits_recorder){.options = *options,
                             .brain = of->brain,
                             .rows = of->count,
                             .agents = agents,
                             .agent_size = wits_agent_size(of->brain),
                             .buffer = buffer,
                             .used = CHUNK_BYTES,
                             .capacity = (size_t)capacity};
        r->options.hash_every = options->hash_every != 0 ? options->hash_every : 60;
        r->options.slices = slices_of(options);
    }
    place_columns(r, options, memory);
    place_arrays(r, options, memory);
    place_logs(r, options, memory);
    return memory->used;
}

size_t wits_recorder_size(const wits_recorder_options *options) {
    placed_memory nothing = {0};
    const uint64_t size = can_record(options) ? place_all(options, &nothing) : 0;
    return size <= SIZE_MAX / 2 ? (size_t)size : 0;
}

wits_recorder *wits_recorder_begin(const wits_recorder_options *options, void *memory, size_t size) {
    const size_t needed = wits_recorder_size(options);
    if (needed == 0 || memory == NULL || size < needed || (uintptr_t)memory % 8 != 0) {
        return NULL;
    }
    placed_memory all = {.base = memory};
    place_all(options, &all);
    wits_recorder *r = memory;
    wits_record_adopt(r, 0, r->rows);
    write_head(r);
    write_brain_text(r);
    write_snapshot(r, CHUNK_START, options->agents->tick, options->agents->seed);
    r->last_hash = options->agents->tick;
    return r;
}

// --------------------------------------------------------------------------------------------------------------- calls

/// Returns whether the agents have as many rows as at the start.
static bool has_all_rows(wits_recorder *r) {
    if (r->options.agents->count != r->rows) {
        r->status = WITS_RECORDER_OTHER_COUNT;
    }
    return r->status == WITS_RECORDER_OK;
}

static bool is_call(const wits_recorder *r, const wits_recorded_call *call) {
    return call != NULL && !r->in_call && (uint32_t)call->verb < WITS_RECORDED_VERB_COUNT && call->first <= r->rows &&
           call->count <= r->rows - call->first && (uint32_t)call->mode <= WITS_MODE_LISTED &&
           (uint32_t)call->path <= WITS_CROWD_PATH_GROUPS && call->block <= CALL_MOST_BLOCK &&
           !(call->is_crowd && call->verb == WITS_RECORDED_RESTART);
}

void wits_recorder_before(wits_recorder *r, const wits_recorded_call *call) {
    if (r == NULL || r->status != WITS_RECORDER_OK || r->has_ended) {
        return;
    }
    if (!has_all_rows(r)) {
        return;
    }
    if (!is_call(r, call)) {
        r->status = WITS_RECORDER_WRONG_CALL;
        return;
    }
    const bool is_key = r->options.keyframe_every != 0 && call->tick - r->last_keyframe >= r->options.keyframe_every;
    const bool is_hashed = call->tick - r->last_hash >= r->options.hash_every;
    if (is_key || is_hashed) {
        wits_record_compare_rows(r, 0, r->rows);
        wits_record_compare_shared(r);
        wits_record_end_changes(r);
    } else {
        wits_record_compare_rows(r, call->first, call->count);
    }
    if (is_key) {
        write_snapshot(r, CHUNK_KEYFRAME, call->tick, call->seed);
    }
    if (is_hashed) {
        write_hashes(r, call->tick);
    }
    wits_record_compare_shared(r);
    wits_record_compare_targets(r, call->targets);
    r->is_forced = false;
    wits_record_end_changes(r);
    r->call = *call;
    r->in_call = true;
}

static void write_answers(wits_recorder *r) {
    for (uint32_t slice = 0; slice < r->options.slices && r->log_stride != 0; slice++) {
        answer_log *log = log_of(r, slice);
        uint8_t head[CHUNK_BYTES];
        if (log->is_full) {
            r->status = WITS_RECORDER_ANSWERS_FULL;
        } else if (log->used != 0) {
            put_chunk_head(head, CHUNK_ANSWERS, log->bytes, log->used);
            give(r, head, sizeof head);
            give(r, log->bytes, log->used);
        }
        wits_record_empty_log(log);
    }
}

/// Writes the call. A call with an unknown state has done nothing.
static void write_call(wits_recorder *r, uint64_t handled) {
    uint8_t *to = r->buffer + r->used;
    const wits_recorded_call *call = &r->call;
    const bool has_state = call->verb == WITS_RECORDED_GOTO || call->verb == WITS_RECORDED_RESTART ||
                           call->verb == WITS_RECORDED_SET_STATE;
    const bool is_known = call->state < r->brain->state_count;
    to[CALL_VERB] = (uint8_t)call->verb;
    to[CALL_IS_CROWD] = call->is_crowd;
    to[CALL_MODE] = (uint8_t)call->mode;
    to[CALL_PATH] = (uint8_t)call->path;
    bytes_put16(to + CALL_STATE, has_state && is_known ? call->state : WITS_ROOT);
    bytes_put32(to + CALL_TICK, call->tick);
    bytes_put32(to + CALL_DECIDE_EVERY, call->decide_every);
    bytes_put32(to + CALL_BLOCK, call->block);
    bytes_put64(to + CALL_FIRST, call->first);
    bytes_put64(to + CALL_COUNT, has_state && !is_known ? 0 : handled);
    bytes_put64(to + CALL_SEED, call->seed);
    r->used += CALL_BYTES;
    wits_record_write_chunk(r, CHUNK_CALL);
}

void wits_recorder_after(wits_recorder *r, uint64_t handled) {
    if (r == NULL || r->status != WITS_RECORDER_OK || r->has_ended) {
        return;
    }
    if (!r->in_call || handled > r->call.count) {
        r->status = WITS_RECORDER_WRONG_CALL;
        return;
    }
    r->in_call = false;
    write_answers(r);
    if (r->status == WITS_RECORDER_OK) {
        write_call(r, handled);
        wits_record_adopt(r, r->call.first, handled);
        r->calls++;
    }
}

bool wits_recorder_end(wits_recorder *r) {
    if (r == NULL || r->status != WITS_RECORDER_OK || r->has_ended) {
        return false;
    }
    if (!has_all_rows(r)) {
        return false;
    }
    if (r->in_call) {
        r->status = WITS_RECORDER_WRONG_CALL;
        return false;
    }
    wits_record_compare_rows(r, 0, r->rows);
    wits_record_compare_shared(r);
    wits_record_end_changes(r);
    write_hashes(r, r->last_hash);
    bytes_put64(r->buffer + r->used, r->calls);
    r->used += 8;
    wits_record_write_chunk(r, CHUNK_END);
    r->has_ended = true;
    return r->status == WITS_RECORDER_OK;
}

// -------------------------------------------------------------------------------------------------------------- status

wits_recorder_status wits_recorder_status_of(const wits_recorder *r) {
    return r != NULL ? r->status : WITS_RECORDER_WRONG_CALL;
}

const char *wits_recorder_status_text(wits_recorder_status status) {
    static const char *const texts[] = {
        [WITS_RECORDER_OK] = "",
        [WITS_RECORDER_WRITE_FAILED] = "could not be written",
        [WITS_RECORDER_ANSWERS_FULL] = "not enough memory for the functions' results; increase answer_bytes",
        [WITS_RECORDER_TARGETS_FULL] = "a list of targets has more rows than announced; increase target_rows",
        [WITS_RECORDER_WRONG_CALL] = "wrong call: unknown rows or verb, or before and after do not alternate",
        [WITS_RECORDER_OTHER_COUNT] =
            "the number of agents has changed; record the maximum number, with unused agents stopped",
    };
    return (uint32_t)status < WITS_RECORDER_STATUS_COUNT ? texts[status] : "";
}

uint64_t wits_recorder_bytes(const wits_recorder *r) {
    return r->written;
}
