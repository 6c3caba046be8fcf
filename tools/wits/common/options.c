// SPDX-License-Identifier: MIT
// Reads the command line. Reports the errors that getopt_long finds in our own words.
#define _POSIX_C_SOURCE 200809L  // optarg, optind, optopt, opterr

#include "common/tool.h"

#include <getopt.h>
#include <string.h>

/// Returns the length of an option's name, which "=VALUE" may follow.
static size_t name_length(const char *name) {
    return strcspn(name, "=");
}

/// Returns the option with the name, or whose name begins with it.
static const struct option *find_option(const struct option *options, const char *name) {
    const struct option *found = NULL;
    for (; options->name != NULL; options++) {
        const bool begins = strncmp(options->name, name, name_length(name)) == 0;
        if (begins && options->name[name_length(name)] == '\0') {
            return options;
        }
        found = begins ? options : found;
    }
    return found;
}

int say_unknown_option(const char *command, const char *given, const struct option *options) {
    char name[64] = "";
    strncpy(name, given + strspn(given, "-"), sizeof name - 1);
    name[name_length(name)] = '\0';
    guess found = guess_at(name);
    text suggestion = {0};
    for (; options->name != NULL; options++) {
        guess_offer(&found, options->name);
    }
    guess_offer(&found, "help");
    if (command[0] != '\0') {
        guess_offer(&found, "const");
    }
    if (found.best != NULL) {
        text_format(&suggestion, "; did you mean '--%s'?", found.best);
    }
    const int status =
        say_misuse(command, "unknown option '%.*s'%s", (int)name_length(given), given, text_of(&suggestion));
    text_free(&suggestion);
    return status;
}

/// Checks a word that begins with one '-': letters, of which the last may take a value. Writes whether the next word is
/// that value. A long option with one '-' could also mean letters, but never does.
static bool check_letters(const char *command, const char *word, const char *letters, const struct option *options,
                          bool *takes_next) {
    const struct option *found = word[2] != '\0' ? find_option(options, word + 1) : NULL;
    const bool is_long = found != NULL && found->name[name_length(word + 1)] == '\0';
    for (const char *at = word + 1; *at != '\0'; at++) {
        const char *letter = *at != ':' ? strchr(letters, *at) : NULL;
        if (letter == NULL || is_long) {
            say_unknown_option(command, word, options);
            return false;
        }
        if (letter[1] == ':') {
            *takes_next = at[1] == '\0';
            return true;
        }
    }
    return true;
}

/// Checks all words with one '-'. So errors of getopt_long are only about long options, and about missing values.
static bool check_all_letters(const char *command, int argc, char **argv, const char *letters,
                              const struct option *options) {
    for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++) {
        const char *word = argv[i];
        bool takes_next = false;
        if (strncmp(word, "--", 2) == 0) {
            const struct option *found = find_option(options, word + 2);
            takes_next = found != NULL && found->has_arg == required_argument && strchr(word, '=') == NULL;
        } else if (word[0] == '-' && word[1] != '\0' && !check_letters(command, word, letters, options, &takes_next)) {
            return false;
        }
        i += takes_next;
    }
    return true;
}

int next_option(const char *command, int argc, char **argv, const char *letters, const struct option *options) {
    opterr = 0;
    if (optind <= 1 && !check_all_letters(command, argc, argv, letters, options)) {
        return '?';
    }
    int found = getopt_long(argc, argv, letters, options, NULL);
    if (found == ':') {
        say_misuse(command, "option '%s' needs a value", argv[optind - 1]);
        return '?';
    }
    if (found == '?' && optopt != 0) {
        say_misuse(command, "option '--%s' takes no value", find_option(options, argv[optind - 1] + 2)->name);
    } else if (found == '?') {
        say_unknown_option(command, argv[optind - 1], options);
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

/// Reads 1000, 1e3 or 2.5e6. Returns false if it is not a whole number up to `most`.
static bool read_whole(const char *given, uint64_t most, uint64_t *value) {
    const char *const decimal = "0123456789";
    const size_t before = strspn(given, decimal);
    const char *point = given + before;
    const size_t after = *point == '.' ? strspn(point + 1, decimal) : 0;
    const char *end = point + (*point == '.') + after;
    size_t exponent = 0;
    if (*end == 'e' || *end == 'E') {
        end += 1 + (end[1] == '+');
        const size_t digits = strspn(end, decimal);
        for (size_t i = 0; i < digits; i++) {
            exponent = exponent < 1000 ? exponent * 10 + (size_t)(end[i] - '0') : exponent;
        }
        end += digits;
        if (digits == 0) {
            return false;
        }
    }
    bool is_good = before > 0 && *end == '\0' && (*point != '.' || after > 0);
    uint64_t sum = 0;
    for (size_t i = 0; is_good && (i < before + exponent || i < before + after); i++) {
        const char digit = i < before ? given[i] : i < before + after ? point[1 + i - before] : '0';
        const unsigned add = (unsigned)(digit - '0');
        if (i < before + exponent) {
            is_good = add <= most && sum <= (most - add) / 10;
            sum = sum * 10 + add;
        } else {
            is_good = add == 0;
        }
    }
    *value = sum;
    return is_good;
}

bool read_number(const char *command, const char *option, const char *given, uint64_t least, uint64_t most,
                 uint64_t *value) {
    uint64_t number = 0;
    if (!read_whole(given, most, &number) || number < least) {
        say_misuse(command, "%s must be a whole number from %llu to %llu, not '%s'", option, (unsigned long long)least,
                   (unsigned long long)most, given);
        return false;
    }
    *value = number;
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
