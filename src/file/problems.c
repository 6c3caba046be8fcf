// SPDX-License-Identifier: MIT
// Collects the problems of a file.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file/loader.h"

static const char *const messages[] = {
#define MESSAGE_TEXT(id, text) text,
    FILE_MESSAGES(MESSAGE_TEXT)
#undef MESSAGE_TEXT
};

static const char *const kinds[] = {
#define MESSAGE_KIND(id, text) #id,
    FILE_MESSAGES(MESSAGE_KIND)
#undef MESSAGE_KIND
};

/// The core's problems in the words of a brain file, where the words of tables do not fit.
static const char *core_text(wits_problem_code code) {
    static const char *const texts[] = {"",
#define PROBLEM_TEXT(id, text) text,
                                        WITS_PROBLEM_LIST(PROBLEM_TEXT)
#undef PROBLEM_TEXT
    };
    static const struct {
        wits_problem_code code;
        const char *text;
    } others[] = {
#define OTHER_TEXT(id, text) {WITS_PROBLEM_##id, text},
        CORE_MESSAGES(OTHER_TEXT)
#undef OTHER_TEXT
    };
    for (uint32_t i = 0; i < sizeof others / sizeof *others; i++) {
        if (others[i].code == code) {
            return others[i].text;
        }
    }
    return texts[code];
}

position wits_file_node_position(const node *at) {
    return (position){at->line, at->column, at->origin};
}

// ---------------------------------------------------------------------------------------------------------- writing

enum { WORD_MOST = 200, MESSAGE_MOST = 1200 };

typedef struct line_writer {
    char text[MESSAGE_MOST];
    size_t length;
    const char *kind;
} line_writer;

/// Recognises characters that terminals interpret: control characters, including C1, other line ends, and those that
/// change the writing direction (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069).
static bool is_command(const char *text) {
    const uint8_t *at = (const uint8_t *)text;
    if (at[0] < 0x80) {
        return at[0] < 0x20 || at[0] == 0x7F;
    }
    if (at[0] == 0xC2 || at[0] == 0xD8) {
        return at[0] == 0xC2 ? at[1] < 0xA0 : at[1] == 0x9C;
    }
    bool is_e280 = at[0] == 0xE2 && at[1] == 0x80, is_e281 = at[0] == 0xE2 && at[1] == 0x81;
    return (is_e280 && (at[2] == 0x8E || at[2] == 0x8F || (at[2] >= 0xA8 && at[2] <= 0xAE))) ||
           (is_e281 && at[2] >= 0xA6 && at[2] <= 0xA9);
}

/// Appends as much as fits, without splitting a character; everything on one line.
static void put(line_writer *to, const char *text, size_t most) {
    size_t end = to->length + most;
    if (end > sizeof to->text - 1) {
        end = sizeof to->text - 1;
    }
    for (; *text != '\0'; text += wits_file_source_character(*text)) {
        uint32_t size = wits_file_source_character(*text);
        if (to->length + size > end) {
            if (to->length + 3 < sizeof to->text) {
                memcpy(to->text + to->length, "...", 3);
                to->length += 3;
            }
            return;
        }
        if (is_command(text)) {
            to->text[to->length++] = ' ';
        } else {
            memcpy(to->text + to->length, text, size);
            to->length += size;
        }
    }
}

bool wits_file_is_full(wits_file *file, node *at) {
    bool full = file->found_count >= WITS_FILE_MAX_PROBLEMS;
    file->problems_dropped += full && !at->bad;
    at->bad = at->bad || full;
    return full;
}

static const file_source *source_of(const wits_file *file, position at) {
    return at.from != NULL ? at.from->source : &file->sources[0];
}

static void put_use(const wits_file *file, line_writer *line, position at, const char *before) {
    char number[32];
    put(line, before, WORD_MOST);
    put(line, source_of(file, at)->name, WORD_MOST);
    snprintf(number, sizeof number, ":%lu:%lu", (unsigned long)at.line, (unsigned long)at.column);
    put(line, number, WORD_MOST);
}

/// Adds " (used at melee.yaml:12:9, used at guard.yaml:40:13)": the uses of shared text, up to the last one in the
/// brain's own file. Of many, only the first and the last.
static void put_uses(const wits_file *file, line_writer *line, position at) {
    enum { MOST_INNER = 3 };
    uint32_t count = 0;
    for (; at.from != NULL && at.from->used_at != NULL; count++) {
        at = wits_file_source_position(at.from->used_at, at.from->used_offset);
        if (count < MOST_INNER) {
            put_use(file, line, at, count == 0 ? " (used at " : ", used at ");
        }
    }
    if (count > MOST_INNER) {
        put_use(file, line, at, count == MOST_INNER + 1 ? ", used at " : ", ..., used at ");
    }
    put(line, count > 0 ? ")" : "", 1);
}

static found_problem problem_of(wits_file *file, position at, line_writer *line) {
    arena *memory = &file->memory;
    found_problem made = {.source = source_of(file, at)->number, .order = file->found_count};
    made.plain = wits_file_arena_copy(memory, line->text, line->length);
    put_uses(file, line, at);
    made.shown = (wits_problem){
        .code = WITS_PROBLEM_FILE_PROBLEM,
        .table = WITS_TABLE_FILE,
        .name = source_of(file, at)->name,
        .line = at.line,
        .column = at.column,
        .message = wits_file_arena_copy(memory, line->text, line->length),
        .kind = line->kind,
    };
    return made;
}

/// Returns null if memory runs out.
static found_problem *keep(wits_file *file, position at, line_writer *line) {
    if (!ARENA_GROW(&file->memory, &file->found, file->found_count, &file->found_capacity)) {
        return NULL;
    }
    found_problem *kept = &file->found[file->found_count];
    *kept = problem_of(file, at, line);
    file->found_count++;
    return kept;
}

static void add(wits_file *file, position at, line_writer *line, const char *nearest) {
    if (file->found_count >= WITS_FILE_MAX_PROBLEMS) {
        file->problems_dropped++;
        return;
    }
    if (nearest != NULL && nearest[0] != '\0') {
        const bool is_name = strchr(nearest, ' ') == NULL;
        put(line, is_name ? "; did you mean '" : "; did you mean ", WORD_MOST);
        put(line, nearest, WORD_MOST);
        put(line, is_name ? "'?" : "?", 2);
    }
    keep(file, at, line);
}

static void put_message(line_writer *line, message_id message, message_words words) {
    uint32_t word = 0;
    line->kind = kinds[message];
    for (const char *rest = messages[message]; *rest != '\0';) {
        size_t plain = strcspn(rest, "%");
        for (size_t i = 0; i < plain; i++) {
            line->text[line->length++] = rest[i];  // the texts of the list are far shorter than the buffer
        }
        rest += plain;
        if (*rest == '%') {
            put(line, words.words[word++], WORD_MOST);
            rest++;
        }
    }
}

void wits_file_report(wits_file *file, position at, message_id message, message_words words, const char *nearest) {
    line_writer line = {.length = 0};
    put_message(&line, message, words);
    add(file, at, &line, nearest);
}

void wits_file_report_core(wits_file *file, position at, wits_problem_code code, const char *value,
                           const char *nearest) {
    line_writer line = {.kind = wits_problem_name(code)};
    // For these codes, the value is the problem.
    bool says_it = code == WITS_PROBLEM_EXPRESSION || code == WITS_PROBLEM_CURVE_INVALID;
    put(&line, says_it ? value : core_text(code), MESSAGE_MOST);
    if (!says_it && value != NULL && value[0] != '\0') {
        const char *quote = wits_core_problem_value_is_words(code) ? "" : "'";
        put(&line, " ", 1);
        put(&line, quote, 1);
        put(&line, value, WORD_MOST);
        put(&line, quote, 1);
    }
    add(file, at, &line, nearest);
}

void wits_file_report_bound(wits_file *file, position at, const wits_problem *problem, const char *message) {
    line_writer line = {.kind = wits_problem_name(problem->code)};
    put(&line, message, MESSAGE_MOST);
    found_problem *kept = keep(file, at, &line);
    if (kept != NULL) {
        kept->shown.code = problem->code;
        kept->shown.table = problem->table;
        kept->shown.row = problem->row;
    }
}

void wits_file_report_node(wits_file *file, node *at, message_id message, message_words words, const char *nearest) {
    if (!at->bad) {
        wits_file_report(file, wits_file_node_position(at), message, words, nearest);
        at->bad = true;
    }
}

void wits_file_report_node_core(wits_file *file, node *at, wits_problem_code code, const char *value) {
    if (!at->bad) {
        wits_file_report_core(file, wits_file_node_position(at), code, value, NULL);
        at->bad = true;
    }
}

// ---------------------------------------------------------------------------------------------------------- sorting

/// A problem at one position is reported once, however often it is used.
static int compare_places(const found_problem *a, const found_problem *b) {
    if (a->source != b->source) {
        return a->source < b->source ? -1 : 1;
    }
    if (a->shown.line != b->shown.line) {
        return a->shown.line < b->shown.line ? -1 : 1;
    }
    if (a->shown.column != b->shown.column) {
        return a->shown.column < b->shown.column ? -1 : 1;
    }
    return strcmp(a->plain, b->plain);
}

static int compare(const void *left, const void *right) {
    const found_problem *a = left, *b = right;
    int order = compare_places(a, b);
    return order != 0 ? order : a->order < b->order ? -1 : a->order > b->order;
}

/// The rows that are shown, in order; null and 0 if memory runs out.
static wits_problem *shown_rows(wits_file *file, found_problem *found, uint32_t *count) {
    uint32_t kept = 0;
    if (*count > 1) {
        qsort(found, *count, sizeof *found, compare);
    }
    wits_problem *rows = wits_file_arena_take(&file->memory, (*count + 1) * sizeof *rows);
    for (uint32_t i = 0; i < *count && rows != NULL; i++) {
        if (i == 0 || compare_places(&found[i], &found[i - 1]) != 0) {
            rows[kept++] = found[i].shown;
        }
    }
    *count = kept;
    return rows;
}

void wits_file_sort_problems(wits_file *file) {
    uint32_t count = file->found_count;
    if (count == 0) {
        return;
    }
    wits_problem *rows = shown_rows(file, file->found, &count);
    if (file->problems_dropped > 0 && rows != NULL) {
        line_writer line = {.length = 0};
        put_message(&line, MESSAGE_MORE_PROBLEMS,
                    (message_words){{wits_file_number_text(file, file->problems_dropped)}});
        rows[count] = rows[count - 1];
        rows[count++].message = wits_file_arena_copy(&file->memory, line.text, line.length);
    }
    file->problems = rows;
    file->problem_count = count;
}

void wits_file_warn(wits_file *file, position at, message_id message, message_words words) {
    line_writer line = {.length = 0};
    if (file->warned_count >= WITS_FILE_MAX_PROBLEMS) {
        return;
    }
    if (!ARENA_GROW(&file->memory, &file->warned, file->warned_count, &file->warned_capacity)) {
        return;
    }
    put_message(&line, message, words);
    file->warned[file->warned_count] = problem_of(file, at, &line);
    file->warned[file->warned_count].order = file->warned_count;
    file->warned_count++;
}

void wits_file_sort_warnings(wits_file *file) {
    uint32_t count = file->warned_count;
    file->warnings = shown_rows(file, file->warned, &count);
    file->warning_count = count;
}

const char *wits_file_number_text(wits_file *file, uint32_t number) {
    char text[16];
    int length = snprintf(text, sizeof text, "%lu", (unsigned long)number);
    return wits_file_arena_copy(&file->memory, text, (size_t)length);
}

const char *wits_file_place_text(wits_file *file, position at, position here) {
    line_writer line = {.length = 0};
    char number[32];
    bool is_own = source_of(file, at) == source_of(file, here);
    snprintf(number, sizeof number, ":%lu:%lu", (unsigned long)at.line, (unsigned long)at.column);
    put(&line, is_own ? "line " : source_of(file, at)->name, WORD_MOST);
    put(&line, is_own ? wits_file_number_text(file, at.line) : number, WORD_MOST);
    return wits_file_arena_copy(&file->memory, line.text, line.length);
}

const char *wits_file_describe(wits_file *file, const node *value) {
    if (value->kind != NODE_SCALAR) {
        return value->kind == NODE_LIST ? "a list" : "a mapping";
    }
    if (wits_file_node_is_empty(value)) {
        return "nothing";
    }
    line_writer line = {.length = 0};
    put(&line, "'", 1);
    put(&line, value->text, 64);
    put(&line, "'", 1);
    return wits_file_arena_copy(&file->memory, line.text, line.length);
}
