// SPDX-License-Identifier: MIT
// Utilities with more options than the library keeps scores of (256): the others are scored again. Library and model in
// parallel, with every `select`, with and without ranks, cooldowns and a default option, explained and not.
#include "model.h"
#include "random_brain.h"
#include "random_explain.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPTIONS = 600, TICKS = 40, SELECTS = 5 };

static const uint32_t sizes[] = {255, 256, 257, 300, MOST_OPTIONS};

typedef struct table {
    char names[MOST_OPTIONS + 1][8];
    wits_state_desc states[MOST_OPTIONS + 1];
    wits_desc desc;
} table;

/// Few different scores, so that many are equal; a few are NaN, and at some ticks some are infinite.
static float score(const void *context, const wits_call *call) {
    uint64_t hash = host_mix(call->state, call->frame->tick / 3);
    if (call->frame->tick % 5 == 4 && hash % 97 < 2) {
        return hash % 97 == 0 ? INFINITY : -INFINITY;
    }
    return hash % 40 == 0 ? NAN : (float)(hash >> 8 & 15) / 8.0f - 0.5f;
}

static const wits_function functions[] = {{.name = "score", .score = score}};

static void make_table(table *t, uint32_t options, uint32_t variant) {
    static const char *const ranks[] = {"0", "1", "tick % 4", NULL};
    static const wits_select selects[SELECTS] = {WITS_SELECT_HIGHEST, WITS_SELECT_WEIGHTED, WITS_SELECT_TOP,
                                                 WITS_SELECT_WITHIN, WITS_SELECT_SOFTMAX};
    bool plain = variant / SELECTS == 0;
    wits_select select = selects[variant % SELECTS];
    memset(t, 0, sizeof *t);
    t->states[0] = (wits_state_desc){.name = "root",
                                     .kind = WITS_KIND_UTILITY,
                                     .inertia = 0.25f,
                                     .has_floor = true,
                                     .floor = -0.25f,
                                     .select = select,
                                     .top = select == WITS_SELECT_TOP ? options - 20 : 0,
                                     .within = select == WITS_SELECT_WITHIN ? 0.5f : 0.0f,
                                     .temperature = select == WITS_SELECT_SOFTMAX ? 0.2f : 0.0f,
                                     .default_option = (wits_state_id)(plain ? 0 : options - 2)};
    for (uint32_t row = 1; row <= options; row++) {
        (void)snprintf(t->names[row], sizeof t->names[row], "o%u", (unsigned)row);
        t->states[row] = (wits_state_desc){.name = t->names[row], .score = "score"};
        t->states[row].rank = plain ? NULL : ranks[row * 7 % 4];
        t->states[row].cooldown = plain ? 0 : row % 5;
    }
    t->desc = (wits_desc){.states = t->states, .state_count = options + 1, .functions = functions, .function_count = 1};
}

/// Runs one agent in both, explained at every other tick. `*beyond` counts ticks with an active option that is scored
/// again.
static bool try_table(const table *t, uint32_t *beyond, char *text) {
    static uint64_t counts[CLAUSE_COUNT];
    static explain_tally tally;
    size_t size = wits_brain_size(&t->desc, NULL);
    void *memory = malloc(size);
    const wits_brain *brain = wits_brain_compile(&t->desc, memory, size, NULL);
    assert(brain != NULL);
    uint8_t *agent = calloc(1, wits_agent_size(brain));
    void *room = malloc(wits_explain_size(brain));
    model *m = model_new(&t->desc, counts);
    wits_explain library;
    wits_explain told;
    explain_new(&told);
    bool same = true;
    for (uint32_t tick = 0; tick < TICKS && same; tick++) {
        wits_frame frame = {.tick = tick, .agent = 5, .seed = 9, .functions = functions};
        wits_frame of_model = frame;
        wits_explain_begin(&library, brain, room, wits_explain_size(brain));
        explain_begin(&told);
        frame.explain = tick % 2 == 0 ? &library : NULL;
        of_model.explain = tick % 2 == 0 ? &told : NULL;
        if (tick == 0) {
            wits_start(brain, agent, &frame);
            model_start(m, &of_model);
        } else {
            wits_decide(brain, agent, &frame);
            model_decide(m, &of_model);
        }
        wits_state_id active;
        (void)model_active(m, &active, 1);
        same = wits_deepest(brain, agent) == active;
        *beyond += active > 256;
        (void)snprintf(text, EXPLAIN_TEXT, "tick %u: option %u, should be %u", tick, wits_deepest(brain, agent),
                       active);
        same = same && (tick % 2 != 0 || explain_same(&library, &told, &t->desc, m, &tally, text));
    }
    explain_free(&told);
    model_free(m);
    free(room);
    free(agent);
    free(memory);
    return same;
}

int main(void) {
    static table t;
    char text[EXPLAIN_TEXT];
    uint32_t beyond = 0;
    for (uint32_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        for (uint32_t variant = 0; variant < 2 * SELECTS; variant++) {
            make_table(&t, sizes[i], variant);
            if (!try_table(&t, &beyond, text)) {
                (void)printf("%u options, variant %u: %s\n", sizes[i], variant, text);
                return 1;
            }
        }
    }
    (void)printf("up to %d options; one beyond the first 256 active at %u ticks\n", MOST_OPTIONS, beyond);
    return beyond > 100 ? 0 : 1;
}
