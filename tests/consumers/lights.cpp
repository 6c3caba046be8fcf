// SPDX-License-Identifier: MIT
// A traffic light from tables, in C++11, which has no designated initialisers.
#include <cstdio>

#include "wits/crowd.h"
#include "wits/wits.h"

namespace {

enum : wits_state_id { LIGHTS, RED, GREEN, AMBER, STATES };

void ring(void *context, const wits_call *) {
    ++*static_cast<int *>(context);
}

wits_state_desc state(const char *name, const char *enter = nullptr) {
    wits_state_desc desc = {};
    desc.name = name;
    desc.enter = enter;
    return desc;
}

wits_transition_desc transition(wits_state_id from, wits_state_id to, uint32_t after) {
    wits_transition_desc desc = {};
    desc.from = from;
    desc.to = to;
    desc.after = after;
    return desc;
}

}  // namespace

int main() {
    const wits_state_desc states[STATES] = {state("lights"), state("red"), state("green", "ring"), state("amber")};
    const wits_transition_desc transitions[] = {transition(RED, GREEN, 3), transition(GREEN, AMBER, 2),
                                                transition(AMBER, RED, 1)};
    wits_function ring_function = {};
    ring_function.name = "ring";
    ring_function.action = ring;

    wits_desc desc = {};
    desc.states = states;
    desc.state_count = STATES;
    desc.transitions = transitions;
    desc.transition_count = 3;
    desc.functions = &ring_function;
    desc.function_count = 1;
    static uint64_t memory[1024];
    const wits_brain *brain = wits_brain_compile(&desc, memory, sizeof memory, nullptr);
    if (brain == nullptr) {
        return 1;
    }
    uint8_t agent[16] = {};
    int rings = 0;
    wits_frame frame = {};
    frame.context = &rings;
    frame.functions = &ring_function;
    wits_start(brain, agent, &frame);
    for (frame.tick = 1; frame.tick <= 9; frame.tick++) {
        wits_tick(brain, agent, &frame);
        std::printf("%s ", wits_state_name(brain, wits_deepest(brain, agent)));
    }
    std::printf("%d\n", rings);
    return wits_crowd_simd_name(wits_crowd_best_simd())[0] != '\0' ? 0 : 1;
}
