// SPDX-License-Identifier: MIT
// Layout of a compiled brain and of an agent's bytes.
//
// A brain is one block: this header, then tables at offsets from its start. Ids are rows of the description, in tree
// order, so the subtree of a state is the ids [id, end).
//
// *Machines* determine which states are active. The top machine covers the tree from the root down to where a
// parallel's regions or a suspending composite's children begin. Each region, and the inside of each suspending fsm or
// utility, has its own machine. A machine's *configurations* are the states that can be its deepest active one: leaves,
// composites that can be empty (on_decide) and those whose inside is other machines. Its slot holds the number of its
// configuration plus 1; 0 means that nothing is remembered. The slot of a region or a suspending inside outlives its
// owner's activity: that is how it is kept.
//
// Agent bytes, in this order, each only if the brain needs it:
//   slots (1 or 2 bytes each) | pending events | fresh bits | memories (1 or 2
//   bytes, ordinal of the remembered child + 1) | rooms: clocks (4 bytes: start tick; elapsed ticks while kept),
//   private data | cooldowns (1 byte: whether the option has been left; 4 bytes: at which tick) | targets (4 bytes for
//   each utility with such options: the id of its active or kept one's)
// Rooms of states that are never remembered at the same time share their bytes.
#ifndef WITS_CORE_BRAIN_H
#define WITS_CORE_BRAIN_H

#include "expr/compiler.h"
#include "wits/situations.h"
#include "wits/wits.h"

struct expr_program;

#ifdef WITS_CHECKS
#ifndef WITS_ASSERT
#undef NDEBUG  // checks are enabled
#include <assert.h>
#define WITS_ASSERT(condition) assert(condition)
#endif
#else
#ifndef WITS_ASSERT
#define WITS_ASSERT(condition) ((void)0)
#endif
#endif

enum {
    WITS_MAX_LEVELS = WITS_MAX_DEPTH + 1,
    WITS_MAX_AGENT_SIZE = 16 << 20,
    COOLDOWN_BYTES = 5,
    TARGET_BYTES = 4,
};

/// A reference to a condition or score: 0 is none (always true; a score of 1); up to WITS_MAX_FUNCTIONS a function's
/// number + 1; with REF_PROGRAM the offset of an expression's program.
typedef uint32_t function_ref;
#define REF_PROGRAM 0x80000000u

/// A query about a state in an expression: its number, with flags for queries other than whether it is active.
#define QUESTION_DONE 0x80000000u      ///< is it done?
#define QUESTION_OF_CHILD 0x40000000u  ///< about its active child

/// Words of the action table: an entry of `enter` and so on is the index of a count, followed by that many actions;
/// index 0 is "no actions". An action is WITS_LIST_RAISE + an event, WITS_LIST_ASSIGN + a row of assignments, or a
/// function number + ACTION_ARGUMENT x (a row of calls + 1, or 0).
typedef uint32_t action_index;
enum { ACTION_ARGUMENT = 1024 };

typedef struct assignment {
    uint32_t field;
    uint32_t program;  ///< its offset
} assignment;

/// A call of an action with arguments.
typedef struct call_row {
    uint32_t program;  ///< its offset: its last instructions are the call and its arguments
    uint16_t function;
    uint8_t count;     ///< number of arguments
    uint8_t computed;  ///< number of arguments that are not constant
} call_row;

/// Common properties of all calls of a function.
typedef struct signature {
    uint8_t count;                       ///< number of arguments; SIGNATURE_DIFFERS
    uint8_t is_declared;                 ///< declared by the description
    uint8_t is_called;                   ///< somewhere
    uint8_t is_called_bare;              ///< as an action, without arguments
    uint8_t kinds[WITS_MAX_ARGUMENTS];   ///< wits_argument_kind; NONE where calls differ
    uint16_t lists[WITS_MAX_ARGUMENTS];  ///< enum lists: see brain_list; EXPR_ANY_LIST if they differ
} signature;

enum { SIGNATURE_DIFFERS = 0xFF };

/// The names of an enum that a parameter declares.
typedef struct parameter_list {
    uint32_t values;  ///< offset of uint32_t offsets of names
    uint32_t count;
} parameter_list;

typedef struct field_row {
    double initial;
    uint32_t name;  ///< offset
    uint32_t type;
    uint32_t values;  ///< offset of uint32_t offsets of names
    uint32_t value_count;
    uint32_t is_assigned;  ///< an action assigns it
    uint32_t is_own;  ///< for a field of targets: it belongs to the target itself, not to the pair of agent and target
} field_row;

/// A kind of targets. Its fields are rows of a separate table.
typedef struct target_row {
    uint32_t name;  ///< offset
    uint32_t first_field;
    uint32_t field_count;
} target_row;

typedef struct state_row {
    uint16_t parent;  ///< WITS_NONE for the root
    uint16_t end;
    uint16_t ordinal;  ///< among its siblings
    uint16_t child_count;
    uint16_t initial;  ///< 0: the first child, or for a utility the best; with rules of `initial`, the child of the
                       ///< last rule
    uint16_t machine;  ///< machine whose slot determines this state
    uint16_t inside;   ///< for an fsm or utility: the machine of its children
    uint16_t config;   ///< its configuration in `machine`; WITS_NONE if it is never the deepest
    uint8_t kind;
    uint8_t depth;
    uint8_t activation;
    uint8_t leave;
    uint16_t fresh;  ///< its fresh bit; WITS_NONE if the brain keeps none
    uint16_t own_count;
    uint32_t first_own;  ///< own transitions in the guard table
    uint32_t first_any;
    uint16_t any_count;
    uint16_t step_count;
    uint32_t first_step;
    uint32_t first_child;  ///< in the child table
    action_index enter, exit, update, decide;
    uint32_t memory;  ///< agent offset; 0 is none
    uint32_t clock;
    uint32_t clock_until;          ///< clock value above which larger ones make no difference; WITS_SATURATES_NEVER
    uint32_t clocks_inside_until;  ///< while compiling: clock_until of its children for its `any` transitions
    uint32_t scored_clock;         ///< clock of `every`
    uint32_t data;
    uint32_t data_size;
    uint32_t data_initial;  ///< offset in the brain; 0: all zero
    function_ref step;
    // as an option
    function_ref score;  ///< reference to the score; for considerations to their program, see core/compile/weigh.c
    float weight;
    uint32_t hold;
    // as a utility
    float inertia;
    float floor;  ///< -infinity without a floor
    uint32_t every;
    uint32_t place;
    uint16_t default_option;  ///< 0 is none
    uint16_t row_count;       ///< as an option: number of its considerations
    uint32_t first_row;
    function_ref rank;     ///< as an option: rank; 0 is none
    uint32_t cooldown;     ///< as an option, ticks
    uint32_t cooldown_at;  ///< agent offset: a byte that is 1 after it was left, and the tick
    uint32_t options;      ///< as a utility: offset of its options, if they are plain
    float select_number;   ///< as a utility: the number of its rule; see selects.h
    uint8_t select;
    uint8_t score_best;
    uint8_t plain_options;  ///< it chooses the highest, and no option has `score: best`
    uint8_t is_ranked;      ///< as a utility: an option has a rank
    uint8_t is_plain;       ///< as a utility: neither ranks nor cooldowns nor a default option
    uint8_t gives_clock;    ///< while compiling: its children need clocks
    uint8_t can_finish;     ///< it can be done: by `lasts`, `done` or a final child
    uint8_t is_final;
    uint8_t runs_to_completion;  ///< as an option: no choice leaves it before it is done
    uint8_t checks_finished;     ///< as a utility: an option can finish
    uint16_t initial_count;      ///< number of rules of `initial`
    uint32_t first_initial;
    uint32_t lasts;      ///< ticks; 0: not given
    function_ref done;   ///< 0: not given
    uint16_t target;     ///< as an option: its kind of targets; WITS_NONE
    uint16_t targeting;  ///< the innermost option with a target around, itself included; 0: none
    uint32_t target_at;  ///< as a utility: agent offset of the id of its option's target; 0: no option has one
    float target_inertia;
    action_index retarget;
    uint8_t retarget_reenters;
} state_row;

/// A consideration, a gate or a group, which its members follow, for explanations: the option's score computes it.
typedef struct consideration_row {
    uint32_t code, code_end;  ///< instructions of the score that compute the input, with its curves, or the gate
    uint8_t kind;
    uint8_t curve_count;
    uint16_t field;  ///< field that is the whole input; WITS_NONE otherwise
    uint32_t is_ranged;
    float low, high;
} consideration_row;

enum { ROW_GROUP, ROW_GATE, ROW_INPUT };

/// Conditions of a transition. In order: for each state its own transitions, then its `any`.
typedef struct guard {
    function_ref condition;
    uint16_t row;  ///< row of the transition table
    uint8_t event;
    uint8_t flags;
} guard;

enum {
    GUARD_EVENT = 1,
    GUARD_AFTER = 2,
    GUARD_ANY = 4,   ///< an `any` transition without `reenter`: never to a state on the active path
    GUARD_ASKS = 8,  ///< there is a condition
};

typedef struct transition_row {
    uint16_t from;  ///< the composite of an `any` transition
    uint16_t to;
    uint16_t domain;  ///< domain (section 5) if it does not depend on the active states; else WITS_NONE
    uint8_t any;
    uint8_t reenter;
    uint8_t restart;
    uint8_t reserved;
    uint32_t after;
    action_index actions;
} transition_row;

typedef struct step_row {
    function_ref condition;
    action_index actions;
    uint16_t of;
    uint16_t to;   ///< 0 is to stay
    uint16_t row;  ///< row in the description; here they are grouped by leaf
    uint16_t reserved;
} step_row;

/// A rule of `initial`. The last rule of each fsm has no condition.
typedef struct initial_row {
    function_ref condition;
    uint16_t of;
    uint16_t to;
} initial_row;

typedef struct machine_row {
    uint32_t slot;  ///< agent offset
    uint32_t first_config;
    uint32_t config_count;
    uint16_t owner;        ///< the parallel or suspending composite around it; WITS_NONE for the top machine
    uint8_t width;         ///< bytes of the slot
    uint8_t first_depth;   ///< depth of its outermost states
    uint16_t first_fresh;  ///< the first of its fresh bits, one for each level
    uint16_t reserved;
} machine_row;

/// An option of a utility that chooses the highest of plain scores.
typedef struct option_row {
    uint16_t state;  ///< 0 ends the list
    uint16_t kind;
    function_ref score;  ///< for OPTION_BYTECODE the offset of its bytecode form
    float weight;
} option_row;

enum {
    OPTION_ASK,       ///< a host function
    OPTION_BYTECODE,  ///< an expression over fields only
    OPTION_SAME,      ///< the constant `weight`
    OPTION_OTHER,     ///< any other expression
    OPTION_CONSIDERED,
};

/// Entry points of the code: offsets of tables. See vm/code.h.
typedef struct code_entries {
    uint32_t paths;     ///< paths of the configurations
    uint32_t switches;  ///< uint32_t for each state: as an option, where it is entered by a switch
} code_entries;

struct wits_brain {
    char magic[8];
    uint64_t hash;        ///< hash of everything after it
    uint32_t byte_order;  ///< BRAIN_BYTE_ORDER in the byte order of the compiling machine
    uint32_t layout;      ///< BRAIN_LAYOUT
    uint32_t bytes;
    uint32_t agent_size;
    uint32_t state_count;
    uint32_t transition_count;
    uint32_t step_count;
    uint32_t initial_count;
    uint32_t event_count;
    uint32_t function_count;
    uint32_t field_count;
    uint32_t assignment_count;
    uint32_t call_count;
    uint32_t consideration_count;
    uint32_t target_count;
    uint32_t target_field_count;  ///< fields of all kinds
    uint32_t place_count;
    uint32_t machine_count;
    uint32_t config_count;
    uint32_t events;  ///< agent offset of the pending events
    uint32_t event_bytes;
    uint32_t fresh;  ///< agent offset of the fresh bits
    uint32_t fresh_bytes;
    uint32_t rooms;       ///< agent offset of the first memory
    uint32_t cooldowns;   ///< agent offset of the first cooldown, after the memories
    uint32_t target_ids;  ///< agent offset of the first remembered target, after the cooldowns
    uint32_t list_room[6];
    uint32_t ticks_per_second, ticks_per_second_per;  ///< in lowest terms; both 0 if not given
    uint32_t argument_room[6];                        ///< computed arguments in a list
    uint8_t outer_first;
    uint8_t skip_entered;
    uint8_t has_step_callbacks;
    uint8_t slot_width;  ///< slot bytes of the top machine
    uint8_t reserved;
    // offsets of tables from the start of the block
    uint32_t states, transitions, guards, steps, machines, children, actions;
    uint32_t assignments, calls, fields, considerations;
    uint32_t step_states;                               ///< uint16_t: owner of each step of the description
    uint32_t initials;                                  ///< rules of where fsms begin
    uint32_t targets;                                   ///< target_row of each kind
    uint32_t target_fields;                             ///< field_row of each of their fields, kind after kind
    uint32_t config_states;                             ///< uint16_t of each configuration, machine after machine
    uint32_t state_names, event_names, function_names;  ///< uint32_t offsets of texts
    uint32_t function_kinds;                            ///< uint8_t of each function
    uint32_t signatures;                                ///< signature of each function
    uint32_t parameter_lists;    ///< enum list of each parameter of each function; 0: none is declared
    uint32_t computes;           ///< a host condition or score has arguments, or an action has computed ones
    uint32_t code;               ///< for one agent
    code_entries plain, traced;  ///< `traced`: for calls with a trace or an explanation
    uint32_t verbs;              ///< for each state: code offsets of parts of verbs
    uint32_t stop;               ///< code offset of that verb
    uint32_t is_flat;            ///< guards are inlined for each configuration
};

/// Identifies a compiled brain. The number grows with every change of the block's layout.
#define BRAIN_MAGIC "wits brn"
enum { BRAIN_BYTE_ORDER = 0x01020304, BRAIN_LAYOUT = 14 };

/// Parts of a brain are aligned to 8 bytes.
static inline size_t aligned(size_t bytes) {
    return (bytes + 7) & ~(size_t)7;
}

static inline const void *brain_at(const wits_brain *brain, uint32_t offset) {
    return (const char *)brain + offset;
}

static inline const state_row *brain_states(const wits_brain *brain) {
    return (const state_row *)brain_at(brain, brain->states);
}

static inline const state_row *brain_state(const wits_brain *brain, uint32_t id) {
    return brain_states(brain) + id;
}

static inline const transition_row *brain_transition(const wits_brain *brain, uint32_t row) {
    return (const transition_row *)brain_at(brain, brain->transitions) + row;
}

static inline const guard *brain_guard(const wits_brain *brain, uint32_t index) {
    return (const guard *)brain_at(brain, brain->guards) + index;
}

/// The rows of an option's considerations.
static inline const consideration_row *brain_considerations(const wits_brain *brain, const state_row *option) {
    return (const consideration_row *)brain_at(brain, brain->considerations) + option->first_row;
}

static inline const step_row *brain_step(const wits_brain *brain, uint32_t row) {
    return (const step_row *)brain_at(brain, brain->steps) + row;
}

static inline const initial_row *brain_initial(const wits_brain *brain, uint32_t row) {
    return (const initial_row *)brain_at(brain, brain->initials) + row;
}

static inline const machine_row *brain_machine(const wits_brain *brain, uint32_t number) {
    return (const machine_row *)brain_at(brain, brain->machines) + number;
}

static inline uint16_t brain_child(const wits_brain *brain, const state_row *composite, uint32_t ordinal) {
    return ((const uint16_t *)brain_at(brain, brain->children))[composite->first_child + ordinal];
}

static inline const uint32_t *brain_actions(const wits_brain *brain, action_index index) {
    return (const uint32_t *)brain_at(brain, brain->actions) + index;
}

static inline const target_row *brain_target(const wits_brain *brain, uint32_t kind) {
    return (const target_row *)brain_at(brain, brain->targets) + kind;
}

static inline const field_row *brain_target_field(const wits_brain *brain, uint32_t kind, uint32_t field) {
    return (const field_row *)brain_at(brain, brain->target_fields) + brain_target(brain, kind)->first_field + field;
}

/// Returns the program of a function_ref with REF_PROGRAM. See expr/expr.h.
static inline const struct expr_program *brain_program(const wits_brain *brain, function_ref ref) {
    return (const struct expr_program *)brain_at(brain, ref & ~REF_PROGRAM);
}

static inline bool action_is_assignment(uint32_t word) {
    return (word & WITS_LIST_RAISE) == 0 && (word & WITS_LIST_ASSIGN) != 0;
}

/// Returns the assignment of a row, or of a word of the action table.
static inline const assignment *brain_assignment(const wits_brain *brain, uint32_t word) {
    return (const assignment *)brain_at(brain, brain->assignments) + (word & ~WITS_LIST_ASSIGN);
}

static inline const signature *brain_signature(const wits_brain *brain, uint32_t function) {
    return (const signature *)brain_at(brain, brain->signatures) + function;
}

/// Returns the call of an action word or a record; null if it has no arguments, or the brain has no such call.
static inline const call_row *brain_call(const wits_brain *brain, uint32_t action) {
    const bool is_own = (action & (WITS_LIST_RAISE | WITS_LIST_ASSIGN)) != 0;
    const uint32_t row = action / ACTION_ARGUMENT;
    if (is_own || row == 0 || row > brain->call_count) {
        return NULL;
    }
    const call_row *call = (const call_row *)brain_at(brain, brain->calls) + (row - 1);
    return call->function == action % ACTION_ARGUMENT ? call : NULL;
}

/// Returns the program of an action's word in the action table: a field's value, or the arguments of a call. Null if
/// there is none.
static inline const struct expr_program *brain_action_program(const wits_brain *brain, uint32_t word) {
    const call_row *call = brain_call(brain, word);
    return action_is_assignment(word)
               ? (const struct expr_program *)brain_at(brain, brain_assignment(brain, word)->program)
           : call != NULL ? (const struct expr_program *)brain_at(brain, call->program)
                          : NULL;
}

/// Returns whether a list has room for all arguments that a verb can compute for one agent.
static inline bool list_has_arguments(const wits_brain *brain, const wits_list *list, uint32_t verb) {
    const uint32_t room = brain->argument_room[verb];
    return room == 0 || (list->arguments != NULL && list->argument_capacity - list->argument_count >= room);
}

/// The deepest state of a configuration, counted through all machines.
static inline uint16_t brain_deepest(const wits_brain *brain, uint32_t config) {
    return ((const uint16_t *)brain_at(brain, brain->config_states))[config];
}

static inline uint16_t brain_config_state(const wits_brain *brain, const machine_row *of, uint32_t config) {
    return brain_deepest(brain, of->first_config + config);
}

/// Returns whether `inner` is `outer` or inside it.
static inline bool state_contains(const wits_brain *brain, uint32_t outer, uint32_t inner) {
    return inner >= outer && inner < brain_state(brain, outer)->end;
}

/// Bytes in which a composite remembers a child.
static inline uint32_t memory_width(const state_row *composite) {
    return composite->child_count <= 0xFF ? 1 : 2;
}

/// The ancestor of `id`, or `id` itself, at that depth.
static inline uint16_t state_ancestor(const wits_brain *brain, uint16_t id, uint32_t depth) {
    while (brain_state(brain, id)->depth > depth) {  // at most WITS_MAX_DEPTH times
        id = brain_state(brain, id)->parent;
    }
    return id;
}

/// The innermost state that contains both.
static inline uint16_t state_around_both(const wits_brain *brain, uint16_t x, uint16_t y) {
    while (!state_contains(brain, x, y)) {  // at most WITS_MAX_DEPTH times
        x = brain_state(brain, x)->parent;
    }
    return x;
}

static inline bool state_is_in_a(const wits_brain *brain, uint16_t id, wits_kind kind) {
    const uint16_t around = brain_state(brain, id)->parent;
    return around != WITS_NONE && brain_state(brain, around)->kind == kind;
}

static inline bool state_has_steps(const state_row *s) {
    return s->step != 0 || s->step_count != 0;
}

/// Returns whether a decision pass has anything to do inside a composite.
static inline bool state_has_decisions_inside(const wits_brain *brain, uint16_t composite) {
    bool has = false;
    for (uint32_t id = composite + 1u; id < brain_state(brain, composite)->end; id++) {
        const state_row *s = brain_state(brain, id);
        has |= s->kind != WITS_KIND_LEAF || s->decide != 0;
    }
    return has;
}

/// Returns how many machines are around one.
static inline uint32_t machine_level(const wits_brain *brain, uint32_t machine) {
    uint32_t level = 0;
    for (uint32_t owner = brain_machine(brain, machine)->owner; owner != WITS_NONE; level++) {
        owner = brain_machine(brain, brain_state(brain, owner)->machine)->owner;
    }
    return level;
}

typedef struct slot_range {
    uint32_t first;
    uint32_t count;  ///< 0: none
} slot_range;

/// Returns the slots of a machine's configurations among the rows [first, end). They are contiguous.
static inline slot_range machine_slots(const wits_brain *brain, uint16_t machine, uint32_t first, uint32_t end) {
    slot_range slots = {0, 0};
    for (uint32_t id = first; id < end; id++) {
        const state_row *s = brain_state(brain, id);
        if (s->machine == machine && s->config != WITS_NONE) {
            slots.first = slots.count == 0 ? s->config + 1u : slots.first;
            slots.count++;
        }
    }
    return slots;
}

/// Returns the slots of the state and of everything inside it in its machine.
static inline slot_range state_slots(const wits_brain *brain, uint16_t id) {
    const state_row *s = brain_state(brain, id);
    return machine_slots(brain, s->machine, id, s->end);
}

/// Returns whether its children belong to their own machine (or, in a parallel, each to one).
static inline bool state_has_own_inside(const state_row *s) {
    return s->kind == WITS_KIND_PARALLEL || (s->kind != WITS_KIND_LEAF && s->leave == WITS_LEAVE_SUSPEND);
}

#endif
