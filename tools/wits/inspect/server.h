// SPDX-License-Identifier: MIT
// Serves an inspector to a page on this machine: HTTP/1.1 by libmicrohttpd, on 127.0.0.1 and ::1. No thread: everything
// happens in inspect_server_poll. Depends on nothing else of this folder; a game may compile server.c, too.
//
//   inspect_server *server = inspect_server_new(&(inspect_server_options){.page = page, .page_size = size}, why, 200);
//   wits_inspector *inspector = wits_inspector_new(
//       &(wits_inspector_options){.write = inspect_server_write, .user = server, .allocator = &allocator});
//   puts(inspect_server_address(server));
//
//   each frame: inspect_server_poll(server, inspector, 0.0);
//               then wits_inspector_frame and the tick
//
//   inspect_server_free(server);
//   wits_inspector_free(inspector);
#ifndef WITS_TOOL_INSPECT_SERVER_H
#define WITS_TOOL_INSPECT_SERVER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "wits/inspect.h"

typedef struct inspect_server inspect_server;

typedef struct inspect_server_options {
    uint16_t port;     ///< 0: any that is free
    const void *page;  ///< HTML, compressed by gzip; must outlive the server
    size_t page_size;
    // Called instead of wits_inspector_request and wits_inspector_leave, with the `user` of poll; null: those.
    wits_inspect_result (*request)(void *user, uint32_t viewer, const void *bytes, size_t size);
    void (*leave)(void *user, uint32_t viewer);
} inspect_server_options;

/// Opens the port. Returns null on failure and describes the problem in `why`.
inspect_server *inspect_server_new(const inspect_server_options *options, char *why, size_t size);
/// May be null. Viewers see their streams end.
void inspect_server_free(inspect_server *of);
/// Returns "http://127.0.0.1:PORT/#TOKEN". The token is secret: it permits all that the
/// inspector allows.
const char *inspect_server_address(const inspect_server *of);
/// Passes arrived requests on, and sends messages. Waits up to `seconds` for something to do. `user` is the inspector,
/// or that of the options' functions.
void inspect_server_poll(inspect_server *of, void *user, double seconds);
/// A wits_inspect_write_fn. `server` is an inspect_server.
void inspect_server_write(void *server, uint32_t viewer, const char *bytes, size_t size, bool is_last);

#endif
