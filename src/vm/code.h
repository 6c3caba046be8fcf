// SPDX-License-Identifier: MIT
// A brain's program for one agent: build.c makes it from src/lower, and run.c runs it. Each configuration of each
// machine has three *paths*: its decision pass, its update pass, and its exits outwards. A pass begins with the path of
// the top machine; paths of nested machines follow. Code that fires a transition is shared by all paths that lead
// there. There are two copies: plain, and with TELL for traces and explanations. The parts of verbs (start, goto and so
// on) exist once, with TELL.
#ifndef WITS_VM_CODE_H
#define WITS_VM_CODE_H

#include "core/compile/compile.h"

/// X(name, what it does). A test holds or not; if the result equals `flag`, the code continues at `to`.
#define VM_LIST(X)                                                                                                     \
    /* tests */                                                                                                        \
    X(TEST_UINT8, "whether `field`, less k[0], is at most k[1]")                                                       \
    X(TEST_UINT16, "")                                                                                                 \
    X(TEST_UINT32, "")                                                                                                 \
    X(TEST_FLOAT, "whether `field` lies from k[0] to k[1]")                                                            \
    X(TEST_NO_FLOAT, "whether it does not")                                                                            \
    X(BYTECODE, "the bytecode code at k[0], which needs nothing but fields")                                           \
    X(CONDITION, "host function k[0], about `state` and `row`")                                                        \
    X(EXPRESSION, "condition k[0] about them, whatever it needs or is told")                                           \
    X(CONDITION_OF_CHILD, "either of them, about the active child of `state`")                                         \
    X(CONDITION_AT, "either of them; entries have come to `state`")                                                    \
    X(EVENT, "event k[0] was pending")                                                                                 \
    X(AFTER, "the clock at k[0] shows at least k[1] ticks")                                                            \
    X(IN, "the slot of `row` bytes at k[0] is k[1], or up to `field` more")                                            \
    X(ACTIVE, "`state` is active")                                                                                     \
    X(IS_DONE, "`state`, which is about to exit, is done")                                                             \
    X(FRESH, "fresh bit k[0] is set")                                                                                  \
    X(CHOSEN, "the option of ordinal k[0] was chosen, or with k[1] none")                                              \
    X(RETARGETED, "the last choice has left its option, with another target")                                          \
    X(NEXT, "the step callback said state k[0]")                                                                       \
    X(TURN, "no step has left `state` before its turn")                                                                \
    X(IS_STOP, "the verb is `stop`")                                                                                   \
    /* where to continue */                                                                                            \
    X(JUMP, "at `to`")                                                                                                 \
    X(CALL, "at `to`, and behind this when that returns")                                                              \
    X(RETURN, "behind the last call")                                                                                  \
    X(INTO, "on the path of machine `row`, whose slot of `field` bytes is at k[0]; k[1]: of where its paths begin")    \
    X(MACHINE_END, "behind the INTO that has led here")                                                                \
    X(DONE, "decided; behind the INTO that has led to level k[0]")                                                     \
    X(FIRED, "the same; the updates at `to`")                                                                          \
    X(DECIDED, "where nothing has fired: the updates at `to`")                                                         \
    X(STEPPED, "at `to` of the INTO that has led out of level k[0]; turns of states inside `state` are over")          \
    X(RUN_END, "the pass or the part of a verb has ended")                                                             \
    X(HIGHEST, "at the switch of the option of `state` that wins, if it is another than `row`; by plain scores")       \
    X(CHOOSE, "the same in any other way")                                                                             \
    X(GO_ON, "behind the choice of `state`, in what machine k[0] is in")                                               \
    X(EXITS, "at what exits in machine k[0], as far as `state`; with `flag` that is left, too")                        \
    X(EXITS_END, "behind the EXITS that has led here")                                                                 \
    X(LEAVE, "the same, if exits go only as far as `state`")                                                           \
    /* what to do */                                                                                                   \
    X(SET_8, "the byte at k[0] becomes k[1]")                                                                          \
    X(SET_16, "")                                                                                                      \
    X(REMEMBER, "the number of `row` bytes at k[0] becomes k[1], unless exits go only as far as `state`")              \
    X(START_CLOCK, "")                                                                                                 \
    X(SPREAD_CLOCK, "")                                                                                                \
    X(STOP_CLOCK, "")                                                                                                  \
    X(TURN_CLOCK, "")                                                                                                  \
    X(OPEN_DATA, "")                                                                                                   \
    X(CLOSE_DATA, "")                                                                                                  \
    X(SET_FRESH, "")                                                                                                   \
    X(CLEAR_FRESH, "")                                                                                                 \
    X(CLEAR_ALL_FRESH, "")                                                                                             \
    X(TURNS, "no turn is over")                                                                                        \
    X(SOURCE_CLOCK, "what the clock at k[0] shows is the transition's `elapsed`")                                      \
    X(SOURCE, "the active child of `state` is the transition's source")                                                \
    X(SOURCE_TARGETS, "the targets that `state`, or with `row` the source, reads are the transition's")                \
    X(ENTER_TARGET, "option `state` remembers the target that was picked for it, else its best")                       \
    X(CHOOSE_FIRST, "an option of `state`, of which none is active")                                                   \
    X(STEP, "the step callback of `state`")                                                                            \
    X(KEPT, "a kept region of parallel `state` exits; 0: it has")                                                      \
    X(MOMENT, "exits or entries have come to `state`; with `flag` it has been left")                                   \
    /* actions of `state` and `row`, of kind `flag`: `to` words of the action table from k[1] on */                    \
    X(ACTION, "host function k[0], without argument or private data")                                                  \
    X(ACTION_AT, "the same; exits or entries have come to `field`")                                                    \
    X(ACT, "any action; the same")                                                                                     \
    X(ACT_HERE, "any action, where exits and entries have come to by now")                                             \
    X(SET_FIELD_8, "`field` becomes k[0]")                                                                             \
    X(SET_FIELD_16, "")                                                                                                \
    X(SET_FIELD_32, "")                                                                                                \
    X(RUN, "assignments: the bytecode code at k[0]")                                                                   \
    X(TELL, "a trace record of kind `flag`, about `state` or with `field` its active child: see PROGRAM_TELL; then "   \
            "on at `to`, if given")

typedef enum vm_operation {
#define VM_ENUM(name, text) VM_##name,
    VM_LIST(VM_ENUM) VM_COUNT
#undef VM_ENUM
} vm_operation;

typedef struct vm_op {
    uint8_t operation;
    uint8_t flag;
    uint16_t field;
    uint16_t state;  // state of a wits_call from here on: vm_call_about
    uint16_t row;
    uint32_t k[2];
    uint32_t to;  ///< offset of an operation in the code
} vm_op;

/// Beginnings of the paths of a configuration: offsets in the code. Each machine has paths for slot 0, too, because a
/// decision may fill it.
typedef struct vm_paths {
    uint32_t decide, update, exits;
} vm_paths;

/// Beginnings of the parts of verbs for a state: see wits_lower_verb_... in lower/lower.h. 0: nothing to do.
typedef struct vm_verbs {
    uint32_t enter, inside, towards, region, regions_end, exit, turn_child, turn_region;
} vm_verbs;

enum { VM_CALLS = 4 * WITS_MAX_LEVELS };  ///< nested calls

static inline const vm_op *vm_code(const wits_brain *brain) {
    return brain_at(brain, brain->code);
}

/// Offset of the paths of a machine, of slot 0 first.
static inline uint32_t vm_paths_of(const wits_brain *brain, const code_entries *entries, uint32_t machine) {
    return entries->paths + (uint32_t)sizeof(vm_paths) * (brain_machine(brain, machine)->first_config + machine);
}

/// Returns the paths of the configuration in a machine's slot.
static inline const vm_paths *vm_paths_in(const wits_brain *brain, const code_entries *entries, uint32_t machine,
                                          uint32_t slot) {
    return (const vm_paths *)brain_at(brain, vm_paths_of(brain, entries, machine)) + slot;
}

static inline const vm_verbs *vm_verbs_of(const wits_brain *brain, uint16_t id) {
    return (const vm_verbs *)brain_at(brain, brain->verbs) + id;
}

/// Execution flags.
enum {
    RUN_DECIDES = 1,
    RUN_UPDATES = 2,
    RUN_SILENT = 4,  ///< without actions: see vm_silent_call
    RUN_STOPS = 16,  ///< `stop`: nothing is kept
    RUN_FRESH = 8,   ///< entered states behave as if a decision pass had made them active
};

/// Arguments of a verb's parts.
typedef struct vm_call {
    const wits_brain *brain;
    uint8_t *agent;
    const wits_frame *frame;
    uint32_t does;
} vm_call;

/// Makes a call for parts of verbs without actions. `silent` becomes the call's frame, in mode LISTED: in other modes,
/// some operations act without asking the pass.
static inline vm_call vm_silent_call(const wits_brain *brain, uint8_t *agent, const wits_frame *frame,
                                     wits_frame *silent) {
    *silent = *frame;
    silent->mode = WITS_MODE_LISTED;
    return (vm_call){.brain = brain, .agent = agent, .frame = silent, .does = RUN_SILENT};
}

/// Returns whether everything that a verb may add fits into the list, and the verb can run in this mode.
bool wits_vm_has_list_room(const wits_brain *brain, const wits_frame *frame, wits_verb verb);
/// Runs the part of a verb at `begin`; does nothing at 0.
void wits_vm_run(const vm_call *c, uint32_t begin);
/// Activates `destination` with all states between it and `domain`, which is active and has nothing else active inside;
/// WITS_NONE: the agent is stopped.
void wits_vm_enter_way(const vm_call *c, uint16_t domain, uint16_t destination);

/// Records a VM_TELL in traces and explanations.
void wits_vm_tell(struct wits_pass *p, const vm_op *o);

/// Appends the code and the paths to the block. Returns false if there is no room, which wits_vm_bytes rules out.
bool wits_vm_compile(brain_compiler *c);
/// An upper bound of the bytes that wits_vm_compile adds.
uint64_t wits_vm_bytes(const wits_desc *desc);

#endif
