// SPDX-License-Identifier: MIT
// Replaces names in texts: constants, conditions, scores and the arguments of parts. Replacements are inserted as a
// unit, in parentheses where needed, and each piece keeps its position.
#include <string.h>

#include "expr/characters.h"
#include "expr/names.h"
#include "file/share.h"
#include "wits/tokens.h"

/// A text under construction.
typedef struct text_maker {
    wits_file *file;
    node *host;       ///< node whose text it becomes
    const node *raw;  ///< the host as written
    char *text;
    uint32_t length;
    uint32_t capacity;
    text_piece *pieces;
    uint32_t piece_count;
    uint32_t piece_capacity;
    bool is_changed;
    bool is_property;  ///< its own words and paths of states stay unchanged
    bool failed;       ///< a problem has been reported, or memory ran out
} text_maker;

/// A text being processed: all of it, a part, or the replacement of a name in another text.
typedef struct text_part {
    const node *scalar;
    uint32_t begin;
    uint32_t end;
    const origin *from;  ///< origin of copies from it
    text_places places;
} text_part;

// ------------------------------------------------------------------------------------------------------------- writing

static void fail(text_maker *m, position at, message_id message, message_words words) {
    if (!m->failed && !m->host->bad) {
        wits_file_report(m->file, at, message, words, NULL);
    }
    m->failed = true;
}

static bool has_room(text_maker *m, size_t length) {
    sharing *shared = m->file->shared;
    shared->text_bytes += length;  // also for rejected texts, because reading them is work
    if (m->length + length > MOST_TEXT) {
        const char *most = wits_file_number_text(m->file, MOST_TEXT);
        fail(m, wits_file_node_position(m->raw), MESSAGE_EXPANDED_TOO_LONG, (message_words){{most}});
        return false;
    }
    if (shared->text_bytes > WITS_FILE_MAX_BYTES) {
        if (!shared->is_too_large) {
            fail(m, wits_file_node_position(m->raw), MESSAGE_EXPANDED_TOO_LARGE, (message_words){{NULL}});
        }
        shared->is_too_large = true;
        m->failed = true;
        return false;
    }
    return true;
}

/// Makes room for the bytes of a text and one more piece. Returns false if memory runs out.
static bool grow(text_maker *m, size_t length) {
    arena *memory = &m->file->memory;
    if (m->length + length + 1 > m->capacity) {
        const uint32_t capacity = 2 * (m->length + (uint32_t)length) + 64;
        char *grown = wits_file_arena_take(memory, capacity);
        if (grown == NULL) {
            return false;
        }
        if (m->length > 0) {
            memcpy(grown, m->text, m->length);
        }
        m->text = grown;
        m->capacity = capacity;
    }
    return ARENA_GROW(memory, &m->pieces, m->piece_count, &m->piece_capacity);
}

/// A piece written at `offset` of a scalar. `from` is null if memory ran out.
static void put(text_maker *m, const char *text, size_t length, const node *scalar, uint32_t offset,
                const origin *from) {
    if (length == 0 || m->failed || !has_room(m, length)) {
        return;
    }
    if (from == NULL || !grow(m, length)) {
        m->failed = true;
        return;
    }
    m->pieces[m->piece_count++] = (text_piece){m->length, scalar, offset, from};
    memcpy(m->text + m->length, text, length);
    m->length += (uint32_t)length;
}

static void put_made(text_maker *m, const made_text *made, const origin *from) {
    for (uint32_t i = 0; i < made->piece_count && !m->failed; i++) {
        const text_piece *piece = &made->pieces[i];
        uint32_t end = i + 1 < made->piece_count ? made->pieces[i + 1].at : made->length;
        origin *own = wits_file_origin_make(m->file, piece->from, from->used_at, from->used_offset);
        put(m, made->text + piece->at, end - piece->at, piece->scalar, piece->offset, own);
    }
}

// -------------------------------------------------------------------------------------------------------------- words

/// A word, number or character of a text.
typedef struct word {
    uint32_t at;
    uint32_t length;
    uint32_t name;  ///< length of the first part of a qualified name
    enum { WORD_NAME, WORD_TIME, WORD_OTHER } kind;
} word;

/// The first word at or after `at`; empty at the end.
static word word_at(const char *text, uint32_t at) {
    const wits_token token = wits_token_next(text, SIZE_MAX, at);
    const uint32_t time = token.kind == WITS_TOKEN_NUMBER ? wits_file_time_length(text + token.offset) : 0;
    return (word){
        .at = (uint32_t)token.offset,
        .length = time > 0 ? time : (uint32_t)token.length,
        .name = (uint32_t)token.name,
        .kind = time > 0                        ? WORD_TIME
                : token.kind == WITS_TOKEN_NAME ? WORD_NAME
                                                : WORD_OTHER,
    };
}

/// The next non-blank character, from `at` on; zero at the end.
static char next_character(const text_part *in, uint32_t at) {
    while (at < in->end && is_blank(in->scalar->text[at])) {
        at++;
    }
    return at < in->end ? in->scalar->text[at] : '\0';
}

/// Returns the last non-blank before `at`; zero at the beginning, and after the sign of an assignment.
static char previous_character(const text_part *in, uint32_t at) {
    while (at > in->begin && is_blank(in->scalar->text[at - 1])) {
        at--;
    }
    return at > in->begin ? in->scalar->text[at - 1] : '\0';
}

/// Returns whether only parentheses, commas and ends surround it.
static bool stands_alone(const text_part *in, const word *w) {
    char before = previous_character(in, w->at), after = next_character(in, w->at + w->length);
    return (before == '\0' || before == '(' || before == ',') && (after == '\0' || after == ')' || after == ',');
}

/// A text that no operator can split: a name, a number without a sign, a call, something in parentheses.
static bool is_whole(const char *text, uint32_t length) {
    wits_token token = wits_token_next(text, length, 0);
    const wits_token after = wits_token_next(text, length, token.offset + token.length);
    if (token.kind == WITS_TOKEN_NAME && after.kind == WITS_TOKEN_SIGN) {
        token = after;
    }
    const bool is_unit = token.kind == WITS_TOKEN_NAME || token.kind == WITS_TOKEN_NUMBER || text[token.offset] == '(';
    return is_unit && wits_token_end(text, length, token) == length;
}

/// Returns whether its parentheses and quotes are balanced, so that it can be inserted as a unit.
static bool is_closed(const char *text, uint32_t length) {
    uint32_t open = 0;
    wits_token token = wits_token_next(text, length, 0);
    for (; token.kind != WITS_TOKEN_END; token = wits_token_next(text, length, token.offset + token.length)) {
        const char *at = text + token.offset;
        if (token.is_open || (at[0] == ')' && open-- == 0)) {
            return false;
        }
        open += at[0] == '(';
    }
    return open == 0;
}

// -------------------------------------------------------------------------------------------------------------- values

static void put_ticks(text_maker *m, const node *value, const char *text, const origin *from) {
    uint32_t ticks = 0;
    position at = wits_file_source_position(value, 0);
    at.from = from;
    if (!wits_file_time_ticks(m->file, at, text, (uint32_t)strlen(text), &ticks)) {
        m->failed = true;
        return;
    }
    const char *number = wits_file_number_text(m->file, ticks);
    put(m, number, strlen(number), value, 0, from);
}

static void put_quoted(text_maker *m, const node *value, const origin *from) {
    const char *quote = strchr(value->text, '"') != NULL ? "'" : "\"";
    put(m, quote, 1, value, 0, from);
    put(m, value->text, value->length, value, 0, from);
    put(m, quote, 1, value, value->length, from);
}

/// A value in an expression.
static void put_value(text_maker *m, const text_part *in, const word *w, const node *value, uint32_t kind,
                      const origin *from) {
    const char *name = value->text;
    if (kind == VALUE_TIME) {
        put_ticks(m, value, value->text, from);
    } else if (kind == VALUE_TEXT) {
        put_quoted(m, value, from);
    } else if (kind == VALUE_ENUM) {
        const char *point = strchr(value->text, '.');
        name = point != NULL ? point + 1 : name;
        put(m, name, strlen(name), value, (uint32_t)(name - value->text), from);
    } else {
        bool is_bare = value->text[0] != '-' || stands_alone(in, w);
        put(m, is_bare ? "" : "(", is_bare ? 0 : 1, value, 0, from);
        put(m, value->text, value->length, value, 0, from);
        put(m, is_bare ? "" : ")", is_bare ? 0 : 1, value, value->length, from);
    }
}

/// Returns the value_kind of a parameter's values.
static uint32_t value_kind_of(const parameter *of, const node *value) {
    switch (of->kind) {
    case PARAMETER_TEXT:
        return VALUE_TEXT;
    case PARAMETER_ENUM:
        return VALUE_ENUM;
    case PARAMETER_TIME:
        return wits_file_time_length(value->text) == value->length ? VALUE_TIME : VALUE_INT;
    case PARAMETER_BOOL:
        return VALUE_BOOL;
    default:
        return VALUE_FLOAT;
    }
}

// --------------------------------------------------------------------------------------------------------------- names

static void go_through(text_maker *m, const text_part *in);

static void put_whole(text_maker *m, const text_part *in, const word *w, const made_text *made, const origin *from,
                      const node *whose) {
    bool is_bare = stands_alone(in, w) || is_whole(made->text, made->length);
    put(m, is_bare ? "" : "(", is_bare ? 0 : 1, whose, 0, from);
    put_made(m, made, from);
    put(m, is_bare ? "" : ")", is_bare ? 0 : 1, whose, whose->length, from);
}

/// Assembles a text by itself.
static bool make(wits_file *file, node *host, const text_part *in, made_text *made) {
    text_maker m = {.file = file, .host = host, .raw = in->scalar};
    if (!is_closed(in->scalar->text, in->scalar->length)) {
        position at = wits_file_node_position(in->scalar);
        at.from = in->from;
        fail(&m, at, MESSAGE_NAME_OPEN, (message_words){{in->scalar->text}});
        return false;
    }
    go_through(&m, in);
    *made = (made_text){m.text != NULL ? m.text : "", m.length, m.pieces, m.piece_count};
    return !m.failed;
}

/// A definition being generated, and how far it has been searched for names to generate first.
typedef struct open_definition {
    definition *at;
    uint32_t searched;
} open_definition;

/// Returns the next expression that a definition names and that is not generated yet; null if there is none.
static definition *find_needed(wits_file *file, open_definition *open) {
    const node *value = open->at->value;
    for (word w; !open->at->bad && (w = word_at(value->text, open->searched)).length > 0;) {
        definition *other = w.kind == WORD_NAME
                                ? wits_file_definition_find(file, DEFINED_CONSTANT, value->text + w.at, w.length)
                                : NULL;
        bool is_expression = other != NULL && (other->kind == DEFINED_CONDITION || other->kind == DEFINED_SCORE);
        if (is_expression && !other->bad && other->made.text == NULL) {
            return other;
        }
        open->searched = w.at + w.length;
    }
    return NULL;
}

/// Generates definitions after those they name, without recursion, however long the chain is. definitions.c has
/// excluded circles.
static bool make_definition(wits_file *file, definition *first) {
    enum { MOST_OPEN = 64 };
    open_definition open[MOST_OPEN] = {{first, 0}};
    uint32_t depth = first->made.text == NULL ? 1 : 0;
    while (depth > 0) {  // each iteration generates a definition or finds one to generate first
        definition *at = open[depth - 1].at;
        definition *needed = find_needed(file, &open[depth - 1]);
        if (needed != NULL && depth < MOST_OPEN) {
            open[depth++] = (open_definition){needed, 0};
            continue;
        }
        if (needed != NULL) {
            message_words words = {{wits_file_number_text(file, MOST_OPEN)}};
            wits_file_report_node(file, at->key, MESSAGE_DEFINED_DEEP, words, NULL);
            at->bad = true;
        }
        origin *own = wits_file_origin_make(file, at->value->origin, NULL, 0);
        if (own == NULL) {
            return false;
        }
        own->is_definition = true;
        const state_place root = {WITS_ROOT, false};
        const text_part all = {at->value, 0, at->value->length, own, {root, root}};
        at->bad = at->bad || !make(file, at->value, &all, &at->made);
        depth--;
    }
    return !first->bad;
}

static void put_argument(text_maker *m, const text_part *in, const word *w, uint32_t row) {
    const part_use *use = in->from->use;
    const parameter *of = &use->part->parameters[row];
    const node *given = use->arguments[row];
    if (given == NULL || given->bad) {
        m->failed = true;  // that was reported
        return;
    }
    const origin *from = wits_file_origin_make(m->file, given->origin, in->scalar, w->at);
    if (from == NULL) {
        m->failed = true;
    } else if (of->kind <= PARAMETER_ENUM) {
        put_value(m, in, w, given, value_kind_of(of, given), from);
    } else if (of->kind == PARAMETER_FIELD) {
        put(m, given->text, given->length, given, 0, from);
    } else if (of->kind == PARAMETER_ACTION) {
        position at = wits_file_source_position(in->scalar, w->at);
        at.from = in->from;
        fail(m, at, MESSAGE_NAME_PLACE, (message_words){{of->key->text, "an action"}});
    } else {
        made_text made;
        const text_part all = {given, 0, given->length, from, {{use->state, false}, in->places.lands}};
        if (make(m->file, m->host, &all, &made)) {  // at most MOST_PARTS_DEEP deep: it was written one part further out
            put_whole(m, in, w, &made, from, given);
        } else {
            m->failed = true;
        }
    }
}

static void put_definition(text_maker *m, const text_part *in, const word *w, definition *defined) {
    position at = wits_file_source_position(in->scalar, w->at);
    at.from = in->from;
    if (!wits_file_definition_is_seen(defined, in->from)) {
        message_words words = {
            {defined->key->text, wits_file_definition_noun(defined->kind), defined->key->origin->source->name}};
        fail(m, at, MESSAGE_NAME_UNSEEN, words);
        return;
    }
    if (defined->bad) {
        m->failed = true;
        return;
    }
    const origin *from = wits_file_origin_make(m->file, defined->value->origin, in->scalar, w->at);
    if (from == NULL) {
        m->failed = true;
    } else if (defined->kind == DEFINED_CONSTANT) {
        put_value(m, in, w, defined->value, defined->holds, from);
    } else if (defined->kind == DEFINED_CONSIDERATION) {
        fail(m, at, MESSAGE_NAME_PLACE, (message_words){{defined->key->text, "a consideration"}});
    } else if (make_definition(m->file, defined)) {
        put_whole(m, in, w, &defined->made, from, defined->value);
    } else {
        m->failed = true;
    }
}

static bool is_put_in(const definition *defined) {
    return defined != NULL && defined->kind <= DEFINED_CONSIDERATION;
}

/// Copies `in(STATE)`: the state's name, up to the parenthesis. Returns its end; the word's end if it is not
/// `in(STATE)`.
static uint32_t put_state(text_maker *m, const text_part *in, const word *w) {
    const char *text = in->scalar->text;
    uint32_t begin = w->at + w->length;
    while (begin < in->end && is_blank(text[begin])) {
        begin++;
    }
    const char *close = begin < in->end && text[begin] == '(' ? memchr(text + begin, ')', in->end - begin) : NULL;
    if (close == NULL) {
        return w->at + w->length;
    }
    uint32_t end = (uint32_t)(close - text);
    for (begin++; begin < end && is_blank(text[begin]);) {
        begin++;
    }
    while (end > begin && is_blank(text[end - 1])) {
        end--;
    }
    const char *name = wits_file_arena_copy(&m->file->memory, text + begin, end - begin);
    position at = wits_file_source_position(in->scalar, begin);
    at.from = in->from;
    const char *written = name[0] != '\0' ? wits_file_state_name(m->file, in->from, in->places, name, at) : name;
    if (written == NULL) {
        m->failed = true;
        return w->at + w->length;
    }
    if (written != name) {
        m->is_changed = true;
    }
    put(m, text + w->at + w->length, begin - w->at - w->length, in->scalar, w->at + w->length, in->from);
    put(m, written, strlen(written), in->scalar, begin, in->from);
    return end;
}

static bool follows_point(const text_part *in, const word *w) {
    return w->at > in->begin && in->scalar->text[w->at - 1] == '.';
}

/// Returns whether a name may be replaced: it is not called, and not part of a qualified name.
static bool is_free(const text_part *in, const word *w) {
    const bool is_qualified = w->length > w->name || follows_point(in, w);
    return w->kind == WORD_NAME && !is_qualified && next_character(in, w->at + w->length) != '(';
}

/// The enum of `mood.calm`, if `mood` is a defined enum and not a field; else null.
static definition *enum_at(const text_maker *m, const text_part *in, const word *w) {
    const char *name = in->scalar->text + w->at;
    if (w->name == 0 || w->length == w->name || follows_point(in, w)) {
        return NULL;
    }
    definition *field = wits_file_definition_find(m->file, DEFINED_FIELD, name, w->name);
    definition *defined = wits_file_definition_find(m->file, DEFINED_ENUM, name, w->name);
    const bool is_field = field != NULL && field->kind == DEFINED_FIELD;
    const bool is_meant = defined != NULL && !defined->bad && wits_file_definition_is_seen(defined, in->from);
    return is_meant && !is_field ? defined : NULL;
}

/// Replaces an enum's value by itself, without the enum's name. Returns where the text continues.
static uint32_t put_enum(text_maker *m, const text_part *in, const word *w, const definition *defined) {
    const node *field = defined->field;
    if (field == NULL) {
        return w->at + w->name + 1;
    }
    put(m, field->text, field->length, in->scalar, w->at, in->from);
    return w->at + w->name;
}

/// Replaces a time such as `3s` in an expression by its number of ticks.
static void put_time(text_maker *m, const text_part *in, const word *w) {
    uint32_t ticks = 0;
    position at = wits_file_source_position(in->scalar, w->at);
    at.from = in->from;
    if (wits_file_time_ticks(m->file, at, in->scalar->text + w->at, w->length, &ticks)) {
        const char *number = wits_file_number_text(m->file, ticks);
        put(m, number, strlen(number), in->scalar, w->at, in->from);
    } else {
        m->failed = true;
    }
}

/// Copies a text word by word and replaces names. Unchanged text becomes one piece.
static void go_through(text_maker *m, const text_part *in) {
    const char *text = in->scalar->text;
    uint32_t kept = in->begin;  // not yet copied from here on
    for (uint32_t at = in->begin; at < in->end && !m->failed;) {
        const word w = word_at(text, at);
        at = w.at;
        const uint32_t stays = m->is_property && w.kind == WORD_NAME ? wits_file_property_words(text + at) : 0;
        if (stays > 0 || w.length == 0) {
            at = w.length == 0 ? in->end : at + stays;
            continue;
        }
        uint32_t end = at + w.length;
        const part *of = in->from->use != NULL ? in->from->use->part : NULL;
        uint32_t row = of != NULL && is_free(in, &w) ? wits_file_parameter_find(of, text + at, w.length) : WITS_NONE;
        definition *defined = row == WITS_NONE && is_free(in, &w)
                                  ? wits_file_definition_find(m->file, DEFINED_CONSTANT, text + at, w.length)
                                  : NULL;
        definition *of_enum = enum_at(m, in, &w);
        bool is_in = w.kind == WORD_NAME && name_is("in", text + at, w.length);
        bool is_replaced = row != WITS_NONE || is_put_in(defined) || of_enum != NULL || w.kind == WORD_TIME;
        if (is_replaced || is_in) {
            uint32_t keeps_to = is_in ? end : at;
            put(m, text + kept, keeps_to - kept, in->scalar, kept, in->from);
            kept = end;
            m->is_changed = m->is_changed || is_replaced;
        }
        if (is_in) {
            kept = end = put_state(m, in, &w);
        } else if (w.kind == WORD_TIME) {
            put_time(m, in, &w);
        } else if (row != WITS_NONE) {
            put_argument(m, in, &w, row);
        } else if (is_put_in(defined)) {
            put_definition(m, in, &w, defined);
        } else if (of_enum != NULL) {
            kept = end = put_enum(m, in, &w, of_enum);
        }
        at = end;
    }
    put(m, text + kept, in->end > kept ? in->end - kept : 0, in->scalar, kept, in->from);
}

// --------------------------------------------------------------------------------------------------------- whole texts

/// Sets the host's text to the generated one, if it differs.
static void settle(text_maker *m) {
    node *host = m->host;
    text_map *map = m->is_changed && !m->failed ? wits_file_arena_take(&m->file->memory, sizeof *map) : NULL;
    if (m->failed || m->file->memory.failed) {
        host->bad = true;
        return;
    }
    if (map != NULL) {
        *map = (text_map){m->pieces, m->piece_count};
        host->text = m->text != NULL ? m->text : "";
        host->length = m->length;
        host->map = map;
    }
}

/// Returns whether a text may change; most contain nothing to replace and are not copied. After the limit of all texts
/// is exceeded none changes, because the file is rejected.
static bool may_change(const wits_file *file, const node *scalar) {
    bool is_text = scalar->kind == NODE_SCALAR && !scalar->bad && scalar->length > 0 && scalar->map == NULL &&
                   !file->shared->is_too_large;
    if (!is_text || file->shared->has_names || file->shared->has_parts) {
        return is_text;
    }
    for (word w = word_at(scalar->text, 0); w.length > 0; w = word_at(scalar->text, w.at + w.length)) {
        if (w.kind == WORD_TIME) {
            return true;
        }
    }
    return false;
}

static void make_text(wits_file *file, node *scalar, text_places places, bool is_property) {
    const node *raw = may_change(file, scalar) ? wits_file_node_raw(file, scalar) : NULL;
    if (raw != NULL) {
        text_maker m = {.file = file, .host = scalar, .raw = raw, .is_property = is_property};
        go_through(&m, &(text_part){raw, 0, raw->length, raw->origin, places});
        settle(&m);
    }
}

void wits_file_text_make(wits_file *file, node *scalar, text_places places) {
    make_text(file, scalar, places, false);
}

void wits_file_property_make(wits_file *file, node *scalar) {
    make_text(file, scalar, (text_places){{WITS_ROOT, false}, {WITS_ROOT, false}}, true);
}

/// Returns where the sign of an assignment ends; 0 if there is none.
static uint32_t assignment_end(const char *text) {
    const char *name = skip_blanks(text);
    const char *sign = skip_blanks(name + name_span(name, SIZE_MAX));
    return sign[0] == '=' && sign[1] != '=' ? (uint32_t)(sign + 1 - text) : 0;
}

/// Copies `field =`. A parameter may replace the field; nothing else is replaced there.
static void put_field(text_maker *m, const text_part *in) {
    const char *text = in->scalar->text;
    const uint32_t begin = (uint32_t)(skip_blanks(text + in->begin) - text);
    const uint32_t length = name_span(text + begin, SIZE_MAX);
    const part_use *use = in->from->use;
    uint32_t row = use != NULL ? wits_file_parameter_find(use->part, text + begin, length) : WITS_NONE;
    const word w = {.at = begin, .length = length, .name = length, .kind = WORD_NAME};
    if (row == WITS_NONE) {
        put(m, text, in->end, in->scalar, 0, in->from);
        return;
    }
    m->is_changed = true;
    put(m, text, begin, in->scalar, 0, in->from);
    put_argument(m, in, &w, row);
    put(m, text + begin + length, in->end - begin - length, in->scalar, begin + length, in->from);
}

static bool is_raise(const char *text) {
    const char *name = skip_blanks(text);
    return name_is("raise", name, name_span(name, SIZE_MAX));
}

void wits_file_action_make(wits_file *file, node *scalar, text_places places) {
    if (!may_change(file, scalar) || is_raise(scalar->text)) {
        return;
    }
    const node *raw = wits_file_node_raw(file, scalar);
    if (raw == NULL) {
        return;
    }
    text_maker m = {.file = file, .host = scalar, .raw = raw};
    uint32_t value = assignment_end(raw->text);
    if (value != 0) {
        put_field(&m, &(text_part){raw, 0, value, raw->origin, places});
    }
    go_through(&m, &(text_part){raw, value, raw->length, raw->origin, places});
    settle(&m);
}

/// Sets the value of a key; a time stays a time.
static void set_value(wits_file *file, node *host, const node *value, uint32_t kind) {
    const char *text = value->text;
    const char *point = kind == VALUE_ENUM ? strchr(text, '.') : NULL;
    text = point != NULL ? point + 1 : text;
    const node *raw = wits_file_node_raw(file, host);
    const origin *from = wits_file_origin_make(file, value->origin, raw, 0);
    text_piece *piece = wits_file_arena_take(&file->memory, sizeof *piece);
    text_map *map = wits_file_arena_take(&file->memory, sizeof *map);
    if (file->memory.failed) {
        return;
    }
    *piece = (text_piece){0, value, (uint32_t)(text - value->text), from};
    *map = (text_map){piece, 1};
    host->text = text;
    host->length = (uint32_t)strlen(text);
    host->style = value->style;
    host->map = map;
}

void wits_file_value_make(wits_file *file, node *scalar) {
    if (!may_change(file, scalar) || scalar->style != STYLE_PLAIN) {
        return;
    }
    uint32_t row = wits_file_parameter_named(scalar);
    if (row != WITS_NONE) {
        const parameter *of = &scalar->origin->use->part->parameters[row];
        const node *given = scalar->origin->use->arguments[row];
        scalar->bad = scalar->bad || given == NULL || given->bad;
        if (!scalar->bad && of->kind <= PARAMETER_ENUM) {
            set_value(file, scalar, given, value_kind_of(of, given));
        }
        return;
    }
    const definition *defined = wits_file_definition_find(file, DEFINED_CONSTANT, scalar->text, scalar->length);
    if (defined == NULL || defined->kind != DEFINED_CONSTANT) {
        return;
    }
    if (!wits_file_definition_is_seen(defined, scalar->origin)) {
        message_words words = {{scalar->text, "a constant", defined->key->origin->source->name}};
        wits_file_report_node(file, scalar, MESSAGE_NAME_UNSEEN, words, NULL);
        return;
    }
    scalar->bad = defined->bad;
    if (!defined->bad) {
        set_value(file, scalar, defined->value, defined->holds);
    }
}
