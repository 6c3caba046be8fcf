// SPDX-License-Identifier: MIT
#include "random_clocks.h"

#include <stdio.h>
#include <string.h>

/// Writes a test in a random form.
static const char *write_test(rng *r, char *text) {
    static const char *const forms[] = {"elapsed >= %u", "elapsed < %u",        "elapsed == %u",
                                        "%u < elapsed",  "%u.5 <= elapsed",     "elapsed != %u.0",
                                        "elapsed > %u",  "not (elapsed <= %u)", "elapsed > %u and c0()"};
    const char *form = forms[rng_below(r, sizeof forms / sizeof *forms)];
    (void)snprintf(text, RANDOM_TEXT, form, rng_below(r, 12));
    return text;
}

static bool has_function(const wits_desc *desc, const char *name) {
    for (uint32_t row = 0; row < desc->function_count; row++) {
        if (strcmp(desc->functions[row].name, name) == 0) {
            return desc->functions[row].parameters[0].kind == WITS_ARGUMENT_NONE;
        }
    }
    return false;
}

void random_clocks_add(random_brain *b, uint64_t seed) {
    rng r = {seed};
    const wits_desc *d = &b->desc;
    if (!has_function(d, "c0") || d->field_count == 0) {
        return;
    }
    for (uint32_t row = 0; row < d->transition_count; row++) {
        if (rng_chance(&r, 25)) {
            b->transitions[row].when = write_test(&r, b->transition_whens[row]);
        }
    }
    for (uint32_t row = 1; row < d->state_count; row++) {
        wits_state_desc *s = &b->states[row];
        if (s->score != NULL && rng_chance(&r, 25)) {
            const char *sign = rng_chance(&r, 50) ? "<" : ">=";
            (void)snprintf(b->score_texts[row], RANDOM_TEXT, "1 if elapsed %s %u else 0.5", sign,
                           1 + rng_below(&r, 10));
            s->score = b->score_texts[row];
        }
    }
}
