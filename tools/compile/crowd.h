// SPDX-License-Identifier: MIT
// Generates C for crowds from the library's own code for blocks (src/crowd, src/expr/lanes.h).
//
// crowd_code.c: reads that code: its routines, the columns that each uses, and which of them are live afterwards
// crowd_read.c: turns straight-line code into values, each computed from others and named in the C
// crowd_read_calls.c: does this for operations outside loops
// crowd_stretch.c: finds the final values of columns
// crowd_order.c: distributes values over loops of one element width each, as far as possible
// crowd_value.c: writes the expression of a value
// crowd_loops.c: writes loops and what is between them
// crowd_choose.c: writes functions that choose an option
// crowd_host.c: writes host functions for a block, and the list
// crowd_targets.c: evaluates the targets of a block's agents
// crowd_block.c: writes loading and storing of columns
// crowd.c: writes the public functions for crowds
//
// A mask is a byte, 0xFF or 0. It is passed between loops through memory: a compiler that sees where a mask comes from
// turns it back into conditions and branches.
#ifndef WITS_COMPILE_CROWD_H
#define WITS_COMPILE_CROWD_H

#include "crowd/code.h"
#include "maker.h"
#include "rows.h"

enum {
    MOST_OPERATIONS = 6000,  ///< operations of an entry including calls; if there are more, agents run one by one
    MOST_INLINED = 1500,     ///< operations of an entry; if there are more, routines become functions
    MOST_COLUMNS = 1024,     ///< columns of a block; likewise
    COLUMN_WORDS = (MOST_COLUMNS + 31) / 32,
};

typedef struct column_set {
    uint32_t words[COLUMN_WORDS];
} column_set;

static inline bool set_has(const column_set *s, uint32_t column) {
    return (s->words[column / 32] >> column % 32 & 1) != 0;
}

static inline void set_add(column_set *s, uint32_t column) {
    s->words[column / 32] |= 1u << column % 32;
}

static inline void set_remove(column_set *s, uint32_t column) {
    s->words[column / 32] &= ~(1u << column % 32);
}

static inline void set_join(column_set *s, const column_set *more) {
    for (uint32_t i = 0; i < COLUMN_WORDS; i++) {
        s->words[i] |= more->words[i];
    }
}

/// A piece of code: straight-line operations, a region that may be skipped, or a call.
typedef enum piece_kind { PIECE_STRETCH, PIECE_IF, PIECE_END, PIECE_CALL, PIECE_STEP } piece_kind;

typedef struct piece {
    piece_kind kind;
    uint32_t first, count;  ///< PIECE_STRETCH: range of crowd_maker.flat
    lanes_column mask;      ///< PIECE_IF
    uint32_t routine;       ///< PIECE_CALL: its start in the code
    column_set after;       ///< columns that are live after the piece
} piece;

/// The start of a routine or entry, and its effect on columns including all that it calls.
typedef struct routine {
    uint32_t start;
    column_set reads, writes;
    uint32_t size;   ///< number of operations including all that it calls
    bool is_called;  ///< compiled to a function
} routine;

// -------------------------------------------------------------------------------------------------------------- values

/// An operand: a value, or if `value` is 0 a constant.
typedef struct operand {
    uint32_t value;
    uint32_t k;
} operand;

typedef struct lane_value {
    uint32_t kind;  ///< lanes_kind or value_kind
    value_form form;
    operand a, b, c;
    bool inverted;
    uint32_t k[2];
    const lanes_op *op;    ///< for PIECEWISE32 and calls
    uint32_t more, mores;  ///< operands in stretch.more, for HIGHEST, TIES and CHOOSE; or columns of a call's arguments
    operand bit, among;    ///< for an ordinal chosen by BEST: its bit, and
    operand current;       ///< the bit of the ordinal `current`; all 0 for other values
    lanes_column column;   ///< the column that gives the value its name; 0: none
    uint32_t version;
    // set by crowd_order.c
    bool is_used;
    uint32_t loop;       ///< loop that computes it
    uint32_t last_loop;  ///< last loop that uses it
    uint32_t memory;     ///< 1 + the row of bytes or words that keeps it for other loops; 0: none
} lane_value;

/// Assigns a new value to a column.
typedef struct lane_store {
    lanes_column column;
    operand value;
    uint32_t loop;
} lane_store;

typedef struct lane_loop {
    lane_class class;
    uint32_t words;  ///< number of word values in it
} lane_loop;

/// Straight-line code: the values of one piece.
typedef struct stretch {
    lane_value *values;
    size_t count, capacity;
    operand *more;
    size_t more_count, more_capacity;
    lane_store *stores;
    size_t store_count, store_capacity;
    lane_loop *loops;
    size_t loop_count, loop_capacity;
    operand now[MOST_COLUMNS];
    bool known[MOST_COLUMNS];
    uint32_t versions[MOST_COLUMNS];
} stretch;

typedef struct crowd_maker {
    maker *m;
    const wits_crowd_code *code;
    const lanes_op *ops;
    const column_map *columns;
    // crowd_code.c
    routine *routines;
    size_t routine_count, routine_capacity;
    column_set lasting;  ///< fields and columns of the agents' bytes
    bool inlines;
    uint32_t *flat;  ///< indices of operations
    size_t flat_count, flat_capacity;
    piece *pieces;
    size_t piece_count, piece_capacity;
    // memory
    uint32_t byte_rows, word_rows;  ///< number of rows for values between loops
    uint32_t kept[MOST_COLUMNS];    ///< by temporary column that outlives a stretch: 1 + its row
    uint32_t kept_bytes, kept_words;
    column_set needed;  ///< columns that some function uses
    char *names[MOST_COLUMNS];
    stretch now;
    uint8_t (*tables)[256];  ///< tables of LOOKUP8
    size_t table_count, table_capacity;
    // needed for calls
    const lanes_op **sites;  ///< LISTs: each host action with its kind and row
    size_t site_count, site_capacity;
    const lanes_op **host_calls;  ///< CONDITIONs and SCOREs
    size_t host_call_count, host_call_capacity;
    const lanes_op **data;  ///< DATAs
    size_t data_count, data_capacity;
    const lanes_op **pairs;  ///< TARGETS
    size_t pair_count, pair_capacity;
    const lanes_op **chooses;  ///< CHOOSEs
    size_t choose_count, choose_capacity;
    const lanes_op **seen;  ///< TARGET_FIELDs
    size_t seen_count, seen_capacity;
} crowd_maker;

// crowd_code.c

/// Finds the routines. Returns false if there is too much code.
bool crowd_find_routines(crowd_maker *c);
routine *crowd_routine_at(crowd_maker *c, uint32_t start);
/// Reads the pieces of a routine, or of several entries in order.
void crowd_read_pieces(crowd_maker *c, const uint32_t *starts, uint32_t count);
bool crowd_is_word_column(const crowd_maker *c, lanes_column column);
uint32_t crowd_column_width(const crowd_maker *c, lanes_column column);
bool crowd_is_lasting(const crowd_maker *c, lanes_column column);
value_form crowd_column_form(const crowd_maker *c, lanes_column column);
/// For a host function of an `any` transition: returns the pass slot that determines the source. Otherwise returns 0.
lanes_column crowd_source_column(const crowd_maker *c, const lanes_op *op);

// crowd_read.c

void crowd_read_operation(crowd_maker *c, const lanes_op *op);
/// Returns the current value of a column; crowd_now_or returns the constant `k` for column 0.
operand crowd_now(crowd_maker *c, lanes_column column);
operand crowd_now_or(crowd_maker *c, lanes_column column, uint32_t k);
void crowd_put_now(crowd_maker *c, lanes_column column, operand o);
operand crowd_add_value(stretch *s, lane_value v);
operand crowd_copy_of(crowd_maker *c, operand o, value_form form);
operand crowd_value_of(crowd_maker *c, uint32_t kind, operand a, operand b);
/// Joins lists of actions that no agent lists together.
void crowd_join_lists(crowd_maker *c);
/// Adds an operand of HIGHEST, TIES or a call. Returns its index.
uint32_t crowd_add_more(stretch *s, operand o);

// crowd_read_calls.c

void crowd_read_call(crowd_maker *c, const lanes_op *op);

// crowd_stretch.c

void crowd_read_stretch(crowd_maker *c, const piece *p);
uint32_t crowd_value_operands(const stretch *s, const lane_value *v, operand *to);
enum { MOST_OPERANDS = 3 * LANES_MAX_OPTIONS + 3 };

// crowd_order.c

void crowd_order(crowd_maker *c);
lane_class crowd_class_of(const lane_value *v);

// crowd_value.c

void crowd_name_value(const crowd_maker *c, uint32_t value, text *to);
/// Writes a conversion between forms that keeps the bits.
void crowd_put_converted(crowd_maker *c, text *to, const char *from, value_form has, value_form form);
/// Writes an operand as a C expression of a form.
void crowd_put_operand(crowd_maker *c, text *to, operand o, value_form form);
void crowd_put_value(crowd_maker *c, text *to, uint32_t value);

// crowd_loops.c

/// Makes a function of all pieces.
void crowd_make_function(crowd_maker *c, const char *name);
const char *crowd_type_of(value_form form);
/// Writes the address of a column: "b->hunger_at".
void crowd_put_place(crowd_maker *c, text *to, lanes_column column);

// crowd_host.c

/// Returns the number of LANES_ARGUMENT operations that follow an operation.
uint32_t crowd_argument_count(const lanes_op *op);
/// Returns whether an argument is passed as a column. Otherwise it is a constant in the called function.
bool crowd_is_column_argument(const lanes_op *op, const lanes_op *argument);
/// Returns whether the block's list keeps argument values of actions.
bool crowd_lists_values(const crowd_maker *c);
/// Returns the number of actions that the block's list has room for, for each agent, and the type of their numbers and
/// of an agent's count. They are known when all functions are made.
uint32_t crowd_list_room(const crowd_maker *c);
const char *crowd_listed_type(const crowd_maker *c);
/// Returns whether actions of the program are listed. Native code leaves them out.
bool crowd_lists_actions(const maker *m, const wits_crowd_code *code);
/// Returns the number by which a block's list refers to a host action, from 1.
uint32_t crowd_site_of(crowd_maker *c, const lanes_op *op);
/// Writes the name of the function that calls a condition or score for all agents, or (crowd_name_data) initializes
/// private data.
void crowd_name_asking(crowd_maker *c, text *to, const lanes_op *op);
void crowd_name_data(crowd_maker *c, text *to, const lanes_op *op);
/// Returns the index of an equivalent operation, which is added if it is new.
uint32_t crowd_place_among(const lanes_op ***all, size_t *count, size_t *capacity, const lanes_op *op);
void crowd_put_step(crowd_maker *c, const lanes_op *op);
/// Makes all functions named here.
void crowd_make_host(crowd_maker *c);

// crowd_choose.c

/// Writes the call of the function that chooses for one lane.
void crowd_put_choose(crowd_maker *c, text *to, const lane_value *v);
/// Makes all functions named here.
void crowd_make_chooses(crowd_maker *c);

// crowd_targets.c

/// Returns how the pairs of a TARGETS are scored.
const pair_plan *crowd_plan_of(const crowd_maker *c, const lanes_op *op);
/// Returns whether pairs can be evaluated by functions for single agents: few columns, no calls of the program, no
/// ranks or thresholds.
bool crowd_pairs_fit(const crowd_maker *c);
/// Returns the type of the field that a TARGET_FIELD reads.
wits_type crowd_seen_type(const lanes_op *op);
/// Writes the name of the function that scores pairs, or (crowd_name_seeing) reads fields of targets, for all agents.
void crowd_name_pairs(crowd_maker *c, text *to, const lanes_op *op);
void crowd_name_seeing(crowd_maker *c, text *to, const lanes_op *op);
/// Makes all functions named here.
void crowd_make_targets(crowd_maker *c);

// crowd_block.c

/// Makes the type of a block, and the functions that load and store its columns.
void crowd_make_block(crowd_maker *c);

#endif
