// SPDX-License-Identifier: MIT
// Reference enemy 4: a utility decision. Every tick each option is scored, and the highest score wins.
#include "example.h"

enum { ENEMY, IDLE, GATHER_FOOD, GATHER_WOOD, ATTACK_OPPONENT };

typedef struct enemy {
    float hunger;
    float distance_to_food;
    float distance_to_trees;
    int wood_needed;
    float distance_to_opponent;
    float opponent_strength;
} enemy;

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

static const wits_state_desc states[] = {
    [ENEMY] = {.name = "enemy", .kind = WITS_KIND_UTILITY},
    [IDLE] = {.name = "idle", .score = "worth_idling"},
    [GATHER_FOOD] = {.name = "gather_food", .score = "worth_food", .enter = "gather_food"},
    [GATHER_WOOD] = {.name = "gather_wood", .score = "worth_wood", .enter = "gather_wood"},
    [ATTACK_OPPONENT] = {.name = "attack_opponent", .score = "worth_attacking", .enter = "attack_opponent"},
};

static const wits_function functions[] = {
    {.name = "worth_idling", .score = worth_idling},
    {.name = "worth_food", .score = worth_food},
    {.name = "worth_wood", .score = worth_wood},
    {.name = "worth_attacking", .score = worth_attacking},
    {.name = "gather_food", .action = gather_food},
    {.name = "gather_wood", .action = gather_wood},
    {.name = "attack_opponent", .action = attack_opponent},
};

static const wits_desc desc = {
    .states = states,
    .state_count = COUNT(states),
    .functions = functions,
    .function_count = COUNT(functions),
};

int main(void) {
    uint8_t agent[16] = {0};
    enemy self = {.distance_to_food = 1.0f, .distance_to_trees = 1.0f, .distance_to_opponent = 1.0f};
    const wits_brain *brain = compile_or_exit(&desc, sizeof agent);
    wits_frame frame = {.context = &self, .functions = functions};

    printf("tick  state            hunger  food  trees  wood  opponent  strength\n");
    wits_set_state(brain, agent, &frame, IDLE);
    for (frame.tick = 1; frame.tick <= 4; ++frame.tick) {
        if (frame.tick == 1) {
            self.hunger = 0.5f;
            self.distance_to_food = 0.9f;
            self.distance_to_trees = 0.5f;
            self.opponent_strength = 0.2f;
        }
        if (frame.tick == 3) {
            self.wood_needed = 1;
        }
        wits_tick(brain, agent, &frame);
        printf("%4u  %-15s  %6g  %4g  %5g  %4d  %8g  %8g\n", (unsigned)frame.tick,
               wits_state_name(brain, wits_deepest(brain, agent)), (double)self.hunger, (double)self.distance_to_food,
               (double)self.distance_to_trees, self.wood_needed, (double)self.distance_to_opponent,
               (double)self.opponent_strength);
    }
    return 0;
}
