// SPDX-License-Identifier: MIT
// The bytes of a snapshot: docs/snapshots.md, "Format". All numbers are little-endian.
//
//   head | shape | extra | table of parts | part | part | ...       each begins at a multiple of 8
//   part: ids (if any) | agents | the first saved field | the next | ...
//   shape: counts | states | fields | names
#ifndef WITS_SNAPSHOT_FORMAT_H
#define WITS_SNAPSHOT_FORMAT_H

#include "core/brain.h"
#include "core/bytes.h"
#include "wits/snapshot.h"

#define SNAPSHOT_MAGIC "wits snp"

/// Positions in the head.
enum {
    HEAD_MAGIC = 0,
    HEAD_VERSION = 8,
    HEAD_FLAGS = 12,
    HEAD_SIZE = 16,   ///< bytes of the whole snapshot
    HEAD_SUM = 24,    ///< of everything before the parts, without these 8 bytes
    HEAD_FRONT = 32,  ///< bytes before the parts
    HEAD_BRAIN = 40,
    HEAD_LAYOUT = 48,
    HEAD_COUNT = 56,
    HEAD_FIRST_ID = 64,
    HEAD_SEED = 72,
    HEAD_TICK = 80,
    HEAD_AGENT_SIZE = 84,
    HEAD_PARTS = 88,
    HEAD_SHAPE = 96,   ///< bytes of the shape
    HEAD_EXTRA = 104,  ///< bytes of the program's own
    HEAD_BYTES = 112,
};
enum { FLAG_IDS = 1 };

enum { PART_BYTES = 16, PART_COUNT = 0, PART_SUM = 8 };

/// Positions in the shape.
enum {
    SHAPE_STATES = 0,
    SHAPE_EVENTS = 4,
    SHAPE_FIELDS = 8,
    SHAPE_KINDS = 12,  ///< kinds of targets
    SHAPE_FLAGS = 16,
    SHAPE_NAMES = 20,        ///< bytes of all names
    SHAPE_FIELD_NAMES = 24,  ///< offset of the first field's name in the names
    SHAPE_OWN = 28,          ///< columns of the program, which follow the fields
    SHAPE_BYTES = 32,
};
enum { SHAPE_SKIPS_ENTERED = 1 };

/// Positions in a state of the shape. Names of states, events, kinds, and of each field with its enum's values follow
/// each other, each with a final zero.
enum {
    STATE_PARENT = 0,
    STATE_TARGET = 2,  ///< kind of targets; WITS_NONE
    STATE_KIND = 4,
    STATE_LEAVE = 5,
    STATE_FLAGS = 6,
    STATE_DATA = 8,       ///< bytes of private data
    STATE_COOLDOWN = 12,  ///< ticks
    STATE_BYTES = 16,
};
enum { STATE_ON_DECIDE = 1, STATE_CLOCK = 2, STATE_SCORED_CLOCK = 4 };

enum { FIELD_TYPE = 0, FIELD_SAVED = 1, FIELD_VALUES = 2, FIELD_BYTES = 4 };

/// The shape of a brain, in the bytes of a snapshot.
typedef struct shape {
    const uint8_t *states, *fields;
    const char *names, *end;  ///< of all names
    const char *field_names;
    uint32_t state_count, event_count, field_count, kind_count;
    uint32_t column_count;  ///< fields, and columns of the program
    uint32_t saved[3];      ///< number of saved columns with values of 1, 2 and 4 bytes
    bool skips_entered;
} shape;

/// A field of a shape, or a column of the program. Read one after another: begin with all zero.
typedef struct shape_field {
    const char *name;
    const char *values;  ///< the first name of its enum's values
    const char *next;    ///< after its last name
    uint32_t row;
    uint32_t value_count;
    wits_type type;
    bool is_saved;
    bool is_own;  ///< a column of the program
} shape_field;

/// A column in the memory of the program.
static inline wits_column program_column(const wits_host_field *own) {
    return (wits_column){.base = own->base, .stride = own->stride, .type = own->type, .read_only = own->read_only};
}

static inline uint64_t padded(uint64_t bytes) {
    return (bytes + 7) & ~(uint64_t)7;
}

/// Copies `count` rows of `width` bytes between arrays with these strides.
static inline void copy_rows(uint8_t *to, size_t to_stride, const uint8_t *from, size_t from_stride, size_t width,
                             uint64_t count) {
    if (to_stride == width && from_stride == width) {
        memcpy(to, from, (size_t)(count * width));
        return;
    }
    for (uint64_t i = 0; i < count; i++, to += to_stride, from += from_stride) {
        memcpy(to, from, width);
    }
}

/// Copies values of a field between an array and little-endian bytes, in either direction.
static inline void copy_values_of(uint8_t *to, size_t to_stride, const uint8_t *from, size_t from_stride,
                                  uint32_t width, uint64_t count) {
    if (bytes_are_native() || width == 1) {
        copy_rows(to, to_stride, from, from_stride, width, count);
        return;
    }
    for (uint64_t i = 0; i < count; i++, to += to_stride, from += from_stride) {
        for (uint32_t k = 0; k < width; k++) {
            to[k] = from[width - 1 - k];
        }
    }
}

/// Gives every NaN the same bits, in little-endian floats.
static inline void canonicalise_floats(uint8_t *values, uint64_t count) {
    for (uint64_t i = 0; i < count; i++, values += 4) {
        const uint32_t bits = bytes_get32(values);
        if ((bits & 0x7FFFFFFFu) > 0x7F800000u) {
            bytes_put32(values, 0x7FC00000u);
        }
    }
}

/// Sums bytes; the same on every machine.
uint64_t wits_snapshot_sum(uint64_t seed, const void *bytes, size_t size);
/// Sums everything before the parts, except the sum itself.
static inline uint64_t wits_snapshot_head_sum(const uint8_t *head, size_t front) {
    return wits_snapshot_sum(wits_snapshot_sum(0, head, HEAD_SUM), head + HEAD_FRONT, front - HEAD_FRONT);
}

/// Returns a column that is saved: number `column` of the fields, then of the program's own. False if it is not saved.
bool wits_snapshot_column(const wits_agents *of, uint32_t column, wits_column *to);
/// Bytes of the shape of the agents' brain, with the columns of the program.
uint64_t wits_snapshot_shape_size(const wits_agents *of);
void wits_snapshot_write_shape(const wits_agents *of, uint8_t *bytes);
/// Reads a shape from foreign bytes. Returns false if they are not one.
bool wits_snapshot_read_shape(const uint8_t *bytes, size_t size, shape *to);
/// Reads the next field. Returns false after the last.
bool wits_snapshot_next_field(const shape *of, shape_field *field);

/// The shape of an opened snapshot.
void wits_snapshot_shape(const wits_snapshot *saved, shape *to);
/// Bytes of a part of `count` agents.
uint64_t wits_snapshot_part_bytes(const shape *of, uint64_t agent_size, bool has_ids, uint64_t count);

/// A part of an opened snapshot.
typedef struct part {
    uint64_t number;
    uint64_t first, count;  ///< agents
    uint64_t offset, size;
    const uint8_t *bytes;  ///< null if not all of it is in memory
    uint64_t sum;
} part;

/// Moves to the next part: begin with `number` UINT64_MAX, all else zero. Returns false after the last.
bool wits_snapshot_next_part(const wits_snapshot *saved, const shape *of, part *at);
/// Reports whether a part is complete and has the right sum.
bool wits_snapshot_check_part(const wits_snapshot *saved, const part *at, wits_report *report);
/// Reports values that a saved field cannot have.
bool wits_snapshot_check_values(const shape_field *field, const uint8_t *values, uint64_t first, uint64_t count,
                                wits_report *report);
/// Reports agents that the brain could not have made.
bool wits_snapshot_check_agents(const wits_brain *brain, const uint8_t *agents, uint64_t first, uint64_t count,
                                wits_report *report);
wits_problem *wits_snapshot_complain(wits_report *report, wits_problem_code code, const char *value);

/// The brain with this shape, from `allocator`: it has the same layout, but does nothing. Null if the shape is not that
/// of a brain (reported), or memory runs out (reported). Release it with wits_snapshot_release_brain.
typedef struct old_brain {
    const wits_brain *brain;
    void *memory;
    size_t memory_size;
} old_brain;
bool wits_snapshot_make_brain(const wits_snapshot *saved, const wits_allocator *allocator, old_brain *to,
                              wits_report *report);
void wits_snapshot_release_brain(old_brain *of, const wits_allocator *allocator);

// migrate.c: agents of an old brain become agents of to->brain.
typedef struct migrating {
    const wits_brain *old;
    wits_agents *to;
    const wits_migration *how;
    bool converts;  ///< the layout has changed
    wits_conversion conversion;
    void *versions;
    size_t versions_size;
    uint64_t *kept;  ///< for each old state the agents in which it is kept, then those in which it is lost; or null
} migrating;

/// Reports columns that do not fit their fields; with `needs_all` also missing ones.
bool wits_snapshot_check_columns(const wits_agents *of, bool needs_all, wits_report *report);
/// Takes memory and matches the versions. End it in any case.
bool wits_snapshot_begin_migration(migrating *m, const wits_brain *old, wits_agents *to, const wits_migration *how,
                                   wits_report *report);
/// Writes the agent of a row, and reports its losses. to->tick and to->seed must be set.
void wits_snapshot_migrate_agent(migrating *m, const uint8_t *old_agent, uint64_t id, uint64_t row);
void wits_snapshot_tell_loss(const migrating *m, const wits_loss *loss);
/// Calls how->migrated.
void wits_snapshot_tell_migration(const migrating *m);
void wits_snapshot_end_migration(migrating *m);

#endif
