// SPDX-License-Identifier: MIT
// Test data for record batches: fields of all types, in structs and in separate arrays.
#ifndef WITS_TESTS_OXEN_H
#define WITS_TESTS_OXEN_H

#include "wits/wits.h"

#include <stddef.h>
#include <stdlib.h>

enum { CALM, MOOD, TINY, SMALL, SHORT, WORD, LONG, SPEED, FIELDS };

static const char *const moods[] = {"sleepy", "awake", "furious"};
static const wits_field_desc fields[FIELDS] = {
    [CALM] = {.name = "calm", .type = WITS_TYPE_BOOL},
    [MOOD] = {.name = "mood", .type = WITS_TYPE_ENUM, .values = moods, .value_count = 3},
    [TINY] = {.name = "tiny", .type = WITS_TYPE_INT8},
    [SMALL] = {.name = "small", .type = WITS_TYPE_UINT8},
    [SHORT] = {.name = "short", .type = WITS_TYPE_INT16},
    [WORD] = {.name = "word", .type = WITS_TYPE_UINT16},
    [LONG] = {.name = "long", .type = WITS_TYPE_INT},
    [SPEED] = {.name = "speed", .type = WITS_TYPE_FLOAT},
};

/// One agent with all its fields, for arrays of structs, whose columns are copied.
typedef struct ox {
    float speed;
    int32_t long_;
    int16_t short_;
    uint16_t word;
    uint8_t calm, mood, small;
    int8_t tiny;
    uint8_t agent[16];
} ox;

static inline size_t width_of(wits_type type) {
    return type == WITS_TYPE_FLOAT || type == WITS_TYPE_INT      ? 4
           : type == WITS_TYPE_INT16 || type == WITS_TYPE_UINT16 ? 2
                                                                 : 1;
}

/// Columns of structs, or of arrays, which the caller frees.
static inline void ox_columns(ox *oxen, uint64_t count, wits_column columns[FIELDS]) {
    static const size_t offsets[FIELDS] = {offsetof(ox, calm),  offsetof(ox, mood),   offsetof(ox, tiny),
                                           offsetof(ox, small), offsetof(ox, short_), offsetof(ox, word),
                                           offsetof(ox, long_), offsetof(ox, speed)};
    for (uint32_t field = 0; field < FIELDS; field++) {
        const size_t width = width_of(fields[field].type);
        columns[field] =
            (wits_column){.base = oxen != NULL ? (char *)oxen + offsets[field] : calloc((size_t)count, width),
                          .stride = oxen != NULL ? sizeof *oxen : width,
                          .type = fields[field].type};
    }
}

#endif
