// SPDX-License-Identifier: MIT
// Writes the header that connects a program to one brain file: the declarations that the program uses. header_open.c
// writes the code that connects them.
#include "header/header_parts.h"

#include <stdlib.h>
#include <string.h>

static void add_beginning(header *h) {
    bool compares_types = h->options->context != NULL && wits_field_count(h->brain) > 0;
    const char *include = h->options->include;
    text_format(
        &h->to,
        "// Made by 'wits header' from %s; do not edit.\n"
        "// Connects a program to the brain '%s'. The program defines the functions below and opens the file with\n"
        "// %s, which prints by name what has changed in the file since this header was made.\n"
        "#ifndef %s\n"
        "#define %s\n"
        "\n"
        "#include \"wits/file.h\"\n"
        "\n"
        "%s%s%s%s#include <string.h>\n"
        "\n"
        "#ifdef __cplusplus\n"
        "%sextern \"C\" {\n"
        "#endif\n",
        h->file, wits_state_name(h->brain, WITS_ROOT), h->open, h->guard, h->guard, include != NULL ? "#include " : "",
        include != NULL ? include : "", include != NULL ? "\n\n" : "", h->kinds.count > 0 ? "#include <stdio.h>\n" : "",
        compares_types ? "#include <type_traits>\n\n" : "");
}

void header_add_enums(header *h) {
    if (h->options->uses == NULL) {
        text_enumeration(&h->to, &h->states);
        text_enumeration(&h->to, &h->events);
    } else {
        header_add_numbers(h);
    }
    for (uint32_t field = 0; field < wits_field_count(h->brain); field++) {
        text_enumeration(&h->to, &h->values[field]);
    }
    header_add_target_enums(h);
    header_add_parameter_enums(h);
    if (h->options->no_context) {
        text_format(&h->to, "\n// The program's columns for %s: where each of these fields is stored.", h->open);
        text_add(&h->to, h->fields.count > 0 ? "" : "\n");
        text_enumeration(&h->to, &h->fields);
        text_format(&h->to, "enum { %s = %u };\n", h->fields_count, (unsigned)h->fields.count);
    }
}

// ------------------------------------------------------------------------------------------------------------- context

/// Writes "enum guard_mood; initially GUARD_MOOD_CALM".
static void add_about_field(text *to, const header *h, uint32_t field) {
    const enumeration *values = &h->values[field];
    double initial = wits_field_initial(h->brain, field);
    switch (wits_field_type(h->brain, field)) {
    case WITS_TYPE_ENUM:
        text_format(to, "enum %s; initially %s", values->tag, values->ids[(uint32_t)initial]);
        break;
    case WITS_TYPE_BOOL:
        text_format(to, "initially %s", initial != 0 ? "true" : "false");
        break;
    case WITS_TYPE_FLOAT:
        text_add(to, "initially ");
        text_float(to, (float)initial);
        break;
    default:
        text_format(to, "initially %d", (int)initial);
    }
    if (strcmp(h->members[field], wits_field_name(h->brain, field)) != 0) {
        text_format(to, "; the field '%s'", wits_field_name(h->brain, field));
    }
}

/// Writes members with their comments aligned after them, or above if the line would be too long.
static void add_members(header *h, const text *about) {
    enum { INDENT = 4, LINE = 120 };
    const uint32_t count = wits_field_count(h->brain);
    size_t widest = 0, longest = 0;
    for (uint32_t field = 0; field < count; field++) {
        size_t width = INDENT + strlen(form_of_field(h, field)->type) + strlen(h->members[field]) + strlen(" ;");
        widest = width > widest ? width : widest;
        longest = about[field].length > longest ? about[field].length : longest;
    }
    const bool behind = widest + strlen("  ///< ") + longest <= LINE;
    for (uint32_t field = 0; field < count; field++) {
        if (!behind) {
            text_format(&h->to, "    /// %s\n", text_of(&about[field]));
        }
        const size_t begin = h->to.length;
        text_format(&h->to, "    %s %s;", form_of_field(h, field)->type, h->members[field]);
        if (behind) {
            text_spaces(&h->to, widest - (h->to.length - begin));
            text_format(&h->to, "  ///< %s", text_of(&about[field]));
        }
        text_add(&h->to, "\n");
    }
}

static void add_struct(header *h) {
    const uint32_t count = wits_field_count(h->brain);
    text *about = allocate(count, sizeof *about);
    text_format(&h->to, "\n/// The fields of one agent, in the order of the file.\ntypedef struct %s {\n", h->context);
    for (uint32_t field = 0; field < count; field++) {
        add_about_field(&about[field], h, field);
    }
    add_members(h, about);
    if (count == 0) {
        text_add(&h->to, "    uint8_t unused;  ///< the file has no fields, but a struct needs a member\n");
    }
    text_format(&h->to, "} %s;\n", h->context);
    for (uint32_t field = 0; field < count; field++) {
        text_free(&about[field]);
    }
    free(about);
}

/// Checks the members of the program's own struct against the fields, with the means of C and C++.
static void add_member_checks(header *h) {
    const char *type = h->context;
    const char *plain = strncmp(type, "struct ", 7) == 0 ? type + 7 : type;
    text_format(&h->to,
                "\n"
                "// The fields of the file are members of %s, which the program declares before this. An enum is a\n"
                "// uint8_t; in C++ also an enum of one byte.\n"
                "// clang-format off\n"
                "#ifdef __cplusplus\n"
                "#define %s(member, type, or_enum, message) \\\n"
                "    static_assert(sizeof(decltype(%s::member)) == sizeof(type) && \\\n"
                "                  (std::is_same<decltype(%s::member), type>::value || \\\n"
                "                   (or_enum && std::is_enum<decltype(%s::member)>::value)), message)\n"
                "#else\n"
                "#define %s(member, type, or_enum, message) \\\n"
                "    _Static_assert(sizeof(((%s *)0)->member) == sizeof(type) && \\\n"
                "                   _Generic(((%s *)0)->member, type: 1, default: 0), message)\n"
                "#endif\n",
                type, h->member, plain, plain, plain, h->member, type, type);
    for (uint32_t field = 0; field < wits_field_count(h->brain); field++) {
        const char *wanted = form_of_field(h, field)->type;
        const bool is_enum = wits_field_type(h->brain, field) == WITS_TYPE_ENUM;
        text_format(&h->to, "%s(%s, %s, %s, \"%s: the type of %s must be %s\");\n", h->member, h->members[field],
                    wanted, is_enum ? "true" : "false", type, h->members[field], wanted);
    }
    text_format(&h->to, "#undef %s\n// clang-format on\n", h->member);
}

void header_add_context(header *h) {
    if (h->options->context == NULL) {
        if (!h->options->no_context) {
            add_struct(h);
        }
    } else if (wits_field_count(h->brain) > 0) {
        add_member_checks(h);
    }
}

// ----------------------------------------------------------------------------------------------------------- functions

void header_add_prototypes(const header *h, text *to, const char *about, const char *storage, const char *step,
                           const char *type) {
    text head = {0}, self = {0}, call = {0};
    text_format(&call, "const %s *call", type);
    for (uint32_t row = 0; row < wits_function_count(h->brain); row++) {
        const function_form *form = form_of_function(h, row);
        const bool is_step = wits_function_kind_of(h->brain, row) == WITS_FUNCTION_STEP;
        text_add(to, row == 0 ? about : "");
        text_clear(&head);
        text_format(&head, "%s%s %s(", storage, is_step ? step : form->returns, h->functions[row]);
        const char *parts[2 + MOST_PARAMETERS] = {text_pointer(&self, h, form->is_const, "self"), text_of(&call)};
        text parameters[MOST_PARAMETERS];
        const uint32_t count = text_parameters(h, row, parameters);
        for (uint32_t i = 0; i < count; i++) {
            parts[2 + i] = text_of(&parameters[i]);
        }
        text_filled(to, text_of(&head), parts, 2 + count, ");\n");
        text_free_all(parameters, count);
    }
    text_free(&head);
    text_free(&self);
    text_free(&call);
}

static void add_prototypes(header *h) {
    text about = {0};
    text_format(
        &about,
        "\n"
        "// The names that `wits compile` uses for two types. Functions declared with them fit its header, too.\n"
        "typedef wits_call %s;\n"
        "typedef wits_argument %s;\n"
        "\n"
        "// The program defines these. Conditions and scores must not change anything; see wits_condition_fn. "
        "All get\n"
        "// the arguments of the file. If calls differ in their arguments, these are an array and its "
        "length.\n",
        h->call, h->argument);
    header_add_prototypes(h, &h->to, text_of(&about), "", "wits_state_id", "wits_call");
    text_free(&about);
}

void text_header(text *to, const wits_brain *brain, const char *file, const header_options *options) {
    header h = {.brain = brain, .options = options, .file = file};
    header_name_all(&h);
    add_beginning(&h);
    header_add_enums(&h);
    header_add_context(&h);
    add_prototypes(&h);
    header_add_targets(&h);
    header_add_declarations(&h);
    header_add_definitions(&h);
    text_add(&h.to, "\n#ifdef __cplusplus\n}\n#endif\n\n#endif\n");
    text_add_bytes(to, text_of(&h.to), h.to.length);
    text_free(&h.to);
    header_free(&h);
}
