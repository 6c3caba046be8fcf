// SPDX-License-Identifier: MIT
// A brain is edited while a thousand agents run. The game watches the text of the brain and reloads it when it changes:
// a mistake, which is refused; other numbers, after which all bytes stay; and a renamed and a removed state, after
// which each agent is where it should be.
#include "example.h"

#include <string.h>

#include "wits/file.h"
#include "wits/snapshot.h"

enum { GUARDS = 1000 };

static const char first_text[] = "wits: 1\n"
                                 "brain: guard\n"
                                 "events: [noise]\n"
                                 "context: {tired: float}\n"
                                 "root:\n"
                                 "  any: [{to: chase, event: noise}]\n"
                                 "  states:\n"
                                 "    walk: {update: tired = tired + 0.1, transitions: [{to: rest, when: tired > 1}]}\n"
                                 "    rest: {update: tired = tired - 0.2, transitions: [{to: walk, when: tired < 0}]}\n"
                                 "    chase: {transitions: [{to: walk, after: 9}]}\n";

/// The game: the text of the brain as an editor saves it, its file, and the agents, which continue across versions.
typedef struct game {
    char text[1024];
    wits_file *file;
    float tired[GUARDS];
    wits_agents agents;
} game;

/// Reads the text instead of a file on disk.
static bool open_text(void *user, const char *name, const wits_allocator *memory, char **bytes, size_t *length) {
    const game *g = user;
    *length = strlen(g->text);
    *bytes = memory->allocate(memory->user, *length);
    memcpy(*bytes, g->text, *length);
    return true;
}

static void print(void *user, const char *line) {
    printf("  %s\n", line);
}

static void tell_lost(void *user, const wits_brain *old, const wits_loss *loss) {
    uint32_t *told = user;
    char text[1200];
    wits_loss_text(old, loss, text, sizeof text);
    if (++*told <= 2) {
        printf("  guard %u: %s\n", (unsigned)loss->agent, text);
    }
}

static void tell_migrated(void *user, const wits_brain *old, const uint64_t *kept, const uint64_t *lost) {
    for (wits_state_id state = 1; state < wits_state_count(old); state++) {
        printf("  %s: %u guards kept, %u lost\n", wits_state_name(old, state), (unsigned)kept[state],
               (unsigned)lost[state]);
    }
}

static void tick(game *g, uint32_t ticks) {
    wits_agents *all = &g->agents;
    const size_t size = wits_agent_size(all->brain);
    for (uint32_t end = all->tick + ticks; all->tick < end; all->tick++) {
        for (uint32_t i = 0; i < GUARDS; i++) {
            uint8_t *agent = (uint8_t *)all->agents + i * size;
            const wits_frame frame = {.tick = all->tick, .agent = i, .columns = all->columns, .row = i};
            if (all->tick == 0) {
                wits_start(all->brain, agent, &frame);
            }
            if (i % 10 == 0 && all->tick % 20 == 4) {
                wits_raise(all->brain, agent, 0);
            }
            wits_tick(all->brain, agent, &frame);
        }
    }
}

static void show(const game *g) {
    uint32_t counts[8] = {0};
    const wits_brain *brain = g->agents.brain;
    for (uint32_t i = 0; i < GUARDS; i++) {
        counts[wits_deepest(brain, (uint8_t *)g->agents.agents + i * wits_agent_size(brain))]++;
    }
    printf("tick %u:", (unsigned)g->agents.tick);
    for (wits_state_id state = 1; state < wits_state_count(brain); state++) {
        printf(" %u %s", (unsigned)counts[state], wits_state_name(brain, state));
    }
    printf("\n");
}

/// Edits the text: replaces `part` by `other`.
static void edit(game *g, const char *part, const char *other) {
    char *at = strstr(g->text, part);
    if (at == NULL || strlen(g->text) + strlen(other) >= sizeof g->text) {
        fprintf(stderr, "the text has no '%s'\n", part);
        exit(EXIT_FAILURE);
    }
    memmove(at + strlen(other), at + strlen(part), strlen(at + strlen(part)) + 1);
    memcpy(at, other, strlen(other));
}

int main(void) {
    static game g;
    memcpy(g.text, first_text, sizeof first_text);
    for (uint32_t i = 0; i < GUARDS; i++) {
        g.tired[i] = (float)(i % 16) / 16.0f;
    }
    const wits_host_field fields[] = {{"tired", g.tired, .stride = sizeof *g.tired, .type = WITS_TYPE_FLOAT}};
    const wits_host host = {.fields = fields, .field_count = COUNT(fields)};
    const wits_file_options options = {.open = open_text, .print = print, .user = &g};
    uint32_t told = 0;
    const wits_migration how = {.allocator = &wits_heap, .lost = tell_lost, .migrated = tell_migrated, .user = &told};
    g.file = wits_file_open("guard.yaml", &host, &options);
    if (g.file == NULL) {
        return EXIT_FAILURE;
    }
    g.agents = (wits_agents){.brain = wits_file_brain(g.file), .count = GUARDS, .columns = wits_file_columns(g.file)};
    g.agents.agents = calloc(GUARDS, wits_agent_size(g.agents.brain));
    tick(&g, 12);
    show(&g);

    printf("A typo:\n");
    edit(&g, "{to: rest,", "{to: rset,");
    if (!wits_file_reload(&g.file, &host, &options, &g.agents, &how)) {
        printf("  not taken; the guards go on\n");
    }
    tick(&g, 8);
    show(&g);

    printf("Corrected, with another number:\n");
    edit(&g, "{to: rset, when: tired > 1", "{to: rest, when: tired > 1.5");
    wits_file_reload(&g.file, &host, &options, &g.agents, &how);
    show(&g);

    printf("'rest' is called 'sleep', and 'chase' is gone:\n");
    edit(&g, "    rest:", "    sleep:");
    edit(&g, "{to: rest,", "{to: sleep,");
    edit(&g, "    chase: {transitions: [{to: walk, after: 9}]}\n", "");
    edit(&g, "  any: [{to: chase, event: noise}]\n", "");
    edit(&g, "root:\n", "renames: {states: {rest: sleep}}\nroot:\n");
    tick(&g, 6);
    wits_file_reload(&g.file, &host, &options, &g.agents, &how);
    printf("  %u losses in total\n", (unsigned)told);
    tick(&g, 1);
    show(&g);

    free(g.agents.agents);
    wits_file_free(g.file);
    return 0;
}
