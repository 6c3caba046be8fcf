// SPDX-License-Identifier: MIT
// Spans of memory that checks compare: values with a stride.
#ifndef WITS_CORE_SPAN_H
#define WITS_CORE_SPAN_H

#include <stdbool.h>
#include <stdint.h>

/// A column of values, or of agents' bytes.
typedef struct memory_span {
    uintptr_t start;
    uint64_t stride;
    uint64_t size;   ///< bytes of a value
    uint64_t count;  ///< values, at least 1
} memory_span;

static inline uint64_t span_bytes(const memory_span *s) {
    return (s->count - 1) * s->stride + s->size;
}

/// Returns whether two columns overlap. With equal strides they may be interleaved, like members of a struct; with
/// different strides they must be disjoint.
static inline bool spans_overlap(const memory_span *a, const memory_span *b) {
    if (a->start + span_bytes(a) <= b->start || b->start + span_bytes(b) <= a->start) {
        return false;
    }
    if (a->stride != b->stride || a->stride == 0) {
        return true;
    }
    uint64_t apart = (uint64_t)(b->start - a->start) % a->stride;  // modulo 2^64: the strides of structs
    if (b->start < a->start) {
        apart = (a->stride - (uint64_t)(a->start - b->start) % a->stride) % a->stride;
    }
    return apart < a->size || apart > a->stride - b->size;
}

#endif
