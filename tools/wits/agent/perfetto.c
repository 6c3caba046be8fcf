// SPDX-License-Identifier: MIT
// Slices follow the trace of each call. The trace omits some states, such as those inside a state that is kept;
// comparing with the agent after the call adds them. A slice ends after all slices inside it, so they nest on each
// track.
#include "agent/perfetto.h"
#include "common/lookup.h"

#include "common/json.h"
#include "common/tool.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { PROCESS = 1, TRACK_OF_EVENTS = 1, TRACK_OF_ROOT = 2 };

// -------------------------------------------------------------------------------------------------------------- events

/// Counts `count` more events. Returns whether there is room for them.
static bool take_room(perfetto *p, uint32_t count) {
    if (!p->full && p->count + count > PERFETTO_MOST) {
        p->full = true;
        p->full_at = p->of->frame.tick;
        text_free(&p->events);
    }
    p->count += p->full ? 0 : count;
    return !p->full;
}

/// Begins an event: {"ph":"B","pid":1,"name":"attack" … The caller adds the rest and ends it.
static json_writer begin_event(perfetto *p, const char *phase, const char *name) {
    json_writer event = {.to = &p->events, .line = p->events.length > 0 ? "\n" : NULL};
    json_open(&event, NULL, '{');
    json_text(&event, "ph", phase);
    json_count(&event, "pid", PROCESS);
    json_text(&event, "name", name);
    return event;
}

/// Begins an event at the current time on a track.
static json_writer begin_event_now(perfetto *p, const char *phase, const char *name, uint32_t track) {
    json_writer event = begin_event(p, phase, name);
    json_count(&event, "ts", p->now);
    json_count(&event, "tid", track);
    return event;
}

/// Begins an event about a track.
static json_writer begin_metadata(perfetto *p, const char *name, uint32_t track) {
    json_writer event = begin_event(p, "M", name);
    json_count(&event, "tid", track);
    json_open(&event, "args", '{');
    return event;
}

/// Ends an event and its arguments.
static void end_event(json_writer *event) {
    json_close(event, '}');
    json_close(event, '}');
}

// --------------------------------------------------------------------------------------------------------------- begin

/// Each region of a parallel has its own track. Other states share their parent's track.
static void assign_tracks(perfetto *p, const wits_brain *brain) {
    uint32_t next = TRACK_OF_ROOT;
    p->tracks[WITS_ROOT] = next++;
    for (uint32_t row = 1; row < wits_state_count(brain); row++) {
        wits_state_id around = wits_state_parent(brain, (wits_state_id)row);
        bool is_region = wits_state_kind(brain, around) == WITS_KIND_PARALLEL;
        p->tracks[row] = is_region ? next++ : p->tracks[around];
    }
    p->named = allocate(next, sizeof *p->named);
}

static void name_process(perfetto *p) {
    text name = {0};
    text_format(&name, "%s, agent %llu", wits_state_name(p->of->mind.brain, WITS_ROOT),
                (unsigned long long)p->of->frame.agent);
    take_room(p, 1);
    json_writer event = begin_event(p, "M", "process_name");
    json_open(&event, "args", '{');
    json_text(&event, "name", text_of(&name));
    end_event(&event);
    text_free(&name);
}

void perfetto_begin(const agent_sim *of, perfetto *to) {
    const wits_brain *brain = of->mind.brain;
    uint32_t states = wits_state_count(brain);
    *to = (perfetto){.of = of,
                     .opened = allocate(states, sizeof *to->opened),
                     .tracks = allocate(states, sizeof *to->tracks),
                     .active = allocate(states, sizeof *to->active),
                     .deepest = allocate(states, sizeof *to->deepest),
                     .scores = allocate(states, sizeof *to->scores)};
    assign_tracks(to, brain);
    name_process(to);
}

void perfetto_end(perfetto *of) {
    for (uint32_t row = 0; row < wits_state_count(of->of->mind.brain); row++) {
        free(of->scores[row].of_options);
    }
    text_free(&of->events);
    free(of->opened);
    free(of->tracks);
    free(of->named);
    free(of->active);
    free(of->deepest);
    free(of->scores);
}

// -------------------------------------------------------------------------------------------------------------- tracks

static void name_track(perfetto *p, uint32_t track, const char *name) {
    if (p->named[track - TRACK_OF_EVENTS] || !take_room(p, 2)) {
        return;
    }
    p->named[track - TRACK_OF_EVENTS] = true;
    json_writer event = begin_metadata(p, "thread_name", track);
    json_text(&event, "name", name);
    end_event(&event);
    event = begin_metadata(p, "thread_sort_index", track);
    json_count(&event, "sort_index", track);
    end_event(&event);
}

static void add_raised(perfetto *p, uint64_t events, const char *by) {
    const wits_desc *desc = p->of->desc;
    for (uint32_t event = 0; event < desc->event_count; event++) {
        if ((events >> event & 1) == 0) {
            continue;
        }
        name_track(p, TRACK_OF_EVENTS, "events");
        if (take_room(p, 1)) {
            json_writer instant = begin_event_now(p, "i", desc->events[event], TRACK_OF_EVENTS);
            json_text(&instant, "cat", "event");
            json_text(&instant, "s", "t");
            json_open(&instant, "args", '{');
            json_text(&instant, "by", by);
            end_event(&instant);
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- scores

static float finite(float score) {
    return score != score ? 0.0f : score > FLT_MAX ? FLT_MAX : score < -FLT_MAX ? -FLT_MAX : score;
}

static void add_counter(perfetto *p, wits_state_id composite) {
    const wits_brain *brain = p->of->mind.brain;
    text name = {0};
    if (!take_room(p, 1)) {
        return;
    }
    text_add(&name, "scores in ");
    text_state(&name, brain, composite);
    json_writer event = begin_event(p, "C", text_of(&name));
    json_count(&event, "ts", p->now);
    json_text(&event, "cat", "score");
    json_open(&event, "args", '{');
    uint32_t ordinal = 0;
    for (uint32_t row = composite + 1u; row < wits_state_end(brain, composite);
         row = wits_state_end(brain, (wits_state_id)row)) {
        json_float(&event, wits_state_name(brain, (wits_state_id)row), p->scores[composite].of_options[ordinal++]);
    }
    end_event(&event);
    text_free(&name);
}

static uint32_t count_options(const wits_brain *brain, wits_state_id composite) {
    uint32_t count = 0;
    for (uint32_t row = composite + 1u; row < wits_state_end(brain, composite);
         row = wits_state_end(brain, (wits_state_id)row)) {
        count++;
    }
    return count;
}

static uint32_t ordinal_of(const wits_brain *brain, wits_state_id composite, wits_state_id option) {
    uint32_t ordinal = 0;
    for (uint32_t row = composite + 1u; row < option; row = wits_state_end(brain, (wits_state_id)row)) {
        ordinal++;
    }
    return ordinal;
}

static bool is_score(const wits_trace_record *record) {
    return record->kind == WITS_TRACE_SCORED || record->kind == WITS_TRACE_NOT_A_NUMBER ||
           record->kind == WITS_TRACE_GATED || record->kind == WITS_TRACE_COOLING || record->kind == WITS_TRACE_OUT;
}

/// Adds the scores of one choice and returns the index of the record after them. Counters keep their value, so equal
/// scores are not repeated.
static uint32_t add_scores(perfetto *p, uint32_t first, uint32_t end) {
    const wits_brain *brain = p->of->mind.brain;
    const wits_trace_record *records = p->of->trace.records;
    wits_state_id composite = records[first].other;
    perfetto_scores *scores = &p->scores[composite];
    bool differs = !scores->shown;
    uint32_t i = first;
    if (scores->of_options == NULL) {
        scores->of_options = allocate(count_options(brain, composite), sizeof *scores->of_options);
    }
    for (; i < end && is_score(&records[i]) && records[i].other == composite; i++) {
        if (records[i].kind == WITS_TRACE_COOLING || records[i].kind == WITS_TRACE_OUT) {
            continue;  // comes after the record with the score
        }
        float *last = &scores->of_options[ordinal_of(brain, composite, records[i].state)];
        float score = records[i].kind == WITS_TRACE_SCORED ? finite(records[i].value) : 0.0f;
        differs = differs || *last != score;
        *last = score;
    }
    scores->shown = true;
    if (differs) {
        add_counter(p, composite);
    }
    return i;
}

/// Sets all counters to 0, as an inactive utility has no scores.
static void end_scores(perfetto *p, wits_state_id composite) {
    perfetto_scores *scores = &p->scores[composite];
    if (scores->shown) {
        memset(scores->of_options, 0, count_options(p->of->mind.brain, composite) * sizeof *scores->of_options);
        add_counter(p, composite);
        scores->shown = false;
    }
}

// -------------------------------------------------------------------------------------------------------------- slices

/// Returns the last microsecond of the current tick.
static uint64_t end_of_tick(const perfetto *p) {
    return (uint64_t)p->of->frame.tick * PERFETTO_TICK + PERFETTO_TICK - 1;
}

/// Advances the time by 1 µs if the slice would have no length, unless the tick is over.
static void let_time_pass(perfetto *p, uint64_t opened_at) {
    if (opened_at == p->now && p->now < end_of_tick(p)) {
        p->now++;
    }
}

static void open_slice(perfetto *p, wits_state_id state) {
    const wits_brain *brain = p->of->mind.brain;
    text path = {0};
    text_state(&path, brain, state);
    name_track(p, p->tracks[state], text_of(&path));
    p->opened[state] = p->now + 1;
    if (take_room(p, 2)) {  // its end, too
        json_writer event = begin_event_now(p, "B", wits_state_name(brain, state), p->tracks[state]);
        json_text(&event, "cat", "state");
        json_open(&event, "args", '{');
        json_text(&event, "path", text_of(&path));
        end_event(&event);
    }
    text_free(&path);
}

static void close_slice(perfetto *p, wits_state_id state) {
    let_time_pass(p, p->opened[state] - 1);
    p->opened[state] = 0;
    end_scores(p, state);
    if (!p->full) {
        json_writer event = begin_event_now(p, "E", wits_state_name(p->of->mind.brain, state), p->tracks[state]);
        json_close(&event, '}');
    }
}

/// Closes the slice of a state and all slices inside it, innermost first.
static void close_slices(perfetto *p, wits_state_id state) {
    for (uint32_t row = wits_state_end(p->of->mind.brain, state); row > state; row--) {
        if (p->opened[row - 1] != 0) {
            close_slice(p, (wits_state_id)(row - 1));
        }
    }
}

/// Opens the slices of a state and its ancestors where missing, outermost first. Closes the siblings that they replace.
static void open_slices(perfetto *p, wits_state_id state) {
    const wits_brain *brain = p->of->mind.brain;
    wits_state_id way[WITS_MAX_DEPTH + 1];
    uint32_t count = 0;
    for (; state != WITS_NONE && p->opened[state] == 0; state = wits_state_parent(brain, state)) {
        way[count++] = state;
    }
    for (; count > 0; count--) {
        wits_state_id next = way[count - 1];
        wits_state_id around = wits_state_parent(brain, next);
        if (around != WITS_NONE && wits_state_kind(brain, around) != WITS_KIND_PARALLEL) {
            for (uint32_t row = around + 1u; row < wits_state_end(brain, around);
                 row = wits_state_end(brain, (wits_state_id)row)) {
                if (p->opened[row] != 0) {
                    close_slices(p, (wits_state_id)row);
                }
            }
        }
        open_slice(p, next);
    }
}

static void follow_records(perfetto *p, uint32_t first, uint32_t end) {
    for (uint32_t i = first; i < end;) {  // each pass takes at least one record
        const wits_trace_record *record = &p->of->trace.records[i];
        if (is_score(record)) {
            i = add_scores(p, i, end);
            continue;
        }
        if (record->kind == WITS_TRACE_EXITED || record->kind == WITS_TRACE_KEPT) {
            close_slices(p, record->state);
        } else if (record->kind == WITS_TRACE_ENTERED || record->kind == WITS_TRACE_ACTIVATED ||
                   record->kind == WITS_TRACE_CONTINUED) {
            open_slices(p, record->state);
        }
        i++;
    }
}

/// Opens and closes slices to match the active states.
static void settle(perfetto *p, const void *agent) {
    const wits_brain *brain = p->of->mind.brain;
    uint32_t states = wits_state_count(brain);
    uint32_t count = wits_active(brain, agent, p->deepest, states);
    memset(p->active, 0, states * sizeof *p->active);
    for (uint32_t i = 0; i < count; i++) {
        for (wits_state_id state = p->deepest[i]; state != WITS_NONE && !p->active[state];
             state = wits_state_parent(brain, state)) {
            p->active[state] = true;
        }
    }
    for (uint32_t row = states; row > 0; row--) {
        if (p->opened[row - 1] != 0 && !p->active[row - 1]) {
            close_slices(p, (wits_state_id)(row - 1));
        }
    }
    for (uint32_t row = 0; row < states; row++) {
        if (p->active[row] && p->opened[row] == 0) {
            open_slices(p, (wits_state_id)row);
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- ticks

static void move_to(perfetto *p, uint64_t time) {
    p->now = p->now > time ? p->now : time;
}

void perfetto_tick(perfetto *to) {
    const agent_sim *of = to->of;
    uint64_t begin = (uint64_t)of->frame.tick * PERFETTO_TICK;
    move_to(to, begin);
    add_raised(to, of->raised, "inputs");
    for (size_t i = 0; i < of->turn_count && !to->full; i++) {
        const turn *call = &of->turns[i];
        bool is_last = i + 1 == of->turn_count;
        move_to(to, begin + i * PERFETTO_TICK / of->turn_count);
        follow_records(to, call->first_record, call->first_record + call->record_count);
        settle(to, is_last ? of->agent : of->turns[i + 1].before);
        add_raised(to, call->raised, "actions");
    }
}

bool perfetto_finish(perfetto *of, const char *path, text *to) {
    const agent_sim *l = of->of;
    of->now = ((uint64_t)l->frame.tick + 1) * PERFETTO_TICK;
    close_slices(of, WITS_ROOT);
    if (of->full) {
        say_error("%s is not written: by tick %u there are more than %d events, too many for viewers; shorten the run "
                  "with --ticks",
                  path, (unsigned)of->full_at, PERFETTO_MOST);
        return false;
    }
    json_writer whole = {.to = to};
    json_open(&whole, NULL, '{');
    json_text(&whole, "displayTimeUnit", "ms");
    json_open(&whole, "otherData", '{');
    json_text(&whole, "brain", wits_state_name(l->mind.brain, WITS_ROOT));
    json_format(&whole, "agent", "\"%llu\"", (unsigned long long)l->frame.agent);
    json_format(&whole, "seed", "\"%llu\"", (unsigned long long)l->frame.seed);
    json_format(&whole, "ticks", "\"%u\"", (unsigned)l->frame.tick);
    json_close(&whole, '}');
    whole.line = "\n";
    json_open(&whole, "traceEvents", '[');
    text_add(to, "\n");
    text_add_bytes(to, text_of(&of->events), of->events.length);
    text_add(to, "\n]}\n");
    return true;
}
