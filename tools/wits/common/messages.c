// SPDX-License-Identifier: MIT
// Prints errors and suggests names.
#define _POSIX_C_SOURCE 200809L  // isatty

#include "common/platform.h"
#include "common/tool.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool is_terminal(FILE *stream) {
    const char *terminal = getenv("TERM");
    bool is_dumb = terminal != NULL && strcmp(terminal, "dumb") == 0;
    return !is_dumb && isatty(fileno(stream)) == 1;
}

bool has_colour(FILE *stream) {
    const char *no_colour = getenv("NO_COLOR");
    return (no_colour == NULL || no_colour[0] == '\0') && is_terminal(stream);
}

size_t terminal_width(FILE *stream) {
    enum { LEAST = 40, USUAL = 80 };
    if (!is_terminal(stream)) {
        return 0;
    }
    const char *columns = getenv("COLUMNS");
    unsigned long given = columns != NULL ? strtoul(columns, NULL, 10) : 0;
    given = given == 0 ? platform_columns(stream) : given;
    return given == 0 ? USUAL : given > LEAST ? given : LEAST;
}

static const char *severity_text(severity how, bool colour) {
    switch (how) {
    case SEVERITY_WARNING:
        return colour ? "\033[35mwarning:\033[0m " : "warning: ";
    case SEVERITY_NOTE:
        return colour ? "\033[36mnote:\033[0m " : "note: ";
    case SEVERITY_ERROR:
    default:
        return "";
    }
}

/// Prints text from files and other sources with control characters made visible.
static void print_visible(const char *what) {
    // Quoted texts are shortened before this, so a longer message contains a long path.
    enum { MOST = 4000 };
    text shown = {0};
    size_t length = strlen(what);
    text_visible(&shown, what, length < MOST ? length : MOST);
    fprintf(stderr, "%s%s", text_of(&shown), length < MOST ? "" : "...");
    text_free(&shown);
}

static void print_message(const char *format, va_list arguments) {
    text message = {0};
    text_format_list(&message, format, arguments);
    print_visible(text_of(&message));
    fputc('\n', stderr);
    text_free(&message);
}

// -------------------------------------------------------------------------------------------------------------- caught

static caught_messages *catcher;

caught_messages *catch_messages(caught_messages *to) {
    caught_messages *before = catcher;
    catcher = to;
    return before;
}

void caught_messages_free(caught_messages *of) {
    for (size_t i = 0; i < of->count; i++) {
        free(of->items[i].file);
        text_free(&of->items[i].what);
    }
    free(of->items);
    *of = (caught_messages){0};
}

static void catch_message(place at, severity how, const char *format, va_list arguments) {
    text file = {0};
    catcher->items = grow(catcher->items, &catcher->capacity, catcher->count + 1, sizeof *catcher->items);
    caught_message *one = &catcher->items[catcher->count++];
    *one = (caught_message){.how = how, .line = at.line, .column = at.column};
    if (at.file != NULL) {
        text_add(&file, at.file);
    }
    one->file = file.bytes;
    text_format_list(&one->what, format, arguments);
}

void text_caught(text *to, const caught_messages *of) {
    for (size_t i = 0; i < of->count; i++) {
        const caught_message *one = &of->items[i];
        text_add(to, i > 0 ? "\n" : "");
        if (one->file != NULL) {
            text_format(to, one->line > 0 ? "%s:%u:%u: " : "%s: ", one->file, (unsigned)one->line,
                        (unsigned)one->column);
        }
        text_format(to, "%s%s", severity_text(one->how, false), text_of(&one->what));
    }
}

// ------------------------------------------------------------------------------------------------------------- printed

void say_at(place at, severity how, const char *format, ...) {
    if (catcher != NULL) {
        va_list caught;
        va_start(caught, format);
        catch_message(at, how, format, caught);
        va_end(caught);
        return;
    }
    bool colour = has_colour(stderr);
    fputs(colour ? "\033[1m" : "", stderr);
    print_visible(at.file);
    fputc(':', stderr);
    if (at.line > 0) {
        fprintf(stderr, "%u:%u:", (unsigned)at.line, (unsigned)at.column);
    }
    fprintf(stderr, "%s %s", colour ? "\033[0m" : "", severity_text(how, colour));
    text message = {0};
    va_list arguments;
    va_start(arguments, format);
    text_format_list(&message, format, arguments);
    va_end(arguments);
    if (at.used_file != NULL) {
        text_format(&message, " (used at %s:%u:%u)", at.used_file, (unsigned)at.used_line, (unsigned)at.used_column);
    }
    print_visible(text_of(&message));
    fputc('\n', stderr);
    text_free(&message);
}

int say_error(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (catcher != NULL) {
        catch_message((place){0}, SEVERITY_ERROR, format, arguments);
    } else {
        fputs("wits: ", stderr);
        print_message(format, arguments);
    }
    va_end(arguments);
    return STATUS_WRONG;
}

static const char *space_before(const char *command) {
    return command[0] == '\0' ? "" : " ";
}

/// Prints what a command has to say, or catches it.
static void print_said(const char *command, severity how, const char *format, va_list arguments) {
    if (catcher != NULL) {
        catch_message((place){0}, how, format, arguments);
        return;
    }
    fprintf(stderr, "wits%s%s: %s", space_before(command), command, severity_text(how, false));
    print_message(format, arguments);
}

void say_mistake(const char *command, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_said(command, SEVERITY_ERROR, format, arguments);
    va_end(arguments);
}

void say_note(const char *command, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_said(command, SEVERITY_NOTE, format, arguments);
    va_end(arguments);
}

static bool has_hints = true;

int say_where_help_is(const char *command) {
    if (has_hints && catcher == NULL) {
        fprintf(stderr, "See 'wits%s%s --help'.\n", space_before(command), command);
    }
    return STATUS_MISUSE;
}

void say_no_more_hints(void) {
    has_hints = false;
}

int say_misuse(const char *command, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    print_said(command, SEVERITY_ERROR, format, arguments);
    va_end(arguments);
    return say_where_help_is(command);
}

bool output_is_open(FILE *stream) {
    return ferror(stream) == 0;
}

int finish_output(FILE *stream, const char *name) {
    if (ferror(stream) == 0) {
        errno = 0;  // otherwise it holds the error of the failed write
    }
    bool written = fflush(stream) == 0 && ferror(stream) == 0;
    if (!written && errno == EPIPE) {
        return STATUS_DONE;  // the reader has closed the pipe
    }
    return written ? STATUS_DONE
                   : say_error("%s cannot be written: %s", name, errno != 0 ? strerror(errno) : "the output is closed");
}

// --------------------------------------------------------------------------------------------------------- suggestions

enum { LONGEST = 80 };

/// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn one text into the other.
/// Only the last three rows of the table are kept.
static size_t edit_distance(const char *a, const char *b) {
    size_t a_length = strlen(a);
    size_t b_length = strlen(b);
    if (a_length > LONGEST || b_length > LONGEST) {
        return LONGEST;
    }
    size_t rows[3][LONGEST + 1];
    for (size_t j = 0; j <= b_length; j++) {
        rows[0][j] = j;
    }
    for (size_t i = 1; i <= a_length; i++) {
        size_t *row = rows[i % 3];
        const size_t *above = rows[(i + 2) % 3];
        const size_t *two_above = rows[(i + 1) % 3];
        row[0] = i;
        for (size_t j = 1; j <= b_length; j++) {
            size_t best = above[j - 1] + (a[i - 1] != b[j - 1]);
            best = above[j] + 1 < best ? above[j] + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && two_above[j - 2] + 1 < best) {
                best = two_above[j - 2] + 1;
            }
            row[j] = best;
        }
    }
    return rows[a_length % 3][b_length];
}

guess guess_at(const char *wanted) {
    return (guess){.wanted = wanted, .distance = strlen(wanted) / 3 + 2};
}

void guess_offer(guess *to, const char *name) {
    size_t distance = edit_distance(to->wanted, name);
    if (distance < to->distance) {
        to->distance = distance;
        to->best = name;
    }
}

void text_guess(text *to, const guess *found, const char *suffix) {
    if (found->best != NULL) {
        text_format(to, "; did you mean '%s%s'?", found->best, suffix);
    }
}
