// SPDX-License-Identifier: MIT
// wits: the command-line program. Each command has its own file.
#include "common/platform.h"
#include "common/tool.h"
#include "completion.h"

#include <getopt.h>
#include <string.h>

static const tool_command *const commands[] = {
    &check_command,    &run_command,     &crowd_command,  &explain_command, &curve_command,   &map_command,
    &graph_command,    &compile_command, &header_command, &ids_command,     &program_command, &expand_command,
    &prove_command,    &reach_command,   &cover_command,  &same_command,    &migrate_command, &why_command,
    &diff_command,     &review_command,  &test_command,   &replay_command,  &inspect_command, &lsp_command,
    &exercise_command, &mcp_command};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *stream) {
    fputs("Usage: wits COMMAND FILE [options]\n"
          "\n"
          "Checks, simulates, explains, draws and compiles the brains of agents, from YAML or JSON files.\n"
          "\n",
          stream);
    size_t width = 0;
    for (size_t i = 0; i < COMMANDS; i++) {
        size_t length = strlen(commands[i]->name);
        width = length > width ? length : width;
    }
    for (size_t i = 0; i < COMMANDS; i++) {
        fprintf(stream, "  %-*s  %s\n", (int)width, commands[i]->name, commands[i]->summary);
    }
    fputs("\n"
          "'wits help COMMAND' or 'wits COMMAND --help' prints the help of a command, 'wits --version' the version.\n"
          "\n"
          "Example:\n"
          "  wits run brains/guard.yaml --inputs examples/guard-night.csv\n",
          stream);
}

static int unknown_command(const char *given) {
    text known = {0};
    guess found = guess_at(given);
    for (size_t i = 0; i < COMMANDS; i++) {
        text_format(&known, "%s%s", i == 0 ? "" : i + 1 == COMMANDS ? " and " : ", ", commands[i]->name);
        guess_offer(&found, commands[i]->name);
    }
    guess_offer(&found, "help");
    text suggestion = {0};
    text_guess(&suggestion, &found, "");
    int status = say_misuse("", "unknown command '%s'%s%s commands: %s", given, text_of(&suggestion),
                            found.best != NULL ? "" : ";", text_of(&known));
    text_free(&known);
    text_free(&suggestion);
    return status;
}

static bool asks_for_help(int argc, char **argv) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            return true;
        }
    }
    return false;
}

static const tool_command *find_command(const char *given) {
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i]->name, given) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

static const char options_of_all[] = "\n  --const NAME=VALUE   override a constant of the brain; repeatable\n";

/// Returns the lines about options of all commands. `mcp` has none of them.
static const char *shared_options(const tool_command *command) {
    return command != &mcp_command ? options_of_all : "";
}

/// Prints the options of all commands before the command's exit status and example.
static void print_command_help(const tool_command *command) {
    const char *after = strstr(command->help, "\nExit status");
    if (after == NULL) {
        after = strstr(command->help, "\nExample");
    }
    size_t before = after != NULL ? (size_t)(after - command->help) : strlen(command->help);
    fwrite(command->help, 1, before, stdout);
    fputs(shared_options(command), stdout);
    fputs(command->help + before, stdout);
}

static int print_help(const tool_command *command) {
    if (command == NULL) {
        print_usage(stdout);
    } else {
        print_command_help(command);
    }
    return finish_output(stdout, "standard output");
}

/// Runs `wits help --complete [COMMAND]`, for shells that complete a command line. An unknown command has no options.
static int print_words(const char *given) {
    const tool_command *command = given != NULL ? find_command(given) : NULL;
    if (command != NULL) {
        print_options(command->help);
        print_options(shared_options(command));
    }
    for (size_t i = 0; i < COMMANDS && given == NULL; i++) {
        printf("%s\t\t%s\n", commands[i]->name, commands[i]->summary);
    }
    return finish_output(stdout, "standard output");
}

/// Runs `wits help` and `wits help COMMAND`.
static int run_help(int argc, char **argv) {
    if (argc > 1 && strcmp(argv[1], "--complete") == 0) {
        return print_words(argc > 2 ? argv[2] : NULL);
    }
    bool is_whole = argc < 2 || argv[1][0] == '-';
    const tool_command *command = is_whole ? NULL : find_command(argv[1]);
    if (argc > 2) {
        return say_misuse("", "help takes only one command; unexpected '%s'", argv[2]);
    }
    return is_whole || command != NULL ? print_help(command) : unknown_command(argv[1]);
}

static int run_command_named(const char *given, int argc, char **argv) {
    const tool_command *command = find_command(given);
    if (strcmp(given, "help") == 0) {
        return run_help(argc, argv);
    }
    if (command == NULL && (is_ending(file_ending(given), ".yaml") || is_ending(file_ending(given), ".json"))) {
        return say_misuse("", "missing command before '%s', for example 'wits check %s'", given, given);
    }
    if (command == NULL) {
        return unknown_command(given);
    }
    if (asks_for_help(argc, argv)) {
        return print_help(command);
    }
    return take_constants(command->name, &argc, argv) ? command->run(argc, argv) : STATUS_MISUSE;
}

int main(int argc, char **argv) {
    static const struct option version[] = {{"version", no_argument, NULL, 'v'}, {NULL, 0, NULL, 0}};
    platform_begin();
    if (argc < 2) {
        print_usage(stderr);
        return STATUS_MISUSE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        return print_help(NULL);
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("wits " WITS_VERSION);
        return finish_output(stdout, "standard output");
    }
    if (argv[1][0] == '-') {
        return say_unknown_option("", argv[1], version);
    }
    keep_command_line(argc, argv);
    return run_command_named(argv[1], argc - 1, argv + 1);
}
