// SPDX-License-Identifier: MIT
// graph: draws a picture with Graphviz.
#include "common/system.h"
#include "graph/graph.h"

#include <errno.h>
#include <string.h>

static bool copy_all(FILE *from, text *to) {
    char part[65536];
    size_t count;
    rewind(from);
    text_clear(to);
    while ((count = fread(part, 1, sizeof part, from)) > 0) {
        text_add_bytes(to, part, count);
    }
    return ferror(from) == 0;
}

int graph_draw(text *picture, const char *format) {
    FILE *from = tmpfile();
    FILE *to = tmpfile();
    int status = STATUS_WRONG;
    if (from == NULL || to == NULL || fwrite(picture->bytes, 1, picture->length, from) != picture->length ||
        fflush(from) != 0) {
        say_error("cannot write a temporary file: %s", strerror(errno));
    } else {
        rewind(from);
        static char program[] = "dot", quiet[] = "-q";
        text option = {0};
        text_format(&option, "-T%s", format);
        char *const words[] = {program, option.bytes, quiet, NULL};
        const system_end end = system_run(words, &(system_streams){.in = from, .out = to}, NULL);
        const int problem = errno;
        text_free(&option);
        if (end == SYSTEM_NOT_THERE && problem == ENOENT) {
            say_error("%s needs Graphviz, whose program 'dot' is not installed (Debian: apt install graphviz); "
                      "--format dot works without it",
                      format);
        } else if (end == SYSTEM_NOT_THERE) {
            say_error("Graphviz's program 'dot' cannot be run: %s", strerror(problem));
        } else if (end != SYSTEM_SUCCEEDED || !copy_all(to, picture)) {
            say_error("Graphviz's program 'dot' failed");
        } else {
            status = STATUS_DONE;
        }
    }
    if (from != NULL) {
        fclose(from);
    }
    if (to != NULL) {
        fclose(to);
    }
    return status;
}
