// SPDX-License-Identifier: MIT
// The command `wits lsp`, which also exists without jansson.
#ifndef WITS_TOOL_LSP_H
#define WITS_TOOL_LSP_H

#include "common/tool.h"

/// A server without files, for hosts that are not a terminal: it receives bytes of the editor and sends messages.
typedef struct lsp lsp;

/// `write` receives a message at a time.
lsp *lsp_new(void (*write)(void *stream, const void *bytes, size_t size), void *stream);
/// Answers what the bytes contain. Returns false once the connection is over.
bool lsp_take(lsp *to, const void *bytes, size_t size);
void lsp_free(lsp *of);

/// Serves an editor until it ends the connection. Returns a status; prints errors.
int lsp_serve(void);

#endif
