// SPDX-License-Identifier: MIT
// Appending operations, and the temporary columns that they need.
#include "expr/lanes.h"

void lanes_fail(lanes_builder *b, const char *reason) {
    if (b->failed == NULL) {
        b->failed = reason;
    }
}

lanes_op lanes_range(lanes_column out, lanes_column of, uint32_t lo, uint32_t hi, lanes_column also) {
    return (lanes_op){.kind = LANES_RANGE8, .out = out, .a = of, .b = also, .k = {lo, hi - lo}};
}

static void append(lanes_builder *b, lanes_op op) {
    if (b->code != NULL) {
        b->code[b->count] = op;
    }
    b->count++;
    b->last = op;
}

/// Two ranges that must both hold, tested at once.
static bool joins_last(const lanes_builder *b, const lanes_op *op) {
    const lanes_op *last = &b->last;
    return op->kind == LANES_RANGE8 && op->b == op->out && last->kind == LANES_RANGE8 && last->out == op->out &&
           last->b == 0 && (last->flags & LANES_INVERTED) == 0 && op->a != op->out && last->a != last->out;
}

static uint32_t packed_range(const lanes_op *op) {
    return (op->k[0] & 0xFF) | (op->k[1] & 0xFF) << 8;
}

void lanes_emit(lanes_builder *b, lanes_op op) {
    b->flags[op.a] |= LANES_READ;
    b->flags[op.b] |= LANES_READ;
    b->flags[op.c] |= LANES_READ;
    b->flags[op.out] |= LANES_READ | LANES_WRITTEN;
    if (joins_last(b, &op)) {
        lanes_op both = {.kind = LANES_RANGE8_BOTH,
                         .out = op.out,
                         .a = b->last.a,
                         .b = op.a,
                         .flags = (op.flags & LANES_INVERTED) != 0 ? LANES_INVERTED_B : 0,
                         .k = {packed_range(&b->last), packed_range(&op)}};
        b->count--;
        op = both;
    }
    append(b, op);
}

uint32_t lanes_skip(lanes_builder *b, lanes_column mask) {
    lanes_emit(b, (lanes_op){.kind = LANES_SKIP_IF_NONE, .c = mask});
    return b->count - 1;
}

void lanes_land(lanes_builder *b, uint32_t skip) {
    if (b->code != NULL) {
        b->code[skip].k[0] = b->count - skip - 1;
    }
    b->last = (lanes_op){.kind = LANES_RETURN};
}

/// The lowest free number; LANES_MAX_TEMPS if there is none.
static uint32_t take_lowest(uint32_t *used) {
    uint32_t number = 0;
    while (number < LANES_MAX_TEMPS && (used[number / 32] >> number % 32 & 1) != 0) {
        number++;
    }
    if (number < LANES_MAX_TEMPS) {
        used[number / 32] |= 1u << number % 32;
    }
    return number;
}

static lanes_column new_temp(lanes_builder *b, uint32_t *used, lanes_column first, uint32_t *most) {
    uint32_t number = take_lowest(used);
    if (number == LANES_MAX_TEMPS) {
        lanes_fail(b, "an expression keeps too many values at a time");
        return first;
    }
    *most = number + 1 > *most ? number + 1 : *most;
    return (lanes_column)(first + number);
}

lanes_column lanes_new_byte(lanes_builder *b) {
    return new_temp(b, b->used_bytes, b->first_byte, &b->byte_temps);
}

lanes_column lanes_new_word(lanes_builder *b) {
    return new_temp(b, b->used_words, b->first_word, &b->word_temps);
}

void lanes_free(lanes_builder *b, lanes_column column) {
    if (column >= b->first_byte && column < b->first_byte + LANES_MAX_TEMPS) {
        uint32_t number = (uint32_t)(column - b->first_byte);
        b->used_bytes[number / 32] &= ~(1u << number % 32);
    } else if (column >= b->first_word && column < b->first_word + LANES_MAX_TEMPS) {
        uint32_t number = (uint32_t)(column - b->first_word);
        b->used_words[number / 32] &= ~(1u << number % 32);
    }
}

void lanes_reserve(lanes_builder *b) {
    for (uint32_t number = 0; number < b->byte_temps; number++) {
        b->used_bytes[number / 32] |= 1u << number % 32;
    }
    for (uint32_t number = 0; number < b->word_temps; number++) {
        b->used_words[number / 32] |= 1u << number % 32;
    }
}
