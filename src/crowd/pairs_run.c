// SPDX-License-Identifier: MIT
// Scores the pairs of agents of a block with their targets, and finds each agent's best. Section 15.
//
// Pairs are lanes of their own: those of one agent after another, as many at a time as there is room for. Where they
// lie behind one another in the program's list, its columns serve as they are.
#include "core/bytes.h"
#include "crowd/blocks.h"
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
    return field < brain->field_count ? wits_field_type(brain, field)
                                      : wits_target_field_type(brain, kind, field - brain->field_count);
}

/// Bytes of one lane: fields that are read, masks, temporaries.
static size_t plan_lane_bytes(const wits_brain *brain, const pair_plan *plan) {
    size_t bytes = 2 + plan->byte_temps + 4u * plan->word_temps;
    for (uint32_t field = 0; field < plan->columns.field_count; field++) {
        bytes += plan->reads[field] ? wits_expr_field_size(pair_field_type(brain, plan, field)) : 0;
    }
    return bytes;
}

size_t wits_crowd_pairs_bytes(const wits_crowd_code *code) {
    size_t most = 0;
    for (uint32_t i = 0; i < code->pair_count; i++) {
        const size_t bytes = plan_lane_bytes(code->brain, plan_at(code, i)) * PAIR_LANES;
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

// ------------------------------------------------------------------------------------------------------------ segments

/// What an agent's best pair is found by, row after row.
typedef struct sticking {
    float inertia;         ///< added to every pair before
    float target_inertia;  ///< added to the remembered target's when the best is looked for
    float floor;
    uint32_t remembered;
} sticking;

typedef struct best_pair {
    float score;    ///< NaN until one counts
    float value;    ///< of the target that is picked
    uint32_t row;   ///< its row; WITS_NO_TARGET: none is
    bool is_kept;   ///< it is the remembered one
    bool has_rows;  ///< of targets
} best_pair;

enum { MOST_SEGMENTS = 256 };

typedef struct pair_run {
    blocks *b;
    const lanes_op *at;
    const pair_plan *plan;
    const state_row *option;
    const wits_target_list *list;   ///< null: nobody has any
    const uint8_t *current, *done;  ///< ordinals, as in the operation; null: none
    const uint32_t *remembered;
    float *scores;  ///< of agents
    uint32_t *picked;
    float floor;
    uint32_t total;  ///< pairs of the segments
    uint32_t segment_count;
    bool follow;                            ///< their rows follow one another
    bool is_continued;                      ///< the first segment's agent has had pairs before
    bool goes_on;                           ///< the last segment's agent has more pairs than had room
    best_pair carried;                      ///< of the first segment's agent, from before
    lanes_segment segments[MOST_SEGMENTS];  ///< of an agent, or those that are scored at one time
} pair_run;

static target_rows rows_in(const wits_target_list *list, uint64_t row) {
    if (list == NULL) {
        return (target_rows){0, 0};
    }
    return list->offsets == NULL ? (target_rows){0, list->count}
                                 : (target_rows){list->offsets[row], list->offsets[row + 1]};
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

/// A field of the targets: the program's memory if it will do, else a copy.
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
    for (uint32_t i = 0; i < r->segment_count; i++) {
        const lanes_segment *s = &r->segments[i];
        const column_source from = {
            .base = by_row ? base : base + (size_t)s->first * c->stride, .stride = c->stride, .width = width};
        void *to = (char *)room + (size_t)at * width;
        if (by_row) {
            wits_crowd_gather_some(to, from, r->list->own_rows + s->first, s->count, s->count);
        } else {
            wits_crowd_gather_all(to, from, s->count, s->count);
        }
        at += s->count;
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
    for (uint32_t field = 0; field < map->field_count; field++) {
        if (!r->plan->reads[field]) {
            continue;
        }
        const uint32_t width = wits_expr_field_size(pair_field_type(brain, r->plan, field));
        void *room = take(m, (size_t)width * PAIR_LANES);
        void *column = room;
        if (field < brain->field_count) {
            spread(r, room, r->b->columns[r->b->code->columns.first_field + field], width);
        } else {
            const uint32_t of = field - brain->field_count;
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
        columns[map->first_word + i] = take(m, 4 * PAIR_LANES);
    }
    columns[map->slot] = take(m, PAIR_LANES);
    columns[map->due] = take(m, PAIR_LANES);
    memset(columns[map->slot], 0, lanes);
    memset(columns[map->due], 0xFF, lanes);
    for (uint32_t i = 0; i < r->plan->byte_temps; i++) {
        columns[map->first_byte + i] = take(m, PAIR_LANES);
    }
}

/// The scores of all pairs of the segments, without inertia; null: all are the plan's constant.
static const float *score_pairs(const pair_run *r) {
    const blocks *b = r->b;
    const uint32_t lanes = (r->total + LANES_STEP - 1) / LANES_STEP * LANES_STEP;
    pair_memory m = {b->pair_memory};
    bool any;
    open_pair_temps(r, &m, lanes);
    open_pair_fields(r, &m, lanes);
    const lanes_block block = {.columns = b->pair_columns,
                               .tables = code_at(b->code, b->code->pairs_tables_offset),
                               .count = lanes,
                               .tick = b->run->tick,
                               .any = &any};
    wits_expr_lanes_run(b->kernels, code_at(b->code, b->code->pairs_code_offset), r->plan->start, &block);
    return r->plan->score != 0 ? b->pair_columns[r->plan->score] : NULL;
}

// ---------------------------------------------------------------------------------------------------------- who is
// best

/// Whether no earlier row of the agent has the id.
static bool is_first_of_id(const pair_run *r, uint32_t row, uint32_t first) {
    const uint32_t *ids = r->list->ids;
    bool is_first = ids[row] != WITS_NO_TARGET;
    for (uint32_t i = first; is_first && i < row; i++) {
        is_first = ids[i] != ids[row];
    }
    return is_first;
}

/// Row after row, as core/pairs.c does.
static void look_at_each(const pair_run *r, const lanes_segment *s, uint32_t first, const float *scores,
                         const sticking *by, best_pair *best) {
    const uint32_t *ids = r->list->ids;
    for (uint32_t i = 0; i < s->count; i++) {
        const uint32_t row = s->first + i;
        const float score = scores[i];
        const bool is_kept = by->remembered != WITS_NO_TARGET && ids[row] == by->remembered;
        const float value = is_kept ? score + by->target_inertia : score;
        const bool is_left = score >= by->floor;
        const bool is_picked = is_left && (best->row == WITS_NO_TARGET || value > best->value ||
                                           (value == best->value && is_kept && !best->is_kept));
        const bool is_higher = score == score && !(score <= best->score);
        if ((is_picked || is_higher || !best->has_rows) && is_first_of_id(r, row, first)) {
            best->has_rows = true;
            best->score = is_higher ? score : best->score;
            if (is_picked) {
                *best =
                    (best_pair){.score = best->score, .value = value, .row = row, .is_kept = is_kept, .has_rows = true};
            }
        }
    }
}

/// All of an agent's pairs at once. False where it takes a look at each.
static bool look_at_all(const pair_run *r, const lanes_segment *s, const float *scores, const lanes_best *found,
                        const sticking *by, best_pair *best) {
    const uint32_t *ids = r->list->ids;
    if (found->at == s->count || !found->is_first || ids[s->first + found->at] == WITS_NO_TARGET) {
        return false;
    }
    const bool is_left = found->score >= by->floor;
    *best =
        (best_pair){.score = found->score, .row = is_left ? s->first + found->at : WITS_NO_TARGET, .has_rows = true};
    if (by->remembered == WITS_NO_TARGET) {
        return true;
    }
    const uint32_t kept = r->b->kernels->find(ids + s->first, s->count, by->remembered);
    if (kept < s->count && scores[kept] >= by->floor && scores[kept] + by->target_inertia >= found->score) {
        best->row = s->first + kept;
    }
    return !(by->target_inertia < 0.0f);
}

static sticking sticking_of(const pair_run *r, uint32_t lane) {
    const uint32_t ordinal = r->option->ordinal;
    const bool is_favoured = r->current != NULL && r->current[lane] == ordinal;
    const bool is_current = is_favoured || (r->done != NULL && r->done[lane] == ordinal);
    const state_row *around = brain_state(r->b->code->brain, r->option->parent);
    return (sticking){.inertia = is_favoured ? around->inertia : 0.0f,
                      .target_inertia = r->option->target_inertia,
                      .floor = r->floor,
                      .remembered = is_current ? r->remembered[lane] : WITS_NO_TARGET};
}

static best_pair no_pair(void) {
    return (best_pair){.score = math_float(MATH_NAN_BITS), .row = WITS_NO_TARGET};
}

/// With what is added to them, where anything is.
static const float *competing_scores(const pair_run *r, const lanes_segment *s, const float *scores, float inertia,
                                     float room[PAIR_LANES]) {
    if (inertia == 0.0f && scores != NULL) {
        return scores;
    }
    for (uint32_t i = 0; i < s->count; i++) {
        room[i] = (scores != NULL ? scores[i] : math_float(r->plan->constant)) + inertia;
    }
    return room;
}

/// Only the first and the last can be a part of what their agent has.
static bool is_whole(const pair_run *r, uint32_t number) {
    return !(number == 0 && r->is_continued) && !(number + 1 == r->segment_count && r->goes_on);
}

static void put_best(const pair_run *r, uint32_t lane, const best_pair *best) {
    r->scores[lane] = best->score;
    r->picked[lane] = best->row != WITS_NO_TARGET ? r->list->ids[best->row] : WITS_NO_TARGET;
    const bool is_asked = r->option->row_count == 0 && (r->at->k[0] & PAIRS_ALONE) == 0;
    if (best->score != best->score && best->has_rows && is_asked && r->b->run->nan_scores != NULL) {
        ++*r->b->run->nan_scores;
    }
}

/// What the agent of a segment gets, unless more of its pairs follow. `found` may be null.
static void settle_segment(pair_run *r, uint32_t number, const float *scores, const lanes_best *found) {
    const lanes_segment *s = &r->segments[number];
    sticking by = sticking_of(r, s->lane);
    float room[PAIR_LANES];
    const float *competing = competing_scores(r, s, scores, by.inertia, room);
    lanes_best again;
    if (scores == NULL || competing != scores) {
        r->b->kernels->best(competing, r->list->ids, s, 1, &again);
        found = &again;
    }
    best_pair best = number == 0 && r->is_continued ? r->carried : no_pair();
    best_pair whole;
    if (is_whole(r, number) && look_at_all(r, s, competing, found, &by, &whole)) {
        best = whole;
    } else {
        const target_rows all = rows_in(r->list, r->b->first + lane_agent(r->b, s->lane));
        look_at_each(r, s, all.first, competing, &by, &best);
    }
    if (number + 1 == r->segment_count && r->goes_on) {
        r->carried = best;
    } else {
        put_best(r, s->lane, &best);
    }
}

/// Of an agent for whom nothing is remembered, all of whose pairs were scored: what most are. False if it is another.
static inline bool settle_simply(const pair_run *r, uint32_t number, const lanes_best *found) {
    const lanes_segment *s = &r->segments[number];
    const uint32_t ordinal = r->option->ordinal;
    const bool is_current =
        (r->current != NULL && r->current[s->lane] == ordinal) || (r->done != NULL && r->done[s->lane] == ordinal);
    const uint32_t *ids = r->list->ids + s->first;
    if (is_current || found->at == s->count || !found->is_first || ids[found->at] == WITS_NO_TARGET ||
        !is_whole(r, number)) {
        return false;
    }
    r->scores[s->lane] = found->score;
    r->picked[s->lane] = found->score >= r->floor ? ids[found->at] : WITS_NO_TARGET;
    return true;
}

static void settle_segments(pair_run *r) {
    lanes_best found[MOST_SEGMENTS];
    if (r->segment_count == 0) {
        return;
    }
    const float *scores = score_pairs(r);
    if (scores != NULL) {
        r->b->kernels->best(scores, r->list->ids, r->segments, r->segment_count, found);
    }
    uint32_t at = 0;
    for (uint32_t i = 0; i < r->segment_count; i++) {
        if (scores == NULL || !settle_simply(r, i, &found[i])) {
            settle_segment(r, i, scores != NULL ? scores + at : NULL, &found[i]);
        }
        at += r->segments[i].count;
    }
    r->segment_count = r->total = 0;
    r->follow = true;
    r->is_continued = r->goes_on;
    if (!r->goes_on) {
        r->carried = no_pair();
    }
}

/// Rows of a lane's list; what has no room is scored before.
static void add_rows(pair_run *r, uint32_t lane, target_rows rows) {
    while (rows.first < rows.end) {
        if (r->total == PAIR_LANES || r->segment_count == MOST_SEGMENTS) {
            settle_segments(r);
        }
        const uint32_t room = PAIR_LANES - r->total, left = rows.end - rows.first;
        const bool is_split = left > room;
        if (is_split && left <= PAIR_LANES && r->total != 0) {
            settle_segments(r);  // then all of them have room
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

void wits_crowd_pairs_score(void *user, const lanes_op *at) {
    blocks *b = user;
    const wits_brain *brain = b->code->brain;
    const uint8_t *mask = b->columns[at->c];
    pair_run r;
    r.b = b;
    r.at = at;
    r.plan = plan_at(b->code, at->k[0] & ~PAIRS_ALONE);
    r.option = brain_state(brain, r.plan->option);
    r.list = b->crowd->targets != NULL ? &b->crowd->targets[r.option->target] : NULL;
    r.total = r.segment_count = 0;
    r.follow = true;
    r.goes_on = r.is_continued = false;
    r.carried = no_pair();
    r.current = at->a != 0 ? b->columns[at->a] : NULL;
    r.done = at->b != 0 ? b->columns[at->b] : NULL;
    r.remembered = b->columns[at->flags];
    r.scores = b->columns[at->out];
    r.picked = b->columns[at->k[1]];
    r.floor = brain_state(brain, r.option->parent)->floor;
    for (uint32_t lane = 0; lane < b->lanes.count; lane++) {
        r.scores[lane] = math_float(MATH_NAN_BITS);
        r.picked[lane] = WITS_NO_TARGET;
    }
    for (uint32_t lane = 0; lane < lane_count(b); lane++) {
        if (mask[lane] != 0) {
            add_rows(&r, lane, rows_in(r.list, b->first + lane_agent(b, lane)));
        }
    }
    settle_segments(&r);
}

// ---------------------------------------------------------------------------------------------------------------
// reading

static uint32_t row_of_id(const wits_target_list *list, target_rows rows, uint32_t id) {
    uint32_t row = rows.first;
    while (row < rows.end && list->ids[row] != id) {
        row++;
    }
    return row < rows.end && id != WITS_NO_TARGET ? row : WITS_NO_TARGET;
}

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
            const target_rows all = rows_in(list, b->first + lane_agent(b, lane));
            rows[of.kind] = list != NULL ? row_of_id(list, all, ids[lane]) : WITS_NO_TARGET;
            value = load_target(&from, at->k[0]);
        }
        if (of.type == WITS_TYPE_BOOL) {
            ((uint8_t *)b->columns[at->out])[lane] = value.bits != 0 ? 0xFF : 0;
        } else {
            ((uint32_t *)b->columns[at->out])[lane] = value.bits;
        }
    }
}
