// SPDX-License-Identifier: MIT
// A game whose guards use brains/guard.yaml. During development the game reads the file, which may change between
// starts. The shipped game has the brain as C, and needs neither the file nor wits:
//
//   wits compile ../../brains/guard.yaml -o guard.c
//   cc -O2 shipped.c guard.c -o shipped
//
// README.md has the commands for development, too.
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#ifdef DEVELOP  // ------------------------------------------------------- the brain is a file, which the library reads

#include "guard_file.h"

enum { AGENT_ROOM = 256 };  // bytes; the brain may grow during development
typedef wits_frame game_frame;

static const wits_file *file;
static const wits_brain *brain;

static bool open_brain(const char *path, guard_context *contexts, size_t count) {
    file = guard_open(path, contexts, count, NULL);  // prints every mismatch
    brain = wits_file_brain(file);
    return brain != NULL && wits_agent_size(brain) <= AGENT_ROOM;
}

static game_frame frame_of(guard_context *contexts, uint32_t row) {
    return guard_frame(file, contexts, row);
}

// The calls of the game, with the names of generated C.
static bool guard_start(void *agent, const game_frame *frame) {
    wits_set_initial_fields(brain, frame->columns, frame->row);
    return wits_start(brain, agent, frame);
}

static bool guard_tick(void *agent, const game_frame *frame) {
    return wits_tick(brain, agent, frame);
}

static bool guard_raise(void *agent, uint32_t event) {
    return wits_raise(brain, agent, event);
}

static uint16_t guard_deepest(const void *agent) {
    return wits_deepest(brain, agent);
}

static const char *guard_state_name(uint32_t state) {
    return wits_state_name(brain, (wits_state_id)state);
}

#else  // ------------------------------------------------------------------------------------------ the brain is
       // guard.c

#include "guard.h"

enum { AGENT_ROOM = GUARD_AGENT_SIZE };
typedef guard_frame game_frame;

static bool open_brain(const char *path, guard_context *contexts, size_t count) {
    (void)path;
    for (size_t row = 0; row < count; row++) {
        guard_set_initial_fields(&contexts[row]);
    }
    return true;
}

static game_frame frame_of(guard_context *contexts, uint32_t row) {
    game_frame frame = {.agent = row, .context = &contexts[row]};
    return frame;
}

#endif  // --------------------------------------------------------------------------------------------- from here: a
        // game

enum { GUARDS = 2, TICKS = 36 };

/// Runs an action of a guard in the game: here it is printed.
static void say(const guard_context *self, const guard_call *call, const char *what) {
    printf("%4u  guard %u  %4.0f m  health %.1f  %s\n", (unsigned)call->frame->tick, (unsigned)call->frame->agent,
           (double)self->distance, (double)self->health, what);
}

/// Repeated actions are not printed.
static void go_on(const guard_context *self, const guard_call *call) {
    (void)self;
    (void)call;
}

void guard_walk_the_wall(guard_context *self, const guard_call *call) {
    go_on(self, call);
}

void guard_look_around(guard_context *self, const guard_call *call) {
    go_on(self, call);
}

void guard_search_yard(guard_context *self, const guard_call *call) {
    go_on(self, call);
}

void guard_draw_sword(guard_context *self, const guard_call *call) {
    say(self, call, "draws his sword");
}

void guard_sheathe(guard_context *self, const guard_call *call) {
    say(self, call, "sheathes his sword");
}

void guard_step_closer(guard_context *self, const guard_call *call) {
    go_on(self, call);
}

void guard_strike(guard_context *self, const guard_call *call) {
    say(self, call, "strikes");
}

void guard_mend(guard_context *self, const guard_call *call) {
    self->health += 0.125f;
    say(self, call, "binds his wounds");
}

void guard_run_away(guard_context *self, const guard_call *call) {
    say(self, call, "runs for the tower");
}

void guard_listen(guard_context *self, const guard_call *call) {
    go_on(self, call);
}

/// A thief comes over the wall at tick 4, runs from the first guard to the second, fights, and is gone at tick 24.
static void look(guard_context *self, uint32_t row, uint32_t tick) {
    const float place = row == 0 ? 0.0f : 30.0f, thief = (float)tick * 1.5f;
    self->sees_player = tick >= 4 && tick < 24 && (row == 1 || tick < 12);
    self->distance = thief > place ? thief - place : place - thief;
    if (self->sees_player && self->distance < 6.0f) {
        self->health -= 0.25f;
    }
}

int main(int argc, char **argv) {
    static guard_context guards[GUARDS];
    static uint8_t agents[GUARDS][AGENT_ROOM];
    if (!open_brain(argc > 1 ? argv[1] : "../../brains/guard.yaml", guards, GUARDS)) {
        return 1;
    }
    for (uint32_t tick = 0; tick <= TICKS; tick++) {
        for (uint32_t row = 0; row < GUARDS; row++) {
            game_frame frame = frame_of(guards, row);
            frame.tick = tick;
            if (tick == 0) {
                guard_start(agents[row], &frame);
                continue;
            }
            look(&guards[row], row, tick);
            if (tick == 8) {
                guard_raise(agents[row], GUARD_EVENT_ALARM);
            }
            guard_tick(agents[row], &frame);
        }
    }
    for (uint32_t row = 0; row < GUARDS; row++) {
        printf("guard %u ends in %s\n", (unsigned)row, guard_state_name(guard_deepest(agents[row])));
    }
    return 0;
}
