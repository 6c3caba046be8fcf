// SPDX-License-Identifier: MIT
// wits ids: prints a C header with the numbers of states, events, fields, kinds of targets and enum values.
#include "common/identifiers.h"
#include "common/tool.h"

static const char name[] = "ids";

static void add_enum(text *to, enumeration made) {
    text_enumeration(to, &made);
    enumeration_free(&made);
}

static void add_ids(const wits_brain *brain, text *to) {
    const char *title = wits_state_name(brain, WITS_ROOT);
    identifiers names;
    identifiers_begin(&names, title);
    const char *guard = identifiers_give_upper(&names, "IDS_H");
    text_format(to, "// Made by 'wits ids' from the brain '%s'; do not edit.\n#ifndef %s\n#define %s\n", title, guard,
                guard);
    add_enum(to, enumerate_states(&names, brain));
    add_enum(to, enumerate_events(&names, brain));
    add_enum(to, enumerate_fields(&names, brain));
    for (uint32_t field = 0; field < wits_field_count(brain); field++) {
        add_enum(to, enumerate_values(&names, brain, field));
    }
    add_enum(to, enumerate_targets(&names, brain));
    for (uint32_t kind = 0; kind < wits_target_kind_count(brain); kind++) {
        for (uint32_t field = 0; field < wits_target_field_count(brain, kind); field++) {
            add_enum(to, enumerate_target_values(&names, brain, kind, field));
        }
    }
    text_add(to, "\n#endif\n");
    identifiers_free(&names);
}

static int run(int argc, char **argv) {
    return run_printing(name, argc, argv, add_ids);
}

const tool_command ids_command = {
    .name = name,
    .run = run,
    .summary = "print a C header with the numbers of states, events and fields",
    .help = "Usage: wits ids FILE [options]\n"
            "\n"
            "Prints a C header with enums of the brain's states (by path), events, fields and enum values, with the\n"
            "numbers that the library uses. The same file always gives the same header.\n"
            "\n"
            "  -o, --output FILE   write to a file\n"
            "\n"
            "FILE '-' is standard input or output.\n"
            "\n"
            "Example:\n"
            "  wits ids brains/guard.yaml -o guard_ids.h\n",
};
