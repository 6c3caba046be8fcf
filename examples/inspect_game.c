// SPDX-License-Identifier: MIT
// A game with a loop of its own shows its agents on the page of `wits inspect`. Two guards in three are awake, hear
// noises, and look for the player. The page may pause and step the game, but not change it.
//
//   inspect_game        plays 200 frames as fast as possible
//   inspect_game 600    plays 600 seconds, 30 frames a second: open the address that it prints
//
// Besides wits it needs two files of the program, tools/wits/inspect/server.c and server.h, libmicrohttpd, and the
// page.
#include "example.h"

#include <string.h>

#include "embedded_page.h"
#include "inspect/server.h"
#include "wits/file.h"

enum { GUARDS = 200, FRAMES = 200, FRAMES_A_SECOND = 30 };

static const char brain_text[] = "wits: 1\n"
                                 "brain: guard\n"
                                 "events: [noise]\n"
                                 "context:\n"
                                 "  tired: {type: float, range: [0, 2]}\n"
                                 "  distance: {type: float, range: [0, 100]}\n"
                                 "root:\n"
                                 "  initial: walk\n"
                                 "  any: [{to: chase, event: noise}]\n"
                                 "  states:\n"
                                 "    walk: {transitions: [{to: rest, when: tired > 1}]}\n"
                                 "    rest: {transitions: [{to: walk, when: tired < 0.2}]}\n"
                                 "    chase: {transitions: [{to: walk, when: distance > 50, after: 9}]}\n";

typedef struct guard {
    float tired, distance;
} guard;

typedef struct game {
    wits_file *file;
    guard guards[GUARDS];
    wits_agents agents;
    wits_frame frame;  ///< as for wits_decide; the rest is set for each agent
} game;

static bool open_text(void *user, const char *name, const wits_allocator *memory, char **bytes, size_t *length) {
    *length = strlen(brain_text);
    *bytes = memory->allocate(memory->user, *length);
    memcpy(*bytes, brain_text, *length);
    return true;
}

static bool begin(game *g) {
    const wits_host_field fields[] = {
        {"tired", &g->guards[0].tired, .stride = sizeof(guard), .type = WITS_TYPE_FLOAT},
        {"distance", &g->guards[0].distance, .stride = sizeof(guard), .type = WITS_TYPE_FLOAT}};
    const wits_host host = {.fields = fields, .field_count = COUNT(fields)};
    g->file = wits_file_open("guard.yaml", &host, &(wits_file_options){.open = open_text});
    if (g->file == NULL) {
        return false;
    }
    g->agents =
        (wits_agents){.brain = wits_file_brain(g->file), .count = GUARDS, .columns = wits_file_columns(g->file)};
    g->agents.agents = calloc(GUARDS, wits_agent_size(g->agents.brain));
    return g->agents.agents != NULL;
}

static wits_frame frame_of(const game *g, uint32_t i) {
    wits_frame frame = g->frame;
    frame.tick = g->agents.tick;
    frame.agent = frame.row = i;
    frame.columns = g->agents.columns;
    return frame;
}

static uint8_t *agent_of(const game *g, uint32_t i) {
    return (uint8_t *)g->agents.agents + i * wits_agent_size(g->agents.brain);
}

/// The game's own rules, before agents decide.
static void play(game *g) {
    const wits_brain *brain = g->agents.brain;
    const wits_state_id rest = wits_find_state(brain, "rest");
    for (uint32_t i = 0; i < GUARDS; i++) {
        guard *one = &g->guards[i];
        one->tired += wits_is_in(brain, agent_of(g, i), rest) ? -0.02f : 0.01f * (float)(i % 3);
        one->distance = (float)((g->agents.tick * 7 + i * 13) % 100);
        if ((g->agents.tick + i * 31) % 97 == 0) {
            wits_raise(brain, agent_of(g, i), 0);
        }
    }
}

static void think(game *g, wits_inspect_next what) {
    for (uint32_t i = 0; i < GUARDS; i++) {
        const wits_frame frame = frame_of(g, i);
        if (what == WITS_INSPECT_DECIDE) {
            wits_decide(g->agents.brain, agent_of(g, i), &frame);
        } else if (what == WITS_INSPECT_UPDATE) {
            wits_update(g->agents.brain, agent_of(g, i), &frame);
        } else {
            wits_tick(g->agents.brain, agent_of(g, i), &frame);
        }
    }
}

/// Runs frames: shows the world directly before it thinks, and does what the inspector says.
static void run(game *g, inspect_server *server, wits_inspector *inspector, uint32_t frames, bool is_real_time) {
    const double pause = is_real_time ? 1.0 / FRAMES_A_SECOND : 0.0;
    size_t text_size;
    const char *text = wits_file_text(g->file, &text_size);
    play(g);
    for (uint32_t i = 0; i < frames; i++) {
        inspect_server_poll(server, inspector, pause);  // a real game polls without waiting
        const wits_inspected world = {.agents = &g->agents,
                                      .frame = &g->frame,
                                      .desc = wits_file_desc(g->file),
                                      .promises = wits_file_promises(g->file),
                                      .text = text,
                                      .text_size = text_size};
        const wits_inspect_next next = wits_inspector_frame(inspector, &world);
        if (next != WITS_INSPECT_WAIT) {
            think(g, next);
        }
        if (next == WITS_INSPECT_RUN || next == WITS_INSPECT_UPDATE) {
            g->agents.tick++;
            play(g);
        }
    }
}

static void show(const game *g) {
    uint32_t counts[8] = {0};
    for (uint32_t i = 0; i < GUARDS; i++) {
        counts[wits_deepest(g->agents.brain, agent_of(g, i))]++;
    }
    printf("tick %u:", (unsigned)g->agents.tick);
    for (uint32_t state = 1; state < wits_state_count(g->agents.brain); state++) {
        printf(" %u %s", (unsigned)counts[state], wits_state_name(g->agents.brain, (wits_state_id)state));
    }
    printf("\n");
}

int main(int argc, char **argv) {
    static game g;
    char why[200];
    const uint32_t seconds = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 0;
    const inspect_server_options how = {.page = embedded_page, .page_size = sizeof embedded_page - 1};
    inspect_server *server = inspect_server_new(&how, why, sizeof why);
    if (server == NULL || !begin(&g)) {
        fprintf(stderr, "%s\n", server == NULL ? why : "not enough memory");
        return EXIT_FAILURE;
    }
    const wits_inspector_options options = {
        .allows = WITS_INSPECT_CONTROL, .write = inspect_server_write, .user = server, .allocator = &wits_heap};
    wits_inspector *inspector = wits_inspector_new(&options);
    for (uint32_t i = 0; i < GUARDS; i++) {
        const wits_frame frame = frame_of(&g, i);
        wits_start(g.agents.brain, agent_of(&g, i), &frame);
    }
    fprintf(stderr, "%s\n", inspect_server_address(server));
    run(&g, server, inspector, seconds > 0 ? seconds * FRAMES_A_SECOND : FRAMES, seconds > 0);
    show(&g);
    wits_inspector_free(inspector);
    inspect_server_free(server);
    free(g.agents.agents);
    wits_file_free(g.file);
    return 0;
}
