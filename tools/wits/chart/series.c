// SPDX-License-Identifier: MIT
#include "chart/series.h"

#include "common/text.h"

#include <math.h>
#include <stdlib.h>

series_columns columns_of(uint64_t ticks, uint32_t most) {
    series_columns made = {.ticks = ticks, .per_column = (ticks + most - 1) / most};
    made.count = (uint32_t)((ticks + made.per_column - 1) / made.per_column);
    return made;
}

uint32_t column_of(series_columns in, uint64_t tick) {
    return (uint32_t)(tick / in.per_column);
}

uint64_t column_ticks(series_columns in, uint32_t column) {
    uint64_t first = column * in.per_column;
    return in.ticks - first < in.per_column ? in.ticks - first : in.per_column;
}

series series_new(uint32_t count) {
    return (series){.values = allocate(count, sizeof(series_value)), .interrupted = true};
}

void series_free(series *of) {
    free(of->values);
    *of = (series){0};
}

void series_add(series *to, uint32_t column, double value) {
    if (isnan(value)) {
        to->has_nan = true;
        to->interrupted = true;
        return;
    }
    series_value *v = &to->values[column];
    if (!v->given) {
        *v = (series_value){.least = value, .greatest = value, .given = true, .begins = to->interrupted};
    }
    v->least = value < v->least ? value : v->least;
    v->greatest = value > v->greatest ? value : v->greatest;
    v->last = value;
    to->interrupted = false;
    to->has_infinity = to->has_infinity || (isinf(value) && value > 0.0);
    to->has_minus_infinity = to->has_minus_infinity || (isinf(value) && value < 0.0);
}

void series_interrupt(series *of) {
    of->interrupted = true;
}

static void widen(double value, bool *found, double *least, double *greatest) {
    if (isfinite(value)) {
        *least = !*found || value < *least ? value : *least;
        *greatest = !*found || value > *greatest ? value : *greatest;
        *found = true;
    }
}

bool series_range(const series *of, uint32_t count, double *least, double *greatest) {
    bool found = false;
    for (uint32_t column = 0; column < count; column++) {
        const series_value *v = &of->values[column];
        if (v->given) {
            widen(v->least, &found, least, greatest);
            widen(v->greatest, &found, least, greatest);
            widen(v->last, &found, least, greatest);
        }
    }
    return found;
}
