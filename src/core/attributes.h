// SPDX-License-Identifier: MIT
// Attributes of states that some states cannot have: one list for the validator, for keys of brain files
// (file/read_states.c), and for the schema (tests/checks/schema.py).
#ifndef WITS_CORE_ATTRIBUTES_H
#define WITS_CORE_ATTRIBUTES_H

#include "wits/wits.h"

typedef enum attribute_place {
    ON_ROOT,
    ON_LEAF,
    ON_COMPOSITE,
    ON_PARALLEL,
    IN_PARALLEL,  ///< below a parallel
    OFF_UTILITY,  ///< on a state that is not a utility
    OFF_OPTION,   ///< on a child of a state that is not a utility
    OFF_TARGET,   ///< on a state without a target
} attribute_place;

/// X(key of brain files, where it cannot be, problem, member of the state `s`, is it given). Null: the core checks it
/// in other tables.
// clang-format off
#define ATTRIBUTE_LIST(X) \
    X(TRANSITIONS, ON_ROOT, TRANSITION_ON_ROOT, NULL, false) \
    X(INITIAL, ON_LEAF, INITIAL_ON_LEAF, "initial", s->initial != 0) \
    X(ACTIVATION, ON_LEAF, ACTIVATION_ON_LEAF, "activation", s->activation != WITS_ACTIVATION_DEFAULT) \
    X(LEAVE, ON_LEAF, LEAVE_ON_LEAF, "leave", s->leave != WITS_LEAVE_DEFAULT) \
    X(ANY, ON_LEAF, ANY_ON_LEAF, NULL, false) \
    X(INITIAL, ON_PARALLEL, INITIAL_ON_PARALLEL, "initial", s->initial != 0) \
    X(ANY, ON_PARALLEL, ANY_ON_PARALLEL, NULL, false) \
    X(DECIDE, ON_COMPOSITE, DECIDE_ON_COMPOSITE, "decide", s->decide != NULL) \
    X(STEPS, ON_COMPOSITE, STEPS_ON_COMPOSITE, "step", s->step != NULL) \
    X(SCORE, ON_ROOT, SCORE_ON_ROOT, s->score != NULL ? "score" : "score_best", s->score != NULL || s->score_best) \
    X(SCORE, OFF_OPTION, SCORE_OFF_UTILITY, s->score != NULL ? "score" : "score_best", \
      s->score != NULL || s->score_best) \
    X(WEIGHT, ON_ROOT, WEIGHT_ON_ROOT, "weight", s->has_weight) \
    X(WEIGHT, OFF_OPTION, WEIGHT_OFF_UTILITY, "weight", s->has_weight) \
    X(HOLD, ON_ROOT, HOLD_ON_ROOT, "hold", s->hold != 0) \
    X(HOLD, OFF_OPTION, HOLD_OFF_UTILITY, "hold", s->hold != 0) \
    X(RANK, ON_ROOT, RANK_ON_ROOT, "rank", s->rank != NULL) \
    X(RANK, OFF_OPTION, RANK_OFF_UTILITY, "rank", s->rank != NULL) \
    X(COOLDOWN, ON_ROOT, COOLDOWN_ON_ROOT, "cooldown", s->cooldown != 0) \
    X(COOLDOWN, OFF_OPTION, COOLDOWN_OFF_UTILITY, "cooldown", s->cooldown != 0) \
    X(FINAL, ON_ROOT, FINAL_ON_ROOT, "final", s->final) \
    X(FINAL, IN_PARALLEL, FINAL_OFF_COMPOSITE, "final", s->final) \
    X(COMMIT, ON_ROOT, COMMIT_ON_ROOT, "commit", s->commit != WITS_COMMIT_DEFAULT) \
    X(COMMIT, OFF_OPTION, COMMIT_OFF_UTILITY, "commit", s->commit != WITS_COMMIT_DEFAULT) \
    X(TARGET_INERTIA, OFF_TARGET, TARGET_MISSING, s->has_target_inertia ? "has_target_inertia" : "target_inertia", \
      s->has_target_inertia || wits_core_number_is_given(s->target_inertia)) \
    X(RETARGET, OFF_TARGET, TARGET_MISSING, "retarget", s->retarget != NULL) \
    X(REENTER, OFF_TARGET, TARGET_MISSING, "reenter", s->reenter) \
    X(TARGET, ON_ROOT, TARGET_ON_ROOT, "target", s->target != NULL) \
    X(TARGET, OFF_OPTION, TARGET_OFF_UTILITY, "target", s->target != NULL) \
    X(DEFAULT, OFF_UTILITY, DEFAULT_OFF_UTILITY, "default_option", s->default_option != 0) \
    X(INERTIA, OFF_UTILITY, INERTIA_OFF_UTILITY, "inertia", wits_core_number_is_given(s->inertia)) \
    X(FLOOR, OFF_UTILITY, FLOOR_OFF_UTILITY, "floor", s->has_floor) \
    X(EVERY, OFF_UTILITY, EVERY_OFF_UTILITY, "every", s->every != 0) \
    X(SELECT, OFF_UTILITY, SELECT_OFF_UTILITY, "select", has_select(s))
// clang-format on

/// Returns whether a state is such a place. WITS_KIND_DEFAULT is an unknown kind, which has no misplaced attributes;
/// `around` is the parent's, WITS_KIND_LEAF if that is not a valid parent.
static inline bool attribute_is_misplaced(attribute_place where, bool is_root, wits_kind kind, wits_kind around,
                                          bool has_target) {
    switch (where) {
    case ON_ROOT:
        return is_root;
    case ON_LEAF:
        return kind == WITS_KIND_LEAF;
    case ON_COMPOSITE:
        return kind > WITS_KIND_LEAF;
    case ON_PARALLEL:
        return kind == WITS_KIND_PARALLEL;
    case OFF_UTILITY:
        return kind != WITS_KIND_DEFAULT && kind != WITS_KIND_UTILITY;
    case IN_PARALLEL:
        return !is_root && (around == WITS_KIND_PARALLEL || around == WITS_KIND_LEAF);
    case OFF_OPTION:
        return !is_root && around != WITS_KIND_DEFAULT && around != WITS_KIND_UTILITY;
    case OFF_TARGET:
    default:
        return !has_target;
    }
}

#endif
