// SPDX-License-Identifier: MIT
// Who may use it: programs of this machine that know the token. Pages of other sites do not know it, and may not even
// ask: Host must be this server's own, against DNS rebinding, and so must Origin.
#define _GNU_SOURCE  // getrandom

#include "inspect/server.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include <microhttpd.h>

#if MHD_VERSION < 0x00097002
#define MHD_Result int  // its name in older versions
#else
#define MHD_Result enum MHD_Result
#endif

enum {
    VIEWERS = WITS_INSPECT_MAX_VIEWERS,
    TOKEN_BYTES = 16,
    TOKEN_TEXT = 2 * TOKEN_BYTES,
    MOST_CONNECTIONS = 64,         ///< for each address. Others wait until these are closed
    SECONDS_IDLE = 10,             ///< after which a connection without traffic is closed
    SECONDS_QUIET = 5,             ///< after which a stream gets a comment, which finds viewers that have disconnected
    CONNECTION_MEMORY = 16 << 10,  ///< bytes for the headers of a request
    MOST_READ = 2 * WITS_INSPECT_MAX_REQUEST,  ///< bytes of a request that is too large, before its connection ends
    MOST_WAITING = 8 << 20,                    ///< bytes that wait for a viewer; then its stream ends
    NAMES = 3,
    TOO_LARGE = 413,  ///< its name in libmicrohttpd differs between versions
};

/// The stream of a viewer.
typedef struct stream {
    bool is_open;
    bool is_ending;   ///< it ends after what waits
    bool is_gone;     ///< its connection is closed; the inspector does not know yet
    uint64_t number;  ///< given to the page; not used again
    struct MHD_Connection *connection;
    bool is_suspended;
    bool is_resumed;  ///< libmicrohttpd does not know yet that it can write
    bool is_inside;   ///< a message has begun
    double quiet_since;
    char *bytes;
    size_t first, end, capacity;
} stream;

typedef struct upload {
    char *bytes;
    size_t size, capacity;
    bool is_too_large;
} upload;

struct inspect_server {
    inspect_server_options options;
    struct MHD_Daemon *daemons[2];  ///< of 127.0.0.1 and ::1
    uint16_t port;
    char names[NAMES][32];    ///< allowed values of Host
    char origins[NAMES][40];  ///< allowed values of Origin
    char token[TOKEN_TEXT + 1];
    char address[80 + TOKEN_TEXT];
    stream streams[VIEWERS];
    uint64_t numbers;  ///< of viewers so far
    void *user;        ///< of the present poll
};

static double now_seconds(void) {
    struct timespec now = {0, 0};
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

// ------------------------------------------------------------------------------------------------------------- answers

/// Headers of every answer. The page is one file with its script; it may talk to this server only.
static void add_headers(struct MHD_Response *to, const char *type) {
    static const char *const headers[][2] = {
        {"Cache-Control", "no-store"},
        {"X-Content-Type-Options", "nosniff"},
        {"X-Frame-Options", "DENY"},
        {"Referrer-Policy", "no-referrer"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Content-Security-Policy",
         "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval' blob:; style-src 'unsafe-inline'; "
         "img-src data: blob:; font-src data:; worker-src blob:; connect-src 'self'; base-uri 'none'; "
         "form-action 'none'; frame-ancestors 'none'"}};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        MHD_add_response_header(to, headers[i][0], headers[i][1]);
    }
    if (type != NULL) {
        MHD_add_response_header(to, "Content-Type", type);
    }
}

static MHD_Result send_response(struct MHD_Connection *to, unsigned status, struct MHD_Response *response) {
    const MHD_Result result = response != NULL ? MHD_queue_response(to, status, response) : MHD_NO;
    if (response != NULL) {
        MHD_destroy_response(response);
    }
    return result;
}

/// Makes a response of bytes that stay.
static struct MHD_Response *respond(const void *bytes, size_t size) {
    void *shared;  // libmicrohttpd only reads
    memcpy(&shared, &bytes, sizeof shared);
    return MHD_create_response_from_buffer(size, shared, MHD_RESPMEM_PERSISTENT);
}

/// Answers with a line of text, or with nothing.
static MHD_Result answer(struct MHD_Connection *to, unsigned status, const char *line) {
    struct MHD_Response *response = respond(line, strlen(line));
    if (response != NULL) {
        add_headers(response, *line != '\0' ? "text/plain; charset=utf-8" : NULL);
    }
    if (response != NULL && status >= 400) {
        MHD_add_response_header(response, "Connection", "close");  // the rest of the request is not read
    }
    return send_response(to, status, response);
}

static MHD_Result answer_page(const inspect_server *of, struct MHD_Connection *to) {
    struct MHD_Response *response = respond(of->options.page, of->options.page_size);
    if (response != NULL) {
        add_headers(response, "text/html; charset=utf-8");
        MHD_add_response_header(response, "Content-Encoding", "gzip");
    }
    return send_response(to, MHD_HTTP_OK, response);
}

// --------------------------------------------------------------------------------------------------------- permissions

typedef struct header_search {
    const char *name, *value;
    unsigned count;
} header_search;

static MHD_Result look_at_header(void *user, enum MHD_ValueKind kind, const char *key, const char *value) {
    header_search *search = user;
    const char *name = search->name;
    (void)kind;
    while (*key != '\0' && (*key | 0x20) == (*name | 0x20)) {  // names are letters and '-'
        key++;
        name++;
    }
    if (*key == '\0' && *name == '\0') {
        search->value = value;
        search->count++;
    }
    return MHD_YES;
}

static header_search find_header(struct MHD_Connection *of, const char *name) {
    header_search search = {.name = name};
    MHD_get_connection_values(of, MHD_HEADER_KIND, look_at_header, &search);
    return search;
}

static bool is_one_of(const char *value, const char *names, size_t size) {
    bool is_found = false;
    for (size_t i = 0; i < NAMES; i++) {
        is_found = is_found || strcmp(value, names + i * size) == 0;
    }
    return is_found;
}

/// Takes the same time for every token of this length.
static bool is_token(const inspect_server *of, const char *given) {
    static const char scheme[] = "Bearer ";
    if (given == NULL || strncmp(given, scheme, sizeof scheme - 1) != 0 ||
        strlen(given) != sizeof scheme - 1 + TOKEN_TEXT) {
        return false;
    }
    unsigned difference = 0;
    for (size_t i = 0; i < TOKEN_TEXT; i++) {
        difference |= (unsigned char)(given[sizeof scheme - 1 + i] ^ of->token[i]);
    }
    return difference == 0;
}

/// Returns 0, or the status of a refusal with its reason.
static unsigned check_origin(const inspect_server *of, struct MHD_Connection *from, const char **why) {
    const header_search host = find_header(from, "Host"), origin = find_header(from, "Origin");
    if (host.count != 1 || host.value == NULL || !is_one_of(host.value, of->names[0], sizeof of->names[0])) {
        *why = "the header Host is not an address of this server\n";
        return MHD_HTTP_FORBIDDEN;
    }
    if (origin.count > 1 || (origin.count == 1 && (origin.value == NULL ||
                                                   !is_one_of(origin.value, of->origins[0], sizeof of->origins[0])))) {
        *why = "requests from other sites are refused\n";
        return MHD_HTTP_FORBIDDEN;
    }
    return 0;
}

static unsigned check_token(const inspect_server *of, struct MHD_Connection *from, const char **why) {
    const header_search given = find_header(from, "Authorization");
    *why = "wrong token; use the whole address that the program printed\n";
    return given.count == 1 && is_token(of, given.value) ? 0 : (unsigned)MHD_HTTP_UNAUTHORIZED;
}

// ------------------------------------------------------------------------------------------------------------- streams

static void resume(stream *of) {
    if (of->is_suspended) {
        of->is_suspended = false;
        of->is_resumed = true;
        MHD_resume_connection(of->connection);
    }
}

/// Ends a stream after what waits.
static void end_stream(stream *of) {
    of->is_ending = true;
    resume(of);
}

/// Reserves so many bytes. Returns false if memory runs out.
static bool reserve(char **bytes, size_t *capacity, size_t needed) {
    if (needed <= *capacity) {
        return true;
    }
    char *more = realloc(*bytes, 2 * needed);
    if (more == NULL) {
        return false;
    }
    *bytes = more;
    *capacity = 2 * needed;
    return true;
}

static void add_bytes(stream *to, const char *bytes, size_t size) {
    const size_t waiting = to->end - to->first;
    if (to->is_ending || size == 0) {
        return;
    }
    if (waiting + size > MOST_WAITING) {
        to->first = to->end = 0;  // it would be cut within a message
        end_stream(to);
        return;
    }
    if (to->end + size > to->capacity && to->first > 0) {
        memmove(to->bytes, to->bytes + to->first, waiting);
        to->first = 0;
        to->end = waiting;
    }
    if (!reserve(&to->bytes, &to->capacity, to->end + size)) {
        end_stream(to);
        return;
    }
    memcpy(to->bytes + to->end, bytes, size);
    to->end += size;
}

static void add_text(stream *to, const char *text) {
    add_bytes(to, text, strlen(text));
}

void inspect_server_write(void *server, uint32_t viewer, const char *bytes, size_t size, bool is_last) {
    inspect_server *of = server;
    stream *to = viewer < VIEWERS ? &of->streams[viewer] : NULL;
    if (to == NULL || !to->is_open || to->is_ending) {
        return;
    }
    if (!to->is_inside) {
        add_text(to, "data: ");
    }
    add_bytes(to, bytes, size);
    to->is_inside = !is_last;
    if (is_last) {
        add_text(to, "\n\n");
        to->quiet_since = now_seconds();
        resume(to);
    }
}

/// Gives libmicrohttpd the next bytes of a stream.
static ssize_t read_stream(void *user, uint64_t position, char *to, size_t most) {
    stream *of = user;
    (void)position;
    // A message that is not complete waits; a stream that ends may have been emptied.
    const size_t waiting = of->is_inside && !of->is_ending ? 0 : of->end - of->first;
    if (waiting == 0) {
        if (of->is_ending) {
            return MHD_CONTENT_READER_END_OF_STREAM;
        }
        of->is_suspended = true;
        MHD_suspend_connection(of->connection);
        return 0;
    }
    const size_t size = waiting < most ? waiting : most;
    memcpy(to, of->bytes + of->first, size);
    of->first += size;
    if (of->first == of->end) {
        of->first = of->end = 0;
    }
    return (ssize_t)size;
}

/// Called when a stream's response is no longer used.
static void free_stream(void *user) {
    stream *of = user;
    of->is_open = false;
    of->is_gone = true;
    of->connection = NULL;
    of->is_suspended = false;
    free(of->bytes);
    of->bytes = NULL;
    of->first = of->end = of->capacity = 0;
}

/// Returns a stream that no viewer has, or null.
static stream *free_place(inspect_server *of) {
    for (uint32_t i = 0; i < VIEWERS; i++) {
        if (!of->streams[i].is_open && !of->streams[i].is_gone) {
            return &of->streams[i];
        }
    }
    return NULL;
}

static MHD_Result answer_events(inspect_server *of, struct MHD_Connection *from) {
    stream *to = free_place(of);
    char first[64];
    if (to == NULL) {
        return answer(from, MHD_HTTP_SERVICE_UNAVAILABLE, "too many viewers; close another page\n");
    }
    *to = (stream){.is_open = true, .connection = from, .quiet_since = now_seconds()};
    to->number = of->numbers++ * VIEWERS + (uint64_t)(to - of->streams);
    snprintf(first, sizeof first, "event: viewer\ndata: %llu\n\n", (unsigned long long)to->number);
    add_text(to, first);
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, 64 << 10, read_stream, to, free_stream);
    if (response == NULL) {
        free_stream(to);
        to->is_gone = false;
        return MHD_NO;
    }
    add_headers(response, "text/event-stream");
    return send_response(from, MHD_HTTP_OK, response);
}

/// Returns whether the other end has closed a connection.
static bool is_closed(struct MHD_Connection *of) {
    const union MHD_ConnectionInfo *info = MHD_get_connection_info(of, MHD_CONNECTION_INFO_CONNECTION_FD);
    char byte;
    return info != NULL && recv(info->connect_fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/// Finds viewers that have disconnected, and removes them from the inspector.
static void tend_streams(inspect_server *of, void *user) {
    const double now = now_seconds();
    for (uint32_t i = 0; i < VIEWERS; i++) {
        stream *one = &of->streams[i];
        if (one->is_open && one->is_suspended && is_closed(one->connection)) {
            end_stream(one);
        } else if (one->is_open && one->is_suspended && now - one->quiet_since > SECONDS_QUIET) {
            one->quiet_since = now;
            add_text(one, ":\n\n");
            resume(one);
        }
        if (one->is_gone) {
            one->is_gone = false;
            if (of->options.leave != NULL) {
                of->options.leave(user, i);
            } else {
                wits_inspector_leave(user, i);
            }
        }
    }
}

// ------------------------------------------------------------------------------------------------------------ requests

/// Returns the stream that the header Wits-Viewer names, or null.
static stream *find_viewer(inspect_server *of, struct MHD_Connection *from) {
    const header_search given = find_header(from, "Wits-Viewer");
    char *end = NULL;
    if (given.count != 1 || given.value == NULL || *given.value < '0' || *given.value > '9') {
        return NULL;
    }
    errno = 0;
    const unsigned long long number = strtoull(given.value, &end, 10);
    stream *found = &of->streams[number % VIEWERS];
    return errno == 0 && *end == '\0' && found->is_open && !found->is_ending && found->number == number ? found : NULL;
}

static MHD_Result pass_on(inspect_server *of, struct MHD_Connection *from, const upload *body) {
    stream *viewer = find_viewer(of, from);
    if (body->is_too_large) {
        return answer(from, TOO_LARGE, "the request is too large\n");
    }
    if (viewer == NULL) {
        return answer(from, MHD_HTTP_CONFLICT, "unknown viewer; open /events again\n");
    }
    const uint32_t number = (uint32_t)(viewer - of->streams);
    const void *bytes = body->bytes != NULL ? body->bytes : "";
    const wits_inspect_result result = of->options.request != NULL
                                           ? of->options.request(of->user, number, bytes, body->size)
                                           : wits_inspector_request(of->user, number, bytes, body->size);
    switch (result) {
    case WITS_INSPECT_ACCEPTED:
        return answer(from, MHD_HTTP_NO_CONTENT, "");
    case WITS_INSPECT_TOO_LARGE:
        return answer(from, TOO_LARGE, "the request is too large\n");
    case WITS_INSPECT_TOO_MANY:
        return answer(from, MHD_HTTP_TOO_MANY_REQUESTS, "too many requests wait; try again\n");
    case WITS_INSPECT_NO_VIEWER:
    default:
        return answer(from, MHD_HTTP_CONFLICT, "unknown viewer; open /events again\n");
    }
}

/// Returns whether to read on.
static bool take_upload(upload *to, const char *bytes, size_t size) {
    if (to->is_too_large || to->size + size > WITS_INSPECT_MAX_REQUEST) {
        to->is_too_large = true;
        to->size += size;
        return to->size < MOST_READ;
    }
    if (!reserve(&to->bytes, &to->capacity, to->size + size)) {
        to->is_too_large = true;
        return true;
    }
    memcpy(to->bytes + to->size, bytes, size);
    to->size += size;
    return true;
}

/// Returns whether the request says that its body is too large to be read. One that is only larger than allowed is
/// read before it is refused: a client that is still sending may not get the answer.
static bool says_too_large(struct MHD_Connection *from) {
    const header_search length = find_header(from, "Content-Length");
    return length.value != NULL && strtoull(length.value, NULL, 10) >= MOST_READ;
}

/// Answers a request whose header has arrived. Returns whether it was answered; if not, its body is read.
static bool answer_header(inspect_server *of, struct MHD_Connection *from, const char *path, const char *method,
                          MHD_Result *result) {
    const bool is_page = strcmp(path, "/") == 0, is_events = strcmp(path, "/events") == 0,
               is_request = strcmp(path, "/request") == 0;
    const char *why = NULL;
    unsigned status = check_origin(of, from, &why);
    if (status == 0 && !is_page && !is_events && !is_request) {
        status = MHD_HTTP_NOT_FOUND;
        why = "no such page\n";
    }
    if (status == 0 && strcmp(method, is_request ? "POST" : "GET") != 0) {
        status = MHD_HTTP_METHOD_NOT_ALLOWED;
        why = "wrong method\n";
    }
    if (status == 0 && !is_page) {
        status = check_token(of, from, &why);
    }
    if (status == 0 && is_request && says_too_large(from)) {
        status = TOO_LARGE;
        why = "the request is too large\n";
    }
    if (status == 0 && is_request) {
        return false;
    }
    *result = status != 0 ? answer(from, status, why) : is_page ? answer_page(of, from) : answer_events(of, from);
    return true;
}

static MHD_Result handle(void *user, struct MHD_Connection *from, const char *path, const char *method,
                         const char *version, const char *bytes, size_t *size, void **own) {
    inspect_server *of = user;
    upload *body = *own;
    MHD_Result result = MHD_YES;
    (void)version;
    if (body == NULL) {
        if (!answer_header(of, from, path, method, &result)) {
            *own = calloc(1, sizeof *body);
            result = *own != NULL ? MHD_YES : MHD_NO;
        }
        return result;
    }
    if (*size > 0) {
        const bool goes_on = take_upload(body, bytes, *size);
        *size = 0;
        return goes_on ? MHD_YES : MHD_NO;
    }
    return pass_on(of, from, body);
}

static void end_request(void *user, struct MHD_Connection *from, void **own, enum MHD_RequestTerminationCode how) {
    upload *body = *own;
    (void)user;
    (void)from;
    (void)how;
    if (body != NULL) {
        free(body->bytes);
        free(body);
        *own = NULL;
    }
}

// ---------------------------------------------------------------------------------------------------------- begin, end

static bool make_token(char token[TOKEN_TEXT + 1]) {
    unsigned char bytes[TOKEN_BYTES];
    if (getrandom(bytes, sizeof bytes, 0) != (ssize_t)sizeof bytes) {
        return false;
    }
    for (size_t i = 0; i < TOKEN_BYTES; i++) {
        snprintf(token + 2 * i, 3, "%02x", (unsigned)bytes[i]);
    }
    return true;
}

/// Opens a listening socket of this machine only. Returns -1, with errno, on failure.
static int listen_at(bool is_six, uint16_t port) {
    const struct sockaddr_in four = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const struct sockaddr_in6 six = {
        .sin6_family = AF_INET6, .sin6_port = htons(port), .sin6_addr = IN6ADDR_LOOPBACK_INIT};
    const struct sockaddr *address = is_six ? (const void *)&six : (const void *)&four;
    const int made = socket(is_six ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
    if (made < 0) {
        return -1;
    }
    setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (is_six) {
        setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof on);
    }
    if (bind(made, address, is_six ? sizeof six : sizeof four) != 0 || listen(made, MOST_CONNECTIONS) != 0) {
        const int problem = errno;
        close(made);
        errno = problem;
        return -1;
    }
    return made;
}

static uint16_t port_of(int listener) {
    struct sockaddr_in about = {0};
    socklen_t size = sizeof about;
    return getsockname(listener, (struct sockaddr *)&about, &size) == 0 ? ntohs(about.sin_port) : 0;
}

/// Opens the same port of both addresses. ::1 may be missing; a free port may be in use there.
static bool open_port(inspect_server *of, int listeners[2]) {
    enum { TRIES = 16 };
    for (int i = 0; i < TRIES; i++) {
        listeners[0] = listen_at(false, of->options.port);
        if (listeners[0] < 0) {
            return false;
        }
        of->port = port_of(listeners[0]);
        listeners[1] = listen_at(true, of->port);
        if (listeners[1] >= 0 || errno != EADDRINUSE) {
            return true;
        }
        close(listeners[0]);
        listeners[0] = -1;
        if (of->options.port != 0) {
            errno = EADDRINUSE;
            return false;
        }
    }
    errno = EADDRINUSE;
    return false;
}

static struct MHD_Daemon *start(inspect_server *of, int listener) {
    return listener < 0 ? NULL
                        : MHD_start_daemon(MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, handle, of,
                                           MHD_OPTION_LISTEN_SOCKET, listener, MHD_OPTION_CONNECTION_LIMIT,
                                           (unsigned)MOST_CONNECTIONS, MHD_OPTION_CONNECTION_TIMEOUT,
                                           (unsigned)SECONDS_IDLE, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                                           (size_t)CONNECTION_MEMORY, MHD_OPTION_NOTIFY_COMPLETED, end_request, of,
                                           MHD_OPTION_STRICT_FOR_CLIENT, 1, MHD_OPTION_END);
}

inspect_server *inspect_server_new(const inspect_server_options *options, char *why, size_t size) {
    static const char *const hosts[NAMES] = {"127.0.0.1", "localhost", "[::1]"};
    int listeners[2] = {-1, -1};
    inspect_server *of = calloc(1, sizeof *of);
    if (of == NULL || !make_token(of->token)) {
        snprintf(why, size, of == NULL ? "not enough memory for the server" : "no random numbers for the token");
        free(of);
        return NULL;
    }
    of->options = *options;
    if (!open_port(of, listeners)) {
        if (errno == EADDRINUSE) {
            snprintf(why, size, "port %u is in use; choose another, or 0 for any that is free",
                     (unsigned)options->port);
        } else {
            snprintf(why, size, "port %u cannot be opened: %s", (unsigned)options->port, strerror(errno));
        }
        free(of);
        return NULL;
    }
    for (int i = 0; i < 2; i++) {
        of->daemons[i] = start(of, listeners[i]);
        if (of->daemons[i] == NULL && listeners[i] >= 0) {
            close(listeners[i]);
        }
    }
    if (of->daemons[0] == NULL) {
        snprintf(why, size, "the server cannot be started");
        inspect_server_free(of);
        return NULL;
    }
    for (size_t i = 0; i < NAMES; i++) {
        snprintf(of->names[i], sizeof of->names[i], "%s:%u", hosts[i], (unsigned)of->port);
        snprintf(of->origins[i], sizeof of->origins[i], "http://%s", of->names[i]);
    }
    snprintf(of->address, sizeof of->address, "http://%s/#%s", of->names[0], of->token);
    return of;
}

void inspect_server_free(inspect_server *of) {
    if (of == NULL) {
        return;
    }
    for (uint32_t i = 0; i < VIEWERS; i++) {
        if (of->streams[i].is_open) {
            of->streams[i].first = of->streams[i].end = 0;
            end_stream(&of->streams[i]);
        }
    }
    for (int i = 0; i < 2; i++) {
        if (of->daemons[i] != NULL) {
            MHD_run(of->daemons[i]);
            MHD_stop_daemon(of->daemons[i]);
        }
    }
    free(of);
}

const char *inspect_server_address(const inspect_server *of) {
    return of->address;
}

/// Lets libmicrohttpd resume streams before the next wait, which would not end for them.
static void take_resumed(inspect_server *of) {
    bool is_any = false;
    for (uint32_t i = 0; i < VIEWERS; i++) {
        is_any = is_any || of->streams[i].is_resumed;
        of->streams[i].is_resumed = false;
    }
    for (int i = 0; i < 2 && is_any; i++) {
        if (of->daemons[i] != NULL) {
            MHD_run(of->daemons[i]);
        }
    }
}

void inspect_server_poll(inspect_server *of, void *user, double seconds) {
    fd_set reads, writes, problems;
    int most = -1;
    static const double longest = 0.25;  // finds viewers that have disconnected
    double wait = seconds < longest ? seconds : longest;
    FD_ZERO(&reads);
    FD_ZERO(&writes);
    FD_ZERO(&problems);
    of->user = user;
    take_resumed(of);
    for (int i = 0; i < 2; i++) {
        MHD_UNSIGNED_LONG_LONG milliseconds;
        if (of->daemons[i] != NULL) {
            MHD_get_fdset(of->daemons[i], &reads, &writes, &problems, &most);
            if (MHD_get_timeout(of->daemons[i], &milliseconds) == MHD_YES && (double)milliseconds / 1000.0 < wait) {
                wait = (double)milliseconds / 1000.0;
            }
        }
    }
    struct timeval timeout = {0, (suseconds_t)(wait > 0.0 ? wait * 1e6 : 0.0)};
    if (select(most + 1, &reads, &writes, &problems, &timeout) < 0) {
        FD_ZERO(&reads);  // a signal
        FD_ZERO(&writes);
        FD_ZERO(&problems);
    }
    for (int i = 0; i < 2; i++) {
        if (of->daemons[i] != NULL) {
            MHD_run_from_select(of->daemons[i], &reads, &writes, &problems);
        }
    }
    tend_streams(of, user);
}
