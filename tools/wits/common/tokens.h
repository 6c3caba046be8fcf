// SPDX-License-Identifier: MIT
// Splits the texts of a description into tokens, for output and lints. The texts are known to be well formed.
#ifndef WITS_TOOL_WORDS_H
#define WITS_TOOL_WORDS_H

#include "common/text.h"
#include "wits/tokens.h"
#include "wits/wits.h"

/// A piece of a text.
typedef struct span {
    const char *start;
    size_t length;
} span;

bool span_is(span piece, const char *other);
bool span_equals(span a, span b);
span span_trim(span piece);
void text_add_span(text *to, span piece);

typedef struct token {
    wits_token_kind kind;
    span text;
    span name;  ///< first part of a qualified name
} token;

/// Takes the next token of an expression. A minus is a separate sign.
token token_next(span *rest);

/// Takes the next name of an expression that may be a field or an enum value. Skips called functions and the state in
/// `in(STATE)`. Takes the first part of `mood.calm`. Returns false at the end.
bool name_next(span *rest, span *name);

/// Takes the next name of a called function. Returns false at the end.
bool call_next(span *rest, span *name);

/// A read of `enemy.distance` in an expression.
typedef struct target_read {
    uint32_t kind;
    const wits_target_field_desc *field;  ///< null: `present`
    span text;
} target_read;

/// Takes the next read of a target of an expression. Returns false at the end.
bool target_next(const wits_desc *desc, span *rest, target_read *found);

typedef enum act_kind { ACT_END, ACT_CALL, ACT_RAISE, ACT_ASSIGN } act_kind;

/// One action of an action text.
typedef struct act {
    act_kind kind;
    span name;
    span operand;  ///< arguments of a call as written, may be empty; or the assigned expression
} act;

/// Takes the next action of an action text, which may be null.
act act_next(const char **rest);

/// Writes a condition on one line, without line breaks and double spaces.
void text_add_folded(text *to, const char *expression);

#endif
