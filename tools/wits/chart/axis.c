// SPDX-License-Identifier: MIT
#include "chart/axis.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/// Returns 10 to a power, with the same bits on every machine.
static double power_of_ten(int exponent) {
    char digits[16];
    snprintf(digits, sizeof digits, "1e%d", exponent);
    return strtod(digits, NULL);
}

double axis_step(double span, int *decimals) {
    static const double factors[] = {1, 2, 5};
    for (int exponent = -46; exponent <= 39; exponent++) {  // exponents of floats
        for (int i = 0; i < 3; i++) {
            double step = factors[i] * power_of_ten(exponent);
            if (step * 4 >= span) {
                *decimals = exponent < 0 ? -exponent : 0;
                return step;
            }
        }
    }
    *decimals = 0;
    return span;
}

void text_axis(text *to, double value, double step, int decimals) {
    value = fabs(value) < step / 2 ? 0.0 : value;
    bool is_fine =
        step < fabs(value) / 1000 && fabs(value) < 1e15;  // then neighbouring labels could be equal in four digits
    if (decimals <= 6 && (fabs(value) < 1e7 || is_fine)) {
        text_format(to, "%.*f", decimals, value);
    } else {
        text_format(to, "%.4g", value);
    }
}

axis_ticks axis_ticks_by(double lo, double hi, double step, int decimals) {
    enum { MOST = 256 };  // values of an enum
    const double first = ceil(lo / step - 1e-6) * step, steps = floor((hi - first) / step + 1e-6);
    const uint32_t count = !(steps >= 0) ? 0 : steps < MOST ? (uint32_t)steps + 1 : MOST;
    return (axis_ticks){.first = first, .step = step, .decimals = decimals, .count = count};
}

axis_ticks axis_ticks_of(double lo, double hi, double finest) {
    int decimals;
    const double step = axis_step(hi - lo, &decimals);
    return axis_ticks_by(lo, hi, step < finest ? finest : step, step < finest ? 0 : decimals);
}

bool axis_next(axis_ticks *of, double *value, text *label) {
    text_clear(label);
    if (of->taken == of->count) {
        return false;
    }
    *value = of->first + of->taken++ * of->step;
    text_axis(label, *value, of->step, of->decimals);
    return true;
}
