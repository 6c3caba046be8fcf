// SPDX-License-Identifier: MIT
// Recognises actions in the syntax of other languages. Other mistakes are found when the tables are validated.
#include <stdio.h>
#include <string.h>

#include "expr/characters.h"
#include "file/loader.h"
#include "wits/tokens.h"

static size_t name_length(const char *text) {
    return name_span(text, SIZE_MAX);
}

static bool is_word(const char *text, size_t length, const char *list) {
    for (const char *at = list; *at != '\0'; at += strcspn(at, " ")) {
        at += strspn(at, " ");
        if (strcspn(at, " ") == length && memcmp(at, text, length) == 0) {
            return true;
        }
    }
    return false;
}

static bool report(wits_file *file, node *value, message_id message, message_words words) {
    wits_file_report_node(file, value, message, words, NULL);
    return true;
}

static const char *copy(wits_file *file, const char *text, size_t length) {
    return wits_file_arena_copy(&file->memory, text, length);
}

// ------------------------------------------------------------------------------------------------------------- several

/// Returns where the first action of a text ends: at a ';' or ',' outside quotes and parentheses, or at the end.
static size_t action_length(const char *text) {
    uint32_t open = 0;
    wits_token token = wits_token_next(text, SIZE_MAX, 0);
    for (; token.kind != WITS_TOKEN_END; token = wits_token_next(text, SIZE_MAX, token.offset + token.length)) {
        const char c = text[token.offset];
        if (c == ';' || (c == ',' && open == 0)) {
            break;
        }
        open += c == '(';
        open -= c == ')' && open > 0;
    }
    return token.offset;
}

static bool report_several(wits_file *file, node *value) {
    const char *text = value->text;
    size_t length = action_length(text);
    if (text[length] == '\0') {
        return false;
    }
    const char *rest = skip_blanks(text + length + 1);
    const char *first = copy(file, text, length);
    if (*rest == '\0') {
        return report(file, value, MESSAGE_ACTION_END, (message_words){{copy(file, text + length, 1), first}});
    }
    if (text[length] == ',' && name_length(rest) == 0) {
        return false;  // `x = 1,5`: the expression reports it
    }
    return report(file, value, MESSAGE_ACTION_SEVERAL, (message_words){{first}});
}

// --------------------------------------------------------------------------------------------------------- assignments

/// Rewrites `hp += 1` and `hp++` as `hp = hp + 1`.
static const char *written_out(wits_file *file, const char *text, size_t name, const char *at, bool is_step) {
    const char *value = is_step ? "1" : skip_blanks(at + 2);
    bool is_one = value[strcspn(value, " \t+-*/%<>=")] == '\0';
    size_t size = 2 * name + strlen(value) + 16;
    char *whole = wits_file_arena_take(&file->memory, size);
    if (whole == NULL) {
        return "";
    }
    snprintf(whole, size, "%.*s = %.*s %c %s%s%s", (int)name, text, (int)name, text, at[0], is_one ? "" : "(", value,
             is_one ? "" : ")");
    return whole;
}

/// Reports `hp += 1`, `hp++`, `hp == 3`, `hp := 3`.
static bool report_sign(wits_file *file, node *value) {
    const char *text = value->text;
    size_t name = name_length(text);
    const char *at = skip_blanks(text + name);
    const char *sign = copy(file, at, at[0] != '\0' && at[1] != '\0' ? 2 : 0);
    if (name == 0 || sign[0] == '\0') {
        return false;
    }
    if (strcmp(sign, "==") == 0 || strcmp(sign, ":=") == 0) {
        const char *rest = skip_blanks(at + 2);
        message_words words = {{copy(file, text, name), sign, copy(file, text, name), rest}};
        return report(file, value, MESSAGE_ACTION_SIGN, words);
    }
    bool is_step = strcmp(sign, "++") == 0 || strcmp(sign, "--") == 0;
    if (strchr("+-*/%", sign[0]) == NULL || !(is_step || sign[1] == '=')) {
        return false;
    }
    message_words words = {{sign, written_out(file, text, name, at, is_step)}};
    return report(file, value, MESSAGE_ACTION_COMPOUND, words);
}

/// Reports `++hp`
static bool report_sign_before(wits_file *file, node *value) {
    const char *text = value->text;
    bool is_step = (text[0] == '+' || text[0] == '-') && text[1] == text[0];
    size_t name = is_step ? name_length(text + 2) : 0;
    if (name == 0) {
        return false;
    }
    message_words words = {{copy(file, text, 2), written_out(file, text + 2, name, text, true)}};
    return report(file, value, MESSAGE_ACTION_COMPOUND, words);
}

/// Reports `set hp = 3`, `set hp to 3`, `let x = 1`, `int x = 1`.
static bool report_declared(wits_file *file, node *value) {
    const char *text = value->text;
    size_t word = name_length(text);
    if (!is_word(text, word, "set let var int float bool local const auto assign")) {
        return false;
    }
    const char *name = skip_blanks(text + word);
    size_t length = name_length(name);
    const char *sign = skip_blanks(name + length);
    bool is_to = strncmp(sign, "to ", 3) == 0;
    if (length == 0 || !(is_to || (sign[0] == '=' && sign[1] != '='))) {
        return false;
    }
    message_words words = {{copy(file, text, word), copy(file, name, length), skip_blanks(sign + (is_to ? 3 : 1))}};
    return report(file, value, MESSAGE_ACTION_DECLARED, words);
}

// ---------------------------------------------------------------------------------------------------------- statements

/// Recognises synonyms of `raise`, followed by the event with or without parentheses or quotes.
static bool report_raise(wits_file *file, node *value) {
    const char *text = value->text;
    size_t word = name_length(text);
    bool is_raise = is_word(text, word, "raise");
    const char *event = skip_blanks(text + word);
    bool is_open = *event == '(' || *event == '"' || *event == '\'';
    event += strspn(event, " \t('\"");
    size_t length = name_length(event);
    const char *name = copy(file, event, length);
    bool is_rest = *skip_blanks(event + length) != '\0';
    bool is_event = length > 0 && wits_file_has_event(file, name);
    if (is_raise && *event == '\0') {
        return report(file, value, MESSAGE_RAISE_EVENT, (message_words){{"EVENT"}});
    }
    if (is_raise && length > 0 && (is_open || is_rest)) {
        return report(file, value, MESSAGE_RAISE_EVENT, (message_words){{name}});
    }
    bool is_other = is_word(text, word, "emit send fire trigger signal dispatch publish broadcast event throw");
    if (is_other && is_event && !is_open && !is_rest) {
        return report(file, value, MESSAGE_RAISE_OTHER, (message_words){{name, copy(file, text, word)}});
    }
    return false;
}

/// Reports `if hungry: howl()`, `goto hunt`, `return`, and other words that are not actions.
static bool report_statement(wits_file *file, node *value) {
    const char *text = value->text;
    size_t word = name_length(text);
    const char *rest = skip_blanks(text + word);
    bool is_if = is_word(text, word, "if") && *rest != '=';
    if (is_if || (is_word(text, word, "unless while for switch when") && name_length(rest) > 0)) {
        return report(file, value, MESSAGE_ACTION_IF, (message_words){{NULL}});
    }
    if (is_word(text, word, "goto transition change switch_to enter become") && name_length(rest) > 0) {
        return report(file, value, MESSAGE_ACTION_GOTO, (message_words){{rest}});
    }
    return false;
}

/// Reports `player.hp = 3`, `this.howl()`, `self->howl()`, `wolf::howl()`.
static bool report_dotted(wits_file *file, node *value) {
    const char *text = value->text;
    size_t name = name_length(text);
    size_t sign = strncmp(text + name, "->", 2) == 0 || strncmp(text + name, "::", 2) == 0 ? 2 : text[name] == '.';
    size_t second = sign > 0 ? name_length(text + name + sign) : 0;
    if (name == 0 || second == 0) {
        return false;
    }
    bool is_self = is_word(text, name, "this self me agent context owner ctx");
    const char *whole = copy(file, text, name + sign + second);
    const bool is_call = *skip_blanks(text + name + sign + second) == '(';
    if (!is_call && wits_file_target_find(file, text, name) != WITS_NONE) {
        return report(file, value, MESSAGE_TARGET_ASSIGNED, (message_words){{whole}});
    }
    size_t size = name + second + 2;
    char *one = wits_file_arena_take(&file->memory, size);
    if (one == NULL) {
        return false;
    }
    snprintf(one, size, "%.*s%s%.*s", is_self ? 0 : (int)name, text, is_self ? "" : "_", (int)second,
             text + name + sign);
    return report(file, value, MESSAGE_NAME_DOTTED, (message_words){{whole, one}});
}

/// Reports `howl() and bite()`.
static bool report_joined(wits_file *file, node *value) {
    const char *text = value->text;
    const size_t name = name_length(text);
    const wits_token open = wits_token_next(text, SIZE_MAX, name);
    const size_t end = name > 0 && text[open.offset] == '(' ? wits_token_end(text, SIZE_MAX, open) : 0;
    const char *joint = end > 0 ? skip_blanks(text + end) : "";
    bool is_joined = strncmp(joint, "and ", 4) == 0 || strncmp(joint, "then ", 5) == 0 || strncmp(joint, "&&", 2) == 0;
    if (!is_joined) {
        return false;
    }
    const char *first = copy(file, text, end);
    return report(file, value, MESSAGE_ACTION_SEVERAL, (message_words){{first}});
}

/// Reports `run(2.5`: a parenthesis that the rest of a call leaves open.
static bool report_open(wits_file *file, node *value) {
    const char *text = value->text;
    const size_t name = name_length(text);
    uint32_t open = 0, first = 0;
    bool is_quote_open = false;
    wits_token token = wits_token_next(text, SIZE_MAX, 0);
    for (; token.kind != WITS_TOKEN_END; token = wits_token_next(text, SIZE_MAX, token.offset + token.length)) {
        const char c = text[token.offset];
        first = c == '(' && open == 0 ? (uint32_t)token.offset : first;
        open += c == '(';
        open -= c == ')' && open > 0;
        is_quote_open = token.is_open;
    }
    if (name == 0 || *skip_blanks(text + name) != '(' || open == 0 || is_quote_open) {
        return false;
    }
    wits_file_report(file, wits_file_source_position(value, first), MESSAGE_ACTION_OPEN, (message_words){{NULL}}, NULL);
    value->bad = true;
    return true;
}

bool wits_file_action_is_mistaken(wits_file *file, node *value) {
    if (wits_file_text_is_name(value->text) && strcmp(value->text, "raise") != 0) {
        return report(file, value, MESSAGE_CALL_BARE, (message_words){{value->text}});
    }
    return report_several(file, value) || report_raise(file, value) || report_declared(file, value) ||
           report_sign(file, value) || report_sign_before(file, value) || report_statement(file, value) ||
           report_dotted(file, value) || report_joined(file, value) || report_open(file, value);
}
