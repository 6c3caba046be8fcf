// SPDX-License-Identifier: MIT
#include "inspect/session_parts.h"

#include "common/memory.h"
#include "crowd/checkpoint.h"

#include <stdlib.h>

enum { MOST_MEMORY = 256 << 20 };
static const double longest_wait = 3600.0;

// ------------------------------------------------------------------------------------------------------------ requests

wits_inspect_result inspect_session_request(void *session, uint32_t viewer, const void *bytes, size_t size) {
    inspect_session *of = session;
    const wits_inspect_result result = wits_inspector_request(of->inspector, viewer, bytes, size);
    if (result == WITS_INSPECT_ACCEPTED) {
        of->requests++;
    }
    return result;
}

void inspect_session_leave(void *session, uint32_t viewer) {
    inspect_session *of = session;
    wits_inspector_leave(of->inspector, viewer);
    of->requests++;  // it may have paused the world
}

// ---------------------------------------------------------------------------------------------------------------- time

uint32_t session_first(const inspect_session *of) {
    return of->recorded != NULL ? of->recorded->world.recording.start.tick
           : of->past.count > 0 ? of->past.items[0].tick
                                : of->next;
}

uint32_t session_last(const inspect_session *of) {
    return of->recorded != NULL ? of->recorded->last : UINT32_MAX - 1;  // ticks have 32 bits
}

/// Returns whether no tick follows.
static bool is_over(const inspect_session *of) {
    return of->recorded != NULL ? of->recorded->is_at_end : of->next == session_last(of);
}

static void note_moment(inspect_session *of, bool is_change) {
    past_note(&of->past, &of->now->run.crowd, of->next, of->is_half, is_change);
}

/// Tells viewers about a fault outside of requests.
static void tell_fault(inspect_session *of, const caught_messages *caught) {
    text json = {0}, lines = {0};
    json_writer to = {.to = &json};
    text_caught(&lines, caught);
    json_open(&to, NULL, '{');
    json_text(&to, "text", text_of(&lines));
    json_close(&to, '}');
    wits_inspector_send(of->inspector, "fault", text_of(&json));
    text_free(&json);
    text_free(&lines);
}

/// Pauses the world because of a fault.
static void stop(inspect_session *of, const caught_messages *caught) {
    wits_inspector_pause(of->inspector, true);
    tell_fault(of, caught);
}

/// Gives the next tick its inputs. If they are faulty, the world pauses.
static void prepare(inspect_session *of) {
    caught_messages caught = {0};
    caught_messages *before = catch_messages(&caught);
    const bool is_good = inspect_world_prepare(of->now, of->next);
    catch_messages(before);
    if (!is_good) {
        stop(of, &caught);
    }
    caught_messages_free(&caught);
    note_moment(of, false);
}

/// Runs a tick of a recording, or goes to the moment nearest to the goal from which ticks run.
static void run_recorded(inspect_session *of, bool seeks) {
    caught_messages caught = {0};
    caught_messages *before = catch_messages(&caught);
    const bool is_good = seeks ? inspect_recorded_seek(of->recorded, of->goal) : inspect_recorded_tick(of->recorded);
    catch_messages(before);
    of->next = of->recorded->next;
    if (!is_good) {
        of->goal = of->next;
        stop(of, &caught);
    }
    caught_messages_free(&caught);
    of->is_new = true;
}

/// Runs a tick or the half of one.
static void run(inspect_session *of, wits_inspect_next what) {
    if (of->recorded != NULL) {
        run_recorded(of, false);
        return;
    }
    crowd_sim *crowd = &of->now->run.crowd;
    const bool has_calls = inputs_at(&of->now->given.in, of->next)->call_count > 0;
    if (what == WITS_INSPECT_DECIDE && !of->is_half && !has_calls) {
        crowd_sim_call(crowd, INPUT_DECIDE);
        of->is_half = true;
    } else {
        crowd_sim_call(crowd, of->is_half ? INPUT_UPDATE : INPUT_TICK);
        of->is_half = false;
        of->next++;
        prepare(of);
    }
    of->is_new = true;
}

// ------------------------------------------------------------------------------------------------------------- changes

void session_take_over(inspect_session *of) {
    inspect_world_free(of->now);
    of->now = of->made;
    of->made = NULL;
    past_clear(&of->past);
    if (!of->made_goes_on) {
        of->next = of->now->run.crowd.how.from + 1;
        of->is_half = false;
        of->is_seeking = false;
        prepare(of);
    } else {
        note_moment(of, false);
    }
    wits_inspector_pause(of->inspector, of->is_waiting);  // viewers must get the new world
    of->is_new = true;
}

static void begin_seek(inspect_session *of) {
    of->is_seeking = true;
    of->wants_seek = false;
    wits_inspector_pause(of->inspector, true);
    of->is_waiting = true;  // also if the frame, which was before, lets it run
    if (of->recorded != NULL) {
        run_recorded(of, true);
        return;
    }
    const past_moment *from = past_find(&of->past, of->goal);
    const bool is_ahead = of->goal > of->next || (of->goal == of->next && !of->is_half);
    if (from != NULL && (!is_ahead || from->tick > of->next)) {
        past_load(from, &of->now->run.crowd);
        of->next = from->tick;
        of->is_half = from->is_half;
        inspect_world_go_to(of->now, of->next);
        of->is_new = true;
    }
}

/// Applies the requests of a frame, and notes changes of agents, so that going back repeats them.
static void apply(inspect_session *of) {
    const wits_inspect_effects before = of->effects;
    of->effects = wits_inspector_effects(of->inspector);
    const bool is_held = of->effects.holds != before.holds;
    if (of->made != NULL) {
        session_take_over(of);
    }
    if (is_held) {
        past_clear(&of->past);  // ticks before and after do not follow from each other
    }
    if (is_held || of->effects.changes != before.changes) {
        note_moment(of, true);
    }
    if (of->wants_seek) {
        begin_seek(of);
    }
}

// --------------------------------------------------------------------------------------------------------------- ticks

static void show(inspect_session *of, const wits_inspected *world) {
    of->requests -= of->requests > 0;
    of->is_new = false;
    of->verdict = wits_inspector_frame(of->inspector, world);
    of->is_waiting = of->verdict == WITS_INSPECT_WAIT;
}

static void show_crowd(inspect_session *of) {
    const crowd_sim *crowd = &of->now->run.crowd;
    const wits_file *file = of->now->given.file;
    crowd_rows rows = crowd_rows_of(crowd);
    rows.agents.tick = of->next;
    rows.agents.first_id = crowd->how.first;
    const wits_frame around = {
        .functions = crowd->crowd.functions, .context = crowd->crowd.contexts, .targets = crowd->crowd.targets};
    wits_inspected shown = {.agents = &rows.agents,
                            .frame = &around,
                            .code = crowd->crowd.code,
                            .desc = wits_file_desc(file),
                            .promises = wits_file_promises(file)};
    shown.text = wits_file_text(file, &shown.text_size);
    show(of, &shown);
    crowd_rows_free(&rows);
}

static void frame(inspect_session *of) {
    if (of->recorded != NULL) {
        const wits_inspected shown = inspect_recorded_world(of->recorded);
        show(of, &shown);
    } else {
        show_crowd(of);
    }
    apply(of);
}

/// Runs ticks up to the goal. Returns whether it is reached.
static bool seek(inspect_session *of, uint32_t most_ticks) {
    for (uint32_t i = 0; i < most_ticks && of->next < of->goal; i++) {
        run(of, WITS_INSPECT_RUN);
        if (of->effects.is_holding && i + 1 < most_ticks && of->next < of->goal) {
            frame(of);
        }
    }
    of->is_seeking = of->is_seeking && of->next < of->goal;
    return !of->is_seeking;
}

double inspect_session_run(inspect_session *of, double now, uint32_t most_ticks) {
    for (uint32_t ticks = 0;;) {
        if (of->requests > 0 || of->is_new || of->verdict == WITS_INSPECT_WAIT) {
            frame(of);
        }
        if (of->is_seeking && of->is_waiting) {
            const bool is_there = seek(of, most_ticks);
            if (is_there && of->is_new) {
                frame(of);
            }
            of->due = now;
            return 0.0;
        }
        of->is_seeking = false;
        if (of->is_waiting) {
            return of->requests > 0 || of->is_new ? 0.0 : longest_wait;
        }
        if (of->speed > 0.0 && !of->effects.is_stepping && now < of->due) {
            return of->requests > 0 || of->is_new ? 0.0 : of->due - now;
        }
        if (ticks == most_ticks) {
            return 0.0;
        }
        if (is_over(of)) {
            wits_inspector_pause(of->inspector, true);
            of->requests++;
            continue;
        }
        run(of, of->verdict);
        ticks++;
        if (of->speed > 0.0) {
            const double period = 1.0 / of->speed;
            of->due = of->due + period > now - period ? of->due + period : now + period;
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- setup

/// Reads the brain and creates the crowd, or opens the recording. Returns a status; prints errors.
static int begin(const inspect_session_options *options, inspect_session *to) {
    int status = STATUS_WRONG;
    if (options->recording != NULL) {
        to->recorded =
            inspect_recorded_new(options->recording, options->recording_bytes, options->crowd->brain, &status);
        return status;
    }
    wits_file *file = options->brain != NULL
                          ? inspect_world_read_brain(options->crowd->brain, options->brain, options->brain_size)
                          : load_brain(options->crowd->brain);
    to->now = file != NULL ? inspect_world_new(options->crowd, file, options->world, false, &status) : NULL;
    return to->now != NULL ? inspect_world_begin(to->now) : status;
}

inspect_session *inspect_session_new(const inspect_session_options *options, int *status) {
    inspect_session *of = allocate(1, sizeof *of);
    *status = begin(options, of);
    if (*status != STATUS_DONE) {
        inspect_session_free(of);
        return NULL;
    }
    of->how = *options;
    of->speed = options->speed;
    of->options = *options->crowd;
    of->past.most = options->memory != 0 ? options->memory : (uint64_t)MOST_MEMORY;
    if (of->recorded != NULL) {
        of->how.allows &= WITS_INSPECT_CONTROL;
        of->options.brain = of->options.brain != NULL ? of->options.brain : options->recording;
    }
    const wits_inspector_options inspector = {.allows = of->how.allows,
                                              .refusal = of->recorded != NULL ? session_refusal : NULL,
                                              .write = session_write,
                                              .command = session_command,
                                              .commands = session_commands,
                                              .command_count = session_command_count,
                                              .user = of,
                                              .allocator = &memory_allocator,
                                              .starts_paused = options->starts_paused};
    of->inspector = wits_inspector_new(&inspector);
    if (of->inspector == NULL) {
        *status = say_error("not enough memory for the inspector");
        inspect_session_free(of);
        return NULL;
    }
    of->is_waiting = options->starts_paused;
    if (of->recorded != NULL) {
        of->next = of->recorded->next;
    } else {
        of->next = of->now->run.crowd.how.from + 1;
        prepare(of);
    }
    of->is_new = true;
    return of;
}

void inspect_session_free(inspect_session *of) {
    if (of != NULL) {
        wits_inspector_free(of->inspector);
        inspect_recorded_free(of->recorded);
        inspect_world_free(of->now);
        inspect_world_free(of->made);
        past_clear(&of->past);
        free(of);
    }
}

const wits_file *inspect_session_file(const inspect_session *of) {
    return of->recorded != NULL ? of->recorded->world.file : of->now->given.file;
}
