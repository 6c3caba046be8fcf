// SPDX-License-Identifier: MIT
// Runs recorded calls.
#include "record/replay.h"

wits_frame wits_replay_frame(wits_replay *r, const wits_recorded_call *call, uint64_t row) {
    wits_replay_begin_pass(r);
    return (wits_frame){.tick = call->tick,
                        .agent = id_at_row(r->to, row),
                        .seed = call->seed,
                        .columns = r->to->columns,
                        .row = (uint32_t)row,
                        .functions = r->table->functions,
                        .targets = call->targets,
                        .mode = call->is_crowd ? WITS_MODE_DEFERRED : call->mode};
}

bool wits_replay_run_one(const wits_replay *r, const wits_recorded_call *call, uint64_t row, const wits_frame *frame) {
    const wits_brain *brain = r->brain;
    void *agent = agent_at_row(r->to, row);
    const bool decides = call->decide_every <= 1 || (call->tick + frame->agent) % call->decide_every == 0;
    switch (call->verb) {
    case WITS_RECORDED_START:
        return wits_start(brain, agent, frame);
    case WITS_RECORDED_STOP:
        return wits_stop(brain, agent, frame);
    case WITS_RECORDED_GOTO:
        return wits_goto(brain, agent, frame, call->state);
    case WITS_RECORDED_RESTART:
        return wits_restart(brain, agent, frame, call->state);
    case WITS_RECORDED_SET_STATE:
        return wits_set_state(brain, agent, frame, call->state);
    case WITS_RECORDED_DECIDE:
        return !decides || wits_decide(brain, agent, frame);
    case WITS_RECORDED_UPDATE:
        return wits_update(brain, agent, frame);
    default:
        return decides ? wits_tick(brain, agent, frame) : wits_update(brain, agent, frame);
    }
}

/// Gives the list to the program and empties it.
static void drain(const wits_replay_means *means, wits_list *list) {
    if (means->listed != NULL && list == means->list) {
        means->listed(means->user, list);
    }
    list->count = 0;
    list->argument_count = 0;
}

static uint64_t run_crowd(const wits_crowd *crowd, const wits_recorded_call *call, uint64_t first, uint64_t count,
                          const wits_crowd_run *run) {
    switch (call->verb) {
    case WITS_RECORDED_START:
        return wits_crowd_start(crowd, first, count, run);
    case WITS_RECORDED_STOP:
        return wits_crowd_stop(crowd, first, count, run);
    case WITS_RECORDED_GOTO:
        return wits_crowd_goto(crowd, first, count, run, call->state);
    case WITS_RECORDED_SET_STATE:
        return wits_crowd_set_state(crowd, first, count, run, call->state);
    case WITS_RECORDED_DECIDE:
        return wits_crowd_decide(crowd, first, count, run);
    case WITS_RECORDED_UPDATE:
        return wits_crowd_update(crowd, first, count, run);
    default:
        return wits_crowd_tick(crowd, first, count, run);
    }
}

static void run_as_crowd(wits_replay *r, const wits_recorded_call *call, const wits_replay_means *means,
                         wits_list *list) {
    const wits_agents *to = r->to;
    const wits_crowd crowd = {.code = means->code,
                              .count = to->count,
                              .agents = to->agents,
                              .agent_stride = to->agent_stride,
                              .ids = to->ids,
                              .first_id = to->first_id,
                              .columns = to->columns,
                              .functions = r->table->functions,
                              .targets = call->targets};
    const wits_crowd_run run = {.tick = call->tick,
                                .seed = call->seed,
                                .scratch = means->scratch,
                                .list = list,
                                .decide_every = call->decide_every,
                                .block = call->block,
                                .path = call->path};
    for (uint64_t done = 0; done < call->count;) {
        const uint64_t now = run_crowd(&crowd, call, call->first + done, call->count - done, &run);
        done += now;
        if (done < call->count && now == 0 && list->count == 0) {
            return;  // the list is too small for one agent
        }
        if (done < call->count) {
            drain(means, list);
        }
    }
}

void wits_replay_run(wits_replay *r, const wits_recorded_call *call, const wits_replay_means *means) {
    static const wits_replay_means nothing = {0};
    means = means != NULL ? means : &nothing;
    wits_list *list = means->list != NULL ? means->list : &r->list;
    drain(&nothing, list);
    if (call->count == 0) {
        return;
    }
    wits_replay_begin_pass(r);
    if (means->code != NULL && call->is_crowd) {
        run_as_crowd(r, call, means, list);
    } else {
        wits_frame frame = wits_replay_frame(r, call, call->first);
        frame.list = list;
        for (uint64_t row = call->first; row < call->first + call->count; row++) {
            frame.agent = id_at_row(r->to, row);
            frame.row = (uint32_t)row;
            if (list->capacity - list->count < r->list.capacity ||
                list->argument_capacity - list->argument_count < r->list.argument_capacity) {
                drain(means, list);
            }
            (void)wits_replay_run_one(r, call, row, &frame);
        }
    }
    drain(means, list);
}
