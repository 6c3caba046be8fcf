// SPDX-License-Identifier: MIT
#include "agent/agent_sim.h"

#include "common/recording.h"
#include "common/tokens.h"

#include <stdlib.h>
#include <string.h>

static uint64_t event_bit(const wits_desc *desc, span name) {
    for (uint32_t event = 0; event < desc->event_count; event++) {
        if (span_is(name, desc->events[event])) {
            return (uint64_t)1 << event;
        }
    }
    return 0;
}

/// Action lists have no conditions: once a list starts, all of it runs.
static uint64_t events_of(const wits_desc *desc, const char *actions) {
    uint64_t events = 0;
    if (desc->event_count == 0) {
        return 0;
    }
    for (act next = act_next(&actions); next.kind != ACT_END; next = act_next(&actions)) {
        events |= next.kind == ACT_RAISE ? event_bit(desc, next.name) : 0;
    }
    return events;
}

static void begin_actions(void *user, const wits_call *call) {
    agent_sim *l = user;
    bool is_transition = call->kind == WITS_ACTION_TRANSITION;
    wits_state_id to = is_transition ? l->desc->transitions[call->row].to : (wits_state_id)WITS_NONE;
    l->done = grow(l->done, &l->done_capacity, l->done_count + 1, sizeof *l->done);
    l->done[l->done_count++] = (done){call->kind, call->state, to};
    l->rest = action_text(l->desc, call);
    l->raised_inside |= events_of(l->desc, l->rest);
}

/// Records the next host action of the running list. Calls arrive in the order of the list.
static void call_action(void *user, const wits_call *call) {
    agent_sim *l = user;
    act next = act_next(&l->rest);
    while (next.kind != ACT_CALL && next.kind != ACT_END) {
        next = act_next(&l->rest);
    }
    text_written_call(&l->calls, next.name, next.operand, call->arguments, call->argument_count);
    text_add_bytes(&l->calls, "", 1);
    l->call_count++;
}

/// Makes room for several passes over the whole brain. Trace records that do not fit are counted.
static void make_room(agent_sim *of) {
    const wits_desc *desc = of->desc;
    size_t capacity = of->trace.capacity;
    size_t needed =
        of->trace.count + (size_t)1024 + (size_t)16 * (desc->state_count + desc->transition_count + desc->step_count);
    of->trace.records = grow(of->trace.records, &capacity, needed, sizeof *of->trace.records);
    of->trace.capacity = capacity < UINT32_MAX ? (uint32_t)capacity : UINT32_MAX;
}

bool agent_sim_begin(const wits_desc *desc, bool traces, agent_sim *to) {
    *to = (agent_sim){.desc = desc, .traces = traces};
    if (!action_markers_make(desc, &to->mind)) {
        action_markers_free(&to->mind);
        return false;
    }
    to->agent = allocate(wits_agent_size(to->mind.brain), 1);
    to->knows = context_new(desc->fields, desc->field_count);
    to->given = context_new(desc->fields, desc->field_count);
    to->around = (host){.values = allocate(desc->function_count, sizeof(double)),
                        .user = to,
                        .action = call_action,
                        .begin = begin_actions};
    to->frame = (wits_frame){.context = &to->around,
                             .columns = to->knows.columns,
                             .functions = to->mind.functions,
                             .mode = WITS_MODE_NOW,
                             .trace = traces ? &to->trace : NULL};
    to->is_drawn = allocate(wits_random_stream_count(to->mind.brain), sizeof *to->is_drawn);
    to->draws = allocate(wits_random_stream_count(to->mind.brain), sizeof *to->draws);
    if (traces) {
        make_room(to);
    }
    return true;
}

void agent_sim_next_tick(agent_sim *of, uint32_t tick) {
    of->frame.tick = tick;
    of->raised = 0;
    of->raised_inside = 0;
    of->done_count = 0;
    of->call_count = 0;
    text_clear(&of->calls);
    of->trace.count = 0;
    of->trace.dropped = 0;
    for (size_t i = 0; i < of->turn_count; i++) {
        free(of->turns[i].before);
    }
    of->turn_count = 0;
}

void agent_sim_restart(agent_sim *of) {
    const wits_brain *brain = of->mind.brain;
    agent_sim_next_tick(of, 0);
    memset(of->agent, 0, wits_agent_size(brain));
    context_reset(&of->knows);
    for (uint32_t function = 0; function < of->desc->function_count; function++) {
        of->around.values[function] = 0.0;
    }
    answers_free(&of->around.given);
    memset(of->is_drawn, 0, wits_random_stream_count(brain) * sizeof *of->is_drawn);
    of->has_draws = false;
    of->frame.draws = NULL;
}

void agent_sim_end(agent_sim *of) {
    agent_sim_next_tick(of, 0);
    of->agent = of->is_replayed ? of->own_agent : of->agent;
    action_markers_free(&of->mind);
    context_free(&of->knows);
    context_free(&of->given);
    free(of->agent);
    free(of->around.values);
    free(of->is_drawn);
    free(of->draws);
    answers_free(&of->around.given);
    free(of->done);
    text_free(&of->calls);
    free(of->trace.records);
    free(of->turns);
}

void agent_sim_set(agent_sim *of, const input_value *value) {
    if (value->is_draw) {
        of->draws[value->row] = (float)value->value;
        of->is_drawn[value->row] = true;
        of->has_draws = true;
    } else if (value->arguments != NULL) {
        answers_give(&of->around.given, value->row, value->arguments, value->value, NULL);
    } else if (value->is_function) {
        of->around.values[value->row] = value->value;
    } else {
        context_set(&of->knows, value->row, value->value);
    }
}

void agent_sim_inputs_done(agent_sim *of) {
    wits_frame *f = &of->frame;
    for (uint32_t at = 0; of->has_draws && at < wits_random_stream_count(of->mind.brain); at++) {
        of->draws[at] = of->is_drawn[at] ? of->draws[at] : wits_random(f->seed, f->agent, f->tick, at);
    }
    f->draws = of->has_draws ? of->draws : NULL;
    context_copy(&of->given, &of->knows);
}

// ---------------------------------------------------------------------------------------------------------- recordings

/// A recorder or a replay finds itself by the table of functions of the frame, which has no action markers.
static wits_call through_call(const agent_sim *of, const wits_call *call, wits_frame *frame) {
    wits_call made = *call;
    *frame = *call->frame;
    frame->functions = of->through;
    made.frame = frame;
    return made;
}

static bool condition_through(const void *user, const wits_call *call) {
    const host *h = user;
    const agent_sim *of = h->user;
    wits_frame frame;
    const wits_call made = through_call(of, call, &frame);
    const bool holds = of->through[call->function].condition(user, &made);
    if (of->is_replayed) {
        host_note_answer(h, call, holds);
    }
    return holds;
}

static float score_through(const void *user, const wits_call *call) {
    const host *h = user;
    const agent_sim *of = h->user;
    wits_frame frame;
    const wits_call made = through_call(of, call, &frame);
    const float score = of->through[call->function].score(user, &made);
    if (of->is_replayed) {
        host_note_answer(h, call, (double)score);
    }
    return score;
}

static void action_through(void *user, const wits_call *call) {
    const host *h = user;
    const agent_sim *of = h->user;
    wits_frame frame;
    const wits_call made = through_call(of, call, &frame);
    if (!of->is_replayed || of->runs_recorded_actions) {
        of->through[call->function].action(user, &made);
    }
    if (of->is_replayed) {
        call_action(h->user, call);
    }
}

/// The marker, which is the last function, stays.
static void go_through(agent_sim *of, const wits_function *through) {
    of->through = through;
    for (uint32_t row = 0; row < of->desc->function_count && through != NULL; row++) {
        wits_function *one = &of->mind.functions[row];
        one->condition = one->condition != NULL ? condition_through : NULL;
        one->score = one->score != NULL ? score_through : NULL;
        one->action = one->action != NULL ? action_through : NULL;
    }
}

void agent_sim_record(agent_sim *of, wits_recorder *recorder) {
    of->recorder = recorder;
    go_through(of, wits_recorder_functions(recorder, 0));
}

static void take_replayed_fields(agent_sim *of) {
    for (uint32_t field = 0; field < of->desc->field_count && of->is_replayed; field++) {
        const wits_column *column = &of->frame.columns[field];
        const unsigned char *at = (const unsigned char *)column->base + of->frame.row * column->stride;
        context_set(&of->knows, field, value_at(column->type, at));
    }
}

void agent_sim_attach(agent_sim *of, void *agent, const wits_frame *frame, bool runs_actions) {
    if (!of->is_replayed) {
        of->own_agent = of->agent;
        of->is_replayed = true;
        go_through(of, frame->functions);
    }
    of->agent = agent;
    of->runs_recorded_actions = runs_actions;
    of->frame.tick = frame->tick;
    of->frame.agent = frame->agent;
    of->frame.seed = frame->seed;
    of->frame.row = frame->row;
    of->frame.columns = frame->columns;
    of->frame.targets = frame->targets;
    take_replayed_fields(of);
    context_copy(&of->given, &of->knows);
}

static void record_call(const agent_sim *of, input_call call) {
    wits_recorded_call made = recorded_call(call);
    made.count = 1;
    made.tick = of->frame.tick;
    made.seed = of->frame.seed;
    made.mode = of->frame.mode;
    made.targets = of->frame.targets;
    wits_recorder_before(of->recorder, &made);
}

void agent_sim_raise(agent_sim *of, uint64_t events) {
    of->raised |= events;
    for (uint32_t event = 0; event < of->desc->event_count; event++) {
        if ((events >> event & 1) != 0) {
            wits_raise(of->mind.brain, of->agent, event);
        }
    }
}

void agent_sim_do(const wits_brain *brain, void *agent, const wits_frame *frame, input_call call) {
    switch (call.verb) {
    case INPUT_DECIDE:
        wits_decide(brain, agent, frame);
        break;
    case INPUT_UPDATE:
        wits_update(brain, agent, frame);
        break;
    case INPUT_START:
        wits_start(brain, agent, frame);
        break;
    case INPUT_STOP:
        wits_stop(brain, agent, frame);
        break;
    case INPUT_GOTO:
        wits_goto(brain, agent, frame, call.state);
        break;
    case INPUT_RESTART:
        wits_restart(brain, agent, frame, call.state);
        break;
    case INPUT_SET_STATE:
        wits_set_state(brain, agent, frame, call.state);
        break;
    case INPUT_TICK:
    default:
        wits_tick(brain, agent, frame);
        break;
    }
}

void agent_sim_call(agent_sim *of, input_call call) {
    uint32_t first = of->trace.count;
    unsigned char *before = NULL;
    if (of->traces) {
        size_t size = wits_agent_size(of->mind.brain);
        before = allocate(size, 1);
        memcpy(before, of->agent, size);
        make_room(of);
    }
    uint64_t raised_before = of->raised_inside;
    of->raised_inside = 0;
    if (of->recorder != NULL) {
        record_call(of, call);
    }
    agent_sim_do(of->mind.brain, of->agent, &of->frame, call);
    if (of->recorder != NULL) {
        wits_recorder_after(of->recorder, 1);
    }
    take_replayed_fields(of);
    uint64_t raised = of->raised_inside;
    of->raised_inside |= raised_before;
    if (of->traces) {
        of->turns = grow(of->turns, &of->turn_capacity, of->turn_count + 1, sizeof *of->turns);
        of->turns[of->turn_count++] = (turn){call.verb, call.state, first, of->trace.count - first, raised, before};
    }
}
