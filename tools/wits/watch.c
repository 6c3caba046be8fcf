// SPDX-License-Identifier: MIT
#define _XOPEN_SOURCE 700  // fork, pipe, setsid

#include "watch.h"

#include "text.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static int pipe_to = -1;
static pid_t watcher;

/// All of `size` bytes; false where the other end is gone first.
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

static void write_whole(int to, const void *bytes, size_t size) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = write(to, at, size);
        if (written <= 0 && !(written < 0 && errno == EINTR)) {
            return;
        }
        at += written > 0 ? written : 0;
        size -= written > 0 ? (size_t)written : 0;
    }
}

/// The last message that came, when no more can come.
static void watch(int from) {
    text last = {0};
    uint32_t length;
    while (read_whole(from, &length, sizeof length)) {  // until the other process is gone
        char *message = allocate((size_t)length + 1, 1);
        if (read_whole(from, message, length)) {
            text_clear(&last);
            text_add_bytes(&last, message, length);
        }
    }
    write_whole(STDERR_FILENO, text_of(&last), last.length);
}

void watch_begin(void) {
    int ends[2];
    if (pipe(ends) != 0) {
        return;
    }
    watcher = fork();
    if (watcher == 0) {
        setsid();  // Ctrl-C and what ends a whole group are for the other process
        signal(SIGINT, SIG_IGN);
        signal(SIGTERM, SIG_IGN);
        close(ends[1]);
        close(STDIN_FILENO);
        close(STDOUT_FILENO);
        watch(ends[0]);
        _exit(0);
    }
    close(ends[0]);
    pipe_to = ends[1];
    if (watcher < 0) {
        close(pipe_to);
        pipe_to = -1;
    }
}

void watch_say(const char *message) {
    if (pipe_to >= 0) {
        text whole = {0};
        const uint32_t length = (uint32_t)strlen(message);
        text_add_bytes(&whole, (const char *)&length, sizeof length);
        text_add(&whole, message);
        write_whole(pipe_to, text_of(&whole), whole.length);
        text_free(&whole);
    }
}

void watch_end(void) {
    if (pipe_to >= 0) {
        watch_say("");
        close(pipe_to);
        pipe_to = -1;
        waitpid(watcher, NULL, 0);
    }
}
