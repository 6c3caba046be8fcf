// SPDX-License-Identifier: MIT
// Internal interface of the prover. It uses only public headers of the library.
//
//   model.c    inputs, and the values that are tried
//   observe.c  properties as a brain of their own that is evaluated after each tick
//   reading.c  rewrites their texts as expressions of the library
//   world.c    one tick from a situation
//   combinations.c  inputs of a tick: all combinations, or some
//   events.c   events that can make a difference in one tick
//   dice.c     outcomes of chance in one tick
//   targets.c  lists of targets of one tick, and names of targets
//   explore.c  breadth-first search of everything reachable
//   lanes.c    the same with many ticks at once, where possible
//   judge.c    meaning of each point for each property
//   still.c    continuation of a point while inputs do not change
//   replay.c   the run that leads to a point, replayed as a game would run it
//   cover.c    coverage of runs
//   marks.c    the caller's marks of situations
//   notes.c    surprising facts about a proof
//   same.c     two brains at once, each in its world, and whether they behave alike
//   prover.c   functions of wits/prove.h
#ifndef WITS_PROVE_INSIDE_H
#define WITS_PROVE_INSIDE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "prove/sets.h"
#include "prove/store.h"
#include "wits/explain.h"
#include "wits/prove.h"
#include "wits/reads.h"
#include "wits/tokens.h"

enum {
    BASE_TICK = 0x10000000,  ///< every situation is moved to this tick
    MOST_WHOLE = 4096,       ///< values of an input that are tried exhaustively
    MOST_ASKED = 1024,       ///< different arguments of one host function
    SAMPLES = 64,            ///< values of a sampled input between its borders
    SOME = 20000,            ///< combinations tried in a tick that has too many
    MOST_SOME = 10000000,    ///< ticks spent that way
};

// -------------------------------------------------------------------------------------------------------------- memory

/// Allocations that are freed together.
typedef struct pool {
    void **pieces;
    size_t count, capacity;
    bool failed;  ///< an allocation failed; later ones return null
} pool;

/// Returns zeroed memory. On failure returns null and sets `failed`.
void *pool_take(pool *p, size_t count, size_t size);
char *pool_text(pool *p, const char *text, size_t length);
char *pool_format(pool *p, const char *format, ...);
char *pool_format_list(pool *p, const char *format, va_list arguments);
void pool_end(pool *p);

// -------------------------------------------------------------------------------------------------------------- inputs

/// The next float above; infinity stays.
double single_above(double value);

/// The ways in which an input is read.
typedef struct read_note {
    bool is_read;
    bool is_elsehow;     ///< other than by comparing it with constants
    number_set borders;  ///< the constants that it is compared with and their adjacent values
    number_set cuts;     ///< for each comparison that may change its result: the first value after the change
} read_note;

/// Describes the last call of a host function.
typedef struct asking {
    uint64_t in_tick;
    uint64_t assigned;  ///< a hash of the fields that the brain assigns, at that time
} asking;

typedef struct input {
    wits_input shown;
    wits_type type;
    double *values;
    uint32_t count;
    bool keeps;       ///< a field that the brain assigns, too: its current value comes before its other values
    char *arguments;  ///< arguments of a function as printed; null: none
    bool asked[2];    ///< functions called: by the agent, by its twin
    asking asking[2];
    bool is_noted;  ///< it was called again in a tick, after an assignment
} input;

struct word;

/// Reads of a brain and its properties. *Sources* can be copied into a field: the fields, then the fields of targets,
/// kind by kind.
typedef struct model {
    const wits_desc *desc;
    const wits_promises *promises;
    uint32_t field_count, stream_count;
    uint32_t source_count;
    uint32_t *first_of_kind;   ///< by kind of targets: the source of its first field
    bool *copies;              ///< by source, by field: the first is assigned unchanged to the second
    bool *is_own;              ///< by field: it belongs to the situation
    read_note *sources;        ///< by source
    const struct word *words;  ///< words of the observer whose reads are noted: its fields after the brain's own
    uint32_t word_count;
    read_note *functions;  ///< by function
    bool *events;          ///< by event: it is read
    read_note *randoms;    ///< by stream: reads of `random`
    bool reads_tick;
    const bool *is_free;  ///< by field: it has any value in each tick, and is not an own field; null: none
} model;

void model_begin(model *m, pool *p, const wits_desc *desc, const wits_promises *promises, uint32_t stream_count);
/// Notes the reads of a brain, or of an observer, whose additional fields are separate.
void model_note(model *m, const wits_brain *brain);
/// Copies of a field into another count as reads of the field; then the inputs are known.
void model_settle(model *m, const wits_brain *brain);
void model_end(model *m);
/// The values of an input that is a field, a score or a condition. Values that no read can tell apart are one, unless
/// `all`.
void model_values(pool *p, bool all, const read_note *note, wits_type type, uint32_t enum_count,
                  const wits_promise *promise, input *to);
/// The values of a stream of `random`.
void model_random_values(const model *m, pool *p, bool all, uint32_t stream, input *to);

// ------------------------------------------------------------------------------------------------------------ observer

typedef enum word_kind {
    WORD_IN,
    WORD_CALLS,
    WORD_RAISED,
    WORD_PENDING,
    WORD_ELAPSED,
    WORD_DONE,
    WORD_TARGET,
    WORD_TARGET_FIELD,  ///< PATH.enemy.distance
} word_kind;

/// A word that only properties have, as a field of the observer.
typedef struct word {
    word_kind kind;
    uint32_t number;        ///< number of the state, event or function
    char *arguments;        ///< arguments of calls() as printed; null: any
    uint32_t target_kind;   ///< kind of a target field
    uint32_t target_field;  ///< which one of the kind; WITS_NONE: `present`
    uint32_t field;         ///< field of the observer
} word;

/// One text of a property.
typedef struct question {
    const wits_property_text *text;
    const wits_property *property;
    bool is_assumption;
    uint32_t field;  ///< field of the observer that has its result
} question;

/// A brain that evaluates the properties.
typedef struct observer {
    const wits_brain *brain;
    const wits_column *columns;
    uint32_t field_count;  ///< the brain's own come first
    word *words;
    uint32_t word_count;
    question *questions;
    uint32_t question_count;
    unsigned char *judging, *assuming;  ///< agents: one evaluates conditions after a tick, one evaluates assumptions
    bool has_assumptions;
    uint64_t answered;  ///< the world's count of notes when words about the agent alone were last evaluated
    uint32_t *least;    ///< by state: number of ticks up to which elapsed() in properties distinguishes
} observer;

struct wits_prover;
/// Returns the first token of a text.
wits_token token_at(const char *text);
/// Returns the length of the name at the beginning of a text.
size_t name_length(const char *text);
/// The field that a name means; STORE_NONE if it means none.
uint32_t field_named(const wits_desc *desc, const char *name, size_t length);
/// An action of a list.
typedef struct statement {
    size_t at, end;  ///< bytes of the text; `end` is its ';' or the end of the text
    uint32_t field;  ///< that it assigns; STORE_NONE if it is not an assignment
} statement;
/// Finds the next action of a list from `from` on. False at the end.
bool next_statement(const wits_desc *desc, const char *text, size_t from, statement *found);
/// Finds the next field that is named in a text, from `*at` on, but not the field of a target. Moves `*at` to it; begin
/// again after its name. STORE_NONE if there is none.
uint32_t next_field_named(const wits_desc *desc, const char *text, size_t *at);
/// Returns whether a name in the brain begins with it.
bool is_prefix_taken(const wits_desc *desc, const char *prefix);
/// Assumptions about something that is not an input are mistakes.
void observer_check_assumptions(struct wits_prover *p);
/// Creates the observer. Returns false and notes mistakes if a property is invalid.
bool observer_make(struct wits_prover *p, observer *o);

// --------------------------------------------------------------------------------------------------------------- world

/// A random stream that draws in this tick.
typedef struct die {
    uint32_t stream;
    uint32_t choice;
    uint32_t count;
    float *draws;    ///< one for each outcome
    float *chances;  ///< weights of a choice at its first draw
    bool is_mixed;   ///< another choice divides the draws differently, and its borders are among the outcomes
} die;

/// The streams that have drawn, in order; those of the word `random` are there from the beginning.
typedef struct dice {
    die *dice;
    uint32_t count, capacity;
} dice;

void dice_end(dice *d);

/// Rows of the first brain that match rows of the second; STORE_NONE where there is none.
typedef struct matching {
    uint32_t *fields;        ///< by field of the first that the host sets
    uint32_t *events;        ///< by event of the first
    uint32_t *functions;     ///< by function of the second
    uint32_t *actions;       ///< by function of the first
    uint32_t *states;        ///< by state of the first
    bool *is_known;          ///< by state of the second: the first has it, too
    uint32_t *streams;       ///< by stream of the second brain; streams that the first lacks follow all of the first's
    uint32_t *kinds;         ///< kinds of targets, by kind of the second brain
    uint32_t **kind_fields;  ///< by kind of the second, by field of that kind
} matching;

/// Targets of one kind that are remembered, in the order of the agent's options.
typedef struct names {
    uint32_t *ids;
    uint32_t count;
} names;

/// The list of one kind. The id of a target that the agent remembers is its number among these; others have
/// FIRST_STRANGER and up.
typedef struct target_kind {
    bool is_used;  ///< an option has this kind
    uint32_t most;
    uint32_t ids[WITS_MAX_MOST_TARGETS];
    wits_column *columns;
    names before;      ///< remembered in the current situation
    names after;       ///< remembered in the situation noted last: `ids` are their ids at that time
    uint32_t last_id;  ///< last id of the run
} target_kind;

enum { FIRST_STRANGER = 0x10000 };

typedef struct world {
    struct wits_prover *prover;
    // for wits_same_new: two worlds; the second is the twin of the first
    struct world *twin;     ///< world that runs the same ticks with the same inputs; null: none
    struct world *giver;    ///< the world that has the inputs: itself, or the one whose twin it is
    matching match;         ///< how a twin matches
    uint32_t stream_count;  ///< streams of both
    const wits_brain *brain;
    size_t agent_size;
    unsigned char *agent;  ///< the agent that runs
    uint64_t *cells;       ///< by field: a value uses the first of its 8 bytes
    wits_column *columns;
    wits_function *functions;
    wits_frame frame;
    wits_list list;
    float *draws;     ///< by stream; null: the brain has none
    bool explains;    ///< each tick is explained, because of random choices or coverage
    bool has_chance;  ///< a choice is random
    wits_explain explain;
    void *explain_memory;
    size_t explain_size;
    // inputs: the eager ones, then those of host functions in the order of their calls
    input *inputs;
    uint32_t input_count, input_capacity, eager_count;
    uint32_t first_free;  ///< first input that is a free field, which changes in every tick
    uint32_t *choice;     ///< by input: the number of its value
    bool *touched;
    uint32_t *stack;  ///< inputs that were read, in order; the last one changes first
    uint32_t depth;
    // if there are too many combinations, a sample is tried: always the same one from a situation
    uint32_t some;       ///< size of the sample; 0: all
    uint32_t some_done;  ///< tried in this tick
    uint32_t some_seed;
    uint32_t asked_too_often;  ///< a host function that was called with too many different arguments, or WITS_NONE
    input *randoms;            ///< streams where `random` is read
    uint32_t random_count;
    uint32_t kind_count;
    dice now;                  ///< those of the tick from the situation
    bool starts;               ///< host conditions are false, scores 0
    bool unclear_chance;       ///< a stream has drawn twice in one tick
    bool mixes_chances;        ///< a choice has different chances in the two brains
    bool keeps_names;          ///< notes name targets by the ids in the lists
    target_kind *kinds;        ///< by kind of targets
    wits_target_list *lists;   ///< by kind: lists of the frame
    uint64_t events;           ///< raised for this tick
    uint64_t relevant_events;  ///< those that can make a difference in the tick from the current situation
    uint64_t ticks, begun;     ///< numbers of simulated ticks and starts
    const double *replays;     ///< by input: answers of host functions in a replay; null: the choices
    uint32_t replay_width;
    uint32_t decide_every;  ///< 0, 1: in each tick
    uint16_t phase;         ///< ticks since the agent decided, modulo its period
    // situations: the agent's bytes, its own fields in 4 bytes each, the remainder of its id in 2, the same for the
    // twin except for the id, the phase in 2
    const uint32_t *own;  ///< fields that belong to them
    uint32_t own_count;
    uint32_t residues;  ///< agents differ by their id modulo this; 0: too many
    size_t width;
    unsigned char *key;    ///< the situation that was noted last
    uint32_t key_number;   ///< its number in the store, if the explorer has looked it up; else STORE_NONE
    uint64_t notes;        ///< number of noted situations, not counting repetitions of the last
    unsigned char *noted;  ///< the agent at that time, before its clocks were moved
    uint32_t noted_tick;
    uint64_t noted_id;
    uint16_t noted_phase;
} world;

bool world_begin(world *w, struct wits_prover *p);
/// Takes the prover's brain as it is now.
bool world_brain(world *w);
/// Creates the inputs, after the reads are known.
bool world_inputs(world *w);
void world_end(world *w);
/// Gives all fields their initial values.
void world_fields_initial(world *w);
void world_put_field(world *w, uint32_t field, double value);
/// The host sets it: the twin gets it, too.
void world_give_field(world *w, uint32_t field, double value);
/// Own fields that are not inputs start with their initial values.
void world_own_initial(world *w);
/// Makes the second the twin of the first, before they have inputs.
void world_pair(world *w, world *twin);
/// Returns whether the host sets a field.
bool world_has_input(const world *w, uint32_t field);
/// Agents with ids below this start in all ways in which ids can make a difference.
uint32_t world_start_ids(const world *w);
/// Enables explanations of ticks where needed, or disables them.
void world_explain(world *w, bool on);
/// Puts the agent and its own fields into a situation. Inputs stay.
void world_enter(world *w, const unsigned char *situation);
/// Writes the situation of the agent at `tick` into w->key: its clocks are moved and saturated. The agent itself does
/// not change.
void world_note(world *w, uint32_t tick);
/// As above, for the agent's own fields only.
void world_enter_fields(world *w, const unsigned char *situation);
/// Forgets the last noted situation, whose number belongs to another store.
void world_forget(world *w);
/// Notes the situation with targets by the ids in the lists, while these do not change.
void world_named_key(world *w, uint32_t tick, unsigned char *to);
/// Takes a situation as the one that was noted.
void world_take(world *w, const unsigned char *situation);
/// Chooses the first combination of inputs, or the next; returns false after the last. A start has no situation.
void world_first(world *w, const unsigned char *situation);
bool world_next(world *w);
/// A hash of combination and input, evenly distributed.
uint32_t spread(uint32_t combination, uint32_t number);
/// Makes a choice for a used input, modulo the number of choices.
void world_choose(world *w, uint32_t number, uint32_t choice);
/// Makes the choices of all inputs that exist from the beginning and are used.
void world_choose_all(world *w, const uint32_t *choices);
/// As above, for free fields only, with everything else unchanged. world_touch_free makes them inputs at a start.
void world_touch_free(world *w);
void world_free_first(world *w);
bool world_free_next(world *w);
/// Saves the choices of free fields.
void world_free_save(const world *w, uint32_t *choices);
void world_free_restore(world *w, const uint32_t *choices);
/// Adds the input for a call of a host function that is new. False if memory runs out.
bool world_ask_for(world *w, const input *like);
/// Clears the choices of all inputs.
void world_leave(world *w);
/// A new input, not yet read; null if memory runs out.
input *world_add_input(world *w, const char *name, wits_input_what what, uint32_t of);
/// The first choice of an input, which from now on varies.
void world_touch(world *w, uint32_t number);
/// The value of a choice. False if the input keeps its value, which comes before all values, and for inputs without a
/// value: which target it is.
bool input_value(const input *of, uint32_t choice, double *value);
/// Host functions that are inputs.
bool world_make_functions(world *w, const wits_desc *desc);
/// Before a tick: random streams draw as the dice determine, and removed dice of `random` are restored. After it:
/// streams that have drawn for the first time become dice.
void world_roll(world *w, dice *d);
/// The twin's draws equal those of the first.
void world_spread_draws(world *w);
void world_learn(world *w, dice *d);
/// Chooses the first outcome of chance, or the next; returns false after the last.
void dice_first(world *w, dice *d);
bool dice_next(dice *d);
/// Sets fields to the host's values, also fields that the brain assigns, where the host has one.
void world_put_kept_fields(world *w);
/// `rows` maps events to those of the brain; null: its own.
void raise_all(const wits_brain *brain, unsigned char *agent, uint64_t events, const uint32_t *rows);
/// Raises the host's events of this tick.
void world_raise(world *w);
/// Starts an agent with the events, or places it in `from`.
void world_start(world *w, wits_state_id from, uint32_t id);
/// Runs one tick of the agent in its current state, with the events.
void world_run(world *w, uint32_t tick);
/// Runs one tick from the situation with these inputs, at BASE_TICK + 1.
void world_tick(world *w, const unsigned char *situation, dice *d);
/// Returns the current value of an input; WITS_NOT_GIVEN if it is unused or unchanged.
double world_value(const world *w, uint32_t number);

void put_value(wits_type type, void *to, double value);
/// Returns whether it is about a list of targets.
bool is_of_targets(const input *of);

// events.c

/// Notes which transitions need events. False without memory.
bool events_begin(struct wits_prover *p);
/// Finds the events that can make a difference in a tick from a situation; null: a start.
void events_look(world *w, const unsigned char *situation);

// targets.c

bool targets_begin(world *w);
/// The twin has the same lists, as its own brain declares them.
void targets_pair(world *w);
bool targets_add_inputs(world *w);
/// Makes all lists empty.
void targets_empty(world *w);
/// The targets remembered in the current situation; null: none.
void targets_look(world *w, const unsigned char *situation);
/// Returns whether an input matters: lists are long enough for it.
bool targets_have(const world *w, const input *of);
/// Returns how many targets may be at this position of a list, given the previous choices.
uint32_t targets_choices(const world *w, const input *of);
/// Sets the length of a list, the target at a position, or a field of a target.
void targets_apply(world *w, const input *of, uint32_t choice, double value);
/// Sets an id to the value in a run, instead of a choice.
void targets_put(world *w, const input *of, double value);
/// Numbers the targets in the situation being noted, in w->key and that of the twin.
void targets_rename(world *w);
/// The number of a target in the situation noted last, or the number of targets.
uint32_t targets_number(const world *w, uint32_t kind, uint32_t slot);
/// The row of a target in a list; STORE_NONE if it is not in it.
uint32_t targets_row(const world *w, uint32_t kind, uint32_t id);
/// Lower bound of the combinations of lists.
uint64_t targets_combinations(const world *w);
struct row;
/// Gives the targets of a run's tick the ids that they have in the run. The agent is as it is before that tick;
/// `before` is the row before, null at the start.
bool targets_name(world *w, struct row *of, const struct row *before);

/// Writes "3.5,\"door\"", as in all printed calls.
void print_arguments(const wits_argument *arguments, uint32_t count, char *to, size_t size);

/// Sets the words of properties after a tick; then evaluates the observer; and whether assumptions hold before a tick.
void observer_words(struct wits_prover *p, uint32_t tick);
void observer_look(struct wits_prover *p, uint32_t tick);
void observer_assume(struct wits_prover *p);
bool observer_answer(const struct wits_prover *p, uint32_t number);

// ---------------------------------------------------------------------------------------------------------- properties

/// Events of one tick.
typedef struct row {
    double *values;        ///< by input, or WITS_NOT_GIVEN
    uint32_t value_count;  ///< later inputs were not read
    float *draws;          ///< by stream; NaN: it has not drawn. Null without streams
    bool stands;           ///< the inputs are those of the row before
} row;

/// A point: the situation from which its tick ran, and the events of that tick. A start has no tick.
typedef struct point {
    bool is_there;
    uint32_t from;   ///< STORE_NONE: a start
    uint32_t agent;  ///< id of the agent at a start
    row last;
    row *still;  ///< ticks after it in which inputs did not change, or any as the property demands
    uint32_t still_count;
} point;

struct run;

typedef struct sentences {
    const char **texts;
    uint32_t count;
} sentences;

/// A property being decided.
typedef struct claim {
    const wits_property *property;
    wits_proof proof;
    uint32_t condition, until, assume;  ///< questions, or STORE_NONE
    wits_state_id of;                   ///< the composite of `settles`
    wits_state_id from;                 ///< WITS_NONE: the start
    uint32_t group;                     ///< group of claims that are explored together
    bool met;                           ///< the property has applied
    bool is_over;
    bool looks_on;      ///< the continuation of this point is being explored
    point found;        ///< a counterexample, or for `reach` an example
    uint32_t shortest;  ///< for `settles`: ticks of the run to `found`
    point worst;
    struct run *found_run, *worst_run;
    uint32_t worst_ticks;
    bool worst_goes_on;  ///< the wait is longer than these ticks
    sentences why;
    key_set judged;  ///< points of `within` and `settles` that were judged already
    edges
        ways;  ///< for `returns`, all edges; for `within` with any inputs, those of points where `until` does not hold
    bits marks;  ///< for `returns`, situations from which one tick leads to a point where it holds; for `within`,
                 ///< situations in which it begins
    bits starts_badly;  ///< for `within`, the starts where it begins
    bool failed;        ///< memory ran out
    bool has_too_many;  ///< too many random outcomes while inputs do not change
    bool is_too_long;   ///< too many ticks while inputs do not change, at one point
} claim;

/// Coverage, by goal.
typedef struct coverage {
    bool *covered, *known;  ///< now; and when points were noted last
    point *points;          ///< the first point for each goal
    struct run **runs;
    wits_proof_run *shown;
    uint32_t run_count;
} coverage;

typedef struct lanes lanes;
typedef struct event_uses event_uses;
typedef struct wrap_search wrap_search;

typedef struct wits_prover {
    pool pool;
    wits_prove_about about;
    wits_prove_options options;
    const wits_brain *brain;  ///< from the description, with clocks that the properties read
    wits_state_desc *states;  ///< states of that description
    model model;
    struct wits_prover *loose;  ///< with options.free_fields: explores instead of this one; else null
    struct wits_prover *twin;   ///< for wits_same_new: has the second brain and its world; null: only one brain
    observer observer;
    char observer_prefix[64];
    world world;
    store store;
    claim *claims;
    uint32_t claim_count, group_count;
    wits_prove_mistake *mistakes;
    uint32_t mistake_count, mistake_capacity;
    sentences assumed, notes;
    const event_uses *event_uses;  ///< null: every event matters in every situation
    wrap_search *wraps;            ///< null: no assignment can wrap, or it cannot be observed
    wits_input *shown;
    uint32_t shown_count;
    coverage cover;
    coverage marks;  ///< the caller's marks instead of goals
    // group of the running exploration
    uint32_t group;
    unsigned char *situation;  ///< a copy of the current one
    unsigned char *reached;    ///< a copy of the one that the tick led to
    struct trails *trails;     ///< memory of still.c
    wits_trace_record *records;
    uint32_t record_capacity;
    uint32_t looked_at;
    uint32_t depth;      ///< depth of the current situation
    uint32_t level_end;  ///< end of the situations of this depth
    bool is_one_by_one;  ///< ticks are run one after the other, for comparisons in tests
    lanes *lanes;        ///< null: ticks are run one after the other
    bool has_run;
    bool is_stopped;       ///< by the caller
    bool is_spent;         ///< the limit of ticks is reached
    bool is_full;          ///< the limit of situations or memory is reached
    uint32_t full_depth;   ///< number of ticks after which a situation is missing
    bool has_too_many;     ///< combinations
    uint64_t assumed_met;  ///< combinations that met the assumptions
    uint64_t told;         ///< number of ticks and starts at the last progress report
    wits_prove_go_on_fn *go_on;
    void *user;
} wits_prover;

void prover_note(wits_prover *p, const wits_property *property, const wits_property_text *text, uint32_t offset,
                 const char *format, ...);
void claim_why(wits_prover *p, claim *c, const char *format, ...);
/// `is_free` may be null.
wits_prover *prover_make(const wits_prove_about *about, const wits_prove_options *options, const bool *is_free);
bool prover_is_provable(wits_prover *p);
/// Compiles the brain, with a clock for each state if `timed` is given: elapsed() in a property needs it.
bool prover_compile(wits_prover *p, bool timed);
/// Replaces options that are 0 by their defaults.
wits_prove_options options_in_full(const wits_prove_options *given);
/// Each is listed once.
void sentence_add(wits_prover *p, sentences *to, const char *format, ...);
/// Notes the assumptions of the result.
void prover_note_assumed(wits_prover *p);
/// Allocates a situation and the trace of a run.
bool prover_take_room(wits_prover *p);
/// Determines the verdict after the exploration.
void claim_finish(wits_prover *p, claim *c);
/// Returns whether to continue: within limits, and while the caller's callback, which is called now and then, returns
/// true.
bool prover_goes_on(wits_prover *p);

// notes.c
/// Makes p->wraps.
void notes_begin(wits_prover *p);
/// This world's agent called a host function that is an input.
void notes_see_asked(world *asker, uint32_t number);
/// Handles a tick that has led from one situation to another; inputs and dice are still those of the tick.
void notes_see_tick(wits_prover *p, const unsigned char *before, const unsigned char *after);

// lanes.c
/// Makes p->lanes, where many ticks can be run at once. Called once, when fields have their first values.
void lanes_begin(wits_prover *p);
/// Runs all ticks from all situations, as explore() would one after the other.
void lanes_explore(wits_prover *p);

// explore.c
/// Explores every result of a group's claims.
void explore(wits_prover *p, uint32_t group);
const claim *first_of_group(const wits_prover *p, uint32_t group);
/// Returns whether one of the group's claims is still open.
bool explore_is_open(const wits_prover *p);
/// Begins the ticks from the situation p->looked_at.
void explore_next(wits_prover *p);
/// Judges a tick for each claim: the situation is in the world's key, and the observer has been evaluated. If its
/// number is unknown, `hash` is that of the key. Returns the number; STORE_NONE if it has none.
uint32_t judge_tick(wits_prover *p, uint32_t from, uint64_t hash);
/// Returns the number of combinations of the inputs that exist from the beginning.
uint64_t eager_combinations(const world *w);
/// Returns whether the inputs satisfy the assumptions of the group's claims.
bool assumptions_hold(wits_prover *p, uint32_t group);
/// Places the agent where the group's claims start, for an id; fields have their initial values or those chosen.
void start_agent(wits_prover *p, uint32_t group, uint32_t id);
/// Starts the agent in each way in which the group's claims may start, until `see` returns true. The world's key is
/// then its situation.
typedef bool see_start_fn(wits_prover *p, void *user);
bool each_start(wits_prover *p, see_start_fn *see, void *user);

// judge.c
/// Handles a tick that has led from `from` (STORE_NONE: a start) to the situation `to`; the observer was evaluated.
void judge_point(wits_prover *p, claim *c, uint32_t from, uint32_t to);
/// Finishes after the exploration.
void judge_whole(wits_prover *p, claim *c);
/// Notes the tick that has just run, with these dice.
void row_note(wits_prover *p, row *to, const dice *d);
void point_note(wits_prover *p, point *to, uint32_t from);

// same.c
/// Returns whether the agent and its twin differ after the last tick, in active states or calls.
bool world_differs(const world *w);
struct run;
/// Returns why a run is inconclusive: both brains draw independently where the other does not draw; or null.
const char *same_draws_apart(const struct wits_prover *p, const struct run *of);
/// Maps the inputs that are shown to those of the second brain.
void same_show_inputs(struct wits_prover *p);

// still.c
uint32_t most_followed(const wits_prover *p);
/// Frees the memory of all trails, whose numbers of situations belong to one exploration.
void still_end(wits_prover *p);
/// Judges whether a point of `within` or `settles` satisfies the claim; otherwise it is the counterexample.
void judge_still(wits_prover *p, claim *c, uint32_t from, uint32_t to);
/// Returns whether a point of `settles` that many ticks after the start can fail with a shorter run than the one found.
bool may_be_shorter(const claim *c, uint32_t depth);

/// Returns whether a tick's trace shows that the active child of a composite changed, or was entered again.
bool changes_child(const wits_prover *p, wits_state_id of, const wits_trace *trace);

// replay.c
/// The run that leads to a point, tick by tick; row 0 is the start.
typedef struct run {
    row *rows;
    uint32_t count;  ///< rows
    uint32_t agent;
    uint32_t point;  ///< the row of the point
} run;

// borders.c
/// Adds to the values of sampled inputs.
void borders_find(wits_prover *p);

// free.c
bool is_free_field(const wits_prover *p, uint32_t field);
/// Makes the prover of the brain with free fields. False with mistakes.
bool free_begin(wits_prover *p);
/// Runs it, and adopts its results.
void free_run(wits_prover *p);

// cover.c
bool cover_begin(wits_prover *p);
/// Notes the coverage of the tick that has just run.
void cover_look(wits_prover *p, uint32_t from);
/// Selects runs after the exploration.
void cover_finish(wits_prover *p);
// marks.c
bool marks_begin(wits_prover *p);
/// Asks the caller for the marks of a new situation.
void marks_look(wits_prover *p, uint32_t from, const unsigned char *situation);
void marks_finish(wits_prover *p);

/// Sets the coverage of a run, by goal.
void run_cover(wits_prover *p, const run *of, bool *covered);
/// Makes the run to a point. Returns false if memory runs out.
bool make_run(wits_prover *p, const point *to, run *made);
/// Returns the deepest active state where the property begins, if a run, replayed as a game would, refutes the claim.
wits_state_id run_state_at_point(wits_prover *p, const claim *c, const run *of);
bool run_shows(wits_prover *p, const claim *c, const run *of);

#endif
