// SPDX-License-Identifier: MIT
// Checks whether a crowd can run: reports every possible mistake about memory before anything runs.
#include "core/compile/tables.h"
#include "core/run/targets.h"
#include "core/span.h"
#include "crowd/code.h"
#include "expr/expr.h"
#include "wits/convert.h"

#include <string.h>

/// The crowd being checked, and the report.
typedef struct checker {
    const wits_crowd *crowd;
    wits_report *report;
    bool good;
} checker;

static wits_problem *complain_of_crowd(checker *c, wits_problem_code code, wits_table table, uint64_t row,
                                       const char *name, const char *member) {
    c->good = false;
    return wits_core_report_add(c->report, code, table, (uint32_t)row, name, member, NULL, 0);
}

/// Reports a problem with the crowd as a whole.
static wits_problem *complain_crowd(checker *c, wits_problem_code code, const char *member) {
    return complain_of_crowd(c, code, WITS_TABLE_CROWD, 0, NULL, member);
}

static wits_problem *complain_field(checker *c, wits_problem_code code, uint32_t field) {
    return complain_of_crowd(c, code, WITS_TABLE_FIELDS, field, wits_field_name(c->crowd->code->brain, field), NULL);
}

static memory_span agents_of(const wits_crowd *crowd) {
    uint64_t size = crowd->code->brain->agent_size;
    return (memory_span){(uintptr_t)crowd->agents, crowd->agent_stride != 0 ? crowd->agent_stride : size, size,
                         crowd->count};
}

static memory_span column_of(const wits_crowd *crowd, uint32_t field) {
    const wits_column *c = &crowd->columns[field];
    uint64_t count = c->stride == 0 ? 1 : crowd->count;
    return (memory_span){(uintptr_t)c->base, c->stride, wits_expr_field_size(c->type), count};
}

static void check_agent_memory(checker *c) {
    const wits_crowd *crowd = c->crowd;
    if (crowd->agents == NULL) {
        complain_crowd(c, WITS_PROBLEM_AGENTS_MISSING, "agents");
        return;
    }
    memory_span s = agents_of(crowd);
    if (s.stride < s.size) {
        wits_core_problem_bytes(complain_crowd(c, WITS_PROBLEM_AGENT_STRIDE, "agent_stride"), s.stride, s.size);
    } else if (crowd->agents_size != 0 && crowd->agents_size < span_bytes(&s)) {
        wits_core_problem_bytes(complain_crowd(c, WITS_PROBLEM_AGENTS_SHORT, "agents_size"), crowd->agents_size,
                                span_bytes(&s));
    }
}

/// Returns whether a column is valid by itself.
static bool check_crowd_column(checker *c, uint32_t field) {
    const wits_brain *brain = c->crowd->code->brain;
    const wits_column *column = &c->crowd->columns[field];
    wits_type wanted = wits_field_type(brain, field);
    if (column->base == NULL) {
        complain_field(c, WITS_PROBLEM_COLUMN_NULL, field);
        return false;
    }
    if (column->type != wanted) {
        wits_problem *problem = complain_field(c, WITS_PROBLEM_COLUMN_TYPE, field);
        wits_core_tell_both(problem, wits_type_name(wanted), wits_type_name(column->type));
        return false;
    }
    memory_span s = column_of(c->crowd, field);
    if (s.stride != 0 && s.stride < s.size) {
        wits_core_problem_bytes(complain_field(c, WITS_PROBLEM_COLUMN_STRIDE, field), s.stride, s.size);
        return false;
    }
    if (column->size != 0 && column->size < span_bytes(&s)) {
        wits_core_problem_bytes(complain_field(c, WITS_PROBLEM_COLUMN_SHORT, field), column->size, span_bytes(&s));
    }
    wits_core_tell_read_only(wits_core_is_assigned_and_fixed(brain, field, column->stride, column->read_only)
                                 ? complain_field(c, WITS_PROBLEM_COLUMN_READ_ONLY, field)
                                 : NULL,
                             column->read_only);
    return true;
}

/// Shared columns are only read, so they may overlap.
static void check_columns_apart(checker *c, uint32_t field) {
    const wits_column *columns = c->crowd->columns;
    memory_span s = column_of(c->crowd, field);
    for (uint32_t other = 0; other < field; other++) {
        memory_span o = column_of(c->crowd, other);
        bool is_sound = columns[other].base != NULL && (o.stride == 0 || o.stride >= o.size);
        if (is_sound && (s.stride != 0 || o.stride != 0) && spans_overlap(&o, &s)) {
            wits_problem *problem = complain_field(c, WITS_PROBLEM_COLUMN_OVERLAP, field);
            if (problem != NULL) {
                wits_core_value_add(problem, wits_field_name(c->crowd->code->brain, other));
            }
        }
    }
    memory_span agents = agents_of(c->crowd);
    if (c->crowd->agents != NULL && spans_overlap(&agents, &s)) {
        complain_field(c, WITS_PROBLEM_COLUMN_OVERLAP_AGENTS, field);
    }
}

static void check_crowd_columns(checker *c) {
    uint32_t fields = c->crowd->code->brain->field_count;
    if (fields != 0 && c->crowd->columns == NULL) {
        complain_crowd(c, WITS_PROBLEM_COLUMNS_MISSING, "columns");
        return;
    }
    for (uint32_t field = 0; field < fields; field++) {
        if (check_crowd_column(c, field)) {
            check_columns_apart(c, field);
        }
    }
}

/// Actions are only listed here; the code that runs the records needs them.
static bool is_bound(const wits_function *f, wits_function_kind kind) {
    switch (kind) {
    case WITS_FUNCTION_CONDITION:
        return f->condition != NULL;
    case WITS_FUNCTION_SCORE:
        return f->score != NULL;
    case WITS_FUNCTION_STEP:
        return f->step != NULL;
    default:
        return true;
    }
}

static bool has_block_function(const wits_crowd *crowd, uint32_t row) {
    const wits_crowd_function *f = crowd->block_functions != NULL ? &crowd->block_functions[row] : NULL;
    return f != NULL && (f->condition != NULL || f->score != NULL);
}

/// Returns whether all calls of a function have the declared parameters, or none.
static bool is_declared(const wits_crowd *crowd, uint32_t row) {
    const wits_brain *brain = crowd->code->brain;
    return wits_function_parameter_count(brain, row) == 0 || brain_signature(brain, row)->is_declared ||
           (crowd->functions != NULL && wits_core_parameters_are_declared(&crowd->functions[row]));
}

static void check_crowd_functions(checker *c) {
    const wits_brain *b = c->crowd->code->brain;
    for (uint32_t row = 0; row < b->function_count; row++) {
        wits_function_kind kind = wits_function_kind_of(b, row);
        if (c->crowd->functions == NULL && kind != WITS_FUNCTION_ACTION) {
            complain_crowd(c, WITS_PROBLEM_FUNCTIONS_MISSING, "functions");
            return;
        }
        if (c->crowd->functions != NULL && !is_bound(&c->crowd->functions[row], kind)) {
            complain_of_crowd(c, WITS_PROBLEM_FUNCTION_MISSING, WITS_TABLE_FUNCTIONS, row, wits_function_name(b, row),
                              NULL);
        }
        if (has_block_function(c->crowd, row) && !is_declared(c->crowd, row)) {
            complain_of_crowd(c, WITS_PROBLEM_BLOCK_PARAMETERS, WITS_TABLE_FUNCTIONS, row, wits_function_name(b, row),
                              NULL);
        }
    }
}

static bool check_crowd(const wits_crowd *crowd, wits_report *report, bool asks_target_ids) {
    checker c = {crowd, report, true};
    if (crowd->code == NULL) {
        complain_crowd(&c, WITS_PROBLEM_CROWD_CODE_MISSING, "code");
    } else if (crowd->count > WITS_CROWD_MAX_AGENTS) {
        complain_crowd(&c, WITS_PROBLEM_CROWD_TOO_LARGE, "count");
    } else if (crowd->count != 0) {
        if (crowd->layout != 0 && crowd->layout != wits_brain_layout_hash(crowd->code->brain)) {
            complain_crowd(&c, WITS_PROBLEM_AGENTS_OF_ANOTHER, "layout");
        }
        check_agent_memory(&c);
        check_crowd_columns(&c);
        check_crowd_functions(&c);
        const target_lists targets = {.brain = crowd->code->brain,
                                      .lists = crowd->targets,
                                      .columns = crowd->columns,
                                      .count = crowd->count,
                                      .agents = agents_of(crowd),
                                      .has_sure_ids = !asks_target_ids};
        c.good &= wits_core_check_target_lists(&targets, report);
    }
    return c.good;
}

bool wits_crowd_check(const wits_crowd *crowd, wits_report *report) {
    return check_crowd(crowd, report, true);
}

bool wits_crowd_can_run(const wits_crowd *crowd) {
    return check_crowd(crowd, NULL, false);
}

bool wits_crowd_check_agents(const wits_crowd *crowd, uint64_t first, uint64_t count, wits_report *report) {
    checker c = {crowd, report, true};
    if (crowd->code == NULL) {
        complain_crowd(&c, WITS_PROBLEM_CROWD_CODE_MISSING, "code");
        return false;
    }
    const wits_brain *b = crowd->code->brain;
    if (first > crowd->count || count > crowd->count - first) {
        complain_crowd(&c, WITS_PROBLEM_SLICE_TOO_LONG, "count");
        return false;
    }
    for (uint64_t row = first; row < first + count && (c.good || report != NULL); row++) {
        if (!wits_agent_is_valid(b, crowd_agent(crowd, row), b->agent_size)) {
            complain_of_crowd(&c, WITS_PROBLEM_AGENT_INVALID, WITS_TABLE_AGENTS, row, NULL, NULL);
        }
    }
    return c.good;
}
