// SPDX-License-Identifier: MIT
// The place of the cursor in a YAML or JSON text: the keys around it and the token that is being typed. Works in broken
// texts: it reads indentation, brackets and quotes instead of a grammar, and a line that begins further left than a
// bracket ends that bracket.
#ifndef WITS_TOOL_LSP_CURSOR_H
#define WITS_TOOL_LSP_CURSOR_H

#include "common/text.h"

/// A key or a list item around the cursor.
typedef struct cursor_step {
    size_t begin, end;  ///< bytes of the key, without quotes; equal: a list item
} cursor_step;

typedef struct cursor {
    const char *bytes;
    cursor_step *steps;  ///< from the outermost to the innermost
    size_t count, capacity;
    bool may_be_key;              ///< a key is allowed here
    bool may_be_value;            ///< a value, or a part of one
    bool is_flow;                 ///< inside brackets
    size_t value_begin;           ///< of the value around the cursor, without a quote
    size_t word_begin, word_end;  ///< the name or number at the cursor, with dots; may be empty
    char quote;                   ///< of the value around the cursor; 0: none
    cursor_step *siblings;        ///< keys before and after the cursor in the same mapping
    size_t sibling_count, sibling_capacity;
} cursor;

/// Reads the context of a byte of a text. In a comment neither a key nor a value is possible.
cursor cursor_at(const char *bytes, size_t length, size_t offset);
void cursor_free(cursor *of);
/// Returns whether a step is a key with this text.
bool cursor_is(const cursor *of, size_t step, const char *key);
bool cursor_has_sibling(const cursor *of, const char *key);

#endif
