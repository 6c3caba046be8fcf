// SPDX-License-Identifier: MIT
// wits: the program. Each command has a file of its own.
#define _POSIX_C_SOURCE 200809L  // SIGPIPE

#include "tool.h"

#include <signal.h>
#include <string.h>

static const tool_command *const commands[] = {&check_command, &run_command,   &crowd_command, &explain_command,
                                               &curve_command, &graph_command, &ids_command};

enum { COMMANDS = sizeof commands / sizeof *commands };

static void print_usage(FILE *stream) {
    fputs("Usage: wits COMMAND FILE [options]\n"
          "\n"
          "Decisions of agents, from brain files (YAML or JSON).\n"
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
          "'wits COMMAND --help' explains a command; 'wits --version' says which version this is.\n"
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
    text suggestion = {0};
    text_guess(&suggestion, &found, "");
    int status = say_misuse("", "there is no command '%s'%s%s there are %s", given, text_of(&suggestion),
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

static int run_command_named(const char *given, int argc, char **argv) {
    for (size_t i = 0; i < COMMANDS; i++) {
        if (strcmp(commands[i]->name, given) != 0) {
            continue;
        }
        if (asks_for_help(argc, argv)) {
            fputs(commands[i]->help, stdout);
            return finish_output(stdout, "standard output");
        }
        return commands[i]->run(argc, argv);
    }
    return unknown_command(given);
}

int main(int argc, char **argv) {
#ifdef SIGPIPE
    signal(SIGPIPE, SIG_IGN);  // a closed pipe is an output that cannot be written, and is said to be
#endif
    if (argc < 2) {
        print_usage(stderr);
        return STATUS_MISUSE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        print_usage(stdout);
        return finish_output(stdout, "standard output");
    }
    if (strcmp(argv[1], "--version") == 0) {
        puts("wits " WITS_VERSION);
        return finish_output(stdout, "standard output");
    }
    if (argv[1][0] == '-') {
        return say_misuse("", "there is no option '%s'", argv[1]);
    }
    return run_command_named(argv[1], argc - 1, argv + 1);
}
