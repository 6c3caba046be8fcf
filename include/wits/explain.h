// SPDX-License-Identifier: MIT
// wits: why an agent decides as it does.
//
//   wits_explain explain;
//   wits_explain_begin(&explain, brain, memory, wits_explain_size(brain));
//   frame.explain = &explain;
//   wits_decide(brain, agent, &frame);       decides as ever, and writes down what it looks at
//
// What is written here is written by the code that decides, as it decides: there is no second way to compute it. With
// frame.explain the library takes no short cut, and decides the same. To ask about an agent without moving it, decide
// for a copy of its bytes in mode listed, where nothing runs and nothing is written to the context. Any agent of a
// crowd can be asked about so: frame.columns and frame.row say where its fields lie.
//
// One call writes every transition that was tried, every choice that came up and every rule of `initial` that was
// taken, in that order.
#ifndef WITS_EXPLAIN_H
#define WITS_EXPLAIN_H

#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

// -------------------------------------------------------------------------------------------------------- transitions

typedef enum wits_tried {
    WITS_TRIED_FIRED,
    WITS_TRIED_EVENT,      ///< its event is not pending
    WITS_TRIED_AFTER,      ///< its source has not been active long enough
    WITS_TRIED_CONDITION,  ///< its condition is false
    WITS_TRIED_ACTIVE,     ///< an `any` transition to a state on the active path
} wits_tried;

/// A transition that was looked at. The parts of a condition are what its outermost `and`s join, from left to right,
/// through parentheses; wits_condition_part finds them in its text. Parts are known of conditions that were asked.
typedef struct wits_explained_transition {
    uint16_t row;          ///< in the table of transitions
    uint16_t tried;        ///< wits_tried: the first thing that was missing
    wits_state_id source;  ///< of an `any` transition the active child
    wits_state_id destination;
    uint32_t elapsed;  ///< ticks on the source's clock; 0 if it has none
    uint32_t first_part;
    uint32_t part_count;  ///< 0: no condition, or not asked
} wits_explained_transition;

// ------------------------------------------------------------------------------------------------------------ choices

typedef enum wits_choice {
    WITS_CHOICE_SCORED,     ///< the options were scored
    WITS_CHOICE_ENTERED,    ///< the same, to find the one to begin with
    WITS_CHOICE_HELD,       ///< not scored: the current option's `hold` has `left` ticks to go
    WITS_CHOICE_NOT_DUE,    ///< not scored: `every` has `left` ticks to go
    WITS_CHOICE_COMMITTED,  ///< not scored: the current option commits and is not done; its `lasts` has `left` ticks to
                            ///< go, 0 without one
} wits_choice;

/// A utility that had its turn.
typedef struct wits_explained_choice {
    wits_state_id composite;
    wits_state_id current;  ///< the option active before; WITS_NONE if none was
    wits_state_id chosen;   ///< the option active afterwards
    bool nobody;            ///< none was chosen: the current one stays, or the first is entered
    bool is_done;           ///< the current one is done: if it is chosen again it exits and is entered again
    uint16_t how;           ///< wits_choice
    uint32_t left;
    uint32_t elapsed;             ///< ticks on the clock of the current one, if it keeps one
    float draw;                   ///< the random number from 0 to 1 that `select` took; NaN if it took none
    float total;                  ///< the sum of chances that were drawn from; 0 if nothing was
    uint32_t remembered;          ///< the target of the current option before; WITS_NO_TARGET: it had none
    uint32_t target;              ///< that of the chosen option; of the same option another one: a retarget
    uint32_t transitions_before;  ///< so many transitions had been tried before it
    uint32_t first_option;
    uint32_t option_count;  ///< all of its options, in order; 0 if they were not scored
} wits_explained_choice;

typedef enum wits_verdict {
    WITS_VERDICT_CHOSEN,
    WITS_VERDICT_LOST,       ///< a candidate, but another scored more, or as much and comes first
    WITS_VERDICT_NOT_DRAWN,  ///< took part in the draw
    WITS_VERDICT_NOT_AMONG,  ///< a candidate, but `select` did not draw among it
    WITS_VERDICT_GATED,      ///< an outermost gate does not hold
    WITS_VERDICT_NOT_A_NUMBER,
    WITS_VERDICT_FLOOR,
    WITS_VERDICT_COOLING,
    WITS_VERDICT_DEFAULT,     ///< does not score more than the default option
    WITS_VERDICT_RANK,        ///< others are of a higher rank
    WITS_VERDICT_NOT_NEEDED,  ///< the default option, and others are left
    WITS_VERDICT_NO_TARGET,   ///< its list of targets is empty
} wits_verdict;

/// An option. `raw * weight` is its plain score, and that + inertia what it competes with.
typedef struct wits_explained_option {
    wits_state_id option;
    uint16_t verdict;  ///< wits_verdict
    float raw;         ///< what its score function, expression or considerations give
    float weight;
    float score;    ///< plain
    float inertia;  ///< what is added to it: 0 unless it is the current one
    float competing;
    float margin;  ///< competing less the best competing score of any other candidate; NaN if either is no candidate
    float chance;  ///< its share of `total`, as a weight; 0 if it took no part in a draw
    int32_t rank;
    uint32_t cooldown;  ///< ticks to go
    /// For `score: best`: the inner option whose score it is. WITS_NONE if there is none, and for all other options.
    wits_state_id best_option;
    uint32_t first_row;
    uint32_t row_count;  ///< of its considerations, or those of `best_option`; 0 if there are none
    /// With a kind of targets, its own or that of `best_option`: whom its rows are asked about. Of the chosen option
    /// that is the target that it takes, of others the one whose score this is. WITS_NO_TARGET if there is none.
    uint32_t target;
    uint32_t targets_listed;  ///< rows of its own list
    uint32_t first_target;
    uint32_t target_count;  ///< the best of them, in the order in which it takes them: up to WITS_EXPLAINED_TARGETS
} wits_explained_option;

enum { WITS_EXPLAINED_TARGETS = 8 };

/// A target of an option. What is compared among them is `raw * weight + inertia`.
typedef struct wits_explained_target {
    uint32_t id;
    uint32_t row;        ///< of the kind's list
    uint16_t verdict;    ///< wits_verdict. Chosen: the first of those that the option may take, whether or not it is
                         ///< chosen itself; lost: another of these; else why it may not
    bool is_remembered;  ///< it was the option's target before
    float raw;           ///< as of the option
    float score;
    float inertia;  ///< the current option's, with the target's own where it is remembered
    float competing;
    int32_t rank;
    uint32_t first_row;
    uint32_t row_count;  ///< its considerations: of the option's `target` and of the best other one; else 0
} wits_explained_target;

/// A consideration, a gate or a group. What it has none of is NaN.
typedef struct wits_explained_consideration {
    uint32_t row;     ///< in the table of considerations
    bool holds;       ///< of a gate; else true
    bool was_nan;     ///< the input was no number
    bool looked_at;   ///< whether another input was tried; if not, nothing is known of those below
    bool would_win;   ///< with the input at `wins_at`, and all else as it is, its option would have been chosen
    bool wins_above;  ///< and so it would with every input that was tried from there to the upper end of the range
    bool wins_below;  ///< or to the lower end
    float raw;        ///< the input
    float normal;     ///< by its range, 0 to 1
    float curves[WITS_MAX_CURVES];  ///< after each of them
    float value;                    ///< after the last curve; for a group its result
    float compensated;              ///< in a compensated group, else as `value`
    float weighted;                 ///< what it brings to its group
    float wins_at;                  ///< the nearest to `raw` inside the range; see wits_explain.counterfactuals
} wits_explained_consideration;

// ---------------------------------------------------------------------------------------------------- rules of initial

/// An fsm that was entered, and began as its rules of `initial` say: those before this one did not hold.
typedef struct wits_explained_beginning {
    uint16_t row;  ///< in the table of rules of `initial`
    wits_state_id composite;
    wits_state_id child;
    uint32_t transitions_before;  ///< so many transitions had been tried before it
    uint32_t choices_before;      ///< and so many choices had come up
} wits_explained_beginning;

// ----------------------------------------------------------------------------------------------------------- the whole

/// Lies in memory of the caller's. Calls add to it until it is begun anew; what has no room is counted in `dropped`.
typedef struct wits_explain {
    /// For each consideration of each option that was not chosen, look for the nearest input inside its range (without
    /// one from 0 to 1) with which the option would have been chosen: 256 inputs evenly over the range are tried, and
    /// the border between the nearest that wins and its neighbour is found by bisection, to neighbouring floats. What
    /// wins only between two of them is not found. An input that is a field is another wherever the choice reads that
    /// field: in other considerations, gates, ranks and scores; and what an integer cannot hold is rounded. One that is
    /// a field of a target is another wherever the choice reads it of that target. Any other input is another where it
    /// stands, alone. The same is looked for with the chosen option's best other target: what would have had to be
    /// different for the option to take that one. Not looked at are gates and groups, inputs that are constants,
    /// options that a cooldown keeps out, and utilities of more than 256 options.
    bool counterfactuals;
    wits_explained_transition *transitions;
    uint32_t transition_count, transition_capacity;
    bool *parts;  ///< whether each holds
    uint32_t part_count, part_capacity;
    wits_explained_choice *choices;
    uint32_t choice_count, choice_capacity;
    wits_explained_option *options;
    uint32_t option_count, option_capacity;
    wits_explained_consideration *considerations;
    uint32_t consideration_count, consideration_capacity;
    wits_explained_beginning *beginnings;  ///< null: of those nothing is told
    uint32_t beginning_count, beginning_capacity;
    wits_explained_target *targets;
    uint32_t target_count, target_capacity;
    wits_column *columns;  ///< for counterfactuals: room for those of all fields, and of a kind of targets
    uint32_t column_capacity;
    wits_target_list *lists;  ///< and for the lists
    uint32_t list_capacity;
    uint64_t dropped;
} wits_explain;

#ifndef WITS_NO_EXPLAIN  // which leaves them out of wits as two files

/// Bytes that one decision of this brain can need, with some to spare.
WITS_API size_t wits_explain_size(const wits_brain *brain);
/// Divides `memory` (aligned to 8 bytes, of at least wits_explain_size; of less nothing is used). `counterfactuals` is
/// false.
WITS_API void wits_explain_begin(wits_explain *explain, const wits_brain *brain, void *memory, size_t size);

/// Where part number `part` of a condition's text stands. False for null, which is no condition, and if the text has no
/// such part: then the condition has
/// been simplified when it was compiled, and only the whole can be shown.
WITS_API bool wits_condition_part(const char *text, uint32_t part, uint32_t *offset, uint32_t *length);

#endif

/// The enumerator's name without its prefix, in lower case, such as "not_drawn".
WITS_API const char *wits_verdict_name(wits_verdict verdict);
WITS_API const char *wits_tried_name(wits_tried tried);
WITS_API const char *wits_choice_name(wits_choice how);

#ifdef __cplusplus
}
#endif

#endif
