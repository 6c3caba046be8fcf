// SPDX-License-Identifier: MIT
// A JSON-RPC 2.0 server without files: it receives bytes of a client and sends bytes of responses. Methods run one
// after the other. A long one calls rpc_is_cancelled now and then.
#ifndef WITS_TOOL_RPC_SERVER_H
#define WITS_TOOL_RPC_SERVER_H

#include "rpc/json.h"
#include "rpc/reader.h"

#if defined(__GNUC__)
#define RPC_PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define RPC_PRINTF_LIKE(text, first)
#endif

/// Codes of errors, of JSON-RPC and of LSP.
typedef enum rpc_code {
    RPC_OK = 0,
    RPC_PARSE_ERROR = -32700,
    RPC_INVALID_REQUEST = -32600,
    RPC_METHOD_NOT_FOUND = -32601,
    RPC_INVALID_PARAMS = -32602,
    RPC_INTERNAL_ERROR = -32603,
    RPC_NOT_INITIALIZED = -32002,
    RPC_REQUEST_FAILED = -32803,
    RPC_CONTENT_MODIFIED = -32801,
    RPC_CANCELLED = -32800
} rpc_code;

typedef struct rpc_server rpc_server;
typedef struct rpc_call rpc_call;

/// Runs a method. Returns the result, which the server takes; null after rpc_fail. The result of a notification is
/// ignored and may be null.
typedef json_t *rpc_run_fn(void *user, rpc_call *call);

typedef struct rpc_method {
    const char *name;
    rpc_run_fn *run;
    bool is_notification;
} rpc_method;

typedef struct rpc_options {
    rpc_framing framing;
    const rpc_method *methods;
    size_t method_count;
    const char *cancel;         ///< notification that cancels a request
    const char *cancel_member;  ///< its member with the request's id
    const char *ping;           ///< request that is answered with {} at once while a method runs; null: none
    bool hides_cancelled;       ///< a cancelled request gets no answer (MCP), instead of an error (LSP)
    /// Decides whether a method may run now: RPC_OK, or the error of a request, with which a notification is ignored.
    rpc_code (*admits)(void *user, const char *method);
    void (*idle)(void *user);                                     ///< called when all messages so far have run; or null
    void *user;                                                   ///< for `admits`, `idle` and the methods
    void (*write)(void *stream, const void *bytes, size_t size);  ///< receives a message at a time
    /// Gives the server bytes that have arrived, by rpc_server_queue, without waiting. Called by rpc_is_cancelled;
    /// null: a running method cannot be cancelled.
    void (*poll)(void *stream, rpc_server *server);
    void *stream;  ///< for `write` and `poll`
} rpc_options;

rpc_server *rpc_server_new(const rpc_options *options);
void rpc_server_free(rpc_server *of);

/// Takes bytes of the client and runs what they contain.
void rpc_server_take(rpc_server *to, const void *bytes, size_t size);
/// Queues messages without running them; for `poll`.
void rpc_server_queue(rpc_server *to, const void *bytes, size_t size);
/// Runs what is queued. A method may call it while it runs, if other methods do not interfere.
void rpc_server_work(rpc_server *of);
/// Tells the server that the input has ended: running methods are cancelled, and the connection is over when nothing
/// is queued. Inside a message the end is an error.
void rpc_server_end(rpc_server *of);
/// Ends the connection: nothing that is queued runs.
void rpc_server_stop(rpc_server *of, int status);
bool rpc_server_is_over(const rpc_server *of);
/// Returns whether a method could read more now: little is queued.
bool rpc_server_has_room(const rpc_server *of);
/// Returns the exit status: that of rpc_server_stop, or 1 if the input could not be split into messages.
int rpc_server_status(const rpc_server *of);

/// Sends a notification to the client. Takes ownership of `params`.
void rpc_notify(rpc_server *of, const char *method, json_t *params);
/// Sends a request to the client, whose answer is ignored. Takes ownership of `params`, which may be null.
void rpc_request(rpc_server *of, const char *method, json_t *params);

/// Runs a server over standard input and output until the client ends it; `write` and `poll` need not be set. While it
/// runs, all other output goes to standard error. `begun`, which may be null, receives the server first. Returns the
/// exit status.
int rpc_serve(const rpc_options *options, rpc_server **begun);

// --------------------------------------------------------------------------------------------------------------- calls

/// Returns the parameters, an object; empty if there are none.
const json_t *rpc_params(const rpc_call *of);
/// Returns the server of a call.
rpc_server *rpc_server_of(const rpc_call *of);
/// Sets the error of a call. Returns null.
json_t *rpc_fail(rpc_call *of, rpc_code code, const char *format, ...) RPC_PRINTF_LIKE(3, 4);
/// Reads new messages of the client. Returns whether it has cancelled this call, or the connection is over.
/// Then the method should return null soon.
bool rpc_is_cancelled(rpc_call *of);

#endif
