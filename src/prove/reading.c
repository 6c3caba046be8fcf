// SPDX-License-Identifier: MIT
#include "prove/reading.h"

#include "expr/suggest.h"

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

// ------------------------------------------------------------------------------------------------------------- nearest

static suggestion nearest_begin(const char *name) {
    return wits_expr_suggestion_for(name, (uint32_t)strlen(name));
}

static void offer(suggestion *to, const char *name) {
    wits_expr_suggestion_offer(to, name, (uint32_t)strlen(name));
}

static void offer_events(suggestion *to, const wits_desc *desc) {
    for (uint32_t i = 0; i < desc->event_count; i++) {
        offer(to, desc->events[i]);
    }
}

static void offer_actions(suggestion *to, const wits_brain *brain) {
    for (uint32_t i = 0; i < wits_function_count(brain); i++) {
        offer(to, wits_function_kind_of(brain, i) == WITS_FUNCTION_ACTION ? wits_function_name(brain, i) : "");
    }
}

/// Returns "; did you mean 'x'?", or nothing.
static const char *did_you_mean(wits_prover *p, const suggestion *found) {
    const char *said = found->best != NULL ? pool_format(&p->pool, "; did you mean '%s'?", found->best) : NULL;
    return said != NULL ? said : "";
}

static const char *path_text(wits_prover *p, wits_state_id state) {
    const size_t size = wits_state_path(p->brain, state, NULL, 0) + 1;
    char *path = pool_take(&p->pool, size, 1);
    if (path == NULL) {
        return "";
    }
    wits_state_path(p->brain, state, path, size);
    return path;
}

/// Lists a few states, by their paths: those with this name, or if it is null, those in the root.
static const char *list_states(wits_prover *p, const char *name) {
    enum { MOST = 6 };
    uint32_t listed = 0;
    const char *list = "";
    for (uint32_t i = 1; i < wits_state_count(p->brain) && listed <= MOST && list != NULL; i++) {
        const wits_state_id state = (wits_state_id)i;
        const bool is_one = name != NULL ? strcmp(wits_state_name(p->brain, state), name) == 0
                                         : wits_state_parent(p->brain, state) == WITS_ROOT;
        if (is_one) {
            list = pool_format(&p->pool, "%s%s%s", list, listed > 0 ? ", " : "",
                               listed == MOST ? "..." : path_text(p, state));
            listed++;
        }
    }
    return list != NULL ? list : "";
}

/// Returns the state with the nearest path, or else the one whose name is nearest to the last of the path. WITS_NONE if
/// none is near.
static wits_state_id nearest_state(wits_prover *p, const char *path) {
    const char *slash = strrchr(path, '/');
    suggestion by_path = nearest_begin(path), by_name = nearest_begin(slash != NULL ? slash + 1 : path);
    wits_state_id at_path = WITS_NONE, named = WITS_NONE;
    for (uint32_t i = 1; i < wits_state_count(p->brain); i++) {
        const wits_state_id state = (wits_state_id)i;
        const uint32_t path_distance = by_path.distance, name_distance = by_name.distance;
        char whole[WITS_MAX_NAME + 1];
        if (wits_state_path(p->brain, state, whole, sizeof whole) < sizeof whole) {
            offer(&by_path, whole);
        }
        offer(&by_name, wits_state_name(p->brain, state));
        at_path = by_path.distance < path_distance ? state : at_path;
        named = by_name.distance < name_distance ? state : named;
    }
    return at_path != WITS_NONE ? at_path : named;
}

const char *prover_state_fault(wits_prover *p, const char *path) {
    const char *several = strchr(path, '/') == NULL ? list_states(p, path) : "";
    const wits_state_id near = nearest_state(p, path);
    const char *fault =
        path[0] == '\0'      ? "missing state; write its path"
        : several[0] != '\0' ? pool_format(&p->pool, "there are several states '%s'; write its path: %s", path, several)
        : near != WITS_NONE
            ? pool_format(&p->pool, "there is no state '%s'; did you mean '%s'?", path, path_text(p, near))
            : pool_format(&p->pool, "there is no state '%s'; the states are %s", path, list_states(p, NULL));
    return fault != NULL ? fault : "no memory";
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

/// Bytes of `combat/attack`: names and the signs between them.
static size_t path_length(const char *text) {
    size_t end = name_length(text);
    while (text[end] == '/' && name_length(text + end + 1) > 0) {
        end += 1 + name_length(text + end + 1);
    }
    return end;
}

static void note_at(reading *r, const char *at, const char *fault) {
    prover_note(r->p, r->property, r->text, (uint32_t)(at - r->text->text), "%s", fault);
    r->fine = false;
}

static void mistake(reading *r, const char *at, const char *what, const char *name, const char *behind) {
    const char *fault = pool_format(&r->p->pool, "%s '%s'%s", what, name, behind);
    note_at(r, at, fault != NULL ? fault : what);
}

/// Returns "'thief' is an event; write raised(thief)" for an event, an action or a state. Null for other names.
static const char *right_word(wits_prover *p, const char *name, bool is_assumption) {
    const wits_brain *brain = p->brain;
    const uint32_t function = wits_find_function(brain, name);
    const bool is_event = wits_find_event(brain, name) != WITS_NONE;
    const bool is_action =
        function != WITS_NONE && wits_function_kind_of(brain, function) == WITS_FUNCTION_ACTION && !is_event;
    const bool is_state = (function == WITS_NONE || is_event) &&
                          (wits_find_state(brain, name) != WITS_NONE || list_states(p, name)[0] != '\0');
    const char *what = is_event ? "an event" : is_action ? "an action" : "a state";
    if (!is_event && !is_action && !is_state) {
        return NULL;
    }
    if (is_assumption && !is_event) {
        return pool_format(&p->pool, "an assumption is about inputs, but '%s' is %s", name, what);
    }
    if (is_event && is_state && !is_assumption) {
        return pool_format(&p->pool, "'%s' is an event and a state; write raised(%s) or in(%s)", name, name, name);
    }
    return pool_format(&p->pool, "'%s' is %s; write %s(%s)", name, what,
                       is_event    ? "raised"
                       : is_action ? "calls"
                                   : "in",
                       name);
}

/// Returns "unknown name 'thif'; did you mean 'raised(thief)'?"; null if neither an event nor a state is near.
static const char *near_word(wits_prover *p, const char *name, bool is_assumption) {
    suggestion event = nearest_begin(name);
    offer_events(&event, p->about.desc);
    const wits_state_id state = is_assumption ? (wits_state_id)WITS_NONE : nearest_state(p, name);
    const char *best = event.best != NULL ? event.best : state != WITS_NONE ? path_text(p, state) : NULL;
    return best == NULL ? NULL
                        : pool_format(&p->pool, "unknown name '%s'; did you mean '%s(%s)'?", name,
                                      event.best != NULL ? "raised" : "in", best);
}

const char *reading_fault(const reading *r, uint32_t offset, const char *fault) {
    wits_prover *p = r->p;
    const char *at = r->text->text + offset;
    const size_t length = path_length(at);
    const char *name = length > 0 ? pool_text(&p->pool, at, length) : NULL;
    if (name == NULL || field_named(p->about.desc, at, length) != STORE_NONE) {
        return fault;
    }
    const bool is_unknown =
        strncmp(fault, "unknown name", strlen("unknown name")) == 0 && strstr(fault, "did you mean") == NULL;
    const char *advice = right_word(p, name, r->is_assumption);
    advice = advice == NULL && is_unknown ? near_word(p, name, r->is_assumption) : advice;
    return advice != NULL ? advice : fault;
}

/// Notes that no event or action has this name, unless it has another meaning.
static void note_unknown(reading *r, const char *at, const char *fault, const char *name, const suggestion *near) {
    const char *advice = right_word(r->p, name, r->is_assumption);
    if (advice != NULL) {
        note_at(r, at, advice);
    } else {
        mistake(r, at, fault, name, did_you_mean(r->p, near));
    }
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
            suggestion near = nearest_begin(name);
            offer_events(&near, r->p->about.desc);
            note_unknown(r, at, "there is no event", name, &near);
        }
    } else if (kind == WORD_CALLS) {
        number = wits_find_function(brain, name);
        if (number == WITS_NONE) {
            suggestion near = nearest_begin(name);
            offer_actions(&near, brain);
            note_unknown(r, at, "the brain calls no action", name, &near);
        } else if (wits_function_kind_of(brain, number) != WITS_FUNCTION_ACTION) {
            mistake(r, at, "calls() takes an action, but", name, " has a value; write it without calls()");
            number = WITS_NONE;
        }
    } else {
        number = strcmp(name, "/") == 0 ? WITS_ROOT : wits_find_state(brain, name);
        if (number == WITS_NONE) {
            const bool is_ambiguous = list_states(r->p, name)[0] != '\0';
            const char *advice = is_ambiguous ? NULL : right_word(r->p, name, r->is_assumption);
            note_at(r, at, advice != NULL ? advice : prover_state_fault(r->p, name));
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
        note_at(r, at, prover_state_fault(r->p, path));
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
