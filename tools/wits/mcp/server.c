// SPDX-License-Identifier: MIT
// The lifecycle of a connection, and the methods of the protocol.
#include "mcp/server.h"

#include <string.h>

/// Versions of the protocol, the newest first. What this server uses is the same in all of them.
static const char *const versions[] = {"2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"};

static const char instructions[] =
    "Tools for wits, a library that decides what agents do: brains are YAML files with state machines and utility AI. "
    "Read 'brain-files.md' with the tool docs before you write one. After each edit call check. Write what must never "
    "happen as properties under 'prove', and what should happen as scenarios, then call prove and test: a refuted "
    "property comes with a shortest run as a counterexample, which explain explains.";

typedef struct mcp {
    const mcp_folders *folders;
    bool is_ready;  ///< 'initialize' was answered
} mcp;

// ----------------------------------------------------------------------------------------------------------- lifecycle

static json_t *initialize(void *user, rpc_call *call) {
    mcp *server = user;
    const char *wanted = rpc_member_string(rpc_params(call), "protocolVersion");
    const char *version = versions[0];
    if (wanted == NULL) {
        return rpc_fail(call, RPC_INVALID_PARAMS, "missing 'protocolVersion'");
    }
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        version = strcmp(versions[i], wanted) == 0 ? versions[i] : version;
    }
    server->is_ready = true;
    return json_pack("{s:s, s:{s:{}, s:{}}, s:{s:s, s:s, s:s}, s:s}", "protocolVersion", version, "capabilities",
                     "tools", "resources", "serverInfo", "name", "wits", "title", "wits", "version", WITS_VERSION,
                     "instructions", instructions);
}

static json_t *initialized(void *user, rpc_call *call) {
    (void)user;
    (void)call;
    return NULL;
}

static json_t *ping(void *user, rpc_call *call) {
    (void)user;
    (void)call;
    return json_object();
}

static rpc_code admits(void *user, const char *method) {
    const mcp *server = user;
    const bool is_first = strcmp(method, "initialize") == 0;
    if (strcmp(method, "ping") == 0) {
        return RPC_OK;
    }
    return is_first && server->is_ready   ? RPC_INVALID_REQUEST
           : is_first || server->is_ready ? RPC_OK
                                          : RPC_NOT_INITIALIZED;
}

// --------------------------------------------------------------------------------------------------------------- tools

static json_t *list_tools(void *user, rpc_call *call) {
    (void)user;
    (void)call;
    return mcp_tools_list();
}

static json_t *read_docs(json_t *arguments) {
    const json_t *topic = json_object_get(arguments, "topic");
    const char *words = json_string_value(topic);
    text section = {0}, problem = {0};
    json_t *result;
    if (topic != NULL && (words == NULL || strlen(words) != json_string_length(topic))) {
        result = mcp_mistake("argument 'topic': expected a text");
    } else if (!mcp_docs(words, &section, &problem)) {
        result = mcp_mistake(text_of(&problem));
    } else {
        result = mcp_text_result(&section, rpc_member_count(arguments, "first_line", UINT32_MAX, 1), NULL);
    }
    text_free(&section);
    text_free(&problem);
    return result;
}

/// Null arguments count as absent.
static json_t *call_tool(void *user, rpc_call *call) {
    const mcp *server = user;
    const char *name = rpc_member_string(rpc_params(call), "name");
    const mcp_tool *tool = name != NULL ? mcp_tool_find(name) : NULL;
    json_t *given = json_object_get(rpc_params(call), "arguments");
    if (tool == NULL) {
        text problem = {0};
        text_add(&problem, name != NULL ? "unknown tool " : "missing 'name' of a tool");
        if (name != NULL) {
            text_quoted(&problem, name, "");
        }
        rpc_fail(call, RPC_INVALID_PARAMS, "%s", text_of(&problem));
        text_free(&problem);
        return NULL;
    }
    if (given != NULL && !json_is_object(given) && !json_is_null(given)) {
        return rpc_fail(call, RPC_INVALID_PARAMS, "'arguments' is not an object");
    }
    json_t *arguments = json_object(), *value;
    const char *key;
    json_object_foreach(given, key, value) {
        if (!json_is_null(value)) {
            json_object_set(arguments, key, value);
        }
    }
    json_t *result =
        tool->words[0] == NULL ? read_docs(arguments) : mcp_run_tool(server->folders, call, tool, arguments);
    json_decref(arguments);
    return result;
}

// ----------------------------------------------------------------------------------------------------------- resources

static json_t *list_resources(void *user, rpc_call *call) {
    (void)user;
    (void)call;
    return mcp_resources_list();
}

static json_t *list_templates(void *user, rpc_call *call) {
    (void)user;
    (void)call;
    return json_pack("{s:[]}", "resourceTemplates");
}

static json_t *read_resource(void *user, rpc_call *call) {
    const char *uri = rpc_member_string(rpc_params(call), "uri");
    (void)user;
    return uri != NULL ? mcp_resource_read(call, uri) : rpc_fail(call, RPC_INVALID_PARAMS, "missing 'uri'");
}

static const rpc_method methods[] = {
    {"initialize", initialize, false},
    {"notifications/initialized", initialized, true},
    {"ping", ping, false},
    {"tools/list", list_tools, false},
    {"tools/call", call_tool, false},
    {"resources/list", list_resources, false},
    {"resources/templates/list", list_templates, false},
    {"resources/read", read_resource, false},
};

int mcp_serve(const mcp_folders *folders) {
    mcp server = {.folders = folders};
    const rpc_options how = {.framing = RPC_LINES,
                             .methods = methods,
                             .method_count = sizeof methods / sizeof *methods,
                             .cancel = "notifications/cancelled",
                             .cancel_member = "requestId",
                             .ping = "ping",
                             .hides_cancelled = true,
                             .admits = admits,
                             .user = &server};
    mcp_watch_deaths();
    return rpc_serve(&how, NULL);
}
