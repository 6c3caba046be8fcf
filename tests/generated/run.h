// SPDX-License-Identifier: MIT
// The interface of one brain's C code for the tests that compare it with the library: calls that use wits_frame and
// wits_call. For each brain, glue.h makes them from its own types, and its host functions from those declared here.
#ifndef WITS_TESTS_GENERATED_RUN_H
#define WITS_TESTS_GENERATED_RUN_H

#include "model/host.h"
#include "wits/wits.h"

typedef bool generated_verb(void *agent, const wits_frame *frame);
typedef bool generated_move(void *agent, const wits_frame *frame, uint32_t state);

/// A crowd and a call for it in the form of the C: fields are in `columns`, null if they are in the contexts.
typedef struct generated_crowd {
    uint64_t count;
    void *agents;
    const uint64_t *ids;
    uint64_t first_id;
    void *contexts;
    void *const *columns;
    const wits_frame *frame;  ///< for tick, seed, list and the functions' data
    uint32_t decide_every;
    void *scratch;
} generated_crowd;

typedef uint64_t generated_crowd_verb(const generated_crowd *crowd, uint64_t first, uint64_t count);

enum { GENERATED_FIELDS = 7 };  ///< of a kind of targets, plus one

/// Offsets of the members of a target list in the struct of all lists.
typedef struct generated_kind {
    size_t ids, count, offsets;
    size_t own_rows;  ///< SIZE_MAX: it has none
    size_t fields[GENERATED_FIELDS];
} generated_kind;

typedef struct generated {
    uint64_t seed;  ///< the seed of the brain
    uint64_t hash;  ///< values from the header, listed below
    uint32_t agent_size, state_count, event_count, transition_count;
    size_t context_size;
    const size_t *offsets;  ///< offsets of the fields in the context, in their order
    host_hooks hooks;       ///< for calls that come from the C
    generated_verb *start, *stop, *decide, *update, *tick;
    generated_move *go_to, *restart, *set_state;
    bool (*raise)(void *agent, uint32_t event);
    bool (*is_pending)(const void *agent, uint32_t event);
    bool (*is_started)(const void *agent);
    bool (*is_in)(const void *agent, uint32_t state);
    uint32_t (*active)(const void *agent, uint16_t *states, uint32_t capacity);
    uint16_t (*deepest)(const void *agent);
    uint32_t (*elapsed)(const void *agent, uint32_t state, uint32_t tick);
    const generated_kind *kinds;  ///< kinds of targets; null: the C code has none, and not the next function
    size_t targets_size;
    uint32_t (*target_of)(const void *agent, uint32_t option);
    generated_move *is_done;  ///< null: the C has no such function, as no state can finish
    bool (*agent_is_valid)(const void *agent, size_t size);
    uint64_t (*agent_hash)(const void *agent, uint64_t id);
    uint32_t (*list_room)(wits_verb verb);
    uint32_t (*argument_room)(wits_verb verb);
    bool (*run_record)(void *agent, const wits_frame *frame, const wits_action_record *record);
    void (*set_initial_fields)(void *context);
    const char *(*state_name)(uint32_t state);
    const char *(*event_name)(uint32_t event);
    const char *(*function_name)(uint32_t function);
    // Null where the C has no functions for crowds.
    size_t (*crowd_scratch_size)(void);
    generated_crowd_verb *crowd_start, *crowd_stop, *crowd_decide, *crowd_update, *crowd_tick;
    void (*crowd_count)(const generated_crowd *crowd, uint64_t first, uint64_t count, uint64_t *counts);
    generated_crowd_verb *crowd_hash;
} generated;

/// Those of one program, written by make.c.
extern const generated *const generated_brains[];
extern const uint32_t generated_brain_count;

/// The first member of a frame's `user`: it gives the host of the running agent, and checks the calls.
typedef struct runner {
    host_context *(*asked)(struct runner *self, const wits_call *call, char kind);
} runner;

// The host functions of both sides. call->frame->user and ->functions come from the runner; everything else from the
// calling side. call->frame->context is the pointer that the function received.
bool ran_condition(const wits_call *call);
float ran_score(const wits_call *call);
void ran_action(const wits_call *call);
wits_state_id ran_step(const wits_call *call);
/// Hashes the arguments of a call, as far as C with a separate type for each can pass them.
uint64_t ran_given(const wits_call *call);

/// The library's wrappers, in the rows of host_functions.
void wrap_functions(wits_function *wrapped);
extern const host_hooks library_hooks;

struct random_view;
/// The lists of targets in the C code's form, each array in its own memory: the `targets` of its frame.
void *own_lists_make(const generated *c, const wits_desc *desc, const struct random_view *view);
void own_lists_free(const generated *c, const wits_desc *desc, void *lists);

typedef struct crowd_tally {
    uint64_t crowds, calls, agents_run, records, short_lists;
} crowd_tally;
extern crowd_tally crowds_tried;

struct random_brain;
/// Runs a crowd of a brain's agents on both sides; returns false with `failure` filled if they differ.
bool crowd_lives(const generated *c, const wits_brain *brain, const struct random_brain *made, uint64_t seed,
                 char *failure, size_t failure_size);

#endif
