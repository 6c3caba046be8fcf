// SPDX-License-Identifier: MIT
// Every key of a brain file, and every value that is a keyword. schema/brain.schema.json is checked against it.
#ifndef WITS_FILE_KEYS_H
#define WITS_FILE_KEYS_H

#include "core/selects.h"
#include "file/tree.h"

// clang-format off
#define FILE_KEYS(X) \
    X(WITS, "wits") X(BRAIN, "brain") X(CONTEXT, "context") X(EVENTS, "events") X(FUNCTIONS, "functions") \
    X(TARGETS, "targets") X(UPDATE_ENTERED, "update_entered") X(UPDATE_ORDER, "update_order") X(TICKS_PER_SECOND, "ticks_per_second") \
    X(PROVE, "prove") X(RENAMES, "renames") SHARED_KEYS(X) X(ROOT, "root")

/// Sections that a file shares with files that include it.
#define SHARED_KEYS(X) \
    X(INCLUDE, "include") X(CONSTANTS, "constants") X(ENUMS, "enums") X(CONDITIONS, "conditions") X(SCORES, "scores") \
    X(CURVES, "curves") X(CONSIDERATIONS, "considerations") X(PARTS, "parts")

/// Keys of an included file.
#define INCLUDED_KEYS(X) X(WITS, "wits") X(FUNCTIONS, "functions") X(TARGETS, "targets") SHARED_KEYS(X)

/// Keys of a part, and of a parameter.
#define TEMPLATE_KEYS(X) X(PARAMETERS, "parameters") X(STATE, "state")
#define TYPED_KEYS(X) X(TYPE, "type") X(DEFAULT, "default")

/// The third word of the keys of states, transitions, steps, scores and properties determines what names in their
/// values may refer to: see HOLDING_LIST.
#define STATE_KEYS(X) \
    X(KIND, "kind", WORD) X(INITIAL, "initial", BEGINNING) X(ACTIVATION, "activation", WORD) X(LEAVE, "leave", WORD) \
    X(ENTER, "enter", ACTIONS) X(EXIT, "exit", ACTIONS) X(UPDATE, "update", ACTIONS) X(DECIDE, "decide", ACTIONS) \
    X(STEPS, "steps", STEPS) X(TRANSITIONS, "transitions", TRANSITIONS) X(ANY, "any", ANY) X(STATES, "states", WORD) \
    X(LASTS, "lasts", VALUES) X(DONE, "done", EXPRESSION) X(FINAL, "final", VALUES) X(COMMIT, "commit", VALUES) \
    X(SCORE, "score", SCORE) X(WEIGHT, "weight", VALUES) X(HOLD, "hold", VALUES) X(RANK, "rank", EXPRESSION) \
    X(COOLDOWN, "cooldown", VALUES) X(INERTIA, "inertia", VALUES) X(FLOOR, "floor", VALUES) X(EVERY, "every", VALUES) \
    X(SELECT, "select", VALUES) X(DEFAULT, "default", WORD) X(TARGET, "target", WORD) \
    X(TARGET_INERTIA, "target_inertia", VALUES) X(RETARGET, "retarget", ACTIONS) X(REENTER, "reenter", VALUES) \
    X(USE, "use", WORD) X(WITH, "with", WORD)

#define TRANSITION_KEYS(X) \
    X(TO, "to", DESTINATION) X(WHEN, "when", EXPRESSION) X(EVENT, "event", WORD) X(AFTER, "after", VALUES) \
    X(DO, "do", ACTIONS) X(REENTER, "reenter", VALUES) X(WITH, "with", WORD)

#define STEP_KEYS(X) X(WHEN, "when", EXPRESSION) X(DO, "do", ACTIONS) X(TO, "to", DESTINATION)

/// A rule of `initial`; `to` is a direct child.
#define INITIAL_KEYS(X) X(WHEN, "when", EXPRESSION) X(TO, "to", WORD)

#define FIELD_KEYS(X) X(TYPE, "type") X(INITIAL, "initial") PROMISE_KEYS(X)
#define EVENT_KEYS(X) X(NAME, "name") X(HOST, "host")

/// Keys of promises of the host.
#define PROMISE_KEYS(X) X(RANGE, "range") X(STEP, "step") X(MAY_BE_NAN, "nan") X(HOST, "host")

/// A field of a kind of targets. A kind has one key besides its fields: see wits_file_read_targets.
#define TARGET_FIELD_KEYS(X) X(TYPE, "type") X(OWN, "own") X(RANGE, "range") X(STEP, "step")

#define FUNCTION_KEYS(X) X(KIND, "kind") X(PARAMETERS, "parameters") X(RANGE, "range")

/// Keys of an item under `prove`. Those from NEVER on define it; the others qualify it, or are an assumption.
#define PROPERTY_KEYS(X) \
    X(NAME, "name", WORD) X(ASSUME, "assume", PROPERTY) X(FROM, "from", WORD) X(START, "start", WORD) \
    X(NEVER, "never", PROPERTY) X(ALWAYS, "always", PROPERTY) X(REACH, "reach", PROPERTY) X(WITHIN, "within", WITHIN) \
    X(SETTLES, "settles", SETTLES) X(RETURNS, "returns", PROPERTY)
#define WITHIN_KEYS(X) \
    X(WHEN, "when", PROPERTY) X(UNTIL, "until", PROPERTY) X(TICKS, "ticks", VALUES) X(INPUTS, "inputs", WORD)
#define SETTLES_KEYS(X) X(OF, "of", WORD) X(TICKS, "ticks", VALUES)

/// Kinds of names under `renames`.
#define RENAME_KEYS(X) X(STATES, "states") X(EVENTS, "events") X(FIELDS, "fields")
/// Keys of an item of a file of scenarios: its own, and those of a step, which it may have instead of `steps`; see
/// scenarios.c. Values of `given` and `when` are by names of the brain, or under `raise`.
#define SCENARIO_KEYS(X) \
    X(NAME, "scenario") X(GIVEN, "given") X(FROM, "from") X(SEED, "seed") X(STEPS, "steps") SCENARIO_STEP_KEYS(X)
#define SCENARIO_STEP_KEYS(X) \
    X(WHEN, "when") X(AFTER, "after") X(WITHIN, "within") X(FOR, "for") X(EXPECT, "expect") X(NEVER, "never")
#define EXPECT_KEYS(X) X(ACTIVE, "active") X(CALLS, "calls") X(HOLDS, "holds") X(TARGET, "target")

/// The parts of a score. The keys of a mapping determine its kind; a group may have the weight of a consideration.
#define CONSIDERATION_KEYS(X) \
    X(INPUT, "input", EXPRESSION) X(RANGE, "range", VALUES) X(OUTSIDE, "outside", WORD) X(ON_NAN, "on_nan", VALUES) \
    X(CURVE, "curve", CURVES) X(WEIGHT, "weight", VALUES)
#define GATE_KEYS(X) X(GATE, "gate", EXPRESSION)
#define GROUP_KEYS(X) \
    X(PRODUCT, "product", PARTS) X(COMPENSATED, "compensated", PARTS) X(GEOMETRIC_MEAN, "geometric_mean", PARTS) \
    X(SUM, "sum", PARTS) X(MEAN, "mean", PARTS) X(MIN, "min", PARTS) X(MAX, "max", PARTS) X(ALL, "all", PARTS) \
    X(ANY, "any", PARTS)
#define PART_KEYS(X) CONSIDERATION_KEYS(X) GATE_KEYS(X) GROUP_KEYS(X)

#define PARAMETER_KEYS(X) X(M, "m") X(K, "k") X(B, "b") X(C, "c")

/// Referents of names in a key's value: nothing; a value, or everything inside it; expressions; actions; a state; the
/// first child or rules for it; lists of rules; a score, parts of one, curves; an expression of a property, and two
/// mappings with such expressions.
#define HOLDING_LIST(X) \
    X(WORD) X(VALUES) X(EXPRESSION) X(ACTIONS) X(DESTINATION) X(BEGINNING) X(TRANSITIONS) X(ANY) X(STEPS) X(SCORE) \
    X(PARTS) X(CURVES) X(PROPERTY) X(WITHIN) X(SETTLES)

#define BOOL_VALUES(X) X("true", 1) X("false", 0)
#define KIND_VALUES(X) X("fsm", WITS_KIND_FSM) X("utility", WITS_KIND_UTILITY) X("parallel", WITS_KIND_PARALLEL)
#define ACTIVATION_VALUES(X) X("now", WITS_ACTIVATION_NOW) X("on_decide", WITS_ACTIVATION_ON_DECIDE) X("silent", WITS_ACTIVATION_SILENT)
#define LEAVE_VALUES(X) X("reset", WITS_LEAVE_RESET) X("resume", WITS_LEAVE_RESUME) X("suspend", WITS_LEAVE_SUSPEND)
#define OUTSIDE_VALUES(X) X("clamp", WITS_OUTSIDE_CLAMP) X("wrap", WITS_OUTSIDE_WRAP)
#define WITH_VALUES(X) X("restart", 1)
#define INPUTS_VALUES(X) X("any", 1)
#define START_VALUES(X) X("any", 1)
#define ORDER_VALUES(X) X("inner_first", 0) X("outer_first", 1)
#define FUNCTION_VALUES(X) \
    X("action", FUNCTION_IS_ACTION) X("condition", FUNCTION_IS_CONDITION) X("score", FUNCTION_IS_SCORE)
#define PARAMETER_TYPE_VALUES(X) \
    X("int", PARAMETER_INT) X("float", PARAMETER_FLOAT) X("bool", PARAMETER_BOOL) X("time", PARAMETER_TIME) \
    X("text", PARAMETER_TEXT) X("condition", PARAMETER_CONDITION) X("score", PARAMETER_SCORE) \
    X("field", PARAMETER_FIELD) X("action", PARAMETER_ACTION)
#define ARGUMENT_VALUES(X) \
    X("int", WITS_ARGUMENT_INT) X("float", WITS_ARGUMENT_FLOAT) X("bool", WITS_ARGUMENT_BOOL) X("text", WITS_ARGUMENT_TEXT)
#define TYPE_VALUES(X) \
    X("bool", WITS_TYPE_BOOL) X("int8", WITS_TYPE_INT8) X("uint8", WITS_TYPE_UINT8) X("int16", WITS_TYPE_INT16) \
    X("uint16", WITS_TYPE_UINT16) X("int", WITS_TYPE_INT) X("float", WITS_TYPE_FLOAT)
// clang-format on

/// Kind of a host function.
typedef enum file_function_kind { FUNCTION_IS_ACTION = 1, FUNCTION_IS_CONDITION, FUNCTION_IS_SCORE } file_function_kind;

enum {
#define KEY(id, ...) FILE_KEY_##id,
    FILE_KEYS(KEY) FILE_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) STATE_KEY_##id,
    STATE_KEYS(KEY) STATE_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) TRANSITION_KEY_##id,
    TRANSITION_KEYS(KEY) TRANSITION_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) STEP_KEY_##id,
    STEP_KEYS(KEY) STEP_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) INITIAL_KEY_##id,
    INITIAL_KEYS(KEY) INITIAL_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) FIELD_KEY_##id,
    FIELD_KEYS(KEY) FIELD_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) EVENT_KEY_##id,
    EVENT_KEYS(KEY) EVENT_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) TARGET_FIELD_KEY_##id,
    TARGET_FIELD_KEYS(KEY) TARGET_FIELD_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, name) FUNCTION_KEY_##id,
    FUNCTION_KEYS(KEY) FUNCTION_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) PROPERTY_KEY_##id,
    PROPERTY_KEYS(KEY) PROPERTY_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) WITHIN_KEY_##id,
    WITHIN_KEYS(KEY) WITHIN_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) SETTLES_KEY_##id,
    SETTLES_KEYS(KEY) SETTLES_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) RENAME_KEY_##id,
    RENAME_KEYS(KEY) RENAME_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) SCENARIO_KEY_##id,
    SCENARIO_KEYS(KEY) SCENARIO_KEY_COUNT
#undef KEY
};
/// The same values as from SCENARIO_KEY_WHEN on.
enum {
#define KEY(id, ...) SCENARIO_STEP_KEY_##id,
    SCENARIO_STEP_KEYS(KEY) SCENARIO_STEP_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) EXPECT_KEY_##id,
    EXPECT_KEYS(KEY) EXPECT_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) SELECT_KEY_##id,
    SELECT_NUMBER_LIST(KEY) SELECT_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) PART_KEY_##id,
    PART_KEYS(KEY) PART_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) PARAMETER_KEY_##id,
    PARAMETER_KEYS(KEY) PARAMETER_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) INCLUDED_KEY_##id,
    INCLUDED_KEYS(KEY) INCLUDED_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) TEMPLATE_KEY_##id,
    TEMPLATE_KEYS(KEY) TEMPLATE_KEY_COUNT
#undef KEY
};
enum {
#define KEY(id, ...) TYPED_KEY_##id,
    TYPED_KEYS(KEY) TYPED_KEY_COUNT
#undef KEY
};
typedef enum holding {
#define HOLDING(id) HOLDING_##id,
    HOLDING_LIST(HOLDING)
#undef HOLDING
} holding;

/// Kind of a parameter of a part. Those up to PARAMETER_ENUM, which is written as the enum's name, are values.
typedef enum parameter_kind {
    PARAMETER_INT,
    PARAMETER_FLOAT,
    PARAMETER_BOOL,
    PARAMETER_TIME,
    PARAMETER_TEXT,
    PARAMETER_ENUM,
    PARAMETER_CONDITION,
    PARAMETER_SCORE,
    PARAMETER_FIELD,
    PARAMETER_ACTION,
} parameter_kind;

/// Kind of a definition. Expressions look up those up to DEFINED_EVENT, which share a namespace.
typedef enum definition_kind {
    DEFINED_CONSTANT,
    DEFINED_CONDITION,
    DEFINED_SCORE,
    DEFINED_CONSIDERATION,
    DEFINED_FIELD,
    DEFINED_EVENT,
    DEFINED_CURVE,
    DEFINED_ENUM,
    DEFINED_PART,
    DEFINED_FUNCTION,
    DEFINED_TARGET,  ///< a kind of targets
} definition_kind;

enum { KEY_MOST = STATE_KEY_COUNT };  ///< no other mapping has as many keys

/// The keys of one kind of mapping.
typedef struct key_set {
    const char *owner;  ///< "a state"
    const char *const *names;
    uint32_t count;
} key_set;

extern const key_set wits_file_keys, wits_file_state_keys, wits_file_transition_keys, wits_file_step_keys,
    wits_file_initial_keys, wits_file_field_keys, wits_file_target_field_keys, wits_file_function_keys,
    wits_file_select_keys, wits_file_part_keys, wits_file_parameter_keys, wits_file_included_keys,
    wits_file_template_keys, wits_file_typed_keys, wits_file_event_keys, wits_file_property_keys, wits_file_within_keys,
    wits_file_settles_keys, wits_file_rename_keys, wits_file_scenario_keys, wits_file_scenario_step_keys,
    wits_file_expect_keys;

/// Returns what the values of a set's keys hold; HOLDING_WORD for unknown keys.
holding wits_file_key_holding(const key_set *set, const char *name);

/// A word and its meaning.
typedef struct choice {
    const char *name;
    uint32_t value;
} choice;

typedef struct choice_set {
    const choice *choices;
    uint32_t count;
    const char *also;  ///< description of other allowed values, for messages; or null
    uint32_t defined;  ///< definitions that files may give it: a bit for each definition_kind
} choice_set;

extern const choice_set wits_file_bool_values, wits_file_kind_values, wits_file_activation_values,
    wits_file_leave_values, wits_file_select_values, wits_file_with_values, wits_file_order_values,
    wits_file_function_values, wits_file_argument_values, wits_file_type_values, wits_file_parameter_type_values,
    wits_file_outside_values, wits_file_curve_values, wits_file_inputs_values, wits_file_start_values;

/// A mapping's keys and values by the numbers of a key set; null for missing keys.
typedef struct key_values {
    node *keys[KEY_MOST];
    node *values[KEY_MOST];
} key_values;

/// Sorts a mapping's pairs by their keys. Unknown keys are reported, and then taken for the key that they resemble, so
/// that consequences are not reported, too. A value that is not a mapping is reported as not being `wanted`, and gives
/// no keys; so does an empty one, silently if `may_be_empty`.
void wits_file_keys_read(wits_file *file, const key_set *set, node *mapping, const char *wanted, bool may_be_empty,
                         key_values *found);
/// Returns whether the set is one of a file of scenarios.
bool wits_file_is_of_scenarios(const key_set *set);
bool wits_file_keys_has(const key_set *set, const char *name);
/// Returns the key for a word of another tool; null for other words, or if this mapping has no such key.
const char *wits_file_foreign_key(const key_set *set, const char *name);
/// Returns what to do instead of using a key of another tool, for messages; null if unknown.
const char *wits_file_foreign_advice(const key_set *set, const char *name);
/// As above, for a value: the word to use, or advice, which has a blank in it.
const char *wits_file_foreign_value(const choice_set *set, const char *given);
/// Returns whether a key has been reported.
bool wits_file_keys_are_misspelt(const node *mapping);
/// Returns the value of one key, or null. Reports nothing.
node *wits_file_keys_find(const node *mapping, const char *name);
bool wits_file_choice_is_in(const choice_set *set, const char *name);
/// Looks a value up in a set. Returns false and reports if it is missing, calling it `what`.
bool wits_file_choice_read(wits_file *file, const choice_set *set, const char *what, node *value, uint32_t *found);

#endif
