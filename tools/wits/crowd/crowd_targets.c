// SPDX-License-Identifier: MIT
// The target lists of all agents, tick by tick.
#include "crowd/crowd_targets.h"

#include "common/memory.h"
#include "crowd/crowd_sim.h"
#include "crowd/ranks.h"

#include <stdlib.h>
#include <string.h>

/// Ticks from one draw to the next. In between, numbers are interpolated linearly.
enum { DRIFT_TICKS = 30 };

static uint32_t fields_of(const target_supply *s) {
    return s->kind->field_count;
}

// --------------------------------------------------------------------------------------------------------------- files

/// Gives all agents the same rows: a list without offsets.
static void share_rows(target_supply *s, wits_target_list *list, size_t first, size_t end) {
    const target_file *file = &s->from->file;
    const bool is_empty = first == end || file->rows[first].id == WITS_NO_TARGET;
    list->count = is_empty ? 0 : (uint32_t)(end - first);
    list->ids = s->ids + first;
    for (uint32_t field = 0; field < fields_of(s); field++) {
        s->columns[field].base = file->values + (first * fields_of(s) + field) * TARGET_VALUE;
    }
}

/// Returns the row of an agent in the range, or the number of rows if it is not in it.
static uint64_t row_of_agent(const crowd_range *among, uint64_t id) {
    if (among->ids == NULL) {
        return id >= among->first && id - among->first < among->count ? id - among->first : among->count;
    }
    uint64_t lo = 0, hi = among->count;
    while (lo < hi) {  // ids ascend
        const uint64_t middle = lo + (hi - lo) / 2;
        if (among->ids[middle] < id) {
            lo = middle + 1;
        } else {
            hi = middle;
        }
    }
    return lo < among->count && among->ids[lo] == id ? lo : among->count;
}

/// Notes the location of each agent's rows from `first` to `end`, which are sorted by agent.
static void note_agents(const crowd_targets *of, target_supply *s, size_t first, size_t end) {
    const target_row *rows = s->from->file.rows;
    for (size_t i = first; i < end;) {  // one agent in each iteration
        const size_t begin = i;
        while (i < end && rows[i].agent == rows[begin].agent) {
            i++;
        }
        const uint64_t agent = row_of_agent(&of->agents, rows[begin].agent);
        if (agent < of->agents.count) {
            s->first[agent] = begin;
            s->count[agent] = rows[begin].id == WITS_NO_TARGET ? 0 : i - begin;
        }
    }
}

/// Reserves memory for copies of this many rows.
static void make_room(target_supply *s, size_t rows) {
    const size_t had = s->capacity;
    if (rows <= had && had > 0) {
        return;
    }
    s->capacity = rows + rows / 2 + 16;
    free(s->ids);
    s->ids = allocate(s->capacity, sizeof *s->ids);
    for (uint32_t field = 0; field < fields_of(s); field++) {
        free(s->after[field]);
        s->after[field] = allocate(s->capacity, TARGET_VALUE);
        s->columns[field].base = s->after[field];
    }
}

/// Copies the rows of all agents, one agent after another.
static void copy_rows(const crowd_targets *of, target_supply *s, wits_target_list *list) {
    const target_file *file = &s->from->file;
    size_t all = 0;
    for (uint64_t agent = 0; agent < of->agents.count; agent++) {
        all += s->count[agent];
    }
    make_room(s, all);
    size_t to = 0;
    for (uint64_t agent = 0; agent < of->agents.count; agent++) {
        s->offsets[agent] = (uint32_t)to;
        for (size_t i = 0; i < s->count[agent]; i++, to++) {
            const size_t row = s->first[agent] + i;
            s->ids[to] = file->rows[row].id;
            for (uint32_t field = 0; field < fields_of(s); field++) {
                memcpy(s->after[field] + to * TARGET_VALUE, file->values + (row * fields_of(s) + field) * TARGET_VALUE,
                       TARGET_VALUE);
            }
        }
    }
    s->offsets[of->agents.count] = (uint32_t)to;
    list->ids = s->ids;
    list->count = (uint32_t)to;
    list->offsets = s->offsets;
}

static void read_on(const crowd_targets *of, target_supply *s, wits_target_list *list, uint32_t tick) {
    const target_file *file = &s->from->file;
    bool is_new = false;
    while (s->next < file->row_count && file->rows[s->next].tick <= tick) {  // one tick's rows in each iteration
        const size_t first = s->next;
        const uint32_t of_tick = file->rows[first].tick;
        while (s->next < file->row_count && file->rows[s->next].tick == of_tick) {
            s->next++;
        }
        is_new = true;
        if (file->has_agents) {
            note_agents(of, s, first, s->next);
        } else {
            share_rows(s, list, first, s->next);
        }
    }
    if (is_new && file->has_agents) {
        copy_rows(of, s, list);
    }
}

// ------------------------------------------------------------------------------------------------------------- numbers

/// Returns the number of values of a field: one for each pair, or one for each target.
static size_t value_count(const crowd_targets *of, const target_supply *s, uint32_t field) {
    return s->kind->fields[field].own ? s->from->count : (size_t)of->agents.count * s->from->count;
}

/// Evaluates the settings for this many targets. Evaluates all fields, but keeps only those whose `own` matches.
static void draw_values(const crowd_targets *of, const target_supply *s, uint32_t number, bool own,
                        unsigned char *const *to) {
    const sets *set = &s->from->set;
    const size_t count = own ? s->from->count : (size_t)of->agents.count * s->from->count;
    unsigned char *agents = memory_take(wits_agent_size(set->brain) * count);
    wits_column *columns = allocate(fields_of(s) + 1, sizeof *columns);
    void *code = NULL;
    unsigned char **others = allocate(fields_of(s) + 1, sizeof *others);
    for (uint32_t field = 0; field < fields_of(s); field++) {
        const bool is_kept = s->kind->fields[field].own == own;
        others[field] = is_kept ? NULL : allocate(count, TARGET_VALUE);
        columns[field] = (wits_column){
            .base = is_kept ? to[field] : others[field], .stride = TARGET_VALUE, .type = s->kind->fields[field].type};
    }
    wits_crowd crowd = {.count = count,
                        .first_id = own ? 0 : of->agents.first * s->from->count,
                        .agents = agents,
                        .columns = columns,
                        .code = crowd_sim_prepare(set->brain, &code)};
    void *scratch = memory_take(wits_crowd_scratch_size(crowd.code, 0));
    wits_list list = {0};
    if (agents != NULL && scratch != NULL) {
        memset(agents, 0, wits_agent_size(set->brain) * count);
        const wits_crowd_run run = {
            .tick = number, .seed = of->seed ^ (own ? UINT64_MAX : 0), .scratch = scratch, .list = &list};
        for (size_t i = 0; i < set->count; i++) {
            wits_crowd_set_state(&crowd, 0, count, &run, set->items[i].state);
            wits_crowd_update(&crowd, 0, count, &run);
        }
    }
    for (uint32_t field = 0; field < fields_of(s); field++) {
        free(others[field]);
    }
    free(others);
    free(agents);
    free(columns);
    free(code);
    free(scratch);
}

/// Clamps values to their field's range.
static void keep_to_range(const crowd_targets *of, const target_supply *s, uint32_t field, unsigned char *values) {
    const wits_promise *promise = &of->from->promises->target_fields[s->kind - of->from->desc->targets][field];
    const wits_type type = s->kind->fields[field].type;
    const size_t count = promise->has_range ? value_count(of, s, field) : 0;
    for (size_t i = 0; i < count; i++) {
        unsigned char *value = values + i * TARGET_VALUE;
        value_put(type, value, value_in_range(promise, value_at(type, value)));
    }
}

static void draw(const crowd_targets *of, const target_supply *s, uint32_t number, unsigned char *const *to) {
    if (s->from->set.brain != NULL) {
        draw_values(of, s, number, false, to);
        draw_values(of, s, number, true, to);
    }
    for (uint32_t field = 0; field < fields_of(s); field++) {
        keep_to_range(of, s, field, to[field]);
    }
}

/// Interpolates numbers between two draws. Values that are not floats stay until the next draw.
static void drift(const crowd_targets *of, target_supply *s, uint32_t field, float part) {
    const size_t count = value_count(of, s, field);
    unsigned char *now = s->columns[field].base;
    if (s->kind->fields[field].type != WITS_TYPE_FLOAT) {
        memcpy(now, s->before[field], count * TARGET_VALUE);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        float from, to;
        memcpy(&from, s->before[field] + i * TARGET_VALUE, sizeof from);
        memcpy(&to, s->after[field] + i * TARGET_VALUE, sizeof to);
        const float between = from + (to - from) * part;
        value_put(WITS_TYPE_FLOAT, now + i * TARGET_VALUE, (double)between);
    }
}

static void draw_on(const crowd_targets *of, target_supply *s, uint32_t tick) {
    const uint32_t number = tick / DRIFT_TICKS;
    if (!s->has_drawn || number != s->drawn) {
        if (s->has_drawn && number == s->drawn + 1) {
            unsigned char **drawn = s->before;
            s->before = s->after;
            s->after = drawn;
        } else {
            draw(of, s, number, s->before);
        }
        draw(of, s, number + 1, s->after);
        s->drawn = number;
        s->has_drawn = true;
    }
    for (uint32_t field = 0; field < fields_of(s); field++) {
        drift(of, s, field, (float)(tick % DRIFT_TICKS) / (float)DRIFT_TICKS);
    }
}

/// Gives each agent the targets 0, 1 and so on.
static bool begin_number(const crowd_targets *of, target_supply *s, wits_target_list *list) {
    const uint32_t count = s->from->count;
    const uint64_t all = of->agents.count * count;
    const uint64_t bytes = all * (2 * sizeof *s->ids + (uint64_t)fields_of(s) * 3 * TARGET_VALUE);
    if (all > UINT32_MAX || bytes > memory_free() / 2) {
        say_error("not enough memory for %llu agents with %u targets each", (unsigned long long)of->agents.count,
                  (unsigned)count);
        return false;
    }
    s->ids = allocate((size_t)all, sizeof *s->ids);
    s->own_rows = allocate((size_t)all, sizeof *s->own_rows);
    for (uint64_t row = 0; row < all; row++) {
        s->ids[row] = s->own_rows[row] = (uint32_t)(row % count);
    }
    for (uint64_t agent = 0; agent <= of->agents.count; agent++) {
        s->offsets[agent] = (uint32_t)(agent * count);
    }
    for (uint32_t field = 0; field < fields_of(s); field++) {
        const size_t values = value_count(of, s, field);
        s->before[field] = allocate(values, TARGET_VALUE);
        s->after[field] = allocate(values, TARGET_VALUE);
        s->columns[field].base = allocate(values, TARGET_VALUE);
    }
    *list = (wits_target_list){.ids = s->ids,
                               .count = (uint32_t)all,
                               .columns = s->columns,
                               .own_rows = s->own_rows,
                               .own_count = count,
                               .offsets = s->offsets};
    return true;
}

// ----------------------------------------------------------------------------------------------------------- all kinds

/// Sorts a file's rows by agent within each tick, if they name agents.
static bool begin_kind(const crowd_targets *of, uint32_t kind) {
    target_supply *s = &of->kinds[kind];
    s->from = &of->from->kinds[kind];
    s->kind = &of->from->desc->targets[kind];
    const target_file *file = &s->from->file;
    const bool is_file = file->row_count > 0, has_agents = is_file && file->has_agents;
    const uint64_t agents = has_agents || s->from->count > 0 ? of->agents.count : 0;
    s->columns = allocate(fields_of(s) + 1, sizeof *s->columns);
    s->before = allocate(fields_of(s) + 1, sizeof *s->before);
    s->after = allocate(fields_of(s) + 1, sizeof *s->after);
    s->offsets = allocate((size_t)agents + 1, sizeof *s->offsets);
    s->first = allocate(has_agents ? (size_t)agents : 0, sizeof *s->first);
    s->count = allocate(has_agents ? (size_t)agents : 0, sizeof *s->count);
    for (uint32_t field = 0; field < fields_of(s); field++) {
        const size_t stride = is_file && !has_agents ? (size_t)fields_of(s) * TARGET_VALUE : TARGET_VALUE;
        s->columns[field] = (wits_column){.stride = stride, .type = s->kind->fields[field].type};
    }
    of->lists[kind].columns = s->columns;
    if (s->from->count > 0) {
        return begin_number(of, s, &of->lists[kind]);
    }
    if (is_file && !has_agents) {
        s->ids = allocate(file->row_count, sizeof *s->ids);
        for (size_t row = 0; row < file->row_count; row++) {
            s->ids[row] = file->rows[row].id;
        }
    }
    return true;
}

bool crowd_targets_begin(const target_sources *from, crowd_range agents, uint64_t seed, crowd_targets *to) {
    *to = (crowd_targets){.from = from, .agents = agents, .seed = seed};
    const uint32_t kinds = from->desc->target_count;
    to->kinds = allocate(kinds + 1, sizeof *to->kinds);
    to->lists = allocate(kinds + 1, sizeof *to->lists);
    bool good = true;
    for (uint32_t kind = 0; kind < kinds && good; kind++) {
        good = begin_kind(to, kind);
    }
    return good;
}

static void say_absent(const crowd_targets *of, const target_file *file) {
    const target_row *first = NULL;
    size_t absent = 0;
    uint64_t *there = allocate(file->row_count, sizeof *there);  // for each row: number of ranks that have its agent
    for (size_t i = 0; i < file->row_count; i++) {
        there[i] = row_of_agent(&of->agents, file->rows[i].agent) < of->agents.count;
    }
    ranks_sum(there, file->row_count);
    for (size_t i = 0; i < file->row_count; i++) {
        const target_row *row = &file->rows[i];
        if (there[i] == 0) {
            first = first == NULL || row->line < first->line ? row : first;
            absent++;
        }
    }
    free(there);
    if (first != NULL && ranks_mine() == 0) {
        say_at((place){shown_path(file->path), first->line, first->agent_column}, SEVERITY_WARNING,
               "this crowd has no agent %llu; ignoring all %zu rows of missing agents",
               (unsigned long long)first->agent, absent);
    }
}

void crowd_targets_say_absent(const crowd_targets *of) {
    for (uint32_t kind = 0; kind < of->from->desc->target_count; kind++) {
        const target_file *file = &of->from->kinds[kind].file;
        if (file->has_agents) {
            say_absent(of, file);
        }
    }
}

static void end_kind(target_supply *s) {
    const bool owns_columns = s->from != NULL && s->from->count > 0;
    for (uint32_t field = 0; s->kind != NULL && field < fields_of(s); field++) {
        free(s->before[field]);
        free(s->after[field]);
        if (owns_columns) {
            free(s->columns[field].base);
        }
    }
    free(s->columns);
    free(s->before);
    free(s->after);
    free(s->ids);
    free(s->own_rows);
    free(s->offsets);
    free(s->first);
    free(s->count);
}

void crowd_targets_end(crowd_targets *of) {
    for (uint32_t kind = 0; of->kinds != NULL && kind < of->from->desc->target_count; kind++) {
        end_kind(&of->kinds[kind]);
    }
    free(of->kinds);
    free(of->lists);
    *of = (crowd_targets){0};
}

void crowd_targets_rewind(crowd_targets *of) {
    for (uint32_t kind = 0; kind < of->from->desc->target_count; kind++) {
        target_supply *s = &of->kinds[kind];
        const bool has_agents = s->from->file.row_count > 0 && s->from->file.has_agents;
        s->next = 0;
        if (s->from->count == 0) {
            of->lists[kind].count = 0;
        }
        if (has_agents) {
            memset(s->count, 0, (size_t)of->agents.count * sizeof *s->count);
            memset(s->offsets, 0, ((size_t)of->agents.count + 1) * sizeof *s->offsets);
        }
    }
}

void crowd_targets_at(crowd_targets *of, uint32_t tick) {
    for (uint32_t kind = 0; kind < of->from->desc->target_count; kind++) {
        target_supply *s = &of->kinds[kind];
        if (s->from->count > 0) {
            draw_on(of, s, tick);
        } else {
            read_on(of, s, &of->lists[kind], tick);
        }
    }
}
