// SPDX-License-Identifier: MIT
// The text of a property, put into the words of the library: `in(PATH)` and the like become fields of the observer.
#ifndef WITS_PROVE_READING_H
#define WITS_PROVE_READING_H

#include "prove/inside.h"

/// A text while it is put together. Null without memory.
typedef struct builder {
    char *text;
    size_t length, capacity;
    bool failed;
} builder;

void build(builder *to, const char *text, size_t length);
void build_text(builder *to, const char *text);

/// Where a byte of a question as it is given to the library stands in the property's text.
typedef struct piece {
    uint32_t at;      ///< of the library's text
    uint32_t origin;  ///< of the property's
    bool is_word;     ///< all of it stands for what begins at `origin`
} piece;

typedef struct reading {
    wits_prover *p;
    observer *o;
    const wits_property *property;
    const wits_property_text *text;
    bool is_assumption;
    builder to;
    piece *pieces;
    uint32_t piece_count, piece_capacity;
    bool fine;
} reading;

/// Rewrites the text into `to`; what is wrong with it is said.
void reading_rewrite(reading *r);
/// Where in the property's text a byte of the rewritten one comes from.
uint32_t reading_origin(const reading *r, uint32_t offset);

#endif
