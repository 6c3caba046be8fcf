// SPDX-License-Identifier: MIT
// Unique names for C and C++ headers, created from the names of a brain.
#ifndef WITS_TOOL_IDENTIFIERS_H
#define WITS_TOOL_IDENTIFIERS_H

#include "common/tool.h"

typedef struct identifiers {
    text upper;    ///< prefix of enumerators and macros: "GUARD_"
    text lower;    ///< prefix of types and functions: "guard_"
    char **names;  ///< names in use
    size_t count;
    size_t capacity;
    uint32_t *table;  ///< a hash table of the rows of `names`, each plus 1
    size_t table_size;
} identifiers;

/// `prefix` is a name such as "guard".
void identifiers_begin(identifiers *all, const char *prefix);
void identifiers_free(identifiers *all);

/// Returns whether C, C++ or a standard header that the library includes reserves the name.
bool identifier_is_reserved(const char *name);

/// Returns the number of a name, in order of creation, or UINT32_MAX if it is not in use.
uint32_t identifiers_find(const identifiers *all, const char *name);

/// Creates the name `wanted`, with "_2" and so on appended if that is reserved or in use. The name lives as long as
/// `all`.
const char *identifiers_give(identifiers *all, const char *wanted);
/// The same for the prefix and `own`, both in upper case: "GUARD_BRAIN_H".
const char *identifiers_give_upper(identifiers *all, const char *own);
/// The same for the prefix in lower case and `own` unchanged: "guard_open".
const char *identifiers_give_lower(identifiers *all, const char *own);

/// An enum: its tag, and its enumerators in the order of their numbers.
typedef struct enumeration {
    const char *tag;
    const char **ids;
    const char **names;  ///< the names of the brain that they stand for
    uint32_t count;
} enumeration;

enumeration enumerate_states(identifiers *all, const wits_brain *brain);
enumeration enumerate_events(identifiers *all, const wits_brain *brain);
enumeration enumerate_fields(identifiers *all, const wits_brain *brain);
/// Returns the values of an enum field; empty for other fields.
enumeration enumerate_values(identifiers *all, const wits_brain *brain, uint32_t field);
enumeration enumerate_targets(identifiers *all, const wits_brain *brain);
/// Returns the values of an enum field of a kind of targets; empty for other fields.
enumeration enumerate_target_values(identifiers *all, const wits_brain *brain, uint32_t kind, uint32_t field);
/// Returns the enum of a function's argument: for the enum 'gear' "guard_gear" with GUARD_GEAR_SLOW. An unnamed one is
/// "guard_swim_value" with GUARD_SWIM_SLOW; with several parameters the second is "guard_swim_value_2" with
/// GUARD_SWIM_2_SLOW.
enumeration enumerate_argument(identifiers *all, const wits_brain *brain, const char *name, uint32_t function,
                               uint32_t parameter);
/// Writes an empty line and the enum; nothing if it has no enumerators.
void text_enumeration(text *to, const enumeration *of);
void enumeration_free(enumeration *of);

#endif
