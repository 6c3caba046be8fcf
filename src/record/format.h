// SPDX-License-Identifier: MIT
// The bytes of a recording: docs/recordings.md, "Format". All numbers are little-endian.
//
//   magic, version | chunk | chunk | ...
//   chunk: type and size | sum | its bytes
//   head, text of the brain, start, then for each call: changes, keyframe, hashes, changes, answers, call
#ifndef WITS_RECORD_FORMAT_H
#define WITS_RECORD_FORMAT_H

#include "core/brain.h"
#include "core/bytes.h"
#include "snapshot/format.h"
#include "wits/record.h"

#define RECORDING_MAGIC "wits rec"

enum { RECORDING_BYTES = 16, CHUNK_BYTES = 16, CHUNK_SUM = 8 };

typedef enum chunk_type {
    CHUNK_HEAD = 1,
    CHUNK_TEXT,
    CHUNK_START,
    CHUNK_CHANGES,
    CHUNK_ANSWERS,
    CHUNK_CALL,
    CHUNK_KEYFRAME,
    CHUNK_HASHES,
    CHUNK_END,
} chunk_type;

/// The first word of a chunk, from which its sum begins.
static inline uint64_t chunk_word(chunk_type type, uint64_t size) {
    return (uint64_t)type | size << 8;
}

/// Positions in the head. Then a byte of flags for each column, the number of fields of each kind of targets (a byte
/// each), the fields of the kinds, and the names of these fields and of the functions.
enum {
    RECORDED_HASH_EVERY = 0,
    RECORDED_KEYFRAME_EVERY = 4,
    RECORDED_COLUMNS = 8,
    RECORDED_KINDS = 12,
    RECORDED_FUNCTIONS = 16,
    RECORDED_NAMES = 20,  ///< bytes
    RECORDED_BYTES = 24,
};
enum { COLUMN_SHARED = 1, COLUMN_RECORDED = 2 };
enum { TARGET_TYPE = 0, TARGET_IS_OWN = 1, TARGET_VALUES = 2, TARGET_FIELD_BYTES = 4 };

/// Sections of changes. Each begins with its tag, and ends with a 0 where the next row or piece would begin.
enum {
    CHANGED_AGENTS = 0,  ///< entries: (rows since the last one * 2 + is_set) + 1, then a mask of events or the bytes
    CHANGED_COLUMN = 1,  ///< number, then pieces
    CHANGED_ARRAY = 2,   ///< number, rows, then pieces; new rows are all in them
};
enum { PIECE_ROWS = 64 };  ///< a piece is: pieces since the last one + 1, a mask of rows (8 bytes), their values

/// Arrays of a kind of targets: these, then the columns of its fields.
enum { ARRAY_OFFSETS, ARRAY_IDS, ARRAY_OWN_ROWS, ARRAY_FIELDS };

/// Positions in a call.
enum {
    CALL_MOST_BLOCK = 4096,  ///< agents
    CALL_VERB = 0,
    CALL_IS_CROWD = 1,
    CALL_MODE = 2,
    CALL_PATH = 3,
    CALL_STATE = 4,
    CALL_TICK = 6,
    CALL_DECIDE_EVERY = 10,
    CALL_BLOCK = 14,
    CALL_FIRST = 18,
    CALL_COUNT = 26,
    CALL_SEED = 34,
    CALL_BYTES = 42,
};

/// An answer of a function: flags, then what they announce.
enum {
    ANSWER_KIND = 7,  ///< mask of an answer_kind
    ANSWER_SAME_FUNCTION = 8,
    ANSWER_NEXT_ROW = 16,
    ANSWER_TARGET = 32,
    ANSWER_ARGUMENTS = 64,
};
typedef enum answer_kind {
    ANSWER_NO,
    ANSWER_YES,
    ANSWER_SCORE,
    ANSWER_NOTHING,  ///< an action or step that changed nothing and stayed
    ANSWER_EFFECT,
    ANSWER_KIND_COUNT,
} answer_kind;

// ------------------------------------------------------------------------------------------------------------- numbers

enum { MOST_VARINT = 10 };

/// Writes seven bits a byte, the lowest first. Returns the end.
static inline uint8_t *put_varint(uint8_t *at, uint64_t value) {
    for (; value >= 0x80; value >>= 7) {
        *at++ = (uint8_t)(value | 0x80);
    }
    *at++ = (uint8_t)value;
    return at;
}

/// Foreign bytes that are read from `at`; once something is missing, `is_good` is false, and all further values are 0.
typedef struct byte_reader {
    const uint8_t *at, *end;
    bool is_good;
} byte_reader;

static inline const uint8_t *read_span(byte_reader *from, uint64_t size) {
    const uint8_t *at = from->at;
    if (!from->is_good || size > (uint64_t)(from->end - at)) {
        from->is_good = false;
        return NULL;
    }
    from->at += size;
    return at;
}

static inline uint64_t read_varint(byte_reader *from) {
    uint64_t value = 0;
    for (uint32_t shift = 0; shift < 64; shift += 7) {
        const uint8_t *byte = read_span(from, 1);
        if (byte == NULL || (shift == 63 && *byte > 1)) {
            break;
        }
        value |= (uint64_t)(*byte & 0x7F) << shift;
        if (*byte < 0x80) {
            return value;
        }
    }
    from->is_good = false;
    return 0;
}

static inline uint32_t lowest_bit(uint64_t mask) {
#ifdef __GNUC__
    return (uint32_t)__builtin_ctzll(mask);
#else
    uint32_t bit = 0;
    for (; (mask >> bit & 1) == 0; bit++) {}
    return bit;
#endif
}

/// Counts the bits.
static inline uint32_t count_rows(uint64_t mask) {
    mask -= mask >> 1 & 0x5555555555555555u;
    mask = (mask & 0x3333333333333333u) + (mask >> 2 & 0x3333333333333333u);
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0Fu;
    return (uint32_t)(mask * 0x0101010101010101u >> 56);
}

/// Memory that is handed out in order. Without a base, only its size is counted.
typedef struct placed_memory {
    uint8_t *base;
    uint64_t used;
} placed_memory;

static inline void *take_memory(placed_memory *from, uint64_t size) {
    uint8_t *at = from->base != NULL ? from->base + from->used : NULL;
    from->used += padded(size);
    return at;
}

// --------------------------------------------------------------------------------------------------------- description

/// Description of a recording, from its first chunks.
typedef struct recorded_shape {
    shape start;
    uint64_t count;  ///< agents
    uint32_t agent_size;
    bool has_ids;
    uint32_t hash_every, keyframe_every;
    uint32_t function_count;
    const uint8_t *flags;         ///< of each column
    const uint8_t *field_counts;  ///< of each kind of targets
    const uint8_t *target_fields;
    const char *target_names, *function_names;
    uint32_t array_count;
} recorded_shape;

/// A list's array.
typedef struct recorded_array {
    uint32_t kind;
    uint32_t which;        ///< ARRAY_OFFSETS and so on; from ARRAY_FIELDS on a field
    const uint8_t *field;  ///< its bytes in the shape; null for others
    const char *name;
    uint32_t width;
    uint32_t value_count;  ///< of a bool or enum; 0: any value
} recorded_array;

/// Describes an array; false if there is none with this number.
bool wits_record_array(const recorded_shape *of, uint32_t number, recorded_array *to);
/// Bytes of a value of a column; `*value_count` as in recorded_array. The column after the last one is that of ids. 0:
/// not recorded.
uint32_t wits_record_column_width(const recorded_shape *of, uint32_t column, uint32_t *value_count);

typedef struct chunk {
    chunk_type type;
    const uint8_t *bytes;
    uint64_t size;
    uint64_t next;  ///< offset of the next chunk
} chunk;

/// Locates the chunk at an offset, within `size` bytes. Returns false if it is not all there.
bool wits_record_chunk(const uint8_t *bytes, uint64_t size, uint64_t offset, chunk *to);
/// Reads the description of a recording that wits_recording_open has checked.
void wits_record_shape(const wits_recording *of, recorded_shape *to);

/// Receives changes; each function may be null and returns false to stop.
typedef struct changes_visitor {
    bool (*raised)(void *user, uint64_t row, uint64_t events);
    bool (*set)(void *user, uint64_t row, const uint8_t *agent);
    void (*column)(void *user, uint32_t column, uint64_t first, uint64_t rows, const uint8_t *values);
    void (*array)(void *user, const recorded_array *array, uint32_t number, uint64_t first, uint64_t rows,
                  const uint8_t *values);
    void *user;
} changes_visitor;

/// Reads foreign changes and checks their rows and values. `array_rows` has the rows of each array before, and receives
/// those after. Returns false if no recorder writes them, or a visitor stopped.
bool wits_record_read_changes(const recorded_shape *of, const chunk *from, uint32_t *array_rows,
                              const changes_visitor *to);

/// One answer of a function, as recorded.
typedef struct recorded_answer {
    answer_kind kind;
    uint32_t function, state, row;
    uint32_t target_kind, target;  ///< WITS_NONE and WITS_NO_TARGET: none
    uint64_t arguments;            ///< their hash; 0: none
    uint32_t value;                ///< bits of a score
    const uint8_t *effect;         ///< for EFFECT
    size_t effect_size;
} recorded_answer;

/// Reads the next answer of foreign bytes: begin with all zero. Returns false after the last answer, and for bytes that
/// no recorder writes; then the reader has failed.
bool wits_record_next_answer(const recorded_shape *of, byte_reader *reader, recorded_answer *answer);

/// The effect of an action or step: the step's destination, raised events, changed columns, private data.
typedef struct recorded_effect {
    byte_reader reader;
    uint32_t state;  ///< WITS_STAY
    uint64_t events;
    uint64_t columns_left;
} recorded_effect;
/// Begins to read an effect. Returns false if no recorder writes it.
bool wits_record_begin_effect(byte_reader from, recorded_effect *to);
/// Reads the next changed column; `*width` bytes at the result. Null after the last, and on a mistake.
const uint8_t *wits_record_next_effect(const recorded_shape *of, recorded_effect *from, uint32_t *column,
                                       uint32_t *width);
/// Reads the private data after the columns; null: unchanged.
const uint8_t *wits_record_effect_data(recorded_effect *from, uint64_t *size);

// ---------------------------------------------------------------------------------------------------------- both sides

/// Hashes of the agents' bytes and of one column, in the program's memory.
uint64_t wits_record_hash_agents(const wits_agents *of);
uint64_t wits_record_hash_column(const wits_column *column, uint64_t rows);
/// Folds the arguments of a call.
uint64_t wits_record_hash_arguments(const wits_argument *arguments, uint32_t count);

static inline uint8_t *agent_at_row(const wits_agents *of, uint64_t row) {
    return (uint8_t *)of->agents + row * (of->agent_stride != 0 ? of->agent_stride : wits_agent_size(of->brain));
}

static inline uint64_t id_at_row(const wits_agents *of, uint64_t row) {
    return of->ids != NULL ? of->ids[row] : of->first_id + row;
}

#endif
