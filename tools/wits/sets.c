// SPDX-License-Identifier: MIT
// Each expression becomes the `update` of a state of its own, in a brain made for the purpose: the same fields,
// functions, events and names of states, none of the rules, and as many places of randomness before its own as the
// brain has. So the library itself evaluates it, and its `random` comes after the brain's, as docs/brain-files.md says.
#include "sets.h"

#include "words.h"

#include <stdlib.h>
#include <string.h>

/// One NAME=EXPRESSION.
typedef struct setting {
    const char *given;
    char *name;
    const char *expression;
    bool is_function;
    uint32_t row;    ///< of the fields or functions
    uint32_t field;  ///< that the expression is assigned to
    char *own_name;  ///< of its state, and of its field if it sets what a function gives
    wits_state_id state;
    text action;    ///< "field = expression"
    size_t before;  ///< bytes of it before the expression
} setting;

typedef struct setter {
    const char *command;
    const wits_desc *desc;
    const wits_brain *brain;
    setting *settings;
    size_t count;
    wits_field_desc *fields;  ///< the brain's, then one for each setting of a function
    uint32_t field_count;
    wits_state_desc *states;
    uint32_t state_count;
    text prefix;  ///< of names that the brain does not have
    text randoms;
} setter;

// --------------------------------------------------------------------------------------------------------------- names

static int say_unknown(const setter *s, const setting *one) {
    const wits_desc *desc = s->desc;
    guess found = guess_at(one->name);
    text suggestion = {0};
    for (uint32_t row = 0; row < (one->is_function ? desc->function_count : desc->field_count); row++) {
        guess_offer(&found, one->is_function ? desc->functions[row].name : desc->fields[row].name);
    }
    text_guess(&suggestion, &found, one->is_function ? "()" : "");
    int status = one->is_function ? say_misuse(s->command, "--set %s: the brain asks no condition or score '%s()'%s",
                                               one->given, one->name, text_of(&suggestion))
                                  : say_misuse(s->command, "--set %s: there is no field '%s'%s", one->given, one->name,
                                               text_of(&suggestion));
    text_free(&suggestion);
    return status;
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

static bool find_field(const wits_desc *desc, setting *one) {
    for (one->row = 0; one->row < desc->field_count; one->row++) {
        if (strcmp(desc->fields[one->row].name, one->name) == 0) {
            return true;
        }
    }
    return false;
}

static int read_setting(setter *s, const char *given, setting *one) {
    const char *equals = strchr(given, '=');
    *one = (setting){.given = given};
    if (equals == NULL) {
        return say_misuse(s->command, "--set is NAME=EXPRESSION, not '%s'", given);
    }
    span name = span_trim((span){given, (size_t)(equals - given)});
    one->is_function = name.length > 2 && memcmp(name.start + name.length - 2, "()", 2) == 0;
    name.length -= one->is_function ? 2 : 0;
    one->name = allocate(name.length + 1, 1);
    memcpy(one->name, name.start, name.length);
    one->expression = equals + 1;
    bool found = one->is_function ? find_function(s->desc, one) : find_field(s->desc, one);
    if (!found) {
        return say_unknown(s, one);
    }
    if (strpbrk(one->expression, ";\"'") != NULL) {
        return say_misuse(s->command, "--set %s: an expression has no ';' and no quotes", given);
    }
    return STATUS_DONE;
}

// -------------------------------------------------------------------------------------------------------------- tables

static bool has_prefix(const char *name, const text *prefix) {
    return strncmp(name, text_of(prefix), prefix->length) == 0;
}

static void choose_prefix(setter *s) {
    const wits_desc *desc = s->desc;
    bool taken = true;
    text_add(&s->prefix, "set");
    while (taken) {  // at most as often as a name has bytes
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

/// A utility with one option: a place of its own, and the rest in the option's score.
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

/// Whole numbers that the field cannot hold are refused, although an assignment of one would wrap.
static int check_constant(const setter *s, const setting *one, const char *expression) {
    const wits_field_desc *field = &s->fields[one->field];
    size_t sign = expression[0] == '-';
    size_t digits = strspn(expression + sign, "0123456789");
    bool is_whole = digits > 0 && expression[sign + digits] == '\0';
    bool is_int = field->type != WITS_TYPE_FLOAT && field->type != WITS_TYPE_BOOL && field->type != WITS_TYPE_ENUM;
    double value;
    text problem = {0};
    int status = STATUS_DONE;
    if (is_whole && is_int && !read_value(field, expression, &value, &problem)) {
        status = say_misuse(s->command, "--set %s: %s %s", one->given, one->name, text_of(&problem));
    }
    text_free(&problem);
    return status;
}

/// What the words for numbers that have no digits are in expressions.
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

/// Settings of one function share a field.
static uint32_t field_for_function(setter *s, const setting *one) {
    for (const setting *before = s->settings; before < one; before++) {
        if (before->is_function && before->row == one->row) {
            return before->field;
        }
    }
    s->fields[s->field_count] = field_of_function(&s->desc->functions[one->row]);
    s->fields[s->field_count].name = one->own_name;
    return s->field_count++;
}

static int add_setting(setter *s, setting *one) {
    size_t size = s->prefix.length + 16;
    one->own_name = allocate(size, 1);
    snprintf(one->own_name, size, "%s%u", text_of(&s->prefix), (unsigned)(one - s->settings));
    one->field = one->is_function ? field_for_function(s, one) : one->row;
    text written = {0};
    text_add_span(&written, span_trim((span){one->expression, strlen(one->expression)}));
    int status = check_constant(s, one, text_of(&written));
    bool is_float = s->fields[one->field].type == WITS_TYPE_FLOAT;
    text_format(&one->action, "%s = ", s->fields[one->field].name);
    one->before = one->action.length;
    text_add(&one->action, is_float ? number_word(text_of(&written)) : text_of(&written));
    one->state = add_state(s, (wits_state_desc){.name = one->own_name, .update = text_of(&one->action)});
    text_free(&written);
    return status;
}

static int make_tables(setter *s) {
    const wits_desc *desc = s->desc;
    s->fields = allocate(desc->field_count + s->count, sizeof *s->fields);
    s->states = allocate(desc->state_count + s->count + 2, sizeof *s->states);
    for (uint32_t row = 0; row < desc->field_count; row++) {
        s->fields[s->field_count++] = desc->fields[row];
    }
    for (uint32_t row = 0; row < desc->state_count; row++) {
        add_state(s, (wits_state_desc){.name = desc->states[row].name, .parent = desc->states[row].parent});
    }
    choose_prefix(s);
    add_places(s, wits_place_count(s->brain));
    int status = STATUS_DONE;
    for (size_t i = 0; i < s->count && status == STATUS_DONE; i++) {
        status = add_setting(s, &s->settings[i]);
    }
    return status;
}

/// The first problem of each expression, in its own words.
static int say_problems_of(const setter *s, const wits_report *report) {
    for (uint32_t i = 0; i < report->count && i < report->capacity; i++) {
        const wits_problem *problem = &report->problems[i];
        for (size_t k = 0; k < s->count && problem->table == WITS_TABLE_STATES; k++) {
            if (problem->row == s->settings[k].state && problem->code == WITS_PROBLEM_EXPRESSION) {
                return say_misuse(s->command, "--set %s: %s", s->settings[k].given, problem->value);
            }
        }
    }
    char what[640];
    wits_problem_text(&report->problems[0], what, sizeof what);
    return say_misuse(s->command, "--set %s: %s", s->settings[0].given, what);
}

static int compile_settings(const setter *s, const sets_about *about, sets *to) {
    wits_problem problem;
    wits_report report = {&problem, 1, 0};
    wits_desc desc = *s->desc;  // for its events
    desc.functions = about->functions;
    desc.function_count = about->function_count;
    desc.states = s->states;
    desc.state_count = s->state_count;
    desc.fields = s->fields;
    desc.field_count = s->field_count;
    desc.transition_count = 0;
    desc.step_count = 0;
    desc.consideration_count = 0;
    size_t size = wits_brain_size(&desc, &report);
    if (size == 0) {
        return say_problems_of(s, &report);
    }
    to->brain = allocate(1, size);
    wits_brain_compile(&desc, to->brain, size, &report);
    return STATUS_DONE;
}

/// What is needed when the texts are gone.
static void keep(setter *s, sets *to) {
    to->items = allocate(s->count, sizeof *to->items);
    to->count = s->count;
    for (size_t i = 0; i < s->count; i++) {
        const setting *one = &s->settings[i];
        to->items[i] = (set_item){one->is_function, one->row, one->field, one->state};
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
    }
    free(s->settings);
    free(s->fields);
    free(s->states);
    text_free(&s->prefix);
    text_free(&s->randoms);
}

int sets_read(const sets_about *about, const char *const *given, size_t count, sets *to) {
    setter s = {.command = about->command, .desc = about->desc, .brain = about->brain, .count = count};
    s.settings = allocate(count, sizeof(setting));
    *to = (sets){0};
    int status = STATUS_DONE;
    for (size_t i = 0; i < count && status == STATUS_DONE; i++) {
        status = read_setting(&s, given[i], &s.settings[i]);
    }
    if (status == STATUS_DONE && count > 0) {
        status = make_tables(&s);
    }
    if (status == STATUS_DONE && count > 0) {
        status = compile_settings(&s, about, to);
    }
    if (status == STATUS_DONE && count > 0) {
        keep(&s, to);
    }
    setter_free(&s);
    return status;
}

void sets_free(sets *of) {
    free(of->brain);
    free(of->items);
    free(of->fields);
    *of = (sets){0};
}

void sets_evaluate(const sets *of, life *to) {
    if (of->brain == NULL) {
        return;
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
        wits_place(of->brain, agent, &frame, one->state);
        wits_update(of->brain, agent, &frame);
        double value = context_get(&values, one->field);
        life_set(to, &(input_value){one->is_function, (uint16_t)one->row, value});
    }
    context_free(&values);
    free(agent);
}
