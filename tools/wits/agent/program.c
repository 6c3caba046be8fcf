// SPDX-License-Identifier: MIT
// The command `wits program`: prints a brain's rules in the order in which they run for one agent.
#include "common/text.h"
#include "common/tool.h"

#include "wits/program.h"

static const char name[] = "program";

static void add_line(void *user, const char *line) {
    text_format(user, "%s\n", line);
}

static void add_program(const wits_brain *brain, text *to) {
    wits_program_print(brain, add_line, to);
}

static int run(int argc, char **argv) {
    return run_printing(name, argc, argv, add_program);
}

const tool_command program_command = {
    .name = name,
    .run = run,
    .summary = "print the compiled program of a brain",
    .help =
        "Usage: wits program FILE [options]\n"
        "\n"
        "Prints the instructions that the library generates from a brain, for those who want to inspect them: for\n"
        "each state that can be the deepest active one, what a decision and an update do and which states exit; for\n"
        "each transition, what happens when it fires. Slots, clocks and bytes are positions in an agent's bytes.\n"
        "\n"
        "  -o, --output FILE   write to a file\n"
        "\n"
        "FILE '-' is standard input or output.\n"
        "\n"
        "Example:\n"
        "  wits program brains/enemy_2.yaml\n",
};
