// SPDX-License-Identifier: MIT
// Writes the behaviour of a brain: receives the program of src/lower and writes functions.
#ifndef WITS_COMPILE_PROGRAM_H
#define WITS_COMPILE_PROGRAM_H

#include "maker.h"

/// The kind of function that is being written.
typedef enum written { IN_ROUTINE, IN_TRY, IN_DECIDE, IN_UPDATE, IN_FIRE, IN_VERB } written;

/// The part of a program from WHEN to END.
typedef struct region {
    bool has_block;  ///< it has a condition
    bool is_case;    ///< it is a case of a switch
    bool is_last;    ///< a rule without a condition
} region;

enum { MOST_REGIONS = 64 };

typedef struct writer {
    program_sink sink;  ///< must be first: the lowering only knows this member
    maker *m;
    lowering l;
    written in;
    uint32_t level;   ///< level of the machine whose path is written
    bool is_in_case;  ///< a path is a case of a switch
    bool ended;       ///< the last line was a return
    // regions
    text tests;  ///< condition of the region that begins
    bool is_case;
    uint32_t depth;
    region regions[MOST_REGIONS];
    bool has_default;  ///< the open switch has a default
    // Rules, of which the first that holds is taken, become an else-if chain.
    bool rules_open, rules_chain, rules_else;
    uint32_t rules_depth;
    size_t rules_end;  ///< end of the text of a rule without a condition; 0: none yet
} writer;

void take_program_op(program_sink *to, const program_op *op);
const char *state_id(const maker *m, uint16_t id);
const char *routine_verb(uint32_t routine);
bool has_levels(const maker *m);
/// Returns whether an option that can finish has a cooldown.
bool option_may_cool(const maker *m, const state_row *utility);
/// Declares the best pairs of a utility's options, and the rules for pairs.
void declare_pairs(maker *m, const state_row *utility);

// done.c

/// Returns whether any state can finish.
bool has_ends(const maker *m);

// targets.c

void put_source_targets(writer *w, const program_op *op);
/// Returns the offset in the agent's bytes of an option's target.
uint32_t target_place(const maker *m, uint16_t option);
/// Writes the name of a function for a target kind: "seek_enemy".
void name_kind_function(const maker *m, text *to, const char *verb, uint32_t kind);

// passes.c

void begin_routine(writer *w, const program_op *op);
void end_routine(writer *w);

// actions.c

void put_actions(writer *w, const program_op *op);

#endif
