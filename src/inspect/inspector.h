// SPDX-License-Identifier: MIT
// An inspector: its viewers, what they watch, and the world during a frame.
#ifndef WITS_INSPECT_INSPECTOR_H
#define WITS_INSPECT_INSPECTOR_H

#include "inspect/json.h"

enum {
    MOST_WAITING = 2 << 20,    ///< bytes of requests that wait
    MOST_LONG = 4,             ///< requests in one frame that may take long; the others wait for the next one
    MOST_PATH = 1040,          ///< bytes of a state's path, with the final zero
    MOST_CHANGED_STATES = 32,  ///< states of an entry of the history that are listed
    SCANNED_ROWS = 4096,       ///< agents that are looked at together
};

/// Memory that grows and is kept.
typedef struct room {
    void *bytes;
    size_t size;
} room;

// ------------------------------------------------------------------------------------------------------------- viewers

typedef enum cause_kind { CAUSE_NONE, CAUSE_TRANSITION, CAUSE_CHOICE } cause_kind;

/// Reason of a change of an agent's states.
typedef struct cause {
    cause_kind kind;
    uint32_t row;           ///< of the transition, or the utility
    wits_state_id entered;  ///< WITS_NONE, or a state that exits and is entered again
} cause;

typedef struct change {
    uint32_t tick;
    cause because;
    uint16_t left_count, entered_count;
    wits_state_id left[MOST_CHANGED_STATES], entered[MOST_CHANGED_STATES];
} change;

/// The agent that a viewer focuses on.
typedef struct focus {
    bool is_on;
    bool has_states;  ///< `states` are those of the last frame
    uint64_t agent;
    uint64_t row;  ///< where it was found last
    room states;   ///< active states of the last frame
    uint32_t state_count;
    uint32_t tick;   ///< of the last frame
    cause expected;  ///< reason of the change that the next tick makes
    room history;    ///< a ring of `change`
    uint32_t first, count;
} focus;

typedef struct watched {
    uint64_t agent, row;  ///< `row`: where it was found last
} watched;

typedef struct viewer_data {
    bool is_there;
    bool has_left;    ///< valid during a frame only
    bool is_waiting;  ///< for an update
    bool sees_counts;
    bool sees_moves;
    bool has_old_brain;  ///< has not yet been sent that the brain has changed
    uint64_t seen;       ///< number of the last change it has seen
    uint64_t dropped;
    watched watches[WITS_INSPECT_MAX_WATCHED];
    uint32_t watch_count;
    focus focus;
    room before;            ///< each agent's deepest state in the last update with moves
    uint64_t before_count;  ///< agents in it
    uint32_t next_part;     ///< of the agents, for moves
    bool holds;             ///< holds the agent `held` in the state with the path `held_path`
    watched held;
    wits_state_id held_state;
    char held_path[MOST_PATH];
} viewer_data;

typedef struct request {
    struct request *next;
    size_t size;
    uint32_t viewer;
    char bytes[];  ///< and a final zero
} request;

// --------------------------------------------------------------------------------------------------------- breakpoints

/// A condition or an assignment, compiled.
typedef struct agent_probe {
    room memory, work, agents;
    const wits_brain *brain;
    const wits_crowd_code *code;
    wits_column *columns;
    wits_function *functions;
    uint32_t function_count;
    void *scratch;
    unsigned char *begins;  ///< an agent in its first state
    size_t agent_size;
} agent_probe;

typedef struct breakpoint {
    uint32_t number;  ///< from 1; 0: a free row
    uint32_t viewer;
    room text;               ///< as given
    wits_state_id from, to;  ///< WITS_NONE: not given. Without both it is the condition that becomes true
    bool has_condition;
    agent_probe condition;
    room notes;       ///< a byte for each agent
    uint64_t agents;  ///< that have notes
    uint64_t hits;
} breakpoint;

// ----------------------------------------------------------------------------------------------------------- inspector

struct wits_inspector {
    wits_inspector_options options;
    wits_allocator allocator;
    json_writer json;
    viewer_data viewers[WITS_INSPECT_MAX_VIEWERS];
    request *first, *last;
    size_t waiting;  ///< bytes of the requests

    bool is_paused, is_paused_by_program;
    uint64_t steps;     ///< ticks to run before it pauses
    bool wants_decide;  ///< half of a tick to run before it pauses, the second one if the first has run
    bool is_half;       ///< the tick `tick` has decided
    bool has_run;       ///< a tick, or half of one, has run since the last frame
    wits_inspect_next returned;
    uint64_t changes;                      ///< number of the last change that viewers may want to see
    uint64_t agent_changes, hold_changes;  ///< see wits_inspect_effects

    // The world in the last frame, and in this one.
    bool had_world, is_new_brain;
    const wits_brain *brain;
    uint64_t brain_hash;
    uint64_t count;  ///< agents
    uint32_t tick;
    uint64_t seed;
    const wits_inspected *world;  ///< null outside of a frame
    const wits_desc *desc;        ///< null if it is not the brain's
    size_t agent_size;
    size_t stride;

    breakpoint breaks[WITS_INSPECT_MAX_BREAKS];
    uint32_t last_break;

    room counts;       ///< a number for each state
    bool has_counts;   ///< they are those of this frame
    uint64_t counted;  ///< agents in them; 0: none
    uint32_t counted_tick, next_part;
    room deepest, active;  ///< states of one agent
    room scan;             ///< see below
    room moves;            ///< a table of moves
    room decision;         ///< memory of an explanation, of a list of actions and of a copy of an agent
    bool has_decision;     ///< these three are made for this brain
    wits_explain explain;
    wits_list list;
    unsigned char *copy;
};

/// Results for the agents of a slice.
typedef struct scan {
    bool holds[SCANNED_ROWS];
    bool is_in_from[SCANNED_ROWS];
    wits_state_id deepest[SCANNED_ROWS];
    uint32_t rows[SCANNED_ROWS];
} scan;

static inline uint64_t states_of(const wits_inspector *of) {
    return wits_state_count(of->brain);
}

static inline unsigned char *agent_at(const wits_inspector *of, uint64_t row) {
    return (unsigned char *)of->world->agents->agents + row * of->stride;
}

static inline uint64_t id_at(const wits_inspector *of, uint64_t row) {
    const wits_agents *agents = of->world->agents;
    return agents->ids != NULL ? agents->ids[row] : agents->first_id + row;
}

/// Finds an agent. The search begins at `row`, which receives its row.
bool wits_inspect_find(const wits_inspector *of, uint64_t id, uint64_t *row);
/// Returns the frame for a call for an agent, in mode now.
wits_frame wits_inspect_frame_of(const wits_inspector *of, uint64_t row);
/// Returns whether all memory of fields is there, and the functions that decisions call.
bool wits_inspect_can_decide(const wits_inspector *of);
/// Reserves at least this many bytes, with undefined contents. Returns false if memory runs out.
bool wits_inspect_reserve(wits_inspector *of, room *what, uint64_t size);
void wits_inspect_release(wits_inspector *of, room *what);
/// Notes a change that viewers may want to see.
static inline void has_changed(wits_inspector *of) {
    of->changes++;
}

/// Lets the world run, or pauses it after so many ticks, optionally plus half a tick.
static inline void set_pace(wits_inspector *of, bool is_paused, uint64_t steps, bool wants_decide) {
    of->is_paused = is_paused;
    of->steps = steps;
    of->wants_decide = wants_decide;
}

#define LACKS_INPUTS "the program has not given all fields and functions of one agent"

// ------------------------------------------------------------------------------------------------------------ requests

/// A request that is being answered.
typedef struct asked {
    wits_inspector *of;
    viewer_data *viewer;
    uint32_t viewer_number;
    bool has_number;
    uint32_t number;
    const char *word;
    char *rest;  ///< of the first line
    const char *text;
    size_t text_size;
    const char *removed;  ///< null, or the breakpoint that is removed if it is refused
} asked;

/// Takes the next word of the line; "" if there is none.
char *wits_inspect_word(char **line);
/// Reads a number of at most `most`. Returns false for anything else.
bool wits_inspect_number(const char *text, uint64_t most, uint64_t *value);
void wits_inspect_done(const asked *a);
/// The same, for a request that has changed agents.
void wits_inspect_done_to_agents(const asked *a);
/// The same, with a number.
void wits_inspect_done_with(const asked *a, uint32_t number);
/// Refuses with a message of up to three parts, of which the last two may be null. If `nearest` is not null, suggests
/// it: "did you mean ...?".
void wits_inspect_refuse(const asked *a, const char *before, const char *name, const char *after, const char *nearest);
/// Begins a message that answers a request.
void wits_inspect_begin_answer(const asked *a, const char *name);
/// Refuses an unknown name of a table of the brain.
void wits_inspect_refuse_name(const asked *a, const char *what, const char *word,
                              const char *(*name)(const wits_brain *, uint32_t), uint32_t count);
/// These refuse mistakes, and return false.
bool wits_inspect_read_agent(const asked *a, const char *word, uint64_t *id, uint64_t *row);
bool wits_inspect_read_state(const asked *a, const char *word, wits_state_id *state);
bool wits_inspect_has_memory(const asked *a, bool is_reserved);
/// Effect of a request on the following ones.
typedef enum answered {
    ANSWERED,
    ANSWERED_LONG,     ///< it may have taken long
    ANSWERED_COMMAND,  ///< the program may change the world after this frame, so they wait for the next one
} answered;

/// Answers a request, whose bytes it changes.
answered wits_inspect_answer(wits_inspector *of, request *r);

// --------------------------------------------------------------------------------------------------------------- parts

// brain.c
void wits_inspect_brain(const asked *a);
void wits_inspect_brain_text(const asked *a);

// probe.c

/// Both refuse mistakes, and return false.
bool wits_inspect_make_condition(const asked *a, const char *condition, agent_probe *to);
bool wits_inspect_make_assignment(const asked *a, const char *assignment, agent_probe *to);
void wits_inspect_release_probe(wits_inspector *of, agent_probe *p);
/// Reserves memory for all agents of this frame. Returns false if memory runs out.
bool wits_inspect_reserve_probe(wits_inspector *of, agent_probe *p);
/// Tests the condition for `count` agents where `holds` is true, and writes the result there.
void wits_inspect_test(const wits_inspector *of, const agent_probe *p, uint64_t first, uint32_t count, bool *holds);
void wits_inspect_assign(const wits_inspector *of, const agent_probe *p, uint64_t first, uint64_t count);

// population.c

/// Returns the agents as a crowd.
wits_crowd wits_inspect_crowd(const wits_inspector *of);
/// Reserves memory for counts. Returns false if memory runs out.
bool wits_inspect_reserve_counts(wits_inspector *of);
/// Returns false and writes nothing if memory runs out.
bool wits_inspect_put_counts(wits_inspector *of);

/// Reserves memory for a scan. Returns false if memory runs out.
bool wits_inspect_reserve_scan(wits_inspector *of);
/// Writes which agents of a slice are in a state, into the memory for a scan or elsewhere.
void wits_inspect_scan_state(const wits_inspector *of, wits_state_id state, uint64_t first, uint32_t count,
                             bool *is_in);
bool wits_inspect_begin_moves(wits_inspector *of, viewer_data *v);
/// Returns false if memory for new agents runs out: then moves are no longer counted.
bool wits_inspect_put_moves(wits_inspector *of, viewer_data *v);
void wits_inspect_find_agents(const asked *a);
void wits_inspect_hash(const asked *a);

// breaks.c

void wits_inspect_forget_breaks(wits_inspector *of, uint32_t viewer);
/// Pauses if an event has occurred.
void wits_inspect_check_breaks(wits_inspector *of);
/// Reads all breakpoints again, for another brain.
void wits_inspect_renew_breaks(wits_inspector *of);
void wits_inspect_put_breaks(wits_inspector *of);
void wits_inspect_break(const asked *a);
void wits_inspect_unbreak(const asked *a);

// changes.c

void wits_inspect_raise(const asked *a);
void wits_inspect_set(const asked *a);
void wits_inspect_goto(const asked *a);
void wits_inspect_hold(const asked *a);
/// Finds the states that agents are held in again, in another brain.
void wits_inspect_renew_held(wits_inspector *of);
void wits_inspect_return_held(wits_inspector *of, viewer_data *v);

// focus.c

/// These reserve memory, and return false if it runs out.
bool wits_inspect_reserve_states(wits_inspector *of);
bool wits_inspect_reserve_focus(wits_inspector *of, focus *f);
/// Writes the deepest active states, or all of them in the order of the brain, into the member of that name. Returns
/// their number.
uint32_t wits_inspect_deepest(const wits_inspector *of, const void *agent);
uint32_t wits_inspect_active(const wits_inspector *of, const void *agent);
/// Notes which states have changed. Returns false if memory runs out.
bool wits_inspect_follow(wits_inspector *of, focus *f);
/// Notes the reason of a change that the explained decision will make.
void wits_inspect_expect(wits_inspector *of, focus *f);
void wits_inspect_put_focus(wits_inspector *of, focus *f, bool is_explained);
/// Writes the deepest active states.
void wits_inspect_put_states(wits_inspector *of, uint64_t row);
void wits_inspect_put_watched(wits_inspector *of, watched *w);

// explain.c

/// Reserves memory for explanations. Returns false if memory runs out.
bool wits_inspect_reserve_decision(wits_inspector *of);
/// Returns the tick of the next decision of an agent.
uint32_t wits_inspect_decision_tick(const wits_inspector *of, uint64_t id);
/// Explains the next decision of an agent. Returns false if it cannot be.
bool wits_inspect_decide(wits_inspector *of, uint64_t row, bool counterfactuals);
/// Returns the first thing that changes states in the explained decision.
cause wits_inspect_cause(const wits_inspector *of);
void wits_inspect_put_explain(wits_inspector *of);
void wits_inspect_why(const asked *a);

#endif
