// SPDX-License-Identifier: MIT
// All problems: lists from which the codes, the texts and the tests are made.
#ifndef WITS_PROBLEMS_H
#define WITS_PROBLEMS_H

/// X(code, text). A text is one lower-case clause; if it ends with a colon the offending value follows.
// clang-format off
/// Problems of tables.
#define WITS_TABLE_PROBLEM_LIST(X) \
    X(STATES_MISSING,            "there are no states; row 0 is the root") \
    X(STATES_TOO_MANY,           "more than 65,534 states") \
    X(TRANSITIONS_TOO_MANY,      "more than 65,534 transitions") \
    X(STEPS_TOO_MANY,            "more than 65,534 steps") \
    X(EVENTS_TOO_MANY,           "more than 64 events") \
    X(FUNCTIONS_TOO_MANY,        "more than 1,024 functions") \
    X(TABLE_MISSING,             "the count is not 0 but the table is null") \
    X(MEMORY_NULL,               "no memory was given for the brain") \
    X(MEMORY_MISALIGNED,         "the brain's memory is not aligned to 8 bytes") \
    X(MEMORY_TOO_SMALL,          "the brain's memory is smaller than wits_brain_size returns") \
    X(NAME_MISSING,              "has no name") \
    X(NAME_INVALID,              "a name is a letter or _, then letters, digits and _:") \
    X(NAME_TOO_LONG,             "a name has at most 64 bytes:") \
    X(NAME_DUPLICATE,            "a sibling has the same name:") \
    X(EVENT_DUPLICATE,           "an earlier event has the same name:") \
    X(FUNCTION_DUPLICATE,        "an earlier function has the same name:") \
    X(FUNCTION_KIND,             "exactly one of condition, score, action and step must be given:") \
    X(PARENT_ORDER,              "rows must be in tree order: the parent is the previous row or one of its ancestors") \
    X(TOO_DEEP,                  "deeper than 16 levels below the root") \
    X(VALUE_UNKNOWN,             "not a value of this attribute:") \
    X(NUMBER_INVALID,            "not a finite number:") \
    X(TICKS_TOO_MANY,            "more than 2^31-1 ticks:") \
    X(COMPOSITE_EMPTY,           "a composite without children; only a leaf has none") \
    X(INITIAL_NOT_CHILD,         "initial is not one of its children:") \
    X(INITIAL_ON_LEAF,           "a leaf has no initial child") \
    X(ACTIVATION_ON_LEAF,        "a leaf has no activation") \
    X(LEAVE_ON_LEAF,             "a leaf has no leave") \
    X(INITIAL_ON_PARALLEL,       "a parallel has no initial child; all its regions are active") \
    X(ON_DECIDE_ON_PARALLEL,     "a parallel cannot be activated on_decide") \
    X(RESUME_ON_PARALLEL,        "a parallel cannot resume; use reset or suspend") \
    X(DECIDE_ON_COMPOSITE,       "only a leaf has decide actions") \
    X(STEPS_ON_COMPOSITE,        "only a leaf has steps") \
    X(DATA_ON_COMPOSITE,         "only a leaf has private data") \
    X(SCORE_ON_ROOT,             "the root is not an option and has no score") \
    X(WEIGHT_ON_ROOT,            "the root is not an option and has no weight") \
    X(HOLD_ON_ROOT,              "the root is not an option and has no hold") \
    X(SCORE_OFF_UTILITY,         "a score, but its parent is not a utility") \
    X(WEIGHT_OFF_UTILITY,        "a weight, but its parent is not a utility") \
    X(HOLD_OFF_UTILITY,          "a hold, but its parent is not a utility") \
    X(SCORE_MISSING,             "a leaf option of a utility needs a score") \
    X(SCORE_TWICE,               "score and score_best are mutually exclusive") \
    X(BEST_OFF_UTILITY,          "score_best, but it is not a utility itself") \
    X(INERTIA_OFF_UTILITY,       "inertia, but it is not a utility") \
    X(FLOOR_OFF_UTILITY,         "a floor, but it is not a utility") \
    X(EVERY_OFF_UTILITY,         "every, but it is not a utility") \
    X(SELECT_OFF_UTILITY,        "select, but it is not a utility") \
    X(SELECT_TOP,                "'top' needs WITS_SELECT_TOP and is at least 1") \
    X(SELECT_WITHIN,             "'within' needs WITS_SELECT_WITHIN and is between 0 and 1") \
    X(DATA_SIZE,                 "initial data without a data_size") \
    X(AGENT_TOO_LARGE,           "an agent of this brain would need more than 16 MiB") \
    X(FUNCTION_UNKNOWN,          "unknown function:") \
    X(FUNCTION_WRONG_KIND,       "a function of this name exists but is of another kind:") \
    X(ACTION_MALFORMED,          "an action is name, name(ARGUMENTS), raise EVENT or field = expression; several are separated by ';':") \
    X(EVENT_UNKNOWN,             "unknown event:") \
    X(SOURCE_UNKNOWN,            "'from' is not a state:") \
    X(DESTINATION_MISSING,            "no destination; 'to' is 0, and the root cannot be one") \
    X(DESTINATION_UNKNOWN,            "'to' is not a state:") \
    X(TRANSITION_ON_ROOT,        "the root cannot be a source; for transitions from any child, set any") \
    X(ANY_ON_LEAF,               "any on a leaf, which has no children") \
    X(ANY_ON_PARALLEL,           "any on a parallel, whose regions are all active") \
    X(RESTART_ON_LEAF,           "restart, but the destination is a leaf") \
    X(NO_DOMAIN,                 "no fsm or utility contains both source and destination, because the parallel is the root; a transition stays in its region") \
    X(STEP_TWICE,                "a leaf with a step callback has no other step actions; its rows only list destinations (to)") \
    X(STEP_EMPTY,                "a step without when, run or to") \
    X(LEAF_WITH_CHILDREN,        "a leaf has no children; fsm, utility and parallel do") \
    X(FIELDS_TOO_MANY,           "more than 1,024 fields") \
    X(FIELD_DUPLICATE,           "an earlier field has the same name:") \
    X(FIELD_TYPE,                "a field needs a type: bool, enum, int8, uint8, int16, uint16, int or float") \
    X(FIELD_VALUES,              "an enum has 1 to 256 values, and no other type has any") \
    X(FIELD_VALUE_DUPLICATE,     "an earlier value has the same name:") \
    X(FIELD_INITIAL,             "the initial value does not fit the field") \
    X(NAME_RESERVED,             "reserved word:") \
    X(EXPRESSION,                "invalid expression:") \
    X(FIELD_UNKNOWN,             "unknown field:") \
    X(BRAIN_TOO_LARGE,           "a brain of these tables would need more than 2 GiB:") \
    X(PARAMETER_INVALID,         "a function cannot have these parameters:") \
    X(ARGUMENT_OTHER,            "arguments do not match the function's parameters:") \
    X(RANK_ON_ROOT,              "the root is not an option and has no rank") \
    X(COOLDOWN_ON_ROOT,          "the root is not an option and has no cooldown") \
    X(RANK_OFF_UTILITY,          "a rank, but its parent is not a utility") \
    X(COOLDOWN_OFF_UTILITY,      "a cooldown, but its parent is not a utility") \
    X(DEFAULT_OFF_UTILITY,       "a default option, but it is not a utility") \
    X(DEFAULT_NOT_CHILD,         "the default option is not one of its children:") \
    X(SELECT_SOFTMAX,            "'temperature' needs WITS_SELECT_SOFTMAX and is above 0") \
    X(CONSIDERATIONS_TOO_MANY,   "more than 65,534 considerations") \
    X(CONSIDERATION_OF,          "'of' is not a state:") \
    X(CONSIDERATION_OFF_UTILITY, "considerations, but the parent is not a utility") \
    X(CONSIDERATION_ORDER,       "considerations must be in the order of their states") \
    X(CONSIDERATION_TWICE,       "score and considerations are mutually exclusive") \
    X(CONSIDERATION_KIND,        "exactly one of group, gate and input must be given") \
    X(CONSIDERATION_DEPTH,       "invalid depth; an option's first row has 0, each other at most one more than a preceding group:") \
    X(GROUPS_TOO_DEEP,           "groups nested more than 8 deep") \
    X(GATE_OUTERMOST,            "a gate belongs in a group") \
    X(RANGE_EMPTY,               "lo and hi of a range must differ") \
    X(OUTSIDE_WITHOUT_RANGE,     "'outside' needs a range") \
    X(INPUT_MISSING,             "this needs an input") \
    X(CURVES_TOO_MANY,           "more than 8 curves, one after another") \
    X(CURVE_INVALID,             "invalid curve:") \
    X(WEIGHT_OUTERMOST,          "the weight of a whole score is the state's, not its considerations'") \
    X(WEIGHT_ON_GATE,            "a gate has no weight") \
    X(WEIGHT_IN_MIN_MAX,         "members of min and max have no weight") \
    X(WEIGHT_NEGATIVE,           "negative weights are only allowed in a sum") \
    X(NUMBER_NOT_SET,            "a number is given; set this to true:") \
    X(INITIALS_TOO_MANY,         "more than 65,534 rules of initial") \
    X(INITIAL_RULES_OFF_FSM,     "rules of initial, but it is not an fsm") \
    X(INITIAL_RULES_TWICE,       "'initial' and 'initials' are mutually exclusive") \
    X(INITIAL_RULE_ORDER,        "rules of initial must be in the order of their states") \
    X(INITIAL_RULE_ALWAYS,       "only the last rule of initial of an fsm may lack a condition") \
    X(INITIAL_RULE_LAST,         "the last rule of initial must have no condition") \
    X(FINAL_OFF_COMPOSITE,       "final, but its parent is neither an fsm nor a utility") \
    X(FINAL_ON_ROOT,             "the root cannot be final") \
    X(COMMIT_OFF_UTILITY,        "commit, but its parent is not a utility") \
    X(COMMIT_ON_ROOT,            "the root is not an option and has no commit") \
    X(COMMIT_NEVER_DONE,         "commit, but it is never done: it needs lasts, done or a final child") \
    X(TICKS_PER_SECOND,          "ticks_per_second is 1 to 1,000,000, or a fraction of two such numbers:") \
    X(TARGETS_TOO_MANY,          "more than 16 kinds of targets") \
    X(TARGET_DUPLICATE,          "an earlier kind of targets has the same name:") \
    X(TARGET_IS_FIELD,           "a kind of targets has the name of a field:") \
    X(TARGET_FIELDS_TOO_MANY,    "a kind of targets has at most 64 fields") \
    X(TARGET_FIELD_DUPLICATE,    "an earlier field of this kind of targets has the same name:") \
    X(TARGET_FIELD_NAME,         "reserved name of a target field:") \
    X(TARGET_UNKNOWN,            "unknown kind of targets:") \
    X(TARGET_ON_ROOT,            "the root is not an option and has no target") \
    X(TARGET_OFF_UTILITY,        "a target, but its parent is not a utility") \
    X(TARGET_AND_BEST,           "target and score_best are mutually exclusive") \
    X(TARGET_MISSING,            "only an option with a target has this") \
    X(RETARGET_AND_REENTER,      "retarget and reenter are mutually exclusive")

/// Problems between a program and a brain: see wits_bind.
#define WITS_HOST_PROBLEM_LIST(X) \
    X(BRAIN_MISSING,             "missing brain") \
    X(HOST_TABLE_MISSING,        "the count is not 0 but the table is null") \
    X(HOST_TWICE,                "duplicate name in the program") \
    X(HOST_NAME_MISSING,         "the program's row has no name") \
    X(FUNCTION_MISSING,          "missing function, which the brain calls") \
    X(FUNCTION_GIVEN_AS,         "the program's function has another kind than the brain expects:") \
    X(FIELD_MISSING,             "missing field") \
    X(COLUMN_TYPE,               "the field has another type than in the program:") \
    X(COLUMN_NULL,               "the column has no memory") \
    X(COLUMN_STRIDE,             "the stride is less than the bytes of a value") \
    X(COLUMN_SHORT,              "column buffer too small") \
    X(COLUMN_READ_ONLY,          "the brain assigns this field, but its column is read-only:") \
    X(ENUM_VALUES,               "the enum has other values than in the program:") \
    X(ENUM_VALUES_MISSING,       "missing names of this enum's values:") \
    X(EVENT_NUMBER,              "the event has another number than in the program:") \
    X(STATE_NUMBER,              "the state has another number than in the program:") \
    X(STATE_UNKNOWN,             "unknown or ambiguous state:") \
    X(HOST_TARGET_UNKNOWN,       "unknown kind of targets") \
    X(HOST_TARGET_MISSING,       "missing kind of targets") \
    X(TARGET_COLUMN,             "the column overlaps memory that the brain writes:")

/// Problems of a crowd, besides columns and functions: see wits_crowd_check.
#define WITS_CROWD_PROBLEM_LIST(X) \
    X(COLUMN_OVERLAP,            "the column overlaps that of another field:") \
    X(COLUMN_OVERLAP_AGENTS,     "the column overlaps the agents") \
    X(COLUMNS_MISSING,           "missing columns for the brain's fields") \
    X(FUNCTIONS_MISSING,         "missing functions; wits_bind fills them") \
    X(CROWD_CODE_MISSING,        "the crowd has no code; call wits_crowd_prepare") \
    X(CROWD_TOO_LARGE,           "more than 4,294,967,295 agents; use two crowds") \
    X(AGENTS_OF_ANOTHER,         "the agents were made for another brain, or for another version of it") \
    X(AGENTS_MISSING,            "missing memory for the agents' bytes") \
    X(AGENT_STRIDE,              "the stride is less than the bytes of an agent") \
    X(AGENTS_SHORT,              "memory too small for the agents") \
    X(SLICE_TOO_LONG,            "the slice goes past the crowd's last agent") \
    X(AGENT_INVALID,             "the brain could not have made the bytes of this agent") \
    X(TARGET_LIST_NULL,          "null, but the list has rows") \
    X(TARGET_ID_NONE,            "this row has the id WITS_NO_TARGET") \
    X(TARGET_ID_TWICE,           "duplicate id in the agent's list:") \
    X(TARGET_OFFSETS,            "the offsets of this agent's rows are descending, or beyond the last row:") \
    X(TARGET_OWN_ROW,            "this row is beyond the last row of own fields:") \
    X(BLOCK_PARAMETERS,          "the function for a block has arguments, but its parameters are not declared")

/// Problems of a record batch of another program: see wits/arrow.h.
#define WITS_ARROW_PROBLEM_LIST(X) \
    X(ARROW_RELEASED,            "released or moved: a release callback is null:") \
    X(ARROW_NO_BATCH,            "a record batch is a struct, of the format '+s':") \
    X(ARROW_BROKEN,              "malformed Arrow data:") \
    X(ARROW_TWICE,               "an earlier column has the same name") \
    X(ARROW_NULLS,               "fields cannot be null; fill the column first:") \
    X(ARROW_TYPE,                "the column has another type than the field:") \
    X(ARROW_PACKED,              "bit-packed bools cannot be used in place; give 8-bit bools (arrow.bool8), or use wits_arrow_load") \
    X(ARROW_DICTIONARY,          "the numbers of the dictionary are not those of the enum; wits_arrow_load finds values by name:") \
    X(ARROW_VALUE,               "the field cannot have this value:") \
    X(ARROW_COLUMN_MISSING,      "the batch has no column of this name")

/// Problems of renames: see wits_versions_match.
#define WITS_RENAME_PROBLEM_LIST(X) \
    X(VERSIONS_MEMORY,           "the memory is null, not aligned to 8 bytes, or smaller than wits_versions_size returns") \
    X(RENAME_TABLE,              "only states, events and fields can be renamed") \
    X(RENAME_EMPTY,              "a rename needs an old and a new name; the root has no path and cannot be renamed") \
    X(RENAME_TWICE,              "an earlier rename has the same old name") \
    X(RENAME_UNKNOWN,            "the new brain has no:") \
    X(RENAME_STILL_THERE,        "the new brain still has the old name; agents of the new version would be renamed again:") \
    X(RENAME_MERGES,             "the old brain has another that becomes the same:")

/// Problems of a snapshot: see wits/snapshot.h.
#define WITS_SNAPSHOT_PROBLEM_LIST(X) \
    X(SNAPSHOT_FOREIGN,          "not a snapshot of wits") \
    X(SNAPSHOT_VERSION,          "made by a newer version of wits; this one reads version 1, not") \
    X(SNAPSHOT_SHORT,            "cut short; some of its bytes are missing") \
    X(SNAPSHOT_CORRUPT,          "damaged:") \
    X(SNAPSHOT_RANGE,            "it does not have these agents:") \
    X(SNAPSHOT_IDS,              "its agents have ids; give memory for ids") \
    X(SNAPSHOT_VALUE,            "the field cannot have this value:") \
    X(SNAPSHOT_COLUMN,           "its field has another type or other values than the brain's; load it instead of using it in place") \
    X(SNAPSHOT_ALLOCATOR,        "missing allocator, which is needed when the brain has changed") \
    X(SNAPSHOT_MEMORY,           "no memory left; nothing was loaded")

/// Problems of a recording: see wits/record.h.
#define WITS_RECORDING_PROBLEM_LIST(X) \
    X(RECORDING_FOREIGN,         "not a recording of wits") \
    X(RECORDING_VERSION,         "made by a newer version of wits; this one reads version 1, not") \
    X(RECORDING_SHORT,           "cut short; its first agents are not complete") \
    X(RECORDING_CORRUPT,         "damaged:") \
    X(RECORDING_AGENTS,          "the memory must have exactly its agents, with rows from 0") \
    X(REPLAY_MEMORY,             "the memory is null, not aligned to 8 bytes, or smaller than wits_replay_size returns")

/// All of them, and the code for problems that only have a brain file's message.
#define WITS_PROBLEM_LIST(X) \
    WITS_TABLE_PROBLEM_LIST(X) \
    WITS_HOST_PROBLEM_LIST(X) \
    WITS_CROWD_PROBLEM_LIST(X) \
    WITS_ARROW_PROBLEM_LIST(X) \
    WITS_RENAME_PROBLEM_LIST(X) \
    WITS_SNAPSHOT_PROBLEM_LIST(X) \
    WITS_RECORDING_PROBLEM_LIST(X) \
    X(FILE_PROBLEM,              "see the message")
// clang-format on

typedef enum wits_problem_code {
    WITS_PROBLEM_NONE = 0,
#define WITS_PROBLEM_CODE(code, text) WITS_PROBLEM_##code,
    WITS_PROBLEM_LIST(WITS_PROBLEM_CODE)
#undef WITS_PROBLEM_CODE
        WITS_PROBLEM_COUNT
} wits_problem_code;

#endif
