// SPDX-License-Identifier: MIT
// Snapshots: agents and their fields as bytes that outlive the program, the machine and this version of the brain.
//
//   wits_agents world = {.brain = brain, .agents = agents, .count = 1000, .columns = columns, .tick = tick};
//   size_t size = wits_snapshot_size(&world, 0);                           save
//   wits_snapshot_write(&world, NULL, 0, bytes, size);
//
//   wits_snapshot saved;                                                   load
//   wits_migration how = {.allocator = &allocator, .frame = &frame, .lost = tell_the_player};
//   if (wits_snapshot_open(&saved, bytes, size, &report)) {
//       world.count = saved.count;  (allocate the agents)
//       wits_snapshot_load(&saved, 0, &world, &how, &report);
//   }
//
// A snapshot contains the shape of its brain: states, events, fields and the layout of an agent's bytes. So a new
// version of the brain can load it without the old file: each agent is converted as by wits_agent_convert, each field
// by its name. Loading checks everything (sums, the agents' bytes, values of fields) before it writes anything. All
// numbers are little-endian; a snapshot means the same on every machine. docs/snapshots.md describes the format.
#ifndef WITS_SNAPSHOT_H
#define WITS_SNAPSHOT_H

#include "wits/allocator.h"
#include "wits/convert.h"
#include "wits/wits.h"

#if !defined(WITS_NO_SNAPSHOT) && !defined(WITS_NO_CONVERT)

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WITS_SNAPSHOT_VERSION = 1,
    WITS_SNAPSHOT_MAX_OWN = 1024,  ///< columns of the program
};

// -------------------------------------------------------------------------------------------------------------- saving

/// Agents of one brain in the program's memory: an array, columns, the components of an entity-component system. Rows
/// `first` to `first + count - 1` are meant; each pointer is that of row 0.
typedef struct wits_agents {
    const wits_brain *brain;
    void *agents;         ///< bytes of the agent in row r at agents + r * agent_stride
    size_t agent_stride;  ///< 0: wits_agent_size
    uint64_t first;
    uint64_t count;
    uint64_t *ids;               ///< the id of each row; null: first_id + row
    uint64_t first_id;           ///< used without `ids`
    const wits_column *columns;  ///< columns of the brain's fields, in its order. A field whose base is null is not
                                 ///< saved, and not written by a load. Null: no field is
    const wits_host_field *own;  ///< columns of the program that are saved with the agents, such as positions; found by
                                 ///< name when loaded. Members `name`, `base`, `stride` and `type` are used
    uint32_t own_count;
    uint32_t tick;  ///< of the next call for these agents
    uint64_t seed;
} wits_agents;

/// Returns the bytes of a snapshot with `extra_size` bytes of the program's own; 0 without a brain or memory for the
/// agents, and if the size does not fit in size_t.
WITS_API size_t wits_snapshot_size(const wits_agents *of, size_t extra_size);
/// Writes a snapshot into `bytes` (no alignment needed) and returns its size: what wits_snapshot_size returns. `extra`
/// is saved with it and not interpreted. Private data of leaves are saved as they are. Returns 0 and writes nothing if
/// `size` is too small.
WITS_API size_t wits_snapshot_write(const wits_agents *of, const void *extra, size_t extra_size, void *bytes,
                                    size_t size);

// Snapshots larger than memory, or written by several processes, are written in parts, each at its place in a file:
//
//   head: wits_snapshot_head_size bytes | part of agents | next part | ...
//
// A part holds consecutive agents. Parts follow each other in the order of the agents, without gaps.

/// The row of a part in the head.
typedef struct wits_snapshot_part {
    uint64_t count;  ///< agents in it, at least 1
    uint64_t sum;    ///< as wits_snapshot_write_part returns
} wits_snapshot_part;

/// Both return 0 as wits_snapshot_size. For the head, `of` has the count and settings of all agents together.
WITS_API size_t wits_snapshot_head_size(const wits_agents *of, size_t extra_size, uint64_t part_count);
WITS_API size_t wits_snapshot_part_size(const wits_agents *of);
/// Writes the part of these agents, wits_snapshot_part_size bytes, and returns its sum.
WITS_API uint64_t wits_snapshot_write_part(const wits_agents *of, void *bytes);
/// Writes the head, wits_snapshot_head_size bytes. The memory of agents, ids and columns is not read, but a base or
/// `ids` that is null must be null in all parts. Returns false and writes nothing if the parts' counts do not add up to
/// `of->count`.
WITS_API bool wits_snapshot_write_head(const wits_agents *of, const void *extra, size_t extra_size,
                                       const wits_snapshot_part *parts, uint64_t part_count, void *bytes);

// ------------------------------------------------------------------------------------------------------------- loading

/// A snapshot in memory that wits_snapshot_open has checked. Its pointers point into that memory, which must stay
/// unchanged while it is used.
typedef struct wits_snapshot {
    const uint8_t *bytes;
    size_t available;   ///< bytes that were given
    uint64_t size;      ///< bytes of the whole snapshot
    uint64_t count;     ///< agents
    uint64_t first_id;  ///< without ids
    bool has_ids;
    uint32_t tick;  ///< of the next call for these agents
    uint64_t seed;
    uint64_t layout;      ///< wits_brain_layout_hash of its brain
    uint64_t brain_hash;  ///< wits_brain_hash of its brain, as compiled by the machine that wrote it
    const char *name;     ///< the brain's
    const void *extra;    ///< bytes of the program; not aligned
    size_t extra_size;
    uint32_t agent_size;
    uint64_t part_count;
} wits_snapshot;

/// Checks the head of a snapshot and describes it. `bytes` need no alignment and may be longer than the snapshot, or
/// have the head alone if only the description is needed: a load then reports that the snapshot is cut short. Returns
/// false with at least one problem reported if the bytes are not a snapshot, cut short within the head, damaged, or of
/// a newer version.
WITS_API bool wits_snapshot_open(wits_snapshot *saved, const void *bytes, size_t size, wits_report *report);

/// Locates the parts that a load of `count` agents, beginning with agent number `from`, reads besides the head: `*size`
/// bytes at `*offset`. Only the head need be in memory. A program can load these agents if it reads these bytes of a
/// file to the same offset of a buffer of saved->size bytes. Returns false if the snapshot does not have them.
WITS_API bool wits_snapshot_span(const wits_snapshot *saved, uint64_t from, uint64_t count, uint64_t *offset,
                                 uint64_t *size);

/// Called for each loss, in the order of the agents: `loss->agent` is the agent's id and `loss->row` a row of `old`,
/// the shape of the old brain, which exists during the call. A field that is gone is reported once, with the id of the
/// first agent. wits_loss_text writes a line.
typedef void wits_lost_fn(void *user, const wits_brain *old, const wits_loss *loss);
/// Called once at the end, if the brain has changed: for each state of `old` the number of agents in which it was
/// active and still is (`kept`), or no longer is (`lost`).
typedef void wits_migrated_fn(void *user, const wits_brain *old, const uint64_t *kept, const uint64_t *lost);

/// Options for agents of another version of the brain that become agents of this one.
typedef struct wits_migration {
    const wits_allocator *allocator;  ///< required, though memory is only allocated, and freed again, if the brain has
                                      ///< changed
    const wits_rename *renames;       ///< states, events and fields that have another name; see wits/convert.h
    uint32_t rename_count;
    const wits_frame *frame;  ///< functions, targets and user for wits_agent_convert, where a utility has to choose a
                              ///< child; all else is set for each agent. Null: the brain needs none of them
    size_t context_stride;    ///< the context of row r is frame->context + r * context_stride; 0: one for all
    wits_lost_fn *lost;       ///< may be null
    wits_migrated_fn *migrated;  ///< may be null
    void *user;                  ///< for both
} wits_migration;

/// Loads `to->count` agents of a snapshot, beginning with agent number `from`, into the rows `to->first` and following:
/// their bytes, ids if both have them, and each field that has a column. Sets `to->tick`, `to->seed` and, without ids,
/// `to->first_id`.
///
/// A field that the old brain lacked gets its initial value; a field that was not saved stays as it is. A value of
/// another type is kept if the new type has it, an enum's by its name; else it gets the initial value and is reported
/// as lost. An agent's bytes stay the same if the layout does. A column of the program's own is loaded if the snapshot
/// has one with its name, and stays as it is otherwise.
///
/// Before anything is written, checks the sums of all parts that are read, that the old brain could have made every
/// agent's bytes, and every value. Returns false with at least one problem reported and nothing changed if anything is
/// wrong, or if memory runs out. Different ranges of rows may be loaded at once, each with its own `to` and `how`.
WITS_API bool wits_snapshot_load(const wits_snapshot *saved, uint64_t from, wits_agents *to, const wits_migration *how,
                                 wits_report *report);

/// Makes agents in memory agents of another version of their brain: those of rows `from->first` and following become
/// those of rows `to->first` and following, in memory that does not overlap. `to` has the same count, tick and seed.
/// Fields are only read: from->columns is not used, and to->columns are those of the new brain, if the layout has
/// changed. Returns false with at least one problem reported and nothing changed if an agent is not valid, anything is
/// missing, or memory runs out.
WITS_API bool wits_agents_migrate(const wits_agents *from, wits_agents *to, const wits_migration *how,
                                  wits_report *report);

// ------------------------------------------------------------------------------------------------------------ in place

/// The agents of a part, in the snapshot's memory.
typedef struct wits_snapshot_rows {
    uint64_t first;  ///< number of its first agent
    uint64_t count;
    const uint8_t *agents;  ///< agent_size bytes each
    const uint8_t *ids;     ///< 8 bytes each, little-endian; null: first_id + number
} wits_snapshot_rows;

/// Locates a part, and fills `columns` (one for each field of `brain`, in its order; null: not needed): a field that
/// was not saved has a null base, the others are read-only. Checks the part as a load does. Returns false with at least
/// one problem reported if it is damaged, if the layout of `brain` differs, or a field that was saved has another type
/// or other values; on big-endian machines also if a field has more than one byte.
///
/// To run the agents where they are, in writable memory, cast the pointers: nothing else refers to these bytes.
WITS_API bool wits_snapshot_locate(const wits_snapshot *saved, const wits_brain *brain, uint64_t part,
                                   wits_snapshot_rows *rows, wits_column *columns, wits_report *report);

#ifdef __cplusplus
}
#endif

#endif

#endif
