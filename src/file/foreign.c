// SPDX-License-Identifier: MIT
// Words of other tools for keys and values of brain files, with the replacement or advice.
#include <string.h>

#include "file/loader.h"

/// Normalises a word: drops '_' and '-' and converts to lower case, so that `on_enter`, `OnEnter` and `on-enter` are
/// equal.
static void plain_word(const char *word, char plain[WITS_MAX_NAME + 1]) {
    size_t length = 0;
    for (; *word != '\0' && length < WITS_MAX_NAME; word++) {
        if (*word != '_' && *word != '-') {
            plain[length++] = (char)(*word >= 'A' && *word <= 'Z' ? *word - 'A' + 'a' : *word);
        }
    }
    plain[*word == '\0' ? length : 0] = '\0';
}

/// Returns whether a word is in a list such as " from source ".
static bool is_among(const char *list, const char *plain) {
    size_t length = strlen(plain);
    for (const char *at = strstr(list, plain); at != NULL && length > 0; at = strstr(at + 1, plain)) {
        if (at[-1] == ' ' && at[length] == ' ') {  // lists begin and end with a blank
            return true;
        }
    }
    return false;
}

/// Words of other tools, and the corresponding key. A word may be in several rows: a mapping uses the first key that it
/// has.
static const char *const keys[][2] = {
    {" onenter onentry entry entered onstart begin onbegin enterstate ", "enter"},
    {" onexit onleave exited onend end leaveaction exitstate ", "exit"},
    {" onupdate tick ontick during everytick everyframe onframe loop while activity behavior behaviour execute ",
     "update"},
    {" action actions run effect effects then perform call execute ", "do"},
    {" action actions run do perform ", "update"},
    {" if condition conditions cond guard guards requires require check test ", "when"},
    {" target goto dest destination next nextstate state tostate newstate ", "to"},
    {" on trigger onevent signal message ", "event"},
    {" delay wait timeout time duration aftertime cooldown ", "after"},
    {" type ", "kind"},
    {" children substates substate child regions nodes ", "states"},
    {" start startstate initialstate first default value startvalue init initially ", "initial"},
    {" utility value desirability ", "score"},
    {" priority ", "rank"},
    {" history memory remember ", "leave"},
    {" momentum hysteresis stickiness bonus ", "inertia"},
    {" minimum minscore threshold ", "floor"},
    {" interval period ", "every"},
    {" transition edges exits ", "transitions"},
    {" anystate fromany global ", "any"},
    {" targets targetkind about ", "target"},
    {" target targetkinds ", "targets"},
    {" onretarget targetchanged ontarget ontargetchanged ", "retarget"},
    {" name title ", "brain"},
    {" version ", "wits"},
    {" fields field variables variable vars blackboard memory data state inputs parameters ", "context"},
    {" event signals triggers messages ", "events"},
    {" actions conditions tasks methods ", "functions"},
    {" tree machine fsm statemachine graph ", "root"},
    {" eventually reachable exists possible sometimes ", "reach"},
    {" invariant globally everywhere ", "always"},
};

/// As above, for scenarios, their steps and expectations.
static const char *const scenario_words[][2] = {
    {" name title test describe it label case ", "scenario"},
    {" then should assert assertion expected expects expectation ", "expect"},
    {" background context setup arrange with set ", "given"},
    {" do act action actions input inputs set given ", "when"},
    {" ticks wait delay time duration pause ", "after"},
    {" until timeout ", "within"},
    {" during hold always ", "for"},
    {" not without ", "never"},
    {" state in states current path ", "active"},
    {" called call action actions function functions ", "calls"},
    {" condition conditions that fields field true check where when ", "holds"},
};

/// Owner of the keys, words of other tools, and advice.
typedef struct advice {
    const key_set *of;
    const char *words;
    const char *text;
} advice;

static const advice advices[] = {
    {&wits_file_transition_keys, " from source ", "put the transition under 'transitions' of its source"},
    {&wits_file_transition_keys, " else otherwise ", "write a second transition below this one, without 'when'"},
    {&wits_file_transition_keys, " priority rank order weight ", "transitions are tried from top to bottom"},
    {&wits_file_transition_keys, " chance probability ", "write when: random < 0.3"},
    {&wits_file_transition_keys, " enter onenter exit onexit update ", "write do: ACTION, or put it into the state"},
    {&wits_file_transition_keys, " name id label description comment note ", "write a comment: # ..."},
    {&wits_file_step_keys, " name id label description comment note ", "write a comment: # ..."},
    {&wits_file_step_keys, " else otherwise ", "write a second step below this one, without 'when'"},
    {&wits_file_state_keys, " on events onevent ", "write transitions: [{to: STATE, event: EVENT}]"},
    {&wits_file_state_keys, " timeout delay after duration ", "write transitions: [{to: STATE, after: TICKS}]"},
    {&wits_file_state_keys, " to goto next nextstate event ", "write transitions: [{to: STATE}]"},
    {&wits_file_state_keys, " when if condition conditions guard trigger precondition preconditions ",
     "write transitions: [{to: STATE, when: CONDITION}]"},
    {&wits_file_state_keys, " name id ", "the key is the name, as in walk: {...}"},
    {&wits_file_state_keys, " description comment note label text ", "write a comment: # ..."},
    {&wits_file_state_keys, " parent inside ", "put the state under 'states' of its parent"},
    {&wits_file_state_keys, " << ", "YAML's merging is not part of brain files"},
    {&wits_file_field_keys, " min max range lo hi minimum maximum ",
     "keep it between two numbers where it is set: clamp(x, lo, hi)"},
    {&wits_file_field_keys, " values options names enum ", "write the names as its type: type: [calm, angry]"},
    {&wits_file_field_keys, " description comment note unit ", "write a comment: # ..."},
    {&wits_file_keys, " description comment note author ", "write a comment: # ..."},
    {&wits_file_expect_keys, " within after for never ", "write it beside 'expect', not inside"},
    {&wits_file_expect_keys, " not ", "write 'not' before what is not: active: not STATE"},
    {&wits_file_expect_keys, " raise event events raised ", "events are raised under 'when'; expect what follows"},
    {&wits_file_scenario_keys, " active calls holds target ", "write it under 'expect'"},
    {&wits_file_scenario_step_keys, " active calls holds target ", "write it under 'expect'"},
    {&wits_file_scenario_keys, " raise event events ", "write when: {raise: EVENT}"},
    {&wits_file_scenario_step_keys, " raise event events ", "write when: {raise: EVENT}"},
    {&wits_file_scenario_keys, " description comment note ", "write a comment: # ..."},
    {&wits_file_scenario_step_keys, " description comment note name scenario ", "write a comment: # ..."},
    {&wits_file_scenario_step_keys, " given from seed ", "it belongs to the scenario, before the start; write 'when'"},
    {&wits_file_keys, " states transitions initial any kind enter exit update leave ",
     "put it under 'root', indented deeper"},
};

static const char *find_key(const char *const (*words)[2], size_t count, const key_set *set, const char *plain) {
    for (size_t i = 0; i < count; i++) {
        if (is_among(words[i][0], plain) && wits_file_keys_has(set, words[i][1])) {
            return words[i][1];
        }
    }
    return NULL;
}

const char *wits_file_foreign_key(const key_set *set, const char *name) {
    char plain[WITS_MAX_NAME + 1];
    plain_word(name, plain);
    return wits_file_is_of_scenarios(set)
               ? find_key(scenario_words, sizeof scenario_words / sizeof *scenario_words, set, plain)
               : find_key(keys, sizeof keys / sizeof *keys, set, plain);
}

const char *wits_file_foreign_advice(const key_set *set, const char *name) {
    char plain[WITS_MAX_NAME + 1];
    plain_word(name, plain);
    for (uint32_t i = 0; i < sizeof advices / sizeof *advices; i++) {
        if (advices[i].of == set && is_among(advices[i].words, plain)) {
            return advices[i].text;
        }
    }
    return NULL;
}

// -------------------------------------------------------------------------------------------------------------- values

/// Kind of value, words of other tools, and the replacement; with a blank in it, advice.
typedef struct foreign_value {
    const choice_set *of;
    const char *words;
    const char *here;
} foreign_value;

static const foreign_value values[] = {
    {&wits_file_type_values, " double real number float32 float64 single decimal f32 f64 percent ", "float"},
    {&wits_file_type_values, " integer int32 int64 long signed i32 counter whole ", "int"},
    {&wits_file_type_values, " uint unsigned uint32 uint64 u32 ", "write int; it holds up to 2147483647"},
    {&wits_file_type_values, " byte char u8 ", "uint8"},
    {&wits_file_type_values, " short i16 ", "int16"},
    {&wits_file_type_values, " boolean flag bit logical ", "bool"},
    {&wits_file_type_values, " string str text name ",
     "there are no texts; list the words that it can be: [calm, angry]"},
    {&wits_file_type_values, " enum enumeration list choice ", "list its names: [calm, angry]"},
    {&wits_file_type_values, " true false ", "write {type: bool, initial: true}"},
    {&wits_file_type_values, " vector vector2 vector3 vec2 vec3 position point ",
     "write a field for each part: x: float"},
    {&wits_file_type_values, " time timer duration ", "write int, and count ticks; 'elapsed' counts those of a state"},
    {&wits_file_type_values, " object entity actor gameobject node any ",
     "a field is a number, bool or one of some names"},
    {&wits_file_kind_values, " statemachine machine hsm state composite simple hierarchical sequence ", "fsm"},
    {&wits_file_kind_values, " selector priority choice score utilityai ", "utility"},
    {&wits_file_kind_values, " and orthogonal concurrent simultaneous ", "parallel"},
    {&wits_file_kind_values, " leaf atomic action task final ", "remove it; a state without 'states' is a leaf"},
    {&wits_file_leave_values, " deep shallow history true yes ", "resume"},
    {&wits_file_leave_values, " false no none ", "reset"},
    {&wits_file_leave_values, " pause keep freeze ", "suspend"},
    {&wits_file_select_values, " random ", "weighted"},
    {&wits_file_select_values, " best max ", "highest"},
    {&wits_file_outside_values, " repeat loop modulo ", "wrap"},
    {&wits_file_curve_values, " quadratic ", "write {polynomial: {k: 2}}"},
    {&wits_file_curve_values, " cubic ", "write {polynomial: {k: 3}}"},
    {&wits_file_curve_values, " inverse reverse ", "write {linear: {m: -1, b: 1}}, or swap the ends of the range"},
    {&wits_file_curve_values, " gauss gaussian bell ", "normal"},
    {&wits_file_curve_values, " threshold binary ", "step"},
    {&wits_file_curve_values, " exp ", "exponential"},
    {&wits_file_curve_values, " power pow ", "polynomial"},
    {&wits_file_curve_values, " points table ", "piecewise"},
    {&wits_file_function_values, " bool boolean predicate check guard ", "condition"},
    {&wits_file_function_values, " float int number ", "score"},
    {&wits_file_function_values, " void function task command method ", "action"},
    {&wits_file_bool_values, " yes on 1 ", "true"},
    {&wits_file_bool_values, " no off 0 ", "false"},
};

const char *wits_file_foreign_value(const choice_set *set, const char *given) {
    char plain[WITS_MAX_NAME + 1];
    plain_word(given, plain);
    for (uint32_t i = 0; i < sizeof values / sizeof *values; i++) {
        if (values[i].of == set && is_among(values[i].words, plain)) {
            return values[i].here;
        }
    }
    return NULL;
}
