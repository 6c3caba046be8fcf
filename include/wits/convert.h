// SPDX-License-Identifier: MIT
// Agents across versions of a brain: editing a brain while the game runs, and saves that outlive a version.
//
//   the layout hashes are equal  ->  the agents' bytes may stay as they are
//   they differ                  ->  wits_agent_convert, once for each agent
//
// States and events of the two versions are the same ones when their paths and names are the same. Section 13 of
// docs/semantics.md has the rules, docs/cookbook.md two recipes.
#ifndef WITS_CONVERT_H
#define WITS_CONVERT_H

#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Equal for two brains if the bytes of an agent mean the same in both: the same states (names, tree, kinds, memory of
/// `leave`), the same events in the same order, and clocks, memories, cooldowns and private data at the same positions.
/// It does not depend on numbers, conditions, scores, actions, fields or transitions, as long as the same states need
/// clocks, nor on the name of the brain. It is the same on every machine. Each call computes it, in time proportional
/// to the number of states.
WITS_API uint64_t wits_brain_layout_hash(const wits_brain *brain);

#ifndef WITS_NO_CONVERT  // leaves out the rest in the two files of `make dist`

/// Losses of an agent. X(name, text): `row` of a loss is a state of the old brain, or for EVENT an event of it. The
/// text follows the state's path or the event's name. New losses are appended, never renumbered.
// clang-format off
#define WITS_LOSS_LIST(X) \
    X(EVENT,    "the event is gone; it is no longer pending") \
    X(STATE,    "the state is gone; what was active, kept or remembered in it is lost") \
    X(KIND,     "it is no longer a parallel; its inside restarts") \
    X(KEPT,     "what it had kept inside is lost; it restarts when entered") \
    X(MEMORY,   "the child that it remembered is lost; it restarts when entered") \
    X(CLOCK,    "the state had no clock; its clock begins at 0") \
    X(DATA,     "its private data has another size and is reset") \
    X(COOLDOWN, "it no longer has a cooldown and may be chosen at once")
// clang-format on

typedef enum wits_loss_kind {
#define WITS_LOSS_ENUMERATOR(name, text) WITS_LOSS_##name,
    WITS_LOSS_LIST(WITS_LOSS_ENUMERATOR)
#undef WITS_LOSS_ENUMERATOR
        WITS_LOSS_COUNT,
} wits_loss_kind;

typedef struct wits_loss {
    wits_loss_kind kind;
    uint32_t row;  ///< a state of the old brain; an event for WITS_LOSS_EVENT
} wits_loss;

/// Losses of one or more agents. The caller provides the array. `count` may exceed `capacity`: the first losses are
/// kept. A conversion adds to it: set `count` to 0 before the first.
typedef struct wits_conversion {
    wits_loss *losses;
    uint32_t capacity;
    uint32_t count;
} wits_conversion;

/// Writes the same agent for another version of its brain into `new_agent`: wits_agent_size(to) bytes, which need not
/// be zero, and which do not overlap the old ones. The result is always a valid agent of `to`. Between brains of the
/// same layout, the bytes stay the same. No action runs and nothing is traced.
///
/// `frame` is the agent's for the new brain, as for wits_set_state: its tick is that of the next call for the agent,
/// and where a utility has to choose a child, scores need its functions, columns and context. `lost` may be null.
/// Returns false, with nothing changed, if `old_agent` is not an agent of `from`, or another pointer is null. Calls for
/// different agents may run at once, each with its own `lost`.
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
