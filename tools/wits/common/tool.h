// SPDX-License-Identifier: MIT
// What the commands of wits share: exit status, messages, the command line, reading files.
#ifndef WITS_TOOL_H
#define WITS_TOOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "common/replace.h"
#include "common/text.h"
#include "wits/file.h"

#if defined(__GNUC__)
#define PRINTF_LIKE(text, first) __attribute__((format(printf, text, first)))
#else
#define PRINTF_LIKE(text, first)
#endif

/// What the program returns.
enum {
    STATUS_DONE = 0,
    STATUS_WRONG = 1,          ///< the brain or the input is wrong
    STATUS_MISUSE = 2,         ///< the command line is wrong
    STATUS_INTERRUPTED = 130,  ///< Ctrl-C: what shells expect
};

typedef struct tool_command {
    const char *name;
    const char *summary;
    const char *help;
    int (*run)(int argc, char **argv);  ///< argv[0] is the command's name
} tool_command;

extern const tool_command check_command, run_command, crowd_command, explain_command, curve_command, map_command,
    graph_command, compile_command, header_command, ids_command, program_command, expand_command, prove_command,
    reach_command, cover_command, same_command, why_command;

// ---------------------------------------------------------------------------------------------------------- messages.c

typedef enum severity { SEVERITY_ERROR, SEVERITY_WARNING, SEVERITY_NOTE } severity;

/// A place in a file; line 0 is the file as a whole. What is in a part or was put in by name is used elsewhere.
typedef struct place {
    const char *file;
    uint32_t line;
    uint32_t column;
    const char *used_file;  ///< null: it is used where it stands
    uint32_t used_line;
    uint32_t used_column;
} place;

/// "file:line:column: message", to standard error.
void say_at(place at, severity how, const char *format, ...) PRINTF_LIKE(3, 4);
/// "wits: message". Returns STATUS_WRONG.
int say_error(const char *format, ...) PRINTF_LIKE(1, 2);
/// "wits COMMAND: message", and where help is. Returns STATUS_MISUSE.
int say_misuse(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);
/// The two halves of it, for several mistakes of one command line.
void say_mistake(const char *command, const char *format, ...) PRINTF_LIKE(2, 3);
int say_where_help_is(const char *command);
/// Colour only on a terminal, and never with NO_COLOR.
bool has_colour(FILE *stream);
/// Whether a line on it can be written over.
bool is_terminal(FILE *stream);
/// Characters of a line on a terminal, as COLUMNS says, else the terminal itself; 0 if it is none.
size_t terminal_width(FILE *stream);
/// Ends the writing of results: STATUS_DONE, or STATUS_WRONG if they did not all arrive.
int finish_output(FILE *stream, const char *name);
/// Whether what was written so far has arrived, as far as is known.
bool output_is_open(FILE *stream);

/// The name most like a given one among those offered.
typedef struct guess {
    const char *wanted;
    const char *best;  ///< null if none is near
    size_t distance;
} guess;

guess guess_at(const char *wanted);
void guess_offer(guess *to, const char *name);
/// "; did you mean 'x'?", or nothing.
void text_guess(text *to, const guess *found, const char *suffix);

// ----------------------------------------------------------------------------------------------------------- options.c

struct option;
/// The next option as of getopt_long, -1 behind the last. `letters` begins with ':'. Of a mistake '?', which it has
/// said.
int next_option(const char *command, int argc, char **argv, const char *letters, const struct option *options);
/// Takes every `--const NAME=VALUE` off a command line and notes it for the brains that are read. False, said, if one
/// is no such thing.
bool take_constants(const char *command, int *argc, char **argv);
/// Notes the whole command line, before any of it is taken off or moved; it outlives the command.
void keep_command_line(int argc, char **argv);
/// As it can be given to a shell again, the program being "wits".
void text_command_line(text *to);
void text_shell_word(text *to, const char *token);
/// The only argument behind the options; null, said, if there is none or more than one.
const char *only_argument(const char *command, int argc, char **argv);
/// Digits only, at most `most`; what is wrong is said and is false.
bool read_count(const char *command, const char *option, const char *given, uint64_t most, uint64_t *value);
/// The same from `least` on.
bool read_number(const char *command, const char *option, const char *given, uint64_t least, uint64_t most,
                 uint64_t *value);
/// The text's row in `names`, which end with null; what is wrong is said and is -1.
int read_choice(const char *command, const char *option, const char *given, const char *const *names);

// ------------------------------------------------------------------------------------------------------------ output.c

/// A file that has been read is noted here: no output is written over it. Null is standard input.
void note_input(const char *path);
/// Whether `write_output` could write there, as far as can be known without doing so. Returns a status; what is wrong
/// is said.
int check_output(const char *command, const char *path);
/// Whether two paths lead to one file, whichever way they are written; both may be new.
bool is_same_output(const char *a, const char *b);
/// Writes a whole result to a file, or to standard output for null and "-". Returns a status; what went wrong is said.
/// A file is there as a whole or as it was before: it is written beside, then renamed.
int write_output(const char *command, const text *what, const char *path);
/// A result and the path of the file that it goes to.
typedef struct output_file {
    const text *what;
    const char *path;
} output_file;

/// Writes several results, each to a file of its own: all of them, or none. Returns a status; what went wrong is said.
int write_outputs(const char *command, const output_file *outputs, size_t count);
/// A result of any length that is written bit by bit, to `file`; it is there as a whole or not at all, as above.
typedef struct output_stream {
    FILE *file;
    const char *path;
    replacement written;  ///< not begun of a device and of standard output
} output_stream;

/// Returns a status; what is wrong is said. If it is STATUS_DONE the stream must be ended.
int output_begin(const char *command, const char *path, output_stream *to);
/// Returns a status; what went wrong is said.
int output_end(output_stream *of);
/// Instead of it, where something went wrong that was said: nothing is left of it. Returns STATUS_WRONG.
int output_abandon(output_stream *of);
/// A command that prints a text about one brain file and has `-o` besides. Returns a status.
int run_printing(const char *command, int argc, char **argv, void (*print)(const wits_brain *brain, text *to));

// ------------------------------------------------------------------------------------------------------------- files.c

/// A hash of all that read_file has read since it was asked the last time; 0 if that was nothing.
uint64_t take_read_hash(void);
/// A whole file, or standard input for "-"; with a zero behind its end. False, said, if it cannot be read or is longer
/// than `most` bytes.
bool read_file(const char *path, size_t most, text *to);
/// How a path is called in messages.
const char *shown_path(const char *path);
/// Gives a constant another value in every brain that is read from now on. The text is NAME=VALUE; it is changed, and
/// must live as long as the value is noted.
void note_constant(char *name);
/// Number of values that are noted.
size_t constants_noted(void);
/// Forgets all values but the first `count`.
void forget_constants(size_t count);
bool is_constant_noted(const char *name);
/// Reads a brain; "-" is standard input. Null, said, if there is no memory. Its problems are not said.
wits_file *read_brain(const char *path);
/// The place of a row of a brain's tables: see wits_file_where.
place place_of_row(const wits_file *file, wits_table table, uint32_t row, const char *member);
/// The place `offset` bytes into a member's text.
place place_in_row(const wits_file *file, wits_table table, uint32_t row, const char *member, uint32_t offset);
/// The line of it in the brain's own file: where it is used, if it stands in another.
uint32_t line_of_row(const wits_file *file, wits_table table, uint32_t row, const char *member);
/// Says the problems of a brain; returns how many there are.
uint32_t say_problems(const wits_file *file);
/// Reads a brain and says its problems; null if there are any.
wits_file *load_brain(const char *path);

#endif
