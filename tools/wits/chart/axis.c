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
    bool is_fine = step < fabs(value) / 1000 && fabs(value) < 1e15;  // then four digits could not tell neighbouring
                                                                     // labels apart
    if (decimals <= 6 && (fabs(value) < 1e7 || is_fine)) {
        text_format(to, "%.*f", decimals, value);
    } else {
        text_format(to, "%.4g", value);
    }
}
