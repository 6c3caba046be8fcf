// SPDX-License-Identifier: MIT
// The state of making a brain's code for one agent.
#ifndef WITS_VM_BUILD_H
#define WITS_VM_BUILD_H

#include "lower/lower.h"
#include "vm/code.h"

enum { VM_REGIONS = 12 };  ///< one inside another

/// A region of the program that is open: WHEN to END.
typedef struct vm_region {
    uint32_t failing;  ///< the last test that jumps to the end of the region; each names the previous one
    uint32_t *others;  ///< at most one of several regions is entered: list of their ends
} vm_region;

typedef struct vm_build {
    program_sink sink;  ///< first: the lowering knows no more of it
    const wits_brain *brain;
    wits_brain *memory;  ///< the same, to be filled
    vm_op *code;
    uint32_t count, capacity;
    uint32_t landed;        ///< the operation to which a region's tests last led
    uint32_t *routines;     ///< where the routines of each state begin
    uint32_t *fires;        ///< where each transition fires
    code_entries *entries;  ///< that are being filled
    bool tells;             ///< with TELL operations
    uint32_t *lists;        ///< where the code of each action list begins; for the first word of a run, its bytecode
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
/// A test of the region that is open.
void wits_vm_put_test(vm_build *b, vm_op op, bool inverted);

// asks.c: conditions, actions, scores

void wits_vm_put_condition(vm_build *b, const program_op *op);
void wits_vm_put_actions(vm_build *b, const program_op *op);
/// Lists of several actions, which are called.
void wits_vm_put_lists(vm_build *b);
/// Assignments in a row that need nothing but fields become one piece of bytecode code.
void wits_vm_compile_runs(vm_build *b, brain_compiler *c);
/// The options of utilities that choose the highest of plain scores.
void wits_vm_compile_options(brain_compiler *c);

#endif
