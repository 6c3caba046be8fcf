// SPDX-License-Identifier: MIT
// The state of the language server and what its parts share. Each part answers some methods of LSP 3.17.
#ifndef WITS_TOOL_LSP_SERVER_H
#define WITS_TOOL_LSP_SERVER_H

#include "lsp/documents.h"
#include "rpc/server.h"

typedef enum lsp_stage { LSP_NEW, LSP_READY, LSP_SHUT_DOWN, LSP_LEFT } lsp_stage;

typedef struct lsp {
    rpc_server *rpc;
    lsp_stage stage;
    documents open;
} lsp;

#endif
