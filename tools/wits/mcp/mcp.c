// SPDX-License-Identifier: MIT
// wits mcp: tools for coding agents.
#define _POSIX_C_SOURCE 200809L  // chdir

#include "mcp/mcp.h"

#include "common/platform.h"

#include <errno.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char name[] = "mcp";

#ifndef WITS_HAS_JANSSON
int mcp_serve(const mcp_folders *folders) {
    (void)folders;
    return say_error("this program was built without jansson, which 'mcp' needs (Debian: libjansson-dev); install it "
                     "and rebuild wits");
}
#endif

/// Resolves the folders. The first one becomes the current folder, so that paths of clients are relative to it.
static int open_folders(int count, char **given, mcp_folders *to) {
    to->paths = allocate((size_t)count, sizeof *to->paths);
    for (int i = 0; i < count; i++) {
        struct stat about;
        char *real = platform_real_path(given[i]);
        if (real != NULL && (stat(real, &about) != 0 || !S_ISDIR(about.st_mode))) {
            free(real);
            real = NULL;
            errno = ENOTDIR;
        }
        if (real == NULL) {
            return say_error("%s: %s", given[i], strerror(errno));
        }
        to->paths[to->count++] = real;
    }
    return chdir(to->paths[0]) == 0 ? STATUS_DONE : say_error("%s: %s", given[0], strerror(errno));
}

static int run(int argc, char **argv) {
    static const struct option known[] = {{NULL, 0, NULL, 0}};
    mcp_folders folders = {0};
    if (next_option(name, argc, argv, ":", known) != -1) {
        return STATUS_MISUSE;
    }
    if (constants_noted() > 0) {
        return say_misuse(name, "--const does nothing here; the tools have the argument 'constants'");
    }
    if (optind == argc) {
        return say_misuse(name, "missing folder; the client may read and write only below the folders given here");
    }
    if (!platform_has_programs()) {
        return say_error("'mcp' starts other programs, which this system cannot do");
    }
    int status = open_folders(argc - optind, argv + optind, &folders);
    if (status == STATUS_DONE) {
        status = mcp_serve(&folders);
    }
    for (size_t i = 0; i < folders.count; i++) {
        free(folders.paths[i]);
    }
    free(folders.paths);
    return status;
}

const tool_command mcp_command = {
    .name = name,
    .run = run,
    .summary = "give coding agents tools for brains (Model Context Protocol)",
    .help = "Usage: wits mcp FOLDER...\n"
            "\n"
            "A server of the Model Context Protocol over standard input and output, which a coding agent starts. It\n"
            "offers tools that check, run, explain, draw, prove and test brains, and the documentation.\n"
            "docs/coding-agents.md lists the tools and the settings of agents.\n"
            "\n"
            "Files are read and written only below the folders. Paths are relative to the first one; links that lead\n"
            "out of them are refused. Each call of a tool runs in a process of its own, with limits of time and\n"
            "memory.\n"
            "\n"
            "Exit status: 0 the client closed the input; 1 its messages were cut off, or a folder cannot be read; 2 "
            "error in\n"
            "the command line.\n"
            "\n"
            "Example, for Claude Code:\n"
            "  claude mcp add wits -- wits mcp .\n",
};
