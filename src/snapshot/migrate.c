// SPDX-License-Identifier: MIT
// Agents of one version of a brain become agents of another, in memory or from a snapshot.
#include "core/compile/tables.h"
#include "expr/expr.h"
#include "snapshot/format.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------------- checks

bool wits_snapshot_check_columns(const wits_agents *of, bool needs_all, wits_report *report) {
    const wits_brain *brain = of->brain;
    bool is_good = true;
    if (needs_all && brain->field_count != 0 && of->columns == NULL) {
        wits_snapshot_complain(report, WITS_PROBLEM_COLUMNS_MISSING, NULL);
        return false;
    }
    for (uint32_t field = 0; field < brain->field_count && of->columns != NULL; field++) {
        const wits_column *column = &of->columns[field];
        const wits_type type = wits_field_type(brain, field);
        const bool is_narrow = column->stride != 0 && column->stride < wits_expr_field_size(type);
        const wits_problem_code code = column->base == NULL ? (needs_all ? WITS_PROBLEM_COLUMN_NULL : WITS_PROBLEM_NONE)
                                       : column->type != type ? WITS_PROBLEM_COLUMN_TYPE
                                       : is_narrow            ? WITS_PROBLEM_COLUMN_STRIDE
                                                              : WITS_PROBLEM_NONE;
        if (code != WITS_PROBLEM_NONE) {
            wits_core_report_add(report, code, WITS_TABLE_FIELDS, field, wits_field_name(brain, field), NULL, NULL, 0);
            is_good = false;
        }
    }
    return is_good;
}

/// A conversion may evaluate conditions and scores.
static bool check_functions(const wits_brain *brain, const wits_frame *frame, wits_report *report) {
    const wits_function *functions = frame != NULL ? frame->functions : NULL;
    for (uint32_t row = 0; row < brain->function_count; row++) {
        const wits_function_kind kind = wits_function_kind_of(brain, row);
        const wits_function *f = functions != NULL ? &functions[row] : NULL;
        if ((kind == WITS_FUNCTION_CONDITION && (f == NULL || f->condition == NULL)) ||
            (kind == WITS_FUNCTION_SCORE && (f == NULL || f->score == NULL))) {
            wits_core_report_add(report, WITS_PROBLEM_FUNCTION_MISSING, WITS_TABLE_FUNCTIONS, row,
                                 wits_function_name(brain, row), NULL, NULL, 0);
            return false;
        }
    }
    return true;
}

// -------------------------------------------------------------------------------------------------------------- memory

static void *allot(const migrating *m, size_t size) {
    return m->how->allocator->allocate(m->how->allocator->user, size);
}

static void give_back(const migrating *m, void *memory, size_t size) {
    if (memory != NULL) {
        m->how->allocator->release(m->how->allocator->user, memory, size);
    }
}

/// More losses than an agent can have: events, and for each state at most one of each kind.
static uint32_t most_losses(const wits_brain *brain) {
    return brain->event_count + brain->state_count * (uint32_t)WITS_LOSS_COUNT;
}

static size_t counts_size(const wits_brain *brain) {
    return 2 * brain->state_count * sizeof(uint64_t);
}

static bool allot_all(migrating *m) {
    m->versions_size = wits_versions_size(m->old, m->to->brain);
    m->versions = allot(m, m->versions_size);
    m->conversion.capacity = most_losses(m->old);
    m->conversion.losses = allot(m, m->conversion.capacity * sizeof(wits_loss));
    m->kept = m->how->migrated != NULL ? allot(m, counts_size(m->old)) : NULL;
    if (m->kept != NULL) {
        memset(m->kept, 0, counts_size(m->old));
    }
    return m->versions != NULL && m->conversion.losses != NULL && (m->kept != NULL || m->how->migrated == NULL);
}

bool wits_snapshot_begin_migration(migrating *m, const wits_brain *old, wits_agents *to, const wits_migration *how,
                                   wits_report *report) {
    *m = (migrating){.old = old, .to = to, .how = how};
    m->converts = wits_brain_layout_hash(old) != wits_brain_layout_hash(to->brain);
    if (m->converts &&
        !(wits_snapshot_check_columns(to, true, report) && check_functions(to->brain, how->frame, report))) {
        return false;
    }
    if (!allot_all(m)) {
        wits_snapshot_complain(report, WITS_PROBLEM_SNAPSHOT_MEMORY, NULL);
        return false;
    }
    m->conversion.versions =
        wits_versions_match(old, to->brain, how->renames, how->rename_count, m->versions, m->versions_size, report);
    return m->conversion.versions != NULL;
}

void wits_snapshot_end_migration(migrating *m) {
    if (m->old != NULL) {
        give_back(m, m->kept, counts_size(m->old));
        give_back(m, m->conversion.losses, m->conversion.capacity * sizeof(wits_loss));
        give_back(m, m->versions, m->versions_size);
    }
}

// -------------------------------------------------------------------------------------------------------------- agents

void wits_snapshot_tell_loss(const migrating *m, const wits_loss *loss) {
    if (m->how->lost != NULL) {
        m->how->lost(m->how->user, m->old, loss);
    }
}

static void convert(migrating *m, const uint8_t *old_agent, uint64_t id, uint64_t row, void *agent) {
    const wits_migration *how = m->how;
    wits_frame frame = how->frame != NULL ? *how->frame : (wits_frame){0};
    frame.tick = m->to->tick;
    frame.agent = id;
    frame.seed = m->to->seed;
    frame.draws = NULL;
    frame.columns = m->to->columns;
    frame.row = (uint32_t)row;
    if (frame.context != NULL) {
        frame.context = (uint8_t *)frame.context + row * how->context_stride;
    }
    m->conversion.count = 0;
    wits_agent_convert(m->old, old_agent, m->to->brain, agent, &frame, &m->conversion);
    for (uint32_t i = 0; i < m->conversion.count && i < m->conversion.capacity; i++) {
        wits_snapshot_tell_loss(m, &m->conversion.losses[i]);
    }
}

/// Counts each active state of an agent as kept or lost.
static void count_states(const migrating *m, const uint8_t *old_agent, const void *agent) {
    for (uint32_t state = 0; m->kept != NULL && state < m->old->state_count; state++) {
        if (wits_is_in(m->old, old_agent, (wits_state_id)state)) {
            const wits_state_id now = wits_versions_state(m->conversion.versions, (wits_state_id)state);
            const bool is_kept = now != WITS_NONE && wits_is_in(m->to->brain, agent, now);
            m->kept[state + (is_kept ? 0 : m->old->state_count)]++;
        }
    }
}

void wits_snapshot_migrate_agent(migrating *m, const uint8_t *old_agent, uint64_t id, uint64_t row) {
    const size_t size = wits_agent_size(m->to->brain);
    uint8_t *agent = (uint8_t *)m->to->agents + row * (m->to->agent_stride != 0 ? m->to->agent_stride : size);
    if (m->converts) {
        convert(m, old_agent, id, row, agent);
    } else {
        memcpy(agent, old_agent, size);
    }
    count_states(m, old_agent, agent);
}

void wits_snapshot_tell_migration(const migrating *m) {
    if (m->how->migrated != NULL) {
        m->how->migrated(m->how->user, m->old, m->kept, m->kept + m->old->state_count);
    }
}

static bool check_all_agents(const wits_agents *of, size_t stride, wits_report *report) {
    const size_t size = wits_agent_size(of->brain);
    const uint8_t *agent = (const uint8_t *)of->agents + of->first * stride;
    for (uint64_t i = 0; i < of->count; i++, agent += stride) {
        if (!wits_agent_is_valid(of->brain, agent, size)) {
            wits_core_report_add(report, WITS_PROBLEM_AGENT_INVALID, WITS_TABLE_AGENTS, (uint32_t)(of->first + i), NULL,
                                 NULL, NULL, 0);
            return false;
        }
    }
    return true;
}

bool wits_agents_migrate(const wits_agents *from, wits_agents *to, const wits_migration *how, wits_report *report) {
    if (from == NULL || from->brain == NULL || to == NULL || to->brain == NULL || from->count != to->count ||
        ((from->agents == NULL || to->agents == NULL) && from->count != 0)) {
        wits_snapshot_complain(report, WITS_PROBLEM_AGENTS_MISSING, NULL);
        return false;
    }
    if (how == NULL || how->allocator == NULL) {
        wits_snapshot_complain(report, WITS_PROBLEM_SNAPSHOT_ALLOCATOR, NULL);
        return false;
    }
    const size_t stride = from->agent_stride != 0 ? from->agent_stride : wits_agent_size(from->brain);
    migrating m = {0};
    const bool is_good =
        check_all_agents(from, stride, report) && wits_snapshot_begin_migration(&m, from->brain, to, how, report);
    for (uint64_t i = 0; i < from->count && is_good; i++) {
        const uint64_t row = from->first + i, id = from->ids != NULL ? from->ids[row] : from->first_id + row;
        wits_snapshot_migrate_agent(&m, (const uint8_t *)from->agents + row * stride, id, to->first + i);
    }
    if (is_good) {
        wits_snapshot_tell_migration(&m);
    }
    wits_snapshot_end_migration(&m);
    return is_good;
}
