// SPDX-License-Identifier: MIT
// Opens arbitrary bytes as a file in the language server, edits it, and asks every question about places in it. The
// first bytes of an input are the places.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lsp/lsp.h"
#include "rpc/server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { PLACES = 3, HEAD = 2 * PLACES };

static const char uri[] = "file:///fuzz/brain.yaml";

/// Checks that an answer is a message without an internal error.
static void take_answer(void *stream, const void *bytes, size_t size) {
    size_t *count = stream;
    rpc_reader reader = {.framing = RPC_HEADERS};
    char *message;
    size_t length;
    text problem = {0};
    rpc_reader_take(&reader, bytes, size);
    const rpc_found found = rpc_reader_next(&reader, &message, &length);
    assert(found == RPC_MESSAGE);
    json_t *value = rpc_parse(message, length, &problem);
    assert(json_is_object(value));
    *count += json_object_get(value, "id") != NULL;
    json_decref(value);
    text_free(&problem);
    rpc_reader_free(&reader);
}

/// Sends a message. A null `id` is a notification. Takes ownership of `params`.
static bool send(lsp *to, const char *method, int id, json_t *params) {
    text body = {0}, whole = {0};
    assert(params != NULL);
    json_t *message = json_pack("{s:s, s:s, s:o}", "jsonrpc", "2.0", "method", method, "params", params);
    if (id > 0) {
        json_object_set_new(message, "id", json_integer(id));
    }
    text_rpc_json(&body, message);
    json_decref(message);
    text_format(&whole, "Content-Length: %zu\r\n\r\n", body.length);
    text_add_bytes(&whole, text_of(&body), body.length);
    const bool goes_on = lsp_take(to, text_of(&whole), whole.length);
    text_free(&body);
    text_free(&whole);
    return goes_on;
}

static json_t *position(const uint8_t *at) {
    return json_pack("{s:i, s:i}", "line", at[0] % 64, "character", (int)at[1]);
}

static void ask_all(lsp *to, const uint8_t *at, int *id) {
    static const char *const methods[] = {
        "completion",     "hover",      "definition", "references", "documentHighlight", "prepareRename", "rename",
        "documentSymbol", "codeAction", "codeLens",   "inlayHint",  "foldingRange",      "formatting"};
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
        text method = {0};
        text_format(&method, "textDocument/%s", methods[i]);
        json_t *params = json_pack("{s:{s:s}, s:o, s:s, s:{s:o, s:o}, s:{s:b}}", "textDocument", "uri", uri, "position",
                                   position(at), "newName", "other", "range", "start", position(at), "end",
                                   position(at + 2), "context", "includeDeclaration", 1);
        const bool goes_on = send(to, text_of(&method), ++*id, params);
        assert(goes_on);
        text_free(&method);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < HEAD) {
        return 0;
    }
    size_t answers = 0;
    int id = 0;
    const char *content = (const char *)data + HEAD;
    lsp *server = lsp_new(take_answer, &answers);
    send(server, "initialize", ++id,
         json_pack("{s:{s:{s:[s]}}}", "capabilities", "general", "positionEncodings",
                   data[0] & 64 ? "utf-8" : "utf-16"));
    send(server, "textDocument/didOpen", 0,
         json_pack("{s:{s:s, s:i, s:o}}", "textDocument", "uri", uri, "version", 1, "text",
                   rpc_string(content, size - HEAD)));
    ask_all(server, data, &id);
    const size_t piece = (size - HEAD) % 16;
    json_t *range = json_pack("{s:o, s:o}", "start", position(data + 2), "end", position(data + 4));
    send(server, "textDocument/didChange", 0,
         json_pack("{s:{s:s, s:i}, s:[{s:o, s:o}]}", "textDocument", "uri", uri, "version", 2, "contentChanges",
                   "range", range, "text", rpc_string(content, piece)));
    ask_all(server, data + 2, &id);
    assert(answers == (size_t)id);
    lsp_free(server);
    return 0;
}
