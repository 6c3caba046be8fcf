// SPDX-License-Identifier: MIT
// Inlay hints with findings of lints, and code lenses: the number of transitions to a state, and proofs.
#include "lsp/server.h"

#include <string.h>

// --------------------------------------------------------------------------------------------------------------- hints

typedef struct hinting {
    const lsp_place *at;
    size_t begin, end;
    json_t *items;
} hinting;

/// Returns the hint of a lint; null: it is only a problem.
static const char *hint_of(const char *code) {
    static const char *const hints[][2] = {{"unreachable", "unreachable"},        {"never-stays", "never stays"},
                                           {"never-fires", "never fires"},        {"shadowed", "never tried"},
                                           {"never-wins", "never wins"},          {"never-done", "never done"},
                                           {"never-lasts", "never lasts so long"}};
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++) {
        if (strcmp(hints[i][0], code) == 0) {
            return hints[i][1];
        }
    }
    return NULL;
}

/// Adds a hint after the token of a problem, and after the ':' of a key.
static void add_hint(void *user, const check_problem *one) {
    hinting *h = user;
    const lines *of = &h->at->where;
    const char *hint = hint_of(one->code);
    if (hint == NULL || strcmp(one->at.file, h->at->in->path) != 0) {
        return;
    }
    size_t at = lines_place(of, one->at.line, one->end_column);
    at += at < of->length && of->bytes[at] == ':';
    if (at >= h->begin && at <= h->end) {
        json_array_append_new(h->items,
                              json_pack("{s:o, s:s, s:o, s:b}", "position", lsp_position_json(of, at), "label", hint,
                                        "tooltip", rpc_string(one->message, strlen(one->message)), "paddingLeft", 1));
    }
}

json_t *lsp_hints(void *user, rpc_call *call) {
    lsp_place at;
    if (!lsp_place_of(user, call, true, &at)) {
        return NULL;
    }
    const json_t *range = rpc_at(rpc_params(call), "range");
    hinting h = {.at = &at, .items = json_array(), .end = at.where.length};
    if (range != NULL) {
        h.begin = lines_offset(&at.where, lsp_position(json_object_get(range, "start")));
        h.end = lines_offset(&at.where, lsp_position(json_object_get(range, "end")));
    }
    if (at.of != NULL) {
        check_problems(at.of, add_hint, &h);
    }
    lsp_place_free(&at);
    return h.items;
}

// -------------------------------------------------------------------------------------------------------------- lenses

static json_t *lens(const lines *of, size_t begin, size_t end, const text *title, const char *command,
                    json_t *arguments) {
    return json_pack("{s:o, s:{s:o, s:s, s:o}}", "range", lsp_range_json(of, begin, end), "command", "title",
                     rpc_text(title), "command", command, "arguments", arguments);
}

/// Adds "3 transitions lead here" to each state of the file.
static void add_state_lenses(const lsp_place *at, json_t *to) {
    for (uint32_t i = 0; at->file != NAMES_NONE && i < names_symbol_count(at->index); i++) {
        const names_symbol *one = names_symbol_at(at->index, i);
        if (one->kind != NAMES_STATE || one->file != at->file || one->definition == NAMES_NONE) {
            continue;
        }
        const names_use *name = names_use_at(at->index, one->definition);
        const uint32_t count = names_leads_count(at->index, i);
        text title = {0};
        text_format(&title, "%u transition%s lead%s here", (unsigned)count, count == 1 ? "" : "s",
                    count == 1 ? "s" : "");
        json_t *arguments = json_pack("[s, o]", at->in->uri, lsp_position_json(&at->where, name->begin));
        if (count > 0 && arguments != NULL) {
            json_array_append_new(to,
                                  lens(&at->where, name->begin, name->end, &title, "wits.showReferences", arguments));
        } else {
            json_decref(arguments);
        }
        text_free(&title);
    }
}

/// Adds "prove", with the verdict if there is one, and "run the counterexample" to each property of the file.
static void add_proof_lenses(const lsp_place *at, json_t *to) {
    const wits_file *file = at->of != NULL ? check_brain(at->of) : NULL;
    for (uint32_t i = 0; file != NULL && i < wits_file_property_count(file); i++) {
        const wits_property *one = &wits_file_properties(file)[i];
        if (one->kind == WITS_PROPERTY_ASSUME || strcmp(one->file, at->in->path) != 0) {
            continue;
        }
        const size_t begin = lines_place(&at->where, one->line, one->column);
        const verdict_record *known = check_verdict(at->of, one->name);
        text title = {0};
        text_format(&title, known != NULL ? "%s; prove again" : "prove", known != NULL ? text_of(&known->summary) : "");
        json_array_append_new(to, lens(&at->where, begin, begin, &title, "wits.prove",
                                       json_pack("[s, o]", at->in->uri, rpc_string(one->name, strlen(one->name)))));
        if (known != NULL && known->inputs.length > 0) {
            text_clear(&title);
            text_add(&title, one->kind == WITS_PROPERTY_REACH ? "run the example" : "run the counterexample");
            json_array_append_new(to, lens(&at->where, begin, begin, &title, "wits.counterexample",
                                           json_pack("[s, o]", at->in->uri, rpc_string(one->name, strlen(one->name)))));
        }
        text_free(&title);
    }
}

json_t *lsp_lenses(void *user, rpc_call *call) {
    lsp_place at;
    if (!lsp_place_of(user, call, true, &at)) {
        return NULL;
    }
    json_t *found = json_array();
    if (!at.is_scenarios) {
        add_proof_lenses(&at, found);
        add_state_lenses(&at, found);
    }
    lsp_place_free(&at);
    return found;
}
