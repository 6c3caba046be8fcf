// SPDX-License-Identifier: MIT
// The life of a connection, and the list of methods.
#include "lsp/server.h"

#include "lsp/lsp.h"

#include <string.h>

// ---------------------------------------------------------------------------------------------------------------- life

static bool offers_utf8(const json_t *params) {
    const json_t *offered = rpc_at(params, "capabilities.general.positionEncodings");
    size_t i;
    json_t *one;
    json_array_foreach(offered, i, one) {
        const char *name = json_string_value(one);
        if (name != NULL && strcmp(name, "utf-8") == 0) {
            return true;
        }
    }
    return false;
}

static json_t *initialize(void *user, rpc_call *call) {
    lsp *server = user;
    server->stage = LSP_READY;
    server->open.is_utf8 = offers_utf8(rpc_params(call));
    json_t *can =
        json_pack("{s:s, s:{s:b, s:i, s:{s:b}}}", "positionEncoding", server->open.is_utf8 ? "utf-8" : "utf-16",
                  "textDocumentSync", "openClose", 1, "change", 2, "save", "includeText", 0);
    return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", can, "serverInfo", "name", "wits", "version", WITS_VERSION);
}

static json_t *ignore(void *user, rpc_call *call) {
    (void)user;
    (void)call;
    return NULL;
}

static json_t *shut_down(void *user, rpc_call *call) {
    lsp *server = user;
    (void)call;
    server->stage = LSP_SHUT_DOWN;
    return json_null();
}

static json_t *leave(void *user, rpc_call *call) {
    lsp *server = user;
    rpc_server_stop(rpc_server_of(call), server->stage == LSP_SHUT_DOWN ? STATUS_DONE : STATUS_WRONG);
    server->stage = LSP_LEFT;
    return NULL;
}

static rpc_code admits(void *user, const char *method) {
    const lsp *server = user;
    if (strcmp(method, "exit") == 0) {
        return RPC_OK;
    }
    if (server->stage == LSP_NEW) {
        return strcmp(method, "initialize") == 0 ? RPC_OK : RPC_NOT_INITIALIZED;
    }
    return server->stage == LSP_SHUT_DOWN || strcmp(method, "initialize") == 0 ? RPC_INVALID_REQUEST : RPC_OK;
}

// ------------------------------------------------------------------------------------------------------------- methods

static const rpc_method methods[] = {
    {"initialize", initialize, false},
    {"initialized", ignore, true},
    {"shutdown", shut_down, false},
    {"exit", leave, true},
};

int lsp_serve(void) {
    lsp server = {0};
    const rpc_options how = {.framing = RPC_HEADERS,
                             .methods = methods,
                             .method_count = sizeof methods / sizeof *methods,
                             .cancel = "$/cancelRequest",
                             .cancel_member = "id",
                             .admits = admits,
                             .user = &server};
    const int status = rpc_serve(&how, &server.rpc);
    documents_free(&server.open);
    return server.stage == LSP_LEFT ? status : STATUS_WRONG;
}
