// SPDX-License-Identifier: MIT
// A YAML or JSON text as a tree with the bytes of every node, for editors: a text with mistakes has a tree, too.
//
//   tree *of = tree_read(text, length);
//   const tree_node *root = tree_value(of, tree_root(of), "root");
//   tree_free(of);
#ifndef WITS_TOOL_LSP_TREE_H
#define WITS_TOOL_LSP_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TREE_MOST_DEPTH = 64,        ///< nodes deeper than that are left out
    TREE_MOST_NODES = 4000000,   ///< nodes beyond that are left out
    TREE_MOST_BYTES = 16777216,  ///< longer texts have no nodes
};

typedef enum tree_kind { TREE_SCALAR, TREE_LIST, TREE_MAPPING } tree_kind;
typedef enum tree_style { TREE_PLAIN, TREE_SINGLE_QUOTED, TREE_DOUBLE_QUOTED, TREE_BLOCK } tree_style;

typedef struct tree_node tree_node;
struct tree_node {
    const char *text;   ///< of a scalar, decoded, zero-terminated; else ""
    tree_node *first;   ///< inside a list or mapping; in a mapping keys and values alternate
    tree_node *next;    ///< beside it
    tree_node *around;  ///< null: the root
    uint32_t length;    ///< bytes of the text
    uint32_t begin;     ///< first byte in the source, including a quote or bracket
    uint32_t end;       ///< the byte after it
    uint32_t count;     ///< nodes inside
    uint8_t kind;       ///< tree_kind
    uint8_t style;      ///< tree_style
    bool flow;          ///< a list or mapping in brackets
};

typedef struct tree tree;

/// Reads a text, which need not outlive the call. Lines that YAML cannot read are skipped. Never null.
tree *tree_read(const char *bytes, size_t length);
void tree_free(tree *of);
/// Returns the root; null for a text without nodes.
const tree_node *tree_root(const tree *of);
/// The source as it was given, zero-terminated.
const char *tree_text(const tree *of, size_t *length);
/// Returns whether YAML could read all lines.
bool tree_is_whole(const tree *of);

/// Iterates over the pairs of a mapping with scalar keys. Anything else has none.
#define TREE_FOR_EACH_PAIR(key, mapping)                                                                               \
    for (const tree_node *key = tree_first_key(mapping); key != NULL && key->next != NULL; key = key->next->next)      \
        if (tree_is_text(key))

/// Returns the first item; null for anything except a list with items. `list` may be null.
static inline const tree_node *tree_first_item(const tree_node *list) {
    return list != NULL && list->kind == TREE_LIST ? list->first : NULL;
}
static inline const tree_node *tree_first_key(const tree_node *mapping) {
    return mapping != NULL && mapping->kind == TREE_MAPPING ? mapping->first : NULL;
}
/// Returns whether it is a scalar that is not empty.
static inline bool tree_is_text(const tree_node *scalar) {
    return scalar != NULL && scalar->kind == TREE_SCALAR && scalar->length > 0;
}

/// Returns the value of a key of a mapping; null if it is not a mapping or has no such key.
const tree_node *tree_value(const tree_node *mapping, const char *key);
/// Returns the innermost scalar, list or mapping that has the byte at `offset`, its end included; null if there is
/// none.
const tree_node *tree_at(const tree *of, size_t offset);
/// A position in the text of a scalar, and in the source.
typedef struct tree_walk {
    const tree *of;
    const tree_node *scalar;
    uint32_t text;
    uint32_t source;
    bool is_direct;  ///< the source has the text byte for byte
} tree_walk;

void tree_walk_begin(tree_walk *walk, const tree *of, const tree_node *scalar);
/// Finds the bytes of the source for those from `begin` to `end` of a scalar's text, through quotes, escapes and line
/// breaks. Fast in the order of the text. Returns false if that is unknown.
bool tree_place(tree_walk *walk, uint32_t begin, uint32_t end, uint32_t *source_begin, uint32_t *source_end);

#endif
