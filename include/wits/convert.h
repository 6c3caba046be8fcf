// SPDX-License-Identifier: MIT
// Agents across versions of a brain: editing a brain while the game runs, and saves that outlive a version.
//
//   the layout hashes are equal  ->  the agents' bytes may stay as they are
//   they differ                  ->  wits_agent_convert, once for each agent
//
// States and events of the two versions are the same ones when their paths and names are the same, or when a rename
// says so: wits_versions_match. Section 13 of docs/semantics.md has the rules, docs/cookbook.md two recipes.
#ifndef WITS_CONVERT_H
#define WITS_CONVERT_H

#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// A hash that is equal for two brains if the bytes of an agent mean the same in both: the same states (names, tree,
/// kinds, memory of `leave`), the same events in the same order, and clocks, memories, cooldowns and private data at
/// the same positions. It does not depend on numbers, conditions, scores, actions, fields or transitions, as long as
/// the same states need clocks, nor on the name of the brain. It is the same on every machine. Each call computes it,
/// in time proportional to the number of states.
WITS_API uint64_t wits_brain_layout_hash(const wits_brain *brain);

/// A state, event or field that has another path or name in the new version of a brain. With a composite, everything
/// inside it moves, unless it has its own rename.
typedef struct wits_rename {
    wits_table table;  ///< WITS_TABLE_STATES, WITS_TABLE_EVENTS or WITS_TABLE_FIELDS
    const char *from;  ///< the old path from below the root ("combat/melee") or the old name
    const char *to;    ///< the new one
} wits_rename;

#ifndef WITS_NO_CONVERT  // leaves out the rest in the two files of `make dist`

// -------------------------------------------------------------------------------------------------------- two versions

/// Two versions of a brain: which states, events and fields of one are which of the other. Made once, immutable, shared
/// by threads. It contains no pointers.
typedef struct wits_versions wits_versions;

/// Returns the bytes that wits_versions_match needs.
WITS_API size_t wits_versions_size(const wits_brain *from, const wits_brain *to);
/// Matches two brains, by path and name, and by `renames`, which may list those of several versions: one whose `from`
/// the old brain lacks is ignored. Writes into `memory` (`size` bytes, aligned to 8) and returns it. Returns null with
/// at least one problem if a rename is wrong: `to` must be in the new brain, `from` must not be in it any more (an
/// agent that is already of the new version would be renamed again; so names cannot be swapped), and two of the old
/// brain cannot become one. Then the contents of `memory` are undefined. `report` may be null.
WITS_API const wits_versions *wits_versions_match(const wits_brain *from, const wits_brain *to,
                                                  const wits_rename *renames, uint32_t rename_count, void *memory,
                                                  size_t size, wits_report *report);
/// Returns the new brain's row of a state, event or field of the old brain; WITS_NONE if it is gone or unknown.
WITS_API wits_state_id wits_versions_state(const wits_versions *versions, wits_state_id state);
WITS_API uint32_t wits_versions_event(const wits_versions *versions, uint32_t event);
WITS_API uint32_t wits_versions_field(const wits_versions *versions, uint32_t field);

// ---------------------------------------------------------------------------------------------------------- conversion

/// Losses of an agent. X(name, text): `row` of a loss is a state of the old brain, for EVENT an event of it, for FIELD
/// and VALUE a field. The text follows the state's path or the name. New losses are appended, never renumbered.
// clang-format off
#define WITS_LOSS_LIST(X) \
    X(EVENT,    "the event is gone; it is no longer pending") \
    X(STATE,    "the state is gone; what was active, kept or remembered in it is lost") \
    X(KIND,     "it is no longer a parallel; its inside restarts") \
    X(KEPT,     "what it had kept inside is lost; it restarts when entered") \
    X(MEMORY,   "the child that it remembered is lost; it restarts when entered") \
    X(CLOCK,    "the state had no clock; its clock begins at 0") \
    X(DATA,     "its private data has another size and is reset") \
    X(COOLDOWN, "it no longer has a cooldown and may be chosen at once") \
    X(FIELD,    "the field is gone; its values are lost") \
    X(VALUE,    "its value does not fit the field's new type; it has the initial value") \
    X(PLACE,    "other states take its place; it is no longer active or kept")
// clang-format on

typedef enum wits_loss_kind {
#define WITS_LOSS_ENUMERATOR(name, text) WITS_LOSS_##name,
    WITS_LOSS_LIST(WITS_LOSS_ENUMERATOR)
#undef WITS_LOSS_ENUMERATOR
        WITS_LOSS_COUNT,
} wits_loss_kind;

typedef struct wits_loss {
    wits_loss_kind kind;
    uint32_t row;    ///< a state of the old brain; an event for EVENT, a field for FIELD and VALUE
    uint64_t agent;  ///< the frame's agent id
} wits_loss;

/// Losses of one or more agents. The caller provides the array. `count` may exceed `capacity`: the first losses are
/// kept. A conversion adds to it: set `count` to 0 before the first.
typedef struct wits_conversion {
    wits_loss *losses;
    uint32_t capacity;
    uint32_t count;
    const wits_versions *versions;  ///< of the two brains; null: states and events are matched by path and name. With
                                    ///< it, no conversion compares names
} wits_conversion;

/// Writes the same agent for another version of its brain into `new_agent`: wits_agent_size(to) bytes, which need not
/// be zero, and which do not overlap the old ones. The result is always a valid agent of `to`. Between brains of the
/// same layout, the bytes stay the same. No action runs and nothing is traced.
///
/// `frame` is the agent's for the new brain, as for wits_set_state: its tick is that of the next call for the agent,
/// and where a utility has to choose a child, scores need its functions, columns and context. `lost` may be null.
/// Returns false, with nothing changed, if `old_agent` is not an agent of `from`, `lost->versions` is of other brains,
/// or another pointer is null. Calls for different agents may run at once, each with its own `lost`.
WITS_API bool wits_agent_convert(const wits_brain *from, const void *old_agent, const wits_brain *to, void *new_agent,
                                 const wits_frame *frame, wits_conversion *lost);

/// Writes "combat/melee: the state is gone; ..." into `text` (at most `size` bytes with the final zero; 1,200 always
/// suffice) and returns its whole length. `from` is the old brain.
WITS_API size_t wits_loss_text(const wits_brain *from, const wits_loss *loss, char *text, size_t size);
/// Returns the enumerator's name without its prefix, such as "CLOCK"; "" for other numbers.
WITS_API const char *wits_loss_name(wits_loss_kind kind);

#endif

#ifdef __cplusplus
}
#endif

#endif
