// SPDX-License-Identifier: MIT
// Splits a stream of bytes into messages. Memory is bounded by the longest message.
#ifndef WITS_TOOL_RPC_READER_H
#define WITS_TOOL_RPC_READER_H

#include "common/text.h"

enum {
    RPC_MAX_MESSAGE = 16 << 20,  ///< bytes of a message without its headers
    RPC_MAX_HEADERS = 4096       ///< bytes of the headers of a message
};

typedef enum rpc_framing {
    RPC_HEADERS,  ///< "Content-Length: N", an empty line, N bytes; as in LSP
    RPC_LINES     ///< a message is a line; as in MCP
} rpc_framing;

typedef enum rpc_found {
    RPC_NOTHING,   ///< more bytes are needed
    RPC_MESSAGE,   ///< a message
    RPC_TOO_LONG,  ///< a message was too long and is skipped
    RPC_LOST       ///< the headers are invalid, so it is unknown where the next message begins
} rpc_found;

/// Zeroed except for `framing` it is at the beginning of a stream.
typedef struct rpc_reader {
    rpc_framing framing;
    text bytes;
    size_t at;      ///< first byte that is not read
    size_t seen;    ///< bytes from `at` in which no end was found
    size_t length;  ///< bytes of the message whose headers were read
    bool has_length;
    uint64_t skips;  ///< bytes of a message that is too long
    bool skips_line;
    const char *problem;  ///< of RPC_LOST
} rpc_reader;

/// Adds bytes. Call rpc_reader_next until RPC_NOTHING afterwards.
void rpc_reader_take(rpc_reader *to, const void *bytes, size_t size);
/// Finds the next message. It may be modified, and is valid until the next call of either function.
rpc_found rpc_reader_next(rpc_reader *from, char **message, size_t *length);
/// Returns whether the stream may end here: no message has begun.
bool rpc_reader_is_between(const rpc_reader *of);
void rpc_reader_free(rpc_reader *of);

#endif
