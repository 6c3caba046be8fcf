// SPDX-License-Identifier: MIT
#include "host.h"

#include <assert.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

/// A hash of two numbers (the finisher of splitmix64).
uint64_t host_mix(uint64_t a, uint64_t b) {
    uint64_t z = a * 0x9E3779B97F4A7C15u + b + 0x632BE59BD9B4E019u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/// The number is the digit in its name: the rows of a brain's functions are in random order.
static uint32_t number_of(const wits_call *call) {
    return (uint32_t)(call->frame->functions[call->function].name[1] - '0');
}

static uint64_t mix_text(uint64_t hash, const char *text) {
    hash = host_mix(hash, text != NULL ? strlen(text) + 1 : 0);
    for (; text != NULL && *text != '\0'; text++) {
        hash = host_mix(hash, (uint8_t)*text);
    }
    return hash;
}

uint64_t host_given(const wits_call *call) {
    uint64_t hash = call->argument_count;
    assert(call->argument == call->arguments && (call->arguments == NULL) == (call->argument_count == 0));
    for (uint32_t i = 0; i < call->argument_count; i++) {
        const wits_argument *a = &call->arguments[i];
        uint32_t bits;
        memcpy(&bits, &a->number, sizeof bits);
        const bool is_number = a->kind == WITS_ARGUMENT_INT || a->kind == WITS_ARGUMENT_FLOAT;
        const bool has_integer = a->kind != WITS_ARGUMENT_TEXT && a->kind != WITS_ARGUMENT_FLOAT;
        hash = host_mix(hash, (uint32_t)a->kind);
        hash = host_mix(hash, has_integer ? (uint32_t)a->integer : 0);
        hash = host_mix(hash, is_number ? bits : 0);
        hash = mix_text(hash, a->text);
    }
    return hash;
}

uint64_t host_target(const wits_call *call) {
    const wits_target *t = call->target;
    return t == NULL ? 0 : host_mix(host_mix(t->kind + 1, t->id), t->row);
}

static uint64_t given_of(const host_context *c, const wits_call *call) {
    return c->hooks->given != NULL ? c->hooks->given(call) : host_given(call);
}

/// Hashes an agent's input, including the arguments and the target. A target's value varies with its id, and sometimes
/// with its row.
static uint32_t input_of(const host_context *c, const wits_call *call) {
    uint64_t given = given_of(c, call);
    if (call->target != NULL) {
        const uint64_t target =
            c->values.input % 4 == 0 ? host_target(call) : host_mix(call->target->kind, call->target->id);
        given = host_mix(given, target % (c->values.input % 3 == 0 ? 3 : 1000));
    }
    return given == 0 ? c->values.input : (uint32_t)host_mix(c->values.input, given);
}

/// Each function number behaves in its own way: plain random results, one that depends on state and row, ones that read
/// fields that actions wrote, one that reads the frame.
static bool condition(const void *context, const wits_call *call) {
    const host_context *c = context;
    uint32_t number = number_of(call);
    const uint32_t input = input_of(c, call);
    c->log->data_seen += call->data != NULL;
    uint64_t hash = host_mix(input, number);
    switch (number) {
    case 0:
    case 1:
        return hash % 2 == 0;
    case 2:
        return hash % 4 == 0;
    case 3:
        return hash % 4 != 0;
    case 4:
        return host_mix(hash, call->state * 65536u + call->row) % 3 == 0;
    case 5:
        return (c->values.memory[0] >> (input % 8) & 1) != 0;
    case 6:
        return c->values.memory[1] % 4 == input % 4;
    default: {
        const uint32_t tick = c->hooks->tick != NULL ? c->hooks->tick(call) : call->frame->tick;
        return host_mix(hash, tick + call->frame->agent + call->frame->seed) % 3 == 0;
    }
    }
}

/// Returns a NaN with random bits, quiet or signalling and of either sign. No decision may depend on these.
static float some_nan(uint64_t hash) {
    const uint32_t bits = 0x7F800000u | (hash % 2 == 0 ? 0x80000000u : 0u) | ((uint32_t)(hash >> 8) & 0x7FFFFFu) | 1u;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static float score(const void *context, const wits_call *call) {
    static const float usual[] = {0.0f, 0.1f, 0.25f, 0.5f, 0.5f, 0.75f, 1.0f, 1.0f, 1.5f, 2.0f, 3.0f, 0.3f};
    const host_context *c = context;
    uint32_t number = number_of(call);
    const uint32_t input = input_of(c, call);
    c->log->data_seen += call->data != NULL;
    uint64_t hash = host_mix(input, 100 + number);
    switch (number) {
    case 0:
    case 1:
        return usual[hash % 12];
    case 2:
        return usual[host_mix(hash, call->state * 65536u + call->row) % 12];
    case 3:
        return (float)(hash % 1000) / 999.0f;
    case 4:
        return usual[hash % 12] - 1.0f;
    case 5:
        return hash % 3 == 0 ? some_nan(hash) : usual[hash % 12];
    case 6:
        return usual[(c->values.memory[2] + input) % 12];
    default:
        switch (hash % 8) {
        case 0:
            return INFINITY;
        case 1:
            return -INFINITY;
        case 2:
            return some_nan(hash);
        case 3:
            return 3.0e38f;
        case 4:
            return -0.0f;
        case 5:
            return 1.0e-40f;
        default:
            return usual[hash % 12];
        }
    }
}

static host_entry *log_call(host_context *c, const wits_call *call, char kind) {
    if (c->log->forgets && c->log->count == HOST_LOG) {
        c->log->count = 0;
    }
    assert(c->log->count < HOST_LOG);
    host_entry *e = &c->log->entries[c->log->count++];
    memset(e, 0, sizeof *e);
    e->kind = kind;
    e->function = (uint8_t)number_of(call);
    e->state = call->state;
    e->row = WITS_NONE;
    if (kind == 'a') {
        e->action_kind = (uint8_t)call->kind;
        e->row = call->row;
        // A record does not contain which child was active when an `any` transition fired.
        if (c->from_list && call->kind == WITS_ACTION_TRANSITION && c->desc->transitions[call->row].any) {
            e->state = WITS_NONE;
        }
    }
    e->elapsed = c->hooks->elapsed(call);
    e->given = given_of(c, call);
    e->target = host_target(call);
    for (uint32_t s = 0; s < c->desc->state_count && s < 64; s++) {
        e->active |= (uint64_t)c->hooks->is_in(call, (wits_state_id)s) << s;
    }
    if (call->data != NULL) {
        assert(call->data_size == c->desc->states[call->state].data_size);
        const uint8_t *bytes = call->data;
        uint64_t hash = 1;
        for (uint32_t i = 0; i < call->data_size; i++) {
            hash = host_mix(hash, bytes[i]);
        }
        e->data = (uint32_t)hash | 1;
    }
    return e;
}

static void count_in_data(const wits_call *call, uint8_t add) {
    if (call->data != NULL) {
        uint8_t *bytes = call->data;
        bytes[0] = (uint8_t)(bytes[0] + 1);
        bytes[call->data_size - 1] = (uint8_t)(bytes[call->data_size - 1] ^ add);
    }
}

static void raise_some(host_context *c, const wits_call *call, uint64_t hash) {
    if (c->desc->event_count > 0) {
        c->hooks->raise(call, (uint32_t)(hash % c->desc->event_count));
    }
}

static void action(void *context, const wits_call *call) {
    host_context *c = context;
    const host_entry *e = log_call(c, call, 'a');
    uint32_t number = e->function;
    uint64_t hash = host_mix(host_mix(input_of(c, call), 200 + number), e->state * 65536u + e->row);
    switch (number) {
    case 3:
        c->values.memory[0] ^= 1u << (hash % 8);
        break;
    case 4:
        c->values.memory[1]++;
        break;
    case 5:
        c->values.memory[2] += (uint32_t)hash % 16;
        break;
    case 6:
        raise_some(c, call, hash);
        break;
    case 7:
        count_in_data(call, (uint8_t)hash);
        break;
    case 8:
        c->values.memory[hash % 3] += e->elapsed + 1;
        count_in_data(call, 1);
        break;
    case 9:
        raise_some(c, call, 0);
        raise_some(c, call, hash >> 8);
        break;
    default:
        break;
    }
}

/// Returns one of the states that the leaf declares, or stays.
static wits_state_id step(void *context, const wits_call *call) {
    host_context *c = context;
    const host_entry *e = log_call(c, call, 's');
    uint32_t number = e->function;
    uint64_t hash = host_mix(host_mix(c->values.input, 300 + number), e->data);
    count_in_data(call, (uint8_t)hash);
    c->values.memory[number % 3] += (uint32_t)(hash >> 60);
    if (number == 1) {
        raise_some(c, call, hash >> 16);
    }
    uint32_t skip = (uint32_t)(hash >> 8) % 3;
    for (uint32_t row = 0; row < c->desc->step_count; row++) {
        if (c->desc->steps[row].of == call->state && skip-- == 0) {
            return c->desc->steps[row].to;
        }
    }
    return WITS_STAY;
}

#define CONDITION(n) {.name = "c" #n, .condition = condition},
#define SCORE(n) {.name = "s" #n, .score = score},
#define ACTION(n) {.name = "a" #n, .action = action},
#define STEP(n) {.name = "t" #n, .step = step},
#define FOUR(X) X(0) X(1) X(2) X(3)
#define EIGHT(X) FOUR(X) X(4) X(5) X(6) X(7)

const wits_function host_functions[HOST_FUNCTIONS] = {EIGHT(CONDITION) EIGHT(SCORE) EIGHT(ACTION) ACTION(8) ACTION(9)
                                                          FOUR(STEP)};
