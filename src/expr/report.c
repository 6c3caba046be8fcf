// SPDX-License-Identifier: MIT
// What is wrong, in words.
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

const char *expr_problem_name(expr_problem_code code) {
    static const char *const names[] = {"NONE",
#define NAME(code, text) #code,
                                        EXPR_PROBLEM_LIST(NAME)
#undef NAME
    };
    return names[code];
}

// --------------------------------------------------------------------------------------------------------------- words

static void write_text(compiler *c, const char *text, uint32_t length) {
    const uint32_t room = EXPR_PROBLEM_TEXT - 1 - c->written;
    const uint32_t taken = length < room ? length : room;
    memcpy(c->problem->text + c->written, text, taken);
    c->written += taken;
}

/// Up to the next $, or the end.
static void write_rest(compiler *c) {
    const char *next = strchr(c->rest, '$');
    const uint32_t length = next != NULL ? (uint32_t)(next - c->rest) : (uint32_t)strlen(c->rest);
    write_text(c, c->rest, length);
    c->rest += length;
}

void problem_begin(compiler *c, expr_problem_code code, uint32_t offset, uint32_t length) {
    c->problem->code = code;
    c->problem->offset = offset;
    c->problem->length = length;
    c->rest = texts[code];
    c->written = 0;
}

bool problem_end(compiler *c) {
    write_rest(c);
    c->problem->text[c->written] = '\0';
    return false;
}

void word_begin(compiler *c) {
    write_rest(c);
    c->rest++;
    c->word_room = LONGEST_WORD;
}

/// What is cut once stays so: nothing comes behind its dots.
void word_bytes(compiler *c, const char *text, uint32_t length) {
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

void word_add(compiler *c, const char *text) {
    word_bytes(c, text, (uint32_t)strlen(text));
}

void word_add_number(compiler *c, uint32_t number) {
    char room[21];
    word_add(c, digits_of(number, room));
}

void word_add_at(compiler *c, uint32_t offset, uint32_t length) {
    enum { MOST = 64 };
    uint32_t taken = length < MOST ? length : MOST;
    while (taken > 0 && taken < length && ((uint8_t)c->text[offset + taken] & 0xC0) == 0x80) {
        taken--;  // no half character
    }
    for (uint32_t i = 0; i < taken; i++) {
        char byte = c->text[offset + i];
        bool control = (uint8_t)byte < ' ' || byte == 0x7F;
        word_bytes(c, control ? "?" : &byte, 1);
    }
    word_bytes(c, "...", taken < length ? 3 : 0);
}

static void word_add_list(compiler *c, uint32_t list) {
    expr_list names = c->scope->list_at(c->scope->user, list);
    for (uint32_t i = 0; i < names.count; i++) {
        word_add(c, i == 0 ? "" : ", ");
        word_add(c, names.names[i]);
    }
}

void word_text(compiler *c, const char *text) {
    word_begin(c);
    word_add(c, text);
}

void word_at(compiler *c, uint32_t offset, uint32_t length) {
    word_begin(c);
    word_add_at(c, offset, length);
}

void word_list(compiler *c, uint32_t list) {
    word_begin(c);
    word_add_list(c, list);
}

void word_type(compiler *c, const operand *x) {
    static const char *const plain[] = {"a bool", "an int", "a float"};
    word_begin(c);
    if (x->type != EXPR_ENUM) {
        word_add(c, plain[x->type]);
    } else if (x->kind != OPERAND_PENDING && x->kind != OPERAND_PENDING_REGISTER) {
        word_add(c, "an enum (");
        word_add_list(c, x->list);
        word_add(c, ")");
    } else {
        const uint32_t offset = c->pending[x->list].offset;
        word_add(c, "the enum name '");
        word_add_at(c, offset, name_length_at(c, offset));
        word_add(c, "'");
    }
}

// --------------------------------------------------------------------------------------------------------- suggestions

static void offer(suggestion *s, const char *name) {
    suggestion_offer(s, name, (uint32_t)strlen(name));
}

static void offer_list(suggestion *s, const compiler *c, uint32_t list) {
    expr_list names = c->scope->list_at(c->scope->user, list);
    for (uint32_t i = 0; i < names.count; i++) {
        offer(s, names.names[i]);
    }
}

static void offer_names(suggestion *s, const compiler *c, const char *(*name_at)(void *user, uint32_t row)) {
    for (uint32_t row = 0; name_at != NULL; row++) {  // ends with the names
        const char *name = name_at(c->scope->user, row);
        if (name == NULL) {
            return;
        }
        offer(s, name);
    }
}

static void offer_functions(suggestion *s) {
    for (uint32_t row = 0; function_at(row) != NULL; row++) {
        offer(s, function_at(row)->name);
    }
}

static void word_suggestion(compiler *c, const suggestion *s) {
    word_begin(c);
    if (s->best != NULL) {
        word_add(c, "; did you mean '");
        word_bytes(c, s->best, s->best_length);
        word_add(c, "'?");
    }
}

/// What some would write in place of a word of this language.
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

static suggestion suggested_value(const compiler *c, uint32_t offset, uint32_t length) {
    suggestion s = suggestion_for(c->text + offset, length);
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
    for (uint32_t row = 0; expr_reserved_name(row) != NULL; row++) {
        offer(&s, expr_reserved_name(row));
    }
    offer_names(&s, c, c->scope->function_name_at);
    offer_functions(&s);
    return s;
}

bool has_suggested_value(const compiler *c, uint32_t offset, uint32_t length) {
    return suggested_value(c, offset, length).best != NULL;
}

void word_suggested_value(compiler *c, uint32_t offset, uint32_t length, bool may_be_function) {
    suggestion s = suggested_value(c, offset, length);
    word_suggestion(c, &s);
    if (s.best == NULL && may_be_function) {
        word_add(c, "; a function is written ");
        word_add_at(c, offset, length);
        word_add(c, "()");
    }
}

void word_suggested_function(compiler *c, uint32_t offset, uint32_t length) {
    suggestion s = suggestion_for(c->text + offset, length);
    offer_names(&s, c, c->scope->function_name_at);
    offer_functions(&s);
    word_suggestion(c, &s);
}

void word_suggested_in_list(compiler *c, uint32_t list, uint32_t offset, uint32_t length) {
    suggestion s = suggestion_for(c->text + offset, length);
    offer_list(&s, c, list);
    word_suggestion(c, &s);
}

// ------------------------------------------------------------------------------------------------------------ problems

bool refuse(compiler *c, expr_problem_code code, uint32_t offset, uint32_t length) {
    problem_begin(c, code, offset, length);
    return problem_end(c);
}

bool refuse_at(compiler *c, expr_problem_code code, uint32_t offset, uint32_t length) {
    problem_begin(c, code, offset, length);
    word_at(c, offset, length);
    return problem_end(c);
}

bool refuse_here(compiler *c, expr_problem_code code) {
    problem_begin(c, code, c->token.offset, c->token.length);
    if (strchr(texts[code], '$') != NULL) {
        word_at(c, c->token.offset, c->token.length);
    }
    return problem_end(c);
}
