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
    uint8_t state;                    ///< for switch and indirect
    uint8_t brain[BENCH_AGENT_ROOM];  ///< the compiled brain
} enemy;

/// Every input increases or decreases, and wraps around at the end of its range.
static inline void advance(enemy *self) {
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

// ---------------------------------------------------------------------------------------------------------------- wits

static const wits_state_desc states[] = {
    [ROOT] = {.name = "enemy", .kind = WITS_KIND_UTILITY},
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

// The same brain as texts, as in a brain file (brains/enemy_4.yaml).
static const wits_field_desc fields[] = {
    {.name = "hunger", .type = WITS_TYPE_FLOAT},
    {.name = "distance_to_food", .type = WITS_TYPE_FLOAT, .initial = 1},
    {.name = "distance_to_trees", .type = WITS_TYPE_FLOAT, .initial = 1},
    {.name = "wood_needed", .type = WITS_TYPE_INT},
    {.name = "distance_to_opponent", .type = WITS_TYPE_FLOAT, .initial = 1},
    {.name = "opponent_strength", .type = WITS_TYPE_FLOAT},
};
static const wits_state_desc text_states[] = {
    [ROOT] = {.name = "enemy", .kind = WITS_KIND_UTILITY},
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

// ----------------------------------------------------------------------------------------------------------- workloads

static enemy first_enemy(uint32_t number) {
    float phase = (float)(number % 64) / 64.0f;
    return (enemy){.hunger = phase,
                   .distance_to_food = 1.0f - phase,
                   .distance_to_trees = phase,
                   .distance_to_opponent = 1.0f - 0.5f * phase,
                   .age = number,
                   .state = IDLE};
}

static void columns_of(enemy *first, wits_column *columns) {
    columns[0] = (wits_column){.base = &first->hunger, .stride = sizeof(enemy), .type = WITS_TYPE_FLOAT};
    columns[1] = (wits_column){.base = &first->distance_to_food, .stride = sizeof(enemy), .type = WITS_TYPE_FLOAT};
    columns[2] = (wits_column){.base = &first->distance_to_trees, .stride = sizeof(enemy), .type = WITS_TYPE_FLOAT};
    columns[3] = (wits_column){.base = &first->wood_needed, .stride = sizeof(enemy), .type = WITS_TYPE_INT};
    columns[4] = (wits_column){.base = &first->distance_to_opponent, .stride = sizeof(enemy), .type = WITS_TYPE_FLOAT};
    columns[5] = (wits_column){.base = &first->opponent_strength, .stride = sizeof(enemy), .type = WITS_TYPE_FLOAT};
}

static uint64_t fold_enemy(uint64_t digest, const enemy *self, wits_state_id state) {
    float inputs[] = {self->hunger, self->distance_to_food, self->distance_to_trees, self->distance_to_opponent,
                      self->opponent_strength};
    uint32_t rest[] = {(uint32_t)self->wood_needed, self->age, state};
    return bench_fold(bench_fold(digest, inputs, sizeof inputs), rest, sizeof rest);
}

// The same brain as generated C: brains/enemy_4.yaml.
#ifdef BENCH_GENERATED
#include "generated_w3.c"
#endif

#include "one_agent.h"

bool bench_w3(const bench_options *options) {
    static const one_agent w3 = {
        .one = {.name = "W3", .title = "four options by score, one agent", .agents = BENCH_ONE, .ticks = 150000},
        .many = {.name = "W3x1000",
                 .title = "four options by score, an array of 1000",
                 .agents = BENCH_MANY,
                 .ticks = 2000},
        .target = 2.5};
    return run_one_agent(&w3, options);
}
