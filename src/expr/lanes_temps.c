// SPDX-License-Identifier: MIT
// Temporary columns. While a part of the code is built, each value of it has a number of its own; when the part ends,
// each gets a column from its first operation to its last. Code runs forward only, so nothing is needed between two
// operations but what one of them names before and one after.
//
// A routine's columns are the lowest. Values that its callers need after a call have columns that neither the routine
// nor its callees use.
#include "expr/lanes.h"

#include <string.h>

/// Columns of one width.
typedef struct temp_pool {
    uint32_t used[LANES_MAX_TEMPS / 32];
    uint32_t most;  ///< past the highest that was ever used
} temp_pool;

typedef struct temp_pools {
    lanes_builder *b;
    temp_pool of[2];  ///< pools of bytes and of words
    uint32_t call;    ///< the next CALL; UINT32_MAX: none
} temp_pools;

static lanes_column new_value(lanes_builder *b, lanes_column number) {
    if (b->byte_values + b->word_values == (uint32_t)(UINT16_MAX - b->first_value)) {
        wits_expr_lanes_fail(b, "it has too many rules");
        return b->first_value;
    }
    return number;
}

lanes_column wits_expr_lanes_new_byte(lanes_builder *b) {
    const lanes_column made = new_value(b, (lanes_column)(b->first_value + b->byte_values));
    b->byte_values += b->failed == NULL;
    return made;
}

lanes_column wits_expr_lanes_new_word(lanes_builder *b) {
    const lanes_column made = new_value(b, (lanes_column)(UINT16_MAX - b->word_values));
    b->word_values += b->failed == NULL;
    return made;
}

lanes_column wits_expr_lanes_new_lasting(lanes_builder *b) {
    if (b->lasting == LANES_MAX_TEMPS) {
        wits_expr_lanes_fail(b, "it needs too many temporary values at once");
        return b->first_temp;
    }
    return (lanes_column)(b->first_temp + 2 * b->lasting++);
}

// -------------------------------------------------------------------------------------------------------------- values

static bool is_value(const lanes_builder *b, lanes_column column) {
    return column >= b->first_value;
}

static bool is_word(const lanes_builder *b, lanes_column value) {
    return (uint32_t)(UINT16_MAX - value) < b->word_values;
}

static lanes_life *life_of(const lanes_builder *b, lanes_column value) {
    return &b->lives[is_word(b, value) ? b->byte_values + UINT16_MAX - value : (uint32_t)(value - b->first_value)];
}

enum { MOST_NAMED = 5 };

/// The columns that an operation uses: 0 where an operand is missing or is not a column.
typedef struct named_columns {
    lanes_column of[MOST_NAMED];  ///< out, a, b, c, and the targets of TARGETS
} named_columns;

static named_columns named_by(const lanes_op *op) {
    return (named_columns){{op->out, op->a, op->b, op->c, op->kind == LANES_TARGETS ? (lanes_column)op->k[1] : 0}};
}

static void rename_columns(lanes_op *op, const named_columns *to) {
    op->out = to->of[0];
    op->a = to->of[1];
    op->b = to->of[2];
    op->c = to->of[3];
    op->k[1] = op->kind == LANES_TARGETS ? to->of[4] : op->k[1];
}

/// Returns the position of the next operation. Some operations are followed by data that belongs to them.
static uint32_t next_operation(const lanes_builder *b, uint32_t i) {
    do {
        i++;
    } while (i < b->count && lanes_is_row(b->code[i].kind));
    return i;
}

/// Notes the last operation of each value. Links the calls: returns the first.
static uint32_t find_lives(lanes_builder *b) {
    uint32_t first = UINT32_MAX, *link = &first;
    memset(b->lives, 0, sizeof *b->lives * (b->byte_values + b->word_values));
    for (uint32_t i = b->part, next; i < b->count; i = next) {
        next = next_operation(b, i);
        for (uint32_t at = i; at < next; at++) {
            const named_columns named = named_by(&b->code[at]);
            for (uint32_t which = 0; which < MOST_NAMED; which++) {
                if (is_value(b, named.of[which])) {
                    life_of(b, named.of[which])->last = i;
                }
            }
        }
        if (b->code[i].kind == LANES_CALL) {
            *link = i;
            link = &b->code[i].k[1];
            *link = UINT32_MAX;
        }
    }
    return first;
}

// ------------------------------------------------------------------------------------------------------------- columns

/// Returns a free column from `least` on.
static uint32_t take_free(lanes_builder *b, temp_pool *pool, uint32_t least) {
    uint32_t number = least;
    while (number < LANES_MAX_TEMPS && (pool->used[number / 32] >> number % 32 & 1) != 0) {
        number = pool->used[number / 32] == UINT32_MAX ? (number / 32 + 1) * 32 : number + 1;
    }
    if (number >= LANES_MAX_TEMPS) {
        wits_expr_lanes_fail(b, "it needs too many temporary values at once");
        return 0;
    }
    pool->used[number / 32] |= 1u << number % 32;
    pool->most = number + 1 > pool->most ? number + 1 : pool->most;
    return number;
}

/// Returns how many columns a routine and what it calls use.
static uint32_t columns_of_routine(const lanes_builder *b, const lanes_op *call, bool words) {
    return b->code[call->k[0]].k[words];
}

static lanes_column place_value(temp_pools *pools, lanes_column value) {
    lanes_builder *b = pools->b;
    lanes_life *life = life_of(b, value);
    if (life->column == 0) {
        const bool words = is_word(b, value);
        uint32_t least = 0;
        for (uint32_t call = pools->call; call < life->last; call = b->code[call].k[1]) {
            const uint32_t used = columns_of_routine(b, &b->code[call], words);
            least = used > least ? used : least;
        }
        life->column = (lanes_column)(b->first_temp + 2 * take_free(b, &pools->of[words], least) + words);
    }
    return life->column;
}

static void free_column(temp_pools *pools, lanes_column value) {
    lanes_builder *b = pools->b;
    lanes_life *life = life_of(b, value);
    const uint32_t number = (uint32_t)(life->column - b->first_temp) / 2;
    pools->of[is_word(b, value)].used[number / 32] &= ~(1u << number % 32);
    life->last = UINT32_MAX;  // it is over
}

/// Frees operands that are not needed any more: kernels read each lane before they write it, so the result may take
/// the place of an operand.
static void free_operands(temp_pools *pools, const lanes_op *op, uint32_t i) {
    const lanes_column operands[] = {op->a, op->b, op->c};
    for (uint32_t which = 0; which < 3; which++) {
        const lanes_column value = operands[which];
        if (is_value(pools->b, value) && value != op->out && life_of(pools->b, value)->last == i &&
            life_of(pools->b, value)->column != 0) {
            free_column(pools, value);
        }
    }
}

/// Gives columns to the values that begin with an operation, then frees those of the values that end with it.
static void place_operation(temp_pools *pools, uint32_t i, uint32_t next) {
    lanes_builder *b = pools->b;
    if (next == i + 1 && b->code[i].kind < LANES_RANDOM) {
        free_operands(pools, &b->code[i], i);
    }
    for (uint32_t at = i; at < next; at++) {
        const named_columns named = named_by(&b->code[at]);
        for (uint32_t which = 0; which < MOST_NAMED; which++) {
            if (is_value(b, named.of[which])) {
                place_value(pools, named.of[which]);
            }
        }
    }
    for (uint32_t at = i; at < next; at++) {
        named_columns named = named_by(&b->code[at]);
        for (uint32_t which = 0; which < MOST_NAMED; which++) {
            const lanes_column value = named.of[which];
            if (is_value(b, value)) {
                named.of[which] = life_of(b, value)->column;
                if (life_of(b, value)->last == i) {
                    free_column(pools, value);
                }
            }
        }
        rename_columns(&b->code[at], &named);
    }
}

/// A routine's columns include those of the routines that it calls.
static void add_routine(temp_pools *pools, lanes_op *call) {
    for (uint32_t words = 0; words < 2; words++) {
        const uint32_t used = columns_of_routine(pools->b, call, words);
        pools->of[words].most = used > pools->of[words].most ? used : pools->of[words].most;
    }
    pools->call = call->k[1];
    call->k[1] = 0;
}

static void place_values(lanes_builder *b) {
    temp_pools pools = {.b = b};
    pools.call = find_lives(b);
    pools.of[0].most = b->lasting;
    for (uint32_t number = 0; number < b->lasting; number++) {
        pools.of[0].used[number / 32] |= 1u << number % 32;
    }
    for (uint32_t i = b->part, next; i < b->count; i = next) {
        next = next_operation(b, i);
        if (b->code[i].kind == LANES_CALL) {
            add_routine(&pools, &b->code[i]);
        } else {
            place_operation(&pools, i, next);
        }
    }
    for (uint32_t words = 0; words < 2; words++) {
        b->code[b->part].k[words] = pools.of[words].most;
    }
    b->byte_temps = pools.of[0].most > b->byte_temps ? pools.of[0].most : b->byte_temps;
    b->word_temps = pools.of[1].most > b->word_temps ? pools.of[1].most : b->word_temps;
}

// --------------------------------------------------------------------------------------------------------------- parts

uint32_t wits_expr_lanes_begin(lanes_builder *b, bool has_argument) {
    b->byte_values = b->word_values = 0;
    b->part = b->count;
    wits_expr_lanes_emit(b, (lanes_op){.kind = LANES_READS, .a = has_argument ? wits_expr_lanes_new_byte(b) : 0});
    return b->part;
}

void wits_expr_lanes_end(lanes_builder *b) {
    const uint32_t values = b->byte_values + b->word_values;
    wits_expr_lanes_emit(b, (lanes_op){.kind = LANES_RETURN});
    b->most_values = values > b->most_values ? values : b->most_values;
    if (b->code != NULL && b->failed == NULL) {
        place_values(b);
    }
    memset(b->recent, 0, sizeof b->recent);
}
