// SPDX-License-Identifier: MIT
// What builds with WITS_CHECKS assert about the caller: no call for an agent from inside a function of the same
// agent's, nothing but its own computation inside a condition or score, and arithmetic as the semantics have it
// (section 11).
#ifndef WITS_CORE_CHECK_H
#define WITS_CORE_CHECK_H

#include "core/pass.h"

#ifdef WITS_CHECKS
void check_enter(pass *p);
void check_leave(pass *p);
/// A query about this agent from outside.
void check_query(const void *agent);
/// A query or event from inside one of its actions.
void check_impure(const void *agent);
#else
static inline void check_enter(pass *p) {
    (void)p;
}
static inline void check_leave(pass *p) {
    (void)p;
}
static inline void check_query(const void *agent) {
    (void)agent;
}
static inline void check_impure(const void *agent) {
    (void)agent;
}
#endif

#endif
