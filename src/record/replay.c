// SPDX-License-Identifier: MIT
// Replays a recording: changes are checked, then applied; then the call is described.
#include "record/replay.h"
#include "core/compile/tables.h"
#include "expr/expr.h"

#include <string.h>

static void complain_replay(wits_report *report, wits_problem_code code, const char *value) {
    wits_core_report_add(report, code, WITS_TABLE_RECORDING, 0, NULL, NULL, value,
                         value != NULL ? (uint32_t)strlen(value) : 0);
}

// -------------------------------------------------------------------------------------------------------------- memory

static uint32_t slots_for(uint64_t answers) {
    uint32_t slots = 8;
    while (slots < 2 * answers && slots < 0x80000000u) {
        slots *= 2;
    }
    return slots;
}

static void place_replay(wits_replay *r, const wits_recording *recording, const wits_brain *brain,
                         const recorded_shape *of, placed_memory *from) {
    const uint64_t answers = recording->most_answers, rows = recording->most_rows;
    uint16_t *columns = take_memory(from, of->start.column_count * 2u);
    uint16_t *functions = take_memory(from, of->function_count * 2u);
    uint16_t *kinds = take_memory(from, of->start.kind_count * 2u);
    uint16_t *arrays_of = take_memory(from, brain->target_field_count * 2u);
    uint16_t *first_array = take_memory(from, brain->target_count * 2u);
    uint32_t *array_rows = take_memory(from, of->array_count * 4u);
    uint32_t *checked_rows = take_memory(from, of->array_count * 4u);
    uint8_t *arrays = take_memory(from, of->array_count * padded(rows * 4));
    wits_target_list *lists = take_memory(from, brain->target_count * sizeof *lists);
    wits_column *list_columns = take_memory(from, brain->target_field_count * sizeof *list_columns);
    replay_answer *all = take_memory(from, answers * sizeof *all);
    uint32_t *slots = take_memory(from, slots_for(answers) * sizeof *slots);
    answer_table *table = take_memory(from, wits_replay_table_size(brain));
    uint32_t records = 0, values = 0;
    for (uint32_t verb = WITS_VERB_START; verb <= WITS_VERB_TICK; verb++) {
        records = brain->list_room[verb] > records ? brain->list_room[verb] : records;
        values = brain->argument_room[verb] > values ? brain->argument_room[verb] : values;
    }
    wits_action_record *room = take_memory(from, records * sizeof *room);
    uint32_t *value_room = take_memory(from, values * sizeof *value_room);
    if (r != NULL) {
        memset(slots, 0, slots_for(answers) * sizeof *slots);
        memset(array_rows, 0, of->array_count * sizeof *array_rows);
        *r = (wits_replay){
            .recording = *recording,
            .of = *of,
            .brain = brain,
            .columns = columns,
            .functions = functions,
            .kinds = kinds,
            .arrays_of = arrays_of,
            .first_array = first_array,
            .array_rows = array_rows,
            .checked_rows = checked_rows,
            .arrays = arrays,
            .array_stride = (size_t)padded(rows * 4),
            .lists = lists,
            .list_columns = list_columns,
            .answers = all,
            .answer_capacity = answers,
            .slots = slots,
            .slot_mask = slots_for(answers) - 1,
            .table = table,
            .list = {.records = room, .capacity = records, .arguments = value_room, .argument_capacity = values}};
    }
}

size_t wits_replay_size(const wits_recording *recording, const wits_brain *brain) {
    if (recording == NULL || recording->bytes == NULL || brain == NULL) {
        return 0;
    }
    recorded_shape of;
    placed_memory nothing = {.used = padded(sizeof(wits_replay))};
    wits_record_shape(recording, &of);
    place_replay(NULL, recording, brain, &of, &nothing);
    return nothing.used <= SIZE_MAX / 2 && recording->most_answers < 0x40000000u ? (size_t)nothing.used : 0;
}

// ---------------------------------------------------------------------------------------------------------------- maps

static uint16_t find_column(const wits_replay *r, const shape_field *old) {
    const wits_agents *to = r->to;
    if (old->is_own) {
        for (uint32_t i = 0; i < to->own_count; i++) {
            if (strcmp(to->own[i].name, old->name) == 0 && to->own[i].type == old->type) {
                return (uint16_t)(r->brain->field_count + i);
            }
        }
        return WITS_NONE;
    }
    const uint32_t field = r->old.brain != NULL ? wits_versions_field(r->migrating.conversion.versions, old->row)
                                                : wits_find_field(r->brain, old->name);
    if (field == WITS_NONE || wits_field_type(r->brain, field) != old->type ||
        wits_field_value_count(r->brain, field) < old->value_count) {
        return WITS_NONE;
    }
    const char *value = old->values;
    for (uint32_t i = 0; i < old->value_count; i++, value += strlen(value) + 1) {
        if (strcmp(value, wits_field_value_name(r->brain, field, i)) != 0) {
            return WITS_NONE;
        }
    }
    return (uint16_t)field;
}

static void match_columns(wits_replay *r) {
    for (shape_field old = {0}; wits_snapshot_next_field(&r->of.start, &old);) {
        r->columns[old.row] = find_column(r, &old);
    }
}

static void match_functions(wits_replay *r) {
    const char *name = r->of.function_names;
    for (uint32_t i = 0; i < r->of.function_count; i++, name += strlen(name) + 1) {
        r->functions[i] = (uint16_t)wits_find_function(r->brain, name);
    }
}

/// Finds the array of a field of the brain's kind; WITS_NONE if it was not recorded, or with another type.
static uint16_t find_array(const wits_replay *r, uint32_t old_kind, uint32_t kind, uint32_t field) {
    recorded_array array;
    for (uint32_t number = 0; wits_record_array(&r->of, number, &array); number++) {
        if (array.kind == old_kind && array.field != NULL &&
            strcmp(array.name, wits_target_field_name(r->brain, kind, field)) == 0 &&
            array.field[TARGET_TYPE] == wits_target_field_type(r->brain, kind, field) &&
            array.field[TARGET_IS_OWN] == wits_target_field_is_own(r->brain, kind, field) &&
            bytes_get16(array.field + TARGET_VALUES) == wits_target_field_value_count(r->brain, kind, field)) {
            return (uint16_t)number;
        }
    }
    return WITS_NONE;
}

/// Kinds of targets have their names after those of states and events.
static void match_targets(wits_replay *r) {
    const char *name = r->of.start.names;
    for (uint32_t i = 0; i < r->of.start.state_count + r->of.start.event_count; i++) {
        name += strlen(name) + 1;
    }
    for (uint32_t kind = 0; kind < r->brain->target_count; kind++) {
        r->first_array[kind] = WITS_NONE;
    }
    for (uint32_t i = 0; i < r->brain->target_field_count; i++) {
        r->arrays_of[i] = WITS_NONE;
    }
    uint32_t first = 0;
    for (uint32_t old = 0; old < r->of.start.kind_count; old++, name += strlen(name) + 1) {
        const uint32_t kind = wits_find_target_kind(r->brain, name);
        uint32_t first_field = 0;
        r->kinds[old] = (uint16_t)kind;
        for (uint32_t i = 0; i < kind && kind != WITS_NONE; i++) {
            first_field += wits_target_field_count(r->brain, i);
        }
        for (uint32_t field = 0; kind != WITS_NONE && field < wits_target_field_count(r->brain, kind); field++) {
            r->arrays_of[first_field + field] = find_array(r, old, kind, field);
        }
        if (kind != WITS_NONE) {
            r->first_array[kind] = (uint16_t)first;
        }
        first += ARRAY_FIELDS + r->of.field_counts[old];
    }
}

// --------------------------------------------------------------------------------------------------------------- begin

static bool check_agents_fit(const wits_recording *recording, const wits_agents *to, wits_report *report) {
    if (recording == NULL || recording->bytes == NULL || to == NULL || to->brain == NULL || to->first != 0 ||
        to->count != recording->start.count) {
        complain_replay(report, WITS_PROBLEM_RECORDING_AGENTS, NULL);
        return false;
    }
    return true;
}

/// The shape of the old brain is needed if the brain is another one, or was compiled by another machine or library.
static bool open_recorded_brain(wits_replay *r, wits_report *report) {
    const wits_snapshot *start = &r->recording.start;
    if (start->brain_hash == wits_brain_hash(r->brain) && start->agent_size == wits_agent_size(r->brain)) {
        return true;
    }
    return wits_snapshot_make_brain(start, r->how->allocator, &r->old, report) &&
           wits_snapshot_begin_migration(&r->migrating, r->old.brain, r->to, r->how, report);
}

/// Offset of the chunk after the start's snapshot.
static uint64_t after_start(const wits_replay *r) {
    chunk at = {.next = RECORDING_BYTES};
    while (at.type != CHUNK_START && wits_record_chunk(r->recording.bytes, r->recording.readable, at.next, &at)) {}
    return at.next;
}

wits_replay *wits_replay_begin(const wits_recording *recording, wits_agents *to, const wits_migration *how,
                               void *memory, size_t size, wits_report *report) {
    if (!check_agents_fit(recording, to, report)) {
        return NULL;
    }
    const size_t needed = wits_replay_size(recording, to->brain);
    if (needed == 0 || memory == NULL || size < needed || (uintptr_t)memory % 8 != 0) {
        wits_problem *problem =
            wits_core_report_add(report, WITS_PROBLEM_REPLAY_MEMORY, WITS_TABLE_RECORDING, 0, NULL, NULL, NULL, 0);
        wits_core_problem_bytes(problem, size, needed);
        return NULL;
    }
    if (!wits_snapshot_load(&recording->start, 0, to, how, report)) {
        return NULL;
    }
    wits_replay *r = memory;
    recorded_shape of;
    placed_memory rest = {.base = memory, .used = padded(sizeof *r)};
    wits_record_shape(recording, &of);
    place_replay(r, recording, to->brain, &of, &rest);
    r->to = to;
    r->how = how;
    if (!open_recorded_brain(r, report)) {
        wits_replay_end(r);
        return NULL;
    }
    match_columns(r);
    match_functions(r);
    match_targets(r);
    wits_replay_open_answers(r);
    r->start = after_start(r);
    r->at = r->start;
    return r;
}

void wits_replay_end(wits_replay *r) {
    if (r != NULL) {
        wits_snapshot_end_migration(&r->migrating);
        wits_snapshot_release_brain(&r->old, r->how->allocator);
        r->migrating = (migrating){0};
        r->has_ended = true;
    }
}

// ------------------------------------------------------------------------------------------------------------- changes

bool wits_replay_column(const wits_replay *r, uint32_t recorded, wits_column *to, uint32_t *number) {
    if ((r->of.flags[recorded] & COLUMN_RECORDED) == 0 || r->columns[recorded] == WITS_NONE) {
        return false;
    }
    *number = r->columns[recorded];
    return wits_snapshot_column(r->to, *number, to) && !to->read_only;
}

void wits_replay_write_column(const wits_replay *r, uint32_t recorded, uint64_t first, uint64_t rows,
                              const uint8_t *values) {
    wits_column column;
    uint32_t number;
    if (recorded == r->of.start.column_count) {
        copy_values_of((uint8_t *)(r->to->ids + first), 8, values, 8, 8, rows);
        return;
    }
    if (!wits_replay_column(r, recorded, &column, &number)) {
        return;
    }
    const uint32_t width = wits_expr_field_size(column.type);
    const bool is_shared = (r->of.flags[recorded] & COLUMN_SHARED) != 0;
    const uint64_t count = is_shared && column.stride != 0 ? r->of.count : rows;
    copy_values_of((uint8_t *)column.base + first * column.stride, column.stride, values, is_shared ? 0 : width, width,
                   column.stride == 0 ? 1 : count);
}

void wits_replay_raise(const wits_replay *r, void *agent, uint64_t events) {
    for (; events != 0; events &= events - 1) {
        const uint32_t event = replay_event(r, lowest_bit(events));
        if (event != WITS_NONE) {
            (void)wits_raise(r->brain, agent, event);
        }
    }
}

static bool check_set(void *user, uint64_t row, const uint8_t *agent) {
    const wits_replay *r = user;
    (void)row;
    const wits_brain *brain = r->old.brain != NULL ? r->old.brain : r->brain;
    return wits_agent_is_valid(brain, agent, r->of.agent_size);
}

static bool apply_raised(void *user, uint64_t row, uint64_t events) {
    wits_replay *r = user;
    wits_replay_raise(r, agent_at_row(r->to, row), events);
    return true;
}

static bool apply_set(void *user, uint64_t row, const uint8_t *agent) {
    wits_replay *r = user;
    if (r->old.brain != NULL) {
        wits_snapshot_migrate_agent(&r->migrating, agent, id_at_row(r->to, row), row);
    } else {
        memcpy(agent_at_row(r->to, row), agent, r->of.agent_size);
    }
    return true;
}

static void apply_column(void *user, uint32_t column, uint64_t first, uint64_t rows, const uint8_t *values) {
    wits_replay_write_column(user, column, first, rows, values);
}

static void apply_array(void *user, const recorded_array *array, uint32_t number, uint64_t first, uint64_t rows,
                        const uint8_t *values) {
    wits_replay *r = user;
    copy_values_of(r->arrays + number * r->array_stride + first * array->width, array->width, values, array->width,
                   array->width, rows);
}

/// Checks all agents before anything of the chunk is applied. All else was checked when the recording was opened.
static bool apply_changes(wits_replay *r, const chunk *at) {
    const changes_visitor check = {.set = check_set, .user = r};
    const changes_visitor apply = {
        .raised = apply_raised, .set = apply_set, .column = apply_column, .array = apply_array, .user = r};
    memcpy(r->checked_rows, r->array_rows, r->of.array_count * sizeof *r->checked_rows);
    return wits_record_read_changes(&r->of, at, r->checked_rows, &check) &&
           wits_record_read_changes(&r->of, at, r->array_rows, &apply);
}

// ---------------------------------------------------------------------------------------------------------------- next

static void describe_call(const wits_replay *r, const chunk *at, wits_recorded_call *call) {
    const uint8_t *from = at->bytes;
    const wits_state_id state = replay_state(r, bytes_get16(from + CALL_STATE));
    const uint32_t verb = from[CALL_VERB];
    const bool is_possible_call =
        state != WITS_NONE && (state != WITS_ROOT || (verb != WITS_RECORDED_GOTO && verb != WITS_RECORDED_RESTART));
    *call = (wits_recorded_call){.verb = (wits_recorded_verb)verb,
                                 .is_crowd = from[CALL_IS_CROWD] != 0,
                                 .state = state != WITS_NONE ? state : (wits_state_id)WITS_ROOT,
                                 .first = bytes_get64(from + CALL_FIRST),
                                 .count = is_possible_call ? bytes_get64(from + CALL_COUNT) : 0,
                                 .tick = bytes_get32(from + CALL_TICK),
                                 .seed = bytes_get64(from + CALL_SEED),
                                 .mode = (wits_mode)from[CALL_MODE],
                                 .decide_every = bytes_get32(from + CALL_DECIDE_EVERY),
                                 .block = bytes_get32(from + CALL_BLOCK),
                                 .path = (wits_crowd_path)from[CALL_PATH],
                                 .targets = r->brain->target_count != 0 ? r->lists : NULL};
}

static bool end_replay(wits_replay *r, wits_report *report, const char *fault) {
    r->has_ended = true;
    if (fault != NULL) {
        complain_replay(report, WITS_PROBLEM_RECORDING_CORRUPT, fault);
    }
    return false;
}

bool wits_replay_next(wits_replay *r, wits_recorded_call *call, wits_report *report) {
    if (r == NULL || r->has_ended) {
        return false;
    }
    wits_replay_clear_answers(r);
    r->result = WITS_REPLAY_NOT_COMPARED;
    for (chunk at;
         r->at < r->recording.readable && wits_record_chunk(r->recording.bytes, r->recording.readable, r->at, &at);) {
        r->at = at.next;
        switch (at.type) {
        case CHUNK_CHANGES:
            if (!apply_changes(r, &at)) {
                return end_replay(r, report, "its changes have an agent that the brain could not have made");
            }
            break;
        case CHUNK_KEYFRAME:
            wits_replay_check_keyframe(r, &at);
            memset(r->array_rows, 0, r->of.array_count * sizeof *r->array_rows);
            break;
        case CHUNK_HASHES:
            wits_replay_check_hashes(r, &at);
            break;
        case CHUNK_ANSWERS:
            if (!wits_replay_add_answers(r, &at)) {
                return end_replay(r, report, "its answers");
            }
            break;
        case CHUNK_CALL:
            if (!wits_replay_make_lists(r)) {
                return end_replay(r, report, "its lists of targets");
            }
            describe_call(r, &at, call);
            r->to->tick = call->tick;
            r->to->seed = call->seed;
            return true;
        default:
            break;
        }
    }
    return end_replay(r, report, NULL);
}

bool wits_replay_seek(wits_replay *r, uint32_t tick, wits_report *report) {
    if (r == NULL) {
        return false;
    }
    wits_snapshot best = r->recording.start;
    uint64_t found = r->start;
    chunk at;
    for (uint64_t offset = found; wits_record_chunk(r->recording.bytes, r->recording.readable, offset, &at);
         offset = at.next) {
        wits_snapshot saved;
        if (at.type == CHUNK_KEYFRAME && wits_snapshot_open(&saved, at.bytes, (size_t)at.size, NULL) &&
            saved.tick - r->recording.start.tick <= tick - r->recording.start.tick) {
            best = saved;
            found = at.next;
        }
    }
    if (!wits_snapshot_load(&best, 0, r->to, r->how, report)) {
        return false;
    }
    r->at = found;
    r->has_ended = false;
    r->result = WITS_REPLAY_NOT_COMPARED;
    memset(r->array_rows, 0, r->of.array_count * sizeof *r->array_rows);
    wits_replay_clear_answers(r);
    return true;
}
