// SPDX-License-Identifier: MIT
// All messages of the loader, in one list. Problems of a well-formed brain have the texts of wits/problems.h, or those
// of the second list. Each % is replaced by a word or text given with the message.
#ifndef WITS_FILE_MESSAGES_H
#define WITS_FILE_MESSAGES_H

// clang-format off
#define FILE_MESSAGES(X) \
    /* the file as bytes */ \
    X(FILE_MISSING,       "there is no such file") \
    X(FILE_DIRECTORY,     "is a directory, not a file") \
    X(FILE_UNREADABLE,    "cannot be read") \
    X(FILE_SPECIAL,       "is not a regular file") \
    X(FILE_TOO_LARGE,     "the file is larger than 16 MiB") \
    X(FILE_EMPTY,         "the file is empty; a brain file begins with 'wits: 1'") \
    X(BYTE_NOT_UTF8,      "this is not UTF-8 (byte %); save the file in that encoding") \
    X(BYTE_CONTROL,       "a control character (%) is not allowed in a brain file") \
    /* the file as YAML */ \
    X(YAML_INVALID,       "invalid YAML: %") \
    X(YAML_KEY,           "a key's colon must be followed by a space: '%: ...'") \
    X(YAML_COLON,         "a value that contains ': ' must be quoted") \
    X(YAML_COLON_VALUE,   "a value that contains ': ' must be quoted: %") \
    X(YAML_BRACES,        "several keys on one line need braces: {%}") \
    X(YAML_COLON_MISSING, "missing colon after '%'") \
    X(YAML_COLON_WITHIN,  "missing colon after '%': '%: %'") \
    X(YAML_EQUALS,        "a key is followed by a colon, not by '=': '%: %'") \
    X(YAML_TWO_KEYS,      "one key per line; put '%' on the next line, indented deeper") \
    X(YAML_ASSIGN,        "a field is set with '=', not with a colon: % = VALUE") \
    X(YAML_DEEPER,        "line % already has a value, so nothing can be nested below it; begin this in column %, too") \
    X(YAML_QUESTION,      "expressions have no '? :'; write a if condition else b") \
    X(YAML_BRACKET,       "'%' is unexpected; the '%' at line % ends with '%'") \
    X(YAML_OPEN,          "this '%' is never closed; write '%' where it ends") \
    X(YAML_COMMA,         "missing comma before '%'") \
    X(YAML_COMMA_LINE,    "missing comma at the end of this line") \
    X(YAML_SEMICOLON,     "write a comma instead of the ';' before '%'") \
    X(YAML_CLOSES_NOTHING, "unmatched '%'; remove it") \
    X(YAML_INDENT,        "no line above begins at this indentation: line % has % spaces before it, line % has %") \
    X(YAML_ITEM,          "begin this in column %, below '%' of line %: then it belongs to the same item") \
    X(YAML_NO_LIST,       "'%' is no list; remove the '-' here") \
    X(YAML_DASH_COLUMN,   "begin this '-' in column %, like that of line %") \
    X(YAML_DASH,          "a list begins on a new line, below its key") \
    X(YAML_START,         "a value cannot begin with '%'; remove it, or quote the whole value") \
    X(YAML_VALUE,         "missing value before '%'") \
    X(YAML_QUOTE_OPEN,    "this quote is never closed; write another % where the text ends") \
    X(YAML_QUOTE_ENDS,    "the quotes end before this; if the text has % in it, put it between % and %") \
    X(YAML_ESCAPE,        "unknown escape; in single quotes a backslash is an ordinary character") \
    X(COMMENT,            "a comment begins with '#', not with '%'") \
    X(COMMENT_SPACE,      "'#' starts a comment only after a space: '%'") \
    X(SPACE_OTHER,        "this is a non-ASCII space; retype it") \
    X(YAML_INVALID_IN,    "invalid YAML: % (%, which begins at line %)") \
    X(YAML_TAB,           "tabs cannot indent; use spaces") \
    X(ESCAPE,             "invalid escape; the halves of a surrogate pair must be adjacent, such as \\uD83D\\uDE00") \
    X(YAML_TOO_DEEP,      "lists and mappings nested more than % deep") \
    X(YAML_TOO_MANY,      "more than % keys and values") \
    X(SECOND_DOCUMENT,    "a second document begins here; a brain file has one") \
    X(ANCHOR,             "YAML anchors (&%) are not part of brain files") \
    X(ALIAS,              "YAML aliases (*%) are not part of brain files") \
    X(TAG,                "a value cannot begin with '!' ('%'); a condition is negated by 'not'") \
    X(ZERO_BYTE,          "a text cannot contain a zero byte") \
    X(COMMA_SPLIT,        "YAML splits this expression at its comma; put it in quotes: %") \
    /* keys and values */ \
    X(KEY_NOT_TEXT,       "a key is a single word, not a list or mapping") \
    X(KEY_DUPLICATE,      "duplicate key '%'; first defined on line %") \
    X(KEY_UNKNOWN,        "% has no key '%'") \
    X(NUMBER_COMMA,       "a number has a point, not a comma: %.%") \
    X(KEY_ADVICE,         "% has no key '%'; %") \
    X(STATE_BESIDE,       "'%' is beside 'states', not inside; indent it deeper") \
    X(STATE_OUTSIDE,      "'%' looks like a state, but is outside of the 'states' of line %; indent it like those") \
    X(STATE_AS_KEY,       "'%' looks like a state, but is among the keys of one; write 'states:' above it, or indent it like the other states") \
    X(STATE_IS_KEY,       "'%' is beside the states, as if it were one; indent it deeper, below its state") \
    X(KEY_IS_ACTION,      "YAML ends a value at a comma; write several actions as a list: [..., %]") \
    X(KEY_ELSEWHERE,      "% has no key '%'; it belongs to %") \
    X(KEY_MISSING,        "% needs '%'") \
    X(KEYS_UNBRACED,      "% needs '%'; put braces around all its keys: [{to: ..., %: ...}]") \
    X(EXPECTED,           "expected %, not %") \
    X(EXPECTED_NO_DASH,   "expected %, not a list; remove the '-'") \
    X(DASH_BLANK,         "missing space after this '-'") \
    X(VERSION,            "unsupported file version %; expected 1") \
    X(CHOICE,             "% is %, not '%'") \
    X(CHOICE_ADVICE,      "% is %, not '%'; %") \
    X(FLOAT_TOO_LARGE,    "% is larger than any float: '%'") \
    X(INT_TOO_LARGE,      "% exceeds a 32-bit int: '%'; add a point to make it a float") \
    X(TIME_RATE,          "'%' needs ticks_per_second at the top of the brain's file, such as ticks_per_second: 60") \
    X(TIME_DIGITS,        "a time is up to 12 digits and s or ms, such as 2.5s or 400ms, not '%'") \
    X(TIME_SHORT,         "'%' is less than half a tick; 1 tick is %") \
    X(TIME_LONG,          "'%' is more than 2147483647 ticks") \
    X(TIME_FAR,           "'%' becomes % ticks, more than a tenth off; the nearest exact times are % and %") \
    X(SELECT_ONE,         "select has one key: %") \
    X(TYPE_INITIAL,       "expected a type; with an initial value: {type: %, initial: %}") \
    X(TYPE_LIST,          "an enum field lists its values: [calm, angry]") \
    X(TYPE_ALONE,         "a type has no parentheses: %") \
    X(INITIAL_RANGE,      "% holds % to %, not '%'") \
    X(INITIAL_OUTSIDE,    "the range is % to %, and initial is outside: '%'") \
    X(INITIAL_NEEDED,     "the range is % to %, so the default 0 is outside; add initial") \
    X(PROMISE_TYPE,       "'%' is for %, not for %") \
    X(RANGE_BACKWARDS,    "reversed range [%, %]; write the lower end first") \
    X(RANGE_OF_SCORE,     "only a score has a range, not %") \
    X(STEP_ALONE,         "a step needs a range: {type: float, range: [0, 10], step: 0.5}") \
    X(STEP_SIZE,          "a step is a number above 0 of up to 15 digits, not '%'") \
    X(STEP_MANY,          "in steps of % there are more than 4096 values from % to %") \
    X(STEP_NONE,          "no multiple of % is between % and %") \
    X(INITIAL_VALUE,      "% is one of %, not '%'") \
    X(PARAMETERS_MANY,    "a function has at most 4 parameters") \
    /* scores */ \
    X(CONSIDERATIONS,     "considerations belong in a group under 'score': score: {product: [...]}") \
    X(PART_TEXT,          "a consideration is a mapping; write {input: %}") \
    X(PART_GATE,          "a gate is a separate mapping in the list of a group: {gate: CONDITION}") \
    X(GROUP_UNKNOWN,      "unknown group '%'; the groups are %") \
    X(GROUP_TWICE,        "a mapping is one group, not '%' and '%'; put a nested group into its list") \
    X(RANGE_TWO,          "a range is two numbers, such as '[0, 10]', not %") \
    X(RANGE_ROUNDED,      "lo and hi of a range must differ; as floats % and % are the same") \
    X(RANGE_WIDE,         "the range from % to % is wider than any float") \
    X(CURVE_NAMELESS,     "a curve's parameters belong under its name, such as {linear: {m: -1, b: 1}}") \
    X(CURVE_TWICE,        "a mapping is one curve, not '%' and '%'; write several as a list") \
    X(CURVE_PARAMETER,    "% has no parameter '%'; it has %") \
    X(KNOT_FLAT,          "knots are pairs of numbers: [[x, y], [x, y], ...]") \
    X(KNOT_TWO,           "a knot is two numbers [x, y], not %") \
    /* properties */ \
    X(PROPERTIES_EMPTY,   "the file is empty; a list of properties begins with '- never: ...'") \
    X(PROPERTIES_BRAIN,   "the brain of these properties has problems") \
    X(PROPERTIES_MANY,    "a file has at most % properties") \
    X(PROPERTY_MISSING,   "a property is one of never, always, reach, within, settles and returns") \
    X(PROPERTY_TWO,       "an item is one property, not '%' and '%'; begin the other with '-'") \
    X(PROPERTY_CALLED,    "'%' is already the name of a property, at %") \
    X(PROPERTY_START,     "'from' and 'start' are mutually exclusive; remove one") \
    X(START_TWICE,        "duplicate start of the properties; first given at %") \
    X(SETTLES_OF,         "settles needs an fsm or a utility, not %") \
    /* scenarios */ \
    X(SCENARIOS_EMPTY,    "the file is empty; a list of scenarios begins with '- scenario: NAME'") \
    X(SCENARIOS_BRAIN,    "the brain of these scenarios has problems") \
    X(SCENARIOS_HERE,     "this is a file of scenarios; run it with 'wits test'") \
    X(SCENARIOS_NONE,     "there is no scenario; begin one with '- scenario: NAME'") \
    X(SCENARIOS_MANY,     "a file has at most % scenarios") \
    X(SCENARIO_NAME,      "a scenario needs a name: - scenario: NAME") \
    X(SCENARIO_CALLED,    "'%' is already the name of a scenario, at line %") \
    X(SCENARIO_FUTILE,    "this scenario expects nothing, so it cannot fail; add expect: {active: STATE}") \
    X(SCENARIO_STEPS,     "'%' belongs to one of the steps, because the scenario has 'steps'") \
    X(SCENARIO_TICKS,     "with this step the scenario has more than % ticks") \
    X(GIVEN_TWICE,        "duplicate 'given' for all scenarios; first at line %") \
    X(EXPECTED_MANY,      "a scenario expects at most % things") \
    X(STEP_NOTHING,       "a step needs when, after, expect or never") \
    X(STEP_WAITS,         "'%' and '%' are mutually exclusive; write two steps") \
    X(STEP_WAIT_ALONE,    "'%' needs 'expect'; to let ticks pass write after: %") \
    X(STEP_NO_TICKS,      "'%' needs at least 1 tick") \
    X(GIVEN_FIELD,        "the brain has no field '%'") \
    X(GIVEN_FUNCTION,     "the brain calls no condition or score '%'") \
    X(GIVEN_ACTION,       "'%' is an action, which has no result") \
    X(GIVEN_CALL,         "'%' is a function; write %(): %") \
    X(GIVEN_EVENT,        "'%' is an event; write raise: %") \
    X(GIVEN_STATE,        "'%' is a state; write from: % beside 'given'") \
    X(GIVEN_RANGE,        "% is from % to % according to its range, not '%'") \
    X(GIVEN_RAISE,        "'%' is an event; write {raise: %}") \
    X(EXPECT_STATE,       "write expect: {active: %}") \
    X(EXPECT_CONDITION,   "write expect: {holds: %}") \
    X(EXPECT_COMMA,       "YAML ends a value at a comma; write several as a list: [..., %]") \
    X(EXPECT_NOTHING,     "nothing is expected here; write {active: STATE}") \
    X(EXPECT_ROOT,        "'%' is the brain; name a state in it, or write '/'") \
    X(EXPECT_FIELD,       "'%' is a field; write holds: % % %") \
    X(EXPECT_WORD,        "holds cannot use '%'; %") \
    X(EXPECT_EVENT,       "'%' is an event; write raise: % under 'when', and expect what follows") \
    X(EXPECT_IN,          "'%' is an event and a state; write in(%)") \
    X(ACTIVE_FORM,        "'%' is not one state; several are a list: [a, not b]") \
    X(ACTIVE_ACTION,      "'%' is an action; write calls: %") \
    X(CALL_STATE,         "'%' is a state; write active: %") \
    X(CALL_UNKNOWN,       "the brain calls no action '%'") \
    X(CALL_NO_ACTION,     "'%' is not an action; only calls of actions can be expected") \
    X(CALL_FORM,          "a call is NAME or NAME(ARGUMENTS), and several are a list, not '%'") \
    X(TARGET_NONE,        "the option '%' has no target") \
    X(TARGET_ID,          "an id is a whole number, 0 to 4294967294, not '%'") \
    /* what is shared */ \
    X(INCLUDE_CLOSED,     "'%' cannot be included: %") \
    X(INCLUDE_TOO_MANY,   "a brain is read from at most % files") \
    X(INCLUDE_TOO_LARGE,  "with '%' the files together are larger than 16 MiB") \
    X(INCLUDE_NOWHERE,    "a text in memory cannot include files unless the program gives a function that opens them") \
    X(INCLUDE_PLACE,      "'%' is not a portable path; write a relative path with '/' and without drive letters") \
    X(INCLUDE_OUTSIDE,    "'%' is outside the folder of the brain's own file") \
    X(INCLUDE_CIRCLE,     "circular reference: '%' leads back to this file") \
    X(DEFINED_TWICE,      "'%' is already the name of %, at %") \
    X(DEFINED_ALWAYS,     "'%' is the name of %") \
    X(DEFINED_CIRCLE,     "circular reference: '%' names '%', which leads back to it") \
    X(DEFINED_DEEP,       "names nested more than % deep") \
    X(ENUM_VALUE,         "there is no value '%'") \
    X(CONSTANT_UNKNOWN,   "unknown constant '%'") \
    X(CONSTANT_KIND,      "the constant '%' is %, not '%'") \
    X(NAME_UNSEEN,        "'%' is % of %, which this file does not include") \
    X(NAME_PLACE,         "'%' is %, which is not allowed here") \
    X(NAME_OPEN,          "unbalanced parentheses or quotes in '%'") \
    X(EXPANDED_TOO_MANY,  "expanded, the brain has more than % keys and values") \
    X(EXPANDED_TOO_LARGE, "expanded, the brain is larger than 16 MiB") \
    X(EXPANDED_TOO_LONG,  "expanded, this text has more than % bytes") \
    X(PART_UNKNOWN,       "there is no part '%'") \
    X(PART_CIRCLE,        "circular reference: the part '%' uses itself") \
    X(PART_DEEP,          "parts nested more than % deep") \
    X(PART_SAYS_TOO,      "duplicate key '%'; the part has it at %") \
    X(WITH_ALONE,         "'with' needs 'use': {use: PART, with: {...}}") \
    X(PARAMETER_UNUSED,   "the part does not use its parameter '%'") \
    X(ARGUMENT_UNKNOWN,   "the part '%' has no parameter '%'") \
    X(ARGUMENT_MISSING,   "the part '%' needs '%', %") \
    X(ARGUMENT_KIND,      "'%' is %, not %") \
    X(STATE_NOT_IN_PART,  "there is no state '%' in the part '%', and it cannot name states outside") \
    X(STATE_TWICE_IN_PART, "there are several states '%' in the part '%'; write the path from the part's own state") \
    X(STATE_IN_PART,      "the state '%' is in a part and is found by its path: %") \
    X(RENAME_NAME,        "'%' is not %") \
    X(RENAME_STILL_THERE, "the % '%' still exists; only removed names can be renamed") \
    X(RENAME_UNKNOWN,     "there is no % '%'") \
    /* names */ \
    X(DESTINATION_UNKNOWN,     "there is no state '%'") \
    X(DESTINATION_NOT_INSIDE,  "there is no state '%' in %") \
    X(DESTINATION_AMBIGUOUS,   "there are several states '%'; write its path: %") \
    X(DESTINATION_ROOT,        "the root cannot be a destination") \
    X(NOT_CHILD,          "% is one of the states in %, not '%'") \
    X(ACTION_SEVERAL,     "several actions need a list: [%, ...]") \
    X(ACTION_END,         "remove the '%' at the end: %") \
    X(ACTION_SIGN,        "'% % ...' sets nothing; assign with one '=': % = %") \
    X(ACTION_DECLARED,    "write no '%' before a field: % = %") \
    X(ACTION_OPEN,        "this '(' is never closed") \
    X(ACTION_GOTO,        "an action cannot change the state; write transitions: [{to: %}]") \
    X(NAME_DOTTED,        "'%' is not a name; a name is one word, such as %") \
    X(STATES_ARE,              "there is no state '%'; the states are %") \
    X(FIELD_UNLISTED,     "unknown field '%'; list it at the top, under 'context'") \
    X(TARGET_UNKNOWN_KIND, "unknown kind of targets '%'") \
    X(TARGETS_ARE,         "unknown kind of targets '%'; the kinds are %") \
    X(TARGET_UNLISTED,    "unknown kind of targets '%'; list it at the top: targets: {%: {distance: float}}") \
    X(TARGET_ASSIGNED,    "target fields are read-only, and '%' is one") \
    X(NAME_BLANK,         "this name contains a non-ASCII space; retype it") \
    X(FUNCTION_KIND,      "'%' is %, not %") \
    X(EVENT_JOINED,       "an event is one name; write event: %, when: %") \
    X(EVENT_IS_CONDITION, "'%' is a condition, not an event; write when: %") \
    X(EVENT_UNLISTED,     "unknown event '%'; list it at the top: events: [%%]") \
    X(RAISE_OTHER,        "raise an event with: raise % (not '%')") \
    X(ACTION_COMPOUND,    "unsupported operator '%'; write %") \
    X(ACTION_IF,          "an action has no condition; write a transition or step with 'when', and the action as its 'do'") \
    X(RAISE_EVENT,        "raise takes only the name of an event: raise %") \
    X(CALL_BARE,          "call a function with parentheses: %()") \
    X(FUNCTION_UNLISTED,  "unknown function '%'; list it at the top, under 'functions'") \
    X(FUNCTION_KINDS,     "'%' is used as % here, but as % at %; one function cannot be both") \
    X(FUNCTION_NEAR,      "expressions have no function '%', so the host must provide it; did you mean '%'?") \
    X(FUNCTION_INSTEAD,   "expressions have no function '%', so the host must provide it; write %") \
    X(FUNCTION_HOST,      "expressions have no function '%'; if the program has one, list it under 'functions'") \
    X(MORE_PROBLEMS,      "and % more problems")

/// Problems of the core with a different text in a brain file than in tables, by their codes of wits/problems.h.
#define CORE_MESSAGES(X) \
    X(TRANSITION_ON_ROOT,       "the root has no transitions; put transitions from any child under 'any'") \
    X(BEST_OFF_UTILITY,         "only a utility can have score: best") \
    X(STEP_EMPTY,               "a step needs when, do or to") \
    X(ACTION_MALFORMED,         "an action is 'field = expression', 'raise EVENT' or 'name()':") \
    X(RESTART_ON_LEAF,          "with: restart, but the destination is a leaf") \
    X(ON_DECIDE_ON_PARALLEL,    "a parallel is activated now or silent, not on_decide") \
    X(RANGE_EMPTY,              "lo and hi of a range must differ") \
    X(INITIAL_ON_LEAF,          "a leaf has no initial child; set initial on its parent") \
    X(SCORE_MISSING,            "an option of a utility needs a score, such as 'score: 0.5'") \
    X(COMPOSITE_EMPTY,          "there are no states inside; a leaf has neither 'states' nor 'kind'") \
    X(NAME_INVALID,             "a name is a letter (a to z) or _, then letters, digits and _:") \
    X(NAME_RESERVED,            "reserved word; choose another name:") \
    X(GATE_OUTERMOST,           "a gate belongs in a group: score: {product: [{gate: ...}, ...]}") \
    X(WEIGHT_OUTERMOST,         "put the weight of a whole score beside 'score'") \
    X(SCORE_OFF_UTILITY,        "a score needs a parent with 'kind: utility'") \
    X(WEIGHT_OFF_UTILITY,       "a weight needs a parent with 'kind: utility'") \
    X(HOLD_OFF_UTILITY,         "a hold needs a parent with 'kind: utility'") \
    X(RANK_OFF_UTILITY,         "a rank needs a parent with 'kind: utility'") \
    X(COOLDOWN_OFF_UTILITY,     "a cooldown needs a parent with 'kind: utility'") \
    X(INERTIA_OFF_UTILITY,      "inertia needs 'kind: utility'") \
    X(FLOOR_OFF_UTILITY,        "a floor needs 'kind: utility'") \
    X(EVERY_OFF_UTILITY,        "every needs 'kind: utility'") \
    X(SELECT_OFF_UTILITY,       "select needs 'kind: utility'") \
    X(DEFAULT_OFF_UTILITY,      "a default option needs 'kind: utility'") \
    X(LEAVE_ON_LEAF,            "a leaf has no leave: it has no children to remember") \
    X(ACTIVATION_ON_LEAF,       "a leaf has no activation: it has no children") \
    X(ANY_ON_LEAF,              "a leaf has no any; use 'transitions'") \
    X(DECIDE_ON_COMPOSITE,      "only a leaf has decide actions; this state has children") \
    X(TARGET_ON_ROOT,           "the root is not an option and has no target") \
    X(TARGET_OFF_UTILITY,       "a target needs a parent with 'kind: utility'") \
    X(TARGET_AND_BEST,          "an option with score: best has no target; its own options may have one") \
    X(TARGET_MISSING,           "this needs a target; add target: KIND") \
    X(RETARGET_AND_REENTER,     "with reenter: true this never runs; remove one of the two") \
    X(STEPS_ON_COMPOSITE,       "only a leaf has steps; this state has children")
// clang-format on

typedef enum message_id {
#define MESSAGE_ID(id, text) MESSAGE_##id,
    FILE_MESSAGES(MESSAGE_ID)
#undef MESSAGE_ID
} message_id;

#endif
