// SPDX-License-Identifier: MIT
// The compiler's parts. Each fills tables of the growing block.
#ifndef WITS_CORE_COMPILE_H
#define WITS_CORE_COMPILE_H

#include "core/texts.h"

/// A brain in the making: tables are appended to the block, one at a time.
typedef struct compiler {
    const wits_desc *desc;
    const state_index *index;
    wits_brain *brain;
    size_t used;
    size_t size;
    uint32_t action_count;  ///< words in the action table so far
    uint32_t place_count;   ///< places of randomness so far
} compiler;

/// Appends `count` zeroed items and returns their offset.
uint32_t block_append(compiler *c, uint32_t count, size_t item);
void *block_at(compiler *c, uint32_t offset);
state_row *block_states(compiler *c);
machine_row *block_machines(compiler *c);

void compile_machines(compiler *c);  ///< machines.c: machines and configurations
void compile_agent(compiler *c);     ///< machines.c: what an agent's bytes are
void compile_rules(compiler *c);     ///< rules.c: transitions, guards, steps, actions
/// texts.c of the compiler: tables that all texts share, then each text. `*uses` collects what its expressions use.
void compile_text_tables(compiler *c);
/// A condition, score, rank or input.
function_ref compile_condition(compiler *c, const desc_text *text, uint32_t *uses);
action_index compile_actions(compiler *c, const desc_text *text, uint32_t *uses);
void compile_considerations(compiler *c, uint32_t state, uint32_t *uses);  ///< considerations.c: those of one option
/// Bytes that the texts of a row add to the block, without programs.
uint64_t texts_bytes(const desc_text *texts, uint32_t count);
/// Words that they add to the action table.
uint64_t texts_words(const desc_text *texts, uint32_t count);
uint32_t append_text(compiler *c, const char *text, uint32_t length);
void compile_list_room(compiler *c);  ///< room.c

/// An upper bound of the bytes of a brain without code, given those of the programs of its texts.
uint64_t tables_bytes(const wits_desc *desc, uint64_t program_bytes);
/// Everything but the code.
void compile_tables(compiler *c);

#endif
