// SPDX-License-Identifier: MIT
// A brain file as a tree of lists, mappings and texts, each of which knows its place. YAML's types play no part: a
// scalar is its text.
#ifndef WITS_FILE_TREE_H
#define WITS_FILE_TREE_H

#include "wits/file.h"

enum {
    /// The format needs 2 + 2 for each of 16 levels of states, 2 for each of 8 groups, and a few inside the last.
    TREE_MAX_DEPTH = 64,
    TREE_MAX_NODES = 4000000,
};

typedef enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAPPING } node_kind;
typedef enum node_style { STYLE_PLAIN, STYLE_SINGLE_QUOTED, STYLE_DOUBLE_QUOTED, STYLE_BLOCK } node_style;

typedef struct node node;
struct node {
    const char *text;  ///< of a scalar, with a final zero and no other
    node *first;       ///< of what is inside; in a mapping keys, which are scalars, alternate with values
    node *next;        ///< beside it
    uint32_t length;   ///< of the text
    uint32_t line;
    uint32_t column;
    uint32_t at;     ///< of a scalar: the byte of the source where it begins
    uint32_t count;  ///< nodes inside
    uint8_t kind;    ///< node_kind
    uint8_t style;   ///< node_style
    bool flow;       ///< a list or mapping in brackets
    bool wrapped;    ///< the table has this text in parentheses
    bool bad;        ///< a problem has been reported here: what is wrong with it otherwise does not matter any more
};

/// Reads the source into file->tree. Returns false, with a problem reported, if what there is is not worth looking at.
bool wits_file_tree_read(wits_file *file);

/// Whether a value was left out, as in `key:`.
bool wits_file_node_is_empty(const node *value);
bool wits_file_node_is(const node *scalar, const char *text);

/// For each pair of a mapping whose key is sound.
#define FOR_EACH_PAIR(key, mapping)                                                                                    \
    for (node *key = (mapping)->first; key != NULL; key = key->next->next)                                             \
        if (!key->bad)

#endif
