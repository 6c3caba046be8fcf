// SPDX-License-Identifier: MIT
// Pictures of a brain as the editor has it: the graph, a map over two fields, the plot of a run, the curves of an
// option.
#include "lsp/server.h"

#include "agent/run.h"
#include "common/lookup.h"
#include "common/progress.h"
#include "curve/curve.h"
#include "graph/graph.h"
#include "map/map.h"

#include <string.h>

static const char name[] = "lsp";

bool lsp_draw_option(check *of, const char *option, text *picture, text *problem) {
    const agent_run_options who = {.brain = of->path, .file = check_brain(of)};
    caught_messages problems = {0};
    caught_messages *before = catch_messages(&problems);
    const int status = curve_picture(&who, option, picture);
    catch_messages(before);
    if (status != STATUS_DONE && problems.count > 0) {
        text_add(problem, text_of(&problems.items[0].what));
    }
    caught_messages_free(&problems);
    return status == STATUS_DONE;
}

bool lsp_inputs_of(const lsp *server, const char *brain, text *to) {
    text content = {0};
    text_clear(to);
    if (server->inputs.length > 0) {
        const bool is_relative = server->inputs.bytes[0] != '/' && server->checked.root != NULL;
        text_format(to, "%s%s%s", is_relative ? server->checked.root : "", is_relative ? "/" : "",
                    text_of(&server->inputs));
    } else {
        const char *dot = strrchr(brain, '.');
        text_add_bytes(to, brain, dot != NULL ? (size_t)(dot - brain) : strlen(brain));
        text_add(to, ".csv");
    }
    const bool is_there = documents_read(&server->open, text_of(to), &content);
    text_free(&content);
    return is_there;
}

/// Returns the state that the request names or points to; the root without either.
static wits_state_id state_of(const lsp_place *at, const json_t *params) {
    const wits_brain *brain = wits_file_brain(check_brain(at->of));
    const char *given = rpc_member_string(params, "state");
    if (given != NULL) {
        return wits_find_state(brain, given);
    }
    if (json_object_get(params, "position") == NULL || at->file == NAMES_NONE) {
        return WITS_ROOT;
    }
    text path = {0};
    const uint32_t symbol = names_state_at(at->index, at->file, at->offset);
    if (symbol != NAMES_NONE && names_symbol_at(at->index, symbol)->kind == NAMES_STATE) {
        names_path(at->index, symbol, &path);
    }
    const wits_state_id found = path.length > 0 ? wits_find_state(brain, text_of(&path)) : WITS_ROOT;
    text_free(&path);
    return found != WITS_NONE ? found : WITS_ROOT;
}

/// Time limits of a picture by Graphviz. Other requests wait for a short one, so that pictures that an editor requests
/// at once are all drawn.
static const double short_seconds = 1, most_seconds = 10;

/// The picture that Graphviz draws; there is one at a time.
static struct drawing {
    lsp *server;
    rpc_call *call;
    double begun;
} drawing;

static bool stops_drawing(void) {
    const double seconds = seconds_now() - drawing.begun;
    if (seconds > short_seconds && !lsp_gives_up(drawing.server, drawing.call)) {
        rpc_server_work(drawing.server->rpc);
    }
    return seconds > most_seconds || lsp_gives_up(drawing.server, drawing.call);
}

/// Replaces Graphviz input by the picture. Other requests run in the meantime, so data that they can change must not be
/// used afterwards.
static int draw_svg(lsp *server, rpc_call *call, text *picture) {
    if (server->is_drawing) {
        return say_error("another graph is being drawn; wait for it or cancel it");
    }
    server->is_drawing = true;
    drawing = (struct drawing){server, call, seconds_now()};
    const int status = graph_draw(picture, "svg", stops_drawing);
    server->is_drawing = false;
    return status;
}

/// Draws the graph. See draw_svg.
static int draw_graph(lsp *server, rpc_call *call, const lsp_place *at, const json_t *params, text *to) {
    wits_file *file = check_brain(at->of);
    wits_state_id root = state_of(at, params);
    const wits_brain *brain = wits_file_brain(file);
    if (root == WITS_NONE) {
        return say_error("there is no state '%s'", rpc_member_string(params, "state"));
    }
    if (json_object_get(params, "position") != NULL && root != WITS_ROOT &&
        wits_state_kind(brain, root) == WITS_KIND_LEAF) {
        root = wits_state_parent(brain, root);
    }
    graph_view view =
        graph_view_of(wits_file_desc(file), brain, root, rpc_member_count(params, "depth", WITS_MAX_DEPTH, 0));
    view.actions = rpc_member_is_true(params, "actions");
    const char *format = rpc_member_string(params, "format");
    const bool is_mermaid = format != NULL && strcmp(format, "mermaid") == 0;
    const bool is_text = is_mermaid || (format != NULL && strcmp(format, "dot") == 0);
    (is_mermaid ? graph_mermaid : graph_dot)(&view, NULL, to);
    graph_view_free(&view);
    return is_text ? STATUS_DONE : draw_svg(server, call, to);
}

static int draw_plot(const lsp *server, const lsp_place *at, const json_t *params, text *to) {
    text beside = {0};
    const char *given = rpc_member_string(params, "inputs");
    if (given != NULL) {
        text content = {0};
        const bool is_file = documents_read(&server->open, given, &content);
        text_free(&content);
        if (!is_file) {
            return say_error("there is no file '%s' that can be read", given);
        }
    }
    agent_run_options who = {.brain = at->of->path, .file = check_brain(at->of)};
    if (given != NULL) {
        who.inputs = given;
    } else if (lsp_inputs_of(server, at->of->path, &beside)) {
        who.inputs = text_of(&beside);
    }
    who.last = rpc_member_count(params, "ticks", 100000, 0);
    who.end = who.last > 0 ? "--ticks" : NULL;
    const int status = run_picture(name, &who, NULL, NULL, to);
    text_free(&beside);
    return status;
}

static int draw_map(const lsp_place *at, const json_t *params, text *to) {
    const agent_run_options who = {.brain = at->of->path, .file = check_brain(at->of)};
    const wits_brain *brain = wits_file_brain(who.file);
    const wits_state_id here = state_of(at, params);
    text of = {0};
    if (here == WITS_NONE) {
        return say_error("there is no state '%s'", rpc_member_string(params, "state"));
    }
    if (here != WITS_ROOT) {
        text_path(&of, brain, wits_state_kind(brain, here) == WITS_KIND_LEAF ? wits_state_parent(brain, here) : here);
    }
    const int status = map_picture_of(&who, rpc_member_string(params, "x"), rpc_member_string(params, "y"),
                                      of.length > 0 ? text_of(&of) : NULL, to);
    text_free(&of);
    return status;
}

static int draw_curve(const lsp_place *at, const json_t *params, text *to) {
    const agent_run_options who = {.brain = at->of->path, .file = check_brain(at->of)};
    text path = {0};
    const wits_state_id here = state_of(at, params);
    if (here == WITS_ROOT || here == WITS_NONE) {
        return say_error("a curve needs the state of an option");
    }
    text_path(&path, wits_file_brain(who.file), here);
    const int status = curve_picture(&who, text_of(&path), to);
    text_free(&path);
    return status;
}

json_t *lsp_preview(void *user, rpc_call *call) {
    lsp_place at;
    json_t *result = NULL;
    // "uri" as well as "textDocument"
    const json_t *params = rpc_params(call);
    if (!lsp_place_of(user, call, true, &at)) {
        return NULL;
    }
    const char *kind = rpc_member_string(params, "kind");
    text picture = {0};
    caught_messages problems = {0};
    if (at.of == NULL || check_brain(at.of) == NULL) {
        rpc_fail(call, RPC_REQUEST_FAILED, "the brain has problems; fix them first");
    } else if (kind == NULL) {
        rpc_fail(call, RPC_INVALID_PARAMS, "missing 'kind': graph, map, plot or curve");
    } else {
        caught_messages *before = catch_messages(&problems);
        const int status = strcmp(kind, "graph") == 0   ? draw_graph(user, call, &at, params, &picture)
                           : strcmp(kind, "map") == 0   ? draw_map(&at, params, &picture)
                           : strcmp(kind, "plot") == 0  ? draw_plot(user, &at, params, &picture)
                           : strcmp(kind, "curve") == 0 ? draw_curve(&at, params, &picture)
                                                        : say_error("unknown kind; expected graph, map, plot or curve");
        catch_messages(before);
        if (status == STATUS_DONE) {
            result = json_pack("{s:s, s:o}", "kind", kind, "svg", rpc_text(&picture));
        } else {
            rpc_fail(call, RPC_REQUEST_FAILED, "%s",
                     problems.count > 0 ? text_of(&problems.items[0].what) : "it failed");
        }
    }
    caught_messages_free(&problems);
    text_free(&picture);
    lsp_place_free(&at);
    return result;
}
