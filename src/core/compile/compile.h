// SPDX-License-Identifier: MIT
// The compiler's parts. Each fills tables of the growing block.
#ifndef WITS_CORE_COMPILE_H
#define WITS_CORE_COMPILE_H

#include "core/compile/texts.h"

/// A brain being compiled: tables are appended to the block, one at a time.
typedef struct brain_compiler {
    const wits_desc *desc;
    const state_index *index;
    wits_brain *brain;
    size_t used;
    size_t size;
    uint32_t action_count;  ///< words in the action table so far
    uint32_t place_count;   ///< random streams so far
} brain_compiler;

/// Appends `count` zeroed items and returns their offset.
uint32_t wits_core_block_append(brain_compiler *c, uint32_t count, size_t item);
void *wits_core_block_at(brain_compiler *c, uint32_t offset);
state_row *wits_core_block_states(brain_compiler *c);
machine_row *wits_core_block_machines(brain_compiler *c);

void wits_core_compile_machines(brain_compiler *c);  ///< machines.c: machines and configurations
void wits_core_compile_agent(brain_compiler *c);     ///< machines.c: layout of an agent's bytes
void wits_core_compile_rules(brain_compiler *c);     ///< rules.c: transitions, guards, steps, actions
/// Notes that an expression reads the clock of the state, or with `any` of each of its children, and that more ticks
/// than `until` make no difference (WITS_SATURATES_NEVER: every tick does).
void wits_core_mark_clock(brain_compiler *c, uint32_t state, bool any, uint32_t until);

/// Reads of the clock of `elapsed` in texts.
typedef struct clock_reading {
    bool is_read;
    uint32_t until;  ///< as in wits_core_mark_clock
} clock_reading;
/// texts.c of the compiler: tables that all texts share, then each text. `*clock` collects which clocks its expressions
/// read.
void wits_core_compile_text_tables(brain_compiler *c);
/// A condition, score or rank.
function_ref wits_core_compile_condition(brain_compiler *c, const desc_text *text, clock_reading *clock);
action_index wits_core_compile_actions(brain_compiler *c, const desc_text *text, clock_reading *clock);
/// Compiles the considerations of one option to its score: weigh.c.
void wits_core_compile_considerations(brain_compiler *c, uint32_t state, clock_reading *clock);
/// Counts the random streams of a gate or an input, and returns where the texts of its arguments go.
uint32_t wits_core_place_text(brain_compiler *c, const desc_text *text);
/// Appends its code: see wits_expr_append.
uint8_t wits_core_append_text(brain_compiler *c, const desc_text *text, uint32_t place, uint32_t text_at,
                              expr_program *program, uint32_t capacity, uint32_t used[8]);
/// Keeps a program that is written at the end of the block, and notes the queries in it.
function_ref wits_core_take_program(brain_compiler *c, const expr_program *program, bool is_action,
                                    clock_reading *clock);
/// Bytes that the texts of a row add to the block, without programs.
uint64_t wits_core_texts_bytes(const desc_text *texts, uint32_t count);
/// Words of the action table that they need.
uint64_t wits_core_texts_words(const desc_text *texts, uint32_t count);
void wits_core_compile_list_room(brain_compiler *c);  ///< list_room.c

// signatures.c: common arguments of all calls of a function

signature *wits_core_signature_of(brain_compiler *c, uint32_t function);
/// The table, filled from the declarations of the description.
void wits_core_compile_signatures(brain_compiler *c);
/// Notes a call with this number of arguments.
void wits_core_note_call(brain_compiler *c, uint32_t function, const expr_given *given, uint32_t count);
/// Notes all calls of a program. `is_action`: the program is an action's call.
void wits_core_note_program(brain_compiler *c, const expr_program *program, bool is_action);
/// The bytes of the tables of signatures.
uint64_t wits_core_signatures_bytes(const wits_desc *desc);

/// An upper bound of the bytes of a brain without code, given the bytes of its texts' programs.
uint64_t wits_core_tables_bytes(const wits_desc *desc, uint64_t program_bytes);
/// Compiles everything except the code.
void wits_core_compile_tables(brain_compiler *c);

#endif
