// SPDX-License-Identifier: MIT
// Values over the ticks of a run, kept for pictures: of as many ticks as share a column the least, the greatest and
// the last. How much is kept does not depend on the number of ticks.
#ifndef WITS_TOOL_SERIES_H
#define WITS_TOOL_SERIES_H

#include <stdbool.h>
#include <stdint.h>

/// How the ticks of a run, from 0 on, lie in columns.
typedef struct series_columns {
    uint64_t ticks;       ///< with tick 0
    uint64_t per_column;  ///< how many ticks share one
    uint32_t count;
} series_columns;

/// At most `most` columns; one for each tick if there are not more.
series_columns columns_of(uint64_t ticks, uint32_t most);
uint32_t column_of(series_columns in, uint64_t tick);
/// How many ticks lie in a column.
uint64_t column_ticks(series_columns in, uint32_t column);

typedef struct series_value {
    double least, greatest, last;
    bool given;   ///< else there was none
    bool begins;  ///< a line begins here
} series_value;

typedef struct series {
    series_value *values;  ///< one for each column
    bool interrupted;      ///< what comes next is no part of the line before it
    bool has_infinity;     ///< was given
    bool has_minus_infinity;
    bool has_nan;  ///< something was given that is no number; it is not kept
} series;

series series_new(uint32_t count);
void series_free(series *of);
void series_add(series *to, uint32_t column, double value);
void series_interrupt(series *of);

/// The least and greatest finite value; false if there is none.
bool series_range(const series *of, uint32_t count, double *least, double *greatest);

#endif
