// SPDX-License-Identifier: MIT
// Reference enemy 3: machines inside a machine. Patrol and combat are composites; the outer one decides first, and each
// starts again whenever it is entered.
#include "example.h"

enum {
    ENEMY,
    PATROL,
    FIND_WAYPOINT,
    WALK_TOWARDS_WAYPOINT,
    COMBAT,
    WALK_TOWARDS_PLAYER,
    ATTACK_PLAYER,
};

typedef enum progress { NONE, FOUND, REACHED } progress;

typedef struct enemy {
    progress waypoint;
    progress player;
} enemy;

static bool waypoint_is_found(const void *context, const wits_call *call) {
    const enemy *self = context;
    return self->waypoint == FOUND;
}

static bool waypoint_is_reached(const void *context, const wits_call *call) {
    const enemy *self = context;
    return self->waypoint == REACHED;
}

static bool player_is_found(const void *context, const wits_call *call) {
    const enemy *self = context;
    return self->player == FOUND;
}

static bool player_is_reached(const void *context, const wits_call *call) {
    const enemy *self = context;
    return self->player == REACHED;
}

static bool player_is_gone(const void *context, const wits_call *call) {
    const enemy *self = context;
    return self->player == NONE;
}

static void find_waypoint(void *context, const wits_call *call) {
    enemy *self = context;
    self->waypoint = FOUND;
}

static void walk_towards_waypoint(void *context, const wits_call *call) {
    enemy *self = context;
    self->waypoint = REACHED;
}

static void walk_towards_player(void *context, const wits_call *call) {
    enemy *self = context;
    self->player = REACHED;
}

static void attack_player(void *context, const wits_call *call) {
    enemy *self = context;
    self->player = NONE;
}

static const wits_state_desc states[] = {
    [ENEMY] = {.name = "enemy"},
    [PATROL] = {.name = "patrol"},
    [FIND_WAYPOINT] = {.name = "find_waypoint", .parent = PATROL, .enter = "find_waypoint"},
    [WALK_TOWARDS_WAYPOINT] = {.name = "walk_towards_waypoint", .parent = PATROL, .enter = "walk_towards_waypoint"},
    [COMBAT] = {.name = "combat"},
    [WALK_TOWARDS_PLAYER] = {.name = "walk_towards_player", .parent = COMBAT, .enter = "walk_towards_player"},
    [ATTACK_PLAYER] = {.name = "attack_player", .parent = COMBAT, .enter = "attack_player"},
};

static const wits_transition_desc transitions[] = {
    {.from = PATROL, .to = COMBAT, .when = "player_is_found"},
    {.from = COMBAT, .to = PATROL, .when = "player_is_gone"},
    {.from = FIND_WAYPOINT, .to = WALK_TOWARDS_WAYPOINT, .when = "waypoint_is_found"},
    {.from = WALK_TOWARDS_WAYPOINT, .to = FIND_WAYPOINT, .when = "waypoint_is_reached"},
    {.from = WALK_TOWARDS_PLAYER, .to = ATTACK_PLAYER, .when = "player_is_reached"},
    {.from = ATTACK_PLAYER, .to = WALK_TOWARDS_PLAYER, .when = "player_is_found"},
};

static const wits_function functions[] = {
    {.name = "waypoint_is_found", .condition = waypoint_is_found},
    {.name = "waypoint_is_reached", .condition = waypoint_is_reached},
    {.name = "player_is_found", .condition = player_is_found},
    {.name = "player_is_reached", .condition = player_is_reached},
    {.name = "player_is_gone", .condition = player_is_gone},
    {.name = "find_waypoint", .action = find_waypoint},
    {.name = "walk_towards_waypoint", .action = walk_towards_waypoint},
    {.name = "walk_towards_player", .action = walk_towards_player},
    {.name = "attack_player", .action = attack_player},
};

static const wits_desc desc = {
    .states = states,
    .state_count = COUNT(states),
    .transitions = transitions,
    .transition_count = COUNT(transitions),
    .functions = functions,
    .function_count = COUNT(functions),
};

int main(void) {
    static const char *const words[] = {"none", "found", "reached"};
    uint8_t agent[16] = {0};
    enemy self = {.waypoint = NONE, .player = NONE};
    const wits_brain *brain = compile_or_exit(&desc, sizeof agent);
    wits_frame frame = {.context = &self, .functions = functions};

    printf("tick  root state  waypoint  player\n");
    wits_start(brain, agent, &frame);
    for (frame.tick = 1; frame.tick <= 6; ++frame.tick) {
        if (frame.tick == 3) {
            self.player = FOUND;
        }
        wits_tick(brain, agent, &frame);
        wits_state_id outer = wits_state_parent(brain, wits_deepest(brain, agent));
        printf("%4u  %-10s  %-8s  %s\n", (unsigned)frame.tick, wits_state_name(brain, outer), words[self.waypoint],
               words[self.player]);
    }
    return 0;
}
