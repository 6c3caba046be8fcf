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
    .summary = "prints what becomes of a brain's rules",
    .help = "Usage: wits program FILE [options]\n"
            "\n"
            "Prints what the library makes of a brain, for those who want to see it: of each state that can be\n"
            "the deepest active one what a decision and an update do and what exits, of each transition what\n"
            "happens when it fires. Numbers of slots, clocks and bytes are places in an agent's bytes.\n"
            "\n"
            "  -o, --output FILE   writes to a file\n"
            "\n"
            "'-' in place of a file is standard input or output.\n"
            "\n"
            "Example:\n"
            "  wits program brains/enemy_2.yaml\n",
};
