// SPDX-License-Identifier: MIT
// W1: a flat machine, reference enemy 2: wait, move, change direction with a counter of turns; agents in mixed phases.
#include "harness.h"

enum { ROOT, WAIT, MOVE, CHANGE_DIRECTION };

typedef struct enemy {
    int32_t x, y;
    int32_t turns;
    uint8_t direction;                ///< up, right, down, left
    uint8_t state;                    ///< of switch and indirect
    uint8_t brain[BENCH_AGENT_ROOM];  ///< of wits
} enemy;

typedef struct world {
    enemy enemies[BENCH_MANY];
    uint32_t count;
    const wits_brain *brain;  ///< of wits
    wits_trace *trace;
} world;

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

static void run_switch_one(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        for (uint32_t t = 0; t < ticks; ++t) {
            switch_tick(self);
        }
    }
}

static void run_switch_many(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < w->count; ++i) {
            switch_tick(&w->enemies[i]);
        }
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

static void run_indirect_one(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t i = 0; i < w->count; ++i) {
        enemy *self = &w->enemies[i];
        for (uint32_t t = 0; t < ticks; ++t) {
            self->state = flat_tick(flat, self->state, self);
        }
    }
}

static void run_indirect_many(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    for (uint32_t t = 0; t < ticks; ++t) {
        for (uint32_t i = 0; i < w->count; ++i) {
            enemy *self = &w->enemies[i];
            self->state = flat_tick(flat, self->state, self);
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- wits

static const wits_state_desc states[] = {
    [ROOT] = {.name = "enemy"},
    [WAIT] = {.name = "wait", .enter = "begin_wait", .update = "wait_turn"},
    [MOVE] = {.name = "move", .enter = "begin_move", .update = "move"},
    [CHANGE_DIRECTION] = {.name = "change_direction", .enter = "turn"},
};

// Row 0 is left out where no event is wanted.
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

// The same brain as texts, as a brain file has them (brains/enemy_2.yaml).
static const char *const directions[] = {"up", "right", "down", "left"};
static const wits_field_desc fields[] = {
    {.name = "x", .type = WITS_INT},
    {.name = "y", .type = WITS_INT},
    {.name = "direction", .type = WITS_ENUM, .values = directions, .value_count = COUNT(directions)},
    {.name = "turns", .type = WITS_INT},
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

static void run_wits_texts(void *of, uint32_t tick, uint32_t ticks) {
    world *w = of;
    enemy *first = &w->enemies[0];
    const wits_column columns[] = {{&first->x, sizeof(enemy), WITS_INT},
                                   {&first->y, sizeof(enemy), WITS_INT},
                                   {&first->direction, sizeof(enemy), WITS_ENUM},
                                   {&first->turns, sizeof(enemy), WITS_INT}};
    wits_frame frame = {.functions = functions, .columns = columns};
    for (uint32_t i = 0; i < w->count; ++i) {
        frame.row = i;
        frame.agent = i;
        for (uint32_t t = 0; t < ticks; ++t) {
            frame.tick = tick + t;
            wits_tick(w->brain, w->enemies[i].brain, &frame);
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
            frame.context = self;
            frame.agent = i;
            wits_tick(w->brain, self->brain, &frame);
        }
    }
}

// --------------------------------------------------------------------------------------------------------- workloads

static uint64_t digest(const void *of) {
    const world *w = of;
    uint64_t sum = 0;
    for (uint32_t i = 0; i < w->count; ++i) {
        const enemy *self = &w->enemies[i];
        wits_state_id state = self->state;
        if (w->brain) {
            wits_active(w->brain, self->brain, &state, 1);
        }
        int32_t all[] = {self->x, self->y, self->turns, self->direction, state};
        sum = bench_fold(sum, all, sizeof all);
    }
    return sum;
}

static void set_up(world *w, uint32_t count, const wits_brain *brain) {
    w->count = count;
    w->brain = brain;
    wits_frame frame = {.functions = functions};
    for (uint32_t i = 0; i < count; ++i) {
        static const uint8_t first[] = {CHANGE_DIRECTION, MOVE, MOVE, WAIT};
        static const int32_t turns[] = {0, 2, 1, 0};
        enemy *self = &w->enemies[i];
        *self = (enemy){.turns = turns[i % 4], .direction = i / 4 % 4, .state = first[i % 4]};
        frame.context = self;
        if (brain) {
            wits_place(brain, self->brain, &frame, self->state);
        }
    }
}

bool bench_w1(const bench_options *options) {
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
        {"wits", &worlds[2], run_wits_one, digest, {{"switch", 4.5}, {"indirect", 0.0}}},
        {"wits_unused_event", &worlds[3], run_wits_one, digest, {{"switch", 4.5}, {"wits", 0.0}}},
        {"wits_with_trace", &worlds[4], run_wits_trace, digest, {{"switch", 0.0}, {"wits", 0.0}}},
        {"wits_texts", &worlds[5], run_wits_texts, digest, {{"switch", 0.0}, {"wits", 1.5}}},
    };
    const bench_workload w1 = {"W1", "flat machine, one agent", BENCH_ONE, 400000, one, COUNT(one)};
    set_up(&worlds[0], BENCH_ONE, NULL);
    set_up(&worlds[1], BENCH_ONE, NULL);
    set_up(&worlds[2], BENCH_ONE, brain);
    set_up(&worlds[3], BENCH_ONE, event_brain);
    set_up(&worlds[4], BENCH_ONE, brain);
    set_up(&worlds[5], BENCH_ONE, bench_compile(&texts, text_memory));
    bool same = bench_run(&w1, options);

    const bench_variant many[] = {
        {"switch", &worlds[0], run_switch_many, digest, {{NULL, 0.0}}},
        {"indirect", &worlds[1], run_indirect_many, digest, {{"switch", 0.0}}},
        {"wits", &worlds[2], run_wits_many, digest, {{"switch", 0.0}, {"indirect", 0.0}}},
    };
    const bench_workload w1_many = {"W1x1000", "flat machine, an array of 1000", BENCH_MANY, 4000, many, COUNT(many)};
    set_up(&worlds[0], BENCH_MANY, NULL);
    set_up(&worlds[1], BENCH_MANY, NULL);
    set_up(&worlds[2], BENCH_MANY, brain);
    return bench_run(&w1_many, options) && same;
}
