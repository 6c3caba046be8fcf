// SPDX-License-Identifier: MIT
// A program for a block of agents: each instruction goes over whole columns of lanes. All loops over lanes are in this
// file, so that it can be compiled once more for each instruction set.
//
// Columns in the scratch memory have a multiple of LANES lanes, those beyond the block's computed along: the loops then
// have no remainder, and compilers make vector code of them at -O2 already. What an instruction writes is never what it
// reads, so `restrict` holds.
#include "expr/fields.h"
#include "expr/operations.h"
#include "expr/random.h"

#include <string.h>

enum { LANES = 16 };

static uint32_t padded(uint32_t count) {
    return (count + (LANES - 1u)) & ~(LANES - 1u);
}

size_t expr_scratch_size(const expr_program *program, uint32_t count) {
    return sizeof(expr_value) * (program->registers + 1u) * padded(count);
}

// ---------------------------------------------------------------------------------------------------------- operations

/// One operation over `count` lanes, a multiple of LANES. An operand that is null is a constant: see operations.h for
/// which can be. They are called through a table: a compiler that puts such a loop into its caller forgets `restrict`.
typedef void lanes_fn(expr_value *restrict out, const expr_value *restrict x, const expr_value *restrict y,
                      const expr_value *restrict z, const expr_value *k, uint32_t count);

#define LANES_FN(name)                                                                                                 \
    static void lanes_##name(expr_value *restrict out, const expr_value *restrict x, const expr_value *restrict y,     \
                             const expr_value *restrict z, const expr_value *k, uint32_t count)

/// Said before any branch, this tells compilers that there is no remainder.
#define WHOLE_LANES(count) const uint32_t end = (count) & ~(LANES - 1u)
#define EACH_LANE(i) for (uint32_t i = 0; i < end; i++)

#define UNARY(name, to, from, formula)                                                                                 \
    LANES_FN(name) {                                                                                                   \
        WHOLE_LANES(count);                                                                                            \
        (void)y, (void)z, (void)k;                                                                                     \
        EACH_LANE(i) {                                                                                                 \
            const expr_as_##from a = x[i].from;                                                                        \
            out[i].to = (expr_as_##to)(formula);                                                                       \
        }                                                                                                              \
    }

#define BINARY(name, to, from, formula)                                                                                \
    LANES_FN(name) {                                                                                                   \
        WHOLE_LANES(count);                                                                                            \
        (void)z;                                                                                                       \
        if (x == NULL) {                                                                                               \
            const expr_as_##from a = k[0].from;                                                                        \
            EACH_LANE(i) {                                                                                             \
                const expr_as_##from b = y[i].from;                                                                    \
                out[i].to = (expr_as_##to)(formula);                                                                   \
            }                                                                                                          \
        } else if (y == NULL) {                                                                                        \
            const expr_as_##from b = k[0].from;                                                                        \
            EACH_LANE(i) {                                                                                             \
                const expr_as_##from a = x[i].from;                                                                    \
                out[i].to = (expr_as_##to)(formula);                                                                   \
            }                                                                                                          \
        } else {                                                                                                       \
            EACH_LANE(i) {                                                                                             \
                const expr_as_##from a = x[i].from, b = y[i].from;                                                     \
                out[i].to = (expr_as_##to)(formula);                                                                   \
            }                                                                                                          \
        }                                                                                                              \
    }

#define TERNARY(name, to, from, formula)                                                                               \
    LANES_FN(name) {                                                                                                   \
        WHOLE_LANES(count);                                                                                            \
        if (y == NULL) {                                                                                               \
            const expr_as_##from b = k[0].from, c = k[1].from;                                                         \
            EACH_LANE(i) {                                                                                             \
                const expr_as_##from a = x[i].from;                                                                    \
                out[i].to = (expr_as_##to)(formula);                                                                   \
            }                                                                                                          \
        } else {                                                                                                       \
            EACH_LANE(i) {                                                                                             \
                const expr_as_##from a = x[i].from, b = y[i].from, c = z[i].from;                                      \
                out[i].to = (expr_as_##to)(formula);                                                                   \
            }                                                                                                          \
        }                                                                                                              \
    }

EXPR_UNARY_LIST(UNARY)
EXPR_BINARY_LIST(BINARY)
EXPR_TERNARY_LIST(TERNARY)

LANES_FN(SATURATE) {
    WHOLE_LANES(count);
    (void)y, (void)z;
    const int32_t lo = k[0].i;
    const int32_t hi = k[1].i;
    EACH_LANE(i) {
        out[i].i = operation_saturate(x[i].f, lo, hi);
    }
}

/// Bits of x where the condition is 1, of y where it is 0.
static inline uint32_t select_bits(uint32_t condition, uint32_t x, uint32_t y) {
    return y ^ ((x ^ y) & (0u - condition));
}

LANES_FN(SELECT) {
    WHOLE_LANES(count);
    const uint32_t x_all = k[0].bits;
    const uint32_t y_all = k[1].bits;
    if (x == NULL && y == NULL) {
        EACH_LANE(i) {
            out[i].bits = select_bits(z[i].bits, x_all, y_all);
        }
    } else if (x == NULL) {
        EACH_LANE(i) {
            out[i].bits = select_bits(z[i].bits, x_all, y[i].bits);
        }
    } else if (y == NULL) {
        EACH_LANE(i) {
            out[i].bits = select_bits(z[i].bits, x[i].bits, y_all);
        }
    } else {
        EACH_LANE(i) {
            out[i].bits = select_bits(z[i].bits, x[i].bits, y[i].bits);
        }
    }
}

LANES_FN(CANONICAL) {
    WHOLE_LANES(count);
    (void)y, (void)z, (void)k;
    EACH_LANE(i) {
        out[i].bits = math_canonical_bits(x[i].bits);
    }
}

enum { CANONICAL = EXPR_OP_COUNT };  // what every float result goes through at last

static lanes_fn *const operations[] = {
#define OPERATION(name, to, from, formula) [EXPR_OP_##name] = lanes_##name,
    EXPR_UNARY_LIST(OPERATION) EXPR_BINARY_LIST(OPERATION) EXPR_TERNARY_LIST(OPERATION)
#undef OPERATION
        [EXPR_OP_SATURATE] = lanes_SATURATE,
    [EXPR_OP_SELECT] = lanes_SELECT,
    [CANONICAL] = lanes_CANONICAL,
};

static void lanes_fill(expr_value *out, expr_value value, uint32_t count) {
    WHOLE_LANES(count);
    EACH_LANE(i) {
        out[i] = value;
    }
}

// -------------------------------------------------------------------------------------------------------------- leaves

static uint32_t agent_of(const expr_block *block, uint32_t lane) {
    return block->agents != NULL ? block->agents[lane] : lane;
}

static bool is_dense(const expr_field *field, const expr_block *block) {
    return block->agents == NULL && field->stride == expr_field_size(field->type);
}

static const unsigned char *first_of(const expr_field *field, const expr_block *block) {
    return (const unsigned char *)field->base + block->first_row * field->stride;
}

/// One value after another from a field; densely where its values stand side by side.
#define FIELD_LANES(to, size, value)                                                                                   \
    const unsigned char *restrict from = first_of(field, block);                                                       \
    WHOLE_LANES(block->count);                                                                                         \
    uint32_t done = 0;                                                                                                 \
    if (is_dense(field, block)) {                                                                                      \
        EACH_LANE(i) {                                                                                                 \
            const unsigned char *restrict at = from + (size_t)i * (size);                                              \
            out[i].to = value;                                                                                         \
        }                                                                                                              \
        done = end;                                                                                                    \
    }                                                                                                                  \
    for (uint32_t i = done; i < block->count; i++) {                                                                   \
        const unsigned char *restrict at = from + agent_of(block, i) * field->stride;                                  \
        out[i].to = value;                                                                                             \
    }

/// One field over the block's own lanes; `test` is the instruction that asks.
typedef void field_lanes_fn(expr_value *restrict out, const expr_field *field, const expr_block *block,
                            const expr_instruction *test);

#define FIELD_LANES_FN(name)                                                                                           \
    static void lanes_##name(expr_value *restrict out, const expr_field *field, const expr_block *block,               \
                             const expr_instruction *test)

#define LOAD(load_name, test_name, member, size, read)                                                                 \
    FIELD_LANES_FN(load_name) {                                                                                        \
        (void)test;                                                                                                    \
        FIELD_LANES(member, size, read(at))                                                                            \
    }

#define TEST(load_name, test_name, member, size, read)                                                                 \
    FIELD_LANES_FN(test_name) {                                                                                        \
        const uint32_t lo = test->k[0], hi = test->k[1], inverted = operation_inverted(test);                          \
        FIELD_LANES(bits, size, operation_test_##member(read(at), lo, hi, inverted))                                   \
    }

EXPR_FIELD_LIST(LOAD)
EXPR_FIELD_LIST(TEST)

static field_lanes_fn *const field_operations[] = {
#define LOAD_ROW(load_name, test_name, member, size, read) [EXPR_OP_##load_name] = lanes_##load_name,
#define TEST_ROW(load_name, test_name, member, size, read) [EXPR_OP_##test_name] = lanes_##test_name,
    EXPR_FIELD_LIST(LOAD_ROW) EXPR_FIELD_LIST(TEST_ROW)
#undef LOAD_ROW
#undef TEST_ROW
};

static uint64_t id_of(const expr_block *block, uint32_t lane) {
    uint32_t agent = agent_of(block, lane);
    return block->ids != NULL ? block->ids[agent] : block->first_id + agent;
}

/// The low halves of the ids into `out`; whether all have the high half of the first.
static bool lanes_ids(expr_value *restrict out, const expr_block *block) {
    uint64_t first = id_of(block, 0);
    uint64_t other = 0;
    if (block->ids == NULL && block->agents == NULL) {
        for (uint32_t i = 0; i < block->count; i++) {
            out[i].bits = (uint32_t)first + i;
        }
        return (uint32_t)first <= UINT32_MAX - block->count;
    }
    for (uint32_t i = 0; i < block->count; i++) {
        uint64_t id = id_of(block, i);
        other |= (id ^ first) >> 32;
        out[i].bits = (uint32_t)id;
    }
    return other == 0;
}

/// One key for all as long as only the low halves of the ids differ.
static void lanes_random(expr_value *restrict out, const expr_block *block, uint32_t place) {
    if (lanes_ids(out, block)) {
        uint64_t key = random_key(block->seed, (uint32_t)(id_of(block, 0) >> 32), block->tick, place);
        WHOLE_LANES(padded(block->count));
        EACH_LANE(i) {
            out[i].f = random_unit(random_lane(key, out[i].bits));
        }
        return;
    }
    for (uint32_t i = 0; i < block->count; i++) {
        out[i].f = expr_random(block->seed, id_of(block, i), block->tick, place);
    }
}

static void lanes_elapsed(expr_value *restrict out, const expr_block *block) {
    for (uint32_t i = 0; i < block->count; i++) {
        out[i].i = operation_ticks(block->elapsed[i]);
    }
}

/// Those beyond the block's own become 0.
static void lanes_pad(expr_value *out, uint32_t count) {
    memset(out + count, 0, sizeof *out * (padded(count) - count));
}

static void run_input(const expr_instruction *at, const expr_block *block, expr_value *out) {
    switch ((expr_operation)at->operation) {
    case EXPR_OP_ELAPSED:
        lanes_elapsed(out, block);
        break;
    case EXPR_OP_RANDOM:
        lanes_random(out, block, at->k[0]);
        break;
    case EXPR_OP_CONDITION:
        block->condition(block->user, at->k[0], block, out);
        break;
    case EXPR_OP_SCORE:
        block->score(block->user, at->k[0], block, out);
        break;
    case EXPR_OP_IS_IN:
        block->is_in(block->user, at->k[0], block, out);
        break;
    default:
        field_operations[at->operation](out, &block->fields[at->field], block, at);
        break;
    }
    lanes_pad(out, block->count);
}

/// A field of 4 bytes as a column: its own memory if that will do as it is, else copied to `spare`.
static const expr_value *column_of(const expr_field *field, const expr_block *block, expr_value *spare) {
    const unsigned char *first = first_of(field, block);
    bool aligned = (uintptr_t)first % sizeof(expr_value) == 0;
    if (aligned && is_dense(field, block) && block->count % LANES == 0) {
        return (const expr_value *)(const void *)first;
    }
    lanes_LOAD_INT(spare, field, block, NULL);
    lanes_pad(spare, block->count);
    return spare;
}

// ------------------------------------------------------------------------------------------------------------- the run

static void run_leaf(const expr_instruction *at, const expr_block *block, expr_value *out) {
    uint32_t count = padded(block->count);
    if (at->operation == EXPR_OP_CONSTANT) {
        lanes_fill(out, (expr_value){.bits = at->k[0]}, count);
    } else if (at->operation == EXPR_OP_TICK) {
        lanes_fill(out, (expr_value){.i = operation_ticks(block->tick)}, count);
    } else {
        run_input(at, block, out);
    }
}

/// Whether the instruction reads no register.
static bool is_leaf(expr_operation operation) {
    return operation <= EXPR_OP_IS_IN;
}

static bool is_skip(expr_operation operation) {
    return operation == EXPR_OP_SKIP_IF || operation == EXPR_OP_SKIP_UNLESS;
}

void expr_eval_block(const expr_program *program, const expr_block *block, void *scratch, expr_value *out) {
    uint32_t count = padded(block->count);
    bool is_float = program->type == EXPR_FLOAT;
    bool whole = count == block->count;  // then the last column can be the caller's
    expr_value *own = scratch;
    expr_value *spare = own + (size_t)program->registers * count;
    const expr_value *column[EXPR_REGISTERS];
    column[0] = NULL;
    expr_value *to = out;
    for (uint32_t i = 0; i < program->count && count > 0; i++) {
        const expr_instruction *at = &program->code[i];
        expr_operation operation = (expr_operation)at->operation;
        if (is_skip(operation)) {
            continue;
        }
        to =
            i + 1 == program->count && whole && !is_float ? out : own + (size_t)(at->out - EXPR_FIRST_REGISTER) * count;
        column[at->out] = to;
        if ((operation == EXPR_OP_LOAD_INT || operation == EXPR_OP_LOAD_FLOAT) && i + 1 < program->count) {
            column[at->out] = column_of(&block->fields[at->field], block, to);
        } else if (is_leaf(operation)) {
            run_leaf(at, block, to);
        } else {
            bool reads_field = (at->flags & EXPR_FIELD_OPERAND) != 0;
            column[1] = reads_field ? column_of(&block->fields[at->field], block, spare) : NULL;
            const expr_value k[2] = {{.bits = at->k[0]}, {.bits = at->k[1]}};
            operations[operation](to, column[at->a], column[at->b], column[at->c], k, count);
        }
    }
    if (is_float && count > 0) {
        operations[CANONICAL](whole ? out : spare, to, NULL, NULL, NULL, count);
        to = spare;
    }
    if (!whole) {
        memcpy(out, to, sizeof *out * block->count);
    }
}

void expr_store_block(const expr_field *field, const expr_block *block, const expr_value *values) {
    for (uint32_t i = 0; i < block->count; i++) {
        expr_store(field, block->first_row + agent_of(block, i), values[i]);
    }
}
