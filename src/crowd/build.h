// SPDX-License-Identifier: MIT
// A brain's rules as code over columns of agents: the state of its making.
//
// Every rule is there once, under a mask of the agents that it concerns. What the semantics say of one agent from the
// root inwards is said of all of them in tree order, because a state stands after those around it.
#ifndef WITS_CROWD_BUILD_H
#define WITS_CROWD_BUILD_H

#include "crowd/code.h"

enum { NO_OPTION = 0xFF };  ///< instead of an option's ordinal

typedef struct build {
    const wits_brain *brain;
    lanes_builder lanes;
    column_map columns;
    agent_column agent_columns[CROWD_MAX_AGENT_COLUMNS];
    uint32_t agent_column_count;
    bool needs_ids;
    wits_state_id about;  ///< being built
    wits_state_id failed_at;
    lanes_column exit_mask;                     ///< argument of the exits
    lanes_column entry_masks[WITS_MAX_LEVELS];  ///< arguments of the entries, by depth of the composite
    // Subroutines, by state; 0: there is none.
    uint16_t exits[CROWD_MAX_STATES];    ///< what exits with this state, a child of the domain
    uint16_t insides[CROWD_MAX_STATES];  ///< entering what is inside, as the agent remembers it
    uint16_t choices[CROWD_MAX_STATES];  ///< entering the best option
    uint32_t decide_start, update_start;
    uint32_t masks_count, masks_cost;  ///< operations for masks alone, and what they cost
    group_code *groups;                ///< in the code; null while it is only counted
    uint16_t *wholes;
    uint8_t field_types[CROWD_MAX_FIELDS];  ///< expr_field_type
    uint8_t flags[CROWD_MAX_COLUMNS];
} build;

/// Builds everything into `code`, whose parts have their places. With `code` null it is only counted. False if the
/// brain has no such form: then lanes.failed says why.
bool build_code(build *b, const wits_brain *brain, wits_crowd_code *code);

// prepare.c

/// Whether any action of the brain is a host function.
bool brain_has_host_actions(const wits_brain *brain);

// build.c: what the others are made of

void build_fail(build *b, const char *reason);
void emit_op(build *b, lanes_op op);
/// An operation of words in a new column. An operand that is 0 is the constant.
lanes_column emit_formula(build *b, uint32_t what, lanes_column x, lanes_column y, float constant);
/// The same bits in every lane of a new column.
lanes_column emit_fill(build *b, uint32_t bits);
/// x where the mask holds, else these bits; in a new column.
lanes_column emit_where(build *b, lanes_column mask, lanes_column x, uint32_t otherwise);
/// The column of a number in the agents' bytes.
lanes_column agent_number(build *b, uint32_t offset, uint32_t width);
lanes_column memory_column(build *b, const state_row *composite);
/// mask = lanes whose slot (or pass) is a configuration of a state, or of one inside; of those where `also` holds.
void emit_in(build *b, lanes_column mask, lanes_column slots, uint16_t id, lanes_column also);
void emit_not_in(build *b, lanes_column mask, lanes_column slots, uint16_t id, lanes_column also);
/// mask &= condition of a transition; `clock` is what `elapsed` reads, 0 if nothing.
void emit_condition(build *b, const guard *g, lanes_column mask, uint32_t clock);
/// Actions of a state or transition for the agents of a mask. `elapsed` are words or 0.
void emit_actions(build *b, action_index actions, wits_action_kind kind, uint32_t row, lanes_column mask,
                  lanes_column elapsed, bool may_ask_states);
/// Whether an action's expression reads the clock.
bool actions_use_elapsed(const build *b, action_index actions);
/// The clock of what a transition leaves: 0 if there is none.
uint32_t source_clock(const build *b, const transition_row *t);
/// Words that show the clock at an offset; 0 if there is none. A new temporary.
lanes_column emit_elapsed(build *b, uint32_t clock);
/// The value of an option's expression, a score, input or rank: words, or 0 and a constant. `has_current`: some option
/// is active.
lanes_column emit_input(build *b, uint16_t option, function_ref input, lanes_column mask, bool has_current,
                        uint32_t *constant);
/// mask &= a condition of an option.
void emit_gate(build *b, uint16_t option, function_ref gate, lanes_column mask, bool has_current);

// build_scores.c

/// The score of an option, weight included, inertia not. As emit_input.
lanes_column emit_score(build *b, uint16_t option, lanes_column mask, bool has_current, uint32_t *constant);

// build_considerations.c

/// What an option's considerations come to, NaN where an outermost gate does not hold. As emit_input.
lanes_column emit_considered(build *b, uint16_t option, lanes_column mask, bool has_current, uint32_t *constant);

// build_groups.c

/// The rules of each state for the agents that are in it.
void build_groups(build *b);

// build.c: passes

void emit_pass_begin(build *b);
/// Section 4, 1 to 3, of all children, or of one.
void emit_composite(build *b, uint16_t id);
void emit_guards_of(build *b, uint16_t id, uint16_t child);
void emit_empty(build *b, uint16_t id);
void emit_decide_actions(build *b, uint16_t id);
void emit_update(build *b, uint16_t id);

// build_moves.c: section 5

void build_exits(build *b);
void build_insides(build *b);
void emit_fire(build *b, const guard *g, lanes_column mask);
/// From whichever option of a composite is active to another.
void emit_switch(build *b, uint16_t composite, uint16_t option, lanes_column mask);
/// What becomes active in an empty composite.
void emit_enter_empty(build *b, uint16_t id, lanes_column mask);
/// What is entered after `id` was.
void emit_enter_state(build *b, uint16_t id, lanes_column mask);
void emit_enter_inside(build *b, uint16_t id, lanes_column mask, bool anew);

// build_contest.c: who wins

/// Ordinals of the options that are chosen as bytes, in a new column: 255 where there is none. `current`: ordinals of
/// the active ones; 0: none is active.
lanes_column emit_winners(build *b, uint16_t id, lanes_column mask, lanes_column current);

// build_choices.c: section 6

/// Of agents for which no option is active; then what follows.
void emit_first_choice(build *b, uint16_t id, lanes_column mask);
void emit_choice(build *b, uint16_t id);

#endif
