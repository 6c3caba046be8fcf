// SPDX-License-Identifier: MIT
// Rollback netcode with ten thousand soldiers of two players. The other player's orders arrive up to eight frames late:
// until then they are predicted. When the real ones differ, the game goes back and replays those frames. An army is one
// struct, so saving or restoring a frame is one copy.
//
// Then a sync test, as netcode needs it during development: each frame runs twice from the same save, and every
// difference is a bug. A planted one is found: a field that somebody forgot to save. The test names the soldier, the
// tick and the field, and explains both decisions.
//
// With --time it prints how long a frame takes in which eight are replayed.
#include "example.h"
#include "wits/crowd.h"
#include "wits/explain.h"

#include <string.h>
#include <time.h>

enum { SOLDIER, WAIT, FIGHT, FIRE, RELOAD, FALL_BACK, STATES };
enum { ORDER, DISTANCE, AMMO, FIELDS };
enum { HOLD, CHARGE, RETREAT, ORDERS };
enum { SOLDIERS = 10000, AGENT_ROOM = 12, PLAYERS = 2, LENGTH = 240, DELAY = 8, SAVES = DELAY + 1, SEED = 7 };

/// Everything that a rollback restores, with one memcpy.
typedef struct army {
    uint32_t tick;  ///< the last one that has run
    uint8_t agents[SOLDIERS][AGENT_ROOM];
    uint8_t order[SOLDIERS];
    int16_t ammo[SOLDIERS];
    float distance[SOLDIERS];
} army;

// ----------------------------------------------------------------------------------------------------------- the brain

static const char *const orders[ORDERS] = {"hold", "charge", "retreat"};
static const wits_field_desc fields[FIELDS] = {
    [ORDER] = {.name = "order", .type = WITS_TYPE_ENUM, .values = orders, .value_count = ORDERS},
    [DISTANCE] = {.name = "distance", .type = WITS_TYPE_FLOAT},
    [AMMO] = {.name = "ammo", .type = WITS_TYPE_INT16},
};

static const wits_state_desc states[STATES] = {
    [SOLDIER] = {.name = "soldier"},
    [WAIT] = {.name = "wait"},
    [FIGHT] = {.name = "fight"},
    [FIRE] = {.name = "fire", .parent = FIGHT, .update = "ammo = ammo - 1; distance = distance - random * 2"},
    [RELOAD] = {.name = "reload", .parent = FIGHT, .exit = "ammo = 6"},
    [FALL_BACK] = {.name = "fall_back", .update = "distance = distance + 1.5"},
};

static const wits_transition_desc transitions[] = {
    {.from = SOLDIER, .any = true, .to = FALL_BACK, .when = "order == retreat and distance < 40"},
    {.from = WAIT, .to = FIGHT, .when = "order == charge"},
    {.from = FALL_BACK, .to = WAIT, .when = "distance >= 40 or order == hold"},
    {.from = FIGHT, .to = WAIT, .when = "order == hold", .after = 3},
    {.from = FIRE, .to = RELOAD, .when = "ammo <= 0"},
    {.from = RELOAD, .to = FIRE, .after = 4},
};

static const wits_desc desc = {.states = states,
                               .state_count = COUNT(states),
                               .transitions = transitions,
                               .transition_count = COUNT(transitions),
                               .fields = fields,
                               .field_count = FIELDS};

// ----------------------------------------------------------------------------------------------------------- one frame

/// The army that runs, and the crowd over its memory.
typedef struct game {
    army now;
    army saves[SAVES];  ///< the army after tick t, at t modulo SAVES
    wits_column columns[FIELDS];
    wits_crowd crowd;
    wits_crowd_run run;
    uint8_t given[LENGTH + 1][PLAYERS];  ///< each player's real order, by tick
    uint8_t used[LENGTH + 1][PLAYERS];   ///< orders with which a tick has run
    uint32_t rollbacks, replayed;
} game;

static game g;

/// Runs the next tick with the orders that are used for it. A path of 0 lets the library choose.
static void run_frame(wits_crowd_path path) {
    army *a = &g.now;
    a->tick++;
    for (uint32_t i = 0; i < SOLDIERS; i++) {
        a->order[i] = g.used[a->tick][i % PLAYERS];
    }
    g.run.tick = a->tick;
    g.run.path = path;
    wits_crowd_tick(&g.crowd, 0, SOLDIERS, &g.run);
}

static void save(void) {
    memcpy(&g.saves[g.now.tick % SAVES], &g.now, sizeof g.now);
}

static void restore(uint32_t tick) {
    memcpy(&g.now, &g.saves[tick % SAVES], sizeof g.now);
}

static uint64_t add_bytes(uint64_t sum, const void *memory, size_t size) {
    const uint8_t *bytes = memory;
    for (size_t i = 0; i < size; i++) {
        sum = (sum ^ bytes[i]) * 0x100000001B3u;
    }
    return sum;
}

/// Two machines that have the same number are in sync.
static uint64_t hash(void) {
    const uint64_t sum = add_bytes(wits_crowd_hash(&g.crowd, 0, SOLDIERS), g.now.ammo, sizeof g.now.ammo);
    return add_bytes(sum, g.now.distance, sizeof g.now.distance);
}

// ----------------------------------------------------------------------------------------------------------- the match

/// The ticks after which the other player's order of a tick is here.
static uint32_t delay_of(uint32_t tick) {
    return 2 + (uint32_t)(wits_random(SEED, 1, tick, 0) * (DELAY - 2));
}

/// Predicts the other player's order: it is assumed to be the last one received.
static uint8_t predict(uint32_t tick, uint32_t now) {
    while (tick > 0 && tick + delay_of(tick) > now) {
        tick--;
    }
    return g.given[tick][1];
}

/// Takes the orders that have arrived at `now`. Returns the first tick that ran with a wrong prediction; 0 if there is
/// none.
static uint32_t take_orders(uint32_t now) {
    uint32_t wrong = 0;
    for (uint32_t tick = now > DELAY ? now - DELAY : 1; tick < now; tick++) {
        if (tick + delay_of(tick) <= now && g.used[tick][1] != g.given[tick][1]) {
            wrong = wrong == 0 ? tick : wrong;
            g.used[tick][1] = g.given[tick][1];
        }
    }
    return wrong;
}

static void play_frame(uint32_t tick) {
    const uint32_t wrong = take_orders(tick);
    if (wrong != 0) {
        g.rollbacks++;
        restore(wrong - 1);
        while (g.now.tick + 1 < tick) {
            const uint32_t next = g.now.tick + 1;
            if (next + delay_of(next) > tick) {
                g.used[next][1] = predict(next, tick);
            }
            run_frame(WITS_CROWD_PATH_AUTO);
            save();
            g.replayed++;
        }
    }
    g.used[tick][0] = g.given[tick][0];
    g.used[tick][1] = predict(tick, tick);
    run_frame(WITS_CROWD_PATH_AUTO);
    save();
}

static void begin(void) {
    memset(&g.now, 0, sizeof g.now);
    for (uint32_t i = 0; i < SOLDIERS; i++) {
        g.now.distance[i] = 30.0f + (float)(i % 60);
        g.now.ammo[i] = (int16_t)(1 + i % 6);
    }
    g.run.tick = 0;
    g.run.path = WITS_CROWD_PATH_AUTO;
    wits_crowd_start(&g.crowd, 0, SOLDIERS, &g.run);
    save();
}

static void play(void) {
    begin();
    for (uint32_t tick = 1; tick <= LENGTH; tick++) {
        play_frame(tick);
    }
    const uint32_t end = LENGTH + 1 < SAVES ? 1 : LENGTH + 1 - DELAY;  // the last orders arrive, too
    restore(end - 1);
    for (uint32_t tick = end; tick <= LENGTH; tick++) {
        g.used[tick][1] = g.given[tick][1];
        run_frame(WITS_CROWD_PATH_AUTO);
    }
}

// ------------------------------------------------------------------------------------------------------- the sync test

/// Explains the decision of a soldier who was so before the tick.
static void print_decision(const wits_brain *brain, const char *run, const army *before, uint32_t soldier) {
    static uint64_t memory[4096];
    static army seen;
    wits_column columns[FIELDS];
    wits_explain why;
    seen = *before;
    seen.order[soldier] = g.used[before->tick + 1][soldier % PLAYERS];
    memcpy(columns, g.columns, sizeof columns);
    for (uint32_t i = 0; i < FIELDS; i++) {  // the same place in the other army
        columns[i].base = (char *)&seen + ((char *)columns[i].base - (char *)&g.now);
    }
    wits_explain_begin(&why, brain, memory, sizeof memory);
    const wits_frame frame = {
        .tick = before->tick + 1, .agent = soldier, .seed = SEED, .columns = columns, .row = soldier, .explain = &why};
    uint8_t *agent = seen.agents[soldier];
    printf("    %s, with %d rounds: %s", run, before->ammo[soldier],
           wits_state_name(brain, wits_deepest(brain, agent)));
    wits_decide(brain, agent, &frame);
    const wits_state_id now = wits_deepest(brain, agent);
    printf(wits_is_in(brain, before->agents[soldier], now) ? " stays" : " becomes %s", wits_state_name(brain, now));
    for (uint32_t i = 0; i < why.transition_count; i++) {
        const wits_explained_transition *one = &why.transitions[i];
        const char *when = transitions[one->row].when;
        printf("; to %s when %s: %s", wits_state_name(brain, one->destination), when != NULL ? when : "it is time",
               one->tried == WITS_TRIED_FIRED ? "yes" : "no");
    }
    printf("\n");
}

/// Compares two runs of one tick. `first_before` and `second_before` are the armies before it.
static bool is_same(const wits_brain *brain, const army *first_before, const army *second_before, const army *first) {
    const army *second = &g.now;
    for (uint32_t i = 0; i < SOLDIERS; i++) {
        const bool has_same_state = memcmp(first->agents[i], second->agents[i], AGENT_ROOM) == 0;
        const bool has_same_ammo = first->ammo[i] == second->ammo[i];
        if (has_same_state && has_same_ammo && memcmp(&first->distance[i], &second->distance[i], 4) == 0) {
            continue;
        }
        printf("  tick %u, soldier %u: ", (unsigned)first->tick, (unsigned)i);
        if (!has_same_state) {
            printf("%s in the first run, %s in the second\n",
                   wits_state_name(brain, wits_deepest(brain, first->agents[i])),
                   wits_state_name(brain, wits_deepest(brain, second->agents[i])));
        } else if (!has_same_ammo) {
            printf("ammo is %d in the first run, %d in the second\n", first->ammo[i], second->ammo[i]);
        } else {
            printf("distance is %g in the first run, %g in the second\n", (double)first->distance[i],
                   (double)second->distance[i]);
        }
        print_decision(brain, "first run", first_before, i);
        print_decision(brain, "second run", second_before, i);
        return false;
    }
    return true;
}

/// Runs each frame twice from the same save, the second time one soldier after another. `forgets` plants a bug.
static void sync_test(const wits_brain *brain, bool forgets) {
    static army first, second_before;
    begin();
    for (uint32_t tick = 1; tick <= LENGTH; tick++) {
        memcpy(g.used[tick], g.given[tick], sizeof g.used[tick]);
        run_frame(WITS_CROWD_PATH_AUTO);
        first = g.now;
        restore(tick - 1);
        if (forgets) {
            memcpy(g.now.ammo, first.ammo, sizeof g.now.ammo);  // the bug: ammo stays as it was
        }
        second_before = g.now;
        run_frame(WITS_CROWD_PATH_SINGLE);
        if (!is_same(brain, &g.saves[(tick - 1) % SAVES], &second_before, &first)) {
            return;
        }
        save();
    }
    printf("  %d frames ran twice without a difference\n", LENGTH);
}

// ---------------------------------------------------------------------------------------------------------------- main

/// Prints the time of a frame in which as many as possible are replayed.
static void print_time(void) {
    const uint32_t rounds = 100, now = LENGTH;
    begin();
    for (uint32_t tick = 1; tick <= now; tick++) {
        memcpy(g.used[tick], g.given[tick], sizeof g.used[tick]);
        run_frame(WITS_CROWD_PATH_AUTO);
        save();
    }
    const clock_t start = clock();
    for (uint32_t round = 0; round < rounds; round++) {
        restore(now - DELAY);
        while (g.now.tick < now) {
            run_frame(WITS_CROWD_PATH_AUTO);
            save();
        }
    }
    const double ms = (double)(clock() - start) * 1e3 / CLOCKS_PER_SEC / rounds;
    printf("going back and replaying %d frames of %d soldiers takes %.2f ms, %.2f ms a frame\n", DELAY, SOLDIERS, ms,
           ms / DELAY);
}

static void print_and_exit(const wits_report *report) {
    char text[640] = "out of memory";
    if (report->count > 0) {
        wits_problem_text(&report->problems[0], text, sizeof text);
    }
    fprintf(stderr, "%s\n", text);
    exit(EXIT_FAILURE);
}

static void open_crowd(const wits_brain *brain) {
    const wits_host_field lies_at[] = {
        {"order", g.now.order, .stride = 1, .type = WITS_TYPE_ENUM, .read_only = true, .values = orders,
         .value_count = ORDERS},
        {"distance", g.now.distance, .stride = sizeof g.now.distance[0], .type = WITS_TYPE_FLOAT},
        {"ammo", g.now.ammo, .stride = sizeof g.now.ammo[0], .type = WITS_TYPE_INT16},
    };
    const wits_host host = {.fields = lies_at, .field_count = COUNT(lies_at)};
    const size_t code_size = wits_crowd_code_size(brain);
    void *code = malloc(code_size);
    wits_problem problem;
    wits_report report = {.problems = &problem, .capacity = 1};
    if (code == NULL || !wits_bind(brain, &host, NULL, g.columns, &report)) {
        print_and_exit(&report);
    }
    g.crowd = (wits_crowd){.code = wits_crowd_prepare(brain, code, code_size),
                           .count = SOLDIERS,
                           .agents = g.now.agents,
                           .agent_stride = AGENT_ROOM,
                           .columns = g.columns};
    const size_t scratch = wits_crowd_scratch_size(g.crowd.code, 0);
    g.run = (wits_crowd_run){.seed = SEED, .scratch = aligned_alloc(64, (scratch + 63) / 64 * 64)};
    if (g.run.scratch == NULL || !wits_crowd_check(&g.crowd, &report)) {
        print_and_exit(&report);
    }
}

int main(int argc, char **argv) {
    const wits_brain *brain = compile_or_exit(&desc, AGENT_ROOM);
    open_crowd(brain);
    for (uint32_t tick = 1; tick <= LENGTH; tick++) {
        for (uint32_t player = 0; player < PLAYERS; player++) {  // an order lasts about 20 ticks
            const bool changes = wits_random(SEED, player, tick, 1) < 0.05f;
            g.given[tick][player] =
                changes ? (uint8_t)(wits_random(SEED, player, tick, 2) * ORDERS) : g.given[tick - 1][player];
        }
    }
    if (argc > 1 && strcmp(argv[1], "--time") == 0) {
        print_time();
        return 0;
    }
    printf("%d soldiers, %d frames, orders up to %d frames late\n", SOLDIERS, LENGTH, DELAY);
    play();
    const uint64_t played = hash();
    printf("  %u times back, %u frames replayed\n", (unsigned)g.rollbacks, (unsigned)g.replayed);
    memcpy(g.used, g.given, sizeof g.used);
    begin();
    while (g.now.tick < LENGTH) {
        run_frame(WITS_CROWD_PATH_AUTO);
    }
    printf("  in sync with a machine that knew all orders: %s\n", hash() == played ? "yes" : "NO");

    printf("sync test\n");
    sync_test(brain, false);
    printf("sync test of a game that forgets to restore ammo\n");
    sync_test(brain, true);
    return 0;
}
