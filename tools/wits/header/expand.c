// SPDX-License-Identifier: MIT
// wits expand: writes a brain as one file, with shared definitions replaced by copies.
#include "common/tool.h"

#include <getopt.h>
#include <string.h>

static const char name[] = "expand";

static int print_expanded(const char *path, const char *output) {
    wits_file *file = load_brain(path);
    if (file == NULL) {
        return STATUS_WRONG;
    }
    size_t length = 0;
    const char *written = wits_file_expanded(file, &length);
    text all = {0};
    int status = STATUS_WRONG;
    if (written == NULL) {
        say_error("not enough memory for %s", shown_path(path));
    } else {
        text_add_bytes(&all, written, length);
        status = write_output(name, &all, output);
    }
    text_free(&all);
    wits_file_free(file);
    return status;
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
    return path == NULL ? STATUS_MISUSE : print_expanded(path, output);
}

const tool_command expand_command = {
    .name = name,
    .run = run,
    .summary = "write a brain as one file, with includes and shared parts expanded",
    .help = "Usage: wits expand FILE [options]\n"
            "\n"
            "Prints a brain as one file without include, constants, enums, conditions, scores, curves, considerations\n"
            "and parts: each use is replaced by its definition. The compiled brain is the same, byte for byte.\n"
            "\n"
            "  -o, --output FILE    write to a file instead of standard output\n"
            "\n"
            "FILE '-' is standard input or output.\n"
            "\n"
            "Example:\n"
            "  wits expand brains/guard.yaml -o guard-whole.yaml\n",
};
