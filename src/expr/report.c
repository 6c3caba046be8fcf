// SPDX-License-Identifier: MIT
// Writes problems as text.
#include "expr/digits.h"
#include "expr/names.h"
#include "expr/suggest.h"
#include "expr/words.h"

#include <string.h>

static const char *const texts[] = {"",
#define TEXT(code, text) text,
                                    EXPR_PROBLEM_LIST(TEXT)
#undef TEXT
};

const char *wits_expr_problem_name(expr_problem_code code) {
    static const char *const names[] = {"NONE",
#define NAME(code, text) #code,
                                        EXPR_PROBLEM_LIST(NAME)
#undef NAME
    };
    return names[code];
}

// --------------------------------------------------------------------------------------------------------------- words

static void write_text(expr_compiler *c, const char *text, uint32_t length) {
    const uint32_t room = EXPR_PROBLEM_TEXT - 1 - c->written;
    const uint32_t taken = length < room ? length : room;
    memcpy(c->problem->text + c->written, text, taken);
    c->written += taken;
}

/// Writes up to the next $, or the end.
static void write_rest(expr_compiler *c) {
    const char *next = strchr(c->rest, '$');
    const uint32_t length = next != NULL ? (uint32_t)(next - c->rest) : (uint32_t)strlen(c->rest);
    write_text(c, c->rest, length);
    c->rest += length;
}

void wits_expr_problem_begin(expr_compiler *c, expr_problem_code code, uint32_t offset, uint32_t length) {
    c->problem->code = code;
    c->problem->offset = offset;
    c->problem->length = length;
    c->rest = texts[code];
    c->written = 0;
}

bool wits_expr_problem_end(expr_compiler *c) {
    write_rest(c);
    c->problem->text[c->written] = '\0';
    return false;
}

void wits_expr_word_begin(expr_compiler *c) {
    write_rest(c);
    c->rest++;
    c->word_room = LONGEST_WORD;
}

/// A truncated word stays truncated: nothing is added after the dots.
void wits_expr_word_bytes(expr_compiler *c, const char *text, uint32_t length) {
    if (c->word_room == WORD_IS_CUT) {
        return;
    }
    const uint32_t taken = length < c->word_room ? length : c->word_room;
    write_text(c, text, taken);
    c->word_room -= taken;
    if (taken < length) {
        write_text(c, "...", 3);
        c->word_room = WORD_IS_CUT;
    }
}

void wits_expr_word_add(expr_compiler *c, const char *text) {
    wits_expr_word_bytes(c, text, (uint32_t)strlen(text));
}

void wits_expr_word_add_number(expr_compiler *c, uint32_t number) {
    char room[21];
    wits_expr_word_add(c, digits_of(number, room));
}

void wits_expr_word_add_at(expr_compiler *c, uint32_t offset, uint32_t length) {
    enum { MOST = 64 };
    uint32_t taken = length < MOST ? length : MOST;
    while (taken > 0 && taken < length && ((uint8_t)c->text[offset + taken] & 0xC0) == 0x80) {
        taken--;  // no half character
    }
    for (uint32_t i = 0; i < taken; i++) {
        char byte = c->text[offset + i];
        bool control = (uint8_t)byte < ' ' || byte == 0x7F;
        wits_expr_word_bytes(c, control ? "?" : &byte, 1);
    }
    wits_expr_word_bytes(c, "...", taken < length ? 3 : 0);
}

static void word_add_list(expr_compiler *c, uint32_t list) {
    expr_list names = c->scope->list_at(c->scope->user, list);
    for (uint32_t i = 0; i < names.count; i++) {
        wits_expr_word_add(c, i == 0 ? "" : ", ");
        wits_expr_word_add(c, names.names[i]);
    }
}

void wits_expr_word_text(expr_compiler *c, const char *text) {
    wits_expr_word_begin(c);
    wits_expr_word_add(c, text);
}

void wits_expr_word_at(expr_compiler *c, uint32_t offset, uint32_t length) {
    wits_expr_word_begin(c);
    wits_expr_word_add_at(c, offset, length);
}

void wits_expr_word_list(expr_compiler *c, uint32_t list) {
    wits_expr_word_begin(c);
    word_add_list(c, list);
}

void wits_expr_word_type(expr_compiler *c, const operand *x) {
    static const char *const plain[] = {
        [EXPR_BOOL] = "a bool", "an int", "a float", [EXPR_TEXT] = "a text", "the call of an action"};
    wits_expr_word_begin(c);
    if (x->type != EXPR_ENUM) {
        wits_expr_word_add(c, plain[x->type]);
    } else if (x->kind != OPERAND_PENDING && x->kind != OPERAND_PENDING_REGISTER) {
        wits_expr_word_add(c, "an enum (");
        word_add_list(c, x->list);
        wits_expr_word_add(c, ")");
    } else {
        const uint32_t offset = c->pending[x->list].offset;
        wits_expr_word_add(c, "the enum name '");
        wits_expr_word_add_at(c, offset, wits_expr_name_length_at(c, offset));
        wits_expr_word_add(c, "'");
    }
}

// --------------------------------------------------------------------------------------------------------- suggestions

static void offer(suggestion *s, const char *name) {
    wits_expr_suggestion_offer(s, name, (uint32_t)strlen(name));
}

static void offer_list(suggestion *s, const expr_compiler *c, uint32_t list) {
    expr_list names = c->scope->list_at(c->scope->user, list);
    for (uint32_t i = 0; i < names.count; i++) {
        offer(s, names.names[i]);
    }
}

static void offer_names(suggestion *s, const expr_compiler *c, const char *(*name_at)(void *user, uint32_t row)) {
    for (uint32_t row = 0; name_at != NULL; row++) {  // ends with the names
        const char *name = name_at(c->scope->user, row);
        if (name == NULL) {
            return;
        }
        offer(s, name);
    }
}

static void offer_functions(suggestion *s) {
    for (uint32_t row = 0; wits_expr_function_at(row) != NULL; row++) {
        offer(s, wits_expr_function_at(row)->name);
    }
}

static void word_suggestion(expr_compiler *c, const suggestion *s) {
    wits_expr_word_begin(c);
    if (s->best != NULL) {
        wits_expr_word_add(c, "; did you mean '");
        wits_expr_word_bytes(c, s->best, s->best_length);
        wits_expr_word_add(c, "'?");
    }
}

/// Returns this language's word for a word of another language.
static const char *word_for(const char *name, uint32_t length) {
    static const char *const pairs[][2] = {{"time", "elapsed"},     {"timer", "elapsed"}, {"ticks", "elapsed"},
                                           {"duration", "elapsed"}, {"now", "tick"},      {"frame", "tick"},
                                           {"rand", "random"}};
    for (uint32_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        if (name_is(pairs[i][0], name, length)) {
            return pairs[i][1];
        }
    }
    return NULL;
}

static suggestion suggested_value(const expr_compiler *c, uint32_t offset, uint32_t length) {
    suggestion s = wits_expr_suggestion_for(c->text + offset, length);
    const char *meant = word_for(c->text + offset, length);
    if (meant != NULL) {
        s.best = meant;
        s.best_length = (uint32_t)strlen(meant);
        return s;
    }
    offer_names(&s, c, c->scope->field_name_at);
    for (uint32_t list = 0; list < c->scope->list_count; list++) {
        offer_list(&s, c, list);
    }
    for (uint32_t row = 0; wits_expr_reserved_name(row) != NULL; row++) {
        offer(&s, wits_expr_reserved_name(row));
    }
    offer_names(&s, c, c->scope->function_name_at);
    offer_functions(&s);
    return s;
}

bool wits_expr_has_suggested_value(const expr_compiler *c, uint32_t offset, uint32_t length) {
    return suggested_value(c, offset, length).best != NULL;
}

/// Lists some of the fields if no name is near.
static void word_add_fields(expr_compiler *c) {
    enum { MOST = 6 };
    const char *(*name_at)(void *user, uint32_t row) = c->scope->field_name_at;
    for (uint32_t row = 0; name_at != NULL && row <= MOST && name_at(c->scope->user, row) != NULL; row++) {
        wits_expr_word_add(c, row == 0 ? "; the fields are " : ", ");
        wits_expr_word_add(c, row == MOST ? "..." : name_at(c->scope->user, row));
    }
}

void wits_expr_word_suggested_value(expr_compiler *c, uint32_t offset, uint32_t length, bool may_be_function) {
    suggestion s = suggested_value(c, offset, length);
    word_suggestion(c, &s);
    if (s.best == NULL && !may_be_function) {
        word_add_fields(c);
    }
    if (s.best == NULL && may_be_function) {
        wits_expr_word_add(c, "; a function is written ");
        wits_expr_word_add_at(c, offset, length);
        wits_expr_word_add(c, "()");
    }
}

void wits_expr_word_suggested_function(expr_compiler *c, uint32_t offset, uint32_t length) {
    suggestion s = wits_expr_suggestion_for(c->text + offset, length);
    offer_names(&s, c, c->scope->function_name_at);
    const char *instead = s.best == NULL ? wits_expr_function_instead(s.word, length) : NULL;
    if (instead == NULL) {
        offer_functions(&s);
        word_suggestion(c, &s);
        return;
    }
    wits_expr_word_begin(c);
    if (instead[0] != '\0') {
        wits_expr_word_add(c, "; write ");
        wits_expr_word_add(c, instead);
    }
}

bool wits_expr_has_suggested_kind(const expr_compiler *c, uint32_t offset, uint32_t length) {
    suggestion s = wits_expr_suggestion_for(c->text + offset, length);
    offer_names(&s, c, c->scope->target_name_at);
    return s.best != NULL;
}

void wits_expr_word_suggested_kind(expr_compiler *c, uint32_t offset, uint32_t length) {
    suggestion s = wits_expr_suggestion_for(c->text + offset, length);
    offer_names(&s, c, c->scope->target_name_at);
    word_suggestion(c, &s);
}

void wits_expr_word_suggested_in_list(expr_compiler *c, uint32_t list, uint32_t offset, uint32_t length) {
    suggestion s = wits_expr_suggestion_for(c->text + offset, length);
    offer_list(&s, c, list);
    word_suggestion(c, &s);
}

// ------------------------------------------------------------------------------------------------------------ problems

bool wits_expr_refuse(expr_compiler *c, expr_problem_code code, uint32_t offset, uint32_t length) {
    wits_expr_problem_begin(c, code, offset, length);
    return wits_expr_problem_end(c);
}

bool wits_expr_refuse_at(expr_compiler *c, expr_problem_code code, uint32_t offset, uint32_t length) {
    wits_expr_problem_begin(c, code, offset, length);
    wits_expr_word_at(c, offset, length);
    return wits_expr_problem_end(c);
}

bool wits_expr_refuse_here(expr_compiler *c, expr_problem_code code) {
    wits_expr_problem_begin(c, code, c->token.offset, c->token.length);
    if (strchr(texts[code], '$') != NULL) {
        wits_expr_word_at(c, c->token.offset, c->token.length);
    }
    return wits_expr_problem_end(c);
}
