// SPDX-License-Identifier: MIT
// The lifecycle of a connection, documents, and the list of methods.
#include "lsp/server.h"

#include "common/platform.h"
#include "lsp/lsp.h"
#include "test/tests.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------------- helpers

document *lsp_document(lsp *server, rpc_call *call) {
    const json_t *given = rpc_at(rpc_params(call), "textDocument.uri");
    const char *uri = json_string_value(given != NULL ? given : rpc_at(rpc_params(call), "uri"));  // of wits/preview
    document *found = uri != NULL ? document_of_uri(&server->open, uri) : NULL;
    if (found == NULL) {
        rpc_fail(call, RPC_INVALID_PARAMS, "%s", uri == NULL ? "missing 'textDocument.uri'" : "the file is not open");
    }
    return found;
}

bool lsp_place_of(lsp *server, rpc_call *call, bool is_checked, lsp_place *to) {
    *to = (lsp_place){.in = lsp_document(server, call)};
    if (to->in == NULL) {
        return false;
    }
    if (is_checked || checks_find(&server->checked, to->in->path) == NULL) {
        checks_update(&server->checked, &server->open);
    }
    to->where = lines_of(text_of(&to->in->content), to->in->content.length, server->open.is_utf8);
    to->offset = lines_offset(&to->where, lsp_position(rpc_at(rpc_params(call), "position")));
    to->of = checks_find(&server->checked, to->in->path);
    to->index = to->of != NULL ? check_names(to->of, &server->open) : NULL;
    to->file = to->index != NULL ? names_file_find(to->index, to->in->path) : NAMES_NONE;
    to->is_scenarios = path_before(to->in->path, test_ends) > 0;
    return true;
}

void lsp_place_free(lsp_place *of) {
    lines_free(&of->where);
}

/// Reads a number of a position; one that is too large is the largest.
static uint32_t coordinate(const json_t *from, const char *member) {
    const json_int_t value = json_integer_value(json_object_get(from, member));
    return value < 0 ? 0 : value > (json_int_t)UINT32_MAX ? UINT32_MAX : (uint32_t)value;
}

position lsp_position(const json_t *from) {
    return (position){coordinate(from, "line"), coordinate(from, "character")};
}

json_t *lsp_position_json(const lines *of, size_t offset) {
    const position at = lines_position(of, offset);
    return json_pack("{s:i, s:i}", "line", (int)at.line, "character", (int)at.character);
}

json_t *lsp_range_json(const lines *of, size_t begin, size_t end) {
    return json_pack("{s:o, s:o}", "start", lsp_position_json(of, begin), "end", lsp_position_json(of, end));
}

const names_use *lsp_use_at(const lsp_place *at) {
    return at->file != NAMES_NONE ? names_at(at->index, at->file, at->offset) : NULL;
}

bool lsp_gives_up(const lsp *server, rpc_call *call) {
    return rpc_is_cancelled(call) || server->stage != LSP_READY;
}

char *lsp_uri(const lsp *server, const char *path) {
    const document *open = document_of_path(&server->open, path);
    text uri = {0};
    if (open != NULL) {
        text_add(&uri, open->uri);
    } else {
        text_path_uri(&uri, path);
    }
    return uri.bytes;
}

// ----------------------------------------------------------------------------------------------------------- lifecycle

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

/// Notes the folder of the workspace.
static void take_root(lsp *server, const json_t *params) {
    const json_t *first = json_array_get(rpc_at(params, "workspaceFolders"), 0);
    const char *uri = first != NULL ? rpc_member_string(first, "uri") : rpc_member_string(params, "rootUri");
    if (uri != NULL) {
        text path = {0};
        text_uri_path(&path, uri);
        server->checked.root = path.bytes;
    }
}

/// Takes the settings: `inputs` is the path of a CSV of inputs, from the folder of the workspace.
static void take_settings(lsp *server, const json_t *from) {
    const char *given = rpc_member_string(from, "inputs");
    text_clear(&server->inputs);
    text_add(&server->inputs, given != NULL ? given : "");
}

static json_t *capabilities_of(const lsp *server) {
    static const char *const simple[] = {
        "hoverProvider",          "definitionProvider", "referencesProvider",   "documentHighlightProvider",
        "documentSymbolProvider", "inlayHintProvider",  "foldingRangeProvider", "documentFormattingProvider"};
    json_t *can =
        json_pack("{s:s, s:{s:b, s:i, s:{s:b}}}", "positionEncoding", server->open.is_utf8 ? "utf-8" : "utf-16",
                  "textDocumentSync", "openClose", 1, "change", 2, "save", "includeText", 0);
    for (size_t i = 0; i < sizeof simple / sizeof *simple; i++) {
        json_object_set_new(can, simple[i], json_true());
    }
    json_object_set_new(can, "completionProvider", json_pack("{s:[s,s,s,s]}", "triggerCharacters", ".", "/", " ", ":"));
    json_object_set_new(can, "renameProvider", json_pack("{s:b}", "prepareProvider", 1));
    json_object_set_new(can, "codeActionProvider", json_pack("{s:[s]}", "codeActionKinds", "quickfix"));
    json_object_set_new(can, "codeLensProvider", json_object());
    json_object_set_new(
        can, "executeCommandProvider",
        json_pack("{s:[s,s], s:b}", "commands", "wits.prove", "wits.counterexample", "workDoneProgress", 1));
    return can;
}

static json_t *initialize(void *user, rpc_call *call) {
    lsp *server = user;
    server->stage = LSP_READY;
    server->open.is_utf8 = offers_utf8(rpc_params(call));
    server->watches =
        json_is_true(rpc_at(rpc_params(call), "capabilities.workspace.didChangeWatchedFiles.dynamicRegistration"));
    server->has_versions =
        json_is_true(rpc_at(rpc_params(call), "capabilities.workspace.workspaceEdit.documentChanges"));
    take_root(server, rpc_params(call));
    server->refreshes_lenses = json_is_true(rpc_at(rpc_params(call), "capabilities.workspace.codeLens.refreshSupport"));
    take_settings(server, rpc_at(rpc_params(call), "initializationOptions"));
    return json_pack("{s:o, s:{s:s, s:s}}", "capabilities", capabilities_of(server), "serverInfo", "name", "wits",
                     "version", WITS_VERSION);
}

/// Takes new settings, in a section of their own or not.
static json_t *change_settings(void *user, rpc_call *call) {
    const json_t *settings = rpc_at(rpc_params(call), "settings");
    const json_t *own = json_object_get(settings, "wits");
    take_settings(user, own != NULL ? own : settings);
    return NULL;
}

/// Asks the editor to report files that other programs change.
static json_t *initialized(void *user, rpc_call *call) {
    const lsp *server = user;
    if (server->watches) {
        json_t *watchers = json_pack("{s:[{s:s}]}", "watchers", "globPattern", "**/*.{yaml,yml,json}");
        rpc_request(rpc_server_of(call), "client/registerCapability",
                    json_pack("{s:[{s:s, s:s, s:o}]}", "registrations", "id", "files", "method",
                              "workspace/didChangeWatchedFiles", "registerOptions", watchers));
    }
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

// ----------------------------------------------------------------------------------------------------------- documents

static json_t *open_document(void *user, rpc_call *call) {
    lsp *server = user;
    const json_t *item = rpc_at(rpc_params(call), "textDocument");
    const char *uri = rpc_member_string(item, "uri");
    const json_t *content = json_object_get(item, "text");
    if (uri != NULL && json_is_string(content)) {
        const document *one = document_open(&server->open, uri, json_string_value(content), json_string_length(content),
                                            json_integer_value(json_object_get(item, "version")));
        checks_change(&server->checked, one->path, true);
    }
    return NULL;
}

static json_t *change_document(void *user, rpc_call *call) {
    lsp *server = user;
    document *one = lsp_document(server, call);
    const json_t *version = rpc_at(rpc_params(call), "textDocument.version");
    size_t i;
    json_t *change;
    if (one == NULL) {
        return NULL;
    }
    json_array_foreach(rpc_at(rpc_params(call), "contentChanges"), i, change) {
        const json_t *content = json_object_get(change, "text");
        const json_t *range = json_object_get(change, "range");
        if (!json_is_string(content)) {
            continue;
        }
        if (json_is_object(range)) {
            document_replace(one, server->open.is_utf8, lsp_position(json_object_get(range, "start")),
                             lsp_position(json_object_get(range, "end")), json_string_value(content),
                             json_string_length(content));
        } else {
            text_clear(&one->content);
            text_add_bytes(&one->content, json_string_value(content), json_string_length(content));
        }
    }
    one->version = json_is_integer(version) ? json_integer_value(version) : one->version;
    checks_change(&server->checked, one->path, false);
    return NULL;
}

static json_t *close_document(void *user, rpc_call *call) {
    lsp *server = user;
    document *one = lsp_document(server, call);
    if (one != NULL) {
        checks_change(&server->checked, one->path, true);
        document_close(&server->open, one);
    }
    return NULL;
}

/// The text on disk is now that of the editor, which was checked already.
static json_t *save_document(void *user, rpc_call *call) {
    (void)user;
    (void)call;
    return NULL;
}

/// Files that are not open may have changed on disk.
static json_t *change_files(void *user, rpc_call *call) {
    lsp *server = user;
    (void)call;
    checks_change_all(&server->checked);
    return NULL;
}

/// Returns the server's text of a file, which shows an editor whether an edit was lost.
static json_t *show_text(void *user, rpc_call *call) {
    const document *one = lsp_document(user, call);
    return one == NULL ? NULL
                       : json_pack("{s:o, s:I}", "text", rpc_text(&one->content), "version", (json_int_t)one->version);
}

static void publish(void *user, const char *path, const json_t *problems, int64_t version) {
    const lsp *server = user;
    char *uri = lsp_uri(server, path);
    json_t *params =
        json_pack("{s:o, s:o}", "uri", rpc_string(uri, strlen(uri)), "diagnostics", json_deep_copy(problems));
    if (version >= 0) {
        json_object_set_new(params, "version", json_integer((json_int_t)version));
    }
    rpc_notify(server->rpc, "textDocument/publishDiagnostics", params);
    free(uri);
}

static void publish_changes(void *user) {
    lsp *server = user;
    if (server->checked.is_unpublished) {
        checks_update(&server->checked, &server->open);
        checks_publish(&server->checked, &server->open, publish, server);
    }
}

// ------------------------------------------------------------------------------------------------------------- methods

static const rpc_method methods[] = {
    {"initialize", initialize, false},
    {"initialized", initialized, true},
    {"shutdown", shut_down, false},
    {"exit", leave, true},
    {"textDocument/didOpen", open_document, true},
    {"textDocument/didChange", change_document, true},
    {"textDocument/didSave", save_document, true},
    {"textDocument/didClose", close_document, true},
    {"workspace/didChangeWatchedFiles", change_files, true},
    {"textDocument/completion", lsp_complete, false},
    {"textDocument/hover", lsp_hover, false},
    {"textDocument/definition", lsp_definition, false},
    {"textDocument/references", lsp_references, false},
    {"textDocument/documentHighlight", lsp_highlights, false},
    {"textDocument/prepareRename", lsp_prepare_rename, false},
    {"textDocument/rename", lsp_rename, false},
    {"textDocument/documentSymbol", lsp_symbols, false},
    {"textDocument/codeAction", lsp_actions, false},
    {"textDocument/codeLens", lsp_lenses, false},
    {"textDocument/inlayHint", lsp_hints, false},
    {"textDocument/foldingRange", lsp_folds, false},
    {"textDocument/formatting", lsp_format, false},
    {"workspace/executeCommand", lsp_execute, false},
    {"workspace/didChangeConfiguration", change_settings, true},
    {"wits/preview", lsp_preview, false},
    {"wits/text", show_text, false},
};

static rpc_options options_of(lsp *server) {
    return (rpc_options){.framing = RPC_HEADERS,
                         .methods = methods,
                         .method_count = sizeof methods / sizeof *methods,
                         .cancel = "$/cancelRequest",
                         .cancel_member = "id",
                         .admits = admits,
                         .idle = publish_changes,
                         .user = server};
}

static void free_parts(lsp *of) {
    checks_free(&of->checked);
    schemas_free(&of->schemas);
    documents_free(&of->open);
    text_free(&of->inputs);
}

lsp *lsp_new(void (*write)(void *stream, const void *bytes, size_t size), void *stream) {
    lsp *server = allocate(1, sizeof *server);
    rpc_options how = options_of(server);
    how.write = write;
    how.stream = stream;
    server->rpc = rpc_server_new(&how);
    return server;
}

bool lsp_take(lsp *to, const void *bytes, size_t size) {
    rpc_server_take(to->rpc, bytes, size);
    return !rpc_server_is_over(to->rpc);
}

void lsp_free(lsp *of) {
    rpc_server_free(of->rpc);
    free_parts(of);
    free(of);
}

static void die(int number) {
    platform_end_program();
    signal(number, SIG_DFL);
    raise(number);
}

int lsp_serve(void) {
    lsp server = {0};
    platform_on_deaths(die);
    const rpc_options how = options_of(&server);
    const int status = rpc_serve(&how, &server.rpc);
    free_parts(&server);
    return server.stage == LSP_LEFT ? status : STATUS_WRONG;
}
