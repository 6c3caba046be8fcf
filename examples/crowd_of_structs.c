// SPDX-License-Identifier: MIT
// A thousand guards in the program's own array of structs. Each agent is a few bytes inside its struct, so the array
// can be copied, sorted or saved like any other.
#include "example.h"

enum { GUARD, WATCH, CHASE, SEARCH, RETURN };

enum { GUARDS = 1000, STREET_LENGTH = 10000, SIGHT = 150, STATES = 5 };

typedef struct guard {
    int32_t post;  // where he should stand, in decimetres along the street
    int32_t position;
    int32_t thief;  // where he believes the thief to be
    bool sees_thief;
    uint8_t brain[8];  // the agent; compile_or_exit checks that it fits
} guard;

static bool sees_thief(const void *context, const wits_call *call) {
    return ((const guard *)context)->sees_thief;
}

static bool lost_thief(const void *context, const wits_call *call) {
    return !((const guard *)context)->sees_thief;
}

static bool is_at_post(const void *context, const wits_call *call) {
    const guard *self = context;
    return self->position == self->post;
}

static int32_t towards(int32_t from, int32_t to, int32_t step) {
    int32_t way = to - from;
    return from + (way > step ? step : way < -step ? -step : way);
}

static void run_after(void *context, const wits_call *call) {
    guard *self = context;
    self->position = towards(self->position, self->thief, 20);
}

static void walk_back(void *context, const wits_call *call) {
    guard *self = context;
    self->position = towards(self->position, self->post, 10);
}

static const wits_state_desc states[] = {
    [GUARD] = {.name = "guard"},
    [WATCH] = {.name = "watch"},
    [CHASE] = {.name = "chase", .update = "run_after"},
    [SEARCH] = {.name = "search", .update = "run_after"},
    [RETURN] = {.name = "return", .update = "walk_back"},
};

static const wits_transition_desc transitions[] = {
    {.from = GUARD, .any = true, .to = CHASE, .when = "sees_thief"},
    {.from = CHASE, .to = SEARCH, .when = "lost_thief"},
    {.from = SEARCH, .to = RETURN, .after = 15},
    {.from = RETURN, .to = WATCH, .when = "is_at_post"},
};

static const wits_function functions[] = {
    {.name = "sees_thief", .condition = sees_thief}, {.name = "lost_thief", .condition = lost_thief},
    {.name = "is_at_post", .condition = is_at_post}, {.name = "run_after", .action = run_after},
    {.name = "walk_back", .action = walk_back},
};

static const wits_desc desc = {
    .states = states,
    .state_count = COUNT(states),
    .transitions = transitions,
    .transition_count = COUNT(transitions),
    .functions = functions,
    .function_count = COUNT(functions),
};

static guard guards[GUARDS];

int main(void) {
    const wits_brain *brain = compile_or_exit(&desc, sizeof guards[0].brain);
    wits_frame frame = {.functions = functions};
    for (int32_t i = 0; i < GUARDS; ++i) {
        guards[i].post = guards[i].position = i * (STREET_LENGTH / GUARDS);
        frame.agent = (uint64_t)i;
        frame.context = &guards[i];
        wits_start(brain, guards[i].brain, &frame);
    }

    printf("%d guards, %zu bytes of brain in each; a thief runs along their street and back\n", GUARDS,
           wits_agent_size(brain));
    printf("tick  thief at  watch  chase  search  return\n");
    int32_t thief = 0, speed = 45;
    for (frame.tick = 1; frame.tick <= 500; ++frame.tick) {
        thief += speed;
        if (thief >= STREET_LENGTH || thief <= 0) {
            speed = -speed;
        }
        unsigned in[STATES] = {0};
        for (uint32_t i = 0; i < GUARDS; ++i) {
            guard *self = &guards[i];
            int32_t distance = thief - self->position;
            self->sees_thief = distance < SIGHT && distance > -SIGHT;
            if (self->sees_thief) {
                self->thief = thief;
            }
            frame.agent = i;
            frame.context = self;
            wits_tick(brain, self->brain, &frame);
            ++in[wits_deepest(brain, self->brain)];
        }
        if (frame.tick % 50 == 0) {
            printf("%4u  %6d m  %5u  %5u  %6u  %6u\n", (unsigned)frame.tick, (int)thief / 10, in[WATCH], in[CHASE],
                   in[SEARCH], in[RETURN]);
        }
    }
    return 0;
}
