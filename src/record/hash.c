// SPDX-License-Identifier: MIT
// Hashes of agents and columns, in blocks of rows, the same on every machine.
#include "expr/expr.h"
#include "record/format.h"

enum { BLOCK_ROWS = 256, BLOCK_BYTES = BLOCK_ROWS * 4 };

uint64_t wits_record_hash_agents(const wits_agents *of) {
    uint8_t block[BLOCK_BYTES];
    const size_t size = wits_agent_size(of->brain), stride = of->agent_stride != 0 ? of->agent_stride : size;
    const uint64_t block_rows = size < BLOCK_BYTES ? BLOCK_BYTES / size : 1;
    uint64_t hash = 0;
    for (uint64_t first = 0; first < of->count; first += block_rows) {
        const uint64_t now = of->count - first < block_rows ? of->count - first : block_rows;
        const uint8_t *agents = agent_at_row(of, first);
        if (stride != size && now > 1) {
            copy_rows(block, size, agents, stride, size, now);
            agents = block;
        }
        hash = wits_snapshot_sum(hash, agents, (size_t)now * size);
    }
    return hash;
}

uint64_t wits_record_hash_column(const wits_column *column, uint64_t rows) {
    uint8_t block[BLOCK_BYTES] = {0};
    const uint32_t width = wits_expr_field_size(column->type);
    uint64_t hash = 0;
    for (uint64_t first = 0; first < rows; first += BLOCK_ROWS) {
        const uint64_t now = rows - first < BLOCK_ROWS ? rows - first : BLOCK_ROWS;
        copy_values_of(block, width, (const uint8_t *)column->base + first * column->stride, column->stride, width,
                       now);
        if (column->type == WITS_TYPE_FLOAT) {
            canonicalise_floats(block, now);
        }
        hash = wits_snapshot_sum(hash, block, (size_t)(now * width));
    }
    return hash;
}

uint64_t wits_record_hash_arguments(const wits_argument *arguments, uint32_t count) {
    uint64_t hash = 0;
    for (uint32_t i = 0; i < count; i++) {
        const wits_argument *a = &arguments[i];
        uint8_t bytes[12] = {0};
        const bool is_text = a->kind == WITS_ARGUMENT_TEXT;
        bytes_put32(bytes, (uint32_t)a->kind);
        bytes_put32(bytes + 4, a->kind == WITS_ARGUMENT_FLOAT || is_text ? 0 : (uint32_t)a->integer);
        if (a->kind == WITS_ARGUMENT_FLOAT) {
            uint32_t bits;
            memcpy(&bits, &a->number, sizeof bits);
            bytes_put32(bytes + 8, is_nan(a->number) ? 0x7FC00000u : bits);
        }
        hash = wits_snapshot_sum(hash, bytes, sizeof bytes);
        hash = is_text ? wits_snapshot_sum(hash, a->text, strlen(a->text)) : hash;
    }
    return count != 0 && hash == 0 ? 1 : hash;
}
