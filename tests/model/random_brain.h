// SPDX-License-Identifier: MIT
// Random valid descriptions, and random calls to try them with. Both are pure functions of a seed.
#ifndef WITS_TESTS_RANDOM_BRAIN_H
#define WITS_TESTS_RANDOM_BRAIN_H

#include "host.h"
#include "wits/wits.h"

enum {
    RANDOM_STATES = 160,
    RANDOM_TRANSITIONS = 256,
    RANDOM_STEPS = 128,
    RANDOM_INITIALS = 128,
    RANDOM_EVENTS = 5,
    RANDOM_FIELDS = 16,
    RANDOM_TEXT = 320,  ///< bytes of a text
    RANDOM_DATA = 12,   ///< bytes of private data
    RANDOM_CALLS = 100,
    RANDOM_OPTIONS = 64,  ///< each with many considerations
    RANDOM_CONSIDERATIONS = 1200,
    RANDOM_CURVES = 2400,
    RANDOM_KNOTS = 4800,
    RANDOM_CHOICE_TEXTS = 1 << 16,  ///< bytes of all gates, inputs and ranks
    RANDOM_KINDS = 3,               ///< kinds of targets, each with at most this many fields
    RANDOM_TARGET_FIELDS = 6,
    RANDOM_TARGETS = 12,   ///< rows of an agent's list
    RANDOM_AGENTS = 5,     ///< maximum number of agents of a run
    RANDOM_CHILDREN = 65,  ///< one more than the options that crowds choose among in blocks
};

typedef struct rng {
    uint64_t state;
} rng;

uint64_t rng_next(rng *r);
uint32_t rng_below(rng *r, uint32_t limit);
bool rng_chance(rng *r, uint32_t percent);

typedef enum text_slot { TEXT_ENTER, TEXT_EXIT, TEXT_UPDATE, TEXT_DECIDE, TEXT_RETARGET, TEXT_SLOTS } text_slot;

/// A description with everything that it points to. After copying the struct, random_brain_link makes the copy's
/// pointers its own; names are constants, and texts of actions and expressions, and curves, belong to the original
/// brain.
typedef struct random_brain {
    wits_desc desc;
    wits_state_desc states[RANDOM_STATES];
    wits_transition_desc transitions[RANDOM_TRANSITIONS];
    wits_step_desc steps[RANDOM_STEPS];
    wits_initial_desc initials[RANDOM_INITIALS];
    wits_consideration_desc considerations[RANDOM_CONSIDERATIONS];
    wits_function functions[HOST_FUNCTIONS];
    wits_field_desc fields[RANDOM_FIELDS];
    bool shared[RANDOM_FIELDS];  ///< shared by all agents: read-only
    wits_target_desc targets[RANDOM_KINDS];
    wits_target_field_desc target_fields[RANDOM_KINDS][RANDOM_TARGET_FIELDS];
    char state_texts[RANDOM_STATES][TEXT_SLOTS][RANDOM_TEXT];
    char score_texts[RANDOM_STATES][RANDOM_TEXT];
    char done_texts[RANDOM_STATES][RANDOM_TEXT];
    char transition_texts[RANDOM_TRANSITIONS][RANDOM_TEXT];
    char transition_whens[RANDOM_TRANSITIONS][RANDOM_TEXT];
    char step_texts[RANDOM_STEPS][RANDOM_TEXT];
    char step_whens[RANDOM_STEPS][RANDOM_TEXT];
    char initial_whens[RANDOM_INITIALS][RANDOM_TEXT];
    uint8_t data[RANDOM_STATES][RANDOM_DATA];
    wits_curve curves[RANDOM_CURVES];
    uint32_t curve_count;
    wits_knot knots[RANDOM_KNOTS];
    uint32_t knot_count;
    char choice_texts[RANDOM_CHOICE_TEXTS];
    uint32_t choice_text_bytes;
} random_brain;

/// Makes a brain of at most 62 states, with at most 5 children of a composite; rarely 64 options with 16 considerations
/// each.
void random_brain_make(random_brain *brain, uint64_t seed);
/// As above, with options that have targets.
void random_brain_make_aimed(random_brain *brain, uint64_t seed);
/// Wide and deep: 40 to RANDOM_STATES states, up to RANDOM_CHILDREN children, up to 8 levels.
void random_brain_make_large(random_brain *brain, uint64_t seed);
void random_brain_link(random_brain *brain);
/// Removes what makes a brain run agent by agent, so that most run in blocks.
void random_brain_tame(random_brain *brain);
/// Options with considerations get a host function as score.
void random_brain_take_considerations(random_brain *brain);
/// Takes away ranks, cooldowns and default options.
void random_brain_take_candidacy(random_brain *brain);
/// Options with targets get the first field of each as score: generated C scores such targets in blocks. Half of the
/// `any` transitions of their utilities call the host.
void random_brain_score_by_fields(random_brain *brain);
/// A small brain in which each field is a float, read by at most one consideration and nothing else; fields of targets,
/// too, if requested.
void random_brain_make_apart(random_brain *brain, uint64_t seed, bool has_targets);

typedef enum random_inputs {
    INPUTS_USUAL,
    INPUTS_AIMED,        ///< the usual inputs, and options with targets
    INPUTS_MANY,         ///< the usual, and options with targets
    INPUTS_APART,        ///< no expressions; inputs are fields, each read once, as long as there are any
    INPUTS_APART_AIMED,  ///< likewise for options with targets; fields of targets, too
} random_inputs;

/// random_texts.c: fields for most brains, and expressions over them, which may test states if `asks_states` is set;
/// arguments for functions; considerations for options.
void random_texts_add(random_brain *brain, uint64_t seed, bool asks_states, random_inputs inputs);
/// random_arguments.c: returns the first of `count` host functions from number `first` on that may be called without
/// arguments. The first one of each kind always may.
const char *random_arguments_bare(const random_brain *brain, uint32_t first, uint32_t count, uint32_t from);
/// random_done.c: returns whether a text of this source may use `done`. The second function removes texts that an edit
/// has made invalid.
bool random_done_can_be_asked(const wits_desc *desc, uint32_t from, bool any);
void random_done_mend(wits_desc *desc, wits_state_desc *states, wits_transition_desc *transitions,
                      wits_step_desc *steps);
/// First row after everything inside `state`.
uint32_t random_brain_end(const wits_desc *desc, uint32_t state);
/// Returns whether a transition has a D (section 5): false is the error NO_DOMAIN.
bool random_brain_has_domain(const wits_desc *desc, uint32_t from, uint32_t to, bool any);

typedef enum random_verb {
    VERB_START,
    VERB_STOP,
    VERB_GOTO,
    VERB_RESTART,
    VERB_PLACE,
    VERB_DECIDE,
    VERB_UPDATE,
    VERB_TICK,
    VERB_RAISE,
    VERB_COUNT
} random_verb;

extern const char *const random_verb_names[VERB_COUNT];

typedef struct random_call {
    random_verb verb;
    wits_state_id state;  ///< state for goto, restart and set_state
    uint32_t event;       ///< event for raise
    uint32_t tick;
    uint32_t input;      ///< the first input of the context, and the seed of the fields
    uint32_t trace;      ///< capacity of the trace, WITS_NONE for none
    uint32_t short_by;   ///< first tried with this much less room in the list than needed; 0: not
    uint32_t prefilled;  ///< records already in the list
    bool run_records;    ///< the list is run after the call
    uint32_t late;       ///< and this many ticks later
} random_call;

/// One run of one agent.
typedef struct random_run {
    wits_mode mode;
    uint64_t agent;
    uint64_t seed;
    uint64_t layout;   ///< the seed of the layout of the fields
    uint32_t agents;   ///< with fields in the same memory
    uint32_t row;      ///< which of them it is
    uint32_t twin_at;  ///< the call before which the agent, the context and the brain are copied
    random_call calls[RANDOM_CALLS];
    uint32_t call_count;
} random_run;

void random_run_make(random_run *run, const wits_desc *desc, uint64_t seed, wits_mode mode);

#endif
