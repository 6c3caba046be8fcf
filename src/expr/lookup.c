// SPDX-License-Identifier: MIT
// `a if field == p else b if field == q else c`: turns cases of one field that end in a constant into a table.
#include "expr/bytecode.h"

enum { MAX_TABLE = 32 };

/// Cases at [start, end) and the constant after them; all continue at end + 1.
typedef struct chain {
    uint32_t start, end;
    uint8_t first;   ///< the field's value for the table's first entry
    uint32_t count;  ///< number of values; all others give the constant
} chain;

static bool is_case_of(const expr_bytecode *at, uint16_t field, uint32_t to_end) {
    return at->operation == BYTECODE_CASE_UINT8 && at->field == field && at->skip == to_end;
}

/// Finds the longest chain that starts at or after `floor`, ends before the constant at `end`, and is not entered in
/// the middle.
static uint32_t chain_start(const expr_bytecode *code, uint32_t floor, uint32_t end) {
    uint32_t start = end;
    while (start > floor && is_case_of(&code[start - 1], code[end - 1].field, end + 1 - start)) {
        start--;
    }
    for (uint32_t i = 0; i < start; i++) {
        const uint32_t to = i + 1 + code[i].skip;
        start = to > start && to <= end && code[i].skip != 0 ? to : start;
    }
    return start;
}

/// Returns whether the values that the cases name are in one short range.
static bool find_values(const expr_bytecode *code, chain *c) {
    uint32_t first = UINT8_MAX;
    uint32_t last = 0;
    for (uint32_t i = c->start; i < c->end; i++) {
        const uint32_t lo = (uint8_t)code[i].k[0];
        const uint32_t hi = lo + code[i].k[1];
        first = lo < first ? lo : first;
        last = hi > last ? hi : last;
    }
    c->first = (uint8_t)first;
    c->count = last + 1 - first;
    // The table replaces the cases.
    return last <= UINT8_MAX && c->count < MAX_TABLE && c->count < 4 * (c->end - c->start);
}

static uint32_t value_of(const expr_bytecode *code, const chain *c, uint32_t value) {
    for (uint32_t i = c->start; i < c->end; i++) {
        if ((uint8_t)(value - code[i].k[0]) <= code[i].k[1]) {
            return code[i].k[2];
        }
    }
    return code[c->end].k[0];
}

static void write_table(expr_bytecode *code, const chain *c) {
    uint32_t table[MAX_TABLE];
    for (uint32_t i = 0; i < c->count; i++) {
        table[i] = value_of(code, c, c->first + i);
    }
    table[c->count] = code[c->end].k[0];
    const uint16_t field = code[c->start].field;
    const uint8_t skip = (uint8_t)(c->end - c->start);
    memset(code + c->start, 0, sizeof *code * (skip + 1u));
    code[c->start] =
        (expr_bytecode){.operation = BYTECODE_LOOK_UP, .skip = skip, .field = field, .k = {c->first, c->count}};
    memcpy(code + c->start + 1, table, sizeof *table * (c->count + 1));
}

void wits_expr_bytecode_look_up(expr_bytecode *code, uint32_t count) {
    uint32_t floor = 0;  // end of the last table
    for (uint32_t end = 2; end < count; end++) {
        if (code[end].operation != BYTECODE_LOAD_CONSTANT || code[end - 1].operation != BYTECODE_CASE_UINT8) {
            continue;
        }
        chain c = {.start = chain_start(code, floor, end), .end = end};
        if (end - c.start >= 2 && find_values(code, &c)) {
            write_table(code, &c);
            floor = end + 1;
        }
    }
}
