// SPDX-License-Identifier: MIT
#include "inspect/recorded.h"

#include "common/memory.h"
#include "replay/result.h"

#include <stdlib.h>

/// Moves to the next call. Prints an error and returns false as inspect_recorded_tick does.
static bool next_call(inspect_recorded *of) {
    replay_world *world = &of->world;
    of->is_at_end = !replay_world_next(world, &of->call);
    if (of->is_at_end && world->has_failed) {
        of->last = of->next;
        return false;
    }
    of->next = of->is_at_end ? of->last : of->call.tick;
    if (world->differs && !of->has_told) {
        text where = {0};
        text_own_difference(&where, world);
        say_error("this machine's results differ from the recording; the first difference is %s", text_of(&where));
        text_free(&where);
        of->has_told = true;
        return false;
    }
    return true;
}

/// Returns whether any agent has begun.
static bool is_begun(const replay_world *of) {
    for (uint64_t row = 0; row < of->agents.count; row++) {
        if (wits_active(of->brain, replay_world_agent(of, row), NULL, 0) > 0) {
            return true;
        }
    }
    return false;
}

bool inspect_recorded_tick(inspect_recorded *of) {
    const uint32_t tick = of->next;
    bool is_good = true;
    while (!of->is_at_end && of->next == tick) {
        replay_world_run(&of->world, &of->call);
        is_good = next_call(of) && is_good;
    }
    return is_good;
}

bool inspect_recorded_seek(inspect_recorded *of, uint32_t tick) {
    const wits_recording *recording = &of->world.recording;
    const uint32_t every = recording->keyframe_every;
    // Keyframes have the agents of the recorded brain; those of another one follow from the start only.
    const bool has_keyframes = every > 0 && recording->start.brain_hash == wits_brain_hash(of->world.brain);
    const bool is_nearest = tick >= of->next && !(has_keyframes && tick - of->next > every);
    return is_nearest || (replay_world_seek(&of->world, has_keyframes ? tick : recording->start.tick) && next_call(of));
}

inspect_recorded *inspect_recorded_new(const char *path, text *bytes, const char *brain, int *status) {
    inspect_recorded *made = allocate(1, sizeof *made);
    *status = bytes != NULL ? replay_world_open_bytes(path, bytes, brain, &made->world)
                            : replay_world_open(path, brain, &made->world);
    if (*status != STATUS_DONE) {
        inspect_recorded_free(made);
        return NULL;
    }
    const wits_recording *recording = &made->world.recording;
    replay_warn_of_rest(&made->world);
    made->next = recording->start.tick;
    made->last = recording->last_tick + (recording->calls > 0 && recording->last_tick < UINT32_MAX - 1);
    if (!next_call(made) && made->world.has_failed) {
        *status = STATUS_WRONG;
        inspect_recorded_free(made);
        return NULL;
    }
    while (!made->is_at_end && !is_begun(&made->world) && inspect_recorded_tick(made)) {}
    if (!is_begun(&made->world)) {
        (void)inspect_recorded_seek(made, recording->start.tick);
    }
    made->has_told = false;  // there is no viewer yet
    return made;
}

void inspect_recorded_free(inspect_recorded *of) {
    if (of != NULL) {
        replay_world_end(&of->world);
        free(of);
    }
}

/// Returns whether decisions can be explained: if they call functions, these have the answers of the next call.
static bool has_answers(const inspect_recorded *of) {
    const replay_world *world = &of->world;
    bool is_asked = false;
    for (uint32_t i = 0; i < wits_function_count(world->brain); i++) {
        const wits_function_kind kind = wits_function_kind_of(world->brain, i);
        is_asked = is_asked || kind == WITS_FUNCTION_CONDITION || kind == WITS_FUNCTION_SCORE;
    }
    const wits_recorded_call *call = &of->call;
    const bool decides = call->verb == WITS_RECORDED_TICK || call->verb == WITS_RECORDED_DECIDE;
    return !is_asked ||
           (!of->is_at_end && decides && call->count == world->agents.count && world->recording.most_answers > 0);
}

wits_inspected inspect_recorded_world(inspect_recorded *of) {
    replay_world *world = &of->world;
    world->agents.tick = of->next;
    of->frame = (wits_frame){.functions = has_answers(of) ? wits_replay_functions(world->replay) : NULL,
                             .targets = of->is_at_end ? NULL : of->call.targets};
    wits_inspected shown = {.agents = &world->agents,
                            .frame = &of->frame,
                            .code = world->code,
                            .decide_every = of->is_at_end ? 0 : of->call.decide_every,
                            .desc = world->desc,
                            .promises = wits_file_promises(world->file)};
    shown.text = wits_file_text(world->file, &shown.text_size);
    return shown;
}

void json_inspect_recorded(json_writer *to, const char *key, const inspect_recorded *of) {
    text end = {0};
    text_recording_end(&end, "the recording", &of->world.recording);
    json_open(to, key, '{');
    json_text(to, "name", shown_path(of->world.path));
    json_text(to, "end", recording_end_name(&of->world.recording));
    json_text(to, "text", text_of(&end));
    json_close(to, '}');
    text_free(&end);
}
