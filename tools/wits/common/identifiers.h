// SPDX-License-Identifier: MIT
// Names for headers of C and C++, made of the names of a brain. Each is given out once.
#ifndef WITS_TOOL_IDENTIFIERS_H
#define WITS_TOOL_IDENTIFIERS_H

#include "common/tool.h"

typedef struct identifiers {
    text upper;    ///< what enumerators and macros begin with: "GUARD_"
    text lower;    ///< what types and functions begin with: "guard_"
    char **names;  ///< those that were given out
    size_t count;
    size_t capacity;
    uint32_t *table;  ///< a hash table of the rows of `names`, each plus 1
    size_t table_size;
} identifiers;

/// `prefix` is a name, as "guard".
void identifiers_begin(identifiers *all, const char *prefix);
void identifiers_free(identifiers *all);

/// Whether C, C++ or a standard header that the library includes has the name for itself.
bool identifier_is_reserved(const char *name);

/// The number of a name among those that were given, in their order; UINT32_MAX if it was not.
uint32_t identifiers_find(const identifiers *all, const char *name);

/// Gives a name: `wanted`, or with "_2" and so on behind it where that is taken, or a name of C or C++. It lives as
/// long as `all`.
const char *identifiers_give(identifiers *all, const char *wanted);
/// The same of the prefix in upper case and `own` in upper case: "GUARD_BRAIN_H".
const char *identifiers_give_upper(identifiers *all, const char *own);
/// The same of the prefix in lower case and `own` as it is: "guard_open".
const char *identifiers_give_lower(identifiers *all, const char *own);

/// An enum: its tag, and its enumerators in the order of their numbers.
typedef struct enumeration {
    const char *tag;
    const char **ids;
    uint32_t count;
} enumeration;

enumeration enumerate_states(identifiers *all, const wits_brain *brain);
enumeration enumerate_events(identifiers *all, const wits_brain *brain);
enumeration enumerate_fields(identifiers *all, const wits_brain *brain);
/// The values of an enum field; without any for other fields.
enumeration enumerate_values(identifiers *all, const wits_brain *brain, uint32_t field);
enumeration enumerate_targets(identifiers *all, const wits_brain *brain);
/// The values of an enum field of a kind of targets; without any for other fields.
enumeration enumerate_target_values(identifiers *all, const wits_brain *brain, uint32_t kind, uint32_t field);
/// The values of an enum that a function takes: of the enum 'gear' "guard_gear" with GUARD_GEAR_SLOW. Without a name
/// "guard_swim_value" with GUARD_SWIM_SLOW; of several parameters "guard_swim_value_2" with GUARD_SWIM_2_SLOW.
enumeration enumerate_argument(identifiers *all, const wits_brain *brain, const char *name, uint32_t function,
                               uint32_t parameter);
/// An empty line and the enum; nothing where it has no enumerators.
void text_enumeration(text *to, const enumeration *of);
void enumeration_free(enumeration *of);

#endif
