// SPDX-License-Identifier: MIT
// Renames in all brains that share a file with the name.
#define _POSIX_C_SOURCE 200809L  // opendir

#include "lsp/server.h"

#include "common/platform.h"
#include "test/tests.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_CANDIDATES = 400,  ///< files of a folder
    MOST_FOLDERS = 16,      ///< around a file
};

// -------------------------------------------------------------------------------------------------------------- brains

static bool has_brain(const lsp_brains *of, const char *path) {
    for (uint32_t i = 0; i < of->count; i++) {
        if (strcmp(names_file_path(of->items[i], 0), path) == 0) {
            return true;
        }
    }
    return false;
}

static void add_brain(lsp_brains *to, const names *brain, names *owned) {
    to->items = grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
    to->items[to->count++] = brain;
    if (owned != NULL) {
        to->owned = grow(to->owned, &to->owned_capacity, to->owned_count + 1, sizeof *to->owned);
        to->owned[to->owned_count++] = owned;
    }
}

/// Returns whether a brain has a file that another brain includes.
static bool shares(const names *of, const names *other, const char *path) {
    for (uint32_t file = 1; file < names_file_count(other); file++) {
        if (!names_file_is_beside(other, file) && names_file_find(of, names_file_path(other, file)) != NAMES_NONE) {
            return true;
        }
    }
    return names_file_find(of, path) != NAMES_NONE;
}

/// A file that a brain includes.
struct lsp_link {
    char *real;  ///< without links
    char *path;  ///< as the brain includes it
};

/// Notes the files that a brain includes.
static void add_links(lsp_brains *to, const names *of) {
    for (uint32_t file = 1; file < names_file_count(of); file++) {
        const char *path = names_file_path(of, file);
        char *real = names_file_is_beside(of, file) ? NULL : platform_real_path(path);
        if (real != NULL) {
            to->links = grow(to->links, &to->link_capacity, to->link_count + 1, sizeof *to->links);
            to->links[to->link_count++] = (struct lsp_link){real, copy_text(path, strlen(path))};
        }
    }
}

/// Returns the other name by which a brain reaches a file; null if there is none.
static const char *other_name(const lsp_brains *of, const char *path) {
    char *real = of->link_count > 0 ? platform_real_path(path) : NULL;
    const char *found = NULL;
    for (size_t i = 0; i < of->link_count && real != NULL && found == NULL; i++) {
        found = strcmp(of->links[i].real, real) == 0 && strcmp(of->links[i].path, path) != 0 ? of->links[i].path : NULL;
    }
    free(real);
    return found;
}

/// Adds the brains of a folder that are not open and share a file.
static void add_folder(lsp_brains *to, const lsp *server, const char *folder, const lsp_place *here) {
    DIR *opened = opendir(folder);
    const struct dirent *entry;
    for (int i = 0; opened != NULL && i < MOST_CANDIDATES && (entry = readdir(opened)) != NULL;) {
        if (path_before(entry->d_name, brain_ends) == 0 || path_before(entry->d_name, test_ends) > 0) {
            continue;
        }
        text path = {0}, content = {0};
        i++;
        text_format(&path, "%s%s%s", folder, strcmp(folder, "/") == 0 ? "" : "/", entry->d_name);
        if (!has_brain(to, text_of(&path)) && documents_read(&server->open, text_of(&path), &content) &&
            strstr(text_of(&content), "include") != NULL && strstr(text_of(&content), "brain") != NULL) {
            names *read = checks_read_names(text_of(&path), &server->open);
            const bool is_brain = tree_value(tree_root(names_file_tree(read, 0)), "brain") != NULL;
            if (is_brain) {
                add_links(to, read);
            }
            if (is_brain && shares(read, here->index, here->in->path)) {
                add_brain(to, read, read);
            } else {
                names_free(read);
            }
        }
        text_free(&path);
        text_free(&content);
    }
    if (opened != NULL) {
        closedir(opened);
    }
}

lsp_brains lsp_brains_of(lsp *server, const lsp_place *here) {
    lsp_brains found = {.count = 0};
    add_brain(&found, here->index, NULL);
    for (size_t i = 0; i < server->checked.count; i++) {
        check *one = &server->checked.items[i];
        const names *index = check_names(one, &server->open);
        if (index != NULL && !has_brain(&found, names_file_path(index, 0))) {
            add_brain(&found, index, NULL);
            add_links(&found, index);
        }
    }
    const bool is_shared =
        names_file_count(here->index) > 1 || tree_value(tree_root(names_file_tree(here->index, 0)), "brain") == NULL;
    text folder = {0};
    text_add(&folder, here->in->path);
    for (int i = 0; is_shared && i < MOST_FOLDERS && strrchr(folder.bytes, '/') > folder.bytes; i++) {
        *strrchr(folder.bytes, '/') = '\0';
        add_folder(&found, server, folder.bytes, here);
        if (server->checked.root == NULL || strlen(folder.bytes) <= strlen(server->checked.root)) {
            break;
        }
    }
    text_free(&folder);
    return found;
}

const names *lsp_brain_with(const lsp_brains *of, const char *path) {
    uint32_t found = 0;
    while (found + 1 < of->count && names_file_find(of->items[found], path) == NAMES_NONE) {
        found++;
    }
    return of->items[found];
}

void lsp_brains_free(lsp_brains *of) {
    for (size_t i = 0; i < of->owned_count; i++) {
        names_free(of->owned[i]);
    }
    for (size_t i = 0; i < of->link_count; i++) {
        free(of->links[i].real);
        free(of->links[i].path);
    }
    free(of->links);
    free(of->items);
    free(of->owned);
}

// ------------------------------------------------------------------------------------------------------------ requests

json_t *lsp_prepare_rename(void *user, rpc_call *call) {
    lsp *server = user;
    lsp_place here;
    checks_compare(&server->checked, &server->open);
    if (!lsp_place_of(server, call, false, &here)) {
        return NULL;
    }
    text message = {0};
    json_t *found = NULL;
    if (here.file == NAMES_NONE) {
        rpc_fail(call, RPC_REQUEST_FAILED, "this file is not part of a brain");
    } else if (!names_can_rename(here.index, here.file, here.offset, &message)) {
        rpc_fail(call, RPC_REQUEST_FAILED, "%s", text_of(&message));
    } else {
        const names_use *use = names_at(here.index, here.file, here.offset);
        const char *name = names_symbol_at(here.index, use->symbol)->name;
        found = json_pack("{s:o, s:o}", "range", lsp_range_json(&here.where, use->begin, use->end), "placeholder",
                          rpc_string(name, strlen(name)));
    }
    text_free(&message);
    lsp_place_free(&here);
    return found;
}

/// Returns the edits of a file from `*next` on.
static json_t *edits_of_file(const lsp *server, const lsp_brains *brains, const names_change *change, uint32_t *next) {
    const char *path = change->edits[*next].path;
    const names *of = lsp_brain_with(brains, path);
    size_t length = 0;
    const char *bytes = names_file_text(of, names_file_find(of, path), &length);
    lines where = lines_of(bytes, length, server->open.is_utf8);
    json_t *list = json_array();
    for (; *next < change->count && strcmp(change->edits[*next].path, path) == 0; ++*next) {
        const names_edit *edit = &change->edits[*next];
        json_array_append_new(list, json_pack("{s:o, s:o}", "range", lsp_range_json(&where, edit->begin, edit->end),
                                              "newText", rpc_string(edit->text, strlen(edit->text))));
    }
    lines_free(&where);
    return list;
}

/// Returns the edits as a WorkspaceEdit: with the versions of open files, if the editor can compare them.
static json_t *edits_json(const lsp *server, const lsp_brains *brains, const names_change *change) {
    json_t *all = server->has_versions ? json_array() : json_object();
    for (uint32_t i = 0; i < change->count;) {  // each iteration takes the edits of a file
        const document *open = document_of_path(&server->open, change->edits[i].path);
        char *uri = lsp_uri(server, change->edits[i].path);
        json_t *list = edits_of_file(server, brains, change, &i);
        if (server->has_versions) {
            json_t *version = open != NULL ? json_integer((json_int_t)open->version) : json_null();
            json_array_append_new(all, json_pack("{s:{s:o, s:o}, s:o}", "textDocument", "uri",
                                                 rpc_string(uri, strlen(uri)), "version", version, "edits", list));
        } else {
            json_object_set_new(all, uri, list);
        }
        free(uri);
    }
    return json_pack("{s:o}", server->has_versions ? "documentChanges" : "changes", all);
}

json_t *lsp_rename(void *user, rpc_call *call) {
    lsp *server = user;
    lsp_place here;
    const char *to = rpc_member_string(rpc_params(call), "newName");
    if (to == NULL) {
        return rpc_fail(call, RPC_INVALID_PARAMS, "missing 'newName'");
    }
    checks_compare(&server->checked, &server->open);
    if (!lsp_place_of(server, call, true, &here)) {
        return NULL;
    }
    json_t *found = NULL;
    if (here.file == NAMES_NONE) {
        rpc_fail(call, RPC_REQUEST_FAILED, "this file is not part of a brain");
    } else {
        names_change change;
        lsp_brains brains = lsp_brains_of(server, &here);
        if (names_rename(brains.items, brains.count, here.in->path, here.offset, to, &change)) {
            const char *other = NULL;
            const char *path = NULL;
            for (uint32_t i = 0; i < change.count && other == NULL; i++) {
                if (path == NULL || strcmp(path, change.edits[i].path) != 0) {
                    path = change.edits[i].path;
                    other = other_name(&brains, path);
                }
            }
            found = other == NULL
                        ? edits_json(server, &brains, &change)
                        : rpc_fail(call, RPC_REQUEST_FAILED,
                                   "a brain includes '%s' by another name, '%s'; include it by one name", path, other);
        } else {
            rpc_fail(call, RPC_REQUEST_FAILED, "%s", text_of(&change.message));
        }
        names_change_free(&change);
        lsp_brains_free(&brains);
    }
    lsp_place_free(&here);
    return found;
}
