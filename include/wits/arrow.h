// SPDX-License-Identifier: MIT
// Crowds and the Arrow C data interface: exports the columns of a crowd as a record batch for any program that supports
// Arrow, and imports record batches of other programs. Arrow itself is not needed: the two structs below are its whole
// interface (https://arrow.apache.org/docs/format/CDataInterface.html). docs/arrow.md has an example.
//
//   crowd --wits_arrow_schema, wits_arrow_batch--> struct ArrowSchema, struct ArrowArray --> consumer
//   foreign batch --wits_arrow_columns--> columns in the batch's memory
//   foreign batch --wits_arrow_load--> the crowd's own memory
//
// A record batch is a struct array, "+s". Its columns are, in this order, the brain's fields, then those named
// by the options:
//
//   bool                c with the extension type arrow.bool8: one byte
//   enum                C (uint8), a dictionary of u (utf8): the names of the values, in the brain's order
//   int8 uint8 int16 uint16 int float    c C s S i f
//   the agents' bytes   w:SIZE (fixed-size binary), with wits_agent_size as SIZE. Its metadata has the layout of the
//                       agents as wits.layout: wits_brain_layout_hash in 16 hexadecimal digits
//   states              S (uint16), each a dictionary of u (utf8): paths of active states. A brain without a parallel
//                       has one column, named by the options, such as "state". It has the deepest active state. With
//                       parallels that column ends at the parallel, and each region has its own column:
//                       "state.mind", "state.fight/legs", a dot and the region's path. A brain whose root is a parallel
//                       has the regions' columns only. Null: the agent is stopped, or the region is not active. There
//                       are no other nulls
#ifndef WITS_ARROW_H
#define WITS_ARROW_H

#include "wits/crowd.h"

#ifdef __cplusplus
extern "C" {
#endif

// Copied verbatim from Arrow's specification, so that this header can be included together with others that define the
// same.
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

/// Additional columns of a batch, and a callback for its release. All zero, or a null pointer: fields only, no
/// callback. Use the same names for a schema and its batches.
typedef struct wits_arrow_options {
    const char *agents;  ///< name of the column with the agents' bytes; null: no such column
    const char *states;  ///< name of the column with their states, see above; null: no such column
    /// Called once, on the releasing thread, when the last part of the schema or batch is released: its memory may then
    /// be reused. May be null.
    void (*released)(void *user);
    void *user;
} wits_arrow_options;

/// Bytes that wits_arrow_schema needs. 0 without a brain, if two columns would have the same name, or if the size would
/// overflow.
WITS_API size_t wits_arrow_schema_size(const wits_brain *brain, const wits_arrow_options *options);
/// Describes the columns of the brain's crowds. `memory` (no alignment needed), the brain and the names must stay valid
/// until the whole schema is released. The consumer calls schema->release. Struct and children may be moved as Arrow
/// allows, and released on any thread. Returns false and writes nothing if `size` is less than wits_arrow_schema_size
/// returns, or if that is 0.
WITS_API bool wits_arrow_schema(const wits_brain *brain, const wits_arrow_options *options, void *memory, size_t size,
                                struct ArrowSchema *schema);

/// Returns whether a column of the batch is the field's own memory: its values are dense, and the first is aligned to
/// their size. Otherwise they are copied. The agents' bytes (`field` is WITS_NONE) only need to be dense. False for an
/// unknown field.
WITS_API bool wits_arrow_is_borrowed(const wits_crowd *crowd, uint32_t field);

/// Returns the bytes that wits_arrow_batch needs: copies, names, and some hundred bytes for each column. 0 without
/// code, for a slice beyond the crowd's last agent, and where wits_arrow_schema_size is 0.
WITS_API size_t wits_arrow_batch_size(const wits_crowd *crowd, uint64_t first, uint64_t count,
                                      const wits_arrow_options *options);
/// Writes the record batch of `count` agents, beginning with `first`. The crowd needs memory as for wits_crowd_check,
/// but no functions. `memory` is as for the schema. Until the whole batch is released, the crowd's memory must stay
/// valid, and borrowed memory must not be written: these agents must not tick. Returns false and writes nothing if
/// `size` is less than wits_arrow_batch_size returns, or if that is 0.
WITS_API bool wits_arrow_batch(const wits_crowd *crowd, uint64_t first, uint64_t count,
                               const wits_arrow_options *options, void *memory, size_t size, struct ArrowArray *batch);

// ------------------------------------------------------------------------------------------------------------------ in

// Reading batches of other programs. Contradictions, released structs, nulls and types that differ from the field's are
// all reported at once. The length of buffers cannot be checked, because Arrow's interface does not contain it. Offsets
// of a column and of the batch are supported. Neither function releases anything.

/// Uses the columns of a batch for a crowd in place. `columns` (in the brain's order, wits_field_count of them) has the
/// program's own columns. Each column whose `base` is null becomes the batch's column with the field's name, read-only.
/// A field that the brain assigns therefore needs memory of the program, or wits_arrow_load. The batch's columns must
/// have the bytes of a field: 8-bit bools that are 0 or 1, enums with 8-bit indices and a dictionary in the brain's
/// order, from which the last values may be missing. Other columns are ignored. On a problem no column is written. The
/// columns are valid as long as the batch and schema. `report` may be null.
WITS_API bool wits_arrow_columns(const wits_brain *brain, const struct ArrowSchema *schema,
                                 const struct ArrowArray *batch, wits_column *columns, wits_report *report);

/// Copies a batch into the crowd's own memory, beginning with agent `first`. Every field that the crowd owns and may
/// write needs a column of its name; other columns are ignored. Here bools may also be bits, indices may have any
/// width, and a dictionary any order: values are found by name. `agents` is the name of the column with the agents'
/// bytes, which must be valid as for wits_crowd_check_agents; null: they stay unchanged. On a problem nothing is
/// written. The batch must not overlap the memory that is written. `report` may be null.
WITS_API bool wits_arrow_load(const wits_crowd *crowd, uint64_t first, const struct ArrowSchema *schema,
                              const struct ArrowArray *batch, const char *agents, wits_report *report);

#ifdef __cplusplus
}
#endif

#endif
