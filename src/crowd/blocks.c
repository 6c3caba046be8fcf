// SPDX-License-Identifier: MIT
// Runs a block of agents: locates or copies columns, runs the code, writes copied columns back, and sorts the list by
// agent.
#include "crowd/blocks.h"
#include "core/bytes.h"
#include "expr/fields.h"

#include <string.h>

// ------------------------------------------------------------------------------------------------------------- scratch

uint32_t wits_crowd_blocks_size(const wits_crowd_code *code, uint32_t block) {
    uint32_t size = block != 0 ? block : code->plan.block;
    size = size > code->max_block ? code->max_block : size;
    return (size + LANES_STEP - 1) / LANES_STEP * LANES_STEP;
}

static size_t rounded(size_t bytes) {
    return (bytes + 63) & ~(size_t)63;
}

/// Returns how many records the agents of one block may add.
static size_t record_room(const wits_crowd_code *code, uint32_t block) {
    return code->has_host_actions ? (size_t)block * code->brain->list_room[WITS_VERB_TICK] : 0;
}

/// Columns of computed arguments, at most WITS_MAX_ARGUMENTS for each.
static size_t value_room(const wits_crowd_code *code, uint32_t block) {
    return code->has_host_actions ? (size_t)block * code->brain->argument_room[WITS_VERB_TICK] : 0;
}

/// Takes bytes of the scratch memory; with `memory` null they are only counted.
static void *take_scratch(scratch *s, size_t bytes) {
    void *here = s->memory != NULL ? s->memory + s->used : NULL;
    s->used += rounded(bytes);
    return here;
}

/// Memory of a separate column.
static void take_column(blocks *b, scratch *s, lanes_column column, uint32_t width) {
    void *memory = take_scratch(s, (size_t)b->block * width);
    if (s->memory != NULL) {
        b->own[column] = memory;
        b->columns[column] = memory;
    }
}

static void take_columns(blocks *b, scratch *s) {
    const wits_crowd_code *code = b->code;
    const column_map *m = &code->columns;
    const uint8_t *flags = code_flags(code);
    take_column(b, s, m->slot, 1);
    for (uint32_t i = 0; i < m->machine_count; i++) {
        take_column(b, s, (lanes_column)(m->pass + i), 1);
        if (m->pass_high != 0 && flags[m->pass_high + i] != 0) {
            take_column(b, s, (lanes_column)(m->pass_high + i), 1);
        }
    }
    take_column(b, s, m->due, 1);
    for (uint32_t i = 0; i < m->event_bytes; i++) {
        take_column(b, s, (lanes_column)(m->taken + i), 1);
    }
    for (uint32_t i = 0; i < code->byte_temps; i++) {
        take_column(b, s, temp_column(m, i, false), 1);
    }
    for (uint32_t i = 1; i < m->agent.count; i++) {
        if (flags[m->first_agent + i] != 0) {
            take_column(b, s, (lanes_column)(m->first_agent + i), agent_column_at(&m->agent, i).width);
        }
    }
    for (uint32_t i = 0; i < code->word_temps; i++) {
        take_column(b, s, temp_column(m, i, true), 4);
    }
    take_column(b, s, m->sink, 4);
    for (uint32_t field = 0; field < m->field_count; field++) {  // last: those in the caller's arrays need none
        if (flags[m->first_field + field] != 0) {
            take_column(b, s, (lanes_column)(m->first_field + field),
                        wits_expr_field_size(wits_field_type(code->brain, field)));
        }
    }
}

/// Number of agents, or pairs, for which functions are called at one time.
static uint32_t most_called(const blocks *b) {
    return b->code->pair_count != 0 && b->block < PAIR_LANES ? (uint32_t)PAIR_LANES : b->block;
}

/// Number of the top machine's slots, and one for all that are higher.
static size_t sorted_slots(const blocks *b) {
    return brain_machine(b->code->brain, 0)->config_count + 2u;
}

static void take_all(blocks *b, scratch *s) {
    uint32_t count = b->code->columns.count;
    const uint32_t called = b->code->asks_host ? most_called(b) : 0;
    b->columns = take_scratch(s, count * sizeof *b->columns);
    b->own = take_scratch(s, count * sizeof *b->own);
    b->read_only = take_scratch(s, count);
    if (s->memory != NULL) {
        memset(b->columns, 0, count * sizeof *b->columns);
        memset(b->own, 0, count * sizeof *b->own);
        memset(b->read_only, 0, count);
    }
    take_columns(b, s);
    b->ids = take_scratch(s, b->code->needs_ids ? sizeof *b->ids * b->block : 0);
    b->all_due = take_scratch(s, b->block);
    b->order = take_scratch(s, b->code->has_groups ? sizeof *b->order * b->block : 0);
    b->starts = take_scratch(s, b->code->has_groups ? 2 * sizeof *b->starts * (sorted_slots(b) + 1) : 0);
    b->rows = take_scratch(s, sizeof *b->rows * called);
    b->row_lanes = take_scratch(s, sizeof *b->row_lanes * (called + LANES_STEP));
    b->answers = take_scratch(s, sizeof(float) * called);
    b->record_starts = take_scratch(s, b->code->has_host_actions ? sizeof *b->record_starts * (b->block + 1) : 0);
    b->pair_memory = take_scratch(s, wits_crowd_pairs_bytes(b->code));
    b->pair_columns = take_scratch(s, sizeof *b->pair_columns * wits_crowd_pairs_columns(b->code));
    b->record_targets =
        take_scratch(s, b->code->pair_count != 0 ? sizeof *b->record_targets * record_room(b->code, b->block) : 0);
    b->target_ids = take_scratch(s, b->code->pair_count != 0 ? sizeof *b->target_ids * called : 0);
    b->target_rows = take_scratch(s, b->code->pair_count != 0 && called != 0 ? sizeof *b->target_rows * PAIR_LANES : 0);
    b->records = take_scratch(s, sizeof *b->records * (record_room(b->code, b->block) + LANES_STEP));
    b->values = take_scratch(s, sizeof *b->values * value_room(b->code, b->block));
    for (uint32_t i = 0; i < WITS_MAX_ARGUMENTS && b->code->brain->computes != 0; i++) {
        b->integers[i] = take_scratch(s, sizeof *b->integers[i] * called);
        b->numbers[i] = take_scratch(s, sizeof *b->numbers[i] * called);
    }
}

size_t wits_crowd_blocks_scratch(const wits_crowd_code *code, uint32_t block) {
    blocks b = {.code = code, .block = wits_crowd_blocks_size(code, block)};
    scratch s = {0};
    take_all(&b, &s);
    return s.used;
}

// ------------------------------------------------------------------------------------------------------------- columns

/// Returns whether the caller's memory can serve as a column.
static bool is_usable(column_source from, bool whole) {
    return whole && !from.is_swapped && from.stride == from.width && (uintptr_t)from.base % from.width == 0;
}

static column_source field_source(const blocks *b, uint32_t field) {
    const wits_column *c = &b->crowd->columns[field];
    return (column_source){.base = (unsigned char *)c->base + b->first * c->stride,
                           .stride = c->stride,
                           .width = wits_expr_field_size(c->type)};
}

static column_source agent_source(const blocks *b, uint32_t offset, uint32_t width) {
    return (column_source){.base = crowd_agent(b->crowd, b->first) + offset,
                           .stride = crowd_agent_stride(b->crowd),
                           .width = width,
                           .is_swapped = width == 4 && !bytes_are_native()};
}

column_source wits_crowd_blocks_source(const blocks *b, lanes_column column) {
    const column_map *m = &b->code->columns;
    if (column < m->first_field + m->field_count) {
        return field_source(b, (uint32_t)(column - m->first_field));
    }
    const agent_column c = agent_column_at(&m->agent, (uint32_t)(column - m->first_agent));
    return agent_source(b, c.offset, c.width);
}

static void open_column(blocks *b, lanes_column column, column_source from) {
    bool whole = b->lanes.count == b->agents;
    if (is_usable(from, whole)) {
        b->columns[column] = from.base;
        return;
    }
    b->columns[column] = b->own[column];
    wits_crowd_gather_all(b->own[column], from, b->agents, b->lanes.count);
}

static void close_column(const blocks *b, lanes_column column, column_source to) {
    bool is_own = b->columns[column] == b->own[column];
    if (is_own && (code_flags(b->code)[column] & LANES_WRITTEN) != 0 && !b->read_only[column]) {
        wits_crowd_scatter_all(to, b->own[column], b->agents);
    }
}

/// Collects the columns of the agents' bytes, if every byte has one and agents are contiguous. Returns their number; 0
/// if that does not hold or there are too many.
static uint32_t byte_columns(const blocks *b, lanes_column columns[LANES_MAX_ROW]) {
    const column_map *m = &b->code->columns;
    const uint32_t count = m->agent.count;
    if (count < 2 || count > LANES_MAX_ROW || crowd_agent_stride(b->crowd) != count) {  // all have one byte
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        columns[i] = (lanes_column)(m->first_agent + i);
        if (i != 0 && code_flags(b->code)[columns[i]] == 0) {
            return 0;
        }
    }
    return count;
}

/// Lanes without an agent are those of a stopped one.
static bool split_agents(blocks *b) {
    lanes_column columns[LANES_MAX_ROW];
    uint8_t *to[LANES_MAX_ROW];
    const uint32_t count = byte_columns(b, columns);
    for (uint32_t i = 0; i < count; i++) {
        to[i] = b->columns[columns[i]] = b->own[columns[i]];
        memset(to[i] + b->agents, 0, b->lanes.count - b->agents);
    }
    if (count != 0) {
        b->kernels->split[count](to, crowd_agent(b->crowd, b->first), b->agents);
    }
    return count != 0;
}

static bool join_agents(const blocks *b) {
    lanes_column columns[LANES_MAX_ROW];
    uint8_t *from[LANES_MAX_ROW];
    const uint32_t count = byte_columns(b, columns);
    for (uint32_t i = 0; i < count; i++) {
        from[i] = b->own[columns[i]];
    }
    if (count != 0) {
        b->kernels->join[count](crowd_agent(b->crowd, b->first), from, b->agents);
    }
    return count != 0;
}

/// Returns the windows of the agents' bytes, if agents are contiguous.
static uint32_t window_count(const blocks *b) {
    const bool is_dense = crowd_agent_stride(b->crowd) == b->code->brain->agent_size;
    return is_dense && b->kernels->read_rows != NULL ? b->code->window_count : 0;
}

static column_source rows_from(column_source from, uint32_t row) {
    from.base += row * from.stride;
    return from;
}

static void read_windows(blocks *b) {
    const size_t stride = crowd_agent_stride(b->crowd);
    for (uint32_t i = 0; i < window_count(b); i++) {
        const lanes_window *w = &code_windows(b->code)[i];
        const uint8_t *rows = crowd_agent(b->crowd, b->first);
        const uint32_t done = b->kernels->read_rows(w, b->own, rows, stride, b->agents);
        for (uint32_t c = 0; c < w->count; c++) {
            const lanes_cell *cell = &w->cells[c];
            const column_source rest = rows_from(agent_source(b, w->offset + cell->at, cell->width), done);
            char *to = b->columns[cell->column] = b->own[cell->column];
            wits_crowd_gather_all(to + (size_t)done * cell->width, rest, b->agents - done, b->lanes.count - done);
        }
    }
}

static void write_windows(const blocks *b) {
    const size_t stride = crowd_agent_stride(b->crowd);
    for (uint32_t i = 0; i < window_count(b); i++) {
        const lanes_window *w = &code_windows(b->code)[i];
        const uint32_t done = b->kernels->write_rows(w, b->own, crowd_agent(b->crowd, b->first), stride, b->agents);
        for (uint32_t c = 0; c < w->count; c++) {
            const lanes_cell *cell = &w->cells[c];
            const column_source rest = rows_from(agent_source(b, w->offset + cell->at, cell->width), done);
            if (cell->is_written) {
                wits_crowd_scatter_all(rest, (char *)b->own[cell->column] + (size_t)done * cell->width,
                                       b->agents - done);
            }
        }
    }
}

/// Returns whether a number in the agents' bytes has a column that no window fills.
static bool is_apart(const blocks *b, uint32_t number) {
    const uint8_t flags = code_flags(b->code)[b->code->columns.first_agent + number];
    return (number == 0 || flags != 0) && ((flags & CROWD_IN_WINDOW) == 0 || window_count(b) == 0);
}

static void open_agents(blocks *b) {
    const column_map *m = &b->code->columns;
    if (split_agents(b)) {
        return;
    }
    read_windows(b);
    for (uint32_t i = 0; i < m->agent.count; i++) {  // lanes without an agent: slots of a stopped one
        if (is_apart(b, i)) {
            const agent_column c = agent_column_at(&m->agent, i);
            open_column(b, (lanes_column)(m->first_agent + i), agent_source(b, c.offset, c.width));
        }
    }
}

static void open_columns(blocks *b) {
    const column_map *m = &b->code->columns;
    const uint8_t *flags = code_flags(b->code);
    open_agents(b);
    for (uint32_t field = 0; field < m->field_count; field++) {
        lanes_column column = (lanes_column)(m->first_field + field);
        if (flags[column] != 0 && !b->read_only[column]) {
            open_column(b, column, field_source(b, field));
        }
    }
}

static void close_agents(const blocks *b) {
    const column_map *m = &b->code->columns;
    if (join_agents(b)) {
        return;
    }
    write_windows(b);
    for (uint32_t i = 0; i < m->agent.count; i++) {
        if (is_apart(b, i)) {
            const agent_column c = agent_column_at(&m->agent, i);
            close_column(b, (lanes_column)(m->first_agent + i), agent_source(b, c.offset, c.width));
        }
    }
}

static void close_columns(const blocks *b) {
    const column_map *m = &b->code->columns;
    const uint8_t *flags = code_flags(b->code);
    close_agents(b);
    for (uint32_t field = 0; field < m->field_count; field++) {
        lanes_column column = (lanes_column)(m->first_field + field);
        if (flags[column] != 0) {
            close_column(b, column, field_source(b, field));
        }
    }
}

void wits_crowd_blocks_write_back(const blocks *b) {
    if (b->group != NULL) {
        wits_crowd_groups_write_back(b);
    } else {
        close_columns(b);
    }
}

void wits_crowd_blocks_read_again(blocks *b) {
    if (b->group != NULL) {
        wits_crowd_groups_read_again(b);
    } else {
        open_columns(b);
    }
}

/// Fields that all agents share: their value in every lane, once for a slice.
static void open_shared(blocks *b) {
    const column_map *m = &b->code->columns;
    for (uint32_t field = 0; field < m->field_count; field++) {
        lanes_column column = (lanes_column)(m->first_field + field);
        if (code_flags(b->code)[column] == 0 || b->crowd->columns[field].stride != 0) {
            continue;
        }
        b->read_only[column] = 1;
        b->has_shared = true;
        uint32_t width = wits_expr_field_size(b->crowd->columns[field].type);
        for (uint32_t i = 0; i < b->block; i++) {
            memcpy((char *)b->own[column] + (size_t)i * width, b->crowd->columns[field].base,
                   width == 1   ? 1
                   : width == 2 ? 2
                                : 4);
        }
        b->columns[column] = b->own[column];
    }
}

// ----------------------------------------------------------------------------------------------------------------- ids

/// The ids of the block's agents, where they do not follow one another.
static void open_ids(blocks *b) {
    b->lanes.first_id = crowd_id(b->crowd, b->first);
    b->lanes.ids = NULL;
    if (b->crowd->ids == NULL) {
        return;
    }
    for (uint32_t i = 0; i < b->lanes.count; i++) {
        b->ids[i] = i < b->agents ? b->crowd->ids[b->first + i] : 0;
    }
    b->lanes.ids = b->ids;
}

static void open_due(blocks *b, uint8_t *due) {
    for (uint32_t i = 0; i < b->agents && b->run->decide_every > 1; i++) {
        due[i] = crowd_is_due(b->run, crowd_id(b->crowd, b->first + i)) ? 0xFF : 0;
    }
}

// ---------------------------------------------------------------------------------------------------------- the blocks

static void run_masks(blocks *b, bool decides, bool updates) {
    const lanes_op *code = code_at(b->code, b->code->code_offset);
    b->lanes.count = (b->agents + LANES_STEP - 1) / LANES_STEP * LANES_STEP;
    open_columns(b);
    if (b->code->needs_ids) {
        open_ids(b);
    }
    open_due(b, b->own[b->code->columns.due]);
    if (decides) {
        wits_expr_lanes_run(b->kernels, code, b->code->decide_start, &b->lanes);
    }
    if (updates) {
        wits_expr_lanes_run(b->kernels, code, b->code->update_start, &b->lanes);
    }
    close_columns(b);
}

static void run_block(blocks *b, wits_verb verb, bool groups) {
    b->record_count = 0;
    b->value_count = 0;
    if (groups) {
        open_due(b, b->all_due);
        wits_crowd_groups_run_block(b, verb);
        if (verb != WITS_VERB_DECIDE && b->code->updates_by_masks) {
            run_masks(b, false, true);
        }
    } else {
        run_masks(b, verb != WITS_VERB_UPDATE, verb != WITS_VERB_DECIDE);
    }
    if (b->record_count != 0) {
        wits_crowd_host_flush(b);
    }
}

/// Returns how many agents the next block may have, so that the list has room for everything they may add.
static uint64_t fitting(const blocks *b, wits_verb verb) {
    const wits_list *list = b->run->list;
    const uint32_t each = b->code->brain->list_room[verb], values = b->code->brain->argument_room[verb];
    if (!b->code->has_host_actions || each == 0) {
        return b->block;
    }
    WITS_ASSERT(list != NULL);
    if (list == NULL || !list_has_arguments(b->code->brain, list, verb)) {
        return 0;
    }
    const uint32_t by_records = (list->capacity - list->count) / each;
    const uint32_t by_values = values != 0 ? (list->argument_capacity - list->argument_count) / values : by_records;
    return by_records < by_values ? by_records : by_values;
}

uint64_t wits_crowd_blocks_run(const wits_crowd *crowd, uint64_t first, uint64_t count, const wits_crowd_run *run,
                               wits_verb verb, bool groups) {
    WITS_ASSERT(run->scratch != NULL && (uintptr_t)run->scratch % 64 == 0);
    blocks b = {
        .crowd = crowd, .run = run, .code = crowd->code, .block = wits_crowd_blocks_size(crowd->code, run->block)};
    scratch s = {.memory = run->scratch};
    take_all(&b, &s);
    memset(b.own[b.code->columns.due], 0xFF, b.block);
    memset(b.all_due, 0xFF, b.block);
    open_shared(&b);
    b.kernels = wits_crowd_simd_kernels(run->simd);
    b.lanes = (lanes_block){.columns = b.columns,
                            .tables = code_at(b.code, b.code->tables_offset),
                            .tick = run->tick,
                            .read_only = b.has_shared ? b.read_only : NULL,
                            .sink = b.code->columns.sink,
                            .any = &b.any,
                            .nan_count = run->nan_scores,
                            .seed = run->seed,
                            .user = &b,
                            .condition = wits_crowd_host_condition,
                            .score = wits_crowd_host_score,
                            .list = wits_crowd_host_list,
                            .data = wits_crowd_host_data,
                            .step = wits_crowd_host_step,
                            .targets = wits_crowd_pairs_score,
                            .target_field = wits_crowd_pairs_read};
    uint64_t done = 0;
    while (done < count) {  // each iteration is a block
        uint64_t left = count - done;
        uint64_t room = fitting(&b, verb);
        uint64_t agents = left < b.block ? left : b.block;
        agents = agents < room ? agents : room;
        if (agents == 0) {
            break;
        }
        b.first = first + done;
        b.agents = (uint32_t)agents;
        run_block(&b, verb, groups);
        done += agents;
    }
    return done;
}
