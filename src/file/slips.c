// SPDX-License-Identifier: MIT
// Typing errors in single values: a '#' without a space before it, non-ASCII spaces, and times in other units.
#include <stdio.h>
#include <string.h>

#include "expr/characters.h"
#include "file/loader.h"

// ---------------------------------------------------------------------------------------------------- signs and spaces

bool wits_file_is_other_space(const char *text) {
    uint32_t length = 0;
    while (length < 3 && text[length] != '\0') {  // such spaces have at most 3 bytes
        length++;
    }
    return other_space_length(text, length) > 0;
}

/// Returns the offset of the first '#' or non-ASCII space outside quotes; the text's length if there is none.
static uint32_t slip_in(const node *value) {
    char quote = 0;
    for (uint32_t at = 0; at < value->length; at++) {
        const char c = value->text[at];
        if (quote != 0) {
            quote = c == quote ? 0 : quote;
        } else if (c == '"' || c == '\'') {
            quote = c;
        } else if (c == '#' || wits_file_is_other_space(value->text + at)) {
            return at;
        }
    }
    return value->length;
}

/// Returns "0.3 #x" of "0.3#x"
static const char *with_space(wits_file *file, const char *text, uint32_t at) {
    const size_t length = strlen(text);
    char *spaced = wits_file_arena_take(&file->memory, length + 2);
    if (spaced == NULL) {
        return "";
    }
    memcpy(spaced, text, at);
    spaced[at] = ' ';
    memcpy(spaced + at + 1, text + at, length - at);
    return spaced;
}

bool wits_file_has_slip(wits_file *file, node *value) {
    if (value->bad || value->kind != NODE_SCALAR || value->style != STYLE_PLAIN) {
        return false;
    }
    const uint32_t at = slip_in(value);
    if (at == value->length) {
        return false;
    }
    const position place = wits_file_source_position(value, at);
    if (value->text[at] == '#') {
        const char *spaced = with_space(file, value->text, at);
        wits_file_report(file, place, MESSAGE_COMMENT_SPACE, (message_words){{spaced}}, NULL);
    } else {
        wits_file_report(file, place, MESSAGE_SPACE_OTHER, (message_words){{NULL}}, NULL);
    }
    value->bad = true;
    return true;
}

// --------------------------------------------------------------------------------------------------------------- times

/// Units that brain files do not have, in lower case, with their seconds or milliseconds. "" means ticks.
static const struct {
    const char *words;
    const char *unit;
    double factor;
} units[] = {
    {" s sec secs second seconds ", "s", 1},  {" ms msec msecs millisecond milliseconds ", "ms", 1},
    {" m min mins minute minutes ", "s", 60}, {" h hr hrs hour hours ", "s", 3600},
    {" t tick ticks frame frames ", "", 1},
};

/// Returns whether a word is in a list such as " s sec ", ignoring case.
static bool is_unit(const char *words, const char *word) {
    char small[24] = " ";
    size_t length = 1;
    for (; *word != '\0' && length + 2 < sizeof small; word++) {
        small[length++] = (char)(*word >= 'A' && *word <= 'Z' ? *word - 'A' + 'a' : *word);
    }
    small[length++] = ' ';
    small[length] = '\0';
    return *word == '\0' && length > 2 && strstr(words, small) != NULL;
}

const char *wits_file_time_meant(wits_file *file, const char *text) {
    enum { MOST_DIGITS = 9 };  // so that a double and %.15g are exact for the product
    double number = 0, fraction = 0;
    uint32_t digits = 0;
    for (; is_digit(*text) || ((*text == '.' || *text == ',') && fraction == 0); text++) {
        if (is_digit(*text)) {
            number = number * 10 + (*text - '0');
            fraction *= 10;
            digits++;
        } else {
            fraction = 1;
        }
    }
    while (is_blank(*text)) {
        text++;
    }
    for (size_t i = 0; i < sizeof units / sizeof *units && digits > 0 && digits <= MOST_DIGITS; i++) {
        const bool is_fit = fraction == 0 || units[i].unit[0] != '\0';  // ticks have no fractions
        if (is_fit && is_unit(units[i].words, text)) {
            char meant[40];
            const double amount = number * units[i].factor / (fraction > 0 ? fraction : 1);
            const int length = snprintf(meant, sizeof meant, "%.15g%s", amount, units[i].unit);
            return strchr(meant, 'e') == NULL ? wits_file_arena_copy(&file->memory, meant, (size_t)length) : NULL;
        }
    }
    return NULL;
}
