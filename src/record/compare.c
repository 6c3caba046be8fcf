// SPDX-License-Identifier: MIT
// Finds what has changed since the last call. Columns are watched_rows in pieces of 64 rows: a mask of rows that differ
// is made without branches, and only those rows are visited.
#include "expr/expr.h"
#include "record/pieces.h"
#include "record/recorder.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------ sections

/// Reserves `size` bytes of the open section. Writes the chunk if it is full.
static uint8_t *make_section_room(wits_recorder *r, size_t size) {
    if (r->used + size + 1 > r->capacity) {
        r->buffer[r->used++] = 0;
        wits_record_write_chunk(r, CHUNK_CHANGES);
        memcpy(r->buffer + r->used, r->section, r->section_size);
        r->used += r->section_size;
        r->last_piece = 0;
    }
    return r->buffer + r->used;
}

/// Begins a section. It is written when there is something in it.
static void prepare_section(wits_recorder *r, uint32_t tag) {
    r->section[0] = (uint8_t)tag;
    r->section_size = 1;
    r->last_piece = UINT64_MAX;
}

static void add_to_section(wits_recorder *r, uint64_t number) {
    r->section_size = (uint32_t)(put_varint(r->section + r->section_size, number) - r->section);
}

/// Writes the section's head, if it is not yet.
static void open_section(wits_recorder *r) {
    if (r->last_piece == UINT64_MAX) {
        if (r->used + r->section_size + 1 > r->capacity) {
            wits_record_write_chunk(r, CHUNK_CHANGES);
        }
        memcpy(r->buffer + r->used, r->section, r->section_size);
        r->used += r->section_size;
        r->last_piece = 0;
    }
}

static void close_section(wits_recorder *r) {
    if (r->last_piece != UINT64_MAX) {
        r->buffer[r->used++] = 0;
    }
    r->section_size = 0;
}

void wits_record_end_changes(wits_recorder *r) {
    if (r->used > CHUNK_BYTES) {
        wits_record_write_chunk(r, CHUNK_CHANGES);
    }
}

// -------------------------------------------------------------------------------------------------------------- pieces

/// Rows of a column or array that are watched.
typedef struct watched_rows {
    const uint8_t *base;
    size_t stride;
    uint8_t *shadow;
    uint32_t width;
    uint64_t known;  ///< rows of the shadow that are known; later ones are new
} watched_rows;

/// Returns the values of up to 64 rows, one after another and little-endian, in `room` if they are not so already.
PIECE_INLINE const uint8_t *dense_values(const watched_rows *of, uint64_t low, uint32_t width, uint64_t count,
                                         uint8_t room[PIECE_ROWS * 8]) {
    const uint8_t *values = of->base + low * of->stride;
    if (of->stride == width && (width == 1 || bytes_are_native())) {
        return values;
    }
    copy_values_of(room, width, values, of->stride, width, count);
    return room;
}

/// Writes the head of a piece in which these rows differ. Returns the place of their values.
PIECE_INLINE uint8_t *begin_piece(wits_recorder *r, uint64_t piece, uint64_t mask) {
    open_section(r);
    uint8_t *to = make_section_room(r, PIECE_ROOM);
    to = put_piece_head(to, piece - r->last_piece + 1, mask);
    r->last_piece = piece;
    return to;
}

/// Compares rows [low, high) of one piece.
static void compare_part(wits_recorder *r, const watched_rows *of, uint64_t low, uint64_t high) {
    uint8_t room[PIECE_ROWS * 8];
    const uint32_t count = (uint32_t)(high - low), width = of->width;
    const uint8_t *values = dense_values(of, low, width, count, room);
    uint8_t *shadow = of->shadow + low * width;
    uint64_t mask = 0;
    if (high > of->known) {
        mask = UINT64_MAX >> (PIECE_ROWS - count);
        mask &= low < of->known ? UINT64_MAX << (of->known - low) : UINT64_MAX;
    }
    if (memcmp(values, shadow, (size_t)count * width) != 0) {
        for (uint32_t i = 0; i < count; i++) {
            mask |= (uint64_t)(memcmp(values + (size_t)i * width, shadow + (size_t)i * width, width) != 0) << i;
        }
    }
    if (mask != 0) {
        uint8_t *to = begin_piece(r, low / PIECE_ROWS, mask << low % PIECE_ROWS);
        r->used = (size_t)(put_few_values(to, values, width, mask) - r->buffer);
        memcpy(shadow, values, (size_t)count * width);
    }
}

/// Compares whole pieces of known rows, from row `low` to before `high`. Call it with a constant width.
PIECE_INLINE void compare_pieces(wits_recorder *r, const watched_rows *of, uint64_t low, uint64_t high,
                                 uint32_t width) {
    uint8_t room[PIECE_ROWS * 8];
    for (; low < high && r->status == WITS_RECORDER_OK; low += PIECE_ROWS) {
        const uint8_t *values = dense_values(of, low, width, PIECE_ROWS, room);
        uint8_t *shadow = of->shadow + low * width;
        const uint64_t mask = full_mask(values, shadow, width);
        if (mask != 0) {
            uint8_t *to = begin_piece(r, low / PIECE_ROWS, mask);
            r->used = (size_t)(put_values(to, values, width, mask) - r->buffer);
            memcpy(shadow, values, (size_t)PIECE_ROWS * width);
        }
    }
}

static void compare_whole(wits_recorder *r, const watched_rows *of, uint64_t low, uint64_t high) {
    switch (of->width) {
    case 1:
        compare_pieces(r, of, low, high, 1);
        break;
    case 2:
        compare_pieces(r, of, low, high, 2);
        break;
    default:
        compare_pieces(r, of, low, high, 4);
        break;
    }
}

static void compare_values(wits_recorder *r, const watched_rows *of, uint64_t first, uint64_t count) {
    const uint64_t end = first + count, known = of->known < end ? of->known : end;
    for (uint64_t low = first; low < end && r->status == WITS_RECORDER_OK;) {
        const uint64_t piece_end = low / PIECE_ROWS * PIECE_ROWS + PIECE_ROWS;
        uint64_t high = piece_end < end ? piece_end : end;
        if (of->width <= 4 && low % PIECE_ROWS == 0 && piece_end <= known) {
            high = known / PIECE_ROWS * PIECE_ROWS;
            compare_whole(r, of, low, high);
        } else {
            compare_part(r, of, low, high);
        }
        low = high;
    }
}

// -------------------------------------------------------------------------------------------------------------- agents

/// Writes an entry of the section: all bytes of an agent, or the events that were raised for it.
static void put_agent_entry(wits_recorder *r, uint64_t row, const uint8_t *agent, uint64_t events, bool is_set) {
    open_section(r);
    uint8_t *to = make_section_room(r, 2 * MOST_VARINT + r->agent_size);
    to = put_varint(to, ((row - r->last_piece) << 1 | is_set) + 1);
    if (is_set) {
        memcpy(to, agent, r->agent_size);
        to += r->agent_size;
    } else {
        to = put_varint(to, events);
    }
    r->used = (size_t)(to - r->buffer);
    r->last_piece = row;
}

static void put_agent(wits_recorder *r, uint64_t row, const uint8_t *agent, uint8_t *shadow) {
    const wits_brain *brain = r->brain;
    const uint64_t events = pending_events(brain, agent), old_events = pending_events(brain, shadow);
    bool is_raised = (old_events & ~events) == 0;
    for (size_t i = 0; i < r->agent_size && is_raised; i++) {
        is_raised = agent[i] == shadow[i] || (i >= brain->events && i < (size_t)brain->events + brain->event_bytes);
    }
    put_agent_entry(r, row, agent, events & ~old_events, !is_raised);
    memcpy(shadow, agent, r->agent_size);
}

static void compare_agents(wits_recorder *r, uint64_t first, uint64_t count) {
    const wits_agents *of = r->options.agents;
    const size_t size = r->agent_size, stride = of->agent_stride != 0 ? of->agent_stride : size;
    const uint64_t end = r->agents != NULL ? first + count : 0;
    prepare_section(r, CHANGED_AGENTS);
    for (uint64_t low = first; low < end && r->status == WITS_RECORDER_OK;) {
        const uint64_t high = end - low > PIECE_ROWS ? low + PIECE_ROWS : end;
        const uint8_t *agent = agent_at_row(of, low);
        uint8_t *shadow = r->agents + low * size;
        const bool is_same = stride == size && memcmp(agent, shadow, (size_t)(high - low) * size) == 0;
        for (; low < high && !is_same; low++, agent += stride, shadow += size) {
            if (memcmp(agent, shadow, size) != 0) {
                put_agent(r, low, agent, shadow);
            }
        }
        low = high;
    }
    close_section(r);
}

static void adopt_agents(wits_recorder *r, uint64_t first, uint64_t count) {
    const wits_agents *of = r->options.agents;
    const size_t size = r->agent_size, stride = of->agent_stride != 0 ? of->agent_stride : size;
    if (r->agents != NULL) {
        copy_rows(r->agents + first * size, size, agent_at_row(of, first), stride, size, count);
    }
}

void wits_record_note_agent(wits_recorder *r, uint64_t row, uint64_t events, bool is_set) {
    prepare_section(r, CHANGED_AGENTS);
    put_agent_entry(r, row, agent_at_row(r->options.agents, row), events, is_set);
    close_section(r);
}

bool wits_recorder_raise(wits_recorder *r, uint64_t row, uint32_t event) {
    const wits_agents *of = r->options.agents;
    if (row >= of->count || event >= r->brain->event_count) {
        return false;
    }
    (void)wits_raise(r->brain, agent_at_row(of, row), event);
    if (wits_record_notes_agents(r)) {
        wits_record_note_agent(r, row, (uint64_t)1 << event, false);
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------- columns

bool wits_record_column(const wits_agents *of, uint32_t column, wits_column *to) {
    if (column < of->brain->field_count + of->own_count) {
        return wits_snapshot_column(of, column, to);
    }
    *to = (wits_column){.base = of->ids, .stride = sizeof *of->ids};
    return of->ids != NULL;
}

static void compare_column(wits_recorder *r, uint32_t number, uint64_t first, uint64_t count) {
    const watched_column *watched = &r->columns[number];
    wits_column column;
    if (watched->shadow == NULL || !wits_record_column(r->options.agents, number, &column)) {
        return;
    }
    const watched_rows of = {.base = column.base,
                             .stride = column.stride,
                             .shadow = watched->shadow,
                             .width = watched->width,
                             .known = r->is_forced && watched->is_shared ? 0 : UINT64_MAX};
    prepare_section(r, CHANGED_COLUMN);
    add_to_section(r, number);
    compare_values(r, &of, first, count);
    close_section(r);
}

void wits_record_compare_rows(wits_recorder *r, uint64_t first, uint64_t count) {
    compare_agents(r, first, count);
    for (uint32_t i = 0; i <= r->column_count; i++) {
        if (!r->columns[i].is_shared) {
            compare_column(r, i, first, count);
        }
    }
}

void wits_record_compare_shared(wits_recorder *r) {
    for (uint32_t i = 0; i < r->column_count; i++) {
        if (r->columns[i].is_shared) {
            compare_column(r, i, 0, 1);
        }
    }
}

void wits_record_adopt(wits_recorder *r, uint64_t first, uint64_t count) {
    const wits_agents *of = r->options.agents;
    adopt_agents(r, first, count);
    for (uint32_t i = 0; i < r->column_count; i++) {
        const watched_column *watched = &r->columns[i];
        wits_column column;
        if (watched->shadow != NULL && watched->is_assigned && wits_record_column(of, i, &column)) {
            const size_t width = watched->width;
            copy_values_of(watched->shadow + first * width, width, (const uint8_t *)column.base + first * column.stride,
                           column.stride, (uint32_t)width, count);
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- targets

/// Rows of the columns of own fields.
static uint64_t own_rows(const wits_target_list *list) {
    uint64_t rows = list->own_count;
    for (uint32_t i = 0; i < list->count && list->own_rows != NULL && list->own_count == 0; i++) {
        rows = list->own_rows[i] >= rows ? (uint64_t)list->own_rows[i] + 1 : rows;
    }
    return list->own_rows != NULL ? rows : list->count;
}

/// Locates an array of a list. Returns its rows; 0: it is missing or empty.
static uint64_t list_array(const wits_recorder *r, const wits_target_list *list, uint32_t kind, uint32_t which,
                           wits_column *to) {
    const void *base = NULL;
    uint64_t rows = 0;
    if (list == NULL) {
        return 0;
    }
    *to = (wits_column){.stride = sizeof(uint32_t)};
    switch (which) {
    case ARRAY_OFFSETS:
        base = list->offsets;
        rows = r->rows + 1;
        break;
    case ARRAY_IDS:
        base = list->ids;
        rows = list->count;
        break;
    case ARRAY_OWN_ROWS:
        base = list->own_rows;
        rows = list->count;
        break;
    default:
        if (list->columns != NULL && list->count != 0) {
            const uint32_t field = which - ARRAY_FIELDS;
            *to = list->columns[field];
            rows = to->stride == 0 ? 1 : wits_target_field_is_own(r->brain, kind, field) ? own_rows(list) : list->count;
            return to->base != NULL ? rows : 0;
        }
        break;
    }
    memcpy(&to->base, &base, sizeof base);  // a column that is only read
    return base != NULL ? rows : 0;
}

static void compare_array(wits_recorder *r, uint32_t number, const wits_column *column, uint64_t rows) {
    watched_array *watched = &r->arrays[number];
    if (rows > watched->capacity) {
        r->status = WITS_RECORDER_TARGETS_FULL;
        return;
    }
    const uint64_t known = r->is_forced ? 0 : watched->rows;
    const watched_rows of = {.base = column->base,
                             .stride = column->stride,
                             .shadow = watched->shadow,
                             .width = watched->width,
                             .known = known};
    prepare_section(r, CHANGED_ARRAY);
    add_to_section(r, number);
    add_to_section(r, rows);
    if (rows != known) {
        open_section(r);
    }
    compare_values(r, &of, 0, rows);
    close_section(r);
    watched->rows = (uint32_t)rows;
}

void wits_record_compare_targets(wits_recorder *r, const wits_target_list *targets) {
    uint32_t number = 0;
    for (uint32_t kind = 0; kind < r->brain->target_count; kind++) {
        const uint32_t arrays = ARRAY_FIELDS + wits_target_field_count(r->brain, kind);
        for (uint32_t which = 0; which < arrays && r->status == WITS_RECORDER_OK; which++, number++) {
            wits_column column = {0};
            const uint64_t rows = list_array(r, targets != NULL ? &targets[kind] : NULL, kind, which, &column);
            compare_array(r, number, &column, rows);
        }
    }
}
