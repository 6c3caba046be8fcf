// SPDX-License-Identifier: MIT
// Compiles a description to a brain: its tables, and the code that runs for one agent.
#include "vm/brain.h"
#include "core/bytes.h"
#include "core/hash.h"
#include "vm/code.h"

#include <string.h>

static void tell_too_large(wits_report *report, const wits_desc *desc, uint64_t tables, uint64_t code) {
    wits_problem *problem =
        wits_core_report_add(report, WITS_PROBLEM_BRAIN_TOO_LARGE, WITS_TABLE_BRAIN, 0, NULL, NULL, NULL, 0);
    if (problem == NULL) {
        return;
    }
    wits_core_value_add_number(problem, tables >> 20);
    wits_core_value_add(problem, " MiB for names, texts and private data, ");
    wits_core_value_add_number(problem, code >> 20);
    wits_core_value_add(problem, " MiB for the code of ");
    wits_core_value_add_number(problem, desc->state_count);
    wits_core_value_add(problem, " states and ");
    wits_core_value_add_number(problem, desc->transition_count);
    wits_core_value_add(problem, " transitions");
}

size_t wits_vm_brain_size(const wits_desc *desc, const state_index *index, wits_report *report) {
    desc_check check = wits_core_desc_validate(desc, index, report);
    if (check.problems != 0) {
        return 0;
    }
    const uint64_t tables = wits_core_tables_bytes(desc, check.program_bytes), code = wits_vm_bytes(desc);
    if (tables + code + 7 >= REF_PROGRAM) {  // offsets have 31 bits
        tell_too_large(report, desc, tables, code);
        return 0;
    }
    return aligned((size_t)(tables + code));
}

size_t wits_brain_size(const wits_desc *desc, wits_report *report) {
    return wits_vm_brain_size(desc, NULL, report);
}

static bool check_memory(const void *memory, size_t size, size_t needed, wits_report *report) {
    wits_problem_code code = memory == NULL                 ? WITS_PROBLEM_MEMORY_NULL
                             : ((uintptr_t)memory & 7) != 0 ? WITS_PROBLEM_MEMORY_MISALIGNED
                             : size < needed                ? WITS_PROBLEM_MEMORY_TOO_SMALL
                                                            : WITS_PROBLEM_NONE;
    if (code != WITS_PROBLEM_NONE) {
        wits_core_report_add(report, code, WITS_TABLE_BRAIN, 0, NULL, NULL, NULL, 0);
    }
    return code == WITS_PROBLEM_NONE;
}

/// Hashes everything after the hash itself.
static uint64_t brain_content_hash(const wits_brain *brain) {
    const size_t first = offsetof(wits_brain, hash) + sizeof brain->hash;
    return wits_core_hash_bytes(0, (const char *)brain + first, brain->bytes - first);
}

bool wits_brain_is_valid(const void *bytes, size_t size) {
    const wits_brain *b = bytes;
    return bytes != NULL && ((uintptr_t)bytes & 7) == 0 && size >= sizeof *b &&
           memcmp(b->magic, BRAIN_MAGIC, sizeof b->magic) == 0 && b->byte_order == BRAIN_BYTE_ORDER &&
           b->layout == BRAIN_LAYOUT && b->bytes == size && b->hash == brain_content_hash(b);
}

const wits_brain *wits_vm_brain_compile(const wits_desc *desc, const state_index *index, void *memory, size_t size) {
    brain_compiler c = {
        .desc = desc, .index = index, .brain = memory, .used = aligned(sizeof(wits_brain)), .size = size};
    wits_core_compile_tables(&c);
    if (!wits_vm_compile(&c)) {
        return NULL;
    }
    c.brain->bytes = (uint32_t)c.used;
    c.brain->hash = brain_content_hash(c.brain);
    return c.brain;
}

const wits_brain *wits_brain_compile(const wits_desc *desc, void *memory, size_t size, wits_report *report) {
    size_t needed = wits_brain_size(desc, report);
    if (needed == 0 || !check_memory(memory, size, needed, report)) {
        return NULL;
    }
    memset(memory, 0, needed);
    const wits_brain *brain = wits_vm_brain_compile(desc, NULL, memory, needed);
    if (brain == NULL) {
        wits_core_report_add(report, WITS_PROBLEM_MEMORY_TOO_SMALL, WITS_TABLE_BRAIN, 0, NULL, NULL, NULL, 0);
    }
    return brain;
}
