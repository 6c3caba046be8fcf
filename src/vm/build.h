// SPDX-License-Identifier: MIT
// State of building a brain's code for one agent.
#ifndef WITS_VM_BUILD_H
#define WITS_VM_BUILD_H

#include "lower/lower.h"
#include "vm/code.h"

enum { VM_REGIONS = 12 };  ///< one inside another

/// An open region of the program: WHEN to END.
typedef struct vm_region {
    uint32_t failing;  ///< the last test that jumps to the end of the region; each names the previous one
    uint32_t *others;  ///< at most one of several regions is entered: list of their ends
} vm_region;

typedef struct vm_build {
    program_sink sink;  ///< first: the lowering only knows this member
    const wits_brain *brain;
    wits_brain *memory;  ///< the same, to be filled
    vm_op *code;
    uint32_t count, capacity;
    uint32_t landed;        ///< the operation that a region's tests last jumped to
    uint32_t *routines;     ///< beginnings of the routines of each state
    uint32_t *fires;        ///< beginning of each transition's code
    code_entries *entries;  ///< being filled
    bool tells;             ///< with TELL operations
    uint32_t *lists;        ///< beginning of the code of each action list; for the first word of a run, its bytecode
    bool updates;           ///< an update pass is being written
    uint32_t slot;          ///< slot of the top machine, if known
    /// The last operation that jumps to the end of the open rules, or options; each names the previous one.
    uint32_t rules, options;
    uint32_t depth;
    vm_region regions[VM_REGIONS];
} vm_build;

// build.c

void wits_vm_put(vm_build *b, vm_op op);
/// The offset of the next operation.
uint32_t wits_vm_here(const vm_build *b);
/// A test of the open region.
void wits_vm_put_test(vm_build *b, vm_op op, bool inverted);

// asks.c: conditions, actions, scores

void wits_vm_put_condition(vm_build *b, const program_op *op);
void wits_vm_put_actions(vm_build *b, const program_op *op);
/// Lists of several actions, which are called.
void wits_vm_put_lists(vm_build *b);
/// Consecutive assignments that need only fields become one bytecode program.
void wits_vm_compile_runs(vm_build *b, brain_compiler *c);
/// The options of utilities that choose the highest of plain scores.
void wits_vm_compile_options(brain_compiler *c);

#endif
