// SPDX-License-Identifier: MIT
// What the values of a field are over all agents of a crowd. Exact, and the same for any number of threads: every value
// named is that of an agent, and each field is gone through by one thread, in the order of the agents.
#ifndef WITS_TOOL_STATS_H
#define WITS_TOOL_STATS_H

#include "common/field_list.h"
#include "crowd/crowd_sim.h"

/// Which quantiles are taken: how many percent of the agents have that value or a lower one. Least and greatest are the
/// first and the last.
#define STATS_PERCENTS                                                                                                 \
    { 0, 5, 25, 50, 75, 95, 100 }
enum { STATS_QUANTILES = 7, STATS_MEDIAN = 3 };

typedef struct field_stats {
    uint64_t *shares;  ///< of a bool or enum: agents with each value, and nothing else is there; else null
    uint32_t share_count;
    uint64_t nan_count;                 ///< agents whose value is no number; the rest is about the others
    double mean;                        ///< NaN if there are no others
    double quantiles[STATS_QUANTILES];  ///< by STATS_PERCENTS; NaN if there are no others
} field_stats;

/// One for each field of the list, in its order, over the agents of all ranks: collective. To be ended with stats_free.
field_stats *stats_of(crowd_sim *crowd, const field_list *fields);
void stats_free(field_stats *of, size_t count);

#endif
