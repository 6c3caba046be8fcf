// SPDX-License-Identifier: MIT
// Builds the tree from libyaml's events. A line that libyaml cannot read becomes blank, and the text is read again.
#include "lsp/tree.h"

#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "common/text.h"

enum {
    MOST_TRIES = 8,
    MOST_TRIED_BYTES = 1 << 25,  ///< of all tries of a text after the first
    CHUNK = 1 << 16,
};

typedef struct chunk {
    struct chunk *before;
    size_t used;
    size_t size;
    char bytes[];
} chunk;

struct tree {
    char *text;  ///< as given
    char *read;  ///< what libyaml gets: other bytes at the same places for those that it refuses
    size_t length;
    size_t mark;  ///< bytes of a byte order mark
    chunk *memory;
    tree_node *root;
    uint32_t count;
    bool is_whole;
};

/// Zeroed memory that lives as long as the tree.
static void *take(tree *of, size_t size) {
    size = (size + 7) & ~(size_t)7;
    if (of->memory == NULL || of->memory->size - of->memory->used < size) {
        const size_t room = size > CHUNK ? size : CHUNK;
        chunk *added = allocate(1, sizeof *added + room);
        *added = (chunk){of->memory, 0, room};
        of->memory = added;
    }
    void *taken = of->memory->bytes + of->memory->used;
    of->memory->used += size;
    return taken;
}

static void release(tree *of) {
    while (of->memory != NULL) {
        chunk *before = of->memory->before;
        free(of->memory);
        of->memory = before;
    }
    of->root = NULL;
    of->count = 0;
}

// --------------------------------------------------------------------------------------------------------- the source

/// Returns the bytes of the character at `at`, which libyaml accepts; 0 if it does not.
static size_t character(const char *at, size_t room) {
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const uint8_t first = (uint8_t)at[0];
    if (first < 0x80) {
        return (first >= 0x20 && first < 0x7F) || first == '\t' || first == '\n' || first == '\r';
    }
    const size_t size = first < 0xC0 ? 0 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : first < 0xF8 ? 4 : 0;
    if (size == 0 || size > room) {
        return 0;
    }
    uint32_t code = first & (0x7Fu >> size);
    for (size_t i = 1; i < size; i++) {
        if (((uint8_t)at[i] & 0xC0) != 0x80) {
            return 0;
        }
        code = code << 6 | ((uint8_t)at[i] & 0x3Fu);
    }
    const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
    const bool is_control = code >= 0x80 && code < 0xA0 && code != 0x85;
    const bool is_none = code == 0xFEFF || code == 0xFFFE || code == 0xFFFF || code > 0x10FFFF;
    return code < least[size] || is_surrogate || is_control || is_none ? 0 : size;
}

/// Returns whether four digits of an escape are half of a surrogate pair, which JSON has and libyaml does not.
static bool is_half(const char *at, size_t room) {
    return room >= 6 && at[0] == '\\' && at[1] == 'u' && (at[2] == 'd' || at[2] == 'D') &&
           strchr("89abcdefABCDEF", at[3]) != NULL && at[3] != '\0';
}

static void make_readable(tree *of) {
    for (size_t i = 0; i < of->length;) {
        const size_t size = character(of->read + i, of->length - i);
        if (size == 0) {
            of->read[i++] = '?';
            continue;
        }
        if (is_half(of->read + i, of->length - i)) {
            of->read[i + 2] = 'e';
        }
        i += of->read[i] == '\\' && i + 1 < of->length && of->read[i + 1] == '\\' ? 2 : size;
    }
}

// -------------------------------------------------------------------------------------------------------------- nodes

typedef struct builder {
    tree *of;
    yaml_parser_t parser;
    yaml_event_t event;
    tree_node *open[TREE_MOST_DEPTH];
    tree_node *last[TREE_MOST_DEPTH];  ///< the last node in each
    uint32_t depth;
    uint32_t beyond;  ///< open lists and mappings that are too deep
    uint32_t documents;
    size_t index;  ///< a character, counted from after the mark
    size_t byte;   ///< and its byte
} builder;

/// Returns the byte of a character. Marks mostly increase.
static size_t byte_of(builder *b, size_t index) {
    const char *read = b->of->read;
    while (b->index < index && b->byte < b->of->length) {
        do {
            b->byte++;
        } while (b->byte < b->of->length && ((uint8_t)read[b->byte] & 0xC0) == 0x80);
        b->index++;
    }
    while (b->index > index && b->byte > b->of->mark) {
        do {
            b->byte--;
        } while (b->byte > b->of->mark && ((uint8_t)read[b->byte] & 0xC0) == 0x80);
        b->index--;
    }
    return b->byte;
}

static tree_node *add_node(builder *b, tree_kind kind) {
    tree *of = b->of;
    if (b->beyond > 0 || of->count >= TREE_MOST_NODES || b->documents > 1 || (b->depth == 0 && of->root != NULL)) {
        return NULL;
    }
    tree_node *added = take(of, sizeof *added);
    of->count++;
    *added = (tree_node){.text = "", .kind = (uint8_t)kind};
    added->begin = (uint32_t)byte_of(b, b->event.start_mark.index);
    added->end = (uint32_t)byte_of(b, b->event.end_mark.index);
    if (b->depth == 0) {
        of->root = added;
        return added;
    }
    tree_node *around = b->open[b->depth - 1];
    tree_node **link = b->last[b->depth - 1] != NULL ? &b->last[b->depth - 1]->next : &around->first;
    *link = added;
    b->last[b->depth - 1] = added;
    added->around = around;
    around->count++;
    return added;
}

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static uint8_t style_of(yaml_scalar_style_t style) {
    return style == YAML_SINGLE_QUOTED_SCALAR_STYLE                                  ? TREE_SINGLE_QUOTED
           : style == YAML_DOUBLE_QUOTED_SCALAR_STYLE                                ? TREE_DOUBLE_QUOTED
           : style == YAML_LITERAL_SCALAR_STYLE || style == YAML_FOLDED_SCALAR_STYLE ? TREE_BLOCK
                                                                                     : TREE_PLAIN;
}

static void add_scalar(builder *b) {
    tree_node *added = add_node(b, TREE_SCALAR);
    if (added == NULL) {
        return;
    }
    const tree *of = b->of;
    char *own = take(b->of, b->event.data.scalar.length + 1);
    memcpy(own, b->event.data.scalar.value, b->event.data.scalar.length);
    own[b->event.data.scalar.length] = '\0';
    added->text = own;
    added->length = (uint32_t)b->event.data.scalar.length;
    added->style = style_of(b->event.data.scalar.style);
    while (added->style == TREE_BLOCK && added->end > added->begin && is_blank(of->read[added->end - 1])) {
        added->end--;
    }
}

static void add_alias(builder *b) {
    add_node(b, TREE_SCALAR);
}

static void begin_container(builder *b, tree_kind kind, bool flow) {
    tree_node *added = add_node(b, kind);
    if (added == NULL || b->depth == TREE_MOST_DEPTH) {
        b->beyond++;
        return;
    }
    added->flow = flow;
    b->last[b->depth] = NULL;
    b->open[b->depth++] = added;
}

static void end_container(builder *b) {
    if (b->beyond > 0) {
        b->beyond--;
        return;
    }
    tree_node *ended = b->open[--b->depth];
    const tree_node *last = b->last[b->depth];
    ended->end = ended->flow ? (uint32_t)byte_of(b, b->event.end_mark.index) : last != NULL ? last->end : ended->begin;
}

static void take_event(builder *b) {
    switch (b->event.type) {
    case YAML_DOCUMENT_START_EVENT:
        b->documents++;
        break;
    case YAML_ALIAS_EVENT:
        add_alias(b);
        break;
    case YAML_SCALAR_EVENT:
        add_scalar(b);
        break;
    case YAML_SEQUENCE_START_EVENT:
        begin_container(b, TREE_LIST, b->event.data.sequence_start.style == YAML_FLOW_SEQUENCE_STYLE);
        break;
    case YAML_MAPPING_START_EVENT:
        begin_container(b, TREE_MAPPING, b->event.data.mapping_start.style == YAML_FLOW_MAPPING_STYLE);
        break;
    case YAML_SEQUENCE_END_EVENT:
    case YAML_MAPPING_END_EVENT:
        end_container(b);
        break;
    default:
        break;
    }
}

/// Ends what a mistake left open: a key gets an empty value.
static void close_open(builder *b) {
    for (; b->depth > 0; b->depth--) {
        tree_node *open = b->open[b->depth - 1];
        const tree_node *last = b->last[b->depth - 1];
        open->end = last != NULL && last->end > open->begin ? last->end : open->begin;
        if (open->kind == TREE_MAPPING && open->count % 2 == 1) {
            tree_node *value = take(b->of, sizeof *value);
            *value = (tree_node){.text = "", .begin = open->end, .end = open->end, .around = open};
            b->last[b->depth - 1]->next = value;
            open->count++;
        }
    }
}

// ------------------------------------------------------------------------------------------------------ unread lines

/// Makes the line of a byte blank. Returns false if it is blank already.
static bool clear_line(tree *of, size_t byte) {
    size_t begin = byte < of->length ? byte : of->length, end = begin;
    bool is_changed = false;
    while (begin > of->mark && of->read[begin - 1] != '\n' && of->read[begin - 1] != '\r') {
        begin--;
    }
    while (end < of->length && of->read[end] != '\n' && of->read[end] != '\r') {
        end++;
    }
    for (size_t i = begin; i < end; i++) {
        is_changed = is_changed || !is_blank(of->read[i]);
        of->read[i] = ' ';  // also each byte of a longer character
    }
    return is_changed;
}

/// Clears the line of a byte, or if it is blank the one before. Returns false if there is nothing to clear.
static bool clear_from(tree *of, size_t byte) {
    if (clear_line(of, byte)) {
        return true;
    }
    size_t before = byte < of->length ? byte : of->length;
    while (before > of->mark && is_blank(of->read[before - 1])) {
        before--;
    }
    return before > of->mark && clear_line(of, before - 1);
}

/// The position where libyaml stopped, and the position of the bracket, quote or key that it could not complete.
typedef struct mistake {
    size_t stopped;
    size_t begun;
    bool has_begin;
} mistake;

static mistake mistake_of(builder *b) {
    const char *context = b->parser.context != NULL ? b->parser.context : "";
    mistake found = {.stopped = byte_of(b, b->parser.problem_mark.index)};
    found.begun = byte_of(b, b->parser.context_mark.index);
    found.has_begin =
        strstr(context, "flow") != NULL || strstr(context, "quoted") != NULL || strstr(context, "simple key") != NULL;
    return found;
}

/// Reads the text once. Returns false at a line that libyaml cannot read.
static bool read_once(tree *of, mistake *found) {
    builder *b = allocate(1, sizeof *b);
    bool is_read = true, is_end = false;
    release(of);
    b->of = of;
    b->byte = of->mark;
    if (!yaml_parser_initialize(&b->parser)) {
        free(b);
        *found = (mistake){.stopped = 0};
        return false;
    }
    yaml_parser_set_encoding(&b->parser, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&b->parser, (const unsigned char *)of->read + of->mark, of->length - of->mark);
    while (is_read && !is_end) {  // each event takes something off the text
        is_read = yaml_parser_parse(&b->parser, &b->event) != 0;
        if (is_read) {
            is_end = b->event.type == YAML_STREAM_END_EVENT;
            take_event(b);
            yaml_event_delete(&b->event);
        }
    }
    close_open(b);
    if (!is_read) {
        *found = mistake_of(b);
    }
    yaml_parser_delete(&b->parser);
    free(b);
    return is_read;
}

/// Clears a line because of a mistake: the one where libyaml stopped, or the one where an unclosed bracket or the like
/// begins, whichever lets libyaml read further. Returns false if there is nothing to clear.
static bool clear_mistake(tree *of, const mistake *found) {
    if (!found->has_begin) {
        return clear_from(of, found->stopped);
    }
    mistake with_begin, with_stop;
    char *before = allocate(of->length + 1, 1), *begun = allocate(of->length + 1, 1);
    memcpy(before, of->read, of->length);
    const bool is_cleared = clear_line(of, found->begun);
    const bool ends = is_cleared && read_once(of, &with_begin);
    memcpy(begun, of->read, of->length);
    bool is_better = ends;
    if (!ends) {
        memcpy(of->read, before, of->length);
        const bool is_stop_cleared = clear_from(of, found->stopped);
        is_better =
            is_cleared && (!is_stop_cleared || (!read_once(of, &with_stop) && with_stop.stopped <= with_begin.stopped));
    }
    if (is_better) {
        memcpy(of->read, begun, of->length);
    }
    const bool is_changed = memcmp(of->read, before, of->length) != 0;
    free(before);
    free(begun);
    return is_changed;
}

// ------------------------------------------------------------------------------------------------------- whole trees

tree *tree_read(const char *bytes, size_t length) {
    tree *of = allocate(1, sizeof *of);
    of->length = length;
    of->text = allocate(length + 1, 1);
    of->read = allocate(length + 1, 1);
    if (length > 0) {
        memcpy(of->text, bytes, length);
        memcpy(of->read, bytes, length);
    }
    of->is_whole = length <= TREE_MOST_BYTES;
    if (!of->is_whole) {
        return of;
    }
    of->mark = length >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;
    for (size_t i = 0; i < of->mark; i++) {
        of->read[i] = ' ';
    }
    make_readable(of);
    mistake found;
    uint32_t tries = 0;
    while (!read_once(of, &found)) {
        of->is_whole = false;
        if (++tries > MOST_TRIES || tries * length > MOST_TRIED_BYTES || !clear_mistake(of, &found)) {
            break;  // the nodes before the mistake stay
        }
    }
    return of;
}

void tree_free(tree *of) {
    if (of != NULL) {
        release(of);
        free(of->text);
        free(of->read);
        free(of);
    }
}

const tree_node *tree_root(const tree *of) {
    return of->root;
}

const char *tree_text(const tree *of, size_t *length) {
    *length = of->length;
    return of->text;
}

bool tree_is_whole(const tree *of) {
    return of->is_whole;
}

const tree_node *tree_value(const tree_node *mapping, const char *key) {
    const tree_node *at = mapping != NULL && mapping->kind == TREE_MAPPING ? mapping->first : NULL;
    for (; at != NULL && at->next != NULL; at = at->next->next) {
        if (at->kind == TREE_SCALAR && strcmp(at->text, key) == 0) {
            return at->next;
        }
    }
    return NULL;
}

const tree_node *tree_at(const tree *of, size_t offset) {
    const tree_node *found = NULL, *at = of->root;
    while (at != NULL) {
        if (offset < at->begin || offset > at->end) {
            at = at->next;
        } else if (at->next != NULL && at->next->begin <= offset && at->next->end > offset) {
            at = at->next;  // the end of one is the beginning of the next
        } else {
            found = at;
            at = at->first;
        }
    }
    return found;
}

// ------------------------------------------------------------------------------------------------- inside a scalar

static size_t space_length(const char *from, const char *end, bool *has_break) {
    const char *at = from;
    *has_break = false;
    for (; at < end && is_blank(*at); at++) {
        *has_break = *has_break || *at == '\n' || *at == '\r';
    }
    return (size_t)(at - from);
}

static uint32_t character_bytes(char first) {
    const uint8_t byte = (uint8_t)first;
    return byte < 0xC0 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4;
}

void tree_walk_begin(tree_walk *walk, const tree *of, const tree_node *scalar) {
    *walk = (tree_walk){.of = of, .scalar = scalar, .source = scalar->begin};
    if (scalar->style == TREE_BLOCK) {
        while (walk->source < scalar->end && of->read[walk->source] != '\n' && of->read[walk->source] != '\r') {
            walk->source++;
        }
        bool has_break;
        walk->source += (uint32_t)space_length(of->read + walk->source, of->read + scalar->end, &has_break);
        walk->text = (uint32_t)space_length(scalar->text, scalar->text + scalar->length, &has_break);
    } else if (scalar->style != TREE_PLAIN) {
        walk->source++;  // the quote
    }
    const uint32_t left = scalar->end - walk->source;
    walk->is_direct = scalar->style != TREE_BLOCK && scalar->end >= walk->source && scalar->length <= left &&
                      memcmp(of->read + walk->source, scalar->text, scalar->length) == 0;
}

/// Skips an escape. Returns false if it is an escaped line break, which is not a character.
static bool skip_escape(tree_walk *walk) {
    const char *at = walk->of->read + walk->source, *end = walk->of->read + walk->scalar->end;
    const char kind = at + 1 < end ? at[1] : '\0';
    bool has_break = false;
    const size_t blanks = space_length(at + 1, end, &has_break);
    if (has_break) {
        walk->source += 1 + (uint32_t)blanks;
        return false;
    }
    const uint32_t digits = kind == 'x' ? 2 : kind == 'u' ? 4 : kind == 'U' ? 8 : 0;
    walk->source += 2 + digits;
    walk->text += character_bytes(walk->scalar->text[walk->text]);
    return true;
}

/// Takes one character, or the space of a line break. Returns false if the source and the text differ.
static bool step(tree_walk *walk) {
    const tree_node *scalar = walk->scalar;
    const char *source = walk->of->read + walk->source, *end = walk->of->read + scalar->end;
    const char *decoded = scalar->text + walk->text;
    bool has_break = false;
    const size_t blanks = space_length(source, end, &has_break);
    if (has_break) {
        bool is_any;
        walk->source += (uint32_t)blanks;
        walk->text += (uint32_t)space_length(decoded, scalar->text + scalar->length, &is_any);
        return true;
    }
    if (scalar->style == TREE_DOUBLE_QUOTED && *source == '\\') {
        skip_escape(walk);
        return true;
    }
    if (source >= end || *source != *decoded) {
        return false;
    }
    walk->source += scalar->style == TREE_SINGLE_QUOTED && *source == '\'' ? 2 : 1;
    walk->text++;
    return true;
}

static bool walk_to(tree_walk *walk, uint32_t to) {
    while (walk->text < to) {
        const uint32_t source = walk->source;
        if (!step(walk) || walk->source > walk->scalar->end || walk->source == source) {
            return false;
        }
    }
    return walk->text == to;
}

bool tree_place(tree_walk *walk, uint32_t begin, uint32_t end, uint32_t *source_begin, uint32_t *source_end) {
    if (walk->is_direct) {
        *source_begin = walk->source + begin;
        *source_end = walk->source + end;
        return end <= walk->scalar->length;
    }
    if (begin < walk->text) {
        tree_walk_begin(walk, walk->of, walk->scalar);
    }
    if (!walk_to(walk, begin)) {
        return false;
    }
    // An escaped line break before a name is not part of it.
    while (walk->scalar->style == TREE_DOUBLE_QUOTED && walk->of->read[walk->source] == '\\') {
        tree_walk after = *walk;
        if (skip_escape(&after)) {
            break;
        }
        *walk = after;
    }
    *source_begin = walk->source;
    if (!walk_to(walk, end)) {
        return false;
    }
    *source_end = walk->source;
    return true;
}
