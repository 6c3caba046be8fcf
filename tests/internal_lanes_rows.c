// SPDX-License-Identifier: MIT
// Kernels over rows and masks, with every instruction set that this machine has: rows as columns and back, the lanes of
// a mask, an agent's pairs sifted by rank.
#include "core/bytes.h"
#include "expr/lanes.h"
#include "expr/random.h"
#include "expr_support.h"

#include <math.h>

enum {
    ROWS = 200,
    MOST_STRIDE = 40,
    CELL_COLUMNS = 1 + LANES_WINDOW,
    TIMES = 400,
    LANES = 256,
};

static uint64_t random_state = 0x1234567887654321u;

static uint32_t below(uint32_t limit) {
    return (uint32_t)(next_random(&random_state) >> 32) % limit;
}

static const lanes_kernels *set_at(uint32_t i) {
    return i == 0   ? wits_expr_lanes_kernels_baseline()
           : i == 1 ? wits_expr_lanes_kernels_avx2()
                    : wits_expr_lanes_kernels_avx512();
}

static void fill(uint8_t *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        bytes[i] = (uint8_t)below(256);
    }
}

// ---------------------------------------------------------------------------------------------------------------- rows

/// Cells that do not overlap and are inside both the row and the window.
static lanes_window random_window(uint32_t stride) {
    lanes_window w = {.offset = below(stride)};
    memset(w.keep, 0xFF, sizeof w.keep);
    for (uint32_t at = 0; at < LANES_WINDOW && w.offset + at < stride;) {
        const uint32_t width = below(2) != 0 ? 1 : 4;
        if (at + width > LANES_WINDOW || w.offset + at + width > stride || below(4) == 0) {
            at++;
            continue;
        }
        lanes_cell *cell = &w.cells[w.count++];
        *cell = (lanes_cell){
            .column = (lanes_column)w.count, .at = (uint8_t)at, .width = (uint8_t)width, .is_written = below(4) != 0};
        memset(w.keep + at, cell->is_written ? 0 : 0xFF, width);
        at += width;
    }
    w.keeps = true;
    return w;
}

typedef struct rows_case {
    lanes_window window;
    uint32_t stride, count;
    uint8_t rows[ROWS * MOST_STRIDE + FENCE], expected[ROWS * MOST_STRIDE + FENCE];
    uint8_t memory[CELL_COLUMNS][4 * ROWS + FENCE];
    void *columns[CELL_COLUMNS];
} rows_case;

static void begin_rows(rows_case *c) {
    c->stride = LANES_MAX_ROW + 1 + below(MOST_STRIDE - LANES_MAX_ROW - 1);
    c->count = 1 + below(ROWS);
    c->window = random_window(c->stride);
    fill(c->rows, (size_t)c->stride * c->count);
    memset(c->rows + (size_t)c->stride * c->count, FENCE_BYTE, FENCE);
    for (uint32_t i = 0; i < CELL_COLUMNS; i++) {
        c->columns[i] = c->memory[i];
        fill(c->memory[i], sizeof c->memory[i]);
    }
}

static uint8_t *cell_of_row(const rows_case *c, uint8_t *rows, const lanes_cell *cell, uint32_t row) {
    return rows + (size_t)row * c->stride + c->window.offset + cell->at;
}

/// Most rows are handled by whole vectors: all but the last few, which would touch what follows.
static void check_done(const rows_case *c, uint32_t done) {
    const uint32_t beyond = (c->window.offset + LANES_WINDOW - 1) / c->stride;
    assert_true(done <= c->count);
    assert_true(done + beyond + 64 > c->count);
}

static void check_read(rows_case *c, const lanes_kernels *kernels) {
    begin_rows(c);
    const uint32_t done = kernels->read_rows(&c->window, c->columns, c->rows, c->stride, c->count);
    check_done(c, done);
    for (uint32_t i = 0; i < c->window.count; i++) {
        const lanes_cell *cell = &c->window.cells[i];
        for (uint32_t row = 0; row < done; row++) {
            const uint8_t *from = cell_of_row(c, c->rows, cell, row);
            assert_memory_equal(c->memory[cell->column] + (size_t)row * cell->width, from, cell->width);
        }
    }
}

static void check_written(rows_case *c, const lanes_kernels *kernels) {
    begin_rows(c);
    memcpy(c->expected, c->rows, sizeof c->expected);
    const uint32_t done = kernels->write_rows(&c->window, c->columns, c->rows, c->stride, c->count);
    check_done(c, done);
    for (uint32_t i = 0; i < c->window.count; i++) {
        const lanes_cell *cell = &c->window.cells[i];
        for (uint32_t row = 0; row < done && cell->is_written; row++) {
            memcpy(cell_of_row(c, c->expected, cell, row), c->memory[cell->column] + (size_t)row * cell->width,
                   cell->width);
        }
    }
    assert_memory_equal(c->rows, c->expected, (size_t)c->stride * c->count + FENCE);
}

static void rows_become_columns(void **state) {
    static rows_case c;
    (void)state;
    if (!bytes_are_native()) {
        skip();
    }
    for (uint32_t set = 0; set < 3; set++) {
        const lanes_kernels *kernels = set_at(set);
        for (uint32_t i = 0; i < TIMES && kernels != NULL && kernels->read_rows != NULL; i++) {
            check_read(&c, kernels);
            check_written(&c, kernels);
        }
    }
}

// --------------------------------------------------------------------------------------------------------------- lanes

static void lanes_of_masks(void **state) {
    uint8_t mask[LANES];
    uint32_t found[LANES + LANES_STEP];
    (void)state;
    for (uint32_t i = 0; i < 3 * TIMES; i++) {
        const uint32_t count = 1 + below(LANES), first = below(1u << 20), one_of = 1 + below(20);
        for (uint32_t lane = 0; lane < LANES; lane++) {  // lanes beyond have it as well
            mask[lane] = below(one_of) == 0 ? 0xFF : 0;
        }
        const lanes_kernels *kernels = set_at(i % 3);
        if (kernels == NULL) {
            continue;
        }
        const uint32_t got = kernels->lanes(found, mask, count, first);
        uint32_t expected = 0;
        for (uint32_t lane = 0; lane < count; lane++) {
            if (mask[lane] != 0) {
                assert_true(expected < got);
                assert_int_equal(found[expected], first + lane);
                expected++;
            }
        }
        assert_int_equal(got, expected);
    }
}

// --------------------------------------------------------------------------------------------------------------- pairs

static float random_score(void) {
    static const float others[] = {NAN, INFINITY, -INFINITY, -0.0f};
    return below(6) == 0 ? others[below(COUNT(others))] : (float)((int32_t)below(9) - 4) / 4.0f;
}

static void pairs_are_sifted(void **state) {
    float scores[64], out[64];
    int32_t ranks[64];
    (void)state;
    for (uint32_t i = 0; i < 6 * TIMES; i++) {
        const lanes_kernels *kernels = set_at(i % 3);
        const uint32_t count = 1 + below(COUNT(scores));
        const float floor = below(2) != 0 ? -INFINITY : random_score(),
                    threshold = below(2) != 0 ? NAN : random_score();
        for (uint32_t pair = 0; pair < count; pair++) {
            scores[pair] = random_score();
            ranks[pair] = below(8) == 0 ? INT32_MIN : (int32_t)below(3) - 1;
        }
        if (kernels == NULL) {
            continue;
        }
        int32_t top = INT32_MIN;
        for (uint32_t pair = 0; pair < count; pair++) {
            const bool is_left = scores[pair] >= floor && !(scores[pair] <= threshold);
            top = is_left && ranks[pair] > top ? ranks[pair] : top;
        }
        assert_int_equal(kernels->sift(out, scores, ranks, count, floor, threshold), top);
        for (uint32_t pair = 0; pair < count; pair++) {
            const bool stays = scores[pair] >= floor && !(scores[pair] <= threshold) && ranks[pair] == top;
            assert_memory_equal(&out[pair], stays ? &scores[pair] : &(float){math_float(MATH_NAN_BITS)}, sizeof(float));
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(rows_become_columns), cmocka_unit_test(lanes_of_masks),
                                       cmocka_unit_test(pairs_are_sifted)};
    return cmocka_run_group_tests_name("rows as columns", tests, NULL, NULL);
}
