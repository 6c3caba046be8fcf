// SPDX-License-Identifier: MIT
// wits compile: writes a brain as plain C, as a source and a header.
#include "compile.h"
#include "header/header.h"

#include <getopt.h>
#include <string.h>

static const char name[] = "compile";

typedef struct command_line {
    header_line line;
    compile_options options;
    text source, header;  ///< paths of the outputs
} command_line;

/// Takes the path of the source, "src/guard.c". The header goes beside it, and the source includes it by its file name.
static bool take_output(const char *given, command_line *to) {
    const char *slash = strrchr(given, '/'), *last = slash != NULL ? slash + 1 : given;
    const size_t length = strlen(given);
    if (strlen(last) <= 2 || strcmp(given + length - 2, ".c") != 0) {
        say_misuse(name,
                   "--output must be a source such as 'guard.c', not '%s'; the header 'guard.h' is written beside it",
                   given);
        return false;
    }
    if (!can_be_included(last)) {
        say_misuse(name,
                   "--output '%s': the name must not contain quotes, '<', '>' or '\\', because the source includes the "
                   "header by name",
                   given);
        return false;
    }
    text_clear(&to->source);
    text_clear(&to->header);
    text_add(&to->source, given);
    text_add_bytes(&to->header, given, length - 1);
    text_add(&to->header, "h");
    return true;
}

static bool read_options(int argc, char **argv, command_line *to) {
    static const struct option known[] = {
        {"output", required_argument, NULL, 'o'},  {"prefix", required_argument, NULL, 'p'},
        {"context", required_argument, NULL, 'c'}, {"include", required_argument, NULL, 'i'},
        {"no-crowd", no_argument, NULL, 'C'},      {"no-names", no_argument, NULL, 'N'},
        {"static", no_argument, NULL, 's'},        {NULL, 0, NULL, 0},
    };
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        bool fits = true;
        switch (found) {
        case 'o':
            fits = take_output(optarg, to);
            break;
        case 'C':
            to->options.no_crowd = true;
            break;
        case 'N':
            to->options.no_names = true;
            break;
        case 's':
            to->options.is_static = true;
            break;
        default:
            fits = take_header_option(name, found, optarg, &to->line);
        }
        if (!fits) {
            return false;
        }
    }
    return include_has_context(name, &to->line);
}

static const char *argument_of(int argc, char **argv, const command_line *given) {
    const char *path = only_argument(name, argc, argv);
    if (path == NULL) {
        return NULL;
    }
    if (given->source.length == 0) {
        say_misuse(name,
                   "missing -o; give the source to write, for example '-o guard.c'; the header is written beside it");
        return NULL;
    }
    if (is_same_output(text_of(&given->source), text_of(&given->header))) {
        say_misuse(name, "%s and %s are the same file", text_of(&given->source), text_of(&given->header));
        return NULL;
    }
    return path;
}

static uint32_t line_in(void *file, wits_table table, uint32_t row, const char *member) {
    return line_of_row(file, table, row, member);
}

static int write_source(wits_file *file, const char *path, command_line *given) {
    const char *slash = strrchr(text_of(&given->header), '/');
    text shown = {0}, header = {0}, source = {0};
    text_file_name(&shown, path);
    end_header_line(&given->line, wits_file_brain(file));
    compile_options *options = &given->options;
    options->prefix = text_of(&given->line.prefix);
    options->context = given->line.context.length > 0 ? text_of(&given->line.context) : NULL;
    options->include = given->line.include.length > 0 ? text_of(&given->line.include) : NULL;
    options->file = text_of(&shown);
    options->header = slash != NULL ? slash + 1 : text_of(&given->header);
    options->enum_name = wits_file_parameter_enum;
    options->brain_file = file;
    options->line_of = line_in;
    options->user = file;
    int status = STATUS_WRONG;
    if (compile_brain(&header, &source, wits_file_desc(file), wits_file_brain(file), options)) {
        const output_file outputs[] = {{&header, text_of(&given->header)}, {&source, text_of(&given->source)}};
        status = write_outputs(name, outputs, 2);
    } else {
        const uint32_t tenths = (uint32_t)(((header.length + source.length) * 10 + (1 << 20) - 1) >> 20);
        say_at((place){.file = shown_path(path)}, SEVERITY_ERROR,
               "the C of this brain would be too large: %u.%u MiB, at most %d MiB; nothing is written",
               (unsigned)(tenths / 10), (unsigned)(tenths % 10), COMPILE_MOST_BYTES >> 20);
    }
    text_free(&shown);
    text_free(&header);
    text_free(&source);
    return status;
}

static int run(int argc, char **argv) {
    command_line given = {.options = {0}};
    const char *path = read_options(argc, argv, &given) ? argument_of(argc, argv, &given) : NULL;
    int status = STATUS_MISUSE;
    if (path != NULL) {
        wits_file *file = load_brain(path);
        status = file != NULL ? write_source(file, path, &given) : STATUS_WRONG;
        wits_file_free(file);
    }
    free_header_line(&given.line);
    text_free(&given.source);
    text_free(&given.header);
    return status;
}

const tool_command compile_command = {
    .name = name,
    .run = run,
    .summary = "compile a brain to C that needs no library",
    .help =
        "Usage: wits compile FILE -o NAME.c [options]\n"
        "\n"
        "Writes a brain as plain C, NAME.c and NAME.h, which needs neither wits nor the brain file. For the brain\n"
        "'guard' it has the functions guard_start, guard_tick and so on. Agents have the same bytes and make the\n"
        "same decisions as with the library, so the library can continue or explain such an agent.\n"
        "\n"
        "  -o, --output FILE   the source, for example 'guard.c'; the header is 'guard.h'. Both are written, or none\n"
        "  --prefix NAME       prefix of all names (the brain's name)\n"
        "  --context TYPE      use your own struct with the fields as members: a type such as 'struct soldier' or\n"
        "                      'soldier'. The types of its members are checked when you compile\n"
        "  --include FILE      header that declares that struct, for example 'soldier.h' or '<soldier.h>'\n"
        "  --no-crowd          leave out the functions for many agents at once\n"
        "  --no-names          leave out the names of states, events and functions\n"
        "  --static            make all functions static; include the source in one of yours\n"
        "\n"
        "A field whose name is reserved in C or C++ gets an underscore: 'class' becomes 'class_'. A function, state\n"
        "or event whose name is taken gets a number: 'guard_stop_2'. The same file always gives the same C.\n"
        "FILE '-' is standard input.\n"
        "\n"
        "Example:\n"
        "  wits compile brains/guard.yaml -o guard.c\n",
};
