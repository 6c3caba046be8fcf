// SPDX-License-Identifier: MIT
// The population: how many agents are in which state.
#include "inspect/inspector.h"

#include <string.h>

wits_crowd wits_inspect_crowd(const wits_inspector *of) {
    const wits_inspected *world = of->world;
    const wits_agents *agents = world->agents;
    wits_crowd crowd = {.code = world->code,
                        .count = of->count,
                        .agents = agents->agents,
                        .agent_stride = agents->agent_stride,
                        .ids = agents->ids,
                        .first_id = agents->first_id,
                        .columns = agents->columns,
                        .context_stride = world->context_stride};
    if (world->frame != NULL) {
        crowd.contexts = world->frame->context;
        crowd.functions = world->frame->functions;
        crowd.targets = world->frame->targets;
        crowd.user = world->frame->user;
    }
    return crowd;
}

// -------------------------------------------------------------------------------------------------------------- counts

// Counting a million agents takes milliseconds, as their bytes have to come from memory. So in a large world that runs,
// an update looks at one part of them, and takes the others' counts from earlier updates.
enum { PARTS = 8, WHOLE_AGENTS = 1 << 17, OLD_TICKS = 1024 };

/// Rows of a part, or of all agents.
typedef struct rows_range {
    uint64_t first, end;
} rows_range;

static rows_range rows_of_part(uint64_t count, uint32_t part) {
    return (rows_range){count / PARTS * part, part + 1 < PARTS ? count / PARTS * (part + 1) : count};
}

static bool looks_at_parts(const wits_inspector *of) {
    return of->count > WHOLE_AGENTS && of->returned != WITS_INSPECT_WAIT;
}

/// The counts of the states are followed by those of the deepest states in each part.
bool wits_inspect_reserve_counts(wits_inspector *of) {
    return wits_inspect_reserve_states(of) &&
           wits_inspect_reserve(of, &of->counts, states_of(of) * (1 + PARTS) * sizeof(uint64_t));
}

/// Counts deepest active states.
static void count_deepest(wits_inspector *of, rows_range rows, uint64_t *counts) {
    memset(counts, 0, (size_t)states_of(of) * sizeof *counts);
    if (of->world->code != NULL) {
        const wits_crowd crowd = wits_inspect_crowd(of);
        wits_crowd_count(&crowd, rows.first, rows.end - rows.first, counts);
        return;
    }
    const wits_state_id *deepest = of->deepest.bytes;
    for (uint64_t row = rows.first; row < rows.end; row++) {
        const uint32_t count = wits_inspect_deepest(of, agent_at(of, row));
        for (uint32_t i = 0; i < count; i++) {
            counts[deepest[i]]++;
        }
    }
}

/// Counts the agents in each state, descendants included.
static void count_all(wits_inspector *of, uint64_t *counts, uint32_t state_count) {
    const bool are_old = of->counted != of->count || of->tick - of->counted_tick > OLD_TICKS;
    memset(counts, 0, state_count * sizeof *counts);
    of->next_part = (of->next_part + 1) % PARTS;
    for (uint32_t part = 0; part < PARTS; part++) {
        uint64_t *own = counts + (size_t)state_count * (1 + part);
        if (are_old || part == of->next_part || !looks_at_parts(of)) {
            count_deepest(of, rows_of_part(of->count, part), own);
        }
        for (uint32_t i = 0; i < state_count; i++) {
            counts[i] += own[i];
        }
    }
    of->counted = of->count;
    of->counted_tick = of->tick;
    // An agent in a parallel is in each of its regions; the first one follows it and counts.
    for (uint32_t i = state_count - 1; i > WITS_ROOT; i--) {
        const wits_state_id parent = wits_state_parent(of->brain, (wits_state_id)i);
        if (wits_state_kind(of->brain, parent) != WITS_KIND_PARALLEL || i == parent + 1u) {
            counts[parent] += counts[i];
        }
    }
}

bool wits_inspect_put_counts(wits_inspector *of) {
    if (!wits_inspect_reserve_counts(of)) {
        return false;
    }
    uint64_t *counts = of->counts.bytes;
    const uint32_t state_count = wits_state_count(of->brain);
    if (!of->has_counts) {
        count_all(of, counts, state_count);
        of->has_counts = true;
    }
    wits_json_count(&of->json, "stopped", of->count - counts[WITS_ROOT]);
    wits_json_open(&of->json, "counts", '[');
    for (uint32_t i = 0; i < state_count; i++) {
        wits_json_count(&of->json, NULL, counts[i]);
    }
    wits_json_close(&of->json, ']');
    return true;
}

// --------------------------------------------------------------------------------------------------------------- scans

bool wits_inspect_reserve_scan(wits_inspector *of) {
    return wits_inspect_reserve(of, &of->scan, sizeof(scan));
}

static uint32_t slice_after(const wits_inspector *of, uint64_t first) {
    return (uint32_t)(of->count - first < SCANNED_ROWS ? of->count - first : SCANNED_ROWS);
}

void wits_inspect_scan_state(const wits_inspector *of, wits_state_id state, uint64_t first, uint32_t count,
                             bool *is_in) {
    scan *s = of->scan.bytes;
    if (of->world->code == NULL) {
        for (uint32_t i = 0; i < count; i++) {
            is_in[i] = wits_is_in(of->brain, agent_at(of, first + i), state);
        }
        return;
    }
    const wits_crowd crowd = wits_inspect_crowd(of);
    const uint64_t found = wits_crowd_find(&crowd, first, count, state, s->rows);
    memset(is_in, 0, count * sizeof *is_in);
    for (uint64_t i = 0; i < found; i++) {
        is_in[s->rows[i] - first] = true;
    }
}

/// Writes the deepest active state of each agent of a slice; WITS_NONE for a stopped agent and for one of several
/// regions.
static void scan_deepest(const wits_inspector *of, uint64_t first, uint32_t count, wits_state_id *states) {
    if (of->world->code != NULL) {
        const wits_crowd crowd = wits_inspect_crowd(of);
        wits_crowd_deepest(&crowd, first, count, states);
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        states[i] = WITS_NONE;
        if (wits_active(of->brain, agent_at(of, first + i), &states[i], 1) != 1) {
            states[i] = WITS_NONE;
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- moves

// A small brain has a count for each pair of states, and for WITS_NONE after the last. Others have a table of the moves
// that have happened, of which half is used.
enum { MOVE_ROWS = 8192, MOST_PAIRS = 1 << 14 };

typedef struct move_row {
    wits_state_id from, to;
    uint32_t count;  ///< 0: a free row
} move_row;

_Static_assert(MOST_PAIRS * sizeof(uint32_t) <= MOVE_ROWS * sizeof(move_row), "either fits the same room");

/// Returns the rows and columns of a table of pairs; 0 if the brain is too large for one.
static uint32_t width_of_pairs(const wits_inspector *of) {
    const uint32_t width = wits_state_count(of->brain) + 1;
    return width <= MOST_PAIRS / width ? width : 0;
}

bool wits_inspect_begin_moves(wits_inspector *of, viewer_data *v) {
    if (!wits_inspect_reserve(of, &of->moves, MOVE_ROWS * sizeof(move_row)) || !wits_inspect_reserve_scan(of) ||
        !wits_inspect_reserve(of, &v->before, of->count * sizeof(wits_state_id) + 1)) {
        return false;
    }
    wits_state_id *before = v->before.bytes;
    for (uint64_t first = 0; first < of->count; first += SCANNED_ROWS) {
        scan_deepest(of, first, slice_after(of, first), before + first);
    }
    v->before_count = of->count;
    return true;
}

/// Counts a move. Returns false if the table is full.
static bool add_move(move_row *table, uint32_t *used, wits_state_id from, wits_state_id to) {
    uint32_t at = ((uint32_t)from * 0x9E3779B1u ^ (uint32_t)to * 0x85EBCA77u) >> 16;
    for (;; at++) {  // ends, as half of the table is free
        move_row *here = &table[at % MOVE_ROWS];
        if (here->count == 0) {
            if (*used == MOVE_ROWS / 2) {
                return false;
            }
            *here = (move_row){from, to, 0};
            ++*used;
        }
        if (here->from == from && here->to == to) {
            here->count++;
            return true;
        }
    }
}

/// Adds the moves of a slice. Returns the number of those that did not fit.
static uint64_t add_moves(wits_inspector *of, const wits_state_id *before, const wits_state_id *now, uint32_t count,
                          uint32_t *used) {
    const uint32_t width = width_of_pairs(of);
    uint64_t left_out = 0;
    uint32_t *pairs = of->moves.bytes;
    for (uint32_t i = 0; i < count && width != 0; i++) {
        const uint32_t from = before[i] < width ? before[i] : width - 1, to = now[i] < width ? now[i] : width - 1;
        pairs[from * width + to]++;
    }
    for (uint32_t i = 0; i < count && width == 0; i++) {
        if (before[i] != now[i] && before[i] != WITS_NONE && now[i] != WITS_NONE) {
            left_out += !add_move(of->moves.bytes, used, before[i], now[i]);
        }
    }
    return left_out;
}

/// Adds the moves of some agents, and returns the number of those that did not fit.
static uint64_t count_moves(wits_inspector *of, viewer_data *v, rows_range rows, uint32_t *used) {
    wits_state_id *before = v->before.bytes, *now = ((scan *)of->scan.bytes)->deepest;
    uint64_t left_out = 0;
    for (uint64_t first = rows.first; first < rows.end; first += SCANNED_ROWS) {
        const uint32_t count = (uint32_t)(rows.end - first < SCANNED_ROWS ? rows.end - first : SCANNED_ROWS);
        scan_deepest(of, first, count, now);
        left_out += add_moves(of, before + first, now, count, used);
        memcpy(before + first, now, count * sizeof *now);
    }
    return left_out;
}

static void put_move(json_writer *to, uint32_t from, uint32_t into, uint32_t count) {
    wits_json_open(to, NULL, '[');
    wits_json_count(to, NULL, from);
    wits_json_count(to, NULL, into);
    wits_json_count(to, NULL, count);
    wits_json_close(to, ']');
}

static void put_table(wits_inspector *of) {
    const uint32_t width = width_of_pairs(of), *pairs = of->moves.bytes;
    const move_row *table = of->moves.bytes;
    for (uint32_t i = 0; i + 1 < width; i++) {
        for (uint32_t k = 0; k + 1 < width; k++) {
            if (i != k && pairs[i * width + k] != 0) {
                put_move(&of->json, i, k, pairs[i * width + k]);
            }
        }
    }
    for (uint32_t i = 0; i < MOVE_ROWS && width == 0; i++) {
        if (table[i].count != 0) {
            put_move(&of->json, table[i].from, table[i].to, table[i].count);
        }
    }
}

bool wits_inspect_put_moves(wits_inspector *of, viewer_data *v) {
    const uint64_t count = of->count < v->before_count ? of->count : v->before_count;
    uint64_t left_out = 0;
    uint32_t used = 0;
    memset(of->moves.bytes, 0, MOVE_ROWS * sizeof(move_row));
    v->next_part = (v->next_part + 1) % PARTS;
    for (uint32_t part = 0; part < PARTS; part++) {
        if (part == v->next_part || !looks_at_parts(of)) {
            left_out += count_moves(of, v, rows_of_part(count, part), &used);
        }
    }
    wits_json_open(&of->json, "moves", '[');
    put_table(of);
    wits_json_close(&of->json, ']');
    if (left_out != 0) {
        wits_json_count(&of->json, "movesLeftOut", left_out);
    }
    return v->before_count == of->count || wits_inspect_begin_moves(of, v);
}

// ------------------------------------------------------------------------------------------------------ find, and hash

typedef struct found_agents {
    uint64_t total;
    uint32_t count;
    uint64_t rows[WITS_INSPECT_MAX_FOUND];
} found_agents;

static void find_all(wits_inspector *of, wits_state_id state, const agent_probe *condition, found_agents *found) {
    bool *holds = ((scan *)of->scan.bytes)->holds;
    for (uint64_t first = 0; first < of->count; first += SCANNED_ROWS) {
        const uint32_t count = slice_after(of, first);
        wits_inspect_scan_state(of, state, first, count, holds);
        if (condition != NULL) {
            wits_inspect_test(of, condition, first, count, holds);
        }
        for (uint32_t i = 0; i < count; i++) {
            if (holds[i] && found->count < WITS_INSPECT_MAX_FOUND) {
                found->rows[found->count++] = first + i;
            }
            found->total += holds[i];
        }
    }
}

static void put_found(const asked *a, const found_agents *found) {
    wits_inspector *of = a->of;
    wits_inspect_begin_answer(a, "found");
    wits_json_count(&of->json, "tick", of->tick);
    wits_json_count(&of->json, "total", found->total);
    wits_json_open(&of->json, "agents", '[');
    for (uint32_t i = 0; i < found->count; i++) {
        wits_json_open(&of->json, NULL, '{');
        wits_json_id(&of->json, "agent", id_at(of, found->rows[i]));
        wits_inspect_put_states(of, found->rows[i]);
        wits_json_close(&of->json, '}');
    }
    wits_json_close(&of->json, ']');
    wits_json_end(&of->json);
}

void wits_inspect_find_agents(const asked *a) {
    char *rest = a->rest;
    wits_state_id state;
    agent_probe condition;
    found_agents found = {0};
    if (!wits_inspect_read_state(a, wits_inspect_word(&rest), &state) ||
        !wits_inspect_has_memory(a, wits_inspect_reserve_states(a->of) && wits_inspect_reserve_scan(a->of))) {
        return;
    }
    const char *where = wits_inspect_word(&rest);
    if (*where == '\0') {
        find_all(a->of, state, NULL, &found);
        put_found(a, &found);
    } else if (strcmp(where, "where") != 0) {
        wits_inspect_refuse(a, "expected 'where' and a condition instead of '", where, "'", NULL);
    } else if (wits_inspect_make_condition(a, rest, &condition)) {
        find_all(a->of, state, &condition, &found);
        wits_inspect_release_probe(a->of, &condition);
        put_found(a, &found);
    }
}

void wits_inspect_hash(const asked *a) {
    wits_inspector *of = a->of;
    uint64_t hash = 0;
    for (uint64_t row = 0; row < of->count; row++) {
        hash += wits_agent_hash(of->brain, agent_at(of, row), id_at(of, row));
    }
    wits_inspect_begin_answer(a, "hash");
    wits_json_count(&of->json, "tick", of->tick);
    wits_json_count(&of->json, "agents", of->count);
    wits_json_hash(&of->json, "hash", hash);
    wits_json_end(&of->json);
}
