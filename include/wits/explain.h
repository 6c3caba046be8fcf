// SPDX-License-Identifier: MIT
// wits: explanations of decisions.
//
//   wits_explain explain;
//   wits_explain_begin(&explain, brain, memory, wits_explain_size(brain));
//   frame.explain = &explain;
//   wits_decide(brain, agent, &frame);       decides as usual and records how
//
// The deciding code itself writes the records: there is no second implementation. With frame.explain the library takes
// no shortcuts and decides the same. To explain an agent without changing it, decide for a copy of its bytes in mode
// listed, where nothing runs and nothing is written to the context. That works for any agent of a crowd: frame.columns
// and frame.row locate its fields.
//
// One call writes every transition that was tried, every choice that was made and every rule of `initial` that was
// taken, in that order.
#ifndef WITS_EXPLAIN_H
#define WITS_EXPLAIN_H

#include "wits/promises.h"
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

/// A transition that was tried. The parts of a condition are the operands of its outermost `and`s, from left to right,
/// through parentheses; wits_condition_part finds them in its text. Parts are known only for conditions that were
/// evaluated.
typedef struct wits_explained_transition {
    uint16_t row;          ///< in the table of transitions
    uint16_t tried;        ///< wits_tried: the first requirement that was not met
    wits_state_id source;  ///< the active child for an `any` transition
    wits_state_id destination;
    uint32_t elapsed;  ///< ticks on the source's clock; 0 if it has none
    uint32_t first_part;
    uint32_t part_count;  ///< 0: no condition, or not evaluated
} wits_explained_transition;

// ------------------------------------------------------------------------------------------------------------ choices

typedef enum wits_choice {
    WITS_CHOICE_SCORED,     ///< the options were scored
    WITS_CHOICE_ENTERED,    ///< the options were scored to find the first child
    WITS_CHOICE_HELD,       ///< not scored: the current option's `hold` has `left` ticks to go
    WITS_CHOICE_NOT_DUE,    ///< not scored: `every` has `left` ticks to go
    WITS_CHOICE_COMMITTED,  ///< not scored: the current option commits and is not done; its `lasts` has `left` ticks to
                            ///< go, 0 without one
} wits_choice;

/// A utility that a pass reached, whether or not it scored its options.
typedef struct wits_explained_choice {
    wits_state_id composite;
    wits_state_id current;  ///< the option active before; WITS_NONE if none was
    wits_state_id chosen;   ///< the option active afterwards
    bool no_candidate;      ///< no option was chosen: the current one stays, or the first is entered
    bool is_done;           ///< the current one is done: if it is chosen again, it exits and is entered again
    uint16_t how;           ///< wits_choice
    uint32_t left;
    uint32_t elapsed;             ///< ticks on the clock of the current one, if it keeps one
    float draw;                   ///< the random number from 0 to 1 that `select` used; NaN if it used none
    float total;                  ///< the sum of the candidates' weights; 0 without a draw
    uint32_t remembered;          ///< the target of the current option before; WITS_NO_TARGET: it had none
    uint32_t target;              ///< target of the chosen option; a different one with the same option is a retarget
    uint32_t transitions_before;  ///< number of transitions tried before it
    uint32_t first_option;
    uint32_t option_count;  ///< all of its options, in order; 0 if they were not scored
} wits_explained_choice;

typedef enum wits_verdict {
    WITS_VERDICT_CHOSEN,
    WITS_VERDICT_LOST,       ///< a candidate, but another scored more, or scored the same and comes first
    WITS_VERDICT_NOT_DRAWN,  ///< a candidate in the draw that was not drawn
    WITS_VERDICT_NOT_AMONG,  ///< a candidate that `select` left out of the draw
    WITS_VERDICT_GATED,      ///< an outermost gate does not hold
    WITS_VERDICT_NOT_A_NUMBER,
    WITS_VERDICT_FLOOR,
    WITS_VERDICT_COOLING,
    WITS_VERDICT_DEFAULT,     ///< does not score more than the default option
    WITS_VERDICT_RANK,        ///< other options have a higher rank
    WITS_VERDICT_NOT_NEEDED,  ///< the default option, and other candidates remain
    WITS_VERDICT_NO_TARGET,   ///< its list of targets is empty
} wits_verdict;

/// An option. `raw * weight` is its plain score; with the inertia added it competes.
typedef struct wits_explained_option {
    wits_state_id option;
    uint16_t verdict;  ///< wits_verdict
    float raw;         ///< result of its score function, expression or considerations
    float weight;
    float score;    ///< plain
    float inertia;  ///< bonus of the current option, else 0
    float competing;
    float margin;  ///< competing score less the best one of any other candidate; NaN if either is not a candidate
    float chance;  ///< its share of `total`, as a weight; 0 if it was not in a draw
    int32_t rank;
    uint32_t cooldown;  ///< ticks to go
    /// For `score: best`: the inner option that provides the score. WITS_NONE if there is none, and for all other
    /// options.
    wits_state_id best_option;
    uint32_t first_row;
    uint32_t row_count;  ///< rows of its considerations, or those of `best_option`; 0 if there are none
    /// The target that the rows are about, if the option or `best_option` has a kind of targets: for the chosen option
    /// its target, for others the one with this score. WITS_NO_TARGET if there is none.
    uint32_t target;
    uint32_t targets_listed;  ///< rows of its own list
    uint32_t first_target;
    uint32_t target_count;  ///< the best of them, best first: up to WITS_EXPLAINED_TARGETS
    uint32_t first_field;
    uint32_t field_count;  ///< fields in its score, or in that of `best_option`, if that is an expression; only with
                           ///< wits_explain.counterfactuals, for an option that was not chosen
} wits_explained_option;

enum { WITS_EXPLAINED_TARGETS = 8 };

/// A target of an option. Targets are compared by `raw * weight + inertia`.
typedef struct wits_explained_target {
    uint32_t id;
    uint32_t row;        ///< row in the kind's list
    uint16_t verdict;    ///< wits_verdict. Chosen: the best eligible target, even if the option itself is not chosen;
                         ///< lost: another eligible target; else the reason why it is not eligible
    bool is_remembered;  ///< it was the option's target before
    float raw;           ///< as for the option
    float score;
    float inertia;  ///< the current option's, plus target_inertia if remembered
    float competing;
    int32_t rank;
    uint32_t first_row;
    uint32_t row_count;  ///< its considerations: for the option's `target` and the best other one; else 0
} wits_explained_target;

/// A consideration, a gate or a group. Missing numbers are NaN.
typedef struct wits_explained_consideration {
    uint32_t row;     ///< row in the table of considerations
    bool holds;       ///< for a gate; else true
    bool was_nan;     ///< the input was NaN
    bool looked_at;   ///< whether other inputs were tried; if not, the members below are unset
    bool would_win;   ///< with the input at `wins_at`, and all else unchanged, the option would have been chosen
    bool wins_above;  ///< the same holds for every input that was tried from there to the upper end of the range
    bool wins_below;  ///< the same, to the lower end
    float raw;        ///< the input
    float normal;     ///< scaled by its range, 0 to 1
    float curves[WITS_MAX_CURVES];  ///< after each curve
    float value;                    ///< after the last curve; for a group its result
    float compensated;              ///< in a compensated group, else equal to `value`
    float weighted;                 ///< contribution to its group
    float wins_at;                  ///< the winning input nearest to `raw` within the range; see
                                    ///< wits_explain.counterfactuals
} wits_explained_consideration;

/// A field in a score that is an expression. Values are those of the field's type, as floats.
typedef struct wits_explained_field {
    uint32_t field;   ///< row in the table of fields
    bool would_win;   ///< with the field at `wins_at`, and all else unchanged, the option would have been chosen
    bool wins_above;  ///< the same holds for every value that was tried from there to the upper end of the range
    bool wins_below;  ///< the same, to the lower end
    float now;        ///< the value; may be NaN
    float wins_at;    ///< the winning value nearest to `now` within the range; NaN if there is none
} wits_explained_field;

// ---------------------------------------------------------------------------------------------------- rules of initial

/// An fsm that was entered and whose first child was selected by its rules of `initial`: the conditions of earlier
/// rules were false.
typedef struct wits_explained_beginning {
    uint16_t row;  ///< row in the table of rules of `initial`
    wits_state_id composite;
    wits_state_id child;
    uint32_t transitions_before;  ///< number of transitions tried before it
    uint32_t choices_before;      ///< number of choices before it
} wits_explained_beginning;

// ------------------------------------------------------------------------------------------------------------- buffers

/// Caller-owned buffer. Calls append until you reset it; records that do not fit are counted in `dropped`.
typedef struct wits_explain {
    /// Searches, for each consideration of each option that was not chosen, the nearest input within its range (0 to 1
    /// without one) with which the option would have been chosen. It tries 256 evenly spaced inputs, and bisects
    /// between the nearest winning one and its neighbour down to adjacent floats. Winners between two of them are not
    /// found. An input that is a field changes wherever the choice reads that field: in other considerations, gates,
    /// ranks and scores; values that an integer cannot hold are rounded. A target's field changes wherever the choice
    /// reads it for that target. Any other input changes only where it is used. The same is searched for the chosen
    /// option's best other target. For a score that is an expression, the same is searched for each field in it. Not
    /// searched: gates and groups, constant inputs, options on cooldown, and utilities with more than 256 options.
    bool counterfactuals;
    /// Ranges of fields in expressions. For a number without one: the range of a consideration of that field, else from
    /// 0 to 1, or 255 for an integer, or twice the value if that is farther from 0. Null: none. A bool and an enum have
    /// all their values.
    const wits_promises *promises;
    wits_explained_transition *transitions;
    uint32_t transition_count, transition_capacity;
    bool *parts;  ///< whether each part holds
    uint32_t part_count, part_capacity;
    wits_explained_choice *choices;
    uint32_t choice_count, choice_capacity;
    wits_explained_option *options;
    uint32_t option_count, option_capacity;
    wits_explained_consideration *considerations;
    uint32_t consideration_count, consideration_capacity;
    wits_explained_beginning *beginnings;  ///< null: beginnings are not recorded
    uint32_t beginning_count, beginning_capacity;
    wits_explained_target *targets;
    uint32_t target_count, target_capacity;
    wits_explained_field *fields;  ///< null: not searched
    uint32_t field_count, field_capacity;
    wits_column *columns;  ///< for counterfactuals: memory for the columns of all fields and of a kind of targets
    uint32_t column_capacity;
    wits_target_list *lists;  ///< memory for the lists
    uint32_t list_capacity;
    uint64_t dropped;
} wits_explain;

#ifndef WITS_NO_EXPLAIN  // leaves these functions out in the two files of `make dist`

/// Upper bound of the bytes that one decision of this brain needs.
WITS_API size_t wits_explain_size(const wits_brain *brain);
/// Divides `memory` (aligned to 8 bytes, at least wits_explain_size; less is not used). Sets `counterfactuals` to
/// false.
WITS_API void wits_explain_begin(wits_explain *explain, const wits_brain *brain, void *memory, size_t size);

/// Finds part number `part` of a condition's text. Returns false for null, and if there is no such part: then the
/// condition was simplified when compiled, and only the whole can be shown.
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
