// SPDX-License-Identifier: MIT
// Canonical situations, for searches through everything that an agent can do. Two agents that will always behave the
// same may differ in bytes, because they count ticks from different moments, or have counted further than anything
// tests. These functions make such agents equal, so that a hash table finds them:
//
//   wits_agent_rebase(brain, agent, tick, 0);       now it is tick 0
//   wits_agent_saturate(brain, agent, 0, NULL);     no clock exceeds what can matter
//
// Agents with equal bytes after both, at the same tick, behave the same from then on for equal inputs, also in several
// passes at one tick. Inputs are the frame: its fields, answers of functions, targets, the tick if a text reads
// `tick`, draws (or seed, id and tick, if the seed draws), and the id if the brain uses `every`.
#ifndef WITS_SITUATIONS_H
#define WITS_SITUATIONS_H

#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

// These functions change the agent's bytes in place, but not its private data. They call no function of the brain and
// trace nothing. Calls for different agents may run at once; calls from inside an agent's own functions are misuse.

/// Moves everything that the agent remembers as ticks: from `to_tick` on it behaves as it would have from `from_tick`
/// on. Differences are modulo 2^32.
WITS_API void wits_agent_rebase(const wits_brain *brain, void *agent, uint32_t from_tick, uint32_t to_tick);

/// Clamps each clock, running or kept, that shows more than wits_state_saturates_at at `tick` to that value, and
/// removes expired cooldowns. No decision of the brain changes.
///
/// `least` protects clocks that the caller reads with wits_elapsed or wits_call_elapsed: for each state
/// (wits_state_count of them) the number of ticks up to which its clock is not clamped; WITS_SATURATES_NEVER: never
/// clamped. Null: all 0.
WITS_API void wits_agent_saturate(const wits_brain *brain, void *agent, uint32_t tick, const uint32_t *least);

/// Returns the new id of a target. It must not be WITS_NO_TARGET.
typedef uint32_t wits_rename_target_fn(void *user, uint32_t kind, uint32_t id);

/// Renames the targets that the agent remembers: calls `rename` once for each option, active or kept, that has a
/// target, in the order of states, and remembers the result. If the lists are renamed in the same way, the agent's
/// behaviour does not change, because ids are only compared with each other, within one kind. So agents that differ
/// only in the ids of targets become equal: number them in the order of the calls, by kind, with equal numbers for
/// equal ids.
WITS_API void wits_agent_rename_targets(const wits_brain *brain, void *agent, wits_rename_target_fn *rename,
                                        void *user);

/// The clock's value always matters.
#define WITS_SATURATES_NEVER 0xFFFFFFFFu

/// The number of ticks from which on a larger value of the state's clock makes no difference to the brain: the largest
/// n of each `after`, `hold` and `lasts` that reads it, and floor(c) + 1 for each comparison of `elapsed` with a
/// constant c, in the texts of the state, of its transitions and of its composite's `any` transitions. 0 if nothing
/// reads it, and for an unknown state. WITS_SATURATES_NEVER if `elapsed` is used in any other way, or compared with a
/// float of 2^24 or more. (The clock of `every`, which counts since a utility has scored, saturates at `every`.)
WITS_API uint32_t wits_state_saturates_at(const wits_brain *brain, wits_state_id state);

/// Returns whether every clock saturates: no state has WITS_SATURATES_NEVER. Otherwise an agent that stays in such a
/// state never repeats a situation.
WITS_API bool wits_brain_saturates(const wits_brain *brain);

#ifdef __cplusplus
}
#endif

#endif
