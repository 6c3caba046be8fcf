// SPDX-License-Identifier: MIT
// Scores the pairs of a block's agents and their targets. Section 15. If the pairs are contiguous in the program's
// list, its columns are used in place.
#include "core/bytes.h"
#include "crowd/pairs.h"
#include "expr/fields.h"
#include "expr/targets.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------- scratch

static const pair_plan *plan_at(const wits_crowd_code *code, uint32_t number) {
    return (const pair_plan *)code_at(code, code->pairs_offset) + number;
}

/// The type of a column of pairs that is a field.
static wits_type pair_field_type(const wits_brain *brain, const pair_plan *plan, uint32_t field) {
    const uint32_t kind = brain_state(brain, plan->option)->target;
    if (field < brain->field_count) {
        return wits_field_type(brain, field);
    }
    const uint32_t of_target = field - brain->field_count;
    return of_target < wits_target_field_count(brain, kind) ? wits_target_field_type(brain, kind, of_target)
                                                            : WITS_TYPE_INT;  // an input: a word
}

/// Bytes of one lane: the buffers of a run, masks, temporaries, fields that are read.
static size_t plan_lane_bytes(const wits_crowd_code *code, const pair_plan *plan) {
    const uint8_t *reads = code_pair_reads(code, plan);
    size_t bytes = 3 * sizeof(float) + 2 + plan->byte_temps + 4u * plan->word_temps;
    for (uint32_t field = 0; field < plan->columns.field_count; field++) {
        bytes += reads[field] ? wits_expr_field_size(pair_field_type(code->brain, plan, field)) : 0;
    }
    return bytes;
}

size_t wits_crowd_pairs_bytes(const wits_crowd_code *code) {
    size_t most = 0;
    for (uint32_t i = 0; i < code->pair_count; i++) {
        const size_t bytes = plan_lane_bytes(code, plan_at(code, i)) * PAIR_LANES;
        most = bytes > most ? bytes : most;
    }
    return most;
}

uint32_t wits_crowd_pairs_columns(const wits_crowd_code *code) {
    uint32_t most = 0;
    for (uint32_t i = 0; i < code->pair_count; i++) {
        const uint32_t count = plan_at(code, i)->columns.count;
        most = count > most ? count : most;
    }
    return most;
}

// ------------------------------------------------------------------------------------------------------------- columns

/// A field of the agents, once for each of their pairs.
#define SPREAD(type)                                                                                                   \
    for (uint32_t i = 0; i < r->segment_count; i++) {                                                                  \
        const type value = ((const type *)from)[r->segments[i].lane];                                                  \
        for (uint32_t k = 0; k < r->segments[i].count; k++) {                                                          \
            *((type *)to + at++) = value;                                                                              \
        }                                                                                                              \
    }

static void spread(const pair_run *r, void *to, const void *from, uint32_t width) {
    uint32_t at = 0;
    if (width == 1) {
        SPREAD(uint8_t)
    } else if (width == 2) {
        SPREAD(uint16_t)
    } else {
        SPREAD(uint32_t)
    }
}

/// A field of the targets: the program's memory if its layout is suitable, else a copy.
static void *target_column(const pair_run *r, uint32_t field, bool is_own, uint32_t width, void *room, uint32_t lanes) {
    const wits_column *c = &r->list->columns[field];
    const uint32_t first = r->segments[0].first;
    const bool by_row = is_own && r->list->own_rows != NULL;
    unsigned char *base = c->base;
    const bool is_dense = !by_row && c->stride == width && (uintptr_t)base % width == 0;
    if (is_dense && r->follow && lanes <= r->list->count - first) {
        return base + (size_t)first * width;
    }
    uint32_t at = 0;
    for (uint32_t i = 0, next = 0; i < r->segment_count; i = next) {
        const uint32_t from_row = r->segments[i].first;
        uint32_t end = from_row;
        for (next = i; next < r->segment_count && r->segments[next].first == end; next++) {  // those that follow it
            end += r->segments[next].count;
        }
        const column_source from = {
            .base = by_row ? base : base + (size_t)from_row * c->stride, .stride = c->stride, .width = width};
        void *to = (char *)room + (size_t)at * width;
        if (by_row) {
            wits_crowd_gather_some(to, from, r->list->own_rows + from_row, end - from_row, end - from_row);
        } else {
            wits_crowd_gather_all(to, from, end - from_row, end - from_row);
        }
        at += end - from_row;
    }
    return room;
}

typedef struct pair_memory {
    char *next;
} pair_memory;

static void *take(pair_memory *m, size_t bytes) {
    void *here = m->next;
    m->next += bytes;
    return here;
}

static void open_pair_fields(const pair_run *r, pair_memory *m, uint32_t lanes) {
    const wits_brain *brain = r->b->code->brain;
    const column_map *map = &r->plan->columns;
    const uint8_t *reads = code_pair_reads(r->b->code, r->plan);
    for (uint32_t field = 0; field < map->field_count; field++) {
        if (!reads[field]) {
            continue;
        }
        const uint32_t width = wits_expr_field_size(pair_field_type(brain, r->plan, field));
        void *room = take(m, (size_t)width * PAIR_LANES);
        void *column = room;
        const uint32_t of = field - brain->field_count, behind = wits_target_field_count(brain, r->option->target);
        if (field < brain->field_count) {
            spread(r, room, r->b->columns[r->b->code->columns.first_field + field], width);
        } else if (of >= behind) {
            spread(r, room, r->inputs[of - behind], width);
        } else {
            const bool is_own = wits_target_field_is_own(brain, r->option->target, of);
            column = target_column(r, of, is_own, width, room, lanes);
        }
        if (column == room) {
            memset((char *)room + (size_t)r->total * width, 0, (size_t)(lanes - r->total) * width);
        }
        r->b->pair_columns[map->first_field + field] = column;
    }
}

static void open_pair_temps(const pair_run *r, pair_memory *m, uint32_t lanes) {
    const column_map *map = &r->plan->columns;
    void **columns = r->b->pair_columns;
    columns[0] = NULL;  // none: the operand is a constant
    for (uint32_t i = 0; i < r->plan->word_temps; i++) {
        columns[temp_column(map, i, true)] = take(m, 4 * PAIR_LANES);
    }
    columns[map->slot] = take(m, PAIR_LANES);
    columns[map->due] = take(m, PAIR_LANES);
    memset(columns[map->slot], 0, lanes);
    memset(columns[map->due], 0xFF, lanes);
    for (uint32_t i = 0; i < r->plan->byte_temps; i++) {
        columns[temp_column(map, i, false)] = take(m, PAIR_LANES);
    }
}

/// The scores of all pairs of the segments, without inertia; null: all are the plan's constant. Their ranks go into the
/// run.
static const float *score_pairs(pair_run *r) {
    blocks *b = r->b;
    const uint32_t lanes = (r->total + LANES_STEP - 1) / LANES_STEP * LANES_STEP;
    pair_memory m = {b->pair_memory};
    bool any;
    r->competing = take(&m, sizeof *r->competing * PAIR_LANES);
    r->left = take(&m, sizeof *r->left * PAIR_LANES);
    r->same_ranks = take(&m, sizeof *r->same_ranks * PAIR_LANES);
    open_pair_temps(r, &m, lanes);
    open_pair_fields(r, &m, lanes);
    const lanes_block block = {.columns = b->pair_columns,
                               .tables = code_at(b->code, b->code->pairs_tables_offset),
                               .count = lanes,
                               .tick = b->run->tick,
                               .any = &any,
                               .user = r,
                               .condition = wits_crowd_host_pair_condition,
                               .score = wits_crowd_host_pair_score};
    wits_expr_lanes_run(b->kernels, code_at(b->code, b->code->pairs_code_offset), r->plan->start, &block);
    r->pair_ranks = r->plan->rank != 0 ? b->pair_columns[r->plan->rank] : NULL;
    return r->plan->score != 0 ? b->pair_columns[r->plan->score] : NULL;
}

static void settle_segments(pair_run *r) {
    if (r->segment_count == 0) {
        return;
    }
    wits_crowd_pairs_settle(r, score_pairs(r));
    r->segment_count = r->total = 0;
    r->follow = true;
    r->is_continued = r->goes_on;
    if (!r->goes_on) {
        r->carried = wits_crowd_no_pair();
    }
}

/// Adds the rows of a lane's list; if there is no room, scores the previous ones first.
static void add_rows(pair_run *r, uint32_t lane, target_range rows) {
    while (rows.first < rows.end) {
        if (r->total == PAIR_LANES || r->segment_count == MOST_SEGMENTS) {
            settle_segments(r);
        }
        const uint32_t room = PAIR_LANES - r->total, left = rows.end - rows.first;
        const bool is_split = left > room;
        if (is_split && left <= PAIR_LANES && r->total != 0) {
            settle_segments(r);  // then all of them fit
            continue;
        }
        const lanes_segment *before = r->segment_count != 0 ? &r->segments[r->segment_count - 1] : NULL;
        r->follow = r->follow && (before == NULL || before->first + before->count == rows.first);
        r->segments[r->segment_count++] = (lanes_segment){lane, rows.first, is_split ? room : left};
        r->total += is_split ? room : left;
        rows.first += is_split ? room : left;
        r->goes_on = is_split;
        if (is_split) {
            settle_segments(r);
        }
    }
}

/// Reads the arguments that follow the operation.
static void open_arguments(pair_run *r) {
    const lanes_op *next = r->at + 1;
    void *const *columns = r->b->columns;
    r->ranks = (r->at->k[0] & PAIRS_RANKED) != 0 ? columns[next++->a] : NULL;
    r->threshold = (r->at->k[0] & PAIRS_THRESHOLD) != 0 ? columns[next++->a] : NULL;
    r->cools = (r->at->k[0] & PAIRS_COOLS) != 0 ? columns[next++->a] : NULL;
    for (uint32_t i = 0; i < r->plan->input_count; i++) {
        r->inputs[i] = columns[next++->a];
    }
}

static void begin_run(pair_run *r, blocks *b, const lanes_op *at) {
    const wits_brain *brain = b->code->brain;
    r->b = b;
    r->at = at;
    r->plan = plan_at(b->code, at->k[0] & PAIRS_NUMBER);
    r->option = brain_state(brain, r->plan->option);
    r->list = b->crowd->targets != NULL ? &b->crowd->targets[r->option->target] : NULL;
    r->total = r->segment_count = 0;
    r->follow = true;
    r->goes_on = r->is_continued = false;
    r->carried = wits_crowd_no_pair();
    r->current = at->a != 0 ? b->columns[at->a] : NULL;
    r->done = at->b != 0 ? b->columns[at->b] : NULL;
    r->remembered = b->columns[at->flags];
    r->scores = b->columns[at->out];
    r->picked = b->columns[at->k[1]];
    r->floor = brain_state(brain, r->option->parent)->floor;
    r->is_sifted = r->option->rank != 0 && (at->k[0] & PAIRS_PLAIN) == 0;
    open_arguments(r);
    r->is_simple = !r->is_sifted && (at->k[0] & PAIRS_DEFAULT) == 0 && r->threshold == NULL && r->cools == NULL &&
                   !(r->option->target_inertia < 0.0f);
}

void wits_crowd_pairs_score(void *user, const lanes_op *at) {
    blocks *b = user;
    const uint8_t *mask = b->columns[at->c];
    const best_pair none = wits_crowd_no_pair();
    pair_run r;
    begin_run(&r, b, at);
    for (uint32_t lane = 0; lane < b->lanes.count; lane++) {
        r.scores[lane] = none.any.score;
        r.picked[lane] = WITS_NO_TARGET;
    }
    for (uint32_t lane = 0; lane < b->lanes.count && r.ranks != NULL; lane++) {
        r.ranks[lane] = none.left.rank;
    }
    for (uint32_t lane = 0; lane < lane_count(b); lane++) {
        if (mask[lane] == 0) {
            continue;
        }
        const target_range rows = targets_of(r.list, b->first + lane_agent(b, lane));
        if (rows.first < rows.end) {
            add_rows(&r, lane, rows);
        } else {
            wits_crowd_put_pair(&r, lane, &none);
        }
    }
    settle_segments(&r);
}

// ------------------------------------------------------------------------------------------------------------ reading

void wits_crowd_pairs_read(void *user, const lanes_op *at) {
    blocks *b = user;
    const expr_target_field of = target_field_of(at->k[0]);
    const wits_target_list *list = b->crowd->targets != NULL ? &b->crowd->targets[of.kind] : NULL;
    const uint32_t *ids = b->columns[at->a];
    const uint8_t *mask = b->columns[at->c];
    uint32_t rows[WITS_MAX_TARGET_KINDS];
    const expr_targets from = {.lists = b->crowd->targets, .rows = rows};
    for (uint32_t lane = 0; lane < b->lanes.count; lane++) {
        expr_value value = {.bits = 0};
        if (lane < lane_count(b) && mask[lane] != 0) {
            const target_range all = targets_of(list, b->first + lane_agent(b, lane));
            rows[of.kind] = list != NULL ? target_row_in(list, all, ids[lane]) : WITS_NO_TARGET;
            value = load_target(&from, at->k[0]);
        }
        if (of.type == WITS_TYPE_BOOL) {
            ((uint8_t *)b->columns[at->out])[lane] = value.bits != 0 ? 0xFF : 0;
        } else {
            ((uint32_t *)b->columns[at->out])[lane] = value.bits;
        }
    }
}
