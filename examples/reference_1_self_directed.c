// SPDX-License-Identifier: MIT
// Reference enemy 1: a self-directed machine. There are no transitions; each state's own step callback does its work or
// names the next state. Each state has a counter that is never refilled, so it is in the context.
#include "example.h"

enum { ENEMY, WAIT, MOVE, CHANGE_DIRECTION };
enum { UP, RIGHT, DOWN, LEFT };

typedef struct enemy {
    int x, y;
    int direction;
    int wait_turns;
    int move_turns;
} enemy;

static wits_state_id wait_turn(void *context, const wits_call *call) {
    enemy *self = context;
    if (self->wait_turns == 0) {
        return CHANGE_DIRECTION;
    }
    --self->wait_turns;
    return WITS_STAY;
}

static wits_state_id move(void *context, const wits_call *call) {
    static const int dx[] = {[UP] = 0, [RIGHT] = 1, [DOWN] = 0, [LEFT] = -1};
    static const int dy[] = {[UP] = -1, [RIGHT] = 0, [DOWN] = 1, [LEFT] = 0};
    enemy *self = context;
    if (self->move_turns == 0) {
        return WAIT;
    }
    --self->move_turns;
    self->x += dx[self->direction];
    self->y += dy[self->direction];
    return WITS_STAY;
}

static wits_state_id change_direction(void *context, const wits_call *call) {
    enemy *self = context;
    self->direction = (self->direction + 1) % 4;
    return MOVE;
}

static const wits_state_desc states[] = {
    [ENEMY] = {.name = "enemy", .initial = CHANGE_DIRECTION, .activation = WITS_ACTIVATION_SILENT},
    [WAIT] = {.name = "wait", .step = "wait_turn"},
    [MOVE] = {.name = "move", .step = "move"},
    [CHANGE_DIRECTION] = {.name = "change_direction", .step = "change_direction"},
};

// The states that the step callbacks may return.
static const wits_step_desc steps[] = {
    {.of = WAIT, .to = CHANGE_DIRECTION},
    {.of = MOVE, .to = WAIT},
    {.of = CHANGE_DIRECTION, .to = MOVE},
};

static const wits_function functions[] = {
    {.name = "wait_turn", .step = wait_turn},
    {.name = "move", .step = move},
    {.name = "change_direction", .step = change_direction},
};

static const wits_desc desc = {
    .states = states,
    .state_count = COUNT(states),
    .steps = steps,
    .step_count = COUNT(steps),
    .functions = functions,
    .function_count = COUNT(functions),
};

static void print_row(const wits_brain *brain, const void *agent, const enemy *self, unsigned updates) {
    static const char *const directions[] = {"up", "right", "down", "left"};
    char position[32];
    snprintf(position, sizeof position, "(%d, %d)", self->x, self->y);
    printf("%12u  %-16s  %-8s  %s\n", updates, wits_state_name(brain, wits_deepest(brain, agent)), position,
           directions[self->direction]);
}

int main(void) {
    uint8_t agent[16] = {0};
    enemy self = {.direction = UP, .wait_turns = 1, .move_turns = 2};
    const wits_brain *brain = compile_or_exit(&desc, sizeof agent);
    wits_frame frame = {.context = &self, .functions = functions};

    printf("after update  state             position  direction\n");
    wits_start(brain, agent, &frame);
    print_row(brain, agent, &self, 0);
    for (frame.tick = 1; frame.tick <= 6; ++frame.tick) {
        wits_update(brain, agent, &frame);
        print_row(brain, agent, &self, frame.tick);
    }
    return 0;
}
