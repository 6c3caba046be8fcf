// SPDX-License-Identifier: MIT
#include "rpc/reader.h"

#include <stdlib.h>
#include <string.h>

void rpc_reader_take(rpc_reader *to, const void *bytes, size_t size) {
    if (to->at > 0) {
        to->bytes.length -= to->at;
        memmove(to->bytes.bytes, to->bytes.bytes + to->at, to->bytes.length);
        to->at = 0;
    }
    text_add_bytes(&to->bytes, bytes, size);
}

void rpc_reader_free(rpc_reader *of) {
    text_free(&of->bytes);
}

bool rpc_reader_is_between(const rpc_reader *of) {
    return of->at == of->bytes.length && !of->has_length && of->skips == 0 && !of->skips_line;
}

static size_t bytes_left(const rpc_reader *of) {
    return of->bytes.length - of->at;
}

static rpc_found lose(rpc_reader *r, const char *problem) {
    r->problem = problem;
    return RPC_LOST;
}

/// Skips bytes of a message that is too long. Returns whether all are skipped.
static bool skip(rpc_reader *r) {
    const size_t left = bytes_left(r);
    const size_t now = r->skips < left ? (size_t)r->skips : left;
    r->at += now;
    r->skips -= now;
    return r->skips == 0;
}

// ------------------------------------------------------------------------------------------------------------- headers

static bool is_letter_of(const char *at, size_t length, const char *name) {
    if (length != strlen(name)) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        const char c = at[i] >= 'A' && at[i] <= 'Z' ? (char)(at[i] - 'A' + 'a') : at[i];
        if (c != name[i]) {
            return false;
        }
    }
    return true;
}

/// Reads the digits of a length between blanks. Returns false if there is anything else.
static bool read_length(const char *at, const char *end, uint64_t *length) {
    const uint64_t most = (uint64_t)1 << 50;
    while (at < end && (*at == ' ' || *at == '\t')) {
        at++;
    }
    while (end > at && (end[-1] == ' ' || end[-1] == '\t')) {
        end--;
    }
    *length = 0;
    for (const char *c = at; c < end; c++) {
        if (*c < '0' || *c > '9' || *length > most) {
            return false;
        }
        *length = *length * 10 + (uint64_t)(*c - '0');
    }
    return at < end;
}

/// Reads the lines of the headers. Returns false if they are invalid.
static bool read_headers(rpc_reader *r, const char *at, const char *end, uint64_t *length) {
    bool has_length = false;
    while (at < end) {
        const char *line_end = strstr(at, "\r\n");
        const char *colon = memchr(at, ':', (size_t)(line_end - at));
        if (colon == NULL) {
            r->problem = "invalid header; expected 'Name: value'";
            return false;
        }
        if (is_letter_of(at, (size_t)(colon - at), "content-length")) {
            if (has_length || !read_length(colon + 1, line_end, length)) {
                r->problem = "invalid Content-Length";
                return false;
            }
            has_length = true;
        }
        at = line_end + 2;
    }
    r->problem = "missing header Content-Length";
    return has_length;
}

/// Finds the empty line after the headers. Returns null if it is not there yet, or too far away.
static const char *end_of_headers(rpc_reader *r) {
    const char *start = r->bytes.bytes + r->at;
    const size_t left = bytes_left(r);
    for (size_t i = r->seen; i + 4 <= left && i < RPC_MAX_HEADERS; i++) {
        if (memcmp(start + i, "\r\n\r\n", 4) == 0) {
            r->seen = 0;
            return start + i + 2;
        }
        r->seen = i;
    }
    return NULL;
}

static rpc_found next_with_headers(rpc_reader *r, char **message, size_t *length) {
    if (r->skips > 0 && !skip(r)) {
        return RPC_NOTHING;
    }
    if (!r->has_length && bytes_left(r) > 0) {
        const char *end = end_of_headers(r);
        uint64_t given = 0;
        if (end == NULL) {
            return bytes_left(r) > RPC_MAX_HEADERS ? lose(r, "headers longer than 4,096 bytes") : RPC_NOTHING;
        }
        if (memchr(r->bytes.bytes + r->at, '\0', (size_t)(end - r->bytes.bytes) - r->at) != NULL) {
            return lose(r, "zero byte in the headers");
        }
        if (!read_headers(r, r->bytes.bytes + r->at, end, &given)) {
            return RPC_LOST;
        }
        r->at = (size_t)(end - r->bytes.bytes) + 2;
        if (given > RPC_MAX_MESSAGE) {
            r->skips = given;
            return RPC_TOO_LONG;
        }
        r->length = (size_t)given;
        r->has_length = true;
    }
    if (!r->has_length || bytes_left(r) < r->length) {
        return RPC_NOTHING;
    }
    *message = r->bytes.bytes + r->at;
    *length = r->length;
    r->at += r->length;
    r->has_length = false;
    return RPC_MESSAGE;
}

// --------------------------------------------------------------------------------------------------------------- lines

static bool is_blank(const char *at, size_t length) {
    for (size_t i = 0; i < length; i++) {
        if (at[i] != ' ' && at[i] != '\t' && at[i] != '\r') {
            return false;
        }
    }
    return true;
}

/// Ignores blank lines.
static rpc_found next_line(rpc_reader *r, char **message, size_t *length) {
    while (bytes_left(r) > r->seen) {
        char *start = r->bytes.bytes + r->at;
        char *end = memchr(start + r->seen, '\n', bytes_left(r) - r->seen);
        const size_t size = end != NULL ? (size_t)(end - start) : bytes_left(r);
        r->seen = end != NULL ? 0 : size;
        const bool was_skipped = r->skips_line;
        if (r->skips_line || size > RPC_MAX_MESSAGE) {
            r->skips_line = end == NULL;
            r->at += size + (end != NULL);
            r->seen = 0;
            if (!was_skipped) {
                return RPC_TOO_LONG;
            }
        } else if (end == NULL) {
            return RPC_NOTHING;
        } else {
            r->at += size + 1;
            if (!is_blank(start, size)) {
                *message = start;
                *length = size;
                return RPC_MESSAGE;
            }
        }
    }
    return RPC_NOTHING;
}

rpc_found rpc_reader_next(rpc_reader *from, char **message, size_t *length) {
    if (from->bytes.bytes == NULL) {
        return RPC_NOTHING;
    }
    return from->framing == RPC_LINES ? next_line(from, message, length) : next_with_headers(from, message, length);
}
