// SPDX-License-Identifier: MIT
// The rules by which names refer to states: docs/brain-files.md, "Names and destinations" and "Parts". The loader has
// them for brains with parts in place (src/file/part_names.c, destinations.c); tests/model/test_names.c compares the
// two.
#include <string.h>

#include "lsp/names_parts.h"

uint32_t names_child(const names *of, uint32_t parent, const char *name, size_t length) {
    uint32_t found = names_look_up(of, SPACE_STATES, parent, name, length, NULL);
    uint32_t part = of->details[parent].part;
    for (uint32_t deep = 0; found == NAMES_NONE && part != NAMES_NONE && deep < NAMES_MOST_DEEP; deep++) {
        found = names_look_up(of, SPACE_STATES, part, name, length, NULL);
        part = of->details[part].part;
    }
    return found;
}

/// Returns the only state of that name in the text of the brain or of a part.
static uint32_t unique_in(const names *of, uint32_t of_text, const char *name, size_t length) {
    uint32_t entry;
    const uint32_t found = names_look_up(of, SPACE_TEXT, of_text, name, length, &entry);
    return entry != NAMES_NONE && of->entries[entry].next == NAMES_NONE ? found : NAMES_NONE;
}

/// Returns the only state of that name when each use of a part has its own copy of the part's states.
static uint32_t unique_anywhere(const names *of, const char *name, size_t length) {
    enum { MOST_LOOKED_AT = 64 };
    uint32_t entry, found = NAMES_NONE, looked_at = 0;
    for (names_look_up(of, SPACE_ANY_STATE, 0, name, length, &entry); entry != NAMES_NONE;
         entry = of->entries[entry].next) {
        const uint32_t state = of->entries[entry].symbol;
        const uint32_t part = of->details[state].text;
        const uint32_t copies = part == 0 ? 1 : of->details[part].copies;
        if (copies > 1 || (copies == 1 && found != NAMES_NONE) || ++looked_at > MOST_LOOKED_AT) {
            return NAMES_NONE;
        }
        found = copies == 1 ? state : found;
    }
    return found;
}

uint32_t names_state(const names *of, names_place from, const char *name, size_t length) {
    if (from.outside) {
        const uint32_t child = names_child(of, 0, name, length);
        return child != NAMES_NONE ? child : unique_anywhere(of, name, length);
    }
    const bool is_outermost = from.state == from.text;
    const uint32_t around = from.any || is_outermost ? from.state : of->symbols[from.state].outer;
    uint32_t found = names_look_up(of, SPACE_STATES, around, name, length, NULL);
    if (found == NAMES_NONE) {
        found = names_look_up(of, SPACE_STATES, from.text, name, length, NULL);
    }
    if (found == NAMES_NONE) {
        found = unique_in(of, from.text, name, length);
    }
    if (found == NAMES_NONE && from.text == 0) {  // a name that several uses of parts have is first a child's
        found = names_child(of, around, name, length);
    }
    return found != NAMES_NONE || from.text != 0 ? found : names_child(of, 0, name, length);
}

uint32_t names_shared(const names *of, const char *name, size_t length) {
    static const names_kind kinds[] = {NAMES_FIELD, NAMES_CONSTANT, NAMES_CONDITION, NAMES_SCORE, NAMES_CONSIDERATION};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const uint32_t found = names_look_up(of, SPACE_KIND + kinds[i], 0, name, length, NULL);
        if (found != NAMES_NONE) {
            return found;
        }
    }
    return NAMES_NONE;
}

uint32_t names_inside(names_place from) {
    return from.is_inside ? from.state : NAMES_NONE;
}

void names_note_path(names *of, names_place from, const char *path, uint32_t begin, uint32_t end, names_role role) {
    if (memchr(path + begin, '/', end - begin) == NULL) {
        names_note_use(of, names_state(of, from, path + begin, end - begin), begin, end, role, true);
        return;
    }
    uint32_t state = from.outside ? 0 : from.text;
    for (uint32_t at = begin + (path[begin] == '/'); at < end;) {  // each iteration takes a name
        const char *slash = memchr(path + at, '/', end - at);
        const uint32_t stop = slash != NULL ? (uint32_t)(slash - path) : end;
        state = names_child(of, state, path + at, stop - at);
        if (state == NAMES_NONE) {
            return;
        }
        names_note_use(of, state, at, stop, stop == end ? role : NAMES_PASSES, true);
        at = stop + 1;
    }
}

void names_count_copies(names *of) {
    for (uint32_t round = 0; round <= NAMES_MOST_DEEP;
         round++) {  // a part inside parts gets its number one round later
        for (uint32_t row = 0; row < of->symbol_count; row++) {
            of->details[row].more = 0;
        }
        for (uint32_t row = 0; row < of->symbol_count; row++) {
            const names_details *user = &of->details[row];
            const uint32_t around = of->symbols[row].kind == NAMES_PART ? row : user->text;
            const uint32_t copies = around == 0 ? 1 : of->details[around].copies;
            if (user->part != NAMES_NONE) {
                names_details *part = &of->details[user->part];
                part->more = (uint8_t)(part->more + copies > 2 ? 2 : part->more + copies);
            }
        }
        for (uint32_t row = 0; row < of->symbol_count; row++) {
            of->details[row].copies = of->details[row].more;
        }
    }
}
