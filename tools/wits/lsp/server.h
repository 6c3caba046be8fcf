// SPDX-License-Identifier: MIT
// The state of the language server and what its parts share. Each part answers some methods of LSP 3.17.
#ifndef WITS_TOOL_LSP_SERVER_H
#define WITS_TOOL_LSP_SERVER_H

#include "lsp/checks.h"
#include "lsp/documents.h"
#include "rpc/server.h"

typedef enum lsp_stage { LSP_NEW, LSP_READY, LSP_SHUT_DOWN, LSP_LEFT } lsp_stage;

typedef struct lsp {
    rpc_server *rpc;
    lsp_stage stage;
    bool watches;  ///< the editor can tell of files that change on disk
    documents open;
    checks checked;
} lsp;

/// Returns the open document of a request; null after rpc_fail.
document *lsp_document(lsp *server, rpc_call *call);
/// Reads a position of JSON.
position lsp_position(const json_t *from);
json_t *lsp_position_json(const lines *of, size_t offset);
json_t *lsp_range_json(const lines *of, size_t begin, size_t end);
/// Returns the URI of a path as the editor writes it. The caller frees it.
char *lsp_uri(const lsp *server, const char *path);

#endif
