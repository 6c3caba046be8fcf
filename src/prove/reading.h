// SPDX-License-Identifier: MIT
// Rewrites the text of a property as an expression of the library: `in(PATH)` and the like become fields of the
// observer.
#ifndef WITS_PROVE_READING_H
#define WITS_PROVE_READING_H

#include "prove/inside.h"

/// A text under construction. Null if memory runs out.
typedef struct builder {
    char *text;
    size_t length, capacity;
    bool failed;
} builder;

void build(builder *to, const char *text, size_t length);
void build_text(builder *to, const char *text);

/// Maps a byte of a rewritten question to the property's text.
typedef struct piece {
    uint32_t at;      ///< offset in the rewritten text
    uint32_t origin;  ///< offset in the property's text
    bool is_word;     ///< the whole piece replaces the word at `origin`
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

/// Rewrites the text into `to`; notes mistakes.
void reading_rewrite(reading *r);
/// Returns a better text for a fault at this offset of the property's text if it is the name of an event, an action or
/// a state, such as "'thief' is an event; write raised(thief)". Else returns `fault`.
const char *reading_fault(const reading *r, uint32_t offset, const char *fault);
/// Explains why wits_find_state finds no state for this path.
const char *prover_state_fault(wits_prover *p, const char *path);
/// Returns the offset in the property's text of a byte of the rewritten one.
uint32_t reading_origin(const reading *r, uint32_t offset);

#endif
