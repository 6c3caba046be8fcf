// SPDX-License-Identifier: MIT
// The same traffic light from the text of a brain file, in C++11.
#include <cstdio>
#include <memory>
#include <string>

#include "wits/file.h"

int main() {
    const std::string text = "wits: 1\n"
                             "brain: lights\n"
                             "root:\n"
                             "  states:\n"
                             "    red: {transitions: [{to: green, after: 3}]}\n"
                             "    green: {transitions: [{to: amber, after: 2}]}\n"
                             "    amber: {transitions: [{to: red, after: 1}]}\n";
    const std::unique_ptr<wits_file, void (*)(wits_file *)> file(
        wits_file_parse(text.data(), text.size(), "lights.yaml", nullptr), wits_file_free);
    const wits_brain *brain = file ? wits_file_brain(file.get()) : nullptr;
    if (brain == nullptr) {
        return 1;
    }
    uint8_t agent[16] = {};
    wits_frame frame = {};
    wits_start(brain, agent, &frame);
    for (frame.tick = 1; frame.tick <= 9; frame.tick++) {
        wits_tick(brain, agent, &frame);
        std::printf("%s ", wits_state_name(brain, wits_deepest(brain, agent)));
    }
    std::printf("%u\n", static_cast<unsigned>(wits_state_count(brain)));
    return 0;
}
