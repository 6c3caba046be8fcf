// SPDX-License-Identifier: MIT
// The module of the web extension: the language server without files. The worker writes the editor's bytes into
// lsp_room and calls lsp_read; messages of the server go to the import lsp_write. Files are those that are open.
#include "lsp/lsp.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

__attribute__((import_module("wits"), import_name("lsp_write"))) void lsp_write(const void *bytes, size_t size);

static lsp *server;
static text input;

static void write_message(void *stream, const void *bytes, size_t size) {
    (void)stream;
    lsp_write(bytes, size);
}

/// Returns where `size` bytes of the editor go.
char *EXPORT(lsp_room)(size_t size) {
    input.bytes = grow(input.bytes, &input.capacity, size, 1);
    return input.bytes;
}

/// Answers the bytes in that buffer. Returns false once the connection is over.
bool EXPORT(lsp_read)(size_t size) {
    if (server == NULL) {
        server = lsp_new(write_message, NULL);
    }
    return lsp_take(server, input.bytes, size);
}
