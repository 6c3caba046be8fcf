// SPDX-License-Identifier: MIT
// Test data of the expression tests: fields of every type for a few agents, enums, host functions and states.
#ifndef WITS_TESTS_EXPR_WORLD_H
#define WITS_TESTS_EXPR_WORLD_H

#include "expr/expr.h"
#include "expr/math.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof *(array)))

enum {
    AGENTS = 80,
    ROOM = 4096,  ///< instructions
    WAY = 0,      ///< lists
    MOOD,
    WAY_AGAIN,
};

static const char *const way_names[] = {"none", "found", "reached"};
static const char *const mood_names[] = {"calm", "angry", "found", "flag"};
static const char *const way_names_again[] = {"none", "found", "reached"};
static const expr_list lists[] = {{way_names, 3}, {mood_names, 4}, {way_names_again, 3}};

enum {
    FIELD_FLAG,
    FIELD_OFF,
    FIELD_WAY,
    FIELD_PLAYER,
    FIELD_MOOD,
    FIELD_I8,
    FIELD_U8,
    FIELD_I16,
    FIELD_U16,
    FIELD_N,
    FIELD_M,
    FIELD_X,
    FIELD_Y,
    FIELD_Z,
    FIELD_SHARED,
    FIELDS,
};

static const struct expr_table_field field_rows[FIELDS] = {
    [FIELD_FLAG] = {"flag", WITS_TYPE_BOOL, 0},
    [FIELD_OFF] = {"off", WITS_TYPE_BOOL, 0},
    [FIELD_WAY] = {"way", WITS_TYPE_ENUM, WAY},
    [FIELD_PLAYER] = {"player", WITS_TYPE_ENUM, WAY_AGAIN},
    [FIELD_MOOD] = {"mood", WITS_TYPE_ENUM, MOOD},
    [FIELD_I8] = {"i8", WITS_TYPE_INT8, 0},
    [FIELD_U8] = {"u8", WITS_TYPE_UINT8, 0},
    [FIELD_I16] = {"i16", WITS_TYPE_INT16, 0},
    [FIELD_U16] = {"u16", WITS_TYPE_UINT16, 0},
    [FIELD_N] = {"n", WITS_TYPE_INT, 0},
    [FIELD_M] = {"m", WITS_TYPE_INT, 0},
    [FIELD_X] = {"x", WITS_TYPE_FLOAT, 0},
    [FIELD_Y] = {"y", WITS_TYPE_FLOAT, 0},
    [FIELD_Z] = {"z", WITS_TYPE_FLOAT, 0},
    [FIELD_SHARED] = {"shared", WITS_TYPE_FLOAT, 0},
};

enum { FUNCTION_YES, FUNCTION_ODD, FUNCTION_HALF, FUNCTION_LOST, FUNCTION_SHOUT, FUNCTIONS };

static const struct expr_table_function function_rows[FUNCTIONS] = {
    [FUNCTION_YES] = {"yes", EXPR_FUNCTION_CONDITION}, [FUNCTION_ODD] = {"odd", EXPR_FUNCTION_CONDITION},
    [FUNCTION_HALF] = {"half", EXPR_FUNCTION_SCORE},   [FUNCTION_LOST] = {"lost", EXPR_FUNCTION_SCORE},
    [FUNCTION_SHOUT] = {"shout", EXPR_FUNCTION_OTHER},
};

/// All agents' fields, as columns and as bytes of one record.
typedef struct world {
    struct record {
        uint8_t flag, way;
        int8_t i8;
        uint8_t pad;
        int16_t i16;
        uint8_t odd;  ///< misaligns the next member
        uint8_t m[4];
        uint8_t y[4];
    } records[AGENTS];
    uint8_t off[AGENTS], player[AGENTS], mood[AGENTS], u8[AGENTS];
    uint16_t u16[AGENTS];
    int32_t n[AGENTS];
    float x[AGENTS], z[AGENTS];
    float shared;
    uint64_t ids[AGENTS];
    uint32_t elapsed[AGENTS];
    uint32_t tick;
    uint64_t seed;
    expr_field fields[FIELDS];
    size_t row;  ///< the row whose functions are called, one by one
} world;

/// An agent's host functions: `odd` for odd rows, `half` 0.5 more for each row, `lost` a NaN with its own bits.
static inline bool condition_of(uint32_t function, size_t row) {
    return function == FUNCTION_YES || row % 2 == 1;
}

static inline float score_of(uint32_t function, size_t row) {
    return function == FUNCTION_HALF ? 0.5f + (float)row : math_float(0xFFC12345u);
}

/// Mixes all arguments and their kinds into a hash.
static inline uint32_t given_mixed(const expr_given *given, uint32_t count) {
    uint32_t mixed = count;
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t list = given[i].type == EXPR_ENUM ? given[i].list + 1 : 0;
        mixed = (mixed ^ given[i].value.bits) * 0x9E3779B1u + (uint32_t)given[i].type + 8 * list;
        mixed ^= mixed >> 15;
    }
    return mixed;
}

/// Results of functions with arguments depend on the arguments, too.
static inline bool answer_condition(uint32_t function, size_t row, const expr_given *given, uint32_t count) {
    return count == 0 ? condition_of(function, row) : (given_mixed(given, count) + function + row) % 3 == 0;
}

static inline float answer_score(uint32_t function, size_t row, const expr_given *given, uint32_t count) {
    return count == 0 ? score_of(function, row) : (float)((given_mixed(given, count) + function + row) % 1024) / 16.0f;
}

static inline bool is_in_of(uint32_t state, size_t row) {
    return (state + row) % 3 == 0;
}

static inline bool one_condition(void *user, uint32_t function, const expr_given *given, uint32_t count) {
    return answer_condition(function, ((world *)user)->row, given, count);
}

static inline float one_score(void *user, uint32_t function, const expr_given *given, uint32_t count) {
    return answer_score(function, ((world *)user)->row, given, count);
}

static inline bool one_is_in(void *user, uint32_t state) {
    return is_in_of(state, ((world *)user)->row);
}

/// States: "idle" 0, "combat/attack" 1, "/walk" 2; "twice" has its own text.
static inline uint32_t find_state(void *user, const char *name, uint32_t length, expr_problem *problem) {
    static const char *const names[] = {"idle", "combat/attack", "/walk"};
    (void)user;
    for (uint32_t i = 0; i < COUNT(names); i++) {
        if (strlen(names[i]) == length && memcmp(names[i], name, length) == 0) {
            return i;
        }
    }
    if (length == 5 && memcmp(name, "twice", 5) == 0) {
        strcpy(problem->text, "'twice' is the name of 2 states: a/twice, b/twice");
    }
    return EXPR_NONE;
}

static expr_tables tables = {field_rows, FIELDS, function_rows, FUNCTIONS, lists, COUNT(lists)};

static inline const char *name_elsewhere(void *user, const char *name, uint32_t length) {
    (void)user;
    return length == 3 && memcmp(name, "hit", 3) == 0 ? "an event of this test; write $: $" : NULL;
}

/// Functions with declared parameters, which nothing evaluates.
static inline bool find_declared(void *user, const char *name, uint32_t length, expr_named_function *found) {
    *found = (expr_named_function){.number = FUNCTION_ODD, .kind = EXPR_FUNCTION_CONDITION, .is_declared = true};
    if (length == 4 && memcmp(name, "near", 4) == 0) {
        found->parameter_count = 2;
        found->parameters[0].type = EXPR_FLOAT;
        found->parameters[1].type = EXPR_TEXT;
        return true;
    }
    if (length == 5 && memcmp(name, "sunny", 5) == 0) {
        found->parameter_count = 1;
        found->parameters[0] = (expr_parameter){EXPR_ENUM, 0};
        return true;
    }
    if (length == 3 && memcmp(name, "dry", 3) == 0) {
        return true;
    }
    const expr_scope scope = wits_expr_scope_of(&tables);
    return scope.find_function(user, name, length, found);
}

/// Kinds of targets: "prey" is read everywhere, "hunter" nowhere here.
static inline expr_target_answer find_target(void *user, const char *kind, uint32_t kind_length, const char *field,
                                             uint32_t field_length, expr_named_target *found) {
    (void)user;
    if (kind_length == 6 && memcmp(kind, "hunter", 6) == 0) {
        strcpy(found->text, "hide, flee");
        return EXPR_TARGET_ELSEWHERE;
    }
    if (kind_length != 4 || memcmp(kind, "prey", 4) != 0) {
        return EXPR_TARGET_NO_KIND;
    }
    found->type = WITS_TYPE_FLOAT;
    found->number = 0;
    if (field_length == 4 && memcmp(field, "size", 4) == 0) {
        return EXPR_TARGET_FOUND;
    }
    strcpy(found->text, "size and present");
    return EXPR_TARGET_NO_FIELD;
}

static inline const char *target_name_at(void *user, uint32_t row) {
    static const char *const names[] = {"prey", "hunter"};
    (void)user;
    return row < 2 ? names[row] : NULL;
}

static inline expr_scope test_scope(void) {
    expr_scope scope = wits_expr_scope_of(&tables);
    scope.find_function = find_declared;
    scope.find_state = find_state;
    scope.find_target = find_target;
    scope.target_name_at = target_name_at;
    scope.name_elsewhere = name_elsewhere;
    return scope;
}

static inline void world_bind(world *w) {
    const expr_field fields[FIELDS] = {
        [FIELD_FLAG] = {&w->records[0].flag, sizeof(struct record), WITS_TYPE_BOOL},
        [FIELD_OFF] = {w->off, 1, WITS_TYPE_BOOL},
        [FIELD_WAY] = {&w->records[0].way, sizeof(struct record), WITS_TYPE_ENUM},
        [FIELD_PLAYER] = {w->player, 1, WITS_TYPE_ENUM},
        [FIELD_MOOD] = {w->mood, 1, WITS_TYPE_ENUM},
        [FIELD_I8] = {&w->records[0].i8, sizeof(struct record), WITS_TYPE_INT8},
        [FIELD_U8] = {w->u8, 1, WITS_TYPE_UINT8},
        [FIELD_I16] = {&w->records[0].i16, sizeof(struct record), WITS_TYPE_INT16},
        [FIELD_U16] = {w->u16, 2, WITS_TYPE_UINT16},
        [FIELD_N] = {w->n, 4, WITS_TYPE_INT},
        [FIELD_M] = {w->records[0].m, sizeof(struct record), WITS_TYPE_INT},
        [FIELD_X] = {w->x, 4, WITS_TYPE_FLOAT},
        [FIELD_Y] = {w->records[0].y, sizeof(struct record), WITS_TYPE_FLOAT},
        [FIELD_Z] = {w->z, 4, WITS_TYPE_FLOAT},
        [FIELD_SHARED] = {&w->shared, 0, WITS_TYPE_FLOAT},
    };
    memcpy(w->fields, fields, sizeof fields);
}

static inline expr_env world_env(world *w, size_t row) {
    w->row = row;
    return (expr_env){.fields = w->fields,
                      .row = row,
                      .seed = w->seed,
                      .agent = w->ids[row],
                      .tick = w->tick,
                      .elapsed = w->elapsed[row],
                      .user = w,
                      .condition = one_condition,
                      .score = one_score,
                      .is_in = one_is_in};
}

static inline uint64_t next_random(uint64_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

#endif
