// SPDX-License-Identifier: MIT
// A crowd of a brain file whose fields change at random.
#ifndef WITS_BENCH_FILE_WORLD_H
#define WITS_BENCH_FILE_WORLD_H

#include "wits/file.h"
#include "wits/heap.h"
#include "wits/snapshot.h"

#include "wits/crowd.h"

enum { FILE_WORLD_FIELDS = 32 };

typedef struct file_world {
    wits_file *file;
    const wits_brain *brain;
    wits_column columns[FILE_WORLD_FIELDS];
    bool is_private[FILE_WORLD_FIELDS];  ///< such a field does not change at random
    wits_agents agents;
    wits_crowd crowd;
    wits_crowd_run run;
    wits_list list;
    uint64_t random;
} file_world;

/// Zeroed and aligned to 64; the program ends without memory.
void *file_world_room(size_t size);
/// Loads FOLDER/NAME.yaml and starts its agents.
void file_world_open(file_world *w, const char *folder, const char *name, uint32_t agents);
void file_world_close(file_world *w);
/// Changes 5 % of the values of each field.
void file_world_change(file_world *w);
/// Runs the tick run.tick for all agents, and drops their actions.
void file_world_tick(file_world *w);
/// Milliseconds of processor time.
double file_world_ms(void);

#endif
