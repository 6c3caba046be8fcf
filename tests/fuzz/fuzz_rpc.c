// SPDX-License-Identifier: MIT
// Passes arbitrary bytes to a JSON-RPC server: it answers with valid messages, and the same however the bytes arrive.
// The first byte of an input chooses the framing and the sizes of pieces. A method reads the rest of the input while it
// runs.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "rpc/server.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/// A client that sends pieces of some bytes.
typedef struct client {
    const uint8_t *bytes;
    size_t size, at;
    size_t piece;
    rpc_framing framing;
    text answers;
} client;

/// Checks that an answer is a message.
static void take_answer(void *stream, const void *bytes, size_t size) {
    client *c = stream;
    rpc_reader reader = {.framing = c->framing};
    char *message;
    size_t length;
    text problem = {0};
    text_add_bytes(&c->answers, bytes, size);
    rpc_reader_take(&reader, bytes, size);
    const rpc_found found = rpc_reader_next(&reader, &message, &length);
    assert(found == RPC_MESSAGE && rpc_reader_is_between(&reader));
    json_t *value = rpc_parse(message, length, &problem);
    assert(json_is_object(value));
    assert(json_object_get(value, "id") == NULL || json_object_get(value, "result") != NULL ||
           json_object_get(value, "error") != NULL);
    json_decref(value);
    text_free(&problem);
    rpc_reader_free(&reader);
}

static size_t next_piece(client *c) {
    const size_t left = c->size - c->at;
    const size_t piece = c->piece < left ? c->piece : left;
    c->at += piece;
    return piece;
}

static void send_piece(void *stream, rpc_server *server) {
    client *c = stream;
    const size_t piece = next_piece(c);
    rpc_server_queue(server, c->bytes + c->at - piece, piece);
}

static json_t *echo(void *user, rpc_call *call) {
    (void)user;
    return json_deep_copy(rpc_params(call));
}

static json_t *fail(void *user, rpc_call *call) {
    (void)user;
    return rpc_fail(call, RPC_REQUEST_FAILED, "%s", "failed");
}

static json_t *wait_for_cancel(void *user, rpc_call *call) {
    for (int i = 0; i < 20 && !rpc_is_cancelled(call); i++) {
        if (user != NULL) {
            rpc_server_work(rpc_server_of(call));
        }
    }
    return json_integer(1);
}

static json_t *note(void *user, rpc_call *call) {
    (void)user;
    rpc_notify(rpc_server_of(call), "noted", json_deep_copy(rpc_params(call)));
    return NULL;
}

/// Runs the input. Without `polls` nothing is cancelled, as that would depend on the pieces.
static void run(client *c, bool polls, bool nests) {
    static const rpc_method methods[] = {
        {"e", echo, false}, {"f", fail, false}, {"w", wait_for_cancel, false}, {"n", note, true}};
    const rpc_options how = {.framing = c->framing,
                             .methods = methods,
                             .method_count = sizeof methods / sizeof *methods,
                             .cancel = polls ? "c" : "never",
                             .cancel_member = "id",
                             .write = take_answer,
                             .poll = polls ? send_piece : NULL,
                             .user = nests ? c : NULL,
                             .stream = c};
    rpc_server *server = rpc_server_new(&how);
    while (c->at < c->size && !rpc_server_is_over(server)) {
        const size_t piece = next_piece(c);
        rpc_server_take(server, c->bytes + c->at - piece, piece);
    }
    rpc_server_end(server);
    assert(rpc_server_is_over(server) && (rpc_server_status(server) == 0 || rpc_server_status(server) == 1));
    rpc_server_free(server);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1) {
        return 0;
    }
    client whole = {
        .bytes = data + 1, .size = size - 1, .piece = size, .framing = data[0] & 1 ? RPC_LINES : RPC_HEADERS};
    client pieces = whole;
    pieces.piece = 1 + (data[0] >> 3);
    run(&whole, false, false);
    run(&pieces, false, false);
    assert(whole.answers.length == pieces.answers.length &&
           memcmp(text_of(&whole.answers), text_of(&pieces.answers), whole.answers.length) == 0);
    client polled = pieces;
    polled.at = 0;
    polled.answers = (text){0};
    run(&polled, true, (data[0] & 2) != 0);
    text_free(&whole.answers);
    text_free(&pieces.answers);
    text_free(&polled.answers);
    return 0;
}
