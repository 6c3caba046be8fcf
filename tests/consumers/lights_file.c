// SPDX-License-Identifier: MIT
// The same traffic light from the text of a brain file.
#include <stdio.h>
#include <string.h>

#include "wits/file.h"

static const char text[] = "wits: 1\n"
                           "brain: lights\n"
                           "root:\n"
                           "  states:\n"
                           "    red: {transitions: [{to: green, after: 3}]}\n"
                           "    green: {transitions: [{to: amber, after: 2}]}\n"
                           "    amber: {transitions: [{to: red, after: 1}]}\n";

int main(void) {
    wits_file *file = wits_file_parse(text, strlen(text), "lights.yaml", NULL);
    const wits_brain *brain = file != NULL ? wits_file_brain(file) : NULL;
    if (brain == NULL) {
        return 1;
    }
    uint8_t agent[16] = {0};
    wits_frame frame = {0};
    wits_start(brain, agent, &frame);
    for (frame.tick = 1; frame.tick <= 9; frame.tick++) {
        wits_tick(brain, agent, &frame);
        printf("%s ", wits_state_name(brain, wits_deepest(brain, agent)));
    }
    printf("%u\n", (unsigned)wits_state_count(brain));
    wits_file_free(file);
    return 0;
}
