// SPDX-License-Identifier: MIT
// Reloads the file of a running program and moves its agents to the new version of the brain.
#include "file/loader.h"
#include "wits/snapshot.h"

#include <stdio.h>
#include <string.h>

typedef struct reload {
    wits_file *next;
    const wits_file_options *options;
    wits_agents *agents;
    wits_migration how;
    wits_frame frame;
} reload;

static void print_line(const reload *r, const char *line) {
    wits_file_print_line(r->options != NULL ? r->options->print : NULL, r->options != NULL ? r->options->user : NULL,
                         line);
}

/// Converts the agents into new memory, in which they have the same rows. Returns null on failure.
static uint8_t *convert_all(reload *r, size_t size) {
    enum { PROBLEMS = 8 };
    const wits_allocator *allocator = r->how.allocator;
    wits_agents to = *r->agents;
    uint8_t *memory = allocator->allocate(allocator->user, size);
    wits_problem problems[PROBLEMS];
    wits_report report = {.problems = problems, .capacity = PROBLEMS};
    to.brain = wits_file_brain(r->next);
    to.columns = wits_file_columns(r->next);
    to.agents = memory;
    to.agent_stride = 0;
    if (memory == NULL) {
        print_line(r, "no memory left; the brain was not reloaded");
    } else if (!wits_agents_migrate(r->agents, &to, &r->how, &report)) {
        for (uint32_t i = 0; i < report.count && i < PROBLEMS; i++) {
            char text[WITS_FILE_MAX_LINE];
            wits_problem_text(&problems[i], text, sizeof text);
            print_line(r, text);
        }
        allocator->release(allocator->user, memory, size);
        memory = NULL;
    }
    return memory;
}

/// Moves the agents if the layout has changed: into new memory, or back to where they are if their stride has room.
static bool move_agents(reload *r) {
    wits_agents *agents = r->agents;
    const wits_allocator *allocator = r->how.allocator;
    const size_t old_size = wits_agent_size(agents->brain), size = wits_agent_size(wits_file_brain(r->next));
    const uint64_t rows = agents->first + agents->count;
    if (wits_brain_layout_hash(agents->brain) == wits_brain_layout_hash(wits_file_brain(r->next)) || rows == 0) {
        return true;
    }
    if (agents->agent_stride != 0 && agents->agent_stride < size) {
        char text[160];
        snprintf(text, sizeof text,
                 "an agent of the new brain has %lu bytes, but the stride is %lu; it was not reloaded",
                 (unsigned long)size, (unsigned long)agents->agent_stride);
        print_line(r, text);
        return false;
    }
    uint8_t *moved = convert_all(r, (size_t)rows * size);
    if (moved == NULL) {
        return false;
    }
    if (agents->agent_stride == 0) {
        allocator->release(allocator->user, agents->agents, (size_t)rows * old_size);
        agents->agents = moved;
        return true;
    }
    for (uint64_t row = agents->first; row < rows; row++) {
        memcpy((uint8_t *)agents->agents + row * agents->agent_stride, moved + row * size, size);
    }
    allocator->release(allocator->user, moved, (size_t)rows * size);
    return true;
}

/// Returns the name of the first missing argument, or null.
static const char *missing(wits_file *const *file, const wits_agents *agents, const wits_migration *how) {
    return file == NULL || *file == NULL                                         ? "file"
           : agents == NULL                                                      ? "agents"
           : agents->brain == NULL                                               ? "brain of the agents"
           : how == NULL                                                         ? "wits_migration"
           : how->allocator == NULL                                              ? "allocator of the wits_migration"
           : how->allocator->allocate == NULL || how->allocator->release == NULL ? "function of the allocator"
                                                                                 : NULL;
}

bool wits_file_reload(wits_file **file, const wits_host *host, const wits_file_options *options, wits_agents *agents,
                      const wits_migration *how) {
    reload r = {.options = options, .agents = agents};
    const char *absent = missing(file, agents, how);
    if (absent != NULL) {
        char text[80];
        snprintf(text, sizeof text, "missing %s; the brain was not reloaded", absent);
        print_line(&r, text);
        return false;
    }
    r.how = *how;
    r.next = wits_file_open(wits_file_name(*file), host, options);
    if (r.next == NULL) {
        return false;
    }
    r.frame = how->frame != NULL ? *how->frame : (wits_frame){0};
    r.frame.functions = wits_file_functions(r.next);
    r.how.frame = &r.frame;
    if (how->renames == NULL) {
        r.how.renames = wits_file_renames(r.next, &r.how.rename_count);
    }
    if (!move_agents(&r)) {
        wits_file_free(r.next);
        return false;
    }
    agents->brain = wits_file_brain(r.next);
    agents->columns = wits_file_columns(r.next);
    wits_file_free(*file);
    *file = r.next;
    return true;
}
