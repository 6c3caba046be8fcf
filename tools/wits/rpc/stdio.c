// SPDX-License-Identifier: MIT
// Runs a server over standard input and output.
#define _POSIX_C_SOURCE 200809L  // read

#include "common/platform.h"
#include "rpc/server.h"

#include <errno.h>
#include <unistd.h>

static void write_message(void *stream, const void *bytes, size_t size) {
    fwrite(bytes, 1, size, stream);
    fflush(stream);
}

/// Reads available bytes, or waits for some. Returns false at the end.
static bool read_more(rpc_server *server) {
    char part[65536];
    ssize_t size;
    do {
        size = read(STDIN_FILENO, part, sizeof part);
    } while (size < 0 && errno == EINTR);
    if (size > 0) {
        rpc_server_queue(server, part, (size_t)size);
    }
    return size > 0;
}

static void read_arrived(void *stream, rpc_server *server) {
    (void)stream;
    if (platform_has_input() && !read_more(server)) {
        rpc_server_end(server);
    }
}

int rpc_serve(const rpc_options *options, rpc_server **begun) {
    rpc_options how = *options;
    how.write = write_message;
    how.poll = read_arrived;
    how.stream = platform_take_output();
    rpc_server *server = rpc_server_new(&how);
    if (begun != NULL) {
        *begun = server;
    }
    while (!rpc_server_is_over(server)) {
        bool is_open = read_more(server);
        while (is_open && rpc_server_has_room(server) && platform_has_input()) {
            is_open = read_more(server);
        }
        rpc_server_work(server);
        if (!is_open) {
            rpc_server_end(server);
        }
    }
    const int status = rpc_server_status(server);
    rpc_server_free(server);
    return status;
}
