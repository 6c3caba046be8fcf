// SPDX-License-Identifier: MIT
#include "replay/world.h"

#include "common/memory.h"
#include "common/platform.h"
#include "crowd/crowd_sim.h"

#include <stdlib.h>
#include <string.h>

// -------------------------------------------------------------------------------------------------------------- memory

/// Returns the bytes for the agents, all fields of the brain, also those that the recording lacks, and the replay.
static uint64_t bytes_needed(const replay_world *of) {
    uint64_t row = wits_agent_size(of->brain) + (of->recording.start.has_ids ? sizeof(uint64_t) : 0);
    for (uint32_t field = 0; field < of->desc->field_count; field++) {
        row += type_size(of->desc->fields[field].type);
    }
    return row * of->recording.start.count + of->memory_size;
}

static int say_too_large(const replay_world *of) {
    text needed = {0};
    text_bytes(&needed, bytes_needed(of));
    say_at((place){.file = of->path}, SEVERITY_ERROR,
           "not enough memory: a replay of its %llu agents with the %u fields of %s needs %s",
           (unsigned long long)of->recording.start.count, (unsigned)of->desc->field_count, wits_file_name(of->file),
           text_of(&needed));
    text_free(&needed);
    return STATUS_WRONG;
}

/// A small recording may have many agents, and its brain many fields that were not recorded. Keeps 1/8 of the memory
/// for everything else.
static bool is_room(const replay_world *of) {
    const uint64_t there = memory_free();
    return of->memory_size > 0 && there - there / 8 >= bytes_needed(of);
}

/// Takes memory for the agents. That of fields is zeroed, as a recording may lack some.
static bool take_agents(replay_world *to) {
    const uint64_t count = to->recording.start.count;
    const size_t size = wits_agent_size(to->brain);
    to->columns = allocate(to->desc->field_count, sizeof *to->columns);
    to->agents = (wits_agents){.brain = to->brain,
                               .agents = memory_take(size * count),
                               .count = count,
                               .ids = to->recording.start.has_ids ? memory_take(sizeof(uint64_t) * count) : NULL,
                               .first_id = to->recording.start.first_id,
                               .columns = to->columns};
    bool is_good = to->agents.agents != NULL && (to->agents.ids != NULL || !to->recording.start.has_ids);
    for (uint32_t field = 0; field < to->desc->field_count; field++) {
        const wits_type type = to->desc->fields[field].type;
        to->columns[field] =
            (wits_column){.base = memory_take(type_size(type) * count), .stride = type_size(type), .type = type};
        is_good = is_good && to->columns[field].base != NULL;
    }
    for (uint64_t row = 0; row < count && is_good; row++) {
        wits_set_initial_fields(to->brain, to->columns, (uint32_t)row);
    }
    return is_good;
}

// ---------------------------------------------------------------------------------------------------------------- open

static bool load_recorded_brain(replay_world *to) {
    const wits_recording *from = &to->recording;
    if (from->text_size == 0) {
        say_at((place){.file = to->path}, SEVERITY_ERROR, "the recording has no brain; give its file with --brain");
        return false;
    }
    to->file = accept_brain(wits_file_parse(from->text, from->text_size, to->path, NULL));
    if (to->file == NULL) {
        say_at((place){.file = to->path}, SEVERITY_ERROR,
               "the text in the recording is no brain file of this version of wits; give one with --brain");
    }
    return to->file != NULL;
}

/// Prepares conversions of agents: where a utility must choose a child, it may call functions.
static void prepare_migration(replay_world *to) {
    const uint32_t count = to->desc->function_count;
    to->functions = allocate(count, sizeof *to->functions);
    to->host.values = allocate(count, sizeof *to->host.values);
    for (uint32_t row = 0; row < count; row++) {
        to->functions[row] = host_function(&to->desc->functions[row]);
    }
    to->frame = (wits_frame){.functions = to->functions, .context = &to->host};
    to->how = (wits_migration){.allocator = &memory_allocator, .frame = &to->frame};
    to->how.renames = wits_file_renames(to->file, &to->how.rename_count);
}

static int begin(replay_world *to) {
    enum { PROBLEMS = 8 };
    wits_problem problems[PROBLEMS];
    wits_report report = {problems, PROBLEMS, 0};
    to->same_tick = to->last_tick = to->recording.start.tick;
    to->desc = wits_file_desc(to->file);
    to->brain = wits_file_brain(to->file);
    to->memory_size = wits_replay_size(&to->recording, to->brain);
    if (!is_room(to) || !take_agents(to)) {
        return say_too_large(to);
    }
    prepare_migration(to);
    to->memory = platform_reserve(to->memory_size);
    if (to->memory == NULL) {
        return say_too_large(to);
    }
    to->replay = wits_replay_begin(&to->recording, &to->agents, &to->how, to->memory, (size_t)to->memory_size, &report);
    for (uint32_t i = 0; i < report.count && i < PROBLEMS; i++) {
        say_load_problem(to->path, to->file, &problems[i]);
    }
    to->code = crowd_sim_prepare(to->brain, &to->code_memory);
    to->list = crowd_sim_list(to->brain);
    return to->replay != NULL ? STATUS_DONE : STATUS_WRONG;
}

int replay_world_open_bytes(const char *path, text *bytes, const char *brain, replay_world *to) {
    *to = (replay_world){.path = path, .bytes = *bytes};
    *bytes = (text){0};
    if (!recording_check(path, &to->bytes, &to->recording)) {
        return STATUS_WRONG;
    }
    const bool is_loaded = brain == NULL ? load_recorded_brain(to) : (to->file = load_brain(brain)) != NULL;
    return is_loaded ? begin(to) : STATUS_WRONG;
}

int replay_world_open(const char *path, const char *brain, replay_world *to) {
    text bytes = {0};
    *to = (replay_world){.path = path};
    const int status =
        read_file(path, SIZE_MAX / 2, &bytes) ? replay_world_open_bytes(path, &bytes, brain, to) : (int)STATUS_WRONG;
    text_free(&bytes);
    return status;
}

void replay_world_end(replay_world *of) {
    if (of->has_agent) {
        agent_sim_end(&of->one);
    }
    wits_replay_end(of->replay);
    if (of->memory != NULL) {
        platform_unreserve(of->memory, of->memory_size);
    }
    for (uint32_t field = 0; of->columns != NULL && field < of->desc->field_count; field++) {
        free(of->columns[field].base);
    }
    free(of->columns);
    free(of->agents.agents);
    free(of->agents.ids);
    free(of->functions);
    free(of->host.values);
    free(of->code_memory);
    free(of->scratch);
    free(of->list.records);
    free(of->list.arguments);
    wits_file_free(of->file);
    text_free(&of->bytes);
    *of = (replay_world){.path = of->path};
}

bool replay_world_seek(replay_world *of, uint32_t tick) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    of->calls = 0;
    if (wits_replay_seek(of->replay, tick, &report)) {
        return true;
    }
    say_load_problem(of->path, of->file, &problem);
    return false;
}

bool replay_world_restart(replay_world *of) {
    of->is_again = true;
    return replay_world_seek(of, of->recording.start.tick);
}

// --------------------------------------------------------------------------------------------------------------- calls

/// Notes the first difference. `call` is null at the end.
static void note_comparison(replay_world *to, const wits_recorded_call *call) {
    wits_difference difference;
    const wits_replay_result result = wits_replay_check(to->replay, &difference);
    if (to->is_again || to->differs || result == WITS_REPLAY_NOT_COMPARED) {
        return;
    }
    to->differs = result == WITS_REPLAY_DIFFERS;
    if (to->differs) {
        to->difference = difference;
        to->differs_at_end = call == NULL;
        to->differs_tick = call != NULL ? call->tick : to->last_tick;
    } else {
        to->compared++;
        to->same_tick = call != NULL ? call->tick : to->same_tick;
    }
}

bool replay_world_next(replay_world *of, wits_recorded_call *call) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    if (wits_replay_next(of->replay, call, &report)) {
        note_comparison(of, call);
        of->last_tick = call->tick;
        of->calls++;
        return true;
    }
    note_comparison(of, NULL);
    if (report.count > 0) {
        of->has_failed = true;
        say_load_problem(of->path, of->file, &problem);
    }
    return false;
}

/// Provides memory for a call of a crowd. Without it agents run one after another, with the same results.
static bool take_scratch(replay_world *of, uint32_t block) {
    const size_t size = wits_crowd_scratch_size(of->code, block);
    if (size > of->scratch_size) {
        free(of->scratch);
        of->scratch = memory_take(size);
        of->scratch_size = of->scratch != NULL ? size : 0;
    }
    return of->scratch_size >= size;
}

void replay_world_run(replay_world *of, const wits_recorded_call *call) {
    const bool is_crowd = call->is_crowd && take_scratch(of, call->block);
    const wits_replay_means means = {.code = is_crowd ? of->code : NULL, .scratch = of->scratch, .list = &of->list};
    wits_replay_run(of->replay, call, &means);
}

bool replay_world_records(replay_world *of, tick_records *to) {
    if (of->has_agent) {
        agent_sim_end(&of->one);
    }
    of->has_agent = true;
    if (!agent_sim_begin(of->desc, false, &of->one)) {
        return false;
    }
    *to = tick_records_begin(of->file, &of->one);
    return true;
}

void replay_world_run_one(replay_world *of, const wits_recorded_call *call, uint64_t row, tick_records *to) {
    const wits_frame frame = wits_replay_frame(of->replay, call, row);
    const bool decides = call->decide_every <= 1 || (call->tick + frame.agent) % call->decide_every == 0;
    input_call made = input_call_of(call);
    if (!decides && made.verb == INPUT_DECIDE) {
        return;
    }
    made.verb = !decides && made.verb == INPUT_TICK ? INPUT_UPDATE : made.verb;
    agent_sim_attach(&of->one, replay_world_agent(of, row), &frame, frame.mode == WITS_MODE_NOW);
    tick_records_call(to, &of->one, made);
}

// -------------------------------------------------------------------------------------------------------------- values

uint64_t replay_world_hash(const replay_world *of) {
    const wits_crowd crowd = {.code = of->code,
                              .count = of->agents.count,
                              .agents = of->agents.agents,
                              .ids = of->agents.ids,
                              .first_id = of->agents.first_id,
                              .columns = of->columns};
    return wits_crowd_hash(&crowd, 0, of->agents.count);
}

uint64_t replay_world_id(const replay_world *of, uint64_t row) {
    return of->agents.ids != NULL ? of->agents.ids[row] : of->agents.first_id + row;
}

uint64_t replay_world_find(const replay_world *of, uint64_t id) {
    for (uint64_t row = 0; row < of->agents.count; row++) {  // ids of a game need not ascend
        if (replay_world_id(of, row) == id) {
            return row;
        }
    }
    return of->agents.count;
}

void *replay_world_agent(const replay_world *of, uint64_t row) {
    return (unsigned char *)of->agents.agents + row * wits_agent_size(of->brain);
}

double replay_world_field(const replay_world *of, uint64_t row, uint32_t field) {
    const wits_column *column = &of->columns[field];
    return value_at(column->type, (const unsigned char *)column->base + row * column->stride);
}
