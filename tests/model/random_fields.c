// SPDX-License-Identifier: MIT
#include "random_fields.h"

#include <math.h>
#include <string.h>

#include "trees/tree.h"

/// Where the next field goes: fields of one struct share a stride, a column has its own.
typedef struct packer {
    random_layout *layout;
    rng r;
    uint32_t first;  ///< of the struct being filled
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
    uint32_t structs = rng_below(&p.r, 101);  // percent of fields that go on with the struct before
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
        value.bits = 0xFFC12345u;  // a NaN that is not the canonical one
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
