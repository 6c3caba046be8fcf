// SPDX-License-Identifier: MIT
// What properties say becomes a brain of its own: the same fields and functions, one field more for each word that only
// properties have (`in(combat)`), and one for each answer. So the library itself reads and evaluates them. An agent of
// it that is updated after a tick writes down the answers; another does so with assumptions before a tick.
#include "prove/inside.h"
#include "wits/situations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAF_JUDGING = 1, LEAF_ASSUMING = 2, FIRST_QUESTION = 3, MOST_PROBLEMS = 16 };

/// A text while it is put together. Null without memory.
typedef struct builder {
    char *text;
    size_t length, capacity;
    bool failed;
} builder;

static void build(builder *to, const char *text, size_t length) {
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

static void build_text(builder *to, const char *text) {
    build(to, text, strlen(text));
}

/// Where a byte of a question as it is given to the library stands in the property's text.
typedef struct piece {
    uint32_t at;      ///< of the library's text
    uint32_t origin;  ///< of the property's
    bool is_word;     ///< all of it stands for what begins at `origin`
} piece;

typedef struct reading {
    wits_prover *p;
    observer *o;
    const wits_property *property;
    const wits_property_text *text;
    bool is_assumption;
    builder to;
    piece *pieces;
    uint32_t piece_count, piece_capacity;
    bool fine;
} reading;

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

static uint32_t origin_of(const reading *r, uint32_t offset) {
    uint32_t origin = 0;
    for (uint32_t i = 0; i < r->piece_count && r->pieces[i].at <= offset; i++) {
        origin = r->pieces[i].origin + (r->pieces[i].is_word ? 0 : offset - r->pieces[i].at);
    }
    return origin;
}

static bool is_name_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

size_t name_length(const char *text) {
    size_t length = 0;
    while (is_name_part(text[length])) {
        length++;
    }
    return length;
}

static const char *skip_blanks(const char *text) {
    return text + strspn(text, " \t\r\n");
}

/// Behind the ')' that belongs to the '(' at `open`; null if there is none.
static const char *behind_parenthesis(const char *open) {
    uint32_t depth = 0;
    char quote = '\0';
    for (const char *at = open; *at != '\0'; at++) {
        if (quote != '\0') {
            quote = *at == quote ? '\0' : quote;
        } else if (*at == '"' || *at == '\'') {
            quote = *at;
        } else if (*at == '(') {
            depth++;
        } else if (*at == ')' && --depth == 0) {
            return at + 1;
        }
    }
    return NULL;
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

/// Blanks outside of quotes are no part of arguments as they are printed.
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

/// What `name` in parentheses means: a number of a state, event or function. STORE_NONE, said, if it means nothing.
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
            mistake(r, at, "calls() is about actions, and", name, " gives a value: write it without calls()");
            number = WITS_NONE;
        }
    } else {
        number = strcmp(name, "/") == 0 ? WITS_ROOT : wits_find_state(brain, name);
        if (number == WITS_NONE) {
            mistake(r, at, "there is no state", name, ", or more than one: write its path");
        } else if (kind == WORD_TARGET && wits_state_target_kind(brain, (wits_state_id)number) == WITS_NONE) {
            mistake(r, at, "target() is about options with a target, and", name, " has none");
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

/// Puts the field of the observer that a word becomes in its place.
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

/// Takes `in(PATH)` and the like at `at`; null if it is no such word.
static const char *take_word(reading *r, const char *at) {
    const size_t length = name_length(at);
    const char *open = skip_blanks(at + length);
    for (size_t i = 0; i < sizeof property_words / sizeof *property_words; i++) {
        if (strlen(property_words[i].name) != length || memcmp(property_words[i].name, at, length) != 0 ||
            *open != '(') {
            continue;
        }
        const word_kind kind = property_words[i].kind;
        const char *behind = behind_parenthesis(open);
        if (behind == NULL) {
            mistake(r, at, "a ')' is missing behind the '(' of", property_words[i].name, "");
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
            mistake(r, at, "an assumption is about what the host gives, and", property_words[i].name,
                    " is about the brain");
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

/// Bytes of `enemy.distance`: a kind of targets and a name; 0 if it is none.
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

/// The innermost option with this kind around a state, itself included; WITS_NONE if there is none.
static wits_state_id option_around(const wits_brain *brain, wits_state_id state, uint32_t kind) {
    while (state != WITS_ROOT && wits_state_target_kind(brain, state) != kind) {
        state = wits_state_parent(brain, state);
    }
    return state != WITS_ROOT ? state : (wits_state_id)WITS_NONE;
}

/// Takes PATH.enemy.distance at `at`; null if it is none.
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
    const char *field_name = strrchr(whole, '.') + 1;
    const uint32_t field = wits_find_target_field(brain, kind, field_name);
    const wits_state_id state = has_path ? wits_find_state(brain, path) : (wits_state_id)WITS_NONE;
    const wits_state_id option = state != WITS_NONE ? option_around(brain, state, kind) : (wits_state_id)WITS_NONE;
    if (!has_path) {
        mistake(r, at, "it is not said whose target is meant by", whole, ": write PATH.KIND.FIELD");
    } else if (r->is_assumption) {
        mistake(r, at, "an assumption is about what the host gives, and", whole, " is about the brain");
    } else if (state == WITS_NONE) {
        mistake(r, at, "there is no state", path, ", or more than one: write its path");
    } else if (option == WITS_NONE) {
        mistake(r, at, "neither the state nor an option around it has a target of this kind:", whole, "");
    } else if (field == WITS_NONE && strcmp(field_name, "present") != 0) {
        mistake(r, at, "targets of this kind have no such field:", whole, "");
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

/// Puts a property's text into the words of the library.
static void rewrite(reading *r) {
    const char *at = r->text->text;
    build_text(&r->to, "(");  // so that a name alone is read as in any expression
    while (*at != '\0' && r->fine) {
        const size_t length = name_length(at);
        if (*at == '"' || *at == '\'') {
            const char *end = strchr(at + 1, *at);
            const size_t quoted = end != NULL ? (size_t)(end + 1 - at) : strlen(at);
            note_piece(r, (uint32_t)(at - r->text->text), false);
            build(&r->to, at, quoted);
            at += quoted;
            continue;
        }
        const char *behind = length > 0 ? take_word(r, at) : NULL;
        behind = length > 0 && behind == NULL && r->fine ? take_target_field(r, at) : behind;
        if (behind != NULL) {
            at = behind;
            continue;
        }
        if (length > 0 && is_forbidden(at, length)) {
            char name[16] = "";
            memcpy(name, at, length);
            mistake(r, at, "a property cannot ask for", name, length == 7 ? "; write elapsed(STATE)" : "");
            return;
        }
        const size_t taken = length > 0 ? length : 1;
        note_piece(r, (uint32_t)(at - r->text->text), false);
        build(&r->to, at, taken);
        at += taken;
    }
    note_piece(r, (uint32_t)(at - r->text->text), true);
    build_text(&r->to, ")");
}

// --------------------------------------------------------------------------------------------------------------- brain

/// A prefix that no name of the brain begins with.
bool is_prefix_taken(const wits_desc *desc, const char *prefix) {
    const size_t length = strlen(prefix);
    bool taken = false;
    for (uint32_t i = 0; i < desc->field_count; i++) {
        const wits_field_desc *field = &desc->fields[i];
        taken |= strncmp(field->name, prefix, length) == 0;
        for (uint32_t value = 0; value < field->value_count; value++) {
            taken |= strncmp(field->values[value], prefix, length) == 0;
        }
    }
    for (uint32_t i = 0; i < desc->function_count; i++) {
        taken |= strncmp(desc->functions[i].name, prefix, length) == 0;
    }
    for (uint32_t i = 0; i < desc->event_count; i++) {
        taken |= strncmp(desc->events[i], prefix, length) == 0;
    }
    for (uint32_t i = 0; i < desc->state_count; i++) {
        taken |= strncmp(desc->states[i].name, prefix, length) == 0;
    }
    return taken;
}

static void choose_prefix(wits_prover *p) {
    size_t length = 2;
    memcpy(p->observer_prefix, "it", 3);
    do {
        p->observer_prefix[length++] = '_';
        p->observer_prefix[length] = '\0';
    } while (is_prefix_taken(p->about.desc, p->observer_prefix) && length + 12 < sizeof p->observer_prefix);
}

/// What the brain of the observer is made of.
typedef struct plan {
    wits_desc desc;
    wits_field_desc *fields;
    wits_state_desc *states;
    char **texts;  ///< of the questions
    builder judging, assuming;
    reading *readings;
} plan;

static void add_field(plan *to, const char *name, wits_type type) {
    to->fields[to->desc.field_count++] = (wits_field_desc){.name = name, .type = type};
}

/// The field that a word becomes: a bool, a number, or as that of a target is.
static void add_word_field(plan *to, const wits_desc *desc, const word *of, const char *name) {
    if (of->kind == WORD_TARGET_FIELD && of->target_field != WITS_NONE) {
        const wits_target_field_desc *field = &desc->targets[of->target_kind].fields[of->target_field];
        add_field(to, name, field->type);
        to->fields[to->desc.field_count - 1].values = field->values;
        to->fields[to->desc.field_count - 1].value_count = field->value_count;
    } else {
        add_field(to, name, of->kind == WORD_ELAPSED ? WITS_TYPE_INT : WITS_TYPE_BOOL);
    }
}

static bool plan_fields(wits_prover *p, observer *o, plan *to) {
    const wits_desc *desc = p->about.desc;
    const size_t count = (size_t)desc->field_count + o->word_count + o->question_count;
    if (count > WITS_MAX_FIELDS) {
        prover_note(p, NULL, NULL, 0, "the brain's fields and what the properties ask come to %zu, more than %d", count,
                    WITS_MAX_FIELDS);
        return false;
    }
    to->fields = pool_take(&p->pool, count, sizeof *to->fields);
    if (to->fields == NULL) {
        return false;
    }
    if (desc->field_count > 0) {
        memcpy(to->fields, desc->fields, desc->field_count * sizeof *to->fields);
    }
    to->desc.field_count = desc->field_count;
    for (uint32_t i = 0; i < o->word_count; i++) {
        o->words[i].field = to->desc.field_count;
        add_word_field(to, desc, &o->words[i], pool_format(&p->pool, "%s%u", p->observer_prefix, (unsigned)i));
    }
    for (uint32_t i = 0; i < o->question_count; i++) {
        o->questions[i].field = to->desc.field_count;
        add_field(to, pool_format(&p->pool, "%sanswer%u", p->observer_prefix, (unsigned)i), WITS_TYPE_BOOL);
    }
    to->desc.fields = to->fields;
    o->field_count = to->desc.field_count;
    return !p->pool.failed;
}

static const char *name_of_leaf(wits_prover *p, const char *what, uint32_t number) {
    return pool_format(&p->pool, "%s%s%u", p->observer_prefix, what, (unsigned)number);
}

static bool plan_states(wits_prover *p, observer *o, plan *to) {
    to->states = pool_take(&p->pool, FIRST_QUESTION + o->question_count, sizeof *to->states);
    if (to->states == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < o->question_count; i++) {
        const question *q = &o->questions[i];
        builder *list = q->is_assumption ? &to->assuming : &to->judging;
        build_text(list, list->length > 0 ? "; " : "");
        build_text(list, to->fields[q->field].name);
        build_text(list, " = ");
        build_text(list, to->texts[i]);
        to->states[FIRST_QUESTION + i] =
            (wits_state_desc){.name = name_of_leaf(p, "question", i), .parent = WITS_ROOT, .done = to->texts[i]};
    }
    to->states[WITS_ROOT] = (wits_state_desc){.name = name_of_leaf(p, "root", 0)};
    to->states[LEAF_JUDGING] =
        (wits_state_desc){.name = name_of_leaf(p, "judging", 0), .parent = WITS_ROOT, .update = to->judging.text};
    to->states[LEAF_ASSUMING] =
        (wits_state_desc){.name = name_of_leaf(p, "assuming", 0), .parent = WITS_ROOT, .update = to->assuming.text};
    to->desc.states = to->states;
    to->desc.functions = p->world.functions;
    to->desc.function_count = p->about.desc->function_count;
    to->desc.events = p->about.desc->events;
    to->desc.event_count = p->about.desc->event_count;
    return !to->judging.failed && !to->assuming.failed && !p->pool.failed;
}

/// What the library finds wrong with a question.
static void note_problem(wits_prover *p, const observer *o, const plan *of, const wits_problem *problem) {
    const bool is_question = problem->table == WITS_TABLE_STATES && problem->row >= FIRST_QUESTION &&
                             problem->row < FIRST_QUESTION + o->question_count;
    if (!is_question) {
        return;  // the same again, in the list of all
    }
    const uint32_t number = problem->row - FIRST_QUESTION;
    const question *q = &o->questions[number];
    char text[700];
    wits_problem_text(problem, text, sizeof text);
    const char *said = strstr(text, "done: ");
    prover_note(p, q->property, q->text, origin_of(&of->readings[number], problem->offset), "%s",
                problem->code == WITS_PROBLEM_EXPRESSION ? problem->value
                : said != NULL                           ? said + strlen("done: ")
                                                         : text);
}

static bool compile(wits_prover *p, observer *o, plan *from) {
    wits_problem problems[MOST_PROBLEMS];
    wits_report report = {.problems = problems, .capacity = MOST_PROBLEMS};
    from->desc.state_count = FIRST_QUESTION + o->question_count;
    wits_brain_size(&from->desc, &report);
    for (uint32_t i = 0; i < report.count && i < MOST_PROBLEMS; i++) {
        note_problem(p, o, from, &problems[i]);
    }
    if (report.count > 0) {
        if (p->mistake_count == 0) {
            char text[700];
            wits_problem_text(&problems[0], text, sizeof text);
            prover_note(p, NULL, NULL, 0, "the properties cannot be asked: %s", text);
        }
        return false;
    }
    from->desc.state_count = FIRST_QUESTION;
    const size_t size = wits_brain_size(&from->desc, NULL);
    void *memory = pool_take(&p->pool, 1, size);
    o->brain = memory != NULL ? wits_brain_compile(&from->desc, memory, size, NULL) : NULL;
    return o->brain != NULL;
}

static unsigned char *agent_in(wits_prover *p, const observer *o, wits_state_id leaf) {
    unsigned char *agent = pool_take(&p->pool, 1, wits_agent_size(o->brain));
    const wits_frame frame = {.columns = o->columns, .functions = p->world.functions, .user = &p->world};
    if (agent != NULL) {
        wits_place(o->brain, agent, &frame, leaf);
    }
    return agent;
}

static bool make_columns(wits_prover *p, observer *o, const plan *from) {
    const uint32_t own = p->about.desc->field_count;
    wits_column *columns = pool_take(&p->pool, o->field_count, sizeof *columns);
    uint64_t *cells = pool_take(&p->pool, o->field_count, sizeof *cells);
    if (columns == NULL || cells == NULL) {
        return false;
    }
    for (uint32_t i = 0; i < o->field_count; i++) {
        columns[i] = i < own ? p->world.columns[i]
                             : (wits_column){.base = &cells[i], .stride = 8, .size = 8, .type = from->fields[i].type};
    }
    o->columns = columns;
    return true;
}

/// A text with the word `elapsed` for one of its names.
static char *with_elapsed(wits_prover *p, const char *text, const char *name) {
    const size_t length = strlen(name);
    builder to = {.text = NULL};
    while (*text != '\0') {
        const size_t own = name_length(text);
        const bool is_name = own == length && memcmp(text, name, length) == 0;
        build(&to, is_name ? "elapsed" : text, is_name ? strlen("elapsed") : own > 0 ? own : 1);
        text += own > 0 ? own : 1;
    }
    char *made = to.failed || to.text == NULL ? NULL : pool_text(&p->pool, to.text, to.length);
    p->pool.failed |= made == NULL;
    free(to.text);
    return made;
}

/// Up to where elapsed() of a state matters to a question: as it would to the brain, if that asked. The question
/// becomes what a leaf asks of its own clock, and the library says of that leaf up to where it matters.
static uint32_t clock_matters_to(wits_prover *p, plan *from, const word *asked, const char *text) {
    const wits_state_id leaf = FIRST_QUESTION;
    void *memory = NULL;
    const wits_brain *brain = NULL;
    const char *done = from->states[leaf].done;
    from->states[leaf].done = with_elapsed(p, text, from->fields[asked->field].name);
    from->desc.state_count = leaf + 1;
    const size_t size = from->states[leaf].done != NULL ? wits_brain_size(&from->desc, NULL) : 0;
    memory = size > 0 ? malloc(size) : NULL;
    brain = memory != NULL ? wits_brain_compile(&from->desc, memory, size, NULL) : NULL;
    const uint32_t ticks = brain != NULL ? wits_state_saturates_at(brain, leaf) : WITS_SATURATES_NEVER;
    p->pool.failed |= brain == NULL;
    free(memory);
    from->states[leaf].done = done;
    from->desc.state_count = FIRST_QUESTION;
    return ticks;
}

static void find_clocks(wits_prover *p, observer *o, plan *from) {
    for (uint32_t i = 0; i < o->word_count; i++) {
        const word *w = &o->words[i];
        for (uint32_t q = 0; w->kind == WORD_ELAPSED && q < o->question_count && !p->pool.failed; q++) {
            const uint32_t ticks = clock_matters_to(p, from, w, from->texts[q]);
            o->least[w->number] = ticks > o->least[w->number] ? ticks : o->least[w->number];
        }
    }
}

static void free_readings(const observer *o, plan *of) {
    for (uint32_t i = 0; i < o->question_count && of->readings != NULL; i++) {
        free(of->readings[i].to.text);
        free(of->readings[i].pieces);
    }
    free(of->judging.text);
    free(of->assuming.text);
}

bool observer_make(wits_prover *p, observer *o) {
    plan making = {.desc = {.state_count = 0}};
    bool fine = true;
    choose_prefix(p);
    making.texts = pool_take(&p->pool, o->question_count, sizeof *making.texts);
    making.readings = pool_take(&p->pool, o->question_count, sizeof *making.readings);
    o->least = pool_take(&p->pool, p->about.desc->state_count, sizeof *o->least);
    for (uint32_t i = 0; i < o->question_count && !p->pool.failed; i++) {
        const question *q = &o->questions[i];
        reading *r = &making.readings[i];
        *r = (reading){
            .p = p, .o = o, .property = q->property, .text = q->text, .is_assumption = q->is_assumption, .fine = true};
        rewrite(r);
        making.texts[i] = r->to.text;
        fine = fine && r->fine && !r->to.failed;
        o->has_assumptions |= q->is_assumption;
    }
    fine = fine && !p->pool.failed && plan_fields(p, o, &making) && plan_states(p, o, &making) &&
           compile(p, o, &making) && make_columns(p, o, &making);
    if (fine) {
        o->judging = agent_in(p, o, LEAF_JUDGING);
        o->assuming = agent_in(p, o, LEAF_ASSUMING);
        find_clocks(p, o, &making);
        fine = !p->pool.failed;
    }
    free_readings(o, &making);
    return fine;
}

uint32_t field_named(const wits_desc *desc, const char *name, size_t length) {
    for (uint32_t i = 0; i < desc->field_count; i++) {
        if (strlen(desc->fields[i].name) == length && memcmp(desc->fields[i].name, name, length) == 0) {
            return i;
        }
    }
    return STORE_NONE;
}

void observer_check_assumptions(wits_prover *p) {
    for (uint32_t i = 0; i < p->observer.question_count; i++) {
        const question *q = &p->observer.questions[i];
        const char *text = q->text->text;
        for (size_t at = 0; q->is_assumption && text[at] != '\0';) {
            const size_t length = name_length(text + at);
            const uint32_t field = length > 0 ? field_named(p->about.desc, text + at, length) : STORE_NONE;
            if (field != STORE_NONE && (at == 0 || text[at - 1] != '.') && p->model.is_own[field]) {
                prover_note(p, q->property, q->text, (uint32_t)at,
                            "an assumption is about what the host gives, and '%s' is the brain's own field",
                            p->about.desc->fields[field].name);
            }
            at += length > 0 ? length : 1;
        }
    }
}

// ---------------------------------------------------------------------------------------------------------------
// asking

static bool calls_it(const world *w, const word *asked) {
    for (uint32_t i = 0; i < w->list.count; i++) {
        const wits_action_record *record = &w->list.records[i];
        if (wits_action_function(w->brain, record->action) != asked->number) {
            continue;
        }
        wits_argument arguments[WITS_MAX_ARGUMENTS];
        char printed[1200] = "";
        if (asked->arguments == NULL) {
            return true;
        }
        const uint32_t count = wits_record_arguments(w->brain, &w->list, record, arguments);
        print_arguments(arguments, count, printed, sizeof printed);
        if (strcmp(printed, asked->arguments) == 0) {
            return true;
        }
    }
    return false;
}

/// The row of an option's target in the list; STORE_NONE if it has none that is there.
static uint32_t row_of_target(const world *w, wits_state_id option) {
    const uint32_t id = wits_target_of(w->brain, w->agent, option);
    const uint32_t kind = wits_state_target_kind(w->brain, option);
    return id != WITS_NO_TARGET ? targets_row(w, kind, id) : STORE_NONE;
}

static uint32_t answer_of(const world *w, const word *asked, uint32_t tick) {
    switch (asked->kind) {
    case WORD_IN:
        return wits_is_in(w->brain, w->agent, (wits_state_id)asked->number);
    case WORD_CALLS:
        return calls_it(w, asked);
    case WORD_RAISED:
        return w->events >> asked->number & 1;
    case WORD_PENDING:
        return wits_is_pending(w->brain, w->agent, asked->number);
    case WORD_ELAPSED:
        return wits_elapsed(w->brain, w->agent, (wits_state_id)asked->number, tick);
    case WORD_TARGET:
    case WORD_TARGET_FIELD:  // `present`
        return row_of_target(w, (wits_state_id)asked->number) != STORE_NONE;
    default:
        return wits_is_done(w->brain, w->agent, &w->frame, (wits_state_id)asked->number);
    }
}

/// Of nobody a float is NaN, and all else 0.
static void put_target_field(const wits_prover *p, const word *asked) {
    const world *w = &p->world;
    const wits_column *to = &p->observer.columns[asked->field];
    const uint32_t at = row_of_target(w, (wits_state_id)asked->number);
    if (at == STORE_NONE) {
        put_value(to->type, to->base, to->type == WITS_TYPE_FLOAT ? (double)NAN : 0.0);
        return;
    }
    const wits_column *from = &w->kinds[asked->target_kind].columns[asked->target_field];
    memcpy(to->base, (const unsigned char *)from->base + from->stride * at, sizeof(uint32_t));
}

static void put_answer(const wits_prover *p, const word *asked, uint32_t tick) {
    const wits_column *to = &p->observer.columns[asked->field];
    if (asked->kind == WORD_TARGET_FIELD && asked->target_field != WITS_NONE) {
        put_target_field(p, asked);
        return;
    }
    const uint32_t answer = answer_of(&p->world, asked, tick);
    const uint8_t holds = answer != 0;
    if (asked->kind == WORD_ELAPSED) {
        memcpy(to->base, &answer, sizeof answer);
    } else {
        memcpy(to->base, &holds, sizeof holds);
    }
}

static void update(wits_prover *p, unsigned char *agent) {
    const wits_frame frame = {.columns = p->observer.columns, .functions = p->world.functions, .user = &p->world};
    wits_update(p->observer.brain, agent, &frame);
}

void observer_words(wits_prover *p, uint32_t tick) {
    observer *o = &p->observer;
    for (uint32_t i = 0; i < o->word_count; i++) {
        const word_kind kind = o->words[i].kind;
        const bool is_of_agent = kind == WORD_IN || kind == WORD_PENDING || kind == WORD_ELAPSED;
        if (!is_of_agent || o->answered != p->world.notes) {
            put_answer(p, &o->words[i], tick);
        }
    }
    o->answered = p->world.notes;
}

void observer_look(wits_prover *p, uint32_t tick) {
    if (p->observer.brain != NULL) {  // else two brains are compared: nothing is asked
        observer_words(p, tick);
        update(p, p->observer.judging);
    }
}

void observer_assume(wits_prover *p) {
    for (uint32_t i = 0; i < p->observer.word_count; i++) {
        if (p->observer.words[i].kind == WORD_RAISED) {
            put_answer(p, &p->observer.words[i], 0);
        }
    }
    update(p, p->observer.assuming);
}

bool observer_answer(const wits_prover *p, uint32_t number) {
    return *(const unsigned char *)p->observer.columns[p->observer.questions[number].field].base != 0;
}
