// SPDX-License-Identifier: MIT
// wits: proofs about a brain. Explores every situation that an agent of a brain can get into, whatever the host gives
// it, and decides each property. docs/proving.md explains its use, and the three verdicts.
//
//   wits_prove_about about = {wits_file_desc(file), wits_file_promises(file), wits_file_properties(file),
//                             wits_file_property_count(file)};
//   wits_prover *prover = wits_prover_new(&about, NULL);     wits_prover_mistakes has mistakes in properties
//   wits_prover_run(prover, NULL, NULL);
//   wits_prover_proof(prover, 0)->verdict                    the first property's, and the run that refutes it
//   wits_prover_free(prover);
//
// The library's own engine runs the brain; docs/proving.md describes the model of a tick. One thread at a time may use
// a prover; any number of provers may be used at once. Memory comes from malloc.
#ifndef WITS_PROVE_H
#define WITS_PROVE_H

#include "wits/promises.h"
#include "wits/wits.h"

#ifdef __cplusplus
extern "C" {
#endif

// --------------------------------------------------------------------------------------------------------------- input

/// Nothing is copied: all must outlive the prover.
typedef struct wits_prove_about {
    const wits_desc *desc;            ///< a description that compiles and has no step callbacks
    const wits_promises *promises;    ///< null: no promises of the host
    const wits_property *properties;  ///< properties to be proven, and assumptions about the inputs
    uint32_t property_count;
    bool ranges;  ///< adds a property for each field with a range that the brain assigns: that it stays within the
                  ///< range
} wits_prove_about;

/// Sets the marks of a situation in `marks`, which keeps those that were set before. `agent` is an agent of `brain`, as
/// it is after `tick`; clocks are saturated, and ids of targets are small numbers. The brain is compiled from the
/// description and equals one compiled by wits_brain_compile.
typedef void wits_prove_mark_fn(void *user, const wits_brain *brain, const void *agent, uint32_t tick, bool *marks);

/// Options of a prover. All zero are the defaults.
typedef struct wits_prove_options {
    uint32_t most_situations;    ///< 0: 1,000,000
    size_t most_memory;          ///< bytes for situations; 0: 2 GiB
    uint32_t most_combinations;  ///< combinations of inputs in one tick; 0: 1,000,000
    uint32_t worst_ticks;        ///< for `within`: searches the worst case up to this many ticks, even if it is refuted
    /// Rows of fields that the brain assigns. They may have any value before each tick and after each assignment, so
    /// that their values need not be explored. No property can refer to them.
    const uint32_t *free_fields;
    uint32_t free_count;
    bool covers;               ///< also records coverage: see wits_prover_covers
    uint64_t most_ticks;       ///< total ticks to simulate; 0: no limit
    wits_prove_mark_fn *mark;  ///< called once for each situation found; not with free fields. Null: no marks
    void *mark_user;
    uint32_t mark_count;
    uint32_t decide_every;  ///< n: an agent decides if (tick + id) mod n is 0, and is only updated in other ticks, as
                            ///< in a crowd with this level of detail; 0, 1: always. At most 4,096
    bool tries_all;         ///< also tries values and events that cannot make a difference, for comparisons
} wits_prove_options;

// -------------------------------------------------------------------------------------------------------------- inputs

typedef enum wits_input_what {
    WITS_INPUT_FIELD,
    WITS_INPUT_EVENT,
    WITS_INPUT_CONDITION,
    WITS_INPUT_SCORE,
    WITS_INPUT_RANDOM,        ///< the draw of a random stream
    WITS_INPUT_TARGETS,       ///< number of targets in the list of a kind
    WITS_INPUT_TARGET,        ///< the id of a target in the list
    WITS_INPUT_TARGET_FIELD,  ///< a field of a target
} wits_input_what;

/// Selection of the values that are tried.
typedef enum wits_input_how {
    WITS_INPUT_WHOLE,    ///< all
    WITS_INPUT_CELLS,    ///< the smallest of each set of values that the brain and the properties cannot distinguish
    WITS_INPUT_SAMPLED,  ///< a sample: a property that holds for these is not proven
} wits_input_how;

/// An input that the host gives in each tick.
typedef struct wits_input {
    const char *name;  ///< "health", "alarm", "sees(\"door\")", "random:3": the names of input columns. For targets
                       ///< "enemy", "enemy[0]", "enemy[0].distance"
    wits_input_what what;
    wits_input_how how;
    uint32_t row;          ///< row of the field, event, function or kind of targets; number of the random stream
    uint32_t slot;         ///< for a target: its row in the list
    uint32_t field;        ///< for a target's field: its number in the kind
    uint32_t value_count;  ///< 0 for a random choice: as many as there are candidates
    uint32_t second_row;   ///< for wits_same_new: the row in the second brain. If this or `row` is WITS_NONE, only one
                           ///< of the brains has or uses the input
} wits_input;

// -------------------------------------------------------------------------------------------------------------- proofs

typedef enum wits_proof_verdict {
    WITS_PROOF_NOT_FOUND,  ///< no counterexample was found, and `why` lists the reasons why that is not a proof
    WITS_PROOF_PROVEN,
    WITS_PROOF_REFUTED,
} wits_proof_verdict;

/// An input without effect in that tick: it was not read, or it keeps the value that the brain assigned.
#define WITS_NOT_GIVEN 1e300

/// Inputs, tick by tick. `values` has `input_count` numbers for each tick; tick 0 is the start. A bool is 0 or 1, an
/// enum its row. At the start no input is given unless the property has `start: any`. A list of targets is complete in
/// every tick: its length, and the id and fields of each target. Ids are 1 and up, in the order in which targets appear
/// in the run.
typedef struct wits_proof_run {
    bool is_there;
    uint32_t ticks;
    uint64_t agent;         ///< its id
    uint32_t decide_every;  ///< as in the options: determines the ticks in which the agent decides
    const double *values;
    uint32_t input_count;  ///< equals wits_prover_input_count after the run
} wits_proof_run;

typedef struct wits_proof {
    const wits_property *property;
    wits_proof_verdict verdict;
    bool vacuous;   ///< the property never applied
    bool spurious;  ///< a counterexample was found, but its replay did not confirm it
    bool complete;  ///< all reachable situations were explored
    uint32_t situations;
    uint64_t ticks;
    uint32_t depth;  ///< number of ticks up to which all runs were explored
    double seconds;
    const char *const *why;  ///< reasons why there is no proof; empty if and only if there is one
    uint32_t why_count;
    wits_proof_run run;  ///< the run that refutes it, or for `reach` the run that reaches the goal
    // For `within`: the worst case in ticks, the state where it begins, and its run; for a refuted one only if
    // worst_ticks is set.
    bool has_worst;
    bool worst_goes_on;        ///< the wait is longer than worst_ticks
    uint32_t worst_ticks;      ///< WITS_NEVER if it may never end
    wits_state_id worst_from;  ///< the deepest active state where the wait begins; WITS_NONE without a run
    wits_proof_run worst;
    // for `settles`: the endless cycle
    uint32_t cycle_period;              ///< length in ticks; 0: no cycle
    const wits_state_id *cycle_active;  ///< by tick of the cycle: the active child after it; WITS_NONE if none is
    const bool *cycle_entered;          ///< by tick of the cycle: another child was entered, or the same one again
    uint32_t trapped;                   ///< for `returns`: number of situations reachable from the trap
} wits_proof;

#define WITS_NEVER 0xFFFFFFFFu

// ------------------------------------------------------------------------------------------------------------- provers

/// A mistake in a property, in one sentence.
typedef struct wits_prove_mistake {
    const wits_property *property;   ///< null: it concerns the brain as a whole
    const wits_property_text *text;  ///< the text of the property with the mistake; null: the whole property
    uint32_t offset;                 ///< bytes from the start of that text
    const char *message;
} wits_prove_mistake;

typedef struct wits_prover wits_prover;

/// Creates a prover. Null if memory runs out. With mistakes in the properties, the prover cannot run.
WITS_API wits_prover *wits_prover_new(const wits_prove_about *about, const wits_prove_options *options);
WITS_API void wits_prover_free(wits_prover *prover);
WITS_API uint32_t wits_prover_mistake_count(const wits_prover *prover);
WITS_API const wits_prove_mistake *wits_prover_mistakes(const wits_prover *prover);

/// Progress of a run.
typedef struct wits_prove_progress {
    uint32_t situations;  ///< found
    uint32_t looked_at;   ///< number of those explored so far
    uint64_t ticks;
    uint32_t depth;
} wits_prove_progress;

/// Called several times a second. Return false to end the run and keep its results.
typedef bool wits_prove_go_on_fn(void *user, const wits_prove_progress *progress);

/// Explores until everything is decided or a limit is reached. `go_on` may be null. Call it once.
WITS_API void wits_prover_run(wits_prover *prover, wits_prove_go_on_fn *go_on, void *user);

/// The inputs, in the order of columns. After a run they include the results of all host functions that were called.
WITS_API uint32_t wits_prover_input_count(const wits_prover *prover);
WITS_API const wits_input *wits_prover_input(const wits_prover *prover, uint32_t input);
/// Sentences about the assumptions on which the results depend.
WITS_API uint32_t wits_prover_assumed_count(const wits_prover *prover);
WITS_API const char *wits_prover_assumed(const wits_prover *prover, uint32_t number);
/// Returns whether this field of the description is assumed to be changed only by the brain: the brain assigns it, the
/// brain or a property reads it, it is not free, and its promise does not give its source (WITS_GIVER_DEFAULT). Known
/// as soon as the prover is created. When comparing two brains it concerns the first.
WITS_API bool wits_prover_assumes_own(const wits_prover *prover, uint32_t field);
/// Sentences about surprising facts, after a run: a host function that is called again after an assignment in the same
/// tick; an assignment to an integer of 8 or 16 bits that wraps, by a step of at most half of its values, in a brain
/// that calls no host function and has no targets.
WITS_API uint32_t wits_prover_note_count(const wits_prover *prover);
WITS_API const char *wits_prover_note(const wits_prover *prover, uint32_t number);

/// The properties to be proven, without assumptions, in their order.
WITS_API uint32_t wits_prover_proof_count(const wits_prover *prover);
WITS_API const wits_proof *wits_prover_proof(const wits_prover *prover, uint32_t number);

// ---------------------------------------------------------------------------------------------------------- two brains

/// Creates a prover of one property, "same": from both starts, after every tick and for all inputs, the two brains
/// agree in their active states, by path, and in the host actions that they call, with printed arguments, in order. The
/// verdict is proven, refuted with a shortest run after which they differ, or not found. Properties are ignored; ranges
/// are assumed. Host fields, functions and events must be equal; differences are mistakes about "the first brain" and
/// "the second". Fields and events that belong to a brain alone may differ: fields that it assigns without `host:
/// true`, and fields and events with `host: false`. Equal calls of host functions return equal results. Random choices
/// draw the same if the paths of their utilities are equal. The word `random` draws the same if both brains have the
/// same random streams in the same order. Unmatched streams draw independently; if a difference depends on those of
/// both brains, nothing is found and `why` begins with "chance: ".
WITS_API wits_prover *wits_same_new(const wits_prove_about *first, const wits_prove_about *second,
                                    const wits_prove_options *options);

// ------------------------------------------------------------------------------------------------------------ coverage

/// An item of coverage.
typedef enum wits_cover_what {
    WITS_COVER_STATE,       ///< the state `row` was active after a tick
    WITS_COVER_OPTION,      ///< the option `row`, a state, was chosen by its score
    WITS_COVER_TRANSITION,  ///< the transition `row` fired
    WITS_COVER_FAILS,       ///< the condition of the transition `row` was evaluated and false
} wits_cover_what;

typedef struct wits_cover_goal {
    wits_cover_what what;
    uint32_t row;
} wits_cover_goal;

/// Upper limit of the numbers of goals.
WITS_API uint32_t wits_cover_count(const wits_desc *desc);
/// Returns false for an unknown number, such as the condition of a transition that has none.
WITS_API bool wits_cover_goal_at(const wits_desc *desc, const wits_brain *brain, uint32_t number,
                                 wits_cover_goal *goal);
/// Records the coverage of a tick in `covered`, by goal. The agent is in its state after the tick, and frame.explain
/// was `tick`.
WITS_API void wits_cover_note(const wits_desc *desc, const wits_brain *brain, const void *agent,
                              const struct wits_explain *tick, bool *covered);

/// Returns whether the goal is known to be reachable: after a run with the option `covers`, and during its `go_on`.
/// Start and assumptions are those of the first property.
WITS_API bool wits_prover_covers(const wits_prover *prover, uint32_t goal);
/// Returns whether a situation with this mark was found: after a run with the option `mark`, and during its `go_on`.
/// Start and assumptions are those of the first property.
WITS_API bool wits_prover_has_mark(const wits_prover *prover, uint32_t mark);
/// Returns a shortest run to a situation with this mark; null if none was found.
WITS_API const wits_proof_run *wits_prover_mark_run(const wits_prover *prover, uint32_t mark);
/// A few runs that together cover everything reachable.
WITS_API uint32_t wits_prover_cover_run_count(const wits_prover *prover);
WITS_API const wits_proof_run *wits_prover_cover_run(const wits_prover *prover, uint32_t number);

#ifdef __cplusplus
}
#endif

#endif
