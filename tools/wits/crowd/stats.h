// SPDX-License-Identifier: MIT
// Statistics of a field over all agents of a crowd. They are exact and do not depend on the number of threads:
// quantiles are values of agents, and one thread processes a field in the order of the agents.
#ifndef WITS_TOOL_STATS_H
#define WITS_TOOL_STATS_H

#include "common/field_list.h"
#include "crowd/crowd_sim.h"

/// The quantiles: the percentage of agents with at most that value. The first and last are the minimum and maximum.
#define STATS_PERCENTS                                                                                                 \
    { 0, 5, 25, 50, 75, 95, 100 }
enum { STATS_QUANTILES = 7, STATS_MEDIAN = 3 };

typedef struct field_stats {
    /// For a bool or enum: number of agents with each value; then the members after `share_count` are unset. Else null.
    uint64_t *shares;
    uint32_t share_count;
    uint64_t nan_count;                 ///< agents with NaN, which are excluded from the rest
    double mean;                        ///< NaN if there are no other agents
    double quantiles[STATS_QUANTILES];  ///< by STATS_PERCENTS; NaN if there are no other agents
} field_stats;

/// Returns statistics for each field of the list, over the agents of all ranks. Collective. Free with stats_free.
field_stats *stats_of(crowd_sim *crowd, const field_list *fields);
void stats_free(field_stats *of, size_t count);

#endif
