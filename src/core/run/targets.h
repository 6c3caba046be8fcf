// SPDX-License-Identifier: MIT
// Targets that texts read, and remembered targets. Section 15.
#ifndef WITS_CORE_TARGETS_H
#define WITS_CORE_TARGETS_H

#include "core/run/pass.h"
#include "core/span.h"

/// An agent's rows of a list.
typedef struct target_range {
    uint32_t first, end;
} target_range;

/// Returns an agent's range in a list for all agents; without one there are none.
static inline target_range targets_of(const wits_target_list *list, uint64_t agent_row) {
    if (list == NULL) {
        return (target_range){0, 0};
    }
    return list->offsets == NULL ? (target_range){0, list->count}
                                 : (target_range){list->offsets[agent_row], list->offsets[agent_row + 1]};
}

/// The row of an id among an agent's, or WITS_NO_TARGET.
static inline uint32_t target_row_in(const wits_target_list *list, target_range rows, uint32_t id) {
    for (uint32_t row = rows.first; id != WITS_NO_TARGET && row < rows.end; row++) {
        if (list->ids[row] == id) {
            return row;
        }
    }
    return WITS_NO_TARGET;
}

/// Returns whether a row counts: it has an id, which no earlier row of the agent, beginning with `first`, has.
static inline bool target_counts(const wits_target_list *list, uint32_t first, uint32_t row) {
    bool counts = list->ids[row] != WITS_NO_TARGET;
    for (uint32_t i = first; counts && i < row; i++) {
        counts = list->ids[i] != list->ids[row];
    }
    return counts;
}

static inline const wits_target_list *targets_given(const wits_frame *frame, uint32_t kind) {
    return frame->targets != NULL ? &frame->targets[kind] : NULL;
}

static inline target_range targets_in(const wits_frame *frame, uint32_t kind) {
    return targets_of(targets_given(frame, kind), frame->row);
}

/// Returns the next outer option with a target; 0 if there is none.
static inline uint16_t option_outwards(const wits_brain *brain, uint16_t option) {
    return brain_state(brain, brain_state(brain, option)->parent)->targeting;
}

/// Returns the lists that texts read which see these rows.
static inline const wits_target_list *lists_read(const pass *p, const uint32_t *rows) {
    const bool is_probed = p->probe != NULL && rows[p->probe->kind] == p->probe->row;
    return is_probed ? p->probe->lists : p->call.frame->targets;
}

/// The row of an id in an agent's list, or WITS_NO_TARGET.
static inline uint32_t target_row_of(const wits_frame *frame, uint32_t kind, uint32_t id) {
    return target_row_in(targets_given(frame, kind), targets_in(frame, kind), id);
}

/// Sets what texts of a state read now, unless the pass has other targets: see pass.seen.
void wits_core_see_targets(pass *p, uint16_t id, seen_targets *seen);
/// The targets of a transition's source, noted before anything exits.
void wits_core_see_source(pass *p, uint16_t source);
/// Sets the target of a record, and those of outer options as the agent currently remembers them. `state`: owner of the
/// action; for an `any` transition the composite, because the record does not have the child that was left.
void wits_core_see_record(pass *p, const wits_action_record *record, uint16_t state, seen_targets *seen);
/// Returns the target passed to functions of a state's texts. Null: none.
const wits_target *wits_core_told_target(pass *p, uint16_t id, wits_target *room);

/// Returns the id that an option's utility remembers. It is the option's only while the option is active or kept.
static inline uint32_t remembered_target(const pass *p, const state_row *option) {
    return bytes_get32(p->agent + brain_state(p->call.brain, option->parent)->target_at);
}

// check_targets.c

/// The lists of agents, and what a call for these may write.
typedef struct target_lists {
    const wits_brain *brain;
    const wits_target_list *lists;  ///< null: all are empty
    const wits_column *columns;     ///< columns of the brain's fields; null: unknown
    uint64_t first, count;          ///< rows of agents
    memory_span agents;             ///< their bytes; a start of 0: not known
    bool has_sure_ids;              ///< no id is repeated or WITS_NO_TARGET, or that is known to be harmless
} target_lists;

/// Checks all lists and reports every problem.
bool wits_core_check_target_lists(const target_lists *what, wits_report *report);

#endif
