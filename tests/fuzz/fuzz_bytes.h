// SPDX-License-Identifier: MIT
// Bytes of a fuzzer as a file, whatever its name.
#ifndef WITS_FUZZ_BYTES_H
#define WITS_FUZZ_BYTES_H

#include "wits/file.h"

#include <string.h>

typedef struct fuzz_bytes {
    const void *bytes;  ///< null: there is no such file
    size_t length;
} fuzz_bytes;

/// A wits_open_fn whose user is a fuzz_bytes.
static inline bool fuzz_open(void *user, const char *name, const wits_allocator *allocator, char **to, size_t *length) {
    const fuzz_bytes *from = user;
    (void)name;
    *length = from->length;
    *to = from->length > 0 ? allocator->allocate(allocator->user, from->length) : NULL;
    if (*to != NULL) {
        memcpy(*to, from->bytes, from->length);
    }
    return from->bytes != NULL;
}

#endif
