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
    X(BYTE_CONTROL,       "a control character (%) cannot stand in a brain file") \
    /* the file as YAML */ \
    X(YAML_INVALID,       "this is not YAML: %") \
    X(YAML_KEY,           "a colon behind a key needs a blank behind it: '%: ...'") \
    X(YAML_COLON,         "a value with ': ' in it needs quotes around it") \
    X(YAML_COLON_VALUE,   "a value with ': ' in it needs quotes around it: %") \
    X(YAML_BRACES,        "several keys in one line need braces around them: {%}") \
    X(YAML_COLON_MISSING, "a colon is missing behind '%'") \
    X(YAML_COLON_WITHIN,  "a colon is missing behind '%': '%: %'") \
    X(YAML_EQUALS,        "a key is followed by a colon, not by '=': '%: %'") \
    X(YAML_TWO_KEYS,      "a line has one key; put '%' into the next line, indented deeper") \
    X(YAML_ASSIGN,        "a field is set with '=', not with a colon: % = VALUE") \
    X(YAML_DEEPER,        "line % has its value already, so nothing can stand below it; begin this in column %, too") \
    X(YAML_QUESTION,      "there is no '? :'; write a if condition else b") \
    X(YAML_BRACKET,       "'%' does not fit here; the '%' at line % ends with '%'") \
    X(YAML_OPEN,          "this '%' is never closed; write '%' where it ends") \
    X(YAML_COMMA,         "a comma is missing before '%'") \
    X(YAML_COMMA_LINE,    "a comma is missing at the end of this line") \
    X(YAML_SEMICOLON,     "write a comma in place of the ';' before '%'") \
    X(YAML_CLOSES_NOTHING, "this '%' closes nothing; take it away") \
    X(YAML_INDENT,        "no line above begins in this column: line % has % spaces before it, line % has %") \
    X(YAML_ITEM,          "begin this in column %, below '%' of line %: then it belongs to the same '-'") \
    X(YAML_DASH,          "a list begins in a line of its own, below its key") \
    X(YAML_START,         "a value cannot begin with '%'; take it away, or put the whole value in quotes") \
    X(YAML_VALUE,         "a value is missing before '%'") \
    X(YAML_QUOTE_OPEN,    "this quote is never closed; write another % where the text ends") \
    X(YAML_QUOTE_ENDS,    "the quotes end before this; if the text has % in it, put it between % and %") \
    X(YAML_ESCAPE,        "there is no such escape; in single quotes a backslash is a character as any other") \
    X(COMMENT,            "a comment begins with '#', not with '%'") \
    X(COMMENT_SPACE,      "'#' starts a comment only after a space: '%'") \
    X(SPACE_OTHER,        "this is a non-ASCII space; retype it") \
    X(YAML_INVALID_IN,    "this is not YAML: % (%, which begins at line %)") \
    X(YAML_TAB,           "a tab cannot indent here; use spaces") \
    X(ESCAPE,             "this escape is no character; the halves of a pair, such as \\uD83D\\uDE00, stand together") \
    X(YAML_TOO_DEEP,      "lists and mappings nested more than % deep") \
    X(YAML_TOO_MANY,      "more than % keys and values") \
    X(SECOND_DOCUMENT,    "a second document begins here; a brain file has one") \
    X(ANCHOR,             "YAML anchors (&%) are not part of brain files") \
    X(ALIAS,              "YAML aliases (*%) are not part of brain files") \
    X(TAG,                "a value cannot begin with '!' ('%'); a condition is negated by 'not'") \
    X(ZERO_BYTE,          "a text cannot have a zero byte") \
    X(COMMA_SPLIT,        "YAML splits this expression at its comma; put it in quotes: %") \
    /* keys and values */ \
    X(KEY_NOT_TEXT,       "a key is a single word, not a list or mapping") \
    X(KEY_DUPLICATE,      "duplicate key '%'; first defined on line %") \
    X(KEY_UNKNOWN,        "% has no key '%'") \
    X(NUMBER_COMMA,       "a number has a point, not a comma: %.%") \
    X(KEY_ADVICE,         "% has no key '%'; %") \
    X(STATE_BESIDE,       "'%' stands beside 'states', not inside; indent it deeper") \
    X(STATE_IS_KEY,       "'%' stands beside the states, as if it were one; indent it deeper, below its state") \
    X(KEY_IS_ACTION,      "YAML ends a value at a comma; write several actions as a list: [..., %]") \
    X(KEY_ELSEWHERE,      "% has no key '%', % has") \
    X(KEY_MISSING,        "% needs '%'") \
    X(KEYS_UNBRACED,      "% needs '%'; put braces around all its keys: [{to: ..., %: ...}]") \
    X(EXPECTED,           "expected %, not %") \
    X(EXPECTED_NO_DASH,   "expected %, not a list; take the '-' away") \
    X(DASH_BLANK,         "a blank is missing behind this '-'") \
    X(VERSION,            "unsupported file version %; expected 1") \
    X(CHOICE,             "% is %, not '%'") \
    X(CHOICE_ADVICE,      "% is %, not '%'; %") \
    X(FLOAT_TOO_LARGE,    "% is larger than any float: '%'") \
    X(INT_TOO_LARGE,      "% is beyond the ints of 32 bits: '%'; with a point it is a float") \
    X(TIME_RATE,          "'%' needs the rate of ticks at the top of the brain's file: ticks_per_second: 60") \
    X(TIME_DIGITS,        "a time is up to 12 digits and s or ms, such as 2.5s or 400ms, not '%'") \
    X(TIME_SHORT,         "'%' is less than half a tick; 1 tick is %") \
    X(TIME_LONG,          "'%' is more than 2147483647 ticks") \
    X(TIME_FAR,           "'%' becomes % ticks, which is more than a tenth off; times that fit are % and %") \
    X(SELECT_ONE,         "select has one key: %") \
    X(TYPE_INITIAL,       "here stands a type; with the value to begin with it is {type: %, initial: %}") \
    X(TYPE_LIST,          "a field that holds one of some names has them as a list: [calm, angry]") \
    X(TYPE_ALONE,         "a type stands alone, without parentheses: %") \
    X(INITIAL_RANGE,      "% holds % to %, not '%'") \
    X(INITIAL_OUTSIDE,    "the range is % to %, and initial is outside: '%'") \
    X(INITIAL_NEEDED,     "the range is % to %, so 0 is outside; say with which value the field begins: initial") \
    X(PROMISE_TYPE,       "'%' goes with %, not with %") \
    X(RANGE_BACKWARDS,    "a range begins with its lower end: [%, %] does not") \
    X(RANGE_OF_SCORE,     "only a score has a range, not %") \
    X(STEP_ALONE,         "a step stands beside a range: {type: float, range: [0, 10], step: 0.5}") \
    X(STEP_SIZE,          "a step is a number above 0 of up to 15 digits, not '%'") \
    X(STEP_MANY,          "in steps of % there are more than 4096 values from % to %") \
    X(STEP_NONE,          "no multiple of % is between % and %") \
    X(INITIAL_VALUE,      "initial is one of %, not '%'") \
    X(PARAMETERS_MANY,    "a function has at most 4 parameters") \
    /* scores */ \
    X(CONSIDERATIONS,     "considerations stand in a group under 'score': score: {product: [...]}") \
    X(PART_TEXT,          "a consideration is a mapping; write {input: %}") \
    X(PART_GATE,          "a gate is a mapping of its own in the list of a group: {gate: CONDITION}") \
    X(GROUP_UNKNOWN,      "there is no group '%'; there are %") \
    X(GROUP_TWICE,        "a mapping is one group, not '%' and '%'; a group inside another stands in its list") \
    X(RANGE_TWO,          "a range is two numbers, such as '[0, 10]', not %") \
    X(RANGE_ROUNDED,      "lo and hi of a range must differ; as floats % and % are the same") \
    X(RANGE_WIDE,         "the range from % to % is wider than any float") \
    X(CURVE_NAMELESS,     "the parameters of a curve stand under its name, such as {linear: {m: -1, b: 1}}") \
    X(CURVE_TWICE,        "a mapping is one curve, not '%' and '%'; several stand in a list") \
    X(CURVE_PARAMETER,    "% has no parameter '%'; it has %") \
    X(KNOT_FLAT,          "knots are pairs of numbers: [[x, y], [x, y], ...]") \
    X(KNOT_TWO,           "a knot is two numbers [x, y], not %") \
    /* properties */ \
    X(PROPERTIES_EMPTY,   "the file is empty; a list of properties begins with '- never: ...'") \
    X(PROPERTIES_BRAIN,   "the brain of these properties has problems") \
    X(PROPERTIES_MANY,    "a file has at most % properties") \
    X(PROPERTY_MISSING,   "a property is one of never, always, reach, within, settles and returns") \
    X(PROPERTY_TWO,       "an item is one property, not '%' and '%'; begin another one with '-'") \
    X(PROPERTY_CALLED,    "'%' is the name of a property already, at %") \
    X(PROPERTY_START,     "'from' and 'start' both say where it begins; take one of them away") \
    X(START_TWICE,        "where the properties begin is said already, at %") \
    X(SETTLES_OF,         "what settles chooses among states: an fsm or a utility, not %") \
    /* what is shared */ \
    X(INCLUDE_CLOSED,     "'%' cannot be included: %") \
    X(INCLUDE_TOO_MANY,   "a brain is read from at most % files") \
    X(INCLUDE_TOO_LARGE,  "with '%' the files together are larger than 16 MiB") \
    X(INCLUDE_NOWHERE,    "a text includes nothing unless the program says how files are opened") \
    X(INCLUDE_PLACE,      "'%' is no portable path; write a relative path with '/' and without drive letters") \
    X(INCLUDE_OUTSIDE,    "'%' is outside the folder of the brain's own file") \
    X(INCLUDE_CIRCLE,     "a circle: '%' leads back to this file") \
    X(DEFINED_TWICE,      "'%' is the name of % already, at %") \
    X(DEFINED_ALWAYS,     "'%' is the name of %") \
    X(DEFINED_CIRCLE,     "a circle: '%' names '%', which leads back to it") \
    X(DEFINED_DEEP,       "names stand for names more than % deep") \
    X(ENUM_VALUE,         "there is no value '%'") \
    X(CONSTANT_UNKNOWN,   "there is no constant '%' that could be given a value") \
    X(CONSTANT_KIND,      "the constant '%' is %, not '%'") \
    X(NAME_UNSEEN,        "'%' is % of %, which this file does not include") \
    X(NAME_PLACE,         "'%' is %, which cannot stand here") \
    X(NAME_OPEN,          "unbalanced parentheses or quotes in '%'") \
    X(EXPANDED_TOO_MANY,  "written out, the brain has more than % keys and values") \
    X(EXPANDED_TOO_LARGE, "written out, the brain is larger than 16 MiB") \
    X(EXPANDED_TOO_LONG,  "written out, this text has more than % bytes") \
    X(PART_UNKNOWN,       "there is no part '%'") \
    X(PART_CIRCLE,        "a circle: the part '%' uses itself") \
    X(PART_DEEP,          "parts use parts more than % deep") \
    X(PART_SAYS_TOO,      "the part says '%' itself, at %") \
    X(WITH_ALONE,         "with stands beside use: {use: PART, with: {...}}") \
    X(PARAMETER_UNUSED,   "the part does not use its parameter '%'") \
    X(ARGUMENT_UNKNOWN,   "the part '%' has no parameter '%'") \
    X(ARGUMENT_MISSING,   "the part '%' needs '%', %") \
    X(ARGUMENT_KIND,      "'%' is %, not %") \
    X(STATE_NOT_IN_PART,  "there is no state '%' in the part '%', and what is outside it cannot be named there") \
    X(STATE_TWICE_IN_PART, "there are several states '%' in the part '%'; write the path from the part's own state") \
    X(STATE_IN_PART,      "the state '%' is in a part and is found by its path: %") \
    /* names */ \
    X(DESTINATION_UNKNOWN,     "there is no state '%'") \
    X(DESTINATION_NOT_INSIDE,  "there is no state '%' in %") \
    X(DESTINATION_AMBIGUOUS,   "there are several states '%'; write which: %") \
    X(DESTINATION_ROOT,        "the root cannot be a destination") \
    X(NOT_CHILD,          "% is one of the states in %, not '%'") \
    X(ACTION_SEVERAL,     "more than one action; write a list: [%, ...]") \
    X(ACTION_END,         "take the '%' at the end away: %") \
    X(ACTION_SIGN,        "'% % ...' sets nothing; a field is set with one '=': % = %") \
    X(ACTION_DECLARED,    "write no '%' before a field: % = %") \
    X(ACTION_OPEN,        "this '(' is never closed") \
    X(ACTION_GOTO,        "an action cannot change the state; write transitions: [{to: %}]") \
    X(NAME_DOTTED,        "'%' is no name; a name is one word, such as %") \
    X(STATES_ARE,              "there is no state '%'; the states are %") \
    X(FIELD_UNLISTED,     "no field is called '%'; list it at the top, under 'context'") \
    X(TARGET_UNKNOWN_KIND, "no kind of targets is called '%'") \
    X(TARGETS_ARE,         "no kind of targets is called '%'; the kinds are %") \
    X(TARGET_UNLISTED,    "no kind of targets is called '%'; list it at the top: targets: {%: {distance: float}}") \
    X(TARGET_ASSIGNED,    "fields of targets are read only, and '%' is one") \
    X(NAME_BLANK,         "this name contains a non-ASCII space; retype it") \
    X(EVENT_IS_CONDITION, "'%' is no event but a condition; write when: %") \
    X(EVENT_UNLISTED,     "no event is called '%'; list it at the top: events: [%%]") \
    X(RAISE_OTHER,        "an event is raised with: raise % (not '%')") \
    X(ACTION_COMPOUND,    "there is no '%'; write %") \
    X(ACTION_IF,          "an action has no condition; write a transition or step with 'when', and the action as its 'do'") \
    X(RAISE_EVENT,        "behind raise stands the name of an event alone: raise %") \
    X(CALL_BARE,          "a function is called with parentheses: %()") \
    X(FUNCTION_KINDS,     "'%' is used as % here, but as % at %; one function cannot be both") \
    X(FUNCTION_NEAR,      "expressions have no function '%', so the program is asked for it; did you mean '%'?") \
    X(FUNCTION_INSTEAD,   "expressions have no function '%', so the program is asked for it; write %") \
    X(FUNCTION_HOST,      "expressions have no function '%'; if the program has one, list it under 'functions'") \
    X(MORE_PROBLEMS,      "and % more problems")

/// Problems of the core's that have other words in a brain file than in tables, by their codes of wits/problems.h.
#define CORE_MESSAGES(X) \
    X(TRANSITION_ON_ROOT,       "the root has no transitions; those from whichever child is active stand under any") \
    X(BEST_OFF_UTILITY,         "only a utility is worth its best option") \
    X(STEP_EMPTY,               "a step needs when, do or to") \
    X(ACTION_MALFORMED,         "an action is 'field = expression', 'raise EVENT' or 'name()':") \
    X(RESTART_ON_LEAF,          "with: restart, but the destination is a leaf") \
    X(ON_DECIDE_ON_PARALLEL,    "a parallel is activated now or silent, not on_decide") \
    X(RANGE_EMPTY,              "lo and hi of a range must differ") \
    X(INITIAL_ON_LEAF,          "a leaf has no initial child; the state around it names the one to begin with") \
    X(SCORE_MISSING,            "an option of a utility needs a score, such as 'score: 0.5'") \
    X(COMPOSITE_EMPTY,          "there are no states inside; a leaf has neither 'states' nor 'kind'") \
    X(NAME_INVALID,             "a name is a letter (a to z) or _, then letters, digits and _:") \
    X(NAME_RESERVED,            "expressions have this word; choose another name:") \
    X(GATE_OUTERMOST,           "a gate stands in a group: score: {product: [{gate: ...}, ...]}") \
    X(WEIGHT_OUTERMOST,         "the weight of a whole score stands beside 'score'") \
    X(SCORE_OFF_UTILITY,        "a score counts only where the state around has 'kind: utility'") \
    X(WEIGHT_OFF_UTILITY,       "a weight counts only where the state around has 'kind: utility'") \
    X(HOLD_OFF_UTILITY,         "a hold counts only where the state around has 'kind: utility'") \
    X(RANK_OFF_UTILITY,         "a rank counts only where the state around has 'kind: utility'") \
    X(COOLDOWN_OFF_UTILITY,     "a cooldown counts only where the state around has 'kind: utility'") \
    X(INERTIA_OFF_UTILITY,      "inertia goes with 'kind: utility'") \
    X(FLOOR_OFF_UTILITY,        "a floor goes with 'kind: utility'") \
    X(EVERY_OFF_UTILITY,        "every goes with 'kind: utility'") \
    X(SELECT_OFF_UTILITY,       "select goes with 'kind: utility'") \
    X(DEFAULT_OFF_UTILITY,      "a default option goes with 'kind: utility'") \
    X(LEAVE_ON_LEAF,            "a leaf has no leave; it has no states inside that could be remembered") \
    X(ACTIVATION_ON_LEAF,       "a leaf has no activation; it has no states inside") \
    X(ANY_ON_LEAF,              "a leaf has no any; its ways out stand under 'transitions'") \
    X(DECIDE_ON_COMPOSITE,      "only a leaf has decide actions; this state has others inside") \
    X(TARGET_ON_ROOT,           "the root is not an option and has no target") \
    X(TARGET_OFF_UTILITY,       "a target counts only where the state around has 'kind: utility'") \
    X(TARGET_AND_BEST,          "an option that is worth its best option has no target; the options inside may have one") \
    X(TARGET_MISSING,           "only an option with a target has this; write target: KIND beside it") \
    X(RETARGET_AND_REENTER,     "with reenter: true this never runs; take one of the two away") \
    X(STEPS_ON_COMPOSITE,       "only a leaf has steps; this state has others inside")
// clang-format on

typedef enum message_id {
#define MESSAGE_ID(id, text) MESSAGE_##id,
    FILE_MESSAGES(MESSAGE_ID)
#undef MESSAGE_ID
} message_id;

#endif
