// SPDX-License-Identifier: MIT
// Ranks without MPI: one process has all agents.
#define _XOPEN_SOURCE 700  // pwrite

#include "crowd/ranks.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct ranks_file {
    int file;
};

void ranks_begin(void) {
}

void ranks_end(void) {
}

uint32_t ranks_count(void) {
    return 1;
}

uint32_t ranks_mine(void) {
    return 0;
}

void ranks_sum(uint64_t *values, size_t count) {
    (void)values;
    (void)count;
}

void ranks_sum_here(uint64_t *values, size_t count) {
    (void)values;
    (void)count;
}

uint64_t ranks_greatest(uint64_t mine) {
    return mine;
}

void ranks_copy(void *bytes, size_t size) {
    (void)bytes;
    (void)size;
}

void ranks_join(text *what) {
    (void)what;
}

void ranks_take(void *value, size_t size) {
    (void)value;
    (void)size;
}

void ranks_give(void *value, size_t size) {
    (void)value;
    (void)size;
}

int ranks_settle(int status) {
    return status;
}

ranks_file *ranks_file_open(const char *path, text *problem) {
    int file = open(path, O_WRONLY | O_NOFOLLOW);
    if (file < 0) {
        text_add(problem, strerror(errno));
        return NULL;
    }
    ranks_file *opened = allocate(1, sizeof *opened);
    opened->file = file;
    return opened;
}

bool ranks_file_write(ranks_file *to, uint64_t offset, const void *bytes, size_t size, text *problem) {
    const char *at = bytes;
    while (size > 0) {
        ssize_t written = pwrite(to->file, at, size, (off_t)offset);
        if (written < 0 && errno == EINTR) {
            continue;
        }
        if (written <= 0) {
            text_add(problem, strerror(written < 0 ? errno : ENOSPC));
            return false;
        }
        at += written;
        offset += (uint64_t)written;
        size -= (size_t)written;
    }
    return true;
}

bool ranks_file_close(ranks_file *of, text *problem) {
    bool is_good = fsync(of->file) == 0;
    if (!is_good) {
        text_add(problem, strerror(errno));
    }
    if (close(of->file) != 0 && is_good) {
        text_add(problem, strerror(errno));
        is_good = false;
    }
    free(of);
    return is_good;
}
