// SPDX-License-Identifier: MIT
#define _GNU_SOURCE        // pipe2, prlimit
#define _DEFAULT_SOURCE    // MAP_ANONYMOUS, MAP_NORESERVE
#define _XOPEN_SOURCE 700  // posix_spawn, dlopen, nanosleep, realpath, sigaction

#include "common/platform.h"

#include "common/progress.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

void platform_begin(void) {
    signal(SIGPIPE, SIG_DFL);  // `wits run ... | head` ends silently, like other programs
    signal(SIGXFSZ, SIG_IGN);
}

unsigned platform_columns(FILE *terminal) {
    struct winsize size = {0};
    return ioctl(fileno(terminal), TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

FILE *platform_take_output(void) {
    const int own = dup(STDOUT_FILENO);
    FILE *stream = own >= 0 ? fdopen(own, "wb") : NULL;
    if (stream == NULL || dup2(STDERR_FILENO, STDOUT_FILENO) < 0) {
        return stdout;
    }
    return stream;
}

bool platform_has_input(void) {
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    return poll(&input, 1, 0) > 0;
}

// ------------------------------------------------------------------------------------------------------------- signals

void platform_on_signal(int signal, void (*handler)(int), bool restarts) {
    struct sigaction action = {.sa_flags = restarts ? SA_RESTART : 0};
    action.sa_handler = handler;
    sigemptyset(&action.sa_mask);
    sigaction(signal, &action, NULL);
}

bool platform_is_ignored(int signal) {
    struct sigaction now;
    return sigaction(signal, NULL, &now) == 0 && now.sa_handler == SIG_IGN;
}

void platform_take_signals(void) {
}

void platform_on_deaths(void (*handler)(int)) {
    static const int signals[] = {SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXCPU};
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
        struct sigaction now;
        if (sigaction(signals[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL) {
            platform_on_signal(signals[i], handler, false);
        }
    }
}

static _Thread_local sigset_t released;  ///< the mask to restore

void platform_hold_signals(void) {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &released);
}

void platform_release_signals(void) {
    const int problem = errno;
    pthread_sigmask(SIG_SETMASK, &released, NULL);
    errno = problem;
}

// --------------------------------------------------------------------------------------------------------------- files

char *platform_real_path(const char *path) {
    return realpath(path, NULL);
}

char *platform_own_path(void) {
    char *found = realpath("/proc/self/exe", NULL);                       // Linux
    return found != NULL ? found : realpath("/proc/curproc/file", NULL);  // BSD
}

bool platform_temporary_folder(text *path) {
    const char *given = getenv("TMPDIR");
    text made = {0};
    text_format(&made, "%s/wits-XXXXXX", given != NULL && given[0] != '\0' ? given : "/tmp");
    char *real = mkdtemp(made.bytes) != NULL ? realpath(text_of(&made), NULL) : NULL;
    const int problem = errno;
    text_add(path, real != NULL ? real : "");
    free(real);
    text_free(&made);
    errno = problem;
    return path->length > 0;
}

bool platform_set_mode(int file, unsigned mode) {
    return fchmod(file, (mode_t)mode) == 0;
}

bool platform_is_own(const struct stat *about) {
    return about->st_uid == geteuid();
}

long platform_process(void) {
    return (long)getpid();
}

// ------------------------------------------------------------------------------------------------------------ programs

void *platform_reserve(uint64_t size) {
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *memory = size > SIZE_MAX ? MAP_FAILED : mmap(NULL, (size_t)size, PROT_READ | PROT_WRITE, flags, -1, 0);
    return memory == MAP_FAILED ? NULL : memory;
}

void platform_unreserve(void *memory, uint64_t size) {
    munmap(memory, (size_t)size);
}

bool platform_has_programs(void) {
    return true;
}

/// The process group of the running program; 0: none.
static atomic_int group;

void platform_end_program(void) {
    const int running = atomic_load(&group);
    if (running > 0) {
        kill(-running, SIGTERM);
    }
}

/// Standard streams of another program: open files; null: those of this program.
typedef struct streams {
    FILE *in, *out, *err;
} streams;

#ifdef __linux__

static bool redirect(FILE *stream, int as) {
    return stream == NULL || dup2(fileno(stream), as) >= 0;
}

/// Starts a program that the system kills when this one dies, even by SIGKILL. Returns 0 or an error number.
static int spawn(char *const *words, const streams *with, bool own_group, pid_t *child) {
    const pid_t parent = getpid();
    int news[2], problem = 0;  // closed silently when the program starts
    if (pipe2(news, O_CLOEXEC) != 0) {
        return errno;
    }
    *child = fork();
    if (*child == 0) {
        const bool is_bound = prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && getppid() == parent;
        if (is_bound && (!own_group || setpgid(0, 0) == 0) && redirect(with->in, 0) && redirect(with->out, 1) &&
            redirect(with->err, 2)) {
            pthread_sigmask(SIG_SETMASK, &released, NULL);
            execvp(words[0], words);
        }
        problem = errno;
        _exit(write(news[1], &problem, sizeof problem) > 0 ? 127 : 126);
    }
    problem = *child < 0 ? errno : 0;
    close(news[1]);
    if (*child > 0 && read(news[0], &problem, sizeof problem) > 0) {
        waitpid(*child, NULL, 0);
    }
    close(news[0]);
    return problem;
}

#else

static void redirect(posix_spawn_file_actions_t *files, FILE *stream, int as) {
    if (stream != NULL) {
        posix_spawn_file_actions_adddup2(files, fileno(stream), as);
    }
}

/// Starts a program. Returns 0 or an error number.
static int spawn(char *const *words, const streams *with, bool own_group, pid_t *child) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t how;
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&how);
    redirect(&files, with->in, 0);
    redirect(&files, with->out, 1);
    redirect(&files, with->err, 2);
    posix_spawnattr_setsigmask(&how, &released);
    posix_spawnattr_setpgroup(&how, 0);
    posix_spawnattr_setflags(&how, (short)(POSIX_SPAWN_SETSIGMASK | (own_group ? POSIX_SPAWN_SETPGROUP : 0)));
    const int problem = posix_spawnp(child, words[0], &files, &how, words, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&how);
    return problem;
}

#endif

/// Starts a program, with `own_group` in a process group of its own, so that it can be ended with all that it started.
/// Signals wait until the group is noted.
static int start(char *const *words, const streams *with, bool own_group, pid_t *child) {
    platform_hold_signals();
    const int problem = spawn(words, with, own_group, child);
    if (problem == 0 && own_group) {
        atomic_store(&group, (int)*child);
    }
    platform_release_signals();
    return problem;
}

/// Returns whether the program has ended.
static bool has_ended(pid_t child, int options, int *status) {
    const pid_t ended = waitpid(child, status, options);
    return ended == child || (ended < 0 && errno != EINTR);
}

static uint64_t size_of(FILE *stream) {
    struct stat about;
    return stream != NULL && fstat(fileno(stream), &about) == 0 ? (uint64_t)about.st_size : 0;
}

/// Waits for the end of a program that may be stopped. One that does not end within two seconds after it was asked to
/// is killed.
static platform_end wait_while(pid_t child, const platform_program *of, const streams *with, int *status) {
    enum { TURNS_TO_END = 1000 };
    const struct timespec pause = {0, 2000000};
    const double late = of->seconds > 0 ? seconds_now() + of->seconds : HUGE_VAL;
    bool is_stopped = false, is_late = false;
    unsigned turns = 0;  // since it was asked to end
    while (!has_ended(child, WNOHANG, status)) {
        const bool is_long =
            of->most_output > 0 && (size_of(with->out) > of->most_output || size_of(with->err) > of->most_output);
        if (!is_stopped && (of->stops() || is_long)) {
            is_stopped = true;
            turns = 0;
            platform_end_program();
        } else if (!is_late && seconds_now() >= late) {
            is_late = true;
            kill(-child, SIGINT);
        }
        turns += is_stopped || is_late;
        if (turns >= TURNS_TO_END) {
            kill(-child, SIGKILL);
        }
        nanosleep(&pause, NULL);
    }
    return is_stopped ? PLATFORM_STOPPED : PLATFORM_FAILED;
}

static platform_end wait_for(pid_t child, const platform_program *of, const streams *with) {
    int status = -1;
    platform_end end = PLATFORM_FAILED;
    if (of->stops != NULL) {
        end = wait_while(child, of, with, &status);
    } else {
        while (!has_ended(child, 0, &status)) {}
    }
    atomic_store(&group, 0);
    if (of->status != NULL) {
        *of->status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    return end == PLATFORM_FAILED && WIFEXITED(status) && WEXITSTATUS(status) == 0 ? PLATFORM_SUCCEEDED : end;
}

static bool read_back(FILE *from, text *to) {
    char part[65536];
    size_t count;
    rewind(from);
    while ((count = fread(part, 1, sizeof part, from)) > 0) {
        text_add_bytes(to, part, count);
    }
    return ferror(from) == 0;
}

static bool write_input(const text *from, FILE *to) {
    const bool written = fwrite(text_of(from), 1, from->length, to) == from->length && fflush(to) == 0;
    rewind(to);
    return written;
}

static platform_end run_with(const platform_program *of, const streams *with) {
    pid_t child = 0;
    if (with->in == NULL || with->out == NULL || (with->err == NULL && of->errors != NULL) ||
        !write_input(of->input, with->in)) {
        return PLATFORM_NO_FILE;
    }
    const int problem = start(of->words, with, of->stops != NULL, &child);
    if (problem != 0) {
        errno = problem;
        return PLATFORM_NOT_STARTED;
    }
#ifdef __linux__
    if (of->most_memory > 0) {
        const rlim_t most = of->most_memory < RLIM_INFINITY ? (rlim_t)of->most_memory : RLIM_INFINITY;
        prlimit(child, RLIMIT_AS, &(struct rlimit){most, most}, NULL);
    }
#endif
    const platform_end end = wait_for(child, of, with);
    const bool is_read = read_back(with->out, of->output) && (of->errors == NULL || read_back(with->err, of->errors));
    return is_read ? end : PLATFORM_NO_FILE;
}

platform_end platform_run(const platform_program *of) {
    const streams with = {tmpfile(), tmpfile(), of->errors != NULL ? tmpfile() : NULL};
    const platform_end end = run_with(of, &with);
    const int problem = errno;
    FILE *const files[] = {with.in, with.out, with.err};
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        if (files[i] != NULL) {
            fclose(files[i]);
        }
    }
    errno = problem;
    return end;
}

const void *platform_load(const char *path, const char *symbol, void **library, text *problem) {
    *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const void *found = *library != NULL ? dlsym(*library, symbol) : NULL;
    if (found == NULL) {
        const char *said = dlerror();
        text_add(problem, said != NULL ? said : "symbol not found");
        platform_unload(*library);
        *library = NULL;
    }
    return found;
}

void platform_unload(void *library) {
    if (library != NULL) {
        dlclose(library);
    }
}
