// SPDX-License-Identifier: MIT
// The writer of what a brain does: takes the program of src/lower, writes functions.
#ifndef WITS_COMPILE_PROGRAM_H
#define WITS_COMPILE_PROGRAM_H

#include "maker.h"

/// What function is being written.
typedef enum written { IN_ROUTINE, IN_TRY, IN_DECIDE, IN_UPDATE, IN_FIRE, IN_VERB } written;

/// From WHEN to END.
typedef struct region {
    bool has_block;  ///< it has a condition
    bool is_case;    ///< of a switch
    bool is_last;    ///< a rule without condition
} region;

enum { MOST_REGIONS = 64 };

typedef struct writer {
    program_sink sink;  ///< first: the lowering knows no more of it
    maker *m;
    lowering l;
    written in;
    uint32_t level;   ///< of the machine whose path it is
    bool is_in_case;  ///< a path is a case of a switch
    bool ended;       ///< the last line was a return
    // regions
    text tests;  ///< of the region that begins
    bool is_case;
    uint32_t depth;
    region regions[MOST_REGIONS];
    bool has_default;  ///< the switch that is open
    // rules, of which the first that holds is taken: a chain of else if
    bool rules_open, rules_chain, rules_else;
    uint32_t rules_depth;
    size_t rules_end;  ///< where the text of a rule without condition ends; 0: there is none yet
} writer;

void take_program_op(program_sink *to, const program_op *op);
const char *state_id(const maker *m, uint16_t id);
const char *routine_verb(uint32_t routine);
bool has_levels(const maker *m);
/// Whether an option that is able to be done has a cooldown.
bool option_may_cool(const maker *m, const state_row *utility);

// done.c

/// Some state is able to be done.
bool has_ends(const maker *m);

// targets.c

void put_source_targets(writer *w, const program_op *op);
/// Where an option's target is remembered.
uint32_t target_place(const maker *m, uint16_t option);
/// Names of functions for a kind: "seek_enemy".
void name_kind_function(const maker *m, text *to, const char *verb, uint32_t kind);

// passes.c

void begin_routine(writer *w, const program_op *op);
void end_routine(writer *w);

// actions.c

void put_actions(writer *w, const program_op *op);

#endif
