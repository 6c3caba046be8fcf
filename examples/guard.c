// SPDX-License-Identifier: MIT
// A guard with recorded inputs, examples/guard-night.csv: he walks the wall, meets an intruder, fights by scoring his
// options, flees, and hears an alarm. For each tick the program prints his state, his actions, and the reason of each
// change, all from the library's trace records.
#include "example.h"
#include "night.h"

#include <string.h>

typedef struct guard {
    senses now;
    char does[160];  // text of this tick's actions
} guard;

// ---------------------------------------------------------------------------------------------------------- conditions

static bool sees_player(const void *context, const wits_call *call) {
    return ((const guard *)context)->now.sees_player;
}

static bool is_out_of_danger(const void *context, const wits_call *call) {
    const senses *now = &((const guard *)context)->now;
    return !now->sees_player && now->health >= 0.5f;
}

static float worth_closing_in(const void *context, const wits_call *call) {
    const senses *now = &((const guard *)context)->now;
    return now->sees_player ? 0.03f * now->distance * now->health : 0.0f;
}

static float worth_attacking(const void *context, const wits_call *call) {
    const senses *now = &((const guard *)context)->now;
    return now->sees_player ? (1.0f - 0.05f * now->distance) * now->health : 0.0f;
}

static float worth_cover(const void *context, const wits_call *call) {
    return 0.8f * (1.0f - ((const guard *)context)->now.health);
}

static float worth_fleeing(const void *context, const wits_call *call) {
    return ((const guard *)context)->now.health < 0.25f ? 1.0f : 0.0f;
}

static float worth_listening(const void *context, const wits_call *call) {
    return 0.25f;
}

// ------------------------------------------------------------------------------------------------------------- actions

static void say(void *context, const char *what) {
    guard *self = context;
    size_t length = strlen(self->does);
    snprintf(self->does + length, sizeof self->does - length, "%s%s", length == 0 ? "" : ", ", what);
}

static void walk_the_wall(void *context, const wits_call *call) {
    say(context, "walks the wall");
}

static void look_around(void *context, const wits_call *call) {
    say(context, "lifts his lantern, looks around");
}

static void search_yard(void *context, const wits_call *call) {
    say(context, "searches the yard");
}

static void draw_sword(void *context, const wits_call *call) {
    say(context, "draws his sword");
}

static void sheathe(void *context, const wits_call *call) {
    say(context, "sheathes his sword");
}

static void step_closer(void *context, const wits_call *call) {
    say(context, "steps closer");
}

static void strike(void *context, const wits_call *call) {
    say(context, "strikes");
}

static void mend(void *context, const wits_call *call) {
    say(context, "ducks behind the well, binds his wounds");
}

static void run_away(void *context, const wits_call *call) {
    say(context, "runs for the tower");
}

static void listen(void *context, const wits_call *call) {
    say(context, "listens");
}

// ------------------------------------------------------------------------------------------------------- his brain

enum { GUARD, PATROL, WALK, LOOK, SEARCH, COMBAT, CLOSE_IN, ATTACK, COVER, FLEE, LISTEN };

static const char *const events[] = {"alarm"};

static const wits_state_desc states[] = {
    [GUARD] = {.name = "guard"},
    [PATROL] = {.name = "patrol", .leave = WITS_LEAVE_RESUME},
    [WALK] = {.name = "walk", .parent = PATROL, .update = "walk_the_wall"},
    [LOOK] = {.name = "look", .parent = PATROL, .update = "look_around"},
    [SEARCH] = {.name = "search", .update = "search_yard"},
    [COMBAT] = {.name = "combat", .kind = WITS_KIND_UTILITY, .inertia = 0.1f, .enter = "draw_sword", .exit = "sheathe"},
    [CLOSE_IN] = {.name = "close_in", .parent = COMBAT, .score = "worth_closing_in", .update = "step_closer"},
    [ATTACK] = {.name = "attack", .parent = COMBAT, .score = "worth_attacking", .update = "strike"},
    [COVER] = {.name = "cover", .parent = COMBAT, .score = "worth_cover", .hold = 3, .update = "mend"},
    [FLEE] = {.name = "flee", .parent = COMBAT, .score = "worth_fleeing", .update = "run_away"},
    [LISTEN] = {.name = "listen", .parent = COMBAT, .score = "worth_listening", .update = "listen"},
};

static const wits_transition_desc transitions[] = {
    {.from = GUARD, .any = true, .to = COMBAT, .event = "alarm"},
    {.from = PATROL, .to = COMBAT, .when = "sees_player"},
    {.from = WALK, .to = LOOK, .after = 3},
    {.from = LOOK, .to = WALK, .after = 2},
    {.from = SEARCH, .to = COMBAT, .when = "sees_player"},
    {.from = SEARCH, .to = PATROL, .after = 6},
    {.from = COMBAT, .to = SEARCH, .when = "is_out_of_danger", .after = 5},
};

static const wits_function functions[] = {
    {.name = "sees_player", .condition = sees_player},
    {.name = "is_out_of_danger", .condition = is_out_of_danger},
    {.name = "worth_closing_in", .score = worth_closing_in},
    {.name = "worth_attacking", .score = worth_attacking},
    {.name = "worth_cover", .score = worth_cover},
    {.name = "worth_fleeing", .score = worth_fleeing},
    {.name = "worth_listening", .score = worth_listening},
    {.name = "walk_the_wall", .action = walk_the_wall},
    {.name = "look_around", .action = look_around},
    {.name = "search_yard", .action = search_yard},
    {.name = "draw_sword", .action = draw_sword},
    {.name = "sheathe", .action = sheathe},
    {.name = "step_closer", .action = step_closer},
    {.name = "strike", .action = strike},
    {.name = "mend", .action = mend},
    {.name = "run_away", .action = run_away},
    {.name = "listen", .action = listen},
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

// -------------------------------------------------------------------------------------------------------- the night

/// Writes "combat to search: 5 ticks have passed, is out of danger"
static void explain_transition(const wits_brain *brain, const wits_trace_record *fired) {
    const wits_transition_desc *transition = &transitions[fired->row];
    char why[160] = "";
    size_t length = 0;
    if (transition->event) {
        length += (size_t)snprintf(why, sizeof why, ", heard the %s", transition->event);
    }
    if (transition->after > 0) {
        length +=
            (size_t)snprintf(why + length, sizeof why - length, ", %u ticks have passed", (unsigned)transition->after);
    }
    if (transition->when) {
        snprintf(why + length, sizeof why - length, ", %s", transition->when);
    }
    for (char *underscore = strchr(why, '_'); underscore; underscore = strchr(underscore, '_')) {
        *underscore = ' ';
    }
    printf("%31s> %s to %s: %s\n", "", wits_state_name(brain, fired->state), wits_state_name(brain, fired->other),
           why + 2);
}

/// Writes "cover 0.48 beats attack 0.42 by 0.06"
static void explain_choice(const wits_brain *brain, const wits_trace *trace, const wits_trace_record *chosen) {
    const wits_trace_record *winner = NULL, *second = NULL;
    for (const wits_trace_record *record = trace->records; record < chosen; ++record) {
        if (record->kind == WITS_TRACE_SCORED && record->other == chosen->other) {
            winner = record->state == chosen->state ? record : winner;
            second = record->state == chosen->row ? record : second;
        }
    }
    if (winner && second) {
        printf("%31s> %s %.2f beats %s %.2f by %.2f\n", "", wits_state_name(brain, winner->state),
               (double)winner->value, wits_state_name(brain, second->state), (double)second->value,
               (double)chosen->value);
    }
}

static void explain(const wits_brain *brain, const wits_trace *trace, wits_state_id before, wits_state_id after) {
    for (uint32_t i = 0; i < trace->count; ++i) {
        const wits_trace_record *record = &trace->records[i];
        if (record->kind == WITS_TRACE_FIRED && record->row != WITS_NONE) {
            explain_transition(brain, record);
        } else if (record->kind == WITS_TRACE_CHOSEN && record->state == after && before != after) {
            explain_choice(brain, trace, record);
        }
    }
}

int main(int argc, char **argv) {
    static senses night[NIGHT_MAX_TICKS];
    const char *path = argc > 1 ? argv[1] : "examples/guard-night.csv";
    uint8_t agent[32] = {0};
    guard self = {.does = ""};
    wits_trace_record records[64];
    wits_trace trace = {.records = records, .capacity = COUNT(records)};
    const wits_brain *brain = compile_or_exit(&desc, sizeof agent);
    wits_frame frame = {.context = &self, .functions = functions, .trace = &trace};
    uint32_t ticks = night_read(path, brain, night);

    printf("tick  player  health  hears  state              what he does, and > why his state changed\n");
    wits_start(brain, agent, &frame);
    for (frame.tick = 1; frame.tick <= ticks; ++frame.tick) {
        self.now = night[frame.tick - 1];
        self.does[0] = '\0';
        trace.count = 0;
        for (uint32_t event = 0; event < wits_event_count(brain); ++event) {
            if (self.now.events >> event & 1) {
                wits_raise(brain, agent, event);
            }
        }
        wits_state_id before = wits_deepest(brain, agent);
        wits_tick(brain, agent, &frame);
        wits_state_id after = wits_deepest(brain, agent);

        char player[16] = "-", state[64];
        if (self.now.sees_player) {
            snprintf(player, sizeof player, "%.0f m", (double)self.now.distance);
        }
        wits_state_path(brain, after, state, sizeof state);
        printf("%4u  %6s  %6.2f  %-5s  %-17s  %s\n", (unsigned)frame.tick, player, (double)self.now.health,
               self.now.events ? "alarm" : "", state, self.does);
        explain(brain, &trace, before, after);
    }
    return 0;
}
