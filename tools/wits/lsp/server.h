// SPDX-License-Identifier: MIT
// The state of the language server and what its parts share. Each part answers some methods of LSP 3.17.
#ifndef WITS_TOOL_LSP_SERVER_H
#define WITS_TOOL_LSP_SERVER_H

#include "lsp/checks.h"
#include "lsp/documents.h"
#include "lsp/lsp.h"
#include "lsp/schema.h"
#include "rpc/server.h"

typedef enum lsp_stage { LSP_NEW, LSP_READY, LSP_SHUT_DOWN, LSP_LEFT } lsp_stage;

struct lsp {
    rpc_server *rpc;
    lsp_stage stage;
    bool is_proving;
    bool is_drawing;        ///< Graphviz runs
    bool refreshes_lenses;  ///< the editor can ask for them again
    text inputs;            ///< path of the CSV of inputs in the editor's settings; empty: the CSV beside the brain
    bool watches;           ///< the editor can report files that change on disk
    bool has_versions;      ///< the editor takes edits with versions of files
    documents open;
    checks checked;
    schemas schemas;
};

/// A place that a request is about.
typedef struct lsp_place {
    document *in;
    lines where;
    size_t offset;
    check *of;           ///< the check that the file is a part of
    const names *index;  ///< its names
    uint32_t file;       ///< the file's number in the index; NAMES_NONE: none
    bool is_scenarios;
} lsp_place;

/// Reads the file and, if it has one, the position of a request. With `is_checked`, changed files are checked; without,
/// `of` may belong to an earlier text. Returns false after rpc_fail.
bool lsp_place_of(lsp *server, rpc_call *call, bool is_checked, lsp_place *to);
void lsp_place_free(lsp_place *of);

/// Returns the open document of a request; null after rpc_fail.
document *lsp_document(lsp *server, rpc_call *call);
/// Reads a position of JSON.
position lsp_position(const json_t *from);
json_t *lsp_position_json(const lines *of, size_t offset);
json_t *lsp_range_json(const lines *of, size_t begin, size_t end);
/// Returns the URI of a path as the editor writes it. The caller frees it.
char *lsp_uri(const lsp *server, const char *path);

/// The names of all brains that may share a file with a place.
typedef struct lsp_brains {
    const names **items;  ///< the place's first
    uint32_t count;
    size_t capacity;
    names **owned;  ///< those of brains that are not open
    size_t owned_count, owned_capacity;
    struct lsp_link *links;  ///< files that these brains and others around the place include
    size_t link_count, link_capacity;
} lsp_brains;

/// Finds the brains of open files, and those in the folders around the place that share a file. The place must have an
/// index.
lsp_brains lsp_brains_of(lsp *server, const lsp_place *place);
/// Returns a brain that has a file.
const names *lsp_brain_with(const lsp_brains *of, const char *path);
void lsp_brains_free(lsp_brains *of);

// ----------------------------------------------------------------------------------------------- methods of each part

// complete.c
json_t *lsp_complete(void *user, rpc_call *call);
// hover.c
json_t *lsp_hover(void *user, rpc_call *call);
// actions.c
json_t *lsp_actions(void *user, rpc_call *call);
// hints.c
json_t *lsp_hints(void *user, rpc_call *call);
json_t *lsp_lenses(void *user, rpc_call *call);
// prove.c
json_t *lsp_execute(void *user, rpc_call *call);
// places.c
json_t *lsp_definition(void *user, rpc_call *call);
json_t *lsp_references(void *user, rpc_call *call);
json_t *lsp_highlights(void *user, rpc_call *call);
json_t *lsp_symbols(void *user, rpc_call *call);
// renaming.c
json_t *lsp_prepare_rename(void *user, rpc_call *call);
json_t *lsp_rename(void *user, rpc_call *call);
// layout.c
json_t *lsp_folds(void *user, rpc_call *call);
json_t *lsp_format(void *user, rpc_call *call);
// preview.c
json_t *lsp_preview(void *user, rpc_call *call);

/// Returns whether a long request should give up: it was cancelled, or the connection ends.
bool lsp_gives_up(const lsp *server, rpc_call *call);
/// Returns the use of a name at a place; null if there is none.
const names_use *lsp_use_at(const lsp_place *at);
/// Writes the path of the CSV of inputs of a brain: that of the settings, or NAME.csv beside it. Returns false if there
/// is none.
bool lsp_inputs_of(const lsp *server, const char *brain, text *to);
/// Draws the curves of an option, or its score. Returns false if that is impossible; the reason is in `problem`.
bool lsp_draw_option(check *of, const char *option, text *picture, text *problem);

#endif
