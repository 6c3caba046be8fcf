// SPDX-License-Identifier: MIT
// Every key of a brain file and every value that is one of a few words. schema/brain.schema.json is checked against it.
#ifndef WITS_FILE_KEYS_H
#define WITS_FILE_KEYS_H

#include "core/selects.h"
#include "file/tree.h"

// clang-format off
#define FILE_KEYS(X) \
    X(WITS, "wits") X(BRAIN, "brain") X(CONTEXT, "context") X(EVENTS, "events") X(FUNCTIONS, "functions") \
    X(UPDATE_ENTERED, "update_entered") X(UPDATE_ORDER, "update_order") X(ROOT, "root")

#define STATE_KEYS(X) \
    X(KIND, "kind") X(INITIAL, "initial") X(ACTIVATION, "activation") X(LEAVE, "leave") \
    X(ENTER, "enter") X(EXIT, "exit") X(UPDATE, "update") X(DECIDE, "decide") X(STEPS, "steps") \
    X(TRANSITIONS, "transitions") X(ANY, "any") X(STATES, "states") \
    X(LASTS, "lasts") X(DONE, "done") X(FINAL, "final") X(COMMIT, "commit") \
    X(SCORE, "score") X(WEIGHT, "weight") X(HOLD, "hold") X(RANK, "rank") X(COOLDOWN, "cooldown") \
    X(INERTIA, "inertia") X(FLOOR, "floor") X(EVERY, "every") X(SELECT, "select") X(DEFAULT, "default")

#define TRANSITION_KEYS(X) \
    X(TO, "to") X(WHEN, "when") X(EVENT, "event") X(AFTER, "after") X(DO, "do") X(REENTER, "reenter") X(WITH, "with")

#define STEP_KEYS(X) X(WHEN, "when") X(DO, "do") X(TO, "to")

#define INITIAL_KEYS(X) X(WHEN, "when") X(TO, "to")

#define FIELD_KEYS(X) X(TYPE, "type") X(INITIAL, "initial")

#define FUNCTION_KEYS(X) X(KIND, "kind") X(PARAMETERS, "parameters")

/// The parts of a score. Which one a mapping is follows from its keys; a group may have the weight of a consideration.
#define CONSIDERATION_KEYS(X) \
    X(INPUT, "input") X(RANGE, "range") X(OUTSIDE, "outside") X(ON_NAN, "on_nan") X(CURVE, "curve") X(WEIGHT, "weight")
#define GATE_KEYS(X) X(GATE, "gate")
#define GROUP_KEYS(X) \
    X(PRODUCT, "product") X(COMPENSATED, "compensated") X(GEOMETRIC_MEAN, "geometric_mean") X(SUM, "sum") \
    X(MEAN, "mean") X(MIN, "min") X(MAX, "max") X(ALL, "all") X(ANY, "any")
#define PART_KEYS(X) CONSIDERATION_KEYS(X) GATE_KEYS(X) GROUP_KEYS(X)

#define PARAMETER_KEYS(X) X(M, "m") X(K, "k") X(B, "b") X(C, "c")

/// Keys that no mapping has yet.
#define RESERVED_KEYS(X) X(INCLUDE, "include") X(USE, "use")

#define BOOL_VALUES(X) X("true", 1) X("false", 0)
#define KIND_VALUES(X) X("fsm", WITS_KIND_FSM) X("utility", WITS_KIND_UTILITY) X("parallel", WITS_KIND_PARALLEL)
#define ACTIVATION_VALUES(X) X("now", WITS_ACTIVATION_NOW) X("on_decide", WITS_ACTIVATION_ON_DECIDE) X("silent", WITS_ACTIVATION_SILENT)
#define LEAVE_VALUES(X) X("reset", WITS_LEAVE_RESET) X("resume", WITS_LEAVE_RESUME) X("suspend", WITS_LEAVE_SUSPEND)
#define OUTSIDE_VALUES(X) X("clamp", WITS_OUTSIDE_CLAMP) X("wrap", WITS_OUTSIDE_WRAP)
#define WITH_VALUES(X) X("restart", 1)
#define ORDER_VALUES(X) X("inner_first", 0) X("outer_first", 1)
#define FUNCTION_VALUES(X) \
    X("action", FUNCTION_IS_ACTION) X("condition", FUNCTION_IS_CONDITION) X("score", FUNCTION_IS_SCORE)
#define ARGUMENT_VALUES(X) \
    X("int", WITS_ARGUMENT_INT) X("float", WITS_ARGUMENT_FLOAT) X("bool", WITS_ARGUMENT_BOOL) X("text", WITS_ARGUMENT_TEXT)
#define TYPE_VALUES(X) \
    X("bool", WITS_TYPE_BOOL) X("int8", WITS_TYPE_INT8) X("uint8", WITS_TYPE_UINT8) X("int16", WITS_TYPE_INT16) \
    X("uint16", WITS_TYPE_UINT16) X("int", WITS_TYPE_INT) X("float", WITS_TYPE_FLOAT)
// clang-format on

/// What a function of the host is.
typedef enum file_function_kind { FUNCTION_IS_ACTION = 1, FUNCTION_IS_CONDITION, FUNCTION_IS_SCORE } file_function_kind;

enum {
#define KEY(id, name) FILE_KEY_##id,
    FILE_KEYS(KEY) FILE_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, name) STATE_KEY_##id,
    STATE_KEYS(KEY) STATE_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, name) TRANSITION_KEY_##id,
    TRANSITION_KEYS(KEY) TRANSITION_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, name) STEP_KEY_##id,
    STEP_KEYS(KEY) STEP_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, name) INITIAL_KEY_##id,
    INITIAL_KEYS(KEY) INITIAL_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, name) FIELD_KEY_##id,
    FIELD_KEYS(KEY) FIELD_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, name) FUNCTION_KEY_##id,
    FUNCTION_KEYS(KEY) FUNCTION_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) SELECT_KEY_##id,
    SELECT_NUMBER_LIST(KEY) SELECT_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, name) PART_KEY_##id,
    PART_KEYS(KEY) PART_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, name) PARAMETER_KEY_##id,
    PARAMETER_KEYS(KEY) PARAMETER_KEY_COUNT
#undef KEY
};
enum { KEY_MOST = STATE_KEY_COUNT };  ///< no other mapping has as many

/// The keys of one kind of mapping.
typedef struct key_set {
    const char *owner;  ///< "a state"
    const char *const *names;
    uint32_t count;
} key_set;

extern const key_set wits_file_keys, wits_file_state_keys, wits_file_transition_keys, wits_file_step_keys,
    wits_file_initial_keys, wits_file_field_keys, wits_file_function_keys, wits_file_select_keys, wits_file_part_keys,
    wits_file_parameter_keys;

/// A word and what it means.
typedef struct choice {
    const char *name;
    uint32_t value;
} choice;

typedef struct choice_set {
    const choice *choices;
    uint32_t count;
    const char *also;  ///< what may stand there besides, for messages; or null
} choice_set;

extern const choice_set wits_file_bool_values, wits_file_kind_values, wits_file_activation_values,
    wits_file_leave_values, wits_file_select_values, wits_file_with_values, wits_file_order_values,
    wits_file_function_values, wits_file_argument_values, wits_file_type_values, wits_file_outside_values,
    wits_file_curve_values;

/// A mapping's keys and values by the numbers of a key set; null where a key is not there.
typedef struct key_values {
    node *keys[KEY_MOST];
    node *values[KEY_MOST];
} key_values;

/// Sorts a mapping's pairs by their keys; every key that the set does not have is reported, and then taken for the key
/// that it resembles, so that what depends on it is not reported too. A value that is no mapping
/// is reported as not being `wanted`, and nothing is found; so is nothing in one that is empty, silently if
/// `may_be_empty`.
void wits_file_keys_read(wits_file *file, const key_set *set, node *mapping, const char *wanted, bool may_be_empty,
                         key_values *found);
bool wits_file_keys_has(const key_set *set, const char *name);
/// What a key of other tools is called here; null if it is none, or if this mapping has no such key.
const char *wits_file_foreign_key(const key_set *set, const char *name);
/// What to do in place of a key of other tools, for messages; null if nothing is known of it.
const char *wits_file_foreign_advice(const key_set *set, const char *name);
/// The same of a value: its word here, or advice, which has a blank in it.
const char *wits_file_foreign_value(const choice_set *set, const char *given);
/// Whether a key has been reported.
bool wits_file_keys_are_misspelt(const node *mapping);
/// The value of one key, or null. Reports nothing.
node *wits_file_keys_find(const node *mapping, const char *name);
bool wits_file_choice_is_in(const choice_set *set, const char *name);
/// Looks a value up in a set. Returns false and reports if it is not there, calling it `what`.
bool wits_file_choice_read(wits_file *file, const choice_set *set, const char *what, node *value, uint32_t *found);

#endif
