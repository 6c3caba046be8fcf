// SPDX-License-Identifier: MIT
// Infers the functions that the host must provide, if a file does not list them: those that its texts call, with the
// kind that the position of each call needs. Parses expressions only as far as necessary for that.
#include <stdlib.h>
#include <string.h>

#include "expr/characters.h"
#include "expr/expr.h"
#include "file/loader.h"
#include "wits/tokens.h"

enum { LONGEST_EXPRESSION = 1 << 16 };  ///< longer ones are errors anyway

typedef enum token_kind {
    TOKEN_END,  ///< before the first and after the last
    TOKEN_NAME,
    TOKEN_LITERAL,
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_COMMA,
    TOKEN_ARITHMETIC,
    TOKEN_COMPARISON,
    TOKEN_LOGIC,  ///< and, or, not
    TOKEN_IF,
    TOKEN_ELSE,
} token_kind;

typedef struct token {
    uint32_t at;
    uint32_t length;
    uint32_t around;  ///< innermost enclosing parenthesis; 0 if none. For a closing one, its opening one
    uint32_t match;   ///< closing parenthesis of an opening one
    token_kind kind;
} token;

typedef struct tokens {
    wits_file *file;
    const char *text;
    token *list;  ///< from 1; a TOKEN_END before and after them
    uint32_t count;
} tokens;

static bool is_word(const char *text, uint32_t length, const char *word) {
    return strlen(word) == length && memcmp(text, word, length) == 0;
}

static token_kind word_kind(const char *text, uint32_t length) {
    if (is_word(text, length, "and") || is_word(text, length, "or") || is_word(text, length, "not")) {
        return TOKEN_LOGIC;
    }
    return is_word(text, length, "if") ? TOKEN_IF : is_word(text, length, "else") ? TOKEN_ELSE : TOKEN_NAME;
}

static token_kind kind_of_token(const char *text, const wits_token *found) {
    const char c = text[0];
    if (found->kind != WITS_TOKEN_SIGN) {
        return found->kind == WITS_TOKEN_NAME ? word_kind(text, (uint32_t)found->length) : TOKEN_LITERAL;
    }
    return strchr("<>=!", c) != NULL ? TOKEN_COMPARISON
           : c == '('                ? TOKEN_OPEN
           : c == ')'                ? TOKEN_CLOSE
           : c == ','                ? TOKEN_COMMA
                                     : TOKEN_ARITHMETIC;
}

/// Returns no tokens if memory runs out.
static tokens tokenize(wits_file *file, const char *text) {
    uint32_t length = (uint32_t)strlen(text);
    tokens t = {.file = file, .text = text, .list = wits_file_arena_take(&file->memory, (length + 2) * sizeof *t.list)};
    if (t.list == NULL) {
        return t;
    }
    uint32_t around = 0;
    wits_token found = wits_token_next(text, length, 0);
    for (; found.kind != WITS_TOKEN_END; found = wits_token_next(text, length, found.offset + found.length)) {
        token next = {.at = (uint32_t)found.offset, .length = (uint32_t)found.length};
        const uint32_t number = ++t.count;
        next.kind = kind_of_token(text + next.at, &found);
        if (next.kind == TOKEN_CLOSE && around != 0) {
            t.list[around].match = number;
            around = t.list[around].around;
        }
        next.around = around;
        around = next.kind == TOKEN_OPEN ? number : around;
        t.list[number] = next;
    }
    return t;
}

/// A bool of a target.
static bool is_target_bool(const wits_file *file, const char *text, uint32_t length) {
    const char *point = memchr(text, '.', length);
    const uint32_t kind = point != NULL ? wits_file_target_find(file, text, (size_t)(point - text)) : WITS_NONE;
    if (kind == WITS_NONE) {
        return false;
    }
    const wits_target_desc *of = &file->target_rows[kind];
    const uint32_t rest = length - (uint32_t)(point + 1 - text);
    for (uint32_t i = 0; i < of->field_count; i++) {
        if (is_word(point + 1, rest, of->fields[i].name)) {
            return of->fields[i].type == WITS_TYPE_BOOL;
        }
    }
    return is_word(point + 1, rest, "present");
}

static bool is_bool_operand(const tokens *t, uint32_t number) {
    const token *operand = &t->list[number];
    const char *text = t->text + operand->at;
    if (operand->kind != TOKEN_NAME) {
        return false;
    }
    if (is_word(text, operand->length, "true") || is_word(text, operand->length, "false")) {
        return true;
    }
    for (uint32_t i = 0; i < t->file->desc.field_count; i++) {
        if (is_word(text, operand->length, t->file->field_rows[i].name)) {
            return t->file->field_rows[i].type == WITS_TYPE_BOOL;
        }
    }
    return is_target_bool(t->file, text, operand->length);
}

/// Returns the type of an operand, from token `first` to `last`. The most tightly binding operator decides; without
/// one, or in a branch of if-else, the context does.
static file_function_kind kind_of(const tokens *t, uint32_t first, uint32_t last, file_function_kind whole) {
    for (uint32_t turn = 0; turn <= EXPR_MAX_DEPTH; turn++) {  // each iteration goes one parenthesis outwards
        token_kind before = t->list[first - 1].kind;
        token_kind after = t->list[last + 1].kind;
        if (before == TOKEN_ARITHMETIC || after == TOKEN_ARITHMETIC) {
            return FUNCTION_IS_SCORE;
        }
        if (before == TOKEN_COMPARISON || after == TOKEN_COMPARISON) {
            bool truth = (before == TOKEN_COMPARISON && is_bool_operand(t, first - 2)) ||
                         (after == TOKEN_COMPARISON && is_bool_operand(t, last + 2));
            return truth ? FUNCTION_IS_CONDITION : FUNCTION_IS_SCORE;
        }
        if (before == TOKEN_LOGIC || after == TOKEN_LOGIC || before == TOKEN_IF) {
            return FUNCTION_IS_CONDITION;
        }
        uint32_t around = t->list[first].around;
        if (around == 0 || t->list[around].match == 0) {
            return whole;
        }
        if (t->list[around - 1].kind == TOKEN_NAME) {
            return FUNCTION_IS_SCORE;  // arguments are numbers unless declared otherwise
        }
        first = around;
        last = t->list[around].match;
    }
    return whole;
}

static void note_use(wits_file *file, const node *scalar, const char *name, uint32_t length, uint32_t arguments,
                     file_function_kind kind) {
    if (!ARENA_GROW(&file->memory, &file->uses, file->use_count, &file->use_capacity)) {
        return;
    }
    file->uses[file->use_count++] = (function_use){
        .name = wits_file_arena_copy(&file->memory, name, length),
        .scalar = scalar,
        .offset = (uint32_t)(name - scalar->text),
        .arguments = arguments,
        .kind = kind,
    };
}

/// Returns how many arguments are in the parentheses that token `open` opens; 0 also if one of them is a text.
static uint32_t arguments_of(const tokens *t, uint32_t open) {
    const uint32_t end = t->list[open].match;
    uint32_t count = end > open + 1 ? 1 : 0;
    for (uint32_t i = open + 1; i < end; i++) {
        const char first = t->text[t->list[i].at];
        if (t->list[i].around == open && (first == '"' || first == '\'')) {
            return 0;
        }
        count += t->list[i].around == open && t->list[i].kind == TOKEN_COMMA;
    }
    return count;
}

/// A function or curve called without its input is a mistake, unless the file declares a function of that name.
static bool is_free_name(const char *text, uint32_t length) {
    return !wits_expr_is_reserved(text, length) && !wits_expr_is_function(text, length);
}

void wits_file_infer_expression(wits_file *file, const node *scalar, const char *expression, file_function_kind whole) {
    bool declared = file->sections.values[FILE_KEY_FUNCTIONS] != NULL;
    if (declared || scalar->length > LONGEST_EXPRESSION || strchr(expression, '(') == NULL) {
        return;
    }
    tokens t = tokenize(file, expression);
    for (uint32_t i = 1; i + 2 <= t.count; i++) {
        const token *name = &t.list[i];
        const char *text = expression + name->at;
        const uint32_t end = t.list[i + 1].match;
        bool is_call = t.list[i + 1].kind == TOKEN_OPEN && end != 0 && memchr(text, '.', name->length) == NULL;
        if (name->kind == TOKEN_NAME && is_call && is_free_name(text, name->length)) {
            note_use(file, scalar, text, name->length, arguments_of(&t, i + 1), kind_of(&t, i, end, whole));
        }
    }
}

static file_function_kind kind_of_field(const wits_file *file, const char *name, uint32_t length) {
    for (uint32_t i = 0; i < file->desc.field_count; i++) {
        if (is_word(name, length, file->field_rows[i].name)) {
            return file->field_rows[i].type == WITS_TYPE_BOOL ? FUNCTION_IS_CONDITION : FUNCTION_IS_SCORE;
        }
    }
    return FUNCTION_IS_SCORE;
}

void wits_file_infer_action(wits_file *file, node *scalar) {
    const char *start = skip_blanks(scalar->text);
    const uint32_t length = name_span(start, SIZE_MAX);
    const char *after = skip_blanks(start + length);
    if (file->sections.values[FILE_KEY_FUNCTIONS] != NULL || length == 0) {
        return;
    }
    if (after[0] == '(') {
        if (!wits_expr_is_reserved(start, length)) {
            note_use(file, scalar, start, length, 0, FUNCTION_IS_ACTION);
        }
        wits_file_infer_expression(file, scalar, after, FUNCTION_IS_SCORE);
    } else if (after[0] == '=' && after[1] != '=') {
        wits_file_infer_expression(file, scalar, after + 1, kind_of_field(file, start, length));
    }
}

// ----------------------------------------------------------------------------------------------------------- the table

static bool no_condition(const void *context, const wits_call *call) {
    (void)context;
    (void)call;
    return false;
}

static float no_score(const void *context, const wits_call *call) {
    (void)context;
    (void)call;
    return 0.0f;
}

static void no_action(void *context, const wits_call *call) {
    (void)context;
    (void)call;
}

wits_function *wits_file_add_function(wits_file *file, const char *name, file_function_kind kind, position at) {
    uint32_t row = file->desc.function_count;
    uint32_t capacity = file->function_capacity;  // both arrays grow as one
    if (!ARENA_GROW(&file->memory, &file->function_rows, row, &capacity) ||
        !ARENA_GROW(&file->memory, &file->functions, row, &file->function_capacity)) {
        return NULL;
    }
    file->functions[row] = (function_source){name, at, kind};
    file->function_rows[row] = (wits_function){
        .name = name,
        .condition = kind == FUNCTION_IS_CONDITION ? no_condition : NULL,
        .score = kind == FUNCTION_IS_SCORE ? no_score : NULL,
        .action = kind == FUNCTION_IS_ACTION ? no_action : NULL,
    };
    file->desc.functions = file->function_rows;
    file->desc.function_count++;
    return &file->function_rows[row];
}

static const char *kind_name(file_function_kind kind) {
    return kind == FUNCTION_IS_ACTION ? "an action" : kind == FUNCTION_IS_CONDITION ? "a condition" : "a score";
}

static int compare_places(const function_use *a, const function_use *b) {
    if (a->scalar->order != b->scalar->order) {
        return a->scalar->order < b->scalar->order ? -1 : 1;
    }
    return a->offset < b->offset ? -1 : a->offset > b->offset;
}

static position use_position(const function_use *use) {
    return wits_file_source_position(use->scalar, use->offset);
}

static int by_name_and_place(const void *left, const void *right) {
    const function_use *a = left, *b = right;
    int order = strcmp(a->name, b->name);
    return order != 0 ? order : compare_places(a, b);
}

static int by_place(const void *left, const void *right) {
    return compare_places(left, right);
}

static void report_conflict(wits_file *file, const function_use *use, const function_use *first) {
    const char *line = wits_file_place_text(file, use_position(first), use_position(use));
    message_words words = {{use->name, kind_name(use->kind), kind_name(first->kind), line}};
    wits_file_report(file, use_position(use), MESSAGE_FUNCTION_KINDS, words, NULL);
}

/// The function of expressions that a call was probably meant to be: it takes as many arguments. Names of 3 letters are
/// near to too many words.
static const char *function_meant(wits_file *file, const function_use *use) {
    uint32_t least, most;
    nearest_name nearest = wits_file_nearest_begin(file, strlen(use->name) > 3 ? use->name : "");
    const char *name = wits_expr_function_name(0, &least, &most);
    for (uint32_t row = 1; name != NULL; name = wits_expr_function_name(row++, &least, &most)) {
        if (least <= use->arguments && use->arguments <= most) {
            wits_file_nearest_offer(&nearest, name);
        }
    }
    return nearest.best;
}

/// Warns of a call of an unknown mathematical function in a file without `functions`, where it calls a function of the
/// program.
static void warn_of_mathematics(wits_file *file, const function_use *use) {
    if (use->kind == FUNCTION_IS_ACTION || use->arguments == 0) {
        return;
    }
    const char *instead = wits_expr_function_instead(use->name, (uint32_t)strlen(use->name));
    const char *meant = instead == NULL ? function_meant(file, use) : NULL;
    if (meant != NULL) {
        wits_file_warn(file, use_position(use), MESSAGE_FUNCTION_NEAR, (message_words){{use->name, meant}});
    } else if (instead != NULL && instead[0] != '\0') {
        wits_file_warn(file, use_position(use), MESSAGE_FUNCTION_INSTEAD, (message_words){{use->name, instead}});
    } else if (instead != NULL) {
        wits_file_warn(file, use_position(use), MESSAGE_FUNCTION_HOST, (message_words){{use->name}});
    }
}

/// Functions in the order of their first uses.
static void add_used(wits_file *file) {
    if (file->use_count == 0) {
        return;
    }
    qsort(file->uses, file->use_count, sizeof *file->uses, by_name_and_place);
    uint32_t kept = 1;
    for (uint32_t i = 1; i < file->use_count; i++) {
        const function_use *first = &file->uses[kept - 1];
        if (strcmp(first->name, file->uses[i].name) != 0) {
            file->uses[kept++] = file->uses[i];
        } else if (first->kind != file->uses[i].kind) {
            report_conflict(file, &file->uses[i], first);
            wits_file_add_bad_name(file, first->name);
        }
    }
    qsort(file->uses, kept, sizeof *file->uses, by_place);
    for (uint32_t i = 0; i < kept; i++) {
        wits_file_add_function(file, file->uses[i].name, file->uses[i].kind, use_position(&file->uses[i]));
        warn_of_mathematics(file, &file->uses[i]);
    }
}

void wits_file_add_bad_name(wits_file *file, const char *name) {
    enum { MOST_BAD_NAMES = 64 };
    if (file->bad_name_count == MOST_BAD_NAMES) {
        file->bad_section = true;
        return;
    }
    if (ARENA_GROW(&file->memory, &file->bad_names, file->bad_name_count, &file->bad_name_capacity)) {
        file->bad_names[file->bad_name_count++] = name;
    }
}

static bool is_field(const wits_file *file, const char *name) {
    for (uint32_t i = 0; i < file->desc.field_count; i++) {
        if (strcmp(file->field_rows[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

static bool is_function(const wits_file *file, const char *name) {
    for (uint32_t i = 0; i < file->desc.function_count; i++) {
        if (strcmp(file->function_rows[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

/// Puts lone names in parentheses: in tables they may be functions, in a file they are fields.
static void settle_bare_names(wits_file *file) {
    for (uint32_t i = 0; i < file->bare_count; i++) {
        node *scalar = file->bare[i].scalar;
        bool known = is_field(file, scalar->text);
        bool called = is_function(file, scalar->text);
        bool is_value = wits_expr_is_reserved(scalar->text, scalar->length);  // elapsed, tick, random, true, false
        if (is_value || (known && !called)) {
            continue;
        }
        bool asks = !known && strcmp(scalar->text, "done") == 0;  // true if its state queries `done`
        if (!known && called && !asks) {
            wits_file_report_node(file, scalar, MESSAGE_CALL_BARE, (message_words){{scalar->text}}, NULL);
            continue;
        }
        char *text = wits_file_arena_take(&file->memory, scalar->length + 3);
        if (text == NULL) {
            return;
        }
        text[0] = '(';
        memcpy(text + 1, scalar->text, scalar->length);
        text[scalar->length + 1] = ')';
        *file->bare[i].text = text;
        scalar->wrapped = true;
    }
}

void wits_file_infer_functions(wits_file *file) {
    if (file->sections.values[FILE_KEY_FUNCTIONS] == NULL) {
        add_used(file);
    }
    settle_bare_names(file);
}
