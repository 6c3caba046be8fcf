// SPDX-License-Identifier: MIT
// Rollback, as in networked games. Agents are plain bytes, so a whole match is one struct and memcpy saves it. A match
// runs on predicted inputs. When the real ones arrive late, it rolls back and replays, with equal hashes.
#include "example.h"

#include <string.h>

enum { FIGHTER, READY, JAB, KICK, BLOCK, STUNNED };
enum { HIT };
enum { FIGHTERS = 4, SEED = 2024 };

typedef struct fighter {
    int32_t stamina;
    int32_t jabs, kicks;
    uint8_t brain[12];
} fighter;

typedef struct match {
    fighter fighters[FIGHTERS];
    uint32_t tick;
} match;

static bool is_fresh(const void *context, const wits_call *call) {
    return ((const fighter *)context)->stamina > 20;
}

static float worth_jabbing(const void *context, const wits_call *call) {
    return 10.0f;
}

static float worth_kicking(const void *context, const wits_call *call) {
    return (float)((const fighter *)context)->stamina;
}

static float worth_blocking(const void *context, const wits_call *call) {
    return (float)(100 - ((const fighter *)context)->stamina);
}

static void jab(void *context, const wits_call *call) {
    fighter *self = context;
    ++self->jabs;
    self->stamina -= 2;
}

static void kick(void *context, const wits_call *call) {
    fighter *self = context;
    ++self->kicks;
    self->stamina -= 9;
}

static void rest(void *context, const wits_call *call) {
    fighter *self = context;
    self->stamina += self->stamina < 100 ? 3 : 0;
}

static const wits_state_desc states[] = {
    [FIGHTER] = {.name = "fighter"},
    [READY] = {.name = "ready", .kind = WITS_KIND_UTILITY, .select = WITS_SELECT_WEIGHTED},
    [JAB] = {.name = "jab", .parent = READY, .score = "worth_jabbing", .hold = 2, .enter = "jab"},
    [KICK] = {.name = "kick", .parent = READY, .score = "worth_kicking", .hold = 4, .enter = "kick"},
    [BLOCK] = {.name = "block", .parent = READY, .score = "worth_blocking", .hold = 3, .update = "rest"},
    [STUNNED] = {.name = "stunned", .update = "rest"},
};

static const char *const events[] = {[HIT] = "hit"};

static const wits_transition_desc transitions[] = {
    {.from = READY, .to = STUNNED, .event = "hit"},
    {.from = STUNNED, .to = READY, .when = "is_fresh", .after = 5},
};

static const wits_function functions[] = {
    {.name = "is_fresh", .condition = is_fresh},
    {.name = "worth_jabbing", .score = worth_jabbing},
    {.name = "worth_kicking", .score = worth_kicking},
    {.name = "worth_blocking", .score = worth_blocking},
    {.name = "jab", .action = jab},
    {.name = "kick", .action = kick},
    {.name = "rest", .action = rest},
};

static const wits_desc desc = {
    .states = states,
    .state_count = COUNT(states),
    .transitions = transitions,
    .transition_count = COUNT(transitions),
    .events = events,
    .event_count = COUNT(events),
    .functions = functions,
    .function_count = COUNT(functions),
};

/// Returns true if this fighter is hit at this tick. The prediction is always false.
static bool real_input(uint32_t tick, uint32_t fighter_number) {
    return (tick * 7 + fighter_number * 13) % 23 == 0;
}

static void run(const wits_brain *brain, match *game, uint32_t until, bool predicted) {
    while (game->tick < until) {
        ++game->tick;
        for (uint32_t i = 0; i < FIGHTERS; ++i) {
            fighter *self = &game->fighters[i];
            wits_frame frame = {.tick = game->tick, .seed = SEED, .agent = i, .context = self, .functions = functions};
            if (game->tick == 1) {
                wits_start(brain, self->brain, &frame);
            }
            if (!predicted && real_input(game->tick, i)) {
                wits_raise(brain, self->brain, HIT);
            }
            wits_tick(brain, self->brain, &frame);
        }
    }
}

static uint64_t print_match(const wits_brain *brain, const match *game, const char *what) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < FIGHTERS; ++i) {
        hash += wits_agent_hash(brain, game->fighters[i].brain, i);
    }
    printf("%-26s  %4u  %016llx ", what, (unsigned)game->tick, (unsigned long long)hash);
    for (uint32_t i = 0; i < FIGHTERS; ++i) {
        const fighter *self = &game->fighters[i];
        printf("  %-7s %3d", wits_state_name(brain, wits_deepest(brain, self->brain)), (int)self->stamina);
    }
    printf("\n");
    return hash;
}

int main(void) {
    const wits_brain *brain = compile_or_exit(&desc, sizeof(fighter){0}.brain);
    match game = {.tick = 0}, truth, saved;
    for (uint32_t i = 0; i < FIGHTERS; ++i) {
        game.fighters[i].stamina = 100;
    }
    memcpy(&truth, &game, sizeof truth);

    printf("match                       tick  hash of the agents  four fighters: state, stamina\n");
    run(brain, &game, 50, false);
    memcpy(&saved, &game, sizeof saved);
    print_match(brain, &game, "saved");
    run(brain, &game, 100, true);
    print_match(brain, &game, "on predicted inputs");
    memcpy(&game, &saved, sizeof game);
    print_match(brain, &game, "rolled back");
    run(brain, &game, 100, false);
    uint64_t replayed = print_match(brain, &game, "replayed on real inputs");
    run(brain, &truth, 100, false);
    uint64_t straight = print_match(brain, &truth, "never interrupted");

    bool same = replayed == straight && memcmp(&game, &truth, sizeof game) == 0;
    printf("%s\n", same ? "replayed and never interrupted are equal, byte for byte" : "THEY DIFFER");
    return same ? EXIT_SUCCESS : EXIT_FAILURE;
}
