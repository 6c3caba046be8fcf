// SPDX-License-Identifier: MIT
#define _POSIX_C_SOURCE 200809L  // clock_gettime

#include "common/progress.h"

#include "common/tool.h"

#include <time.h>

static const double between = 0.1;

enum { WIDTH = 30, LINE = 78 };

double seconds_now(void) {
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

progress progress_begin(bool wanted, uint64_t ticks) {
    double now = seconds_now();
    return (progress){.wanted = wanted && is_terminal(stderr), .ticks = ticks, .begun = now, .next = now + between};
}

static void draw(const progress *p, double fraction, uint64_t ticks, double now) {
    char bar[WIDTH + 1] = "";
    if (p->ticks == 0) {
        fprintf(stderr, "\rtick %llu; Ctrl-C ends ", (unsigned long long)ticks);
        fflush(stderr);
        return;
    }
    for (int i = 0; i < WIDTH; i++) {
        bar[i] = i < (int)(fraction * WIDTH) ? '#' : '.';
    }
    double left = fraction > 0.0 ? (now - p->begun) * (1.0 - fraction) / fraction : 0.0;
    fprintf(stderr, "\r[%s] %3.0f%%  tick %llu of %llu, %.0f s left ", bar, fraction * 100.0, (unsigned long long)ticks,
            (unsigned long long)p->ticks, left);
    fflush(stderr);
}

void progress_show(progress *of, uint64_t ticks, double part) {
    if (!of->wanted) {
        return;
    }
    double now = seconds_now();
    if (now >= of->next) {
        draw(of, of->ticks > 0 ? ((double)ticks + part) / (double)of->ticks : 0.0, ticks, now);
        of->drawn = true;
        of->next = now + between;
    }
}

void progress_clear(progress *of) {
    if (of->drawn) {
        fprintf(stderr, "\r%*s\r", LINE, "");
        fflush(stderr);
        of->drawn = false;
    }
}
