// SPDX-License-Identifier: MIT
// Explains invalid YAML. libyaml reports it in its own terms, often below the mistake; the surrounding lines show the
// likely cause. libyaml stops at the first mistake, so this is the last problem of a file.
#include "file/tree.h"

#include <stdio.h>
#include <string.h>

#include "expr/characters.h"
#include "file/loader.h"
#include "file/yaml_parser.h"

/// A line of the source.
typedef struct line {
    const char *text;  ///< its first character that is not blank
    uint32_t length;   ///< from there on, without blanks and a comment at the end
    uint32_t number;   ///< from 1; 0: no such line
    uint32_t indent;   ///< blanks before it
} line;

/// A problem reported by libyaml, and the lines that it mentions.
typedef struct mistake {
    wits_file *file;
    const file_source *from;
    const yaml_parser_t *yaml;
    const char *problem;
    uint32_t byte;  ///< its position
    position at;
    char found;        ///< the character there; 0 is the end of the file
    line here;         ///< its line
    line above;        ///< the last line above that is not just a comment
    position context;  ///< beginning of the unfinished construct
    char opened;       ///< the character there
    line beginning;    ///< its line
} mistake;

static position mark_position(const file_source *from, yaml_mark_t mark) {
    return (position){(uint32_t)mark.line + 1, (uint32_t)mark.column + 1, &from->own};
}

// --------------------------------------------------------------------------------------------------------------- lines

static bool is_line_end(char c) {
    return c == '\n' || c == '\r' || c == '\0';
}

/// Ends at a comment, which follows a blank, or at the end of the line.
static uint32_t length_of(const char *text) {
    uint32_t length = 0;
    while (!is_line_end(text[length]) && !(text[length] == '#' && (length == 0 || is_space_or_tab(text[length - 1])))) {
        length++;
    }
    while (length > 0 && is_space_or_tab(text[length - 1])) {
        length--;
    }
    return length;
}

static line line_at(const file_source *from, uint32_t byte, uint32_t number) {
    uint32_t begin = byte;
    while (begin > 0 && !is_line_end(from->text[begin - 1])) {
        begin--;
    }
    uint32_t indent = (uint32_t)strspn(from->text + begin, " \t");
    const char *text = from->text + begin + indent;
    return (line){.text = text, .length = length_of(text), .number = number, .indent = indent};
}

/// Returns the nearest line above that is not just a comment; number 0 if there is none.
static line line_above(const file_source *from, line below) {
    for (;;) {
        uint32_t byte = (uint32_t)(below.text - from->text) - below.indent;
        if (byte == 0 || below.number <= 1) {
            return (line){.text = "", .number = 0};
        }
        byte--;
        byte -= byte > 0 && from->text[byte] == '\n' && from->text[byte - 1] == '\r';
        below = line_at(from, byte, below.number - 1);
        if (below.length > 0) {
            return below;
        }
    }
}

static const char *copy_text(wits_file *file, const char *text, size_t length) {
    return wits_file_arena_copy(&file->memory, text, length);
}

static const char *number_text(wits_file *file, uint32_t number) {
    return wits_file_number_text(file, number);
}

/// Returns the offset of the first colon that ends a key; the line's length if there is none.
static uint32_t colon_of(line of) {
    for (uint32_t i = 0; i < of.length; i++) {
        if (of.text[i] == ':' && (i + 1 == of.length || is_space_or_tab(of.text[i + 1]))) {
            return i;
        }
    }
    return of.length;
}

/// Returns the offset of a line's first key from its beginning: what follows `- ` is a key of that item.
static uint32_t dashes_of(line of) {
    uint32_t at = 0;
    while (at + 1 < of.length && of.text[at] == '-' && is_space_or_tab(of.text[at + 1])) {
        at += 1 + (uint32_t)strspn(of.text + at + 1, " ");
    }
    return at;
}

/// Returns whether a line has no key, perhaps because its colon or the blank after it is missing.
static bool is_bare(line of) {
    if (of.number == 0 || of.length == 0 || colon_of(of) != of.length || strchr("-\"'[{}],", of.text[0]) != NULL) {
        return false;
    }
    uint32_t name = name_span(of.text, SIZE_MAX);
    return (name > 0 && of.text[name] == ':') ||
           (memchr(of.text, '{', of.length - 1) == NULL && memchr(of.text, '"', of.length) == NULL);
}

// ------------------------------------------------------------------------------------------------------------ messages

static void report(const mistake *m, position at, message_id message, message_words words) {
    wits_file_report(m->file, at, message, words, NULL);
}

static bool says(const mistake *m, const char *words) {
    return strstr(m->problem, words) != NULL;
}

static const char *one_character(const mistake *m, char c) {
    return copy_text(m->file, &c, 1);
}

// ------------------------------------------------------------------------------------------------------- missing colon

/// Explains `update:run()`, `wits = 1`, `root {` and keys without their colon.
static bool report_key(const mistake *m, line of) {
    wits_file *file = m->file;
    uint32_t dashes = dashes_of(of);
    const char *text = of.text + dashes;
    uint32_t length = of.length - dashes;
    uint32_t name = name_span(text, SIZE_MAX);
    position at = {of.number, of.indent + dashes + 1, &m->from->own};
    if (length >= 2 && memcmp(text, "//", 2) == 0) {
        report(m, at, MESSAGE_COMMENT, (message_words){{"//"}});
        return true;
    }
    if (name == 0 || colon_of(of) != of.length) {
        return false;
    }
    const char *key = copy_text(file, text, name);
    if (text[name] == ':' && wits_file_is_other_space(text + name + 1)) {
        at.column += name + 1;
        report(m, at, MESSAGE_SPACE_OTHER, (message_words){{NULL}});
        return true;
    }
    uint32_t value = name + (uint32_t)strspn(text + name, " ");
    if (text[name] == ':') {
        report(m, at, MESSAGE_YAML_KEY, (message_words){{key}});
    } else if (text[value] == '=' && text[value + 1] != '=') {
        value += 1 + (uint32_t)strspn(text + value + 1, " ");
        const char *given = value < length ? copy_text(file, text + value, length - value) : "...";
        report(m, at, MESSAGE_YAML_EQUALS, (message_words){{key, given}});
    } else if (value < length) {
        const char *given = copy_text(file, text + value, length - value);
        report(m, at, MESSAGE_YAML_COLON_WITHIN, (message_words){{key, key, given}});
    } else {
        report(m, at, MESSAGE_YAML_COLON_MISSING, (message_words){{key}});
    }
    return true;
}

/// Returns the first of the consecutive lines without a colon that end with this one: YAML joins them to one text.
static line first_bare(const file_source *from, line last) {
    for (line above = line_above(from, last); is_bare(above) && above.indent <= last.indent;
         above = line_above(from, above)) {
        last = above;
    }
    return last;
}

// ----------------------------------------------------------------------------------------------------- too many colons

/// Returns whether the first key of a line takes actions.
static bool takes_actions(line of) {
    static const char *const keys[] = {"enter", "exit", "update", "decide", "do"};
    const char *text = of.text + dashes_of(of);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
        if (strlen(keys[i]) == name_span(text, SIZE_MAX) && memcmp(text, keys[i], strlen(keys[i])) == 0) {
            return true;
        }
    }
    return false;
}

/// Returns whether a colon ends a key that follows a comma, as in `- to: rest, when: tired`.
static bool follows_comma(const char *begin, const char *colon) {
    const char *at = colon;
    while (at > begin && wits_file_text_is_name((const char[]){'a', at[-1], '\0'})) {
        at--;
    }
    const bool has_key = at < colon;
    while (at > begin && is_space_or_tab(at[-1])) {
        at--;
    }
    return has_key && at > begin && at[-1] == ',';
}

/// Explains `rest: update: howl()`, `update: if hungry: howl()` and `update: say(a: b)`.
static void report_second_colon(const mistake *m, uint32_t first) {
    const char *value = m->here.text + first + 1;
    value += strspn(value, " ");
    uint32_t name = name_span(value, SIZE_MAX);
    position at = {m->here.number, m->here.indent + (uint32_t)(value - m->here.text) + 1, &m->from->own};
    if (strncmp(value, "if ", 3) == 0) {
        report(m, at, MESSAGE_ACTION_IF, (message_words){{NULL}});
    } else if (memchr(value, '?', (size_t)(m->from->text + m->byte - value)) != NULL) {
        report(m, m->at, MESSAGE_YAML_QUESTION, (message_words){{NULL}});
    } else if (name > 0 && value + name == m->from->text + m->byte) {
        const char *key = copy_text(m->file, value, name);
        message_id message = takes_actions(m->here) ? MESSAGE_YAML_ASSIGN : MESSAGE_YAML_TWO_KEYS;
        report(m, at, message, (message_words){{key, key}});
    } else if (dashes_of(m->here) > 0 && follows_comma(m->here.text, m->from->text + m->byte)) {
        const uint32_t dashes = dashes_of(m->here);
        const char *keys = copy_text(m->file, m->here.text + dashes, m->here.length - dashes);
        report(m, (position){m->here.number, m->here.indent + dashes + 1, &m->from->own}, MESSAGE_YAML_BRACES,
               (message_words){{keys}});
    } else {
        const char *quoted = wits_file_split_quote(m->file, value, (size_t)(m->here.text + m->here.length - value));
        report(m, m->at, MESSAGE_YAML_COLON_VALUE, (message_words){{quoted}});
    }
}

/// Explains "mapping values are not allowed in this context": at a colon.
static void report_value(const mistake *m) {
    uint32_t first = colon_of(m->here);
    uint32_t problem = (uint32_t)(m->from->text + m->byte - m->here.text);
    line above = m->above;
    if (is_bare(above) && report_key(m, first_bare(m->from, above))) {
        return;
    }
    if (first < problem) {
        report_second_colon(m, first);
        return;
    }
    if (above.number > 0 && colon_of(above) < above.length && m->here.indent > above.indent) {
        const char *number = number_text(m->file, above.number);
        const char *column = number_text(m->file, above.indent + dashes_of(above) + 1);
        report(m, (position){m->here.number, m->here.indent + 1, &m->from->own}, MESSAGE_YAML_DEEPER,
               (message_words){{number, column}});
        return;
    }
    report(m, m->at, MESSAGE_YAML_COLON, (message_words){{NULL}});
}

// ------------------------------------------------------------------------------------------------------------ brackets

static char closing_of(char opened) {
    return opened == '[' ? ']' : '}';
}

/// Returns where the word before the problem begins, if it is a key with its colon; else the problem itself.
static uint32_t key_before(const mistake *m) {
    const char *text = m->from->text;
    uint32_t begin = m->byte;
    char name[2] = {'a', '\0'};
    if (m->found == ':' && begin > 1 && text[begin - 1] == '"') {
        for (uint32_t i = begin - 1; i > 0 && !is_line_end(text[i - 1]); i--) {
            if (text[i - 1] == '"') {
                return i - 1;
            }
        }
    }
    while (m->found == ':' && begin > 0) {
        name[0] = text[begin - 1];
        if (!wits_file_text_is_name(name)) {
            break;
        }
        begin--;
    }
    return begin;
}

/// Explains several keys on one line: `{to: hunt when: x}`, `{to: hunt; when: x}`, `{when: a ? b : c}`, `{"a": 1 "b":
/// 2}`.
static void report_comma(const mistake *m, uint32_t begin) {
    const char *text = m->from->text;
    uint32_t blanks = 0;
    while (blanks < begin && is_space_or_tab(text[begin - 1 - blanks])) {
        blanks++;
    }
    char before = begin > blanks ? text[begin - blanks - 1] : '\0';
    position at = {m->at.line, m->at.column - (m->byte - begin), &m->from->own};
    uint32_t length = begin < m->byte ? m->byte - begin : name_span(text + begin, SIZE_MAX);
    const char *word = length > 0 ? copy_text(m->file, text + begin, length) : one_character(m, m->found);
    if (m->found == ':' && memchr(m->here.text, '?', (size_t)(text + begin - m->here.text)) != NULL) {
        report(m, m->at, MESSAGE_YAML_QUESTION, (message_words){{NULL}});
    } else if (before == ';') {
        report(m, at, MESSAGE_YAML_SEMICOLON, (message_words){{word}});
    } else if (m->found == ':' && before == ':' && begin < m->byte) {  // {to: b, when: a: b}
        const char *end = text + m->byte + strcspn(text + m->byte, ",}]\r\n");
        report(m, at, MESSAGE_YAML_COLON_VALUE,
               (message_words){{wits_file_split_quote(m->file, text + begin, (size_t)(end - (text + begin)))}});
    } else if (m->found == ':' && (begin == m->byte || blanks == 0)) {
        report(m, m->at, MESSAGE_YAML_COLON, (message_words){{NULL}});
    } else {
        report(m, at, MESSAGE_YAML_COMMA, (message_words){{word}});
    }
}

/// Explains "did not find expected ',' or '}'" and the like.
static void report_flow(const mistake *m) {
    wits_file *file = m->file;
    uint32_t begin = key_before(m);
    bool is_first = m->from->text + begin == m->here.text;
    const char *closing = one_character(m, closing_of(m->opened));
    const char *opened = one_character(m, m->opened);
    const char *context = number_text(file, m->context.line);
    if (m->found == ']' || m->found == '}') {
        report(m, m->at, MESSAGE_YAML_BRACKET, (message_words){{one_character(m, m->found), opened, context, closing}});
    } else if (m->found == '\0' || (is_first && m->here.indent <= m->beginning.indent)) {
        report(m, m->context, MESSAGE_YAML_OPEN, (message_words){{opened, closing}});
    } else if (is_first && m->above.number > 0) {
        position at = {m->above.number, m->above.indent + m->above.length + 1, &m->from->own};
        report(m, at, MESSAGE_YAML_COMMA_LINE, (message_words){{NULL}});
    } else {
        report_comma(m, begin);
    }
}

// -------------------------------------------------------------------------------------------------------------- indent

/// The indentation matches no line above: the candidates are the nearest lines with more and with fewer blanks.
static bool report_indent(const mistake *m) {
    line more = {.number = 0}, fewer = {.number = 0};
    for (line above = m->above; above.number > 0 && fewer.number == 0; above = line_above(m->from, above)) {
        if (above.indent == m->here.indent) {
            return false;
        }
        fewer = above.indent < m->here.indent ? above : fewer;
        more = above.indent > m->here.indent ? above : more;
    }
    if (more.number == 0 || fewer.number == 0) {
        return false;
    }
    wits_file *file = m->file;
    message_words words = {{number_text(file, fewer.number), number_text(file, fewer.indent),
                            number_text(file, more.number), number_text(file, more.indent)}};
    report(m, (position){m->here.number, m->here.indent + 1, &m->from->own}, MESSAGE_YAML_INDENT, words);
    return true;
}

/// Returns the key that an item is below, if its value is a mapping; else null.
static const char *mapping_around(const mistake *m, line item) {
    static const char *const owners[] = {"context",    "functions", "targets", "enums", "constants",
                                         "conditions", "parts",     "root",    "states"};
    line above = line_above(m->from, item);
    while (above.number > 0 && above.indent >= item.indent && dashes_of(above) > 0) {
        above = line_above(m->from, above);
    }
    const uint32_t dashes = dashes_of(above), length = name_span(above.text + dashes, SIZE_MAX);
    for (uint32_t i = 0; i < sizeof owners / sizeof *owners && above.number > 0; i++) {
        if (strlen(owners[i]) == length && memcmp(above.text + dashes, owners[i], length) == 0) {
            return owners[i];
        }
    }
    return NULL;
}

/// Explains an item of a list that begins in another column than the first.
static bool report_dash(const mistake *m) {
    const bool is_list = m->yaml->context != NULL && strstr(m->yaml->context, "block collection") != NULL;
    if (!is_list || m->found != '-' || m->opened != '-') {
        return false;
    }
    message_words words = {{number_text(m->file, m->context.column), number_text(m->file, m->context.line)}};
    report(m, m->at, MESSAGE_YAML_DASH_COLUMN, words);
    return true;
}

/// A key below the '-' of its item, instead of below the item's first key.
static bool report_item(const mistake *m) {
    line above = m->above;
    while (above.number > 0 && above.indent > m->here.indent) {
        above = line_above(m->from, above);
    }
    uint32_t dashes = dashes_of(above);
    if (above.number == 0 || above.indent != m->here.indent || dashes == 0) {
        return false;
    }
    wits_file *file = m->file;
    const char *owner = mapping_around(m, above);
    if (owner != NULL) {
        report(m, (position){above.number, above.indent + 1, &m->from->own}, MESSAGE_YAML_NO_LIST,
               (message_words){{owner}});
        return true;
    }
    const char *key = copy_text(file, above.text + dashes, name_span(above.text + dashes, SIZE_MAX));
    message_words words = {{number_text(file, above.indent + dashes + 1), key, number_text(file, above.number)}};
    report(m, (position){m->here.number, m->here.indent + 1, &m->from->own}, MESSAGE_YAML_ITEM, words);
    return true;
}

/// Explains `states:{rest: {}}`: YAML reads `states:{rest` as a key, so the brace at the end closes nothing. Returns
/// whether this is the mistake.
static bool report_unopened(const mistake *m) {
    const char *end = m->from->text + m->byte;
    for (const char *at = m->here.text; at + 1 < end; at++) {
        if (at[0] == ':' && (at[1] == '{' || at[1] == '[')) {
            const char *name = at;
            while (name > m->here.text && wits_file_text_is_name((const char[]){'a', name[-1], '\0'})) {
                name--;
            }
            const position place = {m->here.number, m->here.indent + (uint32_t)(name - m->here.text) + 1,
                                    &m->from->own};
            report(m, place, MESSAGE_YAML_KEY, (message_words){{copy_text(m->file, name, (uint32_t)(at - name))}});
            return true;
        }
    }
    return false;
}

/// Explains "did not find expected key" and the like: a key is expected, and something else found.
static bool report_block(const mistake *m) {
    const char *text = m->from->text;
    bool is_first = text + m->byte == m->here.text;
    if (m->found == ']' || m->found == '}') {
        if (!report_unopened(m)) {
            report(m, m->at, MESSAGE_YAML_CLOSES_NOTHING, (message_words){{one_character(m, m->found)}});
        }
    } else if (m->found == '/' && text[m->byte + 1] == '/') {
        report(m, m->at, MESSAGE_COMMENT, (message_words){{"//"}});
    } else {
        return is_first && (report_dash(m) || report_item(m) || report_indent(m));
    }
    return true;
}

// -------------------------------------------------------------------------------------------------------------- quotes

/// Something follows a closing quote directly: `"say("hello")"`.
static bool report_quote_ended(const mistake *m) {
    char before = m->byte > 0 ? m->from->text[m->byte - 1] : '\0';
    if ((before != '"' && before != '\'') || is_line_end(m->found) || is_space_or_tab(m->found) || m->found == ':') {
        return false;
    }
    const char *other = before == '"' ? "'" : "\"";
    report(m, m->at, MESSAGE_YAML_QUOTE_ENDS, (message_words){{one_character(m, before), other, other}});
    return true;
}

/// Explains "found unexpected end of stream" and the like in a text in quotes.
static bool report_quote(const mistake *m) {
    bool is_quoted = m->yaml->context != NULL && strstr(m->yaml->context, "quoted scalar") != NULL;
    if (is_quoted && (says(m, "end of stream") || says(m, "document indicator"))) {
        report(m, m->context, MESSAGE_YAML_QUOTE_OPEN, (message_words){{one_character(m, m->opened)}});
        return true;
    }
    if (says(m, "unknown escape character") || says(m, "hexdecimal")) {
        report(m, m->context, MESSAGE_YAML_ESCAPE, (message_words){{NULL}});
        return true;
    }
    return false;
}

// --------------------------------------------------------------------------------------------------------------- entry

/// Returns the beginning of a node up to a blank.
static const char *word_at(const mistake *m, yaml_mark_t mark) {
    const char *start = m->from->text + wits_file_source_byte(m->from, mark.index, 0, 0);
    return copy_text(m->file, start, strcspn(start, " \t\r\n,[]{}"));
}

static mistake mistake_of(wits_file *file, const file_source *from, const yaml_parser_t *yaml) {
    mistake m = {.file = file, .from = from, .yaml = yaml};
    m.problem = yaml->problem != NULL ? yaml->problem : "it cannot be read";
    m.at = mark_position(from, yaml->problem_mark);
    m.byte = wits_file_source_byte(from, yaml->problem_mark.index, 0, 0);
    m.found = from->text[m.byte];
    m.here = line_at(from, m.byte, m.at.line);
    m.above = line_above(from, m.here);
    m.context = mark_position(from, yaml->context_mark);
    uint32_t byte = wits_file_source_byte(from, yaml->context_mark.index, 0, 0);
    m.opened = from->text[byte];
    m.beginning = line_at(from, byte, m.context.line);
    return m;
}

/// Explains errors of libyaml's scanner, about single words and characters.
static bool report_scanned(const mistake *m) {
    if (m->yaml->error != YAML_SCANNER_ERROR) {
        return false;
    }
    if (m->found == '\t') {
        report(m, m->at, MESSAGE_YAML_TAB, (message_words){{NULL}});
    } else if (says(m, "mapping values are not allowed")) {
        report_value(m);
    } else if (says(m, "could not find expected ':'")) {
        return report_key(m, m->beginning);
    } else if (says(m, "block sequence entries are not allowed")) {
        report(m, m->at, MESSAGE_YAML_DASH, (message_words){{NULL}});
    } else if (says(m, "cannot start any token")) {
        report(m, m->at, MESSAGE_YAML_START, (message_words){{one_character(m, m->found)}});
    } else if (m->opened == '*' || m->opened == '&' || m->opened == '|' || m->opened == '>') {
        report(m, m->context, MESSAGE_YAML_START, (message_words){{one_character(m, m->opened)}});
    } else if (m->opened == '!') {
        report(m, m->context, MESSAGE_TAG, (message_words){{word_at(m, m->yaml->context_mark)}});
    } else {
        return report_quote(m);
    }
    return true;
}

/// Explains errors of libyaml's parser, about their order.
static bool report_parsed(const mistake *m) {
    if (report_quote_ended(m)) {
        return true;
    }
    if (m->opened == '!') {
        report(m, m->context, MESSAGE_TAG, (message_words){{word_at(m, m->yaml->context_mark)}});
    } else if (says(m, "did not find expected ','")) {
        report_flow(m);
    } else if (says(m, "did not find expected node content")) {
        report(m, m->at, MESSAGE_YAML_VALUE, (message_words){{one_character(m, m->found)}});
    } else {
        return report_block(m);
    }
    return true;
}

void wits_file_report_invalid(wits_file *file, const file_source *from, const yaml_parser_t *yaml) {
    if (yaml->error == YAML_MEMORY_ERROR) {
        wits_file_arena_fail(&file->memory);
        return;
    }
    mistake m = mistake_of(file, from, yaml);
    if (says(&m, "nesting level")) {  // libyaml reports its own functions there
        report(&m, m.at, MESSAGE_YAML_TOO_DEEP, (message_words){{number_text(file, TREE_MAX_DEPTH)}});
    } else if (says(&m, "invalid Unicode character escape")) {
        report(&m, m.at, MESSAGE_ESCAPE, (message_words){{NULL}});
    } else if (report_scanned(&m) || report_parsed(&m)) {
        return;
    } else if (yaml->context == NULL) {
        report(&m, m.at, MESSAGE_YAML_INVALID, (message_words){{m.problem}});
    } else {
        message_words words = {{m.problem, yaml->context, number_text(file, m.context.line)}};
        report(&m, m.at, MESSAGE_YAML_INVALID_IN, words);
    }
}
