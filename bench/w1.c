// SPDX-License-Identifier: MIT
// W1: a flat machine, reference enemy 2: wait, move, change direction with a counter of turns; agents in mixed phases.
#include "harness.h"

enum { ROOT, WAIT, MOVE, CHANGE_DIRECTION };

typedef struct enemy {
    int32_t x, y;
    int32_t turns;
    uint8_t direction;                ///< up, right, down, left
    uint8_t state;                    ///< for switch and indirect
    uint8_t brain[BENCH_AGENT_ROOM];  ///< of wits
} enemy;

static const int32_t step_x[4] = {0, 1, 0, -1};
static const int32_t step_y[4] = {-1, 0, 1, 0};

// ---------------------------------------------------------------------------------------------------------- by hand

static inline void switch_tick(enemy *self) {
    switch (self->state) {
    case WAIT:
        if (self->turns == 0) {
            self->direction = (self->direction + 1) & 3;
            self->state = CHANGE_DIRECTION;
        }
        break;
    case MOVE:
        if (self->turns == 0) {
            self->turns = 1;
            self->state = WAIT;
        }
        break;
    default:
        self->turns = 2;
        self->state = MOVE;
        break;
    }
    switch (self->state) {
    case WAIT:
        if (self->turns > 0) {
            --self->turns;
        }
        break;
    case MOVE:
        if (self->turns > 0) {
            --self->turns;
            self->x += step_x[self->direction];
            self->y += step_y[self->direction];
        }
        break;
    default:
        break;
    }
}

// --------------------------------------------------------------------------------------------------- host functions

static bool turns_are_over(const void *context, const wits_call *call) {
    return ((const enemy *)context)->turns == 0;
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
    enemy *self = context;
    if (self->turns > 0) {
        --self->turns;
        self->x += step_x[self->direction];
        self->y += step_y[self->direction];
    }
}

static void turn(void *context, const wits_call *call) {
    enemy *self = context;
    self->direction = (self->direction + 1) & 3;
}

// --------------------------------------------------------------------------------------------------- indirect calls

static const flat_state flat[] = {
    [WAIT] = {{{turns_are_over, turn, CHANGE_DIRECTION}}, 1, wait_turn},
    [MOVE] = {{{turns_are_over, begin_wait, WAIT}}, 1, move},
    [CHANGE_DIRECTION] = {{{NULL, begin_move, MOVE}}, 1, NULL},
};

static inline void indirect_tick(enemy *self) {
    self->state = flat_tick(flat, self->state, self);
}

// -------------------------------------------------------------------------------------------------------------- wits

static const wits_state_desc states[] = {
    [ROOT] = {.name = "enemy"},
    [WAIT] = {.name = "wait", .enter = "begin_wait", .update = "wait_turn"},
    [MOVE] = {.name = "move", .enter = "begin_move", .update = "move"},
    [CHANGE_DIRECTION] = {.name = "change_direction", .enter = "turn"},
};

// Row 0 is left out if no event is wanted.
static const wits_transition_desc transitions[] = {
    {.from = ROOT, .any = true, .to = WAIT, .event = "never"},
    {.from = WAIT, .to = CHANGE_DIRECTION, .when = "turns_are_over"},
    {.from = MOVE, .to = WAIT, .when = "turns_are_over"},
    {.from = CHANGE_DIRECTION, .to = MOVE},
};

static const char *const events[] = {"never"};

static const wits_function functions[] = {
    {.name = "turns_are_over", .condition = turns_are_over},
    {.name = "begin_wait", .action = begin_wait},
    {.name = "wait_turn", .action = wait_turn},
    {.name = "begin_move", .action = begin_move},
    {.name = "move", .action = move},
    {.name = "turn", .action = turn},
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

// The same brain as texts, as in a brain file (brains/enemy_2.yaml).
static const char *const directions[] = {"up", "right", "down", "left"};
static const wits_field_desc fields[] = {
    {.name = "x", .type = WITS_TYPE_INT},
    {.name = "y", .type = WITS_TYPE_INT},
    {.name = "direction", .type = WITS_TYPE_ENUM, .values = directions, .value_count = COUNT(directions)},
    {.name = "turns", .type = WITS_TYPE_INT},
};
static const wits_state_desc text_states[] = {
    [ROOT] = {.name = "enemy"},
    [WAIT] = {.name = "wait", .enter = "turns = 1", .update = "turns = max(turns - 1, 0)"},
    [MOVE] = {.name = "move",
              .enter = "turns = 2",
              .update = "x = x + (0 if turns == 0 else 1 if direction == right else -1 if direction == left else 0);"
                        "y = y + (0 if turns == 0 else 1 if direction == down else -1 if direction == up else 0);"
                        "turns = max(turns - 1, 0)"},
    [CHANGE_DIRECTION] = {.name = "change_direction",
                          .enter = "direction = right if direction == up else down if direction == right else "
                                   "left if direction == down else up"},
};
static const wits_transition_desc text_transitions[] = {
    {.from = WAIT, .to = CHANGE_DIRECTION, .when = "turns == 0"},
    {.from = MOVE, .to = WAIT, .when = "turns == 0"},
    {.from = CHANGE_DIRECTION, .to = MOVE},
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
    static const uint8_t first[] = {CHANGE_DIRECTION, MOVE, MOVE, WAIT};
    static const int32_t turns[] = {0, 2, 1, 0};
    return (enemy){.turns = turns[number % 4], .direction = number / 4 % 4, .state = first[number % 4]};
}

/// Does nothing.
static inline void advance(enemy *self) {
}

static void columns_of(enemy *first, wits_column *columns) {
    columns[0] = (wits_column){.base = &first->x, .stride = sizeof(enemy), .type = WITS_TYPE_INT};
    columns[1] = (wits_column){.base = &first->y, .stride = sizeof(enemy), .type = WITS_TYPE_INT};
    columns[2] = (wits_column){.base = &first->direction, .stride = sizeof(enemy), .type = WITS_TYPE_ENUM};
    columns[3] = (wits_column){.base = &first->turns, .stride = sizeof(enemy), .type = WITS_TYPE_INT};
}

static uint64_t fold_enemy(uint64_t digest, const enemy *self, wits_state_id state) {
    int32_t all[] = {self->x, self->y, self->turns, self->direction, state};
    return bench_fold(digest, all, sizeof all);
}

// The same brain as generated C: brains/enemy_2.yaml.
#ifdef BENCH_GENERATED
#include "generated_w1.c"
#endif

#include "one_agent.h"

bool bench_w1(const bench_options *options) {
    static const one_agent w1 = {
        .one = {.name = "W1", .title = "flat machine, one agent", .agents = BENCH_ONE, .ticks = 400000},
        .many = {.name = "W1x1000", .title = "flat machine, an array of 1000", .agents = BENCH_MANY, .ticks = 4000},
        .target = 4.5};
    return run_one_agent(&w1, options);
}
