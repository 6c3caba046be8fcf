// SPDX-License-Identifier: MIT
// Makes the `generated` of a brain from the declarations of its header. Included once for each brain, after that
// header, with
//
//   PREFIX, UPPER prefixes of its names: b0, B0
//   SEED              of the brain
//   FIELDS(X)         X(member) for each field, in their order
//   CONDITIONS(X), SCORES(X), STEPS(X), ACTIONS(X)    X(function, (, parameters), (how they are logged))
//   HAS_CROWD         where it has functions for crowds
//   HAS_ENDS          where states are able to be done
//   HAS_TARGETS       where options have targets; then PREFIX_kinds, a table, comes before it
//
// All of these are undefined at the end. `PREFIX_glue_...` are the names made here.
#include "run.h"

#include <stddef.h>
#include <string.h>

#define JOINED_(a, b) a##b
#define JOINED(a, b) JOINED_(a, b)
#define OWN(name) JOINED(PREFIX, _##name)
#define OWN_UPPER(name) JOINED(UPPER, _##name)
#define GLUE(name) JOINED(PREFIX, _glue_##name)

// ---------------------------------------------------------------------------------------------------- logging of calls

/// `call` is what the runner's functions receive. It is the first member, so the hooks can find the brain's own data.
typedef struct GLUE(told) {
    wits_call call;
    wits_frame frame;
    wits_argument arguments[WITS_MAX_ARGUMENTS];
    wits_target target;
    const OWN(call) * own;
} GLUE(told);

static inline void GLUE(tell)(GLUE(told) * told, const OWN(context) * self, const OWN(call) * call) {
    memset(told, 0, sizeof *told);
    told->frame = *(const wits_frame *)call->frame->user;
    told->frame.tick = call->frame->tick;
    told->frame.agent = call->frame->agent;
    told->frame.seed = call->frame->seed;
    told->frame.row = call->frame->row;
    memcpy(&told->frame.context, &self, sizeof self);
    if (call->frame->context != self) {
        told->frame.context = NULL;
    }
    told->call.frame = &told->frame;
    told->call.agent = call->agent;
    told->call.state = call->state;
    told->call.row = call->row;
    told->call.function = call->function;
    told->call.kind = (wits_action_kind)call->kind;
    told->call.data = call->data;
    told->call.data_size = call->data_size;
    told->own = call;
#ifdef HAS_TARGETS
    if (call->target != NULL) {
        told->target = (wits_target){call->target->kind, call->target->id, call->target->row};
        told->call.target = &told->target;
    }
#endif
}

static bool GLUE(call_is_in)(const wits_call *call, wits_state_id state) {
    return OWN(call_is_in)(((const GLUE(told) *)call)->own, state);
}

static uint32_t GLUE(call_elapsed)(const wits_call *call) {
    return OWN(call_elapsed)(((const GLUE(told) *)call)->own);
}

static void GLUE(call_raise)(const wits_call *call, uint32_t event) {
    (void)OWN(raise)(call->agent, event);
}

// --------------------------------------------------------------------------------------------- the program's functions

#define UNWRAPPED(...) __VA_ARGS__
#define DEFINE_CONDITION(name, parameters, tells)                                                                      \
    bool OWN(name)(const OWN(context) * self, const OWN(call) * call UNWRAPPED parameters) {                           \
        GLUE(told) told;                                                                                               \
        GLUE(tell)(&told, self, call);                                                                                 \
        UNWRAPPED tells return ran_condition(&told.call);                                                              \
    }
#define DEFINE_SCORE(name, parameters, tells)                                                                          \
    float OWN(name)(const OWN(context) * self, const OWN(call) * call UNWRAPPED parameters) {                          \
        GLUE(told) told;                                                                                               \
        GLUE(tell)(&told, self, call);                                                                                 \
        UNWRAPPED tells return ran_score(&told.call);                                                                  \
    }
#define DEFINE_STEP(name, parameters, tells)                                                                           \
    uint16_t OWN(name)(OWN(context) * self, const OWN(call) * call UNWRAPPED parameters) {                             \
        GLUE(told) told;                                                                                               \
        GLUE(tell)(&told, self, call);                                                                                 \
        UNWRAPPED tells return ran_step(&told.call);                                                                   \
    }
#define DEFINE_ACTION(name, parameters, tells)                                                                         \
    void OWN(name)(OWN(context) * self, const OWN(call) * call UNWRAPPED parameters) {                                 \
        GLUE(told) told;                                                                                               \
        GLUE(tell)(&told, self, call);                                                                                 \
        UNWRAPPED tells ran_action(&told.call);                                                                        \
    }

// Passing of arguments, by the kinds of parameters.
#define TELL(i, argument_kind, ...)                                                                                    \
    told.arguments[i] = (wits_argument){WITS_ARGUMENT_##argument_kind, __VA_ARGS__};                                   \
    told.call.arguments = told.call.argument = told.arguments;                                                         \
    told.call.argument_count = (i) + 1;
#define TELL_INT(i, given) TELL(i, INT, given, (float)given, NULL)
#define TELL_FLOAT(i, given) TELL(i, FLOAT, 0, given, NULL)
#define TELL_BOOL(i, given) TELL(i, BOOL, given, 0.0f, given ? "true" : "false")
#define TELL_ENUM(i, given) TELL(i, ENUM, 0, 0.0f, given)
#define TELL_TEXT(i, given) TELL(i, TEXT, 0, 0.0f, given)
#define TELL_ALL(all, count)                                                                                           \
    for (uint32_t i = 0; i < count; i++) {                                                                             \
        told.arguments[i] =                                                                                            \
            (wits_argument){(wits_argument_kind)all[i].kind, all[i].integer, all[i].number, all[i].text};              \
    }                                                                                                                  \
    told.call.arguments = told.call.argument = count != 0 ? told.arguments : NULL;                                     \
    told.call.argument_count = count;

CONDITIONS(DEFINE_CONDITION)
SCORES(DEFINE_SCORE)
STEPS(DEFINE_STEP)
ACTIONS(DEFINE_ACTION)

// ----------------------------------------------------------------------------------------------------------- its calls

typedef struct GLUE(framed) {
    OWN(frame) frame;
    OWN(list) list;
} GLUE(framed);

/// The current mode has no list.
static void GLUE(begin)(GLUE(framed) * own, const wits_frame *frame) {
    memset(own, 0, sizeof *own);
    own->frame.tick = frame->tick;
    own->frame.agent = frame->agent;
    own->frame.seed = frame->seed;
    own->frame.context = (OWN(context) *)frame->context;
    memcpy(&own->frame.user, &frame, sizeof frame);
    own->frame.row = frame->row;
#ifdef HAS_TARGETS
    own->frame.targets = (const OWN(targets) *)(const void *)frame->targets;
#endif
    if (frame->mode == WITS_MODE_DEFERRED && frame->list != NULL) {
        own->list.records = (OWN(action_record) *)(void *)frame->list->records;
        own->list.capacity = frame->list->capacity;
        own->list.count = frame->list->count;
        own->list.arguments = frame->list->arguments;
        own->list.argument_capacity = frame->list->argument_capacity;
        own->list.argument_count = frame->list->argument_count;
        own->frame.list = &own->list;
    }
}

static void GLUE(end)(const GLUE(framed) * own, const wits_frame *frame) {
    if (own->frame.list != NULL) {
        frame->list->count = own->list.count;
        frame->list->argument_count = own->list.argument_count;
    }
}

#define DEFINE_VERB(name)                                                                                              \
    static bool GLUE(name)(void *agent, const wits_frame *frame) {                                                     \
        GLUE(framed) own;                                                                                              \
        GLUE(begin)(&own, frame);                                                                                      \
        const bool done = OWN(name)(agent, &own.frame);                                                                \
        GLUE(end)(&own, frame);                                                                                        \
        return done;                                                                                                   \
    }
#define DEFINE_MOVE(name)                                                                                              \
    static bool GLUE(name)(void *agent, const wits_frame *frame, uint32_t state) {                                     \
        GLUE(framed) own;                                                                                              \
        GLUE(begin)(&own, frame);                                                                                      \
        const bool done = OWN(name)(agent, &own.frame, state);                                                         \
        GLUE(end)(&own, frame);                                                                                        \
        return done;                                                                                                   \
    }
DEFINE_VERB(start)
DEFINE_VERB(stop)
DEFINE_VERB(decide)
DEFINE_VERB(update)
DEFINE_VERB(tick)
DEFINE_MOVE(goto)
DEFINE_MOVE(restart)
DEFINE_MOVE(set_state)
#ifdef HAS_ENDS
DEFINE_MOVE(is_done)
#endif

static uint32_t GLUE(list_room)(wits_verb verb) {
    static const uint32_t rooms[] = {OWN_UPPER(ROOM_START),  OWN_UPPER(ROOM_STOP),   OWN_UPPER(ROOM_GOTO),
                                     OWN_UPPER(ROOM_DECIDE), OWN_UPPER(ROOM_UPDATE), OWN_UPPER(ROOM_TICK)};
    return rooms[verb];
}

static uint32_t GLUE(argument_room)(wits_verb verb) {
    static const uint32_t rooms[] = {OWN_UPPER(ARGUMENT_ROOM_START),  OWN_UPPER(ARGUMENT_ROOM_STOP),
                                     OWN_UPPER(ARGUMENT_ROOM_GOTO),   OWN_UPPER(ARGUMENT_ROOM_DECIDE),
                                     OWN_UPPER(ARGUMENT_ROOM_UPDATE), OWN_UPPER(ARGUMENT_ROOM_TICK)};
    return rooms[verb];
}

static bool GLUE(run_record)(void *agent, const wits_frame *frame, const wits_action_record *record) {
    GLUE(framed) own;
    OWN(action_record) own_record;
    _Static_assert(sizeof own_record == sizeof *record, "records of lists are as those of the library");
    _Static_assert(offsetof(OWN(action_record), agent_row) == offsetof(wits_action_record, agent_row) &&
                       offsetof(OWN(action_record), action) == offsetof(wits_action_record, action) &&
                       offsetof(OWN(action_record), kind) == offsetof(wits_action_record, kind) &&
                       offsetof(OWN(action_record), row) == offsetof(wits_action_record, row) &&
                       offsetof(OWN(action_record), arguments) == offsetof(wits_action_record, arguments) &&
                       offsetof(OWN(action_record), target_kind) == offsetof(wits_action_record, target_kind) &&
                       offsetof(OWN(action_record), target) == offsetof(wits_action_record, target),
                   "members of records are those of the library");
    GLUE(begin)(&own, frame);
    memcpy(&own_record, record, sizeof own_record);
    return OWN(run_record)(agent, &own.frame, &own_record);
}

static void GLUE(set_initial_fields)(void *context) {
    OWN(set_initial_fields)((OWN(context) *)context);
}

#ifdef HAS_CROWD
typedef struct GLUE(crowded) {
    OWN(crowd) crowd;
    OWN(crowd_run) run;
    OWN(list) list;
} GLUE(crowded);

static void GLUE(begin_crowd)(GLUE(crowded) * own, const generated_crowd *crowd) {
    const wits_frame *frame = crowd->frame;
    memset(own, 0, sizeof *own);
    own->crowd.count = crowd->count;
    own->crowd.agents = crowd->agents;
    own->crowd.ids = crowd->ids;
    own->crowd.first_id = crowd->first_id;
    own->crowd.contexts = (OWN(context) *)crowd->contexts;
    void *const *column = crowd->columns;
#define COLUMN(member) own->crowd.columns.member = *column++;
    FIELDS(COLUMN)
#undef COLUMN
    (void)column;
    memcpy(&own->crowd.user, &frame, sizeof frame);
#ifdef HAS_TARGETS
    own->crowd.targets = (const OWN(targets) *)(const void *)frame->targets;
#endif
    own->run.tick = frame->tick;
    own->run.seed = frame->seed;
    own->run.decide_every = crowd->decide_every;
    own->run.scratch = crowd->scratch;
    own->list.records = (OWN(action_record) *)(void *)frame->list->records;
    own->list.capacity = frame->list->capacity;
    own->list.count = frame->list->count;
    own->list.arguments = frame->list->arguments;
    own->list.argument_capacity = frame->list->argument_capacity;
    own->list.argument_count = frame->list->argument_count;
    own->run.list = &own->list;
}

#define DEFINE_CROWD_VERB(name)                                                                                        \
    static uint64_t GLUE(name)(const generated_crowd *crowd, uint64_t first, uint64_t count) {                         \
        GLUE(crowded) own;                                                                                             \
        GLUE(begin_crowd)(&own, crowd);                                                                                \
        const uint64_t done = OWN(name)(&own.crowd, first, count, &own.run);                                           \
        crowd->frame->list->count = own.list.count;                                                                    \
        crowd->frame->list->argument_count = own.list.argument_count;                                                  \
        return done;                                                                                                   \
    }
DEFINE_CROWD_VERB(crowd_start)
DEFINE_CROWD_VERB(crowd_stop)
DEFINE_CROWD_VERB(crowd_decide)
DEFINE_CROWD_VERB(crowd_update)
DEFINE_CROWD_VERB(crowd_tick)

static void GLUE(crowd_count)(const generated_crowd *crowd, uint64_t first, uint64_t count, uint64_t *counts) {
    GLUE(crowded) own;
    GLUE(begin_crowd)(&own, crowd);
    OWN(crowd_count)(&own.crowd, first, count, counts);
}

static uint64_t GLUE(crowd_hash)(const generated_crowd *crowd, uint64_t first, uint64_t count) {
    GLUE(crowded) own;
    GLUE(begin_crowd)(&own, crowd);
    return OWN(crowd_hash)(&own.crowd, first, count);
}
#endif

#define OFFSET(member) offsetof(OWN(context), member),
static const size_t GLUE(offsets)[] = {FIELDS(OFFSET) 0};

const generated GLUE(generated) = {
    .seed = SEED,
    .hash = OWN_UPPER(BRAIN_HASH),
    .agent_size = OWN_UPPER(AGENT_SIZE),
    .state_count = OWN_UPPER(STATE_COUNT),
    .event_count = OWN_UPPER(EVENT_COUNT),
    .transition_count = OWN_UPPER(TRANSITION_COUNT),
    .context_size = sizeof(OWN(context)),
    .offsets = GLUE(offsets),
    .hooks = {GLUE(call_is_in), GLUE(call_elapsed), GLUE(call_raise), ran_given, NULL},
    .start = GLUE(start),
    .stop = GLUE(stop),
    .decide = GLUE(decide),
    .update = GLUE(update),
    .tick = GLUE(tick),
    .go_to = GLUE(goto),
    .restart = GLUE(restart),
    .set_state = GLUE(set_state),
    .raise = OWN(raise),
    .is_pending = OWN(is_pending),
    .is_started = OWN(is_started),
    .is_in = OWN(is_in),
    .active = OWN(active),
    .deepest = OWN(deepest),
    .elapsed = OWN(elapsed),
#ifdef HAS_TARGETS
    .kinds = OWN(kinds),
    .targets_size = sizeof(OWN(targets)),
    .target_of = OWN(target_of),
#endif
#ifdef HAS_ENDS
    .is_done = GLUE(is_done),
#endif
    .agent_is_valid = OWN(agent_is_valid),
    .agent_hash = OWN(agent_hash),
    .list_room = GLUE(list_room),
    .argument_room = GLUE(argument_room),
    .run_record = GLUE(run_record),
    .set_initial_fields = GLUE(set_initial_fields),
    .state_name = OWN(state_name),
    .event_name = OWN(event_name),
    .function_name = OWN(function_name),
#ifdef HAS_CROWD
    .crowd_scratch_size = OWN(crowd_scratch_size),
    .crowd_start = GLUE(crowd_start),
    .crowd_stop = GLUE(crowd_stop),
    .crowd_decide = GLUE(crowd_decide),
    .crowd_update = GLUE(crowd_update),
    .crowd_tick = GLUE(crowd_tick),
    .crowd_count = GLUE(crowd_count),
    .crowd_hash = GLUE(crowd_hash),
#endif
};

#undef JOINED_
#undef JOINED
#undef OWN
#undef OWN_UPPER
#undef GLUE
#undef DEFINE_CONDITION
#undef DEFINE_SCORE
#undef DEFINE_STEP
#undef DEFINE_ACTION
#undef UNWRAPPED
#undef TELL
#undef TELL_INT
#undef TELL_FLOAT
#undef TELL_BOOL
#undef TELL_TEXT
#undef TELL_ENUM
#undef TELL_ALL
#undef DEFINE_VERB
#undef DEFINE_MOVE
#undef OFFSET
#ifdef HAS_CROWD
#undef DEFINE_CROWD_VERB
#undef HAS_CROWD
#endif
#undef HAS_ENDS
#undef HAS_TARGETS
#undef PREFIX
#undef UPPER
#undef SEED
#undef FIELDS
#undef CONDITIONS
#undef SCORES
#undef STEPS
#undef ACTIONS
