// SPDX-License-Identifier: MIT
// Layered game music: decisions are not only for characters. Drums and melody play at the same time (a parallel) and
// follow the tension of the game; a won fight interrupts both with a fanfare, after which they continue where they
// were. A tick is a bar. The library lists the layers to fade in and out; an audio engine would do it.
#include "example.h"

enum { MUSIC, LAYERS, DRUMS, NONE, BRUSHES, FULL, MELODY, CALM, MYSTERY, BATTLE, FANFARE };
enum { WON };

static float tension_of(const void *context) {
    return *(const float *)context;
}

static bool rises(const void *context, const wits_call *call) {
    return tension_of(context) > (call->state == NONE ? 0.3f : 0.7f);
}

static bool falls(const void *context, const wits_call *call) {
    return tension_of(context) < (call->state == FULL ? 0.6f : 0.2f);
}

static float worth_calm(const void *context, const wits_call *call) {
    return 1.0f - tension_of(context);
}

static float worth_mystery(const void *context, const wits_call *call) {
    float away = tension_of(context) - 0.5f;
    return 0.8f - (away < 0.0f ? -away : away);
}

static float worth_battle(const void *context, const wits_call *call) {
    return tension_of(context);
}

// In mode listed these are never called: the list says which layer to fade.
static void fade(void *context, const wits_call *call) {
}

static const wits_state_desc states[] = {
    [MUSIC] = {.name = "music"},
    [LAYERS] = {.name = "layers",
                .kind = WITS_KIND_PARALLEL,
                .leave = WITS_LEAVE_SUSPEND,
                .enter = "fade_in",
                .exit = "fade_out"},
    [DRUMS] = {.name = "drums", .parent = LAYERS},
    [NONE] = {.name = "none", .parent = DRUMS},
    [BRUSHES] = {.name = "brushes", .parent = DRUMS, .enter = "fade_in", .exit = "fade_out"},
    [FULL] = {.name = "full", .parent = DRUMS, .enter = "fade_in", .exit = "fade_out"},
    [MELODY] = {.name = "melody", .parent = LAYERS, .kind = WITS_KIND_UTILITY, .inertia = 0.1f},
    [CALM] = {.name = "calm", .parent = MELODY, .score = "worth_calm", .enter = "fade_in", .exit = "fade_out"},
    [MYSTERY] = {.name = "mystery",
                 .parent = MELODY,
                 .score = "worth_mystery",
                 .hold = 4,
                 .enter = "fade_in",
                 .exit = "fade_out"},
    [BATTLE] = {.name = "battle",
                .parent = MELODY,
                .score = "worth_battle",
                .hold = 4,
                .enter = "fade_in",
                .exit = "fade_out"},
    [FANFARE] = {.name = "fanfare", .enter = "fade_in", .exit = "fade_out"},
};

static const char *const events[] = {[WON] = "won"};

static const wits_transition_desc transitions[] = {
    {.from = LAYERS, .to = FANFARE, .event = "won"}, {.from = FANFARE, .to = LAYERS, .after = 2},
    {.from = NONE, .to = BRUSHES, .when = "rises"},  {.from = BRUSHES, .to = FULL, .when = "rises"},
    {.from = BRUSHES, .to = NONE, .when = "falls"},  {.from = FULL, .to = BRUSHES, .when = "falls"},
};

static const wits_function functions[] = {
    {.name = "rises", .condition = rises},
    {.name = "falls", .condition = falls},
    {.name = "worth_calm", .score = worth_calm},
    {.name = "worth_mystery", .score = worth_mystery},
    {.name = "worth_battle", .score = worth_battle},
    {.name = "fade_in", .action = fade},
    {.name = "fade_out", .action = fade},
};

static const wits_desc desc = {
    .states = states,
    .state_count = COUNT(states),
    .transitions = transitions,
    .transition_count = COUNT(transitions),
    .events = events,
    .event_count = COUNT(events),
    .functions = functions,
    .function_count = COUNT(functions),
};

static const float tension_of_bar[] = {0.0f, 0.1f, 0.2f, 0.4f, 0.5f, 0.5f, 0.6f, 0.8f, 0.9f, 1.0f, 0.9f,
                                       0.9f, 0.9f, 0.7f, 0.5f, 0.4f, 0.4f, 0.3f, 0.2f, 0.1f, 0.1f, 0.0f};
enum { WON_IN_BAR = 12 };

int main(void) {
    uint8_t agent[32] = {0};
    float tension = 0.0f;
    wits_action_record records[32];
    wits_list list = {.records = records, .capacity = COUNT(records)};
    const wits_brain *brain = compile_or_exit(&desc, sizeof agent);
    wits_frame frame = {.context = &tension, .functions = functions, .mode = WITS_MODE_LISTED, .list = &list};

    printf("bar  tension     playing            fades\n");
    wits_start(brain, agent, &frame);
    for (frame.tick = 1; frame.tick <= COUNT(tension_of_bar); ++frame.tick) {
        tension = tension_of_bar[frame.tick - 1];
        if (frame.tick == WON_IN_BAR) {
            wits_raise(brain, agent, WON);
        }
        wits_tick(brain, agent, &frame);

        char playing[64] = "";
        wits_state_id leaves[4];
        uint32_t count = wits_active(brain, agent, leaves, COUNT(leaves));
        size_t length = 0;
        for (uint32_t i = 0; i < count && i < COUNT(leaves); ++i) {
            length += (size_t)snprintf(playing + length, sizeof playing - length, "%s%s", i == 0 ? "" : " + ",
                                       wits_state_name(brain, leaves[i]));
        }
        char fades[96] = "";
        length = 0;
        for (uint32_t i = 0; i < list.count; ++i) {
            length += (size_t)snprintf(fades + length, sizeof fades - length, "  %c%s",
                                       records[i].kind == WITS_ACTION_ENTER ? '+' : '-',
                                       wits_state_name(brain, records[i].row));
        }
        printf("%3u  %-10.*s  %-*s%s\n", (unsigned)frame.tick, (int)(tension * 10.0f + 0.5f), "##########",
               length == 0 ? 0 : 17, playing, fades);
        list.count = 0;
    }
    return 0;
}
