// SPDX-License-Identifier: MIT
// A brain file as a tree of lists, mappings and texts with positions. YAML's types are ignored: a scalar is its text.
#ifndef WITS_FILE_TREE_H
#define WITS_FILE_TREE_H

#include "wits/file.h"

enum {
    /// The format needs 2 + 2 for each of 16 levels of states, 2 for each of 8 groups, and a few more inside the last.
    TREE_MAX_DEPTH = 64,
    TREE_MAX_NODES = 4000000,
};

typedef enum node_kind { NODE_SCALAR, NODE_LIST, NODE_MAPPING } node_kind;
typedef enum node_style { STYLE_PLAIN, STYLE_SINGLE_QUOTED, STYLE_DOUBLE_QUOTED, STYLE_BLOCK } node_style;

typedef struct node node;
typedef struct file_source file_source;
typedef struct text_map text_map;
struct part_use;

/// Origin of a node, besides its line and column.
typedef struct origin {
    const file_source *source;
    const struct part_use *use;  ///< the use of a part that it is a copy for; null: none
    const node *used_at;         ///< the node elsewhere that it replaced; null: it is at its original position
    uint32_t used_offset;        ///< offset in that node's text
    bool is_definition;          ///< a condition, curve or the like, outside of any state
} origin;

struct node {
    const char *text;  ///< text of a scalar, zero-terminated, without other zeros
    node *first;       ///< first child node; in a mapping, keys, which are scalars, alternate with values
    node *next;        ///< beside it
    const origin *origin;
    const text_map *map;  ///< for a text with replaced names, the origins of its pieces; else null
    uint32_t length;      ///< length of the text
    uint32_t line;
    uint32_t column;
    uint32_t at;     ///< for a scalar, the byte of the source where it begins
    uint32_t order;  ///< its number in the whole tree: outer before inner, earlier before later
    uint32_t count;  ///< nodes inside
    uint8_t kind;    ///< node_kind
    uint8_t style;   ///< node_style
    bool flow;       ///< a list or mapping in brackets
    bool wrapped;    ///< the table has this text in parentheses
    bool bad;        ///< a problem was reported here: further problems are suppressed
};

/// Reads a source into its tree. Returns false, with a problem reported, if the tree is too incomplete to be used, or
/// if memory runs out.
bool wits_file_tree_read(wits_file *file, file_source *from);

/// Returns whether a value was left out, as in `key:`.
bool wits_file_node_is_empty(const node *value);
bool wits_file_node_is(const node *scalar, const char *text);

/// Walks a tree, outer nodes first. Skips nodes deeper than any valid brain.
enum { WALK_DEPTH = 256 };
typedef struct tree_walk {
    node *open[WALK_DEPTH];
    uint32_t depth;
    node *root;
} tree_walk;

tree_walk wits_file_walk(node *root);
/// The next node, first the root; null at the end.
node *wits_file_walk_next(tree_walk *walk);

/// Iterates over the pairs of a mapping with valid keys.
#define FOR_EACH_PAIR(key, mapping)                                                                                    \
    for (node *key = (mapping)->first; key != NULL; key = key->next->next)                                             \
        if (!key->bad)

#endif
