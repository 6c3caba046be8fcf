// SPDX-License-Identifier: MIT
// wits header: writes a C header that connects a program to one brain file.
#include "header/header.h"

#include <getopt.h>

static const char name[] = "header";

typedef struct command_line {
    header_line line;
    bool no_context;
    const char *uses;
    const char *output;
} command_line;

static bool read_options(int argc, char **argv, command_line *to) {
    static const struct option known[] = {{"output", required_argument, NULL, 'o'},
                                          {"prefix", required_argument, NULL, 'p'},
                                          {"context", required_argument, NULL, 'c'},
                                          {"include", required_argument, NULL, 'i'},
                                          {"no-context", no_argument, NULL, 'n'},
                                          {"uses", required_argument, NULL, 'u'},
                                          {NULL, 0, NULL, 0}};
    for (int found = next_option(name, argc, argv, ":o:", known); found != -1;
         found = next_option(name, argc, argv, ":o:", known)) {
        bool fits = true;
        switch (found) {
        case 'o':
            to->output = optarg;
            break;
        case 'u':
            to->uses = optarg;
            break;
        case 'n':
            to->no_context = true;
            break;
        default:
            fits = take_header_option(name, found, optarg, &to->line);
        }
        if (!fits) {
            return false;
        }
    }
    if (to->no_context && to->line.context.length > 0) {
        say_misuse(name, "--context and --no-context are mutually exclusive");
        return false;
    }
    return include_has_context(name, &to->line);
}

static int write_header(const wits_file *file, const char *path, command_line *given) {
    const wits_brain *brain = wits_file_brain(file);
    header_options options = {
        .enum_name = wits_file_parameter_enum, .brain_file = file, .no_context = given->no_context};
    header_uses uses = {.is_given = false};
    text to = {0}, shown = {0};
    int status = header_uses_read(name, brain, given->uses, &uses);
    if (status != STATUS_DONE) {
        header_uses_free(&uses);
        return status;
    }
    text_file_name(&shown, path);
    end_header_line(&given->line, brain);
    options.prefix = text_of(&given->line.prefix);
    options.context = given->line.context.length > 0 ? text_of(&given->line.context) : NULL;
    options.include = given->line.include.length > 0 ? text_of(&given->line.include) : NULL;
    options.uses = uses.is_given ? &uses : NULL;
    text_header(&to, brain, text_of(&shown), &options);
    status = write_output(name, &to, given->output);
    text_free(&to);
    text_free(&shown);
    header_uses_free(&uses);
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
    free_header_line(&given.line);
    return status;
}

const tool_command header_command = {
    .name = name,
    .run = run,
    .summary = "print a C header that connects a program to a brain file",
    .help =
        "Usage: wits header FILE [options]\n"
        "\n"
        "Prints a header for C and C++ that connects a program to one brain file. It has the numbers of states,\n"
        "events and enum values, a struct of the fields, and the functions that the program must define. For the\n"
        "brain 'guard' it also has guard_open, which opens the file and binds it to the program. If the file changes\n"
        "so that the program no longer fits, compiling with a new header fails. With the old header, guard_open\n"
        "prints each difference by name and returns no brain.\n"
        "\n"
        "  -o, --output FILE   write to a file\n"
        "  --prefix NAME       prefix of all names (the brain's name)\n"
        "  --context TYPE      use your own struct with the fields as members: a type such as 'struct soldier' or\n"
        "                      'soldier', declared before the header. The types of its members are checked when\n"
        "                      you compile\n"
        "  --include FILE      header that declares that struct, for example 'soldier.h' or '<soldier.h>'\n"
        "  --uses NAMES        states and events that the program uses, for example 'chase,patrol/walk,alarm'; ''\n"
        "                      for none. guard_open looks up their numbers. All others may be moved or removed\n"
        "  --no-context        no struct: functions get a void pointer, and you give the columns of the fields\n"
        "\n"
        "A field whose name is reserved in C or C++ gets an underscore: 'class' becomes 'class_'. The same file\n"
        "always gives the same header. FILE '-' is standard input or output.\n"
        "\n"
        "Example:\n"
        "  wits header brains/guard.yaml -o guard.h\n",
};
