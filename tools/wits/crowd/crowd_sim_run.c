// SPDX-License-Identifier: MIT
// Runs a crowd slice by slice: values that are set, the start, each tick, and counting.
#include "crowd/crowd_sim.h"

#include "common/memory.h"
#include "crowd/crowd_record.h"
#include "crowd/ranks.h"
#include "crowd/thread_pool.h"

#include <stdlib.h>
#include <string.h>

// --------------------------------------------------------------------------------------------------------------- calls

static wits_crowd_run run_of(const crowd_sim *m, worker *w) {
    return (wits_crowd_run){.tick = m->tick,
                            .seed = m->how.seed,
                            .scratch = w->scratch,
                            .list = &w->list,
                            .path = m->how.path,
                            .simd = m->how.simd,
                            .nan_scores = &w->nan_scores};
}

/// Restarts agents one at a time, as the library has no crowd call for it. Host actions have no effect here.
static uint64_t restart_agents(const crowd_sim *m, const wits_crowd *crowd, const wits_crowd_run *run, slice s,
                               wits_state_id state) {
    wits_frame frame = {.tick = run->tick,
                        .seed = run->seed,
                        .context = m->crowd.contexts,
                        .columns = m->crowd.columns,
                        .functions = crowd->functions,
                        .targets = crowd->targets,
                        .nan_scores = run->nan_scores};
    for (uint64_t agent = s.first; agent < s.first + s.count; agent++) {
        frame.agent = crowd_sim_id(m, agent);
        frame.row = (uint32_t)agent;
        wits_restart(m->brain, crowd_sim_agent(m, agent), &frame, state);
    }
    return s.count;
}

/// The verbs that native code has.
static const native_verb native_verbs[] = {[INPUT_TICK] = NATIVE_TICK,
                                           [INPUT_DECIDE] = NATIVE_DECIDE,
                                           [INPUT_UPDATE] = NATIVE_UPDATE,
                                           [INPUT_START] = NATIVE_START,
                                           [INPUT_STOP] = NATIVE_STOP};

static uint64_t call_agents(const crowd_sim *m, const wits_crowd *crowd, const wits_crowd_run *run, slice s,
                            input_call call) {
    if (m->how.native != NULL && (size_t)call.verb < sizeof native_verbs / sizeof *native_verbs) {
        crowd_native_run(m, run, native_verbs[call.verb], s.first, s.count);
        return s.count;
    }
    switch (call.verb) {
    case INPUT_DECIDE:
        return wits_crowd_decide(crowd, s.first, s.count, run);
    case INPUT_UPDATE:
        return wits_crowd_update(crowd, s.first, s.count, run);
    case INPUT_START:
        return wits_crowd_start(crowd, s.first, s.count, run);
    case INPUT_STOP:
        return wits_crowd_stop(crowd, s.first, s.count, run);
    case INPUT_GOTO:
        return wits_crowd_goto(crowd, s.first, s.count, run, call.state);
    case INPUT_RESTART:
        return restart_agents(m, crowd, run, s, call.state);
    case INPUT_SET_STATE:
        return wits_crowd_set_state(crowd, s.first, s.count, run, call.state);
    case INPUT_TICK:
    default:
        return wits_crowd_tick(crowd, s.first, s.count, run);
    }
}

/// Calls a slice. A call stops where the list is full, so it is repeated until all agents are done.
static void call_slice(const crowd_sim *m, worker *w, slice s, input_call call) {
    wits_crowd_run run = run_of(m, w);
    const wits_crowd *crowd = w->crowd != NULL ? w->crowd : &m->crowd;
    for (uint64_t called = 0; called < s.count;) {  // each pass advances by at least one agent, as the list has room
                                                    // for it
        w->list.count = 0;
        w->list.argument_count = 0;
        called += call_agents(m, crowd, &run, (slice){s.first + called, s.count - called}, call);
        if (m->how.actions != NULL) {
            m->how.actions(m->how.actions_user, m, &w->list);
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- inputs

static void set_fields(const crowd_sim *m, const input_row *row, slice s) {
    for (uint32_t i = 0; i < row->value_count; i++) {
        const input_value *value = &m->in->values[row->first_value + i];
        if (!value->is_function) {
            crowd_sim_fill(&m->crowd.columns[value->row], s, value->value);
        }
    }
}

/// From now on a function returns the same value for all agents and ignores the settings of each.
static void tell_functions(crowd_sim *m, const input_row *row) {
    for (uint32_t i = 0; i < row->value_count; i++) {
        const input_value *value = &m->in->values[row->first_value + i];
        if (value->arguments != NULL) {
            answers_give(&m->around.given, value->row, value->arguments, value->value, NULL);
        } else if (value->is_function) {
            m->around.columns[value->row] = NULL;
            m->around.values[value->row] = value->value;
        }
    }
}

static void raise_events(const crowd_sim *m, uint64_t events, slice s) {
    for (uint32_t event = 0; event < m->desc->event_count; event++) {
        if ((events >> event & 1) != 0) {
            wits_crowd_raise(&m->crowd, s.first, s.count, event);
        }
    }
}

static void take_targets(crowd_sim *m, uint32_t tick) {
    crowd_targets_at(&m->targets, tick);
    crowd_native_take_targets(m);
}

// --------------------------------------------------------------------------------------------------------------- start

typedef struct setting_up {
    crowd_sim *of;
    wits_crowd crowd;  ///< the same agents in a brain made of the values that are set
} setting_up;

static void raise_where(const crowd_sim *m, const set_item *one, slice s) {
    const unsigned char *is_raised = (const unsigned char *)m->columns[one->field].base;  // a bool
    for (uint64_t agent = s.first; agent < s.first + s.count; agent++) {
        if (is_raised[agent] != 0) {
            wits_raise(m->brain, crowd_sim_agent(m, agent), one->row);
        }
    }
}

/// Sets the state of a slice's temporary agents, which are all equal.
static void set_state(const setting_up *u, slice s, const wits_crowd_run *run, wits_state_id state) {
    const size_t size = wits_agent_size(u->of->given->brain);
    unsigned char *agents = (unsigned char *)u->crowd.agents + (size_t)s.first * size;
    wits_crowd_set_state(&u->crowd, s.first, 1, run, state);
    for (uint64_t copied = 1; copied < s.count; copied *= 2) {
        const uint64_t more = copied < s.count - copied ? copied : s.count - copied;
        memcpy(agents + copied * size, agents, (size_t)more * size);
    }
}

static void set_slice(void *user, uint32_t number, uint64_t piece) {
    const setting_up *u = user;
    slice s = crowd_sim_slice(u->of, piece);
    wits_crowd_run run = run_of(u->of, &u->of->workers[number]);
    for (size_t i = 0; i < u->of->given->count; i++) {
        const set_item *one = &u->of->given->items[i];
        set_state(u, s, &run, one->state);
        wits_crowd_update(&u->crowd, s.first, s.count, &run);
        if (one->is_event) {
            raise_where(u->of, one, s);
        }
    }
}

/// Evaluates settings that are repeated, all at once.
static void set_slice_again(void *user, uint32_t number, uint64_t piece) {
    const setting_up *u = user;
    const slice s = crowd_sim_slice(u->of, piece);
    const sets *given = u->of->given;
    const wits_crowd_run run = run_of(u->of, &u->of->workers[number]);
    wits_crowd_update(&u->crowd, s.first, s.count, &run);
    for (size_t i = given->again_from; i < given->count; i++) {
        if (given->items[i].is_event) {
            raise_where(u->of, &given->items[i], s);
        }
    }
}

static void enter_slice_again(void *user, uint32_t number, uint64_t piece) {
    const setting_up *u = user;
    const slice s = crowd_sim_slice(u->of, piece);
    const wits_crowd_run run = run_of(u->of, &u->of->workers[number]);
    set_state(u, s, &run, u->of->given->again_state);
}

/// Returns the first agent whose value is out of its range, or the number of agents.
static uint64_t find_outside(const crowd_sim *m, const set_item *one) {
    const wits_column *column = &m->columns[one->field];
    if (column->type == WITS_TYPE_FLOAT) {  // most are
        const float *values = (const float *)column->base;
        const float low = (float)one->promise->low, high = (float)one->promise->high;
        unsigned outside = 0;
        for (uint64_t agent = 0; agent < m->how.here; agent++) {
            outside |= !(values[agent] >= low && values[agent] <= high);
        }
        if (outside == 0) {
            return m->how.here;
        }
    }
    uint64_t agent = 0;
    while (agent < m->how.here && wits_promise_holds(one->promise, crowd_sim_get(m, agent, one->field))) {
        agent++;
    }
    return agent;
}

/// Reports the first agent with a value out of the range of its field.
static bool check_ranges(crowd_sim *m, size_t first) {
    m->is_outside = false;
    for (size_t i = first; i < m->given->count && !m->is_outside; i++) {
        const set_item *one = &m->given->items[i];
        const uint64_t agent = one->promise != NULL ? find_outside(m, one) : m->how.here;
        if (agent < m->how.here) {
            text who = {0};
            text_format(&who, "of agent %llu ", (unsigned long long)crowd_sim_id(m, agent));
            m->is_outside =
                sets_check(m->given, one, crowd_sim_get(m, agent, one->field), text_of(&who)) != STATUS_DONE;
            text_free(&who);
        }
    }
    return !m->is_outside;
}

/// Makes temporary agents of the brain that evaluates the settings.
static bool begin_setting(crowd_sim *m) {
    const size_t scratch = crowd_sim_scratch_size(m);
    const wits_crowd_code *code = crowd_sim_prepare(m->given->brain, &m->setting.memory);
    const size_t more = wits_crowd_scratch_size(code, 0);
    m->setting.code = code;
    m->setting.agents = memory_take(wits_agent_size(m->given->brain) * m->how.here);
    bool ready = m->setting.agents != NULL;
    if (!ready) {
        crowd_sim_say_too_large(m, UINT64_MAX);
    }
    for (uint32_t i = 0; i < m->worker_count && more > scratch && ready; i++) {
        ready = crowd_sim_take_scratch(&m->workers[i], more);
    }
    return ready;
}

/// Evaluates all settings, with temporary agents of another brain over the same columns.
static bool set_all(crowd_sim *m) {
    bool is_good = begin_setting(m);
    if (is_good) {
        setting_up u = {.of = m, .crowd = m->crowd};
        u.crowd.code = m->setting.code;
        u.crowd.agents = m->setting.agents;
        memset(u.crowd.agents, 0, wits_agent_size(m->given->brain) * (size_t)m->how.here);
        is_good = thread_pool_run(m->worker_count, m->slices, set_slice, &u) == m->slices && check_ranges(m, 0);
    }
    crowd_sim_end_setting(m);
    return is_good;
}

/// Evaluates repeated settings. The temporary agents are kept, in the state that evaluates them.
static bool set_together(crowd_sim *m) {
    const bool is_begun = m->setting.agents != NULL;
    if (!is_begun && !begin_setting(m)) {
        return false;
    }
    setting_up u = {.of = m, .crowd = m->crowd};
    u.crowd.code = m->setting.code;
    u.crowd.agents = m->setting.agents;
    if (!is_begun) {
        memset(u.crowd.agents, 0, wits_agent_size(m->given->brain) * (size_t)m->how.here);
        thread_pool_run_all(m->worker_count, m->slices, enter_slice_again, &u);
    }
    thread_pool_run_all(m->worker_count, m->slices, set_slice_again, &u);
    return check_ranges(m, m->given->again_from);
}

/// Makes a call for all slices, with `m->call`.
static void call_one_slice(void *user, uint32_t number, uint64_t piece) {
    const crowd_sim *m = user;
    call_slice(m, &m->workers[number], crowd_sim_slice(m, piece), m->call);
    if (number == 0 && m->bar != NULL && m->tick > m->how.from) {
        progress_show(m->bar, m->tick - 1 - m->how.from, (double)(piece + 1) / (double)m->slices);
    }
}

/// Makes a call for all agents, and records it if there is a recording. It is not interrupted.
static void call_all(crowd_sim *m, input_call call) {
    m->call = call;
    if (m->how.record != NULL) {
        crowd_record_before(m->how.record, m, call);
    }
    thread_pool_run_all(m->worker_count, m->slices, call_one_slice, m);
    if (m->how.record != NULL) {
        crowd_record_after(m->how.record, m);
    }
}

static void start_slice(void *user, uint32_t number, uint64_t piece) {
    const crowd_sim *m = user;
    call_slice(m, &m->workers[number], crowd_sim_slice(m, piece), (input_call){INPUT_START, WITS_NONE});
}

/// Applies the inputs of tick 0, which precede the values that are set.
static void begin_all(crowd_sim *m) {
    const input_row *row = inputs_at(m->in, 0);
    tell_functions(m, row);
    for (uint64_t piece = 0; piece < m->slices; piece++) {
        set_fields(m, row, crowd_sim_slice(m, piece));
        raise_events(m, row->events, crowd_sim_slice(m, piece));
    }
}

void crowd_sim_go_on(crowd_sim *of, const inputs *in, uint32_t tick) {
    of->in = in;
    of->tick = tick;
    take_targets(of, tick);
    // Agents have the inputs up to this tick, but the current results of functions are not part of their bytes.
    for (size_t i = 0; i < in->row_count && in->rows[i].tick <= tick; i++) {
        tell_functions(of, &in->rows[i]);
    }
}

bool crowd_sim_set(crowd_sim *of, const inputs *in) {
    of->in = in;
    of->tick = 0;
    take_targets(of, of->how.from);
    begin_all(of);
    return of->given->brain == NULL || set_all(of);
}

bool crowd_sim_set_again(crowd_sim *of, uint32_t tick) {
    of->tick = tick;
    if (of->given->again_state != WITS_NONE) {
        return set_together(of);
    }
    return of->given->brain == NULL || of->given->is_world || set_all(of);
}

/// Begins the recording of agents that have their first values, if there is one.
static bool begin_recording(crowd_sim *of, uint32_t tick) {
    return of->how.record == NULL || crowd_record_begin(of->how.record, of, tick);
}

bool crowd_sim_enter(crowd_sim *of) {
    if (of->how.record != NULL) {
        call_all(of, (input_call){INPUT_START, WITS_NONE});
        return true;
    }
    return thread_pool_run(of->worker_count, of->slices, start_slice, of) == of->slices;
}

bool crowd_sim_start(crowd_sim *of, const inputs *in) {
    if (of->how.goes_on) {
        crowd_sim_go_on(of, in, of->how.from);
        of->tick = 0;  // values that are set are evaluated at tick 0
        return (of->given->brain == NULL || set_all(of)) && begin_recording(of, of->how.from + 1);
    }
    return crowd_sim_set(of, in) && begin_recording(of, 0) && crowd_sim_enter(of);
}

bool crowd_sim_resume(crowd_sim *of, const inputs *in, uint32_t tick) {
    crowd_sim_go_on(of, in, tick);
    return begin_recording(of, tick + 1);
}

// --------------------------------------------------------------------------------------------------------------- ticks

static void note_transitions(const crowd_sim *m, worker *w, slice s) {
    size_t size = wits_agent_size(m->brain);
    for (uint64_t i = 0; i < s.count; i++) {
        const void *before = w->before + i * size, *after = crowd_sim_agent(m, s.first + i);
        if (memcmp(before, after, size) != 0) {  // skips agents that stayed in their state
            transition_matrix_note(&w->moved, m->brain, before, after);
        }
    }
}

static void tick_slice(void *user, uint32_t number, uint64_t piece) {
    const crowd_sim *m = user;
    worker *w = &m->workers[number];
    slice s = crowd_sim_slice(m, m->first_slice + piece);
    const input_row *row = inputs_at(m->in, m->tick);
    if (w->before != NULL) {
        memcpy(w->before, crowd_sim_agent(m, s.first), (size_t)s.count * wits_agent_size(m->brain));
    }
    set_fields(m, row, s);
    raise_events(m, row->events, s);
    for (uint32_t i = 0; i < row->call_count; i++) {
        call_slice(m, w, s, m->in->calls[row->first_call + i]);
    }
    if (row->call_count == 0) {
        call_slice(m, w, s, (input_call){INPUT_TICK, WITS_NONE});
    }
    if (w->before != NULL) {
        note_transitions(m, w, s);
    }
    if (number == 0 && m->bar != NULL) {
        progress_show(m->bar, m->tick - 1 - m->how.from, (double)(piece + 1) / (double)m->slices);
    }
}

static void inputs_slice(void *user, uint32_t number, uint64_t piece) {
    const crowd_sim *m = user;
    const slice s = crowd_sim_slice(m, piece);
    const input_row *row = inputs_at(m->in, m->tick);
    (void)number;
    set_fields(m, row, s);
    raise_events(m, row->events, s);
}

void crowd_sim_take_inputs(crowd_sim *of, uint32_t tick) {
    of->tick = tick;
    tell_functions(of, inputs_at(of->in, tick));
    take_targets(of, tick);
    thread_pool_run_all(of->worker_count, of->slices, inputs_slice, of);
}

void crowd_sim_call(crowd_sim *of, input_verb verb) {
    const input_row *row = inputs_at(of->in, of->tick);
    const double begun = seconds_now();
    for (uint32_t i = 0; i < row->call_count; i++) {
        call_all(of, of->in->calls[row->first_call + i]);
    }
    if (row->call_count == 0) {
        call_all(of, (input_call){verb, WITS_NONE});
    }
    of->seconds += seconds_now() - begun;
    of->agent_ticks += of->how.here;
}

static uint64_t agents_of(const crowd_sim *m, uint64_t slices) {
    uint64_t agents = slices * m->slice_agents;
    return agents < m->how.here ? agents : m->how.here;
}

uint64_t crowd_sim_tick(crowd_sim *of, uint32_t tick) {
    if (of->how.record != NULL) {  // it needs each call of all agents as a whole
        crowd_sim_take_inputs(of, tick);
        crowd_sim_call(of, INPUT_TICK);
        return of->how.here;
    }
    of->tick = tick;
    of->first_slice = 0;
    tell_functions(of, inputs_at(of->in, of->tick));
    take_targets(of, tick);
    double begun = seconds_now();
    const uint64_t ticked = agents_of(of, thread_pool_run(of->worker_count, of->slices, tick_slice, of));
    of->seconds += seconds_now() - begun;
    of->agent_ticks += ticked;
    return ticked;
}

void crowd_sim_finish_tick(crowd_sim *of, uint64_t ticked) {
    of->first_slice = ticked / of->slice_agents;
    double begun = seconds_now();
    thread_pool_run_all(of->worker_count, of->slices - of->first_slice, tick_slice, of);
    of->seconds += seconds_now() - begun;
    of->agent_ticks += of->how.here - ticked;
}

// ------------------------------------------------------------------------------------------------------------- queries

static void count_slice(void *user, uint32_t number, uint64_t piece) {
    const crowd_sim *m = user;
    worker *w = &m->workers[number];
    slice s = crowd_sim_slice(m, piece);
    wits_crowd_count(&m->crowd, s.first, s.count, w->counts);
    for (uint64_t i = 0; i < s.count; i++) {
        w->stopped += !wits_is_started(m->brain, crowd_sim_agent(m, s.first + i));
    }
}

tally crowd_sim_count(crowd_sim *of) {
    tally all = {.counts = allocate(of->desc->state_count, sizeof *all.counts)};
    for (uint32_t i = 0; i < of->worker_count; i++) {
        worker *w = &of->workers[i];
        memset(w->counts, 0, of->desc->state_count * sizeof *w->counts);
        w->stopped = 0;
    }
    thread_pool_run_all(of->worker_count, of->slices, count_slice, of);
    for (uint32_t i = 0; i < of->worker_count; i++) {
        const worker *w = &of->workers[i];
        all.stopped += w->stopped;
        for (uint32_t state = 0; state < of->desc->state_count; state++) {
            all.counts[state] += w->counts[state];
        }
    }
    ranks_sum(all.counts, of->desc->state_count);
    ranks_sum(&all.stopped, 1);
    return all;
}

static void hash_slice(void *user, uint32_t number, uint64_t piece) {
    const crowd_sim *m = user;
    slice s = crowd_sim_slice(m, piece);
    m->workers[number].hash += wits_crowd_hash(&m->crowd, s.first, s.count);
}

uint64_t crowd_sim_hash(crowd_sim *of) {
    uint64_t all = 0;
    for (uint32_t i = 0; i < of->worker_count; i++) {
        of->workers[i].hash = 0;
    }
    thread_pool_run_all(of->worker_count, of->slices, hash_slice, of);
    for (uint32_t i = 0; i < of->worker_count; i++) {
        all += of->workers[i].hash;
    }
    ranks_sum(&all, 1);
    return all;
}

uint64_t crowd_sim_nan_scores(const crowd_sim *of) {
    if (ranks_any(of->how.native != NULL || of->nan_before == CROWD_NAN_UNKNOWN)) {
        return CROWD_NAN_UNKNOWN;
    }
    uint64_t all = of->nan_before;
    for (uint32_t i = 0; i < of->worker_count; i++) {
        all += of->workers[i].nan_scores;
    }
    ranks_sum(&all, 1);
    return all;
}

transition_matrix crowd_sim_moves(const crowd_sim *of) {
    transition_matrix mine = transition_matrix_new(of->brain), all = transition_matrix_new(of->brain);
    text entries = {0};
    transition_matrix_add(&mine, &of->moved_before);
    for (uint32_t i = 0; i < of->worker_count; i++) {
        transition_matrix_add(&mine, &of->workers[i].moved);
    }
    transition_matrix_write(&mine, &entries);
    ranks_join(&entries);
    transition_matrix_read(&all, of->brain, text_of(&entries), entries.length);
    text_free(&entries);
    transition_matrix_free(&mine);
    return all;
}
