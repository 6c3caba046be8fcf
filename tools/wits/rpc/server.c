// SPDX-License-Identifier: MIT
#include "rpc/server.h"

#include <stdlib.h>
#include <string.h>

enum {
    MOST_QUEUED = 1000,  ///< messages that wait while a method runs
    MOST_QUEUED_BYTES = 64 << 20
};

struct rpc_call {
    rpc_server *server;
    rpc_call *outer;  ///< call during which this one runs; null
    json_t *message;
    const json_t *id;  ///< null: a notification
    const json_t *params;
    bool is_cancelled;
    rpc_code code;
    text problem;
};

/// A message that waits, or a problem of one. Problems wait, too, so that answers are in the order of the
/// messages.
typedef struct queued {
    json_t *message;  ///< null: a problem
    json_t *id;       ///< of a problem; null: unknown
    size_t size;
    bool is_cancelled;
    bool is_last;  ///< no message can be read after it
    rpc_code code;
    text problem;
} queued;

struct rpc_server {
    rpc_options how;
    rpc_reader reader;
    queued *items;  ///< the first at `first`
    size_t first, count, capacity;
    size_t queued_bytes;
    rpc_call *running;
    json_t *nothing;  ///< parameters of calls without any
    uint64_t requests;
    bool is_ended;  ///< the client has closed its end
    bool is_lost;   ///< it is unknown where the next message begins
    bool is_over;
    int status;
};

static void free_queued(queued *one) {
    json_decref(one->message);
    json_decref(one->id);
    text_free(&one->problem);
}

rpc_server *rpc_server_new(const rpc_options *options) {
    rpc_check_memory();
    rpc_server *server = allocate(1, sizeof *server);
    server->how = *options;
    server->reader.framing = options->framing;
    server->nothing = json_object();
    return server;
}

void rpc_server_free(rpc_server *of) {
    if (of == NULL) {
        return;
    }
    for (size_t i = of->first; i < of->count; i++) {
        free_queued(&of->items[i]);
    }
    free(of->items);
    json_decref(of->nothing);
    rpc_reader_free(&of->reader);
    free(of);
}

bool rpc_server_is_over(const rpc_server *of) {
    return of->is_over;
}

int rpc_server_status(const rpc_server *of) {
    return of->status;
}

void rpc_server_stop(rpc_server *of, int status) {
    of->is_over = true;
    of->status = status;
}

bool rpc_server_has_room(const rpc_server *of) {
    return of->count - of->first < MOST_QUEUED && of->queued_bytes < MOST_QUEUED_BYTES;
}

// ------------------------------------------------------------------------------------------------------------- sending

/// Takes the message.
static void send(rpc_server *server, json_t *message) {
    text body = {0};
    text whole = {0};
    text_rpc_json(&body, message);
    json_decref(message);
    if (server->how.framing == RPC_HEADERS) {
        text_format(&whole, "Content-Length: %zu\r\n\r\n", body.length);
    }
    text_add_bytes(&whole, text_of(&body), body.length);
    if (server->how.framing == RPC_LINES) {
        text_add(&whole, "\n");
    }
    server->how.write(server->how.stream, text_of(&whole), whole.length);
    text_free(&body);
    text_free(&whole);
}

/// Takes ownership of `params`, which may be null.
static json_t *message_of(const char *method, json_t *params) {
    json_t *message = json_pack("{s:s, s:s}", "jsonrpc", "2.0", "method", method);
    if (params != NULL) {
        json_object_set_new(message, "params", params);
    }
    return message;
}

void rpc_notify(rpc_server *of, const char *method, json_t *params) {
    send(of, message_of(method, params));
}

void rpc_request(rpc_server *of, const char *method, json_t *params) {
    text id = {0};
    text_format(&id, "wits-%llu", (unsigned long long)++of->requests);
    json_t *message = message_of(method, params);
    json_object_set_new(message, "id", rpc_text(&id));
    send(of, message);
    text_free(&id);
}

/// Answers a request. Takes ownership of `value`. A null id is that of a message whose id is unknown.
static void answer(rpc_server *server, const json_t *id, const char *member, json_t *value) {
    json_t *message = json_pack("{s:s}", "jsonrpc", "2.0");
    json_object_set_new(message, "id", id != NULL ? json_deep_copy(id) : json_null());
    json_object_set_new(message, member, value);
    send(server, message);
}

static void refuse(rpc_server *server, const json_t *id, rpc_code code, const char *problem) {
    answer(server, id, "error",
           json_pack("{s:i, s:o}", "code", (int)code, "message", rpc_string(problem, strlen(problem))));
}

// ------------------------------------------------------------------------------------------------------------- queuing

/// Marks the request of an id, which waits or runs, as cancelled. An unknown id is ignored: it may be answered already.
static void cancel(rpc_server *server, const json_t *id) {
    for (size_t i = server->first; i < server->count && id != NULL; i++) {
        queued *one = &server->items[i];
        one->is_cancelled = one->is_cancelled || json_equal(json_object_get(one->message, "id"), id);
    }
    for (rpc_call *call = server->running; call != NULL; call = call->outer) {
        call->is_cancelled = call->is_cancelled || (id != NULL && call->id != NULL && json_equal(call->id, id));
    }
}

/// Returns whether an id is one of JSON-RPC and LSP: a string or an integer.
static bool is_id(const json_t *id) {
    return json_is_string(id) || json_is_integer(id);
}

static queued *add_to_queue(rpc_server *server) {
    server->items = grow(server->items, &server->capacity, server->count + 1, sizeof *server->items);
    queued *one = &server->items[server->count++];
    *one = (queued){.code = RPC_OK};
    return one;
}

/// Queues a problem of a message.
static queued *queue_problem(rpc_server *server, rpc_code code, const json_t *id, const char *problem) {
    queued *one = add_to_queue(server);
    one->code = code;
    one->id = is_id(id) ? json_deep_copy(id) : NULL;
    text_add(&one->problem, problem);
    return one;
}

/// Returns whether a request only asks whether the server is alive, and would wait for the method that runs.
static bool is_ping(const rpc_server *server, const char *method, const json_t *id) {
    return server->running != NULL && server->how.ping != NULL && id != NULL && strcmp(method, server->how.ping) == 0;
}

/// Queues a message if it is valid. Takes ownership.
static void queue(rpc_server *server, json_t *message, size_t size) {
    const json_t *id = json_object_get(message, "id");
    const json_t *params = json_object_get(message, "params");
    const char *version = rpc_member_string(message, "jsonrpc");
    const char *method = rpc_member_string(message, "method");
    const bool is_answer = !json_object_get(message, "method") &&
                           (json_object_get(message, "result") != NULL || json_object_get(message, "error") != NULL);
    const char *problem = !json_is_object(message)                         ? "a message is one object"
                          : version == NULL || strcmp(version, "2.0") != 0 ? "'jsonrpc' is missing or not '2.0'"
                          : is_answer                                      ? NULL
                          : method == NULL                                 ? "'method' is missing or not a string"
                          : id != NULL && !is_id(id)                       ? "'id' is not a string or an integer"
                          : params != NULL && !json_is_object(params) && !json_is_array(params) && !json_is_null(params)
                              ? "'params' is not an object"
                              : NULL;
    if (problem != NULL) {
        queue_problem(server, RPC_INVALID_REQUEST, id, problem);
    } else if (!is_answer && id == NULL && strcmp(method, server->how.cancel) == 0) {
        cancel(server, json_object_get(params, server->how.cancel_member));
    } else if (!is_answer && is_ping(server, method, id)) {
        answer(server, id, "result", json_object());
    } else if (!is_answer) {  // responses of the client are ignored
        queued *one = add_to_queue(server);
        one->message = json_incref(message);
        one->size = size;
        server->queued_bytes += size;
    }
    json_decref(message);
}

void rpc_server_queue(rpc_server *to, const void *bytes, size_t size) {
    char *message;
    size_t length;
    rpc_found found = RPC_NOTHING;
    if (to->is_over || to->is_lost) {
        return;
    }
    rpc_reader_take(&to->reader, bytes, size);
    while (!to->is_lost && (found = rpc_reader_next(&to->reader, &message, &length)) != RPC_NOTHING) {
        text problem = {0};
        if (found == RPC_LOST) {
            queue_problem(to, RPC_PARSE_ERROR, NULL, to->reader.problem)->is_last = true;
            to->is_lost = true;
        } else if (found == RPC_TOO_LONG) {
            queue_problem(to, RPC_INVALID_REQUEST, NULL, "the message is larger than 16 MiB");
        } else {
            json_t *value = rpc_parse(message, length, &problem);
            if (value == NULL) {
                queue_problem(to, RPC_PARSE_ERROR, NULL, text_of(&problem));
            } else {
                queue(to, value, length);
            }
        }
        text_free(&problem);
    }
}

/// Ends the connection once nothing runs and nothing waits.
static void finish(rpc_server *server) {
    if (server->is_ended && !server->is_over && server->running == NULL && server->first == server->count) {
        rpc_server_stop(server, rpc_reader_is_between(&server->reader) ? server->status : 1);
    }
}

void rpc_server_end(rpc_server *of) {
    of->is_ended = true;
    finish(of);
}

// ------------------------------------------------------------------------------------------------------------- running

/// Returns the method of a name that is called as it must be; null if there is none.
static const rpc_method *find_method(const rpc_server *server, const char *name, bool is_notification) {
    for (size_t i = 0; i < server->how.method_count; i++) {
        const rpc_method *one = &server->how.methods[i];
        if (strcmp(one->name, name) == 0 && one->is_notification == is_notification) {
            return one;
        }
    }
    return NULL;
}

/// Runs a method and answers. A result of null without an error is answered as null.
static void run_method(rpc_server *server, const rpc_method *method, rpc_call *call) {
    call->outer = server->running;
    server->running = call;
    json_t *result = method->run(server->how.user, call);
    server->running = call->outer;
    if (call->id == NULL || server->is_over) {
        json_decref(result);
    } else if (call->is_cancelled) {
        json_decref(result);
        if (!server->how.hides_cancelled) {
            refuse(server, call->id, RPC_CANCELLED, "the request was cancelled");
        }
    } else if (call->code != RPC_OK) {
        json_decref(result);
        refuse(server, call->id, call->code, text_of(&call->problem));
    } else {
        answer(server, call->id, "result", result != NULL ? result : json_null());
    }
}

static void run_message(rpc_server *server, const queued *one) {
    const char *name = rpc_member_string(one->message, "method");
    const json_t *params = json_object_get(one->message, "params");
    rpc_call call = {.server = server,
                     .message = one->message,
                     .id = json_object_get(one->message, "id"),
                     .params = json_is_object(params) ? params : server->nothing,
                     .is_cancelled = one->is_cancelled};
    const rpc_code code = server->how.admits != NULL ? server->how.admits(server->how.user, name) : RPC_OK;
    const rpc_method *method = find_method(server, name, call.id == NULL);
    if (call.is_cancelled && call.id != NULL) {
        if (!server->how.hides_cancelled) {
            refuse(server, call.id, RPC_CANCELLED, "the request was cancelled");
        }
    } else if (code != RPC_OK) {
        if (call.id != NULL) {
            refuse(server, call.id, code,
                   code == RPC_NOT_INITIALIZED ? "the first request is 'initialize'" : "not allowed now");
        }
    } else if (method != NULL) {
        run_method(server, method, &call);
    } else if (call.id != NULL) {
        text problem = {0};
        text_add(&problem, "unknown method ");
        text_quoted(&problem, name, "");
        refuse(server, call.id, RPC_METHOD_NOT_FOUND, text_of(&problem));
        text_free(&problem);
    }
    text_free(&call.problem);
}

void rpc_server_work(rpc_server *of) {
    while (!of->is_over && of->first < of->count) {
        queued one = of->items[of->first++];
        of->queued_bytes -= one.size;
        if (of->first == of->count) {
            of->first = of->count = 0;
        }
        if (one.message != NULL) {
            run_message(of, &one);
        } else {
            refuse(of, one.id, one.code, text_of(&one.problem));
        }
        if (one.is_last) {
            rpc_server_stop(of, 1);
        }
        free_queued(&one);
    }
    if (!of->is_over && of->how.idle != NULL) {
        of->how.idle(of->how.user);
    }
    finish(of);
}

void rpc_server_take(rpc_server *to, const void *bytes, size_t size) {
    rpc_server_queue(to, bytes, size);
    rpc_server_work(to);
}

// --------------------------------------------------------------------------------------------------------------- calls

const json_t *rpc_params(const rpc_call *of) {
    return of->params;
}

rpc_server *rpc_server_of(const rpc_call *of) {
    return of->server;
}

json_t *rpc_fail(rpc_call *of, rpc_code code, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    text_clear(&of->problem);
    text_format_list(&of->problem, format, arguments);
    va_end(arguments);
    of->code = code;
    return NULL;
}

bool rpc_is_cancelled(rpc_call *of) {
    if (of->server->how.poll != NULL && !of->server->is_over && !of->server->is_ended &&
        rpc_server_has_room(of->server)) {
        of->server->how.poll(of->server->how.stream, of->server);
    }
    return of->is_cancelled || of->server->is_over || of->server->is_ended;
}
