// SPDX-License-Identifier: MIT
// Reads `renames`: old paths and names of states, events and fields, for agents of earlier versions of the brain. They
// are not part of the brain.
#include <string.h>

#include "expr/characters.h"
#include "file/loader.h"

static const char *const nouns[] = {
    [RENAME_KEY_STATES] = "state",
    [RENAME_KEY_EVENTS] = "event",
    [RENAME_KEY_FIELDS] = "field",
};
static const wits_table tables[] = {
    [RENAME_KEY_STATES] = WITS_TABLE_STATES,
    [RENAME_KEY_EVENTS] = WITS_TABLE_EVENTS,
    [RENAME_KEY_FIELDS] = WITS_TABLE_FIELDS,
};

/// Returns whether a text is a name, or for a state a path of names.
static bool is_path(const char *text, uint32_t table) {
    for (;;) {  // each iteration takes a name
        const uint32_t length = name_span(text, SIZE_MAX);
        if (length == 0 || (text[length] != '\0' && (text[length] != '/' || table != RENAME_KEY_STATES))) {
            return false;
        }
        if (text[length] == '\0') {
            return true;
        }
        text += length + 1;
    }
}

/// Returns whether the brain has a state, event or field; the path of a state is complete.
static bool is_there(const wits_file *file, uint32_t table, const char *name) {
    uint32_t row = WITS_ROOT;
    if (table == RENAME_KEY_EVENTS) {
        return wits_file_has_event(file, name);
    }
    if (table == RENAME_KEY_FIELDS) {
        return wits_core_desc_find_field(&file->desc, name, (uint32_t)strlen(name)) != WITS_NONE;
    }
    const state_index states = wits_file_destinations_state_index(file);
    for (;;) {  // each iteration takes a name off the path
        const size_t length = strcspn(name, "/");
        row = states.find_child(states.user, row, name, (uint32_t)length);
        if (row == WITS_NONE || name[length] == '\0') {
            return row != WITS_NONE;
        }
        name += length + 1;
    }
}

static void report_unknown(wits_file *file, uint32_t table, node *value) {
    if (table == RENAME_KEY_STATES) {
        (void)wits_file_destinations_path(file, value);
        return;
    }
    if (file->bad_section) {
        return;
    }
    nearest_name nearest = wits_file_nearest_begin(file, value->text);
    const uint32_t count = table == RENAME_KEY_EVENTS ? file->desc.event_count : file->desc.field_count;
    for (uint32_t row = 0; row < count; row++) {
        wits_file_nearest_offer(&nearest,
                                table == RENAME_KEY_EVENTS ? file->event_rows[row] : file->field_rows[row].name);
    }
    wits_file_report_node(file, value, MESSAGE_RENAME_UNKNOWN, (message_words){{nouns[table], value->text}},
                          nearest.best);
}

static bool read_rename(wits_file *file, uint32_t table, node *key) {
    static const char *const wanted[] = {"the path of a state", "the name of an event", "the name of a field"};
    node *value = key->next;
    if (key->bad || wits_file_read_text(file, value, wanted[table]) == NULL) {
        return false;
    }
    node *const both[] = {key, value};
    for (uint32_t i = 0; i < 2; i++) {
        if (!is_path(both[i]->text, table)) {
            message_words words = {{both[i]->text, wanted[table]}};
            wits_file_report_node(file, both[i], MESSAGE_RENAME_NAME, words, NULL);
            return false;
        }
    }
    if (is_there(file, table, key->text)) {
        message_words words = {{nouns[table], key->text}};
        wits_file_report_node(file, key, MESSAGE_RENAME_STILL_THERE, words, NULL);
        return false;
    }
    if (!is_there(file, table, value->text)) {
        report_unknown(file, table, value);
        return false;
    }
    return true;
}

void wits_file_read_renames(wits_file *file, node *section) {
    key_values found;
    if (!wits_file_is_section(file, section, NODE_MAPPING, "renames, such as '{states: {old: new}}'")) {
        return;
    }
    wits_file_keys_read(file, &wits_file_rename_keys, section, NULL, false, &found);
    size_t most = 1;
    for (uint32_t table = 0; table < RENAME_KEY_COUNT; table++) {
        node *renames = found.values[table];
        if (!wits_file_is_section(file, renames, NODE_MAPPING, "old and new names, such as '{old: new}'")) {
            found.values[table] = NULL;
        } else {
            most += renames->count / 2;
        }
    }
    file->rename_rows = wits_file_arena_take(&file->memory, most * sizeof *file->rename_rows);
    file->renames = wits_file_arena_take(&file->memory, most * sizeof *file->renames);
    if (file->memory.failed) {
        return;
    }
    for (uint32_t table = 0; table < RENAME_KEY_COUNT; table++) {
        if (found.values[table] == NULL) {
            continue;
        }
        FOR_EACH_PAIR(key, found.values[table]) {
            if (read_rename(file, table, key)) {
                file->renames[file->rename_count] = key;
                file->rename_rows[file->rename_count++] = (wits_rename){tables[table], key->text, key->next->text};
            }
        }
    }
}

const wits_rename *wits_file_renames(const wits_file *file, uint32_t *count) {
    const bool has_any = file != NULL && file->brain != NULL && file->rename_count > 0;
    *count = has_any ? file->rename_count : 0;
    return has_any ? file->rename_rows : NULL;
}
