// SPDX-License-Identifier: MIT
// Viewers, requests that wait, and frames.
#include "inspect/inspector.h"

#include <string.h>

// -------------------------------------------------------------------------------------------------------------- memory

bool wits_inspect_reserve(wits_inspector *of, room *what, uint64_t size) {
    if (what->size >= size) {
        return true;
    }
    void *bytes = size <= SIZE_MAX ? of->allocator.allocate(of->allocator.user, (size_t)size) : NULL;
    if (bytes == NULL) {
        return false;
    }
    wits_inspect_release(of, what);
    *what = (room){bytes, (size_t)size};
    return true;
}

void wits_inspect_release(wits_inspector *of, room *what) {
    if (what->bytes != NULL) {
        of->allocator.release(of->allocator.user, what->bytes, what->size);
    }
    *what = (room){0};
}

wits_inspector *wits_inspector_new(const wits_inspector_options *options) {
    if (options == NULL || options->write == NULL || options->allocator == NULL) {
        return NULL;
    }
    const wits_allocator allocator = *options->allocator;
    wits_inspector *made = allocator.allocate(allocator.user, sizeof *made);
    if (made != NULL) {
        memset(made, 0, sizeof *made);
        made->options = *options;
        made->allocator = allocator;
        made->json.write = options->write;
        made->json.user = options->user;
        made->is_paused = made->is_paused_by_program = options->starts_paused;
    }
    return made;
}

static void release_request(wits_inspector *of, request *r) {
    of->waiting -= sizeof *r + r->size + 1;
    of->allocator.release(of->allocator.user, r, sizeof *r + r->size + 1);
}

static void forget_viewer(wits_inspector *of, uint32_t number) {
    viewer_data *v = &of->viewers[number];
    request **at = &of->first;
    of->last = NULL;
    while (*at != NULL) {
        request *here = *at;
        if (here->viewer == number) {
            *at = here->next;
            release_request(of, here);
        } else {
            of->last = here;
            at = &here->next;
        }
    }
    of->hold_changes += v->holds;
    wits_inspect_release(of, &v->focus.states);
    wits_inspect_release(of, &v->focus.history);
    wits_inspect_release(of, &v->before);
    wits_inspect_forget_breaks(of, number);
    *v = (viewer_data){0};
}

void wits_inspector_free(wits_inspector *inspector) {
    if (inspector == NULL) {
        return;
    }
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_VIEWERS; i++) {
        forget_viewer(inspector, i);
    }
    wits_inspect_release(inspector, &inspector->counts);
    wits_inspect_release(inspector, &inspector->deepest);
    wits_inspect_release(inspector, &inspector->active);
    wits_inspect_release(inspector, &inspector->decision);
    wits_inspect_release(inspector, &inspector->scan);
    wits_inspect_release(inspector, &inspector->moves);
    inspector->allocator.release(inspector->allocator.user, inspector, sizeof *inspector);
}

// ------------------------------------------------------------------------------------------------------------ requests

wits_inspect_result wits_inspector_request(wits_inspector *inspector, uint32_t viewer, const void *bytes, size_t size) {
    if (inspector == NULL || viewer >= WITS_INSPECT_MAX_VIEWERS || inspector->viewers[viewer].has_left) {
        return WITS_INSPECT_NO_VIEWER;
    }
    const char *line_end = size > 0 ? memchr(bytes, '\n', size) : NULL;
    const size_t line = line_end != NULL ? (size_t)(line_end - (const char *)bytes) : size;
    if (size > WITS_INSPECT_MAX_REQUEST || line > WITS_INSPECT_MAX_LINE) {
        return WITS_INSPECT_TOO_LARGE;
    }
    const size_t needed = sizeof(request) + size + 1;
    request *made = needed <= MOST_WAITING - inspector->waiting
                        ? inspector->allocator.allocate(inspector->allocator.user, needed)
                        : NULL;
    if (made == NULL) {
        return WITS_INSPECT_TOO_MANY;
    }
    made->next = NULL;
    made->size = size;
    made->viewer = viewer;
    if (size > 0) {
        memcpy(made->bytes, bytes, size);
    }
    made->bytes[size] = '\0';
    if (inspector->last != NULL) {
        inspector->last->next = made;
    } else {
        inspector->first = made;
    }
    inspector->last = made;
    inspector->waiting += needed;
    inspector->viewers[viewer].is_there = true;
    return WITS_INSPECT_ACCEPTED;
}

void wits_inspector_leave(wits_inspector *inspector, uint32_t viewer) {
    if (inspector == NULL || viewer >= WITS_INSPECT_MAX_VIEWERS || !inspector->viewers[viewer].is_there) {
        return;
    }
    if (inspector->world != NULL) {
        inspector->viewers[viewer].has_left = true;
        inspector->json.is_mute = inspector->json.is_mute || inspector->json.viewer == viewer;
        return;
    }
    forget_viewer(inspector, viewer);
    if (wits_inspector_viewers(inspector) == 0 && !inspector->is_paused_by_program) {
        set_pace(inspector, false, 0, false);
    }
}

uint32_t wits_inspector_viewers(const wits_inspector *inspector) {
    uint32_t count = 0;
    for (uint32_t i = 0; inspector != NULL && i < WITS_INSPECT_MAX_VIEWERS; i++) {
        count += inspector->viewers[i].is_there && !inspector->viewers[i].has_left;
    }
    return count;
}

bool wits_inspector_is_awaited(const wits_inspector *inspector) {
    bool is_awaited = false;
    for (uint32_t i = 0; inspector != NULL && i < WITS_INSPECT_MAX_VIEWERS; i++) {
        is_awaited = is_awaited || (inspector->viewers[i].is_waiting && !inspector->viewers[i].has_left);
    }
    return is_awaited;
}

void wits_inspector_pause(wits_inspector *inspector, bool is_paused) {
    if (inspector != NULL) {
        set_pace(inspector, is_paused, 0, false);
        inspector->is_paused_by_program = is_paused;
        has_changed(inspector);
    }
}

wits_inspect_effects wits_inspector_effects(const wits_inspector *inspector) {
    wits_inspect_effects effects = {0};
    if (inspector != NULL) {
        effects.is_stepping = inspector->is_paused && inspector->returned != WITS_INSPECT_WAIT;
        effects.changes = inspector->agent_changes;
        effects.holds = inspector->hold_changes;
        for (uint32_t i = 0; i < WITS_INSPECT_MAX_VIEWERS; i++) {
            effects.is_holding = effects.is_holding || inspector->viewers[i].holds;
        }
    }
    return effects;
}

/// Begins a message for a viewer. It is not sent if the viewer has disconnected.
static void begin(wits_inspector *of, uint32_t viewer, const char *name) {
    of->json.is_mute = of->viewers[viewer].has_left;
    wits_json_begin(&of->json, viewer, name);
}

void wits_inspector_send(wits_inspector *inspector, const char *name, const char *json) {
    for (uint32_t i = 0; inspector != NULL && name != NULL && json != NULL && i < WITS_INSPECT_MAX_VIEWERS; i++) {
        if (inspector->viewers[i].is_there) {
            begin(inspector, i, name);
            wits_json_raw(&inspector->json, "data", json);
            wits_json_end(&inspector->json);
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- world

bool wits_inspect_find(const wits_inspector *of, uint64_t id, uint64_t *row) {
    const wits_agents *agents = of->world->agents;
    if (agents->ids == NULL) {
        *row = id - agents->first_id;
        return *row < of->count;
    }
    if (*row < of->count && agents->ids[*row] == id) {
        return true;
    }
    for (uint64_t i = 0; i < of->count; i++) {
        if (agents->ids[i] == id) {
            *row = i;
            return true;
        }
    }
    return false;
}

wits_frame wits_inspect_frame_of(const wits_inspector *of, uint64_t row) {
    const wits_inspected *world = of->world;
    wits_frame frame = {.tick = of->tick,
                        .agent = id_at(of, row),
                        .seed = of->seed,
                        .columns = world->agents->columns,
                        .row = (uint32_t)row};
    if (world->frame != NULL) {
        frame.functions = world->frame->functions;
        frame.targets = world->frame->targets;
        frame.user = world->frame->user;
        frame.context = world->frame->context;
        if (frame.context != NULL) {
            frame.context = (unsigned char *)frame.context + row * world->context_stride;
        }
    }
    return frame;
}

bool wits_inspect_can_decide(const wits_inspector *of) {
    const wits_column *columns = of->world->agents->columns;
    const wits_function *functions = of->world->frame != NULL ? of->world->frame->functions : NULL;
    const uint32_t field_count = wits_field_count(of->brain), function_count = wits_function_count(of->brain);
    bool can = (columns != NULL || field_count == 0) && (functions != NULL || function_count == 0);
    for (uint32_t i = 0; can && i < field_count; i++) {
        can = columns[i].base != NULL;
    }
    for (uint32_t i = 0; can && i < function_count; i++) {
        const wits_function_kind kind = wits_function_kind_of(of->brain, i);
        can = (kind != WITS_FUNCTION_CONDITION || functions[i].condition != NULL) &&
              (kind != WITS_FUNCTION_SCORE || functions[i].score != NULL);
    }
    return can;
}

/// Returns whether the tables may be those of the brain.
static bool is_desc_of(const wits_desc *desc, const wits_brain *brain) {
    return desc != NULL && desc->state_count == wits_state_count(brain) &&
           desc->transition_count == wits_transition_count(brain) && desc->event_count == wits_event_count(brain) &&
           desc->field_count == wits_field_count(brain) && desc->function_count == wits_function_count(brain) &&
           desc->target_count == wits_target_kind_count(brain) && desc->initial_count == wits_initial_count(brain);
}

static void brain_has_changed(wits_inspector *of, bool is_first) {
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_VIEWERS; i++) {
        viewer_data *v = &of->viewers[i];
        v->has_old_brain = v->is_there && !is_first;
        v->focus.has_states = false;
        v->focus.count = 0;
        v->before_count = 0;
    }
}

/// Notes the world of this frame, and what differs from the last one.
static void look_at(wits_inspector *of, const wits_inspected *world) {
    const wits_agents *agents = world->agents;
    const uint64_t count = agents->agents == NULL                  ? 0
                           : agents->count < WITS_CROWD_MAX_AGENTS ? agents->count
                                                                   : WITS_CROWD_MAX_AGENTS;
    const uint64_t hash = wits_brain_hash(agents->brain);
    of->is_new_brain = !of->had_world || of->brain != agents->brain || of->brain_hash != hash;
    const bool is_new_tick = !of->had_world || of->tick != agents->tick;
    const bool was_half = of->is_half;
    of->is_half =
        !is_new_tick && (of->returned == WITS_INSPECT_DECIDE || (of->is_half && of->returned == WITS_INSPECT_WAIT));
    of->has_run = of->had_world && (is_new_tick || of->is_half != was_half);
    if (of->is_new_brain || is_new_tick || of->has_run || of->count != count || of->seed != agents->seed) {
        has_changed(of);
    }
    of->world = world;
    of->has_counts = false;
    of->brain = agents->brain;
    of->brain_hash = hash;
    of->count = count;
    of->tick = agents->tick;
    of->seed = agents->seed;
    of->agent_size = wits_agent_size(agents->brain);
    of->stride = agents->agent_stride != 0 ? agents->agent_stride : of->agent_size;
    of->desc = is_desc_of(world->desc, of->brain) ? world->desc : NULL;
    if (of->is_new_brain) {
        of->has_decision = false;
        of->counted = 0;
        brain_has_changed(of, !of->had_world);
    }
    of->had_world = true;
}

// -------------------------------------------------------------------------------------------------------------- frames

/// Decides what to run before the next frame.
static wits_inspect_next next_of(wits_inspector *of) {
    if (of->is_half && (!of->is_paused || of->steps > 0 || of->wants_decide)) {
        of->steps -= of->steps > 0;
        of->wants_decide = false;
        return WITS_INSPECT_UPDATE;
    }
    if (!of->is_paused) {
        return WITS_INSPECT_RUN;
    }
    if (of->steps > 0) {
        of->steps--;
        return WITS_INSPECT_RUN;
    }
    if (of->wants_decide) {
        of->wants_decide = false;
        return WITS_INSPECT_DECIDE;
    }
    return WITS_INSPECT_WAIT;
}

static void send_update(wits_inspector *of, uint32_t number, bool is_explained) {
    viewer_data *v = &of->viewers[number];
    json_writer *to = &of->json;
    if (v->has_old_brain) {
        begin(of, number, "changed");
        wits_json_end(to);
        v->has_old_brain = false;
    }
    begin(of, number, "update");
    wits_json_count(to, "tick", of->tick);
    wits_json_bool(to, "half", of->is_half);
    wits_json_bool(to, "running", !of->is_paused || of->returned != WITS_INSPECT_WAIT);
    wits_json_count(to, "agents", of->count);
    wits_json_count(to, "dropped", v->dropped);
    bool has_memory = true;
    if (v->sees_counts) {
        has_memory = wits_inspect_put_counts(of);
    }
    if (v->sees_moves) {
        has_memory = v->sees_moves = wits_inspect_put_moves(of, v) && has_memory;
    }
    if (v->watch_count > 0) {
        wits_json_open(to, "watch", '[');
        for (uint32_t i = 0; i < v->watch_count; i++) {
            wits_inspect_put_watched(of, &v->watches[i]);
        }
        wits_json_close(to, ']');
    }
    if (v->focus.is_on) {
        wits_inspect_put_focus(of, &v->focus, is_explained);
    }
    wits_inspect_put_breaks(of);
    wits_json_end(to);
    if (!has_memory) {
        begin(of, number, "refused");
        wits_json_text(to, "why", "not enough memory for counts or moves");
        wits_json_end(to);
    }
    v->is_waiting = false;
    v->seen = of->changes;
    v->dropped = 0;
}

static void answer_requests(wits_inspector *of) {
    uint32_t long_ones = 0;
    request *r = of->first;
    answered last = ANSWERED;
    while (r != NULL && long_ones < MOST_LONG && last != ANSWERED_COMMAND) {
        of->first = r->next;
        of->last = of->first != NULL ? of->last : NULL;
        if (!of->viewers[r->viewer].has_left) {
            last = wits_inspect_answer(of, r);
            long_ones += last != ANSWERED;
        }
        release_request(of, r);
        r = of->first;
    }
}

/// Notes what has changed in the agents that viewers focus on.
static void follow_focuses(wits_inspector *of) {
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_VIEWERS; i++) {
        focus *f = &of->viewers[i].focus;
        if (f->is_on && !wits_inspect_follow(of, f)) {
            f->is_on = false;
            begin(of, i, "refused");
            wits_json_text(&of->json, "why", "not enough memory for the focus");
            wits_json_end(&of->json);
        }
    }
}

/// Sends an update to a viewer that waits for one, and explains the next decision of the agent it focuses on.
static void serve(wits_inspector *of, uint32_t number) {
    viewer_data *v = &of->viewers[number];
    v->dropped += !v->is_waiting && of->has_run && !of->is_half;
    const bool is_due = v->is_waiting && v->seen != of->changes;
    const bool is_explained = v->focus.is_on && v->focus.has_states &&
                              (is_due || of->has_run || of->returned != WITS_INSPECT_WAIT) &&
                              wits_inspect_decide(of, v->focus.row, false);
    if (is_due) {
        send_update(of, number, is_explained);
    }
    if (is_explained) {
        wits_inspect_expect(of, &v->focus);
    }
}

wits_inspect_next wits_inspector_frame(wits_inspector *inspector, const wits_inspected *world) {
    wits_inspector *of = inspector;
    if (of == NULL || world == NULL || world->agents == NULL || world->agents->brain == NULL || of->world != NULL) {
        return WITS_INSPECT_RUN;
    }
    look_at(of, world);
    if (wits_inspector_viewers(of) > 0) {
        follow_focuses(of);
        if (of->is_new_brain) {
            wits_inspect_renew_breaks(of);
            wits_inspect_renew_held(of);
        } else if (of->has_run) {
            wits_inspect_check_breaks(of);
        }
        answer_requests(of);
    }
    of->returned = next_of(of);
    const bool decides = of->returned == WITS_INSPECT_RUN || of->returned == WITS_INSPECT_DECIDE;
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_VIEWERS && decides; i++) {
        wits_inspect_return_held(of, &of->viewers[i]);
    }
    follow_focuses(of);
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_VIEWERS; i++) {
        if (of->viewers[i].is_there && !of->viewers[i].has_left) {
            serve(of, i);
        }
    }
    of->world = NULL;
    for (uint32_t i = 0; i < WITS_INSPECT_MAX_VIEWERS; i++) {
        if (of->viewers[i].has_left) {
            wits_inspector_leave(of, i);
        }
    }
    return of->returned;
}
