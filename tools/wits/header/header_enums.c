// SPDX-License-Identifier: MIT
// Enums of arguments: the C enum of each parameter that takes the values of one enum. It is the enum of the first field
// or target field with the same values, if there is one. Otherwise each enum under `enums`, and each list of names,
// becomes a C enum.
#include "header/header_parts.h"

#include <stdlib.h>
#include <string.h>

static uint32_t slot_of(uint32_t function, uint32_t parameter) {
    return function * MOST_PARAMETERS + parameter;
}

static uint32_t slot_count(const header *h) {
    return slot_of(wits_function_count(h->brain), 0);
}

const enumeration *enum_of_parameter(const header *h, uint32_t function, uint32_t parameter) {
    return h->parameter_enums[slot_of(function, parameter)];
}

// --------------------------------------------------------------------------------------------------------- equal enums

static uint32_t value_count(const header *h, uint32_t slot) {
    return wits_function_value_count(h->brain, slot / MOST_PARAMETERS, slot % MOST_PARAMETERS);
}

static bool is_enum_of(const header *h, uint32_t slot, const enumeration *of) {
    bool same = of->count == value_count(h, slot);
    for (uint32_t value = 0; value < of->count && same; value++) {
        const char *name = wits_function_value_name(h->brain, slot / MOST_PARAMETERS, slot % MOST_PARAMETERS, value);
        same = strcmp(name, of->names[value]) == 0;
    }
    return same;
}

static const enumeration *find_among_fields(const header *h, uint32_t slot) {
    for (uint32_t field = 0; field < wits_field_count(h->brain); field++) {
        if (is_enum_of(h, slot, &h->values[field])) {
            return &h->values[field];
        }
    }
    for (uint32_t kind = 0; kind < h->kinds.count; kind++) {
        for (uint32_t field = 0; field < wits_target_field_count(h->brain, kind); field++) {
            if (is_enum_of(h, slot, &h->targets[kind].values[field])) {
                return &h->targets[kind].values[field];
            }
        }
    }
    return NULL;
}

/// Returns the name of the enum under `enums`, or "" for a list of names.
static const char *enum_name(const header *h, uint32_t slot) {
    const header_options *from = h->options;
    return from->enum_name == NULL ? ""
                                   : from->enum_name(from->brain_file, slot / MOST_PARAMETERS, slot % MOST_PARAMETERS);
}

/// Returns an enum of that name. A list of names always gets its own enum.
static const enumeration *find_among_parameters(const header *h, uint32_t slot) {
    const char *name = enum_name(h, slot);
    for (uint32_t other = 0; other < slot && name[0] != '\0'; other++) {
        if (strcmp(enum_name(h, other), name) == 0) {
            return h->parameter_enums[other];
        }
    }
    return NULL;
}

// --------------------------------------------------------------------------------------------------------------- names

void header_name_enums(header *h) {
    h->own_enums = allocate(slot_count(h), sizeof *h->own_enums);
    h->parameter_enums = allocate(slot_count(h), sizeof *h->parameter_enums);
    for (uint32_t slot = 0; slot < slot_count(h); slot++) {
        const uint32_t function = slot / MOST_PARAMETERS, parameter = slot % MOST_PARAMETERS;
        if (value_count(h, slot) == 0) {
            continue;  // no enum, or values of several enums
        }
        const enumeration *found = find_among_fields(h, slot);
        found = found != NULL ? found : find_among_parameters(h, slot);
        if (found == NULL) {
            h->own_enums[slot] = enumerate_argument(&h->names, h->brain, enum_name(h, slot), function, parameter);
            found = &h->own_enums[slot];
        }
        h->parameter_enums[slot] = found;
    }
}

void header_free_enums(header *h) {
    for (uint32_t slot = 0; slot < slot_count(h); slot++) {
        enumeration_free(&h->own_enums[slot]);
    }
    free(h->own_enums);
    free(h->parameter_enums);
}

void header_add_parameter_enums(header *h) {
    for (uint32_t slot = 0; slot < slot_count(h); slot++) {
        text_enumeration(&h->to, &h->own_enums[slot]);
    }
}

// -------------------------------------------------------------------------------------------------------------- tables

/// Returns the first parameter with the same enum, whose table of values is shared.
static uint32_t first_with_enum(const header *h, uint32_t slot) {
    uint32_t first = 0;
    while (h->parameter_enums[first] != h->parameter_enums[slot]) {  // ends at `slot`
        first++;
    }
    return first;
}

void header_add_values(header *h, const char *table, const enumeration *values) {
    if (values->count == 0) {
        return;
    }
    text_format(&h->to, "    static const char *const %s[] = {\n", table);
    for (uint32_t value = 0; value < values->count; value++) {
        text_format(&h->to, "        \"%s\",\n", values->names[value]);
    }
    text_add(&h->to, "    };\n");
}

void header_add_parameter_values(header *h) {
    for (uint32_t slot = 0; slot < slot_count(h); slot++) {
        if (h->parameter_enums[slot] == NULL || first_with_enum(h, slot) != slot) {
            continue;
        }
        text table = {0};
        text_format(&table, "argument_values_%u", (unsigned)slot);
        header_add_values(h, text_of(&table), h->parameter_enums[slot]);
        text_free(&table);
    }
}

void text_parameter_values(text *to, const header *h, uint32_t function, uint32_t parameter) {
    const uint32_t slot = slot_of(function, parameter);
    if (h->parameter_enums[slot] == NULL) {
        text_add(to, "NULL, 0");
    } else {
        text_format(to, "argument_values_%u, %u", (unsigned)first_with_enum(h, slot), (unsigned)value_count(h, slot));
    }
}
