// SPDX-License-Identifier: MIT
// Opens a recording: checks its first chunks, then finds out how far the others are readable.
#include "core/compile/tables.h"
#include "record/format.h"

#include <string.h>

static bool refuse_recording(wits_report *report, wits_problem_code code, const char *value) {
    wits_core_report_add(report, code, WITS_TABLE_RECORDING, 0, NULL, NULL, value,
                         value != NULL ? (uint32_t)strlen(value) : 0);
    return false;
}

static bool has_sum(const chunk *of) {
    return wits_snapshot_sum(bytes_get64(of->bytes - CHUNK_BYTES), of->bytes, (size_t)of->size) ==
           bytes_get64(of->bytes - CHUNK_BYTES + CHUNK_SUM);
}

// ---------------------------------------------------------------------------------------------------------------- head

/// Reads the head, once the shape of the brain is known. Returns false if they do not fit, or it is not one.
static bool read_recorded_shape(const chunk *head, recorded_shape *to) {
    if (head->size < RECORDED_BYTES || bytes_get32(head->bytes + RECORDED_COLUMNS) != to->start.column_count ||
        bytes_get32(head->bytes + RECORDED_KINDS) != to->start.kind_count) {
        return false;
    }
    to->hash_every = bytes_get32(head->bytes + RECORDED_HASH_EVERY);
    to->keyframe_every = bytes_get32(head->bytes + RECORDED_KEYFRAME_EVERY);
    to->function_count = bytes_get32(head->bytes + RECORDED_FUNCTIONS);
    const uint64_t names = bytes_get32(head->bytes + RECORDED_NAMES);
    byte_reader reader = {head->bytes + RECORDED_BYTES, head->bytes + head->size, true};
    to->flags = read_span(&reader, to->start.column_count);
    to->field_counts = read_span(&reader, to->start.kind_count);
    uint64_t fields = 0;
    to->array_count = 0;
    for (uint32_t kind = 0; kind < to->start.kind_count && reader.is_good; kind++) {
        fields += to->field_counts[kind];
        to->array_count += ARRAY_FIELDS + to->field_counts[kind];
        reader.is_good = to->field_counts[kind] <= WITS_MAX_TARGET_FIELDS;
    }
    to->target_fields = read_span(&reader, fields * TARGET_FIELD_BYTES);
    to->target_names = (const char *)read_span(&reader, names);
    if (!reader.is_good || reader.at != reader.end || to->function_count > WITS_MAX_FUNCTIONS) {
        return false;
    }
    const char *at = to->target_names, *end = at + names;
    for (uint64_t i = 0; i < fields + to->function_count; i++) {
        const char *zero = at != end ? memchr(at, '\0', (size_t)(end - at)) : NULL;
        if (zero == NULL || zero - at > WITS_MAX_NAME) {
            return false;
        }
        at = zero + 1;
        to->function_names = i + 1 == fields ? at : to->function_names;
    }
    to->function_names = fields == 0 ? to->target_names : to->function_names;
    return at == end;
}

static bool are_flags(const recorded_shape *of) {
    for (uint32_t i = 0; i < of->start.column_count; i++) {
        if (of->flags[i] != 0 && of->flags[i] != COLUMN_RECORDED && of->flags[i] != (COLUMN_RECORDED | COLUMN_SHARED)) {
            return false;
        }
    }
    const uint8_t *field = of->target_fields;
    for (uint32_t kind = 0; kind < of->start.kind_count; kind++) {
        for (uint32_t i = 0; i < of->field_counts[kind]; i++, field += TARGET_FIELD_BYTES) {
            const uint32_t values = bytes_get16(field + TARGET_VALUES), type = field[TARGET_TYPE];
            if (type == WITS_TYPE_DEFAULT || type > WITS_TYPE_FLOAT || field[TARGET_IS_OWN] > 1 ||
                (type == WITS_TYPE_ENUM ? values == 0 || values > WITS_MAX_ENUM_VALUES : values != 0)) {
                return false;
            }
        }
    }
    return true;
}

void wits_record_shape(const wits_recording *of, recorded_shape *to) {
    chunk head;
    memset(to, 0, sizeof *to);
    wits_snapshot_shape(&of->start, &to->start);
    to->count = of->start.count;
    to->agent_size = of->start.agent_size;
    to->has_ids = of->start.has_ids;
    if (wits_record_chunk(of->bytes, of->readable, RECORDING_BYTES, &head)) {
        (void)read_recorded_shape(&head, to);
    }
}

/// Reads the next of the first chunks. Reports a chunk that is cut short, damaged or of another kind.
static bool read_first(const wits_recording *of, uint64_t offset, chunk *to, wits_report *report) {
    if (!wits_record_chunk(of->bytes, of->size, offset, to)) {
        refuse_recording(report, WITS_PROBLEM_RECORDING_SHORT, NULL);
        return false;
    }
    return has_sum(to) || refuse_recording(report, WITS_PROBLEM_RECORDING_CORRUPT, "its first agents");
}

/// Reads the head, the text and the first agents. Returns the offset after them; 0: reported.
static uint64_t read_start(wits_recording *to, recorded_shape *of, wits_report *report) {
    chunk head, at;
    if (!read_first(to, RECORDING_BYTES, &head, report) || !read_first(to, head.next, &at, report)) {
        return 0;
    }
    if (at.type == CHUNK_TEXT) {
        to->text = (const char *)at.bytes;
        to->text_size = (size_t)at.size;
        if (!read_first(to, at.next, &at, report)) {
            return 0;
        }
    }
    if (head.type == CHUNK_HEAD && at.type == CHUNK_START &&
        wits_snapshot_open(&to->start, at.bytes, (size_t)at.size, NULL) && to->start.size == at.size &&
        to->start.count < WITS_NO_TARGET) {
        wits_snapshot_shape(&to->start, &of->start);
        of->count = to->start.count;
        of->agent_size = to->start.agent_size;
        of->has_ids = to->start.has_ids;
        if (read_recorded_shape(&head, of) && are_flags(of)) {
            return at.next;
        }
    }
    refuse_recording(report, WITS_PROBLEM_RECORDING_CORRUPT, "its header");
    return 0;
}

// -------------------------------------------------------------------------------------------------------------- chunks

/// Numbers of the call that is read.
typedef struct open_counts {
    uint64_t answers;
    uint32_t rows[WITS_MAX_TARGET_KINDS * (ARRAY_FIELDS + WITS_MAX_TARGET_FIELDS)];
} open_counts;

static bool read_answers(const recorded_shape *of, const chunk *at, uint64_t *count) {
    byte_reader reader = {at->bytes, at->bytes + at->size, true};
    recorded_answer answer = {0};
    while (wits_record_next_answer(of, &reader, &answer)) {
        ++*count;
    }
    return reader.is_good;
}

/// Returns whether the bytes are a snapshot of the same agents and fields as the start.
static bool read_keyframe(const wits_recording *of, const chunk *at) {
    wits_snapshot saved;
    if (!wits_snapshot_open(&saved, at->bytes, (size_t)at->size, NULL) || saved.size != at->size ||
        saved.count != of->start.count || saved.layout != of->start.layout ||
        saved.agent_size != of->start.agent_size || saved.has_ids != of->start.has_ids) {
        return false;
    }
    const uint64_t shape_size = bytes_get64(saved.bytes + HEAD_SHAPE);
    return shape_size == bytes_get64(of->start.bytes + HEAD_SHAPE) &&
           memcmp(saved.bytes + HEAD_BYTES, of->start.bytes + HEAD_BYTES, (size_t)shape_size) == 0;
}

/// Returns whether the bytes are a call of this recording. Its numbers fit the types of the public structures.
static bool read_recorded_call(const recorded_shape *of, const chunk *at) {
    const uint8_t *call = at->bytes;
    if (at->size != CALL_BYTES) {
        return false;
    }
    const uint64_t first = bytes_get64(call + CALL_FIRST), count = bytes_get64(call + CALL_COUNT);
    return call[CALL_VERB] < WITS_RECORDED_VERB_COUNT &&
           call[CALL_IS_CROWD] <= (call[CALL_VERB] != WITS_RECORDED_RESTART) && call[CALL_MODE] <= WITS_MODE_LISTED &&
           call[CALL_PATH] <= WITS_CROWD_PATH_GROUPS && bytes_get16(call + CALL_STATE) < of->start.state_count &&
           bytes_get32(call + CALL_BLOCK) <= CALL_MOST_BLOCK && first <= of->count && count <= of->count - first;
}

/// Notes the rows of a list, also of one that the same chunk makes shorter later.
static void note_rows(void *user, const recorded_array *array, uint32_t number, uint64_t first, uint64_t rows,
                      const uint8_t *values) {
    wits_recording *to = user;
    (void)array;
    (void)number;
    (void)values;
    to->most_rows = first + rows > to->most_rows ? first + rows : to->most_rows;
}

/// Reads a chunk after the first ones.
static bool read_later(wits_recording *to, const recorded_shape *of, const chunk *at, open_counts *n) {
    const changes_visitor lists = {.array = note_rows, .user = to};
    switch (at->type) {
    case CHUNK_CHANGES:
        return wits_record_read_changes(of, at, n->rows, &lists);
    case CHUNK_ANSWERS:
        if (!read_answers(of, at, &n->answers)) {
            return false;
        }
        to->most_answers = n->answers > to->most_answers ? n->answers : to->most_answers;
        return true;
    case CHUNK_KEYFRAME:
        to->keyframes++;
        memset(n->rows, 0, of->array_count * sizeof *n->rows);
        return read_keyframe(to, at);
    case CHUNK_HASHES:
        to->hashes++;
        return at->size == ((uint64_t)of->start.column_count + 1) * 8;
    case CHUNK_CALL:
        to->calls++;
        n->answers = 0;
        if (!read_recorded_call(of, at)) {
            return false;
        }
        to->last_tick = bytes_get32(at->bytes + CALL_TICK);
        return true;
    default:
        return at->type == CHUNK_END && at->size == 8 && bytes_get64(at->bytes) == to->calls;
    }
}

/// Tells a chunk that a recorder began and did not finish from one whose head is damaged: then its type is unknown, its
/// length is wrong, or the recording goes on behind it up to its end.
static bool is_begun(const wits_recording *of) {
    enum { END_BYTES = CHUNK_BYTES + 8 };
    chunk last;
    const uint64_t rest = of->size - of->readable;
    if (rest == 0) {
        return true;
    }
    const uint8_t type = of->bytes[of->readable];
    const bool is_known = type >= CHUNK_CHANGES && type <= CHUNK_END;
    const bool is_end = type == CHUNK_END && rest >= CHUNK_BYTES;
    const bool has_size = !is_end || bytes_get64(of->bytes + of->readable) >> 8 == 8;
    const bool has_end = rest > END_BYTES && wits_record_chunk(of->bytes, of->size, of->size - END_BYTES, &last) &&
                         last.type == CHUNK_END && last.next == of->size && has_sum(&last);
    return is_known && has_size && !has_end;
}

/// Reads chunks up to the end, or to the first that is not what a recorder writes.
static void read_rest(wits_recording *to, const recorded_shape *of) {
    open_counts n = {0};
    for (chunk at; wits_record_chunk(to->bytes, to->size, to->readable, &at);) {
        wits_recording before = *to;
        if (!has_sum(&at) || !read_later(to, of, &at, &n)) {
            *to = before;
            to->end = WITS_RECORDING_DAMAGED;
            return;
        }
        to->readable = at.next;
        if (at.type == CHUNK_END) {
            to->end = WITS_RECORDING_COMPLETE;
            return;
        }
    }
    to->end = is_begun(to) ? WITS_RECORDING_CUT : WITS_RECORDING_DAMAGED;
}

bool wits_recording_open(wits_recording *recording, const void *bytes, size_t size, wits_report *report) {
    *recording = (wits_recording){.bytes = bytes, .size = size};
    if (bytes == NULL || size == 0 || memcmp(bytes, RECORDING_MAGIC, size < 8 ? size : 8) != 0) {
        return refuse_recording(report, WITS_PROBLEM_RECORDING_FOREIGN, NULL);
    }
    if (size < RECORDING_BYTES) {
        return refuse_recording(report, WITS_PROBLEM_RECORDING_SHORT, NULL);
    }
    const uint64_t version = bytes_get64(recording->bytes + 8);
    if (version == 0) {
        return refuse_recording(report, WITS_PROBLEM_RECORDING_CORRUPT, "its version is 0");
    }
    if (version != WITS_RECORDING_VERSION) {
        wits_problem *problem =
            wits_core_report_add(report, WITS_PROBLEM_RECORDING_VERSION, WITS_TABLE_RECORDING, 0, NULL, NULL, NULL, 0);
        if (problem != NULL) {
            wits_core_value_add_number(problem, version);
        }
        return false;
    }
    recorded_shape of = {0};
    recording->readable = read_start(recording, &of, report);
    if (recording->readable == 0) {
        *recording = (wits_recording){0};
        return false;
    }
    recording->hash_every = of.hash_every;
    recording->keyframe_every = of.keyframe_every;
    recording->last_tick = recording->start.tick;
    read_rest(recording, &of);
    return true;
}
