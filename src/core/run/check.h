// SPDX-License-Identifier: MIT
// Assertions about the caller in builds with WITS_CHECKS: fields and functions as the brain needs them, valid bytes of
// an agent of this brain, valid numbers, no call for an agent from inside one of its own functions, only pure
// computations in a condition or score, and arithmetic according to the semantics (section 11).
#ifndef WITS_CORE_CHECK_H
#define WITS_CORE_CHECK_H

#include "core/run/pass.h"

/// Returns whether the brain has it; builds with checks stop if not.
static inline bool has_state(const wits_brain *brain, uint32_t state) {
    WITS_ASSERT(state < brain->state_count && "a state that the brain does not have");
    return state < brain->state_count;
}
static inline bool has_event(const wits_brain *brain, uint32_t event) {
    WITS_ASSERT(event < brain->event_count && "an event that the brain does not have");
    return event < brain->event_count;
}

#ifdef WITS_CHECKS
/// Checks the arguments of every verb: a brain, and bytes that are an agent of it.
void wits_core_check_agent(const wits_brain *brain, const void *agent, const wits_frame *frame);
/// Verbs that run functions or read fields also call these.
void wits_core_check_call(const wits_brain *brain, const void *agent, const wits_frame *frame);
/// Every field has memory of its type at this row.
void wits_core_check_columns(const wits_brain *brain, const wits_column *columns, size_t row);
/// Checks that the caller's draws are in [0, 1).
void wits_core_check_draws(const wits_brain *brain, const wits_frame *frame);
void wits_core_check_enter(pass *p);
void wits_core_check_leave(pass *p);
/// A query about this agent from outside.
void wits_core_check_query(const wits_brain *brain, const void *agent);
/// A query or event, also from inside one of its actions.
void wits_core_check_impure(const wits_brain *brain, const void *agent);
#else
static inline void wits_core_check_agent(const wits_brain *brain, const void *agent, const wits_frame *frame) {
    (void)brain;
    (void)agent;
    (void)frame;
}
static inline void wits_core_check_call(const wits_brain *brain, const void *agent, const wits_frame *frame) {
    (void)brain;
    (void)agent;
    (void)frame;
}
static inline void wits_core_check_columns(const wits_brain *brain, const wits_column *columns, size_t row) {
    (void)brain;
    (void)columns;
    (void)row;
}
static inline void wits_core_check_draws(const wits_brain *brain, const wits_frame *frame) {
    (void)brain;
    (void)frame;
}
static inline void wits_core_check_enter(pass *p) {
    (void)p;
}
static inline void wits_core_check_leave(pass *p) {
    (void)p;
}
static inline void wits_core_check_query(const wits_brain *brain, const void *agent) {
    (void)brain;
    (void)agent;
}
static inline void wits_core_check_impure(const wits_brain *brain, const void *agent) {
    (void)brain;
    (void)agent;
}
#endif

#endif
