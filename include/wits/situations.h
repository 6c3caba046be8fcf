// SPDX-License-Identifier: MIT
// Situations that are the same: for who goes through all that an agent can come to, as a search does. Two agents that
// will behave the same for ever may differ in bytes, because they count ticks from different moments, or have counted
// beyond what anything asks for. These calls make such agents equal, so that a table of bytes finds them:
//
//   wits_agent_rebase(brain, agent, tick, 0);       it is tick 0 now
//   wits_agent_saturate(brain, agent, 0, NULL);     no clock shows more than can matter
//
// Agents with equal bytes after both, at the same tick, behave the same from then on for equal inputs, also in several
// passes at one tick. Inputs are the frame: its fields, what functions answer, targets, the tick where a text reads
// `tick`, draws (or seed, id and tick, where chance is drawn by the seed), and the id where the brain uses `every`.
#ifndef WITS_SITUATIONS_H
#define WITS_SITUATIONS_H

#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

// The agent's bytes are written in place. Private data is left as it is. No function of the brain is called, nothing is
// traced. Calls for different agents may run at once; from inside an agent's own functions they are misuse.

/// Moves all that the agent remembers as ticks from one tick to another: what it does from `to_tick` on is what it
/// would have done from `from_tick` on. Differences are taken modulo 2^32.
WITS_API void wits_agent_rebase(const wits_brain *brain, void *agent, uint32_t from_tick, uint32_t to_tick);

/// Sets each clock, running or kept, that at `tick` shows more than wits_state_saturates_at to just that, and ends
/// cooldowns that are over. Nothing that the brain decides changes by it.
///
/// `least` says what the caller asks of clocks himself, by wits_elapsed or wits_call_elapsed: a number of ticks for
/// each state (wits_state_count of them), up to which its clock is left as it is, if that is more;
/// WITS_SATURATES_NEVER: always. Null: nothing.
WITS_API void wits_agent_saturate(const wits_brain *brain, void *agent, uint32_t tick, const uint32_t *least);

/// Gives a target another id. WITS_NO_TARGET is none that can be given.
typedef uint32_t wits_rename_target_fn(void *user, uint32_t kind, uint32_t id);

/// Gives the targets that the agent remembers other ids: `rename` is asked once for each option, active or kept, that
/// has a target, in the order of states. What it gives is remembered in place of the id. Who renames the lists alike
/// changes nothing of what the agent does, because ids are only ever compared with each other, within one kind. So
/// agents that differ only in what their targets are called become equal: give them numbers in the order in which they
/// are asked for, by kind, the same id the same number.
WITS_API void wits_agent_rename_targets(const wits_brain *brain, void *agent, wits_rename_target_fn *rename,
                                        void *user);

/// A clock that matters for ever.
#define WITS_SATURATES_NEVER 0xFFFFFFFFu

/// Ticks on the state's clock from which on more make no difference to the brain: the largest n of each `after`, `hold`
/// and `lasts` that reads it, and floor(c) + 1 of each comparison of `elapsed` with a constant c, in the texts of the
/// state, of its transitions and of its composite's `any` transitions. 0 where nothing reads it, and for a state that
/// the brain does not have. WITS_SATURATES_NEVER where `elapsed` is used in any other way, or compared with a float of
/// 2^24 and more. (The clock of `every`, which counts since a utility has scored, saturates at `every`.)
WITS_API uint32_t wits_state_saturates_at(const wits_brain *brain, wits_state_id state);

/// Whether every clock saturates: no state has WITS_SATURATES_NEVER. Where one has, an agent that stays in it is never
/// the same twice.
WITS_API bool wits_brain_saturates(const wits_brain *brain);

#ifdef __cplusplus
}
#endif

#endif
