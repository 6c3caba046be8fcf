// SPDX-License-Identifier: MIT
#include "core/compile/texts.h"
#include "expr/characters.h"
#include "expr/suggest.h"
#include "expr/targets.h"
#include "wits/tokens.h"

#include <string.h>

// --------------------------------------------------------------------------------------------------------------- spans

static text_span trim(text_span span) {
    while (span.length > 0 && is_blank(span.start[0])) {
        span.start++;
        span.length--;
    }
    while (span.length > 0 && is_blank(span.start[span.length - 1])) {
        span.length--;
    }
    return span;
}

text_span wits_core_text_trim(const char *text) {
    return trim((text_span){text, (uint32_t)strlen(text)});
}

uint32_t wits_core_text_name_length(text_span span) {
    return name_span(span.start, span.length);
}

static text_span after(text_span span, uint32_t length) {
    return (text_span){span.start + length, span.length - length};
}

// ------------------------------------------------------------------------------------------------------------- actions

/// Returns the length up to the next ';' outside quotes.
static uint32_t action_length(const char *text) {
    wits_token token = wits_token_next(text, SIZE_MAX, 0);
    while (token.kind != WITS_TOKEN_END && text[token.offset] != ';') {
        token = wits_token_next(text, SIZE_MAX, token.offset + token.length);
    }
    return (uint32_t)token.offset;
}

static action_word read_call(action_word word, text_span rest) {
    if (rest.length == 0) {
        word.kind = ACTION_CALL;
    } else if (rest.length >= 2 && rest.start[0] == '(' && rest.start[rest.length - 1] == ')') {
        word.kind = ACTION_CALL;
        word.operand = trim((text_span){rest.start + 1, rest.length - 2});
    }
    return word;
}

static action_word read_action(text_span whole) {
    action_word word = {.kind = ACTION_MALFORMED, .whole = whole};
    word.name = (text_span){whole.start, wits_core_text_name_length(whole)};
    if (word.name.length == 0) {
        return word;
    }
    text_span rest = trim(after(whole, word.name.length));
    if (name_is("raise", word.name.start, word.name.length) && wits_core_text_name_length(rest) > 0) {
        word.name = rest;
        word.kind = wits_core_text_name_length(rest) == rest.length ? ACTION_RAISE : ACTION_MALFORMED;
    } else if (rest.length > 0 && rest.start[0] == '=' && (rest.length == 1 || rest.start[1] != '=')) {
        word.operand = trim(after(rest, 1));
        word.kind = ACTION_ASSIGN;
    } else {
        word = read_call(word, rest);
    }
    return word;
}

action_word wits_core_action_word_next(const char **text) {
    while (is_blank(**text)) {
        ++*text;
    }
    if (**text == '\0') {
        return (action_word){.kind = ACTION_END, .whole = {*text, 0}};
    }
    uint32_t length = action_length(*text);
    action_word word = read_action(trim((text_span){*text, length}));
    bool separated = (*text)[length] == ';';
    *text += length + separated;
    while (is_blank(**text)) {
        ++*text;
    }
    if (separated && **text == '\0') {
        word.kind = ACTION_MALFORMED;  // nothing follows the ';'
    }
    return word;
}

// ------------------------------------------------------------------------------------------------------- texts of rows

static void add_text(desc_text *texts, uint32_t *count, desc_text text) {
    if (text.text != NULL) {
        texts[(*count)++] = text;
    }
}

uint32_t wits_core_desc_state_texts(const wits_desc *desc, uint32_t row, desc_text texts[MAX_ROW_TEXTS]) {
    const wits_state_desc *s = &desc->states[row];
    uint32_t count = 0;
    add_text(texts, &count,
             (desc_text){.kind = TEXT_SCORE, .text = s->score, .member = "score", .from = row, .any = false});
    add_text(texts, &count,
             (desc_text){.kind = TEXT_INT, .text = s->rank, .member = "rank", .from = row, .any = false});
    add_text(texts, &count,
             (desc_text){.kind = TEXT_ACTIONS, .text = s->enter, .member = "enter", .from = row, .any = false});
    add_text(texts, &count,
             (desc_text){.kind = TEXT_ACTIONS, .text = s->exit, .member = "exit", .from = row, .any = false});
    add_text(texts, &count,
             (desc_text){.kind = TEXT_ACTIONS, .text = s->update, .member = "update", .from = row, .any = false});
    add_text(texts, &count,
             (desc_text){.kind = TEXT_ACTIONS, .text = s->decide, .member = "decide", .from = row, .any = false});
    add_text(texts, &count,
             (desc_text){.kind = TEXT_ACTIONS, .text = s->retarget, .member = "retarget", .from = row, .any = false});
    add_text(texts, &count,
             (desc_text){.kind = TEXT_CONDITION, .text = s->done, .member = "done", .from = row, .any = false});
    return count;
}

static uint32_t known_state(const wits_desc *desc, uint32_t row) {
    return row < desc->state_count ? row : WITS_ROOT;
}

uint32_t wits_core_desc_transition_texts(const wits_desc *desc, uint32_t row, desc_text texts[MAX_ROW_TEXTS]) {
    const wits_transition_desc *t = &desc->transitions[row];
    uint32_t from = known_state(desc, t->from);
    uint32_t count = 0;
    add_text(
        texts, &count,
        (desc_text){
            .kind = TEXT_CONDITION, .text = t->when, .member = "when", .from = from, .any = t->any, .asks_done = true});
    add_text(texts, &count,
             (desc_text){.kind = TEXT_ACTIONS, .text = t->run, .member = "run", .from = from, .any = t->any});
    return count;
}

uint32_t wits_core_desc_step_texts(const wits_desc *desc, uint32_t row, desc_text texts[MAX_ROW_TEXTS]) {
    const wits_step_desc *s = &desc->steps[row];
    uint32_t from = known_state(desc, s->of);
    uint32_t count = 0;
    add_text(
        texts, &count,
        (desc_text){
            .kind = TEXT_CONDITION, .text = s->when, .member = "when", .from = from, .any = false, .asks_done = true});
    add_text(texts, &count,
             (desc_text){.kind = TEXT_ACTIONS, .text = s->run, .member = "run", .from = from, .any = false});
    return count;
}

uint32_t wits_core_desc_initial_texts(const wits_desc *desc, uint32_t row, desc_text texts[MAX_ROW_TEXTS]) {
    const wits_initial_desc *s = &desc->initials[row];
    uint32_t count = 0;
    add_text(texts, &count,
             (desc_text){.kind = TEXT_CONDITION, .text = s->when, .member = "when", .from = known_state(desc, s->of)});
    return count;
}

static expr_response response_of(const wits_consideration_desc *s) {
    return (expr_response){.is_ranged = wits_core_desc_has_range(s),
                           .wraps = s->outside == WITS_OUTSIDE_WRAP,
                           .low = s->low + 0.0f,  // converts -0 to 0
                           .high = s->high + 0.0f,
                           .has_on_nan = s->has_on_nan,
                           .on_nan = s->on_nan + 0.0f,
                           .curves = s->curves,
                           .curve_count = s->curve_count};
}

uint32_t wits_core_desc_consideration_texts(const wits_desc *desc, uint32_t row, expr_response *response,
                                            desc_text texts[MAX_CONSIDERATION_TEXTS]) {
    const wits_consideration_desc *s = &desc->considerations[row];
    uint32_t of = known_state(desc, s->of);
    uint32_t count = 0;
    *response = response_of(s);
    add_text(texts, &count,
             (desc_text){.kind = TEXT_GATE, .text = s->gate, .member = "gate", .from = of, .any = false});
    add_text(texts, &count,
             (desc_text){.kind = TEXT_INPUT, .text = s->input, .member = "input", .from = of, .response = response});
    return count;
}

// -------------------------------------------------------------------------------------------------------------- states

static uint32_t row_called(const text_scope *scope, uint32_t around, const char *name, uint32_t length) {
    const wits_desc *desc = scope->desc;
    if (scope->index != NULL) {
        return scope->index->find_child(scope->index->user, around, name, length);
    }
    for (uint32_t row = around + 1; row < desc->state_count && desc->states[row].parent >= around; row++) {
        const wits_state_desc *s = &desc->states[row];
        if (s->parent == around && s->name != NULL && name_is(s->name, name, length)) {
            return row;
        }
    }
    return WITS_NONE;
}

static uint32_t row_at_path(const text_scope *scope, const char *name, uint32_t length) {
    uint32_t row = WITS_ROOT;
    uint32_t start = name[0] == '/' ? 1 : 0;
    while (row != WITS_NONE) {  // each iteration takes a name off the path
        uint32_t end = start;
        while (end < length && name[end] != '/') {
            end++;
        }
        row = row_called(scope, row, name + start, end - start);
        if (end == length) {
            break;
        }
        start = end + 1;
    }
    return row;
}

static uint32_t find_unique(const text_scope *scope, const char *name, uint32_t length, bool *ambiguous) {
    const wits_desc *desc = scope->desc;
    if (scope->index != NULL) {
        return scope->index->find_unique(scope->index->user, name, length, ambiguous);
    }
    uint32_t found = WITS_NONE;
    for (uint32_t row = 1; row < desc->state_count; row++) {
        if (desc->states[row].name != NULL && name_is(desc->states[row].name, name, length)) {
            *ambiguous = found != WITS_NONE;
            if (*ambiguous) {
                return WITS_NONE;
            }
            found = row;
        }
    }
    return found;
}

uint32_t wits_core_desc_find_destination(const text_scope *scope, const char *name, uint32_t length, bool *ambiguous) {
    *ambiguous = false;
    if (length == 0) {
        return WITS_NONE;
    }
    if (memchr(name, '/', length) != NULL) {
        return row_at_path(scope, name, length);
    }
    bool is_inside = scope->any || scope->from == WITS_ROOT;
    uint32_t around = is_inside ? scope->from : scope->desc->states[scope->from].parent;
    uint32_t found = row_called(scope, around, name, length);
    if (found == WITS_NONE) {
        found = row_called(scope, WITS_ROOT, name, length);
    }
    return found != WITS_NONE ? found : find_unique(scope, name, length, ambiguous);
}

// -------------------------------------------------------------------------------------------------------------- scopes

static bool scope_field(void *user, const char *name, uint32_t length, expr_named_field *found) {
    const wits_desc *desc = ((text_scope *)user)->desc;
    uint32_t row = wits_core_desc_find_field(desc, name, length);
    if (row == WITS_NONE) {
        return false;
    }
    wits_type type = desc->fields[row].type;
    bool known = type != WITS_TYPE_DEFAULT && (uint32_t)type <= WITS_TYPE_FLOAT;  // otherwise it is reported elsewhere
    *found = (expr_named_field){.number = row, .type = known ? type : WITS_TYPE_FLOAT, .list = row};
    return true;
}

static expr_type type_of_kind(wits_argument_kind kind) {
    switch (kind) {
    case WITS_ARGUMENT_INT:
        return EXPR_INT;
    case WITS_ARGUMENT_BOOL:
        return EXPR_BOOL;
    case WITS_ARGUMENT_ENUM:
        return EXPR_ENUM;
    case WITS_ARGUMENT_TEXT:
        return EXPR_TEXT;
    default:  // other types are reported elsewhere
        return EXPR_FLOAT;
    }
}

static expr_parameter parameter_of(const wits_desc *desc, uint32_t function, uint32_t index) {
    const wits_parameter *from = &desc->functions[function].parameters[index];
    const uint32_t list = desc->field_count + function * WITS_MAX_ARGUMENTS + index;
    return (expr_parameter){type_of_kind(from->kind), from->values == NULL ? EXPR_ANY_LIST : list};
}

static bool scope_function(void *user, const char *name, uint32_t length, expr_named_function *found) {
    const wits_desc *desc = ((text_scope *)user)->desc;
    uint32_t row = wits_core_desc_find_function(desc, name, length);
    if (row == WITS_NONE) {
        return false;
    }
    const wits_function *function = &desc->functions[row];
    uint32_t kind = wits_core_function_kind(function);
    *found = (expr_named_function){.number = row,
                                   .kind = kind == WITS_FUNCTION_CONDITION ? EXPR_FUNCTION_CONDITION
                                           : kind == WITS_FUNCTION_SCORE   ? EXPR_FUNCTION_SCORE
                                           : kind == WITS_FUNCTION_ACTION  ? EXPR_FUNCTION_ACTION
                                                                           : EXPR_FUNCTION_OTHER,
                                   .is_declared = wits_core_parameters_are_declared(function),
                                   .parameter_count = wits_core_parameter_count(function)};
    for (uint32_t i = 0; i < found->parameter_count; i++) {
        found->parameters[i] = parameter_of(desc, row, i);
    }
    return true;
}

static void set_text(char *to, size_t size, const char *text) {
    size_t length = strlen(text) < size - 1 ? strlen(text) : size - 1;
    memcpy(to, text, length);
    to[length] = '\0';
}

static uint32_t scope_state(void *user, const char *name, uint32_t length, expr_problem *problem) {
    const text_scope *scope = user;
    bool ambiguous;
    if (scope->is_anywhere) {
        return WITS_ROOT;
    }
    uint32_t row = wits_core_desc_find_destination(scope, name, length, &ambiguous);
    if (ambiguous) {
        set_text(problem->text, sizeof problem->text, "more than one state has this name; write its path");
    }
    return row == WITS_NONE ? EXPR_NONE : row;
}

/// `done`, the only name that queries a state. It is not reserved.
static bool is_done(const char *name, uint32_t length) {
    return name_is("done", name, length);
}

static uint32_t scope_question(void *user, const char *name, uint32_t length) {
    const text_scope *scope = user;
    if (scope->is_anywhere && is_done(name, length)) {
        return QUESTION_DONE | WITS_ROOT;
    }
    if (!scope->asks_done || !is_done(name, length)) {
        return EXPR_NONE;
    }
    if (scope->any) {
        return wits_core_desc_has_child_that_can_finish(scope->desc, scope->from)
                   ? QUESTION_DONE | QUESTION_OF_CHILD | scope->from
                   : EXPR_NONE;
    }
    return wits_core_desc_can_finish(scope->desc, scope->from) ? QUESTION_DONE | scope->from : EXPR_NONE;
}

/// Explains why `done` is not allowed here.
static const char *done_elsewhere(const text_scope *scope) {
    if (!scope->asks_done) {
        return "only allowed in the 'when' of a transition or step";
    }
    return scope->any ? "about the active child, and none can finish; give one lasts, done or a final child"
                      : "about the source, which cannot finish; give it lasts, done or a final child";
}

static expr_list list_of(bool is_enum, const char *const *values, uint32_t count) {
    const bool has_list = is_enum && values != NULL && count <= WITS_MAX_ENUM_VALUES;
    return (expr_list){values, has_list ? count : 0};
}

/// Number of fields for enum lists: as many for each kind as it may have.
static uint32_t first_target_list(const wits_desc *desc) {
    return desc->field_count + desc->function_count * WITS_MAX_ARGUMENTS;
}

static expr_list target_list(const wits_desc *desc, uint32_t number) {
    const uint32_t kind = number / WITS_MAX_TARGET_FIELDS, field = number % WITS_MAX_TARGET_FIELDS;
    if (kind >= desc->target_count || field >= desc->targets[kind].field_count) {
        return (expr_list){NULL, 0};
    }
    const wits_target_field_desc *from = &desc->targets[kind].fields[field];
    return list_of(from->type == WITS_TYPE_ENUM, from->values, from->value_count);
}

expr_list wits_core_desc_list(const wits_desc *desc, uint32_t number) {
    if (number >= first_target_list(desc)) {
        return target_list(desc, number - first_target_list(desc));
    }
    if (number >= desc->field_count) {
        return wits_core_parameter_list(desc, number - desc->field_count);
    }
    const wits_field_desc *field = &desc->fields[number];
    return list_of(field->type == WITS_TYPE_ENUM, field->values, field->value_count);
}

static expr_list scope_list(void *user, uint32_t number) {
    return wits_core_desc_list(((text_scope *)user)->desc, number);
}

expr_list wits_core_parameter_list(const wits_desc *desc, uint32_t number) {
    const wits_function *function = &desc->functions[number / WITS_MAX_ARGUMENTS];
    const wits_parameter *from = &function->parameters[number % WITS_MAX_ARGUMENTS];
    return list_of(from->kind == WITS_ARGUMENT_ENUM, from->values, from->value_count);
}

/// Counts lists: of the fields; if functions declare enums, also of all parameters; with targets, of all.
static uint32_t scope_list_count(const wits_desc *desc) {
    if (desc->target_count != 0) {
        return first_target_list(desc) + desc->target_count * WITS_MAX_TARGET_FIELDS;
    }
    for (uint32_t row = 0; row < desc->function_count * WITS_MAX_ARGUMENTS; row++) {
        if (wits_core_parameter_list(desc, row).count != 0) {
            return desc->field_count + desc->function_count * WITS_MAX_ARGUMENTS;
        }
    }
    return desc->field_count;
}

static uint32_t scope_place_text(void *user, const char *text, uint32_t length) {
    text_scope *scope = user;
    const uint32_t at = scope->text_at;
    if (scope->block != NULL) {
        memcpy(scope->block + at, text, length);  // the memory is reserved and zeroed
    }
    scope->text_at += length + 1;
    return at;
}

// ------------------------------------------------------------------------------------------------------------- targets

static bool has_kind(const wits_desc *desc, uint32_t row, uint32_t kind) {
    return wits_core_desc_target(desc, row) == kind;
}

/// Returns whether an option around a state, or the state itself, has that kind of target.
static bool is_kind_around(const wits_desc *desc, uint32_t row, uint32_t kind) {
    for (uint32_t level = 0; level <= WITS_MAX_DEPTH && row < desc->state_count; level++) {
        if (has_kind(desc, row, kind)) {
            return true;
        }
        row = row == WITS_ROOT ? desc->state_count : desc->states[row].parent;
    }
    return false;
}

/// Returns whether the text can read this kind. In an `any` transition, one of the possible source children must have
/// it.
static bool is_kind_readable(const text_scope *scope, uint32_t kind) {
    const wits_desc *desc = scope->desc;
    bool readable = is_kind_around(desc, scope->from, kind);
    for (uint32_t row = scope->from + 1; scope->any && !readable && row < desc->state_count; row++) {
        readable = desc->states[row].parent == scope->from && has_kind(desc, row, kind);
    }
    return readable;
}

static void add_name(expr_named_target *found, const char *separator, const char *name) {
    const size_t used = strlen(found->text);
    if (used + strlen(separator) + strlen(name) + 4 < sizeof found->text) {
        memcpy(found->text + used, separator, strlen(separator));
        memcpy(found->text + used + strlen(separator), name, strlen(name) + 1);
    } else if (used + 5 < sizeof found->text && found->text[used - 1] != '.') {
        memcpy(found->text + used, " ...", 5);
    }
}

/// The options with this kind.
static void say_options(const wits_desc *desc, uint32_t kind, expr_named_target *found) {
    for (uint32_t row = 1; row < desc->state_count; row++) {
        if (has_kind(desc, row, kind) && desc->states[row].name != NULL) {
            add_name(found, found->text[0] == '\0' ? "" : ", ", desc->states[row].name);
        }
    }
    if (found->text[0] == '\0') {
        add_name(found, "", "options with this target, but there are none");
    }
}

static void say_fields(const wits_target_desc *kind, expr_named_target *found) {
    for (uint32_t i = 0; i < kind->field_count; i++) {
        if (kind->fields[i].name != NULL) {
            add_name(found, found->text[0] == '\0' ? "" : ", ", kind->fields[i].name);
        }
    }
    add_name(found, found->text[0] == '\0' ? "" : " and ", "present");
}

/// The nearest field name.
static void say_near(const wits_target_desc *kind, const char *name, uint32_t length, expr_named_target *found) {
    suggestion s = wits_expr_suggestion_for(name, length);
    for (uint32_t i = 0; i < kind->field_count; i++) {
        const char *other = kind->fields[i].name;
        wits_expr_suggestion_offer(&s, other != NULL ? other : "", other != NULL ? (uint32_t)strlen(other) : 0);
    }
    wits_expr_suggestion_offer(&s, "present", (uint32_t)strlen("present"));
    const size_t used = strlen(found->text);
    if (s.best != NULL && used + s.best_length + 24 < sizeof found->text) {
        memcpy(found->text + used, "; did you mean '", 16);
        memcpy(found->text + used + 16, s.best, s.best_length);
        memcpy(found->text + used + 16 + s.best_length, "'?", 3);
    }
}

static uint32_t find_target_field(const wits_target_desc *kind, const char *name, uint32_t length) {
    for (uint32_t i = 0; i < kind->field_count; i++) {
        if (kind->fields[i].name != NULL && name_is(kind->fields[i].name, name, length)) {
            return i;
        }
    }
    return name_is("present", name, length) ? (uint32_t)EXPR_TARGET_PRESENT : (uint32_t)WITS_NONE;
}

static expr_target_answer scope_target(void *user, const char *name, uint32_t length, const char *field_name,
                                       uint32_t field_length, expr_named_target *found) {
    const text_scope *scope = user;
    const wits_desc *desc = scope->desc;
    const uint32_t kind = wits_core_desc_find_target(desc, name, length);
    if (kind == WITS_NONE) {
        return EXPR_TARGET_NO_KIND;
    }
    const uint32_t field = find_target_field(&desc->targets[kind], field_name, field_length);
    if (field == WITS_NONE) {
        say_fields(&desc->targets[kind], found);
        say_near(&desc->targets[kind], field_name, field_length, found);
        return EXPR_TARGET_NO_FIELD;
    }
    if (!scope->is_anywhere && !is_kind_readable(scope, kind)) {
        say_options(desc, kind, found);
        return EXPR_TARGET_ELSEWHERE;
    }
    expr_target_field of = {.kind = kind, .field = field, .type = WITS_TYPE_BOOL};
    if (field != EXPR_TARGET_PRESENT) {
        const wits_target_field_desc *from = &desc->targets[kind].fields[field];
        const bool known = from->type != WITS_TYPE_DEFAULT && (uint32_t)from->type <= WITS_TYPE_FLOAT;
        of.type = known ? from->type : WITS_TYPE_FLOAT;  // otherwise it is reported elsewhere
        of.own = from->own;
        found->list = first_target_list(desc) + kind * WITS_MAX_TARGET_FIELDS + field;
    }
    found->type = of.type;
    found->number = target_field_number(of);
    return EXPR_TARGET_FOUND;
}

// -------------------------------------------------------------------------------------------------------------- names

static const char *scope_field_name(void *user, uint32_t row) {
    const wits_desc *desc = ((text_scope *)user)->desc;
    return row < desc->field_count ? desc->fields[row].name : NULL;
}

static const char *scope_function_name(void *user, uint32_t row) {
    const wits_desc *desc = ((text_scope *)user)->desc;
    return row < desc->function_count ? desc->functions[row].name : NULL;
}

static const char *scope_target_name(void *user, uint32_t row) {
    const wits_desc *desc = ((text_scope *)user)->desc;
    return row < desc->target_count ? desc->targets[row].name : NULL;
}

static const char *scope_name_elsewhere(void *user, const char *name, uint32_t length) {
    const text_scope *scope = user;
    bool is_ambiguous;
    if (is_done(name, length)) {
        return done_elsewhere(user);
    }
    if (wits_core_desc_find_target(scope->desc, name, length) != WITS_NONE) {
        return "a kind of targets, which has no value; write one of its fields, or 'present'";
    }
    const bool is_event = wits_core_desc_find_event(scope->desc, name, length) != WITS_NONE;
    const bool is_state =
        wits_core_desc_find_destination(scope, name, length, &is_ambiguous) != WITS_NONE || is_ambiguous;
    return is_event && is_state ? "an event and a state; write event: $, or in($)"
           : is_event           ? "an event and has no value; write event: $"
           : is_state           ? "a state; write in($)"
                                : NULL;
}

expr_scope wits_core_text_expr_scope(text_scope *scope, uint32_t first_place) {
    return (expr_scope){.user = scope,
                        .find_field = scope_field,
                        .find_function = scope_function,
                        .find_state = scope_state,
                        .find_target = scope_target,
                        .find_question = scope_question,
                        .list_at = scope_list,
                        .list_count = scope_list_count(scope->desc),
                        .field_name_at = scope_field_name,
                        .function_name_at = scope_function_name,
                        .target_name_at = scope_target_name,
                        .name_elsewhere = scope_name_elsewhere,
                        .first_place = first_place,
                        .place_text = scope_place_text};
}

uint32_t wits_core_text_function(const wits_desc *desc, text_span span, bool *unknown) {
    *unknown = false;
    if (span.length == 0 || wits_core_text_name_length(span) != span.length) {
        return WITS_NONE;
    }
    uint32_t row = wits_core_desc_find_function(desc, span.start, span.length);
    *unknown = row == WITS_NONE && !is_done(span.start, span.length) &&
               wits_core_desc_find_field(desc, span.start, span.length) == WITS_NONE &&
               !wits_expr_is_reserved(span.start, span.length);
    return row;
}

expr_want wits_core_text_want(const desc_text *text) {
    switch (text->kind) {
    case TEXT_CONDITION:
        return (expr_want){.kind = EXPR_WANT_CONDITION};
    case TEXT_INT:
        return (expr_want){.kind = EXPR_WANT_FIELD, .type = WITS_TYPE_INT};
    case TEXT_GATE:
        return (expr_want){.kind = EXPR_WANT_CONDITION, .is_part = true};
    case TEXT_INPUT:
        return (expr_want){.kind = EXPR_WANT_SHAPED, .response = text->response, .is_part = true};
    default:
        return (expr_want){.kind = EXPR_WANT_NUMBER};
    }
}

text_span wits_core_text_input(const wits_desc *desc, text_span span, char room[WITS_MAX_NAME + 2]) {
    bool unknown;
    if (span.length > WITS_MAX_NAME || wits_core_text_function(desc, span, &unknown) == WITS_NONE) {
        return span;
    }
    memcpy(room, span.start, span.length);
    memcpy(room + span.length, "()", 2);
    return (text_span){room, span.length + 2};
}

expr_want wits_core_text_want_field(const wits_desc *desc, uint32_t field) {
    return (expr_want){.kind = EXPR_WANT_FIELD, .type = desc->fields[field].type, .list = field};
}

bool wits_core_text_measure(text_scope *scope, text_span span, expr_want want, expr_program *header,
                            expr_problem *problem) {
    expr_scope names = wits_core_text_expr_scope(scope, 0);
    return wits_expr_compile(&names, span.start, span.length, want, header, 0, problem);
}

// ----------------------------------------------------------------------------------------------------------- arguments

uint32_t wits_core_text_room(text_span span, bool is_action) {
    uint32_t room = is_action ? span.length : 0;
    for (uint32_t i = 0; !is_action && i < span.length; i++) {
        const char quote = span.start[i];
        if (quote != '"' && quote != '\'') {
            continue;
        }
        const uint32_t first = ++i;
        while (i < span.length && span.start[i] != quote) {
            i++;
        }
        room += i - first + 1;
    }
    return room;
}
