// SPDX-License-Identifier: MIT
// Runs code over a block.
#include "expr/lanes.h"
#include "expr/random.h"

enum { MAX_CALLS = 32 };

static uint64_t id_of(const lanes_block *block, uint32_t lane) {
    return block->ids != NULL ? block->ids[lane] : block->first_id + lane;
}

/// Returns whether one key serves all lanes and the low halves of the ids are consecutive.
static bool ids_follow(const lanes_block *block) {
    return block->ids == NULL && (uint32_t)block->first_id <= UINT32_MAX - block->count;
}

static uint64_t key_of(const lanes_block *block, uint32_t place) {
    return random_key(block->seed, (uint32_t)(block->first_id >> 32), block->tick, place);
}

static void run_random(const lanes_kernels *kernels, const lanes_op *at, const lanes_block *block) {
    float *out = block->columns[at->out];
    if (ids_follow(block)) {
        kernels->random(out, key_of(block, at->k[0]), (uint32_t)block->first_id, block->count);
        return;
    }
    for (uint32_t i = 0; i < block->count; i++) {
        out[i] = expr_random(block->seed, id_of(block, i), block->tick, at->k[0]);
    }
}

/// out = the random bits are at most k1, that is: the number is less than (k1 + 1) / 2^32
static void run_random_below(const lanes_kernels *kernels, const lanes_op *at, const lanes_block *block) {
    uint8_t *out = block->columns[at->out];
    if (ids_follow(block)) {
        kernels->random_below(out, key_of(block, at->k[0]), (uint32_t)block->first_id, block->count, at->k[1]);
        return;
    }
    for (uint32_t i = 0; i < block->count; i++) {
        uint64_t id = id_of(block, i);
        uint64_t key = random_key(block->seed, (uint32_t)(id >> 32), block->tick, at->k[0]);
        out[i] = random_lane(key, (uint32_t)id) <= at->k[1] ? 0xFF : 0;
    }
}

static void run_tick(const lanes_op *at, const lanes_block *block) {
    uint32_t *out = block->columns[at->out];
    for (uint32_t i = 0; i < block->count; i++) {
        out[i] = (uint32_t)operation_ticks(block->tick);
    }
}

/// Section 6: a utility that is entered counts as having scored (agent id mod n) ticks ago.
static void run_spread_clock(const lanes_op *at, const lanes_block *block) {
    uint32_t *out = block->columns[at->out];
    const uint8_t *mask = block->columns[at->c];
    for (uint32_t i = 0; i < block->count; i++) {
        if (mask[i] != 0) {
            out[i] = block->tick - (uint32_t)(id_of(block, i) % at->k[0]);
        }
    }
}

/// Stops or restarts a clock: both are the same subtraction.
static void run_turn_clock(const lanes_op *at, const lanes_block *block) {
    uint32_t *out = block->columns[at->out];
    const uint8_t *mask = block->columns[at->c];
    for (uint32_t i = 0; i < block->count; i++) {
        out[i] = mask[i] != 0 ? block->tick - out[i] : out[i];
    }
}

static void run_formula(const lanes_kernels *kernels, const lanes_op *at, const lanes_block *block) {
    const expr_value k[2] = {{.bits = at->k[0]}, {.bits = at->k[1]}};
    void *const *columns = block->columns;
    kernels->formulas[at->kind - LANES_FIRST_FORMULA](columns[at->out], columns[at->a], columns[at->b], columns[at->c],
                                                      k, block->count);
}

/// Runs an operation whose writes to read-only columns are discarded.
static void run_guarded(const lanes_kernels *kernels, const lanes_op *at, const lanes_block *block) {
    lanes_op op = *at;
    op.out = block->read_only[op.out] ? block->sink : op.out;
    if (op.kind == LANES_PUT8_CONSTANT || op.kind == LANES_FIRE8) {
        op.b = block->read_only[op.b] ? block->sink : op.b;
    }
    const bool is_followed = op.kind == LANES_BEST || op.kind == LANES_CHOOSE || op.kind == LANES_COMPETE ||
                             op.kind == LANES_PIECEWISE32;  // skips its following rows
    kernels->kernels[op.kind](block, is_followed ? at : &op);
}

static bool has_any(const lanes_kernels *kernels, const lanes_op *skip, const lanes_block *block) {
    return (skip->flags & LANES_JUST_MADE) != 0 ? *block->any : kernels->any(block->columns[skip->c], block->count);
}

static void run_other(const lanes_kernels *kernels, const lanes_op *at, const lanes_block *block) {
    switch (at->kind) {
    case LANES_RANDOM:
        run_random(kernels, at, block);
        break;
    case LANES_RANDOM_BELOW:
        run_random_below(kernels, at, block);
        break;
    case LANES_TICK:
        run_tick(at, block);
        break;
    case LANES_SPREAD_CLOCK:
        run_spread_clock(at, block);
        break;
    case LANES_CONDITION:
        block->condition(block->user, at, block->columns[at->c], block->columns[at->out]);
        break;
    case LANES_SCORE:
        block->score(block->user, at, block->columns[at->c], block->columns[at->out]);
        break;
    case LANES_LIST:
        block->list(block->user, at, block->columns[at->c]);
        break;
    case LANES_TURN_CLOCK:
        run_turn_clock(at, block);
        break;
    case LANES_DATA:
        block->data(block->user, at, block->columns[at->c]);
        break;
    case LANES_STEP_CALL:
        block->step(block->user, at, block->columns[at->c], block->columns[at->out]);
        break;
    case LANES_TARGETS:
        block->targets(block->user, at);
        break;
    case LANES_TARGET_FIELD:
        block->target_field(block->user, at);
        break;
    default:
        break;
    }
}

void wits_expr_lanes_run(const lanes_kernels *kernels, const lanes_op *code, uint32_t start, const lanes_block *block) {
    const lanes_op *calls[MAX_CALLS];
    uint32_t depth = 0;
    for (const lanes_op *at = code + start + 1;; at++) {  // code runs forward only; calls only nest
        if (at->kind < LANES_RANDOM) {
            if (block->read_only == NULL) {
                kernels->kernels[at->kind](block, at);
            } else {
                run_guarded(kernels, at, block);
            }
        } else if (at->kind >= LANES_FIRST_FORMULA) {
            run_formula(kernels, at, block);
        } else if (at->kind == LANES_SKIP_IF_NONE) {
            at += has_any(kernels, at, block) ? 0 : at->k[0];
        } else if (at->kind == LANES_CALL) {
            calls[depth++] = at;
            at = code + at->k[0];  // its READS
        } else if (at->kind == LANES_RETURN) {
            if (depth == 0) {
                return;
            }
            at = calls[--depth];
        } else {
            run_other(kernels, at, block);
        }
    }
}
