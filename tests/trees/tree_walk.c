// SPDX-License-Identifier: MIT
// Evaluates trees by section 11 of docs/semantics.md. Only exp, log, pow and atan2 are the library's own: internal_math
// tests those.
#include "trees/tree.h"

#include "expr/math.h"
#include "expr/random.h"

#include <math.h>
#include <string.h>

static tree_value of_bool(bool value) {
    return (tree_value){.bits = value};
}

static tree_value of_int(int64_t value) {
    return (tree_value){.bits = (uint32_t)(uint64_t)value};
}

static tree_value of_float(float value) {
    return (tree_value){.f = value};
}

float tree_walk_float(const tree *t, const tree_env *env) {
    tree_value value = tree_walk(t, env);
    return t->type == TREE_INT ? (float)value.i : value.f;
}

static float plain_min(float a, float b) {
    return a < b ? a : b;
}

static float plain_max(float a, float b) {
    return a > b ? a : b;
}

static tree_value walk_int_function(const tree *t, const tree_env *env) {
    int64_t a = tree_walk(t->child[0], env).i;
    int64_t b = t->count > 1 ? tree_walk(t->child[1], env).i : 0;
    int64_t c = t->count > 2 ? tree_walk(t->child[2], env).i : 0;
    if (strcmp(t->name, "abs") == 0) {
        return of_int(a < 0 ? -a : a);
    } else if (strcmp(t->name, "sign") == 0) {
        return of_int(a > 0 ? 1 : a < 0 ? -1 : 0);
    } else if (strcmp(t->name, "min") == 0) {
        return of_int(a < b ? a : b);
    }
    int64_t most = a > b ? a : b;  // max, or clamp
    return of_int(t->count < 3 || most < c ? most : c);
}

static float smoothstep(float x) {
    float c = plain_min(plain_max(x, 0.0f), 1.0f);
    float square = c * c;
    float twice = 2.0f * c;
    float rest = 3.0f - twice;
    return square * rest;
}

static float lerp(float a, float b, float share) {
    float difference = b - a;
    float part = difference * share;
    return a + part;
}

static tree_value walk_function(const tree *t, const tree_env *env) {
    if (t->type == TREE_INT) {
        return walk_int_function(t, env);
    }
    float a = tree_walk_float(t->child[0], env);
    float b = t->count > 1 ? tree_walk_float(t->child[1], env) : 0;
    float c = t->count > 2 ? tree_walk_float(t->child[2], env) : 0;
    const char *name = t->name;
    if (strcmp(name, "abs") == 0) {
        return of_float(fabsf(a));
    } else if (strcmp(name, "sign") == 0) {
        return of_float(a > 0 ? 1.0f : a < 0 ? -1.0f : 0.0f);
    } else if (strcmp(name, "min") == 0) {
        return of_float(plain_min(a, b));
    } else if (strcmp(name, "max") == 0) {
        return of_float(plain_max(a, b));
    } else if (strcmp(name, "clamp") == 0) {
        return of_float(plain_min(plain_max(a, b), c));
    } else if (strcmp(name, "floor") == 0) {
        return of_float(floorf(a));
    } else if (strcmp(name, "ceil") == 0) {
        return of_float(ceilf(a));
    } else if (strcmp(name, "sqrt") == 0) {
        return of_float(sqrtf(a));
    } else if (strcmp(name, "exp") == 0) {
        return of_float(math_exp(a));
    } else if (strcmp(name, "log") == 0) {
        return of_float(math_log(a));
    } else if (strcmp(name, "pow") == 0) {
        return of_float(math_pow(a, b));
    } else if (strcmp(name, "atan2") == 0) {
        return of_float(math_atan2(a, b));
    }
    return of_float(strcmp(name, "lerp") == 0 ? lerp(a, b, c) : smoothstep(a));
}

static float walk_curve(const tree *t, const tree_env *env) {
    float parameters[2 * WITS_MAX_KNOTS];
    wits_knot knots[WITS_MAX_KNOTS];
    uint32_t count = 0;
    for (const tree *at = t; at->count > (at == t ? 1 : 0) && count < 2 * WITS_MAX_KNOTS; count++) {
        at = at->child[at->count - 1];
        parameters[count] = at->value.f;
    }
    wits_curve curve = {.kind = (wits_curve_kind)t->number, .knots = knots, .knot_count = count / 2};
    const char *names = tree_curve_parameters(curve.kind);
    for (uint32_t i = 0; i < count; i++) {
        wits_knot *knot = &knots[i / 2];
        *(i % 2 == 0 ? &knot->x : &knot->y) = parameters[i];
    }
    for (uint32_t i = 0; i < count && names[i] != '\0'; i++) {
        float *to = names[i] == 'm' ? &curve.m : names[i] == 'k' ? &curve.k : names[i] == 'b' ? &curve.b : &curve.c;
        *to = parameters[i];
        curve.has_m = curve.has_m || names[i] == 'm';
        curve.has_k = curve.has_k || names[i] == 'k';
    }
    return tree_curve(&curve, tree_walk_float(t->child[0], env));
}

static tree_value walk_comparison(const tree *t, const tree_env *env) {
    const tree *a = t->child[0];
    const tree *b = t->child[1];
    int order;  // -1, 0, 1, or 2 for a NaN
    if (a->type == TREE_FLOAT || b->type == TREE_FLOAT) {
        float x = tree_walk_float(a, env);
        float y = tree_walk_float(b, env);
        order = x < y ? -1 : x > y ? 1 : x == y ? 0 : 2;
    } else {
        int32_t x = tree_walk(a, env).i;
        int32_t y = tree_walk(b, env).i;
        order = x < y ? -1 : x > y;
    }
    switch (t->kind) {
    case TREE_EQUAL:
        return of_bool(order == 0);
    case TREE_DIFFERENT:
        return of_bool(order != 0);
    case TREE_LESS:
        return of_bool(order == -1);
    case TREE_AT_MOST:
        return of_bool(order == -1 || order == 0);
    case TREE_MORE:
        return of_bool(order == 1);
    default:
        return of_bool(order == 1 || order == 0);
    }
}

static tree_value walk_arithmetic(const tree *t, const tree_env *env) {
    if (t->type == TREE_INT) {
        int64_t a = tree_walk(t->child[0], env).i;
        int64_t b = tree_walk(t->child[1], env).i;
        switch (t->kind) {
        case TREE_ADD:
            return of_int(a + b);
        case TREE_SUBTRACT:
            return of_int(a - b);
        case TREE_MULTIPLY:
            return of_int(a * b);
        default:
            return of_int(b == 0 || b == -1 ? 0 : a % b);
        }
    }
    float a = tree_walk_float(t->child[0], env);
    float b = tree_walk_float(t->child[1], env);
    switch (t->kind) {
    case TREE_ADD:
        return of_float(a + b);
    case TREE_SUBTRACT:
        return of_float(a - b);
    case TREE_MULTIPLY:
        return of_float(a * b);
    default:
        return of_float(a / b);
    }
}

static tree_value walk_if(const tree *t, const tree_env *env) {
    const tree *chosen = tree_walk(t->child[1], env).bits ? t->child[0] : t->child[2];
    return t->type == TREE_FLOAT ? of_float(tree_walk_float(chosen, env)) : tree_walk(chosen, env);
}

static int64_t saturated(uint32_t ticks) {
    return ticks > INT32_MAX ? INT32_MAX : (int64_t)ticks;
}

// --------------------------------------------------------------------------------------------------------------- calls

static tree_argument walk_argument(const tree *t, const tree_env *env) {
    const tree *written = t->kind == TREE_WIDENED ? t->child[0] : t;
    tree_argument given = {.type = t->type, .list = t->list, .value = tree_walk(t, env)};
    if (written->kind == TREE_QUOTED || (written->kind == TREE_LITERAL && written->type != TREE_ENUM)) {
        given.text = written->name;
        given.length = written->name != NULL ? written->number : 0;
    }
    given.is_constant = written->kind == TREE_QUOTED || written->kind == TREE_LITERAL || written->kind == TREE_NAME ||
                        written->kind == TREE_VALUE;
    if (t->type == TREE_FLOAT && isnan(given.value.f)) {
        given.value.bits = 0x7FC00000u;
    }
    return given;
}

uint32_t tree_arguments(const tree *call, const tree_env *env, tree_argument given[TREE_ARGUMENTS]) {
    for (uint32_t i = 0; i < call->count; i++) {
        given[i] = walk_argument(call->child[i], env);
    }
    return call->count;
}

static tree_value walk_call(const tree *t, const tree_env *env) {
    tree_argument given[TREE_ARGUMENTS];
    const uint32_t count = tree_arguments(t, env, given);
    return t->kind == TREE_CONDITION ? of_bool(env->condition(env->user, t->number, given, count))
                                     : of_float(env->score(env->user, t->number, given, count));
}

uint32_t tree_call_depth(const tree *t) {
    const bool is_call = t->kind == TREE_CONDITION || t->kind == TREE_SCORE || t->kind == TREE_ACTION;
    uint32_t deepest = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        const uint32_t depth = tree_call_depth(t->child[i]);
        deepest = depth > deepest ? depth : deepest;
    }
    return deepest + (is_call ? 1 : 0);
}

// -------------------------------------------------------------------------------------------------------------- values

tree_value tree_walk(const tree *t, const tree_env *env) {
    switch (t->kind) {
    case TREE_LITERAL:
    case TREE_QUOTED:
    case TREE_NAME:
    case TREE_VALUE:
        return t->value;
    case TREE_WIDENED:
        return of_float(tree_walk_float(t->child[0], env));
    case TREE_FIELD:
        return env->field(env->user, t->number);
    case TREE_TICK:
        return of_int(saturated(env->tick));
    case TREE_ELAPSED:
        return of_int(saturated(env->elapsed));
    case TREE_RANDOM:
        return of_float(env->draws != NULL ? env->draws[t->number]
                                           : expr_random(env->seed, env->agent, env->tick, t->number));
    case TREE_CONDITION:
    case TREE_SCORE:
        return walk_call(t, env);
    case TREE_STATE:
        return of_bool(env->is_in(env->user, t->number));
    case TREE_DONE:
        return of_bool(env->is_done(env->user));
    case TREE_IF:
        return walk_if(t, env);
    case TREE_OR:
        return of_bool(tree_walk(t->child[0], env).bits || tree_walk(t->child[1], env).bits);
    case TREE_AND:
        return of_bool(tree_walk(t->child[0], env).bits && tree_walk(t->child[1], env).bits);
    case TREE_NOT:
        return of_bool(!tree_walk(t->child[0], env).bits);
    case TREE_NEGATE:
        return t->type == TREE_INT ? of_int(-(int64_t)tree_walk(t->child[0], env).i)
                                   : of_float(-tree_walk_float(t->child[0], env));
    case TREE_FUNCTION:
        return walk_function(t, env);
    case TREE_CURVE:
        return of_float(walk_curve(t, env));
    case TREE_PARAMETER:
        return t->value;
    case TREE_ADD:
    case TREE_SUBTRACT:
    case TREE_MULTIPLY:
    case TREE_DIVIDE:
    case TREE_REMAINDER:
        return walk_arithmetic(t, env);
    default:
        return walk_comparison(t, env);
    }
}

// ------------------------------------------------------------------------------------------------------------- fields

static tree_value stored_float(float value) {
    return isnan(value) ? (tree_value){.bits = 0x7FC00000u} : of_float(value);
}

/// Narrows a value as an assignment does: truncates and saturates it; NaN becomes 0.
static tree_value stored_truncated(wits_type type, float value) {
    static const double lowest[] = {[WITS_TYPE_INT8] = INT8_MIN,
                                    [WITS_TYPE_UINT8] = 0,
                                    [WITS_TYPE_INT16] = INT16_MIN,
                                    [WITS_TYPE_UINT16] = 0,
                                    [WITS_TYPE_INT] = INT32_MIN};
    static const double highest[] = {[WITS_TYPE_INT8] = INT8_MAX,
                                     [WITS_TYPE_UINT8] = UINT8_MAX,
                                     [WITS_TYPE_INT16] = INT16_MAX,
                                     [WITS_TYPE_UINT16] = UINT16_MAX,
                                     [WITS_TYPE_INT] = INT32_MAX};
    double x = isnan(value) ? 0.0 : trunc((double)value);
    return of_int((int64_t)(x < lowest[type] ? lowest[type] : x > highest[type] ? highest[type] : x));
}

tree_value tree_stored(wits_type type, const tree *t, tree_value value) {
    if (type == WITS_TYPE_FLOAT) {
        return stored_float(t->type == TREE_INT ? (float)value.i : value.f);
    }
    if (t->type == TREE_FLOAT) {
        return stored_truncated(type, value.f);
    }
    switch (type) {
    case WITS_TYPE_INT8:
        return of_int((int8_t)(uint8_t)value.bits);
    case WITS_TYPE_UINT8:
        return of_int((uint8_t)value.bits);
    case WITS_TYPE_INT16:
        return of_int((int16_t)(uint16_t)value.bits);
    case WITS_TYPE_UINT16:
        return of_int((uint16_t)value.bits);
    default:
        return value;
    }
}

size_t tree_size_of(wits_type type) {
    return type == WITS_TYPE_INT || type == WITS_TYPE_FLOAT      ? 4
           : type == WITS_TYPE_INT16 || type == WITS_TYPE_UINT16 ? 2
                                                                 : 1;
}

tree_value tree_load(wits_type type, const void *from) {
    uint8_t byte;
    uint16_t two;
    tree_value value;
    memcpy(&byte, from, 1);
    switch (type) {
    case WITS_TYPE_BOOL:
        return of_bool(byte != 0);
    case WITS_TYPE_INT8:
        return of_int((int8_t)byte);
    case WITS_TYPE_INT16:
        memcpy(&two, from, 2);
        return of_int((int16_t)two);
    case WITS_TYPE_UINT16:
        memcpy(&two, from, 2);
        return of_int(two);
    case WITS_TYPE_INT:
    case WITS_TYPE_FLOAT:
        memcpy(&value, from, 4);
        return value;
    default:
        return of_int(byte);
    }
}

void tree_store(wits_type type, void *to, tree_value value) {
    uint8_t byte = (uint8_t)value.bits;
    uint16_t two = (uint16_t)value.bits;
    switch (tree_size_of(type)) {
    case 1:
        memcpy(to, &byte, 1);
        break;
    case 2:
        memcpy(to, &two, 2);
        break;
    default:
        memcpy(to, &value.bits, 4);
        break;
    }
}
