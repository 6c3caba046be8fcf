// SPDX-License-Identifier: MIT
// A traffic light from tables, alone and as a crowd.
#include <stdio.h>

#include "wits/crowd.h"
#include "wits/wits.h"

enum { LIGHTS, RED, GREEN, AMBER, STATES };

static void ring(void *context, const wits_call *call) {
    (void)call;
    ++*(int *)context;
}

int main(void) {
    static const wits_state_desc states[STATES] = {
        [LIGHTS] = {.name = "lights"},
        [RED] = {.name = "red"},
        [GREEN] = {.name = "green", .enter = "ring"},
        [AMBER] = {.name = "amber"},
    };
    static const wits_transition_desc transitions[] = {
        {.from = RED, .to = GREEN, .after = 3},
        {.from = GREEN, .to = AMBER, .after = 2},
        {.from = AMBER, .to = RED, .after = 1},
    };
    static const wits_function functions[] = {{.name = "ring", .action = ring}};
    const wits_desc desc = {
        .states = states,
        .state_count = STATES,
        .transitions = transitions,
        .transition_count = 3,
        .functions = functions,
        .function_count = 1,
    };
    static uint64_t memory[1024];
    const wits_brain *brain = wits_brain_compile(&desc, memory, sizeof memory, NULL);
    if (brain == NULL) {
        return 1;
    }
    uint8_t agent[16] = {0};
    int rings = 0;
    wits_frame frame = {.context = &rings, .functions = functions};
    wits_start(brain, agent, &frame);
    for (frame.tick = 1; frame.tick <= 9; frame.tick++) {
        wits_tick(brain, agent, &frame);
        printf("%s ", wits_state_name(brain, wits_deepest(brain, agent)));
    }
    printf("%d\n", rings);
    // Some instruction set is the best one, and it has a name.
    return wits_crowd_simd_name(wits_crowd_best_simd())[0] != '\0' ? 0 : 1;
}
