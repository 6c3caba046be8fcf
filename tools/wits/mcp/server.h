// SPDX-License-Identifier: MIT
// Shared by the parts of `wits mcp`.
#ifndef WITS_TOOL_MCP_SERVER_H
#define WITS_TOOL_MCP_SERVER_H

#include "mcp/mcp.h"
#include "mcp/tools.h"
#include "rpc/server.h"

enum {
    MCP_MAX_TEXT = 20000,          ///< bytes of an answer; the rest is read with `first_line`
    MCP_MAX_LINE = 4000,           ///< bytes of a line of it
    MCP_MAX_RESULT = 100000,       ///< bytes of a JSON result that is sent as such
    MCP_MAX_PICTURE = 1 << 20,     ///< bytes of a picture
    MCP_MAX_OUTPUT = 16 << 20,     ///< bytes that a command may print
    MCP_MAX_ARGUMENTS = 64 << 10,  ///< bytes of a command line
    MCP_SECONDS = 60,              ///< time limit of a command
    MCP_MAX_SECONDS = 600
};

// ----------------------------------------------------------------------------------------------------------- folders.c

/// Resolves the path of a file that a client names, relative to the first folder. Describes the problem and returns
/// false unless it is a regular file below one of the folders.
bool mcp_path_to_read(const mcp_folders *of, const char *given, text *real, text *problem);
/// The same for a file that will be written: its folder must be below one of them.
bool mcp_path_to_write(const mcp_folders *of, const char *given, text *real, text *problem);

// -------------------------------------------------------------------------------------------------------------- call.c

/// Runs a tool. Returns the result of tools/call; null after rpc_fail.
json_t *mcp_run_tool(const mcp_folders *folders, rpc_call *call, const mcp_tool *tool, json_t *arguments);
/// From now on a signal that ends this program also ends the running command, and removes temporary files.
void mcp_watch_deaths(void);
/// Returns a result with an answer from line `first` on, cut after MCP_MAX_TEXT bytes. `structured`, which may be
/// null, receives the numbers of lines.
json_t *mcp_text_result(const text *of, uint32_t first, json_t *structured);
/// Returns a result with the mistake in a call, for the agent to correct it.
json_t *mcp_mistake(const char *problem);

// -------------------------------------------------------------------------------------------------------------- docs.c

/// Writes the section for a topic, or without one the list of pages. Describes the problem and returns false on
/// failure.
bool mcp_docs(const char *topic, text *to, text *problem);
/// Returns the result of resources/list.
json_t *mcp_resources_list(void);
/// Returns the result of resources/read; null after rpc_fail.
json_t *mcp_resource_read(rpc_call *call, const char *uri);

#endif
