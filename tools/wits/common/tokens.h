// SPDX-License-Identifier: MIT
// The texts of a description, read again to be shown and linted. They are known to be well formed.
#ifndef WITS_TOOL_WORDS_H
#define WITS_TOOL_WORDS_H

#include "common/text.h"
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

/// A text has its quotes; `mood.calm` and `enemy.distance` are names.
typedef enum token_kind { TOKEN_END, TOKEN_NAME, TOKEN_NUMBER, TOKEN_TEXT, TOKEN_SIGN } token_kind;

typedef struct token {
    token_kind kind;
    span text;
} token;

/// Takes the next word off an expression. A minus is a sign by itself.
token token_next(span *rest);

/// Takes the next name off an expression that may be a field's or an enum value's: none that is called, and no state's
/// in `in(STATE)`; of `mood.calm` the first. False at the end.
bool name_next(span *rest, span *name);

//// `enemy.distance` in an expression.
typedef struct target_read {
    uint32_t kind;
    const wits_target_field_desc *field;  ///< null: `present`
    span text;
} target_read;

/// Takes the next field of a target off an expression. False at the end.
bool target_next(const wits_desc *desc, span *rest, target_read *found);

// What names in expressions mean, before the brain's own.
bool is_expression_word(span name);  ///< and, elapsed, true ...
bool is_curve_function(span name);   ///< logistic, smoothstep ...; not reserved, they have arguments

typedef enum act_kind { ACT_END, ACT_CALL, ACT_RAISE, ACT_ASSIGN } act_kind;

/// One action of an action text.
typedef struct act {
    act_kind kind;
    span name;
    span operand;  ///< a call's arguments as written, empty if there are none; what is assigned
} act;

/// Takes the next action off an action text, which may be null.
act act_next(const char **rest);

/// A condition as it reads in a line: without line breaks and doubled spaces.
void text_add_folded(text *to, const char *expression);

#endif
