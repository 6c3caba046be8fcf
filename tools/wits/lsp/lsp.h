// SPDX-License-Identifier: MIT
// The command `wits lsp`, which also exists without jansson.
#ifndef WITS_TOOL_LSP_H
#define WITS_TOOL_LSP_H

#include "common/tool.h"

/// Serves an editor until it ends the connection. Returns a status; prints errors.
int lsp_serve(void);

#endif
