// SPDX-License-Identifier: MIT
// Compiles properties to a brain: the same fields and functions, one more field for each word that only properties have
// (`in(combat)`), and one for each answer. So the library itself parses and evaluates them. One of its agents is
// updated after a tick and writes the answers; another does so with assumptions before a tick.
#include "prove/reading.h"
#include "wits/situations.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LEAF_JUDGING = 1, LEAF_ASSUMING = 2, FIRST_QUESTION = 3, MOST_PROBLEMS = 16 };

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

/// Parts of the observer's brain.
typedef struct plan {
    wits_desc desc;
    wits_field_desc *fields;
    wits_state_desc *states;
    char **texts;  ///< texts of the questions
    builder judging, assuming;
    reading *readings;
} plan;

static void add_field(plan *to, const char *name, wits_type type) {
    to->fields[to->desc.field_count++] = (wits_field_desc){.name = name, .type = type};
}

/// Returns the field for a word: a bool, a number, or the type of a target field.
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
        prover_note(p, NULL, NULL, 0, "the brain and the terms of its properties need %zu fields, more than %d", count,
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
    return !to->judging.failed && !to->assuming.failed && !p->pool.failed;
}

/// Cuts a list of fields before those of the observer, which come last.
static void hide_own_fields(const wits_prover *p, char *message) {
    static const char begin[] = "; the fields are";
    char *list = strstr(message, begin);
    char first[sizeof p->observer_prefix + 1];
    snprintf(first, sizeof first, " %s", p->observer_prefix);
    char *own = list != NULL ? strstr(list, first) : NULL;
    if (own != NULL) {
        *(own == list + strlen(begin) ? list : own - 1) = '\0';  // without the comma
    }
}

/// Notes a problem that the library reports about a question.
static void note_problem(wits_prover *p, const observer *o, const plan *of, const wits_problem *problem) {
    const bool is_question = problem->table == WITS_TABLE_STATES && problem->row >= FIRST_QUESTION &&
                             problem->row < FIRST_QUESTION + o->question_count;
    if (!is_question) {
        return;  // the problem is already in the list
    }
    const uint32_t number = problem->row - FIRST_QUESTION;
    const question *q = &o->questions[number];
    char text[700];
    wits_problem_text(problem, text, sizeof text);
    const char *said = strstr(text, "done: ");
    char shown[sizeof text];
    snprintf(shown, sizeof shown, "%s",
             problem->code == WITS_PROBLEM_EXPRESSION ? problem->value
             : said != NULL                           ? said + strlen("done: ")
                                                      : text);
    hide_own_fields(p, shown);
    const uint32_t origin = reading_origin(&of->readings[number], problem->offset);
    prover_note(p, q->property, q->text, origin, "%s", reading_fault(&of->readings[number], origin, shown));
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
            prover_note(p, NULL, NULL, 0, "the properties cannot be evaluated: %s", text);
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
        wits_set_state(o->brain, agent, &frame, leaf);
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

/// Replaces a name in a text by the word `elapsed`.
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

/// Computes the number of ticks up to which elapsed() of a state matters to a question, with the rule for brains: the
/// question becomes one of a leaf about its own clock, and the library computes the limit for that leaf.
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
        reading_rewrite(r);
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

bool next_statement(const wits_desc *desc, const char *text, size_t from, statement *found) {
    wits_token token = wits_token_next(text, SIZE_MAX, from);
    const wits_token sign = wits_token_next(text, SIZE_MAX, token.offset + token.length);
    const bool is_assignment = token.name > 0 && text[sign.offset] == '=' && sign.length == 1;
    *found = (statement){token.offset, token.offset,
                         is_assignment ? field_named(desc, text + token.offset, token.name) : STORE_NONE};
    if (token.kind == WITS_TOKEN_END) {
        return false;
    }
    while (token.kind != WITS_TOKEN_END && text[token.offset] != ';') {
        token = wits_token_next(text, SIZE_MAX, token.offset + token.length);
    }
    found->end = token.offset;
    return true;
}

uint32_t next_field_named(const wits_desc *desc, const char *text, size_t *at) {
    wits_token token = wits_token_next(text, SIZE_MAX, *at);
    for (; token.kind != WITS_TOKEN_END; token = wits_token_next(text, SIZE_MAX, token.offset + token.length)) {
        const bool is_name = token.name > 0 && (token.offset == 0 || text[token.offset - 1] != '.');
        const uint32_t field = is_name ? field_named(desc, text + token.offset, token.name) : STORE_NONE;
        if (field != STORE_NONE) {
            *at = token.offset;
            return field;
        }
    }
    return STORE_NONE;
}

void observer_check_assumptions(wits_prover *p) {
    for (uint32_t i = 0; i < p->observer.question_count; i++) {
        const question *q = &p->observer.questions[i];
        const wits_desc *desc = p->about.desc;
        size_t at = 0;
        uint32_t field = q->is_assumption ? next_field_named(desc, q->text->text, &at) : STORE_NONE;
        for (; field != STORE_NONE; field = next_field_named(desc, q->text->text, &at)) {
            const char *name = desc->fields[field].name;
            if (p->model.is_own[field]) {
                prover_note(p, q->property, q->text, (uint32_t)at,
                            "an assumption is about inputs, but '%s' is a field of the brain", name);
            }
            at += strlen(name);
        }
    }
}

// ---------------------------------------------------------------------------------------------------------- evaluation

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

/// The row of an option's target in the list; STORE_NONE if it has none in the list.
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

/// Sets a target field. Without a target, a float is NaN, and everything else 0.
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
    if (p->observer.brain != NULL) {  // else two brains are compared, without questions
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
