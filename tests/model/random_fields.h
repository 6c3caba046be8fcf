// SPDX-License-Identifier: MIT
// Memory layouts and values of a random brain's fields, for one agent or many. All are pure functions of
// their arguments, so agents with different layouts have the same values.
//
//   random_layout layout;
//   random_layout_make(&layout, &brain.desc, brain.shared, seed, agents);
//   uint8_t *memory = malloc(layout.bytes);
//   wits_column columns[RANDOM_FIELDS];
//   random_layout_columns(&layout, memory, columns);
//   random_fields_fill(&layout, memory, seed);                          before tick 0
//   random_fields_input(&layout, memory, agent, host_mix(seed, tick));  input of an agent before a tick's calls
#ifndef WITS_TESTS_RANDOM_FIELDS_H
#define WITS_TESTS_RANDOM_FIELDS_H

#include <stdio.h>

#include "random_brain.h"
#include "wits/wits.h"

typedef struct random_place {
    size_t offset;
    size_t stride;  ///< 0: all agents share the value
    wits_type type;
    uint32_t values;  ///< number of values of an enum
} random_place;

/// Single columns, structs, both at once; aligned or not; with gaps or without.
typedef struct random_layout {
    random_place fields[RANDOM_FIELDS];
    uint32_t field_count;
    uint32_t agents;
    size_t bytes;  ///< at least 1
} random_layout;

void random_layout_make(random_layout *layout, const wits_desc *desc, const bool *shared, uint64_t seed,
                        uint32_t agents);
void random_layout_columns(const random_layout *layout, uint8_t *memory, wits_column *columns);
/// Every byte, including gaps: writes outside of fields are detected.
void random_fields_fill(const random_layout *layout, uint8_t *memory, uint64_t seed);
/// Lists of targets of several agents, one after another.
typedef struct random_view {
    uint32_t kinds, agents;
    wits_target_list lists[RANDOM_KINDS];
    wits_column columns[RANDOM_KINDS][RANDOM_TARGET_FIELDS];
    void *memory[RANDOM_KINDS];  ///< the caller frees it
} random_view;

/// Rewritten each time; `offsets`: with offsets, required for more than one agent. Some kinds are left out.
void random_view_make(random_view *view, const wits_desc *desc, uint32_t agents, bool offsets, uint64_t seed);
void random_view_free(random_view *view);
void random_view_print(FILE *out, const random_view *view, const wits_desc *desc, uint32_t row);
/// Changes some fields of one agent.
void random_fields_input(const random_layout *layout, uint8_t *memory, uint32_t agent, uint64_t seed);

#endif
