// SPDX-License-Identifier: MIT
#include "harness.h"

#ifdef BENCH_FILES

#include "file_world.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SLICE = 1 << 16, LIST = 1 << 21 };

double file_world_ms(void) {
    return (double)clock() * 1e3 / CLOCKS_PER_SEC;
}

void *file_world_room(size_t size) {
    void *memory = aligned_alloc(64, (size + 63) / 64 * 64);
    if (!memory) {
        fprintf(stderr, "there is no memory\n");
        exit(EXIT_FAILURE);
    }
    memset(memory, 0, size);
    return memory;
}

static uint64_t next_random(file_world *w) {
    w->random ^= w->random << 13;
    w->random ^= w->random >> 7;
    w->random ^= w->random << 17;
    return w->random;
}

void file_world_open(file_world *w, const char *folder, const char *name, uint32_t agents) {
    char path[512];
    *w = (file_world){.random = 88172645463325252u};
    snprintf(path, sizeof path, "%s/%s.yaml", folder, name);
    w->file = wits_file_load(path, NULL);
    w->brain = wits_file_brain(w->file);
    if (!w->brain) {
        fprintf(stderr, "%s is no brain\n", path);
        exit(EXIT_FAILURE);
    }
    for (uint32_t field = 0; field < wits_field_count(w->brain); ++field) {
        const wits_type type = wits_field_type(w->brain, field);
        const size_t width = type == WITS_TYPE_INT || type == WITS_TYPE_FLOAT      ? 4
                             : type == WITS_TYPE_INT16 || type == WITS_TYPE_UINT16 ? 2
                                                                                   : 1;
        w->columns[field] =
            (wits_column){.base = file_world_room((size_t)agents * width), .stride = width, .type = type};
    }
    const size_t code_size = wits_crowd_code_size(w->brain);
    const wits_crowd_code *code = wits_crowd_prepare(w->brain, file_world_room(code_size), code_size);
    w->list = (wits_list){.records = file_world_room(LIST * sizeof(wits_action_record)),
                          .capacity = LIST,
                          .arguments = file_world_room(LIST * sizeof(uint32_t)),
                          .argument_capacity = LIST};
    w->agents = (wits_agents){.brain = w->brain,
                              .agents = file_world_room((size_t)agents * wits_agent_size(w->brain)),
                              .count = agents,
                              .columns = w->columns};
    w->crowd = (wits_crowd){.code = code,
                            .count = agents,
                            .agents = w->agents.agents,
                            .columns = w->columns,
                            .functions = wits_file_desc(w->file)->functions};
    w->run = (wits_crowd_run){.scratch = file_world_room(wits_crowd_scratch_size(code, 0)), .list = &w->list};
    for (uint32_t first = 0; first < agents; first += SLICE) {
        w->list.count = 0;
        wits_crowd_start(&w->crowd, first, agents - first < SLICE ? agents - first : SLICE, &w->run);
    }
    w->list.count = 0;
}

void file_world_close(file_world *w) {
    for (uint32_t field = 0; field < wits_field_count(w->brain); ++field) {
        free(w->columns[field].base);
    }
    free((void *)(uintptr_t)w->crowd.code);
    free(w->run.scratch);
    free(w->list.records);
    free(w->list.arguments);
    free(w->agents.agents);
    wits_file_free(w->file);
}

/// Changes 5 % of the values of a field.
static void change_field(file_world *w, uint32_t field) {
    const wits_column *column = &w->columns[field];
    const uint32_t values = column->type == WITS_TYPE_BOOL ? 2 : wits_field_value_count(w->brain, field);
    for (uint64_t i = 0; i < w->agents.count / 20; ++i) {
        const uint64_t number = next_random(w);
        uint8_t *at = (uint8_t *)column->base + number % w->agents.count * column->stride;
        const float part = (float)(number >> 40) / (1 << 24);
        const uint32_t bits = (uint32_t)(number >> 40) % (values != 0 ? values : 4);
        memcpy(at, column->type == WITS_TYPE_FLOAT ? (const void *)&part : (const void *)&bits,
               column->type == WITS_TYPE_FLOAT ? 4 : 1);
    }
}

void file_world_change(file_world *w) {
    for (uint32_t field = 0; field < wits_field_count(w->brain); ++field) {
        if (!w->is_private[field]) {
            change_field(w, field);
        }
    }
}

void file_world_tick(file_world *w) {
    const uint64_t count = w->crowd.count;
    for (uint64_t first = 0; first < count; first += SLICE) {
        w->list.count = 0;
        w->list.argument_count = 0;
        wits_crowd_tick(&w->crowd, first, count - first < SLICE ? count - first : SLICE, &w->run);
    }
}

#endif
