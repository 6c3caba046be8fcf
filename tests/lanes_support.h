// SPDX-License-Identifier: MIT
// Compares programs over columns, with every instruction set of this machine, with the same programs for one agent
// after another: conditions, values and assignments. Columns begin at any address that their width allows.
#ifndef WITS_TESTS_LANES_SUPPORT_H
#define WITS_TESTS_LANES_SUPPORT_H

#include "expr/lanes.h"
#include "expr_world.h"

enum {
    MOST_LANES = 128,
    FENCE = 64,  ///< bytes before and after a column that must not be written
    COLUMN_BYTES = MOST_LANES * 4 + 2 * FENCE + 64,
    FENCE_BYTE = 0xA5,

    COLUMN_FIELD = 1,
    COLUMN_MASK = COLUMN_FIELD + FIELDS,
    COLUMN_SLOT,
    COLUMN_ELAPSED,
    COLUMN_SINK,
    COLUMN_TEMP,
    MOST_TEMPS = 100,  ///< temporary columns of each width
    COLUMNS = COLUMN_TEMP + 2 * MOST_TEMPS,
    FIRST_VALUE = 4096,  ///< the number of a part's first value
};

/// The programs and agents of a case: lane n is the agent of row `first + n % rows`.
typedef struct lanes_case {
    const expr_program *program;
    const char *text;
    world *w;
    size_t first;
    uint32_t rows;
    uint32_t count;            ///< lanes
    const uint64_t *first_id;  ///< for consecutive ids: that of lane 0; else the ids are those of the rows
    uint32_t field;            ///< the assigned field; EXPR_NONE: the value is computed
} lanes_case;

/// One run of the case.
typedef struct lanes_frame {
    const lanes_case *of;
    uint8_t memory[COLUMNS][COLUMN_BYTES];
    void *columns[COLUMNS];
    uint8_t width[COLUMNS];
    uint8_t read_only[COLUMNS];
    uint8_t flags[COLUMNS];
    uint8_t tables[16 * 256];
    uint64_t ids[MOST_LANES];
    lanes_column value;  ///< column from wits_expr_lanes_word
    uint32_t constant;
} lanes_frame;

static uint64_t lanes_random_state = 0x9E3779B97F4A7C15u;
static uint32_t lanes_done, lanes_refused;  ///< cases that ran in blocks, and cases that did not

static inline size_t lane_row(const lanes_case *of, uint32_t lane) {
    return of->first + lane % of->rows;
}

static inline uint64_t lane_id(const lanes_case *of, uint32_t lane) {
    return of->first_id != NULL ? *of->first_id + lane : of->w->ids[lane_row(of, lane)];
}

static inline expr_value lane_alone(const lanes_case *of, uint32_t lane) {
    expr_env env = world_env(of->w, lane_row(of, lane));
    env.agent = lane_id(of, lane);
    return wits_expr_eval_one(of->program, &env);
}

// ------------------------------------------------------------------------------------------------------------ building

/// A state is active if the slot, which is the remainder of the row, has one value.
static inline void lanes_is_in(void *user, const lanes_place *place, uint32_t state, lanes_column out) {
    const uint32_t slot = (3 - state % 3) % 3;
    (void)place;
    wits_expr_lanes_emit(user, wits_expr_lanes_range(out, COLUMN_SLOT, slot, slot, 0));
}

static inline expr_field_type lanes_field_type(const void *user, uint32_t field) {
    (void)user;
    return (expr_field_type)field_rows[field].type;
}

static inline lanes_builder lanes_build(lanes_frame *f, lanes_op *code) {
    const lanes_case *of = f->of;
    static lanes_life lives[4 * LANES_MAX_NODES];
    static uint32_t named[(COLUMNS + 31) / 32];
    memset(f->flags, 0, sizeof f->flags);
    lanes_builder b = {.code = code,
                       .tables = f->tables,
                       .first_temp = COLUMN_TEMP,
                       .first_value = FIRST_VALUE,
                       .lives = lives,
                       .field_type = lanes_field_type,
                       .first_field = COLUMN_FIELD,
                       .named = named,
                       .flags = f->flags};
    const lanes_place place = {.mask = COLUMN_MASK, .elapsed = COLUMN_ELAPSED, .is_in = lanes_is_in, .user = &b};
    wits_expr_lanes_begin(&b, false);
    if (of->field != EXPR_NONE) {
        wits_expr_lanes_assign(&b, &place, of->program, of->field, COLUMN_MASK);
    } else if (of->program->type == EXPR_BOOL) {
        wits_expr_lanes_and_condition(&b, &place, of->program, COLUMN_MASK);
    } else {
        f->value = wits_expr_lanes_word(&b, &place, of->program, &f->constant);
        wits_expr_lanes_emit(&b, (lanes_op){.kind = LANES_READS, .a = f->value});
    }
    wits_expr_lanes_end(&b);
    assert_true(b.most_values <= COUNT(lives));
    if (code != NULL && b.failed == NULL && of->field == EXPR_NONE && of->program->type != EXPR_BOOL) {
        f->value = code[b.count - 2].a;
    }
    return b;
}

// ------------------------------------------------------------------------------------------------------------- columns

static inline void lanes_take_column(lanes_frame *f, uint32_t column, uint32_t width) {
    memset(f->memory[column], FENCE_BYTE, COLUMN_BYTES);
    uint32_t offset = (uint32_t)(next_random(&lanes_random_state) >> 32) % (64 / width) * width;
    uint8_t *base = f->memory[column];
    base += 64 - (uintptr_t)base % 64;  // from there every alignment is equally likely
    f->columns[column] = base + offset;
    f->width[column] = (uint8_t)width;
}

static inline void lanes_check_fences(const lanes_frame *f, uint32_t column) {
    const uint8_t *base = f->columns[column], *end = base + f->of->count * f->width[column];
    for (const uint8_t *at = f->memory[column]; at < f->memory[column] + COLUMN_BYTES; at++) {
        if (at == base) {
            at = end;
        }
        if (*at != FENCE_BYTE) {
            fail_msg("%s: column %u is left, at %d", f->of->text, (unsigned)column, (int)(at - base));
        }
    }
}

/// The bytes of a lane's field in the world.
static inline const uint8_t *lane_field(const lanes_case *of, uint32_t field, uint32_t lane) {
    const expr_field *from = &of->w->fields[field];
    return (const uint8_t *)from->base + lane_row(of, lane) * from->stride;
}

/// A field that the code does not use has no column.
static inline void lanes_open(lanes_frame *f, const lanes_builder *b) {
    const lanes_case *of = f->of;
    lanes_take_column(f, COLUMN_MASK, 1);
    lanes_take_column(f, COLUMN_SLOT, 1);
    lanes_take_column(f, COLUMN_ELAPSED, 4);
    lanes_take_column(f, COLUMN_SINK, 4);
    assert_true(b->byte_temps <= MOST_TEMPS && b->word_temps <= MOST_TEMPS);
    for (uint32_t i = 0; i < b->byte_temps; i++) {
        lanes_take_column(f, COLUMN_TEMP + 2 * i, 1);
    }
    for (uint32_t i = 0; i < b->word_temps; i++) {
        lanes_take_column(f, COLUMN_TEMP + 2 * i + 1, 4);
    }
    for (uint32_t field = 0; field < FIELDS; field++) {
        uint32_t width = wits_expr_field_size(field_rows[field].type);
        f->columns[COLUMN_FIELD + field] = NULL;
        if (f->flags[COLUMN_FIELD + field] == 0) {
            continue;
        }
        lanes_take_column(f, COLUMN_FIELD + field, width);
        f->read_only[COLUMN_FIELD + field] = of->w->fields[field].stride == 0;
        for (uint32_t i = 0; i < of->count; i++) {
            memcpy((uint8_t *)f->columns[COLUMN_FIELD + field] + i * width, lane_field(of, field, i), width);
        }
    }
    bool all = of->field == EXPR_NONE && of->program->type != EXPR_BOOL;
    for (uint32_t i = 0; i < of->count; i++) {
        ((uint8_t *)f->columns[COLUMN_MASK])[i] = all || (next_random(&lanes_random_state) >> 32) % 4 != 0 ? 0xFF : 0;
        ((uint8_t *)f->columns[COLUMN_SLOT])[i] = (uint8_t)(lane_row(of, i) % 3);
        ((int32_t *)f->columns[COLUMN_ELAPSED])[i] = operation_ticks(of->w->elapsed[lane_row(of, i)]);
        f->ids[i] = lane_id(of, i);
    }
}

// ------------------------------------------------------------------------------------------------------ host functions

// Lanes outside of the mask may have any value.

/// The value passed to a lane; ARGUMENTs follow the call.
static inline uint32_t lane_given(const lanes_frame *f, const lanes_op *call, uint32_t lane, expr_given *given) {
    uint32_t count = 0;
    for (const lanes_op *at = call + 1; at->kind == LANES_ARGUMENT; at++) {
        assert_true(count < EXPR_MAX_ARGUMENTS);
        const uint32_t bits = at->a != 0 ? ((const uint32_t *)f->columns[at->a])[lane] : at->k[0];
        const bool is_float = at->flags == EXPR_FLOAT;
        given[count++] = (expr_given){.type = (expr_type)at->flags,
                                      .list = at->flags == EXPR_ENUM ? at->k[1] : 0,
                                      .value.bits = is_float ? math_canonical_bits(bits) : bits};
    }
    return count;
}

static inline void lanes_host_condition(void *user, const lanes_op *at, const uint8_t *mask, uint8_t *out) {
    const lanes_frame *f = user;
    expr_given given[EXPR_MAX_ARGUMENTS];
    for (uint32_t i = 0; i < f->of->count; i++) {
        const uint32_t count = lane_given(f, at, i, given);
        out[i] = mask[i] == 0 ? 0x5A : answer_condition(at->k[0], lane_row(f->of, i), given, count) ? 0xFF : 0;
    }
}

static inline void lanes_host_score(void *user, const lanes_op *at, const uint8_t *mask, float *out) {
    const lanes_frame *f = user;
    expr_given given[EXPR_MAX_ARGUMENTS];
    for (uint32_t i = 0; i < f->of->count; i++) {
        const uint32_t count = lane_given(f, at, i, given);
        out[i] = mask[i] == 0 ? 1e30f : answer_score(at->k[0], lane_row(f->of, i), given, count);
    }
}

// ----------------------------------------------------------------------------------------------------------- comparing

static inline void lanes_differ(const lanes_case *of, uint32_t set, uint32_t lane, uint32_t got, uint32_t alone) {
    fail_msg("%s%s%s: instruction set %u: lane %u of %u has %08x, alone %08x",
             of->field != EXPR_NONE ? field_rows[of->field].name : "", of->field != EXPR_NONE ? " = " : "", of->text,
             (unsigned)set, (unsigned)lane, (unsigned)of->count, (unsigned)got, (unsigned)alone);
}

/// The bits of one lane of a field, before or after.
static inline uint32_t lane_bits(const void *at, uint32_t width) {
    uint32_t bits = 0;
    memcpy(&bits, at, width == 1 ? 1 : width == 2 ? 2 : 4);
    return bits;
}

/// The bytes that wits_expr_store leaves in place of `before`.
static inline uint32_t lane_stored(const lanes_case *of, uint32_t before, expr_value value) {
    uint8_t bytes[4];
    memcpy(bytes, &before, sizeof bytes);
    const expr_field one = {bytes, wits_expr_field_size(field_rows[of->field].type), field_rows[of->field].type};
    wits_expr_store(&one, 0, value);
    return lane_bits(bytes, (uint32_t)one.stride);
}

static inline void lanes_check_fields(const lanes_frame *f, const uint8_t *mask, const expr_value *alone,
                                      uint32_t set) {
    const lanes_case *of = f->of;
    for (uint32_t field = 0; field < FIELDS; field++) {
        uint32_t width = f->width[COLUMN_FIELD + field];
        if (f->columns[COLUMN_FIELD + field] == NULL) {
            continue;
        }
        bool written = field == of->field && !f->read_only[COLUMN_FIELD + field];
        for (uint32_t i = 0; i < of->count; i++) {
            uint32_t before = lane_bits(lane_field(of, field, i), width);
            uint32_t expected = written && mask[i] != 0 ? lane_stored(of, before, alone[i]) : before;
            uint32_t got = lane_bits((const uint8_t *)f->columns[COLUMN_FIELD + field] + i * width, width);
            if (got != expected) {
                lanes_differ(of, set, i, got, expected);
            }
        }
    }
}

static inline void lanes_check_value(const lanes_frame *f, const uint8_t *mask, const expr_value *alone, uint32_t set) {
    const lanes_case *of = f->of;
    for (uint32_t i = 0; i < of->count; i++) {
        uint32_t expected = alone[i].bits, got = f->constant;
        if (of->program->type == EXPR_BOOL) {
            expected = mask[i] != 0 && alone[i].bits != 0 ? 0xFF : 0;
            got = ((const uint8_t *)f->columns[COLUMN_MASK])[i];
        } else if (f->value != 0) {
            got = ((const uint32_t *)f->columns[f->value])[i];
        }
        got = of->program->type == EXPR_FLOAT ? math_canonical_bits(got) : got;
        if (got != expected) {
            lanes_differ(of, set, i, got, expected);
        }
    }
}

static inline void lanes_check_set(lanes_frame *f, const lanes_builder *b, const lanes_op *code,
                                   const expr_value *alone, uint32_t set, const lanes_kernels *kernels) {
    const lanes_case *of = f->of;
    uint8_t mask[MOST_LANES];
    bool any = true;
    lanes_open(f, b);
    memcpy(mask, f->columns[COLUMN_MASK], of->count);
    bool shared = of->field != EXPR_NONE && of->w->fields[of->field].stride == 0;
    const lanes_block block = {.columns = f->columns,
                               .tables = f->tables,
                               .count = of->count,
                               .tick = of->w->tick,
                               .read_only = shared ? f->read_only : NULL,
                               .sink = COLUMN_SINK,
                               .any = &any,
                               .seed = of->w->seed,
                               .first_id = of->first_id != NULL ? *of->first_id : 0,
                               .ids = of->first_id != NULL ? NULL : f->ids,
                               .user = f,
                               .condition = lanes_host_condition,
                               .score = lanes_host_score};
    wits_expr_lanes_run(kernels, code, 0, &block);
    lanes_check_fields(f, mask, alone, set);
    if (of->field == EXPR_NONE) {
        lanes_check_value(f, mask, alone, set);
    }
    for (uint32_t column = COLUMN_FIELD; column < COLUMN_TEMP; column++) {
        if (f->columns[column] != NULL) {
            lanes_check_fences(f, column);
        }
    }
    for (uint32_t i = 0; i < b->byte_temps; i++) {
        lanes_check_fences(f, COLUMN_TEMP + 2 * i);
    }
    for (uint32_t i = 0; i < b->word_temps; i++) {
        lanes_check_fences(f, COLUMN_TEMP + 2 * i + 1);
    }
}

/// Counting operations must agree with writing them. Returns false if it cannot run in blocks.
static inline bool lanes_check(const lanes_case *of) {
    static lanes_frame frame;
    static expr_value alone[MOST_LANES];
    const lanes_kernels *const sets[] = {wits_expr_lanes_kernels_baseline(), wits_expr_lanes_kernels_avx2(),
                                         wits_expr_lanes_kernels_avx512()};
    frame.of = of;
    const lanes_builder counted = lanes_build(&frame, NULL);
    if (counted.failed != NULL) {
        lanes_refused++;
        return false;
    }
    lanes_done++;
    lanes_op *code = malloc(sizeof *code * (counted.count + LANES_RECENT));
    const lanes_builder b = lanes_build(&frame, code);
    assert_int_equal(b.count, counted.count);
    for (uint32_t i = 0; i < of->count; i++) {
        bool again = i >= of->rows && of->first_id == NULL;
        alone[i] = again ? alone[i - of->rows] : lane_alone(of, i);
    }
    for (uint32_t set = 0; set < COUNT(sets); set++) {
        if (sets[set] != NULL) {
            lanes_check_set(&frame, &b, code, alone, set, sets[set]);
        }
    }
    free(code);
    return true;
}

static inline uint32_t lanes_whole(uint32_t count) {
    return (count + LANES_STEP - 1) / LANES_STEP * LANES_STEP;
}

#endif
