// SPDX-License-Identifier: MIT
// Memory that lives as long as a prover, and sets of numbers.
#include "prove/inside.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void *pool_take(pool *p, size_t count, size_t size) {
    if (p->count == p->capacity) {
        const size_t capacity = p->capacity == 0 ? 64 : p->capacity * 2;
        void **pieces = realloc(p->pieces, capacity * sizeof *pieces);
        if (pieces == NULL) {
            p->failed = true;
            return NULL;
        }
        p->pieces = pieces;
        p->capacity = capacity;
    }
    void *piece = calloc(count > 0 ? count : 1, size > 0 ? size : 1);
    p->failed |= piece == NULL;
    if (piece != NULL) {
        p->pieces[p->count++] = piece;
    }
    return piece;
}

char *pool_text(pool *p, const char *text, size_t length) {
    char *copy = pool_take(p, length + 1, 1);
    if (copy != NULL) {
        memcpy(copy, text, length);
    }
    return copy;
}

char *pool_format_list(pool *p, const char *format, va_list arguments) {
    va_list again;
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, again);  // NOLINT(clang-analyzer-valist.Uninitialized): it is copied
    va_end(again);
    char *text = pool_take(p, length > 0 ? (size_t)length + 1 : 1, 1);
    if (text != NULL) {
        vsnprintf(text, (size_t)length + 1, format, arguments);
    }
    return text;
}

char *pool_format(pool *p, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    char *text = pool_format_list(p, format, arguments);
    va_end(arguments);
    return text;
}

void pool_end(pool *p) {
    for (size_t i = 0; i < p->count; i++) {
        free(p->pieces[i]);
    }
    free(p->pieces);
    *p = (pool){.count = 0};
}

void number_set_add(number_set *to, double value) {
    if (to->count == to->capacity) {
        const uint32_t capacity = to->capacity == 0 ? 16 : to->capacity * 2;
        double *values = realloc(to->values, capacity * sizeof *values);
        if (values == NULL) {
            to->failed = true;
            return;
        }
        to->values = values;
        to->capacity = capacity;
    }
    to->values[to->count++] = value;
}

void number_set_end(number_set *of) {
    free(of->values);
    *of = (number_set){.count = 0};
}

static int sign_of(double value) {
    return signbit(value) ? -1 : 1;
}

static int compare_numbers(const void *a, const void *b) {
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    if (isnan(x) || isnan(y)) {
        return (isnan(x) ? 1 : 0) - (isnan(y) ? 1 : 0);
    }
    return x < y ? -1 : x > y ? 1 : sign_of(x) - sign_of(y);
}

void number_set_sort(number_set *of) {
    if (of->count == 0) {
        return;
    }
    qsort(of->values, of->count, sizeof *of->values, compare_numbers);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < of->count; i++) {
        if (compare_numbers(&of->values[kept - 1], &of->values[i]) != 0) {
            of->values[kept++] = of->values[i];
        }
    }
    of->count = kept;
}

uint32_t number_set_join(number_set *to, const number_set *from) {
    const uint32_t before = to->count;
    for (uint32_t i = 0; i < from->count; i++) {
        number_set_add(to, from->values[i]);
    }
    to->failed |= from->failed;
    number_set_sort(to);
    return to->count - before;
}
