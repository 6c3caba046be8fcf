// SPDX-License-Identifier: MIT
// What is wrong, in words.
#include "expr/digits.h"
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

// ------------------------------------------------------------------------------------------------------------- phrases

phrase phrase_of(const char *text) {
    phrase p = {.length = 0};
    phrase_add(&p, text, (uint32_t)strlen(text));
    return p;
}

/// What is cut once stays so: nothing comes behind its dots.
void phrase_add(phrase *p, const char *text, uint32_t length) {
    enum { DOTS = 3, MOST = sizeof p->text - DOTS };
    if (p->length > MOST) {
        return;
    }
    uint32_t room = MOST - p->length;
    uint32_t taken = length < room ? length : room;
    memcpy(p->text + p->length, text, taken);
    p->length += taken;
    if (taken < length) {
        memcpy(p->text + p->length, "...", DOTS);
        p->length += DOTS;
    }
}

void phrase_number(phrase *p, uint32_t number) {
    char room[11];
    const char *digits = digits_of(number, room);
    phrase_add(p, digits, (uint32_t)strlen(digits));
}

phrase phrase_at(const compiler *c, uint32_t offset, uint32_t length) {
    enum { MOST = 64 };
    uint32_t taken = length < MOST ? length : MOST;
    while (taken > 0 && taken < length && ((uint8_t)c->text[offset + taken] & 0xC0) == 0x80) {
        taken--;  // no half character
    }
    phrase p = phrase_of("");
    for (uint32_t i = 0; i < taken; i++) {
        char byte = c->text[offset + i];
        bool control = (uint8_t)byte < ' ' || byte == 0x7F;
        phrase_add(&p, control ? "?" : &byte, 1);
    }
    phrase_add(&p, "...", taken < length ? 3 : 0);
    return p;
}

phrase phrase_list(const compiler *c, uint32_t list) {
    phrase p = phrase_of("");
    expr_list names = c->scope->list_at(c->scope->user, list);
    for (uint32_t i = 0; i < names.count; i++) {
        phrase_add(&p, i == 0 ? "" : ", ", i == 0 ? 0 : 2);
        phrase_add(&p, names.names[i], (uint32_t)strlen(names.names[i]));
    }
    return p;
}

phrase phrase_type(const compiler *c, const operand *x) {
    static const char *const plain[] = {"a bool", "an int", "a float"};
    if (x->type != EXPR_ENUM) {
        return phrase_of(plain[x->type]);
    }
    bool known = x->kind != OPERAND_PENDING && x->kind != OPERAND_PENDING_REGISTER;
    uint32_t offset = known ? 0 : c->pending[x->list].offset;
    phrase p = known ? phrase_of("an enum (") : phrase_of("the enum name '");
    phrase rest = known ? phrase_list(c, x->list) : phrase_at(c, offset, name_length_at(c, offset));
    phrase_add(&p, rest.text, rest.length);
    phrase_add(&p, known ? ")" : "'", 1);
    return p;
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

static phrase phrase_suggestion(const suggestion *s) {
    phrase p = phrase_of("");
    if (s->best != NULL) {
        p = phrase_of("; did you mean '");
        phrase_add(&p, s->best, s->best_length);
        phrase_add(&p, "'?", 2);
    }
    return p;
}

phrase suggest_value(const compiler *c, uint32_t offset, uint32_t length) {
    suggestion s = suggestion_for(c->text + offset, length);
    offer_names(&s, c, c->scope->field_name_at);
    for (uint32_t list = 0; list < c->scope->list_count; list++) {
        offer_list(&s, c, list);
    }
    for (uint32_t row = 0; expr_reserved_name(row) != NULL; row++) {
        offer(&s, expr_reserved_name(row));
    }
    offer_names(&s, c, c->scope->function_name_at);
    offer_functions(&s);
    return phrase_suggestion(&s);
}

phrase suggest_function(const compiler *c, uint32_t offset, uint32_t length) {
    suggestion s = suggestion_for(c->text + offset, length);
    offer_names(&s, c, c->scope->function_name_at);
    offer_functions(&s);
    return phrase_suggestion(&s);
}

phrase suggest_in_list(const compiler *c, uint32_t list, uint32_t offset, uint32_t length) {
    suggestion s = suggestion_for(c->text + offset, length);
    offer_list(&s, c, list);
    return phrase_suggestion(&s);
}

// ------------------------------------------------------------------------------------------------------------ problems

bool refuse(compiler *c, expr_problem_code code, uint32_t offset, uint32_t length, const phrase *words) {
    expr_problem *problem = c->problem;
    problem->code = code;
    problem->offset = offset;
    problem->length = length;
    uint32_t used = 0;
    for (const char *at = texts[code]; *at != '\0'; at++) {
        const char *from = *at == '$' ? words->text : at;
        uint32_t count = *at == '$' ? words->length : 1;
        if (*at == '$') {
            words++;  // null where the text has none
        }
        uint32_t room = EXPR_PROBLEM_TEXT - 1 - used;
        memcpy(problem->text + used, from, count < room ? count : room);
        used += count < room ? count : room;
    }
    problem->text[used] = '\0';
    return false;
}

bool refuse_here(compiler *c, expr_problem_code code) {
    phrase word = phrase_at(c, c->token.offset, c->token.length);
    return refuse(c, code, c->token.offset, c->token.length, &word);
}
