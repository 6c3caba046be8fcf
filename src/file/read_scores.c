// SPDX-License-Identifier: MIT
// Reads considerations, gates and groups: first the rows in file order, then their contents.
#include <string.h>

#include "core/compile/tables.h"
#include "file/loader.h"

// ----------------------------------------------------------------------------------------------------------- the parts

/// A group whose parts are being read.
typedef struct open_group {
    node *next_part;
    uint16_t depth;  ///< depth of its parts
} open_group;

static bool is_group_key(uint32_t key) {
    return key >= PART_KEY_PRODUCT && key < PART_KEY_COUNT;
}

/// Returns the group's key that is first in the file, or PART_KEY_COUNT.
static uint32_t first_group_key(const key_values *found) {
    uint32_t first = PART_KEY_COUNT;
    for (uint32_t i = PART_KEY_PRODUCT; i < PART_KEY_COUNT; i++) {
        const node *key = found->keys[i];
        if (key != NULL && (first == PART_KEY_COUNT || key->order < found->keys[first]->order)) {
            first = i;
        }
    }
    return first;
}

/// Returns the kind of a mapping, from its keys.
static const char *part_name(const node *part) {
    bool is_gate = wits_file_keys_find(part, "gate") != NULL && wits_file_keys_find(part, "input") == NULL;
    for (uint32_t i = PART_KEY_PRODUCT; i < PART_KEY_COUNT; i++) {
        if (wits_file_keys_find(part, wits_file_part_keys.names[i]) != NULL) {
            return "a group";
        }
    }
    return is_gate ? "a gate" : "a consideration";
}

/// Reports and removes keys that do not belong to this kind of part.
static void check_foreign_keys(wits_file *file, uint32_t kind, key_values *found) {
    const char *owner = kind == PART_KEY_GATE ? "a gate" : "a group";
    for (uint32_t i = 0; i < PART_KEY_COUNT; i++) {
        node *key = found->keys[i];
        bool is_consideration = kind == PART_KEY_INPUT && i <= PART_KEY_WEIGHT;
        if (key == NULL || i == kind || is_consideration || (is_group_key(kind) && i == PART_KEY_WEIGHT)) {
            continue;
        }
        if (is_group_key(i)) {
            message_words words = {{found->keys[kind]->text, key->text}};
            wits_file_report_node(file, key, MESSAGE_GROUP_TWICE, words, NULL);
        } else if (i == PART_KEY_GATE) {
            wits_file_report_node(file, key, MESSAGE_PART_GATE, (message_words){{NULL}}, NULL);
        } else {
            message_words words = {{owner, key->text, "a consideration"}};
            wits_file_report_node(file, key, MESSAGE_KEY_ELSEWHERE, words, NULL);
        }
        found->keys[i] = NULL;
        found->values[i] = NULL;
    }
}

/// The key that determines the kind of a part; without one it is a consideration that lacks its input.
static uint32_t part_kind(wits_file *file, node *part, key_values *found) {
    uint32_t kind = first_group_key(found);
    if (kind == PART_KEY_COUNT) {
        bool is_gate = found->keys[PART_KEY_GATE] != NULL && found->keys[PART_KEY_INPUT] == NULL;
        kind = is_gate ? PART_KEY_GATE : PART_KEY_INPUT;
    }
    if (kind == PART_KEY_INPUT && found->keys[PART_KEY_INPUT] == NULL && !wits_file_keys_are_misspelt(part)) {
        wits_file_report_node(file, part, MESSAGE_KEY_MISSING, (message_words){{"a consideration", "input"}}, NULL);
    }
    check_foreign_keys(file, kind, found);
    return kind;
}

/// Handles a part that is not a mapping, such as `- hunger`.
static void report_no_part(wits_file *file, node *part) {
    static const char wanted[] = "a consideration, such as '{input: hunger}'";
    if (part->kind == NODE_SCALAR && part->length > 0) {
        bool is_plain = strpbrk(part->text, ",:#[]{}\"'") == NULL;
        const char *input = is_plain ? part->text : wits_file_split_quote(file, part->text, part->length);
        nearest_name nearest = wits_file_nearest_begin(file, part->text);
        wits_file_report_node(file, part, MESSAGE_PART_TEXT, (message_words){{input}},
                              wits_file_nearest_definition(&nearest, part->origin, 1u << DEFINED_CONSIDERATION));
    } else {
        const char *what = part->kind == NODE_MAPPING ? "an empty mapping" : wits_file_describe(file, part);
        wits_file_report_node(file, part, MESSAGE_EXPECTED, (message_words){{wanted, what}}, NULL);
    }
}

/// The first part in a group's list, or null.
static node *first_part(wits_file *file, node *list) {
    if (list->bad || list->kind != NODE_LIST) {
        message_words words = {
            {"a list of considerations, such as '[{input: hunger}]'", wits_file_describe(file, list)}};
        wits_file_report_node(file, list, MESSAGE_EXPECTED, words, NULL);
        return NULL;
    }
    return list->first;
}

/// Adds a row, if there is memory for it. Returns the first part of a group, or null.
static node *add_part(wits_file *file, uint32_t state, node *part, uint16_t depth) {
    if (file->consideration_count > WITS_MAX_CONSIDERATIONS) {  // already one too many
        return NULL;
    }
    if (part->bad || part->kind != NODE_MAPPING || part->count == 0) {
        report_no_part(file, part);
        return NULL;
    }
    key_values *found = wits_file_arena_take(&file->memory, sizeof *found);
    if (found == NULL ||
        !ARENA_GROW(&file->memory, &file->considerations, file->consideration_count, &file->consideration_capacity)) {
        return NULL;
    }
    key_set keys = wits_file_part_keys;
    keys.owner = part_name(part);
    wits_file_keys_read(file, &keys, part, NULL, false, found);
    uint32_t kind = part_kind(file, part, found);
    file->considerations[file->consideration_count++] = (consideration_source){
        .mapping = part,
        .found = found,
        .state = (uint16_t)state,
        .depth = depth,
        .kind = (uint8_t)kind,
    };
    return is_group_key(kind) ? first_part(file, found->values[kind]) : NULL;
}

void wits_file_read_score_parts(wits_file *file, uint32_t state, node *score) {
    open_group open[TREE_MAX_DEPTH];
    uint32_t depth = 0;
    if (!score->bad && score->count == 0) {
        message_words words = {{"considerations, such as '{product: [{input: hunger}]}'", "an empty mapping"}};
        wits_file_report_node(file, score, MESSAGE_EXPECTED, words, NULL);
    }
    if (score->bad) {
        return;
    }
    open[depth++] = (open_group){add_part(file, state, score, 0), 1};
    while (depth > 0) {  // each iteration takes a part of a list or ends a group
        open_group *around = &open[depth - 1];
        node *part = around->next_part;
        if (part == NULL) {
            depth--;
            continue;
        }
        around->next_part = part->next;
        node *first = add_part(file, state, part, around->depth);
        if (first != NULL && depth < TREE_MAX_DEPTH) {  // the core rejects deeper ones anyway
            open[depth] = (open_group){first, (uint16_t)(depth + 1)};
            depth++;
        }
    }
}

// ------------------------------------------------------------------------------------------------------------ one part

static wits_group group_of(uint32_t kind) {
    switch (kind) {
    case PART_KEY_PRODUCT:
        return WITS_GROUP_PRODUCT;
    case PART_KEY_COMPENSATED:
        return WITS_GROUP_COMPENSATED;
    case PART_KEY_GEOMETRIC_MEAN:
        return WITS_GROUP_GEOMETRIC_MEAN;
    case PART_KEY_SUM:
        return WITS_GROUP_SUM;
    case PART_KEY_MEAN:
        return WITS_GROUP_MEAN;
    case PART_KEY_MIN:
    case PART_KEY_ALL:
        return WITS_GROUP_MIN;
    case PART_KEY_MAX:
    case PART_KEY_ANY:
        return WITS_GROUP_MAX;
    default:
        return WITS_GROUP_NONE;
    }
}

/// Reports duplicates that are not written alike.
static void report_same(wits_file *file, node *range) {
    const char *low = range->first->text, *high = range->first->next->text;
    if (strcmp(low, high) == 0) {
        wits_file_report_node_core(file, range, WITS_PROBLEM_RANGE_EMPTY, NULL);
    } else {
        wits_file_report_node(file, range, MESSAGE_RANGE_ROUNDED, (message_words){{low, high}}, NULL);
    }
}

/// Replaces an invalid range by a valid one, so that a missing range is not reported.
static void read_range(wits_file *file, node *value, wits_consideration_desc *row) {
    float low = 0.0f, high = 1.0f;
    row->high = 1.0f;
    if (value->bad || value->kind != NODE_LIST) {
        message_words words = {{"a range, such as '[0, 10]'", wits_file_describe(file, value)}};
        wits_file_report_node(file, value, MESSAGE_EXPECTED, words, NULL);
        return;
    }
    if (value->count != 2) {
        wits_file_report_node(file, value, MESSAGE_RANGE_TWO,
                              (message_words){{wits_file_number_text(file, value->count)}}, NULL);
        return;
    }
    bool sound = wits_file_read_float(file, "lo of a range", value->first, &low);
    sound = wits_file_read_float(file, "hi of a range", value->first->next, &high) && sound;
    if (sound && low == high) {
        report_same(file, value);
    } else if (sound && !wits_core_number_is_finite(high - low)) {
        message_words words = {{value->first->text, value->first->next->text}};
        wits_file_report_node(file, value, MESSAGE_RANGE_WIDE, words, NULL);
    } else if (sound) {
        row->low = low + 0.0f;  // converts -0 to 0
        row->high = high + 0.0f;
    }
}

static void read_consideration(wits_file *file, const consideration_source *source, wits_consideration_desc *row) {
    node *const *values = source->found->values;
    uint32_t outside = 0;
    *row = (wits_consideration_desc){.of = source->state, .depth = source->depth, .group = group_of(source->kind)};
    if (values[PART_KEY_GATE] != NULL) {
        wits_file_read_condition(file, values[PART_KEY_GATE], &row->gate);
    }
    if (values[PART_KEY_INPUT] != NULL) {
        wits_file_read_number(file, values[PART_KEY_INPUT], "an expression", &row->input);
    }
    if (values[PART_KEY_RANGE] != NULL) {
        read_range(file, values[PART_KEY_RANGE], row);
    }
    if (values[PART_KEY_OUTSIDE] != NULL &&
        wits_file_choice_read(file, &wits_file_outside_values, "outside", values[PART_KEY_OUTSIDE], &outside)) {
        row->outside = (wits_outside)outside;
    }
    if (values[PART_KEY_ON_NAN] != NULL) {
        wits_file_read_optional(file, "on_nan", values[PART_KEY_ON_NAN], &row->has_on_nan, &row->on_nan);
    }
    if (values[PART_KEY_CURVE] != NULL) {
        row->curves = wits_file_read_curves(file, values[PART_KEY_CURVE], &row->curve_count);
    }
    if (values[PART_KEY_WEIGHT] != NULL) {
        wits_file_read_optional(file, "weight", values[PART_KEY_WEIGHT], &row->has_weight, &row->weight);
    }
}

void wits_file_read_considerations(wits_file *file) {
    uint32_t count = file->consideration_count;
    if (count > WITS_MAX_CONSIDERATIONS) {
        position at = wits_file_node_position(file->considerations[WITS_MAX_CONSIDERATIONS].mapping);
        wits_file_report_core(file, at, WITS_PROBLEM_CONSIDERATIONS_TOO_MANY, NULL, NULL);
        file->unfinished = true;
        return;
    }
    file->consideration_rows = wits_file_arena_take(&file->memory, (count + 1) * sizeof *file->consideration_rows);
    if (file->consideration_rows == NULL) {
        return;
    }
    for (uint32_t row = 0; row < count; row++) {
        read_consideration(file, &file->considerations[row], &file->consideration_rows[row]);
    }
    file->desc.considerations = count > 0 ? file->consideration_rows : NULL;
    file->desc.consideration_count = count;
}
