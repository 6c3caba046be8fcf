// SPDX-License-Identifier: MIT
// Sections 3 to 7 and 14 of docs/semantics.md as programs: the only implementation of these rules.
//
//   lower_routines: routines that passes call, inner ones first
//   lower_decide, lower_update: the passes, for agents in any states
//   lower_decide_from, lower_update_from: for agents that share the slot of the top machine
#ifndef WITS_LOWER_LOWER_H
#define WITS_LOWER_LOWER_H

#include "lower/program.h"

typedef struct lowering {
    const wits_brain *brain;
    program_sink *to;
    bool has_steps;  ///< some leaf has steps: an update uses pass slots
    bool cuts;       ///< a step may leave a state before that is updated
    /// For one agent, with known states of its machines: paths through the tree instead of masks for all states; jumps
    /// instead of cleared masks.
    bool by_slot;
    bool shares_guards;  ///< by slot: guards are called, because inlining them for each path would need too many bytes
    bool tells;          ///< by slot, with traces and explanations: TELL
    bool stops;          ///< by slot: exits test whether the verb is `stop`
    /// By slot: entering and exiting a single state is written once and called. A path ends at a choice;
    /// wits_lower_decide_behind continues after it.
    bool names_states;
    uint16_t kept_in;  ///< parallel whose kept region is exiting; 0: none
    uint16_t child;    ///< by slot: the active child of the composite whose `any` transitions are being written; else
                       ///< WITS_NONE
} lowering;

lowering wits_lower_begin(const wits_brain *brain, program_sink *to);
/// Begins a lowering for one agent: see by_slot and tells.
lowering wits_lower_begin_by_slot(const wits_brain *brain, program_sink *to, bool tells);
/// As above, as text for people: see names_states.
lowering wits_lower_begin_by_name(const wits_brain *brain, program_sink *to);
/// Lowers every routine that the passes may call, each after those that it calls.
void wits_lower_routines(lowering *l);
void wits_lower_decide(lowering *l);
void wits_lower_update(lowering *l);
/// Lowers ROUTINE_CHOICE of every utility.
void wits_lower_choices(lowering *l);
/// Lowers a decision pass for agents whose slot of the top machine is `slot`. It calls the routines of
/// wits_lower_choices.
void wits_lower_decide_from(lowering *l, uint32_t slot);
void wits_lower_update_from(lowering *l, uint32_t slot);

// By slot: lowers a pass in one machine, given its deepest active state, and its possible outcomes.

void wits_lower_decide_path(lowering *l, uint16_t deepest);
/// Lowers the rest of a pass in `deepest` after the choice of a utility around it, if paths end at choices.
void wits_lower_decide_behind(lowering *l, uint16_t deepest, uint16_t utility);
void wits_lower_update_path(lowering *l, uint16_t deepest);
void wits_lower_exit_path(lowering *l, uint16_t deepest);
/// Lowers the firing of a transition, in a decision pass.
void wits_lower_transition(lowering *l, uint32_t row);
/// Lowers a switch from one option of a utility to another, and the rest of the pass inside.
void wits_lower_option(lowering *l, uint16_t option);
/// Lowers ROUTINE_OWN and ROUTINE_ANY of every state.
void wits_lower_guard_routines(lowering *l);
/// Lowers ROUTINE_ENTER, ROUTINE_ENTER_SILENT and ROUTINE_EXIT of every state where they have an effect.
void wits_lower_state_routines(lowering *l);
/// Lowers a decision pass for a suspending composite whose inside is empty.
void wits_lower_filling(lowering *l, uint16_t composite);

// By slot: the parts of `start`, `stop`, `goto`, `restart` and `set_state`, from which the caller builds the path to
// any state. Each ends with VERB_END; a part without effect puts nothing.

/// Activates the state alone.
void wits_lower_verb_enter(lowering *l, uint16_t id);
/// Enters the inside of the state at the end of the path.
void wits_lower_verb_inside(lowering *l, uint16_t id);
/// The parent of `id` was activated, and the path continues to `id`: prepares the parent, except for the regions beside
/// `id`.
void wits_lower_verb_towards(lowering *l, uint16_t id);
/// Enters or continues a region beside the path.
void wits_lower_verb_region(lowering *l, uint16_t id);
/// Ends a parallel on the path: all its regions are active.
void wits_lower_verb_regions_end(lowering *l, uint16_t parallel);
/// Exits the state, which is active, with its inside.
void wits_lower_verb_exit(lowering *l, uint16_t id);
/// Stops or resumes the clocks of what a composite keeps.
void wits_lower_verb_turn_child(lowering *l, uint16_t id);
/// As above, for a kept region.
void wits_lower_verb_turn_region(lowering *l, uint16_t id);
/// Exits everything that is active, and keeps nothing.
void wits_lower_verb_stop(lowering *l);

// ------------------------------------------------------------------------------ between the files of this folder

// write.c: single operations

void wits_lower_put(lowering *l, program_op op);
void wits_lower_when(lowering *l);
void wits_lower_then(lowering *l);
void wits_lower_end(lowering *l);
/// Tests: the state, or one inside it, is the deepest active one of its machine; `what` is IN or IN_PASS.
void wits_lower_in(lowering *l, program_operation what, uint16_t id, bool inverted);
/// As above, for the children of a composite in the machine of its inside.
void wits_lower_in_children(lowering *l, program_operation what, uint16_t composite);
/// Tests the slots of the machine and of all machines around it up to `base`: a kept inside is not active.
void wits_lower_active(lowering *l, uint16_t id, uint16_t base);
/// Tests: a state is active or kept in a machine.
void wits_lower_holds(lowering *l, uint16_t machine, bool inverted);
void wits_lower_call(lowering *l, program_routine routine, uint16_t id);
/// Machines that belong to the inside of a state: `*count` from the returned one.
uint16_t wits_lower_machines_inside(const lowering *l, uint16_t id, uint32_t *count);
/// Ends the pass for everything inside `id`, and around it in its machine.
void wits_lower_pass_over(lowering *l, uint16_t id);
void wits_lower_set_slot(lowering *l, uint16_t id);
void wits_lower_return(lowering *l);
void wits_lower_verb_end(lowering *l);
/// Reports to traces and explanations that this happens to a state.
void wits_lower_tell(lowering *l, wits_trace_kind kind, uint16_t id);
/// As above, for the active child of a composite.
void wits_lower_tell_of_child(lowering *l, wits_trace_kind kind, uint16_t composite);
/// By slot: continues the pass outside of the states that changed.
void wits_lower_done(lowering *l, uint16_t done);
bool wits_lower_is_region(const lowering *l, uint16_t id);
bool wits_lower_is_option(const lowering *l, uint16_t id);
/// Returns the clock of a transition's source; 0 if there is none. For an `any` transition `source` is its composite.
uint32_t wits_lower_source_clock(const lowering *l, uint16_t source, bool any);
/// Returns whether a machine may be empty while its owner is active, until a decision pass fills it.
bool wits_lower_is_filled(const lowering *l, uint32_t machine);

// pass.c: sections 4 and 7, for a state

void wits_lower_own_guards(lowering *l, uint16_t id);
void wits_lower_any_guards(lowering *l, uint16_t id);
void wits_lower_update_state(lowering *l, uint16_t id);

// active.c

/// The slots that determine whether a state is active.
typedef struct active_slots {
    uint32_t count;
    uint16_t of[WITS_MAX_LEVELS + 1];  ///< each of these states, or one inside it, is the deepest of its machine
    bool is_active;                    ///< if there is none
    uint16_t kept_in;                  ///< not active at a moment with this `kept_in`; 0: it makes no difference
} active_slots;

/// `flags` and `moment`: those of the program_op with the query.
active_slots wits_lower_slots_of(const wits_brain *brain, uint16_t id, uint32_t flags, uint16_t moment);

// done.c: section 14

/// Lowers the test whether an active state is done. `asked` has the state and the moment, as IS_DONE does.
void wits_lower_is_done(lowering *l, const program_op *asked);
/// As above, for the active child of a composite. `in`: IN or IN_PASS.
void wits_lower_is_child_done(lowering *l, program_operation in, const program_op *asked);

// actions.c

/// Actions of an active state: update, decide.
void wits_lower_own_actions(lowering *l, action_index actions, wits_action_kind kind, uint16_t id);
/// Actions at a moment of section 5: enter, exit.
void wits_lower_moment_actions(lowering *l, action_index actions, wits_action_kind kind, uint16_t id, uint32_t clock);
/// Puts the actions of a transition or step; `moment` is D or the destination that stays active.
void wits_lower_rule_actions(lowering *l, action_index actions, wits_action_kind kind, uint16_t source, uint32_t row,
                             program_op moment);
void wits_lower_step_actions(lowering *l, action_index actions, uint16_t leaf, uint32_t row);
/// Returns whether an assignment reads `elapsed`.
bool wits_lower_reads_elapsed(const lowering *l, action_index actions);

// exit.c: the exits of section 5

/// When the composite remembers an exiting child: it does if the composite is left, too.
typedef enum lower_note { NOTES_NOTHING, NOTES_IT, NOTES_IT_IF_LEFT } lower_note;

/// Before the inside exits of a composite that will be left: makes it remember its final child if that is not done.
/// Other children are remembered when they exit.
void wits_lower_note_ahead(lowering *l, uint16_t child, lower_note memory);
/// The state alone.
void wits_lower_exit_state(lowering *l, uint16_t id, lower_note memory);
/// Exits a state and everything inside it, by their own `leave`. `remembered`: the composite around it is left, too.
void wits_lower_exit_tree(lowering *l, uint16_t id, bool remembered);
/// As above, if that has remembered a final child already.
void wits_lower_exit_noted_tree(lowering *l, uint16_t id, bool remembered);
/// Exits the active child of a composite, whichever it is, with its inside.
void wits_lower_exit_active_child(lowering *l, uint16_t composite, bool remembered);
void wits_lower_exit_routines(lowering *l);

// move.c: section 5

/// A transition, a step or a switch of options whose source is active.
typedef struct lower_move {
    uint16_t source;  ///< the composite of an `any` transition
    uint16_t destination;
    uint16_t domain;  ///< the domain, if it does not depend on the active states; else WITS_NONE
    bool any;
    bool reenter;
    bool restart;
    bool is_step;
    action_index actions;
    wits_action_kind kind;
    uint32_t row;
} lower_move;

/// Fires it. For each possible outcome, `done` receives the state in which all changes happened, under the mask of that
/// outcome.
typedef void lower_done(lowering *l, uint16_t done, void *user);
void wits_lower_fire(lowering *l, const lower_move *m, lower_done *done, void *user);
/// Switches from whichever option of a utility is active to another.
void wits_lower_switch(lowering *l, uint16_t composite, uint16_t option);
/// Puts the entry of the inside of an empty composite.
void wits_lower_fill(lowering *l, uint16_t composite);

// enter.c: the entries of section 5

void wits_lower_enter_way(lowering *l, uint16_t domain, uint16_t destination, bool restart);
void wits_lower_enter_anew(lowering *l, uint16_t id);
void wits_lower_entry_routines(lowering *l);
/// Put the routines of a state: ROUTINE_ENTER, ROUTINE_ENTER_SILENT and ROUTINE_EXIT.
void wits_lower_enter_routines_of(lowering *l, uint16_t id);
void wits_lower_exit_routine_of(lowering *l, uint16_t id);
/// Enters a child that a composite selects by its own rules, with its inside.
void wits_lower_enter_option(lowering *l, uint16_t option, bool silent);
/// Puts the entry of a composite's inside when the composite is entered or empty.
void wits_lower_first_child(lowering *l, uint16_t composite, bool silent);

// choice.c: when options are chosen. Section 6

void wits_lower_first_choice(lowering *l, uint16_t composite, bool silent);
void wits_lower_choice(lowering *l, uint16_t composite);
/// Puts the actions of an option that stays chosen and gets another target.
void wits_lower_retarget(lowering *l, uint16_t composite, uint16_t option);

static inline const state_row *lower_state(const lowering *l, uint16_t id) {
    return brain_state(l->brain, id);
}

#endif
