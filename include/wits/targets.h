// SPDX-License-Identifier: MIT
// Targets of options. Part of wits.h. The rules are in docs/semantics.md, section 15.
//
//   a brain declares *kinds* of targets (enemy, cover), each with fields: distance, health
//   an option has a kind: `attack` is scored once for each enemy, and its best enemy is part of the choice
//   in each call the program passes, for each kind, a *list* of this agent's targets: ids and columns of their fields
//   the agent remembers the id: wits_target_of
#ifndef WITS_TARGETS_H
#define WITS_TARGETS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wits/api.h"
#include "wits/considerations.h"
#include "wits/field.h"

#ifdef __cplusplus
extern "C" {
#endif

struct wits_brain;
struct wits_frame;
struct wits_report;

enum {
    WITS_MAX_TARGET_KINDS = 16,
    WITS_MAX_TARGET_FIELDS = 64,  ///< fields of one kind
};
/// The id of no target.
#define WITS_NO_TARGET 0xFFFFFFFFu

/// A field of a kind of targets. Expressions read it as `enemy.distance`; it cannot be assigned.
typedef struct wits_target_field_desc {
    const char *name;  ///< not "present" or "id"
    wits_type type;
    const char *const *values;  ///< names of an enum, as in wits_field_desc
    uint32_t value_count;
    bool own;  ///< a property of the target itself, such as its health; false: of the pair of agent and target, such as
               ///< their distance
} wits_target_field_desc;

/// A kind of targets. Its name must differ from those of fields and enums.
typedef struct wits_target_desc {
    const char *name;
    const wits_target_field_desc *fields;
    uint32_t field_count;  ///< 0 to WITS_MAX_TARGET_FIELDS
} wits_target_desc;

/// The targets of one kind: ids and columns of fields, caller-owned and read-only. They must not change during a call,
/// and not overlap bytes of agents or of fields that the brain assigns. All zero is an empty list.
typedef struct wits_target_list {
    const uint32_t *ids;  ///< one for each row. If an id is repeated, its first row counts; a row with WITS_NO_TARGET
                          ///< is skipped
    uint32_t count;       ///< rows
    const wits_column *columns;  ///< columns of the kind's fields, in its order: row r is at base + r * stride. Null
                                 ///< without fields. A stride of 0 is one value for all rows
    const uint32_t *own_rows;  ///< for each row its row in the columns of own fields; null: the same row. So data of an
                               ///< entity-component system is used in place
    uint32_t own_count;        ///< rows of those columns, for checks; 0: unknown
    const uint32_t *offsets;   ///< null: all rows are this agent's. Else the list has the targets of many agents, as in
                               ///< a crowd: agent row i has the rows from offsets[i] up to offsets[i + 1]; offsets
                               ///< never decrease
} wits_target_list;

/// A target as host functions receive it.
typedef struct wits_target {
    uint32_t kind;
    uint32_t id;   ///< the target's id; WITS_NO_TARGET: none
    uint32_t row;  ///< row in the list; WITS_NO_TARGET: no longer in the list
} wits_target;

/// Returns the id of the target that an active option remembers, even if it is no longer in the list. WITS_NO_TARGET if
/// the option has none, is not active, or has no kind of targets.
WITS_API uint32_t wits_target_of(const struct wits_brain *brain, const void *agent, wits_state_id option);

/// Checks whether the frame's lists are valid for its agent: ids, columns, types, strides, sizes, offsets, rows of own
/// fields, duplicate or missing ids, overlap with fields that the brain assigns. The row of a problem in "target lists"
/// is that of the list. Adds every problem to `report`, which may be null. Takes time quadratic in an agent's targets;
/// for many agents use wits_crowd_check. Every other function assumes that it returns true, except for ids: duplicate
/// and missing ones are harmless.
WITS_API bool wits_targets_check(const struct wits_brain *brain, const struct wits_frame *frame,
                                 struct wits_report *report);

WITS_API uint32_t wits_target_kind_count(const struct wits_brain *brain);
/// Returns "" for an unknown kind.
WITS_API const char *wits_target_kind_name(const struct wits_brain *brain, uint32_t kind);
/// Finds a kind by its name; WITS_NONE if unknown.
WITS_API uint32_t wits_find_target_kind(const struct wits_brain *brain, const char *name);
/// The kind of an option's targets; WITS_NONE if it has none.
WITS_API uint32_t wits_state_target_kind(const struct wits_brain *brain, wits_state_id option);

// Fields of a kind, like those of the brain: 0, "" and WITS_TYPE_DEFAULT for an unknown field.

WITS_API uint32_t wits_target_field_count(const struct wits_brain *brain, uint32_t kind);
/// Finds a field of a kind by its name; WITS_NONE if unknown.
WITS_API uint32_t wits_find_target_field(const struct wits_brain *brain, uint32_t kind, const char *name);
WITS_API const char *wits_target_field_name(const struct wits_brain *brain, uint32_t kind, uint32_t field);
WITS_API wits_type wits_target_field_type(const struct wits_brain *brain, uint32_t kind, uint32_t field);
WITS_API bool wits_target_field_is_own(const struct wits_brain *brain, uint32_t kind, uint32_t field);
WITS_API uint32_t wits_target_field_value_count(const struct wits_brain *brain, uint32_t kind, uint32_t field);
WITS_API const char *wits_target_field_value_name(const struct wits_brain *brain, uint32_t kind, uint32_t field,
                                                  uint32_t value);

#ifdef __cplusplus
}
#endif

#endif
