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
    return sizeof(expr_value) * program->registers * padded(count);
}

// ---------------------------------------------------------------------------------------------------------- operations

/// What one instruction works on. An operand that is null is a constant.
typedef struct columns {
    expr_value *out;
    const expr_value *x;
    const expr_value *y;
    const expr_value *z;
    expr_value k[2];
    uint32_t count;  ///< a multiple of LANES
} columns;

#define EACH_LANE(i, count) for (uint32_t i = 0, end = (count) & ~(LANES - 1u); i < end; i++)

#define UNARY(name, to, from, formula)                                                                                 \
    static void lanes_##name(expr_value *restrict out, const expr_value *restrict x, uint32_t count) {                 \
        EACH_LANE(i, count) {                                                                                          \
            const expr_as_##from a = x[i].from;                                                                        \
            out[i].to = (expr_as_##to)(formula);                                                                       \
        }                                                                                                              \
    }

#define BINARY(name, to, from, formula)                                                                                \
    static void lanes_##name(expr_value *restrict out, const expr_value *restrict x, const expr_value *restrict y,     \
                             expr_value k, uint32_t count) {                                                           \
        if (x == NULL) {                                                                                               \
            const expr_as_##from a = k.from;                                                                           \
            EACH_LANE(i, count) {                                                                                      \
                const expr_as_##from b = y[i].from;                                                                    \
                out[i].to = (expr_as_##to)(formula);                                                                   \
            }                                                                                                          \
        } else if (y == NULL) {                                                                                        \
            const expr_as_##from b = k.from;                                                                           \
            EACH_LANE(i, count) {                                                                                      \
                const expr_as_##from a = x[i].from;                                                                    \
                out[i].to = (expr_as_##to)(formula);                                                                   \
            }                                                                                                          \
        } else {                                                                                                       \
            EACH_LANE(i, count) {                                                                                      \
                const expr_as_##from a = x[i].from, b = y[i].from;                                                     \
                out[i].to = (expr_as_##to)(formula);                                                                   \
            }                                                                                                          \
        }                                                                                                              \
    }

#define TERNARY(name, to, from, formula)                                                                               \
    static void lanes_##name(expr_value *restrict out, const expr_value *restrict x, const expr_value *restrict y,     \
                             const expr_value *restrict z, const expr_value *k, uint32_t count) {                      \
        if (y == NULL) {                                                                                               \
            const expr_as_##from b = k[0].from, c = k[1].from;                                                         \
            EACH_LANE(i, count) {                                                                                      \
                const expr_as_##from a = x[i].from;                                                                    \
                out[i].to = (expr_as_##to)(formula);                                                                   \
            }                                                                                                          \
        } else {                                                                                                       \
            EACH_LANE(i, count) {                                                                                      \
                const expr_as_##from a = x[i].from, b = y[i].from, c = z[i].from;                                      \
                out[i].to = (expr_as_##to)(formula);                                                                   \
            }                                                                                                          \
        }                                                                                                              \
    }

EXPR_UNARY_LIST(UNARY)
EXPR_BINARY_LIST(BINARY)
EXPR_TERNARY_LIST(TERNARY)

static void lanes_saturate(expr_value *restrict out, const expr_value *restrict x, int32_t lo, int32_t hi,
                           uint32_t count) {
    EACH_LANE(i, count) {
        out[i].i = operation_saturate(x[i].f, lo, hi);
    }
}

/// Bits of x where the condition is 1, of y where it is 0.
static uint32_t select_bits(uint32_t condition, uint32_t x, uint32_t y) {
    return y ^ ((x ^ y) & (0u - condition));
}

static void lanes_select(expr_value *restrict out, const expr_value *restrict x, const expr_value *restrict y,
                         const expr_value *restrict z, const expr_value *k, uint32_t count) {
    const uint32_t x_all = k[0].bits;
    const uint32_t y_all = k[1].bits;
    if (x == NULL && y == NULL) {
        EACH_LANE(i, count) {
            out[i].bits = select_bits(z[i].bits, x_all, y_all);
        }
    } else if (x == NULL) {
        EACH_LANE(i, count) {
            out[i].bits = select_bits(z[i].bits, x_all, y[i].bits);
        }
    } else if (y == NULL) {
        EACH_LANE(i, count) {
            out[i].bits = select_bits(z[i].bits, x[i].bits, y_all);
        }
    } else {
        EACH_LANE(i, count) {
            out[i].bits = select_bits(z[i].bits, x[i].bits, y[i].bits);
        }
    }
}

static void lanes_fill(expr_value *out, expr_value value, uint32_t count) {
    EACH_LANE(i, count) {
        out[i] = value;
    }
}

static void lanes_canonical(expr_value *out, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        out[i].f = math_canonical(out[i].f);
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

#define LOAD(name, to, load, size)                                                                                     \
    static void lanes_load_##name(expr_value *restrict out, const expr_field *field, const expr_block *block) {        \
        const unsigned char *restrict at = first_of(field, block);                                                     \
        uint32_t done = 0;                                                                                             \
        if (is_dense(field, block)) {                                                                                  \
            EACH_LANE(i, block->count) {                                                                               \
                out[i].to = load(at + (size_t)i * (size));                                                             \
            }                                                                                                          \
            done = block->count & ~(LANES - 1u);                                                                       \
        }                                                                                                              \
        for (uint32_t i = done; i < block->count; i++) {                                                               \
            out[i].to = load(at + agent_of(block, i) * field->stride);                                                 \
        }                                                                                                              \
    }

LOAD(bool, bits, load_bool, 1)
LOAD(int8, i, load_int8, 1)
LOAD(uint8, bits, load_uint8, 1)
LOAD(int16, i, load_int16, 2)
LOAD(uint16, bits, load_uint16, 2)
LOAD(uint32, bits, load_uint32, 4)

static void lanes_load(expr_value *out, const expr_field *field, const expr_block *block) {
    switch (field->type) {
    case WITS_BOOL:
        lanes_load_bool(out, field, block);
        break;
    case WITS_INT8:
        lanes_load_int8(out, field, block);
        break;
    case WITS_ENUM:
    case WITS_UINT8:
        lanes_load_uint8(out, field, block);
        break;
    case WITS_INT16:
        lanes_load_int16(out, field, block);
        break;
    case WITS_UINT16:
        lanes_load_uint16(out, field, block);
        break;
    default:
        lanes_load_uint32(out, field, block);
        break;
    }
}

static uint64_t id_of(const expr_block *block, uint32_t lane) {
    uint32_t agent = agent_of(block, lane);
    return block->ids != NULL ? block->ids[agent] : block->first_id + agent;
}

/// The low halves of the ids come first into `out`: it depends on them alone as long as the high half is the same.
static void lanes_random(expr_value *restrict out, const expr_block *block, uint32_t place) {
    uint64_t first = id_of(block, 0);
    uint64_t other = 0;
    for (uint32_t i = 0; i < block->count; i++) {
        uint64_t id = id_of(block, i);
        other |= (id ^ first) >> 32;
        out[i].bits = (uint32_t)id;
    }
    uint64_t key = random_key(block->seed, (uint32_t)(first >> 32), block->tick, place);
    for (uint32_t i = 0; i < block->count && other == 0; i++) {
        out[i].f = random_unit(random_lane(key, out[i].bits));
    }
    for (uint32_t i = 0; i < block->count && other != 0; i++) {
        out[i].f = expr_random(block->seed, id_of(block, i), block->tick, place);
    }
}

static void lanes_elapsed(expr_value *restrict out, const expr_block *block) {
    for (uint32_t i = 0; i < block->count; i++) {
        out[i].i = operation_ticks(block->elapsed[i]);
    }
}

/// Writes the block's own lanes; those beyond become 0.
static void run_leaf(const expr_instruction *at, const expr_block *block, expr_value *out) {
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
        lanes_load(out, &block->fields[at->k[0]], block);
        break;
    }
    memset(out + block->count, 0, sizeof *out * (padded(block->count) - block->count));
}

/// The field's own memory where it can serve as a column as it is, else null.
static const expr_value *column_in_place(const expr_instruction *at, const expr_block *block) {
    if (at->operation != EXPR_OP_LOAD_INT && at->operation != EXPR_OP_LOAD_FLOAT) {
        return NULL;
    }
    const expr_field *field = &block->fields[at->k[0]];
    const unsigned char *first = first_of(field, block);
    bool aligned = (uintptr_t)first % sizeof(expr_value) == 0;
    return aligned && is_dense(field, block) && block->count % LANES == 0 ? (const expr_value *)(const void *)first
                                                                          : NULL;
}

// ------------------------------------------------------------------------------------------------------------- the run

static void run(expr_operation operation, const columns *c) {
    switch (operation) {
#undef UNARY
#undef BINARY
#undef TERNARY
#define UNARY(name, to, from, formula)                                                                                 \
    case EXPR_OP_##name:                                                                                               \
        lanes_##name(c->out, c->x, c->count);                                                                          \
        break;
#define BINARY(name, to, from, formula)                                                                                \
    case EXPR_OP_##name:                                                                                               \
        lanes_##name(c->out, c->x, c->y, c->k[0], c->count);                                                           \
        break;
#define TERNARY(name, to, from, formula)                                                                               \
    case EXPR_OP_##name:                                                                                               \
        lanes_##name(c->out, c->x, c->y, c->z, c->k, c->count);                                                        \
        break;
        EXPR_UNARY_LIST(UNARY)
        EXPR_BINARY_LIST(BINARY)
        EXPR_TERNARY_LIST(TERNARY)
    case EXPR_OP_SELECT:
        lanes_select(c->out, c->x, c->y, c->z, c->k, c->count);
        break;
    case EXPR_OP_SATURATE:
        lanes_saturate(c->out, c->x, c->k[0].i, c->k[1].i, c->count);
        break;
    default:
        break;
    }
}

void expr_eval_block(const expr_program *program, const expr_block *block, void *scratch, expr_value *out) {
    uint32_t count = padded(block->count);
    bool whole = count == block->count;
    expr_value *own = scratch;
    const expr_value *column[EXPR_REGISTERS];
    column[0] = NULL;
    column[1] = NULL;
    const expr_value *result = NULL;
    if (count == 0) {
        return;
    }
    for (uint32_t i = 0; i < program->count; i++) {
        const expr_instruction *at = &program->code[i];
        expr_operation operation = (expr_operation)at->operation;
        if (operation == EXPR_OP_SKIP_IF || operation == EXPR_OP_SKIP_UNLESS) {
            continue;
        }
        bool last = i + 1 == program->count;
        expr_value *to = last && whole ? out : own + (size_t)(at->out - EXPR_FIRST_REGISTER) * count;
        result = to;
        if (operation == EXPR_OP_CONSTANT) {
            lanes_fill(to, (expr_value){.bits = at->k[0]}, count);
        } else if (operation == EXPR_OP_TICK) {
            lanes_fill(to, (expr_value){.i = operation_ticks(block->tick)}, count);
        } else if (operation <= EXPR_OP_IS_IN) {
            const expr_value *in_place = last ? NULL : column_in_place(at, block);
            if (in_place != NULL) {
                result = in_place;
            } else {
                run_leaf(at, block, to);
            }
        } else {
            columns c = {to, column[at->a], column[at->b], column[at->c], {{at->k[0]}, {at->k[1]}}, count};
            run(operation, &c);
        }
        column[at->out] = result;
    }
    if (!whole) {
        memcpy(out, result, sizeof *out * block->count);
    }
    if (program->type == EXPR_FLOAT) {
        lanes_canonical(out, block->count);
    }
}

void expr_store_block(const expr_field *field, const expr_block *block, const expr_value *values) {
    for (uint32_t i = 0; i < block->count; i++) {
        expr_store(field, block->first_row + agent_of(block, i), values[i]);
    }
}
