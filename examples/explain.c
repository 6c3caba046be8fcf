// SPDX-License-Identifier: MIT
// Explains one deer in a crowd of a hundred thousand, whose fields are in arrays. Before a tick a copy of its bytes
// decides in mode listed, which changes nothing, and the library's explanation is printed. Then the crowd makes the
// same decision.
#include "wits/explain.h"
#include "example.h"
#include "wits/crowd.h"

#include <string.h>

enum { DEER, AWAKE, GRAZE, DRINK, FLEE, ASLEEP, STATES };
enum { HUNGER, THIRST, WOLF, NIGHT, FIELDS };
enum { HERD = 100000, AGENT_ROOM = 16, RECORDS = 64 };

// The deer: one array for each field; night is the same for all.
static float hunger[HERD], thirst[HERD], wolf[HERD];
static bool night;
static uint8_t agents[HERD][AGENT_ROOM];

static const wits_host_field lies_at[] = {
    {"hunger", hunger, .stride = sizeof hunger[0], .type = WITS_TYPE_FLOAT, .size = sizeof hunger},
    {"thirst", thirst, .stride = sizeof thirst[0], .type = WITS_TYPE_FLOAT, .size = sizeof thirst},
    {"wolf", wolf, .stride = sizeof wolf[0], .type = WITS_TYPE_FLOAT, .size = sizeof wolf},
    {"night", &night, .stride = 0, .type = WITS_TYPE_BOOL},  // one value, read only
};
static const wits_host host = {.fields = lies_at, .field_count = COUNT(lies_at)};
static wits_column columns[FIELDS];

// ----------------------------------------------------------------------------------------------------------- the brain

static const wits_field_desc fields[FIELDS] = {
    [HUNGER] = {.name = "hunger", .type = WITS_TYPE_FLOAT},
    [THIRST] = {.name = "thirst", .type = WITS_TYPE_FLOAT},
    [WOLF] = {.name = "wolf", .type = WITS_TYPE_FLOAT},  // metres to it
    [NIGHT] = {.name = "night", .type = WITS_TYPE_BOOL},
};

static const wits_state_desc states[STATES] = {
    [DEER] = {.name = "deer"},
    [AWAKE] = {.name = "awake", .kind = WITS_KIND_UTILITY, .inertia = 0.05f},
    [GRAZE] = {.name = "graze", .parent = AWAKE, .update = "hunger = max(hunger - 0.02, 0)"},
    [DRINK] = {.name = "drink", .parent = AWAKE, .update = "thirst = max(thirst - 0.1, 0)"},
    [FLEE] = {.name = "flee", .parent = AWAKE, .update = "wolf = wolf + 5"},
    [ASLEEP] = {.name = "asleep"},
};

static const wits_transition_desc transitions[] = {
    {.from = AWAKE, .to = ASLEEP, .when = "night and wolf > 60 and hunger < 0.5"},
    {.from = ASLEEP, .to = AWAKE, .when = "not night or wolf < 20"},
};

static const wits_curve gentle[] = {{.kind = WITS_CURVE_LOGISTIC, .has_k = true, .k = 1.2f}};
static const wits_curve calm[] = {{.kind = WITS_CURVE_SMOOTHSTEP}};
static const wits_curve early[] = {{.kind = WITS_CURVE_POLYNOMIAL, .has_k = true, .k = 0.5f}};

static const wits_consideration_desc considerations[] = {
    {.of = GRAZE, .group = WITS_GROUP_PRODUCT},
    {.of = GRAZE, .depth = 1, .input = "hunger", .low = 0, .high = 1, .curves = gentle, .curve_count = COUNT(gentle)},
    {.of = GRAZE, .depth = 1, .input = "wolf", .low = 10, .high = 80, .curves = calm, .curve_count = COUNT(calm)},
    {.of = DRINK, .input = "thirst", .low = 0, .high = 1, .curves = early, .curve_count = COUNT(early)},
    {.of = FLEE, .input = "wolf", .low = 50, .high = 10},
};

static const wits_desc desc = {
    .states = states,
    .state_count = COUNT(states),
    .transitions = transitions,
    .transition_count = COUNT(transitions),
    .fields = fields,
    .field_count = COUNT(fields),
    .considerations = considerations,
    .consideration_count = COUNT(considerations),
};

// --------------------------------------------------------------------------------------------------------------- why

static void print_transition(const wits_brain *brain, const wits_explain *why, const wits_explained_transition *one) {
    const char *when = transitions[one->row].when;
    printf("  %s to %s: %s:", wits_state_name(brain, one->source), wits_state_name(brain, one->destination),
           wits_tried_name((wits_tried)one->tried));
    for (uint32_t part = 0; part < one->part_count; ++part) {
        uint32_t offset, length;
        if (wits_condition_part(when, part, &offset, &length)) {
            printf("  %.*s [%s]", (int)length, when + offset, why->parts[one->first_part + part] ? "true" : "FALSE");
        }
    }
    printf("\n");
}

static void print_input(const wits_explained_consideration *told) {
    const wits_consideration_desc *row = &considerations[told->row];
    if (row->input) {
        printf("      %s %.3g, of its range %.3g, after curves %.3g\n", row->input, (double)told->raw,
               (double)told->normal, (double)told->value);
    }
    if (told->would_win) {
        const char *way = told->wins_above ? "at or above" : told->wins_below ? "at or below" : "at about";
        printf("      would have won with %s %s %.4g\n", row->input, way, (double)told->wins_at);
    }
}

static void print_option(const wits_brain *brain, const wits_explain *why, const wits_explained_option *one) {
    printf("    %s %.3g", wits_state_name(brain, one->option), (double)one->score);
    if (one->inertia > 0) {
        printf(" and %.3g of inertia", (double)one->inertia);
    }
    printf(": %s\n", wits_verdict_name((wits_verdict)one->verdict));
    for (uint32_t i = 0; i < one->row_count; ++i) {
        print_input(&why->considerations[one->first_row + i]);
    }
}

static void print_choice(const wits_brain *brain, const wits_explain *why, const wits_explained_choice *one) {
    printf("  %s: %s, so %s\n", wits_state_name(brain, one->composite), wits_choice_name((wits_choice)one->how),
           wits_state_name(brain, one->chosen));
    for (uint32_t i = 0; i < one->option_count; ++i) {
        print_option(brain, why, &why->options[one->first_option + i]);
    }
}

/// Explains a decision. Changes only a copy of the agent's bytes. Returns the state that the agent will choose.
static wits_state_id print_why(const wits_brain *brain, uint32_t deer, uint32_t tick) {
    uint8_t copy[AGENT_ROOM];
    wits_action_record records[RECORDS];
    wits_list list = {.records = records, .capacity = RECORDS};
    size_t size = wits_explain_size(brain);
    void *memory = malloc(size);
    if (!memory || wits_list_room(brain, WITS_VERB_DECIDE) > RECORDS) {
        exit(EXIT_FAILURE);
    }
    wits_explain why;
    wits_explain_begin(&why, brain, memory, size);
    why.counterfactuals = true;
    const wits_frame frame = {.tick = tick,
                              .agent = deer,  // its id, as in the crowd
                              .columns = columns,
                              .row = deer,
                              .mode = WITS_MODE_LISTED,
                              .list = &list,
                              .explain = &why};
    memcpy(copy, agents[deer], sizeof copy);
    wits_decide(brain, copy, &frame);

    printf("why deer %u decides as it does at tick %u\n", (unsigned)deer, (unsigned)tick);
    for (uint32_t i = 0; i < why.transition_count; ++i) {
        print_transition(brain, &why, &why.transitions[i]);
    }
    for (uint32_t i = 0; i < why.choice_count; ++i) {
        print_choice(brain, &why, &why.choices[i]);
    }
    free(memory);
    return wits_deepest(brain, copy);
}

// ------------------------------------------------------------------------------------------------------------- running

/// Allocates memory aligned to 64 bytes, as crowds need for scratch memory.
static void *allocate_or_exit(size_t size) {
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!memory) {
        exit(EXIT_FAILURE);
    }
    return memory;
}

static void put_deer(void) {
    for (uint32_t i = 0; i < HERD; ++i) {
        hunger[i] = wits_random(7, i, 0, 0);
        thirst[i] = wits_random(7, i, 0, 1);
        wolf[i] = 10 + 190 * wits_random(7, i, 0, 2);
    }
}

int main(void) {
    const wits_brain *brain = compile_or_exit(&desc, AGENT_ROOM);
    if (!wits_bind(brain, &host, NULL, columns, NULL)) {
        return EXIT_FAILURE;
    }
    size_t code_size = wits_crowd_code_size(brain);
    void *code = allocate_or_exit(code_size);
    const wits_crowd crowd = {.code = wits_crowd_prepare(brain, code, code_size),
                              .count = HERD,
                              .agents = agents,
                              .agent_stride = AGENT_ROOM,
                              .columns = columns};
    wits_action_record records[RECORDS];
    wits_list list = {.records = records, .capacity = RECORDS};
    wits_crowd_run run = {.scratch = allocate_or_exit(wits_crowd_scratch_size(crowd.code, 0)), .list = &list};
    put_deer();
    wits_crowd_start(&crowd, 0, HERD, &run);
    for (run.tick = 1; run.tick <= 6; ++run.tick) {
        const uint32_t asked = 4321;
        night = run.tick > 4;
        bool asks = run.tick == 3 || run.tick == 5;
        wits_state_id will = asks ? print_why(brain, asked, run.tick) : (wits_state_id)WITS_NONE;
        wits_crowd_tick(&crowd, 0, HERD, &run);
        if (asks) {
            printf("  the crowd decides the same: %s\n", will == wits_deepest(brain, agents[asked]) ? "yes" : "no");
        }
    }
    uint64_t in[STATES] = {0};
    wits_crowd_count(&crowd, 0, HERD, in);
    printf("then %u graze, %u drink, %u flee, %u sleep\n", (unsigned)in[GRAZE], (unsigned)in[DRINK], (unsigned)in[FLEE],
           (unsigned)in[ASLEEP]);
    free(run.scratch);
    free(code);
    return 0;
}
