// SPDX-License-Identifier: MIT
// Checks lists of targets: reports every possible mistake before anything runs.
#include "core/compile/tables.h"
#include "core/run/targets.h"

/// A list that is checked.
typedef struct list_check {
    const target_lists *of;
    const wits_target_list *list;
    uint32_t kind;
    const char *name;
    wits_report *report;
    bool good;
} list_check;

static wits_problem *complain(list_check *c, wits_problem_code code, wits_table table, uint64_t row,
                              const char *member) {
    c->good = false;
    return wits_core_report_add(c->report, code, table, (uint32_t)row, c->name, member, NULL, 0);
}

/// Reports a problem with the list as a whole, or with a column.
static wits_problem *complain_list(list_check *c, wits_problem_code code, const char *member) {
    return complain(c, code, WITS_TABLE_TARGETS, c->kind, member);
}

/// Writes "7, and there are 5"
static void tell_number(wits_problem *problem, uint64_t given, const char *between, uint64_t most) {
    if (problem != NULL) {
        wits_core_value_add_number(problem, given);
        wits_core_value_add(problem, between);
        wits_core_value_add_number(problem, most);
    }
}

// ---------------------------------------------------------------------------------------------------------------- rows

/// The rows of an agent; false if they cannot be read.
static bool rows_of_agent(list_check *c, uint64_t agent, target_range *range) {
    *range = targets_of(c->list, agent);
    if (range->first <= range->end && range->end <= c->list->count) {
        return true;
    }
    wits_problem *problem = complain(c, WITS_PROBLEM_TARGET_OFFSETS, WITS_TABLE_AGENTS, agent, "offsets");
    tell_number(problem, range->first, " to ", range->end);
    if (problem != NULL) {
        wits_core_value_add(problem, ", and the list has ");
        wits_core_value_add_number(problem, c->list->count);
    }
    return false;
}

static void check_id(list_check *c, target_range range, uint32_t row) {
    const uint32_t *ids = c->list->ids;
    if (ids[row] == WITS_NO_TARGET) {
        complain(c, WITS_PROBLEM_TARGET_ID_NONE, WITS_TABLE_TARGET_LISTS, row, "ids");
    } else if (!target_counts(c->list, range.first, row)) {
        wits_problem *problem = complain(c, WITS_PROBLEM_TARGET_ID_TWICE, WITS_TABLE_TARGET_LISTS, row, "ids");
        if (problem != NULL) {
            wits_core_value_add_number(problem, ids[row]);
        }
    }
}

static void check_rows(list_check *c) {
    const wits_target_list *list = c->list;
    const bool asks_ids = list->ids != NULL && !c->of->has_sure_ids;
    const uint64_t agents = list->offsets != NULL ? c->of->count : 1;  // without offsets all have the same
    for (uint64_t i = 0; i < agents; i++) {
        target_range range;
        const bool is_sound = rows_of_agent(c, c->of->first + i, &range);
        for (uint32_t row = range.first; is_sound && asks_ids && row < range.end; row++) {
            check_id(c, range, row);
        }
        for (uint32_t row = range.first; is_sound && list->own_rows != NULL && row < range.end; row++) {
            if (list->own_count != 0 && list->own_rows[row] >= list->own_count) {
                tell_number(complain(c, WITS_PROBLEM_TARGET_OWN_ROW, WITS_TABLE_TARGET_LISTS, row, "own_rows"),
                            list->own_rows[row], ", and there are ", list->own_count);
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- columns

/// Rows that the columns of own fields need.
static uint64_t own_rows_of(const wits_target_list *list) {
    uint64_t most = list->own_count;
    if (list->own_rows == NULL || list->own_count != 0) {
        return list->own_rows == NULL ? list->count : most;
    }
    for (uint32_t row = 0; row < list->count; row++) {
        most = list->own_rows[row] >= most ? (uint64_t)list->own_rows[row] + 1 : most;
    }
    return most;
}

/// Checks that it does not overlap agents, or a field that the brain assigns.
static void check_list_apart(list_check *c, const char *member, const memory_span *s) {
    const target_lists *of = c->of;
    if (of->agents.start != 0 && spans_overlap(&of->agents, s)) {
        complain_list(c, WITS_PROBLEM_COLUMN_OVERLAP_AGENTS, member);
    }
    for (uint32_t field = 0; of->columns != NULL && field < of->brain->field_count; field++) {
        const wits_column *column = &of->columns[field];
        if (column->base == NULL || !wits_field_is_assigned(of->brain, field)) {
            continue;
        }
        const memory_span written = {.start = (uintptr_t)column->base + (uintptr_t)(of->first * column->stride),
                                     .stride = of->count == 1 ? s->stride : column->stride,
                                     .size = wits_expr_field_size(wits_field_type(of->brain, field)),
                                     .count = column->stride == 0 ? 1 : of->count};
        if (spans_overlap(&written, s)) {
            wits_problem *problem = complain_list(c, WITS_PROBLEM_TARGET_COLUMN, member);
            if (problem != NULL) {
                wits_core_value_add(problem, wits_field_name(of->brain, field));
            }
        }
    }
}

static void check_list_column(list_check *c, uint32_t field, uint64_t rows) {
    const wits_column *column = &c->list->columns[field];
    const char *member = wits_target_field_name(c->of->brain, c->kind, field);
    const wits_type wanted = wits_target_field_type(c->of->brain, c->kind, field);
    const memory_span s = {(uintptr_t)column->base, column->stride, wits_expr_field_size(wanted),
                           column->stride == 0 ? 1 : rows};
    if (column->base == NULL) {
        complain_list(c, WITS_PROBLEM_COLUMN_NULL, member);
    } else if (column->type != wanted) {
        wits_core_tell_both(complain_list(c, WITS_PROBLEM_COLUMN_TYPE, member), wits_type_name(wanted),
                            wits_type_name(column->type));
    } else if (s.stride != 0 && s.stride < s.size) {
        wits_core_problem_bytes(complain_list(c, WITS_PROBLEM_COLUMN_STRIDE, member), s.stride, s.size);
    } else {
        if (column->size != 0 && column->size < span_bytes(&s)) {
            wits_core_problem_bytes(complain_list(c, WITS_PROBLEM_COLUMN_SHORT, member), column->size, span_bytes(&s));
        }
        check_list_apart(c, member, &s);
    }
}

static void check_numbers(list_check *c, const char *member, const uint32_t *numbers, uint64_t count) {
    if (numbers != NULL) {
        const memory_span s = {(uintptr_t)numbers, sizeof *numbers, sizeof *numbers, count};
        check_list_apart(c, member, &s);
    }
}

static void check_list(list_check *c) {
    const wits_target_list *list = c->list;
    const uint32_t fields = wits_target_field_count(c->of->brain, c->kind);
    check_rows(c);
    if (list->offsets != NULL) {
        check_numbers(c, "offsets", list->offsets + c->of->first, c->of->count + 1);
    }
    if (list->count == 0) {
        return;
    }
    if (list->ids == NULL) {
        complain_list(c, WITS_PROBLEM_TARGET_LIST_NULL, "ids");
    }
    check_numbers(c, "ids", list->ids, list->count);
    check_numbers(c, "own_rows", list->own_rows, list->count);
    if (fields != 0 && list->columns == NULL) {
        complain_list(c, WITS_PROBLEM_TARGET_LIST_NULL, "columns");
        return;
    }
    const uint64_t own_rows = own_rows_of(list);
    for (uint32_t field = 0; field < fields; field++) {
        const bool own = wits_target_field_is_own(c->of->brain, c->kind, field);
        check_list_column(c, field, own ? own_rows : list->count);
    }
}

bool wits_core_check_target_lists(const target_lists *what, wits_report *report) {
    bool good = true;
    for (uint32_t kind = 0; what->lists != NULL && kind < what->brain->target_count; kind++) {
        list_check c = {.of = what,
                        .list = &what->lists[kind],
                        .kind = kind,
                        .name = wits_target_kind_name(what->brain, kind),
                        .report = report,
                        .good = true};
        check_list(&c);
        good &= c.good;
    }
    return good;
}

bool wits_targets_check(const wits_brain *brain, const wits_frame *frame, wits_report *report) {
    if (brain == NULL) {
        wits_core_report_add(report, WITS_PROBLEM_BRAIN_MISSING, WITS_TABLE_BRAIN, 0, NULL, NULL, NULL, 0);
        return false;
    }
    const target_lists lists = {
        .brain = brain, .lists = frame->targets, .columns = frame->columns, .first = frame->row, .count = 1};
    return wits_core_check_target_lists(&lists, report);
}
