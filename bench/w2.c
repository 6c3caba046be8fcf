// SPDX-License-Identifier: MIT
// W2: machines inside a machine, reference enemy 3: patrol and combat. While there is no player, one appears with a
// chance of 5 percent in each tick. Each agent has its own random generator.
#include "harness.h"

enum { ROOT, PATROL, FIND_WAYPOINT, WALK_TO_WAYPOINT, COMBAT, WALK_TO_PLAYER, ATTACK_PLAYER };
enum { NONE, FOUND, REACHED };

typedef struct enemy {
    uint32_t random;
    uint8_t waypoint;                 ///< none, found, reached
    uint8_t player;                   ///< the same
    uint8_t state;                    ///< for switch and indirect: the leaf
    uint8_t brain[BENCH_AGENT_ROOM];  ///< of wits
} enemy;

static inline void advance(enemy *self) {
    if (self->player == NONE) {
        uint32_t x = self->random;
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
        self->random = x;
        if (x < 214748365u) {
            self->player = FOUND;
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- by hand

static inline void switch_tick(enemy *self) {
    switch (self->state) {
    case FIND_WAYPOINT:
        if (self->player == FOUND) {
            self->state = WALK_TO_PLAYER;
            self->player = REACHED;
        } else if (self->waypoint == FOUND) {
            self->state = WALK_TO_WAYPOINT;
            self->waypoint = REACHED;
        }
        break;
    case WALK_TO_WAYPOINT:
        if (self->player == FOUND) {
            self->state = WALK_TO_PLAYER;
            self->player = REACHED;
        } else if (self->waypoint == REACHED) {
            self->state = FIND_WAYPOINT;
            self->waypoint = FOUND;
        }
        break;
    case WALK_TO_PLAYER:
        if (self->player == NONE) {
            self->state = FIND_WAYPOINT;
            self->waypoint = FOUND;
        } else if (self->player == REACHED) {
            self->state = ATTACK_PLAYER;
            self->player = NONE;
        }
        break;
    default:
        if (self->player == NONE) {
            self->state = FIND_WAYPOINT;
            self->waypoint = FOUND;
        } else if (self->player == FOUND) {
            self->state = WALK_TO_PLAYER;
            self->player = REACHED;
        }
        break;
    }
}

// ------------------------------------------------------------------------------------------------------ host functions

static bool waypoint_is_found(const void *context, const wits_call *call) {
    return ((const enemy *)context)->waypoint == FOUND;
}

static bool waypoint_is_reached(const void *context, const wits_call *call) {
    return ((const enemy *)context)->waypoint == REACHED;
}

static bool player_is_found(const void *context, const wits_call *call) {
    return ((const enemy *)context)->player == FOUND;
}

static bool player_is_reached(const void *context, const wits_call *call) {
    return ((const enemy *)context)->player == REACHED;
}

static bool player_is_gone(const void *context, const wits_call *call) {
    return ((const enemy *)context)->player == NONE;
}

static void find_waypoint(void *context, const wits_call *call) {
    ((enemy *)context)->waypoint = FOUND;
}

static void walk_to_waypoint(void *context, const wits_call *call) {
    ((enemy *)context)->waypoint = REACHED;
}

static void walk_to_player(void *context, const wits_call *call) {
    ((enemy *)context)->player = REACHED;
}

static void attack_player(void *context, const wits_call *call) {
    ((enemy *)context)->player = NONE;
}

// ------------------------------------------------------------------------------------------------------ indirect calls

static const flat_state flat[] = {
    [FIND_WAYPOINT] = {{{player_is_found, walk_to_player, WALK_TO_PLAYER},
                        {waypoint_is_found, walk_to_waypoint, WALK_TO_WAYPOINT}},
                       2,
                       NULL},
    [WALK_TO_WAYPOINT] = {{{player_is_found, walk_to_player, WALK_TO_PLAYER},
                           {waypoint_is_reached, find_waypoint, FIND_WAYPOINT}},
                          2,
                          NULL},
    [WALK_TO_PLAYER] =
        {{{player_is_gone, find_waypoint, FIND_WAYPOINT}, {player_is_reached, attack_player, ATTACK_PLAYER}}, 2, NULL},
    [ATTACK_PLAYER] =
        {{{player_is_gone, find_waypoint, FIND_WAYPOINT}, {player_is_found, walk_to_player, WALK_TO_PLAYER}}, 2, NULL},
};

static inline void indirect_tick(enemy *self) {
    self->state = flat_tick(flat, self->state, self);
}

// ---------------------------------------------------------------------------------------------------------------- wits

static const wits_state_desc states[] = {
    [ROOT] = {.name = "enemy"},
    [PATROL] = {.name = "patrol"},
    [FIND_WAYPOINT] = {.name = "find_waypoint", .parent = PATROL, .enter = "find_waypoint"},
    [WALK_TO_WAYPOINT] = {.name = "walk_to_waypoint", .parent = PATROL, .enter = "walk_to_waypoint"},
    [COMBAT] = {.name = "combat"},
    [WALK_TO_PLAYER] = {.name = "walk_to_player", .parent = COMBAT, .enter = "walk_to_player"},
    [ATTACK_PLAYER] = {.name = "attack_player", .parent = COMBAT, .enter = "attack_player"},
};

// Row 0 is left out if no event is wanted.
static const wits_transition_desc transitions[] = {
    {.from = ROOT, .any = true, .to = PATROL, .event = "never"},
    {.from = PATROL, .to = COMBAT, .when = "player_is_found"},
    {.from = COMBAT, .to = PATROL, .when = "player_is_gone"},
    {.from = FIND_WAYPOINT, .to = WALK_TO_WAYPOINT, .when = "waypoint_is_found"},
    {.from = WALK_TO_WAYPOINT, .to = FIND_WAYPOINT, .when = "waypoint_is_reached"},
    {.from = WALK_TO_PLAYER, .to = ATTACK_PLAYER, .when = "player_is_reached"},
    {.from = ATTACK_PLAYER, .to = WALK_TO_PLAYER, .when = "player_is_found"},
};

static const char *const events[] = {"never"};

static const wits_function functions[] = {
    {.name = "waypoint_is_found", .condition = waypoint_is_found},
    {.name = "waypoint_is_reached", .condition = waypoint_is_reached},
    {.name = "player_is_found", .condition = player_is_found},
    {.name = "player_is_reached", .condition = player_is_reached},
    {.name = "player_is_gone", .condition = player_is_gone},
    {.name = "find_waypoint", .action = find_waypoint},
    {.name = "walk_to_waypoint", .action = walk_to_waypoint},
    {.name = "walk_to_player", .action = walk_to_player},
    {.name = "attack_player", .action = attack_player},
};

static const wits_desc plain = {
    .states = states,
    .state_count = COUNT(states),
    .transitions = transitions + 1,
    .transition_count = COUNT(transitions) - 1,
    .functions = functions,
    .function_count = COUNT(functions),
};

static const wits_desc with_event = {
    .states = states,
    .state_count = COUNT(states),
    .transitions = transitions,
    .transition_count = COUNT(transitions),
    .events = events,
    .event_count = COUNT(events),
    .functions = functions,
    .function_count = COUNT(functions),
};

// The same brain as texts, as in a brain file (brains/enemy_3.yaml).
static const char *const places[] = {"none", "found", "reached"};
static const wits_field_desc fields[] = {
    {.name = "waypoint", .type = WITS_TYPE_ENUM, .values = places, .value_count = COUNT(places)},
    {.name = "player", .type = WITS_TYPE_ENUM, .values = places, .value_count = COUNT(places)},
};
static const wits_state_desc text_states[] = {
    [ROOT] = {.name = "enemy"},
    [PATROL] = {.name = "patrol"},
    [FIND_WAYPOINT] = {.name = "find_waypoint", .parent = PATROL, .enter = "waypoint = found"},
    [WALK_TO_WAYPOINT] = {.name = "walk_towards_waypoint", .parent = PATROL, .enter = "waypoint = reached"},
    [COMBAT] = {.name = "combat"},
    [WALK_TO_PLAYER] = {.name = "walk_towards_player", .parent = COMBAT, .enter = "player = reached"},
    [ATTACK_PLAYER] = {.name = "attack_player", .parent = COMBAT, .enter = "player = none"},
};
static const wits_transition_desc text_transitions[] = {
    {.from = PATROL, .to = COMBAT, .when = "player == found"},
    {.from = COMBAT, .to = PATROL, .when = "player == none"},
    {.from = FIND_WAYPOINT, .to = WALK_TO_WAYPOINT, .when = "waypoint == found"},
    {.from = WALK_TO_WAYPOINT, .to = FIND_WAYPOINT, .when = "waypoint == reached"},
    {.from = WALK_TO_PLAYER, .to = ATTACK_PLAYER, .when = "player == reached"},
    {.from = ATTACK_PLAYER, .to = WALK_TO_PLAYER, .when = "player == found"},
};
static const wits_desc texts = {
    .states = text_states,
    .state_count = COUNT(text_states),
    .transitions = text_transitions,
    .transition_count = COUNT(text_transitions),
    .fields = fields,
    .field_count = COUNT(fields),
};

// ----------------------------------------------------------------------------------------------------------- workloads

static enemy first_enemy(uint32_t number) {
    return (enemy){.random = 2463534242u + number * 2654435761u, .waypoint = FOUND, .state = FIND_WAYPOINT};
}

static void columns_of(enemy *first, wits_column *columns) {
    columns[0] = (wits_column){.base = &first->waypoint, .stride = sizeof(enemy), .type = WITS_TYPE_ENUM};
    columns[1] = (wits_column){.base = &first->player, .stride = sizeof(enemy), .type = WITS_TYPE_ENUM};
}

static uint64_t fold_enemy(uint64_t digest, const enemy *self, wits_state_id state) {
    uint32_t all[] = {self->random, self->waypoint, self->player, state};
    return bench_fold(digest, all, sizeof all);
}

// The same brain as generated C: brains/enemy_3.yaml.
#ifdef BENCH_GENERATED
#include "generated_w2.c"
#endif

#include "one_agent.h"

bool bench_w2(const bench_options *options) {
    static const one_agent w2 = {
        .one = {.name = "W2", .title = "machines inside a machine, one agent", .agents = BENCH_ONE, .ticks = 250000},
        .many = {.name = "W2x1000",
                 .title = "machines inside a machine, an array of 1000",
                 .agents = BENCH_MANY,
                 .ticks = 3000},
        .target = 8.0};
    return run_one_agent(&w2, options);
}
