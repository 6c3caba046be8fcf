// SPDX-License-Identifier: MIT
// The guard of guard.c, with his brain in a file: brains/guard.yaml. The build makes a header of the file with
// `wits header`. It has guard_context (the fields), prototypes of the functions defined here, and guard_open, which
// checks that the file still fits this program.
#include "guard_from_file.h"
#include "night.h"

// ------------------------------------------------------------------------------------------------------------- actions

enum { DOES = 160 };  // bytes of the text of his actions in a tick

/// Data that the brain does not use; the frame points to it. Here it is a text of his actions.
static void say(const wits_call *call, const char *what) {
    char *does = call->frame->user;
    size_t length = strlen(does);
    snprintf(does + length, DOES - length, "%s%s", length == 0 ? "" : ", ", what);
}

void guard_walk_the_wall(guard_context *self, const wits_call *call) {
    say(call, "walks the wall");
}

void guard_look_around(guard_context *self, const wits_call *call) {
    say(call, "lifts his lantern, looks around");
}

void guard_search_yard(guard_context *self, const wits_call *call) {
    say(call, "searches the yard");
}

void guard_draw_sword(guard_context *self, const wits_call *call) {
    say(call, "draws his sword");
}

void guard_sheathe(guard_context *self, const wits_call *call) {
    say(call, "sheathes his sword");
}

void guard_step_closer(guard_context *self, const wits_call *call) {
    say(call, "steps closer");
}

void guard_strike(guard_context *self, const wits_call *call) {
    say(call, "strikes");
}

void guard_mend(guard_context *self, const wits_call *call) {
    say(call, "ducks behind the well, binds his wounds");
}

void guard_run_away(guard_context *self, const wits_call *call) {
    say(call, "runs for the tower");
}

void guard_listen(guard_context *self, const wits_call *call) {
    say(call, "listens");
}

// -------------------------------------------------------------------------------------------------------- the night

static void print_tick(const wits_brain *brain, const void *agent, const wits_frame *frame, bool hears_alarm) {
    const guard_context *self = frame->context;
    char player[16] = "-", state[64];
    if (self->sees_player) {
        snprintf(player, sizeof player, "%.0f m", (double)self->distance);
    }
    wits_state_path(brain, wits_deepest(brain, agent), state, sizeof state);
    printf("%4u  %6s  %6.2f  %-5s  %-17s  %s\n", (unsigned)frame->tick, player, (double)self->health,
           hears_alarm ? "alarm" : "", state, (const char *)frame->user);
}

int main(int argc, char **argv) {
    static senses night[NIGHT_MAX_TICKS];
    const char *path = argc > 1 ? argv[1] : "examples/guard-night.csv";
    guard_context guard;
    wits_file *file = guard_open(argc > 2 ? argv[2] : "brains/guard.yaml", &guard, 1, NULL);
    if (file == NULL) {
        return EXIT_FAILURE;  // the problems have been printed
    }
    const wits_brain *brain = wits_file_brain(file);
    char does[DOES] = "";
    wits_frame frame = guard_frame(file, &guard, 0);
    frame.user = does;
    void *agent = calloc(1, wits_agent_size(brain));
    if (agent == NULL) {
        wits_file_free(file);
        return EXIT_FAILURE;
    }
    uint32_t ticks = night_read(path, brain, night);
    uint32_t fighting = 0;

    printf("tick  player  health  hears  state              what he does\n");
    wits_set_initial_fields(brain, frame.columns, frame.row);
    wits_start(brain, agent, &frame);
    for (frame.tick = 1; frame.tick <= ticks; ++frame.tick) {
        const senses *now = &night[frame.tick - 1];
        const bool hears_alarm = (now->events >> GUARD_EVENT_ALARM & 1) != 0;
        guard = (guard_context){.sees_player = now->sees_player, .distance = now->distance, .health = now->health};
        does[0] = '\0';
        if (hears_alarm) {
            wits_raise(brain, agent, GUARD_EVENT_ALARM);
        }
        wits_tick(brain, agent, &frame);
        print_tick(brain, agent, &frame, hears_alarm);
        fighting += wits_is_in(brain, agent, GUARD_STATE_COMBAT);
    }
    printf("He was in combat for %u of %u ticks.\n", (unsigned)fighting, (unsigned)ticks);
    free(agent);
    wits_file_free(file);
    return EXIT_SUCCESS;
}
