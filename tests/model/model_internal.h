// SPDX-License-Identifier: MIT
// Shared by the files of the model. Section numbers are those of docs/semantics.md.
#ifndef WITS_TESTS_MODEL_INTERNAL_H
#define WITS_TESTS_MODEL_INTERNAL_H

#include "model.h"
#include "trees/tree.h"

/// Kept: left by a composite with `leave: suspend`, neither active nor exited.
typedef enum model_status { MODEL_INACTIVE, MODEL_ACTIVE, MODEL_KEPT } model_status;

/// Memory of a composite without active children.
typedef enum model_memory { MODEL_FORGOTTEN, MODEL_REMEMBERED, MODEL_KEEPS } model_memory;

typedef struct model_state {
    model_status status;
    wits_state_id child;         ///< fsm, utility: the child that is active (or kept together with this state)
    model_memory memory;         ///< memory of a composite without active child; a parallel only forgets or keeps
    wits_state_id memory_child;  ///< fsm, utility: the remembered child
    uint32_t started;            ///< while active: the tick at which the clock was 0
    uint32_t frozen;             ///< value of the clock while kept
    uint32_t scored;             ///< likewise for a utility's `every`
    uint32_t scored_frozen;
    bool has_exited;     ///< an option with a cooldown: it has exited since the agent was stopped or placed
    uint32_t exited;     ///< the tick of its last exit
    uint32_t kept_at;    ///< only for counting clauses
    bool fresh;          ///< activated by a decision pass since the last update pass
    uint32_t serial;     ///< number of the current activation: differs after the state was left
    uint32_t reentries;  ///< number of times that the descendants were entered again while the state stayed active
    wits_kind kind;      ///< the description's, with the default resolved
    wits_state_id end;   ///< first row after everything inside
    bool has_clock;      ///< visible through elapsed
    uint32_t aim;        ///< kind of targets of an option, else WITS_NONE
    uint32_t target;     ///< the target that it remembers while it is active or kept, else 0
    uint8_t *data;       ///< private data of a leaf, zero when not remembered
} model_state;

/// The expressions of a description, parsed; models of one description share them.
typedef struct model_texts model_texts;

/// The targets that a text reads, by kind, and the kind that functions receive: WITS_NONE without one around.
typedef struct model_view {
    uint32_t told;
    uint32_t ids[WITS_MAX_TARGET_KINDS];
} model_view;

/// A value that is replaced by another: the input of a consideration, or the value of a target's field.
typedef struct model_instead {
    float input;
    uint32_t row;     ///< row of the consideration; WITS_NONE: none
    uint32_t kind;    ///< kind of the target with the field; WITS_NONE: none
    uint32_t field;   ///< field of that kind
    uint32_t target;  ///< the target of the field or of the consideration; WITS_NO_TARGET: it has no kind
} model_instead;

typedef enum model_pass { MODEL_VERB, MODEL_DECIDING, MODEL_UPDATING } model_pass;

struct model {
    const wits_desc *desc;
    uint64_t *counts;
    model_texts *texts;
    model_state *states;
    uint64_t pending;
    // During a call:
    const wits_frame *frame;
    model_pass pass;
    uint64_t seen;                ///< events pending at the start of the decision pass
    uint32_t serial;              ///< the last activation's number
    uint32_t call_elapsed;        ///< `elapsed` of the running action's call
    const model_view *view;       ///< read instead of the agent's memory, or null
    wits_target told_target;      ///< target passed to the last call of a function
    wits_state_id coming_option;  ///< the option chosen with a target that is about to be entered; else WITS_NONE
    uint32_t coming_target;
    // For explanations:
    struct wits_explained_consideration *told;  ///< room for an option's considerations, or null
    uint32_t told_row;                          ///< the row of the first of them
    model_instead instead;                      ///< an input with another value
    bool current_is_done;                       ///< the current option of the choice whose hook is running is done
    model_hook *hook;
    void *user;
    model_pick *pick;
    void *pick_user;
};

#define FIRED(m, clause) ((m)->counts[CLAUSE_##clause]++)
#define FIRED_IF(m, clause, condition) ((m)->counts[CLAUSE_##clause] += (condition) ? 1 : 0)

// model_tree.c: the tree, clocks, calls of host functions
bool model_is_composite(const model *m, wits_state_id state);
bool model_is_inside(const model *m, wits_state_id state, wits_state_id outer);
bool model_is_active(const model *m, wits_state_id state);
wits_state_id model_child_toward(const model *m, wits_state_id outer, wits_state_id state);
/// The children of a composite in declared order and backwards; WITS_NONE when there are no more.
wits_state_id model_first(const model *m, wits_state_id composite);
wits_state_id model_next(const model *m, wits_state_id child);
wits_state_id model_last(const model *m, wits_state_id composite);
wits_state_id model_previous(const model *m, wits_state_id child);
wits_activation model_activation(const model *m, wits_state_id state);
wits_leave model_leave(const model *m, wits_state_id state);
uint32_t model_clock(const model *m, wits_state_id state);
/// Calls a host function.
bool model_ask_condition(model *m, uint32_t function, wits_state_id state, uint16_t row, const tree_argument *given,
                         uint32_t count);
float model_ask_score(model *m, uint32_t function, wits_state_id state, uint16_t row, const tree_argument *given,
                      uint32_t count);
/// The text of a condition or score: the name of a function, or an expression. Without text a condition holds.
bool model_condition(model *m, const char *text, wits_state_id state, uint16_t row);
float model_score(model *m, const char *text, wits_state_id state);
void model_actions(model *m, wits_action_kind kind, wits_state_id state, uint16_t row, const char *text,
                   uint32_t elapsed);
wits_state_id model_step_callback(model *m, wits_state_id leaf);
void model_activate(model *m, wits_state_id state, bool silently);
void model_deactivate(model *m, wits_state_id state);
void model_keep(model *m, wits_state_id state);
void model_continue(model *m, wits_state_id state);

// model_texts.c: sections 8 and 11
model_texts *model_texts_new(const wits_desc *desc, const model_state *states);
model_texts *model_texts_share(model_texts *texts);
void model_texts_free(model_texts *texts);
/// Names for expressions; lists are rows of fields.
const struct tree_names *model_texts_names(const model_texts *texts);
bool model_texts_is_expression(const model_texts *texts, const char *text);
/// Returns whether an expression reads `elapsed` of this state.
bool model_texts_read_elapsed(const model_texts *texts, wits_state_id state);
/// The random stream of a utility's own choice.
uint32_t model_place_of(const model *m, wits_state_id utility);
/// Evaluates a condition. Returns false if the text is not an expression.
bool model_text_condition(model *m, const char *text, wits_state_id state, uint16_t row, bool *holds);
bool model_text_score(model *m, const char *text, wits_state_id state, float *score);
/// Evaluates the operands of the outermost `and`s; returns their number.
uint32_t model_text_parts(model *m, const char *text, wits_state_id state, uint16_t row, bool *parts,
                          uint32_t capacity);
/// An integer, or an expression converted to one as by an assignment to an int.
int32_t model_text_rank(model *m, wits_state_id option);
bool model_text_assignment(const model *m, const char *action, uint32_t *assignment);
void model_assign(model *m, uint32_t assignment, wits_state_id state, uint16_t row, uint32_t elapsed);
/// Returns whether it is the call of a function with arguments.
bool model_text_call(const model *m, const char *action, uint32_t *call);
uint32_t model_call_function(const model *m, uint32_t call);
/// Writes the current argument values of a call to `given`, which has room for TREE_ARGUMENTS. Returns their number.
uint32_t model_call_arguments(model *m, uint32_t call, wits_state_id state, uint16_t row, uint32_t elapsed,
                              tree_argument *given);

// model_arguments.c: section 8
struct tree;
/// Counts the clauses inside a call.
void model_count_call(model *m, const struct tree *call);
/// Converts arguments to what a function receives. A number's text is only for actions.
void model_tell(const model *m, const tree_argument *given, uint32_t count, bool is_action, model_told *told);
/// Stores the target in the call. `told` must live as long as the call.
void model_give(model *m, wits_call *call, const tree_argument *given, uint32_t count, bool is_action,
                model_told *told);

// model_fire.c: sections 2 and 5
typedef struct model_firing {
    wits_state_id source;
    wits_state_id destination;
    bool reenter;
    bool restart;
    uint16_t row;     ///< row of the transition, else WITS_NONE
    const char *run;  ///< its action, or null
} model_firing;

void model_fire(model *m, const model_firing *firing);
void model_enter_state(model *m, wits_state_id state, bool loud);
void model_enter_child(model *m, wits_state_id composite, bool loud);
void model_enter_way(model *m, wits_state_id state, wits_state_id destination, bool restart);

// model_pass.c: sections 4 and 7
void model_pass_decide(model *m);
void model_pass_update(model *m);

// model_consider.c: section 6 and "Considerations" of docs/brain-files.md
/// The first row of the option's considerations, or WITS_NONE.
uint32_t model_considerations(const model *m, wits_state_id option);
/// The score from considerations; with `vetoed`, NaN if an outermost gate does not hold. `tells`: fills the
/// explanation, if one was requested.
float model_consider(model *m, wits_state_id option, bool tells, bool *vetoed);
/// Records in the explanation that nothing is known about the considerations.
void model_consider_nobody(model *m, wits_state_id option);

// model_done.c: section 14 Returns whether an active state is done.
bool model_done(model *m, wits_state_id state);
/// Returns whether the active child of a composite makes it done.
bool model_ends(model *m, wits_state_id composite);
/// Returns whether no choice leaves this option before it is done. The option can finish.
bool model_commits(const model *m, wits_state_id option);

// model_targets.c: section 15
enum { MODEL_PRESENT = 0xFFFF };  ///< number in place of a field: `present`
typedef struct model_pair {
    uint32_t id;
    uint32_t row;  ///< row of the list
    float raw;
    float plain;
    float competing;
    bool gated;
    int32_t rank;
    bool is_left;
    uint16_t verdict;  ///< wits_verdict: the reason why it is not eligible
} model_pair;

struct model_option;
struct model_options;
uint32_t model_kind_named(const wits_desc *desc, const char *name);
/// Returns the row in the agent's list; WITS_NO_TARGET if it is missing.
uint32_t model_target_row(const model *m, uint32_t kind, uint32_t id);
tree_value model_target_value(model *m, const model_view *view, uint32_t kind, uint32_t field);
/// View of a state's texts, according to the agent's memory.
void model_see(const model *m, wits_state_id state, model_view *view);
/// As above, unless another view is in use.
model_view model_view_of(const model *m, wits_state_id state);
void model_see_record(const model *m, const wits_action_record *record, model_view *view);
/// The target that a function receives. Null: none.
const wits_target *model_told_target(model *m, wits_state_id state);
void model_pairs_make(model *m, struct model_option *o);
void model_pairs_leave_out(struct model_option *o, bool (*is_out)(const model_pair *, float), float limit,
                           uint16_t verdict);
/// Keeps only the option's pairs with the highest rank. Returns whether others were removed.
bool model_pairs_leave_out_lower(struct model_option *o);
const model_pair *model_best_pair(model *m, const struct model_option *o, uint32_t remembered, float inertia);
/// Returns the plain score of the best option. `target` is the one that is scored.
float model_best_plain(model *m, wits_state_id state, uint32_t *target);
/// View of an option's texts for a target.
void model_see_pair(const model *m, wits_state_id option, uint32_t id, model_view *view);
float model_target_inertia(const model *m, wits_state_id option);
uint32_t model_target_alone(model *m, wits_state_id state);
uint32_t model_target_chosen(model *m, const struct model_options *options, struct model_option *o);
uint32_t model_target_of_entry(model *m, wits_state_id state);
void model_retarget(model *m, wits_state_id option, uint32_t target);

// model_select.c: section 6, candidates and the winner
typedef struct model_option {
    wits_state_id state;
    float raw;  ///< value of its score function, expression or considerations
    float weight;
    float plain;        ///< weight times that
    float inertia;      ///< inertia of the current option, else 0
    float competing;    ///< plain plus inertia
    bool gated;         ///< an outermost gate does not hold
    uint32_t cooldown;  ///< ticks to go
    int32_t rank;
    wits_state_id best;    ///< with `score: best`, the inner option that provides its score, else WITS_NONE
    uint32_t best_target;  ///< and its target; WITS_NO_TARGET if it has none
    uint32_t first_row;    ///< first of its considerations in the explanation
    bool candidate;
    bool settled;       ///< a candidate before `select`
    float chance;       ///< its weight in a draw
    uint16_t verdict;   ///< wits_verdict
    model_pair *pairs;  ///< pairs of an option with a target, else null
    uint32_t pair_count;
} model_option;

/// The options of a utility that was scored.
typedef struct model_options {
    wits_state_id utility;
    wits_state_id current;  ///< WITS_NONE at entering
    bool is_done;           ///< the current one is
    model_option *rows;
    uint32_t count;
    float draw;       ///< NaN without one
    float total;      ///< 0 without one
    uint32_t target;  ///< target of the winner, if it has one
} model_options;

/// The winner, or WITS_NONE without a candidate.
wits_state_id model_select(model *m, model_options *o);

// model_explain.c: fills the frame's `explain`, if there is one
void model_explain_tried(model *m, uint32_t row, wits_state_id source, uint32_t tried);
void model_explain_unscored(model *m, wits_state_id utility, uint32_t how, uint32_t left);
/// Allocates the records of options before they are scored. Returns the number of the choice.
uint32_t model_explain_choice(model *m, const model_options *o);
/// Called after the options are scored: completes the records. `chosen` may be WITS_NONE.
void model_explain_chosen(model *m, uint32_t choice, model_options *o, wits_state_id chosen);

// model_utility.c: section 6
/// Explains the considerations of an option for a target, which is WITS_NO_TARGET for options without a kind. If the
/// target is missing, nothing is known about them. Returns the first row.
uint32_t model_tell_considerations(model *m, wits_state_id option, uint32_t target);
/// The value of its score function, expression or considerations. `gated`: an outermost gate is false.
float model_raw_score(model *m, wits_state_id state, bool tells, bool *gated);
wits_state_id model_initial(model *m, wits_state_id composite);
void model_choice(model *m, wits_state_id utility);

#endif
