// SPDX-License-Identifier: MIT
// The compiler's parts. Each fills tables of the growing block.
#ifndef WITS_CORE_COMPILE_H
#define WITS_CORE_COMPILE_H

#include "core/tables.h"

/// A brain in the making: tables are appended to the block, one at a time.
typedef struct compiler {
    const wits_desc *desc;
    wits_brain *brain;
    size_t used;
    size_t size;
    uint32_t action_count;   ///< words in the action table so far
    uint32_t command_count;  ///< commands so far
    name_table functions;
} compiler;

/// Appends `count` zeroed items and returns their offset.
uint32_t block_append(compiler *c, uint32_t count, size_t item);
void *block_at(compiler *c, uint32_t offset);
state_row *block_states(compiler *c);
machine_row *block_machines(compiler *c);

void compile_machines(compiler *c);  ///< machines.c: machines and configurations
void compile_agent(compiler *c);     ///< machines.c: what an agent's bytes are
void compile_rules(compiler *c);     ///< rules.c: transitions, guards, steps, actions
function_ref compile_function(const compiler *c, const char *name);
void compile_list_room(compiler *c);  ///< room.c
void compile_plans(compiler *c);      ///< plans.c

#endif
