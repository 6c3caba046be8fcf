// SPDX-License-Identifier: MIT
// Checks the bytes of a snapshot, which are not trusted: nothing is read beyond them, whatever their content.
#include "core/compile/tables.h"
#include "expr/expr.h"
#include "snapshot/format.h"

#include <string.h>

wits_problem *wits_snapshot_complain(wits_report *report, wits_problem_code code, const char *value) {
    return wits_core_report_add(report, code, WITS_TABLE_SNAPSHOT, 0, NULL, NULL, value,
                                value != NULL ? (uint32_t)strlen(value) : 0);
}

static bool refuse(wits_report *report, wits_problem_code code, const char *value) {
    wits_snapshot_complain(report, code, value);
    return false;
}

static bool is_short(wits_report *report, uint64_t given, uint64_t needed) {
    wits_core_problem_bytes(wits_snapshot_complain(report, WITS_PROBLEM_SNAPSHOT_SHORT, NULL), given, needed);
    return false;
}

// ---------------------------------------------------------------------------------------------------------------- head

uint64_t wits_snapshot_part_bytes(const shape *of, uint64_t agent_size, bool has_ids, uint64_t count) {
    return padded(count * agent_size) + (has_ids ? count * 8 : 0) + of->saved[0] * padded(count) +
           of->saved[1] * padded(count * 2) + of->saved[2] * padded(count * 4);
}

static const uint8_t *part_table(const wits_snapshot *saved) {
    const uint64_t front = bytes_get64(saved->bytes + HEAD_FRONT);
    return saved->bytes + front - saved->part_count * PART_BYTES;
}

/// Checks that the parts have all agents and all bytes.
static bool check_part_table(const wits_snapshot *saved, const shape *of) {
    uint64_t agents = 0, bytes = bytes_get64(saved->bytes + HEAD_FRONT);
    const uint8_t *row = part_table(saved);
    for (uint64_t i = 0; i < saved->part_count; i++, row += PART_BYTES) {
        const uint64_t count = bytes_get64(row + PART_COUNT);
        if (count == 0 || count > saved->count - agents) {
            return false;
        }
        agents += count;
        bytes += wits_snapshot_part_bytes(of, saved->agent_size, saved->has_ids, count);
    }
    return agents == saved->count && bytes == saved->size;
}

/// Checks the sizes of everything before the parts.
static bool check_front(const uint8_t *head, uint64_t front) {
    const uint64_t shape_size = bytes_get64(head + HEAD_SHAPE), extra = bytes_get64(head + HEAD_EXTRA);
    const uint64_t parts = bytes_get64(head + HEAD_PARTS);
    return shape_size <= front && extra <= front && parts <= front / PART_BYTES &&
           HEAD_BYTES + padded(shape_size) + padded(extra) + parts * PART_BYTES == front;
}

static bool is_plausible(const uint8_t *head) {
    const uint64_t agent_size = bytes_get32(head + HEAD_AGENT_SIZE);
    return agent_size > 0 && agent_size <= WITS_MAX_AGENT_SIZE && bytes_get64(head + HEAD_COUNT) < (uint64_t)1 << 38 &&
           (bytes_get32(head + HEAD_FLAGS) & ~(uint32_t)FLAG_IDS) == 0;
}

void wits_snapshot_shape(const wits_snapshot *saved, shape *to) {
    wits_snapshot_read_shape(saved->bytes + HEAD_BYTES, (size_t)bytes_get64(saved->bytes + HEAD_SHAPE), to);
}

static bool read_head(wits_snapshot *saved, const uint8_t *head, size_t size, uint64_t front) {
    shape of;
    const uint64_t shape_size = bytes_get64(head + HEAD_SHAPE);
    if (!wits_snapshot_read_shape(head + HEAD_BYTES, (size_t)shape_size, &of)) {
        return false;
    }
    *saved = (wits_snapshot){.bytes = head,
                             .available = size,
                             .size = bytes_get64(head + HEAD_SIZE),
                             .count = bytes_get64(head + HEAD_COUNT),
                             .first_id = bytes_get64(head + HEAD_FIRST_ID),
                             .has_ids = (bytes_get32(head + HEAD_FLAGS) & FLAG_IDS) != 0,
                             .tick = bytes_get32(head + HEAD_TICK),
                             .seed = bytes_get64(head + HEAD_SEED),
                             .layout = bytes_get64(head + HEAD_LAYOUT),
                             .brain_hash = bytes_get64(head + HEAD_BRAIN),
                             .name = of.names,
                             .extra_size = (size_t)bytes_get64(head + HEAD_EXTRA),
                             .extra = head + HEAD_BYTES + padded(shape_size),
                             .agent_size = bytes_get32(head + HEAD_AGENT_SIZE),
                             .part_count = bytes_get64(head + HEAD_PARTS)};
    return front <= saved->size && check_part_table(saved, &of);
}

bool wits_snapshot_open(wits_snapshot *saved, const void *bytes, size_t size, wits_report *report) {
    const uint8_t *head = bytes;
    *saved = (wits_snapshot){0};
    if (bytes == NULL || memcmp(head, SNAPSHOT_MAGIC, size < 8 ? size : 8) != 0 || size == 0) {
        return refuse(report, WITS_PROBLEM_SNAPSHOT_FOREIGN, NULL);
    }
    if (size < HEAD_BYTES) {
        return is_short(report, size, HEAD_BYTES);
    }
    const uint32_t version = bytes_get32(head + HEAD_VERSION);
    if (version == 0) {
        return refuse(report, WITS_PROBLEM_SNAPSHOT_CORRUPT, "its version is 0");
    }
    if (version != WITS_SNAPSHOT_VERSION) {
        wits_problem *problem = wits_snapshot_complain(report, WITS_PROBLEM_SNAPSHOT_VERSION, NULL);
        if (problem != NULL) {
            wits_core_value_add_number(problem, version);
        }
        return false;
    }
    const uint64_t front = bytes_get64(head + HEAD_FRONT);
    if (front < HEAD_BYTES + SHAPE_BYTES || front > bytes_get64(head + HEAD_SIZE)) {
        return refuse(report, WITS_PROBLEM_SNAPSHOT_CORRUPT, "its header");
    }
    if (size < front) {
        return is_short(report, size, front);
    }
    if (wits_snapshot_head_sum(head, (size_t)front) != bytes_get64(head + HEAD_SUM) || !check_front(head, front) ||
        !is_plausible(head) || !read_head(saved, head, size, front)) {
        *saved = (wits_snapshot){0};
        return refuse(report, WITS_PROBLEM_SNAPSHOT_CORRUPT, "its header");
    }
    return true;
}

// --------------------------------------------------------------------------------------------------------------- parts

bool wits_snapshot_next_part(const wits_snapshot *saved, const shape *of, part *at) {
    const bool is_first = at->number == UINT64_MAX;
    at->number++;
    if (at->number >= saved->part_count) {
        return false;
    }
    const uint8_t *row = part_table(saved) + at->number * PART_BYTES;
    at->offset = is_first ? bytes_get64(saved->bytes + HEAD_FRONT) : at->offset + at->size;
    at->first = is_first ? 0 : at->first + at->count;
    at->count = bytes_get64(row + PART_COUNT);
    at->sum = bytes_get64(row + PART_SUM);
    at->size = wits_snapshot_part_bytes(of, saved->agent_size, saved->has_ids, at->count);
    at->bytes = at->offset + at->size <= saved->available ? saved->bytes + at->offset : NULL;
    return true;
}

bool wits_snapshot_span(const wits_snapshot *saved, uint64_t from, uint64_t count, uint64_t *offset, uint64_t *size) {
    shape of;
    *offset = bytes_get64(saved->bytes + HEAD_FRONT);
    *size = 0;
    if (from > saved->count || count > saved->count - from) {
        return false;
    }
    wits_snapshot_shape(saved, &of);
    for (part at = {.number = UINT64_MAX}; wits_snapshot_next_part(saved, &of, &at);) {
        const bool is_read = at.first < from + count && at.first + at.count > from;
        *offset += at.first + at.count <= from ? at.size : 0;
        *size += is_read ? at.size : 0;
    }
    return true;
}

bool wits_snapshot_check_part(const wits_snapshot *saved, const part *at, wits_report *report) {
    if (at->bytes == NULL) {
        return is_short(report, saved->available, saved->size);
    }
    if (wits_snapshot_sum(0, at->bytes, (size_t)at->size) != at->sum) {
        wits_problem *problem = wits_snapshot_complain(report, WITS_PROBLEM_SNAPSHOT_CORRUPT, "agents ");
        if (problem != NULL) {
            wits_core_value_add_number(problem, at->first);
            wits_core_value_add(problem, " to ");
            wits_core_value_add_number(problem, at->first + at->count - 1);
        }
        return false;
    }
    return true;
}

bool wits_snapshot_check_values(const shape_field *field, const uint8_t *values, uint64_t first, uint64_t count,
                                wits_report *report) {
    if ((field->type != WITS_TYPE_BOOL && field->type != WITS_TYPE_ENUM) || field->is_own) {
        return true;
    }
    const uint8_t most = (uint8_t)(field->type == WITS_TYPE_BOOL ? 1 : field->value_count - 1);
    bool is_good = true;
    for (uint64_t i = 0; i < count; i++) {
        is_good &= values[i] <= most;
    }
    for (uint64_t i = 0; i < count && !is_good; i++) {
        if (values[i] > most) {
            wits_problem *problem = wits_core_report_add(report, WITS_PROBLEM_SNAPSHOT_VALUE, WITS_TABLE_AGENTS,
                                                         (uint32_t)(first + i), field->name, NULL, NULL, 0);
            if (problem != NULL) {
                wits_core_value_add_number(problem, values[i]);
            }
            return false;
        }
    }
    return true;
}

// ------------------------------------------------------------------------------------------------------------ in place

/// Returns whether a saved field has the bytes of the brain's field.
static bool is_same_field(const wits_brain *brain, uint32_t field, const shape_field *saved) {
    const char *value = saved->values;
    bool is_same = wits_field_type(brain, field) == saved->type &&
                   wits_field_value_count(brain, field) == saved->value_count &&
                   (bytes_are_native() || wits_expr_field_size(saved->type) == 1);
    for (uint32_t i = 0; i < saved->value_count && is_same; i++, value += strlen(value) + 1) {
        is_same = strcmp(value, wits_field_value_name(brain, field, i)) == 0;
    }
    return is_same;
}

/// Checks the saved fields of a part and locates them.
static bool locate_fields(const shape *of, const wits_brain *brain, const part *at, const uint8_t *values,
                          wits_column *columns, wits_report *report) {
    bool is_good = true;
    for (shape_field saved = {0}; wits_snapshot_next_field(of, &saved);) {
        const uint32_t width = wits_expr_field_size(saved.type);
        const uint32_t field =
            saved.is_saved && !saved.is_own ? wits_find_field(brain, saved.name) : (uint32_t)WITS_NONE;
        if (field != WITS_NONE && columns != NULL && !is_same_field(brain, field, &saved)) {
            wits_core_report_add(report, WITS_PROBLEM_SNAPSHOT_COLUMN, WITS_TABLE_FIELDS, field, saved.name, NULL, NULL,
                                 0);
            is_good = false;
        } else if (saved.is_saved) {
            is_good = wits_snapshot_check_values(&saved, values, at->first, at->count, report) && is_good;
        }
        if (field != WITS_NONE && columns != NULL) {
            columns[field].stride = width;
            columns[field].size = (size_t)(at->count * width);
            memcpy(&columns[field].base, &values, sizeof values);  // a column that is only read
        }
        values += saved.is_saved ? padded(at->count * width) : 0;
    }
    return is_good;
}

bool wits_snapshot_locate(const wits_snapshot *saved, const wits_brain *brain, uint64_t number,
                          wits_snapshot_rows *rows, wits_column *columns, wits_report *report) {
    shape of;
    part at = {.number = UINT64_MAX};
    if (saved == NULL || saved->bytes == NULL || brain == NULL || saved->layout != wits_brain_layout_hash(brain) ||
        saved->agent_size != wits_agent_size(brain)) {
        return refuse(report, WITS_PROBLEM_AGENTS_OF_ANOTHER, NULL);
    }
    wits_snapshot_shape(saved, &of);
    while (wits_snapshot_next_part(saved, &of, &at) && at.number != number) {}
    if (at.number != number || number >= saved->part_count) {
        return refuse(report, WITS_PROBLEM_SNAPSHOT_RANGE, "no such part");
    }
    if (!wits_snapshot_check_part(saved, &at, report)) {
        return false;
    }
    const uint8_t *agents = at.bytes + (saved->has_ids ? at.count * 8 : 0);
    for (uint32_t field = 0; field < brain->field_count && columns != NULL; field++) {
        columns[field] = (wits_column){.type = wits_field_type(brain, field), .read_only = true};
    }
    *rows = (wits_snapshot_rows){at.first, at.count, agents, saved->has_ids ? at.bytes : NULL};
    const bool has_agents = wits_snapshot_check_agents(brain, agents, at.first, at.count, report);
    return locate_fields(&of, brain, &at, agents + padded(at.count * saved->agent_size), columns, report) && has_agents;
}
