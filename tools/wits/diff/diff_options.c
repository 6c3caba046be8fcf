// SPDX-License-Identifier: MIT
#include "diff/diff_options.h"

#include "common/tool.h"

#include <getopt.h>
#include <string.h>

bool diff_is_standard(const char *path) {
    return strcmp(path, "-") == 0;
}

bool diff_take_brains(const char *command, int argc, char **argv, const char *brains[2]) {
    if (argc - optind != 2) {
        say_misuse(command,
                   argc - optind < 2 ? "expected two brain files" : "too many arguments; expected two brain files");
        return false;
    }
    brains[0] = argv[optind];
    brains[1] = argv[optind + 1];
    if (diff_is_standard(brains[0]) && diff_is_standard(brains[1])) {
        say_misuse(command, "only one of the brains can be standard input");
        return false;
    }
    return true;
}

bool diff_check_options(const crowd_options *options) {
    if (options->inputs != NULL && diff_is_standard(options->inputs)) {
        say_misuse(options->command, "--inputs -: both brains read the inputs; give a file");
        return false;
    }
    for (size_t i = 0; i < options->target_count; i++) {
        const char *equals = strchr(options->targets[i], '=');
        const char *from = equals != NULL ? equals + 1 : "";
        if (diff_is_standard(from)) {
            say_misuse(options->command, "--targets %s: both brains read the targets; give a file",
                       options->targets[i]);
            return false;
        }
    }
    return true;
}

bool diff_load(const char *const brains[2], wits_file *files[2]) {
    files[0] = load_brain(brains[0]);
    files[1] = load_brain(brains[1]);
    return files[0] != NULL && files[1] != NULL;
}
