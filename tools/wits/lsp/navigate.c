// SPDX-License-Identifier: MIT
// Definitions, references, renaming and symbols: the answers of the index of names in the form of LSP.
#define _POSIX_C_SOURCE 200809L  // opendir

#include "lsp/server.h"
#include "test/tests.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

const names_use *lsp_use_at(const lsp_place *at, uint32_t *file) {
    *file = at->index != NULL ? names_file_find(at->index, at->in->path) : NAMES_NONE;
    return *file != NAMES_NONE ? names_at(at->index, *file, at->offset) : NULL;
}

/// The lines of one file after another.
typedef struct placing {
    const lsp *server;
    const names *index;
    uint32_t file;
    lines where;
    char *uri;
} placing;

static void place_in_file(placing *p, uint32_t file) {
    if (p->uri == NULL || p->file != file) {
        size_t length;
        const char *bytes = names_file_text(p->index, file, &length);
        lines_free(&p->where);
        free(p->uri);
        p->where = lines_of(bytes, length, p->server->open.is_utf8);
        p->uri = lsp_uri(p->server, names_file_path(p->index, file));
        p->file = file;
    }
}

static void end_placing(placing *p) {
    lines_free(&p->where);
    free(p->uri);
}

static json_t *location_of(placing *p, const names_use *use) {
    place_in_file(p, use->file);
    return json_pack("{s:o, s:o}", "uri", rpc_string(p->uri, strlen(p->uri)), "range",
                     lsp_range_json(&p->where, use->begin, use->end));
}

// ---------------------------------------------------------------------------------------------- definitions,
// references

json_t *lsp_definition(void *user, rpc_call *call) {
    lsp_place at;
    uint32_t file;
    json_t *found = NULL;
    if (!lsp_place_of(user, call, false, &at)) {
        return NULL;
    }
    const names_use *use = lsp_use_at(&at, &file);
    const names_symbol *symbol = use != NULL ? names_symbol_at(at.index, use->symbol) : NULL;
    if (symbol != NULL && symbol->definition != NAMES_NONE) {
        placing p = {.server = user, .index = at.index};
        found = location_of(&p, names_use_at(at.index, symbol->definition));
        end_placing(&p);
    }
    lsp_place_free(&at);
    return found;
}

json_t *lsp_references(void *user, rpc_call *call) {
    lsp_place at;
    uint32_t file;
    json_t *found = json_array();
    const bool with_definition = json_is_true(rpc_at(rpc_params(call), "context.includeDeclaration"));
    if (!lsp_place_of(user, call, false, &at)) {
        json_decref(found);
        return NULL;
    }
    const names_use *use = lsp_use_at(&at, &file);
    placing p = {.server = user, .index = at.index};
    for (uint32_t i = use != NULL ? names_symbol_at(at.index, use->symbol)->first : NAMES_NONE; i != NAMES_NONE;
         i = names_use_at(at.index, i)->next) {
        const names_use *one = names_use_at(at.index, i);
        if (with_definition || one->role != NAMES_DEFINES) {
            json_array_append_new(found, location_of(&p, one));
        }
    }
    end_placing(&p);
    lsp_place_free(&at);
    return found;
}

json_t *lsp_highlights(void *user, rpc_call *call) {
    enum { READ = 2, WRITE = 3 };
    lsp_place at;
    uint32_t file;
    json_t *found = json_array();
    if (!lsp_place_of(user, call, false, &at)) {
        json_decref(found);
        return NULL;
    }
    const names_use *use = lsp_use_at(&at, &file);
    for (uint32_t i = use != NULL ? names_symbol_at(at.index, use->symbol)->first : NAMES_NONE; i != NAMES_NONE;
         i = names_use_at(at.index, i)->next) {
        const names_use *one = names_use_at(at.index, i);
        if (one->file == file) {
            const bool writes = one->role == NAMES_DEFINES || one->role == NAMES_ASSIGNS;
            json_array_append_new(found,
                                  json_pack("{s:o, s:i}", "range", lsp_range_json(&at.where, one->begin, one->end),
                                            "kind", writes ? WRITE : READ));
        }
    }
    lsp_place_free(&at);
    return found;
}

// -------------------------------------------------------------------------------------------------------------
// renaming

json_t *lsp_prepare_rename(void *user, rpc_call *call) {
    lsp_place at;
    uint32_t file;
    json_t *found = NULL;
    if (!lsp_place_of(user, call, false, &at)) {
        return NULL;
    }
    const names_use *use = lsp_use_at(&at, &file);
    text message = {0};
    if (use == NULL) {
        rpc_fail(call, RPC_REQUEST_FAILED, "this is no name of the brain");
    } else if (!names_can_rename(at.index, file, at.offset, &message)) {
        rpc_fail(call, RPC_REQUEST_FAILED, "%s", text_of(&message));
    } else {
        const char *name = names_symbol_at(at.index, use->symbol)->name;
        found = json_pack("{s:o, s:o}", "range", lsp_range_json(&at.where, use->begin, use->end), "placeholder",
                          rpc_string(name, strlen(name)));
    }
    text_free(&message);
    lsp_place_free(&at);
    return found;
}

/// The brains that a file may be a part of.
typedef struct brain_list {
    const names **items;
    names **own;  ///< those that are not checked, to be freed
    size_t count, capacity, own_count, own_capacity;
} brain_list;

static void add_brain(brain_list *to, const names *one) {
    to->items = grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
    to->items[to->count++] = one;
}

static bool read_text(void *user, const char *path, text *to) {
    return documents_read(user, path, to);
}

static bool has_check(const lsp *server, const char *path) {
    for (size_t i = 0; i < server->checked.count; i++) {
        if (strcmp(server->checked.items[i].path, path) == 0) {
            return true;
        }
    }
    return false;
}

/// Adds the brains of a folder that include the file and are not open.
static void add_brains_of_folder(brain_list *to, lsp *server, const char *folder, const char *path) {
    enum { MOST = 200 };
    const names_files files = {.read = read_text, .user = &server->open};
    DIR *opened = opendir(folder);
    const struct dirent *entry;
    for (int i = 0; opened != NULL && i < MOST && (entry = readdir(opened)) != NULL;) {
        text brain = {0}, content = {0};
        text_format(&brain, "%s/%s", folder, entry->d_name);
        if (path_before(entry->d_name, brain_ends) > 0 && path_before(entry->d_name, test_ends) == 0 &&
            !has_check(server, text_of(&brain))) {
            i++;
            if (documents_read(&server->open, text_of(&brain), &content) &&
                strstr(text_of(&content), "include") != NULL) {
                names *one = names_read(&files, text_of(&brain));
                if (names_file_find(one, path) != NAMES_NONE && strcmp(text_of(&brain), path) != 0) {
                    add_brain(to, one);
                    to->own = grow(to->own, &to->own_capacity, to->own_count + 1, sizeof *to->own);
                    to->own[to->own_count++] = one;
                } else {
                    names_free(one);
                }
            }
        }
        text_free(&brain);
        text_free(&content);
    }
    if (opened != NULL) {
        closedir(opened);
    }
}

/// Finds all brains that the file may be a part of: open ones, and those in its folder and in those around it.
static brain_list find_brains(lsp *server, const lsp_place *at) {
    brain_list found = {0};
    const char *path = at->in->path;
    add_brain(&found, at->index);
    for (size_t i = 0; i < server->checked.count; i++) {
        const names *one = check_names(&server->checked.items[i], &server->open);
        if (one != at->index && names_file_find(one, path) != NAMES_NONE) {
            add_brain(&found, one);
        }
    }
    text folder = {0};
    text_add(&folder, path);
    while (folder.bytes[0] == '/' && strrchr(folder.bytes, '/') != folder.bytes) {
        *strrchr(folder.bytes, '/') = '\0';
        add_brains_of_folder(&found, server, folder.bytes, path);
        if (server->checked.root == NULL || strlen(folder.bytes) <= strlen(server->checked.root)) {
            break;
        }
    }
    text_free(&folder);
    return found;
}

static json_t *changes_of(lsp *server, const names_change *change) {
    json_t *changes = json_object();
    text content = {0};
    lines where = {0};
    const char *path = "";
    for (uint32_t i = 0; i < change->count; i++) {
        const names_edit *one = &change->edits[i];
        if (strcmp(path, one->path) != 0) {
            path = one->path;
            lines_free(&where);
            documents_read(&server->open, path, &content);
            where = lines_of(text_of(&content), content.length, server->open.is_utf8);
        }
        char *uri = lsp_uri(server, path);
        json_t *list = json_object_get(changes, uri);
        if (list == NULL) {
            list = json_array();
            json_object_set_new(changes, uri, list);
        }
        json_array_append_new(
            list, json_pack("{s:o, s:s}", "range", lsp_range_json(&where, one->begin, one->end), "newText", one->text));
        free(uri);
    }
    lines_free(&where);
    text_free(&content);
    return json_pack("{s:o}", "changes", changes);
}

json_t *lsp_rename(void *user, rpc_call *call) {
    lsp *server = user;
    lsp_place at;
    uint32_t file;
    json_t *found = NULL;
    const char *to = rpc_member_string(rpc_params(call), "newName");
    if (to == NULL) {
        return rpc_fail(call, RPC_INVALID_PARAMS, "missing 'newName'");
    }
    if (!lsp_place_of(user, call, true, &at)) {
        return NULL;
    }
    if (lsp_use_at(&at, &file) == NULL) {
        rpc_fail(call, RPC_REQUEST_FAILED, "this is no name of the brain");
    } else {
        names_change change = {0};
        brain_list brains = find_brains(server, &at);
        if (names_rename(brains.items, (uint32_t)brains.count, at.in->path, at.offset, to, &change)) {
            found = changes_of(server, &change);
        } else {
            rpc_fail(call, RPC_REQUEST_FAILED, "%s", text_of(&change.message));
        }
        names_change_free(&change);
        for (size_t i = 0; i < brains.own_count; i++) {
            names_free(brains.own[i]);
        }
        free(brains.own);
        free(brains.items);
    }
    lsp_place_free(&at);
    return found;
}

// --------------------------------------------------------------------------------------------------------------
// symbols

static int symbol_kind(names_kind kind) {
    static const uint8_t kinds[NAMES_KINDS] = {
        [NAMES_BRAIN] = 3,          [NAMES_STATE] = 5,     [NAMES_FIELD] = 8,        [NAMES_EVENT] = 24,
        [NAMES_FUNCTION] = 12,      [NAMES_TARGET] = 11,   [NAMES_TARGET_FIELD] = 8, [NAMES_ENUM] = 10,
        [NAMES_VALUE] = 22,         [NAMES_CONSTANT] = 14, [NAMES_CONDITION] = 17,   [NAMES_SCORE] = 16,
        [NAMES_CONSIDERATION] = 16, [NAMES_CURVE] = 12,    [NAMES_PART] = 2,         [NAMES_PARAMETER] = 26,
        [NAMES_PROPERTY] = 7};
    return kinds[kind];
}

/// Returns the symbol of a list in this file that contains a symbol; NAMES_NONE: none does.
static uint32_t symbol_around(const names *of, uint32_t file, uint32_t symbol) {
    const uint32_t outer = names_symbol_at(of, symbol)->outer;
    const names_symbol *around = outer != NAMES_NONE ? names_symbol_at(of, outer) : NULL;
    const names_symbol *one = names_symbol_at(of, symbol);
    const bool is_around = around != NULL && around->file == file && around->definition != NAMES_NONE &&
                           around->begin <= one->begin && around->end >= one->end;
    return is_around ? outer : NAMES_NONE;
}

json_t *lsp_symbols(void *user, rpc_call *call) {
    lsp_place at;
    if (!lsp_place_of(user, call, false, &at)) {
        return NULL;
    }
    json_t *found = json_array();
    const uint32_t file = at.index != NULL ? names_file_find(at.index, at.in->path) : NAMES_NONE;
    const uint32_t count = file != NAMES_NONE ? names_symbol_count(at.index) : 0;
    json_t **items = allocate((size_t)count + 1, sizeof *items);
    for (uint32_t i = 0; i < count; i++) {
        const names_symbol *one = names_symbol_at(at.index, i);
        if (one->file != file || one->definition == NAMES_NONE) {
            continue;
        }
        const names_use *name = names_use_at(at.index, one->definition);
        items[i] = json_pack("{s:o, s:s, s:i, s:o, s:o}", "name", rpc_string(one->name, strlen(one->name)), "detail",
                             names_kind_text(one->kind), "kind", symbol_kind(one->kind), "range",
                             lsp_range_json(&at.where, one->begin, one->end), "selectionRange",
                             lsp_range_json(&at.where, name->begin, name->end));
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t outer = items[i] != NULL ? symbol_around(at.index, file, i) : NAMES_NONE;
        json_t *children =
            outer != NAMES_NONE && items[outer] != NULL ? json_object_get(items[outer], "children") : found;
        if (children == NULL) {
            children = json_array();
            json_object_set_new(items[outer], "children", children);
        }
        if (items[i] != NULL) {
            json_array_append_new(children, items[i]);
        }
    }
    free(items);
    lsp_place_free(&at);
    return found;
}
