// SPDX-License-Identifier: MIT
// Builds nodes from libyaml's events. Reports YAML features that brain files do not have.
#include "file/tree.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "file/loader.h"
#include "file/yaml_parser.h"

/// An open list or mapping.
typedef struct open_node {
    node *container;
    node *last;  ///< inside it
} open_node;

typedef struct builder {
    wits_file *file;
    file_source *from;
    yaml_parser_t parser;
    yaml_event_t event;  ///< the current one
    open_node open[TREE_MAX_DEPTH];
    uint32_t depth;
    uint32_t documents;
    const char *read;  ///< input of libyaml
    size_t index;      ///< a character of the source
    uint32_t byte;     ///< and its byte
    uint32_t end;      ///< the byte after the last scalar
    uint32_t end_line;
} builder;

bool wits_file_node_is_empty(const node *value) {
    return value->kind == NODE_SCALAR && value->style == STYLE_PLAIN && value->length == 0;
}

bool wits_file_node_is(const node *scalar, const char *text) {
    return scalar->kind == NODE_SCALAR && strcmp(scalar->text, text) == 0;
}

tree_walk wits_file_walk(node *root) {
    return (tree_walk){.root = root};
}

node *wits_file_walk_next(tree_walk *walk) {
    node *at = walk->root;
    if (at != NULL) {
        walk->root = NULL;
        walk->open[walk->depth++] = at->first;
        return at;
    }
    while (walk->depth > 0 && walk->open[walk->depth - 1] == NULL) {
        walk->depth--;
    }
    if (walk->depth == 0) {
        return NULL;
    }
    at = walk->open[walk->depth - 1];
    walk->open[walk->depth - 1] = at->next;
    if (walk->depth < WALK_DEPTH) {
        walk->open[walk->depth++] = at->first;
    }
    return at;
}

static position mark_position(const builder *b, yaml_mark_t mark) {
    return (position){(uint32_t)mark.line + 1, (uint32_t)mark.column + 1, &b->from->own};
}

// ---------------------------------------------------------------------------------------------------- unsupported YAML

/// Returns the beginning of a node up to a blank: an anchor, alias or tag.
static const char *word_at(builder *b, uint32_t byte) {
    const char *start = b->from->text + byte;
    return wits_file_arena_copy(&b->file->memory, start, strcspn(start, " \t\r\n,[]{}"));
}

/// The keys of a large mapping in the order of their texts, so that equal ones are neighbours.
static int compare_keys(const void *left, const void *right) {
    const node *a = *(node *const *)left, *b = *(node *const *)right;
    int order = strcmp(a->text, b->text);
    if (order != 0) {
        return order;
    }
    return a->line != b->line ? (a->line < b->line ? -1 : 1) : a->column < b->column ? -1 : 1;
}

static void report_duplicate(wits_file *file, const node *first, node *second) {
    const char *line = wits_file_number_text(file, first->line);
    wits_file_report_node(file, second, MESSAGE_KEY_DUPLICATE, (message_words){{second->text, line}}, NULL);
}

/// Returns false if the lengths, first and last letters of the keys rule out duplicates, as in most mappings.
static bool may_have_duplicates(const node *mapping) {
    uint64_t seen = 0;
    FOR_EACH_PAIR(key, mapping) {
        uint32_t last = key->length > 0 ? (uint8_t)key->text[key->length - 1] : 0;
        uint64_t bit = 1ull << (key->length * 31 + (uint8_t)key->text[0] * 7 + last) % 64;
        if ((seen & bit) != 0) {
            return true;
        }
        seen |= bit;
    }
    return false;
}

static void check_duplicates(wits_file *file, node *mapping) {
    if (!may_have_duplicates(mapping)) {
        return;
    }
    node **keys = wits_file_arena_take(&file->memory, (mapping->count / 2 + 1) * sizeof *keys);
    if (keys == NULL) {
        return;
    }
    uint32_t count = 0;
    FOR_EACH_PAIR(key, mapping) {
        keys[count++] = key;
    }
    qsort(keys, count, sizeof *keys, compare_keys);
    const node *first = NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (first != NULL && strcmp(first->text, keys[i]->text) == 0) {
            report_duplicate(file, first, keys[i]);
        } else {
            first = keys[i];
        }
    }
}

// -------------------------------------------------------------------------------------------------------------- nodes

/// Next step after an event. Stopped by a problem, which is reported, or because memory ran out.
typedef enum progress { GO_ON, DONE, STOPPED } progress;

static void check_properties(builder *b, node *added, const yaml_char_t *anchor, const yaml_char_t *tag) {
    if (anchor != NULL) {
        wits_file_report_node(b->file, added, MESSAGE_ANCHOR, (message_words){{(const char *)anchor}}, NULL);
    } else if (tag != NULL || b->from->text[added->at] == '!') {  // libyaml gives no tag for a lone '!'
        const char *word = b->from->text[added->at] == '!' ? word_at(b, added->at) : (const char *)tag;
        wits_file_report_node(b->file, added, MESSAGE_TAG, (message_words){{word}}, NULL);
    }
}

/// Returns whether the next node inside the innermost open one is a key.
static bool is_key_next(const builder *b) {
    const node *around = b->depth > 0 ? b->open[b->depth - 1].container : NULL;
    return around != NULL && around->kind == NODE_MAPPING && around->count % 2 == 0;
}

/// Returns null if memory runs out.
static node *add_node(builder *b, node_kind kind) {
    const yaml_event_t *event = &b->event;
    node *added = wits_file_arena_take(&b->file->memory, sizeof *added);
    if (added == NULL) {
        return NULL;
    }
    b->byte = wits_file_source_byte(b->from, event->start_mark.index, b->index, b->byte);
    b->index = event->start_mark.index;
    position at = mark_position(b, event->start_mark);
    *added = (node){.text = "",
                    .origin = &b->from->own,
                    .line = at.line,
                    .column = at.column,
                    .at = b->byte,
                    .order = b->file->node_count,
                    .kind = (uint8_t)kind};
    if (b->depth == 0) {
        b->from->tree = b->documents > 1 ? b->from->tree : added;
        return added;
    }
    if (is_key_next(b) && kind != NODE_SCALAR) {
        wits_file_report_node(b->file, added, MESSAGE_KEY_NOT_TEXT, (message_words){{NULL}}, NULL);
    }
    open_node *around = &b->open[b->depth - 1];
    *(around->last != NULL ? &around->last->next : &around->container->first) = added;
    around->last = added;
    around->container->count++;
    return added;
}

static node_style style_of(yaml_scalar_style_t style) {
    switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE:
        return STYLE_SINGLE_QUOTED;
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
        return STYLE_DOUBLE_QUOTED;
    case YAML_LITERAL_SCALAR_STYLE:
    case YAML_FOLDED_SCALAR_STYLE:
        return STYLE_BLOCK;
    default:
        return STYLE_PLAIN;
    }
}

/// Comments are between scalars; the comment of a block scalar may follow its '|'.
static void note_remarks(builder *b, const node *scalar) {
    const yaml_event_t *event = &b->event;
    uint32_t end = wits_file_source_byte(b->from, event->end_mark.index, b->index, b->byte);
    uint32_t begin = scalar->at;
    if (scalar->style == STYLE_BLOCK) {
        begin += (uint32_t)strcspn(b->from->text + begin, "\r\n");
    }
    wits_file_remarks_between(b->file, b->from, b->end, begin < end ? begin : end, b->end_line);
    b->end = end;
    b->end_line = mark_position(b, event->end_mark).line;
}

static progress add_scalar(builder *b) {
    const yaml_event_t *event = &b->event;
    const size_t length = event->data.scalar.length;
    node *added = add_node(b, NODE_SCALAR);
    char *own = wits_file_arena_take(&b->file->memory, length + 1);
    if (added == NULL || own == NULL) {
        return STOPPED;
    }
    memcpy(own, event->data.scalar.value, length);
    added->length = (uint32_t)length;
    added->style = (uint8_t)style_of(event->data.scalar.style);
    added->text = own;
    note_remarks(b, added);
    if (b->read != b->from->text) {
        uint32_t end = wits_file_source_byte(b->from, event->end_mark.index, b->index, b->byte);
        source_join_pairs(b->from, b->read, added, own, end);
    }
    check_properties(b, added, event->data.scalar.anchor, event->data.scalar.tag);
    if (strlen(added->text) != added->length) {
        wits_file_report_node(b->file, added, MESSAGE_ZERO_BYTE, (message_words){{NULL}}, NULL);
    }
    return GO_ON;
}

static progress add_alias(builder *b) {
    node *added = add_node(b, NODE_SCALAR);
    const char *name = (const char *)b->event.data.alias.anchor;
    if (added == NULL) {
        return STOPPED;
    }
    wits_file_report_node(b->file, added, MESSAGE_ALIAS, (message_words){{name}}, NULL);
    return GO_ON;
}

static progress begin_container(builder *b, node_kind kind) {
    const yaml_event_t *event = &b->event;
    if (b->depth == TREE_MAX_DEPTH) {
        const char *most = wits_file_number_text(b->file, TREE_MAX_DEPTH);
        wits_file_report(b->file, mark_position(b, event->start_mark), MESSAGE_YAML_TOO_DEEP, (message_words){{most}},
                         NULL);
        return STOPPED;
    }
    node *added = add_node(b, kind);
    if (added == NULL) {
        return STOPPED;
    }
    if (kind == NODE_LIST) {
        added->flow = event->data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE;
        check_properties(b, added, event->data.sequence_start.anchor, event->data.sequence_start.tag);
    } else {
        added->flow = event->data.mapping_start.style == YAML_FLOW_MAPPING_STYLE;
        check_properties(b, added, event->data.mapping_start.anchor, event->data.mapping_start.tag);
    }
    b->open[b->depth++] = (open_node){.container = added};
    return GO_ON;
}

static void end_container(builder *b) {
    node *ended = b->open[--b->depth].container;
    if (ended->flow) {  // NOLINT(clang-analyzer-core.NullDereference): what is open is there
        wits_file_split_check(b->file, ended);
    }
    if (ended->kind == NODE_MAPPING) {
        check_duplicates(b->file, ended);
    }
}

// ------------------------------------------------------------------------------------------------------------- events

static progress begin_document(builder *b) {
    if (++b->documents == 1) {
        return GO_ON;
    }
    position at = mark_position(b, b->event.start_mark);
    wits_file_report(b->file, at, MESSAGE_SECOND_DOCUMENT, (message_words){{NULL}}, NULL);
    return DONE;
}

static bool is_node(yaml_event_type_t type) {
    return type == YAML_ALIAS_EVENT || type == YAML_SCALAR_EVENT || type == YAML_SEQUENCE_START_EVENT ||
           type == YAML_MAPPING_START_EVENT;
}

static progress take_event(builder *b) {
    const yaml_event_t *event = &b->event;
    if (is_node(event->type) && ++b->file->node_count > TREE_MAX_NODES) {
        const char *most = wits_file_number_text(b->file, TREE_MAX_NODES);
        wits_file_report(b->file, mark_position(b, event->start_mark), MESSAGE_YAML_TOO_MANY, (message_words){{most}},
                         NULL);
        return STOPPED;
    }
    switch (event->type) {
    case YAML_STREAM_END_EVENT:
        return DONE;
    case YAML_DOCUMENT_START_EVENT:
        return begin_document(b);
    case YAML_ALIAS_EVENT:
        return add_alias(b);
    case YAML_SCALAR_EVENT:
        return add_scalar(b);
    case YAML_SEQUENCE_START_EVENT:
        return begin_container(b, NODE_LIST);
    case YAML_MAPPING_START_EVENT:
        return begin_container(b, NODE_MAPPING);
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        end_container(b);
        return GO_ON;
    default:
        return GO_ON;
    }
}

static progress read_events_of(builder *b) {
    progress now = GO_ON;
    while (now == GO_ON) {  // each event takes something off the source
        if (!yaml_parser_parse(&b->parser, &b->event)) {
            wits_file_report_invalid(b->file, b->from, &b->parser);
            return STOPPED;
        }
        now = take_event(b);
        yaml_event_delete(&b->event);
    }
    wits_file_remarks_between(b->file, b->from, b->end, b->from->length, b->end_line);
    return now;
}

bool wits_file_tree_read(wits_file *file, file_source *from) {
    const char *read = source_without_pairs(file, from);
    builder *b = wits_file_arena_take(&file->memory, sizeof *b);
    if (b == NULL) {
        return false;
    }
    *b = (builder){.file = file, .from = from, .read = read, .end_line = 1};
    if (!yaml_parser_initialize(&b->parser)) {
        wits_file_arena_fail(&file->memory);
        return false;
    }
    yaml_parser_set_encoding(&b->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&b->parser, (const unsigned char *)read, from->length);
    progress end = read_events_of(b);
    yaml_parser_delete(&b->parser);
    if (end == DONE && from->tree == NULL) {
        wits_file_report_empty(file, from);
    }
    return end == DONE && from->tree != NULL;
}
