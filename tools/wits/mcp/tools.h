// SPDX-License-Identifier: MIT
// The tools that `wits mcp` offers: each is a command of the program with some of its options. From this table come
// the schemas that clients see and the words of the command line.
#ifndef WITS_TOOL_MCP_TOOLS_H
#define WITS_TOOL_MCP_TOOLS_H

#include "rpc/json.h"

typedef enum mcp_kind {
    MCP_FILE,      ///< text or path of a file that is read
    MCP_FILES,     ///< a list of those, each after the option
    MCP_TARGETS,   ///< an object: kind of targets to text or path; each is "KIND=PATH" after the option
    MCP_STRING,    ///< text after the option
    MCP_STRINGS,   ///< a list of those, each after the option
    MCP_SETTINGS,  ///< an object: name to text, number or bool; each is "NAME=VALUE" after the option
    MCP_COUNT,     ///< an integer from 0
    MCP_FLAG,      ///< the option alone
    MCP_OUTPUT     ///< path of a file that is written
} mcp_kind;

enum { MCP_MAX_PARAMS = 20, MCP_MAX_ITEMS = 100 };

typedef struct mcp_param {
    const char *name;
    mcp_kind kind;
    const char *option;  ///< null: an argument without an option
    const char *what;
    bool is_required;
    const char *ending;         ///< of a text that is written to a file for the program
    const char *const *values;  ///< the texts that are allowed, ended by null; null: any
} mcp_param;

/// A meaning of an exit status.
typedef struct mcp_meaning {
    int status;
    const char *what;
} mcp_meaning;

typedef struct mcp_tool {
    const char *name;
    const char *title;
    const char *what;
    const char *words[3];  ///< the command and options that it always has, ended by null
    mcp_param params[MCP_MAX_PARAMS];
    mcp_meaning meanings[5];  ///< statuses that are answers, not errors; ended by a null text
    const char *picture;      ///< ending of the picture that the command draws; null: none
} mcp_tool;

extern const mcp_tool mcp_tools[];
extern const size_t mcp_tool_count;

const mcp_tool *mcp_tool_find(const char *name);
const mcp_param *mcp_param_find(const mcp_tool *of, const char *name);
/// Returns the answer to tools/list.
json_t *mcp_tools_list(void);

#endif
