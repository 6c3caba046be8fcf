// SPDX-License-Identifier: MIT
// wits: decision making for agents. The core.
//
//   tables (wits_desc) --wits_brain_compile--> brain, immutable, shared by any number of agents and threads
//   agent = wits_agent_size(brain) plain bytes in your memory, all zero when stopped; to save the agent, copy them
//   each tick: wits_decide chooses the active states, wits_update runs their actions, wits_tick does both
//
// A state is a leaf or a composite: fsm (one child, by transitions), utility (one child, by scores), parallel (all
// children), any inside any. Outer transitions beat inner ones; among those of one source the first in the table wins.
// The rules are in docs/semantics.md. Nothing here allocates, and there is no global state: two calls may run at the
// same time on different agents, and any number may share a brain.
#ifndef WITS_WITS_H
#define WITS_WITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wits/api.h"
#include "wits/argument.h"
#include "wits/considerations.h"
#include "wits/field.h"
#include "wits/problems.h"
#include "wits/targets.h"
#include "wits/trace.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    WITS_ROOT = 0,        ///< row 0 of every table of states
    WITS_STAY = 0xFFFF,   ///< returned by a step callback to stay
    WITS_NONE = 0xFFFF,   ///< no state, no row
    WITS_MAX_DEPTH = 16,  ///< levels below the root
    WITS_MAX_STATES = 65534,
    WITS_MAX_TRANSITIONS = 65534,
    WITS_MAX_STEPS = 65534,
    WITS_MAX_INITIALS = 65534,
    WITS_MAX_EVENTS = 64,
    WITS_MAX_FUNCTIONS = 1024,
    WITS_MAX_FIELDS = 1024,
    WITS_MAX_ENUM_VALUES = 256,
    WITS_MAX_NAME = 64,  ///< bytes, without the final zero
    WITS_MAX_CONSIDERATIONS = 65534,
    WITS_MAX_ARGUMENTS = 4,   ///< arguments of one call of a host function
    WITS_MAX_CALL_DEPTH = 8,  ///< depth of nested calls of host functions in each other's arguments
};
#define WITS_MAX_TICKS 0x7FFFFFFFu

typedef struct wits_brain wits_brain;
typedef struct wits_call wits_call;
typedef struct wits_desc wits_desc;
typedef struct wits_function wits_function;
typedef struct wits_report wits_report;

// -------------------------------------------------------------------------------------------------------------- agents

typedef enum wits_mode {
    WITS_MODE_NOW,       ///< every action runs where it occurs
    WITS_MODE_DEFERRED,  ///< `raise` and assignments run where they occur, host actions go to the list
    WITS_MODE_LISTED,    ///< everything goes to the list
} wits_mode;

struct wits_list;
struct wits_trace;
struct wits_explain;

/// Arguments of a call, owned by the caller. The library only reads them, except what `trace`, `list` and `explain`
/// point to. A pointer may be null unless its comment says when it is needed.
typedef struct wits_frame {
    uint32_t tick;   ///< differences are taken modulo 2^32
    uint64_t agent;  ///< the agent's id, for randomness, `every` and the trace
    uint64_t seed;
    const float *draws;  ///< draws of this call's random streams, instead of the seed: wits_random_stream_count of
                         ///< them, each in [0, 1). Null: drawn from the seed. Builds with checks stop at other numbers
    void *context;       ///< the agent's context; passed to every host function
    void *user;          ///< free for the program; functions find it in call->frame
    const wits_column *columns;      ///< columns of the brain's fields, in its order; required if it has fields
    uint32_t row;                    ///< this agent's row in the columns
    const wits_function *functions;  ///< in the brain's order: desc.functions, or the result of wits_bind; needed if
                                     ///< the brain calls functions
    const struct wits_target_list *targets;  ///< the lists of this agent's targets, one for each kind, in the brain's
                                             ///< order; null: all are empty
    uint64_t layout;  ///< for wits/convert.h: wits_brain_layout_hash when the agent was created; 0: unknown. Builds
                      ///< with checks stop if the brain's differs
    wits_mode mode;
    struct wits_list *list;        ///< needed by modes deferred and listed; null has capacity 0
    struct wits_trace *trace;      ///< null: no trace, at no cost
    struct wits_explain *explain;  ///< null: no explanation, at no cost; see wits/explain.h
    uint64_t *nan_scores;          ///< incremented for each scored option whose score is NaN; may be null
} wits_frame;

/// Bytes of one agent of this brain; at least 1. All zero is a stopped agent. No alignment is needed.
WITS_API size_t wits_agent_size(const wits_brain *brain);

// The verbs. Each returns true on success. It returns false with nothing changed in the modes deferred and listed if
// the list has less capacity than wits_list_room or wits_list_argument_room returns; for an update in mode listed of a
// brain with step callbacks; and for an unknown state. Calling one from inside a function for the same agent is misuse.
// An agent is initially stopped: start it first. Before that, wits_decide only clears pending events, and wits_update
// does nothing; both return true.

/// Enters the root, then its children. Does nothing if the agent is started.
WITS_API bool wits_start(const wits_brain *brain, void *agent, const wits_frame *frame);
/// Exits everything that is active, innermost first. Forgets everything but pending events.
WITS_API bool wits_stop(const wits_brain *brain, void *agent, const wits_frame *frame);
/// Runs a decision pass: fires transitions and chooses options, from the root inwards. Consumes pending events.
WITS_API bool wits_decide(const wits_brain *brain, void *agent, const wits_frame *frame);
/// Runs the update actions of the active states, then the steps of leaves.
WITS_API bool wits_update(const wits_brain *brain, void *agent, const wits_frame *frame);
/// Calls wits_decide, then wits_update.
WITS_API bool wits_tick(const wits_brain *brain, void *agent, const wits_frame *frame);
/// Fires a transition from the root to `state`, which must not be the root. Does nothing if the state is active.
WITS_API bool wits_goto(const wits_brain *brain, void *agent, const wits_frame *frame, wits_state_id state);
/// As wits_goto, but an active state exits and is entered again.
WITS_API bool wits_restart(const wits_brain *brain, void *agent, const wits_frame *frame, wits_state_id state);
/// Makes `state` active without running any action. Forgets everything but pending events.
WITS_API bool wits_set_state(const wits_brain *brain, void *agent, const wits_frame *frame, wits_state_id state);

/// Makes an event pending for the next decision pass. Returns false and does nothing if the event is unknown.
WITS_API bool wits_raise(const wits_brain *brain, void *agent, uint32_t event);

// Builds of the library with WITS_CHECKS=1 stop at misuse. Every call, also a query, checks the agent's bytes (null,
// not zeroed, of another brain) and stops at an unknown state or event. Calls that decide or update stop at fields
// without memory or of another type, at a missing function (unless it is only listed), and at a call for an agent from
// inside one of its own functions. A failed check calls WITS_ASSERT(condition), which is assert() unless you define
// your own before building the library; it must not return.

// ---------------------------------------------------------------------------------------------- queries about an agent

// From outside any call for the agent. An unknown state or event, such as WITS_NONE, is not active and not pending, and
// its name is "".
WITS_API bool wits_is_started(const wits_brain *brain, const void *agent);
WITS_API bool wits_is_in(const wits_brain *brain, const void *agent, wits_state_id state);
WITS_API bool wits_is_pending(const wits_brain *brain, const void *agent, uint32_t event);
/// Writes the deepest active states, one for each active region, in declared order; at most `capacity` (null if that is
/// 0). Returns their number: 1 without parallels, 0 if stopped.
WITS_API uint32_t wits_active(const wits_brain *brain, const void *agent, wits_state_id *states, uint32_t capacity);
/// Returns the first deepest active state, which is the only one without parallels. WITS_NONE if stopped.
WITS_API wits_state_id wits_deepest(const wits_brain *brain, const void *agent);
/// Returns the ticks on the state's clock at `tick`; 0 if it is not active, and for a state without a clock (a state
/// has one if it is `timed`, has a transition with `after`, a `hold`, `lasts`, or an expression that reads `elapsed`).
WITS_API uint32_t wits_elapsed(const wits_brain *brain, const void *agent, wits_state_id state, uint32_t tick);

/// Returns whether a state is done: it is active, and `lasts`, `done` or a final child makes it so. Uses the frame's
/// tick and fields, and the functions that `done` texts call. False for a state that is not active or only kept.
WITS_API bool wits_is_done(const wits_brain *brain, const void *agent, const wits_frame *frame, wits_state_id state);

/// Returns whether `size` foreign bytes are an agent that this brain could have made. Every other function assumes so.
WITS_API bool wits_agent_is_valid(const wits_brain *brain, const void *agent, size_t size);
/// Returns a hash of (id, bytes). The hash of many agents is the sum of their hashes modulo 2^64.
WITS_API uint64_t wits_agent_hash(const wits_brain *brain, const void *agent, uint64_t id);

// ------------------------------------------------------------------------------------------------------ host functions

/// When an action runs.
typedef enum wits_action_kind {
    WITS_ACTION_ENTER,
    WITS_ACTION_EXIT,
    WITS_ACTION_UPDATE,
    WITS_ACTION_DECIDE,
    WITS_ACTION_STEP,        ///< `row` is the step's
    WITS_ACTION_TRANSITION,  ///< `row` is the transition's
    WITS_ACTION_RETARGET,
} wits_action_kind;

// Host functions. `context` is the frame's. Conditions and scores are pure: they may be called more or less often than
// the rules suggest, in any order, also for states that are not active, and must not call this library for their agent.
// Actions and step callbacks may call wits_call_is_in, wits_call_elapsed and wits_raise.
typedef bool wits_condition_fn(const void *context, const wits_call *call);
typedef float wits_score_fn(const void *context, const wits_call *call);
typedef void wits_action_fn(void *context, const wits_call *call);
/// Does the leaf's work and returns the next state, which its steps must declare, or WITS_STAY.
typedef wits_state_id wits_step_fn(void *context, const wits_call *call);

/// A named host function: exactly one of the four pointers is given. Its number is its row. A condition, score or
/// action that reads call->arguments declares its parameters, as in {"play", .action = play, .parameters =
/// {{WITS_ARGUMENT_TEXT}}}: then wits_bind and wits_brain_compile report each call with other arguments. Without a
/// declaration, calls may differ; check the kind of each argument.
typedef struct wits_function {
    const char *name;
    wits_condition_fn *condition;
    wits_score_fn *score;
    wits_action_fn *action;
    wits_step_fn *step;
    wits_parameter parameters[WITS_MAX_ARGUMENTS];  ///< up to the first of kind NONE
    bool takes_nothing;                             ///< declares that it has no parameters
} wits_function;

/// Arguments of a host function. Valid during the call only.
struct wits_call {
    const wits_brain *brain;
    const wits_frame *frame;
    void *agent;            ///< for wits_raise
    wits_state_id state;    ///< the state that owns the function; the source of a transition
    uint16_t row;           ///< row of a transition, step or initial rule, else WITS_NONE
    uint32_t function;      ///< its row in the frame's functions
    wits_action_kind kind;  ///< in actions
    void *data;  ///< the leaf's private data (no alignment promised) in actions and step callbacks, else null
    uint32_t data_size;
    const wits_argument *argument;   ///< the first argument; null if there is none
    const wits_argument *arguments;  ///< all arguments; null if there are none. See `parameters` of wits_function
    uint32_t argument_count;
    const wits_target *target;  ///< the target being scored, or that of the innermost option with one around `state`;
                                ///< null: there is no such option
    const struct wits_pass *pass;  ///< the library's own
};

// Queries from inside an action or step callback, while states exit and enter. A state is active from its own enter to
// its own exit, both included. A kept state is active until just before its composite's exit, and again from after its
// composite's enter. An action run from a list sees its agent as it is then.

WITS_API bool wits_call_is_in(const wits_call *call, wits_state_id state);
/// Returns the ticks on the clock of call->state: in a transition's action that of the source, in an exit action that
/// of the exiting state, in an enter action 0.
WITS_API uint32_t wits_call_elapsed(const wits_call *call);

// --------------------------------------------------------------------------------------------------- actions as a list

/// One action to be run by the caller.
typedef struct wits_action_record {
    uint64_t agent;        ///< the frame's agent id
    uint32_t agent_row;    ///< the frame's row: the agent's row in the columns, and in a crowd its row there
    uint32_t action;       ///< see wits_action_function
    uint16_t kind;         ///< wits_action_kind
    uint16_t row;          ///< owner of the action: the state, or the row of a transition or step in its table
    uint32_t arguments;    ///< position of computed arguments in the list's `arguments`, or WITS_LIST_LATER; else 0
    uint32_t target_kind;  ///< kind of the innermost option with a target around the action; WITS_NONE without
    uint32_t target;       ///< that option's target when the action was listed; WITS_NO_TARGET: none
} wits_action_record;

/// For a record of mode listed: its arguments are computed when it runs.
#define WITS_LIST_LATER 0xFFFFFFFFu

/// Caller-owned buffer. Calls append to it; the caller resets `count` and `argument_count` to 0 after running the
/// actions. `arguments` receives the values computed in mode deferred, 4 bytes each, but not constants. It may be null
/// if wits_list_argument_room is 0.
typedef struct wits_list {
    wits_action_record *records;
    uint32_t capacity;
    uint32_t count;
    uint32_t *arguments;
    uint32_t argument_capacity;
    uint32_t argument_count;
} wits_list;

typedef enum wits_verb {
    WITS_VERB_START,
    WITS_VERB_STOP,
    WITS_VERB_GOTO,  ///< restart too
    WITS_VERB_DECIDE,
    WITS_VERB_UPDATE,
    WITS_VERB_TICK,
} wits_verb;

/// Returns the maximum number of records that one such call can add to the list for one agent.
WITS_API uint32_t wits_list_room(const wits_brain *brain, wits_verb verb);
/// The same for the values that such a call in mode deferred can add to the list's `arguments`.
WITS_API uint32_t wits_list_argument_room(const wits_brain *brain, wits_verb verb);

// Actions of records: WITS_LIST_RAISE + an event and WITS_LIST_ASSIGN + an assignment are the brain's own actions, and
// occur in mode listed only; anything else is a host function with or without arguments.
#define WITS_LIST_RAISE 0x80000000u
#define WITS_LIST_ASSIGN 0x40000000u

/// Returns the function (a row of the frame's functions) of a host action; WITS_NONE for the brain's own actions and
/// for unknown ones.
WITS_API uint32_t wits_action_function(const wits_brain *brain, uint32_t action);
/// Writes the arguments of a record of a host action and returns their number; 0 for the brain's own actions. In mode
/// listed, arguments that are computed when the record runs have the kind NONE. Returns WITS_NONE if the brain could
/// not have made such a record of this list; `list` may be null if it has no values.
WITS_API uint32_t wits_record_arguments(const wits_brain *brain, const wits_list *list,
                                        const wits_action_record *record, wits_argument arguments[WITS_MAX_ARGUMENTS]);
/// Runs one record of a list: calls its function, raises its event or assigns its field. `frame->agent`, `row` and
/// `context` must be the agent's, and `frame->list` the list, if the record has values there. Returns false and does
/// nothing if the frame lacks the function, or if the brain could not have made such a record, because it is damaged or
/// belongs to another version of the brain.
WITS_API bool wits_run_record(const wits_brain *brain, void *agent, const wits_frame *frame,
                              const wits_action_record *record);

// ----------------------------------------------------------------------------------------------------------- the brain

/// Bytes that wits_brain_compile needs for these tables, or 0 if they have problems. `report` may be null.
WITS_API size_t wits_brain_size(const wits_desc *desc, wits_report *report);

/// Checks the tables and compiles them into `memory` (`size` bytes, aligned to 8). Returns the brain, which is at the
/// start of `memory`, contains no pointers and may be copied as bytes to other aligned memory. Returns null with at
/// least one problem reported and `memory` untouched if the tables are invalid. `report` may be null.
WITS_API const wits_brain *wits_brain_compile(const wits_desc *desc, void *memory, size_t size, wits_report *report);

/// Returns the bytes of the compiled block, at most what wits_brain_size returned.
WITS_API size_t wits_brain_bytes(const wits_brain *brain);
/// Returns a hash of the compiled bytes: equal brains have equal hashes.
WITS_API uint64_t wits_brain_hash(const wits_brain *brain);
/// Returns whether `size` bytes (aligned to 8; may be null) are a complete, undamaged brain compiled by this version of
/// the library, in this machine's byte order. Call it first for bytes from a file; a brain from this program's own
/// wits_brain_compile needs no check. It compares a hash, which finds accidental damage, not forgery: trust compiled
/// bytes as you trust code.
WITS_API bool wits_brain_is_valid(const void *bytes, size_t size);

// --------------------------------------------------------------------------------------------------- program and brain

// A brain that comes from a file has functions, fields, events and states by name. wits_bind connects it to the
// program: it arranges what the program gives in the brain's order, and reports everything that does not fit, all at
// once.

/// A field of the program. With designated initialisers: {"distance", &soldiers[0].distance, .stride = sizeof
/// soldiers[0], .type = WITS_TYPE_FLOAT}
typedef struct wits_host_field {
    const char *name;
    void *base;                 ///< value of agent row 0; the value of a single agent
    size_t stride;              ///< bytes from one agent's value to the next; 0: one read-only value for all agents
    wits_type type;             ///< type of the values
    bool read_only;             ///< the brain may not assign it
    size_t size;                ///< bytes of memory from `base` on; 0: unknown
    const char *const *values;  ///< names of an enum's values, in the order of the program's numbers. Null: not
                                ///< compared, for programs that do not use these numbers
    uint32_t value_count;
} wits_host_field;

/// An event that the program raises.
typedef struct wits_host_event {
    const char *name;
    uint32_t *found;  ///< receives its number; null: its number must be `number`, as in a header of `wits header`
    uint32_t number;
} wits_host_event;

/// A state that the program refers to.
typedef struct wits_host_state {
    const char *name;      ///< a name or path, as for wits_find_state
    wits_state_id *found;  ///< receives its number; null: its number must be `number`
    wits_state_id number;
} wits_host_state;

/// The program's data for one kind of targets: the fields of its lists.
typedef struct wits_host_target {
    const char *name;
    const wits_host_field *fields;  ///< `base` is for row 0 of the list, or for own fields for row 0 of the own data.
                                    ///< Null: the memory is set later, in `columns` at wits_find_target_field
    uint32_t field_count;
    wits_column *columns;  ///< receives a column for each field of the brain's kind, in its order, for a
                           ///< wits_target_list. Unchanged on any problem. May be null
    uint32_t *found;       ///< receives the kind's number, which is its row in the frame's lists; may be null
} wits_host_target;

/// All that a program gives to a brain, in any order. Only wits_bind reads it. A table may be null if its count is 0.
typedef struct wits_host {
    const wits_function *functions;  ///< may include functions that the brain does not call
    uint32_t function_count;
    const wits_host_field *fields;
    uint32_t field_count;
    const wits_host_event *events;
    uint32_t event_count;
    const wits_host_state *states;
    uint32_t state_count;
    const wits_host_target *targets;
    uint32_t target_count;
    bool lists_actions;  ///< actions are always listed (modes deferred and listed, crowds), so their functions may be
                         ///< missing
    bool is_shared;      ///< the tables serve several brains: this one may lack fields, events, states and kinds of
                         ///< targets; `found` then receives WITS_NONE
} wits_host;

/// Binds a program to a brain. Writes wits_function_count(brain) rows to `functions` and wits_field_count(brain) rows
/// to `columns`, in the brain's order, for frames and crowds. Either may be null. If anything does not fit, returns
/// false, adds every problem to `report` (which may be null) and writes neither. Problems are: missing, duplicate or
/// unknown functions and fields (with the nearest name); other types or kinds; fields that are too small, overlap
/// another field, or are read-only but assigned by the brain. Therefore arrays as long as the host's own tables are
/// always long enough, however the brain changes; with `lists_actions`, `functions` needs wits_function_count rows.
/// Names and memory that the host points to must outlive the results; its tables need not.
WITS_API bool wits_bind(const wits_brain *brain, const wits_host *host, wits_function *functions, wits_column *columns,
                        wits_report *report);

/// Writes the initial value of every field into a row of the columns, except read-only ones. `columns` are in the
/// brain's order, as wits_bind makes them; null only for a brain without fields.
WITS_API void wits_set_initial_fields(const wits_brain *brain, const wits_column *columns, size_t row);

// ---------------------------------------------------------------------------------------------------- parts of a brain

typedef enum wits_kind {
    WITS_KIND_DEFAULT,  ///< a leaf, or an fsm if it has children
    WITS_KIND_LEAF,
    WITS_KIND_FSM,
    WITS_KIND_UTILITY,
    WITS_KIND_PARALLEL,
} wits_kind;

WITS_API uint32_t wits_state_count(const wits_brain *brain);
WITS_API uint32_t wits_transition_count(const wits_brain *brain);
WITS_API uint32_t wits_event_count(const wits_brain *brain);
/// Returns the ticks in `*per` seconds (may be null), in lowest terms; both 0 if not given.
WITS_API uint32_t wits_ticks_per_second(const wits_brain *brain, uint32_t *per);
WITS_API uint32_t wits_function_count(const wits_brain *brain);
WITS_API uint32_t wits_field_count(const wits_brain *brain);

/// Names live as long as the brain. The root has the brain's name. The name of an unknown number is "".
WITS_API const char *wits_state_name(const wits_brain *brain, wits_state_id state);
WITS_API const char *wits_event_name(const wits_brain *brain, uint32_t event);
WITS_API const char *wits_function_name(const wits_brain *brain, uint32_t function);
WITS_API const char *wits_field_name(const wits_brain *brain, uint32_t field);
/// Writes the path from below the root, such as "combat/attack"; "" for the root. Writes at most `size` bytes with the
/// final zero (`path` may be null if that is 0) and returns the whole length (at most 1,039).
WITS_API size_t wits_state_path(const wits_brain *brain, wits_state_id state, char *path, size_t size);
/// Finds a state by name: with a '/' by its path from the root ("/idle" is a child of the root); else a child of the
/// root, else a unique name anywhere. WITS_NONE if there is none or more than one, and for null.
WITS_API wits_state_id wits_find_state(const wits_brain *brain, const char *name);
/// Returns the row with this name; WITS_NONE if there is none, and for null.
WITS_API uint32_t wits_find_function(const wits_brain *brain, const char *name);
WITS_API uint32_t wits_find_event(const wits_brain *brain, const char *name);
WITS_API uint32_t wits_find_field(const wits_brain *brain, const char *name);

/// WITS_KIND_DEFAULT for an unknown state.
WITS_API wits_kind wits_state_kind(const wits_brain *brain, wits_state_id state);
/// Returns the parent; WITS_NONE for the root and for an unknown state.
WITS_API wits_state_id wits_state_parent(const wits_brain *brain, wits_state_id state);
/// Returns the row after the state's last descendant: its descendants are the rows between the two. WITS_NONE for an
/// unknown state.
WITS_API wits_state_id wits_state_end(const wits_brain *brain, wits_state_id state);
/// Both return WITS_NONE for an unknown row.
WITS_API wits_state_id wits_transition_source(const wits_brain *brain, uint32_t transition);
WITS_API wits_state_id wits_transition_destination(const wits_brain *brain, uint32_t transition);
/// Returns the leaf that a step belongs to, or WITS_NONE.
WITS_API wits_state_id wits_step_state(const wits_brain *brain, uint32_t step);
/// Returns the number of rows in `initials`.
WITS_API uint32_t wits_initial_count(const wits_brain *brain);
/// The fsm that has this rule, and the child that the rule selects. Both WITS_NONE for an unknown row.
WITS_API wits_state_id wits_initial_state(const wits_brain *brain, uint32_t initial);
WITS_API wits_state_id wits_initial_destination(const wits_brain *brain, uint32_t initial);

/// WITS_TYPE_DEFAULT for an unknown field.
WITS_API wits_type wits_field_type(const wits_brain *brain, uint32_t field);
/// Number and names of an enum's values: 0 for other fields, "" for an unknown value.
WITS_API uint32_t wits_field_value_count(const wits_brain *brain, uint32_t field);
WITS_API const char *wits_field_value_name(const wits_brain *brain, uint32_t field, uint32_t value);
/// As in the description; 0 for an unknown field.
WITS_API double wits_field_initial(const wits_brain *brain, uint32_t field);
/// Returns whether an action of the brain assigns the field: then its column must be writable.
WITS_API bool wits_field_is_assigned(const wits_brain *brain, uint32_t field);

typedef enum wits_function_kind {
    WITS_FUNCTION_NONE,  ///< no such function
    WITS_FUNCTION_CONDITION,
    WITS_FUNCTION_SCORE,
    WITS_FUNCTION_ACTION,
    WITS_FUNCTION_STEP,
} wits_function_kind;

/// Returns the kind as which the brain calls the function.
WITS_API wits_function_kind wits_function_kind_of(const wits_brain *brain, uint32_t function);

// ------------------------------------------------------------------------------------------------------------ problems

/// Position of a problem.
typedef enum wits_table {
    WITS_TABLE_BRAIN,  ///< the description or its memory as a whole
    WITS_TABLE_STATES,
    WITS_TABLE_TRANSITIONS,
    WITS_TABLE_STEPS,
    WITS_TABLE_INITIALS,
    WITS_TABLE_EVENTS,
    WITS_TABLE_FUNCTIONS,
    WITS_TABLE_FIELDS,
    WITS_TABLE_CONSIDERATIONS,
    WITS_TABLE_TARGETS,         ///< kinds of targets
    WITS_TABLE_HOST_FUNCTIONS,  ///< a program's tables: see wits_host
    WITS_TABLE_HOST_FIELDS,
    WITS_TABLE_HOST_EVENTS,
    WITS_TABLE_HOST_STATES,
    WITS_TABLE_HOST_TARGETS,
    WITS_TABLE_CROWD,         ///< a wits_crowd
    WITS_TABLE_AGENTS,        ///< the agents of a crowd
    WITS_TABLE_TARGET_LISTS,  ///< the rows of a list of targets; the name is the kind's
    WITS_TABLE_FILE,          ///< a brain file; see wits/file.h
    WITS_TABLE_ARROW_BATCH,   ///< a record batch of another program; see wits/arrow.h
    WITS_TABLE_ARROW_COLUMNS,
    WITS_TABLE_RENAMES,    ///< see wits/convert.h
    WITS_TABLE_SNAPSHOT,   ///< a snapshot as a whole; see wits/snapshot.h
    WITS_TABLE_RECORDING,  ///< a recording as a whole; see wits/record.h
} wits_table;

/// A mistake: in tables, in a brain file, in a program's host, or in a crowd.
typedef struct wits_problem {
    wits_problem_code code;
    wits_table table;
    uint32_t row;         ///< row in that table, from 0
    const char *name;     ///< the row's name; for a rule of a state, the state's; for a file, the file's; may be null
    const char *member;   ///< the invalid member, such as "enter"; null if the code alone identifies it
    uint32_t offset;      ///< bytes from the start of that member's text, for an expression or action
    uint32_t length;      ///< length in bytes; 0 for other members
    uint32_t line;        ///< in a brain file, from 1; 0: not known, or no file
    uint32_t column;      ///< in a brain file, in characters from 1; 0 if the line is unknown
    uint64_t given;       ///< given bytes, if `needed` is not 0
    uint64_t needed;      ///< required bytes; 0 if the problem is not about bytes
    const char *nearest;  ///< the name that was probably meant; null if none is near
    const char *message;  ///< for a brain file, the whole message; else null
    const char *kind;     ///< for a brain file, a short name of the problem, such as "KEY_UNKNOWN"; else null
    char value[320];      ///< the offending value, or a description of the problem; empty if there is none
} wits_problem;

/// All problems of one call. The caller provides the array (null: problems are only counted) and sets `count` to 0.
/// `count` may exceed `capacity`: the first problems are kept.
typedef struct wits_report {
    wits_problem *problems;
    uint32_t capacity;
    uint32_t count;
} wits_report;

/// Writes one line, such as "states row 3 (walk): enter: unknown function: 'gowl'; did you mean 'growl'?" or
/// "guard.yaml:14:20: unknown key 'whne'; did you mean 'when'?", into `text` (at most `size` bytes with the final zero;
/// 1,600 always suffice; null if `size` is 0) and returns its whole length. The names that the problem points to must
/// still exist: those of the tables, the brain, the program or the file.
WITS_API size_t wits_problem_text(const wits_problem *problem, char *text, size_t size);
/// Returns the enumerator's name without its prefix, such as "DESTINATION_MISSING"; "" for an unknown code.
WITS_API const char *wits_problem_name(wits_problem_code code);

// -------------------------------------------------------------------------------------------------------- descriptions

// In each of these enums 0 means "not given"; the comment gives the default.
typedef enum wits_activation {
    WITS_ACTIVATION_DEFAULT,  ///< now
    WITS_ACTIVATION_NOW,
    WITS_ACTIVATION_ON_DECIDE,
    WITS_ACTIVATION_SILENT,
} wits_activation;

typedef enum wits_leave {
    WITS_LEAVE_DEFAULT,  ///< reset
    WITS_LEAVE_RESET,
    WITS_LEAVE_RESUME,
    WITS_LEAVE_SUSPEND,
} wits_leave;

/// Decides whether a choice may leave an option before it is done.
typedef enum wits_commit {
    WITS_COMMIT_DEFAULT,  ///< yes if the option has `lasts`, else no
    WITS_COMMIT_NO,
    WITS_COMMIT_YES,
} wits_commit;

typedef enum wits_select {
    WITS_SELECT_DEFAULT,  ///< highest
    WITS_SELECT_HIGHEST,
    WITS_SELECT_WEIGHTED,
    WITS_SELECT_TOP,      ///< weighted among the `top` best
    WITS_SELECT_WITHIN,   ///< weighted among those at least (1 - within) x the best
    WITS_SELECT_SOFTMAX,  ///< by chance in proportion to exp((score - best) / temperature)
} wits_select;

/// A field of the context that expressions read and actions assign. The frame's columns locate it.
typedef struct wits_field_desc {
    const char *name;
    wits_type type;
    const char *const *values;  ///< names of an enum; fields with equal lists are of one enum
    uint32_t value_count;       ///< at most 256
    double initial;             ///< written by wits_set_initial_fields only
} wits_field_desc;

// Texts. A condition or score is the name of a function (`sees_player`) or an expression over the fields (`player ==
// found and ammo > 0`), which may call host functions (`threat() * (1 - hunger)`, `sees("door", range)`). An action
// text is one or more of `name`, `name()`, `name(ARGUMENT, ...)`, `raise EVENT` and `field = expression`, separated by
// `;`. docs/brain-files.md describes the language.

/// A state. `enter`, `exit`, `update` and `decide` are action texts; null: no action. A number with a bool `has_...`
/// is used only if the bool is true; then 0 is a value, too. If the bool is false, the default is used, and any number
/// but 0 is an error.
typedef struct wits_state_desc {
    const char *name;      ///< never null; unique among its siblings; the root's is the brain's name
    wits_state_id parent;  ///< row of the parent, which precedes it; ignored for the root
    wits_kind kind;
    const char *enter;
    const char *exit;
    const char *update;
    const char *decide;  ///< leaf only: run by the decision pass that finds it active
    const char *step;    ///< leaf only: a step callback, or null; `steps` has its possible destinations
    uint32_t data_size;  ///< leaf only: bytes of private data in the agent, for one activation; default 0
    const void *data;    ///< its `data_size` initial bytes; null is all zero
    bool timed;          ///< keeps a clock for wits_elapsed even if nothing in the brain needs it
    uint32_t lasts;      ///< ticks after which it is done, 1 to WITS_MAX_TICKS; 0, the default: not given
    const char *done;    ///< a condition: while it holds, the state is done; null: not given
    bool final;  ///< a child of an fsm or utility: while it is active, and done if it can be, its parent is done
    // fsm and utility
    wits_state_id
        initial;  ///< row of the child entered first; 0: by `initials` if given, else the first (utility: the best)
    wits_activation activation;  ///< for a parallel, too, but only now or silent
    wits_leave leave;            ///< parallel too: reset or suspend
    // utility
    float inertia;   ///< added to the current option's score: any finite number; default 0
    bool has_floor;  ///< false: there is no floor
    float floor;     ///< options scoring below it are not candidates: any finite number
    uint32_t every;  ///< scores at most once in this many ticks, 0 to WITS_MAX_TICKS; 0, the default: on every pass
    wits_select select;
    uint32_t top;                  ///< for WITS_SELECT_TOP the number, at least 1; else 0
    float within;                  ///< for WITS_SELECT_WITHIN 0 to 1; else 0
    float temperature;             ///< for WITS_SELECT_SOFTMAX finite and above 0; else 0
    wits_state_id default_option;  ///< row of the child whose score the others must exceed; 0: none
    // a child of a utility
    const char
        *score;  ///< a score function or an expression; null: considerations or `score_best`; a composite is worth 1
    bool score_best;     ///< a utility inside a utility: has the score of its own best option
    bool has_weight;     ///< false: the weight is 1
    float weight;        ///< factor of the score: any finite number, also negative
    uint32_t hold;       ///< ticks after its entry in which its composite does not score, 0 (default) to WITS_MAX_TICKS
    const char *rank;    ///< an int expression: only candidates of the highest rank are chosen; null is 0
    uint32_t cooldown;   ///< ticks after its exit in which it is not a candidate, 0 to WITS_MAX_TICKS; default 0
    wits_commit commit;  ///< yes: only for options that can finish
    const char *target;  ///< kind of targets for which it is scored, one by one; null: none. Not with `score_best`
    const char *retarget;     ///< action text, run when its target changes while it stays active; null: no action
    bool reenter;             ///< when its target changes, it exits and is entered again, without `retarget`
    bool has_target_inertia;  ///< false: the utility's inertia
    float target_inertia;     ///< bonus of the remembered target when the best one is chosen: any finite number
} wits_state_desc;

/// A transition. Transitions of one source are tried in table order.
typedef struct wits_transition_desc {
    wits_state_id from;  ///< row of the source; with `any` of a composite, the source is whichever child is active
    wits_state_id to;    ///< row of the destination; 0 is an error, because the root cannot be one
    const char *when;    ///< a condition function or an expression; null is always
    const char *event;   ///< needs this event pending
    uint32_t after;      ///< the source must have been active for this many ticks
    const char *run;     ///< action text, run between exits and entries
    bool any;
    bool reenter;  ///< source or destination exits and is entered again even if it could have stayed
    bool restart;  ///< the destination composite forgets which child it had
} wits_transition_desc;

/// A rule of a leaf, evaluated after its `update`: the first one whose condition holds runs its actions and enters its
/// destination. If the leaf has a `step` callback, its rows have only `of` and `to`: the states that it may return.
typedef struct wits_step_desc {
    wits_state_id of;
    const char *when;
    const char *run;
    wits_state_id to;  ///< 0 is to stay
} wits_step_desc;

/// A rule for the first child of an fsm: the first rule whose condition holds selects the child that is entered if
/// nothing is remembered. Such an fsm has no `initial` of its own.
typedef struct wits_initial_desc {
    wits_state_id of;  ///< row of the fsm
    const char *when;  ///< evaluated after `of` was entered, when it has no active child yet; null only in the last
                       ///< rule
    wits_state_id to;  ///< row of one of its children
} wits_initial_desc;

/// A whole brain as tables. It need not outlive wits_brain_compile, but `functions` may also serve as the frame's.
typedef struct wits_desc {
    const wits_state_desc *states;
    uint32_t state_count;
    const wits_transition_desc *transitions;
    uint32_t transition_count;
    const wits_step_desc *steps;
    uint32_t step_count;
    const wits_initial_desc *initials;  ///< grouped by fsm, in the order of the states
    uint32_t initial_count;
    const char *const *events;
    uint32_t event_count;
    const wits_function *functions;
    uint32_t function_count;
    const wits_field_desc *fields;
    uint32_t field_count;
    const wits_consideration_desc *considerations;  ///< grouped by option, in the order of the states
    uint32_t consideration_count;
    const wits_target_desc *targets;  ///< the kinds of targets
    uint32_t target_count;            ///< 0 to WITS_MAX_TARGET_KINDS
    bool update_outer_first;          ///< a state is updated before its descendants, not after them
    bool update_skip_entered;         ///< an update skips states that a decision pass activated since the last one
    uint32_t ticks_per_second,
        ticks_per_second_per;  ///< ticks in this many seconds, up to 1,000,000; both 0: not given
} wits_desc;

// --------------------------------------------------------------------------------------------------- names, randomness

/// Returns the name of an enumerator, as in brain files, traces and messages: "fsm", "on_decide", "resume", "uint8",
/// "entered". A ..._DEFAULT has the name of its meaning; "" if that depends (kind, type), and for an invalid number.
WITS_API const char *wits_kind_name(wits_kind kind);
WITS_API const char *wits_activation_name(wits_activation activation);
WITS_API const char *wits_leave_name(wits_leave leave);
WITS_API const char *wits_select_name(wits_select select);
WITS_API const char *wits_type_name(wits_type type);
WITS_API const char *wits_group_name(wits_group group);
WITS_API const char *wits_outside_name(wits_outside outside);
WITS_API const char *wits_curve_name(wits_curve_kind kind);
WITS_API const char *wits_function_kind_name(wits_function_kind kind);
WITS_API const char *wits_action_kind_name(wits_action_kind kind);
WITS_API const char *wits_trace_name(wits_trace_kind kind);
WITS_API const char *wits_mode_name(wits_mode mode);
WITS_API const char *wits_verb_name(wits_verb verb);
WITS_API const char *wits_table_name(wits_table table);

/// Returns the brain's random number: uniform in [0, 1), a multiple of 2^-24. A pure function; see docs/determinism.md.
WITS_API float wits_random(uint64_t seed, uint64_t agent, uint32_t tick, uint32_t stream);
/// Returns the random stream of a utility; WITS_NONE for other states.
WITS_API uint32_t wits_random_stream(const wits_brain *brain, wits_state_id state);
/// Returns the number of random streams of a brain: one for each utility and each `random` in its texts.
WITS_API uint32_t wits_random_stream_count(const wits_brain *brain);

#ifdef __cplusplus
}
#endif

#endif
