// SPDX-License-Identifier: MIT
// wits ids: a C header with the numbers of states, events, fields and enum values.
#include "tool.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

static const char name[] = "ids";

/// Every name given out so far; C keeps those of all enums in one place.
typedef struct header {
    const wits_brain *brain;
    text to;
    text prefix;  ///< "GUARD_"
    text type;    ///< "guard_"
    char **names;
    size_t count;
    size_t capacity;
} header;

static bool is_taken(const header *h, const char *wanted) {
    for (size_t i = 0; i < h->count; i++) {
        if (strcmp(h->names[i], wanted) == 0) {
            return true;
        }
    }
    return false;
}

/// `wanted`, or with "_2" and so on behind it if that is taken.
static const char *give_name(header *h, const char *wanted) {
    text given = {0};
    text_add(&given, wanted);
    for (unsigned number = 2; is_taken(h, text_of(&given)); number++) {
        text_clear(&given);
        text_format(&given, "%s_%u", wanted, number);
    }
    h->names = grow(h->names, &h->capacity, h->count + 1, sizeof *h->names);
    h->names[h->count++] = given.bytes;
    return given.bytes;
}

/// Upper or lower case, '/' as '_'.
static void add_cased(text *to, const char *from, bool upper) {
    for (; *from != '\0'; from++) {
        char c = *from == '/' ? '_' : *from;
        bool other = upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
        c = (char)(other ? c ^ 0x20 : c);
        text_add_bytes(to, &c, 1);
    }
}

static void begin_enum(header *h, const char *what) {
    text type = {0};
    text_add(&type, text_of(&h->type));
    add_cased(&type, what, false);
    text_format(&h->to, "\nenum %s {\n", give_name(h, text_of(&type)));
    text_free(&type);
}

static void add_id(header *h, const char *group, const char *own, uint32_t number) {
    text id = {0};
    text_add(&id, text_of(&h->prefix));
    add_cased(&id, group, true);
    text_add(&id, "_");
    add_cased(&id, own, true);
    text_format(&h->to, "    %s = %u,\n", give_name(h, text_of(&id)), (unsigned)number);
    text_free(&id);
}

static void end_enum(header *h) {
    text_add(&h->to, "};\n");
}

static void add_states(header *h) {
    begin_enum(h, "state");
    for (uint32_t row = 0; row < wits_state_count(h->brain); row++) {
        char path[WITS_MAX_DEPTH * (WITS_MAX_NAME + 1) + 1];
        wits_state_path(h->brain, (wits_state_id)row, path, sizeof path);
        add_id(h, "state", row == WITS_ROOT ? "root" : path, row);
    }
    end_enum(h);
}

static void add_events(header *h) {
    if (wits_event_count(h->brain) == 0) {
        return;
    }
    begin_enum(h, "event");
    for (uint32_t row = 0; row < wits_event_count(h->brain); row++) {
        add_id(h, "event", wits_event_name(h->brain, row), row);
    }
    end_enum(h);
}

static void add_fields(header *h) {
    if (wits_field_count(h->brain) == 0) {
        return;
    }
    begin_enum(h, "field");
    for (uint32_t row = 0; row < wits_field_count(h->brain); row++) {
        add_id(h, "field", wits_field_name(h->brain, row), row);
    }
    end_enum(h);
}

static void add_values(header *h) {
    for (uint32_t row = 0; row < wits_field_count(h->brain); row++) {
        const char *field = wits_field_name(h->brain, row);
        uint32_t count = wits_field_value_count(h->brain, row);
        if (count == 0) {
            continue;
        }
        begin_enum(h, field);
        for (uint32_t value = 0; value < count; value++) {
            add_id(h, field, wits_field_value_name(h->brain, row, value), value);
        }
        end_enum(h);
    }
}

static void write_header(header *h) {
    const char *brain = wits_state_name(h->brain, WITS_ROOT);
    add_cased(&h->prefix, brain, true);
    add_cased(&h->type, brain, false);
    text_add(&h->prefix, "_");
    text_add(&h->type, "_");
    text guard = {0};
    text_format(&guard, "%sIDS_H", text_of(&h->prefix));
    text_format(&h->to, "// Made by 'wits ids' from the brain '%s'; do not edit.\n#ifndef %s\n#define %s\n", brain,
                text_of(&guard), give_name(h, text_of(&guard)));
    add_states(h);
    add_events(h);
    add_fields(h);
    add_values(h);
    text_add(&h->to, "\n#endif\n");
    text_free(&guard);
}

static int write_ids(const wits_brain *brain, const char *output) {
    header h = {.brain = brain};
    write_header(&h);
    int status = write_output(name, &h.to, output);
    for (size_t i = 0; i < h.count; i++) {
        free(h.names[i]);
    }
    free(h.names);
    text_free(&h.to);
    text_free(&h.prefix);
    text_free(&h.type);
    return status;
}

static int run(int argc, char **argv) {
    static const struct option known[] = {{"output", required_argument, NULL, 'o'}, {NULL, 0, NULL, 0}};
    const char *output = NULL;
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        if (found != 'o') {
            return STATUS_MISUSE;
        }
        output = optarg;
    }
    const char *path = only_argument(name, argc, argv);
    if (path == NULL) {
        return STATUS_MISUSE;
    }
    wits_file *file = load_brain(path);
    int status = file != NULL ? write_ids(wits_file_brain(file), output) : STATUS_WRONG;
    wits_file_free(file);
    return status;
}

const tool_command ids_command = {
    .name = name,
    .run = run,
    .summary = "prints a C header with the ids of states, events and fields",
    .help = "Usage: wits ids FILE [options]\n"
            "\n"
            "Prints a C header: enums of the brain's states (their paths), events, fields and the values of\n"
            "enum fields, numbered as the library numbers them. The same file gives the same header.\n"
            "\n"
            "  -o, --output FILE   writes to a file\n"
            "\n"
            "'-' in place of a file is standard input or output.\n"
            "\n"
            "Example:\n"
            "  wits ids brains/guard.yaml -o guard_ids.h\n",
};
