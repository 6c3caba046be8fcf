// SPDX-License-Identifier: MIT
// `wits run --format text`: fits text into columns.
#include "agent/run_screen.h"

#include <string.h>

/// Returns the length of an escape sequence that sets a colour, such as "\033[1m", or 0 if there is none here.
static size_t colour_length(const char *at, size_t room) {
    if (room < 2 || at[0] != '\033') {
        return 0;
    }
    size_t length = 2;
    while (length < room && at[length] != 'm') {
        length++;
    }
    return length < room ? length + 1 : room;
}

size_t shown_width(const char *bytes, size_t length) {
    size_t width = 0;
    for (size_t i = 0; i < length;) {
        size_t colour = colour_length(bytes + i, length - i);
        width += colour == 0 && ((unsigned char)bytes[i] & 0xC0) != 0x80;
        i += colour > 0 ? colour : 1;
    }
    return width;
}

/// Adds at most `width` characters. From a longer text it keeps the beginning or the end, replaces the rest by "…", and
/// keeps escape sequences.
static void add_cut(text *to, const char *what, size_t width, bool keeps_end) {
    size_t length = strlen(what), taken = shown_width(what, length);
    bool is_cut = taken > width;
    size_t from = is_cut && keeps_end ? taken - width + 1 : 0;
    size_t until = is_cut && !keeps_end ? width - 1 : taken;
    size_t at = 0;
    for (size_t i = 0; i < length;) {
        size_t colour = colour_length(what + i, length - i);
        size_t size = colour > 0 ? colour : 1;
        while (colour == 0 && i + size < length && ((unsigned char)what[i + size] & 0xC0) == 0x80) {
            size++;
        }
        if (colour > 0 || (at >= from && at < until)) {
            text_add_bytes(to, what + i, size);
        } else if (at == (keeps_end ? 0 : until)) {
            text_add(to, "…");
        }
        at += colour == 0;
        i += size;
    }
}

void text_cut(text *to, const char *what, size_t width) {
    add_cut(to, what, width, false);
}

/// Shortens a path to its end, other text to its beginning.
static void add_shortened(text *to, const char *what, size_t width) {
    add_cut(to, what, width, strchr(what, '/') != NULL);
}

void text_column(text *to, const char *what, size_t width) {
    size_t taken = shown_width(what, strlen(what));
    add_shortened(to, what, width);
    text_spaces(to, taken < width ? width - taken : 0);
}

void text_column_right(text *to, const char *what, size_t width) {
    size_t taken = shown_width(what, strlen(what));
    text_spaces(to, taken < width ? width - taken : 0);
    add_shortened(to, what, width);
}

void text_take_row(text *to, const char **items, size_t width) {
    size_t taken = 0;
    while (**items != '\0') {
        size_t length = strcspn(*items, "\n");
        size_t needed = shown_width(*items, length);
        if (taken > 0 && taken + 1 + needed > width) {
            break;
        }
        text_add(to, taken > 0 ? " " : "");
        text_add_bytes(to, *items, length);
        taken += needed + (taken > 0);
        *items += length + ((*items)[length] == '\n');
    }
}

/// Shortens "anger 0.1 → 0.2" to the new value, "anger 0.2". Other items stay unchanged.
static void add_short_item(text *to, const char *item, size_t length) {
    static const char arrow[] = " → ";
    size_t name = 0, latest = 0;
    for (size_t i = 0; i + strlen(arrow) <= length; i++) {
        bool is_arrow = memcmp(item + i, arrow, strlen(arrow)) == 0;
        latest = is_arrow ? i + strlen(arrow) : latest;
    }
    while (name < length && item[name] != ' ') {
        name++;
    }
    if (latest == 0) {
        text_add_bytes(to, item, length);
    } else {
        text_add_bytes(to, item, name);
        text_add(to, " ");
        text_add_bytes(to, item + latest, length - latest);
    }
}

static size_t list_width(const char *items) {
    size_t width = 0;
    for (size_t length = 0; *items != '\0'; items += length + (items[length] == '\n')) {
        length = strcspn(items, "\n");
        width += shown_width(items, length) + (items[length] == '\n' ? 2 : 0);
    }
    return width;
}

void text_items(text *to, const text *items, size_t width) {
    enum { MORE = 4 };  // width of " +12"
    const char *rest = text_of(items);
    bool is_short = list_width(rest) > width;
    size_t taken = 0;
    uint32_t left_out = 0;
    for (size_t length = 0; *rest != '\0'; rest += length + (rest[length] == '\n')) {
        text item = {0};
        length = strcspn(rest, "\n");
        if (is_short) {
            add_short_item(&item, rest, length);
        } else {
            text_add_bytes(&item, rest, length);
        }
        size_t needed = shown_width(text_of(&item), item.length) + (taken > 0 ? 2 : 0);
        size_t reserved = rest[length] == '\n' || left_out > 0 ? MORE : 0;
        if (taken + needed + reserved <= width) {
            text_format(to, "%s%s", taken > 0 ? ", " : "", text_of(&item));
            taken += needed;
        } else {
            left_out++;
        }
        text_free(&item);
    }
    if (left_out > 0) {
        text_format(to, "%s+%u", taken > 0 ? " " : "", (unsigned)left_out);
    }
}
