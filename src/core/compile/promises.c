// SPDX-License-Identifier: MIT
// Values within a promise. See wits/promises.h.
#include "wits/promises.h"

#include <stddef.h>

/// Larger doubles cannot represent every integer.
static const double most_steps = 9007199254740992.0;

float wits_promise_value(const wits_promise *promise, int64_t k) {
    return (float)((double)k * promise->step);
}

uint32_t wits_promise_values(const wits_promise *promise, int64_t *first) {
    *first = 0;
    if (!promise->has_step) {
        return 0;
    }
    const double begin = promise->low / promise->step, end = promise->high / promise->step;
    if (begin < -most_steps || end > most_steps || end - begin > 2.0 * WITS_MAX_STEP_VALUES) {
        return 0;
    }
    int64_t low = (int64_t)begin - 2, high = (int64_t)end + 2;  // the division may be off by one, and the cast by
                                                                // another one
    while (low <= high && (double)wits_promise_value(promise, low) < promise->low) {
        low++;
    }
    while (high >= low && (double)wits_promise_value(promise, high) > promise->high) {
        high--;
    }
    *first = low;
    return (uint32_t)(high - low + 1);
}

bool wits_promise_holds(const wits_promise *promise, double value) {
    const bool is_nan = value != value;
    return !promise->has_range || (is_nan ? promise->nan : value >= promise->low && value <= promise->high);
}

static const char *const property_kind_names[] = {
#define PROPERTY_WORD(name, word) word,
    WITS_PROPERTY_LIST(PROPERTY_WORD)
#undef PROPERTY_WORD
};

const char *wits_property_kind_name(wits_property_kind kind) {
    return (uint32_t)kind < WITS_PROPERTY_KIND_COUNT ? property_kind_names[kind] : "";
}
