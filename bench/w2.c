// SPDX-License-Identifier: MIT
// W2: machines inside a machine, reference enemy 3: patrol and combat. While there is no player, one appears with 5 per
// cent a tick, by a generator of each agent's own.
#include "harness.h"

enum { ROOT, PATROL, FIND_WAYPOINT, WALK_TO_WAYPOINT, COMBAT, WALK_TO_PLAYER, ATTACK_PLAYER };
enum { NONE, FOUND, REACHED };

typedef struct enemy {
    uint32_t random;
    uint8_t waypoint;                 ///< none, found, reached
    uint8_t player;                   ///< the same
    uint8_t state;                    ///< of switch and indirect: the leaf
    uint8_t brain[BENCH_AGENT_ROOM];  ///< of wits
} enemy;

typedef struct world {
    enemy enemies[BENCH_MANY];
    uint32_t count;
    const wits_brain *brain;  ///< of wits
    wits_trace *trace;
} world;

static inline void appear(enemy *self) {
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

static void run_switch_one(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        for (uint32_t t = 0; t < ticks; ++t) {
            appear(self);
            switch_tick(self);
        }
    }
}

static void run_switch_many(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < w->count; ++i) {
            enemy *self = &w->enemies[i];
            appear(self);
            switch_tick(self);
        }
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

static void run_indirect_one(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        for (uint32_t t = 0; t < ticks; ++t) {
            appear(self);
            self->state = flat_tick(flat, self->state, self);
        }
    }
}

static void run_indirect_many(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < w->count; ++i) {
            enemy *self = &w->enemies[i];
            appear(self);
            self->state = flat_tick(flat, self->state, self);
        }
    }
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

// Row 0 is left out where no event is wanted.
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

// The same brain as texts, as a brain file has them (brains/enemy_3.yaml).
static const char *const places[] = {"none", "found", "reached"};
static const wits_field_desc fields[] = {
    {.name = "waypoint", .type = WITS_ENUM, .values = places, .value_count = COUNT(places)},
    {.name = "player", .type = WITS_ENUM, .values = places, .value_count = COUNT(places)},
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

static void run_wits_texts(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    enemy *first = &w->enemies[0];
    const wits_column columns[] = {{&first->waypoint, sizeof(enemy), WITS_ENUM},
                                   {&first->player, sizeof(enemy), WITS_ENUM}};
    wits_frame frame = {.columns = columns};
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        frame.row = i;
        frame.agent = i;
        for (uint32_t t = 0; t < ticks; ++t) {
            appear(self);
            frame.tick = tick + t;
            wits_tick(w->brain, self->brain, &frame);
        }
    }
}

static void run_wits_one(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    wits_frame frame = {.functions = functions};
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        frame.context = self;
        frame.agent = i;
        for (uint32_t t = 0; t < ticks; ++t) {
            appear(self);
            frame.tick = tick + t;
            wits_tick(w->brain, self->brain, &frame);
        }
    }
}

static void run_wits_trace(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    wits_frame frame = {.functions = functions, .trace = w->trace};
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        frame.context = self;
        frame.agent = i;
        for (uint32_t t = 0; t < ticks; ++t) {
            appear(self);
            frame.tick = tick + t;
            w->trace->count = 0;
            wits_tick(w->brain, self->brain, &frame);
        }
    }
}

static void run_wits_many(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    wits_frame frame = {.functions = functions};
    for (uint32_t t = 0; t < ticks; ++t) {
        frame.tick = tick + t;
        for (uint32_t i = 0; i < w->count; ++i) {
            enemy *self = &w->enemies[i];
            appear(self);
            frame.context = self;
            frame.agent = i;
            wits_tick(w->brain, self->brain, &frame);
        }
    }
}

// ----------------------------------------------------------------------------------------------------------- workloads

static uint64_t digest(const void *of) {
    const world *w = of;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < w->count; ++i) {
        const enemy *self = &w->enemies[i];
        wits_state_id state = self->state;
        if (w->brain) {
            wits_active(w->brain, self->brain, &state, 1);
        }
        uint32_t all[] = {self->random, self->waypoint, self->player, state};
        sum = bench_fold(sum, all, sizeof all);
    }
    return sum;
}

static void set_up(world *w, uint32_t count, const wits_brain *brain) {
    w->count = count;
    w->brain = brain;
    enemy *first = &w->enemies[0];
    const wits_column columns[] = {{&first->waypoint, sizeof(enemy), WITS_ENUM},
                                   {&first->player, sizeof(enemy), WITS_ENUM}};
    wits_frame frame = {.functions = functions, .columns = columns};
    for (uint32_t i = 0; i < count; ++i) {
        enemy *self = &w->enemies[i];
        *self = (enemy){.random = 2463534242u + i * 2654435761u, .waypoint = FOUND, .state = FIND_WAYPOINT};
        frame.context = self;
        frame.row = i;
        if (brain) {
            wits_start(brain, self->brain, &frame);
        }
    }
}

bool bench_w2(const bench_options *options) {
    static uint64_t plain_memory[BENCH_BRAIN_WORDS], event_memory[BENCH_BRAIN_WORDS], text_memory[BENCH_BRAIN_WORDS];
    static world worlds[6];
    static wits_trace_record records[64];
    static wits_trace trace = {.records = records, .capacity = COUNT(records)};
    const wits_brain *brain = bench_compile(&plain, plain_memory);
    const wits_brain *event_brain = bench_compile(&with_event, event_memory);
    worlds[4].trace = &trace;

    const bench_variant one[] = {
        {"switch", &worlds[0], run_switch_one, digest, {{NULL, 0.0}}},
        {"indirect", &worlds[1], run_indirect_one, digest, {{"switch", 0.0}}},
        {"wits", &worlds[2], run_wits_one, digest, {{"switch", 8.0}, {"indirect", 0.0}}},
        {"wits_unused_event", &worlds[3], run_wits_one, digest, {{"switch", 8.0}, {"wits", 0.0}}},
        {"wits_with_trace", &worlds[4], run_wits_trace, digest, {{"switch", 0.0}, {"wits", 0.0}}},
        {"wits_texts", &worlds[5], run_wits_texts, digest, {{"switch", 0.0}, {"wits", 1.5}}},
    };
    const bench_workload w2 = {"W2", "machines inside a machine, one agent", BENCH_ONE, 250000, one, COUNT(one)};
    set_up(&worlds[0], BENCH_ONE, NULL);
    set_up(&worlds[1], BENCH_ONE, NULL);
    set_up(&worlds[2], BENCH_ONE, brain);
    set_up(&worlds[3], BENCH_ONE, event_brain);
    set_up(&worlds[4], BENCH_ONE, brain);
    set_up(&worlds[5], BENCH_ONE, bench_compile(&texts, text_memory));
    bool same = bench_run(&w2, options);

    const bench_variant many[] = {
        {"switch", &worlds[0], run_switch_many, digest, {{NULL, 0.0}}},
        {"indirect", &worlds[1], run_indirect_many, digest, {{"switch", 0.0}}},
        {"wits", &worlds[2], run_wits_many, digest, {{"switch", 0.0}, {"indirect", 0.0}}},
    };
    const bench_workload w2_many = {"W2x1000",  "machines inside a machine, an array of 1000", BENCH_MANY, 3000, many,
                                    COUNT(many)};
    set_up(&worlds[0], BENCH_MANY, NULL);
    set_up(&worlds[1], BENCH_MANY, NULL);
    set_up(&worlds[2], BENCH_MANY, brain);
    return bench_run(&w2_many, options) && same;
}
