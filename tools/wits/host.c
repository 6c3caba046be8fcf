// SPDX-License-Identifier: MIT
#include "host.h"

// A host function is not told which function it is, so each row of a brain's functions has one of its own.

static bool condition_of(const void *context, uint32_t row) {
    return ((const host *)context)->values[row] != 0.0;
}

static float score_of(const void *context, uint32_t row) {
    return (float)((const host *)context)->values[row];
}

static void run_action(void *context, const wits_call *call) {
    const host *h = context;
    h->action(h->user, call);
}

static void run_mark(void *context, const wits_call *call) {
    const host *h = context;
    h->begin(h->user, call);
}

#define FUNCTIONS(row)                                                                                                 \
    static bool condition_##row(const void *context, const wits_call *call) {                                          \
        return condition_of(context, row);                                                                             \
    }                                                                                                                  \
    static float score_##row(const void *context, const wits_call *call) {                                             \
        return score_of(context, row);                                                                                 \
    }
#define CONDITION(row) condition_##row,
#define SCORE(row) score_##row,

// clang-format off
#define SIXTEEN(X, row) \
    X(row##0) X(row##1) X(row##2) X(row##3) X(row##4) X(row##5) X(row##6) X(row##7) \
    X(row##8) X(row##9) X(row##A) X(row##B) X(row##C) X(row##D) X(row##E) X(row##F)
#define BLOCK(X, row) \
    SIXTEEN(X, row##0) SIXTEEN(X, row##1) SIXTEEN(X, row##2) SIXTEEN(X, row##3) \
    SIXTEEN(X, row##4) SIXTEEN(X, row##5) SIXTEEN(X, row##6) SIXTEEN(X, row##7) \
    SIXTEEN(X, row##8) SIXTEEN(X, row##9) SIXTEEN(X, row##A) SIXTEEN(X, row##B) \
    SIXTEEN(X, row##C) SIXTEEN(X, row##D) SIXTEEN(X, row##E) SIXTEEN(X, row##F)
#define ALL(X) BLOCK(X, 0x0) BLOCK(X, 0x1) BLOCK(X, 0x2) BLOCK(X, 0x3)
// clang-format on

ALL(FUNCTIONS)

static wits_condition_fn *const conditions[WITS_MAX_FUNCTIONS] = {ALL(CONDITION)};
static wits_score_fn *const scores[WITS_MAX_FUNCTIONS] = {ALL(SCORE)};

wits_function host_function(const wits_function *function, uint32_t row) {
    wits_function made = {.name = function->name};
    if (function->condition != NULL) {
        made.condition = conditions[row];
    } else if (function->score != NULL) {
        made.score = scores[row];
    } else {
        made.action = run_action;
    }
    return made;
}

wits_function host_mark(const char *name) {
    return (wits_function){.name = name, .action = run_mark};
}
