// SPDX-License-Identifier: MIT
// The command `wits mcp`, which also exists without jansson.
#ifndef WITS_TOOL_MCP_H
#define WITS_TOOL_MCP_H

#include "common/tool.h"

/// The folders that a server may read and write, with the links in their paths resolved.
typedef struct mcp_folders {
    char **paths;
    size_t count;
} mcp_folders;

/// Serves a client until it ends the connection. Returns a status; prints errors.
int mcp_serve(const mcp_folders *folders);

#endif
