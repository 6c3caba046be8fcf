// SPDX-License-Identifier: MIT
// The bytes of a brain file: whether they are text, and where in them a part of a scalar stands.
#ifndef WITS_FILE_SOURCE_H
#define WITS_FILE_SOURCE_H

#include "file/tree.h"

typedef struct position {
    uint32_t line;
    uint32_t column;
} position;

/// Whether all of the source is text that YAML knows; the first byte that is not is reported.
bool wits_file_source_check(wits_file *file);
/// The byte at which the character `index` begins, given that character `known_index` begins at `known`.
uint32_t wits_file_source_byte(const wits_file *file, size_t index, size_t known_index, uint32_t known);
/// Where the byte at `offset` of a scalar's text comes from.
position wits_file_source_position(const wits_file *file, const node *scalar, uint32_t offset);
/// JSON may write a character beyond U+FFFF as two escapes of four digits, the halves of a pair, which libyaml refuses.
/// A copy of the source in which every such half is an escape that libyaml takes, byte for byte in the same places; the
/// source itself if there are none.
const char *source_without_pairs(wits_file *file);
/// Makes of a scalar's text, which was read from that copy, what the source means. `end` is the byte behind the scalar.
void source_join_pairs(const wits_file *file, const char *copy, node *scalar, char *text, uint32_t end);
/// Bytes of the UTF-8 character that begins with this one.
uint32_t wits_file_source_character(char first);

#endif
