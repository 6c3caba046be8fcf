// SPDX-License-Identifier: MIT
// Values are mapped to integers of at most 32 bits in the same order ("keys"). One pass counts keys by their upper
// halves, which locates each quantile; a second pass counts the lower halves there, which gives its value. So nothing
// is sorted, and memory does not depend on the number of agents. Ranks count their own agents and add the counts. The
// sum of all values passes from rank to rank, because it has to be computed in the order of the agents.
#include "crowd/stats.h"

#include "crowd/ranks.h"
#include "crowd/thread_pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HALF = 65536, BLOCK = 1024 };

static const uint32_t percents[STATS_QUANTILES] = STATS_PERCENTS;

/// Counters of one thread.
struct stats_room {
    uint32_t keys[BLOCK];
    uint32_t upper[HALF];
    uint32_t lower[STATS_QUANTILES][HALF];
};

typedef struct work {
    crowd_sim *crowd;
    const field_list *fields;
    field_stats *to;
} work;

// ---------------------------------------------------------------------------------------------------------------- keys

/// Greater than the keys of all numbers, none of which has its upper half.
static const uint32_t nan_key = 0xFFFFFFFFu;

static bool is_wide(wits_type type) {
    return type == WITS_TYPE_INT || type == WITS_TYPE_FLOAT;
}

/// Offset that makes all values of an integer type nonnegative.
static double offset_of(wits_type type) {
    return type == WITS_TYPE_INT ? 2147483648.0 : type == WITS_TYPE_INT8 || type == WITS_TYPE_INT16 ? 32768.0 : 0.0;
}

/// Both zeros have the same key.
static uint32_t key_of_float(float value) {
    float real = value + 0.0f;
    uint32_t bits;
    memcpy(&bits, &real, sizeof bits);
    return value != value ? nan_key : bits >> 31 != 0 ? ~bits : bits | 0x80000000u;
}

static double value_of_key(wits_type type, uint32_t key) {
    if (type != WITS_TYPE_FLOAT) {
        return (double)key - offset_of(type);
    }
    uint32_t bits = key >> 31 != 0 ? key & 0x7FFFFFFFu : ~key;
    float real;
    memcpy(&real, &bits, sizeof real);
    return (double)real;
}

/// Computes the keys of `count` agents from `first` on. Columns of this program are dense arrays.
static void fill_keys(const wits_column *column, uint64_t first, uint32_t count, uint32_t *keys) {
    const void *base = (const unsigned char *)column->base + first * column->stride;
    for (uint32_t i = 0; i < count && column->type == WITS_TYPE_FLOAT; i++) {
        keys[i] = key_of_float(((const float *)base)[i]);
    }
    for (uint32_t i = 0; i < count && column->type == WITS_TYPE_INT; i++) {
        keys[i] = ((const uint32_t *)base)[i] + 0x80000000u;
    }
    for (uint32_t i = 0; i < count && !is_wide(column->type); i++) {
        const void *value = (const unsigned char *)base + i * column->stride;
        keys[i] = (uint32_t)(value_at(column->type, value) + offset_of(column->type));
    }
}

/// Returns the size of the block that starts at agent `first`.
static uint32_t block_at(uint64_t first, uint64_t agents) {
    return agents - first < BLOCK ? (uint32_t)(agents - first) : BLOCK;
}

/// Adds the counts of all ranks. The total number of agents fits into 32 bits.
static void sum_counts(uint32_t *counts, size_t count) {
    if (ranks_count() == 1) {
        return;
    }
    uint64_t *wide = allocate(count, sizeof *wide);
    for (size_t i = 0; i < count; i++) {
        wide[i] = counts[i];
    }
    ranks_sum(wide, count);
    for (size_t i = 0; i < count; i++) {
        counts[i] = (uint32_t)wide[i];
    }
    free(wide);
}

// ----------------------------------------------------------------------------------------------------------- quantiles

/// The location of a quantile: rank (from 1) of its agent among those whose keys have this upper half.
typedef struct position {
    uint32_t half;
    uint64_t rank;
    uint32_t row;  ///< row of the counts of its lower halves
} position;

/// Locates all quantiles among `count` agents. They ascend, so one pass finds them all.
static void find_positions(const uint32_t *counts, uint64_t count, position *to) {
    uint64_t below = 0;
    uint32_t half = 0;
    for (int i = 0; i < STATS_QUANTILES; i++) {
        uint64_t rank = (percents[i] * count + 99) / 100;
        rank = rank == 0 ? 1 : rank;
        while (below + counts[half] < rank) {
            below += counts[half++];
        }
        to[i] = (position){.half = half, .rank = rank - below};
        to[i].row = i == 0 ? 0 : to[i - 1].row + (to[i - 1].half != half);
    }
}

/// Counts the lower halves of keys whose upper half contains a quantile.
static void count_lower(const wits_column *column, uint64_t agents, const position *at, struct stats_room *room) {
    memset(room->upper, 0, sizeof room->upper);
    memset(room->lower, 0, (at[STATS_QUANTILES - 1].row + 1) * sizeof room->lower[0]);
    for (int i = 0; i < STATS_QUANTILES; i++) {
        room->upper[at[i].half] = at[i].row + 1;
    }
    for (uint64_t first = 0; first < agents; first += BLOCK) {
        uint32_t count = block_at(first, agents);
        fill_keys(column, first, count, room->keys);
        for (uint32_t i = 0; i < count; i++) {
            uint32_t row = room->upper[room->keys[i] / HALF];
            if (row != 0) {
                room->lower[row - 1][room->keys[i] % HALF]++;
            }
        }
    }
    sum_counts(room->lower[0], (at[STATS_QUANTILES - 1].row + 1) * (size_t)HALF);
}

static uint32_t find_lower(const uint32_t *counts, uint64_t rank) {
    uint32_t half = 0;
    for (uint64_t below = counts[0]; below < rank; below += counts[half]) {
        half++;
    }
    return half;
}

/// Finds the quantiles. For keys of 16 bits, `half` is the whole key.
static void find_quantiles(const crowd_sim *m, const wits_column *column, struct stats_room *room, field_stats *to) {
    position at[STATS_QUANTILES];
    find_positions(room->upper, m->how.agents - to->nan_count, at);
    if (is_wide(column->type)) {
        count_lower(column, m->how.here, at, room);
    }
    for (int i = 0; i < STATS_QUANTILES; i++) {
        uint32_t key = at[i].half;
        if (is_wide(column->type)) {
            key = key * HALF + find_lower(room->lower[at[i].row], at[i].rank);
        }
        to->quantiles[i] = value_of_key(column->type, key);
    }
}

/// Counts keys by their upper halves; keys of 16 bits as a whole.
static void count_upper(const wits_column *column, uint64_t agents, struct stats_room *room) {
    int shift = is_wide(column->type) ? 16 : 0;
    memset(room->upper, 0, sizeof room->upper);
    for (uint64_t first = 0; first < agents; first += BLOCK) {
        uint32_t count = block_at(first, agents);
        fill_keys(column, first, count, room->keys);
        for (uint32_t i = 0; i < count; i++) {
            room->upper[room->keys[i] >> shift]++;
        }
    }
    sum_counts(room->upper, HALF);
}

/// Returns the sum of all values that are not NaN.
static double sum_of(const wits_column *column, uint64_t agents) {
    double sum = 0;
    ranks_take(&sum, sizeof sum);
    for (uint64_t agent = 0; agent < agents; agent++) {
        double value = value_at(column->type, (const unsigned char *)column->base + agent * column->stride);
        sum += isnan(value) ? 0.0 : value;
    }
    ranks_give(&sum, sizeof sum);
    return sum;
}

static void measure_numbers(const crowd_sim *m, const wits_column *column, struct stats_room *room, field_stats *to) {
    const uint64_t agents = m->how.agents;
    count_upper(column, m->how.here, room);
    to->nan_count = column->type == WITS_TYPE_FLOAT ? room->upper[nan_key / HALF] : 0;
    if (to->nan_count < agents) {
        to->mean = sum_of(column, m->how.here) / (double)(agents - to->nan_count);
        find_quantiles(m, column, room, to);
        return;
    }
    to->mean = (double)NAN;
    for (int i = 0; i < STATS_QUANTILES; i++) {
        to->quantiles[i] = (double)NAN;
    }
}

// ---------------------------------------------------------------------------------------------------------------- all

static void count_values(const wits_column *column, uint64_t agents, const field_stats *to) {
    for (uint64_t agent = 0; agent < agents; agent++) {
        uint32_t value = ((const uint8_t *)column->base)[agent * column->stride];
        to->shares[value < to->share_count ? value : 0]++;
    }
}

static void measure_field(void *user, uint32_t number, uint64_t piece) {
    const work *w = user;
    const crowd_sim *m = w->crowd;
    uint32_t row = w->fields->rows[piece];
    const wits_field_desc *about = &m->desc->fields[row];
    field_stats *to = &w->to[piece];
    if (about->type == WITS_TYPE_BOOL || about->type == WITS_TYPE_ENUM) {
        to->share_count = about->type == WITS_TYPE_BOOL ? 2 : about->value_count;
        to->shares = allocate(to->share_count, sizeof *to->shares);
        count_values(&m->crowd.columns[row], m->how.here, to);
        ranks_sum(to->shares, to->share_count);
        return;
    }
    worker *own = &w->crowd->workers[number];
    if (own->counting == NULL) {
        own->counting = allocate(1, sizeof *own->counting);
    }
    measure_numbers(m, &m->crowd.columns[row], own->counting, to);
}

field_stats *stats_of(crowd_sim *crowd, const field_list *fields) {
    work w = {.crowd = crowd, .fields = fields, .to = allocate(fields->count, sizeof(field_stats))};
    for (size_t i = 0; i < fields->count && ranks_count() > 1; i++) {  // all ranks have to work on the same field
        measure_field(&w, 0, i);
    }
    if (fields->count > 0 && ranks_count() == 1) {
        thread_pool_run_all(crowd->worker_count, fields->count, measure_field, &w);
    }
    return w.to;
}

void stats_free(field_stats *of, size_t count) {
    for (size_t i = 0; i < count; i++) {
        free(of[i].shares);
    }
    free(of);
}
