// SPDX-License-Identifier: MIT
// Reads the command line. Reports the errors that getopt_long finds in our own words.
#define _POSIX_C_SOURCE 200809L  // optarg, optind, optopt, opterr

#include "common/tool.h"

#include <getopt.h>
#include <string.h>

static const struct option *option_of(const struct option *options, int value) {
    for (; options->name != NULL; options++) {
        if (options->val == value) {
            return options;
        }
    }
    return NULL;
}

static void say_unknown(const char *command, const char *given, const struct option *options) {
    char name[64] = "";
    strncpy(name, given + strspn(given, "-"), sizeof name - 1);
    name[strcspn(name, "=")] = '\0';
    guess found = guess_at(name);
    text suggestion = {0};
    for (; options->name != NULL; options++) {
        guess_offer(&found, options->name);
    }
    if (found.best != NULL) {
        text_format(&suggestion, "; did you mean '--%s'?", found.best);
    }
    say_misuse(command, "unknown option '%s'%s", given, text_of(&suggestion));
    text_free(&suggestion);
}

int next_option(const char *command, int argc, char **argv, const char *letters, const struct option *options) {
    opterr = 0;
    int found = getopt_long(argc, argv, letters, options, NULL);
    if (found == ':') {
        say_misuse(command, "option '%s' needs a value", argv[optind - 1]);
        return '?';
    }
    if (found == '?') {
        const struct option *known = optopt != 0 ? option_of(options, optopt) : NULL;
        const char letter[3] = {'-', (char)optopt, '\0'};
        if (known != NULL) {
            say_misuse(command, "option '--%s' takes no value", known->name);
        } else {
            say_unknown(command, optopt != 0 ? letter : argv[optind - 1], options);
        }
    }
    return found;
}

static const char *words;
static int word_count;

void keep_command_line(int argc, char **argv) {
    static text kept;  // the words, each followed by a zero byte
    word_count = argc;
    text_clear(&kept);
    for (int i = 0; i < argc; i++) {
        text_add_bytes(&kept, argv[i], strlen(argv[i]) + 1);
    }
    words = text_of(&kept);
}

// Adds single quotes if the shell would treat characters of the word specially.
void text_shell_word(text *to, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:%@";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        text_add(to, word);
        return;
    }
    text_add(to, "'");
    for (; *word != '\0'; word++) {
        text_add_bytes(to, *word == '\'' ? "'\\''" : word, *word == '\'' ? 4 : 1);
    }
    text_add(to, "'");
}

void text_command_line(text *to) {
    const char *word = words;
    text_add(to, "wits");
    for (int i = 0; i < word_count; i++, word += strlen(word) + 1) {
        if (i > 0) {
            text_add(to, " ");
            text_shell_word(to, word);
        }
    }
}

bool take_constants(const char *command, int *argc, char **argv) {
    static const char option[] = "--const";
    int kept = 1;
    bool is_over = false;  // there are no options after '--'
    for (int i = 1; i < *argc; i++) {
        bool is_one = !is_over && strncmp(argv[i], option, strlen(option)) == 0;
        char after = is_one ? argv[i][strlen(option)] : 'x';
        is_over = is_over || strcmp(argv[i], "--") == 0;
        if (after != '\0' && after != '=') {
            argv[kept++] = argv[i];
            continue;
        }
        char *given = after == '=' ? argv[i] + strlen(option) + 1 : i + 1 < *argc ? argv[++i] : NULL;
        if (given == NULL || strchr(given, '=') == NULL || given[0] == '=') {
            say_misuse(command, "option '--const' needs NAME=VALUE%s%s%s", given != NULL ? ", not '" : "",
                       given != NULL ? given : "", given != NULL ? "'" : "");
            return false;
        }
        note_constant(given);
    }
    *argc = kept;
    argv[kept] = NULL;
    return true;
}

const char *only_argument(const char *command, int argc, char **argv) {
    if (argc == optind) {
        say_misuse(command, "missing brain file");
        return NULL;
    }
    if (argc - optind > 1) {
        say_misuse(command, "only one brain file can be given; unexpected '%s'", argv[optind + 1]);
        return NULL;
    }
    return argv[optind];
}

bool read_number(const char *command, const char *option, const char *given, uint64_t least, uint64_t most,
                 uint64_t *value) {
    uint64_t sum = 0;
    bool fits = given[0] != '\0';
    for (const char *digit = given; *digit != '\0' && fits; digit++) {
        fits = *digit >= '0' && *digit <= '9';
        unsigned add = fits ? (unsigned)(*digit - '0') : 0;
        fits = fits && sum <= (most - add) / 10;
        sum = sum * 10 + add;
    }
    if (!fits || sum < least) {
        say_misuse(command, "%s must be a number from %llu to %llu, not '%s'", option, (unsigned long long)least,
                   (unsigned long long)most, given);
        return false;
    }
    *value = sum;
    return true;
}

bool read_count(const char *command, const char *option, const char *given, uint64_t most, uint64_t *value) {
    return read_number(command, option, given, 0, most, value);
}

int read_choice(const char *command, const char *option, const char *given, const char *const *names) {
    text known = {0};
    for (int row = 0; names[row] != NULL; row++) {
        if (strcmp(names[row], given) == 0) {
            text_free(&known);
            return row;
        }
        text_format(&known, "%s%s", row == 0 ? "" : names[row + 1] == NULL ? " or " : ", ", names[row]);
    }
    say_misuse(command, "%s must be %s, not '%s'", option, text_of(&known), given);
    text_free(&known);
    return -1;
}
