// SPDX-License-Identifier: MIT
#include "crowd/crowd_record.h"

#include <stdlib.h>
#include <string.h>

/// Bytes for the results of functions in one slice: enough for all calls of a brain. Only used pages take memory.
static size_t answer_bytes(const crowd_sim *of) {
    enum { LEAST = 1 << 20, PER_AGENT = 4096 };
    const uint64_t most = SIZE_MAX / 8 / of->worker_count, wanted = LEAST + of->how.here * PER_AGENT;
    return (size_t)(wanted < most ? wanted : most);
}

/// Returns the maximum number of rows that the lists of a kind can have at any tick.
static uint32_t target_rows(const crowd_sim *of, uint32_t kind) {
    const target_source *from = &of->how.targets->kinds[kind];
    const uint64_t pairs = (uint64_t)from->count * of->how.here, rows = from->file.row_count;
    const uint64_t most = pairs > rows ? pairs : rows;
    return (uint32_t)(most > of->how.here ? most : of->how.here + 1);
}

/// Returns whether any call of the run calls functions: conditions and scores, or actions of agents that are restarted
/// one by one. Other actions go to lists.
static bool has_answers(const crowd_sim *of) {
    bool has = false;
    for (uint32_t row = 0; row < of->desc->function_count; row++) {
        has = has || of->desc->functions[row].action == NULL;
    }
    for (size_t i = 0; i < of->in->call_count; i++) {
        has = has || of->in->calls[i].verb == INPUT_RESTART;
    }
    return has;
}

/// Notes what only calls change. Returns whether that is true of the agents' bytes.
static bool find_private(crowd_record *to, const crowd_sim *of) {
    bool has_events = false;
    to->is_private = allocate(of->desc->field_count, sizeof *to->is_private);
    memset(to->is_private, 1, of->desc->field_count * sizeof *to->is_private);
    for (size_t i = 0; i < of->in->row_count; i++) {
        const input_row *row = &of->in->rows[i];
        has_events = has_events || (row->events != 0 && row->tick > 0);
        for (uint32_t k = 0; k < row->value_count; k++) {
            const input_value *value = &of->in->values[row->first_value + k];
            if (!value->is_function && row->tick > 0) {
                to->is_private[value->row] = false;
            }
        }
    }
    return !has_events;
}

/// Gives each worker the functions of its own slice, because workers run at the same time.
static void make_crowds(crowd_record *to, crowd_sim *of) {
    to->crowds = allocate(of->worker_count, sizeof *to->crowds);
    for (uint32_t i = 0; i < of->worker_count; i++) {
        wits_crowd *one = &to->crowds[i];
        *one = of->crowd;
        one->functions = wits_recorder_functions(to->to.recorder, i);
        one->block_functions = wits_recorder_block_functions(to->to.recorder, i);
        of->workers[i].crowd = one;
    }
}

bool crowd_record_begin(crowd_record *to, crowd_sim *of, uint32_t tick) {
    uint32_t rows[WITS_MAX_TARGET_KINDS];
    for (uint32_t kind = 0; kind < of->desc->target_count; kind++) {
        rows[kind] = target_rows(of, kind);
    }
    const bool are_agents_private = find_private(to, of), answers = has_answers(of);
    to->world = (wits_agents){.brain = of->brain,
                              .agents = of->crowd.agents,
                              .count = of->how.here,
                              .ids = of->ids,
                              .first_id = of->how.first,
                              .columns = of->columns,
                              .tick = tick,
                              .seed = of->how.seed};
    const wits_recorder_options how = {.agents = &to->world,
                                       .is_private = to->is_private,
                                       .are_agents_private = are_agents_private,
                                       .target_rows = rows,
                                       .functions = answers ? of->functions : NULL,
                                       .block_functions = answers ? of->block_functions : NULL,
                                       .slices = of->worker_count,
                                       .answer_bytes = answer_bytes(of),
                                       .hash_every = (uint32_t)to->options->hash_every,
                                       .keyframe_every = (uint32_t)to->options->keyframes};
    to->status = recording_begin(crowd_name, to->options->record, to->file, &how, &to->to);
    if (to->status == STATUS_DONE && answers) {
        make_crowds(to, of);
    }
    return to->status == STATUS_DONE;
}

void crowd_record_before(crowd_record *of, const crowd_sim *sim, input_call call) {
    wits_recorded_call made = recorded_call(call);
    made.is_crowd = call.verb != INPUT_RESTART;
    made.count = sim->how.here;
    made.tick = sim->tick;
    made.seed = sim->how.seed;
    made.path = sim->how.path;
    made.targets = sim->crowd.targets;
    wits_recorder_before(of->to.recorder, &made);
}

void crowd_record_after(crowd_record *of, const crowd_sim *sim) {
    wits_recorder_after(of->to.recorder, sim->how.here);
}

bool crowd_record_is_good(const crowd_record *of) {
    return recording_is_good(&of->to);
}

int crowd_record_end(crowd_record *of) {
    return recording_end(&of->to);
}

void crowd_record_free(crowd_record *of) {
    recording_abandon(&of->to);
    free(of->is_private);
    free(of->crowds);
}
