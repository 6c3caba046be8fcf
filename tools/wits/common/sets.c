// SPDX-License-Identifier: MIT
// Each expression becomes the `update` action of a state of its own, in a brain built only for evaluation. That brain
// has the same fields, functions, events and state names, but no rules. It reserves as many random streams as the
// original brain has. So the library evaluates the expressions, and their `random` uses streams after those of the
// brain, as docs/brain-files.md says.
#include "common/sets.h"
#include "common/lookup.h"

#include "common/tokens.h"
#include "prove/answers.h"
#include "wits/expression.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/// One NAME=EXPRESSION.
typedef struct setting {
    const char *given;
    char *name;
    const char *expression;
    bool is_function, is_event;
    text arguments;  ///< arguments of the calls that it sets; empty: all calls
    uint32_t row;    ///< row of the field, function or event
    uint32_t field;  ///< the field that receives the value
    char *own_name;  ///< name of its state, and of its field if it sets a function or event
    wits_state_id state;
    text action;   ///< "field = expression"
    text problem;  ///< the first error, or empty
} setting;

typedef struct setter {
    const char *command;
    const char *option;
    const char *joint;
    const wits_desc *desc;
    const wits_brain *brain;
    bool takes_events;
    size_t again_from;  ///< settings from here on are also in one state together; `count`: none are
    wits_state_id again_state;
    text again, again_name;
    setting *settings;
    size_t count;
    const wits_promise *field_promises, *function_promises;
    wits_field_desc *fields;  ///< fields of the brain, then one for each function that is set
    uint32_t field_count;
    wits_state_desc *states;
    uint32_t state_count;
    text prefix;  ///< names with this prefix are not in the brain
    text randoms;
} setter;

// --------------------------------------------------------------------------------------------------------------- names

static void note_unknown(const setter *s, setting *one) {
    const wits_desc *desc = s->desc;
    guess found = guess_at(one->name);
    if (one->is_function && one->row < desc->function_count) {
        text_format(&one->problem, "'%s()' is an action, which has no result", one->name);
        return;
    }
    for (uint32_t row = 0; row < (one->is_function ? desc->function_count : desc->field_count); row++) {
        guess_offer(&found, one->is_function ? desc->functions[row].name : desc->fields[row].name);
    }
    text_add(&one->problem, one->is_function ? "unknown condition or score " : "unknown field ");
    text_quoted(&one->problem, one->name, one->is_function ? "()" : "");
    if (!one->is_function && wits_find_event(s->brain, one->name) != WITS_NONE) {
        text_add(&one->problem, "; it is an event, which only inputs can raise");
    } else {
        text_guess(&one->problem, &found, one->is_function ? "()" : "");
    }
}

static bool find_function(const wits_desc *desc, setting *one) {
    for (one->row = 0; one->row < desc->function_count; one->row++) {
        const wits_function *function = &desc->functions[one->row];
        if (strcmp(function->name, one->name) == 0) {
            return function->condition != NULL || function->score != NULL;
        }
    }
    return false;
}

/// Returns the first '=' outside quotes, or null.
static const char *equals_of(const char *given) {
    wits_token sign = wits_token_next(given, SIZE_MAX, 0);
    while (sign.kind != WITS_TOKEN_END && given[sign.offset] != '=') {
        sign = wits_token_next(given, SIZE_MAX, sign.offset + sign.length);
    }
    return sign.kind != WITS_TOKEN_END ? given + sign.offset : NULL;
}

static void read_setting(const setter *s, const char *given, setting *one) {
    const char *equals = equals_of(given);
    *one = (setting){.given = given, .row = WITS_NONE};
    if (equals == NULL) {
        text_add(&one->problem, "expected NAME=EXPRESSION");
        return;
    }
    span name = span_trim((span){given, (size_t)(equals - given)});
    const char *open = memchr(name.start, '(', name.length);
    one->is_function = open != NULL && open > name.start && name.start[name.length - 1] == ')';
    if (one->is_function) {
        const span written = span_trim((span){open + 1, name.length - (size_t)(open - name.start) - 2});
        name.length = (size_t)(open - name.start);
        if (written.length > 0 && !text_given_arguments(&one->arguments, written)) {
            text_add(&one->problem,
                     "an argument must be a number, a text in quotes, true, false or the name of an enum's value");
            return;
        }
    }
    one->name = allocate(name.length + 1, 1);
    memcpy(one->name, name.start, name.length);
    one->expression = equals + 1;
    one->row = find_field(s->desc, one->name);
    if (!one->is_function && one->row == WITS_NONE && s->takes_events) {
        one->row = wits_find_event(s->brain, one->name);
        one->is_event = one->row != WITS_NONE;
    }
    const bool found = one->is_function ? find_function(s->desc, one) : one->row != WITS_NONE;
    if (!found) {
        note_unknown(s, one);
        one->row = WITS_NONE;
    } else if (one->arguments.length > 0 &&
               !text_call_fits(s->brain, one->row, text_of(&one->arguments), &one->problem)) {
        one->row = WITS_NONE;
    } else if (strpbrk(one->expression, ";\"'") != NULL) {
        text_add(&one->problem, "an expression must not contain ';' or quotes");
    }
}

// -------------------------------------------------------------------------------------------------------------- tables

static bool has_prefix(const char *name, const text *prefix) {
    return strncmp(name, text_of(prefix), prefix->length) == 0;
}

static void choose_prefix(setter *s) {
    const wits_desc *desc = s->desc;
    bool taken = true;
    text_add(&s->prefix, "set");
    while (taken) {  // at most once for each character of a name
        text_add(&s->prefix, "_");
        taken = false;
        for (uint32_t row = 0; row < desc->state_count; row++) {
            taken = taken || has_prefix(desc->states[row].name, &s->prefix);
        }
        for (uint32_t row = 0; row < desc->field_count; row++) {
            taken = taken || has_prefix(desc->fields[row].name, &s->prefix);
        }
    }
}

static wits_state_id add_state(setter *s, wits_state_desc state) {
    s->states[s->state_count] = state;
    return (wits_state_id)s->state_count++;
}

/// Reserves `places` random streams with a utility that has one option: the utility uses one, the `random`s in the
/// score of the option use the others.
static void add_places(setter *s, uint32_t places) {
    if (places == 0) {
        return;
    }
    for (uint32_t i = 1; i < places; i++) {
        text_add(&s->randoms, i == 1 ? "random" : " + random");
    }
    const char *name = text_of(&s->prefix);
    const char *score = places > 1 ? text_of(&s->randoms) : "0";
    wits_state_id around = add_state(s, (wits_state_desc){.name = name, .kind = WITS_KIND_UTILITY});
    add_state(s, (wits_state_desc){.name = name, .parent = around, .score = score});
}

static bool is_word_of(const char *given, const char *const *words) {
    while (*words != NULL && strcmp(*words, given) != 0) {
        words++;
    }
    return *words != NULL;
}

static const wits_promise *promise_of(const setter *s, const setting *one) {
    const wits_promise *rows = one->is_event ? NULL : one->is_function ? s->function_promises : s->field_promises;
    return rows != NULL && rows[one->row].has_range ? &rows[one->row] : NULL;
}

/// Returns whether a literal number is out of the range of its field.
static bool is_outside(const setter *s, const setting *one, const char *expression, text *problem) {
    const wits_field_desc *field = &s->fields[one->field];
    double value = 0.0;
    text ignored = {0};
    const bool is_value =
        promise_of(s, one) != NULL && field_is_number(field) && read_value(field, expression, &value, &ignored);
    text_free(&ignored);
    return is_value && !check_range(promise_of(s, one), field, value, problem);
}

static bool is_int_literal(const char *expression) {
    expression += expression[0] == '-';
    return expression[0] != '\0' && expression[strspn(expression, "0123456789")] == '\0';
}

static bool is_number_literal(const char *expression, double *value) {
    char *end;
    *value = strtod(expression, &end);
    return end != expression && *end == '\0';
}

/// Evaluates an expression that has the same value for all fields and random numbers. The value may be NaN.
static bool evaluate_constant(const setter *s, const char *expression, double *value) {
    const size_t size = wits_expression_size(s->desc, expression, WITS_EXPRESSION_NUMBER, NULL);
    if (size == 0) {
        return false;
    }
    void *memory = allocate(1, size);
    const wits_bounds bounds = wits_expression_bounds(
        wits_expression_compile(s->desc, expression, WITS_EXPRESSION_NUMBER, memory, size), NULL);
    free(memory);
    const bool is_nan = bounds.may_be_nan && bounds.low > bounds.high;
    *value = is_nan ? (double)NAN : bounds.low;
    return is_nan || (!bounds.may_be_nan && bounds.low == bounds.high);
}

/// Checks a constant for an int field. Assignments in brains truncate and wrap, but here this would be a mistake.
static bool is_int_value(const setter *s, const wits_field_desc *field, const char *expression, text *problem) {
    double value;
    if (is_int_literal(expression)) {
        return read_value(field, expression, &value, problem);
    }
    const bool is_literal = is_number_literal(expression, &value);
    const wits_bounds all = wits_field_bounds(field);
    if ((!is_literal && !evaluate_constant(s, expression, &value)) ||
        (value == floor(value) && value >= (double)(float)all.low && value <= (double)(float)all.high)) {
        return true;
    }
    text_format(problem, "must be a whole number from %.0f to %.0f, not '%s'", all.low, all.high, expression);
    if (!is_literal) {
        text_add(problem, ", which is ");
        text_value(problem, &(wits_field_desc){.type = WITS_TYPE_FLOAT}, value, false);
    }
    return false;
}

/// Refuses constants that the field cannot hold, the bools of other languages, and numbers out of the field's range.
static void check_constant(const setter *s, setting *one, const char *expression) {
    static const char *const bools[] = {"yes", "no", "on", "off", "True", "False", "TRUE", "FALSE", NULL};
    const wits_field_desc *field = &s->fields[one->field];
    const bool is_no_bool =
        field->type == WITS_TYPE_BOOL && (is_int_literal(expression) || is_word_of(expression, bools));
    const bool is_int = field_is_number(field) && field->type != WITS_TYPE_FLOAT;
    double value;
    text problem = {0};
    if ((is_no_bool && !read_value(field, expression, &value, &problem)) ||
        (is_int && !is_int_value(s, field, expression, &problem)) || is_outside(s, one, expression, &problem)) {
        text_format(&one->problem, "%s%s %s", one->name, one->is_function ? "()" : "", text_of(&problem));
    }
    text_free(&problem);
}

/// Translates NaN and infinities, which expressions have no literals for.
static const char *number_word(const char *expression) {
    static const char *const words[][2] = {
        {"NaN", "0.0 / 0.0"}, {"Infinity", "1.0 / 0.0"}, {"-Infinity", "-1.0 / 0.0"}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(expression, words[i][0]) == 0) {
            return words[i][1];
        }
    }
    return expression;
}

/// Settings of the same call or event share a field.
static uint32_t own_field(setter *s, const setting *one) {
    for (const setting *before = s->settings; before < one; before++) {
        if (before->problem.length == 0 && before->is_function == one->is_function &&
            before->is_event == one->is_event && before->row == one->row &&
            strcmp(text_of(&before->arguments), text_of(&one->arguments)) == 0) {
            return before->field;
        }
    }
    s->fields[s->field_count] =
        one->is_event ? (wits_field_desc){.type = WITS_TYPE_BOOL} : field_of_function(&s->desc->functions[one->row]);
    s->fields[s->field_count].name = one->own_name;
    return s->field_count++;
}

static void add_setting(setter *s, setting *one) {
    size_t size = s->prefix.length + 16;
    one->own_name = allocate(size, 1);
    snprintf(one->own_name, size, "%s%u", text_of(&s->prefix), (unsigned)(one - s->settings));
    one->field = one->is_function || one->is_event ? own_field(s, one) : one->row;
    text written = {0};
    text_add_span(&written, span_trim((span){one->expression, strlen(one->expression)}));
    check_constant(s, one, text_of(&written));
    bool is_float = s->fields[one->field].type == WITS_TYPE_FLOAT;
    text_format(&one->action, "%s = ", s->fields[one->field].name);
    text_add(&one->action, is_float ? number_word(text_of(&written)) : text_of(&written));
    one->state = add_state(s, (wits_state_desc){.name = one->own_name, .update = text_of(&one->action)});
    text_free(&written);
}

/// Makes states and fields for all settings without an error.
static void make_tables(setter *s) {
    const wits_desc *desc = s->desc;
    s->fields = allocate(desc->field_count + s->count, sizeof *s->fields);
    s->states = allocate(desc->state_count + s->count + 3, sizeof *s->states);
    for (uint32_t row = 0; row < desc->field_count; row++) {
        s->fields[s->field_count++] = desc->fields[row];
    }
    for (uint32_t row = 0; row < desc->state_count; row++) {
        add_state(s, (wits_state_desc){.name = desc->states[row].name, .parent = desc->states[row].parent});
    }
    choose_prefix(s);
    add_places(s, wits_random_stream_count(s->brain));
    for (size_t i = 0; i < s->count; i++) {
        if (s->settings[i].problem.length == 0) {
            add_setting(s, &s->settings[i]);
        }
    }
    for (size_t i = s->again_from; i < s->count; i++) {
        text_format(&s->again, "%s%s", s->again.length > 0 ? "; " : "", text_of(&s->settings[i].action));
    }
    if (s->again_from < s->count) {
        text_format(&s->again_name, "%sagain", text_of(&s->prefix));
        s->again_state = add_state(s, (wits_state_desc){.name = text_of(&s->again_name), .update = text_of(&s->again)});
    }
}

/// Returns the setting that a problem belongs to. Problems of the whole brain go to the first.
static setting *setting_about(const setter *s, const wits_problem *problem) {
    for (size_t i = 0; i < s->count && problem->table == WITS_TABLE_STATES; i++) {
        if (problem->row == s->settings[i].state && problem->code == WITS_PROBLEM_EXPRESSION) {
            return &s->settings[i];
        }
    }
    return &s->settings[0];
}

/// Keeps the first problem of each setting.
static void note_problems(const setter *s, const wits_report *report) {
    for (uint32_t i = 0; i < report->count && i < report->capacity; i++) {
        const wits_problem *problem = &report->problems[i];
        setting *one = setting_about(s, problem);
        const bool is_twice = i > 0 && problem->table == WITS_TABLE_STATES && problem->row == s->again_state;
        if (one->problem.length > 0 || is_twice) {
            continue;
        }
        if (problem->code == WITS_PROBLEM_EXPRESSION) {
            text_add(&one->problem, problem->value);
        } else {
            char what[640];
            wits_problem_text(problem, what, sizeof what);
            text_add(&one->problem, what);
        }
    }
}

static void compile_settings(const setter *s, const sets_about *about, sets *to) {
    wits_report report = {allocate(s->count + 1, sizeof(wits_problem)), (uint32_t)s->count + 1, 0};
    wits_desc desc = *s->desc;  // copies the events
    desc.functions = about->functions;
    desc.function_count = about->function_count;
    desc.states = s->states;
    desc.state_count = s->state_count;
    desc.fields = s->fields;
    desc.field_count = s->field_count;
    desc.transition_count = 0;
    desc.step_count = 0;
    desc.initial_count = 0;
    desc.consideration_count = 0;
    size_t size = wits_brain_size(&desc, &report);
    if (size == 0) {
        note_problems(s, &report);
    } else {
        to->brain = allocate(1, size);
        wits_brain_compile(&desc, to->brain, size, &report);
    }
    free(report.problems);
}

/// Writes "--set health=2".
static void text_setting(text *to, const setter *s, const setting *one) {
    text_format(to, "%s%s%s", s->option, s->joint != NULL ? s->joint : " ", one->given);
}

/// Reports all errors in the order of the command line.
static int say_problems_of(const setter *s) {
    uint32_t wrong = 0;
    for (size_t i = 0; i < s->count; i++) {
        const setting *one = &s->settings[i];
        if (one->problem.length > 0) {
            text said = {0};
            text_setting(&said, s, one);
            say_mistake(s->command, "%s: %s", text_of(&said), text_of(&one->problem));
            text_free(&said);
            wrong++;
        }
    }
    return wrong == 0 ? STATUS_DONE : say_where_help_is(s->command);
}

/// Keeps what is needed after the texts are freed.
static void keep(setter *s, sets *to) {
    to->items = allocate(s->count, sizeof *to->items);
    to->count = s->count;
    to->again_from = s->again_from < s->count ? s->again_from : 0;
    to->again_state = s->again_state;
    to->command = s->command;
    for (size_t i = 0; i < s->count; i++) {
        const setting *one = &s->settings[i];
        to->items[i] = (set_item){.is_function = one->is_function,
                                  .is_event = one->is_event,
                                  .row = one->row,
                                  .field = one->field,
                                  .state = one->state,
                                  .promise = promise_of(s, one)};
        text said = {0};
        text_setting(&said, s, one);
        to->items[i].said = said.bytes;
        for (size_t before = 0; before < i; before++) {
            const bool is_same = to->items[before].field == one->field;
            to->items[before].promise = is_same ? NULL : to->items[before].promise;
        }
        if (one->arguments.length > 0) {
            to->items[i].arguments = s->settings[i].arguments.bytes;
            s->settings[i].arguments = (text){0};
        }
    }
    to->fields = s->fields;
    to->field_count = s->field_count;
    s->fields = NULL;
    for (uint32_t field = s->desc->field_count; field < to->field_count; field++) {
        to->fields[field].name = NULL;
    }
}

static void setter_free(setter *s) {
    for (size_t i = 0; i < s->count; i++) {
        free(s->settings[i].name);
        free(s->settings[i].own_name);
        text_free(&s->settings[i].action);
        text_free(&s->settings[i].arguments);
        text_free(&s->settings[i].problem);
    }
    free(s->settings);
    free(s->fields);
    free(s->states);
    text_free(&s->prefix);
    text_free(&s->again);
    text_free(&s->again_name);
    text_free(&s->randoms);
}

int sets_read(const sets_about *about, const char *const *given, size_t count, sets *to) {
    setter s = {.command = about->command,
                .option = about->option,
                .joint = about->joint,
                .desc = about->desc,
                .brain = about->brain,
                .takes_events = about->takes_events,
                .field_promises = about->field_promises,
                .function_promises = about->function_promises,
                .again_from = about->is_world ? about->again_from : count,
                .again_state = WITS_NONE,
                .count = count};
    s.settings = allocate(count, sizeof(setting));
    *to = (sets){.is_world = about->is_world, .again_state = WITS_NONE};
    for (size_t i = 0; i < count; i++) {
        read_setting(&s, given[i], &s.settings[i]);
    }
    if (count > 0) {
        make_tables(&s);
        compile_settings(&s, about, to);
    }
    int status = say_problems_of(&s);
    if (status == STATUS_DONE && count > 0) {
        keep(&s, to);
    }
    setter_free(&s);
    return status;
}

void sets_free(sets *of) {
    free(of->brain);
    for (size_t i = 0; i < of->count; i++) {
        free(of->items[i].arguments);
        free(of->items[i].said);
    }
    free(of->items);
    free(of->fields);
    *of = (sets){0};
}

int sets_check(const sets *of, const set_item *one, double value, const char *whose) {
    if (one->promise == NULL || wits_promise_holds(one->promise, value)) {
        return STATUS_DONE;
    }
    text problem = {0};
    check_range(one->promise, &of->fields[one->field], value, &problem);
    say_mistake(of->command, "%s: the value %s%s", one->said, whose, text_of(&problem));
    text_free(&problem);
    return say_where_help_is(of->command);
}

int sets_evaluate(const sets *of, agent_sim *to) {
    if (of->brain == NULL) {
        return STATUS_DONE;
    }
    unsigned char *agent = allocate(wits_agent_size(of->brain), 1);
    context values = context_new(of->fields, of->field_count);
    context_copy(&values, &to->knows);
    wits_frame frame = to->frame;
    frame.tick = 0;
    frame.columns = values.columns;
    frame.trace = NULL;
    for (size_t i = 0; i < of->count; i++) {
        const set_item *one = &of->items[i];
        wits_set_state(of->brain, agent, &frame, one->state);
        wits_update(of->brain, agent, &frame);
        double value = context_get(&values, one->field);
        agent_sim_set(to, &(input_value){one->is_function, one->row, value, one->arguments, false});
    }
    int status = STATUS_DONE;
    for (size_t i = 0; i < of->count && status == STATUS_DONE; i++) {
        const set_item *one = &of->items[i];
        status = sets_check(of, one, context_get(&values, one->field), "");
    }
    context_free(&values);
    free(agent);
    return status;
}
