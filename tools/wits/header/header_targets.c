// SPDX-License-Identifier: MIT
// Kinds of targets in a header of `wits header`: their numbers, structs of their fields, and a function for each kind
// that sets an agent's list.
#include "header/header_parts.h"

#include <stdlib.h>
#include <string.h>

static bool has_fields(const header *h, uint32_t kind, bool own) {
    for (uint32_t field = 0; field < wits_target_field_count(h->brain, kind); field++) {
        if (wits_target_field_is_own(h->brain, kind, field) == own) {
            return true;
        }
    }
    return false;
}

static uint32_t most_fields(const header *h) {
    uint32_t most = 1;
    for (uint32_t kind = 0; kind < h->kinds.count; kind++) {
        const uint32_t count = wits_target_field_count(h->brain, kind);
        most = count > most ? count : most;
    }
    return most;
}

// --------------------------------------------------------------------------------------------------------------- names

static const char *name_of(header *h, const char *format, uint32_t kind) {
    text own = {0};
    text_format(&own, format, wits_target_kind_name(h->brain, kind));
    const char *given = identifiers_give_lower(&h->names, text_of(&own));
    text_free(&own);
    return given;
}

/// Names the kinds' lists of generated C, in the struct of all of them.
static void name_kinds(header *h) {
    static const char *const others[] = {NULL};
    const char **names = allocate(h->kinds.count, sizeof *names);
    for (uint32_t kind = 0; kind < h->kinds.count; kind++) {
        names[kind] = h->kinds.names[kind];
    }
    for (uint32_t kind = 0; kind < h->kinds.count; kind++) {
        header_name_member(names, h->kinds.count, kind, names[kind][0] == '_' ? "kind" : "", others);
        h->targets[kind].member = names[kind];
    }
    free(names);
}

static void name_members(const header *h, uint32_t kind, const char **members, uint32_t count) {
    static const char *const of_list[] = {"ids", "count", "offsets", "own_rows", NULL};  // of generated C
    for (uint32_t field = 0; field < count; field++) {
        members[field] = wits_target_field_name(h->brain, kind, field);
    }
    for (uint32_t field = 0; field < count; field++) {
        header_name_member(members, count, field, header_before_member(members[field]), of_list);
    }
}

void header_name_targets(header *h) {
    h->kinds = enumerate_targets(&h->names, h->brain);
    h->targets = allocate(h->kinds.count, sizeof *h->targets);
    for (uint32_t kind = 0; kind < h->kinds.count; kind++) {
        target_names *names = &h->targets[kind];
        const uint32_t count = wits_target_field_count(h->brain, kind);
        if (h->options->taken != NULL) {
            names->list = name_of(h, "%s_list", kind);
        } else {
            names->pair = has_fields(h, kind, false) ? name_of(h, "%s", kind) : NULL;
            names->own = has_fields(h, kind, true) ? name_of(h, "%s_own", kind) : NULL;
            names->set = name_of(h, "set_%s", kind);
        }
        names->values = allocate(count, sizeof *names->values);
        names->members = allocate(count, sizeof *names->members);
        for (uint32_t field = 0; field < count; field++) {
            names->values[field] = enumerate_target_values(&h->names, h->brain, kind, field);
        }
        name_members(h, kind, names->members, count);
    }
    name_kinds(h);
    if (h->kinds.count > 0 && h->target_lists == NULL) {
        h->target_lists = identifiers_give_lower(&h->names, "targets");
    }
}

void header_free_targets(header *h) {
    for (uint32_t kind = 0; kind < h->kinds.count; kind++) {
        target_names *names = &h->targets[kind];
        for (uint32_t field = 0; field < wits_target_field_count(h->brain, kind); field++) {
            enumeration_free(&names->values[field]);
            free((char *)(uintptr_t)names->members[field]);
        }
        free(names->values);
        free(names->members);
        free((char *)(uintptr_t)names->member);
    }
    free(h->targets);
    enumeration_free(&h->kinds);
}

// -------------------------------------------------------------------------------------------------------- declarations

void header_add_target_enums(header *h) {
    text_enumeration(&h->to, &h->kinds);
    for (uint32_t kind = 0; kind < h->kinds.count; kind++) {
        for (uint32_t field = 0; field < wits_target_field_count(h->brain, kind); field++) {
            text_enumeration(&h->to, &h->targets[kind].values[field]);
        }
    }
}

static void add_struct(header *h, uint32_t kind, bool own) {
    const target_names *names = &h->targets[kind];
    const char *type = own ? names->own : names->pair;
    text_format(&h->to,
                own ? "\n"
                      "/// Own fields of one '%s'.\n"
                    : "\n"
                      "/// Pair fields of one '%s': what the agent knows about it.\n",
                wits_target_kind_name(h->brain, kind));
    text_format(&h->to, "typedef struct %s {\n", type);
    for (uint32_t field = 0; field < wits_target_field_count(h->brain, kind); field++) {
        if (wits_target_field_is_own(h->brain, kind, field) != own) {
            continue;
        }
        text_format(&h->to, "    %s %s;", form_of_type(wits_target_field_type(h->brain, kind, field))->type,
                    names->members[field]);
        if (names->values[field].count > 0) {
            text_format(&h->to, "  ///< enum %s", names->values[field].tag);
        }
        text_add(&h->to, "\n");
    }
    text_format(&h->to, "} %s;\n", type);
}

static void add_set_head(header *h, uint32_t kind, const char *tail) {
    const target_names *names = &h->targets[kind];
    text head = {0}, all = {0}, pairs = {0}, owns = {0};
    const char *parts[7];
    size_t count = 0;
    text_format(&head, "static inline void %s(", names->set);
    text_format(&all, "%s *all", h->target_lists);
    parts[count++] = text_of(&all);
    parts[count++] = "const wits_file *file";
    parts[count++] = "const uint32_t *ids";
    parts[count++] = "uint32_t count";
    if (names->pair != NULL) {
        text_format(&pairs, "%s *pairs", names->pair);
        parts[count++] = text_of(&pairs);
    }
    if (names->own != NULL) {
        text_format(&owns, "%s *owns", names->own);
        parts[count++] = text_of(&owns);
        parts[count++] = "const uint32_t *own_rows";
    }
    text_filled(&h->to, text_of(&head), parts, count, tail);
    text_free(&head);
    text_free(&all);
    text_free(&pairs);
    text_free(&owns);
}

void header_add_targets(header *h) {
    if (h->kinds.count == 0) {
        return;
    }
    for (uint32_t kind = 0; kind < h->kinds.count; kind++) {
        if (h->targets[kind].pair != NULL) {
            add_struct(h, kind, false);
        }
        if (h->targets[kind].own != NULL) {
            add_struct(h, kind, true);
        }
    }
    text_format(
        &h->to,
        "\n"
        "/// The target lists of one agent; empty if zeroed. Assign `lists` to frame.targets.\n"
        "typedef struct %s {\n"
        "    wits_target_list lists[%u];\n"
        "    wits_column columns[%u][%u];\n"
        "} %s;\n"
        "\n"
        "// Each sets the list of a kind: `count` rows of ids, of pair fields, and of own fields. The rows of own\n"
        "// fields are the same or, with `own_rows`, the rows that it names. All of it must stay at its address\n"
        "// while the list is used.\n",
        h->target_lists, (unsigned)h->kinds.count, (unsigned)h->kinds.count, (unsigned)most_fields(h), h->target_lists);
    for (uint32_t kind = 0; kind < h->kinds.count; kind++) {
        add_set_head(h, kind, ");\n");
    }
}

// --------------------------------------------------------------------------------------------------------- definitions

void header_add_target_tables(header *h) {
    text table = {0};
    for (uint32_t kind = 0; kind < h->kinds.count; kind++) {
        const char *name = wits_target_kind_name(h->brain, kind);
        for (uint32_t field = 0; field < wits_target_field_count(h->brain, kind); field++) {
            text_clear(&table);
            text_format(&table, "target_%u_values_%u", (unsigned)kind, (unsigned)field);
            header_add_values(h, text_of(&table), &h->targets[kind].values[field]);
        }
        if (wits_target_field_count(h->brain, kind) > 0) {
            text_format(&h->to, "    static const wits_host_field target_%u_fields[] = {  // %s\n", (unsigned)kind,
                        name);
        }
        for (uint32_t field = 0; field < wits_target_field_count(h->brain, kind); field++) {
            const bool own = wits_target_field_is_own(h->brain, kind, field);
            const uint32_t count = wits_target_field_value_count(h->brain, kind, field);
            text_format(&h->to, "        {\"%s\", NULL, sizeof(%s), %s, false, 0, ",
                        wits_target_field_name(h->brain, kind, field),
                        own ? h->targets[kind].own : h->targets[kind].pair,
                        form_of_type(wits_target_field_type(h->brain, kind, field))->enumerator);
            if (count > 0) {
                text_format(&h->to, "target_%u_values_%u, %u},\n", (unsigned)kind, (unsigned)field, (unsigned)count);
            } else {
                text_add(&h->to, "NULL, 0},\n");
            }
        }
        text_add(&h->to, wits_target_field_count(h->brain, kind) > 0 ? "    };\n" : "");
    }
    for (uint32_t kind = 0; kind < h->kinds.count; kind++) {
        const uint32_t count = wits_target_field_count(h->brain, kind);
        text_add(&h->to, kind == 0 ? "    static const wits_host_target targets[] = {\n" : "");
        text_format(&h->to, "        {\"%s\", ", wits_target_kind_name(h->brain, kind));
        if (count > 0) {
            text_format(&h->to, "target_%u_fields, %u, NULL, NULL},\n", (unsigned)kind, (unsigned)count);
        } else {
            text_add(&h->to, "NULL, 0, NULL, NULL},\n");
        }
    }
    text_add(&h->to, h->kinds.count > 0 ? "    };\n" : "");
    text_free(&table);
}

void header_compare_targets(header *h) {
    static const char message[] = "%s: its kinds of targets have different numbers in this program";
    text_add(&h->to, "    for (uint32_t i = 0; file != NULL && i < host.target_count; i++) {\n"
                     "        if (wits_find_target_kind(wits_file_brain(file), targets[i].name) != i) {\n");
    text_format(&h->to, "            fprintf(stderr, \"%s\\n\", path);\n", message);
    text_add(&h->to, "            wits_file_free(file);\n"
                     "            file = NULL;\n"
                     "        }\n"
                     "    }\n");
}

/// Looks columns up by name, because the order of the fields in the file may differ.
static void add_column(header *h, uint32_t kind, uint32_t field) {
    const target_names *names = &h->targets[kind];
    const bool own = wits_target_field_is_own(h->brain, kind, field);
    const char *type = own ? names->own : names->pair, *rows = own ? "owns" : "pairs";
    text_format(&h->to,
                "        if (strcmp(wits_target_field_name(brain, %s, i), \"%s\") == 0) {\n"
                "            column->base = %s != NULL ? &%s->%s : NULL;\n"
                "            column->stride = sizeof(%s);\n"
                "            column->type = %s;\n"
                "        }\n",
                h->kinds.ids[kind], wits_target_field_name(h->brain, kind, field), rows, rows, names->members[field],
                type, form_of_type(wits_target_field_type(h->brain, kind, field))->enumerator);
}

static void define_set(header *h, uint32_t kind) {
    const target_names *names = &h->targets[kind];
    const uint32_t count = wits_target_field_count(h->brain, kind);
    text_add(&h->to, "\n");
    add_set_head(h, kind, ") {\n");
    text_format(&h->to,
                "    wits_target_list *list = &all->lists[%s];\n"
                "    memset(list, 0, sizeof *list);\n"
                "    list->ids = ids;\n"
                "    list->count = count;\n"
                "    list->columns = all->columns[%s];\n",
                h->kinds.ids[kind], h->kinds.ids[kind]);
    if (names->own != NULL) {
        text_add(&h->to, "    list->own_rows = own_rows;\n");
    }
    if (count == 0) {
        text_add(&h->to, "    (void)file;\n}\n");
        return;
    }
    text_format(&h->to,
                "    const wits_brain *brain = wits_file_brain(file);\n"
                "    for (uint32_t i = 0; i < %u; i++) {\n"
                "        wits_column *column = &all->columns[%s][i];\n"
                "        memset(column, 0, sizeof *column);\n",
                (unsigned)count, h->kinds.ids[kind]);
    for (uint32_t field = 0; field < count; field++) {
        add_column(h, kind, field);
    }
    text_add(&h->to, "    }\n}\n");
}

void header_define_targets(header *h) {
    for (uint32_t kind = 0; kind < h->kinds.count; kind++) {
        define_set(h, kind);
    }
}
