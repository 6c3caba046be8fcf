// SPDX-License-Identifier: MIT
// Reads the list under `prove`, or in a separate file: the properties and their keys. Expressions are only stored;
// docs/proving.md defines their meaning.
#include <stdio.h>
#include <string.h>

#include "expr/characters.h"
#include "file/share.h"

// ------------------------------------------------------------------------------------------------------------ words

/// Returns the length of `combat/flee.enemy.distance`: a path, a kind of targets and a field; 0 for other texts.
static uint32_t target_path_length(const char *text) {
    uint32_t end = 0, points = 0;
    for (;;) {  // each iteration takes a name and the following character
        const uint32_t length = name_span(text + end, SIZE_MAX);
        end += length;
        const bool goes_on = (text[end] == '/' && points == 0) || (text[end] == '.' && points < 2);
        if (length == 0 || !goes_on) {
            return length > 0 && points == 2 ? end : 0;
        }
        points += text[end] == '.';
        end++;
    }
}

uint32_t wits_file_property_words(const char *text) {
    static const char *const words[] = {"in", "calls", "raised", "pending", "elapsed", "done", "target"};
    const uint32_t length = name_span(text, SIZE_MAX);
    uint32_t inside = length + (uint32_t)strspn(text + length, " \t\r\n");
    if (text[inside] != '(') {
        return target_path_length(text);
    }
    bool is_own = false;
    for (uint32_t i = 0; i < sizeof words / sizeof *words; i++) {
        is_own = is_own || (strlen(words[i]) == length && memcmp(words[i], text, length) == 0);
    }
    inside++;  // the arguments of a host action in calls(...) are ordinary expressions
    return is_own ? inside + (uint32_t)strcspn(text + inside, "()") : 0;
}

// ------------------------------------------------------------------------------------------------------------ one item

/// Keeps a text with its position, unless it is missing or invalid.
static const node *read_text(wits_file *file, node *value, const char *wanted, wits_property_text *text) {
    if (value == NULL || wits_file_read_text(file, value, wanted) == NULL) {
        return NULL;
    }
    const position at = wits_file_node_position(value);
    *text = (wits_property_text){value->text, at.line, at.column};
    return value;
}

static const node *read_condition(wits_file *file, node *value, wits_property_text *text) {
    return read_text(file, value, "a condition", text);
}

static void read_tick_count(wits_file *file, node *value, uint32_t *ticks) {
    static const char wanted[] = "a whole number, 0 to 2147483647";
    int64_t number = 0;
    if (wits_file_read_text(file, value, wanted) == NULL) {
        return;
    }
    if (wits_file_text_is_int(value->text, &number) && value->text[0] != '-' && number <= (int64_t)WITS_MAX_TICKS) {
        *ticks = (uint32_t)number;
        return;
    }
    wits_file_report_node(file, value, MESSAGE_CHOICE, (message_words){{"ticks", wanted, value->text}}, NULL);
}

/// Reports keys of a mapping that must be there and are not.
static void check_missing(wits_file *file, const key_set *set, node *mapping, const key_values *found,
                          uint32_t needed) {
    for (uint32_t i = 0; i < needed; i++) {
        if (found->keys[i] == NULL && !wits_file_keys_are_misspelt(mapping)) {
            message_words words = {{set->owner, set->names[i]}};
            wits_file_report_node(file, mapping, MESSAGE_KEY_MISSING, words, NULL);
        }
    }
}

static void read_within(wits_file *file, node *value, wits_property *property, property_source *source) {
    key_values found;
    wits_file_keys_read(file, &wits_file_within_keys, value, "{when: ..., until: ..., ticks: 3}", false, &found);
    check_missing(file, &wits_file_within_keys, value, &found, WITHIN_KEY_TICKS + 1);
    source->condition = read_condition(file, found.values[WITHIN_KEY_WHEN], &property->condition);
    source->until = read_condition(file, found.values[WITHIN_KEY_UNTIL], &property->until);
    if (found.values[WITHIN_KEY_TICKS] != NULL) {
        read_tick_count(file, found.values[WITHIN_KEY_TICKS], &property->ticks);
    }
    uint32_t any = 0;
    node *inputs = found.values[WITHIN_KEY_INPUTS];
    property->inputs_any =
        inputs != NULL && wits_file_choice_read(file, &wits_file_inputs_values, "inputs", inputs, &any);
}

/// Returns the state of a path from the root; "/" is the root. Reports mistakes.
static uint32_t find_state(wits_file *file, node *value) {
    const bool is_root = wits_file_node_is(value, "/");
    return is_root ? WITS_ROOT : wits_file_destinations_resolve(file, WITS_ROOT, true, value);
}

/// An fsm or a utility.
static void check_chooses(wits_file *file, node *value) {
    const uint32_t row = find_state(file, value);
    if (value->bad || file->state_count == 0 || !file->states[row].kind_is_known) {
        return;
    }
    const bool is_leaf = file->states[row].found->values[STATE_KEY_STATES] == NULL;
    if (is_leaf || file->states[row].kind == WITS_KIND_PARALLEL) {
        message_words words = {{is_leaf ? "a leaf" : "a parallel"}};
        wits_file_report_node(file, value, MESSAGE_SETTLES_OF, words, NULL);
    }
}

static void read_settles(wits_file *file, node *value, wits_property *property, property_source *source) {
    key_values found;
    wits_file_keys_read(file, &wits_file_settles_keys, value, "{of: STATE, ticks: 6}", false, &found);
    check_missing(file, &wits_file_settles_keys, value, &found, SETTLES_KEY_TICKS + 1);
    node *of = found.values[SETTLES_KEY_OF];
    source->of = read_text(file, of, "the path of a state", &property->of);
    if (source->of != NULL) {
        check_chooses(file, of);
    }
    if (found.values[SETTLES_KEY_TICKS] != NULL) {
        read_tick_count(file, found.values[SETTLES_KEY_TICKS], &property->ticks);
    }
}

/// Reads the keys of any property: assumptions, and where it starts.
static void read_beside(wits_file *file, const key_values *found, wits_property *property, property_source *source) {
    node *from = found->values[PROPERTY_KEY_FROM], *start = found->values[PROPERTY_KEY_START];
    uint32_t any = 0;
    if (from != NULL && start != NULL) {
        wits_file_report_node(file, found->keys[PROPERTY_KEY_START], MESSAGE_PROPERTY_START, (message_words){{NULL}},
                              NULL);
    }
    if (from != NULL) {
        source->from = read_text(file, from, "the path of a state", &property->from);
        find_state(file, from);
    }
    property->start_any = start != NULL && wits_file_choice_read(file, &wits_file_start_values, "start", start, &any);
    node *assume = found->values[PROPERTY_KEY_ASSUME];
    if (property->kind == WITS_PROPERTY_ASSUME) {
        source->condition = read_condition(file, assume, &property->condition);
    } else {
        source->assume = read_condition(file, assume, &property->assume);
    }
}

/// Returns the key that defines an item: one of PROPERTY_KEYS, ASSUME for an assumption, PROPERTY_KEY_COUNT if it is
/// invalid, which is reported.
static uint32_t kind_key(wits_file *file, node *item, const key_values *found) {
    uint32_t kind = PROPERTY_KEY_COUNT;
    for (uint32_t i = PROPERTY_KEY_NEVER; i < PROPERTY_KEY_COUNT; i++) {
        const bool is_first =
            found->keys[i] != NULL && (kind == PROPERTY_KEY_COUNT || found->keys[i]->order < found->keys[kind]->order);
        kind = is_first ? i : kind;
    }
    for (uint32_t i = PROPERTY_KEY_NEVER; i < PROPERTY_KEY_COUNT; i++) {
        if (found->keys[i] != NULL && i != kind) {
            message_words words = {{found->keys[kind]->text, found->keys[i]->text}};
            wits_file_report_node(file, found->keys[i], MESSAGE_PROPERTY_TWO, words, NULL);
        }
    }
    if (kind < PROPERTY_KEY_COUNT) {
        return kind;
    }
    const bool is_assumption = found->keys[PROPERTY_KEY_ASSUME] != NULL || found->keys[PROPERTY_KEY_FROM] != NULL ||
                               found->keys[PROPERTY_KEY_START] != NULL;
    if (is_assumption && found->keys[PROPERTY_KEY_NAME] == NULL) {
        return PROPERTY_KEY_ASSUME;
    }
    if (item->kind == NODE_MAPPING && !wits_file_keys_are_misspelt(item)) {
        wits_file_report_node(file, item, MESSAGE_PROPERTY_MISSING, (message_words){{NULL}}, NULL);
    }
    return PROPERTY_KEY_COUNT;
}

static wits_property_kind kind_of(uint32_t key) {
    static const wits_property_kind kinds[PROPERTY_KEY_COUNT] = {
        [PROPERTY_KEY_NEVER] = WITS_PROPERTY_NEVER,     [PROPERTY_KEY_ALWAYS] = WITS_PROPERTY_ALWAYS,
        [PROPERTY_KEY_REACH] = WITS_PROPERTY_REACH,     [PROPERTY_KEY_WITHIN] = WITS_PROPERTY_WITHIN,
        [PROPERTY_KEY_SETTLES] = WITS_PROPERTY_SETTLES, [PROPERTY_KEY_RETURNS] = WITS_PROPERTY_RETURNS,
    };
    return kinds[key];  // for ASSUME the first, which is 0
}

/// Names are printed on one line.
static const node *read_name(wits_file *file, node *value) {
    enum { MOST_BYTES = 100 };
    static const char wanted[] = "a name of up to 100 bytes in one line";
    if (value == NULL || wits_file_read_text(file, value, wanted) == NULL) {
        return NULL;
    }
    if (value->length > MOST_BYTES || strpbrk(value->text, "\r\n\t") != NULL) {
        message_words words = {{wanted, wits_file_describe(file, value)}};
        wits_file_report_node(file, value, MESSAGE_EXPECTED, words, NULL);
        return NULL;
    }
    return value;
}

static void read_item(wits_file *file, node *item) {
    key_values found;
    wits_property property = {.line = item->line, .column = item->column, .file = item->origin->source->name};
    property_source source = {.condition = NULL};
    wits_file_keys_read(file, &wits_file_property_keys, item, "a property, such as 'never: in(combat)'", false, &found);
    const uint32_t kind = kind_key(file, item, &found);
    if (kind == PROPERTY_KEY_COUNT) {
        return;
    }
    property.kind = kind_of(kind);
    read_beside(file, &found, &property, &source);
    if (kind == PROPERTY_KEY_WITHIN) {
        read_within(file, found.values[kind], &property, &source);
    } else if (kind == PROPERTY_KEY_SETTLES) {
        read_settles(file, found.values[kind], &property, &source);
    } else if (kind != PROPERTY_KEY_ASSUME) {
        source.condition = read_condition(file, found.values[kind], &property.condition);
    }
    source.name = read_name(file, found.values[PROPERTY_KEY_NAME]);
    property.name = source.name != NULL ? source.name->text : NULL;
    uint32_t capacity = file->property_capacity;  // both arrays grow as one
    if (!ARENA_GROW(&file->memory, &file->properties, file->property_count, &capacity) ||
        !ARENA_GROW(&file->memory, &file->property_sources, file->property_count, &file->property_capacity)) {
        return;
    }
    file->properties[file->property_count] = property;
    file->property_sources[file->property_count++] = source;
}

void wits_file_read_properties(wits_file *file, node *list) {
    if (!wits_file_is_section(file, list, NODE_LIST, "a list of properties, such as '- never: in(combat)'")) {
        return;
    }
    for (node *item = list->first; item != NULL; item = item->next) {
        if (file->property_count == WITS_MAX_PROPERTIES) {
            message_words words = {{wits_file_number_text(file, WITS_MAX_PROPERTIES)}};
            wits_file_report_node(file, item, MESSAGE_PROPERTIES_MANY, words, NULL);
            return;
        }
        read_item(file, item);
    }
}

// --------------------------------------------------------------------------------------------------------------- texts

/// A line under construction.
typedef struct property_line {
    char *text;
    size_t length;
    size_t room;
} property_line;

/// Replaces line ends and surrounding blanks by one blank.
static void put(property_line *line, const char *before, const char *text) {
    const size_t length = strlen(before);
    if (text == NULL || line->length + length + strlen(text) + 1 > line->room) {
        return;
    }
    memcpy(line->text + line->length, before, length);
    line->length += length;
    for (const char *at = text; *at != '\0'; at++) {
        const bool is_blank = strchr(" \t\r\n", *at) != NULL;
        const bool is_kept = !is_blank || (line->length > 0 && line->text[line->length - 1] != ' ');
        if (is_kept) {
            line->text[line->length++] = is_blank ? ' ' : *at;
        }
    }
    while (line->length > 0 && line->text[line->length - 1] == ' ') {
        line->text[--line->length] = '\0';
    }
}

static size_t length_of(const wits_property_text *text) {
    return text->text != NULL ? strlen(text->text) : 0;
}

/// Returns the property as written in the file: an expression, or the keys with their values.
static const char *line_of(wits_file *file, const wits_property *property) {
    enum { ROOM_FOR_KEYS = 120 };
    property_line line = {.room = ROOM_FOR_KEYS + length_of(&property->condition) + length_of(&property->until) +
                                  length_of(&property->of) + length_of(&property->assume) + length_of(&property->from)};
    char ticks[16];
    line.text = wits_file_arena_take(&file->memory, line.room);
    if (line.text == NULL) {
        return "";
    }
    snprintf(ticks, sizeof ticks, "%lu", (unsigned long)property->ticks);
    const bool is_within = property->kind == WITS_PROPERTY_WITHIN;
    put(&line, is_within ? "when: " : "", property->condition.text);
    put(&line, ", until: ", property->until.text);
    put(&line, "of: ", property->of.text);
    put(&line, ", ticks: ", is_within || property->kind == WITS_PROPERTY_SETTLES ? ticks : NULL);
    put(&line, ", inputs: ", property->inputs_any ? "any" : NULL);
    put(&line, ", assume: ", property->assume.text);
    put(&line, line.length > 0 ? ", from: " : "from: ", property->from.text);
    put(&line, line.length > 0 ? ", start: " : "start: ", property->start_any ? "any" : NULL);
    return line.text;
}

/// Numbers continue from the brain's own list.
static uint32_t first_number(const wits_file *file) {
    uint32_t number = 1;
    for (uint32_t i = 0; i < wits_file_property_count(file->brain_file); i++) {
        number += file->brain_file->properties[i].kind != WITS_PROPERTY_ASSUME;
    }
    return number;
}

static void give_names(wits_file *file) {
    uint32_t number = first_number(file);
    for (uint32_t i = 0; i < file->property_count; i++) {
        wits_property *property = &file->properties[i];
        if (property->kind == WITS_PROPERTY_ASSUME) {
            continue;
        }
        if (property->name == NULL) {
            char name[32];
            const char *kind = wits_property_kind_name(property->kind);
            const int length = snprintf(name, sizeof name, "%s %lu", kind, (unsigned long)number);
            property->name = wits_file_arena_copy(&file->memory, name, (size_t)length);
        }
        number++;
    }
}

/// Returns another item of that name, in this file or the brain's own list; null if there is none. If one file has two,
/// the second explicitly named one counts.
static const wits_property *same_name(const wits_file *file, uint32_t row) {
    const char *name = file->properties[row].name;
    for (uint32_t i = 0; i < wits_file_property_count(file->brain_file); i++) {
        const wits_property *other = &file->brain_file->properties[i];
        if (other->name != NULL && strcmp(other->name, name) == 0) {
            return other;
        }
    }
    for (uint32_t i = 0; i < file->property_count; i++) {
        const bool is_other = i < row || (i > row && file->property_sources[i].name == NULL);
        if (is_other && file->properties[i].name != NULL && strcmp(file->properties[i].name, name) == 0) {
            return &file->properties[i];
        }
    }
    return NULL;
}

static void check_names(wits_file *file) {
    for (uint32_t i = 0; i < file->property_count; i++) {
        const node *name = file->property_sources[i].name;
        const wits_property *other = name != NULL ? same_name(file, i) : NULL;
        if (other == NULL) {
            continue;
        }
        char place[64];
        const bool is_own = strcmp(other->file, file->properties[i].file) == 0;
        snprintf(place, sizeof place, is_own ? "line %lu" : "line %lu of the brain", (unsigned long)other->line);
        message_words words = {{name->text, wits_file_arena_copy(&file->memory, place, strlen(place))}};
        wits_file_report(file, wits_file_node_position(name), MESSAGE_PROPERTY_CALLED, words, NULL);
    }
}

/// Returns the row of the assumption that determines where all properties of a list start; WITS_NONE if there is none.
static uint32_t find_start(wits_file *file) {
    uint32_t first = WITS_NONE;
    for (uint32_t i = 0; i < file->property_count; i++) {
        const wits_property *item = &file->properties[i];
        const bool says = item->kind == WITS_PROPERTY_ASSUME && (item->from.text != NULL || item->start_any);
        if (says && first != WITS_NONE) {
            const char *line = wits_file_number_text(file, file->properties[first].line);
            char place[32];
            snprintf(place, sizeof place, "line %s", line);
            message_words words = {{wits_file_arena_copy(&file->memory, place, strlen(place))}};
            const position at = {item->line, item->column, &file->sources[0].own};
            wits_file_report(file, at, MESSAGE_START_TWICE, words, NULL);
        }
        first = says && first == WITS_NONE ? i : first;
    }
    return first;
}

void wits_file_properties_finish(wits_file *file) {
    const uint32_t start = find_start(file);
    give_names(file);
    check_names(file);
    if (file->found_count > 0) {
        file->property_count = 0;
        file->brain = NULL;  // it was compiled before names and starts were compared
        return;
    }
    for (uint32_t i = 0; i < file->property_count; i++) {
        wits_property *property = &file->properties[i];
        property->text = line_of(file, property);
        const bool says = property->from.text != NULL || property->start_any;
        if (start != WITS_NONE && property->kind != WITS_PROPERTY_ASSUME && !says) {
            property->from = file->properties[start].from;
            property->start_any = file->properties[start].start_any;
            file->property_sources[i].from = file->property_sources[start].from;
        }
    }
}

// ------------------------------------------------------------------------------------------------------ separate files

/// Copies the definitions of the brain's file, which is not modified. Returns null if memory runs out.
static sharing *share_from(wits_file *file, const sharing *from) {
    sharing *shared = wits_file_arena_take(&file->memory, sizeof *shared);
    if (shared == NULL) {
        return NULL;
    }
    *shared = *from;
    shared->text_bytes = 0;
    if (from->count == 0) {
        return shared;
    }
    node *nodes = wits_file_arena_take(&file->memory, 2 * (size_t)from->count * sizeof *nodes);
    shared->definitions = wits_file_arena_take(&file->memory, from->count * sizeof *shared->definitions);
    if (file->memory.failed) {
        return NULL;
    }
    for (uint32_t row = 0; row < from->count; row++) {
        definition *copy = &shared->definitions[row];
        *copy = from->definitions[row];
        nodes[2 * row] = *copy->key;
        nodes[2 * row + 1] = *copy->value;
        copy->key = &nodes[2 * row];
        copy->value = &nodes[2 * row + 1];
    }
    return shared;
}

void wits_file_read_list(wits_file *file) {
    const wits_file *brain = file->brain_file;
    file_source *own = &file->sources[0];
    if (brain->brain == NULL) {
        const message_id message = file->read_scenarios != NULL ? MESSAGE_SCENARIOS_BRAIN : MESSAGE_PROPERTIES_BRAIN;
        wits_file_report(file, (position){.line = 0}, message, (message_words){{NULL}}, NULL);
        return;
    }
    own->number = brain->source_count;  // numbers are unique, because problems are sorted by them
    own->sees = UINT64_MAX;
    file->rate = brain->rate;
    file->shared = share_from(file, brain->shared);
    if (file->shared == NULL) {
        return;
    }
    file->states = brain->states;
    file->state_count = brain->state_count;
    file->children_index = brain->children_index;
    file->names_index = brain->names_index;
    file->index_size = brain->index_size;
    if (!wits_file_source_read(file, own)) {
        return;
    }
    if (file->read_scenarios != NULL) {
        file->read_scenarios(file, own->tree);
    } else {
        wits_file_properties_expand(file, own->tree);
        wits_file_read_properties(file, own->tree);
    }
}

// ------------------------------------------------------------------------------------------------------------- queries

uint32_t wits_file_property_count(const wits_file *file) {
    return file != NULL ? file->property_count : 0;
}

const wits_property *wits_file_properties(const wits_file *file) {
    return wits_file_property_count(file) > 0 ? file->properties : NULL;
}

/// Returns the node of a text; null if it is not in this file.
static const node *node_of(const wits_file *file, const wits_property_text *text) {
    for (uint32_t i = 0; i < wits_file_property_count(file); i++) {
        const wits_property *property = &file->properties[i];
        const property_source *source = &file->property_sources[i];
        const wits_property_text *const texts[] = {&property->condition, &property->until, &property->of,
                                                   &property->assume, &property->from};
        const node *const nodes[] = {source->condition, source->until, source->of, source->assume, source->from};
        for (uint32_t j = 0; j < sizeof texts / sizeof *texts; j++) {
            if (texts[j] == text) {
                return nodes[j];
            }
        }
    }
    return NULL;
}

wits_file_place wits_property_where(const wits_file *file, const wits_property_text *text, uint32_t offset) {
    const node *found = node_of(file, text);
    const position at = found != NULL ? wits_file_source_position(found, offset) : (position){.line = 0};
    return wits_file_place_of(file, at);
}
