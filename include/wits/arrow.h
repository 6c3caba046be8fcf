// SPDX-License-Identifier: MIT
// Crowds and the Arrow C data interface: the columns of a crowd as a record batch for any program that knows Arrow, and
// record batches of other programs as columns. Nothing of Arrow is needed: the two structs below are its whole
// interface (https://arrow.apache.org/docs/format/CDataInterface.html). docs/arrow.md has an example.
//
//   crowd --wits_arrow_schema, wits_arrow_batch--> struct ArrowSchema, struct ArrowArray --> anybody
//   anybody's batch --wits_arrow_columns--> columns that lie where the batch has them
//   anybody's batch --wits_arrow_load--> the crowd's own memory
//
// A record batch is a struct array, "+s". Its columns are, in this order, the brain's fields, and what the options
// name:
//
//   bool                c with the extension type arrow.bool8: one byte
//   enum                C (uint8), a dictionary of u (utf8): the names of the values, in the brain's order
//   int8 uint8 int16 uint16 int float    c C s S i f
//   the agents' bytes   w:SIZE (fixed-size binary), SIZE being wits_agent_size. Its metadata says the layout of the
//                       agents as wits.layout: wits_brain_layout_hash in 16 hexadecimal digits
//   states              S (uint16), each a dictionary of u (utf8): paths of active states. A brain without a parallel
//                       has one column, named by the options, such as "state". In it is the deepest active state. With
//                       parallels that column goes down to the parallel, and each region has a column of its own:
//                       "state.mind", "state.fight/legs", a dot and the region's path. A brain whose root is a parallel
//                       has the regions' columns only. Null: the agent is stopped, or the region is not active. There
//                       are no other nulls
#ifndef WITS_ARROW_H
#define WITS_ARROW_H

#include "wits/crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

// These are Arrow's own, word for word, so that this header and any other that has them live side by side.
#ifndef ARROW_C_DATA_INTERFACE
#define ARROW_C_DATA_INTERFACE

#define ARROW_FLAG_DICTIONARY_ORDERED 1
#define ARROW_FLAG_NULLABLE 2
#define ARROW_FLAG_MAP_KEYS_SORTED 4

struct ArrowSchema {
    // Array type description
    const char *format;
    const char *name;
    const char *metadata;
    int64_t flags;
    int64_t n_children;
    struct ArrowSchema **children;
    struct ArrowSchema *dictionary;

    // Release callback
    void (*release)(struct ArrowSchema *);
    // Opaque producer-specific data
    void *private_data;
};

struct ArrowArray {
    // Array data description
    int64_t length;
    int64_t null_count;
    int64_t offset;
    int64_t n_buffers;
    int64_t n_children;
    const void **buffers;
    struct ArrowArray **children;
    struct ArrowArray *dictionary;

    // Release callback
    void (*release)(struct ArrowArray *);
    // Opaque producer-specific data
    void *private_data;
};

#endif  // ARROW_C_DATA_INTERFACE

// ----------------------------------------------------------------------------------------------------------------- out

/// What a batch has besides the fields, and who is told of its end. All zero, or null in its place: fields alone, and
/// nobody. A schema and its batches are made with the same names.
typedef struct wits_arrow_options {
    const char *agents;  ///< what the column of the agents' bytes is called; null: there is none
    const char *states;  ///< name of the column of their states, see above; null: there is none
    /// Called once, by whoever releases the last part of the schema or batch and on that thread: the memory that it was
    /// made in is free again. May be null.
    void (*released)(void *user);
    void *user;
} wits_arrow_options;

/// Bytes that wits_arrow_schema needs; 0 without a brain, if two columns would have the same name, and for more bytes
/// than there can be.
WITS_API size_t wits_arrow_schema_size(const wits_brain *brain, const wits_arrow_options *options);
/// Describes the columns of the brain's crowds. `memory` (no alignment needed) must stay until all of the schema is
/// released, and so must the brain and the names, which it points to. Whoever has the schema calls schema->release;
/// struct and children may be moved as Arrow allows, and be released on any threads. False, and nothing is written, if
/// `size` is less than wits_arrow_schema_size says, or that is 0.
WITS_API bool wits_arrow_schema(const wits_brain *brain, const wits_arrow_options *options, void *memory, size_t size,
                                struct ArrowSchema *schema);

/// Whether a column of the batch is the field's own memory: its values lie densely, the first at a multiple of their
/// size. Else they are copied. Of the agents' bytes (`field` is WITS_NONE) they need only lie densely. False for a
/// field that the brain does not have.
WITS_API bool wits_arrow_is_borrowed(const wits_crowd *crowd, uint32_t field);

/// Bytes that wits_arrow_batch needs: what is copied, the names, and some hundred bytes for each column. 0 without
/// code, for a slice that goes past the crowd's last agent, and as wits_arrow_schema_size.
WITS_API size_t wits_arrow_batch_size(const wits_crowd *crowd, uint64_t first, uint64_t count,
                                      const wits_arrow_options *options);
/// The record batch of the agents from `first` on, `count` of them. The crowd needs memory as for wits_crowd_check, but
/// no functions. `memory` is as for the schema. Until all of the batch is released, the crowd's memory must stay as
/// well, and what is borrowed must not be written: nobody may tick these agents. False, and nothing is written, if
/// `size` is less than wits_arrow_batch_size says, or that is 0.
WITS_API bool wits_arrow_batch(const wits_crowd *crowd, uint64_t first, uint64_t count,
                               const wits_arrow_options *options, void *memory, size_t size, struct ArrowArray *batch);

// ------------------------------------------------------------------------------------------------------------------ in

// Batches come from anybody. What contradicts itself, was released, has nulls or another type than the field is
// reported, all of it at once. That buffers are as long as the batch says cannot be seen: Arrow's interface does not
// tell. Offsets, of a column and of the batch, are taken into account. Neither call releases anything.

/// Lets the columns of a crowd lie in a batch. `columns` (in the brain's order, wits_field_count of them) has what the
/// program keeps itself; each whose `base` is null gets the batch's column of the field's name, which is only read. So
/// a field that the brain assigns has memory of the program, or takes wits_arrow_load. What the batch gives must have
/// the bytes of a field: 8-bit bools that are 0 or 1; enums with indices of 8 bits and a dictionary in the brain's
/// order, of which the last values may be missing. Columns of other names are left out. If there is a problem no column
/// is written. They live as long as batch and schema. `report` may be null.
WITS_API bool wits_arrow_columns(const wits_brain *brain, const struct ArrowSchema *schema,
                                 const struct ArrowArray *batch, wits_column *columns, wits_report *report);

/// Copies a batch into the crowd's own memory, from agent `first` on. Every field that the crowd has for itself, and
/// may write, needs a column of its name; other columns are left out. Here bools may also be packed in bits, indices
/// have any width, and a dictionary any order: values are found by name. `agents` is the name of the column with the
/// agents' bytes, which the brain could have made (as for wits_crowd_check_agents); null: they stay as they are. If
/// there is a problem nothing is written. The batch may not lie in the memory that is written. `report` may be null.
WITS_API bool wits_arrow_load(const wits_crowd *crowd, uint64_t first, const struct ArrowSchema *schema,
                              const struct ArrowArray *batch, const char *agents, wits_report *report);

#ifdef __cplusplus
}
#endif

#endif
