// SPDX-License-Identifier: MIT
// A crowd of the guards of arguments.yaml, by blocks and one after another: same agents, fields, records and values.
#include "guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { AGENTS = 3000, TICKS = 12, RECORDS = AGENTS * GUARD_ROOM_TICK, VALUES = AGENTS * GUARD_ARGUMENT_ROOM_TICK };

// ------------------------------------------------------------------------------------------------------ host functions

static uint32_t mixed(uint32_t hash, uint32_t more) {
    hash = (hash ^ more) * 0x9E3779B1u;
    return hash ^ hash >> 15;
}

static uint32_t mixed_number(uint32_t hash, float number) {
    uint32_t bits;
    memcpy(&bits, &number, sizeof bits);
    return mixed(hash, bits);
}

static uint32_t mixed_text(uint32_t hash, const char *text) {
    for (; *text != '\0'; text++) {
        hash = mixed(hash, (unsigned char)*text);
    }
    return hash;
}

/// Identity of the caller, which a function may also use.
static uint32_t begin(const guard_call *call) {
    return mixed(mixed(call->function, call->frame->row), call->state);
}

bool guard_near(const guard_context *self, const guard_call *call, float number_1, const char *text_2) {
    (void)self;
    return mixed_text(mixed_number(begin(call), number_1), text_2) % 4 == 0;
}

bool guard_feels(const guard_context *self, const guard_call *call, enum guard_mood value_1, bool truth_2) {
    (void)self;
    return mixed(mixed(begin(call), value_1), truth_2) % 4 == 0;
}

bool guard_counts(const guard_context *self, const guard_call *call, int32_t integer_1, int32_t integer_2,
                  int32_t integer_3, int32_t integer_4) {
    (void)self;
    const uint32_t two = mixed(mixed(begin(call), (uint32_t)integer_1), (uint32_t)integer_2);
    return mixed(mixed(two, (uint32_t)integer_3), (uint32_t)integer_4) % 4 == 0;
}

float guard_worth(const guard_context *self, const guard_call *call, float number_1, enum guard_mood value_2) {
    (void)self;
    return (float)(mixed(mixed_number(begin(call), number_1), value_2) % 4096) / 512.0f;
}

/// The list stores it; it is not run.
void guard_walk(guard_context *self, const guard_call *call, float number_1, float number_2) {
    (void)self;
    (void)call;
    (void)number_1;
    (void)number_2;
}

void guard_say(guard_context *self, const guard_call *call, const char *text) {
    (void)self;
    (void)call;
    (void)text;
}

void guard_note(guard_context *self, const guard_call *call, int32_t integer_1, enum guard_mood value_2, bool truth_3,
                const char *text_4) {
    (void)self;
    (void)call;
    (void)integer_1;
    (void)value_2;
    (void)truth_3;
    (void)text_4;
}

// ---------------------------------------------------------------------------------------------------------- two crowds

typedef struct guards {
    uint8_t agents[AGENTS * GUARD_AGENT_SIZE];
    guard_context contexts[AGENTS];
    guard_action_record records[RECORDS];
    uint32_t values[VALUES];
    guard_list list;
} guards;

static guards alone, blocks;

static void fill(guards *g) {
    uint32_t random = 1;
    for (uint32_t i = 0; i < AGENTS; i++) {
        random = mixed(random, i);
        guard_set_initial_fields(&g->contexts[i]);
        g->contexts[i].mood = (uint8_t)(random >> 8 & 1);
        g->contexts[i].armed = (random >> 9 & 1) != 0;
        g->contexts[i].small = (uint8_t)(random >> 16);
        g->contexts[i].distance = (float)(random % 64) / 4.0f;
    }
    g->list.records = g->records;
    g->list.capacity = RECORDS;
    g->list.arguments = g->values;
    g->list.argument_capacity = VALUES;
}

static void run_alone(uint32_t tick) {
    guard_frame frame;
    memset(&frame, 0, sizeof frame);
    for (uint32_t i = 0; i < AGENTS; i++) {
        frame.tick = tick;
        frame.agent = 77 + i;
        frame.seed = 5;
        frame.context = &alone.contexts[i];
        frame.list = &alone.list;
        frame.row = i;
        if (tick == 0) {
            (void)guard_start(&alone.agents[i * GUARD_AGENT_SIZE], &frame);
        } else {
            (void)guard_tick(&alone.agents[i * GUARD_AGENT_SIZE], &frame);
        }
    }
}

/// Runs slices, also with a list that is too short for some of them: the rest continues after the existing records.
static void run_blocks(uint32_t tick, void *scratch) {
    guard_crowd crowd;
    guard_crowd_run run;
    memset(&crowd, 0, sizeof crowd);
    memset(&run, 0, sizeof run);
    crowd.count = AGENTS;
    crowd.agents = blocks.agents;
    crowd.first_id = 77;
    crowd.contexts = blocks.contexts;
    run.tick = tick;
    run.seed = 5;
    run.list = &blocks.list;
    run.scratch = scratch;
    for (uint64_t first = 0; first < AGENTS;) {
        const uint64_t left = AGENTS - first, count = tick % 2 == 0 || left < 700 ? left : 700;
        const uint32_t room = blocks.list.argument_count + 20 * GUARD_ARGUMENT_ROOM_TICK;
        blocks.list.argument_capacity = tick % 3 == 0 && room < VALUES ? room : (uint32_t)VALUES;
        first +=
            tick == 0 ? guard_crowd_start(&crowd, first, count, &run) : guard_crowd_tick(&crowd, first, count, &run);
    }
}

static bool is_same(const char *what, uint32_t tick, const void *is, const void *should, size_t size) {
    if (memcmp(is, should, size) != 0) {
        printf("tick %u: the %s differ\n", (unsigned)tick, what);
        return false;
    }
    return true;
}

static bool are_same(uint32_t tick) {
    const guard_list *is = &blocks.list, *should = &alone.list;
    if (is->count != should->count || is->argument_count != should->argument_count) {
        printf("tick %u: %u records with %u values, one after another %u with %u\n", (unsigned)tick,
               (unsigned)is->count, (unsigned)is->argument_count, (unsigned)should->count,
               (unsigned)should->argument_count);
        return false;
    }
    return is_same("agents", tick, blocks.agents, alone.agents, sizeof alone.agents) &&
           is_same("fields", tick, blocks.contexts, alone.contexts, sizeof alone.contexts) &&
           is_same("records", tick, blocks.records, alone.records, is->count * sizeof *alone.records) &&
           is_same("values", tick, blocks.values, alone.values, is->argument_count * sizeof *alone.values);
}

int main(void) {
    static uint64_t memory[1 << 17];
    uint8_t *const scratch = (uint8_t *)memory + (64 - (uintptr_t)memory % 64) % 64;
    uint32_t values = 0;
    bool same = guard_crowd_scratch_size() != 0 && guard_crowd_scratch_size() <= sizeof memory - 64;
    fill(&alone);
    fill(&blocks);
    for (uint32_t tick = 0; tick < TICKS && same; tick++) {
        alone.list.count = alone.list.argument_count = blocks.list.count = blocks.list.argument_count = 0;
        for (uint32_t i = 0; i < AGENTS / 2 && tick % 3 == 1; i++) {
            guard_raise(&alone.agents[i * GUARD_AGENT_SIZE], GUARD_EVENT_NOISE);
            guard_raise(&blocks.agents[i * GUARD_AGENT_SIZE], GUARD_EVENT_NOISE);
        }
        run_alone(tick);
        run_blocks(tick, scratch);
        same = are_same(tick);
        values += alone.list.argument_count;
    }
    printf("%u values\n", (unsigned)values);
    return same ? 0 : 1;
}
