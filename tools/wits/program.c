// SPDX-License-Identifier: MIT
// wits program: a brain's rules the way they run for one agent.
#include "text.h"
#include "tool.h"

#include "wits/program.h"

#include <getopt.h>

static const char name[] = "program";

static void add_line(void *user, const char *line) {
    text_format(user, "%s\n", line);
}

static int run(int argc, char **argv) {
    static const struct option known[] = {{"output", required_argument, NULL, 'o'}, {NULL, 0, NULL, 0}};
    const char *output = NULL;
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (found != 'o') {
            return STATUS_MISUSE;
        }
        output = optarg;
    }
    const char *path = only_argument(name, argc, argv);
    if (path == NULL) {
        return STATUS_MISUSE;
    }
    wits_file *file = load_brain(path);
    int status = STATUS_WRONG;
    if (file != NULL) {
        text to = {0};
        wits_program_print(wits_file_brain(file), add_line, &to);
        status = write_output(name, &to, output);
        text_free(&to);
    }
    wits_file_free(file);
    return status;
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
