// SPDX-License-Identifier: MIT
// What is wrong with a file, collected as it is found.
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

/// The core's problems in the words of a brain file, where those of tables do not fit.
static const char *core_text(wits_problem_code code) {
    static const char *const texts[] = {"",
#define PROBLEM_TEXT(id, text) text,
                                        WITS_PROBLEM_LIST(PROBLEM_TEXT)
#undef PROBLEM_TEXT
    };
    switch (code) {
    case WITS_PROBLEM_TRANSITION_ON_ROOT:
        return "the root has no transitions; those from whichever child is active stand under any";
    case WITS_PROBLEM_BEST_OFF_UTILITY:
        return "only a utility is worth its best option";
    case WITS_PROBLEM_STEP_EMPTY:
        return "a step needs when, do or to";
    case WITS_PROBLEM_ACTION_MALFORMED:
        return "an action is 'field = expression', 'raise EVENT' or 'name()':";
    case WITS_PROBLEM_RESTART_ON_LEAF:
        return "with: restart, but the destination is a leaf";
    case WITS_PROBLEM_ON_DECIDE_ON_PARALLEL:
        return "a parallel is activated now or silent, not on_decide";
    case WITS_PROBLEM_RANGE_EMPTY:
        return "lo and hi of a range must differ";
    case WITS_PROBLEM_INITIAL_ON_LEAF:
        return "a leaf has no initial child; the state around it names the one to begin with";
    case WITS_PROBLEM_SCORE_MISSING:
        return "an option of a utility needs a score, such as 'score: 0.5'";
    case WITS_PROBLEM_COMPOSITE_EMPTY:
        return "there are no states inside; a leaf has neither 'states' nor 'kind'";
    case WITS_PROBLEM_NAME_INVALID:
        return "a name is a letter (a to z) or _, then letters, digits and _:";
    case WITS_PROBLEM_NAME_RESERVED:
        return "expressions have this word; choose another name:";
    case WITS_PROBLEM_GATE_OUTERMOST:
        return "a gate stands in a group: score: {product: [{gate: ...}, ...]}";
    case WITS_PROBLEM_WEIGHT_OUTERMOST:
        return "the weight of a whole score stands beside 'score'";
    default:
        return texts[code];
    }
}

position wits_file_node_position(const node *at) {
    return (position){at->line, at->column};
}

// ---------------------------------------------------------------------------------------------------------- writing

enum { WORD_MOST = 200, MESSAGE_MOST = 1200 };

typedef struct line_writer {
    char text[MESSAGE_MOST];
    size_t length;
    const char *kind;
} line_writer;

/// What a terminal would obey: control characters, those of two bytes too (C1), other ends of lines, and what turns the
/// direction of writing (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069).
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

/// As much as there is room for, without breaking a character; everything on one line.
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
    bool full = file->problem_count >= WITS_FILE_MAX_PROBLEMS;
    file->problems_dropped += full && !at->bad;
    at->bad = at->bad || full;
    return full;
}

static void keep(wits_file *file, position at, const line_writer *line) {
    arena *memory = &file->memory;
    file->problems = wits_file_arena_grow(memory, file->problems, file->problem_count, &file->problem_capacity,
                                          sizeof *file->problems);
    file->problems[file->problem_count++] = (wits_problem){
        .code = WITS_PROBLEM_FILE_PROBLEM,
        .table = WITS_TABLE_FILE,
        .name = file->name,
        .line = at.line,
        .column = at.column,
        .message = wits_file_arena_copy(memory, line->text, line->length),
        .kind = line->kind,
    };
}

static void add(wits_file *file, position at, line_writer *line, const char *nearest) {
    if (file->problem_count >= WITS_FILE_MAX_PROBLEMS) {
        file->problems_dropped++;
        return;
    }
    if (nearest != NULL && nearest[0] != '\0') {
        put(line, "; did you mean '", WORD_MOST);
        put(line, nearest, WORD_MOST);
        put(line, "'?", 2);
    }
    keep(file, at, line);
}

static void put_message(line_writer *line, message_id message, message_words words) {
    uint32_t word = 0;
    line->kind = kinds[message];
    for (const char *rest = messages[message]; *rest != '\0';) {
        size_t plain = strcspn(rest, "%");
        for (size_t i = 0; i < plain; i++) {
            line->text[line->length++] = rest[i];  // the texts of the list are far shorter than the room
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
    // Of these the value is what is wrong.
    bool says_it = code == WITS_PROBLEM_EXPRESSION || code == WITS_PROBLEM_CURVE_INVALID;
    put(&line, says_it ? value : core_text(code), MESSAGE_MOST);
    if (!says_it && value != NULL && value[0] != '\0') {
        put(&line, " '", 2);
        put(&line, value, WORD_MOST);
        put(&line, "'", 1);
    }
    add(file, at, &line, nearest);
}

void wits_file_report_bound(wits_file *file, position at, const wits_problem *problem, const char *message) {
    line_writer line = {.kind = wits_problem_name(problem->code)};
    put(&line, message, MESSAGE_MOST);
    keep(file, at, &line);
    wits_problem *kept = &file->problems[file->problem_count - 1];
    kept->code = problem->code;
    kept->table = problem->table;
    kept->row = problem->row;
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

static int compare(const void *left, const void *right) {
    const wits_problem *a = left, *b = right;
    if (a->line != b->line) {
        return a->line < b->line ? -1 : 1;
    }
    if (a->column != b->column) {
        return a->column < b->column ? -1 : 1;
    }
    return strcmp(a->message, b->message);
}

void wits_file_sort_problems(wits_file *file) {
    if (file->problem_count == 0) {
        return;
    }
    qsort(file->problems, file->problem_count, sizeof *file->problems, compare);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < file->problem_count; i++) {
        if (compare(&file->problems[i], &file->problems[kept - 1]) != 0) {
            file->problems[kept++] = file->problems[i];
        }
    }
    file->problem_count = kept;
    if (file->problems_dropped > 0) {
        const wits_problem *last = &file->problems[kept - 1];
        line_writer line = {.length = 0};
        put_message(&line, MESSAGE_MORE_PROBLEMS,
                    (message_words){{wits_file_number_text(file, file->problems_dropped)}});
        keep(file, (position){last->line, last->column}, &line);
    }
}

const char *wits_file_number_text(wits_file *file, uint32_t number) {
    char text[16];
    int length = snprintf(text, sizeof text, "%lu", (unsigned long)number);
    return wits_file_arena_copy(&file->memory, text, (size_t)length);
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
