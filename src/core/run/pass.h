// SPDX-License-Identifier: MIT
// State of one call for one agent, while it runs; and queries about an agent.
#ifndef WITS_CORE_PASS_H
#define WITS_CORE_PASS_H

#include "core/brain.h"
#include "core/bytes.h"
#include "expr/expr.h"

/// The targets that texts read, where these are not those that the agent remembers: while pairs are scored, in the
/// actions of a transition, and in an action that is run from a list.
typedef struct seen_targets {
    uint32_t kinds;  ///< bit set of the kinds that `rows` determines; for others what is remembered counts
    uint32_t rows[WITS_MAX_TARGET_KINDS];
    wits_target told;  ///< target passed to host functions; kind WITS_NONE: none
} seen_targets;

#define ALL_KINDS 0xFFFFFFFFu

/// A row of a list whose values come from other lists, to try other values.
typedef struct target_probe {
    uint32_t kind, row;
    const wits_target_list *lists;
} target_probe;

typedef struct wits_pass {
    wits_call call;  ///< arguments of host functions
    uint8_t *agent;
    uint64_t pending;  ///< events at the start of a decision pass
    bool deciding;     ///< a decision pass makes states active now
    bool silent;       ///< `place`: no action runs at all
    bool stops;        ///< `stop`: nothing is kept
    // In addition to the slots:
    bool moment_is_left;        ///< it is no longer active
    bool moment_is_whole;       ///< its inside is active, too: it is about to exit
    uint16_t moment;            ///< the state that exits or is entered, or in which a transition acts; WITS_NONE: none
    uint16_t kept_in;           ///< a kept region of this parallel exits: its others are not active; 0: none does
    uint32_t source_elapsed;    ///< `elapsed` of the source when the transition fired
    uint16_t source;            ///< source of the firing `any` transition
    uint16_t limit;             ///< the state that exits go as far as, and which stays
    uint16_t forgets;           ///< the composite that does not remember its child, which exits
    uint16_t over;              ///< states inside it have no more turns in this pass; WITS_NONE: none
    uint16_t said;              ///< state returned by the last step callback
    uint32_t chosen;            ///< the ordinal of the last option that was chosen for a composite without one
    uint16_t picked_for;        ///< the option that was chosen last, with a target, and has not been entered yet; 0
    bool retargets;             ///< the last choice left its option, and gave it another target
    uint32_t picked;            ///< that target
    struct expr_env *walk;      ///< environment of all texts of an option whose pairs are being scored; else null
    const seen_targets *seen;   ///< null: texts read remembered targets
    const target_probe *probe;  ///< null: lists are read unchanged
    seen_targets source_targets;  ///< targets of the source when the transition fired
#ifdef WITS_CHECKS
    struct wits_pass *outer;  ///< outer pass of this thread
    bool pure;                ///< a condition or score is being evaluated
#endif
} pass;

/// Members not set here are set before they are read.
static inline void pass_begin(pass *p, const wits_brain *brain, void *agent, const wits_frame *frame) {
    p->call.brain = brain;
    p->call.frame = frame;
    p->call.agent = agent;
    p->call.data = NULL;
    p->call.data_size = 0;
    p->call.argument = NULL;
    p->call.arguments = NULL;
    p->call.argument_count = 0;
    p->call.target = NULL;
    p->call.pass = p;
    p->agent = agent;
    p->pending = 0;
    p->deciding = false;
    p->silent = false;
    p->stops = false;
    p->moment_is_left = false;
    p->moment_is_whole = false;
    p->moment = WITS_NONE;
    p->kept_in = 0;
    p->picked_for = 0;
    p->seen = NULL;
    p->probe = NULL;
    p->walk = NULL;
#ifdef WITS_CHECKS
    p->pure = false;
#endif
}

/// Sets the state that exits or is entered at the moment; `is_left`: it is no longer active.
static inline void pass_set_moment(pass *p, uint16_t moment, bool is_left) {
    p->moment = moment;
    p->moment_is_left = is_left;
}

/// The bytes of an agent for a pass that only reads; it never writes them.
static inline uint8_t *agent_to_read(const void *agent) {
    union {
        const void *read;
        uint8_t *write;
    } bytes = {agent};
    return bytes.write;
}

/// The top machine's slot comes first, and is 0 of one that is stopped.
static inline bool agent_is_started(const wits_brain *brain, const uint8_t *agent) {
    return bytes_get(agent, brain->slot_width) != 0;
}

// slots.c: active states at the current point of a pass

/// Opens a pass for callers that only read: queries read slots through it.
void wits_core_pass_open(pass *p, const wits_brain *brain, const void *agent, const wits_frame *frame);
/// The deepest active (or kept) state of a machine; WITS_NONE if it remembers nothing.
uint16_t wits_core_machine_deepest(const pass *p, uint32_t machine);
/// The active or kept child of an fsm or utility that is itself active; WITS_NONE if it is empty.
uint16_t wits_core_active_child(const pass *p, const state_row *composite);
bool wits_core_pass_is_in(const pass *p, uint32_t id);
/// Returns the next region, once everything inside `id` is finished: of the innermost parallel up to `top` that has
/// one; or WITS_NONE.
uint16_t wits_core_next_region(const pass *p, uint16_t id, uint16_t top);
/// Returns the next state in tree order of everything active inside `top` (itself first), or WITS_NONE.
uint16_t wits_core_next_active(const pass *p, uint16_t id, uint16_t top);
/// Returns the root, from which everything active is found in tree order; WITS_NONE if the agent is stopped.
uint16_t wits_core_first_active(const pass *p);
/// Returns the first deepest active state from `*at` on, and moves `*at` to the active state after it; or WITS_NONE.
uint16_t wits_core_take_deepest(const pass *p, uint16_t *at);

// done.c: states that end

/// Answers a query of an expression about states (expr_env.is_in). `question` is a state's number: is it active? With
/// QUESTION_DONE: is it done? This is queried only of active states. With QUESTION_OF_CHILD: the same about that
/// state's active child.
bool wits_core_answer(pass *p, uint32_t question);
/// Returns whether an active state is done.
bool wits_core_is_done(pass *p, uint16_t id);
/// The same just before the state exits with everything inside, in the middle of a transition.
bool wits_core_is_done_before_exit(pass *p, uint16_t id);

// room.c: clocks, memories, fresh bits

uint32_t wits_core_clock_elapsed(const pass *p, uint32_t offset);
/// Ticks for which an option is not a candidate yet.
uint32_t wits_core_cooldown_left(const pass *p, const state_row *s);
uint32_t wits_core_memory_get(const pass *p, const state_row *composite);
void wits_core_memory_set(pass *p, const state_row *composite, uint32_t ordinal_plus_1);
bool wits_core_is_fresh(const pass *p, const state_row *s);

// act.c: host functions

/// Runs or lists one word of the action table for a state, transition or step. `row` is of a transition or step, else
/// WITS_NONE.
void wits_core_act_once(pass *p, uint32_t action, wits_action_kind kind, uint16_t id, uint32_t row);
/// Computes the arguments of an action's call, for a state, transition or step, with this `elapsed`. Returns their
/// number.
uint32_t wits_core_given(pass *p, uint32_t action, uint16_t id, uint32_t transition, uint32_t elapsed,
                         expr_given given[EXPR_MAX_ARGUMENTS]);
/// Runs a row of assignments for a state; `elapsed` is what its expression sees.
void wits_core_assign(pass *p, uint32_t row, uint16_t id, uint32_t transition, uint32_t elapsed);
bool wits_core_ask_condition(pass *p, function_ref condition, uint16_t id, uint32_t row);
/// Evaluates each part of a condition that is a program. Returns their number.
uint32_t wits_core_ask_parts(pass *p, function_ref condition, uint16_t id, uint32_t row, bool *parts,
                             uint32_t capacity);
/// Considerations may end early if there is a threshold: see expr_env.
float wits_core_ask_score(pass *p, function_ref score, uint16_t id, const expr_threshold *threshold);
/// Evaluates a rank's program.
int32_t wits_core_ask_rank(pass *p, function_ref rank, uint16_t id);
/// Evaluates the program of considerations instruction by instruction.
float wits_core_ask_recorded(pass *p, function_ref score, uint16_t id, const expr_recorder *recorder);
wits_state_id wits_core_ask_step(pass *p, function_ref step, uint16_t id);

/// Environment of an option's texts except for the target, prepared once for all pairs. See pass.walk.
typedef struct pair_env {
    struct asker {
        pass *p;
        uint16_t id;
        uint16_t row;
        expr_given *given;  ///< receives the argument values of an action's call
        uint32_t count;
    } who;
    expr_env env;
} pair_env;
void wits_core_pair_env(pass *p, uint16_t option, const uint32_t *rows, pair_env *room);

// utility.c: section 6

/// The option to enter when none is active.
uint16_t wits_core_choose_first(pass *p, const state_row *composite, uint16_t id);
/// Returns whether this pass scores: the current option's `hold` is over, it is done or does not commit, and `every` is
/// due, which is noted. `*is_done`: it is done.
bool wits_core_is_time_to_score(pass *p, const state_row *composite, uint16_t current, bool *is_done);
/// Returns the option to switch to; the current one if it is done and wins again; WITS_NONE if it stays. Scores the
/// options if that is due.
uint16_t wits_core_choose_option(pass *p, uint16_t composite, uint16_t current);
/// An option with a target becomes active: it remembers the one that the choice has picked for it, else its best.
void wits_core_enter_target(pass *p, uint16_t option);

// trace

/// Records an option's target.
void wits_core_trace_target(const pass *p, wits_trace_kind kind, uint16_t option, uint32_t target, float value);
void wits_core_trace_add(const wits_frame *frame, wits_trace_kind kind, uint32_t id, uint32_t other, uint32_t row,
                         float value);

static inline void trace(const pass *p, wits_trace_kind kind, uint32_t id, uint32_t other, uint32_t row, float value) {
    if (p->call.frame->trace != NULL) {
        wits_core_trace_add(p->call.frame, kind, id, other, row, value);
    }
}

#endif
