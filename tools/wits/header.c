// SPDX-License-Identifier: MIT
// wits header: a C header that joins a program to one brain file.
#include "header.h"
#include "identifiers.h"

#include <getopt.h>
#include <string.h>

static const char name[] = "header";

typedef struct command_line {
    header_options header;
    text context;  ///< what header.context points to
    const char *output;
} command_line;

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/// Letters, digits and '_', no digit first, at most WITS_MAX_NAME.
static bool is_name(const char *given) {
    size_t length = 0;
    while (is_letter(given[length]) || (length > 0 && given[length] >= '0' && given[length] <= '9')) {
        length++;
    }
    return length > 0 && given[length] == '\0' && length <= WITS_MAX_NAME;
}

/// Names that begin so are the library's or the compiler's.
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

static bool take_prefix(const char *given, command_line *to) {
    if (!is_name(given)) {
        say_misuse(name, "--prefix is a name of C of at most %d characters, not '%s'", WITS_MAX_NAME, given);
        return false;
    }
    if (is_foreign(given)) {
        say_misuse(name, "--prefix '%s': names that begin with '_' or 'wits_' belong to others", given);
        return false;
    }
    to->header.prefix = given;
    return true;
}

/// "struct soldier", or the name of a type.
static bool take_context(const char *given, command_line *to) {
    const char *type = given + strspn(given, " ");
    bool is_struct = strncmp(type, "struct ", 7) == 0;
    type += is_struct ? strspn(type + 6, " ") + 6 : 0;
    text_clear(&to->context);
    text_format(&to->context, "%s%s", is_struct ? "struct " : "", type);
    if (!is_name(type) || identifier_is_reserved(type)) {
        say_misuse(name, "--context is a struct as 'struct soldier' or the name of a type, not '%s'", given);
        return false;
    }
    to->header.context = text_of(&to->context);
    return true;
}

static bool read_options(int argc, char **argv, command_line *to) {
    static const struct option known[] = {{"output", required_argument, NULL, 'o'},
                                          {"prefix", required_argument, NULL, 'p'},
                                          {"context", required_argument, NULL, 'c'},
                                          {"no-context", no_argument, NULL, 'n'},
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        bool fits = true;
        switch (found) {
        case 'o':
            to->output = optarg;
            break;
        case 'p':
            fits = take_prefix(optarg, to);
            break;
        case 'c':
            fits = take_context(optarg, to);
            break;
        case 'n':
            to->header.no_context = true;
            break;
        default:
            fits = false;
        }
        if (!fits) {
            return false;
        }
    }
    if (to->header.no_context && to->header.context != NULL) {
        say_misuse(name, "--context and --no-context exclude each other");
        return false;
    }
    return true;
}

/// What stands in the header for a path: no folders, and nothing that means something in a comment or a text of C.
static void add_file_name(text *to, const char *path) {
    const char *slash = strrchr(path, '/');
    for (const char *c = slash != NULL ? slash + 1 : path; *c != '\0'; c++) {
        bool plain = is_letter(*c) || (*c >= '0' && *c <= '9') || (*c != '\0' && strchr(" .,-+=()[]#@~", *c) != NULL);
        text_add_bytes(to, plain ? c : "_", 1);
    }
}

static int write_header(const wits_file *file, const char *path, command_line *given) {
    const wits_brain *brain = wits_file_brain(file);
    text to = {0}, shown = {0}, prefix = {0};
    add_file_name(&shown, strcmp(path, "-") == 0 ? "standard input" : path);
    if (given->header.prefix == NULL) {
        const char *title = wits_state_name(brain, WITS_ROOT);
        text_format(&prefix, "%s%s", is_foreign(title) ? "brain_" : "", title);
        given->header.prefix = text_of(&prefix);
    }
    text_header(&to, brain, text_of(&shown), &given->header);
    int status = write_output(name, &to, given->output);
    text_free(&to);
    text_free(&shown);
    text_free(&prefix);
    return status;
}

static int run(int argc, char **argv) {
    command_line given = {.output = NULL};
    const char *path = read_options(argc, argv, &given) ? only_argument(name, argc, argv) : NULL;
    int status = STATUS_MISUSE;
    if (path != NULL) {
        wits_file *file = load_brain(path);
        status = file != NULL ? write_header(file, path, &given) : STATUS_WRONG;
        wits_file_free(file);
    }
    text_free(&given.context);
    return status;
}

const tool_command header_command = {
    .name = name,
    .run = run,
    .summary = "prints a C header that joins a program to a brain file",
    .help = "Usage: wits header FILE [options]\n"
            "\n"
            "Prints a header for C and C++ with all that a program needs of one brain file: the numbers of states,\n"
            "events and enum values, a struct of the fields, the functions that the program has to define, and of\n"
            "the brain 'guard' the function guard_open, which opens the file and joins it to the program. If the\n"
            "file has changed, a program that is compiled anew fails to compile where it no longer fits, and one\n"
            "that is not compiled anew says at its start by name what is different, and gets no brain.\n"
            "\n"
            "  -o, --output FILE   writes to a file\n"
            "  --prefix NAME       what all names begin with, in place of the brain's name\n"
            "  --context TYPE      the fields are members of your own struct, which you declare before: a type as\n"
            "                      'struct soldier' or 'soldier'. Types of its members are compared when you compile\n"
            "  --no-context        no struct: functions get a void pointer, and you say where each field lies\n"
            "\n"
            "A field whose name C or C++ has for itself, as 'class', is the member 'class_'. The same file gives\n"
            "the same header. '-' in place of a file is standard input or output.\n"
            "\n"
            "Example:\n"
            "  wits header brains/guard.yaml -o guard.h\n",
};
