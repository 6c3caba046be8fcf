// SPDX-License-Identifier: MIT
// Reference enemy 2: the same enemy with separate conditions. Transitions decide, states act.
#include "example.h"

enum { ENEMY, WAIT, MOVE, CHANGE_DIRECTION };
enum { UP, RIGHT, DOWN, LEFT };

typedef struct enemy {
    int x, y;
    int direction;
    int turns;
} enemy;

static bool turns_are_over(const void *context, const wits_call *call) {
    const enemy *self = context;
    return self->turns == 0;
}

static void begin_wait(void *context, const wits_call *call) {
    enemy *self = context;
    self->turns = 1;
}

static void wait_turn(void *context, const wits_call *call) {
    enemy *self = context;
    if (self->turns > 0) {
        --self->turns;
    }
}

static void begin_move(void *context, const wits_call *call) {
    enemy *self = context;
    self->turns = 2;
}

static void move(void *context, const wits_call *call) {
    static const int dx[] = {[UP] = 0, [RIGHT] = 1, [DOWN] = 0, [LEFT] = -1};
    static const int dy[] = {[UP] = -1, [RIGHT] = 0, [DOWN] = 1, [LEFT] = 0};
    enemy *self = context;
    if (self->turns > 0) {
        --self->turns;
        self->x += dx[self->direction];
        self->y += dy[self->direction];
    }
}

static void turn(void *context, const wits_call *call) {
    enemy *self = context;
    self->direction = (self->direction + 1) % 4;
}

static const wits_state_desc states[] = {
    [ENEMY] = {.name = "enemy"},
    [WAIT] = {.name = "wait", .enter = "begin_wait", .update = "wait_turn"},
    [MOVE] = {.name = "move", .enter = "begin_move", .update = "move"},
    [CHANGE_DIRECTION] = {.name = "change_direction", .enter = "turn"},
};

static const wits_transition_desc transitions[] = {
    {.from = WAIT, .to = CHANGE_DIRECTION, .when = "turns_are_over"},
    {.from = MOVE, .to = WAIT, .when = "turns_are_over"},
    {.from = CHANGE_DIRECTION, .to = MOVE},
};

static const wits_function functions[] = {
    {.name = "turns_are_over", .condition = turns_are_over},
    {.name = "begin_wait", .action = begin_wait},
    {.name = "wait_turn", .action = wait_turn},
    {.name = "begin_move", .action = begin_move},
    {.name = "move", .action = move},
    {.name = "turn", .action = turn},
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
    static const char *const directions[] = {"up", "right", "down", "left"};
    uint8_t agent[16] = {0};
    enemy self = {.direction = UP};
    const wits_brain *brain = compile_or_exit(&desc, sizeof agent);
    wits_frame frame = {.context = &self, .functions = functions};

    printf("tick  state             position  direction  turns\n");
    wits_set_state(brain, agent, &frame, CHANGE_DIRECTION);
    for (frame.tick = 1; frame.tick <= 4; ++frame.tick) {
        wits_tick(brain, agent, &frame);
        char position[32];
        snprintf(position, sizeof position, "(%d, %d)", self.x, self.y);
        printf("%4u  %-16s  %-8s  %-9s  %5d\n", (unsigned)frame.tick,
               wits_state_name(brain, wits_deepest(brain, agent)), position, directions[self.direction], self.turns);
    }
    return 0;
}
