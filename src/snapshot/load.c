// SPDX-License-Identifier: MIT
// Loads agents in two passes over the parts: the first checks everything, the second writes.
#include "core/bind/bind.h"
#include "expr/fields.h"
#include "snapshot/format.h"

#include <string.h>

/// A load in progress.
typedef struct loading {
    const wits_snapshot *saved;
    const wits_brain *brain;
    const wits_migration *how;
    wits_agents *to;
    wits_report *report;
    uint64_t from;  ///< the first agent of the snapshot to be loaded
    shape shape;
    old_brain old;  ///< if the brain has changed
    migrating migrating;
} loading;

// -------------------------------------------------------------------------------------------------------------- fields

/// The agents of a part that are loaded.
typedef struct slice {
    uint64_t first, count;  ///< in the part
    uint64_t row;           ///< row of the first one in the program's memory
    uint64_t number;        ///< number of the first one in the snapshot
} slice;

static bool slice_of(const loading *l, const part *at, slice *to) {
    const uint64_t end = l->from + l->to->count, part_end = at->first + at->count;
    const uint64_t first = at->first > l->from ? at->first : l->from, last = part_end < end ? part_end : end;
    if (first >= last) {
        return false;
    }
    *to = (slice){first - at->first, last - first, l->to->first + (first - l->from), first};
    return true;
}

/// Returns the field of the brain that was a field of the old brain; WITS_NONE if it is gone.
static uint32_t new_field(const loading *l, const shape_field *old) {
    return l->old.brain != NULL ? wits_versions_field(l->migrating.conversion.versions, old->row)
                                : wits_find_field(l->brain, old->name);
}

static bool is_loaded(const wits_column *column) {
    return column->base != NULL && column->stride != 0 && !column->read_only;
}

/// Finds the column into which a field of the snapshot is loaded, and the field (WITS_NONE for a column of the
/// program). Returns false if there is none.
static bool column_for(const loading *l, const shape_field *old, wits_column *column, uint32_t *field) {
    const wits_agents *to = l->to;
    *field = old->is_own ? (uint32_t)WITS_NONE : new_field(l, old);
    if (*field != WITS_NONE) {
        *column = to->columns != NULL ? to->columns[*field] : (wits_column){0};
        return is_loaded(column);
    }
    for (uint32_t i = 0; i < to->own_count && old->is_own; i++) {
        if (strcmp(to->own[i].name, old->name) == 0) {
            *column = program_column(&to->own[i]);
            return is_loaded(column);
        }
    }
    return false;
}

/// Enum values by name: the new value of each old one, WITS_NONE if it is gone.
typedef struct value_map {
    uint16_t to[WITS_MAX_ENUM_VALUES];
    bool is_same;
} value_map;

static void map_values(const wits_brain *brain, uint32_t field, const shape_field *old, value_map *map) {
    const char *name = old->values;
    const uint32_t count = wits_field_value_count(brain, field);
    map->is_same = old->value_count <= count;
    for (uint32_t i = 0; i < old->value_count; i++, name += strlen(name) + 1) {
        map->to[i] = WITS_NONE;
        for (uint32_t value = 0; value < count && map->to[i] == WITS_NONE; value++) {
            map->to[i] = strcmp(wits_field_value_name(brain, field, value), name) == 0 ? (uint16_t)value : WITS_NONE;
        }
        map->is_same = map->is_same && map->to[i] == i;
    }
}

/// Reads a value of the snapshot: every type fits in a double.
static double old_value(wits_type type, const uint8_t *at) {
    switch (type) {
    case WITS_TYPE_INT8:
        return (int8_t)*at;
    case WITS_TYPE_INT16:
        return (int16_t)bytes_get16(at);
    case WITS_TYPE_UINT16:
        return bytes_get16(at);
    case WITS_TYPE_INT:
        return (int32_t)bytes_get32(at);
    case WITS_TYPE_FLOAT:
        return (double)float_from_bits(bytes_get32(at));
    default:
        return *at;
    }
}

/// Converts a number to a type. Returns false if the type does not have it.
static bool convert_number(wits_type type, double number, expr_value *to) {
    static const struct {
        double low, high;
    } ranges[] = {[WITS_TYPE_BOOL] = {0, 1},       [WITS_TYPE_INT8] = {-128, 127},
                  [WITS_TYPE_UINT8] = {0, 255},    [WITS_TYPE_INT16] = {-32768, 32767},
                  [WITS_TYPE_UINT16] = {0, 65535}, [WITS_TYPE_INT] = {-2147483648.0, 2147483647.0}};
    if (type == WITS_TYPE_FLOAT) {
        to->f = (float)number;
        return (double)to->f == number;
    }
    if (type == WITS_TYPE_ENUM || !(number >= ranges[type].low && number <= ranges[type].high) ||
        (double)(int32_t)number != number) {
        return false;
    }
    to->i = (int32_t)number;
    return true;
}

static uint64_t saved_id(const loading *l, const part *at, uint64_t in_part) {
    return l->saved->has_ids ? bytes_get64(at->bytes + in_part * 8) : l->saved->first_id + at->first + in_part;
}

static void tell_loss(const loading *l, wits_loss_kind kind, uint32_t field, uint64_t agent) {
    if (l->old.brain != NULL && field < l->old.brain->field_count) {
        const wits_loss loss = {.kind = kind, .row = field, .agent = agent};
        wits_snapshot_tell_loss(&l->migrating, &loss);
    }
}

/// Loads values of another type, or of an enum with other values.
static void convert_values(const loading *l, const part *at, const slice *s, const shape_field *old, uint32_t field,
                           const wits_column *column, const uint8_t *values, const value_map *map) {
    const size_t width = wits_expr_field_size(old->type);
    for (uint64_t i = 0; i < s->count; i++) {
        const uint8_t *value = values + (s->first + i) * width;
        expr_value result = {0};
        bool fits;
        if (map != NULL) {
            fits = map->to[*value] != WITS_NONE;
            result.i = map->to[*value];
        } else {
            fits = old->type != WITS_TYPE_ENUM && convert_number(column->type, old_value(old->type, value), &result);
        }
        if (!fits) {
            result = field != WITS_NONE ? wits_core_initial_value(l->brain, field) : (expr_value){0};
            tell_loss(l, WITS_LOSS_VALUE, old->row, saved_id(l, at, s->first + i));
        }
        wits_expr_store(column, (size_t)(s->row + i), result);
    }
}

static void copy_values(const slice *s, const wits_column *column, const uint8_t *values) {
    const size_t width = wits_expr_field_size(column->type);
    uint8_t *to = (uint8_t *)column->base + s->row * column->stride;
    values += s->first * width;
    if (bytes_are_native() || width == 1) {
        copy_rows(to, column->stride, values, width, width, s->count);
        return;
    }
    for (uint64_t i = 0; i < s->count; i++, values += width) {
        const expr_value value = {.bits = width == 2 ? bytes_get16(values) : bytes_get32(values)};
        wits_expr_store(column, (size_t)(s->row + i), value);
    }
}

static void load_field(const loading *l, const part *at, const slice *s, const shape_field *old,
                       const uint8_t *values) {
    uint32_t field;
    wits_column column;
    if (!column_for(l, old, &column, &field)) {
        return;
    }
    value_map map = {.is_same = true};
    const bool is_same_type = column.type == old->type, is_enum = is_same_type && old->type == WITS_TYPE_ENUM;
    if (is_enum && field != WITS_NONE) {
        map_values(l->brain, field, old, &map);
    }
    if (is_same_type && map.is_same) {
        copy_values(s, &column, values);
    } else {
        convert_values(l, at, s, old, field, &column, values, is_same_type ? &map : NULL);
    }
}

static const uint8_t *part_agents(const loading *l, const part *at) {
    return at->bytes + (l->saved->has_ids ? at->count * 8 : 0);
}

static const uint8_t *first_values(const loading *l, const part *at) {
    return part_agents(l, at) + padded(at->count * l->saved->agent_size);
}

static void load_fields(const loading *l, const part *at, const slice *s) {
    const uint8_t *values = first_values(l, at);
    for (shape_field field = {0}; wits_snapshot_next_field(&l->shape, &field);) {
        if (field.is_saved) {
            load_field(l, at, s, &field, values);
            values += padded(at->count * wits_expr_field_size(field.type));
        }
    }
}

/// Fields that the old brain lacked get their initial values.
static void load_new_fields(const loading *l) {
    for (uint32_t field = 0; field < l->brain->field_count && l->to->columns != NULL; field++) {
        const wits_column *column = &l->to->columns[field];
        bool is_old = !is_loaded(column);
        for (shape_field old = {0}; !is_old && wits_snapshot_next_field(&l->shape, &old) && !old.is_own;) {
            is_old = new_field(l, &old) == field;
        }
        const expr_value initial = wits_core_initial_value(l->brain, field);
        for (uint64_t i = 0; i < l->to->count && !is_old; i++) {
            wits_expr_store(column, (size_t)(l->to->first + i), initial);
        }
    }
}

static void tell_gone_fields(const loading *l, uint64_t first_agent) {
    for (shape_field old = {0}; wits_snapshot_next_field(&l->shape, &old) && !old.is_own;) {
        if (old.is_saved && new_field(l, &old) == WITS_NONE) {
            tell_loss(l, WITS_LOSS_FIELD, old.row, first_agent);
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- agents

static void load_agents(loading *l, const part *at, const slice *s) {
    const size_t size = l->saved->agent_size, stride = l->to->agent_stride != 0 ? l->to->agent_stride : size;
    const uint8_t *old = part_agents(l, at) + s->first * size;
    if (l->old.brain == NULL) {
        copy_rows((uint8_t *)l->to->agents + s->row * stride, stride, old, size, size, s->count);
        return;
    }
    for (uint64_t i = 0; i < s->count; i++, old += size) {
        wits_snapshot_migrate_agent(&l->migrating, old, saved_id(l, at, s->first + i), s->row + i);
    }
}

static void load_ids(const loading *l, const part *at, const slice *s) {
    for (uint64_t i = 0; l->to->ids != NULL && i < s->count; i++) {
        l->to->ids[s->row + i] = saved_id(l, at, s->first + i);
    }
}

// -------------------------------------------------------------------------------------------------------------- checks

static bool check_part_agents(const loading *l, const part *at, const slice *s) {
    const wits_brain *brain = l->old.brain != NULL ? l->old.brain : l->brain;
    const uint8_t *agents = part_agents(l, at) + s->first * l->saved->agent_size;
    return wits_snapshot_check_agents(brain, agents, s->number, s->count, l->report);
}

static bool check_part_fields(const loading *l, const part *at, const slice *s) {
    const uint8_t *values = first_values(l, at);
    bool is_good = true;
    for (shape_field field = {0}; wits_snapshot_next_field(&l->shape, &field);) {
        if (field.is_saved) {
            const size_t width = wits_expr_field_size(field.type);
            is_good = wits_snapshot_check_values(&field, values + s->first * width, s->number, s->count, l->report) &&
                      is_good;
            values += padded(at->count * width);
        }
    }
    return is_good;
}

static bool check_loaded_parts(const loading *l) {
    bool is_good = true;
    for (part at = {.number = UINT64_MAX}; wits_snapshot_next_part(l->saved, &l->shape, &at);) {
        slice s;
        if (slice_of(l, &at, &s)) {
            is_good = wits_snapshot_check_part(l->saved, &at, l->report) && check_part_agents(l, &at, &s) &&
                      check_part_fields(l, &at, &s) && is_good;
        }
    }
    return is_good;
}

static bool refuse_load(const loading *l, wits_problem_code code, const char *value) {
    wits_snapshot_complain(l->report, code, value);
    return false;
}

static bool check_room(const loading *l) {
    const size_t stride = l->to->agent_stride;
    if (l->to->agents == NULL && l->to->count != 0) {
        return refuse_load(l, WITS_PROBLEM_AGENTS_MISSING, NULL);
    }
    if (stride != 0 && stride < wits_agent_size(l->brain)) {
        return refuse_load(l, WITS_PROBLEM_AGENT_STRIDE, NULL);
    }
    if (l->saved->has_ids && l->to->ids == NULL) {
        return refuse_load(l, WITS_PROBLEM_SNAPSHOT_IDS, NULL);
    }
    if (l->from > l->saved->count || l->to->count > l->saved->count - l->from ||
        l->to->first + l->to->count > WITS_NO_TARGET) {
        wits_problem *problem = wits_snapshot_complain(l->report, WITS_PROBLEM_SNAPSHOT_RANGE, NULL);
        if (problem != NULL) {
            wits_core_value_add_number(problem, l->to->count);
            wits_core_value_add(problem, " from number ");
            wits_core_value_add_number(problem, l->from);
            wits_core_value_add(problem, " of ");
            wits_core_value_add_number(problem, l->saved->count);
        }
        return false;
    }
    return true;
}

/// The shape of the old brain is needed if the brain is another one, or was compiled by another machine or library.
static bool open_old_brain(loading *l) {
    if (l->saved->brain_hash == wits_brain_hash(l->brain) && l->saved->agent_size == wits_agent_size(l->brain)) {
        return true;
    }
    return wits_snapshot_make_brain(l->saved, l->how->allocator, &l->old, l->report) &&
           wits_snapshot_begin_migration(&l->migrating, l->old.brain, l->to, l->how, l->report);
}

// ---------------------------------------------------------------------------------------------------------------- load

static void load_all(loading *l) {
    bool is_first = true;
    l->to->tick = l->saved->tick;
    l->to->seed = l->saved->seed;
    load_new_fields(l);
    for (part at = {.number = UINT64_MAX}; wits_snapshot_next_part(l->saved, &l->shape, &at);) {
        slice s;
        if (!slice_of(l, &at, &s)) {
            continue;
        }
        if (is_first) {
            tell_gone_fields(l, saved_id(l, &at, s.first));
        }
        is_first = false;
        load_ids(l, &at, &s);
        load_fields(l, &at, &s);
        load_agents(l, &at, &s);
    }
    if (!l->saved->has_ids) {
        l->to->first_id = l->saved->first_id + l->from - l->to->first;
    }
    if (l->old.brain != NULL) {
        wits_snapshot_tell_migration(&l->migrating);
    }
}

bool wits_snapshot_load(const wits_snapshot *saved, uint64_t from, wits_agents *to, const wits_migration *how,
                        wits_report *report) {
    if (saved == NULL || saved->bytes == NULL || to == NULL || to->brain == NULL) {
        wits_snapshot_complain(report, WITS_PROBLEM_SNAPSHOT_FOREIGN, NULL);
        return false;
    }
    loading l = {.saved = saved, .brain = to->brain, .how = how, .to = to, .report = report, .from = from};
    if (how == NULL || how->allocator == NULL) {
        return refuse_load(&l, WITS_PROBLEM_SNAPSHOT_ALLOCATOR, NULL);
    }
    wits_snapshot_shape(saved, &l.shape);
    const bool is_good = check_room(&l) && wits_snapshot_check_columns(to, false, report) && open_old_brain(&l) &&
                         check_loaded_parts(&l);
    if (is_good) {
        load_all(&l);
    }
    wits_snapshot_end_migration(&l.migrating);
    wits_snapshot_release_brain(&l.old, how->allocator);
    return is_good;
}
