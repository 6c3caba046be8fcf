// SPDX-License-Identifier: MIT
// Writes the expanded brain as YAML: wits_file_expanded. Flow style is kept while lines are short enough.
#include <string.h>

#include "file/loader.h"

enum { LONGEST_LINE = 100 };

typedef struct yaml_writer {
    arena *memory;
    char *text;
    size_t length;
    size_t capacity;
} yaml_writer;

static void put_bytes(yaml_writer *w, const char *text, size_t length) {
    if (w->length + length + 1 > w->capacity) {
        size_t capacity = 2 * (w->length + length) + 4096;
        char *grown = wits_file_arena_take(w->memory, capacity);
        if (grown == NULL) {
            return;
        }
        if (w->length > 0) {
            memcpy(grown, w->text, w->length);
        }
        w->text = grown;
        w->capacity = capacity;
    }
    memcpy(w->text + w->length, text, length);
    w->length += length;
}

static void put(yaml_writer *w, const char *text) {
    put_bytes(w, text, strlen(text));
}

static void put_indent(yaml_writer *w, uint32_t level) {
    for (uint32_t i = 0; i < level; i++) {
        put(w, "  ");
    }
}

// -------------------------------------------------------------------------------------------------------------- texts

/// Returns whether a text needs no quotes in YAML.
static bool is_plain(const char *text, bool in_brackets) {
    size_t length = strlen(text);
    if (length == 0 || strchr("-?:,[]{}#&*!|>'\"%@` \t", text[0]) != NULL) {
        bool is_minus = text[0] == '-' && length > 1 && strchr(" ,[]{}\t", text[1]) == NULL;
        if (!is_minus || text[1] == '-') {
            return false;
        }
    }
    for (size_t i = 0; i < length; i++) {
        uint8_t byte = (uint8_t)text[i];
        bool ends_key = text[i] == ':' && (text[i + 1] == ' ' || text[i + 1] == '\0');
        bool begins_comment = text[i] == '#' && text[i - 1] == ' ';
        if (byte < ' ' || byte >= 0x7F || (in_brackets && strchr(",[]{}", text[i]) != NULL) || ends_key ||
            begins_comment) {
            return false;
        }
    }
    return text[length - 1] != ' ';
}

static void put_escaped(yaml_writer *w, const char *text) {
    static const char digits[] = "0123456789abcdef";
    put(w, "\"");
    for (; *text != '\0'; text++) {
        uint8_t byte = (uint8_t)*text;
        bool is_control = byte < ' ' || byte == 0x7F || (byte == 0xC2 && (uint8_t)text[1] < 0xA0);
        if (byte == '"' || byte == '\\') {
            put_bytes(w, (const char[]){'\\', *text}, 2);
        } else if (is_control) {
            byte = byte == 0xC2 ? (uint8_t) * ++text : byte;
            put_bytes(w, (const char[]){'\\', 'x', digits[byte >> 4], digits[byte & 15]}, 4);
        } else {
            put_bytes(w, text, 1);
        }
    }
    put(w, "\"");
}

static void put_scalar(yaml_writer *w, const node *scalar, bool in_brackets) {
    if (wits_file_node_is_empty(scalar)) {
        return;
    }
    if (is_plain(scalar->text, in_brackets)) {
        put(w, scalar->text);
    } else {
        put_escaped(w, scalar->text);
    }
}

// ---------------------------------------------------------------------------------------------------------- containers

/// A node being written, and its next part.
typedef struct open_written {
    const node *container;
    const node *next;
} open_written;

/// Writes a value in brackets, on one line.
static void put_flow(yaml_writer *w, const node *value) {
    open_written open[TREE_MAX_DEPTH + 1];
    uint32_t depth = 0;
    const node *at = value;
    for (;;) {  // each iteration writes a scalar, or the beginning or end of brackets
        if (at != NULL && at->kind != NODE_SCALAR && depth <= TREE_MAX_DEPTH) {
            put(w, at->kind == NODE_LIST ? "[" : "{");
            open[depth++] = (open_written){at, at->first};
        } else if (at != NULL) {
            put_scalar(w, at, depth > 0);
        }
        if (depth == 0) {
            return;
        }
        open_written *around = &open[depth - 1];
        bool is_mapping = around->container->kind == NODE_MAPPING;
        at = around->next;
        if (at == NULL) {
            put(w, is_mapping ? "}" : "]");
            depth--;
            continue;
        }
        put(w, around->next != around->container->first ? ", " : "");
        if (is_mapping) {
            put_scalar(w, at, true);
            put(w, ": ");
            at = at->next;
        }
        around->next = at->next;
    }
}

/// Writes a value on the current line, if it fits there. Else writes nothing.
static bool put_on_line(yaml_writer *w, const node *value, size_t line) {
    bool is_empty = value->kind != NODE_SCALAR && value->first == NULL;
    size_t before = w->length;
    if (value->kind != NODE_SCALAR && !value->flow && !is_empty) {
        return false;
    }
    put(w, wits_file_node_is_empty(value) ? "" : " ");
    put_flow(w, value);
    bool fits = value->kind == NODE_SCALAR || is_empty || w->length - line <= LONGEST_LINE;
    w->length = fits ? w->length : before;
    return fits;
}

static size_t line_begin(const yaml_writer *w) {
    size_t at = w->length;
    while (at > 0 && w->text[at - 1] != '\n') {
        at--;
    }
    return at;
}

/// The tree, a pair or item on each line.
static void put_block(yaml_writer *w, const node *tree) {
    open_written open[WALK_DEPTH];
    uint32_t depth = 0;
    bool is_behind_dash = false;  // the first pair of a mapping follows the dash of its item
    open[depth++] = (open_written){tree, tree->first};
    while (depth > 0) {  // each iteration writes a pair or item, or ends a list or mapping
        open_written *around = &open[depth - 1];
        const node *at = around->next;
        if (at == NULL) {
            depth--;
            continue;
        }
        put_indent(w, is_behind_dash ? 0 : depth - 1);
        is_behind_dash = false;
        const node *value = around->container->kind == NODE_MAPPING ? at->next : at;
        around->next = value->next;
        if (value != at) {
            put_scalar(w, at, false);
        }
        put(w, value != at ? ":" : "-");
        if (put_on_line(w, value, line_begin(w)) || depth == WALK_DEPTH) {
            put(w, "\n");
            continue;
        }
        is_behind_dash = value == at;
        put(w, is_behind_dash ? " " : "\n");
        open[depth++] = (open_written){value, value->first};
    }
}

const char *wits_file_expanded(wits_file *file, size_t *length) {
    if (file == NULL || file->brain == NULL) {
        return NULL;
    }
    file->memory.failed = false;
    yaml_writer w = {.memory = &file->memory};
    put_block(&w, file->tree);
    put_bytes(&w, "", 1);
    if (file->memory.failed) {
        return NULL;
    }
    if (length != NULL) {
        *length = w.length - 1;
    }
    return w.text;
}
