// SPDX-License-Identifier: MIT
// Shared by the examples: compiles tables and prints every mistake in them; memory for the few calls that allocate.
#ifndef WITS_EXAMPLE_H
#define WITS_EXAMPLE_H

#include <stdio.h>
#include <stdlib.h>

#include "wits/heap.h"
#include "wits/wits.h"

#define COUNT(array) ((uint32_t)(sizeof(array) / sizeof(array)[0]))

/// Compiles into static memory and checks that an agent fits into `agent_room` bytes. Exits on problems.
static inline const wits_brain *compile_or_exit(const wits_desc *desc, size_t agent_room) {
    static uint64_t memory[8192];
    wits_problem problems[32];
    wits_report report = {.problems = problems, .capacity = COUNT(problems)};
    const wits_brain *brain = wits_brain_compile(desc, memory, sizeof memory, &report);
    if (!brain) {
        uint32_t kept = report.count < report.capacity ? report.count : report.capacity;
        for (uint32_t i = 0; i < kept; ++i) {
            char text[320];
            wits_problem_text(&problems[i], text, sizeof text);
            fprintf(stderr, "%s\n", text);
        }
        fprintf(stderr, "the brain has %u problems\n", (unsigned)report.count);
        exit(EXIT_FAILURE);
    }
    if (wits_agent_size(brain) > agent_room) {
        fprintf(stderr, "an agent needs %zu bytes, not %zu\n", wits_agent_size(brain), agent_room);
        exit(EXIT_FAILURE);
    }
    return brain;
}

#endif
