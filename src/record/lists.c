// SPDX-License-Identifier: MIT
// Lists of targets, made of the recorded arrays.
#include "expr/expr.h"
#include "record/replay.h"

static const uint32_t zeros = 0;

static const uint32_t *array_of(const wits_replay *r, uint32_t number) {
    return (const uint32_t *)(const void *)(r->arrays + number * r->array_stride);
}

static bool is_below(const uint32_t *values, uint32_t count, uint64_t limit) {
    for (uint32_t i = 0; i < count; i++) {
        if (values[i] >= limit) {
            return false;
        }
    }
    return true;
}

/// Returns whether offsets ascend and end within the list.
static bool are_offsets(const uint32_t *offsets, uint64_t count, uint32_t rows) {
    bool is_good = offsets[count - 1] <= rows;
    for (uint64_t i = 1; i < count && is_good; i++) {
        is_good = offsets[i - 1] <= offsets[i];
    }
    return is_good;
}

/// Checks the recorded arrays of a kind of targets; `first` is the number of the first one.
static bool check_recorded_kind(const wits_replay *r, uint32_t kind, uint32_t first, const uint8_t *fields) {
    const uint32_t *rows = &r->array_rows[first], count = rows[ARRAY_IDS], own_rows = rows[ARRAY_OWN_ROWS];
    if (count == 0) {
        return true;
    }
    if ((rows[ARRAY_OFFSETS] != 0 && (rows[ARRAY_OFFSETS] != r->of.count + 1 ||
                                      !are_offsets(array_of(r, first + ARRAY_OFFSETS), r->of.count + 1, count))) ||
        (own_rows != 0 && own_rows != count)) {
        return false;
    }
    for (uint32_t i = 0; i < r->of.field_counts[kind]; i++, fields += TARGET_FIELD_BYTES) {
        const uint32_t has = rows[ARRAY_FIELDS + i];
        const bool is_indirect = fields[TARGET_IS_OWN] != 0 && own_rows != 0;
        const bool is_enough =
            has == 1 || (is_indirect ? is_below(array_of(r, first + ARRAY_OWN_ROWS), count, has) : has >= count);
        if (has == 0 || !is_enough) {
            return false;
        }
    }
    return true;
}

/// Makes the list of a kind of the brain. A field that was not recorded is 0.
static void make_list(wits_replay *r, uint32_t kind, uint32_t first_field) {
    const uint32_t first = r->first_array[kind], fields = wits_target_field_count(r->brain, kind);
    wits_target_list *list = &r->lists[kind];
    *list = (wits_target_list){0};
    if (first == WITS_NONE || r->array_rows[first + ARRAY_IDS] == 0) {
        return;
    }
    const uint32_t *rows = &r->array_rows[first];
    for (uint32_t i = 0; i < fields; i++) {
        const uint32_t number = r->arrays_of[first_field + i];
        const void *base = number != WITS_NONE ? array_of(r, number) : &zeros;
        const uint32_t has = number != WITS_NONE ? r->array_rows[number] : 1;
        wits_column *column = &r->list_columns[first_field + i];
        *column = (wits_column){.type = wits_target_field_type(r->brain, kind, i), .read_only = true};
        column->stride = has == 1 ? 0 : wits_expr_field_size(column->type);
        memcpy(&column->base, &base, sizeof base);  // a column that is only read
    }
    *list = (wits_target_list){.ids = array_of(r, first + ARRAY_IDS),
                               .count = rows[ARRAY_IDS],
                               .columns = fields != 0 ? &r->list_columns[first_field] : NULL,
                               .own_rows = rows[ARRAY_OWN_ROWS] != 0 ? array_of(r, first + ARRAY_OWN_ROWS) : NULL,
                               .offsets = rows[ARRAY_OFFSETS] != 0 ? array_of(r, first + ARRAY_OFFSETS) : NULL};
}

bool wits_replay_make_lists(wits_replay *r) {
    uint32_t first = 0, first_field = 0;
    const uint8_t *fields = r->of.target_fields;
    for (uint32_t kind = 0; kind < r->of.start.kind_count; kind++) {
        if (!check_recorded_kind(r, kind, first, fields)) {
            return false;
        }
        first += ARRAY_FIELDS + r->of.field_counts[kind];
        fields += (size_t)r->of.field_counts[kind] * TARGET_FIELD_BYTES;
    }
    for (uint32_t kind = 0; kind < r->brain->target_count; kind++) {
        make_list(r, kind, first_field);
        first_field += wits_target_field_count(r->brain, kind);
    }
    return true;
}
