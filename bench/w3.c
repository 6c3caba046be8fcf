// SPDX-License-Identifier: MIT
// W3: four options by score, reference enemy 4, on inputs that drift every tick.
#include "harness.h"

enum { ROOT, IDLE, GATHER_FOOD, GATHER_WOOD, ATTACK_OPPONENT };

typedef struct enemy {
    float hunger;
    float distance_to_food;
    float distance_to_trees;
    float distance_to_opponent;
    float opponent_strength;
    int32_t wood_needed;
    uint32_t age;
    uint8_t state;                    ///< of switch and indirect
    uint8_t brain[BENCH_AGENT_ROOM];  ///< of wits
} enemy;

typedef struct world {
    enemy enemies[BENCH_MANY];
    uint32_t count;
    const wits_brain *brain;  ///< of wits
    wits_trace *trace;
} world;

/// Everything grows or comes closer, and begins again at the other end.
static inline void drift(enemy *self) {
    self->hunger += 0.011f;
    if (self->hunger > 1.0f) {
        self->hunger = 0.0f;
    }
    self->distance_to_food -= 0.023f;
    if (self->distance_to_food < 0.0f) {
        self->distance_to_food = 1.0f;
    }
    self->distance_to_trees -= 0.013f;
    if (self->distance_to_trees < 0.0f) {
        self->distance_to_trees = 1.0f;
    }
    self->distance_to_opponent -= 0.005f;
    if (self->distance_to_opponent < 0.0f) {
        self->distance_to_opponent = 1.0f;
    }
    self->opponent_strength += 0.002f;
    if (self->opponent_strength > 0.5f) {
        self->opponent_strength = 0.0f;
    }
    if ((++self->age & 63u) == 0) {
        ++self->wood_needed;
    }
}

// ------------------------------------------------------------------------------------------------------------- by hand

static inline void switch_tick(enemy *self) {
    float food = self->hunger * (1.0f - self->distance_to_food);
    float wood = (self->wood_needed > 0 ? 1.0f : 0.0f) * (1.0f - self->distance_to_trees);
    float attack = (1.0f - self->distance_to_opponent) + self->opponent_strength;
    float best_score = 0.001f;
    uint8_t best = IDLE;
    if (food > best_score) {
        best_score = food;
        best = GATHER_FOOD;
    }
    if (wood > best_score) {
        best_score = wood;
        best = GATHER_WOOD;
    }
    if (attack > best_score) {
        best_score = attack;
        best = ATTACK_OPPONENT;
    }
    if (best == self->state) {
        return;
    }
    switch (self->state) {  // a tie keeps the current one
    case GATHER_FOOD:
        best = food == best_score ? GATHER_FOOD : best;
        break;
    case GATHER_WOOD:
        best = wood == best_score ? GATHER_WOOD : best;
        break;
    case ATTACK_OPPONENT:
        best = attack == best_score ? ATTACK_OPPONENT : best;
        break;
    default:
        break;
    }
    if (best == self->state) {
        return;
    }
    self->state = best;
    switch (best) {
    case GATHER_FOOD:
        self->hunger = 0.0f;
        self->distance_to_food = 1.0f;
        break;
    case GATHER_WOOD:
        if (self->wood_needed > 0) {
            --self->wood_needed;
        }
        self->distance_to_trees = 1.0f;
        break;
    case ATTACK_OPPONENT:
        self->distance_to_opponent = 1.0f;
        self->opponent_strength = 0.0f;
        break;
    default:
        break;
    }
}

static void run_switch_one(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        for (uint32_t t = 0; t < ticks; ++t) {
            drift(self);
            switch_tick(self);
        }
    }
}

static void run_switch_many(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < w->count; ++i) {
            enemy *self = &w->enemies[i];
            drift(self);
            switch_tick(self);
        }
    }
}

// ------------------------------------------------------------------------------------------------------ host functions

static float worth_idling(const void *context, const wits_call *call) {
    return 0.001f;
}

static float worth_food(const void *context, const wits_call *call) {
    const enemy *self = context;
    return self->hunger * (1.0f - self->distance_to_food);
}

static float worth_wood(const void *context, const wits_call *call) {
    const enemy *self = context;
    return (self->wood_needed > 0 ? 1.0f : 0.0f) * (1.0f - self->distance_to_trees);
}

static float worth_attacking(const void *context, const wits_call *call) {
    const enemy *self = context;
    return (1.0f - self->distance_to_opponent) + self->opponent_strength;
}

static void gather_food(void *context, const wits_call *call) {
    enemy *self = context;
    self->hunger = 0.0f;
    self->distance_to_food = 1.0f;
}

static void gather_wood(void *context, const wits_call *call) {
    enemy *self = context;
    if (self->wood_needed > 0) {
        --self->wood_needed;
    }
    self->distance_to_trees = 1.0f;
}

static void attack_opponent(void *context, const wits_call *call) {
    enemy *self = context;
    self->distance_to_opponent = 1.0f;
    self->opponent_strength = 0.0f;
}

// ------------------------------------------------------------------------------------------------------ indirect calls

static const struct {
    wits_score_fn *score;
    wits_action_fn *enter;
} flat[] = {
    [IDLE] = {worth_idling, NULL},
    [GATHER_FOOD] = {worth_food, gather_food},
    [GATHER_WOOD] = {worth_wood, gather_wood},
    [ATTACK_OPPONENT] = {worth_attacking, attack_opponent},
};

static inline void indirect_tick(enemy *self) {
    float scores[COUNT(flat)];
    for (uint32_t i = IDLE; i < COUNT(flat); ++i) {
        scores[i] = flat[i].score(self, NULL);
    }
    uint8_t best = self->state;
    for (uint8_t i = IDLE; i < COUNT(flat); ++i) {
        if (scores[i] > scores[best]) {
            best = i;
        }
    }
    if (best != self->state) {
        self->state = best;
        if (flat[best].enter) {
            flat[best].enter(self, NULL);
        }
    }
}

static void run_indirect_one(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        for (uint32_t t = 0; t < ticks; ++t) {
            drift(self);
            indirect_tick(self);
        }
    }
}

static void run_indirect_many(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < w->count; ++i) {
            enemy *self = &w->enemies[i];
            drift(self);
            indirect_tick(self);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------- wits

static const wits_state_desc states[] = {
    [ROOT] = {.name = "enemy", .kind = WITS_UTILITY},
    [IDLE] = {.name = "idle", .score = "worth_idling"},
    [GATHER_FOOD] = {.name = "gather_food", .score = "worth_food", .enter = "gather_food"},
    [GATHER_WOOD] = {.name = "gather_wood", .score = "worth_wood", .enter = "gather_wood"},
    [ATTACK_OPPONENT] = {.name = "attack_opponent", .score = "worth_attacking", .enter = "attack_opponent"},
};

static const wits_transition_desc transitions[] = {
    {.from = ROOT, .any = true, .to = IDLE, .event = "never"},
};

static const char *const events[] = {"never"};

static const wits_function functions[] = {
    {.name = "worth_idling", .score = worth_idling},
    {.name = "worth_food", .score = worth_food},
    {.name = "worth_wood", .score = worth_wood},
    {.name = "worth_attacking", .score = worth_attacking},
    {.name = "gather_food", .action = gather_food},
    {.name = "gather_wood", .action = gather_wood},
    {.name = "attack_opponent", .action = attack_opponent},
};

static const wits_desc plain = {
    .states = states,
    .state_count = COUNT(states),
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

// The same brain as texts, as a brain file has them (brains/enemy_4.yaml).
static const wits_field_desc fields[] = {
    {.name = "hunger", .type = WITS_FLOAT},
    {.name = "distance_to_food", .type = WITS_FLOAT, .initial = 1},
    {.name = "distance_to_trees", .type = WITS_FLOAT, .initial = 1},
    {.name = "wood_needed", .type = WITS_INT},
    {.name = "distance_to_opponent", .type = WITS_FLOAT, .initial = 1},
    {.name = "opponent_strength", .type = WITS_FLOAT},
};
static const wits_state_desc text_states[] = {
    [ROOT] = {.name = "enemy", .kind = WITS_UTILITY},
    [IDLE] = {.name = "idle", .score = "0.001"},
    [GATHER_FOOD] = {.name = "gather_food",
                     .score = "hunger * (1 - distance_to_food)",
                     .enter = "hunger = 0; distance_to_food = 1"},
    [GATHER_WOOD] = {.name = "gather_wood",
                     .score = "(1 if wood_needed > 0 else 0) * (1 - distance_to_trees)",
                     .enter = "wood_needed = max(wood_needed - 1, 0); distance_to_trees = 1"},
    [ATTACK_OPPONENT] = {.name = "attack_opponent",
                         .score = "(1 - distance_to_opponent) + opponent_strength",
                         .enter = "distance_to_opponent = 1; opponent_strength = 0"},
};
static const wits_desc texts = {
    .states = text_states,
    .state_count = COUNT(text_states),
    .fields = fields,
    .field_count = COUNT(fields),
};

static void run_wits_texts(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    enemy *first = &w->enemies[0];
    const wits_column columns[] = {{&first->hunger, sizeof(enemy), WITS_FLOAT},
                                   {&first->distance_to_food, sizeof(enemy), WITS_FLOAT},
                                   {&first->distance_to_trees, sizeof(enemy), WITS_FLOAT},
                                   {&first->wood_needed, sizeof(enemy), WITS_INT},
                                   {&first->distance_to_opponent, sizeof(enemy), WITS_FLOAT},
                                   {&first->opponent_strength, sizeof(enemy), WITS_FLOAT}};
    wits_frame frame = {.columns = columns};
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        frame.row = i;
        frame.agent = i;
        for (uint32_t t = 0; t < ticks; ++t) {
            drift(self);
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
            drift(self);
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
            drift(self);
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
            drift(self);
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
        float inputs[] = {self->hunger, self->distance_to_food, self->distance_to_trees, self->distance_to_opponent,
                          self->opponent_strength};
        sum = bench_fold(sum, inputs, sizeof inputs);
        uint32_t rest[] = {(uint32_t)self->wood_needed, self->age, state};
        sum = bench_fold(sum, rest, sizeof rest);
    }
    return sum;
}

static void set_up(world *w, uint32_t count, const wits_brain *brain) {
    w->count = count;
    w->brain = brain;
    wits_frame frame = {.functions = functions};
    for (uint32_t i = 0; i < count; ++i) {
        enemy *self = &w->enemies[i];
        float phase = (float)(i % 64) / 64.0f;
        *self = (enemy){.hunger = phase,
                        .distance_to_food = 1.0f - phase,
                        .distance_to_trees = phase,
                        .distance_to_opponent = 1.0f - 0.5f * phase,
                        .age = i,
                        .state = IDLE};
        frame.context = self;
        if (brain) {
            wits_place(brain, self->brain, &frame, self->state);
        }
    }
}

bool bench_w3(const bench_options *options) {
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
        {"wits", &worlds[2], run_wits_one, digest, {{"switch", 2.5}, {"indirect", 0.0}}},
        {"wits_unused_event", &worlds[3], run_wits_one, digest, {{"switch", 2.5}, {"wits", 0.0}}},
        {"wits_with_trace", &worlds[4], run_wits_trace, digest, {{"switch", 0.0}, {"wits", 0.0}}},
        {"wits_texts", &worlds[5], run_wits_texts, digest, {{"switch", 0.0}, {"wits", 1.5}}},
    };
    const bench_workload w3 = {"W3", "four options by score, one agent", BENCH_ONE, 150000, one, COUNT(one)};
    set_up(&worlds[0], BENCH_ONE, NULL);
    set_up(&worlds[1], BENCH_ONE, NULL);
    set_up(&worlds[2], BENCH_ONE, brain);
    set_up(&worlds[3], BENCH_ONE, event_brain);
    set_up(&worlds[4], BENCH_ONE, brain);
    set_up(&worlds[5], BENCH_ONE, bench_compile(&texts, text_memory));
    bool same = bench_run(&w3, options);

    const bench_variant many[] = {
        {"switch", &worlds[0], run_switch_many, digest, {{NULL, 0.0}}},
        {"indirect", &worlds[1], run_indirect_many, digest, {{"switch", 0.0}}},
        {"wits", &worlds[2], run_wits_many, digest, {{"switch", 0.0}, {"indirect", 0.0}}},
    };
    const bench_workload w3_many = {"W3x1000",  "four options by score, an array of 1000", BENCH_MANY, 2000, many,
                                    COUNT(many)};
    set_up(&worlds[0], BENCH_MANY, NULL);
    set_up(&worlds[1], BENCH_MANY, NULL);
    set_up(&worlds[2], BENCH_MANY, brain);
    return bench_run(&w3_many, options) && same;
}
