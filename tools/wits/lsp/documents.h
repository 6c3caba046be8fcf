// SPDX-License-Identifier: MIT
// The files that the editor has open, with its text of them, and positions in texts.
#ifndef WITS_TOOL_LSP_DOCUMENTS_H
#define WITS_TOOL_LSP_DOCUMENTS_H

#include "rpc/json.h"

/// A position in a text as the editor counts: from 0, characters in UTF-16 units or bytes.
typedef struct position {
    uint32_t line;
    uint32_t character;
} position;

typedef struct document {
    char *uri;   ///< as the editor wrote it
    char *path;  ///< of the file
    text content;
    int64_t version;
} document;

typedef struct documents {
    document *items;
    size_t count, capacity;
    bool is_utf8;  ///< positions count bytes
} documents;

void documents_free(documents *of);
/// Returns the open document of a URI or path; null if it is not open.
document *document_of_uri(const documents *of, const char *uri);
document *document_of_path(const documents *of, const char *path);
/// Opens a document. One that is open gets the new text.
document *document_open(documents *to, const char *uri, const char *content, size_t length, int64_t version);
void document_close(documents *of, document *one);
/// Replaces the text between two positions. See lines_offset for positions that do not exist. An
/// end before the start is the start.
void document_replace(document *of, bool is_utf8, position start, position end, const char *with, size_t length);

/// Reads a file as the editor sees it: its text of an open one, else the file on disk. Returns false if there is no
/// such file, or it is not a regular one or too large.
bool documents_read(const documents *of, const char *path, text *to);

/// Writes the path of a file URI, without '.', '..' and double '/', or the URI itself if it is of another kind or has a
/// zero byte.
void text_uri_path(text *to, const char *uri);
/// Writes the URI of a path.
void text_path_uri(text *to, const char *path);

/// The lines of a text, for positions. They end as in LSP: "\n", "\r\n" or "\r"; those of messages end at U+0085,
/// U+2028 and U+2029, too. The text must outlive them.
typedef struct lines {
    const char *bytes;
    size_t length;
    bool is_utf8;
    size_t *starts;  ///< of each line
    size_t count, capacity;
    size_t *yaml_starts;  ///< of the lines of messages, which end as in YAML; null: they are the same
    size_t yaml_count, yaml_capacity;
} lines;

lines lines_of(const char *bytes, size_t length, bool is_utf8);
void lines_free(lines *of);
/// Returns the byte of a position. Beyond a line or the text, or inside of a character, it is the nearest one before.
size_t lines_offset(const lines *of, position at);
position lines_position(const lines *of, size_t offset);
/// Returns the byte of a line and column of a message, both from 1; columns are characters. Beyond the end of a line it
/// is that end. Line 0 is the beginning.
size_t lines_place(const lines *of, uint32_t line, uint32_t column);

#endif
