// SPDX-License-Identifier: MIT
// The rules of a brain as a program: a forward-only stream of operations. One lowering (lower.h) serves both executors:
// a block of agents under masks, and one agent with jumps.
//
// In the descriptions, "agents" are one agent, or the agents of a block that reach the operation.
//
//   WHEN           begins a region
//     tests        each keeps only the agents for which it holds
//   THEN           the following operations are for these; without any, execution continues after END
//     statements, further regions
//   END
//
// The slots of the machines (core/brain.h) tell which states are active. A pass keeps a copy of each slot from when it
// began, and sets it to 0 where the pass has ended: the *pass slot*.
#ifndef WITS_LOWER_PROGRAM_H
#define WITS_LOWER_PROGRAM_H

#include "core/brain.h"

/// X(name, description with the operands machine, state, row and k)
#define PROGRAM_LIST(X)                                                                                                \
    /* regions and routines */                                                                                         \
    X(WHEN, "")                                                                                                        \
    X(THEN, "")                                                                                                        \
    X(END, "")                                                                                                         \
    X(ROUTINE, "routine '`row`' of `state`")                                                                           \
    X(CALL, "call routine '`row`' of `state`")                                                                         \
    X(RETURN, "end of a routine or a pass")                                                                            \
    X(VERB_END, "end of a part of a verb")                                                                             \
    /* tests; each may be inverted */                                                                                  \
    X(IN, "the slot of machine `machine` is from k[0] to k[1]")                                                        \
    X(IN_PASS, "the pass slot of `machine` is from k[0] to k[1]")                                                      \
    X(IS_ACTIVE, "`state` is active now, by the slots")                                                                \
    X(EVENT, "event k[0] was pending when the pass began")                                                             \
    X(AFTER, "the clock at k[0] has at least k[1] ticks")                                                              \
    X(NUMBER_IS, "the agent's number of `machine` bytes at k[0] is k[1]")                                              \
    X(ASK, "condition k[0] of `state` and transition, step or rule of `initial` `row`; its clock is at k[1]")          \
    X(IS_DONE, "`state`, which is active, is done")                                                                    \
    X(NOT_HELD, "`state` is not active, or has been for at least its `hold`")                                          \
    X(NOT_COMMITTED, "`state` is not active, or is done according to LOOK_DONE")                                       \
    X(DUE_OR_DONE, "the clock at k[0] has at least k[1] ticks, or the active option is done according to LOOK_DONE")   \
    X(IS_CHOSEN, "option k[0] of `state` was chosen, or with k[1] none")                                               \
    X(IS_SWITCHED, "the choice of `state` selected option k[0], and another option was active")                        \
    X(IS_RETARGETED, "the choice of `state` gave its active option k[0] another target")                               \
    X(IS_NEXT, "the step callback of `state` returned state k[0]")                                                     \
    X(IS_LEFT, "no earlier rule has fired")                                                                            \
    X(IS_FRESH, "fresh bit k[0] is set")                                                                               \
    X(IS_CUT, "the update of `machine` ends at depth k[0] or further out")                                             \
    /* statements */                                                                                                   \
    X(TAKE_EVENTS, "the pending events become those of this pass, and none stays pending")                             \
    X(OPEN_PASS,                                                                                                       \
      "the pass slot of `machine` becomes its slot, if that is active; with k[0] only if a decision is due")           \
    X(FOLLOW, "the pass slot of `machine` becomes its slot, after a choice")                                           \
    X(PASS_OVER, "the pass slots of k[1] machines, from k[0] on, become 0")                                            \
    X(SET_SLOT, "the slot of machine `machine` becomes k[0]")                                                          \
    X(SET_NUMBER, "the agent's number of `machine` bytes at k[0] becomes k[1]")                                        \
    X(START_CLOCK, "the clock at k[0] starts")                                                                         \
    X(SPREAD_CLOCK, "the clock at k[0] started (agent id mod k[1]) ticks ago")                                         \
    X(STOP_CLOCK, "the clock at k[0] becomes 0")                                                                       \
    X(TURN_CLOCK, "the clock at k[0] stops, or resumes")                                                               \
    X(OPEN_DATA, "the private data of `state` gets its initial bytes")                                                 \
    X(CLOSE_DATA, "the private data of `state` becomes 0")                                                             \
    X(SET_DECIDING, "states entered from here on are entered by a decision pass: k[0]")                                \
    X(SET_FRESH, "fresh bit k[0] is set in a decision pass, else cleared")                                             \
    X(CLEAR_FRESH, "fresh bit k[0] is cleared")                                                                        \
    X(CLEAR_ALL_FRESH, "all fresh bits are cleared")                                                                   \
    X(SET_CUT, "the update of `machine` ends at depth k[0]")                                                           \
    X(SOURCE_CLOCK, "the ticks of the clock at k[0] become the transition's `elapsed`")                                \
    X(ACT, "the actions k[0] of `state`, of kind `machine` and transition or step `row`; their clock is at k[1]")      \
    X(CHOOSE, "choose an option of `state`; k[0]: one is active; k[1]: for all agents, on every path")                 \
    X(ENTER_TARGET, "option `state` remembers the target that a choice has selected for it, else its best")            \
    X(FORGET_TARGET, "the target id at k[0] becomes 0")                                                                \
    X(SOURCE_TARGETS, "the targets that `state`, or with `row` its active child, reads become the transition's")       \
    X(CHOICE_END, "the choice of `state` is no longer needed")                                                         \
    X(LOOK_DONE, "evaluate whether the active option of `state` is done")                                              \
    X(DONE_END, "the result of LOOK_DONE is no longer needed")                                                         \
    X(FINISH, "the state that the routine checks is done")                                                             \
    X(CALL_STEP, "call the step callback of `state`")                                                                  \
    X(STEP_END, "the result of the step callback is no longer needed")                                                 \
    X(RULES_BEGIN, "no rule has fired yet")                                                                            \
    X(TAKE_RULE, "a rule fires")                                                                                       \
    X(RULES_END, "end of the rules")                                                                                   \
    /* for one agent, by the slots of its machines */                                                                  \
    X(GUARD, "go to the code that fires transition `row`")                                                             \
    X(SWITCH, "choose an option of `state`, while `row` is active; if another wins, go to its switch")                 \
    X(GO_ON, "continue after the choice of `state`, for the active states")                                            \
    X(INSIDES, "continue in the regions of `state`, or in its kept inside, one after another")                         \
    X(TURNS, "no state has been updated yet")                                                                          \
    X(TURN, "no step has left `state` before its update")                                                              \
    X(PATH_END, "end of machine `machine`; its deepest state is still `state`")                                        \
    X(DONE, "continue in the parent of `state`")                                                                       \
    X(EXITS, "everything from the deepest state of machine `machine` up to `state` exits; `state` is left, too: k[0]") \
    X(EXITS_END, "end of an exit path")                                                                                \
    X(IS_STOP, "the verb is `stop`")                                                                                   \
    X(KEPT, "from here on a kept region of parallel `state` exits: its other regions are not active; 0: no longer")    \
    X(LEAVE, "exit paths up to `state` or one inside it end here; otherwise it exits")                                 \
    X(REMEMBER, "the agent's number of `machine` bytes at k[0] becomes k[1], if `state` is left, too")                 \
    X(SOURCE, "the source of an `any` transition is the active child of `state`, with its clock")                      \
    /* for traces and explanations */                                                                                  \
    X(TELL, "record `state` and transition `row`: trace kind `machine`; k[0]: result or destination; k[1]: the guard")

typedef enum program_operation {
#define PROGRAM_ENUM(name, text) PROGRAM_##name,
    PROGRAM_LIST(PROGRAM_ENUM)
#undef PROGRAM_ENUM
        PROGRAM_COUNT
} program_operation;

enum {
    PROGRAM_INVERTED = 1,
    /// Slots alone do not determine the active states: `moment` is in an exit, a transition's action or an entry.
    PROGRAM_AT_MOMENT = 2,
    /// The state of the moment itself is no longer, or not yet, active.
    PROGRAM_MOMENT_LEFT = 4,
    /// Everything inside the state of the moment is active: it is about to exit.
    PROGRAM_MOMENT_WHOLE = 64,
    PROGRAM_OF_STEP = 16,            ///< for ASK: `row` is a step's; with PROGRAM_AT_MOMENT, a rule of `initial`
    PROGRAM_OF_CHILD = 32,           ///< for ASK and TELL: about the active child of `state`
    PROGRAM_TRANSITION_ELAPSED = 8,  ///< for ACT: `elapsed` is the value that SOURCE_CLOCK saved
};

/// A kind of TELL without a trace record: rule `row` of `initial` of `state` selects the child.
enum { PROGRAM_TELLS_RULE = WITS_TRACE_DONE + 1 };

typedef struct program_op {
    uint8_t operation;
    uint8_t flags;
    uint16_t machine;
    uint16_t state;
    uint16_t row;
    uint16_t moment;   ///< the state that exits, enters, or runs a transition's action
    uint16_t kept_in;  ///< at a moment: the parallel from which a kept region exits; its other regions are not active;
                       ///< 0: none
    uint32_t k[2];
} program_op;

/// Routines of a state.
typedef enum program_routine {
    ROUTINE_EXIT_INSIDE,       ///< everything active inside exits or is kept, by its own `leave`
    ROUTINE_EXIT_INSIDE_KEPT,  ///< as above, for a kept region
    ROUTINE_EXIT_KEPT,         ///< the kept child of a composite exits
    ROUTINE_EXIT_REGION,       ///< a kept region exits
    ROUTINE_CONTINUE,          ///< clocks of everything kept inside continue
    ROUTINE_CONTINUE_REGION,
    ROUTINE_INSIDE,         ///< activates the inside of an entered composite
    ROUTINE_INSIDE_SILENT,  ///< the same without `enter`
    ROUTINE_REGION,         ///< by slot: a region is entered by its own rules, or continues
    ROUTINE_REGION_SILENT,  ///< the same without `enter`
    ROUTINE_CHOICE,         ///< a choice with everything that follows inside in the same pass
    ROUTINE_OWN,            ///< by slot: the guards of a state's own transitions
    ROUTINE_ANY,            ///< the guards of a composite's `any` transitions
    ROUTINE_COUNT,
    // Routines that exist for each state: see names_states of lower.h.
    ROUTINE_ENTER = ROUTINE_COUNT,  ///< activates the state alone
    ROUTINE_ENTER_SILENT,           ///< the same without `enter`
    ROUTINE_EXIT,                   ///< deactivates the state alone; its composite does not remember it here
    ROUTINE_NAMED_COUNT
} program_routine;

/// Receives the operations, one after another.
typedef struct program_sink {
    void (*put)(struct program_sink *to, const program_op *op);
} program_sink;

#endif
