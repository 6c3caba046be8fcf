// SPDX-License-Identifier: MIT
// Kinds of targets with their fields, and the keys of an option with a target.
#include <stdio.h>
#include <string.h>

#include "file/loader.h"

uint32_t wits_file_target_find(const wits_file *file, const char *name, size_t length) {
    for (uint32_t row = 0; row < file->desc.target_count; row++) {
        const char *known = file->target_rows[row].name;
        if (strlen(known) == length && memcmp(known, name, length) == 0) {
            return row;
        }
    }
    return WITS_NONE;
}

/// Reads a type, or a mapping with a type and owner. A field with an invalid type stays, so that its uses are not
/// reported as unknown.
static void read_field(wits_file *file, node *key, wits_target_field_desc *field, wits_promise *promise) {
    node *type = key->next, *own = NULL;
    key_values found = {.keys = {NULL}};
    wits_field_desc typed = {.type = WITS_TYPE_DEFAULT};
    *field = (wits_target_field_desc){.name = key->text, .type = WITS_TYPE_FLOAT};
    if (type->kind == NODE_MAPPING) {
        wits_file_keys_read(file, &wits_file_target_field_keys, type, NULL, false, &found);
        own = found.values[TARGET_FIELD_KEY_OWN];
        type = found.values[TARGET_FIELD_KEY_TYPE];
    }
    if (type == NULL && !wits_file_keys_are_misspelt(key->next)) {
        message_words words = {{wits_file_target_field_keys.owner, "type"}};
        wits_file_report_node(file, key->next, MESSAGE_KEY_MISSING, words, NULL);
    }
    if (type == NULL || !wits_file_read_type(file, type, &typed)) {
        wits_file_add_bad_name(file, key->text);
        return;
    }
    field->type = typed.type;
    field->values = typed.values;
    field->value_count = typed.value_count;
    if (own != NULL) {
        wits_file_read_bool(file, "own", own, &field->own);
    }
    *promise = wits_file_read_promise(file, field->type, &wits_file_target_field_keys, &found);
}

static void read_kind(wits_file *file, node *key, target_source *source, wits_target_desc *kind) {
    node *section = key->next;
    source->key = key;
    source->most = WITS_DEFAULT_MOST_TARGETS;
    kind->name = key->text;
    if (wits_file_node_is_empty(section)) {
        return;
    }
    if (section->bad || section->kind != NODE_MAPPING) {
        message_words words = {{"fields of a target, such as '{distance: float}'", wits_file_describe(file, section)}};
        wits_file_report_node(file, section, MESSAGE_EXPECTED, words, NULL);
        wits_file_add_bad_name(file, key->text);
        return;
    }
    const uint32_t most = section->count / 2;
    wits_target_field_desc *fields = wits_file_arena_take(&file->memory, (most + 1) * sizeof *fields);
    source->fields = wits_file_arena_take(&file->memory, (most + 1) * sizeof *source->fields);
    wits_promise *promises = wits_file_arena_take(&file->memory, (most + 1) * sizeof *promises);
    if (file->memory.failed) {
        return;
    }
    source->promises = promises;
    kind->fields = fields;
    FOR_EACH_PAIR(field, section) {
        if (wits_file_is_most(field)) {
            wits_file_read_most(file, field->next, &source->most);
            continue;
        }
        const uint32_t row = kind->field_count++;
        source->fields[row] = field;
        read_field(file, field, &fields[row], &promises[row]);
    }
}

void wits_file_read_targets(wits_file *file, node *section) {
    if (!wits_file_is_section(file, section, NODE_MAPPING, "kinds of targets, such as 'enemy: {distance: float}'")) {
        return;
    }
    const uint32_t most = section->count / 2;
    file->targets = wits_file_arena_take(&file->memory, (most + 1) * sizeof *file->targets);
    file->target_rows = wits_file_arena_take(&file->memory, (most + 1) * sizeof *file->target_rows);
    if (file->memory.failed) {
        return;
    }
    FOR_EACH_PAIR(key, section) {
        const uint32_t row = file->desc.target_count++;
        read_kind(file, key, &file->targets[row], &file->target_rows[row]);
    }
    file->desc.targets = file->target_rows;
}

/// Returns "enemy, cover"; of many, the first.
static const char *list_kinds(wits_file *file) {
    enum { MOST_LISTED = 6 };
    char list[MOST_LISTED * (WITS_MAX_NAME + 2) + 8] = "";
    size_t length = 0;
    for (uint32_t row = 0; row < file->desc.target_count && row <= MOST_LISTED; row++) {
        const bool is_shown = row < MOST_LISTED && strlen(file->target_rows[row].name) <= WITS_MAX_NAME;
        length += (size_t)snprintf(list + length, sizeof list - length, "%s%s", row > 0 ? ", " : "",
                                   is_shown ? file->target_rows[row].name : "...");
    }
    return wits_file_arena_copy(&file->memory, list, length);
}

/// Reads the name of a kind. An unknown kind is reported here, and not again for its consequences.
static void read_name(wits_file *file, node *value, wits_state_desc *state) {
    const char *name = wits_file_read_text(file, value, "a kind of targets, such as 'enemy'");
    if (name != NULL && wits_file_target_find(file, name, value->length) != WITS_NONE) {
        state->target = name;
        return;
    }
    file->bad_target = true;
    if (name == NULL || file->bad_section) {
        return;
    }
    wits_file_add_bad_name(file, name);
    nearest_name nearest = wits_file_nearest_begin(file, name);
    for (uint32_t row = 0; row < file->desc.target_count; row++) {
        wits_file_nearest_offer(&nearest, file->target_rows[row].name);
    }
    if (nearest.best == NULL && file->desc.target_count > 0) {
        wits_file_report_node(file, value, MESSAGE_TARGETS_ARE, (message_words){{name, list_kinds(file)}}, NULL);
    } else if (nearest.best == NULL && wits_file_text_is_name(name)) {
        wits_file_report_node(file, value, MESSAGE_TARGET_UNLISTED, (message_words){{name, name}}, NULL);
    } else {
        wits_file_report_node(file, value, MESSAGE_TARGET_UNKNOWN_KIND, (message_words){{name}}, nearest.best);
    }
}

void wits_file_read_target(wits_file *file, node *const *values, wits_state_desc *state) {
    node *reenter = values[STATE_KEY_REENTER], *retarget = values[STATE_KEY_RETARGET];
    node *inertia = values[STATE_KEY_TARGET_INERTIA];
    if (values[STATE_KEY_TARGET] == NULL) {
        return;
    }
    read_name(file, values[STATE_KEY_TARGET], state);
    const bool is_known = state->target != NULL;  // else all uses would be reported
    wits_state_desc said = {.name = NULL};
    if (inertia != NULL) {
        wits_file_read_optional(file, "target_inertia", inertia, &said.has_target_inertia, &said.target_inertia);
    }
    if (retarget != NULL) {
        said.retarget = wits_file_read_actions(file, retarget);
    }
    if (reenter != NULL) {
        wits_file_read_bool(file, "reenter", reenter, &said.reenter);
    }
    if (is_known) {
        state->has_target_inertia = said.has_target_inertia;
        state->target_inertia = said.target_inertia;
        state->retarget = said.retarget;
        state->reenter = said.reenter;
    }
}
