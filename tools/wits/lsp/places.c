// SPDX-License-Identifier: MIT
// Places of names: definitions, references, highlights, symbols of a file.
#include "lsp/server.h"

#include <stdlib.h>
#include <string.h>

/// Writes places of the files of an index. Those of a file come one after another.
typedef struct place_writer {
    const lsp *server;
    const names *of;
    uint32_t file;  ///< of `where`; NAMES_NONE: none yet
    lines where;
    char *uri;
} place_writer;

static void begin_file(place_writer *w, uint32_t file) {
    if (w->file == file) {
        return;
    }
    size_t length = 0;
    const char *bytes = names_file_text(w->of, file, &length);
    lines_free(&w->where);
    free(w->uri);
    w->file = file;
    w->where = lines_of(bytes, length, w->server->open.is_utf8);
    w->uri = lsp_uri(w->server, names_file_path(w->of, file));
}

static place_writer writer_of(const lsp *server, const names *of) {
    return (place_writer){.server = server, .of = of, .file = NAMES_NONE};
}

static void writer_free(place_writer *w) {
    lines_free(&w->where);
    free(w->uri);
}

static json_t *location(place_writer *w, const names_use *use) {
    begin_file(w, use->file);
    return json_pack("{s:o, s:o}", "uri", rpc_string(w->uri, strlen(w->uri)), "range",
                     lsp_range_json(&w->where, use->begin, use->end));
}

// ---------------------------------------------------------------------------------------------------------- definition

/// Returns the file that an `include` at the place names; NAMES_NONE if there is none.
static uint32_t included_at(const lsp_place *here) {
    if (here->file == NAMES_NONE) {
        return NAMES_NONE;
    }
    const tree *all = names_file_tree(here->index, here->file);
    const tree_node *list = tree_value(tree_root(all), "include"), *at = tree_at(all, here->offset);
    const bool is_included = at != NULL && list != NULL && (at == list || at->around == list) && tree_is_text(at);
    return is_included ? names_included(here->index, here->file, at->text) : NAMES_NONE;
}

json_t *lsp_definition(void *user, rpc_call *call) {
    lsp *server = user;
    lsp_place here;
    checks_compare(&server->checked, &server->open);
    if (!lsp_place_of(server, call, false, &here)) {
        return NULL;
    }
    json_t *found = json_array();
    const names_use *use = lsp_use_at(&here);
    place_writer w = writer_of(server, here.index);
    const names_symbol *symbol = use != NULL ? names_symbol_at(here.index, use->symbol) : NULL;
    for (uint32_t i = symbol != NULL ? symbol->first : NAMES_NONE; i != NAMES_NONE;) {
        const names_use *one = names_use_at(here.index, i);
        if (one->role == NAMES_DEFINES) {  // several files may declare a function or a kind of targets
            json_array_append_new(found, location(&w, one));
        }
        i = one->next;
    }
    if (symbol != NULL && json_array_size(found) == 0) {  // a function that no file lists: its first call
        json_array_append_new(found, location(&w, names_use_at(here.index, symbol->first)));
    }
    const uint32_t included = use == NULL ? included_at(&here) : NAMES_NONE;
    if (included != NAMES_NONE) {
        const names_use begin = {.file = included};
        json_array_append_new(found, location(&w, &begin));
    }
    writer_free(&w);
    lsp_place_free(&here);
    return found;
}

// ---------------------------------------------------------------------------------------------------------- references

json_t *lsp_references(void *user, rpc_call *call) {
    lsp *server = user;
    lsp_place here;
    checks_compare(&server->checked, &server->open);
    if (!lsp_place_of(server, call, true, &here)) {
        return NULL;
    }
    const bool has_definitions = json_is_true(rpc_at(rpc_params(call), "context.includeDeclaration"));
    json_t *found = json_array();
    if (lsp_use_at(&here) != NULL) {
        names_change uses;
        lsp_brains brains = lsp_brains_of(server, &here);
        names_find_uses(brains.items, brains.count, here.in->path, here.offset, &uses);
        place_writer w = writer_of(server, NULL);
        for (uint32_t i = 0; i < uses.count; i++) {
            const names_edit *one = &uses.edits[i];
            if (one->role != NAMES_DEFINES || has_definitions) {
                w.of = lsp_brain_with(&brains, one->path);
                w.file = i > 0 && strcmp(uses.edits[i - 1].path, one->path) == 0 ? w.file : NAMES_NONE;
                const names_use use = {.file = names_file_find(w.of, one->path), .begin = one->begin, .end = one->end};
                json_array_append_new(found, location(&w, &use));
            }
        }
        writer_free(&w);
        names_change_free(&uses);
        lsp_brains_free(&brains);
    }
    lsp_place_free(&here);
    return found;
}

json_t *lsp_highlights(void *user, rpc_call *call) {
    enum { READ = 2, WRITE = 3 };
    lsp_place here;
    if (!lsp_place_of(user, call, false, &here)) {
        return NULL;
    }
    json_t *found = json_array();
    const names_use *use = lsp_use_at(&here);
    for (uint32_t at = use != NULL ? names_symbol_at(here.index, use->symbol)->first : NAMES_NONE; at != NAMES_NONE;) {
        const names_use *one = names_use_at(here.index, at);
        if (one->file == use->file) {
            const bool is_write = one->role == NAMES_DEFINES || one->role == NAMES_ASSIGNS;
            json_array_append_new(found,
                                  json_pack("{s:o, s:i}", "range", lsp_range_json(&here.where, one->begin, one->end),
                                            "kind", is_write ? WRITE : READ));
        }
        at = one->next;
    }
    lsp_place_free(&here);
    return found;
}

// ------------------------------------------------------------------------------------------------------------- symbols

/// Returns the kind of LSP for a symbol.
static int symbol_kind(names_kind kind) {
    static const int kinds[] = {
        [NAMES_BRAIN] = 2,     [NAMES_STATE] = 5,     [NAMES_FIELD] = 8,          [NAMES_EVENT] = 24,
        [NAMES_FUNCTION] = 12, [NAMES_TARGET] = 23,   [NAMES_TARGET_FIELD] = 8,   [NAMES_ENUM] = 10,
        [NAMES_VALUE] = 22,    [NAMES_CONSTANT] = 14, [NAMES_CONDITION] = 17,     [NAMES_SCORE] = 16,
        [NAMES_CURVE] = 16,    [NAMES_PART] = 11,     [NAMES_CONSIDERATION] = 16, [NAMES_PARAMETER] = 26,
        [NAMES_PROPERTY] = 7,
    };
    return kinds[kind];
}

typedef struct outlined {
    const names_symbol *symbol;
    uint32_t row;
} outlined;

static int compare_outlined(const void *left, const void *right) {
    const outlined *a = left, *b = right;
    if (a->symbol->begin != b->symbol->begin) {
        return a->symbol->begin < b->symbol->begin ? -1 : 1;
    }
    return a->symbol->end > b->symbol->end ? -1 : a->symbol->end < b->symbol->end;
}

static json_t *symbol_json(const names *of, const lines *where, const outlined *one) {
    const names_use *name = names_use_at(of, one->symbol->definition);
    text detail = {0};
    text_add(&detail, names_kind_text(one->symbol->kind));
    const uint32_t leads = one->symbol->kind == NAMES_STATE ? names_leads_count(of, one->row) : 0;
    if (leads > 0) {
        text_format(&detail, ", %u lead%s here", (unsigned)leads, leads == 1 ? "s" : "");
    }
    const bool is_named = one->symbol->name[0] != '\0';  // LSP forbids empty names
    json_t *made = json_pack("{s:o, s:o, s:i, s:o, s:o}", "name",
                             rpc_string(is_named ? one->symbol->name : "?", is_named ? strlen(one->symbol->name) : 1),
                             "detail", rpc_text(&detail), "kind", symbol_kind(one->symbol->kind), "range",
                             lsp_range_json(where, one->symbol->begin, one->symbol->end), "selectionRange",
                             lsp_range_json(where, name->begin, name->end));
    text_free(&detail);
    return made;
}

/// Writes symbols in their order; those inside another become its children.
static json_t *outline(const names *of, const lines *where, const outlined *items, size_t count) {
    struct {
        json_t *list;
        uint32_t end;
    } open[TREE_MOST_DEPTH + 1];
    size_t depth = 0;
    json_t *all = json_array();
    for (size_t i = 0; i < count; i++) {
        while (depth > 0 && open[depth - 1].end <= items[i].symbol->begin) {
            depth--;
        }
        json_t *made = symbol_json(of, where, &items[i]);
        json_array_append_new(depth > 0 ? open[depth - 1].list : all, made);
        const bool has_children = i + 1 < count && items[i + 1].symbol->begin < items[i].symbol->end;
        if (has_children && depth < TREE_MOST_DEPTH) {
            open[depth].list = json_array();
            open[depth++].end = items[i].symbol->end;
            json_object_set_new(made, "children", open[depth - 1].list);
        }
    }
    return all;
}

json_t *lsp_symbols(void *user, rpc_call *call) {
    lsp_place here;
    if (!lsp_place_of(user, call, false, &here)) {
        return NULL;
    }
    const names *of = here.index;
    const uint32_t most = here.file != NAMES_NONE ? names_symbol_count(of) : 0;
    outlined *items = allocate(most + 1, sizeof *items);
    size_t count = 0;
    for (uint32_t row = 0; row < most; row++) {
        const names_symbol *symbol = names_symbol_at(of, row);
        if (symbol->definition != NAMES_NONE && symbol->file == here.file) {
            items[count++] = (outlined){symbol, row};
        }
    }
    qsort(items, count, sizeof *items, compare_outlined);
    json_t *found = outline(of, &here.where, items, count);
    free(items);
    lsp_place_free(&here);
    return found;
}
