// SPDX-License-Identifier: MIT
#include "lsp/documents.h"

#include "lsp/names.h"
#include "wits/file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

// --------------------------------------------------------------------------------------------------------------- paths

void text_uri_path(text *to, const char *uri) {
    static const char scheme[] = "file://";
    const char *at = uri;
    text_clear(to);
    text_add(to, "");
    if (strncmp(uri, scheme, sizeof scheme - 1) != 0) {
        text_add(to, uri);
        return;
    }
    at += sizeof scheme - 1;
    while (*at != '\0' && *at != '/') {  // the host, which is this machine
        at++;
    }
    for (; *at != '\0'; at++) {
        const int high = *at == '%' ? hex_digit(at[1]) : -1;
        const int low = high >= 0 ? hex_digit(at[2]) : -1;
        if (low >= 0) {
            const char c = (char)(unsigned char)(high * 16 + low);
            text_add_bytes(to, &c, 1);
            at += 2;
        } else {
            text_add_bytes(to, at, 1);
        }
    }
    const bool is_path = strlen(to->bytes) == to->length;
    char *joined = names_join("", to->bytes);
    text_clear(to);
    text_add(to, is_path ? joined : uri);
    free(joined);
}

/// Returns whether a byte is written as it is in the path of a URI.
static bool is_plain(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (c != '\0' && strchr("/-._~", c) != NULL);
}

void text_path_uri(text *to, const char *path) {
    if (path[0] != '/') {
        text_add(to, path);
        return;
    }
    text_add(to, "file://");
    for (const char *c = path; *c != '\0'; c++) {
        if (is_plain(*c)) {
            text_add_bytes(to, c, 1);
        } else {
            text_format(to, "%%%02X", (unsigned)(unsigned char)*c);
        }
    }
}

// ----------------------------------------------------------------------------------------------------------- positions

/// Returns the bytes of the character at `at`, at least 1. Bytes that are not UTF-8 are characters.
static size_t size_of_character(const char *at, const char *end) {
    size_t size = 1;
    if ((unsigned char)*at >= 0xC0) {
        while (size < 4 && at + size < end && ((unsigned char)at[size] & 0xC0) == 0x80) {
            size++;
        }
    }
    return size;
}

/// Returns the UTF-16 units, or bytes, of a character.
static uint32_t units_of(size_t size, bool is_utf8) {
    return is_utf8 ? (uint32_t)size : size == 4 ? 2 : 1;
}

static bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

/// Returns where the lines of a text start. `is_yaml` gets whether it has line ends that only YAML has.
static size_t *starts_of(const char *bytes, size_t length, bool *is_yaml, size_t *count, size_t *capacity) {
    const char *at = bytes, *end = bytes + length;
    const bool takes_yaml = *is_yaml;
    size_t *starts = grow(NULL, capacity, 1, sizeof *starts);
    starts[(*count)++] = 0;
    *is_yaml = false;
    while (at < end) {
        const size_t yaml = yaml_line_end(at, end);
        const size_t size = takes_yaml || is_line_end(*at) ? yaml : 0;
        *is_yaml = *is_yaml || (yaml > 0 && !is_line_end(*at));
        at += size > 0 ? size : 1;
        if (size > 0) {
            starts = grow(starts, capacity, *count + 1, sizeof *starts);
            starts[(*count)++] = (size_t)(at - bytes);
        }
    }
    return starts;
}

lines lines_of(const char *bytes, size_t length, bool is_utf8) {
    lines found = {.bytes = bytes, .length = length, .is_utf8 = is_utf8};
    bool is_yaml = false;
    found.starts = starts_of(bytes, length, &is_yaml, &found.count, &found.capacity);
    if (is_yaml) {
        found.yaml_starts = starts_of(bytes, length, &is_yaml, &found.yaml_count, &found.yaml_capacity);
    }
    return found;
}

void lines_free(lines *of) {
    free(of->starts);
    free(of->yaml_starts);
}

size_t lines_offset(const lines *of, position at) {
    if (at.line >= of->count) {
        return of->length;
    }
    const char *here = of->bytes + of->starts[at.line];
    const char *end = of->bytes + of->length;
    uint32_t character = 0;
    while (here < end && !is_line_end(*here)) {
        const size_t size = size_of_character(here, end);
        character += units_of(size, of->is_utf8);
        if (character > at.character) {
            break;
        }
        here += size;
    }
    return (size_t)(here - of->bytes);
}

/// Returns the line that contains a byte.
static size_t line_at(const lines *of, size_t offset) {
    size_t low = 0;
    size_t high = of->count;
    while (high - low > 1) {
        const size_t middle = low + (high - low) / 2;
        *(of->starts[middle] <= offset ? &low : &high) = middle;
    }
    return low;
}

position lines_position(const lines *of, size_t offset) {
    const size_t line = line_at(of, offset);
    const char *here = of->bytes + of->starts[line];
    const char *wanted = of->bytes + (offset < of->length ? offset : of->length);
    position found = {(uint32_t)line, 0};
    while (here < wanted) {
        const size_t size = size_of_character(here, of->bytes + of->length);
        if (here + size > wanted) {
            break;
        }
        found.character += units_of(size, of->is_utf8);
        here += size;
    }
    return found;
}

size_t lines_place(const lines *of, uint32_t line, uint32_t column) {
    if (line == 0) {
        return 0;
    }
    const bool is_yaml = of->yaml_starts != NULL;
    if (line > (is_yaml ? of->yaml_count : of->count)) {
        return of->length;
    }
    const char *here = of->bytes + (is_yaml ? of->yaml_starts : of->starts)[line - 1];
    const char *end = of->bytes + of->length;
    for (uint32_t i = 1; i < column && here < end && (is_yaml ? yaml_line_end(here, end) == 0 : !is_line_end(*here));
         i++) {
        here += size_of_character(here, end);
    }
    return (size_t)(here - of->bytes);
}

// ----------------------------------------------------------------------------------------------------------- documents

static void free_document(document *one) {
    free(one->uri);
    free(one->path);
    text_free(&one->content);
}

void documents_free(documents *of) {
    for (size_t i = 0; i < of->count; i++) {
        free_document(&of->items[i]);
    }
    free(of->items);
}

document *document_of_path(const documents *of, const char *path) {
    for (size_t i = 0; i < of->count; i++) {
        if (strcmp(of->items[i].path, path) == 0) {
            return &of->items[i];
        }
    }
    return NULL;
}

document *document_of_uri(const documents *of, const char *uri) {
    text path = {0};
    text_uri_path(&path, uri);
    document *found = document_of_path(of, text_of(&path));
    text_free(&path);
    return found;
}

document *document_open(documents *to, const char *uri, const char *content, size_t length, int64_t version) {
    document *one = document_of_uri(to, uri);
    if (one == NULL) {
        text path = {0};
        text_uri_path(&path, uri);
        to->items = grow(to->items, &to->capacity, to->count + 1, sizeof *to->items);
        one = &to->items[to->count++];
        *one = (document){.uri = copy_text(uri, strlen(uri)), .path = path.bytes};
    }
    text_clear(&one->content);
    text_add_bytes(&one->content, content, length);
    one->version = version;
    return one;
}

void document_close(documents *of, document *one) {
    free_document(one);
    *one = of->items[--of->count];
}

void document_replace(document *of, bool is_utf8, position start, position end, const char *with, size_t length) {
    const text before = of->content;
    lines where = lines_of(text_of(&before), before.length, is_utf8);
    const size_t from = lines_offset(&where, start);
    size_t to = lines_offset(&where, end);
    lines_free(&where);
    to = to < from ? from : to;
    text after = {0};
    text_add_bytes(&after, text_of(&before), from);
    text_add_bytes(&after, with, length);
    text_add_bytes(&after, text_of(&before) + to, before.length - to);
    text_free(&of->content);
    of->content = after;
}

static bool is_regular(const char *path) {
    struct stat about;
    return stat(path, &about) == 0 && S_ISREG(about.st_mode) && (uint64_t)about.st_size <= WITS_FILE_MAX_BYTES;
}

bool documents_read(const documents *of, const char *path, text *to) {
    const document *open = document_of_path(of, path);
    FILE *stream = open == NULL && is_regular(path) ? fopen(path, "rb") : NULL;
    char part[65536];
    size_t count;
    text_clear(to);
    if (open != NULL) {
        text_add_bytes(to, text_of(&open->content), open->content.length);
        return true;
    }
    if (stream == NULL) {
        return false;
    }
    while ((count = fread(part, 1, sizeof part, stream)) > 0 && to->length <= WITS_FILE_MAX_BYTES) {
        text_add_bytes(to, part, count);
    }
    const bool is_read = ferror(stream) == 0 && to->length <= WITS_FILE_MAX_BYTES;
    fclose(stream);
    return is_read;
}
