// SPDX-License-Identifier: MIT
// Canonical situations, for searches through everything that an agent can do. Two agents that will always behave the
// same may differ in bytes, because they count ticks from different moments, or have counted further than anything asks
// for. These functions make such agents equal, so that a hash table finds them:
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

// The agent's bytes are written in place. Private data is left as it is. No function of the brain is called, nothing is
// traced. Calls for different agents may run at once; from inside an agent's own functions they are misuse.

/// Moves everything that the agent remembers as ticks: from `to_tick` on it behaves as it would have from `from_tick`
/// on. Differences are modulo 2^32.
WITS_API void wits_agent_rebase(const wits_brain *brain, void *agent, uint32_t from_tick, uint32_t to_tick);

/// Sets each clock, running or kept, that at `tick` shows more than wits_state_saturates_at to just that, and ends
/// cooldowns that are over. Nothing that the brain decides changes by it.
///
/// `least` says what the caller asks of clocks himself, by wits_elapsed or wits_call_elapsed: a number of ticks for
/// each state (wits_state_count of them), up to which its clock is left as it is, if that is more;
/// WITS_SATURATES_NEVER: always. Null: nothing.
WITS_API void wits_agent_saturate(const wits_brain *brain, void *agent, uint32_t tick, const uint32_t *least);

/// Returns the new id of a target. It must not be WITS_NO_TARGET.
typedef uint32_t wits_rename_target_fn(void *user, uint32_t kind, uint32_t id);

/// Renames the targets that the agent remembers: calls `rename` once for each option, active or kept, that has a
/// target, in the order of states, and remembers the result. If the lists are renamed alike, the agent's behaviour does
/// not change, because ids are only compared with each other, within one kind. So agents that differ only in the ids of
/// targets become equal: number them in the order of the calls, by kind, with equal numbers for equal ids.
WITS_API void wits_agent_rename_targets(const wits_brain *brain, void *agent, wits_rename_target_fn *rename,
                                        void *user);

/// A clock that always matters.
#define WITS_SATURATES_NEVER 0xFFFFFFFFu

/// Ticks on the state's clock from which on more make no difference to the brain: the largest n of each `after`, `hold`
/// and `lasts` that reads it, and floor(c) + 1 of each comparison of `elapsed` with a constant c, in the texts of the
/// state, of its transitions and of its composite's `any` transitions. 0 where nothing reads it, and for a state that
/// the brain does not have. WITS_SATURATES_NEVER where `elapsed` is used in any other way, or compared with a float of
/// 2^24 and more. (The clock of `every`, which counts since a utility has scored, saturates at `every`.)
WITS_API uint32_t wits_state_saturates_at(const wits_brain *brain, wits_state_id state);

/// Returns whether every clock saturates: no state has WITS_SATURATES_NEVER. Otherwise, an agent that stays in such a
/// state is never the same twice.
WITS_API bool wits_brain_saturates(const wits_brain *brain);

#ifdef __cplusplus
}
#endif

#endif
