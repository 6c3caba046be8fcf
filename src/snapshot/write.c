// SPDX-License-Identifier: MIT
// Writes agents and their fields as a snapshot.
#include "expr/expr.h"
#include "snapshot/format.h"

#include <string.h>

// --------------------------------------------------------------------------------------------------------------- sizes

static bool has_names(const wits_agents *of) {
    bool are_good = of->own_count <= WITS_SNAPSHOT_MAX_OWN;
    for (uint32_t i = 0; i < of->own_count && are_good; i++) {
        const char *name = of->own[i].name;
        are_good = name != NULL && *name != '\0' && strlen(name) <= WITS_MAX_NAME &&
                   of->own[i].type > WITS_TYPE_DEFAULT && of->own[i].type <= WITS_TYPE_FLOAT;
    }
    return are_good;
}

static bool has_brain(const wits_agents *of) {
    return of != NULL && of->brain != NULL && has_names(of);
}

static bool is_writable(const wits_agents *of) {
    return has_brain(of) && (of->agents != NULL || of->count == 0);
}

static uint32_t column_count(const wits_agents *of) {
    return of->brain->field_count + of->own_count;
}

/// Bytes of a part. An agent has at most 16 MiB, and fewer than 2^40 agents fit in any memory: nothing overflows.
static uint64_t part_bytes(const wits_agents *of, uint64_t count) {
    uint64_t bytes = padded(count * wits_agent_size(of->brain)) + (of->ids != NULL ? count * 8 : 0);
    for (uint32_t i = 0; i < column_count(of); i++) {
        wits_column column;
        bytes += wits_snapshot_column(of, i, &column) ? padded(count * wits_expr_field_size(column.type)) : 0;
    }
    return bytes;
}

static uint64_t front_bytes(const wits_agents *of, uint64_t extra_size, uint64_t part_count) {
    return HEAD_BYTES + padded(wits_snapshot_shape_size(of)) + padded(extra_size) + part_count * PART_BYTES;
}

/// Returns the size, or 0 if it cannot be one.
static size_t size_within(uint64_t bytes, uint64_t count, uint64_t extra_size) {
    const uint64_t most = (uint64_t)1 << 38;
    return count < most && extra_size < most && bytes <= SIZE_MAX ? (size_t)bytes : 0;
}

size_t wits_snapshot_head_size(const wits_agents *of, size_t extra_size, uint64_t part_count) {
    if (!has_brain(of) || part_count > of->count) {
        return 0;
    }
    return size_within(front_bytes(of, extra_size, part_count), of->count, extra_size);
}

size_t wits_snapshot_part_size(const wits_agents *of) {
    return is_writable(of) ? size_within(part_bytes(of, of->count), of->count, 0) : 0;
}

/// Parts of a snapshot that is written at once: a part and its copy stay in the processor's cache.
enum { PART_AGENTS = 16384 };

static uint64_t part_count_of(uint64_t count) {
    return (count + PART_AGENTS - 1) / PART_AGENTS;
}

size_t wits_snapshot_size(const wits_agents *of, size_t extra_size) {
    if (!is_writable(of)) {
        return 0;
    }
    const uint64_t whole = of->count / PART_AGENTS, rest = of->count % PART_AGENTS;
    const uint64_t bytes = front_bytes(of, extra_size, part_count_of(of->count)) + whole * part_bytes(of, PART_AGENTS) +
                           part_bytes(of, rest);
    return size_within(bytes, of->count, extra_size);
}

// --------------------------------------------------------------------------------------------------------------- parts

static uint8_t *pad(uint8_t *at, uint64_t bytes) {
    const uint64_t end = padded(bytes);
    memset(at + bytes, 0, (size_t)(end - bytes));
    return at + end;
}

static uint8_t *write_ids(const wits_agents *of, uint8_t *at) {
    if (of->ids == NULL) {
        return at;
    }
    copy_values_of(at, 8, (const uint8_t *)(of->ids + of->first), 8, 8, of->count);
    return at + of->count * 8;
}

uint64_t wits_snapshot_write_part(const wits_agents *of, void *bytes) {
    if (!is_writable(of) || bytes == NULL || of->count == 0) {
        return 0;
    }
    const size_t agent_size = wits_agent_size(of->brain);
    const size_t stride = of->agent_stride != 0 ? of->agent_stride : agent_size;
    uint8_t *at = write_ids(of, bytes);
    copy_rows(at, agent_size, (const uint8_t *)of->agents + of->first * stride, stride, agent_size, of->count);
    at = pad(at, of->count * agent_size);
    for (uint32_t i = 0; i < column_count(of); i++) {
        wits_column column;
        if (wits_snapshot_column(of, i, &column)) {
            const uint32_t width = wits_expr_field_size(column.type);
            copy_values_of(at, width, (const uint8_t *)column.base + of->first * column.stride, column.stride, width,
                           of->count);
            if (column.type == WITS_TYPE_FLOAT) {
                canonicalise_floats(at, of->count);
            }
            at = pad(at, of->count * width);
        }
    }
    return wits_snapshot_sum(0, bytes, (size_t)(at - (uint8_t *)bytes));
}

// ---------------------------------------------------------------------------------------------------------------- head

/// Bytes of all parts; 0 if they do not have all agents.
static uint64_t parts_bytes(const wits_agents *of, const wits_snapshot_part *parts, uint64_t part_count) {
    uint64_t agents = 0, bytes = 0;
    for (uint64_t i = 0; i < part_count; i++) {
        if (parts[i].count == 0 || parts[i].count > of->count - agents) {
            return 0;
        }
        agents += parts[i].count;
        bytes += part_bytes(of, parts[i].count);
    }
    return agents == of->count ? bytes : 0;
}

/// Writes everything before the table of parts, which it returns.
static uint8_t *write_front(const wits_agents *of, const void *extra, size_t extra_size, uint64_t part_count,
                            uint64_t size, uint8_t *head) {
    const uint64_t shape_size = wits_snapshot_shape_size(of);
    memset(head, 0, HEAD_BYTES);
    memcpy(head + HEAD_MAGIC, SNAPSHOT_MAGIC, 8);
    bytes_put32(head + HEAD_VERSION, WITS_SNAPSHOT_VERSION);
    bytes_put32(head + HEAD_FLAGS, of->ids != NULL ? FLAG_IDS : 0);
    bytes_put64(head + HEAD_SIZE, size);
    bytes_put64(head + HEAD_FRONT, front_bytes(of, extra_size, part_count));
    bytes_put64(head + HEAD_BRAIN, wits_brain_hash(of->brain));
    bytes_put64(head + HEAD_LAYOUT, wits_brain_layout_hash(of->brain));
    bytes_put64(head + HEAD_COUNT, of->count);
    bytes_put64(head + HEAD_FIRST_ID, of->ids == NULL ? of->first_id + of->first : 0);
    bytes_put64(head + HEAD_SEED, of->seed);
    bytes_put32(head + HEAD_TICK, of->tick);
    bytes_put32(head + HEAD_AGENT_SIZE, (uint32_t)wits_agent_size(of->brain));
    bytes_put64(head + HEAD_PARTS, part_count);
    bytes_put64(head + HEAD_SHAPE, shape_size);
    bytes_put64(head + HEAD_EXTRA, extra_size);
    uint8_t *at = head + HEAD_BYTES;
    wits_snapshot_write_shape(of, at);
    at = pad(at, shape_size);
    if (extra_size != 0) {
        memcpy(at, extra, extra_size);
    }
    return pad(at, extra_size);
}

static void write_part_row(uint8_t *table, uint64_t number, const wits_snapshot_part *row) {
    bytes_put64(table + number * PART_BYTES + PART_COUNT, row->count);
    bytes_put64(table + number * PART_BYTES + PART_SUM, row->sum);
}

bool wits_snapshot_write_head(const wits_agents *of, const void *extra, size_t extra_size,
                              const wits_snapshot_part *parts, uint64_t part_count, void *bytes) {
    const size_t front = wits_snapshot_head_size(of, extra_size, part_count);
    const uint64_t behind = front != 0 ? parts_bytes(of, parts, part_count) : 0;
    if (front == 0 || bytes == NULL || (extra == NULL && extra_size != 0) || (behind == 0 && of->count != 0)) {
        return false;
    }
    uint8_t *table = write_front(of, extra, extra_size, part_count, front + behind, bytes);
    for (uint64_t i = 0; i < part_count; i++) {
        write_part_row(table, i, &parts[i]);
    }
    bytes_put64((uint8_t *)bytes + HEAD_SUM, wits_snapshot_head_sum(bytes, front));
    return true;
}

size_t wits_snapshot_write(const wits_agents *of, const void *extra, size_t extra_size, void *bytes, size_t size) {
    const size_t needed = wits_snapshot_size(of, extra_size);
    if (needed == 0 || bytes == NULL || size < needed || (extra == NULL && extra_size != 0)) {
        return 0;
    }
    const uint64_t part_count = part_count_of(of->count), front = front_bytes(of, extra_size, part_count);
    uint8_t *table = write_front(of, extra, extra_size, part_count, needed, bytes);
    uint8_t *at = (uint8_t *)bytes + front;
    wits_agents slice = *of;
    for (uint64_t i = 0; i < part_count; i++) {
        const uint64_t rest = of->count - i * PART_AGENTS;
        slice.first = of->first + i * PART_AGENTS;
        slice.count = rest < PART_AGENTS ? rest : PART_AGENTS;
        const wits_snapshot_part row = {slice.count, wits_snapshot_write_part(&slice, at)};
        write_part_row(table, i, &row);
        at += part_bytes(&slice, slice.count);
    }
    bytes_put64((uint8_t *)bytes + HEAD_SUM, wits_snapshot_head_sum(bytes, (size_t)front));
    return needed;
}
