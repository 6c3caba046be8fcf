// SPDX-License-Identifier: MIT
// `wits crowd --native`: a brain as machine code. The machine's compiler makes a shared library from generated C, which
// is cached for later runs.
#ifndef WITS_TOOL_NATIVE_H
#define WITS_TOOL_NATIVE_H

#include "common/replace.h"
#include "crowd/native_abi.h"
#include "wits/file.h"

/// Machine code of a brain. A zeroed one has no code.
typedef struct native_code {
    const native_brain *brain;  ///< null: there is none, and the library runs the crowd
    void *library;
} native_code;

/// Takes the code of a brain from the cache, or compiles it. If that is impossible, prints a note and leaves `to`
/// without code. Returns a status: STATUS_INTERRUPTED if Ctrl-C stopped the compiler, else STATUS_DONE. Free `to` in
/// any case. Collective.
int native_load(const wits_file *file, native_code *to);
void native_free(native_code *of);

// ------------------------------------------------------------------------------------------------------ native_cache.c

/// Finds the folder of cached code, with a final slash, and creates it if necessary. Returns false and describes the
/// problem if there is none in which only this user can write.
bool native_cache_folder(text *to, text *problem);
/// Returns whether a file is complete and was written for this key by this user.
bool native_cache_has(const char *path, uint64_t key);
/// Completes a file that the compiler has written, and puts it into the cache. Returns false, with errno, on failure.
bool native_cache_put(replacement *file, uint64_t key);

#endif
