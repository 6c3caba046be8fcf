// SPDX-License-Identifier: MIT
// Creates names for C and C++ headers from the names of a brain.
#include "common/identifiers.h"

#include "common/lookup.h"

#include <stdlib.h>
#include <string.h>

// ------------------------------------------------------------------------------------------------------ reserved names

// clang-format off
/// Keywords of C up to C23 and of C++ up to C++20, and macros and types of standard headers. Names that start with '_'
/// and those of <stdint.h> are recognised by their form.
static const char *const reserved[] = {
    "EOF", "NULL", "alignas", "alignof", "and", "and_eq", "asm", "assert", "auto", "bitand", "bitor", "bool", "break",
    "case", "catch", "char", "char16_t", "char32_t", "char8_t", "class", "co_await", "co_return", "co_yield", "compl",
    "concept", "const", "const_cast", "consteval", "constexpr", "constinit", "continue", "decltype", "default",
    "delete", "do", "double", "dynamic_cast", "else", "enum", "errno", "explicit", "export", "extern", "false", "float",
    "for", "friend", "goto", "i386", "if", "inline", "int", "intptr_t", "linux", "long", "max_align_t", "mutable",
    "namespace", "new", "noexcept", "not", "not_eq", "nullptr", "nullptr_t", "offsetof", "operator", "or", "or_eq",
    "private", "protected", "ptrdiff_t", "public", "register", "reinterpret_cast", "requires", "restrict", "return",
    "short", "signed", "size_t", "sizeof", "static", "static_assert", "static_cast", "stderr", "stdin", "stdout",
    "struct", "switch", "template", "this", "thread_local", "throw", "true", "try", "typedef", "typeid", "typename",
    "typeof", "typeof_unqual", "uintptr_t", "union", "unix", "unsigned", "using", "virtual", "void", "volatile",
    "wchar_t", "while", "xor", "xor_eq",
};
// clang-format on

static bool begins_with(const char *name, const char *with) {
    return strncmp(name, with, strlen(with)) == 0;
}

static bool ends_with(const char *name, const char *with) {
    size_t length = strlen(name), ending = strlen(with);
    return length >= ending && strcmp(name + length - ending, with) == 0;
}

/// Recognises "uint8_t", "int_fast16_t", "INT_LEAST8_MAX", "SIZE_MAX". It may also match a few similar names.
static bool is_of_stdint(const char *name) {
    static const char *const types[] = {"int", "uint"};
    static const char *const macros[] = {"INT", "UINT", "SIZE_", "PTRDIFF_", "SIG_ATOMIC_", "WCHAR_", "WINT_"};
    static const char *const endings[] = {"_MAX", "_MIN", "_WIDTH", "_C"};
    bool begins = false, ends = false;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        const char *width = name + strlen(types[i]);
        if (begins_with(name, types[i]) && ends_with(name, "_t") &&
            (begins_with(width, "_fast") || begins_with(width, "_least") || begins_with(width, "max") ||
             (*width >= '0' && *width <= '9'))) {
            return true;
        }
    }
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++) {
        begins = begins || begins_with(name, macros[i]);
    }
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        ends = ends || ends_with(name, endings[i]);
    }
    return begins && ends;
}

/// Returns whether a name belongs to C, C++ or a header. None of these names ends with an underscore and a number.
static bool is_of_others(const char *name) {
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        if (strcmp(name, reserved[i]) == 0) {
            return true;
        }
    }
    return is_of_stdint(name);
}

bool identifier_is_reserved(const char *name) {
    return (name[0] == '_' && (name[1] == '_' || (name[1] >= 'A' && name[1] <= 'Z'))) || is_of_others(name);
}

// -------------------------------------------------------------------------------------------------------- unique names

/// FNV-1a.
static uint32_t hash_of(const char *name) {
    uint32_t hash = 2166136261u;
    for (; *name != '\0'; name++) {
        hash = (hash ^ (unsigned char)*name) * 16777619u;
    }
    return hash;
}

/// Returns the slot of a name in the table, or the free slot where it belongs. The table is never full.
static uint32_t *place_of(const identifiers *all, const char *name) {
    size_t at = hash_of(name) & (all->table_size - 1);
    while (all->table[at] != 0 && strcmp(all->names[all->table[at] - 1], name) != 0) {
        at = (at + 1) & (all->table_size - 1);
    }
    return &all->table[at];
}

/// Keeps at least twice as many slots as names.
static void grow_table(identifiers *all) {
    free(all->table);
    all->table_size = all->table_size == 0 ? 256 : all->table_size * 2;
    all->table = allocate(all->table_size, sizeof *all->table);
    for (size_t row = 0; row < all->count; row++) {
        *place_of(all, all->names[row]) = (uint32_t)row + 1;
    }
}

uint32_t identifiers_find(const identifiers *all, const char *name) {
    const uint32_t row = *place_of(all, name);
    return row != 0 ? row - 1 : UINT32_MAX;
}

const char *identifiers_give(identifiers *all, const char *wanted) {
    text given = {0};
    text_add(&given, wanted);
    for (unsigned number = 2; *place_of(all, text_of(&given)) != 0 || is_of_others(text_of(&given)); number++) {
        text_clear(&given);
        text_format(&given, "%s_%u", wanted, number);
    }
    all->names = grow(all->names, &all->capacity, all->count + 1, sizeof *all->names);
    all->names[all->count] = given.bytes;
    *place_of(all, given.bytes) = (uint32_t)++all->count;
    if (all->count * 2 > all->table_size) {
        grow_table(all);
    }
    return given.bytes;
}

/// Writes a name in upper or lower case, with '_' for '/'.
static void add_cased(text *to, const char *from, bool upper) {
    for (; *from != '\0'; from++) {
        char c = *from == '/' ? '_' : *from;
        bool other = upper ? c >= 'a' && c <= 'z' : c >= 'A' && c <= 'Z';
        c = (char)(other ? c ^ 0x20 : c);
        text_add_bytes(to, &c, 1);
    }
}

void identifiers_begin(identifiers *all, const char *prefix) {
    *all = (identifiers){.count = 0};
    grow_table(all);
    add_cased(&all->upper, prefix, true);
    add_cased(&all->lower, prefix, false);
    text_add(&all->upper, "_");
    text_add(&all->lower, "_");
}

void identifiers_free(identifiers *all) {
    for (size_t i = 0; i < all->count; i++) {
        free(all->names[i]);
    }
    free(all->names);
    free(all->table);
    text_free(&all->upper);
    text_free(&all->lower);
}

static const char *give_of(identifiers *all, const text *prefix, const char *own) {
    text wanted = {0};
    text_add(&wanted, text_of(prefix));
    text_add(&wanted, own);
    const char *given = identifiers_give(all, text_of(&wanted));
    text_free(&wanted);
    return given;
}

const char *identifiers_give_upper(identifiers *all, const char *own) {
    text cased = {0};
    add_cased(&cased, own, true);
    const char *given = give_of(all, &all->upper, text_of(&cased));
    text_free(&cased);
    return given;
}

const char *identifiers_give_lower(identifiers *all, const char *own) {
    return give_of(all, &all->lower, own);
}

// --------------------------------------------------------------------------------------------------------------- enums

static enumeration begin_enumeration(identifiers *all, const char *what, uint32_t count) {
    enumeration made = {.count = count};
    if (count > 0) {
        text tag = {0};
        add_cased(&tag, what, false);
        made.tag = identifiers_give_lower(all, text_of(&tag));
        made.ids = allocate(count, sizeof *made.ids);
        made.names = allocate(count, sizeof *made.names);
        text_free(&tag);
    }
    return made;
}

static void set_id(identifiers *all, enumeration *of, uint32_t row, const char *group, const char *own) {
    text wanted = {0};
    text_format(&wanted, "%s_%s", group, own);
    of->ids[row] = identifiers_give_upper(all, text_of(&wanted));
    of->names[row] = own;
    text_free(&wanted);
}

enumeration enumerate_states(identifiers *all, const wits_brain *brain) {
    enumeration made = begin_enumeration(all, "state", wits_state_count(brain));
    for (uint32_t row = 0; row < made.count; row++) {
        text path = {0};
        text_path(&path, brain, (wits_state_id)row);
        set_id(all, &made, row, "state", row == WITS_ROOT ? "root" : text_of(&path));
        made.names[row] = wits_state_name(brain, (wits_state_id)row);
        text_free(&path);
    }
    return made;
}

enumeration enumerate_events(identifiers *all, const wits_brain *brain) {
    enumeration made = begin_enumeration(all, "event", wits_event_count(brain));
    for (uint32_t row = 0; row < made.count; row++) {
        set_id(all, &made, row, "event", wits_event_name(brain, row));
    }
    return made;
}

enumeration enumerate_fields(identifiers *all, const wits_brain *brain) {
    enumeration made = begin_enumeration(all, "field", wits_field_count(brain));
    for (uint32_t row = 0; row < made.count; row++) {
        set_id(all, &made, row, "field", wits_field_name(brain, row));
    }
    return made;
}

enumeration enumerate_values(identifiers *all, const wits_brain *brain, uint32_t field) {
    const char *name = wits_field_name(brain, field);
    enumeration made = begin_enumeration(all, name, wits_field_value_count(brain, field));
    for (uint32_t value = 0; value < made.count; value++) {
        set_id(all, &made, value, name, wits_field_value_name(brain, field, value));
    }
    return made;
}

enumeration enumerate_targets(identifiers *all, const wits_brain *brain) {
    enumeration made = begin_enumeration(all, "target", wits_target_kind_count(brain));
    for (uint32_t kind = 0; kind < made.count; kind++) {
        set_id(all, &made, kind, "target", wits_target_kind_name(brain, kind));
    }
    return made;
}

enumeration enumerate_target_values(identifiers *all, const wits_brain *brain, uint32_t kind, uint32_t field) {
    text group = {0};
    text_format(&group, "%s_%s", wits_target_kind_name(brain, kind), wits_target_field_name(brain, kind, field));
    enumeration made = begin_enumeration(all, text_of(&group), wits_target_field_value_count(brain, kind, field));
    for (uint32_t value = 0; value < made.count; value++) {
        set_id(all, &made, value, text_of(&group), wits_target_field_value_name(brain, kind, field, value));
    }
    text_free(&group);
    return made;
}

enumeration enumerate_argument(identifiers *all, const wits_brain *brain, const char *name, uint32_t function,
                               uint32_t parameter) {
    const bool is_named = name[0] != '\0', is_alone = wits_function_parameter_count(brain, function) == 1;
    text tag = {0}, group = {0};
    text_add(&group, is_named ? name : wits_function_name(brain, function));
    text_format(&tag, is_named ? "%s" : "%s_value", text_of(&group));
    if (!is_named && !is_alone) {
        text_format(&tag, "_%u", (unsigned)(parameter + 1));
        text_format(&group, "_%u", (unsigned)(parameter + 1));
    }
    enumeration made = begin_enumeration(all, text_of(&tag), wits_function_value_count(brain, function, parameter));
    for (uint32_t value = 0; value < made.count; value++) {
        set_id(all, &made, value, text_of(&group), wits_function_value_name(brain, function, parameter, value));
    }
    text_free(&tag);
    text_free(&group);
    return made;
}

void text_enumeration(text *to, const enumeration *of) {
    if (of->count == 0) {
        return;
    }
    text_format(to, "\nenum %s {\n", of->tag);
    for (uint32_t row = 0; row < of->count; row++) {
        text_format(to, "    %s = %u,\n", of->ids[row], (unsigned)row);
    }
    text_add(to, "};\n");
}

void enumeration_free(enumeration *of) {
    free(of->ids);
    free(of->names);
    *of = (enumeration){.tag = NULL};
}
