// SPDX-License-Identifier: MIT
// Agents of one brain with their fields: one agent, or a crowd.
#ifndef WITS_JS_WORLD_H
#define WITS_JS_WORLD_H

#include "js.h"

#include "wits/crowd.h"
#include "wits/explain.h"

/// The targets of one kind.
typedef struct world_targets {
    void *memory;       ///< ids, offsets and columns
    uint32_t capacity;  ///< rows
    uint32_t *ids;
    uint32_t *offsets;  ///< for a crowd: rows + 1 of them
    wits_column *columns;
} world_targets;

/// Memory for explanations, and for the copy of an agent that decides.
typedef struct world_explaining {
    void *memory;
    size_t size;
    unsigned char *agent;
    wits_list list;
} world_explaining;

typedef struct world {
    const wits_brain *brain;
    unsigned char *data;    ///< agents' bytes, then the columns; one block, so that it can be kept, saved and restored
    unsigned char *before;  ///< a copy of `data`; null until the first world_keep
    size_t data_size;
    size_t agent_size;
    uint32_t rows;
    wits_column *columns;
    wits_function *functions;
    wits_target_list *lists;  ///< one for each kind of targets, as in frames
    world_targets *targets;
    world_explaining explaining;
    wits_frame frame;
    wits_crowd crowd;  ///< without code for a single agent
    wits_crowd_run run;
    wits_list list;
    void *code;
    bool runs_actions;  ///< actions of a crowd call JavaScript; else they are dropped
} world;

/// Allocates memory for explanations. Returns false if memory runs out.
bool js_world_explain_begin(world *w);
/// The frame of one agent.
wits_frame js_world_frame(const world *w, uint32_t row);
size_t js_world_type_size(wits_type type);
/// Emits the deepest active states of an agent.
void js_active(const wits_brain *brain, const unsigned char *agent);

#endif
