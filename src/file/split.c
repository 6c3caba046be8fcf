// SPDX-License-Identifier: MIT
// In { } and [ ] a comma ends a value, so YAML reads `{when: min(a, b) > 1, to: x}` as the keys `when`, `b) > 1` and
// `to`. Recognised by parentheses or quotes that the first part opens and a later one closes.
#include <string.h>

#include "file/loader.h"

enum { MOST_PARTS = 64 };

/// Unclosed parts of an expression so far.
typedef struct balance {
    uint32_t open;  ///< parentheses
    char quote;     ///< the open quote, or 0
    bool broken;    ///< a closing bracket without an opening one
} balance;

static bool balance_is_open(const balance *b) {
    return b->open > 0 || b->quote != 0;
}

static void balance_add(balance *b, const char *text) {
    for (; *text != '\0'; text++) {
        if (b->quote != 0) {
            b->quote = *text == b->quote ? 0 : b->quote;
        } else if (*text == '"' || *text == '\'') {
            b->quote = *text;
        } else if (*text == '(') {
            b->open++;
        } else if (*text == ')') {
            b->broken = b->broken || b->open == 0;
            b->open -= b->open > 0;
        }
    }
}

static bool is_part(const node *scalar) {
    return scalar->kind == NODE_SCALAR && scalar->style == STYLE_PLAIN && !scalar->bad;
}

/// Returns the part that ends what `first` begins, or null. In a mapping the parts after the first are keys; a colon in
/// the expression gives them values.
static node *find_end(node *first, bool in_mapping) {
    balance b = {.open = 0};
    if (!is_part(first)) {
        return NULL;
    }
    balance_add(&b, first->text);
    node *last = first;
    for (uint32_t parts = 0; balance_is_open(&b) && !b.broken && last->next != NULL; parts++) {
        if (parts == MOST_PARTS) {
            return NULL;
        }
        last = last->next;
        if (!is_part(last)) {
            return NULL;
        }
        balance_add(&b, last->text);
        if (in_mapping) {
            if (!is_part(last->next)) {
                return NULL;
            }
            balance_add(&b, last->next->text);
            last = last->next;
        }
    }
    return balance_is_open(&b) || b.broken || last == first ? NULL : last;
}

const char *wits_file_split_quote(wits_file *file, const char *text, size_t length) {
    char *quoted = wits_file_arena_take(&file->memory, 2 * length + 3);
    if (quoted == NULL) {
        return "";
    }
    bool single = memchr(text, '"', length) != NULL || memchr(text, '\\', length) != NULL;
    char *end = quoted;
    *end++ = single ? '\'' : '"';
    for (size_t i = 0; i < length; i++) {
        *end++ = text[i];
        if (single && text[i] == '\'') {
            *end++ = '\'';
        }
    }
    *end = single ? '\'' : '"';
    return quoted;
}

static void report_split(wits_file *file, node *first, node *last) {
    const node *text_end = first;
    for (node *part = first->next; part != NULL; part = part->next) {
        text_end = part->length > 0 ? part : text_end;
        part->bad = true;
        if (part == last) {
            break;
        }
    }
    uint32_t end = text_end->at + text_end->length;
    const char *quoted = wits_file_split_quote(file, first->origin->source->text + first->at, end - first->at);
    wits_file_report_node(file, first, MESSAGE_COMMA_SPLIT, (message_words){{quoted}}, NULL);
}

void wits_file_split_check(wits_file *file, node *container) {
    bool in_mapping = container->kind == NODE_MAPPING;
    node *part = container->first;
    while (part != NULL) {
        node *first = in_mapping ? part->next : part;
        node *last = find_end(first, in_mapping);
        if (last != NULL) {
            report_split(file, first, last);
        }
        part = (last != NULL ? last : first)->next;
    }
}
