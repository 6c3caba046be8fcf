// SPDX-License-Identifier: MIT
// The enumerators' names, and the version.
#include "core/brain.h"
#include "core/selects.h"
#include "expr/responses.h"

uint32_t wits_version(void) {
    return WITS_VERSION_NUMBER;
}

/// The name at `value` of a list, or "".
static const char *name_at(const char *const *names, uint32_t count, uint32_t value) {
    return value < count ? names[value] : "";
}

#define COUNT(names) ((uint32_t)(sizeof(names) / sizeof *(names)))

const char *wits_kind_name(wits_kind kind) {
    static const char *const names[] = {"", "leaf", "fsm", "utility", "parallel"};
    return name_at(names, COUNT(names), (uint32_t)kind);
}

const char *wits_activation_name(wits_activation activation) {
    static const char *const names[] = {"now", "now", "on_decide", "silent"};
    return name_at(names, COUNT(names), (uint32_t)activation);
}

const char *wits_leave_name(wits_leave leave) {
    static const char *const names[] = {"reset", "reset", "resume", "suspend"};
    return name_at(names, COUNT(names), (uint32_t)leave);
}

const char *wits_select_name(wits_select select) {
    static const char *const names[] = {[WITS_SELECT_DEFAULT] = "highest",
#define WORD_OF_SELECT(word, rule) [rule] = (word),
#define KEY_OF_SELECT(rule, key, ...) [WITS_SELECT_##rule] = (key),
                                        SELECT_WORD_LIST(WORD_OF_SELECT) SELECT_NUMBER_LIST(KEY_OF_SELECT)
#undef WORD_OF_SELECT
#undef KEY_OF_SELECT
    };
    return name_at(names, COUNT(names), (uint32_t)select);
}

const char *wits_type_name(wits_type type) {
    static const char *const names[] = {"", "bool", "enum", "int8", "uint8", "int16", "uint16", "int", "float"};
    return name_at(names, COUNT(names), (uint32_t)type);
}

const char *wits_group_name(wits_group group) {
    static const char *const names[] = {"", "product", "compensated", "geometric_mean", "sum", "mean", "min", "max"};
    return name_at(names, COUNT(names), (uint32_t)group);
}

const char *wits_outside_name(wits_outside outside) {
    static const char *const names[] = {"clamp", "clamp", "wrap"};
    return name_at(names, COUNT(names), (uint32_t)outside);
}

const char *wits_curve_name(wits_curve_kind kind) {
    static const char *const names[] = {"linear",
#define CURVE_NAME(name, kind, ...) [kind] = name,
                                        EXPR_CURVE_LIST(CURVE_NAME)
#undef CURVE_NAME
    };
    return name_at(names, COUNT(names), (uint32_t)kind);
}

const char *wits_function_kind_name(wits_function_kind kind) {
    static const char *const names[] = {"", "condition", "score", "action", "step"};
    return name_at(names, COUNT(names), (uint32_t)kind);
}

const char *wits_action_kind_name(wits_action_kind kind) {
    static const char *const names[] = {"enter", "exit", "update", "decide", "step", "transition", "retarget"};
    return name_at(names, COUNT(names), (uint32_t)kind);
}

const char *wits_trace_name(wits_trace_kind kind) {
    static const char *const names[] = {"tried",     "fired",  "exited",       "kept",     "entered",   "activated",
                                        "continued", "scored", "not_a_number", "chosen",   "gated",     "cooling",
                                        "out",       "nobody", "done",         "targeted", "retargeted"};
    return name_at(names, COUNT(names), (uint32_t)kind);
}

const char *wits_mode_name(wits_mode mode) {
    static const char *const names[] = {"now", "deferred", "listed"};
    return name_at(names, COUNT(names), (uint32_t)mode);
}

const char *wits_verb_name(wits_verb verb) {
    static const char *const names[] = {"start", "stop", "goto", "decide", "update", "tick"};
    return name_at(names, COUNT(names), (uint32_t)verb);
}

const char *wits_table_name(wits_table table) {
    static const char *const names[] = {
        "brain",       "states",       "transitions",         "steps",   "initials",       "events",
        "functions",   "fields",       "considerations",      "targets", "host functions", "host fields",
        "host events", "host states",  "host targets",        "crowd",   "agents",         "target lists",
        "file",        "record batch", "record batch column", "renames", "snapshot",       "recording"};
    return name_at(names, COUNT(names), (uint32_t)table);
}
