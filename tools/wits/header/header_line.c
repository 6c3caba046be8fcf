// SPDX-License-Identifier: MIT
// Command-line options shared by `wits header` and `wits compile`: the prefix and the program's own struct.
#include "common/identifiers.h"
#include "header/header.h"
#include "wits/tokens.h"

#include <ctype.h>
#include <string.h>

/// Returns whether a text is one name of at most WITS_MAX_NAME characters.
static bool is_name(const char *given) {
    const wits_token token = wits_token_next(given, SIZE_MAX, 0);
    return token.offset == 0 && token.name > 0 && given[token.name] == '\0' && token.name <= WITS_MAX_NAME;
}

/// Returns whether a prefix is reserved for the library or the compiler.
static bool is_foreign(const char *prefix) {
    text lower = {0};
    for (const char *c = prefix; *c != '\0'; c++) {
        text_format(&lower, "%c", *c >= 'A' && *c <= 'Z' ? *c ^ 0x20 : *c);
    }
    const char *all = text_of(&lower);
    bool foreign = prefix[0] == '_' || strcmp(all, "wits") == 0 || strncmp(all, "wits_", 5) == 0;
    text_free(&lower);
    return foreign;
}

static bool take_prefix(const char *command, const char *given, header_line *to) {
    if (!is_name(given)) {
        say_misuse(command, "--prefix must be a C name of at most %d characters, not '%s'", WITS_MAX_NAME, given);
        return false;
    }
    if (is_foreign(given)) {
        say_misuse(command, "--prefix '%s': names that start with '_' or 'wits_' are reserved", given);
        return false;
    }
    text_clear(&to->prefix);
    text_add(&to->prefix, given);
    return true;
}

static bool take_context(const char *command, const char *given, header_line *to) {
    const char *type = given + strspn(given, " ");
    bool is_struct = strncmp(type, "struct ", 7) == 0;
    type += is_struct ? strspn(type + 6, " ") + 6 : 0;
    if (!is_name(type) || identifier_is_reserved(type)) {
        say_misuse(command, "--context must be a struct such as 'struct soldier' or the name of a type, not '%s'",
                   given);
        return false;
    }
    text_clear(&to->context);
    text_format(&to->context, "%s%s", is_struct ? "struct " : "", type);
    return true;
}

void text_file_name(text *to, const char *path) {
    const char *slash = strrchr(path, '/');
    if (strcmp(path, "-") == 0) {
        path = "standard input";
    }
    for (const char *c = slash != NULL ? slash + 1 : path; *c != '\0'; c++) {
        const bool plain = isalnum((unsigned char)*c) || strchr(" .,-+=()[]#@~_", *c) != NULL;
        text_add_bytes(to, plain ? c : "_", 1);
    }
}

bool can_be_included(const char *name) {
    for (const char *c = name; *c != '\0'; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7F || strchr("\"<>\\", *c) != NULL) {
            return false;
        }
    }
    return *name != '\0';
}

static bool take_include(const char *command, const char *given, header_line *to) {
    const size_t length = strlen(given);
    text inside = {0};
    if (length > 2 && given[0] == '<' && given[length - 1] == '>') {
        text_add_bytes(&inside, given + 1, length - 2);
    } else {
        text_add(&inside, given);
    }
    const bool fits = can_be_included(text_of(&inside));
    text_clear(&to->include);
    text_format(&to->include, inside.length < length ? "<%s>" : "\"%s\"", text_of(&inside));
    text_free(&inside);
    if (!fits) {
        say_misuse(command, "--include must be a header such as 'soldier.h' or '<soldier.h>', not '%s'", given);
    }
    return fits;
}

bool take_header_option(const char *command, int option, const char *given, header_line *to) {
    return option == 'p'   ? take_prefix(command, given, to)
           : option == 'c' ? take_context(command, given, to)
                           : option == 'i' && take_include(command, given, to);
}

bool include_has_context(const char *command, const header_line *given) {
    const bool fits = given->include.length == 0 || given->context.length > 0;
    if (!fits) {
        say_misuse(command, "--include needs --context; it is the header that declares your own struct");
    }
    return fits;
}

void end_header_line(header_line *to, const wits_brain *brain) {
    if (to->prefix.length == 0) {
        const char *title = wits_state_name(brain, WITS_ROOT);
        text_format(&to->prefix, "%s%s", is_foreign(title) ? "brain_" : "", title);
    }
}

void free_header_line(header_line *line) {
    text_free(&line->prefix);
    text_free(&line->context);
    text_free(&line->include);
}
