// SPDX-License-Identifier: MIT
// The second, naive implementation of docs/semantics.md: slow, obvious and written from the rules alone. It works on a
// valid description directly and allocates freely. Its verbs take the same frame as the library's.
#ifndef WITS_TESTS_MODEL_H
#define WITS_TESTS_MODEL_H

#include "clauses.h"
#include "wits/convert.h"
#include "wits/wits.h"

enum { MODEL_TEXT = 512 };  ///< maximum bytes of a text argument

typedef struct model model;

/// `counts` has CLAUSE_COUNT rows, counted up whenever a clause of the rules applies. `desc` must outlive the model.
model *model_new(const wits_desc *desc, uint64_t *counts);
/// Another agent of the same brain, without parsing the texts again.
model *model_new_like(const model *of, uint64_t *counts);
/// Copies an agent, with other counts of clauses.
model *model_copy(const model *of, uint64_t *counts);
void model_free(model *m);

void model_start(model *m, const wits_frame *frame);
void model_stop(model *m, const wits_frame *frame);
void model_goto(model *m, const wits_frame *frame, wits_state_id state);
void model_restart(model *m, const wits_frame *frame, wits_state_id state);
void model_place(model *m, const wits_frame *frame, wits_state_id state);
void model_decide(model *m, const wits_frame *frame);
/// Runs an update. In mode listed, update and tick return false and do nothing if a leaf has a step callback.
bool model_update(model *m, const wits_frame *frame);
bool model_tick(model *m, const wits_frame *frame);
void model_raise(model *m, uint32_t event);
/// `frame->list` is the list that contains the record.
void model_run_record(model *m, const wits_frame *frame, const wits_action_record *record);

/// The data that a host function receives.
typedef struct model_told {
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    char texts[WITS_MAX_ARGUMENTS][MODEL_TEXT];
} model_told;

/// The function of a record of a host action; the model's own number for the brain's own actions.
uint32_t model_record_function(const wits_action_record *record);
/// The arguments that its function receives; returns their number. Values that are computed when the record runs have
/// the kind NONE.
uint32_t model_record_arguments(model *m, const wits_frame *frame, const wits_action_record *record, model_told *told);

/// Converts an agent to another version of its brain, described by `desc`.
model *model_convert(const model *old, const wits_desc *desc, uint64_t *counts, const wits_frame *frame,
                     wits_conversion *lost);

bool model_is_started(const model *m);
bool model_is_in(const model *m, wits_state_id state);
uint32_t model_active(const model *m, wits_state_id *states, uint32_t capacity);
uint32_t model_elapsed(const model *m, wits_state_id state, uint32_t tick);
bool model_is_done(model *m, const wits_frame *frame, wits_state_id state);
/// Returns whether a state can be done.
bool model_desc_can_finish(const wits_desc *desc, wits_state_id state);
/// The target of an active option, or WITS_NO_TARGET.
uint32_t model_target_of(const model *m, wits_state_id option);
bool model_is_pending(const model *m, uint32_t event);
bool model_has_step_callback(const wits_desc *desc);

/// Places of randomness.
uint32_t model_place_count(const model *m);

/// For host functions that the model calls: call->agent is the model.
bool model_call_is_in(const wits_call *call, wits_state_id state);
uint32_t model_call_elapsed(const wits_call *call);
void model_call_raise(const wits_call *call, uint32_t event);

/// Called when the options of a utility have been scored, before anything else happens. `current` is WITS_NONE at
/// entering.
typedef void model_hook(model *m, void *user, wits_state_id utility, wits_state_id current);
void model_set_hook(model *m, model_hook *hook, void *user);
/// Another input of a consideration, or another value of a field.
typedef struct model_change {
    uint32_t row;  ///< row of the consideration; WITS_NONE: `field` changes
    uint32_t field;
    uint32_t target;  ///< the target of its option; WITS_NO_TARGET if that has no kind
    float input;
} model_change;

/// For hooks: returns the option that would have been chosen (WITS_NONE: none) with another input, and its target. If
/// the input is a field, or a field of a target, every text that reads the field gets the other value.
wits_state_id model_choose_with(model *m, wits_state_id utility, wits_state_id current, const model_change *change,
                                uint32_t *target);
/// The target whose field is the input; WITS_NO_TARGET if it is not such a field, or no present target is read.
uint32_t model_input_of(const model *m, const model_change *change);
/// Returns whether the input of a consideration is a field of a target, and which.
bool model_input_target(const wits_desc *desc, uint32_t row, uint32_t *kind, uint32_t *field);
/// The field that is the input of a consideration; WITS_NONE if it is another expression.
uint32_t model_input_field(const wits_desc *desc, uint32_t row);
/// The value of a field of this type after storing an input: the nearest integer, ties up.
double model_held(wits_type type, float input);

/// Chooses, instead of a random draw, one of `count` options, at least 2, in declared order. With this hook the model
/// draws no random numbers.
typedef uint32_t model_pick(void *user, uint32_t place, uint32_t count);
void model_set_pick(model *m, model_pick *pick, void *user);

/// An expression of a description.
typedef struct model_text {
    const struct tree *root;
    uint32_t of;     ///< the state that owns the text: for a transition its source, for a step its leaf
    bool any;        ///< the text belongs to an `any` transition: its source is the active child
    uint32_t field;  ///< the assigned field; WITS_NONE: none
} model_text;
/// Visits all expressions, in any order. Lone names of host functions are not expressions.
void model_each_text(const model *m, void (*see)(void *user, const model_text *text), void *user);

/// Writes everything that the agent remembers as bytes: two models with equal bytes are the same agent. Returns the
/// length; writes at most `capacity`.
size_t model_serialise(const model *m, uint8_t *bytes, size_t capacity);

#endif
