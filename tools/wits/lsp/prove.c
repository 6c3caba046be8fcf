// SPDX-License-Identifier: MIT
// The commands "prove" and "run the counterexample". A proof works on its own copy of the brain, and lets other
// requests run in the meantime.
#include "lsp/server.h"

#include "agent/run.h"
#include "common/progress.h"
#include "prove/prove.h"

#include <stdlib.h>
#include <string.h>

static const char name[] = "lsp";

/// Limits of a proof that a person waits for.
enum { MOST_SECONDS = 60, MOST_SITUATIONS = 50000000, MOST_MEMORY = 512 << 20 };

// -------------------------------------------------------------------------------------------------------------- search

/// A proof that runs.
typedef struct proving {
    lsp *server;
    rpc_call *call;
    const json_t *token;  ///< of progress; null: the editor wants none
    double end, next;     ///< times of seconds_now
    bool is_late;
} proving;

/// Reports progress. Takes ownership of `value`.
static void report(const proving *p, json_t *value) {
    if (p->token != NULL) {
        rpc_notify(p->server->rpc, "$/progress",
                   json_pack("{s:O, s:o}", "token", (json_t *)(uintptr_t)p->token, "value", value));
    } else {
        json_decref(value);
    }
}

static bool go_on(void *user, const wits_prove_progress *so_far) {
    proving *p = user;
    const double now = seconds_now();
    if (now >= p->next) {
        text message = {0};
        text_count(&message, so_far->situations);
        text_add(&message, " situations");
        report(p, json_pack("{s:s, s:o}", "kind", "report", "message", rpc_text(&message)));
        text_free(&message);
        p->next = now + 0.5;
    }
    p->is_late = now >= p->end;
    if (lsp_gives_up(p->server, p->call) || p->is_late) {
        return false;
    }
    rpc_server_work(p->server->rpc);
    return !lsp_gives_up(p->server, p->call);
}

/// Writes "refuted after 3 ticks", "proven (57 situations)", "not found: the reason".
static void text_verdict(text *to, const wits_proof *proof) {
    const bool is_reach = proof->property->kind == WITS_PROPERTY_REACH;
    if (proof->verdict == WITS_PROOF_NOT_FOUND) {
        text_format(to, "not found%s%s", proof->why_count > 0 ? ": " : "", proof->why_count > 0 ? proof->why[0] : "");
        return;
    }
    text_add(to, proof->verdict == WITS_PROOF_PROVEN ? "proven" : "refuted");
    if (proof->run.is_there) {
        text_format(to, "%s after %u tick%s", is_reach ? ": reached" : "", (unsigned)proof->run.ticks,
                    proof->run.ticks == 1 ? "" : "s");
    }
    text_add(to, " (");
    text_count(to, proof->situations);
    text_format(to, " situation%s)", proof->situations == 1 ? "" : "s");
    text_add(to, proof->vacuous ? "; vacuous: its premise never held" : "");
}

/// Keeps the verdict with the run that shows it, as long as the brain is not edited.
static void keep_verdict(check *of, const wits_file *file, const wits_prover *prover, const wits_proof *proof) {
    verdict_record *to = check_add_verdict(of, proof->property->name, proof->property->file);
    to->is_refuted = proof->verdict == WITS_PROOF_REFUTED;
    text_clear(&to->summary);
    text_clear(&to->inputs);
    text_verdict(&to->summary, proof);
    to->line = proof->property->line;
    to->column = proof->property->column;
    if (proof->run.is_there) {
        run_files files = run_files_of(file, prover, &proof->run, proof->property->start_any);
        text_add_bytes(&to->inputs, text_of(&files.inputs), files.inputs.length);
        for (uint32_t kind = 0; kind < wits_file_desc(file)->target_count; kind++) {
            text_clear(&to->targets[kind]);
            text_add_bytes(&to->targets[kind], text_of(&files.targets[kind]), files.targets[kind].length);
        }
        to->ticks = proof->run.ticks;
        to->agent = proof->run.agent;
        text_clear(&to->from);
        text_add(&to->from, proof->property->from.text != NULL ? proof->property->from.text : "");
        run_files_free(&files);
    }
}

/// Returns the properties to prove: one by name, and all assumptions. The caller frees them.
static wits_property *properties_of(const wits_file *file, const char *wanted, uint32_t *count) {
    wits_property *found = allocate((size_t)wits_file_property_count(file) + 1, sizeof *found);
    bool has_it = false;
    *count = 0;
    for (uint32_t i = 0; i < wits_file_property_count(file); i++) {
        const wits_property *one = &wits_file_properties(file)[i];
        const bool is_it = one->name != NULL && strcmp(one->name, wanted) == 0;
        has_it = has_it || is_it;
        if (is_it || one->kind == WITS_PROPERTY_ASSUME) {
            found[(*count)++] = *one;
        }
    }
    *count = has_it ? *count : 0;
    return found;
}

/// Writes the mistakes of a brain that was read again.
static json_t *refuse_brain(rpc_call *call) {
    return rpc_fail(call, RPC_REQUEST_FAILED, "the brain has problems; fix them first");
}

/// Runs the prover and returns what `wits prove --format json` prints.
static json_t *run_prover(lsp *server, rpc_call *call, const char *path, wits_file *file, wits_prover *prover) {
    const json_t *wanted = rpc_at(rpc_params(call), "workDoneToken");
    const double now = seconds_now();
    proving p = {.server = server, .call = call, .token = wanted, .end = now + MOST_SECONDS, .next = now + 0.2};
    const uint64_t changes = server->checked.changes;
    text all = {0}, problem = {0};
    server->is_proving = true;
    report(&p, json_pack("{s:s, s:s, s:b}", "kind", "begin", "title", "wits prove", "cancellable", 1));
    wits_prover_run(prover, go_on, &p);
    report(&p, json_pack("{s:s}", "kind", "end"));
    server->is_proving = false;
    if (lsp_gives_up(server, call)) {
        return rpc_fail(call, RPC_CANCELLED, "the server is shutting down");
    }
    const wits_proof *proof = wits_prover_proof_count(prover) > 0 ? wits_prover_proof(prover, 0) : NULL;
    check *of = changes == server->checked.changes ? checks_find(&server->checked, path) : NULL;
    if (proof != NULL && of != NULL) {
        keep_verdict(of, file, prover, proof);
        server->checked.is_unpublished = true;
        if (server->refreshes_lenses) {
            rpc_request(server->rpc, "workspace/codeLens/refresh", NULL);
        }
    }
    const prove_report made = {
        .path = path, .file = file, .desc = wits_file_desc(file), .prover = prover, .interrupted = p.is_late};
    print_prove_json(&made, &all);
    json_t *result = rpc_parse(all.bytes, all.length, &problem);
    if (result != NULL && proof != NULL) {
        text summary = {0};
        text_verdict(&summary, proof);
        json_object_set_new(result, "summary", rpc_text(&summary));
        text_free(&summary);
    }
    text_free(&all);
    text_free(&problem);
    return result;
}

static json_t *prove(lsp *server, rpc_call *call, document *in, const char *property) {
    if (server->is_proving || server->is_drawing) {
        return rpc_fail(call, RPC_REQUEST_FAILED, "%s; wait for it or cancel it",
                        server->is_proving ? "another proof is running" : "a graph is being drawn");
    }
    text path = {0};
    checks_update(&server->checked, &server->open);
    const check *of = checks_find(&server->checked, in->path);
    text_add(&path, of != NULL ? of->path : in->path);
    wits_file *file = checks_read(&server->open, text_of(&path));
    uint32_t count = 0;
    wits_property *properties = properties_of(file, property, &count);
    json_t *result = NULL;
    if (wits_file_brain(file) == NULL) {
        refuse_brain(call);
    } else if (count == 0) {
        rpc_fail(call, RPC_INVALID_PARAMS, "there is no property '%s'", property);
    } else {
        const wits_prove_about about = {wits_file_desc(file), wits_file_promises(file), properties, count, false};
        const wits_prove_options limits = {.most_situations = MOST_SITUATIONS, .most_memory = MOST_MEMORY};
        wits_prover *prover = wits_prover_new(&about, &limits);
        if (prover == NULL || wits_prover_mistake_count(prover) > 0) {
            rpc_fail(call, RPC_REQUEST_FAILED, "%s",
                     prover != NULL ? wits_prover_mistakes(prover)[0].message : "not enough memory");
        } else {
            result = run_prover(server, call, text_of(&path), file, prover);
        }
        wits_prover_free(prover);
    }
    free(properties);
    wits_file_free(file);
    text_free(&path);
    return result;
}

// ----------------------------------------------------------------------------------------------------- counterexamples

/// Writes what `wits run` prints of the run of a verdict. Returns a status; prints errors.
static int text_run(text *to, wits_file *file, const char *path, const verdict_record *of) {
    const agent_run_options who = {.brain = path,
                                   .file = file,
                                   .inputs = "the run",
                                   .inputs_text = &of->inputs,
                                   .target_texts = of->targets,
                                   .agent = of->agent,
                                   .from = of->from.length > 0 ? text_of(&of->from) : NULL,
                                   .end = "--ticks",
                                   .last = of->ticks};
    agent_run one;
    int status = agent_run_begin(name, &who, true, &one);
    if (status == STATUS_DONE) {
        screen *shown = screen_new(&one.agent, (screen_options){.trace = true, .out = to});
        for (uint64_t tick = 0; tick <= one.last; tick++) {
            if (tick > 0) {
                agent_run_tick(&one, (uint32_t)tick);
            }
            screen_add(shown);
        }
        screen_end(shown);
    }
    agent_run_end(&one);
    return status;
}

static json_t *counterexample(lsp *server, rpc_call *call, document *in, const char *property) {
    checks_update(&server->checked, &server->open);
    check *of = checks_find(&server->checked, in->path);
    const verdict_record *known = of != NULL ? check_verdict(of, property) : NULL;
    if (known == NULL || known->inputs.length == 0) {
        return rpc_fail(call, RPC_REQUEST_FAILED, "there is no run for '%s'; prove it first", property);
    }
    text story = {0};
    caught_messages problems = {0};
    caught_messages *before = catch_messages(&problems);
    const int status = text_run(&story, check_brain(of), of->path, known);
    catch_messages(before);
    json_t *result = status == STATUS_DONE
                         ? json_pack("{s:o, s:o}", "text", rpc_text(&story), "inputs", rpc_text(&known->inputs))
                         : rpc_fail(call, RPC_REQUEST_FAILED, "%s",
                                    problems.count > 0 ? text_of(&problems.items[0].what) : "it failed");
    caught_messages_free(&problems);
    text_free(&story);
    return result;
}

json_t *lsp_execute(void *user, rpc_call *call) {
    lsp *server = user;
    const char *command = rpc_member_string(rpc_params(call), "command");
    const json_t *arguments = rpc_at(rpc_params(call), "arguments");
    const char *uri = json_string_value(json_array_get(arguments, 0));
    const char *property = json_string_value(json_array_get(arguments, 1));
    document *in = uri != NULL ? document_of_uri(&server->open, uri) : NULL;
    const bool proves = command != NULL && strcmp(command, "wits.prove") == 0;
    if (command == NULL || (!proves && strcmp(command, "wits.counterexample") != 0)) {
        return rpc_fail(call, RPC_INVALID_PARAMS, "unknown command; expected wits.prove or wits.counterexample");
    }
    if (in == NULL || property == NULL) {
        return rpc_fail(call, RPC_INVALID_PARAMS,
                        "the arguments are the URI of an open file and the name of a property");
    }
    return (proves ? prove : counterexample)(server, call, in, property);
}
