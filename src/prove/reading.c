// SPDX-License-Identifier: MIT
#include "prove/reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void build(builder *to, const char *text, size_t length) {
    if (to->length + length + 1 > to->capacity) {
        const size_t capacity = (to->length + length + 1) * 2;
        char *grown = realloc(to->text, capacity);
        if (grown == NULL) {
            to->failed = true;
            return;
        }
        to->text = grown;
        to->capacity = capacity;
    }
    if (to->text == NULL) {
        return;  // it failed before
    }
    memcpy(to->text + to->length, text, length);
    to->length += length;
    to->text[to->length] = '\0';
}

void build_text(builder *to, const char *text) {
    build(to, text, strlen(text));
}

static void note_piece(reading *r, uint32_t origin, bool is_word) {
    if (r->piece_count == r->piece_capacity) {
        const uint32_t capacity = r->piece_capacity == 0 ? 16 : r->piece_capacity * 2;
        piece *grown = realloc(r->pieces, capacity * sizeof *grown);
        if (grown == NULL) {
            r->p->pool.failed = true;
            return;
        }
        r->pieces = grown;
        r->piece_capacity = capacity;
    }
    r->pieces[r->piece_count++] = (piece){(uint32_t)r->to.length, origin, is_word};
}

uint32_t reading_origin(const reading *r, uint32_t offset) {
    uint32_t origin = 0;
    for (uint32_t i = 0; i < r->piece_count && r->pieces[i].at <= offset; i++) {
        origin = r->pieces[i].origin + (r->pieces[i].is_word ? 0 : offset - r->pieces[i].at);
    }
    return origin;
}

wits_token token_at(const char *text) {
    return wits_token_next(text, SIZE_MAX, 0);
}

size_t name_length(const char *text) {
    const wits_token token = token_at(text);
    return token.offset == 0 ? token.name : 0;
}

static const char *skip_blanks(const char *text) {
    return text + strspn(text, " \t\r\n");
}

// --------------------------------------------------------------------------------------------------------------- words

static const struct {
    const char *name;
    word_kind kind;
    const char *is_about;
} property_words[] = {{"in", WORD_IN, "a state"},           {"calls", WORD_CALLS, "an action"},
                      {"raised", WORD_RAISED, "an event"},  {"pending", WORD_PENDING, "an event"},
                      {"elapsed", WORD_ELAPSED, "a state"}, {"done", WORD_DONE, "a state"},
                      {"target", WORD_TARGET, "an option"}};

static void mistake(reading *r, const char *at, const char *what, const char *name, const char *behind) {
    prover_note(r->p, r->property, r->text, (uint32_t)(at - r->text->text), "%s '%s'%s", what, name, behind);
    r->fine = false;
}

/// Blanks outside of quotes are not part of printed arguments.
static char *printed_arguments(wits_prover *p, const char *from, size_t length) {
    char *to = pool_take(&p->pool, length + 1, 1);
    char quote = '\0';
    size_t kept = 0;
    for (size_t i = 0; i < length && to != NULL; i++) {
        const char c = from[i] == '\'' ? '"' : from[i];
        quote = c == '"' ? (quote == '\0' ? c : '\0') : quote;
        if (quote != '\0' || (c != ' ' && c != '\t' && c != '\n')) {
            to[kept++] = c;
        }
    }
    if (to != NULL) {
        to[kept] = '\0';
    }
    return to;
}

/// Returns the number of the state, event or function in parentheses. Returns STORE_NONE and notes a mistake if there
/// is none.
static uint32_t number_of(reading *r, word_kind kind, const char *at, const char *name) {
    const wits_brain *brain = r->p->brain;
    uint32_t number = WITS_NONE;
    if (kind == WORD_RAISED || kind == WORD_PENDING) {
        number = wits_find_event(brain, name);
        if (number == WITS_NONE) {
            mistake(r, at, "there is no event", name, "");
        }
    } else if (kind == WORD_CALLS) {
        number = wits_find_function(brain, name);
        if (number == WITS_NONE) {
            mistake(r, at, "the brain calls no action", name, "");
        } else if (wits_function_kind_of(brain, number) != WITS_FUNCTION_ACTION) {
            mistake(r, at, "calls() takes an action, but", name, " has a value; write it without calls()");
            number = WITS_NONE;
        }
    } else {
        number = strcmp(name, "/") == 0 ? WITS_ROOT : wits_find_state(brain, name);
        if (number == WITS_NONE) {
            mistake(r, at, "there is no state", name, ", or more than one: write its path");
        } else if (kind == WORD_TARGET && wits_state_target_kind(brain, (wits_state_id)number) == WITS_NONE) {
            mistake(r, at, "target() takes an option with a target, but", name, " has none");
            number = WITS_NONE;
        }
    }
    return number == WITS_NONE ? STORE_NONE : number;
}

static bool is_same_word(const word *a, const word *b) {
    const bool same_arguments =
        a->arguments == NULL ? b->arguments == NULL : b->arguments != NULL && strcmp(a->arguments, b->arguments) == 0;
    return a->kind == b->kind && a->number == b->number && a->target_kind == b->target_kind &&
           a->target_field == b->target_field && same_arguments;
}

/// Replaces a word by the field of the observer that has its value.
static void put_word(reading *r, const char *at, const word *asked) {
    observer *o = r->o;
    uint32_t number = 0;
    while (number < o->word_count && !is_same_word(&o->words[number], asked)) {
        number++;
    }
    if (number == o->word_count) {
        word *words = realloc(o->words, (o->word_count + 1) * sizeof *words);
        if (words == NULL) {
            r->p->pool.failed = true;
            return;
        }
        o->words = words;
        words[o->word_count++] = *asked;
    }
    char field[80];
    snprintf(field, sizeof field, "%s%u", r->p->observer_prefix, (unsigned)number);
    note_piece(r, (uint32_t)(at - r->text->text), true);
    build_text(&r->to, field);
}

/// Takes `in(PATH)` and the like at `at`; returns null if there is no such word.
static const char *take_word(reading *r, const char *at) {
    const size_t length = name_length(at);
    const char *open = skip_blanks(at + length);
    for (size_t i = 0; i < sizeof property_words / sizeof *property_words; i++) {
        if (strlen(property_words[i].name) != length || memcmp(property_words[i].name, at, length) != 0 ||
            *open != '(') {
            continue;
        }
        const word_kind kind = property_words[i].kind;
        const size_t inside = wits_token_end(open, SIZE_MAX, token_at(open));
        const char *behind = open + inside;
        if (inside == 0) {
            mistake(r, at, "missing ')' after the '(' of", property_words[i].name, "");
            return NULL;
        }
        const char *from = skip_blanks(open + 1);
        size_t inner = (size_t)(behind - 1 - from);
        while (inner > 0 && strchr(" \t\r\n", from[inner - 1]) != NULL) {
            inner--;
        }
        char *name = pool_text(&r->p->pool, from, inner);
        char *arguments = NULL;
        char *call = name != NULL && kind == WORD_CALLS ? strchr(name, '(') : NULL;
        if (call != NULL) {
            arguments = printed_arguments(r->p, call + 1, strlen(call + 1) - 1);
            *call = '\0';
        }
        if (name == NULL) {
            return NULL;
        }
        if (r->is_assumption && kind != WORD_RAISED) {
            mistake(r, at, "an assumption is about inputs, but", property_words[i].name, " is about the brain");
            return behind;
        }
        const uint32_t number = number_of(r, kind, from, name);
        if (number != STORE_NONE) {
            put_word(r, at, &(word){.kind = kind, .number = number, .arguments = arguments});
        }
        return behind;
    }
    return NULL;
}

/// Bytes of `combat/attack`: names and the signs between them.
static size_t path_length(const char *text) {
    size_t end = name_length(text);
    while (text[end] == '/' && name_length(text + end + 1) > 0) {
        end += 1 + name_length(text + end + 1);
    }
    return end;
}

/// Returns the length of `enemy.distance`: a kind of targets and a name; 0 for other texts.
static size_t kind_and_field_length(const wits_brain *brain, const char *text, uint32_t *kind) {
    const size_t length = name_length(text);
    for (uint32_t i = 0; i < wits_target_kind_count(brain); i++) {
        const char *name = wits_target_kind_name(brain, i);
        const bool is_it = strlen(name) == length && memcmp(name, text, length) == 0;
        if (is_it && text[length] == '.' && name_length(text + length + 1) > 0) {
            *kind = i;
            return length + 1 + name_length(text + length + 1);
        }
    }
    return 0;
}

/// Returns the innermost option with this kind around a state, including itself; WITS_NONE if there is none.
static wits_state_id option_around(const wits_brain *brain, wits_state_id state, uint32_t kind) {
    while (state != WITS_ROOT && wits_state_target_kind(brain, state) != kind) {
        state = wits_state_parent(brain, state);
    }
    return state != WITS_ROOT ? state : (wits_state_id)WITS_NONE;
}

/// Takes a target field such as PATH.enemy.distance at `at`. Returns null if there is none.
static const char *take_target_field(reading *r, const char *at) {
    const wits_brain *brain = r->p->brain;
    const size_t to_sign = path_length(at);
    uint32_t kind = 0;
    size_t behind_path = at[to_sign] == '.' ? kind_and_field_length(brain, at + to_sign + 1, &kind) : 0;
    const bool has_path = behind_path > 0;
    behind_path = has_path ? to_sign + 1 + behind_path : kind_and_field_length(brain, at, &kind);
    if (behind_path == 0) {
        return NULL;
    }
    const char *whole = pool_text(&r->p->pool, at, behind_path);
    const char *path = pool_text(&r->p->pool, at, has_path ? to_sign : 0);
    if (whole == NULL || path == NULL) {
        return NULL;
    }
    const char *field_name = whole + behind_path;
    while (field_name[-1] != '.') {
        field_name--;
    }
    const uint32_t field = wits_find_target_field(brain, kind, field_name);
    const wits_state_id state = has_path ? wits_find_state(brain, path) : (wits_state_id)WITS_NONE;
    const wits_state_id option = state != WITS_NONE ? option_around(brain, state, kind) : (wits_state_id)WITS_NONE;
    if (!has_path) {
        mistake(r, at, "ambiguous target", whole, "; write PATH.KIND.FIELD");
    } else if (r->is_assumption) {
        mistake(r, at, "an assumption is about inputs, but", whole, " is about the brain");
    } else if (state == WITS_NONE) {
        mistake(r, at, "there is no state", path, ", or more than one: write its path");
    } else if (option == WITS_NONE) {
        mistake(r, at, "neither the state nor its parents have a target of this kind:", whole, "");
    } else if (field == WITS_NONE && strcmp(field_name, "present") != 0) {
        mistake(r, at, "unknown field of this kind of targets:", whole, "");
    } else {
        put_word(r, at,
                 &(word){.kind = WORD_TARGET_FIELD, .number = option, .target_kind = kind, .target_field = field});
    }
    return at + behind_path;
}

static bool is_forbidden(const char *name, size_t length) {
    static const char *const words[] = {"random", "tick", "elapsed"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i]) == length && memcmp(words[i], name, length) == 0) {
            return true;
        }
    }
    return false;
}

void reading_rewrite(reading *r) {
    const char *at = r->text->text;
    build_text(&r->to, "(");  // so that a lone name is read as in any expression
    while (*at != '\0' && r->fine && !r->p->pool.failed) {
        const wits_token token = token_at(at);
        const size_t length = token.offset == 0 ? token.name : 0;
        const char *behind = length > 0 ? take_word(r, at) : NULL;
        behind = length > 0 && behind == NULL && r->fine ? take_target_field(r, at) : behind;
        if (behind != NULL) {
            at = behind;
            continue;
        }
        if (length > 0 && is_forbidden(at, length)) {
            char name[16] = "";
            memcpy(name, at, length);
            mistake(r, at, "a property cannot use", name, length == 7 ? "; write elapsed(STATE)" : "");
            return;
        }
        const size_t taken = length > 0 ? length : token.offset > 0 ? token.offset : token.length;
        note_piece(r, (uint32_t)(at - r->text->text), false);
        build(&r->to, at, taken);
        at += taken;
    }
    note_piece(r, (uint32_t)(at - r->text->text), true);
    build_text(&r->to, ")");
}
