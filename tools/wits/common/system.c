// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700  // posix_spawn, dlopen, nanosleep

#include "common/system.h"

#include <errno.h>

#if defined(__wasm__)

system_end system_run(char *const *words, const system_streams *streams, bool (*stops)(void)) {
    (void)words;
    (void)streams;
    (void)stops;
    errno = ENOSYS;
    return SYSTEM_NOT_THERE;
}

void system_end_program(void) {
}

const void *system_load(const char *path, const char *symbol, void **library, text *problem) {
    (void)path;
    (void)symbol;
    *library = NULL;
    text_add(problem, "this build cannot load libraries");
    return NULL;
}

void system_unload(void *library) {
    (void)library;
}

#else

#include <dlfcn.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

/// The process group of the running program; 0: none.
static atomic_int group;

void system_end_program(void) {
    const int running = atomic_load(&group);
    if (running > 0) {
        kill(-running, SIGTERM);
    }
}

static void redirect(posix_spawn_file_actions_t *files, FILE *stream, int as) {
    if (stream != NULL) {
        fflush(stream);
        posix_spawn_file_actions_adddup2(files, fileno(stream), as);
    }
}

/// Starts a program, with `own_group` in a process group of its own, so that it can be ended with all that it started.
/// Signals wait until the group is noted.
static int start(char *const *words, const system_streams *streams, bool own_group, pid_t *child) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    redirect(&files, streams->in, 0);
    redirect(&files, streams->out, 1);
    redirect(&files, streams->err, 2);
    posix_spawnattr_setsigmask(&how, &before);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, (short)(POSIX_SPAWN_SETSIGMASK | (own_group ? POSIX_SPAWN_SETPGROUP : 0)));
    const int problem = posix_spawnp(child, words[0], &files, &how, words, environ);
    if (problem == 0 && own_group) {
        atomic_store(&group, (int)*child);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    return problem;
}

/// Returns whether the program has ended.
static bool has_ended(pid_t child, int options, int *status) {
    const pid_t ended = waitpid(child, status, options);
    return ended == child || (ended < 0 && errno != EINTR);
}

system_end system_run(char *const *words, const system_streams *streams, bool (*stops)(void)) {
    const struct timespec pause = {0, 2000000};
    pid_t child = 0;
    int status = -1;
    bool is_stopped = false;
    const int problem = start(words, streams, stops != NULL, &child);
    if (problem != 0) {
        errno = problem;
        return SYSTEM_NOT_THERE;
    }
    while (!has_ended(child, stops != NULL ? WNOHANG : 0, &status)) {
        if (stops != NULL && !is_stopped && stops()) {
            is_stopped = true;
            system_end_program();
        }
        if (stops != NULL) {
            nanosleep(&pause, NULL);
        }
    }
    atomic_store(&group, 0);
    return is_stopped                                      ? SYSTEM_STOPPED
           : WIFEXITED(status) && WEXITSTATUS(status) == 0 ? SYSTEM_SUCCEEDED
                                                           : SYSTEM_FAILED;
}

const void *system_load(const char *path, const char *symbol, void **library, text *problem) {
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const void *found = *library != NULL ? dlsym(*library, symbol) : NULL;
    if (found == NULL) {
        const char *said = dlerror();
        text_add(problem, said != NULL ? said : "symbol not found");
        system_unload(*library);
        *library = NULL;
    }
    return found;
}

void system_unload(void *library) {
    if (library != NULL) {
        dlclose(library);
    }
}

#endif
