// Made by 'wits compile' from guard.yaml; do not edit.
// The brain 'guard' in plain C: no library is needed. Its agents' bytes, decisions and actions are those that the
// library has for the same file, so an agent may go from one to the other at any tick.
//
//   uint8_t agent[GUARD_AGENT_SIZE] = {0};                       all zero: stopped
//   guard_frame frame = {.tick = 0, .context = &context};
//   guard_start(agent, &frame);
//   guard_tick(agent, &frame);                                   each tick
//
// Nothing is allocated, and there is no global state: calls for different agents may run at the same time.
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

/// Of the brain as the library has it: wits_brain_hash.
#define GUARD_BRAIN_HASH UINT64_C(0xC130C8BDAE1E8209)
#define GUARD_NONE 0xFFFFu  ///< no state, no row

enum {
    GUARD_AGENT_SIZE = 11,  ///< bytes of an agent; all zero is a stopped one, and no alignment is needed
    GUARD_STATE_COUNT = 11,
    GUARD_TRANSITION_COUNT = 7,
    GUARD_STEP_COUNT = 0,
    GUARD_EVENT_COUNT = 1,
    // The most records that one call can add to a list.
    GUARD_ROOM_START = 1,
    GUARD_ROOM_STOP = 1,
    GUARD_ROOM_GOTO = 2,  ///< restart, too
    GUARD_ROOM_DECIDE = 2,
    GUARD_ROOM_UPDATE = 1,
    GUARD_ROOM_TICK = 3,
    // And of values for its `arguments`.
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

/// An action that is to be run by guard_run_record.
typedef struct guard_action_record {
    uint64_t agent;      ///< the frame's
    uint32_t agent_row;  ///< the frame's row
    uint32_t action;
    uint16_t kind;         ///< guard_action_kind
    uint16_t row;          ///< whose it is: the state, or of a transition or step its row
    uint32_t arguments;    ///< where its computed arguments begin in the list's; else 0
    uint32_t target_kind;  ///< as in a list of the library, which has targets: 0xFFFF
    uint32_t target;       ///< 0xFFFFFFFF
} guard_action_record;

/// The program's buffer. Calls add to it; both counts are the program's to set back to 0.
typedef struct guard_list {
    guard_action_record *records;
    uint32_t capacity;
    uint32_t count;
    uint32_t *arguments;  ///< computed arguments; may be null where there are none
    uint32_t argument_capacity;
    uint32_t argument_count;
} guard_list;

/// What goes with a call. Calls only read it, except for the context and the list.
typedef struct guard_frame {
    uint32_t tick;   ///< differences are taken modulo 2^32
    uint64_t agent;  ///< its id, for randomness and `every`
    uint64_t seed;
    guard_context *context;  ///< what the agent knows
    void *user;              ///< anything else; functions find it in call->frame
    guard_list *list;        ///< null: actions run where they occur; else the program's go to the list (mode deferred)
    uint32_t row;            ///< for records
} guard_frame;

/// When an action runs.
typedef enum guard_action_kind {
    GUARD_ACTION_ENTER,
    GUARD_ACTION_EXIT,
    GUARD_ACTION_UPDATE,
    GUARD_ACTION_DECIDE,
    GUARD_ACTION_STEP,        ///< `row` is the step's
    GUARD_ACTION_TRANSITION,  ///< `row` is the transition's
} guard_action_kind;

typedef enum guard_argument_kind {
    GUARD_ARGUMENT_NONE,
    GUARD_ARGUMENT_INT,
    GUARD_ARGUMENT_FLOAT,
    GUARD_ARGUMENT_BOOL,
    GUARD_ARGUMENT_ENUM,
    GUARD_ARGUMENT_TEXT,
} guard_argument_kind;

/// An argument of a function that the file calls with several kinds of them.
typedef struct guard_argument {
    guard_argument_kind kind;
    int32_t integer;   ///< of a bool 0 or 1, of an enum the value's number
    float number;      ///< of an int the same value
    const char *text;  ///< of an enum the value's name, of a bool true or false
} guard_argument;

/// What a function of the program is told. Valid during the call only.
typedef struct guard_call {
    const guard_frame *frame;
    void *agent;        ///< for guard_raise
    uint16_t state;     ///< whose function it is; of a transition its source
    uint16_t row;       ///< of a transition, step or initial rule, else GUARD_NONE
    uint32_t function;  ///< its number in the file
    uint32_t kind;      ///< guard_action_kind, in actions
    void *data;         ///< the leaf's private data in actions and step callbacks, else null
    uint32_t data_size;
    uint32_t moment;  ///< this and what follows is for guard_call_is_in and guard_call_elapsed
    uint32_t source_elapsed;
    uint16_t kept_in;
    uint8_t is_listed;
} guard_call;

// The program defines these. Conditions and scores only look, and call nothing for their agent. All
// get the arguments that the file gives. Where calls differ in them, these are an array and how many there are.
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

// The verbs. Each returns true when done, and false with nothing touched: where the list has less room than
// GUARD_ROOM_... says, and for a state that the brain does not have. Calling one from inside a function for the
// same agent is misuse.

GUARD_API bool guard_start(void *agent, const guard_frame *frame);
GUARD_API bool guard_stop(void *agent, const guard_frame *frame);
GUARD_API bool guard_decide(void *agent, const guard_frame *frame);
GUARD_API bool guard_update(void *agent, const guard_frame *frame);
/// guard_decide, then guard_update.
GUARD_API bool guard_tick(void *agent, const guard_frame *frame);
/// A transition from the root to a state; nothing if it is active.
GUARD_API bool guard_goto(void *agent, const guard_frame *frame, uint32_t state);
/// The same, but an active state exits and is entered again.
GUARD_API bool guard_restart(void *agent, const guard_frame *frame, uint32_t state);
/// Makes a state active without running any action, forgetting all but pending events.
GUARD_API bool guard_set_state(void *agent, const guard_frame *frame, uint32_t state);
/// Makes an event pending for the next decision. False if there is no such event.
GUARD_API bool guard_raise(void *agent, uint32_t event);
GUARD_API bool guard_is_pending(const void *agent, uint32_t event);
/// Runs a record of a list; context and agent must be the record's. False, and nothing happens, if this brain
/// could not have made it.
GUARD_API bool guard_run_record(void *agent, const guard_frame *frame, const guard_action_record *record);
/// The initial values of the fields.
GUARD_API void guard_set_initial_fields(guard_context *self);

// Queries, from outside of any call for the agent.

GUARD_API bool guard_is_started(const void *agent);
GUARD_API bool guard_is_in(const void *agent, uint32_t state);
/// The deepest active state of each branch, in declared order. Writes at most `capacity` and returns how many
/// there are.
GUARD_API uint32_t guard_active(const void *agent, uint16_t *states, uint32_t capacity);
/// The first of these; GUARD_NONE when stopped.
GUARD_API uint16_t guard_deepest(const void *agent);
/// Ticks on a state's clock; 0 when it is not active or has none.
GUARD_API uint32_t guard_elapsed(const void *agent, uint32_t state, uint32_t tick);
/// Whether foreign bytes are an agent that this brain could have made.
GUARD_API bool guard_agent_is_valid(const void *agent, size_t size);
/// As wits_agent_hash.
GUARD_API uint64_t guard_agent_hash(const void *agent, uint64_t id);

// From inside an action or step callback.

GUARD_API bool guard_call_is_in(const guard_call *call, uint32_t state);
GUARD_API uint32_t guard_call_elapsed(const guard_call *call);

// Names live as long as the program. A number that the brain does not have has the name "".

GUARD_API const char *guard_state_name(uint32_t state);
GUARD_API const char *guard_event_name(uint32_t event);
GUARD_API const char *guard_function_name(uint32_t function);

#ifdef __cplusplus
}
#endif

#endif
