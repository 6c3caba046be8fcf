// SPDX-License-Identifier: MIT
// Chooses all names that a header of `wits header` declares, and fills its lines.
#include "header/header_parts.h"

#include <stdlib.h>
#include <string.h>

enum { LINE = 120 };

const function_form *form_of_function(const header *h, uint32_t function) {
    static const function_form forms[] = {
        [WITS_FUNCTION_NONE] = {"void", false, 0},          [WITS_FUNCTION_CONDITION] = {"bool", true, 0},
        [WITS_FUNCTION_SCORE] = {"float", true, 1},         [WITS_FUNCTION_ACTION] = {"void", false, 2},
        [WITS_FUNCTION_STEP] = {"wits_state_id", false, 3},
    };
    return &forms[wits_function_kind_of(h->brain, function)];
}

const argument_form *form_of_argument(wits_argument_kind kind) {
    static const argument_form forms[] = {
        [WITS_ARGUMENT_NONE] = {"WITS_ARGUMENT_NONE", NULL, NULL, NULL},
        [WITS_ARGUMENT_INT] = {"WITS_ARGUMENT_INT", "int32_t ", "integer", "integer"},
        [WITS_ARGUMENT_FLOAT] = {"WITS_ARGUMENT_FLOAT", "float ", "number", "number"},
        [WITS_ARGUMENT_BOOL] = {"WITS_ARGUMENT_BOOL", "bool ", "truth", "integer != 0"},
        [WITS_ARGUMENT_ENUM] = {"WITS_ARGUMENT_ENUM", "const char *", "name", "text"},
        [WITS_ARGUMENT_TEXT] = {"WITS_ARGUMENT_TEXT", "const char *", "text", "text"},
    };
    return &forms[kind];
}

bool function_calls_differ(const header *h, uint32_t function) {
    const uint32_t count = wits_function_parameter_count(h->brain, function);
    bool differ = count == WITS_NONE;
    for (uint32_t i = 0; i < count && !differ; i++) {
        differ = wits_function_parameter_kind(h->brain, function, i) == WITS_ARGUMENT_NONE;
    }
    return differ;
}

uint32_t text_parameters(const header *h, uint32_t function, text parameters[MOST_PARAMETERS]) {
    if (function_calls_differ(h, function)) {
        parameters[0] = parameters[1] = (text){0};
        text_format(&parameters[0], "const %s *arguments", h->argument != NULL ? h->argument : "wits_argument");
        text_add(&parameters[1], "uint32_t argument_count");
        return 2;
    }
    const uint32_t count = wits_function_parameter_count(h->brain, function);
    for (uint32_t i = 0; i < count; i++) {
        const argument_form *form = form_of_argument(wits_function_parameter_kind(h->brain, function, i));
        const enumeration *values = enum_of_parameter(h, function, i);
        parameters[i] = (text){0};
        if (values != NULL) {
            text_format(&parameters[i], "enum %s value", values->tag);
        } else {
            text_format(&parameters[i], "%s%s", form->type, form->name);
        }
        if (count > 1) {
            text_format(&parameters[i], "_%u", (unsigned)(i + 1));
        }
    }
    return count;
}

uint32_t text_given(const header *h, uint32_t function, text values[MOST_PARAMETERS]) {
    if (function_calls_differ(h, function)) {
        values[0] = values[1] = (text){0};
        text_add(&values[0], "call->arguments");
        text_add(&values[1], "call->argument_count");
        return 2;
    }
    const uint32_t count = wits_function_parameter_count(h->brain, function);
    for (uint32_t i = 0; i < count; i++) {
        const argument_form *form = form_of_argument(wits_function_parameter_kind(h->brain, function, i));
        const enumeration *enumerated = enum_of_parameter(h, function, i);
        values[i] = (text){0};
        if (enumerated != NULL) {
            text_format(&values[i], "%s(enum %s, ", h->cast, enumerated->tag);
        }
        if (count == 1) {
            text_add(&values[i], "call->argument->");
        } else {
            text_format(&values[i], "call->arguments[%u].", (unsigned)i);
        }
        text_add(&values[i], enumerated != NULL ? "integer)" : form->value);
    }
    return count;
}

void text_free_all(text *texts, uint32_t count) {
    for (uint32_t i = 0; i < count; i++) {
        text_free(&texts[i]);
    }
}

const field_form *form_of_type(wits_type type) {
    static const field_form forms[] = {
        [WITS_TYPE_DEFAULT] = {"void *", "WITS_TYPE_DEFAULT"}, [WITS_TYPE_BOOL] = {"bool", "WITS_TYPE_BOOL"},
        [WITS_TYPE_ENUM] = {"uint8_t", "WITS_TYPE_ENUM"},      [WITS_TYPE_INT8] = {"int8_t", "WITS_TYPE_INT8"},
        [WITS_TYPE_UINT8] = {"uint8_t", "WITS_TYPE_UINT8"},    [WITS_TYPE_INT16] = {"int16_t", "WITS_TYPE_INT16"},
        [WITS_TYPE_UINT16] = {"uint16_t", "WITS_TYPE_UINT16"}, [WITS_TYPE_INT] = {"int32_t", "WITS_TYPE_INT"},
        [WITS_TYPE_FLOAT] = {"float", "WITS_TYPE_FLOAT"},
    };
    return &forms[type];
}

const field_form *form_of_field(const header *h, uint32_t field) {
    return form_of_type(wits_field_type(h->brain, field));
}

// --------------------------------------------------------------------------------------------------------------- names

static bool is_taken(const char *const *names, uint32_t count, uint32_t row, const char *const *others,
                     const char *wanted) {
    bool taken = identifier_is_reserved(wanted);
    for (uint32_t i = 0; i < count && !taken; i++) {
        taken = i != row && strcmp(wanted, names[i]) == 0;
    }
    for (; *others != NULL && !taken; others++) {
        taken = strcmp(wanted, *others) == 0;
    }
    return taken;
}

void header_name_member(const char **names, uint32_t count, uint32_t row, const char *before,
                        const char *const *others) {
    text given = {0};
    text_format(&given, "%s%s", before, names[row]);
    while (is_taken(names, count, row, others, text_of(&given))) {
        text_add(&given, "_");
    }
    names[row] = given.bytes;
}

const char *header_before_member(const char *own) {
    return own[0] == '_' ? "field" : strncmp(own, "WITS_", 5) == 0 ? "field_" : "";
}

static void name_members(header *h) {
    const uint32_t count = wits_field_count(h->brain);
    const char *const macros[] = {h->guard, h->cast, h->member, NULL};
    h->members = allocate(count, sizeof *h->members);
    for (uint32_t field = 0; field < count; field++) {
        h->members[field] = wits_field_name(h->brain, field);
    }
    for (uint32_t field = 0; field < count; field++) {
        const bool is_like_macros =  // for generated C, which has many macros
            h->options->taken != NULL &&
            strncmp(h->members[field], text_of(&h->names.upper), h->names.upper.length) == 0;
        const char *before = header_before_member(h->members[field]);
        header_name_member(h->members, count, field, is_like_macros && before[0] == '\0' ? "field_" : before, macros);
    }
}

static const char *name_adapter(header *h, uint32_t function) {
    if (h->options->no_context && wits_function_parameter_count(h->brain, function) == 0) {
        return h->functions[function];  // it has the library's own type
    }
    text own = {0};
    text_format(&own, "%s_of", wits_function_name(h->brain, function));
    const char *given = identifiers_give_lower(&h->names, text_of(&own));
    text_free(&own);
    return given;
}

/// Names that programs write are chosen first. Names used only inside the header avoid them.
void header_name_all(header *h) {
    const wits_brain *brain = h->brain;
    const uint32_t functions = wits_function_count(brain), fields = wits_field_count(brain);
    identifiers_begin(&h->names, h->options->prefix);
    for (const char *const *taken = h->options->taken; taken != NULL && *taken != NULL; taken++) {
        if ((*taken)[0] >= 'A' && (*taken)[0] <= 'Z') {
            identifiers_give_upper(&h->names, *taken);
        } else {
            const char *given = identifiers_give_lower(&h->names, *taken);
            h->argument = strcmp(*taken, "argument") == 0 ? given : h->argument;
            h->target_lists = strcmp(*taken, "targets") == 0 ? given : h->target_lists;
        }
    }
    h->guard = identifiers_give_upper(&h->names, "BRAIN_H");
    h->cast = identifiers_give_upper(&h->names, "CAST");
    h->member = identifiers_give_upper(&h->names, "MEMBER");
    h->open = identifiers_give_lower(&h->names, "open");
    h->frame = identifiers_give_lower(&h->names, "frame");
    if (h->options->taken == NULL) {
        h->call = identifiers_give_lower(&h->names, "call");
        h->argument = identifiers_give_lower(&h->names, "argument");
    }
    h->numbers = header_has_numbers(h) ? identifiers_give_lower(&h->names, "numbers") : NULL;
    h->context = h->options->context;
    if (h->options->no_context) {
        h->context = "void";
    } else if (h->context == NULL) {
        h->context = identifiers_give_lower(&h->names, "context");
    }
    h->first_own = h->names.count;
    h->functions = allocate(functions, sizeof *h->functions);
    for (uint32_t row = 0; row < functions; row++) {
        h->functions[row] = identifiers_give_lower(&h->names, wits_function_name(brain, row));
    }
    h->states = enumerate_states(&h->names, brain);
    h->events = enumerate_events(&h->names, brain);
    if (h->options->no_context) {
        h->fields = enumerate_fields(&h->names, brain);
        h->fields_count = identifiers_give_upper(&h->names, "FIELDS");
    }
    h->values = allocate(fields, sizeof *h->values);
    for (uint32_t field = 0; field < fields; field++) {
        h->values[field] = enumerate_values(&h->names, brain, field);
    }
    name_members(h);
    header_name_targets(h);
    header_name_enums(h);
    h->adapters = allocate(functions, sizeof *h->adapters);
    for (uint32_t row = 0; row < functions; row++) {
        h->adapters[row] = name_adapter(h, row);
    }
    h->place = identifiers_give_lower(&h->names, "field_of");
}

void header_free(header *h) {
    for (uint32_t field = 0; field < wits_field_count(h->brain); field++) {
        enumeration_free(&h->values[field]);
        free((char *)(uintptr_t)h->members[field]);
    }
    header_free_targets(h);
    header_free_enums(h);
    free(h->functions);
    free(h->adapters);
    free(h->members);
    free(h->values);
    enumeration_free(&h->states);
    enumeration_free(&h->events);
    enumeration_free(&h->fields);
    identifiers_free(&h->names);
}

// -------------------------------------------------------------------------------------------------------------- layout

void text_filled(text *to, const char *head, const char *const *parts, size_t count, const char *tail) {
    size_t indent = strlen(head), column = indent;
    const size_t behind = strcspn(tail, "\n");  // the part of the tail that shares a line with the last part
    for (size_t i = 0; i < count; i++) {
        if (strlen(head) + strlen(parts[i]) + (i + 1 < count ? 1 : behind) > LINE) {
            indent = strspn(head, " \n") + 4;
            column = LINE;
        }
    }
    text_add(to, head);
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(parts[i]) + (i + 1 < count ? 1 : behind);
        if (column + (i > 0) + length > LINE) {
            text_add(to, "\n");
            text_spaces(to, indent);
            column = indent;
        } else if (i > 0) {
            text_add(to, " ");
            column++;
        }
        text_format(to, "%s%s", parts[i], i + 1 < count ? "," : "");
        column += length;
    }
    text_add(to, tail);
}

const char *text_pointer(text *into, const header *h, bool is_const, const char *called) {
    text_clear(into);
    text_format(into, "%s%s *%s", is_const ? "const " : "", h->context, called);
    return text_of(into);
}
