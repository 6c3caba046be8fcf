// SPDX-License-Identifier: MIT
// Bytes of a brain file: validates them, and maps parts of scalars to positions.
#ifndef WITS_FILE_SOURCE_H
#define WITS_FILE_SOURCE_H

#include "file/keys.h"

typedef struct position {
    uint32_t line;
    uint32_t column;
    const origin *from;  ///< null: the brain's own file
} position;

/// One file that a brain is read from.
struct file_source {
    const char *name;  ///< for messages and for opening it
    const char *path;  ///< from the folder of the brain's own file, without '.' and '..'
    const char *real;  ///< path of a file on disk with all links followed; else null
    const char *text;  ///< with a final zero
    uint32_t length;
    uint32_t number;  ///< 0: the brain's own file; then in the order in which they were found
    uint64_t sees;    ///< a bit for each file whose definitions it may use: its own, and all that it includes
    origin own;       ///< origin of its nodes
    node *tree;
    key_values *sections;
};

/// A piece of a text in which names were replaced.
typedef struct text_piece {
    uint32_t at;         ///< beginning in that text
    const node *scalar;  ///< scalar that contains it
    uint32_t offset;     ///< offset in it
    const origin *from;  ///< that of the scalar, with the position of its use
} text_piece;

/// At least one piece, the first at 0.
struct text_map {
    const text_piece *pieces;
    uint32_t count;
};

/// Checks that the source is valid text for YAML; reports the first byte that is not.
bool wits_file_source_check(wits_file *file, const file_source *from);
/// Returns the byte of the character `index`, given that character `known_index` begins at byte `known`.
uint32_t wits_file_source_byte(const file_source *from, size_t index, size_t known_index, uint32_t known);
/// Returns the position of the byte at `offset` of a scalar's text.
position wits_file_source_position(const node *scalar, uint32_t offset);
/// Returns a copy of `length` bytes of a scalar from `offset`, with their position. Null if memory runs out.
node *wits_file_node_piece(wits_file *file, const node *scalar, uint32_t offset, uint32_t length);
/// JSON may write a character beyond U+FFFF as two escapes of four digits, the halves of a pair, which libyaml rejects.
/// Returns a copy of the source in which every such half is an escape that libyaml accepts, byte for byte at the same
/// positions; the source itself if there are none.
const char *source_without_pairs(wits_file *file, const file_source *from);
/// Replaces escaped surrogate pairs in a scalar's text, which was read from that copy. `end` is the byte after the
/// scalar.
void source_join_pairs(const file_source *from, const char *copy, node *scalar, char *text, uint32_t end);
/// Bytes of the UTF-8 character that begins with this one.
uint32_t wits_file_source_character(char first);

#endif
