// SPDX-License-Identifier: MIT
#include "common/memory.h"

#include "wits/heap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGNMENT = 64 };

/// Returns the first number in a file, on the line that starts with `key`. UINT64_MAX if there is none.
static uint64_t number_in(const char *path, const char *key) {
    FILE *stream = fopen(path, "r");
    uint64_t number = UINT64_MAX;
    char line[256];
    while (stream != NULL && number == UINT64_MAX && fgets(line, sizeof line, stream) != NULL) {
        const char *digits = strncmp(line, key, strlen(key)) == 0 ? strpbrk(line, "0123456789") : NULL;
        number = digits != NULL ? strtoull(digits, NULL, 10) : UINT64_MAX;
    }
    if (stream != NULL) {
        fclose(stream);
    }
    return number;
}

/// The minimum for the machine and, if present, its container (cgroup).
uint64_t memory_free(void) {
    uint64_t kib = number_in("/proc/meminfo", "MemAvailable:");
    uint64_t least = kib <= UINT64_MAX / 1024 ? kib * 1024 : UINT64_MAX;
    static const char *const limits[] = {"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        uint64_t limit = number_in(limits[i], "");
        least = limit < least ? limit : least;
    }
    return least;
}

void *memory_take(uint64_t size) {
    uint64_t whole = size == 0 ? ALIGNMENT : (size + (ALIGNMENT - 1)) / ALIGNMENT * ALIGNMENT;
    return whole < size || whole > SIZE_MAX / 2 ? NULL : aligned_alloc(ALIGNMENT, (size_t)whole);
}

static void *take(void *user, size_t size) {
    (void)user;
    return memory_take(size);
}

const wits_allocator memory_allocator = {take, wits_heap_release, NULL};

void text_bytes(text *to, uint64_t bytes) {
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    double amount = (double)bytes;
    size_t unit = 0;
    while (amount >= 1024.0 && unit + 1 < sizeof units / sizeof *units) {
        amount /= 1024.0;
        unit++;
    }
    text_format(to, unit == 0 ? "%.0f %s" : "%.1f %s", amount, units[unit]);
}
