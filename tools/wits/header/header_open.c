// SPDX-License-Identifier: MIT
// The part of a header of `wits header` that connects the program to the file. It has adapters with the library's
// types, and the function that passes everything to the library by name, with the numbers that the program was compiled
// with.
#include "header/header_parts.h"

#include <string.h>

static void add_cast(header *h) {
    text_format(&h->to,
                "\n"
                "#ifdef __cplusplus\n"
                "#define %s(type, pointer) static_cast<type>(pointer)\n"
                "#else\n"
                "#define %s(type, pointer) ((type)(pointer))\n"
                "#endif\n",
                h->cast, h->cast);
}

/// Writes the functions that the library calls. Each calls a function of the program.
static void add_adapters(header *h) {
    text head = {0}, type = {0}, cast = {0};
    for (uint32_t row = 0; row < wits_function_count(h->brain); row++) {
        const function_form *form = form_of_function(h, row);
        if (h->adapters[row] == h->functions[row]) {
            continue;
        }
        text_clear(&head);
        text_add(&h->to, "\n");
        text_format(&head, "static inline %s %s(", form->returns, h->adapters[row]);
        TEXT_FILLED(&h->to, text_of(&head), ") {\n", form->is_const ? "const void *context" : "void *context",
                    "const wits_call *call");
        text_clear(&head);
        text_clear(&cast);
        text_format(&head, "    %s%s(", strcmp(form->returns, "void") == 0 ? "" : "return ", h->functions[row]);
        if (h->options->no_context) {
            text_add(&cast, "context");
        } else {
            text_format(&cast, "%s(%s, context)", h->cast, text_pointer(&type, h, form->is_const, ""));
        }
        const char *parts[2 + MOST_PARAMETERS] = {text_of(&cast), "call"};
        text given[MOST_PARAMETERS];
        const uint32_t count = text_given(h, row, given);
        for (uint32_t i = 0; i < count; i++) {
            parts[2 + i] = text_of(&given[i]);
        }
        text_filled(&h->to, text_of(&head), parts, 2 + count, ");\n}\n");
        text_free_all(given, count);
    }
    text_free(&head);
    text_free(&type);
    text_free(&cast);
}

/// Writes a function that gives the location of a field. If memory runs out, wits_file_open reports it.
static void add_place(header *h) {
    text head = {0};
    text_format(&head, "static inline wits_host_field %s(", h->place);
    text_add(&h->to, "\n");
    if (h->options->no_context) {
        TEXT_FILLED(&h->to, text_of(&head), ") {\n", "const char *name", "const wits_column *columns", "uint32_t row",
                    "const char *const *values", "uint32_t value_count");
    } else {
        TEXT_FILLED(&h->to, text_of(&head), ") {\n", "const char *name", "wits_type type", "size_t offset",
                    "void *contexts", "size_t count", "const char *const *values", "uint32_t value_count");
    }
    text_add(&h->to, "    wits_host_field field;\n"
                     "    memset(&field, 0, sizeof field);\n"
                     "    field.name = name;\n"
                     "    field.values = values;\n"
                     "    field.value_count = value_count;\n");
    if (h->options->no_context) {
        text_add(&h->to, "    if (columns != NULL) {\n"
                         "        field.base = columns[row].base;\n"
                         "        field.stride = columns[row].stride;\n"
                         "        field.type = columns[row].type;\n"
                         "        field.read_only = columns[row].read_only;\n"
                         "        field.size = columns[row].size;\n"
                         "    }\n");
    } else {
        text_format(&h->to,
                    "    field.type = type;\n"
                    "    field.stride = sizeof(%s);\n"
                    "    if (contexts != NULL && count > 0) {\n"
                    "        field.base = %s(char *, contexts) + offset;\n"
                    "        field.size = count * sizeof(%s) - offset;\n"
                    "    }\n",
                    h->context, h->cast, h->context);
    }
    text_add(&h->to, "    return field;\n}\n");
    text_free(&head);
}

// -------------------------------------------------------------------------------------------------------------- tables

static void begin_table(header *h, const char *declaration) {
    text_format(&h->to, "    %s[] = {\n", declaration);
}

static void end_table(header *h) {
    text_add(&h->to, "    };\n");
}

/// Writes the declared arguments of a function and whether there are none: "{{WITS_ARGUMENT_INT, NULL, 0}}, false". The
/// values of an enum are compared with those of the file. A parameter that gets the name accepts any enum.
static void text_declared(text *to, const header *h, uint32_t function) {
    const bool differ = function_calls_differ(h, function);
    const uint32_t count = differ ? 0 : wits_function_parameter_count(h->brain, function);
    const bool is_step = wits_function_kind_of(h->brain, function) == WITS_FUNCTION_STEP;
    text_add(to, count == 0 ? "{{WITS_ARGUMENT_NONE, NULL, 0}}" : "{");
    for (uint32_t i = 0; i < count; i++) {
        const wits_argument_kind kind = wits_function_parameter_kind(h->brain, function, i);
        text_format(to, "%s{%s, ", i == 0 ? "" : ", ", form_of_argument(kind)->enumerator);
        text_parameter_values(to, h, function, i);
        text_add(to, i + 1 == count ? "}}" : "}");
    }
    text_add(to, count == 0 && !differ && !is_step ? ", true" : ", false");
}

static void add_functions(header *h) {
    const uint32_t count = wits_function_count(h->brain);
    text quoted = {0}, declared = {0};
    header_add_parameter_values(h);
    for (uint32_t row = 0; row < count; row++) {
        text_clear(&declared);
        text_declared(&declared, h, row);
        const char *parts[6] = {NULL, "NULL", "NULL", "NULL", "NULL", text_of(&declared)};
        if (row == 0) {
            begin_table(h, "static const wits_function functions");
        }
        text_clear(&quoted);
        text_format(&quoted, "\"%s\"", wits_function_name(h->brain, row));
        parts[0] = text_of(&quoted);
        parts[1 + form_of_function(h, row)->pointer] = h->adapters[row];
        text_filled(&h->to, "        {", parts, 6, "},\n");
    }
    if (count > 0) {
        end_table(h);
    }
    text_free(&declared);
    text_free(&quoted);
}

static void add_field(header *h, uint32_t field) {
    const uint32_t count = wits_field_value_count(h->brain, field);
    text head = {0}, quoted = {0}, offset = {0}, values = {0}, value_count = {0};
    text_format(&head, "        %s(", h->place);
    text_format(&quoted, "\"%s\"", wits_field_name(h->brain, field));
    text_format(&offset, "offsetof(%s, %s)", h->context, h->members[field]);
    text_format(&values, count > 0 ? "%s_values" : "NULL", wits_field_name(h->brain, field));
    text_format(&value_count, "%u", (unsigned)count);
    if (h->options->no_context) {
        TEXT_FILLED(&h->to, text_of(&head), "),\n", text_of(&quoted), "columns", h->fields.ids[field], text_of(&values),
                    text_of(&value_count));
    } else {
        TEXT_FILLED(&h->to, text_of(&head), "),\n", text_of(&quoted), form_of_field(h, field)->enumerator,
                    text_of(&offset), "contexts", "count", text_of(&values), text_of(&value_count));
    }
    text_free(&head);
    text_free(&quoted);
    text_free(&offset);
    text_free(&values);
    text_free(&value_count);
}

static void add_fields(header *h) {
    const uint32_t count = wits_field_count(h->brain);
    text table = {0};
    for (uint32_t field = 0; field < count; field++) {
        text_clear(&table);
        text_format(&table, "%s_values", wits_field_name(h->brain, field));
        header_add_values(h, text_of(&table), &h->values[field]);
    }
    if (count > 0) {
        begin_table(h, "const wits_host_field fields");
        for (uint32_t field = 0; field < count; field++) {
            add_field(h, field);
        }
        end_table(h);
    }
    text_free(&table);
}

/// Writes a row of events or states: the name and the required number.
static void add_numbered(header *h, const char *name, const char *id) {
    text quoted = {0};
    text_format(&quoted, "\"%s\"", name);
    TEXT_FILLED(&h->to, "        {", "},\n", text_of(&quoted), "NULL", id);
    text_free(&quoted);
}

static void add_events(header *h) {
    if (h->events.count > 0) {
        begin_table(h, "static const wits_host_event events");
        for (uint32_t row = 0; row < h->events.count; row++) {
            add_numbered(h, wits_event_name(h->brain, row), h->events.ids[row]);
        }
        end_table(h);
    }
}

/// The root is left out, because its number is always 0.
static void add_states(header *h) {
    if (h->states.count > 1) {
        begin_table(h, "static const wits_host_state states");
        for (uint32_t row = 1; row < h->states.count; row++) {
            char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
            wits_state_path(h->brain, (wits_state_id)row, path, sizeof path);
            add_numbered(h, path, h->states.ids[row]);
        }
        end_table(h);
    }
}

// ----------------------------------------------------------------------------------------------------------- functions

static void add_to_host(header *h, const char *table, const char *counter, uint32_t count) {
    if (count > 0) {
        text_format(&h->to, "    host.%s = %s;\n    host.%s = %u;\n", table, table, counter, (unsigned)count);
    }
}

static void add_open_head(header *h, const char *tail) {
    const char *parts[5] = {"const char *path"};
    size_t count = 1;
    text head = {0}, contexts = {0}, numbers = {0};
    text_format(&head, "static inline wits_file *%s(", h->open);
    if (h->options->no_context) {
        parts[count++] = "const wits_column *columns";
    } else {
        parts[count++] = text_pointer(&contexts, h, false, "contexts");
        parts[count++] = "size_t count";
    }
    if (header_has_numbers(h)) {
        text_format(&numbers, "%s *numbers", h->numbers);
        parts[count++] = text_of(&numbers);
    }
    parts[count++] = "const wits_file_options *options";
    text_filled(&h->to, text_of(&head), parts, count, tail);
    text_free(&head);
    text_free(&contexts);
    text_free(&numbers);
}

static void add_frame_head(header *h, const char *tail) {
    text head = {0}, contexts = {0};
    text_format(&head, "static inline wits_frame %s(", h->frame);
    TEXT_FILLED(&h->to, text_of(&head), tail, "const wits_file *file",
                text_pointer(&contexts, h, false, h->options->no_context ? "context" : "contexts"), "uint32_t row");
    text_free(&head);
    text_free(&contexts);
}

void header_add_declarations(header *h) {
    if (h->options->no_context) {
        text_format(
            &h->to,
            "\n"
            "/// Opens the brain file and connects it to this program. `columns`, %s in number, give the location\n"
            "/// of each field; null if there are none. Their data must outlive the file. If the file does not fit\n"
            "/// the program, prints each difference by name and returns null. `options` may be null.\n",
            h->fields_count);
    } else {
        text_add(
            &h->to,
            "\n"
            "/// Opens the brain file and connects it to this program. `contexts` are those of `count` agents, and\n"
            "/// must outlive the file. If the file does not fit the program, prints each difference by name and\n"
            "/// returns null. `options` may be null.\n");
    }
    if (header_has_numbers(h)) {
        text_add(&h->to, "/// `numbers` gets the numbers of this file. It is unchanged if the result is null.\n");
    }
    add_open_head(h, ");\n");
    if (h->options->no_context) {
        text_add(
            &h->to,
            "/// Returns a frame for the agent in this row of the columns. Its functions get `context`. The agent's\n"
            "/// id is its row; change it if rows move.\n");
    } else {
        text_format(
            &h->to,
            "/// Returns a frame for the agent in this row. `contexts` are those given to %s. The agent's id is\n"
            "/// its row; change it if rows move.\n",
            h->open);
    }
    add_frame_head(h, ");\n");
}

static void add_open(header *h) {
    const uint32_t functions = wits_function_count(h->brain), fields = wits_field_count(h->brain);
    const bool has_numbers = header_has_numbers(h), has_all = h->options->uses == NULL;
    uint32_t states = has_all ? h->states.count - 1 : 0, events = has_all ? h->events.count : 0;
    text_add(&h->to, "\n");
    add_open_head(h, ") {\n");
    if (functions + fields + states + events + h->kinds.count > 0 || has_numbers) {
        text_add(&h->to, "    // clang-format off\n");
        add_functions(h);
        add_fields(h);
        if (has_all) {
            add_events(h);
            add_states(h);
        } else if (has_numbers) {
            header_add_used(h, &states, &events);
        }
        header_add_target_tables(h);
        text_add(&h->to, "    // clang-format on\n");
    }
    text_add(&h->to, "    wits_host host;\n    memset(&host, 0, sizeof host);\n");
    add_to_host(h, "functions", "function_count", functions);
    add_to_host(h, "fields", "field_count", fields);
    add_to_host(h, "events", "event_count", events);
    add_to_host(h, "states", "state_count", states);
    if (fields == 0) {
        text_add(&h->to, h->options->no_context ? "    (void)columns;\n" : "    (void)contexts;\n    (void)count;\n");
    }
    add_to_host(h, "targets", "target_count", h->kinds.count);
    if (h->kinds.count == 0 && !has_numbers) {
        text_add(&h->to, "    return wits_file_open(path, &host, options);\n}\n");
        return;
    }
    text_add(&h->to, "    wits_file *file = wits_file_open(path, &host, options);\n");
    if (h->kinds.count > 0) {
        header_compare_targets(h);
    }
    if (has_numbers) {
        text_add(&h->to, "    if (file != NULL) {\n        *numbers = found;\n    }\n");
    }
    text_add(&h->to, "    return file;\n}\n");
}

static void add_frame(header *h) {
    text_add(&h->to, "\n");
    add_frame_head(h, ") {\n");
    text_format(&h->to,
                "    wits_frame frame;\n"
                "    memset(&frame, 0, sizeof frame);\n"
                "    frame.agent = row;\n"
                "    frame.context = %s;\n"
                "    frame.columns = wits_file_columns(file);\n"
                "    frame.row = row;\n"
                "    frame.functions = wits_file_functions(file);\n"
                "    return frame;\n"
                "}\n",
                h->options->no_context ? "context" : "&contexts[row]");
}

/// Returns whether adapters convert the types of their arguments.
static bool casts(const header *h) {
    bool has = !h->options->no_context;
    for (uint32_t row = 0; row < wits_function_count(h->brain); row++) {
        for (uint32_t i = 0; i < MOST_PARAMETERS; i++) {
            has = has || enum_of_parameter(h, row, i) != NULL;
        }
    }
    return has;
}

void header_add_definitions(header *h) {
    const bool has_casts = casts(h);
    text_add(&h->to, "\n"
                     "// Implementation of these two functions.\n");
    if (has_casts) {
        add_cast(h);
    }
    add_adapters(h);
    if (wits_field_count(h->brain) > 0) {
        add_place(h);
    }
    add_open(h);
    add_frame(h);
    header_define_targets(h);
    if (has_casts) {
        text_format(&h->to, "\n#undef %s\n", h->cast);
    }
}
