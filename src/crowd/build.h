// SPDX-License-Identifier: MIT
// Builds a brain's program (src/lower) as code over columns of agents. build.c handles the program operation by
// operation and decides how columns hold its values.
#ifndef WITS_CROWD_BUILD_H
#define WITS_CROWD_BUILD_H

#include "crowd/code.h"
#include "lower/lower.h"

enum {
    NO_OPTION = 0xFF,  ///< instead of an option's ordinal, which is less
    MAX_REGIONS = 24,  ///< nested regions of a program
};

/// The pass in which code runs. A routine's code runs in either.
typedef enum which_pass { PASS_ANY, PASS_DECISION, PASS_UPDATE } which_pass;

/// A region of the program that is open: WHEN to END.
typedef struct open_region {
    lanes_column mask;     ///< agents in the region; 0 before its first test
    uint32_t skip;         ///< the operation that passes it over
    bool owns_mask;        ///< it is a temporary
    lanes_column elapsed;  ///< value of the clock at `clock`, for the actions of one state; 0: not computed yet
    uint32_t clock;
    bool notes_source;  ///< contains a SOURCE_CLOCK
    bool notes_target;  ///< SOURCE_TARGETS does
} open_region;

/// A choice between CHOOSE and CHOICE_END.
typedef struct open_choice {
    lanes_column winners;    ///< ordinals
    lanes_column current;    ///< active options that are not done; 0: none
    lanes_column done;       ///< active options that are done, else NO_OPTION; 0: none can be
    lanes_column changes;    ///< mask: another has won, or one that is done has won again
    lanes_column picked;     ///< ids: the target of the winner, if it has one; 0: no option can
    lanes_column retargets;  ///< mask: the active option stays and gets another target
    uint16_t of;             ///< the utility
    uint32_t cost;
} open_choice;

/// Context in which the pairs of an option are scored.
typedef struct pair_question {
    lanes_column mask;
    lanes_column current;  ///< as in a choice
    lanes_column done;
    lanes_column
        threshold;       ///< words: if it is a number, only pairs with a higher score are eligible; 0: no agent has one
    lanes_column cools;  ///< mask: the option is cooling down, so no pair is eligible; 0: it never is
    lanes_column rank;   ///< receives the highest rank of the remaining pairs; 0: not needed
    bool has_current;    ///< some option is active
    uint32_t purpose;    ///< PAIRS_ALONE, PAIRS_PLAIN, PAIRS_DEFAULT, or none
} pair_question;

/// Inputs of texts about an option's pairs, besides fields of the agent and of the target. They are the same for all
/// pairs of an agent, so the agents' code computes them once.
typedef struct pair_inputs {
    uint32_t count;                        ///< MAX_PAIR_INPUTS + 1: there are more
    expr_instruction of[MAX_PAIR_INPUTS];  ///< one of each
} pair_inputs;

/// The ids that an option's utility remembered when a transition fired.
typedef struct source_ids {
    uint16_t utility;
    lanes_column ids;
} source_ids;

/// Sources of an `any` transition, which may be any child, with the same kind of target, or none.
typedef struct source_group {
    uint16_t child;     ///< one of them
    lanes_column mask;  ///< agents whose source is one of them
} source_group;

enum { MAX_SOURCE_GROUPS = WITS_MAX_TARGET_KINDS + 1 };

/// The targets of a transition's source, noted before anything exits.
typedef struct source_targets {
    uint32_t count, group_count;
    source_ids of[WITS_MAX_LEVELS];
    source_group groups[MAX_SOURCE_GROUPS];  ///< only where it makes a difference
} source_targets;

/// Result of building the pairs' code.
typedef struct pairs_built {
    uint32_t count;                         ///< options with targets
    uint32_t fields[WITS_MAX_FIELDS / 32];  ///< a bit for each field of the agent that the code reads
    uint32_t operations, tables, reads;
    uint32_t values;     ///< the most of any option
    const char *failed;  ///< why it cannot be done in blocks; null if it can
    wits_state_id failed_at;
} pairs_built;

typedef struct build {
    program_sink sink;  ///< first: the lowering only knows this member
    const wits_brain *brain;
    lanes_builder lanes;
    column_map columns;
    bool needs_ids;
    wits_state_id about;  ///< being built
    wits_state_id failed_at;
    // position in the program
    uint32_t depth;  ///< number of open regions
    open_region regions[MAX_REGIONS];
    open_choice choice;
    lanes_column done_options;    ///< mask: the active option of the choice is done; 0: none can be
    lanes_column left;            ///< mask: agents that have not taken a rule yet
    lanes_column next;            ///< words: return value of a step callback
    lanes_column source_elapsed;  ///< words, or 0
    lanes_column deciding;        ///< mask: all agents or none
    which_pass pass;              ///< the pass that is being built
    lanes_column first_cut;       ///< where the update of each machine ends; 0: nowhere
    uint32_t *routines;           ///< positions of each state's routines in the code; null while it is only counted
    uint32_t decide_start, update_start;
    uint32_t masks_count, masks_cost;        ///< operations that only make masks, and their cost
    bool has_groups;                         ///< else they would be too many operations
    uint32_t named[CROWD_MAX_COLUMNS / 32];  ///< a bit for each column that the code names
    // options with targets
    source_targets source;  ///< targets that a transition's actions read
    uint16_t source_child;  ///< child that is the source while a text of an `any` transition is built; 0: none
    pairs_built pairs;
    // for pairs
    const pair_inputs *pair_inputs;
    uint32_t pair_kind;
} build;

/// Builds all parts into `code`. With `code` null, only counts. Returns false if the brain cannot run in blocks; then
/// lanes.failed has the reason.
bool wits_crowd_build_code(build *b, const wits_brain *brain, wits_crowd_code *code);

// prepare.c

/// Returns whether any action of the brain is a host function.
bool wits_crowd_brain_has_host_actions(const wits_brain *brain);

// build.c: the region that is open

static inline open_region *build_region(build *b) {
    return &b->regions[b->depth];
}

/// Returns the mask of the agents that are here, as a column.
lanes_column wits_crowd_build_mask(build *b);
/// Discards the cached value of `elapsed`.
void wits_crowd_build_forget_elapsed(build *b);
/// Opens a region that the program does not have: the lanes of the open region where a mask holds.
void wits_crowd_build_open_region(build *b, lanes_column mask);
/// Begins a region, whose tests follow, for agents of the mask `around`.
void wits_crowd_build_when(build *b, lanes_column around);
void wits_crowd_build_close_region(build *b);

// build_tests.c, build_statements.c: operations of a program

void wits_crowd_build_test(build *b, const program_op *op);
void wits_crowd_build_statement(build *b, const program_op *op);

// columns.c: basic columns

void wits_crowd_build_fail(build *b, const char *reason);
/// Numbers the columns of this many fields; the brain's come first. Returns false if there are too many.
bool wits_crowd_number_columns(build *b, uint32_t field_count);
static inline bool build_names(const build *b, uint32_t column) {
    return (b->named[column / 32] >> column % 32 & 1) != 0;
}
/// Returns how many column numbers there are, once the code is written.
uint32_t wits_crowd_count_columns(const lanes_builder *lanes);
void wits_crowd_emit_op(build *b, lanes_op op);
/// An operation of words in a new column. An operand that is 0 is the constant.
lanes_column wits_crowd_emit_formula(build *b, uint32_t what, lanes_column x, lanes_column y, float constant);
/// The same bits in every lane of a new column.
lanes_column wits_crowd_emit_fill(build *b, uint32_t bits);
/// x where the mask holds, else these bits; in a new column.
lanes_column wits_crowd_emit_where(build *b, lanes_column mask, lanes_column x, uint32_t otherwise);
/// A byte in every lane.
void wits_crowd_emit_fill_byte(build *b, lanes_column out, uint32_t value);
/// The column of a number in the agents' bytes.
lanes_column wits_crowd_agent_number(const build *b, uint32_t offset);
lanes_column wits_crowd_event_column(const build *b, uint32_t event);
/// Returns the column of the byte with a state's fresh bit.
lanes_column wits_crowd_fresh_column(const build *b, uint32_t bit);

/// The columns of a number of one byte or two.
typedef struct byte_pair {
    lanes_column low, high;  ///< high is 0 if it has one byte
} byte_pair;

byte_pair wits_crowd_number_bytes(const build *b, uint32_t offset, uint32_t width);
byte_pair wits_crowd_slot_bytes(const build *b, uint32_t machine);
byte_pair wits_crowd_pass_bytes(const build *b, uint32_t machine);
static inline lanes_column wits_crowd_cut_column(const build *b, uint32_t machine) {
    return (lanes_column)(b->first_cut + 2 * machine);
}
/// out = the number is from lo to hi, in lanes of `also`; if that is 0, in all. `inverted`: it is not.
void wits_crowd_emit_range(build *b, lanes_column out, byte_pair of, uint32_t lo, uint32_t hi, lanes_column also,
                           bool inverted);
/// Makes the number a constant where the mask holds.
void wits_crowd_emit_put(build *b, byte_pair out, uint32_t value, lanes_column mask);
/// mask = lanes where the pass is in a state, or in one inside it.
void wits_crowd_emit_in_pass(build *b, lanes_column mask, uint16_t id);

// ask.c: expressions and host functions

/// The moment at which an expression is evaluated: it determines the active states and `elapsed`.
typedef struct ask_place {
    lanes_column mask;
    uint16_t state;
    uint16_t row;          ///< row of a transition or step, else WITS_NONE
    uint8_t flags;         ///< flags of the program_op
    uint16_t moment;       ///< moment of the program_op
    uint16_t kept_in;      ///< kept_in of the program_op
    lanes_column elapsed;  ///< words; 0: it is 0
} ask_place;

/// out = the state is active now, by the slots of all machines around it.
void wits_crowd_emit_is_active(build *b, lanes_column out, uint16_t id);
/// mask &= a condition.
void wits_crowd_emit_condition(build *b, const ask_place *place, function_ref condition, lanes_column mask);
void wits_crowd_emit_assignment(build *b, const ask_place *place, uint32_t row);
/// Adds the values that the program of an action's call computes to `list`, the operation that lists the action.
void wits_crowd_emit_listed_call(build *b, const ask_place *place, uint32_t program, lanes_op list);
bool wits_crowd_reads_elapsed(const build *b, function_ref program);
/// Returns words with the value of the clock at an offset in a new temporary; 0 if there is no clock.
lanes_column wits_crowd_emit_elapsed(build *b, uint32_t clock);
/// The value of an option's expression, a score, input or rank: words, or 0 and a constant. `has_current`: some option
/// is active.
lanes_column wits_crowd_emit_input(build *b, uint16_t option, function_ref input, lanes_column mask, bool has_current,
                                   uint32_t *constant);
/// The same for any program.
lanes_column wits_crowd_emit_value(build *b, uint16_t option, const expr_program *program, lanes_column mask,
                                   bool has_current, uint32_t *constant);

/// out = the state is in its machine's slot.
void wits_crowd_emit_in_slot(build *b, lanes_column out, uint16_t id);

// done.c

/// out = whether a state is done that is active in all lanes of the mask.
void wits_crowd_emit_is_done(build *b, lanes_column out, uint16_t id, const ask_place *at);
/// out = the active child of a composite is, by the slots or the pass slots.
void wits_crowd_emit_done_child(build *b, lanes_column out, uint16_t composite, bool in_pass, const ask_place *at);

// build_scores.c

/// The score of an option, weight included, inertia not. As wits_crowd_emit_input.
lanes_column wits_crowd_emit_score(build *b, uint16_t option, lanes_column mask, bool has_current, uint32_t *constant);

// build_pairs.c: options with targets

/// Builds the code of all pairs, which precedes that of the agents, using the same builder. `code` may be null.
pairs_built wits_crowd_build_pairs(build *b, const wits_brain *brain, wits_crowd_code *code);
/// In a build for pairs, replaces an instruction that reads a target or an input: these are fields of the pair.
bool wits_crowd_replace_for_pairs(void *user, expr_instruction *at);
/// Returns the type of a field of pairs: of the target's fields and of the inputs after them.
expr_field_type wits_crowd_pair_field_type(const build *b, uint32_t field);
/// Collects the inputs, in the order in which the pairs' code has them.
void wits_crowd_pair_inputs_of(const wits_brain *brain, uint16_t option, pair_inputs *inputs);

// build_targets.c: the agents' part of scoring pairs, and the targets that texts refer to

/// score = the option's competing score, inertia included: NaN where no pair is eligible; picked = id of the target
/// that it would take.
void wits_crowd_emit_pairs(build *b, uint16_t option, const pair_question *ask, lanes_column score,
                           lanes_column picked);
/// Emits retargets after a choice: agents that keep their option and get another target.
void wits_crowd_emit_retargets(build *b, uint16_t utility, lanes_column among);
void wits_crowd_build_enter_target(build *b, uint16_t option);
/// The targets of a transition's source are noted, until the region ends.
void wits_crowd_build_source_targets(build *b, const program_op *op);
void wits_crowd_build_forget_source(build *b);
/// Groups the children of a composite by their targets. Returns 0 if targets make no difference to a text about the
/// active child.
uint32_t wits_crowd_source_groups(const build *b, uint16_t composite, source_group groups[MAX_SOURCE_GROUPS]);
/// mask = agents of `among` whose active child is in a group.
void wits_crowd_emit_of_group(build *b, lanes_column mask, uint16_t composite, const source_group *group,
                              lanes_column among);
/// Returns the column with the ids of the targets passed to a state's functions, and their kind; 0 if there are none.
lanes_column wits_crowd_target_column(build *b, uint16_t id, bool of_transition, uint32_t *kind);
void wits_crowd_read_target(build *b, const lanes_place *place, uint32_t number, lanes_column out);

// build_choice.c: the winner

/// Returns a new column of bytes with the ordinals of the chosen options; NO_OPTION where there is none.
lanes_column wits_crowd_emit_winners(build *b, uint16_t id, lanes_column mask, const open_choice *choice);

#endif
