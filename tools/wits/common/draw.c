// SPDX-License-Identifier: MIT
#include "common/draw.h"

#include <math.h>
#include <stdlib.h>

/// Writes "calm if random < 0.5 else angry", where each of n values has the same probability.
static void text_any_of(text *to, const wits_field_desc *field) {
    for (uint32_t i = 0; i + 1 < field->value_count; i++) {
        text_format(to, "%s if random < %.9g else ", field->values[i], 1.0 / (double)(field->value_count - i));
    }
    text_add(to, field->values[field->value_count - 1]);
}

drawn_step drawn_step_of(const wits_promise *promise) {
    drawn_step made = {.above = promise->step, .below = 1.0};
    const uint32_t count = wits_promise_values(promise, &made.first);
    made.last = made.first + count - 1;
    for (double below = 1.0; below <= 1e9; below *= 10.0) {
        const double above = floor(promise->step * below + 0.5);
        if (above / below == promise->step) {
            made.above = above;
            made.below = below;
            break;
        }
    }
    for (double factor = 5.0; factor >= 2.0; factor -= 3.0) {
        while (fmod(made.above, factor) == 0.0 && fmod(made.below, factor) == 0.0) {
            made.above /= factor;
            made.below /= factor;
        }
    }
    return made;
}

void text_step_times(text *to, double above, double below) {
    if (above != 1.0) {
        text_format(to, " * %.15g", above);
    }
    if (below != 1.0) {
        text_format(to, " / %.15g", below);
    }
}

static void text_from_steps(text *to, const wits_promise *promise) {
    const drawn_step step = drawn_step_of(promise);
    const bool is_sum = step.first != 0;
    text_format(to, "%sfloor(random * %lld)", is_sum ? "(" : "", (long long)(step.last - step.first + 1));
    if (is_sum) {
        text_format(to, " %c %lld)", step.first < 0 ? '-' : '+', llabs((long long)step.first));
    }
    text_step_times(to, step.above, step.below);
}

static void text_from_range(text *to, const drawn_value *of) {
    const bool is_float = of->type == WITS_TYPE_FLOAT;
    const double width = of->high - of->low + (is_float ? 0.0 : 1.0);
    text_add(to, is_float ? "random" : "floor(random");
    if (width != 1.0) {
        text_format(to, " * %.9g", width);
    }
    text_add(to, is_float ? "" : ")");
    if (of->low != 0.0) {
        text_format(to, " %c %.9g", of->low < 0.0 ? '-' : '+', fabs(of->low));
    }
}

bool text_draw(text *to, const drawn_value *of) {
    if (of->type == WITS_TYPE_BOOL) {
        text_add(to, "random < 0.5");
    } else if (of->type == WITS_TYPE_ENUM) {
        text_any_of(to, of->field);
    } else if (of->has_range && of->steps != NULL && of->steps->has_step) {
        text_from_steps(to, of->steps);
    } else if (of->has_range) {
        text_from_range(to, of);
    }
    return of->type == WITS_TYPE_BOOL || of->type == WITS_TYPE_ENUM || of->has_range;
}

bool is_set_by_host(const wits_file *file, uint32_t field) {
    const wits_giver giver = wits_file_promises(file)->fields[field].host;
    return giver == WITS_GIVER_HOST ||
           (giver == WITS_GIVER_DEFAULT && !wits_field_is_assigned(wits_file_brain(file), field));
}

uint32_t most_targets(const wits_file *file, uint32_t kind) {
    const uint32_t *most = wits_file_promises(file)->most;
    return most != NULL ? most[kind] : (uint32_t)WITS_DEFAULT_MOST_TARGETS;
}
