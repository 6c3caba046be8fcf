// SPDX-License-Identifier: MIT
// Code for a block of agents. Each operation processes whole columns of lanes, one lane for each agent.
//
//   lanes_builder: appends operations, and expressions too (lanes_assign.c and its dependencies)
//   wits_expr_lanes_run: runs them over a block, with the kernels of one instruction set (kernels.h)
//
// A column holds bytes (values of one byte, or masks), halves (two bytes) or words (four bytes: ints and floats). A
// mask
// is 0xFF where a condition holds, else 0. Results have the same bits as wits_expr_eval_one: types narrower than int
// are
// used only where they lose nothing.
//
// This layer does not know states. The builder's user defines what a column means.
#ifndef WITS_EXPR_LANES_H
#define WITS_EXPR_LANES_H

#include "expr/expr.h"
#include "expr/operations.h"

enum {
    LANES_STEP = 64,         ///< lanes of a block come in multiples of it
    LANES_MAX_NODES = 56,    ///< instructions of a part of an expression
    LANES_MAX_CARRIED = 20,  ///< values that a part keeps for the following ones
    LANES_RECENT = 4,
    LANES_MAX_TEMPS = 2048,   ///< temporary columns of bytes, and of words
    LANES_MAX_OPTIONS = 254,  ///< options of a BEST or CHOOSE
};

/// X(name): kernels_*.inc and lanes_run.c describe each operation.
#define LANES_BYTE_LIST(X)                                                                                             \
    X(RANGE8)                                                                                                          \
    X(RANGE8_BOTH)                                                                                                     \
    X(BIT8)                                                                                                            \
    X(LESS8)                                                                                                           \
    X(LESS8_SIGNED)                                                                                                    \
    X(EQUAL8)                                                                                                          \
    X(AND8)                                                                                                            \
    X(AND_NOT8)                                                                                                        \
    X(OR8)                                                                                                             \
    X(XOR8)                                                                                                            \
    X(ADD8)                                                                                                            \
    X(SUBTRACT8)                                                                                                       \
    X(SUBTRACT8_SATURATED)                                                                                             \
    X(MIN8)                                                                                                            \
    X(MIN8_SIGNED)                                                                                                     \
    X(MAX8)                                                                                                            \
    X(MAX8_SIGNED)                                                                                                     \
    X(SELECT8)                                                                                                         \
    X(LOOKUP8)                                                                                                         \
    X(COPY8)                                                                                                           \
    X(PUT8)                                                                                                            \
    X(PUT8_CONSTANT)                                                                                                   \
    X(FIRE8)                                                                                                           \
    X(TAKE8)                                                                                                           \
    X(RAISE8)

#define LANES_WORD_LIST(X)                                                                                             \
    X(WIDEN8)                                                                                                          \
    X(WIDEN8_SIGNED)                                                                                                   \
    X(WIDEN16)                                                                                                         \
    X(WIDEN16_SIGNED)                                                                                                  \
    X(RANGE32)                                                                                                         \
    X(RANGE_FLOAT)                                                                                                     \
    X(LESS32)                                                                                                          \
    X(EQUAL32)                                                                                                         \
    X(LESS_FLOAT)                                                                                                      \
    X(AT_MOST_FLOAT)                                                                                                   \
    X(EQUAL_FLOAT)                                                                                                     \
    X(SELECT32)                                                                                                        \
    X(FILL32)                                                                                                          \
    X(PIECEWISE32)                                                                                                     \
    X(PUT32)                                                                                                           \
    X(PUT32_CONSTANT)                                                                                                  \
    X(PUT_TICK)                                                                                                        \
    X(PUT_FLOAT)                                                                                                       \
    X(PUT32_TO8)                                                                                                       \
    X(PUT32_TO16)                                                                                                      \
    X(ADD_TO32)                                                                                                        \
    X(ADD8_TO32)                                                                                                       \
    X(ADD8_TO32_SIGNED)                                                                                                \
    X(ELAPSED32)                                                                                                       \
    X(AFTER32)                                                                                                         \
    X(COUNT_NAN)                                                                                                       \
    X(COMPETE)                                                                                                         \
    X(CHOOSE)                                                                                                          \
    X(BEST)

/// Operations of wits_expr_lanes_run itself. OPTION, RULES and KNOT do nothing: they belong to the preceding BEST,
/// CHOOSE, COMPETE or PIECEWISE32. The RULES of a CHOOSE are the parameter k0 and the default option k1. ARGUMENTs
/// belong to the preceding CONDITION, SCORE or LIST: the words of column a, or the constant k0 for all lanes; `flags`
/// is the expr_type, k1 the list of an enum or the position of a text. READS describes what the following operation
/// reads.
#define LANES_CONTROL_LIST(X)                                                                                          \
    X(RANDOM)                                                                                                          \
    X(RANDOM_BELOW)                                                                                                    \
    X(TICK)                                                                                                            \
    X(SPREAD_CLOCK)                                                                                                    \
    X(CONDITION)                                                                                                       \
    X(SCORE)                                                                                                           \
    X(LIST)                                                                                                            \
    X(TURN_CLOCK)                                                                                                      \
    X(DATA)                                                                                                            \
    X(STEP_CALL)                                                                                                       \
    X(TARGETS)                                                                                                         \
    X(TARGET_FIELD)                                                                                                    \
    X(READS)                                                                                                           \
    X(SKIP_IF_NONE)                                                                                                    \
    X(CALL)                                                                                                            \
    X(RULES)                                                                                                           \
    X(OPTION)                                                                                                          \
    X(KNOT)                                                                                                            \
    X(ARGUMENT)                                                                                                        \
    X(RETURN)

typedef enum lanes_kind {
#define LANES_KIND(name) LANES_##name,
    LANES_BYTE_LIST(LANES_KIND) LANES_WORD_LIST(LANES_KIND) LANES_CONTROL_LIST(LANES_KIND) LANES_FIRST_FORMULA,
#undef LANES_KIND
    LANES_KIND_COUNT = LANES_FIRST_FORMULA + EXPR_OP_COUNT,  ///< arithmetic of words: one for each expr_operation
} lanes_kind;

/// Returns whether an operation only adds operands to the one before it.
static inline bool lanes_is_row(uint32_t kind) {
    return kind == LANES_OPTION || kind == LANES_RULES || kind == LANES_KNOT || kind == LANES_ARGUMENT;
}

/// Number of a column. 0: none, the operand is a constant of k.
typedef uint16_t lanes_column;

typedef struct lanes_op {
    uint16_t kind;
    lanes_column out, a, b, c;
    uint16_t flags;
    uint32_t k[2];
} lanes_op;

enum {
    LANES_READ = 1,
    LANES_WRITTEN = 2,
};

enum {
    LANES_INVERTED = 1,
    LANES_INVERTED_B = 2,  ///< flag of RANGE8_BOTH
    LANES_CLEARS = 8,      ///< flag of FIRE8: a becomes 0 where it fires
    LANES_JUST_MADE =
        4,  ///< flag of a skip: the previous operation computed the mask and noted whether any lane has it
    LANES_HAS_INERTIA = 1,  ///< flag of OPTION: its score includes the inertia
    LANES_SELECT_BITS = 7,  ///< bits of the flags of RULES: `select` of choose.h
    LANES_IS_RANKED = 8,    ///< flag of RULES: options may have ranks
};

/// State of a running block. Columns of fields with stride 0 are read-only: writes to them are lost.
typedef struct lanes_block {
    void *const *columns;
    const uint8_t *tables;  ///< tables of LOOKUP8, 16 bytes each
    uint32_t count;         ///< lanes, a multiple of LANES_STEP
    uint32_t tick;
    const uint8_t *read_only;  ///< one byte for each column; null if none is read-only
    lanes_column sink;         ///< words: receives writes to read-only columns
    bool *any;                 ///< whether any lane is set in the latest mask
    uint64_t *nan_count;       ///< counter of COUNT_NAN; null disables it
    uint64_t seed;
    uint64_t first_id;    ///< id of lane 0; the others follow
    const uint64_t *ids;  ///< or the id of each lane
    // Calls of host functions, and lists, under a mask; results in other lanes are ignored.
    void *user;
    void (*condition)(void *user, const lanes_op *at, const uint8_t *mask, uint8_t *out);
    void (*score)(void *user, const lanes_op *at, const uint8_t *mask, float *out);
    void (*list)(void *user, const lanes_op *at, const uint8_t *mask);
    void (*data)(void *user, const lanes_op *at, const uint8_t *mask);
    void (*step)(void *user, const lanes_op *at, const uint8_t *mask, uint32_t *out);
    void (*targets)(void *user, const lanes_op *at);       ///< scores the pairs of an option
    void (*target_field)(void *user, const lanes_op *at);  ///< reads a field of the targets with the ids in a
} lanes_block;

enum {
    LANES_MAX_ROW = 4,  ///< bytes of rows that kernels split
    LANES_WINDOW = 16,  ///< bytes of longer rows that they split at a time
};

/// A number in a window of rows.
typedef struct lanes_cell {
    lanes_column column;
    uint8_t at;     ///< in the window
    uint8_t width;  ///< 1 or 4
    bool is_written;
} lanes_cell;

/// Part of each row. The last bytes may belong to the row that follows.
typedef struct lanes_window {
    uint32_t offset;  ///< in the row
    uint32_t count;
    lanes_cell cells[LANES_WINDOW];
    uint8_t keep[LANES_WINDOW];  ///< 0xFF for the bytes that no written cell has
    bool keeps;                  ///< else it has whole rows, all of whose bytes are written
} lanes_window;

/// Rows of a list that belong to one lane, such as its targets.
typedef struct lanes_segment {
    uint32_t lane;
    uint32_t first, count;
} lanes_segment;

typedef struct lanes_best {
    float score;    ///< the highest, NaN excluded
    uint32_t at;    ///< position of the best score; the segment's count if all are NaN
    bool is_first;  ///< no earlier row has its id
} lanes_best;

/// Operations over columns, with one instruction set.
typedef void lanes_kernel(const lanes_block *block, const lanes_op *at);
typedef void lanes_formula(expr_value *restrict out, const expr_value *restrict x, const expr_value *restrict y,
                           const expr_value *restrict z, const expr_value *k, uint32_t count);
typedef struct lanes_kernels {
    lanes_kernel *kernels[LANES_RANDOM];
    lanes_formula *formulas[EXPR_OP_COUNT];
    void (*random)(float *restrict out, uint64_t key, uint32_t id_low, uint32_t count);
    bool (*random_below)(uint8_t *out, uint64_t key, uint32_t id_low, uint32_t count, uint32_t most);
    bool (*any)(const uint8_t *mask, uint32_t count);
    /// Finds the best score of each segment; the scores of all segments are contiguous.
    void (*best)(const float *scores, const uint32_t *ids, const lanes_segment *segments, uint32_t count,
                 lanes_best *out);
    /// Finds the first position of a number; returns `count` if it is missing.
    uint32_t (*find)(const uint32_t *numbers, uint32_t count, uint32_t number);
    /// Writes the scores that are at least `floor`, not at most `threshold`, and have the highest rank of these; else
    /// NaN. Returns that rank; INT32_MIN if there is none.
    int32_t (*sift)(float *restrict out, const float *scores, const int32_t *ranks, uint32_t count, float floor,
                    float threshold);
    /// Writes `first` + lane for each of `count` lanes that has the mask, in order, and returns how many there are. May
    /// write up to LANES_STEP numbers more.
    uint32_t (*lanes)(uint32_t *restrict out, const uint8_t *mask, uint32_t count, uint32_t first);
    // Splits `count` rows into a column for each of their bytes, and joins them again.
    void (*split[LANES_MAX_ROW + 1])(uint8_t *const *to, const uint8_t *restrict from, uint32_t count);
    void (*join[LANES_MAX_ROW + 1])(uint8_t *restrict to, uint8_t *const *from, uint32_t count);
    // Move the cells of a window of `count` contiguous rows into columns, and back. Return how many rows were handled;
    // the caller handles the others. Null without vector types. Only for little-endian machines.
    uint32_t (*read_rows)(const lanes_window *window, void *const *columns, const uint8_t *rows, size_t stride,
                          uint32_t count);
    uint32_t (*write_rows)(const lanes_window *window, void *const *columns, uint8_t *rows, size_t stride,
                           uint32_t count);
} lanes_kernels;

// Returns the kernels that this build and machine have; null if they are missing.
const lanes_kernels *wits_expr_lanes_kernels_baseline(void);
const lanes_kernels *wits_expr_lanes_kernels_avx2(void);
const lanes_kernels *wits_expr_lanes_kernels_avx512(void);

/// Runs the part whose READS is `start`, until its RETURN.
void wits_expr_lanes_run(const lanes_kernels *kernels, const lanes_op *code, uint32_t start, const lanes_block *block);

// ------------------------------------------------------------------------------------------------------------ building

/// A value of a part, while columns are chosen.
typedef struct lanes_life {
    uint32_t last;        ///< the last operation that names it
    lanes_column column;  ///< 0: none yet
} lanes_life;

/// Code being generated. If `code` is null, it is only counted.
typedef struct lanes_builder {
    lanes_op *code;
    uint32_t count;
    uint32_t cost;  ///< cost of all operations except arithmetic
    uint8_t *tables;
    uint32_t table_count;
    lanes_column first_temp;   ///< temporary columns: of bytes and of words in turn
    lanes_column first_value;  ///< numbers of values without a column yet, after 2 * LANES_MAX_TEMPS
    uint32_t byte_temps;       ///< number of them; known once code is written, not when it is counted
    uint32_t word_temps;
    uint32_t lasting;                   ///< columns of bytes that all parts use
    uint32_t part;                      ///< the first operation of the current part
    uint32_t byte_values, word_values;  ///< values of the part
    uint32_t most_values;               ///< the most of any part
    lanes_life *lives;                  ///< working memory, for most_values
    const char *failed;                 ///< reason why blocks cannot be used; null: none
    lanes_op recent[LANES_RECENT];      ///< latest appended operations, newest first, since the latest skip target
    // Meaning of names in expressions.
    expr_field_type (*field_type)(const void *user, uint32_t field);
    const void *user;
    lanes_column first_field;
    uint32_t *named;  ///< a bit for each column before the temporary ones that the code names
    uint8_t *flags;   ///< likewise, LANES_READ and LANES_WRITTEN; null if not requested
} lanes_builder;

/// Context of an expression.
typedef struct lanes_place lanes_place;
struct lanes_place {
    lanes_column mask;         ///< lanes for which host functions are called
    lanes_column targets;      ///< ids of the targets passed to host functions; 0: none
    uint32_t about;            ///< owner of the expression, passed to host functions
    uint16_t flags;            ///< so does this
    uint16_t moment, kept_in;  ///< the user's own
    lanes_column elapsed;      ///< words; 0: elapsed is 0
    /// Writes whether a state is active into `out`, a mask.
    void (*is_in)(void *user, const lanes_place *place, uint32_t state, lanes_column out);
    /// Replaces an instruction that reads something. Returns false if it stays unchanged. Null: all stay.
    bool (*replace)(void *user, expr_instruction *at);
    /// Writes a field of a target (expr/targets.h) into `out`: a mask if it is a bool, else words.
    void (*target)(void *user, const lanes_place *place, uint32_t number, lanes_column out);
    void *user;
};

void wits_expr_lanes_emit(lanes_builder *b, lanes_op op);
/// Adds a table for LOOKUP8 and returns its number.
uint32_t wits_expr_lanes_table(lanes_builder *b, const uint8_t values[16]);
/// Appends a SKIP_IF_NONE to the current end of the code.
uint32_t wits_expr_lanes_skip(lanes_builder *b, lanes_column mask);
void wits_expr_lanes_land(lanes_builder *b, uint32_t skip);
/// Begin and end a part of the code: from a READS to a RETURN. A routine may have an argument, a column of bytes that
/// the READS names. The end gives columns to the part's values; k of the READS then has the numbers of temporary
/// columns of bytes and words that the part and the routines that it calls use.
uint32_t wits_expr_lanes_begin(lanes_builder *b, bool has_argument);
void wits_expr_lanes_end(lanes_builder *b);
/// Return a new value of the part. Its first operation writes all its lanes.
lanes_column wits_expr_lanes_new_byte(lanes_builder *b);
lanes_column wits_expr_lanes_new_word(lanes_builder *b);
/// Returns a column of bytes for all parts. Call it before the first part.
lanes_column wits_expr_lanes_new_lasting(lanes_builder *b);
/// The first reason is kept.
void wits_expr_lanes_fail(lanes_builder *b, const char *reason);
/// Computes the mask of lanes whose byte is between the bounds, inclusive; if `also` is given, only in those lanes.
lanes_op wits_expr_lanes_range(lanes_column out, lanes_column of, uint32_t lo, uint32_t hi, lanes_column also);

/// mask &= condition, in place.
void wits_expr_lanes_and_condition(lanes_builder *b, const lanes_place *place, const expr_program *program,
                                   lanes_column mask);
/// Returns the column with the value as words: a new temporary, or its current column. For a constant, returns 0 and
/// the bits.
lanes_column wits_expr_lanes_word(lanes_builder *b, const lanes_place *place, const expr_program *program,
                                  uint32_t *constant);
/// Appends `list`, a LIST, preceded by the computation of its action's arguments.
void wits_expr_lanes_list(lanes_builder *b, const lanes_place *place, const expr_program *program, lanes_op list);
/// Assigns the value to the field where the mask is set.
void wits_expr_lanes_assign(lanes_builder *b, const lanes_place *place, const expr_program *program, uint32_t field,
                            lanes_column mask);

#endif
