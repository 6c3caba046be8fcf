// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700  // fork, socketpair, poll, setsid

#include "common/watch.h"

#include "common/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static int to_watcher = -1;
static pid_t watcher;

/// Reads exactly `size` bytes. Returns false if the other end closes first.
static bool read_whole(int from, void *to, size_t size) {
    char *at = to;
    while (size > 0) {
        ssize_t got = read(from, at, size);
        if (got <= 0 && !(got < 0 && errno == EINTR)) {
            return false;
        }
        at += got > 0 ? got : 0;
        size -= got > 0 ? (size_t)got : 0;
    }
    return true;
}

static void print(text *message) {
    fputs(text_of(message), stderr);
    fflush(stderr);
    text_clear(message);
}

// Special values in place of the length of a message.
static const uint32_t hurry = UINT32_MAX;     ///< the process may be killed soon
static const uint32_t quit = UINT32_MAX - 1;  ///< the process ends normally

/// Waits for more messages, then prints the last. The sender of the signal usually kills after one second, when it no
/// longer accepts output.
static void wait_and_print(int from, text *last) {
    enum { MILLISECONDS = 700 };
    struct pollfd more = {.fd = from, .events = POLLIN};
    if (poll(&more, 1, MILLISECONDS) == 0) {
        print(last);
    }
}

/// Receives messages until the other process is gone, then prints the last one.
static void watch(int from) {
    text last = {0};
    uint32_t length;
    while (read_whole(from, &length, sizeof length)) {  // until the other process is gone
        if (length == quit) {
            return;
        }
        if (length == hurry) {
            wait_and_print(from, &last);
            continue;
        }
        char *message = allocate((size_t)length + 1, 1);
        if (read_whole(from, message, length)) {
            text_clear(&last);
            text_add_bytes(&last, message, length);
        }
        free(message);
    }
    print(&last);
}

void watch_begin(void) {
    int ends[2];
    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) {
        return;
    }
    watcher = fork();
    if (watcher == 0) {
        setsid();  // protects the watcher from Ctrl-C and signals to the process group
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        close(ends[1]);
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        watch(ends[0]);
        _exit(0);
    }
    close(ends[0]);
    to_watcher = ends[1];
    fcntl(to_watcher, F_SETFD, FD_CLOEXEC);  // not inherited by programs that MPI may start
    if (watcher < 0) {
        close(to_watcher);
        to_watcher = -1;
    }
}

/// Sends to the watcher. If the watcher is gone, the message is lost without harm.
static void tell(const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t sent = send(to_watcher, at, size, MSG_NOSIGNAL);
        if (sent <= 0 && !(sent < 0 && errno == EINTR)) {
            return;
        }
        at += sent > 0 ? sent : 0;
        size -= sent > 0 ? (size_t)sent : 0;
    }
}

void watch_say(const char *message) {
    if (to_watcher >= 0) {
        text whole = {0};
        const uint32_t length = (uint32_t)strlen(message);
        text_add_bytes(&whole, (const char *)&length, sizeof length);
        text_add(&whole, message);
        tell(text_of(&whole), whole.length);
        text_free(&whole);
    }
}

void watch_hurry(void) {
    if (to_watcher >= 0) {
        const int problem = errno;
        tell(&hurry, sizeof hurry);
        errno = problem;
    }
}

void watch_end(void) {
    if (to_watcher >= 0) {
        tell(&quit, sizeof quit);
        close(to_watcher);
        to_watcher = -1;
        waitpid(watcher, NULL, 0);
    }
}
