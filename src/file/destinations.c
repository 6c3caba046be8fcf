// SPDX-License-Identifier: MIT
// Finds states by name. A name is a child of the source's parent, else of the root, else unique in the tree; with a '/'
// it is a path from the root.
#include <stdio.h>
#include <string.h>

#include "file/loader.h"

static uint32_t hash_name(uint32_t hash, const char *name, size_t length) {
    hash = (hash ^ 2166136261u) * 16777619u;
    for (size_t i = 0; i < length; i++) {
        hash = (hash ^ (uint8_t)name[i]) * 16777619u;  // FNV-1a
    }
    return hash ^ hash >> 15;
}

static bool has_name(const wits_file *file, uint32_t row, const char *name, size_t length) {
    const node *key = file->states[row].key;
    return key->length == length && memcmp(key->text, name, length) == 0;
}

/// The slot of a child in the index: its own, or the empty one for it.
static uint16_t *child_slot(const wits_file *file, uint32_t parent, const char *name, size_t length) {
    uint32_t at = hash_name(parent + 1, name, length) % file->index_size;
    for (;; at = (at + 1) % file->index_size) {  // half of the slots are empty
        uint16_t *slot = &file->children_index[at];
        if (*slot == 0 || (file->states[*slot - 1].parent == parent && has_name(file, *slot - 1u, name, length))) {
            return slot;
        }
    }
}

static uint16_t *name_slot(const wits_file *file, const char *name, size_t length) {
    uint32_t at = hash_name(0, name, length) % file->index_size;
    for (;; at = (at + 1) % file->index_size) {
        uint16_t *slot = &file->names_index[at];
        if (*slot == 0 || has_name(file, *slot - 1u, name, length)) {
            return slot;
        }
    }
}

void wits_file_destinations_index(wits_file *file) {
    file->index_size = 2 * file->state_count + 1;
    file->children_index = wits_file_arena_take(&file->memory, file->index_size * sizeof *file->children_index);
    file->names_index = wits_file_arena_take(&file->memory, file->index_size * sizeof *file->names_index);
    if (file->memory.failed) {
        return;
    }
    for (uint32_t row = 1; row < file->state_count; row++) {
        const node *key = file->states[row].key;
        *child_slot(file, file->states[row].parent, key->text, key->length) = (uint16_t)(row + 1);
        uint16_t *slot = name_slot(file, key->text, key->length);
        *slot = *slot != 0 ? *slot : (uint16_t)(row + 1);
        file->states[*slot - 1].same_name++;
    }
}

static uint32_t find_child(const wits_file *file, uint32_t parent, const char *name, size_t length) {
    uint16_t found = *child_slot(file, parent, name, length);
    return found != 0 ? found - 1u : WITS_ROOT;
}

uint32_t wits_file_destinations_child(const wits_file *file, uint32_t parent, const char *name) {
    return find_child(file, parent, name, strlen(name));
}

static uint32_t index_child(const void *user, uint32_t parent, const char *name, uint32_t length) {
    uint32_t found = find_child(user, parent, name, length);
    return found != WITS_ROOT ? found : WITS_NONE;
}

static uint32_t index_unique(const void *user, const char *name, uint32_t length, bool *ambiguous) {
    const wits_file *file = user;
    uint16_t first = *name_slot(file, name, length);
    *ambiguous = first != 0 && file->states[first - 1].same_name > 1;
    return first != 0 && !*ambiguous ? first - 1u : WITS_NONE;
}

state_index wits_file_destinations_state_index(const wits_file *file) {
    return (state_index){.user = file, .find_child = index_child, .find_unique = index_unique};
}

const char *wits_file_state_path_text(wits_file *file, uint32_t row) {
    size_t length = 0;
    for (uint32_t up = row; up != WITS_ROOT; up = file->states[up].parent) {
        length += file->states[up].key->length + 1;
    }
    char *path = wits_file_arena_take(&file->memory, length + 1);
    if (path == NULL) {
        return "";
    }
    for (uint32_t up = row; up != WITS_ROOT; up = file->states[up].parent) {
        const node *key = file->states[up].key;
        path[--length] = up == row ? '\0' : '/';
        length -= key->length;
        memcpy(path + length, key->text, key->length);
    }
    return path;
}

// ------------------------------------------------------------------------------------------------------------ problems

/// Returns the whole path for one that begins below the root, as `cover/hide` for combat/cover/hide, if its first name
/// is that of a single state; without the root's name, if it begins with that; else null. `name` is the rest of a path.
static const char *whole_path(wits_file *file, const char *name, size_t length) {
    const char *root = file->states[WITS_ROOT].key->text;
    const bool is_root = (strlen(root) == length && memcmp(root, name, length) == 0) ||
                         (length == strlen("root") && memcmp(name, "root", length) == 0);
    if (is_root) {
        return name + length + 1;
    }
    const uint16_t first = length <= WITS_MAX_NAME ? *name_slot(file, name, (uint32_t)length) : 0;
    if (first == 0 || file->states[first - 1].same_name > 1) {
        return NULL;
    }
    const char *path = wits_file_state_path_text(file, first - 1u);
    const size_t begin = strlen(path), rest = strlen(name + length);
    char *whole = wits_file_arena_take(&file->memory, begin + rest + 1);
    if (whole != NULL) {
        memcpy(whole, path, begin);
        memcpy(whole + begin, name + length, rest);
    }
    return whole;
}

/// Returns whether a state may be missing because of a reported problem; then nothing more is reported.
static bool may_be_missing(wits_file *file, node *value) {
    value->bad = value->bad || file->missing_states;
    return value->bad || wits_file_is_full(file, value);
}

static void report_not_inside(wits_file *file, node *value, uint32_t parent, const char *name, size_t length) {
    if (may_be_missing(file, value)) {
        return;
    }
    const char *missing = wits_file_arena_copy(&file->memory, name, length);
    nearest_name nearest = wits_file_nearest_begin(file, missing);
    for (uint32_t row = parent + 1; row < file->state_count; row++) {
        if (file->states[row].parent == parent) {
            wits_file_nearest_offer(&nearest, file->states[row].key->text);
        }
    }
    const char *around = parent == WITS_ROOT ? "the root" : wits_file_state_path_text(file, parent);
    const char *whole = parent == WITS_ROOT && name[length] == '/' ? whole_path(file, name, length) : NULL;
    wits_file_report_node(file, value, MESSAGE_DESTINATION_NOT_INSIDE, (message_words){{missing, around}},
                          whole != NULL ? whole : nearest.best);
}

/// Lists the states among which the search failed: those in the root, if they are few.
static const char *list_states(wits_file *file) {
    enum { MOST_LISTED = 6, ROOM = MOST_LISTED * (WITS_MAX_NAME + 2) };
    char list[ROOM + 8] = "";
    size_t length = 0;
    uint32_t listed = 0;
    for (uint32_t row = 1; row < file->state_count && listed <= MOST_LISTED; row++) {
        const node *key = file->states[row].key;
        if (file->states[row].parent != WITS_ROOT || key->length > WITS_MAX_NAME) {
            continue;
        }
        const char *name = listed++ == MOST_LISTED ? "..." : key->text;
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", length > 0 ? ", " : "", name);
    }
    return wits_file_arena_copy(&file->memory, list, length);
}

/// Returns the path that was written with points, as `combat.cover`; null if there is no such state.
static const char *path_with_slashes(wits_file *file, const char *written) {
    char *path = wits_file_arena_take(&file->memory, strlen(written) + 1);
    uint32_t row = WITS_ROOT;
    for (size_t at = 0; path != NULL && written[at] != '\0';) {
        const size_t length = strcspn(written + at, ".");
        row = find_child(file, row, written + at, length);
        if (row == WITS_ROOT) {
            return NULL;
        }
        memcpy(path + at, written + at, length);
        at += length;
        if (written[at] == '.') {
            path[at++] = '/';
        }
    }
    return path;
}

static void report_unknown(wits_file *file, node *value) {
    if (strcmp(file->states[WITS_ROOT].key->text, value->text) == 0) {
        wits_file_report_node(file, value, MESSAGE_DESTINATION_ROOT, (message_words){{NULL}}, NULL);
        return;
    }
    if (may_be_missing(file, value)) {
        return;
    }
    nearest_name nearest = wits_file_nearest_begin(file, value->text);
    for (uint32_t row = 1; row < file->state_count; row++) {
        wits_file_nearest_offer(&nearest, file->states[row].key->text);
    }
    if (nearest.best == NULL && file->state_count > 1 && wits_file_text_is_name(value->text)) {
        wits_file_report_node(file, value, MESSAGE_STATES_ARE, (message_words){{value->text, list_states(file)}}, NULL);
        return;
    }
    const char *path = strchr(value->text, '.') != NULL ? path_with_slashes(file, value->text) : NULL;
    wits_file_report_node(file, value, MESSAGE_DESTINATION_UNKNOWN, (message_words){{value->text}},
                          path != NULL ? path : nearest.best);
}

static void report_ambiguous(wits_file *file, node *value) {
    enum { MOST_LISTED = 4, ROOM = MOST_LISTED * 48 };
    if (wits_file_is_full(file, value)) {
        return;
    }
    char list[ROOM + 8] = "";
    size_t length = 0;
    uint32_t listed = 0;
    for (uint32_t row = 1; row < file->state_count && listed <= MOST_LISTED; row++) {
        if (!has_name(file, row, value->text, value->length)) {
            continue;
        }
        const char *path = wits_file_state_path_text(file, row);
        size_t path_length = strlen(path);
        if (listed++ == MOST_LISTED || length + path_length + 2 > ROOM) {
            memcpy(list + length, ", ...", 5);
            break;
        }
        memcpy(list + length, ", ", 2);
        length += listed > 1 ? 2 : 0;
        memcpy(list + length, path, path_length);
        length += path_length;
    }
    wits_file_report_node(file, value, MESSAGE_DESTINATION_AMBIGUOUS, (message_words){{value->text, list}}, NULL);
}

// ----------------------------------------------------------------------------------------------------------- resolving

uint32_t wits_file_destinations_path(wits_file *file, node *value) {
    const char *name = value->text + (value->text[0] == '/');
    uint32_t row = WITS_ROOT;
    for (;;) {  // each iteration takes a name off the path
        size_t length = strcspn(name, "/");
        uint32_t child = find_child(file, row, name, length);
        if (child == WITS_ROOT) {
            report_not_inside(file, value, row, name, length);
            return WITS_ROOT;
        }
        row = child;
        if (name[length] == '\0') {
            return row;
        }
        name += length + 1;
    }
}

uint32_t wits_file_destinations_resolve(wits_file *file, uint32_t source, bool any, node *value) {
    const char *name = wits_file_read_text(file, value, "the name of a state");
    if (name == NULL) {
        return WITS_ROOT;
    }
    if (strchr(name, '/') != NULL) {
        return wits_file_destinations_path(file, value);
    }
    uint32_t found = wits_file_destinations_child(file, any ? source : file->states[source].parent, name);
    if (found != WITS_ROOT) {
        return found;
    }
    found = wits_file_destinations_child(file, WITS_ROOT, name);
    if (found != WITS_ROOT) {
        return found;
    }
    uint16_t first = *name_slot(file, name, value->length);
    if (first == 0) {
        report_unknown(file, value);
        return WITS_ROOT;
    }
    if (file->states[first - 1].same_name > 1) {
        report_ambiguous(file, value);
        return WITS_ROOT;
    }
    return first - 1u;
}
