// SPDX-License-Identifier: MIT
// The output of `wits compile` for the brains, over columns. The C itself is compiled separately, as in a game.
#include "crowd.h"

#ifdef BENCH_GENERATED

#include "boss.h"
#include "guard.h"
#include "person.h"
#include "villager.h"
#include "w1.h"
#include "w2.h"
#include "w3.h"
#include "w3c.h"
#include "w3own.h"
#include "wolf.h"

#include <string.h>

// The generated types differ only in their names. Records are written, and only counted here.
#define GENERATED(name)                                                                                                \
    static void tick_##name(const crowd_part *part) {                                                                  \
        enum { FIELDS = sizeof(name##_columns) / sizeof(void *) };                                                     \
        name##_crowd crowd = {.count = part->first + part->count, .agents = part->columns[FIELDS]};                    \
        memcpy(&crowd.columns, part->columns, sizeof crowd.columns);                                                   \
        name##_list list = {0};                                                                                        \
        if (part->list) {                                                                                              \
            list.records = (name##_action_record *)(void *)part->list->records;                                        \
            list.capacity = part->list->capacity;                                                                      \
        }                                                                                                              \
        const name##_crowd_run run = {                                                                                 \
            .tick = part->tick, .seed = CROWD_SEED, .list = part->list ? &list : NULL, .scratch = part->scratch};      \
        name##_crowd_tick(&crowd, part->first, part->count, &run);                                                     \
        if (part->list) {                                                                                              \
            part->list->count = list.count;                                                                            \
        }                                                                                                              \
    }                                                                                                                  \
    const crowd_generated crowd_generated_##name = {tick_##name, name##_crowd_scratch_size};
GENERATED(w1)
GENERATED(w2)
GENERATED(w3)
GENERATED(w3c)
GENERATED(w3own)
GENERATED(villager)
GENERATED(guard)
GENERATED(wolf)
GENERATED(boss)
GENERATED(person)

// Actions of the game: a crowd only lists them.
#define ACTION(brain, name)                                                                                            \
    void brain##_##name(brain##_context *self, const brain##_call *call) {                                             \
    }
#define ACTION_OF_TEXT(brain, name)                                                                                    \
    void brain##_##name(brain##_context *self, const brain##_call *call, const char *text) {                           \
    }
ACTION_OF_TEXT(villager, walk)
ACTION_OF_TEXT(villager, say)
ACTION(guard, walk_the_wall)
ACTION(guard, look_around)
ACTION(guard, search_yard)
ACTION(guard, draw_sword)
ACTION(guard, sheathe)
ACTION(guard, step_closer)
ACTION(guard, strike)
ACTION(guard, mend)
ACTION(guard, run_away)
ACTION(guard, listen)
ACTION_OF_TEXT(wolf, trot)
ACTION(wolf, curl_up)
ACTION(wolf, howl)
ACTION(wolf, run)
ACTION(boss, wake)
ACTION(boss, walk_around)
ACTION(boss, run_at)
ACTION(boss, step_back)
ACTION(boss, fall)
ACTION(boss, swipe)
ACTION(boss, slam)
ACTION_OF_TEXT(boss, spit)
ACTION(boss, blow_horn)
ACTION_OF_TEXT(boss, shout)
ACTION(boss, die)

#endif
