// SPDX-License-Identifier: MIT
// The worked example of docs/semantics.md: transitions that cross levels, a sub-machine that is dormant while the
// agent is elsewhere, and actions that are listed for the caller instead of run.
#include "example.h"

#include <string.h>

enum { TOP, L, A, B, C, M, N };

static const wits_state_desc states[] = {
    [TOP] = {.name = "top"},
    [L] = {.name = "L",
           .activation = WITS_ACTIVATION_ON_DECIDE,
           .leave = WITS_LEAVE_SUSPEND,
           .enter = "act",
           .update = "act",
           .exit = "act"},
    [A] = {.name = "A", .parent = L, .enter = "act", .update = "act", .exit = "act"},
    [B] = {.name = "B", .parent = L, .enter = "act", .update = "act", .exit = "act"},
    [C] = {.name = "C", .parent = L, .enter = "act", .update = "act", .exit = "act"},
    [M] = {.name = "M", .enter = "act", .update = "act", .exit = "act"},
    [N] = {.name = "N", .enter = "act", .update = "act", .exit = "act"},
};

// The example numbers them from 1, so number n is row n - 1.
static const wits_transition_desc transitions[] = {
    {.from = A, .to = B, .when = "is_asked_for", .run = "act", .reenter = true},
    {.from = M, .to = C, .when = "is_asked_for", .run = "act", .reenter = true},
    {.from = B, .to = N, .when = "is_asked_for", .run = "act", .reenter = true},
    {.from = L, .to = M, .when = "is_asked_for", .run = "act", .reenter = true},
    {.from = M, .to = N, .when = "is_asked_for", .run = "act", .reenter = true},
    {.from = N, .to = L, .when = "is_asked_for", .run = "act", .reenter = true},
    {.from = N, .to = M, .when = "is_asked_for", .run = "act", .reenter = true},
};

static bool is_asked_for(const void *context, const wits_call *call) {
    const int *number = context;
    return *number == call->row + 1;
}

// In mode listed nothing is called: the records are the actions to run.
static void act(void *context, const wits_call *call) {
}

static const wits_function functions[] = {
    {.name = "is_asked_for", .condition = is_asked_for},
    {.name = "act", .action = act},
};

static const wits_desc desc = {
    .states = states,
    .state_count = COUNT(states),
    .transitions = transitions,
    .transition_count = COUNT(transitions),
    .functions = functions,
    .function_count = COUNT(functions),
    .update_skip_entered = true,
};

// The ticks: the state that is set first (TOP: none), and the transition that may fire (0: none).
static const struct {
    wits_state_id place;
    int number;
} script[] = {{TOP, 0}, {TOP, 1}, {TOP, 4}, {TOP, 5}, {TOP, 6}, {TOP, 3}, {TOP, 6}, {N, 7}, {TOP, 2}, {B, 4}, {TOP, 2}};

/// Appends "A-enter", "L-active" or a transition's number to `text`.
static void describe(const wits_brain *brain, const wits_action_record *record, char *text, size_t size) {
    size_t length = strlen(text);
    const char *comma = length == 0 ? "" : ", ";
    if (record->kind == WITS_ACTION_TRANSITION) {
        snprintf(text + length, size - length, "%s%d", comma, record->row + 1);
        return;
    }
    static const char *const words[] = {
        [WITS_ACTION_ENTER] = "enter", [WITS_ACTION_EXIT] = "exit", [WITS_ACTION_UPDATE] = "active"};
    snprintf(text + length, size - length, "%s%s-%s", comma, wits_state_name(brain, record->row), words[record->kind]);
}

int main(void) {
    uint8_t agent[16] = {0};
    int number = 0;
    wits_action_record records[64];
    wits_list list = {.records = records, .capacity = COUNT(records)};
    const wits_brain *brain = compile_or_exit(&desc, sizeof agent);
    wits_frame frame = {.context = &number, .functions = functions, .mode = WITS_MODE_LISTED, .list = &list};
    char before[64], after[64];

    printf("active  fires    actions, in order                    then active\n");
    wits_start(brain, agent, &frame);
    for (frame.tick = 1; frame.tick <= COUNT(script); ++frame.tick) {
        wits_state_id place = script[frame.tick - 1].place;
        number = script[frame.tick - 1].number;
        if (place != TOP) {
            wits_set_state(brain, agent, &frame, place);
            printf("(placed in %s, nothing remembered)\n", wits_state_name(brain, place));
        }
        wits_state_path(brain, wits_deepest(brain, agent), before, sizeof before);
        list.count = 0;
        wits_tick(brain, agent, &frame);
        wits_state_path(brain, wits_deepest(brain, agent), after, sizeof after);

        char fires[16] = "nothing", actions[128] = "";
        if (number != 0) {
            snprintf(fires, sizeof fires, "%d", number);
        }
        for (uint32_t i = 0; i < list.count; ++i) {
            describe(brain, &records[i], actions, sizeof actions);
        }
        printf("%-6s  %-7s  %-35s  %s\n", before, fires, actions, after);
    }
    return 0;
}
