// SPDX-License-Identifier: MIT
// Values over the ticks of a run, for pictures. Each column keeps the least, greatest and last value of its ticks, so
// memory does not depend on the number of ticks.
#ifndef WITS_TOOL_SERIES_H
#define WITS_TOOL_SERIES_H

#include <stdbool.h>
#include <stdint.h>

/// The assignment of ticks, from 0 on, to columns.
typedef struct series_columns {
    uint64_t ticks;       ///< including tick 0
    uint64_t per_column;  ///< number of ticks in a column
    uint32_t count;
} series_columns;

/// Returns at most `most` columns; one for each tick if that is enough.
series_columns columns_of(uint64_t ticks, uint32_t most);
uint32_t column_of(series_columns in, uint64_t tick);
/// Returns the number of ticks in a column.
uint64_t column_ticks(series_columns in, uint32_t column);

typedef struct series_value {
    double least, greatest, last;
    bool given;   ///< the column has a value
    bool begins;  ///< a line begins here
} series_value;

typedef struct series {
    series_value *values;  ///< one for each column
    bool interrupted;      ///< the next value begins another line
    bool has_infinity;     ///< there was an infinity
    bool has_minus_infinity;
    bool has_nan;  ///< there was a NaN, which is not kept
} series;

series series_new(uint32_t count);
void series_free(series *of);
void series_add(series *to, uint32_t column, double value);
void series_interrupt(series *of);

/// Returns the range of the finite values, or false if there are none.
bool series_range(const series *of, uint32_t count, double *least, double *greatest);

#endif
