// SPDX-License-Identifier: MIT
// wits lsp: a language server for editors.
#include "lsp/lsp.h"

#include <getopt.h>

static const char name[] = "lsp";

#ifndef WITS_HAS_JANSSON
int lsp_serve(void) {
    return say_error("this program was built without jansson, which 'lsp' needs (Debian: libjansson-dev); install it "
                     "and rebuild wits");
}
#endif

static int run(int argc, char **argv) {
    // Many editors pass --stdio to every server.
    static const struct option known[] = {{"stdio", no_argument, NULL, 'i'}, {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":", known); found != -1;
         found = next_option(name, argc, argv, ":", known)) {
        if (found == '?') {
            return STATUS_MISUSE;
        }
    }
    if (optind < argc) {
        return say_misuse(name, "unexpected argument '%s'; the editor sends the files", argv[optind]);
    }
    return lsp_serve();
}

const tool_command lsp_command = {
    .name = name,
    .run = run,
    .summary = "help editors with brain files (Language Server Protocol)",
    .help = "Usage: wits lsp [--stdio]\n"
            "\n"
            "A language server (LSP 3.17) over standard input and output, which an editor starts: problems while\n"
            "typing, completion, documentation of what the cursor is on, fixes, formatting, proofs and pictures.\n"
            "docs/editors.md lists the settings of editors.\n"
            "\n"
            "  --stdio   accepted for editors that pass it; there is no other transport\n"
            "\n"
            "Exit status: 0 the editor shut it down as LSP requires; 1 it did not, or its messages were invalid;\n"
            "2 error in the command line.\n"
            "\n"
            "Example, for Neovim:\n"
            "  vim.lsp.start({name = 'wits', cmd = {'wits', 'lsp'}})\n",
};
