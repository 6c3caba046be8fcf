// SPDX-License-Identifier: MIT
// C for many agents, from the library's own code for blocks (src/crowd, src/expr/lanes.h).
//
//   crowd_code.c    what is in that code: routines, which columns each reads and writes, which of them live on
//   crowd_read.c    straight stretches of it become values: each is computed from others, and has a name in the C
//   crowd_read_calls.c  those of them that are no part of a loop
//   crowd_stretch.c which values columns have in the end
//   crowd_order.c   values become loops over lanes, each of one width as far as it goes
//   crowd_value.c   what is written for a value
//   crowd_loops.c   loops, and what stands between them
//   crowd_host.c    host functions for a block, and the list
//   crowd_targets.c pairs of a block's agents and their targets
//   crowd_block.c   where columns come from and go to
//   crowd.c         the functions for crowds
//
// A mask is a byte, 0xFF or 0. It goes from one loop to the next through memory: a compiler that knows where a mask
// comes from makes conditions of it again, and loses what was won.
#ifndef WITS_COMPILE_CROWD_H
#define WITS_COMPILE_CROWD_H

#include "crowd/code.h"
#include "maker.h"

enum {
    MOST_OPERATIONS = 6000,  ///< of an entry with all that it calls; beyond it agents go one by one
    MOST_INLINED = 1500,     ///< of an entry: beyond it routines are functions
    COLUMN_WORDS = (CROWD_MAX_COLUMNS + 31) / 32,
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

/// A piece of code: operations in a row, a region that may be passed over, or a call of a function.
typedef enum piece_kind { PIECE_STRETCH, PIECE_IF, PIECE_END, PIECE_CALL, PIECE_STEP } piece_kind;

typedef struct piece {
    piece_kind kind;
    uint32_t first, count;  ///< PIECE_STRETCH: of crowd_maker.flat
    lanes_column mask;      ///< PIECE_IF
    uint32_t routine;       ///< PIECE_CALL: where it begins in the code
    column_set after;       ///< columns whose values something needs that comes later
} piece;

/// Where a routine or entry begins, and what it does to columns, with all that it calls.
typedef struct routine {
    uint32_t start;
    column_set reads, writes;
    uint32_t size;   ///< operations, with all that it calls
    bool is_called;  ///< as a function
} routine;

// -------------------------------------------------------------------------------------------------------------- values

typedef enum value_form { FORM_BYTE, FORM_HALF, FORM_BITS, FORM_INT, FORM_FLOAT } value_form;

/// An operand: a value, or where that is 0 a constant.
typedef struct operand {
    uint32_t value;
    uint32_t k;
} operand;

/// What is computed. Most are as the operation of lanes.h of that name; what it puts under a mask is a choice here.
typedef enum lane_kind {
    VALUE_COLUMN,  ///< as a column has it when the stretch begins
    VALUE_COPY,
    VALUE_IN8,  ///< a in [k0, k0 + k1]
    VALUE_BIT8,
    VALUE_LESS8,
    VALUE_LESS8_SIGNED,
    VALUE_EQUAL8,
    VALUE_AND8,
    VALUE_AND_NOT8,
    VALUE_OR8,
    VALUE_XOR8,
    VALUE_ADD8,
    VALUE_SUBTRACT8,
    VALUE_SUBTRACT8_SATURATED,
    VALUE_MIN8,
    VALUE_MIN8_SIGNED,
    VALUE_MAX8,
    VALUE_MAX8_SIGNED,
    VALUE_PICK8,    ///< where a: b, else c
    VALUE_LOOKUP8,  ///< table k0
    VALUE_LOWEST8,  ///< the lowest bit
    // words from bytes and halves
    VALUE_WIDEN8,
    VALUE_WIDEN8_SIGNED,
    VALUE_WIDEN16,
    VALUE_WIDEN16_SIGNED,
    VALUE_PICK32,  ///< where the byte a: b, else c
    // words
    VALUE_FORMULA,  ///< k2: expr_operation
    VALUE_PIECEWISE,
    VALUE_CANONICAL,
    VALUE_TICK,
    VALUE_ELAPSED,
    VALUE_SUM,      ///< a + b, as bits
    VALUE_SINCE,    ///< the tick - a
    VALUE_HIGHEST,  ///< of `more`
    // bytes and halves from words
    VALUE_IN32,
    VALUE_IN_FLOAT,
    VALUE_AFTER,
    VALUE_LESS32,
    VALUE_EQUAL32,
    VALUE_LESS_FLOAT,
    VALUE_AT_MOST_FLOAT,
    VALUE_EQUAL_FLOAT,
    VALUE_NARROW8,
    VALUE_PICK16,  ///< where the byte a: the word b, else the half c
    VALUE_TIES,    ///< a bit for each of `more` that is as high as a
    // what is no part of a loop
    VALUE_RANDOM,
    VALUE_RANDOM_BELOW,
    VALUE_SPREAD,  ///< where a: the tick - id mod k0, else b
    VALUE_CONDITION,
    VALUE_SCORE,
    VALUE_TARGETS,       ///< the best score among an option's pairs
    VALUE_PICKED,        ///< the id of whose that is: what is left of the TARGETS just before, a
    VALUE_TARGET_FIELD,  ///< of the targets whose ids are b
    VALUE_LIST,
    VALUE_DATA,
} lane_kind;

typedef enum lane_class { CLASS_BYTES, CLASS_MIXED, CLASS_WORDS, CLASS_CALL } lane_class;

typedef struct lane_value {
    lane_kind kind;
    value_form form;
    operand a, b, c;
    bool inverted;
    uint32_t k[3];
    const lanes_op *op;    ///< of PIECEWISE and calls
    uint32_t more, mores;  ///< operands in stretch.more: of HIGHEST and TIES, and columns of arguments of calls
    operand bit, among;    ///< of an ordinal that BEST chooses: its bit, and
    operand current;       ///< that of the ordinal `current`; all 0 of other values
    lanes_column column;   ///< that it is the value of, for its name; 0: none
    uint32_t version;
    // made by crowd_order.c
    bool is_used;
    uint32_t loop;       ///< in which it is computed
    uint32_t last_loop;  ///< in which it is used last
    uint32_t memory;     ///< where it is kept for other loops: a row of bytes or words, plus 1; 0: it is not
} lane_value;

/// A column gets its new value.
typedef struct lane_store {
    lanes_column column;
    operand value;
    uint32_t loop;
} lane_store;

typedef struct lane_loop {
    lane_class class;
    uint32_t words;  ///< values of words in it
} lane_loop;

/// Straight code: what one piece computes.
typedef struct stretch {
    lane_value *values;
    size_t count, capacity;
    operand *more;
    size_t more_count, more_capacity;
    lane_store *stores;
    size_t store_count, store_capacity;
    lane_loop *loops;
    size_t loop_count, loop_capacity;
    operand now[CROWD_MAX_COLUMNS];
    bool known[CROWD_MAX_COLUMNS];
    uint32_t versions[CROWD_MAX_COLUMNS];
} stretch;

typedef struct crowd_maker {
    maker *m;
    const wits_crowd_code *code;
    const lanes_op *ops;
    const column_map *columns;
    // crowd_code.c
    routine *routines;
    size_t routine_count, routine_capacity;
    column_set lasting;  ///< fields and what is in the agents' bytes
    bool inlines;
    uint32_t *flat;  ///< numbers of operations
    size_t flat_count, flat_capacity;
    piece *pieces;
    size_t piece_count, piece_capacity;
    // memory
    uint32_t byte_rows, word_rows;     ///< of values between loops: so many are used at a time
    uint32_t kept[CROWD_MAX_COLUMNS];  ///< temporary columns that outlive a stretch: their row, plus 1
    uint32_t kept_bytes, kept_words;
    column_set needed;  ///< columns that some function uses
    char *names[CROWD_MAX_COLUMNS];
    stretch now;
    uint8_t (*tables)[256];  ///< of VALUE_LOOKUP8
    size_t table_count, table_capacity;
    // what calls need
    const lanes_op **sites;  ///< LISTs: each host action with its kind and row
    size_t site_count, site_capacity;
    const lanes_op **asked;  ///< CONDITIONs and SCOREs
    size_t asked_count, asked_capacity;
    const lanes_op **data;  ///< DATAs
    size_t data_count, data_capacity;
    const lanes_op **pairs;  ///< TARGETS
    size_t pair_count, pair_capacity;
    const lanes_op **seen;  ///< TARGET_FIELDs
    size_t seen_count, seen_capacity;
} crowd_maker;

// crowd_code.c

/// False if there is too much code.
bool crowd_find_routines(crowd_maker *c);
routine *crowd_routine_at(crowd_maker *c, uint32_t start);
/// The pieces of a routine, or of several entries one after another.
void crowd_read_pieces(crowd_maker *c, const uint32_t *starts, uint32_t count);
bool crowd_is_word_column(const crowd_maker *c, lanes_column column);
uint32_t crowd_column_width(const crowd_maker *c, lanes_column column);
bool crowd_is_lasting(const crowd_maker *c, lanes_column column);
value_form crowd_column_form(const crowd_maker *c, lanes_column column);
/// The pass slot by which the source of an `any` transition is found when a host function is asked for it; 0: of none.
lanes_column crowd_source_column(const crowd_maker *c, const lanes_op *op);

// crowd_read.c

void crowd_read_operation(crowd_maker *c, const lanes_op *op);
/// What a column has now, or where there is none the constant.
operand crowd_now(crowd_maker *c, lanes_column column);
operand crowd_now_or(crowd_maker *c, lanes_column column, uint32_t k);
void crowd_put_now(crowd_maker *c, lanes_column column, operand o);
operand crowd_add_value(stretch *s, lane_value v);
operand crowd_copy_of(crowd_maker *c, operand o, value_form form);
operand crowd_word_value(crowd_maker *c, lane_kind kind, value_form form, operand a, operand b);
/// To the operands of HIGHEST, TIES and calls. Returns its place among them.
uint32_t crowd_add_more(stretch *s, operand o);

// crowd_read_calls.c

void crowd_read_call(crowd_maker *c, const lanes_op *op);

// crowd_stretch.c

void crowd_read_stretch(crowd_maker *c, const piece *p);
uint32_t crowd_value_operands(const stretch *s, const lane_value *v, operand *to);
enum { MOST_OPERANDS = LANES_MAX_OPTIONS + 3 };

// crowd_order.c

void crowd_order(crowd_maker *c);
lane_class crowd_class_of(const stretch *s, const lane_value *v);

// crowd_value.c

void crowd_name_value(const crowd_maker *c, uint32_t value, text *to);
/// As C of a form.
void crowd_put_operand(crowd_maker *c, text *to, operand o, value_form form);
void crowd_put_value(crowd_maker *c, text *to, uint32_t value);

// crowd_loops.c

/// A function of all pieces.
void crowd_make_function(crowd_maker *c, const char *name);
const char *crowd_type_of(value_form form);
/// Where a column lies: "b->hunger_at".
void crowd_put_place(crowd_maker *c, text *to, lanes_column column);

// crowd_host.c

/// How many arguments stand behind an operation.
uint32_t crowd_argument_count(const lanes_op *op);
/// Whether an argument comes as a column; else it stands in the function that asks.
bool crowd_is_column_argument(const lanes_op *op, const lanes_op *argument);
/// Whether the block's list keeps values that actions are given.
bool crowd_lists_values(const crowd_maker *c);
/// The number of a host action, by which a block's list tells of it.
uint32_t crowd_site_of(crowd_maker *c, const lanes_op *op);
/// The name of the function that asks for all lanes, or gives private data its first bytes.
void crowd_name_asking(crowd_maker *c, text *to, const lanes_op *op);
void crowd_name_data(crowd_maker *c, text *to, const lanes_op *op);
/// The place of an operation among others that do the same; it is added where it is new.
uint32_t crowd_place_among(const lanes_op ***all, size_t *count, size_t *capacity, const lanes_op *op);
void crowd_put_step(crowd_maker *c, const lanes_op *op);
/// These functions.
void crowd_make_host(crowd_maker *c);

// crowd_targets.c

/// How the pairs of a TARGETS are scored.
const pair_plan *crowd_plan_of(const crowd_maker *c, const lanes_op *op);
/// Whether each TARGETS has few enough columns.
bool crowd_pairs_fit(const crowd_maker *c);
/// The type of the field that a TARGET_FIELD reads.
wits_type crowd_seen_type(const lanes_op *op);
/// The names of the functions that score pairs, or read fields of targets, for all lanes.
void crowd_name_pairs(crowd_maker *c, text *to, const lanes_op *op);
void crowd_name_seeing(crowd_maker *c, text *to, const lanes_op *op);
/// These functions.
void crowd_make_targets(crowd_maker *c);

// crowd_block.c

/// What a block is, where its columns come from and go to.
void crowd_make_block(crowd_maker *c);

#endif
