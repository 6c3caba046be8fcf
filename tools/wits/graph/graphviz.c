// SPDX-License-Identifier: MIT
// graph: draws a picture with Graphviz.
#include "common/platform.h"
#include "graph/graph.h"

#include <errno.h>
#include <string.h>

int graph_draw(text *picture, const char *format, bool (*stops)(void)) {
    static char program[] = "dot", quiet[] = "-q";
    text option = {0}, drawn = {0};
    text_format(&option, "-T%s", format);
    char *const words[] = {program, option.bytes, quiet, NULL};
    const platform_end end =
        platform_run(&(platform_program){.words = words, .input = picture, .output = &drawn, .stops = stops});
    const int problem = errno;
    int status = STATUS_WRONG;
    if (!platform_has_programs()) {
        say_error("%s needs Graphviz, and this build cannot start other programs; --format dot works without it",
                  format);
    } else if (end == PLATFORM_NO_FILE) {
        say_error("cannot write a temporary file: %s", strerror(problem));
    } else if (end == PLATFORM_NOT_STARTED && problem == ENOENT) {
        say_error("%s needs Graphviz, whose program 'dot' is not installed (Debian: apt install graphviz); "
                  "--format dot works without it",
                  format);
    } else if (end == PLATFORM_NOT_STARTED) {
        say_error("Graphviz's program 'dot' cannot be run: %s", strerror(problem));
    } else if (end == PLATFORM_STOPPED) {
        say_error("the graph is too large to draw; choose a state or depth");
    } else if (end != PLATFORM_SUCCEEDED) {
        say_error("Graphviz's program 'dot' failed");
    } else {
        text_clear(picture);
        text_add_bytes(picture, text_of(&drawn), drawn.length);
        status = STATUS_DONE;
    }
    text_free(&option);
    text_free(&drawn);
    return status;
}
