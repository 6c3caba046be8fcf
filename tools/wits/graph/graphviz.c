// SPDX-License-Identifier: MIT
// graph: draws a picture with Graphviz.
#define _POSIX_C_SOURCE 200809L  // posix_spawnp, fileno

#include "graph/graph.h"

#include <errno.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>

extern char **environ;

static int spawn_dot(const char *format, FILE *from, FILE *to, pid_t *child) {
    static char program[] = "dot", quiet[] = "-q";
    text option = {0};
    text_format(&option, "-T%s", format);
    char *const arguments[] = {program, option.bytes, quiet, NULL};
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_adddup2(&files, fileno(from), 0);
    posix_spawn_file_actions_adddup2(&files, fileno(to), 1);
    int problem = posix_spawnp(child, program, &files, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&files);
    text_free(&option);
    return problem;
}

static bool wait_for(pid_t child) {
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR) {
            return false;
        }
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

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
    pid_t child = 0;
    if (from == NULL || to == NULL || fwrite(picture->bytes, 1, picture->length, from) != picture->length ||
        fflush(from) != 0) {
        say_error("cannot write a temporary file: %s", strerror(errno));
    } else {
        rewind(from);
        int problem = spawn_dot(format, from, to, &child);
        if (problem == ENOENT) {
            say_error("%s needs Graphviz, whose program 'dot' is not installed (Debian: apt install graphviz); "
                      "--format dot works without it",
                      format);
        } else if (problem != 0) {
            say_error("Graphviz's program 'dot' cannot be run: %s", strerror(problem));
        } else if (!wait_for(child) || !copy_all(to, picture)) {
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
