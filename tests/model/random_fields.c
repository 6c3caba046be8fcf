// SPDX-License-Identifier: MIT
#include "random_fields.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "trees/tree.h"

/// The position of the next field: fields of one struct share a stride, a column has its own.
typedef struct packer {
    random_layout *layout;
    rng r;
    uint32_t first;  ///< first field of the struct being filled
    uint32_t count;
} packer;

static void place_struct(packer *p) {
    size_t size = 0;
    for (uint32_t i = p->first; i < p->first + p->count; i++) {
        random_place *f = &p->layout->fields[i];
        size += rng_chance(&p->r, 30) ? rng_below(&p->r, 3) : 0;
        f->offset = p->layout->bytes + size;
        size += tree_size_of(f->type);
    }
    size += rng_chance(&p->r, 30) ? rng_below(&p->r, 5) : 0;
    for (uint32_t i = p->first; i < p->first + p->count; i++) {
        p->layout->fields[i].stride = size;
    }
    p->layout->bytes += size * p->layout->agents;
    p->first += p->count;
    p->count = 0;
}

static void place_shared(packer *p) {
    random_place *f = &p->layout->fields[p->first];
    f->offset = p->layout->bytes;
    f->stride = 0;
    p->layout->bytes += tree_size_of(f->type);
    p->first++;
}

void random_layout_make(random_layout *layout, const wits_desc *desc, const bool *shared, uint64_t seed,
                        uint32_t agents) {
    packer p = {layout, {host_mix(seed, 11)}, 0, 0};
    uint32_t structs = rng_below(&p.r, 101);  // percent of fields that belong to the previous struct
    memset(layout, 0, sizeof *layout);
    layout->field_count = desc->field_count;
    layout->agents = agents;
    layout->bytes = 1 + rng_below(&p.r, 4);
    for (uint32_t i = 0; i < desc->field_count; i++) {
        layout->fields[i].type = desc->fields[i].type;
        layout->fields[i].values = desc->fields[i].value_count;
        if (p.count > 0 && (shared[i] || !rng_chance(&p.r, structs))) {
            place_struct(&p);
        }
        if (shared[i]) {
            place_shared(&p);
        } else {
            p.count++;
        }
    }
    if (p.count > 0) {
        place_struct(&p);
    }
}

void random_layout_columns(const random_layout *layout, uint8_t *memory, wits_column *columns) {
    for (uint32_t i = 0; i < layout->field_count; i++) {
        const random_place *f = &layout->fields[i];
        columns[i] = (wits_column){.base = memory + f->offset, .stride = f->stride, .type = f->type};
    }
}

static tree_value some_float(rng *r) {
    static const float values[] = {0.0f,      -0.0f,    1.0f, -1.0f,  0.5f,  2.0f,  10.0f,
                                   -INFINITY, INFINITY, NAN,  1e-42f, 3e38f, -2.5f, 1e10f};
    tree_value value = {.f = (float)((int)rng_below(r, 4000) - 2000) / 256.0f};
    if (rng_chance(r, 40)) {
        value.f = values[rng_below(r, sizeof values / sizeof *values)];
    } else if (rng_chance(r, 2)) {
        value.bits = 0x7F800001u | ((uint32_t)rng_next(r) & 0x807FFFFFu);  // any NaN, signalling ones included
    }
    return value;
}

static tree_value some_value(rng *r, const random_place *f) {
    static const int32_t ints[] = {0, 1, -1, 2, 7, 100, 127, 255, 32767, 65535, INT32_MAX, INT32_MIN};
    switch (f->type) {
    case WITS_TYPE_BOOL:
        return (tree_value){.bits = rng_below(r, 2)};
    case WITS_TYPE_ENUM:
        return (tree_value){.bits = rng_below(r, f->values)};
    case WITS_TYPE_FLOAT:
        return some_float(r);
    default:
        return (tree_value){.i = rng_chance(r, 50) ? ints[rng_below(r, sizeof ints / sizeof *ints)]
                                                   : (int32_t)rng_below(r, 30) - 10};
    }
}

void random_fields_fill(const random_layout *layout, uint8_t *memory, uint64_t seed) {
    rng r = {host_mix(seed, 12)};
    for (size_t i = 0; i < layout->bytes; i++) {
        memory[i] = (uint8_t)rng_next(&r);
    }
    for (uint32_t i = 0; i < layout->field_count; i++) {
        const random_place *f = &layout->fields[i];
        for (uint32_t agent = 0; agent < (f->stride == 0 ? 1 : layout->agents); agent++) {
            tree_store(f->type, memory + f->offset + agent * f->stride, some_value(&r, f));
        }
    }
}

void random_fields_input(const random_layout *layout, uint8_t *memory, uint32_t agent, uint64_t seed) {
    rng r = {host_mix(seed, 13)};
    uint32_t percent = rng_chance(&r, 50) ? 0 : rng_below(&r, 60);
    for (uint32_t i = 0; i < layout->field_count; i++) {
        const random_place *f = &layout->fields[i];
        if (rng_chance(&r, percent) && f->stride != 0) {
            tree_store(f->type, memory + f->offset + agent * f->stride, some_value(&r, f));
        }
    }
}

// ------------------------------------------------------------------------------------------------------------- targets

enum { OWN_ROWS = 8, MOST_TWICE = 4 };

/// Few ids, so that targets return and are duplicated.
static uint32_t some_id(rng *r) {
    static const uint32_t ids[] = {0, 1, 2, 3, 7, 100, 0xFFFFFFFE, WITS_NO_TARGET};
    return rng_chance(r, 5) ? ids[rng_below(r, 8)] : ids[rng_below(r, 5)];
}

/// Numbers with which targets have close scores more often than with other fields' numbers.
static tree_value some_target_value(rng *r, const random_place *f) {
    if (f->type == WITS_TYPE_FLOAT && rng_chance(r, 75)) {
        return (tree_value){.f = (float)rng_below(r, 9) / 8.0f};
    }
    return some_value(r, f);
}

static void make_list(random_view *v, const wits_target_desc *desc, uint32_t kind, bool offsets, rng *r) {
    static const uint32_t most[] = {0, 1, 2, 4, RANDOM_TARGETS};
    wits_target_list *list = &v->lists[kind];
    const uint32_t capacity = v->agents * RANDOM_TARGETS;
    const size_t value_bytes = (size_t)(capacity + OWN_ROWS) * 4;
    uint8_t *memory = calloc(1, (size_t)(2 * capacity + v->agents + 1) * 4 + RANDOM_TARGET_FIELDS * value_bytes);
    uint32_t *ids = (uint32_t *)(void *)memory;
    uint32_t *own_rows = ids + capacity;
    uint32_t *ends = own_rows + capacity;
    uint8_t *values = (uint8_t *)(ends + v->agents + 1);
    const uint32_t many = most[rng_below(r, 5)];
    const bool is_crowded = many == RANDOM_TARGETS && rng_chance(r, 50);
    for (uint32_t agent = 0; agent < v->agents; agent++) {
        ends[agent] = list->count;
        for (uint32_t rows = rng_below(r, many + 1); rows > 0; rows--) {
            own_rows[list->count] = rng_below(r, OWN_ROWS);
            ids[list->count++] = is_crowded ? rng_below(r, 2 * RANDOM_TARGETS) : some_id(r);
        }
    }
    ends[v->agents] = list->count;
    const bool by_row = rng_chance(r, 50);
    for (uint32_t i = 0; i < desc->field_count; i++) {
        const random_place f = {.type = desc->fields[i].type, .values = desc->fields[i].value_count};
        const size_t size = tree_size_of(f.type);
        const bool is_one = rng_chance(r, 5);  // a stride of 0 is one value for all
        uint8_t *base = values + i * value_bytes;
        for (uint32_t row = 0; row < capacity + OWN_ROWS; row++) {
            tree_store(f.type, base + row * size, some_target_value(r, &f));
        }
        v->columns[kind][i] = (wits_column){.base = base, .stride = is_one ? 0 : size, .type = f.type};
    }
    list->ids = ids;
    list->columns = desc->field_count > 0 ? v->columns[kind] : NULL;
    list->own_rows = by_row ? own_rows : NULL;
    list->own_count = by_row ? OWN_ROWS : list->count;
    list->offsets = offsets ? ends : NULL;
    v->memory[kind] = memory;
}

void random_view_make(random_view *view, const wits_desc *desc, uint32_t agents, bool offsets, uint64_t seed) {
    rng r = {host_mix(seed, 14)};
    memset(view, 0, sizeof *view);
    view->kinds = desc->target_count;
    view->agents = agents;
    for (uint32_t kind = 0; kind < desc->target_count; kind++) {
        if (!rng_chance(&r, 8)) {
            make_list(view, &desc->targets[kind], kind, offsets, &r);
        }
    }
}

void random_view_free(random_view *view) {
    for (uint32_t kind = 0; kind < view->kinds; kind++) {
        free(view->memory[kind]);
        view->memory[kind] = NULL;
    }
}

void random_view_print(FILE *out, const random_view *view, const wits_desc *desc, uint32_t row) {
    for (uint32_t kind = 0; kind < view->kinds; kind++) {
        const wits_target_list *list = &view->lists[kind];
        const uint32_t first = list->offsets != NULL ? list->offsets[row] : 0;
        const uint32_t end = list->offsets != NULL ? list->offsets[row + 1] : list->count;
        for (uint32_t i = first; i < end; i++) {
            (void)fprintf(out, "    %s %u in row %u:", desc->targets[kind].name, list->ids[i], i);
            for (uint32_t f = 0; f < desc->targets[kind].field_count; f++) {
                const wits_target_field_desc *field = &desc->targets[kind].fields[f];
                const wits_column *column = &list->columns[f];
                const size_t at = field->own && list->own_rows != NULL ? list->own_rows[i] : i;
                const tree_value value = tree_load(field->type, (const uint8_t *)column->base + at * column->stride);
                (void)fprintf(out, field->type == WITS_TYPE_FLOAT ? " %s=%g" : " %s=%.0f", field->name,
                              field->type == WITS_TYPE_FLOAT ? (double)value.f : (double)value.i);
            }
            (void)fputs("\n", out);
        }
    }
}
