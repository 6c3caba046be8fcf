// SPDX-License-Identifier: MIT
// Uses one agent, and each optional part of the library that no macro leaves out. The lines of a part begin
// with its name.
#include "wits/arrow.h"
#include "wits/convert.h"
#include "wits/crowd.h"
#include "wits/explain.h"
#include "wits/heap.h"
#include "wits/inspect.h"
#include "wits/record.h"
#include "wits/snapshot.h"
#include "wits/wits.h"

#include <stdio.h>
#include <stdlib.h>

enum { CAT, SLEEP, PLAY, STATES, CROWD = 5, ROOM = 1 << 16 };

/// Zeroed memory, aligned to 64, that is never freed, because the program ends soon.
static void *room(size_t size) {
    static uint64_t memory[1 << 15];
    static size_t used;
    unsigned char *aligned = (unsigned char *)memory + (64 - (uintptr_t)memory % 64) % 64;
    if (size > sizeof memory - 64 - used) {
        exit(2);
    }
    unsigned char *made = aligned + used;
    used += (size + 63) / 64 * 64;
    return made;
}

static const wits_brain *brain_of_tables(void) {
    static const wits_state_desc states[STATES] = {
        [CAT] = {.name = "cat", .kind = WITS_KIND_UTILITY},
        [SLEEP] = {.name = "sleep", .score = "tired"},
        [PLAY] = {.name = "play", .score = "0.5", .update = "tired = tired + 0.25"},
    };
    static const wits_field_desc fields[] = {{.name = "tired", .type = WITS_TYPE_FLOAT}};
    const wits_desc desc = {.states = states, .state_count = STATES, .fields = fields, .field_count = 1};
    return wits_brain_compile(&desc, room(ROOM), ROOM, NULL);
}

#ifndef WITS_NO_RECORD
static bool count_bytes(void *user, const void *bytes, size_t size) {
    *(size_t *)user += size;
    return bytes != NULL;
}
#endif

#ifndef WITS_NO_INSPECT
static void count_messages(void *user, uint32_t viewer, const char *bytes, size_t size, bool is_last) {
    *(uint32_t *)user += is_last && viewer == 0 && bytes[size - 1] == '}';
}
#endif

int main(void) {
    const wits_brain *brain = brain_of_tables();
    if (brain == NULL) {
        return 1;
    }
    float tired = 0.0f;
    const wits_column columns[] = {{&tired, .stride = sizeof tired}};
    wits_frame frame = {.columns = columns};
    unsigned char *agent = room(wits_agent_size(brain));
    wits_start(brain, agent, &frame);
    printf("agent");
    for (frame.tick = 1; frame.tick <= 4; frame.tick++) {
        wits_tick(brain, agent, &frame);
        printf(" %s", wits_state_name(brain, wits_deepest(brain, agent)));
    }
    printf(", layout %d\n", wits_brain_layout_hash(brain) != 0);
#ifndef WITS_NO_EXPLAIN
    wits_explain why;
    const size_t size = wits_explain_size(brain);
    wits_explain_begin(&why, brain, room(size), size);
    frame.explain = &why;
    wits_tick(brain, agent, &frame);
    frame.explain = NULL;
    for (uint32_t i = 0; i < why.option_count; i++) {
        printf("explain %s %g\n", wits_state_name(brain, why.options[i].option), (double)why.options[i].raw);
    }
#endif
#ifndef WITS_NO_CONVERT
    unsigned char *converted = room(wits_agent_size(brain));
    const bool is_converted = wits_agent_convert(brain, agent, brain, converted, &frame, NULL);
    printf("convert %d %s\n", is_converted, wits_state_name(brain, wits_deepest(brain, converted)));
#endif
#ifndef WITS_NO_SNAPSHOT
    const wits_agents agents = {.brain = brain, .agents = agent, .count = 1, .columns = columns};
    const size_t snapshot_size = wits_snapshot_size(&agents, 0);
    wits_snapshot saved = {0};
    unsigned char *snapshot = room(snapshot_size);
    wits_snapshot_write(&agents, NULL, 0, snapshot, snapshot_size);
    printf("snapshot %d %s\n", wits_snapshot_open(&saved, snapshot, snapshot_size, NULL), saved.name);
#endif
#ifndef WITS_NO_RECORD
    const wits_recorder_options recorded = {.agents = &agents, .write = count_bytes, .user = &(size_t){0}};
    const size_t recorder_size = wits_recorder_size(&recorded);
    wits_recorder *recorder = wits_recorder_begin(&recorded, room(recorder_size), recorder_size);
    printf("record %d\n", wits_recorder_end(recorder));
#endif
#ifndef WITS_NO_INSPECT
    uint32_t messages = 0;
    wits_inspector *inspector = wits_inspector_new(
        &(wits_inspector_options){.write = count_messages, .user = &messages, .allocator = &wits_heap});
    wits_inspector_request(inspector, 0, "brain", 5);
    wits_inspector_frame(inspector, &(wits_inspected){.agents = &agents});
    printf("inspect %u\n", (unsigned)messages);
    wits_inspector_free(inspector);
#endif
#ifndef WITS_NO_CROWD
    const size_t code_size = wits_crowd_code_size(brain);
    const wits_crowd_code *code = wits_crowd_prepare(brain, room(code_size), code_size);
    float each[CROWD] = {0.0f, 0.25f, 0.5f, 0.75f, 1.0f};
    const wits_column all[] = {{each, .stride = sizeof *each}};
    const wits_crowd crowd = {
        .code = code, .agents = room(CROWD * wits_agent_size(brain)), .count = CROWD, .columns = all};
    const size_t scratch = wits_crowd_scratch_size(code, 0);
    const wits_crowd_run run = {.scratch = room(scratch)};
    uint64_t counts[STATES] = {0};
    wits_crowd_start(&crowd, 0, CROWD, &run);
    wits_crowd_tick(&crowd, 0, CROWD, &run);
    wits_crowd_count(&crowd, 0, CROWD, counts);
    printf("crowd %d sleep, %d play\n", (int)counts[SLEEP], (int)counts[PLAY]);
#endif
#ifndef WITS_NO_ARROW
    const wits_arrow_options options = {.agents = "agent"};
    struct ArrowSchema schema;
    const size_t room_needed = wits_arrow_schema_size(brain, &options);
    if (wits_arrow_schema(brain, &options, room(room_needed), room_needed, &schema)) {
        printf("arrow %d columns\n", (int)schema.n_children);
        schema.release(&schema);
    }
#endif
    return 0;
}
