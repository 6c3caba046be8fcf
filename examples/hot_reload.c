// SPDX-License-Identifier: MIT
// A brain is edited while its agents run. There are three guards and three edits of the file's text: one with a
// mistake, one of numbers only, after which the agents' bytes stay, and one of states, after which each agent is
// converted.
#include "example.h"

#include <string.h>

#include "wits/convert.h"
#include "wits/file.h"

enum { GUARDS = 3, MOST_LOSSES = 8 };

static const char first_text[] = "wits: 1\n"
                                 "brain: guard\n"
                                 "events: [noise]\n"
                                 "root:\n"
                                 "  kind: parallel\n"
                                 "  states:\n"
                                 "    legs:\n"
                                 "      any: [{to: chase, event: noise}]\n"
                                 "      states:\n"
                                 "        walk: {enter: step(), transitions: [{to: rest, after: 3}]}\n"
                                 "        rest: {transitions: [{to: walk, after: 2}]}\n"
                                 "        chase: {transitions: [{to: walk, after: 9}]}\n"
                                 "    voice:\n"
                                 "      states:\n"
                                 "        hum: {transitions: [{to: quiet, after: 4}]}\n"
                                 "        quiet: {transitions: [{to: hum, after: 4}]}\n";

static void step(void *context, const wits_call *call) {
    ++*(uint32_t *)context;
}

static const wits_function functions[] = {{.name = "step", .action = step}};
static const wits_host host = {.functions = functions, .function_count = COUNT(functions)};

/// The game's guards: the file of their brain, and their bytes in one array.
typedef struct guards {
    wits_file *file;
    const wits_brain *brain;
    uint8_t *agents;
    uint32_t steps[GUARDS];
    uint32_t tick;
} guards;

/// Makes a frame with the functions and columns of the brain's file, which belong to its version.
static wits_frame frame_of(guards *g, const wits_file *file, uint32_t guard) {
    return (wits_frame){.tick = g->tick,
                        .agent = guard,
                        .context = &g->steps[guard],
                        .columns = wits_file_columns(file),
                        .functions = wits_file_functions(file)};
}

static uint8_t *agent_of(const guards *g, uint32_t guard) {
    return g->agents + guard * wits_agent_size(g->brain);
}

static void live(guards *g, uint32_t ticks) {
    for (uint32_t end = g->tick + ticks; g->tick < end; g->tick++) {
        if (g->tick == 4) {
            wits_raise(g->brain, agent_of(g, 1), wits_find_event(g->brain, "noise"));
        }
        for (uint32_t i = 0; i < GUARDS; i++) {
            const wits_frame frame = frame_of(g, g->file, i);
            wits_tick(g->brain, agent_of(g, i), &frame);
        }
    }
}

static void show(const guards *g) {
    for (uint32_t i = 0; i < GUARDS; i++) {
        wits_state_id states[4];
        const uint32_t count = wits_active(g->brain, agent_of(g, i), states, COUNT(states));
        printf("tick %2u, guard %u:", (unsigned)g->tick, (unsigned)i);
        for (uint32_t k = 0; k < count && k < COUNT(states); k++) {
            char path[1040];
            wits_state_path(g->brain, states[k], path, sizeof path);
            printf(" %s for %u", path, (unsigned)wits_elapsed(g->brain, agent_of(g, i), states[k], g->tick));
        }
        printf(", steps: %u\n", (unsigned)g->steps[i]);
    }
}

/// Converts each guard's bytes to the new brain.
static uint8_t *convert_all(guards *g, const wits_file *file) {
    const wits_brain *brain = wits_file_brain(file);
    uint8_t *agents = calloc(GUARDS, wits_agent_size(brain));
    for (uint32_t i = 0; i < GUARDS && agents != NULL; i++) {
        wits_loss losses[MOST_LOSSES];
        wits_conversion lost = {.losses = losses, .capacity = COUNT(losses)};
        const wits_frame frame = frame_of(g, file, i);
        wits_agent_convert(g->brain, agent_of(g, i), brain, agents + i * wits_agent_size(brain), &frame, &lost);
        for (uint32_t k = 0; k < lost.count && k < lost.capacity; k++) {
            char text[1200];
            wits_loss_text(g->brain, &losses[k], text, sizeof text);
            printf("guard %u has lost %s\n", (unsigned)i, text);
        }
    }
    return agents;
}

static void print(void *user, const char *line) {
    printf("%s\n", line);
}

/// Loads a file and joins it to the program. Prints problems and returns null if there are any.
static wits_file *open_text(const char *text) {
    wits_file *file = wits_file_parse(text, strlen(text), "guard.yaml", NULL);
    if (file != NULL && (wits_file_problem_count(file) != 0 || !wits_file_bind(file, &host))) {
        wits_file_print_problems(file, print, NULL);
        wits_file_free(file);
        return NULL;
    }
    return file;
}

/// Loads another version of the brain. If it has errors, the guards keep the current version.
static void reload(guards *g, const char *text) {
    wits_file *file = open_text(text);
    if (file == NULL) {
        printf("not taken\n");
        return;
    }
    const wits_brain *brain = wits_file_brain(file);
    const bool stays = wits_brain_layout_hash(brain) == wits_brain_layout_hash(g->brain);
    printf("%s\n", stays ? "the layout is the same: the bytes stay" : "the layout is another one: converting");
    if (!stays) {
        uint8_t *agents = convert_all(g, file);
        free(g->agents);
        g->agents = agents;
    }
    wits_file_free(g->file);
    g->file = file;
    g->brain = brain;
}

/// Edits `text`: replaces `part` with `other`.
static void edit(char *text, size_t size, const char *part, const char *other) {
    char *at = strstr(text, part);
    const size_t behind = at == NULL ? 0 : strlen(at + strlen(part)) + 1;
    if (at == NULL || strlen(text) + strlen(other) + 1 > size) {
        fprintf(stderr, "the text cannot be edited so\n");
        exit(EXIT_FAILURE);
    }
    memmove(at + strlen(other), at + strlen(part), behind);
    memcpy(at, other, strlen(other));
}

int main(void) {
    char text[1024];
    memcpy(text, first_text, sizeof first_text);
    guards g = {.file = open_text(text)};
    if (g.file == NULL) {
        return EXIT_FAILURE;
    }
    g.brain = wits_file_brain(g.file);
    g.agents = calloc(GUARDS, wits_agent_size(g.brain));
    for (uint32_t i = 0; i < GUARDS; i++) {
        const wits_frame frame = frame_of(&g, g.file, i);
        wits_start(g.brain, agent_of(&g, i), &frame);
    }
    live(&g, 6);
    show(&g);

    printf("-- a typo\n");
    edit(text, sizeof text, "rest, after: 3", "rset, after: 8");
    reload(&g, text);

    printf("-- another number\n");
    edit(text, sizeof text, "rset, after: 8", "rest, after: 8");
    reload(&g, text);
    live(&g, 7);
    show(&g);

    printf("-- one more state, and a renamed state\n");
    edit(text, sizeof text, "        walk:", "        kneel: {}\n        walk:");
    edit(text, sizeof text, "        quiet: {transitions: [{to: hum", "        silent: {transitions: [{to: hum");
    edit(text, sizeof text, "{to: quiet", "{to: silent");
    reload(&g, text);
    show(&g);
    live(&g, 4);
    show(&g);

    free(g.agents);
    wits_file_free(g.file);
    return 0;
}
