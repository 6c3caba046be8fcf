// SPDX-License-Identifier: MIT
// A crowd as a record batch. Schema and batch are each written into one piece of the caller's memory, and counted by
// the same function that writes them.
#include "arrow/arrow.h"
#include "core/brain.h"
#include "core/bytes.h"
#include "core/run/pass.h"
#include "crowd/code.h"
#include "expr/digits.h"
#include "expr/expr.h"
#include "wits/convert.h"

#include <string.h>

#ifdef _MSC_VER
#include <intrin.h>
typedef volatile long arrow_count;
#else
#include <stdatomic.h>
typedef atomic_long arrow_count;
#endif

enum { ARROW_ALIGNMENT = 64 };  ///< alignment of buffers, as Arrow recommends

/// Header of the memory of a schema or batch. Consumers may move children away and release them later, on other
/// threads, so it counts references.
typedef struct arrow_owner {
    arrow_count left;  ///< structs not yet released
    void (*released)(void *user);
    void *user;
} arrow_owner;

static void arrow_let_go(arrow_owner *owner) {
#ifdef _MSC_VER
    const bool is_last = _InterlockedDecrement(&owner->left) == 0;
#else
    const bool is_last = atomic_fetch_sub_explicit(&owner->left, 1, memory_order_acq_rel) == 1;
#endif
    if (is_last && owner->released != NULL) {
        owner->released(owner->user);
    }
}

static void arrow_own(arrow_owner *owner, const wits_arrow_options *options, uint32_t structs) {
#ifdef _MSC_VER
    owner->left = (long)structs;
#else
    atomic_init(&owner->left, (long)structs);
#endif
    owner->released = options->released;
    owner->user = options->user;
}

/// Releases a struct that may have been moved, with the children that have not been moved. After arrow_let_go the
/// memory may be freed.
static void arrow_release_schema(struct ArrowSchema *schema) {
    arrow_owner *owner = schema->private_data;
    for (int64_t i = 0; i < schema->n_children; i++) {
        if (schema->children[i]->release != NULL) {
            schema->children[i]->release(schema->children[i]);
        }
    }
    if (schema->dictionary != NULL && schema->dictionary->release != NULL) {
        schema->dictionary->release(schema->dictionary);
    }
    schema->release = NULL;
    arrow_let_go(owner);
}

static void arrow_release_array(struct ArrowArray *array) {
    arrow_owner *owner = array->private_data;
    for (int64_t i = 0; i < array->n_children; i++) {
        if (array->children[i]->release != NULL) {
            array->children[i]->release(array->children[i]);
        }
    }
    if (array->dictionary != NULL && array->dictionary->release != NULL) {
        array->dictionary->release(array->dictionary);
    }
    array->release = NULL;
    arrow_let_go(owner);
}

// -------------------------------------------------------------------------------------------------------------- memory

/// The caller's memory. If `start` is null, bytes are only counted.
typedef struct arrow_room {
    unsigned char *start;  ///< aligned to ARROW_ALIGNMENT
    uint64_t used;
} arrow_room;

/// Returns the first aligned byte of the memory; reported sizes include room for the alignment.
static arrow_room arrow_room_in(void *memory) {
    const uintptr_t past = (uintptr_t)memory % ARROW_ALIGNMENT;
    return (arrow_room){(unsigned char *)memory + (past == 0 ? 0 : ARROW_ALIGNMENT - past), 0};
}

/// Takes aligned bytes of the memory. Returns null if bytes are only counted.
static void *arrow_take(arrow_room *room, uint64_t size) {
    const uint64_t at = room->used;
    room->used += (size + ARROW_ALIGNMENT - 1) / ARROW_ALIGNMENT * ARROW_ALIGNMENT;
    return room->start != NULL ? room->start + at : NULL;
}

/// Returns the bytes that the caller must give; 0 on overflow.
static size_t arrow_size_of(uint64_t used) {
    const uint64_t size = used + ARROW_ALIGNMENT - 1;
    return size <= SIZE_MAX / 2 ? (size_t)size : 0;
}

// ------------------------------------------------------------------------------------------------------------- columns

static const wits_arrow_options arrow_fields_alone;

static const wits_arrow_options *arrow_options_of(const wits_arrow_options *options) {
    return options != NULL ? options : &arrow_fields_alone;
}

/// Returns whether a column of states begins at this state: the root, or a region of a parallel. The column holds the
/// deepest state of the active path from there to the next parallel. A root that is a parallel has no column: it would
/// never change.
static bool arrow_begins_column(const wits_brain *brain, uint32_t id) {
    const uint16_t decides = id == WITS_ROOT ? WITS_ROOT : brain_state(brain, id)->parent;
    return (brain_state(brain, decides)->kind == WITS_KIND_PARALLEL) == (id != WITS_ROOT);
}

static uint32_t arrow_state_column_count(const wits_brain *brain, const wits_arrow_options *options) {
    uint32_t count = 0;
    for (uint32_t id = 0; id < wits_state_count(brain) && options->states != NULL; id++) {
        count += arrow_begins_column(brain, id);
    }
    return count;
}

static uint32_t arrow_column_count(const wits_brain *brain, const wits_arrow_options *options) {
    return wits_field_count(brain) + (options->agents != NULL) + arrow_state_column_count(brain, options);
}

static uint32_t arrow_dictionary_count(const wits_brain *brain, const wits_arrow_options *options) {
    uint32_t count = arrow_state_column_count(brain, options);
    for (uint32_t field = 0; field < wits_field_count(brain); field++) {
        count += wits_field_type(brain, field) == WITS_TYPE_ENUM;
    }
    return count;
}

/// Returns whether `name` is the name of a region's column, such as "state.mind".
static bool arrow_names_region(const wits_brain *brain, const wits_arrow_options *options, const char *name) {
    const size_t length = strlen(options->states);
    if (strncmp(name, options->states, length) != 0 || name[length] != '.') {
        return false;
    }
    const wits_state_id id = wits_find_state(brain, name + length + 1);
    return id != WITS_NONE && id != WITS_ROOT && arrow_begins_column(brain, id);
}

/// Names of fields have no dot, so they differ from those of regions.
static bool arrow_names_differ(const wits_brain *brain, const wits_arrow_options *options) {
    return wits_find_field(brain, options->agents) == WITS_NONE &&
           wits_find_field(brain, options->states) == WITS_NONE &&
           (options->agents == NULL || options->states == NULL ||
            (strcmp(options->agents, options->states) != 0 && !arrow_names_region(brain, options, options->agents)));
}

const char *wits_crowd_arrow_format(wits_type type) {
    switch (type) {
    case WITS_TYPE_BOOL:
    case WITS_TYPE_INT8:
        return "c";
    case WITS_TYPE_ENUM:
    case WITS_TYPE_UINT8:
        return "C";
    case WITS_TYPE_INT16:
        return "s";
    case WITS_TYPE_UINT16:
        return "S";
    case WITS_TYPE_INT:
        return "i";
    default:
        return "f";
    }
}

void wits_crowd_arrow_agent_format(const wits_brain *brain, char format[ARROW_AGENT_FORMAT]) {
    char room[21];
    const char *digits = digits_of(wits_agent_size(brain), room);
    memcpy(format, "w:", 2);
    memcpy(format + 2, digits, strlen(digits) + 1);
}

void wits_crowd_arrow_layout(const wits_brain *brain, char digits[ARROW_LAYOUT_DIGITS]) {
    const uint64_t hash = wits_brain_layout_hash(brain);
    for (int i = 0; i < ARROW_LAYOUT_DIGITS; i++) {
        digits[i] = "0123456789abcdef"[hash >> (60 - 4 * i) & 15];
    }
}

// -------------------------------------------------------------------------------------------------------------- schema

/// Writes metadata: the number of pairs, then the length and bytes of each key and value; numbers in the machine's byte
/// order. Returns the end; with `to` null, only counts.
static uint64_t arrow_put_number(char *to, uint64_t at, size_t number) {
    const int32_t bytes = (int32_t)number;
    if (to != NULL) {
        memcpy(to + at, &bytes, sizeof bytes);
    }
    return at + sizeof bytes;
}

static uint64_t arrow_put_pair(char *to, uint64_t at, const char *key, const char *value, size_t length) {
    at = arrow_put_number(to, at, strlen(key));
    if (to != NULL) {
        memcpy(to + at, key, strlen(key));
    }
    at = arrow_put_number(to, at + strlen(key), length);
    if (to != NULL) {
        memcpy(to + at, value, length);
    }
    return at + length;
}

static uint64_t arrow_put_bool8(char *to) {
    uint64_t at = arrow_put_number(to, 0, 2);
    at = arrow_put_pair(to, at, ARROW_EXTENSION_KEY, ARROW_BOOL8, strlen(ARROW_BOOL8));
    return arrow_put_pair(to, at, ARROW_EXTENSION_DATA_KEY, "", 0);
}

static uint64_t arrow_put_layout(char *to, const wits_brain *brain) {
    char digits[ARROW_LAYOUT_DIGITS];
    wits_crowd_arrow_layout(brain, digits);
    return arrow_put_pair(to, arrow_put_number(to, 0, 1), ARROW_LAYOUT_KEY, digits, sizeof digits);
}

/// The name of a column of states: `options->states`; for a region followed by a dot and the region's path.
static const char *arrow_take_state_name(const wits_brain *brain, const wits_arrow_options *options, uint32_t id,
                                         arrow_room *room) {
    const size_t length = strlen(options->states), path = wits_state_path(brain, (wits_state_id)id, NULL, 0);
    char *name = arrow_take(room, length + 1 + path + 1);
    if (name == NULL) {
        return NULL;
    }
    memcpy(name, options->states, length + 1);
    if (id != WITS_ROOT) {
        name[length] = '.';
        wits_state_path(brain, (wits_state_id)id, name + length + 1, path + 1);
    }
    return name;
}

static struct ArrowSchema arrow_schema_of(const char *format, const char *name, arrow_owner *owner) {
    return (struct ArrowSchema){.format = format, .name = name, .release = arrow_release_schema, .private_data = owner};
}

/// Describes the columns of states, from `column` on. Without a column it only counts.
static void arrow_write_state_schemas(const wits_brain *brain, const wits_arrow_options *options, arrow_room *room,
                                      struct ArrowSchema *column, struct ArrowSchema *dictionary, arrow_owner *owner) {
    for (uint32_t id = 0; id < wits_state_count(brain) && options->states != NULL; id++) {
        if (!arrow_begins_column(brain, id)) {
            continue;
        }
        const char *name = arrow_take_state_name(brain, options, id, room);
        if (column != NULL) {
            *dictionary = arrow_schema_of("u", "", owner);
            *column = arrow_schema_of("S", name, owner);
            column->flags = ARROW_FLAG_NULLABLE;
            column->dictionary = dictionary;
            column++;
            dictionary++;
        }
    }
}

/// Writes the schema into the memory, or only counts its bytes.
static void arrow_write_schema(const wits_brain *brain, const wits_arrow_options *options, arrow_room *room,
                               struct ArrowSchema *schema) {
    const uint32_t field_count = wits_field_count(brain), column_count = arrow_column_count(brain, options);
    const uint32_t dictionary_count = arrow_dictionary_count(brain, options);
    arrow_owner *owner = arrow_take(room, sizeof *owner);
    struct ArrowSchema *columns = arrow_take(room, column_count * (uint64_t)sizeof *columns);
    struct ArrowSchema **children = arrow_take(room, column_count * (uint64_t)sizeof *children);
    struct ArrowSchema *dictionary = arrow_take(room, dictionary_count * (uint64_t)sizeof *dictionary);
    char *bool8 = arrow_take(room, arrow_put_bool8(NULL));
    char *layout = arrow_take(room, arrow_put_layout(NULL, brain));
    char *agent_format = arrow_take(room, ARROW_AGENT_FORMAT);
    if (owner == NULL) {
        arrow_write_state_schemas(brain, options, room, NULL, NULL, NULL);
        return;
    }
    arrow_own(owner, options, 1 + column_count + dictionary_count);
    arrow_put_bool8(bool8);
    arrow_put_layout(layout, brain);
    wits_crowd_arrow_agent_format(brain, agent_format);
    struct ArrowSchema *column = columns;
    for (uint32_t field = 0; field < field_count; field++, column++) {
        const wits_type type = wits_field_type(brain, field);
        *column = arrow_schema_of(wits_crowd_arrow_format(type), wits_field_name(brain, field), owner);
        if (type == WITS_TYPE_BOOL) {
            column->metadata = bool8;
        } else if (type == WITS_TYPE_ENUM) {
            *dictionary = arrow_schema_of("u", "", owner);
            column->dictionary = dictionary++;
        }
    }
    if (options->agents != NULL) {
        *column = arrow_schema_of(agent_format, options->agents, owner);
        column++->metadata = layout;
    }
    arrow_write_state_schemas(brain, options, room, column, dictionary, owner);
    for (uint32_t i = 0; i < column_count; i++) {
        children[i] = &columns[i];
    }
    *schema = arrow_schema_of("+s", "", owner);
    schema->n_children = column_count;
    schema->children = children;
}

size_t wits_arrow_schema_size(const wits_brain *brain, const wits_arrow_options *options) {
    options = arrow_options_of(options);
    arrow_room room = {NULL, 0};
    if (brain == NULL || !arrow_names_differ(brain, options)) {
        return 0;
    }
    arrow_write_schema(brain, options, &room, NULL);
    return arrow_size_of(room.used);
}

bool wits_arrow_schema(const wits_brain *brain, const wits_arrow_options *options, void *memory, size_t size,
                       struct ArrowSchema *schema) {
    const size_t needed = wits_arrow_schema_size(brain, options);
    if (needed == 0 || memory == NULL || schema == NULL || size < needed) {
        return false;
    }
    arrow_room room = arrow_room_in(memory);
    arrow_write_schema(brain, arrow_options_of(options), &room, schema);
    return true;
}

// --------------------------------------------------------------------------------------------------------------- batch

enum { ARROW_MAX_BUFFERS = 3 };

/// An array with memory for its buffers.
typedef struct arrow_node {
    struct ArrowArray array;
    const void *buffers[ARROW_MAX_BUFFERS];
} arrow_node;

/// The slice of a crowd that becomes a batch.
typedef struct arrow_slice {
    const wits_crowd *crowd;
    const wits_brain *brain;
    uint64_t first;
    uint64_t count;
    const wits_arrow_options *options;
} arrow_slice;

/// Values with a stride.
typedef struct arrow_memory {
    const unsigned char *base;
    uint64_t stride;
    uint64_t width;
} arrow_memory;

static arrow_memory arrow_memory_of(const wits_crowd *crowd, uint32_t field) {
    if (field == WITS_NONE) {
        const uint64_t size = wits_agent_size(crowd->code->brain);
        return (arrow_memory){crowd->agents, crowd->agent_stride != 0 ? crowd->agent_stride : size, size};
    }
    const wits_column *column = &crowd->columns[field];
    return (arrow_memory){column->base, column->stride, wits_expr_field_size(column->type)};
}

bool wits_arrow_is_borrowed(const wits_crowd *crowd, uint32_t field) {
    if (crowd->code == NULL || (field != WITS_NONE && field >= wits_field_count(crowd->code->brain))) {
        return false;
    }
    const arrow_memory memory = arrow_memory_of(crowd, field);
    return memory.stride == memory.width && (field == WITS_NONE || (uintptr_t)memory.base % memory.width == 0);
}

/// Returns the values of the slice: the crowd's own, or a copy. Null when only counting, or without agents.
static const void *arrow_values_of(const arrow_slice *slice, arrow_room *room, uint32_t field) {
    const arrow_memory from = arrow_memory_of(slice->crowd, field);
    if (wits_arrow_is_borrowed(slice->crowd, field)) {
        return from.base != NULL ? from.base + slice->first * from.stride : NULL;
    }
    unsigned char *values = arrow_take(room, slice->count * from.width);
    for (uint64_t row = 0; row < slice->count && values != NULL; row++) {
        memcpy(values + row * from.width, from.base + (slice->first + row) * from.stride, (size_t)from.width);
    }
    return values;
}

static struct ArrowArray arrow_array_of(uint64_t length, arrow_node *node, int64_t buffer_count, arrow_owner *owner) {
    return (struct ArrowArray){.length = (int64_t)length,
                               .n_buffers = buffer_count,
                               .buffers = node->buffers,
                               .release = arrow_release_array,
                               .private_data = owner};
}

/// The names of a dictionary: the values of an enum, or the paths of a state and its descendants.
typedef struct arrow_names {
    const wits_brain *brain;
    uint32_t field;  ///< WITS_NONE: states
    uint32_t first;  ///< the value or state of entry 0
    uint32_t count;
} arrow_names;

static arrow_names arrow_values_names(const wits_brain *brain, uint32_t field) {
    return (arrow_names){brain, field, 0, wits_field_value_count(brain, field)};
}

static arrow_names arrow_states_names(const wits_brain *brain, uint32_t id) {
    return (arrow_names){brain, WITS_NONE, id, wits_state_end(brain, (wits_state_id)id) - id};
}

/// Writes a name as wits_state_path does, and returns its length.
static size_t arrow_name_of(const arrow_names *names, uint32_t entry, char *to, size_t size) {
    if (names->field == WITS_NONE) {
        return wits_state_path(names->brain, (wits_state_id)(names->first + entry), to, size);
    }
    const char *name = wits_field_value_name(names->brain, names->field, entry);
    const size_t length = strlen(name);
    if (to != NULL) {
        memcpy(to, name, length + 1);
    }
    return length;
}

/// Writes a dictionary. Without a node, bytes are only counted. Arrow's offsets have 32 bits, which suffice for 65,534
/// paths of at most 1,039 bytes.
static void arrow_write_dictionary(const arrow_names *names, arrow_room *room, arrow_node *node, arrow_owner *owner) {
    size_t length = 0;
    for (uint32_t entry = 0; entry < names->count; entry++) {
        length += arrow_name_of(names, entry, NULL, 0);
    }
    int32_t *offsets = arrow_take(room, (names->count + 1) * (uint64_t)sizeof *offsets);
    char *text = arrow_take(room, length + 1);  // the next text overwrites the final zero
    if (node == NULL) {
        return;
    }
    offsets[0] = 0;
    for (uint32_t entry = 0; entry < names->count; entry++) {
        const size_t start = (size_t)offsets[entry];
        offsets[entry + 1] = (int32_t)(start + arrow_name_of(names, entry, text + start, length + 1 - start));
    }
    node->array = arrow_array_of(names->count, node, 3, owner);
    node->buffers[0] = NULL;
    node->buffers[1] = offsets;
    node->buffers[2] = text;
}

/// The deepest active state from `id` on, up to the next parallel. WITS_NONE if `id` is not active.
static uint32_t arrow_deepest_from(const wits_brain *brain, const void *agent, uint32_t id) {
    const wits_frame frame = {0};
    pass p;
    wits_core_pass_open(&p, brain, agent, &frame);
    if (!wits_core_pass_is_in(&p, id)) {
        return WITS_NONE;
    }
    uint32_t deepest = id;
    while (id != WITS_NONE) {  // at most WITS_MAX_DEPTH times
        const state_row *s = brain_state(brain, id);
        deepest = id;
        id = s->kind == WITS_KIND_LEAF || s->kind == WITS_KIND_PARALLEL ? WITS_NONE : wits_core_active_child(&p, s);
    }
    return deepest;
}

/// Writes the column that begins at state `id`: entries of its dictionary, or null. Returns the number of nulls.
static int64_t arrow_write_states(const arrow_slice *slice, uint32_t id, uint16_t *values, unsigned char *validity) {
    const arrow_memory agents = arrow_memory_of(slice->crowd, WITS_NONE);
    int64_t nulls = 0;
    memset(validity, 0, (size_t)((slice->count + 7) / 8));
    for (uint64_t row = 0; row < slice->count; row++) {
        const void *agent = agents.base + (slice->first + row) * agents.stride;
        const uint32_t state = arrow_deepest_from(slice->brain, agent, id);
        values[row] = (uint16_t)(state == WITS_NONE ? 0 : state - id);
        validity[row / 8] |= (unsigned char)((state != WITS_NONE) << row % 8);
        nulls += state == WITS_NONE;
    }
    return nulls;
}

/// Writes all columns of states, from `column` on. Without a column it only counts.
static void arrow_write_state_columns(const arrow_slice *slice, arrow_room *room, arrow_node *column,
                                      arrow_node *dictionary, arrow_owner *owner) {
    for (uint32_t id = 0; id < wits_state_count(slice->brain) && slice->options->states != NULL; id++) {
        if (!arrow_begins_column(slice->brain, id)) {
            continue;
        }
        const arrow_names names = arrow_states_names(slice->brain, id);
        uint16_t *values = arrow_take(room, slice->count * sizeof *values);
        unsigned char *validity = arrow_take(room, (slice->count + 7) / 8);
        arrow_write_dictionary(&names, room, dictionary, owner);
        if (column != NULL) {
            column->array.null_count = arrow_write_states(slice, id, values, validity);
            column->array.dictionary = &dictionary++->array;
            column->buffers[0] = validity;
            column++->buffers[1] = values;
        }
    }
}

/// Writes the batch into the memory, or only counts its bytes.
static void arrow_write_batch(const arrow_slice *slice, arrow_room *room, struct ArrowArray *batch) {
    const wits_brain *brain = slice->brain;
    const uint32_t field_count = wits_field_count(brain), column_count = arrow_column_count(brain, slice->options);
    const uint32_t dictionary_count = arrow_dictionary_count(brain, slice->options);
    arrow_owner *owner = arrow_take(room, sizeof *owner);
    arrow_node *nodes = arrow_take(room, (1 + column_count + dictionary_count) * (uint64_t)sizeof *nodes);
    struct ArrowArray **children = arrow_take(room, column_count * (uint64_t)sizeof *children);
    const bool writes = owner != NULL;
    arrow_node *column = writes ? nodes + 1 : NULL, *dictionary = writes ? nodes + 1 + column_count : NULL;
    if (writes) {
        arrow_own(owner, slice->options, 1 + column_count + dictionary_count);
        for (uint32_t i = 0; i < column_count; i++) {
            column[i].array = arrow_array_of(slice->count, &column[i], 2, owner);
            column[i].buffers[0] = NULL;
            children[i] = &column[i].array;
        }
    }
    for (uint32_t field = 0; field < field_count; field++) {
        const void *values = arrow_values_of(slice, room, field);
        const bool is_enum = wits_field_type(brain, field) == WITS_TYPE_ENUM;
        if (is_enum) {
            const arrow_names names = arrow_values_names(brain, field);
            arrow_write_dictionary(&names, room, dictionary, owner);
        }
        if (writes) {
            column->buffers[1] = values;
            column++->array.dictionary = is_enum ? &dictionary++->array : NULL;
        }
    }
    if (slice->options->agents != NULL) {
        const void *values = arrow_values_of(slice, room, WITS_NONE);
        if (writes) {
            column++->buffers[1] = values;
        }
    }
    arrow_write_state_columns(slice, room, column, dictionary, owner);
    if (writes) {
        nodes[0].buffers[0] = NULL;
        *batch = arrow_array_of(slice->count, &nodes[0], 1, owner);
        batch->n_children = column_count;
        batch->children = children;
    }
}

size_t wits_arrow_batch_size(const wits_crowd *crowd, uint64_t first, uint64_t count,
                             const wits_arrow_options *options) {
    options = arrow_options_of(options);
    arrow_room room = {NULL, 0};
    if (crowd->code == NULL || crowd->count > WITS_CROWD_MAX_AGENTS || first > crowd->count ||
        count > crowd->count - first || !arrow_names_differ(crowd->code->brain, options)) {
        return 0;
    }
    arrow_write_batch(&(arrow_slice){crowd, crowd->code->brain, first, count, options}, &room, NULL);
    return arrow_size_of(room.used);
}

bool wits_arrow_batch(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_arrow_options *options,
                      void *memory, size_t size, struct ArrowArray *batch) {
    const size_t needed = wits_arrow_batch_size(crowd, first, count, options);
    if (needed == 0 || memory == NULL || batch == NULL || size < needed) {
        return false;
    }
    arrow_room room = arrow_room_in(memory);
    arrow_write_batch(&(arrow_slice){crowd, crowd->code->brain, first, count, arrow_options_of(options)}, &room, batch);
    return true;
}
