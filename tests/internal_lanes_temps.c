// SPDX-License-Identifier: MIT
// Temporary columns: random parts of code that call each other, compared with the same operations over values with
// separate memory.
#include "expr/lanes.h"
#include "expr/random.h"
#include "expr_support.h"

enum {
    SUM = 1,  ///< a column that all parts read and change
    MASKED,   ///< another
    FIRST_TEMP,
    PARTS = 6,
    MOST_OPS = 60,
    MOST_TOLD = MOST_OPS + 2,
    MOST_VALUES = 2 * MOST_OPS,
    CODE = PARTS * (2 * MOST_OPS + 4),
    PART_LANES = 64,
    TIMES = 400,
};

static uint64_t random_state = 0x0F1E2D3C4B5A6978u;

static uint32_t below(uint32_t limit) {
    return (uint32_t)(next_random(&random_state) >> 32) % limit;
}

/// Operations of a part with the numbers of values; a CALL has the part in k[0] and its argument in a.
typedef struct told_part {
    lanes_op ops[MOST_TOLD];
    uint32_t count;
    uint32_t start;  ///< in the code
    bool has_argument;
} told_part;

typedef struct told_code {
    told_part parts[PARTS];
    lanes_op code[CODE];
    lanes_life lives[MOST_VALUES];
    uint32_t named[1];
    lanes_builder b;
} told_code;

static void tell(told_code *t, told_part *p, lanes_op op) {
    p->ops[p->count++] = op;
    wits_expr_lanes_emit(&t->b, op);
}

/// A named column or a value that has been written.
static lanes_column any_operand(const lanes_column *values, uint32_t count) {
    const uint32_t which = below(count + 2);
    return which < 2 ? (lanes_column)(SUM + which) : values[which - 2];
}

static void call_part(told_code *t, told_part *p, uint32_t number, lanes_column argument) {
    const told_part *called = &t->parts[number];
    p->ops[p->count++] = (lanes_op){.kind = LANES_CALL, .a = argument, .k = {number}};
    if (called->has_argument) {
        wits_expr_lanes_emit(&t->b, (lanes_op){.kind = LANES_COPY8, .out = t->b.code[called->start].a, .a = argument});
    }
    wits_expr_lanes_emit(&t->b, (lanes_op){.kind = LANES_CALL, .k = {called->start}});
}

/// Random operations, later parts call earlier ones.
static void build_part(told_code *t, uint32_t number) {
    static const uint16_t kinds[] = {LANES_ADD8, LANES_XOR8, LANES_SUBTRACT8, LANES_MAX8, LANES_OR8};
    told_part *p = &t->parts[number];
    lanes_column values[MOST_OPS + 1];
    uint32_t count = 0;
    p->count = 0;
    p->has_argument = number + 1 < PARTS && below(4) != 0;
    p->start = wits_expr_lanes_begin(&t->b, p->has_argument);
    if (p->has_argument) {
        values[count++] = FIRST_VALUE;
    }
    const uint32_t ops = 1 + below(MOST_OPS);
    for (uint32_t i = 0; i < ops; i++) {
        const lanes_column a = any_operand(values, count), b = any_operand(values, count);
        const uint32_t what = below(10);
        if (what == 0 && number != 0) {
            call_part(t, p, below(number), a);
        } else if (what == 1) {  // where a mask holds, else it stays
            tell(t, p, (lanes_op){.kind = LANES_PUT8, .out = any_operand(values, count), .a = a, .c = b});
        } else if (what == 2) {
            tell(t, p, (lanes_op){.kind = kinds[below(COUNT(kinds))], .out = SUM, .a = SUM, .b = b});
        } else {
            const lanes_column out = wits_expr_lanes_new_byte(&t->b);
            tell(t, p, (lanes_op){.kind = kinds[below(COUNT(kinds))], .out = out, .a = a, .b = b});
            values[count++] = out;
        }
    }
    wits_expr_lanes_end(&t->b);
}

static uint8_t result_of(const lanes_op *op, uint8_t a, uint8_t b) {
    switch (op->kind) {
    case LANES_ADD8:
        return (uint8_t)(a + b);
    case LANES_XOR8:
        return a ^ b;
    case LANES_SUBTRACT8:
        return (uint8_t)(a - b);
    case LANES_MAX8:
        return a > b ? a : b;
    default:
        return a | b;
    }
}

/// Runs a part for one lane. Parts call only earlier ones, at most PARTS deep.
static void run_alone(const told_code *t, uint32_t number, uint8_t argument, uint8_t named[FIRST_TEMP]) {
    const told_part *p = &t->parts[number];
    uint8_t own[MOST_VALUES] = {argument};
    for (uint32_t i = 0; i < p->count; i++) {
        const lanes_op *op = &p->ops[i];
        const lanes_column columns[] = {op->a, op->b, op->c, op->out};
        uint8_t *at[4];
        for (uint32_t which = 0; which < COUNT(columns); which++) {
            const lanes_column column = columns[which];
            at[which] = column < FIRST_TEMP ? &named[column] : &own[column - FIRST_VALUE];
        }
        if (op->kind == LANES_CALL) {
            run_alone(t, op->k[0], *at[0], named);
        } else if (op->kind == LANES_PUT8) {
            *at[3] = (uint8_t)((*at[0] & *at[2]) | (*at[3] & ~*at[2]));
        } else {
            *at[3] = result_of(op, *at[0], *at[1]);
        }
    }
}

static void check_parts(told_code *t, const lanes_kernels *kernels) {
    static uint8_t memory[FIRST_TEMP + 2 * MOST_VALUES][PART_LANES];
    void *columns[FIRST_TEMP + 2 * MOST_VALUES];
    uint8_t before[FIRST_TEMP][PART_LANES];
    bool any;
    for (uint32_t i = 0; i < COUNT(columns); i++) {
        columns[i] = memory[i];
        for (uint32_t lane = 0; lane < PART_LANES; lane++) {
            memory[i][lane] = (uint8_t)below(256);
        }
    }
    columns[0] = NULL;
    memcpy(before, memory, sizeof before);
    const lanes_block block = {.columns = columns, .count = PART_LANES, .any = &any};
    wits_expr_lanes_run(kernels, t->code, t->parts[PARTS - 1].start, &block);
    for (uint32_t lane = 0; lane < PART_LANES; lane++) {
        uint8_t named[FIRST_TEMP] = {0, before[SUM][lane], before[MASKED][lane]};
        run_alone(t, PARTS - 1, 0, named);
        assert_int_equal(memory[SUM][lane], named[SUM]);
        assert_int_equal(memory[MASKED][lane], named[MASKED]);
    }
}

static void values_have_columns_while_they_are_needed(void **state) {
    static told_code t;
    uint32_t values = 0, columns = 0;
    (void)state;
    for (uint32_t i = 0; i < TIMES; i++) {
        t.b = (lanes_builder){
            .code = t.code, .first_temp = FIRST_TEMP, .first_value = FIRST_VALUE, .named = t.named, .lives = t.lives};
        for (uint32_t number = 0; number < PARTS; number++) {
            build_part(&t, number);
            values += t.b.byte_values;
        }
        assert_null(t.b.failed);
        assert_true(t.b.count <= CODE && t.b.most_values <= MOST_VALUES);
        columns += t.b.byte_temps;
        check_parts(&t, wits_expr_lanes_kernels_baseline());
    }
    assert_true(2 * columns < values);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(values_have_columns_while_they_are_needed)};
    return cmocka_run_group_tests_name("temporary columns", tests, NULL, NULL);
}
