// SPDX-License-Identifier: MIT
// Tokens of expressions, for tools that process texts: highlighters, lints, rewriters.
//
//   wits_token token = wits_token_next(text, SIZE_MAX, 0);
//   while (token.kind != WITS_TOKEN_END) {
//       /* text + token.offset, token.length bytes */
//       token = wits_token_next(text, SIZE_MAX, token.offset + token.length);
//   }
#ifndef WITS_TOKENS_H
#define WITS_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

#include "wits/api.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wits_token_kind {
    WITS_TOKEN_END,     ///< empty, at the end of the text
    WITS_TOKEN_NAME,    ///< also a word, such as `and`, and a qualified name: `mood.calm`, `enemy.distance`
    WITS_TOKEN_NUMBER,  ///< without a sign; includes what is attached to it: `1.5e-3`, `3s`
    WITS_TOKEN_TEXT,    ///< includes its quotes; if none closes it, up to the end
    WITS_TOKEN_SIGN,    ///< `==`, `!=`, `<=`, `>=`, or any other byte
} wits_token_kind;

typedef struct wits_token {
    wits_token_kind kind;
    size_t offset;
    size_t length;
    bool is_open;  ///< a text that no quote closes
    size_t name;   ///< bytes of a name's first part: 4 of `mood.calm`
} wits_token;

/// Returns the first token at or after `from`, skipping blanks. Every text has tokens, valid or not. A zero ends the
/// text, too, so `length` may be SIZE_MAX.
WITS_API wits_token wits_token_next(const char *text, size_t length, size_t from);

/// Returns where a token ends. `(` ends after the `)` that closes it; 0 if none does.
WITS_API size_t wits_token_end(const char *text, size_t length, wits_token token);

#ifdef __cplusplus
}
#endif

#endif
