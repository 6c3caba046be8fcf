// Made by 'wits compile' from guard.yaml; do not edit.
// The brain 'guard' in plain C, which needs no library.
// Agents have the same bytes, decisions and actions as with the library and the same file, so you can move an
// agent between them at any tick.
//
//   uint8_t agent[GUARD_AGENT_SIZE] = {0};                       all bytes zero: stopped
//   guard_frame frame = {.tick = 0, .context = &context};
//   guard_start(agent, &frame);
//   guard_tick(agent, &frame);                                   each tick
//
// There are no allocations and no global state. Calls for different agents may run at the same time.
#ifndef GUARD_BRAIN_H
#define GUARD_BRAIN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef GUARD_API
#define GUARD_API
#endif

/// wits_brain_hash of the brain that this was generated from.
#define GUARD_BRAIN_HASH UINT64_C(0x4DF3634329AB5AEB)
#define GUARD_NONE 0xFFFFu  ///< no state or no row

enum {
    GUARD_AGENT_SIZE = 11,  ///< bytes of an agent, without alignment; all zero: stopped
    GUARD_STATE_COUNT = 11,
    GUARD_TRANSITION_COUNT = 7,
    GUARD_STEP_COUNT = 0,
    GUARD_EVENT_COUNT = 1,
    // Most records that one call can add to a list.
    GUARD_ROOM_START = 1,
    GUARD_ROOM_STOP = 1,
    GUARD_ROOM_GOTO = 2,  ///< restart, too
    GUARD_ROOM_DECIDE = 2,
    GUARD_ROOM_UPDATE = 1,
    GUARD_ROOM_TICK = 3,
    // Most values that one call can add to `arguments` of a list.
    GUARD_ARGUMENT_ROOM_START = 0,
    GUARD_ARGUMENT_ROOM_STOP = 0,
    GUARD_ARGUMENT_ROOM_GOTO = 0,
    GUARD_ARGUMENT_ROOM_DECIDE = 0,
    GUARD_ARGUMENT_ROOM_UPDATE = 0,
    GUARD_ARGUMENT_ROOM_TICK = 0,
};

enum guard_state {
    GUARD_STATE_ROOT = 0,
    GUARD_STATE_PATROL = 1,
    GUARD_STATE_PATROL_WALK = 2,
    GUARD_STATE_PATROL_LOOK = 3,
    GUARD_STATE_SEARCH = 4,
    GUARD_STATE_COMBAT = 5,
    GUARD_STATE_COMBAT_CLOSE_IN = 6,
    GUARD_STATE_COMBAT_ATTACK = 7,
    GUARD_STATE_COMBAT_COVER = 8,
    GUARD_STATE_COMBAT_FLEE = 9,
    GUARD_STATE_COMBAT_LISTEN = 10,
};

enum guard_event {
    GUARD_EVENT_ALARM = 0,
};

/// The fields of one agent, in the order of the file.
typedef struct guard_context {
    bool sees_player;  ///< initially false
    float distance;    ///< initially 0
    float health;      ///< initially 1
} guard_context;

/// A deferred action, for guard_run_record.
typedef struct guard_action_record {
    uint64_t agent;      ///< `agent` of the frame
    uint32_t agent_row;  ///< `row` of the frame
    uint32_t action;
    uint16_t kind;         ///< guard_action_kind
    uint16_t row;          ///< the state, or the row of the transition or step
    uint32_t arguments;    ///< index of its first computed argument in the list, else 0
    uint32_t target_kind;  ///< 0xFFFF, as in a list of the library without a target
    uint32_t target;       ///< 0xFFFFFFFF
} guard_action_record;

/// A buffer of yours. Calls append to it; you reset both counts.
typedef struct guard_list {
    guard_action_record *records;
    uint32_t capacity;
    uint32_t count;
    uint32_t *arguments;  ///< computed arguments; may be null if there are none
    uint32_t argument_capacity;
    uint32_t argument_count;
} guard_list;

/// Parameters of a call. Calls write only to the context and the list.
typedef struct guard_frame {
    uint32_t tick;   ///< differences are computed modulo 2^32
    uint64_t agent;  ///< id of the agent, for randomness and `every`
    uint64_t seed;
    guard_context *context;  ///< fields of the agent
    void *user;              ///< for your own use; functions can read it from call->frame
    guard_list *list;        ///< null: actions run at once; else calls of yours are added to it (deferred mode)
    uint32_t row;            ///< row of the agent, for records
} guard_frame;

/// When an action runs.
typedef enum guard_action_kind {
    GUARD_ACTION_ENTER,
    GUARD_ACTION_EXIT,
    GUARD_ACTION_UPDATE,
    GUARD_ACTION_DECIDE,
    GUARD_ACTION_STEP,        ///< `row` is that of the step
    GUARD_ACTION_TRANSITION,  ///< `row` is that of the transition
} guard_action_kind;

typedef enum guard_argument_kind {
    GUARD_ARGUMENT_NONE,
    GUARD_ARGUMENT_INT,
    GUARD_ARGUMENT_FLOAT,
    GUARD_ARGUMENT_BOOL,
    GUARD_ARGUMENT_ENUM,
    GUARD_ARGUMENT_TEXT,
} guard_argument_kind;

/// An argument of a function whose calls in the file differ in number or types of arguments.
typedef struct guard_argument {
    guard_argument_kind kind;
    int32_t integer;   ///< bool: 0 or 1; enum: number of the value
    float number;      ///< int: the same value
    const char *text;  ///< enum: name of the value; bool: "true" or "false"
} guard_argument;

/// Information for your functions. Valid during the call only.
typedef struct guard_call {
    const guard_frame *frame;
    void *agent;        ///< for guard_raise
    uint16_t state;     ///< the state that calls; for a transition its source
    uint16_t row;       ///< row of the transition, step or initial rule, else GUARD_NONE
    uint32_t function;  ///< number of the function in the file
    uint32_t kind;      ///< for actions: guard_action_kind
    void *data;         ///< for actions and step callbacks of a leaf: its private data, else null
    uint32_t data_size;
    uint32_t moment;  ///< private from here on, for guard_call_is_in and guard_call_elapsed
    uint32_t source_elapsed;
    uint16_t kept_in;
    uint8_t is_listed;
} guard_call;

// You define these functions. Conditions and scores must not change anything or make calls for their agent. They
// receive the arguments in the file. If calls differ in number or types, these are an array and its length.
void guard_walk_the_wall(guard_context *self, const guard_call *call);
void guard_look_around(guard_context *self, const guard_call *call);
void guard_search_yard(guard_context *self, const guard_call *call);
void guard_draw_sword(guard_context *self, const guard_call *call);
void guard_sheathe(guard_context *self, const guard_call *call);
void guard_step_closer(guard_context *self, const guard_call *call);
void guard_strike(guard_context *self, const guard_call *call);
void guard_mend(guard_context *self, const guard_call *call);
void guard_run_away(guard_context *self, const guard_call *call);
void guard_listen(guard_context *self, const guard_call *call);

// Verbs. They return true on success. They return false without any effect if the list has less room than
// GUARD_ROOM_... says, or if the brain does not have the state. Do not call one from inside a function for the
// same agent.

GUARD_API bool guard_start(void *agent, const guard_frame *frame);
GUARD_API bool guard_stop(void *agent, const guard_frame *frame);
GUARD_API bool guard_decide(void *agent, const guard_frame *frame);
GUARD_API bool guard_update(void *agent, const guard_frame *frame);
/// guard_decide, then guard_update.
GUARD_API bool guard_tick(void *agent, const guard_frame *frame);
/// A transition from the root to a state. Does nothing if the state is active.
GUARD_API bool guard_goto(void *agent, const guard_frame *frame, uint32_t state);
/// The same, but an active state exits and is re-entered.
GUARD_API bool guard_restart(void *agent, const guard_frame *frame, uint32_t state);
/// Sets the active state without running actions. Resets everything except pending events.
GUARD_API bool guard_set_state(void *agent, const guard_frame *frame, uint32_t state);
/// Makes an event pending for the next decision. Returns false if there is no such event.
GUARD_API bool guard_raise(void *agent, uint32_t event);
GUARD_API bool guard_is_pending(const void *agent, uint32_t event);
/// Runs a record of a list. Context and agent must be those of the record. Returns false without any effect if the
/// record is not from this brain.
GUARD_API bool guard_run_record(void *agent, const guard_frame *frame, const guard_action_record *record);
/// Sets the fields to their initial values.
GUARD_API void guard_set_initial_fields(guard_context *self);

// Queries. Use them outside of calls for the agent.

GUARD_API bool guard_is_started(const void *agent);
GUARD_API bool guard_is_in(const void *agent, uint32_t state);
/// Finds the deepest active state of each branch, in declared order. Writes at most `capacity` of them and returns
/// how many there are.
GUARD_API uint32_t guard_active(const void *agent, uint16_t *states, uint32_t capacity);
/// Returns the first of these, or GUARD_NONE if stopped.
GUARD_API uint16_t guard_deepest(const void *agent);
/// Returns the ticks on a state's clock, or 0 if it is inactive or has none.
GUARD_API uint32_t guard_elapsed(const void *agent, uint32_t state, uint32_t tick);
/// Returns whether bytes from elsewhere are a possible agent of this brain.
GUARD_API bool guard_agent_is_valid(const void *agent, size_t size);
/// The same as wits_agent_hash.
GUARD_API uint64_t guard_agent_hash(const void *agent, uint64_t id);

// For use inside actions and step callbacks.

GUARD_API bool guard_call_is_in(const guard_call *call, uint32_t state);
GUARD_API uint32_t guard_call_elapsed(const guard_call *call);

// Names are valid as long as the program runs. The name of an unknown number is "".

GUARD_API const char *guard_state_name(uint32_t state);
GUARD_API const char *guard_event_name(uint32_t event);
GUARD_API const char *guard_function_name(uint32_t function);

#ifdef __cplusplus
}
#endif

#endif
