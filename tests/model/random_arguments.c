// SPDX-License-Identifier: MIT
// Gives the host functions of a random brain arguments: some declare parameters, others are called with the same kinds
// everywhere or with varying kinds. Lone functions in texts become calls. The first function of each kind never has
// arguments.
#include <assert.h>
#include <string.h>

#include "random_texts.h"

enum { TRIES = 8, SOMETIMES = 60, DEEP = 4 };  ///< the latter in percent

static uint32_t number_of(const char *name) {
    return (uint32_t)(name[1] - '0');
}

// ---------------------------------------------------------------------------------------------------------- parameters

static bool has_enum(const random_texts *t) {
    bool has = false;
    for (uint32_t i = 0; i < t->b->desc.field_count; i++) {
        has = has || t->b->fields[i].type == WITS_TYPE_ENUM;
    }
    return has;
}

/// If one parameter takes values of any enum, all enum parameters of the function do: a file cannot express anything
/// else.
static tree_parameter pick_parameter(const random_texts *t, rng *r, bool is_any) {
    static const tree_type types[] = {TREE_BOOL, TREE_INT, TREE_FLOAT, TREE_FLOAT, TREE_ENUM, TREE_TEXT};
    tree_parameter parameter = {types[rng_below(r, 6)], 0};
    if (parameter.type == TREE_ENUM) {
        parameter.list = is_any ? TREE_ANY_LIST : rng_below(r, RANDOM_LISTS);
        parameter.type = is_any && !has_enum(t) ? TREE_INT : TREE_ENUM;
    }
    return parameter;
}

static void declare(wits_function *to, const tree_function *from) {
    static const wits_argument_kind kinds[] = {[TREE_BOOL] = WITS_ARGUMENT_BOOL,
                                               [TREE_INT] = WITS_ARGUMENT_INT,
                                               [TREE_FLOAT] = WITS_ARGUMENT_FLOAT,
                                               [TREE_ENUM] = WITS_ARGUMENT_ENUM,
                                               [TREE_TEXT] = WITS_ARGUMENT_TEXT};
    to->takes_nothing = from->count == 0;
    for (uint32_t i = 0; i < from->count; i++) {
        const tree_parameter *parameter = &from->parameters[i];
        to->parameters[i] = (wits_parameter){.kind = kinds[parameter->type]};
        if (parameter->type == TREE_ENUM && parameter->list != TREE_ANY_LIST) {
            to->parameters[i].values = random_lists[parameter->list].names;
            to->parameters[i].value_count = random_lists[parameter->list].count;
        }
    }
}

static void choose(random_texts *t, rng *r, uint32_t row) {
    tree_function *f = &t->functions[row];
    const uint32_t way = rng_below(r, 10);
    f->is_declared = way < 5;
    f->varies = way >= 7;
    f->count = f->varies || (f->is_declared && rng_chance(r, 10)) ? 0 : 1 + rng_below(r, WITS_MAX_ARGUMENTS);
    const bool is_any = !f->is_declared || rng_chance(r, 25);
    for (uint32_t i = 0; i < f->count; i++) {
        f->parameters[i] = pick_parameter(t, r, is_any);
    }
    if (f->is_declared) {
        declare(&t->b->functions[row], f);
    }
}

void random_arguments_choose(random_texts *t, uint64_t seed) {
    rng r = {host_mix(seed, 51)};
    if (!rng_chance(&r, 45)) {
        return;
    }
    const uint32_t percent = 30 + rng_below(&r, 70);
    for (uint32_t row = 0; row < t->b->desc.function_count; row++) {
        const wits_function *f = &t->b->functions[row];
        if (f->step == NULL && number_of(f->name) != 0 && rng_chance(&r, percent)) {
            choose(t, &r, row);
        }
    }
}

const char *random_arguments_bare(const random_brain *brain, uint32_t first, uint32_t count, uint32_t from) {
    for (uint32_t i = 0; i < count; i++) {
        const char *name = host_functions[first + (from + i) % count].name;
        for (uint32_t row = 0; row < brain->desc.function_count; row++) {
            const wits_function *f = &brain->functions[row];
            if (strcmp(f->name, name) == 0 && f->parameters[0].kind == WITS_ARGUMENT_NONE) {
                return name;
            }
        }
    }
    assert(false && "the first function of each kind takes nothing");
    return NULL;
}

// --------------------------------------------------------------------------------------------------------------- texts

/// The function with a name of this length, with parentheses or without; null if there is none, or it has no arguments
/// here.
static const tree_function *named(random_texts *t, const char *text, size_t length) {
    while (length > 0 && text[length - 1] == ' ') {
        length--;
    }
    const bool is_called = length > 2 && memcmp(text + length - 2, "()", 2) == 0;
    length -= is_called ? 2 : 0;
    for (uint32_t row = 0; row < t->b->desc.function_count; row++) {
        const tree_function *f = &t->functions[row];
        if (strncmp(f->name, text, length) == 0 && f->name[length] == '\0') {
            return f->count > 0 || (f->varies && rng_chance(&t->r, SOMETIMES)) ? f : NULL;
        }
    }
    return NULL;
}

/// Writes a call of the function in at most `most` bytes. Returns false if none is found, or if it has no arguments.
static bool make_call(random_texts *t, const tree_function *f, char text[LONGEST_TEXT], size_t most) {
    for (uint32_t i = 0; i < TRIES; i++) {
        t->pool.count = 0;
        t->maker.deep = rng_chance(&t->r, DEEP);
        tree *call = tree_make_call(&t->maker, (uint32_t)(f - t->functions), (int)rng_below(&t->r, 3));
        t->maker.deep = false;
        if (call->count > 0 && random_texts_print(t, call, text) && strlen(text) <= most) {
            return true;
        }
    }
    return false;
}

/// The condition or score. `room` has LONGEST_TEXT bytes; without it the text is kept with those of choices.
static const char *add_to_value(random_texts *t, const char *text, char *room) {
    char call[LONGEST_TEXT];
    const tree_function *f = text != NULL ? named(t, text, strlen(text)) : NULL;
    if (f == NULL) {
        return text;
    }
    const char *kept = NULL;
    if (make_call(t, f, call, LONGEST_TEXT - 1)) {
        kept = room != NULL ? strcpy(room, call) : random_choices_keep(t->b, call);
    }
    const char *bare = f->kind == TREE_IS_CONDITION ? host_functions[0].name : host_functions[HOST_CONDITIONS].name;
    return kept != NULL ? kept : f->is_declared ? bare : text;
}

static size_t add_text(char *to, size_t at, const char *text, size_t length) {
    assert(at + length < RANDOM_TEXT);
    memcpy(to + at, text, length);
    to[at + length] = '\0';
    return at + length;
}

/// Adds to actions in place: an action text is in the brain's own memory for it.
static void add_to_actions(random_texts *t, const char *text, char *room) {
    char whole[RANDOM_TEXT];
    char call[LONGEST_TEXT];
    if (text == NULL) {
        return;
    }
    assert(text == room);
    size_t at = 0;
    for (const char *next = text; next != NULL;) {
        const size_t blanks = strspn(next, " \t");
        const size_t length = tree_action_length(next);
        const char *end = next + length;
        const tree_function *f = named(t, next + blanks, length - blanks);
        const size_t rest = strlen(end);
        if (f == NULL) {
            at = add_text(whole, at, next, length);
        } else if (at + blanks + 2 + rest < RANDOM_TEXT &&
                   make_call(t, f, call, RANDOM_TEXT - 1 - at - blanks - rest)) {
            at = add_text(whole, at, next, blanks);
            at = add_text(whole, at, call, strlen(call));
        } else {  // the first action has no arguments
            at = add_text(whole, at, next, blanks);
            at = add_text(whole, at, "a0", 2);
        }
        at = *end == ';' ? add_text(whole, at, ";", 1) : at;
        next = *end == ';' ? end + 1 : NULL;
    }
    memcpy(room, whole, at + 1);
}

void random_arguments_add(random_texts *t) {
    random_brain *b = t->b;
    for (uint32_t row = 0; row < b->desc.state_count; row++) {
        wits_state_desc *s = &b->states[row];
        random_targets_see(t, row, false);
        s->score = add_to_value(t, s->score, b->score_texts[row]);
        s->done = add_to_value(t, s->done, b->done_texts[row]);
        add_to_actions(t, s->enter, b->state_texts[row][TEXT_ENTER]);
        add_to_actions(t, s->exit, b->state_texts[row][TEXT_EXIT]);
        add_to_actions(t, s->update, b->state_texts[row][TEXT_UPDATE]);
        add_to_actions(t, s->decide, b->state_texts[row][TEXT_DECIDE]);
        add_to_actions(t, s->retarget, b->state_texts[row][TEXT_RETARGET]);
    }
    for (uint32_t row = 0; row < b->desc.transition_count; row++) {
        wits_transition_desc *tr = &b->transitions[row];
        random_targets_see(t, tr->from, tr->any);
        tr->when = add_to_value(t, tr->when, b->transition_whens[row]);
        add_to_actions(t, tr->run, b->transition_texts[row]);
    }
    for (uint32_t row = 0; row < b->desc.step_count; row++) {
        wits_step_desc *s = &b->steps[row];
        random_targets_see(t, s->of, false);
        s->when = add_to_value(t, s->when, b->step_whens[row]);
        add_to_actions(t, s->run, b->step_texts[row]);
    }
    for (uint32_t row = 0; row < b->desc.initial_count; row++) {
        random_targets_see(t, b->initials[row].of, false);
        b->initials[row].when = add_to_value(t, b->initials[row].when, b->initial_whens[row]);
    }
    for (uint32_t row = 0; row < b->desc.consideration_count; row++) {
        wits_consideration_desc *c = &b->considerations[row];
        random_targets_see(t, c->of, false);
        c->gate = add_to_value(t, c->gate, NULL);
        c->input = add_to_value(t, c->input, NULL);
    }
}
